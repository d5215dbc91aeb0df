"""Statements of the papers about numbers and entropies, as texts, with what was found of each.

`holds` says whether the text is true; a statement that is wrong as printed stands beside its
correction. The keys are those of the papers' own numbering.
"""

from __future__ import annotations

from tests.statements.statement import Statement


def settled(
    source: str, text: str, assume: tuple[str, ...] = (), *, holds: bool = True
) -> Statement:
    """A statement, where it stands, and whether it is true."""
    return Statement(text, assume=assume, holds=holds, source=source)


LAPLACE = ("c >= 0", "c < 1/2", "a > 0")  # a = 1/(nb)
BETWEEN = (*LAPLACE, "p > c", "p < 1 - c")
REGIME = ("p > 0", "p <= 1/2", "eps >= 0", "eps < log(1/(1-p))")  # p the smallest mass

MIXED = "a - log((1-c) + c*exp(a))"
LOWER = "log(p/(1 - exp(eps)*(1-p)))"
UPPER_OF_LOWER = "log((1 - (1 - exp(eps)*(1-p))/p*(1-p))/p)"

COUNT = ("0 < m", "m < n", "0 < p", "p < 1", "m <= n*p")
DIVERGENCE = "m/n*log(m/n/p) + (1 - m/n)*log((1 - m/n)/(1-p))"
DIVERGENCE_OF_FEW = "j/n*log(j/n/r) + (1 - j/n)*log((1 - j/n)/(1-r))"

