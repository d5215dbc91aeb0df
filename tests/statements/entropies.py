"""Statements about entropies and informations: true ones, false ones, and why these are false."""

from __future__ import annotations

from tests.statements.conjectures import conjecture
from tests.statements.statement import near_miss, theorem

CHAIN = ("markov(A, B, C)",)
SECRET = ("indep(M, K)", "H(M|C,K) == 0")

FALSE = tuple(
    near_miss(text, assume=assume)
    for text, assume in (
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
        ("I(W;Y) <= I(W;Xb|Xa)", ("indep(Y, Xa)",)),
        ("I(W;Y) <= I(W;Xa)", ("markov(W; Xa,Xb; Y)", "indep(Y, Xa)")),
        ("I(A,B;Y) <= 99/100*(H(A,B) - H(A))", ("indep(Y, A)",)),
        ("I(W;Y) <= H(W|X) - 1/100", ("indep(X, Y)",)),
        ("I(W;Y) <= H(W|X)", ()),
        ("H(V|X) <= H(W|X)", ("H(X|V) == 0",)),
        ("I(X;Y) >= I(X;Y|Q)", ("indep(X, Q)",)),
        ("I(X;Y) >= I(X;Y|Q) - 99/100*log(m)", ("indep(X, Q)", "H(Q) <= log(m)", "m >= 2")),
        ("H(A) <= 0.69", ("H(A) <= log(2)",)),
        ("H(A) <= H(B)", ("H(A) + log(1/k) <= H(B) + log(k)", "k >= 1/2")),
        ("I(A;B) <= I(A;B|C) + I(A;B|D) + I(C;D)", ()),
    )
)

CONJECTURES = (
    conjecture("I(A;B|C) <= I(A;B)", "conditioning can create dependence"),
    conjecture("I(A;B) <= I(A;B|C)", "and it can explain dependence away"),
    conjecture("indep(A, B) => I(A;B|C) <= 0", "C may be the parity"),
    conjecture("indep(A, B) => I(A,B;C) <= I(A;C) + I(B;C)", "the parity again"),
    conjecture("markov(A, B, C) => I(A;B|C) == I(A;B)", "C may know B"),
    conjecture("H(A) <= H(A|B) + H(A|C)", "B and C may be A"),
)
"""Of the kinds that students and reviewers get wrong."""

TRUE = tuple(
    theorem(text)
    for text in (
        "H(A,B) <= H(A) + H(B)",
        "markov(A, B, C) => I(A;C) <= I(A;B)",
        "indep(A, B) => I(A,B;C) >= I(A;C) + I(B;C)",
        "indep(S, Y) and markov(S, X, Y) => I(X;Y) <= H(X|S)",
        "2*H(A,B,C) <= H(A,B) + H(B,C) + H(A,C)",
        "H(A,B,C) <= (H(A,B) + H(B,C) + H(A,C))/2",
        "I(A;B|C) - I(A;B) <= H(C)",
        "I(A;B,C) == I(A;B) + I(A;C|B)",
        "2*I(C;D) <= I(A;B) + I(A;C,D) + 3*I(C;D|A) + I(C;D|B)",
        "indep(Y, A) and indep(Y, B) => I(Y;A,B) <= H(A|B)",
        "H(S|A,B) == 0 and indep(S, A) and indep(S, B) => H(S) <= H(A)",
    )
)
