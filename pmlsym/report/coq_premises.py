"""The premises and the conclusion of a claim: which leakage is at most which level.

The level of a leakage is a tensor of the certificates. Which one it is, is seen from their
hypotheses: one of them says that the leakage is at most that tensor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.index import Index
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.scalar import exponential, scalar
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import Unsupported
from pmlsym.evidence.certificate import Certificate
from pmlsym.language.expression import trees
from pmlsym.language.syntax import Syntax
from pmlsym.report.coq_expression import (
    ONE,
    UNIT,
    At,
    Expression,
    Mul,
    Num,
    Number,
    Sub,
    Writer,
    number_text,
    placed,
    sums,
    times,
)
from pmlsym.report.coq_measure import CoqMeasure, PriorTerm
from pmlsym.report.coq_terms import Terms


@dataclass(frozen=True)
class Premise:
    """A premise as it is written for Coq, and the formulas that Coq lowers it to."""

    text: Callable[[Writer], str]
    forms: tuple[tuple[tuple[Index, ...], Expression, str], ...]


class Premises:
    """What a claim assumes, as Coq lowers it."""

    def __init__(self, terms: Terms, certificates: tuple[Certificate, ...]) -> None:
        """Start with nothing assumed."""
        self.terms, self.certificates = terms, certificates
        self.every: list[Premise] = []

    # ---- numbers ----

    def factors(self, tree: Syntax) -> Iterator[tuple[CoqMeasure | Number, int]]:
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
                for _ in range(int(str(count.children[0]))):
                    yield from self.factors(one)
            case "name", _:
                yield Number(At(self._scalar(str(tree.children[0]), exponent=True))), 1
            case "number", _ if str(tree.children[0]) == "0":
                yield UNIT, 1
            case "call", [one] if str(tree.children[0]) == "log":
                yield self.number(one), 1
            case "call", _:
                found = self.terms.measure(tree)
                if isinstance(found, tuple):
                    yield from ((found[0], 1), (found[1], -1))
                else:
                    yield found, -1 if found.inverse else 1
            case _:
                raise Unsupported(f"{tree.data} of leakages")

    def number(self, tree: Syntax) -> Number:
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
                return Number(Num(value.numerator), Num(value.denominator))
            case "name", _:
                return Number(At(self._scalar(str(tree.children[0]), exponent=False)))
            case "call", [one] if str(tree.children[0]) == "exp":
                total = UNIT
                for factor, sign in self.factors(one):
                    if isinstance(factor, CoqMeasure):
                        factor = Number(self._level(factor, exact=True)[0])
                    total = total * (factor if sign > 0 else factor.inverse)
                return total
            case "call", [one] if str(tree.children[0]) == "pmin":
                return Number(At(self._pmin(self.terms.prior(one))))
        raise Unsupported(f"{tree.data} in a number")

    def _scalar(self, name: str, *, exponent: bool) -> Tensor:
        made = exponential(name) if exponent else scalar(name)
        if made.name not in self.terms.tensors:
            raise Unsupported(f"no certificate speaks of {made.name}")
        return self.terms.tensors[made.name]

    def _is_log(self, tree: Syntax) -> bool:
        """Whether a side of a comparison is a logarithm: a leakage, log(..) or an exponent."""
        match tree.data:
            case "call":
                return str(tree.children[0]) not in ("exp", "pmin", "tv", "tail")
            case "name":
                return exponential(str(tree.children[0])).name in self.terms.tensors
        return any(map(self._is_log, trees(tree)))

    # ---- levels ----

    def _unused(self) -> list[Tensor]:
        return [
            t for t in self.terms.tensors.values() if not t.alphabets and t not in self.terms.values
        ]

    def _said(self, e: Expression, letters: tuple[Index, ...], relation: str = ">=") -> bool:
        """Whether some certificate has this among its hypotheses."""
        facts = [f for c in self.certificates for f in c.sequent.facts]
        return any(
            f.relation == relation and placed(e, letters, f.polynomial) is not None for f in facts
        )

    def _pmin(self, prior: PriorTerm) -> Tensor:
        for tensor, text in self.terms.values.items():
            if text == f"pmin {prior.text}":
                return tensor
        x = self.terms.fresh(prior.alphabets)
        for tensor in self._unused():
            e = Mul(prior.mass(x), Sub(prior.mass(x), At(tensor)))
            if self._said(e, x):
                self._rarest(prior, tensor, x)
                return tensor
        raise Unsupported("no level of pmin")

    def _rarest(self, prior: PriorTerm, tensor: Tensor, x: tuple[Index, ...]) -> None:
        """The premise that a tensor is the smallest mass."""
        value, mass = f"pmin {prior.text}", prior.mass(x)
        self.terms.values[tensor] = value

        def text(w: Writer) -> str:
            shown = f"{w.letters(x)} {prior.text} {w(mass)} {w(At(tensor))}"
            return f"@Rarest R alphabets_ {shown} ({value})%R"

        self.every.append(Premise(text, ((x, Mul(mass, Sub(mass, At(tensor))), ">="),)))

    def _level(self, measure: CoqMeasure, *, exact: bool) -> tuple[Expression, bool]:
        """The level that the certificates have for a measure, and whether it is the reciprocal."""
        for tensor in self._unused():
            for reciprocal in (False, True):
                level = Number(ONE, At(tensor)) if reciprocal else Number(At(tensor))
                letters, e, _ = formulas_of(measure, level)[-1]
                if not self._said(e, letters):
                    continue
                text = measure.value
                if measure.extended:
                    name = f"t{len(self.terms.binders)}_"
                    self.terms.variable(tensor, name)
                    text = f"{name}^-1" if reciprocal else name
                    self.terms.conditions.append(measure.bound(text))
                else:
                    self.terms.values[tensor] = f"({text})^-1" if reciprocal else text
                    if not measure.positive:
                        self.terms.conditions.append(f"0 < {text}")
                self._bound(measure, level, text)
                return At(tensor), reciprocal
        raise Unsupported(f"no level of {measure.value}")

    def _bound(self, measure: CoqMeasure, level: Number, number: str) -> None:
        """The premise that a measure is at most a level."""

        def text(w: Writer) -> str:
            shown = f"(Level {w(level.top)} {w(level.bottom)} ({number})%R)"
            if measure.through is None:
                return f"Most {measure_text(measure, w)} {shown}"
            letters, guard = measure.through
            own, mass = w.letters(letters), w(measure.expressions[0])
            return f"Through {measure_text(measure, w)} {shown} {own} {mass} {w(guard)}"

        self.every.append(Premise(text, formulas_of(measure, level)))
        if measure.defines:
            self.define(measure)

    def define(self, measure: CoqMeasure) -> None:
        """What the tensor of a conditional channel is."""
        x, y, z = measure.groups
        p, w, u, n = measure.expressions
        o, j = sums(x, Mul(p, w)), sums(x, Mul(Mul(p, w), u))
        objects = " ".join(measure.objects)
        self.every.append(
            Premise(
                lambda t: (
                    f"@Defined R alphabets_ {t.letters(x)} {t.letters(y)} {t.letters(z)} {objects} "
                    f"{t(n)} {t(o)} {t(j)}"
                ),
                (((*y, *z), Sub(Mul(n, o), j), "=="),),
            )
        )
        assert isinstance(n, At)
        self.terms.values[n.tensor] = f"(next {objects})"

    # ---- the claim ----

    def compare(self, tree: Syntax) -> tuple[CoqMeasure | None, Number, Number, bool]:
        """A comparison: the measure that it bounds from above, its level; or two numbers.

        The numbers are the larger and the smaller side; the flag says that they differ.
        """
        parts = trees(tree)
        relation, *more = (str(child) for child in tree.children if child not in parts)
        if more or relation == "==":
            raise Unsupported("a comparison other than <=")
        low, high = parts if relation in ("<=", "<") else reversed(parts)
        strict = relation in ("<", ">")
        if not (self._is_log(low) or self._is_log(high)):
            return None, self.number(high), self.number(low), strict
        every = [*self.factors(low), *((f, -s) for f, s in self.factors(high))]
        bounded = [f for f, s in every if isinstance(f, CoqMeasure) and s > 0]
        if len(bounded) > 1 or (bounded and strict):
            raise Unsupported("a claim that bounds two leakages at once")
        above, below = UNIT, UNIT
        for factor, sign in every:
            if isinstance(factor, CoqMeasure):
                if sign < 0:
                    level, reciprocal = self._level(factor, exact=True)
                    above = above * (Number(level).inverse if reciprocal else Number(level))
            elif sign < 0:
                above = above * factor
            else:
                below = below * factor
        if bounded:
            return bounded[0], above * below.inverse, UNIT, False
        return None, above, below, strict

    def assume(self, tree: Syntax) -> None:
        """A premise of the claim."""
        if tree.data == "both":
            for part in trees(tree):
                self.assume(part)
            return
        if tree.data != "comparison":
            raise Unsupported(f"a premise that is a {tree.data}")
        measure, high, low, strict = self.compare(tree)
        if measure is not None:
            text = self.ratio(high)
            self.terms.conditions.append(measure.bound(text))
            self._bound(measure, high, text)
            return
        more, less = times(high.top, low.bottom), times(low.top, high.bottom)
        large, small = self.number_text(more), self.number_text(less)
        self.terms.conditions.append(f"{small} {'<' if strict else '<='} {large}")
        relation = "Gt" if strict else "Ge"
        self.every.append(
            Premise(
                lambda w: (
                    f"@Compare R alphabets_ {relation} {w(more)} {w(less)} ({large})%R ({small})%R"
                ),
                (((), Sub(more, less), ">" if strict else ">="),),
            )
        )

    def number_text(self, e: Expression, *, tight: bool = False) -> str:
        """A number as a person writes it."""
        return number_text(e, lambda t: self.terms.values[t], tight)

    def ratio(self, level: Number) -> str:
        """A level as a number of Coq."""
        top = self.number_text(level.top, tight=True)
        if level.bottom == ONE:
            return self.number_text(level.top)
        if isinstance(level.bottom, At):
            said = self.terms.values[level.bottom.tensor]
            if said.endswith("^-1"):
                return f"{top} * {said[:-3]}"
        return f"{top} / {self.number_text(level.bottom, tight=True)}"

    def of(self, wanted: Polynomial, relation: str) -> tuple[Premise, int, dict[Index, Index]]:
        """The premise that gives a hypothesis, the place there, and its letters.

        Raises Unsupported where none does.
        """
        for premise in self.every:
            for place, (letters, e, own) in enumerate(premise.forms):
                names = placed(e, letters, wanted) if own == relation else None
                if names is not None:
                    return premise, place, names
        raise Unsupported(f"a hypothesis that no premise gives: {wanted} {relation} 0")


def formulas_of(
    measure: CoqMeasure, level: Number
) -> tuple[tuple[tuple[Index, ...], Expression, str], ...]:
    """What Coq lowers "at most that level" to: letters, expression and relation."""
    formulas = []
    for form in measure.forms:
        letters, e = form.letters, form.at(level.top, level.bottom)
        if measure.through is not None and form.guard == measure.expressions[0]:
            more, guard = measure.through
            letters = (*more, *letters)
            e = Mul(guard, Sub(Mul(level.top, form.d), Mul(level.bottom, form.n)))
        formulas.append((letters, e, ">="))
    return tuple(formulas)


def measure_text(measure: CoqMeasure, w: Writer) -> str:
    """The constructor of `measure` in Claims.v with its arguments."""
    groups = [w.letters(g) for g in measure.groups]
    expressions = [w(e) for e in measure.expressions]
    objects = [*measure.objects]
    if measure.constructor in ("LocalOf", "Ldi"):
        objects.append("(fun x => x)")
    if measure.constructor == "Local":
        objects = [f"(lookup here_ {groups[0]})", *objects, "(fun x => x)"]
    return f"(@{measure.constructor} R alphabets_ {' '.join((*groups, *objects, *expressions))})"
