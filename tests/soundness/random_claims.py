"""Random claims of every shape that the claim language has, over all of its measures.

A *setting* is a prior and a channel that fit, with attributes, gains and outcomes for them; each
measure of claims/vocabulary.py is drawn with arguments of one setting, so that a new measure is
drawn too as soon as the table has it. Half of the claims weaken or garble claims that are true, so
that many are provable and few are trivial.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from pmlsym.calculus.alphabet import alphabets
from pmlsym.claim_text.written_channels import mixture
from pmlsym.claims.vocabulary import CONDITIONS
from pmlsym.errors import AlphabetMismatch, PmlError
from pmlsym.language.building import all_of, any_of, exp, log, maximum, minimum, negation
from pmlsym.language.nodes import Claim, Comparison, Constant, Implication, Quantity, Scalar
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
from pmlsym.model.mixture import constant_channel
from pmlsym.model.prior import Against, Prior
from tests.measures.indexed import indices, read

X, Y, Z, B, D, E = alphabets("X Y Z B D E")
P, Q, J = Prior("P", X), Prior("Q", X), Prior("J", D, E)
W, R, V = Channel("W", X, Y), Channel("R", X, Y), Channel("V", Y, Z)
U, S, C = Channel("U", (X, Y), Z), Channel("S", X, X), Channel("C", (D, E), Y)


def mixed(one: Any, other: Any) -> Any:
    """Two priors or channels, the first with the probability q."""
    q = Scalar("q", "probability")
    return mixture((q, one), (1 - q, other))


@dataclass(frozen=True)
class Setting:
    """What the arguments of a measure may be."""

    prior: Prior
    channel: Channel
    attribute: Channel
    gain: Gain
    given: Given


PLAIN = (
    Setting(P, W, Channel("A", X, B), Gain("G", X, B), Given(W, U)),
    Setting(P, R, Channel("A", X, B), Gain("G", X, B), Given(W, R)),
    Setting(Q, W, Channel("A", X, B), Gain("G", X, B), Given(W, U)),
    Setting(P, W >> V, W, Gain("G", X, B), Given(W, W)),
    Setting(P >> W, V, Channel("K", Y, B), Gain("H", Y, B), Given(V, V)),
    Setting(P, W & U, W, Gain("G", X, B), Given(W, U)),
    Setting(P, S, S, Gain("G", X, B), Given(S, W)),
    Setting(P >> S, S, W, Gain("G", X, B), Given(S, S)),
    Setting(J, C, C, Gain("F", (D, E), B), Given(C, C)),
    Setting(Prior("L", D) & Prior("M", E), C, C, Gain("F", (D, E), B), Given(C, C)),
)
MIXED = (
    Setting(P, mixed(W, R), W, Gain("G", X, B), Given(W, R)),
    Setting(
        mixed(P, Q), mixed(W, constant_channel(X, Prior("O", Y))), W, Gain("G", X, B), Given(W, R)
    ),
    Setting(
        Prior("K", X, Y), W * V, Channel("T", (X, Y), B), Gain("F", (X, Y), B), Given(W * V, W * V)
    ),
)

SETTINGS = (*PLAIN, *MIXED)


CHANCES = (Scalar("delta"), 0, 1, Fraction(1, 3), Scalar("delta") + Fraction(1, 3))


@dataclass(frozen=True)
class Drawing:
    """A source of chance, the settings that one claim is about, the words it may use."""

    rng: Random
    settings: tuple[Setting, ...]
    words: tuple[Word, ...] = MEASURES
    chances: tuple[Any, ...] = CHANCES


LIKELY = (4, 1, 1, 3, 2, 2, 1, 1, 1, 1, 2, 1, 1)
NUMBERS = tuple(map(Fraction, (0, 1, 2, 3, -1, "1/2", "3/2")))


def random_claim(rng: Random) -> Claim:
    """A claim, of any shape, about one or two settings."""
    return claim_of(Drawing(rng, tuple(rng.choices(SETTINGS, LIKELY, k=rng.choice((1, 1, 2))))))


def claim_of(draw: Drawing) -> Claim:
    """A claim, of any shape, with the settings and the words of a drawing."""
    kind = draw.rng.random()
    if kind < 0.3:
        return _comparison(draw)
    if kind < 0.65:
        return Implication(_premise(draw), _comparison(draw))
    if kind < 0.75:
        return Implication(_premise(draw), Implication(_premise(draw), _conclusion(draw)))
    if kind < 0.85:
        return any_of(_comparison(draw), _conclusion(draw))
    if kind < 0.95:
        return all_of(_comparison(draw), _conclusion(draw))
    return negation(_premise(draw))


def _conclusion(draw: Drawing) -> Claim:
    kind = draw.rng.random()
    if kind < 0.1:
        return _condition(draw)
    if kind < 0.7:
        return _comparison(draw)
    if kind < 0.8:
        return any_of(_comparison(draw), _comparison(draw))
    if kind < 0.9:
        return negation(_comparison(draw))
    return Implication(_comparison(draw), _comparison(draw))


def _premise(draw: Drawing) -> Claim:
    kind = draw.rng.random()
    if kind < 0.6:
        return _comparison(draw)
    if kind < 0.7:
        return all_of(_comparison(draw), _comparison(draw))
    if kind < 0.8:
        return any_of(_comparison(draw), _comparison(draw))
    if kind < 0.85:
        return negation(_comparison(draw))
    if kind < 0.9:
        return Implication(_comparison(draw), _comparison(draw))
    return _condition(draw)


def _condition(draw: Drawing) -> Claim:
    word, setting = draw.rng.choice(CONDITIONS), _setting(draw)
    condition = word.make(setting.prior if word.sorts == (PRIOR,) else setting.channel)
    assert isinstance(condition, Claim)
    return condition


def _comparison(draw: Drawing) -> Comparison:
    relation = draw.rng.choice(("<=", "<=", "<=", ">=", "<", ">", "=="))
    if draw.rng.random() < 0.12:
        one = _quantity(draw)
        step = draw.rng.choice((log(2), Constant(Fraction(1)), _measure(draw)))
        others = (one, one + step, one - step, 2 * one, maximum(one, step))
        return Comparison(one, relation, draw.rng.choice(others))
    return Comparison(_quantity(draw), relation, _quantity(draw))


def _quantity(draw: Drawing) -> Quantity:
    kind = draw.rng.random()
    if kind < 0.55:
        return _measure(draw)
    if kind < 0.65:
        return _scalar(draw)
    if kind < 0.72:
        return Constant(draw.rng.choice(NUMBERS))
    return draw.rng.choice(SHAPES)(draw)


def _two(draw: Drawing) -> tuple[Quantity, Quantity]:
    return _measure(draw), _simple(draw)


def _simple(draw: Drawing) -> Quantity:
    return draw.rng.choice((_measure, _measure, _scalar))(draw)


SHAPES: tuple[Callable[[Drawing], Quantity], ...] = (
    lambda draw: _measure(draw) + _simple(draw),
    lambda draw: _measure(draw) - _simple(draw),
    lambda draw: -_measure(draw),
    lambda draw: draw.rng.choice(NUMBERS) * _measure(draw) + _simple(draw),
    lambda draw: maximum(*_two(draw)),
    lambda draw: minimum(*_two(draw)),
    lambda draw: _simple(draw) + draw.rng.choice(NUMBERS),
    lambda draw: log(draw.rng.choice(NUMBERS[1:4])) + _simple(draw),
    lambda draw: exp(_measure(draw)),
    lambda draw: exp(_measure(draw)) - 1,
    lambda draw: _plain(draw) * exp(_measure(draw)),
    lambda draw: _plain(draw) / exp(_simple(draw)),
    lambda draw: log(_plain(draw)),
    lambda draw: log(_plain(draw) * _plain(draw) - draw.rng.choice(NUMBERS)),
    lambda draw: _measure(draw) + maximum(*_two(draw)),
    lambda draw: _plain(draw) * _plain(draw) - _simple(draw),
)


def _scalar(draw: Drawing) -> Scalar:
    return Scalar(draw.rng.choice(("eps", "eps", "delta", "t1")))


def _setting(draw: Drawing) -> Setting:
    return draw.rng.choice(draw.settings)


def _measure(draw: Drawing) -> Quantity:
    while True:
        found = drawn(draw, draw.rng.choice(draw.words))
        if found is not None:
            return found


def _plain(draw: Drawing) -> Quantity:
    """A measure that is no logarithm: a probability, or a number of letters."""
    names = ("pmin", "size", "suppsize", "tail", "tv", "doeblin")
    while True:
        found = drawn(draw, draw.rng.choice([word for word in MEASURES if word.name in names]))
        if found is not None:
            return found


def drawn(draw: Drawing, word: Word) -> Quantity | None:
    """The measure with random arguments, or nothing where they do not fit."""
    setting = _setting(draw)
    levels = (Scalar("eps"), log(Fraction(6, 5)), log(2), Scalar("eps") + log(2))
    made = {
        PRIOR: setting.prior,
        CHANNEL: setting.channel,
        CONDITIONAL: setting.given,
        ATTRIBUTE: setting.attribute,
        GAIN: draw.rng.choice(_gains(setting)),
        ENTRY: draw.rng.choice((1, 2)),
        OUTCOME: draw.rng.choice((("y", "z"), ("z", "y"))),
        ALPHABET: draw.rng.choice((X, X, Y, Z)),
        LEVEL: draw.rng.choice(levels),
        PROBABILITY: draw.rng.choice(draw.chances),
        **dict.fromkeys(INDICES, read(draw.rng.choice(indices(word) or ("0",)))),
        AGAINST: draw.rng.choice(_pairs(setting)),
        HIDDEN: _hidden(setting),
    }
    outcomes = iter(made[OUTCOME])
    try:
        quantity = word.make(*(next(outcomes) if s == OUTCOME else made[s] for s in word.sorts))
    except PmlError:
        return None
    assert isinstance(quantity, Quantity)
    return quantity


def _gains(setting: Setting) -> tuple[Gain, ...]:
    """The gain of a setting, and those of guesses of the letter."""
    inputs = setting.prior.alphabets
    return setting.gain, setting.gain, Gain.identity(inputs), Gain.tries(2, inputs)


def _hidden(setting: Setting) -> Hidden | None:
    """The prior given its channel, or nothing where they do not fit."""
    try:
        return Hidden(setting.prior, setting.channel)
    except AlphabetMismatch:
        return None


def _pairs(setting: Setting) -> tuple[Against, ...]:
    """The prior beside another of the same letters, either first, and both through the channel."""
    one = setting.prior
    alphabets = "".join(a.name for a in one.alphabets)
    names = {"X": "P" if one.text == "Q" else "Q"}
    other = Prior(names.get(alphabets, f"O_{alphabets}"), *one.alphabets)
    through = Against(one >> setting.channel, other >> setting.channel)
    return Against(one, other), Against(other, one), through
