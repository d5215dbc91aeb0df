"""[PML23, Thm. 4.5] with exp(eps2) in the place of exp(eps_max): EML guarantees composed.

If W satisfies (eps1, d1)-EML, and U (eps2, d2)-EML at every posterior, then

    exp l(X -> E)  <=  d2/(d1 + d2) exp(eps2) + exp(eps1 + eps2)      for P(E) >= d1 + d2.

Let s(y) = P(E(y,.)|y). A slice of mass d2 or more leaks eps2 at most. One of less is filled up to
the mass d2 by a share L of what is outside it: whatever it tells, at most exp(eps2) d2 is told of
x by the larger one. The thin slices together have mass d2 at most, so the others have d1 or more,
and the first guarantee bounds these. The exponential of eps_max is not needed; where a posterior is
more certain than the prior, exp(eps2) may be the larger of the two, and then the printed bound is.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact, Rule, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claim_text.question import Question
from pmlsym.kernel.certificate import Combine, Term, Use
from pmlsym.lowering.sequents import lower
from proofs.papers.deduced import (
    Deduced,
    Example,
    Line,
    body_of_only_tensor,
    lines_of_rule,
    named,
)

_BOTH = "eml(P, W, d1) <= eps1 and eml(P, U | W, d2) <= eps2 => pml(P, W & U) <= eps1 + eps2"
"""A claim whose hypotheses are those on the mechanisms; its conclusion is not used."""

_E = Tensor("E", ("Y", "Z"), nonnegative=True, at_most_one=True)
_N = Tensor("N", ("Y",), indicator=True)
_L = Tensor("L", ("Y",), nonnegative=True, at_most_one=True)
_x, _x0, _y, _z = Index("X", "x"), Index("X", "x0"), Index("Y", "y"), Index("Z", "z")
_ONE = constant(1)


class _Terms:
    """What the lines speak of, by the tensors of the sequent."""

    def __init__(self, sequent: Sequent) -> None:
        self.prior = atom(named(sequent, "P"), _x)
        self.first = atom(named(sequent, "W"), _x, _y)
        self.second = atom(named(sequent, "U"), _x, _y, _z)
        self.given = atom(named(sequent, "(U | P, W)"), _y, _z)
        self.d1, self.d2 = (atom(named(sequent, name)) for name in ("d1", "d2"))
        self.one, self.two = (atom(named(sequent, f"exp(eps{k})")) for k in (1, 2))
        self.event, self.heavy, self.share = atom(_E, _y, _z), atom(_N, _y), atom(_L, _y)
        self.thin = _ONE - self.heavy
        self.slice = sum_over(self.given * self.event, _z)
        self.told = sum_over(self.second * self.event, _z)
        self.filled = self.slice + self.share * (_ONE - self.slice)

    def mean(self, body: Polynomial) -> Polynomial:
        """sum_{x,y} P(x) W(x,y) body(y)."""
        return sum_over(self.prior * self.first * body, _x, _y)

    @property
    def mass(self) -> Polynomial:
        """P(E)."""
        return sum_over(self.prior * self.first * self.second * self.event, _x, _y, _z)


def _filled_slices() -> tuple[Sequent, ...]:
    """The goal: exp(eps1 + eps2) P(E) + d2 exp(eps2) >= P(E|x0), which P(E) >= d1 + d2 divides."""
    known = lower(Question(_BOTH).claim())[0]
    t = _Terms(known)
    facts = (
        *known.facts,
        Fact("heavy slices", t.heavy * (t.slice - t.d2), (_y,)),
        Fact("thin slices are filled up", t.thin * (t.filled - t.d2), (_y,), "=="),
        Fact("E is heavy", t.mass - t.d1 - t.d2),
    )
    told = substitute(sum_over(t.first * t.second * t.event, _y, _z), {_x: _x0})
    goal = t.one * t.two * t.mass + t.d2 * t.two - told
    return (Sequent(facts, goal, ">=", known.rules),)


def _lines(sequent: Sequent) -> tuple[Line, ...]:
    first, second = sequent.rules
    t = _Terms(sequent)
    mechanisms = t.prior * t.first
    thin = t.mean(t.thin * t.slice)
    seen = sum_over(t.first * t.heavy * t.slice, _y)
    return (
        Fact("s <= 1", _ONE - t.slice, (_y,)),
        Fact("E tells 1 at most", _ONE - t.told, (_x, _y)),
        Fact("thin slices are thin", t.thin * (t.d2 - t.slice), (_y,)),
        *_put_in(second, t.event + t.thin * t.share * (_ONE - t.event), (_y, _z)),
        Fact("heavy", mechanisms * t.heavy * (t.two * t.slice - t.told), (_x, _y)),
        Fact("thin", mechanisms * t.thin * (t.two * t.d2 - t.told), (_x, _y)),
        Fact("thin slices have mass d2 at most", t.d2 - thin),
        Fact("P(E) by its slices", t.mean(t.slice) - t.mass, (), "=="),
        *_put_in(first, t.heavy * t.slice, (_y,)),
        _divided("heavy", t.first * t.heavy * (t.two * t.slice - t.told), (_x, _y)),
        _divided("thin", t.first * t.thin * (t.two * t.d2 - t.told), (_x, _y)),
        _divided(f"{first.name}, applied", t.one * t.mean(t.heavy * t.slice) - seen, (_x,)),
        Fact("thin slices tell", t.two * t.d2 - sum_over(t.first * t.thin * t.told, _y), (_x,)),
        Fact("heavy ones tell", t.two * seen - sum_over(t.first * t.heavy * t.told, _y), (_x,)),
        Fact("heavy slices in E", t.mass - t.mean(t.heavy * t.slice)),
    )


def _put_in(rule: Rule, event: Polynomial, places: tuple[Index, ...]) -> Iterator[Line]:
    return lines_of_rule(rule, body_of_only_tensor(rule, event, places))


def _divided(name: str, quotient: Polynomial, indices: tuple[Index, ...]) -> Combine:
    """The fact of this name without its factor P(x), which is positive."""
    positive = Use("P has full support, without loss of generality", (_x,))
    term = Term(Fraction(1), (Use(name, indices),))
    return Combine(Fact(f"{name}, divided", quotient, indices), (term,), (positive,))


_FAIR = ("1/2", "1/2")

FILLED_SLICES = Deduced(
    "(eps1, d1)-EML, then (eps2, d2)-EML at each posterior: an event of mass d1 + d2 or more, "
    "whose thin slices are filled up to d2, has P(E|x) <= e^(eps1 + eps2) P(E) + d2 e^eps2",
    _filled_slices,
    Example(
        {
            "P": _FAIR,
            "W": (("1", "0"), ("0", "1")),
            "U": ((_FAIR, _FAIR), (_FAIR, _FAIR)),
            "(U | P, W)": (_FAIR, _FAIR),
            "E": (("1", "1"), ("1", "0")),
            "N": ("1", "1"),
            "L": ("0", "0"),
            "d1": "1/4",
            "d2": "1/2",
            "exp(eps1)": "2",
            "exp(eps2)": "1",
        },
        {"x0": 0},
    ),
    _lines,
)
