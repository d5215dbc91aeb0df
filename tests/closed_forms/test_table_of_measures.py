"""Every measure of every family: a closed form that was compared, or a clear word why not."""

from __future__ import annotations

import pytest

from pmlsym.closed_forms.derivation import derive
from pmlsym.closed_forms.quantities import QUANTITIES, quantity_named
from pmlsym.errors import UnknownName, Unsupported
from pmlsym.measures.every import MEASURES
from pmlsym.mechanism_families.listed import FAMILIES, family_named
from tests.examples import some_of

WRITTEN = (
    "rdp(W, 1)",
    "rdp(W, 2)",
    "rdp(W, 1/2)",
    "rdp(W, 3/2)",
    "rdp(W, inf)",
    "rdp(W, order)",
    "ldpdelta(W, tau)",
    "ldp(W, delta)",
    "dobrushin",
    "I[chi2](P, W)",
    "I[H2](P, W)",
    "I[js](P, W)",
    "I[2](P, W)",
    "I[order](P, W)",
    "H[2](P | W)",
    "aleak(P, W, order)",
    "ableak(W, 2, 2)",
    "V[id](P, W)",
    "L[id](P, W)",
    "Ladd[id](P, W)",
    "eta[E(2)](W)",
    "eta[chi2](W)",
    "maxinfo(P, W, delta)",
    "doeblin(P, W)",
)
NAMES = tuple(dict.fromkeys((*(q.name for q in QUANTITIES), *(w.name for w in MEASURES))))
VAGUE = ("not made again", "not read here", "has no value that is known", "no rule for")
"""Words that name a part of the program, and not what is missing."""


@pytest.mark.seconds
@pytest.mark.processor_seconds(300)
@pytest.mark.parametrize("family", some_of([family.name for family in FAMILIES]))
def test_every_measure_has_a_form_or_a_clear_word(family: str) -> None:
    mechanism, forms, reasons = family_named(family).mechanism(), 0, dict[str, str]()
    for name in (*NAMES, *WRITTEN):
        try:
            form = derive(mechanism, name, checks=1)
        except (Unsupported, UnknownName) as error:
            reasons[name] = str(error)
            continue
        forms += 1
        assert form.parts and form.latex(), name
    assert forms >= 5
    vague = {n: why for n, why in reasons.items() if len(why) <= 20 or any(w in why for w in VAGUE)}
    assert not vague


FORMS_AT_EVERY_SIZE = {
    "randomized-response": {
        "rdp(W, order)",
        "zcdp",
        "ldp(W, delta)",
        "dobrushin",
        "I[order](P, W)",
    },
    "subset-selection": {"rdp(W, order)", "zcdp", "ldp(W, delta)", "dobrushin", "I[order](P, W)"},
    "symmetric-unary-encoding": {"rdp(W, order)", "zcdp", "ldp(W, delta)", "dobrushin"},
    "hadamard-response": {"rdp(W, order)", "zcdp", "ldp(W, delta)", "dobrushin"},
    "erasure": {"rdp(W, 1/2)", "zcdp", "ldp(W, delta)", "dobrushin", "I[order](P, W)"},
    "bitwise-response": {"rdp(W, order)", "zcdp"},
    "laplace": {"rdp(W, order)", "zcdp", "ldp(W, delta)", "dobrushin", "ldpdelta(W, tau)"},
    "gaussian": {"rdp(W, order)", "zcdp", "dobrushin", "ldpdelta(W, tau)"},
}


@pytest.mark.seconds
@pytest.mark.parametrize("family", some_of(FORMS_AT_EVERY_SIZE))
def test_what_has_a_form_at_every_size_keeps_it(family: str) -> None:
    for name in sorted(FORMS_AT_EVERY_SIZE[family]):
        assert derive(family_named(family).mechanism(), name, checks=1).parts, name


def test_a_name_with_further_arguments_says_how_it_is_written() -> None:
    for name, right in (
        ("rdp", r"rdp\(W, 2\)"),
        ("V", r"V\[id\]\(P, W\)"),
        ("aleak", r"aleak\(P, W, 2\)"),
        ("pmin", "no quantity of one channel"),
        ("ucostleak", "more than a prior and a channel"),
    ):
        with pytest.raises(UnknownName, match=right):
            quantity_named(name)
