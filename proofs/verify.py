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

What a proof takes for granted of a measure (that a level is at least 1, or positive, or that it is
finite) is computed from the tree of nodes that its value is, by an interval rule for each node. A
file without these trees says nothing of that; then it rests on pmlsym.

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
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations, count, product
from math import isqrt, prod
from random import Random
from typing import Any, NamedTuple, NoReturn

CERTIFIED = "CERTIFIED (the algebra; that the claim means these sequents is not checked here)"
UNSTATED = "facts   none are stated: what is known of measures rests on pmlsym"
LARGEST_FILE, LONGEST_LIST, LONGEST_PRODUCT = 1 << 25, 20_000, 24
LONGEST_NAME, LONGEST_NUMBER, DEEPEST_SPLIT = 10_000, 1_000, 20
MOST_PRODUCTS, MOST_TRIES, MOST_VALUES = 50_000, 100_000, 2_000_000
WORLDS, MOST_LEFT_OUT, MOST_ROOTS, MOST_ENDS = 6, 8, 4, 1_000
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


# --- Facts of measures: an interval rule over the nodes of their values ------------------------


@dataclass(frozen=True, eq=False)
class Node:
    """A node of a value: its letters, apart from all others, its polynomials and its parts."""

    kind: str
    over: tuple[Letter, ...] = ()
    polynomials: tuple[Terms, ...] = ()
    parts: tuple[Node, ...] = ()
    exponent: Fraction = Fraction(1)


class Quotient(NamedTuple):
    """A tensor that is defined by weight * tensor = total, at letters."""

    tensor: Tensor
    letters: tuple[Letter, ...]
    weight: Terms
    total: Terms


class Guard(NamedTuple):
    """Entries that are positive where a node is looked at, and what quotients are made of."""

    atoms: frozenset[Atom] = frozenset()
    quotients: tuple[Quotient, ...] = ()

    def where(self, terms: Terms) -> Guard:
        """The guard where a polynomial is positive besides: of one product, all of its entries.

        Where a sum of entries >= 0 is positive, one of them is, at letters of which no more is
        known.
        """
        if len(terms) != 1 or terms[0].coefficient <= 0 or not is_plain(terms[0]):
            return self
        atoms = moved(terms[0].atoms, apart(terms[0].bound))
        return self._replace(atoms=self.atoms | frozenset(atoms))

    def makes_positive(self, terms: Terms) -> bool:
        """Whether a polynomial is positive: one product is, and the others together are >= 0."""
        low = least_of(terms)
        return (low is not None and low > 0) or any(
            term.coefficient > 0
            and self._some(term.atoms, term.bound)
            and is_nonnegative([*terms[:k], *terms[k + 1 :]])
            for k, term in enumerate(terms)
        )

    def carries(self, above: Terms, below: Terms) -> bool:
        """Whether `below` > 0 wherever `above` > 0: then one of its products is, all being >= 0."""
        return (
            is_nonnegative(above)
            and all(map(is_plain, above))
            and all(self.where([t]).makes_positive(below) for t in above if t.coefficient > 0)
        )

    def _some(self, atoms: Sequence[Atom], bound: frozenset[Letter]) -> bool:
        """Whether the entries are positive together, at some choice of the bound letters."""
        if not atoms:
            return True
        (tensor, at), *rest = atoms
        if "positive" in tensor.facts or (tensor, at) in self.atoms or self._defined(tensor, at):
            return self._some(rest, bound)
        for other, to in self.atoms if bound.intersection(at) else ():
            chosen = fitted(at, to, bound, {}) if other == tensor else None
            if chosen is not None and self._some(moved(rest, chosen), bound):
                return True
        return False

    def _defined(self, tensor: Tensor, at: tuple[Letter, ...]) -> bool:
        """Whether it is a quotient of what is positive."""
        plain = self._replace(quotients=())
        return any(
            plain.makes_positive(rename(terms[0], dict(zip(q.letters, at, strict=True))))
            and plain.makes_positive(rename(terms[1], dict(zip(q.letters, at, strict=True))))
            for q in self.quotients
            if q.tensor == tensor
            for terms in [(q.weight, q.total)]
        )


