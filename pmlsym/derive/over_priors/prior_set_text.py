"""Sets of priors as one writes them on the command line.

simplex                             every prior
p_min >= c        p_min >= 1/10     every mass at least c
p1 in [0, 1/2], p3 in [1/4, 1]      bounds; letters that are not named are free
hull (1, 0), (1/2, 1/2)             a polytope by its vertices
tv(1/2, 1/2) <= 1/4                 a ball around an estimate
counts 10, 20                       what observed counts leave open
p in (c, 1-c)                       i.i.d. entries of a database, p a parameter of the family
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.rational import read_rational, read_whole
from pmlsym.derive.over_priors.prior_sets import (
    PriorSet,
    bounded_letters,
    counted,
    least_mass,
    near,
    polytope,
    simplex,
)
from pmlsym.errors import InvalidInput

LEAST = re.compile(r"p_min\s*>=\s*(\S+)")
BOUND = re.compile(r"p(\d+)\s+in\s+\[([^,\]]+),([^,\]]+)\]")
BALL = re.compile(r"tv\s*\(([^)]*)\)\s*<=\s*(\S+)")
RANGE = re.compile(r"([A-Za-z]\w*)\s+in\s+\(([^,)]+),([^,)]+)\)")
FORMS = (
    "simplex, p_min >= c, p1 in [0, 1/2], hull (1, 0), (1/2, 1/2), tv(1/2, 1/2) <= 1/4, "
    "counts 10, 20 or p in (c, 1-c)"
)


@dataclass(frozen=True)
class Range:
    """An open interval of a parameter, its ends rationals, or names such as c and 1-c."""

    parameter: str
    low: Fraction | str
    high: Fraction | str

    def names(self) -> set[str]:
        """The names in the ends.

        >>> Range("p", "c", "1-c").names()
        {'c'}
        """
        return {e.removeprefix("1-") for e in (self.low, self.high) if isinstance(e, str)}

    def put(self, values: Mapping[str, str]) -> Range:
        """The interval where names in its ends have values.

        Raises InvalidInput at a value that is no rational.

        >>> Range("p", "c", "1-c").put({"c": "1/4"})
        Range(parameter='p', low=Fraction(1, 4), high=Fraction(3, 4))
        """
        ends: list[Fraction | str] = []
        for end in (self.low, self.high):
            name = str(end).removeprefix("1-")
            if isinstance(end, str) and name in values:
                value = _fraction(values[name])
                ends.append(1 - value if end.startswith("1-") else value)
            else:
                ends.append(end)
        return Range(self.parameter, ends[0], ends[1])


def prior_set_of(text: str) -> PriorSet | Range:
    """The set that a text describes.

    Raises InvalidInput at anything else, with the forms that there are.

    >>> prior_set_of("tv(1/2, 1/2) <= 1/4").text
    'total variation at most 1/4 from an estimate'
    >>> prior_set_of("p in (c, 1-c)")
    Range(parameter='p', low='c', high='1-c')
    """
    plain = text.strip()
    if plain == "simplex":
        return simplex()
    if found := LEAST.fullmatch(plain):
        border = found[1]
        return least_mass(_name(border) if border.isidentifier() else _fraction(border))
    if found := BALL.fullmatch(plain):
        return near(_fractions(found[1]), _fraction(found[2]))
    if found := RANGE.fullmatch(plain):
        return Range(found[1], _end(found[2]), _end(found[3]))
    if plain.startswith("hull"):
        rows = re.findall(r"\(([^)]*)\)", plain)
        if rows and re.fullmatch(r"hull[\s,]*", re.sub(r"\([^)]*\)", "", plain)):
            return polytope([_fractions(row) for row in rows])
    if plain.startswith("counts"):
        return counted([_count(part) for part in plain.removeprefix("counts").split(",")])
    if BOUND.search(plain) and not re.sub(BOUND, "", plain).strip(" ,"):
        found_bounds = BOUND.findall(plain)
        bounds = {int(k): (_fraction(low), _fraction(high)) for k, low, high in found_bounds}
        if len(bounds) < len(found_bounds):
            raise InvalidInput(f"{text!r} has two bounds on one letter; write their intersection")
        return bounded_letters(bounds)
    raise InvalidInput(f"{text!r} is no set of priors; write {FORMS}")


def _name(text: str) -> str:
    if re.fullmatch(r"p_min|p_max|p\d+", text):
        raise InvalidInput(f"{text} is a prior mass; give the border a name of its own, such as c")
    return text


def _fraction(text: str) -> Fraction:
    return read_rational(text, "a number of the set")


def _fractions(text: str) -> list[Fraction]:
    return [_fraction(part) for part in text.split(",")]


def _count(text: str) -> int:
    return read_whole(text, "a count")


def _end(text: str) -> Fraction | str:
    plain = text.replace(" ", "")
    if plain.removeprefix("1-").isidentifier():
        _name(plain.removeprefix("1-"))
        return plain
    return _fraction(plain)
