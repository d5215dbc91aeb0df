"""The command lines that README and manual show, and what they print now.

A block marked `console` has lines `$ pmlsym ..`, each followed by its output. What differs from
run to run (seconds, how an engine ended) or with the version of a solver (its work) is left out of
the comparison. To bring the files up to date after the output has changed on purpose:
`python -m tests.documentation`; with `--seconds`, on a quiet machine, seconds and work as well.
"""

from __future__ import annotations

import io
import re
import shlex
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

from pmlsym.cli import run

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))

BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)
VARYING = (
    (re.compile(r"\d+\.\d+ s\b"), "# s"),
    (re.compile(r"  \d+\.\d\d  +(?=checked|an instance|evaluated)"), "  #  "),
    (re.compile(r'"seconds": [\d.e-]+'), '"seconds": #'),
    (re.compile(r'"effort": [\d.e-]+'), '"effort": #'),
    (re.compile(r'"ending": "[^"]*"'), '"ending": #'),
)


def normalised(text: str) -> str:
    """The text without what differs from run to run.

    >>> normalised('found in 0.02 s, "ending": "out of time"')
    'found in # s, "ending": #'
    """
    for pattern, replacement in VARYING:
        text = pattern.sub(replacement, text)
    return text


def commands(block: str) -> list[tuple[str, str]]:
    """Each command line of a block with the output below it.

    >>> commands("$ pmlsym a\\none\\ntwo\\n$ pmlsym b\\n")
    [('pmlsym a', 'one\\ntwo\\n'), ('pmlsym b', '')]
    """
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def printed(command: str) -> str:
    """What a command line prints, errors included."""
    program, *arguments = shlex.split(command)
    if program != "pmlsym":
        raise ValueError(f"only pmlsym is run here, not {program}")
    output = io.StringIO()
    with redirect_stdout(output), redirect_stderr(output), chdir(ROOT):
        run(arguments)
    return output.getvalue()


def refresh(page: str, *, seconds: bool = False) -> str:
    """The page with every output as it is now, with the `seconds` of now only if that is asked."""

    def rerun(match: re.Match[str]) -> str:
        shown = []
        for command, old in commands(match.group()):
            new = printed(command)
            is_kept = not seconds and normalised(old) == normalised(new)
            shown.append(f"$ {command}\n{old if is_kept else new}")
        return "".join(shown)

    return BLOCK.sub(rerun, page)


if __name__ == "__main__":
    for path in PAGES:
        text = refresh(path.read_text(encoding="utf-8"), seconds="--seconds" in sys.argv[1:])
        path.write_text(text, encoding="utf-8")
