"""Measures that have no level form in the same tensors: tails, maximal leakage, total variation,
events, max-information.

As a premise each says formulas about a tensor of the certificates, an indicator or a maximum, which
`proofs/coq/Sums.v` defines; as a conclusion it follows from formulas about such a tensor. The lemma
of each is named here. Nothing is trusted: Coq compares what is written with the lemmas.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import Unsupported
from pmlsym.report.coq_expression import (
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
from pmlsym.report.coq_measure import ChannelTerm, Letters, PriorTerm
from pmlsym.report.coq_premises import Premises


@dataclass(frozen=True)
class Conclusion:
    """What a theorem concludes, the formulas that give it, and the tactics before and after them.

    The formulas are called h0_, h1_ .. there. Certificates that are not needed come first.
    """

    statement: str
    goals: tuple[Formula, ...]
    closing: str
    opening: str = ""
    unneeded: int = 0


def bounded(text: str, level: CoqNumber, below: Expression, premises: Premises) -> Conclusion:
    """That a value is at most a level; the expression has that value."""
    goal = Formula((), level.top - below)
    closing = "apply: (value_at_most _ h0_); fact."
    if level.bottom != ONE:
        goal = Formula((), level.top - level.bottom * below)
        lemma = "times" if premises.is_inverse(level.bottom) else "quotient"
        closing = f"apply: (value_at_most_{lemma} _ _ h0_); fact."
    return Conclusion(f"{text} <= {premises.ratio(level)}", (goal,), closing)


@dataclass(frozen=True)
class Witnessed(ABC):
    """A measure that is bounded through a new tensor."""

    @abstractmethod
    def text(self) -> str:
        """What it is called in Coq."""

    def assume(self, level: CoqNumber, premises: Premises) -> None:
        """Assume that it is at most a level."""
        raise Unsupported(f"a premise about {self.text()}")

    def exact(self, premises: Premises) -> Expression:
        """The level that the certificates have for it."""
        raise Unsupported(f"a level of {self.text()}")

    def conclude(self, level: CoqNumber, premises: Premises) -> Conclusion:
        """Conclude that it is at most a level."""
        raise Unsupported(f"a conclusion about {self.text()}")


def whole(level: CoqNumber) -> Expression:
    """A level that is no quotient."""
    if level.bottom != ONE:
        raise Unsupported("a level that is a quotient")
    return level.top


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
            mass = whole(level) - sums(y, flag * o)
            if not premises.said(mass, ()):
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
            premises.know(Formula((), mass), f"exceeds_mass {held}")
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
        for b in premises.terms.unknown((*y_names(y), *y_names(z))):
            flag = At(b, (*y, *z))
            mass: Expression = level - sums((*y, *z), flag * j)
            if self.worst:
                mass = o * (level - sums(z, flag * n))
            if not premises.said(mass, y if self.worst else ()):
                continue
            premises.terms.values[b] = f"(exceeds_given {names} {said})"
            guard = p * w * (ONE - flag) * (s * n - u)
            premises.know(Formula((y, z, x), guard), f"exceeds_given_guard {names} {said}")
            if self.worst:
                premises.know(Formula((y,), mass), f"fun y_ => exceeds_worst_mass y_ {held}")
            else:
                premises.know(Formula((), mass), f"exceeds_given_mass {held}")
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
class Maximal(Witnessed):
    """`maxleak(W)` and `maxleak(P, W)`: sums over the outcomes of the largest entry."""

    prior: PriorTerm | None
    channel: ChannelTerm

    def text(self) -> str:
        """What it is called in Coq."""
        if self.prior is None:
            return f"maxleak {self.channel.text}"
        return f"maxleak_of {self.prior.text} {self.channel.text}"

    @property
    def _names(self) -> tuple[str, str]:
        """What its lemmas are called, and of what they speak."""
        if self.prior is None:
            return "", self.channel.text
        return "_of", f"{self.prior.text} {self.channel.text}"

    def exact(self, premises: Premises) -> Expression:
        """The level that the certificates have for it."""
        (suffix, names), channel = self._names, self.channel
        x, y = self._letters(premises)
        w = channel.entry(x, y)
        for m in premises.terms.unknown(channel.outputs):
            for level in premises.unused():
                total = At(level) - sums(y, At(m, y))
                if not premises.said(total, ()):
                    continue
                premises.terms.values |= {m: f"(peak{suffix} {names})", level: self.text()}
                premises.know(Formula((), total), f"peak{suffix}_total {names}")
                over: tuple[Letters, ...] = (y, x)
                lemma, difference = f"peak{suffix}_ge {names}", At(m, y) - w
                guarded: Expression = difference
                if self.prior is not None and self.prior.split is not None:
                    v = premises.terms.fresh(self.prior.through)
                    over, guarded = (y, v, x), self.prior.split(v, x) * difference
                    lemma = f"peak_through {self.prior.made_of} {channel.text}"
                elif self.prior is not None:
                    guarded = self.prior.mass(x) * difference
                premises.know(Formula(over, guarded), lemma)
                self._attained(At(level), premises)
                return At(level)
        raise Unsupported(f"no level of {self.text()}")

    def _attained(self, level: Expression, premises: Premises) -> None:
        """That the value is at least the level too, where a certificate says so."""
        if self.prior is None:
            return
        for choice in self._choices(premises):
            total = self._total(choice, premises)
            if premises.said(total - level, ()):
                self._choose(choice, premises)
                attained = Formula((), total - level)
                premises.know(attained, f"choice_of_attains {self._names[1]}")
                return

    def _letters(self, premises: Premises) -> tuple[Letters, Letters]:
        build, channel = premises.terms.building, self.channel
        return build.fresh(channel.inputs), build.fresh(channel.outputs)

    def _choices(self, premises: Premises) -> list[Tensor]:
        if len(self.channel.inputs) != 1 or len(self.channel.outputs) != 1:
            return []
        both = (*self.channel.outputs, *self.channel.inputs)
        return premises.terms.unknown(both)

    def _total(self, choice: Tensor, premises: Premises) -> Expression:
        x, y = self._letters(premises)
        weight: Expression = At(choice, (*y, *x))
        if self.prior is not None:
            weight = self.prior.mass(x) * weight
        return sums(y, sums(x, weight * self.channel.entry(x, y)))

    def _choose(self, choice: Tensor, premises: Premises) -> None:
        suffix, names = self._names
        premises.terms.values[choice] = f"(choice{suffix} {names})"
        if self.prior is not None:
            x, y = self._letters(premises)
            unit = sums(x, self.prior.mass(x) * At(choice, (*y, *x))) - ONE
            premises.know(Formula((y,), unit, "=="), f"choice_of_unit {names}")

    def conclude(self, level: CoqNumber, premises: Premises) -> Conclusion:
        """Conclude that it is at most a level."""
        for choice in self._choices(premises):
            found = bounded(self.text(), level, self._total(choice, premises), premises)
            if premises.proves(found.goals[0]):
                self._choose(choice, premises)
                return found
        raise Unsupported(f"no choice of {self.text()}")


@dataclass(frozen=True)
class Variation(Witnessed):
    """`tv(P, W)`: the mean over the outcomes."""

    prior: PriorTerm
    channel: ChannelTerm

    def text(self) -> str:
        """What it is called in Coq."""
        return f"tv {self.prior.text} {self.channel.text}"

    def conclude(self, level: CoqNumber, premises: Premises) -> Conclusion:
        """Conclude that it is at most a level."""
        build, prior, channel = premises.terms.building, self.prior, self.channel
        x, y = build.fresh(prior.alphabets), build.fresh(channel.outputs)
        many(x, 1), many(y, 1)
        apart = prior.mass(x) * (channel.entry(x, y) - build.output(prior, channel, y))
        for s in premises.terms.unknown((*prior.alphabets, *channel.outputs)):
            total = sums(x, sums(y, At(s, (*x, *y)) * apart))
            found = bounded(self.text(), level, total, premises)
            if premises.proves(found.goals[0]):
                premises.terms.values[s] = f"(above {prior.text} {channel.text})"
                return found
        raise Unsupported(f"no selector of {self.text()}")


def many(letters: Letters, most: int = 2) -> int:
    """How many outcomes are summed one by one."""
    if len(letters) > most:
        raise Unsupported("more letters at once")
    return len(letters)


def y_names(letters: Letters) -> tuple[str, ...]:
    """The alphabets of letters."""
    return tuple(i.alphabet for i in letters)