ANALYTIC = (
    settled(
        "Hoeffding's lemma of a bit",
        "log(q*exp(s*(1 - q)) + (1 - q)*exp(-s*q)) <= s^2/8",
        ("q >= 0", "q <= 1"),
    ),
    settled(
        "Hoeffding's lemma of a bit, the common exponential taken out",
        "log(q*exp(s) + 1 - q) <= q*s + s^2/8",
        ("q >= 0", "q <= 1"),
    ),
    # RDP, Proposition 4.6 and Section 4.1. The outcome has density ratio r between the two values
    # of the entry, exp(-a) <= r <= exp(a): shifting a Laplace density by 1/n changes no exponent
    # by more than 1/(nb).
    settled("RDP Prop. 4.6, shift", "max(u, -u) <= max(u - d, d - u) + d", ("d >= 0",)),
    settled(
        "RDP Prop. 4.6, bound at every outcome",
        f"log(max(r, 1)/((1-p) + p*r)) <= {MIXED}",
        (*BETWEEN, "r >= exp(-a)", "r <= exp(a)"),
    ),
    settled(
        "RDP Prop. 4.6, value at y >= 1 is the bound at p",
        "log(exp(a)/((1-p) + p*exp(a))) == a - log((1-p) + p*exp(a))",
        ("p > 0", "p < 1"),
    ),
    settled(
        "RDP Prop. 4.6, value at y <= 0 is the bound at 1 - p",
        "log(1/((1-p) + p*exp(-a))) == a - log(p + (1-p)*exp(a))",
        ("p > 0", "p < 1"),
    ),
    settled(
        "RDP Prop. 4.6, the bound falls in p",
        "a - log((1-q) + q*exp(a)) <= a - log((1-p) + p*exp(a))",
        ("a > 0", "p >= 0", "q >= p"),
    ),
    settled(
        "RDP Prop. 4.6, the supremum is not attained",
        f"a - log((1-p) + p*exp(a)) < {MIXED}",
        BETWEEN,
    ),
    settled(
        "RDP Prop. 4.6, proof: the density rises up to the mean, n = 1, p = 1/2",
        "(1 + t*t)/2 <= t",
        ("t > 0", "t < 1"),
        holds=False,
    ),
    settled("RDP Prop. 4.6, proof: it never does so there", "(1 + t*t)/2 > t", ("t > 0", "t < 1")),
    settled(
        "RDP Prop. 4.6, proof: the density falls after the mean, n = 1, p = 3/5, b = 10",
        "2/5*exp(-1/10) + 3/5 <= 2/5*exp(-6/100) + 3/5*exp(-4/100)",
        holds=False,
    ),
    settled("RDP Prop. 4.6, simplified", f"{MIXED} <= (1-c)*a + c*c*a*a/2", LAPLACE),
    settled("RDP Sec. 4.1, log(1 + x)", "log(1 + x) >= x - x*x/2", ("x >= 0",)),
    settled("RDP Sec. 4.1, c = 0", "a - log((1-0) + 0*exp(a)) == a"),
    settled("RDP Sec. 4.1, c = 1/2: at most half", "a - log(1/2 + exp(a)/2) <= a/2", ("a >= 0",)),
    settled(
        "RDP Sec. 4.1, c = 1/2: half up to second order",
        "a - log(1/2 + exp(a)/2) >= a/2 - a*a/8",
        ("a >= 0",),
    ),
    settled(
        "RDP Sec. 4.1, near c = 1/2 the reduction is by almost one half, whatever nb",
        "a - log(1/2 + exp(a)/2) >= 2/5*a",
        ("a > 0",),
        holds=False,
    ),
    # RDP, Example 3.11
    settled(
        "RDP Ex. 3.11, min-entropy", "-log(max(p, 1-p)) >= -log(7/10)", ("p >= 3/10", "p <= 7/10")
    ),
    settled("RDP Ex. 3.11, 0.36 to two digits", "-log(7/10) >= 0.355 and -log(7/10) < 0.365"),
    settled("RDP Ex. 3.11, 0.36 as a threshold", "0.36 <= -log(7/10)", holds=False),
    settled("RDP Ex. 3.11, 0.3566 as a threshold", "0.3566 <= -log(7/10)"),
    settled(
        "RDP Ex. 3.11, Chernoff for y = 1",
        "binomial(m, n, p) <= exp(-n*(" + DIVERGENCE + "))",
        COUNT,
    ),
    settled(
        "RDP Ex. 3.11, the divergence is positive where m < n p",
        "q*log(q/p) + (1-q)*log((1-q)/(1-p)) > 0",
        ("0 < q", "q < p", "p < 1"),
    ),
    settled(
        "RDP Ex. 3.11, from the tail to the leakage",
        "-log(1 - t) <= -log(1 - u)",
        ("0 <= t", "t <= u", "u < 1"),
    ),
    settled(
        "RDP Ex. 3.11, Chernoff at m = 0",
        "binomial(0, n, p) == exp(n*log(1-p))",
        ("n >= 1", "p > 0", "p < 1"),
    ),
    settled(
        "RDP Ex. 3.11, Chernoff for y = 0, with j = n - m - 1 and r = 1 - p",
        "binomial(j, n, r) <= exp(-n*(" + DIVERGENCE_OF_FEW + "))",
        ("0 < j", "j < n", "0 < r", "r < 1", "j <= n*r"),
    ),
    settled(
        "RDP Ex. 3.11, one per cent more",
        "binomial(m, n, p) <= 99/100*exp(-n*(" + DIVERGENCE + "))",
        COUNT,
        holds=False,
    ),
    # QID24
    settled("QID24 Cor. 2, eps_LIP is at least eps", f"{LOWER} >= eps", REGIME),
    settled(
        "QID24 Cor. 2, strictly but at p = 1/2", f"{LOWER} > eps", (*REGIME, "p < 1/2", "eps > 0")
    ),
    settled(
        "QID24 Cor. 2, p above 1/2",
        f"{LOWER} >= eps",
        ("p > 1/2", "p < 1", "eps >= 0", "eps < log(1/(1-p))"),
        holds=False,
    ),
    settled(
        "QID24 eps_l(eps) rises",
        "log(p/(1 - exp(u)*(1-p))) <= log(p/(1 - exp(v)*(1-p)))",
        ("p > 0", "p <= 1/2", "0 <= u", "u <= v", "v < log(1/(1-p))"),
    ),
    settled(
        "QID24 eps_u(eps_l) rises",
        "log((1 - exp(-u)*(1-p))/p) <= log((1 - exp(-v)*(1-p))/p)",
        ("p > 0", "p <= 1/2", "0 <= u", "u <= v"),
    ),
    settled("QID24 eps_u(eps_l(eps)) is at least eps", f"{UPPER_OF_LOWER} >= eps", REGIME),
    settled(
        "QID24 Fig. 1b, both curves coincide at p = 1/2",
        "log((1 - (1 - exp(eps)*1/2)/(1/2)*1/2)/(1/2)) == eps",
        ("eps >= 0", "eps < log(2)"),
    ),
    settled(
        "QID24 Fig. 1a, they do not below 1/2",
        f"{UPPER_OF_LOWER} > eps",
        (*REGIME, "p < 1/2", "eps > 0"),
    ),
    settled(
        "QID24 Prop. 1, attained: a posterior with 1 - exp(eps)(1-p) at the least letter",
        "1 - exp(eps)*(1-p) >= 0 and 1 - exp(eps)*(1-p) + exp(eps)*(1-p) == 1",
        REGIME,
    ),
    settled(
        "QID24 Prop. 3 and Cor. 4, eps_u < 1/(1-p) as printed",
        "1 - exp(eps)*(1-p) >= 0",
        ("p > 0", "p <= 1/2", "eps >= 0", "eps < 1/(1-p)"),
        holds=False,
    ),
    settled("QID24 Prop. 3 and Cor. 4, eps_u < log(1/(1-p))", "1 - exp(eps)*(1-p) > 0", REGIME),
    settled(
        "QID24 Sec. V-B, Jensen for two outcomes",
        "-log(q*exp(-u) + (1-q)*exp(-v)) <= q*u + (1-q)*v",
        ("q > 0", "q < 1"),
    ),
    settled(
        "QID24 Sec. V-B, Jensen is strict",
        "-log(q*exp(-u) + (1-q)*exp(-v)) < q*u + (1-q)*v",
        ("q > 0", "q < 1"),
        holds=False,
    ),
    settled(
        "QID24 Sec. V-B, Jensen is strict where the leakage is no constant",
        "-log(q*exp(-u) + (1-q)*exp(-v)) < q*u + (1-q)*v",
        ("q > 0", "q < 1", "u < v"),
    ),
    # PML23, Proposition 8: a convex f on [0, M] is largest at an end
    settled("PML23 Prop. 8, KL", "t*log(t) <= max(m*log(m), 0)", ("t > 0", "t <= m", "m >= 1")),
    settled(
        "PML23 Prop. 8, chi-squared",
        "(t-1)*(t-1) <= max((m-1)*(m-1), 1)",
        ("t >= 0", "t <= m", "m >= 1"),
    ),
    settled(
        "PML23 Prop. 8, total variation",
        "max(t-1, 1-t)/2 <= max((m-1)/2, 1/2)",
        ("t >= 0", "t <= m", "m >= 1"),
    ),
    settled(
        "PML23 Prop. 7.2, the tail",
        "(1-d)*eps + d*top <= eps + delta*top",
        ("0 <= d", "d <= delta", "delta <= 1", "eps >= 0", "top >= 0"),
    ),
)

