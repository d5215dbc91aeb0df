"""Check what Python makes for the rows of the papers, and compare it with what is recorded.

What was found by the same version of all code is remembered, and not checked again.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Mapping, Sequence

from pmlsym.errors import PmlError
from pmlsym.io.saved_records import read, write
from pmlsym.papers.ledger import select_entries
from pmlsym.papers.recorded import RecordedResult, file_of, results_of, results_text
from pmlsym.parallel.workers import processes
from proofs.papers.checking import Line, checked, parts, rows
from proofs.papers.mechanisms.figures import COMPUTED, FILE, figures_text
from proofs.papers.remembered import Memory, digest_of, files_of_version, recall

Found = Mapping[Line, tuple[RecordedResult, float]]
KINDS = ("check", "sequents", "claim")
FIGURES = "figures"


def main() -> int:
    """Print a table of the rows; the exit status says whether all is as it was recorded."""
    parser = argparse.ArgumentParser(prog="python -m proofs.papers", description=__doc__)
    parser.add_argument("--paper", help="PML23, RDP, QID24 or PSP only")
    parser.add_argument("--id", action="append", default=[], help="this row alone, and others so")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--write", action="store_true", help="record what was found")
    parser.add_argument("--again", action="store_true", help="check what is remembered too")
    options = parser.parse_args()
    try:
        chosen = [entry.id for entry in select_entries(paper=options.paper, ids=options.id)]
    except PmlError as error:
        parser.error(str(error))
    chosen = [row for row in chosen if row in rows()]
    version = digest_of(files_of_version())
    memory = Memory(version, {}) if options.again else recall(version)
    found = _found(chosen, options.workers, memory)
    print(f"{'row':38} {'checks':>6} {'sequents':>8} {'claims':>6} {'instances':>9} {'seconds':>8}")
    for row in chosen:
        print(_row(row, found))
    differing = [line for line, (result, _) in found.items() if result != _recorded(line)]
    for line in differing:
        print(f"differs: {line.paper}: {line.text}")
        print(f"  found:    {found[line][0]}\n  recorded: {_recorded(line)}")
    is_drawn = options.paper is None and not options.id
    drawn = memory.known.get(FIGURES, "") if is_drawn else ""
    if is_drawn:
        drawn = drawn or figures_text({name: make() for name, make in COMPUTED.items()})
        differs = FILE.read_text(encoding="utf-8") != drawn
        differing += [Line("PSP", "figures")] * differs
        print(f"the figures {', '.join(COMPUTED)}: {'NOT ' * differs}as recorded")
    if options.write:
        _record(found)
        if is_drawn:
            FILE.write_text(drawn, encoding="utf-8")
    results = [result for result, _ in found.values()]
    memory.with_results(
        {
            **{_key(line): write(result) for line, (result, _) in found.items()},
            **({FIGURES: drawn} if is_drawn else {}),
        }
    ).save()
    print(
        f"{len(chosen)} rows: {_counts(Counter(line.kind for line in found))}, "
        f"{sum(result.instances for result in results)} instances, "
        f"{sum(seconds for _, seconds in found.values()):.0f} s of processor time; "
        f"{sum(_key(line) in memory.known for line in found)} lines remembered; "
        f"{len(differing)} not as recorded"
    )
    return 1 if differing and not options.write else 0


def _found(chosen: Sequence[str], workers: int, memory: Memory) -> Found:
    """What the lines of some rows come to, each once, whichever process takes it."""
    lines = list(dict.fromkeys(line for row in chosen for line, _ in rows()[row]))
    new = [line for line in lines if _key(line) not in memory.known]
    found = {
        line: (read(RecordedResult, memory.known[_key(line)], line.text), 0.0)
        for line in lines
        if _key(line) in memory.known
    }
    if new:
        with processes(min(workers, len(new)), [Line]) as pool:
            found |= dict(zip(new, pool.map(checked, new), strict=True))
    return {line: found[line] for line in lines}


def _key(line: Line) -> str:
    return f"{line.paper}: {line.text}"


def _row(row: str, found: Found) -> str:
    own = [line for line, _ in rows()[row]]
    kinds = Counter(line.kind for line in own)
    instances = sum(found[line][0].instances for line in own)
    agrees = all(found[line][0] == _recorded(line) for line in own)
    counts = " ".join(
        f"{kinds[kind]:>{width}}" for kind, width in zip(KINDS, (6, 8, 6), strict=True)
    )
    seconds = sum(found[line][1] for line in own)
    said = "as recorded" if agrees else "NOT as recorded"
    return f"{row:38} {counts} {instances:9} {seconds:8.2f}  {said}"


def _counts(kinds: Counter[str]) -> str:
    return f"{kinds['check']} checks, {kinds['sequents']} of sequents, {kinds['claim']} claims"


def _recorded(line: Line) -> RecordedResult | None:
    return results_of(line.paper).get(line.text)


def _record(found: Found) -> None:
    """Put what was found beside what is known of the other lines that there are."""
    for paper in dict.fromkeys(line.paper for line in found):
        known = {}
        for line in parts():
            result = found[line][0] if line in found else _recorded(line)
            if line.paper == paper and result is not None:
                known[line.text] = result
        file_of(paper).write_text(results_text(known), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
