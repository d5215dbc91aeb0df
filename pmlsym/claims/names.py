"""The names of a claim: which are priors, channels, outcomes and numbers, and their alphabets.

Several texts (a claim, its assumptions, declarations) share one table of names. Which alphabets
priors and channels have is found by unification. A prior has a sequence of them, a channel one of
inputs and one of outputs. Each use in a claim equates two sequences: `P >> W` those of P with the
inputs of W. In `W & U` and in `U | W` the inputs of U are those of W followed by its outputs, or
those of W alone if U is fixed elsewhere. What no use decides is a single alphabet. The letters of
P^n, n in a row, are an alphabet of their own, one for each sequence and each n. Those without a
name are called X, Y, Z, A, B, ...
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import Any

from lark import Token

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.calculus.lookalike import look
from pmlsym.claims.responses import Responses
from pmlsym.errors import AlphabetMismatch, ClaimSyntaxError, PmlError, UnknownName
from pmlsym.language.fold import children, rebuild
from pmlsym.language.nodes import Multiple, Product, Quantity, Scalar
from pmlsym.language.syntax import Source, Syntax
from pmlsym.measures.notion import CHANNEL, DOMAINS, EVENT, GAIN, OUTCOME, PRIOR
from pmlsym.model.channel import Channel
from pmlsym.model.event import Event
from pmlsym.model.gain import Gain
from pmlsym.model.prior import Prior

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
"""The kinds that are of letters, whose names begin with a capital."""

TWO_WORLDS = (
    "random variables have a joint distribution of their own, which no prior or channel speaks of:"
    " for the information between the letter and the outcome write mi(P, W), for independent"
    " letters the product prior P & Q, as in pml_entry(P & Q, W, 1)"
)


def fresh_name(stem: str, taken: Container[str]) -> str:
    """The first of stem, stem2, stem3, .. that is not taken.

    >>> fresh_name("s", {"s", "s3"})
    's2'
    """
    return next(n for k in count(1) if (n := f"{stem}{k}" if k > 1 else stem) not in taken)


@dataclass
class AlphabetInference:
    """The equations met so far, solved as far as they go."""

    _letters: dict[Letter, Letter] = field(default_factory=dict)
    _sequences: dict[Several, Shape] = field(default_factory=dict)
    _names: dict[Letter, str] = field(default_factory=dict)
    _declared: dict[str, Letter] = field(default_factory=dict)
    _used: set[Several] = field(default_factory=set)
    _equations: list[tuple[Shape, Shape, Complaint]] = field(default_factory=list)
    _seconds: list[tuple[Shape, Shape, Shape, Complaint]] = field(default_factory=list)
    _rows: dict[Letter, tuple[Shape, str]] = field(default_factory=dict)

    def declared(self, name: str) -> Letter:
        """The alphabet that the user called so."""
        letter = self._declared.setdefault(name, Letter())
        self._names[letter] = name
        return letter

    def equate(self, left: Shape, right: Shape, complaint: Complaint) -> None:
        """Both sequences are one; if they cannot be, raise `complaint` of their descriptions."""
        left, right = self._known(left), self._known(right)
        self._used.update(item for item in (*left, *right) if isinstance(item, Several))
        whole = left, right
        while left and right and isinstance(left[0], Letter) and isinstance(right[0], Letter):
            if not self._merge(left[0], right[0]):
                raise complaint(self._described(whole[0]), self._described(whole[1]))
            left, right = left[1:], right[1:]
        if left == right:
            return
        for variable, value in ((left, right), (right, left)):
            if len(variable) == 1 and isinstance(variable[0], Several) and value:
                if variable[0] in value:
                    raise complaint(self._described(whole[0]), self._described(whole[1]))
                self._sequences[variable[0]] = value
                return
        if any(isinstance(item, Several) for item in (*left, *right)) and left and right:
            self._equations.append((left, right, complaint))
            return
        raise complaint(self._described(whole[0]), self._described(whole[1]))

    def second(self, own: Shape, inputs: Shape, outputs: Shape, complaint: Complaint) -> None:
        """`own` are the inputs of a mechanism that acts after one from `inputs` to `outputs`."""
        self._seconds.append((own, inputs, outputs, complaint))

    def in_a_row(self, shape: Shape, often: str) -> Letter:
        """The alphabet of as many letters of these in a row as the letter `often` says."""
        row = Letter()
        self._rows[row] = shape, often
        return row

    def solve(self, shapes: Iterable[Shape]) -> None:
        """Decide every sequence and name every alphabet, in the order of `shapes`."""
        shapes = tuple(shapes)
        self._settle_rows()
        self._seconds = [second for second in self._seconds if not self._is_settled(*second[:3])]
        for shape in shapes:
            for item in self._known(shape):
                if isinstance(item, Several) and item not in self._sequences:
                    self._sequences[item] = (Letter(),)
        equations, self._equations = self._equations, []
        for left, right, complaint in equations:
            self.equate(left, right, complaint)
        for own, inputs, outputs, complaint in self._seconds:
            lifted = len(self._known(own)) == len(self._known(inputs))
            self.equate(own, inputs if lifted else (*inputs, *outputs), complaint)
        self._settle_rows()
        fresh, rows = self._fresh_names(), set(map(self._root, self._rows))
        items = [item for shape in shapes for item in self._known(shape)]
        for item in sorted(items, key=lambda item: item in rows):
            if isinstance(item, Letter) and item not in self._names:
                self._names[item] = next(fresh)

    def alphabets(self, shape: Shape) -> tuple[Alphabet, ...]:
        """The alphabets of a sequence, once all is solved."""
        known = self._known(shape)
        return tuple(Alphabet(self._names[item]) for item in known if isinstance(item, Letter))

    def names(self) -> tuple[str, ...]:
        """The names of all alphabets, once all is solved."""
        return tuple(dict.fromkeys(self._names.values()))

    def _is_settled(self, own: Shape, inputs: Shape, outputs: Shape) -> bool:
        """Whether the inputs are fixed; where nothing fixes them, they become all that is seen."""
        known = self._known(own)
        both = self._known((*inputs, *outputs))
        if known in (self._known(inputs), both):
            return True
        item = known[0]
        if len(known) > 1 or isinstance(item, Letter) or item in self._used or item in both:
            return False
        self._sequences[item] = both
        return True

    def _settle_rows(self) -> None:
        """Rows of the same letters are one alphabet, and what is one alphabet is of one kind."""
        rows = [*self._rows.items()]
        for k, (row, (shape, often)) in enumerate(rows):
            for other, (its, times) in rows[:k]:
                if self._root(row) is self._root(other):
                    if often != times:
                        raise AlphabetMismatch(f"{often} letters in a row are not {times} of them")
                    self.equate(shape, its, _no_row)
                elif often == times and self._known(shape) == self._known(its):
                    self.equate((row,), (other,), _no_row)

    def _known(self, shape: Shape) -> Shape:
        result: list[Letter | Several] = []
        for item in shape:
            if isinstance(item, Letter):
                result.append(self._root(item))
            elif item in self._sequences:
                result.extend(self._known(self._sequences[item]))
            else:
                result.append(item)
        return tuple(result)

    def _root(self, letter: Letter) -> Letter:
        while letter in self._letters:
            letter = self._letters[letter]
        return letter

    def _merge(self, left: Letter, right: Letter) -> bool:
        left, right = self._root(left), self._root(right)
        if left is right:
            return True
        if left in self._names and right in self._names:
            return False
        if left in self._names:
            left, right = right, left
        self._letters[left] = right
        return True

    def _described(self, shape: Shape) -> str:
        known = self._known(shape)
        if len(known) == 1 and known[0] not in self._names:
            return "one alphabet"
        if any(item in self._names for item in known):
            return ", ".join(
                self._names.get(item, "?") if isinstance(item, Letter) else ".." for item in known
            )
        return f"{len(known)} alphabets"

    def _fresh_names(self) -> Iterator[str]:
        plain = [*"XYZ", *"ABCDEFG", *(f"X{number}" for number in range(1, 10))]
        endless = (f"X{number}" for number in count(10))
        taken = set(self._names.values())
        yield from (name for name in plain if name not in taken)
        yield from (name for name in endless if name not in taken)


def _no_row(one: str, other: str) -> PmlError:
    return AlphabetMismatch(f"letters in a row are of {one} here, and of {other} elsewhere")


@dataclass(frozen=True, eq=False)
class Letter:
    """An alphabet that is not known yet."""


@dataclass(frozen=True, eq=False)
class Several:
    """A sequence of alphabets that is not known yet."""


Shape = tuple[Letter | Several, ...]


Complaint = Callable[[str, str], PmlError]


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
    _looks: dict[str, str] = field(default_factory=dict)
    _unused: dict[str, tuple[Source, Token]] = field(default_factory=dict)
    _shapes: list[Shape] = field(default_factory=list)
    _alone: list[tuple[Source, Token]] = field(default_factory=list)
    _mentioned: set[str] = field(default_factory=set)
    _postponed: list[tuple[Sequence[str], Callable[[str], None]]] = field(default_factory=list)
    _written: set[str] = field(default_factory=set)
    _bound: set[str] = field(default_factory=set)
    _free: set[str] = field(default_factory=set)
    _given: set[str] = field(default_factory=set)
    _counted: dict[str, Shape] = field(default_factory=dict)
    _often: set[str] = field(default_factory=set)

    @cached_property
    def responses(self) -> Responses:
        """The responses at every size and level that the texts call."""
        return Responses(self._fresh)

    def _fresh(self, stem: str) -> str:
        """A name that no text, declaration or alphabet has, nor anything that was named so far."""
        taken = {*self._written, *self._bound, *self._parts, *self.inference.names(), *self._given}
        own = fresh_name(stem, taken)
        self._given.add(own)
        return own

    def declare(self, source: Source) -> None:
        """Read a declaration such as "V: X -> Z", "P: X", or "X" of an alphabet alone."""
        name, *sides = source.tree("declaration").children
        assert isinstance(name, Token)
        if not sides:
            self.inference.declared(str(name))
            self._free.add(str(name))
            self._alone.append((source, name))
            return
        if name in self._parts:
            raise source.error(ClaimSyntaxError, f"{name} is declared twice", name)
        self._free.add(str(name))
        self._shape(source, name, sides)

    def write(self, tree: Syntax) -> None:
        """Note the names that a text has, none of which a name that is bound is changed to."""
        for part in tree.iter_subtrees():  # nothing recurs, however deep
            self._written.update(str(t) for t in part.children if isinstance(t, Token))

    def bind(self, source: Source, name: Token, sides: Sequence[Syntax]) -> Token:
        """The name by which what a quantifier binds is known, with the alphabets of a shape.

        It is the one that is written, or another where a quantifier before has bound that.
        Raises ClaimSyntaxError where it is free elsewhere, or begins with a small letter.
        """
        if not name[0].isupper():
            reason = f"{name} cannot be bound; priors, channels and gains can, with a capital"
            raise source.error(ClaimSyntaxError, reason, name)
        self._apart(source, name, self._free)
        own = name
        if name in self._bound:
            own = name.update(value=fresh_name(str(name), self._written | self._bound))
        self._bound.update((str(name), str(own)))
        if sides:
            self._shape(source, own, sides)
        return own

    def bound(self, source: Source, name: Token) -> Operand:
        """What is bound under that name; raises UnknownName where nothing speaks of it."""
        makers = {PRIOR: self.prior, CHANNEL: self.channel, GAIN: self.gain, EVENT: self.event}
        find = makers.get(self._kinds.get(str(name), ""))
        if find is None or str(name) in self._unused:
            raise source.error(UnknownName, f"{name} is bound, but nothing speaks of it", name)
        return find(str(name))

    @property
    def alone(self) -> frozenset[str]:
        """The alphabets that are declared by themselves, for the whole question."""
        return frozenset(str(name) for _, name in self._alone)

    def free(self, source: Source, name: Token) -> None:
        """Return if nothing binds the name; raise ClaimSyntaxError where a quantifier does."""
        self._apart(source, name, self._bound)
        self._free.add(str(name))

    def _apart(self, source: Source, name: Token, others: set[str]) -> None:
        if name in others:
            reason = f"{name} is bound by a quantifier, and something else elsewhere; rename one"
            raise source.error(ClaimSyntaxError, reason, name)

    def _shape(self, source: Source, name: Token, sides: Sequence[Syntax | Token]) -> None:
        """Declare the alphabets of a prior or a channel."""
        self.use(source, name, PRIOR if len(sides) == 1 else CHANNEL)
        self._unused[str(name)] = source, name
        groups = [list(map(str, side.children)) for side in sides if not isinstance(side, Token)]
        self._mentioned.update(*groups)
        for alphabet in (alphabet for group in groups for alphabet in group):
            self._one_look(source, alphabet, name)
        shapes = [tuple(map(self.inference.declared, group)) for group in groups]
        self._new(str(name), *shapes)

    def use(self, source: Source, name: Token, kind: str) -> None:
        """Return if the name can be of that kind here; raise ClaimSyntaxError if not."""
        capital = name[0].isupper()
        if capital != (kind in (*OF_LETTERS, VARIABLE)):
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
        self._one_look(source, str(name), name)
        self._one_world(source, name, kind)

    def _one_look(self, source: Source, name: str, place: Token) -> None:
        """Two names that look the same would make another claim than the one that is read."""
        if self._looks.setdefault(look(name), name) != name:
            reason = f"{name} looks like another name here, and is encoded otherwise; rename one"
            raise source.error(ClaimSyntaxError, reason, place)

    def _one_world(self, source: Source, name: Token, kind: str) -> None:
        """Random variables have a joint distribution of their own, apart from all priors."""
        apart = {VARIABLE: OF_LETTERS, **dict.fromkeys(OF_LETTERS, (VARIABLE,))}.get(kind, ())
        for known, its in self._kinds.items():
            if its in apart:
                reason = f"{name} is {_KINDS[kind]} and {known} {_KINDS[its]}; {TWO_WORLDS}"
                raise source.error(ClaimSyntaxError, reason, name)

    def is_prior(self, name: str) -> bool:
        """Whether the name is known to be that of a prior."""
        return self._kinds.get(name) == PRIOR

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

    def event(self, name: str) -> Operand:
        """The event of that name: of letters, or of letters and outcomes."""
        if name not in self._parts:
            (own,) = self.letters((Several(),))
            find = self.inference.alphabets
            self._parts[name] = Operand((), own, lambda: Event(name, *find(own)))
        return self._parts[name]

    def often(self, source: Source, name: Token) -> str:
        """The name of a number that says how often something is repeated."""
        self.free(source, name)
        self.use(source, name, SCALAR)
        self.scalar(str(name), "real")
        self._often.add(str(name))
        return str(name)

    def with_multiples(self, quantity: Quantity) -> Quantity:
        """The quantity, multiples of what says how often known as such."""
        new = [self.with_multiples(part) for part in children(quantity)]
        found = rebuild(quantity, new)
        if isinstance(found, Product) and self._often.intersection(map(str, found.factors)):
            return Multiple(found.factors)
        return found

    def in_a_row(self, shape: Shape, often: str) -> Shape:
        """The alphabet of n letters in a row, n being the letter `often`."""
        row = (self.inference.in_a_row(shape, often),)
        self._shapes.append(row)
        return row

    def letters(self, *shapes: Shape) -> tuple[Shape, ...]:
        """Alphabets that nothing is known of yet, one sequence for each that is asked for."""
        self._shapes += shapes
        return shapes

    def as_many(self, count: str) -> Shape:
        """The alphabet of which only the number of letters is said: one for each text of it.

        >>> names = Names()
        >>> names.as_many("k") == names.as_many("k") != names.as_many("n")
        True
        """
        if count not in self._counted:
            (self._counted[count],) = self.letters((Letter(),))
        return self._counted[count]

    def guesses(self, make: Callable[[tuple[Alphabet, ...]], Gain]) -> Operand:
        """A gain function that is made of the alphabets of the prior."""
        inputs, find = (Several(),), self.inference.alphabets
        self._shapes.append(inputs)
        return Operand(inputs, (), lambda: make(find(inputs)))

    def outcome(self, name: str) -> Operand:
        """The outcome of that name, made as its name."""
        if name not in self._outcomes:
            self._outcomes[name] = Letter()
            self._shapes.append((self._outcomes[name],))
        return Operand((), (self._outcomes[name],), lambda: name)

    def letter(self, stem: str) -> Operand:
        """A letter that a sum binds, under a name that is none of the language."""
        own = Letter()
        self._shapes.append((own,))
        name = f"{stem}'{len(self._shapes)}"
        return Operand((), (own,), lambda: name)

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
