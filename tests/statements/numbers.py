"""Statements about numbers: true ones, some that nobody can sample, and false ones.

`BEYOND` has sums of more than 300 terms and tails at irrational probabilities: the library's own
evaluator decides no instance of them, so that nothing but the prover stands before a wrong proof.
`FALSE` has constants off by one per cent or one in 10^9, relations reversed, and true statements
without the domain on which they are true.
"""

from __future__ import annotations

import re
from dataclasses import replace

from tests.statements.statement import Statement, near_miss, theorem

P, Q, R = ("0 < p", "p < 1"), ("0 < q", "q < 1"), ("r > 0", "r < 1")
N0, N1, FAR = ("n >= 0",), ("n >= 1",), ("n >= 300",)
KL = "q*log(q/p) + (1-q)*log((1-q)/(1-p))"
TAIL = "binomial(m, n, p)"
IN_PAPERS = {
    "exp(x) >= 1 + x": "RDP Sec. 4.1",
    "binomial(n*q, n, p) <= exp(-2*n*(p-q)^2)": "RDP Ex. 3.11, Hoeffding's bound",
}
TRUE = tuple(
    theorem(text, assume=assume, source=IN_PAPERS.get(text, ""))
    for text, assume in (
        # elementary
        ("exp(x) >= 1 + x", ()),
        ("log(x) <= x - 1", ("x > 0",)),
        ("log(1 + x) >= x - x^2/2", ("x >= 0",)),
        ("log(1 + x) <= x/2 + x/(2 + 2*x)", ("x >= 0",)),
        ("x*log(x) >= -exp(-1)", ("x > 0",)),
        ("log(x) <= x/exp(1)", ("x > 0",)),
        ("x*log(x/y) >= x - y", ("x > 0", "y > 0")),
        ("log(exp(x) + exp(y)) <= max(x, y) + log(2)", ()),
        ("log(exp(x) + exp(y)) >= (x + y)/2 + log(2)", ()),
        (f"{KL} >= 2*(q-p)^2", (*P, *Q)),
        (f"{KL} >= 0", (*P, *Q)),
        ("-p*log(p) - (1-p)*log(1-p) <= log(2)", P),
        ("-log(1-p) >= p", P),
        ("-log(1-p) >= p + p^2/2", P),
        ("-log(1-p) <= p/(1-p)", P),
        ("log((1-q) + q*exp(x)) <= x*q + x^2/8", ("q >= 0", "q <= 1")),
        ("max(x, -x) >= 0", ()),
        ("min(x, y) <= (x + y)/2", ()),
        ("x/(1 + x) <= y/(1 + y)", ("x >= 0", "x <= y")),
        ("(x + y)/2 >= x^(1/2)*y^(1/2)", ("x > 0", "y > 0")),
        ("1/x + x >= 2", ("x > 0",)),
        ("exp(x)*x >= exp(x) - 1", ()),
        # powers with any exponent
        ("(1 + x)^n >= 1 + n*x", ("x > -1", "n >= 1")),
        ("1 - (1-p)^n <= n*p", (*P, *N1)),
        ("(1-p)^n <= exp(-n*p)", (*P, *N1)),
        ("(1-p)^n >= 1 - n*p", (*P, *N1)),
        ("p^m <= p^n", (*P, "n <= m", *N0)),
        # sums and products of any number of terms
        ("sum(k, 1, n, k) == n*(n+1)/2", N0),
        ("sum(k, 0, n, k) >= n", N1),
        ("sum(k, 1, n, k^2) == n*(n+1)*(2*n+1)/6", N0),
        ("sum(k, 1, n, k^3) == (n*(n+1)/2)^2", N0),
        ("sum(k, 1, n, 1/n) == 1", N1),
        ("sum(k, 0, n-1, k/n) == (n-1)/2", N1),
        ("prod(k, 1, n, exp(1/n)) == exp(1)", N1),
        ("prod(k, 1, n, p^(1/n)) == p", (*P, *N1)),
        ("exp(sum(k, 1, n, log(n)/n)) == n", N1),
        ("sum(k, 1, n, sum(j, k+1, n, 1/n)) == (n-1)/2", N1),
        ("sum(k, 1, n, sum(j, 1, k, 1)) == n*(n+1)/2", N0),
        ("sum(k, 1, n, sum(k, 1, k, k)) == n*(n+1)*(n+2)/6", N0),
        ("sum(k, 0, n, sum(j, k, n, 1)) == (n+1)*(n+2)/2", N0),
        ("sum(k, n, m, 1/(m-n+1)) == 1", ("n <= m",)),
        ("sum(k, n+1, m, 1/(m-n)) == 1", ("n < m",)),
        ("sum(k, 0, n, r^k) == (1 - r^(n+1))/(1-r)", (*R, *N0)),
        ("sum(k, 0, n, r^k)*(1-r) <= 1", (*R, *N0)),
        ("sum(k, 0, n, r^k) < 1/(1-r)", (*R, *N0)),
        ("sum(k, 0, n, r^k) >= 1", (*R, *N0)),
        ("sum(k, 1, n, p) + sum(k, 1, m, p) == (n+m)*p", (*N0, "m >= 0")),
        ("sum(k, 1, n, max(p, 1/2)) >= n/2", N0),
        ("prod(k, 1, n, p) == p^n", (*P, *N0)),
        ("prod(k, 1, n, 1-p) <= exp(-n*p)", (*P, *N0)),
        ("sum(k, 1, 3, max(p, 2)) >= 6", ()),
        ("x + sum(k, 1, n, k) == n*(n+1)/2 + x", N0),
        ("k + sum(k, 1, n, k) == n*(n+1)/2 + k", N0),
        # beyond what the evaluator adds up
        ("sum(k, 1, n, k) == n*(n+1)/2", FAR),
        ("sum(k, 1, n, 1/n) == 1", FAR),
        ("sum(k, 0, n, r^k) <= 1/(1-r)", (*R, *FAR)),
        ("sum(k, 1, n, sum(j, 1, 2, k*j)) == 3*n*(n+1)/2", FAR),
        ("sum(k, 0, n, binomial(m, n, p)) == (n+1)*binomial(m, n, p)", (*P, *FAR)),
        ("sum(k, 0, n, binomial(5, 9, p)) == (n+1)*binomial(5, 9, p)", (*P, *FAR)),
        ("prod(k, 1, n, 1-p) <= exp(-n*p)", (*P, *FAR)),
        ("sum(k, 300, n, k) >= 300*(n-299)", FAR),
        ("exp(-n)*n <= exp(-1)", FAR),
        # binomial tails
        (f"{TAIL} <= 1", (*P, *N0)),
        (f"{TAIL} >= 0", (*P, *N0)),
        (f"{TAIL} < 1", (*P, "0 < m", "m < n")),
        (f"{TAIL} > 0", (*P, "0 < m", "m < n")),
        (
            f"{TAIL} <= exp(-n*(m/n*log(m/n/p) + (1-m/n)*log((1-m/n)/(1-p))))",
            (*P, "0 < m", "m < n", "m <= n*p"),
        ),
        ("binomial(n*q, n, p) <= exp(-2*n*(p-q)^2)", ("0 < q", "q < p", "p < 1", "n >= 1")),
        ("binomial(0, n, p) == (1-p)^n", (*P, *N1)),
        ("binomial(n - m, n, p) == binomial(-m + n, n, p)", (*P, *N0)),
        ("binomial(0, n, p) <= exp(-n*p)", (*P, *N1)),
        (f"{TAIL}^2 <= {TAIL}", (*P, *N0)),
        (f"sum(k, 0, n, {TAIL}) == (n+1)*{TAIL}", (*P, *N0)),
        (f"sum(k, 1, n, {TAIL}/n) == {TAIL}", (*P, *N1)),
    )
)


