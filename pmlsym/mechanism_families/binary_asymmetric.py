"""The binary asymmetric channel: 0 is flipped with probability a, 1 with probability b.

W = [ 1-a   a  ]        0 <= a, b  and  a + b <= 1
    [  b   1-b ]
"""

from __future__ import annotations

from dataclasses import replace

from pmlsym.calculus.polynomial import constant
from pmlsym.mechanism_families.mechanism import Mechanism, matrix_mechanism
from pmlsym.mechanism_families.parameter import at_most, probability, quotient


def binary_asymmetric(a: object = None, b: object = None) -> Mechanism:
    """The family's binary channel with flip probabilities a of 0 and b of 1, a + b <= 1.

    >>> binary_asymmetric().channel
    BAC
    """
    first = probability("a", "probability that 0 is flipped")
    second = probability("b", "probability that 1 is flipped")
    together = at_most("a + b <= 1", first.scalar + second.scalar, constant(1))
    second = replace(second, facts=(together,), notes=("a + b <= 1",))
    rows = (
        (quotient(1 - first.scalar), quotient(first.scalar)),
        (quotient(second.scalar), quotient(1 - second.scalar)),
    )
    return matrix_mechanism(rows, [first, second], text="BAC", settings={"a": a, "b": b})
