"""The subjects of a claim: the names to which an instance has to give content.

    alphabets, tensors (priors and channels), free scalars with domains, free outcomes

Deltas, sizes and quotients are not among the tensors: an instance determines them.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias
from weakref import WeakKeyDictionary

from pmlsym.calculus.data import Data, merge
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.entropies import joint
from pmlsym.claims.vocabulary import RESERVED
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.language.fold import children, walk
from pmlsym.language.nodes import (
    Binder,
    Claim,
    Condition,
    Entropic,
    Measure,
    OpenOrder,
    Optimum,
    Quantified,
    Quantity,
    Scalar,
)
from pmlsym.language.value import polynomials_of, range_indices
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

Part: TypeAlias = Claim | Quantity

DOMAINS = ("real", "nonnegative", "probability")
"""The domains of scalars, each of them contained in the one before."""


TWO_WORLDS = (
    "random variables have a joint distribution of their own, which no prior or channel speaks of:"
    " for the information between the letter and the outcome write mi(P, W), for independent"
    " letters the product prior P & Q, as in pml_entry(P & Q, W, 1)"
)


@dataclass(frozen=True)
class Subjects:
    """The names of a claim: alphabets and tensors sorted, the rest by name."""

    alphabets: tuple[str, ...]
    tensors: tuple[Tensor, ...]
    scalars: dict[str, str]
    outcomes: dict[str, str]
    data: tuple[Data, ...]


def subjects(claim: Part) -> Subjects:
    """The names of a claim that an instance gives content to, as its tensors, scalars, outcomes.

    Raises InvalidInput where one name stands for two things, AlphabetMismatch where an outcome is a
    letter of two alphabets.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.measures.pointwise_maximal_leakage import pml
    >>> X, Y = alphabets("X Y")
    >>> found = subjects(pml(Prior("P", X), Channel("W", X, Y), "y") <= Scalar("eps"))
    >>> found.alphabets, found.tensors, found.scalars, found.outcomes
    (('X', 'Y'), (P(X), W(X, Y)), {'eps': 'real'}, {'y': 'Y'})
    """
    about = _SUBJECTS.get(claim)
    if about is None:
        about = _SUBJECTS[claim] = _collect_subjects(claim)
    return about


def number_names(part: Part) -> set[str]:
    """The names of all scalars and outcomes of a claim, inside measures and quantifiers too.

    >>> from pmlsym.claim_text.question import parse
    >>> sorted(number_names(parse("tail(P, W, s) <= eps or (forall Q: pml(Q, W, y) <= c)")))
    ['c', 'eps', 's', 'y']
    """
    about = subjects(part)
    scalars = (inner.name for inner in walk(part) if isinstance(inner, Scalar))
    return {*about.scalars, *about.outcomes, *scalars}


def fresh_name(stem: str, taken: Container[str]) -> str:
    """The first of stem, stem2, stem3, .. that is not among the names taken in a claim.

    >>> fresh_name("s", {"s", "s3"})
    's2'
    """
    return next(n for k in count(1) if (n := f"{stem}{k}" if k > 1 else stem) not in taken)


def measured_scalars(claim: Part) -> dict[str, str]:
    """The scalars in a claim's measures, orders and conditions, with the domains needed there.

    >>> from pmlsym.claim_text.question import parse
    >>> measured_scalars(parse("eml(P, W, delta) <= eps"))
    {'delta': 'probability'}
    """
    scalars: dict[str, str] = {}
    for part in walk(claim):
        if isinstance(part, Measure | Condition):
            for polynomial in _polynomials_of_node(part):
                for tensor in polynomial.tensors:
                    _add_tensor(tensor, {}, set(), scalars)
        for letter in _letters_in_order(part):
            _narrow_domain(scalars, letter, "nonnegative")
    return scalars


def _letters_in_order(part: Part) -> tuple[str, ...]:
    """The free names that a claim has in a measure's order, as a in I[a]; none at other nodes."""
    return part.letters if isinstance(part, OpenOrder) else ()


def is_about_numbers(claim: Claim) -> bool:
    """Whether a claim is about numbers alone, with no measure, entropy or alphabet.

    >>> from pmlsym.claim_text.question import parse
    >>> is_about_numbers(parse("log(x) <= x - 1")), is_about_numbers(parse("pml(P, W) <= eps"))
    (True, False)
    """
    others = (part for part in walk(claim) if isinstance(part, Measure | Entropic))
    return next(others, None) is None and not subjects(claim).alphabets