def _without_end(statement: Statement) -> Statement:
    """The same with more than 300 terms in its sums and products over n."""
    far = {"n >= 0": "n >= 300", "n >= 1": "n >= 300", "n <= m": "m >= n + 300"}
    assume = tuple(far.get(premise, premise) for premise in statement.assume)
    return replace(statement, assume=assume)


IRRATIONAL = "exp(-x)"
_LONG = tuple(
    _without_end(statement)
    for statement in TRUE
    if re.search(r"(sum|prod)\(\w, .*[nm]", statement.text) and statement.assume
)
MANY_TERMS = tuple(
    theorem(text, assume=assume)
    for text, assume in (
        # sums of many terms
        ("sum(k, 1, n, k) >= 45150", FAR),
        ("sum(k, 1, n, x) == n*x", FAR),
        ("sum(k, 1, n, x*k) >= 0", ("x >= 0", *FAR)),
        ("sum(k, 1, n, (k+x)^2) == n*(n+1)*(2*n+1)/6 + x*n*(n+1) + n*x^2", FAR),
        ("sum(k, 1, n, k^4) == n*(n+1)*(2*n+1)*(3*n^2+3*n-1)/30", FAR),
        ("sum(k, 1, n, k) - sum(k, 1, n-1, k) == n", FAR),
        ("sum(k, 0, n, r^k) - r*sum(k, 0, n, r^k) == 1 - r^(n+1)", (*R, *FAR)),
        ("sum(k, 1, m, k) + sum(k, m+1, n, k) == n*(n+1)/2", ("m >= 0", "n >= m + 300")),
        ("sum(k, m, n, r^k) <= r^m/(1-r)", (*R, "m >= 0", "n >= m + 300")),
        ("sum(k, m, n, r^k) <= (n-m+1)*r^m", (*R, "m >= 0", "n >= m + 300")),
        ("sum(k, 0, n, exp(-k*x))*(1 - exp(-x)) <= 1", ("x > 0", *FAR)),
        ("sum(k, 0, n, exp(k*x)) >= n + 1", ("x > 0", *FAR)),
        ("sum(k, 1, n, k*log(p)) == log(p)*n*(n+1)/2", (*P, *FAR)),
        ("sum(k, 1, n, log(n))/n == log(n)", FAR),
        ("sum(k, 1, n, log(p/q)) >= 0", ("0 < q", "q <= p", *FAR)),
        ("sum(k, 1, 2*n, k) >= 2*sum(k, 1, n, k)", FAR),
        ("sum(k, 1, n, 1/(1+x)) <= n", ("x >= 0", *FAR)),
        ("sum(k, 0, n, r^k) <= sum(k, 0, n, q^k)", ("0 < r", "r <= q", "q < 1", *FAR)),
        ("max(sum(k, 1, n, p), n*p) == n*p", (*P, *FAR)),
        ("min(sum(k, 1, n, p), sum(k, 1, n, q)) <= n*(p+q)/2", (*P, *Q, *FAR)),
        ("exp(sum(k, 1, n, -p)) >= 1 - n*p", (*P, *FAR)),
        ("log(sum(k, 1, n, p)) == log(n) + log(p)", (*P, *FAR)),
        ("1/sum(k, 1, n, 2) <= 1/600", FAR),
        # sums within sums
        ("sum(k, 1, n, sum(j, 1, m, 1)) == n*m", ("m >= 0", *FAR)),
        ("sum(k, 1, n, sum(j, 1, 3, k*j)) == 3*n*(n+1)", FAR),
        ("sum(k, 1, n, sum(j, 1, k, p)) == p*n*(n+1)/2", (*P, *FAR)),
        ("sum(k, 1, n, prod(j, 1, 2, k)) == n*(n+1)*(2*n+1)/6", FAR),
        ("prod(k, 1, n, sum(j, 1, 2, p)) == (2*p)^n", (*P, *FAR)),
        ("sum(k, 1, 3, sum(k, 1, n, k)) == 3*n*(n+1)/2", FAR),
        # products
        ("log(prod(k, 1, n, p)) == n*log(p)", (*P, *FAR)),
        ("prod(k, 1, n, exp(k*x)) == exp(x*n*(n+1)/2)", FAR),
        ("prod(k, 1, n, exp(-k*x)) <= 1", ("x >= 0", *FAR)),
        ("prod(k, 1, n, p)*prod(k, 1, n, q) == prod(k, 1, n, p*q)", (*P, *Q, *FAR)),
        ("prod(k, 1, n, 1 + x) >= 1 + n*x", ("x > -1", *FAR)),
        ("prod(k, m, n, p) == p^(n-m+1)", (*P, "m >= 0", "n >= m + 300")),
        # tails, within sums and at irrational probabilities
        ("sum(k, 1, n, binomial(0, n, p)) <= n", (*P, *FAR)),
        ("sum(k, 1, n, binomial(m, n, p)*k) == binomial(m, n, p)*n*(n+1)/2", (*P, *FAR)),
        ("prod(k, 1, n, exp(binomial(5, 9, p))) == exp(n*binomial(5, 9, p))", (*P, *FAR)),
        ("sum(k, 1, n, binomial(0, 2, p)) == n*(1-p)^2", (*P, *FAR)),
        (f"binomial(m, n, {IRRATIONAL}) <= 1", ("x > 0", *N0)),
        (f"binomial(m, n, {IRRATIONAL}) > 0", ("x > 0", "0 < m", "m < n")),
        (f"binomial(m, n, {IRRATIONAL}) < 1", ("x > 0", "0 < m", "m < n")),
        (f"binomial(m, n, {IRRATIONAL}) == binomial(m, n, 1/exp(x))", ("x > 0", *N0)),
        (f"binomial(0, n, {IRRATIONAL}) == (1 - {IRRATIONAL})^n", ("x > 0", *N1)),
        (f"binomial(0, n, {IRRATIONAL}) <= exp(-n*{IRRATIONAL})", ("x > 0", *N1)),
        (f"binomial(0, n, {IRRATIONAL})^2 <= binomial(0, n, {IRRATIONAL})", ("x > 0", *N1)),
        ("binomial(0, n, 1/(1+exp(x))) <= exp(-n/(1+exp(x)))", N1),
        ("binomial(m, n, exp(-1)) + 1/2 <= 3/2", N0),
        (
            f"binomial(m, n, {IRRATIONAL}) <= exp(-n*(m/n*(log(m/n) + x)"
            f" + (1-m/n)*log((1-m/n)/(1-{IRRATIONAL}))))",
            ("x > 0", "0 < m", "m < n", f"m <= n*{IRRATIONAL}"),
        ),
        (f"sum(k, 1, 3, binomial(m, n, {IRRATIONAL})) <= 3", ("x > 0", *N0)),
    )
)
BEYOND = tuple(dict.fromkeys((*_LONG, *MANY_TERMS)))

