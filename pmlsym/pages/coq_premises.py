"""What a claim assumes, as Coq lowers it: bounds on leakages, formulas and laws that are true.

The level of a leakage is a tensor of the certificates. Which one it is, is seen from their
hypotheses: one of them says that the leakage is at most that tensor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact, Schema
from pmlsym.calculus.tensor import Index, Tensor, size
from pmlsym.errors import Unsupported
from pmlsym.evidence.certificate import Certificate
from pmlsym.pages.coq_expression import (
    ONE,
    At,
    CoqNumber,
    Expression,
    Formula,
    Mul,
    Writer,
    expression,
    number_text,
    placed,
    sums,
)
from pmlsym.pages.coq_measure import CoqMeasure, PriorTerm
from pmlsym.pages.coq_terms import Terms

CONTEXT = "R alphabets_ tensors_ here_ declared_"
"""What the proof of a theorem calls the arguments of `Lowering.v`."""


@dataclass(frozen=True)
class Premise:
    """A premise as it is written for Coq, and the formulas that Coq lowers it to.

    A law is about a tensor: its condition and what follows from it.
    """

    text: Callable[[Writer], str]
    forms: tuple[Formula, ...] = ()
    law: tuple[Tensor, Formula, Formula] | None = None


class Premises:
    """What a claim assumes, as far as it is read."""

    def __init__(self, terms: Terms, certificates: tuple[Certificate, ...]) -> None:
        """Start with nothing assumed."""
        self.terms, self.certificates = terms, certificates
        self.every: list[Premise] = []

    # ---- what is true ----

    def know(self, formula: Formula, proof: str) -> None:
        """A formula, with its proof."""

        def text(w: Writer) -> str:
            return f"@Stated {CONTEXT} ({w.formula(formula)}) ({proof})"

        free = (*formula.letters, *self.terms.constants)
        self.every.append(Premise(text, (replace(formula, groups=(free,)),)))

    def rule(self, event: Tensor, heavy: Formula, leaked: Formula, proof: str) -> None:
        """A law: of every event that satisfies the one the other is true."""

        def text(w: Writer) -> str:
            said = f"[:: (Ge, {w(heavy.expression)})] (Ge, {w(leaked.expression)})"
            law = f"(Law {w.tensor(event)} {said})"
            return f"@Ruled {CONTEXT} {law} ltac:(law_of ({proof}))"

        self.every.append(Premise(text, law=(event, heavy, leaked)))

    def at_least_one(self, level: Expression) -> None:
        """What a tail asks of its level, one factor at a time."""
        if isinstance(level, Mul):
            self.at_least_one(level.left)
            self.at_least_one(level.right)
        elif isinstance(level, At):
            held = self.terms.condition(f"1 <= {self.number_text(level)}")
            said = Formula((), level - ONE)
            self.know(said, f"apart_ge0 {held}")

    def full_support(self, prior: PriorTerm) -> None:
        """Assume that every letter has mass."""
        if len(prior.alphabets) > 1:
            raise Unsupported("full support on tuples of letters")
        held = self.terms.condition(f"(forall a0_, 0 < {prior.text} a0_)")
        x = self.terms.fresh(prior.alphabets)
        self.know(Formula((x,), prior.mass(x), ">"), held)

    # ---- numbers ----

    def unused(self) -> list[Tensor]:
        """The scalars that no value is known of."""
        return self.terms.unknown(())

    def said(self, formula: Formula) -> bool:
        """Whether some certificate has this among its hypotheses."""
        facts = [f for c in self.certificates for f in c.sequent.facts]
        return any(
            f.relation == formula.relation and placed(formula, f.polynomial) is not None
            for f in facts
        )

    def proves(self, formula: Formula, place: int = 0) -> bool:
        """Whether the formula is the goal of a certificate, the first or the one at that place."""
        return placed(formula, self.certificates[place].sequent.goal) is not None

    def rarest(self, prior: PriorTerm) -> Tensor:
        """The smallest positive mass."""
        value = f"pmin {prior.text}"
        for tensor, text in self.terms.values.items():
            if text == value:
                return tensor
        x = self.terms.fresh(prior.alphabets)
        for tensor in self.unused():
            below = Formula((x,), prior.mass(x) * (prior.mass(x) - At(tensor)))
            if self.said(below):
                self.terms.values[tensor] = value
                self.know(below, f"rarest_below {prior.text}")
                if len(prior.alphabets) == 1:
                    y = self.terms.constant(prior.alphabets[0], f"rarest {prior.text}")
                    mass = prior.mass((y,))
                    self.know(Formula((), mass, ">"), f"rarest_gt0 {prior.text}")
                    attained = Formula((), At(tensor) - mass)
                    self.know(attained, f"rarest_attains {prior.text}")
                return tensor
        raise Unsupported("no level of pmin")

    def count(self, alphabet: str) -> Tensor:
        """The number of letters."""
        value, counted = f"#|{alphabet}|%:R", At(size(alphabet))
        for tensor, text in self.terms.values.items():
            if text == value:
                return tensor
        for tensor in self.unused():
            if not self.said(Formula((), At(tensor) - counted)):
                continue
            self.terms.values[tensor] = value
            for e in (At(tensor) - counted, counted - At(tensor)):
                self.know(Formula((), e), "none_ge0 _")
            place = f"(card_ge1 R (here_ {self.alphabet(alphabet)} 0))"
            self.know(Formula((), At(tensor) - ONE), place)
            return tensor
        raise Unsupported(f"no level of size({alphabet})")

    def alphabet(self, name: str) -> int:
        """The number of an alphabet in the data."""
        return self.terms.alphabets.index(name)

    # ---- levels ----

    def level(self, measure: CoqMeasure) -> tuple[Expression, bool]:
        """The level that the certificates have for a measure, and whether it is the reciprocal."""
        for tensor in self.unused():
            for reciprocal in (False, True):
                level = CoqNumber(ONE, At(tensor)) if reciprocal else CoqNumber(At(tensor))
                if not self.said(formulas_of(measure, level)[-1]):
                    continue
                text = measure.value
                if measure.extended:
                    name = self.terms.unnamed(tensor)
                    text = f"{name}^-1" if reciprocal else name
                    self.terms.condition(measure.bound(text))
                else:
                    self.terms.values[tensor] = f"({text})^-1" if reciprocal else text
                    if not measure.positive:
                        self.terms.condition(f"0 < {text}")
                self.bound(measure, level, text)
                self._attained(measure, tensor, reciprocal=reciprocal)
                return At(tensor), reciprocal
        raise Unsupported(f"no level of {measure.value}")

    def _attained(self, measure: CoqMeasure, level: Tensor, *, reciprocal: bool) -> None:
        """The likeliest letter, where a certificate speaks of it."""
        prior, letters = measure.likeliest, measure.letters
        if prior is None or not reciprocal or len(letters) != 1:
            return
        y = self.terms.constant(letters[0].alphabet, f"likeliest {prior.text}")
        mass = prior.mass((y,))
        self.know(Formula((), mass, ">"), f"likeliest_gt0 {prior.text}")
        attained = Formula((), mass * At(level) - ONE)
        self.know(attained, f"likeliest_attains {prior.text}")

    def bound(self, measure: CoqMeasure, level: CoqNumber, number: str) -> None:
        """The premise that a measure is at most a level."""

        def text(w: Writer) -> str:
            shown = f"(Level {w(level.top)} {w(level.bottom)} ({number})%R)"
            if measure.through is None:
                return f"@Most {CONTEXT} {measure_text(measure, w)} {shown}"
            letters, guard = measure.through
            own, mass = w.letters(letters), w(measure.expressions[0])
            return f"@Through {CONTEXT} {measure_text(measure, w)} {shown} {own} {mass} {w(guard)}"

        self.every.append(Premise(text, formulas_of(measure, level)))
        if measure.defines:
            self.define(measure)

    def define(self, measure: CoqMeasure) -> None:
        """What the tensor of a conditional channel is."""
        x, y, z = measure.groups
        p, w, u, n = measure.expressions
        o, j = sums(x, p * w), sums(x, p * w * u)
        objects = " ".join(measure.objects)
        self.know(Formula((y, z), n * o - j, "=="), f"next_defined {objects}")
        assert isinstance(n, At)
        self.terms.values[n.tensor] = f"(next {objects})"

    def number_text(self, e: Expression, *, tight: bool = False) -> str:
        """A number as a person writes it."""
        return number_text(e, lambda t: self.terms.values[t], tight)

    def ratio(self, level: CoqNumber) -> str:
        """A level as a number of Coq."""
        top = self.number_text(level.top, tight=True)
        if level.bottom == ONE:
            return self.number_text(level.top)
        if self.is_inverse(level.bottom):
            return f"{top} * {self.number_text(level.bottom).removesuffix('^-1')}"
        return f"{top} / {self.number_text(level.bottom, tight=True)}"

    def is_inverse(self, e: Expression) -> bool:
        """Whether a level stands for the reciprocal of a value."""
        return isinstance(e, At) and self.terms.values[e.tensor].endswith("^-1")

    # ---- what a certificate uses ----

    def gives(self, fact: Fact) -> bool:
        """Whether a premise says this."""
        return next(self._giving(fact), None) is not None

    def of(self, fact: Fact) -> tuple[Premise, int, dict[Index, Index]]:
        """The premise that gives a hypothesis, the place there, and its letters.

        Raises Unsupported where none does.
        """
        for found in self._giving(fact):
            return found
        wanted = fact.polynomial
        if fact.relation == ">=" and _no_sign(wanted) and self._known(wanted):
            self.know(Formula((), expression(wanted)), "ltac:(evident)")
            return self.every[-1], 0, {}
        raise Unsupported(f"a hypothesis that no premise gives: {wanted} {fact.relation} 0")

    def _giving(self, fact: Fact) -> Iterator[tuple[Premise, int, dict[Index, Index]]]:
        """What is known of one letter says nothing of all of them."""
        for premise in self.every:
            for place, form in enumerate(premise.forms):
                is_same = form.relation == fact.relation
                names = placed(form, fact.polynomial) if is_same else None
                if names is not None and not any(
                    i in self.terms.constants and j in fact.indices for i, j in names.items()
                ):
                    yield premise, place, names

    def _known(self, wanted: Polynomial) -> bool:
        return all(t in self.terms.values for t in wanted.tensors)

    def law_of(self, schema: Schema) -> tuple[Premise, dict[Index, Index]]:
        """The premise that gives a second-order hypothesis, and its letters.

        Raises Unsupported where none does.
        """
        for premise in self.every:
            if premise.law is not None:
                names = same_law(premise.law, schema)
                if names is not None:
                    return premise, names
        raise Unsupported(f"a law that no premise gives: {schema.name}")


def _no_sign(p: Polynomial) -> bool:
    """Whether it is a sum of products of numbers that are not negative."""
    scalars = all(t.is_nonnegative and not t.alphabets for t in p.tensors)
    return scalars and all(c > 0 for _, c in p)


def same_law(law: tuple[Tensor, Formula, Formula], schema: Schema) -> dict[Index, Index] | None:
    """Letters of the schema for those of a law such that both say the same."""
    event, heavy, leaked = law
    if event != schema.parameter or len(schema.conditions) != 1:
        return None
    (condition,) = schema.conditions
    first = placed(heavy, condition.polynomial)
    then = placed(leaked, schema.conclusion.polynomial)
    if first is None or then is None or any(then.get(i, j) != j for i, j in first.items()):
        return None
    return first | then


def formulas_of(measure: CoqMeasure, level: CoqNumber) -> tuple[Formula, ...]:
    """What Coq lowers "at most that level" to."""
    formulas = []
    for form in measure.forms:
        if measure.through is not None and form.guard == measure.expressions[0]:
            more, guard = measure.through
            form = replace(form, letters=(*more, *form.letters), guard=guard)
        formulas.append(form.at(level))
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
