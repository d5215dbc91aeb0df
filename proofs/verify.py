"""A second opinion on saved proofs: one file, the standard library, nothing of pmlsym.

    python3 proofs/verify.py proofs/certificates/post-processing.json

reads the certificates of a proof file (docs/certificates.md) and decides of each whether its steps
prove its sequent. Soundness rests on the methods of `Verifier`, which stands first, one for each
kind of step: `_combine` (a sum of products of facts), `_split` (two cases), `_apply` (a rule or a
lemma), `_limit` (a scalar goes to zero), `_indicate`, `_define`, `_choose`, `_reciprocal`,
`_enlarge` (something new), `_perspective`, `_scale`, `_same`, `_row` (convex terms); and on
`verify_induction`. Each says why its step is sound.

It was written from the mathematics and not from the kernel, and it has two voices. The first
multiplies out, applies what tensors declare, and looks for a renaming of summed letters that
carries one product to the other. The second gives every alphabet one to three letters and every
tensor random rational entries that obey its declarations, and evaluates both sides as they are
written; quantified letters and constants have values of their own there, so that it notices a
captured letter too. What the first calls equal and the second does not is an error.

What a fact says. Alphabets are finite and nonempty. A letter that a fact neither sums over nor
quantifies is a constant: one letter, the same in all facts. A tensor that only steps mention stands
for every tensor with its declarations.

What a term says. F(a, b) is b f(a/b), and on b = 0 the slope of f at infinity times a; where f
grows faster than u, it is f up to N and a tangent beyond, and a sequent is meant for all large N.
So F is real, convex and homogeneous on a, b >= 0, with F(0, b) = 0 and F(a, a) = f(1) a; elsewhere
it is f(1) a. A world has some such F, the largest of a few lines.

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
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain, combinations, count, permutations, product
from math import gcd, isqrt, lcm, prod
from random import Random
from typing import Any, NamedTuple, NoReturn

CERTIFIED = "CERTIFIED (the algebra; that the claim means these sequents is not checked here)"
UNSTATED = "facts   none are stated: what is known of measures rests on pmlsym"
LARGEST_FILE, LONGEST_LIST, LONGEST_PRODUCT = 1 << 25, 20_000, 100
LONGEST_NAME, LONGEST_NUMBER, DEEPEST_SPLIT = 10_000, 1_000, 20
MOST_PRODUCTS, MOST_TRIES, MOST_VALUES, MOST_HERE = 50_000, 100_000, 5_000_000, 100_000
WORLDS, WIDE, MOST_LEFT_OUT, MOST_ROOTS, MOST_ENDS = 6, 6, 8, 4, 1_000
DECLARABLE = ("nonnegative", "positive", "at_most_one", "indicator")
NEW_TENSORS = frozenset({"indicate", "define", "choose", "reciprocal"})
DELTA = "delta"

Letter = tuple[str, str | int]  # an alphabet with a name, or with a number if it is summed over


class Refused(Exception):
    """The file is malformed, or proves something else than it says."""


class TooLarge(Refused):
    """A world is too large to evaluate an identity in it."""


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
class Rule:
    """For all its alphabets, tensors, letters of `conclusion.every`: the premises imply it."""

    name: str
    alphabets: frozenset[str]
    tensors: tuple[Tensor, ...]
    premises: tuple[Fact, ...]
    conclusion: Fact

    @property
    def needs(self) -> tuple[Fact, ...]:
        """What has to hold of what stands for its tensors."""
        return (*self.premises, *(fact for t in self.tensors for fact in shapes(t)))

    @property
    def shared(self) -> frozenset[Letter]:
        """Its constants."""
        free = (fact.constants for fact in (*self.premises, self.conclusion))
        return frozenset().union(*free) - set(self.conclusion.every)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Premises and conclusion."""
        return (*self.premises, self.conclusion)


Facts = Mapping[str, Fact]


class Use(NamedTuple):
    """A fact at letters; without a name: what is used is plain."""

    fact: str
    letters: tuple[Letter, ...]


class Summand(NamedTuple):
    """A coefficient times the sum over letters of a product of facts."""

    coefficient: Fraction
    summed: tuple[Letter, ...]
    uses: tuple[Use, ...]


class Part(NamedTuple):
    """The arguments of a convex function, and letters over which they are summed."""

    a: Polynomial
    b: Polynomial
    summed: tuple[Letter, ...]


class Said(NamedTuple):
    """An expression in both voices: its normal form, and its value in a world."""

    terms: Terms
    value: Callable[[World, Values], Fraction]


class Need(NamedTuple):
    """What a step has to show: `said relation 0` for all letters."""

    said: Said
    relation: str = ">="
    every: tuple[Letter, ...] = ()


@dataclass(frozen=True, eq=False)
class Step:
    """A step: its kind, what it derives, what else is given, whose letters it names."""

    kind: str
    statement: Fact
    given: Mapping[str, Any]
    named: frozenset[str] = frozenset()

    def __getitem__(self, key: str) -> Any:
        return self.given[key]

    @property
    def branches(self) -> tuple[tuple[Step, ...], ...]:
        """The steps of both cases of a split."""
        return (self["positive"], self["nonpositive"]) if self.kind == "split" else ()

    @property
    def new_tensor(self) -> Tensor | None:
        """The tensor that it introduces, if any."""
        tensor: Tensor | None = self.given.get("tensor", self.given.get("indicator"))
        return tensor

    @property
    def tensors(self) -> frozenset[Tensor]:
        """The tensors that it mentions, outside of its branches."""
        return tensors_in((self.statement, dict(self.given)))


def tensors_in(given: Any) -> frozenset[Tensor]:
    """The tensors that are mentioned in what was read."""
    if isinstance(given, Tensor):
        return frozenset({given})
    if isinstance(given, Fact | Polynomial):
        return (given.polynomial if isinstance(given, Fact) else given).tensors
    parts = given.values() if isinstance(given, dict) else given
    inside = parts if isinstance(parts, Iterable) and not isinstance(parts, str) else ()
    return frozenset().union(*map(tensors_in, inside))


