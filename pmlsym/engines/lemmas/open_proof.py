"""A proof on its way: the facts that it has, the steps that led to them, the lemmas they apply.

What a step needs is looked for among the facts, up to the names of the letters that they quantify.
Nothing is trusted here: the kernel checks each step, and each lemma.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import count

from pmlsym.calculus.meter import tick
from pmlsym.calculus.polynomial import Polynomial, atom, substitute
from pmlsym.calculus.sequent import Fact, Sequent, declared_facts
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.placement import letters_at
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.kernel.certificate import PLAIN, Combine, Lemma, Reciprocal, Step, Term, Use
from pmlsym.kernel.shown import constants, is_plain

Kind = tuple[frozenset[Tensor], int, str]
"""The tensors of a fact, the number of its monomials, and its relation."""


@dataclass(frozen=True)
class Inverse:
    """A tensor that is one over a level, and the fact that states it."""

    level: Polynomial
    tensor: Tensor
    fact: Fact


class OpenProof:
    """The facts and steps of a proof of a sequent, so far."""

    def __init__(self, sequent: Sequent) -> None:
        self.sequent = sequent
        self.facts: dict[str, Fact] = {}
        self.steps: list[Step] = []
        self.lemmas: dict[str, Lemma] = {}
        self._kinds: dict[Kind, list[Fact]] = {}
        self._names = {rule.name for rule in sequent.rules}
        self.inverses: dict[Polynomial, Inverse] = {}
        for fact in sequent.facts:
            self._record(fact)

    def add(self, step: Step) -> Fact:
        """The fact that a new step of the open proof states, known from now on."""
        self.steps.append(step)
        self._record(step.statement)
        return step.statement

    def derive(
        self,
        name: str,
        polynomial: Polynomial,
        indices: tuple[Index, ...],
        terms: tuple[Term, ...],
        relation: str = ">=",
    ) -> Fact:
        """The sum of terms, which the open proof knows from now on, under an unused name."""
        return self.add(Combine(Fact(self.name(name), polynomial, indices, relation), terms))

    def name(self, stem: str) -> str:
        """A name that no fact of the open proof has so far."""
        name, k = stem, 1
        while name in self._names:
            k += 1
            name = f"{stem} [{k}]"
        self._names.add(name)
        return name

    def called(self, lemma: Lemma) -> Lemma:
        """The lemma that a proof applies, renamed where a different lemma has its name there."""
        names = (f"{lemma.name} [{k}]" if k > 1 else lemma.name for k in count(1))
        every = (replace(lemma, name=name) for name in names)
        return next(each for each in every if self.lemmas.get(each.name, each) == each)

    def use(self, need: Fact, hint: Fact | None = None) -> Use | None:
        """A use of a fact of the open proof that states a need, the hint tried first; or None."""
        if is_plain(need.polynomial, need.relation):
            return PLAIN
        relations = dict.fromkeys((need.relation, *((">", "==") if need.relation == ">=" else ())))
        tensors, length = frozenset(need.polynomial.tensors), len(need.polynomial)
        stated = [f for r in relations for f in self._kinds.get((tensors, length, r), ())]
        declared = (f for f in declared_facts(tensors) if f.relation in relations)
        for fact in (*((hint,) if hint is not None else ()), *stated, *declared):
            tick(2 + length)
            at = self._letters_stating(fact, need)
            if at is not None:
                return Use(fact.name, at)
        return None

    def uses_for(self, needs: Iterable[Fact]) -> tuple[Use, ...]:
        """Uses of facts of the open proof that a rule needs. Raises NotDeduced without one."""
        uses = [(need, self.use(need)) for need in needs]
        missing = next((need.name for need, use in uses if use is None), None)
        if missing is not None:
            raise NotDeduced(f"{missing} is not known, for which the rule asks")
        return tuple(use for _, use in uses if use is not None)

    def inverse(self, level: Polynomial) -> Inverse | None:
        """A tensor r with r q = 1 for a level q, introduced by the open proof once; or None.

        Nothing where it is not plain that q is positive.
        """
        if level in self.inverses or level.free or not is_plain(level, ">"):
            return self.inverses.get(level)
        positive = self.derive("positive", level, (), times(level, strictly=True), ">")
        tensors = {*self.sequent.tensors, *(r.tensor for r in self.inverses.values())}
        names = {tensor.name for tensor in tensors}
        tensor = Tensor(next(r for k in count(1) if (r := f"r{k}") not in names), positive=True)
        name = self.name(f"{tensor.name} is one over a level")
        self.inverses[level] = Inverse(level, tensor, self.reciprocal(name, tensor, positive))
        return self.inverses[level]

    def reciprocal(self, name: str, tensor: Tensor, positive: Fact) -> Fact:
        """The fact  r q - 1 == 0  of a new tensor r, by a step of the open proof."""
        product = Fact(name, atom(tensor) * positive.polynomial - 1, (), "==")
        return self.add(Reciprocal(product, tensor, positive.name))

    def _record(self, fact: Fact) -> None:
        """Record a fact of the open proof, under its name and its kind."""
        self._names.add(fact.name)
        self.facts[fact.name] = fact
        kind = (frozenset(fact.polynomial.tensors), len(fact.polynomial), fact.relation)
        self._kinds.setdefault(kind, []).append(fact)

    def _letters_stating(self, fact: Fact, need: Fact) -> tuple[Index, ...] | None:
        """The letters at which a fact states a need of the open proof, or None."""
        if need.relation not in (fact.relation, ">="):
            return None
        if constants(fact) & {*need.indices}:
            return None
        if len(fact.indices) == len(need.indices):
            names = dict(zip(fact.indices, need.indices, strict=True))
            if all(i.alphabet == j.alphabet for i, j in names.items()) and (
                substitute(fact.polynomial, names) == need.polynomial
            ):
                return need.indices
        at = letters_at(fact.polynomial, fact.indices, need.polynomial)
        return None if at is None else tuple(at[i] for i in fact.indices)
