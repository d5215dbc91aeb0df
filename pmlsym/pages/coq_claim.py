"""The comparisons of a claim, read for Coq: what is assumed, and what is concluded.

The exponential of a quantity is a product. A claim bounds one leakage from above by a level made of
others, or compares numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.scalar import exponential, scalar
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import Unsupported
from pmlsym.language.expression import trees
from pmlsym.language.syntax import Syntax
from pmlsym.pages.coq_event import CoqInformation, Event, Tail
from pmlsym.pages.coq_expression import (
    UNIT,
    Add,
    At,
    CoqNumber,
    Expression,
    Formula,
    Mul,
    Num,
    times,
)
from pmlsym.pages.coq_measure import CoqMeasure
from pmlsym.pages.coq_premises import Premises
from pmlsym.pages.coq_terms import is_first
from pmlsym.pages.coq_witness import (
    Conclusion,
    DifferentialPrivacy,
    EntryGiven,
    Maximal,
    Variation,
    Witnessed,
    whole,
)

Factor = CoqMeasure | Witnessed | CoqNumber
COUNTS = tuple(map(str, range(1, 20)))
"""How often a leakage may be taken."""
NUMBERS = ("exp", "pmin", "size", "tv", "tail", "worst_tail")
"""The calls that are no logarithms."""


@dataclass(frozen=True)
class Direction:
    """One side at most the other."""

    low: Syntax
    high: Syntax
    strict: bool


def directions(tree: Syntax) -> tuple[Direction, ...]:
    """What a claim without premises says, as comparisons from below."""
    parts = trees(tree)
    if tree.data == "both":
        return tuple(d for part in parts for d in directions(part))
    if tree.data != "comparison":
        raise Unsupported(f"a claim that is a {tree.data}")
    relation, *more = (str(child) for child in tree.children if child not in parts)
    if more:
        raise Unsupported("a chain of comparisons")
    if relation == "==":
        left, right = parts
        return (*_split(left, right, strict=False), *_split(right, left, strict=False))
    low, high = parts if relation in ("<=", "<") else reversed(parts)
    return _split(low, high, strict=relation in ("<", ">"))


def _split(low: Syntax, high: Syntax, *, strict: bool) -> tuple[Direction, ...]:
    """A smaller side that is a maximum is bounded part by part, as is by a minimum."""
    if low.data == "call" and str(low.children[0]) == "max":
        return tuple(d for part in trees(low) for d in _split(part, high, strict=strict))
    if high.data == "call" and str(high.children[0]) == "min":
        return tuple(d for part in trees(high) for d in _split(low, part, strict=strict))
    return (Direction(low, high, strict),)


@dataclass(frozen=True)
class CoqBound:
    """A measure at most a level; or two numbers, of which the level is the larger."""

    measure: CoqMeasure | Witnessed | None
    level: CoqNumber
    smaller: CoqNumber
    strict: bool


@dataclass(frozen=True)
class ClaimReader:
    """The sides of comparisons as numbers and measures."""

    premises: Premises

    # ---- quantities ----

    def factors(self, tree: Syntax) -> Iterator[tuple[Factor, int]]:
        """The exponential of a quantity, as a product: each factor, and 1 or -1 for its place."""
        inner = trees(tree)
        match tree.data, inner:
            case "plus" | "minus", [left, right]:
                yield from self.factors(left)
                sign = 1 if tree.data == "plus" else -1
                yield from ((f, sign * s) for f, s in self.factors(right))
            case "negative", [one]:
                yield from ((f, -s) for f, s in self.factors(one))
            case "times", [count, one] if count.data == "number":
                text = str(count.children[0])
                if text not in COUNTS:
                    raise Unsupported(f"a leakage times {text}")
                for _ in range(int(text)):
                    yield from self.factors(one)
            case "name", _:
                yield CoqNumber(At(self._scalar(str(tree.children[0]), exponent=True))), 1
            case "number", _ if str(tree.children[0]) == "0":
                yield UNIT, 1
            case "call", [one] if str(tree.children[0]) == "log":
                yield self.number(one), 1
            case "call", _:
                yield from self._measured(tree)
            case _:
                raise Unsupported(f"{tree.data} of leakages")

    def _measured(self, tree: Syntax) -> Iterator[tuple[Factor, int]]:
        special = self.witnessed(tree)
        if special is not None:
            yield special, 1
            return
        found = self.premises.terms.measure(tree)
        if isinstance(found, tuple):
            yield from ((found[0], 1), (found[1], -1))
        else:
            yield found, -1 if found.inverse else 1

    def witnessed(self, tree: Syntax) -> Witnessed | None:
        """The measure that a call stands for, if it needs a new tensor."""
        terms, arguments = self.premises.terms, trees(tree)
        name, second, first = str(tree.children[0]), None, None
        if len(arguments) > 1 and arguments[1].data == "given":
            second, first = map(terms.channel, trees(arguments[1]))
        match name, arguments:
            case "maxleak", [w]:
                return Maximal(None, terms.channel(w))
            case "maxleak", [p, w]:
                return Maximal(terms.prior(p), terms.channel(w))
            case "tv", [p, w]:
                return Variation(terms.prior(p), terms.channel(w))
            case "tail" | "worst_tail", [p, w, eps]:
                channel, level = first or terms.channel(w), self.power(eps)
                return Tail(terms.prior(p), channel, level, second, worst=name == "worst_tail")
            case "eml", [p, w, delta]:
                channel, least = first or terms.channel(w), whole(self.number(delta))
                return Event(terms.prior(p), channel, least, second)
            case "dp", [w]:
                return DifferentialPrivacy(terms.channel(w))
            case "pml_entry_given", [p, w, k] if is_first(k):
                return EntryGiven(terms.prior(p), terms.channel(w))
            case "maxinfo", [p, w, delta]:
                return CoqInformation(terms.prior(p), terms.channel(w), whole(self.number(delta)))
        return None

    def power(self, tree: Syntax) -> CoqNumber:
        """The exponential of a quantity, as a number."""
        total = UNIT
        for factor, sign in self.factors(tree):
            level = self._exact(factor)
            total = total * (level if sign > 0 else level.inverse)
        return total

    def number(self, tree: Syntax) -> CoqNumber:
        """A number that is no logarithm."""
        match tree.data, trees(tree):
            case "plus" | "minus", [left, right]:
                sign = 1 if tree.data == "plus" else -1
                return self.number(left).plus(self.number(right), sign)
            case "times", [left, right]:
                return self.number(left) * self.number(right)
            case "over", [left, right]:
                return self.number(left) * self.number(right).inverse
            case "number", _:
                value = Fraction(str(tree.children[0]))
                return CoqNumber(Num(value.numerator), Num(value.denominator))
            case "name", _:
                return CoqNumber(At(self._scalar(str(tree.children[0]), exponent=False)))
            case "call", [one] if str(tree.children[0]) == "exp":
                return self.power(one)
            case "call", [one] if str(tree.children[0]) == "pmin":
                return CoqNumber(At(self.premises.rarest(self.premises.terms.prior(one))))
            case "call", [one] if str(tree.children[0]) == "size":
                return CoqNumber(At(self.premises.count(str(one.children[0]))))
        raise Unsupported(f"{tree.data} in a number")

    def _exact(self, factor: Factor) -> CoqNumber:
        """A factor as a number: a measure is the level that the certificates have for it."""
        match factor:
            case CoqNumber():
                return factor
            case CoqMeasure():
                level, reciprocal = self.premises.level(factor)
                return CoqNumber(level).inverse if reciprocal else CoqNumber(level)
        return CoqNumber(factor.exact(self.premises))

    def _scalar(self, name: str, *, exponent: bool) -> Tensor:
        made = exponential(name) if exponent else scalar(name)
        if made.name not in self.premises.terms.tensors:
            raise Unsupported(f"no certificate speaks of {made.name}")
        return self.premises.terms.tensors[made.name]

    def _is_log(self, tree: Syntax) -> bool:
        """Whether a side of a comparison is a logarithm: a leakage, log(..) or an exponent."""
        match tree.data:
            case "call":
                return str(tree.children[0]) not in NUMBERS
            case "name":
                tensors = self.premises.terms.tensors
                return exponential(str(tree.children[0])).name in tensors
        return any(map(self._is_log, trees(tree)))

    # ---- comparisons ----

    def compare(self, said: Direction) -> CoqBound:
        """A comparison as a bound."""
        low, high = said.low, said.high
        if not (self._is_log(low) or self._is_log(high)):
            special = self.witnessed(low) if low.data == "call" else None
            if special is not None:
                if said.strict:
                    raise Unsupported("a strict bound on a probability")
                return CoqBound(special, self.number(high), UNIT, strict=False)
            self._require_signs(low, high)
            return CoqBound(None, self.number(high), self.number(low), said.strict)
        every = [*self.factors(low), *((f, -s) for f, s in self.factors(high))]
        bounded = [f for f, s in every if not isinstance(f, CoqNumber) and s > 0]
        if len(bounded) > 1 or (bounded and said.strict):
            raise Unsupported("a claim that bounds two leakages at once")
        above, below = UNIT, UNIT
        for factor, sign in every:
            if isinstance(factor, CoqNumber) and sign > 0:
                below = below * factor
            elif sign < 0:
                above = above * self._exact(factor)
        if bounded:
            found = bounded[0]
            assert not isinstance(found, CoqNumber)
            return CoqBound(found, above * below.inverse, UNIT, strict=False)
        self._require_signs(low, high)
        return CoqBound(None, above, below, said.strict)

    def _require_signs(self, *sides: Syntax) -> None:
        """Numbers are compared by multiplying with what divides them, which needs its sign."""
        for side in sides:
            inner = trees(side)
            self._require_signs(*inner)
            if side.data == "over":
                below = self.number(inner[1])
                if not (_no_sign(below.top) and _no_sign(below.bottom)):
                    raise Unsupported("numbers that are divided by what may be negative")

    def assume(self, tree: Syntax) -> None:
        """A premise of the claim; of an equality, what can be said of it."""
        if tree.data == "call" and str(tree.children[0]) == "fullsupport":
            (prior,) = trees(tree)
            self.premises.full_support(self.premises.terms.prior(prior))
            return
        every, failed = directions(tree), []
        for said in every:
            try:
                self._assume(self.compare(said))
            except Unsupported as error:
                failed.append(error)
        if failed and (len(failed) == len(every) or str(tree.data) != "comparison"):
            raise failed[0]

    def _assume(self, bound: CoqBound) -> None:
        premises, level = self.premises, bound.level
        if isinstance(bound.measure, Witnessed):
            bound.measure.assume(level, premises)
            return
        if bound.measure is not None:
            text = premises.ratio(level)
            premises.terms.condition(bound.measure.bound(text))
            premises.bound(bound.measure, level, text)
            return
        more, less = times(level.top, bound.smaller.bottom), times(bound.smaller.top, level.bottom)
        sign, relation = ("<", ">") if bound.strict else ("<=", ">=")
        held = premises.terms.condition(
            f"{premises.number_text(less)} {sign} {premises.number_text(more)}"
        )
        lemma = "apart_gt0" if bound.strict else "apart_ge0"
        premises.know(Formula((), more - less, relation), f"{lemma} {held}")

    def conclude(self, said: Direction) -> Conclusion | tuple[CoqMeasure, CoqNumber]:
        """What a theorem concludes from the certificates."""
        bound = self.compare(said)
        if isinstance(bound.measure, Witnessed):
            return bound.measure.conclude(bound.level, self.premises)
        if bound.measure is not None:
            return bound.measure, bound.level
        level, smaller = bound.level, bound.smaller
        more, less = times(level.top, smaller.bottom), times(smaller.top, level.bottom)
        sign, relation = ("<", ">") if bound.strict else ("<=", ">=")
        lemma = "subr_gt0" if bound.strict else "subr_ge0"
        text = self.premises.number_text
        return Conclusion(
            f"{text(less)} {sign} {text(more)}",
            (Formula((), more - less, relation),),
            f"by rewrite -{lemma}; exact: h0_.",
        )


def _no_sign(e: Expression) -> bool:
    """Whether a number is not negative by the look of it, so that one may multiply by it."""
    match e:
        case Num(value):
            return value >= 0
        case At(tensor):
            return tensor.is_nonnegative
        case Add(left, right) | Mul(left, right):
            return _no_sign(left) and _no_sign(right)
    return False
