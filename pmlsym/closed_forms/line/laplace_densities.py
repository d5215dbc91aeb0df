"""The Laplace mechanism's outcomes, integrated piece by piece.

    f_x(y) = c_x exp(-|y - mu_x|),      P_Y(y) = A u + B/u   on [mu_i, mu_(i+1)],  u = exp(y - mu_i)

With w = A u - B/u we have w' = P_Y, P_Y' = w and w^2 = P_Y^2 - 4AB, so that everything below is
elementary:

    int P_Y          =  w
    int v P_Y        =  v w - P_Y                                          v = y - mu_i
    int P_Y log P_Y  =  w (log P_Y - 1) + 4 sqrt(AB) atan(u sqrt(A/B))

Beyond the outer means P_Y is q exp(-v), v the distance to the mean. The noise may be cut off at
distances L and R from the outer means; without, c_x = 1/2 stands in front (`norm`), and densities
are written without it. Sources: [PML23, Defs. 5, 11, 17, Prop. 7], integrated here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import sympy
from sympy import Expr, Piecewise, atan, exp, log, oo, sqrt

ZERO, ONE, HALF = sympy.Integer(0), sympy.Integer(1), sympy.Rational(1, 2)


@dataclass(frozen=True)
class Piece:
    """The outcomes between two neighbouring means that are `gap` apart.

    P_Y = `rising` u + `falling`/u, and the largest density is `left`/u up to u = `turn`, then
    `right` u.
    """

    gap: Expr
    rising: Expr
    falling: Expr
    left: Expr
    right: Expr
    turn: Expr

    @property
    def end(self) -> Expr:
        """u = exp(gap) at the right end of this piece of Laplace noise in a closed form."""
        return exp(self.gap)

    def mass(self, u: Expr) -> Expr:
        """An antiderivative of P_Y on a piece between Laplace means, for a closed form."""
        return self.rising * u - self.falling / u

    def density(self, u: Expr) -> Expr:
        """P_Y on a piece between Laplace means, as a closed form in u = exp(y - mu_i)."""
        return self.rising * u + self.falling / u

    @property
    def arc(self) -> Expr:
        """4 sqrt(AB) (atan(end sqrt(A/B)) - atan(sqrt(A/B))), a piece's term in a closed form."""
        root = _root_of(self.rising / self.falling)
        product = _root_of(self.rising * self.falling)
        return 4 * product * (atan(sympy.powsimp(self.end * root)) - atan(root))


@dataclass(frozen=True)
class LaplaceTail:
    """The outcomes beyond an outer mean: P_Y = `height` exp(-v), v up to `length`."""

    height: Expr
    largest: Expr
    length: Expr

    @property
    def mass(self) -> Expr:
        """The closed form of the probability of the outcomes beyond an outer mean."""
        return self.height * (1 - exp(-self.length))

    @property
    def cut(self) -> Expr:
        """q exp(-L) (log q - L), a cut's part in a closed form's integral of P_Y log P_Y."""
        if self.length is oo:
            return ZERO
        return self.height * exp(-self.length) * (log(self.height) - self.length)


