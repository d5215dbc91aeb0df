r"""Verdicts as LaTeX: for a notebook, and for `article` with `amsmath`.

verdict_latex      displays alone, for pages with MathJax
verdict_article    paragraphs and displays, with the tags of a proof

Both say what the text of the verdict says: the scope, the domain, the proof or the instance, the
worst priors of a set.
"""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym.claims.question import Question
from pmlsym.engines.proof_reading import other_uses
from pmlsym.evidence.enclosure import AnalyticProof
from pmlsym.evidence.entropy_dual import EntropyProof
from pmlsym.evidence.formula import escaped, in_text
from pmlsym.evidence.latex_rows import PAGE
from pmlsym.evidence.prior_bounds import OverPriors, PriorBound
from pmlsym.evidence.typesetting import claim_paragraphs, display_rows, page_latex, proof_latex
from pmlsym.evidence.verdict import CertificateProof, Proved, Refuted, SolverProof, Unknown, Verdict
from pmlsym.language.nodes import Claim
from pmlsym.report.claim_latex import claim_rows
from pmlsym.report.instance_latex import (
    bound_rows,
    bound_sentence,
    given_rows,
    instance_rows,
)
from pmlsym.report.verdict_display import asked
from pmlsym.report.verdict_text import (
    condition_line,
    instances_line,
    units_lines,
    verdict_word,
)

BESIDE = 20
"""Letters that the word and the names of an instance take beside a claim."""


def verdict_latex(verdict: Verdict) -> str:
    """What a notebook shows: the word and the claim, then the proof or the counterexample."""
    rows = " \\\\\n".join(_rows(verdict))
    if isinstance(verdict, Proved) and isinstance(verdict.evidence, CertificateProof):
        return f"\\begin{{align*}}\n{rows}\n\\end{{align*}}"
    return f"$$\\begin{{aligned}}{rows}\\end{{aligned}}$$"


def verdict_article(verdict: Verdict) -> str:
    """The same for a paper, as `verdict.latex()` gives it."""
    return verdict_document(asked(verdict), verdict)


def verdict_document(
    question: Question,
    verdict: Verdict,
    *,
    bits: bool = False,
    mended: tuple[Claim, Verdict] | None = None,
) -> str:
    """The verdict on a question for a paper; `mended` is what `verdict_text` puts beside it.

    A proof without a certificate is said to be one, and by whom.
    """
    units = map(_sentence, units_lines(verdict)) if bits else ()
    return page_latex((*_paragraphs(question, verdict, bits, mended), *units))


def _paragraphs(
    question: Question, verdict: Verdict, bits: bool, mended: tuple[Claim, Verdict] | None
) -> Iterator[str]:
    match verdict:
        case Proved():
            yield from claim_paragraphs(str(question), verdict.scope, verdict.domain)
            yield from _given(verdict)
            yield from _proof_paragraphs(verdict, bits)
        case Refuted():
            claim = rf"\texttt{{{escaped(str(question))}}}"
            yield rf"\par\noindent\textbf{{Counterexample}} to {claim}."
            rows = " \\\\\n".join(instance_rows(verdict, bits=bits))
            yield f"\\begin{{align*}}\n{rows}\n\\end{{align*}}"
            yield from _worst(verdict.bounds, bits)
            said = condition_line(*mended) if mended else ""
            yield from (_sentence(part) for part in (said,) if part)
        case Unknown():
            yield from claim_paragraphs(str(question))
            yield from _given(verdict)
            said = r"Neither a proof nor a counterexample was found."
            yield rf"\par\noindent\textbf{{Unknown.}} {said}"


def _proof_paragraphs(verdict: Proved, bits: bool) -> Iterator[str]:
    evidence = verdict.evidence
    if isinstance(evidence, CertificateProof):
        yield from proof_latex(evidence.certificates, cases=evidence.cases, caveat=verdict.caveat)
    else:
        word = verdict_word(verdict).rstrip(":")
        # in the same sentence, since what a proof rests on may begin with the name of a measure
        shown = "; ".join([_shown_by(verdict), *map(in_text, _rests(verdict))])
        yield rf"\par\noindent\textbf{{{in_text(word)}}} without a certificate: {shown}."
    yield from map(_sentence, _said(verdict))
    yield from _worst(verdict.bounds, bits)


def _given(verdict: Verdict) -> Iterator[str]:
    """The entries of the priors and channels that the claim is about, where it has some."""
    rows = " \\\\\n".join(given_rows(verdict.claim)) if isinstance(verdict.claim, Claim) else ""
    if rows:
        yield r"\par\noindent\textbf{Given.}"
        yield f"\\begin{{align*}}\n{rows}\n\\end{{align*}}"


def _worst(bounds: tuple[PriorBound, ...], bits: bool) -> Iterator[str]:
    """The worst value of each measure over a set of priors, and the prior of it."""
    for bound in bounds:
        yield rf"\par\noindent {bound_sentence(bound, bits=bits)}"


def _sentence(words: str) -> str:
    return rf"\par\noindent {in_text(words[0].upper() + words[1:])}."


def _rows(verdict: Verdict) -> Iterator[str]:
    """The rows of what a notebook shows."""
    question = asked(verdict)
    first, *others = claim_rows(question.text, PAGE - BESIDE)
    yield rf"&\text{{{verdict_word(verdict).rstrip(':')}: }}{first}"
    yield from (f"&{row}" for row in others)
    rest = str(question).removeprefix(question.text).strip()
    yield from (rf"&\text{{{in_text(part)}}}" for part in rest.split("  ") if part)
    match verdict:
        case Proved():
            yield rf"&\text{{{in_text(verdict.scope)}}}"
            for part in verdict.domain:
                yield rf"&\text{{on its domain: }}\texttt{{{escaped(part)}}}"
            if isinstance(verdict.evidence, CertificateProof):
                yield from display_rows(verdict.evidence.certificates)
            else:
                yield rf"&\text{{{_shown_by(verdict)}}}"
            also = (*_rests(verdict), *_said(verdict))
            yield from (rf"&\text{{{in_text(part)}}}" for part in also)
            yield from (row for bound in verdict.bounds for row in bound_rows(bound, PAGE))
        case Refuted():
            yield from instance_rows(verdict)
            most = PAGE - BESIDE
            yield from (row for bound in verdict.bounds for row in bound_rows(bound, most))


def _said(verdict: Proved) -> Iterator[str]:
    """What else a proof says: what it does not need, where it was not tried."""
    if isinstance(verdict.evidence, CertificateProof):
        yield from other_uses(verdict)
    yield from (part for part in (instances_line(verdict),) if part)


def _rests(verdict: Proved) -> tuple[str, ...]:
    """On what a proof over a set of priors rests, where worst values are known within bounds."""
    return verdict.evidence.rests if isinstance(verdict.evidence, OverPriors) else ()


def _shown_by(verdict: Proved) -> str:
    trust = in_text(verdict.evidence.trust)
    match verdict.evidence:
        case EntropyProof(duals=duals):
            return f"{trust}: " + "; ".join(rf"\texttt{{{escaped(str(dual))}}}" for dual in duals)
        case AnalyticProof(methods=methods):
            return f"{trust} ({in_text(', '.join(methods))})"
        case SolverProof(core=core):
            return f"{trust} ({in_text(core)})"
    return trust
