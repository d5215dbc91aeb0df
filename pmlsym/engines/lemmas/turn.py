"""The turn of lemmas: the sequents of a claim for which no certificate is known yet."""

from __future__ import annotations

from pmlsym.calculus.effort import Stopwatch
from pmlsym.engines.decide.case import Case, CertificateSearch
from pmlsym.engines.lemmas.arguments import Tree, trees_of
from pmlsym.engines.lemmas.library import kept_lemmas
from pmlsym.engines.lemmas.proving import prove_with_lemmas
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Measure
from pmlsym.language.writing import statement
from pmlsym.lowering.merged_letters import merge_letters
from pmlsym.lowering.sequents import lowered_sequents


def begun(case: Case) -> list[CertificateSearch]:
    """The searches for the certificates of the sequents of a claim, which several turns go on with.

    Raises Unsupported where the claim has no sequents.
    """
    if case.searches is None:
        case.searches = [
            CertificateSearch(merge_letters(found.sequent), found.unread)
            for found in lowered_sequents(case.claim)
        ]
    return case.searches


MANY = 3
"""So many channels side by side are taken apart by lemmas before a certificate is searched for:
search proves most claims about two, and few about more."""


def are_many(claim: Claim) -> bool:
    """Whether many channels stand side by side in a measure of the claim.

    >>> from pmlsym.claim_text.question import parse
    >>> are_many(parse("ldp((W & V) >> T & U) <= ldp(W)")), are_many(parse("ldp(W & V & U) <= 1"))
    (False, True)
    """
    trees = (trees_of(part) for part in walk(claim) if isinstance(part, Measure))
    return any(_widest(tree) >= MANY for tree in trees)


def _widest(tree: Tree) -> int:
    """How many channels stand side by side somewhere in a tree."""
    if not isinstance(tree, tuple):
        return 0
    own = len(tree) - 1 if tree and tree[0] == "&" else 0
    return max((own, *map(_widest, tree)))


def apply_lemmas(case: Case, effort: float, *, least: int = 1) -> bool:
    """Look for certificates that apply `least` lemmas or more; whether all are found.

    The given ones are tried first.

    A certificate that is found here is that of its sequent as it stands, none of its letters
    merged: lemmas speak of products of alphabets. The claim is no lemma for itself.
    """
    watch = Stopwatch()
    searches, own = begun(case), statement(case.claim)
    every = [each for each in (*case.lemmas, *kept_lemmas()) if each.text != own]
    for search, found in zip(searches, lowered_sequents(case.claim), strict=True):
        if search.found is None:
            left = effort - watch.units
            search.found = prove_with_lemmas(case.claim, found, every, effort=left, least=least)
    return all(search.found is not None for search in searches)
