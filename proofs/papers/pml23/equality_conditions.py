"""[PML23, Lemma 1, Prop. 7]: equality conditions, of the letters and outcomes that attain maxima.

Sequents say them and are proved for every size; the same is tested both ways beside them, from the
definitions. l(X->y) = log t says that p(x)(t P_Y(y) - W(x,y)) >= 0 for all x, and that
W(x0,y) >= t P_Y(y) for a letter x0 of positive mass. So "equality if" has the attaining letters
among its hypotheses, and "only if" has them in its goal; p0, W0 below are p(x0), W(x0,y0).
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.calculus.polynomial import Polynomial, atom, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.kernel.certificate import GOAL, Combine, Term, Use
from proofs.papers.checked import Unmet, assume, require
from proofs.papers.deduced import Deduced, Example, Line, named
from proofs.papers.drawing import draw_adaptive, draw_joint, draw_rows
from proofs.papers.joint import Adaptive, Joint, matrix, uniform


def constant_column(random: Random) -> str:
    joint = draw_joint(random)
    y = random.choice(joint.outcomes)
    constant = len({joint.rows[x][y] for x in joint.letters}) == 1
    require(constant == (joint.leakage(y) == 1))
    return "a constant column" if constant else "another column"


def reveals_a_least_likely_letter(random: Random) -> str:
    joint = draw_joint(random)
    y = random.choice(joint.outcomes)
    reveals = any(
        joint.posterior(y)[x] == 1 for x in joint.letters if joint.prior[x] == joint.least
    )
    require(reveals == (joint.leakage(y) == 1 / joint.least))
    return "an outcome that reveals" if reveals else "another outcome"


def pre_processing(random: Random) -> str:
    joint = draw_joint(random)
    after = draw_rows(random, len(joint.masses), random.randint(1, 3))
    second, whole = joint.of_outcome(after), joint.after(after)
    z = random.choice(whole.outcomes)
    equal = whole.leakage(z) == second.leakage(z)
    met = any(
        {y for y in joint.outcomes if joint.rows[x][y] > 0} <= second.maximisers(z)
        for x in whole.maximisers(z)
    )
    require(not met or equal)
    return f"the condition {'met' if met else 'unmet'}, {'' if equal else 'not '}equal"


def post_processing_of_nothing(random: Random) -> None:
    joint = draw_joint(random)
    after = draw_rows(random, len(joint.masses), random.randint(1, 3))
    whole = joint.after(after)
    assume(joint.independent)
    require(all(whole.leakage(z) == joint.worst for z in whole.outcomes))


def post_processing_that_keeps_the_worst(random: Random) -> None:
    joint = draw_joint(random)
    after = draw_rows(random, len(joint.masses), random.randint(1, 3))
    whole, chain = joint.after(after), Joint(joint.masses, after)
    for z in whole.outcomes:
        origin = chain.posterior(z)
        if any(origin[y] == 1 and joint.leakage(y) == joint.worst for y in joint.outcomes):
            require(whole.leakage(z) == joint.worst)
            return
    raise Unmet


def composition(random: Random) -> str:
    adaptive = draw_adaptive(random)
    y = random.choice(adaptive.seen.outcomes)
    given = adaptive.given(y)
    z = random.choice(given.outcomes)
    whole = adaptive.both.leakage(adaptive.pairs.index((y, z)))
    equal = whole == adaptive.seen.leakage(y) * given.leakage(z)
    common = bool(adaptive.seen.maximisers(y) & given.maximisers(z))
    require(equal == common)
    return "a common maximiser" if common else "no common maximiser"


def excluded_letters_maximise(random: Random) -> None:
    """The first maximum over all of supp P_X, by the channel form P(z|x,y) / P(z|y) of the density.

    y excludes the letter x2, but of its row U(x2,y,.) the form speaks as well.
    """
    second = (matrix("1/2 1/2; 1 0"), matrix("1 0; 1 0"))
    adaptive = Adaptive(uniform(2), matrix("1 0; 0 1"), second)
    seen, given, y, z = adaptive.seen, adaptive.given(0), 0, 0
    forms = [adaptive.second[x][y][z] / given.masses[z] for x in seen.letters]
    first = {x for x in seen.letters if forms[x] == max(forms)}
    whole = adaptive.both.leakage(adaptive.pairs.index((y, z)))
    equal = whole == seen.leakage(y) * given.leakage(z)
    require(
        equal == bool(first & seen.maximisers(y)),
        f"{adaptive}: both sides are log {whole}, but of P(z1|.,y1)/P(z1|y1) the letter x2 is the "
        "maximiser, of i(.;y1) the letter x1",
    )


_P = Tensor("P", ("X",), nonnegative=True, stochastic=(0,))
_W = Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
_U = Tensor("U", ("X", "Y", "Z"), nonnegative=True, stochastic=(2,))
_A = Tensor("A", ("X", "U"), nonnegative=True, stochastic=(1,))
_T = atom(Tensor("t", positive=True))

_a, _b, _c = Index("X", "a"), Index("Y", "b"), Index("X", "c")
_x, _y, _u = Index("X", "x0"), Index("Y", "y0"), Index("U", "u0")


def _p(x: Index) -> Polynomial:
    return atom(_P, x)


def _w(x: Index, y: Index = _y) -> Polynomial:
    return atom(_W, x, y)


def _mass(y: Index = _y) -> Polynomial:
    """P_Y(y)."""
    return sum_over(_p(_c) * _w(_c, y), _c)


def _term(*uses: Use, summed: tuple[Index, ...] = ()) -> Term:
    return Term(Fraction(1), uses, summed)


def letters_of_the_sum(sequent: Sequent) -> tuple[Line, ...]:
    """That a letter a with i(a;y,z) = s + t attains both bounds, where each is divided by p(a) > 0.

    With P_YZ Q = P_Y(y) U(z|y), and the sum W(a) U(a) - e^s e^t P_YZ >= 0:

        e^s [ U(a) P_Y - e^t P_YZ ]     =  U(a) [ e^s P_Y - W(a) ] + the sum
        e^t P_YZ [ W(a) - e^s P_Y ]     =  P_Y W(a) [ e^t Q - U(a) ] + P_Y the sum
    """
    a, b, y, z = Index("X", "a"), Index("X", "b"), Index("Y", "y"), Index("Z", "z")
    bound = next(fact for fact in sequent.facts if fact.name.endswith("(2)"))
    whole, goal = Use(sequent.facts[-1].name), Fact(GOAL, sequent.goal)
    second = [fact.name for fact in sequent.facts if fact.name.startswith("definition of ")]
    s, t = (atom(named(sequent, f"exp({name})")) for name in "st")
    terms: tuple[Term, ...]
    multiplier: tuple[Use, ...]
    if not second:
        left = s * _mass(y) - _w(a, y)
        terms = (_term(Use("at a"), Use("U >= 0", (a, y, z))), _term(whole))
        multiplier = (Use("exp(s) > 0"),)
    else:
        quotient = named(sequent, second[0].removeprefix("definition of "))
        left = _w(a, y) * (t * atom(quotient, y, z) - atom(_U, a, y, z))
        mass = (Use("P >= 0", (b,)), Use("W >= 0", (b, y)))
        defined = (Use(second[0], (y, z)), Use("exp(t) >= 0"), Use("W >= 0", (a, y)))
        terms = (
            _term(Use("at a"), *mass, summed=(b,)),
            Term(Fraction(-1), defined),
            _term(whole, *mass, summed=(b,)),
        )
        multiplier = (Use("exp(t) > 0"), Use(sequent.facts[1].name))
    at_a = Combine(Fact("at a", left), (_term(Use(bound.name, (a,))),), (Use("0 < P[a]"),))
    return (at_a, Combine(goal, terms, multiplier))


def side_information_keeps_a_letter(sequent: Sequent) -> tuple[Line, ...]:
    """Where z does not exclude a, e^l(X->y|z) Q(y|z) is U(y|a) at least."""
    a, y, z = Index("X", "a"), Index("Y", "y"), Index("Z", "z")
    seen = atom(named(sequent, "t1")) * atom(named(sequent, "(U | P, W)"), z, y)
    at_a = Fact("at a", seen - atom(named(sequent, "U"), a, y))
    bound = Use("pml(P, U | W, z, y) <= log t1 (2)", (a,))
    return (Combine(at_a, (_term(bound),), (Use("0 < P[a]"), Use("0 < W[z|a]"))),)


def _likeliest_pure_letter() -> tuple[Sequent, ...]:
    """If u0 comes from x0 alone and is likeliest, and W0 >= t P_Y, then l_U >= log t at u0."""
    m = atom(Tensor("m_U", nonnegative=True))
    law = sum_over(_p(_c) * atom(_A, _c, _u), _c)
    pure = Fact("u0 comes from x0", _p(_x) * atom(_A, _x, _u) - law)
    likeliest = Fact("u0 is likeliest", law - m)
    attained = Fact("l(X->y0) >= log t at x0", _w(_x) - _T * _mass())
    seen = sum_over(_p(_c) * _w(_c) * atom(_A, _c, _u), _c)
    return (Sequent((pure, likeliest, attained), seen - _T * _mass() * m),)


_FAIR = ("1/2", "1/2")
_SAME = (("1", "0"), ("0", "1"))
_LETTERS = {"x0": 0, "y0": 0, "u0": 0}
_REVEALING = {"P": _FAIR, "W": _SAME, "t": "2"}

PURE_LETTER = Deduced(
    "(8) and (9) suffice",
    _likeliest_pure_letter,
    Example(_REVEALING | {"A": _SAME, "m_U": "1/2"}, _LETTERS),
)
