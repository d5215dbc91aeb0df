"""An exposition as text for a terminal, and as LaTeX for a paper.

The LaTeX needs plain `article` with `amsmath`; long lines are broken before a sign or a relation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from textwrap import wrap

from pmlsym.evidence.certificate import Certificate
from pmlsym.evidence.exposition import Exposition, Line, Words, expose
from pmlsym.evidence.formula import (
    Formula,
    Plus,
    escaped,
    latex,
    latex_signed,
    latex_word,
    signed,
    text,
)
from pmlsym.evidence.notation import Definition

WIDTH = 92
LONG = 60
LATEX_RELATIONS = {">=": r"\ge", ">": ">", "==": "=", "=": "="}


def proof_lines(certificate: Certificate, *, width: int = WIDTH) -> list[str]:
    """The proof as lines of text of at most that width, where letters allow it."""
    shown = expose(certificate)
    lines = list(_text_definitions(shown, width))
    for line in shown.lines:
        lines += _text_line(line, width) if isinstance(line, Line) else _text_words(line, width)
    return lines


def proof_latex(
    certificates: Iterable[Certificate],
    statement: str = "",
    *,
    cases: tuple[str, ...] = (),
    domain: tuple[str, ...] = (),
    caveat: str = "",
) -> str:
    r"""The proofs as LaTeX: paragraphs and displays, for `article` with `amsmath`.

    `domain` lists what has to hold for the statement to have a value; `caveat` stands beside the
    word Proof, each of `cases` beside its part.

    >>> print(proof_latex([]))
    \par\noindent\textbf{Proof.}
    \hfill\rule{1.2ex}{1.2ex}
    """
    head = [rf"\par\noindent\textbf{{Claim.}} \texttt{{{escaped(statement)}}}"] if statement else []
    if domain:
        where = ", ".join(rf"\texttt{{{escaped(part)}}}" for part in domain)
        head.append(rf"\par\noindent\textbf{{Domain.}} It has a value where {where}.")
    word = f"Proof, {escaped(caveat)}." if caveat else "Proof."
    body: list[str] = [*head, rf"\par\noindent\textbf{{{word}}}"]
    every = list(certificates)
    for k, certificate in enumerate(every, 1):
        if len(every) > 1:
            where = f", {escaped(cases[k - 1])}" if cases else ""
            body.append(rf"\par\noindent Part {k} of {len(every)}{where}.")
        body += _latex_blocks(expose(certificate))
    return "\n".join([*body, r"\hfill\rule{1.2ex}{1.2ex}"])


def display_latex(certificates: Iterable[Certificate]) -> str:
    """The displayed lines alone, in one `align*`, for a notebook."""
    rows = [
        row
        for certificate in certificates
        for line in expose(certificate).lines
        for row in (_latex_rows(line) if isinstance(line, Line) else _latex_sentence(line))
    ]
    return "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}" if rows else ""


def _text_definitions(shown: Exposition, width: int) -> Iterator[str]:
    named = [f"{text(level)} = {meaning}" for level, meaning in shown.levels]
    named += [f"{text(d.name)} = {text(d.body)}{_text_where(d)}" for d in shown.definitions]
    named += [f"{text(name)} {what}" for name, what in shown.arbitrary]
    line = ""
    for part in named:
        start = "where" if not line else line + ";"
        if line and len(f"{start}  {part};") > width:
            yield line + ";"
            start = "     "
        line = f"{start}  {part}"
    if line:
        yield line


def _text_line(line: Line, width: int) -> list[str]:
    indent = "  " * line.depth
    head = f"{indent}({line.number})  " if line.number else indent
    tail = f"  for all {', '.join(line.letters)}" if line.letters else ""
    sides = [(relation, formula) for relation, formula in line.chain]
    whole = "  ".join(f"{r}  {text(f)}" if r else text(f) for r, f in sides)
    ending = f"{line.relation} 0" if len(sides) == 1 else f" {line.relation}  0"
    whole = f"{head}{whole} {ending}{tail}"
    reason = f"[{line.reason}]" if line.reason else ""
    if len(whole) <= width:
        return _with_reason([whole], reason, width)
    lines: list[str] = []
    hanging = " " * (len(head) + 4)
    for relation, formula in sides:
        start = head if not relation else f"{hanging}{relation}  "
        lines += _filled(formula, start, " " * len(head) + "    ", width)
    last = f"{line.relation} 0{tail}"
    if len(sides) == 1 and len(lines[-1]) + len(last) + 1 <= width:
        lines[-1] += f" {last}"
    else:
        lines.append(f"{hanging}{last}")
    return _with_reason(lines, reason, width)


def _with_reason(lines: list[str], reason: str, width: int) -> list[str]:
    """The reason at the right of the last line, or below it."""
    if not reason:
        return lines
    if len(lines[-1]) + len(reason) + 4 <= width:
        return [*lines[:-1], f"{lines[-1]}    {reason}"]
    indent = " " * (len(lines[0]) - len(lines[0].lstrip()) + 12)
    return lines + wrap(reason, width, initial_indent=indent, subsequent_indent=indent + " ")


def _filled(formula: Formula, start: str, hanging: str, width: int) -> list[str]:
    """A formula over several lines, broken before signs, inside brackets only if it must be."""
    parts = signed(formula.terms) if isinstance(formula, Plus) else [text(formula)]
    lines, current = [], start
    for k, part in enumerate(parts):
        if k and len(current) + len(part) > width:
            lines.append(current)
            current = hanging + " " + part
        else:
            current += part
    lines.append(current)
    return [shorter for line in lines for shorter in _inside(line, hanging, width)]


def _inside(line: str, hanging: str, width: int) -> list[str]:
    """A line that is still too long, broken before the signs and brackets inside it."""
    found = []
    while len(line) > width:
        places = [
            k
            for k in range(len(hanging) + 12, width)
            if line[k : k + 3] in (" + ", " − ") or line[k : k + 2] == "·["
        ]
        if not places:
            break
        at = places[-1]
        found.append(line[:at])
        line = f"{hanging}      {line[at:].lstrip()}"
    return [*found, line]


def _text_words(line: Words, width: int) -> list[str]:
    sentence = "".join(part if isinstance(part, str) else text(part) for part in line.parts)
    indent = "  " * line.depth
    return wrap(
        sentence,
        width,
        initial_indent=indent,
        subsequent_indent=indent + "     ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _latex_blocks(shown: Exposition) -> Iterator[str]:
    named = [f"${latex(level)} = {_latex_meaning(meaning)}$" for level, meaning in shown.levels]
    named += [f"${latex(d.name)} = {latex(d.body)}${_latex_where(d)}" for d in shown.definitions]
    named += [f"${latex(name)}$ {_latex_words(what)}" for name, what in shown.arbitrary]
    if named:
        yield f"We write {', '.join(named)}."
    rows: list[str] = []
    for line in shown.lines:
        if isinstance(line, Line):
            rows += _latex_rows(line)
            continue
        yield from _display(rows)
        rows = []
        yield r"\par\noindent " + "".join(
            escaped(part) if isinstance(part, str) else f"${latex(part)}$" for part in line.parts
        )
    yield from _display(rows)


def _display(rows: list[str]) -> Iterator[str]:
    if rows:
        yield "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}"


def _latex_rows(line: Line) -> list[str]:
    """One line of a display, its reason on a row of its own where the line is long."""
    rows: list[str] = []
    for relation, formula in line.chain:
        mark = LATEX_RELATIONS[relation] if relation else ""
        parts = latex_signed(formula.terms) if isinstance(formula, Plus) else [latex(formula)]
        if not relation or len(text(formula)) <= LONG:
            parts = ["".join(parts)]
        for k, part in enumerate(parts):
            start = f"{mark} " if not k and relation else r"\quad" if k else ""
            rows.append(f"&{start}{part}" if relation else f"{part} ")
    long = len(line.chain) > 1 and len(text(line.chain[0][1])) > LONG // 2
    if len(rows) > 1 and not long:
        rows[:2] = [rows[0] + rows[1]]
    elif len(rows) > 1:
        rows[0] = "&" + rows[0]
    letters = ", ".join(map(latex_word, line.letters))
    every = rf" \quad\text{{for all }} {letters}" if letters else ""
    rows[-1] += f"{'' if '&' in rows[-1] else '&'} {LATEX_RELATIONS[line.relation]} 0{every}"
    if line.number:
        rows[-1] += rf" \tag{{{line.number}}}"
    if line.reason:
        rows.append(rf"&\qquad\text{{\small[{_in_text(_plain(line.reason))}]}}")
    return rows


def _latex_sentence(line: Words) -> list[str]:
    inner = "".join(
        rf"\text{{{escaped(part)}}}" if isinstance(part, str) else latex(part)
        for part in line.parts
    )
    return ["&" + inner]


def _text_where(definition: Definition) -> str:
    return f" where {text(definition.positive)} > 0" if definition.positive else ""


def _latex_where(definition: Definition) -> str:
    return f" where ${latex(definition.positive)} > 0$" if definition.positive else ""


def _latex_meaning(meaning: str) -> str:
    return rf"\texttt{{{escaped(meaning)}}}"


def _latex_words(words: str) -> str:
    return words.replace(">=", r"$\ge$")


def _plain(reason: str) -> str:
    """A reason without the signs that LaTeX text does not have."""
    return reason.replace("−", "-").replace("·", " ").replace("Σ", "sum").replace("≠", "!=")


def _in_text(reason: str) -> str:
    """A reason in the font of a text, where < and > print other signs."""
    signs = {"<=": r"$\le$", ">=": r"$\ge$", "<": "$<$", ">": "$>$"}
    parts = re.split("(<=|>=|<|>)", reason)
    return "".join(signs.get(part) or escaped(part) for part in parts)
