"""What a premise about a measure gives: formulas that certificates use, each with its proof.

A value that is at most a level gives a formula for each ratio in it. A sum, a tail or an event
gives formulas about a new tensor, which a lemma of `proofs/coq/Values.v` finds. The proofs are
terms of Coq, which checks them: nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.coq.expression import ONE, At, CoqRatio, Expression, Letters, sums, times
from pmlsym.coq.scope import SURE, UNIT, Scope
from pmlsym.errors import Unsupported
from pmlsym.language.value import (
    Exceeds,
    ExcessRatio,
    FractionalEvent,
    Larger,
    Largest,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)
from pmlsym.lowering.forms import Both, ExistsTensor, ForAllTensor, Form
from pmlsym.lowering.levels import ABOVE, MeasureBound

Term = Callable[[Sequence[str]], str]
"""A term of Coq, at letters that are called so."""


@dataclass(frozen=True)
class CoqFact:
    """A formula for all of the letters, with its proof; `constants` are letters that are found."""

    letters: Letters
    expression: Expression
    relation: str
    proof: Term
    constants: dict[Index, str] = field(default_factory=dict)


@dataclass(frozen=True)
class CoqLevel:
    """A level a / b, and why b is positive."""

    top: Expression
    bottom: Expression
    positive: str

    @property
    def proofs(self) -> str:
        """That the bottom is positive, and that it divides."""
        equal = "(whole _)" if self.bottom == ONE else f"(quotient {self.positive})"
        return f"{self.positive} {equal}"


def plainly(level: Expression) -> CoqLevel:
    """A level that is no quotient."""
    return CoqLevel(level, ONE, SURE)


@dataclass(frozen=True)
class EventLaw:
    """A law of every event, with its proof at letters; the event is one at each of those given."""

    event: Tensor
    condition: Expression
    conclusion: Expression
    letters: Letters
    given: Letters
    level: CoqLevel
    proof: Callable[[Sequence[str], Sequence[str]], str]


@dataclass(frozen=True)
class Leaf:
    """A ratio or an event within a value, guarded, for all of the letters.

    `proof` is what the value's own bound gives there, the guard's proof being called g_.
    """

    letters: Letters
    guard: Polynomial
    node: Value
    proof: Callable[[str, Sequence[str]], str]


def leaves(value: Value, side: str) -> Iterator[Leaf]:
    """The ratios and events of which all are at most a level, or at least, where the value is."""
    extreme = Largest if side == ABOVE else Smallest
    match value:
        case Ratio() | FractionalEvent():
            yield Leaf((), UNIT, value, lambda held, letters: held)
        case Largest(over, body, where) | Smallest(over, body, where) if isinstance(value, extreme):
            for leaf in leaves(body, side):
                if where != UNIT != leaf.guard:
                    raise Unsupported("a guard within another one")

                def proof(held: str, letters: Sequence[str], leaf: Leaf = leaf) -> str:
                    guard = [] if where == UNIT else ["g_"]
                    applied = " ".join((held, *letters[: len(over)], *guard))
                    return leaf.proof(f"({applied})", letters[len(over) :])

                guard = leaf.guard if where == UNIT else where
                yield Leaf((*over, *leaf.letters), guard, leaf.node, proof)
        case Larger((only,)):
            yield from leaves(only, side)
        case Larger((first, *rest)) if side == ABOVE:
            for word, part in (("proj1", first), ("proj2", Larger(tuple(rest)))):
                for leaf in leaves(part, side):

                    def chosen(
                        held: str, letters: Sequence[str], leaf: Leaf = leaf, word: str = word
                    ) -> str:
                        return leaf.proof(f"({word} {held})", letters)

                    yield Leaf(leaf.letters, leaf.guard, leaf.node, chosen)
        case _:
            raise Unsupported(f"{value.words} within a bound")


class Premises:
    """The formulas and laws that the premises of a theorem give, and how the proof opens them."""

    def __init__(self, scope: Scope) -> None:
        """Start with none."""
        self.scope = scope
        self.sources: list[CoqFact] = []
        self.laws: list[EventLaw] = []
        self.opening: list[str] = []

    def bounded(self, bound: MeasureBound) -> tuple[CoqLevel, str]:
        """The level of a bound, and as a person writes it."""
        top, bottom, text = self.scope.level(bound.level)
        return CoqLevel(top, bottom, self.scope.positive(bottom)), text

    def assume(self, bound: MeasureBound) -> str:
        """Assume a bound; its name. Raises Unsupported where no lemma says what it gives."""
        level, text = self.bounded(bound)
        held = self.scope.condition(said(self.scope, bound, text))
        match bound.value, bound.side == ABOVE:
            case Total(over, Weighted(_, Exceeds()) as tail), True:
                self._tail((), over, UNIT, tail, level, held, bound.form)
            case Largest(outer, Total(over, Weighted(_, Exceeds()) as tail), where), True:
                self._tail(outer, over, where, tail, level, held, bound.form)
            case Total(over, body), True:
                self._envelope(over, body, level, held, bound.form)
            case Total((y,), Largest((x,), Ratio(entry, _), where)), False:
                self._attained(y, x, entry, where, level, held, bound.form)
            case Smallest(over, Ratio() as ratio, where), True:
                self._attains(over, ratio, where, level, held)
            case value, _:
                for leaf in leaves(value, bound.side):
                    if isinstance(leaf.node, FractionalEvent):
                        self._law(leaf, leaf.node, level, held, bound.form)
                    else:
                        self._leaf(leaf, level, held, bound.side)
        return held

    def _leaf(self, leaf: Leaf, level: CoqLevel, held: str, side: str, over: Letters = ()) -> None:
        """A ratio at a level; at each of the letters `over`, which `held` takes first."""
        word = "most" if side == ABOVE else "least"

        def proof(names: Sequence[str]) -> str:
            own = " ".join((held, *names[: len(over)]))
            return leaf.proof(f"({own})", names[len(over) :])

        self._compare(word, (*over, *leaf.letters), self._parts(leaf), level, proof)

    def _parts(self, leaf: Leaf) -> tuple[Expression, Expression, Expression]:
        assert isinstance(leaf.node, Ratio)
        read = self.scope.read
        return read(leaf.guard), read(leaf.node.numerator), read(leaf.node.denominator)

    def _compare(
        self,
        word: str,
        letters: Letters,
        parts: tuple[Expression, Expression, Expression],
        level: CoqLevel,
        proof: Term,
        constants: dict[Index, str] | None = None,
    ) -> None:
        """Where the guard is positive, above / below is at most the level, or at least."""
        guard, above, below = parts
        formula = CoqRatio(word, guard, level.top, level.bottom, above, below)

        def proved(names: Sequence[str]) -> str:
            return f"{word}_ok dF_ isT {level.proofs} (fun g_ => {proof(names)})"

        self.sources.append(CoqFact(letters, formula, ">=", proved, constants or {}))

    def _introduce(self, form: Form, flag: str) -> tuple[str, Tensor]:
        """What the tensor of a form is called; of its proofs that of this flag is n_."""
        if not isinstance(form, ExistsTensor):
            raise Unsupported(f"a premise that is {form.words}")
        name = f"{form.tensor.name}_"
        self.scope.witness(form.tensor, name, **{flag: f"n_{name}"})
        return name, self.scope.tensors[form.tensor.name]

    # ---- sums ----

    def _envelope(self, over: Letters, body: Value, level: CoqLevel, held: str, form: Form) -> None:
        """Numbers above the terms of a sum, and their sum."""
        name, tensor = self._introduce(form, "nonnegative")
        opened = {1: held, 2: f"proj1 (total2_most _ _) {held}"}.get(len(over))
        if opened is None:
            raise Unsupported("a sum over more than two letters")
        self.opening.append(f"have [{name} [n_{name} [b_{name} s_{name}]]] := {opened}.")
        entry = At(tensor, over)
        for leaf in leaves(body, ABOVE):
            self._leaf(leaf, plainly(entry), f"b_{name}", ABOVE, over)
        total = (ONE, sums(over, entry), ONE)
        self._compare("most", (), total, level, lambda _: f"one_most s_{name}")

    def _attained(
        self,
        y: Index,
        x: Index,
        entry: Polynomial,
        where: Polynomial,
        level: CoqLevel,
        held: str,
        form: Form,
    ) -> None:
        """A sum of largest entries that is at least a level: weights on what attains them."""
        name, tensor = self._introduce(form, "nonnegative")
        found = selected(self.scope, y, x, entry, where)
        self.opening.append(
            f"have [|{name} [[n_{name} u_{name}] s_{name}]] := @attained {found} _ _ {held};"
            " first by sign."
        )
        weight = self.scope.read(where) * At(tensor, (y, x))

        def unit(names: Sequence[str]) -> str:
            return f"equal_ok (esym (u_{name} {names[0]}))"

        self.sources.append(CoqFact((y,), sums((x,), weight) - ONE, "==", unit))
        total = (ONE, sums((y, x), weight * self.scope.read(entry)), ONE)
        self._compare("least", (), total, level, lambda _: f"one_least s_{name}")

    def _attains(
        self, over: Letters, ratio: Ratio, where: Polynomial, level: CoqLevel, held: str
    ) -> None:
        """Letters where a smallest value is attained."""
        names, read = self.scope.called(over), self.scope.read
        counted, bound = f"n{names[-1]}", f"l{names[-1]}"
        pattern = f"[{names[-1]} [{counted} {bound}]]"
        for name in reversed(names[:-1]):
            pattern = f"[{name} [_ {pattern}]]"
        self.opening.append(f"have {pattern} := {held}.")
        constants = dict(zip(over, names, strict=True))
        if where != UNIT:
            first = f"proj1 {counted}"
            self.sources.append(CoqFact((), read(where), ">", lambda _: first, constants))
            counted, bound = f"(proj2 {counted})", f"({bound} ({first}))"
        above, below = read(ratio.numerator), read(ratio.denominator)
        finite = f"finite_below (nonnegative_ok dF_ isT) {counted} {bound}"
        self.sources.append(CoqFact((), below, ">", lambda _: finite, constants))
        self._compare("most", (), (ONE, above, below), level, lambda _: bound, constants)

    # ---- tails ----

    def _tail(
        self,
        outer: Letters,
        over: Letters,
        where: Polynomial,
        tail: Weighted,
        level: CoqLevel,
        held: str,
        form: Form,
    ) -> None:
        """An indicator of where a value exceeds its bar, and how much that weighs."""
        lemmas = {(0, 1): "exceeding", (0, 2): "exceeding2", (1, 1): "exceeding_given"}
        lemma = lemmas.get((len(outer), len(over)))
        if lemma is None:
            raise Unsupported("a tail over more than two letters")
        assert isinstance(tail.body, Exceeds)
        name, tensor = self._introduce(form, "indicator")
        self.opening.append(
            f"have [|{name} [n_{name} o_{name} m_{name}]] := {lemma} _ {held}; first by sign."
        )
        every, read = (*outer, *over), self.scope.read
        flag, bar = At(tensor, every), plainly(read(tail.body.level))
        for leaf in leaves(tail.body.body, ABOVE):
            guard, above, below = self._parts(leaf)
            split = guard != ONE
            formula = CoqRatio("most", times(ONE - flag, guard), bar.top, ONE, above, below)

            def off(names: Sequence[str], leaf: Leaf = leaf, split: bool = split) -> str:
                own, rest = names[: len(every)], names[len(every) :]
                there = leaf.proof(f"(o_{name} {' '.join(own)} o_)", rest)
                word, guards = ("most_ok2", "isT isT") if split else ("most_ok", "isT")
                return f"{word} dF_ {guards} {bar.proofs} (fun o_ {'g_ ' * split}=> {there})"

            self.sources.append(CoqFact((*every, *leaf.letters), formula, ">=", off))

        def little(names: Sequence[str]) -> str:
            return f"one_most ({' '.join((f'm_{name}', *names, *(['g_'] if outer else [])))})"

        mass = (read(where), sums(over, flag * read(tail.weight)), ONE)
        self._compare("most", outer, mass, level, little)

    # ---- events ----

    def _law(
        self, leaf: Leaf, event: FractionalEvent, level: CoqLevel, held: str, form: Form
    ) -> None:
        """What holds of every event that is heavy enough; at each letter that is given one."""
        scope = self.scope
        tensor, (heavy,) = _quantified(form)
        given = tuple(i for i in heavy.indices if i not in event.over)
        if len(event.over) > 1 or len(given) > 1:
            raise Unsupported("a premise about events of several letters")
        entry = At(scope.tensors.get(tensor.name, tensor), (*given, *event.over))
        mass, part = weighed(scope, entry, event)
        guard = scope.read(leaf.guard)
        formula = CoqRatio("most", guard, level.top, level.bottom, part, mass)

        def proof(given_at: Sequence[str], letters: Sequence[str]) -> str:
            event_, n, u = (" ".join((word, *given_at)) for word in ("f_", "n_", "u_"))
            there = leaf.proof(held, letters)
            enough = "(order_use (proj1 k_ r_ I))"
            return f"(fun g_ => {there} ({event_}) (conj ({n}) ({u})) {enough})"

        condition = mass - scope.read(event.delta)
        self.laws.append(EventLaw(tensor, condition, formula, leaf.letters, given, level, proof))


def said(scope: Scope, bound: MeasureBound, level: str) -> str:
    """The bound as the theorem says it."""
    word = "at_most" if bound.side == ABOVE else "at_least"
    return f"{word} ({scope.value(bound.value, {})}) {level}"


def selected(scope: Scope, y: Index, x: Index, entry: Polynomial, where: Polynomial) -> str:
    """The arguments of `selection` and `attained` in `proofs/coq/Values.v`."""
    mass = [t for t in where.tensors if t.alphabets == (x.alphabet,) and t.stochastic]
    if where == UNIT or len(mass) != 1:
        raise Unsupported("a sum of largest entries over what may be nothing")
    parts = (scope.function((y, x), {}, part) for part in (where, entry))
    return f"_ _ _ {' '.join(parts)} (fun _ => somewhere1 {scope.proofs[mass[0].name][-1]})"


def weighed(
    scope: Scope, entry: At, event: FractionalEvent | ExcessRatio
) -> tuple[Expression, Expression]:
    """The two sums of an event, that of its mass first."""
    mass, part = (sums(event.over, entry * scope.read(p)) for p in (event.mass, event.part))
    return mass, part


def _quantified(form: Form) -> tuple[Tensor, tuple[Fact, ...]]:
    """The tensor of a law and the conditions on it."""
    inner = form.forms if isinstance(form, Both) else (form,)
    for part in inner:
        if isinstance(part, ForAllTensor):
            return part.tensor, part.conditions
    raise Unsupported(f"a premise that is {form.words}")
