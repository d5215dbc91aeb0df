"""Privacy up to delta of a channel with a bound of zcdp: at most that at the best order.

    zcdp(W) <= rho  =>  ldp(W, delta) <= rho + 2*(rho*log(1/delta))^(1/2)

is shown at the order a = 1 + s where s^2 rho = log(1/delta), as
        1 < a and zcdp(W) <= rho => ldp(W, delta) <= rho*a + log(1/delta)/(a - 1)
        0 < rho and 0 < s => rho*(1 + s) + s*rho <= rho + 2*(rho*(s*s*rho))^(1/2)

and where rho = 0, since all rows are equal, and where delta = 1, since nothing is asked. The same
holds for neighbours. For n releases that are eps-LDP each, rho is n eps^2/2, which is advanced
composition. Sources: [Bun, Steinke 2016, Prop. 1.3; Dwork, Rothblum, Vadhan 2010], proved in
another way.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, cast

from pmlsym.claims.domain import ZERO
from pmlsym.claims.hypotheses import under_hypotheses
from pmlsym.claims.subjects import fresh_name, number_names
from pmlsym.engines.implying.general_number import equal_parts
from pmlsym.engines.implying.parts import (
    Implying,
    UpperBound,
    upper_bound_of,
    with_parts,
    without_name,
)
from pmlsym.engines.implying.privacy_of_orders import NEIGHBOURS, ROWS, Privacy, bounded_by_response
from pmlsym.language.building import equal, exp
from pmlsym.language.fold import fold, key, rebuild, walk
from pmlsym.language.nodes import (
    Claim,
    Constant,
    Division,
    Exponential,
    Logarithm,
    Measure,
    Product,
    Quantity,
    Scalar,
    measures_in,
)
from pmlsym.lowering.infinite_parts import is_infinite_with
from pmlsym.measures.scalar_argument import ScalarArgument
from pmlsym.model.channel import Channel
from pmlsym.model.composition import Repetition

ONE = Constant(Fraction(1))


UP_TO_DELTA: Mapping[str, Privacy] = {"ldp": ROWS, "dp": NEIGHBOURS}


@dataclass(frozen=True)
class _Concentration:
    """A number that is at least zcdp of a channel, and words for it.

    The claims that are `shown` say so, and `facts` are known about numbers in it; in the larger
    side, `table` has numbers in the place of measures.
    """

    rho: Quantity
    where: str
    shown: tuple[Claim, ...] = ()
    facts: tuple[Claim, ...] = ()
    table: Mapping[Hashable, Quantity] = field(default_factory=dict)


def bounded_by_concentration(claim: Claim) -> Iterator[Implying]:
    """Reduce a proof of privacy up to delta to zcdp, by lemmas at the best order.

    >>> from pmlsym.claim_text.question import parse
    >>> text = "zcdp(W) <= 2 => ldp(W, delta) <= 2 + 2*(2*log(1/delta))^(1/2)"
    >>> (parts,) = bounded_by_concentration(parse(text))
    >>> print(parts.claims[0], parts.claims[2], parts.where, sep="\\n")
    0 < s => 2*(1 + s) + s*2 <= 2 + 2*exp(1/2*log(2*(s*s*2)))
    1 < a and zcdp(W) <= rho => ldp(W, delta) <= rho*a + log(1/delta)/(a - 1)
    2 is at least zcdp(W), s*s*2 is log(1/delta)
    """
    bound = upper_bound_of(claim)
    if bound is None or not isinstance(bound.small, Measure) or bound.small.word not in UP_TO_DELTA:
        return
    kind = UP_TO_DELTA[bound.small.word]
    match bound.small.arguments:
        case (Channel() as channel, ScalarArgument(quantity=delta)):
            if _is_above_zero(delta, bound):
                for rho in _concentrations(bound, kind, channel):
                    yield _parts_of(bound, kind, channel, delta, rho)


def _is_above_zero(delta: Quantity, bound: UpperBound) -> bool:
    """Whether a lemma may take delta as above 0, as a number or by what the claim says."""
    if isinstance(delta, Constant):
        return 0 < delta.value < 1
    if not isinstance(delta, Scalar):
        return False
    divided = (p for p in walk(bound.large) if isinstance(p, Division))
    said = {*map(key, bound.hypotheses)} & {key(ZERO < delta), key(delta > ZERO)}
    return bool(said) or any(key(part.denominator) == key(delta) for part in divided)


def _concentrations(bound: UpperBound, kind: Privacy, channel: Channel) -> Iterator[_Concentration]:
    """Bounds of a channel's zcdp by which engines may prove its privacy: stated ones, or by LDP."""
    concentrated = kind.concentrated(channel)
    inside = {key(measure) for measure in measures_in(bound.large)}
    if inside == {key(concentrated)} and is_infinite_with(bound.large, key(concentrated)):
        rho = Scalar(fresh_name("rho", number_names(bound.claim)))
        yield _Concentration(rho, f"{rho} is {concentrated}", table={key(concentrated): rho})
    if inside:
        return
    number = bound.number_above(concentrated)
    if number is not None and not (isinstance(number, Constant) and number.value <= 0):
        yield _Concentration(number, f"{number} is at least {concentrated}")
    part, often = _releases_of(channel)
    eps, of_part = bound.number_above(kind.in_full(part)), kind.concentrated(part)
    if eps is None or isinstance(eps, Constant):
        return
    total = often * (eps * eps / 2)
    of_one = under_hypotheses([kind.in_full(part) <= eps], of_part <= eps * eps / 2)
    of_all = concentrated <= often * of_part
    for of_response in bounded_by_response(of_one):
        several = () if part is channel else (of_all,)
        facts = (ZERO <= eps, *(() if isinstance(often, Constant) else (ONE <= often,)))
        words = f"{total} is at least {concentrated}"
        yield _Concentration(total, words, (*several, *of_response.claims), facts)


