"""Second-order hypotheses, applied to the events that a goal speaks of.

A rule holds for every a(y) with 0 <= a <= 1 that meets its premises. Candidates for a come from
the goal: one of its letters; a tensor e with the same facts, or at the letters that the goal is
about, and then 1 - e; its average  sum_z V(y,z) e(z)  over what a channel makes of y; its part
sum_z e(y,z) Q(y,z).  What is needed is derived first.

Of two hypotheses about two outcomes in turn the first speaks of events a(y), the second of events
a(y,z) that are heavy given every y. An event e(y,z) of the goal need not be heavy given y; so it is
cut. With g(y) the mass of e given y, and B(y) = 1 where e is too light there:

    second,  a := B + (1 - B) e     off B, e itself satisfies the conclusion
    first,   a := (1 - B) g         heavy since e is and the light part is not
    joint    the two conclusions, multiplied and summed over y

Both the joint conclusion and the bound of the light part are derived for the search to use.
Source: the proof of [PML23, Thm. 4.5], with fractional events.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations

from pmlsym.calculus.effort import passed, until
from pmlsym.calculus.polynomial import (
    Polynomial,
    atom,
    constant,
    equal_letters,
    substitute,
    sum_over,
)
from pmlsym.calculus.sequent import Fact, Rule, Sequent
from pmlsym.calculus.substitution import Body, replace_tensor
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.combination import combine
from pmlsym.errors import InvalidCertificate, InvalidInput
from pmlsym.kernel.certificate import PLAIN, Apply, Combine, Indicate, Step, Term, Use
from pmlsym.kernel.rules import conclusion_of, needs_of, shape_of
from pmlsym.kernel.shown import is_plain

_ONE = Fraction(1)

CONDITION = 1.0
"""Effort for one condition."""

JOINT_CONDITION = 6.0
"""Effort for one condition of an event of two outcomes."""

Lemma = tuple[Step, ...]
"""Steps that apply a rule; the last one states its conclusion."""


def instances(sequent: Sequent) -> tuple[Lemma, ...]:
    """Every rule of the sequent, applied to every body whose needs can be derived."""
    found: list[Lemma] = []
    for rule in about_one_event(sequent):
        for body, places in _bodies(sequent, rule):
            if passed():
                return tuple(found)
            name = f"{rule.name}, applied" + (f" ({len(found) + 1})" if found else "")
            instance = instantiated(sequent, rule, body, places, name)
            if instance is not None:
                found.append(instance)
    return tuple(found)


def about_one_event(sequent: Sequent) -> tuple[Rule, ...]:
    """The rules that bind one tensor, and no alphabet."""
    return tuple(r for r in sequent.rules if len(r.tensors) == 1 and not r.alphabets)


def joint_instances(sequent: Sequent) -> tuple[Lemma, ...]:
    """The lemmas for the first event and pair of hypotheses for which all can be derived."""
    for event in sequent.goal.tensors:
        if not (event.at_most_one and event.nonnegative):
            continue
        for second in about_one_event(sequent):
            for first in about_one_event(sequent):
                if _in_turn(first, second, event):
                    with suppress(InvalidCertificate):
                        found = _Cut(sequent, first, second, event).lemmas()
                        if found:
                            return found
    return ()


def instantiated(
    sequent: Sequent,
    rule: Rule,
    body: Polynomial,
    places: tuple[Index, ...],
    name: str,
    effort: float = CONDITION,
) -> Lemma | None:
    """The steps that apply a rule to a body, or nothing if what it needs is not derived in time."""
    try:
        needs, last = application(rule, body, places, name)
    except (InvalidCertificate, InvalidInput):
        return None
    steps: list[Step] = []
    for need in needs:
        with until(effort):
            step = combine(sequent.facts, need)
        if step is None:
            return None
        steps.append(step)
    return (*steps, last)


def application(
    rule: Rule, body: Polynomial, places: tuple[Index, ...], name: str
) -> tuple[tuple[Fact, ...], Apply]:
    """What puts a body in the place of a rule's only tensor: what is to be derived, and the step.

    `name` is that of the conclusion. Raises InvalidCertificate or InvalidInput where the body does
    not fit.
    """
    (tensor,) = rule.tensors
    bodies = ((tensor.name, Body(tuple((i,) for i in places), body)),)
    letters = tuple((i, (i,)) for i in rule.conclusion.indices)
    draft = Apply(Fact(name, constant(0)), rule.name, bodies, (), letters, (), constant(1))
    derived: list[Fact] = []
    shown: list[Use] = []
    own = (*rule.premises, *shape_of(tensor))
    for k, (need, fact) in enumerate(zip(needs_of(draft, rule), own, strict=True)):
        if is_plain(need.polynomial, need.relation):
            shown.append(PLAIN)
            continue
        called = _called(need, fact)
        polynomial = substitute(need.polynomial, dict(zip(need.indices, called, strict=True)))
        stated = _stated(Fact("", polynomial, called, need.relation), f"{name}: condition {k + 1}")
        derived.append(stated)
        back = dict(zip(called, need.indices, strict=True))
        shown.append(Use(stated.name, tuple(back[i] for i in stated.indices)))
    conclusion = Fact(
        name, conclusion_of(draft, rule), rule.conclusion.indices, rule.conclusion.relation
    )
    return tuple(derived), replace(draft, statement=_stated(conclusion, name), shown=tuple(shown))


def _called(need: Fact, fact: Fact) -> tuple[Index, ...]:
    """The letters of a need under the names that they have in the rule, where these are free."""
    if set(fact.indices) & set(need.polynomial.free):
        raise InvalidCertificate(f"the letters of {fact.name} are not renamed apart")
    return fact.indices


def _bodies(sequent: Sequent, rule: Rule) -> Iterator[tuple[Polynomial, tuple[Index, ...]]]:
    (parameter,) = rule.tensors
    places = tuple(
        Index(name, f"{name.lower()}_at{k}") for k, name in enumerate(parameter.alphabets)
    )
    constants = [i for i in sequent.goal.free if i.alphabet in parameter.alphabets]
    for letters in permutations(constants, len(places)):
        if tuple(i.alphabet for i in letters) == parameter.alphabets:
            body = constant(1)
            for place, letter in zip(places, letters, strict=True):
                body = body * equal_letters(place, letter)
            yield body, places
    inside = {tensor for each in sequent.rules for tensor in each.tensors}
    events = [
        t for t in sequent.goal.tensors if t.at_most_one and t.nonnegative and t not in inside
    ]
    channels = [t for t in sequent.tensors if t.stochastic and t.is_nonnegative]
    for event in events:
        if event.alphabets == parameter.alphabets:
            yield atom(event, *places), places
        for body in _at_constants(sequent, event, places):
            if event.alphabets != parameter.alphabets:
                yield body, places
            if not rule.premises:
                yield 1 - body, places
        for channel in channels:
            yield from ((body, places) for body in _averages(event, channel, places))


def _at_constants(
    sequent: Sequent, event: Tensor, places: tuple[Index, ...]
) -> Iterator[Polynomial]:
    """The event at the letters that the goal is about, the others at some of the places."""
    free = sequent.goal.free
    for at in dict.fromkeys(at for own, at in sequent.goal.atoms() if own == event):
        bound = [k for k, index in enumerate(at) if index not in free]
        for chosen in combinations(places, len(bound)):
            letters = {**dict(enumerate(at)), **dict(zip(bound, chosen, strict=True))}
            if tuple(letters[k].alphabet for k in range(len(at))) == event.alphabets:
                yield atom(event, *(letters[k] for k in range(len(at))))


def _averages(event: Tensor, channel: Tensor, places: tuple[Index, ...]) -> Iterator[Polynomial]:
    """The sums of event times channel over the channel's outputs, the rest at the places."""
    outputs = {k: Index(channel.alphabets[k], f"out{k}") for k in channel.stochastic}
    inputs = [k for k in range(len(channel.alphabets)) if k not in outputs]
    for chosen in permutations(places, len(inputs)):
        fixed = dict(zip(inputs, chosen, strict=True))
        letters = tuple({**outputs, **fixed}[k] for k in range(len(channel.alphabets)))
        if any(i.alphabet != a for i, a in zip(letters, channel.alphabets, strict=True)):
            continue
        known = (*places, *outputs.values())
        for indices in permutations(known, len(event.alphabets)):
            if tuple(i.alphabet for i in indices) != event.alphabets:
                continue
            if set(outputs.values()) <= set(indices):
                product = atom(channel, *letters) * atom(event, *indices)
                yield sum_over(product, *outputs.values())


