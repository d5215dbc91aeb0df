"""Measures of data: `ps.mi([.5, .5], table)` is a number, where `ps.mi(P, W)` is a quantity.

A prior or a channel may be given as masses, rows, arrays, tables with labels, and names of files,
as `ps.prior` and `ps.channel` read them, and a prior also as "uniform". Exact entries give exact
numbers, floats give floats.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from inspect import Parameter, signature
from math import inf, isnan, nan, prod
from numbers import Number as PlainNumber
from typing import Any

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.claim_text.question import parse_quantity
from pmlsym.claims.evaluation import evaluate
from pmlsym.claims.given_entries import with_rational_entries
from pmlsym.claims.subjects import subjects
from pmlsym.claims.vocabulary import INFINITE
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.language.nodes import Quantity, Scalar
from pmlsym.language.value import FORMULAS_OF_DIVERGENCES
from pmlsym.measures.every import MEASURES
from pmlsym.measures.notion import (
    AGAINST,
    ATTRIBUTE,
    CHANNEL,
    DOMAINS,
    EXCESS,
    FUNCTION,
    GAIN,
    HIDDEN,
    LEVEL,
    ORDER,
    OUTCOME,
    PRIOR,
    Word,
)
from pmlsym.model.channel import Channel, Given, Hidden
from pmlsym.model.distribution import UNIFORM
from pmlsym.model.gain import Gain
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Against, Prior
from pmlsym.numbers.number import Exact, rational
from pmlsym.own_data.many_instances import Evaluator
from pmlsym.tables.reading import channel, prior_of, table_of_kind
from pmlsym.tables.tables import NO

FORMS = ("counts", "joint", "samples", "head")
"""The options that tell what a table holds, as in `ps.channel`."""

OF_DATA = """
    Of data, as in ps.mi([.5, .5], [[.9, .1], [.1, .9]]), it is a number: priors and channels may be
    masses and rows, arrays, tables with labels, or names of files, and a prior "uniform"; what the
    table holds is said by counts=True, joint=True or samples=True, and of a file's first line head.
    With names, ps.Prior and ps.Channel, it is a quantity of claims.
