"""Plans: which lemmas to apply, so that a measure is bounded by what the sequent has bounds of.

A measure is bounded by a bound that is given; or by a lemma that bounds it, if what its premises
speak of is bounded in turn. So  A <= B <= C  is the conclusion of one lemma as a premise of the
next. How often each given bound may be used the level of the goal says: t1 t2 has t1 once. That is
counted before any polynomial is formed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pmlsym.calculus.normal_form import Factor
from pmlsym.effort import passed
from pmlsym.engines.lemmas.arguments import (
    Names,
    Tree,
    World,
    kind_of,
    matches,
    replaced,
    trees_of,
)
from pmlsym.engines.lemmas.lemma import ReadLemma
from pmlsym.lowering.level_form import Level
from pmlsym.meter import tick

Goal = tuple[str, tuple[Tree, ...], str]
"""The word and the arguments of a measure, and the side from which it is to be bounded."""

Amounts = Mapping[object, int]
"""How often each scalar stands in a level; negative in a denominator."""

TRIED = 20
"""Steps for an attempt to apply a lemma in a plan, which compares a few names."""


@dataclass(frozen=True)
class Plan:
    """A goal, and the lemma that gives it with what stands for its names; none where it is given.

    `parts` are plans for the premises, in order; `given` says which of the given bounds it is.
    """

    goal: Goal
    given: int = 0
    lemma: ReadLemma | None = None
    names: tuple[tuple[str, Tree], ...] = ()
    parts: tuple[Plan, ...] = ()


def amounts_of(level: Level) -> Amounts | None:
    """How often scalars stand in a level; nothing where it is no product of them.

    >>> from pmlsym.calculus.polynomial import atom
    >>> from pmlsym.calculus.tensor import Tensor
    >>> t, m = atom(Tensor("t")), atom(Tensor("m"))
    >>> sorted(amounts_of(Level(t * t, m)).values()), amounts_of(Level(t + 1))
    ([-1, 2], None)
    """
    if len(level.numerator) != 1 or len(level.denominator) != 1:
        return None
    ((above, _),), ((below, _),) = level.numerator.terms.items(), level.denominator.terms.items()
    found: Counter[Factor] = Counter(above)
    found.subtract(below)
    return {factor: n for factor, n in found.items() if n}


class Search:
    """The plans for a goal, from lemmas and from what is given, each with what it may use."""

    def __init__(
        self,
        world: World,
        lemmas: Iterable[ReadLemma],
        given: Mapping[Goal, Sequence[Amounts]],
        available: Amounts,
    ) -> None:
        self._world, self._given, self._available = world, given, available
        self._lemmas: dict[tuple[str, str], list[ReadLemma]] = {}
        for lemma in lemmas:
            if lemma.main is not None:
                self._lemmas.setdefault((lemma.main.word, lemma.side), []).append(lemma)

    def plans(self, goal: Goal, depth: int) -> Iterator[Plan]:
        """Plans for the goal that apply at least one lemma, `depth` of them in a row at most."""
        for _, plan in self._derived(goal, depth, frozenset(), {}):
            yield plan

    def _bounded(
        self, goal: Goal, depth: int, above: frozenset[Goal], used: Amounts
    ) -> Iterator[tuple[Amounts, Plan]]:
        for k, own in enumerate(self._given.get(goal, ())):
            after = _together(used, own)
            if _fit(after, self._available):
                yield after, Plan(goal, k)
        yield from self._derived(goal, depth, above, used)

    def _derived(
        self, goal: Goal, depth: int, above: frozenset[Goal], used: Amounts
    ) -> Iterator[tuple[Amounts, Plan]]:
        word, trees, side = goal
        if depth <= 0 or goal in above:
            return
        for lemma in self._lemmas.get((word, side), ()):
            assert lemma.main is not None
            names = frozenset(each.object.text for each in lemma.named)
            for found in matches(trees_of(lemma.main), trees, names, {}):
                tick(TRIED)
                if passed():
                    return
                if len(found) < len(names) or not _fits(self._world, lemma, found):
                    continue
                goals = [
                    (p.measure.word, tuple(replaced(t, found) for t in trees_of(p.measure)), p.side)
                    for p in lemma.premises
                ]
                if not all(self._may_be_bounded(g, depth - 1) for g in goals):
                    continue
                inner = above | {goal}
                for after, plans in self._all(goals, depth - 1, inner, used):
                    yield after, Plan(goal, 0, lemma, tuple(found.items()), plans)

    def _may_be_bounded(self, goal: Goal, depth: int) -> bool:
        return goal in self._given or (depth > 0 and (goal[0], goal[2]) in self._lemmas)

    def _all(
        self, goals: Sequence[Goal], depth: int, above: frozenset[Goal], used: Amounts
    ) -> Iterator[tuple[Amounts, tuple[Plan, ...]]]:
        """Plans for all goals; those that are given, or not at all, are looked at first."""
        order = sorted(range(len(goals)), key=lambda k: goals[k] not in self._given)

        def go(left: list[int], sofar: Amounts) -> Iterator[tuple[Amounts, dict[int, Plan]]]:
            if not left:
                yield sofar, {}
                return
            for after, plan in self._bounded(goals[left[0]], depth, above, sofar):
                for last, plans in go(left[1:], after):
                    yield last, {left[0]: plan, **plans}

        for last, plans in go(order, used):
            yield last, tuple(plans[k] for k in range(len(goals)))


def _fits(world: World, lemma: ReadLemma, names: Names) -> bool:
    """Whether what stands for the priors and channels of a lemma has alphabets that fit them."""
    alphabets: dict[str, tuple[str, ...]] = {}
    pairs = []
    for each in lemma.named:
        own, given = kind_of(each.object), world.kind(names[each.object.text])
        if given is None or (own[0] is None) != (given[0] is None):
            return False
        pairs += [pair for pair in zip(own, given, strict=True) if pair[0] is not None]
    for mine, its in pairs:
        assert mine is not None and its is not None
        if len(mine) == 1 and alphabets.setdefault(mine[0], its) != its:
            return False
    return all(
        its == tuple(a for name in mine or () for a in alphabets.get(name, (name,)))
        for mine, its in pairs
    )


def _together(one: Amounts, other: Amounts) -> Amounts:
    return {k: one.get(k, 0) + other.get(k, 0) for k in {**one, **other}}


def _fit(used: Amounts, available: Amounts) -> bool:
    """Whether no scalar is used more often than there is of it."""
    return all(
        (0 <= n <= available.get(k, 0)) or (0 >= n >= available.get(k, 0)) for k, n in used.items()
    )
