"""Quantities of mechanisms with a continuum of outcomes that integrate over the outcomes.

Most are elementary functions: laplace_densities.py and gaussian_densities.py give them as
expressions in the distances of the means and the prior masses. Each is compared with the definition
integrated numerically, at random points: with a sum over a fine grid, whose cells between
neighbouring kinks are equally wide and each read at its middle. The others are written as what they
are defined by, and enclosed where there are numbers, see line_values.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import log
from random import Random

import numpy as np
import sympy
from numpy.typing import NDArray

from pmlsym.closed_forms.closed_form import ClosedForm, FormPart
from pmlsym.closed_forms.constructors import symbolic
from pmlsym.closed_forms.form import Elementary
from pmlsym.closed_forms.line.gaussian_densities import GaussianDensities
from pmlsym.closed_forms.line.laplace_densities import LaplaceDensities
from pmlsym.errors import Disagreement, UnknownName, Unsupported
from pmlsym.evaluators.symbolic import function_of
from pmlsym.mechanism_families.mechanism import Densities, Mechanism

INTEGRALS = ("maxleak", "mi", "tv", "expected_pml", "tail", "eml", "distribution")
TOLERANCE = 1e-5
Floats = NDArray[np.float64]
STEPS, FAR_LAPLACE, FAR_GAUSSIAN = 3000, 36.0, 9.0


def integrates(mechanism: Mechanism, quantity: str) -> bool:
    """Whether a quantity of a mechanism is an integral over its outcomes, or beyond their limits.

    >>> from pmlsym.mechanism_families.gaussian import gaussian
    >>> from pmlsym.mechanism_families.laplace import laplace
    >>> integrates(laplace(3), "mi"), integrates(laplace(3), "pml"), integrates(gaussian(3), "pml")
    (True, False, True)
    """
    densities = mechanism.densities
    if densities is None:
        return False
    inner = densities.kind == "Gaussian" and densities.means > 2
    return quantity in INTEGRALS or (inner and quantity in ("pml", "pml_at", "alip"))


def is_elementary(densities: Densities, quantity: str) -> bool:
    """Whether such a quantity has a closed form.

    >>> is_elementary(Densities("Gaussian", ("d1",)), "tv")
    True
    >>> is_elementary(Densities("Gaussian", ("d1", "d2")), "tv")
    False
    """
    if densities.kind == "Laplace":
        return quantity != "eml" or densities.means == 2
    if quantity in ("tv", "tail"):
        return densities.means == 2
    return quantity not in ("mi", "expected_pml", "eml")


def integrated(
    mechanism: Mechanism, quantity: str, frame_of: ClosedForm, checks: int, seed: int
) -> ClosedForm:
    """The closed form of such a quantity; `frame_of` is any closed form of the same mechanism.

    Raises Unsupported where there is none, Disagreement if the check fails.
    """
    assert mechanism.densities is not None
    if not is_elementary(mechanism.densities, quantity):
        raise no_closed_form(mechanism, quantity, wanted(mechanism, quantity))
    own = densities_of(mechanism, frame_of)
    whole = _whole(mechanism, quantity, frame_of, _rows(own, quantity))
    done = _check(mechanism.densities, own, whole, checks, Random(seed))
    return replace(whole, checked=done)


def defined(mechanism: Mechanism, quantity: str, frame_of: ClosedForm) -> ClosedForm:
    """Such a quantity by its definition, where it has no closed form."""
    masses = densities_of(mechanism, frame_of).masses
    return _whole(mechanism, quantity, frame_of, [("", "", definition(quantity, masses))])


def wanted(mechanism: Mechanism, quantity: str) -> tuple[str, ...]:
    """What has to have a value for a number: parameters, and a prior where there is none."""
    names = [parameter.name for parameter in mechanism.parameters]
    level = {"tail": ["tau"], "eml": ["delta"]}.get(quantity, [])
    prior = [] if mechanism.prior.data else ["the prior"]
    return tuple(n for n in (*names, *level, *prior) if n not in mechanism.settings)


def no_closed_form(mechanism: Mechanism, quantity: str, missing: Sequence[str]) -> Unsupported:
    """The error that says which values are missing for an enclosure."""
    assert mechanism.densities is not None
    named = " and ".join(filter(None, (", ".join(missing[:-1]), *missing[-1:])))
    return Unsupported(
        f"{quantity} of {mechanism.densities.means} {mechanism.densities.kind} means has no closed "
        f"form; it is enclosed where all have values: give {named}"
    )


def definition(quantity: str, masses: Sequence[sympy.Expr]) -> sympy.Expr:
    """The quantity in the densities f1(y), f2(y), .. and their mixture f(y).

    >>> p = sympy.Symbol("p")
    >>> definition("expected_pml", [p, 1 - p])
    Integral(f(y)*log(Max(f1(y), f2(y))/f(y)), (y, -oo, oo))
    """
    y, whole = sympy.Symbol("y"), sympy.Function("f")(sympy.Symbol("y"))
    each = [sympy.Function(f"f{x + 1}")(y) for x in range(len(masses))]
    most = sympy.Max(*each)
    if quantity == "eml":
        shares = [sympy.Symbol(f"B{x + 1}") for x in range(len(masses))]
        return sympy.log(sympy.Max(*shares) / sympy.Symbol("delta"))
    inner = {
        "mi": sum(p * f * sympy.log(f / whole) for p, f in zip(masses, each, strict=True)),
        "tv": sum(p * sympy.Max(0, f - whole) for p, f in zip(masses, each, strict=True)),
        "expected_pml": whole * sympy.log(most / whole),
        "tail": sympy.Piecewise((whole, most > sympy.exp(sympy.Symbol("tau")) * whole), (0, True)),
    }[quantity]
    return sympy.Integral(inner, (y, -sympy.oo, sympy.oo))


def densities_of(
    mechanism: Mechanism, frame_of: ClosedForm
) -> LaplaceDensities | GaussianDensities:
    """The densities in the symbols of the parameters and the prior masses."""
    densities = mechanism.densities
    assert densities is not None
    gaps = tuple(map(_distance, densities.gaps))
    table = next(iter(d.entries for d in mechanism.prior.data), None)
    if table is None:
        masses = tuple(sympy.Symbol(f"p{k + 1}") for k in range(densities.means))
    elif isinstance(table, tuple):
        frame, shown = frame_of.frame, frame_of.presentation
        masses = tuple(shown.rational(frame.ratio(ratio)) for ratio in table)
    else:
        masses = (sympy.Rational(1, densities.means),) * densities.means
    if densities.kind == "Gaussian":
        return GaussianDensities(masses, gaps)
    ends = tuple(map(_distance, densities.ends or ()))
    return LaplaceDensities(masses, gaps, (ends[0], ends[1]) if ends else (sympy.oo, sympy.oo))


class LineGrid:
    """The densities f (means, cells), their mixture P_Y and the widths of the cells.

    >>> grid = LineGrid(Densities("Laplace", ("d",)), [0.5, 0.5], {"d": 1.0})
    >>> abs(grid.quantity("maxleak", {}) - log(2 - np.exp(-0.5))) < 1e-5
    True
    """

    def __init__(
        self, densities: Densities, masses: Sequence[float], point: Mapping[str, float]
    ) -> None:
        self.kind, self.masses = densities.kind, np.array(masses, dtype=float)
        gaps = [point[name] for name in densities.gaps]
        self.means = np.cumsum([0.0, *gaps])
        far = FAR_LAPLACE if densities.kind == "Laplace" else FAR_GAUSSIAN
        before, after = [point[name] for name in densities.ends] if densities.ends else (far, far)
        low, high = self.means[0] - before, self.means[-1] + after
        cut = densities.ends is not None
        self.scales = (
            1 / (2 - np.exp(low - self.means) - np.exp(self.means - high))
            if cut
            else np.full(len(self.means), 0.5)
        )
        middles, widths = [], []
        for left, right in pairwise((low, *self.means, high)):
            step = (right - left) / STEPS
            middles.append(left + (np.arange(STEPS) + 0.5) * step)
            widths.append(np.full(STEPS, step))
        self.widths = np.concatenate(widths)
        self.densities = self.at(np.concatenate(middles))
        self.mixture = self.masses @ self.densities

    def at(self, outcomes: Floats) -> Floats:
        """f_x(y) for every x and outcome."""
        apart = np.abs(np.subtract.outer(self.means, outcomes))
        if self.kind == "Gaussian":
            return np.asarray(np.exp(-(apart**2) / 2) / np.sqrt(2 * np.pi))
        return np.asarray(self.scales[:, None] * np.exp(-apart))

    def leakage(self, outcome: float) -> float:
        """The leakage at an outcome."""
        values = self.at(np.array([outcome]))[:, 0]
        return log(values.max() / (self.masses @ values))

    def quantity(self, name: str, point: Mapping[str, float]) -> float:
        """The quantity as a sum over the cells; `point` has tau and delta where they are needed.

        Raises UnknownName at another name.
        """
        f, m, widths = self.densities, self.mixture, self.widths
        largest = f.max(axis=0)
        if name == "eml":
            return max(self._event(x, point["delta"]) for x in range(len(self.means)))
        if name == "pml":
            outer = -log(min(self.masses[0], self.masses[-1]))
            return max(outer, float(np.log(largest / m).max()))
        if name == "maxleak":
            return log(largest @ widths)
        if name == "tail":
            return float((widths * m)[largest > np.exp(point["tau"]) * m].sum())
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.where(f > 0, np.log(f / m), 0.0)
        if name == "mi":
            means = self.masses @ (f * logs)
        elif name == "tv":
            means = self.masses @ np.maximum(0.0, f - m)
        elif name == "expected_pml":
            means = m * np.log(largest / m)
        else:
            raise UnknownName(f"no sum over cells is {name}")
        return float(means @ widths)

    def _event(self, x: int, delta: float) -> float:
        """The event of that probability in which the letter is most likely: its cells, in order."""
        order = np.argsort(-self.densities[x] / self.mixture, kind="stable")
        own = np.cumsum((self.densities[x] * self.widths)[order])
        whole = np.cumsum((self.mixture * self.widths)[order])
        if whole[-1] <= delta:
            return log(own[-1] / whole[-1])
        return log(float(np.interp(delta, [0.0, *whole], [0.0, *own])) / delta)


def _rows(
    own: LaplaceDensities | GaussianDensities, quantity: str
) -> list[tuple[str, str, sympy.Expr]]:
    """Label, outcome and expression of each part."""
    if quantity == "tail":
        return [("", "", own.tail_probability(sympy.Symbol("tau")))]
    if quantity == "eml" and isinstance(own, LaplaceDensities):
        return [("", "", own.event_leakage(sympy.Symbol("delta")))]
    if quantity == "distribution":
        found = own.distribution(sympy.Symbol("y"))
        rows = [("leakage", where, value) for where, value, _ in found]
        return rows + [("density", where, value) for where, _, value in found]
    if quantity == "alip":
        return [("eps_l", "", sympy.oo), ("eps_u", "", _plain_quantity(own, "pml"))]
    if quantity == "maxleak":
        return [("", "", sympy.log(own.largest_integral()))]
    return [("", "", _plain_quantity(own, quantity))]


def _whole(
    mechanism: Mechanism,
    quantity: str,
    frame_of: ClosedForm,
    rows: Sequence[tuple[str, str, sympy.Expr]],
) -> ClosedForm:
    assert mechanism.densities is not None
    tau, delta = sympy.symbols("tau delta")
    known = {"tail": ("tau", "tau >= 0"), "eml": ("delta", "0 <= delta <= 1")}
    extra = [known[quantity]] if quantity in known else []
    level = {"tail": [(tau, ">=")], "eml": [(delta, ">="), (1 - delta, ">=")]}
    parts = tuple(FormPart(label, where, Elementary(value), value) for label, where, value in rows)
    return replace(
        frame_of,
        quantity=quantity,
        parts=parts,
        parameters=(*frame_of.parameters, *(name for name, _ in extra)),
        domain=(*frame_of.domain, *(text for _, text in extra)),
        assumptions=_assumptions(mechanism.densities, quantity, frame_of),
        facts=(),
        checked=0,
        per_outcome=False,
        conditions=(*frame_of.conditions, *level.get(quantity, ())),
    )


def _plain_quantity(own: LaplaceDensities | GaussianDensities, quantity: str) -> sympy.Expr:
    if quantity == "pml" and isinstance(own, GaussianDensities):
        return own.worst_leakage()
    known: dict[str, Callable[[], sympy.Expr]] = {"tv": own.total_variation}
    if isinstance(own, LaplaceDensities):
        known |= {"mi": own.mutual_information, "expected_pml": own.expected_leakage}
    if quantity not in known:
        raise Unsupported(
            f"{quantity} of three Gaussian means and more: ask for pml, or for the distribution"
        )
    return known[quantity]()


def _assumptions(densities: Densities, quantity: str, frame_of: ClosedForm) -> tuple[str, ...]:
    texts = [] if quantity == "maxleak" else list(frame_of.assumptions)
    if quantity == "distribution":
        texts.append("y in units of the scale, from the first mean on")
    if densities.kind == "Gaussian" and densities.means > 3 and quantity in ("pml", "alip"):
        texts += [f"L{x} = sup over y of log f_{x}(y)/P_Y(y)" for x in range(2, densities.means)]
    if not is_elementary(densities, quantity):
        texts.append(
            "Bx = largest P[event | x] of an event of probability delta"
            if quantity == "eml"
            else "f1(y), f2(y), .. are the densities, f(y) = P_Y(y)"
        )
    return tuple(dict.fromkeys(texts))


def _distance(text: str) -> sympy.Expr:
    """The symbol of a parameter, or the value it has been given."""
    return symbolic(text, "a distance")


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
    symbols = [s for p in closed.parts for s in p.expr.free_symbols]
    symbols = sorted({*symbols, *(s for m in own.masses for s in m.free_symbols)}, key=str)
    functions = [function_of(symbols, part.expr) for part in closed.parts]
    masses = function_of(symbols, own.masses)
    while done < checks:
        point = {str(s): rng.randint(5, 95) / 100 for s in symbols}
        for name in densities.distances:
            own_value = _distance(name)
            point[name] = rng.randint(1, 40) / 10 if own_value.is_Symbol else float(own_value)
        parts = [rng.randint(1, 12) for _ in own.masses]
        point |= {f"p{k + 1}": part / sum(parts) for k, part in enumerate(parts)}
        point |= {"tau": rng.randint(0, 12) / 10, "delta": rng.randint(1, 10) / 10}
        point["y"] = rng.uniform(-1, 4)
        at = [point[str(s)] for s in symbols]
        grid = LineGrid(densities, masses(*at), point)
        _compare(grid, closed, point, [function(*at) for function in functions])
        done += 1
    return done


def _compare(
    grid: LineGrid, closed: ClosedForm, point: Mapping[str, float], values: Sequence[float]
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
