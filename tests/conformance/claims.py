"""One table of claims with their truth: every measure, every node of the language, both answers.

What is about measures stands with their definitions (tests/definitions). No engine says the
opposite, and no reading sees a claim otherwise on any instance.
"""

from __future__ import annotations

from tests.definitions.every import STATEMENTS
from tests.statements.statement import near_miss, theorem

ROWS = (
    *(statement for statement in STATEMENTS if statement.settled_by),
    near_miss("deterministic(W) => maxleak(W) <= 0"),
    theorem("(sup P: pml(P, W)) <= ldp(W)", "schematic"),
    near_miss("(forall P: pml(P, W) <= maxleak(W))", "sampling"),
    # entropies and numbers
    theorem("markov(A, B, C) => I(A;C) <= I(A;B)", "entropies"),
    near_miss("I(A;B|C) <= I(A;B)", "entropies sampling"),
    near_miss("indep(A, B) => H(A,B) <= H(A)", "entropies sampling"),
    theorem("log(1 + x) <= x", "schematic z3", assume=("x >= 0",)),
    near_miss("log(1 + x) <= 999/1000*x", "numbers", assume=("x >= 0",)),
    theorem("sum(k, 0, n, r^k) <= 1/(1-r)", "numbers", assume=("n >= 0", "r > 0", "r < 1")),
    near_miss("prod(k, 1, n, 1-p) <= 1 - n*p", "numbers", assume=("n >= 1", "p > 0", "p < 1")),
    theorem("binomial(m, n, p) <= 1", "numbers"),
    theorem("x/y + y/x >= 2", "numbers", assume=("x > 0", "y > 0")),
)
