"""What `python -m proofs.papers` remembers: under one version of all code, and not beyond it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proofs.papers import __main__ as command
from proofs.papers.remembered import Memory, digest_of, files_of_version, recall
from tests.examples import some_of


def _project(root: Path) -> Path:
    for name, text in {
        "pmlsym/kernel/checker.py": "accepts = False",
        "pmlsym/papers/certificates/one.json": "{}",
        "pmlsym/papers/psp.txt": "lemma-1",
        "pmlsym/papers/psp.json": "{}",
        "proofs/papers/psp/models.py": "",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


@pytest.mark.parametrize(
    ("name", "is_part"),
    some_of(
        [
            ("pmlsym/kernel/checker.py", True),
            ("pmlsym/papers/certificates/one.json", True),
            ("proofs/papers/psp/models.py", True),
            ("pmlsym/papers/psp.txt", False),
            ("pmlsym/papers/psp.json", False),
        ]
    ),
)
def test_a_version_is_of_all_code_and_certificates(
    tmp_path: Path, name: str, is_part: bool
) -> None:
    root = _project(tmp_path)
    before = digest_of(files_of_version(root), root)
    (root / name).write_text("another text")
    assert (digest_of(files_of_version(root), root) != before) is is_part


def test_a_new_file_is_another_version(tmp_path: Path) -> None:
    root = _project(tmp_path)
    before = digest_of(files_of_version(root), root)
    (root / "proofs" / "papers" / "more.py").write_text("")
    assert digest_of(files_of_version(root), root) != before


def test_nothing_is_remembered_of_another_version(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "papers.json"
    Memory("one", {"line": 1}).save(file)
    assert recall("one", file).known == {"line": 1}
    assert recall("two", file).known == {}
    file.write_text("no JSON")
    assert recall("one", file).known == {}


def test_what_is_remembered_is_compared_with_what_is_recorded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A remembered result that is not the recorded one differs, and `--again` checks anew."""
    file = tmp_path / "papers.json"
    monkeypatch.setattr(command, "digest_of", lambda files: "one")
    monkeypatch.setattr(command, "recall", lambda version: recall(version, file))
    monkeypatch.setattr(Memory, "save", lambda memory: _save(memory, file))
    arguments = ["proofs.papers", "--id", "PML23/sec-i-example", "--workers", "1"]
    monkeypatch.setattr("sys.argv", arguments)
    assert command.main() == 0
    assert "0 lines remembered" in capsys.readouterr().out
    assert command.main() == 0
    assert "1 lines remembered" in capsys.readouterr().out
    known = recall("one", file).known
    wrong = {line: {**record, "status": "open"} for line, record in known.items()}
    _save(Memory("one", wrong), file)
    assert command.main() == 1
    monkeypatch.setattr("sys.argv", [*arguments, "--again"])
    assert command.main() == 0


def _save(memory: Memory, file: Path) -> None:
    file.write_text(json.dumps({"version": memory.version, "known": memory.known}))
