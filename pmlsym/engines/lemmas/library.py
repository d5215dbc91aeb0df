"""The lemmas that the library keeps: laws of measures that link bounds in a chain, and others.

Each is a claim in text, read when it is first asked for, and proved when it is first applied.
"""

from __future__ import annotations

from functools import cache

from pmlsym.calculus.meter import uncounted
from pmlsym.claim_text.question import parse
from pmlsym.engines.lemmas.lemma import ReadLemma, lemmas_of
from pmlsym.measures.every import NOTIONS
from pmlsym.measures.notion import Law

SEPARATE = ("V: X -> Z",)
LETTERS = ("W: A -> Y", "V: B -> Z")
LEMMAS = (
    Law("pml(P, W & V) <= pml(P, W) + ldp(V)", SEPARATE),
    Law("pml(P, W & U) <= pml(P, W) + ldp(U)"),
    Law("pml(P, W & V) <= ldp(W) + pml(P, V)", SEPARATE),
    Law("pml(P, W & V) <= pml(P, W) + pml(P, V) + costleak(P, V)", SEPARATE),
    Law("ldp(W & V) <= ldp(W) + ldp(V)", SEPARATE),
    Law("maxleak(W & V) <= maxleak(W) + maxleak(V)", SEPARATE),
    Law("maxleak(P, W & V) <= maxleak(P, W) + maxleak(P, V)", SEPARATE),
    Law("maxleak(P, W & U | V) <= maxleak(P, W | V) + maxleak(P, U | V & W)"),
    Law("dp(W & V) <= dp(W) + dp(V)", ("W: D, E -> Y", "V: D, E -> Z")),
    Law("pml(P & Q, W * V) <= pml(P, W) + pml(Q, V)", LETTERS),
    Law("maxleak(W * V) <= maxleak(W) + maxleak(V)", LETTERS),
    Law("ldp(W * V) <= ldp(W) + ldp(V)", LETTERS),
    Law("costleak(P, W) <= ldp(W)"),
    Law("costleak(P, W) >= 0"),
    Law("maxleak(W) <= ldp(W)"),
    Law("ldp(W >> V) <= ldp(V)"),
    Law("mi(P, W & V) <= mi(P, W) + mi(P, V)", SEPARATE),
)
"""Links of chains that no measure states as a law."""


@cache
def kept_lemmas() -> tuple[ReadLemma, ...]:
    """The lemmas that search applies, those of two releases and of processing among them.

    >>> any(lemma.text == "pml(P, W >> V) <= pml(P, W)" for lemma in kept_lemmas())
    True
    """
    links = (law for notion in NOTIONS for law in notion.laws if law.link)
    lemmas: dict[tuple[str, int], ReadLemma] = {}
    with uncounted():
        for law in (*LEMMAS, *links):
            for place, lemma in enumerate(lemmas_of(parse(law.text, lets=law.lets))):
                lemmas.setdefault((lemma.text, place), lemma)
    return tuple(lemmas.values())
