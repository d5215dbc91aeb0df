"""The truth of a claim by the papers' definitions, not by the library's measures.

The word that a measure was made by says which function of tests/definitions has its value, and of
which sorts its arguments are; their tables are computed from the entries of the instance
(argument_tables.py). Only arithmetic and comparisons are the library's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from pmlsym.claims.evaluation import Evaluation
from pmlsym.errors import OutOfDomain
from pmlsym.language.nodes import Claim, Measure, Named, Quantity
from pmlsym.measures.every import MEASURES
from pmlsym.measures.notion import (
    AGAINST,
    ALPHABET,
    ATTRIBUTE,
    CHANNEL,
    CONDITIONAL,
    DOMAINS,
    ENTRY,
    EXCESS,
    FUNCTION,
    GAIN,
    HIDDEN,
    INDICES,
    LEVEL,
    ORDER,
    OUTCOME,
    PRIOR,
    PROBABILITY,
    Word,
)
from pmlsym.measures.scalar_argument import ScalarArgument
from pmlsym.model.channel import Given, Hidden
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import (
    INFINITY,
    Exact,
    Number,
    exp_of,
    log_of,
    power_of,
    rational,
)
from tests.definitions import LogOfRoots, LogSum, RootSum, outcomes
from tests.definitions.every import DEFINITIONS
from tests.measures.indexed import read, sort_of
from tests.soundness.argument_tables import Tables


class OracleEvaluation(Evaluation):
    """The evaluation of a claim in which the definitions give the measures.

    `known` and `unknown` collect the measures that the definitions have, and those they lack.
    """

    def __init__(self, claim: Claim, instance: Instance) -> None:
        super().__init__(claim, instance)
        self.tables = Tables(self.instance)
        self.known: set[str] = set()
        self.unknown: set[str] = set()

    def number(self, quantity: Quantity) -> Number:
        """The number; of a sum that is a measure, its own definition's."""
        value = self.defined(quantity) if isinstance(quantity, Named) else None
        return super().number(quantity) if value is None else value

    def measure_value(self, measure: Measure) -> Number:
        value = self.defined(measure)
        if value is None:
            self.unknown.add(measure.text)
            return super().measure_value(measure)
        self.known.add(measure.text)
        return value

    def defined(self, measure: Measure | Named) -> Number | None:
        """The value of a measure by its definition, or nothing where it has none in fractions."""
        if measure.word.startswith("-") or not measure.arguments:  # a part of what has a name
            return None
        given = arguments_of(measure)
        word = _word(measure)
        definition = DEFINITIONS[str(word)]
        read = OF_DATABASES if definition.of_databases else READ
        pairs = list(zip(word.taking(len(given)).sorts, given, strict=True))
        arguments = [one for s, own in pairs if s != OUTCOME for one in read[s](self, own)]
        seen = self._columns(pairs)
        if None in arguments or not definition.fits(*arguments, *seen):
            return None
        if seen and not definition.at_null and seen[0] not in outcomes(*arguments[:2]):
            raise OutOfDomain("no posterior at an outcome of probability zero")
        try:
            return _number(definition.function(*arguments, *seen), is_log=definition.is_log)
        except ZeroDivisionError as error:
            raise OutOfDomain(f"{measure.text}: {error}") from None

    def _columns(self, pairs: list[tuple[str, Any]]) -> list[int]:
        """The named outcome of each channel as its column."""
        letters = [self.instance.outcomes[name] for sort, name in pairs if sort == OUTCOME]
        if not letters:
            return []
        given = next(value for sort, value in pairs if sort in (CHANNEL, CONDITIONAL))
        columns, start = [], 0
        for channel in (given.first, given.second) if isinstance(given, Given) else (given,):
            outcome = letters[start : start + len(channel.outputs)]
            columns.append(self.tables.column(channel, outcome))
            start += len(outcome)
        return columns

    def rational(self, number: ScalarArgument) -> Fraction | None:
        """A number inside a measure, if it is a rational that is written as such."""
        return _fraction(self.number(number.quantity))

    def exponential(self, number: ScalarArgument) -> Fraction | None:
        """The exponential of a level, if it is such a rational."""
        return _fraction(exp_of(self.number(number.quantity)))


