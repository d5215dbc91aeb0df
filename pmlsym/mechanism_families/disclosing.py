"""The cheapest mechanism that discloses an attribute: that X is not its least likely letter.

    W(x,0) = alpha [x /= x_min],        W(x,1) = 1 - alpha [x /= x_min]

Source: [RDP, Prop. 3.8].
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import equal_letters
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.calculus.tensor import size as size_tensor
from pmlsym.mechanism_families.mechanism import Mechanism, polynomial_mechanism
from pmlsym.mechanism_families.parameter import letters_of, real
from pmlsym.model.prior import Prior


def disclosing(k: int | None = None, alpha: object = None) -> Mechanism:
    """The family's mechanism that discloses, with probability alpha, that X is not least likely.

    >>> disclosing().channel
    disclosing
    """
    x, y = Index("X", "x"), Index("Y", "y")
    least, told = Index("X", "x_min"), Index("Y", "0")
    prior = Prior("P", Alphabet("X"))
    size = letters_of("X", "k", "number of letters")
    share = real("alpha", "probability of telling", 0, 1, low_open=True)
    rule = Fact("p(x_min) <= p(x)", prior.mass(x) - prior.mass(least), (x,))
    share = replace(share, facts=(rule,), notes=("p(x_min) <= p(x) for every x",))
    speaks = share.scalar * (1 - equal_letters(x, least))
    tell = equal_letters(y, told)
    body = tell * speaks + (1 - tell) * (1 - speaks)
    return polynomial_mechanism(
        body,
        (x, y),
        [share.at(), size.at(k), Data(size_tensor("Y"), Fraction(2))],
        text="disclosing",
        prior=prior,
        settings={"alpha": alpha},
        outcome_names=("0", "1"),
    )
