"""What people give as priors of a claim or of a channel: masses, a set, or the text of one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from pmlsym.calculus.kind import described
from pmlsym.errors import InvalidInput
from pmlsym.interchange.reading import named_masses
from pmlsym.model.prior import Prior
from pmlsym.model.prior_polytope import Hull, PriorPolytope
from pmlsym.prior_sets.prior_set import PriorSet
from pmlsym.prior_sets.prior_set_text import prior_set_of


def priors_given(priors: object, count: int, words: Sequence[str] = ()) -> PriorPolytope:
    """The set of priors of that many letters, in numbers.

    `priors` is text such as "p(x) >= 1/10", a set, or the masses of a single prior; `words` are
    what the letters are called in text, where they have labels. Raises InvalidInput where it is
    none, or is of another number of letters.

    >>> priors_given("p1 in [0, 1/2]", 2), priors_given(["1/4", "3/4"], 2)
    (p1 in [0, 1/2], hull (1/4, 3/4))
    """
    if isinstance(priors, str):
        chosen = prior_set_of(priors, words)
        if not isinstance(chosen, PriorSet):
            raise InvalidInput(f"{priors!r} is about a family; write a set such as p(x) >= 1/10")
        return chosen.at(count)
    if isinstance(priors, PriorSet):
        return priors.at(count)
    if not isinstance(priors, PriorPolytope):
        priors = Hull((_masses(priors),))
    if priors.count != count:
        raise InvalidInput(f"{priors} is of {priors.count} letters, the channel has {count}")
    return priors


def _masses(given: object) -> tuple[Fraction, ...]:
    if not isinstance(given, Prior | Iterable):
        shown = described(given)
        raise InvalidInput(f"{shown}; write a set of priors as 'p(x) >= 1/10', or masses")
    return named_masses(given)[0]
