"""An exposition as text for a terminal, and as LaTeX for a paper.

The LaTeX needs plain `article` with `amsmath`; long lines are broken before a sign or a relation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from pmlsym.evidence.certificate import Certificate
from pmlsym.evidence.exposition import Exposition, Line, Words, expose, expose_all
from pmlsym.evidence.formula import (
    Formula,
    Plus,
    escaped,
    in_text,
    latex,
    latex_word,
    signed,
    text,
)
from pmlsym.evidence.latex_rows import PAGE, row_width, rows_of
from pmlsym.evidence.notation import Definition

WIDTH = 92
INDENT = 6
"""Letters that two quads and a relation take."""
REASON = 72
"""Letters of a row of a reason, which is set in a smaller font."""
OPENING, CLOSING = r"\begingroup\allowdisplaybreaks\sloppy", r"\par\endgroup"
"""Around a proof: its displays may go on over pages, its lines of formulas may be set loosely."""
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
    \begingroup\allowdisplaybreaks\sloppy
    \par\noindent\textbf{Proof.}
    \hfill\rule{1.2ex}{1.2ex}
    \par\endgroup
    """
    head = claim_paragraphs(statement, domain)
    word = f"Proof, {in_text(caveat)}." if caveat else "Proof."
    body: list[str] = [OPENING, *head, rf"\par\noindent\textbf{{{word}}}"]
    every = list(certificates)
    for k, shown in enumerate(expose_all(every), 1):
        if len(every) > 1:
            where = f", {in_text(cases[k - 1])}" if cases else ""
            body.append(rf"\par\noindent Part {k} of {len(every)}{where}.")
        body += _latex_blocks(shown)
    return "\n".join([*body, r"\hfill\rule{1.2ex}{1.2ex}", CLOSING])


def claim_paragraphs(statement: str, domain: tuple[str, ...] = ()) -> list[str]:
    """The claim, and what has to hold for it to have a value, as paragraphs of LaTeX."""
    head = [rf"\par\noindent\textbf{{Claim.}} \texttt{{{escaped(statement)}}}"] if statement else []
    if domain:
        where = ", ".join(rf"\texttt{{{escaped(part)}}}" for part in domain)
        head.append(rf"\par\noindent\textbf{{Domain.}} It has a value where {where}.")
    return head


def display_latex(certificates: Iterable[Certificate]) -> str:
    """The displayed lines alone, in one `align*`, for a notebook."""
    rows = [
        row
        for shown in expose_all(certificates)
        for line in shown.lines
        for row in (_latex_rows(line) if isinstance(line, Line) else _latex_sentence(line))
    ]
    display = "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}" if rows else ""
    return display.replace(r"\text{\small ", r"\text{")  # pages have no sizes inside of texts


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
    named += [f"${latex(name)}$ {in_text(what)}" for name, what in shown.arbitrary]
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
            in_text(part) if isinstance(part, str) else f"${latex(part)}$" for part in line.parts
        )
    yield from _display(rows)


def _display(rows: list[str]) -> Iterator[str]:
    if rows:
        yield "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}"


def _latex_rows(line: Line) -> list[str]:
    """One line of a display, from its left edge, broken where it is long; then its reason."""
    rows: list[str] = []
    for relation, formula in line.chain:
        mark = f"{LATEX_RELATIONS[relation]} " if relation else ""
        first, *others = rows_of(formula, PAGE - INDENT * bool(relation))
        rows.append(rf"&\quad {mark}{first}" if relation else f"&{first}")
        rows += [rf"&\qquad {other}" for other in others]
    letters = ", ".join(map(latex_word, line.letters))
    every = rf"\quad\text{{for all }} {letters}" if letters else ""
    ending = f" {LATEX_RELATIONS[line.relation]} 0{every}"
    if row_width(rows[-1]) + row_width(ending) <= PAGE:
        rows[-1] += ending
    else:
        rows.append(rf"&\qquad{ending}")
    if line.number:
        rows[-1] += rf" \tag{{{line.number}}}"
    if line.reason:
        said = wrap(f"[{_plain(line.reason)}]", REASON)
        rows += [rf"&\qquad\text{{\small {in_text(part)}}}" for part in said]
    return rows


def _latex_sentence(line: Words) -> list[str]:
    inner = "".join(
        rf"\text{{{in_text(part)}}}" if isinstance(part, str) else latex(part)
        for part in line.parts
    )
    return ["&" + inner]


def _text_where(definition: Definition) -> str:
    return f" where {text(definition.positive)} > 0" if definition.positive else ""


def _latex_where(definition: Definition) -> str:
    return f" where ${latex(definition.positive)} > 0$" if definition.positive else ""


def _latex_meaning(meaning: str) -> str:
    return rf"\texttt{{{escaped(meaning)}}}"


def _plain(reason: str) -> str:
    """A reason without the signs that LaTeX text does not have."""
    return reason.replace("−", "-").replace("·", " ").replace("Σ", "sum").replace("≠", "!=")
