"""A mechanism as JSON: verified again in a fresh process, and refused when anything is touched."""

import json
import subprocess
import sys
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest

from pmlsym.cli import run
from pmlsym.errors import InvalidCertificate
from pmlsym.mechanisms import check_mechanism
from pmlsym.mechanisms.guarantee import Bounded, InformationDensity
from pmlsym.mechanisms.independence import (
    AttributeIndependence,
    group_privacy,
    perfect_sample_privacy,
    window_privacy,
)
from pmlsym.mechanisms.optimal_mechanism import optimal_mechanism
from pmlsym.mechanisms.posterior_polytope import posterior_polytope
from pmlsym.mechanisms.saved_mechanism import RULES
from pmlsym.mechanisms.utilities import (
    NAMED,
    ChiSquared,
    ExpectedGain,
    GuessProbability,
    MutualInformation,
    UserUtility,
)
from pmlsym.numbers.balls import ball, ends_of, precision
from pmlsym.verbs.design import design
from tests.examples import LONG, some_of
from tests.mechanisms.naive import random_masses

LATENT = tuple((Fraction(k + 1, 10), 1 - Fraction(k + 1, 10)) for k in range(8))
UTILITIES = (
    MutualInformation(),
    MutualInformation(LATENT),
    GuessProbability(),
    ChiSquared(),
    ExpectedGain(tuple((Fraction(k), Fraction(7 - k), Fraction(4)) for k in range(8))),
)
CUBE = (2, 2, 2)
RULE_LISTS = (
    (Bounded("pml", Fraction(3, 2)),),
    (InformationDensity(Fraction(2), None), AttributeIndependence(LATENT)),
    (perfect_sample_privacy(CUBE), Bounded("pml", Fraction(7, 4))),
    (window_privacy(CUBE, 2), InformationDensity(Fraction(5), Fraction(3, 2))),
    (group_privacy(CUBE, [(1, 3)]), AttributeIndependence(LATENT)),
    (Bounded("ldp", Fraction(3)), perfect_sample_privacy(CUBE)),
    (Bounded("ldi", Fraction(30)), perfect_sample_privacy(CUBE)),
    (Bounded("costleak", Fraction(3)), Bounded("capacity", Fraction(4))),
)


def _saved(rules, utility, seed=0):
    return json.loads(_text_of_saved(rules, utility, seed))


@cache
def _text_of_saved(rules, utility, seed):
    prior = random_masses(Random(seed), 8)
    found = optimal_mechanism(posterior_polytope(prior, rules), utility)
    return json.dumps(found.to_json())


def test_optimal_is_said_of_the_rounded_level_where_the_exponential_is_irrational() -> None:
    asked = {"prior": "0.5,0.3,0.2", "utility": "guess"}
    rounded, exact = (design(pml=eps, **asked) for eps in ("0.5", "log(3/2)"))
    with precision(200):
        true = Fraction(2, 5) * ends_of(ball(Fraction(1, 2)).exp())[0]
    assert 0 < true - rounded.certificate.bound < Fraction(1, 2**64)
    assert "optimal for the rounded level" in " ".join(rounded.text().split())
    assert check_mechanism(rounded.to_json()).endswith("rationals just below exp(1/2)")
    assert "rounded" not in exact.text() and "just below" not in check_mechanism(exact.to_json())
    both = design(lip="0.7", ldp="0.5", **asked)
    assert "exp(7/10), exp(1/2): irrational" in " ".join(both.text().split())


@pytest.mark.parametrize("turn", some_of(range(len(RULE_LISTS))))
def test_every_intersection_and_utility_is_verified_from_its_json(turn):
    """In the short run three utilities for each list of rules, each with some of the lists."""
    rules = RULE_LISTS[turn]
    for k, utility in enumerate(UTILITIES):
        if not LONG and (turn + k) % 5 > 2:
            continue
        shown = check_mechanism(_saved(rules, utility, seed=k))
        assert all(rule.describe() in shown for rule in rules)


def test_every_kind_is_covered():
    used = {type(rule) for rules in RULE_LISTS for rule in rules}
    assert used == {*RULES.kinds.values(), Bounded}
    assert {type(utility) for utility in UTILITIES} == set(NAMED.values())


