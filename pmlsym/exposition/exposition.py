"""Certificates as in a paper: displayed lines, each with its reason.

    (1)  P(x)·[ t·P_Y(y) − W(y|x) ] >= 0  for all x, y                [pml(P, W) <= log t]
    P(x)·[ t·P_Z(z) − P(z|x) ]  =  Σ_y P(x)·V(z|y)·[ t·P_Y(y) − W(y|x) ]  >=  0       [(1), ..]

The lines are the steps of the certificate itself; only its names are changed for the reader.
The lines are data (`Line`, `Words`); exposition/typesetting.py prints them as text and as LaTeX.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import TypeAlias

from pmlsym.calculus.polynomial import constant, substitute
from pmlsym.calculus.sequent import Fact, Rule
from pmlsym.calculus.tensor import Index
from pmlsym.exposition.certificate_summary import closing_statements, used_names
from pmlsym.exposition.formula import Formula, Plus, SumOver, Symbol, in_short, text, times
from pmlsym.exposition.glossary import arbitrary_tensors, levels_spoken_of, ratio_definitions
from pmlsym.exposition.notation import Definition, Notation, Scope, in_order
from pmlsym.exposition.row_reasons import ROW_REASONS
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
"""The reasons that lines give for facts, by the origin of the fact."""

BOTH_CASES = "in both cases"

Reason: TypeAlias = "tuple[str | int | Formula, ...]"
"""The reason of a line: words, formulas, and the numbers of lines that it refers to."""


@dataclass(frozen=True)
class Line:
    """A displayed line: `number` if it is referred to, a chain of relations, and why it holds.

    `statement` is the name of the fact that the line states.
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
    """A written proof: its definitions and its lines.

    `levels` are the meanings of t and its like, `arbitrary` the tensors that are arbitrary, with
    their declarations, `letters` the names of fixed letters; `lemmas` are proved below.
    """

    levels: tuple[tuple[Formula, str], ...]
    arbitrary: tuple[tuple[Formula, str], ...]
    definitions: tuple[Definition, ...]
    lines: tuple[Line | Words, ...]
    letters: Mapping[Index, str]
    lemmas: tuple[ShownLemma, ...] = ()


@dataclass(frozen=True)
class ShownLemma:
    """A lemma with its number, its name and its proof.

    The name is the claim that the lemma was made from; its lines are the statement that is proved.
    """

    number: int
    name: str
    proof: Exposition

    @property
    def head(self) -> str:
        """The sentence before a lemma's written proof: its number and its name."""
        return f"Lemma {self.number}: {self.name}."


@dataclass(frozen=True)
class _StatedFact:
    """A fact and how later lines refer to it: by number, or in words if that is 0.

    `holds_by_cases` if it has a line in each of two cases instead of a single line.
    """

    fact: Fact
    number: int = 0
    is_declared: bool = False
    holds_by_cases: bool = False


def expose(certificate: Certificate) -> Exposition:
    """The certificate as a written proof: definitions and numbered lines, its lemmas below."""
    (exposition,) = expose_parts((certificate,))
    return exposition


def expose_parts(certificates: Iterable[Certificate]) -> Iterator[Exposition]:
    """The certificates as written proofs, with consecutive numbers of lines.

    A lemma that several of them apply has its proof below the first.
    """
    last, numbers = 0, dict[str, int]()
    for certificate in certificates:
        new = [each for each in certificate.lemmas if each.name not in numbers]
        numbers |= {each.name: len(numbers) + k for k, each in enumerate(new, 1)}
        writer = _ProofWriter(certificate, last, numbers)
        exposition, last = writer.write(), writer.last
        below = []
        for each in new:
            before = certificate.lemmas[: certificate.lemmas.index(each)]
            writer = _ProofWriter(Certificate(each.sequent, each.steps, before), last, numbers)
            below.append(ShownLemma(numbers[each.name], each.name, writer.write()))
            last = writer.last
        yield replace(exposition, lemmas=tuple(below))