@dataclass(frozen=True, eq=False)
class Known:
    """What holds of a node at all letters and in all instances in which it has a value.

    It is never below `lows` (nor -inf), never above `highs` (nor inf). `counts`: where the guard
    holds it has a value, so that no 0/0 stands there.
    """

    lows: tuple[Terms, ...] = ()
    highs: tuple[Terms, ...] = ()
    positive: bool = False
    finite: bool = False
    counts: bool = False

    @property
    def least(self) -> Fraction | None:
        """A number that it is never below."""
        return max((c for low in self.lows if (c := least_of(low)) is not None), default=None)

    @property
    def most(self) -> Fraction | None:
        """A number that it is never above."""
        found = (least_of(scale(-1, high)) for high in self.highs)
        return min((-c for c in found if c is not None), default=None)

    def reaches(self, low: int) -> bool:
        """Whether it is never below a number."""
        return self.least is not None and self.least >= low

    def stays_within(self, high: int) -> bool:
        """Whether it is never above a number."""
        return self.most is not None and self.most <= high


class Stated(NamedTuple):
    """What a file says of a measure; of a logarithm, of exp of it, but `finite` is of itself."""

    name: str
    is_log: bool
    least: Fraction | None
    most: Fraction | None
    positive: bool
    finite: bool

    def allows(self, level: Tensor) -> bool:
        """Whether a level that is the measure's value may be declared so."""
        positive = self.positive or self.is_log
        at_least_zero = positive or (self.least is not None and self.least >= 0)
        at_most_one = self.most is not None and self.most <= 1 and not self.is_log
        flags = {"nonnegative": at_least_zero, "positive": positive, "at_most_one": at_most_one}
        scalar = not level.alphabets and not level.places
        return scalar and all(flags.get(fact, False) for fact in level.facts)


def number(value: Fraction | int) -> Terms:
    """A number as a polynomial."""
    return [Term(Fraction(value), ())] if value else []


ZERO, ONE = number(0), number(1)


def known_of(node: Node, guard: Guard) -> Known:
    """What the rule of a node says of it; positive bounds are noticed here."""
    found = RULES[node.kind](node, guard)
    low = found.least
    return replace(found, positive=found.positive or (low is not None and low > 0))


def _of_ratio(node: Node, guard: Guard) -> Known:
    """n / d with d >= 0. At d = 0 it is inf, or 0/0, which does not count, or -inf if n < 0.

    n >= d makes it 1 at least, n <= d at most; it is finite where d > 0, and where n > 0, n >= 0,
    entails d > 0, since n / 0 is 0/0 then.
    """
    above, below = node.polynomials
    if not minus(below, ONE):
        return Known((above,), (above,), guard.makes_positive(above), True, True)
    plain, positive = guard.makes_positive(below), guard.makes_positive(above)
    if not is_nonnegative(below):
        return Known(positive=plain and positive, finite=plain, counts=plain)
    lows = [ZERO] if is_nonnegative(above) else []
    lows += [ONE] if is_nonnegative(minus(above, below)) else []
    highs = (ONE,) if is_nonnegative(minus(below, above)) else ()
    finite = plain or guard.carries(above, below)
    return Known(tuple(lows), highs, positive, finite, plain or positive)


def _of_extreme(node: Node, guard: Guard) -> Known:
    """What bounds all that counts bounds the extreme; what counts at a letter bounds it there.

    The letters over which it runs stand in `lows` for one choice of them, the same whatever the
    letters around: that takes a `where` that depends on no others, and a body that counts.
    """
    (where,), (part,) = node.polynomials, node.parts
    body, largest = known_of(part, guard.where(where)), node.kind == "largest"
    own = set(node.over)
    one = body.counts and free_letters(where) <= own

    def kept(ends: tuple[Terms, ...], end: Fraction | None, attained: bool) -> tuple[Terms, ...]:
        fixed = [terms for terms in ends if attained or not free_letters(terms) & own]
        return (*fixed, *([] if end is None else [number(end)]))

    lows = kept(body.lows, body.least, one and largest)
    highs = kept(body.highs, body.most, one and not largest)
    finite = body.finite
    if _is_of_masses(where, part):
        above, below = part.polynomials
        gap = add_up(times(where, minus(above, below)), node.over)
        if is_nonnegative(gap if largest else scale(-1, gap)):
            # not all n / d that count are on one side of 1: the sums of w n and w d are not
            lows, highs = ((*lows, ONE), highs) if largest else (lows, (*highs, ONE))
        whole = add_up(times(where, below), node.over)
        # if all w d = 0 then n, at most their sum, is 0 too, and there is nothing but 0/0
        finite |= not largest and body.reaches(0) and is_nonnegative(minus(whole, above))
    if largest and _coincide(node.over, where, part):
        lows = (*lows, ONE)
    somewhere = guard.makes_positive(add_up(where, node.over))
    return Known(lows, highs, body.positive, finite, body.counts and somewhere)