FAR_AWAY = tuple(
    theorem(text)
    for text in (
        "n >= 300 => sum(k, 1, n, k) == n*(n+1)/2",
        "n >= 300 => sum(k, 1, n, k) >= 45150",
        "n >= 300 => sum(k, 0, n, 1/(k+1)) <= 1 + log(n+1)",
        "n >= 300 => sum(k, 1, n, k^2) == n*(n+1)*(2*n+1)/6",
        "n >= 300 => sum(k, 1, n, x) == n*x",
        "n >= 300 and x >= 0 => sum(k, 1, n, x*k) >= 0",
        "n >= 300 => sum(k, 1, n, max(k, 3)) >= n*(n+1)/2",
        "n >= 300 => sum(k, 1, n, min(k, 3)) <= 3*n",
        "n >= 300 => prod(k, 1, n, exp(eps)) == exp(n*eps)",
        "n >= 300 => log(prod(k, 1, n, k)) == sum(k, 1, n, log(k))",
        "n >= 300 and p > 0 and p < 1 => -log(prod(k, 1, n, p)) == -n*log(p)",
        "n >= 300 and p >= 0 and p <= 1 => sum(k, 1, n, p) <= n",
        "n >= 300 => sum(k, 1, n, log(k)) <= n*log(n)",
        "n >= 300 => sum(k, 1, 2*n, k) >= 2*sum(k, 1, n, k)",
        "n >= 300 => sum(k, 1, n, sum(j, 1, 3, k*j)) == 3*n*(n+1)",
        "n >= 300 and x > 0 => sum(k, 1, n, x^2) >= n*x*(2 - 1/x)",
        "n >= 300 and p >= 0 and p <= 1 => sum(k, 1, n, binomial(0, n, p)) <= n",
        "n >= 300 and p >= 0 and p <= 1 => sum(k, 0, n, binomial(k, n, p)) <= n + 1",
        "n >= 300 and p >= 0 and p <= 1 => sum(k, 0, n, binomial(k, n, p)) >= 1",
        "n >= 300 and p > 0 and p < 1 => binomial(0, n, p) == exp(n*log(1-p))",
        "n >= 300 and p > 0 and p < 1 => binomial(n, n, p) == 1",
        "n >= 300 and p >= 0 and p <= 1 => binomial(m, n, p) <= 1",
        "n >= 300 and p >= 0 and p <= 1 => binomial(m, n, p) <= binomial(m + 1, n, p)",
        "n >= 300 and 0 < q and q < p and p < 1 => binomial(n*q, n, p) <= exp(-2*n*(p-q)^2)",
        "0 < m and m < n and 0 < p and p < 1 and m <= n*p and n >= 300"
        " => binomial(m, n, p) <= exp(-n*(m/n*log(m/n/p) + (1 - m/n)*log((1 - m/n)/(1-p))))",
        "n >= 300 and p > 0 and p < 1 => log(binomial(0, n, p)) <= -n*p",
        "n >= 300 and p >= 0 and q >= p and q <= 1 => binomial(m, n, q) <= binomial(m, n, p)",
        "exp(1000) >= 10^434",
        "exp(1000) <= 2*10^434",
        "log(10^60) <= 139",
        "x >= 500 => exp(x) >= 10^217",
        "x >= 300 => log(x) <= x/50",
        "eps >= 0 => exp(300*eps) >= 1 + 300*eps",
        "x >= 0 => exp(x)^40 >= 1 + 40*x",
        "x >= 1000 => exp(-x) <= 1/x^4",
        "n >= 300 => (1 + 1/n)^n <= exp(1)",
        "n >= 300 => n*log(1 + 1/n) <= 1",
        "n >= 300 and x >= 0 => n*log(1 + x/n) <= x",
        "a >= 0 and n >= 300 => log(1 + (exp(a) - 1)/n) <= a",
        "n >= 300 and eps >= 0 => exp(eps)/n <= exp(eps)/(1 + (n-1)*exp(-eps))",
        "n >= 300 and x >= -1 => exp(n*log(1 + x)) >= 1 + n*x or x <= -1",
    )
)
"""Each in one text, with more than 300 terms or digits."""

HALF = ("p > 0", "p <= 1/2")
REGIME = (*HALF, "eps >= 0", "eps < log(1/(1-p))")
LAPLACE = ("c >= 0", "c < 1/2", "a > 0")

MIXED = "a - log((1-c) + c*exp(a))"
LOWER = "log(p/(1 - exp(eps)*(1-p)))"

FALSE = tuple(
    near_miss(text, assume=assume)
    for text, assume in (
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
        (
            "log(p/(1 - exp(eps)*(1-p))) >= eps",
            ("p > 0", "p < 1", "eps >= 0", "eps < log(1/(1-p))"),
        ),
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
)
