"""The same claim in other words, where an induction does not show it as it stands.

    A == n*b                        A <= n*b,  and  A >= n*b
    n*b <= A(n), b may be inf       c <= b => n*c <= A(n),  for every real number c
    b <= eps/n, n*b <= eps  =>      b <= u =>,  with n*u for eps wherever it stands
    what the step says of m         any channel for W^&m, and any number for m*eps

The second says the same, since n*c exceeds every number where b is inf, and nothing is said where
it is -inf. In the third u is the number eps/n. The last says more: it is true of every channel and
number, so of these. There the multiples are finite, else no number is one of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from pmlsym.claims.hypotheses import conclusion_of, hypotheses_of, under
from pmlsym.claims.multiples import multiples
from pmlsym.claims.names import fresh_name
from pmlsym.claims.ranges import range_of
from pmlsym.claims.repeated import changed, letters_of, speaks_of
from pmlsym.claims.subjects import subjects
from pmlsym.errors import Unsupported
from pmlsym.language.fold import walk
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Constant,
    Division,
    Multiple,
    Quantity,
    Scalar,
)
from pmlsym.model.repetition import unknown


def in_other_words(claim: Claim) -> tuple[Claim, ...]:
    """Claims that together give a claim; nothing where it is not said otherwise.

    >>> from pmlsym.claim_text.question import parse
    >>> print(*in_other_words(parse("ldp(W) <= eps/n => ldp(W^&n) <= eps")))
    ldp(W) <= u => ldp(W^&n) <= n*u
    >>> print(*in_other_words(parse("ldp(W^n) >= n*ldp(W)")))
    c <= ldp(W) => n*c <= ldp(W^n)
    """
    letter = letters_of(claim)[0]
    premises, conclusion = hypotheses_of(claim), conclusion_of(claim)
    if isinstance(conclusion, Comparison) and conclusion.relation == "==":
        return tuple(under(premises, side) for side in conclusion.inequalities)
    below = _below_infinite(claim, conclusion, letter)
    if below is not None:
        known, said = below
        return (under([*premises, known], said),)
    shared = _shared(claim, [_divided(p, letter) for p in premises], conclusion, letter)
    if shared is not None:
        return (shared,)
    assumed = [each for each in letters_of(claim) if _is_assumed(premises, each)]
    return (_of_any(claim, assumed[0]),) if assumed else ()


def _fresh(claim: Claim, stem: str, domain: str = "real") -> Scalar:
    taken = {*subjects(claim).scalars, *subjects(claim).outcomes, *letters_of(claim)}
    taken |= {part.name for part in walk(claim) if isinstance(part, Scalar)}
    return Scalar(fresh_name(stem, taken), domain)


def _below_infinite(claim: Claim, conclusion: Claim, letter: str) -> tuple[Claim, Claim] | None:
    """c <= b, and the conclusion of c, where n*b is the smaller side and b may be infinite."""
    if not isinstance(conclusion, Comparison) or conclusion.relation not in ("<=", ">="):
        return None
    left, right = conclusion.left, conclusion.right
    small, large = (left, right) if conclusion.relation == "<=" else (right, left)
    own = multiples(small, letter)
    if own is None or own.rest is not None or not range_of(own.slope).endless:
        return None
    number = _fresh(claim, "c")
    known = Comparison(number, "<=", own.slope)
    return known, Comparison(Scalar(letter) * number, "<=", large)


def _divided(premise: Claim, letter: str) -> Claim:
    """n*b <= eps as b <= eps/n; any other premise itself."""
    if isinstance(premise, Comparison):
        for way in (premise, premise.flipped):
            own = multiples(way.left, letter)
            if own is not None and own.rest is None and isinstance(way.right, Scalar):
                divided = Comparison(own.slope, way.relation, Division(way.right, Scalar(letter)))
                return divided if way is premise else divided.flipped
    return premise


def _shared(
    claim: Claim, premises: Sequence[Claim], conclusion: Claim, letter: str
) -> Claim | None:
    """The claim with u in the place of eps/n, and n*u in that of eps."""
    parts = (part for premise in premises for part in walk(premise))
    found = (_shared_out(part, letter) for part in parts)
    whole = next((own for own in found if own is not None), None)
    if whole is None:
        return None
    share = _fresh(claim, "u", whole.domain)
    times = Multiple((Scalar(letter), share))

    def number(quantity: Quantity) -> Quantity | None:
        own = _shared_out(quantity, letter)
        if own is not None and own.name == whole.name:
            return share
        return times if isinstance(quantity, Scalar) and quantity.name == whole.name else None

    return changed(under(premises, conclusion), letter, lambda _, own: own, number)


def _shared_out(part: object, letter: str) -> Scalar | None:
    """The number that is divided by the letter."""
    match part:
        case Division(Scalar() as whole, Scalar(name)) if name == letter != whole.name:
            return whole
    return None


def _is_assumed(premises: Sequence[Claim], letter: str) -> bool:
    """Whether a premise speaks of what the letter repeats, and not of the letter alone."""
    return any(
        speaks_of(premise, letter) and not _is_of_the_letter(premise, letter)
        for premise in premises
    )


def _is_of_the_letter(premise: Claim, letter: str) -> bool:
    return isinstance(premise, Comparison) and all(
        isinstance(side, Constant) or (isinstance(side, Scalar) and side.name == letter)
        for side in (premise.left, premise.right)
    )


def _of_any(claim: Claim, letter: str) -> Claim:
    """The claim of any channel in the place of what the letter repeats, and of any number."""
    numbers: dict[str, Scalar] = {}

    def number(quantity: Quantity) -> Quantity | None:
        own = multiples(quantity, letter)
        if own is None:
            return None
        if range_of(own.slope).endless:
            raise Unsupported(f"{own.slope} may be infinite, and {letter} times it")
        text = str(own.slope)
        if text not in numbers:
            domain = "nonnegative" if range_of(own.slope).nonnegative else "real"
            numbers[text] = _fresh(claim, f"{letter}times{len(numbers) + 1}", domain)
        return own.at(numbers[text])

    found: Claim = changed(claim, letter, lambda _, own: unknown(own), number)
    if letter in letters_of(found) or speaks_of(found, letter):
        raise Unsupported(f"{claim} speaks of {letter}, as a hypothesis")
    return found