@dataclass(frozen=True, eq=False)
class Verifier:
    """Follows the steps of one certificate; `lemmas` are proved, `rules` are assumed."""

    assumptions: tuple[Fact, ...]
    rules: tuple[Rule, ...]
    goal: Polynomial
    relation: str
    steps: tuple[Step, ...]
    worlds: tuple[World, ...]
    named: frozenset[str] = frozenset()
    before: Before = field(default_factory=lambda: NOTHING)

    def run(self) -> None:
        """Return if the steps prove the sequent; raise Refused otherwise."""
        tensors = self._tensors(())
        self._check_what_is_new({tensor.name for tensor in tensors})
        tensors = tensors.union(*(step.tensors for step in every_step(self.steps)))
        alphabets = {a for tensor in tensors for a in tensor.alphabets}
        tensors = tensors.union(map(delta, alphabets), map(size, alphabets))
        rules = [rule.name for rule in self.rules]
        _distinct([*(fact.name for fact in self.assumptions), *rules])
        _distinct([*self.before.lemmas, *rules])
        known = _named([*self.assumptions, *(f for t in sorted(tensors) for f in declared(t))])
        if "goal" in known:
            refuse("an assumption is called goal")
        derived = self._follow(self.steps, known, ())
        if "goal" not in derived:
            refuse("no step derives the goal")
        wanted = Fact("goal", self.goal, (), self.relation)
        self.check_covers(derived["goal"], wanted, "what is derived is not the goal of the sequent")

    @property
    def kinds(self) -> set[str]:
        """The kinds of its steps."""
        return {step.kind for step in every_step(self.steps)}

    def as_rule(self, name: str) -> Rule:
        """What is proved, for all alphabets, tensors and constants."""
        letters = self.goal.free.union(*(fact.constants for fact in self.assumptions))
        tensors = {t for t in self._tensors(()) if t.name != DELTA and t.name[0] != "|"}
        every = tuple(sorted(letters, key=lambda i: (str(i[1]), i[0])))
        goal = Fact("goal", self.goal, every, self.relation)
        by_name = tuple(sorted(tensors, key=lambda t: t.name))
        return Rule(name, self._alphabets(), by_name, self.assumptions, goal)

    def _tensors(self, cases: Iterable[Fact]) -> frozenset[Tensor]:
        """The tensors of which the sequent speaks, and the cases that are assumed besides."""
        rules = [(rule.tensors, rule.facts) for rule in self.rules]
        return tensors_in((self.goal, self.assumptions, cases, rules))

    def _alphabets(self) -> frozenset[str]:
        """The alphabets of which the sequent speaks, be it by naming a letter."""
        return alphabets_of(self._tensors(())) | self.named

    def _check_what_is_new(self, names: set[str]) -> None:
        """What a step introduces is new there: neither assumed nor spoken of before.

        A limit lets a scalar go to zero, on which it might depend, and so might the N from which on
        rows hold, and rules about terms that grow: no limits beside them.
        """
        kinds, alphabets = self.kinds, self._alphabets()
        grown = any(fact.polynomial.grows for rule in self.rules for fact in rule.facts)
        if "limit" in kinds and (kinds & {*NEW_TENSORS, "enlarge", "row"} or self.before.rows):
            refuse("a certificate that introduces something, or has rows, takes a limit")
        if "limit" in kinds and grown:
            refuse("a certificate with a rule about terms that grow takes a limit")
        for step in every_step(self.steps):
            tensor = step.new_tensor if step.kind in NEW_TENSORS else None
            own = tensors_in([step.given.get(key, ()) for key in ("body", "polynomial")])
            if tensor and (tensor.name == DELTA or tensor.name[0] == "|"):
                refuse(f"{tensor.name} means one thing only, and is not introduced")
            if tensor and tensor.name in names | {t.name for t in own}:
                refuse(f"the tensor {tensor.name} is not new where it is introduced")
            if step.kind == "enlarge" and step["alphabet"] in alphabets:
                refuse(f"the alphabet {step['alphabet']} is not new where it is introduced")
            names |= {tensor.name for tensor in step.tensors}
            alphabets |= alphabets_of(step.tensors) | step.named

    def _follow(self, steps: Sequence[Step], facts: Facts, cases: tuple[Fact, ...]) -> Facts:
        checks = {
            "combine": self._combine,
            "split": self._split,
            "instantiate": self._instantiate,
            "apply": self._apply,
            "limit": self._limit,
            "indicate": self._indicate,
            "define": self._define,
            "choose": self._choose,
            "reciprocal": self._reciprocal,
            "enlarge": self._enlarge,
            "perspective": self._perspective,
            "scale": self._scale,
            "same": self._same,
            "row": self._row,
        }
        for step in steps:
            checks[step.kind](step, facts, cases)
            facts = _named([*facts.values(), step.statement])
        return facts

    def _combine(self, step: Step, facts: Facts, _: tuple[Fact, ...]) -> None:
        """multiplier * statement = sum of terms; each term has the sign of its facts."""
        statement, signs = step.statement, set()
        left, right = statement.polynomial.terms, list[Term]()
        for use in step["multiplier"]:
            if _get(facts, use.fact).relation != ">":
                refuse(f"the multiplier {use.fact} is not known to be positive")
            _no_capture(statement.every, facts[use.fact])
            left = times(left, _at(facts[use.fact], use.letters))
        for summand in step["terms"]:
            signs.add(_sign(summand, facts))
            product_: Terms = (Term(summand.coefficient, ()),)
            for use in summand.uses:
                _no_capture((*statement.every, *summand.summed), facts[use.fact])
                product_ = times(product_, _at(facts[use.fact], use.letters))
            right += add_up(product_, summand.summed)

        def multiplied_(world: World, values: Values) -> Fraction:
            used = (world.use(facts[name], at, values) for name, at in step["multiplier"])
            return prod(used, start=world.value(statement.polynomial, values))

        def added(world: World, values: Values) -> Fraction:
            total = Fraction(0)
            for c, summed, uses in step["terms"]:
                parts = [(use.letters, partial(world.fact, facts[use.fact])) for use in uses]
                total += world.add_up(c, parts, summed, values)
            return total

        why = f"{statement.name}: the identity does not hold"
        self.check_equal(Said(left, multiplied_), Said(right, added), statement.every, why)
        if statement.relation == "==" and signs - {"=="}:
            refuse(f"{statement.name}: an equality needs equalities alone")
        if statement.relation == ">" and ">" not in signs:
            refuse(f"{statement.name}: a strict inequality needs a strict summand")

    def _split(self, step: Step, facts: Facts, cases: tuple[Fact, ...]) -> None:
        """The statement if case > 0, and if -case >= 0; for fixed letters one of the two holds.

        A letter that the case and the statement share is fixed in the branches: nothing known may
        speak of it already. What a branch introduces may depend on it, but is new there: the
        statement does not speak of it.
        """
        statement, case, name = step.statement, step["case"], step["name"]
        fixed = case.free & set(statement.every)
        if any(name == rule.name for rule in self.rules):
            refuse(f"a case and a rule are called {name}")
        for fact in facts.values() if fixed else ():
            _no_capture(fixed, fact)
        for rule in self.rules:
            if fixed & rule.shared:
                refuse(f"a letter of the case is one letter in the rule {rule.name}")
        wanted = replace(statement, every=tuple(i for i in statement.every if i not in fixed))
        above, below = Fact(name, case, (), ">"), Fact(name, -case, (), ">=")
        for assumed, branch in zip((above, below), step.branches, strict=True):
            known = _named([*facts.values(), assumed])
            self._follow(branch, known, (*cases, assumed))
            if not branch:
                refuse(f"a case of {statement.name} has no step")
            self.check_covers(
                branch[-1].statement, wanted, f"a case does not end in {statement.name}"
            )

    def _apply(self, step: Step, facts: Facts, _: tuple[Fact, ...]) -> None:
        """Where guard > 0 the bodies are such tensors, so that the rule speaks of them.

        Where guard = 0 the statement is 0. No body grows, so that it is a tensor whatever N is.
        """
        every, guard, first = step.statement.every, step["guard"], step["guard_use"]
        rules = {**self.before.lemmas, **{rule.name: rule for rule in self.rules}}
        rule = rules.get(step["rule"]) or refuse(f"there is no rule {step['rule']}")
        instance = Instance(step["alphabets"], step["bodies"], step["letters"])
        instance.check_fits(rule)
        if rule.shared & set(every):
            refuse("a letter is one letter in the rule; it cannot range over all")
        instance.check_names(rule.needs, guard.free | rule.shared)
        self._show([Need(guard.said)], [first], every, facts)
        needs = [instance.need(fact, instance.quantified(fact), guard) for fact in rule.needs]
        self._show(needs, step["shown"], every, facts)
        strict = facts[first.fact].relation if first.fact else ">" * _is_plain(guard.terms, ">")
        said, relation, _every = instance.need(rule.conclusion, {}, guard)
        self._states(step, said, ">=" if relation == ">" != strict else relation)

    def _instantiate(self, step: Step, facts: Facts, cases: tuple[Fact, ...]) -> None:
        """The same in version 1: the body of one tensor; facts hold for the letters of the schema.

        They are named also for what version 2 does not ask for: these are left out.
        """
        rule = next((rule for rule in self.rules if rule.name == step["schema"]), None)
        if rule is None:
            refuse(f"there is no schema {step['schema']}")
        (parameter,), guard = rule.tensors, _get(facts, step["guard_fact"])
        wanted, uses = [*rule.premises, *all_shapes(parameter)], []
        asked = {fact.name for fact in shapes(parameter)}
        outer = (step["body"].free - set(step["places"])) | step["guard"].free
        if len(step["conditions"]) != len(wanted):
            refuse(f"the schema {rule.name} has {len(wanted)} conditions")
        if any(outer & set(fact.every) for fact in (*wanted, rule.conclusion)):
            refuse("a letter of guard or body is quantified in the schema")
        for fact, name in zip(wanted, step["conditions"], strict=True):
            if fact in rule.premises or fact.name in asked:
                own = {i: (i[0], f"q~{k}") for k, i in enumerate(fact.every)}
                uses.append(Use(name, tuple(own.get(i, i) for i in _get(facts, name).every)))
        given = {
            "rule": rule.name,
            "alphabets": {},
            "bodies": {parameter.name: (tuple((i,) for i in step["places"]), step["body"])},
            "letters": {i: (i,) for i in rule.conclusion.every},
            "guard": step["guard"],
            "guard_use": Use(guard.name, guard.every),
            "shown": uses,
        }
        self._apply(replace(step, given=given), facts, cases)

    def _limit(self, step: Step, facts: Facts, cases: tuple[Fact, ...]) -> None:
        """A polynomial in lambda that is nonnegative on (0, 1] is so at zero, if lambda is free."""
        statement, fact, variable = step.statement, _get(facts, step["fact"]), step["variable"]
        if variable.alphabets or variable.places:
            refuse("the variable of a limit is a scalar")
        if variable.facts - {"nonnegative"} != {"positive", "at_most_one"}:
            refuse("the variable of a limit ranges over (0, 1]")
        if variable in self._tensors(cases):
            refuse(f"an assumption speaks of {variable.name}")
        terms = fact.polynomial.terms
        if any(t.term and variable in t.term.tensors for term in terms for t, _ in term.atoms):
            refuse(f"{variable.name} occurs inside a convex term")
        kept = [term for term in terms if all(tensor != variable for tensor, _ in term.atoms)]
        zero = Instance({}, {variable.name: ((), Polynomial(()))}, {})

        def there(world: World, values: Values) -> Fraction:
            return Within(world, zero, values).value(fact.polynomial, values)

        why = "the statement is not the constant part"
        self.check_equal(Said(kept, there), statement.polynomial.said, fact.every, why)
        every = set(statement.every) & statement.polynomial.free
        _weaker(fact, ">=", every, f"{fact.name} does not hold for all letters")
        if statement.relation != ">=":
            refuse("a limit is not strict")

    def _indicate(self, step: Step, _: Facts, __: tuple[Fact, ...]) -> None:
        """B(..) is one where the polynomial is negative: (1 - 2 B) polynomial >= 0."""
        every, indicator = step.statement.every, step["indicator"]
        wanted = Tensor(indicator.name, alphabets_at(every), frozenset({"indicator"}))
        if indicator != wanted:
            refuse("what is defined is an indicator of the statement's letters, nothing else")
        self._states(step, (1 - 2 * entry(indicator, every)) * step["polynomial"], ">=")

    def _define(self, step: Step, facts: Facts, _: tuple[Fact, ...]) -> None:
        """T is the body at all places, if that is as T is declared, and depends on no N."""
        tensor, places, body = step["tensor"], step["places"], step["body"]
        if tensor.alphabets != alphabets_at(places):
            refuse("the places do not fit what is defined")
        if not set(step.statement.every) <= set(places):
            refuse("a definition holds for its places alone")
        instance = Instance({}, {tensor.name: (tuple((i,) for i in places), body)}, {})
        instance.check_grows()
        named = {i: (place,) for i, place in zip(letters_of(tensor), places, strict=True)}
        own = [(fact, {i: named[i] for i in fact.every}) for fact in shapes(tensor)]
        needs = [instance.need(fact, names) for fact, names in own]
        self._show(needs, step["shown"], places, facts)
        self._states(step, entry(tensor, places) - body, "==")

    def _choose(self, step: Step, _: Facts, __: tuple[Fact, ...]) -> None:
        """T picks, for each outer tuple, an inner one with the largest value of the polynomial.

        It may depend on N through the polynomial, but it takes finitely many values only.
        """
        tensor, inner, letters = step["tensor"], step["inner"], (*step["outer"], *step["inner"])
        places = tuple(range(len(step["outer"]), len(letters)))
        facts = frozenset({"indicator"})
        wanted = Tensor(tensor.name, alphabets_at(letters), facts, places)
        if tensor != wanted or not inner or len(set(letters)) != len(letters):
            refuse("what is chosen is an indicator, stochastic in the inner letters, nothing else")
        if not set(step.statement.every) <= set(letters):
            refuse("a choice is made for its letters alone")
        polynomial = step["polynomial"]
        best = (entry(tensor, letters) * polynomial).over(inner)
        self._states(step, best - polynomial, ">=")

    def _reciprocal(self, step: Step, facts: Facts, _: tuple[Fact, ...]) -> None:
        """What is positive has a reciprocal, positive too; it depends on no N if q does not."""
        fact, tensor = _get(facts, step["fact"]), step["tensor"]
        if tensor.facts != {"positive"} or tensor.places:
            refuse("a reciprocal is declared positive, and nothing else")
        if tensor.alphabets != alphabets_at(fact.every) or fact.relation != ">":
            refuse(f"a reciprocal has the letters of a fact > 0, {fact.name} or another one")
        if not set(step.statement.every) <= set(fact.every):
            refuse(f"{fact.name} does not hold for all letters")
        if tensor.name in {t.name for t in fact.polynomial.tensors} or fact.polynomial.grows:
            refuse(f"{fact.name} speaks of its reciprocal, or grows")
        self._states(step, entry(tensor, fact.every) * fact.polynomial - 1, "==")

    def _enlarge(self, step: Step, facts: Facts, _: tuple[Fact, ...]) -> None:
        """An alphabet of which nothing was said may be larger than 1/p, for one p > 0."""
        fact, alphabet = _get(facts, step["fact"]), step["alphabet"]
        if fact.relation != ">" or fact.every or step.statement.every:
            refuse("an alphabet is enlarged by one number > 0")
        if fact.polynomial.grows or alphabet in alphabets_of(fact.polynomial.tensors):
            refuse(f"{fact.name} speaks of the alphabet, or grows")
        self._states(step, entry(size(alphabet)) * fact.polynomial - 1, ">=")

    def _perspective(self, step: Step, facts: Facts, _: tuple[Fact, ...]) -> None:
        """F is convex and homogeneous where a, b >= 0: of a sum it is at most the sum."""
        parts, function = step["parts"], _function(step)
        if not parts:
            refuse("a perspective has no part")
        summed = tuple({i for part in parts for i in part.summed})
        signs = [Need(p.said, ">=", summed) for part in parts for p in (part.a, part.b)]
        self._show(signs, step["shown"], step.statement.every, facts)
        apart_ = sum((function(a, b).over(own) for a, b, own in parts), NO_PRODUCT)
        above = sum((part.a.over(part.summed) for part in parts), NO_PRODUCT)
        below = sum((part.b.over(part.summed) for part in parts), NO_PRODUCT)
        self._states(step, apart_ - function(above, below), ">=")

    def _scale(self, step: Step, facts: Facts, _: tuple[Fact, ...]) -> None:
        """F is homogeneous, on the quadrant and outside of it."""
        v, a, b, function = step["factor"], step["a"], step["b"], _function(step)
        self._show([Need(v.said)], step["shown"], step.statement.every, facts)
        self._states(step, function(v * a, v * b) - v * function(a, b), "==")

    def _same(self, step: Step, facts: Facts, _: tuple[Fact, ...]) -> None:
        """F is a function."""
        (a, b, c, d), function = (step[key] for key in "abcd"), _function(step)
        needs = [Need((a - c).said, "=="), Need((b - d).said, "==")]
        self._show(needs, step["shown"], step.statement.every, facts)
        self._states(step, function(a, b) - function(c, d), "==")

    def _row(self, step: Step, facts: Facts, _: tuple[Fact, ...]) -> None:
        """A line of the table of truths about the functions, for all large N.

        How large depends on the arguments, which therefore must not depend on N.
        """
        row, given = ROWS[step["row"]], (step["a"], step["b"], *step["parameters"])
        if len(given) != 2 + row.parameters:
            refuse(f"the row {step['row']} has {row.parameters} parameters")
        if any(p.grows for p in given):
            refuse("the arguments and parameters of a row do not grow")
        functions = Functions(of_table)
        signs = [(">=", given[0]), (">=", given[1]), *row.needs(functions, *given)]
        if step["row"] == "entropy of number" and step["shown"][2:] != (Use("", ()),):
            refuse("b is not 1")
        needs = [Need(p.said, relation) for relation, p in signs]
        self._show(needs, step["shown"], step.statement.every, facts)
        self._states(step, row.states(functions, *given), row.relation)

    def _show(
        self, needs: Sequence[Need], uses: Sequence[Use], every: Sequence[Letter], facts: Facts
    ) -> None:
        """That each need is plain, or a fact at letters: for all its letters and all of `every`."""
        if len(needs) != len(uses):
            refuse(f"{len(needs)} facts are needed, not {len(uses)}")
        for (said, relation, own), use in zip(needs, uses, strict=True):
            if not use.fact:
                if not _is_plain(said.terms, relation):
                    refuse("what is needed is not plain")
                continue
            fact = _get(facts, use.fact)
            _no_capture((*every, *own), fact)
            _weaker(fact, relation, set(), f"{fact.name} is too weak")
            there = Said(_at(fact, use.letters), partial(_used, fact, use.letters))
            self.check_equal(said, there, (*every, *own), f"{fact.name} is not what is needed")

    def _states(self, step: Step, said: Said | Polynomial, relation: str) -> None:
        """That the statement is `said relation 0`, or weaker."""
        statement = step.statement
        if statement.relation not in (relation, ">="):
            refuse(f"{statement.name}: the step derives {relation} only")
        said = said.said if isinstance(said, Polynomial) else said
        why = f"{statement.name}: the statement is not what the step derives"
        self.check_equal(said, statement.polynomial.said, statement.every, why)

    def check_covers(self, known: Fact, wanted: Fact, why: str) -> None:
        """That a known fact says what is wanted, for at least its letters."""
        self.check_equal(known.polynomial.said, wanted.polynomial.said, known.every, why)
        _weaker(known, wanted.relation, set(wanted.every) & wanted.polynomial.free, why)

    def check_equal(self, left: Said, right: Said, every: Iterable[Letter], why: str) -> None:
        """That two expressions are equal, by form and in every world but those too large for it.

        The world of one letter is not.
        """
        if minus(left.terms, right.terms):
            refuse(why)
        heard = [_same_value(world, left, right, tuple(every)) for world in self.worlds]
        if heard[0] is None:
            refuse("there are too many sums to evaluate")
        if False in heard:
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


