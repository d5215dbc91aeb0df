"""Lowering says what the claim says: tried on exact instances, without any prover.

Where a claim is false by the definitions, some sequent of it has all its facts true and its goal
false when every level has the measure's exact value; where it is true, its facts can hold. Each
measure is met in every place, against numbers at, just below and just above its value; each
operator in claims of every shape. What was met is counted, and the tests fail where that was
little; tests/soundness/test_spoilt_lowering.py shows that they fail when lowering is spoilt. The
full run, and with it how often each measure and each operator was met:

    pytest -m slow -rP tests/soundness/test_lowering.py
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from random import Random

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.claim_text.writing import write
from pmlsym.claims.evaluation import evaluate
from pmlsym.claims.open_orders import order_letters
from pmlsym.errors import AlphabetMismatch, OutOfDomain, PmlError, Unsupported
from pmlsym.language.building import equal, implies, log
from pmlsym.language.fold import walk
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Condition,
    Constant,
    Extreme,
    Measure,
    Quantity,
    Scalar,
)
from pmlsym.measures.every import MEASURES
from pmlsym.measures.notion import Word
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Infinite, exp_of, rational
from tests.examples import share_of, some_of
from tests.soundness.hostile_instances import hostile_instances
from tests.soundness.lowered_truth import Lowering
from tests.soundness.near_truth import near, true_statements
from tests.soundness.random_claims import SETTINGS, Drawing, drawn, random_claim

Met = Counter[tuple[str, str]]

C, NEVER = Scalar("c"), Constant(Fraction(1)) <= 0
PLACES: dict[str, Callable[[Quantity], Claim]] = {
    "goal, from above": lambda m: m <= C,
    "goal, from below": lambda m: m >= C,
    "goal, strictly from above": lambda m: m < C,
    "goal, strictly from below": lambda m: m > C,
    "goal, equal": lambda m: equal(m, C),
    "hypothesis, from above": lambda m: implies(m <= C, NEVER),
    "hypothesis, from below": lambda m: implies(m >= C, NEVER),
    "hypothesis, strictly": lambda m: implies(m < C, NEVER),
    "log, from above": lambda m: m <= log(C),
    "log, from below": lambda m: log(C) <= m,
}
"""A measure against a number, in every place that it can have."""

NO_LOWER_BOUND = {"goal, strictly from above"}
NOT_ASSUMED = {"goal, strictly from above", "goal, strictly from below"}
NOT_LOWERED = {
    "rho(P, W)": {*PLACES},  # parts of priors: test_contraction_forms.py
    "zcdp(W)": {*PLACES},  # orders that are letters: test_every_order.py
    "dpzcdp(W)": {*PLACES},
    "aleak(P, W, alpha)": {"goal, strictly from above", "goal, strictly from below"},
    "alphalift(P, W, y, alpha)": {"goal, strictly from above", "goal, strictly from below"},
    "eml(P, W, delta)": NO_LOWER_BOUND,
    "eml(P, U | W, delta)": NO_LOWER_BOUND,
    "maxinfo(P, W, delta)": NO_LOWER_BOUND,
    "maxleak(P, U | W)": NO_LOWER_BOUND,
    "eta[f](W)": {*NO_LOWER_BOUND, "log, from above"},
    "tail(P, W, eps)": {"log, from above"},
    "tail(P, U | W, eps)": {"log, from above"},
    "worst_tail(P, U | W, eps)": {"log, from above"},
    "V[G](P, W, y)": {"log, from above", "log, from below"},
    "worst_gleak(P, W, G)": NOT_ASSUMED,
    "worst_gleak(P, W, G, y)": NOT_ASSUMED,
    "L[G](P, W)": NOT_ASSUMED,
    "worst_costleak(P, W, G)": NOT_ASSUMED,
    "worst_costleak(P, W, G, y)": NOT_ASSUMED,
    "ucostleak(P, W, A)": NOT_ASSUMED,
    "ucostleak(P, W, A, y)": NOT_ASSUMED,
}
"""Where a measure has no level form: the largest of many sums has no bound from below, and a
difference of measures that can be infinite is not assumed. A hypothesis without one is left out."""

AT_SOME_ORDERS = {"D[alpha](P || Q)", "rdp(W, alpha)", "dprdp(W, alpha)", "H[alpha](P)",
                  "H[alpha](P | W)", "aleak(P, W, alpha)"}  # fmt: skip
"""Measures that lack forms at the order 0, or below 1."""

OPERATORS = (
    *("Sum", "Product", "Division", "Exponential", "Logarithm", "max", "min"),
    *("Conjunction", "Disjunction", "Negation", "Implication"),
    *("fullsupport", "uniform", "deterministic"),
    *("<=", ">=", "<", ">", "==", ">>", "&", "|", "outcome", "product prior"),
)


def met_on(claim: Claim, instances: Iterator[Instance], met: Counter[str]) -> None:
    """Count what was met. Fails at a hole; raises Unsupported where there is no level form."""
    lowering = Lowering(claim)
    for instance in instances:
        try:
            for outcome, branch in lowering.met(instance):
                assert not outcome.startswith("hole"), (write(claim), outcome, branch, instance)
                met[outcome] += 1
        except Unsupported:
            met["beyond exact arithmetic"] += 1


def around(quantity: Quantity, place: str, seed: int, count: int) -> Iterator[Instance]:
    """Instances with c, or log c, at the quantity's value, a thousandth below, and above."""
    left = count
    for instance in hostile_instances(PLACES[place](quantity), seed, 6 * count):
        try:
            value = evaluate(quantity, instance)
        except (OutOfDomain, Unsupported):
            continue
        if isinstance(value, Infinite):
            numbers = [rational(40), rational(Fraction(1, 40))]
        elif place.startswith("log"):
            numbers = [exp_of(value) * rational(Fraction(k, 1000)) for k in (999, 1000, 1001)]
        else:
            numbers = [value + rational(Fraction(k, 1000)) for k in (-1, 0, 1)]
        for c in numbers:
            yield replace(instance, scalars={**instance.scalars, "c": c})
        left -= 1
        if not left:
            return


