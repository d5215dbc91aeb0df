"""A second opinion on saved proofs: one file, the standard library, nothing of pmlsym.

    python3 proofs/verify.py proofs/certificates/post-processing.json

reads the certificates of a proof file (docs/certificates.md) and decides of each whether its steps
prove its sequent. Soundness rests on five methods of `Verifier`, which stands first: `_combine` (a
sum of products of facts), `_split` (two cases), `_instantiate` (a law is applied), `_limit` (a
scalar goes to zero), `_indicate` (a new indicator). Each says in a line why its step is sound.

It was written from the mathematics and not from the kernel, and it has two voices. The first
multiplies out, applies what tensors declare, and looks for a renaming of summed letters that
carries one product to the other. The second gives every alphabet one to three letters and every
tensor random rational entries that obey its declarations, and evaluates both sides as they are
written; quantified letters and constants have values of their own there, so that it notices a
captured letter too. What the first calls equal and the second does not is an error.

What a fact says. Alphabets are finite and nonempty. A letter that a fact neither sums over nor
quantifies is a constant: one letter, the same in all facts. A tensor that only steps mention stands
for every tensor with its declarations.

It prints CERTIFIED and the claim, and exits with 0; otherwise one line, and 2. What it cannot say
is whether the claim means these sequents: `pmlsym check` lowers the claim again.
"""

from __future__ import annotations

import io
import json
import os
import re
import stat
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import count, product
from random import Random
from typing import Any, NamedTuple, NoReturn

CERTIFIED = "CERTIFIED (the algebra; that the claim means these sequents is not checked here)"
LARGEST_FILE, LONGEST_LIST, LONGEST_PRODUCT = 1 << 25, 20_000, 24
LONGEST_NAME, LONGEST_NUMBER, DEEPEST_SPLIT = 10_000, 1_000, 20
MOST_PRODUCTS, MOST_TRIES, MOST_VALUES = 50_000, 100_000, 2_000_000
WORLDS = 6
DECLARABLE = ("nonnegative", "positive", "at_most_one", "indicator")
DELTA = "delta"

Letter = tuple[str, str | int]  # an alphabet with a name, or with a number if it is summed over


class Refused(Exception):
    """The file is malformed, or proves something else than it says."""


def refuse(why: str) -> NoReturn:
    """Raise Refused with the reason."""
    raise Refused(why)


# --- What is proved: facts about tensors, from a sequent by steps --------------------------------


@dataclass(frozen=True, eq=False)
class Fact:
    """`polynomial relation 0` for all letters of `every`."""

    name: str
    polynomial: Polynomial
    every: tuple[Letter, ...] = ()
    relation: str = ">="

    @property
    def constants(self) -> frozenset[Letter]:
        """The letters of which it speaks without quantifying them."""
        return self.polynomial.free - set(self.every)


@dataclass(frozen=True, eq=False)
class Schema:
    """For every tensor declared as the parameter: the conditions imply the conclusion."""

    name: str
    parameter: Tensor
    conditions: tuple[Fact, ...]
    conclusion: Fact


Facts = Mapping[str, Fact]


class Use(NamedTuple):
    """A fact at letters."""

    fact: str
    letters: tuple[Letter, ...]


class Summand(NamedTuple):
    """A coefficient times the sum over letters of a product of facts."""

    coefficient: Fraction
    summed: tuple[Letter, ...]
    uses: tuple[Use, ...]


@dataclass(frozen=True, eq=False)
class Step:
    """A step: its kind, what it derives, and what its kind needs besides."""

    kind: str
    statement: Fact
    uses: tuple[Use, ...] = ()
    summands: tuple[Summand, ...] = ()
    polynomials: tuple[Polynomial, ...] = ()
    name: str = ""
    tensor: Tensor | None = None
    places: tuple[Letter, ...] = ()
    branches: tuple[tuple[Step, ...], ...] = ()

    @property
    def own_tensors(self) -> frozenset[Tensor]:
        """The tensors that it mentions, outside of its branches."""
        named = {self.tensor} if self.tensor else set()
        own = (self.statement.polynomial, *self.polynomials)
        return frozenset(named).union(*(p.tensors for p in own))


