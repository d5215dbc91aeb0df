"""Shrinking: the simplest instance near a counterexample, one that fits a whiteboard.

Fewer letters, then more zeros, then smaller denominators, then fewer distinct numbers, then small
scalars and letters in order. A pass proposes simpler drafts; the first that still violates the
claim exactly is taken, until no pass proposes one. Nothing is random.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, islice, permutations, product, takewhile
from math import lcm
from typing import Any

import numpy as np

from pmlsym.calculus.effort import limit, units_left
from pmlsym.calculus.meter import tick
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.subjects import subjects
from pmlsym.engines.sampling.draft import Draft, Entries, rounded_shares, row_cuts, with_denominator
from pmlsym.errors import OutOfTime
from pmlsym.language.nodes import Claim, Quantity
from pmlsym.numbers.number import Exact, Number, log_of, rational

EVALUATIONS = 2000
LOOKED_AT = 8  # entries compared in the time of a step
SMALL = 4
FAMILIAR = (36, 40, 48, 50, 60, 64, 80, 100, 120, 200, 500, 1000, 2000, 10**4, 10**5, 10**6)


def shrink_draft(claim: Claim, draft: Draft, rules: Mapping[str, tuple[Quantity, ...]]) -> Draft:
    """The simplest draft near a counterexample that shrinking finds; scalars may change rules."""
    about = subjects(claim)
    tensors = tuple(t for t in about.tensors if t.name in draft.entries)
    fixed = {alphabet for data in about.data for alphabet in data.tensor.alphabets}
    shrinking = _Shrinking(claim, tensors, about.outcomes, fixed, rules)
    weight, before = _weight(draft), None
    with limit(units_left()):
        while weight != before:
            before = weight
            for proposals in (
                shrinking.fewer_letters,
                shrinking.smaller_denominators,
                shrinking.plain_rows,
                shrinking.more_zeros,
                shrinking.nearby_rows,
                shrinking.other_scalars,
                shrinking.other_orders,
            ):
                draft, weight = shrinking.exhausted(draft, weight, proposals)
    return draft


Weight = tuple[Any, ...]
Pass = Callable[[Draft], Iterator[Draft]]


@dataclass(eq=False)
class _Shrinking:
    """The passes over drafts of one claim, and its exact evaluations, whose number is bounded.

    Letters of the alphabets in `fixed` stay, since entries are given for them.
    """

    claim: Claim
    tensors: tuple[Tensor, ...]
    outcomes: Mapping[str, str]
    fixed: Collection[str]
    rules: Mapping[str, tuple[Quantity, ...]]
    left: int = EVALUATIONS
    refused: set[Weight] = field(default_factory=set)

    def exhausted(self, draft: Draft, weight: Weight, proposals: Pass) -> tuple[Draft, Weight]:
        """The counterexample after a pass of shrinking, each change tried until none helps."""
        tried = 0
        while not self._is_over():
            try:
                for candidate in islice(proposals(draft), tried, None):
                    tried += 1
                    if self._accepts(candidate, weight):
                        draft, weight = candidate, _weight(candidate)
                        break
                else:
                    break
            except OutOfTime:
                break
        return draft, weight

    def _is_over(self) -> bool:
        """Whether shrinking has used up its evaluations or its effort."""
        return self.left <= 0 or units_left() < 0

    def _accepts(self, candidate: Draft, weight: Weight) -> bool:
        """Whether a candidate of shrinking is lighter and violates the claim too."""
        tick(1 + sum(array.size for array in candidate.entries.values()) // LOOKED_AT)
        if self._is_over() or not _is_lighter(candidate, weight):
            return False
        fingerprint = _fingerprint(candidate)
        if fingerprint in self.refused:
            return False
        self.left -= 1
        if candidate.violates(self.claim):
            return True
        self.refused.add(fingerprint)
        return False

    def fewer_letters(self, draft: Draft) -> Iterator[Draft]:
        """Counterexamples with one letter less, its mass lost or given to another letter."""
        for alphabet, count in draft.sizes.items():
            if count == 1 or alphabet in self.fixed:
                continue
            for letter in reversed(range(count)):
                for heir in (None, *(k for k in range(count) if k != letter)):
                    fewer = self._without(draft, alphabet, letter, heir)
                    if fewer is not None:
                        yield fewer

    def _without(self, draft: Draft, alphabet: str, letter: int, heir: int | None) -> Draft | None:
        """The counterexample without a letter; None if a row has no mass left."""
        entries = {}
        for tensor in self.tensors:
            array = draft.entries[tensor.name]
            for axis, name in enumerate(tensor.alphabets):
                if name != alphabet:
                    continue
                if axis in tensor.stochastic and heir is not None:
                    array = array.copy()
                    rows = np.moveaxis(array, axis, 0)  # a view
                    rows[heir] = rows[heir] + rows[letter]
                array = np.delete(array, letter, axis=axis)
            scaled = _normalised_rows(tensor, array)
            if scaled is None:
                return None
            entries[tensor.name] = scaled
        outcomes = dict(draft.outcomes)
        for name, k in draft.outcomes.items():
            if self.outcomes.get(name) == alphabet:
                at = heir if k == letter else k
                if at is None:
                    return None
                outcomes[name] = at - (at > letter)
        sizes = {**draft.sizes, alphabet: draft.sizes[alphabet] - 1}
        return replace(draft, sizes=sizes, entries=entries, outcomes=outcomes)

    def smaller_denominators(self, draft: Draft) -> Iterator[Draft]:
        """Counterexamples with all entries, or one tensor's, at a smaller denominator."""
        denominators = {t.name: _denominator(draft.entries[t.name]) for t in self.tensors}
        for moved in (self.tensors, *((tensor,) for tensor in self.tensors)):
            for d in _denominators_below(max((denominators[t.name] for t in moved), default=1)):
                entries = {t.name: with_denominator(t, draft.entries[t.name], d) for t in moved}
                yield replace(draft, entries={**draft.entries, **entries})

    def _stochastic_rows(self, draft: Draft) -> Iterator[tuple[Tensor, Any, list[Fraction]]]:
        """Every stochastic row of a counterexample: its tensor, its place, its entries."""
        for tensor in self.tensors:
            array, places = draft.entries[tensor.name], tensor.stochastic
            for cut in row_cuts(array.shape, places) if places else ():
                yield tensor, cut, list(array[cut].ravel())

    def plain_rows(self, draft: Draft) -> Iterator[Draft]:
        """Counterexamples with a row that is a point mass, uniform, or another row."""
        rows = list(self._stochastic_rows(draft))
        for tensor, cut, row in rows:
            others = (other for t, _, other in rows if t == tensor)
            for candidate in chain(_plain_masses(row), others):
                if row != candidate:
                    yield _with_row(draft, tensor, cut, candidate)

    def more_zeros(self, draft: Draft) -> Iterator[Draft]:
        """Counterexamples with one entry zero, its mass given to others or to one of them."""
        for tensor, cut, row in self._stochastic_rows(draft):
            support = [k for k in range(len(row)) if row[k]]
            for gone in support if len(support) > 1 else ():
                rest = 1 - row[gone]
                spread = [e / rest if k != gone else Fraction(0) for k, e in enumerate(row)]
                yield _with_row(draft, tensor, cut, spread)
                for heir in support:
                    if heir != gone:
                        moved = list(row)
                        moved[heir], moved[gone] = moved[heir] + moved[gone], Fraction(0)
                        yield _with_row(draft, tensor, cut, moved)

    def nearby_rows(self, draft: Draft) -> Iterator[Draft]:
        """Counterexamples with a row of smaller denominator, or near it of a tiny one."""
        for tensor, cut, row in self._stochastic_rows(draft):
            denominator = lcm(*(entry.denominator for entry in row))
            if len(row) <= SMALL:
                for d in range(2, min(SMALL + 1, denominator)):
                    near = sorted(
                        _masses_of_denominator(d, len(row)), key=lambda r: (_distance(r, row), r)
                    )
                    yield from (_with_row(draft, tensor, cut, r) for r in near)
            for d in _denominators_below(denominator):
                yield _with_row(draft, tensor, cut, rounded_shares(row, d))

    def other_scalars(self, draft: Draft) -> Iterator[Draft]:
        """Counterexamples whose scalar follows another rule, or is a simpler number."""
        instance = draft.instance()
        for k, (name, _) in enumerate(draft.rules):
            plain = _simpler_numbers(instance.scalars[name]) if instance else ()
            for rule in (*self.rules.get(name, ()), *plain):
                before, after = draft.rules[:k], draft.rules[k + 1 :]
                yield replace(draft, rules=(*before, (name, rule), *after))

    def other_orders(self, draft: Draft) -> Iterator[Draft]:
        """Counterexamples with the letters of an alphabet in another order."""
        for alphabet, count in draft.sizes.items():
            if alphabet in self.fixed or count > SMALL:
                continue
            for order in permutations(range(count)):
                entries = dict(draft.entries)
                for tensor in self.tensors:
                    for axis, name in enumerate(tensor.alphabets):
                        if name == alphabet:
                            entries[tensor.name] = np.take(entries[tensor.name], order, axis=axis)
                outcomes = {
                    name: order.index(k) if self.outcomes.get(name) == alphabet else k
                    for name, k in draft.outcomes.items()
                }
                yield replace(draft, entries=entries, outcomes=outcomes)


