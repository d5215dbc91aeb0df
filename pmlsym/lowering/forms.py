"""Forms: what a bound of a value comes to, as inequalities of polynomials.

    Holds               polynomial >= 0, or > 0, or == 0
    Both, Either        all, or one of several
    ForAll, Exists      for all letters, for some
    ForAllTensor        for every weighting or event
    ExistsTensor        for some envelope, some weighting
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import Unsupported


@dataclass(frozen=True)
class Holds:
    """polynomial >= 0, or > 0, or == 0."""

    words: ClassVar[str] = "an inequality"
    polynomial: Polynomial
    relation: str = ">="


@dataclass(frozen=True)
class Both:
    """All of the forms."""

    words: ClassVar[str] = "several inequalities together"
    forms: tuple[Form, ...]


@dataclass(frozen=True)
class Either:
    """At least one of the forms."""

    words: ClassVar[str] = "one of several inequalities"
    forms: tuple[Form, ...]


@dataclass(frozen=True)
class ForAll:
    """The form, for all letters of the indices."""

    words: ClassVar[str] = "an inequality for all letters"
    indices: tuple[Index, ...]
    form: Form


@dataclass(frozen=True)
class Exists:
    """The form, for some letters of the indices."""

    words: ClassVar[str] = "an inequality for some letter"
    indices: tuple[Index, ...]
    form: Form


@dataclass(frozen=True)
class ForAllTensor:
    """The form, for every tensor of that shape that satisfies the conditions."""

    words: ClassVar[str] = "an inequality for every weighting"
    tensor: Tensor
    conditions: tuple[Fact, ...]
    form: Form


@dataclass(frozen=True)
class ExistsTensor:
    """The form, for some tensor of that shape."""

    words: ClassVar[str] = "an inequality for some weighting"
    tensor: Tensor
    form: Form


Form = Holds | Both | Either | ForAll | Exists | ForAllTensor | ExistsTensor


def tensors_bound(form: ForAllTensor) -> tuple[tuple[Tensor, ...], tuple[Fact, ...], Form]:
    """All tensors that the form is for, one after the other, their conditions, and what is left."""
    tensors, conditions, inner = (form.tensor,), form.conditions, form.form
    if isinstance(inner, ForAllTensor):
        more, others, inner = tensors_bound(inner)
        return (*tensors, *more), (*conditions, *others), inner
    return tensors, conditions, inner


def guarded(where: Polynomial, form: Form) -> Form:
    """The form wherever `where` > 0; `where` is nonnegative, so it may multiply inequalities."""
    if where == constant(1):
        return form
    match form:
        case Holds(polynomial, relation) if relation != ">":
            return Holds(where * polynomial, relation)
        case Both(forms):
            return Both(tuple(guarded(where, f) for f in forms))
        case Either(forms):
            return Either(tuple(guarded(where, f) for f in forms))
        case ForAll(indices, inner):
            return ForAll(indices, guarded(where, inner))
        case Exists(indices, inner):
            return Exists(indices, guarded(where, inner))
        case ForAllTensor(tensor, conditions, inner):
            return ForAllTensor(tensor, conditions, guarded(where, inner))
    raise Unsupported(f"no guard for {form.words}")


def negated(form: Form) -> Form:
    """The negation of a form without tensors."""
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


def facts_of(form: Form, name: str, indices: tuple[Index, ...] = ()) -> Iterable[Fact]:
    """The facts of a form of conjunctions and universal letters; Unsupported for any other."""
    match form:
        case Holds(polynomial, relation):
            kept = tuple(i for i in indices if i in polynomial.free)
            yield Fact(name, polynomial, kept, relation)
        case Both(forms):
            for k, inner in enumerate(forms):
                yield from facts_of(inner, name if k == 0 else f"{name} ({k + 1})", indices)
        case ForAll(own, inner):
            yield from facts_of(inner, name, (*indices, *own))
        case _:
            raise Unsupported(f"{name}: {form.words} is no plain fact")
