"""The unit of a quantity: a power of nats, as metres have powers.

    pml(P, W), log(2), I(X;Y)     1, nats
    tv(P, W), exp(pml(P, W))      0, a plain number
    mi(P, W)^2                    2
    3/20, eps                     no unit: it takes that of the other terms or side

Only a quantity in nats may be shown in bits instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pmlsym.claims.hypotheses import conclusion_of
from pmlsym.errors import Unsupported
from pmlsym.language.fold import children, walk
from pmlsym.language.interpretation import Arithmetic
from pmlsym.language.nodes import Claim, Comparison, Constant, Measure, Product, Quantity, Scalar
from pmlsym.language.value import Divergence, Log

Power = int | None
"""The power of nats; None for a number that may have any unit."""


def is_in_nats(comparison: Comparison) -> bool:
    """Whether a claim's comparison is in nats: no side is plain, and at most one a bare number.

    >>> from pmlsym.claim_text.question import parse
    >>> is_in_nats(parse("2*mi(P, W) <= 3/10")), is_in_nats(parse("2*tv(P, W)^2 <= mi(P, W)"))
    (True, False)
    """
    try:
        return _common_unit(map(_UNITS.read, (comparison.left, comparison.right))) == 1
    except Unsupported:
        return False


def sides_in_nats(claim: Claim) -> bool:
    """Whether all comparisons in a claim's conclusion are in nats.

    >>> from pmlsym.claim_text.question import parse
    >>> sides_in_nats(parse("pmin(P) >= 1/10 => pml(P, W) <= 1"))
    True
    """
    parts = walk(conclusion_of(claim))
    return all(is_in_nats(part) for part in parts if isinstance(part, Comparison))


def has_other_units(claim: Claim) -> bool:
    """Whether a claim has bare numbers, or sides not in nats, so that its units must be shown."""
    comparisons = [part for part in walk(claim) if isinstance(part, Comparison)]
    return any(bare_numbers(part) or not is_in_nats(part) for part in comparisons)


def measure_in_nats(measure: Measure) -> bool:
    """Whether a measure in a claim is in nats: a logarithm, or a mean of logarithms.

    >>> from pmlsym.claim_text.question import parse_quantity
    >>> [measure_in_nats(parse_quantity(text)) for text in ("mi(P, W)", "chi2(P, W)")]
    [True, False]
    """
    parts = (part.written if isinstance(part, Divergence) else part for part in walk(measure.value))
    return measure.is_log or any(isinstance(node, Log) for part in parts for node in walk(part))


def bare_numbers(comparison: Comparison) -> tuple[Quantity, ...]:
    """The numbers and scalars added or compared in a claim, whose unit is that of the others.

    >>> from pmlsym.claim_text.question import parse
    >>> bare_numbers(parse("2*mi(P, W) <= eps + 1/10")), bare_numbers(parse("-mi(P, W) <= 0"))
    ((eps, 1/10), ())
    """
    return tuple(_bare_numbers_in(comparison))


def _bare_numbers_in(part: Comparison | Quantity) -> Iterator[Quantity]:
    """The numbers and scalars outside products in a claim's comparison, which have no own unit."""
    if isinstance(part, Scalar) or (isinstance(part, Constant) and part.value):
        yield part
    elif not isinstance(part, Product):
        for child in children(part):
            if isinstance(child, Quantity):
                yield from _bare_numbers_in(child)


def _common_unit(powers: Iterable[Power]) -> Power:
    """The one unit (power of nats) of quantities that a claim adds or compares."""
    units = {power for power in powers if power is not None}
    if len(units) > 1:
        raise Unsupported("plain numbers and nats are mixed")
    return units.pop() if units else None


def _unit_of_product(powers: Sequence[Power]) -> Power:
    """The unit (power of nats) of a product in a claim; factors without a unit are plain."""
    units = [power for power in powers if power is not None]
    return sum(units) if units else None


_UNITS = Arithmetic[Power](
    constant=lambda number: None,
    scalar=lambda scalar: None,
    measure=lambda measure: 1 if measure_in_nats(measure) else 0,
    entropy=lambda quantity: 1,
    add=_common_unit,
    multiply=_unit_of_product,
    divide=lambda above, below: _unit_of_product([above, None if below is None else -below]),
    log=lambda body: 1,
    exp=lambda body: 0,
    largest=_common_unit,
    smallest=_common_unit,
    tail=lambda most, trials, probability: 0,
)
