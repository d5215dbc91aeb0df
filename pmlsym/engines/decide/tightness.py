"""Tightness of a bound A <= B: a search for exact equality, which is a counterexample to A < B.

First an equality that is not trivial is looked for: both sides positive and finite. Then instances
that come ever closer, with the left side bounded away from zero. Last, equality of any kind. What
is returned was evaluated exactly.
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.effort import Stopwatch
from pmlsym.claims.evaluation import completed, evaluate, holds
from pmlsym.claims.hypotheses import hypotheses_of, under_hypotheses
from pmlsym.claims.repeated import require_no_repeat_letters
from pmlsym.engines.decide.judge import judge_instance
from pmlsym.engines.implying.parts import upward_conclusion
from pmlsym.engines.sampling.refuter import search
from pmlsym.errors import InvalidInput, PmlError
from pmlsym.evidence.tightness import Apart, Approached, Attained, Sides, Tightness
from pmlsym.evidence.verdict import Attempt, Refuted
from pmlsym.language.nodes import Claim, Comparison, Constant, Quantity
from pmlsym.model.instance import Instance

SHARES = (0.3, 0.6, 1.0)
"""The shares of the effort that is left: for a plain equality, approaching one, a trivial one."""

CLOSE = 1e-3
BOUNDED_AWAY = Fraction(1, 10)
LARGEST = 1000
STEP_ROUNDS = 4
FACTOR = 0.2


def tightness(claim: Claim, *, effort: float, seed: int) -> Tightness | Refuted:
    """Search whether a bound to decide is tight: equality attained, approached, or not found.

    Raises InvalidInput for a claim that is not an inequality A <= B, with hypotheses or without.
    """
    require_no_repeat_letters(claim)
    premises, comparison = hypotheses_of(claim), bound_of(claim)
    watch = Stopwatch()
    attempts: list[Attempt] = []
    plain = _finite_sides(comparison, Fraction(0), strict=True)
    sides = _equality_within(claim, (*premises, *plain), SHARES[0] * effort, seed, attempts)
    if isinstance(sides, Refuted):
        return sides
    if sides is not None:
        return Attained(claim, sides, False, tuple(attempts))
    away = _finite_sides(comparison, BOUNDED_AWAY, strict=False)
    left = SHARES[1] * (effort - watch.units)
    steps = _approaching_sides(claim, (*premises, *away), left, seed, attempts)
    if steps and steps[-1].gap <= CLOSE:
        return Approached(claim, steps, tuple(attempts))
    sides = _equality_within(claim, premises, SHARES[2] * (effort - watch.units), seed, attempts)
    if isinstance(sides, Refuted):
        return sides
    if sides is not None:
        return Attained(claim, sides, True, tuple(attempts))
    return Apart(claim, steps[-1] if steps else None, tuple(attempts))


def bound_of(claim: Claim) -> Comparison:
    """The inequality A <= B that a claim concludes with, for a search whether it is tight.

    >>> from pmlsym.claim_text.question import parse
    >>> bound_of(parse("ldp(W) <= eps => pml(P, W) <= eps")).left
    pml(P, W)
    """
    upwards = upward_conclusion(claim)
    if upwards is None or upwards.relation != "<=":
        raise InvalidInput("only an inequality A <= B or A >= B, with hypotheses, can be tight")
    return upwards


def _finite_sides(comparison: Comparison, least: Fraction, *, strict: bool) -> tuple[Claim, ...]:
    """The claims that a bound's sides are above `least` and finite, in a search for equality."""
    low = Comparison(comparison.left, ">" if strict else ">=", Constant(least))
    return low, Comparison(comparison.right, "<=", Constant(Fraction(LARGEST)))


def _equality_within(
    claim: Claim, premises: tuple[Claim, ...], units: float, seed: int, attempts: list[Attempt]
) -> Sides | Refuted | None:
    """An instance on which a bound is tight within premises, or a counterexample; or None."""
    comparison = bound_of(claim)
    watch = Stopwatch()
    if units <= 0:
        return None
    strict = Comparison(comparison.left, "<", comparison.right)
    result = search(under_hypotheses(premises, strict), effort=units, seed=seed)
    tried = f"{result.tried} instances, {result.met} of them within the hypotheses"
    ending = "equality" if result.instance is not None else "no equality"
    attempts.append(Attempt("sampling", watch.seconds, f"{ending} among {tried}", watch.units))
    if result.instance is None:
        return None
    if not holds(claim, result.instance):
        return judge_instance(claim, result.instance, tuple(attempts))
    return _sides_on(claim, comparison.left, comparison.right, result.instance)


def _approaching_sides(
    claim: Claim, premises: tuple[Claim, ...], units: float, seed: int, attempts: list[Attempt]
) -> tuple[Sides, ...]:
    """Instances found by search on which a bound's sides come closer, by a factor each time."""
    comparison = bound_of(claim)
    watch, before = Stopwatch(), 0
    steps: list[Sides] = []
    target = under_hypotheses(premises, comparison)
    rounds = STEP_ROUNDS
    while watch.units < units:
        result = search(target, effort=units - watch.units, seed=seed, rounds=rounds)
        near = result.best_instance
        if result.instance is not None or near is None or result.rounds == before:
            break  # false, or nothing more to look at
        try:
            sides = _sides_on(claim, comparison.left, comparison.right, near)
        except PmlError:
            break
        if not steps or sides.gap <= FACTOR * steps[-1].gap:
            steps.append(sides)
        before, rounds = result.rounds, 3 * rounds
    ending = f"{len(steps)} instances, each much closer than the one before"
    attempts.append(Attempt("approach", watch.seconds, ending, watch.units))
    return tuple(steps)


def _sides_on(claim: Claim, left: Quantity, right: Quantity, instance: Instance) -> Sides:
    """Both sides of a bound on an instance, as a search for equality reports them."""
    whole = completed(claim, instance)
    return Sides(whole, evaluate(left, instance), evaluate(right, instance))
