"""False claims about numbers near true ones, put to the prover alone.

    python -m tests.soundness.attack_numbers [COUNT] [SEED] [SECONDS]

Each is a true statement changed: a constant off by a thousandth, a hypothesis dropped, a relation
turned, one occurrence of a name or numeral exchanged. It is false by sixty digits at a point that
is printed with it (tests/soundness/numeric_truth.py, which adds up what the library's evaluator
does not). No search for points stands before the prover; for half of them no float guides it
either, so that every step is tried and has to be sound. The end says how many of each kind were
tried, how many of them the library's own evaluator cannot decide, and what was proved: nothing.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from unittest.mock import patch

from pmlsym.claims.evaluation import holds
from pmlsym.claims.parsing import parse
from pmlsym.engines.analytic import finding
from pmlsym.engines.analytic.checking import prove_analytic
from pmlsym.errors import PmlError, Unsupported
from pmlsym.evidence.instance import Instance
from pmlsym.language.nodes import Claim
from tests.soundness.numeric_truth import Undefined, truth

P, Q, R = ("0 < p", "p < 1"), ("0 < q", "q < 1"), ("r > 0", "r < 1")
N0, N1, FAR = ("n >= 0",), ("n >= 1",), ("n >= 300",)
KL = "q*log(q/p) + (1-q)*log((1-q)/(1-p))"
TAIL = "binomial(m, n, p)"
TRUE: tuple[tuple[str, tuple[str, ...]], ...] = (
    # elementary
    ("exp(x) >= 1 + x", ()),
    ("log(x) <= x - 1", ("x > 0",)),
    ("log(1 + x) >= x - x^2/2", ("x >= 0",)),
    ("log(1 + x) <= x/2 + x/(2 + 2*x)", ("x >= 0",)),
    ("x*log(x) >= -exp(-1)", ("x > 0",)),
    ("log(x) <= x/exp(1)", ("x > 0",)),
    ("x*log(x/y) >= x - y", ("x > 0", "y > 0")),
    ("log(exp(x) + exp(y)) <= max(x, y) + log(2)", ()),
    ("log(exp(x) + exp(y)) >= (x + y)/2 + log(2)", ()),
    (f"{KL} >= 2*(q-p)^2", (*P, *Q)),
    (f"{KL} >= 0", (*P, *Q)),
    ("-p*log(p) - (1-p)*log(1-p) <= log(2)", P),
    ("-log(1-p) >= p", P),
    ("-log(1-p) >= p + p^2/2", P),
    ("-log(1-p) <= p/(1-p)", P),
    ("log((1-q) + q*exp(x)) <= x*q + x^2/8", ("q >= 0", "q <= 1")),
    ("max(x, -x) >= 0", ()),
    ("min(x, y) <= (x + y)/2", ()),
    ("x/(1 + x) <= y/(1 + y)", ("x >= 0", "x <= y")),
    ("(x + y)/2 >= x^(1/2)*y^(1/2)", ("x > 0", "y > 0")),
    ("1/x + x >= 2", ("x > 0",)),
    ("exp(x)*x >= exp(x) - 1", ()),
    # powers with any exponent
    ("(1 + x)^n >= 1 + n*x", ("x > -1", "n >= 1")),
    ("1 - (1-p)^n <= n*p", (*P, *N1)),
    ("(1-p)^n <= exp(-n*p)", (*P, *N1)),
    ("(1-p)^n >= 1 - n*p", (*P, *N1)),
    ("p^m <= p^n", (*P, "n <= m", *N0)),
    # sums and products of any number of terms
    ("sum(k, 1, n, k) == n*(n+1)/2", N0),
    ("sum(k, 0, n, k) >= n", N1),
    ("sum(k, 1, n, k^2) == n*(n+1)*(2*n+1)/6", N0),
    ("sum(k, 1, n, k^3) == (n*(n+1)/2)^2", N0),
    ("sum(k, 1, n, 1/n) == 1", N1),
    ("sum(k, 0, n-1, k/n) == (n-1)/2", N1),
    ("prod(k, 1, n, exp(1/n)) == exp(1)", N1),
    ("prod(k, 1, n, p^(1/n)) == p", (*P, *N1)),
    ("exp(sum(k, 1, n, log(n)/n)) == n", N1),
    ("sum(k, 1, n, sum(j, k+1, n, 1/n)) == (n-1)/2", N1),
    ("sum(k, 1, n, sum(j, 1, k, 1)) == n*(n+1)/2", N0),
    ("sum(k, 1, n, sum(k, 1, k, k)) == n*(n+1)*(n+2)/6", N0),
    ("sum(k, 0, n, sum(j, k, n, 1)) == (n+1)*(n+2)/2", N0),
    ("sum(k, n, m, 1/(m-n+1)) == 1", ("n <= m",)),
    ("sum(k, n+1, m, 1/(m-n)) == 1", ("n < m",)),
    ("sum(k, 0, n, r^k) == (1 - r^(n+1))/(1-r)", (*R, *N0)),
    ("sum(k, 0, n, r^k)*(1-r) <= 1", (*R, *N0)),
    ("sum(k, 0, n, r^k) < 1/(1-r)", (*R, *N0)),
    ("sum(k, 0, n, r^k) >= 1", (*R, *N0)),
    ("sum(k, 1, n, p) + sum(k, 1, m, p) == (n+m)*p", (*N0, "m >= 0")),
    ("sum(k, 1, n, max(p, 1/2)) >= n/2", N0),
    ("prod(k, 1, n, p) == p^n", (*P, *N0)),
    ("prod(k, 1, n, 1-p) <= exp(-n*p)", (*P, *N0)),
    ("sum(k, 1, 3, max(p, 2)) >= 6", ()),
    ("x + sum(k, 1, n, k) == n*(n+1)/2 + x", N0),
    ("k + sum(k, 1, n, k) == n*(n+1)/2 + k", N0),
    # beyond what the evaluator adds up
    ("sum(k, 1, n, k) == n*(n+1)/2", FAR),
    ("sum(k, 1, n, 1/n) == 1", FAR),
    ("sum(k, 0, n, r^k) <= 1/(1-r)", (*R, *FAR)),
    ("sum(k, 1, n, sum(j, 1, 2, k*j)) == 3*n*(n+1)/2", FAR),
    ("sum(k, 0, n, binomial(m, n, p)) == (n+1)*binomial(m, n, p)", (*P, *FAR)),
    ("sum(k, 0, n, binomial(5, 9, p)) == (n+1)*binomial(5, 9, p)", (*P, *FAR)),
    ("prod(k, 1, n, 1-p) <= exp(-n*p)", (*P, *FAR)),
    ("sum(k, 300, n, k) >= 300*(n-299)", FAR),
    ("exp(-n)*n <= exp(-1)", FAR),
    # binomial tails
    (f"{TAIL} <= 1", (*P, *N0)),
    (f"{TAIL} >= 0", (*P, *N0)),
    (f"{TAIL} < 1", (*P, "0 < m", "m < n")),
    (f"{TAIL} > 0", (*P, "0 < m", "m < n")),
    (
        f"{TAIL} <= exp(-n*(m/n*log(m/n/p) + (1-m/n)*log((1-m/n)/(1-p))))",
        (*P, "0 < m", "m < n", "m <= n*p"),
    ),
    ("binomial(n*q, n, p) <= exp(-2*n*(p-q)^2)", ("0 < q", "q < p", "p < 1", "n >= 1")),
    ("binomial(0, n, p) == (1-p)^n", (*P, *N1)),
    ("binomial(n - m, n, p) == binomial(-m + n, n, p)", (*P, *N0)),
    ("binomial(0, n, p) <= exp(-n*p)", (*P, *N1)),
    (f"{TAIL}^2 <= {TAIL}", (*P, *N0)),
    (f"sum(k, 0, n, {TAIL}) == (n+1)*{TAIL}", (*P, *N0)),
    (f"sum(k, 1, n, {TAIL}/n) == {TAIL}", (*P, *N1)),
)
STEPS = ("1/1000", "-1/1000")
WORDS = {"sum", "prod", "binomial", "exp", "log", "max", "min"}
NAME, NUMERAL = r"(?<![\w.])[a-z]\w*", r"(?<![\w.^])\d+(?![\w.])"
WHOLE = (0, 0, 1, 1, 2, 2, 3, 4, 5, 7, 12, 40, 300, 301, 400)
REALS = (
    *("0", "1", "-1", "1/2", "2", "1/3", "3/2", "-1/2", "1/1000", "-1/1000", "999/1000"),
    *("1/100", "1/20", "-1/20", "20", "-20", "5", "-3", "9/10", "2/5", "3/5", "1001/1000"),
)
POINTS = 160


@dataclass(frozen=True)
class Changed:
    """A statement, how it was changed, and a point at which it is false."""

    text: str
    assume: tuple[str, ...]
    how: str
    at: dict[str, Fraction]

    @property
    def claim(self) -> Claim:
        """The claim."""
        return parse(self.text, assume=self.assume)


def changes(text: str, assume: tuple[str, ...]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The statement changed at one place."""
    left, relation, right = re.split(r" (<=|>=|==|<|>) ", text)
    turned = {"<=": (">=", ">"), ">=": ("<=", "<"), "<": (">",), ">": ("<",), "==": ("<", ">")}
    for other in turned[relation]:
        yield "turned", f"{left} {other} {right}", assume
    for step in STEPS:
        yield "off", f"{left} {relation} {right} + ({step})", assume
        yield "off", f"({left})*(1 + ({step})) {relation} {right}", assume
    for k, premise in enumerate(assume):
        rest = (*assume[:k], *assume[k + 1 :])
        yield "dropped", text, rest
        a, sign, b = re.split(r" (<=|>=|<|>) ", premise)
        yield "dropped", text, (*rest, f"{a} {sign[0]}= {b} {'-' if sign[0] == '>' else '+'} 1")
    for pattern, others in ((NUMERAL, None), (NAME, ("k", "n", "m", "p", "x"))):
        for match in re.finditer(pattern, text):
            if match[0] in WORDS:
                continue
            new = others or tuple(f"({match[0]}{s})" for s in ("+1", "-1", "+1/1000", "-1/1000"))
            before, after = text[: match.start()], text[match.end() :]
            for one in new:
                if one != match[0]:
                    yield "name" if others else "numeral", f"{before}{one}{after}", assume