@dataclass(frozen=True, eq=False)
class Verifier:
    """Follows the steps of one certificate."""

    assumptions: tuple[Fact, ...]
    schemas: tuple[Schema, ...]
    goal: Polynomial
    relation: str
    steps: tuple[Step, ...]
    worlds: tuple[World, ...]

    def run(self) -> None:
        """Return if the steps prove the sequent; raise Refused otherwise."""
        tensors = self._tensors(())
        self._check_definitions({tensor.name for tensor in tensors})
        tensors = tensors.union(*(step.own_tensors for step in every_step(self.steps)))
        alphabets = {a for tensor in tensors for a in tensor.alphabets}
        tensors = tensors.union(map(delta, alphabets), map(size, alphabets))
        names = [fact.name for fact in self.assumptions]
        _distinct([*names, *(schema.name for schema in self.schemas)])
        known = _named([*self.assumptions, *(f for t in sorted(tensors) for f in declared(t))])
        if "goal" in known:
            refuse("an assumption is called goal")
        derived = self._follow(self.steps, known, ())
        if "goal" not in derived:
            refuse("no step derives the goal")
        wanted = Fact("goal", self.goal, (), self.relation)
        self._covers(derived["goal"], wanted, "what is derived is not the goal of the sequent")

    def _tensors(self, cases: Iterable[Fact]) -> frozenset[Tensor]:
        """The tensors of which the sequent speaks, and the cases that are assumed besides."""
        facts = [f for s in self.schemas for f in (*s.conditions, s.conclusion)]
        polynomials = [fact.polynomial for fact in (*self.assumptions, *cases, *facts)]
        parameters = frozenset(schema.parameter for schema in self.schemas)
        return parameters.union(self.goal.tensors, *(p.tensors for p in polynomials))

    def _check_definitions(self, mentioned: set[str]) -> None:
        """A defined indicator is new where it is defined: neither assumed nor spoken of before.

        A limit lets a scalar go to zero, on which definitions might depend: no limits beside them.
        """
        kinds = {step.kind for step in every_step(self.steps)}
        if {"indicate", "limit"} <= kinds:
            refuse("a certificate that defines an indicator takes a limit")
        for step in every_step(self.steps) if "indicate" in kinds else ():
            own = {tensor.name for tensor in step.own_tensors}
            if step.kind == "indicate" and step.tensor:
                before = {tensor.name for tensor in step.polynomials[0].tensors}
                if step.tensor.name in mentioned | before:
                    refuse(f"the indicator {step.tensor.name} is not new where it is defined")
            mentioned |= own

    def _follow(self, steps: Sequence[Step], facts: Facts, cases: tuple[Fact, ...]) -> Facts:
        rules = {
            "combine": self._combine,
            "split": self._split,
            "instantiate": self._instantiate,
            "limit": self._limit,
            "indicate": self._indicate,
        }
        for step in steps:
            rules[step.kind](step, facts, cases)
            facts = _named([*facts.values(), step.statement])
        return facts

    def _combine(self, step: Step, facts: Facts, _: tuple[Fact, ...]) -> None:
        """multiplier * statement = sum of summands; each summand has the sign of its facts."""
        statement, signs = step.statement, set()
        left = statement.polynomial.terms
        for use in step.uses:
            if _get(facts, use.fact).relation != ">":
                refuse(f"the multiplier {use.fact} is not known to be positive")
            _no_capture(statement.every, facts[use.fact])
            left = times(left, _at(facts[use.fact], use.letters))
        difference = list(scale(-1, left))
        for summand in step.summands:
            signs.add(_sign(summand, facts))
            right: Terms = (Term(summand.coefficient, ()),)
            for use in summand.uses:
                _no_capture((*statement.every, *summand.summed), facts[use.fact])
                right = times(right, _at(facts[use.fact], use.letters))
            difference += add_up(right, summand.summed)

        def sample(world: World) -> Fraction:
            values = world.any_letters(statement.every)
            value = world.use(statement, statement.every, values)
            for use in step.uses:
                value *= world.use(facts[use.fact], use.letters, values)
            for c, summed, uses in step.summands:
                for inner in world.every(summed, values):
                    part = c
                    for use in uses:
                        part *= world.use(facts[use.fact], use.letters, inner)
                    value -= part
            return value

        self._identity(difference, sample, f"{statement.name}: the identity does not hold")
        if statement.relation == "==" and signs - {"=="}:
            refuse(f"{statement.name}: an equality needs equalities alone")
        if statement.relation == ">" and ">" not in signs:
            refuse(f"{statement.name}: a strict inequality needs a strict summand")

    def _split(self, step: Step, facts: Facts, cases: tuple[Fact, ...]) -> None:
        """The statement if case > 0, and if -case >= 0; for fixed letters one of the two holds."""
        statement, (case,) = step.statement, step.polynomials
        if case.free & set(statement.every):
            refuse("a case depends on a letter that the statement quantifies")
        if any(step.name == schema.name for schema in self.schemas):
            refuse(f"a case and a schema are called {step.name}")
        minus = Polynomial(tuple(p._replace(coefficient=-p.coefficient) for p in case.products))
        above, below = Fact(step.name, case, (), ">"), Fact(step.name, minus, (), ">=")
        for assumed, branch in zip((above, below), step.branches, strict=True):
            known = _named([*facts.values(), assumed])
            self._follow(branch, known, (*cases, assumed))
            if not branch:
                refuse(f"a case of {statement.name} has no step")
            self._covers(
                branch[-1].statement, statement, f"a case does not end in {statement.name}"
            )

    def _instantiate(self, step: Step, facts: Facts, _: tuple[Fact, ...]) -> None:
        """Where guard > 0 the body is such a tensor; where guard = 0 nothing is said."""
        statement, (body, guard), places = step.statement, step.polynomials, step.places
        schema = next((s for s in self.schemas if s.name == step.name), None)
        if schema is None:
            refuse(f"there is no schema {step.name}")
        if tuple(alphabet for alphabet, _ in places) != schema.parameter.alphabets:
            refuse("the places do not fit the parameter")
        first, *others = [_get(facts, use.fact) for use in step.uses]
        self._covers(first, Fact("guard", guard, tuple(guard.free)), "the guard may be negative")
        for fact in (first, *others, *schema.conditions, schema.conclusion):
            _no_capture(statement.every, fact)
        wanted = (*schema.conditions, *shape(schema.parameter))
        if len(wanted) != len(others):
            refuse(f"the schema {schema.name} has {len(wanted)} conditions")
        outer = (body.free - set(places)) | guard.free
        pairs = [*zip(others, wanted, strict=True), (statement, schema.conclusion)]
        for known, fact in pairs:
            if outer & set(fact.every):
                refuse(f"{fact.name}: a letter of guard or body is quantified there")
            terms = collect(
                term
                for p in fact.polynomial.products
                for term in expand(p, schema.parameter, places, body)
            )
            terms = times(guard.terms, terms)
            if known is not statement:
                every = set(fact.every) & free_letters(terms)
                _weaker(known, fact.relation, every, f"{known.name} is too weak")
            self._identity(
                [*terms, *scale(-1, known.polynomial.terms)],
                _sample_instance(known, fact, schema.parameter, step),
                f"{known.name} is not what the schema says of {fact.name}",
            )
        strict = schema.conclusion.relation == ">" and first.relation != ">"
        relation = ">=" if strict else schema.conclusion.relation
        if statement.relation not in (relation, ">="):
            refuse("the schema concludes less")

    def _limit(self, step: Step, facts: Facts, cases: tuple[Fact, ...]) -> None:
        """A polynomial in lambda that is nonnegative on (0, 1] is so at zero, if lambda is free."""
        statement, fact, variable = step.statement, _get(facts, step.uses[0].fact), step.tensor
        if variable is None or variable.alphabets or variable.places:
            refuse("the variable of a limit is a scalar")
        if variable.facts - {"nonnegative"} != {"positive", "at_most_one"}:
            refuse("the variable of a limit ranges over (0, 1]")
        if variable in self._tensors(cases):
            refuse(f"an assumption speaks of {variable.name}")
        kept = [
            term
            for term in fact.polynomial.terms
            if all(tensor != variable for tensor, _ in term.atoms)
        ]

        def sample(world: World) -> Fraction:
            zero = {variable: lambda _: Fraction(0)}
            values = world.any_letters(fact.every)
            there = world.value(fact.polynomial, values, zero)
            return there - world.value(statement.polynomial, values)

        difference = [*kept, *scale(-1, statement.polynomial.terms)]
        self._identity(difference, sample, "the statement is not the constant part")
        every = set(statement.every) & statement.polynomial.free
        _weaker(fact, ">=", every, f"{fact.name} does not hold for all letters")
        if statement.relation != ">=":
            refuse("a limit is not strict")

    def _indicate(self, step: Step, _: Facts, __: tuple[Fact, ...]) -> None:
        """B(..) is one where the polynomial is negative: (1 - 2 B) polynomial >= 0."""
        statement, indicator, (polynomial,) = step.statement, step.tensor, step.polynomials
        alphabets = tuple(alphabet for alphabet, _ in statement.every)
        if indicator != Tensor(step.name, alphabets, frozenset({"indicator"})):
            refuse("what is defined is an indicator of the statement's letters, nothing else")
        sign = Polynomial((single(1), single(-2, (indicator, statement.every))))

        def sample(world: World) -> Fraction:
            values = world.any_letters(statement.every)
            signed = world.value(sign, values) * world.value(polynomial, values)
            return signed - world.value(statement.polynomial, values)

        terms = [*times(sign.terms, polynomial.terms), *scale(-1, statement.polynomial.terms)]
        self._identity(terms, sample, "the statement is not the definition")
        if statement.relation != ">=":
            refuse("a definition is not strict")

    def _covers(self, known: Fact, wanted: Fact, why: str) -> None:
        """That a known fact says what is wanted, for at least its letters."""
        difference = [*known.polynomial.terms, *scale(-1, wanted.polynomial.terms)]

        def sample(world: World) -> Fraction:
            values = world.any_letters(known.every)
            return world.value(known.polynomial, values) - world.value(wanted.polynomial, values)

        self._identity(difference, sample, why)
        _weaker(known, wanted.relation, set(wanted.every) & wanted.polynomial.free, why)

    def _identity(self, terms: Terms, sample: Callable[[World], Fraction], why: str) -> None:
        """That terms cancel, by form and in every world."""
        if collect(terms):
            refuse(why)
        if any(sample(world) for world in self.worlds):
            refuse(f"the two voices disagree: equal by form, not by value ({why})")


