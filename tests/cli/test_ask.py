"""`pmlsym ask`: verdicts, exit statuses, JSON, options, and bad claims."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pmlsym.cli import run
from tests.definitions import exp_ldp, exp_maxleak, exp_pml
from tests.examples import some_of

Capture = pytest.CaptureFixture[str]

PROVED = {
    "pml(P, W >> V) <= pml(P, W)": (),
    "pml(P, W >> V) <= pml(P >> W, V)": (),
    "pml(P, W & U) <= pml(P, W) + pml(P, U | W)": (),
    "maxleak(W >> V) <= maxleak(W)": (),
    "maxleak(W >> V) <= maxleak(V)": (),
    "ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P)))": (),
    "pml(P, W) <= -log(pmin(P))": (),
    "maxleak(W) <= pml(P, W)": ("--assume", "fullsupport(P)"),
}

REFUTED = (
    "pml(P, W) <= maxleak(W)",
    "ldp(W) <= pml(P, W)",
    "pml(P, W & U) <= pml(P, W)",
    "maxleak(W) <= pml(P, W)",
    "-density_min(P, W) <= pml(P, W)",
)

KEYS = {
    "format",
    "version",
    "verdict",
    "claim",
    "lets",
    "assume",
    "scope",
    "domain",
    "with_full_support",
    "caveat",
    "engine",
    "trust",
    "seconds",
    "witness",
    "counterexample",
    "certificate",
    "scripts",
    "attempts",
}

BAD = [
    (["pml(P, W"], "ends too early"),
    (["pmll(P, W) <= 1"], "did you mean pml?"),
    (["pml(P, W) <= 1", "--let", "P: A", "--let", "W: B -> C"], "'P' has letters of A"),
    (["pml(P, W) <= 1", "--assume", "fulsupport(P)"], "did you mean fullsupport?"),
    (["pml(P, W) <= 1", "--budget", "0"], "--budget is 0;"),
    (["pml(P, W) <= 1", "--budget", "nan"], "--budget is nan"),
    (["pml(P, W) <= 1", "--budget", "soon"], "--budget"),
    (["pml(P, W) <= 1", "--seed", "-3"], "--seed is -3"),
    (["pml(P, W) <= 1", "--bugdet", "3"], "--bugdet"),
    ([""], "is empty"),
    ([], "there is no claim; write one"),
    ([], 'behind a pipe write pmlsym ask "$(cat)"'),
]


@pytest.mark.parametrize("claim", PROVED)
def test_true_claims_are_proved_for_every_size(claim: str, capsys: Capture, tmp_path: Path) -> None:
    status, answer = _asked([claim, *PROVED[claim]], capsys)
    assert (status, answer["verdict"]) == (0, "proved")
    assert answer["scope"] == "every finite alphabet, zeros allowed"
    assert answer["certificate"]["claim"]["text"] == claim
    assert answer["counterexample"] is None
    assert answer["witness"] is not None
    _checked(answer, tmp_path, capsys)
    _checked(answer["certificate"], tmp_path, capsys)


@pytest.mark.parametrize("claim", some_of(REFUTED))
def test_false_claims_are_refuted_by_small_instances(
    claim: str, capsys: Capture, tmp_path: Path
) -> None:
    status, answer = _asked([claim], capsys)
    assert (status, answer["verdict"], answer["certificate"]) == (1, "refuted", None)
    assert max(answer["counterexample"]["alphabets"].values()) <= 3
    _checked(answer, tmp_path, capsys)


def test_the_sides_of_a_refutation_are_what_the_definitions_say(capsys: Capture) -> None:
    _, answer = _asked(["pml(P, W) <= maxleak(W)"], capsys)
    found = answer["counterexample"]
    prior = [Fraction(mass) for mass in found["priors"]["P"]]
    channel = [[Fraction(entry) for entry in row] for row in found["channels"]["W"]]
    assert found["left"] == {"log": str(exp_pml(prior, channel))}
    assert found["right"] == {"log": str(exp_maxleak(channel))}


def test_an_infinite_side_is_shown_as_such(capsys: Capture) -> None:
    _, answer = _asked(["ldp(W) <= pml(P, W)"], capsys)
    rows = [[Fraction(entry) for entry in row] for row in answer["counterexample"]["channels"]["W"]]
    assert answer["counterexample"]["left"] == {"inf": 1}
    assert exp_ldp(rows) == float("inf")


def test_the_answer_has_every_key_that_the_manual_lists(capsys: Capture) -> None:
    _, answer = _asked(["pml(P, W) <= maxleak(W)"], capsys)
    assert set(answer) == KEYS
    manual = Path(__file__).parents[2].joinpath("docs/json.md").read_text(encoding="utf-8")
    assert all(f"`{key}`" in manual for key in KEYS)


@pytest.mark.parametrize("options", [[], ["--json"], ["--bits"], ["--seed", "3"]])
@pytest.mark.parametrize("first", [True, False])
def test_a_claim_may_begin_with_a_minus_sign(
    first: bool, options: list[str], capsys: Capture
) -> None:
    claim = "-density_min(P, W) <= pml(P, W)"
    assert run(["ask", claim, *options] if first else ["ask", *options, claim]) == 1
    shown = capsys.readouterr()
    assert claim in shown.out
    assert shown.err == ""


def test_claims_that_look_like_options(capsys: Capture) -> None:
    for claim in ("-eps<=pml(P,W) or eps < 0", "-1<=pml(P,W)", "--1 <= 2", "-a==-a"):
        assert run(["ask", claim, "--effort", "5"]) in (0, 3), claim
    assert capsys.readouterr().err == ""


@pytest.mark.seconds
def test_bits_are_for_display_alone(capsys: Capture) -> None:
    claim = "pml(P, W) <= 0"
    run(["ask", claim, "--bits"])
    assert "log2(" in capsys.readouterr().out
    _, plain = _asked([claim], capsys)
    _, bits = _asked([claim, "--bits"], capsys)
    assert plain["counterexample"] == bits["counterexample"]


def test_the_same_seed_gives_the_same_answer(capsys: Capture) -> None:
    answers = [_asked(["pml(P, W) <= maxleak(W)", "--seed", "4"], capsys)[1] for _ in range(2)]
    assert answers[0]["counterexample"] == answers[1]["counterexample"]


def test_unknown_says_what_was_tried(capsys: Capture) -> None:
    claim = "pml(P, W & U) <= pml(P, W) + pml(P, U | W)"
    status, answer = _asked([claim, "--effort", "0.001"], capsys)
    assert (status, answer["verdict"], answer["engine"]) == (3, "unknown", None)
    assert answer["certificate"] is answer["counterexample"] is answer["scope"] is None
    assert all(attempt["engine"] and attempt["ending"] for attempt in answer["attempts"])
    assert answer["attempts"]


def test_what_is_unknown_or_evaluated_is_not_saved(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    claim = "pml(P, W & U) <= pml(P, W) + pml(P, U | W)"
    assert run(["ask", claim, "--effort", "0.001", "--save", str(file)]) == 3
    assert not file.exists()
    assert "nothing is saved" in _in_one_line(capsys)
    assert run(["ask", "exp(1) > 2", "--save", str(file)]) == 0
    assert not file.exists()
    assert "all that the claim names is given" in _in_one_line(capsys)


def _in_one_line(capsys: Capture) -> str:
    """What was printed: where it is folded depends on the length of the folder's name."""
    return " ".join(capsys.readouterr().out.split())


