"""What may stand for the tensors that a hypothesis "for all" binds: witnesses, the plain first.

    a prior      one of the claim, the outcome of one, a row, a point, a fair mixture of two points,
                 c on one and 1 - c on the other, the same with c to zero, a point but for a
                 full support that goes to zero, the uniform one
    a channel    one of the claim or two in turn, a prior whatever the letter, the letter itself,
                 nothing at all; of which letter it is, all others in small pieces
    a gain       whether the guess is the letter, or whether it is one letter
    a part       one of the claim or its outcomes, what an outcome comes from, one letter
    a number     one of the claim, 1, a mass or one over it, 2t/(1 + t)

A proposal proves nothing: what the rule asks for is derived, and the kernel checks all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, permutations, product
from math import prod

from pmlsym.calculus.polynomial import Polynomial, atom, constant, equal_letters, sum_over
from pmlsym.calculus.sequent import Fact, Rule, declared_name
from pmlsym.calculus.substitution import Body
from pmlsym.calculus.tensor import Index, Tensor, delta, size
from pmlsym.engines.certificates.terms import times, use_of
from pmlsym.engines.witnesses.ground import Ground
from pmlsym.kernel.certificate import Use
from pmlsym.lowering.contraction_form import PART, SHARE

HALF = Fraction(1, 2)
MOST = 60
"""How many proposals for the tensors of one sequent are looked at."""


@dataclass(frozen=True)
class Proposal:
    """Bodies for bound tensors, and products for bound alphabets.

    `small` is a number in (0, 1] that goes to zero in the end. `letters` are what stands for the
    letters of a product, where the conclusion is wanted at some alone. `about` says that the bodies
    are about letters of the goal, at which alone the conclusion is wanted; the bodies have those
    that are `running`, for all of which it is meant.
    """

    bodies: Mapping[Tensor, Body]
    alphabets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    small: Tensor | None = None
    letters: Mapping[str, tuple[Index, ...]] = field(default_factory=dict)
    about: bool = False
    running: tuple[Index, ...] = ()

    def joined(self, other: Proposal) -> Proposal | None:
        """Both, where they agree on the alphabets."""
        shared = self.alphabets.keys() & other.alphabets.keys()
        if any(self.alphabets[a] != other.alphabets[a] for a in shared):
            return None
        return Proposal(
            {**self.bodies, **other.bodies},
            {**self.alphabets, **other.alphabets},
            self.small or other.small,
            {**self.letters, **other.letters},
            self.about or other.about,
            tuple(dict.fromkeys((*self.running, *other.running))),
        )


def proposals(ground: Ground, rules: Sequence[Rule]) -> Iterator[Proposal]:
    """Proposals for all that the rules bind."""
    tensors = tuple(dict.fromkeys(t for rule in rules for t in rule.tensors))
    alphabets = {a for rule in rules for a in rule.alphabets}
    small = Tensor(ground.fresh("e"), positive=True, at_most_one=True)
    several = [[*_for(ground, t, rules, alphabets, small)] for t in tensors]
    # the plain ones of all come before the last of any
    order = sorted(product(*(range(len(each)) for each in several)), key=lambda k: (sum(k), k))
    for places in order[:MOST]:
        whole: Proposal | None = Proposal({})
        for each, k in zip(several, places, strict=True):
            whole = None if whole is None else whole.joined(each[k])
        if whole is not None:
            yield whole


def _for(
    ground: Ground, tensor: Tensor, rules: Sequence[Rule], alphabets: set[str], small: Tensor
) -> Iterator[Proposal]:
    """Proposals for one tensor."""
    if not tensor.alphabets:
        yield from (_proposal(tensor, body) for body in _numbers(ground))
    elif len(tensor.stochastic) == len(tensor.alphabets):
        yield from _priors(ground, tensor, rules, small)
    elif tensor.of == PART:
        for body in _parts(ground, tensor):
            running = tuple(sorted(set(body.free) - set(_places(tensor))))
            yield replace(_proposal(tensor, body), running=running)
    elif tensor.role == "selector" or tensor.role == "envelope":
        yield from _weightings(ground, tensor)
    else:
        yield from _channels(ground, tensor, alphabets)


def _places(tensor: Tensor) -> tuple[Index, ...]:
    return _letters(tensor.alphabets, "~at")


def _letters(alphabets: Sequence[str], mark: str = "~") -> tuple[Index, ...]:
    """One letter of each alphabet, told apart by their number after a mark."""
    return tuple(Index(a, f"{a.lower()}{mark}{k}") for k, a in enumerate(alphabets))


def _running(alphabets: Sequence[str]) -> tuple[Index, ...]:
    """Letters for all of which a proposal is meant."""
    return _letters(alphabets, "_any")


def _at(places: Sequence[Index], letters: Sequence[Index]) -> Polynomial:
    """One where the places are these letters, else zero."""
    return prod(map(equal_letters, places, letters), start=constant(1))


def _proposal(tensor: Tensor, polynomial: Polynomial) -> Proposal:
    """A polynomial in the places of a tensor, in its place."""
    return Proposal({tensor: Body(tuple((i,) for i in _places(tensor)), polynomial)})


def _numbers(ground: Ground) -> Iterator[Polynomial]:
    if ground.case is not None:
        yield ground.case.polynomial
        yield atom(ground.inverse(ground.case))
    for number in ground.numbers():
        yield atom(number)
    yield constant(1)
    for number in ground.numbers():
        yield 2 * atom(number) * atom(ground.share(number))


def _priors(
    ground: Ground, tensor: Tensor, rules: Sequence[Rule], small: Tensor
) -> Iterator[Proposal]:
    own, e = _places(tensor), atom(small)
    for prior in ground.priors(tensor.alphabets):
        yield _proposal(tensor, atom(prior, *own))
    for body in _outcomes(ground, tensor.alphabets, own):
        yield _proposal(tensor, body)
    letters = tuple(product(*(ground.letters(alphabet) for alphabet in tensor.alphabets)))
    points = [_at(own, letter) for letter in letters]
    fair = [HALF * one + HALF * other for one, other in combinations(points, 2)]
    mixed = [
        atom(number) * one + (1 - atom(number)) * other
        for number in _shares(rules)
        for one, other in permutations(points, 2)
    ]
    for body in (*fair, *mixed):
        yield replace(_proposal(tensor, body), about=True)
    for point in points:
        yield _proposal(tensor, point)
    near = [e * one + (1 - e) * other for one, other in permutations(points, 2)]
    places = tuple(range(len(own)))
    full = Tensor(ground.fresh("u"), tensor.alphabets, positive=True, stochastic=places)
    near += [e * atom(full, *own) + (1 - e) * point for point in points]
    for body in near:
        yield replace(_proposal(tensor, body), small=small, about=True)
    each = (atom(ground.uniform(alphabet)) for alphabet in tensor.alphabets)
    yield _proposal(tensor, prod(each, start=constant(1)))


def _shares(rules: Sequence[Rule]) -> list[Tensor]:
    """The numbers of which the premises of the rules speak."""
    return sorted(
        t
        for rule in rules
        for t in {t for f in rule.premises for t in f.polynomial.tensors}
        if not t.alphabets and t.role == "scalar" and t not in rule.tensors
    )


def _outcomes(
    ground: Ground, alphabets: tuple[str, ...], own: tuple[Index, ...]
) -> Iterator[Polynomial]:
    """The outcomes of channels: of a prior, and at a letter of the goal."""
    for channel in ground.channels():
        if channel.after == alphabets:
            summed = _letters(channel.before)
            for prior in ground.priors(channel.before):
                yield sum_over(atom(prior, *summed) * channel.entry(summed, own), *summed)
            for at in product(*(ground.letters(a) for a in channel.before)):
                yield channel.entry(at, own)


def _parts(ground: Ground, tensor: Tensor) -> Iterator[Polynomial]:
    """Parts of a prior: one of the claim, its outcomes, what an outcome is from, one letter."""
    own, some = _places(tensor), _running(tensor.alphabets)
    parts = [t for t in ground.tensors if t.of == PART]
    yield from (atom(part, *own) for part in parts if part.alphabets == tensor.alphabets)
    for channel in ground.channels():
        if channel.after == tensor.alphabets:
            summed, at = _letters(channel.before), _running(channel.before)
            for part in (part for part in parts if part.alphabets == channel.before):
                yield sum_over(atom(part, *summed) * channel.entry(summed, own), *summed)
            for prior in ground.priors(channel.before):
                yield atom(prior, *at) * channel.entry(at, own)
    for prior in ground.priors(tensor.alphabets):
        for number in (t for t in ground.tensors if t.of == SHARE):
            yield atom(number) * atom(prior, *own)
        yield atom(prior, *own)
        yield atom(prior, *some) * _at(own, some)
    for channel in ground.channels():
        if channel.before == tensor.alphabets:
            for prior in ground.priors(channel.before):
                yield atom(prior, *own) * channel.entry(own, _running(channel.after))


def _weightings(ground: Ground, tensor: Tensor) -> Iterator[Proposal]:
    """Weightings of the claim, and |X| times one, which is one under the uniform prior."""
    for other in ground.tensors:
        if other.alphabets == tensor.alphabets and other.role == tensor.role:
            whole = atom(other, *_places(tensor))
            yield _proposal(tensor, whole)
            for alphabet in dict.fromkeys(tensor.alphabets):
                yield _proposal(tensor, atom(size(alphabet)) * whole)


def _channels(ground: Ground, tensor: Tensor, alphabets: set[str]) -> Iterator[Proposal]:
    """Channels, and gains, whose last letter is a guess."""
    outputs = tensor.stochastic or (len(tensor.alphabets) - 1,)
    free = [k for k in outputs if tensor.alphabets[k] in alphabets]
    if len(outputs) == len(free) == 1:
        yield from _into_any(ground, tensor, outputs[0])
    elif not free and tensor.stochastic:
        yield from (_proposal(tensor, body) for body in _between(ground, tensor))


def _into(
    tensor: Tensor, last: int, letters: tuple[Index, ...], polynomial: Polynomial
) -> Proposal:
    """A polynomial with these letters in the place of the one that is `last`."""
    at = tuple(letters if k == last else (i,) for k, i in enumerate(_places(tensor)))
    product_ = tuple(i.alphabet for i in letters)
    return Proposal({tensor: Body(at, polynomial)}, {tensor.alphabets[last]: product_})


def _into_any(ground: Ground, tensor: Tensor, last: int) -> Iterator[Proposal]:
    """Channels into whatever alphabet is wanted."""
    inputs = [i for k, i in enumerate(_places(tensor)) if k != last]
    if len(inputs) == 1:
        yield from _of_one_letter(ground, tensor, inputs[0], last)
    for channel in ground.channels() if tensor.stochastic else ():
        if channel.before == tuple(i.alphabet for i in inputs):
            places = _letters(channel.after)
            yield _into(tensor, last, places, channel.entry(inputs, places))
    yield _into(tensor, last, (), constant(1))


def _between(ground: Ground, tensor: Tensor) -> Iterator[Polynomial]:
    """Channels between alphabets that are given."""
    own = _places(tensor)
    ins = [i for k, i in enumerate(own) if k not in tensor.stochastic]
    outs = [i for k, i in enumerate(own) if k in tensor.stochastic]
    into, out = (tuple(i.alphabet for i in side) for side in (ins, outs))
    if into == out:
        yield _at(ins, outs)
    for channel in ground.channels():
        if channel.before != into:
            continue
        if channel.after == out:
            yield channel.entry(ins, outs)
        middle = _letters(channel.after)
        for second in ground.channels():
            if (second.before, second.after) == (channel.after, out):
                yield sum_over(channel.entry(ins, middle) * second.entry(middle, outs), *middle)
    yield from (atom(prior, *outs) for prior in ground.priors(out))
    yield from _outcomes(ground, out, tuple(outs))


def _of_one_letter(ground: Ground, tensor: Tensor, source: Index, last: int) -> Iterator[Proposal]:
    """What is about one letter of the goal; and the letter itself."""
    for letter in ground.letters(source.alphabet):
        if not tensor.stochastic:  # a gain
            yield _into(tensor, last, (), equal_letters(source, letter))
        elif (mass := ground.mass_of(letter)) is not None:
            yield _in_pieces(ground, tensor, source, last, letter, mass)
    copy = Index(source.alphabet, f"{source.alphabet.lower()}~")
    yield _into(tensor, last, (copy,), equal_letters(source, copy))


def _in_pieces(
    ground: Ground, tensor: Tensor, source: Index, last: int, letter: Index, mass: Fact
) -> Proposal:
    """The letter, all others in small pieces: no value of the attribute is likelier than one.

    A(x; a, j) = 1{x = a} ( 1{x = x0} 1{j = j0} + 1{x != x0} / |J| ), with |J| P(x0) >= 1.
    """
    name, share, small = ground.pieces(mass)
    copy = Index(source.alphabet, f"{source.alphabet.lower()}~")
    piece, first = (Index(name, f"{name.lower()}~{k}") for k in ("", "0"))
    is_letter = equal_letters(source, letter)
    parts = is_letter * equal_letters(piece, first) + (1 - is_letter) * atom(share)
    body = equal_letters(source, copy) * parts
    proof, whole = ground.proof, Use(ground.definition(share))
    pairs = ((source, copy), (source, letter), (piece, first))
    same, is_it, first_piece = (use_of(delta(i.alphabet), (i, j)) for i, j in pairs)
    is_not, some = _apart(source, letter), Use(declared_name(share, "> 0"))

    # what makes the pieces an attribute
    terms = times(1, same, is_it, first_piece) + times(1, same, is_not, some)
    proof.derive("a share of pieces", body, (source, copy, piece), terms)
    total = sum_over(body, copy, piece) - 1
    proof.derive("all pieces", total, (source,), times(1, whole) + times(-1, whole, is_it), "==")
    # no piece is heavier than the letter
    ((monomial, _),) = mass.polynomial
    ((prior, _),) = monomial[0]
    mean = sum_over(atom(prior, source) * body, source)
    copied, other = use_of(delta(copy.alphabet), (copy, letter)), _apart(copy, letter)
    most = times(1, copied, mass, _apart(piece, first)) + times(1, other, small)
    most += times(1, other, some, Use(declared_name(prior, "<= 1"), (copy,)))
    pieces = (copy, piece)
    heaviest = proof.derive("no piece is heavier", mass.polynomial - mean, pieces, most)
    inverse = ground.inverse(mass)
    terms = times(1, heaviest, Use(declared_name(inverse, "> 0")))
    terms += times(-1, Use(ground.definition(inverse)))
    proof.derive("over the mass", 1 - atom(inverse) * mean, pieces, terms)
    return replace(
        _into(tensor, last, pieces, body), letters={tensor.alphabets[last]: (letter, first)}
    )


def _apart(one: Index, other: Index) -> Use:
    """The declared fact that 1 - delta is not negative, at two letters."""
    return Use(declared_name(delta(one.alphabet), "<= 1"), (one, other))
