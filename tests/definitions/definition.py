"""What a word of a measure means, as a function of what it is written with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


def always(*arguments: Any) -> bool:
    """Whether a definition is computed in a moment, where it always is."""
    return True


@dataclass(frozen=True)
class Definition:
    """A function of the arguments of a word, in their order; of an outcome, its column.

    A conditional, `U | W`, is two arguments: the second mechanism, and the rows of the first. The
    result is the exponential of the measure if `is_log`, else the measure, or a `LogSum` or
    `RootSum`; a quotient by zero says that there is no value, and so does an outcome of
    probability zero unless it is allowed `at_null`. Priors and channels `of_databases` map
    tuples of entries. `fits` says of which arguments it is computed in a moment.
    """

    function: Callable[..., Any]
    is_log: bool = True
    of_databases: bool = False
    at_null: bool = True
    fits: Callable[..., bool] = always
