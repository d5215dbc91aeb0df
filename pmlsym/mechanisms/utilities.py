"""Utilities: convex functions u of the posterior, bracketed by rationals.

    mi       u(r) = H(P_W) - H(P_{W|X} r)             I(W; Y), or I(X; Y), in nats [PSP, eqs. 14-15]
    gain     u(r) = max_w sum_x g(x, w) r(x)          the expected gain of the best guess [PML23]
    guess    u(r) = max_x r(x)                        the probability of a correct guess
    chi2     u(r) = sum_x (r(x) - p(x))^2 / p(x)      the chi-squared information

The utility of a mechanism is sum_y P_Y(y) u(r_y). Convexity of u is what makes vertices enough and
lets a single affine function certify optimality [PSP, Lemma 2].
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Protocol

from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.linear.matrix import Matrix, Vector, dot
from pmlsym.mechanisms.bracket import Bracket, entropy
from pmlsym.model.distribution import Masses, distributions, output_masses


class Utility(Protocol):
    """A convex function u of the posterior, given the prior."""

    def at(self, posterior: Vector, prior: Masses) -> Bracket:
        """The utility of a mechanism at a posterior, exactly or between two rationals.

        >>> from fractions import Fraction
        >>> from pmlsym.mechanisms.utilities import GuessProbability
        >>> half = (Fraction(1, 2), Fraction(1, 2))
        >>> GuessProbability().at(half, half).lower
        Fraction(1, 2)
        """
        ...

    def describe(self) -> str:
        """The utility of mechanisms in words."""
        ...


@dataclass(frozen=True)
class MutualInformation:
    """I(W; Y) for W - X - Y in nats, where `latent` has the rows P_{W|X=x}; I(X; Y) without one.

    Convex in r, since entropy is concave and P_{W|X} r is linear.

    >>> from fractions import Fraction
    >>> half = (Fraction(1, 2), Fraction(1, 2))
    >>> round(float(MutualInformation().at((Fraction(1), Fraction(0)), half)), 6)
    0.693147
    """

    latent: Matrix | None = None

    def __post_init__(self) -> None:
        if self.latent is not None:
            rows = distributions(self.latent, name="the latent")
            object.__setattr__(self, "latent", rows)

    def at(self, posterior: Vector, prior: Masses) -> Bracket:
        """The utility H(P_W) - H(P_{W|Y=y}), the drop of the latent's entropy.

        >>> from fractions import Fraction
        >>> half = (Fraction(1, 2), Fraction(1, 2))
        >>> MutualInformation().at(half, half).contains(Fraction(0))
        True
        """
        before, after = prior, posterior
        if self.latent is not None:
            if len(self.latent) != len(prior):
                raise AlphabetMismatch(
                    f"the latent has {len(self.latent)} rows, the prior {len(prior)} letters"
                )
            before = output_masses(prior, self.latent)
            after = output_masses(posterior, self.latent)
        if sorted(before) == sorted(after):
            return Bracket.exactly(0)
        return entropy(before) - entropy(after)

    def describe(self) -> str:
        """The utility in words: `I(X; Y)` or `I(W; Y)`.

        >>> MutualInformation().describe()
        'I(X; Y)'
        """
        return "I(X; Y)" if self.latent is None else "I(W; Y)"


@dataclass(frozen=True)
class ExpectedGain:
    """E[max_w E[g(X, w) | Y]], where `gain[x][w]` = g(x, w). [PML23, Def. 3 (gain functions)]

    A maximum of linear functions is convex; with rational gains everything is exact.

    >>> gain = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(3)))
    >>> half = (Fraction(1, 2), Fraction(1, 2))
    >>> ExpectedGain(gain).at(half, half).lower
    Fraction(3, 2)
    """

    gain: Matrix

    def __post_init__(self) -> None:
        rows = tuple(tuple(Fraction(entry) for entry in row) for row in self.gain)
        if not rows or not rows[0] or len({len(row) for row in rows}) != 1:
            raise AlphabetMismatch("a gain matrix needs rows of one and the same length")
        object.__setattr__(self, "gain", rows)

    def at(self, posterior: Vector, prior: Masses) -> Bracket:
        """The utility max_w sum_x g(x, w) r(x) at a posterior r, exactly.

        >>> ExpectedGain(((Fraction(2),),)).at((Fraction(1),), (Fraction(1),)).upper
        Fraction(2, 1)
        """
        if len(self.gain) != len(prior):
            raise AlphabetMismatch(
                f"the gain matrix has {len(self.gain)} rows, the prior {len(prior)} letters"
            )
        return Bracket.exactly(
            max(dot(column, posterior) for column in zip(*self.gain, strict=True))
        )

    def describe(self) -> str:
        """The utility in words: the expected gain.

        >>> ExpectedGain(((Fraction(1),),)).describe()
        'expected gain'
        """
        return "expected gain"


@dataclass(frozen=True)
class GuessProbability:
    """The probability of guessing X correctly from Y: sum_y P_Y(y) max_x r_y(x).

    It is the expected gain of the identity matrix.

    >>> half = (Fraction(1, 2), Fraction(1, 2))
    >>> GuessProbability().at((Fraction(1, 4), Fraction(3, 4)), half).lower
    Fraction(3, 4)
    """

    def at(self, posterior: Vector, prior: Masses) -> Bracket:
        """The utility max_x r(x) at a posterior r, exactly.

        >>> GuessProbability().at((Fraction(1),), (Fraction(1),)).is_exact
        True
        """
        return Bracket.exactly(max(posterior))

    def describe(self) -> str:
        """The utility in words: the probability of a correct guess.

        >>> GuessProbability().describe()
        'P[correct guess of X]'
        """
        return "P[correct guess of X]"


@dataclass(frozen=True)
class ChiSquared:
    """The expected chi-squared divergence of the posterior from the prior, exact.

    It is that of the joint from the product, the sum of the squared principal inertias of (X, Y).

    >>> half = (Fraction(1, 2), Fraction(1, 2))
    >>> ChiSquared().at((Fraction(1), Fraction(0)), half).lower
    Fraction(1, 1)
    """

    def at(self, posterior: Vector, prior: Masses) -> Bracket:
        """The utility sum over the support of (r - p)^2 / p at a posterior r, exactly.

        >>> ChiSquared().at((Fraction(1),), (Fraction(1),)).lower
        Fraction(0, 1)
        """
        parts = [
            (after - before) ** 2 / before
            for after, before in zip(posterior, prior, strict=True)
            if before > 0
        ]
        return Bracket.exactly(sum(parts, Fraction(0)))

    def describe(self) -> str:
        """The utility in words: the chi-squared information.

        >>> ChiSquared().describe()
        'chi-squared information'
        """
        return "chi-squared information"


@dataclass(frozen=True)
class UserUtility:
    """A convex u(r), given as a function of the posterior that returns a rational or a Bracket.

    Convexity cannot be decided for a black box. It is tested at midpoints of the points that the
    design looks at, exactly; a violation is an error, and the printed result says that convexity
    was assumed.

    >>> largest_square = UserUtility(lambda r: max(r) ** 2, name="max r squared")
    >>> largest_square.at((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 2),) * 2).lower
    Fraction(1, 4)
    """

    function: Callable[[Vector], Fraction | int | Bracket]
    name: str = "user utility, assumed convex"

    def at(self, posterior: Vector, prior: Masses) -> Bracket:
        """The value of a user's utility at a posterior as a bracket; InvalidInput for a float.

        >>> UserUtility(lambda r: r[0]).at((Fraction(1),), (Fraction(1),)).upper
        Fraction(1, 1)
        """
        value = self.function(posterior)
        if isinstance(value, Bracket):
            return value
        if isinstance(value, int | Fraction):
            return Bracket.exactly(value)
        raise InvalidInput(
            f"the utility returned {type(value).__name__}; return a Fraction, or a Bracket that "
            "encloses a transcendental value"
        )

    def describe(self) -> str:
        """The user's name for this utility of mechanisms.

        >>> UserUtility(lambda r: r[0], name="first mass").describe()
        'first mass'
        """
        return self.name

    def check_convex(self, points: tuple[Vector, ...], prior: Masses) -> None:
        """Raises InvalidInput when a user's utility is not midpoint convex between points.

        >>> UserUtility(lambda r: -max(r)).check_convex(
        ...     ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))), (Fraction(1, 2),) * 2)
        Traceback (most recent call last):
        ...
        pmlsym.errors.InvalidInput: user utility, assumed convex is not convex: at the midpoint \
of two posteriors it is -1/2, above the average -1
        """
        for left, right in pairwise(points):
            middle = tuple((a + b) / 2 for a, b in zip(left, right, strict=True))
            average = (self.at(left, prior) + self.at(right, prior)).scaled(Fraction(1, 2))
            value = self.at(middle, prior)
            if value.lower > average.upper:
                raise InvalidInput(
                    f"{self.name} is not convex: at the midpoint of two posteriors it is "
                    f"{value.lower}, above the average {average.upper}"
                )


NAMED: dict[str, type] = {
    "mi": MutualInformation,
    "guess": GuessProbability,
    "chi2": ChiSquared,
    "gain": ExpectedGain,
}
"""The utilities that have a name; a function of the user's own has none."""
