"""Sets of priors as one writes them on the command line.

simplex                             every prior
p(x) >= c         p(x) >= 1/10      the mass of every letter is at least c; also p_min >= c
p1 in [0, 1/2], p3 in [1/4, 1]      bounds; letters that are not named are free
hull (1, 0), (1/2, 1/2)             a polytope by its vertices
tv(1/2, 1/2) <= 1/4                 a ball around an estimate
counts 10, 20                       the priors that observed counts leave open
p1 + p2 in [1/4, 1/2], p3 <= 2*p4   bounds on masses of events, and other linear conditions
p(young) + p("18-30") <= 1/2        the same by the labels of letters; p(2) is p2
p in (c, 1-c)                       i.i.d. entries of a database, p a parameter of the family
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.data import EVERY, label_of, word
from pmlsym.calculus.kind import described
from pmlsym.calculus.rational import read_whole
from pmlsym.errors import ClaimSyntaxError, InvalidInput, UnknownName
from pmlsym.language.expression import (
    FUNCTIONS,
    Call,
    Expression,
    Name,
    Numeral,
    parts_of,
    read_expression,
    trees,
)
from pmlsym.language.syntax import QUOTES, Source, Syntax, flipped_comparison, with_names
from pmlsym.linear.prior_polytope import Hull, PriorPolytope
from pmlsym.mechanism_families.arguments import require_free
from pmlsym.model.distribution import UNIFORM
from pmlsym.model.prior import Prior
from pmlsym.prior_sets.prior_set import (
    EACH,
    Condition,
    Form,
    PriorSet,
    RangeText,
    bounded_letters,
    counted,
    cut,
    least_mass,
    near,
    polytope,
    simplex,
)
from pmlsym.tables.reading import exact_masses_and_labels, labels_of_masses

FORMS = (
    "simplex, p(x) >= c, p1 in [0, 1/2], hull (1, 0), (1/2, 1/2), of one prior 1/4, 3/4 or "
    "uniform, tv(1/2, 1/2) <= 1/4, counts 10, 20, p1 + p2 in [1/4, 1/2], p1 <= 2*p2, "
    "p(young) >= 1/10 or p in (c, 1-c)"
)

ENDS = {
    "<=": (None, Fraction(0)),
    ">=": (Fraction(0), None),
    "==": (Fraction(0), Fraction(0)),
}
"""The ends between which the left side minus the right side lies, for each sign."""

MASSES = re.compile(r"[\d\s./eE+-]+(?:,[\d\s./eE+-]+)+")
"""The masses of one prior, 1/4, 3/4."""

MASS = re.compile(r"p([1-9][0-9]{0,4})")

_INDEXED = re.compile(r"p_\{?([1-9][0-9]{0,4})\}?")

_NUMBER = re.compile(r"[1-9][0-9]{0,4}")

_TYPED = re.compile(rf"\bp\([^()\"{''.join(QUOTES)}]+\)")
"""A mass whose label lacks quotation marks; the grammar's error says what is wrong."""

_SHOWN = 12

CLOSED = "a set of priors is closed; write <=, >= or =="

_NO_LABELS = "none has a label; write p1, p2, .., or p(x) for every letter"


def priors_given(priors: object, count: int, words: Sequence[str] = ()) -> PriorPolytope:
    """The set of priors of that many letters that a text or masses give, in numbers.

    `priors` is text such as "p(x) >= 1/10", a set, or the masses of a single prior, as text too, or
    "uniform"; `words` are the labels of letters as they are typed. Raises InvalidInput where it is
    not a set of priors, or has another number of letters.

    >>> priors_given("p1 in [0, 1/2]", 2), priors_given("1/4, 3/4", 2), priors_given("uniform", 2)
    (p1 in [0, 1/2], hull (1/4, 3/4), hull (1/2, 1/2))
    """
    if isinstance(priors, str) and priors.strip() == UNIFORM:
        priors = [Fraction(1, count)] * count
    if isinstance(priors, str):
        chosen = prior_set_of(priors, words)
        if not isinstance(chosen, PriorSet):
            raise InvalidInput(f"{priors!r} is about a family; write a set such as p(x) >= 1/10")
        return chosen.at(count)
    if isinstance(priors, PriorSet):
        return priors.at(count)
    if not isinstance(priors, PriorPolytope):
        priors = Hull((_masses_given(priors),))
    if priors.count != count:
        raise InvalidInput(f"{priors} is of {priors.count} letters, the channel has {count}")
    return priors


