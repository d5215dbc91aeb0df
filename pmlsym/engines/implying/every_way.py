"""Claims that imply a claim, each to be shown by itself.

two halves       a known bound, and what is left from there on        halves.py
a response       at an order that is a letter                         privacy_of_orders.py
an order         that is best, for privacy up to delta                privacy_up_to_delta.py
a term           in the place of what a quantifier binds              terms_for_bound.py
any number       of uses, in the place of twenty                      general_number.py
any order        in the place of 2, above 1, or through order 1       general_order.py, ..
any channel      that is eps-LDP, in the place of a response          any_private_channel.py
no instance      of its hypotheses, or none on which it has a value   claims/hypotheses.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pmlsym.claims.domain import undefined_of
from pmlsym.claims.hypotheses import contradiction_of
from pmlsym.claims.repeated import Subject
from pmlsym.engines.implying.any_private_channel import with_any_private_channel
from pmlsym.engines.implying.bounded_number import without_bounded_numbers
from pmlsym.engines.implying.general_number import for_every_number
from pmlsym.engines.implying.general_order import for_every_order
from pmlsym.engines.implying.halves import halves_of
from pmlsym.engines.implying.parts import Implying
from pmlsym.engines.implying.privacy_of_orders import bounded_by_response
from pmlsym.engines.implying.privacy_up_to_delta import bounded_by_concentration
from pmlsym.engines.implying.terms_for_bound import with_terms
from pmlsym.engines.implying.through_order_one import through_order_one
from pmlsym.language.nodes import Claim


def implying(claim: Claim, given: Mapping[str, Subject] | None = None) -> Iterator[Implying]:
    """All ways in which engines prove a claim by parts: lemmas, terms put in, cases, numbers."""
    yield from for_every_number(claim, fewest=2)
    yield from for_every_order(claim)
    yield from through_order_one(claim)
    yield from with_something_put_in(claim, given)
    yield from of_any_private_channel(claim)
    yield from without_bounded_numbers(claim)
    yield from halves_of(claim)
    yield from below_response(claim)
    yield from emptied(claim)


def with_something_put_in(
    claim: Claim, given: Mapping[str, Subject] | None = None
) -> Iterator[Implying]:
    """Ways to prove a quantified claim: the engine puts terms in the place of what it binds."""
    for made, where in with_terms(claim, given):
        for cut in without_bounded_numbers(made):
            yield Implying(cut.claims, f"{where}, and {cut.where}")
        yield Implying((made,), where)


def of_any_private_channel(claim: Claim) -> Iterator[Implying]:
    """Ways to prove a claim about a response by a lemma about every channel that is eps-LDP."""
    for is_private, general, where in with_any_private_channel(claim):
        direct = (Implying((general,), ""),)
        for further in (*below_response(general), *direct, *halves_of(general)):
            words = ", ".join(filter(None, (where, further.where)))
            yield Implying((is_private, *further.claims), words)


def below_response(claim: Claim) -> Iterator[Implying]:
    """Ways to prove Renyi privacy by lemmas, from that of a randomized response.

    Privacy up to delta is shown by Renyi privacy, at the order that is best.
    """
    yield from bounded_by_response(claim)
    yield from bounded_by_concentration(claim)


def emptied(claim: Claim) -> Iterator[Implying]:
    """Ways to prove a claim that says nothing: no instance meets its hypotheses, or has a value.

    >>> from pmlsym.claim_text.question import parse
    >>> print(*next(emptied(parse("a < 1 and a > 2 => a == 7"))).claims)
    not (a < 1 and a > 2)
    """
    for clash in (contradiction_of(claim), undefined_of(claim)):
        if clash is not None:
            yield Implying((clash,), "")
