"""Conditions on a prior that are linear: which priors of a polytope meet all of them?

Atoms are c(p) > 0 and c(p) >= 0, joined by "all" and "some". A disjunction is tried part by part,
and only where the prior found so far does not meet it. Atoms alone are a game: the priors choose p,
the other side weights of the atoms,

    max over p in S of  min_i c_i(p)  =  min over weights l of  max over p in S of  sum_i l_i c_i(p)

whose exact linear program is solved over some vertices of S; the best answer of S to the weights is
the next vertex, or shows that no prior meets the atoms: sum_i l_i c_i(p) <= 0 on all of S.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.meter import tick
from pmlsym.errors import InvalidCertificate, Unsupported
from pmlsym.linear.prior_polytope import Masses, PriorPolytope, mixture_of_priors
from pmlsym.linear.program import best_combination
from pmlsym.linear.ratio_supremum import STEPS, best_prior, largest_value, value_at

ZERO, ONE = Fraction(0), Fraction(1)
MOST_PROGRAMS = 2000
"""After that many cases, each a linear program, a claim is left open; no clock decides that."""


@dataclass(frozen=True, slots=True)
class Atom:
    """The form is positive, or (not `strict`) not negative."""

    weights: Masses
    strict: bool

    @property
    def opposite(self) -> Atom:
        """The linear condition that a prior meets if it fails this one, in deciding over a set."""
        return Atom(tuple(-c for c in self.weights), strict=not self.strict)

    def holds(self, prior: Masses) -> bool:
        """Whether a prior meets this linear condition, in deciding a claim over a set."""
        value = value_at(self.weights, prior)
        return value > 0 or (not self.strict and value == 0)


@dataclass(frozen=True, slots=True)
class All:
    """All of the conditions; of none, the condition that always holds."""

    parts: tuple[Linear, ...]


@dataclass(frozen=True, slots=True)
class Some:
    """One of the conditions; of none, the one that never holds."""

    parts: tuple[Linear, ...]


Linear = Atom | All | Some


def negation(condition: Linear) -> Linear:
    """The condition that a prior meets if it fails another, in deciding over a set of priors.

    >>> negation(All((Atom((ONE,), strict=True),)))
    Some(parts=(Atom(weights=(Fraction(-1, 1),), strict=False),))
    """
    match condition:
        case Atom():
            return condition.opposite
        case All(parts):
            return Some(tuple(map(negation, parts)))
        case Some(parts):
            return All(tuple(map(negation, parts)))


def prior_that_meets(condition: Linear, priors: PriorPolytope) -> Masses | None:
    """A prior of the set that meets a linear condition, to decide a claim; or None.

    Raises Unsupported where that takes more than 2,000 cases.

    >>> from pmlsym.linear.prior_polytope import every_prior
    >>> more = Atom((ONE, -ONE), strict=True)
    >>> prior_that_meets(All((more, Atom((-ONE, ZERO), strict=False))), every_prior(2)) is None
    True
    """
    return _Search(priors).find((), [_without_decided_atoms(condition, priors, {})])


def _is_met(condition: Linear, prior: Masses) -> bool:
    """Whether one prior, tried as a counterexample, meets a condition of linear parts."""
    match condition:
        case Atom():
            return condition.holds(prior)
        case All(parts):
            return all(_is_met(part, prior) for part in parts)
        case Some(parts):
            return any(_is_met(part, prior) for part in parts)


def _without_decided_atoms(
    condition: Linear, priors: PriorPolytope, decided: dict[Atom, Linear]
) -> Linear:
    """The condition on a counterexample without atoms that hold for all priors or for none."""
    match condition:
        case Atom(weights, strict):
            if condition not in decided:
                decided[condition] = _decided_on_set(weights, priors, strict=strict) or condition
            return decided[condition]
        case All(parts) | Some(parts):
            join: type[All | Some] = All if isinstance(condition, All) else Some
            decisive = negation(join(()))
            rest = [_without_decided_atoms(part, priors, decided) for part in parts]
            if decisive in rest:
                return decisive
            kept = tuple(dict.fromkeys(part for part in rest if part != join(())))
            return kept[0] if len(kept) == 1 else join(kept)


def _decided_on_set(weights: Masses, priors: PriorPolytope, *, strict: bool) -> Linear | None:
    """Decide whether a linear atom holds for all priors of a set, for none, or varies (None)."""
    high = largest_value(weights, priors)
    if high < 0 or (strict and high == 0):
        return Some(())
    low = -largest_value(tuple(-w for w in weights), priors)
    return All(()) if low > 0 or (not strict and low == 0) else None


class _Search:
    """The search for a prior that meets atoms and disjunctions, case by case."""

    def __init__(self, priors: PriorPolytope) -> None:
        self.priors, self.programs = priors, 0

    def find(self, atoms: tuple[Atom, ...], rest: Sequence[Linear]) -> Masses | None:
        """Search for a prior of the set that meets linear atoms and the rest, split by cases."""
        open_: list[Some] = []
        waiting = list(rest)
        while waiting:
            match waiting.pop():
                case Atom() as atom:
                    atoms = (*atoms, atom)
                case All(parts):
                    waiting += parts
                case Some() as choice:
                    open_.append(choice)
        self.programs += 1
        if self.programs > MOST_PROGRAMS:
            raise Unsupported(f"the claim has more than {MOST_PROGRAMS} cases for these priors")
        prior = prior_meeting(atoms, self.priors)
        if prior is None:
            return None
        # Most disjunctions are met by the prior at hand: only one that is not is split, the one of
        # the fewest parts first, and each part is a smaller problem of the same kind.
        unmet = [choice for choice in open_ if not _is_met(choice, prior)]
        if not unmet:
            return prior
        first = min(unmet, key=lambda choice: len(choice.parts))
        others = [choice for choice in open_ if choice is not first]
        for part in first.parts:
            prior_of_part = self.find(atoms, [*others, part])
            if prior_of_part is not None:
                return prior_of_part
        return None


def prior_meeting(atoms: Sequence[Atom], priors: PriorPolytope) -> Masses | None:
    """Search for a prior of the set that meets all linear atoms, by linear programs, or None.

    Few atoms are in the way, so only the one that is met worst joins those already looked at.
    """
    prior = best_prior((ZERO,) * priors.count, priors)
    unmet_so_far: list[Atom] = []
    vertices = [prior]
    while True:
        unmet = [atom for atom in atoms if not atom.holds(prior)]
        if not unmet:
            return prior
        unmet_so_far.append(min(unmet, key=lambda atom: value_at(atom.weights, prior)))
        better = _prior_meeting_all(unmet_so_far, priors, vertices)
        if better is None:
            return None
        prior = better


def _prior_meeting_all(
    atoms: Sequence[Atom], priors: PriorPolytope, vertices: list[Masses]
) -> Masses | None:
    """Search for a prior that meets all atoms, by a game over vertices, which may grow."""
    # Where the value of the game is zero, only the strict atoms are asked to be positive.
    for raised in ([True] * len(atoms), [atom.strict for atom in atoms]):
        while True:
            tick(STEPS * priors.count)
            prior, shares = _game_solution(atoms, raised, vertices)
            if all(atom.holds(prior) for atom in atoms):
                return prior
            weights = mixture_of_priors([atom.weights for atom in atoms], shares)
            answer = best_prior(weights, priors)
            high = value_at(weights, answer)
            is_strict = any(s and a.strict for s, a in zip(shares, atoms, strict=True))
            if high < 0 or (high == 0 and is_strict):
                return None
            if answer in vertices:
                break
            vertices.append(answer)
    raise InvalidCertificate("a game of linear forms has no value")


def _game_solution(
    atoms: Sequence[Atom], raised: Sequence[bool], vertices: Sequence[Masses]
) -> tuple[Masses, Masses]:
    """The mixture of vertices that best meets atoms, for a search, and weights that prove it.

    maximise e  with  sum_k u_k c_i(v_k) >= e, or >= 0 where an atom is not raised,  sum_k u_k = 1

    where e + `shift` is a variable >= 0, since e may be negative.
    """
    values = [[value_at(atom.weights, vertex) for atom in atoms] for vertex in vertices]
    shift = 1 + max(abs(value) for row in values for value in row)
    lift = [shift if up else ZERO for up in raised]
    mixing = [(*(v + s for v, s in zip(row, lift, strict=True)), ONE) for row in values]
    level = (*(-ONE if up else ZERO for up in raised), ZERO)
    count = len(atoms)
    spare = [(*(-ONE if i == k else ZERO for i in range(count)), ZERO) for k in range(count)]
    columns = [*mixing, level, *spare]
    costs = [ZERO] * len(mixing) + [ONE] + [ZERO] * count
    solution = best_combination(columns, costs, (*([ZERO] * count), ONE))
    prior = mixture_of_priors(vertices, solution.weights[: len(vertices)])
    return prior, tuple(-price for price in solution.dual[:count])
