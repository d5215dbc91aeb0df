"""[PSP, Sec. IV-A]: what of W the samples can tell apart, C_X(W), and typical sequences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

from pmlsym.catalogue.checked import require
from pmlsym.catalogue.drawing import draw_distribution
from pmlsym.catalogue.draws import drawn
from pmlsym.catalogue.psp.mass_table import entropy, entropy_of, information
from pmlsym.catalogue.psp.models import Rows, draw_masses
from pmlsym.design.synergistic import private_information
from pmlsym.numbers.number import Number


@drawn
def _draw_pair(random: Random) -> tuple[tuple[Fraction, ...], Rows]:
    """P_W and the rows P(X|W), often with equal rows; letters of W may have mass zero."""
    values = random.randint(1, 4)
    rows = [draw_masses(random, 2) for _ in range(values)]
    chosen = tuple(random.choice(rows) for _ in range(values))
    return draw_distribution(random, values), chosen


def _partitions(items: Sequence[int]) -> Iterator[list[list[int]]]:
    if not items:
        yield []
        return
    for rest in _partitions(items[1:]):
        yield [[items[0]], *rest]
        for k, block in enumerate(rest):
            yield [*rest[:k], [items[0], *block], *rest[k + 1 :]]


def _joint_with(
    prior: Sequence[Fraction], rows: Rows, classes: dict[int, int]
) -> dict[tuple[int, ...], Fraction]:
    """The masses of (x, w, u) for u a function of w."""
    return {
        (x, w, classes[w]): p * mass
        for w, p in enumerate(prior)
        if p
        for x, mass in enumerate(rows[w])
    }


def smallest_function(random: Random) -> str:
    """(27) by trying every function of W: each is a partition of its letters."""
    prior, rows = _draw_pair(random)
    letters = [w for w, p in enumerate(prior) if p]
    best: Number | None = None
    for partition in _partitions(letters):
        classes = {w: k for k, block in enumerate(partition) for w in block}
        table = _joint_with(prior, rows, classes)
        if information(table, [0], [1], [2]) == 0:
            value = entropy(table, [2])
            best = value if best is None or value < best else best
    merged = entropy_of(private_information(prior, rows).masses)
    require(best == merged)
    return "equal rows" if len(set(rows)) < len(rows) else "distinct rows"


def merged_letters(random: Random) -> str:
    prior, rows = _draw_pair(random)
    merged = private_information(prior, rows)
    letters = [w for w, p in enumerate(prior) if p]
    classes = {w: letters.index(next(v for v in letters if rows[v] == rows[w])) for w in letters}
    table = _joint_with(prior, rows, classes)
    distinct = len({rows[w] for w in letters}) == len(letters)
    amount, whole = entropy(table, [2]), entropy(table, [1])
    right = (
        amount == entropy_of(merged.masses)
        and information(table, [0], [1], [2]) == 0
        and (amount == whole) == distinct
        and information(table, [0], [1]) <= amount <= whole
    )
    require(right)
    return "rows distinct" if distinct else "rows repeated"


def figure_3(random: Random) -> None:
    """Rows (1/2,1/4,1/4) twice and (1/3,1/3,1/3) twice: two letters remain, with these rows."""
    one, two = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)), (Fraction(1, 3),) * 3
    prior = draw_masses(random, 4)
    merged = private_information(prior, (one, one, two, two))
    kept = merged.channel == (one, two) and merged.classes == (0, 0, 1, 1)
    masses = (prior[0] + prior[1], prior[2] + prior[3])
    require(kept and merged.masses == masses)


def type_of(sequence: Sequence[int], letters: int) -> tuple[Fraction, ...]:
    """The share of each letter in a sequence. (28)

    >>> type_of((0, 1, 1), 2)
    (Fraction(1, 3), Fraction(2, 3))
    """
    count = Counter(sequence)
    return tuple(Fraction(count[u], len(sequence)) for u in range(letters))


def is_typical(kind: Sequence[Fraction], masses: Sequence[Fraction], eps: Fraction) -> bool:
    """Whether |share - mass| <= eps mass for every letter. (29)

    >>> is_typical((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 3), Fraction(2, 3)), Fraction(1))
    True
    """
    return all(abs(k - m) <= eps * m for k, m in zip(kind, masses, strict=True))


def typical_sequences(random: Random) -> str:
    """What robust typicality is for, over all sequences of a length.

    The mean of any g >= 0 over a typical sequence is within a share eps of E g; and by the variance
    of a share the other sequences have probability at most sum_u (1 - q(u))/(n eps^2 q(u)).
    """
    letters, length = 2, random.randint(1, 8)
    masses = draw_distribution(random, letters)
    eps = Fraction(random.randint(1, 5), 6)
    worth = [Fraction(random.randint(0, 5)) for _ in masses]
    mean = sum((g * q for g, q in zip(worth, masses, strict=True)), Fraction(0))
    inside = others = Fraction(0)
    for sequence in product(range(letters), repeat=length):
        mass = prod((masses[u] for u in sequence), start=Fraction(1))
        if not is_typical(type_of(sequence, letters), masses, eps):
            others += mass
            continue
        inside += mass
        average = sum((worth[u] for u in sequence), Fraction(0)) / length
        require(abs(average - mean) <= eps * mean)
    bound = sum(((1 - q) / (length * eps**2 * q) for q in masses if q), Fraction(0))
    require(inside + others == 1 and others <= bound)
    return "some" if inside else "none"
