"""A witness that the hypotheses of a proved claim can be met.

A proof whose hypotheses nothing satisfies is empty. A few plain instances are tried first, then
the search for counterexamples to "the hypotheses fail"; for a claim about numbers, random points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice, product
from math import prod
from random import Random

from pmlsym.calculus.data import sizes_in
from pmlsym.calculus.effort import passed, until
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.domain import ZERO
from pmlsym.claims.evaluation import holds
from pmlsym.claims.given_entries import prior_set_conditions, without_prior_sets
from pmlsym.claims.hypotheses import conjuncts
from pmlsym.claims.subjects import subjects
from pmlsym.errors import PmlError, Unsupported
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Conjunction,
    Implication,
    Negation,
    Quantified,
    measures_in,
)
from pmlsym.model.channel import Channel
from pmlsym.model.entries import nest
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import Number, log_of, rational

MANY = 4
"""Where a tensor has more indices than this, all alphabets have one letter first: 32 numbers and
more fill a page, and take their time to be added up."""

TOGETHER = 9
"""The same where a claim has more alphabets than this, whose letters may be joint outcomes, or has
a prior or channel of as many letters, such as W^&20."""

FEW = 3
MOST_CHOICES = 256
"""The most choices of values that are tried: all of them for few numbers, but 20 have 4^20."""

VALUES = tuple(Fraction(k, d) for d in (1, 2, 4, 10, 100) for k in range(-4, 13))
COUNTS = (Fraction(20), Fraction(60), Fraction(150))


def find_witness(claim: Claim, *, effort: float, seed: int) -> Instance | None:
    """An instance that meets the premises of a proved claim, simple or sampled, or None."""
    premises = tuple(_premises(claim))
    for instance in _plain_instances(claim):
        if is_witness(claim, instance):
            return instance
    if not premises or effort <= 0 or any(map(_is_for_all, premises)):
        return None
    try:
        from pmlsym.engines.sampling.refuter import search
    except ModuleNotFoundError:  # of NumPy, which a browser may not have
        return None

    sets = prior_set_conditions(claim)
    others = tuple(premise for premise in premises if premise not in sets)
    sought: Claim = Negation(Conjunction((*others, without_prior_sets(claim))))
    for within in sets:  # which the search knows as a hypothesis, and draws priors from
        sought = Implication(within, sought)
    try:
        example = search(sought, effort=effort, seed=seed).instance
    except Unsupported:  # what cannot be searched has no witness, but has a proof all the same
        return None
    return example if example is not None and _holds_on(premises, example) else None


def is_witness(claim: Claim, instance: Instance) -> bool:
    """Whether a sampled instance meets a proved claim's premises exactly, and the claim."""
    premises = _premises(claim)
    return _holds_on((claim,), instance) and all(_is_met(each, instance) for each in premises)


def find_point(claim: Claim, *, effort: float = 0.5, seed: int = 0) -> Instance | None:
    """A random point that witnesses a claim about numbers: premises hold, it has a truth.

    >>> from pmlsym.claim_text.question import parse
    >>> point = find_point(parse("1 < x and x < 3/2 => x*x > 1"))
    >>> 1 < point.scalars["x"] < Fraction(3, 2)
    True
    """
    random = Random(seed)
    premises = tuple(_premises(claim))
    names = sorted(subjects(claim).scalars)
    with until(effort):
        while not passed():
            point = {name: rational(random.choice((*VALUES, *COUNTS))) for name in names}
            instance = Instance({}, {}, point)
            if _is_within(claim, premises, instance):
                return instance
            if not names:
                break
    return None


def is_false(claim: Claim, instance: Instance) -> bool:
    """Whether a sampled instance is a counterexample: the claim is exactly false on it."""
    try:
        return not holds(claim, instance)
    except PmlError:
        return False


def _premises(claim: Claim) -> Iterator[Claim]:
    """The premises of a claim that its witness has to meet."""
    while isinstance(claim, Implication):
        yield claim.premise
        claim = claim.conclusion


def _is_met(premise: Claim, instance: Instance) -> bool:
    """Whether a premise holds on a witness; a premise about all priors or channels need not."""
    if not _is_for_all(premise):
        return _holds_on((premise,), instance)
    return is_false(Implication(premise, Comparison(ZERO, "<", ZERO)), instance)


def _is_for_all(premise: Claim) -> bool:
    """Whether a premise says something of all priors or channels, which no sample can show."""
    return any(isinstance(part, Quantified) and part.is_universal for part in conjuncts(premise))


def _holds_on(claims: tuple[Claim, ...], instance: Instance) -> bool:
    """Whether all of these claims hold on a witness, False if one has no value."""
    try:
        return all(holds(claim, instance) for claim in claims)
    except PmlError:
        return False


