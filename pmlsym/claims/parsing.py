"""Reading claims and quantities from text.

pml(P, W >> V) <= pml(P, W)                     priors P, channels W and V, any alphabets
ldp(W) <= eps => pml(P, W) <= eps               a free scalar, for every value of it
pml(P, W & U) <= pml(P, W) + pml(P, U | W)      U: X, Y -> Z
--let "V: X -> Z"                               declares what inference would not find
"""

from __future__ import annotations

from collections.abc import Sequence

from pmlsym.claims.names import Names
from pmlsym.claims.reading import Build, Reading, unless_too_deep
from pmlsym.language.building import all_of
from pmlsym.language.nodes import Claim, Implication, Quantity
from pmlsym.language.syntax import Source


def parse(text: str, *, lets: Sequence[str] = (), assume: Sequence[str] = ()) -> Claim:
    """The claim that a text states, under the assumptions, for every instance.

    `lets` are declarations such as "V: X -> Z", "P: X", "X"; `assume` are claims in the same names.
    The result is the claim, or an implication from all the assumptions.
    Raises ClaimSyntaxError, UnknownName or AlphabetMismatch, each with the place.

    >>> parse("pml(P, W >> V) <= pml(P, W)")
    ps.claim('pml(P, W >> V) <= pml(P, W)')
    """
    names = _declared(lets)
    sources = [Source(text), *(Source(premise, "the assumption") for premise in assume)]
    claims = [_read(source, names) for source in sources]
    names.solve()
    claim, *premises = (build() for build in claims)
    if not premises:
        return claim
    return Implication(all_of(*premises), claim)


def parse_quantity(text: str, *, lets: Sequence[str] = ()) -> Quantity:
    """The quantity that a text states, such as "pml(P, W >> V) - log(2)"; errors as of `parse`.

    >>> parse_quantity("pml(P, W >> V)")
    pml(P, W >> V)
    """
    names, source = _declared(lets), Source(text, "the quantity")
    made = unless_too_deep(source, lambda: Reading(source, names).quantity(source.tree("sum")))
    names.solve()
    return made()


def _declared(lets: Sequence[str]) -> Names:
    names = Names()
    for let in lets:
        names.declare(Source(let, "the declaration"))
    return names


def _read(source: Source, names: Names) -> Build:
    return unless_too_deep(source, lambda: Reading(source, names).claim(source.tree()))