def _stated(fact: Fact, name: str) -> Fact:
    """The fact under a name, for all letters of the indices that it mentions."""
    mentioned = tuple(i for i in fact.indices if i in fact.polynomial.free)
    return Fact(name, fact.polynomial, mentioned, fact.relation)


def _in_turn(first: Rule, second: Rule, event: Tensor) -> bool:
    """Whether the second is about the event's letters, given those that the first is about."""
    ((own,), (other,)) = first.tensors, second.tensors
    given = own.alphabets
    return (
        other.alphabets == event.alphabets != given
        and event.alphabets[: len(given)] == given
        and len(first.premises) == len(second.premises) == 1
        and tuple(i.alphabet for i in second.premises[0].indices) == given
        and not first.premises[0].indices
        and event not in (own, other)
    )


class _Cut:
    """One event, cut where it is light."""

    def __init__(self, sequent: Sequent, first: Rule, second: Rule, event: Tensor) -> None:
        self._sequent, self._first, self._second = sequent, first, second
        self._given = second.premises[0].indices
        own = tuple(Index(a, f"{a.lower()}_at{k}") for k, a in enumerate(event.alphabets))
        self._places = (*self._given, *own[len(self._given) :])
        self._light = indicator(sequent, self._given)
        self._event = atom(event, *self._places)

    def lemmas(self) -> tuple[Lemma, ...]:
        """The bound of the light part, and the joint conclusion; nothing if one cannot be had."""
        light, places = atom(self._light, *self._given), self._places
        mass, threshold = _mass(self._second, self._event, places)
        define = indicated(self._light, self._given, mass + threshold)
        below = side(define, "<=", light)
        above = side(define, ">=", 1 - light)
        own = tuple(Index(i.alphabet, f"{i.name}_first") for i in self._given)
        renamed = dict(zip(self._given, own, strict=True))
        part, _ = _mass(self._first, substitute(light * mass, renamed), own)
        bound = Fact("the light part", -threshold - part)
        small = self._derive(bound, below.statement)
        whole = light + (1 - light) * self._event
        if small is None:
            return ()
        second = self._apply(self._second, whole, places, above.statement)
        if second is None:
            return ()
        heavy = substitute((1 - light) * mass, renamed)
        first = self._apply(self._first, heavy, own, bound)
        if first is None:
            return ()
        off = self._off(second[-1].statement)
        joint = self._joint(first[-1].statement, off.statement)
        return (define, below, small), (above, *second, off, *first, joint)

    def _derive(self, statement: Fact, *facts: Fact) -> Combine | None:
        with until(JOINT_CONDITION):
            return combine((*self._sequent.facts, *facts), statement)

    def _apply(
        self,
        rule: Rule,
        body: Polynomial,
        places: tuple[Index, ...],
        *facts: Fact,
    ) -> Lemma | None:
        """The steps that apply a rule, what it needs derived with further facts."""
        known = Sequent(
            (*self._sequent.facts, *facts),
            self._sequent.goal,
            self._sequent.relation,
            self._sequent.rules,
        )
        name = f"{rule.name}, cut"
        return instantiated(known, rule, body, places, name, JOINT_CONDITION)

    def _off(self, conclusion: Fact) -> Combine:
        """The second conclusion where the event is not light."""
        names = dict(_same_letters(self._given, conclusion.indices))
        letters = tuple(names[i] for i in self._given)
        polynomial = conclusion.polynomial * (1 - atom(self._light, *letters))
        uses = (Use(conclusion.name, conclusion.indices), Use(f"{self._light.name} <= 1", letters))
        name = f"{conclusion.name}, off {self._light.name}"
        statement = Fact(name, polynomial, conclusion.indices)
        return Combine(statement, (Term(_ONE, uses),))

    def _joint(self, first: Fact, off: Fact) -> Combine:
        """The first conclusion times a level of the second, plus the second summed."""
        kept = tuple(i for i in off.indices if i.alphabet not in self._light.alphabets)
        names = dict(_same_letters(kept, first.indices))
        letters = tuple(names.get(i, i) for i in off.indices)
        summed = tuple(i for i in letters if i not in first.indices)
        placed = substitute(off.polynomial, dict(zip(off.indices, letters, strict=True)))
        second = Term(_ONE, (Use(off.name, letters),), summed)
        options = []
        for level in ((), *((t,) for t in sorted(placed.tensors) if not t.alphabets)):
            total = sum_over(placed, *summed)
            product = first.polynomial
            for tensor in level:
                product = product * atom(tensor)
            uses = (Use(first.name, first.indices), *(Use(f"{t.name} >= 0") for t in level))
            options.append((len(product + total), product + total, (Term(_ONE, uses), second)))
        _, polynomial, terms = min(options, key=lambda option: option[0])
        return Combine(Fact("both conclusions", polynomial, first.indices), terms)


