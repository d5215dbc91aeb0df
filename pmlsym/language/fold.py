"""Nodes of a language, the nodes that print as text of the language, and the one way to walk them.

A claim, a quantity, a value is a tree of nodes: frozen dataclasses, each of which lists in `inner`
the fields that hold further nodes. Code that collects, replaces or renames goes by these lists and
never by the class of a node; only an interpretation proper (a reading, a level form, a text) goes
by the class.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import is_
from types import UnionType
from typing import Any, ClassVar, TypeVar

from pmlsym.language.display import show


@dataclass(frozen=True, eq=False)
class Node:
    """A node; `inner` names its fields that are nodes or tuples of nodes, in order.

    `same` names the other fields that two nodes of one class must have in common to be equal.
    """

    inner: ClassVar[tuple[str, ...]] = ()
    same: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True, eq=False)
class Written(Node):
    """A quantity or a claim, which prints as a text that reads back as the same.

    The writer knows how each node is written, and is loaded when a node is printed. LaTeX is
    printed in the same way.

    >>> from pmlsym.language.nodes import Scalar
    >>> print(Scalar("eps") + 1 <= 2)
    eps + 1 <= 2
    """

    def __str__(self) -> str:
        return show("claim_text", self)

    def __repr__(self) -> str:
        return show("claim_repr", self)

    def _repr_latex_(self) -> str:
        """The quantity's or claim's node as LaTeX for a notebook."""
        return f"$\\displaystyle {show('claim_latex', str(self))}$"


N = TypeVar("N", bound=Node)
R = TypeVar("R")


def children(node: Node) -> tuple[Any, ...]:
    """The nodes just below a node of a claim, quantity or value, in order."""
    below: list[Any] = []
    for name in node.inner:
        field = getattr(node, name)
        below += field if isinstance(field, tuple) else (field,)
    return tuple(below)


def rebuild(node: N, new: Sequence[Any]) -> N:
    """The node with other children, as many as it has; itself where they are the same objects.

    >>> from pmlsym.language.nodes import Scalar
    >>> rebuild(Scalar("a") + Scalar("b"), (Scalar("c"), Scalar("d"))).terms[0]
    c
    """
    if all(map(is_, children(node), new)):
        return node
    rest, fields = iter(new), {}
    for name in node.inner:
        old = getattr(node, name)
        fields[name] = tuple(next(rest) for _ in old) if isinstance(old, tuple) else next(rest)
    return replace(node, **fields)


def walk(node: Node) -> Iterator[Any]:
    """The node and all nodes below it, each before its children."""
    yield node
    for child in children(node):
        yield from walk(child)


def contains(node: Node, kind: type | UnionType) -> bool:
    """Whether a node of this class, or of one of several classes, is in the tree.

    >>> from pmlsym.language.nodes import Constant, Measure, Scalar
    >>> contains(Scalar("a") + 1, Constant), contains(Scalar("a") + 1, Constant | Measure)
    (True, True)
    """
    return any(isinstance(part, kind) for part in walk(node))


def fold(node: Node, rule: Callable[[Any, tuple[R, ...]], R]) -> R:
    """The result of a rule on the node and on the results for its children."""
    return rule(node, tuple(fold(child, rule) for child in children(node)))


def key(node: Node) -> Hashable:
    """A key that two nodes share iff they are built alike from the same things, whatever the text.

    >>> from pmlsym.language.nodes import Scalar
    >>> key(Scalar("a") + 1) == key(Scalar("a", "nonnegative") + 1) != key(1 + Scalar("a"))
    True
    """
    shared = tuple(getattr(node, name) for name in node.same)
    below = tuple(key(child) for child in children(node))
    return (type(node).__name__, shared, below)
