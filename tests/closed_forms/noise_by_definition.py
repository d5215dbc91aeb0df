"""Closed forms on a line beside their definitions, integrated numerically at random points.

Each number is integrated from the densities of the noise, which are written here once more, and has
to agree with the form to eight digits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import mpmath
import sympy

from pmlsym.closed_forms.closed_form import ClosedForm, FormPart
from pmlsym.closed_forms.line.two_rows import WORDS, level_of, order_of
from pmlsym.errors import Disagreement
from pmlsym.language.nodes import Measure
from pmlsym.mechanism_families.mechanism import Densities

TOLERANCE = 1e-8
ORDERS = (1.25, 2, 5)
Point = Mapping[str, Any]
Density = Callable[[Any], Any]


def compare_with_integrals(
    densities: Densities, measure: Measure | None, closed: ClosedForm, checks: int, rng: Random
) -> None:
    """Compare a form of two rows, or of a spread secret, at random points.

    Raises Disagreement where they differ.
    """
    mpmath.mp.dps = 20
    for _ in range(checks):
        point = {name: mpmath.mpf(rng.randint(3, 30)) / 10 for name in closed.parameters}
        point |= {"delta": mpmath.mpf(rng.randint(1, 9)) / 10, "y": mpmath.mpf(rng.randint(-4, 6))}
        if measure is None:
            _compare_spread(densities, closed, point)
        elif densities.secret != "normal":
            order = order_of(measure)
            point |= {str(s): 1 + point[str(s)] for s in order.free_symbols}
            gaps = [_number(sympy.sympify(gap), point) for gap in densities.gaps]
            whole = max(gaps) if "neighbours" in closed.quantity else sum(gaps)
            value = _number(closed.parts[0].expr, point)
            for apart in (whole, min(gaps)):  # others are no further apart, and give no more
                rows = _Rows(densities.kind, apart)
                wanted = rows.value(WORDS[measure.word], measure, point, value)
                _require(closed, wanted if apart == whole else max(wanted, value), value, point)


def _require(closed: ClosedForm, wanted: Any, value: Any, point: Point) -> None:
    """Raises Disagreement where a value is not the one that is wanted."""
    if wanted != value and not abs(wanted - value) <= TOLERANCE * (1 + abs(wanted)):
        at = {name: str(number) for name, number in point.items()}
        raise Disagreement(f"{closed.quantity} is {wanted} by its definition, {value} at {at}")


def _number(expression: sympy.Expr, point: Point) -> Any:
    """The number of an expression at a point."""
    given = {symbol: point[str(symbol)] for symbol in expression.free_symbols}
    value = sympy.N(expression.subs(given), 30)
    if value.is_infinite:
        return mpmath.inf if value > 0 else -mpmath.inf
    return mpmath.mpmathify(value)


def _log_density(kind: str, y: Any) -> Any:
    """log of the density of the noise."""
    if kind == "Laplace":
        return -abs(y) - mpmath.log(2)
    return -(y**2) / 2 - mpmath.log(2 * mpmath.pi) / 2


class _Rows:
    """Two rows of noise around 0 and around D."""

    def __init__(self, kind: str, apart: Any):
        self.kind, self.apart = kind, apart

    def value(self, word: str, measure: Measure, point: Point, claimed: Any) -> Any:
        """The measure by its definition; a least level is confirmed by its delta."""
        level = _number(level_of(measure), point)
        if word == "rdp":
            return self._divergence(_number(order_of(measure), point))
        if word == "zcdp":
            one = self._divergence(1)
            return max(one, *(self._divergence(order) / order for order in ORDERS))
        if word == "ldp":
            if not mpmath.isfinite(claimed):
                return claimed
            if not level:
                return max(one - other for one, other in map(self._logs, (-1, self.apart + 1)))
            excess = self._excess(claimed)
            return claimed if abs(excess - level) < TOLERANCE or not claimed else mpmath.inf
        return self._excess(level)

    def _logs(self, y: Any) -> tuple[Any, Any]:
        """The logarithms of both densities."""
        return _log_density(self.kind, y), _log_density(self.kind, y - self.apart)

    def _excess(self, level: Any) -> Any:
        """The integral of max(0, f - exp(level) g)."""
        border = (self.apart - level) / 2
        if self.kind == "Gaussian":
            border = self.apart / 2 - level / self.apart

        def excess(y: Any) -> Any:
            one, other = self._logs(y)
            return max(mpmath.mpf(0), mpmath.exp(one) - mpmath.exp(level + other))

        return _integral(excess, (mpmath.mpf(0), border, self.apart))

    def _divergence(self, order: Any) -> Any:
        """Renyi's divergence, in nats."""
        if not mpmath.isfinite(order) and self.kind == "Gaussian":
            return mpmath.inf
        if not mpmath.isfinite(order):
            return max(one - other for one, other in map(self._logs, (-1, self.apart + 1)))

        def term(y: Any) -> Any:
            one, other = self._logs(y)
            if order == 1:
                return mpmath.exp(one) * (one - other)
            return mpmath.exp(order * one + (1 - order) * other)

        whole = _integral(term, (mpmath.mpf(0), self.apart, order * self.apart))
        return whole if order == 1 else mpmath.log(whole) / (order - 1)


