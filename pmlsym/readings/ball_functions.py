"""Balls of sums, products, exponentials and logarithms, over boxes of rational sides.

    exp_log_ball     what an expression evaluates to, by `arb`: a set that contains every value

The expression brings its own evaluator; this file has the arithmetic alone.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, ctx, fmpq


class Balls:
    """Arithmetic of balls at a precision in bits.

    >>> from fractions import Fraction
    >>> with Balls(64) as balls:
    ...     side = balls.between(Fraction(0), Fraction(1))
    ...     balls.is_positive(balls.exp(side))
    True
    """

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self._before = ctx.prec

    def __enter__(self) -> Balls:
        self._before = ctx.prec
        ctx.prec = self.bits
        return self

    def __exit__(self, *_: object) -> None:
        ctx.prec = self._before

    def number(self, value: Fraction) -> arb:
        """The ball of a rational."""
        return arb(fmpq(value.numerator, value.denominator))

    def between(self, low: Fraction, high: Fraction) -> arb:
        """A ball that contains an interval."""
        return self.number(low).union(self.number(high))

    def exp(self, ball: arb) -> arb:
        """The exponentials."""
        return ball.exp()

    def log(self, ball: arb) -> arb | None:
        """The logarithms, or nothing where the ball is not positive."""
        return ball.log() if ball > 0 else None

    def inverse(self, ball: arb) -> arb | None:
        """One over it, or nothing where zero is in the ball."""
        return None if ball.contains(0) else 1 / ball

    def is_positive(self, ball: arb) -> bool:
        """Whether every number of the ball is positive."""
        return bool(ball > 0)

    def is_negative(self, ball: arb) -> bool:
        """Whether every number of the ball is negative."""
        return bool(ball < 0)

    def ends(self, ball: arb) -> tuple[float, float]:
        """The ends, as floats, for choosing where to look."""
        return float(ball.lower()), float(ball.upper())
