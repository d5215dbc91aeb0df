"""Applying a rule: a lemma, or a hypothesis "for all priors", with everything bound replaced.

    rule         for all W(x, y) >= 0 with rows of one, for all t > 0:  premises => conclusion
    substitution W(x, y) := sum_z A(x, z) B(z, y),   t := t1 t2,   Y := Y1 x Y2
    shown        the premises after substitution, and the declarations of W and t for their bodies

This is sound: a product of finite nonempty alphabets is again one, and the bodies are tensors with
the declared facts, so the rule holds for them, at every choice of letters. Where the guard c is
zero, so is c times the conclusion; where it is positive, c times a need is equivalent to the need.
A body may not grow with N (calculus/convex_term.py): a lemma is proved for all N that are large
enough at each value of its tensors.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from pmlsym.calculus.convex_term import grows
from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.sequent import Fact, Rule
from pmlsym.calculus.substitution import Body, Letters, Substitution
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import InvalidCertificate
from pmlsym.kernel.certificate import Apply
from pmlsym.kernel.shown import Facts, show, shows, states


def check_apply(step: Apply, rules: dict[str, Rule], facts: Facts) -> None:
    """Raise InvalidCertificate unless a certificate's step states an instance of its rule."""
    rule = rules.get(step.rule)
    if rule is None:
        raise InvalidCertificate(f"no rule that is proved or assumed is called {step.rule}")
    needs = needs_of(step, rule)
    _check_parts(step, rule, {i.name for need in needs for i in need.indices})
    guard = Fact("the guard", step.guard)
    show((guard, *needs), (step.guard_shown, *step.shown), facts, step.statement.indices)
    # Where the guard is zero, a strict conclusion times the guard is no longer strict.
    positive = shows(step.guard_shown, Fact("the guard", step.guard, (), ">"), facts)
    relation = rule.conclusion.relation
    relation = ">=" if relation == ">" and not positive else relation
    given = Fact(rule.name, conclusion_of(step, rule), (), relation)
    if not states(given, step.statement.polynomial, step.statement.relation):
        raise InvalidCertificate(f"the statement is not what the rule gives: {given}")
    if set(step.statement.indices) & rule.constants:
        raise InvalidCertificate(f"the rule {rule.name} is about one letter that the step lets run")


def needed(alphabets: Iterable[str]) -> tuple[Index, ...]:
    """The letters q~0, q~1, .. of a rule's need; no letter of an application has such a name."""
    return tuple(Index(alphabet, f"q~{k}") for k, alphabet in enumerate(alphabets))


def needs_of(step: Apply, rule: Rule) -> tuple[Fact, ...]:
    """The needs of a rule's application, in order: premises, then declared facts of the bodies."""
    letters, substitution = dict(step.letters), substitution_of(step, rule)
    needs = [placed(fact, substitution, letters) for fact in rule.premises]
    needs += [placed(fact, substitution, {}) for t in rule.tensors for fact in shape_of(t)]
    return tuple(Fact(n.name, step.guard * n.polynomial, n.indices, n.relation) for n in needs)


def conclusion_of(step: Apply, rule: Rule) -> Polynomial:
    """The conclusion of a rule after a step's substitution, times the guard."""
    whole = with_bare(substitution_of(step, rule))
    return step.guard * whole(rule.conclusion.polynomial, dict(step.letters))


def substitution_of(step: Apply, rule: Rule) -> Substitution:
    """The bodies that a step substitutes for a rule's tensors, one for each name."""
    bodies = dict(step.bodies)
    if sorted(name for name, _ in step.bodies) != sorted(t.name for t in rule.tensors):
        raise InvalidCertificate(f"{rule.name} needs a body for each of {rule.tensors}")
    return Substitution({t: bodies[t.name] for t in rule.tensors}, dict(step.alphabets))


def shape_of(tensor: Tensor) -> tuple[Fact, ...]:
    """The facts that a certificate has to show of what it puts for a tensor that a rule binds.

    Consequences are left out: an indicator is in [0, 1], an entry of a distribution at most 1.
    """
    places = tuple(Index(a, f"{a.lower()}'{k}") for k, a in enumerate(tensor.alphabets))
    entry, name = atom(bare(tensor), *places), tensor.name
    facts = []
    if tensor.positive:
        facts.append(Fact(f"{name} > 0", entry, places, ">"))
    elif tensor.nonnegative:
        facts.append(Fact(f"{name} >= 0", entry, places))
    if tensor.at_most_one and not (tensor.stochastic and (tensor.nonnegative or tensor.positive)):
        facts.append(Fact(f"{name} <= 1", constant(1) - entry, places))
    if tensor.indicator:
        facts.append(Fact(f"{name} is 0 or 1", entry * entry - entry, places, "=="))
    if tensor.stochastic:
        summed = [places[k] for k in tensor.stochastic]
        kept = tuple(i for i in places if i not in summed)
        facts.append(Fact(f"{name} sums to 1", sum_over(entry, *summed) - 1, kept, "=="))
    return tuple(facts)


def bare(tensor: Tensor) -> Tensor:
    """The tensor without declarations, so that no normal form simplifies a need of a rule."""
    return Tensor(tensor.name, tensor.alphabets)


def with_bare(substitution: Substitution) -> Substitution:
    """The substitution of a certificate's step by a rule, made to replace bare tensors as well."""
    bodies = substitution.bodies
    own = {bare(tensor): body for tensor, body in bodies.items()} | dict(bodies)
    return Substitution(own, substitution.alphabets)


def placed(fact: Fact, substitution: Substitution, letters: Letters) -> Fact:
    """A rule's fact after a step's substitution, its quantified letters q~0, q~1, .. in order."""
    named: dict[Index, tuple[Index, ...]] = {i: letters[i] for i in letters}
    products = [substitution.product(index.alphabet) for index in fact.indices]
    own = needed(alphabet for each in products for alphabet in each)
    left = iter(own)
    named |= {i: tuple(islice(left, len(p))) for i, p in zip(fact.indices, products, strict=True)}
    free = {i: named[i] for i in {*fact.polynomial.free} & named.keys()}
    polynomial = with_bare(substitution)(fact.polynomial, free)
    return Fact(fact.name, polynomial, own, fact.relation)


def _check_parts(step: Apply, rule: Rule, needed: set[str]) -> None:
    """Check that applying a rule replaces just the bound names, by allowed bodies, uncaptured."""
    alphabets, letters = dict(step.alphabets), dict(step.letters)
    if not set(alphabets) <= set(rule.alphabets):
        raise InvalidCertificate(f"{rule.name} binds the alphabets {rule.alphabets} alone")
    if set(letters) != set(rule.conclusion.indices) or len(letters) < len(step.letters):
        raise InvalidCertificate(f"{rule.name} needs letters for {rule.conclusion.indices}")
    check_bodies(body for _, body in step.bodies)
    given = {i for images in letters.values() for i in images}
    given |= {*step.guard.free, *rule.constants}.union(
        *(body.parameters for _, body in step.bodies)
    )
    if needed & {i.name for i in given}:
        raise InvalidCertificate("a letter of the application is called as one of its needs is")


def check_bodies(bodies: Iterable[Body]) -> None:
    """Raise InvalidCertificate if a body that stands for a rule's tensor grows with N."""
    for body in bodies:
        if grows(body.polynomial):
            raise InvalidCertificate(f"{body.polynomial} may not stand for a tensor: it grows")
