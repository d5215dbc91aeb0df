r"""Formulas in LaTeX over several rows of a display, and exact matrices, for `amsmath`.

    P(x)\,\bigl[t\,P_Y(y) - W(y\mid x)\bigr]        where that is too long:
    P(x)\,\bigl[t\,P_Y(y)
        - W(y\mid x)\bigr]

A row is as wide as a page of `article` takes. Rows begin at a sign or at a factor in brackets;
brackets of a fixed size may open on one row and close on another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any

from pmlsym.errors import InvalidInput
from pmlsym.exposition.formula import (
    Enclosed,
    Formula,
    LogRatio,
    Over,
    Plus,
    PowerFormula,
    SumOver,
    Times,
    bracketed_latex,
    fraction_latex,
    in_line,
    latex,
    latex_signed,
    sized,
)
from pmlsym.exposition.latex_macros import expand_macros

STRUT = r"\rule[-1ex]{0pt}{3.2ex}"
"""A strut that keeps the fractions of two rows of a table apart, and of the first from its line."""


WIDEST = 10
"""The most columns of a matrix of amsmath."""


def matrix_latex(entries: Any) -> str:
    r"""The LaTeX of exact entries beside a proof's formulas: a row, a matrix, or several.

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
    r"""The rows of a matrix in a formula, in LaTeX, with space between rows of fractions.

    >>> print(matrix_rows([["1", "0"], ["a", "b"]]), matrix_rows([[r"\tfrac{1}{2}"], ["1"]]))
    1 & 0 \\ a & b \tfrac{1}{2} \\[3pt] 1
    """
    rows = [" & ".join(row) for row in entries]
    return (r" \\[3pt] " if any("frac{" in row for row in rows) else r" \\ ").join(rows)


def table_latex(rows: Sequence[str], columns: Sequence[str], entries: Any) -> str:
    r"""A matrix with names of its rows and columns, as a formula in LaTeX.

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
"""The characters of a row: 345pt of `article`, at about 5pt each, less the number at the margin."""
COLUMN = 40
"""The characters of a row in a class of two columns, 230pt to 252pt."""
INDENT = 3
"""The characters by which the inside of brackets is indented."""
NARROWEST = 18
"""The characters of a row in the deepest brackets: a sum over a letter, and a factor."""
SENTENCE = 12
"""The characters after which a formula in a paragraph may be broken."""


PARTS = ("all", "statement", "proof", "theorem")
"""The parts of a page of LaTeX: all with headings, one part alone, or both in environments."""


@dataclass(frozen=True)
class Layout:
    """The layout of a paper: how labels begin, how long a row is, and which part is set.

    If no label is given, equations have labels that no other proof has.
    """

    label: str = ""
    most: int = PAGE
    part: str = "all"

    @classmethod
    def of(cls, label: str | None, columns: int, part: str = "all") -> Layout:
        """The layout of a proof's numbered lines: their label, 1 or 2 columns, and one of PARTS.

        Raises InvalidInput at any other value.
        """
        if columns not in (1, 2):
            raise InvalidInput(f"columns is {columns!r}; write 1 or 2")
        if label is not None and not re.fullmatch(r"[\w:.+/-]+", label):
            raise InvalidInput(f"the label is {label[:40]!r}; write letters, digits and : . + / -")
        if part not in PARTS:
            raise InvalidInput(f"the part is {str(part)[:40]!r}; there are {', '.join(PARTS)}")
        return cls(label or "", PAGE if columns == 1 else COLUMN, part)

    def key(self, unlabelled: str) -> str:
        """The start of the labels of a proof's lines in LaTeX: a label, or a key of the page."""
        if self.label:
            return f"{self.label}:"
        digest = int(sha256(unlabelled.encode()).hexdigest(), 16) % 10**8
        return f"eq:pml:{digest:08}:"  # another page in the paper has another key


OPENING, CLOSING = r"\begingroup\allowdisplaybreaks\sloppy", r"\par\endgroup"
"""LaTeX around rows: displays may continue on the next page, and text between them may be loose."""