def is_one_prior(priors: object) -> bool:
    """Whether the masses of one prior are given in place of a set of priors.

    >>> is_one_prior("1/4, 3/4"), is_one_prior([0.5, 0.5]), is_one_prior("p(x) >= 1/10")
    (True, True, False)
    """
    if isinstance(priors, str):
        return bool(MASSES.fullmatch(priors) or labels_of_masses(priors))
    return priors is not None and not isinstance(priors, PriorSet | PriorPolytope)


def prior_set_of(text: str, words: Sequence[str] = ()) -> PriorSet | RangeText:
    """The set of priors that a text describes; `words` are the labels of letters, if any.

    Raises ClaimSyntaxError or InvalidInput, with the known forms, at any other text, and
    UnknownName at an unknown label.

    >>> prior_set_of("tv(1/2, 1/2) <= 1/4").text
    'total variation at most 1/4 from an estimate'
    >>> prior_set_of("p in (c, 1-c)")
    RangeText(parameter='p', low='c', high='1-c')
    >>> prior_set_of("p(young) in [0, 1/2]", ["young", "old"]).text
    '0 <= p1 <= 1/2'
    """
    if is_one_prior(text):
        return polytope([_masses_given(text)])
    return _Reading(Source(text, "the set of priors"), tuple(words)).prior_set()


