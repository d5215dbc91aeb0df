"""The names of a claim: which are priors, channels, outcomes and numbers, and their alphabets.

Several texts (a claim, its assumptions, declarations) share one table of names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from lark import Token

from pmlsym.claims.alphabet_inference import AlphabetInference, Letter, Several, Shape
from pmlsym.claims.vocabulary import CHANNEL, DOMAINS, GAIN, OUTCOME, PRIOR
from pmlsym.errors import AlphabetMismatch, ClaimSyntaxError, UnknownName
from pmlsym.language.nodes import Scalar
from pmlsym.language.syntax import Source
from pmlsym.model.channel import Channel
from pmlsym.model.gain import Gain
from pmlsym.model.prior import Prior

SCALAR = "scalar"
VARIABLE = "variable"

_KINDS = {
    PRIOR: "a prior",
    CHANNEL: "a channel",
    GAIN: "a gain function",
    OUTCOME: "an outcome",
    SCALAR: "a number",
    VARIABLE: "a random variable",
}

TWO_WORLDS = (
    "random variables have a joint distribution of their own, which no prior or channel speaks of:"
    " for the information between the letter and the outcome write mi(P, W), for independent"
    " letters the product prior P & Q, as in pml_entry(P & Q, W, 1)"
)


@dataclass(frozen=True)
class Operand:
    """A prior (no inputs) or a channel: its alphabets, and how to make it once they are known."""

    inputs: Shape
    outputs: Shape
    make: Callable[[], Any]


@dataclass
class Names:
    """The table, filled while texts are read; `solve` then decides the alphabets."""

    inference: AlphabetInference = field(default_factory=AlphabetInference)
    _kinds: dict[str, str] = field(default_factory=dict)
    _parts: dict[str, Operand] = field(default_factory=dict)
    _outcomes: dict[str, Letter] = field(default_factory=dict)
    _domains: dict[str, str] = field(default_factory=dict)
    _unused: dict[str, tuple[Source, Token]] = field(default_factory=dict)
    _shapes: list[Shape] = field(default_factory=list)
    _alone: list[tuple[Source, Token]] = field(default_factory=list)
    _mentioned: set[str] = field(default_factory=set)
    _postponed: list[tuple[Sequence[str], Callable[[str], None]]] = field(default_factory=list)

    def declare(self, source: Source) -> None:
        """Read a declaration such as "V: X -> Z", "P: X", or "X" of an alphabet alone."""
        name, *sides = source.tree("declaration").children
        assert isinstance(name, Token)
        if not sides:
            self.inference.declared(str(name))
            self._alone.append((source, name))
            return
        if name in self._parts:
            raise source.error(ClaimSyntaxError, f"{name} is declared twice", name)
        self.use(source, name, PRIOR if len(sides) == 1 else CHANNEL)
        self._unused[str(name)] = source, name
        groups = [list(map(str, side.children)) for side in sides if not isinstance(side, Token)]
        self._mentioned.update(*groups)
        shapes = [tuple(map(self.inference.declared, group)) for group in groups]
        self._new(str(name), *shapes)

    def use(self, source: Source, name: Token, kind: str) -> None:
        """Return if the name can be of that kind here; raise ClaimSyntaxError if not."""
        capital = name[0].isupper()
        if capital != (kind in (PRIOR, CHANNEL, GAIN, VARIABLE)):
            size = "a small" if capital else "a capital"
            reason = f"{name} cannot be {_KINDS[kind]}; such a name begins with {size} letter"
            raise source.error(ClaimSyntaxError, reason, name)
        if kind == GAIN and name in self._unused:
            self._declared_gain(source, name)
        before = self._kinds.setdefault(str(name), kind)
        if before != kind:
            reason = f"{name} is {_KINDS[kind]} here and {_KINDS[before]} elsewhere; rename one"
            raise source.error(ClaimSyntaxError, reason, name)
        self._unused.pop(str(name), None)
        self._one_world(source, name, kind)

    def _one_world(self, source: Source, name: Token, kind: str) -> None:
        """Random variables have a joint distribution of their own, apart from all priors."""
        others = (PRIOR, CHANNEL, GAIN)
        apart = others if kind == VARIABLE else (VARIABLE,) if kind in others else ()
        for known, its in self._kinds.items():
            if its in apart:
                reason = f"{name} is {_KINDS[kind]} and {known} {_KINDS[its]}; {TWO_WORLDS}"
                raise source.error(ClaimSyntaxError, reason, name)

    def prior(self, name: str) -> Operand:
        """The prior of that name."""
        return self._parts.get(name) or self._new(name, (Several(),))

    def channel(self, name: str) -> Operand:
        """The channel of that name."""
        return self._parts.get(name) or self._new(name, (Several(),), (Several(),))

    def gain(self, name: str) -> Operand:
        """The gain function of that name: of the letters of a prior and of one guess."""
        if name not in self._parts:
            shapes = (Several(),), (Letter(),)
            self._shapes += shapes
            self._parts[name] = self._gain(name, *shapes)
        return self._parts[name]

    def outcome(self, name: str) -> Operand:
        """The outcome of that name, made as its name."""
        if name not in self._outcomes:
            self._outcomes[name] = Letter()
            self._shapes.append((self._outcomes[name],))
        return Operand((), (self._outcomes[name],), lambda: name)

    def mention(self, alphabet: str) -> None:
        """Note that the texts speak of an alphabet by its name."""
        self._mentioned.add(alphabet)

    def scalar(self, name: str, domain: str) -> Callable[[], Scalar]:
        """The scalar of that name; of the domains where it stands the narrowest counts."""
        order = ("real", *DOMAINS.values())
        self._domains[name] = max(self._domains.get(name, "real"), domain, key=order.index)
        return lambda: Scalar(name, self._domains[name])

    def postpone(self, names: Sequence[str], read: Callable[[str], None]) -> None:
        """Have `read` called with the kind of these names, PRIOR or CHANNEL, once it is known."""
        self._postponed.append((names, read))

    def solve(self) -> None:
        """Decide all alphabets; raise UnknownName where a declaration is of no use."""
        self._read_postponed()
        alone = [(source, name) for source, name in self._alone if name not in self._mentioned]
        for source, place in (*self._unused.values(), *alone):
            raise source.error(UnknownName, f"{place} is declared, but nothing uses it", place)
        self.inference.solve(self._shapes)

    def _read_postponed(self) -> None:
        """Those with a known name first, which may make others known; at last they are channels."""
        while self._postponed:
            known = (any(n in self._kinds for n in names) for names, _ in self._postponed)
            names, read = self._postponed.pop(next((k for k, yes in enumerate(known) if yes), 0))
            read(PRIOR if PRIOR in map(self._kinds.get, names) else CHANNEL)

    def _declared_gain(self, source: Source, name: Token) -> None:
        """What was declared as X -> V turns out to be a gain."""
        part = self._parts[name]
        if len(part.outputs) != 1 or not part.inputs:
            reason = f"{name} is a gain, of letters and one guess; declare it as {name}: X -> V"
            raise source.error(AlphabetMismatch, reason, name)
        self._kinds[str(name)] = GAIN
        self._parts[str(name)] = self._gain(str(name), part.inputs, part.outputs)

    def _gain(self, name: str, inputs: Shape, guess: Shape) -> Operand:
        find = self.inference.alphabets
        return Operand(inputs, guess, lambda: Gain(name, find(inputs), find(guess)[0]))

    def _new(self, name: str, *shapes: Shape) -> Operand:
        self._shapes += shapes
        find = self.inference.alphabets
        *inputs, outputs = shapes
        if inputs:
            part = Operand(
                inputs[0], outputs, lambda: Channel(name, find(inputs[0]), find(outputs))
            )
        else:
            part = Operand((), outputs, lambda: Prior(name, *find(outputs)))
        self._parts[name] = part
        return part
