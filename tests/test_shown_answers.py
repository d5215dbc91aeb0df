"""What Python shows of everything that a verb gives back: readable, and typed back where it can."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pmlsym as ps
from pmlsym.mechanism_families.listed import FAMILIES, family_named
from tests.examples import some_of

ROWS = [["7/10", "3/10"], ["1/2", "1/2"], ["1/5", "4/5"]]
RAW = re.compile(r" object at 0x|<function|Fraction\(|[a-z_]+=[('\"\[A-Z]")
"""What a dump of fields looks like, and nothing that is written for a reader."""


def proved() -> ps.Proved:
    verdict = ps.prove("pml(P, W >> V) <= pml(P, W)")
    assert isinstance(verdict, ps.Proved)
    return verdict


def refuted() -> ps.Refuted:
    verdict = ps.refute("pml(P, W) <= maxleak(W)")
    assert isinstance(verdict, ps.Refuted)
    return verdict


ANSWERS: dict[str, Any] = {
    "quantity": lambda: ps.log(3) + ps.Scalar("eps") / 2,
    "witness": lambda: proved().witness,
    "instance": lambda: refuted().instance,
    "tight": lambda: ps.tight("maxleak(W) <= log(size(X))"),
    "slack": lambda: ps.slack(proved(), proved().witness),  # type: ignore[arg-type]
    "over": lambda: ps.measure(ROWS, over="p(x) >= 1/10").over,
    "bounds": lambda: ps.decide("pml(P, W) <= 1", channel={"W": ROWS}, over="simplex"),
    "families": ps.families,
    "design": lambda: ps.design("1/4, 3/4", pml="log(6/5)"),
    "optimum": lambda: ps.design("1/4, 3/4", pml="log(6/5)").optimum,
    "derived": lambda: ps.derive("z-channel", "maxleak"),
    "catalogue": lambda: ps.catalogue(id="PML23/sec-i-example"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_no_answer_is_a_dump_of_its_fields(name: str) -> None:
    answer = ANSWERS[name]()
    shown = re.split(r"ps\.(?:decide|ask)\(", repr(answer))[0]
    assert not RAW.search(shown), shown


@pytest.mark.parametrize("name", ["witness", "instance", "tight", "design", "derived"])
def test_notebooks_show_the_text(name: str) -> None:
    answer = ANSWERS[name]()
    assert "monospace" in answer._repr_html_() and str(answer).splitlines()[0]


@pytest.mark.parametrize(
    "instance",
    [
        ps.Instance({"X": 2, "Y": 1}, {"P": ["1/3", "2/3"], "W": [[1], [1]]}),
        ps.Instance({"X": 2}, {"P": [0, 1]}, {"eps": ps.evaluate(ps.log(3))}, {"y": 1}),
        ps.Instance({"X": 1}, scalars={"eps": Fraction(1, 3)}),
    ],
)
def test_an_instance_is_typed_back(instance: ps.Instance) -> None:
    assert eval(repr(instance), {"ps": ps}) == instance


@pytest.mark.seconds
def test_how_tight_a_bound_is_says_where_and_how_near() -> None:
    found = ps.tight("pml(P, W) <= ldp(W)")
    assert repr(found).startswith("ps.tight('pml(P, W) <= ldp(W)')  # ")
    attained = ps.tight("maxleak(W) <= log(size(X))")
    assert eval(repr(attained).partition("  #")[0], {"ps": ps}).name == attained.name
    assert str(attained).splitlines()[0] == "Attained maxleak(W) <= log(size(X))"
    assert str(attained).splitlines()[-1].strip() == "both sides are log(2) = 0.693147"


def test_a_family_is_shown_by_the_call_that_finds_it() -> None:
    for family in FAMILIES:
        assert eval(repr(family), {"family_named": family_named}) is family
        assert family.title in str(family)


def test_worst_values_name_measure_prior_and_letters() -> None:
    over = ps.measure(ROWS, over="p(x) >= 1/10").over
    assert repr(over[0]) == (
        "largest pml(P, W) = log(5/2), attained at (1/10, 1/10, 4/5), x=1, y=1"
    )


def test_the_evidence_of_a_proof_is_the_proof() -> None:
    verdict = proved()
    assert "".join(str(verdict.evidence).split()) in "".join(str(verdict).split())
    assert "P_Z(z)" in str(verdict.evidence)


def test_an_unknown_speaks_of_what_was_written_and_of_no_class() -> None:
    verdict = ps.decide("sum(k, 0, 3, log(c)) <= 4*c", effort=0.1)
    assert isinstance(verdict, ps.Unknown) and not re.search(r"\bSeries\b", str(verdict))
    assert "sum(k, 0, 3, log(c)) has no plan" in " ".join(str(verdict).split())


SAVED = (
    ("pml(P, W >> V) <= pml(P, W)", {}),
    ("maxleak(W & V) <= maxleak(W) + maxleak(V)", {"let": "V: X -> Z"}),
    ("pml(P, W) <= maxleak(W)", {}),
    ("pml(P, W) <= log(2)", {"channel": {"W": ROWS}, "over": "p(x) >= 1/10"}),
    ("pml(P, W) <= log(4)", {"channel": {"W": ROWS}, "over": "p(x) >= 1/10"}),
    ("I(A;B) <= H(A)", {}),
)


@pytest.mark.parametrize(("text", "given"), some_of(SAVED))
def test_what_a_verdict_saves_is_valid(text: str, given: dict[str, Any], tmp_path: Path) -> None:
    verdict = ps.decide(text, **given)
    verdict.save(tmp_path / "kept.json")
    assert ps.check(tmp_path / "kept.json")
    answer = verdict.to_json()
    assert answer["verdict"] == verdict.name and answer["claim"] == text
    (tmp_path / "answer.json").write_text(json.dumps(answer), encoding="utf-8")
    assert ps.check(tmp_path / "answer.json")


def test_a_verdict_built_in_python_saves_its_own_claim(tmp_path: Path) -> None:
    x, y, z = ps.alphabets("Letters Seen Z")
    prior, first, second = ps.Prior("Q", x), ps.Channel("M", x, y), ps.Channel("R", y, z)
    ps.prove(ps.pml(prior, first >> second) <= ps.pml(prior, first)).save(tmp_path / "a.json")
    assert ps.check(tmp_path / "a.json")


def test_what_cannot_be_saved_says_why(tmp_path: Path) -> None:
    with pytest.raises(ps.PmlError, match="nothing to save: no certificate and no counterexample"):
        ps.decide("sum(k, 0, 3, log(c)) <= 4*c", effort=0.1).save(tmp_path / "a.json")
    with pytest.raises(ps.PmlError, match=r"\.json"):
        proved().save(tmp_path / "a.txt")
    assert not list(tmp_path.iterdir())


def test_bits_are_those_of_the_command_line() -> None:
    assert "maxleak(W) = log2(2) = 1.000000 bits" in refuted().text(bits=True)
    assert refuted().text().splitlines()[0] == str(refuted()).splitlines()[0]
