"""The slack of a proved bound on an instance, term by term: why the bound is not tight there.

A certificate shows  goal = sum of nonnegative terms. On an instance every level has its exact
value, selectors and events are those that make the goal smallest (found by Z3, which
solves linear programs exactly), and each term is a number. A term that is positive is slack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import z3

from pmlsym.calculus.algebra import read, size_of
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claims.evaluation import completed, evaluate, holds
from pmlsym.claims.repeated import require_no_repeat_letters
from pmlsym.engines.decide.proof_reading import certificates_of
from pmlsym.engines.solver.decision_at_sizes import entries_at_letters, model_values
from pmlsym.errors import InvalidInput, PmlError, Unsupported
from pmlsym.evaluators.exact import ExactAlgebra
from pmlsym.evaluators.smt import SmtAlgebra
from pmlsym.evaluators.smt_check import check, prepare
from pmlsym.evidence.verdict import Proved
from pmlsym.exposition.certificate_summary import used_names
from pmlsym.exposition.exposition import Line, expose
from pmlsym.exposition.formula import Plus, text
from pmlsym.exposition.glossary import level_names
from pmlsym.kernel.certificate import Certificate, Combine
from pmlsym.kernel.checker import available_facts, expand
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Measure
from pmlsym.language.writing import write_value
from pmlsym.model.entries import nest
from pmlsym.model.instance import Instance
from pmlsym.numbers.conversion import fraction_of
from pmlsym.numbers.number import Exact, Number, exp_of

Letters = Mapping[Index, int]


@dataclass(frozen=True, repr=False)
class Slack:
    """The terms of a proof at the letters where its goal is smallest; they sum to `total`.

    `shown` is the left side of the identity, `letters` are the letters that it is read at, counted
    from zero, and printed from one as everywhere.
    """

    shown: str
    letters: tuple[tuple[str, int], ...]
    total: Fraction
    terms: tuple[tuple[str, Fraction], ...]

    def __repr__(self) -> str:
        at = ", ".join(f"{name} = {letter + 1}" for name, letter in self.letters)
        lines = [f"{self.shown} = {self.total}" + (f"  at {at}" if at else "")]
        width = max((len(str(value)) for _, value in self.terms), default=0)
        lines += [f"    {value!s:>{width}}  {shown}" for shown, value in self.terms]
        if not self.total:
            lines.append("    every term vanishes: the bound is tight here")
        return "\n".join(lines)


def slack(verdict: Proved, instance: Instance) -> tuple[Slack, ...]:
    """The slack of a proved bound on an instance, term by term, for each of its certificates.

    Raises InvalidInput where the evidence is not a certificate, or the hypotheses fail, Unsupported
    where a level is not rational on the instance.
    """
    certificates, claim = certificates_of(verdict), verdict.claim
    if not isinstance(claim, Claim):
        raise InvalidInput("the verdict is about no claim")
    require_no_repeat_letters(claim)
    if not holds(claim, instance):
        raise InvalidInput("the claim does not hold on this instance: the proof is not about it")
    whole = completed(claim, instance)
    return tuple(_slack_of(certificate, claim, whole) for certificate in certificates)


def _slack_of(certificate: Certificate, claim: Claim, instance: Instance) -> Slack:
    """The smallest slack of a certificate over all letters, with the terms that make it."""
    sequent = certificate.sequent
    with_levels = _with_levels(sequent, claim, instance)
    best: tuple[Fraction, Letters, Instance] | None = None
    for letters in _letter_choices(sequent, instance):
        smallest = _smallest_goal(certificate, with_levels, letters)
        if smallest is not None and (best is None or smallest[0] < best[0]):
            best = (smallest[0], letters, smallest[1])
    if best is None:
        raise InvalidInput("the hypotheses of the proof do not hold on this instance")
    _, letters, filled = best
    step, line = _last_identity(certificate)
    algebra = ExactAlgebra(filled)
    facts = {f.name: f for f in available_facts(sequent, certificate.steps)}
    facts |= {s.statement.name: s.statement for s in certificate.steps}
    terms = [expand(term, facts) for term in step.terms]
    if any(set(term.free) - set(letters) for term in terms):
        raise Unsupported("the proof speaks of a letter that its goal does not have")
    values = [_value_at(term, algebra, letters) for term in terms]
    right = line.chain[1][1]
    shown = [_term_text(c, f) for c, f in right.terms] if isinstance(right, Plus) else [text(right)]
    if len(shown) != len(values):
        shown, values = [text(right)], [sum(values, Fraction(0))]
    pairs = zip(shown, values, strict=True)
    names = expose(certificate).letters
    at = tuple((names[i], letters[i]) for i in sequent.goal.free)
    return Slack(text(line.chain[0][1]), at, sum(values, Fraction(0)), tuple(pairs))


def _term_text(c: Fraction, formula: object) -> str:
    """One signed term of the slack that a proved bound has on an instance, as text."""
    return text(Plus(((c, formula),)))  # type: ignore[arg-type]


def _last_identity(certificate: Certificate) -> tuple[Combine, Line]:
    """The last identity of a certificate at fixed letters, and its line, for the slack."""
    lines = {
        line.statement: line
        for line in expose(certificate).lines
        if isinstance(line, Line) and len(line.chain) == 2
    }
    for step in reversed(certificate.steps):
        line = lines.get(step.statement.name)
        if isinstance(step, Combine) and not step.statement.indices and line is not None:
            return step, line
    raise Unsupported("the proof ends in a distinction of cases, or in what a lemma gives as it is")


def _with_levels(sequent: Sequent, claim: Claim, instance: Instance) -> Instance:
    """The instance for a certificate's slack, with the levels and quotients of its sequent."""
    measures = {write_value(p): p for p in walk(claim) if isinstance(p, Measure)}
    scalars: dict[str, Number | Fraction] = dict(instance.scalars)
    for tensor in sequent.tensors:
        if tensor.is_exponential and tensor.number in instance.scalars:
            scalars[tensor.name] = _rational_of(
                exp_of(instance.scalars[tensor.number]), tensor.name
            )
    for level, what in level_names(sequent).items():
        if what in measures:
            value = evaluate(measures[what], instance)
            scalars[level] = _rational_of(exp_of(value) if measures[what].is_log else value, what)
    tensors = dict(instance.tensors)
    algebra = ExactAlgebra(instance)
    for measure_ in measures.values():
        for quotient in measure_.defined:
            algebra.define(quotient)
            tensor = quotient.tensor
            entries = [fraction_of(e) for e in algebra.entries(tensor)]
            tensors[tensor.name] = nest(entries, _sizes_of(tensor, instance))
    return Instance(instance.sizes, tensors, scalars, instance.outcomes)  # type: ignore[arg-type]


