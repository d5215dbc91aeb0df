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
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations, product
from math import prod

from pmlsym.calculus.polynomial import Polynomial, atom, constant, equal_letters, sum_over
from pmlsym.calculus.sequent import Fact, Rule, declared_name
from pmlsym.calculus.substitution import Body
from pmlsym.calculus.tensor import Index, Tensor, size
from pmlsym.engines.witnesses.ground import Ground
from pmlsym.kernel.certificate import Combine, Term, Use
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
        yield from (Proposal({tensor: Body((), body)}) for body in _numbers(ground, tensor))
    elif len(tensor.stochastic) == len(tensor.alphabets):
        yield from _priors(ground, tensor, rules, small)
    elif tensor.of == PART:
        for body in _parts(ground, tensor):
            yield Proposal({tensor: body}, running=tuple(sorted(body.parameters)))
    elif tensor.role == "selector" or tensor.role == "envelope":
        yield from _weightings(ground, tensor)
    else:
        yield from _channels(ground, tensor, alphabets)


def _numbers(ground: Ground, tensor: Tensor) -> Iterator[Polynomial]:
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
    own = _places(tensor)
    flat = tuple((i,) for i in own)
    for prior in ground.priors(tensor.alphabets):
        yield Proposal({tensor: Body(flat, atom(prior, *own))})
    for body in _outcomes(ground, tensor.alphabets, own):
        yield Proposal({tensor: Body(flat, body)})
    letters = tuple(product(*(ground.letters(alphabet) for alphabet in tensor.alphabets)))

    def at(letter: tuple[Index, ...]) -> Polynomial:
        return prod(map(equal_letters, own, letter), start=constant(1))

    for one, other in permutations(letters, 2):
        if one < other:
            fair = HALF * at(one) + HALF * at(other)
            yield Proposal({tensor: Body(flat, fair)}, about=True)
    for number in _shares(rules):
        for one, other in permutations(letters, 2):
            mixed = atom(number) * at(one) + (1 - atom(number)) * at(other)
            yield Proposal({tensor: Body(flat, mixed)}, about=True)
    for letter in letters:
        yield Proposal({tensor: Body(flat, at(letter))})
    for one, other in permutations(letters, 2):
        mixed = atom(small) * at(one) + (1 - atom(small)) * at(other)
        yield Proposal({tensor: Body(flat, mixed)}, small=small, about=True)
    places = tuple(range(len(own)))
    full = Tensor(ground.fresh("u"), tensor.alphabets, positive=True, stochastic=places)
    for letter in letters:
        mixed = atom(small) * atom(full, *own) + (1 - atom(small)) * at(letter)
        yield Proposal({tensor: Body(flat, mixed)}, small=small, about=True)
    each = (atom(ground.uniform(alphabet)) for alphabet in tensor.alphabets)
    yield Proposal({tensor: Body(flat, prod(each, start=constant(1)))})


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
    for channel, inputs in ground.channels():
        outputs = tuple(channel.alphabets[k] for k in channel.stochastic)
        if outputs != alphabets:
            continue
        before = tuple(channel.alphabets[k] for k in inputs)
        summed = tuple(Index(a, f"{a.lower()}~{k}") for k, a in enumerate(before))
        for prior in ground.priors(before):
            whole = atom(prior, *summed) * _entry(channel, summed, own)
            yield sum_over(whole, *summed)
        for at in product(*(ground.letters(a) for a in before)):
            yield _entry(channel, at, own)


def _parts(ground: Ground, tensor: Tensor) -> Iterator[Body]:
    """Parts of a prior: one of the claim, its outcomes, what an outcome is from, one letter."""
    own = _places(tensor)
    flat, some = tuple((i,) for i in own), _running(tensor.alphabets)
    for part in (t for t in ground.tensors if t.of == PART):
        if part.alphabets == tensor.alphabets:
            yield Body(flat, atom(part, *own))
    for channel, inputs in ground.channels():
        before = tuple(channel.alphabets[k] for k in inputs)
        after = tuple(channel.alphabets[k] for k in channel.stochastic)
        places = [
            tuple(Index(a, f"{a.lower()}~{k}") for k, a in enumerate(side))
            for side in (before, after)
        ]
        if after == tensor.alphabets:
            entry = _entry(channel, places[0], own)
            for part in (t for t in ground.tensors if t.of == PART and t.alphabets == before):
                yield Body(flat, sum_over(atom(part, *places[0]) * entry, *places[0]))
            at = _running(before)
            for prior in ground.priors(before):
                yield Body(flat, atom(prior, *at) * _entry(channel, at, own))
    for prior in ground.priors(tensor.alphabets):
        for number in (t for t in ground.tensors if t.of == SHARE):
            yield Body(flat, atom(number) * atom(prior, *own))
        yield Body(flat, atom(prior, *own))
        letter = prod(map(equal_letters, own, some), start=constant(1))
        yield Body(flat, atom(prior, *some) * letter)
    for channel, inputs in ground.channels():
        before = tuple(channel.alphabets[k] for k in inputs)
        if before == tensor.alphabets:
            at = _running(tuple(channel.alphabets[k] for k in channel.stochastic))
            for prior in ground.priors(before):
                yield Body(flat, atom(prior, *own) * _entry(channel, own, at))


