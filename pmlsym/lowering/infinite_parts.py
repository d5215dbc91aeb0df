"""The parts of a claim that can be infinite, and where they may stand.

ldp(W) can be +inf, density_min(P, W) and log(doeblin(W)) can be -inf. Then no level t is their
exponential. A level on one side of them, however large or small, serves as well where the
comparison is false at infinity, or where its truth there is the limit of its truth at such levels:

    A <= ldp(W)  assumed            t large enough, and ldp(W) >= log t
    ldp(W) <= A  assumed            if true, ldp(W) is finite, unless A is infinite as well
    ldp(W) <= ldp(V)  assumed       true at inf <= inf, where no level is above ldp(W)
    exp(density_min(P, W)) <= 0     true at exp(-inf), and at no level t > 0

The last two are refused, as are terms that cancel: ldp(W) <= ldp(W) - 1 is true at inf <= inf - 1.
Inside an exponential the finite and the infinite case are taken apart:

    doeblin(W) >= exp(-ldp(W))    is implied by    the same where ldp(W) is finite,
                                                   doeblin(W) >= 0, that is where exp(-inf) stands

No other sequent covers the second case; without it the claim would be proved for finite leakages
alone. The second claim is asked on all instances, which is more than is needed.

A larger side that is infinite with a measure, or has no value there, leaves the finite case alone:

    chi2(P, W) <= tv(P, W)*(exp(ldp(W)) - 1)     at inf the right side is inf, or 0*inf: no value
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from pmlsym.claims.domain import ranges_of_scalars
from pmlsym.claims.hypotheses import conclusion_of
from pmlsym.claims.ranges import Range, is_positive, range_of
from pmlsym.claims.subjects import parts_with_bindings
from pmlsym.errors import Unsupported
from pmlsym.language.fold import fold, key, rebuild, walk
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Constant,
    Division,
    Exponential,
    Logarithm,
    Measure,
    Product,
    Quantity,
    Sum,
    measures_in,
)
from pmlsym.language.writing import write_quantity
from pmlsym.lowering.linear import Linear, leaves, linear


def infinities_in(quantity: Quantity) -> Iterator[Quantity]:
    """The measures and logarithms in a quantity that may be infinite, and so have no level.

    >>> from pmlsym.claim_text.question import parse
    >>> claim = parse("ldp(W) + log(size(X)) + max(pml(P, W), lip(P, W)) + log(tv(P, W)) <= 1")
    >>> [type(part).__name__ for part in infinities_in(claim.left)]
    ['Measure', 'Measure', 'Logarithm']
    """
    for part in walk(quantity):
        if isinstance(part, Measure) and not part.finite:
            yield part
        if isinstance(part, Logarithm) and not is_positive(part.body):
            yield part


def _can_be_infinite(quantity: Quantity) -> bool:
    """Whether some part of a quantity may be infinite, so that no level is equal to it."""
    return next(infinities_in(quantity), None) is not None


def require_assumable(left: Quantity, right: Quantity, *, linear: bool) -> None:
    """Raise Unsupported unless levels can stand for what is infinite in an assumed comparison.

    They can where a linear comparison is true for finite sides alone: no -inf on the left, no inf
    on the right. Then an infinite term outside functions makes it false, as in ldp(W) <= log(c).
    Raises Unsupported where two occurrences can be infinite at once, or where one does in a
    comparison that is not linear, since it may be true at infinity alone.
    """
    infinite = [*infinities_in(left), *infinities_in(right)]
    one_way = not range_of(left).has_minus_inf and not range_of(right).has_inf
    if linear and one_way and all(_is_outside_functions(leaf, left, right) for leaf in infinite):
        return
    if len(infinite) > 1:
        raise Unsupported(
            f"{write_quantity(left)} against {write_quantity(right)}: both can be infinite"
        )
    if infinite and not (linear and _is_outside_functions(infinite[0], left, right)):
        raise Unsupported(
            f"{write_quantity(infinite[0])} can be infinite, and stands inside a function"
        )


def _is_outside_functions(leaf: Quantity, *sides: Quantity) -> bool:
    """Whether a leaf that may be infinite stands outside exponentials and other logarithms."""
    return any(leaf is part for side in sides for part in leaves(side))


def require_exponent(form: Linear, sides: dict[bool, str], below: str) -> None:
    """Raise Unsupported unless levels can stand for what is infinite in an exponent.

    `sides` has the bound that is asked of a term with positive (True) or negative coefficient. Only
    the level of a measure that can be +inf, bounded from below, can be arbitrarily large. Raises
    Unsupported for any other.
    """
    for leaf, c in form.terms:
        approached = isinstance(leaf, Measure) and leaf.least is not None and leaf.least > 0
        if _can_be_infinite(leaf) and not (approached and sides[c > 0] == below):
            raise Unsupported(f"{write_quantity(leaf)} can be infinite, and stands in an exponent")


def infinite_cases(claim: Claim) -> tuple[tuple[str, Claim], ...]:
    """Claims to lower that together imply this one: a measure is finite, or it is infinite.

    Each comes with the words for its case.

    It is the claim alone where no exponential becomes zero as a measure becomes infinite; the
    finite case alone where the claim is true, or has no value, in the other.

    >>> from pmlsym.claim_text.question import parse
    >>> from pmlsym.language.writing import statement
    >>> for words, case in infinite_cases(parse("doeblin(W) >= exp(-ldp(W))")):
    ...     print(f"{statement(case)}    {words}")
    doeblin(W) >= exp(-ldp(W))    ldp(W) finite
    doeblin(W) >= 0    ldp(W) = inf
    >>> [words for words, _ in infinite_cases(parse("tv(P, W) <= exp(ldp(W)) - 1"))]
    ['ldp(W) finite']
    """
    # a bound measure is not infinite or finite once and for all
    parts = (part for part, bound in parts_with_bindings(claim) if not bound.names)
    measure = next((m for part in parts for m in _measures_that_vanish(part)), None)
    if measure is None:
        measure = _measure_that_decides(claim)
        if measure is None:
            return (("", claim),)
        return ((f"{measure.text} finite", _claim_where_finite(claim, key(measure))),)
    measure_key, end = key(measure), "inf" if _infinite_sign(measure) > 0 else "-inf"
    return (
        (f"{measure.text} finite", _claim_where_finite(claim, measure_key)),
        (f"{measure.text} = {end}", _claim_where_infinite(claim, measure_key)),
    )


def _measures_that_vanish(part: object) -> list[Measure]:
    """The measures at whose infinite value an exponential of a claim to lower is zero."""
    form = linear(part.body) if isinstance(part, Exponential) else None
    return [
        leaf
        for leaf, c in (form.terms if form is not None else ())
        if isinstance(leaf, Measure) and not leaf.finite and c * _infinite_sign(leaf) < 0
    ]


def _infinite_sign(measure: Measure) -> int:
    """The sign of the infinity that a measure to be lowered can be, 1 or -1; 0 if not known."""
    if measure.least is not None and (measure.least > 0 or not measure.is_log):
        return 1
    return -1 if measure.is_log and measure.most is not None else 0


def _measure_that_decides(claim: Claim) -> Measure | None:
    """A measure that lowering takes as finite, since the claim is true where it is infinite.

    The conclusion is one comparison, and not strict: inf < inf is false.
    """
    conclusion = conclusion_of(claim)
    if not isinstance(conclusion, Comparison) or conclusion.relation not in ("<=", ">="):
        return None
    larger = conclusion.right if conclusion.relation == "<=" else conclusion.left
    measures = (m for m in measures_in(larger) if not m.finite and _infinite_sign(m) > 0)
    within = ranges_of_scalars(claim)
    return next((m for m in measures if is_infinite_with(larger, key(m), within)), None)


def is_infinite_with(
    quantity: Quantity,
    measure_key: Hashable,
    within: Mapping[str, Range] = MappingProxyType({}),
) -> bool:
    """Whether a quantity to be lowered is inf, or has no value, wherever this measure is inf.

    inf plus anything is inf, or inf - inf; times what is not negative it is inf, or 0*inf.
    `within` has the ranges of scalars beyond what they declare.
    """

    def is_nonnegative(part: Quantity) -> bool:
        """Whether a factor or term beside a part lowered as infinite is never below zero."""
        return range_of(part, within=within).nonnegative

    match quantity:
        case Measure():
            return key(quantity) == measure_key
        case Exponential(body) | Logarithm(body):
            return is_infinite_with(body, measure_key, within)
        case Sum(terms):
            return any(is_infinite_with(term, measure_key, within) for term in terms)
        case Product(factors):
            ends = [is_infinite_with(factor, measure_key, within) for factor in factors]
            others = [f for f, end in zip(factors, ends, strict=True) if not end]
            return any(ends) and all(map(is_nonnegative, others))
        case Division(numerator, denominator):
            is_infinite = is_infinite_with(numerator, measure_key, within)
            return is_infinite and is_nonnegative(denominator)
    return False


def _claim_where_finite(claim: Claim, measure_key: Hashable) -> Claim:
    """The claim to lower for the case of a finite measure, which is assumed to be so."""

    def rule(node: Any, inner: tuple[Any, ...]) -> Any:
        """The measure, assumed to be finite, in its place; any other node as it is."""
        new = rebuild(node, inner)
        return new.where_finite() if isinstance(new, Measure) and key(new) == measure_key else new

    changed: Claim = fold(claim, rule)
    return changed


def _claim_where_infinite(claim: Claim, measure_key: Hashable) -> Claim:
    """The claim to lower for the case of an infinite measure: its vanishing exponentials are 0."""

    def rule(node: Any, inner: tuple[Any, ...]) -> Any:
        """Zero for an exponential that vanishes with the measure; any other node as it is."""
        vanishes = any(key(measure) == measure_key for measure in _measures_that_vanish(node))
        return Constant(Fraction(0)) if vanishes else rebuild(node, inner)

    changed: Claim = fold(claim, rule)
    return changed
