"""Terms of convex functions: the steps about them, the rows of the table, and attacks on each."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from proofs import verify
from tests.proofs.small import (
    ACCEPTED,
    certificate,
    changed,
    combine,
    fact,
    letters,
    opinion,
    polynomial,
    refuses_this_alone,
    step,
    tensors,
    term,
    uses,
)

Attack = tuple[str, Any] | tuple[str, Any, bool]
STRUCTURE = False

# --- Perspective, scale, same ---------------------------------------------------------------------

ARGUMENTS = {"f": "X Y", "g": "X Y", "h": "X", "v": "", "w": "nonnegative", "k": "X"}
SIGNS = [fact("f", "f(x,y)", "x y"), fact("g", "g(x,y)", "x y")]
TERMS = {
    "F": term("entropy", "x y", "f(x,y)", "g(x,y)"),
    "G": term("entropy", "y", "[x] f(x,y)", "[x] g(x,y)"),
    "S": term("square", "x y", "f(x,y)", "g(x,y)"),
}


def perspective(**given: Any) -> Any:
    """The mean over x of F(f, g) is at least F of the means, for all y."""
    part = {
        "a": polynomial(given.get("a", "f(x,y)")),
        "b": polynomial("g(x,y)"),
        "sum": letters(given.get("sum", "x")),
    }
    first = step(
        "perspective",
        fact(
            "goal",
            given.get("says", "[x] F(x,y) - G(y)"),
            given.get("every", "y"),
            given.get("relation", ">="),
        ),
        function=given.get("function", "entropy"),
        parts=[part] * given.get("parts", 1),
        shown=uses(*given.get("shown", ("f @ x y", "g @ x y"))),
    )
    facts = [*SIGNS, *given.get("facts", ())]
    return certificate(
        tensors(**ARGUMENTS), facts, [first], terms={**TERMS, **given.get("terms", {})}
    )


def of_two(relation: str = ">=") -> Any:
    """F(f, g) + F(h, k) >= F(f + h, g + k), with orders."""
    terms = {
        "A": term("power", "x y", "f(x,y)", "g(x,y)", "w"),
        "B": term("power", "x", "h(x)", "k(x)", "w"),
        "C": term("power", "x y", "f(x,y) + h(x)", "g(x,y) + k(x)", "w"),
    }
    parts = [
        {"a": polynomial(a), "b": polynomial(b), "sum": []}
        for a, b in (("f(x,y)", "g(x,y)"), ("h(x)", "k(x)"))
    ]
    first = step(
        "perspective",
        fact("goal", "A(x,y) + B(x) - C(x,y)", "x y"),
        function="power",
        order=polynomial("w"),
        parts=parts,
        shown=uses("f @ x y", "g @ x y", "h @ x", "k @ x"),
    )
    facts = [*SIGNS, fact("h", "h(x)", "x", relation), fact("k", "k(x)", "x")]
    return certificate(tensors(**ARGUMENTS), facts, [first], terms=terms)


def scaled(**given: Any) -> Any:
    """F(v a, v b) = v F(a, b)."""
    first = step(
        "scale",
        fact("goal", given.get("says", "V(x) - v A(x)"), "x", given.get("relation", "==")),
        function="entropy",
        factor=polynomial("v"),
        a=polynomial("h(x)"),
        b=polynomial("k(x)"),
        shown=uses(given.get("shown", "v")),
    )
    terms = {
        "V": term("entropy", "x", "v h(x)", "v k(x)"),
        "A": term("entropy", "x", "h(x)", "k(x)"),
    }
    facts = [fact("v", "v"), *given.get("facts", ())]
    return certificate(tensors(**ARGUMENTS), facts, [first], terms=terms)


def same(**given: Any) -> Any:
    """F(h, v) = F(k, w) if h = k and v = w."""
    terms = {"A": term("excess", "x", "h(x)", "v"), "B": term("excess", "x", "k(x)", "w")}
    first = step(
        "same",
        fact("goal", given.get("says", "A(x) - B(x)"), given.get("every", "x"), "=="),
        function="excess",
        **{key: polynomial(p) for key, p in zip("abcd", ("h(x)", "v", "k(x)", "w"), strict=True)},
        shown=uses(*given.get("shown", ("hk @ x", "vw"))),
    )
    relation = given.get("relation", "==")
    facts = [fact("hk", "h(x) - k(x)", "x", relation), fact("vw", "v - w", "", "==")]
    facts += [fact("here", "h(x) - k(x)", "", "==")]
    return certificate(tensors(**ARGUMENTS), facts, [first], terms=terms)


def test_the_steps_about_a_convex_function():
    for data in (perspective(), perspective(every=""), of_two(), of_two(">"), scaled(), same()):
        assert opinion(data) == ACCEPTED
    assert opinion(scaled(relation=">=")) == ACCEPTED


HERE = [fact("here", "f(x,y)", "y"), fact("here y", "f(x,y)", "x")]
STEPS: dict[str, Attack] = {
    "what is summed over is one letter": (
        "x is one letter in here",
        perspective(shown=["here @ y", "g @ x y"], facts=HERE),
    ),
    "what is quantified is one letter": (
        "y is one letter in here y",
        perspective(shown=["here y @ x", "g @ x y"], facts=HERE),
    ),
    "parts that may be negative": ("not plain", perspective(shown=["", "g @ x y"])),
    "a sign of another part": ("g is not what is needed", perspective(shown=["g @ x y"] * 2)),
    "one sign for two": ("2 facts are needed", perspective(shown=["f @ x y"]), STRUCTURE),
    "no part": ("has no part", perspective(parts=0, shown=[], says="0")),
    "not summed": ("not what the step derives", perspective(sum="")),
    "another function": ("not what the step derives", perspective(function="square")),
    "the other way": ("not what the step derives", perspective(says="G(y) - [x] F(x,y)")),
    "twice": ("not what the step derives", perspective(says="[x] F(x,y) - 2 G(y)")),
    "a strict one": ("derives >= only", perspective(relation=">")),
    "an equality": ("derives >= only", perspective(relation="==")),
    "a function of no name": (
        "a function is none of",
        perspective(function="cube"),
        STRUCTURE,
    ),
    "a factor that may be negative": ("not plain", scaled(shown="")),
    "a factor that is another one": (
        "o is not what is needed",
        scaled(shown="o", facts=[fact("o", "w")]),
    ),
    "another factor": ("not what the step derives", scaled(says="V(x) - v v A(x)")),
    "the same, but one is larger": ("hk is too weak", same(relation=">=")),
    "the same at one letter": ("x is one letter in here", same(shown=["here", "vw"])),
    "the same, not shown": ("not plain", same(shown=["hk @ x", ""])),
    "the same of the first alone": ("hk is not what is needed", same(shown=["hk @ x"] * 2)),
    "the same of something else": ("not what the step derives", same(says="A(x) - B(x) - v")),
}


@pytest.mark.parametrize("attack", STEPS.values(), ids=STEPS)
def test_a_step_about_a_convex_function_is_refused(attack: Attack, monkeypatch: pytest.MonkeyPatch):
    reason, data, *alone = attack
    refuses_this_alone(monkeypatch, reason, lambda: opinion(data), *alone)


# --- Rows ---------------------------------------------------------------------------------------

TABLE = tensors(
    a="X nonnegative",
    b="X nonnegative",
    p="X positive",
    q="X positive",
    n="positive",
    d="positive",
    r="",
    s="",
    u="nonnegative",
)
OF_AB = {
    name: term(function, "x", "a(x)", "b(x)")
    for name, function in (("E", "entropy"), ("S", "square"), ("G", "excess"), ("H", "root"))
}
LOGS = {
    "L": term("entropy", "", "1", "n"),
    "M": term("entropy", "", "1", "d"),
    "P": term("entropy", "x", "1", "p(x)"),
    "Q": term("entropy", "x", "1", "q(x)"),
    "R": term("entropy", "x", "1", "p(x) q(x)"),
    "B": term("entropy", "x", "b(x)", "s"),
    "E1": term("entropy", "x", "a(x)", "1"),
    "L1": term("entropy", "x", "1", "a(x)"),
    "S2": term("square", "x", "a(x)", "p(x)"),
    "N": term("excess", "x", "a(x)", "n b(x)"),
}
POWERS = {
    "T": term("power", "x", "a(x)", "b(x)", "3"),
    "T2": term("power", "x", "a(x)", "q(x)", "3"),
    "T3": term("power", "x", "p(x)", "q(x)", "3"),
    "W": term("power", "x", "a(x) p(x)", "b(x) q(x)", "3"),
    "U": term("power", "x", "a(x)", "b(x)", "1/3"),
    "V": term("power", "x", "b(x)", "a(x)", "2/3"),
    "C": term("power", "", "n", "d", "3"),
}
# by row: the parameters, what is shown besides the signs of a and b, # of numbers, the statement
ROWS: dict[str, tuple[str, tuple[str, ...], str, str]] = {
    "entropy tangent": (
        "n d",
        ("", ""),
        "d E(x) - d a(x) + d a(x) L - d a(x) M + n b(x)",
        ">=",
    ),
    "entropy below square": ("n", ("",), "S(x) - n a(x) - n a(x) L - n E(x)", ">="),
    "entropy below power": (
        "3 1 b(x) d n",
        ("#", "#", "#", "", ""),
        "d T(x) - 2 n E(x) - n a(x) + n a(x) M - n a(x) L",
        ">=",
    ),
    "power below power": (
        "2 1 3 q(x) d n n",
        ("#", "#", "#", "#", "", "", "", "", ""),
        "d n T2(x) + n n a(x) - 2 d n S2(x) + 2 d n P(x) S2(x) - 2 d n Q(x) S2(x)"
        " + d n L S2(x) - d n M S2(x)",
        ">=",
    ),
    "power tangent": (
        "3 n d",
        ("", ""),
        "n d T(x) - 3 d C a(x) + 2 n C b(x)",
        ">=",
    ),
    "power turned": ("1/3 2/3", ("#", "#", "#"), "U(x) - V(x)", "=="),
    "power of product": (
        "3 1 p(x) q(x) s r",
        ("#", "#", "#", "", "", "a<sb @ x", "p<rq @ x"),
        "W(x) - T(x) T3(x)",
        "==",
    ),
    "excess below power": (
        "3 n d",
        ("#", "", ""),
        "T(x) - d N(x) + 2 d L N(x) - d M N(x)",
        ">=",
    ),
    "entropy of number": ("", ("",), "E1(x) + a(x) L1(x)", "=="),
    "entropy reference": ("s", ("a<s @ x",), "-1 b(x) E(x) - a(x) B(x)", ">="),
    "log of product": ("", ("", ""), "-1 R(x) + P(x) + Q(x)", "=="),
    "square reference": ("s", ("a<s @ x",), "a(x) s - b(x) S(x)", ">="),
    "square tangent": ("r", (), "S(x) - 2 r a(x) + r r b(x)", ">="),
    "square times": ("", (), "a(x) a(x) - b(x) S(x)", ">="),
    "square below excess": ("s", ("a<sb @ x",), "s G(x) - S(x) + a(x)", ">="),
    "excess tangent": ("u", ("", "u<1"), "G(x) - u a(x) + u b(x)", ">="),
    "excess above": ("", (), "a(x) - G(x)", ">="),
    "excess none": ("", ("a<b @ x",), "G(x)", "=="),
    "excess all": ("", ("b<a @ x",), "G(x) - a(x) + b(x)", "=="),
    "excess below square": (
        "r",
        (),
        "S(x) - 2 a(x) + b(x) + r r b(x) - 4 r G(x) + 2 r a(x) - 2 r b(x)",
        ">=",
    ),
    "excess below entropy": (
        "r",
        (),
        "E(x) - a(x) + b(x) + 2/3 r r a(x) + 4/3 r r b(x) - 4 r G(x) + 2 r a(x) - 2 r b(x)",
        ">=",
    ),
    "excess below root": (
        "r",
        (),
        "a(x) + b(x) + 2 H(x) + r r a(x) + r r b(x) - 2 r r H(x) - 4 r G(x) + 2 r a(x) - 2 r b(x)",
        ">=",
    ),
    "root tangent": ("n d", ("", ""), "2 n d H(x) + d d a(x) + n n b(x)", ">="),
    "root above": ("", (), "-1 H(x)", ">="),
    "root square": ("", (), "H(x) H(x) - a(x) b(x)", "=="),
    "root above least": ("", ("a<b @ x",), "-1 H(x) - a(x)", ">="),
    "root below excess": ("", (), "2 G(x) - 2 a(x) - 2 H(x)", ">="),
    "entropy above root": ("", (), "E(x) - 2 a(x) - 2 H(x)", ">="),
}
FACTS = [
    fact("a<s", "s - a(x)", "x"),
    fact("a<sb", "s b(x) - a(x)", "x"),
    fact("p<rq", "r q(x) - p(x)", "x"),
    fact("u<1", "1 - u"),
    fact("a<b", "b(x) - a(x)", "x"),
    fact("b<a", "a(x) - b(x)", "x"),
]


def row(name: str, **given: Any) -> Any:
    """A row at a(x), b(x), for all x."""
    parameters, shown, says, relation = ROWS[name]
    a, b = {
        "log of product": ("p(x)", "q(x)"),
        "entropy of number": ("a(x)", "1"),
        "power below power": ("a(x)", "p(x)"),
    }.get(name, ("a(x)", "b(x)"))
    first = step(
        "row",
        fact("goal", given.get("says", says), "x", given.get("relation", relation)),
        row=name,
        a=polynomial(given.get("a", a)),
        b=polynomial(given.get("b", b)),
        parameters=[polynomial(p) for p in given.get("parameters", parameters.split())],
        shown=uses("", "", *(u.strip("#") for u in given.get("shown", shown))),
    )
    terms = {**OF_AB, **LOGS, **POWERS, **given.get("terms", {})}
    return certificate(TABLE, FACTS, [first], terms=terms)


def test_the_table_is_that_of_the_contract():
    assert list(ROWS) == list(verify.ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_a_row_states_what_the_table_says(name: str):
    assert opinion(row(name)) == ACCEPTED
    if ROWS[name][3] == "==":
        assert opinion(row(name, relation=">=")) == ACCEPTED
    assert "derives" in opinion(row(name, relation=">"))
    assert "not what the step derives" in opinion(row(name, says=f"{ROWS[name][2]} - a(x)"))
    assert "parameters" in opinion(row(name, parameters=["1"] * 4))


NEEDED = [(n, k) for n, row_ in ROWS.items() for k, use in enumerate(row_[1]) if use != "#"]


@pytest.mark.parametrize(("name", "k"), NEEDED)
def test_each_need_of_a_row_is_asked_for(name: str, k: int, monkeypatch: pytest.MonkeyPatch):
    """Declared is nothing now, and nothing is shown."""
    data = changed(row(name), "steps", 0, "shown", 2 + k, to=[])
    for tensor in ("p", "q", "n", "d", "u"):
        data["tensors"][tensor]["facts"] = []
    if name == "entropy of number":
        data["steps"][0]["b"] = polynomial("2")
    if name == "log of product":  # a and b are asked to be >= 0 besides
        data["sequent"]["facts"] += [fact("p", "p(x)", "x"), fact("q", "q(x)", "x")]
        data["steps"][0]["shown"][:2] = uses("p @ x", "q @ x")
    assert "not plain" in opinion(data) or "b is not 1" in opinion(data)


def value(function: str, order: Any, a: float, b: float, n: float = 1e9) -> float:
    """F_N(a, b) as floating-point numbers."""
    u = a / b if b else math.inf
    if function == "power" and order < 1:
        return -(b * u**order) if b else 0.0
    if function == "power":
        return b * u**order if u <= n else a * order * n ** (order - 1) - (order - 1) * b * n**order
    if function == "excess":
        return max(a - b, 0.0)
    if function == "root":
        return -math.sqrt(a * b)
    if function == "square":
        return a * u if u <= n else 2 * n * a - n * n * b
    return (a * math.log(u) if a else 0.0) if u <= n else a * (1 + math.log(n)) - n * b


def orders(name: str, rng: Random) -> list[float]:
    """Orders of a row about powers, with the sign between them: the first parameters."""
    s = rng.choice((1.0, -1.0))
    near, far = sorted((1 + s * rng.random(), 1 + s * rng.random()), reverse=s < 0)
    if name == "power turned":
        return [abs(near - 1), 1 - abs(near - 1)]
    return {
        "entropy below power": [far, s],
        "power below power": [near, s, far],
        "power of product": [far, s],
        "power tangent": [far],
        "excess below power": [1 + abs(far - 1)],
    }.get(name, [])


@pytest.mark.parametrize("name", ROWS)
def test_a_row_is_true(name: str):
    """At many numbers, among them zeros and ratios that are infinite."""
    rng, line, tried = Random(name), verify.ROWS[name], 0
    functions = verify.Functions(value)
    numbers = (0.0, 0.0, 0.5, 1.0, 1.5, 2.0)
    for _ in range(3000):
        a, b = (rng.choice((*numbers, rng.expovariate(1))) for _ in range(2))
        b = 1.0 if name == "entropy of number" else b
        more = [rng.choice((*numbers, rng.gauss(0, 2), a, b)) for _ in range(line.parameters)]
        first = orders(name, rng)
        more[: len(first)] = first
        needs = line.needs(functions, a, b, *more)
        if all(x > 0 if relation == ">" else x >= 0 for relation, x in needs):
            tried += 1
            found = line.states(functions, a, b, *more)
            assert found >= -1e-6, (a, b, more, found)
            assert line.relation == ">=" or abs(found) < 1e-6, (a, b, more, found)
    assert tried > 100


INFINITE = {"F": term("square", "", "1", "0"), "I": term("entropy", "", "1", "0")}
OF_F, BY_F = term("excess", "", "F", "1"), term("square", "", "1", "F")
AT_INFINITY: dict[str, Attack] = {
    "-1 >= 0 from a tangent at itself": (
        "do not grow",
        row("square tangent", a="1", b="0", parameters=["F"], says="-1 F", terms=INFINITE),
    ),
    "a slope that is an entropy": (
        "do not grow",
        row("square tangent", a="1", b="0", parameters=["I"], says="F - 2 I", terms=INFINITE),
    ),
    "an argument that grows": (
        "do not grow",
        row(
            "excess above",
            a="F",
            b="1",
            says="F - K",
            shown=(),
            terms={**INFINITE, "K": OF_F},
        ),
        STRUCTURE,
    ),
    "a second argument that grows": (
        "do not grow",
        row(
            "excess none",
            a="1",
            b="F",
            says="K",
            terms={**INFINITE, "K": term("excess", "", "1", "F")},
        ),
        STRUCTURE,
    ),
    "a parameter that grows inside": (
        "do not grow",
        row(
            "square tangent",
            a="1",
            b="0",
            parameters=["K"],
            says="F - 2 K",
            terms={**INFINITE, "K": OF_F},
        ),
    ),
}


def test_the_other_half_of_a_contradiction_is_true():
    data = row("square tangent", a="1", b="0", parameters=["1"], says="F - 2", terms=INFINITE)
    assert opinion(data) == ACCEPTED
    tame = {"F": term("square", "", "1", "0"), "K": term("root", "x", "a(x)", "1")}
    given = {"a": "1", "b": "0", "parameters": ["K(x)"], "says": "F - 2 K(x)", "terms": tame}
    assert opinion(row("square tangent", **given)) == ACCEPTED


@pytest.mark.parametrize("attack", AT_INFINITY.values(), ids=AT_INFINITY)
def test_what_grows_is_no_parameter(attack: Attack, monkeypatch: pytest.MonkeyPatch):
    reason, data, *alone = attack
    refuses_this_alone(monkeypatch, reason, lambda: opinion(data), *alone)


# --- The normal form of a term ------------------------------------------------------------------

OTHERS = {"m": "X nonnegative", "f": "X", "g": "X", "D": "X X", "W": "X Y nonnegative"}
W_SUM = "[y] W(x,y) f(x)"


def equal(left: str, right: str, **terms: Any) -> bool:
    """Whether two polynomials are the same by definition, so that 0 is their difference."""
    given = {**OTHERS, "o": "", "n": "nonnegative"}
    goal = combine(fact("goal", f"{left} - {right}", "", "=="), ("0", "", ()))
    return opinion(certificate(tensors(**given), [], [goal], terms=terms)) == ACCEPTED


def entropy(at: str, a: str, b: str) -> Any:
    return term("entropy", at, a, b)


def test_terms_are_known_by_their_arguments():
    f = entropy("x", "f(x)", "g(x)")
    assert equal("F(x)", "G(x)", F=f, G=entropy("x1", "f(x1)", "g(x1)"))
    assert not equal("F(x)", "G(x)", F=f, G=entropy("x", "g(x)", "f(x)"))
    assert not equal("F(x)", "F(x1)", F=f)
    assert not equal("F(x)", "G(x)", F=f, G=term("root", "x", "f(x)", "g(x)"))
    assert equal("F(x)", "G(x)", F=f, G=entropy("x", "f(x) + f(x) - f(x)", "g(x)"))


def test_nothing_and_equals():
    assert equal("F(x)", "0", F=entropy("x", "0", "g(x)"))
    assert equal("F(x)", "0", F=entropy("x", "f(x)", "f(x)"))
    assert equal("F(x)", "f(x)", F=term("square", "x", "f(x)", "f(x)"))
    assert equal("F(x)", "-1 f(x)", F=term("root", "x", "f(x)", "f(x)"))
    for order, one in (("2", "1"), ("1/2", "-1"), ("1", "0"), ("-1", "0")):
        assert equal("F(x)", f"{one} f(x)", F=term("power", "x", "f(x)", "f(x)", order))
    assert not equal("F(x)", "f(x)", F=term("power", "x", "f(x)", "f(x)", "o"))


def test_what_divides_both_stands_before():
    small = entropy("x", "f(x)", "g(x)")
    assert equal("F(x)", "m(x) G(x)", F=entropy("x", "m(x) f(x)", "m(x) g(x)"), G=small)
    assert equal("F(x)", "2/3 G(x)", F=entropy("x", "2/3 f(x)", "2/3 g(x)"), G=small)
    whole = entropy("x", "[x1] m(x1) f(x)", "[x1] m(x1) g(x)")
    assert equal("F(x)", "[x1] m(x1) G(x)", F=whole, G=small)
    assert equal("F(x)", "|Z| G(x)", F=entropy("x", "|Z| f(x)", "|Z| g(x)"), G=small)
    # not what may be negative, nor a part of a sum
    assert not equal("F(x)", "o G(x)", F=entropy("x", "o f(x)", "o g(x)"), G=small)
    assert not equal("F(x)", "-1 G(x)", F=entropy("x", "-1 f(x)", "-1 g(x)"), G=small)
    part = entropy("x", "[y] W(x,y) f(x)", "[y] W(x,y) W(x,y) f(x)")
    assert not equal("F(x)", "[y] W(x,y) G(x)", F=part, G=entropy("x", "f(x)", "f(x)"))


def test_bound_letters_are_not_captured():
    f = entropy("x", "[y] W(x,y)", "[y] W(x,y) W(x,y)")
    assert equal("[y] W(x,y) F(x)", "[y1] W(x,y1) F(x)", F=f)
    g = entropy("x", "f(x)", "1")
    assert equal("[x] F(x) m(x)", "[x2] F(x2) m(x2)", F=g)
    assert not equal("[x] F(x) m(x)", "[x x2] F(x2) m(x)", F=g)


def test_letters_that_become_the_same():
    two = entropy("x x1", "D(x,x1)", "f(x)")
    assert equal("F(x,x)", "G(x)", F=two, G=entropy("x", "D(x,x)", "f(x)"))
    assert equal("delta(x,x1) F(x,x1)", "delta(x,x1) G(x)", F=two, G=entropy("x", "D(x,x)", "f(x)"))
    assert equal("F(x,x)", "0", F=entropy("x x1", "f(x) - f(x1)", "m(x)"))
    assert equal("F(x,x)", "2 m(x)", F=term("square", "x x1", "m(x) + m(x1)", "2 m(x)"))


def test_letters_that_may_be_exchanged():
    two = entropy("x x1", "f(x) f(x1)", "1")
    assert equal("F(x,x1)", "F(x1,x)", F=two)
    assert equal("[x x1] F(x,x1) m(x)", "[x x1] F(x1,x) m(x)", F=two)
    assert not equal("F(x,x1)", "F(x1,x)", F=entropy("x x1", "D(x,x1)", "1"))


def test_terms_inside_terms():
    f = entropy("x", "f(x)", "g(x)")
    outer = {"F": f, "G": entropy("x", "F(x)", "1"), "H": entropy("x", "f(x)", "g(x)")}
    assert equal("G(x)", "I(x)", **outer, I=entropy("x", "H(x)", "1"))
    assert not equal("G(x)", "I(x)", **outer, I=entropy("x", "f(x)", "1"))


def hostile(**terms: Any) -> str:
    data = certificate(
        tensors(f="X", g="X", l="positive at_most_one"),
        [],
        [combine(fact("goal", "1"), ("1", "", ()))],
        terms=terms,
    )
    return opinion(data)


def test_terms_that_are_none():
    good = entropy("x", "f(x)", "1")
    assert hostile(F=good) == ACCEPTED
    assert "are not the free ones" in hostile(F=entropy("x x1", "f(x)", "1"))
    assert "are not the free ones" in hostile(F=entropy("", "f(x)", "1"))
    assert "a letter stands there twice" in hostile(F=entropy("x x", "f(x)", "1"))
    assert "no tensor is called G" in hostile(F=entropy("", "G", "1"), G=entropy("", "1", "0"))
    assert "is taken" in hostile(f=good)
    assert "is taken" in hostile(delta=good)
    assert "is taken" in hostile(**{"|X|": good})
    assert "a function is none of" in hostile(F=term("cube", "x", "f(x)", "1"))
    assert "a function is none of" in hostile(F={**good, "function": ["entropy"]})
    assert "an object with the keys" in hostile(F={**good, "order": []})
    assert "an order is a number" in hostile(F=term("power", "x", "f(x)", "1", "2 l"))
    assert "an order is a number" in hostile(F=term("power", "x", "f(x)", "1", "f(x)"))
    inner = entropy("", "1", "0")
    assert "an order is a number" in hostile(G=inner, F=term("power", "x", "f(x)", "1", "G"))


def test_a_variable_of_a_limit_inside_a_term(monkeypatch: pytest.MonkeyPatch):
    """It is not seen where the constant part is taken."""
    parts = [{"a": polynomial(a), "b": polynomial(b), "sum": []} for a, b in ("l1", "1l")]
    first = step(
        "perspective",
        fact("at", "F + G"),
        function="excess",
        parts=parts,
        shown=[[]] * 4,
    )
    last = step("limit", fact("goal", "F + G"), variable="l", fact="at")
    terms = {"F": term("excess", "", "l", "1"), "G": term("excess", "", "1", "l")}
    data = certificate(tensors(l="positive at_most_one"), [], [first, last], terms=terms)
    assert "an assumption speaks of l" in opinion(data)  # the goal does
    data["sequent"]["goal"] = []
    data["steps"].append(combine(fact("goal", "0"), ("0", "", ())))
    data["steps"][1]["statement"]["name"] = "limit"
    refuses_this_alone(monkeypatch, "occurs inside a convex term", lambda: opinion(data))


def test_the_second_voice_hears_a_wrong_normal_form(monkeypatch: pytest.MonkeyPatch):
    terms = {
        "F": term("square", "x", "o f(x)", "o g(x)"),
        "G": term("square", "x", "f(x)", "g(x)"),
    }
    goal = combine(fact("goal", "F(x) - o G(x)", "", "=="), ("0", "", ()))
    data = certificate(tensors(**OTHERS, o=""), [], [goal], terms=terms)
    assert "the identity does not hold" in opinion(data)
    monkeypatch.setattr(verify, "is_plain", lambda _: True)
    heard = set()
    for name in "abcdefgh":  # the worlds are others, as the text of the file is
        heard.add(opinion({**data, "tensors": {**data["tensors"], name * 3: data["tensors"]["o"]}}))
    assert any("two voices disagree" in answer for answer in heard)


def test_random_terms_have_one_value():
    """Written in another way, a term has the same normal form; and other terms have another one."""
    rng = Random(4)
    reader = verify.Reader(verify.read_tensors(tensors(**OTHERS)), 2)
    for _ in range(60):
        a, b = (
            " + ".join(
                rng.choice(("f(x)", "m(x) g(x)", "[y] W(x,y)", "D(x,x1)", "2 m(x) m(x1)", "1"))
                for _ in range(rng.randint(1, 3))
            )
            for _ in range(2)
        )
        sides = [reader.polynomial(polynomial(p)) for p in (a, b)]
        free = sorted(sides[0].free | sides[1].free)
        none = verify.Polynomial(())
        raw = verify.Convex("square", none, tuple(free), *sides)
        tensor = verify.Tensor("F", tuple(i[0] for i in free), term=raw)
        written = verify.Polynomial((verify.single(1, (tensor, tuple(free))),))
        world = verify.World(rng, None)
        assert world.value(written, {}) == world.value(written.normal, {}), (a, b)
        assert world.function_of("square", Fraction(0), Fraction(3)) == 0
