"""What stands inside lemmas, inductions and cases is read by all three checkers, and judged alike.

Convex terms, rows, and steps that introduce something, new alphabets among them; each file beside
one that is wrong in one place. Where pmlsym-check is not built, only the other two are asked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from pmlsym.calculus import Index, Polynomial, Tensor, atom, constant, sum_over
from pmlsym.calculus.convex_term import ENTROPY, EXCESS, SQUARE, Function, convex
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.substitution import Body
from pmlsym.calculus.tensor import size
from pmlsym.errors import PmlError
from pmlsym.kernel.certificate import (
    PLAIN,
    Arguments,
    ConvexRow,
    Define,
    Enlarge,
    Lemma,
    Perspective,
    Same,
    Scale,
    Step,
    Term,
    Use,
)
from pmlsym.kernel.certificate_file import lemmas_to_json, to_json
from tests.evidence.building import ONE, applied, combined, in_cases, lemma_of, proof
from tests.evidence.test_apply import ATTACKS as APPLIED
from tests.evidence.test_convexity import ATTACKS as CONVEXITY
from tests.evidence.test_introductions import ATTACKS as INTRODUCED
from tests.evidence.test_split_letters import ATTACKS as SPLIT
from tests.evidence.three_checkers import (
    ACCEPTED,
    PROGRAM,
    kernel_says,
    program_says,
    verifier_says,
)
from tests.proofs.certificates import CERTIFICATES
from tests.proofs.files_of_sequents import file_of, kept_files, written_files
from tests.proofs.test_verify_rules import APPLICATIONS, MASS_LEMMA, NEW, SPLITS
from tests.proofs.test_verify_terms import STEPS

AGAINST_KERNEL = (APPLIED, CONVEXITY, INTRODUCED, SPLIT)
AGAINST_VERIFIER = (APPLICATIONS, NEW, SPLITS, STEPS)

x, y, z = (Index(name.upper(), name) for name in "xyz")
x0, z0 = Index("X", "x0"), Index("Z", "z0")
a, b = (Tensor(name, ("X",), nonnegative=True) for name in "ab")
W = Tensor("W", ("Y", "Z"), nonnegative=True)
P = Tensor("P", ("X",), nonnegative=True)
s, t, v = (Tensor(name, positive=True) for name in "stv")
HALF = Function("power", constant(Fraction(1, 2)))


def all_say(data: Any) -> set[bool]:
    """Whether each of the checkers accepts a file."""
    said = [kernel_says(data), verifier_says(data)]
    if PROGRAM.exists():
        said += program_says([data])
    return {what == ACCEPTED for what in said}


def written(goal: Fact, *steps: Step, facts: tuple[Fact, ...] = (), lemmas: Any = ()) -> Any:
    certificate = proof(goal, *steps, facts=facts, lemmas=lemmas)
    return file_of(
        json.loads(json.dumps(to_json(certificate))),
        json.loads(json.dumps(lemmas_to_json((certificate,)))),
    )


def above(function: Function = EXCESS) -> Lemma:
    """a(x) - F(a(x), b(x)) >= 0, for max(u - 1, 0); at one letter, and for all a and b."""
    first, second = atom(a, x0), atom(b, x0)
    row = ConvexRow(
        Fact("goal", first - convex(function, first, second)),
        "excess above",
        first,
        second,
        (),
        (PLAIN, PLAIN),
    )
    return lemma_of("above", row.statement, row)


def a_term_in_a_lemma(total: Polynomial | None = None, places: tuple[Index, ...] = (z,)) -> Any:
    """The lemma where X is Z, a(z) a sum of W(y, z) and b(z) twice that of W(y, z)^2 over y."""
    first = sum_over(atom(W, y, z), y)
    second = 2 * sum_over(atom(W, y, z) * atom(W, y, z), y)
    at_z0 = sum_over(atom(W, y, z0), y)
    reference = second if total is None else total
    wanted = at_z0 - convex(EXCESS, at_z0, 2 * sum_over(atom(W, y, z0) * atom(W, y, z0), y))
    bodies = {a: Body(((z,),), first), b: Body((places,), reference)}
    step = applied(
        Fact("goal", wanted), "above", bodies, (PLAIN, PLAIN), {x0: z0}, alphabets={"X": ("Z",)}
    )
    return written(step.statement, step, lemmas=(above(),))


def at_halves(statement: str = ">=") -> Any:
    """F(s, t) - 2 s + t >= 0 for the square, at 3 v and v^2 / 2: a term with v / 2 before it."""
    first, second = atom(s), atom(t)
    row = ConvexRow(
        Fact("goal", convex(SQUARE, first, second) - 2 * first + second),
        "square tangent",
        first,
        second,
        (constant(1),),
        (PLAIN, PLAIN),
    )
    law = lemma_of("tangent", row.statement, row)
    thrice, half = 3 * atom(v), Fraction(1, 2) * atom(v) * atom(v)
    wanted = Fact("goal", convex(SQUARE, thrice, half) - 2 * thrice + half, (), statement)
    step = applied(wanted, "tangent", {s: ((), thrice), t: ((), half)}, (PLAIN, PLAIN))
    return written(wanted, step, lemmas=(law,))


def both_ways(order: Fraction = Fraction(3, 2), at_one: int = 1) -> Any:
    """F(s, 1) + F(1, s) >= F(s + 1, s + 1) = f(1) (s + 1) for a power, in a lemma applied at v."""
    power, one = Function("power", constant(order)), constant(1)

    def extremes(of: Polynomial) -> Polynomial:
        return convex(power, of, one) + convex(power, one, of) - at_one * (of + 1)

    parts = (Arguments(atom(s), one), Arguments(one, atom(s)))
    own = Perspective(Fact("goal", extremes(atom(s))), power, parts, (PLAIN,) * 4)
    law = lemma_of("both ways", own.statement, own)
    step = applied(
        Fact("goal", extremes(2 * atom(v))), "both ways", {s: ((), 2 * atom(v))}, (PLAIN,)
    )
    return written(step.statement, step, lemmas=(law,))


def hidden(square: int = 1, use: str = "s > 0") -> Any:
    """A lemma whose proof defines a number, enlarges an alphabet, and adds up a convex term."""
    number, double = atom(s), Tensor("d", positive=True)
    term = convex(SQUARE, number, number + 1)
    large = Fact("large", atom(size("J")) * number - 1)
    zero = Fact(
        "nothing", convex(SQUARE, number * number, number * (number + 1)) - number * term, (), "=="
    )
    steps = (
        Define(
            Fact("twice", atom(double) - 2 * number, (), "=="), double, (), 2 * number, (PLAIN,)
        ),
        Enlarge(large, "J", use),
        Scale(zero, SQUARE, number, number, number + 1, (PLAIN,)),
        combined(Fact("goal", square * number * number), (Use("s > 0"), Use("s > 0"))),
    )
    law = lemma_of("hidden", steps[-1].statement, *steps)
    step = applied(Fact("goal", atom(t) * atom(t)), "hidden", {s: ((), atom(t))}, (PLAIN,))
    return written(step.statement, step, lemmas=(law,))


def rows_of_a_lemma(row: str = "square times", of: Polynomial | None = None) -> Any:
    """A row in a lemma, used where the certificate's own row is: sum_x F(a, b) b <= sum_x a^2."""
    first, second = atom(a, x0), atom(b, x0)
    term = convex(SQUARE, first, second)
    own = ConvexRow(
        Fact("goal", first * first - second * term), row, first, second, (), (PLAIN, PLAIN)
    )
    law = lemma_of("times", own.statement, own)
    body = atom(a, x) if of is None else of
    wanted = atom(a, x) * atom(a, x) - atom(b, x) * convex(SQUARE, atom(a, x), atom(b, x))
    step = applied(
        Fact("each", wanted, (x,)), "times", {a: ((x,), body), b: ((x,), atom(b, x))},
        (PLAIN, PLAIN), {x0: x},
    )  # fmt: skip
    last = combined(Fact("goal", sum_over(wanted, x)), Term(ONE, (Use("each", (x,)),), (x,)))
    return written(last.statement, step, last, lemmas=(law,))