@dataclass(frozen=True)
class _Reading:
    """A text that describes a set of priors, and the labels of letters that it may use."""

    source: Source
    words: tuple[str, ...]

    def prior_set(self) -> PriorSet | RangeText:
        """The set of priors, or the range of a parameter, that the text describes."""
        every = parts_of(self.source, self._tree())
        parts = [self._masses_at_left(self._with_numbered_masses(part)) for part in every]
        first = parts[0]
        match first.data:
            case "name" if first.children[0] == "simplex" and len(parts) == 1:
                return simplex()
            case "comparison" if len(parts) == 1 and self._is_named(first):
                return self._set_of_comparison(first)
            case "strictly_between" if len(parts) == 1:
                return self._parameter_range(first)
            case "call" if first.children[0] == "hull":
                return polytope([self._listed_masses(part) for part in parts])
            case "counted" if first.children[0] == "counts":
                return counted(list(map(self._observed_count, parts)))
            case "between" if all(map(self._is_bound, parts)):
                return self._set_of_bounds(parts)
            case "between" | "comparison":
                return cut([condition for part in parts for condition in self._conditions(part)])
        raise self._no_set_error()

    def _tree(self) -> Syntax:
        """The tree of a prior set's text; its error names a p(..) such as p(65+)."""
        try:
            return self.source.tree("priors")
        except ClaimSyntaxError:
            for mass in _TYPED.finditer(self.source.text):
                try:
                    Source(f"{mass[0]} <= 1").tree("priors")
                except ClaimSyntaxError:
                    reason = self._no_letter_text(mass[0])
                    raise self.source.error(ClaimSyntaxError, reason, mass.start()) from None
            raise

    def _masses_at_left(self, tree: Syntax) -> Syntax:
        """A condition of a prior set with masses at the left, as in p(x) >= 1/10."""
        if tree.data != "comparison" or len(tree.children) != 3 or self._is_named(tree):
            return tree
        other = flipped_comparison(tree)
        return other if self._is_named(other) else tree

    def _with_numbered_masses(self, tree: Syntax) -> Syntax:
        """A prior set's tree with p1, p2, .. for masses of letters, by whatever label."""

        def named(part: Syntax) -> str | None:
            """The name, such as p2, of the mass in a prior set's text; None at others."""
            if part.data != "call" or part.children[0] != "p":
                return None
            arguments = [str(each.children[0]) for each in trees(part) if each.children]
            if arguments == [EVERY] and word(EVERY) in self.words:
                raise self.source.error(InvalidInput, self._ambiguous_letter_text(), part)
            return None if arguments == [EVERY] else f"p{self._letter_number(part, arguments)}"

        return with_names(tree, named)

    def _ambiguous_letter_text(self) -> str:
        """The right way in a prior set's text where one letter is called x."""
        one = f"p({word(EVERY)}) for the one"
        return f"p({EVERY}) could be every letter, or one called so; write p_min >= c, or {one}"

    def _letter_number(self, tree: Syntax, arguments: list[str]) -> int:
        """The number, from one, of the letter whose mass p(..) stands in a prior set's text."""
        parts = trees(tree)
        if [part.data for part in parts] == ["number"] and _NUMBER.fullmatch(arguments[0]):
            if word(arguments[0]) in self.words:
                reason = (
                    f"p({arguments[0]}) could be the letter {arguments[0]}, or the one called so"
                )
                right = f"; write p{arguments[0]}, or p({word(arguments[0])})"
                raise self.source.error(InvalidInput, reason + right, tree)
            return int(arguments[0])
        if not all(part.data in ("name", "label", "number") for part in parts) or not parts:
            raise self.source.error(InvalidInput, self._no_letter_text(self.source.at(tree)), tree)
        kinds = zip(parts, arguments, strict=True)
        name = ", ".join(
            c if p.data == "number" else word(label_of(c) if p.data == "label" else c)
            for p, c in kinds
        )
        if name in self.words:
            return self.words.index(name) + 1
        shown = [*self.words[:_SHOWN], *([".."] if len(self.words) > _SHOWN else [])]
        others = f"there are {', '.join(shown)}" if shown else _NO_LABELS
        raise self.source.error(UnknownName, f"no letter is called {name}; {others}", tree)

    def _no_letter_text(self, typed: str) -> str:
        """The right way to write a mass in a prior set: 18-30 needs quotation marks."""
        label = typed.partition("(")[2].removesuffix(")").strip()
        if label and word(label) in self.words:
            right = f"the label {label} is typed in quotation marks: p({word(label)})"
            return f"'{typed}' is no mass; {right}, and a shell takes it inside '..'"
        return f"'{typed}' is no mass; write p1, p(1), p(young) or p(\"18-30\")"

    def _set_of_comparison(self, tree: Syntax) -> PriorSet:
        """The set of priors of p(x) >= c, p_min >= c or tv(..) <= r."""
        left, right = trees(tree)
        sign, word = tree.children[1], left.children[0]
        if sign == "<=" and left.data == "call" and word == "tv":
            return near(self._listed_masses(left), self._rational(right))
        arguments = [self._bare_name(each) for each in trees(left)]
        is_mass = left.data == "call" and word == "p" and arguments == [EVERY]
        if not (is_mass or (left.data == "name" and word == "p_min")):
            raise self._no_set_error()
        if sign != ">=":
            right_way = "write p1 <= c, p2 <= c, .." if sign == "<=" else CLOSED
            reason = f"'{self.source.at(tree)}' is no set of priors; {right_way}"
            raise self.source.error(InvalidInput, reason, tree)
        name = self._bare_name(right)
        return least_mass(_free_name(name) if name else self._rational(right))

    def _is_named(self, tree: Syntax) -> bool:
        """Whether a prior set's comparison is tv(..) <= r, p(x) >= c or p_min >= c."""
        left = trees(tree)[0]
        word = left.children[0] if left.data in ("call", "name") else ""
        return len(tree.children) == 3 and word in ("tv", "p", "p_min")

    def _is_bound(self, tree: Syntax) -> bool:
        """Whether a part of a prior set's text is an interval for a single mass."""
        return (
            tree.data == "between" and MASS.fullmatch(self._bare_name(trees(tree)[0])) is not None
        )

    def _conditions(self, tree: Syntax) -> Iterator[Condition]:
        """The linear forms of masses that bound a set of priors, each with its ends."""
        if tree.data == "between":
            body, low, high = parts_of(self.source, tree)
            yield self._linear_form(body), self._rational(low), self._rational(high)
            return
        if tree.data != "comparison" or len(tree.children) != 3:
            raise self._no_set_error()
        left, right = trees(tree)
        sign = str(tree.children[1])
        if self._is_named(tree):
            least = self._set_of_comparison(tree).least
            if not isinstance(least, Fraction):
                raise self.source.error(InvalidInput, "here c is a number", tree)
            yield EACH, least, None
            return
        if sign not in ENDS:
            raise self.source.error(InvalidInput, CLOSED, tree)
        form = _plus_multiple(self._linear_form(left), self._linear_form(right), Fraction(-1))
        yield (form, *ENDS[sign])

    def _linear_form(self, tree: Syntax) -> Form:
        """The linear form that an expression in masses stands for, in a prior set's text."""
        self._require_masses(tree)
        return self._linear_part(tree, self._expression(tree))

    def _linear_part(self, tree: Syntax, expression: Expression) -> Form:
        """The linear form of part of a prior set's condition; the constant is at 0."""
        match expression:
            case Numeral(value):
                return {0: value}
            case Name(text) if mass := MASS.fullmatch(text):
                return {int(mass[1]): Fraction(1)}
            case Call("+", terms):
                total: Form = {}
                for term in terms:
                    total = _plus_multiple(total, self._linear_part(tree, term))
                return total
            case Call("*", factors):
                product: Form = {0: Fraction(1)}
                for factor in (self._linear_part(tree, part) for part in factors):
                    if factor.keys() - {0} and product.keys() - {0}:
                        break
                    scaled, by = (product, factor) if product.keys() - {0} else (factor, product)
                    product = _plus_multiple({}, scaled, by.get(0, Fraction(0)))
                else:
                    return product
        raise self.source.error(InvalidInput, self._not_linear_text(tree, expression), tree)

    def _not_linear_text(self, tree: Syntax, expression: Expression) -> str:
        """Why a prior set's condition is not linear, and what a name in it may mean."""
        right = self._example_mass()
        match expression:
            case Name(text) if indexed := _INDEXED.fullmatch(text):
                return f"{text} is no mass; write p{indexed[1]} or p({indexed[1]})"
            case Name(text) if text in self.words:
                return f"{text} is a letter; its mass is p({text})"
            case Name(text):
                return f"{text} is no mass of a letter; masses are written {right}"
        return f"'{self.source.at(tree)}' is not linear in masses such as {right}"

    def _example_mass(self) -> str:
        """An example of how a mass is written in this prior set, such as p1."""
        return f"p({self.words[0]})" if self.words else "p1 or p(1)"

    def _parameter_range(self, tree: Syntax) -> RangeText:
        """The interval of a parameter that stands for a set of priors."""
        name, low, high = parts_of(self.source, tree)
        if not self._bare_name(name):
            raise self._no_set_error()
        return RangeText(self._bare_name(name), self._range_end(low), self._range_end(high))

    def _range_end(self, tree: Syntax) -> Fraction | str:
        """An end of a prior set's parameter: a rational, a name c, or 1-c."""
        name = self._bare_name(tree)
        if name:
            return _free_name(name)
        match self._expression(tree):
            case Call("+", (Numeral(one), Call("*", (Numeral(minus), Name(text))))):
                if one == 1 and minus == -1:
                    return f"1-{_free_name(text)}"
        return self._rational(tree)

    def _set_of_bounds(self, parts: list[Syntax]) -> PriorSet:
        """The set of priors with bounds on single masses."""
        bounds: dict[int, tuple[Fraction | int, Fraction | int]] = {}
        for part in parts:
            name, *ends = parts_of(self.source, part)
            letter = int(self._bare_name(name)[1:])
            if letter in bounds:
                reason = "two bounds are on one letter; write their intersection"
                raise self.source.error(InvalidInput, reason, part)
            low, high = map(self._rational, ends)
            bounds[letter] = (low, high)
        return bounded_letters(bounds)

    def _listed_masses(self, tree: Syntax) -> list[Fraction]:
        """The masses of one prior in parentheses, in a prior set's text."""
        if tree.data == "number":  # (1), the prior of a single letter
            return [self._rational(tree)]
        if tree.data not in ("call", "masses"):
            raise self._no_set_error()
        return [self._rational(part) for part in parts_of(self.source, tree)]

    def _observed_count(self, tree: Syntax) -> int:
        """A number of observations in a prior set's text."""
        if tree.data not in ("counted", "number"):
            raise self.source.error(InvalidInput, f"'{self.source.at(tree)}' is no count", tree)
        return read_whole(str(tree.children[-1]), "a count")

    def _rational(self, tree: Syntax) -> Fraction:
        """The rational that a part of a prior set's text is. Raises InvalidInput at other parts."""
        expression = self._expression(tree)
        if not isinstance(expression, Numeral):
            reason = f"'{self.source.at(tree)}' is no rational"
            raise self.source.error(InvalidInput, reason, tree)
        return expression.value

    def _expression(self, tree: Syntax) -> Expression:
        """The expression that a part of a prior set's text is."""
        return read_expression(self.source, tree)

    def _bare_name(self, tree: Syntax) -> str:
        """The name that a part of a prior set's text is; empty where it is not one."""
        return str(tree.children[0]) if tree.data == "name" else ""

    def _no_set_error(self) -> InvalidInput:
        """The error that a text does not describe a set of priors, with the known forms."""
        return InvalidInput(f"{self.source.text.strip()[:80]!r} is no set of priors; write {FORMS}")

    def _require_masses(self, tree: Syntax) -> None:
        """Raises InvalidInput at a call in a prior set's condition, such as P(x).

        p(1) and p(young) have already become names.
        """
        for part in tree.iter_subtrees():
            name = str(part.children[0]) if part.data == "call" else ""
            if name and name not in FUNCTIONS:
                meant = (
                    "is every mass, and stands in p(x) >= c alone" if name == "p" else "is no mass"
                )
                right = f"write {self._example_mass()} for that of a letter"
                reason = f"{self.source.at(part)} {meant}; {right}"
                raise self.source.error(InvalidInput, reason, part)


def _plus_multiple(form: Form, other: Form, factor: Fraction = Fraction(1)) -> Form:
    """A linear form of a prior set plus a multiple of another one."""
    zero = Fraction(0)
    return {k: form.get(k, zero) + factor * other.get(k, zero) for k in form.keys() | other.keys()}


def _free_name(name: str) -> str:
    """The name of a prior set's parameter. Raises InvalidInput where it means another thing."""
    if re.fullmatch(r"p_min|p_max|p\d+", name):
        raise InvalidInput(f"{name} is a prior mass; give the border a name of its own, such as c")
    require_free(name)
    return name


def _masses_given(masses: object) -> tuple[Fraction, ...]:
    """The masses of one prior in place of a set. Raises InvalidInput where it is not a prior."""
    if not isinstance(masses, Prior | Iterable):
        shown = described(masses)
        raise InvalidInput(f"{shown}; write a set of priors as 'p(x) >= 1/10', or masses")
    return exact_masses_and_labels(masses)[0]