def _same_value(world: World, left: Said, right: Said, letters: tuple[Letter, ...]) -> bool | None:
    """Whether two expressions have one value at random letters, or None if that is too much."""
    WORK.limit = min(WORK.values + MOST_HERE, MOST_VALUES)
    try:
        values = world.any_letters(letters)
        return left.value(world, values) == right.value(world, values)
    except TooLarge:
        return None if WORK.limit < MOST_VALUES else refuse("there are too many sums to evaluate")
    finally:
        WORK.limit = MOST_VALUES


def _used(fact: Fact, letters: Sequence[Letter], world: World, values: Values) -> Fraction:
    return world.use(fact, letters, values)


def _function(step: Step) -> Callable[[Polynomial, Polynomial], Polynomial]:
    """The convex function of a step."""
    return partial(applied, step["function"], step.given.get("order", NO_PRODUCT))


def _is_plain(terms: Terms, relation: str) -> bool:
    """Whether a relation to zero is seen from the declarations of each product."""
    if relation == "==":
        return not terms
    strict = any(all("positive" in t.facts for t, _ in term.atoms) for term in terms)
    signs = all(term.coefficient > 0 and is_plain(term) for term in terms)
    return signs and (strict or relation == ">=")


def _no_capture(letters: Iterable[Letter], fact: Fact) -> None:
    """A constant of a fact is one letter: nothing that uses the fact may let it run."""
    for _, name in fact.constants & set(letters):
        refuse(f"{name} is one letter in {fact.name}; it cannot range over all")


def _weaker(known: Fact, relation: str, every: set[Letter], why: str) -> None:
    """That a relation for all letters of `every` follows from a known one."""
    if relation not in (known.relation, ">=") or not every <= set(known.every):
        refuse(why)


# --- A rule at tensors, alphabets and letters ---------------------------------------------------


@dataclass(frozen=True, eq=False)
class Instance:
    """What stands for alphabets (a product of some), tensors (a body at places) and letters."""

    alphabets: Mapping[str, tuple[str, ...]]
    bodies: Mapping[str, tuple[tuple[tuple[Letter, ...], ...], Polynomial]]
    letters: Mapping[Letter, tuple[Letter, ...]]

    def places(self, name: str) -> tuple[Letter, ...]:
        """The letters of a body that stand for those of its tensor."""
        return tuple(chain(*self.bodies[name][0]))

    def need(
        self, fact: Fact, own: Mapping[Letter, tuple[Letter, ...]], guard: Polynomial | None = None
    ) -> Need:
        """What a fact of the rule says, with these names for what it quantifies, times a guard."""
        names, weight = {**self.letters, **own}, guard or Polynomial((single(1),))

        def value(world: World, values: Values) -> Fraction:
            inside = Within(world, self, values).at(fact.polynomial, names, values)
            return world.value(weight, values) * inside

        terms = times(weight.terms, self.translate(fact.polynomial.terms, names))
        return Need(Said(terms, value), fact.relation, tuple(chain(*own.values())))

    def parts(self, alphabet: str) -> tuple[str, ...]:
        """The alphabets whose product stands for an alphabet."""
        return self.alphabets.get(alphabet, (alphabet,))

    def quantified(self, fact: Fact) -> dict[Letter, tuple[Letter, ...]]:
        """The names of what a fact quantifies: q~0, q~1, .. from left to right."""
        numbers = count()
        return {i: tuple((a, f"q~{next(numbers)}") for a in self.parts(i[0])) for i in fact.every}

    def check_grows(self) -> None:
        """A tensor is a value that does not depend on N."""
        for name, (_, body) in self.bodies.items():
            if body.grows:
                refuse(f"the body of {name} grows")

    def check_names(self, needs: Iterable[Fact], others: Iterable[Letter]) -> None:
        """Nothing outside of a rule has the names of what it quantifies."""
        taken = {n for f in needs for at in self.quantified(f).values() for _, n in at}
        parameters = (i for at, body in self.bodies.values() for i in body.free - set(chain(*at)))
        for _, name in chain(others, parameters, *self.letters.values()):
            if name in taken:
                refuse(f"the name {name} is taken for what a rule quantifies")

    def check_fits(self, rule: Rule) -> None:
        """That it says what stands for all that is bound, and replaces nothing that is shared."""
        if not self.alphabets.keys() <= rule.alphabets:
            refuse("an alphabet is replaced that the rule does not bind")
        if self.bodies.keys() != {tensor.name for tensor in rule.tensors}:
            refuse("the bodies are not those of the bound tensors")
        if self.letters.keys() != set(rule.conclusion.every):
            refuse("the letters are not those of the conclusion")
        fits = [(i[0], at) for i, at in self.letters.items()]
        for tensor in rule.tensors:
            groups = self.bodies[tensor.name][0]
            if len(groups) != len(tensor.alphabets):
                refuse(f"the places of {tensor.name} do not fit")
            fits += zip(tensor.alphabets, groups, strict=True)
        for alphabet, at in fits:
            if self.parts(alphabet) != alphabets_at(at):
                refuse("places or letters do not fit their alphabets")
        shared = {t for fact in rule.facts for t in fact.polynomial.tensors if t.name != DELTA}
        shared = {t for t in shared - {*rule.tensors} if t.name[0] != "|"}
        kept = {a for tensor in shared for a in tensor.alphabets} | {a for a, _ in rule.shared}
        if any(self.parts(alphabet) != (alphabet,) for alphabet in kept):
            refuse("an alphabet of what is shared is replaced")
        self.check_grows()

    def translate(self, terms: Terms, names: Mapping[Letter, tuple[Letter, ...]]) -> Terms:
        """A polynomial of the rule, with names for its free letters; sums run over components."""
        found: list[Term] = []
        for c, atoms, bound in terms:
            fresh = {i: tuple((a, next(_numbers)) for a in self.parts(i[0])) for i in bound}
            own = {**names, **fresh}
            parts = [self._atom(t, [own.get(i, (i,)) for i in at]) for t, at in atoms]
            found += put_together(c, chain(*fresh.values()), parts)
        return collect(found)

    def _atom(self, tensor: Tensor, at: Sequence[tuple[Letter, ...]]) -> Terms:
        """What stands for an entry."""
        letters = tuple(chain(*at))
        if tensor.term:
            own = dict(zip(tensor.term.letters, at, strict=True))
            parts = (tensor.term.order, tensor.term.a, tensor.term.b)
            return convex(tensor.term.function, *(self.translate(p.terms, own) for p in parts))
        if tensor.name == DELTA:
            atoms = [(delta(i[0]), (i, j)) for i, j in zip(*at, strict=True)]
        elif tensor.name[0] == "|":
            atoms = [(size(alphabet), ()) for alphabet in self.parts(tensor.name[1:-1])]
        elif tensor.name in self.bodies:
            places = self.places(tensor.name)
            body = self.bodies[tensor.name][1].terms
            return rename(body, dict(zip(places, letters, strict=True)))
        else:
            atoms = [(tensor, letters)]
        return [Term(Fraction(1), tuple(atoms))]


# --- What there is: tensors, polynomials as written, terms of convex functions ------------------


class Tensor(NamedTuple):
    """A name with alphabets, declared facts, and the positions that sum to one, jointly.

    Or the term of a convex function: then it is known by this term.
    """

    name: str
    alphabets: tuple[str, ...]
    facts: frozenset[str] = frozenset()
    places: tuple[int, ...] = ()
    term: Convex | None = None

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

    def over(self, *letters: Letter) -> Product:
        """The same, its summed letters apart from all others; summed over letters besides."""
        fresh = apart(self.summed)
        atoms = tuple(moved(self.atoms, fresh))
        return Product(self.coefficient, (*fresh.values(), *letters), atoms)

    def times(self, other: Product) -> Product:
        """The product of both."""
        (c, summed, atoms), (d, more, others) = self.over(), other.over()
        return Product(c * d, (*summed, *more), (*atoms, *others))


@dataclass(frozen=True, eq=False)
class Polynomial:
    """A sum of products, as it is written."""

    products: tuple[Product, ...]

    @staticmethod
    def of(value: Any) -> Polynomial:
        """A polynomial, perhaps a number."""
        if isinstance(value, Polynomial):
            return value
        return Polynomial((Product(Fraction(value), (), ()),))

    def __add__(self, other: Any) -> Polynomial:
        return Polynomial((*self.products, *Polynomial.of(other).products))

    def __mul__(self, other: Any) -> Polynomial:
        others = Polynomial.of(other).products
        return Polynomial(tuple(p.times(q) for p in self.products for q in others))

    def __neg__(self) -> Polynomial:
        return self * -1

    def __sub__(self, other: Any) -> Polynomial:
        return self + -Polynomial.of(other)

    def __rsub__(self, other: Any) -> Polynomial:
        return Polynomial.of(other) - self

    __radd__, __rmul__ = __add__, __mul__

    def over(self, letters: Iterable[Letter]) -> Polynomial:
        """The sum over letters."""
        return Polynomial(tuple(p.over(*letters) for p in self.products))

    @cached_property
    def said(self) -> Said:
        """In both voices."""
        return Said(self.terms, lambda world, values: world.value(self, values))

    @cached_property
    def terms(self) -> Terms:
        """The same after multiplying out and applying declarations."""
        return collect(term for p in self.products for term in expand(p))

    @cached_property
    def normal(self) -> Polynomial:
        """The same, written as its normal form."""
        return written(self.terms)

    @cached_property
    def free(self) -> frozenset[Letter]:
        """The letters on which the value can depend."""
        return free_letters(self.terms)

    @cached_property
    def tensors(self) -> frozenset[Tensor]:
        """The tensors on which the value can depend, those inside of terms in place of them."""
        own = {tensor for term in self.terms for tensor, _ in term.atoms}
        inside = (tensor.term.tensors for tensor in own if tensor.term)
        return frozenset(t for t in own if not t.term).union(*inside)

    @cached_property
    def grows(self) -> bool:
        """Whether the value can depend on N."""
        return any(t.term.grows for term in self.terms for t, _ in term.atoms if t.term)


