"""Nodes that print as the claim language writes them.

How that is, is said by the writer, which knows every node; it is loaded when one is printed.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from pmlsym.language.fold import Node


@dataclass(frozen=True, eq=False)
class Written(Node):
    """A quantity or a claim: its text is what reads back as the same, its LaTeX says the same.

    >>> from pmlsym.language.nodes import Scalar
    >>> print(Scalar("eps") + 1 <= 2)
    eps + 1 <= 2
    """

    def __str__(self) -> str:
        return str(import_module("pmlsym.language.writing").text_of(self))

    def __repr__(self) -> str:
        return str(import_module("pmlsym.claims.question").claim_repr(self))

    def _repr_latex_(self) -> str:
        shown = import_module("pmlsym.report.claim_latex").claim_latex(str(self))
        return f"$\\displaystyle {shown}$"


def power_of(base: Any, exponent: Any) -> Any:
    """base^exponent, as the claim language has it; see claims/powers.py.

    >>> from pmlsym.language.nodes import Scalar
    >>> print(Scalar("x") ** 2)
    x^2
    """
    return import_module("pmlsym.claims.powers").power(base, exponent)
