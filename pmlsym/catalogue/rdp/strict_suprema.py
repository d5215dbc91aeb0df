"""[RDP, Remark B.1]: no prior of full support attains the suprema of Theorem 4.2."""

from __future__ import annotations

from itertools import product
from random import Random

from pmlsym.catalogue.checked import assume, require
from pmlsym.catalogue.drawing import draw_distribution
from pmlsym.catalogue.rdp.approaching import symbolic
from pmlsym.catalogue.rdp.databases import draw_mechanism


def strictly_below(random: Random) -> str:
    """A random product prior of full support, and the three leakages of Theorem 4.2."""
    mechanism = draw_mechanism(random)
    level = mechanism.worst_neighbours().level
    assume(level != 1)
    count, n = mechanism.letters, mechanism.entries
    laws = [draw_distribution(random, count, zeros=False) for _ in range(n)]
    for i, y in product(range(n), mechanism.outcomes):
        for d in mechanism.rows:
            row = [mechanism.rows[(*d[:i], v, *d[i + 1 :])][y] for v in range(count)]
            if not max(row):
                continue
            mixed = sum(p * v for p, v in zip(laws[i], row, strict=True))
            require(level is None or max(row) / mixed < level)
        prior = mechanism.product_prior([[symbolic(p) for p in law] for law in laws])
        values = [mechanism.entry_leakage(prior, i, v, y) for v in range(count)]
        require(level is None or max(values) < symbolic(level))
    return "infinite" if level is None else "finite"
