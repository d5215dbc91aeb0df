"""Files with lemmas, and inductions: what they prove, and an attack on each of their conditions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proofs import verify
from tests.proofs.small import (
    ACCEPTED,
    apply,
    certificate,
    changed,
    combine,
    fact,
    opinion,
    polynomial,
    refuses_this_alone,
    rule,
    step,
    tensors,
    term,
)

Attack = tuple[str, Any, Any] | tuple[str, Any, Any, bool]
STRUCTURE = False
DONE = combine(fact("goal", "1"), ("1", "", ()))
PRIOR = "X nonnegative stochastic"
CHANNEL = "X Y nonnegative stochastic"

# --- What a lemma is applied to -----------------------------------------------------------------

FULL = certificate(
    tensors(P=PRIOR, f="X"),
    [fact("full", "P(x)", "x", ">"), fact("f", "P(x) f(x)", "x")],
    [
        combine(
            fact("goal", "f(x0)"),
            ("1", "", ("f @ x0",)),
            by="full @ x0",
        )
    ],
    name="full support",
)


def at_outcomes(shown: str) -> Any:
    """The lemma at P >> W, which has full support only if every outcome has mass."""
    facts = [
        fact("full", "P(x)", "x", ">"),
        fact("mass", "[x] P(x) W(x,y)", "y", ">"),
        fact("f", "[x] P(x) W(x,y) f(y)", "y"),
    ]
    last = apply(
        fact("goal", "f(y1)", "y1"),
        "full support",
        {"P": ("y", "[x] P(x) W(x,y)"), "f": ("y", "f(y)")},
        [shown, "f @ q~0:Y", "", ""],
        alphabets={"X": "Y"},
        at={"x0": "y1"},
    )
    return certificate(tensors(P=PRIOR, W=CHANNEL, f="Y"), facts, [last])


LEAST = certificate(
    tensors(P=PRIOR, m="nonnegative"),
    [fact("least", "P(x) - m", "x"), fact("attained", "m - P(x0)")],
    [combine(fact("goal", "m - P(x0)", "", "=="), ("1", "", ("attained",)))],
    name="least",
)
LEAST["steps"] = [
    combine(fact("goal", "m - P(x0)"), ("1", "", ("attained",))),
]
LEAST["sequent"]["relation"] = ">="


def at_a_compound_prior(shown: str) -> Any:
    """The least entry of P is attained at x0; that of P >> W is least, but where is it attained?"""
    facts = [
        fact("least", "P(x) - m", "x"),
        fact("attained", "m - P(x0)"),
        fact("least y", "[x] P(x) W(x,y) - m", "y"),
        fact("attained y", "m - [x] P(x) W(x,y0)"),
    ]
    last = apply(
        fact("goal", "m - [x] P(x) W(x,y0)"),
        "least",
        {"P": ("y", "[x] P(x) W(x,y)"), "m": ("", "m")},
        ["least y @ q~0:Y", shown, "", "", ""],
        alphabets={"X": "Y"},
        at={"x0": "y0"},
    )
    return certificate(tensors(P=PRIOR, W=CHANNEL, m="nonnegative"), facts, [last])


MEAN = certificate(
    tensors(R=PRIOR, f="X", c=""),
    [fact("f", "f(x) - c", "x")],
    [combine(fact("goal", "[x] R(x) f(x) - c"), ("1", "x", ("f @ x", "R >= 0 @ x")))],
    name="mean",
)


def at_a_posterior(guard: str) -> Any:
    """A mean under the posterior q(., y0) is at least c, where the outcome y0 has mass."""
    facts = [
        fact("q", "[x1] P(x1) W(x1,y) q(x,y) - P(x) W(x,y)", "x y", "=="),
        fact("f", "f(x) - c", "x"),
    ]
    mass = "[x1] P(x1) W(x1,y0)"
    gf = combine(
        fact("mf", f"{mass} f(x) - {mass} c", "x"),
        ("1", "x1", ("f @ x", "P >= 0 @ x1", "W >= 0 @ x1 y0")),
    )
    shape = combine(
        fact("mq", f"{mass} q(x,y0)", "x"),
        ("1", "", ("q @ x y0",)),
        ("1", "", ("P >= 0 @ x", "W >= 0 @ x y0")),
    )
    whole = combine(
        fact("sum", "[x x1] P(x1) W(x1,y0) q(x,y0) - [x1] P(x1) W(x1,y0)", "", "=="),
        ("1", "x", ("q @ x y0",)),
    )
    guarded = guard == mass
    goal = f"[x x1] P(x1) W(x1,y0) q(x,y0) f(x) - {mass} c" if guarded else "[x] q(x,y0) f(x) - c"
    last = apply(
        fact("goal", goal),
        "mean",
        {"R": ("x", "q(x,y0)"), "f": ("x", "f(x)"), "c": ("", "c")},
        ["mf @ q~0:X" if guarded else "f @ q~0:X", "mq @ q~0:X", "sum"],
        guard,
    )
    table = tensors(P=PRIOR, W=CHANNEL, q="X Y", f="X", c="")
    return certificate(table, facts, [gf, shape, whole, last])


def test_lemmas_at_compound_priors():
    mass = "[x1] P(x1) W(x1,y0)"
    assert opinion(at_outcomes("mass @ q~0:Y"), lemmas=[FULL]) == ACCEPTED
    assert opinion(at_a_compound_prior("attained y"), lemmas=[LEAST]) == ACCEPTED
    assert opinion(at_a_posterior(mass), lemmas=[MEAN]) == ACCEPTED


# --- The rest of a file -------------------------------------------------------------------------

INFINITE = {"F": term("square", "", "1", "0")}
TANGENT = certificate(
    tensors(c=""),
    [],
    [
        step(
            "row",
            fact("goal", "F - 2 c"),
            row="square tangent",
            a=polynomial("1"),
            b=[],
            parameters=[polynomial("c")],
            shown=[[], []],
        )
    ],
    terms=INFINITE,
    name="tangent",
)
AT_ONE = apply(fact("one", "F - 2"), "tangent", {"c": ("", "1")}, [])
AT_ITSELF = apply(fact("itself", "-1 F"), "tangent", {"c": ("", "F")}, [])
CONTRADICTION = combine(fact("goal", "-1"), ("1/2", "", ("one",)), ("1/2", "", ("itself",)))
GROWN = certificate({}, [], [AT_ONE, AT_ITSELF, CONTRADICTION], terms=INFINITE)
ONE = certificate({}, [], [DONE], name="one")
USES_ONE = certificate({}, [], [apply(fact("goal", "1"), "one", {}, [])])
OTHER = {**USES_ONE, "name": "other"}
LIMIT = certificate(
    tensors(l="positive at_most_one"),
    [],
    [
        combine(fact("line", "1 + l"), ("1", "", ()), ("1", "", ("l >= 0",))),
        step("limit", fact("goal", "1"), variable="l", fact="line"),
    ],
)
ASSUMED = rule("one", [], fact("one", "2"))
ASSUMING = certificate(
    {}, [], [apply(fact("goal", "-1"), "R", {}, [])], [rule("R", [], fact("no", "-1"))], name="no"
)
CLAIMS_NO = certificate({}, [], [apply(fact("goal", "-1"), "no", {}, [])])
FILES: dict[str, Attack] = {
    "full support at P >> W": (
        "full is not what is needed",
        at_outcomes("full @ q~0:X"),
        [FULL],
        STRUCTURE,
    ),
    "full support at P >> W, plain": ("not plain", at_outcomes(""), [FULL]),
    "an attained minimum at P >> W": (
        "attained is not what is needed",
        at_a_compound_prior("attained"),
        [LEAST],
    ),
    "a posterior where there is no mass": (
        "(mq|sum) is not what is needed",
        at_a_posterior("1"),
        [MEAN],
    ),
    "-1 >= 0 from a tangent at infinity": ("the body of c grows", GROWN, [TANGENT]),
    "a lemma that comes later": ("no rule one", USES_ONE, [OTHER, ONE], STRUCTURE),
    "a lemma twice": ("there is one of this name", USES_ONE, [ONE, ONE]),
    "a lemma that assumes a rule": ("it assumes a rule", CLAIMS_NO, [ASSUMING]),
    "a rule with the name of a lemma": (
        "called one",
        certificate({}, [], [DONE], [ASSUMED]),
        [ONE],
    ),
    "a limit beside a lemma with rows": ("takes a limit", LIMIT, [TANGENT]),
    "a lemma that is wrong": (
        "lemma one: certificate|the identity does not hold",
        USES_ONE,
        [changed(ONE, "steps", 0, "terms", to=[])],
    ),
}


def test_files_with_lemmas():
    assert opinion(USES_ONE, lemmas=[ONE]) == ACCEPTED
    assert opinion(USES_ONE, lemmas=[ONE, OTHER, TANGENT]) == ACCEPTED
    assert opinion(LIMIT, lemmas=[ONE]) == ACCEPTED
    assert opinion(changed(GROWN, "steps", 1, to=DONE)) != ACCEPTED


@pytest.mark.parametrize("attack", FILES.values(), ids=FILES)
def test_a_file_is_refused(attack: Attack, monkeypatch: pytest.MonkeyPatch):
    reason, data, lemmas, *alone = attack
    refuses_this_alone(monkeypatch, reason, lambda: opinion(data, lemmas=lemmas), *alone)


# --- Induction: rows of n channels differ by at most the product of their levels -----------------

TABLE = tensors(
    V=CHANNEL, s="nonnegative", t="nonnegative", Q="X Z nonnegative stochastic", U="X Y"
)
INVARIANT = [fact("rows", "s V(x1,y) - V(x,y)", "x x1 y")]
INCREMENT = [fact("new rows", "t Q(x1,z) - Q(x,z)", "x x1 z")]
SHARED = [fact("t", "t - 1")]


def proof(goal: str, facts: Any, *terms: Any, **more: Any) -> Any:
    return certificate(more.get("table", TABLE), facts, [combine(fact("goal", goal), *terms)])


STEP = proof(
    "s t V(q~1:X,q~2:Y) Q(q~1:X,q~3:Z) - V(q~0:X,q~2:Y) Q(q~0:X,q~3:Z)",
    [*INVARIANT, *INCREMENT],
    ("1", "", ("rows @ q~0:X q~1:X q~2:Y", "t >= 0", "Q >= 0 @ q~1:X q~3:Z")),
    ("1", "", ("new rows @ q~0:X q~1:X q~3:Z", "V >= 0 @ q~0:X q~2:Y")),
)


def induction(**given: Any) -> Any:
    """The rows of W1 & .. & Wn, on one letter x: V(x,y) <= s V(x1,y), where s is t^n."""
    whole = {
        "tensors": TABLE,
        "terms": {},
        "state": ["V", "s"],
        "invariant": INVARIANT,
        "shared": SHARED,
        "increment": INCREMENT,
        "base": {
            "alphabets": {"Y": []},
            "bodies": {
                "V": {"places": [["x:X"], []], "body": polynomial("1")},
                "s": {"places": [], "body": polynomial("1")},
            },
        },
        "next": {
            "alphabets": {"Y": ["Y", "Z"]},
            "bodies": {
                "V": {"places": [["x:X"], ["y:Y", "z:Z"]], "body": polynomial("V(x,y) Q(x,z)")},
                "s": {"places": [], "body": polynomial("s t")},
            },
        },
        "base_proofs": [None] * 4,
        "step_proofs": [STEP, None, None, None],
    }
    return {"induction": {**whole, **given}}


def with_body(part: str, tensor: str, body: str, **given: Any) -> Any:
    data = induction(**given)
    return changed(data, "induction", part, "bodies", tensor, "body", to=polynomial(body))


def test_an_induction():
    assert opinion(induction()) == ACCEPTED


CONSTANT = [fact("rows", "s V(x0,y) - V(x,y)", "x y")]
GROWING = {"F": term("square", "", "1", "0")}
NUMBER = {"table": tensors(s="")}
SAME = proof("s", [fact("s", "s")], ("1", "", ("s",)), **NUMBER)
CUBE = proof("s s s", [], ("1", "", ("s >= 0", "s >= 0", "s >= 0")), table=tensors(s="nonnegative"))
OTHER_GOAL = proof("2", [], ("2", "", ()), **NUMBER)
FROM_STATE = proof("1", [fact("s", "s")], ("1", "", ()), **NUMBER)
SCALAR: dict[str, Any] = {
    "tensors": tensors(s="", n="Y", n0="", u=""),
    "state": ["s"],
    "shared": [fact("n", "n(y)", "y")],
    "invariant": [fact("s", "s")],
    "increment": [fact("n0", "n0")],
    "base": {"alphabets": {}, "bodies": {"s": {"places": [], "body": polynomial("1")}}},
    "next": {"alphabets": {}, "bodies": {"s": {"places": [], "body": polynomial("s")}}},
    "base_proofs": [None],
    "step_proofs": [SAME],
}
NOTHING = {**SCALAR, "invariant": [], "base_proofs": [], "step_proofs": []}
DECLARED = {
    **NOTHING,
    "tensors": tensors(s="nonnegative"),
    "shared": [],
    "increment": [],
    "base_proofs": [None],
    "step_proofs": [None],
}
SMUGGLED = {
    **SCALAR,
    "step_proofs": [proof("-1", [fact("no", "-1")], ("1", "", ("no",)), **NUMBER)],
}
RULED = certificate(
    {}, [], [apply(fact("goal", "-1"), "R", {}, [])], [rule("R", [], fact("no", "-1"))]
)


def scalar(**given: Any) -> Any:
    """s >= 0 for a number s that stays what it is."""
    return induction(**{**SCALAR, **given})


def test_an_induction_about_a_number():
    assert opinion(scalar()) == ACCEPTED


INDUCTIONS: dict[str, tuple[str, Any] | tuple[str, Any, bool]] = {
    "a base that does not hold": ("a goal is not plain", with_body("base", "s", "-1")),
    "a fact about one letter": ("constant letter", induction(invariant=CONSTANT), STRUCTURE),
    "a shared fact about one letter": (
        "constant letter",
        scalar(shared=[fact("n", "n(y0)")]),
    ),
    "a shared fact of the state": (
        "speaks of the state",
        scalar(shared=[fact("s0", "s")]),
    ),
    "a state that is named twice": ("the state has", scalar(state=["s", "s"]), STRUCTURE),
    "an alphabet of shared facts": (
        "does not bind",
        induction(shared=[*SHARED, fact("U", "U(x,y)", "x y")]),
    ),
    "an alphabet that shared facts count": (
        "does not bind",
        induction(shared=[*SHARED, fact("few", "5 - |Y|")]),
    ),
    "an alphabet of which shared facts name a letter": (
        "does not bind",
        induction(shared=[*SHARED, fact("few", "t", "y")]),
    ),
    "an alphabet of another tensor of the invariant": (
        "of what is shared is replaced",
        induction(
            invariant=[*INVARIANT, fact("U", "U(x,y)", "x y")],
            base_proofs=[None] * 5,
            step_proofs=[STEP, *[None] * 4],
        ),
        STRUCTURE,
    ),
    "an alphabet that the state has not": (
        "does not bind",
        changed(induction(), "induction", "next", "alphabets", to={"Y": ["Y", "Z"], "Z": ["Z"]}),
    ),
    "a body too few": (
        "bodies are not",
        changed(scalar(), "induction", "base", "bodies", to={}),
        STRUCTURE,
    ),
    "a body that grows": (
        "the body of s grows",
        with_body("base", "s", "F", **NOTHING, terms=GROWING),
    ),
    "a parameter": ("or has a parameter", with_body("base", "s", "n(y0)", **NOTHING)),
    "a base of what is new at each n": ("what it may not", with_body("base", "s", "n0", **NOTHING)),
    "a base of the state": ("what it may not", with_body("base", "s", "s", **NOTHING)),
    "a next of what nothing speaks of": ("what it may not", with_body("next", "s", "u", **NOTHING)),
    "a proof too few": ("1 goals", scalar(base_proofs=[]), STRUCTURE),
    "a proof of another goal": ("a proof is not of the goal", scalar(base_proofs=[OTHER_GOAL])),
    "a proof of less": (
        "it is too weak",
        scalar(
            invariant=[fact("s", "s", "", ">")],
            step_proofs=[proof("s", [fact("s", "s", "", ">")], ("1", "", ("s",)), **NUMBER)],
        ),
    ),
    "a proof of the base that uses the invariant": (
        "s is not given|it is not given",
        scalar(base_proofs=[FROM_STATE]),
        STRUCTURE,
    ),
    "a fact that is nowhere": (
        "no is not given",
        with_body("next", "s", "-1", **SMUGGLED),
        STRUCTURE,
    ),
    "a fact that is stronger": (
        "s is not given",
        scalar(step_proofs=[proof("s", [fact("s", "s", "", ">")], ("1", "", ("s",)), **NUMBER)]),
        STRUCTURE,
    ),
    "a proof that assumes a rule": (
        "assumes a rule",
        with_body("next", "s", "-1", **{**SCALAR, "step_proofs": [RULED]}),
    ),
    "a tensor that is declared otherwise": (
        "s is declared in another way",
        scalar(
            invariant=[fact("s", "s"), fact("s2", "s s s")],
            base_proofs=[None, None],
            step_proofs=[SAME, CUBE],
        ),
        STRUCTURE,
    ),
    "a state that is declared nonnegative": (
        "a goal is not plain",
        with_body("next", "s", "-1", **DECLARED),
    ),
}


@pytest.mark.parametrize("attack", INDUCTIONS.values(), ids=INDUCTIONS)
def test_an_induction_is_refused(attack: Any, monkeypatch: pytest.MonkeyPatch):
    reason, data, *alone = attack
    refuses_this_alone(monkeypatch, reason, lambda: opinion(data), *alone)


# --- Files that are none --------------------------------------------------------------------------

TWICE = certificate(
    {}, [], [apply(fact("goal", "F - 2"), "tangent", {"c": ("", "1")}, [])], terms=INFINITE
)
WHOLE = {
    "format": "pmlsym proof",
    "version": 2,
    "claim": {"text": "a claim", "lets": [], "assume": []},
    "lemmas": [MEAN, TANGENT],
    "certificates": [at_a_posterior("[x1] P(x1) W(x1,y0)"), TWICE],
}
FIRST = ("certificates", 0)
APPLY = (*FIRST, "steps", 3)
DEEP = {f"F{k}": term("entropy", "", f"F{k - 1}" if k else "2", "1") for k in range(3000)}
ZERO = combine(fact("goal", "F2999 - F2999"), ("0", "", ()))
FALLING = certificate({}, [], [ZERO], terms=DEEP)
HOSTILE: dict[str, Any] = {
    "a version that is a text": changed(WHOLE, "version", to="2"),
    "version 3": changed(WHOLE, "version", to=3),
    "version 2.0": changed(WHOLE, "version", to=2.0),
    "no lemmas": {key: value for key, value in WHOLE.items() if key != "lemmas"},
    "lemmas that are an object": changed(WHOLE, "lemmas", to={}),
    "a lemma that is a list": changed(WHOLE, "lemmas", 0, to=[]),
    "a lemma without a name": changed(WHOLE, "lemmas", 0, "name", to=None),
    "terms that are a list": changed(WHOLE, *FIRST, "terms", to=[]),
    "a term that is a list": changed(WHOLE, *FIRST, "terms", to={"F": []}),
    "terms that are deep": changed(WHOLE, "certificates", 1, to=FALLING),
    "an old certificate": changed(
        WHOLE, *FIRST, to={k: v for k, v in MEAN.items() if k not in ("terms", "name")}
    ),
    "a certificate that is a number": changed(WHOLE, *FIRST, to=3),
    "an old step": changed(WHOLE, *APPLY, "step", to="instantiate"),
    "a rule that is a list": changed(WHOLE, *APPLY, "rule", to=["mean"]),
    "alphabets that are a list": changed(WHOLE, *APPLY, "alphabets", to=[]),
    "an alphabet that is no word": changed(WHOLE, *APPLY, "alphabets", to={"X": ["a b"]}),
    "a product of numbers": changed(WHOLE, *APPLY, "alphabets", to={"X": [1]}),
    "bodies that are a list": changed(WHOLE, *APPLY, "bodies", to=[]),
    "a body that is a list": changed(WHOLE, *APPLY, "bodies", "R", to=[]),
    "places that are no lists": changed(WHOLE, *APPLY, "bodies", "R", "places", to=["x:X"]),
    "letters that are a list": changed(WHOLE, *APPLY, "letters", to=[]),
    "a guard that is a number": changed(WHOLE, *APPLY, "guard", to=1),
    "a use that is a text": changed(WHOLE, *APPLY, "guard_use", to="f"),
    "a use of a list": changed(WHOLE, *APPLY, "shown", 0, to=[["f"]]),
    "shown that is an object": changed(WHOLE, *APPLY, "shown", to={}),
    "a function that is a list": changed(
        WHOLE, "certificates", 1, "terms", "F", "function", to=["square"]
    ),
    "an order of nothing": changed(WHOLE, "certificates", 1, "terms", "F", "order", to=[]),
    "an induction in a proof": changed(WHOLE, *FIRST, to=induction()),
    "a rule that binds a term": changed(
        {**WHOLE, "certificates": [TWICE]},
        *("certificates", 0, "sequent", "rules"),
        to=[rule("R", [], fact("F", "F"), "F")],
    ),
    "a rule that binds a size": changed(
        WHOLE, *FIRST, "sequent", "rules", to=[rule("R", [], fact("F", "1"), "|X|")]
    ),
    "a rule that binds twice": changed(
        WHOLE, *FIRST, "sequent", "rules", to=[rule("R", [], fact("F", "1"), "f f")]
    ),
}


def test_a_proof_with_a_lemma(tmp_path: Path):
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(WHOLE))
    assert verify.main([str(path)]) == 0


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_bad_files_are_refused_in_one_line(
    data: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(data))
    assert verify.main([str(path)]) == 2
    out, err = capsys.readouterr()
    assert not out and err.count("\n") == 1 and err.startswith("refused ")
    unknown = ("TypeError", "KeyError", "AttributeError", "ValueError", "IndexError")
    assert not err.rstrip().endswith(unknown), err
