"""The entropy of products, as of two releases: logarithms of products are sums.

    w (c F(a, b) + a F(c, d) - F(ac, p))  >=  w a c (log p - log b - log d)         apart
    p (log p - log b - log d)             >=  p - b d                               together

for w a c > 0; else both sides are zero. Here b, d and p are the means of a, c and ac under w, so
that nothing is divided by zero. Summed over all letters, for outcomes y and z of two releases,

    I(X; YZ)  <=  I(X; Y) + I(X; Z)         since  sum p (log p - log b - log d) = I(Y; Z) >= 0

Where p = b d, as of separate letters, the right side of the first is zero, and the sides are equal.
All is derived from lines of the table where the product is positive; where it is zero, F is below
a F(1, 0), and above 2 a + 2 R for the root R, which is zero too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product

from pmlsym.calculus.convex_term import ENTROPY, ROOT, ConvexTerm, convex, log
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact, declared_name
from pmlsym.calculus.tensor import Index, Tensor, delta
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.convexity.deductions import ONE, Deductions, expanded
from pmlsym.engines.convexity.occurrences import arguments
from pmlsym.engines.convexity.references import weights
from pmlsym.kernel.certificate import (
    PLAIN,
    Arguments,
    Combine,
    Convexity,
    ConvexRow,
    Perspective,
    Split,
    Step,
    Term,
    Use,
)
from pmlsym.kernel.convexity import stated_by
from pmlsym.kernel.shown import is_plain

Pair = tuple[Polynomial, Polynomial]
_EMPTY = Fact("", constant(0))
MOST_LEFT_OUT = 4
"""Factors and letters that are left out of a product, one after the other, at most."""


@dataclass(frozen=True)
class _Part:
    """sign * times * F(a, b), where times * a is the product of all."""

    sign: int
    times: Polynomial
    a: Polynomial
    b: Polynomial


def products(term: ConvexTerm, known: Iterable[Tensor], found: Deductions) -> Iterator[Fact]:
    """What is said of a term of a product by terms of its factors in sight."""
    if term.function != ENTROPY:
        return
    for first, second in _factors(term, tuple(known)):
        weight = _weight(term, first, second)
        if weight is None:
            continue
        parts = (
            _Part(1, second[0], *first),
            _Part(1, first[0], *second),
            _Part(-1, ONE, term.a, term.b),
        )
        if term.b != first[1] * second[1]:
            yield from filter(None, (_apart(parts, weight, found), _together(parts, found)))
            continue
        turned = tuple(replace(part, sign=-part.sign) for part in parts)
        yield from filter(None, (_apart(own, weight, found) for own in (parts, turned)))


def _factors(term: ConvexTerm, known: Sequence[Tensor]) -> Iterator[tuple[Pair, Pair]]:
    """Pairs (a, b), (c, d) of terms in sight, at letters of this one, whose a c is its product."""
    pairs: list[Pair] = []
    for tensor in known:
        if tensor.term is not None and tensor.term.function == ENTROPY and tensor.term != term:
            options = ([i for i in term.letters if i.alphabet == a] for a in tensor.alphabets)
            pairs += [arguments(tensor, letters) for letters in product(*options)]
    plain = [p for p in dict.fromkeys(pairs) if ONE not in p and all(is_plain(q, ">=") for q in p)]
    for k, first in enumerate(plain):
        rest = quotient(term.a, first[0])
        yield from ((first, second) for second in plain[k:] if rest == second[0])


def _weight(term: ConvexTerm, first: Pair, second: Pair) -> Polynomial | None:
    """The weight w under which b, d and p are means, of one letter or of one for each factor."""
    for letter, weight in weights(term):
        if all(sum_over(weight * a, letter) == b for a, b in (first, second)):
            return weight
    for one, w in _means(first):
        for other, v in _means(second):
            if one != other and sum_over(w * v * term.a, one, other) == term.b:
                return w * v
    return None


def _means(pair: Pair) -> Iterator[tuple[Index, Polynomial]]:
    tensor = convex(ENTROPY, *pair).tensors
    terms = [t for t in tensor if t.term is not None]
    if len(terms) == 1 and (own := terms[0].term) is not None:
        names = dict(zip(own.letters, _letters_at(pair, terms[0]), strict=True))
        for letter, weight in weights(own):
            yield names[letter], substitute(weight, names)


def _letters_at(pair: Pair, tensor: Tensor) -> tuple[Index, ...]:
    ((monomial, _),) = convex(ENTROPY, *pair).terms.items()
    return next(at for factor in monomial for t, at in factor if t == tensor)


def _apart(parts: Sequence[_Part], weight: Polynomial, found: Deductions) -> Fact | None:
    """w (sum of sign times F(a, b)) >= w a c (sum of sign times -log b), by cases of w a c.

    The right side is zero where the last b is the product of the others, and then left out.
    """
    whole = weight * parts[0].times * parts[0].a
    case, zero = _both(whole, found)
    stated = constant(0)
    for part in parts:
        stated = stated + part.sign * weight * part.times * convex(ENTROPY, part.a, part.b)
        below = case.in_logarithms(part)
        if below is None or not zero.term(weight, part):
            return None
        case.use(weight * part.times, below)
    pairs = [(-parts[0].sign, parts[0].a, parts[1].a)]
    if parts[2].b == parts[0].b * parts[1].b:
        pairs += [(parts[0].sign, parts[0].b, parts[1].b)]
    else:
        for part in parts:
            stated = stated + part.sign * whole * log(part.b)
            zero.logarithm(part.sign, part.b)
    for sign, one, other in pairs:
        both = case.row("log of product", one, other)
        if both is None:
            return None
        case.use(sign * whole, both)
    return _split("of a product", stated, case, zero)


def _together(parts: Sequence[_Part], found: Deductions) -> Fact | None:
    """p (log p - log b - log d) >= p - b d, by cases of p."""
    b, d, p = (part.b for part in parts)
    case, zero = _both(p, found)
    both = case.row("log of product", b, d)
    tangent = case.row("entropy tangent", ONE, b * d, ONE, p)
    if both is None or tangent is None:
        return None
    case.use(p, both)
    case.use(ONE, tangent)
    zero.use(ONE, zero.case)
    zero.use(b * d)
    for sign, own in ((1, p), (-1, b), (-1, d)):
        zero.logarithm(sign, own)
    stated = p * (log(p) - log(b) - log(d)) - p + b * d
    return _split("of outcomes together", stated, case, zero)


def _both(whole: Polynomial, found: Deductions) -> tuple[_Positive, _Zero]:
    """The case in which a product is positive, and the one in which it is zero."""
    name = f"{whole} or zero"
    while name in found.facts:
        name += "'"
    return _Positive(found, Fact(name, whole, (), ">")), _Zero(found, Fact(name, -whole))


def _split(name: str, stated: Polynomial, case: _Positive, zero: _Zero) -> Fact | None:
    inner = Fact(f"{case.known.name}: {name}", stated)
    positive, nothing = (
        (*branch.steps, Combine(inner, tuple(branch.used))) for branch in (case, zero)
    )
    whole = case.known.polynomial
    return case.found.add(Split(Fact(name, stated), case.known.name, whole, positive, nothing))


@dataclass
class _Branch:
    """Steps about fixed letters, and the terms that add up to what is to be shown.

    `known` is what the case says.
    """

    found: Deductions
    known: Fact
    steps: list[Step] = field(default_factory=list)
    used: list[Term] = field(default_factory=list)

    @property
    def case(self) -> Use:
        """What the case says, as it is used."""
        return Use(self.known.name)

    def _shown(self, need: Polynomial) -> Use | None:
        """The fact that something is positive."""
        one = replace(_EMPTY, name="one")
        return self.add(Combine(one, (Term(Fraction(1), ()),)), ONE, ">") if need == ONE else None

    def use(self, factor: Polynomial, *uses: Use) -> None:
        """Add a plainly nonnegative factor, or any beside an equality, times what the uses say."""
        self.used += expanded(factor, *uses)

    def add(self, step: Step, polynomial: Polynomial, relation: str = ">=") -> Use:
        """The step with what it states; a use of it."""
        name = f"{self.known.name}: {len(self.steps) + 1}, {step.statement.name}"
        self.steps.append(replace(step, statement=Fact(name, polynomial, (), relation)))
        return Use(name)

    def row(self, name: str, a: Polynomial, b: Polynomial, *more: Polynomial) -> Use | None:
        """A line of the table, whose needs are plain or known to be positive."""
        return self.convex(ConvexRow(replace(_EMPTY, name=name), name, a, b, more, ()))

    def convex(self, step: Convexity) -> Use | None:
        """A step about terms, with what it needs."""
        said = stated_by(step)
        shown = []
        for need, relation in said.needs:
            use = PLAIN if relation == ">=" and is_plain(need, relation) else self._shown(need)
            if use is None:
                return None
            shown.append(use)
        return self.add(replace(step, shown=tuple(shown)), said.polynomial, said.relation)


@dataclass
class _Positive(_Branch):
    """The case in which a product is positive, and so is what it is a part of."""

    def __post_init__(self) -> None:
        self._strict = {self.known.polynomial: self.case}

    def in_logarithms(self, part: _Part) -> Use | None:
        """sign * (F(a, b) - a (log a - log b)) >= 0, divided by b."""
        a, b = part.a, part.b
        stated = part.sign * (convex(ENTROPY, a, b) - a * (log(a) - log(b)))
        uses = [self._shown(b)]
        if part.sign > 0:
            uses += [self.row("entropy tangent", a, b, a, b)]
        else:
            uses += [self.row("entropy reference", a, b, a)]
            uses += [self.row("entropy tangent", b, a, b, a)]
        by, *rows = (use for use in uses if use is not None)
        if len(rows) + 1 < len(uses):
            return None
        terms = tuple(Term(Fraction(1), (row,)) for row in rows)
        return self.add(Combine(replace(_EMPTY, name="in logarithms"), terms, (by,)), stated)

    def _shown(self, need: Polynomial) -> Use | None:
        """That a mean is positive, since a part of it is: letters are summed over, one by one."""
        if need == ONE or need in self._strict:
            return self._strict.get(need) or super()._shown(need)
        ways: dict[Polynomial, tuple[_Summand, ...]] = dict.fromkeys(self._strict, ())
        queue = list(ways)
        for polynomial in queue:
            if polynomial == need:
                return self._along(ways[need])
            for more in _sums(polynomial) if len(ways[polynomial]) < MOST_LEFT_OUT else ():
                if more.total not in ways:
                    ways[more.total] = (*ways[polynomial], more)
                    queue.append(more.total)
        return None

    def _along(self, way: Iterable[_Summand]) -> Use:
        for each in way:
            others = Use(declared_name(delta(each.letter.alphabet), "<= 1"), (each.by, each.letter))
            terms = [Term(Fraction(1), (self._strict[each.part],))]
            for term in expanded(each.summand, others):
                terms.append(replace(term, summed=(*term.summed, each.by)))
            step = Combine(replace(_EMPTY, name="positive"), tuple(terms))
            self._strict[each.total] = use = self.add(step, each.total, ">")
        return use


@dataclass(frozen=True)
class _Summand:
    """`total` is the sum of `summand` over `by`; at the letter the summand is `part`."""

    part: Polynomial
    summand: Polynomial
    by: Index
    letter: Index

    @property
    def total(self) -> Polynomial:
        """The sum."""
        return sum_over(self.summand, self.by)


def _sums(part: Polynomial) -> Iterator[_Summand]:
    """The sums of a product over a letter of it, or of one of its factors alone."""
    for letter in sorted(part.free):
        by = Index(letter.alphabet, f"{letter.alphabet.lower()}~")
        yield _Summand(part, substitute(part, {letter: by}), by, letter)
        for tensor, at in dict.fromkeys(part.atoms()):
            own = None if any(i.is_bound for i in at) else atom(tensor, *at)
            rest = None if own is None or letter not in at else quotient(part, own)
            if own is not None and rest is not None and letter in rest.free:
                yield _Summand(part, rest * substitute(own, {letter: by}), by, letter)


class _Zero(_Branch):
    """The case in which a product is zero, and so is all that it is a factor of."""

    def logarithm(self, sign: int, b: Polynomial) -> None:
        """sign * whole * log b, as terms:  -log b >= 1 - b."""
        tangent, whole = self.row("entropy tangent", ONE, b, ONE, ONE), -self.known.polynomial
        assert tangent is not None  # it needs what is plain
        if sign < 0:
            self.use(whole, tangent)
            self.use(whole)
            self.use(b, self.case)
        else:
            self.use(ONE, self.case, tangent)
            self.use(ONE, self.case)
            self.use(whole * b)

    def term(self, weight: Polynomial, part: _Part) -> bool:
        """sign * w k F(a, b) >= 0; whether it was shown."""
        return (self._above if part.sign > 0 else self._below)(weight, part)

    def _below(self, weight: Polynomial, part: _Part) -> bool:
        """-w k F(a, b) >= 0:  F(a, b) <= F(a, 0) = a F(1, 0)."""
        parts = (Arguments(part.a, constant(0)), Arguments(constant(0), part.b))
        above = self.convex(Perspective(replace(_EMPTY, name="apart"), ENTROPY, parts, ()))
        slope = self.row("entropy tangent", ONE, constant(0), ONE, ONE)
        if above is None or slope is None:
            return False
        self.use(weight * part.times, above)
        self.use(ONE, self.case, slope)
        self.use(ONE, self.case)
        return True

    def _above(self, weight: Polynomial, part: _Part) -> bool:
        """w k F(a, b) >= 0:  F >= 2 a + 2 R for the root R, and (w k R)^2 = (w k)^2 a b <= 0."""
        a, b, own = part.a, part.b, weight * part.times
        root = convex(ROOT, a, b)
        above = self.row("entropy above root", a, b)
        tangent = self.row("entropy tangent", a, b, ONE, ONE)
        square = self.row("root square", a, b)
        if above is None or tangent is None or square is None:
            return False
        stated = own * convex(ENTROPY, a, b)
        case = f"{self.known.name}: {len(self.steps) + 1}, root"
        contrary = (  # times (w k R)^2, which is zero
            *expanded(own**3, square, tangent),
            *expanded(own**3 * (a - b), square),
            *expanded(own**3 * a * b, tangent),
            *expanded(own**3 * a * a * b),
            *expanded(own**2 * b * b, self.case),
        )
        direct = (*expanded(own, above), *expanded(2 * ONE, Use(case)), *expanded(2 * own * a))
        split = Split(
            replace(_EMPTY, name="not negative"),
            case,
            -own * root,
            (Combine(Fact(f"{case}, negative", stated), contrary, (Use(case), Use(case))),),
            (Combine(Fact(f"{case}, zero", stated), direct),),
        )
        self.use(ONE, self.add(split, stated))
        return True
