"""Quantities of mechanisms with a continuum of outcomes that integrate over the outcomes.

The integrals are elementary functions: laplace_densities.py and gaussian_densities.py give them as
expressions in the distances of the means and the prior masses. Each is compared with the definition
integrated numerically, at random points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import exp, inf, log, pi, sqrt
from random import Random

import sympy

from pmlsym.derive.closed_form import ClosedForm, Part
from pmlsym.derive.form import Elementary
from pmlsym.derive.gaussian_densities import GaussianDensities
from pmlsym.derive.gaussian_means import gaussian_worst_case
from pmlsym.derive.laplace_densities import LaplaceDensities
from pmlsym.derive.presentation import Disagreement
from pmlsym.errors import Unsupported
from pmlsym.evidence.number import Number
from pmlsym.families.densities import Densities
from pmlsym.families.mechanism import Mechanism

INTEGRALS = ("maxleak", "mi", "tv", "expected_pml", "tail", "eml", "distribution")
TOLERANCE, STEPS, FAR = 1e-5, 3000, 36.0


def integrates(mechanism: Mechanism, quantity: str) -> bool:
    """Whether a quantity of a mechanism is an integral over its outcomes, or beyond their limits.

    >>> from pmlsym.families import gaussian, laplace
    >>> integrates(laplace(3), "mi"), integrates(laplace(3), "pml"), integrates(gaussian(3), "pml")
    (True, False, True)
    """
    densities = mechanism.densities
    if densities is None:
        return False
    inner = densities.kind == "Gaussian" and densities.means > 2
    return quantity in INTEGRALS or (inner and quantity in ("pml", "pml_at", "alip"))


def integrated(
    mechanism: Mechanism, quantity: str, frame_of: ClosedForm, checks: int, seed: int
) -> ClosedForm:
    """The closed form of such a quantity; `frame_of` is any closed form of the same mechanism.

    Raises Unsupported where the integral has no closed form, Disagreement if the check fails.
    """
    assert mechanism.densities is not None
    own = _densities(mechanism, frame_of)
    extra: dict[str, tuple[str, sympy.Basic]] = {}
    if quantity == "tail":
        level = sympy.Symbol("tau")
        rows = [("", "", own.tail_probability(level))]
        extra = {"tau": ("tau >= 0", ">=")}
    elif quantity == "eml":
        delta = sympy.Symbol("delta")
        rows = [("", "", own.event_leakage(delta))]
        extra = {"delta": ("0 < delta <= 1", ">")}
    elif quantity == "distribution":
        y = sympy.Symbol("y")
        found = own.distribution(y)
        rows = [("leakage", where, value) for where, value, _ in found]
        rows += [("density", where, value) for where, _, value in found]
    elif quantity == "alip":
        rows = [("eps_l", "", sympy.oo), ("eps_u", "", _plain_quantity(own, "pml"))]
    else:
        rows = [("", "", _plain_quantity(own, quantity))]
    if quantity == "maxleak":
        rows = [("", "", sympy.log(rows[0][2]))]
    parts = tuple(Part(label, where, Elementary(value), value) for label, where, value in rows)
    conditions = [(sympy.Symbol(name), relation) for name, (_, relation) in extra.items()]
    whole = replace(
        frame_of,
        quantity=quantity,
        parts=parts,
        parameters=(*frame_of.parameters, *extra),
        domain=(*frame_of.domain, *(text for text, _ in extra.values())),
        assumptions=_assumptions(mechanism.densities, quantity, frame_of),
        facts=(),
        checked=0,
        per_outcome=False,
        conditions=(*frame_of.conditions, *conditions),
    )
    done = _check(mechanism.densities, own, whole, checks, Random(seed))
    return replace(whole, checked=done)


def _plain_quantity(own: LaplaceDensities | GaussianDensities, quantity: str) -> sympy.Expr:
    if quantity == "pml" and isinstance(own, GaussianDensities):
        return own.worst_leakage()
    known: dict[str, Callable[[], sympy.Expr]] = {
        "maxleak": own.largest_integral,
        "mi": own.mutual_information,
        "tv": own.total_variation,
        "expected_pml": own.expected_leakage,
    }
    if quantity not in known:
        raise Unsupported(
            f"{quantity} of three Gaussian means and more: ask for pml, or for the distribution"
        )
    return known[quantity]()


def _assumptions(densities: Densities, quantity: str, frame_of: ClosedForm) -> tuple[str, ...]:
    texts = [] if quantity == "maxleak" else list(frame_of.assumptions)
    if quantity == "distribution":
        texts.append("y in units of the scale, from the first mean on")
    if densities.kind == "Gaussian" and densities.means > 3 and quantity != "distribution":
        texts += [f"L{x} = sup over y of log f_{x}(y)/P_Y(y)" for x in range(2, densities.means)]
    return tuple(dict.fromkeys(texts))


def _densities(mechanism: Mechanism, frame_of: ClosedForm) -> LaplaceDensities | GaussianDensities:
    """The densities in the symbols of the parameters and the prior masses."""
    densities = mechanism.densities
    assert densities is not None
    gaps = tuple(map(sympy.Symbol, densities.gaps))
    table = next(iter(d.entries for d in mechanism.prior.data), None)
    if table is None:
        masses = tuple(sympy.Symbol(f"p{k + 1}") for k in range(densities.means))
    else:
        frame, shown = frame_of.frame, frame_of.presentation
        masses = tuple(shown.rational(frame.ratio(ratio)) for ratio in table)
    if densities.kind == "Gaussian":
        return GaussianDensities(masses, gaps)
    ends = tuple(map(sympy.Symbol, densities.ends or ()))
    return LaplaceDensities(masses, gaps, (ends[0], ends[1]) if ends else (sympy.oo, sympy.oo))


# --- check ------------------------------------------------------------------------------------


def _check(
    densities: Densities,
    own: LaplaceDensities | GaussianDensities,
    closed: ClosedForm,
    checks: int,
    rng: Random,
) -> int:
    """Compare with sums over a fine grid; the leakage as a function of y at some outcomes."""
    done = 0
    if closed.quantity in ("pml", "alip") and densities.means > 3:
        return done
    names = (*densities.gaps, *(densities.ends or ()))
    symbols = [s for p in closed.parts for s in p.expr.free_symbols]
    symbols = sorted({*symbols, *(s for m in own.masses for s in m.free_symbols)}, key=str)
    functions = [sympy.lambdify(symbols, part.expr, "math") for part in closed.parts]
    masses = sympy.lambdify(symbols, list(own.masses), "math")
    while done < checks:
        point = {str(s): rng.randint(5, 95) / 100 for s in symbols}
        point |= {name: rng.randint(1, 40) / 10 for name in names}
        parts = [rng.randint(1, 12) for _ in own.masses]
        point |= {f"p{k + 1}": part / sum(parts) for k, part in enumerate(parts)}
        point |= {"tau": rng.randint(0, 12) / 10, "delta": rng.randint(1, 10) / 10}
        point["y"] = rng.uniform(-1, 4)
        at = [point[str(s)] for s in symbols]
        grid = _Grid(densities, masses(*at), point)
        _compare(grid, closed, point, [function(*at) for function in functions])
        done += 1
    return done


def _compare(
    grid: _Grid, closed: ClosedForm, point: Mapping[str, float], values: Sequence[float]
) -> None:
    if closed.quantity == "distribution":
        wanted = grid.leakage(point["y"])
        leaks = values[: len(values) // 2]
        if not any(abs(value - wanted) < TOLERANCE for value in leaks):
            raise Disagreement(f"no piece of the leakage is {wanted} at {dict(point)}")
        return
    name = "pml" if closed.quantity == "alip" else closed.quantity
    wanted, found = grid.quantity(name, point), values[-1]
    if abs(found - wanted) > 40 * TOLERANCE * (1 + abs(wanted)):
        raise Disagreement(
            f"{closed.quantity} is {wanted} by sums, {found} by its form, at {dict(point)}"
        )


class _Grid:
    """The outcomes as a fine grid, its cells weighed by the trapezoidal rule between kinks."""

    def __init__(
        self, densities: Densities, masses: Sequence[float], point: Mapping[str, float]
    ) -> None:
        self.kind, self.masses = densities.kind, masses
        gaps = [point[name] for name in densities.gaps]
        self.means = [sum(gaps[:k]) for k in range(len(gaps) + 1)]
        far = FAR if densities.kind == "Laplace" else 9.0
        ends = [point[name] for name in densities.ends] if densities.ends else [far, far]
        self.low, self.high = self.means[0] - ends[0], self.means[-1] + ends[1]
        cut = densities.ends is not None
        self.scales = [
            1 / (2 - exp(self.low - m) - exp(m - self.high)) if cut else 0.5 for m in self.means
        ]
        borders = [self.low, *self.means, self.high]
        self.cells: list[tuple[list[float], float]] = []
        for left, right in pairwise(borders):
            step = (right - left) / STEPS
            if step > 0:
                for k in range(STEPS):
                    middle = left + (k + 0.5) * step
                    self.cells.append((self.values(middle), step))

    def values(self, y: float) -> list[float]:
        """f_x(y) for every x."""
        if self.kind == "Gaussian":
            return [exp(-((y - m) ** 2) / 2) / sqrt(2 * pi) for m in self.means]
        return [c * exp(-abs(y - m)) for c, m in zip(self.scales, self.means, strict=True)]

    def mixture(self, values: Sequence[float]) -> float:
        """P_Y."""
        return sum(p * v for p, v in zip(self.masses, values, strict=True))

    def leakage(self, y: float) -> float:
        """The leakage at an outcome."""
        values = self.values(y)
        return log(max(values) / self.mixture(values))

    def quantity(self, name: str, point: Mapping[str, float]) -> float:
        """The quantity as a sum over the cells."""
        if name == "eml":
            return max(self._event(x, point["delta"]) for x in range(len(self.means)))
        if name == "pml":
            outer = -log(min(self.masses[0], self.masses[-1]))
            return max(outer, *(log(max(f) / self.mixture(f)) for f, _ in self.cells))
        total = 0.0
        for f, step in self.cells:
            m = self.mixture(f)
            if name == "maxleak":
                total += max(f) * step
            elif name == "tv":
                total += step * sum(
                    p * max(0.0, v - m) for p, v in zip(self.masses, f, strict=True)
                )
            elif name == "mi":
                pairs = zip(self.masses, f, strict=True)
                total += step * sum(p * v * log(v / m) for p, v in pairs if v > 0)
            elif name == "expected_pml":
                total += step * m * log(max(f) / m)
            elif name == "tail":
                total += step * m * (max(f) / m > exp(point["tau"]))
        return log(total) if name == "maxleak" else total

    def _event(self, x: int, delta: float) -> float:
        ordered = sorted(
            (
                (f[x] / self.mixture(f), f[x] * step, self.mixture(f) * step)
                for f, step in self.cells
            ),
            reverse=True,
        )
        part = mass = 0.0
        for _, own, whole in ordered:
            if mass + whole >= delta:
                share = (delta - mass) / whole if whole else 0.0
                return log((part + share * own) / delta)
            part, mass = part + own, mass + whole
        return log(part / mass) if mass else -inf


def worst_enclosed(
    densities: Densities, values: Mapping[str, Fraction], masses: Sequence[Fraction]
) -> Number:
    """The supremum of the leakage of any number of Gaussian means, enclosed."""
    means = [Fraction(0)]
    for name in densities.gaps:
        means.append(means[-1] + values[name])
    return gaussian_worst_case(means, 1, masses).value
