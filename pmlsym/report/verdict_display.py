"""Verdicts as Python shows them: text, a line that can be typed back, and HTML.

What is printed is what the command line prints of the same question.
"""

from __future__ import annotations

from html import escape
from typing import Any

from pmlsym.calculus.json_text import render
from pmlsym.claims.question import Question, question_of_claim
from pmlsym.display import as_html
from pmlsym.errors import InvalidInput
from pmlsym.evidence.verdict import Proved, Verdict
from pmlsym.language.nodes import Claim
from pmlsym.report.verdict_json import saved_data, verdict_data, why_nothing
from pmlsym.report.verdict_text import verdict_body, verdict_text, verdict_word


def verdict_str(verdict: Verdict) -> str:
    """The text that the command line prints."""
    return verdict_text(asked(verdict), verdict)


def verdict_bits(verdict: Verdict) -> str:
    """The same with leakages in bits."""
    return verdict_text(asked(verdict), verdict, bits=True)


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
