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
from tests.benchmarks.measuring import Measure, NotThere, Row
from tests.benchmarks.numeric_rows import rows as numeric_rows

FAR_OFF = 2


def main() -> int:
    """Print the table; the status says whether a ratio is far off."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks")
    parser.add_argument("--short", action="store_true", help="the rows that take seconds")
    options = parser.parse_args()
    found = (*numeric_rows(), *short_rows(), *(() if options.short else long_rows()))
    say("| | before | goal | now | beside |\n| --- | ---: | ---: | ---: | --- |")
    known: dict[Measure, float | str] = {}
    off = [row.name for row in found if not printed(row, known)]
    for name in off:
        say(f"\nfar off: {name}")
    return 1 if off and options.short else 0


def printed(row: Row, known: dict[Measure, float | str]) -> bool:
    """Print a row; whether it is not far off."""
    now = known.setdefault(row.now, figure(row.now))
    beside = []
    for name, measure in row.beside:
        if measure not in known:
            known[measure] = figure(measure)
        other = known[measure]
        times = f", {now / other:.2g} times" if is_number(now) and is_number(other) else ""
        beside.append(f"{name}: {shown(other)}{times}")
    allowed = f" (stated: {row.most:g})" if row.most else ""
    say(f"| {row.name} | {row.before} | {row.goal} | {shown(now)} | {'; '.join(beside)}{allowed} |")
    yardstick = known[row.beside[0][1]] if row.beside else ""
    if not (row.most and is_number(now) and is_number(yardstick)):
        return True
    return now <= FAR_OFF * row.most * yardstick


def figure(measure: Measure) -> float | str:
    """The seconds, or why there are none."""
    try:
        return measure()
    except NotThere as error:
        return str(error)
    except PmlError:
        return "refused"


def is_number(found: float | str) -> bool:
    """Whether it was measured."""
    return isinstance(found, float)


def shown(found: float | str) -> str:
    """Seconds in the unit that fits."""
    if not isinstance(found, float):
        return found
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
