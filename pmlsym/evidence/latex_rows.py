r"""Formulas in LaTeX over several rows of a display, and exact matrices, for `amsmath`.

    P(x)\,\bigl[t\,P_Y(y) - W(y\mid x)\bigr]        where that is too long:
    P(x)\,\bigl[t\,P_Y(y)
        - W(y\mid x)\bigr]

A row is as wide as a page of `article` takes. Rows begin at a sign or at a factor in brackets;
brackets of a fixed size may open on one row and close on another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pmlsym.errors import InvalidInput
from pmlsym.evidence.formula import (
    Enclosed,
    Formula,
    Plus,
    SumOver,
    Times,
    fraction_latex,
    latex,
    latex_signed,
)
from pmlsym.evidence.latex_macros import expand_macros

STRUT = r"\rule[-1ex]{0pt}{3.2ex}"
"""A strut that keeps the fractions of two rows of a table apart, and of the first from its line."""


WIDEST = 10
"""The most columns of a matrix of amsmath."""


def matrix_latex(entries: Any) -> str:
    r"""A row for a prior, a matrix for a channel, several of them for more indices.

    >>> print(matrix_latex((Fraction(1, 3), Fraction(2, 3))))
    \begin{pmatrix} \tfrac{1}{3} & \tfrac{2}{3} \end{pmatrix}
    """
    if isinstance(entries, Fraction):
        return fraction_latex(entries)
    if isinstance(entries[0], Fraction):
        return matrix_latex((entries,))
    if isinstance(entries[0][0], Fraction):
        rows = matrix_rows([[*map(fraction_latex, row)] for row in entries])
        columns = len(entries[0])
        if columns <= WIDEST:
            return rf"\begin{{pmatrix}} {rows} \end{{pmatrix}}"
        return rf"\left(\begin{{array}}{{{'c' * columns}}} {rows} \end{{array}}\right)"
    return r",\ ".join(matrix_latex(inner) for inner in entries)


def matrix_rows(entries: Sequence[Sequence[str]]) -> str:
    r"""Rows of LaTeX of a matrix, those of fractions with some space between them.

    >>> print(matrix_rows([["1", "0"], ["a", "b"]]), matrix_rows([[r"\tfrac{1}{2}"], ["1"]]))
    1 & 0 \\ a & b \tfrac{1}{2} \\[3pt] 1
    """
    rows = [" & ".join(row) for row in entries]
    return (r" \\[3pt] " if any("frac{" in row for row in rows) else r" \\ ").join(rows)


def table_latex(rows: Sequence[str], columns: Sequence[str], entries: Any) -> str:
    r"""A matrix with the names of its rows and columns, which are LaTeX.

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


PAGE = 62
"""Characters of a row: 345pt of `article`, at about 5pt each, less the number at the margin."""
COLUMN = 42
"""Characters of a row in a class of two columns, 252pt."""


@dataclass(frozen=True)
class Layout:
    """The layout of a paper: the beginning of labels, and the characters of a row.

    Without a label equations have tags, on a page where nothing else has numbers.
    """

    label: str = ""
    most: int = PAGE

    @classmethod
    def of(cls, label: str, columns: int) -> Layout:
        """The layout of a label and 1 or 2 columns. Raises InvalidInput at another of either."""
        if columns not in (1, 2):
            raise InvalidInput(f"columns is {columns!r}; write 1 or 2")
        if not re.fullmatch(r"[\w:.+/-]+", label):
            raise InvalidInput(f"the label is {label[:40]!r}; write letters, digits and : . + / -")
        return cls(label, PAGE if columns == 1 else COLUMN)


OPENING, CLOSING = r"\begingroup\allowdisplaybreaks\sloppy", r"\par\endgroup"
"""Around rows: displays may continue on the next page, and text between them may be loose."""

