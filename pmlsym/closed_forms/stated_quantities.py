"""Quantities that are written as in a claim, of W and P: a measure, or what is made of measures.

    rdp(W, 3/2)    ldp(W, delta)    L[id](P, W) = log V[id](P, W) - log V[id](P)

A letter that stands for a number is a parameter, of the domain that it has in claims; one that
stands for an order is above one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

import sympy

from pmlsym.calculus.polynomial import atom
from pmlsym.calculus.scalar import scalar
from pmlsym.claim_text.question import parse_quantity
from pmlsym.claims.subjects import subjects
from pmlsym.claims.unit import is_in_nats
from pmlsym.errors import InvalidInput, UnknownName, Unsupported
from pmlsym.language.fold import contains, fold, rebuild, walk
from pmlsym.language.interpretation import Arithmetic
from pmlsym.language.nodes import Comparison, Measure, OpenOrder, Quantity, Scalar
from pmlsym.language.value import LetterOrder, polynomials_of
from pmlsym.language.writing import write_quantity
from pmlsym.measures.every import MEASURES
from pmlsym.measures.notion import (
    CHANNEL,
    FUNCTION,
    GAIN,
    HIDDEN,
    LEVEL,
    ORDER,
    OUTCOME,
    PRIOR,
    PROBABILITY,
    Word,
)
from pmlsym.measures.scalar_argument import ScalarArgument
from pmlsym.mechanism_families.arguments import require_one_meaning
from pmlsym.mechanism_families.mechanism import Mechanism
from pmlsym.mechanism_families.parameter import Parameter, exponent, real
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.numbers.conversion import sympy_of
from pmlsym.numbers.number import exp_of, log_of, number

EXAMPLES = {
    **{sort: sort for sort in (PRIOR, CHANNEL, HIDDEN, OUTCOME, PROBABILITY)},
    ORDER: "2",
    LEVEL: "tau",
}
INDEX = {GAIN: "id", FUNCTION: "chi2", ORDER: "2"}
"""How an argument, and an index, is written that a quantity of one channel can have."""


@dataclass(frozen=True)
class StatedQuantity:
    """A quantity of W and P, and the text that states it."""

    text: str
    quantity: Quantity

    @property
    def is_of_prior(self) -> bool:
        """Whether the quantity, whose closed form is sought, depends on the prior."""
        return "P" in _names_of(self.quantity)

    @property
    def in_nats(self) -> bool:
        """Whether the quantity's closed form is in nats, and not a plain number."""
        return is_in_nats(Comparison(self.quantity, "<=", self.quantity))

    def measures(self, mechanism: Mechanism) -> dict[str, Measure]:
        """The measures of a mechanism whose closed forms make up the quantity."""
        by_name: dict[str, Prior | Channel] = {"W": mechanism.channel, "P": mechanism.prior}
        whole = _with_letter_orders(parse_quantity(self.text, known=by_name))
        orders = {n.order for n in walk(parse_quantity(self.text)) if isinstance(n, OpenOrder)}
        parts = [part for part in walk(whole) if isinstance(part, Measure)]
        letters = [real(str(o), "order", 1, low_open=True) for o in orders]
        named = [*_parameters_of(parts), *(replace(p, tensor=scalar(p.name)) for p in letters)]
        require_one_meaning([*mechanism.parameters, *named])
        if taken := {p.name for p in letters} & {p.name for p in mechanism.parameters}:
            raise InvalidInput(
                f"{taken.pop()} is a parameter of the family: name the order otherwise"
            )
        data = (*mechanism.channel.data, *(p.at() for p in named))
        labels = [""] if isinstance(whole, Measure) else map(str, range(len(parts)))
        measures = (replace(m, data=tuple(dict.fromkeys((*m.data, *data)))) for m in parts)
        return dict(zip(labels, measures, strict=True))

    def join(self, parts: Sequence[Any]) -> Any:
        """The quantity from closed forms of its measures, or from all their numbers."""
        of_sympy = all(isinstance(part, sympy.Basic) for part in parts)
        return _join_entries(self.quantity, iter(parts), _IN_SYMPY if of_sympy else _IN_NUMBERS)


def stated_quantity(text: str) -> StatedQuantity:
    """The quantity, for a closed form, that a text states with W and P alone.

    Raises InvalidInput where it has other names, as `parse_quantity` does elsewhere.

    >>> stated_quantity("aleak(P, W, 2)").text
    'aleak(P, W, 2)'
    """
    quantity = parse_quantity(text)
    names, whole = _names_of(quantity), _with_letter_orders(quantity)
    if not {"W"} <= names <= {"P", "W"} or not contains(whole, Measure):
        raise InvalidInput(f"write {text[:60]} of W, and of P where there is a prior")
    return StatedQuantity(write_quantity(quantity), whole)


