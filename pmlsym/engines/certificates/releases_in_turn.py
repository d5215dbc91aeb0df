"""Releases in turn, as the facts of a sequent speak of them.

A hypothesis about a release, given what was released before, says of all letters that

    N' L - N >= 0        N = P(x)W1(x,y1) .. Wk(x,yk),  N' the same without the last factor,

or (1 - b) times that, with a set b of bad outcomes. There L = t Q with a level t, and Q M' = M for
M = sum_x N. The start is what was released already, P(x)V(x,y), or P(x) alone; then one hypothesis
is applied after the other until all that the goal speaks of is released.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from pmlsym.calculus.effort import passed
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact, Rule, declared_name
from pmlsym.calculus.substitution import replace_tensor
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.ingredient import numbered_letters
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.kernel.certificate import Term, Use

Letters = tuple[Index, ...]
T = TypeVar("T")

ONE = constant(1)


@dataclass(frozen=True)
class Released:
    """All releases up to a point: the outcomes, N and M."""

    outcomes: Letters
    part: Polynomial
    whole: Polynomial


@dataclass(frozen=True)
class Allowance:
    """The parts of N' t Q - N: all that is released after it, the level t, and Q.

    `quotient` says that Q M' - M is zero, unless it is zero anyway.
    """

    after: Released
    level: Polynomial
    given: Polynomial
    quotient: tuple[Use, ...]

    @property
    def ratio(self) -> Polynomial:
        """The product t Q of level and posterior factor in an allowance that a search reads."""
        return self.level * self.given


def allowance_of(
    facts: Iterable[Fact], before: Released, polynomial: Polynomial, outcomes: Letters
) -> Allowance:
    """The allowance that a search reads off a polynomial N' t Q - N, after earlier releases.

    Raises NotDeduced at any other polynomial.
    """
    part = positive_part(-polynomial)
    inputs = tuple(i for i in before.part.free if i not in outcomes)
    level, given = _level_and_quotient(quotient_of(polynomial + part, before.part))
    released = Released(outcomes, part, sum_over(part, *inputs))
    gap = given * before.whole - released.whole
    return Allowance(released, level, given, (stated(facts, gap, outcomes, "=="),) if gap else ())


@dataclass(frozen=True)
class Release:
    """The facts that are assumed about a release, at the letters of the goal.

    `bad` is b, or zero where the hypothesis is about every outcome, and `mass` adds up to
    d - sum b M. `is_event` says that b <= 1, a factor as the other facts are.
    """

    allowance: Allowance
    is_below: Use
    bad: Polynomial
    is_event: tuple[Use, ...]
    number: Polynomial
    mass: tuple[Term, ...]

    @property
    def after(self) -> Released:
        """All releases up to this one, as a search reads them off a fact."""
        return self.allowance.after

    @property
    def level(self) -> Polynomial:
        """The level t of this release, as a search reads it off a fact."""
        return self.allowance.level


@dataclass(frozen=True)
class OfPosteriors:
    """A release about which a hypothesis for every prior Q says  Q t sum_x Q W - Q W >= 0."""

    rule: Rule
    before: Released
    after: Released
    level: Polynomial


AnyRelease = TypeVar("AnyRelease", bound=Release | OfPosteriors)


def releases_in_turn(
    following: Callable[[Released], Iterable[AnyRelease]],
    done: Released,
    aim: Allowance,
    level: Polynomial = ONE,
) -> Iterator[tuple[AnyRelease, ...]]:
    """The ways to compose releases in turn until they make the goal's allowance.

    `level` is the product of the levels of what is released already.
    """
    if done.outcomes == aim.after.outcomes:
        if done.part == aim.after.part and level == aim.level:
            yield ()
        return
    if quotient(aim.after.part, done.part) is None:
        return
    for each in following(done):
        for rest in releases_in_turn(following, each.after, aim, level * each.level):
            yield (each, *rest)
        if passed():
            return


def next_of_posteriors(
    rules: Iterable[Rule], before: Released, every: Letters
) -> Iterator[OfPosteriors]:
    """The rules about every prior by which a search may bound the next release."""
    inputs = tuple(i for i in before.part.free if i not in every)
    for rule in rules:
        outcomes = every[: len(before.outcomes) + len(rule.conclusion.indices) - len(inputs)]
        if len(rule.tensors) != 1 or len(outcomes) <= len(before.outcomes):
            continue
        (prior,), new = rule.tensors, outcomes[len(before.outcomes) :]
        for letters in ((*inputs, *new), (*new, *inputs)):
            with suppress(NotDeduced):
                mass = atom(prior, *inputs) if len(prior.alphabets) == len(inputs) else ONE
                stands = allowance_of(
                    (), Released((), mass, ONE), at_letters(rule.conclusion, letters), new
                )
                part = before.part * quotient_of(stands.after.part, mass)
                after = Released(outcomes, part, sum_over(part, *inputs))
                yield OfPosteriors(rule, before, after, stands.level)


def next_releases(facts: Sequence[Fact], before: Released, every: Letters) -> Iterator[Release]:
    """The facts of a sequent by which a search may bound the next release."""
    inputs = tuple(i for i in before.part.free if i not in every)
    for fact in facts:
        outcomes = every[: max(0, len(fact.indices) - len(inputs))]
        if fact.relation != ">=" or len(outcomes) <= len(before.outcomes):
            continue
        for letters in ((*outcomes, *inputs), (*inputs, *outcomes)):
            with suppress(NotDeduced):
                polynomial, use = at_letters(fact, letters), Use(fact.name, letters)
                yield _release(facts, before, polynomial, use, outcomes)


def _release(
    facts: Sequence[Fact], before: Released, polynomial: Polynomial, use: Use, outcomes: Letters
) -> Release:
    """The release that a fact (1 - b) (N' L - N) >= 0 is about. Raises NotDeduced at another."""
    sets = [t for t in polynomial.tensors if t.role == "event" and t.indicator]
    good, bad = polynomial, constant(0)
    for tensor in sets:
        if tensor.alphabets != tuple(i.alphabet for i in outcomes):
            raise NotDeduced("not a set of outcomes")
        good, bad = with_number(good, tensor, 0), atom(tensor, *outcomes)
    if len(sets) > 1 or polynomial != good * (1 - bad):
        raise NotDeduced("not a bound off one set")
    allowance = allowance_of(facts, before, good, outcomes)
    whole = allowance.after.whole
    gap = allowance.given * before.whole - whole
    masses = whole, gap
    mass, number = _mass(facts, bad, masses, allowance.quotient, outcomes) if bad else ((), bad)
    is_event = tuple(Use(declared_name(b, "<= 1"), outcomes) for b in sets)
    return Release(allowance, use, bad, is_event, number, mass)


def _mass(
    facts: Iterable[Fact],
    bad: Polynomial,
    masses: tuple[Polynomial, Polynomial],
    quotient: tuple[Use, ...],
    outcomes: Letters,
) -> tuple[tuple[Term, ...], Polynomial]:
    """The terms of a certificate that add up to d - sum b M for a release's bad outcomes b.

    A fact that says so given earlier outcomes, as of the worst tail, is summed over them, and has Q
    M' in the place of M. Raises NotDeduced where no fact says that.
    """
    whole, gap = masses
    ways = ((whole, ()), (whole + gap, times(bad, *quotient, over=outcomes)))
    for fact in facts:
        given = outcomes[: len(fact.indices)]
        with suppress(NotDeduced):
            bound = sum_over(at_letters(fact, given), *given)
            for mass, terms in ways:
                number = bound + sum_over(bad * mass, *outcomes)
                if fact.relation == ">=" and not {*number.tensors} & {*bad.tensors}:
                    return (*times(1, Use(fact.name, given), over=given), *terms), number
    raise NotDeduced("no bound of the mass of the bad outcomes")


def first(items: Iterable[T]) -> T:
    """The first way that a search finds. Raises NotDeduced if there is none."""
    for each in items:
        return each
    raise NotDeduced("there is no such fact")


def with_number(polynomial: Polynomial, tensor: Tensor, value: int) -> Polynomial:
    """A fact's polynomial with a number for a tensor, as a search reads off its parts."""
    places = numbered_letters(tensor.alphabets, "_")
    return replace_tensor(polynomial, tensor, places, constant(value))


def positive_part(polynomial: Polynomial) -> Polynomial:
    """The positive terms of a fact's polynomial, off which a search reads a release."""
    return Polynomial({m: c for m, c in polynomial if c > 0})


def at_letters(fact: Fact, letters: Letters) -> Polynomial:
    """A fact of the sequent at letters of a release. Raises NotDeduced if they do not fit."""
    alike = [i.alphabet for i in fact.indices] == [i.alphabet for i in letters]
    if not alike or any(i.is_bound for i in letters):
        raise NotDeduced("the fact is about other letters")
    return substitute(fact.polynomial, dict(zip(fact.indices, letters, strict=True)))


def stated(facts: Iterable[Fact], polynomial: Polynomial, letters: Letters, relation: str) -> Use:
    """The use of a fact that states a relation of a release. Raises NotDeduced if none does."""
    for fact in facts:
        with suppress(NotDeduced):
            if fact.relation == relation and at_letters(fact, letters) == polynomial:
                return Use(fact.name, letters)
    raise NotDeduced("no fact says that")


def quotient_of(product: Polynomial, part: Polynomial) -> Polynomial:
    """A product of a release divided by a part. Raises NotDeduced if it is not one monomial."""
    ratio = quotient(product, part)
    if ratio is None or len(ratio) != 1:
        raise NotDeduced("no multiple of what was before")
    return ratio


def _level_and_quotient(ratio: Polynomial) -> tuple[Polynomial, Polynomial]:
    """The level t and the quotient Q that a search reads off a release's product t Q."""
    ((factors, c),) = ratio
    numbers = tuple(f for f in factors if not any(at for _, at in f))
    return Polynomial({numbers: c}), Polynomial({tuple(f for f in factors if f not in numbers): 1})
