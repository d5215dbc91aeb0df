"""Families written as expressions: mechanisms in cascade, side by side, repeated, adaptive.

    randomized-response >> erasure              the outcome of the first through the second
    binary-symmetric & z-channel                both outcomes are seen
    randomized-response^3                       three independent uses
    z-channel & [z-channel, z-channel(a=b)]     the second is chosen by the outcome of the first
    binary-symmetric(a=1/10)^2                  a value; a=b calls the parameter b instead

`^` binds before `>>`, and this before `&`. Parameters of one name are one parameter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from pmlsym.errors import InvalidInput
from pmlsym.families.combination import adaptive_of, cascade_of, composition_of, repetition_of
from pmlsym.families.family import Family
from pmlsym.families.fixing import fixed
from pmlsym.families.mechanism import Mechanism
from pmlsym.families.renaming import Renaming
from pmlsym.families.taken_names import require_free, require_free_in, require_one_meaning

TOKEN = re.compile(
    r"\s*(?:(?P<op>>>|[&^(),\[\]])|(?P<argument>\w+\s*=\s*(?:log\([^()]*\)|[^\s,()]+))"
    r"|(?P<name>[A-Za-z][\w-]*)|(?P<number>\d+))"
)
MOST_USES = 50


@dataclass(frozen=True)
class _Node:
    """A mechanism once sizes are given, with its named sizes and whether they may stay open."""

    make: Callable[[Mapping[str, int]], Mechanism]
    sizes: Mapping[str, int]
    symbolic: bool
    titles: tuple[str, ...]


def is_expression(text: str) -> bool:
    """Whether a text is more than the name of a family.

    >>> is_expression("z-channel"), is_expression("z-channel ^ 2")
    (False, True)
    """
    return any(mark in text for mark in (">>", "&", "^", "(", ")", "["))


def family_of_expression(text: str, named: Callable[[str], Family]) -> Family:
    """The family that an expression describes; `named` gives the family of a name.

    Raises InvalidInput where the text is no expression or a name is taken, UnknownName at an
    unknown family.

    >>> from pmlsym.families import family_named
    >>> family_of_expression("z-channel^2", family_named).mechanism().channel
    Z & Z
    """
    parser = _Parser(text, named)
    node = parser.whole()

    def make(**sizes: int) -> Mechanism:
        return node.make(sizes)

    title = text.strip()
    source = "; ".join(dict.fromkeys(node.titles))
    letters = next(iter(node.sizes), "") if len(node.sizes) == 1 else ""
    return Family(title, title, make, source, dict(node.sizes), node.symbolic, letters)


class _Parser:
    """Recursive descent over the tokens of one expression."""

    def __init__(self, text: str, named: Callable[[str], Family]):
        self.text, self.named = text, named
        self.tokens: list[tuple[str, str]] = []
        place = 0
        text = text.rstrip()
        while place < len(text):
            match = TOKEN.match(text, place)
            if match is None:
                raise InvalidInput(f"{text[place:].strip()!r} is not understood in {text!r}")
            kind = match.lastgroup or ""
            self.tokens.append((kind, match.group(kind)))
            place = match.end()
        self.place = 0

    def whole(self) -> _Node:
        node = self.side_by_side()
        if self.place < len(self.tokens):
            raise InvalidInput(f"{self.peek()!r} is out of place in {self.text!r}")
        return node

    def peek(self) -> str:
        return self.tokens[self.place][1] if self.place < len(self.tokens) else ""

    def take(self, wanted: str) -> None:
        if self.peek() != wanted:
            raise InvalidInput(f"{wanted!r} is missing in {self.text!r}")
        self.place += 1

    def side_by_side(self) -> _Node:
        node = self.cascade()
        while self.peek() == "&":
            self.place += 1
            if self.peek() == "[":
                node = _several(node, self.listed(), lambda one, rest: adaptive_of(one, rest))
            else:
                node = _several(node, [self.cascade()], lambda a, b: composition_of(a, b[0]))
        return node

    def listed(self) -> list[_Node]:
        self.take("[")
        nodes = [self.side_by_side()]
        while self.peek() == ",":
            self.place += 1
            nodes.append(self.side_by_side())
        self.take("]")
        return nodes

    def cascade(self) -> _Node:
        node = self.repeated()
        while self.peek() == ">>":
            self.place += 1
            node = _several(node, [self.repeated()], lambda a, b: cascade_of(a, b[0]))
        return node

    def repeated(self) -> _Node:
        node = self.single()
        while self.peek() == "^":
            self.place += 1
            times = self.peek()
            if not times.isdecimal() or not 1 <= int(times) <= MOST_USES:
                raise InvalidInput(f"after ^ stands how often, from 1 to {MOST_USES}")
            self.place += 1
            node = _times(node, int(times))
        return node

    def single(self) -> _Node:
        if self.peek() == "(":
            self.place += 1
            node = self.side_by_side()
            self.take(")")
            return node
        kind, name = self.tokens[self.place] if self.peek() else ("", "")
        if kind != "name":
            raise InvalidInput(f"a family is missing in {self.text!r}")
        self.place += 1
        given: dict[str, str] = {}
        if self.peek() == "(":
            self.place += 1
            while True:
                kind, argument = self.tokens[self.place] if self.peek() else ("", "")
                if kind != "argument":
                    raise InvalidInput(f"write {name}(k=3) or {name}(eps=eta) in {self.text!r}")
                left, _, right = argument.partition("=")
                if left.strip() in given:
                    raise InvalidInput(f"{left.strip()} of {name} is set twice in {self.text!r}")
                given[left.strip()] = right.strip()
                self.place += 1
                if self.peek() != ",":
                    break
                self.place += 1
            self.take(")")
        return _atom(self.named(name), given)


def _several(
    first: _Node, others: list[_Node], put: Callable[[Mechanism, list[Mechanism]], Mechanism]
) -> _Node:
    nodes = [first, *others]
    sizes = {name: value for node in reversed(nodes) for name, value in node.sizes.items()}

    def make(given: Mapping[str, int]) -> Mechanism:
        one, *rest = (each.make(given) for each in nodes)
        require_one_meaning([each.channel for each in (one, *rest)])
        return put(one, rest)

    return _Node(
        make,
        sizes,
        all(node.symbolic for node in nodes),
        tuple(title for node in nodes for title in node.titles),
    )


def _times(node: _Node, times: int) -> _Node:
    return replace(node, make=lambda given: repetition_of(node.make(given), times))


def _atom(family: Family, given: Mapping[str, str]) -> _Node:
    for text in given.values():
        if text.isidentifier():
            require_free(text)
    own = {name: text for name, text in given.items() if name in family.sizes}
    sizes, renamed = {}, {}
    for name, text in own.items():
        if text.isdecimal():
            sizes[name] = int(text)
        elif text.isidentifier():
            renamed[name] = text
        else:
            raise InvalidInput(f"{name} = {text} is no number of letters")
    open_sizes = {
        renamed.get(name, name): value for name, value in family.sizes.items() if name not in sizes
    }
    rest = {name: text for name, text in given.items() if name not in own}

    def make(chosen: Mapping[str, int]) -> Mechanism:
        back = {renamed.get(name, name): name for name in family.sizes if name not in sizes}
        concrete = {back[name]: value for name, value in chosen.items() if name in back}
        mechanism = family.mechanism(**{**sizes, **concrete})
        return _with_arguments(mechanism, {**renamed, **rest})

    symbolic = family.symbolic and not sizes
    return _Node(make, open_sizes, symbolic, (family.source,))


def _with_arguments(mechanism: Mechanism, given: Mapping[str, str]) -> Mechanism:
    named = {p.name: p for p in mechanism.parameters}
    names = {}
    for name, text in given.items():
        if name not in named:
            if text.isidentifier() and not text.startswith("log"):
                continue  # a size that is concrete by now
            raise InvalidInput(f"{name} is no parameter; there are {', '.join(named) or 'none'}")
        if text.isidentifier():
            names[name] = text
        else:
            mechanism = fixed(mechanism, named[name], text)
    if names:
        require_free_in(mechanism, names)
        sizes = {old: new for old, new in names.items() if named[old].is_integer}
        renaming = Renaming(parameters=names, sizes=sizes, mark="_" + "_".join(names.values()))
        mechanism = renaming.mechanism(mechanism, mechanism.channel.text)
    return mechanism
