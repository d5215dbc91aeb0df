"""[PML23, Lemma 1, part 2]: a deterministic outcome leaks -log P_Y(y).

Of a map D with entries 0 and 1, D^2 = D. If t bounds the densities of y, then

    P_Y(y) ( t P_Y(y) - 1 )  =  sum_x p(x) D(x,y) ( t P_Y(y) - D(x,y) )  >=  0.
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.polynomial import atom, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index
from pmlsym.catalogue.outcome_claims import mass_at
from pmlsym.catalogue.outlined import Line, named
from pmlsym.evidence.certificate import GOAL, Combine, Term, Use
from pmlsym.language.building import equal, implies, log
from pmlsym.language.nodes import Claim
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

_X, _Y = alphabets("X Y")
_P, _D = Prior("P", _X), Channel("D", _X, _Y, deterministic=True)
_MASS = mass_at(_P, _D)
_ONE = Fraction(1)


def leakage_of_a_deterministic_outcome() -> Claim:
    """l(X->y) == -log P_Y(y) where P_Y(y) > 0.

    >>> type(leakage_of_a_deterministic_outcome()).__name__
    'Implication'
    """
    return implies(_MASS > 0, equal(pml(_P, _D, "y"), -log(_MASS)))


def squares_of_entries(sequent: Sequent) -> tuple[Line, ...]:
    """The line above for the lower bound; nothing for the upper one."""
    own = named(sequent, "D")
    bounds = [fact.name for fact in sequent.facts if fact.indices and own in _tensors(fact)]
    if not bounds:
        return ()
    a, b, y = Index("X", "a"), Index("X", "b"), Index("Y", "y")
    mass, t = atom(named(sequent, "m1")), atom(named(sequent, "t1"))
    whole = sum_over(_P.mass(b) * atom(own, b, y), b)
    letters = Term(_ONE, (Use(bounds[0], (a,)), Use("D >= 0", (a, y))), (a,))
    last = Term(_ONE, (Use("with its level"),))
    return (
        Combine(Fact("the letters of y", whole * (t * whole - 1)), (letters,)),
        Fact("with its level", mass * (t * mass - 1)),
        Combine(Fact(GOAL, sequent.goal), (last,), (Use("0 < P_Y(y)"),)),
    )


def _tensors(fact: Fact) -> tuple[object, ...]:
    return Sequent((fact,), fact.polynomial).tensors
