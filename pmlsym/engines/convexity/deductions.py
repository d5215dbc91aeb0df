"""Facts that are deduced from a sequent, and the steps that derive them.

A step about convex terms is proposed by its data alone: the statement is what the kernel would make
of it, and for each need a known fact is looked for, or the need is derived from the facts of the
sequent that mention no term, if that is quick. Where a need is not shown there is no step, and
`NotDeduced` is raised: the idea that wanted it ends there. Nothing here is trusted.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Iterator, MutableMapping, Sequence, Set
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product

from pmlsym.calculus.convex_term import ConvexTerm, Function
from pmlsym.calculus.effort import Stopwatch, passed, until
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute
from pmlsym.calculus.sequent import Fact, Sequent, declared_facts
from pmlsym.calculus.tensor import Index, Tensor, with_primes
from pmlsym.engines.certificates.clearing import (
    Rewrites,
    cancelling_steps,
    rewriting_step,
    term_values,
)
from pmlsym.engines.certificates.combination import Combination, begun_combination
from pmlsym.engines.certificates.ingredient import letters_among
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, negated, summed_terms, times, use_of_fact
from pmlsym.errors import InvalidCertificate, InvalidInput
from pmlsym.kernel.certificate import (
    PLAIN,
    Arguments,
    Combine,
    Convexity,
    ConvexRow,
    Perspective,
    Reciprocal,
    Same,
    Scale,
    Split,
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
"""Effort for a need that no fact states; a need about numbers gets a hundredth of it."""

_EMPTY = Fact("", constant(0))
_Asked = tuple[tuple[Fact, ...], Fact, tuple[Fact, ...]]


@dataclass
class _CombinationSearch:
    """A search for a combination, the effort that is left for it, and what it found."""

    search: Combination
    left: float
    found: tuple[Combine, ...] | None = None


@dataclass
class Deductions:
    """The facts of a sequent with those deduced from it; `steps` derive the latter, in order.

    `hidden` are the names of those that only lead to others, `tabled` of those that are rows.
    Methods that state a fact raise NotDeduced where it cannot be had. In a branch of a split `case`
    is what is assumed there. No new fact has a `reserved` name.
    """

    sequent: Sequent
    steps: list[Step] = field(default_factory=list)
    hidden: set[str] = field(default_factory=set)
    tabled: set[str] = field(default_factory=set)
    facts: MutableMapping[str, Fact] = field(default_factory=dict)
    _cancelled: list[Fact] = field(default_factory=list)
    _stated: dict[Polynomial, Fact] = field(default_factory=dict)
    _underived: set[tuple[Polynomial, str]] = field(default_factory=set)
    _combinations: dict[_Asked, _CombinationSearch] = field(default_factory=dict)
    case: Fact | None = None
    reserved: Set[str] = frozenset()
    _is_aside: bool = False

    def __post_init__(self) -> None:
        self.facts.update((fact.name, fact) for fact in available_facts(self.sequent))
        quantified = ((set(f.polynomial.free) - set(f.indices)) for f in self.sequent.facts)
        self.constants = frozenset().union(*quantified)
        self._values = term_values(self.sequent.facts)

    def copy(self) -> Deductions:
        """An independent copy of these deduced facts and their steps."""
        other = copy(self)
        other.steps, other.hidden, other.tabled = [*self.steps], {*self.hidden}, {*self.tabled}
        other.facts, other._stated = {**self.facts}, {**self._stated}
        other._underived, other._cancelled = {*self._underived}, [*self._cancelled]
        return other

    @property
    def aside(self) -> Deductions:
        """A copy of these deductions that hides its new facts from the search."""
        other = copy(self)
        other._is_aside = True
        return other

    def branches(self, case: Polynomial) -> tuple[Deductions, Deductions]:
        """Deductions for a split: where a polynomial is positive, and where it is not.

        Nothing is derived in a branch: what a step needs must be plain or known there.
        """
        name = self.unused_name(f"{case} or zero")
        return self._branch(Fact(name, case, (), ">")), self._branch(Fact(name, -case))

    def _branch(self, case: Fact) -> Deductions:
        """Deductions for one branch of a split, with a case assumed about fixed letters."""
        other = self.copy()
        other.steps, other.case, other._values = [], case, {}
        other.constants = self.constants | {*case.polynomial.free}
        other.facts = ChainMap({case.name: case}, self.facts)  # what is stated outside is known
        return other

    @property
    def assumed(self) -> Fact:
        """The fact that is assumed in this branch of a split, while more is deduced in it."""
        assert self.case is not None
        return self.case

    def conclude(self, wanted: Polynomial, terms: Iterable[Term], *divisors: Fact) -> None:
        """End a branch with the deduced statement that is wanted, from terms and divisors."""
        name = self.unused_name(f"{self.assumed.name}: {self.assumed.relation}")
        uses = tuple(map(use_of_fact, divisors))
        letters = tuple(i for i in wanted.free if i not in self.constants)
        self.steps.append(Combine(Fact(name, wanted, letters), tuple(terms), uses))

    def split(self, name: str, positive: Deductions, zero: Deductions) -> Fact:
        """Deduce the statement with which both branches end, for all letters, by a split."""
        wanted, case = positive.steps[-1].statement.polynomial, positive.assumed
        cases = (tuple(positive.steps), tuple(zero.steps))
        return self.add(Split(Fact(name, wanted), case.name, case.polynomial, *cases))

    @property
    def offered(self) -> tuple[Fact, ...]:
        """The deduced facts that the search for a certificate is to use."""
        return tuple(s.statement for s in self.steps if s.statement.name not in self.hidden)

    @property
    def has_goal(self) -> bool:
        """Whether one of the deduced facts is the goal itself."""
        fact = self._stated.get(self.sequent.goal)
        return fact is not None and self.sequent.relation in (fact.relation, ">=")

    @property
    def plain_facts(self) -> tuple[Fact, ...]:
        """The facts of the sequent without convex terms, from which more is deduced."""
        return tuple(f for f in self.sequent.facts if not has_term(f.polynomial))

    @property
    def divided_facts(self) -> tuple[Fact, ...]:
        """The plain facts for deductions, also divided by positive factors in them."""
        if not self._cancelled:
            plain = self.plain_facts
            self._cancelled.extend(plain)
            for step in cancelling_steps(plain, {t for f in plain for t in f.polynomial.tensors}):
                with suppress(NotDeduced):
                    self._cancelled.append(self.aside.add(step))
        return tuple(self._cancelled)

    def combination(
        self,
        facts: tuple[Fact, ...],
        statement: Fact,
        effort: float,
        multipliers: tuple[Fact, ...] = (),
    ) -> Combine | None:
        """The step that a search finds with this effort; copies go on where it was cut."""
        asked = (facts, statement, multipliers)
        if asked not in self._combinations:
            self._combinations[asked] = _CombinationSearch(
                begun_combination(facts, statement, multipliers), effort
            )
        search = self._combinations[asked]
        if search.found is None and search.left > 0:
            watch = Stopwatch()
            with until(search.left):
                search.found = search.search.run()
            search.left -= watch.units
        return None if search.found is None else search.found[-1]

    def equality_of(self, term: Tensor) -> Fact | None:
        """The equality that says what value a convex term has, for deductions."""
        return self._values.get(term)

    def hide(self, *facts: Fact) -> None:
        """Hide deduced facts from the search for a certificate."""
        self.hidden.update(fact.name for fact in facts)

    def offer(self, *facts: Fact) -> None:
        """Offer deduced facts to the search for a certificate, also hidden ones."""
        self.hidden.difference_update(fact.name for fact in facts)

    def add(self, step: Step) -> Fact:
        """The fact that a step deduces, under a new name, or an earlier one that says the same."""
        polynomial, relation = step.statement.polynomial, step.statement.relation
        fact = self._stated.get(polynomial)
        if fact is None or relation not in (fact.relation, ">="):
            if not polynomial or (relation == ">=" and is_plain(polynomial, relation)):
                raise NotDeduced(f"{step.statement.name} is plain")
            fact = self._new_fact(step)
        if self._is_aside:
            self.hide(fact)
        return fact

    def _new_fact(self, step: Step) -> Fact:
        """The fact that a step deduces, added under an unused name."""
        polynomial = step.statement.polynomial
        within = "" if self.case is None else f"{self.case.name}: "
        name = self.unused_name(f"{within}{step.statement.name} [{len(self.steps) + 1}]")
        free = (i for i in polynomial.free if i not in self.constants)
        indices = step.statement.indices or tuple(free)
        fact = replace(step.statement, name=name, indices=indices)
        self.steps.append(replace(step, statement=fact))
        self.declare(*(t for t in tensors_of(step) if not t.is_delta))
        self.facts[name] = self._stated[polynomial] = fact
        return fact

    def declare(self, *tensors: Tensor) -> None:
        """Take what tensors declare, such as their signs, as known, so that it is not deduced."""
        for declared in declared_facts(tensors):
            self.facts.setdefault(declared.name, declared)

    def unused_name(self, name: str) -> str:
        """A name that none of the known or deduced facts has."""
        while (name := with_primes(name, self.facts)) in self.reserved:
            name += "'"
        return name

    def fresh(self, name: str) -> str:
        """A name that no tensor of the sequent, or of a deduced step, has."""
        taken = {t.name for t in self.sequent.tensors}
        taken |= {t.name for step in self.steps for t in tensors_of(step)}
        return with_primes(name, taken)

    def total(
        self,
        name: str,
        terms: Iterable[Term],
        multiplier: Polynomial = ONE,
        over: tuple[Index, ...] = (),
        relation: str = ">=",
    ) -> Fact:
        """Deduce the sum of terms, over letters too, divided by what is known to be positive."""
        summed = summed_terms(terms, over)
        whole = constant(0)
        for term in summed:
            whole = whole + expand(term, self.facts)
        if multiplier == ONE:
            return self._with_values(
                self.add(Combine(Fact(name, whole, (), relation), summed)), name
            )
        use, rest = self.use_for(multiplier, ">"), quotient(whole, multiplier)
        if rest is None:
            raise NotDeduced(f"{name} is not a multiple of {multiplier}")
        return self.add(Combine(Fact(name, rest, (), relation), summed, (use,)))

    def contradict(self, terms: Iterable[Term], positive: Polynomial) -> None:
        """Offer a search the contradiction that a negative number is nonnegative."""
        none, wrong = self.total("a contradiction", terms, positive), -self.sequent.goal
        with suppress(NotDeduced):
            if is_plain(wrong, ">="):
                self.total("of nothing", times(wrong, none))
            else:
                self.total("of nothing", times(1, none, self.use_for(wrong)))

    def state(self, name: str, terms: Iterable[Term], over: tuple[Index, ...] = ()) -> None:
        """Deduce the sum of terms aside, so that it is known; what is plain needs no step."""
        with suppress(NotDeduced):
            self.aside.total(name, terms, over=over)

    def row(
        self, name: str, a: Polynomial, b: Polynomial, *parameters: Polynomial | Fraction | int
    ) -> Fact:
        """Deduce a line of the kernel's table of convex functions, at these arguments."""
        at = tuple(p if isinstance(p, Polynomial) else constant(p) for p in parameters)
        fact = self._fact_of(ConvexRow(replace(_EMPTY, name=name), name, a, b, at, ()))
        self.tabled.add(fact.name)
        return fact

    def perspective(self, name: str, function: Function, parts: Sequence[Arguments]) -> Fact:
        """Deduce F(sum a, sum b) <= sum F(a, b), by a step of convexity."""
        return self._fact_of(Perspective(replace(_EMPTY, name=name), function, tuple(parts), ()))

    def reciprocal(self, d: Polynomial) -> tuple[Polynomial, Fact]:
        """Deduce q d = 1 of a positive number d, with a new number q; q and that fact."""
        q = atom(Tensor(self.fresh("q"), positive=True))
        stated = Fact("a reciprocal", q * d - 1, (), "==")
        return q, self.add(Reciprocal(stated, q.tensors[0], self.positive(d).name))

    def scale(self, function: Function, factor: Polynomial, a: Polynomial, b: Polynomial) -> Fact:
        """Deduce F(v a, v b) = v F(a, b), by a step about a convex term."""
        return self._fact_of(Scale(replace(_EMPTY, name="scaled"), function, factor, a, b, ()))

    def value_equality(
        self, term: ConvexTerm, rewrites: Rewrites
    ) -> tuple[Fact, Polynomial, Polynomial]:
        """Deduce F(a, b) = F(c, d), where equalities say that a is c and b is d; and c, d."""
        arguments = []
        for argument in (term.a, term.b):
            step = rewriting_step(Fact("an argument", argument, argument.free), rewrites)
            if step is not None:
                apart = argument - step.statement.polynomial
                named = Fact("in an argument", apart, apart.free, "==")
                with suppress(NotDeduced):
                    self.aside.add(Combine(named, negated(step.terms[1:])))
            arguments.append(argument if step is None else step.statement.polynomial)
        c, d = arguments
        if (c, d) == (term.a, term.b):
            raise NotDeduced("the arguments are at their values")
        return self.same(term.function, (term.a, term.b), (c, d)), c, d

    def same(
        self,
        function: Function,
        here: tuple[Polynomial, Polynomial],
        there: tuple[Polynomial, Polynomial],
    ) -> Fact:
        """Deduce F(a, b) = F(c, d), where a is known to be c, and b to be d."""
        named = replace(_EMPTY, name="at values")
        return self._fact_of(Same(named, function, *here, *there, ()))

    def terms_to_value(self, polynomial: Polynomial) -> tuple[Term, ...]:
        """Certificate terms by which deductions put known values into a polynomial."""
        step = rewriting_step(Fact("a value", polynomial, polynomial.free), self._values)
        return () if step is None else step.terms[1:]

    def terms_to_zero(self, polynomial: Polynomial) -> tuple[Term, ...]:
        """Certificate terms by which deductions make a polynomial zero with known values.

        The polynomial is zero with these terms if the known values allow it.
        """
        zeros = self.terms_to_value(polynomial)
        rest = polynomial + sum((expand(zero, self.facts) for zero in zeros), constant(0))
        equal = [f for f in self.sequent.facts if f.relation == "==" and not f.indices]
        for one, other in product(equal, (None, *equal)) if rest else ():
            less = constant(0) if other is None else other.polynomial
            factor = quotient(rest, one.polynomial - less) if one.polynomial != less else None
            if factor is not None:
                zeros += times(-factor, one)
                return zeros if other is None else zeros + times(factor, other)
        return zeros

    def terms_of_gap(self, gap: Polynomial, zeros: tuple[Term, ...]) -> tuple[Term, ...]:
        """Terms that come to a gap, which is zero by given zeros. Raises NotDeduced otherwise."""
        if gap + sum((expand(zero, self.facts) for zero in zeros), constant(0)):
            raise NotDeduced(f"{gap} is not known to be zero")
        return negated(zeros)

    def use_for(self, need: Polynomial, relation: str = ">=") -> Use:
        """The use of a fact that shows a need of a step. Raises NotDeduced if none shows it."""
        use = self.find_use(need, relation)
        if use is None:
            raise NotDeduced(f"{need} {relation} 0 is not shown")
        return use

    def positive(self, number: Polynomial) -> Fact:
        """The fact, known or deduced, that a number is positive."""
        return self.facts[self.use_for(number, ">").fact]

    def find_use(self, need: Polynomial, relation: str = ">=") -> Use | None:
        """The use of a fact that shows a need of a step; None if none is known or deduced."""
        if is_plain(need, relation):
            return PLAIN if relation != ">" else self._positive_by_declaration(need)
        stated = self._use_of_known(need, relation)
        if stated is not None or relation == "==" or (need, relation) in self._underived:
            return stated
        derived = self._derived_fact(need, relation)
        if derived is None and passed():
            return None
        if derived is None:
            self._underived.add((need, relation))
            return None
        return Use(derived.name, derived.indices)

    def bounds(self, value: Polynomial) -> Iterator[tuple[Use, Polynomial]]:
        """The uses, in certificates, of facts that a value is at most a number, with the number."""
        short = (fact for fact in self.offered if len(fact.polynomial) <= 2)
        for fact in (*self.sequent.facts, *short):
            for use, factor, number in self.bounds_in(fact, value):
                if factor == ONE:
                    yield use, number

    def bounds_in(
        self, fact: Fact, value: Polynomial
    ) -> Iterator[tuple[Use, Polynomial, Polynomial]]:
        """The uses, in certificates, of one fact that a multiple of a value is at most a number."""
        if fact.relation != ">=" or not has_term(fact.polynomial):
            return
        for letters in letters_among(fact.indices, value.free):
            whole = instance(fact, letters)
            part = Polynomial({m: -c for m, c in whole if has_term(Polynomial({m: 1}))})
            factor = quotient(part, value)
            if factor and is_plain(factor, ">="):
                number = whole + factor * value
                if not (number.free or factor.free):
                    yield Use(fact.name, letters), factor, number

    def _with_values(self, fact: Fact, name: str) -> Fact:
        """Deduce a fact anew with the values of convex terms that the sequent knows."""
        step = rewriting_step(fact, self._values)
        if step is None:
            return fact
        self.hide(fact)
        return self.add(replace(step, statement=replace(step.statement, name=name)))

    def _fact_of(self, step: Convexity) -> Fact:
        """Deduce what a convexity step states. Raises NotDeduced if a need is not shown."""
        try:
            stated = stated_by(step)
        except (InvalidCertificate, InvalidInput) as error:
            raise NotDeduced(str(error)) from None
        if not stated.polynomial:
            raise NotDeduced(f"{step.statement.name} states nothing")
        uses = tuple(
            PLAIN if is_plain(need, relation) else self.use_for(need, relation)
            for need, relation in stated.needs
        )
        statement = Fact(step.statement.name, stated.polynomial, (), stated.relation)
        return self.add(replace(step, statement=statement, shown=uses))

    def _use_of_known(self, need: Polynomial, relation: str) -> Use | None:
        """The use of a known fact that states a need in deductions, at some letters, or None."""
        tensors, free = set(need.tensors), need.free
        for fact in self.facts.values():
            stated = fact.polynomial
            if relation not in (fact.relation, ">=") or len(stated) != len(need):
                continue
            if set(stated.tensors) != tensors:
                continue
            for letters in letters_among(fact.indices, free):
                if substitute(stated, dict(zip(fact.indices, letters, strict=True))) == need:
                    return Use(fact.name, letters)
        return None

    def _derived_fact(self, need: Polynomial, relation: str) -> Fact | None:
        """Deduce a step's need from facts without convex terms; None if that is not quick."""
        least = need.terms.get((), 0) if relation == ">" else 0
        # facts about terms are left out: their steps have needs, and showing these would not end
        if self.case is not None or has_term(need) or (relation == ">" and least <= 0):
            return None
        above = need - least
        step = self.combination(self.divided_facts, Fact("needed", above, above.free), NEED)
        if step is None:
            return None
        return self.aside.add(
            Combine(Fact("needed", need, (), relation), step.terms + times(Fraction(least)))
        )

    def _positive_by_declaration(self, need: Polynomial) -> Use:
        """The use of the fact that a sum of positive tensors is positive, deduced if new."""
        stated = self._use_of_known(need, ">")
        if stated is not None:
            return stated
        terms = times(need, strictly=True)
        return use_of_fact(self.aside.add(Combine(Fact("positive", need, (), ">"), terms)))


def has_term(polynomial: Polynomial) -> bool:
    """Whether a polynomial of a search has a convex term in it."""
    return any(tensor.is_term for tensor in polynomial.tensors)
