"""A lowering that says something else is noticed: each of its steps is spoilt in turn.

What tests/soundness/lowered_truth.py finds right is found wrong once a step of lowering assumes
more than it may: a support condition left out, full support taken for granted, a negation without
de Morgan, a rule without its premises, an infinite part, a bound that is too sharp.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.claims.subjects import subjects
from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.language.nodes import Claim, Conjunction
from pmlsym.lowering import (
    branches,
    comparison,
    convex_sums,
    exponential_numbers,
    level_form,
    levels,
    profile,
)
from pmlsym.lowering.forms import ForAllTensor, Form
from tests.soundness.hostile_instances import hostile_instances
from tests.soundness.lowered_truth import Lowering


def wrong(claim: Claim) -> list[str]:
    """What is found wrong of the lowering on instances; nothing where it refuses the claim."""
    try:
        lowering_ = Lowering(claim)
    except Unsupported:
        return []
    met: list[str] = []
    for instance in hostile_instances(claim, 1, 40):
        try:
            met += [outcome for outcome, _ in lowering_.met(instance) if "hole" in outcome]
        except (OutOfDomain, Unsupported):
            continue
    return met


def _without_conditions(form: Form) -> Form:
    return ForAllTensor(form.tensor, (), form.form) if isinstance(form, ForAllTensor) else form


def _wider(real: Any) -> Callable[..., Any]:
    """An envelope twice as large as it has to be."""

    def spoilt(mean: Any, names: Any) -> Any:
        tensor, facts, bound = real(mean, names)
        return tensor, facts, bound + convex_sums.sum_over(mean.weight, *mean.over)

    return spoilt


SPOILT: tuple[tuple[str, Any, str, Callable[[Any], Any], str], ...] = (
    (
        "supports left out",
        level_form,
        "guarded",
        lambda real: lambda where, form: form,
        "tail(P, W, eps) <= c => pml(P, W) <= eps",
    ),
    (
        "full support for granted",
        profile,
        "full_support_priors",
        lambda real: lambda claim: tuple(t for t in subjects(claim).tensors if t.name == "P"),
        "maxleak(W) <= pml(P, W)",
    ),
    (
        "conjunctions negated as conjunctions",
        branches,
        "normal_form",
        lambda real: (
            lambda claim, *, holds=True: (
                Conjunction(tuple(real(part, holds=False) for part in claim.claims))
                if isinstance(claim, Conjunction) and not holds
                else real(claim, holds=holds)
            )
        ),
        "not (pml(P, W) <= c and maxleak(W) <= c) => size(X) <= 1",
    ),
    (
        "relations not turned",
        branches,
        "OPPOSITE",
        lambda real: {relation: relation for relation in real},
        "ldp(P, W) <= c or pml(P, W) <= c - 1/1000",
    ),
    (
        "rules without premises",
        level_form,
        "_event_at_most",
        lambda real: lambda *arguments: _without_conditions(real(*arguments)),
        "eml(P, W, 1/2) <= c => pml(P, W) <= c",
    ),
    (
        "what is infinite assumed",
        comparison,
        "require_assumable",
        lambda real: lambda *arguments, **options: None,
        "ldp(W) <= ldp(V) => size(X) <= 1",
    ),
    (
        "levels of numbers too small",
        exponential_numbers,
        "exponential_bounds",
        lambda real: lambda value: (0, 1),
        "exp(pml(P, W)) <= exp(1/1000)",
    ),
    (
        "the largest likelihood at most one half",
        level_form,
        "_envelope",
        lambda real: (
            lambda over, body, bound, *others: real(
                over, body, lambda total: bound(2 * total), *others
            )
        ),
        "maxleak(P, W) <= c => pml(P, W) <= c",
    ),
    (
        "what is infinite assumed",
        comparison,
        "require_assumable",
        lambda real: lambda *arguments, **options: None,
        "D[chi2](P || Q) <= D[kl](P || Q) => D[tv](P || Q) <= 1/100",
    ),
    (
        "nothing where letters differ",
        convex_sums,
        "where_letters_differ",
        lambda real: lambda *arguments: convex_sums.ZERO,
        "mi(P, 1/100*id + 99/100*W) <= 1/10",
    ),
    (
        "half of a divergence",
        convex_sums,
        "divergence_terms",
        lambda real: lambda value: real(value) * convex_sums.Fraction(1, 2),
        "D[kl](P || Q) <= c",
    ),
    (
        "the envelope of a mean too large",
        level_form,
        "mean_from_above",
        _wider,
        "expected_pml(P, W) <= c => mi(P, W) <= c - 1/10",
    ),
    (
        "the logarithm of a number twice",
        levels,
        "log",
        lambda real: lambda polynomial: 2 * real(polynomial),
        "mi(P, W) <= eps => log(2) <= eps and pml(P, W) <= eps",
    ),
)


@pytest.mark.parametrize(
    ("module", "attribute", "spoil", "text"),
    [row[1:] for row in SPOILT],
    ids=[r[0] for r in SPOILT],
)
@pytest.mark.seconds
def test_what_is_spoilt_is_noticed(
    module: Any,
    attribute: str,
    spoil: Callable[[Any], Any],
    text: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert wrong(parse(text)) == []
    monkeypatch.setattr(module, attribute, spoil(getattr(module, attribute)))
    assert wrong(parse(text))
