"""Quantities and claims as text: what the claim language reads back as the same.

Weakest first: + and -, * and /, unary minus, ^. A measure is written by its `text`.
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.language.fold import children
from pmlsym.language.nodes import (
    BinomialTail,
    Bound,
    Claim,
    Comparison,
    Condition,
    Conjunction,
    Constant,
    Disjunction,
    Division,
    Entropic,
    Exponential,
    Extreme,
    Implication,
    Logarithm,
    Measure,
    Named,
    Negation,
    Product,
    Quantity,
    Scalar,
    Series,
    Sum,
)

_SUM, _PRODUCT, _SIGNED, _ATOM = range(4)
_IMPLIES, _OR, _AND, _NOT = range(4)


def write_quantity(quantity: Quantity) -> str:
    """The quantity in the claim language.

    >>> write_quantity(Scalar("a") / 2 - 1)
    'a/2 - 1'
    """
    return _quantity(quantity, _SUM)


def claim_text(part: Quantity | Claim) -> str:
    """The quantity, or the claim as `statement` gives it.

    >>> claim_text(Scalar("a") / 2), claim_text(Scalar("a") <= 1)
    ('a/2', 'a <= 1')
    """
    return statement(part) if isinstance(part, Claim) else write_quantity(part)


def write_value(measure: Measure) -> str:
    """What a level of the measure stands for: its exponential where it is a logarithm."""
    return f"exp({measure.text})" if measure.is_log else measure.text


def statement(claim: Claim) -> str:
    """The claim without what its priors, channels and scalars declare: how facts are called.

    >>> from pmlsym.language.nodes import Scalar
    >>> statement(Scalar("c", "nonnegative") <= 1)
    'c <= 1'
    """
    return _claim(claim, _IMPLIES)


def _quantity(quantity: Quantity, around: int) -> str:
    match quantity:
        case Constant(value):
            return _enclosed(str(value), _rank(value), around)
        case Scalar(name) | Bound(name):
            return name
        case Measure(text=text) | Named(text=text) | Entropic(text=text):
            return text
        case Sum(terms):
            return _enclosed(_sum(terms), _SUM, around)
        case Product((Constant(value=value), body)) if value == -1:
            return _enclosed(f"-{_behind_minus(body, _SIGNED)}", _SIGNED, around)
        case Product(factors):
            first, *rest = factors
            text = "*".join([_quantity(first, _PRODUCT), *(_quantity(f, _SIGNED) for f in rest)])
            return _enclosed(text, _PRODUCT, around)
        case Division(numerator, denominator):
            text = f"{_quantity(numerator, _PRODUCT)}/{_quantity(denominator, _SIGNED)}"
            return _enclosed(text, _PRODUCT, around)
    return _call(quantity)


def _call(quantity: Quantity) -> str:
    """A function of the language at its arguments."""
    match quantity:
        case Logarithm():
            start = "log("
        case Exponential():
            start = "exp("
        case BinomialTail():
            start = "binomial("
        case Extreme(is_maximum=is_maximum):
            start = "max(" if is_maximum else "min("
        case Series(letter, is_product=is_product):
            start = f"{'prod' if is_product else 'sum'}({letter}, "
        case _:
            raise TypeError(f"{type(quantity).__name__} is no quantity that can be written")
    return start + ", ".join(_quantity(part, _SUM) for part in children(quantity)) + ")"


def _sum(terms: tuple[Quantity, ...]) -> str:
    first, *rest = terms
    text = _quantity(first, _SUM)
    for term in rest:
        match term:
            case Product((Constant(value=value), body)) if value == -1:
                text += f" - {_behind_minus(body, _PRODUCT)}"
            case Constant(value=value) if value < 0:
                text += f" - {-value}"
            case _:
                text += f" + {_quantity(term, _PRODUCT)}"
    return text


def _behind_minus(quantity: Quantity, around: int) -> str:
    """The quantity behind a minus sign: two signs in a row would read as a decrement or a dash."""
    text = _quantity(quantity, around)
    return f"({text})" if text.startswith("-") else text


def _enclosed(text: str, own: int, around: int) -> str:
    return f"({text})" if own < around else text


def _rank(value: Fraction) -> int:
    if value.denominator != 1:
        return _PRODUCT
    return _SIGNED if value < 0 else _ATOM


def _claim(claim: Claim, around: int) -> str:
    match claim:
        case Implication(premise, conclusion):
            text = f"{_claim(premise, _OR)} => {_claim(conclusion, _IMPLIES)}"
            return _enclosed(text, _IMPLIES, around)
        case Disjunction(claims):
            text = " or ".join(_claim(part, _AND) for part in claims)
            return _enclosed(text, _OR, around) if len(claims) != 1 else _claim(claims[0], around)
        case Conjunction(claims):
            text = " and ".join(_claim(part, _NOT) for part in claims)
            return _enclosed(text, _AND, around) if len(claims) != 1 else _claim(claims[0], around)
        case Negation(body):
            return _enclosed(f"not {_claim(body, _NOT)}", _NOT, around)
        case Comparison(left, relation, right):
            return f"{write_quantity(left)} {relation} {write_quantity(right)}"
        case Condition(text=text):
            return text
        case _:
            raise TypeError(f"{type(claim).__name__} is no claim that can be written")
