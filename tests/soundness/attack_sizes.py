"""Numbers of all sizes in every place where a claim takes one: no answer may run away.

    python -m tests.soundness.attack_sizes --claims 500 --seed 1 --budget 2

Exponents, sizes, ends of sums, trials and coefficients of up to 10^10, and one over them. Each
claim is asked in a process of its own, which may take 1 GB more than the library itself and twice
the budget in processor seconds; it has to end with a verdict or with an error of the library. The
claims follow from the seed alone. What ran away, or ended in an internal error, is printed.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice
from random import Random
from time import process_time

import pmlsym as ps
from pmlsym.errors import PmlError
from pmlsym.mechanism_families.listed import family_named

GIGABYTE = 1 << 30
START = 0.7
"""Seconds of the processor that are not the claim's: a fork, and modules loaded late."""

LARGE = (10**10, 10**10 + 19, 9999999967, 2**33, 10**6, 4097, 257)

CLAIMS = (
    "x > 0 => x^x > 0",
    "x > 0 => x^({N}) > 0",
    "x >= 1 => x^({N}) >= x",
    "x > 0 and x < 1 => x^({M}) <= {N}",
    "x > 0 => log(x^({N})) <= ({M})*x",
    "(1 + ({N}))^({M}) >= 1",
    "2^({N}) > {M}",
    "(2/3)^({N}) < 3^({M})",
    "exp({N}) > {M}",
    "exp(exp({N})) > 1",
    "exp(({N})*log(3)) > {M}",
    "log({N}) < {M}",
    "({N})*log(3) <= ({M})*log(2)",
    "log(3)*({N}) + log(5)*({M}) > 0",
    "log(1 + exp({N})) <= {M}",
    "n >= 1 => sum(k, 1, n, k^({N})) >= 1",
    "sum(k, 1, {N}, k) >= {M}",
    "sum(k, 0, n, x^(k*({N}))) >= 0",
    "prod(k, 1, {N}, exp(k)) >= 1",
    "prod(k, 1, n, x^({N})) == x^(n*({M}))",
    "binomial({N}, {M}, 1/3) <= 1",
    "binomial(k, {N}, p) <= 1",
    "pml(P, W) <= ({N})*log(3)",
    "pml(P, W) <= {N}",
    "pml(P, W) >= -({N})",
    "exp(({N})*pml(P, W)) >= 1",
    "exp({N}) * tv(P, W) <= {M}",
    "({N})*pml(P, W) <= ({M})*pml(P, V)",
    "({N})*pml(P, W) <= ({N})*ldp(W)",
    "ldp(W) <= {N} => pml(P, W) <= {M}",
    "ldp(W) <= ({N})*log(2) => pml(P, W) <= ({M})*log(2)",
    "pml(P, W) <= {N} and pml(P, V) <= {M} => pml(P, W & V) <= ({N}) + ({M})",
    "pmin(P) >= {M} => pml(P, W) <= -log({M})",
    "size(X) <= {N} => maxleak(P, W) <= log({N})",
    "size(X) == {N} => pml(P, W) <= log(size(X))",
    "tail(P, W, {N}) <= {M}",
    "eml(P, W, {M}) <= {N}",
    "exp(({N})*mi(P, W)) <= 1 + ({M})*chi2(P, W)",
    "mi(P, W) <= ({N})*pml(P, W)",
    "pml(P, W)^({N}) >= 0",
    "max({N}, pml(P, W)) >= min({M}, ldp(W))",
    "({N})*H(A) <= ({M})*H(A, B)",
    "H(A) <= {N} => H(A, B) <= ({N}) + ({M})*H(B)",
    "eps >= {M} => eps^({N}) >= 0",
)
GIVEN = (
    "pml(P, W) <= ({N})*log(3)",
    "ldp(W) <= {N}",
    "exp(({N})*pml(P, W)) >= {M}",
    "mi(P, W) <= ({N})*log(2)",
    "maxleak(P, W)*({N}) <= log({M})",
)
SETS = ("p(x) >= 1/4", "p1 in [1/10, 1]", "p(x) >= {M}", "p1 in [{M}, 1/2]")
SETTINGS = ("log(3)/{L}", "{M}", "{N}", "log({L})", "({N})*log(3)", "log(1 + {M})")
FAMILIES = ("randomized-response", "geometric", "z-channel", "erasure", "subset-selection")


