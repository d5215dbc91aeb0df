"""The informations and leakages of a prior and a channel against one another, as a page.

    python -m proofs.pairs --ask         ask all of it again, and keep the evidence in proofs/pairs
    python -m proofs.pairs --open        ask only what is open
    python -m proofs.pairs docs          write docs/comparisons.md from the evidence that is kept

For each ordered pair A, B the claim A <= B is proved, refuted by an instance, or open; where it is
refuted, a constant or a function of B may still bound A. Under eps-PML and under eps-LDP there is
for each the best bound that is proved, with a mechanism and by how much it misses the bound.
Evidence is what `pmlsym check` reads: a file for each claim that is settled.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import isqrt
from pathlib import Path
from typing import Any

import pmlsym as ps
from pmlsym.calculus.json_layout import render
from pmlsym.claim_text.question import Question
from pmlsym.claims.evaluation import Evaluation
from pmlsym.engines.decide.decisions import decide
from pmlsym.errors import PmlError
from pmlsym.language.nodes import Comparison, Implication
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Number, log_of
from pmlsym.pages.saved_evidence import counterexample_data
from pmlsym.pages.verdict_json import saved_data

KEPT = Path(__file__).parent / "pairs"
EFFORT = 30.0

MEASURES = (
    "mi(P, W)",
    "chi2(P, W)",
    "tv(P, W)",
    "I[H2](P, W)",
    "I[js](P, W)",
    "I[lc](P, W)",
    "I[E(2)](P, W)",
    "I[2](P, W)",
    "expected_pml(P, W)",
    "maxleak(P, W)",
    "pml(P, W)",
    "lip(P, W)",
    "ldp(P, W)",
)

FUNCTIONS = (
    "mi(P, W) <= log(1 + chi2(P, W))",
    "chi2(P, W) <= exp(I[2](P, W)) - 1",
    "chi2(P, W) <= exp(maxleak(P, W)) - 1",
    "chi2(P, W) <= exp(pml(P, W)) - 1",
    "chi2(P, W) <= exp(lip(P, W)) - 1",
    "chi2(P, W) <= exp(ldp(P, W)) - 1",
    "2*tv(P, W)*tv(P, W) <= mi(P, W)",
    "4*tv(P, W)*tv(P, W) <= chi2(P, W)",
    "tv(P, W)*tv(P, W) <= 2*I[H2](P, W)",
    "tv(P, W)*tv(P, W) <= I[lc](P, W)",
    "tv(P, W)*tv(P, W) <= 2*I[js](P, W)",
    "tv(P, W) <= 1 - exp(-pml(P, W))",
    "2*I[H2](P, W) <= mi(P, W)",
    "2*I[H2](P, W) <= chi2(P, W)",
    "I[js](P, W) <= log(2)*tv(P, W)",
    "I[js](P, W) <= 2*log(2)*I[H2](P, W)",
    "I[js](P, W) <= log(2)*I[lc](P, W)",
    "I[lc](P, W) <= 2*I[H2](P, W)",
    "I[lc](P, W) <= 2*I[js](P, W)",
    "2*I[lc](P, W) <= chi2(P, W)",
    "2*I[js](P, W) <= mi(P, W)",
    "pml(P, W) <= maxleak(P, W) - log(pmin(P))",
    "ldp(P, W) <= 2*lip(P, W)",
    "lip(P, W) <= pml(P, W) - density_min(P, W)",
    "tv(P, W) <= eta[tv](W)",
    "chi2(P, W) <= exp(pml(P, W))*tv(P, W)",
    "I[2](P, W) <= pml(P, W)",
    "I[2](P, W) <= log(1 + chi2(P, W))",
    "I[E(2)](P, W) <= 1 - 2*exp(-pml(P, W))",
)
"""What bounds one by a function of the other, beside A <= B; each is asked as it stands."""


@dataclass(frozen=True)
class Best:
    """A bound under a promise, and the mechanism that comes nearest, by t = exp(eps) >= 1."""

    text: str
    mechanism: Callable[[Fraction], tuple[list[Fraction], list[list[Fraction]]]]
    words: str


def reveal(t: Fraction) -> tuple[list[Fraction], list[list[Fraction]]]:
    """The channel that reveals one of t letters, all as likely; t is whole."""
    n = int(t)
    one = [[Fraction(x == y) for y in range(n)] for x in range(n)]
    return [Fraction(1, n)] * n, one


def respond(t: Fraction) -> tuple[list[Fraction], list[list[Fraction]]]:
    """Randomized response to one of two letters, both as likely."""
    keep = t / (1 + t)
    return [Fraction(1, 2)] * 2, [[keep, 1 - keep], [1 - keep, keep]]


def respond_among_three(t: Fraction) -> tuple[list[Fraction], list[list[Fraction]]]:
    """Randomized response to one of three letters, all as likely."""
    return _response(t, 3)


def respond_among(t: Fraction) -> tuple[list[Fraction], list[list[Fraction]]]:
    """Randomized response to one of 1 + t letters, all as likely; t is whole."""
    return _response(t, int(t) + 1)


def respond_among_fewer(t: Fraction) -> tuple[list[Fraction], list[list[Fraction]]]:
    """Randomized response to one of 1 + sqrt t letters, all as likely; t is a square."""
    return _response(t, isqrt(int(t)) + 1)


def _response(t: Fraction, n: int) -> tuple[list[Fraction], list[list[Fraction]]]:
    """Randomized response to one of n letters, all as likely."""
    keep, other = t / (t + n - 1), 1 / (t + n - 1)
    return [Fraction(1, n)] * n, [[keep if x == y else other for y in range(n)] for x in range(n)]


REVEALED = "reveal one of exp(eps) equally likely letters"
REVEALED_BY_SQUARE = "reveal one of exp(2*eps) equally likely letters"
RESPONSE = "randomized response to one of two equally likely letters"
AMONG = "randomized response to one of 1 + exp(eps) equally likely letters"
AMONG_SQUARE = "randomized response to one of 1 + exp(2*eps) equally likely letters"
BEST = (
    Best("pml(P, W) <= eps => mi(P, W) <= eps", reveal, REVEALED),
    Best("pml(P, W) <= eps => chi2(P, W) <= exp(eps) - 1", reveal, REVEALED),
    Best("pml(P, W) <= eps => tv(P, W) <= 1 - exp(-eps)", reveal, REVEALED),
    Best("pml(P, W) <= eps => I[lc](P, W) <= (exp(eps) - 1)/(exp(eps) + 1)", reveal, REVEALED),
    Best("pml(P, W) <= 2*eps => I[H2](P, W) <= 1 - exp(-eps)", reveal, REVEALED_BY_SQUARE),
    Best(
        "pml(P, W) <= eps => I[js](P, W) <= log(2) + eps/2 - (1 + exp(-eps))/2*log(1 + exp(eps))",
        reveal,
        REVEALED,
    ),
    Best("pml(P, W) <= 2*eps => I[E(exp(eps))](P, W) <= 1 - exp(-eps)", reveal, REVEALED_BY_SQUARE),
    Best("pml(P, W) <= eps => expected_pml(P, W) <= eps", reveal, REVEALED),
    Best("pml(P, W) <= eps => maxleak(P, W) <= eps", reveal, REVEALED),
    Best("pml(P, W) <= 2*eps => I[2](P, W) <= 2*eps", reveal, REVEALED_BY_SQUARE),
    Best("ldp(W) <= eps => eta[tv](W) <= (exp(eps) - 1)/(exp(eps) + 1)", respond, RESPONSE),
    Best("ldp(W) <= eps => chi2(P, W) <= (exp(eps) - 1)^2/(4*exp(eps))", respond_among, AMONG),
    Best(
        "eps > 0 and ldp(W) <= eps => mi(P, W)"
        " <= eps*exp(eps)/(exp(eps) - 1) - 1 - log(eps*exp(eps)/(exp(eps) - 1))",
        respond_among_three,
        "randomized response to one of three equally likely letters",
    ),
    Best("ldp(W) <= eps => I[2](P, W) <= log((exp(eps) + 1)^2/(4*exp(eps)))", respond_among, AMONG),
    Best(
        "ldp(W) <= 2*eps => tv(P, W) <= (exp(eps) - 1)/(exp(eps) + 1)", respond_among_fewer, AMONG
    ),
    Best(
        "ldp(W) <= 2*eps => I[lc](P, W) <= (exp(eps) - 1)^2/(exp(eps) + 1)^2",
        respond_among_fewer,
        AMONG,
    ),
    Best(
        "ldp(W) <= 4*eps => I[H2](P, W) <= (exp(eps) - 1)^2/(exp(2*eps) + 1)",
        respond_among_fewer,
        AMONG_SQUARE,
    ),
    Best(
        "ldp(W) <= 2*eps => I[js](P, W) <= (exp(eps) - 1)^2/(exp(eps) + 1)^2",
        respond_among_fewer,
        AMONG,
    ),
    Best("ldp(W) <= eps => I[E(exp(eps))](P, W) <= 0", respond, RESPONSE),
    Best("ldp(W) <= eps => lip(P, W) <= eps", respond_among, AMONG),
    Best("ldp(W) <= eps => expected_pml(P, W) <= eps", respond_among, AMONG),
    Best("ldp(W) <= eps => maxleak(P, W) <= eps", respond_among, AMONG),
    Best("ldp(W) <= eps => pml(P, W) <= eps", respond_among, AMONG),
)
LEVELS = (Fraction(2), Fraction(3), Fraction(4))
"""exp(eps) at which a bound is compared with the mechanism."""


def pairs() -> Iterator[tuple[str, str, str]]:
    """A, B and the claim that A <= B."""
    for one, other in permutations(MEASURES, 2):
        yield one, other, f"{one} <= {other}"


def file_of(text: str) -> Path:
    """Where the evidence of a claim is kept, whether or not there is some."""
    return KEPT / (re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-") + ".json")


def answer(text: str) -> str:
    """What is known of a claim by the evidence that is kept: proved, refuted or open."""
    path = file_of(text)
    if not path.exists():
        return "open"
    return "proved" if "certificates" in json.loads(path.read_text(encoding="utf-8")) else "refuted"


def ask(text: str) -> str:
    """Settle a claim and keep the evidence; what came out."""
    question = Question(text)
    verdict = decide(question.claim(), effort=EFFORT)
    data = saved_data(question, verdict) or _by_many_letters(question)
    if data is None:
        file_of(text).unlink(missing_ok=True)
    else:
        file_of(text).write_text(render(data) + "\n", encoding="utf-8")
    return answer(text)


def _by_many_letters(question: Question) -> dict[str, Any] | None:
    """A counterexample with more letters than are tried, if the response to one of 13 is one."""
    prior, rows = respond_among(Fraction(12))
    instance = Instance({"X": 13, "Y": 13}, {"P": prior, "W": rows}, {})
    try:
        is_true = Evaluation(question.claim(), instance).truth(question.claim())
    except PmlError:
        return None
    return None if is_true else counterexample_data(question, instance)


def gap(best: Best, t: Fraction) -> Number:
    """The bound minus what the mechanism has, at eps = log t; n times that where it is of n eps."""
    claim = ps.claim(best.text)
    assert isinstance(claim, Implication) and isinstance(claim.conclusion, Comparison)
    times = re.search(r"\) <= (\d)\*eps =>", best.text)
    prior, rows = best.mechanism(t ** int(times[1]) if times else t)
    sizes = {"X": len(prior), "Y": len(rows[0])}
    instance = Instance(sizes, {"P": prior, "W": rows}, {"eps": log_of(t)})
    at = Evaluation(claim, instance)
    return at.number(claim.conclusion.right) - at.number(claim.conclusion.left)


def page() -> str:
    """The text of the page."""
    names = [measure.partition("(")[0] for measure in MEASURES]
    found = {(a, b): answer(text) for a, b, text in pairs()}
    head = f"| A, B | {' | '.join(map(_plain, names))} |"
    lines = [HEAD, head, "|" + " --- |" * (len(names) + 1)]
    for name, own in zip(names, MEASURES, strict=True):
        cells = (_cell(found, own, b) if b != own else "" for b in MEASURES)
        lines.append(f"| **{_plain(name)}** | {' | '.join(cells)} |")
    kinds = ("proved", "refuted", "open")
    counts = {kind: sum(a == kind for a in found.values()) for kind in kinds}
    lines += ["", COUNTS.format(**counts), FUNCTIONS_HEAD]
    lines += [f"- `{text}`: {answer(text)}" for text in FUNCTIONS]
    lines += [BEST_HEAD]
    lines += [_row(best) for best in BEST]
    lines += [REFUTED_HEAD]
    refuted = (text for _, _, text in pairs() if answer(text) == "refuted")
    lines += [f"- `{text}`: {_instance(text)}" for text in refuted]
    return "\n".join(lines) + "\n"


HEAD = """# Informations and leakages against one another

