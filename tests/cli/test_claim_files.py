"""`pmlsym ask FILE.pml`: a table, what was not expected in full, and the exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pmlsym as ps
from pmlsym.cli import run
from tests.cli.json_schema import faults, schema_of
from tests.examples import some_of

Capture = pytest.CaptureFixture[str]

TRUE, FALSE = "pml(P, W >> V) <= pml(P, W)", "pml(P, W) <= maxleak(W)"
EMPTY = "pml(P, W) <= 1 assume 1 < eps and eps < 0"


@pytest.mark.parametrize(
    ("text", "status"),
    some_of(
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
        ]
    ),
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
    assert run(["ask", str(file), "--effort", "0.001"]) == 3
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
    assert "--seed and --json alone; let and assume are lines" in capsys.readouterr().err


def test_from_python() -> None:
    found = ps.ask(Path("examples/guarantees.pml"))
    assert found.status == 0 and found["post_processing"].name == "proved"
    assert str(found).endswith("4 of 4 claims as expected")
    with pytest.raises(ps.PmlError, match="no claim other; there are post_processing"):
        found["other"]
    with pytest.raises(ps.PmlError, match=r"write Path\('claims.pml'\)"):
        ps.ask("claims.pml")
    with pytest.raises(ps.PmlError, match="goes with channel, over, effort, budget and seed alone"):
        ps.ask(Path("examples/guarantees.pml"), assume="1 < 2")  # type: ignore[call-overload]


OURS = """
channel W = sub/flip.csv   # for the claims that speak of W
over p(x) >= 1/10
claim ours: pml(P, W) <= log(5)
claim too_much: pml(P, W) <= log(3)
    expect refuted
claim rows: pml(P, C) <= log(2)
    channel C = [[1/2, 1/2], [1 - 3/4, 0.75]]
    over p(x) >= 2/5
claim another: pml(P, W) <= 0
    channel W = "sub/flat rows.csv"
"""


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    """A file of claims with the channels that it names, and one beside its folder."""
    (tmp_path / "claims" / "sub").mkdir(parents=True)
    flip = "no,yes\n9/10,1/10\n0.1,0.9\n"
    (tmp_path / "claims" / "sub" / "flip.csv").write_text(flip, encoding="utf-8")
    (tmp_path / "claims" / "sub" / "flat rows.csv").write_text("1/2,1/2\n1/2,1/2\n", "utf-8")
    (tmp_path / "outside.csv").write_text(flip, encoding="utf-8")
    file = tmp_path / "claims" / "ours.pml"
    file.write_text(OURS, encoding="utf-8")
    return file


def test_channels_of_ones_own_over_a_set_of_priors(ours: Path, capsys: Capture) -> None:
    """Files are found from anywhere, beside the file that names them; each answer is checked."""
    assert run(["ask", str(ours)]) == 0
    assert "4 of 4 claims as expected" in capsys.readouterr().out
    assert run(["ask", str(ours), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    bounds = [claim["answer"]["bounds"][0]["value"] for claim in data["claims"]]
    assert bounds == [{"log": "5"}, {"log": "5"}, {"log": "10/7"}, {"log": "1"}]
    for claim in data["claims"]:
        answer = ours.parent / f"{claim['name']}.json"
        answer.write_text(json.dumps(claim["answer"]), encoding="utf-8")
        assert run(["check", str(answer)]) == 0
    root = schema_of("answer.schema.json")
    assert list(faults(data, root, root)) == []


@pytest.mark.parametrize("named", ["../outside.csv", "sub/../../outside.csv", "link.csv", "{}"])
def test_no_file_of_another_folder_is_read(named: str, ours: Path, capsys: Capture) -> None:
    outside = ours.parents[1] / "outside.csv"
    (ours.parent / "link.csv").symlink_to(outside)
    name = named.format(outside)
    ours.write_text(f"channel W = {name}\nclaim a: maxleak(W) <= 1", encoding="utf-8")
    assert run(["ask", str(ours)]) == 2
    assert "is not in the folder of" in capsys.readouterr().err


def test_a_channel_and_a_set_stand_in_place_of_those_of_the_file(
    tmp_path: Path, capsys: Capture
) -> None:
    (tmp_path / "open.csv").write_text("1,0\n0,1\n", encoding="utf-8")
    (tmp_path / "half.csv").write_text("3/4,1/4\n1/4,3/4\n", encoding="utf-8")
    file = tmp_path / "claims.pml"
    file.write_text(
        "channel W = open.csv\nover p(x) >= 1/10\nclaim ours: pml(P, W) <= log(5/2)",
        encoding="utf-8",
    )
    assert run(["ask", str(file)]) == 1
    assert run(["ask", str(file), "--channel", f"W={tmp_path / 'half.csv'}"]) == 0
    capsys.readouterr()
    assert (
        ps.ask(file, over="p(x) >= 1/2", channel={"W": [[1, 0], [0, 1]]})["ours"].name == "proved"
    )
    assert run(["ask", str(file), "--channel", f"V={tmp_path / 'half.csv'}"]) == 2
    assert "V is given, but no claim of" in capsys.readouterr().err