def _is_of_masses(where: Terms, part: Node) -> bool:
    """Whether weights and both sides of a ratio are never negative."""
    return part.kind == "ratio" and all(map(is_nonnegative, (where, *part.polynomials)))


def _coincide(over: Sequence[Letter], where: Terms, part: Node) -> bool:
    """Whether a ratio is 1 where letters that n alone has become letters that d alone has.

    Where n / d counts and d > 0, so it does there; and if d = 0 it is infinite already.
    """
    if part.kind != "ratio" or not all(map(is_nonnegative, part.polynomials)):
        return False
    above, below = map(free_letters, part.polynomials)
    own, other = ([i for i in over if i in free] for free in (above - below, below - above))
    if [i[0] for i in own] != [i[0] for i in other] or free_letters(where) & set(own):
        return False
    there = rename(part.polynomials[0], dict(zip(own, other, strict=True)))
    return not minus(there, part.polynomials[1])


def _of_total(node: Node, guard: Guard) -> Known:
    """A sum lies between the sums of the bounds of its terms."""
    body = known_of(node.parts[0], guard)
    ends = (tuple(add_up(e, node.over) for e in kind) for kind in (body.lows, body.highs))
    return Known(*ends, body.positive, body.finite, body.counts)


def _of_larger(node: Node, guard: Guard) -> Known:
    """The larger of some is at least each that counts, and at most what is above all of them."""
    parts = [known_of(part, guard) for part in node.parts]
    counting = [part for part in parts if part.counts]
    lows = [low for part in counting for low in part.lows]
    leasts = [part.least for part in parts if part.least is not None]
    lows += [number(min(leasts))] if len(leasts) == len(parts) else []
    if prod(len(part.highs) for part in parts) > MOST_ENDS:
        refuse("a maximum of several has too many bounds")
    highs = (_above_all(ends) for ends in product(*(part.highs for part in parts)))
    return Known(
        tuple(lows),
        tuple(high for high in highs if high is not None),
        any(part.positive for part in counting) or all(part.positive for part in parts),
        all(part.finite for part in parts),
        bool(counting),
    )


def _above_all(ends: Sequence[Terms]) -> Terms | None:
    """One end that is above the others; else, of products >= 0, the added ones of all ends."""
    for end in ends:
        if all(is_nonnegative(minus(end, other)) for other in ends):
            return end
    if not all(is_square_or_plain(term) for end in ends for term in end):
        return None
    return collect(term for end in ends for term in end if term.coefficient > 0)


def _of_weighted(node: Node, guard: Guard) -> Known:
    """w times a bound bounds w times it, and both are 0 where w = 0; w < 0 turns them round.

    log r >= 1 - 1/r, so that w log(n/d) >= w - v d of w = v n, and where w = 0 that is <= 0.
    """
    (weight,), (part,) = node.polynomials, node.parts
    body = known_of(part, guard.where(weight))
    lows, highs = (tuple(times(weight, e) for e in ends) for ends in (body.lows, body.highs))
    if is_nonnegative(scale(-1, weight)):
        lows, highs = highs, lows
    elif not is_nonnegative(weight):
        lows, highs = (), ()
    if part.kind == "log" and part.parts[0].kind == "ratio":
        above, below = part.parts[0].polynomials
        shared = divided(weight, above)
        if shared is not None and all(map(is_nonnegative, (shared, above, below))):
            lows = (*lows, minus(weight, times(shared, below)))
    positive = guard.makes_positive(weight) and body.positive
    return Known(lows, highs, positive, body.finite, body.counts)


