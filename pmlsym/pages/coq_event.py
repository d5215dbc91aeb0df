"""Events that are weighed, as Coq has them: tails, event maximal leakage and max-information.

Of a tail the event is where the leakage exceeds its level; of the others a premise is a law for
every event, and a conclusion introduces one.
"""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import Unsupported
from pmlsym.pages.coq_expression import (
    ONE,
    At,
    CoqNumber,
    Expression,
    Formula,
    expression,
    number_text,
    same_letters,
    sums,
)
from pmlsym.pages.coq_measure import ChannelTerm, Letters, PriorTerm
from pmlsym.pages.coq_premises import Premises, same_law
from pmlsym.pages.coq_witness import Conclusion, Witnessed, many, whole


@dataclass(frozen=True)
class Tail(Witnessed):
    """`tail(P, W, eps)`; with a second mechanism, at random or the worst."""

    prior: PriorTerm
    channel: ChannelTerm
    eps: CoqNumber
    second: ChannelTerm | None = None
    worst: bool = False

    def text(self) -> str:
        """What it is called in Coq."""
        if self.second is None:
            return f"tail {self.prior.text} {self.channel.text}"
        name = "worst_tail" if self.worst else "tail_given"
        return f"{name} {self.prior.text} {self.channel.text} {self.second.text}"

    def _said(self, premises: Premises) -> tuple[Expression, str]:
        s = whole(self.eps)
        premises.at_least_one(s)
        return s, premises.number_text(s, tight=True)

    def assume(self, level: CoqNumber, premises: Premises) -> None:
        """Assume that it is at most a level."""
        s, said = self._said(premises)
        held = premises.terms.condition(f"{self.text()} {said} <= {premises.ratio(level)}")
        if self.second is not None:
            self._assume_given(self.second, s, said, whole(level), held, premises)
            return
        prior, channel, build = self.prior, self.channel, premises.terms.building
        x, y = build.fresh(prior.alphabets), build.fresh(channel.outputs)
        o, w = build.output(prior, channel, y), channel.entry(x, y)
        over: tuple[Letters, ...]
        for b in premises.terms.unknown(channel.outputs):
            flag = At(b, y)
            mass = Formula((), whole(level) - sums(y, flag * o))
            if not premises.said(mass):
                continue
            premises.terms.values[b] = f"(exceeds {prior.text} {channel.text} {said})"
            v = build.fresh(prior.through)
            p, over = prior.mass(x), (y, x)
            lemma = f"exceeds_guard {prior.text} {channel.text} {said}"
            if prior.split is not None:
                p, over = prior.split(v, x), (y, v, x)
                lemma = f"exceeds_through {prior.made_of} {channel.text} {said}"
            guard = p * (ONE - flag) * (s * o - w)
            premises.know(Formula(over, guard), lemma)
            premises.know(mass, f"exceeds_mass {held}")
            return
        raise Unsupported(f"no indicator of {self.text()}")

    def _assume_given(
        self,
        second: ChannelTerm,
        s: Expression,
        said: str,
        level: Expression,
        held: str,
        premises: Premises,
    ) -> None:
        prior, first = self.prior, self.channel
        found = premises.terms.building.conditional_leakage(prior, second, first)
        premises.define(found)
        (x, y, z), (p, w, u, n) = found.groups, found.expressions
        names = f"{prior.text} {first.text} {second.text}"
        o, j = sums(x, p * w), sums(x, p * w * u)
        for b in premises.terms.unknown((*first.outputs, *second.outputs)):
            flag = At(b, (*y, *z))
            mass, lemma = Formula((), level - sums((*y, *z), flag * j)), "exceeds_given_mass"
            if self.worst:
                mass = Formula((y,), o * (level - sums(z, flag * n)))
                lemma = "fun y_ => exceeds_worst_mass y_"
            if not premises.said(mass):
                continue
            premises.terms.values[b] = f"(exceeds_given {names} {said})"
            guard = p * w * (ONE - flag) * (s * n - u)
            premises.know(Formula((y, z, x), guard), f"exceeds_given_guard {names} {said}")
            premises.know(mass, f"{lemma} {held}")
            return
        raise Unsupported(f"no indicator of {self.text()}")

    def conclude(self, level: CoqNumber, premises: Premises) -> Conclusion:
        """Conclude that it is at most a level."""
        if self.second is not None:
            return super().conclude(level, premises)
        s, said = self._said(premises)
        prior, channel, build = self.prior, self.channel, premises.terms.building
        x, y = build.fresh(prior.alphabets), build.fresh(channel.outputs)
        p, w, o = prior.mass(x), channel.entry(x, y), build.output(prior, channel, y)
        bad = expression(same_letters(premises.certificates[0].sequent.goal, y))
        each = tuple((i,) for i in y)
        goals = (
            Formula(each, bad),
            Formula((*each, x), p * (ONE - bad) * (s * o - w)),
            Formula((), whole(level) - sums(y, bad * o)),
        )
        lemma = {1: "tail_from", 2: "tail_pair_from"}[many(y)]
        names = {i: f"y{k}_" for k, i in enumerate(y)}
        weight = number_text(bad, lambda t: premises.terms.values[t], names=names)
        weights = f"(fun {' '.join(names.values())} => {weight})%R"
        terms = {"P": prior.text, "W": channel.text, "B": weights, "s": f"({said})%R"}
        terms["d"] = f"({premises.ratio(level)})%R"
        bound = " ".join(f"({name} := {term})" for name, term in terms.items())
        return Conclusion(
            f"{self.text()} {said} <= {premises.ratio(level)}",
            goals,
            f"apply: ({lemma} {bound}); [fact|exact: h0_|exact: h1_|exact: h2_].",
        )


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
            if self._found(At(tensor), premises) is not None:
                self._rule(At(tensor), premises.terms.unnamed(tensor), premises)
                return At(tensor)
        raise Unsupported(f"no level of {self.text()}")

    def _found(self, level: Expression, premises: Premises) -> Tensor | None:
        """The event of the schema that says this."""
        for event in premises.terms.unknown(self._alphabets()):
            heavy, leaked, _ = self._law(event, level, premises)
            for certificate in premises.certificates:
                for schema in certificate.sequent.schemas:
                    if same_law((event, heavy, leaked), schema) is not None:
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
        for event in premises.terms.unknown(channel.outputs):
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
        for event in premises.terms.unknown((*prior.alphabets, *channel.outputs)):
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