def large_at_each_letter(use: str = "case", at: Index = x) -> Any:
    """P(x)^3 >= 0 at each x, by cases of P(x) > 0; where it is, |J| P(x) >= 1 for an alphabet J."""
    own = atom(P, x)
    large = Fact("large", atom(size("J")) * atom(P, at) - 1)
    goal = Fact("goal", own**3, (x,))
    branches = []
    for relation in (">", ">="):
        statement = Fact(f"goal if {relation}", own**3)
        last = combined(statement, (Use("P >= 0", (x,)),) * 3)
        branches.append([Enlarge(large, "J", use), last] if relation == ">" else [last])
    return written(goal, in_cases(goal, own, *branches))


def large_beside_a_term(function: Function = EXCESS, use: str = "positive") -> Any:
    """|J| F(s, t) >= 1 where F(s, t) > 0, of a function that does not grow, beside a row."""
    term = convex(function, atom(s), atom(t))
    given = Fact("positive", term, (), ">")
    tangent = convex(ENTROPY, atom(s), atom(t)) - atom(s) + atom(t)
    row = ConvexRow(
        Fact("goal", tangent), "entropy tangent", atom(s), atom(t), (constant(1), constant(1)),
        (PLAIN, PLAIN, PLAIN, PLAIN),
    )  # fmt: skip
    large = Enlarge(Fact("large", atom(size("J")) * term - 1), "J", use)
    return written(row.statement, large, row, facts=(given,))


