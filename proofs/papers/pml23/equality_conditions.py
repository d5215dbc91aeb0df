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
from proofs.papers.deduced import Deduced, Example, Line
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
_V = Tensor("V", ("Y", "Z"), nonnegative=True, stochastic=(1,))
_U = Tensor("U", ("X", "Y", "Z"), nonnegative=True, stochastic=(2,))
_A = Tensor("A", ("X", "U"), nonnegative=True, stochastic=(1,))
_T, _S = (atom(Tensor(name, positive=True)) for name in ("t", "s"))
_LEAST = atom(Tensor("m", positive=True))

_a, _b, _c = Index("X", "a"), Index("Y", "b"), Index("X", "c")
_x, _y, _z = Index("X", "x0"), Index("Y", "y0"), Index("Z", "z0")
_other, _u = Index("X", "x1"), Index("U", "u0")


def _p(x: Index) -> Polynomial:
    return atom(_P, x)


def _w(x: Index, y: Index = _y) -> Polynomial:
    return atom(_W, x, y)


def _mass(y: Index = _y) -> Polynomial:
    """P_Y(y)."""
    return sum_over(_p(_c) * _w(_c, y), _c)


def _constant_column() -> tuple[Sequent, ...]:
    """l(X->y) <= 0 iff W(.,y) is constant on the support."""
    nothing = Fact("l(X->y0) <= 0", _p(_a) * (_mass() - _w(_a)), (_a,))
    flat = Fact("constant", _p(_a) * _p(_c) * (_w(_a) - _w(_c)), (_a, _c))
    return (
        Sequent((flat,), _p(_x) * (_mass() - _w(_x))),
        Sequent((nothing,), _p(_x) * _p(_other) * (_w(_other) - _w(_x))),
    )


def _revealed_letter() -> tuple[Sequent, ...]:
    """m W0 >= P_Y iff p0 W0 >= P_Y (x0 is revealed) and p0 = m, the least mass, if P_Y, p0 > 0."""
    certain = Fact("x0 is revealed", _p(_x) * _w(_x) - _mass())
    least = Fact("x0 is a least likely letter", _LEAST - _p(_x))
    every = Fact("m is the least mass", _p(_a) * (_p(_a) - _LEAST), (_a,))
    possible = Fact("y0 is possible", _mass(), (), ">")
    letter = Fact("x0 is possible", _p(_x), (), ">")
    attained = Fact("l(X->y0) >= -log m at x0", _LEAST * _w(_x) - _mass())
    known = (every, possible, letter, attained)
    return (
        Sequent((certain, least), _LEAST * _w(_x) - _mass()),
        Sequent(known, _p(_x) * _w(_x) - _mass()),
        Sequent(known, _w(_x) * (_LEAST - _p(_x))),
    )


def _known_of_the_letter(sequent: Sequent) -> tuple[Line, ...]:
    """p0 >= m, as p0 is positive, and P_Y >= p0 W0."""
    if not any(fact.name == "m is the least mass" for fact in sequent.facts):
        return ()
    larger = Fact("p0 >= m", _p(_x) - _LEAST)
    part = Fact("P_Y >= p0 W0", _mass() - _p(_x) * _w(_x))
    divided = (Use("x0 is possible"),)
    return (Combine(larger, (_term(Use("m is the least mass", (_x,))),), divided), part)


def _term(*uses: Use, summed: tuple[Index, ...] = ()) -> Term:
    return Term(Fraction(1), uses, summed)


def _pre_processing() -> tuple[Sequent, ...]:
    """If V(y,z0) >= t P_Z for the y that x0 allows, then l(X->z0) >= log t at x0."""
    after = sum_over(_mass(_b) * atom(_V, _b, _z), _b)
    worst = Fact("all y of x0 attain", _w(_x, _b) * (atom(_V, _b, _z) - _T * after), (_b,))
    reached = sum_over(_w(_x, _b) * atom(_V, _b, _z), _b)
    return (Sequent((worst,), reached - _T * after),)


def _post_processing() -> tuple[Sequent, ...]:
    """If z0 comes from y0 alone and W0 >= t P_Y(y0), then l(X->z0) >= log t at x0."""
    after = sum_over(_mass(_b) * atom(_V, _b, _z), _b)
    origin = Fact("z0 comes from y0", _mass() * atom(_V, _y, _z) - after)
    attained = Fact("l(X->y0) >= log t at x0", _w(_x) - _T * _mass())
    reached = sum_over(_w(_x, _b) * atom(_V, _b, _z), _b)
    return (Sequent((origin, attained), reached - _T * after),)


def _u_at(x: Index) -> Polynomial:
    return atom(_U, x, _y, _z)


def _both() -> Polynomial:
    """P_YZ(y0, z0)."""
    return sum_over(_p(_c) * _w(_c) * _u_at(_c), _c)


def _second_goal() -> Polynomial:
    return _u_at(_x) * _mass() - _S * _both()


