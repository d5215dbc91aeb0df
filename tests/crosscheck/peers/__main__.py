"""Print what the comparisons come to, as a table for each peer; the status is 1 if one is not well.

    python -m tests.crosscheck.peers [--instances 1000] [--seed 0] [--peer dit] [--write]

`--write` puts the tables on the page of the manual, docs/peers.md, that of each peer in its place.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from typing import Any

from tests.crosscheck.peers.comparison import Line, compared
from tests.manual.notions_page import as_code

PAGE = Path(__file__).parents[3] / "docs" / "peers.md"

PEERS = {"dit": "by_dit", "qif": "by_qif", "dp-accounting": "by_dp_accounting"}
"""The file of each package."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, print, and perhaps write the page."""
    parser = argparse.ArgumentParser(prog="python -m tests.crosscheck.peers")
    parser.add_argument("--instances", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--peer", choices=PEERS, action="append")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    ill: list[str] = []
    for package in options.peer or PEERS:
        try:
            lines = [*lines_of(package, seed=options.seed, instances=options.instances)]
        except ModuleNotFoundError as error:
            say(f"{package}: not compared, {error}; pip install -e '.[peers]'\n")
            ill.append(package)
            continue
        text = table(package, lines, seed=options.seed)
        say(text)
        unlike = [line.comparison.measure for line in lines if not line.is_well]
        if options.write and not unlike:
            PAGE.write_text(with_table(PAGE.read_text("utf-8"), package, text), "utf-8")
        ill += unlike
    if ill:
        say(f"Not well: {'; '.join(ill)}")
        return 1
    return 0


def lines_of(package: str, *, seed: int, instances: int) -> Iterator[Line]:
    """What the comparisons with a peer come to. Raises ModuleNotFoundError where it is missing."""
    peer: Any = import_module(f"tests.crosscheck.peers.{PEERS[package]}")
    for comparison in peer.comparisons():
        yield compared(comparison, seed=seed, instances=instances)


def with_table(page: str, package: str, text: str) -> str:
    """The page with a peer's table in the place of the one before, or at the end.

    >>> with_table("# Page\n\n## a 1\n\nold\n\n## b 2\n", "a", "## a 2\n\nnew\n")
    '# Page\n\n## a 2\n\nnew\n\n## b 2\n'
    """
    first, *sections = page.split("\n## ")
    kept = [f"## {section}" for section in sections]
    others = [section for section in kept if not section.startswith(f"## {package} ")]
    at = next((k for k, section in enumerate(kept) if section not in others), len(kept))
    ordered = [first, *others[:at], text, *others[at:]]
    return "\n".join(part.rstrip("\n") + "\n" for part in ordered)


def table(package: str, lines: Sequence[Line], *, seed: int) -> str:
    """The lines as a table of the manual, and below it where the peer departs."""
    rows = [
        f"## {package} {version(package)}",
        "",
        f"Of {datetime.now(UTC):%Y-%m-%d}, seed {seed}, Python {python_version()}.",
        "",
        "| measure | its function | instances | greatest difference | apart | no value |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
        *map(_row, lines),
        "",
        *(f"- {_departure(line)}" for line in lines if line.apart),
        "",
    ]
    return "\n".join(rows)


def _row(line: Line) -> str:
    greatest = f"{line.greatest:.0e}" if line.greatest else "0"
    cells = (line.compared, greatest, line.apart or "", line.without_value or "")
    first = beginning(line.comparison.measure, line.comparison.function)
    return f"{first} {' | '.join(map(str, cells))} |"


def beginning(measure: str, function: str) -> str:
    """How a row of the table begins.

    >>> beginning("V[id](P)", "bayes_vuln.prior")
    '| `V[id](P)` | bayes_vuln.prior |'
    """
    return f"| {as_code(measure)} | {function} |"


def _departure(line: Line) -> str:
    """What the peer does otherwise, and the shortest of the instances that show it."""
    assert line.comparison.departure is not None
    measure, shown = as_code(line.comparison.measure), as_code(line.shown)
    return f"{measure}: {line.comparison.departure.what}; {line.differing} of {line.apart}, {shown}"


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
