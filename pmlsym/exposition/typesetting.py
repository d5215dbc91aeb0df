"""An exposition as text for a terminal, and as LaTeX for a paper.

The LaTeX needs plain `article` with `amsmath`; long lines are broken before a sign or a relation.
In a paper the lines of a proof are numbered with the equations around them, under labels of their
own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from pmlsym.exposition.claim_latex import claim_macros, claim_rows, mixed_latex, mixed_words
from pmlsym.exposition.exposition import Exposition, Line, Reason, Words, expose_parts
from pmlsym.exposition.formula import (
    Formula,
    Plus,
    in_line,
    in_short,
    latex,
    latex_word,
    paragraph_latex,
    signed,
    text,
)
from pmlsym.exposition.latex_macros import macro_definitions
from pmlsym.exposition.latex_rows import (
    CLOSING,
    OPENING,
    PAGE,
    Layout,
    breakable_latex,
    fill_rows,
    formula_rows,
    row_width,
    sentence_rows,
)
from pmlsym.exposition.notation import Definition
from pmlsym.exposition.row_reasons import FORMULA_MARK
from pmlsym.kernel.certificate import Certificate

WIDTH = 92
INDENT = 6
"""The width in characters of two quads and a relation."""
REASON = 72
"""The characters of a row of a reason, which is set in a smaller font."""
REFERENCE = 5
"""The characters of a reference: lines are numbered with the equations of a paper, (123)."""
PAPER = Layout()
RELATIONS = {"<=", ">=", "==", "<", ">"}
LATEX_RELATIONS = {">=": r"\ge", ">": ">", "==": "=", "=": "="}


@dataclass(frozen=True)
class _Numbering:
    """How lines are numbered: with the equations of a paper, under labels that begin with `key`.

    Without a key lines have tags, for a page on which nothing else is numbered. `most` is the
    number of characters of a row.
    """

    key: str = ""
    most: int = PAGE

    def mark(self, number: int) -> str:
        """The label or tag, in LaTeX, of a numbered line."""
        return rf"\label{{{self.key}{number}}}" if self.key else rf"\tag{{{number}}}"

    def reference(self, number: int) -> str:
        """The LaTeX by which a reason refers to a numbered line."""
        return rf"\eqref{{{self.key}{number}}}" if self.key else f"({number})"

    def said(self, part: str | int) -> str:
        """The words of a reason or a sentence in LaTeX, or the number of a line."""
        return mixed_latex(part) if isinstance(part, str) else self.reference(part)

    def opening(self, number: int) -> str:
        """The LaTeX of the number that stands before a sentence."""
        return rf"\refstepcounter{{equation}}{self.mark(number)}(\theequation)\ "

    def display(self, rows: Sequence[str]) -> Iterator[str]:
        """The rows of a proof's LaTeX as a display, if there are any."""
        name = "align" if any(r"\label{" in row for row in rows) else "align*"
        if name == "align":
            rows = [row if r"\label{" in row else rf"{row} \notag" for row in rows]
        if rows:
            yield f"\\begin{{{name}}}\n" + " \\\\\n".join(rows) + f"\n\\end{{{name}}}"


def proof_lines(exposition: Exposition, *, width: int = WIDTH) -> list[str]:
    """The numbered lines of a certificate as text of at most that width, if they can be broken."""
    lines = list(_definition_lines(exposition, width))
    for line in exposition.lines:
        lines += (
            _formula_lines(line, width) if isinstance(line, Line) else _sentence_lines(line, width)
        )
    for lemma in exposition.lemmas:
        lines += _sentence_lines(Words((lemma.head,)), width)
        lines += proof_lines(lemma.proof, width=width)
    return lines


