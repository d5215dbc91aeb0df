"""The names of a claim: which are priors, channels, outcomes and numbers, and their alphabets.

Several texts (a claim, its assumptions, declarations) share one table of names. The places where a
name is used say what it stands for; `AlphabetInference` says which alphabets it has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from lark import Token

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.calculus.kind import begins_large, described
from pmlsym.calculus.lookalike import look
from pmlsym.calculus.tensor import with_inner
from pmlsym.claim_text.alphabet_inference import AlphabetInference, Letter, Several, Shape
from pmlsym.claim_text.placed_numbers import PlacedNumbers
from pmlsym.claim_text.responses import Responses
from pmlsym.claims.subjects import TWO_WORLDS, fresh_name
from pmlsym.errors import AlphabetMismatch, ClaimSyntaxError, InvalidInput, UnknownName
from pmlsym.language.fold import children, rebuild
from pmlsym.language.nodes import Multiple, Product, Quantity, Scalar
from pmlsym.language.settled_letters import has_row_letter
from pmlsym.language.syntax import Source, Syntax
from pmlsym.measures.notion import CHANNEL, DOMAINS, EVENT, GAIN, OUTCOME, PRIOR
from pmlsym.model.channel import Channel
from pmlsym.model.event import Event
from pmlsym.model.gain import Gain
from pmlsym.model.prior import Prior, require_name

SCALAR = "scalar"
VARIABLE = "variable"

_KINDS = {
    PRIOR: "a prior",
    CHANNEL: "a channel",
    GAIN: "a gain function",
    EVENT: "an event",
    OUTCOME: "an outcome",
    SCALAR: "a number",
    VARIABLE: "a random variable",
}

OF_LETTERS = (PRIOR, CHANNEL, GAIN, EVENT)
"""The kinds of names that have letters; these names begin with a capital."""


@dataclass(frozen=True)
class Operand:
    """A prior, channel, gain, event or outcome: its alphabets, and how to make it once these are
    known.

    A prior has no inputs.
    """

    inputs: Shape
    outputs: Shape
    make: Callable[[], Any]


@dataclass
class Names:
    """The table of names, filled while texts are read; `solve` then decides the alphabets."""

    inference: AlphabetInference = field(default_factory=AlphabetInference)
    _kinds: dict[str, str] = field(default_factory=dict)
    _parts: dict[str, Operand] = field(default_factory=dict)
    _outcomes: dict[str, Letter] = field(default_factory=dict)
    _domains: dict[str, str] = field(default_factory=dict)
    _looks: dict[str, str] = field(default_factory=dict)
    _unused: dict[str, tuple[Source, Token]] = field(default_factory=dict)
    _shapes: list[Shape] = field(default_factory=list)
    _declared_alone: list[tuple[Source, Token]] = field(default_factory=list)
    _mentioned: set[str] = field(default_factory=set)
    _postponed: list[tuple[Sequence[str], Callable[[str], None]]] = field(default_factory=list)
    _written: set[str] = field(default_factory=set)
    _bound: set[str] = field(default_factory=set)
    _free: set[str] = field(default_factory=set)
    _fresh_names: set[str] = field(default_factory=set)
    _counted: dict[str, Shape] = field(default_factory=dict)
    _repeat_letters: set[str] = field(default_factory=set)

    @cached_property
    def responses(self) -> Responses:
        """The calls rr(k, eps) in the texts of a question, at every size and level."""
        return Responses(self._fresh_name)

    @cached_property
    def placed(self) -> PlacedNumbers:
        """The numbers typed where only a premise keeps them in range, such as 2*p in bec(2*p)."""
        return PlacedNumbers(self._fresh_name)

    def _fresh_name(self, stem: str) -> str:
        """A name that no text, declaration or alphabet has, and that was not given before."""
        taken = self._written | self._bound | self._fresh_names
        taken = taken.union(self._parts, self.inference.alphabet_names())
        fresh = fresh_name(stem, taken)
        self._fresh_names.add(fresh)
        return fresh

    def declare(self, source: Source) -> None:
        """Read a declaration's text, such as "V: X -> Z", "P: X", or "X" of an alphabet alone."""
        name, *sides = source.tree("declaration").children
        assert isinstance(name, Token)
        if not sides:
            self.inference.declared_alphabet(str(name))
            self._free.add(str(name))
            self._declared_alone.append((source, name))
            return
        if name in self._parts:
            raise source.error(ClaimSyntaxError, f"{name} is declared twice", name)
        self._free.add(str(name))
        self._declare_shape(source, name, sides)

    def stand_for(self, name: str, subject: Prior | Channel) -> None:
        """Let a name typed in a text stand for a prior or channel. Raises InvalidInput for others.

        Nothing that is bound may have the name of the subject, or of a part of it; a row such as
        W[x] also has a letter, which a binder of letters would capture.
        """
        if not isinstance(subject, Prior | Channel):
            raise InvalidInput(f"{described(subject)}; write a prior or a channel for {name}")
        require_name(name)
        if has_row_letter(subject.body):
            raise InvalidInput(f"{subject} is a row, which no name stands for; write it out")
        inside = {tensor.name for tensor in with_inner(subject.body.tensors)}
        self._free.update((name, *inside))
        self._written.update((name, *inside))
        is_prior, find = isinstance(subject, Prior), self.inference.declared_alphabet
        sides = (
            ((), subject.alphabets)
            if isinstance(subject, Prior)
            else (subject.inputs, subject.outputs)
        )
        inputs, outputs = (tuple(find(alphabet.name) for alphabet in side) for side in sides)
        self._kinds[name] = PRIOR if is_prior else CHANNEL
        self._add_operand(Operand(inputs, outputs, lambda: subject), name)

    def note_names(self, tree: Syntax) -> None:
        """Note the names in a text, so that no bound name is renamed to one of them."""
        for part in tree.iter_subtrees():  # no recursion, however deep
            self._written.update(str(t) for t in part.children if isinstance(t, Token))

    def bind(self, source: Source, name: Token, sides: Sequence[Syntax]) -> Token:
        """The inner name of what a quantifier in a text binds, with the alphabets of a shape.

        It is the name in the text, or another name if an earlier quantifier has bound that name.
        Raises ClaimSyntaxError where the name is free elsewhere, or begins with a small letter.
        """
        if not begins_large(name):
            reason = f"{name} cannot be bound; priors, channels and gains can, with a capital"
            raise source.error(ClaimSyntaxError, reason, name)
        self._require_not_in(source, name, self._free)
        inner = name
        if name in self._bound:
            inner = name.update(value=fresh_name(str(name), self._written | self._bound))
        self._bound.update((str(name), str(inner)))
        if sides:
            self._declare_shape(source, inner, sides)
        return inner

    def bound_operand(self, source: Source, name: Token) -> Operand:
        """The operand that a text binds by this name.

        Raises UnknownName where nothing mentions it.
        """
        kind = self._kinds.get(str(name))
        if kind not in OF_LETTERS or str(name) in self._unused:
            raise source.error(UnknownName, f"{name} is bound, but nothing speaks of it", name)
        return self.of_kind(kind, str(name))

    @property
    def declared_alone(self) -> frozenset[str]:
        """The alphabets that a text declares by themselves, for the whole question."""
        return frozenset(str(name) for _, name in self._declared_alone)

    def note_free(self, source: Source, name: Token) -> None:
        """Note that a text has a name free. Raises ClaimSyntaxError where a quantifier binds it."""
        self._require_not_in(source, name, self._bound)
        self._free.add(str(name))

    def _require_not_in(self, source: Source, name: Token, others: set[str]) -> None:
        """Raise ClaimSyntaxError where a text has one name both free and bound."""
        if name in others:
            reason = f"{name} is bound by a quantifier, and something else elsewhere; rename one"
            raise source.error(ClaimSyntaxError, reason, name)

    def _declare_shape(self, source: Source, name: Token, sides: Sequence[Syntax | Token]) -> None:
        """Declare the alphabets that a text such as "V: X -> Z" gives a prior or a channel."""
        kind = PRIOR if len(sides) == 1 else CHANNEL
        self.note_kind(source, name, kind)
        self._unused[str(name)] = source, name
        groups = [list(map(str, side.children)) for side in sides if not isinstance(side, Token)]
        self._mentioned.update(*groups)
        for alphabet in (alphabet for group in groups for alphabet in group):
            self._require_one_look(source, alphabet, name)
        *inputs, outputs = (tuple(map(self.inference.declared_alphabet, group)) for group in groups)
        part = self._operand(kind, str(name), inputs[0] if inputs else (), outputs)
        self._add_operand(part, str(name))

    def note_kind(self, source: Source, name: Token, kind: str) -> None:
        """Note that a text uses the name as that kind.

        Raises ClaimSyntaxError where it cannot be of that kind.
        """
        capital = begins_large(name)
        if capital != (kind in (*OF_LETTERS, VARIABLE)):
            first = "a small letter, and not with π" if capital else "a capital letter, or with π"
            reason = f"{name} cannot be {_KINDS[kind]}; such a name begins with {first}"
            raise source.error(ClaimSyntaxError, reason, name)
        if kind in (GAIN, EVENT) and name in self._unused:
            self._declare_otherwise(source, name, kind)
        before = self._kinds.setdefault(str(name), kind)
        if before != kind:
            reason = f"{name} is {_KINDS[kind]} here and {_KINDS[before]} elsewhere; rename one"
            if {kind, before} == {PRIOR, CHANNEL}:
                reason += ", or write D[tv](P || Q) and its like of two priors"
                if re.search(rf"\b{name}\s*\[[^]]*\|", source.text):
                    reason += f"; {name}[x] given y is {name}[x]*W[y|x]/({name} >> W)[y]"
            raise source.error(ClaimSyntaxError, reason, name)
        self._unused.pop(str(name), None)
        self._require_one_look(source, str(name), name)
        self._require_one_world(source, name, kind)

    def _require_one_look(self, source: Source, name: str, place: Token) -> None:
        """Raise ClaimSyntaxError where two names in the texts look the same to a reader."""
        if self._looks.setdefault(look(name), name) != name:
            reason = f"{name} looks like another name here, and is encoded otherwise; rename one"
            raise source.error(ClaimSyntaxError, reason, place)

    def _require_one_world(self, source: Source, name: Token, kind: str) -> None:
        """Raise ClaimSyntaxError where a text has random variables beside priors."""
        apart = {VARIABLE: OF_LETTERS, **dict.fromkeys(OF_LETTERS, (VARIABLE,))}.get(kind, ())
        for other, other_kind in self._kinds.items():
            if other_kind in apart:
                reason = f"{name} is {_KINDS[kind]} and {other} {_KINDS[other_kind]}; {TWO_WORLDS}"
                raise source.error(ClaimSyntaxError, reason, name)

    def is_prior(self, name: str) -> bool:
        """Whether the texts read so far show that the name is that of a prior."""
        return self._kinds.get(name) == PRIOR

    def of_kind(self, kind: str, name: str) -> Operand:
        """The operand typed by that name, a prior, channel, gain or event; new at its first use."""
        if name not in self._parts:
            inputs = (Several(),) if kind in (CHANNEL, GAIN) else ()
            outputs = (Letter() if kind == GAIN else Several(),)
            self._add_operand(self._operand(kind, name, inputs, outputs), name)
        return self._parts[name]

    def repeat_letter(self, source: Source, name: Token) -> str:
        """The name n, typed in W^n, of the number that says how often something is repeated."""
        self.note_free(source, name)
        self.note_kind(source, name, SCALAR)
        self.scalar(str(name), "real")
        self._repeat_letters.add(str(name))
        return str(name)

    def with_multiples(self, quantity: Quantity) -> Quantity:
        """The quantity read from a text, with a `Multiple` for each product by a repeat letter."""
        new = [self.with_multiples(part) for part in children(quantity)]
        rebuilt = rebuild(quantity, new)
        factors = rebuilt.factors if isinstance(rebuilt, Product) else ()
        counts = not self._repeat_letters.isdisjoint(map(str, factors))
        return Multiple(factors) if counts else rebuilt

    def row_alphabet(self, shape: Shape, often: str) -> Shape:
        """The alphabet of n letters in a row for a text's P^n, n being the letter `often`."""
        row = (self.inference.row_letter(shape, often),)
        self._shapes.append(row)
        return row

    def open_alphabets(self, *shapes: Shape) -> tuple[Shape, ...]:
        """Unknown alphabets for channels of a text, such as id, that do not name theirs."""
        self._shapes += shapes
        return shapes

    def alphabet_of_size(self, count: str) -> Shape:
        """The alphabet of rr(k, eps) in the texts, the same for each text of the size k.

        >>> names = Names()
        >>> k, again, n = map(names.alphabet_of_size, ("k", "k", "n"))
        >>> k == again != n
        True
        """
        if count not in self._counted:
            (self._counted[count],) = self.open_alphabets((Letter(),))
        return self._counted[count]

    def gain_of_guesses(self, make: Callable[[tuple[Alphabet, ...]], Gain]) -> Operand:
        """The gain function typed as id or tries(k), made from the alphabets of the prior."""
        inputs, find = (Several(),), self.inference.alphabets
        self._shapes.append(inputs)
        return Operand(inputs, (), lambda: make(find(inputs)))

    def outcome(self, name: str) -> Operand:
        """The operand of an outcome that a text calls by that name; it makes the name."""
        if name not in self._outcomes:
            self._outcomes[name] = Letter()
            self._shapes.append((self._outcomes[name],))
        return Operand((), (self._outcomes[name],), lambda: name)

    def bound_letter(self, stem: str) -> Operand:
        """A letter that a text's sum(x, ..) binds, under a name that nobody can type."""
        alphabet = Letter()
        self._shapes.append((alphabet,))
        name = f"{stem}'{len(self._shapes)}"
        return Operand((), (alphabet,), lambda: name)

    def note_alphabet(self, alphabet: str) -> None:
        """Note that the texts of a question name an alphabet."""
        self._mentioned.add(alphabet)

    def scalar(self, name: str, domain: str) -> Callable[[], Scalar]:
        """The builder of a scalar that the texts name, in the narrowest domain of its places."""
        order = ("real", *DOMAINS.values())
        self._domains[name] = max(self._domains.get(name, "real"), domain, key=order.index)
        return lambda: Scalar(name, self._domains[name])

    def postpone(self, names: Sequence[str], read: Callable[[str], None]) -> None:
        """Call `read` later, with the kind of these typed names once it is known, PRIOR first."""
        self._postponed.append((names, read))

    def solve(self) -> None:
        """Decide all alphabets of the texts.

        Raises UnknownName where nothing uses a declaration.
        """
        self._read_postponed()
        alone = (pair for pair in self._declared_alone if pair[1] not in self._mentioned)
        for source, place in (*self._unused.values(), *alone):
            raise source.error(UnknownName, f"{place} is declared, but nothing uses it", place)
        self.inference.solve(self._shapes)

    def _read_postponed(self) -> None:
        """Read the parts of texts that were postponed: first what has a name of known kind."""
        while self._postponed:
            is_known = (any(n in self._kinds for n in names) for names, _ in self._postponed)
            names, read = self._postponed.pop(next((k for k, yes in enumerate(is_known) if yes), 0))
            kinds = [kind for kind in map(self._kinds.get, names) if kind]
            read(PRIOR if PRIOR in kinds else next(iter(kinds), ""))

    def _declare_otherwise(self, source: Source, name: Token, kind: str) -> None:
        """Make a gain or an event of a name that a text declared as a channel or prior."""
        part = self._parts[name]
        if kind == GAIN and (len(part.outputs) != 1 or not part.inputs):
            reason = f"{name} is a gain, of letters and one guess; declare it as {name}: X -> V"
            raise source.error(AlphabetMismatch, reason, name)
        if kind == EVENT and part.inputs:
            reason = f"{name} is an event, of letters alone; declare it as {name}: X, Y"
            raise source.error(AlphabetMismatch, reason, name)
        self._kinds[str(name)] = kind
        self._parts[str(name)] = self._operand(kind, str(name), part.inputs, part.outputs)

    def _add_operand(self, part: Operand, name: str) -> None:
        """Put an operand that a text names into the table, with its shapes."""
        self._shapes += filter(None, (part.inputs, part.outputs))  # a prior has no inputs to name
        self._parts[name] = part

    def _operand(self, kind: str, name: str, inputs: Shape, outputs: Shape) -> Operand:
        """The operand of a name in a text, of that kind, made once its alphabets are known."""
        find = self.inference.alphabets
        makers = {
            PRIOR: lambda: Prior(name, *find(outputs)),
            CHANNEL: lambda: Channel(name, find(inputs), find(outputs)),
            GAIN: lambda: Gain(name, find(inputs), find(outputs)[0]),
            EVENT: lambda: Event(name, *find(outputs)),
        }
        return Operand(inputs, outputs, makers[kind])
