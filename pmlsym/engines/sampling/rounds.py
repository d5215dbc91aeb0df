"""Rounds of a search: one batch of instances sampled or improved, read, and confirmed exactly.

A record keeps what all rounds have seen: how many instances, the smallest slack that holds, and for
each choice of sizes the closest instances of the last round, from which local search starts.

Of a hypothesis P in {..} the search draws priors from the set. It then holds on every instance that
is drawn, and batches read the rest of the claim; what is confirmed exactly is the claim with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import prod
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.data import Data, sizes_in
from pmlsym.calculus.meter import tick
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.domain import ZERO
from pmlsym.claims.given_entries import prior_set_conditions, without_prior_sets
from pmlsym.claims.hypotheses import conjuncts
from pmlsym.claims.linear_existence import asks_for_linear_solution
from pmlsym.claims.slack_on_batches import SlackBatch, flattened, outcome_letters
from pmlsym.claims.subjects import Subjects, subjects
from pmlsym.engines.polytope.turn import drawn_priors
from pmlsym.engines.sampling.draft import Draft, instance_of, is_violated
from pmlsym.engines.sampling.scalars import levels_of, random_rules, rules_of
from pmlsym.engines.sampling.tensors import STRIP, Sampled, sample_of, sample_tensors
from pmlsym.errors import Unsupported
from pmlsym.evaluators.batch import Array, Batch, Labelled, Plans
from pmlsym.language.fold import fold, rebuild, walk
from pmlsym.language.nodes import Claim, Comparison, Condition, Constant, Quantified, Quantity
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
LARGEST = 6
MANY = (8, 16)

LETTERS = 16
"""The most letters that are tried, and how many where the claim's constants do not say."""

MOST_CELLS = 1024
"""The letters of all alphabets together, multiplied, up to which each gets so many: else a single
round would cost as much as a hundred others."""

PRIORS = 48
"""Different priors of a batch: those of its instances repeat, since exact mixtures take time."""

LARGEST_SEED = 2**31
Sizes = Mapping[str, int]
Allowed = Mapping[str, Sequence[int]]
Rules = Mapping[str, tuple[Quantity, ...]]
Choice = NDArray[np.int64]
Sets = Mapping[str, PriorPolytope]


@dataclass(eq=False)
class Record:
    """What has been seen so far."""

    claim: Claim
    about: Subjects
    rules: Rules
    levels: frozenset[str]
    positive: frozenset[str]
    ratios: tuple[int, ...]
    read: Claim
    sets: Sets
    uniform: frozenset[str]
    tried: int = 0
    met: int = 0
    counts: Counter[tuple[int, ...]] = field(default_factory=Counter)
    best: tuple[float, Draft] | None = None
    pools: dict[tuple[int, ...], Round] = field(default_factory=dict)
    plans: Plans = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Round:
    """One batch with its slacks: entries, the rule chosen for each scalar, the letters at fault."""

    sizes: Sizes
    entries: Mapping[str, Array]
    rules: Rules
    choices: Mapping[str, Choice]
    slacks: Array
    letters: Mapping[str, Choice]
    exact: Mapping[str, Sampled] | None = None


def record_of(claim: Claim) -> Record:
    """An empty record. Raises InvalidInput or Unsupported where the claim cannot be searched."""
    about, read = subjects(claim), _without_quantifiers(claim)
    needed = needed_conditions(read)
    declared = dict(filter(None, map(declaration_of, needed)))
    return Record(
        claim,
        replace(about, tensors=tuple(declared.get(t, t) for t in about.tensors)),
        rules_of(read),
        levels_of(read),
        full_supports_in(read),
        _ratios(read),
        without_prior_sets(read),
        sets_in(read),
        uniform_among(needed),
    )


def _without_quantifiers(claim: Claim) -> Claim:
    """The claim without what floats do not decide: "for all" fails, "for some" holds.

    So no instance is taken for a counterexample that is none; what exact numbers decide is taken
    to fail, and they are asked.
    """

    def rule(node: Any, inner: tuple[Any, ...]) -> Any:
        if isinstance(node, Quantified):
            fails = node.is_universal or asks_for_linear_solution(node)
            return Comparison(ZERO, "<", ZERO) if fails else Comparison(ZERO, "<=", ZERO)
        return rebuild(node, inner)

    changed: Claim = fold(claim, rule)
    return changed


