"""Claims that follow by lemmas, and those that would follow by wrong ones."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from time import process_time

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.engines.decide.judge import accept_certificates
from pmlsym.engines.lemmas.lemma import ReadLemma, lemmas_of, proved_lemma
from pmlsym.engines.lemmas.library import kept_lemmas
from pmlsym.engines.lemmas.proof_with_lemmas import prove_with_lemmas
from pmlsym.errors import InvalidCertificate, InvalidInput, PmlError, Unsupported
from pmlsym.evidence.verdict import CertificateProof, Proved
from pmlsym.kernel.certificate import Certificate
from pmlsym.kernel.checker import check
from pmlsym.lowering.sequents import lowered_sequents
from pmlsym.measures.every import NOTIONS
from proofs.verify import verify
from tests.examples import some_of

Claim = tuple[str, tuple[str, ...]]


def releases(count: int) -> tuple[str, ...]:
    return tuple(f"W{k}: X -> Y{k}" for k in range(1, count + 1))


def adaptive(count: int) -> tuple[str, ...]:
    before = [", ".join(["X", *(f"Y{j}" for j in range(1, k))]) for k in range(1, count + 1)]
    return tuple(f"W{k}: {seen} -> Y{k}" for k, seen in enumerate(before, 1))


PROCESSED = (*releases(3), "V1: Y1 -> Z1", "V2: Y2 -> Z2", "V3: Y3 -> Z3")
PAIRS = ("W1: A, B -> Y1", "W2: A, B -> Y2", "W3: A, B -> Y3")
SUM = "ldp(W1) + ldp(W2) + ldp(W3)"
CHAINS: tuple[Claim, ...] = (
    ("pml(P, W) <= maxleak(W) - log(pmin(P))", ()),
    ("maxleak(W) <= a and pmin(P) >= c => pml(P, W) <= a - log(c)", ()),
    ("pml(P, W1 & W2 & W3 & W4) <= ldp(W1) + ldp(W2) + ldp(W3) + ldp(W4)", releases(4)),
    (f"pml(P, (W1 >> V1) & (W2 >> V2) & (W3 >> V3)) <= {SUM}", PROCESSED),
    (f"maxleak(W1 & W2 & W3) <= {SUM}", releases(3)),
    (
        "maxleak((W1 & W2 & W3) >> V) <= maxleak(W1) + maxleak(W2) + maxleak(W3)",
        (*releases(3), "V: Y1, Y2, Y3 -> Z"),
    ),
    (
        "pml(P, (W1 & W2 & W3) >> V) <= pml(P, W1) + pml(P, W2 | W1) + pml(P, W3 | (W1 & W2))",
        (*adaptive(3), "V: Y1, Y2, Y3 -> Z"),
    ),
    (
        "ldp((W1 & W2 & W3 & W4) >> V) <= ldp(W1) + ldp(W2) + ldp(W3) + ldp(W4)",
        (*releases(4), "V: Y1, Y2, Y3, Y4 -> Z"),
    ),
    (f"pml(P >> V, W1 & W2 & W3) <= {SUM}", ("P: S", "V: S -> X", *releases(3))),
    (
        "pml(P >> V >> K, W1 & W2 & W3) <= pml(P >> V >> K, W1) + ldp(W2) + ldp(W3)",
        ("P: S", "V: S -> T", "K: T -> X", *releases(3)),
    ),
    ("maxleak(P, W1 & W2 & W3) <= pml(P, W1) + ldp(W2) + ldp(W3)", releases(3)),
    (
        "pml(P, (W1 & W2 & W3) >> V) <= maxleak(W1) - log(pmin(P)) + ldp(W2) + ldp(W3)",
        (*releases(3), "V: Y1, Y2, Y3 -> Z"),
    ),
    (
        f"pml(P, ((W1 >> V1) & (W2 >> V2) & (W3 >> V3)) >> T) <= {SUM}",
        (*PROCESSED, "T: Z1, Z2, Z3 -> S"),
    ),
    (
        "pml(P, W1 & W2 & W3) <= pml(P, W1) + pml(P, W2) + costleak(P, W2) + ldp(W3)",
        releases(3),
    ),
    ("pml(P, W & W & W) <= 3*ldp(W)", ()),
    (
        "ldp(W1) <= 1 and ldp(W2) <= 2 => pml(P, W3 & W1 & W2) <= 3 + pml(P, W3)",
        releases(3),
    ),
    (
        f"pml(P & Q, W1 & W2 & W3) <= {SUM}",
        ("P: A", "Q: B", *(f"W{k}: A, B -> Y{k}" for k in (1, 2, 3))),
    ),
    (f"lip(P, W1 & W2 & W3) <= {SUM}", releases(3)),
    *((text, ()) for text in ("ldp(W^&12) <= 12*ldp(W)", "maxleak(W^&20) <= 20*maxleak(W)")),
    *((text, ()) for text in ("ldp(W^20) <= 20*ldp(W)", "pml(P^20, W^20) <= 20*pml(P, W)")),
    ("ldp(W) <= 1/10 => pml(P, W^&10) <= 1", ()),
)


def family(kind: str, count: int) -> Claim:
    """Releases one after the other, given one by one."""
    every, numbers = " & ".join(f"W{k}" for k in range(1, count + 1)), range(1, count + 1)
    if kind == "adaptive":
        given = [" & ".join(f"W{j}" for j in range(1, k)) for k in numbers]
        parts = [f"pml(P, W{k} | ({seen}))" for k, seen in zip(numbers, given, strict=True) if seen]
        return f"pml(P, {every}) <= {' + '.join(['pml(P, W1)', *parts])}", adaptive(count)
    if kind == "cascade":
        lets = ("W1: X -> Y1", *(f"W{k}: Y{k - 1} -> Y{k}" for k in numbers[1:]))
        return f"pml(P, {every.replace('&', '>>')}) <= pml(P, W1)", lets
    if kind == "depending":
        parts = [f"ldp(W{k})" for k in numbers[1:]]
        return f"pml(P, {every}) <= {' + '.join(['pml(P, W1)', *parts])}", adaptive(count)
    if kind == "costleak":
        parts = [f"pml(P, W{k})" for k in numbers] + [f"costleak(P, W{k})" for k in numbers[1:]]
        return f"pml(P, {every}) <= {' + '.join(parts)}", releases(count)
    word = "ldp" if kind == "pml" else kind
    if kind == "letters":
        priors, joined = " & ".join(f"P{k}" for k in numbers), every.replace("&", "*")
        parts = [f"pml(P{k}, W{k})" for k in numbers]
        lets = tuple(let for k in numbers for let in (f"P{k}: X{k}", f"W{k}: X{k} -> Y{k}"))
        return f"pml({priors}, {joined}) <= {' + '.join(parts)}", lets
    left = f"pml(P, {every})" if kind == "pml" else f"{kind}({every})"
    return f"{left} <= {' + '.join(f'{word}(W{k})' for k in numbers)}", releases(count)


KINDS = ("adaptive", "depending", "costleak", "ldp", "maxleak", "cascade", "pml", "letters")


def asked(claim: Claim) -> Proved:
    found = ps.ask(claim[0], let=claim[1])
    assert isinstance(found, Proved), found
    return found


@cache
def proof_by_lemmas(text: str, lets: tuple[str, ...]) -> tuple[Certificate, ...]:
    claim = parse(text, lets=lets)
    every = [
        prove_with_lemmas(claim, part, kept_lemmas(), effort=1) for part in lowered_sequents(claim)
    ]
    return tuple(each for each in every if each is not None)


@pytest.mark.parametrize("claim", some_of(CHAINS), ids=lambda claim: claim[0])
def test_a_chain_is_found_and_is_a_proof_of_the_claim(claim: Claim) -> None:
    certificates = proof_by_lemmas(*claim)
    accepted = accept_certificates(parse(claim[0], lets=claim[1]), CertificateProof(certificates))
    assert accepted.evidence.certificates == certificates
    assert all(certificate.lemmas for certificate in certificates)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", [2, 3, 5, 20])
def test_releases_are_proved_in_steps_that_grow_with_their_number(kind: str, count: int) -> None:
    certificates = proof_by_lemmas(*family(kind, count))
    (certificate,) = certificates
    check(certificate)
    assert len(certificate.steps) <= 2 * count + 1
    assert len(certificate.lemmas) <= 3


@pytest.mark.seconds
@pytest.mark.parametrize("kind", some_of(KINDS))
def test_twenty_releases_are_asked_saved_and_checked(kind: str, tmp_path: Path) -> None:
    before = process_time()
    found = asked(family(kind, 20))
    assert process_time() - before < 4  # seconds; two where nothing else runs
    place = found.save(tmp_path / "proof.json")
    assert ps.check(place)
    assert verify(place.read_text())


def test_a_page_says_which_lemmas_are_applied_and_proves_them() -> None:
    found = asked(CHAINS[0])
    lines = found.text()
    for said in ("By Lemma 1", "[Lemma 2]", "Lemma 1: pml(P, W) <= -log(pmin(P))."):
        assert said in lines
    assert r"$\PMLmaxleak(W) \ge 0$" in found.latex() and r"\textbf{Lemma 2.}" in found.latex()
    assert found.to_json()["certificate"]
    assert str(ps.read_proof(found)) is not None
    assert found._repr_html_() and found._repr_latex_()


def test_what_search_proves_at_once_needs_no_lemma() -> None:
    found = ps.ask("pml(P, W >> V) <= pml(P, W)")
    assert isinstance(found, Proved) and isinstance(found.evidence, CertificateProof)
    assert not any(each.lemmas for each in found.evidence.certificates)


def test_what_has_no_sequents_is_said_once() -> None:
    found = ps.ask("exp(tv(P, W)/3) <= 3/2", effort=0.2)
    endings = [attempt.engine for attempt in found.attempts if "has a root" in attempt.ending]
    assert "schematic" in endings and not [each for each in endings if "lemmas" in each]


NEAR_MISSES: tuple[Claim, ...] = (
    ("pml(P, W1 & W2 & W3) <= pml(P, W1) + ldp(W2)", releases(3)),
    ("pml(P, W1 & W2 & W3) <= pml(P, W1) + pml(P, W2) + pml(P, W3)", releases(3)),
    ("maxleak(W1 & W2 & W3) <= maxleak(W1) + maxleak(W2)", releases(3)),
    ("maxleak(W1 & W2 & W3) <= pml(P, W1) + ldp(W2) + ldp(W3)", releases(3)),
    ("pml(P, W) <= maxleak(P, W)", ()),
    ("pml(P, W) <= maxleak(W) - log(pmin(Q))", ()),
    ("pml(P >> V, W1 & W2 & W3) <= ldp(V) + ldp(W2) + ldp(W3)", ("V: S -> X", *releases(3))),
    ("pml(P >> V, W) <= -log(pmin(P))", ("P: S", "V: S -> X", "W: X -> Y")),
    ("ldp(W & V & U) <= 3*ldp(W)", ("V: X -> Y", "U: X -> Y", "W: X -> Y")),
    ("pml(P, (W1 & W2) >> V) <= pml(P, W1)", (*releases(2), "V: Y1, Y2 -> Z")),
    ("pml(P, W1 & W2 & W3) <= pml(P, W1) + pml(Q, W2 | W1) + ldp(W3)", releases(3)),
    ("ldp(W1 & W2 & W3) <= ldp(W1) + ldp(W2) + ldp(W3) - log(2)", releases(3)),
    ("pml(P^20, W^20) <= 19*pml(P, W)", ()),
    ("ldp(W^&12) <= 11*ldp(W)", ()),
    ("maxleak(W1 * W2 * W3) <= maxleak(W1 & W2 & W3)", releases(3)),
)


@pytest.mark.parametrize("claim", some_of(NEAR_MISSES), ids=lambda claim: claim[0])
def test_what_is_false_follows_by_no_lemma(claim: Claim) -> None:
    assert not proof_by_lemmas(*claim)


LINKED = frozenset(
    (
        *("pml", "maxleak", "ldp", "capacity", "lip", "costleak", "density_min", "maxinfo"),
        *("hmin_given", "hmin", "dp", "flp", "pml_entry", "pml_entry_given", "mi"),
    )
)
"""The measures that chains go through. For a law of another, such as one of tv, no witness is known
in the place of the weighting that its assumed form brings."""


def is_proved(read: ReadLemma) -> bool:
    try:
        proofs = proved_lemma(read).proofs
    except Unsupported:
        return False
    return all(check(Certificate(p.sequent, p.steps)) for p in proofs if p is not None)


@pytest.mark.seconds
def test_the_links_are_the_laws_about_those_measures_that_are_proved_as_lemmas() -> None:
    assert [each.text for each in kept_lemmas() if not is_proved(each)] == []
    for law in (law for notion in NOTIONS for law in notion.laws if not law.open):
        try:
            read = lemmas_of(parse(law.text, lets=law.lets))
        except PmlError:  # it speaks of numbers or of outcomes, or bounds nothing by levels
            assert not law.link, law
            continue
        measures = [each.premises[0].measure if each.main is None else each.main for each in read]
        may_be = {each.word for each in measures} <= LINKED
        assert law.link == (may_be and all(map(is_proved, read))), law


def test_no_lemma_assumes_that_a_prior_has_full_support() -> None:
    facts = [fact for lemma in kept_lemmas() for fact in lemma.facts]
    assert len(facts) > 50
    assert not [fact for fact in facts if fact.origin.kind == "support"]


def lemma(text: str, *lets: str) -> ReadLemma:
    return lemmas_of(parse(text, lets=lets))[0]


def test_a_lemma_about_full_support_is_no_lemma_about_what_a_channel_makes_of_a_prior() -> None:
    full = lemma("fullsupport(P) => maxleak(W) <= pml(P, W)")
    assert proved_lemma(full)
    for text, follows in (
        ("fullsupport(P) => maxleak(W >> V) <= pml(P, W)", True),
        ("fullsupport(P) => maxleak(W) <= pml(P >> V, W)", False),
        ("maxleak(W) <= pml(P, W)", False),
    ):
        lets = ("P: S", "V: S -> X") if ">> V, W" in text else ()
        claim = parse(text, lets=lets)
        every = (full, *kept_lemmas())
        proofs = [
            prove_with_lemmas(claim, part, every, effort=1) for part in lowered_sequents(claim)
        ]
        assert all(proof is not None for proof in proofs) == follows, text


def test_a_lemma_for_one_channel_twice_is_none_for_two() -> None:
    twice = lemma("ldp(W & W) <= 2*ldp(W)")
    for text, follows in (("ldp(U & U) <= 2*ldp(U)", True), ("ldp(U & V) <= 2*ldp(U)", False)):
        claim = parse(text, lets=("U: X -> Y", "V: X -> Y") if "V" in text else ("U: X -> Y",))
        (part,) = lowered_sequents(claim)
        assert (prove_with_lemmas(claim, part, [twice], effort=1) is not None) == follows


def test_two_lemmas_of_one_text_keep_apart() -> None:
    """One text with other declarations is another lemma, and an equality is two."""
    text = "ldp(W & V) <= ldp(W) + ldp(V)"
    apart, after = lemma(text, "V: X -> Z"), lemma(text, "V: X, Y -> Z")
    assert apart.text == after.text
    lets = ("W1: X -> A", "W2: X -> B", "W3: X, A, B -> C")
    claim = parse("ldp(W1 & W2 & W3) <= ldp(W1) + ldp(W2) + ldp(W3)", lets=lets)
    (part,) = lowered_sequents(claim)
    certificate = prove_with_lemmas(claim, part, [apart, after], effort=1)
    assert certificate is not None
    check(certificate)
    assert [each.name for each in certificate.lemmas] == [text, f"{text} [2]"]


def test_no_chain_goes_through_a_middle_without_a_value() -> None:
    middle = lemmas_of(parse("pml(P, W) <= maxleak(W) - log(pmin(P)) + 0*ldp(P, W)"))
    # It is one about levels: of 0*inf there is none, and none stands in it.
    assert all(premise.measure.word != "ldp" for each in middle for premise in each.premises)
    with pytest.raises(InvalidInput, match="domain"):
        ps.lemma(ps.ask("pml(P, W) <= pml(P, W) + 0*ldp(P, W)"))  # type: ignore[arg-type]
    false = "suppsize(P) >= 2 => pml(P, W) < -log(pmin(P))"
    every = (*middle, *kept_lemmas())
    claim = parse(false)
    assert not [
        proof
        for part in lowered_sequents(claim)
        if (proof := prove_with_lemmas(claim, part, every, effort=1)) is not None
    ]


@pytest.mark.seconds
def test_a_wrong_lemma_is_refused_wherever_it_is_applied() -> None:
    """Plant each of these in place of a lemma that is applied: no chain is accepted with it."""
    met = 0
    for text, lets in CHAINS:
        for certificate in proof_by_lemmas(text, lets):
            for k, each in enumerate(certificate.lemmas):
                goal = each.sequent.goal
                wrong = replace(each, sequent=replace(each.sequent, goal=goal - goal - 1))
                weaker = replace(each, sequent=replace(each.sequent, facts=()))
                unproved = replace(each, steps=())
                for spoilt in (wrong, weaker, unproved):
                    if spoilt == each:
                        continue
                    lemmas = (*certificate.lemmas[:k], spoilt, *certificate.lemmas[k + 1 :])
                    met += 1
                    with pytest.raises(InvalidCertificate):
                        check(replace(certificate, lemmas=lemmas))
    assert met > 80


@pytest.mark.seconds
def test_what_a_wrong_lemma_would_give_is_not_proved() -> None:
    """A lemma that is false has no proof, and does not take part in a search."""
    for text, lets in (
        ("pml(P, W) <= maxleak(P, W)", ()),
        ("maxleak(W) <= pml(P, W)", ()),
        ("pml(P, W & V) <= pml(P, W) + pml(P, V)", ("V: X -> Z",)),
        ("pml(P, W) <= pml(P, W >> V)", ()),
        ("ldp(W & V) <= ldp(W)", ("V: X -> Z",)),
        ("maxleak(W & V) <= maxleak(W)", ("V: X -> Z",)),
    ):
        (read,) = lemmas_of(parse(text, lets=lets))
        with pytest.raises(Unsupported, match="no proof"):
            proved_lemma(read)
        claim = parse(text, lets=lets)
        (part,) = lowered_sequents(claim)
        assert prove_with_lemmas(claim, part, (read, *kept_lemmas()), effort=1) is None


@pytest.mark.seconds
def test_a_verdict_is_a_lemma_for_another_claim(tmp_path: Path) -> None:
    let = ("V: X -> Z",)
    known = ps.ask("ldp(P, W & V) <= ldp(P, W) + ldp(P, V)", let=let)
    assert isinstance(known, Proved)
    given = ps.lemma(known)
    text = "ldp(P, W1 & W2 & W3) <= ldp(P, W1) + ldp(P, W2) + ldp(P, W3)"
    assert ps.ask(text, let=releases(3), effort=1).name == "unknown"
    found = ps.ask(text, let=releases(3), lemmas=[given])
    assert isinstance(found, Proved) and isinstance(found.evidence, CertificateProof)
    (certificate,) = found.evidence.certificates
    assert [each.name for each in certificate.lemmas] == [given.text]
    place = found.save(tmp_path / "proof.json")
    assert ps.check(place) and verify(place.read_text())
    saved = json.loads(place.read_text())
    assert [each["name"] for each in saved["lemmas"]] == [given.text]


def test_what_cannot_be_handed_on_is_no_lemma() -> None:
    sizes = ps.ask("maxleak(W) <= log(2)", engine="z3", sizes={"X": 2, "Y": 2})
    assert isinstance(sizes, Proved)
    with pytest.raises(InvalidInput, match="Z3"):
        ps.lemma(sizes)
    with pytest.raises(PmlError):
        ps.lemma(ps.ask("pml(P, W) <= maxleak(W)"))  # type: ignore[arg-type]
    numbers = ps.ask("ldp(W) <= eps => pml(P, W) <= eps")
    assert isinstance(numbers, Proved)
    with pytest.raises(Unsupported, match="without numbers"):
        ps.lemma(numbers)
    with pytest.raises(PmlError, match="lemma"):
        ps.ask("pml(P, W) <= 1", lemmas=["pml(P, W) <= ldp(W)"])  # type: ignore[list-item]
