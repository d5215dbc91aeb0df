"""Facts that are deduced from a sequent, and the steps that say so.

Whoever proposes a step about convex terms gives its data alone: the statement is what the kernel
would make of it, and for each need a known fact is looked for, or the need is derived from the
facts of the sequent that mention no term, if that is quick. A step of which a need is not shown is
no step. Nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product

from pmlsym.calculus.convex_term import ConvexTerm, Function
from pmlsym.calculus.effort import Stopwatch, passed, until
from pmlsym.calculus.normal_form import loosen, rename
from pmlsym.calculus.polynomial import Polynomial, constant, substitute
from pmlsym.calculus.sequent import Fact, Sequent, declared_facts, declared_name
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.cancelling import cancelled_steps
from pmlsym.engines.certificates.combination import Combination, begun
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.rewriting import Rewrites, rewritten, values
from pmlsym.errors import InvalidCertificate, InvalidInput
from pmlsym.kernel.certificate import (
    PLAIN,
    Arguments,
    Combine,
    Convexity,
    ConvexRow,
    Perspective,
    Same,
    Scale,
    Step,
    Term,
    Use,
    tensors_of,
)
from pmlsym.kernel.checker import available_facts, expand
from pmlsym.kernel.convexity import stated_by
from pmlsym.kernel.shown import instance, is_plain

ONE = constant(1)
NEED = 0.1
"""Effort for a need that no fact states; what is needed of numbers takes a hundredth of it."""

_EMPTY = Fact("", constant(0))
_Asked = tuple[tuple[Fact, ...], Fact, tuple[Fact, ...]]


@dataclass
class _Combined:
    """A search for a combination, the effort that is left for it, and what it found."""

    search: Combination
    left: float
    found: tuple[Combine, ...] | None = None


@dataclass
class Deductions:
    """The facts of a sequent with those deduced from it; `steps` derive the latter, in order.

    `hidden` are the names of those that only lead to others, `tabled` of those that are rows.
    """

    sequent: Sequent
    steps: list[Step] = field(default_factory=list)
    hidden: set[str] = field(default_factory=set)
    tabled: set[str] = field(default_factory=set)
    facts: dict[str, Fact] = field(default_factory=dict)
    _cancelled: tuple[Fact, ...] = ()
    _stated: dict[Polynomial, Fact] = field(default_factory=dict)
    _underived: set[tuple[Polynomial, str]] = field(default_factory=set)
    _combined: dict[_Asked, _Combined] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.facts.update((fact.name, fact) for fact in available_facts(self.sequent))
        quantified = ((set(f.polynomial.free) - set(f.indices)) for f in self.sequent.facts)
        self.constants = frozenset().union(*quantified)
        self._values = values(self.sequent.facts)

    def copy(self) -> Deductions:
        """The same, so that either may go on."""
        other = copy(self)
        other.steps, other.hidden, other.tabled = [*self.steps], {*self.hidden}, {*self.tabled}
        other.facts, other._stated = {**self.facts}, {**self._stated}
        other._underived = {*self._underived}
        return other

    @property
    def offered(self) -> tuple[Fact, ...]:
        """What was deduced and is for the search to use."""
        return tuple(s.statement for s in self.steps if s.statement.name not in self.hidden)

    @property
    def plain_facts(self) -> tuple[Fact, ...]:
        """The facts of the sequent that mention no term."""
        return tuple(f for f in self.sequent.facts if not has_term(f.polynomial))

    @property
    def divided_facts(self) -> tuple[Fact, ...]:
        """The plain facts, and what they are divided by what is positive in them."""
        if not self._cancelled:
            plain = self.plain_facts
            tensors = {t for fact in plain for t in fact.polynomial.tensors}
            divided = [self.add(step) for step in cancelled_steps(plain, tensors)]
            self.hide(*divided)
            self._cancelled = (*plain, *(fact for fact in divided if fact is not None))
        return self._cancelled

    def combined(
        self,
        facts: tuple[Fact, ...],
        statement: Fact,
        effort: float,
        multipliers: tuple[Fact, ...] = (),
    ) -> Combine | None:
        """What `combine` finds with so much effort; copies go on where it was cut."""
        asked = (facts, statement, multipliers)
        if asked not in self._combined:
            self._combined[asked] = _Combined(begun(facts, statement, multipliers), effort)
        own = self._combined[asked]
        if own.found is None and own.left > 0:
            watch = Stopwatch()
            with until(own.left):
                own.found = own.search.run()
            own.left -= watch.units
        return None if own.found is None else own.found[-1]

    def value_of(self, term: Tensor) -> Fact | None:
        """The equality of the sequent that says what a term is."""
        return self._values.get(term)

    def about(self, fact: Fact) -> tuple[Fact, ...]:
        """What is offered that has no other terms than a fact."""
        own = {t for t in fact.polynomial.tensors if t.is_term}
        return tuple(
            f
            for f in self.offered
            if f != fact and {t for t in f.polynomial.tensors if t.is_term} <= own
        )

    def hide(self, *facts: Fact | None) -> None:
        """Keep these from the search."""
        self.hidden.update(fact.name for fact in facts if fact is not None)

    def offer(self, *facts: Fact | None) -> None:
        """Have the search use these, whatever was hidden."""
        self.hidden.difference_update(fact.name for fact in facts if fact is not None)

    def add(self, step: Step) -> Fact | None:
        """What a step states, under a name of its own; nothing where that is plain.

        Where it was stated before, that fact.
        """
        polynomial, relation = step.statement.polynomial, step.statement.relation
        known = self._stated.get(polynomial)
        if known is not None and relation in (known.relation, ">="):
            return known
        if not polynomial or (relation == ">=" and is_plain(polynomial, relation)):
            return None
        name = f"{step.statement.name} [{len(self.steps) + 1}]"
        while name in self.facts:
            name += "'"
        free = (i for i in polynomial.free if i not in self.constants)
        indices = step.statement.indices or tuple(free)
        fact = replace(step.statement, name=name, indices=indices)
        self.steps.append(replace(step, statement=fact))
        for declared in declared_facts(t for t in tensors_of(step) if not t.is_delta):
            self.facts.setdefault(declared.name, declared)
        self.facts[name] = self._stated[polynomial] = fact
        return fact

    def fresh(self, name: str) -> str:
        """A name that no tensor has yet."""
        taken = {t.name for t in self.sequent.tensors}
        taken |= {t.name for step in self.steps for t in tensors_of(step)}
        while name in taken:
            name += "'"
        return name

    def total(
        self,
        name: str,
        terms: Iterable[Term],
        multiplier: Polynomial = ONE,
        over: tuple[Index, ...] = (),
        relation: str = ">=",
    ) -> Fact | None:
        """The sum of terms, over letters too, divided by what is known to be positive."""
        own = tuple(replace(term, summed=(*term.summed, *over)) for term in terms)
        whole = constant(0)
        for term in own:
            whole = whole + expand(term, self.facts)
        if multiplier == ONE:
            return self._replaced(self.add(Combine(Fact(name, whole, (), relation), own)), name)
        use, rest = self.show(multiplier, ">"), quotient(whole, multiplier)
        if use is None or rest is None:
            return None
        return self.add(Combine(Fact(name, rest), own, (use,)))

    def row(self, name: str, a: Polynomial, b: Polynomial, *parameters: Polynomial) -> Fact | None:
        """A line of the table."""
        fact = self._convex(ConvexRow(replace(_EMPTY, name=name), name, a, b, parameters, ()))
        if fact is not None:
            self.tabled.add(fact.name)
        return fact

    def perspective(self, name: str, function: Function, parts: Sequence[Arguments]) -> Fact | None:
        """F(sum a, sum b) <= sum F(a, b)."""
        return self._convex(Perspective(replace(_EMPTY, name=name), function, tuple(parts), ()))

    def scale(
        self, function: Function, factor: Polynomial, a: Polynomial, b: Polynomial
    ) -> Fact | None:
        """F(v a, v b) = v F(a, b)."""
        return self._convex(Scale(replace(_EMPTY, name="scaled"), function, factor, a, b, ()))

    def valued(
        self, term: ConvexTerm, rewrites: Rewrites
    ) -> tuple[Fact, Polynomial, Polynomial] | None:
        """F(a, b) = F(c, d), where equalities say that a is c and b is d; and these."""
        arguments = []
        for argument in (term.a, term.b):
            step = rewritten(Fact("an argument", argument, argument.free), rewrites)
            if step is not None:
                less = tuple(replace(t, coefficient=-t.coefficient) for t in step.terms[1:])
                apart = argument - step.statement.polynomial
                named = Fact("in an argument", apart, apart.free, "==")
                self.hide(self.add(Combine(named, less)))
            arguments.append(argument if step is None else step.statement.polynomial)
        c, d = arguments
        if (c, d) == (term.a, term.b):
            return None
        named = replace(_EMPTY, name="at values")
        fact = self._convex(Same(named, term.function, term.a, term.b, c, d, ()))
        return None if fact is None else (fact, c, d)

    def show(self, need: Polynomial, relation: str = ">=") -> Use | None:
        """The fact that shows a need, known or derived."""
        if is_plain(need, relation):
            return PLAIN if relation != ">" else self._plainly_positive(need)
        known = self._known(need, relation)
        if known is not None or relation == "==" or (need, relation) in self._underived:
            return known
        derived = self._derived(need, relation)
        if derived is None and passed():
            return None
        if derived is None:
            self._underived.add((need, relation))
            return None
        return Use(derived.name, derived.indices)

    def bounds(self, value: Polynomial) -> Iterator[tuple[Use, Polynomial]]:
        """The facts that a value is at most a number, with the number."""
        short = (fact for fact in self.offered if len(fact.polynomial) <= 2)
        for fact in (*self.sequent.facts, *short):
            if fact.relation != ">=" or not has_term(fact.polynomial):
                continue
            options = ([i for i in value.free if i.alphabet == j.alphabet] for j in fact.indices)
            for letters in product(*options):
                rest = instance(fact, letters) + value
                if not has_term(rest) and not rest.free:
                    yield Use(fact.name, letters), rest

    def times(self, factor: Polynomial, shown: Use, *uses: Use, by: int = 1) -> tuple[Term, ...]:
        """`by` times a factor, shown to be nonnegative, times facts."""
        if shown != PLAIN:
            return (Term(Fraction(by), (shown, *uses)),)
        return tuple(
            replace(term, coefficient=by * term.coefficient) for term in expanded(factor, *uses)
        )

    def _replaced(self, fact: Fact | None, name: str) -> Fact | None:
        """The fact with the values of terms that the sequent knows."""
        step = None if fact is None else rewritten(fact, self._values)
        if fact is None or step is None:
            return fact
        self.hide(fact)
        return self.add(replace(step, statement=replace(step.statement, name=name)))

    def _convex(self, step: Convexity) -> Fact | None:
        try:
            stated = stated_by(step)
        except (InvalidCertificate, InvalidInput):
            return None
        if not stated.polynomial:
            return None
        shown = []
        for need, relation in stated.needs:
            use = PLAIN if is_plain(need, relation) else self.show(need, relation)
            if use is None:
                return None
            shown.append(use)
        name = step.statement.name
        statement = Fact(name, stated.polynomial, (), stated.relation)
        return self.add(replace(step, statement=statement, shown=tuple(shown)))

    def _known(self, need: Polynomial, relation: str) -> Use | None:
        """A fact that states the need, at some letters of it."""
        tensors, free = set(need.tensors), need.free
        for fact in self.facts.values():
            own = fact.polynomial
            if relation not in (fact.relation, ">=") or len(own) != len(need):
                continue
            if set(own.tensors) != tensors:
                continue
            options = ([i for i in free if i.alphabet == j.alphabet] for j in fact.indices)
            for letters in product(*options):
                if substitute(own, dict(zip(fact.indices, letters, strict=True))) == need:
                    return Use(fact.name, letters)
        return None

    def _derived(self, need: Polynomial, relation: str) -> Fact | None:
        if has_term(need):
            return None
        least = need.terms.get((), 0) if relation == ">" else 0
        if relation == ">" and least <= 0:
            return None
        above = need - least
        step = self.combined(self.divided_facts, Fact("needed", above, above.free), NEED)
        if step is None:
            return None
        strict = (Term(Fraction(least), ()),) if least else ()
        fact = self.add(Combine(Fact("needed", need, (), relation), (*step.terms, *strict)))
        self.hide(fact)
        return fact

    def _plainly_positive(self, need: Polynomial) -> Use | None:
        """The fact that a sum of positive tensors is positive."""
        known = self._known(need, ">")
        if known is not None:
            return known
        terms = expanded(need, strictly=True)
        fact = self.add(Combine(Fact("positive", need, (), ">"), terms))
        self.hide(fact)
        return None if fact is None else Use(fact.name, fact.indices)


def expanded(factor: Polynomial, *uses: Use, strictly: bool = False) -> tuple[Term, ...]:
    """A sum of products of nonnegative tensors, or any beside an equality, times facts.

    `strictly` refers to tensors that are positive as such.
    """
    found = []
    for monomial, c in factor:
        atoms, summed = loosen(monomial)
        names = {i: Index(i.alphabet, f"{i.alphabet.lower()}~{j}") for j, i in enumerate(summed)}
        own = (
            Use(declared_name(t, "> 0" if strictly and t.positive else ">= 0"), at)
            for t, at in rename(atoms, names)
        )
        found.append(Term(Fraction(c), (*uses, *own), tuple(names.values())))
    return tuple(found)


def has_term(polynomial: Polynomial) -> bool:
    """Whether a convex term occurs."""
    return any(tensor.is_term for tensor in polynomial.tensors)
