"""Letters that a maximum, a supremum or a quantifier binds.

    max(y, pml(P, W, y))                       (sup x, z: D[tv](W[x] || W[z]))
    forall x, z: A <= B                        (sup x, z: A - B) <= 0
    exists x with P[x] > 0: A <= B             (inf x with P[x] > 0: A - B) <= 0

An alphabet is finite, so that a supremum over its letters is a maximum, and a claim for all
letters, or for some, bounds the largest or the smallest. A side without the letters stays on its
side: forall y: pml(P, W, y) <= eps is (sup y: pml(P, W, y)) <= eps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lark import Token, Tree

from pmlsym.calculus.bounds import at_least_zero
from pmlsym.calculus.kind import begins_large
from pmlsym.calculus.tensor import Index
from pmlsym.claim_text.entries import extreme_over_letters, polynomial_of
from pmlsym.claims.hypotheses import conjuncts
from pmlsym.errors import Unsupported
from pmlsym.language.building import all_of
from pmlsym.language.expression import trees
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Constant,
    Implication,
    Quantity,
    measures_in,
    quantity_of,
)
from pmlsym.language.syntax import Syntax
from pmlsym.language.value_facts import facts_of
from pmlsym.measures.every import MEASURES
from pmlsym.measures.notion import DOMAINS, OUTCOME

_INNER_NAME = re.compile(r"(\w+)'\d+")


@dataclass(frozen=True)
class BoundLetters:
    """Bound letters, by their names in the text; the claim has other names for them.

    The index of a letter is known once all alphabets are.
    """

    letters: Mapping[str, Callable[[], Index]]

    def __str__(self) -> str:
        return ", ".join(self.letters)

    def indices(self) -> list[Index]:
        """The letters that a text binds, as x in max(x, ..), as indices."""
        return [index() for index in self.letters.values()]

    def named(self, part: Quantity | Claim) -> str:
        """The text of a part of a claim, its bound letters named as they were typed."""
        names = {index().name: name for name, index in self.letters.items()}
        return _INNER_NAME.sub(lambda match: names.get(match[0], match[0]), str(part))

    def called(self, word: str, body: Quantity) -> str:
        """The text of a sum, maximum or minimum over these letters, such as max(x, P[x])."""
        return f"{word}({self}, {self.named(body)})"

    def extreme(
        self, body: Quantity, within: Sequence[Claim], *, is_maximum: bool = True
    ) -> Quantity:
        """The sup or inf of a body over letters, as (sup x with P[x] > 0: ..) is read.

        Raises Unsupported where the body is not made of entries, where the condition is not that
        masses are positive, or where it may be that no letter satisfies it.
        """
        free = {index.name for measure in measures_in(body) for index in measure.free}
        for name, index in self.letters.items():
            if index().name not in free:
                raise Unsupported(f"{name} is bound, but nothing speaks of it")
        masses = [*map(_positive_mass, _conjuncts(within))]
        words = f" with {' and '.join(map(self.named, _conjuncts(within)))}" if within else ""

        def written(part: Quantity, is_maximum: bool) -> str:
            """The text "(sup x: ..)", or inf, of the extreme of a part of the body."""
            return f"({'sup' if is_maximum else 'inf'} {self}{words}: {self.named(part)})"

        extreme = extreme_over_letters(
            self.indices(), body, written, is_maximum=is_maximum, masses=masses
        )
        if within and not _always_counts(extreme):
            raise Unsupported("the condition may leave no letter, and then there is no extreme")
        return extreme

    def quantified(self, body: Claim, within: Sequence[Claim], *, is_universal: bool) -> Claim:
        """The claim that a text such as "forall x: A <= B", or exists, over letters x is read as.

        Raises as `extreme` does.
        """
        if is_universal and isinstance(body, Implication):
            within = (*within, body.premise)
            return self.quantified(body.conclusion, within, is_universal=True)
        parts = conjuncts(body)
        if len(parts) > 1 and is_universal:
            each = (self.quantified(part, within, is_universal=True) for part in parts)
            return all_of(*each)
        if not isinstance(body, Comparison) or (body.relation == "==" and not is_universal):
            raise Unsupported("of letters one inequality is said, for all or for some")
        if body.relation == "==":
            sides = body.inequalities
            return all_of(*(self.quantified(s, within, is_universal=True) for s in sides))
        below, left, right = body.relation in ("<=", "<"), body.left, body.right
        if self._mentions_letters(right) and not self._mentions_letters(left):
            return self.quantified(body.flipped, within, is_universal=is_universal)
        if self._mentions_letters(right):
            left, right = left - right, quantity_of(0)
        largest = self.extreme(left, within, is_maximum=below == is_universal)
        if not _always_counts(largest):
            raise Unsupported(f"{self.named(left)} may have no value at any letter")
        return Comparison(largest, body.relation, right)

    def _mentions_letters(self, quantity: Quantity) -> bool:
        """Whether a quantity that was read has some of the text's bound letters free."""
        letters = {index.name for index in self.indices()}
        free = (index.name for measure in measures_in(quantity) for index in measure.free)
        return not letters.isdisjoint(free)


