"""Subset selection: the outcome is a set of d letters, likelier if it contains the secret.

    W(x,y) = N E [x in y] + N [x not in y],     N = k / (C(k,d) (d E + k - d)),     E = exp(eps)

m(y) = sum_{x in y} p(x) is the prior mass of the reported set. Sources: [Ye, Barg 2018],
[Wang et al. 2016].
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import atom, constant
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.calculus.tensor import size as size_tensor
from pmlsym.errors import InvalidInput
from pmlsym.mechanism_families.mechanism import Mechanism, polynomial_mechanism
from pmlsym.mechanism_families.parameter import (
    DerivedSize,
    Incidence,
    at_most,
    exponent,
    integer,
    letters_of,
    quotient,
    unsized,
)


def subset_selection(k: int | None = None, d: int | None = None, eps: object = None) -> Mechanism:
    """The family's mechanism that selects d among k letters; both symbolic, or both given.

    Raises InvalidInput where d is not between 1 and k - 1.

    >>> subset_selection().channel
    subset
    """
    x, y = Index("X", "x"), Index("Y", "y")
    size, level = letters_of("X", "k", "number of letters"), exponent("eps", "LDP parameter")
    chosen = integer("d", "size of the reported set", 1)
    chosen = replace(
        chosen,
        facts=(at_most("d <= k - 1", chosen.scalar, size.scalar - 1),),
        notes=("d <= k - 1",),
    )
    inside = Tensor("B", ("X", "Y"), indicator=True)
    scale = Tensor("N", positive=True)
    odds, many = level.scalar, atom(size_tensor("Y"))
    body = atom(scale) * (1 + (odds - 1) * atom(inside, x, y))
    number = chosen.scalar if k is None or d is None else constant(d)
    whole = many * (number * odds + size.scalar - number)
    data = [level.at(), Data(scale, quotient(size.scalar, whole))]
    if k is None or d is None:
        each = quotient(many * chosen.scalar, size.scalar)
        both = quotient(many * chosen.scalar * (chosen.scalar - 1), size.scalar * (size.scalar - 1))
        sets = Incidence(
            inside, "m", _membership_rows, inside=chosen.scalar, outcomes=each, together=both
        )
        sizes = Data(size_tensor("Y"), DerivedSize(("k", "d")))
        data += [size.at(), chosen.at(), sizes, unsized(sets)]
    else:
        if not 1 <= d <= k - 1:
            raise InvalidInput(f"d = {d} is not between 1 and k - 1 = {k - 1}")
        data.append(Data(inside, _membership_rows({"k": k, "d": d})))
    names = () if k is None or d is None else _set_names(k, d)
    return polynomial_mechanism(
        body,
        (x, y),
        data,
        text="subset",
        settings={"eps": eps},
        outcome_names=names,
    )


def _membership_rows(sizes: dict[str, int]) -> tuple[tuple[int, ...], ...]:
    """The 0/1 entries that say which letter is in which set of the subset family."""
    k, d = sizes["k"], sizes["d"]
    sets = list(combinations(range(k), min(d, k)))
    return tuple(tuple(int(x in chosen) for chosen in sets) for x in range(k))


def _set_names(k: int, d: int) -> tuple[str, ...]:
    """The names of the subset family's outcomes, such as {1,3}."""
    return tuple(
        "{" + ",".join(str(x + 1) for x in chosen) + "}" for chosen in combinations(range(k), d)
    )
