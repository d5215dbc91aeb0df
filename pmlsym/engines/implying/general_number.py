"""The claim for every number of uses, for a claim that is its case at one number.

    maxleak(W^20) == 20*maxleak(W)        maxleak(W^n) == n*maxleak(W)        at n = 20

Written out, twenty uses make products too long for the search; for every n there is an induction.
Whether the claim is the general one at this number is checked, not taken for granted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.claims.any_number import at_number
from pmlsym.claims.repeated import Subject, replace_subjects
from pmlsym.claims.subjects import fresh_name, number_names, subjects
from pmlsym.engines.implying.parts import Implying
from pmlsym.errors import PmlError
from pmlsym.language.fold import contains, key, walk
from pmlsym.language.nodes import Claim, Constant, Measure, Multiple, Product, Quantity, Scalar
from pmlsym.model.channel import Channel
from pmlsym.model.composition import Composition
from pmlsym.model.prior import Prior
from pmlsym.model.repetition import Joint, repeat

FEWEST = 3
"""The fewest uses for which the claim for every number is looked at."""


def for_every_number(claim: Claim, fewest: int = FEWEST) -> Iterator[Implying]:
    """The claim about W^&n for every n, of which one about W & W & W & W & W is a case.

    >>> from pmlsym.claim_text.question import parse
    >>> for each in for_every_number(parse("maxleak(W^&5) <= 5*maxleak(W)")):
    ...     print(*each.claims, "   ", each.where)
    maxleak(W^&n) <= n*maxleak(W)     n is 5
    """
    arguments = (a for node in walk(claim) if isinstance(node, Measure) for a in node.arguments)
    times = max((len(made[1]) for a in arguments if (made := equal_parts(a))), default=0)
    if times < fewest:
        return
    letter = fresh_name("n", number_names(claim))
    rows = _Rows({*subjects(claim).alphabets})

    def repeated(subject: Subject) -> Subject | None:
        """A claim's subject W & .. & W as W^&n, if it has that many equal parts; else None."""
        made = equal_parts(subject)
        if made is None or len(made[1]) != times:
            return None
        joins, (body, *_) = made
        return repeat(joins, body, letter, rows.of(joins, body))

    def number(quantity: Quantity) -> Quantity | None:
        """The letter n for the number of uses in a claim, also in 20*eps; else None."""
        if isinstance(quantity, Product) and not contains(quantity, Measure):
            new = [number(part) for part in quantity.factors]  # of a level, such as 20*eps
            pairs = zip(new, quantity.factors, strict=True)
            factors = tuple(part if made is None else made for made, part in pairs)
            return None if new.count(None) == len(new) else Multiple(factors)
        is_times = isinstance(quantity, Constant) and quantity.value == times
        return Scalar(letter) if is_times else None

    with suppress(PmlError):
        general = replace_subjects(claim, repeated, number, where="for every number")
        if key(at_number(general, letter, times)) == key(claim):
            yield Implying((general,), f"{letter} is {times}")


class _Rows:
    """Alphabets of any number of letters in a row, one for each of one letter."""

    def __init__(self, taken: set[str]) -> None:
        self._taken, self._made = taken, dict[tuple[Alphabet, ...], Alphabet]()

    def of(self, joins: Joint, body: Subject) -> tuple[Alphabet, ...]:
        """The alphabets of W^n, rows of letters, in the claim for every n that implies another."""
        if isinstance(body, Prior):
            return (self._row(body.alphabets),)
        if joins == ">>":
            return (*body.inputs, *body.outputs)
        inputs = (self._row(body.inputs),) if joins == "*" else body.inputs
        return (*inputs, self._row(body.outputs))

    def _row(self, alphabets: tuple[Alphabet, ...]) -> Alphabet:
        """The alphabet of rows of n letters, in the claim for every n that implies another."""
        if alphabets not in self._made:
            name = fresh_name("Z", self._taken)
            self._taken.add(name)
            self._made[alphabets] = Alphabet(name)
        return self._made[alphabets]


def equal_parts(term: Any) -> tuple[Joint, tuple[Subject, ...]] | None:
    """The operator and the parts of a term such as W & W & W in a claim, where all are the same."""
    if not isinstance(term, Prior | Channel) or not isinstance(term.made, Composition):
        return None
    joins: Joint = term.made.operator
    parts = (*_parts(term, joins),)
    is_same = all(part.text == parts[0].text for part in parts)
    return ("*" if isinstance(term, Prior) else joins, parts) if is_same else None


def _parts(term: Subject, joins: Joint) -> Iterator[Subject]:
    """The parts W, V of a claim's term W & V that one operator joins, from left to right."""
    made = term.made
    if isinstance(made, Composition) and made.operator == joins:
        yield from _parts(made.first, joins)
        yield from _parts(made.second, joins)
    else:
        yield term
