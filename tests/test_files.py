"""Files: what is read is regular and bounded, what is written is whole or not at all."""

from __future__ import annotations

import os
import stat
from importlib import import_module
from pathlib import Path

import pytest

from pmlsym.cli import run
from pmlsym.errors import InvalidInput
from pmlsym.io import files
from pmlsym.io.files import read_text, replace_file, require_place

Capture = pytest.CaptureFixture[str]


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    replace_file(file, "{}\n")
    assert read_text(file) == "{}\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o666 & ~_mask()
    assert os.listdir(tmp_path) == ["kept.json"]


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "kept.json", tmp_path / "link.json"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to("kept.json")
    replace_file(link, "new")
    assert file.read_text() == "new" and link.is_symlink()
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failure_leaves_what_was_there(
    error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(number: int) -> None:
        raise error

    file = tmp_path / "kept.json"
    file.write_text("old")
    monkeypatch.setattr(files.os, "fsync", fail)
    with pytest.raises((InvalidInput, KeyboardInterrupt)):
        replace_file(file, "new")
    assert file.read_text() == "old"
    assert os.listdir(tmp_path) == ["kept.json"]


def test_only_regular_files_of_a_bounded_size_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe, large, latin = (tmp_path / name for name in ("pipe", "large", "latin"))
    os.mkfifo(pipe)
    large.write_bytes(b"1" * 101)
    latin.write_bytes(b"\xff\xfe")
    monkeypatch.setattr(files, "LARGEST", 100)
    for path, why in (
        (pipe, "no regular file"),
        (Path("/dev/zero"), "no regular file"),
        (tmp_path, "a folder"),
        (large, "larger than"),
        (latin, "not text"),
        (tmp_path / "none", "No such file"),
        (Path("a\0b"), "null"),
    ):
        with pytest.raises(InvalidInput, match=why):
            read_text(path)
    for command in ("check", "measure"):
        assert run([command, str(pipe)]) == 2
        assert run([command, "/dev/zero"]) == 2


def test_what_is_no_regular_file_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    (tmp_path / "folder.json").mkdir()
    for path, why in (
        (pipe, "no regular file"),
        (tmp_path / "folder.json", "Is a directory"),
        (tmp_path / "none" / "a.json", "No such file"),
        (tmp_path / "a.txt", "does not end in .json"),
        (tmp_path / "a", "does not end in .json"),
    ):
        with pytest.raises(InvalidInput, match=why):
            require_place(path, (".json",))
    with pytest.raises(InvalidInput, match="no regular file"):
        replace_file(Path("/dev/null"), "new")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


@pytest.mark.parametrize(
    "arguments",
    [
        ["ask", "pml(P, W) <= maxleak(W)", "--save", "proof.pdf"],
        ["ask", "pml(P, W) <= maxleak(W)", "--save", "none/proof.json"],
        ["refute", "pml(P, W) <= maxleak(W)", "--save", "instance"],
        ["ask", "pml(P, W) <= maxleak(W)", "--engine", "z3", "--smt2", "taken.txt"],
        ["measure", "channel.csv", "--distribution", "--out", "figure.gif"],
        ["figure", "trade-off", "--out", "figure.txt"],
    ],
    ids=lambda arguments: " ".join(arguments[-2:]),
)
def test_a_place_that_cannot_be_is_refused_before_the_work(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def work(*given: object, **options: object) -> None:
        raise AssertionError("the work began")

    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken.txt").write_text("mine")
    (tmp_path / "channel.csv").write_text("1,0\n0,1\n")
    for name in (
        "pmlsym.engines.decide.decisions.decide",
        "pmlsym.engines.sampling.refuter.search",
        "pmlsym.engines.solver.proof_at_sizes.decide_by_solver",
        "pmlsym.own_data.channel_file.read_channel",
        "pmlsym.mechanisms.figure_data.trade_off",
    ):
        part, function = name.rsplit(".", 1)
        monkeypatch.setattr(import_module(part), function, work)
    assert run(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and shown.err.count("\n") == 1 and "the work began" not in shown.err
    assert (tmp_path / "taken.txt").read_text() == "mine"


def test_the_verdict_is_printed_before_it_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def fail(path: Path, content: str) -> None:
        raise InvalidInput(f"{path} cannot be written: No space left on device")

    monkeypatch.setattr("pmlsym.commands.answer.replace_file", fail)
    file = tmp_path / "saved.json"
    assert run(["ask", "pml(P, W) <= maxleak(W)", "--save", str(file)]) == 2
    shown = capsys.readouterr()
    assert shown.out.startswith("Refuted") and shown.err.count("\n") == 1


def test_the_queries_of_an_earlier_run_are_replaced(tmp_path: Path, capsys: Capture) -> None:
    for name in ("query-001.smt2", "query-099.smt2", "own.smt2"):
        (tmp_path / name).write_text("old")
    options = ["--engine", "z3", "--sizes", "X=1,Y=1", "--smt2", str(tmp_path)]
    assert run(["ask", "pml(P, W) <= 2*ldp(W)", *options]) == 0
    assert (tmp_path / "own.smt2").read_text() == "old"
    assert not (tmp_path / "query-099.smt2").exists()
    assert "(check-sat)" in (tmp_path / "query-001.smt2").read_text()


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
