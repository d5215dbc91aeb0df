"""The truth of a claim by the papers' definitions, not by the library's measures.

The word that a measure was made by says which function of tests/definitions has its value, and of
which sorts its arguments are; these are computed from the entries of the instance by their texts
(written_arguments.py). Only arithmetic and comparisons are the library's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from pmlsym.claims.evaluation import Evaluation
from pmlsym.claims.subjects import subjects
from pmlsym.errors import OutOfDomain
from pmlsym.evidence.instance import Instance
from pmlsym.language.nodes import Claim, Measure, Named, Quantity
from pmlsym.measures.every import MEASURES
from pmlsym.measures.notion import (
    ALPHABET,
    ATTRIBUTE,
    CHANNEL,
    CONDITIONAL,
    ENTRY,
    GAIN,
    LEVEL,
    OUTCOME,
    PRIOR,
    PROBABILITY,
    Word,
)
from pmlsym.numbers.number import INFINITY, Exact, Number, exp_of, log_of, rational
from tests.definitions import LogSum, outcomes
from tests.definitions.every import DEFINITIONS
from tests.soundness.written_arguments import Written, top_level


class OracleEvaluation(Evaluation):
    """The evaluation of a claim in which the definitions give the measures.

    `known` and `unknown` collect the measures that the definitions have, and those they lack.
    """

    def __init__(self, claim: Claim, instance: Instance) -> None:
        super().__init__(claim, instance)
        self.written = Written(subjects(claim).tensors, self.instance)
        self.known: set[str] = set()
        self.unknown: set[str] = set()

    def number(self, quantity: Quantity) -> Number:
        """The number; of a sum that is a measure, its own definition's."""
        value = self.defined(quantity) if isinstance(quantity, Named) else None
        return super().number(quantity) if value is None else value

    def _evaluated(self, measure: Measure) -> Number:
        value = self.defined(measure)
        if value is None:
            self.unknown.add(measure.text)
            return super()._evaluated(measure)
        self.known.add(measure.text)
        return value

    def defined(self, measure: Measure | Named) -> Number | None:
        """The value of a measure by its definition, or nothing where it has none in fractions."""
        name, _, rest = measure.text.partition("(")
        texts = top_level(rest[:-1], ", ")
        word = self._word(name, texts)
        definition = DEFINITIONS[str(word)]
        read = OF_DATABASES if definition.of_databases else READ
        pairs = list(zip(word.taking(len(texts)).sorts, texts, strict=True))
        arguments = [
            one for s, text in pairs if s != OUTCOME for one in read[s](self.written, text)
        ]
        seen = self._columns(pairs)
        if None in arguments or not definition.fits(*arguments, *seen):
            return None
        if seen and not definition.at_null and seen[0] not in outcomes(*arguments[:2]):
            raise OutOfDomain("no posterior at an outcome of probability zero")
        try:
            return _number(definition.function(*arguments, *seen), is_log=definition.is_log)
        except ZeroDivisionError as error:
            raise OutOfDomain(f"{measure.text}: {error}") from None

    def _word(self, name: str, texts: list[str]) -> Word:
        """The word of that name whose sorts the arguments are of."""

        def fits(sort: str, text: str) -> bool:
            is_outcome, is_given = text in self.instance.outcomes, len(top_level(text, " | ")) > 1
            return (sort == OUTCOME, sort == CONDITIONAL) == (is_outcome, is_given)

        for word in MEASURES:
            sorts = word.taking(len(texts)).sorts
            if word.name == name and len(sorts) == len(texts) and all(map(fits, sorts, texts)):
                return word
        raise AssertionError(f"no word makes {name}({', '.join(texts)})")

    def _columns(self, pairs: list[tuple[str, str]]) -> list[int]:
        """The named outcome of each channel as its column."""
        letters = iter([self.instance.outcomes[text] for sort, text in pairs if sort == OUTCOME])
        channels = [text for sort, text in pairs if sort in (CHANNEL, CONDITIONAL)]
        if not any(sort == OUTCOME for sort, _ in pairs):
            return []
        columns = []
        for channel in reversed(top_level(channels[0], " | ")):
            column = 0
            for alphabet in self.written.sides(channel)[1]:
                column = column * self.instance.sizes[alphabet] + next(letters)
            columns.append(column)
        return columns


Read = Callable[[Written, str], tuple[Any, ...]]
READ: Mapping[str, Read] = {
    PRIOR: lambda written, text: (written.prior(text),),
    CHANNEL: lambda written, text: (written.channel(text),),
    CONDITIONAL: lambda written, text: written.conditional(text),
    ATTRIBUTE: lambda written, text: (written.channel(text),),
    GAIN: lambda written, text: (written.gain(text),),
    ENTRY: lambda written, text: (int(text) - 1,),
    ALPHABET: lambda written, text: (written.instance.sizes[text],),
    PROBABILITY: lambda written, text: (_fraction(written.number(text)),),
    LEVEL: lambda written, text: (_fraction(exp_of(written.number(text))),),
}
OF_DATABASES: Mapping[str, Read] = {
    **READ,
    PRIOR: lambda written, text: (written.joint_prior(text),),
    CHANNEL: lambda written, text: (written.mechanism(text),),
}


def false_by_definition(claim: Claim, instance: Instance) -> bool:
    """Whether the definitions, which know all of its measures, make the claim false.

    Raises OutOfDomain outside the claim's domain.
    """
    evaluation = OracleEvaluation(claim, instance)
    return not evaluation.truth(claim) and not evaluation.unknown


def _number(value: Any, *, is_log: bool) -> Number:
    if isinstance(value, LogSum):
        return sum((rational(c) * log_of(a) for c, a in value.terms), rational(0))
    if value == math.inf:
        return INFINITY
    return log_of(Fraction(value)) if is_log else rational(Fraction(value))


def _fraction(number: Number) -> Fraction | None:
    """The rational that a number is, if it is one that is written as such."""
    return number.rational if isinstance(number, Exact) and number.is_rational else None
