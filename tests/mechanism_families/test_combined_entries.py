"""Entries of combined mechanisms are products and sums of the entries of their parts.

Both are read at the same exact point of the domain, the parts one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, islice, permutations, product
from math import prod
from random import Random

import pytest

from pmlsym.calculus.tensor import Tensor
from pmlsym.closed_forms import derive
from pmlsym.closed_forms.checks.domain_points import (
    ExactPoint,
    exact_points,
    point_at,
    require_rows,
)
from pmlsym.closed_forms.forms.frame import Content, content_of
from pmlsym.errors import AlphabetMismatch, Disagreement, Unsupported
from pmlsym.evaluators.exact import read_exact
from pmlsym.mechanism_families.entries import sizes_of
from pmlsym.mechanism_families.listed import FAMILIES, family_named
from pmlsym.mechanism_families.mechanism import Mechanism, matrix_mechanism, places_of
from pmlsym.mechanism_families.parameter import quotient, real
from pmlsym.model.channel import Channel

Rows = list[list[Fraction]]
POINTS = 2
LEFT_OUT = {"gaussian", "repeated-response"}  # no finite entries; two outcomes, as the pairs are
SIZES = ({}, {"k": 2}, {"k": 2, "d": 1}, {"q": 2}, {"n": 3})


def _content(mechanism: Mechanism) -> tuple[Content, dict[Tensor, int | None]]:
    content = content_of([*mechanism.channel.data, *mechanism.prior.data])
    facts = [f.polynomial for p in mechanism.parameters for f in p.facts]
    found = {t for body in (mechanism.channel.body, *facts) for t in body.tensors}
    loose = {t for t in found if t.stochastic == (0,) and t not in content.tables}
    return content, dict.fromkeys(t for t in loose if t.alphabets == (mechanism.input.name,))


def _points(mechanism: Mechanism) -> Iterator[ExactPoint]:
    content, priors = _content(mechanism)
    return islice(exact_points(content, priors, mechanism.input.name, Random(5)), POINTS)


def _masses(point: ExactPoint) -> Sequence[Fraction]:
    """The prior, which may come with a mechanism."""
    return point.instance.tensors.get("P", point.prior)


def _rows(
    mechanism: Mechanism, scalars: Mapping[Tensor, Fraction], prior: Sequence[Fraction]
) -> Rows:
    """The entries there, the outcomes in lexicographic order."""
    content, priors = _content(mechanism)
    own = {tensor: scalars[tensor] for tensor in content.parameters}
    alphabet = mechanism.input.name
    point = point_at(content, priors, alphabet, own, tuple(prior), Random(0))
    assert point is not None
    x, *outcomes = mechanism.channel.letters
    array = read_exact(mechanism.channel.body, point.instance)
    fixed = places_of(set(array.indices) - {x, *outcomes})
    sizes = point.instance.sizes

    def entry(letter: int, seen: tuple[int, ...]) -> Fraction:
        at = {**fixed, x: letter, **dict(zip(outcomes, seen, strict=True))}
        return array[tuple(at[i] for i in array.indices)]

    places = list(product(*(range(sizes[y.alphabet]) for y in outcomes)))
    return [[entry(letter, seen) for seen in places] for letter in range(sizes[x.alphabet])]


def _repeated(row: list[Fraction], times: int) -> list[Fraction]:
    """Types of outcomes: all the orders in which they may have been seen."""
    types = combinations_with_replacement(range(len(row)), times)
    return [sum(prod(row[k] for k in seen) for seen in set(permutations(kind))) for kind in types]


def _beside(left: list[Fraction], right: list[Fraction]) -> list[Fraction]:
    return [a * b for a in left for b in right]


def _compare_repetition(text: str, times: int) -> None:
    whole, part = family_named(f"({text})^{times}").mechanism(), family_named(text).mechanism()
    for point in _points(whole):
        single = _rows(part, point.scalars, point.prior)
        typed = len(whole.channel.outputs) == 1
        wanted = [
            _repeated(row, times) if typed else [prod(seen) for seen in product(row, repeat=times)]
            for row in single
        ]
        assert _rows(whole, point.scalars, point.prior) == wanted, (text, times)


def _compare_composition(first: str, second: str) -> None:
    whole = family_named(f"{first} & {second}").mechanism()
    parts = [family_named(text).mechanism() for text in (first, second)]
    for point in _points(whole):
        left, right = (_rows(part, point.scalars, _masses(point)) for part in parts)
        wanted = [_beside(a, b) for a, b in zip(left, right, strict=True)]
        assert _rows(whole, point.scalars, point.prior) == wanted, (first, second)


def _compare_cascade(first: str, second: str) -> None:
    whole = family_named(f"{first} >> {second}").mechanism()
    left, right = (family_named(text).mechanism() for text in (first, second))
    for point in _points(whole):
        before = _rows(left, point.scalars, point.prior)
        priors = _content(right)[1]
        masses = _masses(point) if priors else [Fraction(1, len(before[0]))] * len(before[0])
        after = _rows(right, point.scalars, masses)
        wanted = [
            [sum(a * after[y][z] for y, a in enumerate(row)) for z in range(len(after[0]))]
            for row in before
        ]
        assert _rows(whole, point.scalars, point.prior) == wanted, (first, second)


def _compare_adaptive(first: str, seconds: Sequence[str]) -> None:
    whole = family_named(f"{first} & [{', '.join(seconds)}]").mechanism()
    parts = [family_named(text).mechanism() for text in (first, *seconds)]
    for point in _points(whole):
        head, *rest = (_rows(part, point.scalars, _masses(point)) for part in parts)
        wanted = [
            [a * b for y, a in enumerate(row) for b in rest[y][x]] for x, row in enumerate(head)
        ]
        assert _rows(whole, point.scalars, point.prior) == wanted, (first, seconds)


def _text(name: str, sizes: Mapping[str, int], **renamed: str) -> str:
    given = ", ".join(f"{key}={value}" for key, value in {**sizes, **renamed}.items())
    return f"{name}({given})" if given else name


def _parts() -> list[tuple[str, str, int, int]]:
    """Each family at some sizes: as a text, with a parameter renamed, letters and outcomes."""
    found = {}
    for family in FAMILIES:
        for chosen in SIZES:
            sizes = {**family.sizes, **chosen}
            if family.name in LEFT_OUT or sizes.keys() > family.sizes.keys():
                continue
            text = _text(family.name, sizes)
            try:
                made = family_named(text).concrete()
            except ValueError:
                continue
            counts = sizes_of(made.channel)
            if len(made.channel.letters) != 2 or counts is None or made.is_density:
                continue
            own = {p.name: f"{p.name}q" for p in made.parameters[:1]}
            many = tuple(counts[i.alphabet] for i in made.channel.letters)
            found[text] = (text, _text(family.name, sizes, **own), *many)
    return list(found.values())


NORMALISED = ("subset-selection(k=3,d=2)", "hadamard-response(k=3)", "randomized-response(k=3)")


@pytest.mark.parametrize("text", [*NORMALISED, "optimised-unary-encoding(k=2)", "one-zero(n=3)"])
def test_repetitions(text: str) -> None:
    for times in (2, 3):
        _compare_repetition(text, times)


@pytest.mark.parametrize("first", NORMALISED)
def test_two_mechanisms_side_by_side_and_in_turn(first: str) -> None:
    after = {"subset-selection(k=3,d=2)": 3, "hadamard-response(k=3)": 4}.get(first, 3)
    for second in NORMALISED:
        _compare_composition(first, second)
        _compare_composition(f"{first}^2", second)
        renamed = second.replace(")", ", eps=eta)")
        _compare_adaptive(first, [second, renamed, second, renamed][:after])
    _compare_cascade(first, f"subset-selection(k={after}, d=2)")


def test_parts_that_differ_in_a_fixed_number() -> None:
    three = [f"subset-selection(k=3, d={d})" for d in (1, 2, 1)]
    _compare_composition(three[0], three[1])
    _compare_adaptive(three[1], three)
    flips = ["binary-symmetric(a=1/3)", "binary-symmetric(a=1/4)"]
    _compare_adaptive("z-channel", flips)
    _compare_adaptive(flips[0], ["binary-asymmetric(a=1/3)", "z-channel(a=1/5)"])
    _compare_repetition("binary-asymmetric(a=1/3)", 3)


def test_several_outcomes_are_one_in_a_cascade() -> None:
    pair = "(z-channel & binary-symmetric(a=b))"
    _compare_cascade(pair, "quantiser(k=4, m=2)")
    _compare_cascade(pair, "subset-selection(k=4, d=2)")
    _compare_repetition(pair, 2)
    with pytest.raises(Unsupported, match="give the sizes"):
        family_named("(randomized-response & erasure) >> erasure").mechanism()
    with pytest.raises(Unsupported, match="prior"):
        family_named("erasure(q=2) >> prior-matched(k=3)").mechanism()
    with pytest.raises(Unsupported, match="prior"):
        family_named("one-zero(n=3) & prior-matched(k=3)").mechanism()


def test_what_follows_may_have_no_parameter_and_a_uniform_prior() -> None:
    _compare_cascade("z-channel", "one-zero(n=2)")
    _compare_composition("randomized-response(k=3)", "one-zero(n=3)")
    _compare_composition("one-zero(n=3)", "one-zero(n=3)")


def test_rows_that_do_not_sum_to_one_are_seen() -> None:
    flip = real("a", "flip", 0, Fraction(1, 2))
    rows = [[quotient(flip.scalar), quotient(1)], [quotient(1), quotient(0)]]
    with pytest.raises(Disagreement, match="no channel"):
        derive(matrix_mechanism(rows, [flip]), "pml")
    mechanism = family_named("subset-selection").mechanism()
    require_rows(mechanism)
    scaled = mechanism.channel.body * 2
    wrong = Channel.from_polynomial(
        "W",
        *(getattr(mechanism.channel, n) for n in ("inputs", "outputs", "letters")),
        scaled,
        mechanism.channel.data,
    )
    with pytest.raises(Disagreement, match="sum to 2"):
        derive(Mechanism(wrong, mechanism.prior, mechanism.parameters), "pml")


@pytest.mark.slow
@pytest.mark.processor_seconds(1800)
def test_every_pair_of_families() -> None:
    met = dict.fromkeys(("repeated", "beside", "in turn", "adaptive"), 0)
    parts = _parts()
    for text, _, letters, outcomes in parts:
        for times in (2, 3):
            _compare_repetition(text, times)
            met["repeated"] += 1
        for other, renamed, same, later in parts:
            if same == letters:
                met["beside"] += _is_compared(lambda a=text, b=other: _compare_composition(a, b))
            if same == outcomes:
                met["in turn"] += _is_compared(lambda a=text, b=other: _compare_cascade(a, b))
            if same == letters and outcomes * later <= 36:
                seconds = [renamed if k % 2 else other for k in range(outcomes)]
                met["adaptive"] += _is_compared(lambda a=text, b=seconds: _compare_adaptive(a, b))
    assert all(count >= len(parts) for count in met.values()), met


def _is_compared(comparison: Callable[[], None]) -> bool:
    try:
        comparison()
    except (Unsupported, AlphabetMismatch):
        return False
    return True
