"""Proofs of true claims that are not of Shannon's type: variables are drawn once more.

Up to three variables informations suffice; from four on there are claims, the first by Zhang and
Yeung, that hold for every distribution and are not sums of informations. All that are known follow
from sums about the variables and copies of some of them. Here one is copied given others,
and among four another one after it, which may be given the first copy
[Dougherty, Freiling, Zeger 2006].
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from pmlsym.calculus.effort import passed
from pmlsym.engines.entropies.blocks import Blocks
from pmlsym.engines.entropies.prove import prove_statement
from pmlsym.errors import OutOfEffort
from pmlsym.evidence.entropy_dual import (
    Copy,
    EntropyDual,
    EntropyForm,
    EntropyStatement,
    Variables,
    check_entropy_dual,
)

LEAST, MOST, MOST_TWICE = 4, 6, 4
"""How many blocks a statement may have, which are copied whole: fewer need no copy, and more have
too many copies to try, or too many pairs of copies."""

FIRST, SECOND = (2,), (2, 3)
"""How many blocks each of two copies in a row is given: what the known proofs need."""


def prove_by_copies(statement: EntropyStatement) -> EntropyDual | None:
    """A checked sum of informations with one or two copies of random variables, or None.

    Raises OutOfEffort if the deadline cut the search.

    >>> from pmlsym.claim_text.question import parse
    >>> from pmlsym.lowering.entropy_form import entropy_statements
    >>> claim = parse("2*I(C;D) <= I(A;B) + I(A;C,D) + 3*I(C;D|A) + I(C;D|B)")
    >>> print(*prove_by_copies(*entropy_statements(claim)).copies)
    A' a copy of A given C,D
    """
    forms = (statement.goal, *(fact.form for fact in statement.hypotheses))
    blocks = Blocks.of(forms).blocks
    if not LEAST <= len(blocks) <= MOST:
        return None
    for copies in copies_to_try(blocks):
        if passed():
            raise OutOfEffort("no copy so far by which it follows")
        whole = EntropyDual(statement, (), copies)
        every = [*blocks, *(tuple(new for new, _ in copy.drawn) for copy in copies)]
        facts = tuple(fact for fact in whole.facts() if _keeps_blocks_whole(fact.form, every))
        proof = prove_statement(replace(statement, hypotheses=facts))
        if proof is not None:
            dual = replace(whole, terms=proof.terms)
            check_entropy_dual(dual)
            return dual
    return None


def _keeps_blocks_whole(form: EntropyForm, blocks: Sequence[Variables]) -> bool:
    """Whether each set of an entropy form has all variables of a block, or none of them."""
    sets = [set(key) for key, _ in form.terms if isinstance(key, tuple)]
    return all(names.issuperset(b) or names.isdisjoint(b) for names in sets for b in blocks)


def copies_to_try(blocks: Sequence[Variables]) -> Iterator[tuple[Copy, ...]]:
    """The copies of random variables to try in a search for a sum of informations.

    >>> [*map(str, *zip(*copies_to_try((("A",), ("B", "C")))))]
    ["A' a copy of A given B,C", "B',C' a copy of B,C given A"]
    """
    sizes = range(len(blocks) - 1, 0, -1)
    yield from ((copy,) for copy in single_copies(blocks, sizes))
    if len(blocks) == MOST_TWICE:
        for first in single_copies(blocks, FIRST):
            more_blocks = (*blocks, tuple(new for new, _ in first.drawn))
            yield from ((first, second) for second in single_copies(more_blocks, SECOND))


def single_copies(blocks: Sequence[Variables], sizes: Iterable[int]) -> Iterator[Copy]:
    """The copies to try of each block of random variables given others, for entropy proofs."""
    names = {name for block in blocks for name in block}
    for block in blocks:
        primes = "'"
        while any(name + primes in names for name in block):
            primes += "'"
        drawn = tuple((name + primes, name) for name in block)
        others = [other for other in blocks if other != block]
        for size in sizes:
            for given in combinations(others, size):
                yield Copy(drawn, tuple(sorted(name for other in given for name in other)))
