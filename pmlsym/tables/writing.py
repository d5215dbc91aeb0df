"""Channels and priors as objects of other libraries, and samplers that draw from channels.

Numbers stay exact where the library has exact ones (SymPy); elsewhere each is the nearest float, so
that rows may sum to one only nearly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from random import Random, SystemRandom
from typing import Any, Protocol

from pmlsym.calculus.kind import require_kind
from pmlsym.errors import InvalidInput
from pmlsym.model.channel import Channel
from pmlsym.model.entries import flat_entries, shape_of
from pmlsym.model.prior import Prior
from pmlsym.numbers.conversion import sympy_of

Concrete = Channel | Prior


class Designed(Protocol):
    """A mechanism, such as one of ps.design, that is written as its channel."""

    def channel_object(self) -> Channel:
        """The channel to write as a table of another library, with its labels."""


CHANNEL = "a concrete channel, which ps.channel makes of rows, tables and designs"
CONCRETE = "a concrete channel or prior, as ps.channel and ps.prior make"


def to_numpy(subject: Concrete | Designed) -> Any:
    """The table of a channel or prior as an array of NumPy's floats, an axis for each alphabet.

    >>> to_numpy(Channel.from_rows([["1/2", "1/2"], [0, 1]])).tolist()
    [[0.5, 0.5], [0.0, 1.0]]
    """
    concrete = _channel_if_designed(subject)
    entries, depth = _entries_and_depth(concrete)
    import numpy

    flat = [float(entry) for entry in flat_entries(entries, depth)]
    return numpy.array(flat).reshape(shape_of(entries, depth))


def to_sympy(subject: Concrete | Designed) -> Any:
    """The table of a channel or prior as an exact SymPy matrix; masses are one row.

    Raises InvalidInput where there are more than two alphabets.

    >>> to_sympy(Prior.from_masses(["1/3", "2/3"]))
    Matrix([[1/3, 2/3]])
    """
    concrete = _channel_if_designed(subject)
    entries, depth = _entries_and_depth(concrete)
    if depth > 2:
        raise InvalidInput(f"{subject} has {depth} alphabets; a matrix has rows and columns")
    rows = entries if depth == 2 else (entries,)
    import sympy

    return sympy.Matrix(
        [[sympy_of(e) if isinstance(e, Fraction) else e for e in row] for row in rows]
    )


def to_pandas(subject: Concrete | Designed) -> Any:
    """The table of a channel as a data frame of pandas, or of a prior as a series, with labels.

    Letters without labels have the index that pandas gives, which is read as no label. Raises
    InvalidInput where there are more than two alphabets; needs pandas.
    """
    concrete = _channel_if_designed(subject)
    depth = _entries_and_depth(concrete)[1]
    if depth > 2:
        raise InvalidInput(f"{subject} has {depth} alphabets; a table has rows and columns")
    import pandas

    labels = [None if isinstance(each, range) else each for each in labels_of(concrete)]
    if depth == 1:
        return pandas.Series(to_numpy(subject), index=labels[0], name=concrete.text)
    return pandas.DataFrame(to_numpy(subject), index=labels[0], columns=labels[1])


def to_dit(prior: Prior, channel: Channel | None = None) -> Any:
    """The table of a prior, or of prior and channel jointly, for the library dit, which it needs.

    Raises AlphabetMismatch if the prior does not fit the channel.
    """
    masses, depth = _entries_and_depth(prior)
    import dit

    if depth != 1:
        raise InvalidInput(f"{prior} has {depth} alphabets; dit is given one letter here")
    names = labels_of(prior)[0]
    if channel is None:
        kept = [(str(x), float(mass)) for x, mass in zip(names, masses, strict=True) if mass]
        return dit.Distribution([(x,) for x, _ in kept], [mass for _, mass in kept])
    channel.require_inputs(prior.alphabets)
    rows, outcomes = channel.matrix(), labels_of(channel)[1]
    joint = {
        (str(x), str(y)): float(mass * entry)
        for x, mass, row in zip(names, masses, rows, strict=True)
        for y, entry in zip(outcomes, row, strict=True)
        if mass * entry
    }
    return dit.Distribution(list(joint), list(joint.values()))


def to_opendp(channel: Channel) -> Any:
    """The randomised response of OpenDP that a channel's table is; needs opendp.

    The channel has one mass on the true letter and equal masses on the others. The measurement
    draws by OpenDP's exact sampler, and states its loss. Raises InvalidInput for any other channel.
    """
    rows, _ = _entries_and_depth(channel)
    letters = range(len(rows))
    if len({len(rows), *(len(row) for row in rows)}) != 1 or len(rows) < 2:
        raise InvalidInput(f"{channel} is no response: its letters and outcomes are not the same")
    diagonal = {rows[x][x] for x in letters}
    elsewhere = {rows[x][y] for x in letters for y in letters if x != y}
    if len(diagonal) != 1 or len(elsewhere) != 1 or max(elsewhere) > min(diagonal):
        raise InvalidInput(f"{channel} is no randomised response; OpenDP has no measurement of it")
    (truth,) = diagonal
    import opendp.prelude as dp

    dp.enable_features("contrib")
    return dp.m.make_randomized_response(list(map(str, labels_of(channel)[0])), float(truth))


def sampler(channel: Channel | Designed, *, seed: int | None = None) -> Callable[[Any], Any]:
    """A function that draws an outcome from the row of a table that a letter names, exactly.

    Letters and outcomes are labels, or count from one; a list or an array of letters gives a list
    of outcomes, drawn one by one. Each draw is one uniform integer below the common denominator of
    the row, from the operating system's randomness. A `seed` makes draws repeatable, and then they
    do not protect privacy.
    Raises InvalidInput where entries are not exact.

    >>> draw = sampler(Channel.from_rows([["1/3", "2/3"], [0, 1]]), seed=1)
    >>> [draw(1) for _ in range(6)], draw(2)
    ([1, 2, 1, 2, 1, 2], 2)
    """
    concrete = require_kind(_channel_if_designed(channel), Channel, CHANNEL)
    rows, depth = _entries_and_depth(concrete)
    if depth != 2:
        raise InvalidInput(f"{channel} has {depth} alphabets; one letter and one outcome are drawn")
    inputs, outputs = labels_of(concrete)
    places = {letter: k for k, letter in enumerate(inputs)}
    parts = [_masses_in_units(row, concrete) for row in rows]
    rng = SystemRandom() if seed is None else Random(seed)

    def draw(letter: Any) -> Any:
        """The outcome drawn from a letter's row of the table; for a list, one for each letter."""
        if isinstance(letter, list) or getattr(letter, "shape", None):
            letters_to_draw_from = letter.tolist() if hasattr(letter, "tolist") else letter
            return [draw(each) for each in letters_to_draw_from]
        if letter not in places:
            letters = ", ".join(map(str, inputs))
            raise InvalidInput(f"{letter!r} is no letter; there are {letters[:80]}")
        row = parts[places[letter]]
        left = rng.randrange(sum(row))
        for outcome, part in zip(outputs, row, strict=True):
            left -= part
            if left < 0:
                return outcome
        raise InvalidInput(f"{channel} has a row without mass")

    return draw