def _always_counts(extreme: Quantity) -> bool:
    """Whether a typed sup or forall over letters always has a letter with a value."""
    return all(facts_of(m.value, m.defined).counts for m in measures_in(extreme))


def _conjuncts(within: Sequence[Claim]) -> list[Claim]:
    """The parts of the conditions, joined by "and", that a text puts on bound letters."""
    return [part for claim in within for part in conjuncts(claim)]


def _positive_mass(claim: Claim) -> Quantity:
    """The mass P[x] of a text's condition P[x] > 0 on bound letters."""
    match claim:
        case Comparison(left, ">", Constant(value)) | Comparison(Constant(value), "<", left):
            if not value and at_least_zero(polynomial_of(left)):
                return left
    differ = "that letters differ is a premise, not x == z => .., where nothing binds them"
    raise Unsupported(f"a condition of letters says that a mass is positive, P[x] > 0; {differ}")


def as_written(text: str) -> str:
    """A text in which inner names of bound letters are as typed: log(P[x]) for log(P[x'1]).

    >>> as_written("log(P[x'1])")
    'log(P[x])'
    """
    return _INNER_NAME.sub(r"\1", text)


def binds_letters(tree: Syntax) -> bool:
    """Whether the text of a quantifier binds letters, whose names begin with a small letter."""
    names = [token for token in trees(tree)[0].children if isinstance(token, Token)]
    return not any(map(begins_large, names))


def letters_within(tree: Syntax) -> Syntax:
    """The syntax tree of "forall F: forall x: .." for that of "forall F, x: ..".

    A quantifier with a condition or with alphabets, which could belong to either, stays as it is.
    """
    first, *rest = trees(tree)
    sides: dict[bool, list[Syntax | Token]] = {True: [], False: []}
    for token in first.children:
        sides[isinstance(token, Token) and not begins_large(token)].append(token)
    if not (all(sides.values()) and len(rest) == 1):
        return tree
    inner: Syntax = Tree(tree.data, [Tree("names", sides[True], first.meta), *rest], tree.meta)
    return Tree(tree.data, [Tree("names", sides[False], first.meta), inner], tree.meta)


def binds_a_letter(tree: Syntax) -> bool:
    """Whether max(x, ..) in a text is over letters x: whether x is a letter of an entry inside.

    >>> from pmlsym.language.syntax import Source
    >>> texts = ("max(x, W[y|x])", "max(x, 2*x)", "sum(x, y, W[y|x])")
    >>> [binds_a_letter(Source(text).tree()) for text in texts]
    [True, False, True]
    """
    *first, body = trees(tree) or [tree]
    names = {str(each.children[0]) for each in first if each.data == "name"}
    if len(names) < max(len(first), 1):
        return False
    return names.issubset(n for part in body.iter_subtrees() for n in _names_at_letter_places(part))


def _names_at_letter_places(tree: Syntax) -> Iterator[str]:
    """The names in a syntax tree that stand where a letter does, as x in P[x]."""
    if tree.data == "entry":
        at = tree.children[1:]
        for part in (p for p in at if not isinstance(p, Token)):
            for name in part.find_data("name"):
                yield str(name.children[0])
    if tree.data == "call":
        arguments = trees(tree)
        words = [w.taking(len(arguments)) for w in MEASURES if w.name == tree.children[0]]
        for place, argument in enumerate(arguments):
            sorts = {w.sorts[place] for w in words if len(w.sorts) == len(arguments)}
            if argument.data == "name" and OUTCOME in sorts and sorts.isdisjoint(DOMAINS):
                yield str(argument.children[0])
