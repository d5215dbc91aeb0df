"""Measures of two rows of noise whose means are a distance D apart, in units of the scale.

                  Laplace                                            Gaussian
    dobrushin     1 - exp(-D/2)                                      erf(D/(2 sqrt 2))
    ldpdelta      max(0, 1 - exp((eps - D)/2))                       F(u) - exp(eps) F(u - D)
    ldp(delta)    max(0, D + 2 log(1 - delta))
    rdp           log( (a exp((a-1)D) + (a-1) exp(-aD))/(2a-1) )/(a-1)        a D^2/2
    zcdp          D - 1 + exp(-D)                                    D^2/2

u is D/2 - eps/D, F the normal distribution function. All rise with D, so that the worst means are
those furthest apart. The zcdp of Laplace noise is its divergence of order 1: with s = a - 1/2 and
z = s D

    (a-1) a D[a]/a = G(s^2),    exp G = exp(-D/2) (cosh z + (D/2) sinh(z)/z),    G(1/4) = 0,

and cosh z + c sinh(z)/z, c > 0, is an even entire function of order 1 whose zeros z = i w solve
tan w = -w/c, which are real: it is a product of factors 1 + z^2/w^2. So G is a sum of logarithms of
such, concave in s^2, its chord from 1/4 falls, and the largest is the limit at order 1.
Sources: [Mironov 2017, Table II], [Balle, Wang 2018], [Bun, Steinke 2016, Prop. 1.6].
"""

from __future__ import annotations

import math
from fractions import Fraction

import sympy
from sympy import Expr, erf, exp, log, oo, sqrt

from pmlsym.closed_forms.line.laplace_densities import plain_max
from pmlsym.closed_forms.stated_quantities import argument_in_sympy
from pmlsym.errors import Unsupported
from pmlsym.language.nodes import Measure
from pmlsym.language.value import LetterOrder
from pmlsym.measures.scalar_argument import ScalarArgument
from pmlsym.numbers.conversion import sympy_of

HALF = sympy.Rational(1, 2)
WORDS = {
    "dobrushin": "dobrushin",
    "eta[tv]": "dobrushin",
    "ldpdelta": "ldpdelta",
    "dpdelta": "ldpdelta",
    "rdp": "rdp",
    "dprdp": "rdp",
    "zcdp": "zcdp",
    "dpzcdp": "zcdp",
    "ldp": "ldp",
    "dp": "ldp",
    "flp": "ldp",
}
"""The measures of two rows that have a form, by their words."""


def is_of_two_rows(measure: Measure) -> bool:
    """Whether a measure has a closed form of two rows of noise in the distance of their means."""
    return measure.word in WORDS


def form_of_rows(kind: str, measure: Measure, distance: Expr) -> Expr:
    """The closed form of a measure of two rows of noise, at a distance that may be infinite.

    Raises Unsupported where it has no closed form.
    """
    word, normal = WORDS[measure.word], kind == "Gaussian"
    level = level_of(measure)
    if word == "dobrushin":
        return erf(distance / (2 * sqrt(2))) if normal else 1 - exp(-distance / 2)
    if word == "ldpdelta":
        return _least_delta(level, distance, normal=normal)
    if word == "ldp":
        return _least_level(level, distance, normal=normal)
    order = order_of(measure)
    if normal:
        return order * distance**2 / 2
    return _laplace_divergence(order, distance)


def _least_delta(level: Expr, distance: Expr, *, normal: bool) -> Expr:
    """The closed form of the least delta at a level, for two rows of noise."""
    if not normal:
        return plain_max(sympy.Integer(0), 1 - exp((level - distance) / 2))
    if distance is oo:
        return sympy.Integer(1)
    near, far = (side * distance / 2 - level / distance for side in (1, -1))
    return (1 + erf(near / sqrt(2))) / 2 - exp(level) * (1 + erf(far / sqrt(2))) / 2


def _least_level(delta: Expr, distance: Expr, *, normal: bool) -> Expr:
    """The closed form of the least level at a delta, for two rows of noise."""
    if delta == 0:
        return oo if normal else distance
    if normal:
        raise Unsupported(
            "the least level for a delta of Gaussian noise solves an equation without a closed "
            "form; its inverse, ldpdelta(W, tau), has one"
        )
    return plain_max(sympy.Integer(0), distance + 2 * log(1 - delta))


def level_of(measure: Measure) -> Expr:
    """A measure's level or probability as a term of its closed form; zero if it has none."""
    levels = [a.quantity for a in measure.arguments if isinstance(a, ScalarArgument)]
    return argument_in_sympy(levels[0]) if levels else sympy.Integer(0)


def order_of(measure: Measure) -> Expr:
    """The order of a Renyi divergence in its closed form; one for a measure without one."""
    orders = [a for a in measure.arguments if isinstance(a, Fraction | float | LetterOrder)]
    if not orders:
        return sympy.Integer(1)
    if isinstance(orders[0], LetterOrder):
        (tensor,) = orders[0].number.tensors
        return sympy.Symbol(str(tensor.of))
    return oo if orders[0] == math.inf else sympy_of(Fraction(orders[0]))


def _laplace_divergence(order: Expr, distance: Expr) -> Expr:
    """The closed form of Renyi's divergence of two rows of Laplace noise."""
    if order is oo:
        return distance
    if order == 1:
        return distance - 1 + exp(-distance)
    if order == HALF:
        return distance - 2 * log(1 + distance / 2)
    if order == 0 or distance is oo:
        return sympy.Integer(0) if order == 0 else oo
    one, other = order * exp((order - 1) * distance), (order - 1) * exp(-order * distance)
    return log((one + other) / (2 * order - 1)) / (order - 1)
