"""Measures at fixed outcomes that the text of claims has no words for, and at the wrong prior.

    conditional_at      l(X->z|y)   = log max_{x: p(x)W(x,y) > 0}  U(x,y,z) P_Y(y) / P_YZ(y,z)
    joint_at            l(X->(y,z)) = log max_{x: p(x) > 0}  W(x,y)U(x,y,z) / P_YZ(y,z)
    density_of_outcomes i(y;z)      = log P_YZ(y,z) / (P_Y(y) P_Z(z))
    at_the_prior        log max over y, z and x of U(x,y,z) / sum_x' p(x')U(x',y,z)

W: X -> Y is the first mechanism, U: X, Y -> Z the second, y and z are free outcomes. All are 0 or
minus infinity where nothing can occur. Source: [PML23, Def. 3, Lemma 1, Thm. 4].
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pmlsym.calculus.alphabet import letters
from pmlsym.calculus.index import Index
from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.tensor import Tensor
from pmlsym.calculus.value import Larger, Largest, Quotient, Ratio, Value
from pmlsym.measures.quantity import Measure
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def conditional_at(prior: Prior, first: Channel, second: Channel) -> Measure:
    """l(X->z|y), for U: X, Y -> Z or U: X -> Z.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y, Z = alphabets("X Y Z")
    >>> conditional_at(Prior("P", X), Channel("W", X, Y), Channel("U", (X, Y), Z))
    pml(P, U, z | W, y)
    """
    at = _Outcomes(prior, first, second)
    ratio = Ratio(at.after, atom(at.conditional, *at.free))
    largest = Largest((at.letter,), ratio, prior.mass(at.letter) * at.seen)
    return at.measure(f"pml({prior.text}, {second.text}, z | {first.text}, y)", largest)


def joint_at(prior: Prior, first: Channel, second: Channel) -> Measure:
    """l(X->(y,z)).

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y, Z = alphabets("X Y Z")
    >>> joint_at(Prior("P", X), Channel("W", X, Y), Channel("U", (X, Y), Z))
    pml(P, W & U, (y, z))
    """
    at = _Outcomes(prior, first, second)
    largest = Largest((at.letter,), Ratio(at.both, at.mass_of(at.both)), prior.mass(at.letter))
    return at.measure(
        f"pml({prior.text}, {first.text} & {second.text}, (y, z))", largest, conditional=False
    )


def density_of_outcomes(prior: Prior, first: Channel, second: Channel) -> Measure:
    """i(y;z), for two mechanisms X -> Y and X -> Z that do not look at each other.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y, Z = alphabets("X Y Z")
    >>> density_of_outcomes(Prior("P", X), Channel("W", X, Y), Channel("V", X, Z))
    i(y;z)
    """
    at = _Outcomes(prior, first, second)
    ratio = Ratio(atom(at.conditional, *at.free), at.mass_of(at.after))
    return at.measure("i(y;z)", ratio, least=Fraction(0), positive=False)


def mass_of_outcomes(prior: Prior, first: Channel, second: Channel) -> Measure:
    """P_YZ(y,z), the probability of the outcomes y and z together.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y, Z = alphabets("X Y Z")
    >>> mass_of_outcomes(Prior("P", X), Channel("W", X, Y), Channel("V", X, Z))
    P(y,z)
    """
    at = _Outcomes(prior, first, second)
    total = Ratio(at.mass_of(at.both))
    return Measure("P(y,z)", total, is_log=False, least=Fraction(0), free=at.free)


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


class _Outcomes:
    """The entries of two mechanisms at a letter and at the free outcomes y and z."""

    def __init__(self, prior: Prior, first: Channel, second: Channel):
        y, z = Index(first.outputs[0].name, "y"), Index(second.outputs[0].name, "z")
        (letter,) = letters(prior.alphabets, taken=(y, z))
        inputs = (letter,) if second.inputs == first.inputs else (letter, y)
        self.prior, self.letter, self.free = prior, letter, (y, z)
        self.seen = first.entry((letter,), (y,))
        self.after = second.entry(inputs, (z,))
        self.both = self.seen * self.after
        self.conditional = Tensor(
            f"({second.text} | {prior.text}, {first.text})",
            (y.alphabet, z.alphabet),
            nonnegative=True,
            stochastic=(1,),
        )
        own = letters((*first.inputs, *first.outputs, *second.outputs))
        entries = _entries(first, second, own)
        self.quotient = Quotient(
            self.conditional,
            own[1:],
            sum_over(prior.mass(own[0]) * entries[0], own[0]),
            sum_over(prior.mass(own[0]) * entries[0] * entries[1], own[0]),
        )

    def mass_of(self, entry: Polynomial) -> Polynomial:
        return sum_over(self.prior.mass(self.letter) * entry, self.letter)

    def measure(
        self,
        text: str,
        value: Value,
        *,
        least: Fraction = Fraction(1),
        positive: bool = True,
        conditional: bool = True,
    ) -> Measure:
        bodies: Sequence[Value] = (Ratio(constant(1)), value) if positive else (value,)
        body = Larger(tuple(bodies)) if positive else value
        return Measure(
            text,
            body,
            least=least,
            positive=positive,
            free=self.free,
            defined=(self.quotient,) if conditional else (),
        )


def _entries(
    first: Channel, second: Channel, own: Sequence[Index]
) -> tuple[Polynomial, Polynomial]:
    letter, y, z = own
    inputs = (letter,) if second.inputs == first.inputs else (letter, y)
    return first.entry((letter,), (y,)), second.entry(inputs, (z,))