class _ProofWriter:
    """A writer of one certificate, which numbers its lines from `last` on."""

    def __init__(self, certificate: Certificate, last: int, lemmas: Mapping[str, int]) -> None:
        steps = tuple(every_step(certificate.steps))
        self._certificate, self._used = certificate, used_names(certificate)
        self._lemmas = lemmas
        self._facts = available_facts(certificate.sequent, steps)
        named = [fact.polynomial.tensors for fact in self._facts if fact.name in self._used]
        self._notation = Notation(certificate.sequent, {*chain(*map(tensors_of, steps), *named)})
        # A rule of the sequent is written with the sequent's names, a lemma with its own.
        self._bound_tensors = {
            rule.name: ({t.name: t for t in rule.tensors}, self._notation)
            for rule in certificate.sequent.rules
        } | {
            each.name: ({t.name: t for t in each.sequent.tensors}, Notation(each.sequent))
            for each in certificate.lemmas
        }
        self._fixed_letters = self._notation.letters(_fixed_letters(certificate), {})
        self._closing_names = closing_statements(certificate.steps)
        self.last = last
        self._lines: list[Line | Words] = []

    def write(self) -> Exposition:
        """The certificate as a written proof: its definitions and its numbered lines."""
        sequent, used = self._certificate.sequent, self._used
        assumed = {fact.name for fact in sequent.facts}
        facts = {
            fact.name: _StatedFact(fact, is_declared=True)
            for fact in self._facts
            if fact.name not in assumed
        }
        for fact in sequent.facts:
            plain = fact.name in used and self._says_mass_is_positive(fact)
            number = self._add_hypothesis(fact) if fact.name in used and not plain else 0
            facts[fact.name] = _StatedFact(fact, number, plain)
        rules = {rule.name: self._add_rule(rule) for rule in sequent.rules if rule.name in used}
        self._add_steps(self._certificate.steps, facts, rules, 0)
        quotients = tuple(ratio_definitions(sequent, self._notation))
        definitions = (*self._notation.definitions, *quotients)
        others = tuple(arbitrary_tensors(sequent, self._notation))
        level_meanings = tuple(levels_spoken_of(sequent, self._notation))
        return Exposition(
            level_meanings, others, definitions, tuple(self._lines), self._fixed_letters
        )

    def _says_mass_is_positive(self, fact: Fact) -> bool:
        """Whether a fact says that a prior is positive, which reasons mention in passing."""
        terms = list(fact.polynomial)
        return fact.relation == ">" and len(terms) == 1 and fact.origin.kind == "support"

    def _next_number(self) -> int:
        """The number of a new line of the written proof."""
        self.last += 1
        return self.last

    def _add_hypothesis(self, fact: Fact) -> int:
        """Add the line of a hypothesis, and return its number."""
        number = self._next_number()
        self._add_line(fact, (self._reason(fact),), number, 0)
        return number

    def _add_line(self, fact: Fact, reason: Reason, number: int, depth: int) -> None:
        """Add the line that states a fact, with its reason."""
        formula, letters = self._formula_of(fact)
        self._lines.append(Line((("", formula),), fact.relation, letters, reason, number, depth))

    def _formula_of(self, fact: Fact) -> tuple[Formula, tuple[str, ...]]:
        """The formula of a side of a fact, and the letters for which it holds."""
        scope = self._scope(fact.polynomial.free, fact.indices)
        letters = tuple(
            scope[i] for i in sorted(fact.indices, key=in_order) if i in fact.polynomial.free
        )
        return self._notation.formula(fact.polynomial, scope), letters

    def _add_rule(self, rule: Rule) -> int:
        """Add the sentence of an assumed rule, and return its number."""
        number = self._next_number()
        parts: list[str | int | Formula] = []
        for k, tensor in enumerate(rule.tensors):
            letters = tuple(Index(a, f"#{k}") for k, a in enumerate(tensor.alphabets))
            symbol = self._notation.symbol(tensor, letters, self._notation.letters(letters, {}))
            parts += ["For every " if not k else ", ", symbol]
            if tensor.at_most_one and tensor.nonnegative:
                parts.append(" between 0 and 1")
        if rule.alphabets:
            parts.append(f" over any alphabet {', '.join(rule.alphabets)}")
        for k, fact in enumerate(rule.premises):
            parts += [" with " if not k else " and ", *self._fact_in_words(fact)]
        parts += [": ", *self._fact_in_words(rule.conclusion), f"    [{self._reason(rule)}]"]
        self._lines.append(Words(tuple(parts), number=number))
        return number

    def _fact_in_words(self, fact: Fact) -> list[str | Formula]:
        """A fact within a sentence: its formula, and for which letters it holds."""
        formula, letters = self._formula_of(fact)
        quantifier = f" for all {', '.join(in_short(letters))}" if letters else ""
        return [formula, f" {fact.relation} 0{quantifier}"]

    def _scope(self, free: Iterable[Index], quantified: Iterable[Index]) -> dict[Index, str]:
        """The names of letters in a proof's line; those that are not fixed stand for any letter."""
        any_letter = {i for i in free if i not in self._fixed_letters}
        quantified = tuple(sorted(any_letter.union(quantified)))
        fixed = {i: self._fixed_letters[i] for i in free if i not in quantified}
        return {**fixed, **self._notation.letters(quantified, fixed)}

    def _reason(self, fact: Fact | Rule) -> str:
        """The name of a fact or rule, as a reason for readers of the proof."""
        if isinstance(fact, Fact) and fact.origin.kind in _TANGENTS:
            return _TANGENTS[fact.origin.kind]
        return self._notation.reworded(re.sub(r" (\(\d+\)|\[\d+\])$", "", fact.name))

    def _add_steps(
        self,
        steps: Iterable[Step],
        facts: dict[str, _StatedFact],
        rules: Mapping[str, int],
        depth: int,
    ) -> None:
        """Add a certificate's steps to the written proof, and their statements to `facts`."""
        for step in steps:
            match step:
                case Combine():
                    facts[step.statement.name] = self._add_combination(step, facts, depth)
                case Split():
                    self._add_cases(step, facts, rules, depth)
                    facts[step.statement.name] = _StatedFact(step.statement, holds_by_cases=True)
                case Apply():
                    facts[step.statement.name] = self._add_application(step, facts, rules, depth)
                case Limit(statement, variable, fact):
                    name = self._notation.symbol(variable, (), {})
                    parts = ("Let ", name, " go to 0 in ", *self._reference(facts[fact]), ".")
                    self._lines.append(Words(parts, depth))
                    facts[statement.name] = self._add_statement(statement, ("in the limit",), depth)
                case Indicate():
                    facts[step.statement.name] = self._add_indicator(step, depth)
                case Define() | Choose() | Reciprocal() | Enlarge():
                    facts[step.statement.name] = self._add_introduction(step, facts, depth)
                case Perspective() | Scale() | Same() | ConvexRow():
                    reason = self._reason_of_convexity(step, facts)
                    facts[step.statement.name] = self._add_statement(step.statement, reason, depth)

    def _closes(self, fact: Fact) -> bool:
        """Whether a statement ends the written proof, or a case of it."""
        return fact.name in self._closing_names

    def _add_statement(self, fact: Fact, reason: Reason, depth: int) -> _StatedFact:
        """Add the line of a step's statement, numbered unless it ends the proof."""
        number = 0 if self._closes(fact) else self._next_number()
        self._add_line(fact, reason, number, depth)
        return _StatedFact(fact, number)

    def _add_combination(
        self, step: Combine, facts: Mapping[str, _StatedFact], depth: int
    ) -> _StatedFact:
        """Add the line of a step that sums multiples of facts."""
        statement, terms = step.statement, step.terms
        if statement.polynomial == constant(1):
            return _StatedFact(statement, is_declared=True)
        plain = len(terms) == 1 and terms[0].coefficient == 1 and not terms[0].summed
        hypotheses = [u for t in terms for u in t.uses if not facts[u.fact].is_declared]
        if plain and len(hypotheses) == 1:
            known, at = facts[hypotheses[0].fact], hypotheses[0].indices
            names = dict(zip(known.fact.indices, at, strict=True))
            is_known = substitute(known.fact.polynomial, names) == statement.polynomial
            is_for_as_many = {*at} == {*statement.indices} and len({*at}) == len(at)
            if is_known and is_for_as_many and known.number and not self._closes(statement):
                return replace(known, fact=statement)  # a fact is stated once
            return self._add_statement(
                statement, self._reason_of_multiple(step, facts, hypotheses[0]), depth
            )
        number = 0 if self._closes(statement) else self._next_number()
        free = {*statement.polynomial.free, *(i for use in step.multiplier for i in use.indices)}
        for term in terms:  # a letter that one term sums over may be fixed in another
            free |= {i for use in term.uses for i in use.indices} - set(term.summed)
        uses = [u for t in terms for u in t.uses] + list(step.multiplier)
        free |= {i for use in uses for i in constants(facts[use.fact].fact)}
        scope = self._scope(free, statement.indices)
        left = self._notation.formula(statement.polynomial, scope)
        if step.multiplier:
            left = times((*self._fact_formulas(step.multiplier, facts, scope), left))
        right = _sum_formula((t.coefficient, self._term_formula(t, facts, scope)) for t in terms)
        letters = tuple(scope[i] for i in sorted(statement.indices, key=in_order) if i in scope)
        sides = (("", left), ("=", right)) if left != right else (("", left),)
        reason = self._reason_of_sum(step, facts, scope)
        line = Line(sides, statement.relation, letters, reason, number, depth, statement.name)
        self._lines.append(line)
        return _StatedFact(statement, number)

    def _fact_formulas(
        self, uses: Iterable[Use], facts: Mapping[str, _StatedFact], scope: Scope
    ) -> list[Formula]:
        """The formulas of facts, at the letters of their uses, as the written proof has them."""
        return [
            self._notation.formula(instance(facts[u.fact].fact, u.indices), scope) for u in uses
        ]

    def _term_formula(self, term: Term, facts: Mapping[str, _StatedFact], scope: Scope) -> Formula:
        """The formula of a product of facts, summed over letters."""
        inner = {**scope, **self._notation.letters(sorted(term.summed, key=in_order), scope)}
        body = times(self._fact_formulas(term.uses, facts, inner))
        return (
            SumOver(tuple(inner[i] for i in sorted(term.summed, key=in_order)), body)
            if term.summed
            else body
        )

    def _reason_of_multiple(
        self, step: Combine, facts: Mapping[str, _StatedFact], main: Use
    ) -> Reason:
        """The reason of a line that is a multiple or a quotient of another line."""
        uses = (*step.terms[0].uses, *step.multiplier)
        free = {*step.statement.polynomial.free, *(i for use in uses for i in use.indices)}
        free |= {i for use in uses for i in constants(facts[use.fact].fact)}
        scope = self._scope(free, step.statement.indices)
        reason = self._reference(facts[main.fact])
        others = [u for u in step.terms[0].uses if u != main]
        if others:
            factor = times(self._fact_formulas(others, facts, scope))
            reason += (", multiplied by ", factor, " >= 0")
        if step.multiplier:
            divisor = times(self._fact_formulas(step.multiplier, facts, scope))
            used = (facts[use.fact].fact for use in step.multiplier)
            notes = dict.fromkeys(fact.name for fact in used if fact.origin.kind == "support")
            after = "".join(f"; {note}" for note in notes)
            reason += (", divided by ", divisor, f" > 0{after}")
        return reason

    def _reference(self, stated: _StatedFact) -> Reason:
        """The number of a fact's line, or its reason if it has no number."""
        words = BOTH_CASES if stated.holds_by_cases else self._reason(stated.fact)
        return (stated.number or words,)

    def _reason_of_sum(
        self, step: Combine, facts: Mapping[str, _StatedFact], scope: Scope
    ) -> Reason:
        """The reason of a line that sums multiples of facts."""
        uses = [use for term in step.terms for use in term.uses]
        numbered = sorted({facts[u.fact].number for u in uses} - {0})
        reasons: list[Reason] = []
        if numbered:
            *before, last = numbered
            start = join_reasons(((n,) for n in before), ", ")
            reasons.append((*start, " and ", last) if before else (last,))
        if any(facts[u.fact].holds_by_cases for u in uses):
            reasons.append((BOTH_CASES,))
        letters: dict[str, None] = {}
        for term in step.terms:
            names = self._notation.letters(sorted(term.summed, key=in_order), scope)
            letters.update(dict.fromkeys(names[i] for i in sorted(term.summed, key=in_order)))
        if letters:
            reasons.append((f"sum over {', '.join(in_short([*letters]))}",))
        if any(facts[u.fact].is_declared for u in uses) or not uses:
            reasons.append(("nonnegativity",))
        return join_reasons(reasons, ", ")

    def _add_indicator(self, step: Indicate, depth: int) -> _StatedFact:
        """Add the sentence that introduces the indicator of a sign, and its line."""
        indices = step.statement.indices
        scope = self._scope(step.polynomial.free, indices)
        name = self._notation.symbol(step.tensor, indices, scope)
        formula = self._notation.formula(step.polynomial, scope)
        self._lines.append(Words(("Let ", name, " be 1 where ", formula, " < 0, else 0."), depth))
        return self._add_statement(step.statement, ("either sign",), depth)

    def _add_introduction(
        self,
        step: Define | Choose | Reciprocal | Enlarge,
        facts: Mapping[str, _StatedFact],
        depth: int,
    ) -> _StatedFact:
        """Add a sentence "Let .. be ..", and the line that follows from it."""
        parts: list[str | int | Formula] = ["Let "]
        match step:
            case Define(_, tensor, places, body):
                scope = self._scope(body.free, places)
                formula = self._notation.formula(body, scope)
                parts += [self._notation.symbol(tensor, places, scope), " be ", formula, "."]
            case Choose(_, tensor, outer, inner, polynomial):
                scope = self._scope(polynomial.free, (*outer, *inner))
                parts += [
                    *(self._notation.symbol(tensor, (*outer, *inner), scope), " be 1 at one "),
                    *(", ".join(scope[i] for i in inner), " with the largest "),
                    *(self._notation.formula(polynomial, scope), ", else 0."),
                ]
            case Reciprocal(_, tensor, fact):
                chosen = facts[fact].fact
                scope = self._scope(chosen.polynomial.free, chosen.indices)
                below = self._notation.formula(chosen.polynomial, scope)
                name = self._notation.symbol(tensor, chosen.indices, scope)
                parts += [name, " be one over ", below, "."]
            case Enlarge(_, alphabet, fact):
                chosen = facts[fact].fact
                formula = self._notation.formula(
                    chosen.polynomial, self._scope(chosen.polynomial.free, ())
                )
                parts += [f"{alphabet} have as many letters as one over ", formula, ", or more."]
        self._lines.append(Words(tuple(parts), depth))
        return self._add_statement(step.statement, ("by this choice",), depth)

    def _reason_of_convexity(
        self, step: Perspective | Scale | Same | ConvexRow, facts: Mapping[str, _StatedFact]
    ) -> Reason:
        """The reason of a line about convex terms, such as "convexity, over x"."""
        match step:
            case Perspective(parts=parts):
                summed = {i for part in parts for i in part.summed}
                names = self._notation.letters(sorted(summed, key=in_order), {}).values()
                over = ", ".join(in_short([*names]))
                reason = f"convexity, over {over}" if over else "convexity"
            case Scale():
                reason = "homogeneity"
            case Same():
                reason = "equal arguments"
            case ConvexRow(row=row):
                reason = ROW_REASONS[row]
        numbers = sorted({facts[use.fact].number for use in step.shown if use != PLAIN} - {0})
        return join_reasons([(reason,), *((n,) for n in numbers)], ", ")

    def _add_cases(
        self, step: Split, facts: dict[str, _StatedFact], rules: Mapping[str, int], depth: int
    ) -> None:
        """Add the two cases of a step, each with its own lines."""
        self._lines.append(Words(("There are two cases.",), depth))
        for case, relation, steps in (
            (step.case, ">", step.positive),
            (-step.case, ">=", step.nonpositive),
        ):
            number = self._next_number()
            fact = Fact(step.name, case, (), relation)
            scope = self._scope(case.free, ())
            formula = self._notation.formula(case, scope)
            line = Line((("", formula),), relation, (), ("the case",), number, depth + 1)
            self._lines.append(line)
            inner = {**facts, step.name: _StatedFact(fact, number)}
            self._add_steps(steps, inner, rules, depth + 1)

    def _add_application(
        self, step: Apply, facts: Mapping[str, _StatedFact], rules: Mapping[str, int], depth: int
    ) -> _StatedFact:
        """Add the sentence and the line by which a rule or a lemma is applied."""
        rule = rules.get(step.rule)
        words = f"Lemma {self._lemmas[step.rule]}" if rule is None else ""
        head = ("Apply ", rule, " to ") if rule is not None else (f"By {words} with ",)
        put = self._substituted_bodies(step, plainly=rule is not None)
        parts: list[str | int | Formula] = [*head, *put] if put else [f"By {words}"]
        numbers = sorted({facts[use.fact].number for use in step.shown if use != PLAIN} - {0})
        if numbers:
            parts += ["; what it asks for is ", *join_reasons(((n,) for n in numbers), ", ")]
        if step.guard != constant(1):
            scope = self._scope(step.guard.free, ())
            guard = self._notation.formula(step.guard, scope)
            parts += ["; both sides times ", guard, " >= 0"]
        self._lines.append(Words((*parts, "."), depth))
        reason: Reason = (words,) if rule is None else (rule, " for this choice")
        return self._add_statement(step.statement, reason, depth)

    def _substituted_bodies(self, step: Apply, *, plainly: bool) -> list[str | Formula]:
        """The formulas that a proof's sentence puts in a rule: all if `plainly`, else what differs.

        Several letters that replace one letter are written side by side.
        """
        parts: list[str | Formula] = []
        bound, notation = self._bound_tensors[step.rule]
        for name, body in sorted(step.bodies, key=lambda pair: pair[0]):
            free = {*body.polynomial.free, *step.guard.free} - set(body.letters)
            scope = self._scope(free, body.letters)
            letters = tuple(Index(a, f"#{k}") for k, a in enumerate(bound[name].alphabets))
            places = [",".join(scope[i] for i in joined_letters) for joined_letters in body.places]
            symbol = notation.symbol(bound[name], letters, dict(zip(letters, places, strict=True)))
            if isinstance(symbol, Symbol):
                sides = (symbol.letters, symbol.given)
                shown = (tuple(x for place in side for x in place.split(",")) for side in sides)
                symbol = replace(symbol, letters=next(shown), given=next(shown))
            formula = self._notation.formula(body.polynomial, scope)
            if plainly or text(symbol) != text(formula):
                parts += [", " if parts else "", symbol, " := ", formula]
        return parts


def join_reasons(reasons: Iterable[Reason], between: str) -> Reason:
    """The reasons of one line of a written proof as one.

    >>> join_reasons([(1,), ("nonnegativity",)], ", ")
    (1, ', ', 'nonnegativity')
    """
    first, *others = [*reasons] or [()]
    return (*first, *(part for each in others for part in (between, *each)))


def _sum_formula(terms: Iterable[tuple[Fraction, Formula]]) -> Formula:
    """The formula of a sum of terms in a proof; a single term with coefficient 1 as it is."""
    summands = tuple(terms)
    return summands[0][1] if len(summands) == 1 and summands[0][0] == 1 else Plus(summands)


def _fixed_letters(certificate: Certificate) -> tuple[Index, ...]:
    """The letters that are fixed throughout the written proof, those of the goal first."""
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
