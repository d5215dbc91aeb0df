"""Every claim of a file with its verdict: `pmlsym ask FILE.pml`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pmlsym.display import WIDTH
from pmlsym.errors import UnknownName
from pmlsym.files import read_text

if TYPE_CHECKING:
    from pmlsym.claims.claim_file import AnsweredClaim, StatedClaim
    from pmlsym.evidence.verdict import Verdict

Progress = Callable[[int, int, "StatedClaim"], None]


@dataclass(frozen=True)
class AskedFile:
    """The claims of a file with their verdicts, in order; by its name the verdict on one."""

    answers: tuple[AnsweredClaim, ...]

    def __getitem__(self, name: str) -> Verdict:
        for answer in self.answers:
            if answer.stated.name == name:
                return answer.verdict
        known = ", ".join(answer.stated.name for answer in self.answers)
        raise UnknownName(f"no claim {name}; there are {known}")

    @property
    def status(self) -> int:
        """0 where all verdicts are the expected ones, 1 where a decided one is not, else 3."""
        others = {answer.found for answer in self.answers if not answer.is_expected}
        return 0 if not others else 3 if others == {"unknown"} else 1

    def text(self, *, width: int = WIDTH) -> str:
        """The table of all claims, below what was not expected in full, in lines of that width."""
        from pmlsym.report.claim_file_report import claim_file_text

        return claim_file_text(self.answers, width=width)

    def to_json(self) -> dict[str, Any]:
        """The object that `pmlsym ask FILE.pml --json` prints."""
        from pmlsym.report.claim_file_report import claim_file_data

        return claim_file_data(self.answers)

    def __repr__(self) -> str:
        return self.text()


def ask_file(
    file: Path,
    *,
    effort: float | None = None,
    budget: float | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> AskedFile:
    """Decide the claims of a file, with `effort` and `budget` for each, as `decide` takes them.

    `progress` is called before each, with how many are done, how many there are, and the claim.
    Raises a PmlError before the first is asked, where the file or one of its claims cannot be read.
    """
    from pmlsym.ask import decide
    from pmlsym.asked import question_about
    from pmlsym.claims.claim_file import AnsweredClaim, read_claim_file

    claims = read_claim_file(read_text(file), question_about, str(file), folder=file.parent)
    answers = []
    for done, stated in enumerate(claims):
        if progress is not None:
            progress(done, len(claims), stated)
        verdict = decide(stated.question.claim(), effort=effort, budget=budget, seed=seed)
        answers.append(AnsweredClaim(stated, verdict))
    return AskedFile(tuple(answers))