def test_a_file_that_cannot_be_written(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "none" / "saved.json"
    assert run(["ask", "pml(P, W) <= maxleak(W)", "--save", str(file)]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_saved_evidence_is_checked_again(capsys: Capture, tmp_path: Path) -> None:
    for claim in ("pml(P, W >> V) <= pml(P, W)", "pml(P, W) <= maxleak(W)"):
        file = tmp_path / "saved.json"
        run(["ask", claim, "--save", str(file)])
        assert run(["check", str(file)]) == 0
        assert claim in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize(("arguments", "words"), BAD)
def test_bad_questions_are_refused_in_one_line(
    arguments: list[str], words: str, capsys: Capture
) -> None:
    assert run(["ask", *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert words in shown.err
    assert shown.err.count("\n") == 1


def _asked(arguments: list[str], capsys: Capture) -> tuple[int, dict[str, Any]]:
    capsys.readouterr()
    status = run(["ask", *arguments, "--json"])
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return status, answer


def _checked(data: dict[str, Any], folder: Path, capsys: Capture) -> None:
    file = folder / "evidence.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert run(["check", str(file)]) == 0
    assert capsys.readouterr().out.startswith("valid  ")


@pytest.mark.seconds
def test_a_letter_of_mass_zero_is_told_what_holds_without_it(capsys: Capture) -> None:
    assert run(["ask", "maxleak(W) <= pml(P, W)", "--effort", "60"]) == 1
    words = " ".join(capsys.readouterr().out.split())
    assert "with fullsupport(P) it holds: proved, checked by the kernel" in words
    _, answer = _asked(["maxleak(W) <= pml(P, W)", "--effort", "60"], capsys)
    assert answer["with_full_support"] == {
        "assume": "fullsupport(P)",
        "verdict": "proved",
        "trust": "checked by the kernel",
    }


@pytest.mark.seconds
def test_an_order_below_one_is_told_what_holds_above(capsys: Capture) -> None:
    claim = "rdp(W, alpha) <= eps => ldp(W, delta) <= eps + log(1/delta)/(alpha - 1)"
    assert run(["ask", claim]) == 1
    words = " ".join(capsys.readouterr().out.split())
    assert "with 1 < alpha it holds: proved, checked by the kernel" in words


@pytest.mark.seconds
def test_the_smallest_instance_that_is_known_is_shown(capsys: Capture, tmp_path: Path) -> None:
    """Releasing twice: three letters and two outcomes are enough, all letters of some mass."""
    claim = "pml(P, W & W) <= 2*pml(P, W)"
    assert run(["ask", claim]) == 1
    shown = capsys.readouterr().out
    assert "|X| = 3, |Y| = 2" in shown and "it is false too" not in shown
    assert max(map(len, shown.splitlines())) <= 80
    status, answer = _asked([claim], capsys)
    assert (status, answer["counterexample"]["alphabets"]) == (1, {"X": 3, "Y": 2})
    assert answer["with_full_support"] is None
    _checked(answer, tmp_path, capsys)


def test_a_refutation_without_such_a_letter_adds_nothing(capsys: Capture) -> None:
    assert run(["ask", "ldp(W) <= maxleak(W)"]) == 1
    assert "fullsupport" not in capsys.readouterr().out


def test_an_answer_from_before_there_were_domains_is_checked(
    tmp_path: Path, capsys: Capture
) -> None:
    _, answer = _asked(["pml(P, W >> V) <= pml(P, W)"], capsys)
    _checked({k: v for k, v in answer.items() if k != "domain"}, tmp_path, capsys)


@pytest.mark.seconds
def test_numbers_beyond_floats_are_compared_and_fit(capsys: Capture) -> None:
    assert run(["ask", "pml(P, W) >= 1e400"]) == 1
    shown = capsys.readouterr().out
    assert "about 1.000000e+400" in shown and max(map(len, shown.splitlines())) <= 80
    assert run(["ask", "pml(P, W) <= 1e400", "--effort", "1/2"]) == 3
    assert "OverflowError" not in capsys.readouterr().out


def test_what_a_terminal_would_obey_is_written_out(tmp_path: Path, capsys: Capture) -> None:
    assert run(["check", str(tmp_path / "\x1b[31mproof.json")]) == 2
    shown = capsys.readouterr().err
    assert "\x1b" not in shown and r"\x1b[31mproof.json cannot be read" in shown


@pytest.mark.parametrize("claim", ["1/(x-x) == 1", "pml(P, W) < 0 => pml(P, W) <= 1"])
def test_what_says_nothing_has_a_status_of_its_own(
    claim: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["ask", claim]) == 4
    assert capsys.readouterr().out.startswith("Vacuous")


def test_random_variables_called_as_a_prior_and_a_channel_are_said_to_be_some(capsys):
    """H(P) alone is the entropy of a random variable P, whatever P is in other claims."""
    run(["ask", "I(P;W) <= H(P)"])
    assert "P and W are random variables here; of a prior and a channel" in capsys.readouterr().out
    run(["ask", "H(P) <= 0"])
    assert "P is a random variable here" in capsys.readouterr().out
    for claim in ("I(A;B) <= H(A)", "mi(P, W) <= maxleak(W)"):
        run(["ask", claim])
        assert "random variable here" not in capsys.readouterr().out


def test_equal_masses_are_told_from_a_smallest_mass(capsys: pytest.CaptureFixture[str]) -> None:
    """(2/3, 1/3, 0) has a smallest mass of 1/3 on its support, and is not uniform."""
    run(["ask", "1/size(X) == pmin(P) => pml(P, W) <= log(size(X))", "--effort", "1"])
    assert "for equal masses write uniform(P)" in " ".join(capsys.readouterr().out.split())
    run(["ask", "pmin(P) <= 1/size(X) => pml(P, W) <= 1", "--effort", "1"])
    assert "uniform" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["ask", "pml(P, W) <= 1", "--part", "proof"],
        ["refute", "pml(P, W) <= 1", "--label", "eq:x"],
        ["derive", "z-channel", "--columns", "2"],
        ["design", "--prior", "1/2,1/2", "--pml", "1", "--label", "eq:x"],
    ],
    ids=" ".join,
)
def test_words_for_latex_are_refused_where_none_is_printed(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == 2
    assert "are of --latex, which is not there" in capsys.readouterr().err
