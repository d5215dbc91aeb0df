"""Claims that imply a claim, each to be shown by itself.

two halves       a known bound, and what is left from there on        engines/lemmas/halves.py
a response       at an order that is a letter                         .. privacy_of_orders.py
an order         that is best, for privacy up to delta                .. privacy_up_to_delta.py
a term           in the place of what a quantifier binds              claims/implying/
any number       of uses, in the place of twenty                      ..
any order        in the place of 2, above 1                           ..
any channel      that is eps-LDP, in the place of a response          ..
no instance      of its hypotheses, or none on which it has a value   claims/hypotheses.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from pmlsym.claims.domain import undefined_of
from pmlsym.claims.hypotheses import contradiction_of
from pmlsym.claims.implying.any_private_channel import with_any_private_channel
from pmlsym.claims.implying.bounded_number import without_bounded_numbers
from pmlsym.claims.implying.general_number import FEWEST, for_every_number
from pmlsym.claims.implying.general_order import for_every_order
from pmlsym.claims.implying.terms_for_bound import with_terms
from pmlsym.claims.implying.through_order_one import through_order_one
from pmlsym.claims.repeated import Subject
from pmlsym.engines.lemmas.halves import halves_of
from pmlsym.engines.lemmas.privacy_of_orders import bounded_by_response
from pmlsym.engines.lemmas.privacy_up_to_delta import bounded_by_concentration
from pmlsym.language.nodes import Claim


@dataclass(frozen=True)
class Implying:
    """Claims that together imply another, and what says how: what stands for what."""

    claims: tuple[Claim, ...]
    where: str


def implying(claim: Claim, given: Mapping[str, Subject] | None = None) -> Iterator[Implying]:
    """All ways to imply a claim that are known, with the witnesses that are given."""
    yield from at_every_number(claim, fewest=2)
    yield from at_every_order(claim)
    yield from at_order_one(claim)
    yield from with_something_put_in(claim, given)
    yield from of_any_private_channel(claim)
    yield from with_measure_for_number(claim)
    yield from halved(claim)
    yield from below_response(claim)
    yield from emptied(claim)


def at_every_number(claim: Claim, fewest: int = FEWEST) -> Iterator[Implying]:
    """The claim for every number of uses, where these are many.

    >>> from pmlsym.claim_text.question import parse
    >>> for each in at_every_number(parse("maxleak(W^&5) <= 5*maxleak(W)")):
    ...     print(*each.claims, "   ", each.where)
    maxleak(W^&n) <= n*maxleak(W)     n is 5
    """
    if (general := for_every_number(claim, fewest)) is not None:
        yield Implying((general[0],), general[1])


def at_every_order(claim: Claim) -> Iterator[Implying]:
    """The claim for every order, where these are numbers.

    >>> from pmlsym.claim_text.question import parse
    >>> for each in at_every_order(parse("H[inf](P | W) <= H[2](P | W)")):
    ...     print(*each.claims, "   ", each.where)
    1 < a => H[inf](P | W) <= H[a](P | W)     a is 2
    """
    if (general := for_every_order(claim)) is not None:
        yield Implying((general[0],), general[1])


def at_order_one(claim: Claim) -> Iterator[Implying]:
    """The claims about orders on one side of 1, and about those at most or at least 1.

    >>> from pmlsym.claim_text.question import parse
    >>> for each in at_order_one(parse("I[1/2](P, W) <= I[2](P, W)")):
    ...     print(*each.claims, each.where, sep="     ")
    I[1/2](P, W) <= I[1](P, W)     I[1](P, W) <= I[2](P, W)     through order 1
    """
    if chain := through_order_one(claim):
        yield Implying(chain, "through order 1")


def with_something_put_in(
    claim: Claim, given: Mapping[str, Subject] | None = None
) -> Iterator[Implying]:
    """The claims about terms in the place of what a quantifier binds."""
    for made, where in with_terms(claim, given):
        for cut, words in without_bounded_numbers(made):
            yield Implying((cut,), f"{where}, and {words}")
        yield Implying((made,), where)


def with_measure_for_number(claim: Claim) -> Iterator[Implying]:
    """The claims with a measure for a number that it is at most, which are more than the claim."""
    for cut, words in without_bounded_numbers(claim):
        yield Implying((cut,), words)


def of_any_private_channel(claim: Claim) -> Iterator[Implying]:
    """That a response is eps-LDP, and the claim about any channel that is, or what implies it."""
    for known, general, where in with_any_private_channel(claim):
        direct = (Implying((general,), ""),)
        for further in (*below_response(general), *direct, *halved(general)):
            words = ", ".join(filter(None, (where, further.where)))
            yield Implying((known, *further.claims), words)


def halved(claim: Claim) -> Iterator[Implying]:
    """The halves by each known bound."""
    for halves in halves_of(claim):
        yield Implying(halves.claims, halves.where)


def below_response(claim: Claim) -> Iterator[Implying]:
    """The parts of a bound of Renyi privacy by that of a response, at orders that are letters.

    And of privacy up to delta by Renyi privacy, at the order that is best.
    """
    for claims, where in chain(bounded_by_response(claim), bounded_by_concentration(claim)):
        yield Implying(claims, where)


def emptied(claim: Claim) -> Iterator[Implying]:
    """The claims that no instance meets the hypotheses, or that it has no value on any that does.

    >>> from pmlsym.claim_text.question import parse
    >>> print(*next(emptied(parse("a < 1 and a > 2 => a == 7"))).claims)
    not (a < 1 and a > 2)
    """
    for clash in (contradiction_of(claim), undefined_of(claim)):
        if clash is not None:
            yield Implying((clash,), "")
