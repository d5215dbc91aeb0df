"""Bounds two halves: a certificate for a known bound, and from there on numbers alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.engines.analytic.checking import prove_analytic
from pmlsym.engines.decide.decisions import prove
from pmlsym.engines.decide.judge import check_implied
from pmlsym.engines.implying.halves import BOUNDS, halves_of
from pmlsym.errors import InvalidCertificate
from pmlsym.evidence.verdict import EVERY_SIZE, CertificateProof, Implied, Proved
from tests.examples import few_of, some_of

PROVED = {
    # [Raginsky 2016; Kasiviswanathan et al. 2011]: privacy amplifies along a cascade
    "ldp(W >> V) <= ldp(W)*ldp(V)/2": "a is ldp(W), b is ldp(V)",
    "ldp(W) <= eps => rdp(W, 2) <= eps^2": "eps is at least ldp(W)",
    "size(X) == 2 => maxleak(W) <= ldp(W)/2": "a is ldp(W), m is size(X)",
    "ldp(W) <= a => dobrushin(W) <= a/2": "a is at least ldp(W)",
    "pml(P, W) <= b => tv(P, W) <= b": "b is at least pml(P, W)",
    # [Duchi, Jordan, Wainwright 2013] with the best constant, by Hoeffding's lemma
    "mi(P, W) <= ldp(W)^2/8": "a is ldp(W)",
}
CHAINS = ("I[H2](P, W) <= pml(P, W)", "I[H2](P, W) <= log(size(X))", "I[lc](P, W) <= ldp(W)")
"""An information below another, which is below a leakage or a number."""

FALSE = (
    "ldp(W >> V) <= ldp(W)*ldp(V)/3",
    "ldp(W >> V) <= ldp(W)*ldp(V)/2 - 1/100",
    "ldp(W) <= a => rdp(W, 2) <= a^2*98/100",
    "size(X) <= 3 => maxleak(W) <= ldp(W)/2",
    "maxleak(W) <= ldp(W)/2",
    "pmin(P) <= 1/2 => tv(P, W) <= ldp(W)/5",
    "tv(P, W) <= ldp(W)/4 - 1/1000",
    "b >= 1 and ldp(W) <= log(b) => dobrushin(W) <= (b - 1)/(b + 2)",
    "ldp(W) < 1 => dobrushin(W) <= 2/5",
    "ldp(W) <= a => mi(P, W) <= a^2/9",
    "mi(P, W) <= ldp(W)^2/8 - 1/1000",
)
NO_HALVES = {
    # a number that may be infinite stays finite on the larger side
    "tv(P, W) <= 1 - exp(-ldp(W))": "infinite",
    "dobrushin(W) <= 1 - exp(-ldp(W))": "infinite",
    # nothing bounds what the known bound is by
    "rdp(W, 2) <= ldp(V)^2": "another channel",
    "ldp(W) >= a => rdp(W, 2) <= a^2": "turned",
    "ldp(W) <= a or ldp(V) <= a => rdp(W, 2) <= a^2": "one of two",
    "(forall V: ldp(V) <= a) => dobrushin(W) <= a/2": "quantified",
    "rdp(W, 2) < ldp(W)^2": "strict",
    "ldp(W) <= pml(P, W) => dobrushin(W) <= pml(P, W)/2": "a bound with a measure in it",
}


RELEASES = {
    # informations of several releases are shown through a leakage, which composes
    "ldp(W) <= e1 and ldp(V) <= e2 => mi(P, W & V) <= e1 + e2": "mi(P, W & V) <= pml(P, W & V)",
    "ldp(W) <= eps => mi(P, W^&n) <= n*eps": "mi(P, W^&n) <= pml(P, W^&n)",
    "ldp(W) <= eps => expected_pml(P, W^&n) <= n*eps": "expected_pml(P, W^&n) <= pml(P, W^&n)",
    "mi(P, W & V) <= maxleak(W) + maxleak(V)": "mi(P, W & V) <= maxleak(W & V)",
}


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(list(RELEASES)))
def test_an_information_of_several_releases_is_shown_through_a_leakage(text: str) -> None:
    found = {str(each.claims[0]): each for each in halves_of(parse(text))}
    verdict = prove(found[RELEASES[text]].claims[-1], effort=8)
    assert isinstance(verdict, Proved) and isinstance(verdict.evidence, CertificateProof)


@pytest.mark.seconds
def test_two_certificates_are_two_halves() -> None:
    claim = "ldp(W) <= e1 and ldp(V) <= e2 => mi(P, W & V) <= e1 + e2"
    verdict = prove(claim, effort=4)
    assert isinstance(verdict, Proved) and isinstance(verdict.evidence, Implied)
    assert verdict.evidence.trust == "two halves, each checked by the kernel"
    assert "and ldp(W) <= e1 and ldp(V) <= e2 => pml(P, W & V) <= e1 + e2" in str(verdict)


@pytest.mark.seconds
@pytest.mark.parametrize("text", CHAINS)
def test_a_chain_of_two_is_proved(text):
    verdict = prove(parse(text), effort=20)
    assert isinstance(verdict, Proved)
    assert isinstance(verdict.evidence, Implied)


@pytest.mark.seconds
@pytest.mark.parametrize("text", few_of(BOUNDS))
def test_a_known_bound_has_certificates_for_every_size(text: str) -> None:
    verdict = prove(parse(text), effort=20)
    assert isinstance(verdict, Proved) and isinstance(verdict.evidence, CertificateProof)
    assert verdict.scope == EVERY_SIZE and not verdict.vacuous


@pytest.mark.parametrize("text", some_of(list(PROVED)))
def test_a_known_bound_and_numbers_give_the_claim(text: str) -> None:
    wheres = []
    for halves in halves_of(parse(text)):
        if halves.where and prove_analytic(halves.claims[-1], effort=2) is not None:
            wheres.append(halves.where)
    assert wheres[:1] == [PROVED[text]]


@pytest.mark.seconds
def test_the_verdict_says_on_what_it_rests() -> None:
    verdict = prove("ldp(W >> V) <= ldp(W)*ldp(V)/2")
    assert isinstance(verdict, Proved) and isinstance(verdict.evidence, Implied)
    assert verdict.scope == EVERY_SIZE and "then numbers: " in verdict.evidence.trust
    assert verdict.domain == ("ldp(W)*ldp(V) is not 0*inf",)
    page = " ".join(str(verdict).split())
    assert "a >= 0 and b >= 0 => log((exp(a + b) + 1)/(exp(a) + exp(b))) <= a*b/2" in page
    assert "where a is ldp(W), b is ldp(V)" in page


@pytest.mark.parametrize("text", FALSE)
def test_numbers_do_not_prove_what_is_false(text: str) -> None:
    found = [halves for halves in halves_of(parse(text)) if halves.where]
    assert found
    assert all(prove_analytic(each.claims[-1], effort=1) is None for each in found)


@pytest.mark.parametrize("text", NO_HALVES)
def test_where_a_measure_may_be_infinite_or_is_not_bounded_there_are_no_halves(text: str) -> None:
    assert list(halves_of(parse(text))) == []


def test_a_hypothesis_is_about_the_value_that_it_names() -> None:
    """The letter for ldp(W) is its value: a hypothesis on it is one on the number."""
    (found, *_) = halves_of(parse("ldp(W) <= 1 => tv(P, W) <= 3/5*ldp(W)"))
    assert "a <= 1" in str(found.claims[-1]) and "a is ldp(W)" in found.where


def test_letters_are_no_numbers_of_the_claim() -> None:
    for text in ("a <= 1 => tv(P, W) <= a + ldp(W)/2", "m == 2 => tv(P, W) <= m*ldp(W)/2"):
        for halves in halves_of(parse(text)):
            names = [part.split(" is ")[0] for part in halves.where.split(", ")]
            assert len({*names}) == len(names) and not {*names} & {text[0]}


@pytest.mark.seconds
def test_other_halves_are_not_linked_to_the_claim() -> None:
    claim, other = parse("ldp(W >> V) <= ldp(W)*ldp(V)/2"), parse("ldp(W >> V) <= ldp(W)*ldp(V)")
    verdict = prove(claim)
    assert isinstance(verdict, Proved) and isinstance(verdict.evidence, Implied)
    found = verdict.evidence
    assert check_implied(claim, found, 2.0).evidence.parts
    (bound, certificates), (rest, numbers) = found.parts
    (weaker,) = halves_of(other)
    for wrong in (
        replace(found, parts=((bound, certificates), (weaker.claims[-1], numbers))),
        replace(found, parts=((parse("ldp(W >> V) <= ldp(V)"), certificates), (rest, numbers))),
        replace(found, parts=((rest, numbers), (bound, certificates))),
        replace(found, parts=((bound, certificates),)),
        replace(found, where="a is ldp(V), b is ldp(W)"),
    ):
        with pytest.raises(InvalidCertificate):
            check_implied(claim, wrong, 2.0)
    with pytest.raises(InvalidCertificate):
        check_implied(other, found, 2.0)


@pytest.mark.seconds
def test_a_bound_by_a_number_above_zero_leaves_zero_to_be_shown() -> None:
    claim = parse("mi(P, W) <= ldp(W)^2/8")
    verdict = prove(claim)
    assert isinstance(verdict, Proved) and isinstance(verdict.evidence, Implied)
    found = verdict.evidence
    assert [str(part) for part, _ in found.parts][1:3] == [
        "ldp(W) <= 0 => mi(P, W) <= 0",
        "a >= 0 and a == 0 => 0 <= a*a/8",
    ]
    assert check_implied(claim, found, 2.0).evidence.parts
    for k in range(len(found.parts)):
        fewer = (*found.parts[:k], *found.parts[k + 1 :])
        with pytest.raises(InvalidCertificate):
            check_implied(claim, replace(found, parts=fewer), 2.0)
