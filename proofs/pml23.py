"""Pointwise maximal leakage: its properties, guarantees, composition and relatives [PML23]."""

from __future__ import annotations

from proofs.statement import Statement

PROPERTIES = (
    Statement("leakage-is-nonnegative", "PML23, Lemma 1.1", "0 <= pml(P, W)"),
    Statement("leakage-is-at-most-log-of-rarest", "PML23, Lemma 1.1", "pml(P, W) <= -log(pmin(P))"),
    Statement(
        "equal-rows-leak-nothing",
        "PML23, Lemma 1.2",
        "ldp(P, W) <= 0 => pml(P, W) == 0",
        says="ldp(P, W) <= 0 says that the rows agree on the support: X and Y are independent",
    ),
    Statement("pre-processing", "PML23, Lemma 1.3", "pml(P, W >> V, z) <= pml(P >> W, V, z)"),
    Statement("post-processing", "PML23, Lemma 1.4", "pml(P, W >> V, z) <= pml(P, W)"),
    Statement(
        "composition-at-outcomes",
        "PML23, Lemma 1.6",
        "pml(P, W & U, y, z) <= pml(P, W, y) + pml(P, U | W, y, z)",
    ),
    Statement("composition", "PML23, Lemma 1.6", "pml(P, W & U) <= pml(P, W) + pml(P, U | W)"),
    Statement(
        "largest-guarantee-is-at-least-log-two",
        "PML23, Lemma 2.1",
        "log(2) <= -log(pmin(P))",
        verdict="refuted",
        says="as printed; it fails for a prior of one letter",
    ),
    Statement(
        "largest-guarantee-is-at-least-log-two-if-two-letters",
        "PML23, Lemma 2.1, corrected",
        "suppsize(P) >= 2 => log(2) <= -log(pmin(P))",
    ),
    Statement("no-leakage-iff-independent", "PML23, Lemma 2.2", "pml(P, W) <= 0 => ldp(P, W) <= 0"),
    Statement("gain-functions-leak-at-most-pml", "PML23, Cor. 1", "gleak(P, W, G) <= pml(P, W)"),
    Statement(
        "attributes-leak-at-most-pml", "PML23, Def. 1 and Thm. 1", "uleak(P, W, A) <= pml(P, W)"
    ),
    Statement("dynamic-min-entropy-leakage", "PML23, Sec. II-D", "dynleak(P, W) <= pml(P, W)"),
)

