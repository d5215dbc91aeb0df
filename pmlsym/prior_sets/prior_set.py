"""Sets of priors, given by the vertices of their closures; ranges of a parameter.

simplex()                    every prior
bounded(lower, upper)        l_i <= p_i <= u_i, or bounded_letters({1: (l_1, u_1), ..})
least_mass(c)                p(x) >= c for every letter x; c may be a name, a parameter in (0, 1/n]
polytope(vertices)           the convex hull of priors
near(prior, radius)          total variation distance at most `radius` from an estimate
counted(counts)              the priors that observed counts leave open, at a confidence
cut(conditions)              linear conditions, such as bounds on the masses of events
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import NoReturn

from pmlsym.errors import InvalidInput
from pmlsym.language.value import Ratio
from pmlsym.linear.prior_polytope import (
    Between,
    Cut,
    Hull,
    Masses,
    Near,
    PriorPolytope,
    mixture_of_priors,
)
from pmlsym.mechanism_families.arguments import rational_value, require_free
from pmlsym.mechanism_families.parameter import Parameter, quotient, real
from pmlsym.model.counts import CONFIDENCE, intervals

Vertex = tuple[Ratio, ...]

Form = dict[int, Fraction]

Condition = tuple[Form, Fraction | None, Fraction | None]

EACH_LETTER = -1

EACH: Form = {EACH_LETTER: Fraction(1)}
"""The mass of each letter: a condition on it holds for all letters."""


@dataclass(frozen=True)
class PriorSet:
    """A set of priors: its name, the vertices of its closure for n letters, and its parameters.

    `at` gives the set for n letters in numbers, where it has no parameters. `least` is c where the
    set has all priors with p(x) >= c for every letter, and 0 for all priors.

    >>> simplex().vertices(2)
    ((Ratio(numerator=1, denominator=1), Ratio(numerator=0, denominator=1)), \
(Ratio(numerator=0, denominator=1), Ratio(numerator=1, denominator=1)))
    """

    text: str
    at: Callable[[int], PriorPolytope]
    vertices: Callable[[int], tuple[Vertex, ...]]
    parameters: Callable[[int], tuple[Parameter, ...]] = lambda count: ()
    least: Fraction | str | None = None

    def contains(self, masses: Masses) -> bool:
        """Whether a prior is in the set of priors, by its definition.

        >>> simplex().contains((Fraction(1), Fraction(0)))
        True
        """
        return masses in self.at(len(masses))

    def corners(self, count: int) -> tuple[Masses, ...]:
        """The vertices of the set of priors as numbers, where it has no parameters.

        >>> least_mass(Fraction(1, 4)).corners(2)
        ((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)))
        """
        return tuple(tuple(map(_rational_of, vertex)) for vertex in self.vertices(count))

    def draw(self, count: int, rng: Random) -> Masses:
        """A random prior of the set, for checks of what is derived from its vertices.

        It is a mixture of priors that are best for random weights; `at` finds these without a list
        of vertices.
        """
        members = self.at(count)
        best = [
            members.best([(Fraction(rng.randrange(count)),) for _ in range(count)])
            for _ in range(count)
        ]
        return mixture_of_priors(best, _random_prior(count, rng))

    def put(self, values: Mapping[str, Fraction]) -> PriorSet:
        """The set of priors where its parameter, if it has one, has a value.

        >>> least_mass("c").put({"c": Fraction(1, 4)}).text
        'p(x) >= 1/4'
        """
        return least_mass(values[self.least]) if isinstance(self.least, str) else self


@dataclass(frozen=True)
class RangeText:
    """An open interval of a parameter, its ends rationals, or names such as c and 1-c."""

    parameter: str
    low: Fraction | str
    high: Fraction | str

    def names(self) -> set[str]:
        """The names in the ends of a parameter's interval, which stands for a set of priors.

        >>> RangeText("p", "c", "1-c").names()
        {'c'}
        """
        return {e.removeprefix("1-") for e in (self.low, self.high) if isinstance(e, str)}

    def put(self, values: Mapping[str, str]) -> RangeText:
        """A parameter's interval, for a set of priors, where names in its ends have values.

        Raises InvalidInput for a value that is not rational.

        >>> RangeText("p", "c", "1-c").put({"c": "1/4"})
        RangeText(parameter='p', low=Fraction(1, 4), high=Fraction(3, 4))
        """
        ends: list[Fraction | str] = []
        for end in (self.low, self.high):
            name = str(end).removeprefix("1-")
            if isinstance(end, str) and name in values:
                value = rational_value(name, values[name])
                ends.append(1 - value if end.startswith("1-") else value)
            else:
                ends.append(end)
        return RangeText(self.parameter, ends[0], ends[1])


def simplex() -> PriorSet:
    """The set of all priors.

    >>> len(simplex().vertices(3))
    3
    """
    return replace(least_mass(Fraction(0)), text="every prior")


def bounded(lower: Sequence[Fraction | int], upper: Sequence[Fraction | int]) -> PriorSet:
    """The set of priors with l_i <= p_i <= u_i.

    Raises InvalidInput where no prior lies between the bounds.

    >>> len(bounded([0, 0], [Fraction(1, 2), 1]).vertices(2))
    2
    """
    box = Between(tuple(map(Fraction, lower)), tuple(map(Fraction, upper)))
    return _numeric_set("bounded masses", _at_count(box))


def bounded_letters(
    bounds: Mapping[int, tuple[Fraction | int, Fraction | int]],
) -> PriorSet:
    """The set of priors with bounds on some masses, by letters numbered from 1.

    >>> len(bounded_letters({1: (0, Fraction(1, 2))}).vertices(2))
    2
    """

    def at(count: int) -> Between:
        """The set of priors of that many letters, bounds on single masses as a box."""
        if not all(1 <= letter <= count for letter in bounds):
            raise InvalidInput(f"the channel has the letters p1 to p{count}")
        lower, upper = zip(*(bounds.get(k + 1, (0, 1)) for k in range(count)), strict=True)
        return Between(tuple(map(Fraction, lower)), tuple(map(Fraction, upper)))

    text = ", ".join(f"{low} <= p{k} <= {high}" for k, (low, high) in bounds.items())
    return _numeric_set(text, at)


def least_mass(c: Fraction | int | str) -> PriorSet:
    """The set of priors whose masses are all at least c, a rational or a parameter's name.

    Raises InvalidInput where c is not a probability.

    >>> least_mass("c").parameters(2)
    (0 < c <= 1/2,)
    """
    if isinstance(c, str):
        return _named_least_mass(c)
    least = Fraction(c)
    if not 0 <= least <= 1:
        raise InvalidInput(f"c = {c} is no probability")

    def at(count: int) -> Between:
        """The set of priors of that many letters with all masses at least c, as a box."""
        if least * count > 1:
            raise InvalidInput(f"no prior of {count} letters has masses of at least {c}")
        return Between((least,) * count, (Fraction(1),) * count)

    def vertices(count: int) -> tuple[Vertex, ...]:
        """The vertices of the set of priors: all letters but one have the least mass."""
        at(count)
        rest = 1 - (count - 1) * least
        return tuple(
            _vertex_of([rest if i == k else least for i in range(count)]) for k in range(count)
        )

    return PriorSet(f"p(x) >= {c}", at, vertices, least=least)


def _named_least_mass(c: str) -> PriorSet:
    """The set of priors whose masses are all at least a parameter of this name."""
    require_free(c)

    def parameters(count: int) -> tuple[Parameter, ...]:
        """The parameter that is the least mass in a set of priors."""
        return (real(c, "least prior mass", 0, Fraction(1, count), low_open=True),)

    def vertices(count: int) -> tuple[Vertex, ...]:
        """The vertices of a set of priors with a named least mass, ratios in it."""
        least = parameters(count)[0].scalar
        rest = quotient(1 - (count - 1) * least)
        return tuple(
            tuple(rest if i == k else quotient(least) for i in range(count)) for k in range(count)
        )

    def no_numbers(*_: object) -> NoReturn:
        """Raises InvalidInput: a set of priors with a named least mass has no numbers."""
        raise InvalidInput(f"{c} is a name; write a number, such as p(x) >= 1/10")

    return PriorSet(f"p(x) >= {c}", no_numbers, vertices, parameters, c)


def polytope(vertices: Sequence[Sequence[Fraction | int]]) -> PriorSet:
    """The set of priors that is the convex hull of these priors.

    Raises InvalidInput where one of them is not a prior.

    >>> len(polytope([[1, 0], [Fraction(1, 2), Fraction(1, 2)]]).vertices(2))
    2
    """
    hull = Hull(tuple(tuple(map(Fraction, vertex)) for vertex in vertices))
    return _numeric_set("a polytope", _at_count(hull))


def near(prior: Sequence[Fraction | int], radius: Fraction | int) -> PriorSet:
    """The set of priors within a total variation distance of an estimate.

    A linear function is least where the mass `radius` is taken from the letters of the largest
    coefficients, in their order, and put on the letter of the smallest: such priors are the
    vertices.
    Raises InvalidInput where the estimate is not a prior or the radius is negative.

    >>> len(near([Fraction(1, 2), Fraction(1, 2)], Fraction(1, 4)).vertices(2))
    2
    """
    ball = Near(tuple(map(Fraction, prior)), Fraction(radius))
    return _numeric_set(f"total variation at most {radius} from an estimate", _at_count(ball))


def counted(counts: Sequence[int], *, confidence: Fraction | str = CONFIDENCE) -> PriorSet:
    """The set of priors within Clopper and Pearson's intervals of observed counts.

    The true prior is one of them with at least this confidence.
    Raises InvalidInput for numbers that are not counts, or a confidence outside (0, 1).

    >>> len(counted([500, 500]).vertices(2))
    2
    """
    ends = intervals(counts, confidence=confidence)
    return bounded([low for low, _ in ends], [high for _, high in ends])


def cut(conditions: Sequence[Condition]) -> PriorSet:
    """The set of priors that meet linear conditions, each a form of the masses with two ends.

    A form has its coefficients by letters that count from 1, and its constant at 0; `EACH` means
    every mass.
    Raises InvalidInput where no prior meets the conditions.

    >>> half = Fraction(1, 2)
    >>> len(cut([({1: Fraction(1), 2: Fraction(1)}, half, half)]).vertices(3))
    2
    """

    def at(count: int) -> PriorPolytope:
        """The set of priors of that many letters, as a box if conditions are on single masses."""
        forms = [each for condition in conditions for each in _dense_forms(condition, count)]
        if any(len([c for c in form if c]) != 1 for form, _, _ in forms):
            return Cut(tuple(forms))
        lower, upper = [Fraction(0)] * count, [Fraction(1)] * count
        for form, low, high in forms:  # bounds on single masses need no list of vertices
            letter = next(k for k, c in enumerate(form) if c)
            ends = sorted((low / form[letter], high / form[letter]))
            lower[letter] = max(lower[letter], ends[0])
            upper[letter] = min(upper[letter], ends[1])
        return Between(tuple(lower), tuple(upper))

    return _numeric_set("linear conditions", at)


def _dense_forms(condition: Condition, count: int) -> Iterator[tuple[Masses, Fraction, Fraction]]:
    """The coefficients and ends of a prior set's condition; an end left out is never passed."""
    form, low, high = condition
    letters = range(1, count + 1)
    if not set(form) <= {0, EACH_LETTER, *letters}:
        raise InvalidInput(f"the channel has the letters p1 to p{count}")
    number = form.get(0, Fraction(0))
    for each in [{k: Fraction(1)} for k in letters] if form is EACH else [form]:
        dense = tuple(each.get(k, Fraction(0)) for k in letters)
        least = min(dense) if low is None else low - number
        most = max(dense) if high is None else high - number
        if least > most:  # a missing end is that of the form: no prior has p1 >= 2
            raise InvalidInput("no prior meets the conditions of the set")
        yield dense, least, most


