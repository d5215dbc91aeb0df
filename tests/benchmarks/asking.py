"""How long it takes to import, to start, and to decide the first claims.

Run it with `python -m tests.benchmarks.asking`; docs/speed.md quotes its table.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from time import perf_counter

from pmlsym.ask import decide
from pmlsym.claims.question import Question

PROVED = (
    Question("pml(P, W >> V) <= pml(P, W)"),
    Question("pml(P, W >> V) <= pml(P >> W, V)"),
    Question("pml(P, W & U) <= pml(P, W) + pml(P, U | W)"),
    Question("maxleak(W >> V) <= maxleak(W)"),
    Question("maxleak(W >> V) <= maxleak(V)"),
    Question("ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P)))"),
    Question("pml(P, W) <= -log(pmin(P))"),
    Question("maxleak(W) <= pml(P, W)", assume=("fullsupport(P)",)),
)
REFUTED = (
    Question("pml(P, W) <= maxleak(W)"),
    Question("ldp(W) <= pml(P, W)"),
    Question("pml(P, W & U) <= pml(P, W)"),
    Question("maxleak(W) <= pml(P, W)"),
    Question("-density_min(P, W) <= pml(P, W)"),
)
REPEATS = 3


def best(action: Callable[[], object]) -> float:
    """The shortest of a few runs, in seconds."""
    times = []
    for _ in range(REPEATS):
        start = perf_counter()
        action()
        times.append(perf_counter() - start)
    return min(times)


def process(code: str) -> float:
    """The time from start to exit of a Python process."""
    return best(
        lambda: subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    )


def main() -> None:
    """Print the table."""
    ask = "from pmlsym.cli import run; run(['ask', 'pml(P, W >> V) <= pml(P, W)'])"
    rows = [
        ("`import sympy`, process", process("import sympy")),
        ("`import pmlsym`, process", process("import pmlsym")),
        ("`pmlsym ask` on post-processing, process", process(ask)),
    ]
    for word, questions in (("proved", PROVED), ("refuted", REFUTED)):
        for question in questions:
            claim = question.claim()
            verdict = decide(claim)
            seconds = best(lambda claim=claim: decide(claim))
            shown = f"`{question}`".replace("|", "\\|")
            rows.append((f"{verdict.name}: {shown}", seconds))
            if verdict.name != word:
                raise SystemExit(f"{question} is {verdict.name}, not {word}")
    sys.stdout.write("| | seconds |\n| --- | ---: |\n")
    sys.stdout.writelines(f"| {name} | {seconds:.2f} |\n" for name, seconds in rows)


if __name__ == "__main__":
    main()
