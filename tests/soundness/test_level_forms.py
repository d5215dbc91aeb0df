"""Level forms say neither more nor less than the definitions.

What is assumed of a measure holds wherever its exact value meets the bound: no hypothesis is
stronger than the definition. What is to be shown fails, for some choice of its tensors, wherever
the value breaks the bound. Levels are the exact exponentials and numbers around them, on instances
with zeros, null outcomes and single letters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import islice, product
from typing import Any

import pytest

from pmlsym.calculus.polynomial import atom
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import evaluate
from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.language.nodes import Claim, Comparison, Measure, Quantity
from pmlsym.lowering.forms import Exists, ForAll, ForAllTensor, Form, Holds, rename_form
from pmlsym.lowering.level import Level
from pmlsym.lowering.level_form import FreshNames, at_least, at_most
from pmlsym.measures.every import MEASURES
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Number, exp_of
from tests.calculus.brute_force import World
from tests.calculus.brute_force import evaluate as evaluate_polynomial
from tests.calculus.term_worlds import SharpWorld
from tests.examples import LONG, examples, some_of
from tests.measures.indexed import texts
from tests.soundness.form_truth import holds
from tests.soundness.hostile_instances import hostile_instances
from tests.soundness.oracle_truth import OracleEvaluation

LEVEL = Tensor("t", positive=True)
LETS = ("J: D, E", "C: D, E -> Y")
SAID = {"delta": "1/3", "eps": "log(3/2)"}
MEANS = ("mi", "mi_entry_given", "expected_pml", "expected_costleak", "[kl]", "[js]", "[H2]",
         "[1/2]", "[1]", "I[2]", "H[2]", "H[3]", "rho")  # fmt: skip
OF_ROWS = re.compile(r"(dp)?rdp\(W, (1|1/2)\)|ableak\(W, inf, [23]\)")
"""Means of logarithms and of roots, whose terms are no rationals: test_lowering.py; and what is
about all parts of a prior: test_contraction_forms.py. An extreme of quotients of powers is read by
test_lowering.py alone."""


def claim_of(name: str) -> tuple[Claim, Quantity]:
    """A claim about the measure, so that its names have alphabets, and the measure."""
    head = "pml(P, W) >= 0 => " if name == "size(X)" else ""
    lets = [declared for declared in LETS if declared[0] in name]
    claim = parse(f"{head}{name} >= 0", lets=lets)
    inner = claim.conclusion if head else claim  # type: ignore[attr-defined]
    assert isinstance(inner, Comparison)
    return claim, inner.left


WORDS = (
    re.sub(r"\b(delta|eps)\b", lambda number: SAID[number[0]], text)
    for word in MEASURES
    for text in texts(word)
    if not any(f"{name}(" in text for name in MEANS) and not OF_ROWS.fullmatch(text)
)
NAMES = (
    *(name for name in WORDS if isinstance(claim_of(name)[1], Measure)),
    "pml(P >> W, V)",
    "maxleak(P >> W, V)",
    "pmin(P >> W)",
    "hmin(P >> W)",
    "eml(P, W, 0)",
    "eml(P >> W, V, 1/2)",
    "tail(P, W, 0)",
    "dp(C)",
    "pml_entry(J, C, 1)",
    "pml_entry(J, C, 2, y)",
    "pml_entry_given(J, C, 1)",
)
"""Every measure that is no sum of others, and some at other arguments."""
FACTORS = (Fraction(1), Fraction(101, 100), Fraction(99, 100), Fraction(10**9 + 1, 10**9))
FIXED = (Fraction(1), Fraction(2), Fraction(1, 2), Fraction(1, 10**6))
WITHOUT = {
    # (measure, bound), and the face if it is one: forms that are known to be missing, each a
    # question that stays unknown
    *((name, "at least") for name in NAMES if re.match(r"eml", name)),
    *(
        (name, "at least", "shown")
        for name in NAMES
        if re.match(r"worst_tail|(maxinfo|ldp|dp|flp).*1/3|ldpdelta|dpdelta|maxleak.*[|]", name)
    ),
    *product(("suppsize(P)",), ("at most", "at least")),
    *product(("rdp(W, 0)", "dprdp(W, 0)"), ("at least",)),
    *product(("rdp(W, 0)", "dprdp(W, 0)"), ("at most",), ("assumed",)),
    *product(("H[0](P)", "H[0](P | W)"), ("at most", "at least")),
    # read before forms are asked for, as a claim at every order (pmlsym/lowering/orders)
    *product(("zcdp(W)", "dpzcdp(W)"), ("at most", "at least")),
}
COUNT = examples(12)
EVENTS = re.compile(r"(ldp|dp|flp)\(.*1/3|ldpdelta|dpdelta")
"""Measures with an event for each pair of rows, of which there are many: in the short run on few
instances, of two letters at most."""
BEYOND = 10**12
"""Terms are sharp up to here, which is above every ratio that instances have."""


def world_of(instance: Instance, measure: Measure, level: Fraction) -> World:
    entries: dict[str, Any] = {"t": {(): level}}
    for name, table in instance.tensors.items():
        entries[name] = dict(_cells(table, ()))
    world = SharpWorld(instance.sizes, entries, n=BEYOND)
    for quotient in measure.defined:
        names, shape = quotient.indices, [instance.sizes[a] for a in quotient.tensor.alphabets]
        table = {}
        for cell in product(*map(range, shape)):
            at = dict(zip(names, cell, strict=True))
            weight = evaluate_polynomial(world, quotient.weight, at)
            total = evaluate_polynomial(world, quotient.total, at)
            table[cell] = total / weight if weight else Fraction(cell[-1] == 0)
        entries[quotient.tensor.name] = table
    return world


def _cells(table: Any, at: tuple[int, ...]) -> Any:
    if isinstance(table, Fraction):
        yield at, table
        return
    for k, inner in enumerate(table):
        yield from _cells(inner, (*at, k))


def instances_for(name: str, claim: Claim) -> Iterable[Instance]:
    """Instances on which the form is tried."""
    if not EVENTS.match(name) or LONG:
        return hostile_instances(claim, 7, COUNT)
    small = (i for i in hostile_instances(claim, 7, COUNT) if max(i.sizes.values()) <= 2)
    return islice(small, 4)


def ratio(number: Number) -> Fraction | None:
    """The rational that a number is, or nothing if it is infinite."""
    text = str(number)
    return Fraction(text) if text.lstrip("-").replace("/", "").isdigit() else None


def value_of(measure: Measure, claim: Claim, instance: Instance) -> Number:
    """The value on the scale of levels, by the definitions where they have the measure."""
    defined = OracleEvaluation(claim, instance).defined(measure)
    found = evaluate(measure, instance) if defined is None else defined
    return exp_of(found) if measure.is_log else found


@pytest.mark.parametrize("assumed", [True, False], ids=["assumed", "shown"])
@pytest.mark.parametrize("bound", [at_most, at_least], ids=["at most", "at least"])
@pytest.mark.parametrize("name", some_of(NAMES))
def test_level_form_is_the_definition(name: str, bound: Any, assumed: bool) -> None:
    claim, measure = claim_of(name)
    assert isinstance(measure, Measure)
    level = Level(atom(LEVEL))
    asked = name, "at most" if bound is at_most else "at least"
    missing = {asked, (*asked, "assumed" if assumed else "shown")} & WITHOUT
    try:
        form: Form = bound(measure.value, level, FreshNames(), assumed=assumed)
    except Unsupported:
        assert missing
        return
    assert not missing
    met: Counter[str] = Counter()
    for instance in instances_for(name, claim):
        try:
            value = value_of(measure, claim, instance)
        except OutOfDomain:
            continue
        exact = ratio(value)
        around = [exact * f for f in FACTORS] if exact is not None else []
        at = {index: instance.outcomes[index.name] for index in measure.free}
        for t in sorted({t for t in (*around, *FIXED) if t > 0}):
            within = value <= t if bound is at_most else value >= t
            world = world_of(instance, measure, t)
            found = holds(form, world, measure.value, at)
            assert found == within, (t, str(value), instance)
            met[str(within)] += 1
            tables = instance.tensors.values()
            met["zero"] += any(not entry for table in tables for _, entry in _cells(table, ()))
            met["exact"] += t == exact
    assert min(met["True"], met["False"], met["zero"]) >= 2 and met["exact"] >= 1, met


def test_a_letter_that_gets_a_name_is_not_caught_by_what_is_quantified_under_it() -> None:
    """z -> z' in `for all z': K(z, z') >= 0` is for all z'': K(z', z''), not K(z', z')."""
    first, second, third = (Index("Z", name) for name in ("z", "z'", "z''"))
    table = Tensor("K", ("Z", "Z"))
    inner = Holds(atom(table, first, second))
    for kind in (ForAll, Exists):
        renamed = rename_form(kind((second,), inner), {first: second})
        assert renamed == kind((third,), Holds(atom(table, second, third)))
    bound = Tensor("q", ("Z",), nonnegative=True)
    condition = Fact("below", atom(table, first, second) - atom(bound, second), (second,))
    form = rename_form(ForAllTensor(bound, (condition,), inner), {first: second})
    assert isinstance(form, ForAllTensor)
    assert form.conditions[0].indices == (third,)
    assert form.conditions[0].polynomial == atom(table, second, third) - atom(bound, third)
