"""Proposals for the tensors that a hypothesis "for all" binds: witnesses, the plain ones first.

    a prior      one of the claim, what it is once an outcome is known, the outcome of one, a row,
                 a point, a fair mixture of two points,
                 c on one and 1 - c on the other, the same with c to zero, a point but for a
                 full support that goes to zero, the uniform one
    a channel    one of the claim or two in turn, a prior whatever the letter, the letter itself,
                 nothing at all; whether it is one letter, all others in small pieces, or
                 that letter in pieces
    a gain       whether the guess is the letter, or whether it is one letter; a weighting of the
                 claim, by which a guess for each outcome gains what the claim counts of it
    a part       one of the claim or its outcomes, what an outcome comes from, one letter
    a number     one of the claim, 1, a mass or one over it, 2t/(1 + t), a mass without a piece,
                 what a premise bounds it by

A proposal proves nothing: what the rule asks for is derived, and the kernel checks all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice, permutations, product
from math import prod

from pmlsym.calculus.polynomial import Polynomial, atom, constant, equal_letters, sum_over
from pmlsym.calculus.sequent import Fact, Rule, declared_name
from pmlsym.calculus.substitution import Body, Substitution
from pmlsym.calculus.tensor import Index, Tensor, delta, size
from pmlsym.engines.certificates.ingredient import numbered_letters
from pmlsym.engines.certificates.terms import apart_use, declared_use, times
from pmlsym.engines.witnesses.ground import HALF, Ground
from pmlsym.errors import InvalidInput
from pmlsym.kernel.certificate import Use
from pmlsym.lowering.contraction_form import PART, SHARE
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

MOST = 150
"""The most proposals for the tensors of one sequent that are looked at."""


@dataclass(frozen=True)
class Proposal:
    """Bodies for bound tensors, and products for bound alphabets.

    `small` is a number in (0, 1] that goes to zero in the end. `letters` are in the place of the
    letters of a product, where the conclusion is wanted at some of them only. `about` says that the
    bodies are about letters of the goal, at which alone the conclusion is wanted; the bodies have
    those that are `running`, and the proposal is meant for all of these.
    """

    bodies: Mapping[Tensor, Body]
    alphabets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    small: Tensor | None = None
    letters: Mapping[str, tuple[Index, ...]] = field(default_factory=dict)
    about: bool = False
    running: tuple[Index, ...] = ()

    def joined_with_number(self, number: Tensor, body: Polynomial) -> Proposal:
        """The proposal of witnesses, with a body for a number as well."""
        return replace(self, bodies={**self.bodies, number: Body((), body)})

    def joined(self, other: Proposal) -> Proposal | None:
        """Both proposals of witnesses as one; None if they differ about an alphabet."""
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
    """Proposals of witnesses for all tensors that the rules bind, the plain ones first."""
    tensors = tuple(dict.fromkeys(t for rule in rules for t in rule.tensors))
    alphabets = {a for rule in rules for a in rule.alphabets}
    small = Tensor(ground.fresh("e"), positive=True, at_most_one=True)
    several = [[*_proposals_for(ground, t, rules, alphabets, small)] for t in tensors]
    yield from _proposals_of_risk(ground, tensors, alphabets)
    for tensor, each in zip(tensors, several, strict=True):
        if not tensor.alphabets:  # a number has no body where it is to be what a premise says
            each.insert(0, Proposal({}))
    # the plain ones of all come before the last of any; all combinations would be too many
    for places in islice(_by_sum([len(each) for each in several]), MOST):
        whole: Proposal | None = Proposal({})
        for each, k in zip(several, places, strict=True):
            whole = None if whole is None else whole.joined(each[k])
        whole = None if whole is None else _with_exact_numbers(whole, tensors, rules)
        if whole is not None:
            yield whole


def _by_sum(counts: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways to combine witnesses for several tensors, those early in their lists first."""

    def with_sum(total: int, counts: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Choices of one witness from each list whose places in the lists add up to this sum."""
        if not counts:
            yield ()
            return
        most_of_rest = sum(counts[1:]) - len(counts[1:])
        for first in range(max(0, total - most_of_rest), min(total, counts[0] - 1) + 1):
            yield from ((first, *rest) for rest in with_sum(total - first, counts[1:]))

    if all(counts):
        for total in range(sum(counts) - len(counts) + 1):
            yield from with_sum(total, counts)


def _with_exact_numbers(
    whole: Proposal, tensors: Sequence[Tensor], rules: Sequence[Rule]
) -> Proposal | None:
    """A proposal of witnesses completed: a number left open becomes what a premise bounds it by.

    m2 >= P(x) for all x, and m1 <= sum_y P(c(y)) W(y|c(y)), are equalities for P(x) = r.
    """
    for number in (t for t in tensors if t not in whole.bodies):
        bounds = (_bound_of(number, f, whole) for rule in rules for f in rule.premises)
        exact = next((bound for bound in bounds if bound is not None), None)
        if exact is None:
            return None
        whole = replace(whole, bodies={**whole.bodies, number: Body((), exact)})
    return whole


def _bound_of(number: Tensor, premise: Fact, whole: Proposal) -> Polynomial | None:
    """The bound that a rule's premise gives a number, to propose as its witness; or None."""
    signs = [c for c in (1, -1) if number not in (premise.polynomial - c * atom(number)).tensors]
    if not signs or len(premise.polynomial) < 2:
        return None
    bound = -signs[0] * (premise.polynomial - signs[0] * atom(number))
    try:
        substitution = Substitution(whole.bodies, whole.alphabets)
        letters = {
            i: numbered_letters(substitution.product(i.alphabet), f"~{k}~")
            for k, i in enumerate(sorted(bound.free))
        }
        exact = substitution(bound, letters)
    except InvalidInput:  # a tensor that the bodies do not fit, as of one alphabet's two products
        return None
    return None if exact.free else exact


def _proposals_for(
    ground: Ground, tensor: Tensor, rules: Sequence[Rule], alphabets: set[str], small: Tensor
) -> Iterator[Proposal]:
    """Proposals of witnesses for one tensor; only the user's, where the user gave one."""
    if tensor.name in ground.given:
        yield from _given_proposals(tensor, ground.given[tensor.name], alphabets)
    elif not tensor.alphabets:
        yield from (_proposal_of(tensor, body) for body in _number_bodies(ground))
    elif is_prior(tensor):
        yield from _prior_proposals(ground, tensor, rules, small)
    elif tensor.of == PART:
        for body in _part_bodies(ground, tensor):
            running = tuple(sorted(set(body.free) - set(_letters_of_places(tensor))))
            yield replace(_proposal_of(tensor, body), running=running)
    elif tensor.role in ("selector", "envelope"):
        yield from _weighting_proposals(ground, tensor, rules, alphabets)
    else:
        yield from _channel_proposals(ground, tensor, alphabets)


def _given_proposals(
    tensor: Tensor, witness: Prior | Channel, free: set[str]
) -> Iterator[Proposal]:
    """The proposal of the user's witness; several outcomes may make up one bound alphabet."""
    letters = tuple((i,) for i in witness.letters)
    count = 0 if isinstance(witness, Prior) else len(witness.inputs)
    grouped = (*letters[:count], witness.letters[count:])
    for places in dict.fromkeys((letters, grouped)):
        products = [tuple(i.alphabet for i in place) for place in places]
        if len(products) == len(tensor.alphabets):
            pairs = [*zip(tensor.alphabets, products, strict=True)]
            moved = {a: product_here for a, product_here in pairs if a in free}
            if all(moved.get(a, (a,)) == product_here for a, product_here in pairs):
                yield Proposal({tensor: Body(places, witness.body)}, moved)


def _letters_of_places(tensor: Tensor) -> tuple[Index, ...]:
    """Letters for the places of a tensor whose witness is proposed."""
    return numbered_letters(tensor.alphabets, "~at")


def _running_letters(alphabets: Sequence[str]) -> tuple[Index, ...]:
    """Letters over which a proposed witness runs, since it is meant for all of them."""
    return numbered_letters(alphabets, "_any")


def _point_mass(places: Sequence[Index], letters: Sequence[Index]) -> Polynomial:
    """The witness that is one where the places are these letters, else zero."""
    return prod(map(equal_letters, places, letters), start=constant(1))


def _proposal_of(tensor: Tensor, polynomial: Polynomial) -> Proposal:
    """The proposal of a polynomial as the witness of a tensor."""
    return Proposal({tensor: Body(tuple((i,) for i in _letters_of_places(tensor)), polynomial)})


def _number_bodies(ground: Ground) -> Iterator[Polynomial]:
    """Polynomials proposed as the witness of a number."""
    yield constant(1)
    if ground.case is not None:
        yield ground.case.polynomial
        yield atom(ground.inverse(ground.case))
    for number in ground.numbers():
        yield atom(number)
    for number in ground.numbers():
        yield 2 * atom(number) * atom(ground.share(number))


def _prior_proposals(
    ground: Ground, tensor: Tensor, rules: Sequence[Rule], small: Tensor
) -> Iterator[Proposal]:
    """Proposals of witnesses for a prior, in the order of the list at the top of the file."""
    at, e = _letters_of_places(tensor), atom(small)
    for prior in ground.priors(tensor.alphabets):
        yield _proposal_of(tensor, atom(prior, *at))
    if ground.case is not None:
        for mass, joint in ground.joint_masses(tensor.alphabets, at):
            if mass == ground.case.polynomial:
                yield _proposal_of(tensor, atom(ground.inverse(ground.case)) * joint)
    for body in _outcome_bodies(ground, tensor.alphabets, at):
        yield _proposal_of(tensor, body)
    letters = tuple(product(*(ground.letters(alphabet) for alphabet in tensor.alphabets)))
    points = [_point_mass(at, letter) for letter in letters]
    fair = [HALF * one + HALF * other for one, other in combinations(points, 2)]
    mixed = [
        atom(number) * one + (1 - atom(number)) * other
        for number in _shares_in_premises(rules)
        for one, other in permutations(points, 2)
    ]
    for body in (*fair, *mixed):
        yield replace(_proposal_of(tensor, body), about=True)
    for point in points:
        yield _proposal_of(tensor, point)
    near = [e * one + (1 - e) * other for one, other in permutations(points, 2)]
    places = tuple(range(len(at)))
    full = Tensor(ground.fresh("u"), tensor.alphabets, positive=True, stochastic=places)
    near += [e * atom(full, *at) + (1 - e) * point for point in points]
    for body in near:
        yield replace(_proposal_of(tensor, body), small=small, about=True)
    for point in points:
        yield replace(_proposal_of(tensor, point), about=True)
    yield _proposal_of(tensor, _uniform_mass(ground, tensor.alphabets))


def is_prior(tensor: Tensor) -> bool:
    """Whether a tensor is one distribution over all its letters, so that a prior witnesses it."""
    return len(tensor.stochastic) == len(tensor.alphabets) > 0


def _uniform_mass(ground: Ground, alphabets: tuple[str, ...]) -> Polynomial:
    """The mass of each letter under a uniform prior, as a witness."""
    each = (atom(ground.uniform(alphabet)) for alphabet in alphabets)
    return prod(each, start=constant(1))


def _shares_in_premises(rules: Sequence[Rule]) -> list[Tensor]:
    """The numbers in the premises of rules, by which point masses are mixed to a witness."""
    return sorted(
        t
        for rule in rules
        for t in {t for f in rule.premises for t in f.polynomial.tensors}
        if not t.alphabets and t.role == "scalar" and t not in rule.tensors
    )


def _outcome_bodies(
    ground: Ground, alphabets: tuple[str, ...], places: tuple[Index, ...]
) -> Iterator[Polynomial]:
    """Witnesses for a prior: outcomes of channels, of a prior or at a letter of the goal."""
    for channel in ground.channels():
        if channel.after == alphabets:
            summed = numbered_letters(channel.before, "~")
            for prior in ground.priors(channel.before):
                yield sum_over(atom(prior, *summed) * channel.entry(summed, places), *summed)
            for at in product(*(ground.letters(a) for a in channel.before)):
                yield channel.entry(at, places)


def _part_bodies(ground: Ground, tensor: Tensor) -> Iterator[Polynomial]:
    """Witnesses for a part of a prior: the claim's, its outcomes, their origins, one letter."""
    places, some = _letters_of_places(tensor), _running_letters(tensor.alphabets)
    parts = [t for t in ground.tensors if t.of == PART]
    yield from (atom(part, *places) for part in parts if part.alphabets == tensor.alphabets)
    for channel in ground.channels():
        if channel.after == tensor.alphabets:
            summed, at = numbered_letters(channel.before, "~"), _running_letters(channel.before)
            for part in (part for part in parts if part.alphabets == channel.before):
                yield sum_over(atom(part, *summed) * channel.entry(summed, places), *summed)
            for prior in ground.priors(channel.before):
                yield atom(prior, *at) * channel.entry(at, places)
    for prior in ground.priors(tensor.alphabets):
        for number in (t for t in ground.tensors if t.of == SHARE):
            yield atom(number) * atom(prior, *places)
        yield atom(prior, *places)
        yield atom(prior, *some) * _point_mass(places, some)
    for channel in ground.channels():
        if channel.before == tensor.alphabets:
            for prior in ground.priors(channel.before):
                yield atom(prior, *places) * channel.entry(places, _running_letters(channel.after))


def _weighting_proposals(
    ground: Ground, tensor: Tensor, rules: Sequence[Rule], alphabets: set[str]
) -> Iterator[Proposal]:
    """Proposals of witnesses for a weighting: the claim's own, and |X| times one.

    Where guesses are bound too, each letter is the guess at itself; where there is one outcome, it
    is one.
    """
    free = alphabets.intersection(tensor.alphabets)
    (*before, last) = tensor.alphabets
    for other in _weightings(ground):
        if (len(other.alphabets), other.role) != (len(tensor.alphabets), tensor.role):
            continue
        pairs = [*zip(tensor.alphabets, other.alphabets, strict=True)]
        moved = {a: (b,) for a, b in pairs if a in free}
        images = tuple(moved.get(a, (a,))[0] for a in tensor.alphabets)
        if images != other.alphabets:
            continue
        places = numbered_letters(images, "~at")
        whole = atom(other, *places)
        scaled = [] if tensor.stochastic else [atom(size(images[-1]))]
        if tensor.role == "envelope":
            bound = (t.alphabets for rule in rules for t in rule.tensors if is_prior(t))
            scaled = [_uniform_mass(ground, each) for each in dict.fromkeys(bound)]
        for factor in (constant(1), *scaled):
            yield Proposal({tensor: Body(tuple((i,) for i in places), factor * whole)}, moved)
    if last in free and len(before) == 1:
        source, copy = _letters_of_places(tensor)[0], Index(before[0], f"{before[0].lower()}~")
        yield _channel_into(tensor, 1, (copy,), equal_letters(source, copy))
    if len(free) == len(tensor.alphabets) == 1:
        yield _channel_into(tensor, 0, (), constant(1))


def _weightings(ground: Ground) -> list[Tensor]:
    """The weightings of the claim, for witnesses; the last letter is the one that is chosen."""
    return [t for t in ground.tensors if t.role in ("selector", "envelope") and t.alphabets]


def _channel_proposals(ground: Ground, tensor: Tensor, alphabets: set[str]) -> Iterator[Proposal]:
    """Proposals of witnesses for a channel, or a gain whose last letter is a guess."""
    outputs = tensor.stochastic or (len(tensor.alphabets) - 1,)
    free = [k for k in outputs if tensor.alphabets[k] in alphabets]
    if len(outputs) == len(free) == 1:
        yield from _proposals_into_any(ground, tensor, outputs[0])
    elif not free and tensor.stochastic and alphabets.intersection(tensor.alphabets):
        yield from _identity_from_any(tensor)
    elif not free and tensor.stochastic:
        yield from (_proposal_of(tensor, body) for body in _channel_bodies(ground, tensor))


def _identity_from_any(tensor: Tensor) -> Iterator[Proposal]:
    """The identity as witness for a channel from an alphabet that the rule binds too."""
    if len(tensor.alphabets) == 2:
        last = tensor.stochastic[0]
        into = _letters_of_places(tensor)[last]
        copy = Index(into.alphabet, f"{into.alphabet.lower()}~")
        yield _channel_into(tensor, 1 - last, (copy,), equal_letters(copy, into))


def _channel_into(
    tensor: Tensor, last: int, letters: tuple[Index, ...], polynomial: Polynomial
) -> Proposal:
    """The witness whose polynomial's letters replace the one at place `last` of a tensor."""
    at = tuple(letters if k == last else (i,) for k, i in enumerate(_letters_of_places(tensor)))
    product_ = tuple(i.alphabet for i in letters)
    return Proposal({tensor: Body(at, polynomial)}, {tensor.alphabets[last]: product_})


def _proposals_into_any(ground: Ground, tensor: Tensor, last: int) -> Iterator[Proposal]:
    """Proposals of witnesses for a channel into an alphabet that the rule binds too."""
    inputs = [i for k, i in enumerate(_letters_of_places(tensor)) if k != last]
    for other in () if tensor.stochastic else _weightings(ground):
        if other.alphabets[-1:] == tuple(i.alphabet for i in inputs):
            guesses = numbered_letters(other.alphabets[:-1], "~")
            yield _channel_into(tensor, last, guesses, atom(other, *guesses, *inputs))
    if len(inputs) == 1:
        yield from _letter_proposals(ground, tensor, inputs[0], last)
    for channel in ground.channels() if tensor.stochastic else ():
        if channel.before == tuple(i.alphabet for i in inputs):
            places = numbered_letters(channel.after, "~")
            yield _channel_into(tensor, last, places, channel.entry(inputs, places))
    yield _channel_into(tensor, last, (), constant(1))


def _channel_bodies(ground: Ground, tensor: Tensor) -> Iterator[Polynomial]:
    """Witnesses for a channel between alphabets of the sequent."""
    places = _letters_of_places(tensor)
    ins = [i for k, i in enumerate(places) if k not in tensor.stochastic]
    outs = [i for k, i in enumerate(places) if k in tensor.stochastic]
    into, out = (tuple(i.alphabet for i in side) for side in (ins, outs))
    if into == out:
        yield _point_mass(ins, outs)
    for channel in ground.channels():
        if channel.before != into:
            continue
        if channel.after == out:
            yield channel.entry(ins, outs)
        middle = numbered_letters(channel.after, "~")
        for second in ground.channels():
            if (second.before, second.after) == (channel.after, out):
                yield sum_over(channel.entry(ins, middle) * second.entry(middle, outs), *middle)
    yield from (atom(prior, *outs) for prior in ground.priors(out))
    yield from _outcome_bodies(ground, out, tuple(outs))


def _letter_proposals(
    ground: Ground, tensor: Tensor, source: Index, last: int
) -> Iterator[Proposal]:
    """Proposals of witnesses about one letter of the goal, and the identity."""
    for letter in ground.letters(source.alphabet):
        if not tensor.stochastic:  # a gain
            yield _channel_into(tensor, last, (), equal_letters(source, letter))
        elif (mass := ground.mass_of(letter)) is not None:
            yield _proposal_in_pieces(ground, tensor, source, last, letter, mass)
    copy = Index(source.alphabet, f"{source.alphabet.lower()}~")
    yield _channel_into(tensor, last, (copy,), equal_letters(source, copy))


def _proposal_in_pieces(
    ground: Ground, tensor: Tensor, source: Index, last: int, letter: Index, mass: Fact
) -> Proposal:
    """The witness that keeps one letter and cuts all others into pieces no likelier than it.

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
    same, is_it, first_piece = (declared_use(delta(i.alphabet), (i, j)) for i, j in pairs)
    is_not, some = apart_use(source, letter), Use(declared_name(share, "> 0"))

    # what makes the pieces an attribute
    terms = times(1, same, is_it, first_piece) + times(1, same, is_not, some)
    proof.derive("a share of pieces", body, (source, copy, piece), terms)
    total = sum_over(body, copy, piece) - 1
    proof.derive("all pieces", total, (source,), times(1, whole) + times(-1, whole, is_it), "==")
    # no piece is heavier than the letter
    ((monomial, _),) = mass.polynomial
    ((prior, _),) = monomial[0]
    mean = sum_over(atom(prior, source) * body, source)
    copied, other = declared_use(delta(copy.alphabet), (copy, letter)), apart_use(copy, letter)
    most = times(1, copied, mass, apart_use(piece, first)) + times(1, other, small)
    most += times(1, other, some, Use(declared_name(prior, "<= 1"), (copy,)))
    pieces = (copy, piece)
    heaviest = proof.derive("no piece is heavier", mass.polynomial - mean, pieces, most)
    inverse = ground.inverse(mass)
    terms = times(1, heaviest, Use(declared_name(inverse, "> 0")))
    terms += times(-1, Use(ground.definition(inverse)))
    proof.derive("over the mass", 1 - atom(inverse) * mean, pieces, terms)
    return replace(
        _channel_into(tensor, last, pieces, body), letters={tensor.alphabets[last]: (letter, first)}
    )


def _proposals_of_risk(
    ground: Ground, tensors: Sequence[Tensor], alphabets: set[str]
) -> Iterator[Proposal]:
    """Proposals of attributes as witnesses, each with the risk of its best guess [QID24, Thm. 2].

    A(x; j) = 1/|J|                                    1 - 1/|J|
    A(x; j) = 1{x = x0} / |J| + 1{x != x0} 1{j = j0}   P(x0) (1 - 1/|J|)

    There are |J| >= 2 pieces. The first tells nothing; in the second j0 is the best guess, before
    the outcome and after it.
    """
    attributes = [t for t in tensors if len(t.alphabets) == 2 and t.stochastic == (1,)]
    numbers = [t for t in tensors if not t.alphabets]
    if (
        len(tensors) != 2
        or not attributes
        or not numbers
        or not alphabets.issuperset(attributes[0].alphabets[1:])
    ):
        return
    (attribute,), (number,) = attributes, numbers
    source, _ = _letters_of_places(attribute)
    name, share, rest = ground.two_pieces()
    piece, first = (Index(name, f"{name.lower()}~{k}") for k in ("", "0"))
    if ground.case is None:
        plain = _channel_into(attribute, 1, (piece,), atom(share))
        yield plain.joined_with_number(number, rest.polynomial)
    for letter in ground.letters(source.alphabet):
        if (mass := ground.mass_of(letter)) is not None:
            body = _letter_in_pieces(ground, source, letter, mass)
            product = mass.polynomial * rest.polynomial
            ground.proof.derive("the mass without a piece", product, (), times(1, mass, rest), ">")
            about = _channel_into(attribute, 1, (piece,), body)
            about = replace(about, letters={attribute.alphabets[1]: (first,)})
            yield about.joined_with_number(number, product)


def _letter_in_pieces(ground: Ground, source: Index, letter: Index, mass: Fact) -> Polynomial:
    """The witness with one letter in equal pieces, and all others in the first of them.

    It is stated that it is one, and that no piece is likelier than the first.
    """
    name, share, _ = ground.two_pieces()
    piece, first = (Index(name, f"{name.lower()}~{k}") for k in ("", "0"))
    is_letter, is_first = equal_letters(source, letter), equal_letters(piece, first)
    body = is_letter * atom(share) + (1 - is_letter) * is_first
    is_it, is_not = (
        declared_use(delta(source.alphabet), (source, letter)),
        apart_use(source, letter),
    )
    terms = times(1, is_it, Use(declared_name(share, "> 0")))
    terms += times(1, is_not, declared_use(delta(name), (piece, first)))
    ground.proof.derive("a piece or the first", body, (source, piece), terms)
    total, whole = sum_over(body, piece) - 1, times(1, Use(ground.definition(share)), is_it)
    ground.proof.derive("the pieces or the first", total, (source,), whole, "==")
    (prior,) = mass.polynomial.tensors
    least = (1 - mass.polynomial) * (1 - is_first)
    terms = times(1, Use(declared_name(prior, "<= 1"), (letter,)), apart_use(piece, first))
    ground.proof.derive("the first is guessed", least, (piece,), terms)
    return body
