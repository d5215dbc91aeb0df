"""A user's own channel as text: a matrix of expressions and a domain.

[[1 - a, a], [b, 1 - b]]        0 <= a, 0 <= b, a + b <= 1
[[exp(eps)/(1 + exp(eps)), 1/(1 + exp(eps))], [1/2, 1/2]]        eps >= 0
"""

from __future__ import annotations

from collections.abc import Sequence

from pmlsym.derive.own.own_channel import mechanism_from_sympy
from pmlsym.families.family import Family
from pmlsym.families.mechanism import Mechanism
from pmlsym.language.expression import matrix_of


def family_of_matrix(text: str, domain: Sequence[str] = ()) -> Family:
    """The channel with these entries on this domain, as a family of its own.

    Raises ClaimSyntaxError where the text is no matrix, and as `channel_from_sympy` does.

    >>> family_of_matrix("[[1-a, a], [0, 1]]", ["0 <= a", "a <= 1"]).mechanism().parameters
    (0 <= a <= 1,)
    """
    matrix_of(text)

    def make(**sizes: int) -> Mechanism:
        return mechanism_from_sympy(text, domain)

    return Family("own channel", "own channel", make, "given as a matrix")
