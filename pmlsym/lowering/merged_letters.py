"""Pairs of letters that always occur together are merged into one letter.

    P(a, b) W(a, b, y)   is   P(d) W(d, y)   with d = (a, b)

A sequent in which two alphabets always occur side by side, each letter of the one with a letter of
the other, is an instance of the sequent with one alphabet in their place: a pair of letters is a
letter. So a certificate of the shorter sequent proves it. A dataset whose entries never occur one
by one is thus proved to leak as any secret does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pmlsym.calculus.normal_form import Atom, Factor, loosen, normalise
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor


def merge_letters(sequent: Sequent) -> Sequent:
    """The sequent of a lowered claim, with two alphabets merged where they always come in pairs.

    >>> from pmlsym.claim_text.question import parse
    >>> from pmlsym.lowering.sequents import lower
    >>> (sequent,) = lower(parse("pml(P, W) <= -log(pmin(P))", lets=("W: A, B -> Y",)))
    >>> merge_letters(sequent).tensors
    (P(AB), W(AB, Y), m1)
    """
    # merging one pair may make others adjacent, hence the recursion; each step loses an alphabet
    for pair in _adjacent_alphabets(sequent):
        try:
            return merge_letters(_Merger(sequent, pair).sequent)
        except _StandsAlone:
            continue
    return sequent


def are_sequents_of(
    kept: Sequence[Sequent],
    sequents: Sequence[Sequent],
    read: Callable[[Sequent], Sequent] = lambda sequent: sequent,
) -> bool:
    """Whether the sequents that a claim is lowered to, perhaps merged, follow from kept ones.

    `read` turns a sequent into the sequent that a file gives back.
    """
    if len(kept) != len(sequents):
        return False
    pairs = zip(kept, sequents, strict=True)
    return all(
        _assumes_no_more(a, read(b)) or _assumes_no_more(a, read(merge_letters(b)))
        for a, b in pairs
    )


def _assumes_no_more(kept: Sequent, asked: Sequent) -> bool:
    """Whether a kept sequent has the goal of one just lowered, and assumes nothing beyond it.

    A hypothesis follows from the same hypothesis with a stronger relation.
    """
    stated = {(f.polynomial, f.indices, r) for f in asked.facts for r in (f.relation, ">=")}
    return (
        (kept.goal, kept.relation, kept.outcomes) == (asked.goal, asked.relation, asked.outcomes)
        and {*kept.rules} <= {*asked.rules}
        and all((f.polynomial, f.indices, f.relation) in stated for f in kept.facts)
    )


class _StandsAlone(Exception):
    """Raised where a letter of one of the two alphabets occurs without the other."""


def _adjacent_alphabets(sequent: Sequent) -> Iterator[tuple[str, str]]:
    """The pairs of alphabets that stand side by side in some tensor of a lowered claim."""
    pairs = {pair: None for tensor in sequent.tensors for pair in pairwise(tensor.alphabets)}
    yield from (pair for pair in pairs if pair[0] != pair[1])


class _Merger:
    """The replacement of two alphabets of a sequent by one."""

    def __init__(self, sequent: Sequent, pair: tuple[str, str]) -> None:
        self._first, self._second = pair
        if any(not {*pair}.isdisjoint(rule.alphabets) for rule in sequent.rules):
            raise _StandsAlone
        taken = {alphabet for tensor in sequent.tensors for alphabet in tensor.alphabets}
        self._name = "".join(pair)
        while self._name in taken:
            self._name += "'"
        self._tensors = {tensor: self._merge_in_tensor(tensor) for tensor in sequent.tensors}
        self._names: dict[tuple[Index, Index], Index] = {}
        self._taken = {i.name for p in sequent.polynomials for i in p.free}
        self._taken |= {i.name for fact in sequent.facts for i in fact.indices}
        rules = tuple(
            replace(
                rule,
                tensors=tuple(self._tensors[tensor] for tensor in rule.tensors),
                premises=tuple(map(self._merge_in_fact, rule.premises)),
                conclusion=self._merge_in_fact(rule.conclusion),
            )
            for rule in sequent.rules
        )
        self.sequent = Sequent(
            tuple(map(self._merge_in_fact, sequent.facts)),
            self._merge_in_polynomial(sequent.goal, ()),
            sequent.relation,
            rules,
            frozenset(self._merged_outcomes(sequent.outcomes)),
        )

    def _merge_in_tensor(self, tensor: Tensor) -> Tensor:
        """A tensor of the lowered claim with one alphabet for each pair, else `_StandsAlone`."""
        if tensor.term is not None:
            # A tensor merged inside a convex term would differ from the same tensor outside.
            inside = {a for tensor_inside in tensor.term.tensors for a in tensor_inside.alphabets}
            if not inside.isdisjoint((self._first, self._second)):
                raise _StandsAlone
        places = _places_side_by_side(tensor.alphabets, self._first, self._second)
        if tensor.is_size and tensor.of in (self._first, self._second):
            raise _StandsAlone
        if places and tensor.is_delta:
            raise _StandsAlone
        for k in places:
            if (k in tensor.stochastic) != (k + 1 in tensor.stochastic):
                raise _StandsAlone
        kept = [k for k in range(len(tensor.alphabets)) if k - 1 not in places]
        alphabets = tuple(self._name if k in places else tensor.alphabets[k] for k in kept)
        stochastic = tuple(n for n, k in enumerate(kept) if k in tensor.stochastic)
        return replace(tensor, alphabets=alphabets, stochastic=stochastic)

    def _merge_in_fact(self, fact: Fact) -> Fact:
        """A fact of the lowered claim, with one letter in the place of each pair of its own."""
        polynomial = self._merge_in_polynomial(fact.polynomial, fact.indices)
        pairs = {pair[0]: pair for pair in self._pairs_in(fact.polynomial)}
        indices = []
        for index in fact.indices:
            if index.alphabet == self._first:
                if index not in pairs:
                    raise _StandsAlone
                indices.append(self._merged_index(pairs[index]))
            elif index.alphabet != self._second:
                indices.append(index)
        return replace(fact, polynomial=polynomial, indices=tuple(indices))

    def _merge_in_polynomial(self, polynomial: Polynomial, every: Sequence[Index]) -> Polynomial:
        """A polynomial of the lowered claim, merged; letters of `every` need one partner there."""
        partners: dict[Index, set[Index]] = {}
        for one, other in self._pairs_in(polynomial):
            partners.setdefault(one, set()).add(other)
            partners.setdefault(other, set()).add(one)
        for index in every:
            if index.alphabet in (self._first, self._second) and (
                len(partners.get(index, ())) != 1 or not partners[index] <= set(every)
            ):
                raise _StandsAlone
        for one, others in partners.items():
            if one not in every and any(other in every for other in others):
                raise _StandsAlone
        terms = (Polynomial({self._merge_in_monomial(monomial): c}) for monomial, c in polynomial)
        return sum(terms, Polynomial({}))

    def _merge_in_monomial(self, monomial: tuple[Factor, ...]) -> tuple[Factor, ...]:
        """A monomial of the lowered claim, with one summed letter for each pair of them."""
        atoms, summed = loosen(monomial)
        pairs = [pair for atom in atoms for pair in self._pairs_of(atom)]
        bound: dict[tuple[Index, Index], Index] = {}
        for index in summed:
            if index.alphabet not in (self._first, self._second):
                continue
            own_pairs = {pair for pair in pairs if index in pair}
            if len(own_pairs) != 1 or not all(i.is_bound for i in next(iter(own_pairs))):
                raise _StandsAlone
            pair = own_pairs.pop()
            bound.setdefault(pair, Index(self._name, "", pair[0].number))
        left = [i for i in summed if i.alphabet not in (self._first, self._second)]
        return normalise(
            [self._merge_in_atom(atom, bound) for atom in atoms], [*left, *bound.values()]
        )

    def _merge_in_atom(self, atom: Atom, bound: dict[tuple[Index, Index], Index]) -> Atom:
        """A tensor of the lowered claim at its letters, with one letter for each pair of them."""
        tensor, indices = atom
        places = _places_side_by_side(tensor.alphabets, self._first, self._second)
        merged: list[Index] = []
        for k, index in enumerate(indices):
            if k in places:
                pair = index, indices[k + 1]
                merged.append(bound[pair] if pair in bound else self._merged_index(pair))
            elif k - 1 not in places:
                merged.append(index)
        return self._tensors[tensor], tuple(merged)

    def _merged_index(self, pair: tuple[Index, Index]) -> Index:
        """The letter that a lowered claim gets for two constants, or two letters of a fact."""
        if any(index.is_bound for index in pair):
            raise _StandsAlone
        if pair not in self._names:
            name = "".join(index.name for index in pair)
            while name in self._taken:
                name += "'"
            self._taken.add(name)
            self._names[pair] = Index(self._name, name)
        return self._names[pair]

    def _pairs_in(self, polynomial: Polynomial) -> Iterator[tuple[Index, Index]]:
        """The pairs of free letters side by side in a polynomial of the lowered claim."""
        for atom in polynomial.atoms():
            yield from (p for p in self._pairs_of(atom) if not any(i.is_bound for i in p))

    def _pairs_of(self, atom: Atom) -> Iterator[tuple[Index, Index]]:
        """The pairs of letters that stand side by side in one tensor of the lowered claim."""
        tensor, indices = atom
        for k in _places_side_by_side(tensor.alphabets, self._first, self._second):
            yield indices[k], indices[k + 1]

    def _merged_outcomes(self, outcomes: Iterable[Index]) -> Iterator[Index]:
        """The outcomes of the lowered claim, with one for each pair that was merged."""
        yield from (i for i in outcomes if i.alphabet not in (self._first, self._second))
        yield from (index for pair, index in self._names.items() if set(pair) <= set(outcomes))


def _places_side_by_side(alphabets: Sequence[str], first: str, second: str) -> tuple[int, ...]:
    """The places of two alphabets in a lowered claim's tensor; `_StandsAlone` if not in pairs."""
    places = tuple(k for k, alphabet in enumerate(alphabets) if alphabet == first)
    follow = tuple(k - 1 for k, alphabet in enumerate(alphabets) if alphabet == second)
    if places != follow:
        raise _StandsAlone
    return places
