"""Claims about any number n of uses: what they say at a given n, and how they are shown for all n.

    ldp(W^&n) <= n*ldp(W)        at 3         ldp(W & W & W) <= 3*ldp(W)
                                 base         ldp(W) <= ldp(W)
                                 step         ldp(W^&n) <= s  =>  ldp(W^&n & W) <= s + ldp(W)

A repeat letter such as n stands for 1, 2, 3, .. In the step W^&n stands for any channel with its
alphabets, and s for the real number n*b, which at n + 1 becomes s + b. So the claim follows at
every n: at an instance and an n at which it holds, the true W^&n and n*b are such a channel and
number.

    H => A(n) <= B(n)            base  H => A(1) <= B(1),    step  H and A(n) <= B(n) => ..

The induction needs a value of both sides at n wherever they have one at n + 1, so that nothing in
them may lack a value (claims/domain.py). It also needs a finite b, or else that b is part of the
larger side of the only <= to be shown. Where that b is inf, the claim is true or without a value at
any n; where it is -inf, A(n) is too, so that A(n) <= s for all s, and A(n+1) <= s + b. H does not
depend on n, except that a hypothesis n >= k makes k the first number of the claim.

Where neither n nor the repeated channel occurs anywhere else, the claim is in truth about all
priors and channels: its first case, n = 1, says no less.

Where no induction shows a claim as it stands, `claims_that_imply` has claims that together give it:

    A == n*b                        A <= n*b,  and  A >= n*b
    n*b <= A(n), b may be inf       c <= b => n*c <= A(n),  for every real number c
    b <= eps/n, n*b <= eps  =>      b <= u =>,  with n*u for eps wherever it stands
    m too is in a hypothesis        any channel for W^&m, and any number for m*eps

The second rewriting is equivalent, since n*c exceeds every number where b is inf, and nothing is
said where b is -inf. In the third u is the number eps/n. The last says more: it is about every
channel and number, hence also about these. It needs finite multiples, since an infinite multiple is
not a number.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import ceil, floor, prod

from pmlsym.claims.domain import value_requirements
from pmlsym.claims.hypotheses import conclusion_of, conjuncts, hypotheses_of, under_hypotheses
from pmlsym.claims.multiples import ONE, largest_multiples, multiples, product
from pmlsym.claims.ranges import Range, range_of
from pmlsym.claims.repeated import (
    Part,
    mentions_letter,
    repeat_letters_of,
    repeated_in,
    repetitions,
    replace_repeats,
)
from pmlsym.claims.subjects import fresh_name, number_names, subjects, tensors_in
from pmlsym.errors import InvalidInput, OutOfDomain, Unsupported
from pmlsym.language.fold import key, walk
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Condition,
    Constant,
    Division,
    Multiple,
    Quantity,
    Scalar,
)
from pmlsym.language.writing import statement, write_quantity
from pmlsym.model.channel import Channel
from pmlsym.model.composition import Repetition
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.model.repetition import as_unknown, join, write_out
from pmlsym.numbers.number import Exact

MOST_TIMES = 20
"""The largest number at which a repetition is written out."""
MOST_CELLS = 1 << 22
"""The most entries of a repetition on an instance: W^10 of bits has as many, and takes seconds."""


@dataclass(frozen=True)
class InductionParts:
    """A claim for every n from `first` on: the claim there, and the step from one n to the next.

    `named` are words for the channels and numbers that the step puts in place of others.
    """

    letter: str
    first: int
    base: Claim
    step: Claim
    named: tuple[str, ...]

    @property
    def cases(self) -> tuple[tuple[str, Claim], ...]:
        """The base and the step by which a claim is shown for every n, each with its words."""
        at, where = f"{self.letter} = {self.first}", " and ".join(self.named)
        step = f"from {self.letter} to {self.letter} + 1, where {where}"
        return (
            (f"{at}: {statement(self.base)}", self.base),
            (f"{step}: {statement(self.step)}", self.step),
        )


def at_number(part: Part, letter: str, times: int) -> Part:
    """The claim or quantity with a number for the letter n of W^&n: W & W & W at 3.

    Raises Unsupported at a number above MOST_TIMES, or where a repetition cannot be written out.

    >>> from pmlsym.claim_text.question import parse
    >>> print(at_number(parse("ldp(W^&n) <= n*ldp(W)"), "n", 2))
    ldp(W & W) <= 2*ldp(W)
    """
    if not 1 <= times <= MOST_TIMES:
        raise Unsupported(f"{letter} = {times} is not written out; it is 1 to {MOST_TIMES}")

    def number(quantity: Quantity) -> Quantity | None:
        """A part rest + n*slope of the claim with the number for n; nothing for any other part."""
        rise = multiples(quantity, letter)
        return None if rise is None else rise.at(product([Constant(Fraction(times)), rise.slope]))

    return replace_repeats(part, letter, lambda repeat, _: write_out(repeat, times), number)


def at_numbers_of_instance(part: Part, instance: Instance) -> Part:
    """The claim or quantity with the instance's numbers for its repeat letters, as n in W^n.

    Raises OutOfDomain at a number that is not one of 1, 2, 3, .., Unsupported at a large one,
    InvalidInput where the instance has none.
    """
    for letter in repeat_letters_of(part):
        value = instance.scalars.get(letter)
        if value is None:
            raise InvalidInput(f"the instance gives no value for the scalar {letter}")
        times = value.rational if isinstance(value, Exact) and value.is_rational else Fraction(0)
        if times.denominator != 1 or times < 1:
            raise OutOfDomain(f"{letter} = {value} is no number of uses, which is 1, 2, 3, ..")
        at_times = at_number(part, letter, int(times))
        _require_few_cells(part, letter, int(times), instance.sizes)
        part = at_times
    return part


def _require_few_cells(part: Part, letter: str, times: int, sizes: Mapping[str, int]) -> None:
    """Raise Unsupported where a channel that a claim repeats n times has too many entries."""
    repeats = [repeat for node in walk(part) for repeat in repetitions(node)]
    for repeat in (each for each in repeats if each.often == letter):
        body = repeat.body
        once, often = (
            (body.inputs, body.outputs) if isinstance(body, Channel) else ((), body.alphabets)
        )
        counts = [prod(sizes.get(a.name, 1) for a in each) for each in (once, often)]
        grows = {"&": counts[1], "*": counts[0] * counts[1], ">>": 1}[repeat.joins]
        if counts[0] * counts[1] * grows**times > MOST_CELLS:
            raise Unsupported(f"{repeat} has more than {MOST_CELLS} entries at {letter} = {times}")


def is_about_all_subjects(claim: Claim) -> bool:
    """Whether a claim with repeat letters says as much as one about all priors and channels.

    >>> from pmlsym.claim_text.question import parse
    >>> [is_about_all_subjects(parse(f"mi(P, W^&n) <= {most}")) for most in ("ldp(W^&n)", "ldp(W)")]
    [True, False]
    """
    repeats = [repeat for part in walk(claim) for repeat in repetitions(part)]
    inside = {tensor.name for repeat in repeats for tensor in repeat.body.body.tensors}
    about = subjects(claim)
    is_named = bool(inside & {tensor.name for tensor in about.tensors})
    often = {repeat.often for repeat in repeats}
    is_alone = len({(repeat.often, f"{repeat}") for repeat in repeats}) == len(often)
    return is_alone and not is_named and not any(letter in about.scalars for letter in often)


def induction_parts(claim: Claim) -> InductionParts | None:
    """The base and the step of an induction that shows a claim such as one about W^n for all n.

    Nothing where the claim has no repeat letter, or is in truth about all priors and channels.
    Raises Unsupported where no induction shows it.

    >>> from pmlsym.claim_text.question import parse
    >>> parts = induction_parts(parse("ldp(W) <= eps => ldp(W^&n) <= n*eps"))
    >>> print(parts.base)
    ldp(W) <= eps => ldp(W) <= eps
    >>> print(parts.step)
    ldp(W) <= eps and ldp(W^&n) <= s => ldp(W^&n & W) <= s + eps
    """
    letters = repeat_letters_of(claim)
    if not letters or is_about_all_subjects(claim):
        return None
    letter, first, premises, conclusion = letters[0], 1, list[Claim](), conclusion_of(claim)
    for premise in hypotheses_of(claim):
        start = _first_number(premise, letter)
        if start is None and mentions_letter(premise, letter):
            raise Unsupported(f"{premise} speaks of {letter}, as a hypothesis")
        first = max(first, start or 1)
        premises += [premise] if start is None else []
    parts = conjuncts(conclusion)
    for part in parts:
        least = {**dict.fromkeys(letters, 1), letter: first}
        _require_values(part, letter, least, is_alone=len(parts) == 1)
    numbers = _NumbersInStep(claim, letter)
    now = replace_repeats(conclusion, letter, lambda _, subject: as_unknown(subject), numbers.now)
    after = replace_repeats(
        conclusion,
        letter,
        lambda repeat, subject: join(repeat.joins, as_unknown(subject), repeat.body),
        numbers.after,
    )
    numbers.require_known(now)
    numbers.require_known(after)
    base = under_hypotheses(premises, at_number(conclusion, letter, first))
    step = under_hypotheses([*premises, now], after)
    return InductionParts(
        letter, first, base, step, (*_repeated_words(claim, letter), *numbers.words)
    )


def _repeated_words(claim: Claim, letter: str) -> dict[str, None]:
    """Words for the channels and priors that the step of an induction has in place of W^n."""
    return {
        f"{subject} is any {'prior' if isinstance(subject, Prior) else 'channel'}": None
        for part in walk(claim)
        for subject in repeated_in(part)
        if isinstance(subject.made, Repetition) and subject.made.often == letter
    }


def _first_number(premise: Claim, letter: str) -> int | None:
    """The first n for which a claim is to be shown, if this premise bounds n from below."""
    if not isinstance(premise, Comparison):
        return None
    way = premise.flipped if isinstance(premise.left, Constant) else premise
    match way:
        case Comparison(Scalar(name), ">=", Constant(value)) if name == letter:
            return max(1, ceil(value))
        case Comparison(Scalar(name), ">", Constant(value)) if name == letter:
            return max(1, floor(value) + 1)
    return None


def _require_values(part: Claim, letter: str, least: Mapping[str, int], *, is_alone: bool) -> None:
    """Raise Unsupported unless a part of a claim has a value at n wherever it has one at n + 1.

    Where there are other parts, b has to be finite too: at an infinite b no number s says what
    holds of all parts.
    """
    if isinstance(part, Condition):  # a condition is true or false everywhere
        return
    if not isinstance(part, Comparison):
        if mentions_letter(part, letter):
            raise Unsupported(f"{part} is no comparison, for any {letter}")
        return
    within = {name: Range(Fraction(low), positive=True) for name, low in least.items()}
    range_at = partial(range_of, within=within)
    for inner in walk(part):
        if isinstance(inner, Quantity) and mentions_letter(inner, letter):
            for missing in value_requirements(inner, range_at):
                raise Unsupported(f"for any {letter} it is not known that {missing}")
    larger = {"<=": part.right, ">=": part.left}.get(part.relation) if is_alone else None
    for side in (part.left, part.right):
        for inner, rise in largest_multiples(side, letter):
            if range_of(rise.slope).has_infinity and not (inner is side and side is larger):
                raise Unsupported(f"{rise.slope} may be infinite, and {letter} times it")


class _NumbersInStep:
    """The real numbers s that stand for n*b in a step, one for each b, with words for them."""

    def __init__(self, claim: Claim, letter: str) -> None:
        self._letter, self._taken = letter, {*number_names(claim), letter}
        self._numbers: dict[Hashable, Scalar] = {}
        self.words: list[str] = []

    def now(self, quantity: Quantity) -> Quantity | None:
        """A part of a claim at n, in an induction: s for n*b; nothing where n does not scale it."""
        rise = multiples(quantity, self._letter)
        return None if rise is None else rise.at(self._number(rise.slope))

    def after(self, quantity: Quantity) -> Quantity | None:
        """A part of a claim at n + 1, in an induction's step: s + b for (n + 1)*b."""
        rise = multiples(quantity, self._letter)
        return None if rise is None else rise.at(self._number(rise.slope) + rise.slope)

    def require_known(self, claim: Claim) -> None:
        """Raise Unsupported where a measure of the step needs more of s = n*b than is known.

        All that is known of s = n*b is s >= 0 if b >= 0; it may not be a probability.
        """
        nonnegative = {s.name for s in self._numbers.values() if s.domain == "nonnegative"}
        names = {scalar.name for scalar in self._numbers.values()}
        for part in walk(claim):
            for tensor in tensors_in(part):
                is_one = not tensor.alphabets and tensor.number in names
                fits = tensor.is_exponential or (tensor.is_nonnegative and not tensor.at_most_one)
                if is_one and not (fits and tensor.number in nonnegative):
                    raise Unsupported(f"{part} is not known to take {tensor.number}")

    def _number(self, slope: Quantity) -> Scalar:
        """The scalar s that stands for n*slope in an induction's step; new at its first use."""
        if key(slope) not in self._numbers:
            name = fresh_name("s", self._taken)
            self._taken.add(name)
            domain = "nonnegative" if range_of(slope).nonnegative else "real"
            self._numbers[key(slope)] = Scalar(name, domain)
            times = Scalar(self._letter) if slope is ONE else Scalar(self._letter) * slope
            self.words.append(f"{name} is {write_quantity(times)}")
        return self._numbers[key(slope)]


