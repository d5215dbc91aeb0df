"""The trusted kernel: does this certificate prove this sequent?

The answer uses exact arithmetic and the calculus, and nothing else. Every step becomes identities
between normal forms and sign conditions on coefficients; there is no search. The kernel is this
file with shown.py, rules.py, introductions.py, convexity.py and convex_rows.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pmlsym.calculus.convex_term import grows
from pmlsym.calculus.polynomial import Polynomial, constant, sum_over
from pmlsym.calculus.sequent import Fact, Rule, Sequent, declared_facts, lemma
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import InvalidCertificate, PmlError
from pmlsym.kernel.certificate import (
    GOAL,
    Apply,
    Certificate,
    Combine,
    Convexity,
    ConvexRow,
    Introduction,
    Limit,
    Split,
    Step,
    Term,
    every_step,
    tensors_of,
)
from pmlsym.kernel.checked import Checked
from pmlsym.kernel.convexity import check_convexity
from pmlsym.kernel.introductions import check_introduction, check_new
from pmlsym.kernel.rules import check_apply
from pmlsym.kernel.shown import Facts, covers, instance, refuse_constants, states


class _Proof(Checked[Certificate]):
    """A certificate that proves its sequent; a copy, also in another process, is checked again."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return check, (self.evidence,)


@dataclass(frozen=True)
class _Known:
    """The facts and rules (hypotheses, lemmas) that a step may use, and the sequent with cases."""

    facts: Facts
    rules: dict[str, Rule]
    sequent: Sequent

    def with_fact(self, fact: Fact) -> _Known:
        """Let the certificate's later steps use a fact that one of its steps proved."""
        return replace(self, facts=_by_name((*self.facts.values(), fact)))

    def in_case(self, case: Fact) -> _Known:
        """Let the steps in a branch of a certificate use the case, also as a hypothesis."""
        within = replace(self.sequent, facts=(*self.sequent.facts, case))
        return replace(self.with_fact(case), sequent=within)


def check(certificate: Certificate) -> Checked[Certificate]:
    """The certificate, checked by the kernel. Raises InvalidCertificate, with the wrong step."""
    try:
        proved: dict[str, Rule] = {}
        before: tuple[Step, ...] = ()
        for each in certificate.lemmas:
            if each.name in proved:
                raise InvalidCertificate(f"two lemmas are called {each.name}")
            _check_steps(each.sequent, each.steps, proved, before)
            proved[each.name] = lemma(each.name, each.sequent)
            before += each.steps
        _check_steps(certificate.sequent, certificate.steps, proved, before)
    except InvalidCertificate:
        raise
    except (PmlError, LookupError, ValueError, TypeError, AttributeError) as error:
        raise InvalidCertificate(f"the certificate is not well formed: {error}") from error
    return _Proof(certificate)


def _check_steps(
    sequent: Sequent, steps: tuple[Step, ...], proved: Mapping[str, Rule], before: tuple[Step, ...]
) -> None:
    """Check that steps of a certificate derive its goal from lemmas, whose proofs are `before`."""
    rules = {rule.name: rule for rule in sequent.rules}
    if rules.keys() & proved.keys():
        raise InvalidCertificate("a lemma is called as a rule that is assumed")
    _check_limits(sequent, steps, before)
    check_new(steps, sequent)
    facts = _by_name(available_facts(sequent, steps))
    derived = _follow(steps, _Known(facts, {**proved, **rules}, sequent)).facts
    goal = derived.get(GOAL)
    if goal is None or GOAL in facts:
        raise InvalidCertificate("no step derives the goal")
    if not states(goal, sequent.goal, sequent.relation):
        raise InvalidCertificate(f"the last step derives {goal}, not the goal {sequent.goal}")


def available_facts(sequent: Sequent, steps: Iterable[Step] = ()) -> tuple[Fact, ...]:
    """The facts that a certificate may use: hypotheses, and declarations of all tensors in it.

    A tensor that only the steps mention stands for any tensor of its shape, so its declared facts
    may be used.
    """
    mentioned = set(sequent.tensors).union(*(tensors_of(step) for step in steps))
    known = {t.name: t for t in sequent.tensors if not t.is_delta}
    for tensor in mentioned:
        if not tensor.is_delta and known.setdefault(tensor.name, tensor) != tensor:
            raise InvalidCertificate(f"the steps change the declared facts of {tensor.name}")
    return (*sequent.facts, *declared_facts(mentioned))


def expand(term: Term, facts: Facts) -> Polynomial:
    """The polynomial that a term of a certificate stands for."""
    product = constant(term.coefficient)
    for use in term.uses:
        product = product * instance(facts[use.fact], use.indices)
    return sum_over(product, *term.summed)


def _by_name(facts: Iterable[Fact]) -> dict[str, Fact]:
    """The facts of a certificate by their names. Raises InvalidCertificate where two share one."""
    named: dict[str, Fact] = {}
    for fact in facts:
        if named.setdefault(fact.name, fact) is not fact:
            raise InvalidCertificate(f"two facts are called {fact.name}")
    if "" in named:
        raise InvalidCertificate("a fact has no name")
    return named


