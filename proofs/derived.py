"""Statements that the claim language has no words for: they are sequents, proved with hints.

A hint is an event for a second-order hypothesis, a lemma, or a whole step. Nothing of it is
trusted: the kernel checks the certificate that comes out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pmlsym.evidence.certificate import Certificate


@dataclass(frozen=True)
class Derived:
    """A statement with the certificates of its sequents, made when they are asked for."""

    name: str
    source: str
    certificates: Callable[[], tuple[Certificate, ...]]
    says: str