"""

NAMES = {CHANNEL: ("W", "Y"), ATTRIBUTE: ("A", "Z")}
NODES = {PRIOR: (Prior,), CHANNEL: (Channel, Given), ATTRIBUTE: (Channel,)}
PAIRS = {AGAINST: (Against, PRIOR, PRIOR), HIDDEN: (Hidden, PRIOR, CHANNEL)}
NO_DATA = (Quantity, PlainNumber, Gain, Prior, Channel, Given, Against, Hidden)

MASSES = re.compile(rf"\s*{UNIFORM}\s*|[\d\s.,/eE+-]+")
"""A text that is masses or one number, and not the name of a file."""

MOST_EXACT = 2500
"""Tables of floats with more entries are measured in floats, as sums of so many exact logarithms
take minutes; smaller ones are rounded once."""

Way = tuple[tuple[str, ...], Callable[..., Any], list[Any]]


@cache
def of_data(make: Callable[..., Any]) -> Callable[..., Any]:
    """The measure as a function of a user's data too, which then gives a number.

    `counts`, `joint`, `samples` and `head` tell what a table holds, as of `ps.channel`; such a
    table has a prior as well, which is used where none is given.

    >>> from pmlsym.measures.mutual_information import mi
    >>> of_data(mi)("uniform", [[1, 0], [0, 1]])
    log(2)
    >>> round(of_data(mi)([0.5, 0.5], [[0.9, 0.1], [0.1, 0.9]]), 4)
    0.3681
    """
    shown, levels = signature(make), _levels_of_others(make)

    @wraps(make)
    def measure(*arguments: Any, **named: Any) -> Any:
        """The number of the measure on a user's data; its quantity where arguments are names."""
        if others := [named.pop(level) for level in levels if level in named]:
            arguments = (*arguments, *others)
            if not any(map(_is_table_of_data, arguments)):
                return _taking_number(make, len(arguments))(*arguments)
        forms = {form: named.pop(form) for form in FORMS if form in named}
        if wrong := next((form for form in forms if _is_table_of_data(forms[form])), None):
            right = f"write ps.{make.__name__}(table, {wrong}=True)"
            raise InvalidInput(f"{wrong} tells what the table holds; {right}")
        filled = arguments
        for place, parameter in enumerate(shown.parameters):  # as Python does, but order= may stand
            if parameter in named and place <= len(filled):  # after those without a word
                filled = (*filled[:place], named.pop(parameter), *filled[place:])
        way = _fitting_way(make, filled, whole=any(forms.values()))
        if way is not None:
            if any(map(_letters_in, way[2])):
                right = f"ps.derive(channel, {make.__name__!r}, prior=..) has closed forms in them"
                raise InvalidInput(
                    f"entries have letters, and a measure of data is a number; {right}"
                )
            return _measured_value(*way, forms)
        if forms or any(map(_is_table_of_data, filled)):
            ways = " or ".join(_usage_text(make, word.sorts) for word in _words_of(make))
            right = f"write {ways}: a prior is masses or 'uniform', a channel and a gain are tables"
            raise InvalidInput(f"{make.__name__} does not take these arguments; {right}")
        return make(*_with_pair(make, filled), **named)

    summary, _, rest = (make.__doc__ or "").partition("\n\n")
    if {*NODES, *PAIRS} & {sort for word in _words_of(make) for sort in word.sorts}:
        measure.__doc__ = f"{summary}\n{OF_DATA}\n{rest}"
    extra = [Parameter(w, Parameter.KEYWORD_ONLY, default=None) for w in (*levels, *FORMS)]
    parameters = [*shown.parameters.values(), *extra]
    measure.__signature__ = shown.replace(parameters=parameters)  # type: ignore[attr-defined]
    return measure


def _fitting_way(make: Callable[..., Any], arguments: Sequence[Any], *, whole: bool) -> Way | None:
    """The first way to write a measure that the user's arguments fit, one of them data; or None.

    Two priors may be given for P || Q, and a `whole` table for prior and channel, then with None as
    the prior.
    """
    for word in _words_of(make):
        declared = word.taking(len(arguments)).sorts
        kind, *both = PAIRS.get(declared[-1], (None, declared[-1]))
        pair = _taking_pair(word.make, kind)
        for sorts, made in ((declared, word.make), ((*declared[:-1], *both), pair)):
            filled = list(arguments)
            if whole and PRIOR in sorts and len(filled) < len(sorts):
                filled.insert(sorts.index(PRIOR), None)
            pairs = list(zip(sorts, filled, strict=False))
            is_data = any(s in NODES and not isinstance(a, NO_DATA) for s, a in pairs)
            if len(filled) == len(sorts) and is_data and all(_fits_sort(s, a) for s, a in pairs):
                return sorts, made, [inf if s == ORDER and a == INFINITE else a for s, a in pairs]
    return None


