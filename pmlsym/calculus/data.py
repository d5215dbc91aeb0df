r"""Concrete entries of a tensor, and the names of its letters: labels or numbers.

    P(young)=1/10          P("18-30")=1/10          y = refused        y = 2

Entries are nested tuples of rationals, floats, or symbolic expressions. A label is a word for
people and decides nothing. It is printed in quotation marks unless it is a name, and its control
characters are escaped, such as \u001b.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.lookalike import look
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import AlphabetMismatch, InvalidInput


@dataclass(frozen=True)
class Data:
    """The entries of one tensor, nested by its indices, and perhaps the labels of its letters.

    `labels` has one tuple for each index, which is empty if its letters have no labels.
    """

    tensor: Tensor
    entries: Any
    labels: tuple[tuple[str, ...], ...] = ()

    @property
    def shape(self) -> tuple[int, ...]:
        """The size of the alphabet at each named index of the tensor, by its entries."""
        shape, level = [], self.entries
        for _ in self.tensor.alphabets:
            shape.append(len(level))
            level = level[0]
        return tuple(shape)


def merge(*groups: Sequence[Data]) -> tuple[Data, ...]:
    """The entries of several tensors in one tuple, whose labels of letters and sizes agree.

    Raises InvalidInput where one name has two contents, AlphabetMismatch where sizes disagree, or
    where two tensors label an alphabet differently or in another order.
    """
    named: dict[str, Data] = {}
    sizes: dict[str, int] = {}
    for data in (data for group in groups for data in group):
        name = data.tensor.name
        if named.setdefault(name, data).entries != data.entries:
            raise InvalidInput(f"two different tensors are called {name}; give one another name")
        for alphabet, count in zip(data.tensor.alphabets, data.shape, strict=True):
            if sizes.setdefault(alphabet, count) != count:
                raise AlphabetMismatch(
                    f"alphabet {alphabet} has {sizes[alphabet]} letters,"
                    f" but {name} gives it {count}"
                )
    names_in(named.values())
    return tuple(named.values())


def sizes_in(several: Iterable[Data]) -> dict[str, int]:
    """The sizes of alphabets, by name, that tensors with concrete entries are indexed by.

    >>> sizes_in([Data(Tensor("W", ("X", "Y")), ((1, 0),))])
    {'X': 1, 'Y': 2}
    """
    return {a: n for d in several for a, n in zip(d.tensor.alphabets, d.shape, strict=True)}


def names_in(several: Iterable[Data]) -> LetterNames:
    """The labels of letters of all alphabets, collected from tensors with labelled entries.

    Raises AlphabetMismatch where two tensors label the letters of one alphabet differently.

    >>> W = Tensor("W", ("X", "Y"))
    >>> names_in([Data(W, ((1, 0),), ((), ("no", "yes")))]).words(["Y"], [2])
    ('no', 'yes')
    """
    letters: dict[str, tuple[str, tuple[str, ...]]] = {}
    for data in several:
        for alphabet, own in zip(data.tensor.alphabets, data.labels, strict=False):
            if own:
                first, known = letters.setdefault(alphabet, (data.tensor.name, own))
                require_same_letters(first, known, data.tensor.name, own)
    return LetterNames(tuple(sorted((alphabet, own) for alphabet, (_, own) in letters.items())))


LONGEST = 200
"""The most characters of a label: enough for the question of a survey."""

EVERY = "x"
"""The name that stands for every letter, as in p(x) >= c."""

_NAME = re.compile(r"[^\W\d]\w*")
_RESERVED = (EVERY, "and", "assume", "channel", "claim", "expect", "in", "let", "not", "or", "over",
             "forall", "exists", "sup", "inf", "with")  # fmt: skip

Labels = tuple[str, ...]


def require_labels(given: object, count: int, name: str) -> Labels:
    """Labels of letters at one index of a tensor, checked: as many as letters, all different.

    Raises InvalidInput where their number is wrong, two are equal or look the same, or one is empty
    or longer than 200 characters.

    >>> require_labels(["no", 1], 2, "W")
    ('no', '1')
    """
    labels = tuple(map(str, require_kind(given, Sequence, f"the labels of {name} as words")))
    if len(labels) != count:
        raise InvalidInput(f"{name} has {count} letters there, but {len(labels)} labels")
    for k, label in enumerate(labels, 1):
        if not label.strip():
            raise InvalidInput(f"letter {k} of {name} has an empty label; give it a name")
        if len(label) > LONGEST:
            reason = f"letter {k} of {name} has a label of {len(label)} characters"
            raise InvalidInput(f"{reason}; {LONGEST} is the most")
    seen: dict[str, str] = {}
    for label in labels:
        known = seen.setdefault(look(label), label)
        if labels.count(label) > 1:
            raise InvalidInput(f"two letters of {name} have one label, {word(label)}")
        if known != label:
            reason = "by how their characters are encoded alone"
            raise InvalidInput(f"two labels of {name} are told apart {reason}: {word(label)}")
    return labels


def printable(label: str) -> str:
    r"""The label of a letter of a tensor's index with control characters escaped.

    >>> printable("18-30"), printable("a\nb")
    ('18-30', 'a\\nb')
    """
    return _quoted(label)[1:-1] if any(not c.isprintable() for c in label) else label


def word(label: str) -> str:
    """The label of a letter of a tensor's index as it is typed in p(young), quoted if needed.

    >>> word("young"), word("18-30"), word("x")
    ('young', '"18-30"', '"x"')
    """
    return label if _NAME.fullmatch(label) and label not in _RESERVED else _quoted(label)


def label_of(quoted: str) -> str:
    """The label of an index's letter in quotation marks. Raises InvalidInput at any other text.

    >>> label_of('"18-30"')
    '18-30'
    """
    try:
        found = json.loads(quoted)
    except ValueError:
        found = None
    if not isinstance(found, str):
        raise InvalidInput(f'{quoted[:40]} is no label; write a label such as "18-30"')
    return found


def _quoted(label: str) -> str:
    """The label of a letter in quotation marks; what is not printable is escaped as in JSON."""
    return "".join(
        c if c.isprintable() else json.dumps(c)[1:-1] for c in json.dumps(label, ensure_ascii=False)
    )


@dataclass(frozen=True)
class LetterNames:
    """The labels of the letters of some alphabets, in their order.

    >>> names = LetterNames((("X", ("young", "old")),))
    >>> names.word("X", 0), names.word("Y", 0), names.words(["X", "Y"], (2, 1))
    ('young', '1', ('young, 1', 'old, 1'))
    """

    labels: tuple[tuple[str, Labels], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.labels)

    def of(self, alphabet: str) -> Labels:
        """The labels of the letters of indices over an alphabet; empty if letters are numbers."""
        return dict(self.labels).get(alphabet, ())

    def word(self, alphabet: str, letter: int) -> str:
        """The word for a letter of an index over an alphabet: its label, or number from one."""
        own = self.of(alphabet)
        return word(own[letter]) if own else str(letter + 1)

    def words(self, alphabets: Sequence[str], shape: Sequence[int]) -> tuple[str, ...]:
        """The words for the letters of several indices together; empty if none has labels."""
        if not any(map(self.of, alphabets)):
            return ()
        each = [[self.word(a, k) for k in range(n)] for a, n in zip(alphabets, shape, strict=True)]
        return tuple(map(", ".join, product(*each)))

    def to_json(self) -> dict[str, list[str]]:
        """The labels of indices' letters by alphabet, as plain data."""
        return {alphabet: list(own) for alphabet, own in self.labels}