def claim_paragraphs(
    statement: str, scope: str = "", domain: tuple[str, ...] = (), most: int = PAGE
) -> Iterator[str]:
    """The LaTeX above a certificate's numbered lines: the claim, the proof's scope, its domain."""
    yield from statement_paragraphs("Claim.", statement, most)
    if scope:
        yield rf"\par\noindent\textbf{{Scope.}} {mixed_latex(scope)}."
    if domain:
        where = ", ".join(map(mixed_latex, domain))
        yield rf"\par\noindent\textbf{{Domain.}} It has a value where {where}."


def statement_paragraphs(
    head: str, statement: str, most: int = PAGE, joined: str = ""
) -> Iterator[str]:
    """The LaTeX of a claim or lemma that is proved, behind a bold word: its formula, or its words.

    Remarks on the claim and its names, each of which follows two blanks, stay words; so does a
    statement that the language cannot express.
    """
    claim, *words = statement.split("  ")
    heading = [rf"\par\noindent\textbf{{{head}}}{joined}"] if head else []
    if not RELATIONS & set(claim.split()) and "(" not in claim:
        yield " ".join((*heading, f"{mixed_latex(statement)}."))
        return
    remark = ", ".join(map(mixed_latex, words))
    formula = claim_macros(claim)
    if row_width(formula) + len(head) <= most:
        said = f", {remark}" if remark else ""
        yield " ".join((*heading, f"${formula}${said}."))
        return
    rows = " \\\\\n".join(f"&{row}" for row in claim_rows(claim, most))
    yield from heading
    yield f"\\begin{{align*}}\n{rows}\n\\end{{align*}}"
    if remark:
        yield rf"\noindent {remark}."


def proof_latex(
    certificates: Iterable[Certificate],
    *,
    cases: tuple[str, ...] = (),
    caveat: str = "",
    layout: Layout = PAPER,
) -> list[str]:
    r"""The LaTeX of proofs, paragraphs and displays, for `article` with `amsmath`.

    `caveat` is printed after the word Proof, each of `cases` after the number of its part.

    >>> for paragraph in proof_latex([]): print(paragraph)
    \par\noindent\textbf{Proof.}
    \hfill\rule{1.2ex}{1.2ex}
    """
    word = f"Proof, {paragraph_latex(caveat)}." if caveat else "Proof."
    body = proof_body_latex(certificates, cases=cases, layout=layout)
    return [rf"\par\noindent\textbf{{{word}}}", *body, r"\hfill\rule{1.2ex}{1.2ex}"]


def proof_body_latex(
    certificates: Iterable[Certificate], *, cases: tuple[str, ...] = (), layout: Layout = PAPER
) -> list[str]:
    """The LaTeX of certificates' numbered lines, without the heading and the end of a proof."""
    every = tuple(certificates)
    key = layout.key("\n".join(_latex_of_parts(every, cases, _Numbering())))
    return list(_latex_of_parts(every, cases, _Numbering(key, layout.most)))


def _latex_of_parts(
    certificates: Sequence[Certificate], cases: tuple[str, ...], numbering: _Numbering
) -> Iterator[str]:
    """The LaTeX of certificates: definitions and numbered lines, a part for each of them."""
    for k, exposition in enumerate(expose_parts(certificates), 1):
        what = "the claim"
        if len(certificates) > 1:
            where, what = f", {mixed_latex(cases[k - 1])}" if cases else "", f"part {k}"
            yield rf"\par\noindent Part {k} of {len(certificates)}{where}."
        is_absurd = not certificates[k - 1].sequent.goal.tensors
        end = f"This is absurd, which proves {what}." if is_absurd else f"This is {what}."
        yield from _paragraphs_and_displays(exposition, numbering, end)


def page_latex(paragraphs: Iterable[str]) -> str:
    """The paragraphs around formulas as one LaTeX group, with the macros of their notation."""
    body = "\n".join(paragraphs)
    return "\n".join([OPENING, *macro_definitions(body), body, CLOSING])


def display_rows(certificates: Iterable[Certificate]) -> Iterator[str]:
    """The LaTeX rows of certificates' definitions and numbered lines, for a notebook."""
    tags = _Numbering()
    for exposition in expose_parts(certificates):
        yield from _rows_of_part(exposition, tags)


