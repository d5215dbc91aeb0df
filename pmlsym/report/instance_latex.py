r"""Instances, sides and worst priors as LaTeX, for `amsmath`.

instance_rows     P &= \begin{pmatrix} .. \end{pmatrix}, a row of an `align*` for each name
given_rows        the same of what a claim gives by its entries
bound_sentence    Largest pml(P, W) = log 5/2, attained at P(young) = 1/10, ..
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from pmlsym.claims.subjects import subjects
from pmlsym.claims.unit import sides_in_nats
from pmlsym.evidence.formula import latex_word
from pmlsym.evidence.latex_rows import filled, fraction_latex, matrix_latex, table_latex
from pmlsym.evidence.prior_bounds import PriorBound
from pmlsym.evidence.typesetting import commaed
from pmlsym.evidence.verdict import Refuted
from pmlsym.language.nodes import Claim
from pmlsym.report.claim_latex import claim_latex, letter_latex
from pmlsym.report.instance_text import Called
from pmlsym.report.number_text import number_latex
from pmlsym.report.verdict_text import side_names


def instance_rows(verdict: Refuted, *, bits: bool = False) -> Iterator[str]:
    """The rows of the display: an entry, a number, a letter or a side each."""
    instance = verdict.instance
    called = Called.by(verdict.claim if isinstance(verdict.claim, Claim) else None)
    for name, entries in sorted(instance.tensors.items()):
        yield from _tensor_rows(name, entries, called.heads(name, entries))
    for name, value in sorted(instance.scalars.items()):
        yield rf"{latex_word(name)} &= {number_latex(value)}"
    for name, k in sorted(instance.outcomes.items()):
        label = called.label(name, k)
        yield rf"{latex_word(name)} &= {letter_latex(label) if label else k + 1}"
    names = side_names(verdict.claim)
    in_nats = isinstance(verdict.claim, Claim) and sides_in_nats(verdict.claim)
    for k, found in enumerate((verdict.left, verdict.right)):
        if found is not None:
            side = claim_latex(names[k]) if names else rf"\text{{{('left', 'right')[k]} side}}"
            yield rf"{side} &= {number_latex(found, bits=bits and in_nats)}"


def given_rows(claim: Claim) -> Iterator[str]:
    """The entries of the claim's own priors and channels, as rows of the display."""
    called = Called.by(claim)
    for data in subjects(claim).data:
        name = data.tensor.name
        yield from _tensor_rows(name, data.entries, called.heads(name, data.entries))


def bound_sentence(bound: PriorBound, *, bits: bool = False) -> str:
    """A worst value, whether and where it is attained, in a paragraph."""
    parts = [f"{words}${formula}$" for words, formula in _pieces(bound, bits)]
    return f"{parts[0][0].upper()}{', '.join(parts)[1:]}."


def bound_rows(bound: PriorBound, most: int) -> list[str]:
    """The same on rows of a display, of about so many letters."""
    pieces = [
        (rf"\text{{{words}}}" if words else "") + formula for words, formula in _pieces(bound)
    ]
    first, *others = filled(iter(commaed(pieces)), most)
    return [f"&{first}", *(rf"&\quad {row}" for row in others)]


def _pieces(bound: PriorBound, bits: bool = False) -> Iterator[tuple[str, str]]:
    """Words and the formula behind them: the value, the masses of the worst prior, the letters."""
    end = "largest" if bound.is_largest else "smallest"
    value = number_latex(bound.value, bits=bits and bound.in_nats)
    yield f"{end} ", f"{claim_latex(bound.text)} = {value}"
    first, *others = _masses(bound.name, bound.prior, bound.words)
    yield f"{bound.reached} ", first
    yield from (("", mass) for mass in others)
    for at in bound.letters:
        yield "", f"{latex_word(at.index)} = {letter_latex(at.word)}"


def _tensor_rows(name: str, entries: Any, heads: Sequence[Sequence[str]]) -> Iterator[str]:
    """A row for each mass that has a name, else one for all entries."""
    if len(heads) == 1:
        yield from (f"{left} &= {mass}" for left, mass in _named(name, entries, heads[0]))
        return
    words = [[letter_latex(word) for word in own] for own in heads]
    body = table_latex(words[0], words[1], entries) if len(words) == 2 else matrix_latex(entries)
    yield rf"{latex_word(name)} &= {body}"


def _masses(name: str, masses: Sequence[Fraction], words: Sequence[str]) -> list[str]:
    """Masses below what the letters are called; a row in pieces where they are numbers."""
    if words:
        return [f"{left} = {mass}" for left, mass in _named(name, masses, words)]
    shown = list(map(fraction_latex, masses))
    shown[0], shown[-1] = f"{latex_word(name)} = ({shown[0]}", f"{shown[-1]})"
    return shown


def _named(
    name: str, masses: Sequence[Fraction], words: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """P(young) and its mass."""
    for word, mass in zip(words, masses, strict=True):
        yield f"{latex_word(name)}({letter_latex(word)})", fraction_latex(mass)
