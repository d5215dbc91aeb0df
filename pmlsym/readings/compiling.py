"""Functions that numba compiles, where the extra `fast` has installed it.

Without numba they stay Python's, which is slow and what nobody calls: `has_numba` says so.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

NUMBA: Any = None
with suppress(ImportError):
    import numba

    NUMBA = numba

Function = TypeVar("Function", bound=Callable[..., Any])


def has_numba() -> bool:
    """Whether functions are compiled."""
    return NUMBA is not None


def compiled(*, in_any_order: bool = False) -> Callable[[Function], Function]:
    """Compile a function when it is first called, and keep it on the disk for later processes.

    It divides as floats do, and runs beside other threads. `in_any_order` lets sums be taken in any
    order, several terms at once. A function that calls another has to be in the same file: numba
    looks for changes there alone. Nothing is kept where numba finds no folder for it.

    >>> @compiled()
    ... def half(number):
    ...     return number / 2
    >>> half(3.0)
    1.5
    """

    def decorate(function: Any) -> Any:
        if NUMBA is None:
            return function
        options: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
        options["fastmath"] = {"reassoc", "nsz"} if in_any_order else False
        try:
            return NUMBA.njit(cache=True, **options)(function)
        except RuntimeError:
            return NUMBA.njit(**options)(function)

    return decorate
