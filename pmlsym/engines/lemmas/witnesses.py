"""Candidates for the tensor of the form of a lemma's conclusion, the shortest first.

    maxleak(W & V) <= maxleak(W) + maxleak(V)      M(y, z) = M1(y) M2(z)
    maxleak(P, W & U | V) <= maxleak(P, W | V) + maxleak(P, U | V & W)      M1(y, z) M2(y, z, a)
    maxleak(W >> V) <= maxleak(W)                  M(z) = sum_y M1(y)V(y,z)
    maxleak(P, W) <= pml(P, W)                     M(y) = t P_Y(y)
    maxleak(W) <= ldp(W)                           M(y) = t W(x0,y) at some letter x0
    maxleak(W) <= log(size(X))                     M(y) = sum_x W(x,y)

Which of them serves is for the proofs of the lemma to show, and for the kernel to check.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

MOST_OWN = 3
"""The most tensors of premises that are multiplied."""


def proposed_witnesses(
    places: tuple[Index, ...],
    own: Sequence[Tensor],
    levels: Sequence[Polynomial],
    arguments: Sequence[object],
    named: Sequence[Prior | Channel],
    taken: Iterable[Index] = (),
) -> Iterator[Polynomial]:
    """Polynomials that may be the witness of a lemma's conclusion, the shortest first.

    `own` are the tensors that the premises come with, `levels` their levels, `arguments` those of
    the measure that is bounded, `named` the priors and channels of the lemma. A fixed letter is
    none of those taken.
    """
    yield from _products_of_own(places, own)
    yield from _products_in_turn(places, own)
    yield from _own_through_channels(places, own, named)
    channel = next((each for each in arguments if isinstance(each, Channel)), None)
    if channel is None or tuple(a.name for a in channel.outputs) != _alphabets(places):
        return
    inputs = letters(channel.inputs, taken=(*places, *taken))
    entry = channel.entry(inputs, places)
    for prior in (*arguments, *named):
        if isinstance(prior, Prior) and prior.alphabets == channel.inputs:
            mean = sum_over(prior.mass(*inputs) * entry, *inputs)
            yield from (level * mean for level in levels)
    yield from (level * entry for level in levels)
    yield sum_over(entry, *inputs)


def _products_of_own(places: tuple[Index, ...], tensors: Sequence[Tensor]) -> Iterator[Polynomial]:
    """Witnesses for a lemma: tensors of its premises side by side, at the places in order."""
    for count in range(1, MOST_OWN + 1):
        for chosen in product(tensors, repeat=count):
            if tuple(a for tensor in chosen for a in tensor.alphabets) == _alphabets(places):
                result, left = constant(1), iter(places)
                for tensor in chosen:
                    result = result * atom(tensor, *(next(left) for _ in tensor.alphabets))
                yield result


def _products_in_turn(places: tuple[Index, ...], tensors: Sequence[Tensor]) -> Iterator[Polynomial]:
    """Witnesses for a lemma: products of two premises' tensors, about some places and about all."""
    for first, last in permutations(tensors, 2):
        before = places[: len(first.alphabets)]
        if (first.alphabets, last.alphabets) == (_alphabets(before), _alphabets(places)) and (
            len(before) < len(places)
        ):
            yield atom(first, *before) * atom(last, *places)


def _own_through_channels(
    places: tuple[Index, ...], tensors: Sequence[Tensor], named: Sequence[Prior | Channel]
) -> Iterator[Polynomial]:
    """Witnesses for a lemma: the tensor of a premise, sent through a channel."""
    for tensor, channel in product(tensors, named):
        if not isinstance(channel, Channel):
            continue
        inputs = tuple(a.name for a in channel.inputs)
        outputs = tuple(a.name for a in channel.outputs)
        if inputs == tensor.alphabets and outputs == _alphabets(places):
            between = letters(map(Alphabet, inputs), taken=places)
            yield sum_over(atom(tensor, *between) * channel.entry(between, places), *between)


def _alphabets(indices: tuple[Index, ...]) -> tuple[str, ...]:
    """The alphabets of the places that a lemma's witness has."""
    return tuple(i.alphabet for i in indices)
