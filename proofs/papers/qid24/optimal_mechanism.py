"""[QID24, Cor. 4]: the mechanism (20), of which every other one is a post-processing.

With q = e^-eps the mechanism M is what is left of the prior: P(z) = q M(x,z) + (1 - q) 1{x = z}. So
M makes P of P, and P(z) - q M(x,z) is never negative: M leaks eps. What leaks no more is M >> R,

    R(z,y) = (P_Y(y) - q W(z,y))/(1 - q),    q sum_z M(x,z) R(z,y) = q W(x,y).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from pmlsym.calculus.polynomial import atom, constant, equal_letters, substitute, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.substitution import Body
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import GOAL, Combine, Reciprocal, Use
from pmlsym.language.building import implies
from pmlsym.language.nodes import Claim, Measure
from pmlsym.language.value import Ratio, Smallest
from proofs.papers.deduced import Line, lines_of_rule, named

_z, _c, _y = Index("X", "zz"), Index("X", "cc"), Index("Y", "yy")
_a, _ONE = Index("X", "a"), constant(1)
_MADE, _LEVEL = "const(P) == q*M + (1 - q)*id", "0 < q"


def prior_of_the_mechanism(sequent: Sequent) -> tuple[Line, ...]:
    """M makes P of P."""
    prior, share = named(sequent, "P"), Use(_LEVEL)
    after = sum_over(atom(prior, _c) * atom(named(sequent, "M"), _c, _z), _c)
    kept = Fact("P >> M is P", after - atom(prior, _z), (_z,), "==")
    terms = times(-atom(prior, _c), Use(_MADE, (_c, _z)), over=(_c,))
    return (Combine(kept, terms, (share,)),)


def cost_of_the_least_letter(sequent: Sequent) -> tuple[Line, ...]:
    """M leaks log(p_min/(1 - e^eps (1 - p_min))), no more and no less, at the outcome p_min."""
    return tuple(_lines_of_the_least_letter(sequent))


def _lines_of_the_least_letter(sequent: Sequent) -> Iterator[Line]:
    prior, made, share = named(sequent, "P"), named(sequent, "M"), atom(named(sequent, "q"))
    least, mass = atom(named(sequent, "m1")), atom(prior, _a)
    at_most_one = Fact("q is at most one", _ONE - share)
    yield at_most_one
    yield Fact("p_min <= 1", _ONE - least)
    if not any(made in fact.polynomial.tensors for fact in (*sequent.facts[1:], _goal_of(sequent))):
        return  # the leakage is not negative
    yield from prior_of_the_mechanism(sequent)
    is_own, rest = equal_letters(_z, _a), _ONE - least - share
    own = Fact("column a", share * atom(made, _z, _a) - mass + is_own * (_ONE - share), (_z,), "==")
    yield own
    if sequent.goal.free:
        at = next(letter for letter in sequent.goal.free if letter != _a)
        weight, other = atom(prior, at), Use("delta_X <= 1", (at, _a))
        terms = (
            *times(weight * rest, Use("P >> M is P", (_a,))),
            *times(weight * least, Use(own.name, (at,))),
            *times(weight, at_most_one, Use("pmin(P) <= P[a]")),
            *times(weight * least, at_most_one, other),
        )
        yield Combine(_goal_of(sequent), terms)
        return
    level = atom(named(sequent, "t1"))
    after = sum_over(atom(prior, _z) * atom(made, _z, _a), _z)
    seen = Fact("letter a", mass * (atom(made, _a, _a) * level - after))
    yield Combine(seen, times(1, Use("costleak(P, M, a) <= log t1 (2)", (_a,))))
    yield Fact("letter a, by P", mass * (atom(made, _a, _a) * level - mass))
    by_mass = Fact("letter a, by q", mass * ((mass - 1 + share) * level - share * mass))
    yield by_mass
    likely = (Use(name) for name in ("pmin(P) <= P[a]", "pmin(P) <= m1 (2)", "pmin(P) <= m1"))
    occurs = tuple(term for use in likely for term in times(1, use))
    yield Combine(Fact("a can occur", mass, (), ">"), occurs)
    divided = Fact("over P(a)", (mass - 1 + share) * level - share * mass)
    yield Combine(divided, times(1, by_mass), (Use("a can occur"),))


def _goal_of(sequent: Sequent) -> Fact:
    return Fact(GOAL, sequent.goal)


def factor_of_the_mechanism(sequent: Sequent) -> tuple[Line, ...]:
    """R is a channel, and W is M >> R."""
    level, share = atom(named(sequent, "q")), Tensor("r", positive=True)
    prior, row = atom(named(sequent, "P"), _z), atom(named(sequent, "W"), _z, _y)
    mass = sum_over(substitute(prior * row, {_z: _c}), _c)
    rest = Fact("1 - q is positive", 1 - level, (), ">")
    inverse = Fact("definition of r", atom(share) * rest.polynomial - 1, (), "==")
    private = Fact("W leaks eps", mass - level * row, (_z, _y))
    (rule,) = sequent.rules
    body = Body(((_z,), (_y,)), atom(share) * private.polynomial)
    conclusion = tuple(lines_of_rule(rule, {rule.tensors[0]: body}))
    made = (whole, contrary) = tuple(line for line in conclusion if _is_about(line, "M"))
    positive = Use(_LEVEL)
    products = []
    for fact, sign in ((whole, 1), (contrary, -1)):
        x, y = fact.indices
        entry, own = {_z: _z, _y: y}, substitute(row, {_z: x, _y: y})
        terms = (
            *times(sign * atom(share) * substitute(mass, entry), Use(_MADE, (x, _z)), over=(_z,)),
            *times(
                -sign * atom(share) * substitute(row, entry),
                positive,
                Use(_MADE, (x, _z)),
                over=(_z,),
            ),
            *times(-sign * own, positive, inverse),
        )
        products.append(Combine(fact, terms, (positive,)))
    leaks = times(1, Use("pml(P, W) <= -log(q)", (_z, _y)))
    return (
        Combine(rest, times(1, Use("q < 1"))),
        Reciprocal(inverse, share, rest.name),
        Combine(private, leaks, (Use("P has full support", (_z,)),)),
        *products,
        *(line for line in conclusion if line not in made),
    )


def rows_without_leakage(sequent: Sequent) -> tuple[Line, ...]:
    """Where nothing leaks all rows of W are P_Y, so that W is const(P) >> W."""
    (rule,) = sequent.rules
    prior, row = atom(named(sequent, "P"), _z), atom(named(sequent, "W"), _z, _y)
    mass = sum_over(substitute(prior * row, {_z: _c}), _c)
    none, full = "pml(P, W) <= 0", (Use("P has full support", (_z,)),)
    others = (Use(none, (_c, _y)), Use("delta_X <= 1", (_c, _z)))
    body = Body(((_z,), (_y,)), row)
    return (
        Combine(Fact("W <= P_Y", mass - row, (_z, _y)), times(1, Use(none, (_z, _y))), full),
        Combine(Fact("W >= P_Y", row - mass, (_z, _y)), times(1, *others, over=(_c,)), full),
        *lines_of_rule(rule, {rule.tensors[0]: body}),
    )


def utility_of_a_post_processing() -> Claim:
    """sum_y mu(W_y) <= sum_z mu(M_z), where W_y = sum_z R(z,y) M_z are columns, of a sub-convex mu.

    F(y) and G(z) stand for mu(W_y) and mu(M_z); that mu is convex and homogeneous is used at W_y.

    >>> type(utility_of_a_post_processing()).__name__
    'Implication'
    """
    of_own, of_mechanism = atom(Tensor("F", ("Y",)), _y), atom(Tensor("G", ("X",)), _z)
    factor = atom(Tensor("R", ("X", "Y"), nonnegative=True, stochastic=(1,)), _z, _y)
    below = Ratio(sum_over(factor * of_mechanism, _z) - of_own)
    sub_convex = Measure(
        "sum_z R mu(M_z) - mu(sum_z R M_z)", (), Smallest((_y,), below), is_log=False
    )
    own = Measure("sum_y mu(W_y)", (), Ratio(sum_over(of_own, _y)), is_log=False)
    most = Measure("sum_z mu(M_z)", (), Ratio(sum_over(of_mechanism, _z)), is_log=False)
    return implies(sub_convex >= 0, own <= most)


def _is_about(line: Line, name: str) -> TypeGuard[Fact]:
    return isinstance(line, Fact) and name in {t.name for t in line.polynomial.tensors}
