"""What Python gives back: printed as on the command line, compared, kept, shown in notebooks."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import pmlsym as ps
from pmlsym.cli import run
from tests.architecture.reading_imports import ROOT

FLIP = [["9/10", "1/10"], ["1/10", "9/10"]]


QUESTIONS: tuple[dict[str, Any], ...] = (
    {"claim": "pml(P, W >> V) <= pml(P, W)"},
    {"claim": "pml(P, W) <= maxleak(W)"},
    {"claim": "maxleak(W & V) <= maxleak(W)", "let": "V: X -> Z"},
    {"claim": "pml(P, W) <= log(3)", "channel": {"W": FLIP}, "over": "p(x) >= 1/4"},
    {"claim": "mi(P, W) <= 1/3", "channel": {"W": FLIP}, "over": ["1/2", "1/2"]},
    {"claim": "mi(P, W) <= log(2)", "channel": {"W": FLIP}, "over": "p(x) >= 1/4"},
    {"claim": "log(2) <= 7/10"},
    {"claim": "I(A;B) <= H(A)"},
)


@cache
def _verdicts() -> tuple[ps.Verdict, ...]:
    """The verdicts on all questions, found by the first test that wants one."""
    return tuple(ps.decide(**question) for question in QUESTIONS)


@pytest.fixture(params=range(len(QUESTIONS)), ids=lambda k: QUESTIONS[k]["claim"])
def verdict(request: pytest.FixtureRequest) -> ps.Verdict:
    return _verdicts()[request.param]


def test_a_verdict_is_kept_compared_and_typed_back(verdict: ps.Verdict) -> None:
    copy = pickle.loads(pickle.dumps(verdict))
    assert copy == verdict and hash(copy) == hash(verdict) and str(copy) == str(verdict)
    typed, _, said = repr(verdict).partition("  # ")
    assert said.startswith(verdict.name) and "\n" not in typed
    again = eval(typed, {"ps": ps})
    assert again == verdict and again.name == verdict.name


def test_verdicts_on_different_questions_differ() -> None:
    assert len(set(_verdicts())) == len(QUESTIONS)
    other = [["8/10", "2/10"], ["1/10", "9/10"]]
    same = ps.decide("pml(P, W) <= log(3)", channel={"W": FLIP}, over="p(x) >= 1/4")
    assert same == _verdicts()[3] and _verdicts()[3] in {same}
    for changed in (
        ps.decide("pml(P, W) <= log(3)", channel={"W": other}, over="p(x) >= 1/4"),
        ps.decide("pml(P, W) <= log(3)", channel={"W": FLIP}, over="p(x) >= 1/3"),
        ps.decide("pml(P, W) <= log(4)", channel={"W": FLIP}, over="p(x) >= 1/4"),
    ):
        assert changed != same


@pytest.mark.parametrize(
    "text", ["pml(P, W >> V) <= pml(P, W)", "ldp(W) <= pml(P, W)", "I(A;B) <= H(A)"]
)
def test_a_verdict_prints_what_the_command_line_prints(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["ask", text])
    typed = capsys.readouterr().out.splitlines()
    printed = str(ps.decide(text)).splitlines()
    kept = [line for line in typed if " s, " not in line]
    assert kept[: len(printed)] and kept[0] == printed[0]
    assert {line for line in printed if " s, " not in line} <= set(kept)


def test_notebooks_show_all_three_verdicts(verdict: ps.Verdict) -> None:
    html, latex = verdict._repr_html_(), verdict._repr_latex_()
    assert verdict.name.capitalize() in html
    assert html.count("<") == html.count(">") and "<script" not in html
    assert latex.startswith(("$", "\\begin{align*}"))
    assert latex.count("{") == latex.count("}")


def test_the_headline_of_a_notebook_is_whole() -> None:
    text = " and ".join(["maxleak(W) <= log(2)"] * 6)
    shown = ps.decide(text, effort=1)._repr_html_()
    headline = shown.partition("<code>")[2].partition("</code>")[0]
    assert headline == text.replace("<", "&lt;") and len(text) > 100


def test_notebooks_show_tables_of_channels_and_priors() -> None:
    channel = ps.channel({"low": {"no": "9/10", "yes": "1/10"}, "high": {"no": 0, "yes": 1}})
    assert all(word in channel._repr_html_() for word in ("low", "high", "no", "yes", "9/10"))
    assert "3/4" in ps.prior("1/4, 3/4")._repr_html_()
    named = ps.Channel("W", *ps.alphabets("X Y"))._repr_html_()
    assert named == '<pre style="font-family: monospace">W</pre>'


def test_claims_read_back_and_have_latex() -> None:
    for text, lets in (
        ("pml(P, W) <= eps => tail(P, W, eps) <= 0", []),
        ("maxleak(W & V) <= 1 and not fullsupport(P)", ["V: X -> Z", "P: X"]),
        ("max(mi(P, W), 1/2)^2 <= 1 or 1 < 2", []),
    ):
        claim = ps.claim(text, lets=lets)
        again = eval(repr(claim), {"ps": ps})
        assert str(again) == str(claim) and repr(again) == repr(claim)
        assert claim._repr_latex_().count("{") == claim._repr_latex_().count("}")
    assert ps.claim("pml(P,W)<=eps")._repr_latex_() == (
        r"$\displaystyle \ell(P, W) \le \varepsilon$"
    )


def test_mechanisms_forms_and_measurements_are_shown_and_kept() -> None:
    designed, measured = ps.design("1/4,3/4", pml="log(6/5)"), ps.measure(FLIP)
    for each in (designed, measured):
        assert pickle.loads(pickle.dumps(each)) == each
    for each in (designed, measured, ps.derive("z-channel", "maxleak")):
        assert "monospace" in each._repr_html_() and str(each) in str(each.text())
    assert "pmatrix" in designed._repr_latex_()
    assert ps.derive("z-channel", "maxleak").closed[0]._repr_latex_().startswith("$")


WRONG = [
    lambda: ps.decide(3),
    lambda: ps.decide("pml(P, W) <= 1", let=3),
    lambda: ps.decide("pml(P, W) <= 1", channel=[FLIP]),
    lambda: ps.decide("pml(P, W) <= 1", channel={"W": 3}),
    lambda: ps.decide("pml(P, W) <= 1", channel={"W": object()}),
    lambda: ps.decide("pml(P, W) <= 1", channel={3: FLIP}),
    lambda: ps.decide("pml(P, W) <= 1", channel={"W": FLIP}, over=3),
    lambda: ps.decide("pml(P, W) <= 1", channel={"W": FLIP}, over=object()),
    lambda: ps.decide("pml(P, W) <= 1", channel={"W": FLIP}, over=["1/2"]),
    lambda: ps.decide("pml(P, W) <= 1", channel={"W": FLIP}, over={"Q": "simplex"}),
    lambda: ps.decide("pml(P, W) <= 1", over="p(x) >= 1/10"),
    lambda: ps.decide("pml(P, W) <= 1", budget="long"),
    lambda: ps.decide(ps.claim("pml(P, W) <= 1"), let="V: X -> Z"),
    lambda: ps.evaluate("pml(P, W)"),
    lambda: ps.pml("P", "W"),
    lambda: ps.channel({"a": 1}),
    lambda: ps.prior(object()),
    lambda: ps.measure(FLIP, over=7),
    lambda: ps.measure(FLIP, over="p(x) > 1"),
    lambda: ps.ask("pml(P, W) <= 1", channel=3),
    lambda: ps.Prior.from_masses(["1/2", "1/2"]) >> 3,
    lambda: ps.claim("pml(P, W) <= 1" * 5000),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_what_is_of_the_wrong_kind_is_an_error_of_ours(number: int) -> None:
    with pytest.raises(ps.PmlError) as error:
        WRONG[number]()
    assert len(str(error.value)) < 400


WORDS = {
    "over=": lambda: ps.decide("pml(P, W) <= 1", prior="p(x) >= 1/10"),  # type: ignore[call-arg]
    "channel=": lambda: ps.decide("pml(P, W) <= 1", matrix={"W": FLIP}),  # type: ignore[call-arg]
    "effort=": lambda: ps.decide("pml(P, W) <= 1", efort=1),  # type: ignore[call-arg]
    "quantity=": lambda: ps.derive("z-channel", quantities="all"),  # type: ignore[call-arg]
    "call .save": lambda: ps.ask("pml(P, W) <= 1", save="x.json"),  # type: ignore[call-overload]
}


@pytest.mark.parametrize("right", WORDS)
def test_a_word_that_a_function_has_not_is_answered_with_the_right_one(right: str) -> None:
    with pytest.raises(ps.PmlError, match=re.escape(right)) as error:
        WORDS[right]()
    assert isinstance(error.value, TypeError)
    assert pickle.loads(pickle.dumps(ps.decide)) is ps.decide
    assert pickle.loads(pickle.dumps(ps.claim)) is ps.claim


def test_a_verdict_is_saved_as_the_command_line_saves_it(
    verdict: ps.Verdict, tmp_path: Path
) -> None:
    answer = tmp_path / "answer.json"
    answer.write_text(json.dumps(verdict.to_json()), encoding="utf-8")
    assert verdict.to_json()["verdict"] == verdict.name
    if verdict.to_json()["engine"] in (None, "evaluation"):
        with pytest.raises(ps.PmlError, match="nothing to save"):
            verdict.save(tmp_path / "proof.json")
        return
    assert ps.check(verdict.save(tmp_path / "proof.json")) and ps.check(answer)
    with pytest.raises(ps.PmlError, match=r"does not end in \.json"):
        verdict.save(tmp_path / "proof.txt")


def test_python_has_the_signs_of_the_language() -> None:
    x, y, z = ps.alphabets("X Y Z")
    prior, first, second = ps.Prior("P", x), ps.Channel("W", x, y), ps.Channel("U", [x, y], z)
    pairs = [
        (ps.pml(prior, first) ** 2 <= 0.25, "(pml(P, W))^2 <= 1/4"),
        (ps.pml(prior, second | first) <= 1, "pml(P, U | W) <= 1"),
        (ps.eml(prior, first, 0.1) <= 2.5, "eml(P, W, 1/10) <= 5/2"),
        (0.5 * ps.mi(prior, first) + 0.5 <= 1, "1/2*mi(P, W) + 1/2 <= 1"),
    ]
    for claim, text in pairs:
        assert str(claim) == text
    with pytest.raises(ps.PmlError, match="no short decimal"):
        ps.pml(prior, first) <= 1 / 3  # noqa: B015
    with pytest.raises(ps.PmlError):
        ps.pml(prior, first) <= float("inf")  # noqa: B015


SCRIPT = """
import pmlsym as ps

