"""Renyi privacy of an eps-LDP channel, at an order that is a letter: at most that of a response.

    rdp(W, a) <= a*ldp(W)^2/2    is shown by numbers, where eps > 0 is ldp(W), as
        a > 1 and eps > 0 and ldp(W) <= eps and s == (a - 1)*eps =>
            rdp(W, a) <= log((exp(s + eps) + exp(-s))/(1 + exp(eps)))/(a - 1)
        a > 1 and eps > 0 =>
            log((exp(a*eps) + exp((1 - a)*eps))/(1 + exp(eps))) <= (a - 1)*a*eps^2/2

and where eps is zero, as rdp(W, a) is zero. Concentrated privacy is that of all orders above 1,
with a times the larger side. Source: [Bun, Steinke 2016, Prop. 3.3], proved in another way.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.claims.domain import ZERO
from pmlsym.claims.hypotheses import under_hypotheses
from pmlsym.claims.ranges import Range
from pmlsym.claims.subjects import fresh_name, number_names
from pmlsym.engines.implying.parts import Implying, upper_bound_of, with_parts
from pmlsym.language.building import equal, exp, log
from pmlsym.language.fold import key
from pmlsym.language.nodes import (
    Claim,
    Constant,
    Implication,
    Measure,
    OpenOrder,
    Quantity,
    Scalar,
    measures_in,
)
from pmlsym.lowering.infinite_parts import is_infinite_with
from pmlsym.measures.approximate_privacy import approximate_dp, approximate_ldp
from pmlsym.measures.concentrated_privacy import dpzcdp, zcdp
from pmlsym.measures.differential_privacy import dp
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.renyi_privacy import dprdp, rdp
from pmlsym.measures.scalar_argument import Argument
from pmlsym.model.channel import Channel

ONE = Constant(Fraction(1))


@dataclass(frozen=True)
class Privacy:
    """Privacy of rows, or of neighbours: in full, up to delta, at an order, and at every order."""

    in_full: Callable[[Channel], Measure]
    up_to_delta: Callable[[Channel, Argument], Measure]
    at_order: Callable[[Channel, Quantity | int], Quantity]
    concentrated: Callable[[Channel], Measure]


ROWS = Privacy(ldp, approximate_ldp, rdp, zcdp)
NEIGHBOURS = Privacy(dp, approximate_dp, dprdp, dpzcdp)
AT_AN_ORDER: Mapping[str, Privacy] = {"rdp": ROWS, "dprdp": NEIGHBOURS}
AT_EVERY_ORDER: Mapping[str, Privacy] = {"zcdp": ROWS, "dpzcdp": NEIGHBOURS}


def bounded_by_response(claim: Claim) -> Iterator[Implying]:
    """Reduce a proof of Renyi privacy at a letter's order, or of zcdp, to that of a response.

    >>> from pmlsym.claim_text.question import parse
    >>> (parts,) = bounded_by_response(parse("zcdp(W) <= ldp(W)^2/2"))
    >>> print(*parts.claims[2:], parts.where, sep="\\n")
    1 < a and ldp(W) <= 0 => rdp(W, a) <= 0
    1 < a and eps == 0 => 0 <= a*(eps*eps/2)
    eps is ldp(W)
    """
    bound = upper_bound_of(claim)
    if bound is None:
        return
    small, larger, taken = bound.small, bound.large, {*number_names(claim)}
    if isinstance(small, OpenOrder) and small.word in AT_AN_ORDER:
        if not isinstance(small.order, Scalar):
            return
        order, kind = small.order, AT_AN_ORDER[small.word]
        if not {*map(key, bound.hypotheses)} & {key(ONE < order), key(order > ONE)}:
            return
    elif isinstance(small, Measure) and small.word in AT_EVERY_ORDER:
        order, kind = Scalar(fresh_name("a", taken)), AT_EVERY_ORDER[small.word]
        larger = order * larger
    else:
        return
    (channel,) = small.arguments
    if not isinstance(channel, Channel):
        return
    taken.add(order.name)
    privacy, above = kind.in_full(channel), ONE < order
    eps = Scalar(fresh_name("eps", taken))
    number, alike = bound.number_above(privacy), tuple[Claim, ...]()
    if number is None and len(channel.inputs) == 1:  # a database of one entry: dp is ldp
        other = (NEIGHBOURS if kind is ROWS else ROWS).in_full(channel)
        number = bound.number_above(other)
        alike = () if number is None else (Implication(other <= number, privacy <= number),)
    table: dict[Hashable, Quantity] = {}
    inside = {key(measure) for measure in measures_in(larger)}
    if inside == {key(privacy)}:
        within = {order.name: Range(low=ONE.value)}
        if number is None and not is_infinite_with(larger, key(privacy), within):
            return
        number, table = eps, {key(privacy): eps}
    if number is None or inside - table.keys():
        return
    larger, kept = with_parts(larger, table), bound.about_numbers(table)
    s = Scalar(fresh_name("s", {*taken, eps.name}))
    at_order = kind.at_order(channel, order)
    of_response = _of_response(eps, s) / (order - 1)
    by_numbers = _of_response(number, (order - 1) * number) <= (order - 1) * larger
    yield Implying(
        (
            under_hypotheses((above, ZERO < number, *kept), by_numbers),
            under_hypotheses(
                (above, ZERO < eps, privacy <= eps, equal(s, (order - 1) * eps)),
                at_order <= of_response,
            ),
            under_hypotheses((above, privacy <= ZERO), at_order <= ZERO),
            under_hypotheses((above, equal(number, ZERO), *kept), ZERO <= larger),
            *alike,
        ),
        f"{number} {'is' if table else 'is at least'} {privacy}",
    )


def _of_response(eps: Quantity, s: Quantity) -> Quantity:
    """The power of a binary response at the order with (order - 1) eps = s, for a lemma."""
    return log((exp(s + eps) + exp(-s)) / (1 + exp(eps)))