def arguments_of(measure: Measure | Named) -> tuple[object, ...]:
    """What its word was given: the index in brackets, if there is one, and the arguments."""
    _, bracket, index = measure.word.partition("[")
    return (index.removesuffix("]"), *measure.arguments) if bracket else measure.arguments


@cache
def _words(name: str, indexed: bool, count: int) -> list[tuple[Word, tuple[str, ...]]]:
    """The words of a name that take so many arguments, each with the sorts of these."""
    words = [w for w in MEASURES if (w.name, w.indexed) == (name, indexed)]
    taking = [(word, word.taking(count).sorts) for word in words]
    return [(word, sorts) for word, sorts in taking if len(sorts) == count]


def _word(measure: Measure | Named) -> Word:
    """The word of the measure's name whose sorts its arguments are of."""

    def fits(sort: str, argument: object) -> bool:
        """Some sorts tell apart the words of a name that take as many arguments."""
        if sort == ORDER and isinstance(argument, Fraction | float):
            return True
        if sort in INDICES:
            return isinstance(argument, str) and sort_of(argument) == sort
        found = (isinstance(argument, kind) for kind in (str, Given, Hidden, ScalarArgument))
        own = sort == OUTCOME, sort == CONDITIONAL, sort == HIDDEN, sort in DOMAINS
        return own == tuple(found)

    name, bracket, _ = measure.word.partition("[")
    given = arguments_of(measure)
    for word, sorts in _words(name, bool(bracket), len(given)):
        first = 1 if word.indexed and sorts[0] not in INDICES else 0
        if all(map(fits, sorts[first:], given[first:])):
            return word
    raise AssertionError(f"no word makes {measure.text}")


def _factor(index: str) -> Fraction | None:
    """The factor of a hockey stick, if it is a number; a letter, as in E(exp(eps)), is none."""
    try:
        factor: Fraction = read(index).value
    except ValueError:
        return None
    return factor


HALF = Fraction(1, 2)
Read = Callable[[OracleEvaluation, Any], tuple[Any, ...]]
READ: Mapping[str, Read] = {
    FUNCTION: lambda at, name: (name,),
    ORDER: lambda at, order: (read(order) if isinstance(order, str) else order,),
    EXCESS: lambda at, index: (_factor(index),),
    AGAINST: lambda at, both: (at.tables.prior(both.first), at.tables.prior(both.second)),
    HIDDEN: lambda at, both: (at.tables.prior(both.prior), at.tables.channel(both.channel)),
    PRIOR: lambda at, prior: (at.tables.prior(prior),),
    CHANNEL: lambda at, channel: (at.tables.channel(channel),),
    CONDITIONAL: lambda at, given: at.tables.conditional(given),
    ATTRIBUTE: lambda at, channel: (at.tables.channel(channel),),
    GAIN: lambda at, gain: (at.tables.gain(gain),),
    ENTRY: lambda at, entry: (entry - 1,),
    ALPHABET: lambda at, alphabet: (at.instance.sizes[alphabet.name],),
    PROBABILITY: lambda at, number: (at.rational(number),),
    LEVEL: lambda at, number: (at.exponential(number),),
}
OF_DATABASES: Mapping[str, Read] = {
    **READ,
    PRIOR: lambda at, prior: (at.tables.joint_prior(prior),),
    CHANNEL: lambda at, channel: (at.tables.mechanism(channel),),
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
    if isinstance(value, LogOfRoots):
        return rational(value.factor) * log_of(_number(value.roots, is_log=False))
    if isinstance(value, RootSum):
        roots = (rational(c) * power_of(rational(a), HALF) for c, a in value.terms)
        return sum(roots, rational(0))
    if value == math.inf:
        return INFINITY
    return log_of(Fraction(value)) if is_log else rational(Fraction(value))


def _fraction(number: Number) -> Fraction | None:
    """The rational that a number is, if it is one that is written as such."""
    return number.rational if isinstance(number, Exact) and number.is_rational else None
