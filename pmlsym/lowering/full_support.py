"""When a prior may be taken to have full support without loss of generality.

If an instance violates a claim, delete the letters of mass zero. Whatever depends on the support
alone is unchanged. A maximum over all letters, such as maxleak(W) or size(X), can only get smaller;
the violation stays where the claim assumes a bound from above on it, or uses it as an upper bound.
So the prior of an alphabet X may be assumed positive if

    X has one prior, is not an output of a channel, and shares no prior with another alphabet;
    the claim names no letter of X, as W[y|x] does, since that may have mass zero;
    everything in the claim either depends on the support of the prior alone, or only shrinks with X
    and is placed where shrinking does no harm.
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.bounds import at_least_zero
from pmlsym.calculus.normal_form import Atom, Factor
from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claims.subjects import subjects
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Condition,
    Measure,
    Negation,
    Quantified,
    measures_in,
)
from pmlsym.language.value import (
    Divergence,
    FractionalEvent,
    Largest,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
    mass_counted,
)
from pmlsym.language.value_rules import ValueRules
from pmlsym.lowering.branches import Branch, branches
from pmlsym.lowering.infinite_parts import infinities_in
from pmlsym.lowering.linear import linear


def full_support_priors(claim: Claim) -> tuple[Tensor, ...]:
    """The priors of a claim that its sequents may take to have full support.

    >>> from pmlsym.claim_text.question import parse
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
        and not {*tensor.alphabets} & {*about.outcomes.values()}
        and all(_survives_deletion(branch, tensor) for branch in branches(claim))
    )


def _is_lone_prior(prior: Tensor, tensors: tuple[Tensor, ...]) -> bool:
    """Whether no other tensor distributes letters of a prior, for full support in a sequent."""
    if len(prior.alphabets) != 1 or prior.stochastic != (0,):
        return False
    (alphabet,) = prior.alphabets
    return not any(
        other != prior and any(other.alphabets[place] == alphabet for place in other.stochastic)
        for other in tensors
    )


def _survives_deletion(branch: Branch, prior: Tensor) -> bool:
    """Whether a branch stays violated when letters of mass zero are deleted from instances.

    A condition stays true: a deterministic channel loses a row, and a prior that has full support
    or is uniform has no such letter. A condition may also become true, so it may not be a goal, or
    negated.
    """
    if isinstance(branch.goal, Condition):
        return False
    if any(isinstance(premise, Negation | Quantified) for premise in branch.premises):
        return False  # a claim about all priors need not hold for priors of fewer letters
    comparisons = [p for p in branch.premises if isinstance(p, Comparison)]
    return all(_comparison_survives(c, prior, 1) for c in comparisons) and (
        branch.goal is None or _comparison_survives(branch.goal, prior, -1)
    )


def _comparison_survives(comparison: Comparison, prior: Tensor, sign: int) -> bool:
    """Whether a comparison of a branch keeps its truth when letters of mass zero are deleted."""
    left, right = linear(comparison.left), linear(comparison.right)
    # inf <= inf - 1 is true, and no longer once the measure is finite: nothing may cancel there.
    several = len([*infinities_in(comparison.left), *infinities_in(comparison.right)]) > 1
    if left is None or right is None or (several and sign > 0):
        return all(_about_support(m, prior) for m in measures_in(comparison))
    for leaf, c in left.plus(right.scaled(Fraction(-1))).terms:
        shrinks = isinstance(leaf, Measure) and sign * c > 0 and _only_shrinks(leaf.value, prior)
        if not shrinks and not all(_about_support(m, prior) for m in measures_in(leaf)):
            return False
    return True


def _about_support(measure: Measure, prior: Tensor) -> bool:
    """Whether a measure skips letters without mass, so that a sequent may assume full support."""
    quotients = [p for q in measure.defined for p in (q.weight, q.total)]
    return _is_guarded(measure.value, prior) and all(_sums_weighted(p, prior) for p in quotients)


def _is_guarded(value: Value, prior: Tensor) -> bool:
    """Whether a value skips letters without mass, so that a sequent may assume full support."""
    return ABOUT_SUPPORT.read(value, prior)


def _ratio_guarded(value: Ratio, prior: Tensor) -> bool:
    """Whether a ratio lets a sequent assume full support: its sums carry the prior's mass."""
    return _sums_weighted(value.numerator, prior) and _sums_weighted(value.denominator, prior)


def _largest_guarded(value: Largest, prior: Tensor) -> bool:
    """Whether a maximum lets a sequent assume full support: letters without mass give 0 at most."""
    harmless = [value.where]
    if isinstance(value.body, Ratio) and at_least_zero(value.body.numerator):
        harmless.append(value.body.numerator)
    return _letters_weighted(value.over, prior, *harmless) and _inside_guarded(value, prior)


def _smallest_guarded(value: Smallest, prior: Tensor) -> bool:
    """Whether a minimum lets a sequent assume full support: letters without mass give 1/0."""
    one, body = constant(1), value.body
    if isinstance(body, Ratio) and body.numerator == value.where == one:
        carried = _letters_weighted(value.over, prior, body.denominator)
        return carried and _sums_weighted(body.denominator, prior)
    return _letters_weighted(value.over, prior, value.where) and _inside_guarded(value, prior)


def _inside_guarded(value: Largest | Smallest, prior: Tensor) -> bool:
    """Whether the inside of an extreme skips letters without mass, so that full support is safe."""
    return _sums_weighted(value.where, prior) and _is_guarded(value.body, prior)


