"""How long closed forms take, and what plain SymPy makes of the same maxima.

Run it with `python -m tests.benchmarks.derive_speed`; times are wall clock.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import product
from time import perf_counter

import sympy

from pmlsym.closed_forms import derive
from pmlsym.closed_forms.quantities import QUANTITIES
from pmlsym.errors import Unsupported
from pmlsym.mechanism_families.binary_asymmetric import binary_asymmetric
from pmlsym.mechanism_families.binary_symmetric import binary_symmetric
from pmlsym.mechanism_families.geometric import geometric
from pmlsym.mechanism_families.listed import FAMILIES
from pmlsym.mechanism_families.mechanism import Mechanism, with_uniform_prior
from pmlsym.mechanism_families.randomized_response import randomized_response
from pmlsym.mechanism_families.z_channel import z_channel

A, B, EPS = sympy.symbols("a b eps", nonnegative=True)
Matrix = list[list[sympy.Expr]]
Facts = list[sympy.Basic]


def timed(action: Callable[[], object]) -> tuple[float, object]:
    """The seconds of one run, and what it returned."""
    start = perf_counter()
    result = action()
    return perf_counter() - start, result


def say(line: str) -> None:
    """Print one line."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def response(k: int) -> Matrix:
    scale = k - 1 + sympy.exp(EPS)
    return [[(sympy.exp(EPS) if x == y else 1) / scale for y in range(k)] for x in range(k)]


def counts(n: int) -> Matrix:
    odds = sympy.exp(EPS)
    rows = []
    for x in range(n + 1):
        row = [odds ** (1 - x) / (1 + odds)]
        row += [(odds - 1) / (1 + odds) * odds ** -abs(x - y) for y in range(1, n)]
        rows.append([*row, odds ** (1 - n + x) / (1 + odds)])
    return rows


FLIP = [[1 - A, A], [A, 1 - A]]
ASYMMETRIC = [[1 - A, A], [B, 1 - B]]
FALL = [[sympy.Integer(1), sympy.Integer(0)], [A, 1 - A]]
TEN: tuple[tuple[str, Mechanism, str, Matrix, Facts], ...] = (
    ("BSC, PML", binary_symmetric(), "pml", FLIP, [A <= sympy.Rational(1, 2)]),
    ("BSC, maximal leakage", binary_symmetric(), "maxleak", FLIP, [A <= sympy.Rational(1, 2)]),
    ("BSC, capacity", binary_symmetric(), "capacity", FLIP, [A <= sympy.Rational(1, 2)]),
    ("BAC, PML", binary_asymmetric(), "pml", ASYMMETRIC, [A + B <= 1]),
    ("BAC, maximal leakage", binary_asymmetric(), "maxleak", ASYMMETRIC, [A + B <= 1]),
    ("Z, maximal leakage", z_channel(), "maxleak", FALL, [A < 1]),
    ("response k = 3, PML", randomized_response(3), "pml", response(3), [EPS >= 0]),
    ("response k = 3, maximal leakage", randomized_response(3), "maxleak", response(3), [EPS >= 0]),
    ("response k = 4, capacity", randomized_response(4), "capacity", response(4), [EPS >= 0]),
    ("geometric n = 2, maximal leakage", geometric(2), "maxleak", counts(2), [EPS >= 0]),
)


def plain_sympy(matrix: Matrix, quantity: str, facts: Facts) -> sympy.Expr:
    """Max of the ratios, simplified and refined under the same assumptions."""
    rows, columns = len(matrix), len(matrix[0])
    masses = sympy.symbols(f"p1:{rows + 1}", positive=True)
    ratios = []
    if quantity == "maxleak":
        value = sum(sympy.Max(*(matrix[x][y] for x in range(rows))) for y in range(columns))
    else:
        for x, y in product(range(rows), range(columns)):
            if quantity == "pml":
                below = sum(p * matrix[z][y] for z, p in enumerate(masses))
                ratios.append(matrix[x][y] / below)
            else:
                ratios += [matrix[x][y] / matrix[z][y] for z in range(rows) if matrix[z][y] != 0]
        value = sympy.Max(*ratios)
    return sympy.refine(sympy.simplify(value), sympy.And(*facts))


def candidates(expression: sympy.Basic) -> int:
    """How many candidates the maxima of an expression still have; 1 where none is left."""
    return sum(len(extreme.args) for extreme in expression.atoms(sympy.Max)) or 1


def compare() -> None:
    """The ten inputs side by side."""
    say("| input | pmlsym | candidates left | SymPy | candidates left |")
    say("| --- | --- | --- | --- | --- |")
    for name, mechanism, quantity, matrix, facts in TEN:
        ours, closed = timed(lambda m=mechanism, q=quantity: derive(m, q))
        theirs, plain = timed(lambda m=matrix, q=quantity, f=facts: plain_sympy(m, q, f))
        say(
            f"| {name} | {ours:.2f} s | {candidates(closed.expr)} "
            f"| {theirs:.2f} s | {candidates(plain)} |"
        )


def every_family() -> None:
    """The slowest quantity of every family."""
    say("| family | forms | slowest | seconds |")
    say("| --- | --- | --- | --- |")
    for family in FAMILIES:
        times: list[tuple[float, str]] = []
        for mechanism in [family.mechanism(), *([family.concrete()] if family.symbolic else [])]:
            for quantity in QUANTITIES:
                try:
                    seconds, _ = timed(lambda m=mechanism, q=quantity.name: derive(m, q))
                except Unsupported:
                    continue
                times.append((seconds, quantity.name))
        seconds, slowest = max(times)
        say(f"| {family.name} | {len(times)} | {slowest} | {seconds:.2f} |")


def main() -> None:
    """Print all tables."""
    derive(binary_symmetric(), "pml")  # the imports of SymPy and Z3
    say("k-ary randomised response, k symbolic:")
    for mechanism in (randomized_response(), with_uniform_prior(randomized_response())):
        for named in QUANTITIES:
            try:
                seconds, closed = timed(lambda m=mechanism, q=named.name: derive(m, q))
            except Unsupported:
                continue
            say(f"    {named.name:<12} {seconds:.3f} s   {mechanism.prior}: {closed}")
    compare()
    every_family()


if __name__ == "__main__":
    main()
