"""A measure in the place of a number that a hypothesis bounds it by.

    I[2](P, W) <= s => I[2](P, W >> V) <= s        I[2](P, W >> V) <= I[2](P, W)

The larger side grows in s, which stands nowhere else: A <= B(m) and m <= s give A <= B(s). Here s
is a real number and m is not inf, so that B(m) has a value where B(s) has one.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from pmlsym.claims.hypotheses import hypotheses_of, under_hypotheses
from pmlsym.claims.repeated import repeat_letters_of
from pmlsym.claims.subjects import number_names
from pmlsym.engines.implying.parts import Implying, upward_conclusion, with_parts
from pmlsym.language.fold import key
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Constant,
    Division,
    Measure,
    Product,
    Quantity,
    Scalar,
    Sum,
)


def without_bounded_numbers(claim: Claim) -> Iterator[Implying]:
    """Claims that imply a claim with a hypothesis m <= s: there the measure m stands for s.

    >>> from pmlsym.claim_text.question import parse
    >>> (found,) = without_bounded_numbers(parse("mi(P, W) <= s => mi(P, W >> V) <= 2*s + 1"))
    >>> print(*found.claims, found.where, sep="    ")
    mi(P, W >> V) <= 2*mi(P, W) + 1    s is at least mi(P, W)
    """
    one_by_one = tuple(_without_bounded_number(claim))
    if len(one_by_one) > 1:
        without, words = claim, list[str]()
        while (made := next(_without_bounded_number(without), None)) is not None:
            (without,) = made.claims
            words.append(made.where)
        yield Implying((without,), ", ".join(words))
    yield from one_by_one


def _without_bounded_number(claim: Claim) -> Iterator[Implying]:
    """Claims that imply this one, each with a measure m for s and no hypothesis m <= s."""
    hypotheses, upwards = hypotheses_of(claim), upward_conclusion(claim)
    if upwards is None:
        return
    often = {*repeat_letters_of(claim)}
    for k, each in enumerate(hypotheses):
        measure, number = _bounded_in(each)
        others = (*hypotheses[:k], *hypotheses[k + 1 :])
        if measure is None or number is None or not _grows_in(upwards.right, number.name, often):
            continue
        elsewhere = {*number_names(measure), *number_names(upwards.left)}
        if number.name in elsewhere.union(*map(number_names, others)):
            continue
        larger = with_parts(upwards.right, {key(number): measure})
        end = Comparison(upwards.left, upwards.relation, larger)
        yield Implying((under_hypotheses(others, end),), f"{number} is at least {measure}")


def _bounded_in(hypothesis: Claim) -> tuple[Measure | None, Scalar | None]:
    """The measure m and the scalar s if a hypothesis of a claim is m <= s; else nothing."""
    if isinstance(hypothesis, Comparison) and hypothesis.relation in ("<=", "<", ">=", ">"):
        low = hypothesis if hypothesis.relation in ("<=", "<") else hypothesis.flipped
        if isinstance(low.left, Measure) and isinstance(low.right, Scalar):
            return low.left, low.right
    return None, None


def _grows_in(quantity: Quantity, name: str, often: Set[str]) -> bool:
    """Whether a claim's larger side is a positive multiple of the scalar, plus terms without it.

    Letters that say how often a channel is used are such numbers, too.
    """
    match quantity:
        case Scalar():
            return quantity.name == name
        case Sum(terms):
            inside = [term for term in terms if name in number_names(term)]
            return len(inside) == 1 and _grows_in(inside[0], name, often)
        case Product(factors):
            *others, last = sorted(factors, key=lambda each: name in number_names(each))
            return all(_is_positive_weight(each, often) for each in others) and _grows_in(
                last, name, often
            )
        case Division(above, Constant(value)):
            return value > 0 and _grows_in(above, name, often)
    return False


def _is_positive_weight(quantity: Quantity, often: Set[str]) -> bool:
    """Whether a factor on a claim's side is a positive constant or a repeat letter n."""
    match quantity:
        case Constant(value):
            return value > 0
        case Scalar():
            return quantity.name in often
    return False