Made by `python -m proofs.pairs docs` from the evidence in `proofs/pairs`, which `pmlsym check`
reads. Rows are A, columns B: **yes** says that A <= B has a certificate for every alphabet size,
**no** that an exact instance refutes it (below), and **?** that neither is known here.
Where A <= C and C <= B are proved, the name of C stands in the place of **?**.
`ldp` and `lip` are those over the support of the prior.
"""
COUNTS = "Of these, {proved} are proved, {refuted} refuted and {open} open."
FUNCTIONS_HEAD = """
## By a constant, or a function
"""
BEST_HEAD = """
## The best bounds that are proved, and what attains them

The mechanism attains a bound where the gap is exactly 0, at exp(eps) = 2, 3 and 4; else none here
does, and the gap is rounded. Where the promise is about `2*eps` or `4*eps`, so is the mechanism.
Under eps-PML `lip` and `ldp` have no bound: a letter that an outcome excludes makes them infinite.

| bound | answer | mechanism | gap at exp(eps) = 2 | 3 | 4 |
| --- | --- | --- | --- | --- | --- |"""
REFUTED_HEAD = """
## The instances that refute
"""


def _cell(found: dict[tuple[str, str], str], one: str, other: str) -> str:
    """The answer to A <= B; of an open one, what lies between them."""
    between = (
        _plain(c.partition("(")[0])
        for c in MEASURES
        if found.get((one, c)) == found.get((c, other)) == "proved"
    )
    signs = {"proved": "yes", "refuted": "no"}
    return signs.get(found[one, other]) or next(between, "?")


def _row(best: Best) -> str:
    gaps = [gap(best, t) for t in LEVELS]
    shown = ["0" if each.sign() == 0 else f"{float(each):.4f}" for each in gaps]
    words = best.words if set(shown) == {"0"} else f"not attained; nearest: {best.words}"
    return f"| `{best.text}` | {answer(best.text)} | {words} | {' | '.join(shown)} |"


def _instance(text: str) -> str:
    """The entries of a counterexample, in a line."""
    data: Any = json.loads(file_of(text).read_text(encoding="utf-8"))
    tensors = data["instance"]["tensors"]
    return ", ".join(f"{name} = {_entries(own)}" for name, own in tensors.items())


def _entries(table: Any) -> str:
    return f"({', '.join(map(_entries, table))})" if isinstance(table, list) else str(table)


def _plain(name: str) -> str:
    return f"`{name}`"


def main() -> int:
    """Ask everything, or write the page."""
    parser = argparse.ArgumentParser(prog="python -m proofs.pairs", description=__doc__)
    parser.add_argument("docs", nargs="?", help="the folder of the manual")
    parser.add_argument("--ask", action="store_true", help="ask again, and keep the evidence")
    parser.add_argument("--open", action="store_true", help="ask only what is open")
    options = parser.parse_args()
    if options.ask or options.open:
        KEPT.mkdir(exist_ok=True)
        texts = (*(text for _, _, text in pairs()), *FUNCTIONS, *(best.text for best in BEST))
        for text in dict.fromkeys(texts):
            if not options.open or answer(text) == "open":
                print(f"{ask(text):8} {text}", flush=True)
    if options.docs:
        (Path(options.docs) / "comparisons.md").write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
