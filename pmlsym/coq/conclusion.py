"""What a theorem concludes: a value at most a level, or at least, from what certificates prove.

A value that is built of largest letters needs a formula for each of its ratios; a sum, a tail or an
event needs formulas about a tensor, which a lemma of `proofs/coq/Values.v` turns into the bound.
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
    sides,
    sums,
    times,
)
from pmlsym.coq.premises import CoqFact, CoqLevel, Premises, plainly, said, selected, weighed
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
"""What is positive where a value counts, and the proof."""
NONE: Guard = (ONE, "ltr01")
Block = Callable[..., list[str]]
"""Lines that prove a formula for all of some letters by the next certificate; it is h_ there."""


class Conclusion:
    """The script of one conclusion."""

    def __init__(self, premises: Premises, block: Block, goals: Sequence[Polynomial]) -> None:
        """Conclude from the premises by certificates of these goals, in turn."""
        self.premises, self.scope, self.block = premises, premises.scope, block
        self.goals = goals

    def compare(self, relation: str) -> tuple[str, list[str]]:
        """That one number is at most another one, or that the premises are absurd."""
        goal = self.scope.own(self.goals[0])
        if not goal.tensors:
            if goal != -UNIT:
                raise Unsupported("two sides that are the same")
            absurd = "by have := order_use h_; rewrite /= ler10."
            return "False", [*self.block((), Num(0) - ONE), absurd]
        less, more = sides(goal)
        sign, word = {">=": ("<=", "order_use"), ">": ("<", "strict_use")}[relation]
        shown = f"{self.scope.number(less, {})} {sign} {self.scope.number(more, {})}"
        return shown, [*self.block((), more - less, relation), f"exact: ({word} h_)."]

    def bound(self, bound: MeasureBound) -> tuple[str, list[str]]:
        """A bound of a measure."""
        level, text = self.premises.bounded(bound)
        self.side, self.form = bound.side, bound.form
        return said(self.scope, bound, text), self._show(bound.value, level, {}, NONE)

    def _show(self, value: Value, level: CoqLevel, names: Names, guard: Guard) -> list[str]:
        """Lines that show a value at most the level, or at least, at letters of these names."""
        extreme = Largest if self.side == ABOVE else Smallest
        match value:
            case Ratio(above, below):
                above_, below_ = self.scope.read(above), self.scope.read(below)
                return self._by(above_, below_, level, names, guard)
            case Larger((only,)):
                return self._show(only, level, names, guard)
            case Larger((first, *rest)) if self.side == ABOVE:
                parts = (self._show(v, level, names, guard) for v in (first, Larger(tuple(rest))))
                return ["refine (conj _ _).", *map(_braced, parts)]
            case Largest(over, body, where) | Smallest(over, body, where) if isinstance(
                value, extreme
            ):
                own = self.scope.called(over)
                every, called = {**names, **dict(zip(over, own, strict=True))}, " ".join(own)
                if where != UNIT:
                    held = "g_" if guard == NONE else f"(mulr_gt0 {guard[1]} g_)"
                    guard, called = (times(guard[0], self.scope.read(where)), held), f"{called} g_"
                return [f"refine (fun {called} => _).", *self._show(body, level, every, guard)]
            case FractionalEvent() | ExcessRatio() if self.side == ABOVE:
                return self._event(value, level, names, guard)
            case Total((y,), Largest((x,), Ratio(entry, _), where)) if self.side == ABOVE:
                return self._largest(y, x, entry, where, level)
            case Total(over, Larger((Ratio(zero, _), Ratio(entry, _)))) if (
                self.side == ABOVE and not zero and len(over) == 2
            ):
                return self._positive(over, entry, level)
            case Total(over, Weighted(weight, Exceeds(body, bar))) if self.side == ABOVE:
                return self._tail(over, weight, body, bar, level)
        raise Unsupported(f"a conclusion about {value.words}")

    def _by(
        self, above: Expression, below: Expression, level: CoqLevel, names: Names, guard: Guard
    ) -> list[str]:
        """A ratio at most the level, or at least, from a formula for all letters."""
        word = "most" if self.side == ABOVE else "least"
        formula = CoqRatio(word, guard[0], level.top, level.bottom, above, below)
        there = " ".join(("h_", *names.values()))
        used = f"exact: ({word}_use ({there}) {level.proofs} {guard[1]})."
        return [*self.block(tuple(names), formula), used]

    def _total(self, level: CoqLevel, whole: Expression) -> list[str]:
        """A sum at most the level."""
        return ["apply: most_one.", *self._by(whole, ONE, level, {}, NONE)]

    # ---- sums ----

    def _largest(
        self, y: Index, x: Index, entry: Polynomial, where: Polynomial, level: CoqLevel
    ) -> list[str]:
        """A sum of largest entries: of weights that some row has on what attains them."""
        name, entry_ = self._witness((y, x), "nonnegative", "stochastic")
        weight: Expression = entry_
        if where == UNIT:
            shown = self.scope.function((y, x), {}, entry)
            found = f"@plain_selection _ _ _ {shown} _ in_{x.alphabet}_"
            pattern = f"n_{name} u_{name}"
        else:
            weight = self.scope.read(where) * weight
            unit = sums((x,), weight) - ONE

            def proof(names: Sequence[str]) -> str:
                return f"equal_ok (esym (u_{name} {names[0]}))"

            self.premises.sources.append(CoqFact((y,), unit, "==", proof))
            found = f"@selection {selected(self.scope, y, x, entry, where)} _"
            pattern = f"[n_{name} u_{name}]"
        pattern = f"[|{name} [{pattern} t_{name}]]"
        return [
            f"have {pattern} := {found}; first by sign.",
            f"apply: t_{name}.",
            *self._total(level, sums((y, x), weight * self.scope.read(entry))),
        ]

    def _positive(self, over: Letters, entry: Polynomial, level: CoqLevel) -> list[str]:
        """A sum of positive parts: of weights that are one where the entry is positive."""
        name, weight = self._witness(over, "nonnegative", "at_most_one")
        shown = self.scope.function(over, {}, entry)
        return [
            f"have [{name} [n_{name} u_{name} t_{name}]] := @positive_parts _ _ _ {shown}.",
            f"apply: t_{name}.",
            *self._total(level, sums(over, weight * self.scope.read(entry))),
        ]

    def _tail(
        self, over: Letters, weight: Polynomial, body: Value, bar: Polynomial, level: CoqLevel
    ) -> list[str]:
        """By weights that are one where the value exceeds its bar; the first goal is about them."""
        scope, goal = self.scope, self.goals[0]
        lemma = {1: "exceeded _ _", 2: "exceeded2 _ _ _"}.get(len(over))
        found = {i.alphabet: i for i in goal.free}
        if lemma is None or len(found) < len(goal.free) or len(self.goals) != 3:
            raise Unsupported("a tail without weights")
        bad = substitute(goal, {found[j.alphabet]: j for j in over if j.alphabet in found})
        bad_, at = scope.read(bad), scope.called(over)
        own, there = dict(zip(over, at, strict=True)), " ".join(at)
        parts = (scope.function(over, {}, part) for part in (weight, bad, body))
        first = [f"refine (fun {there} => _).", *self.block(over, bad_), f"exact: (h_ {there})."]
        off = self._show(body, plainly(scope.read(bar)), own, (ONE - bad_, "o_"))
        mass = self._total(level, sums(over, bad_ * scope.read(weight)))
        return [
            f"refine (@{lemma} {' '.join(parts)} _ _ _ _ _ _).",
            "{ by sign. }",
            *map(_braced, (first, [f"refine (fun {there} o_ => _).", *off], mass)),
        ]

    # ---- events ----

    def _event(
        self, event: FractionalEvent | ExcessRatio, level: CoqLevel, names: Names, guard: Guard
    ) -> list[str]:
        """For every event: in a lemma of pairs, of two letters."""
        over = event.over
        name, entry = self._witness(over, "nonnegative", "at_most_one")
        if tuple(i.alphabet for i in over) != entry.tensor.alphabets:
            raise Unsupported("an event that depends on an outcome")
        mass, part = weighed(self.scope, entry, event)
        delta = self.scope.read(event.delta)
        heavy = ""
        if isinstance(event, FractionalEvent):
            heavy = " k_"
            self.premises.sources.append(CoqFact((), mass - delta, ">=", lambda _: "order_ok k_"))
        else:
            part = part - delta
        opened = [f"refine (fun {name} e_{heavy} => _).", f"case: e_ => n_{name} u_{name}."]
        if len(over) == 2:
            lemma = "event2" if heavy else "excess2"
            shown = (self.scope.function(over, names, p) for p in (event.part, event.mass))
            limit = self.scope.text(event.delta, names, tight=True)
            found = f"fun {name} n_{name} u_{name}{heavy} => _"
            opened = [f"refine (@{lemma} _ _ _ {' '.join(shown)} {limit}%R _ ({found}))."]
        return [*opened, *self._by(part, mass, level, names, guard)]

    def _witness(self, over: Letters, *flags: str) -> tuple[str, At]:
        """What the tensor of the goal's form is called, and its entry; n_ and u_ are its proofs."""

        def found(form: Form) -> Tensor | None:
            match form:
                case ForAllTensor(tensor):
                    return tensor
                case Both(forms):
                    return next(filter(None, map(found, forms)), None)
            return None

        tensor = found(self.form)
        if tensor is None or tensor.name not in self.scope.tensors:
            raise Unsupported("a conclusion without its tensor")
        name = f"{tensor.name}_"
        proofs = (f"n_{name}", f"u_{name}")
        self.scope.witness(tensor, name, **dict(zip(flags, proofs, strict=True)))
        return name, At(self.scope.tensors[tensor.name], over)


def _braced(lines: Sequence[str]) -> str:
    return f"{{ {chr(10).join(lines)} }}"
