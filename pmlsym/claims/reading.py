"""Reading syntax trees of claims and quantities.

Reading happens once through the syntax tree: names and alphabets are collected on the way, and what
is returned for each part builds the object when all alphabets are known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from typing import Any, TypeVar

from lark import Token, Tree

from pmlsym.calculus.tensor import Index
from pmlsym.claims.entries import entry, sum_of_entries
from pmlsym.claims.entropies import is_entropic, read_condition, read_entropic
from pmlsym.claims.names import SCALAR, Letter, Names, Operand, Several, Shape
from pmlsym.claims.terms import (
    FAMILIES,
    MOST_REPEATED,
    Rows,
    entry_polynomial,
    mixture,
    written_channel,
)
from pmlsym.claims.vocabulary import (
    CONDITIONS,
    COUNTS,
    DIVERGENCES,
    FUNCTIONS,
    INDEXED,
    INFINITE,
    SERIES,
    SEVERAL_MEANINGS,
    WORDS,
    free_names,
    is_of_letters,
    is_written_out,
    leading_names,
    names_guesses,
    nearest_word,
    same,
    suits,
)
from pmlsym.errors import (
    AlphabetMismatch,
    ClaimSyntaxError,
    InvalidInput,
    PmlError,
    UnknownName,
    Unsupported,
)
from pmlsym.language.building import all_of, any_of
from pmlsym.language.expression import read_numeral, trees
from pmlsym.language.fold import walk
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
    Scalar,
    Series,
    power,
)
from pmlsym.language.syntax import Source, Syntax
from pmlsym.language.value import FORMULAS_OF_DIVERGENCES
from pmlsym.measures.every import MEASURES
from pmlsym.measures.f_divergence import divergence
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
    ORDER,
    OUTCOME,
    PRIOR,
    PROBABILITY,
    SORTS,
    Word,
)
from pmlsym.model.channel import Channel, Given
from pmlsym.model.gain import MOST_TRIES, Gain
from pmlsym.model.mixture import constant_channel, identity
from pmlsym.model.prior import Against, Prior

_SIGNS = {"plus": "+", "minus": "-", "times": "*", "over": "/", "power": "^"}
_REPEATED = {"power": "times", "uses": "joint", "cascades": "cascade"}
_PLACES = {"cascade": CHANNEL, "joint": CHANNEL, "given": CONDITIONAL}
_PLACES.update(dict.fromkeys((*_REPEATED, "matrix"), CHANNEL))
MARKED = {"given": CONDITIONAL, "against": AGAINST}
MARKS = tuple(MARKED.values())
QUANTIFIERS = ("every", "some")
EXTREMES = ("largest", "smallest")
_CLAIMS = (*QUANTIFIERS, "implies", "either", "both", "negation", "comparison")
NO_ENTRY = (
    "entries of priors and channels are no quantities of a claim; pmin(P) is the smallest mass, "
    "and a set of priors bounds each of them: --over 'p(1) <= 1/2', over= in Python"
)

Made = TypeVar("Made")
Build = Callable[[], Claim]  # makes a claim once all alphabets are known


def unless_too_deep(source: Source, read: Callable[[], Made]) -> Made:
    """What is read; raises ClaimSyntaxError where that goes too deep."""
    try:
        return read()
    except RecursionError:
        raise ClaimSyntaxError(f"{source.origin} is nested too deeply to be read") from None


@dataclass(frozen=True)
class Reading:
    """One text, read into the names of the whole question.

    `bound` are the numbers that sums around this place run over, `letters` the letters of
    alphabets; `scope` says how what quantifiers around it bind is known.
    """

    source: Source
    names: Names
    bound: frozenset[str] = frozenset()
    letters: Mapping[str, Operand] = field(default_factory=dict)
    scope: Mapping[str, Token] = field(default_factory=dict)

    def claim(self, tree: Syntax) -> Build:
        """What makes a claim."""
        if tree.data == "comparison":
            return self._comparison(tree)
        if tree.data == "call":
            return self._condition(tree)
        if tree.data in QUANTIFIERS:
            return self._quantified(tree)
        if tree.data not in _CLAIMS:
            reason = f"{self._quoted(tree)} is no claim; compare it, as in pml(P, W) <= eps"
            raise self._error(reason, tree)
        parts = [self.claim(child) for child in trees(tree)]
        match tree.data:
            case "implies":
                return lambda: Implication(parts[0](), parts[1]())
            case "negation":
                return lambda: Negation(parts[0]())
            case "either":
                return lambda: any_of(parts[0](), parts[1]())
            case _:
                return lambda: all_of(parts[0](), parts[1]())

    def quantity(self, tree: Syntax) -> Callable[[], Quantity]:
        """What makes a quantity."""
        if tree.data == "number":
            value = read_numeral(self.source, tree)
            return lambda: Constant(value)
        if tree.data == "name" and tree.children[0] in self.bound:
            letter = str(tree.children[0])
            return lambda: Bound(letter)
        if tree.data == "name":
            return self._scalar(tree, "real")
        if tree.data == "call" and tree.children[0] in SERIES:
            return self._series(tree)
        if tree.data == "call":
            return self._call(tree)
        if tree.data == "indexed":
            return self._indexed(tree)
        if tree.data in EXTREMES:
            return self._supremum(tree)
        if tree.data == "entry":
            return self._entry(tree)
        if tree.data == "negative":
            body = self.quantity(trees(tree)[0])
            return lambda: -body()
        if tree.data not in _SIGNS:
            raise self._error(f"{self._quoted(tree)} is {_noun(tree)}, not a number", tree)
        left, right = (self.quantity(child) for child in trees(tree))
        return lambda: self._arithmetic(tree, left(), right())

    def prior(self, tree: Syntax) -> Operand:
        """What stands for a prior."""
        if tree.data == "name":
            return self._named(tree, PRIOR, self.names.prior)
        if tree.data in ("power", "uses"):
            return self.prior(self._repeated(tree))
        if tree.data == "plus":
            return self._mixture(tree, self.prior, PRIOR)
        if tree.data in ("joint", "times"):
            one, two = (self.prior(child) for child in trees(tree))
            return Operand((), (*one.outputs, *two.outputs), lambda: one.make() & two.make())
        if tree.data != "cascade":
            raise self._misplaced(tree, PRIOR)
        first, second = trees(tree)
        prior, channel = self.prior(first), self.channel(second)
        self._fit(first, prior.outputs, second, channel.inputs)
        return Operand((), channel.outputs, lambda: prior.make() >> channel.make())

    def channel(self, tree: Syntax) -> Operand:
        """What stands for a channel."""
        if is_written_out(tree):
            return self._written_out(tree)
        if tree.data == "name":
            return self._named(tree, CHANNEL, self.names.channel)
        if tree.data in _REPEATED:
            return self.channel(self._repeated(tree))
        if tree.data == "plus":
            return self._mixture(tree, self.channel, CHANNEL)
        if tree.data not in ("cascade", "joint", "times"):
            raise self._misplaced(tree, CHANNEL)
        left, right = trees(tree)
        first, second = self.channel(left), self.channel(right)
        if tree.data == "times":
            inputs, outputs = (*first.inputs, *second.inputs), (*first.outputs, *second.outputs)
            return Operand(inputs, outputs, lambda: first.make() * second.make())
        if tree.data == "cascade":
            self._fit(left, first.outputs, right, second.inputs)
            return Operand(first.inputs, second.outputs, lambda: first.make() >> second.make())
        self._after(right, second, left, first)
        outputs = (*first.outputs, *second.outputs)
        return Operand(first.inputs, outputs, lambda: first.make() & second.make())

    def _repeated(self, tree: Syntax) -> Syntax:
        """W^3 is W * W * W, W^&3 is W & W & W, W^>>3 is W >> W >> W."""
        body, *rest = trees(tree)
        (digits,) = [str(c) for c in tree.children[1:] if isinstance(c, Token)] or [""]
        if rest and rest[0].data == "number":
            digits = str(rest[0].children[0])
        if digits not in map(str, range(1, MOST_REPEATED + 1)):
            reason = f"{self._quoted(tree)}: how often is a number from 1 to {MOST_REPEATED}"
            raise self._error(reason, tree)
        operator = _REPEATED[tree.data]
        return reduce(lambda a, b: Tree(operator, [a, b], tree.meta), [body] * int(digits))

    def _mixture(self, tree: Syntax, read: Callable[[Syntax], Operand], sort: str) -> Operand:
        """q*W + (1 - q)*V, and of more parts."""
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
            weights.append(self._argument(PROBABILITY, weight))
            parts.append((part, read(part)))
        (first, own), *others = parts
        for other, its in others:
            self._fit(first, own.inputs, other, its.inputs)
            self._fit(first, own.outputs, other, its.outputs, "has letters of")

        def make() -> Prior | Channel:
            pairs = ((w.make(), p.make()) for w, (_, p) in zip(weights, parts, strict=True))
            return self._unless_wrong(tree, lambda: mixture(*pairs))

        return Operand(own.inputs, own.outputs, make)

    def _written_out(self, tree: Syntax) -> Operand:
        """A channel without a name: id, const(P), a family, a matrix."""
        find = self.names.inference.alphabets
        if tree.data == "name":
            (own,) = self.names.letters((Several(),))
            return Operand(own, own, lambda: identity(find(own)))
        text = " ".join(self.source.at(tree).split())
        if tree.children[0] == "const":
            if len(trees(tree)) != 1:
                raise self._error(f"{self._quoted(tree)}: write const(P)", tree)
            prior = self.prior(trees(tree)[0])
            (own,) = self.names.letters((Several(),))
            return Operand(own, prior.outputs, lambda: constant_channel(find(own), prior.make()))
        read = self._matrix if tree.data == "matrix" else self._family
        given, seen = self.names.letters((Letter(),), (Letter(),))
        rows = read(tree)

        def make() -> Channel:
            return written_channel(text, rows(), *find(given), *find(seen))

        return Operand(given, seen, lambda: self._unless_wrong(tree, make))

    def _matrix(self, tree: Syntax) -> Callable[[], Rows]:
        table = [[self._argument(PROBABILITY, e) for e in trees(row)] for row in trees(tree)]
        return lambda: [[entry_polynomial(e.make()) for e in row] for row in table]

    def _family(self, tree: Syntax) -> Callable[[], Rows]:
        name, given = str(tree.children[0]), trees(tree)
        sorts, rows = FAMILIES[name]
        if len(sorts) != len(given):
            right = f"{name}({', '.join(sorts)})"
            raise self._error(f"{self._quoted(tree)}: write {right}", tree)
        parts = [self._argument(sort, each) for sort, each in zip(sorts, given, strict=True)]
        return lambda: rows(*(part.make() for part in parts))

    def _unless_wrong(self, tree: Syntax, make: Callable[[], Made]) -> Made:
        """What is made; what is wrong with it is said with the place."""
        try:
            return make()
        except InvalidInput as error:
            raise self._error(str(error), tree) from None

    def conditional(self, tree: Syntax) -> Operand:
        """What stands for a channel given another."""
        later, earlier = trees(tree)
        if later.data == "given":
            raise self._error("only one | can stand in a measure", tree)
        second, first = self.channel(later), self.channel(earlier)
        self._after(later, second, earlier, first)
        outputs = (*first.outputs, *second.outputs)
        return Operand(first.inputs, outputs, lambda: Given(first.make(), second.make()))

    def against(self, tree: Syntax) -> Operand:
        """What stands for two priors of the same letters."""
        one, two = trees(tree)
        first, second = self.prior(one), self.prior(two)
        self._fit(one, first.outputs, two, second.outputs, "has letters of")
        return Operand((), first.outputs, lambda: Against(first.make(), second.make()))

    def _comparison(self, tree: Syntax) -> Build:
        operands = trees(tree)
        signs = [str(child) for child in tree.children if isinstance(child, Token)]
        if len(signs) > 1:
            words = [self.source.at(operand) for operand in operands]
            pairs = zip(words, signs, words[1:], strict=False)
            advice = " and ".join(f"{a} {sign} {b}" for a, sign, b in pairs)
            raise self._error(f"a chain of comparisons is ambiguous; write {advice}", operands[2])
        if signs == ["=="] and all(map(is_of_letters, operands)):
            return self._same(tree)
        left, right = (self.quantity(operand) for operand in operands)
        return lambda: Comparison(left(), signs[0], right())

    def _same(self, tree: Syntax) -> Build:
        """That two priors, or two channels, are one: which they are, the names say."""
        one, two = trees(tree)
        made: list[Callable[[], tuple[Any, Any]]] = []

        def read(kind: str) -> None:
            find = self.prior if kind == PRIOR else self.channel
            first, second = unless_too_deep(self.source, lambda: (find(one), find(two)))
            self._fit(one, first.inputs, two, second.inputs)
            self._fit(one, first.outputs, two, second.outputs, "has outcomes of")
            made.append(lambda: (first.make(), second.make()))

        names = [self._known(n) for side in (one, two) for n in leading_names(side)]
        self.names.postpone(names, read)
        return lambda: same(*made[0]())

    def _quantified(self, tree: Syntax) -> Build:
        inner, binder, within, body = self._bound_by(tree)
        claims, last = [inner.claim(each) for each in within], inner.claim(body)
        universal = tree.data == "every"
        return lambda: Quantified(binder(), tuple(c() for c in claims), last(), universal)

    def _supremum(self, tree: Syntax) -> Callable[[], Quantity]:
        inner, binder, within, body = self._bound_by(tree)
        claims, last = [inner.claim(each) for each in within], inner.quantity(body)
        largest = tree.data == "largest"
        return lambda: Optimum(binder(), tuple(c() for c in claims), last(), largest)

    def _bound_by(
        self, tree: Syntax
    ) -> tuple[Reading, Callable[[], Binder], list[Syntax], Syntax]:
        """How the inside of a quantifier is read, what it binds, its condition and its body."""
        first, *parts = trees(tree)
        shape = parts.pop(0) if parts[0].data == "shape" else None
        sides = [] if shape is None else trees(shape)
        tokens = [token for token in first.children if isinstance(token, Token)]
        if len({*map(str, tokens)}) < len(tokens):
            raise self._error("a name is bound twice here", first)
        own = [self.names.bind(self.source, token, sides) for token in tokens]
        known = {**self.scope, **dict(zip(map(str, tokens), own, strict=True))}
        text = "" if shape is None else " ".join(self.source.at(shape).split())

        def binder() -> Binder:
            found = (self.names.bound(self.source, name).make() for name in own)
            return Binder(tuple(map(str, own)), tuple(found), shape=text)

        return replace(self, scope=known), binder, parts[:-1], parts[-1]

    def _entry(self, tree: Syntax) -> Callable[[], Quantity]:
        """P[x] or W[y|x]: an entry of a prior or a channel, at letters."""
        first, at = tree.children[0], trees(tree)
        of: Syntax = at.pop(0) if isinstance(first, Tree) else Tree("name", [first], tree.meta)
        places = [k for k, each in enumerate(at) if each.data == "given"]
        if places:
            last, given = trees(at[places[0]])
            part = self.channel(of)
            sides = [given, *at[places[0] + 1 :]], [*at[: places[0]], last]
        else:
            part, sides = self.prior(of), ([], at)
        inputs, outputs = ([self._letter(each) for each in side] for side in sides)
        for shape, named in ((part.inputs, inputs), (part.outputs, outputs)):
            letters = tuple(item for each in named for item in each.outputs)
            self._fit(of, shape, tree, letters, "is at a letter of")
        return lambda: entry(part.make(), [n.make() for n in inputs], [n.make() for n in outputs])

    def _condition(self, tree: Syntax) -> Build:
        if is_entropic(tree):
            return read_condition(self.source, self.names, tree)
        name = str(tree.children[0])
        words = [word for word in CONDITIONS if word.name == name]
        if words:
            return self._made(tree, words) if len(words) == 1 else self._of_either_kind(tree, words)
        self._require_known(tree)
        raise self._error(f"{self._quoted(tree)} is a number; compare it with another", tree)

    def _of_either_kind(self, tree: Syntax, words: list[Word]) -> Build:
        """A condition of priors and of channels: of which, the names say when all is read."""
        made: list[Build] = []

        def read(kind: str) -> None:
            order = sorted(words, key=lambda word: word.sorts[0] != kind)
            made.append(unless_too_deep(self.source, lambda: self._made(tree, order)))

        names = [self._known(n) for a in trees(tree) for n in leading_names(a)]
        self.names.postpone(names, read)
        return lambda: made[0]()

    def _call(self, tree: Syntax) -> Callable[[], Quantity]:
        if is_entropic(tree):
            return read_entropic(self.source, self.names, tree)
        name = str(tree.children[0])
        if name == "D" and any(argument.data == "against" for argument in trees(tree)):
            return self._relative_entropy(tree)
        self._require_known(tree)
        words = [word for word in MEASURES if word.name == name and not word.indexed]
        if words:
            return self._made(tree, words)
        if name not in FUNCTIONS:
            raise self._error(f"{self._quoted(tree)} is a condition, not a number", tree)
        bodies = trees(tree)
        make = FUNCTIONS[name]
        wanted = COUNTS.get(name)
        if len(bodies) != wanted and (wanted is not None or not bodies):
            several = {1: "one number", 3: "three numbers"}.get(wanted or 0, "at least one number")
            raise self._error(f"{name} takes {several}, not {len(bodies)}", tree)
        parts = [self.quantity(body) for body in bodies]
        return lambda: make(*(part() for part in parts))

    def _relative_entropy(self, tree: Syntax) -> Callable[[], Quantity]:
        """D(P || Q), which is D[kl](P || Q)."""
        arguments = trees(tree)
        if len(arguments) != 1:
            reason = f"{self._quoted(tree)} has the wrong arguments; write D(P || Q)"
            raise self._error(reason, tree)
        pair = self.against(arguments[0])
        return lambda: divergence("kl", pair.make())

    def _indexed(self, tree: Syntax) -> Callable[[], Quantity]:
        """A measure with an index in brackets, which is its first argument."""
        name = tree.children[0]
        assert isinstance(name, Token)
        words = [word for word in MEASURES if word.name == name and word.indexed]
        if not words:
            ways = ", ".join(str(word) for word in MEASURES if word.indexed)
            reason = f"no measure {name} has an index; there are {ways}"
            raise self.source.error(UnknownName, reason, name)
        return self._made(tree, words)

    def _series(self, tree: Syntax) -> Callable[[], Quantity]:
        """sum(k, low, high, body) or prod(..): the letter is a name of its own in the body."""
        word, bodies = str(tree.children[0]), trees(tree)
        letter = bodies[0].children[0] if bodies and bodies[0].data == "name" else None
        if len(bodies) == 2 and word == "sum" and isinstance(letter, Token):
            return self._sum_of_entries(tree, letter, bodies[1])
        if len(bodies) != 4 or not isinstance(letter, Token) or letter[0].isupper():
            reason = f"{self._quoted(tree)} has the wrong arguments; write {word}(k, 1, n, 1/k)"
            raise self._error(reason, tree)
        low, high = (self.quantity(body) for body in bodies[1:3])
        inner = replace(self, bound=self.bound | {str(letter)}).quantity(bodies[3])

        def make() -> Quantity:
            body = inner()
            if any(isinstance(part, Measure | Entropic) for part in walk(body)):
                reason = f"{self._quoted(bodies[3])} has a measure in it; {word} is of numbers"
                raise self._error(reason, bodies[3])
            return Series(str(letter), low(), high(), body, word == "prod")

        return make

    def _sum_of_entries(
        self, tree: Syntax, letter: Token, body: Syntax
    ) -> Callable[[], Quantity]:
        """sum(x, P[x]*W[x|x]): the letter is a name of its own in the body."""
        own = self.names.letter(str(letter))
        made = replace(self, letters={**self.letters, str(letter): own}).quantity(body)
        text = " ".join(self.source.at(tree).split())

        def make() -> Quantity:
            (alphabet,) = self.names.inference.alphabets(own.outputs)
            try:
                return sum_of_entries(text, Index(alphabet.name, own.make()), made())
            except Unsupported as error:
                raise self._error(str(error), tree) from None

        return make

    def _letter(self, tree: Syntax) -> Operand:
        """A letter of an entry: that of a sum around it, or an outcome of the whole claim."""
        if tree.data != "name":
            raise self._misplaced(tree, OUTCOME)
        own = self.letters.get(str(tree.children[0]))
        return own or self._named(tree, OUTCOME, self.names.outcome)

    def _made(self, tree: Syntax, words: list[Word]) -> Callable[[], Any]:
        arguments = trees(tree)
        for sign in tree.children[1:]:
            if isinstance(sign, Token) and sign != ",":
                raise self.source.error(ClaimSyntaxError, f"write a comma in place of {sign}", sign)
        marked = [MARKED.get(argument.data) for argument in arguments]
        words = [word.taking(len(arguments)) for word in words]
        fitting = [w for w in words if [s if s in MARKS else None for s in w.sorts] == marked]
        if not fitting:
            ways = " or ".join(str(word) for word in words)
            raise self._error(f"{self._quoted(tree)} has the wrong arguments; write {ways}", tree)
        word = next((w for w in fitting if all(map(suits, w.sorts, arguments))), fitting[0])
        if word.sorts == (PRIOR, CHANNEL) and word.name in DIVERGENCES:
            self._refuse_priors(tree, word.name, arguments)
        parts = [self._argument(sort, a) for sort, a in zip(word.sorts, arguments, strict=True)]
        self._fit_all(word, arguments, parts)
        return lambda: word.make(*(part.make() for part in parts))

    def _refuse_priors(self, tree: Syntax, word: str, arguments: list[Syntax]) -> None:
        """Raise ClaimSyntaxError where an information is asked of two priors."""
        if any(map(self.names.is_prior, leading_names(arguments[1]))):
            one, two = map(self.source.at, arguments)
            right = f"D[{DIVERGENCES[word]}]({one} || {two})"
            own = f"{self._quoted(tree)} is of a prior and a channel"
            raise self._error(f"{own}; of two priors write {right}", arguments[1])

    def _argument(self, sort: str, tree: Syntax) -> Operand:
        if sort == PRIOR:
            return self.prior(tree)
        if sort in (CHANNEL, ATTRIBUTE):
            return self.channel(tree)
        if sort in MARKS:
            return self.conditional(tree) if sort == CONDITIONAL else self.against(tree)
        if sort in DOMAINS:
            return self._number(tree, DOMAINS[sort])
        if sort == ORDER:
            return self._order(tree)
        if sort == EXCESS:
            return self._excess(tree)
        if sort == ENTRY and tree.data == "number":
            count = read_numeral(self.source, tree)
            return Operand((), (), lambda: int(count) if count.denominator == 1 else count)
        if sort == GAIN:
            return self._gain(tree)
        if tree.data != "name" or sort == ENTRY:
            raise self._misplaced(tree, sort)
        if sort == OUTCOME:
            return self._named(tree, OUTCOME, self.names.outcome)
        if sort == FUNCTION:
            return self._function(tree)
        self.names.mention(str(tree.children[0]))
        return Operand((), (), lambda: self._alphabet(tree))

    def _number(self, tree: Syntax, domain: str) -> Operand:
        """A number whose scalars are of that domain."""
        for name in free_names(tree):
            self._scalar(name, domain)
        return Operand((), (), self.quantity(tree))

    def _order(self, tree: Syntax) -> Operand:
        """An order: a number, or inf."""
        if tree.data == "name" and tree.children[0] == INFINITE:
            return Operand((), (), lambda: math.inf)
        return Operand((), (), self.quantity(tree))

    def _excess(self, tree: Syntax) -> Operand:
        """The gamma of E(gamma), and of E(exp(eps))."""
        bodies = trees(tree)
        if tree.data != "call" or tree.children[0] != "E" or len(bodies) != 1:
            raise self._misplaced(tree, EXCESS)
        (body,) = bodies
        for inner in trees(body) if body.data == "call" else [body]:
            self._number(inner, "nonnegative")
        return Operand((), (), self.quantity(body))

    def _function(self, tree: Syntax) -> Operand:
        """The name of a convex function, which no other thing's name is in the way of."""
        name = str(tree.children[0])
        if tree.data != "name" or name not in FORMULAS_OF_DIVERGENCES:
            raise self._misplaced(tree, FUNCTION)
        return Operand((), (), lambda: name)

    def _gain(self, tree: Syntax) -> Operand:
        """A gain function: id, tries(2), or what has a name."""
        if names_guesses(tree):
            if tree.data == "name":
                return self.names.guesses(Gain.identity)
            counts = [read_numeral(self.source, t) for t in trees(tree) if t.data == "number"]
            if len(tree.children) != 2 or counts not in [[k] for k in range(1, MOST_TRIES + 1)]:
                reason = f"{self._quoted(tree)}: write tries(1) to tries({MOST_TRIES})"
                raise self._error(reason, tree)
            return self.names.guesses(partial(Gain.tries, int(counts[0])))
        if tree.data != "name":
            raise self._misplaced(tree, GAIN)
        return self._named(tree, GAIN, self.names.gain)

    def _fit_all(self, word: Word, arguments: list[Syntax], parts: list[Operand]) -> None:
        """The prior is one of the inputs of the others; outcomes are letters of the outputs."""
        placed = dict(zip(word.sorts, zip(arguments, parts, strict=True), strict=True))
        channel = placed.get(CHANNEL) or placed.get(CONDITIONAL)
        takers = [placed[s] for s in (CHANNEL, CONDITIONAL, ATTRIBUTE, GAIN) if s in placed]
        for taker, part in takers if PRIOR in placed else ():
            first, prior = placed[PRIOR]
            self._fit(first, prior.outputs, taker, part.inputs)
        if channel and OUTCOME in placed:
            last, _ = placed[OUTCOME]
            named = [p for sort, p in zip(word.sorts, parts, strict=True) if sort == OUTCOME]
            letters = tuple(item for part in named for item in part.outputs)
            takes = "is one outcome of" if len(named) == 1 else "is the last outcome of"
            self._fit(channel[0], channel[1].outputs, last, letters, takes)

    def _fit(
        self, first: Syntax, left: Shape, second: Syntax, right: Shape, takes: str = "takes"
    ) -> None:
        def complain(gives: str, wants: str) -> PmlError:
            one, two = self._quoted(first), self._quoted(second)
            reason = f"{one} has letters of {gives}, but {two} {takes} {wants}"
            return self.source.error(AlphabetMismatch, reason, second)

        self.names.inference.equate(left, right, complain)

    def _after(self, later: Syntax, second: Operand, earlier: Syntax, first: Operand) -> None:
        def complain(takes: str, gives: str) -> PmlError:
            one, two = self._quoted(later), self._quoted(earlier)
            reason = f"{one} takes {takes}, but after {two} it is given {gives}"
            return self.source.error(AlphabetMismatch, reason, later)

        self.names.inference.second(second.inputs, first.inputs, first.outputs, complain)

    def _named(self, tree: Syntax, kind: str, find: Callable[[str], Operand]) -> Operand:
        return find(self._declare(tree, kind))

    def _scalar(self, tree: Syntax, domain: str) -> Callable[[], Scalar]:
        return self.names.scalar(self._declare(tree, SCALAR), domain)

    def _declare(self, tree: Syntax, kind: str) -> str:
        name = tree.children[0]
        assert isinstance(name, Token)
        if str(name) in self.scope:
            own = self.scope[str(name)]
            self.names.use(self.source, name.update(value=str(own)), kind)
            return str(own)
        if name in WORDS:
            ways = " or ".join(str(w) for w in (*MEASURES, *CONDITIONS) if w.name == name)
            reason = f"{name} is a word of the language; write {ways or f'{name}(..)'}"
            raise self._error(reason, tree)
        self.names.free(self.source, name)
        self.names.use(self.source, name, kind)
        return str(name)

    def _known(self, name: str) -> str:
        """The name by which what is called so here is known."""
        return str(self.scope.get(name, name))

    def _alphabet(self, tree: Syntax) -> Any:
        name = str(tree.children[0])
        known = self.names.inference.names()
        if name not in known:
            reason = f"no alphabet is called {name}; there are {', '.join(known) or 'none'}"
            raise self.source.error(UnknownName, reason, tree)
        return self.names.inference.alphabets((self.names.inference.declared(name),))[0]

    def _arithmetic(self, tree: Syntax, left: Quantity, right: Quantity) -> Quantity:
        sign = _SIGNS[tree.data]
        if sign == "/" and isinstance(right, Constant) and right.value == 0:
            raise self._error("division by zero", trees(tree)[1])
        if sign == "^":
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

    def _require_known(self, tree: Syntax) -> None:
        name = tree.children[0]
        assert isinstance(name, Token)
        if name not in WORDS:
            near = nearest_word(str(name))
            known = f"did you mean {near}?" if near else f"known: {', '.join(WORDS)}"
            if name in SEVERAL_MEANINGS:
                known = SEVERAL_MEANINGS[str(name)]
            elif name in INDEXED:
                ways = " or ".join(str(w) for w in MEASURES if w.name == name and w.indexed)
                known = f"the measure has an index: {ways}"
            elif len(name) == 1:  # it is like many words, and was rather meant to be an entry
                known = NO_ENTRY
            raise self.source.error(UnknownName, f"unknown name {name}; {known}", name)

    def _misplaced(self, tree: Syntax, sort: str) -> ClaimSyntaxError:
        return self._error(f"{self._quoted(tree)} stands where {SORTS[sort]}, has to stand", tree)

    def _quoted(self, tree: Syntax) -> str:
        return f"'{self.source.at(tree)}'"

    def _error(self, reason: str, at: Syntax) -> ClaimSyntaxError:
        return self.source.error(ClaimSyntaxError, reason, at)


def _noun(tree: Syntax) -> str:
    if tree.data in _CLAIMS:
        return "a claim"
    if tree.data == "against":
        return "two priors"
    return "a channel given another" if _PLACES[tree.data] == CONDITIONAL else "a channel"
