"""Verdicts as Python shows them: text, a line that can be typed back, HTML and LaTeX.

What is printed is what the command line prints of the same question.
"""

from __future__ import annotations

from html import escape
from typing import Any

from pmlsym.calculus.json_text import render
from pmlsym.claims.question import Question, question_of_claim
from pmlsym.display import as_html
from pmlsym.errors import InvalidInput
from pmlsym.evidence.entropy_dual import EntropyProof
from pmlsym.evidence.formula import escaped, in_text
from pmlsym.evidence.latex_rows import CLOSING, OPENING, PAGE
from pmlsym.evidence.typesetting import claim_paragraphs, display_latex
from pmlsym.evidence.verdict import CertificateProof, Proved, Refuted, Verdict
from pmlsym.language.nodes import Claim
from pmlsym.report.claim_latex import claim_rows
from pmlsym.report.counterexample_report import counterexample_latex, instance_latex
from pmlsym.report.verdict_json import saved_data, verdict_data, why_nothing
from pmlsym.report.verdict_text import verdict_body, verdict_text, verdict_word

BESIDE = 20
"""Letters that the word and the names of an instance take beside a claim."""


def verdict_str(verdict: Verdict) -> str:
    """The text that the command line prints."""
    return verdict_text(asked(verdict), verdict)


def verdict_repr(verdict: Verdict) -> str:
    """The call that asks again, and as a comment what it gave."""
    question = asked(verdict)
    arguments = [repr(question.text)]
    if question.lets:
        arguments.append(f"let={list(question.lets)!r}")
    if question.channels:
        own = {name: _plain(entries) for name, entries in question.channels}
        arguments.append(f"channel={own!r}")
    if question.priors is not None:
        arguments.append(f"over={question.within()!r}")
    if question.letters:
        arguments.append(f"letters={question.letters.to_json()!r}")
    scope = f": {verdict.scope}" if isinstance(verdict, Proved) else ""
    return f"ps.decide({', '.join(arguments)})  # {verdict.name}{scope}"


def verdict_html(verdict: Verdict) -> str:
    """What a notebook shows: the word, the claim, and what shows it."""
    word, claim = verdict_word(verdict), str(asked(verdict))
    return (
        f'<div class="pmlsym-verdict"><p><strong>{escape(word)}</strong> '
        f"<code>{escape(claim)}</code></p>{as_html(verdict_body(verdict))}</div>"
    )


def verdict_latex(verdict: Verdict) -> str:
    """What a notebook shows: the word and the claim, then the proof or the counterexample."""
    question = asked(verdict)
    first, *others = claim_rows(question.text, PAGE - BESIDE)
    rows = [rf"&\text{{{verdict.name.capitalize()}: }}{first}", *(f"&{row}" for row in others)]
    rest = in_text(str(question).removeprefix(question.text).strip())
    rows += [rf"&\text{{{rest}}}"] if rest else []
    head = " \\\\\n".join(rows)
    if isinstance(verdict, Proved) and isinstance(verdict.evidence, CertificateProof):
        proof = display_latex(verdict.evidence.certificates)
        return f"\\begin{{align*}}\n{head}\n\\end{{align*}}\n{proof}"
    if isinstance(verdict, Refuted):
        return f"$$\\begin{{aligned}}{head}\\\\\n{instance_latex(verdict)}\\end{{aligned}}$$"
    return f"$$\\begin{{aligned}}{head}\\end{{aligned}}$$"


def verdict_article(verdict: Verdict) -> str:
    """The same for a paper, as `verdict.latex()` gives it."""
    return verdict_document(asked(verdict), verdict)


def verdict_document(question: Question, verdict: Verdict) -> str:
    """The verdict on a question for a paper: `article` with `amsmath`.

    A proof without a certificate is said to be one, and by whom.
    """
    if isinstance(verdict, Refuted):
        return counterexample_latex(question, verdict)
    if isinstance(verdict, Proved) and isinstance(verdict.evidence, CertificateProof):
        return verdict.latex(str(question))
    if isinstance(verdict, Proved):
        lines = claim_paragraphs(str(question), verdict.domain)
        said = rf"\textbf{{Proved}} without a certificate: {_shown_by(verdict)}."
    else:
        lines = claim_paragraphs(str(question))
        said = r"\textbf{Unknown.} Neither a proof nor a counterexample was found."
    return "\n".join([OPENING, *lines, rf"\par\noindent {said}", CLOSING])


def _shown_by(verdict: Proved) -> str:
    trust = in_text(verdict.evidence.trust)
    if not isinstance(verdict.evidence, EntropyProof):
        return trust
    duals = "; ".join(rf"\texttt{{{escaped(str(dual))}}}" for dual in verdict.evidence.duals)
    return f"{trust}: {duals}"


def verdict_json(verdict: Verdict) -> str:
    """The answer as `pmlsym ask --json` prints it."""
    question = asked(verdict)
    return render(verdict_data(question, question.claim(), verdict)) + "\n"


def verdict_saved(verdict: Verdict) -> str:
    """The proof or the counterexample, as a file has it that `check` reads.

    Raises InvalidInput where there is none.
    """
    evidence = saved_data(asked(verdict), verdict)
    if evidence is None:
        raise InvalidInput(f"there is nothing to save: {why_nothing(verdict)}")
    return render(evidence) + "\n"


def asked(verdict: Verdict) -> Question:
    """The question of a verdict, from its claim."""
    claim = verdict.claim
    if not isinstance(claim, Claim):
        return Question(str(claim))
    return question_of_claim(claim)


def _plain(entries: Any) -> Any:
    return [_plain(part) for part in entries] if isinstance(entries, tuple) else str(entries)
