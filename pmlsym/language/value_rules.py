"""Interpretations of values: a record with a rule for each node.

Exact numbers, floats, level forms, closed forms are interpretations. Each fills one `ValueRules`,
by keyword; a node that it cannot read is `Refused`, with words for the reader. A node that a record
does not mention is *missing*: nothing was decided, as the table of tests/language shows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, NoReturn, TypeVar

from pmlsym.errors import Unsupported
from pmlsym.language.value import Divergence, Value

R = TypeVar("R")


@dataclass(frozen=True)
class Refused:
    """The refusal of a node in the place of a rule, with the reason."""

    words: str
    error: type[Unsupported] = Unsupported

    def __call__(self, *_: Any) -> NoReturn:
        """Raises the error with the words."""
        raise self.error(self.words)


Rule = Callable[..., R] | Refused


@dataclass(frozen=True, kw_only=True)
class ValueRules(Generic[R]):
    """The rules of one interpretation; each takes a node and the arguments that `read` passes on.

    >>> from pmlsym.language.value import Larger, Log, Ratio
    >>> from pmlsym.calculus.polynomial import constant
    >>> depth = ValueRules[int](
    ...     name="depth",
    ...     ratio=lambda ratio: 0,
    ...     log=lambda log: 1 + depth.read(log.body),
    ...     larger=Refused("the depth of one value alone"),
    ... )
    >>> depth.read(Log(Ratio(constant(2))))
    1
    >>> depth.read(Larger(()))
    Traceback (most recent call last):
    pmlsym.errors.Unsupported: the depth of one value alone
    """

    name: str
    ratio: Rule[R] | None = None
    largest: Rule[R] | None = None
    smallest: Rule[R] | None = None
    total: Rule[R] | None = None
    larger: Rule[R] | None = None
    weighted: Rule[R] | None = None
    log: Rule[R] | None = None
    power: Rule[R] | None = None
    exceeds: Rule[R] | None = None
    fractional_event: Rule[R] | None = None
    excess_ratio: Rule[R] | None = None
    added: Rule[R] | None = None
    contraction: Rule[R] | None = None
    concentrated: Rule[R] | None = None
    divergence: Rule[R] | None = None

    def of(self, value: Value) -> Rule[R]:
        """The rule of a fold for this node of values; a divergence may have that of its other form.

        Raises Unsupported for a node without a rule.
        """
        rule: Rule[R] | None = getattr(self, value.rule, None)
        if rule is None and isinstance(value, Divergence):
            written = value.written
            inner = self.of(written)
            return lambda *beside: inner(*(written if arg is value else arg for arg in beside))
        if rule is None:
            raise Unsupported(f"{self.name}: no rule for {value.words}")
        return rule

    def read(self, value: Value, *beside: Any) -> R:
        """The result of an interpretation's rule for a node of values."""
        return self.of(value)(value, *beside)
