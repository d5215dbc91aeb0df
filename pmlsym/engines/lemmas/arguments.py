"""The arguments of measures as trees of names, and trees in the place of a lemma's names.

    pml(P, W >> V)   matches   pml(P, W1 >> W2 >> W3)   by   W := W1, V := W2 >> W3
                                                        and  W := W1 >> W2, V := W3

A tree is a name, or an operator with two trees or more: `>>`, `&`, `*` are associative, so that all
cuts are tried, the last first: of releases in turn it leaves one release, and those before it.
Trees are compared and cut at no cost; what they stand for is made once a plan is carried out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from pmlsym.errors import PmlError
from pmlsym.language.nodes import Claim, Measure, measures_in
from pmlsym.measures.every import MAKERS
from pmlsym.model.channel import Channel, Given
from pmlsym.model.composition import Composition
from pmlsym.model.prior import Prior
from pmlsym.model.repetition import join

Tree = Any
"""A name, a number or a word; or a tuple of an operator and trees: ("|", U, W) is U given W."""

Names = Mapping[str, Tree]
"""The tree in the place of each prior and channel of a lemma."""

Kind = tuple[tuple[str, ...] | None, tuple[str, ...]]
"""The alphabets of a channel's inputs, None for a prior, and those of its outputs."""


def tree_of(term: Any) -> Tree:
    """The tree of names of a measure's argument, as lemmas are matched; else the argument.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y, Z = alphabets("X Y Z")
    >>> W, V, U = Channel("W", X, Y), Channel("V", X, Z), Channel("U", X, X)
    >>> tree_of(W & (V & U)), tree_of(U >> W & V)
    (('&', 'W', 'V', 'U'), ('&', ('>>', 'U', 'W'), 'V'))
    """
    if isinstance(term, Given):
        return ("|", tree_of(term.second), tree_of(term.first))
    if not isinstance(term, Prior | Channel):
        return term
    made = _composition_of(term)
    if made is None:
        return term.text
    return joined_tree(made.operator, (tree_of(made.first), tree_of(made.second)))


def _composition_of(term: Prior | Channel) -> Composition | None:
    """The composition that a measure's argument is, as lemmas are matched; or None."""
    return term.made if isinstance(term.made, Composition) else None


def joined_tree(operator: str, parts: Sequence[Tree]) -> Tree:
    """The tree of names, as lemmas are matched, of several under an operator."""
    flat = [leaf for part in parts for leaf in operands(part, operator)]
    return flat[0] if len(flat) == 1 else (operator, *flat)


def operands(tree: Tree, operator: str) -> tuple[Tree, ...]:
    """The trees of names that an operator joins, as lemmas are matched, from left to right."""
    return tree[1:] if isinstance(tree, tuple) and tree[0] == operator else (tree,)


def trees_of(measure: Measure) -> tuple[Tree, ...]:
    """The trees of names of a measure's arguments, by which a lemma is matched."""
    return tuple(map(tree_of, measure.arguments))


MANY = 3
"""From this many channels side by side on, lemmas come before the search for a certificate:
search proves most claims about two, and few about more."""


def has_many_beside(claim: Claim) -> bool:
    """Whether many channels stand side by side in a measure of a claim that lemmas may prove.

    >>> from pmlsym.claim_text.question import parse
    >>> two, three = parse("ldp((W & V) >> T & U) <= ldp(W)"), parse("ldp(W & V & U) <= 1")
    >>> has_many_beside(two), has_many_beside(three)
    (False, True)
    """
    trees = map(trees_of, measures_in(claim))
    return any(_widest(tree) >= MANY for tree in trees)


def has_mixture_within(claim: Claim) -> bool:
    """Whether a mixture is a part of a channel in a measure of a claim that lemmas may prove.

    >>> from pmlsym.claim_text.question import parse
    >>> one, other = parse("ldp(q*W + (1 - q)*V) <= 1"), parse("ldp(rr(k, a) & W) <= a")
    >>> has_mixture_within(one), has_mixture_within(other)
    (False, True)
    """
    composed = (a for m in measures_in(claim) for a in m.arguments if isinstance(tree_of(a), tuple))
    return any(len(part.body) > 1 for each in composed for part in named_atoms(each))


def _widest(tree: Tree) -> int:
    """How many channels stand side by side somewhere in a tree, as lemmas are matched."""
    if not isinstance(tree, tuple):
        return 0
    width = len(tree) - 1 if tree and tree[0] in ("&", "*") else 0
    return max((width, *map(_widest, tree)))


def tree_matches(
    patterns: Sequence[Tree], trees: Sequence[Tree], names: frozenset[str], assigned_before: Names
) -> Iterator[Names]:
    """The assignments to a lemma's names that make its trees the given ones, one by one."""
    if len(patterns) != len(trees):
        return
    if not patterns:
        yield assigned_before
        return
    for assigned in _single_matches(patterns[0], trees[0], names, assigned_before):
        yield from tree_matches(patterns[1:], trees[1:], names, assigned)


