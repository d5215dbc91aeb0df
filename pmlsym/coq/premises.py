"""The premises of a theorem: the formulas that bounds of measures give, each with its proof.

A value that is at most a level gives a formula for each ratio in it. A sum, a tail or an event
gives formulas about a new tensor, whose existence is a lemma of `proofs/coq/Values.v`. The proofs
are terms of Coq, which checks them: nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.coq.expression import ONE, At, CoqRatio, Expression, Letters, product_of, sum_of
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
"""A function from names of letters to a term of Coq."""


@dataclass(frozen=True)
class CoqFact:
    """A formula for all letters, with its proof; `constants` are names of letters that exist."""

    letters: Letters
    expression: Expression
    relation: str
    proof: Term
    constants: dict[Index, str] = field(default_factory=dict)


@dataclass(frozen=True)
class CoqLevel:
    """A level a / b, with the proof that b is positive."""

    top: Expression
    bottom: Expression
    positive: str

    @property
    def proofs(self) -> str:
        """Coq's proofs that the level's bottom is positive, and that the quotient is one."""
        equal = "(whole _)" if self.bottom == ONE else f"(quotient {self.positive})"
        return f"{self.positive} {equal}"


def plain_level(level: Expression) -> CoqLevel:
    """A level for Coq that is not a quotient."""
    return CoqLevel(level, ONE, SURE)


@dataclass(frozen=True)
class EventLaw:
    """A law of every event, with its proof at letters; the event may depend on letters `given`."""

    event: Tensor
    condition: Expression
    conclusion: Expression
    letters: Letters
    given: Letters
    level: CoqLevel
    proof: Callable[[Sequence[str], Sequence[str]], str]


@dataclass(frozen=True)
class Leaf:
    """A ratio or an event within a value, with its guard, for all of its letters.

    `proof` makes the proof of its bound from that of the value; the proof of the guard is g_.
    """

    letters: Letters
    guard: Polynomial
    node: Value
    proof: Callable[[str, Sequence[str]], str]


def leaves(value: Value, side: str) -> Iterator[Leaf]:
    """The ratios and events within a value that Coq bounds by a level if it bounds the value."""
    extreme = Largest if side == ABOVE else Smallest
    match value:
        case Ratio() | FractionalEvent():
            yield Leaf((), UNIT, value, lambda term, letters: term)
        case Largest(over, body, where) | Smallest(over, body, where) if isinstance(value, extreme):
            for leaf in leaves(body, side):
                if where != UNIT != leaf.guard:
                    raise Unsupported("a guard within another one")

                def proof(term: str, letters: Sequence[str], leaf: Leaf = leaf) -> str:
                    """Coq's proof of a part's bound from that of the largest or smallest value."""
                    guard = [] if where == UNIT else ["g_"]
                    applied = " ".join((term, *letters[: len(over)], *guard))
                    return leaf.proof(f"({applied})", letters[len(over) :])

                guard = leaf.guard if where == UNIT else where
                yield Leaf((*over, *leaf.letters), guard, leaf.node, proof)
        case Larger((only,)):
            yield from leaves(only, side)
        case Larger((first, *rest)) if side == ABOVE:
            for word, part in (("proj1", first), ("proj2", Larger(tuple(rest)))):
                for leaf in leaves(part, side):

                    def chosen(
                        term: str, letters: Sequence[str], leaf: Leaf = leaf, word: str = word
                    ) -> str:
                        """Coq's proof of a part's bound from that of the larger of two values."""
                        return leaf.proof(f"({word} {term})", letters)

                    yield Leaf(leaf.letters, leaf.guard, leaf.node, chosen)
        case _:
            raise Unsupported(f"{value.words} within a bound")


class Premises:
    """The formulas and laws that the premises of a theorem give, and how the proof opens them."""

    def __init__(self, scope: Scope) -> None:
        """Start without premises."""
        self.scope = scope
        self.sources: list[CoqFact] = []
        self.laws: list[EventLaw] = []
        self.opening: list[str] = []

    def level_of_bound(self, bound: MeasureBound) -> tuple[CoqLevel, str]:
        """The level of a bound for Coq, and its text in the theorem."""
        top, bottom, text = self.scope.level_parts(bound.level)
        return CoqLevel(top, bottom, self.scope.proof_of_positivity(bottom)), text

    def assume(self, bound: MeasureBound) -> str:
        """Assume a bound in Coq's theorem and return its name; Unsupported if no lemma uses it."""
        level, text = self.level_of_bound(bound)
        term = self.scope.add_condition(bound_text(self.scope, bound, text))
        match bound.value, bound.side == ABOVE:
            case Total(over, Weighted(_, Exceeds()) as tail), True:
                self._assume_tail((), over, UNIT, tail, level, term, bound.form)
            case Largest(outer, Total(over, Weighted(_, Exceeds()) as tail), where), True:
                self._assume_tail(outer, over, where, tail, level, term, bound.form)
            case Total(over, body), True:
                self._assume_sum(over, body, level, term, bound.form)
            case Total((y,), Largest((x,), Ratio(entry, _), where)), False:
                self._assume_sum_of_largest(y, x, entry, where, level, term, bound.form)
            case Smallest(over, Ratio() as ratio, where), True:
                self._assume_smallest(over, ratio, where, level, term)
            case value, _:
                for leaf in leaves(value, bound.side):
                    if isinstance(leaf.node, FractionalEvent):
                        self._add_event_law(leaf, leaf.node, level, term, bound.form)
                    else:
                        self._add_leaf(leaf, level, term, bound.side)
        return term

    def _add_leaf(
        self, leaf: Leaf, level: CoqLevel, term: str, side: str, over: Letters = ()
    ) -> None:
        """Add the formula of a ratio at a level to Coq's premises, also for all `over`."""
        word = "most" if side == ABOVE else "least"

        def proof(names: Sequence[str]) -> str:
            """Coq's proof of the ratio's formula at letters with these names."""
            proof_here = " ".join((term, *names[: len(over)]))
            return leaf.proof(f"({proof_here})", names[len(over) :])

        self._add_ratio(word, (*over, *leaf.letters), self._read_ratio(leaf), level, proof)

    def _read_ratio(self, leaf: Leaf) -> tuple[Expression, Expression, Expression]:
        """The guard, numerator and denominator of a ratio as expressions for Coq."""
        assert isinstance(leaf.node, Ratio)
        read = self.scope.read
        return read(leaf.guard), read(leaf.node.numerator), read(leaf.node.denominator)

    def _add_ratio(
        self,
        word: str,
        letters: Letters,
        parts: tuple[Expression, Expression, Expression],
        level: CoqLevel,
        proof: Term,
        constants: dict[Index, str] | None = None,
    ) -> None:
        """Add to Coq's premises that above / below is bounded where the guard is positive."""
        guard, above, below = parts
        formula = CoqRatio(word, guard, level.top, level.bottom, above, below)

        def proved(names: Sequence[str]) -> str:
            """Coq's proof of the ratio's bound at letters with these names."""
            return f"{word}_ok dF_ isT {level.proofs} (fun g_ => {proof(names)})"

        self.sources.append(CoqFact(letters, formula, ">=", proved, constants or {}))

    def _introduce_tensor(self, form: Form, flag: str) -> tuple[str, Tensor]:
        """The name in Coq and the tensor that a form introduces, with a flag's proof."""
        if not isinstance(form, ExistsTensor):
            raise Unsupported(f"a premise that is {form.words}")
        name = f"{form.tensor.name}_"
        self.scope.name_witness(form.tensor, name, **{flag: f"n_{name}"})
        return name, self.scope.tensors[form.tensor.name]

    # ---- sums ----

    def _assume_sum(
        self, over: Letters, body: Value, level: CoqLevel, term: str, form: Form
    ) -> None:
        """Add to Coq's premises numbers above a sum's terms, and their sum's bound."""
        name, tensor = self._introduce_tensor(form, "nonnegative")
        existence = {1: term, 2: f"proj1 (total2_most _ _) {term}"}.get(len(over))
        if existence is None:
            raise Unsupported("a sum over more than two letters")
        self.opening.append(f"have [{name} [n_{name} [b_{name} s_{name}]]] := {existence}.")
        entry = At(tensor, over)
        for leaf in leaves(body, ABOVE):
            self._add_leaf(leaf, plain_level(entry), f"b_{name}", ABOVE, over)
        total = (ONE, sum_of(over, entry), ONE)
        self._add_ratio("most", (), total, level, lambda _: f"one_most s_{name}")

    def _assume_sum_of_largest(
        self,
        y: Index,
        x: Index,
        entry: Polynomial,
        where: Polynomial,
        level: CoqLevel,
        term: str,
        form: Form,
    ) -> None:
        """Add to Coq's premises weights that attain the largest entries of a sum."""
        name, tensor = self._introduce_tensor(form, "nonnegative")
        arguments = selection_arguments(self.scope, y, x, entry, where)
        self.opening.append(
            f"have [|{name} [[n_{name} u_{name}] s_{name}]] := @attained {arguments} _ _ {term};"
            " first by sign."
        )
        weight = self.scope.read(where) * At(tensor, (y, x))

        def unit(names: Sequence[str]) -> str:
            """Coq's proof that the weights at a letter sum to one."""
            return f"equal_ok (esym (u_{name} {names[0]}))"

        self.sources.append(CoqFact((y,), sum_of((x,), weight) - ONE, "==", unit))
        total = (ONE, sum_of((y, x), weight * self.scope.read(entry)), ONE)
        self._add_ratio("least", (), total, level, lambda _: f"one_least s_{name}")

    def _assume_smallest(
        self, over: Letters, ratio: Ratio, where: Polynomial, level: CoqLevel, term: str
    ) -> None:
        """Add to Coq's premises letters that attain a smallest value."""
        names, read = self.scope.new_names(over), self.scope.read
        counted, bound = f"n{names[-1]}", f"l{names[-1]}"
        pattern = f"[{names[-1]} [{counted} {bound}]]"
        for name in reversed(names[:-1]):
            pattern = f"[{name} [_ {pattern}]]"
        self.opening.append(f"have {pattern} := {term}.")
        constants = dict(zip(over, names, strict=True))
        if where != UNIT:
            first = f"proj1 {counted}"
            self.sources.append(CoqFact((), read(where), ">", lambda _: first, constants))
            counted, bound = f"(proj2 {counted})", f"({bound} ({first}))"
        above, below = read(ratio.numerator), read(ratio.denominator)
        # what the denominator is, as an expression, is read off the formula that is to be proved
        sign = "nonnegative_ok (r := here_) dF_ (isT : nonnegative declared_ (formula_of f).2)"
        finite = f"exact (finite_below ({sign}) {counted} {bound})"
        finite = f"ltac:(match goal with |- true_of _ _ ?f => {finite} end)"
        self.sources.append(CoqFact((), below, ">", lambda _: finite, constants))
        self._add_ratio("most", (), (ONE, above, below), level, lambda _: bound, constants)

    # ---- tails ----

    def _assume_tail(
        self,
        outer: Letters,
        over: Letters,
        where: Polynomial,
        tail: Weighted,
        level: CoqLevel,
        term: str,
        form: Form,
    ) -> None:
        """Add to Coq's premises an indicator where a value exceeds its bar, and its bound."""
        lemmas = {(0, 1): "exceeding", (0, 2): "exceeding2", (1, 1): "exceeding_given"}
        lemma = lemmas.get((len(outer), len(over)))
        if lemma is None:
            raise Unsupported("a tail over more than two letters")
        assert isinstance(tail.body, Exceeds)
        name, tensor = self._introduce_tensor(form, "indicator")
        self.opening.append(
            f"have [|{name} [n_{name} o_{name} m_{name}]] := {lemma} _ {term}; first by sign."
        )
        all_letters, read = (*outer, *over), self.scope.read
        flag, bar = At(tensor, all_letters), plain_level(read(tail.body.level))
        for leaf in leaves(tail.body.body, ABOVE):
            guard, above, below = self._read_ratio(leaf)
            split = guard != ONE
            formula = CoqRatio("most", product_of(ONE - flag, guard), bar.top, ONE, above, below)

            def off(names: Sequence[str], leaf: Leaf = leaf, split: bool = split) -> str:
                """Coq's proof that a ratio is bounded where the indicator is zero."""
                names_here, rest = names[: len(all_letters)], names[len(all_letters) :]
                there = leaf.proof(f"(o_{name} {' '.join(names_here)} o_)", rest)
                word, guards = ("most_ok2", "isT isT") if split else ("most_ok", "isT")
                return f"{word} dF_ {guards} {bar.proofs} (fun o_ {'g_ ' * split}=> {there})"

            self.sources.append(CoqFact((*all_letters, *leaf.letters), formula, ">=", off))

        def little(names: Sequence[str]) -> str:
            """Coq's proof that the indicator's weight is at most the level."""
            return f"one_most ({' '.join((f'm_{name}', *names, *(['g_'] if outer else [])))})"

        mass = (read(where), sum_of(over, flag * read(tail.weight)), ONE)
        self._add_ratio("most", outer, mass, level, little)

    # ---- events ----

    def _add_event_law(
        self, leaf: Leaf, event: FractionalEvent, level: CoqLevel, term: str, form: Form
    ) -> None:
        """Add to Coq's premises the law of every event that is heavy enough."""
        scope = self.scope
        tensor, (heavy,) = _law_tensor_and_conditions(form)
        event_letters = tuple(i for i in heavy.indices if i not in event.over)
        if len(event.over) > 1 or len(event_letters) > 1:
            raise Unsupported("a premise about events of several letters")
        entry = At(scope.tensors.get(tensor.name, tensor), (*event_letters, *event.over))
        mass, part = sums_of_event(scope, entry, event)
        guard = scope.read(leaf.guard)
        formula = CoqRatio("most", guard, level.top, level.bottom, part, mass)

        def proof(given_at: Sequence[str], letters: Sequence[str]) -> str:
            """Coq's proof of the event's law at letters with these names."""
            event_, n, u = (" ".join((word, *given_at)) for word in ("f_", "n_", "u_"))
            bound_there = leaf.proof(term, letters)
            enough = "(order_use (proj1 k_ r_ I))"
            return f"(fun g_ => {bound_there} ({event_}) (conj ({n}) ({u})) {enough})"

        condition = mass - scope.read(event.delta)
        self.laws.append(
            EventLaw(tensor, condition, formula, leaf.letters, event_letters, level, proof)
        )