def sample_round(
    record: Record, rng: np.random.Generator, number: int, allowed: Allowed | None
) -> Draft | None:
    """A batch of random instances, its violations confirmed; sizes grow with the round's number."""
    return _confirm(record, sampled_round(record, rng, number, allowed))


def sampled_round(
    record: Record,
    rng: np.random.Generator,
    number: int,
    allowed: Allowed | None = None,
    count: int = BATCH,
) -> Round:
    """A batch of `count` random instances with their slacks."""
    sizes = _sizes(rng, number, record, allowed)
    count = max(STRIP, min(count, LARGEST_BATCH // _entries(record.about, sizes)))
    data = {d.tensor.name for d in record.about.data}
    open_ = [t for t in record.about.tensors if t.name not in data]
    exact = sample_tensors(rng, open_, sizes, count, positive=record.positive, ratios=record.ratios)
    exact |= sampled_sets(rng, record.about.tensors, record.sets, sizes, count)
    exact |= _uniform_priors(open_, record.uniform, sizes, count)
    entries = {name: sampled.floats for name, sampled in exact.items()}
    tick(SAMPLED + sum(a.size for a in entries.values()) // DRAWN)
    strips = -(-count // STRIP)
    scalars = record.about.scalars
    rules = {
        name: (*known, *random_rules(rng, scalars[name], name in record.levels))
        for name, known in record.rules.items()
    }
    rules_in_order = _usable_rules(rules, backwards=number % 2 == 1)
    choices = {
        name: np.repeat(_chosen_rules(rng, len(rules), strips), STRIP)[:count]
        for name, rules in rules_in_order.items()
    }
    return read_round(record, sizes, entries, rules_in_order, choices, exact)


def read_round(
    record: Record,
    sizes: Sizes,
    entries: Mapping[str, Array],
    rules: Rules,
    choices: Mapping[str, Choice],
    exact: Mapping[str, Sampled] | None = None,
) -> Round:
    """Slacks of a batch, and what it adds to the record: the closest instances, if it is exact."""
    tick(READ)
    slack, count = _evaluated(record, rules, sizes, entries, choices)
    item = slack.slack(record.read)
    least, where = flattened(item, count)
    met = flattened(slack.met(record.read), count)[0] > 0
    letters = outcome_letters(item.indices, sizes, where)
    for name, alphabet in record.about.outcomes.items():
        letters.setdefault(name, np.arange(count) % sizes[alphabet])
    seen = Round(sizes, entries, rules, choices, least, letters, exact)
    record.tried += count
    record.met += int(met.sum())
    key = tuple(sizes[a] for a in record.about.alphabets)
    record.counts[key] += count
    if exact is not None:
        _remember(record, seen, key, met)
    return seen


def draft_of(seen: Round, k: int) -> Draft:
    """One instance of a sampled batch, its entries exact and its scalars still rules."""
    assert seen.exact is not None
    entries = {name: sampled.exact(k) for name, sampled in seen.exact.items()}
    return Draft(seen.sizes, entries, rules_at(seen, k), letters_at(seen, k))


def letters_at(seen: Round, k: int) -> dict[str, int]:
    """The letters at fault in one instance of a batch."""
    return {name: int(along[k]) for name, along in seen.letters.items()}


def rules_at(seen: Round, k: int) -> tuple[tuple[str, Quantity], ...]:
    """The rules of the scalars in one instance of a batch."""
    return tuple((name, rules[int(seen.choices[name][k])]) for name, rules in seen.rules.items())


def violations(slacks: Array) -> list[int]:
    """The instances that the floats call violations: the worst ones and a spread of others."""
    order = np.argsort(np.where(np.isnan(slacks), np.inf, slacks), kind="stable")
    hits = [int(k) for k in order if slacks[k] < 0]
    others = hits[CONFIRMED_A_ROUND:]
    return hits[:CONFIRMED_A_ROUND] + others[:: max(1, len(others) // CONFIRMED_A_ROUND)]


def _ratios(claim: Claim) -> tuple[int, ...]:
    """The whole numbers among the claim's constants, at which randomised response may be tight."""
    constants = {part.value for part in walk(claim) if isinstance(part, Constant)}
    return tuple(sorted({2, 3} | {int(c) for c in constants if c.denominator == 1 and 1 < c < 100}))


def sets_in(claim: Claim) -> dict[str, PriorPolytope]:
    """The sets of priors that the claim names, by the prior that each is of."""
    return {
        tensor.name: condition.within
        for condition in prior_set_conditions(claim)
        if isinstance(condition.subject, Prior) and isinstance(condition.within, PriorPolytope)
        for tensor in condition.subject.body.tensors
    }


def full_supports_in(claim: Claim) -> frozenset[str]:
    """The tensors of priors that the claim somewhere assumes to have full support."""
    conditions = [part for part in walk(claim) if isinstance(part, Condition)]
    subjects_ = [c.subject for c in conditions if c.kind == "fullsupport"]
    return frozenset(
        t.name for s in subjects_ if isinstance(s, Prior) for t in s.body.tensors if t.alphabets
    )


def needed_conditions(claim: Claim) -> tuple[Condition, ...]:
    """The conditions that hold wherever the claim is false.

    >>> from pmlsym.claim_text.question import parse
    >>> needed_conditions(parse("uniform(P) and pml(P, W) <= 1 => deterministic(W)"))
    (ps.claim('uniform(P)'),)
    """
    parts = conjuncts(normal_form(claim, holds=False))
    return tuple(part for part in parts if isinstance(part, Condition))


def uniform_among(conditions: Iterable[Condition]) -> frozenset[str]:
    """The priors that conditions say are uniform, by name."""
    return frozenset(
        subject.text
        for subject in (c.subject for c in conditions if c.kind == "uniform")
        if isinstance(subject, Prior)
    )


def _uniform_priors(
    tensors: Iterable[Tensor], names: frozenset[str], sizes: Sizes, count: int
) -> dict[str, Sampled]:
    found = {}
    for tensor in tensors:
        if tensor.name in names:
            shape = [sizes[a] for a in tensor.alphabets]
            found[tensor.name] = sample_of([[Fraction(1, prod(shape))] * prod(shape)], shape, count)
    return found


def sampled_sets(
    rng: np.random.Generator,
    tensors: tuple[Tensor, ...],
    sets: Sets,
    sizes: Mapping[str, int],
    count: int,
) -> dict[str, Sampled]:
    """Samples of the priors that have sets, of so many instances."""
    found = {}
    for tensor in tensors:
        if tensor.name in sets:
            own = Random(int(rng.integers(LARGEST_SEED)))
            drawn = drawn_priors(sets[tensor.name], own, min(count, PRIORS))
            found[tensor.name] = sample_of(drawn, [sizes[a] for a in tensor.alphabets], count)
    return found


def _chosen_rules(rng: np.random.Generator, rules: int, strips: int) -> Choice:
    """Rules by strip, the first ones more often."""
    return np.minimum(rng.integers(0, rules, strips), rng.integers(0, rules, strips))


def _sizes(
    rng: np.random.Generator, number: int, record: Record, allowed: Allowed | None
) -> dict[str, int]:
    """Sizes that grow with the rounds: all two, then up to 3, 4 and 6, one letter now and then.

    Now and then all alphabets get one letter more than a constant of the claim: a bound by log(6)
    holds for six letters.
    """
    about, sizes = record.about, {}
    many = _many(number, record.ratios)
    if many ** len(about.alphabets) > MOST_CELLS:
        many = 0
    fixed = sizes_in(about.data)
    most = 2 if number < 2 else 3 if number < 12 else 4 if number < 36 else LARGEST
    least = 2 if number < 2 else 1
    for alphabet in about.alphabets:
        wanted = many or int(rng.integers(least, most + 1))
        possible = sorted(allowed[alphabet]) if allowed and alphabet in allowed else ()
        if possible and wanted not in possible:
            wanted = possible[int(rng.integers(len(possible)))]
        sizes[alphabet] = fixed.get(alphabet, wanted)
    for alphabet in about.alphabets:
        while _entries(about, sizes) * STRIP > LARGEST_BATCH and sizes[alphabet] > 1:
            if alphabet in fixed or (allowed and alphabet in allowed):
                break
            sizes[alphabet] -= 1
    return sizes


def _many(number: int, ratios: Sequence[int]) -> int:
    """How many letters every alphabet has in this round; zero where they are drawn."""
    if number % 4 != 1:
        return 0
    constants = [c + 1 for c in ratios if 3 < c + 1 <= LETTERS]
    turns = constants if number < 4 * len(constants) else (*MANY, *constants)
    return 0 if not constants and number < 12 else turns[number // 4 % len(turns)]


def _entries(about: Subjects, sizes: Sizes) -> int:
    """The number of entries of the largest tensor."""
    return max((prod(sizes[name] for name in t.alphabets) for t in about.tensors), default=1)


def _evaluated(
    record: Record,
    rules: Rules,
    sizes: Sizes,
    entries: Mapping[str, Array],
    choices: Mapping[str, Choice],
) -> tuple[SlackBatch, int]:
    """A batch with its scalars assigned, each by the rule chosen, and how many instances it has."""
    count = max((a.shape[-1] for a in (*entries.values(), *choices.values())), default=1)
    arrays, about = dict(entries), record.about
    for data in about.data:
        arrays[data.tensor.name] = _floats(data)
    slack = SlackBatch(Batch(sizes, arrays, record.plans))
    for name in rules:
        slack.assign(name, _by_rule(slack, about.scalars[name], rules[name], choices[name]))
    return slack, count


def _floats(data: Data) -> Array:
    try:
        return np.array(data.entries, dtype=np.float64)[..., None]
    except (TypeError, ValueError):
        raise Unsupported(
            f"{data.tensor.name} has symbolic entries, which no batch holds"
        ) from None


def _usable_rules(rules: Rules, *, backwards: bool) -> Rules:
    """The scalars in order, each with its rules that need only scalars before it."""
    order = sorted(rules, key=lambda name: (_needs(rules[name]), name), reverse=backwards)
    usable: dict[str, tuple[Quantity, ...]] = {}
    for name in order:
        usable[name] = tuple(r for r in rules[name] if usable.keys() >= subjects(r).scalars.keys())
    return usable


def _needs(rules: tuple[Quantity, ...]) -> int:
    return max(len(subjects(rule).scalars) for rule in rules)


def _by_rule(
    slack: SlackBatch, domain: str, rules: tuple[Quantity, ...], choice: Choice
) -> Labelled:
    """The scalar of each instance; NaN where its rule has no finite value in the domain."""
    total = Labelled((), np.full(1, np.nan))
    for k in sorted(set(choice.tolist())):
        item = slack.quantity(rules[k])
        indices = tuple(sorted({*item.indices, *total.indices}))
        chosen = np.where(choice == k, item.along(indices), total.along(indices))
        total = Labelled(indices, chosen)
    array = np.where(np.isfinite(total.array), total.array, np.nan)
    low = -np.inf if domain == "real" else 0.0
    high = 1.0 if domain == "probability" else np.inf
    inside = (array >= low) & (array <= high)
    return Labelled(total.indices, np.where(inside, array, np.nan))


def _remember(record: Record, seen: Round, key: tuple[int, ...], met: NDArray[np.bool_]) -> None:
    """Keep the smallest slack that holds, and the closest instances of these sizes."""
    held = np.where(met & (seen.slacks >= 0), seen.slacks, np.inf)
    closest = np.argsort(held, kind="stable")
    k = int(closest[0])
    closer = held[k] < np.inf and (record.best is None or held[k] < record.best[0])
    if closer:
        record.best = float(held[k]), draft_of(seen, k)
    near = np.where(np.isnan(seen.slacks), np.inf, seen.slacks)
    order = np.argsort(np.where(near <= 0, np.inf, near), kind="stable")[: FAMILIES // 2]
    ties = np.flatnonzero(near == 0)[: FAMILIES // 4]
    chosen = np.concatenate([order, ties])
    record.pools[key] = Round(
        seen.sizes,
        {name: array[..., chosen] for name, array in seen.entries.items()},
        seen.rules,
        {name: choice[chosen] for name, choice in seen.choices.items()},
        seen.slacks[chosen],
        {name: along[chosen] for name, along in seen.letters.items()},
    )


def _confirm(record: Record, seen: Round) -> Draft | None:
    for k in violations(seen.slacks):
        draft = draft_of(seen, k)
        if is_violated(record.claim, instance_of(draft)):
            return draft
    return None