def _releases_of(channel: Channel) -> tuple[Channel, Quantity]:
    """The channel that a claim for a lemma releases several times, and how many times."""
    made = channel.made
    if isinstance(made, Repetition) and made.joins == "&" and isinstance(made.body, Channel):
        return made.body, Scalar(made.often)
    joins, parts = equal_parts(channel) or ("", ())
    if joins == "&" and isinstance(parts[0], Channel):
        return parts[0], Constant(Fraction(len(parts)))
    return channel, ONE


def _parts_of(
    bound: UpperBound, kind: Privacy, channel: Channel, delta: Quantity, above: _Concentration
) -> Implying:
    """The parts of a proof of privacy up to delta: about numbers at the best order, and lemmas.

    The first are about numbers: at the best order, and in each case.
    """
    larger, kept = with_parts(bound.large, above.table), bound.about_numbers(above.table)
    taken = {*number_names(bound.claim)}
    s, a, rho, ell = (Scalar(fresh_name(name, taken)) for name in ("s", "a", "rho", "l"))
    concentrated, in_full = kind.concentrated(channel), kind.in_full(channel)
    d = delta if isinstance(delta, Scalar) else Scalar(fresh_name("delta", taken))
    nothing = kind.at_order(channel, 2)
    logs = Logarithm(ONE / delta), s * s * above.rho
    numbers = _about_numbers(larger, delta, above.rho, (s, ell), logs)
    return Implying(
        (
            *(under_hypotheses([*above.facts, *known, *kept], each) for known, each in numbers),
            under_hypotheses(
                [ONE < a, concentrated <= rho],
                kind.up_to_delta(channel, d) <= rho * a + Logarithm(ONE / d) / (a - 1),
            ),
            under_hypotheses([concentrated <= ZERO], nothing <= ZERO),
            under_hypotheses([nothing <= ZERO], in_full <= ZERO),
            under_hypotheses([in_full <= ZERO], kind.up_to_delta(channel, delta) <= ZERO),
            *above.shown,
        ),
        f"{above.where}, {logs[1]} is {logs[0]}",
    )


def _about_numbers(
    larger: Quantity,
    delta: Quantity,
    rho: Quantity,
    letters: tuple[Scalar, Scalar],
    logs: tuple[Quantity, Quantity],
) -> Iterator[tuple[tuple[Claim, ...], Claim]]:
    """Inequalities of numbers that a proof of privacy up to delta leaves, with their premises.

    `logs` are log(1/delta) and what it is at the best order. Where rho > 0 and delta < 1 there is
    such an s, the first of the `letters`, which is new to the claim; where rho is zero the other is
    log(1/delta), which is positive unless delta is one.
    """
    s, ell = letters
    table = {key(logs[0]): logs[1], key(Logarithm(delta)): -logs[1]}
    at_best = with_parts(larger, table)
    is_left = any(key(part) == key(delta) for part in walk(at_best))
    left = (equal(delta, exp(-logs[1])),) if is_left else ()
    positive = () if isinstance(rho, Constant) else (ZERO < rho,)
    yield (*positive, ZERO < s, *left), rho * (1 + s) + s * rho <= at_best
    range_of_delta = (ZERO < delta, delta <= ONE) if isinstance(delta, Scalar) else ()
    if positive:
        at_zero = with_parts(larger, {key(logs[0]): ell, key(Logarithm(delta)): -ell})
        yield (*range_of_delta, ZERO < ell, equal(rho, ZERO)), ZERO <= at_zero
    if range_of_delta:
        at_one = with_parts(larger, {**dict.fromkeys(table, ZERO), key(delta): ONE})
        at_one = _without_zeros(at_one)
        yield (*range_of_delta, ZERO <= rho, equal(delta, ONE)), ZERO <= at_one


def _without_zeros(quantity: Quantity) -> Quantity:
    """Simplify the bound to be proved at delta one: products and roots of zero are zero."""

    def put(part: Any, inside: tuple[Any, ...]) -> Any:
        """Put a part of the bound to be proved together again, as zero where it is zero."""
        new = without_name(rebuild(part, inside))
        match new:
            case Product(factors) if any(_is_zero(factor) for factor in factors):
                return ZERO
            case Exponential(
                Product((Constant(value), Logarithm(body)))
                | Division(Logarithm(body), Constant(value))
            ) if value > 0 and _is_zero(body):
                return ZERO
        return new

    return cast(Quantity, fold(quantity, put))


def _is_zero(quantity: Quantity) -> bool:
    """Whether a part of the bound to be proved is the number 0, so that it simplifies."""
    return isinstance(quantity, Constant) and not quantity.value
