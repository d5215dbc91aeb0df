"""The measures that Coq knows: what they are called there, and their level forms.

Each is a constructor of `measure` in `proofs/coq/Claims.v`. Nothing here is trusted: Coq
compares what is written with the definitions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count

from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import Unsupported
from pmlsym.pages.coq_expression import ONE, At, CoqNumber, Expression, Formula, sums, times

Letters = tuple[Index, ...]


class Fresh:
    """Letters that nothing else uses."""

    def __init__(self) -> None:
        """Start counting."""
        self.numbers = count()

    def __call__(self, alphabets: Sequence[str]) -> Letters:
        """A letter of each."""
        return tuple(Index(a, f"new{next(self.numbers)}") for a in alphabets)


@dataclass(frozen=True)
class PriorTerm:
    """A prior: its alphabets, its name in Coq, and its mass at letters.

    `through` are further alphabets: a hypothesis about `P >> W` is also known at each letter of P,
    with P(x)W(x,y) for the mass; `made_of` is what P and W are called.
    """

    alphabets: tuple[str, ...]
    text: str
    mass: Callable[[Letters], Expression]
    through: tuple[str, ...] = ()
    split: Callable[[Letters, Letters], Expression] | None = None
    made_of: str = ""


@dataclass(frozen=True)
class ChannelTerm:
    """A channel: its alphabets, its name in Coq, and its entry at letters."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    text: str
    entry: Callable[[Letters, Letters], Expression]


@dataclass(frozen=True)
class CoqForm:
    """guard (top d - bottom n) >= 0 for all letters."""

    letters: Letters
    guard: Expression
    n: Expression
    d: Expression

    def at(self, level: CoqNumber) -> Formula:
        """The formula at a level."""
        return Formula((self.letters,), self.guard * (level.top * self.d - level.bottom * self.n))


@dataclass(frozen=True)
class CoqMeasure:
    """A measure: its constructor, tuples of letters, objects and expressions, and its name.

    `inverse` says that the claim language has the reciprocal, as `hmin` of `guess`; `extended` that
    the value may be infinite; `likeliest` is the prior whose largest mass it is.
    """

    constructor: str
    groups: tuple[Letters, ...]
    objects: tuple[str, ...]
    expressions: tuple[Expression, ...]
    value: str
    forms: tuple[CoqForm, ...]
    extended: bool = False
    inverse: bool = False
    positive: bool = True
    defines: tuple[Expression, ...] = ()
    through: tuple[Letters, Expression] | None = None
    likeliest: PriorTerm | None = None

    @property
    def letters(self) -> Letters:
        """All letters of the tuples."""
        return tuple(i for group in self.groups for i in group)

    def bound(self, level: str) -> str:
        """That it is at most a level."""
        return f"le_ext ({self.value}) ({level})" if self.extended else f"{self.value} <= {level}"


