"""[PML23, Prop. 8]: the values of a convex function lie below its chord.

At an outcome y the densities i = W(x,y)/P_Y(y) are between 0 and L(y) = e^l(X->y): a convex f has

    L(y) f(i) <= i f(L(y)) + (L(y) - i) f(0),

and its mean over P_X is at most that of f(L) and f(0) with weights 1/L and 1 - 1/L. Here F(x,y),
A(y) and b are any numbers in the place of f(i), f(L(y)) and f(0).
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.polynomial import Polynomial, atom, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.catalogue.outlined import Line, named
from pmlsym.evidence.certificate import Combine, Term, Use
from pmlsym.language.building import all_of, implies
from pmlsym.language.nodes import Claim, Measure
from pmlsym.language.value import Larger, Ratio, Smallest, Total
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

_X, _Y = alphabets("X Y")
_P, _W = Prior("P", _X), Channel("W", _X, _Y)
_F, _A, _B = Tensor("F", ("X", "Y")), Tensor("A", ("Y",)), Tensor("b")
_L = Tensor("L", ("Y",), positive=True)
_ONE = Fraction(1)


def _mass(y: Index) -> Polynomial:
    x = Index("X", "x_")
    return sum_over(_P.mass(x) * _W.entry((x,), (y,)), x)


def bound_by_the_chord() -> Claim:
    """sum p P_Y F <= sum_y P_Y max(A, b), if 1 <= L, W <= L P_Y and F is below the chord.

    >>> type(bound_by_the_chord()).__name__
    'Implication'
    """
    x, y = Index("X", "x"), Index("Y", "y")
    entry, mass = _W.entry((x,), (y,)), _mass(y)
    below = atom(_L, y) * mass - entry
    gap = entry * atom(_A, y) + below * atom(_B) - atom(_L, y) * mass * atom(_F, x, y)
    value = Total((x, y), Ratio(_P.mass(x) * mass * atom(_F, x, y)))
    larger = Larger((Ratio(mass * atom(_A, y)), Ratio(mass * atom(_B))))
    return implies(
        all_of(
            _measure("e^l", Smallest((y,), Ratio(atom(_L, y)))) >= 1,
            _measure("e^l P_Y - W", Smallest((x, y), Ratio(below), _P.mass(x))) >= 0,
            _measure("chord - f", Smallest((x, y), Ratio(gap), _P.mass(x))) >= 0,
        ),
        _measure("I_f", value) <= _measure("E max{f(e^l), f(0)}", Total((y,), larger)),
    )


def below_the_chord(sequent: Sequent) -> tuple[Line, ...]:
    """The mean of the chord at an outcome, then L times the bound there.

    >>> from pmlsym.lowering.sequents import lower
    >>> [type(line).__name__ for line in below_the_chord(lower(bound_by_the_chord())[0])]
    ['Fact', 'Combine']
    """
    x, y = Index("X", "x_"), Index("Y", "y_")
    most, mass = atom(named(sequent, "M1"), y), _mass(y)
    mean = mass * sum_over(_P.mass(x) * atom(_F, x, y), x)
    chord = atom(_A, y) * mass + (atom(_L, y) - 1) * mass * atom(_B) - atom(_L, y) * mean
    above_a, above_b = (f"E max{{f(e^l), f(0)}} <= m1{k}" for k in ("", " (2)"))
    terms = (
        Term(_ONE, (Use("the mean of the chord", (y,)),)),
        Term(_ONE, (Use(above_a, (y,)),)),
        Term(_ONE, (Use("1 <= e^l", (y,)), Use(above_b, (y,)))),
    )
    return (
        Fact("the mean of the chord", chord, (y,)),
        Combine(Fact("at an outcome", most - mean, (y,)), terms, (Use("L > 0", (y,)),)),
    )


def _measure(text: str, value: Smallest | Total) -> Measure:
    return Measure(text, value, is_log=False)
