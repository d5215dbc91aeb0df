"""Closed forms of mechanism families."""

from pmlsym.closed_forms.closed_form import ClosedForm
from pmlsym.closed_forms.derivation import derive

__all__ = ["ClosedForm", "derive"]
