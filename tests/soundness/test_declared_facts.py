"""What is known of measures is computed from their values, and holds on hostile instances.

`least`, `most`, `positive` and `finite` enter proofs: a wrong one would prove what is false. None
of them is declared. Instances have zeros in the prior, null outcomes, single letters, equal rows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import fields, replace
from fractions import Fraction
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from pmlsym.calculus.bounds import at_least_zero
from pmlsym.calculus.polynomial import constant, sum_over
from pmlsym.claims.evaluation import evaluate
from pmlsym.engines.decide.decisions import prove
from pmlsym.errors import OutOfDomain, PmlError, Unsupported
from pmlsym.evaluators.exact import RULES, ExactAlgebra, as_number
from pmlsym.evaluators.read_value import read_value
from pmlsym.evidence.verdict import Proved
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Measure
from pmlsym.language.value import Value, Weighted
from pmlsym.language.value_facts import Facts, facts_of
from pmlsym.measures.every import MEASURES
from pmlsym.measures.notion import Word
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Infinite, Number, exp_of, rational
from proofs.verify import Known
from tests.architecture.reading_imports import PACKAGE, files
from tests.examples import share_of, some_of
from tests.proofs.second_opinion import second_facts
from tests.soundness.hostile_instances import hostile_instances
from tests.soundness.random_claims import PLAIN, SETTINGS, Drawing, Setting, drawn
from tests.soundness.random_values import entries_of, random_value

DRAWN, INSTANCES, VALUES = 6, share_of(12), share_of(300)
FLAGS = {"least": Fraction(2), "most": Fraction(1, 2), "positive": True, "finite": True}


def disproved(known: Measure | Facts | Known, level: Number) -> list[str]:
    """The facts that a value contradicts."""
    met = ["positive"] if known.positive and level <= 0 else []
    met += ["least"] if known.least is not None and level < known.least else []
    return met + (["most"] if known.most is not None and level > known.most else [])


def tried(measure: Measure, seed: int) -> list[list[str]]:
    """What is disproved on each instance where the measure has a value."""
    found = []
    for instance in hostile_instances(measure <= 0, seed, INSTANCES):
        try:
            value = evaluate(measure, instance)
            met = ["finite"] if measure.finite and isinstance(value, Infinite) else []
            found.append(met + disproved(measure, exp_of(value) if measure.is_log else value))
        except (OutOfDomain, Unsupported):
            continue
    return found


@cache
def drawings(word: Word, settings: tuple[Setting, ...] = SETTINGS) -> tuple[Measure, ...]:
    """Measures that the word makes; it may be a sum of several."""
    rng = Random(word.name)
    made = (drawn(Drawing(rng, settings), word) for _ in range(8 * DRAWN))
    parts = (part for quantity in made if quantity is not None for part in walk(quantity))
    return tuple(islice((part for part in parts if isinstance(part, Measure)), 2 * DRAWN))


every_word = pytest.mark.parametrize(
    "word", some_of(MEASURES), ids=lambda word: f"{word.name}-{'-'.join(word.sorts)}"
)


@every_word
def test_what_is_known_of_a_measure_holds(word: Word) -> None:
    outcomes = [tried(measure, seed) for seed, measure in enumerate(drawings(word))]
    values = [met for each in outcomes for met in each]
    assert len(values) >= INSTANCES, f"{word.name} had {len(values)} values"
    assert not any(values)


LEAKAGE, ENDLESS = "1 - positive finite", "1 - positive"
SAME = {
    "pml maxleak hmin hmin_given uleak dynleak pml_entry pml_entry_given eml": LEAKAGE,
    "size suppsize": LEAKAGE,
    "ldp capacity lip ldi costleak dp dp_entry flp": ENDLESS,
    "tail worst_tail tv doeblin maxcost": "0 1 finite",
    "mi chi2 expected_pml": "0 - finite",
    "expected_costleak zcdp dpzcdp mi_entry_given": "0 -",
    "I[kl] I[chi2] D[js] I[js]": "0 - finite",
    "D[kl] D[chi2]": "0 -",
    "D[tv] I[tv] eta[tv] ldpdelta dpdelta dobrushin eta[E(1)] eta[E(2)]": "0 1 finite",
    "I[1]": "0 - finite",
    "D[1]": "0 -",
    "I[inf]": LEAKAGE,
    "D[inf]": ENDLESS,
    "D[0]": "1 - positive",
    "D[1/2]": "0 - positive",
    "I[1/2] I[2]": "0 - positive finite",
    "-H[1]": "- 0 finite",
    "D[E(1)] D[E(2)] I[E(1)] I[E(2)]": "0 1 finite",
    "D[H2] I[H2]": "- 1 finite",
    "D[lc] I[lc]": "0 2 finite",
    "V[G] V[H] V[F] spread": "0 - finite",
    "rho": "0 1 finite",
    "pmin": "0 1 positive finite",
    "density_min": "0 1",
}
KNOWN = {name: (known,) for names, known in SAME.items() for name in names.split()} | {
    "alphalift": (LEAKAGE,),  # at infinity
    "guess": ("0 - finite", LEAKAGE),  # of the spread, of the number of letters
    "maxleak": (LEAKAGE, "0 -"),  # of a channel, of a second one once an outcome is known
    "maxinfo": (LEAKAGE, "2/3 - positive finite", "0 -"),  # at delta = 0, 1/3, any
    "V[id]": ("0 - finite", "0 1 finite"),  # with a channel, without
    "V[tries(2)]": ("0 - finite", "0 2 finite"),
    "worst_gain": ("0 -", "0 1", "0 2"),  # of any gain, one try, two tries
    "worst_gleak": ("0 -", "0 1", "0 2"),
    **dict.fromkeys(("worst_cost", "worst_costleak"), ("0 -", "0 1", "0 2")),  # as gains
    "ucostleak": ("0 1",),  # parts of it: probabilities of a wrong guess
    "D[2]": ("0 -", "0 - positive"),
    "D[3]": ("0 -", "0 - positive"),
    "ableak": (ENDLESS, "0 - positive"),  # at infinity, elsewhere
    "rdp": (ENDLESS, "0 - positive", "0 -"),  # at 0 and infinity, between, at 1
    "dprdp": (ENDLESS, "0 - positive", "0 -"),
    **dict.fromkeys(("H[0]", "H[1/2]", "H[2]", "H[3]"), (LEAKAGE, "0 - positive finite")),
    "aleak": (LEAKAGE, "0 - positive finite", "- 0 finite", "0 1 finite", "0 - finite"),
}
"""What is computed of each measure: least, most, whether positive, whether finite."""


@every_word
def test_what_is_known_of_a_measure(word: Word) -> None:
    for measure in drawings(word, PLAIN):  # of mixtures less is known
        if not measure.arguments:  # an entry, or what is divided by one
            continue
        ends = ("-" if end is None else str(end) for end in (measure.least, measure.most))
        signs = (sign for sign in ("positive", "finite") if getattr(measure, sign))
        known = KNOWN[measure.word if word.indexed else word.name]
        assert " ".join((*ends, *signs)) in known, measure


@every_word
@pytest.mark.parametrize("flag", [*FLAGS, "assumed_finite"])
def test_no_measure_declares_anything(word: Word, flag: str) -> None:
    planted: dict[str, Any] = {flag: FLAGS.get(flag, True)}
    measure = drawings(word)[0]
    with pytest.raises(TypeError):
        Measure("wrong", (), measure.value, **planted)
    with pytest.raises((TypeError, ValueError)):
        replace(measure, **planted)
    assert flag not in {each.name for each in fields(Measure) if each.init}


@every_word
def test_another_value_has_facts_of_its_own(word: Word) -> None:
    """A tenth of it keeps neither bound; less than it keeps no sign."""
    for measure in drawings(word):
        tenth = replace(measure, value=Weighted(constant(Fraction(1, 10)), measure.value))
        assert tenth.least == (None if measure.least is None else measure.least / 10)
        assert tenth.most == (None if measure.most is None else measure.most / 10)
        assert tenth.positive == measure.positive
        negative = replace(tenth, value=Weighted(constant(-1), measure.value), is_log=False)
        assert not negative.positive and (negative.least is None) == (measure.most is None)


@pytest.mark.seconds
def test_a_fact_that_its_value_lacks_proves_nothing() -> None:
    """A tenth of a leakage that is at least 1, called by the leakage's name."""
    leakages = [m for word in MEASURES if (m := drawings(word)[0]).least == 1]
    assert len(leakages) >= 40
    for measure in leakages:
        planted = replace(measure, value=Weighted(constant(Fraction(1, 10)), measure.value))
        claim = planted >= 0 if measure.is_log else planted >= 1
        assert not isinstance(prove(claim, effort=1), Proved), measure


