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
    # constants off by one part in 10^9
    ("exp(x) >= 1 + 1.000000001*x", ()),
    ("exp(x) >= 1.000000001 + x", ()),
    ("log(1+x) >= x - 0.499999999*x^2", ("x >= 0",)),
    ("log(1+x) <= 0.999999999*x", ("x >= 0",)),
    ("log(x) <= 0.999999999*x/exp(1)", ("x > 0",)),
    ("x*log(x) >= -0.999999999*exp(-1)", ("x > 0",)),
    ("-p*log(p) - (1-p)*log(1-p) <= log(2) - 1e-9", P),
    (f"{KL} >= 2.000000001*(q-p)^2", (*P, *Q)),
    (f"{KL} >= 1e-9", (*P, *Q)),
    (f"{MIXED} <= 0.999999999*(1-c)*a", LAPLACE),
    (f"{LOWER} >= eps + 1e-9", REGIME),
    (f"{LOWER} >= 1.000000001*eps", REGIME),
    ("x*log(x/y) >= 1.000000001*(x - y)", ("x > 0", "y > 0")),
    ("log(exp(x) + exp(y)) <= max(x, y) + log(2) - 1e-9", ()),
    ("(1-p)^n <= exp(-1.000000001*n*p)", (*P, "n >= 1")),
    ("1 - (1-p)^n <= 0.999999999*n*p", (*P, "n >= 1")),
    ("exp(1) > 2.718281829", ()),
    ("log(6) <= log(2) + log(3) - 1e-9", ()),
    ("sum(k, 0, n, r^k) <= (1 - 1e-9)/(1-r)", ("r > 0", "r < 1", "n >= 0")),
    ("binomial(m, n, p) <= 1 - 1e-9", ("0 <= p", "p <= 1", "n >= 0")),
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
SECRET = ("indep(M, K)", "H(M|C,K) == 0")

FALSE_ENTROPIC: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("I(A;C) <= 99/100*I(A;B)", CHAIN),
    ("I(A;C) <= 0.999999999*I(A;B)", CHAIN),
    ("H(A,B) <= 0.999999999*(H(A) + H(B))", ()),
    ("H(A,B) <= H(A) + H(B) - 1e-9", ()),
    ("I(A;B|C) <= I(A;B) + 0.999999999*H(C)", ()),
    ("H(M) <= H(K)", SECRET),
    ("H(M) <= 0.999999999*H(K)", (*SECRET, "indep(M, C)")),
    ("H(A) <= log(k) - 1e-9", ("H(A) <= log(k)", "k >= 1")),
    ("I(A;F) <= 0.999999999*I(B;E)", ("markov(A, B, C, D, E, F)",)),
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
