"""Plans: which lemmas to apply, so that a measure is bounded by what the sequent has bounds of.

A measure is bounded by a bound that is given; or by a lemma that bounds it, if what its premises
speak of is bounded in turn. So  A <= B <= C  is the conclusion of one lemma as a premise of the
next. The level of the goal says how often each given bound may be used: t1 t2 has t1 once. That is
counted before any polynomial is formed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from pmlsym.calculus.effort import passed
from pmlsym.calculus.meter import tick
from pmlsym.calculus.normal_form import Factor, factor
from pmlsym.engines.lemmas.arguments import (
    Kind,
    Names,
    Tree,
    World,
    alphabets_of,
    kind_of,
    tree_matches,
    tree_with,
    trees_of,
)
from pmlsym.engines.lemmas.lemma import Premise, ReadLemma
from pmlsym.lowering.level import Level
from pmlsym.lowering.levels import ABOVE

Goal = tuple[str, tuple[Tree, ...], str]
"""The word and the arguments of a measure, and the side from which it is to be bounded."""

Refusal = tuple[Goal, ReadLemma]
"""A lemma that does not give that goal, for a reason that names and alphabets do not show."""

Amounts = Mapping[object, int]
"""How often each scalar stands in a level; negative in a denominator."""

MOST_PLANS = 12
"""How many plans for one goal are kept, each of which uses something else."""

TRIED = 20
"""Steps for an attempt to apply a lemma in a plan, which compares a few names."""


@dataclass(frozen=True)
class LemmaPlan:
    """A goal, and the lemma that gives it with trees for its names; none where it is given.

    `parts` are plans for the premises, in order; `given` says which of the given bounds it is.
    """

    goal: Goal
    given: int = 0
    lemma: ReadLemma | None = None
    names: tuple[tuple[str, Tree], ...] = ()
    parts: tuple[LemmaPlan, ...] = ()

    @property
    def applications(self) -> int:
        """How many times this plan applies a lemma."""
        return (self.lemma is not None) + sum(part.applications for part in self.parts)


def amounts_of(level: Level) -> Amounts | None:
    """How often scalars stand in a lemma's level; None if it is not a product of them.

    >>> from pmlsym.calculus.polynomial import atom
    >>> from pmlsym.calculus.tensor import Tensor
    >>> t, m = atom(Tensor("t")), atom(Tensor("m"))
    >>> sorted(amounts_of(Level(t * t, m)).values()), amounts_of(Level(t + 1))
    ([-1, 2], None)
    """
    if len(level.numerator) != 1 or len(level.denominator) != 1:
        return None
    ((above, _),), ((below, _),) = level.numerator.terms.items(), level.denominator.terms.items()
    amounts: Counter[Factor] = Counter(above)
    amounts.subtract(below)
    return {factor: n for factor, n in amounts.items() if n}


class PlanSearch:
    """The plans for goals, from lemmas and from what is given; each goal is looked at once.

    Of plans that use the same bounds equally often the first is kept: the order in which releases
    are taken together makes no difference. A goal for which plans are being looked for is not a
    premise on the way there. What is `refused` was planned before, and could not be carried out.
    """

    def __init__(
        self,
        world: World,
        lemmas: Iterable[ReadLemma],
        given: Mapping[Goal, Sequence[Amounts]],
        available: Amounts,
        refused: Collection[Refusal] = (),
    ) -> None:
        self._world, self._given, self._available = world, given, available
        self._refused = refused
        self._lemmas: dict[tuple[str, str], list[_Pattern]] = {}
        self._found: dict[Goal, _PlansFound] = {}
        for lemma in lemmas:
            if lemma.main is not None:
                self._lemmas.setdefault((lemma.main.word, lemma.side), []).append(
                    _pattern_of(lemma)
                )

    def plans(self, goal: Goal, least: int) -> Iterator[LemmaPlan]:
        """Plans of lemmas for a goal, with `least` applications or with a part of the level left.

        What is left has to be at least one, as leakages are; of bounds from below nothing is left.
        """
        for plan, used in self._plans_for(goal):
            if plan.lemma is None or not _are_within(used, self._available):
                continue
            left = any(n != used.get(k, 0) for k, n in self._available.items())
            if (goal[2] == ABOVE) if left else plan.applications >= least:
                yield plan

    def _plans_for(self, goal: Goal) -> Iterator[Used]:
        """The plans of lemmas for a goal that are known, and then those still to be found."""
        plans = self._found.get(goal)
        if plans is None:
            plans = self._found[goal] = _PlansFound(self._search_plans(goal))
        for k in count():
            if not plans.has(k):
                return
            yield plans.plans[k]

    def _search_plans(self, goal: Goal) -> Iterator[Used]:
        """The plans for a goal: known bounds first, then lemmas with plans for their premises."""
        for k, amounts in enumerate(self._given.get(goal, ())):
            yield LemmaPlan(goal, k), amounts
        for pattern in self._lemmas.get((goal[0], goal[2]), ()):
            for names in self._matches(pattern, goal):
                tick(TRIED)
                if passed():
                    return
                if alphabets_of(pattern.kinds, self._world, names) is None:
                    continue
                if (goal, pattern.lemma) in self._refused:
                    continue
                goals = [pattern.goal(premise, names) for premise in pattern.lemma.premises]
                if all(map(self._may_be_bounded, goals)):
                    yield from self._plans_by_lemma(goal, pattern, names, goals)

    def _matches(self, pattern: _Pattern, goal: Goal) -> Iterator[Names]:
        """The assignments to the names of a lemma for which it bounds the goal of a plan.

        A given bound says what the goal leaves open, such as P in maxleak(W) <= pml(P, W).
        """
        assignments = list(tree_matches(pattern.trees, goal[1], pattern.names, {}))
        for premise in pattern.lemma.premises:
            trees_of_premise = pattern.premises[premise.measure.text]
            for names in [each for each in assignments if len(each) < len(pattern.names)]:
                for word, trees, side in self._given:
                    if (word, side) == (premise.measure.word, premise.side):
                        assignments += tree_matches(trees_of_premise, trees, pattern.names, names)
        yield from (names for names in assignments if len(names) == len(pattern.names))

    def _may_be_bounded(self, goal: Goal) -> bool:
        """Whether a known bound or a lemma is about the goal of a plan."""
        return goal in self._given or (goal[0], goal[2]) in self._lemmas

    def _plans_by_lemma(
        self, goal: Goal, pattern: _Pattern, names: Names, goals: Sequence[Goal]
    ) -> Iterator[Used]:
        """The plans that apply one lemma after plans for all of its premises.

        What is given is looked at first, then what is made of few names.
        """
        order = sorted(
            range(len(goals)), key=lambda k: (goals[k] not in self._given, _names_in(goals[k][1]))
        )

        def plans_for(
            left: Sequence[int], used: Amounts
        ) -> Iterator[tuple[dict[int, LemmaPlan], Amounts]]:
            """Plans for the lemma's premises that are left, with all scalars that they use."""
            if not left:
                yield {}, used
                return
            (k, *others) = left
            for plan, used_by_plan in self._plans_for(goals[k]):
                after = _added_amounts(used, used_by_plan, pattern.powers[k])
                if _are_as_many(after, self._available):
                    for plans, last in plans_for(others, after):
                        yield {k: plan, **plans}, last

        for plans, used in plans_for(order, {}):
            parts = tuple(plans[k] for k in range(len(goals)))
            yield LemmaPlan(goal, 0, pattern.lemma, tuple(names.items()), parts), used


