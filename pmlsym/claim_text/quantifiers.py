"""Quantifiers, suprema and sums over letters in Python, as text has them.

    ps.forall(Q, ps.pml(Q, W) <= eps)           forall Q: X: pml(Q, W) <= eps
    ps.exists(R, ps.same(W, V >> R))            exists R: Z -> Y: W == V >> R
    ps.supremum(A, ps.uleak(P, W, A))           (sup A: X -> Z: uleak(P, W, A))
    ps.supremum("y", ps.pml(P, W, "y"))         (sup y: pml(P, W, y))
    ps.total("x", ps.entry(P, "x") * ..)        sum(x, P[x]*..)

A quantifier binds a prior, a channel, a gain or an event with a name, several of these, or letters
by their names. An alphabet that nothing free inside mentions is bound with them (claims/scopes.py);
`free` are alphabets that belong to the whole claim all the same, as where another part of it is
about the same letters.

A claim is what its text says: it is read back before anything is decided, and refused where the
text is another claim. So what is bound has no entries and no declared facts, which the text would
not say; conditions are given in `within`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, cast

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.tensor import Index
from pmlsym.claim_text.bound_letters import BoundLetters
from pmlsym.claim_text.entries import sum_over_letters
from pmlsym.claim_text.question import question_of_claim
from pmlsym.claims.scopes import bind_alphabets
from pmlsym.claims.subjects import parts_with_bindings, subjects, tensors_in
from pmlsym.errors import InvalidInput, PmlError
from pmlsym.language.fold import Node, fold, key, rebuild, walk
from pmlsym.language.nodes import (
    Binder,
    Claim,
    Measure,
    Number,
    Optimum,
    Quantified,
    Quantity,
    measures_in,
    quantity_of,
)
from pmlsym.language.settled_letters import with_letters
from pmlsym.language.value import polynomials_of, range_indices
from pmlsym.model.channel import Channel
from pmlsym.model.event import Event
from pmlsym.model.gain import Gain
from pmlsym.model.prior import Prior

Subject = Prior | Channel | Gain | Event
Bound = Subject | str | Sequence[Subject] | Sequence[str]
Conditions = Claim | Sequence[Claim]
Alphabets = Alphabet | Sequence[Alphabet]
Part = TypeVar("Part", Claim, Quantity)

_RIGHT = "what is bound as priors, channels, gains or events, or as the names of letters"


def forall(bound: Bound, body: Claim, *, within: Conditions = (), free: Alphabets = ()) -> Claim:
    """The claim that a text writes as "forall Q: ..", for all that is bound and satisfies `within`.

    Raises InvalidInput for something without a name, or that the body does not mention, Unsupported
    for a claim that cannot be made about letters.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.measures.pointwise_maximal_leakage import pml
    >>> X, Y = alphabets("X Y")
    >>> Q, W = Prior("Q", X), Channel("W", X, Y)
    >>> print(forall(Q, pml(Q, W) <= 1))
    forall Q: X: pml(Q, W) <= 1
    >>> print(forall("y", pml(Q, W, "y") <= 1))
    (sup y: pml(Q, W, y)) <= 1
    """
    return _quantified(bound, body, within, free, is_universal=True)


def exists(bound: Bound, body: Claim, *, within: Conditions = (), free: Alphabets = ()) -> Claim:
    """The claim that a text writes as "exists Q: ..", for some Q that satisfies `within`.

    Raises as `forall` does.
    """
    return _quantified(bound, body, within, free, is_universal=False)


def supremum(
    bound: Bound, body: Quantity | Number, *, within: Conditions = (), free: Alphabets = ()
) -> Quantity:
    """The supremum that a text writes (sup P: ..), over all that is bound. Raises as `forall` does.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.measures.pointwise_maximal_leakage import pml
    >>> X, Y = alphabets("X Y")
    >>> P, W = Prior("P", X), Channel("W", X, Y)
    >>> supremum(P, pml(P, W))
    (sup P: X: pml(P, W))
    """
    return _optimum(bound, body, within, free, is_supremum=True)


def infimum(
    bound: Bound, body: Quantity | Number, *, within: Conditions = (), free: Alphabets = ()
) -> Quantity:
    """The infimum that a text writes as (inf P: ..), over all that is bound.

    Raises as `forall` does.
    """
    return _optimum(bound, body, within, free, is_supremum=False)


def total(letter: str, body: Quantity) -> Quantity:
    """The sum that a text writes as sum(x, ..), of a body over all values of a letter.

    Raises InvalidInput where the body does not mention the letter, or as one of two alphabets,
    Unsupported where it is not of entries and measures of one outcome.

    >>> from pmlsym.claim_text.entries import entry
    >>> P, W = Prior("P", Alphabet("X")), Channel("W", Alphabet("X"), Alphabet("Y"))
    >>> total("x", entry(P, "x") * entry(W, "y", given="x"))
    sum(x, P[x]*W[y|x])
    """
    of = require_kind(body, Quantity, "a quantity, such as ps.entry(P, 'x')")
    name = require_kind(letter, str, "the name of a letter, such as 'x'")
    letters, (inner,) = _with_bound_letters([name], [of])
    (over,) = letters.indices()
    return _with_all_of(of, sum_over_letters(over, inner, partial(letters.called, "sum")))


def as_its_text_says(claim: Claim) -> Claim:
    """The claim as its text is read, so that an answer is about the claim that is shown and saved.

    Letters that sums and extremes bind get the reader's names.
    Raises InvalidInput where no text says what a quantifier of Python binds, or the text is that of
    another claim.
    """
    quantified = (part for part in walk(claim) if isinstance(part, Quantified | Optimum))
    is_typed = any(part.over.is_typed for part in quantified)
    unnamed = (measure.value for measure in measures_in(claim) if not measure.arguments)
    if not is_typed and not any(any(range_indices(value)) for value in unnamed):
        return claim  # measures with arguments name their letters themselves
    try:
        read = question_of_claim(claim).claim()
    except PmlError as error:
        if is_typed:
            raise InvalidInput(f"{claim} cannot be read back: {error}") from None
        return claim
    if _comparable_meaning(read) == _comparable_meaning(claim):
        return read
    if is_typed:
        reason = "its text says something else. Letters of the whole claim are said by free=X, and"
        raise InvalidInput(f"{claim}: {reason} each name is bound once; or write it as a text")
    return claim


def _comparable_meaning(claim: Claim) -> Hashable:
    """A key that a claim and the claim read from its text share iff they mean the same."""
    tensors = frozenset(t for part, _ in parts_with_bindings(claim) for t in tensors_in(part))
    bound = tuple(p.over.alphabets for p in walk(claim) if isinstance(p, Quantified | Optimum))
    return _key_with_numbered_letters(claim), tensors, bound


def _key_with_numbered_letters(claim: Claim) -> Hashable:
    """A claim's key with bound letters numbered, so that its text's own names do not count."""

    def rule(node: Node, inner: tuple[Node, ...]) -> Node:
        """A measure with its bound letters called by their numbers; else the node."""
        if not isinstance(node, Measure):
            return rebuild(node, inner)
        bound = dict.fromkeys(range_indices(node.value))
        names = {index: Index(index.alphabet, f"'{k}") for k, index in enumerate(bound)}
        return replace(node, value=with_letters(node.value, names))

    return key(fold(claim, rule))


def _quantified(
    bound: Bound, body: Claim, within: Conditions, free: Alphabets, *, is_universal: bool
) -> Claim:
    """The claim built in Python that a text writes "forall Q: .." or "exists Q: .."."""
    require_kind(body, Claim, "a claim, such as ps.pml(P, W) <= 1")
    conditions = _tuple_of_kind(within, Claim, "claims as the conditions of what is bound")
    if names := _names_of_letters(bound):
        letters, (inner, *inside) = _with_bound_letters(names, [body, *conditions])
        about_letters = letters.quantified(inner, inside, is_universal=is_universal)
        return _with_all_of(body, about_letters)
    over = _binder(bound, [body, *conditions])
    quantified = Quantified(over, conditions, body, is_universal)
    return bind_alphabets(cast(Claim, quantified), _names_of_alphabets(free))


def _optimum(
    bound: Bound,
    body: Quantity | Number,
    within: Conditions,
    free: Alphabets,
    *,
    is_supremum: bool,
) -> Quantity:
    """The quantity built in Python that a text writes (sup P: ..) or (inf P: ..)."""
    conditions = _tuple_of_kind(within, Claim, "claims as the conditions of what is bound")
    of = quantity_of(body)
    if names := _names_of_letters(bound):
        letters, (inner, *inside) = _with_bound_letters(names, [of, *conditions])
        return _with_all_of(of, letters.extreme(inner, inside, is_maximum=is_supremum))
    over = _binder(bound, [of, *conditions])
    optimum = Optimum(over, conditions, of, is_supremum)
    return bind_alphabets(cast(Quantity, optimum), _names_of_alphabets(free))


def _with_all_of(body: Claim | Quantity, made: Part) -> Part:
    """A quantifier built in Python, if its text still has all priors and channels of the body.

    Raises InvalidInput where one of them sums out: nothing would say what its alphabets are.
    """
    lost = {*subjects(body).tensors} - {*subjects(made).tensors}
    if lost:
        raise InvalidInput(f"{min(lost).name} sums out of {made}; leave it out")
    return made


def _names_of_letters(bound: Bound) -> tuple[str, ...]:
    """The names of letters that Python's forall("x", ..) binds; none for priors or channels."""
    several = _tuple_of_kind(bound, str | Prior | Channel | Gain | Event, _RIGHT)
    names = tuple(each for each in several if isinstance(each, str))
    if 0 < len(names) < len(several):
        raise InvalidInput("letters are bound by a quantifier of their own")
    return names


