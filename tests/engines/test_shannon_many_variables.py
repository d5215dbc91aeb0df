"""Claims about up to twelve random variables: identities, chains, and what is not of Shannon's."""

from __future__ import annotations

from itertools import combinations
from math import comb
from random import Random

import pytest

from pmlsym.calculus.effort import Stopwatch
from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import holds
from pmlsym.engines.decide.decisions import decide
from pmlsym.engines.decide.judge import check_entropy
from pmlsym.engines.entropies.prove import prove_entropy
from pmlsym.engines.entropies.refute import refute_entropy
from pmlsym.errors import OutOfEffort
from pmlsym.evidence.entropy_dual import EntropyProof
from pmlsym.evidence.verdict import Proved, Unknown
from tests.benchmarks.shannon_random import random_claim
from tests.examples import some_of


def variables(count: int) -> list[str]:
    return [f"A{k}" for k in range(count)]


def proved(text: str, *assume: str, effort: float = 4.0) -> EntropyProof:
    """The proof, found within so much work and checked against the claim."""
    claim = parse(text, assume=assume)
    proof = prove_entropy(claim, effort=effort)
    assert proof is not None
    check_entropy(claim, proof)
    return proof


def mean(names: list[str], size: int, upto: int) -> str:
    return " + ".join(f"1/{upto}*H({','.join(chosen)})" for chosen in combinations(names, size))


@pytest.mark.parametrize("count", [8, 10, 12])
def test_a_joint_entropy_is_at_most_the_sum(count: int):
    names = variables(count)
    proof = proved(f"H({','.join(names)}) <= {' + '.join(f'H({v})' for v in names)}")
    assert len(proof.duals[0].terms) == count - 1


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("count", "size"), some_of([(8, 2), (8, 4), (8, 7), (10, 3), (10, 5), (10, 9)])
)
def test_hans_inequalities(count: int, size: int):
    """The mean of H(S) / |S| over sets of one size falls with the size [Han 1978]."""
    names = variables(count)
    less = mean(names, size, comb(count - 1, size - 1))
    more = mean(names, size + 1, comb(count - 1, size))
    proved(f"{more} <= {less}")
    if size == 2:
        assert prove_entropy(parse(f"{less} <= {more}"), effort=2) is None


@pytest.mark.seconds
@pytest.mark.parametrize("seed", ["1 6", "1 2", "1 11"])
def test_a_sum_of_elemental_inequalities_is_found_again(seed: str):
    """Of 10 to 12 variables, 14 to 58 inequalities; only the entropies that are left are shown."""
    text, count, terms = random_claim(Random(seed))
    assert count >= 10 and terms >= 14
    proved(text)


@pytest.mark.parametrize("count", [5, 8, 10, 12])
def test_processing_along_a_chain(count: int):
    names = variables(count)
    middle = f"I({names[count // 2 - 1]};{names[count // 2]})"
    chain = f"markov({', '.join(names)})"
    ends = f"I({names[0]};{names[-1]})"
    proved(f"{ends} <= {middle}", chain, effort=1)
    claim = parse(f"{ends} <= 0.999999*{middle}", assume=(chain,))
    assert prove_entropy(claim, effort=1) is None


def test_random_chains_with_functions_and_independences():
    random, found = Random(3), 0
    for _ in range(30):
        names = variables(random.randint(4, 8))
        random.shuffle(names)
        a, b, c, d = sorted(random.sample(range(len(names)), 4))
        assume = [f"markov({', '.join(names)})"]
        if random.random() < 0.5:
            assume.append(f"H({names[b]}|{names[a]}) == 0")
        proved(f"I({names[a]};{names[d]}) <= I({names[b]};{names[c]})", *assume)
        proved(f"I({names[a]},{names[b]};{names[d]}|{names[c]}) <= 0", *assume)
        if len(assume) > 1:
            found += 1
            proved(f"H({names[b]},{names[d]}|{names[a]}) <= H({names[d]}|{names[b]})", *assume)
    assert found > 5


def test_three_and_more_independent_variables():
    names = variables(6)
    proved("H(A0,A2,A5) == H(A0) + H(A2) + H(A5)", f"indep({', '.join(names)})")
    proved("H(A0,A2|A5,B) == H(A0|B) + H(A2|B)", f"indep({', '.join(names)}|B)")
    claim = parse("indep(A,B) and indep(B,C) and indep(A,C) => indep(A,B,C)")
    assert prove_entropy(claim) is None
    instance = refute_entropy(claim)
    assert instance is not None
    assert not holds(claim, instance)


MATUS = "3*I(A;B) <= 3*I(A;B|C) + 3*I(A;B|D) + 3*I(C;D) + I(A;B|C) + 6*I(B;C|A) + 6*I(A;C|B)"
"""True of all random variables [Matus 2007], and not by two copies of one each."""

BESIDE = "2*I(C;D) <= I(A;B) + I(A;C,D) + 3*I(C;D|A) + I(C;D|B) + I(E;F) + I(E;G)"
"""True [Zhang, Yeung 1998], and of too many variables for copies to be tried."""


@pytest.mark.seconds
def test_what_holds_but_not_by_two_copies_stays_open():
    assert isinstance(decide(MATUS, effort=2), Unknown)


def test_ingletons_inequality_is_false_and_not_proved():
    text = "I(A;B) <= I(A;B|C) + I(A;B|D) + I(C;D)"
    assert prove_entropy(parse(text)) is None
    assert not isinstance(decide(text, effort=2), Proved)


def test_ingletons_inequality_where_one_variable_is_a_function_of_another():
    """With H(C|A) = 0 it is a sum of informations."""
    proved("I(A;B) <= I(A;B|C) + I(A;B|D) + I(C;D)", "H(C|A) == 0")


def test_variables_that_are_never_told_apart_count_as_one():
    many = ",".join(f"B{k}" for k in range(30))
    proved(f"I(A;{many}) <= H({many})", effort=0.1)


def test_what_is_too_large_ends_by_the_meter():
    names = variables(24)
    pairs = " + ".join(
        f"I({names[k]};{names[k + 2]}|{names[k + 1]}) - I({names[k]};{names[k + 1]})"
        for k in range(22)
    )
    watch = Stopwatch()
    with pytest.raises(OutOfEffort):
        prove_entropy(parse(f"{pairs} >= 0"), effort=1)
    assert watch.units < 2


@pytest.mark.parametrize(("effort", "says"), [(0.005, "was cut"), (1, "no sum of informations")])
def test_a_search_that_was_cut_is_not_said_to_have_found_nothing(effort: float, says: str):
    verdict = decide(BESIDE, effort=effort)
    assert [says in attempt.ending for attempt in verdict.attempts] == [True]


def test_one_variable_stands_for_those_that_are_never_told_apart():
    """K is the exclusive or of A, B and something among seven that always stand together."""
    seven = "C1,C2,C3,C4,C5,C6,C7"
    text = f"I(A;B|{seven},K) <= I(A;B|{seven}) + I(A;K|B)"
    instance = refute_entropy(parse(text), effort=1)
    assert instance is not None
    assert not holds(parse(text), instance)