def labels_of(subject: Concrete) -> tuple[Sequence[Any], ...]:
    """The labels at the rows and columns of a table; numbers from one where it has none.

    >>> labels_of(Prior.from_masses([1], labels=["a"])), labels_of(Prior.from_masses(["1/2"] * 2))
    ((('a',),), (range(1, 3),))
    """
    entries, depth = _entries_and_depth(subject)
    labels: tuple[tuple[str, ...], ...] = ()
    if len(subject.data) == 1 and subject.data[0].tensor in subject.body.tensors:
        labels = subject.data[0].labels
    shape = shape_of(entries, depth)
    by_alphabet = labels if len(labels) == len(shape) else ((),) * len(shape)
    counted = (range(1, count + 1) for count in shape)
    return tuple(a or b for a, b in zip(by_alphabet, counted, strict=True))


def _channel_if_designed(subject: Concrete | Designed) -> Concrete:
    """The channel of a designed mechanism, to write as a table; anything else as it is."""
    return subject.channel_object() if hasattr(subject, "channel_object") else subject


def _entries_and_depth(subject: Concrete) -> tuple[Any, int]:
    """The cells to write of a channel or prior as a table, and how deep they are nested."""
    require_kind(subject, Channel | Prior, CONCRETE)  # type: ignore[arg-type]
    entries = subject.matrix() if isinstance(subject, Channel) else subject.masses()
    return entries, len(subject.letters)


def _masses_in_units(row: Sequence[Any], channel: Channel) -> list[int]:
    """One row of a table in whole numbers: its cells times their common denominator."""
    if not all(isinstance(entry, Fraction) for entry in row):
        raise InvalidInput(f"{channel} has entries that are not exact; ps.channel makes them so")
    scale = lcm(*(entry.denominator for entry in row))
    return [int(entry * scale) for entry in row]
