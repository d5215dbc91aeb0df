"""A hypothesis "for all" that is a theorem gives rules that hold of whatever they bind.

Each rule is read on random instances, small and with many zeros: where all premises hold, of bound
priors and channels and of levels that are no measure's value, so does the conclusion.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from pmlsym.calculus.algebra import read
from pmlsym.calculus.sequent import Fact, Rule
from pmlsym.calculus.tensor import Tensor
from pmlsym.claim_text.question import parse
from pmlsym.evaluators.exact import ExactAlgebra
from pmlsym.lowering.sequents import lowered_sequents
from pmlsym.model.entries import nest
from pmlsym.model.instance import Instance
from tests.examples import examples

THEOREMS = (
    "forall P: pml(P, W) <= ldp(W)",
    "forall P: pml(P, W >> V) <= pml(P, W)",
    "forall P with fullsupport(P): maxleak(W) <= maxleak(P, W)",
    "forall P: maxleak(P, W) <= pml(P, W)",
    "forall P: ldp(P, W) <= pml(P, W) - density_min(P, W)",
    "forall A: uleak(P, W, A) <= pml(P, W)",
    "forall G: worst_gleak(P, W, G) <= pml(P, W)",
    "forall P with pmin(P) >= 1/3: pml(P, W) <= log(3)",
    "forall V: X -> X: ldp(V >> W) <= ldp(V)",
    "forall V: ldp(W >> V) <= ldp(W)",
    "forall P: pml(P, W) >= 0",
    "forall P: not pml(P, W) < 0",
    "forall P: hmin(P) <= log(size(X)) and pml(P, W) <= ldp(W)",
    "forall P with deterministic(P): pml(P, W) <= 0",
    "forall P: uniform(P) and maxleak(W) <= 0 => pml(P, W) <= 0",
    "forall P: pml(P, W) <= ldp(W) - hmin(P) + log(size(X))",
    "forall P: lip(P, W) <= ldp(P, W)",
    # at an outcome, which may not occur, whatever the prior or for some priors
    "forall A: uleak(P, W, A, y) <= pml(P, W, y)",
    "forall G: worst_gleak(P, W, G, y) <= pml(P, W, y)",
    "forall P: uleak(P, W, A, y) <= ldp(W)",
    "forall P: dynleak(P, W, y) <= pml(Q, W) + ldp(W)",
    "forall P: pml(P, W, y) <= ldp(W)",
    # an entry has a value at every outcome
    "forall P: P[x] >= 1/3 => pml(P, W, y) <= ldp(W)",
    "forall P: (P >> W)[y] >= 1/4 => pml(P, W, y) <= log(4)",
    # what is bound inside
    "forall V: (sup P: pml(P, W >> V)) <= ldp(W)",
)
LEVELS = tuple(map(Fraction, ("1/4", "1/2", "2/3", "1", "4/3", "3/2", "2", "3", "4", "9")))


def _row(rng: Random, count: int) -> list[Fraction]:
    weights = [rng.choice((0, 0, 1, 1, 2, 3)) for _ in range(count)]
    weights[rng.randrange(count)] += 1
    return [Fraction(w, sum(weights)) for w in weights]


def random_entries(rng: Random, tensor: Tensor, sizes: dict[str, int]) -> object:
    """Random entries with what the tensor declares."""
    few = (0, 1) if tensor.is_at_most_one or tensor.indicator else (0, 1, 1, 2)
    shape = [sizes[a] for a in tensor.alphabets]
    if not tensor.alphabets:
        return rng.choice([t for t in LEVELS if t <= 1 or not tensor.is_at_most_one])
    places = [*product(*map(range, shape))]
    table = {at: Fraction(rng.choice(few)) for at in places}
    kept = [k for k in range(len(shape)) if k not in tensor.stochastic]
    if tensor.stochastic:
        for row in product(*(range(shape[k]) for k in kept)):
            own = [at for at in places if tuple(at[k] for k in kept) == row]
            table |= dict(zip(own, _row(rng, len(own)), strict=True))
    return nest([table[at] for at in places], shape)


def rule_holds(fact: Fact, instance: Instance) -> bool:
    """Whether a fact holds at all letters of an instance."""
    entries = read(fact.polynomial, ExactAlgebra(instance)).entries
    signs = {">=": lambda e: e >= 0, ">": lambda e: e > 0, "==": lambda e: e == 0}
    return all(map(signs[fact.relation], entries))


def tensors_of(rule: Rule) -> list[Tensor]:
    """The tensors of which an instance has entries."""
    every = {t for fact in rule.facts for t in fact.polynomial.tensors}
    return sorted(t for t in every if not (t.is_delta or t.is_size or t.is_term))


@pytest.mark.parametrize("text", THEOREMS)
def test_a_theorem_as_a_hypothesis_gives_rules_that_hold(text: str) -> None:
    found = [*lowered_sequents(parse(f"({text}) => ldp(W) <= 0"))]
    rules = [rule for each in found for rule in each.sequent.rules]
    assert rules and not any(each.unread for each in found)
    for rule in rules:
        rng, met = Random(text), 0
        alphabets = {a for fact in rule.facts for t in fact.polynomial.tensors for a in t.alphabets}
        alphabets |= {i.alphabet for fact in rule.facts for i in fact.indices}
        alphabets |= {t.counted for f in rule.facts for t in f.polynomial.tensors if t.is_size}
        for _ in range(examples(300)):
            sizes = {a: rng.choice((1, 2, 2, 3)) for a in alphabets}
            tensors = {t.name: random_entries(rng, t, sizes) for t in tensors_of(rule)}
            instance = Instance(sizes, tensors)
            if all(rule_holds(premise, instance) for premise in rule.premises):
                met += 1
                assert rule_holds(rule.conclusion, instance), (str(rule.conclusion), instance)
        assert met >= 3
