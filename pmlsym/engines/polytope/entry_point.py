"""The turn of this engine: all priors of a set at once, or otherwise some of them one by one.

Where a claim cannot be decided for all of them it is evaluated at vertices (where a single mass, or
a random form, is largest: not all of them), their mean, and mixtures towards the prior that came
nearest to making the claim false. A counterexample that is found is exact; where none is found,
that says only how near the priors came.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

from pmlsym.calculus.effort import Stopwatch
from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.claims.hypotheses import hypotheses_of
from pmlsym.claims.subjects import subjects
from pmlsym.engines.decide.judge import judge_instance, judge_over_priors
from pmlsym.engines.polytope.question import PriorQuestion, question_of
from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.evidence.verdict import Attempt, Proved, Refuted
from pmlsym.language.nodes import Comparison
from pmlsym.language.writing import write_quantity
from pmlsym.linear.prior_polytope import Masses, PriorPolytope, mixture_of_priors
from pmlsym.linear.ratio_supremum import best_prior, mean_prior
from pmlsym.model.instance import Instance

if TYPE_CHECKING:
    from pmlsym.engines.decide.case import Case


ENGINE = "over priors"
ROUNDS, EACH = 6, 30
SHARES = tuple(Fraction(1, 2**k) for k in range(1, 8))
MOST_CORNERS = 60
STEPS = 8  # in which a prior goes from one to another


def decide_case(case: Case, *, in_parts: bool) -> Proved | Refuted | None:
    """Decide a claim over a set of priors; None if it is of another kind, or stays open."""
    watch = Stopwatch()
    try:
        verdict = judge_over_priors(case.claim, tuple(case.attempts), in_parts=in_parts)
    except Unsupported as error:
        return None if in_parts else _try_one_by_one(case, watch, str(error))
    if verdict is None:
        return None
    note = Attempt(ENGINE, watch.seconds, "decided exactly", watch.units)
    return replace(verdict, attempts=(*verdict.attempts, note))


def _try_one_by_one(case: Case, watch: Stopwatch, why: str) -> Refuted | None:
    """Search for counterexamples among single priors, where no exact decision is known."""
    question = question_of(case.claim)
    if question is None:
        raise Unsupported(why)
    tried = try_priors(question, seed=case.seed)
    case.note(ENGINE, watch, f"not decided, {why}; {tried}")
    case.met = tried.met
    if tried.instance is None:
        return None
    return judge_instance(case.claim, tried.instance, tuple(case.attempts))


@dataclass
class TriedPriors:
    """An instance against the claim, and one for it, if any; how many were tried, the nearest."""

    instance: Instance | None = None
    met: Instance | None = None
    count: int = 0
    nearest: Masses = ()
    gap: float | None = None
    sides: str = ""

    def __str__(self) -> str:
        where = ", ".join(map(str, self.nearest))
        near = f", of which the nearest is ({where}): {self.sides}" if self.sides else ""
        return f"{self.count} priors tried{near}"


def try_priors(question: PriorQuestion, *, seed: int) -> TriedPriors:
    """Search for a counterexample among some priors of a set, by evaluating the claim at each.

    The first letters of free outcomes are tried alone.
    """
    rng, tried = Random(seed), TriedPriors()
    corners = list(some_vertices(question.priors, rng))
    for prior in (*corners, mean_prior(corners)):
        if _is_false_at(question, prior, tried):
            return tried
    for _ in range(ROUNDS):
        start = tried.nearest or mean_prior(corners)
        for _ in range(EACH):
            share = rng.choice(SHARES)
            prior = mixture_of_priors([start, rng.choice(corners)], [1 - share, share])
            if _is_false_at(question, prior, tried):
                return tried
    return tried


def _is_false_at(question: PriorQuestion, prior: Masses, tried: TriedPriors) -> bool:
    """Try one prior of the polytope as a counterexample; the nearest that fails is kept."""
    outcomes = dict.fromkeys(subjects(question.claim).outcomes, 0)
    instance = question.instance(prior, outcomes)
    tried.count += 1
    try:
        if not holds(question.claim, instance):
            tried.instance = instance
            return True
        if all(holds(hypothesis, instance) for hypothesis in hypotheses_of(question.rest)):
            tried.met = tried.met or instance
        if isinstance(question.rest, Comparison):
            claim = question.rest
            left, right = (evaluate(side, instance) for side in (claim.left, claim.right))
            gap = abs(float(left) - float(right))
            if tried.gap is None or gap < tried.gap:
                tried.nearest, tried.gap = prior, gap
                names = write_quantity(claim.left), write_quantity(claim.right)
                tried.sides = f"{names[0]} = {float(left):.6g}, {names[1]} = {float(right):.6g}"
    except (OutOfDomain, Unsupported):
        return False
    return False


def some_vertices(priors: PriorPolytope, rng: Random) -> Iterator[Masses]:
    """Some vertices of a set of priors to search at: extreme single masses, then random forms."""
    letters = range(priors.count)
    forms = [tuple(Fraction(s * (k == j)) for k in letters) for j in letters for s in (1, -1)]
    rng.shuffle(forms)
    forms += [tuple(Fraction(rng.randint(-9, 9)) for _ in letters) for _ in range(MOST_CORNERS)]
    yield from dict.fromkeys(best_prior(form, priors) for form in forms[:MOST_CORNERS])


def drawn_priors(priors: PriorPolytope, rng: Random, count: int) -> list[Masses]:
    """Random priors of a set for a search: the mean of some vertices, then vertices, then mixtures.

    >>> from pmlsym.linear.prior_polytope import Between
    >>> half = Between((Fraction(1, 4),) * 2, (Fraction(1),) * 2)
    >>> found = drawn_priors(half, Random(1), 9)
    >>> found[0], all(prior in half for prior in found)
    ((Fraction(1, 2), Fraction(1, 2)), True)
    """
    corners = list(some_vertices(priors, rng))
    priors_drawn = [mean_prior(corners), *corners][:count]
    while len(priors_drawn) < count:
        share = Fraction(rng.randint(0, STEPS), STEPS)
        priors_drawn.append(
            mixture_of_priors([rng.choice(priors_drawn), rng.choice(corners)], [1 - share, share])
        )
    return priors_drawn
