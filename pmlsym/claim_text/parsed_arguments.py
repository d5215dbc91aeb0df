"""Reading the calls of measures and conditions: their arguments, of each sort, and their indices.

A word may be written in several ways, as maxleak(W) and maxleak(P, W) are. The number and the sorts
of the arguments decide which is meant; the result is a builder (parsing.py).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from lark import Token

from pmlsym.claim_text.names import Operand
from pmlsym.claim_text.parsed_subjects import SubjectReading
from pmlsym.claim_text.sorts import (
    fits_sort,
    free_names,
    leading_names,
    names_guess_of_attribute,
    names_guesses,
)
from pmlsym.claims.vocabulary import DIVERGENCES, INFINITE
from pmlsym.errors import ClaimSyntaxError
from pmlsym.language.elsewhere import plain_spelling, written_here
from pmlsym.language.expression import read_numeral, trees
from pmlsym.language.syntax import Syntax
from pmlsym.language.value import FORMULAS_OF_DIVERGENCES
from pmlsym.measures.notion import (
    AGAINST,
    ATTRIBUTE,
    CHANNEL,
    CONDITIONAL,
    DOMAINS,
    ENTRY,
    EXCESS,
    FUNCTION,
    GAIN,
    HIDDEN,
    ORDER,
    OUTCOME,
    PRIOR,
    Word,
)
from pmlsym.measures.scalar_argument import BelowLeast
from pmlsym.model.gain import MOST_TRIES, Gain

_FUNCTION_WORDS = (FUNCTION, *map(plain_spelling, FORMULAS_OF_DIVERGENCES))
"""The words for convex functions, in lower case, and for any of them: not letters of an order."""

MARKS = {CONDITIONAL: "given", HIDDEN: "given", AGAINST: "against"}
"""The sorts that a sign between two parts distinguishes from all other sorts."""


class ArgumentReading(SubjectReading):
    """The reading of the words of one text with their arguments."""

    def _read_word_call(self, tree: Syntax, words: list[Word]) -> Callable[[], Any]:
        """The builder of a measure or condition from its call in a text, such as ldp(W, 1/10)."""
        arguments = trees(tree)
        for sign in tree.children[1:]:
            if isinstance(sign, Token) and sign != ",":
                raise self.source.error(ClaimSyntaxError, f"write a comma in place of {sign}", sign)
        marked = [a.data if a.data in MARKS.values() else None for a in arguments]
        words = [word.taking(len(arguments)) for word in words]
        fitting = [w for w in words if [*map(MARKS.get, w.sorts)] == marked]
        if not fitting:
            ways = " or ".join(str(word) for word in words)
            raise self._error(f"{self._quoted(tree)} has the wrong arguments; write {ways}", tree)
        word = next((w for w in fitting if all(map(fits_sort, w.sorts, arguments))), fitting[0])
        if word.sorts == (PRIOR, CHANNEL) and word.name in DIVERGENCES:
            self._require_channel_second(tree, word.name, arguments)
        parts = [self._operand(sort, a) for sort, a in zip(word.sorts, arguments, strict=True)]
        self._equate_all(word, arguments, parts)

        def make() -> Any:
            """The measure or condition that was typed, made of its read arguments."""
            made = [part.make() for part in parts]
            try:
                return word.make(*made)
            except BelowLeast as error:
                place = word.sorts.index(EXCESS)
                complain = partial(self._error, at=arguments[place])
                own = self.names.placed.letter_for(made[place], error.least, None, complain)
                return word.make(*made[:place], own, *made[place + 1 :])

        return make

    def _require_channel_second(self, tree: Syntax, word: str, arguments: list[Syntax]) -> None:
        """Raise ClaimSyntaxError where a text has mi(P, Q) of two priors."""
        if any(map(self.names.is_prior, leading_names(arguments[1]))):
            one, two = map(self.source.at, arguments)
            right = f"D[{DIVERGENCES[word]}]({one} || {two})"
            subject = f"{self._quoted(tree)} is of a prior and a channel"
            raise self._error(f"{subject}; of two priors write {right}", arguments[1])

    def _operand(self, sort: str, tree: Syntax) -> Operand:
        """The operand read from the syntax tree of an argument of that sort."""
        readers = {
            PRIOR: self.prior,
            CHANNEL: self.channel,
            ATTRIBUTE: self.channel,
            CONDITIONAL: self.conditional,
            HIDDEN: self.hidden,
            AGAINST: self.against,
            ORDER: self._read_order,
            EXCESS: self._read_excess,
            GAIN: self._read_gain,
            OUTCOME: self._read_letter,
            FUNCTION: self._read_function,
        }
        if sort in readers:
            return readers[sort](tree)
        if sort in DOMAINS:
            return self._read_number(tree, DOMAINS[sort])
        if sort == ENTRY and tree.data == "number":
            count = read_numeral(self.source, tree)
            return Operand((), (), lambda: int(count) if count.denominator == 1 else count)
        if tree.data != "name" or sort == ENTRY:
            raise self._misplaced_error(tree, sort)
        self.names.note_alphabet(str(tree.children[0]))
        return Operand((), (), lambda: self._alphabet_named(tree))

    def _read_number(self, tree: Syntax, domain: str) -> Operand:
        """The operand of a number typed as an argument, its scalars in that domain."""
        for name in free_names(tree):
            self._scalar_named(name, domain)
        made = self.quantity(tree)
        return Operand((), (), lambda: self.names.with_multiples(made()))

    def _read_order(self, tree: Syntax) -> Operand:
        """The operand of an order typed in brackets, such as I[a]: a number, a letter, inf."""
        name = str(tree.children[0]) if tree.data == "name" else ""
        if name == INFINITE:
            return Operand((), (), lambda: math.inf)
        if plain_spelling(name) in _FUNCTION_WORDS or written_here(name):
            here = written_here(name) if plain_spelling(name) not in _FUNCTION_WORDS else None
            known = ", ".join(FORMULAS_OF_DIVERGENCES)
            right = f"write {here}" if here else f"functions are {known}"
            raise self._error(f"{self._quoted(tree)} is the letter of no order; {right}", tree)
        return self._read_number(tree, "nonnegative")

    def _read_excess(self, tree: Syntax) -> Operand:
        """The operand of the gamma that a text has in D[E(gamma)] or D[E(exp(eps))]."""
        bodies = trees(tree)
        if tree.data != "call" or tree.children[0] != "E" or len(bodies) != 1:
            raise self._misplaced_error(tree, EXCESS)
        (body,) = bodies
        for inner in trees(body) if body.data == "call" else [body]:
            self._read_number(inner, "nonnegative")
        return Operand((), (), self.quantity(body))

    def _read_function(self, tree: Syntax) -> Operand:
        """The operand of a convex function's name that a text has in D[tv], D[kl], .."""
        name = str(tree.children[0])
        if tree.data != "name" or name not in FORMULAS_OF_DIVERGENCES:
            raise self._misplaced_error(tree, FUNCTION)
        return Operand((), (), lambda: name)

    def _read_gain(self, tree: Syntax) -> Operand:
        """The operand of a gain function in a text: id, tries(2), right(A), or a name."""
        if names_guesses(tree):
            if tree.data == "name":
                return self.names.gain_of_guesses(Gain.identity)
            counts = [read_numeral(self.source, t) for t in trees(tree) if t.data == "number"]
            if len(tree.children) != 2 or counts not in [[k] for k in range(1, MOST_TRIES + 1)]:
                reason = f"{self._quoted(tree)}: write tries(1) to tries({MOST_TRIES})"
                raise self._error(reason, tree)
            return self.names.gain_of_guesses(partial(Gain.tries, int(counts[0])))
        if names_guess_of_attribute(tree) and len(trees(tree)) == 1:
            make = Gain.wrong if tree.children[0] == "wrong" else Gain.right
            attribute = self._operand(ATTRIBUTE, trees(tree)[0])
            return replace(attribute, make=lambda: make(attribute.make()))
        if tree.data != "name":
            raise self._misplaced_error(tree, GAIN)
        return self._read_name(tree, GAIN)

    def _equate_all(self, word: Word, arguments: list[Syntax], parts: list[Operand]) -> None:
        """Equate the alphabets of a measure's typed arguments, as of a prior and inputs."""
        placed = dict(zip(word.sorts, zip(arguments, parts, strict=True), strict=True))
        channel = placed.get(CHANNEL) or placed.get(CONDITIONAL)
        takers = [placed[s] for s in (CHANNEL, CONDITIONAL, ATTRIBUTE, GAIN) if s in placed]
        for taker, part in takers if PRIOR in placed else ():
            first, prior = placed[PRIOR]
            self._equate(first, prior.outputs, taker, part.inputs)
        if channel and OUTCOME in placed:
            last, _ = placed[OUTCOME]
            named = [p for sort, p in zip(word.sorts, parts, strict=True) if sort == OUTCOME]
            letters = tuple(item for part in named for item in part.outputs)
            takes = "is one outcome of" if len(named) == 1 else "is the last outcome of"
            self._equate(channel[0], channel[1].outputs, last, letters, takes)