def _running(alphabets: Sequence[str]) -> tuple[Index, ...]:
    """Letters for all of which a proposal is meant."""
    return tuple(Index(a, f"{a.lower()}_any{k}") for k, a in enumerate(alphabets))


def _entry(channel: Tensor, inputs: Sequence[Index], outputs: Sequence[Index]) -> Polynomial:
    before, after = iter(inputs), iter(outputs)
    letters = (
        next(after) if k in channel.stochastic else next(before)
        for k in range(len(channel.alphabets))
    )
    return atom(channel, *letters)


def _weightings(ground: Ground, tensor: Tensor) -> Iterator[Proposal]:
    """Weightings of the claim, and |X| times one, which is one under the uniform prior."""
    own = _places(tensor)
    flat = tuple((i,) for i in own)
    for other in ground.tensors:
        if other.alphabets == tensor.alphabets and other.role == tensor.role:
            yield Proposal({tensor: Body(flat, atom(other, *own))})
            for alphabet in dict.fromkeys(tensor.alphabets):
                body = atom(size(alphabet)) * atom(other, *own)
                yield Proposal({tensor: Body(flat, body)})


def _channels(ground: Ground, tensor: Tensor, alphabets: set[str]) -> Iterator[Proposal]:
    """Channels, and gains, whose last letter is a guess."""
    outputs = tensor.stochastic or (len(tensor.alphabets) - 1,)
    free = [k for k in outputs if tensor.alphabets[k] in alphabets]
    if len(outputs) == len(free) == 1:
        yield from _into_any(ground, tensor, outputs[0])
    elif not free and tensor.stochastic:
        yield from _between(ground, tensor, outputs)


def _into_any(ground: Ground, tensor: Tensor, last: int) -> Iterator[Proposal]:
    """Channels into whatever alphabet is wanted."""
    own, bound = _places(tensor), tensor.alphabets[last]
    inputs = tuple(k for k in range(len(own)) if k != last)
    into = tuple(tensor.alphabets[k] for k in inputs)
    if len(inputs) == 1:
        yield from _of_one_letter(ground, tensor, inputs[0], last, not tensor.stochastic)
    for channel, before in ground.channels() if tensor.stochastic else ():
        after = tuple(channel.alphabets[k] for k in channel.stochastic)
        if tuple(channel.alphabets[k] for k in before) == into:
            places = tuple(Index(a, f"{a.lower()}~{k}") for k, a in enumerate(after))
            body = _entry(channel, [own[k] for k in inputs], places)
            at = tuple(places if k == last else (own[k],) for k in range(len(own)))
            yield Proposal({tensor: Body(at, body)}, {bound: after})
    at = tuple(() if k == last else (own[k],) for k in range(len(own)))
    yield Proposal({tensor: Body(at, constant(1))}, {bound: ()})


def _between(ground: Ground, tensor: Tensor, outputs: tuple[int, ...]) -> Iterator[Proposal]:
    """Channels between alphabets that are given."""
    own = _places(tensor)
    inputs = tuple(k for k in range(len(own)) if k not in outputs)
    ins, outs = [own[k] for k in inputs], [own[k] for k in outputs]
    into, out = (tuple(i.alphabet for i in side) for side in (ins, outs))
    bodies: list[Polynomial] = []
    if into == out:
        bodies.append(prod(map(equal_letters, ins, outs), start=constant(1)))
    for channel, before in ground.channels():
        target = tuple(channel.alphabets[k] for k in channel.stochastic)
        if tuple(channel.alphabets[k] for k in before) != into:
            continue
        if target == out:
            bodies.append(_entry(channel, ins, outs))
        middle = tuple(Index(a, f"{a.lower()}~{k}") for k, a in enumerate(target))
        for second, early in ground.channels():
            ends = tuple(second.alphabets[k] for k in second.stochastic)
            if tuple(second.alphabets[k] for k in early) == target and ends == out:
                whole = _entry(channel, ins, middle) * _entry(second, middle, outs)
                bodies.append(sum_over(whole, *middle))
    bodies += [atom(prior, *outs) for prior in ground.priors(out)]
    bodies += _outcomes(ground, out, tuple(outs))
    flat = tuple((i,) for i in own)
    yield from (Proposal({tensor: Body(flat, body)}) for body in bodies)