def _rows_of_part(exposition: Exposition, tags: _Numbering) -> Iterator[str]:
    """The LaTeX rows of one certificate's definitions, numbered lines and lemmas."""
    named = [
        formula + (rf"\text{{{words}}}" if words else "")
        for formula, words in _named_formulas(exposition)
    ]
    for k, row in enumerate(fill_rows(iter(separate_by_commas(named)), PAGE) if named else ()):
        yield rf"&\text{{where }}{row}" if k == 0 else rf"&\quad {row}"
    for line in exposition.lines:
        rows = _formula_rows(line, tags) if isinstance(line, Line) else _sentence_rows(line, tags)
        # pages of notebooks have no font sizes inside texts
        yield from (row.replace(r"\text{\small ", r"\text{") for row in rows)
    for lemma in exposition.lemmas:
        yield from _sentence_rows(Words((lemma.head,)), tags)
        yield from _rows_of_part(lemma.proof, tags)


def separate_by_commas(formulas: Sequence[str]) -> list[str]:
    """The LaTeX formulas in a sentence of a proof, each but the last with a comma behind it."""
    return [*(rf"{formula},\ " for formula in formulas[:-1]), *formulas[-1:]]


def _definition_lines(exposition: Exposition, width: int) -> Iterator[str]:
    """The definitions above a certificate's numbered lines, "where t = .."."""
    named = [f"{text(level)} = {meaning}" for level, meaning in exposition.levels]
    named += [f"{text(d.name)} = {text(d.body)}{_where_text(d)}" for d in exposition.definitions]
    named += [f"{text(name)} {what}" for name, what in exposition.arbitrary]
    line = ""
    for part in named:
        start = "where" if not line else line + ";"
        if line and len(f"{start}  {part};") > width:
            yield line + ";"
            start = "     "
        line = f"{start}  {part}"
    if line:
        yield line


def _formula_lines(line: Line, width: int) -> list[str]:
    """One of a certificate's numbered lines as text: its formula, then its reason."""
    indent = "  " * line.depth
    head = f"{indent}({line.number})  " if line.number else indent
    tail = f"  for all {', '.join(in_short(line.letters))}" if line.letters else ""
    sides = [(relation, formula) for relation, formula in line.chain]
    whole = "  ".join(f"{r}  {text(f)}" if r else text(f) for r, f in sides)
    ending = f"{line.relation} 0" if len(sides) == 1 else f" {line.relation}  0"
    whole = f"{head}{whole} {ending}{tail}"
    reason = f"[{_parts_text(line.reason)}]" if line.reason else ""
    if len(whole) <= width:
        return _with_reason([whole], reason, width)
    lines: list[str] = []
    hanging = " " * (len(head) + 4)
    for relation, formula in sides:
        start = head if not relation else f"{hanging}{relation}  "
        lines += _broken_before_signs(formula, start, " " * len(head) + "    ", width)
    last = f"{line.relation} 0{tail}"
    if len(sides) == 1 and len(lines[-1]) + len(last) + 1 <= width:
        lines[-1] += f" {last}"
    else:
        lines.append(f"{hanging}{last}")
    return _with_reason(lines, reason, width)


def _with_reason(lines: list[str], reason: str, width: int) -> list[str]:
    """The text of a certificate's line with its reason, which stands at the right or below."""
    if not reason:
        return lines
    if len(lines[-1]) + len(reason) + 4 <= width:
        return [*lines[:-1], f"{lines[-1]}    {reason}"]
    indent = " " * (len(lines[0]) - len(lines[0].lstrip()) + 12)
    return lines + wrap(reason, width, initial_indent=indent, subsequent_indent=indent + " ")


