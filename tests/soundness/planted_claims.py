"""False claims with something wrong planted: uses, a supremum, a hypothesis, a witness, a lemma.

    uses         A(W^&n) <= n*B(W), of random measures, one letter for n letters, a hypothesis more
    joint        two comparisons about n, of which one may be infinite: what a step assumes of both
    supremum     b <= (sup P: a), where what the supremum is lies below b
    attained     exists P: a >= b, where a supremum b is not attained
    witness      the same with a witness that does not attain it either
    for all      (forall P: a <= eps) => c, where c asks for more than that
    equation     P == Q >> K => a <= b, of measures of P and of Q, which K makes other ones
    in turn      releases one after the other, too little known of two, or allowed of all
    lemma        a false law of two channels, offered to the search as a lemma

Each is false on an exact instance, which is found before the prover is asked. Of a claim about n
uses it is one of the claim with a number in the place of n, read from its text; of one with a
supremum, one of the claim with what the supremum is known to be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import holds
from pmlsym.claims.subjects import subjects
from pmlsym.errors import PmlError
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import log_of, rational
from tests.exact_instances import CHANNEL_KINDS, PRIOR_KINDS, exact_channel, exact_prior

INSTANCES = 6
"""Exact instances on which a claim is looked at before another is made."""


@dataclass(frozen=True)
class Planted:
    """A claim, what is wrong with it, and a text that is false wherever it is."""

    kind: str
    text: str
    false: str
    lets: tuple[str, ...] = ()
    witness: str = ""


def planted(seed: int) -> Iterator[Planted]:
    """Claims that are false on an instance, one after the other."""
    rng = Random(seed)
    while True:
        claim = rng.choice(KINDS)(rng)
        if any(_is_false(claim, rng) for _ in range(INSTANCES)):
            yield claim


def _is_false(claim: Planted, rng: Random) -> bool:
    try:
        read = parse(claim.false, lets=_used(claim.lets, claim.false))
        about = subjects(read)
        sizes = {name: rng.choice((2, 2, 3)) for name in about.alphabets}
        tensors: dict[str, object] = {}
        for tensor in about.tensors:
            counts = [sizes[name] for name in tensor.alphabets]
            if len(counts) == 1:
                tensors[tensor.name] = exact_prior(rng, counts[0], rng.choice(PRIOR_KINDS))
            else:
                kind = rng.choice(CHANNEL_KINDS)
                tensors[tensor.name] = exact_channel(rng, counts[0], counts[1], kind)
        scalars = {name: _number(rng, domain) for name, domain in about.scalars.items()}
        return not holds(read, Instance(sizes, tensors, scalars))
    except PmlError:  # no value there, or no claim at all
        return False


def _used(lets: Iterable[str], text: str) -> tuple[str, ...]:
    """The declarations of what a text speaks of."""
    words = set(re.findall(r"\w+", text))
    return tuple(let for let in lets if let[0] in words)


def _number(rng: Random, domain: str) -> object:
    if domain == "probability":
        return rational(Fraction(rng.randrange(0, 5), 4))
    if domain == "nonnegative" or rng.random() < 0.6:
        return log_of(Fraction(rng.randrange(4, 17), 4))
    return rational(Fraction(rng.randrange(-4, 9), 4))


OF_CHANNEL = ("ldp({W})", "maxleak({W})", "capacity({W})")
OF_BOTH = ("pml({P}, {W})", "maxleak({P}, {W})", "mi({P}, {W})", "tv({P}, {W})", "lip({P}, {W})",
           "costleak({P}, {W})", "ldp({P}, {W})")  # fmt: skip
USED = {"one": ("P", "W^&n"), "own": ("P^n", "W^n"), "cascade": ("P", "W^>>n")}
FACTORS = ("n", "(n - 1)", "(n + 1)/2", "n/2", "1", "2", "(2*n - 2)")
MORE = ("", "", "", " - 1/100", " + (1 - n)*ldp(W)", " + 0*ldp(W)", " - (n - 1)/1000")


def _measure(rng: Random, prior: str, channel: str) -> str:
    return rng.choice(OF_CHANNEL + OF_BOTH).format(P=prior, W=channel)


def _comparison(rng: Random) -> str:
    prior, channel = USED[rng.choice(("one", "one", "own", "cascade"))]
    left, right = _measure(rng, prior, channel), _measure(rng, "P", "W")
    relation = rng.choice(("<=", "<=", "<=", "<", ">=", "=="))
    return f"{left} {relation} {rng.choice(FACTORS)}*{right}{rng.choice(MORE)}"


def _at_a_number(rng: Random, kind: str, text: str) -> Planted:
    times = rng.choice(("1", "2", "2", "3"))
    return Planted(kind, text, re.sub(r"\bn\b", times, text))


def _uses(rng: Random) -> Planted:
    text = _comparison(rng)
    if rng.random() < 0.3:
        measure = _measure(rng, "P", "W")
        text = text.replace(measure, "eps") if measure in text else text
        text = f"{measure} <= eps => {text}"
    if rng.random() < 0.2:
        text = f"n >= {rng.choice('23')} and ldp(W) >= 0 => {text}"
    return _at_a_number(rng, "uses", text)


def _joint(rng: Random) -> Planted:
    joint = rng.choice((" and ", " and ", " and ", " or "))
    return _at_a_number(rng, "joint", f"{_comparison(rng)}{joint}{_comparison(rng)}")


SUPREMA = (
    ("P", "pml(P, W)", "ldp(W)"),
    ("P with fullsupport(P)", "pml(P, W)", "capacity(W)"),
    ("P", "maxleak(P, W)", "maxleak(W)"),
    ("V", "pml(Q, W >> V)", "pml(Q, W)"),
    ("V", "mi(Q, W >> V)", "mi(Q, W)"),
    ("A", "uleak(Q, W, A)", "pml(Q, W)"),
    ("G", "worst_gleak(Q, W, G)", "pml(Q, W)"),
)
LARGER = ("ldp(W)", "2*pml(Q, W)", "maxleak(W)", "ldp(W) + 1/100", "pml(Q, W) + 1/1000", "1",
          "capacity(W)", "maxleak(W) + tv(Q, W)", "hmin(Q)", "log(size(X))")  # fmt: skip
LETS = ("Q: X", "W: X -> Y")


def _supremum(rng: Random) -> Planted:
    bound, body, value = rng.choice(SUPREMA)
    other, turned = rng.choice(LARGER), rng.random() < 0.6
    supremum = f"(sup {bound}: {body})"
    pairs = (other, supremum), (other, value)
    text, false = (f"{a} <= {b}" if turned else f"{b} <= {a}" for a, b in pairs)
    return _declared("supremum", text, false)


def _attained(rng: Random) -> Planted:
    return _declared("attained", *_texts_of_attained(rng))


def _texts_of_attained(rng: Random) -> tuple[str, str]:
    """No prior attains these at a channel without zeros that tells letters apart."""
    bound, body, value = rng.choice(SUPREMA[:2])
    own = bound.partition(" ")[0]
    within = bound.partition(" ")[2]
    more = rng.choice(("", " + 0", " - 0*ldp(W)", " + tv(Q, W)"))
    text = f"exists {own} {within}: {body} >= {value}{more}".replace(" :", ":")
    hypothesis = rng.choice(("ldp(W) > 0", "ldp(W) <= 3 and ldp(W) > 0", "mi(Q, W) > 0"))
    return f"{hypothesis} => ({text})", f"{hypothesis} => ldp(W) > 3"


def _with_witness(rng: Random) -> Planted:
    """The claim itself, or that some attribute tells more than all of them, with a witness."""
    if rng.random() < 0.5:
        text, false = (f"mi(Q, W) >= 0 => {each}" for each in _texts_of_attained(rng))
        return Planted("witness", text, false, LETS, "P = Q")
    more, bound = rng.choice((" + 1/100", " + mi(Q, W)", "*2")), rng.choice(("pml(Q, W)", "ldp(W)"))
    text = f"mi(Q, W) > 0 => (exists A: uleak(Q, W, A) >= {bound}{more})"
    return Planted("witness", text, "mi(Q, W) > 0 => mi(Q, W) > 5", LETS, "A = W")


def _equation(rng: Random) -> Planted:
    sides = (("P", "W"), ("Q >> K", "W"), ("Q", "K >> W"), ("Q", "K"))
    left, right = (_measure(rng, *rng.choice(sides)) for _ in range(2))
    body = (
        f"{left} {rng.choice(('<=', '<=', '<', '=='))} {right}{rng.choice(('', ' - 1/100', '/2'))}"
    )
    made = re.sub(r"\bP\b", "Q >> K", body)
    text = f"P == Q >> K => {body}"
    lets = _used(("P: X", "Q: Z", "K: Z -> X", "W: X -> Y"), text)
    return Planted("equation", text, made, lets)


def _for_all(rng: Random) -> Planted:
    bound, body, value = rng.choice(SUPREMA)
    conclusion = f"{rng.choice(LARGER)} <= eps{rng.choice(('', ' - 1/1000', '/2'))}"
    text = f"(forall {bound}: {body} <= eps) => {conclusion}"
    return _declared("for all", text, f"{value} <= eps => {conclusion}")


SEPARATE = {"W": "W: X -> Y", "V": "V: X -> Z", "U": "U: X -> T"}


def _in_turn(rng: Random) -> Planted:
    """Releases of one letter, of which too little is known of two, or too little is allowed."""
    names = list(SEPARATE)[: rng.choice((2, 3))]
    all_of_them = " & ".join(names)
    kind = rng.choice(("at P", "a term missing", "the largest", "uniform"))
    every = [f"(forall Q: pml(Q, {name}) <= e{k})" for k, name in enumerate(names)]
    known = [f"ldp({name})" for name in names]
    numbers = [f"e{k}" for k, _ in enumerate(names)]
    premise = ""
    if kind == "at P":  # of two of them
        for k in rng.sample(range(len(names)), 2):
            every[k] = f"pml(P, {names[k]}) <= e{k}"
            known[k] = f"pml(P, {names[k]})"
    if kind == "uniform":
        every = [each.replace("Q:", "Q with uniform(Q):") for each in every]
        known = [f"pml(R, {name})" for name in names]
        premise = "uniform(R) => "
    if kind == "a term missing":
        k = rng.randrange(len(names))
        known, numbers = known[:k] + known[k + 1 :], numbers[:k] + numbers[k + 1 :]
    most = "max({})" if kind == "the largest" else "{}"
    sign = ", " if kind == "the largest" else " + "
    left = f"pml(P, {all_of_them}) <= "
    text = " and ".join(every) + f" => {left}{most.format(sign.join(numbers))}"
    false = f"{premise}{left}{most.format(sign.join(known))}"
    return Planted("in turn", text, false, tuple(SEPARATE[name] for name in names))


def _declared(kind: str, text: str, false: str) -> Planted:
    return Planted(kind, text, false, _used(LETS, text + false))


def _lemma(rng: Random) -> Planted:
    joined = rng.choice(("W & V", "W >> V"))
    lets = ("W: X -> Y", "V: X -> Z" if "&" in joined else "V: Y -> Z")
    left = _measure(rng, "P", joined)
    terms = [_measure(rng, "P", "W")]
    if rng.random() < 0.6:
        terms.append(rng.choice(OF_CHANNEL).format(W="V"))
    text = f"{left} {rng.choice(('<=', '<=', '>='))} {' + '.join(terms)}"
    return Planted("lemma", text, text, lets)


Make = Callable[[Random], Planted]
KINDS: Sequence[Make] = (
    *(_uses, _uses, _joint, _supremum, _attained),
    *(_with_witness, _for_all, _equation, _lemma, _lemma, _in_turn),
)