def measures_in_places(
    seed: int, settings: int, instances: int, words: Sequence[Word] = MEASURES
) -> tuple[dict[str, Met], set[tuple[str, str]]]:
    """What was met of the measures in each place, and the places where one has no level form."""
    met = {"false": Met(), "true": Met()}
    done, refused = set(), set()
    for word in words:
        rng = Random(f"{seed} {word}")  # whatever other measures there are
        for quantity in [*quantities(rng, word)][:settings]:
            for place, shape in PLACES.items():
                claim, found = shape(quantity), Counter[str]()
                try:
                    met_on(claim, around(quantity, place, rng.randrange(10**9), instances), found)
                except AlphabetMismatch:
                    continue
                except Unsupported:
                    refused.add((str(word), place))
                    continue
                done.add((str(word), place))
                met["false"][str(word), place] += found["false"]
                met["true"][str(word), place] += found["true"] + found["true at infinity"]
    return met, refused - done


def quantities(rng: Random, word: Word) -> Iterator[Quantity]:
    """The measure with arguments of every setting that fits it."""
    for setting in SETTINGS:
        quantity = drawn(Drawing(rng, (setting,)), word)
        if quantity is not None:
            yield quantity


def require_each(
    met: dict[str, Met],
    least: int,
    words: Sequence[Word] = MEASURES,
    lacking: Collection[tuple[str, str]] = (),
) -> None:
    """Print what was met; fail where a measure or a place was met too rarely.

    `lacking` are the measures and places without a form.
    """
    for outcome, found in met.items():
        for word in words:
            open_places = set(PLACES) - NOT_LOWERED.get(str(word), set())
            open_places -= {place for own, place in lacking if own == str(word)}
            counts = {place: found[str(word), place] for place in open_places}
            sys.stdout.write(f"{word}: {outcome} {sum(counts.values())} times\n")
            enough = str(word) in AT_SOME_ORDERS or sum(counts.values()) >= least * len(counts)
            assert enough, (outcome, str(word), counts)
        for place in PLACES:
            of_place = sum(n for (_, where), n in found.items() if where == place)
            never = outcome == "true" and ("hypothesis" in place or "strictly" in place)
            assert never or of_place >= len(words) // 3 * least, (outcome, place, of_place)


@pytest.mark.seconds
def test_every_measure_in_every_place() -> None:
    words = some_of(MEASURES)
    met, refused = measures_in_places(1, 1, 2, words)
    known = {(word, place) for word in NOT_LOWERED for place in NOT_LOWERED[word]}
    assert {each for each in refused if each[0] not in AT_SOME_ORDERS} <= known
    require_each(met, 1, words, refused)


@pytest.mark.slow
@pytest.mark.processor_seconds(3600)
@pytest.mark.parametrize("seed", range(2, 6))
def test_every_measure_in_every_place_with_every_argument(seed: int) -> None:
    met, refused = measures_in_places(seed, len(SETTINGS), 2)
    assert refused == {(word, place) for word in NOT_LOWERED for place in NOT_LOWERED[word]}
    require_each(met, 2)