@dataclass(frozen=True, eq=False)
class Convex:
    """F(a, b) at letters; `alike` says which may be exchanged, the same number for each of them."""

    function: str
    order: Polynomial
    letters: tuple[Letter, ...]
    a: Polynomial
    b: Polynomial
    alike: tuple[int, ...] = ()

    @cached_property
    def terms(self) -> Terms:
        """Its normal form."""
        return convex(self.function, self.order.terms, self.a.terms, self.b.terms)

    @cached_property
    def tensors(self) -> frozenset[Tensor]:
        """The tensors inside."""
        return self.order.tensors | self.a.tensors | self.b.tensors

    @cached_property
    def grows(self) -> bool:
        """Whether f grows faster than u, or an argument depends on N."""
        order = order_of(self.order.terms)
        tame = self.function == "power" and isinstance(order, Fraction) and order <= 1
        own = self.function in ("entropy", "square", "power") and not tame
        return own or self.a.grows or self.b.grows

    def at(self, letters: Sequence[Letter]) -> Terms:
        """Its normal form at other letters, some of them perhaps the same."""
        names = dict(zip(self.letters, letters, strict=True))
        sides = (rename(p.terms, names) for p in (self.a, self.b))
        return convex(self.function, self.order.terms, *sides)


NO_PRODUCT = Polynomial(())


def entry(tensor: Tensor, at: Iterable[Letter] = ()) -> Polynomial:
    """An entry of a tensor."""
    return Polynomial((single(1, (tensor, tuple(at))),))


def applied(function: str, order: Polynomial, a: Any, b: Any) -> Polynomial:
    """A convex function of two polynomials or numbers, as it is written."""
    a, b = Polynomial.of(a), Polynomial.of(b)
    letters = tuple(sorted(a.free | b.free, key=str))
    term = Convex(function, order, letters, a, b)
    return entry(Tensor(function, alphabets_at(letters), term=term), letters)


def alphabets_at(letters: Iterable[Letter]) -> tuple[str, ...]:
    """The alphabets of letters."""
    return tuple(alphabet for alphabet, _ in letters)


def written(terms: Terms) -> Polynomial:
    """A normal form as a polynomial."""
    return Polynomial(tuple(Product(c, tuple(bound), atoms) for c, atoms, bound in terms))


def single(coefficient: int, *atoms: Atom, summed: Iterable[Letter] = ()) -> Product:
    """One product."""
    return Product(Fraction(coefficient), tuple(summed), atoms)


def alphabets_of(tensors: Iterable[Tensor]) -> frozenset[str]:
    """The alphabets of tensors, and those that they count."""
    counted = {t.name[1:-1] for t in tensors if t.name[0] == "|"}
    return frozenset(a for t in tensors for a in t.alphabets) | counted


def letters_of(tensor: Tensor) -> tuple[Letter, ...]:
    """Letters at which it can stand."""
    return tuple((a, f"{a.lower()}'{k}") for k, a in enumerate(tensor.alphabets))


def declared(tensor: Tensor) -> Iterator[Fact]:
    """What holds of all entries of a tensor, by declaration."""
    every = letters_of(tensor)
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


def all_shapes(tensor: Tensor) -> list[Fact]:
    """All that a tensor declares, to be shown of what replaces it; of it nothing is declared."""
    every, bare = letters_of(tensor), Tensor(tensor.name, tensor.alphabets)
    entry, found = (bare, every), []
    if "positive" in tensor.facts:
        found.append(Fact("> 0", Polynomial((single(1, entry),)), every, ">"))
    if tensor.nonnegative:
        found.append(Fact(">= 0", Polynomial((single(1, entry),)), every))
    if tensor.at_most_one:
        found.append(Fact("<= 1", Polynomial((single(1), single(-1, entry))), every))
    if "indicator" in tensor.facts:
        square = Polynomial((single(1, entry, entry), single(-1, entry)))
        found.append(Fact("its square", square, every, "=="))
    if tensor.places:
        own = [every[k] for k in tensor.places]
        total = Polynomial((single(1, entry, summed=own), single(-1)))
        found.append(Fact("its sum", total, tuple(i for i in every if i not in own), "=="))
    return found


def shapes(tensor: Tensor) -> list[Fact]:
    """Of these facts those from which the others follow."""
    signed = tensor.facts & {"nonnegative", "positive"}
    asked = {
        "> 0": "positive" in tensor.facts,
        ">= 0": "nonnegative" in tensor.facts and "positive" not in tensor.facts,
        "<= 1": "at_most_one" in tensor.facts and not (tensor.places and signed),
    }
    return [fact for fact in all_shapes(tensor) if asked.get(fact.name, True)]


# --- The first voice: multiply out, simplify, match -------------------------------------------


class Term(NamedTuple):
    """A coefficient times a simplified product; the letters in `bound` are summed over."""

    coefficient: Fraction
    atoms: tuple[Atom, ...]
    bound: frozenset[Letter] = frozenset()


Terms = Sequence[Term]
_numbers = count()


class Work:
    """What a certificate has cost, and its longest list of letters.

    `limit`: how many values there may be in all. `named`: the alphabets of which a letter was read.
    """

    products = tries = values = widest = 0
    limit = MOST_VALUES
    named: set[str]

    def reset(self) -> None:
        """Begin to count."""
        self.products = self.tries = self.values = self.widest = 0
        self.limit = MOST_VALUES
        self.named = set()

    def evaluate(self, values: int) -> None:
        """Count values before they are computed."""
        if self.values + values > self.limit:
            raise TooLarge("there are too many sums to evaluate")
        self.values += values

    def try_once(self) -> None:
        """Count a try."""
        self.tries += 1
        if self.tries > MOST_TRIES:
            refuse("two products are too symmetric to compare")


WORK = Work()
WORK.reset()


def apart(letters: Iterable[Letter]) -> dict[Letter, Letter]:
    """New bound letters in place of letters."""
    return {i: (i[0], next(_numbers)) for i in letters}


def put_together(c: Fraction, bound: Iterable[Letter], parts: Iterable[Terms]) -> Terms:
    """c times the sum over letters of a product, whose parts keep their own bound letters apart."""
    found = [Term(c, (), frozenset(bound))]
    for part in parts:
        found = [
            Term(d * e, (*atoms, *moved(others, fresh)), own.union(fresh.values()))
            for d, atoms, own in found
            for e, others, again in part
            for fresh in [apart(again)]
        ]
        if len(found) > MOST_PRODUCTS:
            refuse(f"it multiplies out to more than {MOST_PRODUCTS} products")
    return [term for d, atoms, own in found for term in simplify(d, atoms, own)]


def expand(product_: Product) -> Terms:
    """A product as terms."""
    fresh = apart(product_.summed)
    plain: list[Atom] = []
    parts: list[Terms] = []
    for tensor, at in moved(product_.atoms, fresh):
        if tensor.term:
            parts.append(rename(tensor.term.terms, dict(zip(tensor.term.letters, at, strict=True))))
        else:
            plain.append((tensor, at))
    return put_together(
        product_.coefficient, fresh.values(), [[Term(Fraction(1), tuple(plain))], *parts]
    )


def moved(atoms: Iterable[Atom], names: Mapping[Letter, Letter]) -> list[Atom]:
    """Atoms at other letters."""
    return [(tensor, tuple([names.get(i, i) for i in at])) for tensor, at in atoms]


def rename(terms: Terms, names: Mapping[Letter, Letter]) -> Terms:
    """Other letters for free ones; bound letters get new numbers, so that none is captured."""
    found: list[Term] = []
    for c, atoms, bound in terms:
        fresh = apart(bound)
        found += simplify(c, moved(atoms, {**names, **fresh}), fresh.values())
    return found


def times(left: Terms, right: Terms) -> Terms:
    """The product, with the bound letters of either side apart."""
    return collect(put_together(Fraction(1), (), [left, right]))


def add_up(terms: Terms, letters: Iterable[Letter]) -> Terms:
    """The sum over free letters."""
    fresh, found = apart(letters), list[Term]()
    for c, atoms, bound in terms:
        found += simplify(c, moved(atoms, fresh), bound.union(fresh.values()))
    return found


def scale(factor: Fraction | int, terms: Terms) -> Terms:
    """A multiple."""
    return [Term(factor * c, atoms, bound) for c, atoms, bound in terms]


def free_letters(terms: Terms) -> frozenset[Letter]:
    """The letters that are not summed over."""
    return frozenset(i for term in terms for _, at in term.atoms for i in at) - {
        i for term in terms for i in term.bound
    }


