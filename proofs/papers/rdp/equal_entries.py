"""[RDP, Thm. 4.3]: a mechanism of n entries that says whether all of them are a, more or less.

With r = e^-eps the outcome o has half the probability of the product of what each entry d gives,
g(d) = 1 if d = a, and else r; the other outcomes are alike:

    P(Y = o | d_1, .., d_n) = g(d_1) .. g(d_n)/2        P(Y = y | ..) = q (1 - g(d_1) .. g(d_n)/2)

and q (|Y| - 1) = 1. As one entry changes, the product changes by r at most: whatever the product h
of the others is. Where all entries are equal, it is 1 or r^n, and with p = P(a) o leaks

    -log(p + (1 - p) r^n)

about each of them, which tends to -log p as n grows.
"""

from __future__ import annotations

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.polynomial import Polynomial, atom, equal_letters, substitute
from pmlsym.calculus.scalar import exponential, scalar
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor, size
from pmlsym.engines.certificates.terms import times
from pmlsym.engines.witnesses.ground import HALF
from pmlsym.kernel.certificate import GOAL, Combine, Use
from pmlsym.language.building import all_of, equal, exp, implies, log
from pmlsym.language.nodes import Claim, Measure, Scalar
from pmlsym.language.value import Ratio
from pmlsym.measures.differential_privacy import dp_entry
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.prior_mass import pmin
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from proofs.papers.deduced import Line, at_letters, named

_D, _E, _Y = alphabets("D E Y")
_P = Prior("P", _D)
_d, _below, _a, _c = (Index("D", name) for name in ("d", "d'", "a", "c"))
_e = Index("E", "e")
_y, _o = Index("Y", "y"), Index("Y", "o")
_R, _S = (atom(scalar(name, "probability")) for name in "rs")
_Q = atom(Tensor("q", nonnegative=True))
_H = atom(Tensor("h", ("E",), nonnegative=True, at_most_one=True), _e)
_EPS = Scalar("eps", "nonnegative")


def privacy_of_each_entry() -> Claim:
    """An entry of the mechanism, beside others with the product h(e), has the parameter eps.

    >>> type(privacy_of_each_entry()).__name__
    'Implication'
    """
    entries = _whether(_gain(_d) * _H)
    mechanism = Channel.from_polynomial("W", (_D, _E), (_Y,), (_d, _e, _y), entries)
    inverse = equal(exp(_EPS) * Scalar("r", "probability"), 1)
    another = _positive("1[c /= a]", 1 - equal_letters(_c, _a), _c, _a)
    possible = _positive("h(e)", _H, _e)
    private = equal(at_letters(dp_entry(mechanism, 1), _a, _o), _EPS)
    return implies(all_of(inverse, another, possible, _others()), private)


def leakage_of_equal_entries() -> Claim:
    """What o leaks about an entry, where all of them are equal.

    >>> type(leakage_of_equal_entries()).__name__
    'Implication'
    """
    share = _S + (1 - _S) * equal_letters(_d, _a)
    mechanism = Channel.from_polynomial("V", (_D,), (_Y,), (_d, _y), _whether(share))
    mass = Measure("P(a)", (), Ratio(_P.mass(_a)), is_log=False, free=(_a,))
    least, small = pmin(_P), Scalar("s", "probability")
    leaked = at_letters(pml(_P, mechanism, "o"), _a)
    bound = -log(least + (1 - least) * small)
    return implies(all_of(equal(mass, least), _others()), equal(leaked, bound))


def ratios_of_an_entry(sequent: Sequent) -> tuple[Line, ...]:
    """W(d,e,y) <= e^eps W(d',e,y), with equality for d = a, another d', and o."""
    return _at_a_and_another(sequent) if not sequent.goal.free else _at_any_entries(sequent)


def _at_any_entries(sequent: Sequent) -> tuple[Line, ...]:
    """Of o, since r <= g <= 1; of the others, since e^eps + r >= 2."""
    level, inverse = atom(exponential("eps")), "exp(eps)*r"
    above, below = _gain(_d), _gain(_below)
    (others,) = (letter for letter in sequent.goal.free if letter.alphabet == "E")
    at_least, h = Use("exp(eps) >= 1"), substitute(_H, {_e: others})
    square = (
        *times(_R, at_least, at_least),
        *times(level, Use(f"{inverse} <= 1")),
        *times(2, Use(f"1 <= {inverse}")),
    )
    rest, is_o = 2 * (level - 1), equal_letters(_y, _o)
    of_o = times(HALF * is_o * h, Use("of o", (_d, _below)))
    not_o = Use("delta_Y <= 1", (_o, _y))
    of_others = times(HALF * _Q, Use("of the others", (_d, _below)), not_o)
    return (
        Combine(Fact("e^eps + r >= 2", level + _R - 2), square),
        Fact("of o", level * below - above, (_d, _below)),
        Fact("of the others, at h = 1", rest - level * below + above, (_d, _below)),
        Fact("of the others", rest - level * below * h + above * h, (_d, _below)),
        Combine(Fact(GOAL, sequent.goal), (*of_o, *of_others)),
    )


def _at_a_and_another(sequent: Sequent) -> tuple[Line, ...]:
    """The likelihoods of o given a and given c are h/2 and r h/2."""
    level, largest = atom(exponential("eps")), atom(named(sequent, "t1"))
    apart = HALF * _H * (1 - equal_letters(_a, _c))
    ratio = Fact("a and c", apart * (_R * largest - 1))
    told = Use("dp_entry(W, 1) <= log t1", (_a, _e, _c, _o))
    other = Use("delta_D <= 1", (_a, _c))
    inverse = times(_H * largest, other, Use("exp(eps)*r <= 1"))
    positive = (Use("0 < h(e)"), Use("0 < 1[c /= a]"))
    return (
        Combine(ratio, times(1, told, other)),
        Combine(Fact(GOAL, sequent.goal), (*times(2 * level, ratio), *inverse), positive),
    )


def leakage_about_the_entries(sequent: Sequent) -> tuple[Line, ...]:
    """At a the leakage is what it says; the prior has mass there."""
    if "t1" not in {tensor.name for tensor in sequent.tensors}:
        return ()
    mass, level = _P.mass(_a), atom(named(sequent, "t1"))
    at_a = Fact("at a", HALF * mass * (level * (mass + (1 - mass) * _S) - 1))
    likely = (Use(name) for name in ("pmin(P) <= P(a)", "pmin(P) <= m1 (2)", "pmin(P) <= m1"))
    occurs = tuple(term for use in likely for term in times(1, use))
    divided = Fact("over P(a)", HALF * (level * (mass + (1 - mass) * _S) - 1))
    return (
        Combine(at_a, times(1, Use("pml(P, V, o) <= log t1 (2)", (_a,)))),
        Combine(Fact("a can occur", mass, (), ">"), occurs),
        Combine(divided, times(1, at_a), (Use("a can occur"),)),
    )


def _gain(d: Index) -> Polynomial:
    """g(d)."""
    return _R + (1 - _R) * equal_letters(d, _a)


def _whether(share: Polynomial) -> Polynomial:
    """The probability of an outcome, where o has half of a share."""
    is_o = equal_letters(_y, _o)
    return HALF * (is_o * share + (1 - is_o) * _Q * (2 - share))


def _positive(text: str, value: Polynomial, *free: Index) -> Claim:
    return Measure(text, (), Ratio(value), is_log=False, free=free) > 0


def _others() -> Claim:
    others = Ratio(_Q * (atom(size("Y")) - 1))
    return equal(Measure("q (|Y| - 1)", (), others, is_log=False), 1)