def _numeric_set(text: str, at: Callable[[int], PriorPolytope]) -> PriorSet:
    """The set of priors without parameters, whose vertices are those of its numbers."""
    return PriorSet(text, at, lambda count: tuple(map(_vertex_of, at(count).vertices())))


def _at_count(polytope_: PriorPolytope) -> Callable[[int], PriorPolytope]:
    """The set of priors, as a function of the number of letters that refuses all but its own."""

    def at(count: int) -> PriorPolytope:
        """The set of priors; raises InvalidInput at another number of letters than it has."""
        if count != polytope_.count:
            about = f"the set is of priors of {polytope_.count} letters"
            raise InvalidInput(f"{about}, the channel has {count}")
        return polytope_

    return at


def _random_prior(count: int, rng: Random) -> Masses:
    """Random shares to mix priors of the set by, some of them zero now and then."""
    parts = [rng.choice((0, 1, 1, 2, 5, 12, 60)) for _ in range(count)]
    if not any(parts):
        parts[rng.randrange(count)] = 1
    return tuple(Fraction(part, sum(parts)) for part in parts)


def _rational_of(ratio: Ratio) -> Fraction:
    """The rational that a mass without scalars of a prior set's vertex is."""
    above, below = (
        sum((Fraction(c) for _, c in part), Fraction(0))
        for part in (ratio.numerator, ratio.denominator)
    )
    return above / below


def _vertex_of(masses: Sequence[Fraction | int]) -> Vertex:
    """The vertex of a set of priors, masses in numbers as ratios."""
    return tuple(quotient(Fraction(m).numerator, Fraction(m).denominator) for m in masses)
