"""Claims about two orders, through the measure of order 1.

    I[1/2](P, W) <= I[2](P, W)      I[1/2](P, W) <= I[1](P, W)  and  I[1](P, W) <= I[2](P, W)

For orders that are letters it is not known on which side of 1 they are. There are three cases, of
which the last is such a chain, since the one order is at most the other:

    a <= b => D[a](P || Q) <= D[b](P || Q)
        1 < a and a <= b => ..
        b < 1 and a <= b => ..
        a <= 1 => D[a](P || Q) <= D[1](P || Q)  and  1 <= b => D[1](P || Q) <= D[b](P || Q)
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pmlsym.claims.domain import domain_of
from pmlsym.claims.hypotheses import conclusion_of, hypotheses_of, under_hypotheses
from pmlsym.claims.subjects import subjects
from pmlsym.engines.implying.parts import Implying, upward_conclusion
from pmlsym.errors import PmlError
from pmlsym.language.fold import key
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Constant,
    Measure,
    Named,
    OpenOrder,
    Quantity,
    Scalar,
)
from pmlsym.measures.every import measure_at_orders, orders_of

ONE = Constant(Fraction(1))


def through_order_one(claim: Claim) -> Iterator[Implying]:
    """The claims, through a measure's order 1, that imply a claim about two of its orders.

    >>> from pmlsym.claim_text.question import parse
    >>> (through,) = through_order_one(parse("a <= b => H[b](P) <= H[a](P)"))
    >>> print(*through.claims, sep="\\n")
    1 < a and a <= b => H[b](P) <= H[a](P)
    b < 1 and a <= b => H[b](P) <= H[a](P)
    a <= 1 => H[1](P) <= H[a](P)
    1 <= b => H[b](P) <= H[1](P)
    """
    if claims := _claims_through_order_one(claim):
        yield Implying(claims, "through order 1")


def _claims_through_order_one(claim: Claim) -> tuple[Claim, ...]:
    """Claims through order 1 that imply this one; none unless it is about two such orders."""
    ends = upward_conclusion(claim)
    if ends is None or ends.relation != "<=":
        return ()
    small, large = _single_order(ends.left), _single_order(ends.right)
    if small is None or large is None or key(small) == key(large):
        return ()
    middle, other = _at_order_one(ends.left), _at_order_one(ends.right)
    if middle is None or other is None or key(middle) != key(other):
        return ()
    below, above = Comparison(ends.left, "<=", middle), Comparison(middle, "<=", ends.right)
    comparisons = [h for h in hypotheses_of(claim) if isinstance(h, Comparison)]
    sides = _side_of_one(small, comparisons), _side_of_one(large, comparisons)
    if set(sides) == {1, -1}:
        return tuple(under_hypotheses(hypotheses_of(claim), each) for each in (below, above))
    rises = ("<=", key(small), key(large)) in {*_as_triples(comparisons)}
    falls = ("<=", key(large), key(small)) in {*_as_triples(comparisons)}
    if any(sides) or not (rises or falls):
        return ()
    low, high = (small, large) if rises else (large, small)
    at_low, at_high = (below, above) if rises else (above, below)
    one_side = (Comparison(ONE, "<", low), Comparison(high, "<", ONE))
    halves = (Comparison(low, "<=", ONE), at_low), (Comparison(ONE, "<=", high), at_high)
    return (
        *(
            under_hypotheses((side, *hypotheses_of(claim)), conclusion_of(claim))
            for side in one_side
        ),
        *(under_hypotheses((side, *_about_others(claim, side)), half) for side, half in halves),
    )


def _about_others(claim: Claim, side: Claim) -> Iterator[Claim]:
    """The hypotheses of the claim asked that one half of the implying claims needs, by scalars."""
    for each in hypotheses_of(claim):
        if subjects(each).scalars.keys() <= subjects(side).scalars.keys():
            yield each


def _single_order(quantity: Quantity) -> Quantity | None:
    """The one order on a side of the claim asked, as a in D[a](P || Q); nothing without one."""
    if isinstance(quantity, OpenOrder):
        return quantity.order if isinstance(quantity.order, Scalar) else None
    orders = orders_of(quantity) if isinstance(quantity, Measure | Named) else ()
    return Constant(orders[0]) if len(orders) == 1 else None


def _at_order_one(quantity: Quantity) -> Quantity | None:
    """The claim's measure at order 1, as I[1] for I[a]; nothing if it may have no value."""
    made: Quantity
    try:
        if isinstance(quantity, OpenOrder):
            made = quantity.make(Fraction(1))
        else:
            assert isinstance(quantity, Measure | Named)
            made = measure_at_orders(quantity, {orders_of(quantity)[0]: ONE})
    except PmlError:
        return None
    return None if domain_of(Comparison(made, "<=", made)) else made


def _side_of_one(order: Quantity, comparisons: list[Comparison]) -> int:
    """1 if hypotheses of the claim asked say the order is >= 1, -1 if they say <= 1, else 0."""
    if isinstance(order, Constant):
        return (order.value > 1) - (order.value < 1)
    every = {*_as_triples(comparisons)}
    one, at_order = key(ONE), key(order)
    return (("<=", one, at_order) in every) - (("<=", at_order, one) in every)


def _as_triples(comparisons: list[Comparison]) -> Iterator[tuple[str, object, object]]:
    """A claim's hypotheses as triples ("<=", smaller side, larger side), by their keys."""
    for each in comparisons:
        for way in (each, each.flipped):
            if way.relation in ("<", "<=", "=="):
                yield "<=", key(way.left), key(way.right)
