"""How a proved claim is seen to say no less than it could: stronger claims, which have to fail.

A proof shows that a claim holds, not that it says much: a larger constant, one hypothesis more, or
a goal that holds of everything are proved as well. So of a claim L <= R if H1; H2 it is asked that
each of these has an exact counterexample:

    without H1      the claim without one of its hypotheses: each is needed
    the reverse     R <= L: the goal is no identity
    strictly        L < R: the bound is attained, where the table says (`if`) at something telling
    OLD -> NEW      the claim with another text in it, such as a smaller constant

What is made weaker is then noticed: a hypothesis that was added is not needed, a bound that was
raised is not attained, and where the text to be replaced is gone there is nothing to ask. What the
changes are is derived from the claim, and no part of the table repeats it.

Of an equality, which has both directions already, only the first is asked (`hypotheses` in the
table), and that its two sides are not written alike.
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
class Sharp:
    """A change that makes a claim stronger, with conditions `where` it has to fail.

    It is `strictly`, `OLD -> NEW`, or `hypotheses`: then no more than what is asked of every claim.
    `at` is an instance on which it fails; without it one is looked for.

    The conditions of `where` keep a bound from being attained at what says nothing, as 0 <= 0.
    """

    change: str
    where: tuple[str, ...] = ()
    at: Instance | None = None


@dataclass(frozen=True)
class Stronger:
    """A claim that has to fail, and how it was made from the one that is proved."""

    change: str
    claim: Claim
    at: Instance | None = None


def stronger(
    claim: Claim, question: Question | None, changes: Sequence[Sharp], kept: Sequence[str]
) -> Iterator[Stronger]:
    """All that is asked of a claim, and of its text if it has one.

    `kept` are hypotheses that are not tried: they say where the paper's formula is meant to be
    read. Raises InvalidInput where a change does not apply, and where a kept hypothesis is none.

    >>> asked = Question("pml(P, W) <= eps", assume=("lip(P, W) <= eps",))
    >>> for one in stronger(asked.claim(), asked, [Sharp("strictly")], ()):
    ...     print(f"{one.change}: {one.claim}")
    without lip(P, W) <= eps: pml(P, W) <= eps
    the reverse: lip(P, W) <= eps => eps <= pml(P, W)
    strictly: lip(P, W) <= eps => pml(P, W) < eps
    """
    premises, goals = hypotheses(claim)
    yield from _without_one(premises, goals, kept)
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
            back = Comparison(goal.right, goal.relation, goal.left)
            yield Stronger("the reverse", _under(premises, back))
    for change in changes:
        where = f" where {' and '.join(change.where)}" if change.where else ""
        shown = f"{change.change}{where}"
        if change.change == HYPOTHESES:
            continue
        if change.change == STRICTLY:
            made = _strictly(claim, question, change.where)
        else:
            made = (_replaced(question, change),)
        yield from (Stronger(shown, one, change.at) for one in made)


def hypotheses(claim: Claim) -> tuple[tuple[Claim, ...], tuple[Claim, ...]]:
    """The hypotheses of a claim one by one, and its goals.

    >>> hypotheses(parse("fullsupport(P) => ldp(W) <= 1 => pml(P, W) <= 1"))[0]
    (ps.claim('fullsupport(P)'), ps.claim('ldp(W) <= 1'))
    """
    conclusion = claim
    while isinstance(conclusion, Implication):
        conclusion = conclusion.conclusion
    return hypotheses_of(claim), conjuncts(conclusion)


def _under(premises: Sequence[Claim], goal: Claim) -> Claim:
    return implies(all_of(*premises), goal) if premises else goal


def _without_one(
    premises: Sequence[Claim], goals: Sequence[Claim], kept: Sequence[str]
) -> Iterator[Stronger]:
    texts = [statement(premise) for premise in premises]
    if missing := set(kept) - set(texts):
        raise InvalidInput(f"{', '.join(sorted(missing))} is none of {', '.join(texts)}")
    for k, text in enumerate(texts):
        if text not in kept:
            rest = [*premises[:k], *premises[k + 1 :]]
            yield Stronger(f"without {text}", _under(rest, all_of(*goals)))


def _strictly(claim: Claim, question: Question | None, where: Sequence[str]) -> tuple[Claim, ...]:
    if question is None:
        conditions, narrowed = [parse(text) for text in where], claim
    else:
        conditions = []
        narrowed = replace(question, assume=(*question.assume, *where)).claim()
    premises, goals = hypotheses(narrowed)
    strict = [
        Comparison(goal.left, _STRICT[goal.relation], goal.right)
        for goal in goals
        if isinstance(goal, Comparison) and goal.relation in _STRICT
    ]
    if not strict:
        raise InvalidInput(f"no goal of {statement(claim)} is <= or >=")
    return tuple(_under([*premises, *conditions], goal) for goal in strict)


def _replaced(question: Question | None, change: Sharp) -> Claim:
    """The claim with the new text in the place of the old one, which stands in it once."""
    old, arrow, new = change.change.partition(ARROW)
    text = "" if question is None else question.text
    if question is None or not arrow or text.count(old) != 1:
        raise InvalidInput(f"{old!r} stands {text.count(old)} times in {text!r}, not once")
    where = (*question.assume, *change.where)
    return replace(question, text=text.replace(old, new), assume=where).claim()
