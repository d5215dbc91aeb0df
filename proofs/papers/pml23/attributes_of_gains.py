"""[PML23, Thm. 2, App. A]: a gain g as an attribute U_g of the same leakage.

U_g has a value for each guess v, with the probability r g(x,v), where r is so small that these are
at most one together, and else one of many more values (v, j), j /= o, all equally likely:

    P(u = (v, o) | x) = r g(x,v)        P(u = (v, j) | x) = q (1 - r sum_v g(x,v))

Where q is so small that no such value is the likeliest, neither before y nor after, the likeliest
value is a best guess, and has r times its expected gain. This is simpler than App. A: the cases of
it, and the pieces of each gain, are not needed.
"""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.polynomial import Polynomial, atom, constant, equal_letters, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor, size
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import Combine, Use
from pmlsym.language.building import all_of, equal, implies
from pmlsym.language.nodes import Claim, Measure
from pmlsym.language.value import Ratio, Smallest
from pmlsym.measures.attribute_leakage import hmin_given
from pmlsym.measures.gain_leakage import worst_gleak
from pmlsym.measures.prior_mass import hmin
from pmlsym.model.channel import Channel
from pmlsym.model.gain import Gain
from pmlsym.model.prior import Prior
from proofs.papers.deduced import Line, at_letters, named

_X, _Y, _V, _J = alphabets("X Y V J")
_P, _W, _G = Prior("P", _X), Channel("W", _X, _Y), Gain("G", _X, _V)
_x, _y, _v, _j, _o = (
    Index("X", "x"),
    Index("Y", "y"),
    Index("V", "v"),
    Index("J", "j"),
    Index("J", "o"),
)
_any, _before, _after = Index("V", "v_any"), Index("V", "v_before"), Index("V", "v_after")
_R, _Q = (atom(Tensor(name, nonnegative=True)) for name in "rq")


def attribute_of_a_gain() -> Claim:
    """l_(U_g) = l_g at an outcome, for every r and q that are small.

    >>> type(attribute_of_a_gain()).__name__
    'Implication'
    """
    rest = 1 - sum_over(_R * _G.worth((_x,), (_any,)), _any)
    is_guess = equal_letters(_j, _o)
    entry = is_guess * _R * _G.worth((_x,), (_v,)) + (1 - is_guess) * _Q * rest
    attribute = Channel.from_polynomial("U_g", (_X,), (_V, _J), (_x, _v, _j), entry)
    values = atom(size("V")) * (atom(size("J")) - 1)
    small = (
        Measure("r", (), Ratio(_R), is_log=False) > 0,
        Measure("1 - r sum_v g", (), Smallest((_x,), Ratio(rest)), is_log=False) >= 0,
        equal(Measure("q |V| (|J| - 1)", (), Ratio(_Q * values), is_log=False), 1),
        _no_less("r E g(X,v_before) - q", _R * _gain(_before) - _Q, _before),
        _no_less("r E (g(X,v_after) | y) - q", _R * _gain(_after, _y) - _Q * _seen(), _after, _y),
    )
    after = hmin_given(_P, _W, attribute, "y")
    leakage = at_letters(hmin(_P >> attribute), _o) - at_letters(after, _o)
    return implies(all_of(*small), equal(leakage, worst_gleak(_P, _W, _G, "y")))


def _no_less(text: str, value: Polynomial, *free: Index) -> Claim:
    return Measure(text, (), Ratio(value), is_log=False, free=free) >= 0


def _seen() -> Polynomial:
    return sum_over(_P.mass(_x) * _W.entry((_x,), (_y,)), _x)


def _gain(guess: Index, *seen: Index) -> Polynomial:
    """The expected gain of a guess before y, or P_Y(y) times that after it."""
    row = _W.entry((_x,), seen) if seen else constant(1)
    return sum_over(_P.mass(_x) * row * _G.worth((_x,), (guess,)), _x)


def likeliest_values_are_guesses(sequent: Sequent) -> tuple[Line, ...]:
    """What the likeliest value of U_g is: after y in the one sequent, before it in the other."""
    outline = _after_y if _LEVELS <= {fact.name for fact in sequent.facts} else _before_y
    return tuple(outline(*(atom(named(sequent, level)) for level in ("t1", "t2", "t3"))))


_LEVELS = {"hmin(P >> U_g) >= log t1", "worst_gain(P, G) >= log t3"}


def _after_y(t1: Polynomial, t2: Polynomial, t3: Polynomial) -> Iterator[Line]:
    """r t1 t3 <= 1, so no value is likelier after y than r times the best gain, which is t2."""
    at_guess = Use("hmin(P >> U_g) >= log t1", (_v, _o))
    yield Combine(Fact("a guess before y", 1 - _R * t1 * _gain(_v), (_v,)), times(1, at_guess))
    yield Fact("r t1 t3 <= 1", 1 - _R * t1 * t3)
    yield Fact("q is small after y", (_R * t2 - _Q) * _seen())
    yield Fact("a guess after y", t2 * _seen() - _R * t1 * t3 * _gain(_v, _y), (_v,))
    yield Fact("another value after y", t2 * _seen() - _Q * t1 * t3 * _rest(_seen(), _y))


def _before_y(t1: Polynomial, t2: Polynomial, t3: Polynomial) -> Iterator[Line]:
    """No value is likelier before y than r times the best gain, t1, so that r t1 t2 >= 1."""
    at_guess, is_guess = Use("hmin_given(P, W, U_g, y) >= log t3", (_v, _o)), equal_letters(_j, _o)
    guess, other = _R * _gain(_v), _Q * _rest(constant(1))
    seen = Fact("a guess after y", _seen() - _R * t3 * _gain(_v, _y), (_v,))
    yield Combine(seen, times(1, at_guess))
    yield Fact("a guess before y", _R * t1 - guess, (_v,))
    yield Fact("q is small before y", _R * t1 - _Q)
    yield Fact("another value before y", _R * t1 - other)
    value = is_guess * guess + (1 - is_guess) * other
    yield Fact("any value before y", _R * t1 - value, (_v, _j))
    yield Fact("r t1 t2 >= 1", _R * t1 * t2 - 1)


def _rest(mass: Polynomial, *seen: Index) -> Polynomial:
    """The mass of what is no guess, of all this mass."""
    return mass - _R * sum_over(_gain(_any, *seen), _any)
