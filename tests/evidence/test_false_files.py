"""Files that prove what is false, written from docs/certificates.md alone: no checker accepts them.

Most say that -1 >= 0, by what would be right if a condition of that page were not there: parameters
that grow, letters that are captured, guards without a sign, and alphabets of no letter.
Beside them stands what is right, which all accept.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from tests.evidence.three_checkers import (
    ACCEPTED,
    PROGRAM,
    kernel_says,
    program_says,
    verifier_says,
)
from tests.proofs.files_of_sequents import file_of
from tests.proofs.small import (
    apply,
    certificate,
    changed,
    combine,
    fact,
    letters,
    polynomial,
    rule,
    step,
    tensors,
    term,
    uses,
)

File = tuple[str, Any]
ANY = tensors(r="", s="", t="positive", g="X", h="X", d="X Y", P="X nonnegative stochastic", k="")
FALSE = fact("goal", "-1")
F10 = term("square", "", "1", "0")
"""As large as N."""


def file(*steps: Any, facts: Any = (), rules: Any = (), terms: Any = None, lemmas: Any = ()) -> Any:
    used = {"F": F10} if terms is None else terms
    return file_of(certificate(ANY, facts, steps, rules, used), lemmas)


def row(statement: Any, name: str, a: str, b: str, parameters: Any = (), shown: Any = ()) -> Any:
    given = {"a": polynomial(a), "b": polynomial(b)}
    needs = uses(*(shown or ("", "")))
    return step(
        "row", statement, row=name, **given, parameters=[*map(polynomial, parameters)], shown=needs
    )


# --- Numbers that grow ----------------------------------------------------------------------------

LARGE = row(fact("large", "F - 2"), "square tangent", "1", "0", ("1",))
"""F(1, 0) >= 2 c, at c = 1."""
NONSENSE = combine(FALSE, ("1/2", "", ("small",)), ("1/2", "", ("large",)))


def tangent_at(parameter: str, terms: Any = None, *before: Any, small: str = "-1 F") -> Any:
    """F(1, 0) - 2 c >= 0 at a c that is F(1, 0), so that -F >= 0."""
    at = row(fact("small", small), "square tangent", "1", "0", (parameter,))
    return file(LARGE, *before, at, NONSENSE, terms=terms)


def growing() -> Iterator[File]:
    yield "a parameter", tangent_at("F")
    inside = {"F": F10, "G": term("excess", "", "F", "0")}
    yield "a parameter, inside another term", tangent_at("G", inside)
    twice = {**inside, "H": term("excess", "", "G", "0")}
    yield "a parameter, inside two terms", tangent_at("H", twice)
    for name, own in (
        ("entropy", term("entropy", "", "1", "0")),
        ("a power", term("power", "", "1", "0", "3/2")),
        ("a power of any order", term("power", "", "1", "0", "k")),
        ("a square of a square", term("square", "", "F", "0")),
    ):
        terms = {"F": F10, "G": own}
        yield f"a parameter, {name}", tangent_at("G", terms, small="F - 2 G")
    defined = step(
        "define",
        fact("r", "r - F", "", "=="),
        tensor="r",
        places=[],
        body=polynomial("F"),
        shown=[],
    )
    after = combine(fact("small", "-1 F"), ("1", "", ("at r",)), ("2", "", ("r",)))
    at_r = row(fact("at r", "F - 2 r"), "square tangent", "1", "0", ("r",))
    yield "what is defined", file(defined, LARGE, at_r, after, NONSENSE)
    positive = fact("positive", "F", "", ">")
    less = combine(positive, ("1", "", ("large",)), ("2", "", ("one",)))
    one = combine(fact("one", "1", "", ">"), ("1", "", ()))
    inverse = step("reciprocal", fact("inverse", "t F - 1", "", "=="), tensor="t", fact="positive")
    done = combine(
        FALSE, ("-1", "", ("inverse",)), ("1", "", ("t > 0", "large")), ("1", "", ("no",))
    )
    no = row(fact("no", "1 - t F"), "square tangent", "1", "t", ("F",))
    yield "a reciprocal", file(one, LARGE, less, inverse, no, done)
    counted = step("enlarge", fact("many", "|J| F - 1"), alphabet="J", fact="positive")
    more = combine(FALSE, ("1", "", ("many",)))
    yield "an alphabet", file(one, LARGE, less, counted, more)
    tangent = row(fact("goal", "F - 2 s"), "square tangent", "1", "0", ("s",))
    law = {"name": "law", **certificate(tensors(s=""), (), [tangent], terms={"F": F10})}
    used = apply(fact("small", "-1 F"), "law", {"s": ("", "F")}, ())
    yield "a body of a lemma", file(LARGE, used, NONSENSE, lemmas=[law])
    assumed = rule("law", (), fact("law", "F - 2 s"), "s")
    yield "a body of a rule", file(LARGE, used, NONSENSE, rules=[assumed])
    yield (
        "an argument of a row",
        file(
            LARGE,
            row(fact("small", "-1 G"), "square below excess", "F", "1", ("1",), ("", "", "")),
            NONSENSE,
            terms={"F": F10, "G": term("square", "", "F", "1")},
        ),
    )
    below = row(fact("below", "F - 2"), "entropy below square", "1", "0", ("1",), ("", "", ""))
    yield (
        "a row that is not this one",
        file(below, combine(FALSE, ("1", "", ("below",))), terms={"F": F10}),
    )


# --- Letters ------------------------------------------------------------------------------------

EVERY = fact("every", "g(x)", "x")
AT = fact("at", "g(x)")
"""At one letter x."""


def captured() -> Iterator[File]:
    goal = fact("goal", "[x] g(x)")
    yield (
        "a fact at one letter is added up",
        file(combine(goal, ("1", "x", ("at",))), facts=[AT], terms={}),
    )
    yield (
        "a statement for all letters, of one",
        file(
            combine(fact("all", "g(x)", "x"), ("1", "", ("at",))),
            combine(goal, ("1", "x", ("all @ x",))),
            facts=[AT],
            terms={},
        ),
    )
    yield (
        "a letter of a use is not there",
        file(combine(goal, ("1", "y", ("every @ y",))), facts=[EVERY], terms={}),
    )
    copied = rule("copied", (), fact("copied", "[x] s - [x] g(x)", "x1"), "s")
    put = apply(
        fact("goal", "[x] g(x) - [x] g(x1)"), "copied", {"s": ("", "g(x)")}, (), at={"x1": "x"}
    )
    yield "a letter of a body is captured by a sum", file(put, rules=[copied], terms={})
    of_g = rule("of g", [fact("low", "g(x)", "x")], fact("of g", "g(x1)", "x1"), "g")
    for what, places, body, shown in (
        ("another place", "y", "h(x)", "low"),
        ("a letter of the conclusion", "x", "h(x1)", "low"),
    ):
        put = apply(
            fact("goal", "h(x1)"), "of g", {"g": (places, body)}, (f"{shown}",), at={"x1": "x1"}
        )
        yield (
            f"a body over {what}",
            file(put, facts=[fact("low", "h(x)", "")], rules=[of_g], terms={}),
        )
    need = apply(
        fact("goal", "h(x)"), "of g", {"g": ("x1", "h(q~0:X)")}, ("low @ q~0:X",), at={"x1": "x"}
    )
    yield (
        "a body with the letter of a need",
        file(need, facts=[fact("low", "h(x)", "x")], rules=[of_g], terms={}),
    )
    case = fact("case", "g(x)", "x")
    branch = [combine(fact("in", "g(x)"), ("1", "", ("c",)))]
    below = [combine(fact("in", "g(x)"), ("-1", "", ("c",)))]
    yield (
        "the other case is turned round",
        file(
            step(
                "split", case, name="c", case=polynomial("g(x)"), positive=branch, nonpositive=below
            ),
            combine(goal, ("1", "x", ("case @ x",))),
            terms={},
        ),
    )
    over = [combine(fact("in", "[x1] g(x1)"), ("1", "x", ("c",)))]
    yield (
        "a case is added up over its letter",
        file(
            step(
                "split",
                fact("case", "[x1] g(x1) + g(x) - g(x)", "x"),
                name="c",
                case=polynomial("g(x)"),
                positive=over,
                nonpositive=over,
            ),
            combine(FALSE, ("1", "", ("case @ x",))),
            terms={},
        ),
    )
    bound = term("excess", "x", "g(x)", "1")
    same = step(
        "same",
        fact("same", "F(x) - F(x1)", "x x1", "=="),
        function="excess",
        a=polynomial("g(x)"),
        b=polynomial("1"),
        c=polynomial("g(x1)"),
        d=polynomial("1"),
        shown=uses("equal", ""),
    )
    last = combine(fact("goal", "F(x) - F(x1)", "", "=="), ("1", "", ("same @ x x1",)))
    yield (
        "terms of two letters that are equal somewhere",
        file(same, last, facts=[fact("equal", "g(x) - g(x1)", "", "==")], terms={"F": bound}),
    )
    total = {"F": bound, "G": term("excess", "", "[x] g(x)", "|X|")}
    mean = step(
        "perspective",
        fact("goal", "[x] F(x) - G"),
        function="excess",
        parts=[{"a": polynomial("g(x)"), "b": polynomial("1"), "sum": letters("x")}],
        shown=uses("at", ""),
    )
    yield "a need of a perspective at one letter", file(mean, facts=[AT], terms=total)
    yield (
        "a need of a perspective, as if plain",
        file(changed(mean, "shown", to=[[], []]), facts=[AT], terms=total),
    )


# --- Guards -------------------------------------------------------------------------------------


def guarded() -> Iterator[File]:
    law = rule("law", (), fact("law", "s"), "")
    strict = rule("law", (), fact("law", "1", "", ">"), "")
    one = certificate({}, (), [combine(fact("goal", "1", "", ">"), ("1", "", ()))])
    positive = {"name": "law", **one}
    yield (
        "a guard that is negative",
        file(apply(FALSE, "law", {}, (), guard="-1"), terms={}, lemmas=[positive]),
    )
    yield (
        "a guard of no sign",
        file(apply(fact("goal", "r"), "law", {}, (), guard="r"), terms={}, lemmas=[positive]),
    )
    yield (
        "a guard shown by another fact",
        file(
            apply(fact("goal", "r"), "law", {}, (), guard="r", guard_use="s"),
            facts=[fact("s", "s")],
            terms={},
            lemmas=[positive],
        ),
    )
    yield (
        "a strict conclusion under a guard that may be zero",
        file(
            apply(fact("goal", "r", "", ">"), "law", {}, (), guard="r", guard_use="r"),
            facts=[fact("r", "r")],
            terms={},
            lemmas=[positive],
        ),
    )
    yield (
        "a guard that is zero, of a strict rule",
        file(apply(fact("goal", "0", "", ">"), "law", {}, (), guard="0"), rules=[strict], terms={}),
    )
    yield (
        "a conclusion without its guard",
        file(
            apply(fact("goal", "s"), "law", {}, (), guard="r", guard_use="r"),
            facts=[fact("r", "r")],
            rules=[law],
            terms={},
        ),
    )
    yield (
        "a guard at one letter, for all",
        file(
            apply(fact("goal", "[x] g(x)"), "law", {}, (), guard="g(x)", guard_use="at"),
            facts=[AT],
            terms={},
            lemmas=[positive],
        ),
    )
    running = apply(fact("all", "g(x)", "x"), "law", {}, (), guard="g(x)", guard_use="at")
    yield (
        "a guard at one letter, while it runs",
        file(
            running,
            combine(fact("goal", "[x] g(x)"), ("1", "x", ("all @ x",))),
            facts=[AT],
            terms={},
            lemmas=[positive],
        ),
    )
    asks = rule("asks", [fact("low", "s")], fact("asks", "-1"), "")
    yield (
        "a premise under a guard that is zero, and a conclusion without",
        file(apply(FALSE, "asks", {}, ("",), guard="0"), rules=[asks], terms={}),
    )
    scale = step(
        "scale",
        fact("goal", "G - r F", "", "=="),
        function="square",
        factor=polynomial("r"),
        a=polynomial("1"),
        b=polynomial("t"),
        shown=uses(""),
    )
    own = {"F": term("square", "", "1", "t"), "G": term("square", "", "r", "r t")}
    yield "a factor of no sign", file(scale, terms=own)
    yield (
        "a factor that is negative",
        file(
            changed(scale, "factor", to=polynomial("-1"))
            | {"statement": fact("goal", "G + F", "", "==")},
            terms={"F": own["F"], "G": term("square", "", "-1", "-1 t")},
        ),
    )


# --- Alphabets ----------------------------------------------------------------------------------


def alphabets() -> Iterator[File]:
    sized = combine(fact("goal", "|X| - 1"), ("1", "", ("|X| >= 1",)))
    least = {"name": "least", **certificate({}, (), [sized])}
    yield (
        "no letter is fewer than one",
        file(apply(FALSE, "least", {}, (), alphabets={"X": ""}), terms={}, lemmas=[least]),
    )
    two = rule("two", (), fact("two", "|X| - 2"), "")
    yield (
        "a shared alphabet becomes one letter",
        file(apply(FALSE, "two", {}, (), alphabets={"X": ""}), rules=[two], terms={}),
    )
    bound = rule("two", (), fact("two", "[x] g(x) - 2"), "g", "X")
    yield (
        "an alphabet is replaced, and what is over it is not",
        file(
            apply(
                fact("goal", "[x] g(x) - 2"), "two", {"g": ("x", "g(x)")}, (), alphabets={"X": "Y"}
            ),
            rules=[bound],
            terms={},
        ),
    )
    yield (
        "a product is counted as one factor",
        file(
            apply(fact("goal", "|X| - 2"), "two", {}, (), alphabets={"X": "X Y"}),
            rules=[rule("two", (), fact("two", "|X| - 2"), "", "X")],
            terms={},
        ),
    )
    positive = combine(fact("p", "t", "", ">"), ("1", "", ("t > 0",)))
    large = step("enlarge", fact("large", "|X| t - 1"), alphabet="X", fact="p")
    many = combine(fact("goal", "5 t - 1"), ("1", "", ("large",)), ("1", "", ("few", "t > 0")))
    yield (
        "an alphabet that a hypothesis counts",
        file(positive, large, many, facts=[fact("few", "5 - |X|")], terms={}),
    )
    over = combine(fact("goal", "5 t - 1"), ("1", "", ("large",)), ("1", "", ("few", "t > 0")))
    yield (
        "an alphabet that a rule counts",
        file(
            positive,
            large,
            apply(fact("few", "5 - |X|"), "few", {}, ()),
            over,
            rules=[rule("few", (), fact("few", "5 - |X|"), "")],
            terms={},
        ),
    )
    yield (
        "an alphabet of a letter",
        file(
            step("enlarge", fact("large", "|X| g(x) - 1", "x"), alphabet="J", fact="every"),
            combine(FALSE, ("1", "", ("large @ x",))),
            facts=[fact("every", "g(x)", "x", ">")],
            terms={},
        ),
    )
    yield (
        "an alphabet of itself",
        file(
            combine(fact("p", "|J|", "", ">"), ("1", "", ("|J| > 0",))),
            step("enlarge", fact("large", "|J| |J| - 1"), alphabet="J", fact="p"),
            combine(fact("goal", "|J| - 2"), ("1", "", ("large",))),
            terms={},
        ),
    )
    yield (
        "nothing is chosen from",
        file(
            step(
                "choose",
                fact("goal", "-1 r"),
                tensor="k",
                outer=[],
                inner=[],
                polynomial=polynomial("r"),
            ),
            terms={},
        ),
    )
    yield (
        "a perspective of nothing",
        file(step("perspective", FALSE, function="square", parts=[], shown=[]), terms={}),
    )


def right() -> Iterator[File]:
    """What is like these, and right."""
    yield (
        "a parameter that stays",
        file(
            LARGE,
            combine(fact("goal", "F - 1"), ("1", "", ("large",)), ("1", "", ("one",))),
            facts=[fact("one", "1")],
        ),
    )


WRONG = (*growing(), *captured(), *guarded(), *alphabets())


def said(data: Any) -> dict[str, str]:
    """What each checker says of a file."""
    found = {"kernel": kernel_says(deepcopy(data)), "verifier": verifier_says(data)}
    if PROGRAM.exists():
        (found["program"],) = program_says([data])
    return found


@pytest.mark.parametrize(("what", "data"), WRONG, ids=[what for what, _ in WRONG])
def test_none_accepts_what_is_false(what: str, data: Any):
    assert ACCEPTED not in said(data).values(), said(data)


@pytest.mark.parametrize(("what", "data"), list(right()), ids=[what for what, _ in right()])
def test_all_accept_what_is_right(what: str, data: Any):
    assert set(said(data).values()) == {ACCEPTED}, said(data)