def claims_that_imply(claim: Claim) -> tuple[Claim, ...]:
    """Claims that together imply one about W^n that no induction shows as it stands; or none.

    >>> from pmlsym.claim_text.question import parse
    >>> print(*claims_that_imply(parse("ldp(W) <= eps/n => ldp(W^&n) <= eps")))
    ldp(W) <= u => ldp(W^&n) <= n*u
    >>> print(*claims_that_imply(parse("ldp(W^n) >= n*ldp(W)")))
    c <= ldp(W) => n*c <= ldp(W^n)
    """
    letter = repeat_letters_of(claim)[0]
    premises, conclusion = hypotheses_of(claim), conclusion_of(claim)
    if isinstance(conclusion, Comparison) and conclusion.relation == "==":
        return tuple(under_hypotheses(premises, side) for side in conclusion.inequalities)
    below = _below_infinite_slope(claim, conclusion, letter)
    if below is not None:
        premise, smaller = below
        return (under_hypotheses([*premises, premise], smaller),)
    shared = _with_equal_shares(claim, [_as_share(p, letter) for p in premises], conclusion, letter)
    if shared is not None:
        return (shared,)
    assumed = [each for each in repeat_letters_of(claim) if _restricts_subject(premises, each)]
    return (_for_any_subject(claim, assumed[0]),) if assumed else ()