SAMPLES = ("markov(W; Xa,Xb; Y)", "indep(Y, Xa)")

ENTROPIC = (
    settled("PSP Prop. 2, eq. (4)", "I(W;Y) <= I(W;Xb|Xa)", SAMPLES),
    settled("PSP Prop. 2, eq. (5)", "I(W;Y) == I(W;X) - I(W;X|Y)", ("markov(W, X, Y)",)),
    settled(
        "PSP Prop. 2, the last step", "I(W;Y) == I(W;Xb|Xa) - I(Y;Xa|W) - I(W;Xb|Xa,Y)", SAMPLES
    ),
    settled("PSP Remark 2, chain rule", "I(W;Xb|Xa) == I(W;Xa,Xb) - I(W;Xa)"),
    settled("PSP Remark 2, eq. (8)", "I(W;Xa,Xb) - I(W;Y) >= I(W;Xa)", SAMPLES),
    settled("PSP Prop. 2 without privacy", "I(W;Y) <= I(W;Xb|Xa)", SAMPLES[:1], holds=False),
    settled("PSP Lemma 6", "I(Xa,Xb;Y) <= H(Xa,Xb) - H(Xa)", ("indep(Y, Xa)",)),
    settled("PSP Prop. 5, C_2(0)", "I(W;Y) <= H(W|X)", ("indep(X, Y)",)),
    settled(
        "PSP Prop. 5, eq. (49), for C_1 as printed",
        "I(W;Y) == H(W|X) - H(W|Y,X) - I(X;Y|W)",
        ("indep(X, Y)", "markov(X, W, Y)"),
    ),
    settled(
        "PSP Prop. 5, eq. (49) holds for C_2 too",
        "I(W;Y) == H(W|X) - H(W|Y,X) - I(X;Y|W)",
        ("indep(X, Y)",),
    ),
    settled("PSP Prop. 5, the merged variable V of W", "H(V|X) <= H(W|X)", ("H(V|W) == 0",)),
    settled(
        "PSP Prop. 5, first inequality from H(V|Y) <= log k",
        "I(V;Y) >= H(V) - log(k)",
        ("H(V|Y) <= log(k)", "k >= 1"),
    ),
    settled(
        "PSP Cor. 3.1",
        "I(V,Z;Y) <= 0",
        ("markov(Z; V; A,B)", "markov(V,Z; A,B,V; Y)", "indep(Y; A,V)"),
    ),
    settled(
        "PSP Cor. 3.1 without V in the sample",
        "I(V,Z;Y) <= 0",
        ("markov(Z; V; A,B)", "markov(V,Z; A,B,V; Y)", "indep(Y, A)"),
        holds=False,
    ),
    settled("PSP Ex. 3, eq. (57)", "I(X;Y) == I(X;Y|Q) - I(X;Q|Y)", ("indep(X, Q)",)),
    settled(
        "PSP Ex. 3, eq. (58)",
        "I(X;Y) >= H(Y|Q) - log(m)",
        ("indep(X, Q)", "H(Y|X,Q) == 0", "H(Q) == log(m)", "m >= 1"),
    ),
    settled("PSP Ex. 3, eq. (59)", "H(Y|Q) >= H(Y|Q,Xa)"),
    settled(
        "PSP Ex. 3, the other samples determine the sums and are determined by them",
        "H(Y|Q,Xa) == H(Xb)",
        ("indep(Q; Xa; Xb)", "H(Y|Q,Xa,Xb) == 0", "H(Xb|Q,Xa,Y) == 0"),
    ),
)

