"""Witnesses as text: the objects that a user names for what a claim says exists.

exists R: W >> U == W >> R           R = U
pml(P, W) <= (sup Q: pml(Q, W))      Q = P
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from lark import Token

from pmlsym.calculus.kind import require_kind
from pmlsym.claim_text.names import Names
from pmlsym.claim_text.parsing import Reading, unless_too_deep
from pmlsym.claim_text.writing import declarations
from pmlsym.claims.opening import open_quantifiers
from pmlsym.errors import AlphabetMismatch, InvalidInput, PmlError, UnknownName
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Quantified
from pmlsym.language.syntax import Source
from pmlsym.model.channel import Channel
from pmlsym.model.event import Event
from pmlsym.model.gain import Gain
from pmlsym.model.prior import Prior

Witnesses = dict[str, Prior | Channel]
"""The witness for each bound name; a gain is given by a channel with the same entries."""

Bound = Prior | Channel | Gain | Event


def witnesses_of(texts: str | Sequence[str], claim: Claim) -> Witnesses:
    """The witnesses that texts such as "R = W >> U" give for what the claim says exists.

    Raises UnknownName for a name that needs no witness, AlphabetMismatch where the letters
    are not those of the name, InvalidInput or ClaimSyntaxError for a text that cannot be read.

    >>> from pmlsym.claim_text.question import parse
    >>> witnesses_of("R = U >> id", parse("exists R: W >> U == W >> R"))
    {'R': U >> id}
    """
    several = (texts,) if isinstance(texts, str) else require_kind(texts, Sequence, "witnesses")
    opened = open_quantifiers(claim)
    asked = dict(_asked_for(opened)) if several else {}
    witnesses: Witnesses = {}
    for text in several:
        parts = require_kind(text, str, "a text, such as R = W >> U").partition("=")
        name, equals, term = (part.strip() for part in parts)
        if not (name and equals and term):
            raise InvalidInput(f"a witness is {text[:40]!r}; write what a name is: R = W >> U")
        if name not in asked:
            names = ", ".join(asked) or "nothing"
            raise UnknownName(f"no witness is asked of {name[:40]}; the claim asks for {names}")
        if name in witnesses:
            raise InvalidInput(f"{name} has two witnesses")
        witnesses[name] = _witness(Source(term, f"the witness {name}"), opened, *asked[name])
    return witnesses


def _asked_for(opened: Claim) -> Iterator[tuple[str, tuple[Bound, frozenset[str]]]]:
    """Each name for which one can type a witness, as R = W >> U, with the alphabets bound too."""
    for part in walk(opened):
        if isinstance(part, Quantified):
            for name, subject in zip(part.over.names, part.over.subjects, strict=True):
                yield name, (cast(Bound, subject), frozenset(part.over.alphabets))


def _witness(source: Source, claim: Claim, bound: Bound, free: frozenset[str]) -> Prior | Channel:
    """The prior or channel that the text of a witness such as W >> U is, of the bound letters."""
    if isinstance(bound, Event):
        raise InvalidInput("an event has no witness that one can write")
    tree, names = unless_too_deep(source, lambda: source.tree("sum")), Names()
    names.note_names(tree)
    written = {t for part in tree.iter_subtrees() for t in part.children if isinstance(t, Token)}
    for declared in declarations(claim):
        if declared.partition(":")[0] in written:
            names.declare(Source(declared, "the declaration"))
    reading = Reading(source, names)
    find = reading.prior if isinstance(bound, Prior) else reading.channel
    operand = unless_too_deep(source, lambda: find(tree))

    def complain(has: str, wants: str) -> PmlError:
        """The AlphabetMismatch for a typed witness of other letters than what is bound."""
        return source.error(AlphabetMismatch, f"it has letters of {has}, not of {wants}", tree)

    alphabets = [index.alphabet for index in bound.letters]
    count = 0 if isinstance(bound, Prior) else len(bound.inputs)
    for shape, own in ((operand.inputs, alphabets[:count]), (operand.outputs, alphabets[count:])):
        if free.isdisjoint(own):
            wanted = tuple(map(names.inference.declared_alphabet, own))
            names.inference.equate(shape, wanted, complain)
    names.solve()
    return cast("Prior | Channel", operand.make())
