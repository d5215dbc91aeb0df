"""Entries of priors and channels as quantities, their sums and extremes over letters.

    P[x]              the mass of x                 (P >> W)[y]      the mass of an outcome
    W[y|x]            the probability of y given x, of several letters W[y|a, b]
    sum(x, P[x]*W[x|x])                             over all letters of the alphabet of x
    sum(y, max(x, W[y|x]))                          the sum of the column maxima, exp(maxleak(W))
    max(y, pml(P, W, y))                            also of measures at a letter
    Pr[P, W](E), Pr[P](E[y])                        the probability of an event

Letters that nothing binds are outcomes of the whole claim, as in pml(P, W, y). In an extreme the
conventions are those of measures: 0/0 does not count, a/0 is infinite, and 0 times whatever is 0.
A sum of extremes needs extremes that are never negative, as the envelopes are
(lowering/level_form.py). In exp(eps) inside a sum or an extreme, eps is a level, a number >= 0, as
in a measure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from math import prod

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.bounds import at_least_zero
from pmlsym.calculus.data import merge
from pmlsym.calculus.kind import described, require_kind, require_small_name
from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.scalar import scalar
from pmlsym.calculus.tensor import Index
from pmlsym.claims.ranges import flat_factors
from pmlsym.errors import AlphabetMismatch, InvalidInput, Unsupported
from pmlsym.language.interpretation import Arithmetic
from pmlsym.language.nodes import (
    Constant,
    Division,
    Exponential,
    Measure,
    Named,
    Product,
    Quantity,
    Sum,
    measures_in,
)
from pmlsym.language.value import (
    Divergence,
    Larger,
    Largest,
    Log,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)
from pmlsym.measures.scalar_argument import as_level
from pmlsym.model.channel import Channel
from pmlsym.model.event import Event
from pmlsym.model.prior import Prior

ONE = constant(1)


def entry(subject: Prior | Channel, *at: str, given: str | Sequence[str] = ()) -> Measure:
    """The entry that a claim's text writes as P[x] or W[y|x], made in Python with named letters.

    Raises InvalidInput for a name that no letter has, AlphabetMismatch unless there is a letter of
    each alphabet.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> entry(Prior("P", X), "x"), entry(Channel("W", X, Y), "y", given="x")
    (P[x], W[y|x])
    """
    if not isinstance(subject, Prior | Channel):
        raise InvalidInput(f"{described(subject)}; write a prior or a channel")
    right = "the letters that are given by their names, such as given='x'"
    inputs = (given,) if isinstance(given, str) else tuple(require_kind(given, Sequence, right))
    for name in (*inputs, *at):
        require_small_name(name, "a letter; write a word such as x")
    return entry_at(subject, inputs, at)


def entry_at(subject: Prior | Channel, inputs: Sequence[str], outputs: Sequence[str]) -> Measure:
    """The entry that a typed W[y|x] is read as, its letters given by name, also bound ones.

    Raises as `entry` does.
    """
    before = subject.inputs if isinstance(subject, Channel) else ()
    after = subject.outputs if isinstance(subject, Channel) else subject.alphabets
    at = (*_indices_at(subject, before, inputs), *_indices_at(subject, after, outputs))
    name = f"{subject}" if f"{subject}".isidentifier() else f"({subject})"
    inputs_text = f"|{', '.join(inputs)}" if inputs else ""
    body = (
        subject.entry(at[: len(before)], at[len(before) :])
        if isinstance(subject, Channel)
        else subject.mass(*at)
    )
    return Measure(
        f"{name}[{', '.join(outputs)}{inputs_text}]",
        (),
        Ratio(body),
        is_log=False,
        free=tuple(dict.fromkeys(at)),
        data=subject.data,
    )


def sum_over_letters(letter: Index, body: Quantity, written: Callable[[Quantity], str]) -> Quantity:
    """The quantity that sum(x, body) in a claim's text means; `written` is the text of a part.

    A body with terms that may be negative, as H[1](W[x]) is, is summed term by term. Raises
    Unsupported where a term is not of entries.
    """

    def total(part: Quantity) -> Measure:
        """The typed sum over a letter of one term of its body, as a measure that keeps its text."""
        return _bind_letters(written(part), [letter], [part], _total(letter, _entries_value(part)))

    if _is_value(body):
        return total(body)
    return Named(tuple(c * total(part) for c, part in _linear_terms(body)), written(body))


def extreme_over_letters(
    over: Sequence[Index],
    body: Quantity,
    written: Callable[[Quantity, bool], str],
    *,
    is_maximum: bool = True,
    masses: Sequence[Quantity] = (),
) -> Quantity:
    """The quantity that max(x, body) or min in a claim's text means, over letters of positive mass.

    `written` is the text of the largest, or smallest, of a part: for -m it is minus the opposite
    extreme of m.
    Raises Unsupported where the body, or a mass, is not of entries.
    """
    (c, part), *others = _linear_terms(body)
    if others:
        raise _unsupported(body)
    if part is not body:
        inner = extreme_over_letters(
            over, part, written, is_maximum=is_maximum == (c > 0), masses=masses
        )
        return Named((c * inner,), written(body, is_maximum))
    where = prod(map(polynomial_of, masses), start=ONE)
    value, kind = _entries_value(body), Largest if is_maximum else Smallest
    is_log = isinstance(value, Log)
    inside = value.body if isinstance(value, Log) else value
    if isinstance(inside, kind) and inside.where == where == ONE:
        inside = kind((*over, *inside.over), inside.body)
    else:
        inside = kind(tuple(over), inside, where)
    text = written(body, is_maximum)
    return replace(_bind_letters(text, over, [body, *masses], inside), is_log=is_log)


def polynomial_of(body: Quantity) -> Polynomial:
    """A quantity typed with entries, such as P[x]*W[y|x], as a polynomial in entries.

    Raises Unsupported for any other quantity.
    """
    return _plain_polynomial(_entries_value(body))


def probability_of(
    event: Event, prior: Prior, channel: Channel | None = None, *, at: Sequence[str] = ()
) -> Measure:
    """The probability that a claim's text writes as `Pr[P, W](E)`, made in Python from P, W and E.

    `at` names the last letters of the event, which are free. Raises AlphabetMismatch where the
    event is not of these letters.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> P, W, E = Prior("P", X), Channel("W", X, Y), Event("E", X, Y)
    >>> probability_of(E, P, W), probability_of(E, P, at=["y"])
    (Pr[P, W](E), Pr[P](E[y]))
    """
    require_kind(event, Event, "an event, such as ps.Event('E', X)")
    require_kind(prior, Prior, "a prior, such as ps.Prior('P', X)")
    if channel is not None:
        require_kind(channel, Channel, "a channel, such as ps.Channel('W', X, Y)")
    require_kind(at, Sequence, "the letters of the event by their names, such as at=['y']")
    of = (prior,) if channel is None else (prior, channel)
    places = f"[{', '.join(at)}]" if at else ""
    shown = f"Pr[{', '.join(map(str, of))}]({event}{places})"
    seen = prior.alphabets if channel is None else (*prior.alphabets, *channel.outputs)
    last = event.alphabets[len(seen) :]
    if event.alphabets[: len(seen)] != seen or len(last) != len(at):
        names = ", ".join(alphabet.name for alphabet in event.alphabets)
        raise AlphabetMismatch(f"{event} is an event of {names}, which {shown} is not about")
    free = [Index(alphabet.name, name) for alphabet, name in zip(last, at, strict=True)]
    bound = letters(seen, taken=free)
    before, after = bound[: len(prior.alphabets)], bound[len(prior.alphabets) :]
    mass = prior.mass(*before) * (1 if channel is None else channel.entry(before, after))
    value = Ratio(sum_over(mass * event.at(*bound, *free), *bound))
    data = merge(*(part.data for part in of))
    return Measure(shown, (), value, is_log=False, free=tuple(free), data=data)


def _bind_letters(
    text: str, bound: Sequence[Index], parts: Sequence[Quantity], value: Value
) -> Measure:
    """The measure, with its text, of a value over bound letters x, as sum(x, ..) has it."""
    measures = [measure for part in parts for measure in measures_in(part)]
    free = dict.fromkeys(i for m in measures for i in m.free if i not in bound)
    return Measure(
        text,
        (),
        value,
        is_log=False,
        defined=tuple(dict.fromkeys(q for m in measures for q in m.defined)),
        free=tuple(free),
        data=merge(*(m.data for m in measures)),
    )


def _entries_value(body: Quantity) -> Value:
    """The value of a body typed under sum(x, ..) or max(x, ..), such as P[x]*W[y|x]."""
    if isinstance(body, Exponential):
        if isinstance(body.body, Measure) and body.body.is_log:
            return body.body.value
        try:
            return Ratio(as_level(body.body).polynomial)
        except InvalidInput:
            raise _unsupported(body) from None
    return _VALUES.join(body, _entries_value)


def _linear_terms(body: Quantity) -> list[tuple[Fraction, Quantity]]:
    """Multiples of values whose sum is the body typed under sum(x, ..); the body if it is a value.

    Raises Unsupported where there are none, as for a product of two quantities that are not values.
    """
    if _is_value(body):
        return [(Fraction(1), body)]
    match body:
        case Sum(terms):
            return [each for term in terms for each in _linear_terms(term)]
        case Division(numerator, Constant(value)):
            return [(c / value, part) for c, part in _linear_terms(numerator)]
        case Product():
            factors = [*flat_factors(body)]
            mixed = next((f for f in factors if not _is_value(f)), factors[-1])
            rest = [f for f in factors if f is not mixed]
            number = prod((f.value for f in rest if isinstance(f, Constant)), start=Fraction(1))
            weights = [f for f in rest if not isinstance(f, Constant)]
            if isinstance(mixed, Sum | Product | Division) or not weights:
                return [(number * c, prod(weights, start=part)) for c, part in _linear_terms(mixed)]
    _entries_value(body)  # raises, and says what is wrong
    return []


def _is_value(body: Quantity) -> bool:
    """Whether a body typed under sum(x, ..) is one value, and need not be split into terms."""
    try:
        _entries_value(body)
    except Unsupported:
        return False
    return True


def _unsupported(part: object) -> Unsupported:
    """The error for a text that sums over letters, or maximises, something not made of entries."""
    reason = "what runs over letters is a product of entries and measures of one outcome"
    return Unsupported(f"{reason}; {part} is none. H[1](P) and D[H2](P || Q) are other sums")


def _total(letter: Index, value: Value) -> Value:
    """The value of sum(x, body) in a text. Raises Unsupported where terms may be negative."""
    match value:
        case Ratio(numerator, denominator) if denominator == ONE:
            return Ratio(sum_over(numerator, letter))
        case Total(over, body):
            return Total((letter, *over), body)
        case Divergence(over=over):
            return replace(value, over=(letter, *over))
        case Weighted():
            return Total((letter,), value)
        case Largest(_, Ratio(entry, one)) | Smallest(_, Ratio(entry, one)):
            if one == ONE and at_least_zero(entry):
                return Total((letter,), value)
        case Larger((Ratio(), Ratio()) as parts):
            first, second = sorted(map(_plain_polynomial, parts), key=lambda part: bool(part))
            if not first or at_least_zero(first) or at_least_zero(second):
                return Total((letter,), Larger((Ratio(first), Ratio(second))))
    raise Unsupported(f"no sum over letters of {value.words}, or of what may be negative")


def _plain_polynomial(value: Value) -> Polynomial:
    """The sum of entries that a value typed over letters is. Raises Unsupported for any other."""
    if not isinstance(value, Ratio) or value.denominator != ONE:
        raise Unsupported(f"{value.words} over letters stands where a sum of entries has to")
    return value.numerator


def _sum_of_values(parts: Sequence[Value]) -> Value:
    """The value of a + b typed under sum(x, ..): both are sums of entries, or one is zero."""
    several = [part for part in parts if part != Ratio(constant(0))]
    if len(several) == 1:
        return several[0]
    return Ratio(reduce(lambda a, b: a + b, map(_plain_polynomial, several), constant(0)))


def _product_of_values(parts: Sequence[Value]) -> Value:
    """The value of a*b typed under sum(x, ..): a weight of entries times one other value."""
    others = [p for p in parts if not isinstance(p, Ratio) or p.denominator != ONE]
    weight = prod((_plain_polynomial(p) for p in parts if p not in others), start=ONE)
    if not others:
        return Ratio(weight)
    if len(others) > 1 or not at_least_zero(weight):
        raise Unsupported("under a sum or an extreme stands one weight >= 0 times one other value")
    return _weighted_value(weight, others[0])


def _weighted_value(weight: Polynomial, value: Value) -> Value:
    """A value typed over letters times a weight >= 0, which is put inside where it can be."""
    match value:
        case _ if weight == ONE:
            return value
        case Largest(over, Ratio(entry, one), where) | Smallest(over, Ratio(entry, one), where):
            if one == ONE and where == ONE and not set(over) & {*weight.free}:
                return replace(value, body=Ratio(weight * entry))
        case Total(over, body) if not set(over) & {*weight.free}:
            return Total(over, _weighted_value(weight, body))
        case Divergence(over=over) if not set(over) & {*weight.free}:
            return replace(value, weight=weight * value.weight)
        case Larger(bodies):
            return Larger(tuple(_weighted_value(weight, each) for each in bodies))
        case Ratio(entry, one) if one == ONE:
            return Ratio(weight * entry)
    return Weighted(weight, value)


def _quotient_of_values(above: Value, below: Value) -> Value:
    """The value of a/b typed under sum(x, ..), of sums of entries that are never negative."""
    numerator, denominator = _plain_polynomial(above), _plain_polynomial(below)
    divisor = dict(denominator)
    if list(divisor) == [()]:
        return Ratio(numerator * (1 / Fraction(divisor[()])))
    if not (at_least_zero(numerator) and at_least_zero(denominator)):
        raise Unsupported("a quotient under a sum or an extreme is of what is never negative")
    return Ratio(numerator, denominator)


def _indices_at(
    subject: Prior | Channel, alphabets: Sequence[Alphabet], names: Sequence[str]
) -> tuple[Index, ...]:
    """The indices of the letters typed in brackets, as in W[y|x].

    Raises AlphabetMismatch unless there is one for each alphabet.
    """
    if len(alphabets) != len(names):
        expected = ", ".join(a.name for a in alphabets) or "no letter"
        raise AlphabetMismatch(f"{subject} is at {len(names)} letters here; it has {expected}")
    return tuple(Index(a.name, name) for a, name in zip(alphabets, names, strict=True))


_VALUES = Arithmetic[Value](
    constant=lambda number: Ratio(constant(number)),
    scalar=lambda number: Ratio(atom(scalar(number.name, number.domain))),
    measure=lambda measure: Log(measure.value) if measure.is_log else measure.value,
    add=_sum_of_values,
    multiply=_product_of_values,
    divide=_quotient_of_values,
    largest=lambda parts: Larger(tuple(parts)),
    refused=_unsupported,
)
