"""Claims about any number of uses, looked at where it is 1, 2 and 3.

An instance of such a claim says which number the letter is, and has the priors and channels of one
use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pmlsym.claims.any_number import at_number
from pmlsym.claims.opening import open_quantifiers
from pmlsym.claims.repeated import repeat_letters_of
from pmlsym.claims.subjects import subjects
from pmlsym.errors import Unsupported
from pmlsym.language.nodes import Claim
from pmlsym.model.instance import Instance

if TYPE_CHECKING:
    from pmlsym.engines.sampling.refuter import SearchResult

LOOKED_AT = {1: 0, 2: 5, 3: 3}
"""The numbers of uses to try: a claim that fails for some number nearly always fails for one of
these. With each, the most letters of an alphabet, where 0 means any number: three uses, each with
alphabets of its own of three letters, have 3^6 entries."""

Times = Mapping[str, int]


def at_small_numbers(claim: Claim) -> Iterator[tuple[Times, Claim]]:
    """A claim about any number of uses, sampled at small numbers; itself where it has none.

    >>> from pmlsym.claim_text.question import parse
    >>> [str(said) for _, said in at_small_numbers(parse("ldp(W^&n) <= n*ldp(W)"))][1]
    'ldp(W & W) <= 2*ldp(W)'
    """
    claim = open_quantifiers(claim)
    letters = repeat_letters_of(claim)
    for times in LOOKED_AT if letters else (1,):
        plain = claim
        for letter in letters:
            plain = at_number(plain, letter, times)
        yield dict.fromkeys(letters, times), plain


def search_at_numbers(
    claim: Claim, search: Callable[..., SearchResult], *, effort: float, **options: Any
) -> SearchResult:
    """The search for a counterexample to a claim about any number of uses, at small numbers."""
    result = None
    several = [*at_small_numbers(claim)]
    for times, plain in several:
        most = LOOKED_AT[max(times.values(), default=1)]
        sizes = {name: range(1, most + 1) for name in subjects(plain).alphabets if most}
        asked = {**options, "sizes": {**sizes, **(options.get("sizes") or {})} or None}
        latest = search(plain, effort=effort / len(several), **asked)
        result = latest if result is None else _both_results(result, latest)
        if latest.instance is not None:
            return replace(result, instance=latest.instance.with_scalars(times))
    if result is None:
        raise Unsupported("there is nothing to look at")
    return result


def witness_at_numbers(claim: Claim, find: Callable[[Claim], Instance | None]) -> Instance | None:
    """A sampled instance on which a claim about any number of uses holds at a small number."""
    if not repeat_letters_of(claim):
        return find(claim)
    try:
        for times, plain in [*at_small_numbers(claim)][::-1]:
            instance = find(plain)
            if instance is not None:
                return instance.with_scalars(times)
    except Unsupported:  # what is not written out has no witness, but may have a proof all the same
        pass
    return None


def _both_results(before: SearchResult, latest: SearchResult) -> SearchResult:
    """The result of two searches for a counterexample together."""
    return replace(latest, tried=before.tried + latest.tried, met=before.met + latest.met)