GUARANTEES = (
    Statement("maximal-leakage-is-at-most-pml", "PML23, Lemma 3.1", "maxleak(P, W) <= pml(P, W)"),
    Statement(
        "maximal-leakage-under-a-tail",
        "PML23, Lemma 3.2",
        "tail(P, W, eps) <= delta => maxleak(P, W) <= log(exp(eps) + delta/pmin(P))",
    ),
    Statement(
        "guarantee-after-pre-processing",
        "PML23, Prop. 1.1",
        "pml(P >> W, V) <= eps => pml(P, W >> V) <= eps",
    ),
    Statement(
        "guarantee-after-post-processing",
        "PML23, Prop. 1.2",
        "pml(P, W) <= eps => pml(P, W >> V) <= eps",
    ),
    Statement(
        "tail-after-pre-processing",
        "PML23, Prop. 1.3",
        "tail(P >> W, V, eps) <= delta => tail(P, W >> V, eps) <= delta",
    ),
    Statement(
        "tail-after-post-processing",
        "PML23, Ex. 5",
        "tail(P, W, eps) <= delta => tail(P, W >> V, eps) <= delta",
        verdict="refuted",
        says="(eps, delta)-PML is not closed under post-processing",
    ),
    Statement(
        "maximal-leakage-of-a-cascade",
        "PML23, Prop. 1.4",
        "maxleak(W >> V) <= min(maxleak(W), maxleak(V))",
    ),
    Statement(
        "event-leakage-pre-processing",
        "PML23, Prop. 3.1",
        "eml(P, W >> V, delta) <= eml(P >> W, V, delta)",
    ),
    Statement(
        "event-leakage-post-processing",
        "PML23, Prop. 3.2",
        "eml(P, W >> V, delta) <= eml(P, W, delta)",
    ),
    Statement("event-leakage-at-zero-is-pml", "PML23, Def. 11", "eml(P, W, 0) == pml(P, W)"),
    Statement(
        "adaptive-composition",
        "PML23, Thm. 4.1",
        "pml(P, W) <= eps1 and pml(P, U | W) <= eps2 => pml(P, W & U) <= eps1 + eps2",
        says="the second guarantee read with the posterior of X given the first outcome",
    ),
    Statement(
        "composition-with-the-fixed-prior",
        "PML23, Thm. 4.1",
        "pml(P, W & U) <= pml(P, W) + pml(P, U)",
        lets=("U: X -> Z",),
        verdict="refuted",
        says="the second guarantee read with the prior itself",
    ),
    Statement(
        "composition-of-tails",
        "PML23, Thm. 4.2",
        "tail(P, W, eps1) <= d1 and worst_tail(P, U | W, eps2) <= d2 and d1 <= 1 and d2 <= 1"
        " => tail(P, W & U, eps1 + eps2) <= d1 + d2 - d1*d2",
        says="the second guarantee read with the posterior of X given the first outcome",
    ),
    Statement(
        "composition-of-a-tail-and-a-joint-tail",
        "PML23, Thm. 4.3",
        "tail(P, W, eps1) <= d1 and tail(P, U | W, eps2) <= d2"
        " => tail(P, W & U, eps1 + eps2) <= d1 + d2",
    ),
    Statement(
        "composition-of-tails-with-the-fixed-prior",
        "PML23, Thm. 4.2",
        "tail(P, W & U, eps1 + eps2) <= tail(P, W, eps1) + tail(P, U, eps2)",
        lets=("U: X -> Z",),
        verdict="refuted",
        says="the second guarantee read with the prior itself",
    ),
    Statement(
        "event-leakage-then-pml",
        "PML23, Thm. 4.4, last sentence",
        "eml(P, W & U, delta) <= eml(P, W, delta) + pml(P, U | W)",
    ),
    Statement(
        "event-leakage-then-event-leakage",
        "PML23, Thm. 4.5",
        "d1 + d2 <= 1 and 0 < d1 + d2 and eml(P, W, d1) <= eps1 and eml(P, U | W, d2) <= eps2"
        " => eml(P, W & U, d1 + d2) <= log(d2/(d1 + d2)/pmin(P) + exp(eps1 + eps2))",
        says="the second guarantee read with the posterior of X given the first outcome",
    ),
)

RELATIVES = (
    Statement(
        "max-information-under-a-tail",
        "PML23, Prop. 5",
        "tail(P, W, eps) <= delta => maxinfo(P, W, delta) <= eps",
    ),
    Statement("local-information-privacy", "PML23, Sec. IV", "pml(P, W) <= lip(P, W)"),
    Statement(
        "from-local-differential-privacy",
        "PML23, Prop. 6",
        "ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P)))",
    ),
    Statement(
        "from-local-differential-identifiability",
        "PML23, Prop. 6",
        "ldi(P, W) <= eps => pml(P, W) <= -log(pmin(P)*(1 + exp(-eps)*(suppsize(P) - 1)))",
    ),
    Statement(
        "mutual-information-is-at-most-mean-leakage",
        "PML23, Prop. 7",
        "mi(P, W) <= expected_pml(P, W)",
    ),
    Statement(
        "mutual-information-under-a-guarantee",
        "PML23, Prop. 7.1",
        "pml(P, W) <= eps => mi(P, W) <= eps",
    ),
    Statement(
        "total-variation-and-maximal-leakage",
        "PML23, Prop. 9",
        "tv(P, W) <= exp(maxleak(P, W)) - 1",
    ),
    Statement(
        "total-variation-at-small-eps",
        "PML23, Prop. 9.1",
        "pml(P, W) <= eps and eps <= log(3/2) => tv(P, W) <= exp(eps) - 1",
    ),
    Statement(
        "total-variation-at-middle-eps",
        "PML23, Prop. 9.2",
        "pml(P, W) <= eps and log(3/2) <= eps and eps <= log(2) => tv(P, W) <= 1/2",
    ),
    Statement(
        "total-variation-at-large-eps",
        "PML23, Prop. 9.3",
        "pml(P, W) <= eps and log(2) <= eps => tv(P, W) <= (exp(eps) - 1)/2",
    ),
)

STATEMENTS = (*PROPERTIES, *GUARANTEES, *RELATIVES)
