"""Disclosure of a latent with few values from a secret with many letters, without enumeration.

The utility u(T r) depends on the posterior r only through the law q = T r of the latent. So cells
are cut in the small simplex of laws, and not in the polytope S of posteriors, in whose cone each
joint mass R_c has to lie. The program over cells bounds every private mechanism, and its own split
p = sum_c R_c is one: it is made exact inside the equalities of S and pulled toward the prior just
enough to meet every inequality. Splitting the cells in use closes the gap.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pmlsym.calculus.effort import Stopwatch, passed, units_left, until
from pmlsym.errors import InvalidInput
from pmlsym.linear.matrix import Integers, Matrix, Vector, dot, integer_null_space
from pmlsym.mechanisms.bracket import total
from pmlsym.mechanisms.posterior_polytope import PosteriorPolytope
from pmlsym.mechanisms.utilities import MutualInformation
from proofs.papers.mechanisms.cell_program import (
    GRID,
    NOTHING,
    Cell,
    CellProgram,
    Floats,
    cells_to_begin,
    scale_of,
)
from proofs.papers.mechanisms.column_generation import GeneratedMechanism

MOST_VALUES = 4
"""The largest number of values of a latent whose laws are worth cutting into cells."""


def generate_by_cells(
    polytope: PosteriorPolytope,
    latent: Matrix,
    *,
    tolerance: float = 1e-6,
    effort: float = 30.0,
) -> GeneratedMechanism:
    """A private mechanism for I(W; Y) and a certified bound, for rows P_{W|X=x} of any latent.

    Meant for latents of up to MOST_VALUES values. The search stops at a gap of `tolerance` nats or
    after `effort` units; value and bound are proven in any case. Raises InvalidInput for a
    polytope that is one point.

    >>> from pmlsym.mechanisms.independence import perfect_sample_privacy
    >>> from pmlsym.mechanisms.posterior_polytope import posterior_polytope
    >>> fair = posterior_polytope([Fraction(1, 8)] * 8, [perfect_sample_privacy((2, 2, 2))])
    >>> parity = [(Fraction(k in (0, 3, 5, 6)), Fraction(k in (1, 2, 4, 7))) for k in range(8)]
    >>> found = generate_by_cells(fair, tuple(parity))
    >>> round(float(found.value), 6), float(found.gap) < 1e-6
    (0.693147, True)
    """
    utility = MutualInformation(latent)
    utility.at(polytope.prior, polytope.prior)
    if polytope.is_point:
        raise InvalidInput("the prior is the only private posterior: nothing to generate")
    watch = Stopwatch()
    first = cells_to_begin(len(latent[0]), at_least=4)
    program = CellProgram(polytope.prior, latent, _Allowed(polytope), first)
    best = program.solve()
    if best is None:
        raise InvalidInput("the linear program over cells failed in floats; rescale the masses")
    split = _last_split(program)
    with until(effort):
        while best.ceiling - split.value > tolerance:
            if passed() or not program.refine(tolerance / 4):
                break
            dual = program.solve(units_left())
            if dual is None:
                break
            best = dual if dual.ceiling < best.ceiling else best
            split = max(split, _last_split(program), key=lambda one: one.value)
    weights, posteriors = _exact_split(polytope, split.shares)
    value = total(
        utility.at(r, polytope.prior).scaled(w) for w, r in zip(weights, posteriors, strict=True)
    )
    bound = program.bound(best)
    return GeneratedMechanism(
        polytope,
        weights,
        posteriors,
        value,
        bound,
        "cells of the latent's laws",
        len(best.cells),
        watch.seconds,
    )


@dataclass(frozen=True)
class _Split:
    """A floating split of the prior: for each outcome the share of every letter; its utility."""

    value: float
    shares: Floats


class _Allowed:
    """R lies in the cone of the polytope: its equalities, and its inequalities as rows <= 0."""

    allowance = None

    def __init__(self, polytope: PosteriorPolytope) -> None:
        self.exact = polytope.homogeneous
        scale = scale_of(polytope.prior)
        self.equal, self.equal_scale = _scaled_rows(scale, self.exact[0])
        loose, self.loose_scale = _scaled_rows(scale, self.exact[1])
        self.below = -loose
        self.columns = list(zip(*self.exact[0], *self.exact[1], strict=True)) or [()] * len(scale)

    def rows(self, cell: Cell) -> Floats:
        """The same for every cell."""
        return self.below

    def rates(self, cell: Cell, equal: Floats, below: Floats) -> tuple[list[Fraction], Fraction]:
        """sum_k e_k E_k(s) + sum_k g_k G_k(s), with g_k >= 0."""
        rates = [round(value * GRID) for value in (equal / self.equal_scale).tolist()]
        rates += [max(round(value * GRID), 0) for value in (below / self.loose_scale).tolist()]
        used = [(k, rate) for k, rate in enumerate(rates) if rate]
        each = [Fraction(sum([a * column[k] for k, a in used]), GRID) for column in self.columns]
        return each, Fraction(0)


def _last_split(program: CellProgram) -> _Split:
    """The split of the prior in the last solution."""
    masses = program.masses
    laws = masses @ program.latent
    weights = laws.sum(axis=1)
    used = weights > NOTHING
    laws_used = laws[used] / weights[used, None]
    whole = masses[used].sum(axis=0)
    shares = masses[used] / np.where(whole > 0, whole, 1.0)
    return _Split(float(weights[used] @ program.value(laws_used)), shares)


def _scaled_rows(scale_of_letters: Vector, rows: list[Integers]) -> tuple[Floats, Floats]:
    """Integer rows on the scale of the masses with largest entry one, and what divided them."""
    table, scales = [], []
    for row in rows:
        entries = [value * mass for value, mass in zip(row, scale_of_letters, strict=True)]
        scale = max(map(abs, entries)) or Fraction(1)
        table.append([float(entry / scale) for entry in entries])
        scales.append(float(scale))
    return np.array(table).reshape(len(rows), len(scale_of_letters)), np.array(scales)


def _exact_split(
    polytope: PosteriorPolytope, shares: Floats
) -> tuple[tuple[Fraction, ...], tuple[Vector, ...]]:
    """Exact weights and posteriors in S near a floating split of the prior.

    All rows but the last are rounded within the equalities, where the letters of largest mass take
    up the rounding; the last is what remains of the prior. Then every posterior moves toward the
    prior by the same least share that S needs.
    """
    equalities, inequalities = polytope.homogeneous
    prior = polytope.prior
    order = sorted(range(len(prior)), key=lambda x: -prior[x])
    basis, free = integer_null_space(
        [tuple([row[x] for x in order]) for row in equalities], width=len(prior)
    )
    rest, parts = list(prior), []
    for row in shares[:-1].tolist():
        part = [Fraction(0)] * len(prior)
        for vector, k in zip(basis, free, strict=True):
            mass = prior[order[k]] * Fraction(round(row[order[k]] * GRID), GRID) / vector[k]
            if mass:
                for x, entry in enumerate(vector):
                    if entry:
                        part[order[x]] += mass * entry
        parts.append(part)
        rest = [a - b for a, b in zip(rest, part, strict=True)]
    parts = [part for part in (*parts, rest) if sum(part) > 0]
    weights = tuple(sum(part, Fraction(0)) for part in parts)
    points = [tuple(m / w for m in part) for part, w in zip(parts, weights, strict=True)]
    faces = [tuple(map(Fraction, row)) for row in inequalities]
    pull = Fraction(0)
    for point in points:
        slacks = list(zip(point, prior, strict=True))
        slacks += [(dot(row, point), dot(row, prior)) for row in faces]
        for here, there in slacks:
            if here < 0:
                pull = max(pull, -here / (there - here))
    posteriors = tuple(
        tuple((1 - pull) * m + pull * p for m, p in zip(point, prior, strict=True))
        for point in points
    )
    return weights, posteriors
