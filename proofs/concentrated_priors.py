"""Suprema over priors of full support, approached by priors near a point [RDP, 2.8, 4.2, 4.5].

The easy halves are claims (proofs/rdp.py). For the converses let D be an entry and E the rest. A
prior that puts all but lambda on one database has full support,

    q(d,e) = r(d) K(d,e),    r(d) = (1 - lambda) delta(d,d1) + lambda u(d),

and K is near a point too: near e1, or, for a correlated database, near e0 if d = d0 and near e1
otherwise. The hypothesis at q is divided by its positive factors, and its constant part in lambda
compares two rows of the channel. Statements that quantify over priors have no words in the claim
language; the sequents say them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.normal_form import Monomial
from pmlsym.calculus.polynomial import (
    Polynomial,
    atom,
    constant,
    equal_letters,
    substitute,
    sum_over,
)
from pmlsym.calculus.sequent import Fact, Rule, Sequent
from pmlsym.calculus.substitution import Body, replace_tensor
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.kernel.certificate import GOAL, Apply, Certificate, Combine, Limit, Term, Use
from pmlsym.kernel.rules import needed
from proofs.derived import Derived

ONE = Fraction(1)
d, e, y = Index("D", "d"), Index("E", "e"), Index("Y", "y")
c, f = Index("D", "c"), Index("E", "f")
d0, d1, e0, e1, y0 = (Index(name[0].upper(), name) for name in ("d0", "d1", "e0", "e1", "y0"))

W = Tensor("W", ("D", "E", "Y"), nonnegative=True, stochastic=(2,))
q = Tensor("q", ("D", "E"), nonnegative=True, stochastic=(0, 1))
u = Tensor("u", ("D",), positive=True, stochastic=(0,))
v = Tensor("v", ("E",), positive=True, stochastic=(0,))
share = Tensor("lambda", positive=True, at_most_one=True)
t, small = atom(Tensor("exp(eps)", positive=True)), atom(share)

POSITIVE = Fact("q is positive", atom(q, d, e), (d, e), ">")
PRODUCT = Fact(
    "q is a product",
    atom(q, d, e) * atom(q, c, f) - atom(q, d, f) * atom(q, c, e),
    (d, e, c, f),
    "==",
)


@dataclass(frozen=True)
class Converse:
    """Which priors are meant, what leaks at most eps under each, and what follows of the rows.

    `leaks` is nonnegative for all of its letters; at q = r K it has the factors `divisors`, of r
    and K. `correlated` says which K is meant, `at` at which letters the limit is the goal.
    """

    conditions: tuple[Fact, ...]
    leaks: Polynomial
    divisors: tuple[str, ...]
    at: dict[Index, Index]
    correlated: bool = False

    @property
    def first(self) -> Polynomial:
        """r(d)."""
        return (1 - small) * equal_letters(d, d1) + small * atom(u, d)

    @property
    def second(self) -> Polynomial:
        """K(d,e)."""
        near = equal_letters(e, e1)
        if self.correlated:
            here = equal_letters(d, d0)
            near = here * equal_letters(e, e0) + (1 - here) * near
        return (1 - small) * near + small * atom(v, e)

    def certificates(self) -> tuple[Certificate, ...]:
        """The limit of the hypothesis at priors near a point."""
        letters = self.leaks.free
        rule = Rule(
            "q leaks at most eps", (q,), self.conditions, Fact("leaks", self.leaks, letters)
        )
        signs, shape = self._signs(), self._shape()
        body = self.first * self.second
        given = replace_tensor(self.leaks, q, (d, e), body)
        instance = Apply(
            Fact("the hypothesis at q", given, letters),
            rule.name,
            ((q.name, Body(((d,), (e,)), body)),),
            (),
            tuple((i, (i,)) for i in letters),
            tuple(_shown(step.statement) for step in shape),
            constant(1),
        )
        divided = self._divided(instance.statement)
        kept = {m: k for m, k in divided.statement.polynomial if not _mentions(m, share)}
        limit = Limit(Fact("in the limit", Polynomial(kept), letters), share, "divided")
        goal = self._goal(limit.statement)
        sequent = Sequent((), goal.statement.polynomial, ">=", (rule,))
        return (Certificate(sequent, (*signs, *shape, instance, divided, limit, goal)),)

    def _signs(self) -> tuple[Combine, ...]:
        """r and K are positive and at most one."""
        parts, gaps = [(Use("delta_E >= 0", (e, e1)),)], [(Use("delta_E <= 1", (e, e1)),)]
        if self.correlated:
            here, elsewhere = Use("delta_D >= 0", (d, d0)), Use("delta_D <= 1", (d, d0))
            parts = [(here, Use("delta_E >= 0", (e, e0))), (elsewhere, *parts[0])]
            gaps = [(here, Use("delta_E <= 1", (e, e0))), (elsewhere, *gaps[0])]
        own = tuple(i for i in (d, e) if i in self.second.free)
        first = [(Use("delta_D >= 0", (d, d1)),)], [(Use("delta_D <= 1", (d, d1)),)]
        return (
            _mixed("r > 0", self.first, (d,), first[0], Use("u > 0", (d,))),
            _mixed("r <= 1", 1 - self.first, (d,), first[1], Use("u <= 1", (d,))),
            _mixed("K > 0", self.second, own, parts, Use("v > 0", (e,))),
            _mixed("K <= 1", 1 - self.second, own, gaps, Use("v <= 1", (e,))),
        )

    def _shape(self) -> tuple[Combine, ...]:
        """q = r K is such a prior; the last three say what is declared of q."""
        body = self.first * self.second
        r, K = (Use(name, self._letters(name)) for name in ("r > 0", "K > 0"))
        positive = Combine(Fact("q > 0, shown", body, (d, e), ">"), (Term(ONE, (r, K)),))
        own = (Index("D", "d'0"), Index("E", "e'1"))
        renamed = dict(zip((d, e), own, strict=True))
        c_e = substitute(body, {d: c}) * substitute(body, {e: f})
        product = body * substitute(body, {d: c, e: f}) - c_e
        same = Combine(Fact("q is a product, shown", product, (d, e, c, f), "=="), ())
        return (
            positive,
            *((same,) if PRODUCT in self.conditions else ()),
            Combine(
                Fact("q >= 0, shown", substitute(body, renamed), own),
                (Term(ONE, (Use("q > 0, shown", own),)),),
            ),
            Combine(Fact("q sums to one, shown", sum_over(body, d, e) - 1, (), "=="), ()),
        )

    def _letters(self, name: str) -> tuple[Index, ...]:
        return (d,) if name[0] == "r" else tuple(i for i in (d, e) if i in self.second.free)

    def _divided(self, applied: Fact) -> Combine:
        """The hypothesis at q without its positive factors."""
        uses = tuple(Use(name, self._letters(name)) for name in self.divisors)
        statement = Fact("divided", self._quotient(), applied.indices)
        return Combine(statement, (Term(ONE, (Use(applied.name, applied.indices),)),), uses)

    def _quotient(self) -> Polynomial:
        """exp(eps) P_Y(y) or its like, less the likelihood."""
        whole = t * sum_over(self.first * self.second * atom(W, d, e, y), d, e)
        given = t * sum_over(self.first * atom(W, d, e, y), d)
        match self.divisors:
            case ("K > 0",):
                return given - atom(W, d, e, y)
            case ("r > 0",):
                return whole - sum_over(self.second * atom(W, d, e, y), e)
        return whole - atom(W, d, e, y)

    def _goal(self, limit: Fact) -> Combine:
        """The limit at the goal's letters; off the diagonal, if q is correlated."""
        letters = tuple(self.at[i] for i in limit.indices)
        found = substitute(limit.polynomial, dict(zip(limit.indices, letters, strict=True)))
        uses: tuple[Use, ...] = (Use(limit.name, letters),)
        if self.correlated:
            found = found * (1 - equal_letters(d0, d1))
            uses = (*uses, Use("delta_D <= 1", (d0, d1)))
        return Combine(Fact(GOAL, found), (Term(ONE, uses),))