def a_body_below_one(function: Function = HALF) -> Any:
    """What is put in a lemma does not grow where its order lies between 0 and 1."""
    own = combined(Fact("goal", atom(s) * atom(s)), (Use("s > 0"), Use("s > 0")))
    law = lemma_of("square", own.statement, own)
    term = convex(function, atom(t), atom(v))
    given = Fact("positive", term, (), ">")
    step = applied(Fact("goal", term * term), "square", {s: ((), term)}, (Use("positive"),))
    return written(step.statement, step, facts=(given,), lemmas=(law,))


def jensen_at_two(summed: tuple[Index, ...] = (x,)) -> Any:
    """A perspective in a lemma, at a product of alphabets: a(y, z) := W(y, z), b := 2 W(y, z)^2."""
    parts = (Arguments(atom(a, x), atom(b, x), (x,)),)
    each = convex(SQUARE, atom(a, x), atom(b, x))
    whole = convex(SQUARE, sum_over(atom(a, x), x), sum_over(atom(b, x), x))
    own = Perspective(Fact("goal", sum_over(each, x) - whole), SQUARE, parts, (PLAIN, PLAIN))
    law = lemma_of("jensen", own.statement, own)
    first, second = atom(W, y, z), 2 * atom(W, y, z) * atom(W, y, z)
    wanted = sum_over(convex(SQUARE, first, second), y, z) - convex(
        SQUARE, sum_over(first, y, z), sum_over(second, y, z)
    )
    bodies = {a: Body(((y, z),), first), b: Body(((y, z),), second if summed else first)}
    step = applied(
        Fact("goal", wanted), "jensen", bodies, (PLAIN, PLAIN), alphabets={"X": ("Y", "Z")}
    )
    return written(step.statement, step, lemmas=(law,))


d = Tensor("d", positive=True)
TWICE = Define(Fact("twice", atom(d) - 2 * atom(s), (), "=="), d, (), 2 * atom(s), (PLAIN,))


def excess_above(name: str, a: Polynomial, b: Polynomial, *letters: Index) -> ConvexRow:
    """F(a, b) <= a."""
    said = Fact(name, a - convex(EXCESS, a, b), letters)
    return ConvexRow(said, "excess above", a, b, (), (PLAIN, PLAIN))


ABOVE = excess_above("goal", 2 * atom(s), atom(s))