def _fresh_scalar(claim: Claim, stem: str, domain: str = "real") -> Scalar:
    """A scalar under a name that does not occur in the claim yet."""
    return Scalar(fresh_name(stem, {*number_names(claim), *repeat_letters_of(claim)}), domain)


def _below_infinite_slope(
    claim: Claim, conclusion: Claim, letter: str
) -> tuple[Claim, Claim] | None:
    """The premise c <= b and the claim n*c <= A; together they say n*b <= A for infinite b too."""
    if not isinstance(conclusion, Comparison) or conclusion.relation not in ("<=", ">="):
        return None
    left, right = conclusion.left, conclusion.right
    small, large = (left, right) if conclusion.relation == "<=" else (right, left)
    rise = multiples(small, letter)
    if rise is None or rise.rest is not None or not range_of(rise.slope).has_infinity:
        return None
    number = _fresh_scalar(claim, "c")
    premise = Comparison(number, "<=", rise.slope)
    return premise, Comparison(Scalar(letter) * number, "<=", large)


def _as_share(premise: Claim, letter: str) -> Claim:
    """The premise n*b <= eps of a claim about n uses as b <= eps/n; any other as it is."""
    if isinstance(premise, Comparison):
        for way in (premise, premise.flipped):
            rise = multiples(way.left, letter)
            if rise is not None and rise.rest is None and isinstance(way.right, Scalar):
                divided = Comparison(rise.slope, way.relation, Division(way.right, Scalar(letter)))
                return divided if way is premise else divided.flipped
    return premise


