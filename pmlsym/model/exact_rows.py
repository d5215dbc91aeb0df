"""Concrete priors and channels, as objects or as text, become exact tuples of fractions.

Designs and measurements work on such tuples of `Fraction`s.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.rational_value import as_rational
from pmlsym.errors import InvalidInput
from pmlsym.linear.matrix import Matrix
from pmlsym.model.channel import Channel
from pmlsym.model.distribution import Number
from pmlsym.model.prior import Prior

Rows = Channel | Sequence[Sequence[Number]]


def masses_of(prior: Prior | str | Iterable[Number]) -> tuple[Number, ...]:
    """The masses of a concrete prior, of text such as "1/4,3/4", or of a list, not yet checked.

    >>> masses_of(Prior.from_masses(["1/4", "3/4"]))
    (Fraction(1, 4), Fraction(3, 4))
    >>> masses_of("1/4, 3/4")
    ('1/4', ' 3/4')
    """
    if isinstance(prior, Prior):
        return tuple(_flat_masses(prior.masses()))
    if isinstance(prior, str):
        return tuple(prior.split(","))
    return tuple(require_kind(prior, Iterable, "masses, such as '1/4,3/4' or a list of numbers"))


def rows_of(channel: Rows, *, name: str = "the channel") -> Matrix:
    """The rows of a concrete channel as exact tuples, with one input and one output alphabet.

    Raises InvalidInput for an entry that is not a rational.

    >>> rows_of(Channel.from_rows([["3/4", "1/4"], [0, 1]]))[1]
    (Fraction(0, 1), Fraction(1, 1))
    """
    rows = channel.matrix() if isinstance(channel, Channel) else channel
    return tuple(
        tuple(
            as_rational(entry, f"entry {k} of row {x} of {name}") for k, entry in enumerate(row, 1)
        )
        for x, row in enumerate(rows, 1)
    )


def _flat_masses(masses: object) -> Iterable[Number]:
    """The masses of a concrete prior in order. Raises InvalidInput at a symbolic one."""
    if isinstance(masses, tuple):
        for part in masses:
            yield from _flat_masses(part)
    elif isinstance(masses, Fraction | int | float):
        yield masses
    else:
        raise InvalidInput(f"the mass {masses} is symbolic; numbers are needed")