def above_by_twice(goal: Fact = ABOVE.statement) -> tuple[Step, ...]:
    """F(2 s, s) <= 2 s, since F(d, s) <= d and d is 2 s."""
    both = atom(d), atom(s), 2 * atom(s), atom(s)
    alike = convex(EXCESS, atom(d), atom(s)) - convex(EXCESS, 2 * atom(s), atom(s))
    same = Same(Fact("same", alike, (), "=="), EXCESS, *both, (Use("twice"), PLAIN))
    uses = (Use("row"),), (Use("same"),), Term(-ONE, (Use("twice"),))
    return excess_above("row", atom(d), atom(s)), same, combined(goal, *uses)


def a_term_of_what_is_defined(relation: str = ">=") -> Any:
    goal = replace(ABOVE.statement, relation=relation)
    return written(goal, TWICE, *above_by_twice(goal))


def a_term_in_both_cases(*more: Sequence[Use]) -> Any:
    """What one case defines is any number in the other, which has terms of it too."""
    goal = ABOVE.statement
    positive = (TWICE, *above_by_twice(replace(goal, name="first")))
    there = replace(ABOVE, statement=replace(goal, name="there"))
    last = combined(replace(goal, name="second"), (Use("there"),), *more)
    nonpositive = (excess_above("other", atom(d), atom(s)), there, last)
    return written(goal, in_cases(goal, atom(t) - 1, positive, nonpositive))


def a_new_tensor_in_a_lemma(relation: str = ">=") -> Any:
    law = lemma_of("above", ABOVE.statement, TWICE, *above_by_twice())
    goal = replace(excess_above("goal", 2 * atom(t), atom(t)).statement, relation=relation)
    return written(goal, applied(goal, "above", {s: ((), atom(t))}, (PLAIN,)), lemmas=(law,))


def a_term_over_a_new_alphabet(*, before: bool = False) -> Any:
    """F(u(j), s) <= u(j), where |J| s >= 1."""
    j, u = Index("J", "j"), Tensor("u", ("J",), nonnegative=True)
    large = Enlarge(Fact("large", atom(size("J")) * atom(s) - 1), "J", "s > 0")
    over = excess_above("over", atom(u, j), atom(s), j)
    return written(ABOVE.statement, *((over, large) if before else (large, over)), ABOVE)


@dataclass(frozen=True)
class Pair:
    right: Callable[[], Any]
    wrong: Callable[[], Any]


PAIRS = {
    "a term in a lemma": Pair(
        a_term_in_a_lemma, lambda: a_term_in_a_lemma(sum_over(atom(W, y, z), y))
    ),
    "a term at halves": Pair(at_halves, lambda: at_halves(">")),
    "a power above order one": Pair(both_ways, lambda: both_ways(at_one=2)),
    "a power between": Pair(
        lambda: both_ways(Fraction(1, 3), -1), lambda: both_ways(Fraction(1, 3), 1)
    ),
    "a power below zero": Pair(
        lambda: both_ways(Fraction(-1, 3), 0), lambda: both_ways(Fraction(-1, 3), 1)
    ),
    "a proof with more than is said": Pair(hidden, lambda: hidden(square=2)),
    "a number that may be zero in a lemma": Pair(hidden, lambda: hidden(use="s >= 0")),
    "a row in a lemma": Pair(rows_of_a_lemma, lambda: rows_of_a_lemma("square reference")),
    "another body in a lemma with a row": Pair(
        rows_of_a_lemma, lambda: rows_of_a_lemma(of=2 * atom(a, x))
    ),
    "an alphabet for each letter": Pair(
        large_at_each_letter, lambda: large_at_each_letter("P >= 0")
    ),
    "an alphabet for another letter": Pair(
        large_at_each_letter, lambda: large_at_each_letter(at=x0)
    ),
    "an alphabet beside a term": Pair(large_beside_a_term, lambda: large_beside_a_term(SQUARE)),
    "a body below one": Pair(
        a_body_below_one, lambda: a_body_below_one(Function("power", constant(Fraction(3, 2))))
    ),
    "a perspective over two alphabets": Pair(jensen_at_two, lambda: jensen_at_two(())),
    "a term of what is defined": Pair(
        a_term_of_what_is_defined, lambda: a_term_of_what_is_defined(">")
    ),
    "a term of what another case defines": Pair(
        a_term_in_both_cases, lambda: a_term_in_both_cases((Use("twice"), Use("s > 0")))
    ),
    "a new tensor in a lemma": Pair(a_new_tensor_in_a_lemma, lambda: a_new_tensor_in_a_lemma(">")),
    "a term over a new alphabet": Pair(
        a_term_over_a_new_alphabet, lambda: a_term_over_a_new_alphabet(before=True)
    ),
}