def _mixed(
    name: str,
    polynomial: Polynomial,
    indices: tuple[Index, ...],
    near: list[tuple[Use, ...]],
    far: Use,
) -> Combine:
    """A mixture, (1 - lambda) times the sum of products `near` plus lambda times `far`."""
    terms = [Term(ONE, (Use("lambda <= 1"), *uses)) for uses in near]
    relation = ">" if far.fact.endswith("> 0") else ">="
    terms.append(Term(ONE, (Use("lambda > 0"), far)))
    return Combine(Fact(name, polynomial, indices, relation), tuple(terms))


def _shown(fact: Fact) -> Use:
    """The fact at the letters of a need, which are called q~0, q~1, .. in order."""
    return Use(fact.name, needed(i.alphabet for i in fact.indices))


def _mentions(monomial: Monomial, tensor: Tensor) -> bool:
    return any(other == tensor for factor in monomial for other, _ in factor)


_mass = sum_over(atom(q, d, e) * atom(W, d, e, y), d, e)
_of_entry = sum_over(atom(q, d, e), e)
_given = sum_over(atom(q, d, e), d)
WHOLE = atom(q, d, e) * (t * _mass - atom(W, d, e, y))
"""The leakage about the database is at most eps."""
ENTRY = _of_entry * t * _mass - sum_over(atom(q, d, e) * atom(W, d, e, y), e)
"""The leakage about the entry is at most eps."""
GIVEN = t * sum_over(atom(q, d, e) * atom(W, d, e, y), d) - _given * atom(W, d, e, y)
"""The leakage about the entry given the rest is at most eps."""

ANY = {d: d0, e: e0, y: y0}
SAME = {d: d0, e: e1, y: y0}

STATEMENTS = (
    Derived(
        "capacity-is-approached-by-full-support-priors",
        "RDP/thm-2.8",
        Converse((POSITIVE,), WHOLE, ("r > 0", "K > 0"), ANY).certificates,
        "if every prior of full support leaks at most eps, any two rows are within exp(eps)",
    ),
    Derived(
        "free-lunch-privacy-from-product-priors",
        "RDP/thm-4.5-eq-2",
        Converse((POSITIVE, PRODUCT), WHOLE, ("r > 0", "K > 0"), ANY).certificates,
        "the same if every product prior of full support leaks at most eps",
    ),
    Derived(
        "free-lunch-privacy-from-entries",
        "RDP/thm-4.5-eq-3",
        Converse((POSITIVE,), ENTRY, ("r > 0",), ANY, correlated=True).certificates,
        "if every prior of full support leaks at most eps about an entry, rows of databases that"
        " differ in the entry are within exp(eps)",
    ),
    Derived(
        "differential-privacy-from-conditional-leakage",
        "RDP/thm-4.2-eq-1",
        Converse((POSITIVE, PRODUCT), GIVEN, ("K > 0",), SAME).certificates,
        "if every product prior of full support leaks at most eps about an entry given the rest,"
        " rows of databases that differ in it alone are within exp(eps)",
    ),
    Derived(
        "differential-privacy-from-entries",
        "RDP/thm-4.2-eq-3",
        Converse((POSITIVE, PRODUCT), ENTRY, ("r > 0",), SAME).certificates,
        "the same if every product prior of full support leaks at most eps about the entry",
    ),
)
