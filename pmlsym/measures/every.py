"""All measures: one line for each file of this folder that defines any, in the manual's order.

By its word a measure is also made again, for other arguments or at other orders.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.errors import Unsupported
from pmlsym.language.nodes import Measure, Named, OpenOrder, Quantity
from pmlsym.measures.notion import (
    AGAINST,
    ALPHABET,
    ATTRIBUTE,
    CHANNEL,
    CONDITIONAL,
    ENTRY,
    FUNCTION,
    GAIN,
    HIDDEN,
    LEVEL,
    ORDER,
    OUTCOME,
    PRIOR,
    PROBABILITY,
    Notion,
    Word,
)
from pmlsym.measures.scalar_argument import ScalarArgument
from pmlsym.model.channel import Channel, Given, Hidden
from pmlsym.model.gain import Gain
from pmlsym.model.prior import Against, Prior

FILES = (
    "pointwise_maximal_leakage",
    "conditional_leakage",
    "information_density",
    "maximal_leakage",
    "leakage_capacity",
    "local_information_privacy",
    "local_differential_identifiability",
    "event_maximal_leakage",
    "tail_probability",
    "conditional_events",
    "max_information",
    "mutual_information",
    "total_variation_privacy",
    "f_divergence",
    "contraction_coefficient",
    "hockey_stick",
    "renyi_divergence",
    "sibson_information",
    "renyi_entropy",
    "maximal_alpha_beta_leakage",
    "alpha_lift",
    "expected_leakage",
    "cost_leakage",
    "adversary_cost",
    "gain_leakage",
    "average_gain",
    "guesswork",
    "attribute_leakage",
    "differential_privacy",
    "approximate_privacy",
    "renyi_privacy",
    "concentrated_privacy",
    "entry_leakage",
    "prior_mass",
)

NOTIONS: tuple[Notion, ...] = tuple(
    notion for name in FILES for notion in import_module(f"pmlsym.measures.{name}").NOTIONS
)

MEASURES: tuple[Word, ...] = tuple(word for notion in NOTIONS for word in notion.words)
"""Every way to write a measure; several words of one name are several ways to call it."""

MAKERS = {
    word.make.__name__ if word.indexed else word.name: word.make for word in reversed(MEASURES)
}
"""The function that `pmlsym.NAME` is, for each name: that of its first word.

A measure with an index has a name of its own in Python: D[kl](P || Q) is divergence("kl",
Against(P, Q)).
"""


def measure_at(word: str, arguments: Sequence[object]) -> Measure | Named:
    """The measure of a word at other arguments, which are of the same sorts.

    Raises Unsupported where the index is neither a function nor an order.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> measure_at("ldp", [Channel("V", X, Y)]), measure_at("eta[tv]", [Channel("V", X, Y)])
    (ldp(V), eta[tv](V))
    """
    name, index = _name_and_index(word)
    made: Measure | Named = _measure_of(name, [*index, *arguments], is_indexed=bool(index))
    return made


def orders_of(measure: Measure | Named) -> tuple[Fraction, ...]:
    """The orders of a measure that are numbers, as its index or among its arguments."""
    _, index = _name_and_index(measure.word) if measure.arguments else ("", ())
    return tuple(each for each in (*index, *measure.arguments) if isinstance(each, Fraction))


def measure_at_orders(
    measure: Measure | Named, orders: Mapping[Fraction, Quantity]
) -> Measure | Named | OpenOrder:
    """The measure at other orders, in the place of those that are numbers.

    Raises Unsupported as `measure_at` does.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.language.nodes import Scalar
    >>> measure_at_orders(measure_at("H[2]", [Prior("P", *alphabets("X"))]), {2: 1 - Scalar("a")})
    H[1 - a](P)
    """
    name, index = _name_and_index(measure.word)
    changed = [
        orders.get(each, each) if isinstance(each, Fraction) else each
        for each in (*index, *measure.arguments)
    ]
    made: Measure | Named | OpenOrder = _measure_of(name, changed, is_indexed=bool(index))
    return made


def open_measure_at(measure: OpenOrder, order: Quantity, arguments: Sequence[object]) -> Quantity:
    """A measure such as D[a], its order a letter, made again of other arguments at another order.

    Raises Unsupported as `measure_at` does.
    """
    ordered = [order, *arguments] if measure.is_index else [*arguments, order]
    made: Quantity = _measure_of(measure.word, ordered, is_indexed=measure.is_index)
    return made


def _measure_of(name: str, arguments: Sequence[object], *, is_indexed: bool) -> Any:
    """The measure that its word makes of arguments, as "mi" of P and W; an index comes first."""
    plain = [a.quantity if isinstance(a, ScalarArgument) else a for a in arguments]
    sorts = [_sorts_of(argument) for argument in plain]
    for form in MEASURES:
        sorts_of_word = form.taking(len(plain)).sorts
        if (form.name, form.indexed, len(sorts_of_word)) == (
            name,
            is_indexed,
            len(plain),
        ) and all(sort in possible for sort, possible in zip(sorts_of_word, sorts, strict=True)):
            return form.make(*plain)
    raise Unsupported(f"{name} is not made again of other arguments")


def _name_and_index(word: str) -> tuple[str, tuple[object, ...]]:
    """The name and the index of a measure's word: D and 2 of D[2], mi and nothing of mi."""
    name, bracket, index = word.removesuffix("]").partition("[")
    return name, (_read_index(index),) if bracket else ()


def _read_index(text: str) -> object:
    """The order in the index of a measure's word, as 2 or inf in D[2], D[inf]; else the index."""
    if text == "inf":
        return math.inf
    return Fraction(text) if text[:1].isdigit() else text


def _sorts_of(argument: object) -> tuple[str, ...]:
    """The sorts that a measure's word may ask of this argument: prior, channel, number .."""
    for kind, sorts in SORTS_OF.items():
        if isinstance(argument, kind):
            return sorts
    return ()


SORTS_OF: Mapping[type, tuple[str, ...]] = {
    Prior: (PRIOR,),
    Channel: (CHANNEL, ATTRIBUTE),
    Given: (CONDITIONAL,),
    Hidden: (HIDDEN,),
    Gain: (GAIN,),
    Quantity: (LEVEL, PROBABILITY, ORDER),
    Alphabet: (ALPHABET,),
    int: (ENTRY,),
    Fraction: (ORDER,),
    float: (ORDER,),
    str: (OUTCOME, FUNCTION),
    Against: (AGAINST,),
}
"""The sorts that an argument of a measure can have, by its class."""