@dataclass(frozen=True)
class Building:
    """What the measures are made with: new letters, and the conditional channel's tensor."""

    fresh: Fresh
    conditional: Callable[[tuple[str, ...]], Tensor]
    outcome: Callable[[str], Index]

    @property
    def of_both(self) -> dict[str, Callable[[PriorTerm, ChannelTerm], CoqMeasure]]:
        """What is made of a prior and a channel."""
        return {
            "ldp": partial(self.ratios, "LocalOf"),
            "capacity": partial(self.ratios, "LocalOf"),
            "ldi": partial(self.ratios, "Ldi"),
            "lip": partial(self.leakage, kind="Lip"),
            "costleak": partial(self.leakage, kind="Cost"),
            "density_min": partial(self.leakage, kind="Cost", inverse=True),
        }

    def output(self, prior: PriorTerm, channel: ChannelTerm, y: Letters) -> Expression:
        """P_Y(y)."""
        u = self.fresh(prior.alphabets)
        return sums(u, prior.mass(u) * channel.entry(u, y))

    def leakage(
        self,
        prior: PriorTerm,
        channel: ChannelTerm,
        *outcomes: str,
        kind: str = "Leak",
        inverse: bool = False,
    ) -> CoqMeasure:
        """`pml`, worst case or at outcomes, `lip`, and `costleak`, the inverse of `density_min`."""
        x = self.fresh(prior.alphabets)
        y = tuple(map(self.outcome, outcomes)) or self.fresh(channel.outputs)
        p, w, o = prior.mass(x), channel.entry(x, y), self.output(prior, channel, y)
        groups, every = (x, y), (*x, *y)
        up, down = CoqForm(every, p, w, o), CoqForm(every, p, o, w)
        forms = {"Leak": (up,), "Lip": (up, down), "Cost": (down,)}[kind]
        name = {"Leak": "pml_max", "Lip": "lip", "Cost": "costleak"}[kind]
        value = f"{name} {prior.text} {channel.text}"
        if outcomes:
            own = "(" + ", ".join(outcomes) + ")" if len(outcomes) > 1 else outcomes[0]
            value = f"pml {prior.text} {channel.text} {own}"
            forms = (CoqForm((), ONE, ONE, ONE), CoqForm(x, p, w, o))
        through = None
        if prior.split is not None:
            v = self.fresh(prior.through)
            through = (v, prior.split(v, x))
        return CoqMeasure(
            kind + ("At" if outcomes else ""),
            groups,
            (prior.text, channel.text),
            (p, w, o),
            value,
            forms,
            extended=kind != "Leak",
            inverse=inverse,
            through=through,
        )

    def conditional_leakage(
        self, prior: PriorTerm, second: ChannelTerm, first: ChannelTerm, *outcomes: str
    ) -> CoqMeasure:
        """`pml(P, U | W)`, worst case or at outcomes."""
        x = self.fresh(prior.alphabets)
        seen, then = first.outputs, second.outputs
        named = tuple(map(self.outcome, outcomes))
        y, z = (
            (named[: len(seen)], named[len(seen) :])
            if named
            else (self.fresh(seen), self.fresh(then))
        )
        p, w, u = prior.mass(x), first.entry(x, y), second.entry((*x, *y), z)
        n = At(self.conditional((*seen, *then)), (*y, *z))
        letters = x if named else (*x, *y, *z)
        forms: tuple[CoqForm, ...] = (CoqForm(letters, p * w, u, n),)
        value = f"cpml_max {prior.text} {first.text} {second.text}"
        if named:
            forms = (CoqForm((), ONE, ONE, ONE), *forms)
            value = f"cpml {prior.text} {first.text} {second.text} " + " ".join(outcomes)
        return CoqMeasure(
            "CondAt" if named else "Cond",
            (x, y, z),
            (prior.text, first.text, second.text),
            (p, w, u, n),
            value,
            forms,
            defines=(n,),
        )

    def ratios(self, kind: str, prior: PriorTerm | None, channel: ChannelTerm) -> CoqMeasure:
        """`ldp(W)`, `ldp(P, W)`, `capacity` and `flp`; for `ldi` of two posterior masses."""
        x, x2, y = (
            self.fresh(channel.inputs),
            self.fresh(channel.inputs),
            self.fresh(channel.outputs),
        )
        w, w2 = channel.entry(x, y), channel.entry(x2, y)
        every, name = (*x, *x2, *y), {"Local": "ldp", "LocalOf": "ldp_of", "Ldi": "ldi"}[kind]
        own: tuple[Expression, ...] = (w, w2)
        form = CoqForm(every, ONE, w, w2)
        if prior is not None:
            p, p2 = prior.mass(x), prior.mass(x2)
            own = (p, p2, w, w2)
            form = CoqForm(every, p * p2, w, w2)
            if kind == "Ldi":
                form = CoqForm(every, p2, p * w, p2 * w2)
        objects = (*([prior.text] if prior is not None else []), channel.text)
        return CoqMeasure(
            kind, (x, x2, y), objects, own, " ".join((name, *objects)), (form,), extended=True
        )

    def guess(self, prior: PriorTerm) -> CoqMeasure:
        """`hmin(P)` is minus its log."""
        x = self.fresh(prior.alphabets)
        e = prior.mass(x)
        form = CoqForm(x, ONE, e, ONE)
        return CoqMeasure(
            "Top",
            (x,),
            (prior.text,),
            (e,),
            f"guess {prior.text}",
            (form,),
            inverse=True,
            likeliest=prior,
        )

    def guess_after(
        self, prior: PriorTerm, channel: ChannelTerm, attribute: ChannelTerm | None = None
    ) -> CoqMeasure:
        """`hmin_given` is minus its log."""
        if attribute is not None:
            return self.gain_after(prior, channel, attribute, inverse=True)
        x, y = self.fresh(prior.alphabets), self.fresh(channel.outputs)
        e, o = prior.mass(x) * channel.entry(x, y), self.output(prior, channel, y)
        objects = (
            f"(fun y x => ({prior.text} x * {channel.text} x y)%R)",
            f"(fun y x => (out {prior.text} {channel.text} y)%R)",
        )
        value = f"guess_after {prior.text} {channel.text}"
        return _quotient((y, x), objects, e, o, value, inverse=True)

    def gain(self, prior: PriorTerm, gains: ChannelTerm) -> CoqMeasure:
        """The largest expected gain before anything is seen."""
        x, v = self.fresh(prior.alphabets), self.fresh(gains.outputs)
        e = sums(x, prior.mass(x) * gains.entry(x, v))
        objects = (f"(fun v => (\\sum_x {prior.text} x * {gains.text} x v)%R)",)
        value, form = f"gain {prior.text} {gains.text}", CoqForm(v, ONE, e, ONE)
        return CoqMeasure("Top", (v,), objects, (e,), value, (form,), positive=False)

    def gain_after(
        self, prior: PriorTerm, channel: ChannelTerm, gains: ChannelTerm, *, inverse: bool = False
    ) -> CoqMeasure:
        """The same after the worst outcome."""
        x, y, v = (
            self.fresh(prior.alphabets),
            self.fresh(channel.outputs),
            self.fresh(gains.outputs),
        )
        e = sums(x, prior.mass(x) * channel.entry(x, y) * gains.entry(x, v))
        o = self.output(prior, channel, y)
        objects = (
            f"(fun y v => (\\sum_x {prior.text} x * {channel.text} x y * {gains.text} x v)%R)",
            f"(fun y v => (out {prior.text} {channel.text} y)%R)",
        )
        value = f"gain_after {prior.text} {channel.text} {gains.text}"
        return _quotient((y, v), objects, e, o, value, inverse=inverse, positive=inverse)

    def entry_leakage(self, prior: PriorTerm, channel: ChannelTerm) -> CoqMeasure:
        """`pml_entry(P, W, 1)` of a database of two."""
        if len(prior.alphabets) != 2:
            raise Unsupported("a database of two entries")
        (d,), y = self.fresh(prior.alphabets[:1]), self.fresh(channel.outputs)
        (e,), (e2,) = self.fresh(prior.alphabets[1:]), self.fresh(prior.alphabets[1:])
        n = sums((e,), prior.mass((d, e)) * channel.entry((d, e), y))
        m = times(sums((e2,), prior.mass((d, e2))), self.output(prior, channel, y))
        objects = (
            f"(fun d y => (\\sum_e {prior.text} (d, e) * {channel.text} (d, e) y)%R)",
            f"(fun d y => ((\\sum_e {prior.text} (d, e)) * out {prior.text} {channel.text} y)%R)",
        )
        return _quotient(((d,), y), objects, n, m, f"entry_leak {prior.text} {channel.text}")


def _quotient(
    groups: tuple[Letters, Letters],
    objects: tuple[str, str],
    above: Expression,
    below: Expression,
    value: str,
    *,
    inverse: bool = False,
    positive: bool = True,
) -> CoqMeasure:
    """The largest quotient of two expressions in the letters of two tuples."""
    form, both = CoqForm((*groups[0], *groups[1]), ONE, above, below), (above, below)
    return CoqMeasure(
        "Quotient", groups, objects, both, value, (form,), inverse=inverse, positive=positive
    )
