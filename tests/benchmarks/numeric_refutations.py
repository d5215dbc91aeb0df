"""How fast every false conjecture of the tests is refuted, and how small its counterexample is.

python tests/benchmarks/numeric_refutations.py [SEED]
"""

# ruff: noqa: T201
from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

from pmlsym.engines.sampling.refuter import search
from tests.statements.every import CONJECTURES


def main(seed: int) -> int:
    """Print the table; the result is the number of conjectures that were not refuted."""
    missed = 0
    print(f"{'claim':<88}{'seconds':>8}{'letters':>9}{'largest denominator':>21}")
    for conjecture in CONJECTURES:
        claim = conjecture.claim
        start = perf_counter()
        found = search(claim, effort=10, seed=seed).instance
        spent = perf_counter() - start
        if found is None:
            missed += 1
            print(f"{conjecture!s:<88}{spent:>8.2f}{'not refuted':>30}")
            continue
        letters = max(found.sizes.values(), default=0)
        largest = max((e.denominator for e in _flat(found.tensors.values())), default=1)
        print(f"{conjecture!s:<88}{spent:>8.2f}{letters:>9}{largest:>21}")
    return missed


def _flat(entries: object) -> Iterator[Fraction]:
    if isinstance(entries, Fraction):
        yield entries
    else:
        for inner in entries:  # type: ignore[attr-defined]
            yield from _flat(inner)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 0))