def false_ones(random: Random) -> Iterator[Changed]:
    """Changed statements that are false at some point, each once, all kinds alike."""
    waiting: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    seen: set[tuple[str, tuple[str, ...]]] = set()

    def put(changed: list[tuple[str, str, tuple[str, ...]]]) -> None:
        for how, *statement in random.sample(changed, len(changed)):
            text, assume = statement
            waiting.setdefault(how, []).append((text, assume))

    for true in TRUE:
        put(list(changes(*true)))
    for kind in waiting.values():
        random.shuffle(kind)
    while waiting:
        how = random.choice(sorted(waiting))
        text, assume = waiting[how].pop()
        if not waiting[how]:
            del waiting[how]
        if (text, assume) in seen:
            continue
        seen.add((text, assume))
        found = false_at(text, assume, random)
        if found is not None:
            yield Changed(text, assume, how, found)
            put(random.sample(more := list(changes(text, assume)), min(4, len(more))))


def false_at(text: str, assume: tuple[str, ...], random: Random) -> dict[str, Fraction] | None:
    """A point at which the premises hold and the statement fails, or nothing."""
    try:
        claim, premises = parse(text, assume=assume), [parse(a) for a in assume]
    except PmlError:
        return None
    names = sorted({w for t in (text, *assume) for w in re.findall(NAME, t)} - WORDS)
    for _ in range(POINTS):
        at = {name: _drawn(name, random) for name in names}
        try:
            if all(truth(premise, at) for premise in premises) and not truth(claim, at):
                return at
        except (Undefined, ValueError, ArithmeticError, OverflowError, KeyError):
            continue
    return None


