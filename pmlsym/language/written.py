"""Nodes that print as the claim language writes them.

How that is, is said by the writer, which knows every node; it is loaded when one is printed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pmlsym.display import show
from pmlsym.language.fold import Node


@dataclass(frozen=True, eq=False)
class Written(Node):
    """A quantity or a claim: its text is what reads back as the same, its LaTeX says the same.

    >>> from pmlsym.language.nodes import Scalar
    >>> print(Scalar("eps") + 1 <= 2)
    eps + 1 <= 2
    """

    def __str__(self) -> str:
        return show("claim_text", self)

    def __repr__(self) -> str:
        return show("claim_repr", self)

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {show('claim_latex', str(self))}$"


def power_of(base: Any, exponent: Any) -> Any:
    """base^exponent, as the claim language has it; see language/powers.py.

    >>> from pmlsym.language.nodes import Scalar
    >>> print(Scalar("x") ** 2)
    x^2
    """
    from pmlsym.language.powers import power

    return power(base, exponent)
