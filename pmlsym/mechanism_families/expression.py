"""Families written as expressions of families: in cascade, side by side, repeated, or adaptive.

    randomized-response >> erasure              the outcome of the first through the second
    binary-symmetric & z-channel                both outcomes are seen
    randomized-response^3                       three independent uses
    z-channel * z-channel(a=b)                  a secret of two letters, each through its mechanism
    z-channel * 3                               a secret of three letters, each through the same
    z-channel & [z-channel, z-channel(a=b)]     the second is chosen by the outcome of the first
    binary-symmetric(a=1/10)^2                  a value; a=b calls the parameter b instead
    [[1-a, a], [b, 1-b]] >> z-channel           a matrix, wherever a name is possible

`^` binds most closely, then `*`, then `>>`, then `&`. Parameters with the same name are one
parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from pmlsym.mechanism_families.renaming import Renaming, with_value
from pmlsym.mechanism_families.written_out import adaptive_of, product_of

MOST_USES = 50
MATRIX, MATRIX_SOURCE = "own channel", "given as a matrix"
"""The name, and the source, of a family whose whole expression is a matrix."""


@dataclass(frozen=True)
class Own:
    """The matrices of an expression as mechanisms, and what keeps the whole in their domain."""

    mechanisms: Mapping[Rows, Mechanism]
    narrowed: Callable[[Mechanism], Mechanism]


Reader = Callable[[Sequence[Rows], Sequence[Parameter]], Own]
"""A reader of matrices, given the parameters of the other families, which they may share."""


def family_of_expression(
    text: str, named: Callable[[str], Family], own: Reader | None = None
) -> Family:
    """The family of mechanisms that an expression describes; `named` gives that of a name.

    `own` reads its matrices, and may narrow the domain of the whole.
    Raises ClaimSyntaxError where the text is not an expression, InvalidInput where a name is taken,
    UnknownName at an unknown family, Unsupported at a matrix where nothing reads one.

    >>> from pmlsym.mechanism_families.listed import family_named
    >>> family_of_expression("z-channel^2", family_named).mechanism().channel
    Z & Z
    """
    is_matrix = text.lstrip()[:1] == "["
    source = Source(text, "the matrix" if is_matrix else "the expression of families")
    tree = source.tree("family")
    reading = _Reading(source, named)
    whole = reading.family(tree)
    if reading.matrices and own is None:
        raise Unsupported(f"a matrix is read by derive; here {text[:60]!r} has to be of families")

    def make(**sizes: int) -> Mechanism:
        """The mechanism, at these sizes, of families that an expression combines."""
        if own is None:
            return whole.make(**sizes)
        families = [leaf.make(**sizes) for leaf in reading.leaves]
        read = own(list(reading.matrices), [p for each in families for p in each.parameters])
        again = _Reading(source, named, read.mechanisms).family(tree)
        return read.narrowed(again.make(**sizes))

    title = MATRIX if tree.data == "matrix" else text.strip()
    return replace(whole, name=title, title=title, make=make, source="; ".join(reading.sources))


@dataclass(frozen=True)
class _Reading:
    """One text, read into families; `named` gives the family of a name.

    `mechanisms` are those of the matrices, once these are read. `leaves` are the families met on
    the way, each once, as are `matrices` and `sources`.
    """

    source: Source
    named: Callable[[str], Family]
    mechanisms: Mapping[Rows, Mechanism] = field(default_factory=dict)
    leaves: list[Family] = field(default_factory=list)
    matrices: dict[Rows, None] = field(default_factory=dict)
    sources: dict[str, None] = field(default_factory=dict)

    def family(self, tree: Syntax, depth: int = 0) -> Family:
        """The family of mechanisms that a part of the expression describes."""
        if depth > DEEPEST:
            raise self._syntax_error("the expression is nested too deeply to be read", tree)
        if tree.data == "mechanism":
            return self._single_family(tree)
        if tree.data == "matrix":
            return self._matrix_family(read_matrix(self.source, tree))
        first, *others = (self.family(child, depth + 1) for child in parts_of(self.source, tree))
        match tree.data:
            case "chosen":
                return _joint_family(first, others, adaptive_of)
            case "beside":
                return _joint_family(first, others, lambda a, b: composition_of(a, b[0]))
            case "through":
                return _joint_family(first, others, lambda a, b: cascade_of(a, b[0]), fitting=True)
            case "apart":
                return _joint_family(first, others, lambda a, b: product_of([a, *b]), letters="")
        times = self._number_of_uses(tree)
        if tree.data == "each":
            return replace(
                first, make=lambda **sizes: product_of([first.make(**sizes)] * times), letters=""
            )
        return replace(first, make=lambda **sizes: repetition_of(first.make(**sizes), times))

    def _number_of_uses(self, tree: Syntax) -> int:
        """The number of a family's uses after ^ or * in a family's expression."""
        times = str(tree.children[1])
        if not times.isdecimal() or len(times) > 3 or not 1 <= int(times) <= MOST_USES:
            sign = "*" if tree.data == "each" else "^"
            raise self._syntax_error(f"after {sign} stands how often, from 1 to {MOST_USES}", tree)
        return int(times)

    def _matrix_family(self, rows: Rows) -> Family:
        """The family of a written matrix in an expression, which is read later."""
        self.matrices[rows] = None
        self.sources[MATRIX_SOURCE] = None
        return Family(MATRIX, MATRIX, lambda **_: self.mechanisms[rows], MATRIX_SOURCE)

    def _single_family(self, tree: Syntax) -> Family:
        """The family of mechanisms of a name in an expression, with its settings."""
        settings: dict[str, str] = {}
        for setting in parts_of(self.source, tree):
            if setting.data == "unnamed":
                raise self._syntax_error(self._unnamed_setting_text(tree, setting), setting)
            name = str(setting.children[0])
            if name in settings:
                raise self._syntax_error(f"{name} of {tree.children[0]} is set twice", setting)
            (value,) = trees(setting)
            settings[name] = self.source.at(value)
        leaf = _family_with_settings(self.named(str(tree.children[0])), settings)
        self.leaves.append(leaf)
        self.sources[leaf.source] = None
        return leaf

    def _unnamed_setting_text(self, tree: Syntax, setting: Syntax) -> str:
        """How to write a family's setting with its name, where none was written, for an error."""
        family = self.named(str(tree.children[0]))
        letters = dict.fromkeys([*family.sizes, *(p.name for p in family.mechanism().parameters)])
        name = next(iter(letters), "")
        names = f"; {family.name} has {', '.join(letters)}" if letters else ""
        value = self.source.at(setting)
        if value in letters:
            return f"{value} has no value here; write {value}=VALUE, or leave it out"
        return f"{value} is of no name; write {name or 'a'}={value}{names}"

    def _syntax_error(self, reason: str, at: Syntax) -> ClaimSyntaxError:
        """The error at a part of an expression of families."""
        return self.source.error(ClaimSyntaxError, reason, at)