Used = tuple[LemmaPlan, Amounts]
"""A plan, and how often it uses each scalar."""


class _PlansFound:
    """The plans for a goal that were found so far, and where more come from."""

    def __init__(self, source: Iterator[Used]) -> None:
        self.plans: list[Used] = []
        self._source, self._is_running = source, False

    def has(self, place: int) -> bool:
        """Whether lemmas give a goal a plan at this place; False while that is being looked for."""
        # A goal may be asked for while its own generator runs, by a lemma whose premise it is:
        # such a plan would go in a circle, and the generator cannot be entered twice.
        while len(self.plans) <= place and len(self.plans) < MOST_PLANS and not self._is_running:
            self._is_running = True
            try:
                plan = next(self._source, None)
            finally:
                self._is_running = False
            if plan is None:
                break
            if all(plan[1] != used for _, used in self.plans):
                self.plans.append(plan)
        return place < len(self.plans)


@dataclass(frozen=True, eq=False)
class _Pattern:
    """A lemma as it is compared with goals.

    `powers` says how often the level of each premise stands in that of the lemma; zero where this
    is not a product.
    """

    lemma: ReadLemma
    trees: tuple[Tree, ...]
    names: frozenset[str]
    premises: Mapping[str, tuple[Tree, ...]]
    powers: tuple[int, ...]
    kinds: tuple[tuple[str, Kind], ...]

    def goal(self, premise: Premise, names: Names) -> Goal:
        """The goal of a plan that a lemma's premise is, with trees for the names."""
        trees = self.premises[premise.measure.text]
        return premise.measure.word, tuple(tree_with(t, names) for t in trees), premise.side


def _pattern_of(lemma: ReadLemma) -> _Pattern:
    """A lemma prepared for comparison with the goals of plans."""
    assert lemma.main is not None
    amounts = amounts_of(lemma.level) or {}
    return _Pattern(
        lemma,
        trees_of(lemma.main),
        frozenset(each.text for each in lemma.named),
        {p.measure.text: trees_of(p.measure) for p in lemma.premises},
        tuple(amounts.get(factor(((p.level, ()),)), 0) for p in lemma.premises),
        tuple((each.text, kind_of(each)) for each in lemma.named),
    )


def _names_in(trees: Tree) -> int:
    """The size of a goal, in names, by which a plan of lemmas searches for smaller goals first."""
    return sum(map(_names_in, trees)) if isinstance(trees, tuple) else 1


def _added_amounts(one: Amounts, other: Amounts, times: int) -> Amounts:
    """How often scalars occur in two plans together, if the second is used several times."""
    return {k: one.get(k, 0) + times * other.get(k, 0) for k in {**one, **other}}


def _are_as_many(used: Amounts, available: Amounts) -> bool:
    """Whether a goal's level has as many of each scalar as a plan uses, on either side."""
    return all(abs(n) <= abs(available.get(k, 0)) for k, n in used.items())


def _are_within(used: Amounts, available: Amounts) -> bool:
    """Whether a plan uses no scalar more often than the goal's level has it."""
    return all(
        (0 <= n <= available.get(k, 0)) or (0 >= n >= available.get(k, 0)) for k, n in used.items()
    )