def _total_guarded(value: Total, prior: Tensor) -> bool:
    """Whether a sum lets a sequent assume full support: its terms carry the prior's mass."""
    if isinstance(value.body, Weighted):
        carried = _letters_weighted(value.over, prior, value.body.weight)
        return carried and _weighted_guarded(value.body, prior)
    if (counted := mass_counted(value.body)) is not None:
        return _letters_weighted(value.over, prior, counted) and _sums_weighted(counted, prior)
    return not _indices_of(value.over, prior) and _is_guarded(value.body, prior)


def _weighted_guarded(value: Weighted, prior: Tensor) -> bool:
    """Whether a weight and a body skip letters without mass, so that full support is safe."""
    return _sums_weighted(value.weight, prior) and _is_guarded(value.body, prior)


def _event_guarded(value: FractionalEvent, prior: Tensor) -> bool:
    """Whether an event lets a sequent assume full support: it is of letters of other alphabets."""
    inside = [_sums_weighted(p, prior) for p in (value.part, value.mass, value.delta)]
    return not _indices_of(value.over, prior) and all(inside)


def _divergence_guarded(value: Divergence, prior: Tensor) -> bool:
    """Whether a divergence lets a sequent assume full support: its terms carry the prior's mass."""
    if not value.is_open:
        return _is_guarded(value.written, prior)
    parts = (value.weight, value.a, value.b)
    carried = _letters_weighted(value.over, prior, value.weight, value.a)
    return carried and all(_sums_weighted(p, prior) for p in parts)


def _letters_weighted(over: tuple[Index, ...], prior: Tensor, *harmless: Polynomial) -> bool:
    """Whether a polynomial is zero at letters without mass, so that full support is safe."""
    return all(any(_has_mass(p, prior, i) for p in harmless) for i in _indices_of(over, prior))


def _is_unknown(value: Value, prior: Tensor) -> bool:
    """False, for a value of which nothing is known that lets a sequent assume full support."""
    return False


ABOUT_SUPPORT = ValueRules[bool](
    name="about the support alone",
    ratio=_ratio_guarded,
    largest=_largest_guarded,
    smallest=_smallest_guarded,
    total=_total_guarded,
    larger=lambda value, prior: all(_is_guarded(body, prior) for body in value.bodies),
    added=lambda value, prior: all(_is_guarded(body, prior) for body in value.bodies),
    weighted=_weighted_guarded,
    log=lambda value, prior: _is_guarded(value.body, prior),
    power=lambda value, prior: _is_guarded(value.body, prior),
    exceeds=lambda value, prior: _is_guarded(value.body, prior),
    fractional_event=_event_guarded,
    excess_ratio=_is_unknown,
    contraction=_is_unknown,
    concentrated=_is_unknown,
    divergence=_divergence_guarded,
)


def _only_shrinks(value: Value, prior: Tensor) -> bool:
    """Whether a measure's value can only be smaller if a sequent assumes full support."""
    return ONLY_SHRINKS.read(value, prior)


def _ratio_shrinks(value: Ratio, prior: Tensor) -> bool:
    """Whether a ratio is a sum of products of |X|, smaller under a sequent's full support."""
    return value.denominator == constant(1) and all(
        c > 0 and all(tensor.is_size for factor in monomial for tensor, _ in factor)
        for monomial, c in value.numerator
    )


def _largest_shrinks(value: Largest, prior: Tensor) -> bool:
    """Whether a largest ratio can only be smaller if a sequent assumes full support."""
    return (
        isinstance(value.body, Ratio)
        and _sums_weighted(value.where, prior)
        and _ratio_guarded(value.body, prior)
    )


def _total_shrinks(value: Total, prior: Tensor) -> bool:
    """Whether a sum of largest ratios can only be smaller if a sequent assumes full support."""
    deleted = _indices_of(value.over, prior)
    return isinstance(value.body, Largest) and not deleted and _only_shrinks(value.body, prior)


ONLY_SHRINKS = ValueRules[bool](
    name="smaller with fewer letters",
    ratio=_ratio_shrinks,
    largest=_largest_shrinks,
    smallest=_is_unknown,
    total=_total_shrinks,
    larger=_is_unknown,
    added=_is_unknown,
    weighted=_is_unknown,
    log=_is_unknown,
    power=_is_unknown,
    exceeds=_is_unknown,
    fractional_event=_is_unknown,
    excess_ratio=_is_unknown,
    contraction=_is_unknown,
    concentrated=_is_unknown,
    divergence=lambda value, prior: not value.is_open and _only_shrinks(value.written, prior),
)


def _indices_of(over: tuple[Index, ...], prior: Tensor) -> list[Index]:
    """The indices of the prior's alphabet, whose letters without mass a sequent would not have."""
    return [index for index in over if index.alphabet in prior.alphabets]


def _has_mass(polynomial: Polynomial, prior: Tensor, index: Index) -> bool:
    """Whether each monomial has a prior's mass at that letter, so that full support is safe."""
    mass: Atom = (prior, (index,))
    return all(any(mass in factor for factor in monomial) for monomial, _ in polynomial)


def _sums_weighted(polynomial: Polynomial, prior: Tensor) -> bool:
    """Whether a polynomial's sums carry a prior's mass, so that full support is safe."""
    return all(_factor_weighted(f, prior) for monomial, _ in polynomial for f in monomial)


def _factor_weighted(factor: Factor, prior: Tensor) -> bool:
    """Whether a factor's sums carry a prior's mass, so that full support is safe."""
    summed = {
        i for _, indices in factor for i in indices if i.is_bound and i.alphabet in prior.alphabets
    }
    sized = any(t.is_size and t.name == f"|{prior.alphabets[0]}|" for t, _ in factor)
    return not sized and all((prior, (index,)) in factor for index in summed)