def _of_log(node: Node, guard: Guard) -> Known:
    """The sign of log r is that of r - 1; it is finite where 0 < r < inf."""
    body = known_of(node.parts[0], guard)
    lows, highs = (ZERO,) * body.reaches(1), (ZERO,) * body.stays_within(1)
    positive = body.least is not None and body.least > 1
    return Known(lows, highs, positive, body.finite and body.positive, body.counts)


def _of_power(node: Node, guard: Guard) -> Known:
    """r^a of r >= 0 is beyond 1 where r is, if a > 0; if a < 0 the other way, and 0^a is inf."""
    body = known_of(node.parts[0], guard)
    if not body.reaches(0):
        return Known()
    up, down, positive, finite = (
        *(body.reaches(1), body.stays_within(1)),
        *(body.positive, body.finite),
    )
    if node.exponent < 0:
        up, down, positive, finite = down, up, finite, positive
    return Known((ONE if up else ZERO,), (ONE,) * down, positive, finite, body.counts)


def _of_exceeds(node: Node, guard: Guard) -> Known:
    """0 or 1, and finite whatever is exceeded; whether n > 0 is at least n, if n <= 1."""
    lows: tuple[Terms, ...] = (ZERO,)
    (part,), (level,) = node.parts, node.polynomials
    if part.kind == "ratio" and not level and not minus(part.polynomials[1], ONE):
        share = part.polynomials[0]
        lows += (share,) if is_nonnegative(minus(ONE, share)) else ()
    return Known(lows, (ONE,), False, True, True)


def _of_event(node: Node, guard: Guard) -> Known:
    """Events of no mass do not count; if all parts add up to all masses, the ratio of all is 1.

    At delta = 0 that needs a part to have mass, or the ratios of letters with mass may be less.
    """
    part, mass, _ = node.polynomials
    if not (is_nonnegative(part) and is_nonnegative(mass)):
        return Known()
    same = not minus(add_up(part, node.over), add_up(mass, node.over))
    whole = same and guard.carries(part, mass)
    return Known((ONE if whole else ZERO,), (), whole, True)


def _of_excess(node: Node, guard: Guard) -> Known:
    """At least what all letters give, and infinite only if a letter without mass has a part."""
    part, mass, delta_ = node.polynomials
    if not (is_nonnegative(part) and is_nonnegative(mass)):
        return Known()
    every, weight = add_up(part, node.over), add_up(mass, node.over)
    lows = () if minus(weight, ONE) else (minus(every, delta_),)
    return Known(lows, (), False, guard.carries(part, mass))


RULES: dict[str, Callable[[Node, Guard], Known]] = {
    "ratio": _of_ratio,
    "largest": _of_extreme,
    "smallest": _of_extreme,
    "total": _of_total,
    "larger": _of_larger,
    "weighted": _of_weighted,
    "log": _of_log,
    "power": _of_power,
    "exceeds": _of_exceeds,
    "fractional_event": _of_event,
    "excess_ratio": _of_excess,
}
FACTS = ("least", "most", "positive", "finite")
BARRED = ("exceeds", "fractional_event", "excess_ratio")
NODES = {
    "ratio": ("numerator", "denominator"),
    "largest": ("over", "body", "where"),
    "smallest": ("over", "body", "where"),
    "total": ("over", "body"),
    "larger": ("bodies",),
    "weighted": ("weight", "body"),
    "log": ("body",),
    "power": ("body", "exponent"),
    "exceeds": ("body", "level"),
    "fractional_event": ("over", "part", "mass", "delta"),
    "excess_ratio": ("over", "part", "mass", "delta"),
}


# --- Bounds of polynomials, by what their tensors declare --------------------------------------


def minus(left: Terms, right: Terms) -> Terms:
    """The difference."""
    return collect([*left, *scale(-1, right)])


def is_plain(term: Term) -> bool:
    """Whether all entries of a product are >= 0."""
    return all(tensor.nonnegative for tensor, _ in term.atoms)


