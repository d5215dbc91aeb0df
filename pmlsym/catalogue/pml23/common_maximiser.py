"""[PML23, Prop. 4]: from event maximal leakage to a tail, if one letter is the worst for all.

Let x maximise i(.;y) for every y in A = {y : l(X->y) > eps}, and let e^eps2 be its least density
on A. If P_Y(A) >= delta, then EML bounds sum_{y in A} W(x,y) by e^eps P_Y(A), while it is at least
e^eps2 P_Y(A) with eps2 > eps: so P_Y(A) is less than delta or zero.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.polynomial import Polynomial, atom, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.catalogue.checked import assume, require
from pmlsym.catalogue.drawing import draw_joint, draw_probability
from pmlsym.catalogue.events import exp_eml
from pmlsym.catalogue.outlined import Line, applied, named
from pmlsym.evidence.certificate import GOAL, Combine, Instantiate, Term, Use
from pmlsym.language.building import all_of, exp, implies
from pmlsym.language.nodes import Claim, Measure, Scalar
from pmlsym.language.value import Ratio, Smallest
from pmlsym.measures.event_maximal_leakage import eml
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

_X, _Y = alphabets("X Y")
_P, _W = Prior("P", _X), Channel("W", _X, _Y)
_EVENT = Tensor("E", ("Y",), nonnegative=True, at_most_one=True)
_EPS, _EPS2 = Scalar("eps", "nonnegative"), Scalar("eps2", "nonnegative")
_DELTA = Scalar("delta", "probability")
_ONE = Fraction(1)


def event_of_one_maximiser() -> Claim:
    """If P(x) > 0, i(x;y) >= eps2 on an event E of mass >= delta, > 0, and EML <= eps: eps2 <= eps.

    >>> type(event_of_one_maximiser()).__name__
    'Implication'
    """
    x, y, z = Index("X", "x"), Index("Y", "y"), Index("X", "z")
    mass = sum_over(_P.mass(z) * _W.entry((z,), (y,)), z)
    whole = sum_over(mass * atom(_EVENT, y), y)
    event = Measure("P_Y(E)", Ratio(whole), is_log=False, least=Fraction(0), most=Fraction(1))
    letter = Measure("P(x)", Ratio(_P.mass(x)), is_log=False, least=Fraction(0), free=(x,))
    density = Smallest((y,), Ratio(_W.entry((x,), (y,)), mass), atom(_EVENT, y))
    least = Measure("min over E of i(x;y)", density, free=(x,))
    premises = (letter > 0, event > 0, event >= _DELTA, eml(_P, _W, _DELTA) <= _EPS)
    return implies(all_of(*premises, least >= _EPS2), exp(_EPS2) <= exp(_EPS))


def leakage_of_the_event(sequent: Sequent) -> tuple[Line, ...]:
    """P(x) P_Y(E) (e^eps - e^eps2) is EML of the event plus P(x) times the excess of x over it."""
    x, y, z = Index("X", "x"), Index("Y", "y_"), Index("X", "z_")
    at = Index("Y", "at")
    mass = sum_over(_P.mass(z) * _W.entry((z,), (y,)), z)
    level = atom(named(sequent, "exp(eps2)"))
    excess = sum_over(atom(_EVENT, y) * (_W.entry((x,), (y,)) - level * mass), y)
    lines = tuple(applied(sequent, (at,), atom(_EVENT, at)))
    own = lines[-1].statement.name if isinstance(lines[-1], Instantiate) else ""
    letter = _positive("P(x)", _P.mass(x), "m1")
    event = _positive("P_Y(E)", sum_over(mass * atom(_EVENT, y), y), "m2")
    terms = (
        Term(_ONE, (Use(own, (x,)),)),
        Term(_ONE, (Use(letter.statement.name), Use("the densities of x"))),
    )
    multiplier = (Use(letter.statement.name), Use(event.statement.name))
    return (
        *lines,
        letter,
        event,
        Fact("the densities of x", excess),
        Combine(Fact(GOAL, sequent.goal), terms, multiplier),
    )


def _positive(name: str, mass: Polynomial, level: str) -> Combine:
    """A mass is at least a level that is positive."""
    terms = (Term(_ONE, (Use(f"{name} >= {level}"),)), Term(_ONE, (Use(f"0 < {name}"),)))
    return Combine(Fact(f"{name} is positive", mass, (), ">"), terms)


def common_maximiser(random: Random) -> str:
    joint, delta = draw_joint(random, largest=3), draw_probability(random)
    level = exp_eml(joint, delta) + Fraction(random.randint(0, 2), 8)
    above = [y for y in joint.outcomes if joint.leakage(y) > level]
    common = set(joint.letters).intersection(*(joint.maximisers(y) for y in above))
    assume(common)
    require(joint.tail(level) <= delta)
    require(not above or all(joint.density(x, y) > level for x in common for y in above))
    return "outcomes above eps" if above else "none above eps"