def _broken_before_signs(formula: Formula, start: str, hanging: str, width: int) -> list[str]:
    """A formula of a certificate's line, broken before its signs, in brackets if it must be."""
    parts = signed(formula.terms) if isinstance(formula, Plus) else [text(formula)]
    lines, current = [], start
    for k, part in enumerate(parts):
        if k and len(current) + len(part) > width:
            lines.append(current)
            current = hanging + " " + part
        else:
            current += part
    lines.append(current)
    return [shorter for line in lines for shorter in _broken_inside(line, hanging, width)]


def _broken_inside(line: str, hanging: str, width: int) -> list[str]:
    """A row of a certificate's formula that is too long, broken before signs and brackets."""
    lines = []
    while len(line) > width:
        places = [
            k
            for k in range(len(hanging) + 12, width)
            if line[k : k + 3] in (" + ", " − ") or line[k : k + 2] == "·["
        ]
        if not places:
            break
        at = places[-1]
        lines.append(line[:at])
        line = f"{hanging}      {line[at:].lstrip()}"
    return [*lines, line]


def _sentence_lines(line: Words, width: int) -> list[str]:
    """A sentence among a certificate's numbered lines, as text."""
    head = f"({line.number})  " if line.number else ""
    sentence = head + _parts_text(line.parts)
    indent = "  " * line.depth
    return wrap(
        sentence,
        width,
        initial_indent=indent,
        subsequent_indent=indent + "     ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _parts_text(parts: Iterable[str | int | Formula]) -> str:
    """The parts of a written proof's sentence or reason as text."""
    return "".join(
        part.replace(FORMULA_MARK, "")
        if isinstance(part, str)
        else f"({part})"
        if isinstance(part, int)
        else text(part)
        for part in parts
    )


def _paragraphs_and_displays(
    exposition: Exposition, numbering: _Numbering, end: str
) -> Iterator[str]:
    """The LaTeX of one certificate: definitions, numbered lines, a last sentence, then lemmas."""
    named = ", ".join(
        f"${formula}${words}" for formula, words in _named_formulas(exposition, breakable_latex)
    )
    if named:
        yield f"We write {named}."
    rows: list[str] = []
    for line in exposition.lines:
        if isinstance(line, Line):
            rows += _formula_rows(line, numbering)
            continue
        yield from numbering.display(rows)
        rows = []
        head = numbering.opening(line.number) if line.number else ""
        parts = (
            numbering.said(part) if isinstance(part, str | int) else f"${breakable_latex(part)}$"
            for part in line.parts
        )
        yield rf"\par\noindent {head}{''.join(parts)}"
    yield from numbering.display(rows)
    yield end
    for lemma in exposition.lemmas:
        yield from statement_paragraphs(f"Lemma {lemma.number}.", lemma.name, numbering.most)
        yield from _paragraphs_and_displays(lemma.proof, numbering, "This is the lemma.")


def _named_formulas(
    exposition: Exposition, written: Callable[[Formula], str] = latex
) -> Iterator[tuple[str, str]]:
    """The definitions that a certificate's numbered lines use: formulas, with words about each."""
    for level, meaning in exposition.levels:
        yield rf"{latex(level)} = {claim_macros(meaning)}", ""
    for d in exposition.definitions:
        where = f" where ${latex(d.positive)} > 0$" if d.positive else ""
        yield f"{latex(d.name)} = {written(d.body)}", where
    for name, what in exposition.arbitrary:
        yield latex(name), f" {mixed_latex(what)}"


def _formula_rows(line: Line, numbering: _Numbering) -> list[str]:
    """The LaTeX rows of a proof's displayed line, broken where it is long; then its reason."""
    rows: list[str] = []
    for relation, formula in line.chain:
        mark = f"{LATEX_RELATIONS[relation]} " if relation else ""
        first, *others = formula_rows(formula, numbering.most - INDENT * bool(relation))
        rows.append(rf"&\quad {mark}{first}" if relation else f"&{first}")
        rows += [rf"&\qquad {other}" for other in others]
    letters = ", ".join(map(latex_word, in_short(line.letters)))
    quantifier = rf"\quad\text{{for all }} {letters}" if letters else ""
    ending = f" {LATEX_RELATIONS[line.relation]} 0{quantifier}"
    if row_width(rows[-1]) + row_width(ending) <= numbering.most:
        rows[-1] += ending
    else:
        rows.append(rf"&\qquad{ending}")
    if line.number:
        rows[-1] += f" {numbering.mark(line.number)}"
    reason_rows = _reason_rows(line.reason, numbering) if line.reason else ()
    return rows + [rf"&\qquad\text{{\small {row}}}" for row in reason_rows]


def _reason_rows(reason: Reason, numbering: _Numbering) -> list[str]:
    """The LaTeX of the reason beside a certificate's line, on rows filled by their width."""
    rows: list[str] = []
    most = REASON * numbering.most // PAGE
    seen = most + 1
    for word, length in _reason_words(reason, numbering, most):
        if seen + length > most:
            rows, seen = [*rows, word], length
        else:
            rows, seen = [*rows[:-1], f"{rows[-1]}{word}"], seen + length
    return rows


def _reason_words(reason: Reason, numbering: _Numbering, most: int) -> list[tuple[str, int]]:
    """The LaTeX of each word of a proof's reason, with its number of printed characters."""
    words = [("[", 1)]
    for part in (*reason, "]"):
        match part:
            case int():
                part_words: Iterable[tuple[str, int]] = [(numbering.reference(part), REFERENCE)]
            case str():
                part_words = _marked_words(part, most // 2)
            case _:
                part_words = _formula_words(part, most // 2)
        for word, length in part_words:
            if words[-1][0].endswith(" "):
                words.append((word, length))
            else:  # a line ends only at a blank
                words[-1] = (words[-1][0] + word, words[-1][1] + length)
    return words


def _marked_words(words: str, most: int) -> Iterator[tuple[str, int]]:
    """The LaTeX words of a proof's reason; those marked as formulas are formulas already."""
    for k, part in enumerate(words.split(FORMULA_MARK)):
        if k % 2:
            formula = claim_macros(part.replace("−", "-").replace("·", "*"))
            yield f"${formula}$", row_width(formula)
        else:
            yield from mixed_words(_ascii_reason(part), most)


def _formula_words(formula: Formula, most: int) -> Iterator[tuple[str, int]]:
    """The LaTeX of a reason's formula as one word, with its width; a wide one is several."""
    whole = in_line(latex(formula))
    if row_width(whole) <= most:
        yield f"${whole}$", row_width(whole)
        return
    *others, last = sentence_rows(formula)
    yield from ((f"${row}$ ", row_width(row) + 1) for row in others)
    yield f"${last}$", row_width(last)


def _sentence_rows(line: Words, numbering: _Numbering) -> list[str]:
    """The LaTeX rows of a sentence among a certificate's displayed lines."""
    parts = (f"({line.number})  ", *line.parts) if line.number else line.parts
    pieces: list[str] = []
    for part in parts:
        piece = rf"\text{{{numbering.said(part)}}}" if isinstance(part, str | int) else latex(part)
        if pieces and isinstance(part, str) and part[:1] in tuple(" ,;."):
            pieces[-1] += piece  # a row never begins with such a sign
        else:
            pieces.append(piece)
    first, *others = fill_rows(iter(pieces), numbering.most)
    return [f"&{first}", *(rf"&\quad {row}" for row in others)]


def _where_text(definition: Definition) -> str:
    """The text "where .. > 0" of the condition of a proof's definition."""
    return f" where {text(definition.positive)} > 0" if definition.positive else ""


def _ascii_reason(reason: str) -> str:
    """The reason of a certificate's line without the signs that LaTeX text does not have."""
    return reason.replace("−", "-").replace("·", " ").replace("Σ", "sum").replace("≠", "!=")
