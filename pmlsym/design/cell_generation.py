"""Disclosure of a latent with few values from a secret with many letters, without enumeration.

The utility u(T r) depends on the posterior r only through the law q = T r of the latent. So cells
are cut in the small simplex of laws, and not in the polytope S of posteriors: with one joint mass
R_c in the cone of S for each cell c,

    max sum_c sum_v m_c(v) u(v)   subject to   T R_c = sum_v m_c(v) v,   sum_c R_c = p

bounds every private mechanism, and its own split p = sum_c R_c is a private mechanism. Splitting
the cells in use closes the gap. The dual, rounded to rationals and made feasible by raising prices,
is the proven bound; the split is made exact inside the equalities of S and pulled toward the prior
just enough to meet every inequality.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import block_diag, csr_matrix, hstack, identity, vstack

from pmlsym.design.bracket import entropy, total
from pmlsym.design.cells import Corners, Floats, entropies, first_cells, halves, in_floats
from pmlsym.design.column_generation import GeneratedMechanism
from pmlsym.design.distribution import output_masses
from pmlsym.design.posterior_polytope import PosteriorPolytope
from pmlsym.design.utilities.mutual_information import MutualInformation
from pmlsym.errors import InvalidInput
from pmlsym.linear.matrix import Matrix, Vector, dot, integer_null_space

MOST_VALUES = 4
"""The largest number of values of a latent whose laws are worth cutting into cells."""

_GRID = 2**40
_NOTHING = 1e-9
_SMALLEST = Fraction(1, 10**8)


def generate_by_cells(
    polytope: PosteriorPolytope,
    latent: Matrix,
    *,
    tolerance: float = 1e-6,
    budget: float = 30.0,
) -> GeneratedMechanism:
    """A private mechanism for I(W; Y) and a certified bound, for rows P_{W|X=x} of any latent.

    Meant for latents of up to MOST_VALUES values. The search stops at a gap of `tolerance` nats or
    after `budget` seconds; value and bound are proven in any case. Raises InvalidInput for a
    polytope that is one point.

    >>> from pmlsym.design.independence import perfect_sample_privacy
    >>> from pmlsym.design.posterior_polytope import posterior_polytope
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
    began = time.monotonic()
    program = _CellProgram(polytope, latent)
    best = program.solve(None)
    if best is None:
        raise InvalidInput("the linear program over cells failed in floats; rescale the masses")
    split = program.split()
    while best.ceiling - split.value > tolerance:
        left = began + budget - time.monotonic()
        if left < 0 or not program.refine(tolerance / 4):
            break
        found = program.solve(left)
        if found is None:
            break
        best = found if found.ceiling < best.ceiling else best
        split = max(split, program.split(), key=lambda one: one.value)
    weights, posteriors = _exact_split(polytope, split.shares)
    value = total(
        utility.at(r, polytope.prior).scaled(w) for w, r in zip(weights, posteriors, strict=True)
    )
    bound = min(best.exact_bound(polytope, latent), entropy(program.law).upper)
    return GeneratedMechanism(
        polytope,
        weights,
        posteriors,
        value,
        bound,
        "cells of the latent's laws",
        len(best.cells),
        time.monotonic() - began,
    )


@dataclass(frozen=True)
class _Split:
    """A floating split of the prior: for each outcome the share of every letter; its utility."""

    value: float
    shares: Floats


@dataclass(frozen=True)
class _Dual:
    """The dual of a solved program in floats: prices of the law, of equalities, of inequalities."""

    ceiling: float
    cells: tuple[Corners, ...]
    slopes: Floats
    equal: Floats
    loose: Floats

    def exact_bound(self, polytope: PosteriorPolytope, latent: Matrix) -> Fraction:
        """sum_s p(s) max_c [z_c . T_s + e_c . E_s + g_c . G_s] with z_c . v >= u(v) at corners.

        True for any e_c and any g_c >= 0; what the floats decide is only how small it is.
        """
        equalities, inequalities = polytope.homogeneous
        columns = list(zip(*equalities, *inequalities, strict=True))
        whole = entropy(output_masses(polytope.prior, latent)).upper
        known: dict[Vector, Fraction] = {}
        prices: list[Fraction] = []
        for cell, slope, equal, loose in zip(
            self.cells, self.slopes, self.equal, self.loose, strict=True
        ):
            for corner in cell:
                if corner not in known:
                    known[corner] = whole - entropy(corner).lower
            law = [Fraction(round(value * _GRID), _GRID) for value in slope.tolist()]
            lift = max(known[corner] - dot(law, corner) for corner in cell)
            rates = [round(value * _GRID) for value in equal.tolist()]
            rates += [max(round(value * _GRID), 0) for value in loose.tolist()]
            used = [(k, rate) for k, rate in enumerate(rates) if rate]
            needed = [
                lift + dot(law, row) + Fraction(sum([a * column[k] for k, a in used]), _GRID)
                for row, column in zip(latent, columns or [()] * len(latent), strict=True)
            ]
            prices = [max(a, b) for a, b in zip(prices, needed, strict=True)] if prices else needed
        return dot(polytope.prior, prices)


