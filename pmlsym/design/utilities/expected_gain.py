"""Expected gain of the best guess, u(r) = max_w sum_x g(x, w) r(x), and its identity-gain case.

A maximum of linear functions is convex; with rational gains everything is exact. The gain matrix of
the identity gives the probability of a correct guess, max_x r(x). [PML23, Def. 3 (gain functions)]
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pmlsym.design.bracket import Bracket
from pmlsym.errors import AlphabetMismatch
from pmlsym.linear.matrix import Matrix, Vector, dot
from pmlsym.model.distribution import Masses


@dataclass(frozen=True)
class ExpectedGain:
    """E[max_w E[g(X, w) | Y]], where `gain[x][w]` = g(x, w).

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
        """max_w sum_x g(x, w) r(x), exactly.

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
        """The utility in words.

        >>> ExpectedGain(((Fraction(1),),)).describe()
        'expected gain'
        """
        return "expected gain"


@dataclass(frozen=True)
class GuessProbability:
    """The probability of guessing X correctly from Y: sum_y P_Y(y) max_x r_y(x).

    >>> half = (Fraction(1, 2), Fraction(1, 2))
    >>> GuessProbability().at((Fraction(1, 4), Fraction(3, 4)), half).lower
    Fraction(3, 4)
    """

    def at(self, posterior: Vector, prior: Masses) -> Bracket:
        """max_x r(x), exactly.

        >>> GuessProbability().at((Fraction(1),), (Fraction(1),)).is_exact
        True
        """
        return Bracket.exactly(max(posterior))

    def describe(self) -> str:
        """The utility in words.

        >>> GuessProbability().describe()
        'P[correct guess of X]'
        """
        return "P[correct guess of X]"
