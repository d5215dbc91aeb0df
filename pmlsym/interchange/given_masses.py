"""What people give as a single prior: masses as text, numbers or a table, or a concrete prior."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.labels import Labels, require_labels
from pmlsym.interchange.exact_numbers import read_nested
from pmlsym.interchange.reading import table_of_masses
from pmlsym.interchange.tables import is_labelled, masses_table
from pmlsym.model.distribution import Masses, distribution
from pmlsym.model.exact_rows import masses_of
from pmlsym.model.prior import Prior


def named_masses(prior: object) -> tuple[Masses, Labels]:
    """The exact masses of a single prior that `ps.prior` reads, and what its letters are called.

    Raises InvalidInput where they are none.

    >>> named_masses({"no": 0.1, "yes": 0.9})
    ((Fraction(1, 10), Fraction(9, 10)), ('no', 'yes'))
    """
    if isinstance(prior, Prior):
        return distribution(masses_of(prior)), labels_given(prior)
    right = "masses, such as '1/4,3/4' or a list of numbers"
    several = prior if isinstance(prior, Path) else require_kind(prior, Iterable, right)
    table = table_of_masses(several)
    masses = distribution(read_nested(table.rows, 1, "the prior"))
    named = require_labels(table.inputs, len(masses), "the prior") if table.inputs else ()
    return masses, named


def labels_given(priors: object) -> tuple[str, ...]:
    """The names of the letters of masses that have some, as of a series of pandas.

    >>> labels_given({"no": "1/4", "yes": "3/4"}), labels_given("p(x) >= 1/10")
    (('no', 'yes'), ())
    """
    if isinstance(priors, Prior):
        return priors.data[0].labels[0] if priors.data and priors.data[0].labels else ()
    if isinstance(priors, Mapping) or is_labelled(priors):
        return masses_table(priors).inputs
    return ()
