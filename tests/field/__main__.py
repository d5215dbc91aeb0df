"""Ask every statement of the table, and say topic by answer, and what remains for which cause.

    python -m tests.field [--effort 8] [--topic WORDS] [--file OTHER.tsv] [--rows]

statements.tsv has one statement a line: whether it is true, the claim in the language that there is
or that is wished for, and what it waits for if it is not decided. An answer is *right* where it
agrees, *wrong* where it does not, else *unknown*; a text that cannot be read is *not said*. The
exit status is 1 if an answer is wrong, or none is right where the table names no cause: what was
settled once stays settled.
"""

from __future__ import annotations

import argparse
import csv
import shlex
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

import pmlsym as ps

TABLE = Path(__file__).parent / "statements.tsv"
ANSWERS = ("right", "unknown", "not said", "wrong")
LOST = "settled before"


@dataclass(frozen=True)
class Row:
    """A statement: its name, topic, truth, text in the claim language, and what it waits for."""

    name: str
    topic: str
    is_true: bool
    text: str
    waits_for: str

    @property
    def claim(self) -> tuple[str, tuple[str, ...]]:
        """The claim and what is declared beside it."""
        claim, *rest = self.text.split(" --let ")
        return claim, tuple(shlex.split(declared)[0] for declared in rest)


def rows(path: Path = TABLE) -> list[Row]:
    """The statements of a table that has these columns by name."""
    with path.open(encoding="utf-8", newline="") as lines:
        table = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [
        Row(r["id"], r["topic"], r["truth"] == "true", r["claim"], r["waits for"]) for r in table
    ]


def answer(row: Row, effort: float) -> str:
    """What the library says of the statement, beside its truth."""
    claim, lets = row.claim
    if not claim:
        return "not said"
    try:
        verdict = ps.ask(claim, let=list(lets), effort=effort).name
    except ps.PmlError:
        return "not said"
    if verdict not in ("proved", "refuted"):
        return "unknown"
    return "right" if (verdict == "proved") == row.is_true else "wrong"


def say(line: str) -> None:
    """One line of the report."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Ask, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.field")
    parser.add_argument("--effort", type=float, default=8)
    parser.add_argument("--topic", default="")
    parser.add_argument("--file", type=Path, default=TABLE)
    parser.add_argument("--rows", action="store_true", help="print every row as it is answered")
    options = parser.parse_args()
    found: dict[str, Counter[str]] = defaultdict(Counter)
    left: dict[str, list[str]] = defaultdict(list)
    for row in rows(options.file):
        if options.topic not in row.topic:
            continue
        start = time.process_time()
        own = answer(row, options.effort)
        found[row.topic][own] += 1
        if options.rows:
            say(f"{own:8} {time.process_time() - start:6.2f} s  {row.name:6} {row.text}")
        if own != "right":
            left[row.waits_for or LOST].append(f"{row.name} ({own})")
    width = max(map(len, found), default=5)
    say(f"{'topic':{width}}" + "".join(f"{a:>10}" for a in ANSWERS))
    for topic, counts in sorted(found.items()):
        say(f"{topic:{width}}" + "".join(f"{counts[a]:>10}" for a in ANSWERS))
    total = sum(found.values(), Counter())
    say(f"{'all':{width}}" + "".join(f"{total[a]:>10}" for a in ANSWERS))
    for cause, names in sorted(left.items(), key=lambda pair: -len(pair[1])):
        say(f"{cause}: {', '.join(names)}")
    return 1 if total["wrong"] or left[LOST] else 0


if __name__ == "__main__":
    sys.exit(main())
