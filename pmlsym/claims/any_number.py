"""Claims about any number n of uses: what they say at a number, and how they are shown for all.

    ldp(W^&n) <= n*ldp(W)        at 3         ldp(W & W & W) <= 3*ldp(W)
                                 base         ldp(W) <= ldp(W)
                                 step         ldp(W^&n) <= s  =>  ldp(W^&n & W) <= s + ldp(W)

A letter that says how often is one of 1, 2, 3, .. In the step W^&n stands for any channel of these
alphabets, and s for the real number that n*b is, which at n + 1 is s + b. So the claim follows at
every n: at an instance and n at which it holds, its own W^&n and n*b are such a channel and number.

    H => A(n) <= B(n)            base: H => A(1) <= B(1)     step: H and A(n) <= B(n) => A(n+1) <= ..

That needs a value of both sides at n wherever they have one at n + 1. So measures of what is
repeated are those that always have one, sums have at most one infinite part, and b is finite; or
else b is a part of the larger side: where that is inf, the claim is true or says nothing at any n,
and where it is -inf, A(n) is, so that A(n) <= s for all s, and A(n+1) <= s + b. H does not speak of
n, but for n >= k, from which on the claim then is.

Where neither n nor what is repeated stands anywhere else in a claim, it is one about all priors and
channels: its first case, n = 1, says no less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import Any, TypeVar, cast

from pmlsym.claims.hypotheses import conjuncts
from pmlsym.claims.subjects import DOMAINS, mentioned, scoped, subjects
from pmlsym.claims.vocabulary import deterministic, full_support, same, uniform
from pmlsym.errors import InvalidInput, OutOfDomain, PmlError, Unsupported
from pmlsym.evidence.instance import Instance
from pmlsym.language.building import all_of
from pmlsym.language.fold import children, key, rebuild, walk
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Condition,
    Conjunction,
    Constant,
    Division,
    Exponential,
    Extreme,
    Implication,
    Logarithm,
    Measure,
    Named,
    Product,
    Quantity,
    Scalar,
    Sum,
)
from pmlsym.measures.every import made_again
from pmlsym.measures.scalar_argument import ScalarArgument
from pmlsym.model.channel import Channel, Given
from pmlsym.model.composition import Composition, Mixture, Repetition
from pmlsym.model.prior import Against, Prior
from pmlsym.model.repetition import joined, unknown, written_out
from pmlsym.numbers.number import Exact

MOST_TIMES = 20
"""So often is written out, and no more often."""

Part = TypeVar("Part", Claim, Quantity)
ONE = Constant(Fraction(1))


@dataclass(frozen=True)
class InductionParts:
    """A claim for every n from `first` on: what it says there, and from one n to the next."""

    letter: str
    first: int
    base: Claim
    step: Claim


def letters_of(part: Claim | Quantity) -> tuple[str, ...]:
    """The letters that say how often something is repeated, in the order of the alphabet.

    Raises Unsupported where a quantifier binds what is repeated, which then is another each time.

    >>> from pmlsym.claims.question import parse
    >>> letters_of(parse("ldp(W^&n) <= n*ldp(W)")), letters_of(parse("ldp(W) <= n"))
    (('n',), ())
    """
    found: set[str] = set()
    for inner, scope in scoped(part):
        for made in _repetitions(inner):
            found.add(made.often)
            if not scope.names.isdisjoint(t.name for t in made.body.body.tensors):
                raise Unsupported(f"{made} is of something that a quantifier binds")
    return tuple(sorted(found))


def at_number(part: Part, letter: str, times: int) -> Part:
    """What a claim or a quantity says where the letter is this number.

    Raises Unsupported where that is written out too often, or not at all.

    >>> from pmlsym.claims.question import parse
    >>> print(at_number(parse("ldp(W^&n) <= n*ldp(W)"), "n", 2))
    ldp(W & W) <= 2*ldp(W)
    """
    if not 1 <= times <= MOST_TIMES:
        raise Unsupported(f"{letter} = {times} is not written out; it is 1 to {MOST_TIMES}")

    def number(quantity: Quantity) -> Quantity | None:
        affine = _affine(quantity, letter)
        return None if affine is None else _plus(affine.rest, _times(times, affine.slope))

    return _changed(part, letter, lambda made, _: written_out(made, times), number)


def on_instance(part: Part, instance: Instance) -> Part:
    """What a claim or a quantity says on an instance, which says what its letters are.

    Raises OutOfDomain at a number that is none of 1, 2, 3, .., Unsupported at one that is large,
    InvalidInput where there is none.
    """
    for letter in letters_of(part):
        value = instance.scalars.get(letter)
        if value is None:
            raise InvalidInput(f"the instance gives no value for the scalar {letter}")
        if not isinstance(value, Exact) or not value.is_rational:
            raise OutOfDomain(f"{letter} = {value} is no number of uses")
        times = value.rational
        if times.denominator != 1 or times < 1:
            raise OutOfDomain(f"{letter} = {value} is no number of uses, which is 1, 2, 3, ..")
        part = at_number(part, letter, int(times))
    return part


def speaks_of_all(claim: Claim) -> bool:
    """Whether a claim with such letters is one about all priors and channels in their place.

    >>> from pmlsym.claims.question import parse
    >>> speaks_of_all(parse("mi(P, W^&n) <= ldp(W^&n)")), speaks_of_all(parse("ldp(W^>>n) <= ldp(W)"))
    (True, False)
    """
    own = [made for part in walk(claim) for made in _repetitions(part)]
    inside = {tensor.name for made in own for tensor in made.body.body.tensors}
    about = subjects(claim)
    named = {tensor.name for tensor in about.tensors}
    texts = {(made.often, f"{made}") for made in own}
    alone = len(texts) == len({often for often, _ in texts})
    return alone and not inside & named and not {made.often for made in own} & {*about.scalars}


def by_induction(claim: Claim) -> InductionParts | None:
    """What together shows a claim for every number that its first letter can be, or nothing.

    Raises Unsupported where an induction does not show it.

    >>> from pmlsym.claims.question import parse
    >>> parts = by_induction(parse("ldp(W) <= eps => ldp(W^&n) <= n*eps"))
    >>> print(parts.base)
    ldp(W) <= eps => ldp(W) <= eps
    >>> print(parts.step)
    ldp(W) <= eps and ldp(W^&n) <= s => ldp(W^&n & W) <= s + eps
    """
    letters = letters_of(claim)
    if not letters or speaks_of_all(claim):
        return None
    (letter, *_), first, premises = letters, 1, []
    conclusion = claim
    while isinstance(conclusion, Implication):
        for premise in conjuncts(conclusion.premise):
            start = _start(premise, letter)
            if start is None:
                if _mentions(premise, letter):
                    raise Unsupported(f"{premise} speaks of {letter}, as a hypothesis")
                premises.append(premise)
            first = max(first, start or 1)
        conclusion = conclusion.conclusion
    names = _Names(claim, letter)
    for part in conjuncts(conclusion):
        _require_values(part, letter)
    now = _changed(conclusion, letter, lambda made, term: unknown(term), names.now)
    after = _changed(
        conclusion,
        letter,
        lambda made, term: joined(made.joins, unknown(term), made.body),
        names.after,
    )
    base = at_number(conclusion, letter, first)
    return InductionParts(letter, first, _under(premises, base), _under([*premises, now], after))


def _under(premises: list[Claim], conclusion: Claim) -> Claim:
    return Implication(all_of(*premises), conclusion) if premises else conclusion


def _start(premise: Claim, letter: str) -> int | None:
    """The number from which on the letter is, where a premise says that."""
    match premise:
        case Comparison(Scalar(name), ">=" | ">" as sign, Constant(value)) if name == letter:
            return max(1, int(-(-value // 1)) if sign == ">=" else int(value // 1) + 1)
        case Comparison(Constant(), "<=" | "<" as sign, Scalar()):
            turned = Comparison(premise.right, Comparison.FLIPPED[sign], premise.left)
            return _start(turned, letter)
    return None


@dataclass(frozen=True)
class _Affine:
    """rest + n*slope; the rest is zero where there is none."""

    rest: Quantity | None
    slope: Quantity


def _affine(quantity: Quantity, letter: str) -> _Affine | None:
    """The quantity as rest + n*slope, neither of which speaks of n; nothing for any other."""
    if isinstance(quantity, Named) and quantity.arguments:
        return None
    match quantity:
        case Scalar(name) if name == letter:
            return _Affine(None, ONE)
        case Sum(terms):
            found = [_affine(term, letter) for term in terms]
            if any(a is None and _mentions(t, letter) for a, t in zip(found, terms, strict=True)):
                return None
            slopes = [a.slope for a in found if a is not None]
            rests = [t if a is None else a.rest for a, t in zip(found, terms, strict=True)]
            return _Affine(_sum(rests), cast(Quantity, _sum(slopes))) if slopes else None
        case Product(factors):
            inside = [f for f in factors if _mentions(f, letter)]
            own = _affine(inside[0], letter) if len(inside) == 1 else None
            if own is None:
                return None
            others = [f for f in factors if f is not inside[0]]
            rest = None if own.rest is None else _product([own.rest, *others])
            return _Affine(rest, _product([own.slope, *others]))
        case Division(above, below) if not _mentions(below, letter):
            own = _affine(above, letter)
            if own is None:
                return None
            return _Affine(None if own.rest is None else own.rest / below, own.slope / below)
    return None


def _sum(terms: list[Quantity | None]) -> Quantity | None:
    several = [term for term in terms if term is not None]
    if len(several) < 2:
        return several[0] if several else None
    return Sum(tuple(several))


def _plus(rest: Quantity | None, more: Quantity) -> Quantity:
    return more if rest is None else rest + more


def _product(factors: list[Quantity]) -> Quantity:
    several = [f for f in factors if not (isinstance(f, Constant) and f.value == 1)]
    found: Quantity = ONE
    for factor in several:
        found = factor if found is ONE else found * factor
    return found


def _times(times: int, slope: Quantity) -> Quantity:
    return _product([Constant(Fraction(times)), slope])


class _Names:
    """The real numbers that n*b are in a step, one for each b."""

    def __init__(self, claim: Claim, letter: str) -> None:
        about = subjects(claim)
        self._taken = {*about.scalars, *about.outcomes}
        self._taken |= {part.name for part in walk(claim) if isinstance(part, Scalar)}
        self._letter, self._about = letter, about
        self._numbers: dict[object, Scalar] = {}

    def now(self, quantity: Quantity) -> Quantity | None:
        """What a number is at n."""
        affine = _affine(quantity, self._letter)
        return None if affine is None else _plus(affine.rest, self._number(affine.slope))

    def after(self, quantity: Quantity) -> Quantity | None:
        """What it is at n + 1."""
        affine = _affine(quantity, self._letter)
        if affine is None:
            return None
        return _plus(affine.rest, self._number(affine.slope) + affine.slope)

    def _number(self, slope: Quantity) -> Scalar:
        if key(slope) not in self._numbers:
            name = next(n for k in count(1) if (n := f"s{k}" if k > 1 else "s") not in self._taken)
            self._taken.add(name)
            domain = "nonnegative" if self._is_nonnegative(slope) else "real"
            self._numbers[key(slope)] = Scalar(name, domain)
        return self._numbers[key(slope)]

    def _is_nonnegative(self, slope: Quantity) -> bool:
        match slope:
            case Constant(value):
                return value >= 0
            case Scalar(name):
                domain = self._about.scalars.get(name, "real")
                return DOMAINS.index(domain) > 0
            case Measure(is_log=is_log, least=least):
                return least is not None and least >= int(is_log)
            case Sum(parts) | Product(parts):
                return all(map(self._is_nonnegative, parts))
            case Division(above, below):
                return self._is_nonnegative(above) and self._is_nonnegative(below)
        return False


def _require_values(part: Claim, letter: str) -> None:
    """Raise Unsupported unless a comparison has a value at n wherever it has one at n + 1."""
    if not isinstance(part, Comparison):
        if _mentions(part, letter):
            raise Unsupported(f"{part} is no comparison, for any {letter}")
        return
    larger = {"<=": part.right, ">=": part.left}.get(part.relation)
    for side in (part.left, part.right):
        for inner in walk(side):
            if isinstance(inner, Quantity) and _mentions(inner, letter):
                _require_value(inner, letter)
        for inner in _outermost(side, letter):
            slope = cast(_Affine, _affine(inner, letter)).slope
            if not _is_finite(slope) and not (inner is side and side is larger):
                raise Unsupported(f"{letter} times what may be infinite: {slope}")


def _outermost(quantity: Quantity, letter: str) -> Iterator[Quantity]:
    """The parts rest + n*slope of a quantity that are in no larger one."""
    if _affine(quantity, letter) is not None:
        yield quantity
        return
    if isinstance(quantity, Measure):
        for argument in quantity.arguments:
            if isinstance(argument, ScalarArgument):
                yield from _outermost(argument.quantity, letter)
    for child in children(quantity):
        yield from _outermost(child, letter)


def _require_value(quantity: Quantity, letter: str) -> None:
    match quantity:
        case Measure(free=free, defined=defined):
            if free or defined:
                raise Unsupported(f"{quantity} has not always a value")
        case Sum(terms):
            if sum(not _is_finite(term) for term in terms) > 1 and not _affine(quantity, letter):
                raise Unsupported(f"{quantity} may be inf - inf")
        case Product(factors):
            plain = [f for f in factors if not (isinstance(f, Constant) and f.value)]
            if len(plain) > 1 and not all(map(_is_finite, factors)):
                if _affine(quantity, letter) is None:
                    raise Unsupported(f"{quantity} may be 0*inf")
        case Scalar() | Extreme():
            pass
        case Exponential(body):
            if not _is_finite(body):
                raise Unsupported(f"{quantity} may be exp(inf)")
        case Division(_, Constant()):
            pass
        case _:
            if _affine(quantity, letter) is None:
                raise Unsupported(f"{quantity} is not read, for any {letter}")


def _is_finite(quantity: Quantity) -> bool:
    """Whether the number is finite wherever it has a value, and has one wherever its parts do."""
    match quantity:
        case Constant() | Scalar():
            return True
        case Measure():
            return quantity.finite and not quantity.free and not quantity.defined
        case Logarithm(body):
            if isinstance(body, Constant):
                return body.value > 0
            return isinstance(body, Measure) and body.positive and _is_finite(body)
        case Division(above, below):
            return _is_finite(above) and isinstance(below, Constant)
        case Sum() | Product() | Extreme() | Exponential():
            return all(map(_is_finite, children(quantity)))
    return False


def _mentions(part: Any, letter: str) -> bool:
    """Whether a part speaks of n, or of what is repeated n times."""
    for inner in walk(part):
        if isinstance(inner, Scalar) and inner.name == letter:
            return True
        if any(made.often == letter for made in _repetitions(inner)):
            return True
        if any(t.number == letter for t in mentioned(inner) if not (t.alphabets or t.is_size)):
            return True
    return False


def _repetitions(part: object) -> Iterator[Repetition]:
    """What is repeated in the arguments of one node."""
    for term in _repeated_in(part):
        yield term.made


def _repeated_in(part: object) -> Iterator[Any]:
    """The priors and channels in the arguments of one node that are repeated, inner ones too."""
    terms = part.arguments if isinstance(part, Measure | Named) else ()
    if isinstance(part, Condition):
        terms = (part.subject, part.within)
    for term in terms:
        yield from _repeated_terms(term)


def _repeated_terms(term: Any) -> Iterator[Any]:
    parts: tuple[Any, ...] = ()
    match term:
        case Given(first, second) | Against(first, second):
            parts = first, second
        case Prior(made=made) | Channel(made=made):
            match made:
                case Composition(_, first, second):
                    parts = first, second
                case Mixture(_, several):
                    parts = several
                case Repetition(_, body, _):
                    yield term
                    parts = (body,)
    for part in parts:
        yield from _repeated_terms(part)


Repeated = Callable[[Repetition, Any], Any]
"""What stands for a prior or a channel that is repeated."""

Numbers = Callable[[Quantity], Quantity | None]
"""What stands for a number; nothing where its parts are looked at."""


def _changed(part: Part, letter: str, repeated: Repeated, number: Numbers) -> Part:
    """The claim or quantity with something else for what the letter says.

    Raises Unsupported where a measure cannot be made of it.
    """
    _require_no_rows(part, letter)

    def go(node: Any) -> Any:
        if isinstance(node, Quantity) and (new := number(node)) is not None:
            return new
        if isinstance(node, Measure | Named) and node.arguments:
            arguments = [_argument(a, letter, repeated, number) for a in node.arguments]
            if all(a is b for a, b in zip(arguments, node.arguments, strict=True)):
                return node
            try:
                return made_again(node.word, arguments)
            except PmlError as error:
                raise Unsupported(f"{node} at another {letter}: {error}") from None
        if isinstance(node, Condition):
            return _condition(node, letter, repeated)
        new = rebuild(node, [go(child) for child in children(node)])
        return Sum(new.terms) if isinstance(node, Named) and new is not node else new

    found: Part = go(part)
    return found


def _require_no_rows(part: Claim | Quantity, letter: str) -> None:
    """Raise Unsupported where something else takes n letters in a row, or gives them."""
    rows: set[str] = set()
    own: set[str] = set()
    for inner in walk(part):
        for term in _repeated_in(inner):
            if term.made.often == letter:
                kept = term.outputs if isinstance(term, Channel) else term.alphabets
                kept = () if term.made.joins == ">>" else kept
                taken = term.inputs if isinstance(term, Channel) and term.made.joins == "*" else ()
                rows.update(alphabet.name for alphabet in (*kept, *taken))
                own.update(tensor.name for tensor in term.body.tensors)
    for inner in walk(part):
        for tensor in mentioned(inner):
            if tensor.name not in own and not tensor.is_delta and rows & {*tensor.alphabets}:
                raise Unsupported(f"{tensor.name} is of {letter} letters in a row")


def _argument(argument: object, letter: str, repeated: Repeated, number: Numbers) -> object:
    if isinstance(argument, ScalarArgument):
        new = _scalar(argument.quantity, number)
        return argument if new is argument.quantity else new
    return _term(argument, letter, repeated)


def _scalar(quantity: Quantity, number: Numbers) -> Quantity:
    new = number(quantity)
    if new is not None:
        return new
    return rebuild(quantity, [_scalar(child, number) for child in children(quantity)])


def _term(term: Any, letter: str, repeated: Repeated) -> Any:
    """The prior or channel with something else for what the letter repeats."""
    match term:
        case Prior(made=Repetition() as made) | Channel(made=Repetition() as made):
            if made.often == letter:
                return repeated(made, term)
            if any(inner.made.often == letter for inner in _repeated_terms(made.body)):
                raise Unsupported(f"{term} repeats what {letter} repeats")
            return term
        case Prior(made=Composition() as made) | Channel(made=Composition() as made):
            parts = [_term(part, letter, repeated) for part in (made.first, made.second)]
            if parts[0] is made.first and parts[1] is made.second:
                return term
            try:
                return joined(made.operator, *parts)
            except PmlError as error:
                raise Unsupported(f"{term} at another {letter}: {error}") from None
        case Prior(made=Mixture(parts=parts)) | Channel(made=Mixture(parts=parts)):
            if any(_term(part, letter, repeated) is not part for part in parts):
                raise Unsupported(f"{term} is a mixture of what {letter} repeats")
            return term
        case Given(first, second) | Against(first, second):
            new = [_term(part, letter, repeated) for part in (first, second)]
            return term if new[0] is first and new[1] is second else type(term)(*new)
    return term


CONDITIONS: dict[str, Callable[..., Condition]] = {
    "fullsupport": full_support,
    "uniform": uniform,
    "deterministic": deterministic,
}


def _condition(condition: Condition, letter: str, repeated: Repeated) -> Condition:
    sides = (condition.subject, condition.within)
    new = [_term(side, letter, repeated) for side in sides]
    if new[0] is sides[0] and new[1] is sides[1]:
        return condition
    if condition.kind == "same":
        return same(*new)
    if condition.kind not in CONDITIONS:
        raise Unsupported(f"{condition} at another {letter}")
    return CONDITIONS[condition.kind](new[0])