def test_a_fresh_process_verifies_what_the_command_line_prints(tmp_path, capsys):
    asked = ["--prior", "1/8,1/8,1/4,1/2", "--samples", "2,2", "--pml", "log(3/2)", "--json"]
    assert run(["design", *asked]) == 0
    file = tmp_path / "mechanism.json"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    program = (
        "import json, sys; from pmlsym.mechanisms import check_mechanism;"
        "print(check_mechanism(json.load(open(sys.argv[1]))))"
    )
    checked = subprocess.run(
        [sys.executable, "-c", program, str(file)], capture_output=True, text=True, check=True
    )
    words = "private under pml <= log(3/2) and Y independent of samples 1, 2, utility 0."
    assert checked.stdout.startswith(words)


def _touched(data, path, value):
    changed = json.loads(json.dumps(data))
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return changed


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("prior", 0), "1/2", "sums to"),
        (("channel", 0, 0), "1/2", "sums to"),
        (("rules", 0, "level"), "11/10", "does not hold"),
        (("rules", 0, "level"), "1/2", "at least 1"),
        (("rules", 0, "kind"), "none", "no measure 'none'"),
        (("rules", 0, "level"), 1.5, r"rules\[0\].level: '1.5' is no fraction"),
        (("rules", 0, "kind"), "maxleak", "not linear in a column"),
        (("rules", 0, "measure"), "ldp", r"rules\[0\]: .* unknown key 'measure'"),
        (("value", "lower"), "100", "lower <= upper"),
        (("certificate", "prices", 0), "-9", "do not prove the bound"),
        (("certificate", "bound"), "0", "do not prove the bound"),
        (("certificate", "prices"), [], "one price for each letter"),
        (("certificate", "vertices"), 3, "certificate: vertices"),
        (("certificate", "gap"), "0", "certificate: gap"),
        (("P_Y", 0), "1/2", "stated P_Y"),
        (("posteriors", 0, 0), "1", "stated posteriors"),
        (("guarantees", 0), "pml <= 0", "stated guarantees"),
        (("utility",), "I(W; Y)", "stated utility"),
        (("value_float",), 0.5, "stated value_float"),
        (("checked_by",), "a notary", "unknown key 'checked_by'"),
        (("value", "lower"), "1e999999999", "value.lower: .* is no fraction"),
        (("version",), True, "version: 'True' is not an integer"),
        (("objective",), None, "user's utility"),
        (("objective", "kind"), "chi2", "objective: .* unknown key 'latent'"),
        (("objective",), {"kind": "chi2"}, "outside the stated enclosure"),
        (("format",), "pmlsym proof", "not a file of"),
        (("channel",), None, "channel: a list"),
        (("rules",), 3, "rules: a list"),
        (("value",), "x", "value: an object"),
    ],
)
def test_a_touched_file_is_refused(path, value, words):
    data = _saved(RULE_LISTS[0], MutualInformation())
    with pytest.raises(InvalidCertificate, match=words):
        check_mechanism(_touched(data, path, value))


def test_a_user_utility_is_described_but_not_verified():
    data = _saved(RULE_LISTS[0], UserUtility(lambda r: max(r) ** 2, name="largest squared"))
    assert data["utility"] == "largest squared" and data["objective"] is None
    with pytest.raises(InvalidCertificate, match="user's utility"):
        check_mechanism(data)


@pytest.mark.seconds
def test_combined_guarantees_meet_the_definitions_and_use_the_allowance():
    """Every pair of lists: the channel passes each rule, and more rules never help."""
    tried = 0
    for (one, other), seed in product(((0, 1), (2, 4), (3, 5), (1, 5), (2, 6)), range(2)):
        prior = random_masses(Random(seed), 8)
        both = (*RULE_LISTS[one], *RULE_LISTS[other])
        polytope = posterior_polytope(prior, both)
        if polytope.is_point:
            continue
        found = optimal_mechanism(polytope, GuessProbability())
        assert all(rule.violation(prior, found.channel) == "" for rule in both)
        for rules in (RULE_LISTS[one], RULE_LISTS[other]):
            alone = optimal_mechanism(posterior_polytope(prior, rules), GuessProbability())
            assert found.value.lower <= alone.value.lower
            tried += 1
    assert tried >= 10