def operators(claim: Claim) -> set[str]:
    """The operators of a claim, those of its priors and channels included."""
    found = set()
    for part in walk(claim):
        found.add(type(part).__name__)
        match part:
            case Comparison(_, relation, _):
                found.add(relation)
            case Extreme(_, is_maximum):
                found.add("max" if is_maximum else "min")
            case Measure(text=text):
                found |= {sign for sign in (">>", "&", "|") if f" {sign} " in text}
                found |= {"outcome"} if part.free else set()
                found |= {"product prior"} if "L & M" in text else set()
            case Condition(_, kind):
                found.add(kind)
    return found


def operators_met(claims: Iterator[Claim], seed: int, instances: int) -> tuple[Met, Counter[str]]:
    """What was met of each operator, and in all."""
    met, total = Met(), Counter[str]()
    for number, claim in enumerate(claims):
        found = Counter[str]()
        if order_letters(claim):  # its cases are about letters that no instance has
            continue
        try:
            met_on(claim, hostile_instances(claim, seed + number, instances), found)
        except Unsupported:
            total["no level form"] += 1
            continue
        except PmlError:
            continue
        total.update(found)
        met.update({(name, o): n for name in operators(claim) for o, n in found.items()})
    for name in OPERATORS:
        times = f"false {met[name, 'false']} times, true {met[name, 'true']} times"
        sys.stdout.write(f"{name}: {times}\n")
    sys.stdout.write(f"in all: {dict(total)}\n")
    return met, total


def any_claims(seed: int, count: int) -> Iterator[Claim]:
    """Random claims of every shape, and true statements changed at one or two places."""
    rng = Random(seed)
    for number in range(count):
        if number % 3:
            yield random_claim(rng)
            continue
        try:
            yield near(rng, rng.choice(true_statements()))[1].claim
        except PmlError:
            continue


DIVIDED = (
    "1/pmin(P) <= 3",
    "tv(P, W)/(1 + tv(P, W)) <= 1/5",
    "(1 + tv(P, W))/2 <= 3/5",
    "pml(P, W) <= log(9/10/pmin(P))",
    "size(X)/2 <= maxleak(W) + 1",
)
"""Random claims with a quotient seldom have a level form."""

CONDITIONED = tuple(
    claim
    for condition in ("fullsupport(P)", "uniform(P)", "deterministic(W)")
    for claim in (
        f"{condition} => maxleak(W) <= log(4/3)",
        f"pml(P, W) <= log(3/2) => {condition}",
        f"not {condition} => pml(P, W) <= log(3/2)",
        f"{condition} or maxleak(P, W) <= log(4/3)",
        f"{condition} => tv(P, W) <= 1/8",
    )
)
"""Where hostile instances meet a condition, and where they do not."""


JOINED = (
    "pml(L & M, C) <= log(3/2)",
    "pml(L & M, C) >= log(5/4)",
    "maxleak(L & M, C) <= log(4/3)",
    "tv(L & M, C) <= 1/4",
)
"""Few random claims have a product of priors, and most of these are false."""


SMALLER = (
    "min(pml(P, W), maxleak(P, W)) <= log(5/4)",
    "min(tv(P, W), pml(P, W)) <= 1/8",
    "1/8 <= min(tv(P, W), maxleak(P, W))",
)
"""Nor have many random claims a minimum that makes them false."""


@pytest.mark.seconds
def test_every_operator() -> None:
    joined = (parse(text, lets=("L: D", "M: E", "C: D, E -> Y")) for text in JOINED)
    listed = (*map(parse, (*DIVIDED, *CONDITIONED, *SMALLER)), *joined)
    met, total = operators_met(chain(any_claims(13, share_of(420)), listed), 3, 6)
    assert total["false"] >= share_of(250) and total["true"] >= share_of(500), total
    for name in OPERATORS:
        assert min(met[name, "false"], met[name, "true"]) >= 2, (name, met)


@pytest.mark.slow
@pytest.mark.processor_seconds(3600)
@pytest.mark.parametrize("seed", range(2, 8))
def test_every_operator_many_times(seed: int) -> None:
    met, total = operators_met(any_claims(seed, 3000), 10**6 * seed, 6)
    assert total["false"] >= 2000 and total["true"] >= 2000, total
    for name in OPERATORS:
        assert min(met[name, "false"], met[name, "true"]) >= 30, (name, met)
