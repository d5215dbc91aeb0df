"""Verdicts by other claims, which imply the claim of a case and are each shown by itself.

Each turn of the portfolio here takes one kind of ways from engines/implying. The parts of a way are
proved, the last first, and the judge accepts their proofs together.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING

from pmlsym.calculus.effort import Stopwatch
from pmlsym.claims.hypotheses import hypotheses_of
from pmlsym.claims.scopes import is_quantified
from pmlsym.claims.subjects import is_about_numbers, subjects
from pmlsym.engines.decide.case import Case
from pmlsym.engines.decide.portfolio import (
    certificates_of,
    judged,
    judged_empty,
    search_for_instance,
)
from pmlsym.errors import PmlError, Unsupported
from pmlsym.evidence.verdict import Implied, PartProof, Proved
from pmlsym.language.nodes import Claim
from pmlsym.lowering.profile import profile_of

if TYPE_CHECKING:
    from pmlsym.engines.implying.parts import Implying

MANY_USES = 5
"""How many uses of a channel are many: products of as many factors are searched for long."""

MOST_SHARES = 2
"""The first of many ways gets a share as if there were no more than these."""

LARGEST_SHARE = 0.7
"""How much of the effort for several parts one may take: often one of them is as hard as that."""

GLANCE = 0.03
"""Effort for a look at instances on which a way fails, before a proof of it is searched for."""


def at_every_number(case: Case, effort: float) -> Proved | None:
    """A turn in deciding: the claim for every number of uses, before many are written out."""
    from pmlsym.engines.lemmas.arguments import has_many_beside

    case.ended.add(at_every_number)
    is_for_all = is_quantified(case.claim) and not profile_of(case.claim).has_terms
    if not is_for_all and not has_many_beside(case.claim):
        return None
    from pmlsym.engines.implying.general_number import for_every_number

    fewest = 2 if is_for_all else MANY_USES
    return _verdict_on_implying(case, effort, for_every_number(case.claim, fewest))


def at_every_order(case: Case, effort: float) -> Proved | None:
    """A turn in deciding: the claim for every order, in the place of orders that are numbers."""
    from pmlsym.engines.implying.general_order import for_every_order

    watch = Stopwatch()
    verdict = _verdict_on_implying(case, effort, for_every_order(case.claim))
    if watch.units < effort / 2:  # it was looked through to the end
        case.ended.add(at_every_order)
    return verdict


def at_order_one(case: Case, effort: float) -> Proved | None:
    """A turn in deciding: claims about orders on one side of 1, or with order 1 for one of two."""
    from pmlsym.engines.implying.through_order_one import through_order_one

    case.ended.add(at_order_one)
    return _verdict_on_implying(case, effort, through_order_one(case.claim))


def below_response(case: Case, effort: float) -> Proved | None:
    """A turn in deciding: claims by which privacy at a letter's order is that of a response.

    Also claims by which what holds for every eps-LDP channel holds for a response.
    """
    from pmlsym.engines.implying.every_way import below_response as ways_below_response
    from pmlsym.engines.implying.every_way import of_any_private_channel

    case.ended.add(below_response)
    ways = (ways_below_response(case.claim), of_any_private_channel(case.claim))
    return _verdict_on_implying(case, effort, chain(*ways))


def by_terms(case: Case, effort: float) -> Proved | None:
    """A turn in deciding: a claim about terms in the place of what a quantifier binds.

    Last comes a claim with a measure for a number; a certificate of the claim itself is better.
    """
    from pmlsym.engines.implying.bounded_number import without_bounded_numbers
    from pmlsym.engines.implying.every_way import with_something_put_in
    from pmlsym.engines.implying.general_number import for_every_number

    ways = [*with_something_put_in(case.claim, case.given), *for_every_number(case.claim)]
    is_last = in_halves in case.ended
    if is_last:
        ways += without_bounded_numbers(case.claim)
    watch = Stopwatch()
    verdict = _verdict_on_implying(case, effort, iter(ways))
    if is_last and watch.units < effort / 2:  # they were looked through to the end
        case.ended.add(by_terms)
    return verdict


def in_halves(case: Case, effort: float) -> Proved | None:
    """A turn in deciding: a known bound, and the claim about numbers that is left from there."""
    from pmlsym.engines.implying.halves import halves_of

    case.ended.add(in_halves)
    return _verdict_on_implying(case, effort, halves_of(case.claim))


def by_contradiction(case: Case, effort: float) -> Proved | None:
    """A turn in deciding: that the hypotheses contradict each other, if no instance met them."""
    case.ended.add(by_contradiction)
    if case.within or not hypotheses_of(case.claim) or subjects(case.claim).data:
        return None
    watch = Stopwatch()
    verdict = judged_empty(case, lambda c: certificates_of(case, c, effort - watch.units))
    if verdict is None and case.met is None:
        case.note("hypotheses", watch, "nothing was found that meets them, and no contradiction")
    return verdict


def _verdict_on_implying(case: Case, effort: float, every: Iterator[Implying]) -> Proved | None:
    """The verdict on a case by one of several ways to imply its claim, with all parts proved."""
    watch, ways = Stopwatch(), tuple(every) if not subjects(case.claim).data else ()
    if len(ways) > MOST_SHARES:
        ways = tuple(way for way in ways if not _is_seen_to_fail(way, case.seed))
    if not ways:
        return None
    for k, way in enumerate(ways):
        share = (effort - watch.units) / min(len(ways) - k, MOST_SHARES)
        proofs = _proofs_of_parts(case, way, share)
        if proofs is not None:
            case.note("other claims", watch, "found proofs of what implies it")
            parts = tuple(zip(way.claims, proofs, strict=True))
            return judged(case, Implied(parts, way.where, case.given))
    case.note("other claims", watch, "nothing is proved that is known to imply it")
    return None


def _is_seen_to_fail(way: Implying, seed: int) -> bool:
    """Whether a short search refutes one of the claims that would imply that of a case."""
    for claim in reversed(way.claims) if len(way.claims) > 1 else ():
        with suppress(PmlError):
            if search_for_instance(claim, effort=GLANCE, seed=seed).instance is not None:
                return True
    return False


def _proofs_of_parts(case: Case, way: Implying, effort: float) -> list[PartProof] | None:
    """Proofs of all claims of a way to imply that of a case, the last first; or None."""
    watch, proofs = Stopwatch(), list[PartProof]()
    for k in range(len(way.claims), 0, -1):
        share = LARGEST_SHARE if k > 1 else 1.0
        proof = _proof_of_part(case, way.claims[k - 1], share * (effort - watch.units))
        if proof is None:
            return None
        proofs.insert(0, proof)
    return proofs


def _proof_of_part(case: Case, claim: Claim, effort: float) -> PartProof | None:
    """A proof of one claim that implies that of a case, analytic or by certificates; or None."""
    watch = Stopwatch()
    if is_about_numbers(claim):
        from pmlsym.engines.analytic.checking import prove_analytic

        with suppress(Unsupported):
            if (proof := prove_analytic(claim, effort=effort)) is not None:
                return proof
    return certificates_of(case, claim, effort - watch.units)
