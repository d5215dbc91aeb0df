"""Scalars: tensors without an index, and the exponentials of scalars.

    eps  ->  the tensor eps              exp(eps)  ->  the tensor exp(eps), which is positive

A scalar keeps its name, but `delta` becomes delta', since the Kronecker delta is called delta.
The field `of` of a scalar's tensor is the name of the number.
"""

from __future__ import annotations

from pmlsym.calculus.tensor import DELTA, Role, Tensor


def scalar(name: str, domain: str = "real", *, introduced: bool = False) -> Tensor:
    """The tensor of a scalar; `domain` is "real", "nonnegative" or "probability".

    >>> scalar("eps"), scalar("delta", "probability").is_at_most_one
    (eps, True)
    """
    return Tensor(
        f"{DELTA}'" if name == DELTA else name,
        nonnegative=domain in ("nonnegative", "probability"),
        at_most_one=domain == "probability",
        role="level" if introduced else "scalar",
        of=name,
    )


def exponential(name: str, *, introduced: bool = False) -> Tensor:
    """The tensor of the exponential of a scalar.

    >>> exponential("eps"), exponential("eps").number
    (exp(eps), 'eps')
    """
    role: Role = "power" if introduced else "exponential"
    return Tensor(f"exp({name})", positive=True, role=role, of=name)
