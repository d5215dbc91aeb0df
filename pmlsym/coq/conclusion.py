"""The conclusion of a theorem: a bound of a value by a level, from the goals of certificates.

A value that is made of maxima over letters needs a formula for each of its ratios; a sum, a tail or
an event needs formulas about a tensor, which a lemma of `proofs/coq/Values.v` turns into the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pmlsym.calculus.polynomial import Polynomial, substitute
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.coq.expression import (
    ONE,
    At,
    CoqRatio,
    Expression,
    Letters,
    Num,
    product_of,
    sides,
    sum_of,
)
from pmlsym.coq.premises import (
    CoqFact,
    CoqLevel,
    Premises,
    bound_text,
    plain_level,
    selection_arguments,
    sums_of_event,
)
from pmlsym.coq.scope import UNIT
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
from pmlsym.lowering.forms import Both, ForAllTensor, Form
from pmlsym.lowering.levels import ABOVE, MeasureBound

Names = dict[Index, str]
Guard = tuple[Expression, str]
"""An expression that is positive where a value counts, and the proof of that."""
NO_GUARD: Guard = (ONE, "ltr01")
FormulaProof = Callable[..., list[str]]
"""A function for lines that prove a formula for all letters by the next certificate, as h_."""


class Conclusion:
    """The script of one conclusion."""

    def __init__(
        self, premises: Premises, block: FormulaProof, goals: Sequence[Polynomial]
    ) -> None:
        """Conclude from the premises by certificates of these goals, in their order."""
        self.premises, self.scope, self.block = premises, premises.scope, block
        self.goals = goals

    def compare(self, relation: str) -> tuple[str, list[str]]:
        """Coq's statement and proof that a number is at most another, or absurd premises."""
        goal = self.scope.declared_form(self.goals[0])
        if not goal.tensors:
            if goal != -UNIT:
                raise Unsupported("two sides that are the same")
            absurd = "by have := order_use h_; rewrite /= ler10."
            return "False", [*self.block((), Num(0) - ONE), absurd]
        less, more = sides(goal)
        sign, word = {">=": ("<=", "order_use"), ">": ("<", "strict_use")}[relation]
        statement = f"{self.scope.text(less, {})} {sign} {self.scope.text(more, {})}"
        return statement, [*self.block((), more - less, relation), f"exact: ({word} h_)."]

    def bound(self, bound: MeasureBound) -> tuple[str, list[str]]:
        """Coq's statement and proof of a bound of a measure."""
        level, text = self.premises.level_of_bound(bound)
        self.side, self.form = bound.side, bound.form
        return bound_text(self.scope, bound, text), self._show(bound.value, level, {}, NO_GUARD)

    def _show(self, value: Value, level: CoqLevel, names: Names, guard: Guard) -> list[str]:
        """The tactics for Coq that bound a value by the level, at letters of these names."""
        extreme = Largest if self.side == ABOVE else Smallest
        match value:
            case Ratio(above, below):
                numerator, denominator = self.scope.read(above), self.scope.read(below)
                return self._show_ratio(numerator, denominator, level, names, guard)
            case Larger((only,)):
                return self._show(only, level, names, guard)
            case Larger((first, *rest)) if self.side == ABOVE:
                parts = (self._show(v, level, names, guard) for v in (first, Larger(tuple(rest))))
                return ["refine (conj _ _).", *map(_in_braces, parts)]
            case Largest(over, body, where) | Smallest(over, body, where) if isinstance(
                value, extreme
            ):
                new_names = self.scope.new_names(over)
                all_names = {**names, **dict(zip(over, new_names, strict=True))}
                arguments = " ".join(new_names)
                if where != UNIT:
                    proof = "g_" if guard == NO_GUARD else f"(mulr_gt0 {guard[1]} g_)"
                    guard = (product_of(guard[0], self.scope.read(where)), proof)
                    arguments = f"{arguments} g_"
                shown = self._show(body, level, all_names, guard)
                return [f"refine (fun {arguments} => _).", *shown]
            case FractionalEvent() | ExcessRatio() if self.side == ABOVE:
                return self._show_event(value, level, names, guard)
            case Total((y,), Largest((x,), Ratio(entry, _), where)) if self.side == ABOVE:
                return self._show_sum_of_largest(y, x, entry, where, level)
            case Total(over, Larger((Ratio(zero, _), Ratio(entry, _)))) if (
                self.side == ABOVE and not zero and len(over) == 2
            ):
                return self._show_positive_parts(over, entry, level)
            case Total(over, Weighted(weight, Exceeds(body, bar))) if self.side == ABOVE:
                return self._show_tail(over, weight, body, bar, level)
        raise Unsupported(f"a conclusion about {value.words}")

    def _show_ratio(
        self, above: Expression, below: Expression, level: CoqLevel, names: Names, guard: Guard
    ) -> list[str]:
        """The tactics for Coq that bound a ratio by the level, from a formula for all letters."""
        word = "most" if self.side == ABOVE else "least"
        formula = CoqRatio(word, guard[0], level.top, level.bottom, above, below)
        formula_there = " ".join(("h_", *names.values()))
        last_line = f"exact: ({word}_use ({formula_there}) {level.proofs} {guard[1]})."
        return [*self.block(tuple(names), formula), last_line]

    def _show_total(self, level: CoqLevel, whole: Expression) -> list[str]:
        """The tactics for Coq that prove that a sum is at most the level."""
        return ["apply: most_one.", *self._show_ratio(whole, ONE, level, {}, NO_GUARD)]

    # ---- sums ----

    def _show_sum_of_largest(
        self, y: Index, x: Index, entry: Polynomial, where: Polynomial, level: CoqLevel
    ) -> list[str]:
        """The tactics for Coq that bound a sum of largest entries, by weights."""
        name, tensor_entry = self._introduce_witness((y, x), "nonnegative", "stochastic")
        weight: Expression = tensor_entry
        if where == UNIT:
            entries = self.scope.function_text((y, x), {}, entry)
            lemma = f"@plain_selection _ _ _ {entries} _ in_{x.alphabet}_"
            pattern = f"n_{name} u_{name}"
        else:
            weight = self.scope.read(where) * weight
            unit = sum_of((x,), weight) - ONE

            def proof(names: Sequence[str]) -> str:
                """Coq's proof that the weights at a letter sum to one."""
                return f"equal_ok (esym (u_{name} {names[0]}))"

            self.premises.sources.append(CoqFact((y,), unit, "==", proof))
            lemma = f"@selection {selection_arguments(self.scope, y, x, entry, where)} _"
            pattern = f"[n_{name} u_{name}]"
        pattern = f"[|{name} [{pattern} t_{name}]]"
        return [
            f"have {pattern} := {lemma}; first by sign.",
            f"apply: t_{name}.",
            *self._show_total(level, sum_of((y, x), weight * self.scope.read(entry))),
        ]

    def _show_positive_parts(self, over: Letters, entry: Polynomial, level: CoqLevel) -> list[str]:
        """The tactics for Coq that bound a sum of positive parts, by 0/1 weights."""
        name, weight = self._introduce_witness(over, "nonnegative", "at_most_one")
        entries = self.scope.function_text(over, {}, entry)
        return [
            f"have [{name} [n_{name} u_{name} t_{name}]] := @positive_parts _ _ _ {entries}.",
            f"apply: t_{name}.",
            *self._show_total(level, sum_of(over, weight * self.scope.read(entry))),
        ]

    def _show_tail(
        self, over: Letters, weight: Polynomial, body: Value, bar: Polynomial, level: CoqLevel
    ) -> list[str]:
        """The tactics for Coq that bound a tail, by weights where the value exceeds its bar.

        The first goal is about these weights.
        """
        scope, goal = self.scope, self.goals[0]
        lemma = {1: "exceeded _ _", 2: "exceeded2 _ _ _"}.get(len(over))
        letter_of = {i.alphabet: i for i in goal.free}
        if lemma is None or len(letter_of) < len(goal.free) or len(self.goals) != 3:
            raise Unsupported("a tail without weights")
        bad = substitute(goal, {letter_of[j.alphabet]: j for j in over if j.alphabet in letter_of})
        bad_expression, names = scope.read(bad), scope.new_names(over)
        names_at, arguments = dict(zip(over, names, strict=True)), " ".join(names)
        parts = (scope.function_text(over, {}, part) for part in (weight, bad, body))
        first = [
            f"refine (fun {arguments} => _).",
            *self.block(over, bad_expression),
            f"exact: (h_ {arguments}).",
        ]
        off = self._show(body, plain_level(scope.read(bar)), names_at, (ONE - bad_expression, "o_"))
        mass = self._show_total(level, sum_of(over, bad_expression * scope.read(weight)))
        return [
            f"refine (@{lemma} {' '.join(parts)} _ _ _ _ _ _).",
            "{ by sign. }",
            *map(_in_braces, (first, [f"refine (fun {arguments} o_ => _).", *off], mass)),
        ]

    # ---- events ----

    def _show_event(
        self, event: FractionalEvent | ExcessRatio, level: CoqLevel, names: Names, guard: Guard
    ) -> list[str]:
        """The tactics for Coq that bound a value of every event, of pairs by a lemma."""
        over = event.over
        name, entry = self._introduce_witness(over, "nonnegative", "at_most_one")
        if tuple(i.alphabet for i in over) != entry.tensor.alphabets:
            raise Unsupported("an event that depends on an outcome")
        mass, part = sums_of_event(self.scope, entry, event)
        delta = self.scope.read(event.delta)
        heavy = ""
        if isinstance(event, FractionalEvent):
            heavy = " k_"
            self.premises.sources.append(CoqFact((), mass - delta, ">=", lambda _: "order_ok k_"))
        else:
            part = part - delta
        lines = [f"refine (fun {name} e_{heavy} => _).", f"case: e_ => n_{name} u_{name}."]
        if len(over) == 2:
            lemma = "event2" if heavy else "excess2"
            functions = (self.scope.function_text(over, names, p) for p in (event.part, event.mass))
            limit = self.scope.text(event.delta, names, tight=True)
            continuation = f"fun {name} n_{name} u_{name}{heavy} => _"
            lines = [f"refine (@{lemma} _ _ _ {' '.join(functions)} {limit}%R _ ({continuation}))."]
        return [*lines, *self._show_ratio(part, mass, level, names, guard)]

    def _introduce_witness(self, over: Letters, *flags: str) -> tuple[str, At]:
        """The name in Coq of the tensor of the goal's form, and its entry."""

        def tensor_of(form: Form) -> Tensor | None:
            """The tensor that a form of Coq's goal is about for all of its kind, or None."""
            match form:
                case ForAllTensor(tensor):
                    return tensor
                case Both(forms):
                    return next(filter(None, map(tensor_of, forms)), None)
            return None

        tensor = tensor_of(self.form)
        if tensor is None or tensor.name not in self.scope.tensors:
            raise Unsupported("a conclusion without its tensor")
        name = f"{tensor.name}_"
        proofs = (f"n_{name}", f"u_{name}")
        self.scope.name_witness(tensor, name, **dict(zip(flags, proofs, strict=True)))
        return name, At(self.scope.tensors[tensor.name], over)


def _in_braces(lines: Sequence[str]) -> str:
    """The tactics for Coq in braces, as one subgoal."""
    return f"{{ {chr(10).join(lines)} }}"
