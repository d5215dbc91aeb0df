"""False claims about numbers and about entropies: constants off by one per cent, reversed, or
outside the domain on which they are true. Each is a text with its assumptions."""

from __future__ import annotations

P = ("p > 0", "p < 1")
Q = ("q > 0", "q < 1")
HALF = ("p > 0", "p <= 1/2")
REGIME = (*HALF, "eps >= 0", "eps < log(1/(1-p))")
LAPLACE = ("c >= 0", "c < 1/2", "a > 0")

KL = "q*log(q/p) + (1-q)*log((1-q)/(1-p))"
MIXED = "a - log((1-c) + c*exp(a))"
LOWER = "log(p/(1 - exp(eps)*(1-p)))"

FALSE_ANALYTIC: tuple[tuple[str, tuple[str, ...]], ...] = (
    # constants off by one per cent
    ("log(1+x) >= x - 99/200*x*x", ("x >= 0",)),
    ("log(1+x) <= 99/100*x", ("x >= 0",)),
    ("exp(x) >= 1 + 101/100*x", ()),
    ("exp(x) >= 2.7455*x", ("x >= 0",)),
    ("log(x) <= x - 101/100", ("x > 0",)),
    ("exp(x) + exp(-x) >= 2 + 101/100*x*x", ()),
    ("x*log(x) >= -0.3642", ("x > 0",)),
    ("log(1+exp(x)) >= x/2 + 101/100*log(2)", ()),
    (f"{KL} >= 202/100*(q-p)*(q-p)", (*P, *Q)),
    (f"{KL} >= 1/100", (*P, *Q)),
    (f"{MIXED} <= 99/100*(1-c)*a", LAPLACE),
    (f"{MIXED} >= 51/100*a", LAPLACE),
    (f"{LOWER} >= 101/100*eps", REGIME),
    (f"{LOWER} >= eps + 1/100", REGIME),
    ("-log(7/10) >= 0.36", ()),
    ("log(2) >= 0.7", ()),
    ("exp(1) <= 2.71", ()),
    ("1/2 <= x*exp(-x)", ("x >= 1/2", "x <= 3")),
    ("log(1/p)/2 + log(1/(1-p))/2 <= 0.7", P),
    # reversed
    ("log(1+x) >= x", ("x >= 0",)),
    ("exp(x) <= 1 + x", ("x >= 0",)),
    ("log(1+x) <= x - x*x/2", ("x >= 0",)),
    (f"{KL} <= 2*(q-p)*(q-p)", (*P, *Q)),
    (f"{LOWER} <= eps", REGIME),
    ("log(x) + log(y) >= 2*log((x+y)/2)", ("x > 0", "y > 0")),
    ("exp((x+y)/2) >= exp(x)/2 + exp(y)/2", ()),
    ("max(x, y) <= min(x, y)", ()),
    ("log(max(x, y)) < log(x)", ("x > 0", "y > 0")),
    # outside the domain
    ("log(1+x) >= x - x*x/2", ("x > -1",)),
    ("exp(x) >= 1 + x + x*x/2", ()),
    ("x*x >= x", ("x >= 0",)),
    ("log(p/(1 - exp(eps)*(1-p))) >= eps", ("p > 0", "p < 1", "eps >= 0", "eps < log(1/(1-p))")),
    ("log(x) <= x*x/6", ("x > 0",)),
    # strict where there is equality, and at the ends
    ("exp(x) > 1 + x", ()),
    ("log(x) < x - 1", ("x > 0",)),
    ("x*x > 0", ("x >= 0",)),
    (f"{KL} > 0", (*P, *Q)),
    ("exp(x) > 1", ("x >= 0", "x <= 1")),
    # log 0 is minus infinity, and cancels against nothing
    ("log(x) < log(x) + 1", ("x >= 0",)),
    ("log(x*y) < log(x) + 1 + log(y)", ("log(x) <= 5", "y > 0")),
    ("x <= y", ("x + log(z) <= y + log(z)", "z >= 0")),
    ("max(log(x), -1) + log(y) < log(y) + 1 + max(log(x), -1)", ("y >= 0",)),
    # slopes that change sign, and poles on the way
    ("1/x >= 1/y", ("x <= y", "x*x >= 1/100", "y*y >= 1/100")),
    ("1/(x - 1/2) >= -2", ("x >= 0", "x <= 1", "(x-1/2)*(x-1/2) >= 1/10000")),
    ("x*(1-x)*(1/3-x) >= 0", ("x >= 0", "x <= 1")),
    ("exp(-x) + x*x/10 <= 1", ("x >= 0",)),
    ("(x - 1/3)*(x - 1/3)*(x - 1/3) >= 0", ("x >= 0", "x <= 1")),
)

CHAIN = ("markov(A, B, C)",)

FALSE_ENTROPIC: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("I(A;C) <= 99/100*I(A;B)", CHAIN),
    ("I(A;B) <= I(A;C)", CHAIN),
    ("I(A;B|C) >= I(A;B)", CHAIN),
    ("I(A;B|C) <= I(A;B)", ()),
    ("I(A;B|C) >= I(A;B)", ()),
    ("H(A|B) <= H(A|B,C)", ()),
    ("H(A,B) <= 99/100*(H(A) + H(B))", ()),
    ("H(A,B) >= H(A) + H(B)", ()),
    ("H(A) < H(A,B)", ()),
    ("I(A,B;C) <= I(A;C) + I(B;C)", ("indep(A, B)",)),
    ("indep(A, B, C)", ("indep(A, B)", "indep(B, C)", "indep(A, C)")),
    ("indep(A, C)", ("indep(A, B)", "indep(B, C)")),
    ("markov(A, C, B)", CHAIN),
    ("indep(A, C)", CHAIN),
    ("I(W;Y) <= I(W;Xb|Xa)", ("markov(W; Xa,Xb; Y)",)),
    ("I(W;Y) <= I(W;Xb|Xa)", ("indep(Y, Xa)",)),
    ("I(W;Y) <= I(W;Xa)", ("markov(W; Xa,Xb; Y)", "indep(Y, Xa)")),
    ("I(A,B;Y) <= 99/100*(H(A,B) - H(A))", ("indep(Y, A)",)),
    ("I(W;Y) <= H(W|X) - 1/100", ("indep(X, Y)",)),
    ("I(W;Y) <= H(W|X)", ()),
    ("H(V|X) <= H(W|X)", ("H(X|V) == 0",)),
    ("I(V,Z;Y) <= 0", ("markov(Z; V; A,B)", "markov(V,Z; A,B,V; Y)", "indep(Y, A)")),
    ("I(X;Y) >= I(X;Y|Q)", ("indep(X, Q)",)),
    ("I(X;Y) >= I(X;Y|Q) - 99/100*log(m)", ("indep(X, Q)", "H(Q) <= log(m)", "m >= 2")),
    ("H(A) <= 0.69", ("H(A) <= log(2)",)),
    ("H(A) <= H(B)", ("H(A) + log(1/k) <= H(B) + log(k)", "k >= 1/2")),
    ("I(A;B) <= I(A;B|C) + I(A;B|D) + I(C;D)", ()),
)