def _rational_of(value: Number, name: str) -> Fraction:
    """The value of a level for a certificate's slack. Raises Unsupported if it is irrational."""
    if not isinstance(value, Exact) or value.logs:
        raise Unsupported(f"{name} = {value} is not rational on this instance")
    return value.rational


def _sizes_of(tensor: Tensor, instance: Instance) -> list[int]:
    """The sizes of a tensor's alphabets on the instance of a certificate's slack."""
    return [size_of(instance.sizes, alphabet) for alphabet in tensor.alphabets]


def _letter_choices(sequent: Sequent, instance: Instance) -> Iterator[Letters]:
    """The letters of a certificate's goal at which its slack is computed."""
    free = sequent.goal.free
    fixed = {i: instance.outcomes[i.name] for i in free if i.name in instance.outcomes}
    ranges = [
        (fixed[i],) if i in fixed else range(size_of(instance.sizes, i.alphabet)) for i in free
    ]
    for at in product(*ranges):
        yield dict(zip(free, at, strict=True))


def _smallest_goal(
    certificate: Certificate, instance: Instance, letters: Letters
) -> tuple[Fraction, Instance] | None:
    """The smallest value of a proved goal at these letters within the facts, by Z3, and where.

    Nothing where the goal is empty there, as for a letter of mass zero.
    """
    sequent, used = certificate.sequent, used_names(certificate)
    algebra = SmtAlgebra(instance.sizes, given=instance)
    goal = _entry_at(sequent.goal, algebra, letters)
    optimum = prepare(z3.Optimize(ctx=algebra.context))
    for fact in sequent.facts:
        constants = set(fact.polynomial.free) - set(fact.indices)
        if fact.name in used and constants <= set(letters):
            for entry in entries_at_letters(fact, read(fact.polynomial, algebra), letters):
                optimum.add(algebra.compare(entry, fact.relation))
    optimum.add(*algebra.declared())
    if not isinstance(goal, Fraction):
        optimum.minimize(goal)
    if check(optimum) != z3.sat:
        return None
    tensors, scalars = model_values(algebra, optimum.model())
    filled = Instance(
        instance.sizes,
        {**tensors, **instance.tensors},
        {**scalars, **instance.scalars},  # type: ignore[dict-item]
        instance.outcomes,
    )
    try:
        exact = ExactAlgebra(filled)
        value = _value_at(sequent.goal, exact, letters)
        parts_ = [_value_at(Polynomial({m: 1}), exact, letters) for m, _ in sequent.goal]
    except PmlError as error:
        raise Unsupported(f"the proof is not read on this instance: {error}") from None
    return (value, filled) if any(parts_) else None


def _entry_at(polynomial: Polynomial, algebra: SmtAlgebra, letters: Letters) -> object:
    """The entry of a polynomial at letters, as Z3 minimises a slack."""
    array = read(polynomial, algebra)
    return array[tuple(letters[i] for i in array.indices)]


def _value_at(polynomial: Polynomial, algebra: ExactAlgebra, letters: Letters) -> Fraction:
    """The exact value of a polynomial at letters, as a term of a certificate's slack."""
    array = read(polynomial, algebra)
    return fraction_of(array[tuple(letters[i] for i in array.indices)])
