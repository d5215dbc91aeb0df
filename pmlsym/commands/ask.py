"""`pmlsym ask CLAIM`: prove it for every alphabet size, or refute it with an exact instance.

`pmlsym ask FILE.pml` decides every claim of a file, and compares with the expected verdicts;
`pmlsym ask` alone reads claims from a terminal.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pmlsym.commands.answer import AnswerForm, Columns, Label, Part, latex_layout, print_answer
from pmlsym.commands.from_verb import Bits, Json, VerbArguments
from pmlsym.commands.terminal import line_width, print_json, print_text, tell
from pmlsym.errors import InvalidInput
from pmlsym.io.files import replace_file
from pmlsym.verbs.ask import CLAIMS, ask, ask_file

if TYPE_CHECKING:
    from pmlsym.claim_text.claim_file import StatedClaim
    from pmlsym.evidence.verdict import Verdict
    from pmlsym.language.nodes import Claim

LIMITS = ("effort", "budget", "seed")
ABOUT_FILES = ("channel", "over")
"""The only options that the prompt accepts, and the further ones that a file of claims accepts."""

_QUERY = re.compile(r"query-[0-9]{3,}\.smt2")


def answer(
    arguments: VerbArguments,
    as_json: Json = False,
    bits: Bits = False,
    latex: Annotated[bool, typer.Option("--latex", help="Print a proof as LaTeX.")] = False,
    label: Label = None,
    columns: Columns = 1,
    part: Part = "all",
    smt2: Annotated[Path | None, typer.Option(help="For z3: a folder for its queries.")] = None,
    save: Annotated[Path | None, typer.Option(help="Where to keep the proof or instance.")] = None,
) -> int:
    """Decide a claim and print Proved (exit status 0), Refuted (1), Unknown (3) or Vacuous (4)."""
    from pmlsym.claim_text.question_about import question_about

    claim = arguments.pop("claim", None)
    limits = {k: arguments.pop(k) for k in LIMITS if k in arguments}
    if claim is None or claim.strip().endswith(CLAIMS):
        given = {k: arguments.pop(k) for k in ABOUT_FILES if claim and k in arguments}
        has_options = any((*arguments, bits, latex, smt2, save))
        return _answer_file_or_prompt(
            claim, limits, given, as_json=as_json, has_options=has_options
        )
    form = AnswerForm(as_json, bits, save, latex_layout(latex, label, columns, part))
    if smt2 is not None:
        require_folder(smt2)
    question = question_about(claim, **pop_subject_options(arguments))
    parsed, engine = question.claim(), arguments.get("engine", "any")
    if smt2 is not None and engine != "z3":
        raise InvalidInput("--smt2 goes with --engine z3")
    verdict, mended = ask(parsed, **arguments, **limits), None
    if engine == "any":
        verdict, mended = _smallest_and_mended(verdict, limits)
    status = print_answer(question, parsed, verdict, form, mended)
    if smt2 is not None:
        write_scripts(verdict, smt2)
    return status


def pop_subject_options(arguments: VerbArguments) -> VerbArguments:
    """The options of a command that say what a claim is about, removed from the arguments."""
    return {k: arguments.pop(k) for k in ("let", "assume", "channel", "over") if k in arguments}


def _smallest_and_mended(
    verdict: Verdict, limits: dict[str, Any]
) -> tuple[Verdict, tuple[Claim, Verdict] | None]:
    """The verdict to print, refuted by its smallest instance, and what full support proves."""
    from pmlsym.engines.decide.decisions import EFFORT, smallest, with_full_support
    from pmlsym.evidence.verdict import Refuted

    if not isinstance(verdict, Refuted):
        return verdict, None
    if not limits.get("budget"):  # the answer is known, and a remark is not worth a long wait
        limits = {**limits, "effort": (limits.get("effort") or EFFORT) / 4}
    return smallest(verdict, with_full_support(verdict, **limits))


def _answer_file_or_prompt(
    file: str | None,
    limits: dict[str, Any],
    given: VerbArguments,
    *,
    as_json: bool,
    has_options: bool,
) -> int:
    """Answer the claims of a file, or those that are typed at a terminal."""
    from pmlsym.commands.prompt import run_prompt

    if file is None:
        is_terminal = sys.stdin and sys.stdin.isatty()
        if has_options or as_json or not is_terminal:
            pipe = '; the prompt needs a terminal, and behind a pipe write pmlsym ask "$(cat)"'
            hint = f"write one such as 'pml(P, W) <= eps'{'' if is_terminal else pipe}"
            raise InvalidInput(f"there is no claim; {hint}")
        return run_prompt(limits)
    if has_options:
        allowed = "--channel, --over, --effort, --budget, --seed and --json"
        raise InvalidInput(f"a file of claims goes with {allowed} alone; let and assume are lines")

    answers = ask_file(Path(file.strip()), **given, **limits, progress=_show_progress)
    if as_json:
        print_json(answers.to_json())
    else:
        print_text(answers.text(width=line_width()))
    return answers.status


def _show_progress(done: int, total: int, stated: StatedClaim) -> None:
    """Show on the terminal's status line which claim of a file is being decided."""
    tell(f"{done + 1}/{total}  {stated.name}")


def require_folder(folder: Path) -> None:
    """Raises InvalidInput unless the folder behind `--smt2` can be written, before Z3 is asked."""
    above = folder
    while not os.path.lexists(above) and above != above.parent:
        above = above.parent
    if not above.is_dir() or not os.access(above, os.W_OK | os.X_OK):
        reason = "Permission denied" if above.is_dir() else f"{above} is no folder"
        raise InvalidInput(f"{folder} cannot be written: {reason}")


def write_scripts(verdict: Verdict, folder: Path) -> None:
    """Write a solver's SMT-LIB 2 scripts into the folder that a command names, one file each.

    They replace all queries of an earlier run.
    """
    from pmlsym.evidence.verdict import Proved, SolverProof

    if not (isinstance(verdict, Proved) and isinstance(verdict.evidence, SolverProof)):
        return
    written = set()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for k, script in enumerate(verdict.evidence.scripts, 1):
            written.add(f"query-{k:03}.smt2")
            replace_file(folder / f"query-{k:03}.smt2", script)
        for name in sorted(set(os.listdir(folder)) - written):
            if _QUERY.fullmatch(name):
                (folder / name).unlink()
    except OSError as error:
        raise InvalidInput(f"{folder} cannot be written: {error.strerror}") from None
