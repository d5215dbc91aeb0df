"""Claims that are checked with `pmlsym crosscheck --all`: theorems, and what is easily believed."""

from __future__ import annotations

from pmlsym.claims.question import Question

FULL = ("fullsupport(P)",)
APART = ("V: X -> Z",)

THEOREMS = (
    Question("pml(P, W >> V) <= pml(P, W)"),
    Question("pml(P, W >> V) <= pml(P >> W, V)"),
    Question("pml(P, W & U) <= pml(P, W) + pml(P, U | W)"),
    Question("maxleak(W >> V) <= maxleak(W)"),
    Question("maxleak(W >> V) <= maxleak(V)"),
    Question("maxleak(W) <= pml(P, W)", (), FULL),
    Question("maxleak(P, W) <= pml(P, W)"),
    Question("maxleak(P, W) <= maxleak(W)"),
    Question("pml(P, W) <= -log(pmin(P))"),
    Question("pml(P, W) <= ldp(W)"),
    Question("ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P)))"),
    Question("-density_min(P, W) <= ldp(P, W)"),
    Question("ldp(W >> V) <= ldp(W)"),
    Question("eml(P, W >> V, delta) <= eml(P, W, delta)"),
    Question("eml(P, W, delta) <= pml(P, W)"),
    Question("pml(P, W) <= eps => tail(P, W, eps) <= 0"),
    Question("lip(P, W >> V) <= lip(P, W)"),
    Question("tv(P, W >> V) <= tv(P, W)"),
)

MISTAKES = (
    Question("pml(P, W) <= maxleak(W)"),
    Question("maxleak(W) <= pml(P, W)"),
    Question("ldp(W) <= 2*pml(P, W)"),
    Question("lip(P, W) <= pml(P, W)"),
    Question("-density_min(P, W) <= pml(P, W)"),
    Question("pml(P, W) <= -density_min(P, W)"),
    Question("pml(P, W & U) <= max(pml(P, W), pml(P, U | W))"),
    Question("pml(P, W, y) <= pml(P, W >> V)"),
    Question("tail(P, W >> V, eps) <= tail(P, W, eps)"),
    Question("maxleak(W & V) <= max(maxleak(W), maxleak(V))", APART),
    Question("maxleak(W) <= mi(P, W)"),
    Question("mi(P, W) >= expected_pml(P, W)"),
)

KNOWN_CLAIMS = (*THEOREMS, *MISTAKES)
