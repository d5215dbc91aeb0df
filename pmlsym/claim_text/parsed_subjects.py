"""Reading priors and channels: names, their operators, mixtures, matrices and families.

The table of names of the whole question knows each name; errors have the place in the text.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial, reduce
from typing import Any, TypeVar

from lark import Token, Tree

from pmlsym.claim_text.alphabet_inference import Letter, Several, Shape
from pmlsym.claim_text.names import SCALAR, Names, Operand
from pmlsym.claim_text.sorts import free_names, is_of_letters, is_written_out
from pmlsym.claim_text.written_channels import (
    FAMILIES,
    MOST_LETTERS,
    MOST_REPEATED,
    RESPONSE,
    USAGE,
    Rows,
    entry_polynomial,
    mixture,
    written_channel,
)
from pmlsym.claims.vocabulary import CONDITIONS, INFINITE, RESERVED, of_several_meanings
from pmlsym.errors import AlphabetMismatch, ClaimSyntaxError, InvalidInput, PmlError, UnknownName
from pmlsym.language.elsewhere import phrase_at
from pmlsym.language.expression import read_numeral, trees
from pmlsym.language.nodes import Quantity, Scalar
from pmlsym.language.syntax import Source, Syntax
from pmlsym.measures.every import MEASURES
from pmlsym.measures.notion import CHANNEL, CONDITIONAL, ENTRY, LEVEL, PRIOR, PROBABILITY, SORTS
from pmlsym.measures.observation import require_channel
from pmlsym.model.channel import Channel, Given, Hidden
from pmlsym.model.mixture import constant_channel, identity
from pmlsym.model.prior import Against, Prior
from pmlsym.model.repetition import Joint, repeat

PRODUCT = re.compile(r"\w ?\* ?[A-Z]|[A-Z]\w*\^\w")
"""A product of channels or a power, whose factors each read their own letter."""
_OPERATOR_OF_POWER = {"power": "times", "uses": "joint", "cascades": "cascade"}
_JOIN_OF_POWER: Mapping[str, Joint] = {"power": "*", "uses": "&", "cascades": ">>"}
_SORT_OF_OPERATOR = {"cascade": CHANNEL, "joint": CHANNEL, "given": CONDITIONAL}
_SORT_OF_OPERATOR.update(dict.fromkeys((*_OPERATOR_OF_POWER, "matrix"), CHANNEL))
QUANTIFIERS = ("every", "some")
EXTREMES = ("largest", "smallest")
CLAIMS = (*QUANTIFIERS, "equivalent", "implies", "either", "both", "negation", "comparison")

Made = TypeVar("Made")


@dataclass(frozen=True)
class SubjectReading(ABC):
    """The reading of the priors and channels of one text, into the names of the whole question.

    `bound` are the numbers over which the surrounding sums run, `letters` the bound letters of
    alphabets; `scope` has the inner names of what surrounding quantifiers bind.
    """

    source: Source
    names: Names
    bound: frozenset[str] = frozenset()
    letters: Mapping[str, Operand] = field(default_factory=dict)
    scope: Mapping[str, Token] = field(default_factory=dict)

    @abstractmethod
    def quantity(self, tree: Syntax) -> Callable[[], Quantity]:
        """The builder of a number read inside a prior or a channel of a text."""

    @abstractmethod
    def _read_letter(self, tree: Syntax) -> Operand:
        """The operand of a letter x of an entry or a row in a text, as in W[x]."""

    @abstractmethod
    def _operand(self, sort: str, tree: Syntax) -> Operand:
        """The operand of an argument of a family, or of a measure, read from its tree."""

    def prior(self, tree: Syntax) -> Operand:
        """The operand of the prior that a text writes, as P, P >> W or P & Q, from its tree."""
        if tree.data == "name":
            return self._read_name(tree, PRIOR)
        if tree.data in ("power", "uses"):
            if self._is_repeated(tree):
                return self._read_repeated(tree, self.prior)
            return self.prior(self._unrolled(tree))
        if tree.data == "plus":
            return self._read_mixture(tree, self.prior, PRIOR)
        if tree.data == "entry":
            return self._read_row(tree)
        if tree.data in ("joint", "times"):
            one, two = (self.prior(child) for child in trees(tree))
            return Operand((), (*one.outputs, *two.outputs), lambda: one.make() & two.make())
        if tree.data != "cascade":
            raise self._misplaced_error(tree, PRIOR)
        first, second = trees(tree)
        prior, channel = self.prior(first), self.channel(second)
        self._equate(first, prior.outputs, second, channel.inputs)
        return Operand((), channel.outputs, lambda: prior.make() >> channel.make())

    def _read_row(self, tree: Syntax) -> Operand:
        """The operand of W[x] in a text: the prior of a channel's outcomes given letters."""
        of, at = entry_parts(tree)
        if any(each.data == "given" for each in at):
            raise self._misplaced_error(tree, PRIOR)
        channel, letters = self.channel(of), [self._read_letter(each) for each in at]
        shape = tuple(item for each in letters for item in each.outputs)
        self._equate(of, channel.inputs, tree, shape, "is at a letter of")
        makers = [each.make for each in letters]

        def make() -> Prior:
            """The row W[x], with the names that its letters were read as."""
            names, of_rows = [str(name()) for name in makers], require_channel(channel.make())
            return self._unless_invalid(tree, lambda: of_rows.row(*names))

        return Operand((), channel.outputs, make)

    def channel(self, tree: Syntax) -> Operand:
        """The operand of the channel that a text writes, as W, W >> V or id, from its tree."""
        if is_written_out(tree):
            return self._read_unnamed(tree)
        if tree.data == "name":
            return self._read_name(tree, CHANNEL)
        if tree.data in _OPERATOR_OF_POWER:
            if self._is_repeated(tree):
                return self._read_repeated(tree, self.channel)
            return self.channel(self._unrolled(tree))
        if tree.data == "plus":
            return self._read_mixture(tree, self.channel, CHANNEL)
        if tree.data not in ("cascade", "joint", "times"):
            raise self._misplaced_error(tree, CHANNEL)
        left, right = trees(tree)
        first, second = self.channel(left), self.channel(right)
        if tree.data == "times":
            inputs, outputs = (*first.inputs, *second.inputs), (*first.outputs, *second.outputs)
            return Operand(inputs, outputs, lambda: first.make() * second.make())
        if tree.data == "cascade":
            self._equate(left, first.outputs, right, second.inputs)
            return Operand(first.inputs, second.outputs, lambda: first.make() >> second.make())
        self._chain(right, second, left, first)
        outputs = (*first.outputs, *second.outputs)
        return Operand(first.inputs, outputs, lambda: first.make() & second.make())

    def _unrolled(self, tree: Syntax) -> Syntax:
        """The syntax tree of W * W * W for a text's W^3, of W & W & W for its W^&3."""
        often = _repetition_count(tree)
        if often not in map(str, range(1, MOST_REPEATED + 1)):
            reason = f"how often is a number from 1 to {MOST_REPEATED}, or a letter such as n"
            raise self._error(f"{self._quoted(tree)}: {reason}", tree)
        operator, body = _OPERATOR_OF_POWER[tree.data], trees(tree)[0]
        return reduce(lambda a, b: Tree(operator, [a, b], tree.meta), [body] * int(often))

    def _is_repeated(self, tree: Syntax) -> bool:
        """Whether a text says by a letter how often, as in W^n, rather than by a number."""
        return _repetition_count(tree).isidentifier()

    def _read_repeated(self, tree: Syntax, read: Callable[[Syntax], Operand]) -> Operand:
        """The operand of W^n, W^&n, W^>>n or P^n in a text, for a letter n."""
        often, part = _repetition_count(tree), trees(tree)[0]
        around = {*self.bound, *self.letters, *self.scope}
        if around.intersection((often, *map(str, _names_in(part)))):
            reason = "is bound around it; how often, and of what, is said for the whole claim"
            raise self._error(f"{self._quoted(tree)}: a part of it {reason}", tree)
        if often in map(str, _names_in(part)):
            raise self._error(f"{self._quoted(tree)}: {often} stands within it", tree)
        (letter,) = _names_in(tree.children[-1])
        self.names.repeat_letter(self.source, letter)
        body, joins = read(part), _JOIN_OF_POWER[tree.data]
        inputs, outputs = body.inputs, body.outputs
        if tree.data == "cascades":
            self._equate(part, outputs, part, inputs)
        else:
            outputs = self.names.row_alphabet(outputs, often)
            if tree.data == "power" and inputs:
                inputs = self.names.row_alphabet(inputs, often)
        joins = joins if body.inputs else "*"
        find = self.names.inference.alphabets

        def make() -> Prior | Channel:
            """The repeated prior or channel that was typed, of its read body."""
            alphabets = find((*inputs, *outputs))
            part: Prior | Channel = body.make()
            return self._unless_invalid(tree, lambda: repeat(joins, part, often, alphabets))

        return Operand(inputs, outputs, make)

    def _read_mixture(self, tree: Syntax, read: Callable[[Syntax], Operand], sort: str) -> Operand:
        """The operand of a mixture q*W + (1 - q)*V, of two or more parts, in a text."""
        terms: list[Syntax] = []
        left = tree
        while left.data == "plus":
            left, last = trees(left)
            terms.insert(0, last)
        weights, parts = [], []
        for term in (left, *terms):
            if term.data != "times" or is_of_letters(trees(term)[0]):
                reason = f"{self._quoted(term)} has no weight; write q*W + (1 - q)*V"
                raise self._error(reason, term)
            weight, part = trees(term)
            weights.append(self._operand(PROBABILITY, weight))
            parts.append((part, read(part)))
        (first, first_part), *others = parts
        for other, other_part in others:
            self._equate(first, first_part.inputs, other, other_part.inputs)
            self._equate(first, first_part.outputs, other, other_part.outputs, "has letters of")

        def make() -> Prior | Channel:
            """The mixture that was typed, of its read weights and parts."""
            pairs = ((w.make(), p.make()) for w, (_, p) in zip(weights, parts, strict=True))
            return self._unless_invalid(tree, lambda: mixture(*pairs))

        return Operand(first_part.inputs, first_part.outputs, make)

    def _read_unnamed(self, tree: Syntax) -> Operand:
        """The operand of a channel that a text writes without a name: id, bsc(p), .."""
        find = self.names.inference.alphabets
        if tree.data == "name":
            (both,) = self.names.open_alphabets((Several(),))
            return Operand(both, both, lambda: identity(find(both)))
        text = " ".join(self.source.at(tree).split())
        if tree.children[0] == RESPONSE and not self._has_numeric_entries(tree):
            return self._read_response(tree, text)
        if tree.children[0] == "const":
            if len(trees(tree)) != 1:
                raise self._error(f"{self._quoted(tree)}: write const(P)", tree)
            prior = self.prior(trees(tree)[0])
            (both,) = self.names.open_alphabets((Several(),))
            return Operand(both, prior.outputs, lambda: constant_channel(find(both), prior.make()))
        inputs, outputs = self.names.open_alphabets((Letter(),), (Letter(),))

        def channel(written: str, rows: Rows) -> Channel:
            """The channel of these rows, printed as it was typed."""
            return written_channel(written, rows, *find(inputs), *find(outputs))

        read = self._read_matrix if tree.data == "matrix" else self._read_family
        make = read(tree, text, channel)
        return Operand(inputs, outputs, lambda: self._unless_invalid(tree, make))

    def _has_numeric_entries(self, tree: Syntax) -> bool:
        """Whether a text's rr(k, eps) has a small number k and a numeric level."""
        count, *rest = trees(tree)
        numeral = count.data == "number" and read_numeral(self.source, count) <= MOST_LETTERS
        return numeral and not any(name for each in rest for name in free_names(each))

    def _read_response(self, tree: Syntax, text: str) -> Operand:
        """The operand of rr(k, eps) in a text for letters k and eps, as a mixture."""
        if len(trees(tree)) != 2:
            raise self._error(f"{self._quoted(tree)}: write rr(k, eps)", tree)
        count, eps = trees(tree)
        shape = self.names.alphabet_of_size(self.source.at(count))
        size, bar = self.quantity(count), self._operand(LEVEL, eps)

        def make() -> Channel:
            """The response rr(k, eps) that was typed, at its read size and level."""
            (letters,) = self.names.inference.alphabets(shape)
            return self.names.responses.channel(text, letters, size(), bar.make())

        return Operand(shape, shape, lambda: self._unless_invalid(tree, make))

    def _read_matrix(
        self, tree: Syntax, text: str, channel: Callable[[str, Rows], Channel]
    ) -> Callable[[], Channel]:
        """The builder of a channel that a text writes out as a matrix, [[1 - p, p], ..]."""
        table = [[self._operand(PROBABILITY, e) for e in trees(row)] for row in trees(tree)]
        return lambda: channel(text, [[entry_polynomial(e.make()) for e in row] for row in table])

    def _read_family(
        self, tree: Syntax, text: str, channel: Callable[[str, Rows], Channel]
    ) -> Callable[[], Channel]:
        """The builder of a channel that a text calls by its family, such as bsc(p).

        A probability that only premises keep in [0, 1] is replaced by a new letter.
        """
        name, arguments = str(tree.children[0]), trees(tree)
        sorts, rows = FAMILIES[name]
        right = f"write {USAGE[name]}"
        if len(sorts) != len(arguments):
            raise self._error(f"{self._quoted(tree)}: {right}", tree)
        for sort, each in zip(sorts, arguments, strict=True):
            if sort == ENTRY and each.data != "number":
                reason = f"{self._quoted(each)} is no number of letters; {right}"
                reason += f"; of every size are rr(k, eps), a name W, and pmlsym derive {name}"
                raise self._error(reason, each)
        parts = [self._operand(sort, each) for sort, each in zip(sorts, arguments, strict=True)]

        def make() -> Channel:
            """The channel of the typed family at the arguments that were read."""
            made = [part.make() for part in parts]
            try:
                return channel(text, rows(*made))
            except InvalidInput:
                own = [
                    self.names.placed.letter_for(part, 0, 1, partial(self._error, at=argument))
                    if sort == PROBABILITY
                    else part
                    for sort, part, argument in zip(sorts, made, arguments, strict=True)
                ]
                return channel(f"{name}({', '.join(map(str, own))})", rows(*own))

        return make

    def _unless_invalid(self, tree: Syntax, make: Callable[[], Made]) -> Made:
        """The result of `make`. Raises ClaimSyntaxError for InvalidInput, with the place."""
        try:
            return make()
        except InvalidInput as error:
            raise self._error(str(error), tree) from None

    def conditional(self, tree: Syntax) -> Operand:
        """The operand of a channel given another that a text writes as U | W."""
        later, earlier = trees(tree)
        if later.data == "given":
            raise self._error("only one | can stand in a measure", tree)
        second, first = self.channel(later), self.channel(earlier)
        self._chain(later, second, earlier, first)
        outputs = (*first.outputs, *second.outputs)
        return Operand(first.inputs, outputs, lambda: Given(first.make(), second.make()))

    def hidden(self, tree: Syntax) -> Operand:
        """The operand of P | W in a text: a prior given the outcome of a channel."""
        one, two = trees(tree)
        prior, channel = self.prior(one), self.channel(two)
        self._equate(one, prior.outputs, two, channel.inputs)
        return Operand((), (), lambda: Hidden(prior.make(), channel.make()))

    def against(self, tree: Syntax) -> Operand:
        """The operand of P || Q in a text: two priors of the same letters."""
        one, two = trees(tree)
        first, second = self.prior(one), self.prior(two)
        self._equate(one, first.outputs, two, second.outputs, "has letters of")
        return Operand((), first.outputs, lambda: Against(first.make(), second.make()))

    def _equate(
        self, first: Syntax, left: Shape, second: Syntax, right: Shape, takes: str = "takes"
    ) -> None:
        """Equate the alphabets of two parts of a text; AlphabetMismatch quotes both parts."""

        def complain(gives: str, wants: str) -> PmlError:
            """The AlphabetMismatch that quotes both parts of the text."""
            one, two = self._quoted(first), self._quoted(second)
            reason = f"{one} has letters of {gives}, but {two} {takes} {wants}"
            if gives != wants and PRODUCT.search(self.source.text):
                reason += "; W*W and W^2 read a letter each, of one letter write W & W and W^&2"
            return self.source.error(AlphabetMismatch, reason, second)

        self.names.inference.equate(left, right, complain)

    def _chain(self, later: Syntax, second: Operand, earlier: Syntax, first: Operand) -> None:
        """Require that a channel of a text can act after another. Raises AlphabetMismatch."""

        def complain(takes: str, gives: str) -> PmlError:
            """The AlphabetMismatch that quotes both channels of the text."""
            one, two = self._quoted(later), self._quoted(earlier)
            reason = f"{one} takes {takes}, but after {two} it is given {gives}"
            return self.source.error(AlphabetMismatch, reason, later)

        self.names.inference.note_second(second.inputs, first.inputs, first.outputs, complain)

    def _read_name(self, tree: Syntax, kind: str) -> Operand:
        """The operand, of that kind, of a name in a text."""
        return self.names.of_kind(kind, self._use_name(tree, kind))

    def _scalar_named(self, tree: Syntax, domain: str) -> Callable[[], Scalar]:
        """The builder of the scalar that a text names, in that domain."""
        if tree.children[0] == INFINITE:
            reason = (
                "inf is an order, as in H[inf](P), and no number: every value is at most infinite; "
                "that one is finite is said by a letter, ldp(W) <= b; that it is not, by "
                "exp(-ldp(W)) == 0"
            )
            raise self._error(reason, tree)
        return self.names.scalar(self._use_name(tree, SCALAR), domain)

    def _use_name(self, tree: Syntax, kind: str) -> str:
        """The name typed at a place, noted as of that kind; the inner name of a bound one."""
        name = tree.children[0]
        assert isinstance(name, Token)
        if str(name) in self.scope:
            inner = self.scope[str(name)]
            self.names.note_kind(self.source, name.update(value=str(inner)), kind)
            return str(inner)
        if name in self.letters:  # what may be one asks `letters` first
            reason = (
                f"{self._quoted(tree)} is a letter here, and no number; no number is bound, as "
            )
            right = f"a claim is for all numbers, or for those of a premise, {name} > 0 => .."
            raise self._error(reason + right, tree)
        if name in RESERVED:
            ways = " or ".join(str(w) for w in (*MEASURES, *CONDITIONS) if w.name == name)
            phrase = phrase_at(self.source.text, name.start_pos or 0)  # such as min-capacity
            own = f"{name} is a word of the language; write {ways or f'{name}(..)'}"
            raise self._error(phrase or own, tree)
        self.names.note_free(self.source, name)
        self.names.note_kind(self.source, name, kind)
        return str(name)

    def _inner_name(self, name: str) -> str:
        """The name by which the table of names has the one typed at this place."""
        return str(self.scope.get(name, name))

    def _alphabet_named(self, tree: Syntax) -> Any:
        """The alphabet that a text names, as X in size(X).

        Raises UnknownName where there is none.
        """
        name = str(tree.children[0])
        alphabets = self.names.inference.alphabet_names()
        if name not in alphabets:
            none = "none; of a prior the claim H[1](P) <= log(size(X)) speaks of its letters"
            reason = f"no alphabet is called {name}; there are {', '.join(alphabets) or none}"
            raise self.source.error(UnknownName, reason, tree)
        return self.names.inference.alphabets((self.names.inference.declared_alphabet(name),))[0]

    def _misplaced_error(self, tree: Syntax, sort: str) -> ClaimSyntaxError:
        """The error for a typed term in a place where one of another sort has to be."""
        reason = f"{self._quoted(tree)} stands where {SORTS[sort]}, has to stand"
        name = str(tree.children[0]) if tree.data == "call" else ""
        if name and sort in (CHANNEL, PRIOR) and (said := of_several_meanings().get(name)):
            reason += f"; {said}"
        elif name and sort == CHANNEL:
            known = ", ".join(FAMILIES)
            reason += f"; there are {known}, and others for pmlsym derive, which families lists"
        elif sort == PRIOR and any(word.name == name for word in CONDITIONS):
            reason += f"; what it has to be is a premise, {name}(P) and size(X) == 3 => .."
        return self._error(reason, tree)

    def _quoted(self, tree: Syntax) -> str:
        """The piece of the typed text that a syntax tree is of, in quotation marks."""
        return f"'{self.source.at(tree)}'"

    def _error(self, reason: str, at: Syntax) -> ClaimSyntaxError:
        """A ClaimSyntaxError at the place of a syntax tree in the typed text."""
        return self.source.error(ClaimSyntaxError, reason, at)


def _repetition_count(tree: Syntax) -> str:
    """The count of repetitions in W^3 or W^n in a text: digits or a letter; else empty."""
    last = tree.children[-1]
    if isinstance(last, Token):
        return str(last)
    return str(last.children[0]) if last.data in ("name", "number") else ""


def _names_in(part: Syntax | Token) -> list[Token]:
    """The tokens of names in a part of a typed text's syntax tree."""
    if isinstance(part, Token):
        return [part]
    tokens = part.scan_values(lambda token: isinstance(token, Token) and token.type == "NAME")
    return [*tokens]


def entry_parts(tree: Syntax) -> tuple[Syntax, list[Syntax]]:
    """The syntax trees of W and of y, x in a text's W[y|x]: its subject and what is in brackets."""
    first, at = tree.children[0], trees(tree)
    of: Syntax = at.pop(0) if isinstance(first, Tree) else Tree("name", [first], tree.meta)
    return of, at


def noun(tree: Syntax) -> str:
    """The noun, for an error about a text, of a part that is not a number, as "a channel"."""
    if tree.data in CLAIMS:
        return "a claim"
    if tree.data == "against":
        return "two priors"
    return "a channel given another" if _SORT_OF_OPERATOR[tree.data] == CONDITIONAL else "a channel"
