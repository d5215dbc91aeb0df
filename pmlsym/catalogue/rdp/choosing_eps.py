"""[RDP, Sec. 3.3]: which attributes are disclosed at which eps, singling out, and Example 3.11."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from random import Random

from pmlsym.catalogue.composed import Composed
from pmlsym.catalogue.drawing import draw_distribution, draw_joint
from pmlsym.catalogue.entry import Correction, Entry
from pmlsym.catalogue.joint import Joint, total
from pmlsym.catalogue.part import UNMET, Checked, Claimed, Fails, Holds, Trial
from pmlsym.catalogue.pml23.equality_sequents import REVEALED_LETTER
from pmlsym.catalogue.rdp.attributes import law_given
from pmlsym.catalogue.text_values import value_of
from pmlsym.numbers.number import Number, exp_of, log_of, rational


def _excluding(prior: tuple[Fraction, ...], share: Fraction) -> Joint:
    """The mechanism of Appendix A.5: outcome 0 with probability alpha unless X = x_min."""
    least = prior.index(min(prior))
    rows = tuple(
        (Fraction(0), Fraction(1)) if x == least else (share, 1 - share) for x in range(len(prior))
    )
    return Joint(prior, rows)


def _excluding_the_least_letter(random: Random) -> Trial:
    prior = draw_distribution(random, random.randint(2, 5), zeros=False)
    mass = min(prior)
    share = Fraction(random.randint(1, 6), 6)
    joint = _excluding(prior, share)
    attribute = tuple(
        (Fraction(int(x == prior.index(mass))), Fraction(int(x != prior.index(mass))))
        for x in range(len(prior))
    )
    after = law_given(joint, attribute, 0)
    values = joint.leakage(0), joint.leakage(1)
    if values != (1 / (1 - mass), 1 / (1 - share * (1 - mass))) or after[0] != 0:
        return Fails(f"{joint}: exp l = {values}, U given 0 is {after}")
    small = share < mass / (1 - mass)
    if (values[0] > values[1]) != small:
        return Fails(f"{joint}: l(X->0) > l(X->1) is {values[0] > values[1]}")
    return Holds("small alpha" if small else "large alpha")


def _affirming_the_least_letter(random: Random) -> Trial:
    """An outcome that reveals x_min leaks log 1/p_min; the identity does not leak more."""
    prior = draw_distribution(random, random.randint(1, 5), zeros=False)
    least = prior.index(min(prior))
    share = Fraction(random.randint(1, 4), 4)
    rows = tuple(
        (share, 1 - share) if x == least else (Fraction(0), Fraction(1)) for x in range(len(prior))
    )
    joint = Joint(prior, rows)
    identity = Joint(
        prior,
        tuple(tuple(Fraction(int(x == y)) for y in range(len(prior))) for x in range(len(prior))),
    )
    if joint.posterior(0)[least] != 1 or not joint.leakage(0) == identity.worst == 1 / min(prior):
        return Fails(f"{joint}: exp l(X->0) = {joint.leakage(0)}, 1/p_min = {1 / min(prior)}")
    return Holds()


def _singles_out(random: Random) -> Trial:
    joint = draw_joint(random)
    certain = any(sum(p > 0 for p in joint.posterior(y)) == 1 for y in joint.outcomes)
    entropy = value_of("hmin_given(P, W)", joint.instance())
    if certain != (entropy == 0):
        return Fails(f"{joint}: H_inf(X|y) = {entropy} at the worst outcome")
    return Holds("singled out" if certain else "not singled out")


def _singles_out_at_the_entropy(random: Random) -> Trial:
    """With eps = H_inf(X) a mechanism may reveal the likeliest letter."""
    prior = draw_distribution(random, random.randint(2, 5), zeros=False)
    likely = prior.index(max(prior))
    share = Fraction(1, 8)
    rows = tuple(
        (share, 1 - share) if x == likely else (Fraction(0), Fraction(1)) for x in range(len(prior))
    )
    joint = Joint(prior, rows)
    if joint.posterior(0)[likely] != 1 or joint.leakage(0) != 1 / max(prior):
        return Fails(f"{joint}")
    return Holds() if joint.leakage(1) <= joint.leakage(0) else UNMET


def _below(n: int, m: int, p: Fraction) -> Fraction:
    return total(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(m + 1))


def _count_query(random: Random) -> Trial:
    """The leakage of the answers to "more than m of n?", from all databases one by one."""
    n = random.randint(1, 5)
    m, p = random.randint(0, n - 1), Fraction(random.randint(1, 5), 6)
    databases = list(product((0, 1), repeat=n))
    prior = tuple(p ** sum(d) * (1 - p) ** (n - sum(d)) for d in databases)
    rows = tuple((Fraction(int(sum(d) <= m)), Fraction(int(sum(d) > m))) for d in databases)
    joint, tail = Joint(prior, rows), _below(n, m, p)
    if joint.leakage(1) != 1 / (1 - tail) or joint.leakage(0) != 1 / tail:
        return Fails(f"n = {n}, m = {m}, p = {p}: {joint.leakage(1)}, {joint.leakage(0)}")
    return Holds("m = 0" if m == 0 else "m = n - 1" if m == n - 1 else "between")


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


def _figure(random: Random) -> Trial:
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
            if not rising or not small or not exact <= curves[p, n][-1]:
                return Fails(f"the curve of p = {p}, n = {n}")
        for n, longer in ((200, 500), (500, 1000), (1000, 2000)):
            pairs = zip(curves[p, n], curves[p, longer], strict=True)
            if not all(b < a for a, b in pairs):
                return Fails(f"the curves of p = {p}, n = {n} and {longer} cross")
    pairs = zip(curves[Fraction(3, 10), 200], curves[Fraction(1, 2), 200], strict=False)
    return Holds() if all(b < a for a, b in pairs) else Fails("p = 3/10 and p = 1/2 cross")


def _other_answer(random: Random) -> Trial:
    """n = 10, m = 0, p = 1/2: the answer 1 leaks next to nothing, the answer 0 reveals everyone."""
    n, p = 10, Fraction(1, 2)
    none = (1 - p) ** n
    joint = Joint((none, 1 - none), ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))))
    value = log_of(joint.leakage(1))
    if value < -log_of(Fraction(7, 10)) and joint.masses[0] > 0 and joint.posterior(0)[0] == 1:
        return Fails(
            f"n = 10, m = 0, p = 1/2: l(X->1) = {value} = {float(value):.4f}, but the answer 0,"
            f" of probability {none}, says that no entry satisfies the predicate"
        )
    return Holds()


def _one_answer_leaks(random: Random) -> Trial:
    """One of the two exact answers has probability 1/2 or less, so it leaks log 2 or more."""
    n = random.randint(1, 8)
    m, p = random.randint(0, n - 1), Fraction(random.randint(1, 9), 10)
    tail = _below(n, m, p)
    worst = max(1 / tail, 1 / (1 - tail))
    return Holds() if worst >= 2 else Fails(f"n = {n}, m = {m}, p = {p}: {worst}")


def _threshold(random: Random) -> Trial:
    """One entry, m = 0, p = 7/10: the answer 1 reveals the entry and leaks less than 0.36."""
    p = Fraction(7, 10)
    joint = Joint((1 - p, p), ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))))
    value = log_of(joint.leakage(1))
    if value < rational(Fraction(36, 100)) and joint.posterior(1)[1] == 1:
        return Fails(
            f"n = 1, m = 0, p = 7/10: l(X->1) = {value} = {float(value):.4f} < 0.36,"
            " and the answer 1 discloses the entry"
        )
    return Holds()


def _all_are_few(random: Random) -> Trial:
    """m = n satisfies (m+1)/n >= p, but 1 - (m+1)/n is below zero."""
    n = 3
    argument = 1 - Fraction(n + 1, n)
    if argument < 0:
        return Fails(f"n = m = {n}: the divergence would be of {argument} from 1 - p")
    return Holds()


_OF_MANY = "m/n*log(m/n/p) + (1 - m/n)*log((1 - m/n)/(1-p))"
_OF_FEW = "j/n*log(j/n/r) + (1 - j/n)*log((1 - j/n)/(1-r))"
_CHERNOFF_MANY = Claimed(
    f"binomial(m, n, p) <= exp(-n*({_OF_MANY}))",
    assume=("0 < m", "m < n", "0 < p", "p < 1", "m <= n*p"),
)
_CHERNOFF_FEW = Claimed(
    f"binomial(j, n, r) <= exp(-n*({_OF_FEW}))",
    assume=("0 < j", "j < n", "0 < r", "r < 1", "j <= n*r"),
)
_TO_LEAKAGE = Claimed("-log(1 - t) <= -log(1 - u)", assume=("0 <= t", "t <= u", "u < 1"))
_ENTROPY_OF_AN_ENTRY = Claimed("-log(max(p, 1-p)) >= -log(7/10)", assume=("p >= 3/10", "p <= 7/10"))
_AT_ZERO = Claimed("binomial(0, n, p) == exp(n*log(1-p))", assume=("n >= 1", "p > 0", "p < 1"))

ENTRIES = (
    Entry(
        "RDP/prop-3.8-i",
        "eps < log 1/(1-p_min) in an (eps, P_X)-PML guarantee makes the capacity finite",
        "Proposition 3.8, first statement",
        (
            Claimed(
                "capacity(W) <= eps - log((1-exp(eps)*(1-pmin(P)))/pmin(P))",
                assume=("pml(P, W) <= eps", "exp(eps)*(1-pmin(P)) < 1", "fullsupport(P)"),
            ),
        ),
        lemmas=(
            Claimed(
                "pml(P, W) <= eps => density_min(P, W) >= log((1-exp(eps)*(1-pmin(P)))/pmin(P))",
                assume=("exp(eps)*(1-pmin(P)) < 1",),
            ),
            Claimed("capacity(W) <= pml(P, W) - density_min(P, W)", assume=("fullsupport(P)",)),
        ),
    ),
    Entry(
        "RDP/prop-3.8-ii",
        "from eps = log 1/(1-p_min) on, a mechanism discloses U = 1{X /= x_min}",
        "Proposition 3.8, second statement, and Appendix A.5",
        (
            Checked(
                "outcome 0 leaks log 1/(1-p_min), outcome 1 log 1/(1-alpha(1-p_min)); 0 reveals U",
                _excluding_the_least_letter,
                trials=60,
                least=60,
                cases=("small alpha", "large alpha"),
            ),
            Claimed(
                "log(1/(1-a*(1-p))) < log(1/(1-p))",
                assume=("0 < p", "p <= 1/2", "0 < a", "a < 1", "a*(1-p) < p"),
            ),
        ),
    ),
    Entry(
        "RDP/after-3.8",
        "X = x_min can be affirmed iff eps >= log 1/p_min; then every query can be answered",
        "after Proposition 3.8",
        (
            Composed(
                "X = x_min can be affirmed iff eps >= -log p_min, which allows every mechanism",
                "an outcome that reveals a least likely letter leaks -log p_min, and none leaks "
                "more",
                (Claimed("pml(P, W) <= -log(pmin(P))"), REVEALED_LETTER),
            ),
        ),
        remarks=(
            Claimed("max(pmin(P), 1 - pmin(P)) <= pmin(P)"),
            Checked(
                "an outcome that reveals x_min leaks log 1/p_min, as releasing X does",
                _affirming_the_least_letter,
                trials=40,
                least=40,
            ),
        ),
        correction=Correction(
            "its affirmative answer has probability p_min; the answer is guessed with probability"
            " 1 - p_min, as that to the complementary query is",
            "the better guess without access is that X is another letter",
            (
                Claimed("max(pmin(P), 1 - pmin(P)) <= 1 - pmin(P)", assume=("suppsize(P) >= 2",)),
                Claimed("pml(P, W) <= -log(pmin(P))"),
            ),
        ),
    ),
    Entry(
        "RDP/def-3.9",
        "X is singled out iff inf_y H_inf(P_{X|Y=y}) = 0",
        "Definition 3.9",
        (
            Checked(
                "it is iff an outcome reveals a letter",
                _singles_out,
                trials=60,
                least=60,
                cases=("singled out", "not singled out"),
            ),
        ),
    ),
    Entry(
        "RDP/cor-3.10",
        "(eps, P_X)-PML with eps < H_inf(P_X) singles out nothing",
        "Corollary 3.10",
        (
            Composed(
                "H_inf(X|y) > 0 for all y",
                "H_inf(P_X) - eps is positive, and bounds it for all y",
                (Claimed("hmin_given(P, W) >= hmin(P) - eps", assume=("pml(P, W) <= eps",)),),
            ),
        ),
        remarks=(
            Checked(
                "at eps = H_inf(P_X) a mechanism may single out the likeliest letter",
                _singles_out_at_the_entropy,
                trials=40,
                least=20,
            ),
        ),
    ),
    Entry(
        "RDP/ex-3.11-y-1",
        "l(X->1) = -log(1 - P(S <= m)) <= -log(1 - exp(-n D(m/n||p))) for m/n <= p",
        "Example 3.11",
        (
            Checked(
                "the leakage of both answers over all databases, n up to 5",
                _count_query,
                trials=40,
                least=30,
                cases=("m = 0", "m = n - 1", "between"),
            ),
            Composed(
                "-log(1 - P(S <= m)) is at most the bound",
                "the tail is at most its bound, at m = 0 with equality",
                (_CHERNOFF_MANY, _AT_ZERO, _TO_LEAKAGE),
            ),
        ),
    ),
    Entry(
        "RDP/ex-3.11-y-0",
        "l(X->0) <= -log(1 - exp(-n D(1-(m+1)/n||1-p))) for (m+1)/n >= p",
        "Example 3.11",
        (
            _CHERNOFF_FEW,
            _AT_ZERO,
            _TO_LEAKAGE,
            Checked("at m = n, which the condition allows", _all_are_few),
        ),
        correction=Correction(
            "the same for m < n; with m = n the answer is always 0 and leaks nothing",
            "with m = n the divergence has a negative argument",
            (
                Composed(
                    "l(X->0) = -log P(S <= m) is at most the bound",
                    "P(S > m) is a tail of the complementary count, with j = n - m - 1, r = 1 - p",
                    (_CHERNOFF_FEW, _AT_ZERO, _TO_LEAKAGE),
                ),
            ),
            boundary="m = n, a query whose answer is known",
        ),
    ),
    Entry(
        "RDP/ex-3.11-threshold",
        "the response discloses no entry if l(X->1) < min over p of H_inf(S_i) = 0.36",
        "Example 3.11",
        (
            _ENTROPY_OF_AN_ENTRY,
            Claimed("-log(7/10) >= 0.355 and -log(7/10) < 0.365"),
            Checked("no entry is disclosed if l(X->1) < -log 0.7", _other_answer),
        ),
        remarks=(
            Checked("the answer 1 discloses no entry if l(X->1) < 0.36", _threshold),
            Checked("one of the answers leaks log 2 or more", _one_answer_leaks, 40, 40),
        ),
        correction=Correction(
            "the answer 1 discloses no entry if l(X->1) < -log 0.7 = 0.3566..; Theorem 3.5 bounds"
            " every answer, and one of the two answers always leaks log 2 or more",
            "the other answer may disclose entries, as with m = 0; and 0.36 is rounded upwards",
            (
                Composed(
                    "the answer 1 discloses no entry below -log 0.7",
                    "H_inf of an entry is at least -log 0.7; one of two answers has mass 1/2 at "
                    "most",
                    (
                        Claimed("hmin_given(P, W, A, y) >= hmin(P >> A) - pml(P, W, y)"),
                        _ENTROPY_OF_AN_ENTRY,
                        Claimed("0.3566 <= -log(7/10)"),
                        Claimed("max(-log(t), -log(1-t)) >= log(2)", assume=("0 < t", "t < 1")),
                    ),
                ),
            ),
        ),
    ),
    Entry(
        "RDP/fig-1",
        "the bound on l(X->1) against m/n, p in {0.3, 0.5}, n in {200, 500, 1000, 2000}",
        "Figure 1",
        (
            Checked(
                "the curves lie above the exact leakage, rise with m/n and fall with n and p;"
                " at m/n = 1/20 they are below 1/1000 of the entropy of an entry",
                _figure,
            ),
        ),
    ),
)
