"""Turns for claims about concrete channels and all priors of a set.

Their engine is loaded where a claim has entries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pmlsym.claims.subjects import subjects

if TYPE_CHECKING:
    from pmlsym.engines.case import Case
    from pmlsym.evidence.verdict import Proved, Refuted


def over_priors(case: Case, _: float) -> Proved | Refuted | None:
    """Worst values and linear conditions, exactly; else priors of the set one by one."""
    case.ended.add(over_priors)
    return _decided(case, in_parts=False)


def over_parts(case: Case, _: float) -> Proved | Refuted | None:
    """The same where the set has to be looked at in parts."""
    case.ended.add(over_parts)
    return _decided(case, in_parts=True)


def _decided(case: Case, *, in_parts: bool) -> Proved | Refuted | None:
    if not subjects(case.claim).data:
        return None
    from pmlsym.engines.over_priors.turn import decide_case

    return decide_case(case, in_parts=in_parts)