# --- What the steps ask of facts ---------------------------------------------------------------


def every_step(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps, each before those in its branches."""
    for step in steps:
        yield step
        for branch in step.branches:
            yield from every_step(branch)


def _named(facts: Iterable[Fact]) -> dict[str, Fact]:
    facts = list(facts)
    _distinct(fact.name for fact in facts)
    return {fact.name: fact for fact in facts}


def _distinct(names: Iterable[str]) -> None:
    for name, number in Counter(names).items():
        if number > 1:
            refuse(f"two facts are called {name}")


def _get(facts: Facts, name: str) -> Fact:
    return facts[name] if name in facts else refuse(f"no fact is called {name}")


def _at(fact: Fact, letters: Sequence[Letter]) -> Terms:
    """A fact's polynomial at letters."""
    if [alphabet for alphabet, _ in fact.every] != [alphabet for alphabet, _ in letters]:
        refuse(f"{fact.name} is used at letters of other alphabets")
    return rename(fact.polynomial.terms, dict(zip(fact.every, letters, strict=True)))


def _sign(summand: Summand, facts: Facts) -> str:
    """The relation of a summand to zero."""
    relations = {_get(facts, use.fact).relation for use in summand.uses}
    if "==" in relations or summand.coefficient == 0:
        return "=="
    if summand.coefficient < 0:
        refuse(f"the coefficient {summand.coefficient} is negative")
    return ">=" if ">=" in relations else ">"


def _no_capture(letters: Iterable[Letter], fact: Fact) -> None:
    """A constant of a fact is one letter: nothing that uses the fact may let it run."""
    for _, name in fact.constants & set(letters):
        refuse(f"{name} is one letter in {fact.name}; it cannot range over all")


def _weaker(known: Fact, relation: str, every: set[Letter], why: str) -> None:
    """That a relation for all letters of `every` follows from a known one."""
    if relation not in (known.relation, ">=") or not every <= set(known.every):
        refuse(why)


def _sample_instance(
    known: Fact, fact: Fact, parameter: Tensor, step: Step
) -> Callable[[World], Fraction]:
    """guard * fact with the body as parameter, minus what is known, in a world."""
    body, guard = step.polynomials

    def sample(world: World) -> Fraction:
        running = world.any_letters(step.statement.every)
        outer = {i: running[i] for i in step.statement.every if i in body.free | guard.free}

        def replaced(at: tuple[int, ...]) -> Fraction:
            return world.value(body, {**outer, **dict(zip(step.places, at, strict=True))})

        own = world.any_letters(i for i in fact.every if i in known.every)
        there = world.value(fact.polynomial, own, {parameter: replaced})
        here = {i: value for i, value in {**outer, **own}.items() if i in known.every}
        return world.value(guard, outer) * there - world.value(known.polynomial, here)

    return sample


# --- What there is: tensors, polynomials as written, facts, schemas ---------------------------


class Tensor(NamedTuple):
    """A name with alphabets, declared facts, and the positions that sum to one, jointly."""

    name: str
    alphabets: tuple[str, ...]
    facts: frozenset[str] = frozenset()
    places: tuple[int, ...] = ()

    @property
    def nonnegative(self) -> bool:
        """Whether >= 0 is declared, or follows."""
        return bool(self.facts & {"nonnegative", "positive", "indicator"})

    @property
    def at_most_one(self) -> bool:
        """Whether <= 1 is declared, or follows: from 0 and 1 alone, or from a sum of one."""
        own = bool(self.facts & {"at_most_one", "indicator"})
        return own or bool(self.places and self.nonnegative)


Atom = tuple[Tensor, tuple[Letter, ...]]


def delta(alphabet: str) -> Tensor:
    """The Kronecker delta of an alphabet."""
    return Tensor(DELTA, (alphabet, alphabet), frozenset({"indicator"}))


def size(alphabet: str) -> Tensor:
    """The number of letters of an alphabet."""
    return Tensor(f"|{alphabet}|", (), frozenset({"positive"}))


class Product(NamedTuple):
    """A coefficient times the sum over letters of a product of atoms."""

    coefficient: Fraction
    summed: tuple[Letter, ...]
    atoms: tuple[Atom, ...]


@dataclass(frozen=True, eq=False)
class Polynomial:
    """A sum of products, as it is written."""

    products: tuple[Product, ...]

    @cached_property
    def terms(self) -> Terms:
        """The same after multiplying out and applying declarations."""
        return collect(term for p in self.products for term in expand(p))

    @cached_property
    def free(self) -> frozenset[Letter]:
        """The letters on which the value can depend."""
        return free_letters(self.terms)

    @cached_property
    def tensors(self) -> frozenset[Tensor]:
        """The tensors on which the value can depend."""
        return frozenset(tensor for term in self.terms for tensor, _ in term.atoms)


def single(coefficient: int, *atoms: Atom, summed: Iterable[Letter] = ()) -> Product:
    """One product."""
    return Product(Fraction(coefficient), tuple(summed), atoms)


def declared(tensor: Tensor) -> Iterator[Fact]:
    """What holds of all entries of a tensor, by declaration."""
    every = tuple((a, f"{a.lower()}'{k}") for k, a in enumerate(tensor.alphabets))
    name = f"delta_{tensor.alphabets[0]}" if tensor.name == DELTA else tensor.name
    entry, one = single(1, (tensor, every)), single(1)
    if tensor.name[0] == "|":
        yield Fact(f"{name} >= 1", Polynomial((entry, single(-1))), every)
    if tensor.nonnegative:
        yield Fact(f"{name} >= 0", Polynomial((entry,)), every)
    if "positive" in tensor.facts:
        yield Fact(f"{name} > 0", Polynomial((entry,)), every, ">")
    if tensor.at_most_one:
        yield Fact(f"{name} <= 1", Polynomial((one, single(-1, (tensor, every)))), every)


def shape(tensor: Tensor) -> list[Fact]:
    """All that a tensor declares, squares and sums included, to be shown of what replaces it."""
    if "positive" in tensor.facts:
        refuse(f"the parameter {tensor.name} is declared positive, which no guard preserves")
    every = tuple((a, f"{a.lower()}'{k}") for k, a in enumerate(tensor.alphabets))
    entry, found = (tensor, every), list(declared(tensor))
    if "indicator" in tensor.facts:
        square = Polynomial((single(1, entry, entry), single(-1, entry)))
        found.append(Fact("its square", square, every, "=="))
    if tensor.places:
        own = [every[k] for k in tensor.places]
        total = Polynomial((single(1, entry, summed=own), single(-1)))
        found.append(Fact("its sum", total, tuple(i for i in every if i not in own), "=="))
    return found


# --- The first voice: multiply out, simplify, match -------------------------------------------


class Term(NamedTuple):
    """A coefficient times a simplified product; the letters in `bound` are summed over."""

    coefficient: Fraction
    atoms: tuple[Atom, ...]
    bound: frozenset[Letter] = frozenset()


Terms = Sequence[Term]
_numbers = count()


class Work:
    """How many products, tries and values a certificate has cost so far."""

    products = tries = values = 0


WORK = Work()


def apart(letters: Iterable[Letter]) -> dict[Letter, Letter]:
    """New bound letters in place of letters."""
    return {i: (i[0], next(_numbers)) for i in letters}


def expand(written: Product, parameter: Tensor | None = None, *instead: Any) -> Terms:
    """A product as terms; `instead` gives places and body that stand for the parameter."""
    fresh = apart(written.summed)
    terms: Terms = (Term(written.coefficient, ()),)
    for tensor, letters in moved(written.atoms, fresh):
        if tensor == parameter:
            places, body = instead
            terms = times(terms, rename(body.terms, dict(zip(places, letters, strict=True))))
        else:
            terms = [Term(c, (*atoms, (tensor, letters)), bound) for c, atoms, bound in terms]
    return [simplify(c, atoms, bound.union(fresh.values())) for c, atoms, bound in terms]


def moved(atoms: Iterable[Atom], names: Mapping[Letter, Letter]) -> list[Atom]:
    """Atoms at other letters."""
    return [(tensor, tuple([names.get(i, i) for i in at])) for tensor, at in atoms]


def rename(terms: Terms, names: Mapping[Letter, Letter]) -> Terms:
    """Other letters for free ones. Bound letters are numbers of their own: none is captured."""
    return [simplify(c, moved(atoms, names), bound) for c, atoms, bound in terms]


def times(left: Terms, right: Terms) -> Terms:
    """The product, with the bound letters of either side apart."""
    found = []
    for c, atoms, bound in left:
        for d, others, again in right:
            fresh = apart(again)
            both = [*atoms, *moved(others, fresh)]
            found.append(simplify(c * d, both, bound.union(fresh.values())))
    return collect(found)


def add_up(terms: Terms, letters: Iterable[Letter]) -> Terms:
    """The sum over free letters."""
    fresh = apart(letters)
    return [simplify(c, moved(a, fresh), bound.union(fresh.values())) for c, a, bound in terms]


def scale(factor: int, terms: Terms) -> Terms:
    """A multiple."""
    return [Term(factor * c, atoms, bound) for c, atoms, bound in terms]


def free_letters(terms: Terms) -> frozenset[Letter]:
    """The letters that are not summed over."""
    return frozenset(i for term in terms for _, at in term.atoms for i in at) - {
        i for term in terms for i in term.bound
    }


def simplify(c: Fraction, atoms: Iterable[Atom], bound: Iterable[Letter]) -> Term:
    """Apply deltas, squares of indicators, one-hot rows and sums of one until nothing changes.

    A summed letter that then occurs nowhere is the number of letters of its alphabet.
    """
    rest, open_ = list(atoms), set(bound)
    WORK.products += 1
    if WORK.products > MOST_PRODUCTS:
        refuse(f"it multiplies out to more than {MOST_PRODUCTS} products")
    while True:
        rest = _contract(rest, open_)
        rest, again = _merge_indicators(rest)
        if not again and not _drop_a_sum(rest, open_):
            break
    used = {i for _, at in rest for i in at}
    rest += [(size(alphabet), ()) for alphabet, _ in open_ - used]
    return Term(c, tuple(rest), frozenset(open_ & used))


def _contract(atoms: list[Atom], bound: set[Letter]) -> list[Atom]:
    """Letters that deltas join become one; between free letters a delta remains."""
    joined: dict[Letter, Letter] = {}

    def root(letter: Letter) -> Letter:
        while letter in joined:
            letter = joined[letter]
        return letter

    def rank(letter: Letter) -> tuple[bool, str]:
        return letter in bound, str(letter[1])

    pairs = [at for tensor, at in atoms if tensor.name == DELTA]
    if not pairs:
        return atoms
    for pair in pairs:
        low, high = sorted((root(pair[0]), root(pair[1])), key=rank)
        if low != high:
            joined[high] = low
    roots = {i: root(i) for i in joined}
    kept = moved((atom for atom in atoms if atom[0].name != DELTA), roots)
    kept += [(delta(i[0]), (roots[i], i)) for i in joined if i not in bound]
    bound.difference_update(joined)
    return kept


def _merge_indicators(atoms: list[Atom]) -> tuple[list[Atom], bool]:
    """Indicators once each, and T(x,y) T(x,z) = delta(y,z) T(x,y) where T(x, .) is one-hot."""
    kept: list[Atom] = []
    hot: dict[tuple[Tensor, tuple[Letter, ...]], Letter] = {}
    again = False
    for tensor, at in atoms:
        if "indicator" in tensor.facts and len(tensor.places) == 1:
            (k,) = tensor.places
            first = hot.setdefault((tensor, at[:k] + at[k + 1 :]), at[k])
            if first != at[k]:
                kept.append((delta(at[k][0]), (first, at[k])))
                again = True
                continue
        if "indicator" not in tensor.facts or (tensor, at) not in kept:
            kept.append((tensor, at))
    return kept, again


def _drop_a_sum(atoms: list[Atom], bound: set[Letter]) -> bool:
    """Leave out a tensor that is summed over its own positions, whose letters stand there alone."""
    everywhere = [i for _, at in atoms for i in at]
    for place, (tensor, at) in enumerate(atoms):
        own = {at[k] for k in tensor.places}
        if own and own <= bound and all(everywhere.count(i) == 1 for i in own):
            del atoms[place]
            bound -= own
            return True
    return False


def collect(terms: Iterable[Term]) -> Terms:
    """The terms with equal products together, and none that is zero."""
    alike: dict[int, list[list[Any]]] = {}
    for term in terms:
        group = alike.setdefault(_signature(term), [])
        for entry in group:
            if _same_product(entry[1], term):
                entry[0] += term.coefficient
                break
        else:
            group.append([term.coefficient, term])
    return [Term(c, t.atoms, t.bound) for group in alike.values() for c, t in group if c]


def _signature(term: Term) -> int:
    """A number that renaming bound letters leaves as it is; it sorts, it decides nothing."""
    colour: dict[Letter, int] = {i: hash(i[0]) for i in term.bound}
    for _ in range(2 if colour else 0):
        seen: dict[Letter, list[int]] = {i: [] for i in colour}
        for tensor, at in term.atoms:
            around = hash((tensor.name, tuple(colour.get(i, i) for i in at)))
            for place, i in enumerate(at):
                if i in seen:
                    seen[i].append(hash((place, around)))
        colour = {i: hash((colour[i], tuple(sorted(marks)))) for i, marks in seen.items()}
    atoms = [hash((t.name, tuple(colour.get(i, i) for i in at))) for t, at in term.atoms]
    return hash(tuple(sorted(atoms)))


def _same_product(one: Term, other: Term) -> bool:
    """Whether a renaming of bound letters carries one product to the other, by trying."""
    if len(one.atoms) != len(other.atoms) or len(one.bound) != len(other.bound):
        return False

    def match(left: tuple[Atom, ...], right: tuple[Atom, ...], names: dict[Letter, Letter]) -> bool:
        if not left:
            return True
        WORK.tries += 1
        if WORK.tries > MOST_TRIES:
            refuse("two products are too symmetric to compare")
        known = (k for k, (_, at) in enumerate(left) if all(i in names for i in at))
        near = (k for k, (_, at) in enumerate(left) if any(i in names for i in at))
        place = next(known, next(near, 0))
        tensor, at = left[place]
        rest = left[:place] + left[place + 1 :]
        for k, (again, to) in enumerate(right):
            if tensor == again and (again, to) not in right[:k]:
                more = _extend(names, at, to, other.bound)
                if more is not None and match(rest, right[:k] + right[k + 1 :], more):
                    return True
        return False

    if not one.bound:
        return Counter(one.atoms) == Counter(other.atoms)
    fixed = {i: i for i in free_letters([one])}
    return match(one.atoms, other.atoms, fixed)


def _extend(
    names: dict[Letter, Letter],
    at: Sequence[Letter],
    to: Sequence[Letter],
    bound: frozenset[Letter],
) -> dict[Letter, Letter] | None:
    """The renaming with `at` carried to `to`, if it stays one to one and keeps free letters."""
    if all(names.get(i) == j for i, j in zip(at, to, strict=True)):
        return names
    more, taken = dict(names), set(names.values())
    for i, j in zip(at, to, strict=True):
        if i not in more and j in bound and j not in taken and i[0] == j[0]:
            more[i] = j
            taken.add(j)
        if more.get(i) != j:
            return None
    return more


# --- The second voice: values at random ------------------------------------------------------


Values = Mapping[Letter, int]
Instead = Callable[[tuple[int, ...]], Fraction]


class World:
    """Alphabets of one to three letters, and tensors with random entries as declared."""

    def __init__(self, rng: Random, letters: int | None) -> None:
        self._rng, self._letters = rng, letters
        self._sizes: dict[str, int] = {}
        self._constants: dict[Letter, int] = {}
        self._entries: dict[tuple[Tensor, tuple[int, ...]], dict[tuple[int, ...], Fraction]] = {}
        self._facts: dict[tuple[Fact, tuple[int, ...]], Fraction] = {}

    def size(self, alphabet: str) -> int:
        """The number of letters of an alphabet."""
        if alphabet not in self._sizes:
            self._sizes[alphabet] = self._letters or self._rng.randint(1, 3)
        return self._sizes[alphabet]

    def any_letters(self, letters: Iterable[Letter]) -> dict[Letter, int]:
        """Letters at random."""
        return {i: self._rng.randrange(self.size(i[0])) for i in letters}

    def letter(self, letter: Letter, values: Values) -> int:
        """The value of a letter: its own, or the one that it has as a constant."""
        if letter in values:
            return values[letter]
        if letter not in self._constants:
            self._constants.update(self.any_letters([letter]))
        return self._constants[letter]

    def every(self, letters: Sequence[Letter], values: Values) -> Iterator[Values]:
        """The values with all choices of some letters."""
        for chosen in product(*(range(self.size(i[0])) for i in letters)):
            WORK.values += 1
            if WORK.values > MOST_VALUES:
                refuse("there are too many sums to evaluate")
            yield {**values, **dict(zip(letters, chosen, strict=True))}

    def entry(self, tensor: Tensor, at: tuple[int, ...]) -> Fraction:
        """The entry of a tensor."""
        if tensor.name == DELTA:
            return Fraction(at[0] == at[1])
        if tensor.name[0] == "|":
            return Fraction(self.size(tensor.name[1:-1]))
        row = tuple(v for k, v in enumerate(at) if k not in tensor.places)
        block = self._entries.get((tensor, row))
        if block is None:
            block = self._entries[tensor, row] = self._draw(tensor)
        return block[tuple(at[k] for k in tensor.places)]

    def _draw(self, tensor: Tensor) -> dict[tuple[int, ...], Fraction]:
        """The entries that sum to one together, or one entry."""
        own = [(tensor.alphabets[k], str(k)) for k in tensor.places]
        cells = [tuple(values.values()) for values in self.every(own, {})]
        if "indicator" in tensor.facts:
            if not own:
                return {(): Fraction(self._rng.randrange(2))}
            hot = self._rng.choice(cells)
            return {cell: Fraction(cell == hot) for cell in cells}
        drawn = {c: Fraction(self._rng.randint(-7, 9), self._rng.randint(1, 3)) for c in cells}
        if own:
            drawn[cells[-1]] += 1 - sum(drawn.values())
        return drawn

    def value(
        self, polynomial: Polynomial, values: Values, instead: Mapping[Tensor, Instead] = {}
    ) -> Fraction:
        """The value of a polynomial, with functions that stand for some tensors."""
        total = Fraction(0)
        for c, summed, atoms in polynomial.products:
            for inner in self.every(summed, values):
                part = c
                for tensor, at in atoms:
                    letters = tuple(self.letter(i, inner) for i in at)
                    if tensor in instead:
                        part *= instead[tensor](letters)
                    else:
                        part *= self.entry(tensor, letters)
                    if not part:
                        break
                total += part
        return total

    def use(self, fact: Fact, letters: Sequence[Letter], values: Values) -> Fraction:
        """A fact at letters; of everything else it speaks as it stands, outside of `values`."""
        at = tuple(self.letter(i, values) for i in letters)
        known = self._facts.get((fact, at))
        if known is None:
            known = self.value(fact.polynomial, dict(zip(fact.every, at, strict=True)))
            self._facts[fact, at] = known
        return known


# --- Reading ----------------------------------------------------------------------------------


_FRACTION = re.compile(r"-?[0-9]+(/[0-9]+)?")
_LETTER = re.compile(r"[^\W\d][\w'*~]*")
_KEYS = {
    "combine": ("terms", "multiplier"),
    "split": ("name", "case", "positive", "nonpositive"),
    "instantiate": ("schema", "places", "body", "guard", "guard_fact", "conditions"),
    "limit": ("variable", "fact"),
    "indicate": ("indicator", "polynomial"),
}


def read_json(text: str) -> Any:
    """JSON whose keys are distinct and whose numbers are small integers."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        table = dict(pairs)
        return table if len(table) == len(pairs) else refuse("a key occurs twice")

    def small(digits: str) -> int:
        return int(digits) if len(digits) < 10 else refuse("a number is too long")

    def inexact(digits: str) -> NoReturn:
        refuse(f"{digits[:40]} is not exact")

    try:
        return json.loads(
            text,
            object_pairs_hook=once,
            parse_int=small,
            parse_float=inexact,
            parse_constant=inexact,
        )
    except ValueError as error:
        refuse(f"it is no JSON: {error}")
    except RecursionError:
        refuse("it is nested too deeply")


def read_object(data: Any, *keys: str) -> list[Any]:
    """The values of an object that has exactly these keys."""
    if not isinstance(data, dict) or set(data) != set(keys):
        refuse(f"an object with the keys {', '.join(keys)} is needed")
    return [data[key] for key in keys]


def read_list(data: Any, longest: int = LONGEST_LIST) -> list[Any]:
    """A list of bounded length."""
    if not isinstance(data, list) or len(data) > longest:
        refuse(f"a list of at most {longest} entries is needed")
    return data


def read_name(data: Any) -> str:
    """One printable line."""
    if not (isinstance(data, str) and data.isprintable() and 0 < len(data) <= LONGEST_NAME):
        refuse("a name of one printable line is needed")
    return data


def read_line(data: Any) -> str:
    """One printable line of any length."""
    if not (isinstance(data, str) and data.isprintable()):
        refuse("what it says is not one printable line")
    return data


def read_fraction(data: Any) -> Fraction:
    """A rational in lowest terms."""
    if isinstance(data, str) and len(data) <= LONGEST_NUMBER and _FRACTION.fullmatch(data):
        above, _, below = data.partition("/")
        value = Fraction(int(above), int(below or 1) or 1)
        if str(value) == data:
            return value
    refuse("a coefficient is no fraction in lowest terms")


def read_letter(data: Any) -> Letter:
    """A letter, written name:alphabet."""
    name, _, alphabet = read_name(data).rpartition(":")
    if not (_LETTER.fullmatch(name) and alphabet.isidentifier()):
        refuse(f"{data[:40]!r} is no letter such as x:X")
    return alphabet, name


def read_letters(data: Any) -> tuple[Letter, ...]:
    """Distinct letters."""
    letters = tuple(map(read_letter, read_list(data, LONGEST_PRODUCT)))
    return letters if len(set(letters)) == len(letters) else refuse("a letter stands there twice")


def read_tensors(data: Any) -> dict[str, Tensor]:
    """The table of declarations."""
    table = {}
    if not isinstance(data, dict) or len(data) > LONGEST_LIST:
        refuse("tensors are an object")
    for name, declaration in data.items():
        alphabets, facts, places = map(
            read_list, read_object(declaration, "alphabets", "facts", "stochastic")
        )
        if read_name(name) == DELTA or name[0] == "|":
            refuse(f"the name {name[:40]!r} is reserved")
        words = all(read_name(alphabet).isidentifier() for alphabet in alphabets)
        if len(alphabets) > LONGEST_PRODUCT or not words:
            refuse(f"the alphabets of {name[:40]!r} are no words")
        if facts != [fact for fact in DECLARABLE if fact in facts]:
            refuse(f"the facts of {name[:40]!r} are not some of {', '.join(DECLARABLE)}, in order")
        if not all(type(k) is int and 0 <= k < len(alphabets) for k in places):
            refuse(f"the positions of {name[:40]!r} do not exist")
        if places != sorted(set(places)):
            refuse(f"the positions of {name[:40]!r} do not rise")
        if places and {"positive", "indicator"} <= set(facts):
            refuse(f"over two letters there is no tensor declared as {name[:40]!r} is")
        table[name] = Tensor(name, tuple(alphabets), frozenset(facts), tuple(places))
    return table


@dataclass(frozen=True)
class Reader:
    """Reads what speaks of the tensors of a table."""

    table: Mapping[str, Tensor]

    def tensor(self, data: Any) -> Tensor:
        """A tensor of the table, or the number of letters of an alphabet."""
        name = read_name(data)
        if name[0] == "|" and name[-1] == "|" and name[1:-1].isidentifier():
            return size(name[1:-1])
        return self.table[name] if name in self.table else refuse(f"no tensor is called {name}")

    def atom(self, data: Any) -> Atom:
        """A tensor at letters of its alphabets."""
        head, *rest = read_list(data, LONGEST_PRODUCT) or refuse("an atom is empty")
        at = tuple(map(read_letter, rest))
        tensor = delta(at[0][0]) if head == DELTA and len(at) == 2 else self.tensor(head)
        if tensor.alphabets != tuple(alphabet for alphabet, _ in at):
            refuse(f"{tensor.name} stands at letters of other alphabets")
        return tensor, at

    def polynomial(self, data: Any) -> Polynomial:
        """A list of monomials."""
        products = []
        for entry in read_list(data):
            coefficient, summed, atoms = read_object(entry, "coefficient", "sum", "atoms")
            own = tuple(self.atom(part) for part in read_list(atoms, LONGEST_PRODUCT))
            products.append(Product(read_fraction(coefficient), read_letters(summed), own))
        return Polynomial(tuple(products))

    def fact(self, data: Any) -> Fact:
        """A fact."""
        name, every, polynomial, relation = read_object(
            data, "name", "for_all", "polynomial", "relation"
        )
        own = self.polynomial(polynomial), read_letters(every), read_relation(relation)
        return Fact(read_name(name), *own)

    def schema(self, data: Any) -> Schema:
        """A schema; there is one delta and one size only, so neither can be its parameter."""
        name, parameter, conditions, conclusion = read_object(
            data, "name", "parameter", "conditions", "conclusion"
        )
        tensor = self.tensor(parameter)
        if tensor.name not in self.table:
            refuse(f"{tensor.name} cannot be the parameter of a schema")
        facts = tuple(map(self.fact, read_list(conditions)))
        return Schema(read_name(name), tensor, facts, self.fact(conclusion))

    def steps(self, data: Any, depth: int = 0) -> tuple[Step, ...]:
        """A list of steps."""
        if depth > DEEPEST_SPLIT:
            refuse(f"more than {DEEPEST_SPLIT} splits stand within each other")
        return tuple(self.step(entry, depth) for entry in read_list(data))

    def step(self, data: Any, depth: int) -> Step:
        """One step."""
        kind = data.get("step") if isinstance(data, dict) else None
        if not isinstance(kind, str) or kind not in _KEYS:
            refuse(f"a step is none of {', '.join(_KEYS)}")
        _, given, *rest = read_object(data, "step", "statement", *_KEYS[kind])
        statement = self.fact(given)
        if kind == "combine":
            summands, uses = rest
            return Step(
                *(kind, statement, read_uses(uses)),
                summands=tuple(map(read_summand, read_list(summands))),
            )
        if kind == "split":
            name, case, *branches = rest
            inner = tuple(self.steps(branch, depth + 1) for branch in branches)
            case = (self.polynomial(case),)
            return Step(kind, statement, polynomials=case, name=read_name(name), branches=inner)
        if kind == "instantiate":
            schema, places, body, guard, first, conditions = rest
            names = [first, *read_list(conditions)]
            return Step(
                *(kind, statement, tuple(Use(read_name(name), ()) for name in names)),
                polynomials=(self.polynomial(body), self.polynomial(guard)),
                name=read_name(schema),
                places=read_letters(places),
            )
        tensor = self.tensor(rest[0])
        if kind == "limit":
            return Step(kind, statement, (Use(read_name(rest[1]), ()),), tensor=tensor)
        polynomials = (self.polynomial(rest[1]),)
        return Step(kind, statement, polynomials=polynomials, name=tensor.name, tensor=tensor)


def read_relation(data: Any) -> str:
    """How something relates to zero."""
    relation = read_name(data)
    return relation if relation in (">=", ">", "==") else refuse("a relation is none of >=, >, ==")


def read_uses(data: Any) -> tuple[Use, ...]:
    """Facts at letters, each a list that opens with the fact's name."""
    uses = [read_list(use, LONGEST_PRODUCT) for use in read_list(data, LONGEST_PRODUCT)]
    names = [read_name(use[0] if use else "") for use in uses]
    return tuple(Use(n, tuple(map(read_letter, u[1:]))) for n, u in zip(names, uses, strict=True))


def read_summand(data: Any) -> Summand:
    """A term of a combination."""
    coefficient, summed, uses = read_object(data, "coefficient", "sum", "uses")
    return Summand(read_fraction(coefficient), read_letters(summed), read_uses(uses))


# --- The answer -------------------------------------------------------------------------------


def verify_certificate(data: Any, seed: str = "") -> None:
    """Return if the certificate of some JSON proves its sequent; raise Refused otherwise."""
    WORK.products = WORK.tries = WORK.values = 0
    table, sequent, steps = read_object(data, "tensors", "sequent", "steps")
    reader = Reader(read_tensors(table))
    facts, schemas, goal, relation = read_object(sequent, "facts", "schemas", "goal", "relation")
    rng = Random(seed)
    worlds = tuple(World(rng, letters) for letters in (1, 2, 3, *(None,) * (WORLDS - 3)))
    Verifier(
        tuple(map(reader.fact, read_list(facts))),
        tuple(map(reader.schema, read_list(schemas))),
        *(reader.polynomial(goal), read_relation(relation)),
        *(reader.steps(steps), worlds),
    ).run()


def verify(text: str) -> str:
    """What a file is about whose certificates are all right; raises Refused otherwise.

    That is a claim, or, of sequents that a person wrote, the row of the catalogue and its words.
    """
    data = read_json(text)
    head = _head_of_sequents if isinstance(data, dict) and "row" in data else _head_of_proof
    lines, certificates = head(data)
    if not read_list(certificates):
        refuse("there is no certificate")
    for k, certificate in enumerate(certificates):
        try:
            verify_certificate(certificate, text)
        except Refused as error:
            refuse(f"certificate {k}: {error}")
    return "\n".join(lines)


def _head_of_proof(data: Any) -> tuple[list[str], Any]:
    name, version, claim, certificates = read_object(
        data, "format", "version", "claim", "certificates"
    )
    _require_format("pmlsym proof", name, version)
    said, lets, assume = read_object(claim, "text", "lets", "assume")
    lines = [f"claim   {read_line(said)}"]
    lines += [f"let     {read_name(let)}" for let in read_list(lets)]
    lines += [f"assume  {read_name(premise)}" for premise in read_list(assume)]
    return lines, certificates


def _head_of_sequents(data: Any) -> tuple[list[str], Any]:
    name, version, row, said, certificates = read_object(
        data, "format", "version", "row", "says", "certificates"
    )
    _require_format("pmlsym sequents", name, version)
    return [f"row     {read_line(row)}", f"says    {read_line(said)}"], certificates


def _require_format(wanted: str, name: Any, version: Any) -> None:
    if name != wanted or type(version) is not int or version != 1:
        refuse(f"the format is not {wanted!r}, version 1")


def read_file(path: str) -> str:
    """The text of a regular file of bounded size."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        refuse("it is no regular file")
    with open(path, "rb") as file:
        content = file.read(LARGEST_FILE + 1)
    return content.decode() if len(content) <= LARGEST_FILE else refuse("it is too large")


def main(paths: Sequence[str]) -> int:
    """Verify files; 0 if all are certified, else 2 and a line on the first that is not."""
    if not paths:
        print("usage: python3 verify.py PROOF.json ..", file=sys.stderr)
        return 2
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    for path in paths:
        try:
            print(f"{CERTIFIED}\n{verify(read_file(path))}", flush=True)
        except Exception as error:
            why = str(error) if isinstance(error, Refused) else type(error).__name__
            line = f"refused {path}: {why}".encode("ascii", "backslashreplace").decode()
            print("".join(c if c.isprintable() else "?" for c in line), file=sys.stderr)
            if isinstance(error, OSError):  # perhaps nobody reads what was printed so far
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
