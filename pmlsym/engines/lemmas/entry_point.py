"""The turn of lemmas: the sequents of a claim for which no certificate is known yet."""

from __future__ import annotations

from pmlsym.calculus.effort import Stopwatch
from pmlsym.engines.decide.case import Case
from pmlsym.language.writing import statement
from pmlsym.lowering.sequents import lowered_sequents


def apply_lemmas(case: Case, effort: float, *, least: int = 1) -> bool:
    """Look for certificates that apply `least` lemmas or more; whether all are found.

    The given ones are tried first.

    A certificate that is found here is that of its sequent as it stands, none of its letters
    merged: lemmas speak of products of alphabets. The claim is not a lemma for itself.
    """
    from pmlsym.engines.lemmas.library import kept_lemmas  # most claims are settled before
    from pmlsym.engines.lemmas.proof_with_lemmas import prove_with_lemmas

    watch = Stopwatch()
    searches, text = case.certificate_searches(), statement(case.claim)
    every = [each for each in (*case.lemmas, *kept_lemmas()) if each.text != text]
    for search, part in zip(searches, lowered_sequents(case.claim), strict=True):
        if search.found is None:
            left = effort - watch.units
            search.found = prove_with_lemmas(case.claim, part, every, effort=left, least=least)
    return all(search.found is not None for search in searches)