def _integral(value: Density, borders: Sequence[Any]) -> Any:
    """The integral over the line, in pieces between these borders."""
    inner = sorted({border for border in borders if abs(border) < 1000})
    return mpmath.quad(value, [-mpmath.inf, *inner, mpmath.inf])


def _compare_spread(densities: Densities, closed: ClosedForm, point: dict[str, Any]) -> None:
    """Compare what is said of a spread secret with integrals over it."""
    from pmlsym.closed_forms.line.spread_secrets import SpreadSecret

    (name,) = densities.gaps
    size, y = point[name] if name in point else mpmath.mpf(name), point["y"]
    secret = _Spread(densities, size)
    own = SpreadSecret(densities.kind, densities.secret, sympy.Float(size))
    pieces = own.pieces(sympy.Symbol("y"))
    for where, leakage, density in pieces:  # which all else rests on
        if secret.is_in(where, y):
            _require(closed, secret.leakage(y), _number(leakage, point), point)
            _require(closed, secret.mass(y), _number(density, point), point)
    secret.known = [(w, sympy.lambdify(sympy.Symbol("y"), d, "mpmath")) for w, _, d in pieces]
    values = {part: _number(part.expr, point) for part in closed.parts if "y" not in part.outcome}
    for part, value in values.items():
        _require(closed, secret.value(closed.quantity, part, point, value), value, point)


class _Spread:
    """A secret with a density, and the noise."""

    def __init__(self, densities: Densities, size: Any):
        self.kind, self.secret, self.size = densities.kind, densities.secret, size
        self.known: list[tuple[str, Density]] = []

    def is_in(self, where: str, y: Any) -> bool:
        """Whether an outcome is in a piece of that name."""
        side = -1 if y < 0 else 1 if y > self.size else 0
        return side == {"y <= 0": -1, "y >= L": 1}.get(where, 0) or where == "every y"

    def prior(self, x: Any) -> Any:
        """The density of the secret."""
        if self.secret == "interval":
            return 1 / self.size
        return mpmath.exp(_log_density("Gaussian", x / self.size)) / self.size

    def mass(self, y: Any) -> Any:
        """P_Y(y), integrated over the secret, or by its form once that is confirmed."""
        for where, density in self.known:
            if self.is_in(where, y):
                return density(y)
        far = mpmath.inf
        ends = [mpmath.mpf(0), self.size] if self.secret == "interval" else [-far, far]
        likely = [mpmath.mpf(0), y * self.size**2 / (1 + self.size**2), y]
        inner = [x for x in likely if ends[0] < x < ends[1]]

        def joint(x: Any) -> Any:
            return self.prior(x) * mpmath.exp(_log_density(self.kind, y - x))

        return mpmath.quad(joint, sorted({*ends, *inner}))

    def leakage(self, y: Any) -> Any:
        """The largest density at y over that of y, in nats."""
        nearest = y if self.secret == "normal" else min(max(y, mpmath.mpf(0)), self.size)
        return _log_density(self.kind, y - nearest) - mpmath.log(self.mass(y))

    def value(self, quantity: str, part: FormPart, point: Point, claimed: Any) -> Any:
        """What a quantity is by its definition, where it is finite."""
        if not mpmath.isfinite(claimed):
            return claimed
        if quantity == "pml" or part.label == "eps_u":
            return max(self.leakage(y) for y in (-2, self.size / 2, self.size + 2))
        if quantity in ("density_min", "lip", "alip"):
            least = _log_density(self.kind, 2 + self.size) - mpmath.log(self.mass(mpmath.mpf(-2)))
            return least if quantity == "density_min" else -least
        borders = (mpmath.mpf(0), self.size)
        if quantity == "maxleak":
            nearest = lambda y: min(max(y, mpmath.mpf(0)), self.size)  # noqa: E731
            top = lambda y: mpmath.exp(_log_density(self.kind, y - nearest(y)))  # noqa: E731
            return mpmath.log(_integral(top, borders))
        if quantity == "tail":
            return self._tail(point["tau"])
        if quantity == "expected_pml":
            return _integral(lambda y: self.mass(y) * self.leakage(y), borders)
        if quantity == "mi":
            noise = _integral(lambda y: _entropy(mpmath.exp(_log_density(self.kind, y))), borders)
            return _integral(lambda y: _entropy(self.mass(y)), borders) - noise
        return claimed

    def _tail(self, level: Any) -> Any:
        """P[leakage > level]: the leakage falls up to the middle, and rises from there on."""
        middle = mpmath.mpf(0) if self.secret == "normal" else self.size / 2
        if self.leakage(middle) > level:
            return mpmath.mpf(1)
        low, high = middle, middle + 60
        if self.leakage(high) <= level:
            return mpmath.mpf(0)
        for _ in range(60):
            half = (low + high) / 2
            low, high = (half, high) if self.leakage(half) <= level else (low, half)
        return 2 * mpmath.quad(self.mass, sorted({high, max(high, self.size), mpmath.inf}))


def _entropy(density: Any) -> Any:
    """-f log f."""
    return -density * mpmath.log(density) if density > 0 else mpmath.mpf(0)
