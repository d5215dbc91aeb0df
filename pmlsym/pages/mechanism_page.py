"""A mechanism as one page of HTML that needs no other file: formulas are MathML, pictures SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

import sympy
from sympy.printing.mathml import mathml

from pmlsym.calculus.data import masses_text, printable, word
from pmlsym.numbers.number import Number
from pmlsym.numbers.number_text import decimal_text, exact_text
from pmlsym.own_data.channel_file import MeasuredChannel
from pmlsym.own_data.leakage_of_channel import measure
from pmlsym.pages.drawing import Picture
from pmlsym.pages.mechanism_findings import PLAIN, Leakage, MechanismFindings
from pmlsym.pages.mechanism_theorems import StatedGuarantee
from pmlsym.pages.verdict_text import verdict_text
from pmlsym.version import __version__

MOST_ROWS = 12
"""The most letters and outcomes of a table; a larger channel is shown as a picture alone."""

MOST_OUTCOMES = 50

LONGEST = 60
"""The most characters of an exact number; a formula of more than four times that is folded."""

_STYLE = """
body { font: 16px/1.5 Georgia, serif; color: #1a1a1a; max-width: 60rem; margin: 2rem auto;
       padding: 0 1rem; }
h1 { font-size: 1.7rem; margin-bottom: 0.2rem; } h2 { font-size: 1.25rem; margin-top: 2.2rem; }
.said { color: #555; overflow-wrap: anywhere; } .wide { overflow-x: auto; }
table { border-collapse: collapse; } td:first-child { min-width: 11rem; }
th { text-align: left; font-weight: normal; color: #555; }
td, th { padding: 0.3rem 0.9rem 0.3rem 0; border-bottom: 1px solid #ddd; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td small { color: #555; } code, pre { font: 13px/1.45 Menlo, Consolas, monospace; }
pre { background: #f6f6f4; padding: 0.8rem; overflow-x: auto; }
.figures { display: flex; flex-wrap: wrap; gap: 1.5rem; } figure { margin: 0; }
figure svg { max-width: 100%; height: auto; } figcaption { color: #555; font-size: 0.9rem; }
li { margin-bottom: 0.7rem; } summary { color: #0072B2; cursor: pointer; }
@media (max-width: 40rem) { td:first-child { min-width: 8rem; } td { overflow-wrap: anywhere; } }
@media print { details > * { display: block; } }
"""

Figures = Sequence[tuple[str, Picture]]


def mechanism_page(
    found: MechanismFindings,
    guarantees: Iterable[StatedGuarantee],
    figures: Figures,
    note: str = "",
    written: str = "",
) -> str:
    """The HTML page of a mechanism; `note` says why it has no pictures, if it has none.

    `written` says when and from which input the page was written. Everything that comes from
    outside is escaped.
    """
    parts = [
        f"<h1>{escape(found.title)}</h1>",
        f'<p class="said">Leakages and guarantees, by pmlsym {escape(__version__)}{written}.</p>',
        *_mechanism_section(found),
        *_prior_section(found),
        *_leakages_section(found),
        *_outcomes_section(found.channel),
        *_worst_section(found),
        *_guarantees_section(guarantees),
        *_figures_section(figures, note),
    ]
    head = f'<meta charset="utf-8"><title>{escape(found.title)}</title><style>{_STYLE}</style>'
    head += '<meta name="viewport" content="width=device-width, initial-scale=1">'
    body = "\n".join(parts)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>{head}</head>\n<body>\n{body}\n</body></html>\n'
    )


def _mechanism_section(found: MechanismFindings) -> Iterator[str]:
    """The lines of a mechanism's HTML page on its parameters and entries."""
    yield "<h2>The mechanism</h2>"
    if found.parameters:
        yield f"<p>{_enumeration(found.parameters)}</p>"
    rows = found.written or (found.channel.rows if found.channel else None)
    if rows is None:
        yield "<p>Its entries are written out for finite alphabets of given sizes.</p>"
    elif max(len(rows), len(rows[0])) > MOST_ROWS:
        yield f"<p>A channel of {len(rows)} letters and {len(rows[0])} outcomes.</p>"
    else:
        yield _entries_section(rows, found.channel)


def _entries_section(rows: Sequence[Sequence[object]], channel: MeasuredChannel | None) -> str:
    """The HTML table of a mechanism's entries, with values beside formulas if both are known."""
    columns = (channel.outputs if channel else ()) or [f"y{k + 1}" for k in range(len(rows[0]))]
    letters = (channel.inputs if channel else ()) or [f"x{k + 1}" for k in range(len(rows))]
    head = "".join(f"<th>{escape(printable(name))}</th>" for name in ("W(y|x)", *columns))
    lines = []
    for x, row in enumerate(rows):
        cells = []
        for y, entry in enumerate(row):
            value = f"<br><small>{channel.rows[x][y]}</small>" if channel else ""
            is_formula = isinstance(entry, sympy.Basic) and not entry.is_Rational
            cells.append(f"<td>{_mathml(entry)}{value}</td>" if is_formula else f"<td>{entry}</td>")
        lines.append(f"<tr><th>{escape(printable(letters[x]))}</th>{''.join(cells)}</tr>")
    return f'<div class="wide"><table><tr>{head}</tr>{"".join(lines)}</table></div>'


def _prior_section(found: MechanismFindings) -> Iterator[str]:
    """The lines of a mechanism's HTML page on what is assumed of the prior."""
    yield "<h2>Assumptions on the prior</h2>"
    assumed = dict.fromkeys(
        a for leakage in found.leakages if leakage.forms for a in leakage.assumptions
    )
    if found.channel is None:
        yield f"<p>The closed forms hold for {_enumeration(assumed) or 'every prior'}.</p>"
        if found.prior and any(leakage.value is not None for leakage in found.leakages):
            shown = masses_text("P", found.prior, ())
            yield f"<p>The numbers are under the prior {escape(shown)}.</p>"
        return
    if not found.channel.prior:
        yield "<p>No prior was given: the measures are those of the channel alone.</p>"
        return
    words = tuple(map(word, found.channel.inputs))
    shown = masses_text("P", found.channel.prior, words)
    yield f"<p>{escape(shown)}, {escape(found.channel.prior_from)}.</p>"
    if not all(found.channel.prior):
        yield "<p>Letters without mass are left out of every measure of P and W.</p>"
    if found.channel.inexact:
        yield "<p>Rows or prior sum to one only nearly; the numbers are for both divided by their"
        yield "sums.</p>"
    if assumed:
        yield f"<p>The closed forms hold for {_enumeration(assumed)}.</p>"


def _leakages_section(found: MechanismFindings) -> Iterator[str]:
    """The HTML table of what a mechanism leaks, numbers and closed forms."""
    has_forms = any(leakage.forms for leakage in found.leakages)
    has_values = any(leakage.value is not None for leakage in found.leakages)
    names = ["leakage", *["number", "exact"] * has_values, *["closed form"] * has_forms]
    head = "".join(f"<th>{name}</th>" for name in names)
    plain = [leakage.text for leakage in found.leakages if leakage.text in PLAIN]
    yield "<h2>What it leaks</h2>"
    yield f'<p class="said">In nats, but for the plain numbers {_enumeration(plain)}.</p>'
    yield f'<div class="wide"><table><tr>{head}</tr>'
    for leakage in found.leakages:
        text = f"<small><code>{escape(leakage.text)}</code></small>"
        cells = f"<td>{escape(leakage.meaning)}<br>{text}</td>"
        cells += _number_cell(leakage.value) if has_values else ""
        cells += f"<td>{_closed_form_cell(leakage)}</td>" if has_forms else ""
        yield f"<tr>{cells}</tr>"
    yield "</table></div>"


def _outcomes_section(channel: MeasuredChannel | None) -> Iterator[str]:
    """The HTML table of outcomes' probabilities and leakages; none where there are many."""
    if channel is None or not channel.prior or len(channel.rows[0]) > MOST_OUTCOMES:
        return
    yield "<h2>What each outcome leaks</h2>"
    yield '<div class="wide"><table><tr><th>outcome</th><th>probability</th><th></th>'
    yield "<th>PML in nats</th><th>exact</th></tr>"
    for outcome in measure(channel).outcomes:
        cells = f"<th>{escape(printable(outcome.label))}</th>{_number_cell(outcome.probability)}"
        yield f"<tr>{cells}{_number_cell(outcome.pml)}</tr>"
    yield "</table></div>"


def _worst_section(found: MechanismFindings) -> Iterator[str]:
    """The HTML table of worst leakages over the set of priors, with priors that attain them."""
    if not found.over:
        return
    names = ("leakage", "nats", "exact", "worst prior", "at")
    yield "<h2>Over a set of priors</h2>"
    within = _enumeration([found.within])
    yield f"<p>For all priors in {within}. Where no prior of the set attains a"
    yield "value, priors of the set come as near as one likes.</p>"
    yield f'<div class="wide"><table><tr>{"".join(f"<th>{name}</th>" for name in names)}</tr>'
    for bound in found.over:
        letters = ", ".join(map(str, bound.letters))
        cells = f"<td><code>{escape(bound.key)}</code></td>{_number_cell(bound.value)}"
        cells += f"<td>{escape(bound.place)}</td><td>{escape(letters)}</td>"
        yield f"<tr>{cells}</tr>"
    yield "</table></div>"


def _number_cell(value: Number | None) -> str:
    """The two HTML cells of a number: its decimals, and its exact text where that is short."""
    if value is None:
        return "<td></td><td></td>"
    exact = exact_text(value)
    shown = escape(exact) if len(exact) <= LONGEST else ""
    decimal = decimal_text(value).replace("inf", "∞").replace("-", "−")
    return f'<td class="number">{decimal}</td><td>{shown}</td>'


def _closed_form_cell(leakage: Leakage) -> str:
    """The HTML cell of a leakage's closed forms, a long one folded away."""
    lines = []
    for label, expression in leakage.forms:
        shown = _mathml(expression)
        if len(str(expression)) > 4 * LONGEST:
            shown = f"<details><summary>a long formula</summary>{shown}</details>"
        lines.append(f"{escape(label)} {shown}" if label else shown)
    return "<br>".join(lines)


def _mathml(expression: object) -> str:
    """The MathML on a page of an expression; the text of a number that is not SymPy's."""
    if not isinstance(expression, sympy.Basic):
        return escape(str(expression))
    greek = {s: sympy.Symbol("epsilon") for s in expression.free_symbols if str(s) == "eps"}
    shown = mathml(expression.xreplace(greek), printer="presentation")
    return f"<math>{shown.replace('&ExponentialE;', 'e')}</math>"


def _guarantees_section(guarantees: Iterable[StatedGuarantee]) -> Iterator[str]:
    """The HTML list of the sentences about a mechanism, each with its folded proof."""
    yield "<h2>What that means</h2>"
    yield '<p class="said">Each sentence follows from a theorem about every channel, which was'
    yield "proved when this page was written.</p>"
    yield "<ul>"
    for guarantee in guarantees:
        proof = escape(verdict_text(guarantee.question, guarantee.proof))
        yield f"<li>{escape(guarantee.words)}"
        claim = escape(str(guarantee.question))
        yield f"<details><summary>proof: <code>{claim}</code></summary><pre>{proof}</pre></details>"
        yield "</li>"
    yield "</ul>"


def _figures_section(figures: Figures, note: str) -> Iterator[str]:
    """The HTML of a mechanism's pictures with their captions, and the note on them."""
    if not figures and not note:
        return
    yield "<h2>Pictures</h2>"
    if note:
        yield f"<p>{escape(note)}</p>"
    yield '<div class="figures">'
    for caption, picture in figures:
        yield f"<figure>{picture.svg()}<figcaption>{escape(caption)}</figcaption></figure>"
    yield "</div>"


def _enumeration(words: Iterable[str]) -> str:
    """The HTML of words as code, separated by commas."""
    return ", ".join(f"<code>{escape(word)}</code>" for word in words)
