"""Whether a claim says something: an instance of its hypotheses, or a proof that there is none."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from pmlsym.claims.domain import undefined_of
from pmlsym.claims.hypotheses import contradiction_of
from pmlsym.claims.repeated import repeat_letters_of
from pmlsym.engines.decide.case import Case
from pmlsym.engines.decide.judge import Proof
from pmlsym.engines.sampling.witness import find_witness
from pmlsym.errors import OutOfEffort, PmlError
from pmlsym.language.nodes import Claim
from pmlsym.model.instance import Instance

WITNESS = 0.5
CONTRADICTION = 4.0
"""Effort for instances of the hypotheses of what is proved, and for a proof that there are none."""


def witness_of(case: Case) -> Instance | None:
    """An instance that meets the hypotheses: one that was met before, or else one found now."""
    if case.met is not None:
        return case.met
    find = partial(find_witness, effort=WITNESS, seed=case.seed)
    if not repeat_letters_of(case.claim):
        return find(case.claim)
    from pmlsym.engines.sampling.any_number import witness_at_numbers

    return witness_at_numbers(case.claim, find)


def contradiction_in(
    case: Case, witness: Instance | None, prove: Callable[[Claim], Proof | None]
) -> Proof | None:
    """A proof that no instance meets the hypotheses, where none was found that does.

    Or that the claim has no value on any instance that does.
    """
    if witness is not None:
        return None
    for clash in (contradiction_of(case.claim), undefined_of(case.claim)):
        with suppress(PmlError, OutOfEffort):  # it may be harder than the claim
            if clash is not None and (proof := prove(clash)) is not None:
                return proof
    return None
