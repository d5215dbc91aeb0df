"""Families as people write them, with matrices of their own, on a domain.

z-channel                         a family by its name
[[1 - a, a], [b, 1 - b]]          0 <= a, 0 <= b, a + b <= 1
[[1 - a, a], [0, 1]] >> binary-symmetric(a=e) & z-channel(a=b)          0 <= a <= e
"""

from __future__ import annotations

from collections.abc import Sequence

from pmlsym.calculus.kind import described
from pmlsym.derive.derivation import as_mechanism
from pmlsym.derive.own.own_channel import Matrix, channel_from_sympy, channels_on
from pmlsym.derive.own.own_domain import items_of
from pmlsym.errors import InvalidInput
from pmlsym.families import family_named
from pmlsym.families.expression import MATRIX, MATRIX_SOURCE, Own, family_of_expression
from pmlsym.families.mechanism import Family, Mechanism
from pmlsym.families.one_domain import common, with_parameters
from pmlsym.families.parameter import Parameter
from pmlsym.language.expression import Rows

NAMES = ("W", "V", "U", "T", "S", "R")
"""What the matrices of a text are called, in their order."""


def family_of(text: str, domain: str | Sequence[str] = ()) -> Family:
    """The family that a text describes: a name, an expression of families, or with matrices.

    A matrix is called W in what is printed, the next one V; one that is written twice is used
    twice. The domain bounds the parameters of matrices and narrows those of families.
    Raises as `families.family_named` and `channels_on` do.

    >>> family_of("[[1-a, a], [0, 1]]", ["0 <= a", "a <= 1"]).mechanism().parameters
    (0 <= a <= 1,)
    >>> family_of("[[1-a, a], [0, 1]] >> z-channel(a=b)", "0 <= a <= b").mechanism().channel
    W >> Z
    """
    relations = items_of(domain)

    def own(matrices: Sequence[Rows], beside: Sequence[Parameter]) -> Own:
        if not matrices and not relations:
            return Own({}, lambda whole: whole)
        named: dict[str, Matrix] = {_name(k): rows for k, rows in enumerate(matrices)}
        found = channels_on(relations, named, beside)
        mechanisms = map(as_mechanism, found.channels)

        def narrowed(whole: Mechanism) -> Mechanism:
            own = [(p, found.domain.get(p.tensor, p)) for p in whole.parameters]
            return with_parameters(whole, {p.tensor: common(p, added) for p, added in own})

        return Own(dict(zip(matrices, mechanisms, strict=True)), narrowed)

    return family_of_expression(text, family_named, own)


def family_of_rows(rows: object, domain: str | Sequence[str] = ()) -> Family:
    """The family of a matrix that is given: SymPy's, or rows of expressions, numbers and text.

    Raises InvalidInput where it is none, and as `channels_on` does.

    >>> family_of_rows([["1 - a", "a"], [0, 1]], "0 <= a <= 1").mechanism().channel
    W
    """
    if isinstance(rows, str) or not (hasattr(rows, "tolist") or isinstance(rows, Sequence)):
        raise InvalidInput(f"{described(rows)}; write a family, its name, or rows of a matrix")
    channel = channel_from_sympy(rows, domain, name=NAMES[0])

    def make(**sizes: int) -> Mechanism:
        return as_mechanism(channel)

    return Family(MATRIX, MATRIX, make, MATRIX_SOURCE)


def _name(place: int) -> str:
    return NAMES[place] if place < len(NAMES) else f"W{place + 1}"
