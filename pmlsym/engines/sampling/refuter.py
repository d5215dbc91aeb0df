"""The refuter: search for an instance on which a claim is false, and confirm it exactly.

Rounds of random instances, of growing size, are read on batches of floats; what the floats call a
violation is evaluated exactly and, if it is one, shrunk. Every few rounds the instances that come
closest move downhill on the slack, and are then moved to rationals of small denominators. What is
tried depends on the seed alone, and how far the search goes on the effort.

Many conjectures fail only where a prior has zeros. If the same search finds nothing once such a
prior is assumed to have full support, it is worth trying to prove the claim under that hypothesis.

A claim with open orders is searched at a few numbers, one after the other: where it fails at one of
them, it fails with that number for the letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from math import inf

import numpy as np

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.calculus.data import sizes_in
from pmlsym.calculus.effort import Stopwatch, passed, until
from pmlsym.claims.conditions import full_support
from pmlsym.claims.open_orders import at_orders, is_ruled_out, order_letters
from pmlsym.claims.subjects import subjects
from pmlsym.engines.sampling.climb import climb_round
from pmlsym.engines.sampling.draft import Draft
from pmlsym.engines.sampling.rounds import Allowed, Sampling, sampling_of
from pmlsym.engines.sampling.scalars import stated_sizes
from pmlsym.engines.sampling.shrinking import shrink_draft
from pmlsym.errors import InvalidInput, OutOfTime, Unsupported
from pmlsym.language.nodes import Claim, Condition, Implication
from pmlsym.model.entries import flat_entries
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior

CLIMB_EVERY = 4
SECOND_LOOK = 12
LAST = 10**9
MANY = 3
ROUNDS = 24
LEAST_SHRINKING = 2.0
"""Effort for making a violation smaller, also where it was found at the end of a short turn."""

ORDERS = tuple(map(Fraction, ("2", "1/2", "3", "3/2", "1", "5", "1/4", "9/8", "0", "12")))
"""The numbers at which measures of an order differ most, and their limits."""

MOST_ORDERS = 24
"""How many choices of several orders are tried; the first numbers come before the last ones."""

Progress = Callable[[int, float | None, str], None]


@dataclass(frozen=True)
class SearchResult:
    """The result of a search, and how hard it looked.

    `instance` violates the claim, exactly, or is None. `tried` instances were read, `met` of them
    within the claim's domain and hypotheses, `counts` by the sizes of `alphabets`. The smallest
    slack seen among those that hold is `best_slack`, on `best_instance`; `equality` tells that it
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
    """Search random instances for a counterexample to a claim, within this effort.

    `sizes` narrows how many letters an alphabet may have; `rounds` ends the search after that many
    batches; `first` continues a search that ended after that many; `progress` is called with the
    number of instances tried, the smallest slack and the way of searching. A returned instance
    violates the claim exactly and is shrunk.
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
    numbers = range(first, LAST if rounds is None else first + rounds)
    if order_letters(claim):
        search_once = partial(search, seed=seed, sizes=sizes, rounds=1)
        return _search_at_orders(claim, search_once, numbers, effort, progress)
    sampling = sampling_of(claim)
    sizes = {**stated_sizes(claim), **(sizes or {})}
    watch = Stopwatch()
    try:
        with until(effort):
            draft, number = _first_violation(sampling, (seed,), numbers, sizes, progress)
    except OutOfTime:  # it is raised again in the caller; what was seen is not lost
        draft, number = None, first
    if draft is not None:
        with until(max(effort - watch.units, LEAST_SHRINKING)):
            draft = shrink_draft(claim, draft, sampling.rules)
            draft = _with_fewer_letters(sampling, draft, seed, sizes)
    best = sampling.best
    return SearchResult(
        instance=draft.instance() if draft else None,
        alphabets=sampling.about.alphabets,
        tried=sampling.tried,
        met=sampling.met,
        rounds=number,
        counts=dict(sorted(sampling.counts.items())),
        best_slack=best[0] if best else None,
        best_instance=best[1].instance() if best else None,
        equality=bool(best and best[0] == 0 and max(best[1].sizes.values(), default=1) > 1),
    )


def _search_at_orders(
    claim: Claim,
    search_once: Callable[..., SearchResult],
    numbers: range,
    effort: float,
    progress: Progress | None,
) -> SearchResult:
    """The search for a counterexample at numbers for the letters in orders, turn by turn."""
    results: list[SearchResult] = []
    choices = [*claims_at_orders(claim)]
    if not choices:
        raise Unsupported("no order that is tried is within the hypotheses")
    watch = Stopwatch()
    for k in numbers:
        if results and (results[-1].instance is not None or watch.units >= effort):
            break
        round_, which = divmod(k, len(choices))
        orders, at = choices[which]
        result = search_once(at, effort=effort - watch.units, first=round_)
        instance, best = (
            None if each is None else each.with_scalars(orders)
            for each in (result.instance, result.best_instance)
        )
        results.append(replace(result, instance=instance, best_instance=best, rounds=k + 1))
        if progress is not None:
            progress(result.tried, result.best_slack, "sampling")
    return replace(
        min(results, key=_distance),
        tried=sum(each.tried for each in results),
        met=sum(each.met for each in results),
        rounds=results[-1].rounds,
    )


def claims_at_orders(claim: Claim) -> Iterator[tuple[dict[str, Fraction], Claim]]:
    """The claim at numbers that a search tries for the letters in orders.

    >>> from pmlsym.claim_text.question import parse
    >>> found = claims_at_orders(parse("1 < a and a < b => D[a](P || Q) <= D[b](P || Q)"))
    >>> {name: str(number) for name, number in next(found)[0].items()}
    {'a': '2', 'b': '3'}
    """
    letters, tried = order_letters(claim), 0
    for chosen in sorted(product(range(len(ORDERS)), repeat=len(letters)), key=sum):
        numbers = dict(zip(letters, (ORDERS[k] for k in chosen), strict=True))
        try:
            at = at_orders(claim, numbers)
        except InvalidInput:  # no order there
            continue
        if not is_ruled_out(at):
            yield numbers, at
            tried += 1
        if tried == MOST_ORDERS:
            return


def _distance(result: SearchResult) -> tuple[bool, float]:
    """How near a search came to a counterexample; one that was found is nearest."""
    return result.instance is None, inf if result.best_slack is None else result.best_slack


def missing_hypotheses(
    claim: Claim, instance: Instance, *, effort: float = 2.0, seed: int = 0, rounds: int = ROUNDS
) -> tuple[Condition, ...]:
    """The conditions fullsupport(P) under which sampling finds no counterexample any more.

    A condition is listed if searching for `rounds` batches, `effort` seconds at most for each,
    finds no counterexample to the claim under it. That is not a proof.

    >>> from pmlsym.claim_text.question import parse
    >>> claim = parse("maxleak(W) <= pml(P, W)")
    >>> found = search(claim).instance
    >>> [condition.text for condition in missing_hypotheses(claim, found)]
    ['fullsupport(P)']
    """
    conditions = []
    for condition in full_supports(claim, instance):
        narrowed = Implication(condition, claim)
        result = search(narrowed, effort=effort, seed=seed, rounds=rounds)
        if result.instance is None and result.met:
            conditions.append(condition)
    return tuple(conditions)


def full_supports(claim: Claim, instance: Instance) -> Iterator[Condition]:
    """The conditions fullsupport(P), of priors with a mass of zero in a counterexample."""
    about = subjects(claim)
    names_of_data = {data.tensor.name for data in about.data}
    for tensor in about.tensors:
        is_prior = len(tensor.stochastic) == len(tensor.alphabets) > 0
        if not is_prior or tensor.name in names_of_data or not tensor.name.isidentifier():
            continue
        if not all(flat_entries(instance.tensors[tensor.name], len(tensor.alphabets))):
            yield full_support(Prior(tensor.name, *map(Alphabet, tensor.alphabets)))


def _first_violation(
    sampling: Sampling,
    seed: tuple[int, ...],
    numbers: range,
    sizes: Allowed | None,
    progress: Progress | None = None,
) -> tuple[Draft | None, int]:
    """The first violation in these rounds of sampling, if any, and the round at which to go on."""
    for number in numbers:
        if number > numbers.start and passed():
            return None, number
        rng = np.random.default_rng([*seed, number])
        is_climbing = number % CLIMB_EVERY == CLIMB_EVERY - 1 and bool(sampling.pools)
        if is_climbing:
            draft = climb_round(sampling, rng)
        else:
            draft = sampling.violation(sampling.round(rng, number, sizes))
        if progress is not None:
            slack = sampling.best[0] if sampling.best else None
            progress(sampling.tried, slack, "climbing" if is_climbing else "sampling")
        if draft is not None or not (sampling.about.tensors or sampling.about.scalars):
            return draft, number + 1
    return None, numbers.stop


def _with_fewer_letters(sampling: Sampling, draft: Draft, seed: int, sizes: Allowed) -> Draft:
    """A violation with fewer letters, sampled anew where shrinking one leaves three or more."""
    claim, fixed_sizes = sampling.claim, sizes_in(sampling.about.data)
    for place, alphabet in enumerate(sampling.about.alphabets):
        while draft.sizes[alphabet] >= MANY and alphabet not in fixed_sizes:
            fewer = {**draft.sizes, alphabet: draft.sizes[alphabet] - 1}
            allowed = {
                a: [k for k in range(1, n + 1) if k in sizes.get(a, (k,))] for a, n in fewer.items()
            }
            if not all(allowed.values()):
                break
            rounds = range(SECOND_LOOK)
            smaller, _ = _first_violation(sampling_of(claim), (seed, 1 + place), rounds, allowed)
            if smaller is None:
                break
            draft = shrink_draft(claim, smaller, sampling.rules)
    return draft
