"""The kernel with one of its conditions left out, to see which attack gets through then.

A condition is found in the text of the kernel's functions: a test that raises, a part of one, a
check that is called, something that a set or a list of needs holds. Each is left out in turn.
"""

from __future__ import annotations
import __future__

import ast
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from textwrap import dedent
from types import FunctionType
from typing import Any

from pmlsym.calculus import convex_term, sequent, substitution
from pmlsym.kernel import checker, convex_rows, convexity, introductions, rules, shown
from pmlsym.kernel.certificate import Certificate

KERNEL: tuple[FunctionType, ...] = (
    rules.check_apply,
    rules.needs_of,
    rules.shape_of,
    rules._check_parts,
    rules.check_bodies,
    shown.show,
    shown.shows,
    shown.is_plain,
    shown.refuse_constants,
    shown.states,
    shown.covers,
    introductions._check_define,
    introductions._check_indicate,
    introductions._check_choose,
    introductions._check_reciprocal,
    introductions._check_enlarge,
    introductions._declares,
    introductions._check_statement,
    introductions.check_new,
    introductions._alphabets,
    convexity.check_convexity,
    convexity.stated_by,
    convexity._perspective,
    convexity._row,
    *convex_rows.ROWS.values(),
    convex_rows._signed,
    convex_rows._positive,
    convex_rows._apart,
    checker.check,
    checker._check_steps,
    checker.available_facts,
    checker._by_name,
    checker._follow,
    checker._check_combine,
    checker._check_identity,
    checker._check_signs,
    checker._check_letters,
    checker._sign,
    checker._check_split,
    checker._check_limit,
    checker._check_limits,
    sequent.lemma,
    sequent.Rule.__post_init__,
    sequent.Rule.constants.fget,
    substitution.Substitution.__post_init__,
    substitution.Substitution.__call__,
    substitution.Substitution._changed_tensors,
    substitution.Substitution._monomial,
    substitution.Substitution._atom,
    convex_term.grows,
    convex_term.Function.grows.fget,
    convex_term.Function.__post_init__,
)  # type: ignore[assignment]


@dataclass(frozen=True)
class Dropped:
    """A function of the kernel with a part of its text left out."""

    function: FunctionType
    name: str
    tree: ast.Module

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """The kernel so for a while."""
        made: dict[str, Any] = {}
        flags = __future__.annotations.compiler_flag
        code = compile(self.tree, "<dropped>", "exec", flags, dont_inherit=True)
        exec(code, self.function.__globals__, made)
        (other,) = made.values()
        real = self.function.__code__
        self.function.__code__ = other.__code__
        try:
            yield
        finally:
            self.function.__code__ = real


def every_dropped() -> Iterator[Dropped]:
    """The kernel with each condition left out, one at a time."""
    for function in KERNEL:
        source = ast.parse(dedent(inspect.getsource(function)))
        source.body[0].decorator_list = []  # type: ignore[attr-defined]
        for part in ast.walk(source):
            if isinstance(part, ast.arg | ast.AnnAssign):
                part.annotation = ast.Constant(None)
        seen: dict[str, int] = {}
        for k, node in enumerate(ast.walk(source)):
            for change in CHANGES if isinstance(node, CHANGED) else ():
                tree = deepcopy(source)
                name = change(tree, list(ast.walk(tree))[k])
                if name:
                    full = f"{function.__module__.rpartition('.')[2]}.{function.__name__}: {name}"
                    seen[full] = seen.get(full, 0) + 1
                    full += f" ({seen[full]})" if seen[full] > 1 else ""
                    yield Dropped(function, full, ast.fix_missing_locations(tree))


def _shown(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) < 110 else text[:107] + ".."


def _never(tree: ast.AST, node: ast.AST) -> str:
    """A test that raises, or asks for one fact more, is never met."""
    if isinstance(node, ast.If):
        name = f"if {_shown(node.test)}"
        node.test = ast.Constant(False)
        return name
    return ""


def _without_call(tree: ast.AST, node: ast.AST) -> str:
    """A check that is called is not."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        name = _shown(node)
        node.value = ast.Constant(None)
        return name
    return ""


def _part(k: int) -> Callable[[ast.AST, ast.AST], str]:
    def drop(tree: ast.AST, node: ast.AST) -> str:
        """A part of an `and`, an `or`, a set, or what a name is looked for in."""
        if isinstance(node, ast.BoolOp) and k < len(node.values):
            return _without(node.values, k, node)
        if isinstance(node, ast.Set) and k < len(node.elts):
            return _without(node.elts, k, node)
        needs = isinstance(node, ast.Tuple | ast.List) and all(
            isinstance(each, ast.Tuple | ast.Starred) for each in node.elts
        )
        if needs and k < len(node.elts):
            return _without(node.elts, k, node)
        return ""

    return drop


def _without(values: list[ast.expr], k: int, node: ast.AST) -> str:
    name = f"{_shown(values[k])} in {_shown(node)}"
    if isinstance(node, ast.BoolOp):
        values[k] = ast.Constant(isinstance(node.op, ast.And))
    else:
        values[k] = ast.Starred(ast.Tuple([], ast.Load()), ast.Load())
    return name


def _looked_for(k: int) -> Callable[[ast.AST, ast.AST], str]:
    def drop(tree: ast.AST, node: ast.AST) -> str:
        if isinstance(node, ast.Compare) and isinstance(node.comparators[-1], ast.Tuple):
            elements = node.comparators[-1].elts
            if k < len(elements) and isinstance(node.ops[0], ast.In):
                name = f"{_shown(elements[k])} in {_shown(node)}"
                del elements[k]
                return name
        return ""

    return drop


def _not_added(tree: ast.AST, node: ast.AST) -> str:
    """What is added to a set is not."""
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.BitOr):
        name = _shown(node)
        node.value = ast.Name(ast.unparse(node.target), ast.Load())
        return name
    return ""


def _one_side(k: int) -> Callable[[ast.AST, ast.AST], str]:
    def drop(tree: ast.AST, node: ast.AST) -> str:
        """One side of `a if c else b`, always; one side of a union."""
        for parent in ast.walk(tree):
            for field, value in ast.iter_fields(parent):
                if value is not node:
                    continue
                if isinstance(node, ast.IfExp):
                    name = f"{'else' if k else 'then'} {_shown(node)}"
                    setattr(parent, field, node.orelse if k else node.body)
                    return name
                if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
                    name = f"{'left' if k else 'right'} out of {_shown(node)}"
                    setattr(parent, field, node.right if k else node.left)
                    return name
        return ""

    return drop


CHANGES: tuple[Callable[[ast.AST, ast.AST], str], ...] = (
    _never,
    _without_call,
    *(_part(k) for k in range(6)),
    *(_looked_for(k) for k in range(3)),
    _not_added,
    _one_side(0),
    _one_side(1),
)


CHANGED = (
    *(ast.If, ast.Expr, ast.BoolOp, ast.Set, ast.Compare, ast.AugAssign, ast.IfExp, ast.BinOp),
    *(ast.Tuple, ast.List),
)


def is_accepted(certificate: Certificate) -> bool:
    """Whether the kernel, as it is now, accepts it."""
    try:
        checker.check(certificate)
    except Exception:  # what is left out may have kept the kernel from stumbling
        return False
    return True
