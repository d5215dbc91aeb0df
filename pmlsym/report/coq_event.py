"""Events that are weighed: event maximal leakage and max-information, as Coq has them.

A premise is a law, for every event; a conclusion introduces one.
"""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import Unsupported
from pmlsym.report.coq_expression import (
    ONE,
    At,
    CoqNumber,
    Expression,
    Formula,
    placed,
    sums,
)
from pmlsym.report.coq_measure import ChannelTerm, Letters, PriorTerm
from pmlsym.report.coq_premises import Premises
from pmlsym.report.coq_witness import Conclusion, Witnessed, many, whole, y_names


@dataclass(frozen=True)
class Event(Witnessed):
    """`eml(P, W, delta)`, and `eml(P, U | W, delta)` with a second mechanism."""

    prior: PriorTerm
    channel: ChannelTerm
    delta: Expression
    second: ChannelTerm | None = None

    def text(self) -> str:
        """What it is called in Coq."""
        if self.second is None:
            return f"eml_le {self.prior.text} {self.channel.text}"
        return f"eml_given_le {self.prior.text} {self.channel.text} {self.second.text}"

    def _says(self, level: str, premises: Premises) -> str:
        return f"{self.text()} {premises.number_text(self.delta, tight=True)} ({level})"

    def _law(
        self, event: Tensor, level: Expression, premises: Premises
    ) -> tuple[Formula, Formula, str]:
        """The condition on an event, what it leaks, and the lemma."""
        build, prior, channel = premises.terms.building, self.prior, self.channel
        if self.second is not None:
            found = build.conditional_leakage(prior, self.second, channel)
            (x, y, z), (p, w, u, n) = found.groups, found.expressions
            a = At(event, (*y, *z))
            heavy, leaked = sums(z, n * a), sums(z, u * a)
            rest = p * w * (level * heavy - leaked)
            return Formula((y,), heavy - self.delta), Formula((x, y), rest), "eml_given_says"
        x, y = build.fresh(prior.alphabets), build.fresh(channel.outputs)
        many(y, 1)
        heavy, leaked = self._sums(event, x, y, premises)
        v, mass, lemma = build.fresh(prior.through), prior.mass(x), "eml_says"
        if prior.split is not None:
            mass, lemma = prior.split(v, x), "eml_through"
        rest = mass * (level * heavy - leaked)
        return Formula((), heavy - self.delta), Formula((v, x), rest), lemma

    def _sums(
        self, event: Tensor, x: Letters, y: Letters, premises: Premises
    ) -> tuple[Expression, Expression]:
        a = At(event, y)
        o = premises.terms.building.output(self.prior, self.channel, y)
        return sums(y, o * a), sums(y, self.channel.entry(x, y) * a)

    def assume(self, level: CoqNumber, premises: Premises) -> None:
        """Assume that it is at most a level."""
        self._rule(whole(level), premises.ratio(level), premises)

    def exact(self, premises: Premises) -> Expression:
        """The level that the certificates have for it."""
        for tensor in premises.unused():
            name = f"t{len(premises.terms.binders)}_"
            if self._found(At(tensor), premises) is not None:
                premises.terms.variable(tensor, name)
                self._rule(At(tensor), name, premises)
                return At(tensor)
        raise Unsupported(f"no level of {self.text()}")

    def _found(self, level: Expression, premises: Premises) -> Tensor | None:
        """The event of the schema that says this."""
        for event in premises.terms.unknown(self._alphabets()):
            heavy, leaked, _ = self._law(event, level, premises)
            for certificate in premises.certificates:
                for schema in certificate.sequent.schemas:
                    said = len(schema.conditions) == 1 and schema.parameter == event
                    if (
                        said
                        and placed(heavy.expression, heavy.letters, schema.conditions[0].polynomial)
                        is not None
                        and placed(leaked.expression, leaked.letters, schema.conclusion.polynomial)
                        is not None
                    ):
                        return event
        return None

    def _alphabets(self) -> tuple[str, ...]:
        if self.second is None:
            return self.channel.outputs
        return (*self.channel.outputs, *self.second.outputs)

    def _rule(self, level: Expression, text: str, premises: Premises) -> None:
        event = self._found(level, premises)
        held = premises.terms.condition(self._says(text, premises))
        first = "eml_ge1" if self.second is None else "eml_given_ge1"
        premises.know(Formula((), level - ONE), f"{first} {held}")
        if self.second is not None:
            premises.define(
                premises.terms.building.conditional_leakage(self.prior, self.second, self.channel)
            )
        if event is None:
            return
        blank = " ".join("_" for _ in event.alphabets)
        premises.terms.values[event] = f"(fun {blank} => 0)"
        heavy, leaked, lemma = self._law(event, level, premises)
        premises.rule(event, heavy, leaked, f"{lemma} {held}")

    def conclude(self, level: CoqNumber, premises: Premises) -> Conclusion:
        """Conclude that it is at most a level."""
        if self.second is not None or len(premises.certificates) != 2:
            return super().conclude(level, premises)
        build, prior, channel = premises.terms.building, self.prior, self.channel
        x, y = build.fresh(prior.alphabets), build.fresh(channel.outputs)
        names = ", ".join(f"y{k}_" for k in range(len(y)))
        lemma = {1: "eml_from", 2: "eml_pair_from"}[many(y)]
        for event in premises.terms.unknown(y_names(y)):
            heavy, leaked = self._sums(event, x, y, premises)
            goal = prior.mass(x) * (level.top * heavy - level.bottom * leaked)
            if not premises.proves(Formula((x,), goal), -1):
                continue
            premises.terms.values[event] = "a_"
            premises.know(Formula((), heavy - self.delta), "heavy_")
            closing = "by move=> x_; apply: scaled_from; [fact|exact: h0_]."
            if level.bottom == ONE:
                goal = prior.mass(x) * (level.top * heavy - leaked)
                closing = "exact: h0_."
            return Conclusion(
                self._says(premises.ratio(level), premises),
                (Formula((x,), goal),),
                closing,
                f"apply: {lemma} => [|a_ ge0_ le1_ heavy_]; first by fact.",
                unneeded=1,
            )
        raise Unsupported(f"no event of {self.text()} at {names}")


@dataclass(frozen=True)
class CoqInformation(Witnessed):
    """`maxinfo(P, W, delta)`."""

    prior: PriorTerm
    channel: ChannelTerm
    delta: Expression

    def text(self) -> str:
        """What it is called in Coq."""
        return f"maxinfo_le {self.prior.text} {self.channel.text}"

    def conclude(self, level: CoqNumber, premises: Premises) -> Conclusion:
        """Conclude that it is at most a level."""
        build, prior, channel = premises.terms.building, self.prior, self.channel
        x, y = build.fresh(prior.alphabets), build.fresh(channel.outputs)
        many(x, 1), many(y, 1)
        o, w, t = build.output(prior, channel, y), channel.entry(x, y), whole(level)
        for event in premises.terms.unknown((*y_names(x), *y_names(y))):
            inner = At(event, (*x, *y)) * (prior.mass(x) * (t * o - w))
            goal = self.delta + sums(x, sums(y, inner))
            if premises.proves(Formula((), goal)):
                premises.terms.values[event] = "a_"
                said = premises.number_text(self.delta, tight=True)
                return Conclusion(
                    f"{self.text()} {said} ({premises.ratio(level)})",
                    (Formula((), goal),),
                    "exact: h0_.",
                    "apply: maxinfo_from => a_ ge0_ le1_.",
                )
        raise Unsupported(f"no event of {self.text()}")
