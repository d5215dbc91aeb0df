"""`pmlsym check` on proofs about numbers and entropies: valid in a fresh process, or refused."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from pmlsym.cli import run

Capture = pytest.CaptureFixture[str]
Data = dict[str, Any]

ASKED = ("x >= 0 => log(1 + x) >= x - x*x/2", "0 <= x and x <= 1 => exp(x) > 27/10*x")
ENCLOSED = ASKED[1]
CHAIN = "markov(A, B, C, D) => I(A;D) <= I(B;C)"
CLAIMS = (*ASKED, CHAIN)


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Data]:
    folder, found = tmp_path_factory.mktemp("proofs"), {}
    for k, claim in enumerate(CLAIMS):
        file = folder / f"{k}.json"
        assert run(["ask", claim, "--save", str(file)]) == 0
        found[claim] = json.loads(file.read_text(encoding="utf-8"))
    return found


@pytest.mark.seconds
def test_saved_proofs_are_valid_in_a_fresh_process(proofs: dict[str, Data], tmp_path: Path):
    files = []
    for k, data in enumerate(proofs.values()):
        files.append(tmp_path / f"{k}.json")
        files[-1].write_text(json.dumps(data), encoding="utf-8")
    program = "import sys; from pmlsym.cli import run; sys.exit(run(sys.argv[1:]))"
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        [*command, "check", *map(str, files)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    heads = [line[:5] for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert heads == ["valid"] * len(CLAIMS)


@pytest.mark.parametrize("claim", [ASKED[0], CHAIN])
def test_the_answer_as_json_is_evidence_too(claim: str, tmp_path: Path, capsys: Capture):
    assert run(["ask", claim, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    _write(tmp_path, answer)
    assert run(["check", str(tmp_path / "evidence.json")]) == 0
    answer["claim"] = "exp(x) >= 1 + x"
    assert "not linked" in _refused(answer, tmp_path, capsys)


def _claim(text: str) -> Callable[[Data], None]:
    return lambda data: data["claim"].update(text=text)


NEAR = {
    ASKED[0]: "x >= 0 => log(1 + x) >= x - x*x*0.499999999",
    ENCLOSED: "0 <= x and x <= 1 => exp(x) > 2.7000000001*x",
    CHAIN: "markov(A, B, C, D) => I(A;D) <= 0.999999999*I(B;C)",
}


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_proof_of_a_nearly_equal_claim_is_refused(
    claim: str, proofs: dict[str, Data], tmp_path: Path, capsys: Capture
):
    for text in (NEAR[claim], NEAR[claim].split("=> ")[1], "pml(P, W) <= 1", "x <="):
        data = deepcopy(proofs[claim])
        _claim(text)(data)
        assert "not linked" in _refused(data, tmp_path, capsys)


def _step(data: Data) -> Data:
    step: Data = data["analytic"]["derivations"][0]
    return step


ANALYTIC_EDITS: tuple[Callable[[Data], object], ...] = (
    lambda d: d["analytic"].update(problems=[]),
    lambda d: d["analytic"].update(problems=["always  =>  0 >= 0"]),
    lambda d: d["analytic"].update(derivations=[]),
    lambda d: _step(d).update(step="trust"),
    lambda d: _step(d).update(parts=[_step(deepcopy(d))]),
    lambda d: d.update(version=2),
    lambda d: d.update(format="pmlsym proof"),
    lambda d: d.update(entropy={"duals": []}),
    lambda d: d.pop("analytic"),
    lambda d: d["claim"].update(assume=["x >= 1"]),
    lambda d: d["claim"].pop("lets"),
)


@pytest.mark.parametrize("edit", ANALYTIC_EDITS)
@pytest.mark.parametrize("claim", ASKED)
def test_an_edited_analytic_proof_is_refused(
    claim: str,
    edit: Callable[[Data], object],
    proofs: dict[str, Data],
    tmp_path: Path,
    capsys: Capture,
):
    data = deepcopy(proofs[claim])
    edit(data)
    _refused(data, tmp_path, capsys)


def test_boxes_that_leave_a_gap_or_do_not_settle_are_refused(
    proofs: dict[str, Data], tmp_path: Path, capsys: Capture
):
    boxes = list(_boxes(_step(proofs[ENCLOSED])))
    assert boxes, "the proof encloses"
    for edit in (
        lambda step: step["boxes"].pop(),
        lambda step: step["boxes"][0].__setitem__(0, ["0", "1e99999999"]),
        lambda step: step.update(boxes=[[[step["boxes"][0][0][0], step["boxes"][-1][0][1]]]]),
        lambda step: step.update(numbers=["y"]),
    ):
        data = deepcopy(proofs[ENCLOSED])
        (step, *_) = _boxes(_step(data))
        edit(step)
        if data != proofs[ENCLOSED]:
            _refused(data, tmp_path, capsys)


def _boxes(step: Data) -> list[Data]:
    own = [step] if "boxes" in step else []
    return own + [found for part in step.get("parts", []) for found in _boxes(part)]


ENTROPY_EDITS: tuple[Callable[[Data], object], ...] = (
    lambda dual: dual["terms"][0].update(coefficient="2"),
    lambda dual: dual["terms"][0].update(coefficient="-1"),
    lambda dual: dual["terms"][0].update(coefficient="1e999999999"),
    lambda dual: dual["terms"].pop(),
    lambda dual: dual["terms"].append({"coefficient": "1", "of": "I(A;D)"}),
    lambda dual: dual["hypotheses"].append(dual["hypotheses"][0]),
    lambda dual: dual["hypotheses"][0].update(equality=True),
    lambda dual: dual["hypotheses"].pop(),
    lambda dual: dual.update(goal=[]),
    lambda dual: dual.update(strict=True),
)


@pytest.mark.parametrize("edit", ENTROPY_EDITS)
def test_an_edited_entropy_proof_is_refused(
    edit: Callable[[Data], object], proofs: dict[str, Data], tmp_path: Path, capsys: Capture
):
    data = deepcopy(proofs[CHAIN])
    edit(data["entropy"]["duals"][0])
    _refused(data, tmp_path, capsys)


def _write(folder: Path, data: Data) -> Path:
    file = folder / "evidence.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


def _refused(data: Data, folder: Path, capsys: Capture) -> str:
    file = _write(folder, data)
    capsys.readouterr()
    assert run(["check", str(file)]) == 2
    out, err = capsys.readouterr()
    assert not out and len(err.strip().splitlines()) == 1
    return err
