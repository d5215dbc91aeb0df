"""Expressions as LaTeX that is wider than a page: on several rows, and in displays."""

from __future__ import annotations

from collections.abc import Sequence

import sympy

from pmlsym.closed_forms.closed_form import to_latex
from pmlsym.exposition.latex_rows import PAGE, WIDEST, fill_rows, matrix_rows, row_width

SLACK = 6
"""The characters by which a display without a number may be wider than one with a number."""


def latex_rows(expression: sympy.Basic, most: int = PAGE) -> list[str]:
    r"""A closed form in rows of LaTeX; if it is too wide, its longest maximum stands below.

    >>> a, b, c = sympy.symbols("a b c")
    >>> print(*latex_rows(sympy.log(sympy.Max(a, b + c)), most=3), sep="\n")
    \log{\left(\mathcal{M} \right)}
    \text{with }\mathcal{M} = \max\Bigl\{ a,\
    \quad b + c \Bigr\}
    """
    whole = to_latex(expression)
    extremes = {to_latex(e): e for e in expression.atoms(sympy.Max, sympy.Min)}
    if row_width(whole) <= most or not extremes:
        return [whole]
    longest = extremes[max(extremes, key=lambda text: (len(text), text))]
    name = sympy.Symbol(r"\mathcal{M}")
    sign = r"\max" if isinstance(longest, sympy.Max) else r"\min"
    parts = [to_latex(part) for part in sorted(longest.args, key=sympy.default_sort_key)]
    parts = [*(rf"{part},\ " for part in parts[:-1]), rf"{parts[-1]} \Bigr\}}"]
    parts[0] = rf"\text{{with }}\mathcal{{M}} = {sign}\Bigl\{{ {parts[0]}"
    first, *others = fill_rows(iter(parts), most)
    below = [rf"\quad {row}" for row in others]
    return [row.rstrip() for row in (to_latex(expression.xreplace({longest: name})), first, *below)]


def latex_display(
    expression: sympy.Basic,
    head: str = "",
    most: int = PAGE,
    further: Sequence[str] = (),
    label: str = "",
    left: str = "",
) -> list[str]:
    """A closed form displayed in LaTeX behind a text; as an equation if it has a `label`.

    `left` is the LaTeX of the left side. The display is smaller where a column is too narrow.
    """
    rows = latex_rows(expression, most)
    if left and row_width(f"{left}={rows[0]}") + row_width(head) <= most:
        rows = [f"{left} = {rows[0]}", *rows[1:]]
    elif left:
        rows = [left, rf"\quad = {rows[0]}", *rows[1:]]
    rows += further
    said = rf"\text{{{head}: }}" if head else ""
    body = [f"    {said}{rows[0]}"]
    if len(rows) > 1:
        aligned = " \\\\[3pt]\n    ".join(f"&{row}" for row in rows)
        body = [rf"    {said}\begin{{aligned}}[t]", f"    {aligned}", r"    \end{aligned}"]
    mark = rf"\begin{{equation}}\label{{{label}}}"
    shown = [mark, *body, r"\end{equation}"] if label else [r"\[", *body, r"\]"]
    too_wide = max(map(row_width, rows)) + row_width(head) > most + SLACK
    return [r"{\footnotesize", *shown, "}"] if too_wide else shown


def matrix_display(rows: Sequence[Sequence[sympy.Expr]], most: int = PAGE) -> list[str]:
    r"""The channel whose closed forms follow, in LaTeX: its matrix, or its rows if that is wide.

    >>> a = sympy.Symbol("a")
    >>> print(*matrix_display(sympy.Matrix([[1, 0], [a, 1 - a]]).tolist()))
    \[ W = \begin{pmatrix} 1 & 0 \\ a & 1 - a \end{pmatrix} \]
    """
    texts = [[to_latex(sympy.cancel(entry)) for entry in row] for row in rows]
    widths = [max(map(row_width, column)) + 2 for column in zip(*texts, strict=True)]
    if not texts:
        return []
    if sum(widths) <= most and len(widths) <= WIDEST:
        return [rf"\[ W = \begin{{pmatrix}} {matrix_rows(texts)} \end{{pmatrix}} \]"]
    lines = []
    for x, row in enumerate(texts, 1):
        parts = [*(rf"{entry},\ " for entry in row[:-1]), f"{row[-1]} )"]
        first, *others = fill_rows(iter([f"( {parts[0]}", *parts[1:]]), most)
        lines += [rf"W(\,\cdot\mid {x}) &= {first}", *(rf"&\quad {other}" for other in others)]
    return ["\\begin{align*}", " \\\\\n".join(lines), "\\end{align*}"]
