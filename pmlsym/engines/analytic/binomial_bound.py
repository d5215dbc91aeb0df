"""Chernoff's bound of a binomial tail with any number of terms, by tilting.

For 0 <= q <= p and k <= m = q n, term by term (a logarithm that is linear in k, zero at k = m):

    p^k (1-p)^(n-k)  <=  exp(-n D(q || p)) q^k (1-q)^(n-k)

and the sum of C(n, k) q^k (1-q)^(n-k) is at most one. What makes it true is settled each time: the
logarithm of the quotient rises with k, and vanishes at k = m.
"""

from __future__ import annotations

from pmlsym.engines.analytic.bounds import exponentiated
from pmlsym.engines.analytic.problem import NumberFact, NumberProblem
from pmlsym.engines.analytic.ratio import IsPositive, NumberRatio
from pmlsym.engines.analytic.solver import is_settled

QUICK = 500


def tail_facts(
    tail: NumberRatio,
    arguments: tuple[NumberRatio, ...],
    known: tuple[NumberFact, ...],
    yes: IsPositive,
) -> tuple[NumberFact, ...]:
    """What is known of a tail: its range, and Chernoff's bound where m <= n p.

    `yes` says which polynomials are known to be positive.
    """
    m, n, p = arguments
    one = NumberRatio.number(1)
    facts = [NumberFact(tail), NumberFact(one - tail)]
    if not all(_holds(known, f, strict=True) for f in (n, p, one - p)):
        return tuple(facts)
    if _holds(known, n - m, strict=True) and _holds(known, m, strict=True):
        facts += [NumberFact(one - tail, is_strict=True), NumberFact(tail, is_strict=True)]
        bound = tilted(m, n, p, known, yes)
        if bound is not None:
            facts.append(NumberFact(bound - tail))
    return tuple(facts)


def tilted(
    m: NumberRatio, n: NumberRatio, p: NumberRatio, known: tuple[NumberFact, ...], yes: IsPositive
) -> NumberRatio | None:
    """exp(-n D(m/n || p)), if the terms up to m are below those of the tilted distribution."""
    one = NumberRatio.number(1)
    q = m * n.inverse()
    logs = {"p": p.log(yes), "1-p": (one - p).log(yes), "q": q.log(yes), "1-q": (one - q).log(yes)}
    exponent = -(m * (logs["q"] - logs["p"]) + (n - m) * (logs["1-q"] - logs["1-p"]))
    slope = logs["p"] - logs["1-p"] - logs["q"] + logs["1-q"]
    at_m = m * logs["p"] + (n - m) * logs["1-p"]
    tilted_at_m = exponent + m * logs["q"] + (n - m) * logs["1-q"]
    if (at_m - tilted_at_m).numerator or not _holds(known, exponentiated(slope) or slope):
        return None
    return exponent.exp()


def _holds(known: tuple[NumberFact, ...], form: NumberRatio, *, strict: bool = False) -> bool:
    problem = NumberProblem(known, NumberFact(form, strict))
    return any(is_settled(problem, level, QUICK) for level in (0, 1))