def argument_in_sympy(quantity: Quantity) -> sympy.Expr:
    """A measure's argument, such as eps or log(2), as a closed form's expression.

    >>> argument_in_sympy(Scalar("eps") + 1)
    eps + 1
    """
    return _join_entries(quantity, iter(()), _IN_SYMPY)


def written_measure(name: str) -> UnknownName | None:
    """The error where a closed form is asked of a measure's bare word; None at other names.

    >>> written_measure("rdp")
    UnknownName('rdp has further arguments: write rdp(W, 2)')
    """
    words = [word for word in MEASURES if word.name == name]
    written = [text for word in words if (text := _word_with_arguments(word)) is not None]
    if written:
        return UnknownName(f"{name} has further arguments: write {' or '.join(written)}")
    if not words:
        return None
    if not any({CHANNEL, HIDDEN} & {*word.sorts} for word in words):
        return UnknownName(
            f"{name} is no quantity of one channel, of which derive has closed forms"
        )
    sorts = ", ".join(words[0].sorts)
    of_more = f"{name}({sorts}) is a measure of more than a prior and a channel"
    return UnknownName(f"{of_more}, of which derive has closed forms")


def _word_with_arguments(word: Word) -> str | None:
    """A measure's word with arguments that closed forms take, as rdp(W, 2); None if others."""
    index, sorts = (word.sorts[:1], word.sorts[1:]) if word.indexed else ((), word.sorts)
    if (
        not {CHANNEL, HIDDEN} & {*sorts}
        or not {*sorts} <= EXAMPLES.keys()
        or not {*index} <= INDEX.keys()
    ):
        return None
    shown = "".join(f"[{INDEX[sort]}]" for sort in index)
    return f"{word.name}{shown}({', '.join(EXAMPLES[sort] for sort in sorts)})"


def _names_of(quantity: Quantity) -> set[str]:
    """The names of the priors and channels of a quantity whose closed form is sought."""
    return {tensor.name for tensor in subjects(quantity).tensors if tensor.stochastic}


def _with_letter_orders(quantity: Quantity) -> Quantity:
    """The quantity with orders as letters above one, as closed forms have them."""

    def closed(node: Quantity, parts: tuple[Quantity, ...]) -> Quantity:
        """A quantity's node with its order as a letter of the closed form."""
        if not isinstance(node, OpenOrder):
            return rebuild(node, parts)
        if not isinstance(node.order, Scalar):
            raise InvalidInput(f"the order {node.order} is neither a number nor a letter")
        return node.make(LetterOrder(atom(scalar(node.order.name)), True))

    made: Quantity = fold(quantity, closed)
    return made


def _parameters_of(measures: Sequence[Measure]) -> list[Parameter]:
    """The closed form's parameters that arguments of measures name: levels, probabilities."""
    written = [a.quantity for m in measures for a in m.arguments if isinstance(a, ScalarArgument)]
    names = dict.fromkeys(n.name for q in written for n in walk(q) if isinstance(n, Scalar))
    tensors = {t for m in measures for p in polynomials_of(m.value) for t in p.tensors}
    named = [p for n in names if (p := exponent(n, "a level")).tensor in tensors]
    shares = sorted((t for t in tensors if t.role == "scalar" and t.of in names), key=str)
    one = real("share", "a probability", 0, 1)
    return [*named, *(replace(one, name=str(t.of), tensor=t) for t in shares)]


def _join_entries(
    quantity: Quantity, parts: Iterator[Any], functions: Mapping[str, Callable[..., Any]]
) -> Any:
    """The quantity over entries, closed forms or numbers, that stand for its measures."""
    rules = Arithmetic[Any](
        constant=functions["number"],
        scalar=lambda letter: sympy.Symbol(letter.name),
        measure=lambda _: next(parts),
        add=lambda terms: sum(terms[1:], terms[0]),
        multiply=prod,
        divide=lambda above, below: above / below,
        log=functions["log"],
        exp=functions["exp"],
        refused=lambda node: Unsupported(f"{node} has no closed form here"),
    )
    return rules.read(quantity)


_IN_SYMPY = {"number": sympy_of, "log": sympy.log, "exp": sympy.exp}
_IN_NUMBERS = {"number": number, "log": log_of, "exp": exp_of}