def is_nonnegative(terms: Terms) -> bool:
    """Whether a polynomial is seen never to be negative."""
    low = least_of(terms)
    return low is not None and low >= 0


def least_of(terms: Terms) -> Fraction | None:
    """A number that a polynomial is below nowhere: each negative product is covered by others.

    What covers it is a positive product that it is never above, or 1. Alphabets have a letter.
    """
    above = [[t.coefficient, t] for t in terms if t.coefficient > 0 and t.atoms]
    below = [t for t in terms if t.coefficient < 0 and t.atoms]
    base = sum((t.coefficient for t in terms if not t.atoms), Fraction(0))
    if not all(is_square_or_plain(t) for _, t in above) or not all(map(is_plain, below)):
        return _of_square(terms)
    for term in below:
        need = -term.coefficient
        for cover in above:
            if need and cover[0] and is_below(term, cover[1]):
                used = min(need, cover[0])
                need, cover[0] = need - used, cover[0] - used
        if need and not is_below(term, Term(Fraction(1), ())):
            return _of_square(terms)
        base -= need
    base += sum(c for c, t in above if all(tensor.name[0] == "|" for tensor, _ in t.atoms))
    return Fraction(0) if base < 0 and _of_square(terms) is not None else base


def is_below(small: Term, large: Term) -> bool:
    """Whether one product is never above another one, all entries being >= 0.

    Entries <= 1 may be left out of it; what is left is some of what the other adds up.
    """
    left = Counter(tensor for tensor, _ in small.atoms)
    left.subtract(tensor for tensor, _ in large.atoms if tensor.name[0] != "|")
    if not (is_plain(small) and is_plain(large)) or min(left.values(), default=0) < 0:
        return False
    spare = [k for k, (t, _) in enumerate(small.atoms) if t.at_most_one and left[t]][:MOST_LEFT_OUT]
    return any(
        _is_part(simplify(Fraction(1), kept, small.bound), large)
        for number_ in range(len(spare) + 1)
        for out in combinations(spare, number_)
        for kept in [[atom for k, atom in enumerate(small.atoms) if k not in out]]
    )


def _is_part(part: Term, whole: Term) -> bool:
    """Whether letters in place of those that `whole` sums over make it `part`.

    What `part` sums over stands in its entries, so that each of its terms is another one of the
    whole.
    """

    def match(pattern: Sequence[Atom], atoms: Sequence[Atom], names: dict[Letter, Letter]) -> bool:
        if not pattern:
            return True
        WORK.tries += 1
        if WORK.tries > MOST_TRIES:
            refuse("two products are too symmetric to compare")
        (tensor, at), *rest = pattern
        for k, (other, to) in enumerate(atoms):
            more = fitted(at, to, whole.bound, names) if other == tensor else None
            if more is not None and match(rest, [*atoms[:k], *atoms[k + 1 :]], more):
                return True
        return False

    return len(part.atoms) == len(whole.atoms) and match(whole.atoms, part.atoms, {})


def fitted(
    at: Sequence[Letter],
    to: Sequence[Letter],
    open_: frozenset[Letter],
    names: Mapping[Letter, Letter],
) -> dict[Letter, Letter] | None:
    """The names with letters for open ones that make `at` the same as `to`, if there are any."""
    more = dict(names)
    pairs = zip(at, to, strict=True)
    return (
        more if all((more.setdefault(i, j) if i in open_ else i) == j for i, j in pairs) else None
    )


def factors(term: Term) -> list[Term]:
    """A product as the product of sums that share no summed letter."""
    groups: list[tuple[set[Letter], list[Atom]]] = []
    for atom in term.atoms:
        own, mine = set(atom[1]) & term.bound, [atom]
        joined = [g for g in groups if g[0] & own]
        groups = [g for g in groups if not g[0] & own]
        for letters, atoms in joined:
            own |= letters
            mine += atoms
        groups.append((own, mine))
    return [Term(Fraction(1), tuple(atoms), frozenset(own)) for own, atoms in groups]


def without(parts: Sequence[Term], part: Term) -> list[Term] | None:
    """The factors without one that is the same product, if there is one."""
    for k, other in enumerate(parts):
        if _same_product(other, part):
            return [*parts[:k], *parts[k + 1 :]]
    return None


