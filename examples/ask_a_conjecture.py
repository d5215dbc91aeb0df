"""Ask whether a conjecture is true: a proof for every alphabet size, or an exact counterexample.

Run it with `python examples/ask_a_conjecture.py`.
"""

from __future__ import annotations

from pmlsym.claim_text.question import Question
from pmlsym.engines.decide.decisions import decide
from pmlsym.pages.verdict_text import verdict_text

QUESTIONS = (
    # Does an adversary who sees only a processed outcome learn less?
    Question("pml(P, W >> V) <= pml(P, W)"),
    # Is leakage about this prior never more than maximal leakage? No: see what it answers.
    Question("pml(P, W) <= maxleak(W)"),
    # The reverse needs every letter to be possible.
    Question("maxleak(W) <= pml(P, W)"),
    Question("maxleak(W) <= pml(P, W)", assume=("fullsupport(P)",)),
)

EXPECTED = ("proved", "refuted", "refuted", "proved")


def main() -> None:
    """Ask each question, and show the answer with its evidence."""
    for question, expected in zip(QUESTIONS, EXPECTED, strict=True):
        verdict = decide(question.claim())
        print(verdict_text(question, verdict))
        print()
        if verdict.name != expected:
            raise SystemExit(f"expected {expected}: {question}")


if __name__ == "__main__":
    main()
