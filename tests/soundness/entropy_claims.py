"""Random claims about entropies with their truth by definition, and distributions to try them on.

A claim is a true sum of informations, or one near it that need not be true, or of any shape; beside
its text stands what it says of one joint distribution, in sums of -p log p to sixty digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal, localcontext
from fractions import Fraction
from random import Random

from tests.soundness.plain_statements import (
    FINE,
    RELATIONS,
    ZERO,
    Statement,
    conjunction,
    disjunction,
    implication,
    logarithm,
    opposite,
)

Names = frozenset[str]
Letters = tuple[int, ...]
NUMBERS = ("0", "1", "-1", "1/2", "1/1000", "log(2)", "2*log(3)", "-log(4/3)")


@dataclass(frozen=True)
class Joint:
    """Random variables by their names, the mass of each way they come out, and log(k)."""

    variables: tuple[str, ...]
    masses: Mapping[Letters, Fraction]
    log_k: Decimal = Decimal(0)
    known: dict[Names, Decimal] = field(default_factory=dict, compare=False, repr=False)

    def entropy(self, names: Names) -> Decimal:
        """-sum p log p of some of the variables."""
        if names not in self.known:
            places = [i for i, name in enumerate(self.variables) if name in names]
            marginal: dict[Letters, Fraction] = {}
            for letters, mass in self.masses.items():
                some = tuple(letters[i] for i in places)
                marginal[some] = marginal.get(some, Fraction(0)) + mass
            with localcontext(prec=FINE):
                self.known[names] = -sum(
                    (decimal(p) * logarithm(p) for p in marginal.values() if p), Decimal(0)
                )
        return self.known[names]


def decimal(number: Fraction) -> Decimal:
    """To the digits of the context."""
    return Decimal(number.numerator) / Decimal(number.denominator)


@dataclass(frozen=True)
class Term:
    """H(left | given), or I(left; right | given)."""

    left: tuple[str, ...]
    right: tuple[str, ...] = ()
    given: tuple[str, ...] = ()

    def __str__(self) -> str:
        left, right, given = (",".join(names) for names in (self.left, self.right, self.given))
        inside = f"{left};{right}" if right else left
        return f"{'I' if right else 'H'}({inside}{'|' if given else ''}{given})"

    def value(self, at: Joint) -> Decimal:
        """H(A,C) + H(B,C) - H(A,B,C) - H(C), with B = A for an entropy."""
        a, c = frozenset(self.left), frozenset(self.given)
        b = frozenset(self.right) or a
        h = at.entropy
        with localcontext(prec=FINE):
            return h(a | c) + h(b | c) - h(a | b | c) - h(c)


@dataclass(frozen=True)
class Linear:
    """A sum of multiples of terms and of a number, compared with zero, written on two sides."""

    terms: tuple[tuple[Fraction, Term], ...]
    constant: str = "0"
    relation: str = ">="

    @property
    def statement(self) -> Statement:
        """The text, and what it says."""
        plus = " + ".join(f"{multiple(c)}{term}" for c, term in self.terms if c > 0) or "0"
        minus = " + ".join(f"{multiple(-c)}{term}" for c, term in self.terms if c < 0)
        right = f"{minus} + {self.constant}" if minus else self.constant
        compare = RELATIONS[self.relation]

        def holds(at: Joint) -> bool:
            with localcontext(prec=FINE):
                total = sum((decimal(c) * t.value(at) for c, t in self.terms), Decimal(0))
                return compare(rounded(total - constant_of(self.constant, at)), 0)

        return Statement(f"{plus} {self.relation} {right}", holds)


def multiple(c: Fraction) -> str:
    """A factor as it is written."""
    return "" if c == 1 else f"{c}*"


def rounded(value: Decimal) -> Decimal:
    """Zero for what is zero."""
    return Decimal(0) if abs(value) < ZERO else value


def constant_of(text: str, at: Joint) -> Decimal:
    """One of the NUMBERS, or a multiple of log(k)."""
    factor, _, inside = text.rpartition("log(")
    if not inside or not text.endswith(")"):
        return decimal(Fraction(text))
    times = {"": Fraction(1), "-": Fraction(-1)}.get(factor) or Fraction(factor.rstrip("*"))
    log = at.log_k if inside == "k)" else logarithm(Fraction(inside[:-1]))
    return decimal(times) * log


@dataclass(frozen=True)
class Zero:
    """A hypothesis that a term is zero, as it is written: markov, indep, or the term itself."""

    term: Term
    text: str

    @property
    def statement(self) -> Statement:
        """The text, and what it says."""

        def holds(at: Joint) -> bool:
            with localcontext(prec=FINE):
                return rounded(self.term.value(at)) == 0

        return Statement(self.text, holds)


@dataclass(frozen=True)
class Claim:
    """Hypotheses and a goal, and how it was made."""

    how: str
    variables: tuple[str, ...]
    zeros: tuple[Zero, ...]
    bounds: tuple[Linear, ...]
    goal: Statement

    @property
    def statement(self) -> Statement:
        """The whole."""
        premises = [one.statement for one in (*self.zeros, *self.bounds)]
        if not premises:
            return self.goal
        first, *rest = premises
        for other in rest:
            first = conjunction(first, other)
        return implication(first, self.goal)


def drawn(rng: Random) -> Claim:
    """A claim that holds, one near such, or one of any shape."""
    variables = tuple("XYZWV"[: rng.choice((2, 3, 3, 3, 4, 4, 5))])
    how = rng.choice(("true", "near", "near", "near", "any shape"))
    zeros = [zero(rng, variables) for _ in range(rng.choice((0, 0, 1, 1, 2)))]
    bounds = [bound(rng, variables) for _ in range(rng.choice((0, 0, 0, 1)))]
    if how == "any shape":
        return Claim(how, variables, tuple(zeros), tuple(bounds), any_goal(rng, variables))
    terms = [(positive(rng), elemental(rng, variables)) for _ in range(rng.randint(1, 3))]
    terms += [(-positive(rng), z.term) for z in zeros if rng.random() < 0.8]
    goal = Linear(tuple(terms))
    if bounds and rng.random() < 0.8:  # what is at most b leaves b of itself
        (low,) = bounds
        goal = Linear((*goal.terms, (Fraction(-1), low.terms[0][1])), f"-{low.constant}")
    if how == "near":
        goal, zeros, bounds = near(rng, variables, goal, zeros, bounds)
    goal = replace(goal, terms=tuple(written(rng, goal.terms)))
    if not goal.terms:
        return drawn(rng)
    return Claim(how, variables, tuple(zeros), tuple(bounds), goal.statement)


def near(
    rng: Random, variables: tuple[str, ...], goal: Linear, zeros: list[Zero], bounds: list[Linear]
) -> tuple[Linear, list[Zero], list[Linear]]:
    """One thing changed: a factor, the number, a term, a hypothesis, the relation, a name."""
    terms = list(goal.terms)
    place = rng.randrange(len(terms))
    c, term = terms[place]
    step = rng.choice((Fraction(1, 1000), Fraction(1), Fraction(1, 10**9)))
    match rng.choice(("factor", "factor", "number", "term", "hypothesis", "relation", "name")):
        case "factor":
            terms[place] = (c - step, term)
        case "number" if goal.constant == "0":
            goal = replace(goal, constant=rng.choice(("1/1000", "1/1000000000", "log(1001/1000)")))
        case "term":
            terms[place] = (c, Term(term.left, term.right, some(rng, variables, 0)))
        case "hypothesis" if zeros:
            zeros = zeros[1:]
        case "hypothesis":
            bounds = []
        case "relation":
            goal = replace(goal, relation=rng.choice((">", "<=", "<")))
        case _:
            old, new = rng.sample(variables, 2)

            def renamed(names: tuple[str, ...]) -> tuple[str, ...]:
                return tuple(dict.fromkeys(new if name == old else name for name in names))

            terms[place] = (c, Term(*map(renamed, (term.left, term.right, term.given))))
    return replace(goal, terms=tuple(t for t in terms if t[0])), zeros, bounds


def any_goal(rng: Random, variables: tuple[str, ...]) -> Statement:
    """A comparison of any terms, or a combination of two."""

    def one() -> Statement:
        if rng.random() < 0.3:
            return zero(rng, variables).statement
        count = rng.randint(1, 3)
        terms = tuple(
            (positive(rng) * rng.choice((1, -1)), any_term(rng, variables)) for _ in range(count)
        )
        constant = rng.choice((*NUMBERS, "log(k)", "-log(k)"))
        return Linear(terms, constant, rng.choice(tuple(RELATIONS))).statement

    shape = rng.choice(("", "", "or", "or", "and", "not", "largest"))
    if shape == "largest":
        return largest(rng, variables)
    if shape == "not":
        return opposite(one())
    if shape == "":
        return one()
    return (disjunction if shape == "or" else conjunction)(one(), one())


def largest(rng: Random, variables: tuple[str, ...]) -> Statement:
    """The larger or the smaller of two terms, and a third."""
    first, second, third = (any_term(rng, variables) for _ in range(3))
    word, relation = rng.choice(("max", "min")), rng.choice(tuple(RELATIONS))
    pick: Callable[..., Decimal] = max if word == "max" else min

    def holds(at: Joint) -> bool:
        with localcontext(prec=FINE):
            value = pick(first.value(at), second.value(at)) - third.value(at)
            return RELATIONS[relation](rounded(value), 0)

    return Statement(f"{word}({first}, {second}) {relation} {third}", holds)


def positive(rng: Random) -> Fraction:
    """A small factor."""
    return rng.choice((Fraction(1), Fraction(1), Fraction(2), Fraction(1, 2), Fraction(2, 3)))


def some(rng: Random, variables: Iterable[str], least: int) -> tuple[str, ...]:
    """Some of the variables, few rather than many."""
    names = list(variables)
    count = min(len(names), max(least, rng.choice((0, 1, 1, 1, 2))))
    return tuple(rng.sample(names, count))


def elemental(rng: Random, variables: tuple[str, ...]) -> Term:
    """A term of which no variable stands twice, which is at least zero."""
    left = some(rng, variables, 1)
    rest = [name for name in variables if name not in left]
    right = some(rng, rest, 1) if rest and rng.random() < 0.75 else ()
    rest = [name for name in rest if name not in right]
    return Term(left, right, some(rng, rest, 0))


def any_term(rng: Random, variables: tuple[str, ...]) -> Term:
    """A term, of which a variable may stand twice."""
    if rng.random() < 0.8:
        return elemental(rng, variables)
    right = some(rng, variables, 1) if rng.random() < 0.7 else ()
    return Term(some(rng, variables, 1), right, some(rng, variables, 0))


def zero(rng: Random, variables: tuple[str, ...]) -> Zero:
    """A term that is supposed to be zero."""
    term = elemental(rng, variables)
    left, right, given = (",".join(names) for names in (term.left, term.right, term.given))
    texts = [f"{term} == 0", f"{term} <= 0"]
    if right and given:
        texts += [f"markov({left}; {given}; {right})"] * 3 + [f"indep({left}; {right}|{given})"]
    elif right:
        texts += [f"indep({left}; {right})"] * 3
    return Zero(term, rng.choice(texts))


def bound(rng: Random, variables: tuple[str, ...]) -> Linear:
    """A term that is supposed to be at most a number."""
    constant = rng.choice(("1/2", "log(2)", "log(k)", "log(k)", "1/1000"))
    return Linear(((Fraction(1), elemental(rng, variables)),), constant, "<=")


def written(rng: Random, terms: Iterable[tuple[Fraction, Term]]) -> Iterator[tuple[Fraction, Term]]:
    """The same sum with some terms written by others."""
    for c, term in terms:
        a, b, given = term.left, term.right or term.left, term.given
        how = rng.choice(("as it is", "differences", "joint entropies"))
        if how == "as it is":
            yield c, term
        elif how == "differences":
            yield c, Term(a, (), given)
            if term.right:
                yield -c, Term(a, (), tuple(dict.fromkeys((*b, *given))))
        else:
            both = tuple(dict.fromkeys((*a, *given))), tuple(dict.fromkeys((*b, *given)))
            yield from ((c, Term(names)) for names in both)
            yield -c, Term(tuple(dict.fromkeys((*a, *b, *given))))
            if given:
                yield -c, Term(given)


def joints(rng: Random, claim: Claim, count: int) -> Iterator[Joint]:
    """So many joint distributions, half of them made to meet the hypotheses."""
    for number in range(count):
        masses = any_masses(rng, len(claim.variables))
        if number % 2:
            for one in rng.sample(claim.zeros, len(claim.zeros)):
                masses = tied(rng, claim.variables, masses, one.term)
        k = Fraction(rng.choice((1, 2, 2, 3, 4, Fraction(3, 2), 40)))
        yield Joint(claim.variables, masses, logarithm(k))


def any_masses(rng: Random, count: int) -> dict[Letters, Fraction]:
    """Few atoms at random, fair bits and their parities, noisy chains, copies, or a point."""
    kind = rng.choice(("sparse", "sparse", "parities", "parities", "chain", "point"))
    if kind == "point":
        return {(0,) * count: Fraction(1)}
    if kind == "parities":
        bits = rng.randint(1, 3)
        rows = [rng.randrange(2**bits) for _ in range(count)]
        atoms = [tuple((row & atom).bit_count() % 2 for row in rows) for atom in range(2**bits)]
        return summed((letters, Fraction(1)) for letters in atoms)
    if kind == "sparse":
        size = rng.choice((2, 2, 3))
        found = [tuple(rng.randrange(size) for _ in range(count)) for _ in range(rng.randint(1, 8))]
        alike = rng.random() < 0.5
        return summed(
            (letters, Fraction(1 if alike else rng.choice((1, 1, 2, 5, 100)))) for letters in found
        )
    chain = {(): Fraction(1)}
    for k in range(count):
        flip = Fraction(1, rng.choice((2, 3, 10)))
        before = rng.randrange(-1, k)
        chain = {
            (*letters, bit): mass * (flip if bit != (letters[before] if before >= 0 else 0) else
                                     1 - flip)
            for letters, mass in chain.items()
            for bit in (0, 1)
        }  # fmt: skip
    return chain


def summed(weighted: Iterable[tuple[Letters, Fraction]]) -> dict[Letters, Fraction]:
    """Masses in proportion to the weights."""
    found: dict[Letters, Fraction] = {}
    for letters, weight in weighted:
        found[letters] = found.get(letters, Fraction(0)) + weight
    total = sum(found.values())
    return {letters: weight / total for letters, weight in found.items()}


def tied(
    rng: Random, variables: tuple[str, ...], masses: dict[Letters, Fraction], term: Term
) -> dict[Letters, Fraction]:
    """The distribution changed so that the term is zero: a function, or independent given others.

    The right side is drawn once more from its distribution given the others, whatever else it
    was tied to.
    """
    at = {name: k for k, name in enumerate(variables)}
    given = [at[name] for name in term.given]
    moved = [at[name] for name in (term.right or term.left)]
    chosen: dict[Letters, list[tuple[Letters, Fraction]]] = {}
    for letters, mass in masses.items():
        key = tuple(letters[k] for k in given)
        chosen.setdefault(key, []).append((tuple(letters[k] for k in moved), mass))
    if not term.right:  # one value for each of the given
        chosen = {key: [(rng.choice(some)[0], Fraction(1))] for key, some in chosen.items()}
    found = []
    for letters, mass in masses.items():
        options = chosen[tuple(letters[k] for k in given)]
        total = sum(weight for _, weight in options)
        for values, weight in options:
            new = list(letters)
            for k, value in zip(moved, values, strict=True):
                new[k] = value
            found.append((tuple(new), mass * weight / total))
    return summed(found)