def _of_one_letter(
    ground: Ground, tensor: Tensor, source: int, last: int, is_gain: bool
) -> Iterator[Proposal]:
    """What is about one letter of the goal; and the letter itself."""
    own = _places(tensor)
    alphabet, bound = tensor.alphabets[source], tensor.alphabets[last]
    copy = Index(alphabet, f"{alphabet.lower()}~")
    at = tuple((copy,) if k == last else (own[k],) for k in range(len(own)))
    for letter in () if is_gain else ground.letters(alphabet):
        mass = ground.mass_of(letter)
        if mass is not None:
            yield _in_pieces(ground, tensor, source, last, letter, mass)
    if is_gain:
        for letter in ground.letters(alphabet):
            guess = tuple(() if k == last else (own[k],) for k in range(len(own)))
            body = Body(guess, equal_letters(own[source], letter))
            yield Proposal({tensor: body}, {bound: ()})
    yield Proposal({tensor: Body(at, equal_letters(own[source], copy))}, {bound: (alphabet,)})


def _in_pieces(
    ground: Ground, tensor: Tensor, source: int, last: int, letter: Index, mass: Fact
) -> Proposal:
    """The letter, all others in small pieces: no value of the attribute is likelier than one.

    A(x; a, j) = 1{x = a} ( 1{x = x0} 1{j = j0} + 1{x != x0} / |J| ), with |J| P(x0) >= 1.
    """
    own = _places(tensor)
    alphabet, bound = tensor.alphabets[source], tensor.alphabets[last]
    name, share, _ = ground.pieces(mass)
    copy, piece = Index(alphabet, f"{alphabet.lower()}~"), Index(name, f"{name.lower()}~")
    first = Index(name, f"{name.lower()}~0")
    is_letter = equal_letters(own[source], letter)
    parts = is_letter * equal_letters(piece, first) + (1 - is_letter) * atom(share)
    body = equal_letters(own[source], copy) * parts
    _show_pieces(ground, body, own[source], copy, letter, (piece, first), share, mass)
    at = tuple((copy, piece) if k == last else (own[k],) for k in range(len(own)))
    return Proposal(
        {tensor: Body(at, body)}, {bound: (alphabet, name)}, letters={bound: (letter, first)}
    )


def _show_pieces(
    ground: Ground,
    body: Polynomial,
    source: Index,
    copy: Index,
    letter: Index,
    pieces: tuple[Index, Index],
    share: Tensor,
    mass: Fact,
) -> None:
    """What makes the pieces an attribute, and that none of them is heavier than the letter."""
    delta, (piece, first) = f"delta_{source.alphabet}", pieces
    other, proof = f"delta_{piece.alphabet}", ground.proof
    small, whole = f"{share.name} is small", ground.definition(share)
    every = (source, copy, piece)

    def term(c: int, *uses: Use, summed: tuple[Index, ...] = ()) -> Term:
        return Term(Fraction(c), uses, summed)

    same, is_it = Use(f"{delta} >= 0", (source, copy)), Use(f"{delta} >= 0", (source, letter))
    is_not, some = Use(f"{delta} <= 1", (source, letter)), Use(declared_name(share, "> 0"))
    terms = (
        term(1, same, is_it, Use(f"{other} >= 0", (piece, first))),
        term(1, same, is_not, some),
    )
    proof.add(Combine(Fact(proof.name("a share of pieces"), body, every), terms))
    total = sum_over(body, copy, piece) - 1
    sums = (term(1, Use(whole)), term(-1, Use(whole), is_it))
    proof.add(Combine(Fact(proof.name("all pieces"), total, (source,), "=="), sums))
    ((monomial, _),) = mass.polynomial
    ((tensor, _),) = monomial[0]
    heavy = mass.polynomial - sum_over(atom(tensor, source) * body, source)
    least = (
        term(
            1,
            Use(f"{delta} >= 0", (copy, letter)),
            Use(mass.name),
            Use(f"{other} <= 1", (piece, first)),
        ),
        term(1, Use(f"{delta} <= 1", (copy, letter)), Use(small)),
        term(
            1,
            Use(f"{delta} <= 1", (copy, letter)),
            some,
            Use(declared_name(tensor, "<= 1"), (copy,)),
        ),
    )
    known = proof.add(Combine(Fact(proof.name("no piece is heavier"), heavy, (copy, piece)), least))
    inverse = ground.inverse(mass)
    one = 1 - sum_over(atom(inverse) * atom(tensor, source) * body, source)
    less = (
        term(1, Use(known.name, (copy, piece)), Use(declared_name(inverse, "> 0"))),
        term(-1, Use(ground.definition(inverse))),
    )
    proof.add(Combine(Fact(proof.name("over the mass"), one, (copy, piece)), less))


def _places(tensor: Tensor) -> tuple[Index, ...]:
    return tuple(Index(a, f"{a.lower()}~at{k}") for k, a in enumerate(tensor.alphabets))