@pytest.mark.parametrize("what", PAIRS)
def test_all_accept_what_is_right_and_none_what_is_wrong(what: str):
    assert all_say(PAIRS[what].right()) == {True}
    assert all_say(PAIRS[what].wrong()) == {False}


INDUCTION = CERTIFICATES / "sequents" / "inductions" / "local-privacy-of-n-uses.json"
LEVEL = {"coefficient": "1", "sum": [], "atoms": [["s"]]}
ONE_ = {"coefficient": "1", "sum": [], "atoms": []}


def induction_with(function: str, fact: str, relation: str = ">=") -> Any:
    """A kept induction, with a row and a new alphabet in the proof of its step."""
    data = json.loads(INDUCTION.read_text(encoding="utf-8"))
    inner = data["certificates"][0]["induction"]
    first = next(p for p in inner["step_proofs"] if p)
    above = [LEVEL, {**ONE_, "coefficient": "-1", "atoms": [["f"]]}]
    row = {
        "step": "row",
        "statement": {"name": "row", "for_all": [], "polynomial": above, "relation": relation},
        "row": "excess above",
        "a": [LEVEL],
        "b": [LEVEL, ONE_],
        "parameters": [],
        "shown": [[], []],
    }
    counted = {"coefficient": "1", "sum": [], "atoms": [["|J|"], ["s"]]}
    large = [counted, {**ONE_, "coefficient": "-1"}]
    enlarge = {
        "step": "enlarge",
        "statement": {"name": "large", "for_all": [], "polynomial": large, "relation": ">="},
        "alphabet": "J",
        "fact": fact,
    }
    first["terms"] = {"f": {"function": function, "letters": [], "a": [LEVEL], "b": [LEVEL, ONE_]}}
    first["steps"] = [row, enlarge, *first["steps"]]
    return data


def test_terms_rows_and_new_alphabets_in_the_proofs_of_an_induction():
    assert all_say(induction_with("excess", "s > 0")) == {True}
    assert all_say(induction_with("root", "s > 0")) == {False}
    assert all_say(induction_with("excess", "s > 0", ">")) == {False}
    assert all_say(induction_with("excess", "row")) == {False}


def induction_about_what_a_proof_defines(*, before: bool = False) -> Any:
    """The same row at d, which a step of the proof defines as 2 s."""
    data = induction_with("excess", "s > 0")
    first = next(p for p in data["certificates"][0]["induction"]["step_proofs"] if p)
    double, twice = {**LEVEL, "atoms": [["d"]]}, {**LEVEL, "coefficient": "2"}
    less_twice = {**twice, "coefficient": "-2"}
    said = {"name": "d", "for_all": [], "polynomial": [double, less_twice], "relation": "=="}
    define = {"step": "define", "statement": said, "tensor": "d"}
    define |= {"places": [], "body": [twice], "shown": [[]]}
    first["tensors"]["d"] = {"alphabets": [], "facts": ["positive"], "stochastic": []}
    first["terms"]["f"]["a"] = [double]
    row, *others = first["steps"]
    row["a"] = row["statement"]["polynomial"][:1] = [double]
    first["steps"] = [*([row, define] if before else [define, row]), *others]
    return data


def test_terms_in_an_induction_of_what_a_proof_of_it_defines():
    assert all_say(induction_about_what_a_proof_defines()) == {True}
    assert all_say(induction_about_what_a_proof_defines(before=True)) == {False}


