"""The binary symmetric channel: a bit is flipped with probability a.

W = [ 1-a   a  ]        0 <= a <= 1/2
    [  a   1-a ]
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.mechanism_families.mechanism import Mechanism, matrix_mechanism
from pmlsym.mechanism_families.parameter import quotient, real


def binary_symmetric(a: object = None) -> Mechanism:
    """The family's binary symmetric channel, flip probability a in [0, 1/2], any prior.

    >>> binary_symmetric().channel
    BSC
    """
    flip = real("a", "flip probability", 0, Fraction(1, 2))
    stay, cross = quotient(1 - flip.scalar), quotient(flip.scalar)
    return matrix_mechanism(((stay, cross), (cross, stay)), [flip], text="BSC", settings={"a": a})
