"""The refuter: search for an instance on which a claim is false, and confirm it exactly.

Rounds of random instances, of growing size, are read on batches of floats; what the floats call a
violation is evaluated exactly and, if it is one, shrunk. Every few rounds the instances that come
closest move downhill on the slack, and are then moved to rationals of small denominators. What is
tried depends on the seed alone, and how far the search goes on the effort.

Many conjectures fail only where a prior has zeros. If the same search finds nothing once such a
prior is assumed to have full support, that hypothesis is worth proving the claim under.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.calculus.data import sizes_in
from pmlsym.calculus.effort import Stopwatch, passed, until
from pmlsym.claims.open_orders import order_letters
from pmlsym.claims.subjects import subjects
from pmlsym.claims.vocabulary import full_support
from pmlsym.engines.sampling.climb import climb_round
from pmlsym.engines.sampling.draft import Draft, array_of, instance_of
from pmlsym.engines.sampling.open_orders import choices
from pmlsym.engines.sampling.rounds import Allowed, Record, record_of, sample_round
from pmlsym.engines.sampling.scalars import stated_sizes
from pmlsym.engines.sampling.shrinking import shrink_draft
from pmlsym.errors import OutOfTime, Unsupported
from pmlsym.language.nodes import Claim, Condition, Implication
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior

CLIMB_EVERY = 4
SECOND_LOOK = 12
LAST = 10**9
MANY = 3
ROUNDS = 24
LEAST_SHRINKING = 2.0
"""Effort for making a violation smaller, also where it was found at the end of a short turn."""

Progress = Callable[[int, float | None, str], None]


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


def search(
    claim: Claim,
    *,
    effort: float = 5.0,
    seed: int = 0,
    sizes: Mapping[str, Sequence[int]] | None = None,
    rounds: int | None = None,
    first: int = 0,
    progress: Progress | None = None,
) -> SearchResult:
    """Search for an instance on which the claim is false, with so much effort at most.

    `sizes` narrows how many letters an alphabet may have; `rounds` ends the search after that many
    batches; `first` continues a search that ended
    after that many; `progress` is called with the number of instances tried, the smallest slack and
    the way of searching. An instance that is returned violates the claim exactly and is shrunk.
    Raises Unsupported where the claim has no reading on batches.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.measures.pointwise_maximal_leakage import pml
    >>> from pmlsym.measures.maximal_leakage import maxleak
    >>> from pmlsym.model.channel import Channel
    >>> from pmlsym.model.prior import Prior
    >>> X, Y = alphabets("X Y")
    >>> P, W = Prior("P", X), Channel("W", X, Y)
    >>> search(pml(P, W) <= maxleak(W), seed=1).instance.sizes
    {'X': 2, 'Y': 2}
    """
    if order_letters(claim):
        return _search_at_orders(claim, effort, seed, sizes, rounds, first, progress)
    record = record_of(claim)
    sizes = {**stated_sizes(claim), **(sizes or {})}
    watch = Stopwatch()
    numbers = range(first, LAST if rounds is None else first + rounds)
    try:
        with until(effort):
            found, number = _hunt(record, (seed,), numbers, sizes, progress)
    except OutOfTime:  # whoever goes on hears of it again; what was seen is not lost
        found, number = None, first
    if found is not None:
        with until(max(effort - watch.units, LEAST_SHRINKING)):
            found = shrink_draft(claim, found, rules=record.rules)
            found = _with_fewer_letters(record, found, seed, sizes)
    return _result(record, found, number)


def _search_at_orders(
    claim: Claim,
    effort: float,
    seed: int,
    sizes: Mapping[str, Sequence[int]] | None,
    rounds: int | None,
    first: int,
    progress: Progress | None,
) -> SearchResult:
    """The search at numbers for the letters in orders, a round of one choice after the other."""
    results: list[SearchResult] = []
    every = [*choices(claim)]
    if not every:
        raise Unsupported("no order that is tried is within the hypotheses")
    watch = Stopwatch()
    for k in range(first, LAST if rounds is None else first + rounds):
        if results and (results[-1].instance is not None or watch.units >= effort):
            break
        round_, place = divmod(k, len(every))
        numbers, at = every[place]
        left = effort - watch.units
        found = search(at, effort=left, seed=seed, sizes=sizes, rounds=1, first=round_)
        instance, best = (
            None if each is None else each.with_scalars(numbers)
            for each in (found.instance, found.best_instance)
        )
        results.append(replace(found, instance=instance, best_instance=best, rounds=k + 1))
        if progress is not None:
            progress(found.tried, found.best_slack, "sampling")
    nearest = min(results, key=_distance)
    return replace(
        nearest,
        tried=sum(each.tried for each in results),
        met=sum(each.met for each in results),
        rounds=results[-1].rounds,
    )


def _distance(result: SearchResult) -> tuple[bool, float]:
    """How near a search came, a counterexample being nearest."""
    return result.instance is None, inf if result.best_slack is None else result.best_slack


def missing_hypotheses(
    claim: Claim, instance: Instance, *, effort: float = 2.0, seed: int = 0, rounds: int = ROUNDS
) -> tuple[Condition, ...]:
    """The conditions fullsupport(P), of priors with zeros in the counterexample, that may save it.

    A condition is listed if searching for `rounds` batches, `effort` seconds at most for each,
    finds no counterexample to the claim under it. That is no proof.

    >>> from pmlsym.claim_text.question import parse
    >>> claim = parse("maxleak(W) <= pml(P, W)")
    >>> found = search(claim).instance
    >>> [condition.text for condition in missing_hypotheses(claim, found)]
    ['fullsupport(P)']
    """
    conditions = []
    for condition in full_supports(claim, instance):
        narrowed = Implication(condition, claim)
        found = search(narrowed, effort=effort, seed=seed, rounds=rounds)
        if found.instance is None and found.met:
            conditions.append(condition)
    return tuple(conditions)


def full_supports(claim: Claim, instance: Instance) -> Iterator[Condition]:
    """The conditions fullsupport(P), of the free priors with a letter of mass zero there."""
    about = subjects(claim)
    given = {data.tensor.name for data in about.data}
    for tensor in about.tensors:
        is_prior = len(tensor.stochastic) == len(tensor.alphabets) > 0
        if not is_prior or tensor.name in given or not tensor.name.isidentifier():
            continue
        if not array_of(instance.tensors[tensor.name]).all():
            yield full_support(Prior(tensor.name, *map(Alphabet, tensor.alphabets)))


def _hunt(
    record: Record,
    seed: tuple[int, ...],
    numbers: range,
    sizes: Allowed | None,
    progress: Progress | None = None,
) -> tuple[Draft | None, int]:
    """The first violation of these rounds, if any, and the number of the round after it."""
    for number in numbers:
        if number > numbers.start and passed():
            return None, number
        rng = np.random.default_rng([*seed, number])
        climbing = number % CLIMB_EVERY == CLIMB_EVERY - 1 and bool(record.pools)
        found = climb_round(record, rng) if climbing else sample_round(record, rng, number, sizes)
        if progress is not None:
            slack = record.best[0] if record.best else None
            progress(record.tried, slack, "climbing" if climbing else "sampling")
        if found is not None or not (record.about.tensors or record.about.scalars):
            return found, number + 1
    return None, numbers.stop


def _with_fewer_letters(record: Record, found: Draft, seed: int, sizes: Allowed | None) -> Draft:
    """A violation with fewer letters, where one of three or more shrinks to no less by itself."""
    given = sizes_in(record.about.data)
    for place, alphabet in enumerate(record.about.alphabets):
        while found.sizes[alphabet] >= MANY and alphabet not in given:
            most = {a: [*range(1, n + 1)] for a, n in found.sizes.items()}
            most[alphabet].pop()
            if sizes:
                most = {
                    a: [n for n in counts if n in sizes.get(a, counts)]
                    for a, counts in most.items()
                }
            if not all(most.values()):
                break
            again = record_of(record.claim)
            smaller, _ = _hunt(again, (seed, 1 + place), range(SECOND_LOOK), most)
            if smaller is None:
                break
            found = shrink_draft(record.claim, smaller, rules=record.rules)
    return found


def _result(record: Record, found: Draft | None, number: int) -> SearchResult:
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
    )