def half(parts: Sequence[Term]) -> list[Term] | None:
    """Factors whose squares these are; indicators are their own."""
    if not parts:
        return []
    first, rest = parts[0], without(parts[1:], parts[0])
    if rest is None and not first.bound and "indicator" in first.atoms[0][0].facts:
        rest = [*parts[1:]]
    others = None if rest is None else half(rest)
    return None if others is None else [first, *others]


def multiplied(parts: Sequence[Term], c: Fraction) -> Terms:
    """The product of factors and a number."""
    found: Terms = number(c)
    for part in parts:
        found = times(found, [part])
    return found


def is_square_or_plain(term: Term) -> bool:
    """Whether a product is never negative, but for its coefficient."""
    return half([part for part in factors(term) if not is_plain(part)]) is not None


def _of_square(terms: Terms) -> Fraction | None:
    """0 of the square of a sum of at most MOST_ROOTS products, else nothing."""
    roots = []
    for term in terms:
        above, below = (isqrt(abs(part)) for part in term.coefficient.as_integer_ratio())
        parts, root = half(factors(term)), Fraction(above, below)
        if root * root == term.coefficient and parts is not None:
            roots.append(multiplied(parts, root))
    if not 0 < len(roots) <= MOST_ROOTS:
        return None
    for signs in product((1, -1), repeat=len(roots) - 1):
        signed = zip((1, *signs), roots, strict=True)
        root_ = [term for sign, root in signed for term in scale(sign, root)]
        if not minus(times(root_, root_), terms):
            return Fraction(0)
    return None


def divided(whole: Terms, part: Terms) -> Terms | None:
    """The polynomial that times one product is the whole, if there is one that is plain."""
    if len(part) != 1:
        return None
    found: list[Term] = []
    for term in whole:
        left: list[Term] | None = factors(term)
        for factor in factors(part[0]):
            left = None if left is None else without(left, factor)
        if left is None:
            return None
        found += multiplied(left, term.coefficient / part[0].coefficient)
    return found if not minus(times(found, part), whole) else None


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

    def node(self, data: Any, names: Mapping[Letter, Letter], depth: int = 0) -> Node:
        """A node of a value; the letters over which it runs get numbers, as summed ones have."""
        kind = data.get("node") if isinstance(data, dict) else None
        if not isinstance(kind, str) or kind not in NODES or depth > DEEPEST_SPLIT:
            refuse(f"a node is none of {', '.join(NODES)}, or stands too deep")
        keys = NODES[kind]
        given = dict(zip(keys, read_object(data, "node", *keys)[1:], strict=True))
        over = read_letters(given.pop("over", []))
        own = apart(over)
        within = {**names, **own}
        inner = [given.pop("body")] if "body" in given else read_list(given.pop("bodies", []))
        exponent = read_fraction(given.pop("exponent", "1"))
        parts = tuple(self.node(part, within, depth + 1) for part in inner)
        polynomials = tuple(rename(self.polynomial(p).terms, within) for p in given.values())
        if kind in BARRED and free_letters(polynomials[-1]):
            refuse(f"the level of {kind} depends on letters")
        if not exponent or (kind == "larger" and not parts):
            refuse(f"a node {kind} is empty")
        return Node(kind, tuple(own.values()), polynomials, parts, exponent)

    def quotient(self, data: Any) -> Quotient:
        """A quotient, which is what its tensor declares: parts >= 0 that add up to the whole."""
        name, at, weight, total = read_object(data, "tensor", "indices", "weight", "total")
        tensor, letters = self.tensor(name), read_letters(at)
        parts, whole = (self.polynomial(p).terms for p in (total, weight))
        summed = add_up(parts, [letters[k] for k in tensor.places if k < len(letters)])
        if tensor.alphabets != tuple(alphabet for alphabet, _ in letters):
            refuse(f"the quotient {tensor.name} stands at letters of other alphabets")
        if tensor.facts - {"nonnegative"} or (tensor.places and minus(summed, whole)):
            refuse(f"the quotient {tensor.name} declares what does not follow")
        if not (is_nonnegative(parts) and is_nonnegative(whole)):
            refuse(f"the quotient {tensor.name} may be negative")
        return Quotient(tensor, letters, whole, parts)

    def measure(self, data: Any) -> Stated:
        """What is stated of a measure, if it follows from its value."""
        name, is_log, value, quotients, *facts = read_object(
            data, "measure", "is_log", "value", "quotients", *FACTS
        )
        if not all(type(flag) is bool for flag in (is_log, *facts[2:])):
            refuse("a flag is neither true nor false")
        ends = [None if end is None else read_fraction(end) for end in facts[:2]]
        stated = Stated(read_name(name), is_log, *ends, *facts[2:])
        guard = Guard(quotients=tuple(map(self.quotient, read_list(quotients))))
        known = known_of(self.node(value, {}), guard)
        least = max(known.least or Fraction(0), Fraction(0)) if is_log else known.least
        follows = {
            "least": stated.least is None or (least is not None and stated.least <= least),
            "most": stated.most is None or (known.most is not None and known.most <= stated.most),
            "positive": known.positive or not stated.positive,
            "finite": (known.finite and (known.positive or not is_log)) or not stated.finite,
        }
        for fact in FACTS:
            if not follows[fact]:
                refuse(f"the fact {fact!r} of {stated.name} does not follow from its value")
        return stated

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


