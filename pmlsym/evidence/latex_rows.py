"""Exact matrices as LaTeX, for `amsmath`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

STRUT = r"\rule[-1ex]{0pt}{3.2ex}"
"""Keeps the fractions of two rows of a table apart, and those of the first from its line."""


def matrix_latex(entries: Any) -> str:
    r"""A row for a prior, a matrix for a channel, several of them for more indices.

    >>> print(matrix_latex((Fraction(1, 3), Fraction(2, 3))))
    \begin{pmatrix} \tfrac{1}{3} & \tfrac{2}{3} \end{pmatrix}
    """
    if isinstance(entries, Fraction):
        return fraction_latex(entries)
    if isinstance(entries[0], Fraction):
        return rf"\begin{{pmatrix}} {' & '.join(map(fraction_latex, entries))} \end{{pmatrix}}"
    if isinstance(entries[0][0], Fraction):
        rows = r" \\ ".join(" & ".join(map(fraction_latex, row)) for row in entries)
        return rf"\begin{{pmatrix}} {rows} \end{{pmatrix}}"
    return r",\ ".join(matrix_latex(inner) for inner in entries)


def table_latex(rows: Sequence[str], columns: Sequence[str], entries: Any) -> str:
    r"""A matrix with what its rows and columns are called, in words of LaTeX.

    >>> print(table_latex(["a"], ["b"], ((Fraction(1, 3),),)))
    \begin{array}{l|l} & b \\ \hline \rule[-1ex]{0pt}{3.2ex} a & \tfrac{1}{3} \end{array}
    """
    lines = [
        " & ".join((rf"{STRUT} {head}", *map(fraction_latex, row)))
        for head, row in zip(rows, entries, strict=True)
    ]
    head = " & ".join(("", *columns)).strip()
    body = r" \\ ".join(lines)
    return rf"\begin{{array}}{{l|{'l' * len(columns)}}} {head} \\ \hline {body} \end{{array}}"


def fraction_latex(value: Fraction) -> str:
    r"""A rational.

    >>> print(fraction_latex(Fraction(-1, 3)))
    -\tfrac{1}{3}
    """
    if value.denominator == 1:
        return str(value)
    sign = "-" if value < 0 else ""
    return rf"{sign}\tfrac{{{abs(value.numerator)}}}{{{value.denominator}}}"