def _single_matches(
    pattern: Tree, tree: Tree, names: frozenset[str], assigned: Names
) -> Iterator[Names]:
    """The assignments to a lemma's names for one tree, at every cut of its operands."""
    if isinstance(pattern, tuple):
        operator = pattern[0]
        if operator == "|":
            if isinstance(tree, tuple) and tree[0] == "|":
                yield from tree_matches(pattern[1:], tree[1:], names, assigned)
            return
        parts = operands(tree, operator)
        (first, *others) = pattern[1:]
        rest = joined_tree(operator, others)
        for cut in range(len(parts) - 1, 0, -1):
            pair = (joined_tree(operator, parts[:cut]), joined_tree(operator, parts[cut:]))
            yield from tree_matches((first, rest), pair, names, assigned)
    elif isinstance(pattern, str) and pattern in names:
        if isinstance(tree, tuple) and tree[0] == "|":
            return
        if assigned.get(pattern, tree) == tree:
            yield {**assigned, pattern: tree}
    elif pattern == tree:
        yield assigned


def tree_with(tree: Tree, names: Names) -> Tree:
    """The tree of a lemma's argument, with the proof's arguments in the place of its names."""
    if not isinstance(tree, tuple):
        return names.get(tree, tree) if isinstance(tree, str) else tree
    parts = tuple(tree_with(part, names) for part in tree[1:])
    return ("|", *parts) if tree[0] == "|" else joined_tree(tree[0], parts)


@dataclass
class World:
    """The priors and channels that a claim names, and what is made of them, each once."""

    named: Mapping[str, Prior | Channel]
    _made: dict[Tree, Any] = field(default_factory=dict)

    def kind(self, tree: Tree) -> Kind | None:
        """The alphabets of the prior or channel that a lemma's tree of names is, or None."""
        if isinstance(tree, str):
            named = self.named.get(tree)
            return None if named is None else kind_of(named)
        if not isinstance(tree, tuple) or tree[0] == "|":
            return None
        kinds = [self.kind(part) for part in tree[1:]]
        return reduce(lambda a, b: _joined_kind(tree[0], a, b), kinds)

    def made(self, tree: Tree) -> Any:
        """The subject that a lemma's tree of names stands for. Raises AlphabetMismatch."""
        if not isinstance(tree, tuple):
            return self.named.get(tree, tree) if isinstance(tree, str) else tree
        if tree not in self._made:
            *before, last = tree[1:]
            if tree[0] == "|":
                self._made[tree] = Given(self.made(last), self.made(before[0]))
            else:
                first, second = self.made(joined_tree(tree[0], before)), self.made(last)
                self._made[tree] = join(tree[0], first, second)
        return self._made[tree]

    def measure(self, word: str, trees: Sequence[Tree]) -> Measure | None:
        """The measure that a lemma's word and trees of names stand for; None if they do not fit."""
        try:
            made = MAKERS[word](*map(self.made, trees))
        except (PmlError, KeyError):
            return None
        return made if isinstance(made, Measure) else None


def alphabets_of(
    kinds: Iterable[tuple[str, Kind]], world: World, names: Names
) -> dict[str, tuple[str, ...]] | None:
    """The products in the place of a lemma's alphabets; None if the trees do not fit.

    An alphabet of the lemma may stand for a product of several.
    """
    pairs = []
    for name, own in kinds:
        here = world.kind(names[name])
        if here is None or (own[0] is None) != (here[0] is None):
            return None
        pairs += [(a, b) for a, b in zip(own, here, strict=True) if a is not None and b is not None]
    alphabets: dict[str, tuple[str, ...]] = {}
    for mine, its in pairs:
        for name, product in _one_by_one(mine, its):
            if alphabets.setdefault(name, product) != product:
                return None
    fit = (its == tuple(b for a in mine for b in alphabets.get(a, (a,))) for mine, its in pairs)
    return alphabets if all(fit) else None


def _one_by_one(mine: Sequence[str], its: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Ways to match a lemma's alphabets with the proof's: one with a product, or each with each.

    >>> [*_one_by_one("X", ("A", "B"))], [*_one_by_one("DE", ("A", "B"))]
    ([('X', ('A', 'B'))], [('D', ('A',)), ('E', ('B',))])
    """
    if len(mine) == 1:
        yield mine[0], its
    elif len(mine) == len(its):
        yield from ((name, (alphabet,)) for name, alphabet in zip(mine, its, strict=True))


def kind_of(term: Prior | Channel) -> Kind:
    """The alphabets of a prior or a channel, which a lemma's names must have too."""
    if isinstance(term, Prior):
        return None, tuple(a.name for a in term.alphabets)
    return tuple(a.name for a in term.inputs), tuple(a.name for a in term.outputs)


def _joined_kind(operator: str, first: Kind | None, second: Kind | None) -> Kind | None:
    """The alphabets of two parts of a lemma's tree that an operator joins, or None."""
    if first is None or second is None:
        return None
    (taken, out), (after, then) = first, second
    if operator == ">>":
        return (taken, then) if after == out else None
    if operator == "*":
        return None if taken is None or after is None else ((*taken, *after), (*out, *then))
    fits = after == taken or (taken is not None and after == (*taken, *out))
    return (taken, (*out, *then)) if fits else None


def named_in(*claims: Claim) -> dict[str, Prior | Channel]:
    """The named priors and channels of the measures in claims, to which lemmas are matched."""
    arguments = (
        argument for claim in claims for m in measures_in(claim) for argument in m.arguments
    )
    return {each.text: each for argument in arguments for each in named_atoms(argument)}


def named_atoms(term: Any) -> Iterator[Prior | Channel]:
    """The named priors and channels in a measure's argument, to which lemmas are matched."""
    if isinstance(term, Given):
        yield from named_atoms(term.first)
        yield from named_atoms(term.second)
    elif isinstance(term, Prior | Channel):
        made = _composition_of(term)
        if made is None:
            yield term
        else:
            yield from named_atoms(made.first)
            yield from named_atoms(made.second)
