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

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, count, islice, permutations

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
from pmlsym.calculus.substitution import Body, Letters, replace_tensor
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.candidates import MOST_LETTERS
from pmlsym.engines.certificates.combination import combine
from pmlsym.engines.certificates.ingredient import numbered_letters
from pmlsym.engines.certificates.terms import NotDeduced, times, use_of_fact
from pmlsym.errors import InvalidCertificate, InvalidInput
from pmlsym.kernel.certificate import PLAIN, Apply, Combine, Indicate, Step, Use
from pmlsym.kernel.rules import conclusion_of, needs_of, shape_of
from pmlsym.kernel.shown import is_plain

_ONE = Fraction(1)

CONDITION = 1.0
"""Effort for one condition."""

JOINT_CONDITION = 6.0
"""Effort for one condition of an event of two outcomes."""

MANY = 3
"""The fewest releases that lemmas compose: for two of them a search finds proofs as short."""

Lemma = tuple[Step, ...]
"""Steps that apply a rule; the last one states its conclusion."""


def rule_instances(sequent: Sequent) -> tuple[Lemma, ...]:
    """The steps that apply each rule of a sequent to bodies, where all that it needs is derived."""
    lemmas: list[Lemma] = []
    for rule in rules_about_one_event(sequent):
        for body, places in _bodies_for(sequent, rule):
            if passed():
                return tuple(lemmas)
            name = f"{rule.name}, applied" + (f" ({len(lemmas) + 1})" if lemmas else "")
            with suppress(NotDeduced):
                lemmas.append(instance_steps(sequent, rule, body, places, name))
    return tuple(lemmas)


def instances_at_subjects(sequent: Sequent) -> tuple[Lemma, ...]:
    """The certificate's steps that apply rules about every prior or channel to the goal's."""
    lemmas: list[Lemma] = []
    for rule in rules_about_one_event(sequent):
        (bound,) = rule.tensors
        places = numbered_letters(bound.alphabets, "_at")
        shape = (bound.alphabets, bound.stochastic)
        for tensor in sequent.goal.tensors if bound.stochastic else ():
            if (tensor.alphabets, tensor.stochastic) == shape:
                body, name = atom(tensor, *places), f"{rule.name}, at {tensor.name}"
                with suppress(NotDeduced):
                    lemmas.append(instance_steps(sequent, rule, body, places, name))
    return tuple(lemmas)


def rules_about_one_event(sequent: Sequent) -> tuple[Rule, ...]:
    """The rules of a sequent that bind one tensor and no alphabet, which a search can apply."""
    return tuple(r for r in sequent.rules if len(r.tensors) == 1 and not r.alphabets)


def joint_event_lemmas(sequent: Sequent) -> tuple[Lemma, ...]:
    """The certificate's steps about an event of the goal by the first two rules that serve."""
    for event in sequent.goal.tensors:
        if not (event.at_most_one and event.nonnegative):
            continue
        for second in rules_about_one_event(sequent):
            for first in rules_about_one_event(sequent):
                if _are_in_turn(first, second, event):
                    with suppress(NotDeduced):
                        return _cut_event_lemmas(sequent, first, second, event)
    return ()


def instance_steps(
    sequent: Sequent,
    rule: Rule,
    body: Polynomial,
    places: tuple[Index, ...],
    name: str,
    effort: float = CONDITION,
) -> Lemma:
    """The certificate's steps that apply a rule of the sequent to a body and derive what it needs.

    Raises NotDeduced where the body does not fit, or what it needs is not derived in time.
    """
    bodies = {rule.tensors[0]: Body(tuple((i,) for i in places), body)}
    needs, last = application(rule, bodies, name)
    return (*[_derivation(sequent, need, effort) for need in needs], last)


def _derivation(sequent: Sequent, statement: Fact, effort: float = JOINT_CONDITION) -> Combine:
    """The step that derives a statement from facts. Raises NotDeduced if none is found."""
    with until(effort):
        step = combine(sequent.facts, statement)
    if step is None:
        raise NotDeduced(f"{statement.name} is not derived in time")
    return step