def _with_pair(make: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a measure of data, two as one pair: divergence("kl", P, Q) takes P || Q."""
    for word in _words_of(make):
        kind, *both = PAIRS.get(word.sorts[-1], (None,))
        if kind is not None and len(arguments) == len(word.sorts) + 1:
            *first, one, other = arguments
            if all(isinstance(a, NODES[s]) for s, a in zip(both, (one, other), strict=True)):
                return (*first, kind(one, other))
    return arguments


def _words_of(make: Callable[..., Any]) -> list[Word]:
    """The ways to call a measure on the user's own data: its words, then others of that name."""
    own = [word for word in MEASURES if word.make is make]
    names = {word.name for word in own if not word.indexed}
    return own + [word for word in MEASURES if word.name in names and word.make is not make]


def _levels_of_others(make: Callable[..., Any]) -> tuple[str, ...]:
    """The numbers that measures of a user's data with the same name take, such as delta of ldp."""
    own = signature(make).parameters
    return tuple(
        dict.fromkeys(
            parameter
            for word in _words_of(make)
            for parameter, sort in zip(signature(word.make).parameters, word.sorts, strict=False)
            if word.make is not make and sort in DOMAINS and parameter not in own
        )
    )


def _taking_number(make: Callable[..., Any], count: int) -> Callable[..., Any]:
    """The measure of a user's data of the same name that takes a number as last argument."""
    words = (word for word in _words_of(make) if word.sorts[-1] in DOMAINS)
    return next((word.make for word in words if len(word.sorts) == count), make)


def _usage_text(make: Callable[..., Any], sorts: Sequence[str]) -> str:
    """How a measure is called on the user's own data, such as ps.mi(P, W)."""
    shown = {EXCESS: "gamma", GAIN: "gain", FUNCTION: "'kl'"}
    called = (shown.get(sort, sort.replace("|", " ")) for sort in sorts)
    parts = (part for sort in called for part in sort.split())
    return f"{make.__name__}({', '.join(parts)})"


def _taking_pair(make: Callable[..., Any], kind: Callable[..., Any] | None) -> Callable[..., Any]:
    """The measure of a user's data with its last two arguments as one pair, if it takes such."""
    return make if kind is None else lambda *given: make(*given[:-2], kind(*given[-2:]))


def _is_table_of_data(argument: object) -> bool:
    """Whether an argument of a measure is a user's table: nested numbers or an array."""
    return isinstance(argument, list | tuple | Mapping) or hasattr(argument, "shape")


def _letters_in(argument: Any) -> bool:
    """Whether the user's own data has symbols among its entries, so that no number is measured."""
    if isinstance(argument, list | tuple):
        return any(map(_letters_in, argument))
    return not isinstance(argument, NO_DATA) and bool(getattr(argument, "free_symbols", ()))


def _fits_sort(sort: str, argument: object) -> bool:
    """Whether a user's argument of a measure can be of this sort: a prior, a channel, .."""
    if sort in NAMES and isinstance(argument, str) and MASSES.fullmatch(argument):
        return False
    if sort == GAIN and (isinstance(argument, Prior | Channel) or _nesting_depth(argument) == 1):
        return False
    if sort in NODES and isinstance(argument, str) and argument in FORMULAS_OF_DIVERGENCES:
        return False
    if sort in NODES:
        return isinstance(argument, NODES[sort]) or not isinstance(argument, NO_DATA)
    if sort == OUTCOME:
        return isinstance(argument, str | int)
    if sort in DOMAINS and _is_table_of_data(argument):
        return False
    return sort not in PAIRS or isinstance(argument, PAIRS[sort][0])


def _measured_value(
    sorts: tuple[str, ...],
    make: Callable[..., Any],
    arguments: list[Any],
    forms: dict[str, Any],
) -> Any:
    """The number of a measure on the user's own data; a quantity if a part has no entries."""
    letters, masses = _put_channels(sorts, arguments, forms)
    first = next((a for a, sort in zip(arguments, sorts, strict=True) if sort in NAMES), None)
    at: dict[str, int] = {}
    levels: dict[str, float] = {}
    for k, (sort, argument) in enumerate(zip(sorts, arguments, strict=True)):
        if sort == PRIOR and not isinstance(argument, Prior):
            name = "Q" if PRIOR in sorts[:k] else "P"
            arguments[k] = prior_of(masses if argument is None else argument, first, name, letters)
        elif sort == GAIN:
            arguments[k] = _gain_of(argument, letters)
        elif sort in DOMAINS and isinstance(argument, str):
            arguments[k] = parse_quantity(argument)
        elif sort == LEVEL and isinstance(argument, int | float) and argument > 0:
            name = f"level{k}"  # its exponential is irrational: the value is computed in floats
            levels[name], arguments[k] = float(argument), Scalar(name, DOMAINS[LEVEL])
        elif sort == OUTCOME:
            name = f"y{len(at)}"
            at[name], arguments[k] = _outcome_position(argument, first, len(at)), name
    quantity = make(*arguments)
    about = subjects(quantity)
    if {tensor.name for tensor in about.tensors} > {data.tensor.name for data in about.data}:
        return quantity
    if levels:
        return _value_in_floats(quantity, at, levels)
    near = with_rational_entries(quantity)
    if near is None:
        exact = evaluate(quantity, Instance({}, outcomes=at))
        is_zero = isinstance(exact, Exact) and exact.exponential() == 1
        return rational(0) if is_zero else exact  # log(1), which nobody wants to read
    if sum(prod(data.shape) for data in about.data) > MOST_EXACT:
        value = _value_in_floats(quantity, at, {})
        if not isnan(value):
            return value
    return float(evaluate(near, Instance({}, outcomes=at)))


def _gain_of(argument: Any, letters: tuple[Alphabet, ...]) -> Any:
    """The gain that a user's own table, or the word id, is; any other argument as it is."""
    if _is_table_of_data(argument):
        return Gain.from_rows(table_of_kind(argument, NO).rows, "G", letters, Alphabet("V"))
    return Gain.identity(letters) if argument == "id" else argument


def _put_channels(
    sorts: Sequence[str], arguments: list[Any], forms: Mapping[str, Any]
) -> tuple[tuple[Alphabet, ...], Any]:
    """Make channels of the user's own tables, in place; the letters, and a prior's masses.

    Raises InvalidInput where a prior and a channel are in each other's place.
    """
    priors = [each.alphabets for each in arguments if isinstance(each, Prior)]
    inputs = [*priors, *(each.inputs for each in arguments if isinstance(each, Channel))]
    letters, masses = inputs[0] if inputs else (Alphabet("X"),), None
    for k, sort in enumerate(sorts):
        if sort not in NAMES or isinstance(arguments[k], NODES[sort]):
            continue
        form = forms if sort == CHANNEL else {}
        is_list = _nesting_depth(arguments[k]) == 1 and not any(form.values())
        if is_list and any(
            s == PRIOR and _nesting_depth(arguments[j]) > 1 for j, s in enumerate(sorts)
        ):
            raise InvalidInput("the prior comes first, then the channel, as in mi(P, W)")
        if sort == CHANNEL:
            masses = table_of_kind(arguments[k], NO, **form).prior
        name, outputs = NAMES[sort]
        made: dict[str, Any] = {"name": name, "exact": NO, **form}
        arguments[k] = channel(arguments[k], inputs=letters, outputs=Alphabet(outputs), **made)
    return letters, masses


def _nesting_depth(table: Any) -> int:
    """How deep the user's own data is nested: 1 for masses, 2 for the rows of a channel."""
    if hasattr(table, "shape"):
        return len(table.shape)
    return 1 + _nesting_depth(table[0]) if isinstance(table, list | tuple) and table else 0


def _value_in_floats(
    quantity: Quantity, outcomes: Mapping[str, int], levels: Mapping[str, float]
) -> float:
    """The value of a measure on a user's data in floats; NaN where it has none."""
    try:
        value = Evaluator(quantity, checked=False)(**levels)
    except Unsupported:
        return nan
    for name in sorted(outcomes):
        value = value[outcomes[name]]
    return float(value)


def _outcome_position(outcome: str | int, within: Any, axis: int) -> int:
    """The index of a user's outcome, given by its label or its number, which counts from 1."""
    labels = within.data[0].labels[1 + axis] if within.data and within.data[0].labels else ()
    if str(outcome) in labels:
        return int(labels.index(str(outcome)))
    count = within.data[0].shape[1 + axis]
    if isinstance(outcome, int) and 1 <= outcome <= count:
        return outcome - 1
    right = f"one of {', '.join(labels)[:80]}" if labels else f"a number from 1 to {count}"
    raise InvalidInput(f"{outcome!r} is no outcome of the table; write {right}")
