"""Rules, lemmas, splits, what is introduced, induction: each condition has an attack of its own.

An attack is refused for the reason that stands beside it. Where it says no `STRUCTURE`, it is
accepted once the verifier forgets this reason (and its second voice, which hears many of them too),
so that no other condition stands in its way. What it then proves is false in most of them.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.proofs.small import (
    ACCEPTED,
    apply,
    certificate,
    changed,
    combine,
    fact,
    letters,
    opinion,
    polynomial,
    refuses_this_alone,
    rule,
    step,
    tensors,
    term,
    use,
    uses,
)

STRUCTURE = False
Attack = tuple[str, Any, bool] | tuple[str, Any]

# --- A lemma: rows are at most M, so M has mass at least 1; at the product of two channels --------

ROW = fact("row", "M(y) - W(x,y)", "x y")
MASS = combine(fact("goal", "[y] M(y) - 1"), ("1", "y", ("row @ x0 y",)))
CHANNEL = {"W": "X Y nonnegative stochastic", "M": "Y"}
MASS_LEMMA = certificate(tensors(**CHANNEL), [ROW], [MASS], name="mass")
STOCHASTIC = "nonnegative stochastic"
TWO = {"A": f"X Y {STOCHASTIC}", "B": f"X Z {STOCHASTIC}", "M": "Y", "N": "Z nonnegative"}
BOTH = (fact("A", "M(y) - A(x,y)", "x y"), fact("B", "N(z) - B(x,z)", "x z"))
PRODUCT = combine(
    fact("AB", "M(y) N(z) - A(x,y) B(x,z)", "x y z"),
    ("1", "", ("A @ x y", "N >= 0 @ z")),
    ("1", "", ("A >= 0 @ x y", "B @ x z")),
)
BODIES = {"W": ("x|y z", "A(x,y) B(x,z)"), "M": ("y z", "M(y) N(z)")}
GOAL = fact("goal", "[y z] M(y) N(z) - 1")
SHOWN = ("AB @ q~0:X q~1:Y q~2:Z", "", "")


def mass_of_two(**given: Any) -> Any:
    """The lemma at the product, with other values of some of the application."""
    more = {"alphabets": {"Y": "Y Z"}, "bodies": BODIES, "shown": SHOWN, **given}
    last = apply(more.pop("goal", GOAL), more.pop("name", "mass"), **more)
    return certificate(tensors(**TWO), BOTH, [PRODUCT, last])


def test_a_lemma_at_a_product_of_alphabets():
    assert opinion(mass_of_two(), lemmas=[MASS_LEMMA]) == ACCEPTED


def test_a_lemma_at_no_alphabet_is_about_one_letter():
    last = apply(
        fact("goal", "m - 1"),
        "mass",
        {"W": ("x|", "1"), "M": ("", "m")},
        ["", "", ""],
        alphabets={"Y": ""},
    )
    last["bodies"]["M"]["places"] = [[]]
    last["bodies"]["W"]["places"] = [["x:X"], []]
    last["shown"][0] = use("m")
    whole = certificate(tensors(m=""), [fact("m", "m - 1")], [last])
    assert opinion(whole, lemmas=[MASS_LEMMA]) == ACCEPTED


def at_one_channel() -> Any:
    """A rule about channels of a sequent, at the channel A, with a weight s >= 0 before it."""
    line = fact("line", "s M(y) - s A(x,y)", "x y")
    given = tensors(**CHANNEL, s="nonnegative", A="X Y nonnegative stochastic")
    first = combine(fact("sA", "s M(y) - s A(x,y)", "x y"), ("1", "", ("line @ x y",)))
    last = apply(
        fact("goal", "[y] s M(y) - s"),
        "R",
        {"W": ("x|y", "A(x,y)")},
        ["sA @ q~0:X q~1:Y", "", ""],
        "s",
        "",
    )
    own = rule("R", [ROW], fact("mass", "[y] M(y) - 1"), "W")
    return certificate(given, [line], [first, last], [own])


def test_a_rule_of_the_sequent_under_a_guard():
    assert opinion(at_one_channel()) == ACCEPTED


# --- A rule with a letter, a parameter, a constant, a strict guard --------------------------------


def with_a_letter(**given: Any) -> Any:
    """For all T: if T(x) >= k for all x and T(x9) > 0, then T(x9) V(x9) + h(x0) > 0, for all x9.

    It is applied to D(., y1) at x1 under g > 0.
    """
    premises = [fact("low", "T(x) - k", "x"), fact("here", "T(x9)", "", ">")]
    conclusion = fact("then", "T(x9) V(x9) + h(x0)", "x9", given.get("concluded", ">"))
    facts = [
        fact("g", "g", "", given.get("guard", ">")),
        fact("gD", "g D(x,y) - g k", "x y"),
        fact("gD1", "g D(x,y)", "x y", given.get("strict", ">")),
        fact("one", "g D(q~0:X,y1) - g k"),
        fact("y1", "g D(x,y1) - g k", "x"),
    ]
    table = tensors(T="X", V="X", D="X Y", k="", g="", h="X")
    last = apply(
        fact(
            "goal",
            given.get("goal", "g D(x1,y1) V(x1) + g h(x0)"),
            given.get("every", "x1 y1"),
            given.get("relation", ">"),
        ),
        "R",
        given.get("bodies", {"T": ("x", "D(x,y1)")}),
        given.get("shown", ["gD @ q~0:X y1", "gD1 @ x1 y1"]),
        "g",
        given.get("guard_use", "g"),
        at=given.get("at", {"x9": "x1"}),
    )
    return certificate(table, facts, [last], [rule("R", premises, conclusion, "T")])


def test_a_rule_with_a_letter_a_parameter_and_a_strict_guard():
    assert opinion(with_a_letter()) == ACCEPTED
    assert opinion(with_a_letter(relation=">=", every="y1")) == ACCEPTED


# --- Rules that prove something false where a condition is dropped --------------------------------


def applied(
    table: dict[str, Any],
    own: Any,
    goal: Any,
    bodies: Any = (),
    shown: Any = (),
    facts: Any = (),
    **more: Any,
) -> Any:
    """One application of a rule of the sequent."""
    return certificate(table, facts, [apply(goal, "R", dict(bodies), shown, **more)], [own])


def counted(own: Any, shown: str, bodies: Any = (), **table: str) -> Any:
    """A rule that concludes |Y| <= 5 of a shared thing over Y, applied to another alphabet Z."""
    goal = fact("goal", "5 - |Z|")
    return applied(tensors(**table), own, goal, bodies, [shown], alphabets={"Y": "Z"})


SHARED_TENSOR = counted(
    rule("R", [fact("v", "V(y)", "y")], fact("few", "5 - |Y|"), alphabets="Y"),
    "",
    V="Y nonnegative",
)
SHARED_LETTER = counted(
    rule("R", [fact("t", "T(y0)")], fact("few", "5 - |Y|"), "T", "Y"),
    "",
    {"T": ("z", "N(z)")},
    T="Y",
    N="Z nonnegative",
)
LEAST = applied(
    tensors(a="X"),
    rule("R", [fact("least", "a(x) - a(q~0:X)", "x")], fact("wrong", "-1")),
    fact("goal", "-1"),
    shown=[""],
)
DIAGONAL = (fact("d", "E(x,x)", "x"),)
PARAMETER = applied(
    tensors(T="X", E="X X"),
    rule("R", [fact("all", "T(x)", "x")], fact("sum", "[x] T(x)"), "T"),
    fact("goal", "[x] E(x,q~0:X)"),
    {"T": ("x", "E(x,q~0:X)")},
    ["d @ q~0:X"],
    DIAGONAL,
)
IMAGE = applied(
    tensors(E="X X"),
    rule("R", [fact("all", "E(x,x9)", "x")], fact("sum", "[x] E(x,x9)", "x9")),
    fact("goal", "[x] E(x,q~0:X)"),
    {},
    ["d @ q~0:X"],
    DIAGONAL,
    at={"x9": "q~0:X"},
)
GUARD = applied(
    tensors(e="X nonnegative", f="X"),
    rule("R", [fact("all", "f(x)", "x")], fact("sum", "[x] f(x)")),
    fact("goal", "[x] f(x) e(q~0:X)"),
    {},
    ["d @ q~0:X"],
    (fact("d", "e(x) f(x)", "x"),),
    guard="e(q~0:X)",
)
ONE_CHANNEL = applied(
    tensors(W="X Y", A="X Y"),
    rule("R", [fact("W", "W(x,y) - 1", "x y")], fact("W+", "[y] W(x,y) - 2", "x")),
    fact("goal", "[y] A(x,y) - 2", "x"),
    {"W": ("x|y", "A(x,y)")},
    ["A @ q~0:X q~1:Y"],
    (fact("A", "A(x,y) - 1", "x y"),),
    at={"x": "x"},
)
NEGATIVE = applied(
    tensors(g="", a=""),
    rule("R", [], fact("a", "a")),
    fact("goal", "g a"),
    guard="g",
)


def shaped(facts: str, conclusion: str, body: str, goal: str, relation: str = ">=") -> Any:
    """A rule about a T that is declared so, and a body that is not."""
    own = rule("R", [], fact("then", conclusion, "", relation), "T")
    return applied(tensors(T=facts), own, fact("goal", goal, "", relation), {"T": ("", body)}, [""])


MEAN = applied(
    tensors(T="X stochastic", U="X", V="X"),
    rule(
        "R",
        [fact("one", "U(x) - 1", "x", "==")],
        fact("mean", "[x] T(x) U(x) - 1", "", "=="),
        "T U",
    ),
    fact("goal", "2 [x] V(x) U(x) - 1", "", "=="),
    {"T": ("x", "2 V(x)"), "U": ("x", "U(x)")},
    ["one @ q~0:X", ""],
    (fact("one", "U(x) - 1", "x", "=="),),
)

APPLICATIONS: dict[str, Attack] = {
    "a rule that is not there": ("no rule other", mass_of_two(name="other"), STRUCTURE),
    "an alphabet that is not bound": (
        "an alphabet is replaced that the rule does not bind",
        changed(at_one_channel(), "steps", 1, "alphabets", to={"Z": ["Z"]}),
    ),
    "a body too few": ("bodies are not", mass_of_two(bodies={"M": BODIES["M"]}), STRUCTURE),
    "one channel, at two": ("bodies are not those of the bound", ONE_CHANNEL),
    "a letter too many": ("letters are not", with_a_letter(at={"x9": "x1", "x8": "x1"})),
    "a letter too few": ("letters are not", with_a_letter(at={}), STRUCTURE),
    "places of another alphabet": (
        "do not fit",
        with_a_letter(bodies={"T": ("y", "D(x1,y)")}),
        STRUCTURE,
    ),
    "too few places": ("do not fit", with_a_letter(bodies={"T": ("", "D(x1,y1)")}), STRUCTURE),
    "places that are grouped otherwise": (
        "do not fit their alphabets",
        mass_of_two(bodies={**BODIES, "W": ("x y|z", "A(x,y) B(x,z)")}),
    ),
    "a letter of another alphabet": ("do not fit", with_a_letter(at={"x9": "y1"}), STRUCTURE),
    "a place twice": (
        "a letter stands there twice",
        mass_of_two(bodies={**BODIES, "M": ("y y", "M(y) N(z)")}),
        STRUCTURE,
    ),
    "the alphabet of a shared tensor": ("of what is shared is replaced", SHARED_TENSOR),
    "the alphabet of a shared letter": ("of what is shared is replaced", SHARED_LETTER),
    "the name of a shared letter": ("q~0 is taken", LEAST),
    "the name of a parameter": ("q~0 is taken", PARAMETER),
    "the name of an image": ("q~0 is taken", IMAGE),
    "the name of a letter of the guard": ("q~0 is taken", GUARD),
    "a premise at another letter": (
        "gD1 is not what is needed",
        with_a_letter(shown=["gD @ q~0:X y1", "gD1 @ x2 y1"]),
    ),
    "a premise that is weaker": ("gD1 is too weak", with_a_letter(strict=">=")),
    "a premise too few": ("2 facts are needed", with_a_letter(shown=["gD @ q~0:X y1"]), STRUCTURE),
    "a premise at one letter": (
        "q~0 is one letter in one",
        with_a_letter(shown=["one", "gD1 @ x1 y1"], every="x1"),
    ),
    "a statement for all of a constant": (
        "y1 is one letter in y1",
        with_a_letter(shown=["y1 @ q~0:X", "gD1 @ x1 y1"]),
    ),
    "a premise that is not plain": ("not plain", with_a_letter(shown=["", "gD1 @ x1 y1"])),
    "no positive body": ("not plain", shaped("positive", "T", "-1", "-1", ">")),
    "no nonnegative body": ("not plain", shaped("nonnegative", "T", "-1", "-1")),
    "a body above one": ("not plain", shaped("at_most_one", "1 - T", "2", "-1")),
    "no indicator": ("not plain", shaped("indicator", "1 - T", "2", "-1")),
    "no sum of one": ("not plain", MEAN),
    "a guard that is not shown": ("not plain", NEGATIVE),
    "a guard that is another number": ("gD1 is not what", with_a_letter(guard_use="gD1 @ x1 y1")),
    "a strict conclusion under a guard that may vanish": (
        "derives >= only",
        with_a_letter(guard=">="),
    ),
    "a strict statement": ("derives >= only", with_a_letter(concluded=">=")),
    "an equality": ("derives > only", with_a_letter(relation="==")),
    "another statement": (
        "not what the step derives",
        with_a_letter(goal="g D(x1,y1) V(x1) + 2 g h(x0)"),
    ),
    "for all of a shared letter": ("one letter in the rule", with_a_letter(every="x1 y1 x0")),
}


@pytest.mark.parametrize("attack", APPLICATIONS.values(), ids=APPLICATIONS)
def test_an_application_is_refused(attack: Attack, monkeypatch: pytest.MonkeyPatch):
    reason, data, *alone = attack
    refuses_this_alone(monkeypatch, reason, lambda: opinion(data, lemmas=[MASS_LEMMA]), *alone)


DONE = combine(fact("goal", "1"), ("1", "", ()))  # no goal speaks of what is introduced

# --- Cases that depend on a quantified letter ---------------------------------------------------


def splitting(
    goal: Any, above: list[Any], below: list[Any], case: str = "m(x1)", **given: Any
) -> Any:
    """A proof by the sign of m(x1)."""
    for branch, relation in ((above, ">"), (below, ">=")):
        name = f"{goal['name']} if {relation}"
        branch[-1] = changed(branch[-1], "statement", "name", to=name)
    parts = {"name": "case", "case": polynomial(case), "positive": above, "nonpositive": below}
    table = tensors(m="X", n="Y", **given.pop("table", {}))
    last = [step("split", goal, **parts), *given.pop("then", ())]
    return certificate(table, given.pop("facts", ()), last, **given)


SQUARE = combine(fact("", "m(x1) m(x1)"), ("1", "", ("case", "case")))
SQUARES = splitting(fact("all", "m(x1) m(x1)", "x1"), [SQUARE], [SQUARE])
SQUARES["steps"].append(combine(fact("goal", "[x] m(x) m(x)"), ("1", "x", ("all @ x",))))
SQUARES["sequent"]["goal"] = polynomial("[x] m(x) m(x)")


def test_a_split_at_each_letter():
    assert opinion(SQUARES) == ACCEPTED


HERE = combine(fact("", "m(x1)"), ("1", "", ("here",)))
BOTH_LETTERS = combine(fact("", "m(x1) m(x1) n(y1)"), ("1", "", ("case", "case", "n")))
RULED = apply(fact("", "m(x1)"), "R", {}, [])
INVERSE = "r m(x1) m(x1) - m(x1)"
BELOW = combine(fact("", INVERSE), ("1", "", ("case", "case", "r >= 0")), ("1", "", ("case",)))
ABOVE = [
    step("reciprocal", fact("rm", "r m(x1) - 1", "", "=="), tensor="r", fact="case"),
    combine(fact("", INVERSE), ("1", "", ("rm", "case"))),
]
LARGE = "|J| m(x1) m(x1) - m(x1)"
BELOW_J = combine(fact("", LARGE), ("1", "", ("case", "case", "|J| >= 0")), ("1", "", ("case",)))
ABOVE_J = [
    step("enlarge", fact("Jm", "|J| m(x1) - 1"), alphabet="J", fact="case"),
    combine(fact("", LARGE), ("1", "", ("Jm", "case"))),
]
SPLITS: dict[str, Attack] = {
    "a fact about the letter": (
        "x1 is one letter in here",
        splitting(fact("goal", "m(x1)", "x1"), [HERE], [HERE], facts=[fact("here", "m(x1)")]),
    ),
    "a rule about the letter": (
        "one letter in the rule R",
        splitting(
            fact("goal", "m(x1)", "x1"),
            [RULED],
            [RULED],
            rules=[rule("R", [], fact("here", "m(x1)"))],
        ),
    ),
    "a branch for one other letter": (
        "a case does not end in goal",
        splitting(
            fact("goal", "m(x1) m(x1) n(y1)", "x1 y1"),
            [BOTH_LETTERS],
            [BOTH_LETTERS],
            facts=[fact("n", "n(y1)")],
        ),
    ),
    "a tensor of a branch": (
        "r is not new",
        splitting(fact("all", INVERSE, "x1"), ABOVE, [BELOW], table={"r": "positive"}, then=[DONE]),
    ),
    "an alphabet of a branch": (
        "J is not new",
        splitting(fact("all", LARGE, "x1"), ABOVE_J, [BELOW_J], then=[DONE]),
    ),
}


@pytest.mark.parametrize("attack", SPLITS.values(), ids=SPLITS)
def test_a_split_is_refused(attack: Attack, monkeypatch: pytest.MonkeyPatch):
    reason, data, *alone = attack
    refuses_this_alone(monkeypatch, reason, lambda: opinion(data), *alone)


# --- What is new ------------------------------------------------------------------------------


def defining(**given: Any) -> Any:
    """T(x) = m(x)^2 >= 0, so that the sum of squares is >= 0."""
    line = fact("sq", "m(x) m(x)", "x", given.get("sq", ">="))
    first = step(
        "define",
        fact("T", given.get("says", "T(x) - m(x) m(x)"), given.get("every", "x"), "=="),
        tensor="T",
        places=letters(given.get("places", "x")),
        body=polynomial(given.get("body", "m(x) m(x)")),
        shown=uses(*given.get("shown", ("sq @ x",))),
    )
    goal = fact("goal", given.get("goal", "[x] m(x) m(x)"))
    last = combine(goal, *given.get("by", [("1", "x", ("T >= 0 @ x",)), ("-1", "x", ("T @ x",))]))
    table = tensors(m="X", T=given.get("T", "X nonnegative"), S="X Y", **given.get("table", {}))
    before, after = given.get("before", ()), given.get("after", ())
    facts = [line, *given.get("facts", ())]
    more = {"terms": given.get("terms"), "rules": given.get("rules", ())}
    return certificate(table, facts, [*before, first, *after, last], **more)


def choosing(**given: Any) -> Any:
    """The largest entry of a row is at least each: c(x, .) picks it."""
    says = "[y] c(x,y) D(x,y) - D(x,y)"
    every, inner = given.get("every", "x y"), given.get("inner", "y")
    first = step(
        "choose",
        fact("best", given.get("says", says), every, given.get("relation", ">=")),
        tensor="c",
        outer=letters(given.get("outer", "x")),
        inner=letters(inner),
        polynomial=polynomial(given.get("polynomial", "D(x,y)")),
    )
    facts = [fact("f", *given["fact"])] if "fact" in given else []
    return certificate(
        tensors(c=given.get("c", "X Y indicator stochastic"), D="X Y"), facts, [first, DONE]
    )


def inverting(relation: str = ">", q: str = "q(x)", every: str = "x", **given: Any) -> Any:
    """r(x) q(x) = 1."""
    first = step(
        "reciprocal",
        fact("rq", given.get("says", f"r(x) {q} - 1"), given.get("for_all", "x"), "=="),
        tensor="r",
        fact=given.get("fact", "q"),
    )
    table = tensors(q="X", r=given.get("r", "X positive"), p="Y")
    facts = [fact("q", q, every, relation), *given.get("facts", ())]
    return certificate(table, facts, [first, DONE], **given.get("more", {}))


def enlarging(relation: str = ">", p: str = "p", every: str = "", **given: Any) -> Any:
    """|J| p >= 1, and with a bound of |J| in what is attacked: 5 p >= 1."""
    first = step(
        "enlarge",
        fact("J", f"|J| {p} - 1", given.get("for_all", "")),
        alphabet="J",
        fact=given.get("fact", "p"),
    )
    goal = given.get("goal", DONE)
    facts = [fact("p", p, every, relation), *given.get("facts", ())]
    table = tensors(p="", d="X", **given.get("table", {}))
    steps = [*given.get("before", ()), first, goal]
    return certificate(table, facts, steps, given.get("rules", ()), given.get("terms"))


def test_what_is_new():
    for data in (defining(), choosing(), inverting(), enlarging()):
        assert opinion(data) == ACCEPTED
    assert opinion(choosing(every="y")) == ACCEPTED
    assert opinion(defining(every="")) != ACCEPTED  # the goal needs it at all x


ONLY_FIVE = combine(fact("goal", "5 p - 1"), ("1", "", ("J",)), ("1", "", ("few", "p")))
GROWING = {"F": term("square", "", "1", "0")}
TRUE = combine(fact("true", "1", "", ">"), ("1", "", ()))
SMALL = {"l": "positive at_most_one"}
LIMIT = [
    combine(fact("line", "1 + l"), ("1", "", ()), ("1", "", ("l >= 0",))),
    step("limit", fact("one", "1"), variable="l", fact="line"),
]
MINUS = [("1", "", ("T >= 0 @ x0",)), ("-1", "", ("T @ x0",))]
NEW: dict[str, Attack] = {
    "defined of what a fact has": (
        "T is not new",
        defining(facts=[fact("T0", "T(x0) - m(x0)", "", "==")]),
    ),
    "defined of what stands in a term of a fact": (
        "T is not new",
        defining(facts=[fact("T0", "F(x0)")], terms={"F": term("root", "x", "T(x)", "1")}),
    ),
    "defined of what a rule binds": (
        "T is not new",
        defining(rules=[rule("R", [], fact("T0", "T(x0)"), "T")]),
    ),
    "defined twice": (
        "T is not new",
        defining(before=[changed(defining()["steps"][0], "statement", "name", to="T0")]),
    ),
    "defined by itself": (
        "T is not new",
        defining(body="T(x)", says="0", shown=[""], by=[("1", "x", ("sq @ x",))]),
    ),
    "defined as what has another sign": (
        "not plain",
        defining(body="-1", says="T(x) + 1", shown=[""], goal="-1", by=MINUS),
    ),
    "defined at other places": ("places do not fit", defining(places="y"), STRUCTURE),
    "defined for all of a parameter": (
        "for its places alone",
        defining(
            body="S(x,y)",
            says="T(x) - S(x,y)",
            every="x y",
            T="X",
            shown=[],
            by=[("1", "x", ("sq @ x",))],
        ),
    ),
    "defined as something else": (
        "not what the step derives",
        defining(says="T(x) - 2 m(x) m(x)", by=[("1", "x", ("sq @ x",))]),
    ),
    "defined as what grows": (
        "the body of T grows",
        defining(
            body="F",
            says="T(x) - F",
            T="X",
            terms=GROWING,
            shown=[],
            by=[("1", "x", ("sq @ x",))],
        ),
    ),
    "defined by a fact about one letter": (
        "x is one letter in sx",
        defining(shown=["sx"], facts=[fact("sx", "m(x) m(x)")]),
    ),
    "defined beside a limit": (
        "takes a limit",
        defining(before=LIMIT, table=SMALL),
    ),
    "a row beside a limit": (
        "takes a limit",
        certificate(
            tensors(**SMALL),
            [],
            [
                *LIMIT,
                step(
                    "row",
                    fact("goal", "F - 2"),
                    row="square tangent",
                    a=polynomial("1"),
                    b=[],
                    shown=[[], []],
                    parameters=[polynomial("1")],
                ),
            ],
            terms=GROWING,
        ),
    ),
    "a rule that grows beside a limit": (
        "takes a limit",
        certificate(
            tensors(**SMALL),
            [],
            [*LIMIT, combine(fact("goal", "1"), ("1", "", ()))],
            [rule("R", [], fact("F", "F"))],
            GROWING,
        ),
    ),
    "a choice that is declared otherwise": (
        "what is chosen is an indicator",
        choosing(c="X Y at_most_one indicator stochastic"),
    ),
    "a choice in the outer letters": (
        "what is chosen is an indicator",
        choosing(outer="", inner="x y", says="[x y] c(x,y) D(x,y) - D(x,y)"),
    ),
    "a choice of nothing": (
        "what is chosen is an indicator",
        choosing(outer="x y", inner="", c="X Y indicator", says="c(x,y) D(x,y) - D(x,y)"),
    ),
    "a choice of one for all of another letter": (
        "for its letters alone",
        choosing(
            outer="",
            inner="y",
            c="Y indicator stochastic",
            says="[y] c(y) D(x,y) - D(x,y)",
        ),
    ),
    "a choice of the least": (
        "not what the step derives",
        choosing(says="D(x,y) - [y] c(x,y) D(x,y)"),
    ),
    "a strict choice": (
        "derives >= only",
        choosing(relation=">"),
    ),
    "a choice that is known": (
        "c is not new",
        choosing(fact=("D(x,y) - c(x,y)", "x y")),
    ),
    "a reciprocal of what may vanish": ("has the letters of a fact > 0", inverting(">=")),
    "a reciprocal at other letters": (
        "has the letters of a fact > 0",
        inverting(q="p(y1)", every="x", r="Y positive", says="r(y1) p(y1) - 1"),
        STRUCTURE,
    ),
    "a reciprocal that sums to one": (
        "declared positive, and nothing else",
        inverting(r="X positive stochastic"),
    ),
    "a reciprocal at most one": (
        "declared positive, and nothing else",
        inverting(r="X positive at_most_one"),
    ),
    "a reciprocal that is positive nowhere": ("declared positive", inverting(r="X")),
    "a reciprocal for all of a constant": (
        "does not hold for all",
        inverting(q="q(x)", every="", says="r q(x) - 1", r="positive"),
    ),
    "a reciprocal that is known": ("r is not new", inverting(facts=[fact("r2", "r(x) - 2", "x")])),
    "a reciprocal of itself": (
        "speaks of its reciprocal",
        inverting(fact="r > 0", says="r(x'0) r(x'0) - 1", for_all="x'0"),
    ),
    "a reciprocal of what grows": (
        "or grows",
        inverting(q="F", more={"terms": GROWING}),
    ),
    "another reciprocal": ("not what the step derives", inverting(says="r(x) q(x) - 2")),
    "an alphabet that a hypothesis counts": (
        "J is not new",
        enlarging(goal=ONLY_FIVE, facts=[fact("few", "5 - |J|")]),
    ),
    "an alphabet that a rule counts": (
        "J is not new",
        enlarging(rules=[rule("R", [], fact("few", "5 - |J|"))]),
    ),
    "an alphabet that a step counts": (
        "J is not new",
        enlarging(before=[combine(fact("few", "|J|"), ("1", "", ("|J| >= 0",)))]),
    ),
    "an alphabet of which a letter is named": (
        "J is not new",
        enlarging(facts=[fact("named", "p", "j")]),
    ),
    "an alphabet of which a letter is added up in a step": (
        "J is not new",
        enlarging(before=[combine(fact("none", "0"), ("0", "j", ("p",)))]),
    ),
    "an alphabet of a tensor": (
        "J is not new",
        enlarging(facts=[fact("g", "g(j)", "j")], table={"g": "J"}),
    ),
    "an alphabet inside a term": (
        "J is not new",
        enlarging(
            facts=[fact("g", "G")],
            table={"g": "J"},
            terms={"G": term("root", "", "[j] g(j)", "1")},
        ),
    ),
    "an alphabet enlarged by what may vanish": ("by one number > 0", enlarging(">=")),
    "an alphabet enlarged at all letters": (
        "by one number > 0",
        enlarging(every="x", facts=[], p="d(x)", goal=DONE),
    ),
    "an alphabet enlarged for all letters": (
        "by one number > 0",
        enlarging(p="d(x)", for_all="x", goal=DONE),
    ),
    "an alphabet enlarged by what grows": (
        "or grows",
        enlarging(p="F", terms=GROWING),
    ),
    "an alphabet enlarged by itself": (
        "speaks of the alphabet",
        changed(
            enlarging(fact="|J| > 0", goal=DONE),
            *("steps", 0, "statement", "polynomial"),
            to=polynomial("|J| |J| - 1"),
        ),
    ),
}


@pytest.mark.parametrize("attack", NEW.values(), ids=NEW)
def test_what_is_introduced_is_refused(attack: Attack, monkeypatch: pytest.MonkeyPatch):
    reason, data, *alone = attack
    refuses_this_alone(monkeypatch, reason, lambda: opinion(data), *alone)