def draft_application(
    rule: Rule,
    bodies: Mapping[Tensor, Body],
    alphabets: Mapping[str, tuple[str, ...]],
    letters: Letters,
) -> tuple[Apply, tuple[Fact, ...], Polynomial]:
    """The certificate's step that applies a rule, statement left open; its needs and conclusion.

    Raises NotDeduced where the bodies, or the letters, do not fit.
    """
    draft = Apply(
        Fact("", constant(0)),
        rule.name,
        tuple(sorted((t.name, bodies[t]) for t in rule.tensors)),
        tuple(sorted((a, alphabets[a]) for a in rule.alphabets if a in alphabets)),
        tuple(letters.items()),
        (),
        constant(1),
    )
    try:
        return draft, needs_of(draft, rule), conclusion_of(draft, rule)
    except (InvalidCertificate, InvalidInput) as error:
        raise NotDeduced(str(error)) from None


def application(
    rule: Rule, bodies: Mapping[Tensor, Body], name: str
) -> tuple[tuple[Fact, ...], Apply]:
    """The facts to derive, and the step, that put bodies in the places of a rule's tensors.

    `name` is that of the conclusion. Raises NotDeduced where a body does not fit.
    """
    # a letter of a body is one of the goal's, over which the conclusion does not range
    single = {letter for body in bodies.values() for letter in body.polynomial.free}
    renamed = {i: Index(i.alphabet, f"{i.name}~") for i in rule.conclusion.indices if i in single}
    letters = {i: (renamed.get(i, i),) for i in rule.conclusion.indices}
    draft, needs, polynomial = draft_application(rule, bodies, {}, letters)
    derived: list[Fact] = []
    shown: list[Use] = []
    conditions = (*rule.premises, *(fact for t in rule.tensors for fact in shape_of(t)))
    for k, (need, fact) in enumerate(zip(needs, conditions, strict=True)):
        if is_plain(need.polynomial, need.relation):
            shown.append(PLAIN)
            continue
        if set(fact.indices) & set(need.polynomial.free):
            raise NotDeduced(f"the letters of {fact.name} are not renamed apart")
        # the letters of the need have the names that they have in the rule
        condition = substitute(need.polynomial, dict(zip(need.indices, fact.indices, strict=True)))
        stated = fact_for_all(f"{name}: condition {k + 1}", condition, fact.indices, need.relation)
        derived.append(stated)
        back = dict(zip(fact.indices, need.indices, strict=True))
        shown.append(use_of_fact(stated, back))
    indices = tuple(letter for (letter,) in letters.values())
    conclusion = fact_for_all(name, polynomial, indices, rule.conclusion.relation)
    return tuple(derived), replace(draft, statement=conclusion, shown=tuple(shown))


def _bodies_for(sequent: Sequent, rule: Rule) -> Iterator[tuple[Polynomial, tuple[Index, ...]]]:
    """The bodies that a search tries for the event that a rule binds, with their places."""
    (parameter,) = rule.tensors
    if len(parameter.alphabets) > MOST_LETTERS:
        return
    places = numbered_letters(parameter.alphabets, "_at")
    constants = [i for i in sequent.goal.free if i.alphabet in parameter.alphabets]
    for letters in permutations(constants, len(places)):
        if tuple(i.alphabet for i in letters) == parameter.alphabets:
            body = constant(1)
            for place, letter in zip(places, letters, strict=True):
                body = body * equal_letters(place, letter)
            yield body, places
    inside = {tensor for each in sequent.rules for tensor in each.tensors}
    events = [
        t
        for t in sequent.goal.tensors
        if (t.indicator or (t.at_most_one and t.nonnegative))
        and not t.is_delta
        and t not in inside
        and len(t.alphabets) <= MOST_LETTERS
    ]
    channels = [t for t in sequent.tensors if t.stochastic and t.is_nonnegative]
    for event in events:
        if event.alphabets == parameter.alphabets:
            yield atom(event, *places), places
        for body in _events_at_constants(sequent, event, places):
            if event.alphabets != parameter.alphabets:
                yield body, places
            if not rule.premises:
                yield 1 - body, places
        for channel in channels:
            yield from ((body, places) for body in _averaged_events(event, channel, places))