def _with_equal_shares(
    claim: Claim, premises: Sequence[Claim], conclusion: Claim, letter: str
) -> Claim | None:
    """The claim with u for eps/n and n*u for eps; nothing unless a premise speaks of eps/n."""
    parts = (part for premise in premises for part in walk(premise))
    scalars = (_scalar_over_letter(part, letter) for part in parts)
    whole = next((divided for divided in scalars if divided is not None), None)
    if whole is None:
        return None
    share = _fresh_scalar(claim, "u", whole.domain)
    times = Multiple((Scalar(letter), share))

    def number(quantity: Quantity) -> Quantity | None:
        """The number u for a part eps/n of the claim, n*u for a part eps, nothing for others."""
        divided = _scalar_over_letter(quantity, letter)
        if divided is not None and divided.name == whole.name:
            return share
        return times if isinstance(quantity, Scalar) and quantity.name == whole.name else None

    return replace_repeats(
        under_hypotheses(premises, conclusion), letter, lambda _, subject: subject, number
    )


def _scalar_over_letter(part: object, letter: str) -> Scalar | None:
    """The scalar eps where a part of a claim is eps/n, with this letter n; else nothing."""
    match part:
        case Division(Scalar() as whole, Scalar(name)) if name == letter != whole.name:
            return whole
    return None


