"""The lemmas that the library keeps: the laws of the measures, and those below.

Each is a claim in text, read when it is first asked for, and proved when it is first applied.
"""

from __future__ import annotations

from functools import cache

from pmlsym.calculus.meter import uncounted
from pmlsym.claim_text.question import parse
from pmlsym.engines.lemmas.lemma import ReadLemma, lemmas_of
from pmlsym.errors import PmlError
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

MEASURES = (
    *("pml", "maxleak", "ldp", "capacity", "lip", "costleak", "density_min", "maxinfo"),
    *("hmin_given", "hmin", "dp", "flp", "pml_entry", "pml_entry_given", "mi"),
)
"""The measures whose laws are kept: chains go through them. For a law of another, such as one of
tv, no witness is known in the place of the weighting that its assumed form brings."""


@cache
def kept_lemmas() -> tuple[ReadLemma, ...]:
    """The lemmas that search applies, those of two releases and of processing among them.

    >>> any(lemma.text == "pml(P, W >> V) <= pml(P, W)" for lemma in kept_lemmas())
    True
    """
    lemmas: dict[str, ReadLemma] = {}
    laws = (law for notion in NOTIONS for law in notion.laws if not law.open)
    for law in (*LEMMAS, *laws):
        try:
            with uncounted():
                read = lemmas_of(parse(law.text, lets=law.lets))
        except PmlError:  # it speaks of numbers or of outcomes, or bounds nothing by levels
            continue
        for k, lemma in enumerate(read):
            measure = lemma.premises[0].measure if lemma.main is None else lemma.main
            if measure.word not in MEASURES:
                continue
            lemmas.setdefault(f"{lemma.text} {k}", lemma)
    return tuple(lemmas.values())
