"""Sharpness of a proved claim: stronger claims, which have to fail.

A proof shows that a claim holds, not that it is strong: with a larger constant, one more
hypothesis, or a goal that always holds it would be proved as well. So for a claim L <= R if H1; H2,
each of these has to have an exact counterexample:

    without H1      the claim without one of its hypotheses: each is needed
    the reverse     R <= L: the goal is not an identity
    strictly        L < R: the bound is attained, under the conditions `if` of the table
    OLD -> NEW      the claim with another text in it, such as a smaller constant

A claim that is made weaker is then noticed: an added hypothesis is not needed, a raised bound is
not attained, and a change whose old text is gone does not apply. The first three changes are
derived from the claim; the table does not repeat them.

An equality has both directions already: only the first change applies (`hypotheses` in the table),
and its two sides must not be written alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pmlsym.claim_text.question import Question, parse
from pmlsym.claims.hypotheses import conjuncts, hypotheses_of
from pmlsym.errors import InvalidInput
from pmlsym.language.building import all_of, implies
from pmlsym.language.fold import key
from pmlsym.language.nodes import Claim, Comparison, Implication
from pmlsym.language.writing import statement
from pmlsym.model.instance import Instance

STRICTLY = "strictly"
HYPOTHESES = "hypotheses"
ARROW = " -> "
_STRICT = {"<=": "<", ">=": ">"}


@dataclass(frozen=True)
class Sharpening:
    """A change that makes a claim stronger, with conditions `where` it has to fail.

    `change` is `strictly`, `OLD -> NEW`, or `hypotheses`, which stands for the changes of every
    claim alone. `at` is an instance on which the stronger claim fails; without it one is searched.

    The conditions `where` exclude a bound that is attained trivially, as in 0 <= 0.
    """

    change: str
    where: tuple[str, ...] = ()
    at: Instance | None = None


@dataclass(frozen=True)
class StrongerClaim:
    """A claim that has to fail, and the change that made it from the proved one."""

    change: str
    claim: Claim
    at: Instance | None = None


def stronger_claims(
    claim: Claim, question: Question | None, changes: Sequence[Sharpening], kept: Sequence[str]
) -> Iterator[StrongerClaim]:
    """The claims stronger than a paper's proved claim, made by changes of it or of its text.

    `kept` are hypotheses that are never dropped: they say where the formula of the paper is
    defined. Raises InvalidInput where a change does not apply, and where a kept hypothesis does not
    exist.

    >>> asked = Question("pml(P, W) <= eps", assume=("lip(P, W) <= eps",))
    >>> for one in stronger_claims(asked.claim(), asked, [Sharpening("strictly")], ()):
    ...     print(f"{one.change}: {one.claim}")
    without lip(P, W) <= eps: pml(P, W) <= eps
    the reverse: lip(P, W) <= eps => eps <= pml(P, W)
    strictly: lip(P, W) <= eps => pml(P, W) < eps
    """
    premises, goals = hypotheses(claim)
    yield from _without_one_hypothesis(premises, goals, kept)
    for goal in goals:
        if not isinstance(goal, Comparison):
            raise InvalidInput(f"no change is known of {statement(goal)}")
        if key(goal.left) == key(goal.right):
            raise InvalidInput(f"both sides of {statement(goal)} are the same")
        if key(goal) in map(key, premises):
            raise InvalidInput(f"{statement(goal)} is a hypothesis")
        if goal.relation != "==":
            if not any(change.change != HYPOTHESES for change in changes):
                raise InvalidInput(f"nothing is said of the bound in {statement(goal)}")
            reverse = Comparison(goal.right, goal.relation, goal.left)
            yield StrongerClaim("the reverse", _implication(premises, reverse))
    for change in changes:
        conditions = f" where {' and '.join(change.where)}" if change.where else ""
        label = f"{change.change}{conditions}"
        if change.change == HYPOTHESES:
            continue
        if change.change == STRICTLY:
            claims = _strict_claims(claim, question, change.where)
        else:
            claims = (_replace_text(question, change),)
        yield from (StrongerClaim(label, stronger_claim, change.at) for stronger_claim in claims)


def hypotheses(claim: Claim) -> tuple[tuple[Claim, ...], tuple[Claim, ...]]:
    """The hypotheses of a paper's claim one by one, and its goals.

    >>> hypotheses(parse("fullsupport(P) => ldp(W) <= 1 => pml(P, W) <= 1"))[0]
    (ps.claim('fullsupport(P)'), ps.claim('ldp(W) <= 1'))
    """
    conclusion = claim
    while isinstance(conclusion, Implication):
        conclusion = conclusion.conclusion
    return hypotheses_of(claim), conjuncts(conclusion)


def _implication(premises: Sequence[Claim], goal: Claim) -> Claim:
    """The goal of a paper's claim under the premises, if there are any."""
    return implies(all_of(*premises), goal) if premises else goal


def _without_one_hypothesis(
    premises: Sequence[Claim], goals: Sequence[Claim], kept: Sequence[str]
) -> Iterator[StrongerClaim]:
    """The paper's claim without one hypothesis, for each that is not kept."""
    texts = [statement(premise) for premise in premises]
    if missing := set(kept) - set(texts):
        raise InvalidInput(f"{', '.join(sorted(missing))} is none of {', '.join(texts)}")
    for k, text in enumerate(texts):
        if text not in kept:
            rest = [*premises[:k], *premises[k + 1 :]]
            yield StrongerClaim(f"without {text}", _implication(rest, all_of(*goals)))


def _strict_claims(
    claim: Claim, question: Question | None, where: Sequence[str]
) -> tuple[Claim, ...]:
    """The paper's claim with < in place of <=, one for each goal, under conditions `where`."""
    if question is None:
        conditions, restricted = [parse(text) for text in where], claim
    else:
        conditions = []
        restricted = replace(question, assume=(*question.assume, *where)).claim()
    premises, goals = hypotheses(restricted)
    strict = [
        Comparison(goal.left, _STRICT[goal.relation], goal.right)
        for goal in goals
        if isinstance(goal, Comparison) and goal.relation in _STRICT
    ]
    if not strict:
        raise InvalidInput(f"no goal of {statement(claim)} is <= or >=")
    return tuple(_implication([*premises, *conditions], goal) for goal in strict)


def _replace_text(question: Question | None, change: Sharpening) -> Claim:
    """The paper's claim with new text in place of old, which has to occur once."""
    old, arrow, new = change.change.partition(ARROW)
    text = "" if question is None else question.text
    if question is None or not arrow or text.count(old) != 1:
        raise InvalidInput(f"{old!r} stands {text.count(old)} times in {text!r}, not once")
    where = (*question.assume, *change.where)
    return replace(question, text=text.replace(old, new), assume=where).claim()
