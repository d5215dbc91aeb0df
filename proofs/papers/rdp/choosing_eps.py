"""[RDP, Sec. 3.3]: which attributes are disclosed at which eps, singling out, and Example 3.11."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from random import Random

from pmlsym.linear.matrix import identity, units
from pmlsym.numbers.number import Number, exp_of, log_of, rational
from proofs.papers.attributes import law_given
from proofs.papers.checked import assume, require
from proofs.papers.drawing import draw_distribution, draw_joint
from proofs.papers.joint import Joint, Row, total


def _apart(prior: Row, letter: int, own: Fraction, other: Fraction) -> Joint:
    """The mechanism whose outcome 0 has one probability at a letter, and another at all others."""
    chances = [own if x == letter else other for x in range(len(prior))]
    return Joint(prior, tuple((chance, 1 - chance) for chance in chances))


def excluding_the_least_letter(random: Random) -> str:
    """The mechanism of Appendix A.5: outcome 0 with probability alpha unless X = x_min."""
    prior = draw_distribution(random, random.randint(2, 5), zeros=False)
    mass = min(prior)
    share = Fraction(random.randint(1, 6), 6)
    joint = _apart(prior, prior.index(mass), Fraction(0), share)
    attribute = units([int(x != prior.index(mass)) for x in range(len(prior))], 2)
    after = law_given(joint, attribute, 0)
    values = joint.leakage(0), joint.leakage(1)
    require(values == (1 / (1 - mass), 1 / (1 - share * (1 - mass))) and after[0] == 0)
    small = share < mass / (1 - mass)
    require((values[0] > values[1]) == small)
    return "small alpha" if small else "large alpha"


def affirming_the_least_letter(random: Random) -> None:
    """An outcome that reveals x_min leaks log 1/p_min; the identity does not leak more."""
    prior = draw_distribution(random, random.randint(1, 5), zeros=False)
    least = prior.index(min(prior))
    share = Fraction(random.randint(1, 4), 4)
    joint = _apart(prior, least, share, Fraction(0))
    released = Joint(prior, identity(len(prior)))
    require(joint.posterior(0)[least] == 1 and joint.leakage(0) == released.worst == 1 / min(prior))


def singles_out(random: Random) -> str:
    joint = draw_joint(random)
    certain = any(sum(p > 0 for p in joint.posterior(y)) == 1 for y in joint.outcomes)
    entropy = joint.value("hmin_given(P, W)")
    require(certain == (entropy == 0))
    return "singled out" if certain else "not singled out"


def singles_out_at_the_entropy(random: Random) -> None:
    """With eps = H_inf(X) a mechanism may reveal the likeliest letter."""
    prior = draw_distribution(random, random.randint(2, 5), zeros=False)
    likely = prior.index(max(prior))
    joint = _apart(prior, likely, Fraction(1, 8), Fraction(0))
    require(joint.posterior(0)[likely] == 1 and joint.leakage(0) == 1 / max(prior))
    assume(joint.leakage(1) <= joint.leakage(0))


def _below(n: int, m: int, p: Fraction) -> Fraction:
    return total(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(m + 1))


def count_query(random: Random) -> str:
    """The leakage of the answers to "more than m of n?", from all databases one by one."""
    n = random.randint(1, 5)
    m, p = random.randint(0, n - 1), Fraction(random.randint(1, 5), 6)
    databases = list(product((0, 1), repeat=n))
    prior = tuple(p ** sum(d) * (1 - p) ** (n - sum(d)) for d in databases)
    joint, tail = Joint(prior, units([int(sum(d) > m) for d in databases], 2)), _below(n, m, p)
    require(joint.leakage(1) == 1 / (1 - tail) and joint.leakage(0) == 1 / tail)
    return "m = 0" if m == 0 else "m = n - 1" if m == n - 1 else "between"


def divergence(q: Fraction, r: Fraction) -> Number:
    """D_KL of Bernoulli distributions, 0 log 0 = 0.

    >>> divergence(Fraction(1, 2), Fraction(1, 2)) == 0
    True
    """
    parts = [share * log_of(share / other) for share, other in ((q, r), (1 - q, 1 - r)) if share]
    return sum(parts, rational(0))


def bound_of_figure(n: int, m: int, p: Fraction) -> Number:
    """The upper bound on l(X->1) that Figure 1 shows, for m < n p.

    >>> bound_of_figure(200, 20, Fraction(1, 2)) < rational(Fraction(1, 10**30))
    True
    """
    return -log_of(1 - exp_of(-n * divergence(Fraction(m, n), p)))


def figure(random: Random) -> None:
    """Each curve lies above the exact leakage and rises; larger n and larger p lie below."""
    entropy = -log_of(Fraction(7, 10))
    curves = {}
    for p in (Fraction(3, 10), Fraction(1, 2)):
        for n in (200, 500, 1000, 2000):
            grid = [Fraction(k, 20) for k in range(1, 10) if Fraction(k, 20) < p]
            curves[p, n] = [bound_of_figure(n, int(n * q), p) for q in grid]
            rising = all(a < b for a, b in zip(curves[p, n], curves[p, n][1:], strict=False))
            exact = -log_of(1 - _below(n, int(n * grid[-1]), p)) if n == 200 else rational(0)
            small = curves[p, n][0] * 1000 < entropy
            require(rising and small and exact <= curves[p, n][-1])
        for n, longer in ((200, 500), (500, 1000), (1000, 2000)):
            pairs = zip(curves[p, n], curves[p, longer], strict=True)
            require(all(b < a for a, b in pairs))
    pairs = zip(curves[Fraction(3, 10), 200], curves[Fraction(1, 2), 200], strict=False)
    require(all(b < a for a, b in pairs))


def other_answer(random: Random) -> None:
    """n = 10, m = 0, p = 1/2: the answer 1 leaks next to nothing, the answer 0 reveals everyone."""
    n, p = 10, Fraction(1, 2)
    none = (1 - p) ** n
    joint = Joint((none, 1 - none), identity(2))
    value = log_of(joint.leakage(1))
    require(
        value >= -log_of(Fraction(7, 10)) or joint.masses[0] <= 0 or joint.posterior(0)[0] != 1,
        f"n = 10, m = 0, p = 1/2: l(X->1) = {value} = {float(value):.4f}, but the answer 0, of "
        f"probability {none}, says that no entry satisfies the predicate",
    )


def one_answer_leaks(random: Random) -> None:
    """One of the two exact answers has probability 1/2 or less, so it leaks log 2 or more."""
    n = random.randint(1, 8)
    m, p = random.randint(0, n - 1), Fraction(random.randint(1, 9), 10)
    tail = _below(n, m, p)
    worst = max(1 / tail, 1 / (1 - tail))
    require(worst >= 2)


def threshold(random: Random) -> None:
    """One entry, m = 0, p = 7/10: the answer 1 reveals the entry and leaks less than 0.36."""
    p = Fraction(7, 10)
    joint = Joint((1 - p, p), identity(2))
    value = log_of(joint.leakage(1))
    require(
        value >= rational(Fraction(36, 100)) or joint.posterior(1)[1] != 1,
        f"n = 1, m = 0, p = 7/10: l(X->1) = {value} = {float(value):.4f} < 0.36, and the answer 1 "
        "discloses the entry",
    )


def all_are_few(random: Random) -> None:
    """m = n satisfies (m+1)/n >= p, but 1 - (m+1)/n is below zero."""
    n = 3
    argument = 1 - Fraction(n + 1, n)
    require(argument >= 0, f"n = m = {n}: the divergence would be of {argument} from 1 - p")
