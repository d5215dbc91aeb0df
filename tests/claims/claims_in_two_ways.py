"""Random claims made twice: in Python, and as a text with every pair of parentheses.

The text is put together here, from the parts themselves, so that it shares no code with the
library's own writing. Channels go between all groups of the alphabets X, Y, Z. A claim is a
function of a seed, which Hypothesis draws: its own recursion is far too slow for these trees.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import strategies as st

from pmlsym.calculus.alphabet import Alphabet, alphabets
from pmlsym.claim_text.names import TWO_WORLDS
from pmlsym.claim_text.written_channels import mixture
from pmlsym.claims.subjects import subjects
from pmlsym.claims.vocabulary import CONDITIONS, FUNCTIONS
from pmlsym.errors import InvalidInput, PmlError
from pmlsym.language.building import all_of, any_of, negation
from pmlsym.language.nodes import (
    Bound,
    Comparison,
    Constant,
    Entropic,
    Implication,
    Scalar,
    Series,
    power,
)
from pmlsym.measures.conditional_leakage import Given
from pmlsym.measures.every import MEASURES
from pmlsym.measures.notion import (
    AGAINST,
    ALPHABET,
    ATTRIBUTE,
    CHANNEL,
    CONDITIONAL,
    ENTRY,
    GAIN,
    HIDDEN,
    INDICES,
    LEVEL,
    OUTCOME,
    PRIOR,
    PROBABILITY,
    Word,
)
from pmlsym.model.channel import Channel, Hidden
from pmlsym.model.gain import Gain
from pmlsym.model.prior import Against, Prior
from tests.measures.indexed import indices, read

Both = tuple[Any, str]
"""A thing, and its text."""

EVERY = alphabets("X Y Z")
GROUPS = tuple((a,) for a in EVERY) + tuple((a, b) for a in EVERY for b in EVERY if a != b)
NUMBERS = ("a", "b1", "c_2", "eps", "delta", "ε", "x", "t1", "m")


class NotMade(Exception):
    """The arguments that were drawn do not suit the word."""


def _called(stem: str, *groups: tuple[Alphabet, ...]) -> str:
    return "_".join((stem, *("".join(a.name for a in group) for group in groups)))


def prior(draw: Random, over: tuple[Alphabet, ...], depth: int) -> Both:
    """A distribution over these alphabets."""
    way = draw.randrange(3) if depth else 0
    if way == 1 and len(over) > 1:
        one, two = prior(draw, over[:1], depth - 1), prior(draw, over[1:], depth - 1)
        return one[0] & two[0], f"({one[1]} & {two[1]})"
    if way == 2:
        before = draw.choice(GROUPS)
        first, then = prior(draw, before, depth - 1), channel(draw, before, over, depth - 1)
        return first[0] >> then[0], f"({first[1]} >> {then[1]})"
    name = _called(draw.choice(["P", "Q1"]), over)
    return Prior(name, *over), name


def _mixed(draw: Random, one: Both, other: Both) -> Both:
    """A mixture of two priors or of two channels."""
    weight, text = draw.choice([(Scalar("w"), "w"), (Constant(Fraction(1, 3)), "(1 / 3)")])
    made = mixture((weight, one[0]), (1 - weight, other[0]))
    return made, f"(({text} * {one[1]}) + ((1 - {text}) * {other[1]}))"


def channel(
    draw: Random, before: tuple[Alphabet, ...], after: tuple[Alphabet, ...], depth: int
) -> Both:
    """A channel between these alphabets."""
    way = draw.randrange(5) if depth else 0
    if way == 3:
        one, other = (channel(draw, before, after, depth - 1) for _ in range(2))
        return _mixed(draw, one, other)
    if way == 4 and len(before) > 1 and len(after) > 1:
        one = channel(draw, before[:1], after[:1], depth - 1)
        other = channel(draw, before[1:], after[1:], depth - 1)
        return one[0] * other[0], f"({one[1]} * {other[1]})"
    if way == 1:
        between = draw.choice(GROUPS)
        first = channel(draw, before, between, depth - 1)
        then = channel(draw, between, after, depth - 1)
        return first[0] >> then[0], f"({first[1]} >> {then[1]})"
    if way == 2 and len(after) > 1:
        first = channel(draw, before, after[:1], depth - 1)
        seen = draw.choice([before, (*before, *after[:1])])
        then = channel(draw, seen, after[1:], depth - 1)
        return first[0] & then[0], f"({first[1]} & {then[1]})"
    name = _called(draw.choice(["W", "M1", "V_2"]), before, after)
    return Channel(name, before, after), name


def argument(draw: Random, sort: str) -> Both:
    """A number inside a measure: a level, or a probability."""
    own = draw.choice(["eps", "t1"] if sort == LEVEL else ["delta", "d2"])
    shape = draw.randrange(4)
    if shape == 0:
        return Scalar(own), own
    if shape == 1:
        return 2 * Scalar(own) + Scalar("s"), f"((2 * {own}) + s)"
    if sort == LEVEL:
        logarithm = FUNCTIONS["log"](Constant(Fraction(6, 5)))
        return Scalar(own) + logarithm, f"({own} + log((6 / 5)))"
    if shape == 2:
        return Scalar(own) / 2 - Fraction(1, 10), f"(({own} / 2) - (1 / 10))"
    return (1 - Scalar(own)) * Fraction(1, 3), f"((1 - {own}) * (1 / 3))"


def measure(draw: Random, words: tuple[Word, ...] = MEASURES) -> Both:
    """A word of the language at arguments that fit. Raises NotMade where they do not."""
    word, depth = draw.choice(words), draw.randrange(3)
    before, after, later = draw.choice(GROUPS), draw.choice(GROUPS), draw.choice(GROUPS[:3])
    if word.sorts.count(OUTCOME) == 1 or CONDITIONAL in word.sorts:
        after = after[:1]
    letters = iter([f"{a.name.lower()}0" for a in (*after, *later)])
    made = [
        _index(draw, word)
        if sort in INDICES
        else _argument(draw, sort, depth, (before, after, later), letters)
        for sort in word.sorts
    ]
    try:
        whole = word.make(*(thing for thing, _ in made))
    except PmlError as error:
        raise NotMade from error
    texts = [text for _, text in made]
    head = f"{word.name}[{texts.pop(0)}]" if word.indexed else word.name
    return whole, f"{head}({', '.join(texts)})"


def _index(draw: Random, word: Word) -> Both:
    """What stands in brackets, of those that fit the word."""
    index = draw.choice(indices(word))
    return read(index), index


def _argument(
    draw: Random,
    sort: str,
    depth: int,
    groups: tuple[tuple[Alphabet, ...], ...],
    letters: Iterator[str],
) -> Both:
    before, after, later = groups
    if sort == PRIOR:
        return prior(draw, before, depth)
    if sort == CHANNEL:
        return channel(draw, before, after, depth)
    if sort == HIDDEN:
        one, other = prior(draw, before, depth), channel(draw, before, after, depth)
        return Hidden(one[0], other[0]), f"{one[1]} | {other[1]}"
    if sort == AGAINST:
        one, two = prior(draw, before, depth), prior(draw, before, depth)
        return Against(one[0], two[0]), f"{one[1]} || {two[1]}"
    if sort == ATTRIBUTE:
        return channel(draw, before, later, depth)
    if sort == CONDITIONAL:
        first = channel(draw, before, after, depth)
        second = channel(draw, draw.choice([before, (*before, *after)]), later, depth)
        return Given(first[0], second[0]), f"{second[1]} | {first[1]}"
    if sort == GAIN and draw.randrange(2):
        tries = draw.randint(1, 2)
        several = Gain.tries(tries, before), f"tries({tries})"
        return draw.choice([(Gain.identity(before), "id"), several])
    if sort == GAIN:
        name = _called("G", before, later)
        return Gain(name, before, later[0]), name
    if sort == ALPHABET:
        return EVERY[0], "X"
    if sort in (LEVEL, PROBABILITY):
        return argument(draw, sort)
    name = str(draw.randint(1, 2)) if sort == ENTRY else next(letters)
    return (int(name) if sort == ENTRY else name), name


def _constant(draw: Random) -> Both:
    value = Fraction(draw.randint(-6, 6), draw.randint(1, 4))
    return Constant(value), f"({value.numerator} / {value.denominator})"


def leaf(draw: Random, *, measures: bool = True) -> Both:
    """A number, a constant, an information or a measure."""
    kind = draw.randrange(6 if measures else 2)
    if kind == 0:
        name = draw.choice(NUMBERS)
        return Scalar(name), name
    if kind == 1:
        return _constant(draw)
    if kind == 2:
        left, right = draw.choice([(("A",), ("B", "C")), (("A", "D"), ())])
        inside = ",".join(left) + (f";{','.join(right)}" if right else "")
        return Entropic(left, right, ("E",)), f"{'I' if right else 'H'}({inside}|E)"
    return measure(draw)


def _called_on_numbers(draw: Random) -> Both:
    """A sum over a letter, or a binomial tail: of numbers alone."""
    parts = [leaf(draw, measures=False) for _ in range(3)]
    if draw.random() < 0.5:
        inside = ", ".join(text for _, text in parts)
        return FUNCTIONS["binomial"](*(thing for thing, _ in parts)), f"binomial({inside})"
    low, high, _ = parts
    letter, word = draw.choice(["k", "a"]), draw.choice(["sum", "prod"])
    body, text = draw.choice(
        [
            (Bound(letter), letter),
            (power(Bound(letter), Constant(Fraction(2))), f"({letter} ^ 2)"),
            (1 / (Scalar("b1") - Bound(letter)), f"(1 / (b1 - {letter}))"),
        ]
    )
    whole = Series(letter, low[0], high[0], body, word == "prod")
    return whole, f"{word}({letter}, {low[1]}, {high[1]}, {text})"


def quantity(draw: Random, depth: int) -> Both:
    """Arithmetic of that depth at most."""
    if not depth or draw.random() < 0.3:
        return _called_on_numbers(draw) if draw.random() < 0.15 else leaf(draw)
    (a, left), (b, right) = quantity(draw, depth - 1), quantity(draw, depth - 1)
    way = draw.randrange(8)
    if way < 3:
        return [a + b, a - b, a * b][way], f"({left} {'+-*'[way]} {right})"
    if way == 3:
        return -a, f"(-{left})"
    if way == 4:
        zero = isinstance(b, Constant) and not b.value
        return a / (2 if zero else b), f"({left} / {2 if zero else right})"
    if way == 5:
        exponent = draw.choice([1, 2, 3])
        return power(a, Constant(Fraction(exponent))), f"({left} ^ {exponent})"
    name = draw.choice(["exp", "log"] if way == 6 else ["max", "min"])
    parts = ((a, left), (b, right))[: 1 if way == 6 else 2]
    inside = ", ".join(text for _, text in parts)
    return FUNCTIONS[name](*(thing for thing, _ in parts)), f"{name}({inside})"


def claim(draw: Random, depth: int) -> Both:
    """A claim of that depth at most."""
    if not depth or draw.random() < 0.3:
        if draw.random() < 0.15:
            return measure(draw, CONDITIONS)
        (a, left), (b, right) = quantity(draw, 2), quantity(draw, 2)
        relation = draw.choice(tuple(Comparison.FLIPPED))
        return Comparison(a, relation, b), f"({left} {relation} {right})"
    (a, left), (b, right) = claim(draw, depth - 1), claim(draw, depth - 1)
    ways: list[Both] = [
        (all_of(a, b), f"({left} and {right})"),
        (any_of(a, b), f"({left} or {right})"),
        (Implication(a, b), f"({left} => {right})"),
        (negation(a), f"(not {left})"),
    ]
    return draw.choice(ways)


def _seeded(seed: int) -> Both | None:
    draw = Random(seed)
    try:
        both = claim(draw, draw.randrange(3))
        subjects(both[0])
    except NotMade:
        return None
    except InvalidInput as error:
        if str(error) == TWO_WORLDS:
            return None  # random variables and priors do not meet in one claim
        raise
    return both


CLAIMS = st.integers(0, 2**40).map(_seeded).filter(bool)
"""Pairs of a claim and its text with all parentheses."""