def _restricts_subject(premises: Sequence[Claim], letter: str) -> bool:
    """Whether a premise of a claim about W^n says something of W^n, not of n alone."""
    return any(
        mentions_letter(premise, letter) and not _bounds_letter_alone(premise, letter)
        for premise in premises
    )


def _bounds_letter_alone(premise: Claim, letter: str) -> bool:
    """Whether a premise of a claim compares its repeat letter n with a number."""
    return isinstance(premise, Comparison) and all(
        isinstance(side, Constant) or (isinstance(side, Scalar) and side.name == letter)
        for side in (premise.left, premise.right)
    )


def _for_any_subject(claim: Claim, letter: str) -> Claim:
    """The more general claim with any channel for W^n, and any number for n*b."""
    numbers: dict[str, Scalar] = {}

    def number(quantity: Quantity) -> Quantity | None:
        """A part rest + n*slope of the claim with a new scalar for n*slope; else nothing."""
        rise = multiples(quantity, letter)
        if rise is None:
            return None
        if range_of(rise.slope).has_infinity:
            raise Unsupported(f"{rise.slope} may be infinite, and {letter} times it")
        text = str(rise.slope)
        if text not in numbers:
            domain = "nonnegative" if range_of(rise.slope).nonnegative else "real"
            numbers[text] = _fresh_scalar(claim, f"{letter}times{len(numbers) + 1}", domain)
        return rise.at(numbers[text])

    general: Claim = replace_repeats(claim, letter, lambda _, subject: as_unknown(subject), number)
    if letter in repeat_letters_of(general) or mentions_letter(general, letter):
        raise Unsupported(f"{claim} speaks of {letter}, as a hypothesis")
    return general
