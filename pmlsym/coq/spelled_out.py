"""Applications with nothing left plain, as the verified checker's laws are applied.

A law of `Checker.v` is a rule that binds one tensor and no alphabet. Its instance names a known
fact for the guard, each premise, and whatever follows from what the tensor declares: that it
is nonnegative, at most one, an indicator, that it sums to one. Where a step says that a need is
plain, or does not ask for it since it follows, a combination that states it stands before the step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from pmlsym.calculus.normal_form import Monomial, loosen, rename
from pmlsym.calculus.polynomial import constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact, Rule, declared_name
from pmlsym.calculus.tensor import Index, delta
from pmlsym.errors import InvalidCertificate, Unsupported
from pmlsym.evidence.certificate import PLAIN, Apply, Certificate, Combine, Split, Step, Term, Use
from pmlsym.evidence.rules import needed, needs_of, shape_of

ONE = Fraction(1)


def spelled_out(certificate: Certificate) -> Certificate:
    """The certificate with a fact for each condition of each application.

    Raises Unsupported where a rule is no law.
    """
    rules = {rule.name: rule for rule in certificate.sequent.rules}
    return replace(certificate, steps=_steps(certificate.steps, rules))


def _steps(steps: Sequence[Step], rules: Mapping[str, Rule]) -> tuple[Step, ...]:
    found: list[Step] = []
    for step in steps:
        if isinstance(step, Apply):
            rule = rules.get(step.rule)
            if rule is None or len(rule.tensors) != 1 or rule.alphabets:
                raise Unsupported(f"{step.rule}, which is no law about one tensor")
            found += _Instance(step, rule).steps()
        elif isinstance(step, Split):
            branches = (_steps(own, rules) for own in (step.positive, step.nonpositive))
            found.append(Split(step.statement, step.name, step.case, *branches))
        else:
            found.append(step)
    return tuple(found)


class _Instance:
    """One application of a law."""

    def __init__(self, step: Apply, rule: Rule) -> None:
        (self._tensor,) = rule.tensors
        self._step, self._rule = step, rule
        self._before: list[Combine] = []

    def steps(self) -> Iterator[Step]:
        """The combinations, and the application with all that is asked for, in order."""
        needs = needs_of(self._step, self._rule)
        stated = [self._stated(n, u) for n, u in zip(needs, self._step.shown, strict=True)]
        guard = self._stated(Fact("the guard", self._step.guard), self._step.guard_shown)
        premises, shapes = stated[: len(self._rule.premises)], stated[len(self._rule.premises) :]
        today = dict(zip((f.name for f in shape_of(self._tensor)), shapes, strict=True))
        tensor, asked = self._tensor, []
        if tensor.is_nonnegative:
            asked.append(today.get(f"{tensor.name} >= 0"))
        if tensor.is_at_most_one:
            asked.append(today.get(f"{tensor.name} <= 1") or self._at_most_one(today))
        asked += [u for f, u in zip(shape_of(tensor), shapes, strict=True) if f.relation == "=="]
        if None in asked:
            raise InvalidCertificate(f"an indicator {tensor.name} is bound by a law")
        shown = (*premises, *(use for use in asked if use is not None))
        yield from self._before
        yield replace(self._step, shown=shown, guard_shown=guard)

    def _add(self, need: Fact, terms: tuple[Term, ...]) -> Use:
        name = f"{self._step.statement.name}: {len(self._before) + 1}, plainly"
        self._before.append(Combine(replace(need, name=name), terms))
        return Use(name, need.indices)

    def _stated(self, need: Fact, use: Use) -> Use:
        """The use, or one of a combination where the need is plain."""
        if use != PLAIN:
            return use
        terms = tuple(self._term(m, Fraction(c), need.relation) for m, c in need.polynomial)
        return self._add(need, terms)

    def _term(self, monomial: Monomial, c: Fraction, relation: str) -> Term:
        """A monomial as a product of declared facts."""
        atoms, summed = loosen(monomial)
        names = {i: Index(i.alphabet, f"p~{k}") for k, i in enumerate(summed)}
        placed = rename(atoms, names)
        strict = relation == ">" and all(tensor.positive for tensor, _ in placed)
        uses = (Use(declared_name(t, "> 0" if strict else ">= 0"), own) for t, own in placed)
        return Term(c, tuple(uses), tuple(names.values()))

    def _at_most_one(self, shapes: Mapping[str, Use]) -> Use | None:
        """1 - body >= 0 of what is nonnegative and sums to one, at the letters of the tensor.

        1 - body(y) is the sum over y' of body(y') (1 - delta(y, y')), and for several letters y, z
        of body(y', z') ((1 - delta(y, y')) + delta(y, y') (1 - delta(z, z'))).
        """
        low, whole = (shapes.get(f"{self._tensor.name} {end}") for end in (">= 0", "sums to 1"))
        if low is None or whole is None or self._step.guard != constant(1):
            return None
        here = needed(self._tensor.alphabets)
        there = {
            i: Index(i.alphabet, f"p~{k}")
            for k, i in enumerate(here)
            if k in self._tensor.stochastic
        }
        body = dict(self._step.bodies)[self._tensor.name]
        placed = substitute(body.polynomial, dict(zip(body.letters, here, strict=True)))
        at = tuple(there.get(i, i) for i in low.indices)
        terms: list[Term] = []
        same: list[Use] = []
        for one, other in there.items():
            alike = declared_name(delta(one.alphabet), "<= 1")
            uses = (Use(low.fact, at), *same, Use(alike, (one, other)))
            terms.append(Term(ONE, uses, tuple(there.values())))
            same.append(Use(declared_name(delta(one.alphabet), ">= 0"), (one, other)))
        kept = [i for i in here if i not in there]
        letters = dict(zip(needed(i.alphabet for i in kept), kept, strict=True))
        own = tuple(letters.get(i, i) for i in whole.indices)
        if sum_over(placed, *there) != constant(1):
            terms.append(Term(-ONE, (Use(whole.fact, own),)))
        return self._add(Fact("", constant(1) - placed, here), tuple(terms))