def indicator(sequent: Sequent, places: tuple[Index, ...]) -> Tensor:
    """A set of these letters that the sequent does not speak of."""
    taken = {tensor.name for tensor in sequent.tensors}
    name = next(f"b{k}" for k in range(1, len(taken) + 2) if f"b{k}" not in taken)
    return Tensor(name, tuple(i.alphabet for i in places), indicator=True, role="event")


def indicated(light: Tensor, places: tuple[Index, ...], excess: Polynomial) -> Indicate:
    """What makes the set that of the letters where the excess is negative."""
    signed = (1 - 2 * atom(light, *places)) * excess
    return Indicate(Fact(f"the sign of {light.name}", signed, places), light, excess)


def side(define: Indicate, relation: str, part: Polynomial) -> Combine:
    """The excess where it is negative, or where it is not."""
    name, places = define.tensor.name, define.statement.indices
    sign, weight = (1, f"{name} <= 1") if relation == ">=" else (-1, f"{name} >= 0")
    uses = (Use(define.statement.name, places), Use(weight, places))
    statement = Fact(f"{name}, {relation}", sign * part * define.polynomial, places)
    return Combine(statement, (Term(_ONE, uses),))


def _mass(rule: Rule, body: Polynomial, places: tuple[Index, ...]) -> tuple[Polynomial, Polynomial]:
    """The rule's premise for a body: what depends on the body, and what does not."""
    (tensor,), premise = rule.tensors, rule.premises[0].polynomial
    without = Polynomial({m: c for m, c in premise if all(t != tensor for f in m for t, _ in f)})
    return replace_tensor(premise - without, tensor, places, body), without


def _same_letters(
    wanted: tuple[Index, ...], among: tuple[Index, ...]
) -> Iterator[tuple[Index, Index]]:
    """For each index the one of the same alphabet, in order."""
    left = list(among)
    for index in wanted:
        match = next((i for i in left if i.alphabet == index.alphabet), None)
        if match is None:
            raise InvalidCertificate(f"no letter for {index.name}")
        left.remove(match)
        yield index, match
