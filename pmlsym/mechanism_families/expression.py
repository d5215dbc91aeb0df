"""Families written as expressions: mechanisms in cascade, side by side, repeated, adaptive.

    randomized-response >> erasure              the outcome of the first through the second
    binary-symmetric & z-channel                both outcomes are seen
    randomized-response^3                       three independent uses
    z-channel * z-channel(a=b)                  a secret of two letters, each through its own
    z-channel * 3                               a secret of three letters, each through the same
    z-channel & [z-channel, z-channel(a=b)]     the second is chosen by the outcome of the first
    binary-symmetric(a=1/10)^2                  a value; a=b calls the parameter b instead
    [[1-a, a], [b, 1-b]] >> z-channel           a matrix of one's own, wherever a name may stand

`^` binds before `*`, this before `>>`, and this before `&`. Parameters of one name are one
parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod

from pmlsym.errors import ClaimSyntaxError, InvalidInput, Unsupported
from pmlsym.language.expression import DEEPEST, Rows, parts_of, read_matrix, trees
from pmlsym.language.syntax import Source, Syntax
from pmlsym.mechanism_families.arguments import require_free, require_free_in, require_one_meaning
from pmlsym.mechanism_families.combination import (
    cascade_of,
    composition_of,
    repetition_of,
)
from pmlsym.mechanism_families.entries import sizes_of
from pmlsym.mechanism_families.mechanism import Family, Mechanism, parameters_among, size_of
from pmlsym.mechanism_families.parameter import Parameter
from pmlsym.mechanism_families.renaming import Renaming, fixed
from pmlsym.mechanism_families.written_out import adaptive_of, product_of

MOST_USES = 50
MATRIX, MATRIX_SOURCE = "own channel", "given as a matrix"
"""What a matrix is called that stands alone, and where it comes from."""


@dataclass(frozen=True)
class Own:
    """The matrices of an expression as mechanisms, and how the whole keeps to their domain."""

    mechanisms: Mapping[Rows, Mechanism]
    narrowed: Callable[[Mechanism], Mechanism]


Reader = Callable[[Sequence[Rows], Sequence[Parameter]], Own]
"""What reads matrices; with the parameters of the families beside them, which are the same ones."""


@dataclass(frozen=True)
class _Given:
    """What a node is made of: sizes by name, and the matrices of the text by their rows."""

    sizes: Mapping[str, int]
    matrices: Mapping[Rows, Mechanism] = field(default_factory=dict)


@dataclass(frozen=True)
class _Node:
    """A mechanism once sizes are given, with its named sizes and whether they may stay open.

    `letters` is the size that is the number of letters of the secret, if it is open; `parts` are
    the nodes that it is made of.
    """

    make: Callable[[_Given], Mechanism]
    sizes: Mapping[str, int] = field(default_factory=dict)
    symbolic: bool = False
    titles: tuple[str, ...] = ()
    letters: str = ""
    parts: tuple[_Node, ...] = ()
    rows: Rows = ()

    def leaves(self) -> Iterator[_Node]:
        """The families and matrices that it is made of."""
        if not self.parts:
            yield self
        for part in self.parts:
            yield from part.leaves()


def family_of_expression(
    text: str, named: Callable[[str], Family], own: Reader | None = None
) -> Family:
    """The family that an expression describes; `named` gives the family of a name.

    `own` reads the matrices that stand in it, and may narrow the domain of the whole.
    Raises ClaimSyntaxError where the text is no expression, InvalidInput where a name is taken,
    UnknownName at an unknown family, Unsupported at a matrix where nothing reads one.

    >>> from pmlsym.mechanism_families.listed import family_named
    >>> family_of_expression("z-channel^2", family_named).mechanism().channel
    Z & Z
    """
    is_matrix = text.lstrip()[:1] == "["
    source = Source(text, "the matrix" if is_matrix else "the expression of families")
    tree = source.tree("family")
    node = _Reading(source, named).read(tree)
    matrices = list(dict.fromkeys(leaf.rows for leaf in node.leaves() if leaf.rows))
    if matrices and own is None:
        raise Unsupported(f"a matrix is read by derive; here {text[:60]!r} has to be of families")

    def make(**sizes: int) -> Mechanism:
        if own is None:
            return node.make(_Given(sizes))
        families = [leaf.make(_Given(sizes)) for leaf in node.leaves() if not leaf.rows]
        read = own(matrices, [p for each in families for p in each.parameters])
        return read.narrowed(node.make(_Given(sizes, read.mechanisms)))

    title = MATRIX if tree.data == "matrix" else text.strip()
    written = "; ".join(dict.fromkeys(node.titles))
    return Family(title, title, make, written, dict(node.sizes), node.symbolic, node.letters)


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
        if tree.data == "matrix":
            rows = read_matrix(self.source, tree)
            return _Node(lambda given: given.matrices[rows], titles=(MATRIX_SOURCE,), rows=rows)
        first, *others = (self.read(child, depth + 1) for child in parts_of(self.source, tree))
        match tree.data:
            case "chosen":
                return _several(first, others, adaptive_of)
            case "beside":
                return _several(first, others, lambda a, b: composition_of(a, b[0]))
            case "through":
                return _several(first, others, lambda a, b: cascade_of(a, b[0]), fitting=True)
            case "apart":
                return _several(first, others, lambda a, b: product_of([a, *b]), letters="")
        times = self._times(tree)
        if tree.data == "each":
            return replace(first, make=lambda g: product_of([first.make(g)] * times), letters="")
        return replace(first, make=lambda given: repetition_of(first.make(given), times))

    def _times(self, tree: Syntax) -> int:
        times = str(tree.children[1])
        if not times.isdecimal() or len(times) > 3 or not 1 <= int(times) <= MOST_USES:
            sign = "*" if tree.data == "each" else "^"
            raise self._error(f"after {sign} stands how often, from 1 to {MOST_USES}", tree)
        return int(times)

    def _mechanism(self, tree: Syntax) -> _Node:
        given: dict[str, str] = {}
        for setting in parts_of(self.source, tree):
            if setting.data == "unnamed":
                raise self._error(self._unnamed(tree, setting), setting)
            name = str(setting.children[0])
            if name in given:
                raise self._error(f"{name} of {tree.children[0]} is set twice", setting)
            (value,) = trees(setting)
            given[name] = self.source.at(value)
        return _atom(self.named(str(tree.children[0])), given)

    def _unnamed(self, tree: Syntax, setting: Syntax) -> str:
        family = self.named(str(tree.children[0]))
        letters = dict.fromkeys([*family.sizes, *(p.name for p in family.mechanism().parameters)])
        name = next(iter(letters), "")
        names = f"; {family.name} has {', '.join(letters)}" if letters else ""
        value = self.source.at(setting)
        if value in letters:
            return f"{value} has no value here; write {value}=VALUE, or leave it out"
        return f"{value} is of no name; write {name or 'a'}={value}{names}"

    def _error(self, reason: str, at: Syntax) -> ClaimSyntaxError:
        return self.source.error(ClaimSyntaxError, reason, at)


def _several(
    first: _Node,
    others: list[_Node],
    put: Callable[[Mechanism, list[Mechanism]], Mechanism],
    letters: str | None = None,
    *,
    fitting: bool = False,
) -> _Node:
    """Nodes put together; of `fitting` ones a size that nobody gave is the outcomes before it."""
    nodes = (first, *others)
    sizes = {name: value for node in reversed(nodes) for name, value in node.sizes.items()}

    fits = {node.letters for node in others if fitting and node.letters} - {*first.sizes}
    sizes = {name: size for name, size in sizes.items() if name not in fits}

    def fitted(node: _Node, given: _Given) -> _Given:
        if node.letters not in fits:
            return given
        before = first.make(given).channel
        known = sizes_of(before)
        if known is None:
            return given
        count = prod(known[alphabet.name] for alphabet in before.outputs)
        return replace(given, sizes={**given.sizes, node.letters: count})

    def make(given: _Given) -> Mechanism:
        one, *rest = (first.make(given), *(each.make(fitted(each, given)) for each in others))
        channels = [each.channel for each in (one, *rest)]
        require_one_meaning(p for each in channels for p in parameters_among(each.data))
        return put(one, rest)

    return _Node(
        make,
        sizes,
        all(node.symbolic for node in nodes),
        tuple(title for node in nodes for title in node.titles),
        first.letters if letters is None else letters,
        nodes,
    )


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

    def make(chosen: _Given) -> Mechanism:
        back = {renamed.get(name, name): name for name in family.sizes if name not in sizes}
        concrete = {back[name]: value for name, value in chosen.sizes.items() if name in back}
        mechanism = family.mechanism(**{**sizes, **concrete})
        still_open = {p.name for p in mechanism.parameters}
        sizes_left = {name: text for name, text in renamed.items() if name in still_open}
        return _with_arguments(mechanism, {**sizes_left, **rest}, family.name)

    symbolic = family.symbolic and not sizes
    letters = "" if family.letters in sizes else renamed.get(family.letters, family.letters)
    return _Node(make, open_sizes, symbolic, (family.source,), letters)


def _with_arguments(mechanism: Mechanism, given: Mapping[str, str], family: str) -> Mechanism:
    named = {p.name: p for p in mechanism.parameters}
    names = {}
    for name, text in given.items():
        if name not in named:
            known = ", ".join(named) or "none"
            raise InvalidInput(f"{name} is no parameter of {family}; there are {known}")
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