def simplify(c: Fraction, atoms: Iterable[Atom], bound: Iterable[Letter]) -> Terms:
    """Apply deltas, squares of indicators, one-hot rows and sums of one until nothing changes.

    A summed letter that then occurs nowhere is the number of letters of its alphabet. A convex term
    at letters that became the same is made anew.
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
    for k, (tensor, at) in enumerate(rest):
        if tensor.term and len(set(at)) < len(at):
            others = [Term(c, (*rest[:k], *rest[k + 1 :]))]
            return put_together(Fraction(1), open_, [others, tensor.term.at(at)])
    used = {i for _, at in rest for i in at}
    rest += [(size(alphabet), ()) for alphabet, _ in open_ - used]
    return [Term(c, tuple(rest), frozenset(open_ & used))]


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


def _signature(term: Term, start: Mapping[Letter, int] | None = None) -> int:
    """A number that renaming bound letters leaves as it is; it sorts, it decides nothing.

    So does renaming other letters, where `start` gives numbers for these too.
    """
    colour = dict(start or {i: hash(i[0]) for i in term.bound})
    for _ in range(2 if colour else 0):
        seen: dict[Letter, list[int]] = {i: [] for i in colour}
        for tensor, at in term.atoms:
            around = hash((tensor.name, _arranged(tensor, at, colour)))
            for place, i in enumerate(at):
                if i in seen:
                    own = tensor.term.alike[place] if tensor.term else place
                    seen[i].append(hash((own, around)))
        colour = {i: hash((colour[i], tuple(sorted(marks)))) for i, marks in seen.items()}
    atoms = [hash((t.name, _arranged(t, at, colour))) for t, at in term.atoms]
    return hash(tuple(sorted(atoms)))


def _arranged(
    tensor: Tensor, at: Iterable[Letter], colour: Mapping[Letter, int]
) -> tuple[int, ...]:
    """Numbers for letters, sorted where these may be exchanged."""
    marks = tuple(colour[i] if i in colour else hash(i) for i in at)
    if not tensor.term or len(set(tensor.term.alike)) == len(marks):
        return marks
    return tuple(mark for _, mark in sorted(zip(tensor.term.alike, marks, strict=True)))


def _same_product(one: Term, other: Term) -> bool:
    """Whether a renaming of bound letters carries one product to the other, sum by sum."""
    if len(one.atoms) != len(other.atoms) or len(one.bound) != len(other.bound):
        return False
    if one.atoms == other.atoms:
        return True
    left, right = factors(one), factors(other)
    for part in left:
        rest = without(right, part)
        if rest is None:
            return False
        right = rest
    return not right


def _same_factor(one: Term, other: Term) -> bool:
    """The same of products that do not fall apart, by trying."""
    if len(one.atoms) != len(other.atoms) or len(one.bound) != len(other.bound):
        return False

    def match(left: tuple[Atom, ...], right: tuple[Atom, ...], names: dict[Letter, Letter]) -> bool:
        if not left:
            return True
        WORK.try_once()
        known = (k for k, (_, at) in enumerate(left) if all(i in names for i in at))
        near = (k for k, (_, at) in enumerate(left) if any(i in names for i in at))
        place = next(known, next(near, 0))
        tensor, at = left[place]
        rest = left[:place] + left[place + 1 :]
        for k, (again, to) in enumerate(right):
            if tensor == again and (again, to) not in right[:k]:
                for arrangement in _arrangements(tensor, at, to, names):
                    more = _extend(names, at, arrangement, other.bound)
                    if more is not None and match(rest, right[:k] + right[k + 1 :], more):
                        return True
        return False

    fixed = {i: i for i in free_letters([one])}
    return match(one.atoms, other.atoms, fixed)


def _arrangements(
    tensor: Tensor, at: Sequence[Letter], to: Sequence[Letter], names: Mapping[Letter, Letter]
) -> Iterator[Sequence[Letter]]:
    """The letters `to` in all orders that mean the same and have names where `at` has them."""
    alike = tensor.term.alike if tensor.term else ()
    if len(set(alike)) == len(alike):
        yield to
        return
    places: list[int] = []
    open_: list[list[Letter]] = []
    fixed: dict[int, Letter] = {}
    for which in set(alike):
        group = [k for k, own in enumerate(alike) if own == which]
        left = [to[k] for k in group]
        for k in group:
            if at[k] in names and names[at[k]] in left:
                fixed[k] = names[at[k]]
                left.remove(fixed[k])
        places += [k for k in group if k not in fixed]
        open_.append(left)
    for order in _orders(open_):
        found = {**fixed, **dict(zip(places, order, strict=True))}
        yield [found[k] for k in range(len(to))]


def _orders(groups: Sequence[Sequence[Letter]]) -> Iterator[tuple[Letter, ...]]:
    """The letters of groups, each group in all orders."""
    for first in permutations(groups[0]) if groups else [()]:
        for rest in _orders(groups[1:]) if groups else [()]:
            WORK.try_once()
            yield (*first, *rest)


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


# --- Terms of convex functions ------------------------------------------------------------------


def order_of(terms: Terms) -> Fraction | Tensor:
    """The order of a power: a number, or a scalar."""
    if not any(term.atoms for term in terms):
        return sum((term.coefficient for term in terms), Fraction(0))
    (term, *more) = terms
    if more or len(term.atoms) != 1 or term.coefficient != 1:
        refuse("an order is a number, or one scalar")
    ((tensor, at),) = term.atoms
    return refuse("an order is a number, or one scalar") if at or tensor.term else tensor


def value_at_one(function: str, order: Fraction) -> Fraction:
    """f(1)."""
    power = Fraction(1 if order > 1 else -1 if 0 < order < 1 else 0)
    return {"square": Fraction(1), "root": Fraction(-1), "power": power}.get(function, Fraction(0))


def convex(function: str, order: Terms, a: Terms, b: Terms) -> Terms:
    """F(a, b): 0 if a = 0, f(1) a if a = b, else what is >= 0 and divides both stands before it.

    F(0, b) = 0, F(a, a) = f(1) a and F(v a, v b) = v F(a, b) for v >= 0 hold for all real a and b.
    """
    index, a, b = order_of(order), collect(a), collect(b)
    if not a:
        return ZERO
    if isinstance(index, Fraction) and not minus(a, b):
        return collect(scale(value_at_one(function, index), a))
    coefficients = [term.coefficient for term in (*a, *b)]
    content = Fraction(
        gcd(*(c.numerator for c in coefficients)), lcm(*(c.denominator for c in coefficients))
    )
    split = [factors(term) for term in (*a, *b)]
    shared = []
    for part in split[0]:
        less = [without(own, part) for own in split] if is_plain(part) else [None]
        if all(own is not None for own in less):
            shared.append(part)
            split = [own for own in less if own is not None]
    rest = [multiplied(own, c / content) for own, c in zip(split, coefficients, strict=True)]
    left, right = (collect(chain(*side)) for side in (rest[: len(a)], rest[len(a) :]))
    atom = _interned(function, index, order, left, right)
    return times(multiplied(shared, content), [Term(Fraction(1), (atom,))])


_KNOWN: dict[Any, list[Tensor]] = {}


def _interned(function: str, index: Any, order: Terms, a: Terms, b: Terms) -> Atom:
    """The term as a tensor at letters: one that is known, at letters that make it the same."""
    letters = free_letters(a) | free_letters(b)
    marks = {i: (i[0], _mark(i, letters, (a, b))) for i in letters}
    groups: dict[Any, list[Letter]] = {}
    for i in sorted(letters, key=lambda i: (marks[i], str(i[1]))):
        groups.setdefault(marks[i], []).append(i)
    key = (function, index, len(a), len(b), tuple((m, len(own)) for m, own in groups.items()))
    known = _KNOWN.setdefault((*key, _mark(None, letters, (a, b))), [])
    for tensor in known:
        for at in _orders(list(groups.values())):
            if _is_at(tensor.term, at, a, b):
                return tensor, at
    places = tuple(chain(*groups.values()))
    fresh = apart(places)
    above, below = (written(rename(terms, fresh)) for terms in (a, b))
    term = Convex(function, written(order), tuple(fresh[i] for i in places), above, below)
    term = replace(term, alike=_alike(term, [marks[i] for i in places]))
    tensor = Tensor(f"F{next(_numbers)}", tuple(i[0] for i in places), term=term)
    known.append(tensor)
    return tensor, places


def _is_at(term: Convex | None, at: Sequence[Letter], a: Terms, b: Terms) -> bool:
    """Whether the arguments of a term are these, at letters."""
    if not term:
        return False
    names = dict(zip(term.letters, at, strict=True))
    return not any(
        minus(rename(own.terms, names), side) for own, side in ((term.a, a), (term.b, b))
    )


def _alike(term: Convex, marks: Sequence[Any]) -> tuple[int, ...]:
    """Which letters of a term may be exchanged for each other."""
    found: list[int] = []
    for k, mark in enumerate(marks):
        for other in sorted(set(found)):
            at = list(term.letters)
            at[k], at[other] = at[other], at[k]
            if marks[other] == mark and _is_at(term, at, term.a.terms, term.b.terms):
                found.append(other)
                break
        else:
            found.append(k)
    return tuple(found)


def _mark(letter: Letter | None, letters: Iterable[Letter], sides: Iterable[Terms]) -> int:
    """A number for a letter's places in polynomials, whatever the letters are called."""
    marks = []
    for which, terms in enumerate(sides):
        for term in terms:
            start = {i: hash((i[0], i == letter, True)) for i in letters}
            start.update((i, hash(i[0])) for i in term.bound)
            marks.append(hash((which, term.coefficient, _signature(term, start))))
    return hash(tuple(sorted(marks)))


# --- The table of rows ----------------------------------------------------------------------------


class Functions:
    """The functions by name, of polynomials or of numbers."""

    def __init__(self, apply: Callable[[str, Any, Any, Any], Any]) -> None:
        self.entropy, self.square, self.excess, self.root = (
            partial(apply, name, NO_PRODUCT) for name in ("entropy", "square", "excess", "root")
        )
        self.power = partial(apply, "power")

    def log(self, c: Any) -> Any:
        """The logarithm: log c = -F_entropy(1, c)."""
        return -self.entropy(1, c)

    def gap(self, a: Any, b: Any) -> Any:
        """|a - b|."""
        return 2 * self.excess(a, b) - a + b


class Row(NamedTuple):
    """What is true of all a, b >= 0 and parameters that are as needed, and of all large N."""

    parameters: int
    states: Callable[..., Any]
    needs: Callable[..., list[tuple[str, Any]]] = lambda *_: []
    relation: str = ">="


def of_table(function: str, order: Polynomial, a: Any, b: Any) -> Polynomial:
    """F(a, b); of the powers, that of order 2 is the square and that of order 1/2 the root."""
    named = {Fraction(2): "square", Fraction(1, 2): "root"}
    called = named.get(order_of(order.terms), function) if function == "power" else function  # type: ignore[arg-type]
    return applied(called, order if called == "power" else NO_PRODUCT, a, b)


def is_same(b: Any, c: Any) -> bool:
    """Whether two polynomials, or numbers, are the same."""
    return b == c or (isinstance(b, Polynomial) and not minus(b.terms, Polynomial.of(c).terms))


def unequal(b: Any, c: Any) -> list[tuple[str, Any]]:
    """That b and c are positive, unless they are the same."""
    return [] if is_same(b, c) else [(">", b), (">", c)]


def finite(s: Any, *needs: Any) -> list[tuple[str, Any]]:
    """What is needed for powers above order 1 to be finite; below it, where s is -1, nothing."""
    return [] if is_same(s, -1) else [(">=", need) for need in needs]


def signed(order: Any, s: Any, q: Any) -> list[tuple[str, Any]]:
    """That s u^order is convex: s is the sign of q, which is that of order - 1, and order > 0."""
    return [(">", order), (">", s * q), ("==", s * s - 1)]


# fmt: off
ROWS = {
    "entropy tangent": Row(
        2, lambda f, a, b, n, d: d * f.entropy(a, b) - d * a * (1 + f.log(n) - f.log(d)) + n * b,
        lambda f, a, b, n, d: [(">", n), (">", d)]),
    "entropy below square": Row(
        1, lambda f, a, b, c: f.square(a, b) - c * a + c * a * f.log(c) - c * f.entropy(a, b),
        lambda f, a, b, c: [(">", c)]),
    "entropy below power": Row(  # log v <= v - 1,  v = (a/c)^(o - 1) r/t
        5, lambda f, a, b, o, s, c, r, t: r * s * f.power(o, a, c) - t * (
            (o - 1) * (f.entropy(a, b) + a * f.log(b) - a * f.log(c))
            + a * (1 + f.log(r) - f.log(t))),
        lambda f, a, b, o, s, c, r, t: [
            *signed(o, s, o - 1), (">", r), (">", t), *unequal(b, c)]),
    "power below power": Row(  # v <= (p/q w + 1 - p/q) / (1 - x/q) where log v = p/q log w + x/q
        7, lambda f, a, b, m, s, n, c, r, t, u:
        r * u * (m - 1) * f.power(n, a, c) + t * u * s * (n - m) * a - r * t * f.power(m, a, b) * (
            n - 1 - (n - 1) * (m - 1) * (f.log(c) - f.log(b)) - (n - m) * f.log(r)
            - (m - 1) * f.log(t) + (n - 1) * f.log(u)),
        lambda f, a, b, m, s, n, c, r, t, u: [
            *signed(n, s, m - 1), (">", s * (n - m)), (">", r), (">", t), (">", u),
            *unequal(b, c)]),
    "power tangent": Row(
        3, lambda f, a, b, o, n, d:
        n * d * f.power(o, a, b) - f.power(o, n, d) * (o * d * a - (o - 1) * n * b),
        lambda f, a, b, o, n, d: [(">", n), (">", d)]),
    "power turned": Row(
        2, lambda f, a, b, m, n: f.power(m, a, b) - f.power(n, b, a),
        lambda f, a, b, m, n: [(">", m), (">", n), ("==", m + n - 1)], "=="),
    "power of product": Row(  # u^o v^o = (u v)^o, finite where b = 0 needs a = 0 and order > 1
        6, lambda f, a, b, o, s, c, d, m, k:
        f.power(o, a * c, b * d) - s * f.power(o, a, b) * f.power(o, c, d),
        lambda f, a, b, o, s, c, d, m, k: [
            *signed(o, s, o - 1), (">=", c), (">=", d),
            *finite(s, m * b - a, k * d - c)], "=="),
    "excess below power": Row(
        3, lambda f, a, b, o, c, t:
        f.power(o, a, b) - t * (1 + (o - 1) * f.log(c) - f.log(t)) * f.excess(a, c * b),
        lambda f, a, b, o, c, t: [(">", o - 1), (">", c), (">", t)]),
    "entropy of number": Row(
        0, lambda f, a, b: f.entropy(a, 1) + a * f.entropy(1, a),
        lambda f, a, b: [("==", b - 1)], "=="),
    "entropy reference": Row(
        1, lambda f, a, b, c: -b * f.entropy(a, b) - a * f.entropy(b, c),
        lambda f, a, b, c: [(">=", c - a)]),
    "log of product": Row(
        0, lambda f, a, b: f.log(a * b) - f.log(a) - f.log(b),
        lambda f, a, b: [(">", a), (">", b)], "=="),
    "square reference": Row(
        1, lambda f, a, b, c: a * c - b * f.square(a, b), lambda f, a, b, c: [(">=", c - a)]),
    "square tangent": Row(1, lambda f, a, b, c: f.square(a, b) - 2 * c * a + c * c * b),
    "square times": Row(0, lambda f, a, b: a * a - b * f.square(a, b)),
    "square below excess": Row(
        1, lambda f, a, b, c: c * f.excess(a, b) - f.square(a, b) + a,
        lambda f, a, b, c: [(">=", c * b - a)]),
    "excess tangent": Row(
        1, lambda f, a, b, g: f.excess(a, b) - g * (a - b),
        lambda f, a, b, g: [(">=", g), (">=", 1 - g)]),
    "excess above": Row(0, lambda f, a, b: a - f.excess(a, b)),
    "excess none": Row(
        0, lambda f, a, b: f.excess(a, b), lambda f, a, b: [(">=", b - a)], "=="),
    "excess all": Row(
        0, lambda f, a, b: f.excess(a, b) - a + b, lambda f, a, b: [(">=", a - b)], "=="),
    "excess below square": Row(
        1, lambda f, a, b, r: f.square(a, b) - 2 * a + b + r * r * b - 2 * r * f.gap(a, b)),
    "excess below entropy": Row(
        1, lambda f, a, b, r: f.entropy(a, b) - a + b - 2 * r * f.gap(a, b)
        + Fraction(2, 3) * r * r * (a + 2 * b)),
    "excess below root": Row(
        1, lambda f, a, b, r: a + b + 2 * f.root(a, b) - 2 * r * f.gap(a, b)
        + r * r * (a + b - 2 * f.root(a, b))),
    "root tangent": Row(
        2, lambda f, a, b, n, d: 2 * n * d * f.root(a, b) + d * d * a + n * n * b,
        lambda f, a, b, n, d: [(">=", n), (">=", d)]),
    "root above": Row(0, lambda f, a, b: -f.root(a, b)),
    "root square": Row(0, lambda f, a, b: f.root(a, b) * f.root(a, b) - a * b, relation="=="),
    "root above least": Row(
        0, lambda f, a, b: -f.root(a, b) - a, lambda f, a, b: [(">=", b - a)]),
    "root below excess": Row(0, lambda f, a, b: f.gap(a, b) - a - b - 2 * f.root(a, b)),
    "entropy above root": Row(0, lambda f, a, b: f.entropy(a, b) - 2 * a - 2 * f.root(a, b)),
}
# fmt: on


