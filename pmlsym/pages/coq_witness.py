"""Measures that have no level form in the same tensors: maximal leakage, total variation, and what
is about databases of two entries.

As a premise each says formulas about a tensor of the certificates, an indicator or a maximum, which
`proofs/coq/Sums.v` defines; as a conclusion it follows from formulas about such a tensor. The lemma
of each is named here. Nothing is trusted: Coq compares what is written with the lemmas.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import Unsupported
from pmlsym.pages.coq_expression import (
    ONE,
    At,
    CoqNumber,
    Expression,
    Formula,
    sums,
)
from pmlsym.pages.coq_measure import ChannelTerm, Letters, PriorTerm
from pmlsym.pages.coq_premises import Premises


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
                total = Formula((), At(level) - sums(y, At(m, y)))
                if not premises.said(total):
                    continue
                premises.terms.values |= {m: f"(peak{suffix} {names})", level: self.text()}
                premises.know(total, f"peak{suffix}_total {names}")
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
            attained = Formula((), self._total(choice, premises) - level)
            if premises.said(attained):
                self._choose(choice, premises)
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


@dataclass(frozen=True)
class DifferentialPrivacy(Witnessed):
    """`dp(W)`: one entry is replaced."""

    channel: ChannelTerm

    def text(self) -> str:
        """What it is called in Coq."""
        return f"dp_le {self.channel.text}"

    def _neighbours(self, level: Expression, premises: Premises) -> tuple[Formula, Formula]:
        """What it says of databases that differ in the first entry, and in the second."""
        if len(self.channel.inputs) != 2:
            raise Unsupported("a database of other than two entries")
        build, (first, second), entry = premises.terms.building, self.channel.inputs, self.channel
        (d,), (e,), y = build.fresh((first,)), build.fresh((second,)), build.fresh(entry.outputs)
        (d2,), (e2,) = build.fresh((first,)), build.fresh((second,))
        many(y, 1)
        here = entry.entry((d, e), y)
        return (
            Formula(((d,), (e,), (d2,), y), level * entry.entry((d2, e), y) - here),
            Formula(((d,), (e,), (e2,), y), level * entry.entry((d, e2), y) - here),
        )

    def _know(self, level: Expression, text: str, premises: Premises) -> None:
        held = premises.terms.condition(f"{self.text()} ({text})")
        first, second = self._neighbours(level, premises)
        premises.know(first, f"dp_first {held}")
        premises.know(second, f"dp_second {held}")

    def assume(self, level: CoqNumber, premises: Premises) -> None:
        """Assume that it is at most a level."""
        self._know(whole(level), premises.ratio(level), premises)

    def exact(self, premises: Premises) -> Expression:
        """The level that the certificates have for it."""
        for tensor in premises.unused():
            first, _ = self._neighbours(At(tensor), premises)
            if premises.said(first):
                self._know(At(tensor), premises.terms.unnamed(tensor), premises)
                return At(tensor)
        raise Unsupported(f"no level of {self.text()}")


@dataclass(frozen=True)
class EntryGiven(Witnessed):
    """`pml_entry_given(P, W, 1)` of a database of two."""

    prior: PriorTerm
    channel: ChannelTerm

    def text(self) -> str:
        """What it is called in Coq."""
        return f"entry_given {self.prior.text} {self.channel.text}"

    def conclude(self, level: CoqNumber, premises: Premises) -> Conclusion:
        """Conclude that it is at most a level."""
        prior, channel, build = self.prior, self.channel, premises.terms.building
        if len(prior.alphabets) != 2:
            raise Unsupported("a database of other than two entries")
        (d, e), y = build.fresh(prior.alphabets), build.fresh(channel.outputs)
        (d2,) = build.fresh(prior.alphabets[:1])
        many(y, 1)
        mass = prior.mass((d2, e))
        seen = sums((d2,), mass * channel.entry((d2, e), y))
        leaked = channel.entry((d, e), y) * sums((d2,), mass)
        goal = prior.mass((d, e)) * (whole(level) * seen - leaked)
        return Conclusion(
            f"{self.text()} <= {premises.ratio(level)}",
            (Formula(((d,), (e,), y), goal),),
            "apply: entry_given_from => d_ e_ y_; exact: h0_.",
        )


def many(letters: Letters, most: int = 2) -> int:
    """How many outcomes are summed one by one."""
    if len(letters) > most:
        raise Unsupported("more letters at once")
    return len(letters)
