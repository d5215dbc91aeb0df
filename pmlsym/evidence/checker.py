"""The trusted kernel: does this certificate prove this sequent?

It uses exact arithmetic and the calculus, and nothing else. Every step is turned into identities
between normal forms, plus sign conditions on coefficients; nothing is searched for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pmlsym.calculus.polynomial import (
    Polynomial,
    atom,
    constant,
    replace_tensor,
    substitute,
    sum_over,
)
from pmlsym.calculus.sequent import Fact, Schema, Sequent, declared_facts
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import InvalidCertificate, PmlError
from pmlsym.evidence.certificate import (
    GOAL,
    Certificate,
    Combine,
    Indicate,
    Instantiate,
    Limit,
    Split,
    Step,
    Term,
    every_step,
    tensors_of,
)
from pmlsym.evidence.checked import Checked

Facts = Mapping[str, Fact]


class _Proof(Checked[Certificate]):
    """A certificate that proves its sequent; one that is copied or sent is checked again."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return check, (self.evidence,)


def check(certificate: Certificate) -> Checked[Certificate]:
    """The certificate, if it proves its sequent.

    Raises InvalidCertificate, with the step at fault, if it does not.
    """
    try:
        sequent = certificate.sequent
        _check_indicators(certificate)
        facts = _by_name(available_facts(sequent, certificate.steps))
        derived = _follow(certificate.steps, facts, sequent)
        goal = derived.get(GOAL)
        if goal is None or GOAL in facts:
            raise InvalidCertificate("no step derives the goal")
        if not _states(goal, sequent.goal, sequent.relation):
            raise InvalidCertificate(f"the last step derives {goal}, not the goal {sequent.goal}")
    except InvalidCertificate:
        raise
    except (PmlError, LookupError, ValueError, TypeError, AttributeError) as error:
        raise InvalidCertificate(f"the certificate is not well formed: {error}") from error
    return _Proof(certificate)


def available_facts(sequent: Sequent, steps: Iterable[Step] = ()) -> tuple[Fact, ...]:
    """The hypotheses and what every tensor in sight declares.

    A tensor that only the steps mention stands for any tensor of its shape, so what it declares
    may be used.
    """
    mentioned = set(sequent.tensors).union(*(tensors_of(step) for step in steps))
    known = {t.name: t for t in sequent.tensors if not t.is_delta}
    for tensor in mentioned:
        if not tensor.is_delta and known.setdefault(tensor.name, tensor) != tensor:
            raise InvalidCertificate(f"the steps change the declared facts of {tensor.name}")
    return (*sequent.facts, *declared_facts(mentioned))


def expand(term: Term, facts: Facts) -> Polynomial:
    """The polynomial that a term stands for."""
    product = constant(term.coefficient)
    for use in term.uses:
        product = product * instance(facts[use.fact], use.indices)
    return sum_over(product, *term.summed)


def instance(fact: Fact, indices: tuple[Index, ...]) -> Polynomial:
    """The polynomial of a fact at given letters."""
    return substitute(fact.polynomial, dict(zip(fact.indices, indices, strict=True)))


def _by_name(facts: Iterable[Fact]) -> dict[str, Fact]:
    named: dict[str, Fact] = {}
    for fact in facts:
        if named.setdefault(fact.name, fact) is not fact:
            raise InvalidCertificate(f"two facts are called {fact.name}")
    return named


def _follow(steps: Iterable[Step], facts: Facts, sequent: Sequent) -> dict[str, Fact]:
    """The facts with those that the steps derive."""
    known = dict(facts)
    for step in steps:
        try:
            if isinstance(step, Combine):
                _check_combine(step, known)
            elif isinstance(step, Split):
                _check_split(step, known, sequent)
            elif isinstance(step, Instantiate):
                _check_instance(step, known, sequent)
            elif isinstance(step, Limit):
                _check_limit(step, known, sequent)
            elif isinstance(step, Indicate):
                _check_indicate(step)
            else:
                raise InvalidCertificate(f"{step!r} is no step")
        except InvalidCertificate as error:
            raise InvalidCertificate(f"step {step.statement.name}: {error}") from None
        known = _by_name((*known.values(), step.statement))
    return known


def _constants(names: Iterable[str], facts: Facts) -> set[Index]:
    """The letters that the named facts speak of without quantifying them."""
    return {i for n in names for i in facts[n].polynomial.free if i not in facts[n].indices}


def _refuse_constants(indices: Iterable[Index], names: Iterable[str], facts: Facts) -> None:
    fixed = set(indices) & _constants(names, facts)
    if fixed:
        raise InvalidCertificate(f"{min(fixed)} is one letter; it cannot range over all of them")


def _check_combine(step: Combine, facts: Facts) -> None:
    """multiplier * statement = sum of the terms, with signs that give the relation."""
    _check_rational(step)
    _check_identity(step, facts)
    _check_signs(step, facts)
    _check_letters(step, facts)