def bound_text(scope: Scope, bound: MeasureBound, level: str) -> str:
    """The text of a measure's bound in Coq's theorem."""
    word = "at_most" if bound.side == ABOVE else "at_least"
    return f"{word} ({scope.text(bound.value, {})}) {level}"


def selection_arguments(
    scope: Scope, y: Index, x: Index, entry: Polynomial, where: Polynomial
) -> str:
    """The arguments of Coq's lemmas `selection` and `attained` in `proofs/coq/Values.v`."""
    mass = [t for t in where.tensors if t.alphabets == (x.alphabet,) and t.stochastic]
    if where == UNIT or len(mass) != 1:
        raise Unsupported("a sum of largest entries over what may be nothing")
    parts = (scope.function_text((y, x), {}, part) for part in (where, entry))
    return f"_ _ _ {' '.join(parts)} (fun _ => somewhere1 {scope.proofs[mass[0].name][-1]})"


def sums_of_event(
    scope: Scope, entry: At, event: FractionalEvent | ExcessRatio
) -> tuple[Expression, Expression]:
    """The mass of an event and its part, two sums as expressions for Coq."""
    mass, part = (sum_of(event.over, entry * scope.read(p)) for p in (event.mass, event.part))
    return mass, part


def _law_tensor_and_conditions(form: Form) -> tuple[Tensor, tuple[Fact, ...]]:
    """The tensor of a law for Coq, and the conditions on it."""
    inner = form.forms if isinstance(form, Both) else (form,)
    for part in inner:
        if isinstance(part, ForAllTensor):
            return part.tensor, part.conditions
    raise Unsupported(f"a premise that is {form.words}")