GROUPS = (
    (re.compile(r"\\(?:sum|min|max|log)_\{([^{}]*)\}"), r"aa\1"),
    (re.compile(r"[_^]\{([^{}]*)\}"), r"\1"),
    (re.compile(r"(?<![}c])\{([^{}]*)\}"), r"\1"),  # of no fraction
)
FRACTION = re.compile(r"\\t?frac\{([^{}]*)\}\{([^{}]*)\}")
WORDS = re.compile(r"\\text\{[^{}]*\}")
WIDE = "mid|mathbin|ge|le|neq|gg|Rightarrow|to|in|triangleright|parallel|otimes|q?quad"
COMMANDS = (
    (re.compile(r"\\(?:text|math(?:rm|bf|it|cal)|texttt|[bB]igg?[lr]|left|right|[,!])"), ""),
    (re.compile(r"\\(?:log|min|max|exp) ?"), "aaaa"),
    (re.compile(rf"\\(?:{WIDE})(?![A-Za-z]) ?|[-+=<>]"), "aaa"),
    (re.compile(r"\\[A-Za-z]+ ?|\\."), "a"),
    (re.compile(r"[{}_^ ]"), ""),
)


def row_width(row: str) -> int:
    r"""The width of a row of a formula once LaTeX sets it, in about that many characters.

    >>> row_width(r"\sum_{x} P(x)\,W(y\mid x)"), row_width(r"\frac{e^{a} + 1}{2}")
    (15, 6)
    """
    # Patterns match innermost braces alone, so they are applied until nothing changes.
    before, row = "", expand_macros(row).replace(r"\{", "(").replace(r"\}", ")")
    row = WORDS.sub(lambda words: words[0].replace(" ", "~"), row)
    while before != row:
        before = row
        for pattern, replacement in GROUPS:
            row = pattern.sub(replacement, row)
        row = FRACTION.sub(lambda match: max(match.groups(), key=row_width), row)
    for pattern, replacement in COMMANDS:
        row = pattern.sub(replacement, row)
    return len(row)


def formula_rows(formula: Formula, most: int = PAGE) -> list[str]:
    r"""The LaTeX of a formula on rows of at most about `most` characters, if it can be broken.

    A term that has to be broken has rows of its own; the inside of brackets is indented.

    >>> from pmlsym.exposition.formula import Symbol
    >>> formula_rows(Plus(((1, Symbol("a")), (-1, Symbol("b")))), most=4)
    ['a', ' - b']
    """
    return [r"\quad " * depth + row for depth, row in _indented_rows(formula, most)]


def breakable_latex(formula: Formula) -> str:
    """The LaTeX of a formula in a paragraph, which may be broken where rows would begin."""
    return r"\allowbreak ".join(sentence_rows(formula))


def sentence_rows(formula: Formula) -> list[str]:
    """The LaTeX of a formula in pieces for a paragraph; a line may begin with any of them."""
    return [in_line(row) for _, row in _indented_rows(formula, SENTENCE)]


def fill_rows(pieces: Iterator[str], most: int) -> list[str]:
    """The pieces of a proof's LaTeX joined to rows, as many on each as fit."""
    rows: list[str] = []
    for piece in pieces:
        if rows and row_width(rows[-1] + piece) <= most:
            rows[-1] += piece
        else:
            rows.append(piece)
    return rows


Rows = list[tuple[int, str]]
"""The rows of a formula, each with its depth of brackets."""


