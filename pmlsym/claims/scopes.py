"""The alphabets that a quantifier binds: those that nothing outside it mentions.

    (sup A: uleak(P, W, A)) <= pml(P, W)      over all attributes, with however many values
    exists V: X -> X: ldp(V) == ldp(W)        X is the alphabet of W as well, and is not bound
    forall P, W: pml(P, W, y) <= maxleak(W)   y is a letter of Y, which is free as y is

An alphabet that has a declaration of its own belongs to the whole question.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar, cast

from pmlsym.claims.subjects import Part, alphabets_within, parts_with_bindings, subjects, tensors_in
from pmlsym.errors import InvalidInput
from pmlsym.language.fold import children, contains, rebuild, walk
from pmlsym.language.nodes import Claim, Measure, Optimum, Quantified, Quantity

P = TypeVar("P", Claim, Quantity)


def bind_alphabets(part: P, kept: frozenset[str] = frozenset()) -> P:
    """The claim with the alphabets that only a quantifier mentions bound, and so no longer free.

    >>> from pmlsym.claim_text.question import parse
    >>> parse("(sup A: uleak(P, W, A)) <= pml(P, W)").left.over.alphabets
    ('Z',)
    """
    if not is_quantified(part):
        return part
    return cast(P, _bind_exclusive_alphabets(part, kept))


def is_quantified(part: Part) -> bool:
    """Whether a claim, or a part of it, has a quantifier, supremum or infimum to be opened."""
    return contains(part, Quantified | Optimum)


def require_apart(part: Part) -> None:
    """Raise InvalidInput where what one quantifier binds is free elsewhere, or bound again.

    Hence nothing is captured when a quantifier is opened.
    """
    about = subjects(part)
    names, alphabets = {tensor.name for tensor in about.tensors}, set(about.alphabets)
    for inner in walk(part):
        if isinstance(inner, Quantified | Optimum):
            for bound, taken in ((inner.over.names, names), (inner.over.alphabets, alphabets)):
                twice = taken.intersection(bound) or (len(set(bound)) < len(bound) and set(bound))
                if twice:
                    shown = min(twice)
                    raise InvalidInput(f"{shown} is bound, and means something else elsewhere")
                taken.update(bound)


def _bind_exclusive_alphabets(part: Part, outside: frozenset[str]) -> Part:
    """A part of the claim with alphabets that one quantifier alone mentions bound by it."""
    parts = children(part)
    names = [alphabets_within(child) for child in parts]
    over_: set[str] = set()
    if isinstance(part, Quantified | Optimum):
        for subject in part.over.subjects:
            over_ |= {i.alphabet for i in getattr(subject, "letters", ())}
    new = [
        _bind_exclusive_alphabets(child, outside.union(over_, *names[:k], *names[k + 1 :]))
        for k, child in enumerate(parts)
    ]
    rebuilt: Part = rebuild(part, new)
    if isinstance(rebuilt, Quantified | Optimum):
        below = (p for c in new for p in walk(c) if isinstance(p, Quantified | Optimum))
        bound = {a for inner in below for a in inner.over.alphabets}
        exclusive = over_.union(*names) - outside - bound - _free_alphabets(part)
        rebuilt = replace(rebuilt, over=replace(rebuilt.over, alphabets=tuple(sorted(exclusive))))
    return rebuilt


def _free_alphabets(part: Part) -> set[str]:
    """The alphabets of a claim's tensors and letters that its quantifiers do not bind."""
    free: set[str] = set()
    for inner, scope in parts_with_bindings(part):
        for tensor in tensors_in(inner):
            if tensor.name not in scope.names and not (tensor.is_delta or tensor.is_size):
                free.update(tensor.alphabets)
        if isinstance(inner, Measure):
            free.update(i.alphabet for i in inner.free if i.name not in scope.names)
    return free
