"""Families written as expressions: mechanisms in cascade, side by side, repeated, adaptive.

    randomized-response >> erasure              the outcome of the first through the second
    binary-symmetric & z-channel                both outcomes are seen
    randomized-response^3                       three independent uses
    z-channel & [z-channel, z-channel(a=b)]     the second is chosen by the outcome of the first
    binary-symmetric(a=1/10)^2                  a value; a=b calls the parameter b instead

`^` binds before `>>`, and this before `&`. Parameters of one name are one parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from pmlsym.errors import ClaimSyntaxError, InvalidInput
from pmlsym.families.combination import adaptive_of, cascade_of, composition_of, repetition_of
from pmlsym.families.family import Family
from pmlsym.families.fixing import fixed
from pmlsym.families.mechanism import Mechanism
from pmlsym.families.renaming import Renaming
from pmlsym.families.taken_names import require_free, require_free_in, require_one_meaning
from pmlsym.families.written_value import size_of
from pmlsym.language.expression import DEEPEST, parts_of, trees
from pmlsym.language.syntax import Source, Syntax

MOST_USES = 50


@dataclass(frozen=True)
class _Node:
    """A mechanism once sizes are given, with its named sizes and whether they may stay open.

    `letters` is the size that is the number of letters of the secret, if it is open.
    """

    make: Callable[[Mapping[str, int]], Mechanism]
    sizes: Mapping[str, int]
    symbolic: bool
    titles: tuple[str, ...]
    letters: str = ""


def is_expression(text: str) -> bool:
    """Whether a text is more than the name of a family.

    >>> is_expression("z-channel"), is_expression("z-channel ^ 2")
    (False, True)
    """
    return any(mark in text for mark in (">>", "&", "^", "(", ")", "["))


def is_matrix(text: str) -> bool:
    """Whether a text is a matrix rather than a name or an expression of names.

    >>> is_matrix("[[1, 0], [0, 1]]"), is_matrix("z-channel & [z-channel, z-channel]")
    (True, False)
    """
    return text.lstrip()[:1] == "["


def family_of_expression(text: str, named: Callable[[str], Family]) -> Family:
    """The family that an expression describes; `named` gives the family of a name.

    Raises ClaimSyntaxError where the text is no expression, InvalidInput where a name is taken,
    UnknownName at an unknown family.

    >>> from pmlsym.families import family_named
    >>> family_of_expression("z-channel^2", family_named).mechanism().channel
    Z & Z
    """
    source_text = Source(text, "the expression of families")
    node = _Reading(source_text, named).read(source_text.tree("family"))

    def make(**sizes: int) -> Mechanism:
        return node.make(sizes)

    title = text.strip()
    source = "; ".join(dict.fromkeys(node.titles))
    return Family(title, title, make, source, dict(node.sizes), node.symbolic, node.letters)


@dataclass(frozen=True)
class _Reading:
    """One text, read into mechanisms; `named` gives the family of a name."""

    source: Source
    named: Callable[[str], Family]

    def read(self, tree: Syntax, depth: int = 0) -> _Node:
        if depth > DEEPEST:
            raise self._error("the expression is nested too deeply to be read", tree)
        if tree.data == "mechanism":
            return self._mechanism(tree)
        first, *others = (self.read(child, depth + 1) for child in parts_of(self.source, tree))
        match tree.data:
            case "chosen":
                return _several(first, others, lambda one, rest: adaptive_of(one, rest))
            case "beside":
                return _several(first, others, lambda a, b: composition_of(a, b[0]))
            case "through":
                return _several(first, others, lambda a, b: cascade_of(a, b[0]))
            case _:
                return self._repeated(tree, first)

    def _repeated(self, tree: Syntax, node: _Node) -> _Node:
        times = str(tree.children[1])
        if not times.isdecimal() or len(times) > 3 or not 1 <= int(times) <= MOST_USES:
            raise self._error(f"after ^ stands how often, from 1 to {MOST_USES}", tree)
        return _times(node, int(times))

    def _mechanism(self, tree: Syntax) -> _Node:
        given: dict[str, str] = {}
        for setting in parts_of(self.source, tree):
            name = str(setting.children[0])
            if name in given:
                raise self._error(f"{name} of {tree.children[0]} is set twice", setting)
            (value,) = trees(setting)
            given[name] = self.source.at(value)
        return _atom(self.named(str(tree.children[0])), given)

    def _error(self, reason: str, at: Syntax) -> ClaimSyntaxError:
        return self.source.error(ClaimSyntaxError, reason, at)


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
        first.letters,
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
        if text.isidentifier():
            renamed[name] = text
        else:
            sizes[name] = size_of(name, text)
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
    letters = "" if family.letters in sizes else renamed.get(family.letters, family.letters)
    return _Node(make, open_sizes, symbolic, (family.source,), letters)


def _with_arguments(mechanism: Mechanism, given: Mapping[str, str]) -> Mechanism:
    named = {p.name: p for p in mechanism.parameters}
    names = {}
    for name, text in given.items():
        if name not in named:
            if text.isidentifier():
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
