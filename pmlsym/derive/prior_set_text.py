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
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.derive.prior_sets import (
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
        return least_mass(border if border.isidentifier() else _fraction(border))
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
        bounds = {
            int(letter): (_fraction(low), _fraction(high))
            for letter, low, high in BOUND.findall(plain)
        }
        return bounded_letters(bounds)
    raise InvalidInput(f"{text!r} is no set of priors; write {FORMS}")


def _fraction(text: str) -> Fraction:
    try:
        return Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        raise InvalidInput(f"{text.strip()!r} is no rational") from None


def _fractions(text: str) -> list[Fraction]:
    return [_fraction(part) for part in text.split(",")]


def _count(text: str) -> int:
    if not text.strip().isdecimal():
        raise InvalidInput(f"{text.strip()!r} is no count")
    return int(text)


def _end(text: str) -> Fraction | str:
    plain = text.replace(" ", "")
    if plain.removeprefix("1-").isidentifier():
        return plain
    return _fraction(plain)