def is_about_variables(claim: Claim) -> bool:
    """Whether a claim is about random variables, such as H(A) <= H(A,B), and no prior or channel.

    >>> from pmlsym.claim_text.question import parse
    >>> is_about_variables(parse("H(A) <= H(A,B)")), is_about_variables(parse("pml(P, W) <= eps"))
    (True, False)
    """
    kinds = {type(part) for part in walk(claim)}
    return Entropic in kinds and kinds.isdisjoint({Measure, Condition})


def _collect_subjects(claim: Part) -> Subjects:
    """The subjects of a claim, its names without content, collected from all its nodes."""
    tensors: dict[str, Tensor] = {}
    alphabets: set[str] = set()
    scalars: dict[str, str] = {}
    every = [*parts_with_bindings(claim)]
    for part, inside in every:
        if isinstance(part, Scalar):
            _narrow_domain(scalars, part.name, part.domain)
        alphabets_here: set[str] = set()
        for tensor in tensors_in(part):
            if tensor.name in inside.names:
                alphabets_here.update(tensor.alphabets)
            else:
                _add_tensor(tensor, tensors, alphabets_here, scalars)
        if isinstance(part, Measure):
            alphabets_here.update(i.alphabet for i in range_indices(part.value))
            alphabets_here.update(i.alphabet for i in part.free)
        alphabets |= alphabets_here - inside.alphabets
    measures = [part for part, _ in every if isinstance(part, Measure)]
    for measure in measures:
        for quotient in measure.defined:
            tensors.pop(quotient.tensor.name, None)
    if tensors and any(_joint_of_variables(claim)):
        raise InvalidInput(TWO_WORLDS)
    for tensor in _joint_of_variables(claim):
        _add_tensor(tensor, tensors, alphabets, scalars)
    outcomes = _alphabets_of_outcomes(measures)
    _require_distinct_names(scalars, outcomes, tensors)
    return Subjects(
        tuple(sorted(alphabets)),
        tuple(sorted(tensors.values())),
        scalars,
        outcomes,
        merge(*map(_entries_given_by, walk(claim))),
    )


@dataclass(frozen=True)
class Binding:
    """The names of priors, channels and gains, and the alphabets, that quantifiers have bound."""

    names: frozenset[str] = frozenset()
    alphabets: frozenset[str] = frozenset()

    def within(self, over: Binder) -> Binding:
        """The names and alphabets bound at a claim's place, with those of one more quantifier."""
        return Binding(self.names.union(over.names), self.alphabets.union(over.alphabets))


def parts_with_bindings(part: Part, scope: Binding = Binding()) -> Iterator[tuple[Part, Binding]]:
    """Each part of a claim, with the names that are not free in it but bound by quantifiers."""
    inner = scope.within(part.over) if isinstance(part, Quantified | Optimum) else scope
    yield part, inner
    for child in children(part):
        yield from parts_with_bindings(child, inner)


def alphabets_within(part: Part) -> set[str]:
    """All alphabets that a part of a claim mentions, bound by a quantifier or not."""
    alphabets: set[str] = set()
    for inner in walk(part):
        alphabets.update(*(tensor.alphabets for tensor in tensors_in(inner)))
        alphabets.update(tensor.counted for tensor in tensors_in(inner) if tensor.is_size)
        if isinstance(inner, Measure):
            alphabets.update(i.alphabet for i in range_indices(inner.value))
            alphabets.update(i.alphabet for i in inner.free)
    return alphabets


def tensors_in(part: Part) -> set[Tensor]:
    """The tensors that one part of a claim mentions by itself, without its children's."""
    tensors: set[Tensor] = set()
    for polynomial in _polynomials_of_node(part):
        tensors.update(polynomial.tensors)
    if isinstance(part, Quantified | Optimum):
        for subject in part.over.subjects:
            body = getattr(subject, "body", None)
            tensors.update(body.tensors if isinstance(body, Polynomial) else ())
    return tensors


def _alphabets_of_outcomes(measures: Iterable[Measure]) -> dict[str, str]:
    """The alphabet of each free outcome y of the measures in a claim."""
    alphabets: dict[str, str] = {}
    for index in (index for measure in measures for index in measure.free):
        if alphabets.setdefault(index.name, index.alphabet) != index.alphabet:
            raise AlphabetMismatch(
                f"{index.name} is an outcome of {alphabets[index.name]} and of {index.alphabet};"
                " give one another name"
            )
    return alphabets


