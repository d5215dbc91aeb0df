"""Forms: bounds of values, written as inequalities of polynomials.

Holds               polynomial >= 0, or > 0, or == 0
Both, Either        all, or one of several
ForAll, Exists      for all letters, for some
ForAllTensor        for every weighting or event
ExistsTensor        for some envelope, some weighting
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.polynomial import Polynomial, constant, substitute
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.substitution import replace_tensor
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import Unsupported
from pmlsym.language.fold import Node, children, rebuild, walk


@dataclass(frozen=True)
class Holds(Node):
    """polynomial >= 0, or > 0, or == 0."""

    words: ClassVar[str] = "an inequality"
    polynomial: Polynomial
    relation: str = ">="


@dataclass(frozen=True)
class Both(Node):
    """All of the forms."""

    inner = ("forms",)
    words: ClassVar[str] = "several inequalities together"
    forms: tuple[Form, ...]


@dataclass(frozen=True)
class Either(Node):
    """At least one of the forms."""

    inner = ("forms",)
    words: ClassVar[str] = "one of several inequalities"
    forms: tuple[Form, ...]


@dataclass(frozen=True)
class ForAll(Node):
    """The form, for all letters of the indices."""

    inner = ("form",)
    words: ClassVar[str] = "an inequality for all letters"
    indices: tuple[Index, ...]
    form: Form


@dataclass(frozen=True)
class Exists(Node):
    """The form, for some letters of the indices."""

    inner = ("form",)
    words: ClassVar[str] = "an inequality for some letter"
    indices: tuple[Index, ...]
    form: Form


@dataclass(frozen=True)
class ForAllTensor(Node):
    """The form, for every tensor of that shape that satisfies the conditions."""

    inner = ("form",)
    words: ClassVar[str] = "an inequality for every weighting"
    tensor: Tensor
    conditions: tuple[Fact, ...]
    form: Form


@dataclass(frozen=True)
class ExistsTensor(Node):
    """The form, for some tensor of that shape."""

    inner = ("form",)
    words: ClassVar[str] = "an inequality for some weighting"
    tensor: Tensor
    form: Form


Form = Holds | Both | Either | ForAll | Exists | ForAllTensor | ExistsTensor


def tensors_bound(form: ForAllTensor) -> tuple[tuple[Tensor, ...], tuple[Fact, ...], Form]:
    """The tensors that a level form is "for every", outer ones first; conditions; the inside."""
    tensors, conditions, inner = (form.tensor,), form.conditions, form.form
    if isinstance(inner, ForAllTensor):
        more, others, inner = tensors_bound(inner)
        return (*tensors, *more), (*conditions, *others), inner
    return tensors, conditions, inner


def guarded(where: Polynomial, form: Form) -> Form:
    """The level form that another holds wherever `where` > 0: its inequalities times that."""
    if where == constant(1):
        return form
    if isinstance(form, Holds) and form.relation != ">":
        return replace(form, polynomial=where * form.polynomial)
    if isinstance(form, Holds | ExistsTensor):
        raise Unsupported(f"no guard for {form.words}")
    return rebuild(form, [guarded(where, inner) for inner in children(form)])


def with_body_for_tensor(
    form: Form,
    tensor: Tensor,
    places: tuple[Index, ...],
    body: Polynomial,
    *,
    refusal: str = "no witness inside",
) -> Form:
    """The level form with a polynomial for a tensor at these letters.

    Raises Unsupported, with the words of `refusal`, inside anything but conjunctions and "for all".
    """
    if isinstance(form, Holds):
        polynomial = replace_tensor(form.polynomial, tensor, places, body)
        return replace(form, polynomial=polynomial)
    if not isinstance(form, Both | ForAll):
        raise Unsupported(f"{refusal} {form.words}")
    inner = (
        with_body_for_tensor(each, tensor, places, body, refusal=refusal) for each in children(form)
    )
    return rebuild(form, [*inner])


def negated(form: Form) -> Form:
    """The negation of a level form. Raises Unsupported for one with tensors or an equality."""
    match form:
        case Holds(polynomial, ">="):
            return Holds(-polynomial, ">")
        case Holds(polynomial, ">"):
            return Holds(-polynomial)
        case Both(forms):
            return Either(tuple(map(negated, forms)))
        case Either(forms):
            return Both(tuple(map(negated, forms)))
        case ForAll(indices, inner):
            return Exists(indices, negated(inner))
        case Exists(indices, inner):
            return ForAll(indices, negated(inner))
    raise Unsupported(f"no negation for {form.words}")


def facts_of_form(form: Form, name: str, indices: tuple[Index, ...] = ()) -> Iterable[Fact]:
    """The facts of a sequent that a form without choices is. Raises Unsupported for other forms."""
    match form:
        case Holds(polynomial, relation):
            kept = tuple(i for i in indices if i in polynomial.free)
            yield Fact(name, polynomial, kept, relation)
        case Both(forms):
            for k, inner in enumerate(forms):
                yield from facts_of_form(inner, name if k == 0 else f"{name} ({k + 1})", indices)
        case ForAll(more, inner):
            yield from facts_of_form(inner, name, (*indices, *more))
        case _:
            raise Unsupported(f"{name}: {form.words} is no plain fact")


def rename_form(form: Form, names: dict[Index, Index]) -> Form:
    """The level form with free indices renamed; what it quantifies gives way to the new names.

    Otherwise z -> z' would turn `for all z': F(z, z')` into `for all z': F(z', z')`.
    """
    match form:
        case Holds(polynomial):
            return replace(form, polynomial=substitute(polynomial, names))
        case ForAll(indices, inner) | Exists(indices, inner):
            renamed, renamings = _quantified_apart(indices, inner, names)
            return replace(form, indices=renamed, form=rename_form(inner, renamings))
        case ForAllTensor(_, conditions):
            form = replace(form, conditions=tuple(_rename_fact(f, names) for f in conditions))
    return rebuild(form, [rename_form(inner, names) for inner in children(form)])


def _rename_fact(fact: Fact, names: dict[Index, Index]) -> Fact:
    """The fact, a condition of a level form, with free indices renamed as `rename_form` does."""
    renamed, renamings = _quantified_apart(fact.indices, Holds(fact.polynomial), names)
    return replace(fact, polynomial=substitute(fact.polynomial, renamings), indices=renamed)


def _quantified_apart(
    indices: tuple[Index, ...], inner: Form, names: dict[Index, Index]
) -> tuple[tuple[Index, ...], dict[Index, Index]]:
    """The indices that a level form quantifies, apart from new names, and all renamings."""
    others = {old: new for old, new in names.items() if old not in indices}
    clashing = [i for i in indices if i in others.values()]
    if not clashing:
        return indices, others
    taken = {*indices, *others.values(), *_indices_in(inner)}
    fresh = letters((Alphabet(i.alphabet) for i in clashing), taken=taken)
    moved = dict(zip(clashing, fresh, strict=True))
    return tuple(moved.get(i, i) for i in indices), others | moved


def _indices_in(form: Form) -> Iterator[Index]:
    """The indices in the polynomials of a level form, free and quantified."""
    for part in walk(form):
        match part:
            case Holds(polynomial):
                yield from polynomial.free
            case ForAll(indices) | Exists(indices):
                yield from indices
            case ForAllTensor(_, conditions):
                for fact in conditions:
                    yield from (*fact.indices, *fact.polynomial.free)