def verify_facts(data: Any, certificates: Sequence[Any]) -> str:
    """Return if what is stated of measures follows, and levels declare no more; raise Refused."""
    WORK.products = WORK.tries = 0
    table, measures, levels = read_object(data, "tensors", "measures", "levels")
    tensors = read_tensors(table)
    known = [Reader(tensors).measure(each) for each in read_list(measures)]
    if len(read_list(levels)) != len(certificates):
        refuse("there are levels of other certificates")
    for own, certificate in zip(levels, certificates, strict=True):
        reader = Reader(read_tensors(certificate["tensors"]))
        for name in tensors.keys() & reader.table.keys():
            if tensors[name].facts - reader.table[name].facts:
                refuse(f"the facts of measures have more declared of {name} than a certificate")
        given = [reader.fact(fact) for fact in certificate["sequent"]["facts"]]
        named = [_level(level, reader, known, _named(given)) for level in read_list(own)]
        _distinct(named)
    return f"facts   of {len(known)} measure{'s' * (len(known) != 1)}, computed again"


def _level(data: Any, reader: Reader, known: Sequence[Stated], facts: Facts) -> str:
    """The name of a level that takes no more for granted than is stated of its measure."""
    name, place, sides, bounds, assumed = read_object(
        data, "level", "measure", "sides", "bounds", "assumed_finite"
    )
    if type(place) is not int or not 0 <= place < len(known) or type(assumed) is not bool:
        refuse("a level is of no measure")
    tensor, stated = reader.tensor(name), known[place]
    if not stated.allows(tensor):
        refuse(f"the level {tensor.name} declares what is not stated of {stated.name}")
    if sorted(read_list(sides)) != sides or not {*sides} <= {"above", "below"}:
        refuse("the sides of a level are above and below")
    if len(sides) > 1 and not (stated.finite or assumed):
        refuse(f"{stated.name} is bounded from both sides, and not stated to be finite")
    for bound in read_list(bounds):
        fact = _get(facts, read_name(bound))
        rest = minus(fact.polynomial.terms, [Term(Fraction(1), ((tensor, ()),))])
        least = sum((-term.coefficient for term in rest), Fraction(0))
        plain = not any(term.atoms for term in rest) and fact.relation == ">=" and not stated.is_log
        if not plain or stated.least is None or least > stated.least:
            refuse(f"the bound {fact.name} is not what is stated of {stated.name}")
    return tensor.name


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
    if "facts" in data:
        lines.append(verify_facts(data["facts"], certificates))
    elif "claim" in data:
        lines.append(UNSTATED)
    return "\n".join(lines)


def _head_of_proof(data: Any) -> tuple[list[str], Any]:
    more = ["facts"] if "facts" in data else []
    name, version, claim, certificates, *_ = read_object(
        data, "format", "version", "claim", "certificates", *more
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