def _check_rational(step: Combine) -> None:
    for term in step.terms:
        if not isinstance(term.coefficient, Fraction):
            raise InvalidCertificate(f"the coefficient {term.coefficient!r} is not rational")


def _check_identity(step: Combine, facts: Facts) -> None:
    left, right = step.statement.polynomial, constant(0)
    for use in step.multiplier:
        left = left * instance(facts[use.fact], use.indices)
    for term in step.terms:
        right = right + expand(term, facts)
    if left != right:
        raise InvalidCertificate(f"the identity does not hold; the difference is {left - right}")


def _check_signs(step: Combine, facts: Facts) -> None:
    """The multiplier is positive; the terms have the sign of the statement, one strictly."""
    for use in step.multiplier:
        if facts[use.fact].relation != ">":
            raise InvalidCertificate(f"the multiplier {use.fact} is not known to be positive")
    signs = [_sign(term, facts) for term in step.terms]
    if step.statement.relation == "==" and any(sign != "==" for sign in signs):
        raise InvalidCertificate("an equality follows from equalities alone")
    if step.statement.relation == ">" and ">" not in signs:
        raise InvalidCertificate("a strict inequality needs a strictly positive term")


def _check_letters(step: Combine, facts: Facts) -> None:
    """No letter that a fact is about is summed over, or quantified by the statement."""
    for term in step.terms:
        _refuse_constants(term.summed, [use.fact for use in term.uses], facts)
    used = [use.fact for term in step.terms for use in term.uses]
    used += [use.fact for use in step.multiplier]
    _refuse_constants(step.statement.indices, used, facts)


def _sign(term: Term, facts: Facts) -> str:
    """The relation to zero that the facts give to a term."""
    relations = [facts[use.fact].relation for use in term.uses]
    if "==" in relations or term.coefficient == 0:
        return "=="
    if term.coefficient < 0:
        raise InvalidCertificate(f"the coefficient {term.coefficient} is negative")
    return ">" if all(relation == ">" for relation in relations) else ">="


def _check_split(step: Split, facts: Facts, sequent: Sequent) -> None:
    statement = step.statement
    if set(step.case.free) & set(statement.indices):
        raise InvalidCertificate("the case may not depend on an index that is quantified")
    above = Fact(step.name, step.case, (), ">")
    below = Fact(step.name, -step.case, (), ">=")
    for case, steps in ((above, step.positive), (below, step.nonpositive)):
        within = Sequent((*sequent.facts, case), sequent.goal, sequent.relation, sequent.schemas)
        _follow(steps, _by_name((*facts.values(), case)), within)
        if not steps or not _covers(steps[-1].statement, statement):
            raise InvalidCertificate(f"the case {case} does not derive {statement}")


def _check_instance(step: Instantiate, facts: Facts, sequent: Sequent) -> None:
    schema = next((s for s in sequent.schemas if s.name == step.schema), None)
    if schema is None:
        raise InvalidCertificate(f"there is no schema {step.schema}")
    if tuple(i.alphabet for i in step.places) != schema.parameter.alphabets:
        raise InvalidCertificate("the places do not fit the parameter")
    if not _covers(facts[step.guard_fact], Fact("guard", step.guard, step.guard.free)):
        raise InvalidCertificate("the guard is not shown to be nonnegative")
    conditions = (*schema.conditions, *shape_of(schema.parameter))
    for condition, name in zip(conditions, step.conditions, strict=True):
        needed = apply_schema(schema, condition, step)
        if not _covers(facts[name], needed):
            raise InvalidCertificate(f"{name} does not state the condition {needed}")
    given = apply_schema(schema, schema.conclusion, step)
    every = tuple(set(given.polynomial.free) | set(given.indices))
    # Where the guard is zero, a strict conclusion times the guard is no longer strict.
    strict = given.relation == ">" and facts[step.guard_fact].relation != ">"
    relation = ">=" if strict else given.relation
    if not _covers(Fact(given.name, given.polynomial, every, relation), step.statement):
        raise InvalidCertificate("the conclusion is not what the schema gives")
    _refuse_constants(step.statement.indices, [step.guard_fact, *step.conditions], facts)
    own = {str(k): fact for k, fact in enumerate((*schema.conditions, schema.conclusion))}
    _refuse_constants(step.statement.indices, own, own)


