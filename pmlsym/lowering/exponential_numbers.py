"""Exponentials of numbers as levels: powers of a few exponentials, with rational bounds.

exp(1/2) and exp(2) would be two unrelated tensors; as powers of t = exp(1/2) they compose: what is
shown of t <= and t^4 needs no digits.
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.convex_term import log
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.scalar import exponential as exponential_tensor
from pmlsym.calculus.sequent import Fact
from pmlsym.lowering.exponents import in_units
from pmlsym.lowering.level import Level
from pmlsym.lowering.levels import State

LARGEST_EXPONENT = 100


def exponential_of(state: State, value: Fraction) -> Level:
    """The level exp(value) of a rational, a product of powers of units, with bounds assumed.

    Each power has rational bounds too, unless these would have too many digits.
    """
    product = constant(1)
    for unit, count in in_units(abs(value), state.profile.units):
        tensor = exponential_tensor(str(unit))
        _assume_bounds(state, f"{tensor}", atom(tensor), unit)
        if state.profile.has_terms:
            state.add(Fact(f"log {tensor.name}", log(atom(tensor)) - unit, (), "=="))
        product = product * atom(tensor) ** count
    _assume_bounds(state, f"exp({abs(value)})", product, abs(value))
    return Level(product) if value >= 0 else Level(product).inverse()


def _assume_bounds(state: State, name: str, power: Polynomial, value: Fraction) -> None:
    """Assume, in a sequent, rational bounds of exp(value), unless the value is too large."""
    if 0 < value <= LARGEST_EXPONENT:
        low, high = exponential_bounds(value)
        state.add(Fact(f"{name} from below", power - low, (), ">"))
        state.add(Fact(f"{name} from above", high - power, (), ">"))


def exponential_bounds(value: Fraction) -> tuple[Fraction, Fraction]:
    """Rationals just below and above exp(value), for the facts of a sequent about that level.

    Each is the simplest such rational, since people read it in proofs.

    >>> low, high = exponential_bounds(Fraction(1))
    >>> low < Fraction(2718281828459045235360287471352662498, 10**36) < high
    True
    """
    low, high = _taylor_bounds(abs(value))
    low, high = (low, high) if value > 0 else (1 / high, 1 / low)
    return simplest_between(low * (1 - NEAR), low), simplest_between(high, high * (1 + NEAR))


NEAR = Fraction(1, 10**15)


def _taylor_bounds(value: Fraction) -> tuple[Fraction, Fraction]:
    """Rational bounds to assume of a level exp(v): at v <= 1/2, n terms miss < 2 v^n/n!."""
    halvings = 0
    while value > Fraction(1, 2):
        value, halvings = value / 2, halvings + 1
    term = total = Fraction(1)
    for k in range(1, 20 + halvings):
        term = term * value / k
        total += term
    low, high = total, total + 2 * term
    for _ in range(halvings):
        low, high = low * low, high * high
    return low, high


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The rational of least denominator in [low, high], to be assumed as a bound of a level.

    >>> simplest_between(Fraction(314, 100), Fraction(315, 100))
    Fraction(22, 7)
    """
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole)
    return whole - 1 + 1 / simplest_between(1 / (high - whole + 1), 1 / (low - whole + 1))