# --- The second voice: values at random ------------------------------------------------------


Values = Mapping[Letter, int]
Entry = Callable[[tuple[int, ...]], Fraction]


class World:
    """Alphabets of one to three letters, tensors with random entries as declared, some F.

    Where tensors have many places, most alphabets have one letter.
    """

    def __init__(self, rng: Random, letters: int | None) -> None:
        self._rng, self._letters = rng, letters
        self._sizes: dict[str, int] = {}
        self._constants: dict[Letter, int] = {}
        self._entries: dict[tuple[Tensor, tuple[int, ...]], dict[tuple[int, ...], Fraction]] = {}
        self._facts: dict[tuple[Fact, tuple[int, ...]], Fraction] = {}
        self._terms: dict[tuple[Tensor, tuple[int, ...]], Fraction] = {}
        self._lines: dict[tuple[str, Fraction], list[tuple[Fraction, Fraction]]] = {}

    def size(self, alphabet: str) -> int:
        """The number of letters of an alphabet."""
        if alphabet not in self._sizes:
            crowded = self._rng.random() * WORK.widest > WIDE
            own = 1 if crowded else self._letters or self._rng.randint(1, 3)
            self._sizes[alphabet] = own
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

    def tuples(self, letters: Sequence[Letter]) -> Iterator[tuple[int, ...]]:
        """All choices of some letters."""
        sizes = [self.size(alphabet) for alphabet, _ in letters]
        WORK.evaluate(prod(sizes))
        return product(*map(range, sizes))

    def every(self, letters: Sequence[Letter], values: Values) -> Iterator[Values]:
        """The values with all choices of some letters."""
        for chosen in self.tuples(letters):
            yield {**values, **dict(zip(letters, chosen, strict=True))}

    def entry(self, tensor: Tensor, at: tuple[int, ...]) -> Fraction:
        """The entry of a tensor."""
        if tensor.term:
            return self._term(tensor, tensor.term, at)
        if tensor.name == DELTA:
            return Fraction(at[0] == at[1])
        if tensor.name[0] == "|":
            return Fraction(self.size(tensor.name[1:-1]))
        row = tuple(v for k, v in enumerate(at) if k not in tensor.places)
        block = self._entries.get((tensor, row))
        if block is None:
            block = self._entries[tensor, row] = self._draw(tensor)
        return block[tuple(at[k] for k in tensor.places)]

    def _term(self, tensor: Tensor, term: Convex, at: tuple[int, ...]) -> Fraction:
        """F at the values of its arguments."""
        if (tensor, at) not in self._terms:
            here = dict(zip(term.letters, at, strict=True))
            a, b = self.value(term.a, here), self.value(term.b, here)
            self._terms[tensor, at] = self.function(term.function, term.order)(a, b)
        return self._terms[tensor, at]

    def function(self, name: str, order: Polynomial) -> Callable[[Fraction, Fraction], Fraction]:
        """F of a function of an order."""
        return partial(self.function_of, name, order=self.value(order, {}))

    def function_of(self, name: str, a: Any, b: Any, order: Fraction = Fraction(0)) -> Fraction:
        """The largest of lines c a - d b with d >= 0: one has d = 0, for the largest c - d = f(1).

        So it is convex and homogeneous where a, b >= 0, F(0, b) = 0 and F(a, a) = f(1) a. Elsewhere
        it is f(1) a.
        """
        one = value_at_one(name, order)
        if a < 0 or b < 0:
            return one * a
        if (name, order) not in self._lines:
            low, high, more = (Fraction(self._rng.randint(1, 9), 4) for _ in range(3))
            lines = [(one - low, Fraction(0)), (one + high, high), (one + more, more + 1)]
            self._lines[name, order] = lines
        return max(c * a - d * b for c, d in self._lines[name, order])

    def _draw(self, tensor: Tensor) -> dict[tuple[int, ...], Fraction]:
        """The entries that sum to one together, or one entry."""
        own = [(tensor.alphabets[k], str(k)) for k in tensor.places]
        cells = list(self.tuples(own))
        if "indicator" in tensor.facts:
            if not own:
                return {(): Fraction("positive" in tensor.facts or self._rng.randrange(2))}
            hot = self._rng.choice(cells)
            return {cell: Fraction(cell == hot) for cell in cells}
        least = 1 if "positive" in tensor.facts else 0
        if tensor.nonnegative and own:
            weights = Counter(dict.fromkeys(cells, least))
            weights.update(self._rng.choice(cells) for _ in range(12))
            whole = weights.total()
            return {cell: Fraction(weights[cell], whole) for cell in cells}
        low = least if tensor.nonnegative else self._rng.choice((-7, 1))
        drawn = {c: Fraction(self._rng.randint(low, 9), self._rng.randint(1, 3)) for c in cells}
        if own:
            drawn[cells[-1]] += 1 - sum(drawn.values())
        return drawn

    def value(self, polynomial: Polynomial, values: Values) -> Fraction:
        """The value of a polynomial."""
        total = Fraction(0)
        for c, summed, atoms in polynomial.products:
            parts = [(at, partial(self.entry, tensor)) for tensor, at in atoms]
            total += self.add_up(c, parts, summed, values)
        return total

    def add_up(
        self,
        c: Fraction,
        parts: Iterable[tuple[tuple[Letter, ...], Entry]],
        summed: Sequence[Letter],
        values: Values,
    ) -> Fraction:
        """c times the sum over letters of a product of entries, one letter after the other."""
        tables: list[tuple[tuple[Letter, ...], dict[tuple[int, ...], Fraction]]] = []
        for at, entry in parts:
            own = tuple(dict.fromkeys(i for i in at if i in summed))
            table = {}
            for chosen in self.tuples(own):
                here = dict(zip(own, chosen, strict=True))
                table[chosen] = entry(
                    tuple([here[i] if i in here else self.letter(i, values) for i in at])
                )
            if own:
                tables.append((own, table))
            else:
                c *= table[()]
            if not c:
                return c
        left = list(summed)
        while left:
            around = {i: {j for own, _ in tables if i in own for j in own} for i in left}
            last = min(left, key=lambda i: prod(self.size(j[0]) for j in around[i]))
            joined = [table for table in tables if last in table[0]]
            tables = [table for table in tables if last not in table[0]]
            tables.append(self._without(last, sorted(around[last] - {last}, key=str), joined))
            left.remove(last)
        return c * prod(table[()] for _, table in tables)

    def _without(self, last: Letter, own: Sequence[Letter], tables: Any) -> Any:
        """The sum over a letter of a product of tables."""
        letters, total = (*own, last), dict.fromkeys(self.tuples(own), Fraction(0))
        places = [(tuple(letters.index(i) for i in at), table) for at, table in tables]
        for chosen in self.tuples(letters):
            total[chosen[:-1]] += prod(
                (table[tuple([chosen[k] for k in at])] for at, table in places), start=Fraction(1)
            )
        return tuple(own), total

    def fact(self, fact: Fact, at: tuple[int, ...]) -> Fraction:
        """The value of a fact at letters; of everything else it speaks as it stands."""
        known = self._facts.get((fact, at))
        if known is None:
            known = self.value(fact.polynomial, dict(zip(fact.every, at, strict=True)))
            self._facts[fact, at] = known
        return known

    def use(self, fact: Fact, letters: Sequence[Letter], values: Values) -> Fraction:
        """The same, at letters with values."""
        return self.fact(fact, tuple(self.letter(i, values) for i in letters))


