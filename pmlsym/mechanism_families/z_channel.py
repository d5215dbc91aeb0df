"""The Z channel: 0 is kept, 1 becomes 0 with probability a.

W = [ 1   0  ]        0 <= a < 1
    [ a  1-a ]
"""

from __future__ import annotations

from pmlsym.mechanism_families.mechanism import Mechanism, matrix_mechanism
from pmlsym.mechanism_families.parameter import quotient, real


def z_channel(a: object = None) -> Mechanism:
    """The family's Z channel that turns 1 into 0 with probability a, under an unknown prior.

    >>> z_channel().channel
    Z
    """
    fall = real("a", "probability that 1 becomes 0", 0, 1, high_open=True)
    rows = (
        (quotient(1), quotient(0)),
        (quotient(fall.scalar), quotient(1 - fall.scalar)),
    )
    return matrix_mechanism(rows, [fall], text="Z", settings={"a": a})
