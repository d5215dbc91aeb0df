"""Databases of two entries for Coq: differential privacy as a premise, and what one entry leaks to
who knows the other."""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.errors import Unsupported
from pmlsym.report.coq_expression import At, CoqNumber, Expression, Formula, sums
from pmlsym.report.coq_measure import ChannelTerm, PriorTerm
from pmlsym.report.coq_premises import Premises
from pmlsym.report.coq_witness import Conclusion, Witnessed, many, whole


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
            if premises.said(first.expression, first.letters):
                name = f"t{len(premises.terms.binders)}_"
                premises.terms.variable(tensor, name)
                self._know(At(tensor), name, premises)
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