def _joint_family(
    first: Family,
    others: list[Family],
    put: Callable[[Mechanism, list[Mechanism]], Mechanism],
    letters: str | None = None,
    *,
    fitting: bool = False,
) -> Family:
    """The family of mechanisms put together; `fitting` ones take the outcomes as their size.

    The sizes of all families come by name, and each family takes the sizes that it has.
    """
    sizes = {name: value for each in (*others[::-1], first) for name, value in each.sizes.items()}
    fits = {each.letters for each in others if fitting and each.letters} - {*first.sizes}
    sizes = {name: size for name, size in sizes.items() if name not in fits}

    def make(**given: int) -> Mechanism:
        """The mechanism that puts the families' mechanisms together, each at its sizes."""
        one = first.make(**given)
        sizes_known = sizes_of(one.channel) if fits else None
        outcomes = (
            prod(sizes_known[alphabet.name] for alphabet in one.channel.outputs)
            if sizes_known
            else 0
        )
        rest = [
            each.make(
                **{**given, each.letters: outcomes - each.beside}
                if sizes_known and each.letters in fits
                else given
            )
            for each in others
        ]
        data = (data for each in (one, *rest) for data in each.channel.data)
        require_one_meaning(parameters_among(list(data)))
        return put(one, rest)

    return replace(
        first,
        make=make,
        sizes=sizes,
        symbolic=all(each.symbolic for each in (first, *others)),
        letters=first.letters if letters is None else letters,
    )


def _family_with_settings(family: Family, settings: Mapping[str, str]) -> Family:
    """The family with values, or other names, for some of its sizes and parameters."""
    for text in settings.values():
        if text.isidentifier():
            require_free(text)
    texts = {name: text for name, text in settings.items() if name in family.sizes}
    renamed = {name: text for name, text in texts.items() if text.isidentifier()}
    fixed_sizes = {name: size_of(name, texts[name]) for name in texts if name not in renamed}
    old_names = {renamed.get(name, name): name for name in family.sizes if name not in fixed_sizes}
    rest = {name: text for name, text in settings.items() if name not in texts}

    def make(**sizes: int) -> Mechanism:
        """The family's mechanism at these sizes and the settings of the expression."""
        chosen = {old_names[name]: value for name, value in sizes.items() if name in old_names}
        mechanism = family.mechanism(**{**fixed_sizes, **chosen})
        still_open = {p.name for p in mechanism.parameters}
        names = {name: text for name, text in renamed.items() if name in still_open}
        return _with_arguments(mechanism, {**names, **rest}, family.name)

    return replace(
        family,
        make=make,
        sizes={name: family.sizes[old] for name, old in old_names.items()},
        symbolic=family.symbolic and not fixed_sizes,
        letters=""
        if family.letters in fixed_sizes
        else renamed.get(family.letters, family.letters),
    )


def _with_arguments(mechanism: Mechanism, arguments: Mapping[str, str], family: str) -> Mechanism:
    """A family's mechanism with some parameters set to values, or called by other names."""
    named = {p.name: p for p in mechanism.parameters}
    names = {}
    for name, text in arguments.items():
        if name not in named:
            names_known = ", ".join(named) or "none"
            raise InvalidInput(f"{name} is no parameter of {family}; there are {names_known}")
        if text.isidentifier():
            names[name] = text
        else:
            mechanism = with_value(mechanism, named[name], text)
    if names:
        require_free_in(mechanism, names)
        sizes = {old: new for old, new in names.items() if named[old].is_integer}
        renaming = Renaming(parameters=names, sizes=sizes, mark="_" + "_".join(names.values()))
        mechanism = renaming.mechanism(mechanism, mechanism.channel.text)
    return mechanism
