"""Rounds of a search: one batch of instances sampled or improved, read, and confirmed exactly.

A sampling keeps what all rounds have seen: how many instances, the smallest slack that holds, and
for each choice of sizes the closest instances of the last round, from which local search starts.

For a hypothesis P in {..} the search draws priors from the set. It then holds on every instance
that is drawn, and batches read the rest of the claim; the whole claim is confirmed exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import prod
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.data import Data, sizes_in
from pmlsym.calculus.meter import tick
from pmlsym.claims.domain import ZERO
from pmlsym.claims.given_entries import prior_set_conditions, without_prior_sets
from pmlsym.claims.hypotheses import conjuncts
from pmlsym.claims.linear_existence import asks_for_linear_solution
from pmlsym.claims.slack_on_batches import SlackBatch, flattened, outcome_letters
from pmlsym.claims.subjects import Subjects, subjects
from pmlsym.engines.polytope.entry_point import drawn_priors
from pmlsym.engines.sampling.draft import Draft
from pmlsym.engines.sampling.scalars import levels_of, random_rules, rules_of
from pmlsym.engines.sampling.tensors import STRIP, Sampled, sample_of, sample_tensors
from pmlsym.errors import Unsupported
from pmlsym.evaluators.batch import Array, Batch, LabelledArray, Plans
from pmlsym.language.fold import fold, rebuild, walk
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Condition,
    Constant,
    Measure,
    Quantified,
    Quantity,
)
from pmlsym.language.value import polynomials_of
from pmlsym.linear.prior_polytope import PriorPolytope
from pmlsym.lowering.branches import normal_form
from pmlsym.lowering.condition_form import declaration_of
from pmlsym.model.prior import Prior

BATCH = 256

LARGEST_BATCH = 1 << 22
"""Entries of one tensor in a batch: 32 MB, which takes a tenth of a second to read. A database of
ten entries and a joint distribution of fourteen variables get fewer instances and fewer letters."""

READ, SAMPLED, DRAWN = 200, 1000, 4
"""Steps for a batch that is read, for one that is drawn, and the entries that take one more."""

CONFIRMED_A_ROUND = 4
FAMILIES = 32
EACH = 4
"""The most instances of one choice of rules from which local search starts."""

LARGEST = 6
MANY = (8, 16)

LETTERS = 16
"""The most letters that are tried."""

MOST_CELLS = 1024
"""The most joint letters of all alphabets for a round with many letters in each: more would make it
cost as much as a hundred others."""

PRIORS = 48
"""How many different priors a batch has: they repeat, since exact mixtures take time."""

LARGEST_SEED = 2**31
Sizes = Mapping[str, int]
Allowed = Mapping[str, Sequence[int]]
Rules = Mapping[str, tuple[Quantity, ...]]
Choice = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class SampledBatch:
    """A batch of instances: entries in floats, and for each scalar rules with the one chosen.

    `exact` has the entries as they were drawn, unless local search has moved them.
    """

    sizes: Sizes
    entries: Mapping[str, Array]
    rules: Rules
    choices: Mapping[str, Choice]
    exact: Mapping[str, Sampled] | None = None

    def picked(self, places: Choice) -> SampledBatch:
        """The sampled instances at these places of the batch, in floats alone."""
        entries = {name: array[..., places] for name, array in self.entries.items()}
        choices = {name: choice[places] for name, choice in self.choices.items()}
        return SampledBatch(self.sizes, entries, self.rules, choices)


@dataclass(frozen=True, eq=False)
class Round:
    """A batch with the slack of each instance, and the letters of free outcomes at fault."""

    batch: SampledBatch
    slacks: Array
    letters: Mapping[str, Choice]

    def draft(self, k: int, entries: Mapping[str, Any] | None = None) -> Draft:
        """One sampled instance as a draft, its scalars still rules."""
        batch = self.batch
        if entries is None:
            entries = {name: drawn.exact(k) for name, drawn in (batch.exact or {}).items()}
        rules = ((name, of[int(batch.choices[name][k])]) for name, of in batch.rules.items())
        letters = {name: int(along[k]) for name, along in self.letters.items()}
        return Draft(batch.sizes, entries, tuple(rules), letters)


@dataclass(eq=False)
class Sampling:
    """A claim as it is sampled, and what has been seen so far.

    `claim` is confirmed, `read` is the part of it that batches read. `rules` are those of its
    scalars, and `levels` the scalars whose exponentials have to be rational; `positive` are the
    priors that have full support somewhere, `uniform` those that are uniform, and `sets` those that
    lie in a set. `pools` has the closest instances of the last round, by the sizes of alphabets.
    """

    claim: Claim
    about: Subjects
    read_claim: Claim
    rules: Rules
    levels: frozenset[str]
    ratios: tuple[int, ...]
    sets: Mapping[str, PriorPolytope]
    positive: frozenset[str]
    uniform: frozenset[str]
    tried: int = 0
    met: int = 0
    counts: Counter[tuple[int, ...]] = field(default_factory=Counter)
    best: tuple[float, Draft] | None = None
    pools: dict[tuple[int, ...], SampledBatch] = field(default_factory=dict)
    plans: Plans = field(default_factory=dict)

    def round(
        self,
        rng: np.random.Generator,
        number: int,
        allowed: Allowed | None = None,
        count: int = BATCH,
    ) -> Round:
        """A round of sampled instances with their slacks; sizes grow with the round's number."""
        sizes = self._drawn_sizes(rng, number, allowed)
        count = max(STRIP, min(count, LARGEST_BATCH // self._most_entries(sizes)))
        exact = self._drawn_entries(rng, sizes, count)
        entries = {name: drawn.floats for name, drawn in exact.items()}
        tick(SAMPLED + sum(a.size for a in entries.values()) // DRAWN)
        scalars, strips = self.about.scalars, -(-count // STRIP)
        every_rule = {
            name: (*rules, *random_rules(rng, scalars[name], name in self.levels))
            for name, rules in self.rules.items()
        }
        rules_in_order = _usable_rules(every_rule, backwards=number % 2 == 1)
        choices = {}
        for name, rules in rules_in_order.items():  # by strip, the first rules more often
            chosen = np.minimum(*(rng.integers(0, len(rules), strips) for _ in range(2)))
            choices[name] = np.repeat(chosen, STRIP)[:count]
        return self.read(SampledBatch(sizes, entries, rules_in_order, choices, exact))

    def read(self, batch: SampledBatch) -> Round:
        """The slacks of a batch of sampled instances; the closest of an exact batch are kept."""
        tick(READ)
        about, sizes = self.about, batch.sizes
        arrays = (*batch.entries.values(), *batch.choices.values())
        count = max((array.shape[-1] for array in arrays), default=1)
        tables = {data.tensor.name: _float_entries(data) for data in about.data}
        slack = SlackBatch(Batch(sizes, {**batch.entries, **tables}, self.plans))
        for name, rules in batch.rules.items():
            values = _scalar_values(slack, about.scalars[name], rules, batch.choices[name])
            slack.assign(name, values)
        item = slack.slack(self.read_claim)
        least, where = flattened(item, count)
        within = flattened(slack.met(self.read_claim), count)[0] > 0
        letters = outcome_letters(item.indices, sizes, where)
        for name, alphabet in about.outcomes.items():
            letters.setdefault(name, np.arange(count) % sizes[alphabet])
        round_ = Round(batch, least, letters)
        self.tried += count
        self.met += int(within.sum())
        key = tuple(sizes[a] for a in about.alphabets)
        self.counts[key] += count
        if batch.exact is not None:
            self._remember(round_, key, within)
        return round_

    def violation(self, round_: Round) -> Draft | None:
        """A sampled instance of the round on which the claim is exactly false, or None."""
        drafts = (round_.draft(k) for k in violations(round_.slacks))
        return next((draft for draft in drafts if draft.violates(self.claim)), None)

    def _drawn_entries(
        self, rng: np.random.Generator, sizes: Sizes, count: int
    ) -> dict[str, Sampled]:
        """Random entries of a sampled batch's tensors, those of prior sets and uniform ones too."""
        names_of_data = {data.tensor.name for data in self.about.data}
        free = [t for t in self.about.tensors if t.name not in names_of_data]
        drawn = sample_tensors(rng, free, sizes, count, positive=self.positive, ratios=self.ratios)
        for tensor in self.about.tensors:
            shape = [sizes[a] for a in tensor.alphabets]
            if tensor.name in self.sets:
                random = Random(int(rng.integers(LARGEST_SEED)))
                priors = drawn_priors(self.sets[tensor.name], random, min(count, PRIORS))
                drawn[tensor.name] = sample_of(priors, shape, count)
            if tensor.name in self.uniform - names_of_data:
                masses = [Fraction(1, prod(shape))] * prod(shape)
                drawn[tensor.name] = sample_of([masses], shape, count)
        return drawn

    def _drawn_sizes(
        self, rng: np.random.Generator, number: int, allowed: Allowed | None
    ) -> dict[str, int]:
        """Sizes for a round of sampling, which grow: all two, then up to 3, 4 and 6.

        At times all alphabets get one letter more than a constant of the claim: a bound by log(6)
        holds for six letters.
        """
        about, sizes, allowed = self.about, {}, allowed or {}
        many = _letters_of_all(number, self.ratios)
        if many ** len(about.alphabets) > MOST_CELLS:
            many = 0
        fixed = sizes_in(about.data)
        most = 2 if number < 2 else 3 if number < 12 else 4 if number < 36 else LARGEST
        least = 2 if number < 2 else 1
        for alphabet in about.alphabets:
            wanted = many or int(rng.integers(least, most + 1))
            possible = sorted(allowed.get(alphabet, ()))
            if possible and wanted not in possible:
                wanted = possible[int(rng.integers(len(possible)))]
            sizes[alphabet] = fixed.get(alphabet, wanted)
        for alphabet in about.alphabets:
            if alphabet in fixed or alphabet in allowed:
                continue
            while self._most_entries(sizes) * STRIP > LARGEST_BATCH and sizes[alphabet] > 1:
                sizes[alphabet] -= 1
        return sizes

    def _most_entries(self, sizes: Sizes) -> int:
        """The most entries of a sampled batch, in one tensor or in a product of several."""
        return max(
            (times * prod(sizes[name] for name in of) for of, times in self._alphabets_read),
            default=1,
        )

    @cached_property
    def _alphabets_read(self) -> frozenset[tuple[tuple[str, ...], int]]:
        """The alphabets of each tensor that sampling reads, and of each product, with its factors.

        Twenty channels with two outcomes each have a million together.
        """
        measures = (part for part in walk(self.read_claim) if isinstance(part, Measure))
        read = {(t.alphabets, 1) for t in self.about.tensors}
        for polynomial in (p for each in measures for p in polynomials_of(each.value)):
            factors = max(map(len, polynomial.terms), default=1)
            read.add((tuple(i.alphabet for i in polynomial.free), max(1, factors)))
        return frozenset((of, k) for of, k in read if {*of} <= {*self.about.alphabets})

    def _remember(self, round_: Round, key: tuple[int, ...], met: NDArray[np.bool_]) -> None:
        """Keep the smallest slack of sampled instances that hold, and the closest instances.

        They are a few of each choice of rules: at eps = 0 all may be close, and none can fail.
        """
        slacks = round_.slacks
        slacks_within = np.where(met & (slacks >= 0), slacks, np.inf)
        k = int(np.argmin(slacks_within))
        if slacks_within[k] < np.inf and (self.best is None or slacks_within[k] < self.best[0]):
            self.best = float(slacks_within[k]), round_.draft(k)
        near = np.where(np.isnan(slacks), np.inf, slacks)
        order = np.argsort(np.where(near <= 0, np.inf, near), kind="stable")
        order = order[_places_among_equals(round_.batch.choices, order) < EACH][: FAMILIES // 2]
        ties = np.flatnonzero(near == 0)[: FAMILIES // 4]
        self.pools[key] = round_.batch.picked(np.concatenate([order, ties]))


def _places_among_equals(choices: Mapping[str, Choice], order: Choice) -> Choice:
    """For each sampled instance in order, how many before it were sampled by the same rules."""
    seen: Counter[tuple[int, ...]] = Counter()
    places = []
    for k in order.tolist():
        choice = tuple(int(chosen[k]) for chosen in choices.values())
        places.append(seen[choice])
        seen[choice] += 1
    return np.array(places)


def sampling_of(claim: Claim) -> Sampling:
    """The sampling of a claim. Raises InvalidInput or Unsupported if it cannot be searched."""
    about, read = subjects(claim), _without_quantifiers(claim)
    parts = list(walk(read))
    conditions = [part for part in parts if isinstance(part, Condition)]
    # those that hold wherever the claim is false
    needed = [c for c in conjuncts(normal_form(read, holds=False)) if isinstance(c, Condition)]
    declared = dict(filter(None, map(declaration_of, needed)))
    whole = {p.value for p in parts if isinstance(p, Constant) and p.value.denominator == 1}
    return Sampling(
        claim,
        replace(about, tensors=tuple(declared.get(t, t) for t in about.tensors)),
        without_prior_sets(read),
        rules_of(read),
        levels_of(read),
        # numbers at which randomised response may be tight
        tuple(sorted({2, 3} | {int(c) for c in whole if 1 < c < 100})),
        _priors_of_sets(read),
        frozenset(
            t.name
            for prior in _priors_with("fullsupport", conditions)
            for t in prior.body.tensors
            if t.alphabets
        ),
        frozenset(prior.text for prior in _priors_with("uniform", needed)),
    )


def violations(slacks: Array) -> list[int]:
    """The sampled instances that floats call violations, for exact checks: worst and others."""
    order = np.argsort(np.where(np.isnan(slacks), np.inf, slacks), kind="stable")
    hits = [int(k) for k in order if slacks[k] < 0]
    others = hits[CONFIRMED_A_ROUND:]
    return hits[:CONFIRMED_A_ROUND] + others[:: max(1, len(others) // CONFIRMED_A_ROUND)]


def _without_quantifiers(claim: Claim) -> Claim:
    """The claim that sampled batches read: "for all" in it fails, "for some" holds.

    So no instance is wrongly taken for a counterexample; quantifiers that exact numbers decide are
    taken to fail, and the exact check follows.
    """

    def rule(node: Any, inner: tuple[Any, ...]) -> Any:
        """The comparison in the place of a quantified part, as sampled batches read the claim."""
        if isinstance(node, Quantified):
            fails = node.is_universal or asks_for_linear_solution(node)
            return Comparison(ZERO, "<", ZERO) if fails else Comparison(ZERO, "<=", ZERO)
        return rebuild(node, inner)

    changed: Claim = fold(claim, rule)
    return changed


def _priors_of_sets(claim: Claim) -> dict[str, PriorPolytope]:
    """The sets of priors in a claim, by the prior that sampling draws from each."""
    return {
        tensor.name: condition.within
        for condition in prior_set_conditions(claim)
        if isinstance(condition.subject, Prior) and isinstance(condition.within, PriorPolytope)
        for tensor in condition.subject.body.tensors
    }


def _priors_with(kind: str, conditions: Iterable[Condition]) -> Iterator[Prior]:
    """The priors that a claim's conditions of a kind are about, as sampling draws them."""
    for condition in conditions:
        if condition.kind == kind and isinstance(condition.subject, Prior):
            yield condition.subject


def _letters_of_all(number: int, ratios: Sequence[int]) -> int:
    """How many letters every alphabet has in this round of sampling; zero if that is drawn."""
    if number % 4 != 1:
        return 0
    constants = [c + 1 for c in ratios if 3 < c + 1 <= LETTERS]
    turns = constants if number < 4 * len(constants) else (*MANY, *constants)
    return 0 if not constants and number < 12 else turns[number // 4 % len(turns)]


def _float_entries(data: Data) -> Array:
    """The given entries of a tensor as floats, for a sampled batch.

    Raises Unsupported at symbolic ones.
    """
    try:
        return np.array(data.entries, dtype=np.float64)[..., None]
    except (TypeError, ValueError):
        raise Unsupported(
            f"{data.tensor.name} has symbolic entries, which no batch holds"
        ) from None


def _usable_rules(rules: Rules, *, backwards: bool) -> Rules:
    """The scalars in order for sampling, each with its rules that need only those before."""
    needs = {name: [subjects(rule).scalars.keys() for rule in of] for name, of in rules.items()}
    order = sorted(rules, key=lambda name: (max(map(len, needs[name])), name), reverse=backwards)
    usable: dict[str, tuple[Quantity, ...]] = {}
    for name in order:
        pairs = zip(rules[name], needs[name], strict=True)
        usable[name] = tuple(rule for rule, scalars in pairs if usable.keys() >= scalars)
    return usable


def _scalar_values(
    slack: SlackBatch, domain: str, rules: tuple[Quantity, ...], choice: Choice
) -> LabelledArray:
    """The scalar of each sampled instance; NaN where its rule has no value in the domain."""
    total = LabelledArray((), np.full(1, np.nan))
    for k in sorted(set(choice.tolist())):
        item = slack.quantity(rules[k])
        indices = tuple(sorted({*item.indices, *total.indices}))
        chosen = np.where(choice == k, item.along(indices), total.along(indices))
        total = LabelledArray(indices, chosen)
    low = -np.inf if domain == "real" else 0.0
    high = 1.0 if domain == "probability" else np.inf
    array = total.array
    inside = np.isfinite(array) & (array >= low) & (array <= high)
    return LabelledArray(total.indices, np.where(inside, array, np.nan))
