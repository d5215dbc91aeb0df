"""Texts of false claims near true ones, of claims with hostile names, and of claims about numbers.

A true statement is changed at one or two places: a constant off by a thousandth, a hypothesis
dropped, a direction turned, a measure, an outcome or two channels of a cascade exchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

from pmlsym.papers import claims
from tests.soundness.mutants import MUTATIONS
from tests.statements.every import ABOUT_NUMBERS, STATEMENTS
from tests.statements.leakages import DERIVED
from tests.statements.numbers import FAR_AWAY
from tests.statements.papers import ANALYTIC
from tests.statements.statement import Text

STEPS = ("1/1000", "1/1000", "1/100", "1/1000000000")
FACTORS = ("999/1000", "1001/1000", "99/100", "999999999/1000000000")
NAMES = ("P1", "W10", "W1", "M1", "Q", "c1", "s", "t1", "m1", "b1", "a1", "e1", "L0", "R1", "y1",
         "x1", "eps1", "exp1", "delta1", "V2", "T", "S1", "N1", "z10", "k2", "w", "X0")  # fmt: skip
NAME = r"\b[A-Za-z]\w*\b(?!\()"
KEPT = {"and", "or", "not"}


@cache
def true_statements() -> tuple[Text, ...]:
    """Everything known to be true that is no claim about numbers alone."""
    proved = (c for c in claims() if c.holds and c.claim is None)
    found = (
        *(s for s in (*STATEMENTS, *DERIVED) if s.holds and s not in ABOUT_NUMBERS),
        *(Text(s.text, tuple(s.lets), tuple(s.assume)) for s in proved),
    )
    return tuple(dict.fromkeys(Text(s.text, s.lets, s.assume) for s in found))


@cache
def true_of(words: tuple[str, ...]) -> tuple[Text, ...]:
    """The true statements in which one of the words stands."""
    return tuple(t for t in true_statements() if any(word in t.text for word in words))


@cache
def true_numbers() -> tuple[Text, ...]:
    """What is known to be true of numbers."""
    return (*FAR_AWAY, *FAR_AWAY, *(s for s in ANALYTIC if s.holds))


def near(rng: Random, original: Text) -> tuple[str, Text]:
    """The statement changed at one place, or at two, and the names of the changes."""
    names = []
    for _ in range(rng.choice((1, 1, 2))):
        name = rng.choice(tuple(CHANGES))
        found = [text for text in CHANGES[name](original) if text != original]
        if found:
            original = rng.choice(found)
            names.append(name)
    return " and ".join(names) or "as it is", original


def hostile_names(rng: Random, original: Text) -> Text:
    """The text with other names, with digits and of the library's own kind, for some of its own."""
    everything = (original.text, *original.lets, *original.assume)
    found = {w for text in everything for w in re.findall(NAME, text)}
    own = sorted(found - KEPT)
    taken, new = set(own), {}
    for name in own:
        fitting = [n for n in NAMES if n not in taken and n[0].isupper() == name[0].isupper()]
        if fitting and rng.random() < 0.8:
            new[name] = rng.choice(fitting)
            taken.add(new[name])

    def renamed(text: str) -> str:
        return re.sub(NAME, lambda m: new.get(m[0], m[0]), text)

    lets, assume = (tuple(map(renamed, texts)) for texts in (original.lets, original.assume))
    return Text(renamed(original.text), lets, assume)


def _off_by_a_little(original: Text) -> Iterator[Text]:
    """One side of one comparison moved by a small constant or factor."""
    for match in re.finditer(r" (<=|>=|==|<|>) ", original.text):
        before, after = original.text[: match.start()], original.text[match.end() :]
        relation = match[1]
        for step in STEPS:
            yield _with(original, f"{before} + {step} {relation} {after}")
            yield _with(original, f"{before} - {step} {relation} {after}")
        start = max(before.rfind(word) + len(word) for word in (" => ", " and ", " or ", "not "))
        start = start if any(w in before for w in (" => ", " and ", " or ", "not ")) else 0
        for factor in FACTORS:
            yield _with(original, f"{before[:start]}{factor}*({before[start:]}) {relation} {after}")


def _numeral_off(original: Text) -> Iterator[Text]:
    """One number of the text off by a thousandth, or by one."""
    for match in re.finditer(r"(?<![\w.])\d+(?![\w.])", original.text):
        before, after = original.text[: match.start()], original.text[match.end() :]
        number = int(match[0])
        for new in (f"({number}-1/1000)", f"({number}+1/1000)", str(number + 1)):
            yield _with(original, before + new + after)


def _names_exchanged(original: Text) -> Iterator[Text]:
    """One occurrence of an outcome, a number or a channel exchanged for another."""
    own = sorted({*re.findall(NAME, original.text)} - KEPT)
    for match in re.finditer(NAME, original.text):
        for name in (*own, "z", "eps1", "R"):
            alike = name[0].isupper() == match[0][0].isupper()
            if name != match[0] and match[0] not in KEPT and alike:
                yield _with(
                    original, original.text[: match.start()] + name + original.text[match.end() :]
                )


def _assumption_dropped(original: Text) -> Iterator[Text]:
    for k in range(len(original.assume)):
        yield Text(original.text, original.lets, original.assume[:k] + original.assume[k + 1 :])


def _with(original: Text, text: str) -> Text:
    return Text(text, original.lets, original.assume)


def _safely(change: Callable[[Text], Iterator[Text]]) -> Callable[[Text], Iterator[Text]]:
    """Changes that expect a last comparison find none in some texts; then there are none."""

    def changes(original: Text) -> Iterator[Text]:
        try:
            yield from change(original)
        except AssertionError:
            return

    return changes


CHANGES: dict[str, Callable[[Text], Iterator[Text]]] = {
    **{name: _safely(change) for name, change in MUTATIONS.items()},
    "off by a little": _off_by_a_little,
    "numeral off": _numeral_off,
    "names exchanged": _names_exchanged,
    "assumption dropped": _assumption_dropped,
}
