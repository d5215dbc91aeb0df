"""The words of neighbouring fields, and how each is written here: the cheat sheet of the manual.

An error about a word that the language does not have quotes the word's row, as the manual does. The
files are read when the first such error is made: most texts have none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class Elsewhere:
    """A word of a field, its spellings separated by `;`, and how it is written here."""

    field: str
    said: str
    here: str
    remark: str = ""


def plain_spelling(word: str) -> str:
    """The spelling under which a foreign word is listed beside the grammar: lower case, no signs.

    >>> plain_spelling("Bayes_security"), plain_spelling("(ε, δ)-LDP")
    ('bayessecurity', 'epsdeltaldp')
    """
    latin = "".join(GREEK.get(letter, letter) for letter in word.lower())
    return re.sub(r"[\W_]+", "", latin)


GREEK = {"ε": "eps", "ϵ": "eps", "δ": "delta", "α": "alpha", "γ": "gamma", "χ": "chi"}
"""The names of letters that stand in words, such as ε-LDP."""


@cache
def cheat_sheet() -> tuple[Elsewhere, ...]:
    """The rows of the cheat sheet: words of other fields, and how the claim language has each."""
    return tuple(_rows_of_cheat_sheet())


def _rows_of_cheat_sheet() -> Iterator[Elsewhere]:
    """The rows of the cheat sheet, read from `elsewhere.txt`, section by section."""
    text = files("pmlsym.language").joinpath("elsewhere.txt").read_text(encoding="utf-8")
    for section in re.split("^# ", text, flags=re.MULTILINE)[1:]:
        field, *rows = filter(None, section.splitlines())
        yield from (Elsewhere(field, *re.split(" {2,}", row)) for row in rows)


@cache
def spellings() -> dict[str, str]:
    """The claim language's way to write each word of another field, by its letters and digits."""
    said = ((word, row.here) for row in cheat_sheet() for word in row.said.split(";"))
    return {plain_spelling(word): here for word, here in said}


class Advice(Enum):
    """The sections of `advice.txt`, by their headings."""

    SIGNS = "Signs, and ours"
    WORDS = "Words that no claim has"
    SEVERAL_MEANINGS = "Names of more than one meaning"
    SYMBOLS = "Symbols of the grammar, as errors call them"
    SHAPES = "Shapes, in which .. is anything, and ours"


@cache
def advice(about: Advice) -> dict[str, str]:
    """The advice on a sign, word or shape that the claim language does not have, by section.

    >>> advice(Advice.SIGNS)["≠"], advice(Advice.WORDS)["bits"] == advice(Advice.WORDS)["bit"]
    ('not a == b', True)
    """
    text = files("pmlsym.language").joinpath("advice.txt").read_text(encoding="utf-8")
    rows = text.split(f"# {about.value}\n")[1].split("\n\n")[0].splitlines()
    told = (re.split(" {2,}", row) for row in rows)
    return {word: said for words, said in told for word in words.split("; ")}


_PLAIN = r"[^()\[\]]*"
_IN_BRACKETS = rf"[(\[]{_PLAIN}(?:[(\[]{_PLAIN}[)\]]{_PLAIN})*[)\]]"
_ANYTHING = rf"{_PLAIN}(?:{_IN_BRACKETS}{_PLAIN})*"
"""A piece of text whose brackets are all closed, nested at most two deep."""


def _shape_pattern(shape: str) -> re.Pattern[str]:
    """The pattern of a shape that the grammar refuses, where .. stands for anything."""
    parts = (re.escape(part).replace("NAME", r"\s*\w+\s*") for part in shape.split(".."))
    return re.compile(r"(?<![\w\[])" + _ANYTHING.join(parts))


@cache
def _shapes() -> list[tuple[re.Pattern[str], str]]:
    """The shapes that the grammar refuses, as patterns, each with the right way to write it."""
    return [(_shape_pattern(shape), ours) for shape, ours in advice(Advice.SHAPES).items()]


LONGEST = 4
"""The most words of a phrase that is looked for."""


def phrase_at(text: str, place: int) -> str | None:
    """The longest phrase of another field at a place of a text, and the claim language's for it.

    >>> phrase_at("min-entropy leakage <= 1", 12), phrase_at("min-entropy <= 1", 12)
    ('min-entropy leakage is written L[id](P, W)', None)
    >>> phrase_at("(eps, delta)-LDP of W", 4)
    '(eps, delta)-LDP is written ldp(W, delta)'

    Where there is no such phrase, the word before the place is looked for.

    >>> phrase_at("Hellinger distance", 10)
    'Hellinger is written D[H2](P || Q)'
    """
    words = list(re.finditer(r"\w+", text))
    at = next((k for k, word in enumerate(words) if word.end() > place), len(words))
    spans = ((i, j) for i in range(max(0, at - LONGEST), at + 1) for j in range(at, at + LONGEST))
    for i, j in sorted((s for s in spans if s[1] < len(words)), key=lambda s: s[0] - s[1]):
        start, end = words[i].start(), words[j].end()
        if ")" in text[start:end] and text[:start].endswith("("):
            start -= 1
        phrase = text[start:end]
        if i == j and re.search(r"[a-z]{2,} $", text[:start]):
            continue  # the last word of a longer phrase, which may mean something else
        if re.fullmatch(r"\(?\w+((?: |-|, ?|\)-)\w+)*", phrase) and (here := written_here(phrase)):
            return f"{phrase} is written {here}"
    is_word = 0 < at < len(words) and words[at].start() <= place
    before = words[at - 1][0] if is_word else ""
    return f"{before} is written {here}" if (here := written_here(before)) else None


def shape_at(text: str, place: int) -> str:
    """The grammar's way to write the foreign shape at a place of a text; empty without any.

    >>> shape_at("1 <= E[pml(P, W, Y)]", 8)[:28]
    'the mean of pml(P, W, y) ove'
    >>> shape_at("maxleak(W) <= log(|Y|)", 18), shape_at("D(P || Q) <= x", 4)
    ('the number of letters of an alphabet is written size(X)', '')
    """
    for pattern, ours in _shapes():
        for found in pattern.finditer(text):
            if found.start() <= place <= found.end():  # also where a text ends too early
                return ours
    return ""


def written_here(word: str) -> str | None:
    """The grammar's way to write a word of another field, if that is known.

    >>> written_here("bayes_security"), written_here("pml")
    ('1 - dobrushin(W)', None)
    """
    return spellings().get(plain_spelling(word))


def begun_here(word: str) -> str | None:
    """The grammar's way to write the only word of another field that begins so.

    >>> begun_here("hockey"), begun_here("privacy")
    ('D[E(exp(eps))](P || Q)', None)
    """
    begun = plain_spelling(word)
    ways = {here for spelling, here in spellings().items() if spelling.startswith(begun)}
    return ways.pop() if len(begun) > 3 and len(ways) == 1 else None