def _events_at_constants(
    sequent: Sequent, event: Tensor, places: tuple[Index, ...]
) -> Iterator[Polynomial]:
    """Bodies that a search tries for a rule: an event at the goal's letters and the places."""
    free = sequent.goal.free
    for at in dict.fromkeys(at for tensor, at in sequent.goal.atoms() if tensor == event):
        bound = [k for k, index in enumerate(at) if index not in free]
        for chosen in combinations(places, len(bound)):
            letters = {**dict(enumerate(at)), **dict(zip(bound, chosen, strict=True))}
            if tuple(letters[k].alphabet for k in range(len(at))) == event.alphabets:
                yield atom(event, *(letters[k] for k in range(len(at))))


def _averaged_events(
    event: Tensor, channel: Tensor, places: tuple[Index, ...]
) -> Iterator[Polynomial]:
    """Bodies that a search tries for a rule: sums of event times channel over outputs."""
    outputs = {k: Index(channel.alphabets[k], f"out{k}") for k in channel.stochastic}
    inputs = [k for k in range(len(channel.alphabets)) if k not in outputs]
    for chosen in permutations(places, len(inputs)):
        fixed = dict(zip(inputs, chosen, strict=True))
        letters = tuple({**outputs, **fixed}[k] for k in range(len(channel.alphabets)))
        if any(i.alphabet != a for i, a in zip(letters, channel.alphabets, strict=True)):
            continue
        among = (*places, *outputs.values())
        for indices in permutations(among, len(event.alphabets)):
            if tuple(i.alphabet for i in indices) != event.alphabets:
                continue
            if set(outputs.values()) <= set(indices):
                whole = atom(channel, *letters) * atom(event, *indices)
                yield sum_over(whole, *outputs.values())


def fact_for_all(
    name: str, polynomial: Polynomial, indices: tuple[Index, ...], relation: str
) -> Fact:
    """The fact that a step of a search states, for all letters of the indices that it mentions."""
    return Fact(name, polynomial, tuple(i for i in indices if i in polynomial.free), relation)


def _are_in_turn(first: Rule, second: Rule, event: Tensor) -> bool:
    """Whether a search may apply two rules in turn to an event, the second given the first."""
    ((first_event,), (other,)) = first.tensors, second.tensors
    given = first_event.alphabets
    return (
        other.alphabets == event.alphabets != given
        and event.alphabets[: len(given)] == given
        and len(first.premises) == len(second.premises) == 1
        and tuple(i.alphabet for i in second.premises[0].indices) == given
        and not first.premises[0].indices
        and event not in (first_event, other)
    )


def _cut_event_lemmas(
    sequent: Sequent, first: Rule, second: Rule, event: Tensor
) -> tuple[Lemma, ...]:
    """The certificate's steps that apply two rules to an event cut in two, light and heavy."""
    given = second.premises[0].indices
    places = (*given, *numbered_letters(event.alphabets, "_at")[len(given) :])
    set_of_light, whole = _indicator_tensor(sequent, given), atom(event, *places)
    light = atom(set_of_light, *given)
    mass, threshold = _premise_mass(second, whole, places)
    define = indicator_step(set_of_light, given, mass + threshold)
    below, above = (indicator_side(define, "<=", light), indicator_side(define, ">=", 1 - light))
    letters = tuple(Index(i.alphabet, f"{i.name}_first") for i in given)
    renamed = dict(zip(given, letters, strict=True))
    part, _ = _premise_mass(first, substitute(light * mass, renamed), letters)
    small = _derivation(_with_statements(sequent, below), Fact("the light part", -threshold - part))
    body = light + (1 - light) * whole
    of_second = _cut_instance(_with_statements(sequent, above), second, body, places)
    heavy = substitute((1 - light) * mass, renamed)
    of_first = _cut_instance(_with_statements(sequent, small), first, heavy, letters)
    off = _conclusion_off_light(of_second[-1].statement, set_of_light, given)
    joint = _joint_conclusion(of_first[-1].statement, off.statement, set_of_light)
    return (define, below, small), (above, *of_second, off, *of_first, joint)


def _with_statements(sequent: Sequent, *steps: Step) -> Sequent:
    """The sequent for a search, with the statements of steps as further facts."""
    return replace(sequent, facts=(*sequent.facts, *(step.statement for step in steps)))


def _cut_instance(known: Sequent, rule: Rule, body: Polynomial, places: tuple[Index, ...]) -> Lemma:
    """The certificate's steps that apply a rule to one part of an event cut in two."""
    return instance_steps(known, rule, body, places, f"{rule.name}, cut", JOINT_CONDITION)