class Within(World):
    """A world as a rule sees it: alphabets are products, bodies stand for tensors."""

    def __init__(self, world: World, instance: Instance, values: Values) -> None:
        super().__init__(Random(0), None)
        self._world, self._instance, self._outer = world, instance, values

    def size(self, alphabet: str) -> int:
        """The size of the product."""
        return prod(self._world.size(part) for part in self._instance.parts(alphabet))

    def letter(self, letter: Letter, values: Values) -> int:
        """The value that it has here, or in the world around."""
        return values[letter] if letter in values else self._world.letter(letter, self._outer)

    def function_of(self, name: str, a: Any, b: Any, order: Fraction = Fraction(0)) -> Fraction:
        """The functions are those of the world around."""
        return self._world.function_of(name, a, b, order)

    def entry(self, tensor: Tensor, at: tuple[int, ...]) -> Fraction:
        """The value of the body, or the entry in the world around."""
        if tensor.term or tensor.name == DELTA or tensor.name[0] == "|":
            return super().entry(tensor, at)
        if tensor.name not in self._instance.bodies:
            return self._world.entry(tensor, at)
        key = (tensor, at)
        if key not in self._terms:
            places, (_, body) = (
                self._instance.places(tensor.name),
                self._instance.bodies[tensor.name],
            )
            parts = [self._instance.parts(alphabet) for alphabet in tensor.alphabets]
            digits = chain(*(self._digits(v, own) for v, own in zip(at, parts, strict=True)))
            here = {**self._outer, **dict(zip(places, digits, strict=True))}
            self._terms[key] = self._world.value(body, here)
        return self._terms[key]

    def _digits(self, value: int, alphabets: Sequence[str]) -> list[int]:
        """The components of a letter of a product."""
        found = []
        for alphabet in reversed(alphabets):
            value, digit = divmod(value, self._world.size(alphabet))
            found.append(digit)
        return found[::-1]

    def at(
        self,
        polynomial: Polynomial,
        names: Mapping[Letter, tuple[Letter, ...]],
        values: Values,
    ) -> Fraction:
        """The value of a polynomial of the rule, whose letters have components with values."""
        here = {}
        for letter, components in names.items():
            here[letter] = 0
            for i in components:
                here[letter] *= self._world.size(i[0])
                here[letter] += self._world.letter(i, values)
        return self.value(polynomial.normal, here)


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
    holds it has a value, so that no 0/0 stands there. Where there is a `carrier`, a polynomial that
    is never negative, the node is never negative either, and positive wherever that is.
    """

    lows: tuple[Terms, ...] = ()
    highs: tuple[Terms, ...] = ()
    positive: bool = False
    finite: bool = False
    counts: bool = False
    carrier: Terms | None = None

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
    carried = found.carrier is not None and guard.makes_positive(found.carrier)
    return replace(found, positive=found.positive or carried or (low is not None and low > 0))


def _of_ratio(node: Node, guard: Guard) -> Known:
    """n / d with d >= 0. At d = 0 it is inf, or 0/0, which does not count, or -inf if n < 0.

    n >= d makes it 1 at least, n <= d at most; it is finite where d > 0, and where n > 0, n >= 0,
    entails d > 0, since n / 0 is 0/0 then.
    """
    above, below = node.polynomials
    if not minus(below, ONE):
        carrier = above if is_nonnegative(above) else None
        return Known((above,), (above,), guard.makes_positive(above), True, True, carrier)
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
    """A sum lies between the sums of the bounds of its terms; one positive term makes it so."""
    body = known_of(node.parts[0], guard)
    ends = (tuple(add_up(e, node.over) for e in kind) for kind in (body.lows, body.highs))
    carrier = None if body.carrier is None else add_up(body.carrier, node.over)
    return Known(*ends, body.positive, body.finite, body.counts, carrier)


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


def _of_added(node: Node, guard: Guard) -> Known:
    """Bounds of all the summands add up; of one that has none, nothing is known of the sum."""
    parts = [known_of(part, guard) for part in node.parts]
    if any(prod(map(len, ends)) > MOST_ENDS for ends in zip(*map(_ends, parts), strict=True)):
        refuse("a sum of several has too many bounds")
    lows, highs = (
        tuple(_sum_of(ends) for ends in product(*every))
        for every in zip(*map(_ends, parts), strict=True)
    )
    finite, counts = (all(getattr(part, key) for part in parts) for key in ("finite", "counts"))
    return Known(lows, highs, False, finite, counts)


def _ends(known: Known) -> tuple[tuple[Terms, ...], tuple[Terms, ...]]:
    return known.lows, known.highs


def _sum_of(ends: Sequence[Terms]) -> Terms:
    return collect([term for end in ends for term in end])


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
    carrier = weight if body.positive and is_nonnegative(weight) else None
    return Known(lows, highs, positive, body.finite, body.counts, carrier)


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
    carrier = body.carrier if node.exponent > 0 else None
    return Known((ONE if up else ZERO,), (ONE,) * down, positive, finite, body.counts, carrier)


def _of_exceeds(node: Node, guard: Guard) -> Known:
    """0 or 1, and finite whatever is exceeded; whether n > 0 is at least n, if n <= 1."""
    lows: tuple[Terms, ...] = (ZERO,)
    (part,), (level,) = node.parts, node.polynomials
    if part.kind == "ratio" and not level and not minus(part.polynomials[1], ONE):
        share = part.polynomials[0]
        lows += (share,) if is_nonnegative(minus(ONE, share)) else ()
        carrier = share if is_nonnegative(share) else None
        return Known(lows, (ONE,), False, True, True, carrier)
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


def _of_contraction(node: Node, guard: Guard) -> Known:
    """0 where there is no ratio; and none is above 1, as no channel raises a divergence."""
    return Known((ZERO,), (ONE,), False, True, True)


def _of_concentrated(node: Node, guard: Guard) -> Known:
    """Infinite, or not below the limit of a finite divergence over its order, which is 0."""
    return Known((ZERO,), (), False, False, False)


RULES: dict[str, Callable[[Node, Guard], Known]] = {
    "ratio": _of_ratio,
    "largest": _of_extreme,
    "smallest": _of_extreme,
    "total": _of_total,
    "larger": _of_larger,
    "added": _of_added,
    "weighted": _of_weighted,
    "log": _of_log,
    "power": _of_power,
    "exceeds": _of_exceeds,
    "fractional_event": _of_event,
    "excess_ratio": _of_excess,
    "contraction": _of_contraction,
    "concentrated": _of_concentrated,
}
FACTS = ("least", "most", "positive", "finite")
SEVERAL = ("larger", "added")
BARRED = ("exceeds", "fractional_event", "excess_ratio")
NODES = {
    "ratio": ("numerator", "denominator"),
    "largest": ("over", "body", "where"),
    "smallest": ("over", "body", "where"),
    "total": ("over", "body"),
    "larger": ("bodies",),
    "added": ("bodies",),
    "weighted": ("weight", "body"),
    "log": ("body",),
    "power": ("body", "exponent"),
    "exceeds": ("body", "level"),
    "fractional_event": ("over", "part", "mass", "delta"),
    "excess_ratio": ("over", "part", "mass", "delta"),
    "contraction": ("function", "inputs", "outputs", "mass", "entry"),
    "concentrated": ("over", "a", "b"),
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
    covers = {k: [c for c in above if is_below(term, c[1])] for k, term in enumerate(below)}
    for k in sorted(covers, key=lambda k: len(covers[k])):  # what has fewest of them comes first
        term = below[k]
        need = -term.coefficient
        for cover in sorted(covers[k], key=lambda cover: -len(cover[1].atoms)):
            if need and cover[0]:
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
        _is_part(part, large)
        for number_ in range(len(spare) + 1)
        for out in combinations(spare, number_)
        for kept in [[atom for k, atom in enumerate(small.atoms) if k not in out]]
        for part in simplify(Fraction(1), kept, small.bound)
    )


def _is_part(part: Term, whole: Term) -> bool:
    """Whether letters in place of those that `whole` sums over make it `part`.

    What `part` sums over stands in its entries, so that each of its terms is another one of the
    whole.
    """

    def match(pattern: Sequence[Atom], atoms: Sequence[Atom], names: dict[Letter, Letter]) -> bool:
        if not pattern:
            return True
        WORK.try_once()
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
        if _same_factor(other, part):
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
    "limit": ("variable", "fact"),
    "indicate": ("indicator", "polynomial"),
}
_KEYS_1 = {
    **_KEYS,
    "instantiate": ("schema", "places", "body", "guard", "guard_fact", "conditions"),
}
_KEYS_2 = {
    **_KEYS,
    "apply": ("rule", "alphabets", "bodies", "letters", "guard", "guard_use", "shown"),
    "define": ("tensor", "places", "body", "shown"),
    "choose": ("tensor", "outer", "inner", "polynomial"),
    "reciprocal": ("tensor", "fact"),
    "enlarge": ("alphabet", "fact"),
    "perspective": ("function", "parts", "shown"),
    "scale": ("function", "factor", "a", "b", "shown"),
    "same": ("function", "a", "b", "c", "d", "shown"),
    "row": ("row", "a", "b", "parameters", "shown"),
}
POLYNOMIALS = ("case", "body", "guard", "polynomial", "order", "factor", "a", "b", "c", "d")
FUNCTIONS = ("entropy", "square", "excess", "root", "power")


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


def read_letter(data: Any, named: bool = True) -> Letter:
    """A letter, written name:alphabet."""
    name, _, alphabet = read_name(data).rpartition(":")
    if not (_LETTER.fullmatch(name) and alphabet.isidentifier()):
        refuse(f"{data[:40]!r} is no letter such as x:X")
    WORK.named.update((alphabet,) if named else ())
    return alphabet, name


def read_letters(data: Any, summed: bool = False) -> tuple[Letter, ...]:
    """Distinct letters."""
    letters = tuple(map(read_letter, read_list(data, LONGEST_PRODUCT)))
    WORK.widest = max(WORK.widest, 0 if summed else len(letters))
    return letters if len(set(letters)) == len(letters) else refuse("a letter stands there twice")


def read_alphabet(data: Any) -> str:
    """A word."""
    return data if read_name(data).isidentifier() else refuse(f"{data[:40]!r} is no alphabet")


def read_table(data: Any) -> dict[str, Any]:
    """An object with any keys, not too many."""
    if not isinstance(data, dict) or len(data) > LONGEST_LIST:
        refuse("a table is needed")
    return data


def read_tensors(data: Any) -> dict[str, Tensor]:
    """The table of declarations."""
    table = {}
    for name, declaration in read_table(data).items():
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
    """Reads what speaks of the tensors and terms of a table."""

    table: Mapping[str, Tensor]
    version: int = 1

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
        WORK.widest = max(WORK.widest, len(at))
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
            products.append(Product(read_fraction(coefficient), read_letters(summed, True), own))
        return Polynomial(tuple(products))

    def fact(self, data: Any) -> Fact:
        """A fact."""
        name, every, polynomial, relation = read_object(
            data, "name", "for_all", "polynomial", "relation"
        )
        own = self.polynomial(polynomial), read_letters(every), read_relation(relation)
        return Fact(read_name(name), *own)

    def declared(self, data: Any) -> Tensor:
        """A tensor of the table that is no term; there is one delta and one size only."""
        tensor = self.tensor(data)
        if tensor.name not in self.table or tensor.term:
            refuse(f"{tensor.name} is no tensor of which anything can be declared")
        return tensor

    def rule(self, data: Any) -> Rule:
        """A rule, or a schema of version 1."""
        if self.version == 1:
            name, *bound, premises, conclusion = read_object(
                data, "name", "parameter", "conditions", "conclusion"
            )
            alphabets: list[str] = []
        else:
            name, alphabets, bound, premises, conclusion = read_object(
                data, "name", "alphabets", "tensors", "premises", "conclusion"
            )
        tensors = tuple(map(self.declared, read_list(bound)))
        words = list(map(read_alphabet, read_list(alphabets)))
        WORK.named.update(words)
        facts = tuple(map(self.fact, read_list(premises)))
        rule = Rule(read_name(name), frozenset(words), tensors, facts, self.fact(conclusion))
        if len(set(tensors)) < len(tensors) or len(set(words)) < len(words):
            refuse(f"the rule {rule.name} binds something twice")
        if self.version == 1:
            every = set(rule.conclusion.every)
            if any(fact.constants & every for fact in facts):
                refuse("a condition speaks of a letter that the conclusion quantifies")
            if "positive" in tensors[0].facts:
                refuse(f"the parameter {tensors[0].name} is declared positive")
        return rule

    def term(self, data: Any, name: str) -> Tensor:
        """The term of a convex function."""
        more = ("order",) if isinstance(data, dict) and data.get("function") == "power" else ()
        function, at, a, b, *order = read_object(data, "function", "letters", "a", "b", *more)
        letters = read_letters(at)
        index, above, below = (self.polynomial(p) for p in (order[0] if order else [], a, b))
        term = Convex(read_function(function), index, letters, above, below)
        if set(letters) != above.free | below.free:
            refuse(f"the letters of {name[:40]!r} are not the free ones of its arguments")
        order_of(index.terms)
        return Tensor(name, tuple(i[0] for i in letters), term=term)

    def alphabets(self, data: Any) -> dict[str, tuple[str, ...]]:
        """The alphabets whose product stands for each of some."""
        found = {}
        for name, parts in read_table(data).items():
            found[read_alphabet(name)] = tuple(
                map(read_alphabet, read_list(parts, LONGEST_PRODUCT))
            )
            WORK.named.update(found[name])
        return found

    def bodies(self, data: Any) -> dict[str, tuple[tuple[tuple[Letter, ...], ...], Polynomial]]:
        """What stands for each of some tensors, at places."""
        found = {}
        for name, entry_ in read_table(data).items():
            places, body = read_object(entry_, "places", "body")
            groups = tuple(map(read_letters, read_list(places, LONGEST_PRODUCT)))
            at = list(chain(*groups))
            WORK.widest = max(WORK.widest, len(at))
            if len(set(at)) < len(at):
                refuse("a letter stands there twice")
            found[name] = groups, self.polynomial(body)
        return found

    def letters(self, data: Any) -> dict[Letter, tuple[Letter, ...]]:
        """The letters that stand for each of some."""
        return {
            read_letter(name, False): tuple(map(read_letter, read_list(image, LONGEST_PRODUCT)))
            for name, image in read_table(data).items()
        }

    def part(self, data: Any) -> Part:
        """The arguments of a convex function."""
        a, b, summed = read_object(data, "a", "b", "sum")
        return Part(self.polynomial(a), self.polynomial(b), read_letters(summed))

    def node(self, data: Any, names: Mapping[Letter, Letter], depth: int = 0) -> Node:
        """A node of a value; the letters over which it runs get numbers, as summed ones have."""
        kind = data.get("node") if isinstance(data, dict) else None
        if not isinstance(kind, str) or kind not in NODES or depth > DEEPEST_SPLIT:
            refuse(f"a node is none of {', '.join(NODES)}, or stands too deep")
        keys = NODES[kind]
        given = dict(zip(keys, read_object(data, "node", *keys)[1:], strict=True))
        ranges = [given.pop(key) for key in ("over", "inputs", "outputs") if key in given]
        over = [letter for each in ranges for letter in read_letters(each)]
        read_name(given.pop("function", kind))
        own = apart(over)
        within = {**names, **own}
        inner = [given.pop("body")] if "body" in given else read_list(given.pop("bodies", []))
        exponent = read_fraction(given.pop("exponent", "1"))
        parts = tuple(self.node(part, within, depth + 1) for part in inner)
        polynomials = tuple(rename(self.polynomial(p).terms, within) for p in given.values())
        if kind in BARRED and free_letters(polynomials[-1]):
            refuse(f"the level of {kind} depends on letters")
        if not exponent or (kind in SEVERAL and not parts):
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
        keys = _KEYS_1 if self.version == 1 else _KEYS_2
        kind = data.get("step") if isinstance(data, dict) else None
        if not isinstance(kind, str) or kind not in keys:
            refuse(f"a step is none of {', '.join(keys)}")
        power = "function" in keys[kind] and data.get("function") == "power"
        names = (*keys[kind], *(("order",) if power else ()))
        _, statement, *values = read_object(data, "step", "statement", *names)
        outer, WORK.named = WORK.named, set()
        steps = partial(self.steps, depth=depth + 1)
        readers: dict[str, Callable[[Any], Any]] = {
            **dict.fromkeys(POLYNOMIALS, self.polynomial),
            **dict.fromkeys(("tensor", "indicator", "variable"), self.tensor),
            **dict.fromkeys(("places", "outer", "inner"), read_letters),
            **dict.fromkeys(("name", "schema", "guard_fact", "fact", "rule"), read_name),
            **dict.fromkeys(("positive", "nonpositive"), steps),
            "terms": lambda entries: tuple(map(read_summand, read_list(entries))),
            "multiplier": read_uses,
            "conditions": lambda entries: tuple(map(read_name, read_list(entries))),
            "alphabets": self.alphabets,
            "bodies": self.bodies,
            "letters": self.letters,
            "guard_use": lambda use: read_shown([use])[0],
            "shown": read_shown,
            "alphabet": read_alphabet,
            "function": read_function,
            "parts": lambda entries: tuple(map(self.part, read_list(entries))),
            "parameters": lambda entries: tuple(map(self.polynomial, read_list(entries))),
            "row": lambda row: row if read_name(row) in ROWS else refuse("there is no such row"),
        }
        given = {name: readers[name](value) for name, value in zip(names, values, strict=True)}
        if "order" in given:
            order_of(given["order"].terms)
        fact, named = self.fact(statement), frozenset(WORK.named)
        WORK.named = outer
        return Step(kind, fact, given, named)


def read_reader(tensors: Any, terms: Any = None) -> Reader:
    """A reader of what speaks of tensors and terms; a term may speak of those before it.

    There are terms in version 2.
    """
    table = read_tensors(tensors)
    reader = Reader(table, 1 if terms is None else 2)
    for name, term in read_table({} if terms is None else terms).items():
        if read_name(name) == DELTA or name[0] == "|" or name in table:
            refuse(f"the name {name[:40]!r} is taken")
        table[name] = reader.term(term, name)
    return reader


def read_function(data: Any) -> str:
    """The name of a function."""
    return data if data in FUNCTIONS else refuse(f"a function is none of {', '.join(FUNCTIONS)}")


def read_shown(data: Any) -> tuple[Use, ...]:
    """Facts at letters, or nothing where what is needed is plain."""
    uses = read_list(data)
    return tuple(read_uses([use])[0] if use != [] else Use("", ()) for use in uses)


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


class Before(NamedTuple):
    """What a file has proved so far, and whether by rows."""

    lemmas: Mapping[str, Rule] = {}
    rows: bool = False


NOTHING = Before()


def read_certificate(
    data: Any, seed: str = "", before: Before = NOTHING, version: int | None = None
) -> Verifier:
    """The certificate of some JSON; of version 2 if it has terms."""
    WORK.reset()
    version = version or (2 if isinstance(data, dict) and "terms" in data else 1)
    more, rules = ([], "schemas") if version == 1 else (["terms"], "rules")
    table, sequent, steps, *terms = read_object(data, "tensors", "sequent", "steps", *more)
    reader = read_reader(table, *terms)
    WORK.named = set()
    facts, stated, goal, relation = read_object(sequent, "facts", rules, "goal", "relation")
    own = tuple(map(reader.rule, read_list(stated)))
    assumptions = tuple(map(reader.fact, read_list(facts)))
    sequent = (assumptions, own, reader.polynomial(goal), read_relation(relation))
    named, rng = frozenset(WORK.named), Random(seed)
    worlds = tuple(World(rng, letters) for letters in (1, 2, 3, *(None,) * (WORLDS - 3)))
    return Verifier(*sequent, reader.steps(steps), worlds, named, before)


def verify_certificate(data: Any, seed: str = "", before: Before = NOTHING) -> None:
    """Return if the certificate of some JSON proves its sequent; raise Refused otherwise."""
    read_certificate(data, seed, before).run()


def verify_lemmas(data: Any, seed: str) -> Before:
    """The lemmas of some JSON, each proved by those before it; raise Refused otherwise."""
    before = Before()
    for entry in read_list(data):
        name = read_name(entry.get("name") if isinstance(entry, dict) else None)
        try:
            own = {key: value for key, value in entry.items() if key != "name"}
            verifier = read_certificate(own, seed, before, 2)
            if verifier.rules or name in before.lemmas:
                refuse("it assumes a rule, or there is one of this name")
            verifier.run()
        except Refused as error:
            refuse(f"lemma {name}: {error}")
        lemmas = {**before.lemmas, name: verifier.as_rule(name)}
        before = Before(lemmas, before.rows or "row" in verifier.kinds)
    return before


INDUCTION = (
    *("tensors", "terms", "state", "invariant", "shared", "increment"),
    *("base", "next", "base_proofs", "step_proofs"),
)


def verify_induction(data: Any, seed: str, before: Before) -> None:
    """Return if an invariant holds of the base, and of what is made from what it holds of.

    The base is made of what is shared, the next state of the state and of what is new at each n;
    no fact has a constant, so that the letters of a goal stand for all.
    """
    WORK.reset()
    given = dict(zip(INDUCTION, read_object(data, *INDUCTION), strict=True))
    reader = read_reader(given["tensors"], given["terms"])
    state = tuple(map(reader.declared, read_list(given["state"])))
    invariant, shared, increment = (
        tuple(map(reader.fact, read_list(given[key])))
        for key in ("invariant", "shared", "increment")
    )
    if any(fact.constants for fact in (*invariant, *shared, *increment)):
        refuse("a fact has a constant letter")
    own, outer, new = (
        frozenset(t for fact in facts for t in fact.polynomial.tensors)
        for facts in (invariant, shared, increment)
    )
    if outer & set(state) or len(set(state)) < len(state):
        refuse("a shared fact speaks of the state, or the state has a tensor twice")
    kept = alphabets_of(outer) | {alphabet for fact in shared for alphabet, _ in fact.every}
    free = frozenset(alphabet for tensor in state for alphabet in tensor.alphabets) - kept
    rule = Rule("the invariant", free, state, invariant, Fact("", Polynomial(())))
    for part, proofs, known, allowed in (
        ("base", "base_proofs", shared, (own | outer) - set(state)),
        ("next", "step_proofs", (*shared, *invariant, *increment), own | outer | new | {*state}),
    ):
        alphabets, bodies = read_object(given[part], "alphabets", "bodies")
        instance = Instance(reader.alphabets(alphabets), reader.bodies(bodies), {})
        instance.check_fits(rule)
        for places, body in instance.bodies.values():
            others = {t for t in body.tensors - allowed if t.name != DELTA and t.name[0] != "|"}
            if others or body.free - set(chain(*places)):
                refuse(f"a body of the {part} speaks of what it may not, or has a parameter")
        if len(read_list(given[proofs])) != len(rule.needs):
            refuse(f"the {part} has {len(rule.needs)} goals")
        for goal, proof in zip(rule.needs, given[proofs], strict=True):
            _verify_goal(goal, instance, proof, (reader, known, seed, before))


def _verify_goal(
    goal: Fact, instance: Instance, proof: Any, given: tuple[Reader, Sequence[Fact], str, Before]
) -> None:
    """That what an induction has to show of an instance is plain, or is proved from known facts."""
    reader, known, seed, before = given
    said, relation, letters = instance.need(goal, instance.quantified(goal))
    if proof is None:
        return None if _is_plain(said.terms, relation) else refuse("a goal is not plain")
    verifier = read_certificate(proof, seed, before, 2)
    for name, tensor in read_tensors(proof["tensors"]).items():
        if reader.table.get(name, tensor) != tensor:
            refuse(f"{name} is declared in another way in a proof")
    if verifier.rules:
        refuse("a proof of an induction assumes a rule")
    for fact in verifier.assumptions:
        every, found = set(fact.every), fact.polynomial.terms
        same = (k for k in known if (set(k.every), k.relation) == (every, fact.relation))
        one = next((k for k in same if not minus(k.polynomial.terms, found)), None)
        verifier.check_covers(one or refuse(f"{fact.name} is not given"), fact, "it is not given")

    why = f"a proof is not of the goal {goal.name}"
    verifier.check_equal(said, verifier.goal.said, letters, why)
    _weaker(Fact("", verifier.goal, (), verifier.relation), relation, set(), "it is too weak")
    return verifier.run()


def verify_facts(data: Any, certificates: Sequence[Any]) -> str:
    """Return if what is stated of measures follows, and levels declare no more; raise Refused."""
    WORK.reset()
    table, measures, levels = read_object(data, "tensors", "measures", "levels")
    tensors = read_tensors(table)
    known = [Reader(tensors).measure(each) for each in read_list(measures)]
    if len(read_list(levels)) != len(certificates):
        refuse("there are levels of other certificates")
    for own, certificate in zip(levels, certificates, strict=True):
        reader = read_reader(certificate["tensors"], certificate.get("terms"))
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
    _KNOWN.clear()
    version = 2 if isinstance(data, dict) and data.get("version") == 2 else 1
    head = _head_of_sequents if isinstance(data, dict) and "row" in data else _head_of_proof
    lines, certificates, *lemmas = head(data, version)
    if not read_list(certificates):
        refuse("there is no certificate")
    before = verify_lemmas(*lemmas, text) if lemmas else Before()
    for k, certificate in enumerate(certificates):
        try:
            if version == 2 and "row" in data and set(certificate) == {"induction"}:
                verify_induction(certificate["induction"], text, before)
            else:
                read_certificate(certificate, text, before, version).run()
        except Refused as error:
            refuse(f"certificate {k}: {error}")
    if "facts" in data:
        lines.append(verify_facts(data["facts"], certificates))
    elif "claim" in data:
        lines.append(UNSTATED)
    return "\n".join(lines)


def _head_of_proof(data: Any, version_: int) -> tuple[Any, ...]:
    keys = ["lemmas"] * (version_ == 2)
    more = ["facts"] if isinstance(data, dict) and "facts" in data else []
    name, version, claim, certificates, *lemmas = read_object(
        data, "format", "version", "claim", "certificates", *keys, *more
    )
    _require_format("pmlsym proof", name, version)
    said, lets, assume = read_object(claim, "text", "lets", "assume")
    lines = [f"claim   {read_line(said)}"]
    lines += [f"let     {read_name(let)}" for let in read_list(lets)]
    lines += [f"assume  {read_name(premise)}" for premise in read_list(assume)]
    return lines, certificates, *lemmas[: len(keys)]


def _head_of_sequents(data: Any, version_: int) -> tuple[Any, ...]:
    keys = ["lemmas"] * (version_ == 2)
    name, version, row, said, certificates, *lemmas = read_object(
        data, "format", "version", "row", "says", "certificates", *keys
    )
    _require_format("pmlsym sequents", name, version)
    return [f"row     {read_line(row)}", f"says    {read_line(said)}"], certificates, *lemmas


def _require_format(wanted: str, name: Any, version: Any) -> None:
    if name != wanted or type(version) is not int or version not in (1, 2):
        refuse(f"the format is not {wanted!r}, version 1 or 2")


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
