"""Quantities and claims as text, which the claim language reads back as the same.

The operators bind in this order, weakest first: + and -, * and /, unary minus, ^. A measure is
written by its `text`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from pmlsym.language.fold import children
from pmlsym.language.interpretation import Arithmetic, Logic
from pmlsym.language.nodes import (
    Claim,
    Entropic,
    Measure,
    Named,
    Optimum,
    Quantified,
    Quantity,
    Series,
)

_SUM, _PRODUCT, _SIGNED, _ATOM = range(4)
_BINDS, _IMPLIES, _OR, _AND, _NOT = range(-1, 4)


def write_quantity(quantity: Quantity) -> str:
    """The quantity, a tree of nodes, as the claim language writes it.

    >>> from pmlsym.language.nodes import Scalar
    >>> write_quantity(Scalar("a") / 2 - 1)
    'a/2 - 1'
    """
    return _text_of_quantity(quantity).text


def claim_text(part: Quantity | Claim) -> str:
    """The quantity or claim, a tree of nodes, as the claim language writes it.

    >>> from pmlsym.language.nodes import Scalar
    >>> claim_text(Scalar("a") / 2), claim_text(Scalar("a") <= 1)
    ('a/2', 'a <= 1')
    """
    return statement(part) if isinstance(part, Claim) else write_quantity(part)


def write_value(measure: Measure, degree: int = 1) -> str:
    """The text of a measure's level, by its node: exp(..) of a logarithm, or a root of it."""
    part = f"/{degree}" if degree > 1 else ""
    return f"exp({measure.text}{part})" if measure.is_log else measure.text


def statement(claim: Claim) -> str:
    """The claim, a tree of nodes, as the claim language writes it, which is how facts are named.

    >>> from pmlsym.language.nodes import Scalar
    >>> statement(Scalar("c", "nonnegative") <= 1)
    'c <= 1'
    """
    return _CLAIMS.read(claim).text


class _Text(NamedTuple):
    """A text, how strongly it binds, and the text behind a leading minus."""

    text: str
    rank: int = _ATOM
    negated: _Text | None = None

    def within(self, around: int) -> str:
        """The text of a node, in parentheses where it binds less than the node around it."""
        return f"({self.text})" if self.rank < around else self.text

    def behind_minus(self, around: int) -> str:
        """The text of a node behind a minus, where two signs in a row would be misread."""
        text = self.within(around)
        return f"({text})" if text.startswith("-") else text


def _text_of_quantity(quantity: Quantity) -> _Text:
    """The text of a quantity's node in the claim language; a named sum by its name."""
    if isinstance(quantity, Named):
        return _Text(quantity.text)
    return _TEXTS.join(quantity, _text_of_quantity)


def _text_of_entropy(entropic: Entropic) -> _Text:
    """The text of the node of an entropy or information: H(A,B|C) or I(A;B|C)."""
    inside = ",".join(entropic.left)
    inside += ";" + ",".join(entropic.right) if entropic.right else ""
    inside += "|" + ",".join(entropic.given) if entropic.given else ""
    return _Text(f"{'I' if entropic.right else 'H'}({inside})")


def _text_of_number(value: Fraction) -> _Text:
    """The text of a node that is a rational, and how strongly it binds."""
    whole = _SIGNED if value.numerator < 0 else _ATOM
    rank = whole if value.denominator == 1 else _PRODUCT
    return _Text(str(value), rank, _text_of_number(-value) if value.numerator < 0 else None)


def _text_of_sum(terms: Sequence[_Text]) -> _Text:
    """The text of a sum's node: the terms with their signs."""
    text = terms[0].within(_SUM)
    for term in terms[1:]:
        if term.negated:
            text += f" - {term.negated.behind_minus(_PRODUCT)}"
        else:
            text += f" + {term.within(_PRODUCT)}"
    return _Text(text, _SUM)


