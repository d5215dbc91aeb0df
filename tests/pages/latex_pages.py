"""What pmlsym prints as LaTeX, of all kinds: proofs, counterexamples, closed forms, displays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pmlsym as ps
from pmlsym.cli import run
from pmlsym.exposition.latex_rows import Layout
from pmlsym.exposition.typesetting import claim_paragraphs, page_latex, proof_latex
from pmlsym.kernel.certificate_file import proof_from_json, sequents_from_json
from pmlsym.papers.sources import PAPERS

ROOT = Path(__file__).resolve().parents[2]
READ = {"pmlsym proof": proof_from_json, "pmlsym sequents": sequents_from_json}

CLAIMS = (
    "eta[kl](W) <= eta[tv](W)",
    "pml(P, W >> V) <= pml(P, W)",
    "pml(P, W & V) <= pml(P, W) + pml(P, V | W)",
    "pml(P, W & V & U) <= pml(P, W) + pml(P, V | W) + pml(P, U | W & V)",
    "pml(P, W) <= eps and pml(P, V | W) <= eps => pml(P, W & V) <= 2*eps",
    "ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P)))",
    "pml(P, W) <= ldp(W) and maxleak(W) <= ldp(W)",
    "maxleak(W >> V) <= min(maxleak(W), maxleak(V))",
    "maxleak(W) <= log(3) or ldp(W) >= 1",
    "mi(P, W) <= maxleak(W)",
    "doeblin(W) >= exp(-ldp(W))",
    "pml(P, W) <= pml(P, W) + 0*ldp(P, W)",
    "log(1 + c) <= c",
    "I(A;B) <= H(A)",
    "pml(P, W, y) <= 1/2",
    "maxleak(W) <= log(9)",
    "tail(P, W, eps) <= delta => eml(P, W, delta) <= eps",
    "pml(P, W) <= eps_0 and pml(P, V) <= eps_0 => pml(P, W & V) <= 2*eps_0 and ldp(W) <= eps_0",
    "c >= 0 => c*pml(P, W) <= c*ldp(W)",
    "ldp(W) ≤ ε ∧ δ ≥ 0 ⇒ pml(P, W) ≤ ε + δ",
    "ldp(W) <= eps <=> (forall P: pml(P, W) <= eps)",
    "ldp(W) <= eps => pml(P, [[1/2, 1/2], [1/4, 3/4]] >> bsc(1/3) >> W) <= eps",
    "pml(P, bsc(1/4) >> W) <= log(3/2)",
    "(sup P: L[id](P, W)) == maxleak(W)",
    "ldp(W^&n) <= n*ldp(W)",
    "exists R: maxleak(W >> R) <= 0",
    "D[chi2](P >> W || Q >> W) <= D[chi2](P || Q)",
    "dobrushin(W) <= tanh(ldp(W)/2)",
    "P[x] > 0 and W[y|x] > 0 => pml(P, W, y) >= 0",
    "ldp(rr(k, a) & rr(k, b)) <= a + b",
)
DERIVED = (
    ("randomized-response", "--quantity", "all"),
    ("[[1-a, a], [b, 1-b]]", "--domain", "0 <= a, 0 <= b, a + b <= 1"),
    (
        *("[[1-a, a], [b, 1-b]] >> [[1-c, c], [d, 1-d]]", "--quantity", "pml"),
        *("--domain", "0 <= a <= 1/2, 0 <= b <= 1/2, 0 <= c <= 1/2, 0 <= d <= 1/2"),
    ),
    ("geometric",),
    ("staircase",),
    ("laplace",),
    ("exponential",),
    ("prior-matched",),
    ("adaptive-composition",),
    ("z-channel", "--set", "a=1/10", "--prior", "1/3,2/3"),
    ("randomized-response", "--over", "p(x) >= c"),
    ("[[7/10, 1/10, 1/5], [1/5, 2/5, 2/5]]", "--over", "counts 900, 100"),
)
OWN = [["7/10", "1/10", "1/5"], ["1/5", "2/5", "2/5"]]
EFFORT = "4"


LONG = "ldp(W) <= eps and ldp(V) <= eps => pml(P, W & V) <= pml(P, W) + pml(P, V) + 2*eps"


def pages_of_columns(columns: int) -> Iterator[tuple[str, str]]:
    """The same for a class of so many columns, of what a paper would take."""
    for k, claim in enumerate((*CLAIMS, LONG)):
        verdict = ps.ask(claim, effort=float(EFFORT))
        yield f"ask {claim}", verdict.latex(label=f"eq:mine:{k}", columns=columns)
    wide = ps.decide("pml(P, W) <= 1", channel={"W": [["1/12"] * 12] * 2})
    yield "own of twelve outcomes", wide.latex(columns=columns)
    letters = {"X": ["18-30", "51+ and_older"], "Y": ["never", "sometimes", "always"]}
    own = ps.decide("pml(P, W) <= log(2)", channel={"W": OWN}, over="p(x) >= 1/9", letters=letters)
    yield "own with labels", own.latex(columns=columns)
    for family, prior in (("geometric", None), ("[[1 - e, e], [e, 1 - e]]", "p, 1-p")):
        yield f"derive {family}", ps.derive(family, prior=prior).latex(columns=columns)
    yield "design", ps.design("1/4,3/4", pml="log(6/5)", utility="mi").latex()


def theorems(columns: int) -> Iterator[str]:
    """Claims as theorems with proofs, or with counterexamples, each referred to."""
    for k, claim in enumerate(CLAIMS):
        verdict = ps.ask(claim, effort=float(EFFORT))
        yield verdict.latex(label=f"eq:mine:{k}", columns=columns, part="theorem")
        if not isinstance(verdict, ps.Unknown):
            yield rf"\par See Theorem~\ref{{eq:mine:{k}:theorem}}."
    statement, proof = (
        verdict.latex(part=part, columns=columns) for part in ("statement", "proof")
    )
    yield rf"\begin{{theorem}}{statement}\end{{theorem}}\begin{{proof}}{proof}\end{{proof}}"


def pages() -> Iterator[tuple[str, str]]:
    """What each page shows, and its LaTeX."""
    for claim in CLAIMS:
        yield f"ask {claim}", _printed("ask", claim, "--latex", "--effort", EFFORT)
        yield f"shown {claim}", ps.ask(claim, effort=float(EFFORT))._repr_latex_()
    for words in DERIVED:
        yield f"derive {' '.join(words)}", _printed("derive", *words, "--latex")
    yield "refute", _printed("refute", CLAIMS[-2], "--latex")
    own = ps.decide("pml(P, W) <= log(2)", channel={"W": OWN}, over="p(x) >= 1/4")
    yield "own channel", own._repr_latex_()
    for text in ("pml(P, W, y) <= log(4)", "pml(P, W) <= log(2)", "mi(P, W) <= 1/100"):
        for letters in ({}, {"X": ["18-30", "51+ and_older"]}):
            own = ps.decide(text, channel={"W": OWN}, over="p(x) >= 1/9", letters=letters)
            yield f"own {text} {letters}", own.latex()
            yield f"own shown {text} {letters}", own._repr_latex_()
    wide = ps.decide("pml(P, W) <= 1", channel={"W": [["1/12"] * 12] * 2})
    yield "own of twelve outcomes", wide.latex()
    yield "own of twelve outcomes, shown", wide._repr_latex_()
    many = [[f"{k}/100", f"{100 - k}/100"] for k in range(40)]
    own = ps.decide("pml(P, W) <= log(100)", channel={"W": many}, over="p(x) >= 1/50")
    yield "own of many letters", own.latex()
    yield "own of many letters, shown", own._repr_latex_()
    claim = ps.claim("pml(P, W >> V) <= max(eps, 1/2)*2^3 and not ldp(W) == 1")
    yield "claim", claim._repr_latex_()
    best = ps.design(["1/4", "3/4"], pml="log(6/5)", utility="guess")
    yield "mechanism", best._repr_latex_()
    yield "closed form", ps.derive("z-channel", "pml").closed[0]._repr_latex_()


def kept_proofs(columns: int) -> Iterator[tuple[str, str]]:
    """The name of every certificate that is kept, and its proof for so many columns."""
    layout = Layout.of("eq:kept", columns)
    folders = ("proofs/certificates", "proofs/rows", "pmlsym/papers/certificates")
    for folder in folders:
        for file in sorted((ROOT / folder).rglob("*.json")):
            data = json.loads(file.read_text(encoding="utf-8"))
            if data["format"] not in READ:
                continue
            certificates = READ[data["format"]](data).certificates
            claim = (
                claim_paragraphs(data["claim"]["text"], "", (), layout.most)
                if "claim" in data
                else ()
            )
            yield file.stem, page_latex([*claim, *proof_latex(certificates, layout=layout)])


def bibliography() -> str:
    """Every paper of the catalogue, for BibTeX."""
    return "\n\n".join(paper.bibtex("Thm. 1") for paper in PAPERS)


def _printed(*words: str) -> str:
    output = StringIO()
    with redirect_stdout(output):
        run(words)
    return output.getvalue()