class _CellProgram:
    """The linear program over cells, in floats."""

    def __init__(self, polytope: PosteriorPolytope, latent: Matrix) -> None:
        equalities, inequalities = polytope.homogeneous
        size = len(polytope.prior)
        self.law = output_masses(polytope.prior, latent)
        self.whole = float(entropy(self.law))
        # In shares of the prior, R(s) = p(s) * share, letters of small mass keep their digits; the
        # solver drops coefficients below 1e-9, so that the smallest masses share one scale.
        scale = tuple(max(mass, _SMALLEST) for mass in polytope.prior)
        self.full = in_floats([tuple(p / d for p, d in zip(polytope.prior, scale, strict=True))])[0]
        self.latent = in_floats(_times(scale, latent))
        self.equal, self.equal_scale = _scaled(scale, equalities, size)
        self.loose, self.loose_scale = _scaled(scale, inequalities, size)
        self.size = size
        self.cells: list[Corners] = first_cells(len(self.law), at_least=4)
        self.solution: Floats = np.zeros((0, 0))

    def _value(self, laws: Floats) -> Floats:
        return np.asarray(self.whole - entropies(laws))

    def solve(self, seconds: float | None) -> _Dual | None:
        """Solve over the present cells; the variables of a cell are its corners and R(s).

        None when the solver needs more than the given seconds, or fails in floats.
        """
        values, size, count = len(self.law), self.size, len(self.cells)
        costs, rows = [], []
        empty = np.zeros((len(self.equal), values))
        for cell in self.cells:
            corners = in_floats(cell)
            costs.append(np.concatenate([-self._value(corners), np.zeros(size)]))
            law = np.hstack([-corners.T, self.latent.T])
            rows.append(csr_matrix(np.vstack([law, np.hstack([empty, self.equal])])))
        share = hstack([csr_matrix((size, values)), identity(size)])
        below = np.hstack([np.zeros((len(self.loose), values)), -self.loose])
        # The solver takes sparse matrices; its type stubs do not know it.
        equations: Any = vstack([block_diag(rows), hstack([share] * count)], format="csr")
        bounds: Any = block_diag([csr_matrix(below)] * count, format="csr")
        found = linprog(
            np.concatenate(costs),
            A_eq=equations,
            b_eq=np.append(np.zeros((values + len(self.equal)) * count), self.full),
            A_ub=bounds if len(self.loose) else None,
            b_ub=np.zeros(len(self.loose) * count) if len(self.loose) else None,
            method="highs",
            options={} if seconds is None else {"time_limit": seconds},
        )
        if found.x is None or found.status != 0:
            return None
        self.solution = np.asarray(found.x).reshape(count, values + size)
        kept = (values + len(self.equal)) * count
        prices = np.asarray(found.eqlin.marginals)[:kept].reshape(count, -1)
        loose = np.zeros((count, len(self.loose)))
        if len(self.loose):
            loose = -np.asarray(found.ineqlin.marginals).reshape(count, -1)
        return _Dual(
            -float(np.concatenate(costs) @ found.x),
            tuple(self.cells),
            prices[:, :values],
            prices[:, values:] / self.equal_scale,
            loose / self.loose_scale,
        )

    def split(self) -> _Split:
        """The split of the prior in the last solution."""
        masses = np.maximum(self.solution[:, len(self.law) :], 0.0)
        laws = masses @ self.latent
        weights = laws.sum(axis=1)
        used = weights > _NOTHING
        found = laws[used] / weights[used, None]
        whole = masses[used].sum(axis=0)
        shares = masses[used] / np.where(whole > 0, whole, 1.0)
        return _Split(float(weights[used] @ self._value(found)), shares)

    def refine(self, enough: float) -> bool:
        """Split the cells in use whose interpolation is loose; whether there was one."""
        values = len(self.law)
        cells: list[Corners] = []
        for cell, found in zip(self.cells, self.solution, strict=True):
            law = found[values:] @ self.latent
            mass = float(law.sum())
            if mass <= _NOTHING:
                cells.append(cell)
                continue
            share, law = found[:values] / mass, law / mass
            loose = mass * float(share @ self._value(in_floats(cell)) - self._value(law))
            cells += [cell] if loose < enough / len(self.cells) else halves(cell, float(share[0]))
        changed = len(cells) > len(self.cells)
        self.cells = cells
        return changed


def _times(prior: Vector, rows: Matrix) -> Matrix:
    return tuple(
        tuple(mass * entry for entry in row) for mass, row in zip(prior, rows, strict=True)
    )


def _scaled(scale_of: Vector, rows: list[tuple[int, ...]], size: int) -> tuple[Floats, Floats]:
    """Integer rows on the scale of the masses with largest entry one, and what divided them."""
    table, scales = [], []
    for row in rows:
        entries = [value * mass for value, mass in zip(row, scale_of, strict=True)]
        scale = max(map(abs, entries)) or Fraction(1)
        table.append([float(entry / scale) for entry in entries])
        scales.append(float(scale))
    return np.array(table).reshape(len(rows), size), np.array(scales)


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
            mass = prior[order[k]] * Fraction(round(row[order[k]] * _GRID), _GRID) / vector[k]
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