X, Y, Z = ps.alphabets("X Y Z")
P, W, V = ps.Prior("P", X), ps.Channel("W", X, Y), ps.Channel("V", Y, Z)
claim: ps.Claim = ps.pml(P, W >> V) <= ps.pml(P, W)
verdict: ps.Verdict = ps.decide(claim, budget=5.0)
if isinstance(verdict, ps.Refuted):
    print(verdict.instance.tensors["P"])
elif isinstance(verdict, ps.Proved):
    print(verdict.scope, [bound.prior for bound in verdict.bounds])
own = ps.channel([[0.9, 0.1], [0.1, 0.9]])
found = ps.decide("pml(P, W) <= 1", channel={"W": own}, over="p(x) >= 1/10")
print(found.name, str(found), ps.measure(own, over="simplex").over[0].value)
draw = ps.sampler(own)
print(draw(1), ps.derive("z-channel", "maxleak").forms["maxleak"])
"""


@pytest.mark.slow
def test_a_script_of_a_user_is_typed(tmp_path: Path) -> None:
    """mypy --strict accepts it, and refuses the same script with a wrong type in it."""
    good, bad = tmp_path / "good.py", tmp_path / "bad.py"
    good.write_text(SCRIPT, encoding="utf-8")
    bad.write_text(SCRIPT + "ps.decide(claim, budget=[1])\nps.channl(own)\n", encoding="utf-8")
    mypy = [sys.executable, "-m", "mypy", "--strict", f"--cache-dir={ROOT / '.mypy_cache'}"]
    both = [*mypy, str(good), str(bad)]
    done = subprocess.run(both, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 1 and done.stdout.count("error:") == 2, done.stdout
    assert re.findall(r"^(\S+):\d+: error:", done.stdout, re.MULTILINE) == [str(bad)] * 2
    subprocess.run([sys.executable, str(good)], check=True, capture_output=True, cwd=ROOT)


OLD = {"channels": "channel", "priors": "over", "prior_set": "over"}


@pytest.mark.parametrize("old", OLD)
@pytest.mark.parametrize("ask", [ps.decide, ps.prove, ps.ask, ps.refute])
def test_an_old_word_is_answered_with_the_new_one(ask: Callable[..., Any], old: str) -> None:
    with pytest.raises(ps.PmlError, match=f"has no {old}; write {OLD[old]}="):
        ask("pml(P, W) <= log(5)", **{old: None})
