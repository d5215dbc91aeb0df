"""`pmlsym ask FILE.pml`: a table, what was not expected in full, and the exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pmlsym as ps
from pmlsym.cli import run

Capture = pytest.CaptureFixture[str]

TRUE, FALSE = "pml(P, W >> V) <= pml(P, W)", "pml(P, W) <= maxleak(W)"
EMPTY = "pml(P, W) <= 1 assume 1 < eps and eps < 0"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (f"claim a: {TRUE}", 0),
        (f"claim a: {TRUE} expect proved claim b: {FALSE} expect refuted", 0),
        (f"claim a: {TRUE} claim b: {FALSE}", 1),
        (f"claim a: {TRUE} expect refuted", 1),
        (f"claim a: {TRUE} expect unknown", 1),
        (f"claim a: {EMPTY} expect vacuous", 0),
        (f"claim a: {EMPTY}", 1),
        ("claim a: pml(P, W", 2),
        ("", 2),
    ],
)
def test_the_exit_status(text: str, status: int, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "claims.pml"
    file.write_text(text, encoding="utf-8")
    assert run(["ask", str(file)]) == status
    shown = capsys.readouterr()
    assert bool(shown.err) == (status == 2)
    assert ("was expected" in shown.out) == (status == 1)


def test_nothing_found_where_a_proof_was_expected_is_unknown(
    tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "claims.pml"
    file.write_text("claim a: pml(P, W & U) <= pml(P, W) + pml(P, U | W)", encoding="utf-8")
    assert run(["ask", str(file), "--budget", "0.001"]) == 3
    assert "claim a, line 1: proved was expected\nUnknown pml" in capsys.readouterr().out


def test_the_answer_as_data_is_that_of_each_claim_alone(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "claims.pml"
    file.write_text(f"claim a: {TRUE}\nclaim b: {FALSE} expect refuted", encoding="utf-8")
    assert run(["ask", str(file), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["format"], data["version"]) == ("pmlsym answers", 1)
    for claim, text in zip(data["claims"], (TRUE, FALSE), strict=True):
        run(["ask", text, "--json"])
        alone = json.loads(capsys.readouterr().out)
        assert claim["answer"]["certificate"] == alone["certificate"]
        assert claim["answer"]["counterexample"] == alone["counterexample"]


def test_a_file_that_is_none(capsys: Capture, tmp_path: Path) -> None:
    assert run(["ask", str(tmp_path / "none.pml")]) == 2
    assert "No such file" in capsys.readouterr().err
    (tmp_path / "some.pml").write_text(f"claim a: {TRUE}", encoding="utf-8")
    assert run(["ask", str(tmp_path / "some.pml"), "--let", "V: X -> Z"]) == 2
    assert "goes with --effort, --budget, --seed and --json alone" in capsys.readouterr().err


def test_from_python() -> None:
    found = ps.ask(Path("examples/guarantees.pml"))
    assert found.status == 0 and found["post_processing"].name == "proved"
    assert str(found).endswith("4 of 4 claims as expected")
    with pytest.raises(ps.PmlError, match="no claim other; there are post_processing"):
        found["other"]
    with pytest.raises(ps.PmlError, match=r"write Path\('claims.pml'\)"):
        ps.ask("claims.pml")
    with pytest.raises(ps.PmlError, match="goes with effort, budget and seed alone"):
        ps.ask(Path("examples/guarantees.pml"), assume="1 < 2")  # type: ignore[call-overload]
