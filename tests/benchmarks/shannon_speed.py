"""Ten Shannon-type claims, ours and PSITIP's in the same run, each proof of ours checked.

Run it with `python -m tests.benchmarks.shannon_speed`. PSITIP is optional, with ortools for GLOP,
the faster of its solvers; where it is missing its column stays empty.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Callable
from time import perf_counter
from typing import Any

from pmlsym.claim_text.question import parse
from pmlsym.engines.decide.judge import check_entropy
from pmlsym.engines.entropies.prove import prove_entropy

REPEATS = 5

Claim = tuple[str, tuple[str, ...], Callable[[Any], Any]]


def claims(p: Any, v: Any) -> tuple[Claim, ...]:
    """Text, assumptions, and the same claim for PSITIP `p` with its variables `v`."""
    independent, markov, info, entropy = p.indep, p.markov, p.I, p.H
    return (
        (
            "I(A;C) <= I(A;B)",
            ("markov(A, B, C)",),
            lambda _: markov(v.A, v.B, v.C) >> (info(v.A & v.C) <= info(v.A & v.B)),
        ),
        (
            "I(A;D) <= I(B;C)",
            ("markov(A, B, C, D)",),
            lambda _: markov(v.A, v.B, v.C, v.D) >> (info(v.A & v.D) <= info(v.B & v.C)),
        ),
        (
            "I(A;E) <= I(B;D)",
            ("markov(A, B, C, D, E)",),
            lambda _: markov(v.A, v.B, v.C, v.D, v.E) >> (info(v.A & v.E) <= info(v.B & v.D)),
        ),
        (
            "I(A;F) <= I(C;D)",
            ("markov(A, B, C, D, E, F)",),
            lambda _: markov(v.A, v.B, v.C, v.D, v.E, v.F) >> (info(v.A & v.F) <= info(v.C & v.D)),
        ),
        (
            "I(A;B) <= I(A;C|D)",
            ("markov(A; C,D; B)", "indep(B, D)"),
            lambda _: (
                (markov(v.A, v.C + v.D, v.B) & independent(v.B, v.D))
                >> (info(v.A & v.B) <= info(v.A & v.C | v.D))
            ),
        ),
        (
            "I(A,B;C) <= H(A,B) - H(A)",
            ("indep(C, A)",),
            lambda _: (
                independent(v.C, v.A)
                >> (info(v.A + v.B & v.C) <= entropy(v.A + v.B) - entropy(v.A))
            ),
        ),
        (
            "I(A;B) <= H(A|C)",
            ("indep(B, C)",),
            lambda _: independent(v.B, v.C) >> (info(v.A & v.B) <= entropy(v.A | v.C)),
        ),
        (
            "I(A,B;F) <= 0",
            ("markov(A; B; C,D)", "markov(A,B; C,D,B; F)", "indep(F; C,B)"),
            lambda _: (
                (
                    markov(v.A, v.B, v.C + v.D)
                    & markov(v.A + v.B, v.C + v.D + v.B, v.F)
                    & independent(v.F, v.C + v.B)
                )
                >> (info(v.A + v.B & v.F) <= 0)
            ),
        ),
        (
            "H(A,B) + H(B,C) + H(A,C) >= 2*H(A,B,C)",
            (),
            lambda _: (
                entropy(v.A + v.B) + entropy(v.B + v.C) + entropy(v.A + v.C)
                >= 2 * entropy(v.A + v.B + v.C)
            ),
        ),
        (
            "I(A,B;C|D,E) <= H(A,B,F)",
            (),
            lambda _: info(v.A + v.B & v.C | v.D + v.E) <= entropy(v.A + v.B + v.F),
        ),
    )


def ours(text: str, assume: tuple[str, ...]) -> bool:
    """Parse, prove, and check the proof."""
    claim = parse(text, assume=assume)
    proof = prove_entropy(claim)
    if proof is None:
        return False
    check_entropy(claim, proof)
    return True


def best(action: Callable[[], bool]) -> tuple[bool, float]:
    """The answer and the shortest of a few runs, in seconds."""
    times, answer = [], False
    for _ in range(REPEATS):
        start = perf_counter()
        answer = action()
        times.append(perf_counter() - start)
    return answer, min(times)


class Names:
    """One random variable of PSITIP for each letter."""

    def __init__(self, p: Any) -> None:
        """Make them, unless there is no PSITIP."""
        for name in "ABCDEF":
            setattr(self, name, p.rv(name) if p else None)


class Absent:
    """Stands for PSITIP where it is not installed."""

    indep = markov = I = H = None  # noqa: E741


def main() -> int:
    """Print the table; the status says whether every claim was proved."""
    try:
        p: Any = importlib.import_module("psitip")
        p.PsiOpts.setting(solver="ortools.GLOP")
    except ImportError:
        p = None
    warnings.simplefilter("ignore")
    table = claims(p or Absent, Names(p))
    prove_entropy(parse("H(A,B,C,D,E,F) >= 0"))
    total = [0.0, 0.0]
    all_proved = True
    sys.stdout.write(f"{'claim':<42} {'ours, checked':>14} {'PSITIP':>10}\n")
    for text, assume, theirs in table:
        proved, seconds = best(lambda: ours(text, assume))  # noqa: B023
        all_proved &= proved
        total[0] += seconds
        other = ""
        if p:
            agreed, psitip = best(lambda: bool(theirs(None)))  # noqa: B023
            total[1] += psitip
            other = f"{psitip * 1000:7.1f} ms" + ("" if agreed == proved else " disagrees")
        sys.stdout.write(f"{text:<42} {seconds * 1000:11.1f} ms {other:>10}\n")
    other = f"{total[1] * 1000:7.1f} ms" if p else "not there"
    sys.stdout.write(f"{'total':<42} {total[0] * 1000:11.1f} ms {other:>10}\n")
    return 0 if all_proved else 1


if __name__ == "__main__":
    raise SystemExit(main())
