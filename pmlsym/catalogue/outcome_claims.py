"""Claims at one outcome y: its mass, its largest entry, its part of the total variation.

    mass(y) = P_Y(y),  top(y) = max_{x: p(x) > 0} W(x,y) = P_Y(y) exp l(X->y)
    variation(y) = P_Y(y) TV(P_{X|Y=y}, P_X) = sum_x max(0, p(x) (W(x,y) - P_Y(y)))

Summed over y they are 1, exp L and T. A bound for the outcomes that leak at most eps and one for
all others add up to a bound under (eps, delta)-PML, whose other outcomes have mass at most delta.
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.alphabet import alphabets, letters
from pmlsym.calculus.polynomial import Polynomial, constant, sum_over
from pmlsym.calculus.tensor import Index
from pmlsym.language.building import all_of, exp, implies
from pmlsym.language.nodes import Claim, Measure, Scalar
from pmlsym.language.value import Larger, Largest, Ratio, Total
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.prior_mass import pmin
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

_X, _Y = alphabets("X Y")
_P, _W = Prior("P", _X), Channel("W", _X, _Y)
_EPS = Scalar("eps", "nonnegative")
_GOOD = pml(_P, _W, "y") <= _EPS


def _at(prior: Prior, channel: Channel) -> tuple[Index, tuple[Index, ...], Polynomial]:
    y = Index(channel.outputs[0].name, "y")
    (letter,) = letters(prior.alphabets, taken=(y,))
    return letter, (y,), channel.entry((letter,), (y,))


def mass_at(prior: Prior, channel: Channel) -> Measure:
    """P_Y(y) at the free outcome y.

    >>> mass_at(_P, _W)
    P_Y(y)
    """
    letter, free, entry = _at(prior, channel)
    mass = sum_over(prior.mass(letter) * entry, letter)
    return Measure("P_Y(y)", Ratio(mass), is_log=False, least=Fraction(0), free=free)


def top_at(prior: Prior, channel: Channel) -> Measure:
    """The largest W(x,y) over the support, at the free outcome y.

    >>> top_at(_P, _W)
    max_x W(x,y)
    """
    letter, free, entry = _at(prior, channel)
    largest = Largest((letter,), Ratio(entry), prior.mass(letter))
    return Measure(
        f"max_x {channel.text}(x,y)", largest, is_log=False, least=Fraction(0), free=free
    )


def variation_at(prior: Prior, channel: Channel) -> Measure:
    """P_Y(y) TV(P_{X|Y=y}, P_X) at the free outcome y.

    >>> variation_at(_P, _W)
    P_Y(y)TV(y)
    """
    letter, free, entry = _at(prior, channel)
    mass = sum_over(prior.mass(letter) * entry, letter)
    beyond = Ratio(prior.mass(letter) * (entry - mass))
    value = Total((letter,), Larger((Ratio(constant(0)), beyond)))
    return Measure("P_Y(y)TV(y)", value, is_log=False, least=Fraction(0), free=free)


_MASS, _TOP, _VARIATION = mass_at(_P, _W), top_at(_P, _W), variation_at(_P, _W)


def top_of_good() -> Claim:
    """An outcome that leaks at most eps has top <= e^eps mass.

    >>> type(top_of_good()).__name__
    'Implication'
    """
    return implies(_GOOD, _TOP <= exp(_EPS) * _MASS)


def top_of_any() -> Claim:
    """Every outcome has p_min top <= mass."""
    return pmin(_P) * _TOP <= _MASS


def variation_by_leakage() -> Claim:
    """TV <= e^l - 1, (27)."""
    return _VARIATION + _MASS <= _TOP


def variation_by_half() -> Claim:
    """2 TV <= max(e^l - 1, 1), (26)."""
    bound = Scalar("c", "nonnegative")
    return implies(all_of(_TOP <= bound, 2 * _MASS <= bound), 2 * _VARIATION + _MASS <= bound)


def variation_small() -> Claim:
    """TV <= e^eps - 1 at an outcome that leaks at most eps."""
    return implies(_GOOD, _VARIATION <= (exp(_EPS) - 1) * _MASS)