UNNAMED = LetterNames()
"""No labels: all letters are numbers."""


def letter_names(given: Mapping[str, Iterable[str]]) -> LetterNames:
    """Labels of letters from a mapping of alphabets to words. Raises InvalidInput at another.

    >>> letter_names({"X": ["young", "old"]}).of("X")
    ('young', 'old')
    """
    right = "alphabets with labels, such as {'X': ['young', 'old']}"
    found = []
    for alphabet, labels in require_kind(given, Mapping, right).items():
        if isinstance(labels, str):
            raise InvalidInput(f"the labels of {alphabet} are one text; write a list of words")
        own = tuple(require_kind(labels, Iterable, right))
        found.append((str(alphabet), require_labels(own, len(own), f"alphabet {alphabet}")))
    return LetterNames(tuple(sorted(found)))


def require_same_letters(first: str, known: Labels, second: str, own: Labels) -> None:
    """Raise AlphabetMismatch unless two tensors have the same labels of letters, in one order.

    >>> require_same_letters("P", ("old", "young"), "W", ("young", "old"))
    Traceback (most recent call last):
    pmlsym.errors.AlphabetMismatch: P has the letters old, young, but W has young, old; \
bring them into one order
    """
    if known != own:
        texts = [", ".join(map(word, names))[:80] for names in (known, own)]
        way = "bring them into one order" if sorted(known) == sorted(own) else "name them alike"
        raise AlphabetMismatch(
            f"{first} has the letters {texts[0]}, but {second} has {texts[1]}; {way}"
        )


def masses_text(name: str, masses: Sequence[object], words: Sequence[str]) -> str:
    """The masses of a tensor as text: in one row, or each beside the label of its letter.

    >>> masses_text("P", ["1/3", "2/3"], ()), masses_text("P", ["1/3", "2/3"], ["no", "yes"])
    ('P = (1/3, 2/3)', 'P(no)=1/3, P(yes)=2/3')
    """
    if not words:
        return f"{name} = ({', '.join(map(str, masses))})"
    return ", ".join(f"{name}({w})={mass}" for w, mass in zip(words, masses, strict=True))