def _is_within(claim: Claim, premises: tuple[Claim, ...], instance: Instance) -> bool:
    """Whether a point may witness a claim: premises hold, and the claim has a truth there."""
    if not _holds_on(premises, instance):
        return False
    try:
        holds(claim, instance)
    except PmlError:
        return False
    return True


def _plain_instances(claim: Claim) -> Iterator[Instance]:
    """Simple instances to try as witnesses: fair priors, randomised response, constant channels."""
    about = subjects(claim)
    values: dict[str, tuple[Number, ...]] = {
        name: tuple(map(rational, (Fraction(1, 2), Fraction(0), Fraction(1))))
        if domain == "probability"
        else (log_of(2), log_of(4), rational(0), log_of(Fraction(1, 2)))
        for name, domain in about.scalars.items()
    }
    outcomes = dict.fromkeys(about.outcomes, 0)
    names_of_data = {data.tensor.name for data in about.data}
    free = tuple(tensor for tensor in about.tensors if tensor.name not in names_of_data)
    with_one_letter = any(map(_is_for_all, _premises(claim))) or _is_wide(claim, free)
    for count, tensors in _plain_tables(free, sizes_in(about.data), with_one_letter):
        sizes = dict.fromkeys(about.alphabets, count) | sizes_in(about.data)
        for choice in _choices(tuple(values.values())):
            scalars = dict(zip(values, choice, strict=True))
            yield Instance(sizes, tensors, scalars, outcomes)


def _choices(values: tuple[tuple[Number, ...], ...]) -> Iterator[tuple[Number, ...]]:
    """A few choices of values for the numbers of a witness, and finally 2 for all of them.

    All are 2 at the end, and for many numbers earlier as well: orders of measures have to be
    rational, and most above 1.
    """
    twice = (rational(2),) * len(values)
    if len(values) > FEW:
        yield from (*zip(*values, strict=False), twice)
    yield from islice(product(*values), MOST_CHOICES)
    yield twice


def _is_wide(claim: Claim, tensors: tuple[Tensor, ...]) -> bool:
    """Whether a witness with two letters each would be too large, by entries or alphabets."""
    arguments = [argument for measure in measures_in(claim) for argument in measure.arguments]
    widths = [len(each.alphabets) for each in arguments if isinstance(each, Prior)]
    channels = (each for each in arguments if isinstance(each, Channel))
    widths += [len(each.inputs) + len(each.outputs) for each in channels]
    together = max(len(subjects(claim).alphabets), *widths, 0)
    return together > TOGETHER or any(len(tensor.alphabets) > MANY for tensor in tensors)


def _plain_tables(
    tensors: tuple[Tensor, ...], sizes: Mapping[str, int], with_one_letter: bool
) -> Iterator[tuple[int, dict[str, object]]]:
    """Simple entries to try as a witness's tensors, by the number of letters of each alphabet.

    On one letter there is one prior, so that a claim about all priors can be decided.
    """
    if sizes:
        yield 2, {tensor.name: _uniform_entries(tensor, sizes) for tensor in tensors}
        return
    if with_one_letter:
        yield 1, {t.name: nest([Fraction(1)], (1,) * len(t.alphabets)) for t in tensors}
    for likely in (Fraction(2, 3), Fraction(1, 2)):
        yield 2, {tensor.name: _plain_entries(tensor, likely) for tensor in tensors}


def _uniform_entries(tensor: Tensor, sizes: Mapping[str, int]) -> object:
    """Entries of a witness with equally likely outputs, at these sizes, or at two letters."""
    shape = tuple(sizes.get(alphabet, 2) for alphabet in tensor.alphabets)
    share = Fraction(1, prod(shape[k] for k in tensor.stochastic))
    return nest([share] * prod(shape), shape)


def _plain_entries(tensor: Tensor, likely: Fraction) -> object:
    """Entries of a witness at two letters: uniform without an input, else likely to repeat it."""

    def entry(letters: tuple[int, ...]) -> Fraction:
        """The entry of a witness's tensor at these letters."""
        outputs = [letters[k] for k in tensor.stochastic]
        inputs = [letters[k] for k in range(len(letters)) if k not in tensor.stochastic]
        if not outputs:
            return Fraction(1)
        if tensor.indicator:
            return Fraction(int(all(o == sum(inputs) % 2 for o in outputs)))
        if not inputs:
            return Fraction(1, 2 ** len(outputs))
        same = likely if outputs[0] == inputs[-1] else 1 - likely
        return same * Fraction(1, 2 ** (len(outputs) - 1))

    shape = (2,) * len(tensor.alphabets)
    return nest([entry(letters) for letters in product(*map(range, shape))], shape)