def _composition() -> tuple[Sequent, ...]:
    """A letter attains l(X->y) + l(X->z|y) iff it attains both."""
    both, u = _both(), _u_at
    first, second = _w(_x) - _T * _mass(), _second_goal()
    whole = _w(_x) * u(_x) - _T * _S * both
    bounds = (
        Fact("l(X->y0) <= log t", _p(_a) * (_T * _mass() - _w(_a)), (_a,)),
        Fact("l(X->z0|y0) <= log s", _p(_a) * _w(_a) * (_S * both - u(_a) * _mass()), (_a,)),
        Fact("x0 is possible", _p(_x), (), ">"),
        Fact("the outcomes are possible", both, (), ">"),
        Fact("x0 attains the sum", whole),
    )
    return (
        Sequent(
            (Fact("x0 attains the first", first), Fact("x0 attains the second", second)), whole
        ),
        Sequent(bounds, both * first),
        Sequent(bounds, second),
    )


def _both_attained(sequent: Sequent) -> tuple[Line, ...]:
    """The bounds at x0, divided by p0; then s times the first goal, or t times the second."""
    if not any(fact.name == "x0 attains the sum" for fact in sequent.facts):
        return ()
    divided, attained = (Use("x0 is possible"),), Use("x0 attains the sum")
    goal = Fact(GOAL, sequent.goal)
    if sequent.goal == _second_goal():
        bound = Fact("t P_Y >= W0", _T * _mass() - _w(_x))
        known = _term(Use("l(X->y0) <= log t", (_x,)))
        terms = (_term(Use(bound.name), Use("U >= 0", (_x, _y, _z))), _term(attained))
        return (Combine(bound, (known,), divided), Combine(goal, terms, (Use("t > 0"),)))
    bound = Fact("W0 s P_YZ >= W0 U0 P_Y", _w(_x) * (_S * _both() - _u_at(_x) * _mass()))
    known = _term(Use("l(X->z0|y0) <= log s", (_x,)))
    mass = (Use("P >= 0", (_c,)), Use("W >= 0", (_c, _y)))
    terms = (_term(Use(bound.name)), _term(attained, *mass, summed=(_c,)))
    return (Combine(bound, (known,), divided), Combine(goal, terms, (Use("s > 0"),)))


def _likeliest_pure_letter() -> tuple[Sequent, ...]:
    """If u0 comes from x0 alone and is likeliest, and W0 >= t P_Y, then l_U >= log t at u0."""
    m = atom(Tensor("m_U", nonnegative=True))
    law = sum_over(_p(_c) * atom(_A, _c, _u), _c)
    pure = Fact("u0 comes from x0", _p(_x) * atom(_A, _x, _u) - law)
    likeliest = Fact("u0 is likeliest", law - m)
    attained = Fact("l(X->y0) >= log t at x0", _w(_x) - _T * _mass())
    seen = sum_over(_p(_c) * _w(_c) * atom(_A, _c, _u), _c)
    return (Sequent((pure, likeliest, attained), seen - _T * _mass() * m),)


def _mean_of_densities() -> tuple[Sequent, ...]:
    """If E l(X->Y) <= I(X;Y), each p W (L(y) - i(x,y)) <= 0: their sum is the difference."""
    leakage, density = Tensor("L", ("Y",)), Tensor("i", ("X", "Y"))

    def gap(x: Index, y: Index) -> Polynomial:
        return _p(x) * _w(x, y) * (atom(leakage, y) - atom(density, x, y))

    every = Fact("i <= l", gap(_a, _b), (_a, _b))
    total = Fact("the means are equal", -sum_over(gap(_a, _b), _a, _b))
    return (Sequent((every, total), -gap(_x, _y)),)


_FAIR = ("1/2", "1/2")
_SAME = (("1", "0"), ("0", "1"))
_LETTERS = {"x0": 0, "y0": 0, "z0": 0, "u0": 0, "x1": 1}
_REVEALING = {"P": _FAIR, "W": _SAME, "t": "2"}

CONSTANT_COLUMN = Deduced(
    "both ways: l(X->y) <= 0 iff P(y|.) is constant",
    _constant_column,
    Example({"P": _FAIR, "W": (_FAIR, _FAIR)}, _LETTERS),
)
REVEALED_LETTER = Deduced(
    "both ways: a letter has i(x;y) >= -log p_min iff it is revealed and least likely",
    _revealed_letter,
    Example({"P": ("1/4", "3/4"), "W": _SAME, "m": "1/4"}, _LETTERS),
    _known_of_the_letter,
)
PRE_PROCESSING = Deduced(
    "where the best letter's y all attain, x does",
    _pre_processing,
    Example(_REVEALING | {"V": _SAME}, _LETTERS),
)
POST_PROCESSING = Deduced(
    "where z comes from a worst y alone, it leaks as much",
    _post_processing,
    Example(_REVEALING | {"V": _SAME}, _LETTERS),
)
COMPOSITION = Deduced(
    "both ways: a letter attains the sum iff it attains both",
    _composition,
    Example(_REVEALING | {"U": ((_FAIR, _FAIR), (_FAIR, _FAIR)), "s": "1"}, _LETTERS),
    _both_attained,
)
PURE_LETTER = Deduced(
    "(8) and (9) suffice",
    _likeliest_pure_letter,
    Example(_REVEALING | {"A": _SAME, "m_U": "1/2"}, _LETTERS),
)
EQUAL_MEANS = Deduced(
    "equality only if i(x;y) = l(X->y) where P(x,y) > 0",
    _mean_of_densities,
    Example({"P": _FAIR, "W": _SAME, "L": ("1", "1"), "i": _SAME}, _LETTERS),
)