@dataclass(frozen=True)
class Asked:
    """What is asked, as a person would type it, and the call that asks it."""

    text: str
    call: Callable[[], object]


def asked(random: Random, budget: float) -> Iterator[Asked]:
    """Questions with numbers of all sizes, without end."""
    while True:
        kind = random.choice(("claim", "claim", "claim", "given", "family"))
        numbers = {letter: _number(random) for letter in "NM"} | {"L": str(random.choice(LARGE))}
        if kind == "claim":
            text = random.choice(CLAIMS).format(**numbers)
            yield Asked(text, partial(ps.ask, text, budget=budget))
        elif kind == "given":
            text, over = (random.choice(c).format(**numbers) for c in (GIVEN, SETS))
            small = Fraction(1, random.choice(LARGE))
            rows = [[str(1 - small), str(small)], ["1/3", "2/3"]]
            call = partial(ps.ask, text, channel={"W": rows}, over=over, budget=budget)
            yield Asked(f"{text}  over {over}  W = {rows}", call)
        else:
            name, value = random.choice(FAMILIES), random.choice(SETTINGS).format(**numbers)
            yield Asked(f"derive {name} at {value}", partial(_derived, name, value))


def _number(random: Random) -> str:
    large, other = random.choice(LARGE), random.choice(LARGE)
    return random.choice(
        (str(large), f"1/{large}", f"{large}/{other}", f"-{large}", "3", "1/2", f"1 + 1/{large}")
    )


def _derived(name: str, value: str) -> str:
    sizes = dict(family_named(name).sizes)
    parameters = family_named(name).concrete(**sizes).parameters
    given = {parameters[0].tensor.number: value} if parameters else {}
    prior = ["1/3", "2/3"] if sizes == {"k": 2} else "uniform"
    return str(ps.derive(name, set={**sizes, **given}, prior=prior))


def ending(question: Asked, seconds: float) -> str:
    """How the question ends in a process of its own: "answered", "refused", or what is wrong."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _confined(seconds)
        os.write(writer, _outcome(question.call).encode()[:2000])
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as told:
        outcome = told.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return f"ran away: ended by signal {os.WTERMSIG(status)}"
    return outcome


def _confined(seconds: float) -> None:
    with open("/proc/self/statm", encoding="ascii") as pages:
        own = int(pages.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (own + GIGABYTE, own + GIGABYTE))
    most = int(process_time() + seconds + 1)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))


def _outcome(call: Callable[[], object]) -> str:
    try:
        str(call())
    except PmlError:
        return "refused"
    except BaseException:
        return f"internal error: {traceback.format_exc(limit=-3)}"
    return "answered"


def attack(questions: Iterator[Asked], budget: float, met: Counter[str]) -> Iterator[str]:
    """What went wrong, a text for each; what was asked is counted in `met`."""
    for question in questions:
        outcome = ending(question, 2 * budget + START)
        met[outcome if outcome in ("answered", "refused") else "wrong"] += 1
        if outcome not in ("answered", "refused"):
            yield f"{question.text}\n    {outcome}"


def main() -> int:
    """Attack as the arguments say, and print whatever went wrong and the numbers."""
    parser = argparse.ArgumentParser(prog="python -m tests.soundness.attack_sizes")
    parser.add_argument("--claims", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--budget", type=float, default=2)
    options = parser.parse_args()
    met = Counter[str]()
    ps.ask("pml(P, W) <= maxleak(W)")  # what is loaded late is loaded once
    ps.derive("z-channel", "maxleak")
    questions = islice(asked(Random(options.seed), options.budget), options.claims)
    for wrong in attack(questions, options.budget, met):
        print(f"WRONG  {wrong}", flush=True)  # noqa: T201
    print(dict(met))  # noqa: T201
    return 1 if met["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