def _binder(bound: Bound, parts: Sequence[Claim | Quantity]) -> Binder:
    """The binder, as in the text "forall Q: X: ..", of priors, channels, gains or events.

    Raises InvalidInput where one is a term, such as W >> V, or has entries or declared facts, where
    no part mentions it, or where a part has another subject with its name.
    """
    several = _tuple_of_kind(bound, Prior | Channel | Gain | Event, _RIGHT)
    if not several:
        raise InvalidInput(f"nothing is bound; write {_RIGHT}")
    inside = {tensor.name: tensor for part in parts for tensor in subjects(part).tensors}
    given = {data.tensor.name for part in parts for data in subjects(part).data}
    names: list[str] = []
    for subject in several:
        tensor, *others = subject.body.tensors or (None,)
        name = "" if tensor is None else tensor.name
        if others or name in ("", *given) or (tensor,) != _bare(subject, name).body.tensors:
            shown = str(subject) if others or not name else name
            raise InvalidInput(
                f"{shown} is a term, or has entries or facts of its own; bind a plain name, and "
                "say what is known of it in within=, as ps.full_support(Q)"
            )
        names.append(name)
        if name not in inside:
            raise InvalidInput(f"{name} is bound, but nothing speaks of it")
        if inside[name] != tensor:
            raise InvalidInput(f"what is bound as {name} is not the {name} inside")
    if len({*names}) < len(names):
        raise InvalidInput(f"{', '.join(names)}: a name is bound twice here")
    shapes = {_shape_of(subject) for subject in several}
    shape = shapes.pop() if len(shapes) == 1 else ""
    return Binder(tuple(names), several, shape=shape, is_typed=True)


