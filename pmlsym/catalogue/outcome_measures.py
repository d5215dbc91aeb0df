"""Measures at fixed outcomes that the text of claims has no words for, and at the wrong prior.

    density_of_outcomes i(y;z) = log P_YZ(y,z) / (P_Y(y) P_Z(z))
    mass_of_outcomes    P_YZ(y,z)
    at_the_prior        log max over y, z and x of U(x,y,z) / sum_x' p(x')U(x',y,z)

W: X -> Y is the first mechanism, U: X, Y -> Z the second, y and z are free outcomes.
Source: [PML23, Def. 3, Lemma 1, Thm. 4].
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.alphabet import letters
from pmlsym.calculus.polynomial import sum_over
from pmlsym.language.nodes import Measure
from pmlsym.language.value import Largest, Ratio
from pmlsym.measures.observation import observed, second_mechanism
from pmlsym.model.channel import Channel, Given
from pmlsym.model.prior import Prior

OUTCOMES = ("y", "z")


def density_of_outcomes(prior: Prior, first: Channel, second: Channel) -> Measure:
    """i(y;z), for two mechanisms X -> Y and X -> Z that do not look at each other.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y, Z = alphabets("X Y Z")
    >>> density_of_outcomes(Prior("P", X), Channel("W", X, Y), Channel("V", X, Z))
    i(y;z)
    """
    known = second_mechanism(prior, Given(first, second), OUTCOMES)
    alone = observed(prior, second, OUTCOMES[1])
    ratio = Ratio(known.conditional, alone.total)
    free = (*known.before, *known.after)
    return Measure("i(y;z)", ratio, least=Fraction(0), free=free, defined=(known.quotient,))


def mass_of_outcomes(prior: Prior, first: Channel, second: Channel) -> Measure:
    """P_YZ(y,z), the probability of the outcomes y and z together.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y, Z = alphabets("X Y Z")
    >>> mass_of_outcomes(Prior("P", X), Channel("W", X, Y), Channel("V", X, Z))
    P(y,z)
    """
    both = observed(prior, first & second, *OUTCOMES)
    total = Ratio(both.total)
    return Measure("P(y,z)", total, is_log=False, least=Fraction(0), free=both.fixed)


def at_the_prior(prior: Prior, first: Channel, second: Channel) -> Measure:
    """The largest PML of the channels U(.,y,.) at the prior, not at the posterior given y.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y, Z = alphabets("X Y Z")
    >>> at_the_prior(Prior("P", X), Channel("W", X, Y), Channel("U", (X, Y), Z))
    max_y pml(P, U(y))
    """
    letter, *outputs = letters((*first.inputs, *first.outputs, *second.outputs))
    y, z = outputs
    entry = second.entry((letter, y), (z,))
    mass = sum_over(prior.mass(letter) * entry, letter)
    seen = sum_over(prior.mass(letter) * first.entry((letter,), (y,)), letter)
    largest = Largest((letter, y, z), Ratio(entry, mass), prior.mass(letter) * seen)
    return Measure(f"max_y pml({prior.text}, {second.text}(y))", largest, least=Fraction(1))
