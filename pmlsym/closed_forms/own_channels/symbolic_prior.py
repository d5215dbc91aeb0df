"""Closed forms under a prior with symbols in its masses: `derive z-channel --prior "p, 1-p"`.

    masses       p, 1 - p                      one for each letter, whose sum is one identically
    a formula    (1 - r)*r^x/(1 - r^n)         in the letter x = 0 .. n - 1
    a product    [p, 1-p] * [q, 1-q]           letters of the first slowest

A form of all priors of full support is taken at these masses, and holds where all are positive.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import product, starmap
from typing import Any

import sympy

from pmlsym.closed_forms.closed_form import ClosedForm
from pmlsym.closed_forms.own_channels.constructors import to_sympy
from pmlsym.closed_forms.own_channels.own_channel import channels_on
from pmlsym.closed_forms.own_channels.own_parameters import (
    linear_domain,
    plain_symbols,
    single_relations,
)
from pmlsym.errors import InvalidInput, PmlError

Masses = tuple[sympy.Expr, ...]
IN_PARENTHESES = re.compile(r"(?<!\w)\(([^()]*,[^()]*)\)")
"""Masses in parentheses, which are written in brackets as well."""
LETTER, COUNT = sympy.Symbol("x"), sympy.Symbol("n")


def has_letters(prior: object) -> bool:
    """Whether a closed form's prior has symbols in its masses; no for numbers or a file name.

    >>> has_letters("p, 1-p"), has_letters("1e-1, 9e-1"), has_letters("prior.csv")
    (True, False, False)
    """
    try:
        return any(mass.free_symbols for mass in _masses_written(prior))
    except PmlError:
        return False


def symbols_of_prior(prior: object) -> set[sympy.Symbol]:
    """The symbols in the masses of a closed form's prior, without x and n of a formula."""
    symbols: set[sympy.Symbol] = set().union(
        *(mass.free_symbols for mass in _masses_written(prior))
    )
    return symbols - {LETTER, COUNT}


def letters_written(prior: object) -> int | None:
    """How many letters a closed form's symbolic prior has; None for a formula in x.

    >>> letters_written("p, 1-p"), letters_written("(1-r)*r^x/(1-r^n)")
    (2, None)
    """
    count = len(_masses_written(prior))
    return count if count > 1 else None


def masses_in_letters(
    prior: object, count: int, domain: Sequence[str]
) -> tuple[Masses, tuple[str, ...]]:
    """The masses of a closed form's symbolic prior, and the domain where all are positive.

    Raises InvalidInput where there are more or fewer, they do not sum to one, or one can be
    negative on the domain. Without a given domain it is found where each mass is linear.

    >>> p = sympy.Symbol("p")
    >>> masses_in_letters([p, 1 - p], 2, ())
    ((p, 1 - p), ('0 < p < 1',))
    """
    masses = _masses_written(prior)
    if len(masses) == 1:
        places = ({LETTER: x, COUNT: count} for x in range(count))
        masses = tuple(masses[0].xreplace(at) for at in places)
    if len(masses) != count:
        raise InvalidInput(f"the prior has {len(masses)} masses, the channel {count} letters")
    relations = single_relations(domain)
    if not relations:
        linear = linear_domain(mass for factor in _factor_masses(prior) for mass in factor)
        relations = [sympy.Lt(each.lhs, each.rhs, evaluate=False) for each in linear]
    channels_on(relations, {"P": [list(masses)]})
    return masses, tuple(map(str, domain)) or _as_chains(relations)


def form_at_masses(form: ClosedForm, masses: Masses, where: Sequence[str]) -> ClosedForm:
    """The closed form under the prior with these symbolic masses, positive on domain `where`."""
    return form.under(masses, where) if form.frame.priors else form


def _masses_written(prior: object) -> Masses:
    """The masses of a closed form's symbolic prior as written; a formula in x is one mass."""
    factors = _factor_masses(prior)
    return factors[0] if len(factors) == 1 else tuple(starmap(sympy.Mul, product(*factors)))


def _factor_masses(prior: object) -> list[Masses]:
    """The masses of each factor of a closed form's product prior [p, 1-p] * [q, 1-q]."""
    if isinstance(prior, str):
        prior = IN_PARENTHESES.sub(r"[\1]", prior)
    if isinstance(prior, str) and prior.strip().startswith("["):
        parts = [part.strip() for part in prior.strip()[1:].removesuffix("]").split("[")]
        return [_parsed_masses(part.rstrip("* ").removesuffix("]")) for part in parts]
    return [_parsed_masses(prior)]


def _parsed_masses(prior: object) -> Masses:
    """The SymPy masses of one symbolic prior of a closed form."""
    parts = _split_at_commas(prior) if isinstance(prior, str) else prior
    entries: Any = parts.tolist() if hasattr(parts, "tolist") else parts
    if not isinstance(entries, Iterable):
        raise InvalidInput(f"the prior is {str(parts)[:40]!r}; write masses such as p, 1-p")
    flat = [e for row in entries for e in (row if isinstance(row, list | tuple) else [row])]
    masses = tuple(plain_symbols(to_sympy(entry, "a mass of the prior")) for entry in flat)
    if len(masses) == 1 and LETTER not in masses[0].free_symbols:
        raise InvalidInput("one mass alone is 1; a formula is in the letter x")
    return masses


def _as_chains(relations: Sequence[sympy.Basic]) -> tuple[str, ...]:
    """The domain of a closed form's prior as it is typed: 0 < p and p < 1 as one chain."""
    sides = [(str(each.lhs), str(each.rhs)) for each in relations]
    above = dict(sides)
    starts = [side for side in sides if side[0] not in {high for _, high in sides}]
    ends = ((low, high, *([above[high]] if high in above else [])) for low, high in starts)
    return tuple(map(" < ".join, ends))


def _split_at_commas(text: str) -> list[str]:
    """The texts of a closed form's prior between commas that are outside of parentheses."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return parts