def _indented_rows(formula: Formula, most: int) -> Rows:
    """The rows of a formula's LaTeX, each with its indentation."""
    whole = latex(formula)
    if row_width(whole) <= most:
        return [(0, whole)]
    match formula:
        case Plus(terms):
            return _rows_of_sum(terms, most)
        case Times(factors):
            last = len(factors) - 1
            parts = [_bracketed_rows(each, most, last=k == last) for k, each in enumerate(factors)]
            return _side_by_side(parts, r"\,", most)
        case SumOver(letters, body):
            head = latex(SumOver(letters, Times(()))).removesuffix("1")
            return _between(head, _bracketed_rows(body, most - row_width(head), last=True), "")
        case LogRatio(top, bottom):
            ratio = top if bottom == Times(()) else Over(top, bottom)
            return _enclosed(r"\log(", ratio, most, ")")
        case Over(top, bottom):  # the factors side by side, where a fraction is too wide
            several = isinstance(bottom, Times) and len(bottom.factors) > 1
            low = Enclosed(bottom, "", "", "(", ")") if several else bottom
            sides = [_bracketed_rows(side, most, last=False) for side in (top, low)]
            return _side_by_side(sides, r"\,\big/\,", most)
        case Enclosed(body, _, _, r"\sqrt{"):
            return _enclosed("(", body, most, ")^{1/2}")
        case Enclosed(body, _, _, left, right):
            return _enclosed(left, body, most, right)
        case PowerFormula(base, exponent):
            return _enclosed("(", base, most, f")^{{{exponent}}}")
        case _:
            return [(0, whole)]


def _rows_of_sum(terms: Sequence[tuple[Fraction, Formula]], most: int) -> Rows:
    """The LaTeX rows of a formula's sum; a term longer than a row begins one, as does the next."""
    rows: Rows = []
    is_open = False
    for (_, body), written in zip(terms, latex_signed(terms), strict=True):
        fits = row_width(written) <= most
        if fits and is_open and row_width(rows[-1][1] + written) <= most:
            rows[-1] = (0, rows[-1][1] + written)
        elif fits or body == Times(()):
            rows.append((0, written))
        else:
            sign = written.removesuffix(bracketed_latex(body))
            first, *others = _bracketed_rows(body, most - INDENT, last=True)
            rows += [(first[0], sign + first[1]), *((depth + 1, row) for depth, row in others)]
        is_open = fits
    return rows


def _side_by_side(parts: Iterable[Rows], joint: str, most: int) -> Rows:
    """The rows of LaTeX of a formula's factors, one behind the other with a sign between."""
    rows: Rows = []
    for part in parts:
        (depth, first), *others = part
        if rows and row_width(rows[-1][1] + joint + first) <= most - INDENT * rows[-1][0]:
            rows[-1] = (rows[-1][0], rows[-1][1] + joint + first)
        else:
            mark = joint if joint.strip(r"\,") else r"\cdot "
            rows.append((depth, mark + first if rows else first))
        rows += others
    return rows


def _between(left: str, rows: Rows, right: str) -> Rows:
    """The rows of a formula's LaTeX, with a sign before the first and one behind the last."""
    (depth, first), *others = rows
    *before, (last_depth, last) = ((depth, left + first), *others)
    return [*before, (last_depth, last + right)]


def _enclosed(left: str, formula: Formula, most: int, right: str) -> Rows:
    """The rows of a formula's LaTeX between brackets as large as its tallest row asks for."""
    rows = _inside(formula, most)
    inner = " ".join(row for _, row in rows)
    return _between(sized(left, inner), rows, sized(right, inner))


def _inside(formula: Formula, most: int) -> Rows:
    """The rows of LaTeX inside a formula's brackets, all but the first of them indented."""
    room = max(most - INDENT, NARROWEST)
    first, *others = _indented_rows(formula, room)
    return [first, *((depth + 1, row) for depth, row in others)]


def _bracketed_rows(formula: Formula, most: int, *, last: bool) -> Rows:
    """The rows of LaTeX of a formula's factor, in brackets where it needs them."""
    whole = bracketed_latex(formula, last=last)
    if row_width(whole) <= most:
        return [(0, whole)]
    match formula:
        case Plus():
            return _enclosed("[", formula, most, "]")
        case SumOver() if not last:
            return _enclosed("(", formula, most, ")")
        case _:
            return _indented_rows(formula, most)
