"""The claim for every order, for a claim that is its case at orders that are numbers.

    H[3](P | W) <= H[2](P | W)      1 < a and a < b => H[b](P | W) <= H[a](P | W)      at 2 and 3

For each order it is known on which side of 1 it lies, and for two of them which is larger. Where an
order is a letter, levels are numbers that equations define; where it is a number, they are roots
and powers of a few numbers, which are fewer, but do not stand in a logarithm. Whether the claim is
the general one at these numbers is checked, not taken for granted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import pairwise

from pmlsym.claims.hypotheses import conclusion_of, hypotheses_of, under_hypotheses
from pmlsym.claims.open_orders import at_orders
from pmlsym.claims.repeated import replace_subjects
from pmlsym.claims.subjects import fresh_name, number_names
from pmlsym.engines.implying.parts import Implying
from pmlsym.errors import PmlError
from pmlsym.language.fold import key, walk
from pmlsym.language.nodes import Claim, Comparison, Constant, Measure, Named, Quantity, Scalar
from pmlsym.measures.every import measure_at_orders, orders_of


def for_every_order(claim: Claim) -> Iterator[Implying]:
    """The claim about I[a] for every order a, of which one about orders such as 1/2 is a case.

    >>> from pmlsym.claim_text.question import parse
    >>> for each in for_every_order(parse("I[1/2](P, W) <= I[3](P, W)")):
    ...     print(*each.claims, "   ", each.where)
    0 < a and a < 1 and 1 < a2 => I[a](P, W) <= I[a2](P, W)     a is 1/2, a2 is 3
    """
    orders = sorted(_orders_in(claim) - {0, 1})
    taken, letters = number_names(claim), dict[Fraction, Scalar]()
    for order in orders:
        letters[order] = Scalar(fresh_name("a", taken))
        taken.add(letters[order].name)
    with suppress(PmlError):
        general = _at_orders(claim, letters)
        values = {letter.name: order for order, letter in letters.items()}
        if letters and key(at_orders(general, values)) == key(claim):
            premises = (*_order_premises(letters), *hypotheses_of(general))
            words = ", ".join(f"{name} is {order}" for name, order in values.items())
            yield Implying((under_hypotheses(premises, conclusion_of(general)),), words)


def _orders_in(claim: Claim) -> set[Fraction]:
    """The numeric orders of the claim asked, which are letters in the claim that implies it."""
    measures = (node for node in walk(claim) if isinstance(node, Measure | Named))
    return {order for measure in measures for order in orders_of(measure)}


def _at_orders(claim: Claim, letters: Mapping[Fraction, Scalar]) -> Claim:
    """The claim at every order that implies the one asked; Unsupported if some measure has none."""

    def rule(node: Quantity) -> Quantity | None:
        """A measure with letters for its orders, in a claim that implies the one asked."""
        if not isinstance(node, Measure | Named) or letters.keys().isdisjoint(orders_of(node)):
            return None
        return measure_at_orders(node, letters)

    return replace_subjects(claim, lambda _: None, rule, where="for every order")


def _order_premises(letters: Mapping[Fraction, Scalar]) -> Iterator[Claim]:
    """The premises 0 < a, a < 1, a < b .. of the implying claim, which is about every order."""
    every = {Fraction(0): Constant(Fraction(0)), Fraction(1): Constant(Fraction(1)), **letters}
    for one, other in pairwise(sorted(every)):
        if {one, other} != {0, 1} and (one != 0 or min(letters) < 1):
            yield Comparison(every[one], "<", every[other])
