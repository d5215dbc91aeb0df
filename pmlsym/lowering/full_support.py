"""When a prior may be taken to have full support without loss of generality.

If an instance violates a claim, delete the letters of mass zero. What a claim says of the support
alone is unchanged. A maximum over all letters, such as maxleak(W) or size(X), can only get smaller;
that keeps the violation where the claim bounds it from above by assumption, or bounds something by
it. So the prior of an alphabet X may be assumed positive if

    X has one prior, is the output of no channel, and shares no prior with another alphabet;
    everything in the claim either speaks of the support of the prior alone, or only shrinks with X
    and stands where shrinking does no harm.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pmlsym.calculus.normal_form import Atom, Factor
from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claims.subjects import subjects
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Comparison, Condition, Measure, Negation, Quantity
from pmlsym.language.value import (
    Exceeds,
    FractionalEvent,
    Larger,
    Largest,
    Log,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
    mass_counted,
)
from pmlsym.lowering.branches import Branch, branches
from pmlsym.lowering.infinite_parts import endless
from pmlsym.lowering.linear import linear


def full_support_priors(claim: Claim) -> tuple[Tensor, ...]:
    """The priors of the claim that may be taken to have full support.

    >>> from pmlsym.claims.question import parse
    >>> full_support_priors(parse("pml(P, W) <= -log(pmin(P))"))
    (P(X),)
    >>> full_support_priors(parse("maxleak(W) <= pml(P, W)"))
    ()
    """
    about = subjects(claim)
    if about.data:
        return ()
    return tuple(
        tensor
        for tensor in about.tensors
        if _is_lone_prior(tensor, about.tensors)
        and all(_harmless(branch, tensor) for branch in branches(claim))
    )


def _is_lone_prior(prior: Tensor, tensors: tuple[Tensor, ...]) -> bool:
    """Whether nothing but this tensor distributes letters of its one alphabet."""
    if len(prior.alphabets) != 1 or prior.stochastic != (0,):
        return False
    (alphabet,) = prior.alphabets
    return not any(
        other != prior and any(other.alphabets[place] == alphabet for place in other.stochastic)
        for other in tensors
    )


def _harmless(branch: Branch, prior: Tensor) -> bool:
    """Whether deleting letters of mass zero keeps the premises true and the goal false.

    A condition stays true: what is deterministic has a row less, and a prior that has full support
    or is uniform has no such letter. It may become true as well, so that none is a goal, and none
    is negated.
    """
    if isinstance(branch.goal, Condition):
        return False
    if any(isinstance(premise, Negation) for premise in branch.premises):
        return False
    comparisons = [p for p in branch.premises if isinstance(p, Comparison)]
    return all(_stays(c, prior, 1) for c in comparisons) and (
        branch.goal is None or _stays(branch.goal, prior, -1)
    )


def _stays(comparison: Comparison, prior: Tensor, sign: int) -> bool:
    """Whether measures that only shrink stand where `sign` times their coefficient is positive."""
    left, right = linear(comparison.left), linear(comparison.right)
    # inf <= inf - 1 is true, and no longer once the measure is finite: nothing may cancel there.
    several = len([*endless(comparison.left), *endless(comparison.right)]) > 1
    if left is None or right is None or (several and sign > 0):
        return all(_about_support(m, prior) for m in _measures(comparison))
    for leaf, c in left.plus(right.scaled(Fraction(-1))).terms:
        shrinks = isinstance(leaf, Measure) and sign * c > 0 and _only_shrinks(leaf.value, prior)
        if not shrinks and not all(_about_support(m, prior) for m in _measures(leaf)):
            return False
    return True


def _measures(part: Claim | Quantity) -> Iterator[Measure]:
    for inner in walk(part):
        if isinstance(inner, Measure):
            yield inner


def _about_support(measure: Measure, prior: Tensor) -> bool:
    quotients = [p for q in measure.defined for p in (q.weight, q.total)]
    return _guarded(measure.value, prior) and all(_sums_weighted(p, prior) for p in quotients)


def _guarded(value: Value, prior: Tensor) -> bool:
    """Whether every letter of the prior's alphabet that the value ranges over has positive mass."""
    match value:
        case Ratio(numerator, denominator):
            return _sums_weighted(numerator, prior) and _sums_weighted(denominator, prior)
        case Largest(over, Ratio(numerator) as body, where):
            # A letter of mass zero gives the ratio 0, which is no maximum that others do not reach.
            own = _own(over, prior)
            kept = all(_carries(where, prior, i) or _carries(numerator, prior, i) for i in own)
            return kept and _sums_weighted(where, prior) and _guarded(body, prior)
        case Smallest(over, Ratio(numerator, mass), where) if numerator == where == constant(1):
            # A letter of mass zero gives 1/0, which is never the smallest.
            kept = all(_carries(mass, prior, i) for i in _own(over, prior))
            return kept and _sums_weighted(mass, prior)
        case Largest(over, body, where) | Smallest(over, body, where):
            kept = all(_carries(where, prior, i) for i in _own(over, prior))
            return kept and _sums_weighted(where, prior) and _guarded(body, prior)
        case Total(over, Weighted(weight, body)):
            kept = all(_carries(weight, prior, i) for i in _own(over, prior))
            return kept and _sums_weighted(weight, prior) and _guarded(body, prior)
        case Total(over, body) if (counted := mass_counted(body)) is not None:
            kept = all(_carries(counted, prior, i) for i in _own(over, prior))
            return kept and _sums_weighted(counted, prior)
        case Total(over, body):
            return not _own(over, prior) and _guarded(body, prior)
        case Larger(bodies):
            return all(_guarded(body, prior) for body in bodies)
        case Weighted(weight, body):
            return _sums_weighted(weight, prior) and _guarded(body, prior)
        case Log(body) | Exceeds(body):
            return _guarded(body, prior)
        case FractionalEvent(over, part, mass, delta):
            inside = [_sums_weighted(p, prior) for p in (part, mass, delta)]
            return not _own(over, prior) and all(inside)
    return False


def _only_shrinks(value: Value, prior: Tensor) -> bool:
    """Whether deleting letters can only make the value smaller: maxima over them, and |X|."""
    match value:
        case Largest(_, Ratio(numerator, denominator), where):
            return all(_sums_weighted(p, prior) for p in (numerator, denominator, where))
        case Total(over, Largest() as largest):
            return not _own(over, prior) and _only_shrinks(largest, prior)
        case Ratio(numerator, denominator):
            return denominator == constant(1) and all(
                c > 0 and all(tensor.is_size for factor in monomial for tensor, _ in factor)
                for monomial, c in numerator
            )
    return False


def _own(over: tuple[Index, ...], prior: Tensor) -> list[Index]:
    return [index for index in over if index.alphabet in prior.alphabets]


def _carries(polynomial: Polynomial, prior: Tensor, index: Index) -> bool:
    """Whether the prior at that letter is a factor of every monomial."""
    wanted: Atom = (prior, (index,))
    return all(any(wanted in factor for factor in monomial) for monomial, _ in polynomial)


def _sums_weighted(polynomial: Polynomial, prior: Tensor) -> bool:
    """Whether each letter that is summed over carries its mass, and no |X| is left."""
    return all(_factor_weighted(f, prior) for monomial, _ in polynomial for f in monomial)


def _factor_weighted(factor: Factor, prior: Tensor) -> bool:
    summed = {
        i for _, indices in factor for i in indices if i.is_bound and i.alphabet in prior.alphabets
    }
    sized = any(t.is_size and t.name == f"|{prior.alphabets[0]}|" for t, _ in factor)
    return not sized and all((prior, (index,)) in factor for index in summed)
