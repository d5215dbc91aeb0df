"""Scalars: tensors without an index, and the exponentials of scalars.

    eps  ->  the tensor eps              exp(eps)  ->  the tensor exp(eps), which is positive

A scalar keeps its name, except that one called as the Kronecker delta is, or as a level that proofs
introduce, must not be taken for it: `delta` becomes delta', and levels avoid the names of scalars.
"""

from __future__ import annotations

from pmlsym.calculus.tensor import DELTA, Role, Tensor

_DELTA = f"{DELTA}'"


def scalar(name: str, domain: str = "real", role: Role = "") -> Tensor:
    """The tensor of a scalar; `domain` is "real", "nonnegative" or "probability".

    >>> scalar("eps"), scalar("delta", "probability").is_at_most_one
    (eps, True)
    """
    return Tensor(
        _DELTA if name == DELTA else name,
        nonnegative=domain in ("nonnegative", "probability"),
        at_most_one=domain == "probability",
        role=role,
    )


def exponential(name: str, role: Role = "") -> Tensor:
    """The tensor of the exponential of a scalar.

    >>> exponential("eps")
    exp(eps)
    """
    return Tensor(f"exp({name})", positive=True, role=role)


def scalar_name(tensor: str) -> tuple[str, bool]:
    """The scalar that a tensor of that name stands for, and whether it is its exponential.

    >>> scalar_name("exp(eps)"), scalar_name("delta'")
    (('eps', True), ('delta', False))
    """
    if tensor[:4] == "exp(" and tensor[-1:] == ")":
        return tensor[4:-1], True
    return (DELTA if tensor == _DELTA else tensor), False