def _text_of_product(factors: Sequence[_Text]) -> _Text:
    """The text of a product's node: the factors with * between them, -1 as a minus."""
    first, *rest = factors
    if first == _MINUS_ONE and len(rest) == 1:
        return _Text(f"-{rest[0].behind_minus(_SIGNED)}", _SIGNED, rest[0])
    return _Text("*".join([first.within(_PRODUCT), *(f.within(_SIGNED) for f in rest)]), _PRODUCT)


def _text_of_call(name: str, *parts: _Text) -> _Text:
    """The text of a node that is a function of the claim language at its arguments."""
    return _Text(f"{name}({', '.join(part.text for part in parts)})")


def _text_of_series(series: Series, read: Callable[[Quantity], _Text]) -> _Text:
    """The text of the node of a sum or product over a letter: sum(k, m, n, f)."""
    parts = (_Text(series.letter), *map(read, children(series)))
    return _text_of_call("prod" if series.is_product else "sum", *parts)


def _text_of_supremum(supremum: Optimum, read: Callable[[Quantity], _Text]) -> _Text:
    """The text of a supremum's node: (sup P with ..: ..) or (inf ..)."""
    word = "sup" if supremum.is_supremum else "inf"
    body = read(supremum.body).text
    return _Text(f"({word} {supremum.over}{_text_of_condition(supremum.within)}: {body})")


def _text_of_condition(claims: Sequence[Claim]) -> str:
    """The condition of a quantifier's node as it is written: " with ..", or nothing."""
    return "".join(f" with {_CLAIMS.read(claim).within(_OR)}" for claim in claims)


_MINUS_ONE = _text_of_number(Fraction(-1))
_TEXTS: Arithmetic[_Text] = Arithmetic(
    constant=_text_of_number,
    scalar=lambda scalar: _Text(scalar.name),
    measure=lambda measure: _Text(measure.text),
    entropy=_text_of_entropy,
    letter=lambda letter: _Text(letter.name),
    series=_text_of_series,
    add=_text_of_sum,
    multiply=_text_of_product,
    divide=lambda a, b: _Text(f"{a.within(_PRODUCT)}/{b.within(_SIGNED)}", _PRODUCT),
    log=partial(_text_of_call, "log"),
    exp=partial(_text_of_call, "exp"),
    largest=lambda bodies: _text_of_call("max", *bodies),
    smallest=lambda bodies: _text_of_call("min", *bodies),
    tail=partial(_text_of_call, "binomial"),
    supremum=_text_of_supremum,
    ordered=lambda ordered: _Text(ordered.text),
)


def _text_of_implication(premise: _Text, conclusion: Callable[[], _Text]) -> _Text:
    """The text of an implication's node: premise => conclusion."""
    return _Text(f"{premise.within(_OR)} => {conclusion().within(_BINDS)}", _IMPLIES)


def _text_of_connective(word: str, rank: int, claims: Sequence[_Text]) -> _Text:
    """The text of a node "and" or "or": the claims joined by a word; one claim by itself."""
    if len(claims) == 1:
        return claims[0]
    return _Text(word.join(part.within(rank + 1) for part in claims), rank)


def _text_of_quantified(claim: Quantified) -> _Text:
    """A quantifier's node as it is written: forall P with ..: .., or exists."""
    word = "forall" if claim.is_universal else "exists"
    text = f"{word} {claim.over}{_text_of_condition(claim.within)}: {_CLAIMS.read(claim.body).text}"
    return _Text(text, _BINDS)


_CLAIMS: Logic[_Text] = Logic(
    compare=lambda c: _Text(f"{write_quantity(c.left)} {c.relation} {write_quantity(c.right)}"),
    condition=lambda condition: _Text(condition.text),
    all_of=partial(_text_of_connective, " and ", _AND),
    any_of=partial(_text_of_connective, " or ", _OR),
    negate=lambda body: _Text(f"not {body.within(_NOT)}", _NOT),
    implies=_text_of_implication,
    quantify=_text_of_quantified,
)
