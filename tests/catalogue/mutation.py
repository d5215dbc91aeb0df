"""Perturbed checks: one number, sign, extreme or bound of a check, or of what it calls, is wrong.

A check that passes whatever is put into it says nothing. A mutant has one edit, in the check or in
a function of its file that it calls:

    a number      k -> k + 1           a sum         a + b <-> a - b
    a product     a * b <-> a / b      an extreme    min <-> max, any <-> all
    a value       a == b -> a == b + 1, or a == what nothing equals
    a bound       a < b -> a < b / 2, a < 2 b

No comparison is turned, as that always fails; texts are left alone, and so are numbers that say how
much is drawn. A mutant is found where it is refuted; one that breaks down shows nothing.
"""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from fractions import Fraction
from functools import partial
from typing import Any

from pmlsym.numbers.number import Number
from pmlsym.papers.finding import REFUTED
from proofs.papers.checked import SampledPart

SWAPPED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult}
EXTREMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
OTHER = "_other_value"
DRAWING = ("draw", "choice", "randint", "randrange", "sample", "Fails")
SECONDS = 30.0


def survivors(part: SampledPart, *, most: int = 40) -> tuple[int, bool]:
    """How many mutants were tried, and whether one of them was found to be wrong."""
    tried = 0
    for mutant in mutants(part.check):
        if tried >= most:
            break
        tried += 1
        changed = SampledPart(part.text, mutant, part.trials, part.least, part.cases)
        with suppress(Exception):  # nothing is said by a mutant that breaks down
            if changed.find(effort=SECONDS, seed=0).status == REFUTED:
                return tried, True
    return tried, False


def mutants(check: Any) -> Iterator[Any]:
    """The check with one edit in its own code, or in that of a function of its file it calls."""
    plain = getattr(check, "__wrapped__", check)
    if isinstance(check, partial):
        plain = check.func
    for name, function in _reached(plain).items():
        source = ast.parse(inspect.cleandoc("\n" + inspect.getsource(function)))
        sites = len(list(_edits(source.body[0])))
        for place in range(sites):
            tree = deepcopy(source)
            list(_edits(tree.body[0]))[place]()
            ast.fix_missing_locations(tree)
            space = {**function.__globals__, OTHER: other_value}
            exec(compile(tree, function.__code__.co_filename, "exec"), space)  # our own code
            if function is plain:
                yield _again(check, space[name])
            else:
                yield _again(check, _rebound(plain, {**plain.__globals__, name: space[name]}))


def _again(check: Any, function: Any) -> Any:
    return (
        partial(function, *check.args, **check.keywords) if isinstance(check, partial) else function
    )


def _rebound(function: Any, space: dict[str, Any]) -> Any:
    """The function, and all of its file that it calls, in another name space."""
    for name, other in _reached(function).items():
        if space.get(name) is other and other is not function:
            space[name] = types.FunctionType(
                other.__code__, space, name, other.__defaults__, other.__closure__
            )
            space[name].__kwdefaults__ = other.__kwdefaults__
    new = types.FunctionType(
        function.__code__, space, function.__name__, function.__defaults__, function.__closure__
    )
    new.__kwdefaults__ = function.__kwdefaults__
    return new


def _reached(function: Any) -> dict[str, Any]:
    """The function and those of its file that it calls, directly or not; no lambdas."""
    found: dict[str, Any] = {}
    waiting = [function]
    while waiting:
        one = waiting.pop()
        if one.__name__ != "<lambda>":
            found[one.__name__] = one
        for name in one.__code__.co_names:
            other = function.__globals__.get(name)
            is_own = isinstance(other, types.FunctionType) and other.__module__ == one.__module__
            if is_own and name not in found and not hasattr(other, "__wrapped__"):
                waiting.append(other)
    return found


def _edits(tree: ast.AST) -> Iterator[Any]:
    """An edit for each place, to be called on the tree itself."""
    for node in _counted(tree):
        if isinstance(node, ast.BinOp) and type(node.op) in SWAPPED:
            yield partial(setattr, node, "op", SWAPPED[type(node.op)]())
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield partial(setattr, node, "value", node.value + 1)
        elif isinstance(node, ast.Name) and node.id in EXTREMES:
            yield partial(setattr, node, "id", EXTREMES[node.id])
        elif isinstance(node, ast.Compare):
            yield from _other_bounds(node)


def _other_bounds(node: ast.Compare) -> Iterator[Any]:
    for place, (order, bound) in enumerate(zip(node.ops, node.comparators, strict=True)):
        others: list[ast.expr] = []
        if isinstance(order, ast.Eq | ast.NotEq):
            others = [ast.Call(ast.Name(OTHER, ast.Load()), [bound], [])]
        elif isinstance(order, ast.Gt | ast.GtE | ast.Lt | ast.LtE):
            others = [ast.BinOp(bound, op, ast.Constant(2)) for op in (ast.Div(), ast.Mult())]
        for other in others:
            yield partial(node.comparators.__setitem__, place, other)


def other_value(value: Any) -> Any:
    """Another number or truth value; of anything else, what is equal to nothing."""
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, Fraction | int | Number) else object()


def _counted(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes, without texts and without what says how much is drawn."""
    if isinstance(tree, ast.JoinedStr | ast.arguments):
        return
    if isinstance(tree, ast.Call):
        called = ast.unparse(tree.func)
        if any(word in called for word in DRAWING):
            return
    yield tree
    for child in ast.iter_child_nodes(tree):
        yield from _counted(child)