def _follow(steps: Iterable[Step], known: _Known) -> _Known:
    """The facts and rules after a certificate's steps, each of which the kernel checks."""
    for step in steps:
        try:
            if isinstance(step, Combine):
                _check_combine(step, known.facts)
            elif isinstance(step, Split):
                _check_split(step, known)
            elif isinstance(step, Apply):
                check_apply(step, known.rules, known.facts)
            elif isinstance(step, Limit):
                _check_limit(step, known)
            elif isinstance(step, Introduction):
                check_introduction(step, known.facts)
            elif isinstance(step, Convexity):
                check_convexity(step, known.facts)
            else:
                raise InvalidCertificate(f"{step!r} is no step")
        except InvalidCertificate as error:
            raise InvalidCertificate(f"step {step.statement.name}: {error}") from None
        known = known.with_fact(step.statement)
    return known


def _check_combine(step: Combine, facts: Facts) -> None:
    """Check a certificate's step: multiplier * statement = sum of terms, with fitting signs."""
    _check_signs(step, facts)
    _check_identity(step, facts)
    _check_letters(step, facts)


def _check_identity(step: Combine, facts: Facts) -> None:
    """Check the identity of a combining step, multiplier * statement = sum of terms, exactly."""
    left, right = step.statement.polynomial, constant(0)
    for use in step.multiplier:
        left = left * instance(facts[use.fact], use.indices)
    for term in step.terms:
        right = right + expand(term, facts)
    if left != right:
        raise InvalidCertificate(f"the identity does not hold; the difference is {left - right}")


def _check_signs(step: Combine, facts: Facts) -> None:
    """Check that multipliers of a step are positive, and terms have its sign, one strictly."""
    for use in step.multiplier:
        if facts[use.fact].relation != ">":
            raise InvalidCertificate(f"the multiplier {use.fact} is not known to be positive")
    signs = [_sign(term, facts) for term in step.terms]
    if step.statement.relation == "==" and any(sign != "==" for sign in signs):
        raise InvalidCertificate("an equality follows from equalities alone")
    if step.statement.relation == ">" and ">" not in signs:
        raise InvalidCertificate("a strict inequality needs a strictly positive term")


def _check_letters(step: Combine, facts: Facts) -> None:
    """Check that a step sums over no free letter of a fact, and quantifies none."""
    for term in step.terms:
        refuse_constants(term.summed, [use.fact for use in term.uses], facts)
    used = [use.fact for term in step.terms for use in term.uses]
    used += [use.fact for use in step.multiplier]
    refuse_constants(step.statement.indices, used, facts)


def _sign(term: Term, facts: Facts) -> str:
    """The checked relation to zero, ==, >= or >, of one term that a certificate's step adds up."""
    if not isinstance(term.coefficient, Fraction):
        raise InvalidCertificate(f"the coefficient {term.coefficient!r} is not rational")
    relations = [facts[use.fact].relation for use in term.uses]
    if "==" in relations or term.coefficient == 0:
        return "=="
    if term.coefficient < 0:
        raise InvalidCertificate(f"the coefficient {term.coefficient} is negative")
    return ">" if all(relation == ">" for relation in relations) else ">="


def _check_split(step: Split, known: _Known) -> None:
    """Check both branches of a certificate's split: one case holds at each value of its letters.

    In a branch a letter of the case is a constant, which must not be free in earlier facts.
    """
    statement = step.statement
    fixed = set(step.case.free) & set(statement.indices)
    if fixed:
        refuse_constants(fixed, known.facts, known.facts)
        if any(fixed & rule.constants for rule in known.rules.values()):
            raise InvalidCertificate(f"{min(fixed)} is one letter of a rule")
    wanted = replace(statement, indices=tuple(i for i in statement.indices if i not in fixed))
    above = Fact(step.name, step.case, (), ">")
    below = Fact(step.name, -step.case, (), ">=")
    for case, steps in ((above, step.positive), (below, step.nonpositive)):
        _follow(steps, known.in_case(case))
        if not steps or not covers(steps[-1].statement, wanted):
            raise InvalidCertificate(f"the case {case} does not derive {statement}")


def _check_limit(step: Limit, known: _Known) -> None:
    """Check a certificate's limit: what is >= 0 on (0, 1] is so at 0, if no assumption has it."""
    variable, fact = step.variable, known.facts[step.fact]
    # A positive indicator is 1, so no declared fact but these two may narrow the interval (0, 1].
    if replace(variable, nonnegative=False, role="", of="") != Tensor(
        variable.name, positive=True, at_most_one=True
    ):
        raise InvalidCertificate("the variable of a limit is a scalar in (0, 1], nothing else")
    if variable in known.sequent.tensors:
        raise InvalidCertificate(f"{variable} is not fresh: an assumption speaks of it")
    if any(t.term and variable in t.term.tensors for t in fact.polynomial.tensors):
        raise InvalidCertificate(f"a convex term has {variable} inside")
    kept = {m: c for m, c in fact.polynomial if all(t != variable for f in m for t, _ in f)}
    limit = Fact(fact.name, Polynomial(kept), fact.indices)
    if step.statement.relation != ">=" or not covers(limit, step.statement):
        raise InvalidCertificate("the statement is not the constant part")


def _check_limits(sequent: Sequent, steps: Iterable[Step], before: Iterable[Step]) -> None:
    """Check that a certificate with a limit has no facts for large N alone, which may depend on it.

    Such facts are rows, also those of lemmas, and rules about terms that grow, which are assumed
    for each of their tensors at all large N.
    """
    own = tuple(every_step(steps))
    if not any(isinstance(step, Limit) for step in own):
        return
    rows = any(isinstance(step, ConvexRow) for step in (*own, *every_step(before)))
    if rows or any(grows(fact.polynomial) for rule in sequent.rules for fact in rule.facts):
        raise InvalidCertificate("a limit stands beside what holds for large N alone")