def _conclusion_off_light(conclusion: Fact, light: Tensor, given: tuple[Index, ...]) -> Combine:
    """The certificate's step that states a second rule's conclusion off the light letters."""
    names = dict(_same_letters(given, conclusion.indices))
    letters = tuple(names[i] for i in given)
    polynomial = conclusion.polynomial * (1 - atom(light, *letters))
    statement = Fact(f"{conclusion.name}, off {light.name}", polynomial, conclusion.indices)
    return Combine(statement, times(1, conclusion, Use(f"{light.name} <= 1", letters)))


def _joint_conclusion(first: Fact, off: Fact, light: Tensor) -> Combine:
    """The certificate's step that adds up two rules' conclusions about an event cut in two."""
    kept = tuple(i for i in off.indices if i.alphabet not in light.alphabets)
    names = dict(_same_letters(kept, first.indices))
    letters = tuple(names.get(i, i) for i in off.indices)
    summed = tuple(i for i in letters if i not in first.indices)
    second = substitute(off.polynomial, dict(zip(off.indices, letters, strict=True)))
    total = sum_over(second, *summed)
    levels = [constant(1), *(atom(t) for t in sorted(second.tensors) if not t.alphabets)]
    level = min(levels, key=lambda level: len(first.polynomial * level + total))
    terms = times(level, first) + times(1, Use(off.name, letters), over=summed)
    statement = Fact("both conclusions", first.polynomial * level + total, first.indices)
    return Combine(statement, terms)


def _indicator_tensor(sequent: Sequent, places: tuple[Index, ...]) -> Tensor:
    """A new tensor that a search introduces for the set of light letters."""
    name = unused_name("b", sequent)
    return Tensor(name, tuple(i.alphabet for i in places), indicator=True, role="event")


def unused_name(stem: str, sequent: Sequent, number: int = 0) -> str:
    """A name with this stem that no tensor of a sequent has, for a search to introduce."""
    taken = {tensor.name for tensor in sequent.tensors}
    names = (name for k in count(1) if (name := f"{stem}{k}") not in taken)
    return next(islice(names, number, None))


def indicator_step(light: Tensor, places: tuple[Index, ...], excess: Polynomial) -> Indicate:
    """The step of a certificate that defines a set: the letters where the excess is negative."""
    signed = (1 - 2 * atom(light, *places)) * excess
    return Indicate(Fact(f"the sign of {light.name}", signed, places), light, excess)


def indicator_side(define: Indicate, relation: str, part: Polynomial) -> Combine:
    """The certificate's step that states the excess on one side of a set defined before."""
    name, places = define.tensor.name, define.statement.indices
    sign, weight = (1, f"{name} <= 1") if relation == ">=" else (-1, f"{name} >= 0")
    statement = Fact(f"{name}, {relation}", sign * part * define.polynomial, places)
    return Combine(statement, times(1, define.statement, Use(weight, places)))


def _premise_mass(
    rule: Rule, body: Polynomial, places: tuple[Index, ...]
) -> tuple[Polynomial, Polynomial]:
    """The premise of a rule that a search applies to a body: the part about it, and the rest."""
    (tensor,), premise = rule.tensors, rule.premises[0].polynomial
    beside = constant_part(premise, tensor)
    return replace_tensor(premise - beside, tensor, places, body), beside


def constant_part(polynomial: Polynomial, tensor: Tensor) -> Polynomial:
    """The monomials without a tensor that a search sets to zero in a rule.

    >>> e, t = Tensor("e"), Tensor("t")
    >>> constant_part(atom(e) * atom(t) + 2 * atom(t), e)
    2*t
    """
    kept = {m: c for m, c in polynomial if all(t != tensor for f in m for t, _ in f)}
    return Polynomial(kept)


def _same_letters(
    wanted: tuple[Index, ...], among: tuple[Index, ...]
) -> Iterator[tuple[Index, Index]]:
    """Each letter of one rule with its counterpart in another, as a search joins two rules."""
    left = list(among)
    for index in wanted:
        match = next((i for i in left if i.alphabet == index.alphabet), None)
        if match is None:
            raise NotDeduced(f"no letter for {index.name}")
        left.remove(match)
        yield index, match
