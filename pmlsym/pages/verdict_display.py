"""Verdicts and the tightness of bounds as Python shows them: text, a line to type back, HTML.

The command line prints the same answer to the same question.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from pmlsym.calculus.json_layout import render
from pmlsym.claim_text.instance_text import instance_lines
from pmlsym.claim_text.question import Question, question_of_claim
from pmlsym.errors import InvalidInput
from pmlsym.evidence.tightness import Apart, Approached, Attained, Sides, Tightness
from pmlsym.evidence.verdict import Proved, Verdict
from pmlsym.language.display import as_html
from pmlsym.language.nodes import Claim
from pmlsym.numbers.number_text import both_texts
from pmlsym.pages.verdict_json import reason_for_no_evidence, saved_data, verdict_data
from pmlsym.pages.verdict_text import (
    INDENT,
    side_lines,
    verdict_body,
    verdict_text,
    verdict_word,
)


def verdict_str(verdict: Verdict) -> str:
    """The text of a verdict, as the command line prints it."""
    return verdict_text(asked(verdict), verdict)


def verdict_bits(verdict: Verdict) -> str:
    """The text of a verdict with leakages in bits."""
    return verdict_text(asked(verdict), verdict, bits=True)


def verdict_repr(verdict: Verdict) -> str:
    """The repr of a verdict: the call that asks again, with its result as a comment."""
    question = asked(verdict)
    arguments = [repr(question.text)]
    if question.lets:
        arguments.append(f"let={list(question.lets)!r}")
    if question.channels:
        own = {name: _plain_entries(entries) for name, entries in question.channels}
        arguments.append(f"channel={own!r}")
    if question.priors is not None:
        arguments.append(f"over={question.within()!r}")
    if question.letters:
        arguments.append(f"letters={question.letters.to_json()!r}")
    scope = f": {verdict.scope}" if isinstance(verdict, Proved) else ""
    verb = "decide" if question.letters else "ask"  # which has no names of letters
    return f"ps.{verb}({', '.join(arguments)})  # {verdict.name}{scope}"


def verdict_html(verdict: Verdict) -> str:
    """The HTML of a verdict in a notebook: the word, the claim, its proof or counterexample."""
    word, claim = verdict_word(verdict), str(asked(verdict))
    return (
        f'<div class="pmlsym-verdict"><p><strong>{escape(word)}</strong> '
        f"<code>{escape(claim)}</code></p>{as_html(verdict_body(verdict))}</div>"
    )


def verdict_json(verdict: Verdict) -> str:
    """The JSON text of a verdict, as `pmlsym ask --json` prints it."""
    question = asked(verdict)
    return render(verdict_data(question, question.claim(), verdict)) + "\n"


def verdict_saved(verdict: Verdict) -> str:
    """The text of a file with a verdict's proof or counterexample, which `check` reads.

    Raises InvalidInput where there is none.
    """
    evidence = saved_data(asked(verdict), verdict)
    if evidence is None:
        raise InvalidInput(f"there is nothing to save: {reason_for_no_evidence(verdict)}")
    return render(evidence) + "\n"


def asked(verdict: Verdict) -> Question:
    """The question that a verdict's page shows, from its claim."""
    claim = verdict.claim
    if not isinstance(claim, Claim):
        return Question(str(claim))
    return question_of_claim(claim)


def tightness_text(found: Tightness) -> str:
    """The text on how tight a bound is: the word and the claim, the instance, both sides.

    >>> from pmlsym.engines.decide.decisions import tight
    >>> print(tight("maxleak(W) <= log(size(X))"))
    Attained maxleak(W) <= log(size(X))
            |X| = 2, |Y| = 2
            W = ( 1  0 )
                ( 0  1 )
            both sides are log(2) = 0.693147
    """
    head = f"{type(found).__name__} {found.claim}"
    return "\n".join([head, *(INDENT + line for line in _tightness_lines(found))])


def tightness_repr(found: Tightness) -> str:
    """The repr of a bound's tightness: the call that looks again, its result as a comment."""
    claim: Any = found.claim
    question = question_of_claim(claim)
    asked = repr(claim) if question.lets else repr(question.text)
    return f"ps.tight({asked})  # {found.name}"


def sides_text(sides: Sides) -> str:
    """The text of an instance and of both sides of a claim on it."""
    return "\n".join(_side_texts(sides, None))


def _plain_entries(entries: Any) -> Any:
    """Entries as the printed repr of an answer has them: nested lists that can be typed back."""
    return (
        [_plain_entries(part) for part in entries] if isinstance(entries, tuple) else str(entries)
    )


def _tightness_lines(found: Tightness) -> Iterator[str]:
    """The printed lines on how tight a bound is, below its claim."""
    claim = found.claim if isinstance(found.claim, Claim) else None
    match found:
        case Attained(at=at, trivial=trivial):
            yield from _side_texts(at, claim)
            if trivial:
                yield "no instance with sides other than zero and equal was found"
        case Approached(steps=steps):
            gaps = ", ".join(f"{step.gap:.3g}" for step in steps)
            yield f"no equality was found; the sides come closer: {gaps}; at the last one"
            yield from _side_texts(steps[-1], claim)
        case Apart(closest=None):
            yield "neither equality nor instances that come closer were found"
        case Apart(closest=Sides() as closest):
            yield "neither equality nor instances that come closer were found; the closest"
            yield from _side_texts(closest, claim)


def _side_texts(sides: Sides, claim: Claim | None) -> Iterator[str]:
    """The printed lines of an instance and of both sides on it."""
    yield from instance_lines(sides.instance, claim)
    if str(sides.left) == str(sides.right):
        yield f"both sides are {both_texts(sides.left)}"
        return
    yield from side_lines(claim, (sides.left, sides.right))