def shape_of(parameter: Tensor) -> tuple[Fact, ...]:
    """What a tensor declares of its own entries, squares and sums included, as facts.

    Raises InvalidCertificate for a strictly positive parameter, which no guard can serve.
    """
    if parameter.positive:
        raise InvalidCertificate(f"the parameter {parameter} may not be declared positive")
    own = [f for f in declared_facts([parameter]) if parameter in f.polynomial.tensors]
    indices = tuple(Index(a, f"{a.lower()}'{k}") for k, a in enumerate(parameter.alphabets))
    entry = atom(_bare(parameter), *indices)
    if parameter.indicator:
        own.append(Fact("square", entry * entry - entry, indices, "=="))
    if parameter.stochastic:
        summed = [indices[k] for k in parameter.stochastic]
        kept = tuple(i for i in indices if i not in summed)
        own.append(Fact("sum", sum_over(entry, *summed) - 1, kept, "=="))
    return tuple(own)


def apply_schema(schema: Schema, fact: Fact, step: Instantiate) -> Fact:
    """`guard * fact` with the body in place of the parameter, for all letters of the fact.

    Raises InvalidCertificate where an index that the fact quantifies occurs in guard or body
    already: such an index is a parameter of the instance and must be renamed apart.
    """
    parameters = (set(step.guard.free) | set(step.body.free)) - set(step.places)
    if set(fact.indices) & (parameters | set(step.guard.free)):
        raise InvalidCertificate(f"the indices of {fact.name} are not renamed apart")
    polynomial = fact.polynomial
    # With nothing declared the two are one, which is replaced once: the body may speak of it too.
    for tensor in dict.fromkeys((schema.parameter, _bare(schema.parameter))):
        polynomial = replace_tensor(polynomial, tensor, step.places, step.body)
    return Fact(fact.name, step.guard * polynomial, fact.indices, fact.relation)


def _bare(tensor: Tensor) -> Tensor:
    """The tensor with nothing declared, so that no rule rewrites what is to be shown."""
    return Tensor(tensor.name, tensor.alphabets)


def _check_limit(step: Limit, facts: Facts, sequent: Sequent) -> None:
    variable, fact = step.variable, facts[step.fact]
    # An indicator in (0, 1] is 1, so nothing of what is declared besides may narrow the interval.
    if replace(variable, nonnegative=False, role="", of="") != Tensor(
        variable.name, positive=True, at_most_one=True
    ):
        raise InvalidCertificate("the variable of a limit is a scalar in (0, 1], nothing else")
    if variable in sequent.tensors:
        raise InvalidCertificate(f"{variable} is not fresh: an assumption speaks of it")
    kept = {m: c for m, c in fact.polynomial if all(t != variable for f in m for t, _ in f)}
    limit = Fact(fact.name, Polynomial(kept), fact.indices)
    if step.statement.relation != ">=" or not _covers(limit, step.statement):
        raise InvalidCertificate("the statement is not the constant part")


def _check_indicate(step: Indicate) -> None:
    statement, indicator = step.statement, step.indicator
    alphabets = tuple(i.alphabet for i in statement.indices)
    plain = replace(indicator, role="", of="")
    if plain != Tensor(indicator.name, alphabets, indicator=True) or indicator.is_delta:
        raise InvalidCertificate("what is defined is an indicator of the statement's letters")
    signed = (1 - 2 * atom(indicator, *statement.indices)) * step.polynomial
    if not _states(Fact(statement.name, signed), statement.polynomial, statement.relation):
        raise InvalidCertificate("the statement is not what the definition says")


def _check_indicators(certificate: Certificate) -> None:
    """That each indicator is defined once, before anything speaks of it.

    A limit moves a scalar on which definitions may depend, so there is none beside a definition.
    """
    steps = tuple(every_step(certificate.steps))
    if not any(isinstance(step, Indicate) for step in steps):
        return
    mentioned = {tensor.name for tensor in certificate.sequent.tensors}
    for step in steps:
        if isinstance(step, Limit):
            raise InvalidCertificate("a certificate that defines an indicator has no limits")
        before = {tensor.name for tensor in _outside(step)}
        if isinstance(step, Indicate):
            before |= {tensor.name for tensor in step.polynomial.tensors}
            if step.indicator.name in mentioned | before:
                raise InvalidCertificate(f"{step.indicator} is not new where it is defined")
            before = {tensor.name for tensor in tensors_of(step)}
        mentioned |= before


def _outside(step: Step) -> set[Tensor]:
    """The tensors that a step mentions outside of the steps inside it."""
    if isinstance(step, Split):
        return set(step.statement.polynomial.tensors) | set(step.case.tensors)
    return set() if isinstance(step, Indicate) else tensors_of(step)


def _covers(known: Fact, wanted: Fact) -> bool:
    """Whether a known fact states the wanted one, up to quantifying over more."""
    return _states(known, wanted.polynomial, wanted.relation) and set(known.indices) >= (
        set(wanted.indices) & set(wanted.polynomial.free)
    )


def _states(fact: Fact, polynomial: Polynomial, relation: str) -> bool:
    return fact.polynomial == polynomial and relation in (fact.relation, ">=")