def _drawn(name: str, random: Random) -> Fraction:
    if name[0] in "knmj" and random.random() < 0.9:
        return Fraction(random.choice(WHOLE))
    if name[0] in "pqr" and random.random() < 0.8:
        return Fraction(random.randint(1, 99), 100)
    return Fraction(random.choice(REALS))


def is_proved(false: Changed, seconds: float, *, guided: bool) -> bool:
    """Whether the prover alone proves it, with or without floats that reject hopeless steps."""
    try:
        if guided:
            return prove_analytic(false.claim, budget=seconds) is not None
        with patch.object(finding, "_is_plausible", lambda *_: True):
            return prove_analytic(false.claim, budget=seconds) is not None
    except Unsupported:
        return False


def is_beyond(false: Changed) -> bool:
    """Whether the library's own evaluator cannot say that it is false there."""
    names = {w for t in (false.text, *false.assume) for w in re.findall(NAME, t)}
    try:
        at = {name: value for name, value in false.at.items() if name in names}
        return holds(false.claim, Instance({}, {}, at))
    except PmlError:
        return True


def attack(count: int, seed: int, seconds: float) -> tuple[Counter[str], list[Changed]]:
    """How many were tried, by kind, and those that were proved."""
    random, met, wrong = Random(seed), Counter[str](), list[Changed]()
    for number, false in enumerate(false_ones(random)):
        if number == count:
            break
        guided = number % 2 == 0
        met["tried"] += 1
        met["with floats to guide" if guided else "without guidance"] += 1
        met[false.how] += 1
        met["beyond the evaluator"] += is_beyond(false)
        if is_proved(false, seconds, guided=guided):
            wrong.append(false)
    return met, wrong


def main() -> int:
    """Attack, and print the numbers and whatever was proved."""
    count, seed, seconds = (*sys.argv[1:], *("2000", "0", "0.3")[len(sys.argv) - 1 :])
    met, wrong = attack(int(count), int(seed), float(seconds))
    for kind, times in met.items():
        print(f"{times:6} {kind}")  # noqa: T201
    for false in wrong:
        at = ", ".join(f"{name} = {value}" for name, value in false.at.items())
        print(f"WRONG  {' and '.join(false.assume)} => {false.text}   at {at}")  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
