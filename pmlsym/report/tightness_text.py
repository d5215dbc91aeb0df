"""How tight a bound is, as Python shows it: the word, the claim, and where the sides meet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pmlsym.claims.question import question_of_claim
from pmlsym.evidence.tightness import Apart, Approached, Attained, Sides, Tightness
from pmlsym.language.nodes import Claim
from pmlsym.report.instance_text import instance_lines
from pmlsym.report.number_text import both_texts
from pmlsym.report.verdict_text import side_names

INDENT = "        "


def tightness_text(found: Tightness) -> str:
    """The word and the claim, the instance, and both sides there.

    >>> from pmlsym.ask import tight
    >>> print(tight("maxleak(W) <= log(size(X))"))
    Attained maxleak(W) <= log(size(X))
            |X| = 2, |Y| = 2
            W = ( 1  0 )
                ( 0  1 )
            both sides are log(2) = 0.693147
    """
    head = f"{type(found).__name__} {found.claim}"
    return "\n".join([head, *(INDENT + line for line in _lines(found))])


def tightness_repr(found: Tightness) -> str:
    """The call that looks again, and as a comment what it gave."""
    claim: Any = found.claim
    question = question_of_claim(claim)
    asked = repr(claim) if question.lets else repr(question.text)
    return f"ps.tight({asked})  # {found.name}"


def sides_text(sides: Sides) -> str:
    """An instance and both sides on it."""
    return "\n".join(_sides(sides, None))


def _lines(found: Tightness) -> Iterator[str]:
    claim = found.claim if isinstance(found.claim, Claim) else None
    match found:
        case Attained(at=at, trivial=trivial):
            yield from _sides(at, claim)
            if trivial:
                yield "no instance with sides other than zero and equal was found"
        case Approached(steps=steps):
            gaps = ", ".join(f"{step.gap:.3g}" for step in steps)
            yield f"no equality was found; the sides come closer: {gaps}; at the last one"
            yield from _sides(steps[-1], claim)
        case Apart(closest=None):
            yield "neither equality nor instances that come closer were found"
        case Apart(closest=Sides() as closest):
            yield "neither equality nor instances that come closer were found; the closest"
            yield from _sides(closest, claim)


def _sides(sides: Sides, claim: Claim | None) -> Iterator[str]:
    yield from instance_lines(sides.instance, claim)
    if str(sides.left) == str(sides.right):
        yield f"both sides are {both_texts(sides.left)}"
        return
    names = side_names(claim) or ("left side", "right side")
    for name, value in zip(names, (sides.left, sides.right), strict=True):
        yield f"{name:<{max(map(len, names))}} = {both_texts(value)}"
