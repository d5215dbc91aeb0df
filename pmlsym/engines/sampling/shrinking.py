"""Shrinking: the simplest instance near a counterexample, one that fits a whiteboard.

Fewer letters, then more zeros, then smaller denominators, then fewer distinct numbers, then small
scalars and letters in order. A pass proposes simpler drafts; the first that still violates the
claim exactly is taken, until no pass proposes one. Nothing is random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, islice, permutations, product, takewhile
from math import lcm
from typing import Any

import numpy as np

from pmlsym.calculus.effort import limit, units_left
from pmlsym.calculus.meter import tick
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.subjects import Subjects, subjects
from pmlsym.engines.sampling.draft import (
    Draft,
    Entries,
    drafted,
    instance_of,
    is_violated,
    rounded,
    shared,
)
from pmlsym.errors import OutOfTime
from pmlsym.language.nodes import Claim, Quantity
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Exact, Number, log_of, rational

EVALUATIONS = 2000
LOOKED_AT = 8  # entries compared in the time of a step
SMALL = 4
FAMILIAR = (36, 40, 48, 50, 60, 64, 80, 100, 120, 200, 500, 1000, 2000, 10**4, 10**5, 10**6)


def shrink(claim: Claim, instance: Instance) -> Instance:
    """A simpler instance that violates the claim too, or the same where the deadline has passed.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.measures.maximal_leakage import maxleak
    >>> from pmlsym.model.channel import Channel
    >>> X, Y = alphabets("X Y")
    >>> large = {"W": [["9/10", "1/10", 0], ["1/7", "4/7", "2/7"], ["2/7", "4/7", "1/7"]]}
    >>> claim, found = maxleak(Channel("W", X, Y)) <= 0, Instance({"X": 3, "Y": 3}, large)
    >>> shrink(claim, found).to_json()["tensors"]
    {'W': [['1', '0'], ['0', '1']]}
    """
    found = instance_of(shrink_draft(claim, drafted(claim, instance)))
    return instance if found is None else found


def shrink_draft(
    claim: Claim,
    draft: Draft,
    *,
    rules: Mapping[str, tuple[Quantity, ...]] | None = None,
) -> Draft:
    """The draft after all passes; scalars follow their rules, and try the other `rules`."""
    about = subjects(claim)
    tensors = tuple(t for t in about.tensors if t.name in draft.entries)
    fixed = {name for data in about.data for name in data.tensor.alphabets}
    passes: tuple[Pass, ...] = (
        lambda d: _fewer_letters(d, tensors, about, fixed),
        lambda d: _rounder(d, tensors),
        lambda d: _plain_rows(d, tensors),
        lambda d: _more_zeros(d, tensors),
        lambda d: _nearby_rows(d, tensors),
        lambda d: _other_scalars(d, rules or {}),
        lambda d: _in_order(d, tensors, about, fixed),
    )
    trial = _Trial(claim)
    weight, before = _weight(draft), None
    with limit(units_left()):
        while weight != before:
            before = weight
            for proposals in passes:
                draft, weight = trial.exhausted(draft, weight, proposals)
    return draft


Weight = tuple[Any, ...]
Pass = Callable[[Draft], Iterator[Draft]]


@dataclass(eq=False)
class _Trial:
    """The exact evaluations of one shrinking, which end after a number of them."""

    claim: Claim
    left: int = EVALUATIONS
    refused: set[Weight] = field(default_factory=set)

    def exhausted(self, draft: Draft, weight: Weight, proposals: Pass) -> tuple[Draft, Weight]:
        """The draft after a pass; what is proposed for it continues where it was last changed."""
        place = 0
        while not self._is_over():
            try:
                for candidate in islice(proposals(draft), place, None):
                    place += 1
                    if self._accepts(candidate, weight):
                        draft, weight = candidate, _weight(candidate)
                        break
                else:
                    break
            except OutOfTime:
                break
        return draft, weight

    def _is_over(self) -> bool:
        return self.left <= 0 or units_left() < 0

    def _accepts(self, candidate: Draft, weight: Weight) -> bool:
        tick(1 + sum(array.size for array in candidate.entries.values()) // LOOKED_AT)
        if self._is_over() or not _lighter(candidate, weight):
            return False
        known = _fingerprint(candidate)
        if known in self.refused:
            return False
        self.left -= 1
        if is_violated(self.claim, instance_of(candidate)):
            return True
        self.refused.add(known)
        return False


def _fingerprint(draft: Draft) -> Weight:
    entries = tuple(tuple(draft.entries[name].ravel()) for name in sorted(draft.entries))
    rules = tuple(repr(rule) if isinstance(rule, Number) else id(rule) for _, rule in draft.rules)
    return (*draft.sizes.values(), entries, rules, *sorted(draft.outcomes.items()))


def _weight(draft: Draft) -> Weight:
    """What is made smaller, in this order."""
    instance = instance_of(draft)
    scalars = instance.scalars if instance else {}
    return (
        *_plain_weight(draft),
        sum(len(repr(value)) for value in scalars.values()),
        tuple(-entry for entry in _every_entry(draft)),
        tuple(sorted(draft.outcomes.items())),
        tuple(map(repr, scalars.values())),
    )


def _plain_weight(draft: Draft) -> Weight:
    """The part of it that asks for no scalars: letters, entries, denominators, numbers."""
    nonzero = [entry for entry in _every_entry(draft) if entry]
    return (
        sum(draft.sizes.values()),
        len(nonzero),
        sum(entry.denominator for entry in nonzero),
        len(set(nonzero)),
    )


def _every_entry(draft: Draft) -> list[Fraction]:
    return [entry for name in sorted(draft.entries) for entry in draft.entries[name].ravel()]


def _lighter(draft: Draft, weight: Weight) -> bool:
    """Whether a draft weighs less, asking for its scalars only if all before is equal."""
    first = _plain_weight(draft)
    before = weight[: len(first)]
    return first < before or (first == before and _weight(draft) < weight)


def _fewer_letters(
    draft: Draft, tensors: Sequence[Tensor], about: Subjects, fixed: set[str]
) -> Iterator[Draft]:
    """Delete a letter, its mass lost or given to another letter."""
    for alphabet, count in draft.sizes.items():
        if count == 1 or alphabet in fixed:
            continue
        for letter in reversed(range(count)):
            heirs = [None, *(k for k in range(count) if k != letter)]
            for heir in heirs:
                found = _without(draft, tensors, about, alphabet, letter, heir)
                if found is not None:
                    yield found


def _without(
    draft: Draft,
    tensors: Sequence[Tensor],
    about: Subjects,
    alphabet: str,
    letter: int,
    heir: int | None,
) -> Draft | None:
    entries = {}
    for tensor in tensors:
        array = draft.entries[tensor.name]
        for axis, name in enumerate(tensor.alphabets):
            if name != alphabet:
                continue
            if axis in tensor.stochastic and heir is not None:
                array = array.copy()
                where: list[Any] = [slice(None)] * array.ndim
                source: list[Any] = [slice(None)] * array.ndim
                where[axis], source[axis] = heir, letter
                array[tuple(where)] = array[tuple(where)] + array[tuple(source)]
            array = np.delete(array, letter, axis=axis)
        scaled = _normalised(tensor, array)
        if scaled is None:
            return None
        entries[tensor.name] = scaled
    outcomes = dict(draft.outcomes)
    for name, own in about.outcomes.items():
        if own == alphabet and name in outcomes:
            if outcomes[name] == letter and heir is None:
                return None
            at = heir if outcomes[name] == letter else outcomes[name]
            assert at is not None
            outcomes[name] = at - (at > letter)
    sizes = {**draft.sizes, alphabet: draft.sizes[alphabet] - 1}
    return replace(draft, sizes=sizes, entries=entries, outcomes=outcomes)


def _normalised(tensor: Tensor, array: Entries) -> Entries | None:
    """The rows over their sums; None where a row has lost all its mass."""
    if not tensor.stochastic:
        return array
    sums = np.sum(array, axis=tensor.stochastic, keepdims=True)
    if not all(sums.ravel()):
        return None
    return np.asarray(array / sums, dtype=object)


def _rounder(draft: Draft, tensors: Sequence[Tensor]) -> Iterator[Draft]:
    """Everything, then one tensor, moved to a smaller denominator."""
    most = max((_denominator(draft.entries[t.name]) for t in tensors), default=1)
    for d in _below(most):
        entries = {t.name: rounded(t, draft.entries[t.name], d) for t in tensors}
        yield replace(draft, entries={**draft.entries, **entries})
    for tensor in tensors:
        own = draft.entries[tensor.name]
        for d in _below(_denominator(own)):
            yield replace(draft, entries={**draft.entries, tensor.name: rounded(tensor, own, d)})


def _below(denominator: int) -> Iterator[int]:
    """Smaller denominators to try: all small ones, then familiar ones."""
    return takewhile(lambda d: d < denominator, chain(range(1, 33), FAMILIAR))


def _denominator(array: Entries) -> int:
    return lcm(*(entry.denominator for entry in array.ravel()))


def _rows(draft: Draft, tensors: Sequence[Tensor]) -> Iterator[tuple[Tensor, Any, Entries]]:
    """Every stochastic row: its tensor, where it is, and its entries in one line."""
    for tensor in tensors:
        if not tensor.stochastic:
            continue
        array = draft.entries[tensor.name]
        places = tensor.stochastic
        counts = [n if k not in places else 1 for k, n in enumerate(array.shape)]
        for row in np.ndindex(*counts):
            cut = tuple(slice(None) if k in places else row[k] for k in range(array.ndim))
            yield tensor, cut, array[cut].ravel()


def _with_row(draft: Draft, tensor: Tensor, cut: Any, row: Sequence[Fraction]) -> Draft:
    array = draft.entries[tensor.name].copy()
    array[cut] = np.array(row, dtype=object).reshape(array[cut].shape)
    return replace(draft, entries={**draft.entries, tensor.name: array})


def _plain_rows(draft: Draft, tensors: Sequence[Tensor]) -> Iterator[Draft]:
    """A row becomes a point mass, uniform, or another row of its tensor."""
    rows = list(_rows(draft, tensors))
    for tensor, cut, row in rows:
        others = (list(other) for t, _, other in rows if t == tensor)
        for candidate in chain(_plain(row), others):
            if list(row) != candidate:
                yield _with_row(draft, tensor, cut, candidate)


def _plain(row: Entries) -> Iterator[list[Fraction]]:
    """Point masses, uniform on the support, uniform; one after the other, a row may be long."""
    count, support = len(row), np.flatnonzero(row)
    for hot in range(count):
        yield [Fraction(int(k == hot)) for k in range(count)]
    share = Fraction(1, len(support))
    yield [share if entry else Fraction(0) for entry in row]
    yield [Fraction(1, count)] * count


def _more_zeros(draft: Draft, tensors: Sequence[Tensor]) -> Iterator[Draft]:
    """An entry becomes zero, its mass given to the others or to one of them."""
    for tensor, cut, row in _rows(draft, tensors):
        support = [k for k in range(len(row)) if row[k]]
        if len(support) < 2:
            continue
        for gone in support:
            rest = 1 - row[gone]
            yield _with_row(
                draft,
                tensor,
                cut,
                [e / rest if k != gone else Fraction(0) for k, e in enumerate(row)],
            )
            for heir in support:
                if heir != gone:
                    moved = list(row)
                    moved[heir], moved[gone] = moved[heir] + moved[gone], Fraction(0)
                    yield _with_row(draft, tensor, cut, moved)


def _nearby_rows(draft: Draft, tensors: Sequence[Tensor]) -> Iterator[Draft]:
    """A row becomes one of smaller denominator, and for few letters any one of a tiny one."""
    for tensor, cut, row in _rows(draft, tensors):
        own = lcm(*(entry.denominator for entry in row))
        if len(row) <= SMALL:
            for d in range(2, min(SMALL + 1, own)):
                near = sorted(_shares(d, len(row)), key=lambda r: (_distance(r, row), r))
                yield from (_with_row(draft, tensor, cut, r) for r in near)
        for d in _below(own):
            yield _with_row(draft, tensor, cut, shared(list(row), d))


def _shares(denominator: int, count: int) -> Iterator[list[Fraction]]:
    for parts in product(range(denominator + 1), repeat=count):
        if sum(parts) == denominator:
            yield [Fraction(part, denominator) for part in parts]


def _distance(left: Iterable[Fraction], right: Iterable[Fraction]) -> Fraction:
    return sum((abs(a - b) for a, b in zip(left, right, strict=True)), Fraction(0))


def _other_scalars(draft: Draft, rules: Mapping[str, tuple[Quantity, ...]]) -> Iterator[Draft]:
    """A scalar follows another rule, or becomes a rational or a logarithm of small denominator."""
    instance = instance_of(draft)
    for place, (name, _) in enumerate(draft.rules):
        plain = _simpler_numbers(instance.scalars[name]) if instance else ()
        for rule in (*rules.get(name, ()), *plain):
            yield replace(
                draft, rules=(*draft.rules[:place], (name, rule), *draft.rules[place + 1 :])
            )


def _simpler_numbers(value: Number) -> Iterator[Number]:
    if not isinstance(value, Exact):
        return
    inner = value.rational if value.is_rational else value.exponential()
    if inner is None or inner.denominator == 1:
        return
    for d in range(1, min(33, inner.denominator)):
        near = inner.limit_denominator(d)
        if value.is_rational:
            yield rational(near)
        elif near > 0:
            yield log_of(near)


def _in_order(
    draft: Draft, tensors: Sequence[Tensor], about: Subjects, fixed: set[str]
) -> Iterator[Draft]:
    """The letters of an alphabet in another order."""
    for alphabet, count in draft.sizes.items():
        if alphabet in fixed or count > SMALL:
            continue
        for order in permutations(range(count)):
            entries = dict(draft.entries)
            for tensor in tensors:
                for axis, name in enumerate(tensor.alphabets):
                    if name == alphabet:
                        entries[tensor.name] = np.take(entries[tensor.name], order, axis=axis)
            outcomes = {
                name: order.index(k) if about.outcomes.get(name) == alphabet else k
                for name, k in draft.outcomes.items()
            }
            yield replace(draft, entries=entries, outcomes=outcomes)
