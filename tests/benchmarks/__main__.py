"""How fast everything is, as one table, beside the figures before it and beside what others do.

    python -m tests.benchmarks            all rows, some minutes
    python -m tests.benchmarks --short    those of seconds; fails where a ratio is far off

All figures are processor seconds of this run, of all threads and processes, the least of several
runs. Peers are measured where they are installed. The short form compares each row with its
yardstick, measured in the same run, and fails where it takes more than twice the stated multiple.
"""

from __future__ import annotations

import argparse
import sys

from pmlsym.errors import PmlError
from tests.benchmarks.answer_rows import long_rows, short_rows
from tests.benchmarks.measuring import Measure, NotInstalled, NotThere, Row
from tests.benchmarks.numeric_rows import rows as numeric_rows

FAR_OFF = 2


def main() -> int:
    """Print the table; the status says whether a ratio is far off."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks")
    parser.add_argument("--short", action="store_true", help="the rows that take seconds")
    options = parser.parse_args()
    found = (*numeric_rows(), *short_rows(), *(() if options.short else long_rows()))
    say("| | before | goal | now | beside |\n| --- | ---: | ---: | ---: | --- |")
    known: dict[Measure, float | NotThere] = {}
    off = [row.name for row in found if not printed(row, known)]
    for name in off:
        say(f"\nfar off: {name}")
    return 1 if off and options.short else 0


def printed(row: Row, known: dict[Measure, float | NotThere]) -> bool:
    """Print a row; whether it is not far off. What has a stated multiple has to have an answer."""
    now = known.setdefault(row.now, figure(row.now))
    beside = []
    for name, measure in row.beside:
        if measure not in known:
            known[measure] = figure(measure)
        other = known[measure]
        both = isinstance(now, float) and isinstance(other, float)
        times = f", {now / other:.2g} times" if both else ""
        beside.append(f"{name}: {shown(other)}{times}")
    allowed = f" (stated: {row.most:g})" if row.most else ""
    say(f"| {row.name} | {row.before} | {row.goal} | {shown(now)} | {'; '.join(beside)}{allowed} |")
    if not row.most or isinstance(now, NotInstalled):
        return True
    yardstick = known[row.beside[0][1]]
    if isinstance(now, NotThere) or isinstance(yardstick, NotThere):
        return False
    return now <= FAR_OFF * row.most * yardstick


def figure(measure: Measure) -> float | NotThere:
    """The seconds, or why there are none."""
    try:
        return measure()
    except NotThere as error:
        return error
    except PmlError:
        return NotThere("refused")


def shown(found: float | NotThere) -> str:
    """Seconds in the unit that fits."""
    if isinstance(found, NotThere):
        return str(found)
    for unit, size in (("us", 1e-6), ("ms", 1e-3)):
        if found < 1000 * size:
            return f"{found / size:.3g} {unit}"
    return f"{found:.3g} s"


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
