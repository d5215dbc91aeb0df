"""Channels that a claim writes out: matrices, and families that are called by name.

    [[1 - p, p], [p, 1 - p]]                       entries are numbers and probabilities
    bsc(p)         [[1 - p, p], [p, 1 - p]]        the binary symmetric channel
    bec(q)         [[1 - q, q, 0], [0, q, 1 - q]]  the binary erasure channel
    erasure(k, e)  k letters, each erased with probability e: the outcome after the last letter
    rr(k, eps)     k-ary randomised response, the true letter exp(eps) times as likely as another

Entries are affine in each of their probabilities, so that the matrix is a mixture of its values at
the corners, and these are channels. The level of rr is a number, such as log(3);
claim_text/responses.py has rr at every level and size.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.data import Data
from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import InvalidInput
from pmlsym.measures.notion import ENTRY, LEVEL, PROBABILITY
from pmlsym.measures.scalar_argument import Argument, as_level, as_probability
from pmlsym.model.channel import Channel
from pmlsym.model.entries import read_entries, require_sums
from pmlsym.model.mixture import mixed_channels, mixed_priors
from pmlsym.model.prior import Prior

RESPONSE = "rr"
MOST_NUMBERS, MOST_LETTERS, MOST_REPEATED = 3, 20, 20
"""The most numbers in a matrix, with 2^3 corners; letters of a family; uses in a power."""

Rows = Sequence[Sequence[Polynomial]]


def mixture(*parts: tuple[Argument, Prior | Channel]) -> Prior | Channel:
    """The mixture q*W + (1 - q)*V, as claims write it, of priors or of channels.

    The weights are rationals, free scalars q, which then are in [0, 1], 1 - q, or products of such.
    Raises InvalidInput where they do not sum to one, AlphabetMismatch where letters differ.

    >>> from pmlsym.language.nodes import Scalar
    >>> X, q = Alphabet("X"), Scalar("q")
    >>> mixture((q, Prior("P", X)), (1 - q, Prior("Q", X)))
    q*P + (1 - q)*Q
    """
    if not parts or not all(isinstance(p, tuple) and len(p) == 2 for p in parts):
        raise InvalidInput("write weights and channels, such as ps.mixture((q, W), (1 - q, V))")
    weights = [(str(w), w.polynomial) for w in (as_probability(weight) for weight, _ in parts)]
    mixed = [part for _, part in parts]
    if priors := [part for part in mixed if isinstance(part, Prior)]:
        if len(priors) == len(mixed):
            return mixed_priors(weights, priors)
    elif len(channels := [part for part in mixed if isinstance(part, Channel)]) == len(mixed):
        return mixed_channels(weights, channels)
    raise InvalidInput("a mixture is of priors alone, or of channels alone")


def written_channel(text: str, rows: Rows, inputs: Alphabet, outputs: Alphabet) -> Channel:
    """The channel of a matrix written in a claim, its entries such as 1 - p, with p free.

    Raises InvalidInput where they are not a channel at some values of their probabilities.
    """
    indices = letters((inputs, outputs))
    numbers = sorted({t for row in rows for entry in row for t in entry.tensors})
    if len(numbers) > MOST_NUMBERS:
        raise InvalidInput(f"{text} has {len(numbers)} numbers; {MOST_NUMBERS} are the most")
    body, data = constant(0), []
    for corner in product((0, 1), repeat=len(numbers)):
        values = dict(zip(numbers, corner, strict=True))
        entries = [[_entry_at_corner(text, e, values) for e in row] for row in rows]
        part = _corner_data(text, entries, (inputs.name, outputs.name))
        weight = (atom(t) if one else 1 - atom(t) for t, one in values.items())
        body = body + prod(weight, start=constant(1)) * atom(part.tensor, *indices)
        data.append(part)
    distinct = {part.tensor.name: part for part in data}
    parts = tuple(distinct.values())
    return Channel.from_polynomial(text, [inputs], [outputs], indices, body, parts)


def _corner_data(text: str, rows: list[list[Fraction]], alphabets: tuple[str, str]) -> Data:
    """The entries of a matrix written in a claim, where its free numbers are 0 or 1.

    Their name is made of the entries: equal entries have one name.
    """
    entries = read_entries(rows, 2, text)
    require_sums(entries, 1, 2, text)
    tensor = Tensor(_entries_name(rows, alphabets), alphabets, nonnegative=True, stochastic=(1,))
    return Data(tensor, entries)


def _entries_name(rows: Sequence[Sequence[Fraction]], alphabets: tuple[str, ...]) -> str:
    """The name of a matrix written in a claim, made of its entries."""
    shown = ", ".join(f"[{', '.join(map(str, row))}]" for row in rows)
    return f"[{shown}] of {', '.join(alphabets)}"


def is_written_out(data: Data) -> bool:
    """Whether a subject of a claim is a matrix of numbers, so that its name is its entries."""
    own = data.tensor
    return len(own.alphabets) == 2 and own.name == _entries_name(data.entries, own.alphabets)


def _entry_at_corner(text: str, entry: Polynomial, values: Mapping[Tensor, int]) -> Fraction:
    """An entry of a matrix written in a claim, where its free numbers are 0 or 1.

    Raises InvalidInput where it is not linear.
    """
    total = Fraction(0)
    for monomial, c in entry:
        tensors = [tensor for factor in monomial for tensor, _ in factor]
        if len({*tensors}) < len(tensors):
            raise InvalidInput(f"an entry of {text} is not linear in {tensors[0].number}")
        total += Fraction(c) * prod(values[tensor] for tensor in tensors)
    return total


def entry_polynomial(entry: Argument) -> Polynomial:
    """The polynomial, in a claim's free numbers, of an entry such as 1 - p of a written matrix.

    Raises InvalidInput for any other number.
    """
    return as_probability(entry).polynomial


def bsc(p: Argument, inputs: Alphabet, outputs: Alphabet) -> Channel:
    """The channel bsc(p), as claims write it: it flips a bit with probability p.

    `p` is a rational, a scalar, which then is in [0, 1], or a polynomial in such. Raises
    InvalidInput for another number.

    >>> from pmlsym.language.nodes import Scalar
    >>> bsc(Scalar("p"), Alphabet("X"), Alphabet("Y"))
    bsc(p)
    """
    return _channel_of_family("bsc", (p,), inputs, outputs)


def bec(q: Argument, inputs: Alphabet, outputs: Alphabet) -> Channel:
    """The channel bec(q), as claims write it: it erases a bit with probability q.

    Raises as `bsc` does.
    """
    return _channel_of_family("bec", (q,), inputs, outputs)


def erasure(k: int, e: Argument, inputs: Alphabet, outputs: Alphabet) -> Channel:
    """The channel erasure(k, e), as claims write it: k letters, erased with probability e.

    Raises as `bsc` does.
    """
    return _channel_of_family("erasure", (k, e), inputs, outputs)


def rr(k: int, eps: Argument, inputs: Alphabet, outputs: Alphabet) -> Channel:
    """The channel rr(k, eps), as claims write it: randomised response at a level such as log(3).

    A claim about every k and eps has premises beside the channel; write it as text,
    ps.claim("ldp(rr(k, eps)) <= eps"). Raises InvalidInput for another level or number of letters.

    >>> from pmlsym.language.building import log
    >>> rr(4, log(3), Alphabet("X"), Alphabet("Y"))
    rr(4, log(3))
    """
    return _channel_of_family(RESPONSE, (k, eps), inputs, outputs)


def _channel_of_family(
    name: str, arguments: tuple[Argument, ...], inputs: Alphabet, outputs: Alphabet
) -> Channel:
    """The channel of a family that a claim calls with arguments, such as bsc(p)."""
    for each in (inputs, outputs):
        require_kind(each, Alphabet, f"alphabets, as in ps.{USAGE[name][:-1]}, X, Y)")
    _, rows = FAMILIES[name]
    text = f"{name}({', '.join(map(str, arguments))})"
    return written_channel(text, rows(*arguments), inputs, outputs)


def _rows_of_bsc(p: Argument) -> Rows:
    """The rows of bsc(p) in a claim: polynomials in p, a number or free in the claim."""
    flip = entry_polynomial(p)
    return (1 - flip, flip), (flip, 1 - flip)


def _rows_of_bec(q: Argument) -> Rows:
    """The rows of bec(q) in a claim: polynomials in q, a number or free in the claim."""
    lost = entry_polynomial(q)
    return (1 - lost, lost, constant(0)), (constant(0), lost, 1 - lost)


def _rows_of_erasure(count: int, e: Argument) -> Rows:
    """The rows of erasure(k, e) in a claim: polynomials in e; the last column is erasure."""
    _require_letter_count("erasure", count)
    lost = entry_polynomial(e)
    kept = [[(1 - lost) * int(x == y) for y in range(count)] for x in range(count)]
    return [[*row, lost] for row in kept]


def _rows_of_response(count: int, eps: Argument) -> Rows:
    """The rows of rr(k, eps) in a claim, at a level eps that is a number."""
    _require_letter_count("rr", count)
    bar = as_level(eps)
    if bar.value is None:
        raise InvalidInput(f"the level {bar} of rr is no number such as log(3)")
    share = 1 / (bar.value + count - 1)
    return [
        [constant(share * (bar.value if x == y else 1)) for y in range(count)] for x in range(count)
    ]


def _require_letter_count(name: str, count: int) -> None:
    """Raise InvalidInput unless a channel in a claim, such as rr(k, eps), has 1 to 20 letters."""
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_LETTERS:
        raise InvalidInput(f"{name} has 1 to {MOST_LETTERS} letters, written as a number")


FAMILIES: Mapping[str, tuple[tuple[str, ...], Callable[..., Rows]]] = {
    "bsc": ((PROBABILITY,), _rows_of_bsc),
    "bec": ((PROBABILITY,), _rows_of_bec),
    "erasure": ((ENTRY, PROBABILITY), _rows_of_erasure),
    RESPONSE: ((ENTRY, LEVEL), _rows_of_response),
}
"""The families that a claim calls by name: the sorts of their arguments, and their rows."""

USAGE = {"bsc": "bsc(p)", "bec": "bec(q)", "erasure": "erasure(3, e)", RESPONSE: "rr(k, eps)"}
"""The families as users write them."""
