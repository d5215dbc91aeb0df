"""[PML23, Sec. IV-C, IV-D]: mutual information and f-information against PML.

Prop. 8 puts the values of a convex function below its chord: at an outcome y the densities
i = W(x,y)/P_Y(y) are between 0 and L(y) = e^l(X->y), so that a convex f has

    L(y) f(i) <= i f(L(y)) + (L(y) - i) f(0),

and its mean over P_X is at most that of f(L) and f(0) with weights 1/L and 1 - 1/L. In the claim
F(x,y), A(y) and b are any numbers in the place of f(i), f(L(y)) and f(0).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.polynomial import Polynomial, atom, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.kernel.certificate import Combine, Term, Use
from pmlsym.language.building import all_of, implies
from pmlsym.language.nodes import Claim, Measure
from pmlsym.language.value import Larger, Ratio, Smallest, Total
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import Number, leakage, rational
from proofs.papers.checked import require
from proofs.papers.deduced import Line, named
from proofs.papers.drawing import draw_joint
from proofs.papers.joint import Joint, total

_X, _Y = alphabets("X Y")

_P, _W = Prior("P", _X), Channel("W", _X, _Y)

_F, _A, _B = Tensor("F", ("X", "Y")), Tensor("A", ("Y",)), Tensor("b")

_L = Tensor("L", ("Y",), positive=True)

_ONE = Fraction(1)

Convex = Callable[[Fraction], Fraction]


def draw_convex(random: Random) -> Convex:
    """A convex piecewise quadratic f on [0, inf) with f(1) = 0.

    >>> draw_convex(Random(1))(Fraction(1))
    Fraction(0, 1)
    """
    corners = [Fraction(random.randint(0, 8), 4) for _ in range(random.randint(0, 3))]
    weights = [Fraction(random.randint(0, 3)) for _ in corners]
    square, slope = Fraction(random.randint(0, 2)), Fraction(random.randint(-4, 4))

    def raw(t: Fraction) -> Fraction:
        bends = total(w * abs(t - c) for w, c in zip(weights, corners, strict=True))
        return square * t * t + slope * t + bends

    return lambda t: raw(t) - raw(Fraction(1))


def f_information_bound(random: Random) -> None:
    joint, f = draw_joint(random), draw_convex(random)
    bound = total(
        joint.masses[y] * max(f(joint.leakage(y)), f(Fraction(0))) for y in joint.outcomes
    )
    found = joint.f_information(f)
    require(found <= bound)


def _mutual_information(joint: Joint) -> Number:
    terms = [
        leakage(joint.density(x, y)) * (joint.prior[x] * joint.rows[x][y])
        for x in joint.letters
        for y in joint.outcomes
        if joint.rows[x][y] > 0
    ]
    return sum(terms[1:], terms[0])


def equality(random: Random) -> str:
    joint = draw_joint(random, largest=3)
    flat = all(
        len({joint.rows[x][y] for x in joint.letters if joint.rows[x][y] > 0}) == 1
        for y in joint.outcomes
    )
    information = joint.value("mi(P, W)")
    mean = joint.value("expected_pml(P, W)")
    require(flat == (information == mean) and information <= mean)
    return "constant on the support" if flat else "not constant"


def mean_under_a_tail(random: Random) -> None:
    joint = draw_joint(random)
    level = joint.leakage(random.choice(joint.outcomes))
    mean = joint.value("expected_pml(P, W)")
    require(mean <= leakage(level) + leakage(1 / joint.least) * joint.tail(level))


def divergences(random: Random) -> None:
    joint = draw_joint(random)
    found = {
        "tv(P, W)": joint.f_information(lambda t: abs(t - 1) / 2),
        "chi2(P, W)": joint.f_information(lambda t: (t - 1) ** 2),
    }
    for measure, value in found.items():
        require(joint.value(measure) == rational(value))
    require(joint.value("mi(P, W)") == _mutual_information(joint))


def is_nonnegative(random: Random) -> str:
    joint, f = draw_joint(random), draw_convex(random)
    value = joint.f_information(f)
    require(value >= 0 and (not joint.independent or value == 0))
    return "independent" if joint.independent else "dependent"


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
    return Measure(text, (), value, is_log=False)