def _entries_given_by(part: Part) -> tuple[Data, ...]:
    """The concrete entries that one part of a claim, a measure or condition, gives."""
    if isinstance(part, Condition):
        return merge(*(each.data for each in _subjects_of_condition(part)))
    return part.data if isinstance(part, Measure) else ()


def _require_distinct_names(
    scalars: dict[str, str], outcomes: dict[str, str], tensors: dict[str, Tensor]
) -> None:
    """Raise InvalidInput where a claim's name stands for two things, or is a reserved word."""
    clash = (set(scalars) & set(outcomes)) | (set(scalars) & set(tensors))
    if clash:
        raise InvalidInput(f"{min(clash)} is a number and something else; give one another name")
    called = next((name for name in (*scalars, *outcomes) if name in RESERVED), "")
    if called:
        raise InvalidInput(f"{called} is a word of the claim language; give it another name")


def _joint_of_variables(claim: Part) -> Iterator[Tensor]:
    """The joint distribution of the random variables of a claim, if it has any."""
    variables = {v for part in walk(claim) if isinstance(part, Entropic) for v in part.variables}
    if variables:
        yield joint(tuple(sorted(variables)))


def _polynomials_of_node(part: Part) -> Iterator[Polynomial]:
    """The polynomials of one part of a claim, a measure without its quotients or a condition."""
    if isinstance(part, Measure):
        quotients = {quotient.tensor for quotient in part.defined}
        for polynomial in polynomials_of(part.value):
            if quotients.isdisjoint(polynomial.tensors):
                yield polynomial
            else:
                rest = {m: c for m, c in polynomial if quotients.isdisjoint(_tensors_of(m))}
                yield Polynomial(rest)
        for quotient in part.defined:
            yield from (quotient.weight, quotient.total)
    if isinstance(part, Condition):
        yield from (each.body for each in _subjects_of_condition(part))


def _subjects_of_condition(condition: Condition) -> list[Prior | Channel]:
    """The priors and channels that a condition of a claim, such as W == V, is about."""
    sides = (condition.subject, condition.within)
    return [each for each in sides if isinstance(each, Prior | Channel)]


def _add_tensor(
    tensor: Tensor, tensors: dict[str, Tensor], alphabets: set[str], scalars: dict[str, str]
) -> None:
    """Add a claim's tensor to its tensors, alphabets or scalars, whichever it stands for."""
    if tensor.is_size:
        alphabets.add(tensor.counted)
    elif tensor.is_delta:
        alphabets.update(tensor.alphabets)
    elif tensor.alphabets:
        alphabets.update(tensor.alphabets)
        if tensors.setdefault(tensor.name, tensor) != tensor:
            raise InvalidInput(
                f"two different tensors are called {tensor.name}; give one another name"
            )
    else:
        nonnegative = tensor.is_exponential or tensor.is_nonnegative
        probability = tensor.is_nonnegative and tensor.is_at_most_one
        least = "nonnegative" if nonnegative else "real"
        _narrow_domain(scalars, tensor.number, "probability" if probability else least)


def _narrow_domain(scalars: dict[str, str], name: str, domain: str) -> None:
    """Give a scalar that stands in several places of a claim the narrowest of their domains."""
    if domain not in DOMAINS:
        raise InvalidInput(f"a scalar's domain is one of {', '.join(DOMAINS)}, not {domain!r}")
    scalars[name] = max(scalars.get(name, "real"), domain, key=DOMAINS.index)


def _tensors_of(monomial: tuple[tuple[tuple[Tensor, object], ...], ...]) -> set[Tensor]:
    """The tensors in one monomial of a claim's polynomial."""
    return {tensor for factor in monomial for tensor, _ in factor}


_SUBJECTS: WeakKeyDictionary[Part, Subjects] = WeakKeyDictionary()


class FreshNames:
    """Fresh names for the tensors that lowering introduces, in a fixed order."""

    def __init__(self, taken: frozenset[str] = frozenset()) -> None:
        """Avoid the names that are taken: those of the claim itself."""
        self._taken = taken
        self._counts: dict[str, int] = {}

    def fresh(self, stem: str) -> str:
        """The next of stem1, stem2, .. that is not a name of a subject of the claim."""
        while True:
            self._counts[stem] = self._counts.get(stem, 0) + 1
            name = f"{stem}{self._counts[stem]}"
            if name not in self._taken:
                return name

    def copy(self) -> FreshNames:
        """A copy that makes names unlike those of the claim's subjects, and counts on its own."""
        other = FreshNames(self._taken)
        other._counts = dict(self._counts)
        return other