GROUPS = (
    (re.compile(r"\\(?:sum|min|max|log)_\{([^{}]*)\}"), r"aa\1"),
    (re.compile(r"[_^]\{([^{}]*)\}"), r"\1"),
    (re.compile(r"(?<![}c])\{([^{}]*)\}"), r"\1"),  # of no fraction
)
FRACTION = re.compile(r"\\t?frac\{([^{}]*)\}\{([^{}]*)\}")
COMMANDS = (
    (re.compile(r"\\(?:text|math(?:rm|bf|it|cal)|texttt|[bB]ig[lr]|left|right|[,;!])"), ""),
    (re.compile(r"\\(?:mid|ge|le|neq|gg|Rightarrow|q?quad|log|min|max|exp) ?|[-+=<>]"), "aaa"),
    (re.compile(r"\\[A-Za-z]+ ?|\\."), "a"),
    (re.compile(r"[{}_^ ]"), ""),
)


def row_width(row: str) -> int:
    r"""The width of a row of LaTeX, in about that many characters.

    >>> row_width(r"\sum_{x} P(x)\,W(y\mid x)"), row_width(r"\frac{e^{a} + 1}{2}")
    (15, 6)
    """
    # Patterns match innermost braces alone, so they are applied until nothing changes.
    before, row = "", expand_macros(row)
    while before != row:
        before = row
        for pattern, replacement in GROUPS:
            row = pattern.sub(replacement, row)
        row = FRACTION.sub(lambda match: max(match.groups(), key=row_width), row)
    for pattern, replacement in COMMANDS:
        row = pattern.sub(replacement, row)
    return len(row)


def formula_rows(formula: Formula, most: int = PAGE) -> list[str]:
    r"""The formula on rows of at most about `most` characters, as far as it can be broken.

    >>> from pmlsym.evidence.formula import Symbol
    >>> formula_rows(Plus(((1, Symbol("a")), (-1, Symbol("b")))), most=4)
    ['a', ' - b']
    """
    return fill_rows(_formula_pieces(formula, most), most)


def fill_rows(pieces: Iterator[str], most: int) -> list[str]:
    """The pieces joined to rows, as many on each as fit."""
    rows: list[str] = []
    for piece in pieces:
        if rows and row_width(rows[-1] + piece) <= most:
            rows[-1] += piece
        else:
            rows.append(piece)
    return [row.replace(r"\,\bigl", r"\cdot\bigl", 1) if row[:2] == r"\," else row for row in rows]


def _formula_pieces(formula: Formula, most: int) -> Iterator[str]:
    """The formula in pieces, any of which may begin a row."""
    if row_width(latex(formula)) <= most:
        yield latex(formula)
        return
    match formula:
        case Plus(terms):
            for (_, body), written in zip(terms, latex_signed(terms), strict=True):
                first, *others = _bracketed_pieces(body, most, last=True)
                whole = first + "".join(others)
                if row_width(written) <= most or not written.endswith(whole):
                    yield written
                    continue
                yield written.removesuffix(whole) + first
                yield from others
        case Times(factors):
            for k, factor in enumerate(factors):
                first, *others = _bracketed_pieces(factor, most, last=k == len(factors) - 1)
                yield (r"\," if k else "") + first
                yield from others
        case SumOver(letters, body):
            head = latex(SumOver(letters, Times(())))
            first, *others = _bracketed_pieces(body, most, last=True)
            yield head.removesuffix("1") + first
            yield from others
        case Enclosed(body, _, _, left, right) if not left.endswith("{"):  # no root
            first, *others = _formula_pieces(body, most - 2)
            *before, last = (left + first, *others)
            yield from (*before, last + right)
        case _:
            yield latex(formula)


def _bracketed_pieces(formula: Formula, most: int, *, last: bool) -> Iterator[str]:
    """The pieces of a factor, in brackets where it needs them."""
    match formula:
        case Plus():
            opening, closing = r"\bigl[", r"\bigr]"
        case SumOver() if not last:
            opening, closing = r"\Bigl(", r"\Bigr)"
        case _:
            opening = closing = ""
    pieces = list(_formula_pieces(formula, most - 2))
    pieces[0] = opening + pieces[0]
    pieces[-1] += closing
    yield from pieces