@pytest.mark.seconds
@pytest.mark.skipif(not PROGRAM.exists(), reason="make -C proofs/coq has not built pmlsym-check")
def test_the_program_accepts_what_the_kernel_does():
    every = [*kept_files(), *written_files()]
    words = program_says(data for _, data in every)
    said = {name: word for (name, _), word in zip(every, words, strict=True)}
    assert set(said.values()) == {ACCEPTED}, said


def _edits() -> Iterator[tuple[str, Callable[[Any], None]]]:
    """What the program once took for what it should have been, since that is true."""

    def by_two(polynomial: Any) -> None:
        for monomial in polynomial:
            monomial["coefficient"] = "2"

    def goal(data: Any) -> None:
        by_two(data["certificates"][0]["sequent"]["goal"])

    def statement(data: Any) -> None:
        by_two(data["certificates"][0]["steps"][-1]["statement"]["polynomial"])

    def name(data: Any) -> None:
        data["certificates"][0]["steps"][-1]["statement"]["name"] = "what is derived"

    def definition(data: Any) -> None:
        by_two(data["lemmas"][0]["steps"][0]["statement"]["polynomial"])

    def letters(data: Any) -> None:
        data["certificates"][0]["steps"][-1]["letters"] = {"x0:X": ["t:T"]}

    def twice(data: Any) -> None:
        data["lemmas"][0]["steps"][1]["statement"]["name"] = "twice"

    def large(data: Any) -> None:
        by_two(data["lemmas"][0]["steps"][1]["statement"]["polynomial"][:1])

    yield from (
        ("the goal is a multiple", goal),
        ("what is applied is stated as a multiple", statement),
        ("no step is called the goal", name),
        ("a definition says another thing", definition),
        ("letters that nothing asks for", letters),
        ("two facts of one name", twice),
        ("an alphabet is said to be larger", large),
    )


@pytest.mark.parametrize(("what", "edit"), list(_edits()), ids=[what for what, _ in _edits()])
def test_what_is_stated_is_what_is_derived(what: str, edit: Callable[[Any], None]):
    data = hidden()
    edit(data)
    assert data != hidden()
    assert all_say(data) == {False}


def test_a_hypothesis_of_a_step_is_one_of_the_induction_and_no_multiple():
    data = json.loads(INDUCTION.read_text(encoding="utf-8"))
    for monomial in data["certificates"][0]["induction"]["shared"][0]["polynomial"]:
        monomial["coefficient"] = str(2 * int(monomial["coefficient"]))
    assert all_say(data) == {False}


def test_places_of_a_state_stand_where_its_letters_do():
    data = json.loads(INDUCTION.read_text(encoding="utf-8"))
    data["certificates"][0]["induction"]["base"]["bodies"]["s"]["places"] = [[]]
    assert all_say(data) == {False}


@pytest.mark.seconds
@pytest.mark.skipif(not PROGRAM.exists(), reason="make -C proofs/coq has not built pmlsym-check")
def test_the_program_accepts_no_attack_that_the_kernel_refuses():
    """Those against the kernel, and those against the verifier, of which a file can be written."""
    attacks = [a.wrong for table in AGAINST_KERNEL for a in table]
    tables = [own for table in AGAINST_VERIFIER for own in table.values()]
    files = [own[1] for own in tables if isinstance(own[1], dict) and "sequent" in own[1]]
    every = [file_of(data, [MASS_LEMMA]) for data in files]
    for wrong in attacks:
        with suppress(PmlError, AttributeError):
            lemmas = json.loads(json.dumps(lemmas_to_json((wrong,))))
            every.append(file_of(json.loads(json.dumps(to_json(wrong))), lemmas))
    accepted = [
        data for data, what in zip(every, program_says(every), strict=True) if what == ACCEPTED
    ]
    assert len(every) > 800
    assert len(accepted) < 3  # a file cannot hold what is wrong with two of them
    assert {kernel_says(data) for data in accepted} <= {ACCEPTED}
