"""The refuter: search for an instance on which a claim is false, and confirm it exactly.

Rounds of random instances, of growing size, are read on batches of floats; what the floats call a
violation is evaluated exactly and, if it is one, shrunk. Every few rounds the instances that come
closest move downhill on the slack, and are then moved to rationals of small denominators. What is
tried depends on the seed alone; the clock decides only where the search stops.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.subjects import Subjects, parts, subjects
from pmlsym.engines.sampling_climb import climb
from pmlsym.engines.sampling_draft import Draft, instance_of, is_violated, rounded
from pmlsym.engines.sampling_scalars import rules_of
from pmlsym.engines.sampling_slack import Slack, flattened, outcome_letters
from pmlsym.engines.sampling_tensors import STRIP, Sampled, sample_tensors
from pmlsym.engines.shrinking import shrink_draft
from pmlsym.errors import Unsupported
from pmlsym.evidence.instance import Instance
from pmlsym.measures.quantity import Claim, Condition, Quantity
from pmlsym.model.data import Data
from pmlsym.model.prior import Prior
from pmlsym.readings.batched_polynomial import Array, Batch, Labelled

BATCH = 256
CONFIRMED_A_ROUND = 4
FAMILIES = 32
CLIMB_EVERY = 4
DENOMINATORS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 30, 60, 100, 1000, 10**4, 10**6, 10**9, 10**12)
LARGEST = 6

Sizes = Mapping[str, int]
Progress = Callable[[int, float | None, str], None]
Rules = Mapping[str, tuple[Quantity, ...]]
Choice = NDArray[np.int64]


@dataclass(frozen=True)
class SearchResult:
    """What a search found, and how hard it looked.

    `instance` violates the claim, exactly, or is None. `tried` instances were read, `met` of them
    within the claim's domain and hypotheses, `counts` by the sizes of `alphabets`. The smallest
    slack seen among those that hold is `best_slack`, on `best_instance`; `equality` says that it
    is zero within rounding, on an instance of two letters or more.
    """

    instance: Instance | None
    alphabets: tuple[str, ...]
    tried: int
    met: int
    rounds: int
    counts: Mapping[tuple[int, ...], int]
    best_slack: float | None
    best_instance: Instance | None
    equality: bool
    seconds: float


@dataclass(eq=False)
class _Record:
    """What has been seen so far."""

    claim: Claim
    about: Subjects
    rules: Rules
    positive: frozenset[str]
    tried: int = 0
    met: int = 0
    counts: Counter[tuple[int, ...]] = field(default_factory=Counter)
    best: tuple[float, Draft] | None = None
    pools: dict[tuple[int, ...], _Round] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class _Round:
    """One batch with its slacks: entries, the rule chosen for each scalar, the letters at fault."""

    sizes: Sizes
    entries: Mapping[str, Array]
    rules: Rules
    choices: Mapping[str, Choice]
    slacks: Array
    letters: Sequence[Mapping[str, int]]
    exact: Mapping[str, Sampled] | None = None


def search(
    claim: Claim,
    *,
    budget: float = 5.0,
    seed: int = 0,
    sizes: Mapping[str, Sequence[int]] | None = None,
    rounds: int | None = None,
    progress: Progress | None = None,
) -> SearchResult:
    """Search for an instance on which the claim is false, for `budget` seconds at most.

    `sizes` narrows how many letters an alphabet may have; `rounds` ends the search after that many
    batches, so that its outcome does not depend on the clock; `progress` is called with the number
    of instances tried, the smallest slack and the way of searching. An instance that is returned
    violates the claim exactly and is shrunk. Raises Unsupported where the claim has no reading on
    batches.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.measures.pointwise_maximal_leakage import pml
    >>> from pmlsym.measures.maximal_leakage import maxleak
    >>> from pmlsym.model.channel import Channel
    >>> X, Y = alphabets("X Y")
    >>> P, W = Prior("P", X), Channel("W", X, Y)
    >>> search(pml(P, W) <= maxleak(W), seed=1).instance.sizes
    {'X': 2, 'Y': 2}
    """
    start = monotonic()
    record = _Record(claim, subjects(claim), rules_of(claim), _positive(claim))
    found: Draft | None = None
    number = 0
    while found is None and (rounds is None or number < rounds):
        if number and monotonic() - start > budget:
            break
        rng = np.random.default_rng([seed, number])
        climbing = number % CLIMB_EVERY == CLIMB_EVERY - 1
        found = _climb_round(record, rng) if climbing else _sample_round(record, rng, number, sizes)
        number += 1
        if progress is not None:
            slack = record.best[0] if record.best else None
            progress(record.tried, slack, "climbing" if climbing else "sampling")
        if not record.about.tensors and not record.about.scalars:
            break
    if found is not None:
        deadline = max(start + budget, monotonic() + 0.5)
        found = shrink_draft(claim, found, deadline=deadline, rules=record.rules)
    return _result(record, found, number, monotonic() - start)


def _result(record: _Record, found: Draft | None, number: int, seconds: float) -> SearchResult:
    best = record.best
    near = instance_of(best[1]) if best else None
    equality = best is not None and best[0] == 0 and max(best[1].sizes.values(), default=1) > 1
    return SearchResult(
        instance_of(found) if found else None,
        record.about.alphabets,
        record.tried,
        record.met,
        number,
        dict(sorted(record.counts.items())),
        best[0] if best else None,
        near,
        equality,
        seconds,
    )


def _positive(claim: Claim) -> frozenset[str]:
    """The tensors of priors that the claim somewhere assumes to have full support."""
    conditions = [part for part in parts(claim) if isinstance(part, Condition)]
    subjects_ = [c.subject for c in conditions if c.kind == "fullsupport"]
    return frozenset(
        t.name for s in subjects_ if isinstance(s, Prior) for t in s.body.tensors if t.alphabets
    )


def _sample_round(
    record: _Record, rng: np.random.Generator, number: int, allowed: object
) -> Draft | None:
    sizes = _sizes(rng, number, record.about, allowed)  # type: ignore[arg-type]
    data = {d.tensor.name for d in record.about.data}
    open_ = [t for t in record.about.tensors if t.name not in data]
    exact = sample_tensors(rng, open_, sizes, BATCH, positive=record.positive)
    entries = {name: sampled.floats for name, sampled in exact.items()}
    strips = -(-BATCH // STRIP)
    rules_in_order = usable_rules(record.rules, backwards=number % 2 == 1)
    choices = {
        name: np.repeat(_chosen_rules(rng, len(rules), strips), STRIP)[:BATCH]
        for name, rules in rules_in_order.items()
    }
    seen = _read(record, sizes, entries, rules_in_order, choices, exact)
    return _confirm(record, seen)


def _chosen_rules(rng: np.random.Generator, rules: int, strips: int) -> Choice:
    """Rules by strip, the first ones more often."""
    return np.minimum(rng.integers(0, rules, strips), rng.integers(0, rules, strips))


def _sizes(
    rng: np.random.Generator,
    number: int,
    about: Subjects,
    allowed: Mapping[str, Sequence[int]] | None,
) -> dict[str, int]:
    """Sizes that grow with the rounds: all two, then up to 3, 4 and 6, one letter now and then."""
    sizes = {}
    fixed = {a: n for d in about.data for a, n in zip(d.tensor.alphabets, d.shape, strict=True)}
    most = 2 if number < 2 else 3 if number < 12 else 4 if number < 36 else LARGEST
    least = 2 if number < 2 else 1
    for alphabet in about.alphabets:
        wanted = int(rng.integers(least, most + 1))
        possible = sorted(allowed[alphabet]) if allowed and alphabet in allowed else ()
        if possible and wanted not in possible:
            wanted = possible[int(rng.integers(len(possible)))]
        sizes[alphabet] = fixed.get(alphabet, wanted)
    return sizes


def _read(
    record: _Record,
    sizes: Sizes,
    entries: Mapping[str, Array],
    rules: Rules,
    choices: Mapping[str, Choice],
    exact: Mapping[str, Sampled] | None,
) -> _Round:
    """Slacks of a batch, and what it adds to the record."""
    slack, count = evaluated(record.claim, record.about, rules, sizes, entries, choices)
    item = slack.slack(record.claim)
    least, where = flattened(item, count)
    met = flattened(slack.met(record.claim), count)[0] > 0
    letters = [outcome_letters(item.indices, sizes, int(k)) for k in where]
    for k, outcomes in enumerate(letters):
        for name, alphabet in record.about.outcomes.items():
            outcomes.setdefault(name, k % sizes[alphabet])
    seen = _Round(sizes, entries, rules, choices, least, letters, exact)
    record.tried += count
    record.met += int(met.sum())
    key = tuple(sizes[a] for a in record.about.alphabets)
    record.counts[key] += count
    _remember(record, seen, key, met)
    return seen


def evaluated(
    claim: Claim,
    about: Subjects,
    rules: Rules,
    sizes: Sizes,
    entries: Mapping[str, Array],
    choices: Mapping[str, Choice],
) -> tuple[Slack, int]:
    """A batch with its scalars assigned, each by the rule chosen, and how many instances it has."""
    count = max((a.shape[-1] for a in (*entries.values(), *choices.values())), default=1)
    arrays = dict(entries)
    for data in about.data:
        arrays[data.tensor.name] = _floats(data)
    slack = Slack(Batch(sizes, arrays))
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


def usable_rules(rules: Rules, *, backwards: bool) -> Rules:
    """The scalars in order, each with its rules that need only scalars before it."""
    order = sorted(rules, key=lambda name: (_needs(rules[name]), name), reverse=backwards)
    usable: dict[str, tuple[Quantity, ...]] = {}
    for name in order:
        usable[name] = tuple(r for r in rules[name] if usable.keys() >= subjects(r).scalars.keys())
    return usable


def _needs(rules: tuple[Quantity, ...]) -> int:
    return max(len(subjects(rule).scalars) for rule in rules)


def _by_rule(slack: Slack, domain: str, rules: tuple[Quantity, ...], choice: Choice) -> Labelled:
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


def _remember(record: _Record, seen: _Round, key: tuple[int, ...], met: NDArray[np.bool_]) -> None:
    """Keep the smallest slack that holds, and the closest instances of these sizes."""
    held = np.where(met & (seen.slacks >= 0), seen.slacks, np.inf)
    closest = np.argsort(held, kind="stable")
    k = int(closest[0])
    closer = held[k] < np.inf and (record.best is None or held[k] < record.best[0])
    if closer and seen.exact is not None:
        record.best = float(held[k]), _draft(record, seen, k)
    near = np.where(np.isnan(seen.slacks), np.inf, seen.slacks)
    order = np.argsort(np.where(near <= 0, np.inf, near), kind="stable")[: FAMILIES // 2]
    ties = np.flatnonzero(near == 0)[: FAMILIES // 4]
    chosen = np.concatenate([order, ties])
    record.pools[key] = _Round(
        seen.sizes,
        {name: array[..., chosen] for name, array in seen.entries.items()},
        seen.rules,
        {name: choice[chosen] for name, choice in seen.choices.items()},
        seen.slacks[chosen],
        [seen.letters[int(k)] for k in chosen],
    )


def _draft(record: _Record, seen: _Round, k: int) -> Draft:
    assert seen.exact is not None
    entries = {name: sampled.exact(k) for name, sampled in seen.exact.items()}
    return Draft(seen.sizes, entries, _rules_at(seen, k), seen.letters[k])


def _rules_at(seen: _Round, k: int) -> tuple[tuple[str, Quantity], ...]:
    return tuple((name, rules[int(seen.choices[name][k])]) for name, rules in seen.rules.items())


def _violations(slacks: Array) -> list[int]:
    """The instances that the floats call violations: the worst ones, then a spread of the others."""
    order = np.argsort(np.where(np.isnan(slacks), np.inf, slacks), kind="stable")
    hits = [int(k) for k in order if slacks[k] < 0]
    others = hits[CONFIRMED_A_ROUND:]
    return hits[:CONFIRMED_A_ROUND] + others[:: max(1, len(others) // CONFIRMED_A_ROUND)]


def _confirm(record: _Record, seen: _Round) -> Draft | None:
    for k in _violations(seen.slacks):
        draft = _draft(record, seen, k)
        if is_violated(record.claim, instance_of(draft)):
            return draft
    return None


def _climb_round(record: _Record, rng: np.random.Generator) -> Draft | None:
    """Local search from the closest instances of one choice of sizes."""
    if not record.pools:
        return None
    keys = sorted(record.pools)
    pool = record.pools[keys[int(rng.integers(len(keys)))]]
    tensors = [t for t in record.about.tensors if t.name in pool.entries]
    if not tensors:
        return None

    def score(population: Mapping[str, Array], family: Choice) -> Array:
        choices = {name: choice[family] for name, choice in pool.choices.items()}
        return _read(record, pool.sizes, population, pool.rules, choices, None).slacks

    kept = dict(record.pools)
    entries, slacks, family = climb(rng, tensors, pool.entries, score, positive=record.positive)
    record.pools = kept
    choices = {name: choice[family] for name, choice in pool.choices.items()}
    for k in _violations(slacks):
        chosen = {name: array[..., k] for name, array in entries.items()}
        choice = {name: int(c[k]) for name, c in choices.items()}
        draft = _nearby(record, tensors, pool, chosen, choice)
        if draft is not None:
            return draft
    return None


def _nearby(
    record: _Record,
    tensors: Sequence[Tensor],
    pool: _Round,
    entries: Mapping[str, Array],
    choice: Mapping[str, int],
) -> Draft | None:
    """The violation of smallest denominator among the rationals near a float instance."""
    moved = [{t.name: rounded(t, entries[t.name], d) for t in tensors} for d in DENOMINATORS]
    floats = {
        t.name: np.stack([m[t.name].astype(np.float64) for m in moved], axis=-1) for t in tensors
    }
    choices = {name: np.full(len(moved), k) for name, k in choice.items()}
    kept = dict(record.pools)
    seen = _read(record, pool.sizes, floats, pool.rules, choices, None)
    record.pools = kept
    for k in np.flatnonzero(seen.slacks < 0):
        draft = Draft(pool.sizes, moved[int(k)], _rules_at(seen, int(k)), seen.letters[int(k)])
        if is_violated(record.claim, instance_of(draft)):
            return draft
    return None
