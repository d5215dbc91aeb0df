"""The house as a picture, drawn from its imports.

    python -m tests.architecture.house

prints the floors from the ground up: every part with its files and lines, and the parts that it
stands on; below a part of several rooms these, a folder each; then the figures that are kept small.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.architecture.reading_imports import PACKAGE, files, imports, module_of, part_of
from tests.architecture.reading_nodes import interpreters
from tests.architecture.test_floors import FLOORS


def picture() -> Iterator[str]:
    """The lines of the picture."""
    sizes: dict[str, list[int]] = {}
    below: dict[str, set[str]] = {}
    for path in files():
        part = part_of(module_of(path))
        sizes.setdefault(part, []).append(len(path.read_text(encoding="utf-8").splitlines()))
        reached = {part_of(m) for m in imports(path) if m.split(".")[0] == "pmlsym"}
        below.setdefault(part, set()).update(reached - {part, "__init__"})
    width = max(map(len, sizes))
    for part in sorted(sizes, key=lambda name: (FLOORS[name], name)):
        on = ", ".join(sorted(_nearest(part, below), key=lambda name: (-FLOORS[name], name)))
        count, lines = len(sizes[part]), sum(sizes[part])
        files_ = f"{count} file{'s' * (count != 1)}"
        yield f"{FLOORS[part]:2}  {part:{width}}  {files_:>9} {lines:6} lines   {on}".rstrip()
        for room, inside in rooms(part).items():
            yield f"      {room:{width - 2}}  {len(inside):3} files {sum(inside):6} lines"
    every = [lines for own in sizes.values() for lines in own]
    yield f"{len(every)} files, {sum(every)} lines"
    yield f"{len({file for file, _ in interpreters()})} interpretations of nodes"


def rooms(part: str) -> dict[str, list[int]]:
    """The folders inside a part, each with the lines of its files; none where there is but one."""
    inside: dict[str, list[int]] = {}
    for path in files():
        if part_of(module_of(path)) == part and path.parent != PACKAGE:
            lines = len(path.read_text(encoding="utf-8").splitlines())
            inside.setdefault(path.parent.name, []).append(lines)
    several = {room: counts for room, counts in inside.items() if len(counts) > 1}
    return several if len(several) > 1 else {}


def _nearest(part: str, below: dict[str, set[str]]) -> set[str]:
    """The parts that a part imports and reaches through no other one that it imports."""
    direct = below[part]
    further = {deeper for other in direct for deeper in _all_below(other, below)}
    return direct - further


def _all_below(part: str, below: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = set(below.get(part, ()))
    while waiting:
        found |= waiting
        waiting = {n for w in waiting for n in below.get(w, ())} - found
    return found


if __name__ == "__main__":
    print(*picture(), sep="\n")  # noqa: T201