def _bare(subject: Subject, name: str) -> Subject:
    """The prior, channel .. that a text can bind under this name: one without declared facts."""
    match subject:
        case Prior():
            return Prior(name, *subject.alphabets)
        case Channel():
            return Channel(name, subject.inputs, subject.outputs)
        case Gain():
            return Gain(name, subject.inputs, subject.guesses)
    return Event(name, *subject.alphabets)


def _shape_of(subject: Subject) -> str:
    """The text "X -> Y" that declares the alphabets of what is bound; empty where text has none."""
    match subject:
        case Prior():
            return ", ".join(map(str, subject.alphabets))
        case Channel():
            sides = (subject.inputs, subject.outputs)
        case Gain():
            sides = (subject.inputs, subject.guesses)
        case _:
            return ""
    return " -> ".join(", ".join(map(str, side)) for side in sides)


def _with_bound_letters(
    names: Sequence[str], parts: Sequence[Any]
) -> tuple[BoundLetters, list[Any]]:
    """Letters that Python binds, under names that no part has, and the parts with these names."""
    if len({*names}) < len(names):
        raise InvalidInput(f"{', '.join(names)}: a letter is bound twice here")
    measures = [measure for part in parts for measure in measures_in(part)]
    taken = {index.name for measure in measures for index in _indices_in(measure)}
    inner: dict[Index, Index] = {}
    for name in names:
        found = {i for measure in measures for i in measure.free if i.name == name}
        if len(found) != 1:
            reason = "is bound, but nothing speaks of it" if not found else "is of two alphabets"
            raise InvalidInput(f"{name} {reason}")
        (index,) = found
        number = next(k for k in range(1, len(taken) + 2) if f"{name}'{k}" not in taken)
        inner[index] = Index(index.alphabet, f"{name}'{number}")
    by_name = {old.name: partial(Index, new.alphabet, new.name) for old, new in inner.items()}
    return BoundLetters(by_name), [_with_free_letters(part, inner) for part in parts]


def _indices_in(measure: Measure) -> Iterable[Index]:
    """The letters, free and bound, that a measure's text already has when more are bound."""
    inside = (index for p in polynomials_of(measure.value) for index in p.free)
    return (*measure.free, *range_indices(measure.value), *inside)


def _with_free_letters(part: Part, names: Mapping[Index, Index]) -> Part:
    """A part whose free letters have the names under which Python binds them; its text stays."""

    def rule(node: Node, inner: tuple[Node, ...]) -> Node:
        """A measure whose letters have the names under which Python binds them; else the node."""
        if isinstance(node, Measure) and not names.keys().isdisjoint(node.free):
            free = tuple(names.get(index, index) for index in node.free)
            return replace(node, value=with_letters(node.value, names), free=free)
        return rebuild(node, inner)

    return cast(Part, fold(part, rule))


def _names_of_alphabets(free: Alphabets) -> frozenset[str]:
    """The names of alphabets given as `free` to a quantifier written in Python."""
    named = _tuple_of_kind(free, Alphabet, "the alphabets of the whole claim, such as free=X")
    return frozenset(alphabet.name for alphabet in named)


def _tuple_of_kind(given: object, kind: Any, right: str) -> tuple[Any, ...]:
    """The arguments of a quantifier written in Python, one or several, of that kind.

    Raises InvalidInput for anything else.
    """
    listed = given if isinstance(given, list | tuple) else (given,)
    return tuple(require_kind(each, kind, right) for each in listed)
