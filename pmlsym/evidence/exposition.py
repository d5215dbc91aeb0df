"""Certificates as they would stand in a paper: displayed lines, each with its reason.

    (1)  P(x)·[ t·P_Y(y) − W(y|x) ] >= 0  for all x, y                [pml(P, W) <= log t]
    P(x)·[ t·P_Z(z) − P(z|x) ]  =  Σ_y P(x)·V(z|y)·[ t·P_Y(y) − W(y|x) ]  >=  0       [(1), ..]

What is shown is the certificate itself, step by step; only its names are changed for the reader.
The lines are data (`Line`, `Words`); evidence/typesetting.py prints them as text and as LaTeX.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import TypeAlias

from pmlsym.calculus.polynomial import constant
from pmlsym.calculus.sequent import Fact, Rule
from pmlsym.calculus.tensor import Index
from pmlsym.evidence.certificate_summary import closing, used_names
from pmlsym.evidence.formula import Formula, Plus, SumOver, text, times
from pmlsym.evidence.glossary import arbitrary, levels, ratios
from pmlsym.evidence.notation import Definition, Notation, Scope
from pmlsym.kernel.certificate import (
    PLAIN,
    Apply,
    Certificate,
    Choose,
    Combine,
    ConvexRow,
    Define,
    Enlarge,
    Indicate,
    Limit,
    Perspective,
    Reciprocal,
    Same,
    Scale,
    Split,
    Step,
    Term,
    Use,
    every_step,
    tensors_of,
)
from pmlsym.kernel.checker import available_facts
from pmlsym.kernel.shown import constants, instance

_TANGENTS = {"tangent": "log r <= r − 1", "lower tangent": "log r >= 1 − 1/r"}
"""Why a fact holds, by its origin."""

Reason: TypeAlias = "tuple[str | int, ...]"
"""Why a line holds, in words; a number refers to the line that has it."""


@dataclass(frozen=True)
class Line:
    """A displayed line: `number` if it is referred to, a chain of relations, and why it holds.

    `statement` is the name of the fact that it states.
    """

    chain: tuple[tuple[str, Formula], ...]
    relation: str
    letters: tuple[str, ...] = ()
    reason: Reason = ()
    number: int = 0
    depth: int = 0
    statement: str = ""


@dataclass(frozen=True)
class Words:
    """A sentence, with formulas and numbers of lines in it; `number` if it is referred to."""

    parts: tuple[str | int | Formula, ...]
    depth: int = 0
    number: int = 0


@dataclass(frozen=True)
class Exposition:
    """What is defined, and the lines.

    `levels` say what t and its like stand for, `arbitrary` which tensors stand for any of a kind,
    `letters` how those that are fixed throughout are called; `lemmas` are proved below.
    """

    levels: tuple[tuple[Formula, str], ...]
    arbitrary: tuple[tuple[Formula, str], ...]
    definitions: tuple[Definition, ...]
    lines: tuple[Line | Words, ...]
    letters: Mapping[Index, str]
    lemmas: tuple[ShownLemma, ...] = ()


@dataclass(frozen=True)
class ShownLemma:
    """A lemma by its number and its name, with its proof: of all that it is about, from its lines.

    The name is what it was made from. What is proved is what its lines say.
    """

    number: int
    name: str
    proof: Exposition

    @property
    def head(self) -> str:
        """What stands before the proof."""
        return f"Lemma {self.number}: {self.name}."


@dataclass(frozen=True)
class _Known:
    """A fact and how later lines refer to it: by number, or by what it says if it is plain."""

    fact: Fact
    number: int = 0
    is_declared: bool = False


def expose(certificate: Certificate) -> Exposition:
    """The certificate as definitions and lines, its lemmas below."""
    (shown,) = expose_parts((certificate,))
    return shown


def expose_parts(certificates: Iterable[Certificate]) -> Iterator[Exposition]:
    """Each of several, the numbers of lines going on, so that a page has no number twice.

    A lemma that several of them apply has its proof below the first.
    """
    last, numbers = 0, dict[str, int]()
    for certificate in certificates:
        new = [each for each in certificate.lemmas if each.name not in numbers]
        numbers |= {each.name: len(numbers) + k for k, each in enumerate(new, 1)}
        writer = _Writer(certificate, last, numbers)
        shown, last = writer.write(), writer.last
        below = []
        for each in new:
            before = certificate.lemmas[: certificate.lemmas.index(each)]
            writer = _Writer(Certificate(each.sequent, each.steps, before), last, numbers)
            below.append(ShownLemma(numbers[each.name], each.name, writer.write()))
            last = writer.last
        yield replace(shown, lemmas=tuple(below))


class _Writer:
    """Writes one certificate; numbers its lines as they come, `last` being the one before."""

    def __init__(self, certificate: Certificate, last: int, lemmas: Mapping[str, int]) -> None:
        steps = tuple(every_step(certificate.steps))
        self._certificate, self._used = certificate, used_names(certificate)
        self._lemmas = lemmas
        self._facts = available_facts(certificate.sequent, steps)
        named = [fact.polynomial.tensors for fact in self._facts if fact.name in self._used]
        self._notation = Notation(certificate.sequent, {*chain(*map(tensors_of, steps), *named)})
        # A rule of the sequent is written with the sequent's names, a lemma with its own.
        self._bound = {
            rule.name: ({t.name: t for t in rule.tensors}, self._notation)
            for rule in certificate.sequent.rules
        } | {
            each.name: ({t.name: t for t in each.sequent.tensors}, Notation(each.sequent))
            for each in certificate.lemmas
        }
        self._constants = self._notation.letters(_constants(certificate), {})
        self._closing = closing(certificate.steps)
        self.last = last
        self._lines: list[Line | Words] = []

    def write(self) -> Exposition:
        sequent, used = self._certificate.sequent, self._used
        own = {fact.name for fact in sequent.facts}
        known = {
            fact.name: _Known(fact, is_declared=True)
            for fact in self._facts
            if fact.name not in own
        }
        for fact in sequent.facts:
            plain = fact.name in used and self._is_plain(fact)
            number = self._given(fact) if fact.name in used and not plain else 0
            known[fact.name] = _Known(fact, number, plain)
        rules = {rule.name: self._rule(rule) for rule in sequent.rules if rule.name in used}
        self._follow(self._certificate.steps, known, rules, 0)
        quotients = tuple(ratios(sequent, self._notation))
        definitions = (*self._notation.definitions, *quotients)
        others = tuple(arbitrary(sequent, self._notation))
        stand = tuple(levels(sequent, self._notation))
        return Exposition(stand, others, definitions, tuple(self._lines), self._constants)

    def _is_plain(self, fact: Fact) -> bool:
        """Whether the fact is that a prior is positive, which reasons say in passing."""
        terms = list(fact.polynomial)
        return fact.relation == ">" and len(terms) == 1 and fact.origin.kind == "support"

    def _next(self) -> int:
        self.last += 1
        return self.last

    def _given(self, fact: Fact) -> int:
        number, scope = self._next(), self._scope(fact.polynomial.free, fact.indices)
        left = self._notation.formula(fact.polynomial, scope)
        letters = tuple(scope[i] for i in sorted(fact.indices) if i in fact.polynomial.free)
        self._lines.append(
            Line((("", left),), fact.relation, letters, (self._reason(fact),), number)
        )
        return number

    def _rule(self, rule: Rule) -> int:
        number = self._next()
        parts: list[str | int | Formula] = []
        for k, tensor in enumerate(rule.tensors):
            own = tuple(Index(a, f"#{k}") for k, a in enumerate(tensor.alphabets))
            symbol = self._notation.symbol(tensor, own, self._notation.letters(own, {}))
            parts += ["For every " if not k else ", ", symbol]
            if tensor.at_most_one and tensor.nonnegative:
                parts.append(" between 0 and 1")
        if rule.alphabets:
            parts.append(f" over any alphabet {', '.join(rule.alphabets)}")
        for k, fact in enumerate(rule.premises):
            parts += [" with " if not k else " and ", *self._spoken(fact)]
        parts += [": ", *self._spoken(rule.conclusion), f"    [{self._reason(rule)}]"]
        self._lines.append(Words(tuple(parts), number=number))
        return number

    def _spoken(self, fact: Fact) -> list[str | Formula]:
        scope = self._scope(fact.polynomial.free, fact.indices)
        shown = self._notation.formula(fact.polynomial, scope)
        letters = [scope[i] for i in sorted(fact.indices) if i in fact.polynomial.free]
        every = f" for all {', '.join(letters)}" if letters else ""
        return [shown, f" {fact.relation} 0{every}"]

    def _scope(self, free: Iterable[Index], quantified: Iterable[Index]) -> dict[Index, str]:
        """What letters are called; one that is neither fixed nor quantified is any letter."""
        any_letter = {i for i in free if i not in self._constants}
        quantified = tuple(sorted(any_letter.union(quantified)))
        fixed = {i: self._constants[i] for i in free if i not in quantified}
        return {**fixed, **self._notation.letters(quantified, fixed)}

    def _reason(self, fact: Fact | Rule) -> str:
        if isinstance(fact, Fact) and fact.origin.kind in _TANGENTS:
            return _TANGENTS[fact.origin.kind]
        return self._notation.reworded(re.sub(r" \(\d+\)$", "", fact.name))

    def _follow(
        self,
        steps: Iterable[Step],
        known: dict[str, _Known],
        rules: Mapping[str, int],
        depth: int,
    ) -> None:
        for step in steps:
            match step:
                case Combine():
                    known[step.statement.name] = self._combine(step, known, depth)
                case Split():
                    self._split(step, known, rules, depth)
                    known[step.statement.name] = _Known(step.statement)
                case Apply():
                    known[step.statement.name] = self._apply(step, known, rules, depth)
                case Limit(statement, variable, fact):
                    name = self._notation.symbol(variable, (), {})
                    parts = ("Let ", name, " go to 0 in ", *self._reference(known[fact]), ".")
                    self._lines.append(Words(parts, depth))
                    known[statement.name] = self._state(statement, ("in the limit",), depth)
                case Indicate():
                    known[step.statement.name] = self._indicate(step, depth)
                case Define() | Choose() | Reciprocal() | Enlarge():
                    known[step.statement.name] = self._introduce(step, known, depth)
                case Perspective() | Scale() | Same() | ConvexRow():
                    reason = self._of_convexity(step, known)
                    known[step.statement.name] = self._state(step.statement, reason, depth)

    def _state(self, fact: Fact, reason: Reason, depth: int) -> _Known:
        number = 0 if fact.name in self._closing else self._next()
        scope = self._scope(fact.polynomial.free, fact.indices)
        letters = tuple(scope[i] for i in sorted(fact.indices) if i in fact.polynomial.free)
        left = self._notation.formula(fact.polynomial, scope)
        self._lines.append(Line((("", left),), fact.relation, letters, reason, number, depth))
        return _Known(fact, number)

    def _combine(self, step: Combine, known: Mapping[str, _Known], depth: int) -> _Known:
        statement, terms = step.statement, step.terms
        if statement.polynomial == constant(1):
            return _Known(statement, is_declared=True)
        plain = len(terms) == 1 and terms[0].coefficient == 1 and not terms[0].summed
        hypotheses = [u for t in terms for u in t.uses if not known[u.fact].is_declared]
        if plain and len(hypotheses) == 1:
            return self._state(statement, self._passing(step, known, hypotheses[0]), depth)
        number = 0 if statement.name in self._closing else self._next()
        summed = sorted({i for term in terms for i in term.summed})
        uses = [u for t in terms for u in t.uses] + list(step.multiplier)
        free = {*statement.polynomial.free, *(i for use in uses for i in use.indices)}
        free |= {i for use in uses for i in constants(known[use.fact].fact)}
        scope = self._scope(free - set(summed), statement.indices)
        left = self._notation.formula(statement.polynomial, scope)
        if step.multiplier:
            left = times((*self._weights(step.multiplier, known, scope), left))
        right = _sum((t.coefficient, self._term(t, known, scope)) for t in terms)
        letters = tuple(scope[i] for i in sorted(statement.indices) if i in scope)
        chain = (("", left), ("=", right)) if left != right else (("", left),)
        reason = self._why(step, known, scope)
        shown = Line(chain, statement.relation, letters, reason, number, depth, statement.name)
        self._lines.append(shown)
        return _Known(statement, number)

    def _weights(
        self, uses: Iterable[Use], known: Mapping[str, _Known], scope: Scope
    ) -> list[Formula]:
        return [
            self._notation.formula(instance(known[u.fact].fact, u.indices), scope) for u in uses
        ]

    def _term(self, term: Term, known: Mapping[str, _Known], scope: Scope) -> Formula:
        inner = {**scope, **self._notation.letters(sorted(term.summed), scope)}
        body = times(self._weights(term.uses, known, inner))
        return SumOver(tuple(inner[i] for i in sorted(term.summed)), body) if term.summed else body

    def _passing(self, step: Combine, known: Mapping[str, _Known], main: Use) -> Reason:
        """The reason of a line that is another one, multiplied or divided."""
        uses = (*step.terms[0].uses, *step.multiplier)
        free = {*step.statement.polynomial.free, *(i for use in uses for i in use.indices)}
        free |= {i for use in uses for i in constants(known[use.fact].fact)}
        scope = self._scope(free, step.statement.indices)
        reason = ""
        others = [u for u in step.terms[0].uses if u != main]
        if others:
            reason += f", times {self._said(others, known, scope)} >= 0"
        if step.multiplier:
            reason += f", divided by {self._said(step.multiplier, known, scope)} > 0"
            used = (known[use.fact].fact for use in step.multiplier)
            notes = dict.fromkeys(fact.name for fact in used if fact.origin.kind == "support")
            reason += "".join(f"; {note}" for note in notes)
        return (*self._reference(known[main.fact]), reason)

    def _said(self, uses: Iterable[Use], known: Mapping[str, _Known], scope: Scope) -> str:
        return text(times(self._weights(uses, known, scope)))

    def _reference(self, found: _Known) -> Reason:
        return (found.number or self._reason(found.fact),)

    def _why(self, step: Combine, known: Mapping[str, _Known], scope: Scope) -> Reason:
        uses = [use for term in step.terms for use in term.uses]
        numbered = sorted({known[u.fact].number for u in uses} - {0})
        reasons: list[Reason] = []
        if numbered:
            reasons.append(joined(((n,) for n in numbered), " and "))
        letters: dict[str, None] = {}
        for term in step.terms:
            names = self._notation.letters(sorted(term.summed), scope)
            letters.update(dict.fromkeys(names[i] for i in sorted(term.summed)))
        if letters:
            reasons.append((f"sum over {', '.join(letters)}",))
        if any(known[u.fact].is_declared for u in uses) or not uses:
            reasons.append(("nonnegativity",))
        return joined(reasons, ", ")

    def _indicate(self, step: Indicate, depth: int) -> _Known:
        indices = step.statement.indices
        scope = self._scope(step.polynomial.free, indices)
        name = self._notation.symbol(step.tensor, indices, scope)
        shown = self._notation.formula(step.polynomial, scope)
        self._lines.append(Words(("Let ", name, " be 1 where ", shown, " < 0, else 0."), depth))
        return self._state(step.statement, ("either sign",), depth)

    def _introduce(
        self, step: Define | Choose | Reciprocal | Enlarge, known: Mapping[str, _Known], depth: int
    ) -> _Known:
        """A sentence that says what is new, and the line that follows from it."""
        parts: list[str | int | Formula] = ["Let "]
        match step:
            case Define(_, tensor, places, body):
                scope = self._scope(body.free, places)
                shown = self._notation.formula(body, scope)
                parts += [self._notation.symbol(tensor, places, scope), " be ", shown, "."]
            case Choose(_, tensor, outer, inner, polynomial):
                scope = self._scope(polynomial.free, (*outer, *inner))
                parts += [
                    *(self._notation.symbol(tensor, (*outer, *inner), scope), " be 1 at one "),
                    *(", ".join(scope[i] for i in inner), " with the largest "),
                    *(self._notation.formula(polynomial, scope), ", else 0."),
                ]
            case Reciprocal(_, tensor, fact):
                own = known[fact].fact
                scope = self._scope(own.polynomial.free, own.indices)
                below = self._notation.formula(own.polynomial, scope)
                name = self._notation.symbol(tensor, own.indices, scope)
                parts += [name, " be one over ", below, "."]
            case Enlarge(_, alphabet, fact):
                own = known[fact].fact
                shown = self._notation.formula(own.polynomial, self._scope(own.polynomial.free, ()))
                parts += [f"{alphabet} have as many letters as one over ", shown, ", or more."]
        self._lines.append(Words(tuple(parts), depth))
        return self._state(step.statement, ("by this choice",), depth)

    def _of_convexity(
        self, step: Perspective | Scale | Same | ConvexRow, known: Mapping[str, _Known]
    ) -> Reason:
        """Why a line about convex terms holds."""
        match step:
            case Perspective(parts=parts):
                summed = {i for part in parts for i in part.summed}
                over = ", ".join(self._notation.letters(sorted(summed), {}).values())
                said = f"convexity, over {over}" if over else "convexity"
            case Scale():
                said = "homogeneity"
            case Same():
                said = "equal arguments"
            case ConvexRow(row=row):
                said = row
        numbers = sorted({known[use.fact].number for use in step.shown if use != PLAIN} - {0})
        return joined([(said,), *((n,) for n in numbers)], ", ")

    def _split(
        self, step: Split, known: dict[str, _Known], rules: Mapping[str, int], depth: int
    ) -> None:
        self._lines.append(Words(("There are two cases.",), depth))
        for case, relation, steps in (
            (step.case, ">", step.positive),
            (-step.case, ">=", step.nonpositive),
        ):
            number = self._next()
            fact = Fact(step.name, case, (), relation)
            scope = self._scope(case.free, ())
            shown = self._notation.formula(case, scope)
            line = Line((("", shown),), relation, (), ("the case",), number, depth + 1)
            self._lines.append(line)
            inner = {**known, step.name: _Known(fact, number)}
            self._follow(steps, inner, rules, depth + 1)

    def _apply(
        self, step: Apply, known: Mapping[str, _Known], rules: Mapping[str, int], depth: int
    ) -> _Known:
        rule = rules.get(step.rule)
        words = f"Lemma {self._lemmas[step.rule]}" if rule is None else ""
        head = ("Apply ", rule, " to ") if rule is not None else (f"By {words} with ",)
        put = self._put_in(step, plainly=rule is not None)
        parts: list[str | int | Formula] = [*head, *put] if put else [f"By {words}"]
        numbers = sorted({known[use.fact].number for use in step.shown if use != PLAIN} - {0})
        if numbers:
            parts += ["; what it asks for is ", *joined(((n,) for n in numbers), ", ")]
        if step.guard != constant(1):
            scope = self._scope(step.guard.free, ())
            guard = self._notation.formula(step.guard, scope)
            parts += ["; both sides times ", guard, " >= 0"]
        self._lines.append(Words((*parts, "."), depth))
        reason: Reason = (words,) if rule is None else (rule, " for this choice")
        return self._state(step.statement, reason, depth)

    def _put_in(self, step: Apply, *, plainly: bool) -> list[str | Formula]:
        """What stands for the tensors of a rule; not said of those that stand for themselves.

        Where several letters stand for one, they are in its place side by side.
        """
        parts: list[str | Formula] = []
        bound, notation = self._bound[step.rule]
        for name, body in sorted(step.bodies, key=lambda pair: pair[0]):
            free = {*body.polynomial.free, *step.guard.free} - set(body.letters)
            scope = self._scope(free, body.letters)
            places = [", ".join(scope[i] for i in place) for place in body.places]
            own = tuple(Index(a, f"#{k}") for k, a in enumerate(bound[name].alphabets))
            symbol = notation.symbol(bound[name], own, dict(zip(own, places, strict=True)))
            shown = self._notation.formula(body.polynomial, scope)
            if plainly or text(symbol) != text(shown):
                parts += [", " if parts else "", symbol, " := ", shown]
        return parts


def joined(reasons: Iterable[Reason], between: str) -> Reason:
    """Several reasons as one.

    >>> joined([(1,), ("nonnegativity",)], ", ")
    (1, ', ', 'nonnegativity')
    """
    first, *others = [*reasons] or [()]
    return (*first, *(part for each in others for part in (between, *each)))


def _sum(terms: Iterable[tuple[Fraction, Formula]]) -> Formula:
    found = tuple(terms)
    return found[0][1] if len(found) == 1 and found[0][0] == 1 else Plus(found)


def _constants(certificate: Certificate) -> tuple[Index, ...]:
    """The letters that are fixed throughout: the goal's first."""
    sequent, steps = certificate.sequent, tuple(every_step(certificate.steps))
    goal = sequent.goal.free
    used = used_names(certificate)
    others: set[Index] = set()
    for fact in (*sequent.facts, *(step.statement for step in steps)):
        if fact.name in used or fact not in sequent.facts:
            others |= set(fact.polynomial.free) - set(fact.indices)
    for rule in sequent.rules:
        others |= rule.constants
    for step in steps:
        match step:
            case Combine(_, terms, multiplier):
                summed = {i for term in terms for i in term.summed}
                uses = [*multiplier, *(u for term in terms for u in term.uses)]
                others |= {i for use in uses for i in use.indices} - summed
                others -= set(step.statement.indices) - set(goal)
            case Split(case=case):
                others |= set(case.free)
            case Indicate(statement, _, polynomial) | Choose(statement, _, _, _, polynomial):
                others |= set(polynomial.free) - set(statement.indices)
            case Define(places=places, body=body):
                others |= set(body.free) - set(places)
            case Apply(guard=guard):
                others |= {*guard.free}.union(*(body.parameters for _, body in step.bodies))
    return (*goal, *sorted(others - set(goal)))