def _fingerprint(draft: Draft) -> Weight:
    """A key for shrinking that is the same for equal drafts."""
    entries = tuple(tuple(draft.entries[name].ravel()) for name in sorted(draft.entries))
    rules = tuple(repr(rule) if isinstance(rule, Number) else id(rule) for _, rule in draft.rules)
    return (*draft.sizes.values(), entries, rules, *sorted(draft.outcomes.items()))


def _weight(draft: Draft) -> Weight:
    """The numbers of a counterexample that shrinking makes smaller, the most important first."""
    instance = draft.instance()
    scalars = instance.scalars if instance else {}
    return (
        *_plain_weight(draft),
        sum(len(repr(value)) for value in scalars.values()),
        tuple(-entry for entry in _every_entry(draft)),
        tuple(sorted(draft.outcomes.items())),
        tuple(map(repr, scalars.values())),
    )


def _plain_weight(draft: Draft) -> Weight:
    """The part of a counterexample's weight that needs no scalars: letters, entries, and more."""
    nonzero = [entry for entry in _every_entry(draft) if entry]
    return (
        sum(draft.sizes.values()),
        len(nonzero),
        sum(entry.denominator for entry in nonzero),
        len(set(nonzero)),
    )


def _every_entry(draft: Draft) -> list[Fraction]:
    """All entries of a counterexample's tensors, in order."""
    return [entry for name in sorted(draft.entries) for entry in draft.entries[name].ravel()]


