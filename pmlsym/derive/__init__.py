"""Closed forms of mechanism families."""

from pmlsym.derive.closed_form import ClosedForm
from pmlsym.derive.derivation import derive

__all__ = ["ClosedForm", "derive"]
