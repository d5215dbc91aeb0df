"""Renyi privacy of what is eps-LDP, at an order that is a letter: that of a response is the most.

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
from fractions import Fraction

from pmlsym.claims.domain import ZERO
from pmlsym.claims.hypotheses import conclusion_of, hypotheses_of, under_hypotheses
from pmlsym.claims.ranges import Range
from pmlsym.claims.scopes import is_quantified
from pmlsym.claims.subjects import fresh_name, number_names
from pmlsym.engines.lemmas.halves import number_above, with_parts
from pmlsym.language.building import equal, exp, log
from pmlsym.language.fold import key
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Constant,
    Implication,
    Measure,
    OpenOrder,
    Quantity,
    Scalar,
    measures_in,
)
from pmlsym.lowering.infinite_parts import is_infinite_with
from pmlsym.measures.differential_privacy import dp
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.renyi_privacy import dprdp, rdp
from pmlsym.model.channel import Channel

ONE = Constant(Fraction(1))

Privacy = tuple[Callable[[Channel, Quantity], Quantity], Callable[[Channel], Measure]]
AT_AN_ORDER: Mapping[str, Privacy] = {"rdp": (rdp, ldp), "dprdp": (dprdp, dp)}
AT_EVERY_ORDER: Mapping[str, Privacy] = {"zcdp": (rdp, ldp), "dpzcdp": (dprdp, dp)}


def bounded_by_response(claim: Claim) -> Iterator[tuple[tuple[Claim, ...], str]]:
    """The claims that imply one about rdp at a letter, or zcdp, and words for them.

    >>> from pmlsym.claim_text.question import parse
    >>> ((claims, where),) = bounded_by_response(parse("zcdp(W) <= ldp(W)^2/2"))
    >>> print(claims[2], claims[3], where, sep="\\n")
    1 < a and ldp(W) <= 0 => rdp(W, a) <= 0
    1 < a and eps == 0 => 0 <= a*(eps*eps/2)
    eps is ldp(W)
    """
    conclusion, hypotheses = conclusion_of(claim), hypotheses_of(claim)
    if is_quantified(claim) or not isinstance(conclusion, Comparison):
        return
    low = conclusion if conclusion.relation == "<=" else conclusion.flipped
    small, large, taken = low.left, low.right, {*number_names(claim)}
    if (
        isinstance(small, OpenOrder)
        and small.word in AT_AN_ORDER
        and isinstance(small.order, Scalar)
    ):
        order, larger, (at_order, privacy_of) = small.order, large, AT_AN_ORDER[small.word]
        if not {*map(key, hypotheses)} & {key(ONE < order), key(order > ONE)}:
            return
    elif isinstance(small, Measure) and small.word in AT_EVERY_ORDER:
        at_order, privacy_of = AT_EVERY_ORDER[small.word]
        order = Scalar(fresh_name("a", taken))
        larger = order * large
    else:
        return
    (channel,) = small.arguments
    if low.relation != "<=" or not isinstance(channel, Channel):
        return
    taken.add(order.name)
    privacy, above = privacy_of(channel), ONE < order
    own = Scalar(fresh_name("eps", taken))
    number, alike = number_above(privacy, hypotheses), tuple[Claim, ...]()
    if number is None and len(channel.inputs) == 1:  # a database of one entry: dp is ldp
        other = dp(channel) if privacy_of is ldp else ldp(channel)
        number = number_above(other, hypotheses)
        alike = () if number is None else (Implication(other <= number, privacy <= number),)
    table: dict[Hashable, Quantity] = {}
    inside = {key(measure) for measure in measures_in(large)}
    if inside == {key(privacy)}:
        within = {order.name: Range(low=ONE.value)}
        if number is None and not is_infinite_with(larger, key(privacy), within):
            return
        number, table = own, {key(privacy): own}
    if number is None or inside - table.keys():
        return
    larger = with_parts(larger, table)
    kept = [
        with_parts(each, table)
        for each in hypotheses
        if isinstance(each, Comparison) and {key(m) for m in measures_in(each)} <= table.keys()
    ]
    s = Scalar(fresh_name("s", {*taken, own.name}))
    known = at_order(channel, order)
    of_response = _of_response(own, s) / (order - 1)
    by_numbers = _of_response(number, (order - 1) * number) <= (order - 1) * larger
    yield (
        (
            under_hypotheses((above, ZERO < number, *kept), by_numbers),
            under_hypotheses(
                (above, ZERO < own, privacy <= own, equal(s, (order - 1) * own)),
                known <= of_response,
            ),
            under_hypotheses((above, privacy <= ZERO), known <= ZERO),
            under_hypotheses((above, equal(number, ZERO), *kept), ZERO <= larger),
            *alike,
        ),
        f"{number} {'is' if table else 'is at least'} {privacy}",
    )


def _of_response(eps: Quantity, s: Quantity) -> Quantity:
    """The power of a binary response at the order with (order - 1) eps = s, as a logarithm."""
    return log((exp(s + eps) + exp(-s)) / (1 + exp(eps)))
