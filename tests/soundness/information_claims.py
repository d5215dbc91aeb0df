"""Random claims about informations and divergences, in every place that a quantity can have.

They stand beside leakages, logarithms, exponentials and numbers, on either side, as goals and as
premises, with coefficients, products, maxima, negations and alternatives; two measures that are
often infinite meet in one comparison. Many are false, and false only where something is infinite.
"""

from __future__ import annotations

from random import Random

from pmlsym.claim_text.question import parse
from pmlsym.errors import PmlError
from pmlsym.language.nodes import Claim

FUNCTIONS = ("kl", "chi2", "tv", "H2", "js", "lc")
DIVERGENCES = (*FUNCTIONS, "0", "1/2", "1", "2", "3", "inf", "E(2)", "E(5/4)")
INFORMATIONS = (*FUNCTIONS, "1/2", "1", "2", "inf")
PAIRS = (
    *("P || Q",) * 4,
    *("Q || P",) * 2,
    "P >> W || Q >> W",
    "P >> W || Q >> V",
    "P >> S || P",
    "P || P >> S",
    "P || P",
)
OBSERVED = (
    *("P, W",) * 5,
    *("P, W >> V",) * 2,
    "Q, W",
    "P >> S, W",
    "P, S",
    "P >> W, V",
    "P, W & V",
    "J, C",
)
LETS = ("W: X -> Y", "V: Y -> Z", "S: X -> X", "P: X", "Q: X", "J: A, B", "C: A, B -> Y")
OTHERS = ("pml", "maxleak", "ldp", "lip", "density_min", "costleak", "expected_pml",
          "expected_costleak", "maxcost")  # fmt: skip
ROWS = ("W", "W", "W >> V", "S")
NUMBERS = ("0", "1", "2", "1/2", "1/3", "-1", "3/2")
SCALARS = ("eps", "c", "s")
RELATIONS = ("<=", "<=", "<=", ">=", "<", ">", "==")


def lets_of(text: str) -> tuple[str, ...]:
    """What declares the names of the text."""
    names = set("".join(c if c.isalnum() else " " for c in text).split())
    return tuple(one for one in LETS if one.partition(":")[0] in names)


def random_text(rng: Random) -> str:
    """The text of a claim."""
    kind = rng.random()
    if kind < 0.35:
        return _comparison(rng)
    if kind < 0.7:
        return f"({_comparison(rng)}) => ({_comparison(rng)})"
    if kind < 0.78:
        return f"({_comparison(rng)} and {_comparison(rng)}) => ({_comparison(rng)})"
    if kind < 0.86:
        return f"({_comparison(rng)}) or ({_comparison(rng)})"
    if kind < 0.92:
        return f"not ({_comparison(rng)})"
    if kind < 0.96:
        return f"({rng.choice(CONDITIONS)}) => ({_comparison(rng)})"
    return f"({_comparison(rng)} or {_comparison(rng)}) => ({_comparison(rng)})"


CONDITIONS = ("fullsupport(P)", "uniform(P)", "deterministic(W)", "not fullsupport(P)")


def random_claim(rng: Random) -> Claim:
    """A claim that can be read."""
    while True:
        text = random_text(rng)
        try:
            return parse(text, lets=lets_of(text))
        except PmlError:
            continue


def _comparison(rng: Random) -> str:
    left, right = _side(rng), _side(rng)
    if rng.random() < 0.1:
        right = rng.choice((f"{left} - 1", f"{left} + {_measure(rng)}", f"2*({left})", left))
    return f"{left} {rng.choice(RELATIONS)} {right}"


def _side(rng: Random) -> str:
    kind = rng.random()
    if kind < 0.34:
        return _measure(rng)
    if kind < 0.48:
        return _number(rng)
    return rng.choice(SHAPES)(rng)


SHAPES = (
    lambda rng: f"{_number(rng)} + {_measure(rng)}",
    lambda rng: f"{_number(rng)} - {_measure(rng)}",
    lambda rng: f"{_measure(rng)} + {_measure(rng)}",
    lambda rng: f"{_measure(rng)} - {_measure(rng)}",
    lambda rng: f"{rng.choice(NUMBERS)}*{_measure(rng)} + {_measure(rng)}",
    lambda rng: f"-{_measure(rng)}",
    lambda rng: f"log({_measure(rng)})",
    lambda rng: f"log(1 + {_measure(rng)})",
    lambda rng: f"log(1 - {_measure(rng)})",
    lambda rng: f"log({_number(rng)}) - {_measure(rng)}",
    lambda rng: f"log({_number(rng)})",
    lambda rng: f"-log({_plain(rng)})",
    lambda rng: f"log({_plain(rng)}) + {_measure(rng)}",
    lambda rng: f"log(2*{_plain(rng)} + {_measure(rng)}) + {_measure(rng)}",
    lambda rng: f"exp({_measure(rng)}) - 1",
    lambda rng: f"exp(-{_measure(rng)})",
    lambda rng: f"1 - exp(-{_measure(rng)})",
    lambda rng: f"exp({_number(rng)})",
    lambda rng: f"{_measure(rng)}*{_measure(rng)}",
    lambda rng: f"{_plain(rng)}*{_measure(rng)}",
    lambda rng: f"{_plain(rng)}*exp({_measure(rng)})",
    lambda rng: f"{_measure(rng)}/{_plain(rng)}",
    lambda rng: f"log({_measure(rng)}/{_plain(rng)})",
    lambda rng: f"max({_measure(rng)}, {_measure(rng)})",
    lambda rng: f"min({_measure(rng)}, {_side(rng)})",
    lambda rng: f"max({_number(rng)}, log({_plain(rng)}))",
    lambda rng: f"min({_measure(rng)}, log({_number(rng)})) + {_measure(rng)}",
)


def _number(rng: Random) -> str:
    return rng.choice((rng.choice(NUMBERS), rng.choice(SCALARS), rng.choice(SCALARS)))


def _measure(rng: Random) -> str:
    kind = rng.random()
    if kind < 0.3:
        return f"D[{rng.choice(DIVERGENCES)}]({rng.choice(PAIRS)})"
    if kind < 0.5:
        return f"I[{rng.choice(INFORMATIONS)}]({rng.choice(OBSERVED)})"
    if kind < 0.62:
        return f"{rng.choice(('mi', 'chi2', 'tv'))}({rng.choice(OBSERVED)})"
    if kind < 0.9:
        return f"{rng.choice(OTHERS)}({rng.choice(OBSERVED)})"
    return _plain(rng)


def _plain(rng: Random) -> str:
    """A number between 0 and 1, or of letters."""
    return rng.choice(
        (
            f"eta[tv]({rng.choice(ROWS)})",
            "pmin(P)",
            "pmin(Q)",
            "size(X)",
            "size(Y)",
            f"doeblin({rng.choice(ROWS)})",
            f"tv({rng.choice(OBSERVED)})",
            f"chi2({rng.choice(OBSERVED)})",
            f"D[{rng.choice(FUNCTIONS[1:])}]({rng.choice(PAIRS)})",
        )
    )