@dataclass(frozen=True)
class LaplaceDensities:
    """Laplace densities: prior masses, distances of neighbouring means, distances to the ends."""

    masses: tuple[Expr, ...]
    gaps: tuple[Expr, ...]
    ends: tuple[Expr, Expr] = (oo, oo)

    @property
    def is_cut(self) -> bool:
        """Whether this Laplace noise, whose closed forms are derived, is truncated."""
        return self.ends != (oo, oo)

    @property
    def norm(self) -> Expr:
        """The factor, 1/2 unless cut, that all densities in closed forms are written without."""
        return ONE if self.is_cut else HALF

    def distance(self, x: int, z: int) -> Expr:
        """The symbolic |mu_x - mu_z| of two means, for closed forms."""
        return sympy.Add(*self.gaps[min(x, z) : max(x, z)])

    @cached_property
    def scales(self) -> tuple[Expr, ...]:
        """The closed form of c_x / norm, c_x one over the integral of exp(-|y - mu_x|)."""
        letters = range(len(self.masses))
        if not self.is_cut:
            return tuple(ONE for _ in letters)
        return tuple(1 / (2 - sum(exp(-side) for side in self._end_distances(x))) for x in letters)

    def _end_distances(self, x: int) -> tuple[Expr, Expr]:
        """The symbolic distances of a mean from both ends, for closed forms."""
        last = len(self.masses) - 1
        return self.ends[0] + self.distance(0, x), self.ends[1] + self.distance(x, last)

    def height(self, x: int, z: int) -> Expr:
        """The closed form of f_x / norm at the mean z."""
        return self.scales[x] * exp(-self.distance(x, z))

    @cached_property
    def heights(self) -> tuple[Expr, ...]:
        """The closed forms of P_Y / norm at all means."""
        letters = range(len(self.masses))
        return tuple(
            sympy.Add(*(p * self.height(x, z) for x, p in enumerate(self.masses))) for z in letters
        )

    @cached_property
    def tails(self) -> tuple[LaplaceTail, LaplaceTail]:
        """The outcomes left of the first mean and right of the last, for closed forms."""
        return self._tail_beyond(0, self.ends[0]), self._tail_beyond(
            len(self.masses) - 1, self.ends[1]
        )

    def _tail_beyond(self, outer: int, length: Expr) -> LaplaceTail:
        """The outcomes beyond an outer mean, with closed forms of their densities."""
        heights = [self.height(x, outer) for x in range(len(self.masses))]
        most = plain_max(*heights) if self.is_cut else heights[outer]
        return LaplaceTail(self.heights[outer], most, length)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of the line between means, on which integrals have closed forms."""
        return tuple(self._piece_after(i) for i in range(len(self.gaps)))

    def _piece_after(self, i: int) -> Piece:
        """The outcomes between mean i and the next, with closed forms of densities."""
        letters = range(len(self.masses))
        rising = {x: self.height(x, i) for x in letters if x > i}
        falling = {x: self.height(x, i) for x in letters if x <= i}
        left = plain_max(*falling.values()) if self.is_cut else falling[i]
        right = plain_max(*rising.values()) if self.is_cut else rising[i + 1]
        turn = exp(self.gaps[i] / 2)
        if self.is_cut:
            turn = plain_max(ONE, plain_min(exp(self.gaps[i]), _root_of(left / right)))
        return Piece(
            self.gaps[i],
            sympy.Add(*(self.masses[x] * h for x, h in rising.items())),
            sympy.Add(*(self.masses[x] * h for x, h in falling.items())),
            left,
            right,
            turn,
        )

    # --- quantities -----------------------------------------------------------------------------

    def mutual_information(self) -> Expr:
        """The closed form of sum_x p(x) int f_x log f_x - int P_Y log P_Y."""
        if not self.is_cut:
            return -self._log_integral()
        inner = ZERO
        for x, (p, c) in enumerate(zip(self.masses, self.scales, strict=True)):
            mean = sum(1 - (1 + side) * exp(-side) for side in self._end_distances(x))
            inner += p * (log(c) - c * mean)
        return inner + 1 - self._log_integral()

    def expected_leakage(self) -> Expr:
        """The closed form of int P_Y log max_x f_x - int P_Y log P_Y."""
        if not self.is_cut:
            middles = [piece.density(piece.turn) for piece in self.pieces]
            near = sympy.expand(sympy.Add(*self.heights) - sympy.Add(*middles))
            return 1 - self._shorter_in_last_mass(near) - self._log_integral()
        total = ZERO
        for tail in self.tails:
            edge = tail.length * exp(-tail.length) * tail.height if tail.length is not oo else ZERO
            total += tail.mass * (log(tail.largest) - 1) + edge
        for piece in self.pieces:
            turn = log(piece.turn)
            total += log(piece.left) * (piece.mass(piece.turn) - piece.mass(ONE))
            total -= 2 * _first_moment(piece, turn, piece.turn) - _first_moment(piece, ZERO, ONE)
            total += log(piece.right) * (piece.mass(piece.end) - piece.mass(piece.turn))
            total += _first_moment(piece, piece.gap, piece.end)
        return total + 1 - self._log_integral()

    def _shorter_in_last_mass(self, value: Expr) -> Expr:
        """A closed form with the last mass as 1 minus the others, if shorter."""
        *others, last = self.masses
        if not last.is_Symbol:
            return value
        other = sympy.expand(value.subs(last, 1 - sympy.Add(*others)))
        return min((value, other), key=sympy.count_ops)

    def _log_integral(self) -> Expr:
        """The closed form of int P_Y log P_Y + 1, without log(norm).

        It is sum_x 2 c_x p(x) log P_Y(mu_x) + the arcs.
        """
        logs = [
            2 * self.norm * c * p * log(q)
            for c, p, q in zip(self.scales, self.masses, self.heights, strict=True)
        ]
        arcs = [self.norm * piece.arc for piece in self.pieces]
        return sympy.Add(*logs, *arcs) - sympy.Add(*(tail.cut for tail in self.tails))

    def largest_integral(self) -> Expr:
        """The closed form of int max_x f_x along the line: exp of maximal leakage."""
        if not self.is_cut:
            return len(self.masses) - sympy.Add(*(exp(-gap / 2) for gap in self.gaps))
        total = sympy.Add(*(tail.largest * (1 - exp(-tail.length)) for tail in self.tails))
        for piece in self.pieces:
            total += piece.left * (1 - 1 / piece.turn) + piece.right * (piece.end - piece.turn)
        return total

    def total_variation(self) -> Expr:
        """The closed form of sum_x p(x) int max(0, f_x - P_Y).

        For two letters it is 2 p_1 p_2 (int max_x f_x - 1).
        """
        if len(self.masses) == 2:
            return 2 * self.masses[0] * self.masses[1] * (self.largest_integral() - 1)
        total = ZERO
        for x, p in enumerate(self.masses):
            for tail, outer in zip(self.tails, (0, len(self.masses) - 1), strict=True):
                excess = self.height(x, outer) - tail.height
                positive = excess if x == outer and not self.is_cut else plain_max(ZERO, excess)
                total += self.norm * p * positive * (1 - exp(-tail.length))
            for i, piece in enumerate(self.pieces):
                total += self.norm * p * self._excess_on_piece(x, i, piece)
        return total

    def _excess_on_piece(self, x: int, i: int, piece: Piece) -> Expr:
        """The closed form of int max(0, f_x - P_Y) over one piece of the line of outcomes."""
        sure = not self.is_cut
        if x <= i:
            fall = self.height(x, i) - piece.falling
            border = sqrt(_max_with_zero(fall, sure and x == i)) / _root_of(piece.rising)
            u = (
                plain_min(piece.end, border)
                if sure and x == i
                else plain_max(ONE, plain_min(piece.end, border))
            )
            return -piece.rising * (u - 1) - fall * (1 / u - 1)
        rise = self.height(x, i) - piece.rising
        border = sqrt(_max_with_zero(rise, sure and x == i + 1)) / _root_of(piece.falling)
        low = 1 / piece.end
        s = (
            plain_min(ONE, border)
            if sure and x == i + 1
            else plain_max(low, plain_min(ONE, border))
        )
        return rise * (piece.end - 1 / s) + piece.falling * (low - s)

    def tail_probability(self, level: Expr) -> Expr:
        """The closed form of P[max_x f_x / P_Y > exp(level)]."""
        total = ZERO
        for tail in self.tails:
            bar = log(tail.largest / tail.height)
            total += Piecewise((self.norm * tail.mass, sympy.Lt(level, bar)), (0, True))
        for piece in self.pieces:
            above = sqrt(plain_max(ZERO, piece.left * exp(-level) - piece.falling))
            above = above / _root_of(piece.rising)
            u = plain_max(ONE, plain_min(piece.turn, above))
            total += self.norm * (piece.mass(u) - piece.mass(ONE))
            below = sqrt(plain_max(ZERO, piece.right * exp(-level) - piece.rising))
            below = below / _root_of(piece.falling)
            s = plain_max(1 / piece.end, plain_min(1 / piece.turn, below))
            total += self.norm * (piece.mass(piece.end) - piece.mass(1 / s))
        return total

    def event_leakage(self, delta: Expr) -> Expr:
        """The closed form of event maximal leakage of two means: half-lines are worst.

        The worst event around an inner mean has two ends, which solve no equation that has a closed
        form: for more means the quantity is enclosed.
        """
        mirrored = LaplaceDensities(self.masses[::-1], self.gaps, self.ends[::-1])
        return log(plain_max(self._half_line_ratio(delta), mirrored._half_line_ratio(delta)))

    def _half_line_ratio(self, delta: Expr) -> Expr:
        """The closed form of the most P[event | first letter] / delta, of two means."""
        left, right = self.tails
        (piece,) = self.pieces
        inside = delta / self.norm - left.mass + piece.mass(ONE)
        u = (inside + sqrt(inside**2 + 4 * piece.rising * piece.falling)) / (2 * piece.rising)
        height = self.height(0, 0)
        upto = self.norm * height * (2 - exp(-left.length) - 1 / u)
        beyond = 1 - self.height(0, 1) / right.height * (1 - delta)
        return Piecewise(
            (height / left.height, delta <= self.norm * left.mass),
            (upto / delta, delta <= 1 - self.norm * right.mass),
            (beyond / delta, True),
        )

    def distribution(self, y: sympy.Symbol) -> list[tuple[str, Expr, Expr]]:
        """The closed forms of leakage and density in y, on each piece of the line of outcomes."""
        left, right = self.tails
        rows = [("y <= mu1", log(left.largest / left.height), self.norm * left.height * exp(y))]
        start = ZERO
        for i, piece in enumerate(self.pieces):
            u = exp(y - start)
            mass = self.norm * piece.density(u)
            middle = start + (log(piece.turn) if self.is_cut else piece.gap / 2)
            names = (f"mu{i + 1} <= y <= {middle}", f"{middle} <= y <= mu{i + 2}")
            rows.append((names[0], log(piece.left / u / piece.density(u)), mass))
            rows.append((names[1], log(piece.right * u / piece.density(u)), mass))
            start = start + piece.gap
        name = f"y >= mu{len(self.masses)}"
        last = self.norm * right.height * exp(start - y)
        rows.append((name, log(right.largest / right.height), last))
        return rows


def plain_max(*values: Expr) -> Expr:
    """The SymPy Max in a closed form, not simplified: SymPy compares its arguments at length."""
    return values[0] if len(values) == 1 else sympy.Max(*values, evaluate=False)


def plain_min(*values: Expr) -> Expr:
    """The SymPy Min in a closed form, not simplified."""
    return values[0] if len(values) == 1 else sympy.Min(*values, evaluate=False)


def _first_moment(piece: Piece, v: Expr, u: Expr) -> Expr:
    """An antiderivative of v P_Y on a piece of Laplace noise, for a closed form."""
    return v * piece.mass(u) - piece.density(u)


def _root_of(value: Expr) -> Expr:
    """The square root of a closed form's positive value, exponentials and squares taken out."""
    factors = []
    for factor in sympy.Mul.make_args(sympy.powsimp(sympy.factor_terms(value))):
        base, power = factor.as_base_exp()
        if isinstance(factor, exp):
            factors.append(exp(factor.args[0] / 2))
        elif power.is_Integer and power % 2 == 0:
            factors.append(base ** (power / 2))
        else:
            factors.append(sqrt(base) ** power if power.is_Integer and power < 0 else sqrt(factor))
    return sympy.powsimp(sympy.Mul(*factors))


def _max_with_zero(value: Expr, sure: bool) -> Expr:
    """A closed form's max(0, value), or the value where it is surely positive."""
    return value if sure else plain_max(ZERO, value)