def test_quotients_are_what_their_tensors_declare() -> None:
    """It enters proofs as well: parts are nonnegative, and add up to the whole."""
    quotients = {q for word in MEASURES for measure in drawings(word) for q in measure.defined}
    for quotient in quotients:
        tensor, (weight, total) = quotient.tensor, (quotient.weight, quotient.total)
        summed = [quotient.indices[k] for k in tensor.stochastic]
        assert at_least_zero(weight) and at_least_zero(total)
        assert sum_over(total, *summed) == weight
        assert not (tensor.positive or tensor.at_most_one or tensor.indicator)
    assert len(quotients) > DRAWN


def test_what_a_case_assumes_is_said_by_the_cases_alone() -> None:
    """No file but that of the cases makes a measure finite by hypothesis.

    One writes it down, and one says what follows for parts of a prior.
    """
    named = re.compile(r"assumed_finite|where_finite\(")
    found = {str(f.relative_to(PACKAGE)) for f in files() if named.search(f.read_text("utf-8"))}
    cases = {f"lowering/{name}.py" for name in ("infinite_parts", "stated_facts", "levels")}
    assert found == {"language/nodes.py", *cases}


@pytest.mark.seconds
@pytest.mark.parametrize("rule", [facts_of, second_facts])
def test_facts_hold_of_random_values(rule: Callable[[Value], Facts | Known]) -> None:
    met: Counter[str] = Counter()
    for seed in range(VALUES):
        rng = Random(seed)
        value = random_value(rng)
        known = rule(value)
        met.update(name for name in ("positive", "finite", "counts") if getattr(known, name))
        met.update(name for name in ("least", "most") if getattr(known, name) is not None)
        for _ in range(4):
            sizes = {"X": rng.choice((1, 2, 2, 3)), "Y": rng.choice((1, 2, 2))}
            entries = entries_of(rng, sizes)
            scalars = {"c": rational(entries.pop("c"))}
            try:
                found = read_value(value, ExactAlgebra(Instance(sizes, entries, scalars)), RULES)
            except PmlError:
                continue
            for entry in found.entries:
                assert entry is not None or not known.counts, value
                if entry is not None:
                    number = as_number(entry)
                    assert not (known.finite and isinstance(number, Infinite)), value
                    assert not disproved(known, number), value
                    met["read"] += 1
    assert met.pop("read") > VALUES and min(met.values()) > VALUES // 20, met