def _is_lighter(draft: Draft, weight: Weight) -> bool:
    """Whether a counterexample weighs less, its scalars evaluated only where all else is equal."""
    first = _plain_weight(draft)
    before = weight[: len(first)]
    return first < before or (first == before and _weight(draft) < weight)


def _normalised_rows(tensor: Tensor, array: Entries) -> Entries | None:
    """A counterexample's rows over their sums; None if a row has lost all its mass."""
    if not tensor.stochastic:
        return array
    sums = np.sum(array, axis=tensor.stochastic, keepdims=True)
    if not all(sums.ravel()):
        return None
    return np.asarray(array / sums, dtype=object)


def _denominators_below(denominator: int) -> Iterator[int]:
    """Smaller denominators for shrinking to try: all small ones, then familiar ones."""
    return takewhile(lambda d: d < denominator, chain(range(1, 33), FAMILIAR))


def _denominator(array: Entries) -> int:
    """The common denominator of a counterexample's tensor."""
    return lcm(*(entry.denominator for entry in array.ravel()))


def _with_row(draft: Draft, tensor: Tensor, cut: Any, row: Sequence[Fraction]) -> Draft:
    """The counterexample with another row in one place of a tensor."""
    array = draft.entries[tensor.name].copy()
    array[cut] = np.array(row, dtype=object).reshape(array[cut].shape)
    return replace(draft, entries={**draft.entries, tensor.name: array})


def _plain_masses(row: list[Fraction]) -> Iterator[list[Fraction]]:
    """Rows for shrinking to try: point masses, then uniform on the support, then uniform."""
    count, support = len(row), sum(map(bool, row))
    for hot in range(count):
        yield [Fraction(int(k == hot)) for k in range(count)]
    share = Fraction(1, support)
    yield [share if entry else Fraction(0) for entry in row]
    yield [Fraction(1, count)] * count


def _masses_of_denominator(denominator: int, count: int) -> Iterator[list[Fraction]]:
    """All rows of masses with this denominator, for shrinking to try."""
    for parts in product(range(denominator + 1), repeat=count):
        if sum(parts) == denominator:
            yield [Fraction(part, denominator) for part in parts]


def _distance(left: Iterable[Fraction], right: Iterable[Fraction]) -> Fraction:
    """The distance of two rows, by which shrinking tries near ones first."""
    return sum((abs(a - b) for a, b in zip(left, right, strict=True)), Fraction(0))


def _simpler_numbers(value: Number) -> Iterator[Number]:
    """Numbers of smaller denominators near a scalar's value, for shrinking to try."""
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
