"""Reading syntax trees of claims and quantities.

A syntax tree is read once: names and alphabets are collected on the way, and the result for each
part is a builder, which makes the object when all alphabets are known.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from lark import Token, Tree

from pmlsym.calculus.kind import begins_large
from pmlsym.calculus.tensor import Index
from pmlsym.claim_text.bound_letters import (
    BoundLetters,
    as_written,
    binds_a_letter,
    binds_letters,
    letters_within,
)
from pmlsym.claim_text.entries import (
    entry_at,
    extreme_over_letters,
    probability_of,
    sum_over_letters,
)
from pmlsym.claim_text.names import Operand
from pmlsym.claim_text.parsed_arguments import ArgumentReading
from pmlsym.claim_text.parsed_entropies import (
    WORDS_OVER_VARIABLES,
    read_condition,
    read_entropic,
)
from pmlsym.claim_text.parsed_subjects import CLAIMS, EXTREMES, QUANTIFIERS, entry_parts, noun
from pmlsym.claim_text.sorts import is_of_letters, is_written_out, leading_names
from pmlsym.claims.conditions import same
from pmlsym.claims.vocabulary import (
    CALLED,
    CONDITIONS,
    COUNTS,
    FUNCTIONS,
    INDEXED,
    SERIES,
    WORDS,
    of_several_meanings,
    right_word,
)
from pmlsym.errors import ClaimSyntaxError, InvalidInput, UnknownName, Unsupported
from pmlsym.language.building import all_of, any_of
from pmlsym.language.elsewhere import phrase_at, written_here
from pmlsym.language.expression import read_numeral, trees
from pmlsym.language.fold import contains
from pmlsym.language.nodes import (
    Binder,
    Bound,
    Claim,
    Comparison,
    Constant,
    Entropic,
    Implication,
    Measure,
    Negation,
    Optimum,
    Quantified,
    Quantity,
    Series,
    power,
)
from pmlsym.language.syntax import Source, Syntax
from pmlsym.measures.every import MEASURES
from pmlsym.measures.f_divergence import divergence
from pmlsym.measures.notion import EVENT, OUTCOME, PRIOR, Word
from pmlsym.model.mixture import identity

_SIGNS = {"plus": "+", "minus": "-", "times": "*", "over": "/", "power": "^"}
NO_ENTRY = (
    "an entry of a prior or a channel is written P[x], W[y|x]; pmin(P) is the smallest mass, and "
    "a set of priors bounds each of them: --over 'p(1) <= 1/2', over= in Python"
)

MEASURES_ARE = (
    "measures are written pml(P, W), mi(P, W), D[f](P || Q), H[alpha](P) and so on; the manual's "
    "pages Measures, and Your words and ours, have all of them"
)

Made = TypeVar("Made")
Build = Callable[[], Claim]  # makes a claim once all alphabets are known


def unless_too_deep(source: Source, read: Callable[[], Made]) -> Made:
    """The claim, or part of it, that a text is read as. Raises ClaimSyntaxError if too deep."""
    try:
        return read()
    except RecursionError:
        raise ClaimSyntaxError(f"{source.origin} is nested too deeply to be read") from None


class Reading(ArgumentReading):
    """The reading of the claims and numbers of one text."""

    def claim(self, tree: Syntax) -> Build:
        """The builder of the claim that a text's syntax tree states."""
        if tree.data == "comparison":
            return self._read_comparison(tree)
        if tree.data == "call":
            return self._read_condition_call(tree)
        if tree.data in QUANTIFIERS:
            return self._read_quantifier(letters_within(tree))
        if tree.data not in CLAIMS:
            here = written_here(self._quoted(tree))
            reason = f"{self._quoted(tree)} is no claim; compare it, as in pml(P, W) <= eps"
            if (
                said := f"it is written {here}"
                if here
                else of_several_meanings().get(self._quoted(tree)[1:-1])
            ):
                reason = f"{self._quoted(tree)} is no claim; {said}"
            if re.fullmatch(r"[A-Z]\w?( ?- ?[A-Z]\w?)+", chain := self.source.at(tree)):
                names = ", ".join(re.findall(r"\w+", chain))
                reason = f"{self._quoted(tree)} is no claim; a chain is markov({names})"
            raise self._error(reason, tree)
        inside = trees(tree)
        if tree.data == "equivalent":  # each side is read twice, so its binders are too
            inside += reversed(inside)
        parts = [self.claim(child) for child in inside]
        match tree.data:
            case "implies":
                return lambda: Implication(parts[0](), parts[1]())
            case "equivalent":
                a, b, again_b, again_a = parts
                return lambda: all_of(Implication(a(), b()), Implication(again_b(), again_a()))
            case "negation":
                return lambda: Negation(parts[0]())
            case "either":
                return lambda: any_of(parts[0](), parts[1]())
            case _:
                return lambda: all_of(parts[0](), parts[1]())

    def quantity(self, tree: Syntax) -> Callable[[], Quantity]:
        """The builder of the quantity that a text's syntax tree is, such as pml(P, W) - 1."""
        if tree.data == "number":
            value = read_numeral(self.source, tree)
            return lambda: Constant(value)
        if tree.data == "name":
            return self._read_number_name(tree)
        if tree.data == "call":
            return self._read_call(tree)
        if tree.data == "probability" or (tree.data, tree.children[0]) == ("indexed", "Pr"):
            return self._read_probability(tree)
        if tree.data == "indexed":
            return self._read_indexed(tree)
        if tree.data in EXTREMES:
            return self._read_quantifier(letters_within(tree))
        if tree.data == "entry":
            return self._read_entry(tree)
        if tree.data == "negative":
            body = self.quantity(trees(tree)[0])
            return lambda: -body()
        if tree.data not in _SIGNS:
            raise self._error(f"{self._quoted(tree)} is {noun(tree)}, not a number", tree)
        left, right = (self.quantity(child) for child in trees(tree))
        return lambda: self._join_by_sign(tree, left(), right())

    def _read_number_name(self, tree: Syntax) -> Callable[[], Quantity]:
        """The builder of a number that a text names: a scalar, or the k of a sum around it."""
        name = str(tree.children[0])
        if name in self.bound:
            return lambda: Bound(name)
        return self._scalar_named(tree, "real")

    def _read_comparison(self, tree: Syntax) -> Build:
        """The builder of a comparison in a text: of numbers, priors, channels or letters."""
        operands = trees(tree)
        signs = [str(child) for child in tree.children if isinstance(child, Token)]
        if len(signs) > 1:
            words = [self.source.at(operand) for operand in operands]
            pairs = zip(words, signs, words[1:], strict=False)
            advice = " and ".join(f"{a} {sign} {b}" for a, sign, b in pairs)
            raise self._error(f"a chain of comparisons is ambiguous; write {advice}", operands[2])
        are_letters = all(is_of_letters(side) or is_written_out(side) for side in operands)
        if signs == ["=="] and are_letters and any(map(is_of_letters, operands)):
            return self._read_same(tree)
        if signs == ["=="] and all(side.data == "name" for side in operands):
            return self._read_same_letter(tree)
        return self._read_compared_numbers(tree)

    def _read_compared_numbers(self, tree: Syntax) -> Build:
        """The builder of a text's comparison of two numbers, such as ldp(W) <= eps."""
        one, sign, two = tree.children
        left, right = (self.quantity(side) for side in (one, two) if isinstance(side, Tree))
        return lambda: Comparison(left(), str(sign), right())

    def _read_same_letter(self, tree: Syntax) -> Build:
        """The builder of x == z in a text: id[z|x] == 1 for letters, else two numbers."""
        sides = trees(tree)
        names = [str(side.children[0]) for side in sides]
        builds: list[Build] = []

        def read(kind: str) -> None:
            """Read both typed sides, once it is known whether they are letters."""
            if kind != OUTCOME:
                builds.append(self._read_compared_numbers(tree))
                return
            one, two = (self._read_letter(side) for side in sides)
            self._equate(sides[0], one.outputs, sides[1], two.outputs, "is a letter of")
            find = self.names.inference.alphabets

            def make() -> Claim:
                """The claim that a typed x == z of two letters is read as: id[z|x] == 1."""
                same = entry_at(identity(find(one.outputs)), [one.make()], [two.make()])
                return Comparison(same, "==", Constant(Fraction(1)))

            builds.append(make)

        if self.letters.keys() & {*names}:
            read(OUTCOME)
        else:
            self.names.postpone(names, read)
        return lambda: builds[0]()

    def _read_same(self, tree: Syntax) -> Build:
        """The builder of W == V in a text, for priors or channels, as its names' kinds tell."""
        one, two = trees(tree)
        makers: list[Callable[[], tuple[Any, Any]]] = []

        def read(kind: str) -> None:
            """Read both typed sides as priors or as channels, once their kind is known."""
            find = self.prior if kind == PRIOR else self.channel
            first, second = unless_too_deep(self.source, lambda: (find(one), find(two)))
            self._equate(one, first.inputs, two, second.inputs)
            self._equate(one, first.outputs, two, second.outputs, "has outcomes of")
            makers.append(lambda: (first.make(), second.make()))

        named = [side for side in (one, two) if is_of_letters(side)]  # id alone has no kind to tell
        names = [self._inner_name(n) for side in named for n in leading_names(side)]
        self.names.postpone(names, read)
        return lambda: same(*makers[0]())

    def _read_quantifier(self, tree: Syntax) -> Callable[[], Any]:
        """The builder of a text's claim with forall or exists, or quantity with sup or inf."""
        is_claim, is_first = tree.data in QUANTIFIERS, tree.data in ("every", "largest")
        if binds_letters(tree):
            return self._read_letter_quantifier(tree, is_claim, is_first)
        inner, binder, within, body = self._read_binder(tree)
        claims = [inner.claim(each) for each in within]
        last: Callable[[], Any] = inner.claim(body) if is_claim else inner.quantity(body)
        node = Quantified if is_claim else Optimum
        return lambda: node(binder(), tuple(c() for c in claims), last(), is_first)

    def _read_letter_quantifier(
        self, tree: Syntax, is_claim: bool, is_first: bool
    ) -> Callable[[], Any]:
        """The builder of a text's "forall x: ..", or (sup x: ..), over letters x."""
        inner, letters, within, body = self._read_letter_binder(tree)
        last: Callable[[], Any] = inner.claim(body) if is_claim else inner.quantity(body)
        bind: Callable[..., Any] = (
            partial(letters.quantified, is_universal=is_first)
            if is_claim
            else partial(letters.extreme, is_maximum=is_first)
        )
        return lambda: self._unless_unsupported(tree, lambda: bind(last(), within()))

    def _read_binder(
        self, tree: Syntax
    ) -> tuple[Reading, Callable[[], Binder], list[Syntax], Syntax]:
        """The reading of a text inside a quantifier, with its binder, condition and body."""
        first, *parts = trees(tree)
        shape = parts.pop(0) if parts[0].data == "shape" else None
        sides = [] if shape is None else trees(shape)
        tokens = [token for token in first.children if isinstance(token, Token)]
        if len({*map(str, tokens)}) < len(tokens):
            raise self._error("a name is bound twice here", first)
        inner_names = [self.names.bind(self.source, token, sides) for token in tokens]
        scope = {**self.scope, **dict(zip(map(str, tokens), inner_names, strict=True))}
        text = "" if shape is None else " ".join(self.source.at(shape).split())

        def binder() -> Binder:
            """The binder of what was typed after forall, exists, sup or inf."""
            subjects = (self.names.bound_operand(self.source, name).make() for name in inner_names)
            return Binder(tuple(map(str, inner_names)), tuple(subjects), shape=text)

        return replace(self, scope=scope), binder, parts[:-1], parts[-1]

    def _read_entry(self, tree: Syntax) -> Callable[[], Quantity]:
        """The builder of an entry P[x] or W[y|x] in a text, at letters."""
        of, at = entry_parts(tree)
        places = [k for k, each in enumerate(at) if each.data == "given"]
        if places:
            last, before = trees(at[places[0]])
            part = self.channel(of)
            sides = [before, *at[places[0] + 1 :]], [*at[: places[0]], last]
        else:
            part, sides = self.prior(of), ([], at)
        inputs, outputs = ([self._read_letter(each) for each in side] for side in sides)
        for shape, named in ((part.inputs, inputs), (part.outputs, outputs)):
            letters = tuple(item for each in named for item in each.outputs)
            self._equate(of, shape, tree, letters, "is at a letter of")
        return lambda: entry_at(
            part.make(), [n.make() for n in inputs], [n.make() for n in outputs]
        )

    def _read_condition_call(self, tree: Syntax) -> Build:
        """The builder of a condition called in a text, such as uniform(P) or markov(A, B, C)."""
        name = str(tree.children[0])
        if name in WORDS_OVER_VARIABLES:
            return read_condition(self.source, self.names, tree)
        words = [word for word in CONDITIONS if word.name == name]
        if len(words) == 1:
            return self._read_word_call(tree, words)
        if words:
            return self._read_either_kind(tree, words)
        self._require_known_word(tree)
        raise self._error(f"{self._quoted(tree)} is a number; compare it with another", tree)

    def _read_either_kind(self, tree: Syntax, words: list[Word]) -> Build:
        """The builder of a typed condition on a prior or a channel, such as deterministic(W)."""
        builds: list[Build] = []

        def read(kind: str) -> None:
            """Read the typed condition as one on that kind, once the kind is known."""
            order = sorted(words, key=lambda word: word.sorts[0] != kind)
            builds.append(unless_too_deep(self.source, lambda: self._read_word_call(tree, order)))

        names = [self._inner_name(n) for a in trees(tree) for n in leading_names(a)]
        self.names.postpone(names, read)
        return lambda: builds[0]()

    def _read_call(self, tree: Syntax) -> Callable[[], Quantity]:
        """The builder of a call in a text: a measure, a function, a sum or an entropy."""
        name = str(tree.children[0])
        if name in WORDS_OVER_VARIABLES:
            return read_entropic(self.source, self.names, tree)
        if name in SERIES:
            return self._read_series(tree)
        if name in ("max", "min") and binds_a_letter(tree):
            return self._read_over_letter(tree)
        if name == "D" and any(argument.data == "against" for argument in trees(tree)):
            return self._read_relative_entropy(tree)
        self._require_known_word(tree)
        words = [word for word in MEASURES if word.name == name and not word.indexed]
        if words:
            return self._read_word_call(tree, words)
        make = {**FUNCTIONS, **CALLED}.get(name)
        if make is None:
            raise self._error(f"{self._quoted(tree)} is a condition, not a number", tree)
        bodies = trees(tree)
        count = COUNTS.get(name)
        if len(bodies) != count and (count is not None or not bodies):
            several = {1: "one number", 3: "three numbers"}.get(count or 0, "at least one number")
            raise self._error(f"{name} takes {several}, not {len(bodies)}", tree)
        if name in ("max", "min") and is_of_letters(bodies[0]):
            way = "sup" if name == "max" else "inf"
            right = f"write ({way} {self.source.at(bodies[0])}: ..)"
            raise self._error(f"{name} is of numbers and over letters; {right}", bodies[0])
        parts = [self.quantity(body) for body in bodies]
        return lambda: make(*(part() for part in parts))

    def _read_relative_entropy(self, tree: Syntax) -> Callable[[], Quantity]:
        """The builder of D(P || Q) in a text, which is read as D[kl](P || Q)."""
        arguments = trees(tree)
        if len(arguments) != 1:
            reason = f"{self._quoted(tree)} has the wrong arguments; write D(P || Q)"
            raise self._error(reason, tree)
        pair = self.against(arguments[0])
        return lambda: divergence("kl", pair.make())

    def _read_indexed(self, tree: Syntax) -> Callable[[], Quantity]:
        """The builder of a text's measure with an index in brackets, such as I[2](P, W)."""
        name = tree.children[0]
        assert isinstance(name, Token)
        words = [word for word in MEASURES if word.name == name and word.indexed]
        if not words:
            ways = ", ".join(str(word) for word in MEASURES if word.indexed)
            reason = f"no measure {name} has an index; there are {ways}"
            raise self.source.error(UnknownName, reason, name)
        return self._read_word_call(tree, words)

    def _read_probability(self, tree: Syntax) -> Callable[[], Quantity]:
        """The builder of an event's probability in a text: Pr[P](A), Pr[P, W](E)."""
        first, *rest, last = trees(tree)
        if tree.children[0] != "Pr":
            ways = " or ".join(str(word) for word in MEASURES if word.name == tree.children[0])
            right = f"; write {ways}" if ways else ""
            raise self._error(f"{self._quoted(tree)}: one index stands in brackets{right}", tree)
        if len(rest) != (tree.data == "probability"):
            raise self._error(f"{self._quoted(tree)}: write Pr[P, W](E) of an event E", tree)
        if last.data in ("given", "both", "either", "negation", "joint"):
            right = "where B is E and F, that of E given F is Pr[P](B)/Pr[P](F)"
            raise self._error(f"{self._quoted(last)}: an event is a name, such as B; {right}", last)
        of, at = entry_parts(last) if last.data == "entry" else (last, [])
        if of.data != "name" or any(each.data == "given" for each in at):
            raise self._misplaced_error(last, EVENT)
        event, named = self._read_name(of, EVENT), [self._read_letter(a) for a in at]
        prior, channel = self.prior(first), self.channel(rest[0]) if rest else None
        seen = prior.outputs
        if channel is not None:
            self._equate(first, seen, rest[0], channel.inputs)
            seen = (*seen, *channel.outputs)
        letters = tuple(item for each in named for item in each.outputs)
        self._equate(first, (*seen, *letters), of, event.outputs, "is an event of")

        def make() -> Quantity:
            """The probability that was typed, of its read event, prior and channel."""
            second = None if channel is None else channel.make()
            places = [each.make() for each in named]
            return probability_of(event.make(), prior.make(), second, at=places)

        return make

    def _read_series(self, tree: Syntax) -> Callable[[], Quantity]:
        """The builder of sum(k, low, high, body) or prod(..) in a text, over integers k."""
        word, bodies = str(tree.children[0]), trees(tree)
        letter = bodies[0].children[0] if bodies and bodies[0].data == "name" else None
        if (
            word == "sum"
            and isinstance(letter, Token)
            and (len(bodies) == 2 or binds_a_letter(tree))
        ):
            return self._read_over_letter(tree)
        if len(bodies) != 4 or not isinstance(letter, Token) or begins_large(letter):
            reason = f"{self._quoted(tree)} has the wrong arguments; write {word}(k, 1, n, 1/k)"
            raise self._error(reason, tree)
        low, high = (self.quantity(body) for body in bodies[1:3])
        inner = replace(self, bound=self.bound | {str(letter)}).quantity(bodies[3])

        def make() -> Quantity:
            """The sum or product that was typed, of its read ends and body."""
            body = inner()
            if contains(body, Measure | Entropic):
                reason = f"{self._quoted(bodies[3])} has a measure in it; {word} is of numbers"
                raise self._error(reason, bodies[3])
            return Series(str(letter), low(), high(), body, word == "prod")

        return make

    def _read_over_letter(self, tree: Syntax) -> Callable[[], Quantity]:
        """The builder of sum(x, ..), max(x, ..), min(x, ..) in a text, over letters x.

        sum(x, y, ..) is sum(x, sum(y, ..)).
        """
        word, (name, *inside, body) = str(tree.children[0]), trees(tree)
        if inside:
            body = Tree(tree.data, [tree.children[0], *inside, body], tree.meta)
        inner, letters = self._with_letters([str(name.children[0])])
        read = inner.quantity(body)

        def make() -> Quantity:
            """The sum or extreme that was typed, over the letters x."""
            quantity, (over,) = read(), letters.indices()
            if word == "sum":
                return sum_over_letters(over, quantity, partial(letters.called, word))

            def written(part: Quantity, is_maximum: bool) -> str:
                """The text, max(x, ..) or min, of the extreme of a part."""
                return letters.called("max" if is_maximum else "min", part)

            return extreme_over_letters([over], quantity, written, is_maximum=word == "max")

        return lambda: self._unless_unsupported(tree, make)

    def _read_letter_binder(
        self, tree: Syntax
    ) -> tuple[Reading, BoundLetters, Callable[[], list[Claim]], Syntax]:
        """The reading of a text inside "forall x: ..", with the letters, condition and body."""
        first, *parts = trees(tree)
        if parts[0].data == "shape":
            raise self._error("a letter is of the alphabet that it stands for", parts[0])
        names = [str(token) for token in first.children]
        if len({*names}) < len(names):
            raise self._error("a name is bound twice here", first)
        inner, letters = self._with_letters(names)
        claims = [inner.claim(each) for each in parts[:-1]]
        return inner, letters, lambda: [claim() for claim in claims], parts[-1]

    def _with_letters(self, names: list[str]) -> tuple[Reading, BoundLetters]:
        """The reading of a text inside what binds letters, such as sum(x, ..), and the letters."""
        operands = {name: self.names.bound_letter(name) for name in names}
        inner = replace(self, letters={**self.letters, **operands})

        def index_of(operand: Operand) -> Index:
            """The index of a letter that the text binds, once alphabets are known."""
            (alphabet,) = self.names.inference.alphabets(operand.outputs)
            return Index(alphabet.name, operand.make())

        return inner, BoundLetters({n: partial(index_of, each) for n, each in operands.items()})

    def _unless_unsupported(self, tree: Syntax, make: Callable[[], Made]) -> Made:
        """The result of `make`. Raises ClaimSyntaxError for Unsupported, with the place."""
        try:
            return make()
        except Unsupported as error:
            raise self._error(as_written(str(error)), tree) from None

    def _read_letter(self, tree: Syntax) -> Operand:
        """The operand of a letter typed in an entry: one that a sum binds, or an outcome."""
        if tree.data != "name":
            raise self._misplaced_error(tree, OUTCOME)
        bound = self.letters.get(str(tree.children[0]))
        return bound or self.names.outcome(self._use_name(tree, OUTCOME))

    def _join_by_sign(self, tree: Syntax, left: Quantity, right: Quantity) -> Quantity:
        """The sum, difference, product, quotient or power that a text's sign makes of numbers."""
        sign = _SIGNS[tree.data]
        if sign == "/" and isinstance(right, Constant) and right.value == 0:
            reason = "division by zero; that D(P || Q) is infinite is written exp(-D(P || Q)) == 0"
            raise self._error(reason, trees(tree)[1])
        if sign == "^":
            if str(left) == "e":  # read as a free number it would make true bounds false
                raise self._error(f"e is a name of a number here; write exp({right})", tree)
            try:
                return power(left, right)
            except InvalidInput as error:
                raise self._error(str(error), tree) from None
        match sign:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case _:
                return left / right

    def _require_known_word(self, tree: Syntax) -> None:
        """Raise UnknownName, with advice, for a word in a text that no claim can have."""
        name = tree.children[0]
        assert isinstance(name, Token)
        if name not in WORDS and name not in CALLED:
            is_part = written_here(name) is None  # part of a phrase, such as g-leakage
            phrase = phrase_at(self.source.text, name.start_pos or 0) if is_part else None
            advice = phrase or right_word(str(name)) or MEASURES_ARE
            if len(name) == 1 and name not in (*INDEXED, *of_several_meanings()):
                advice = NO_ENTRY  # which was more likely meant
            raise self.source.error(UnknownName, f"unknown name {name}; {advice}", name)