MEANS = (
    settled("PML23 Prop. 7, E l <= L", "expected_pml(P, W) <= maxleak(P, W)"),
    settled("PML23 Prop. 7, E l <= L of all rows", "expected_pml(P, W) <= maxleak(W)"),
    settled("PML23 Prop. 7, strictly", "expected_pml(P, W) < maxleak(P, W)", holds=False),
    settled("PML23 Prop. 7, consequence", "mi(P, W) <= eps", ("pml(P, W) <= eps",)),
    settled("PML23 Prop. 7, consequence for the mean", "expected_pml(P, W) <= pml(P, W)"),
    settled("PML23 Prop. 8, total variation", "tv(P, W) <= exp(pml(P, W)) - 1"),
    settled("QID24 Sec. V-B, Jensen", "maxcost(P, W) <= expected_costleak(P, W)"),
    settled(
        "QID24 Sec. V-B, Jensen is strict", "maxcost(P, W) < expected_costleak(P, W)", holds=False
    ),
    settled(
        "QID24 Sec. V-B, U = X leaks most, at every outcome",
        "costleak(Q, B >> W, y) <= costleak(Q >> B, W, y)",
    ),
    settled("QID24 Sec. V-B, U = X leaks most", "maxcost(Q, B >> W) <= maxcost(Q >> B, W)"),
    settled(
        "RDP Sec. 4.1, i.i.d. entries",
        "-log(prod(i, 1, n, p)) == -n*log(p)",
        ("p > 0", "p < 1", "n >= 1"),
    ),
    settled(
        "RDP Ex. 3.11, Hoeffding with 5/2",
        "binomial(n*q, n, p) <= exp(-2.5*n*(p-q)^2)",
        ("0 < q", "q < p", "p < 1", "n >= 1"),
        holds=False,
    ),
    settled("PSP eq. (18), at most log of the number of letters", "mi(P, W) <= log(size(X))"),
    settled(
        "PSP eq. (18), one letter fewer",
        "mi(P, W) <= log(size(X) - 1)",
        ("size(X) >= 2",),
        holds=False,
    ),
)
