"""Claims that are no sums of informations: variables are drawn once more, given others."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import log
from random import Random

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.engines.entropies.copying import single_copies
from pmlsym.engines.entropies.prove import prove_entropy
from pmlsym.errors import InvalidCertificate
from pmlsym.evidence.entropy_dual import (
    Copy,
    EntropyDual,
    EntropyForm,
    EntropyProof,
    EntropyStatement,
    EntropyTerm,
    check_entropy_dual,
)
from tests.examples import some_of

ZHANG_YEUNG = "2*I(C;D) <= I(A;B) + I(A;C,D) + 3*I(C;D|A) + I(C;D|B)"
INGLETON = "I(C;D) <= I(A;B) + I(C;D|A) + I(C;D|B)"


def dual_of(text: str) -> EntropyDual:
    verdict = ps.ask(text)
    assert isinstance(verdict, ps.Proved), verdict
    assert isinstance(verdict.evidence, EntropyProof)
    (dual,) = verdict.evidence.duals
    return dual


def test_zhang_and_yeung_is_no_sum_of_informations_and_is_proved_by_a_copy():
    assert prove_entropy(parse(ZHANG_YEUNG)) is None
    (copy,) = dual_of(ZHANG_YEUNG).copies
    assert copy == Copy((("A'", "A"),), ("C", "D"))


@pytest.mark.parametrize("names", some_of([*permutations("WXYZ")][::5]))
def test_it_is_proved_whatever_the_variables_are_called(names: tuple[str, ...]):
    text = ZHANG_YEUNG.translate(str.maketrans(dict(zip("ABCD", names, strict=True))))
    assert dual_of(text).copies


@pytest.mark.seconds
@pytest.mark.parametrize(
    "text",
    [
        "2*I(A;B) <= 5*I(A;B|C) + 3*I(A;C|B) + I(B;C|A) + 2*I(A;B|D) + 2*I(C;D)",
        "2*I(A;B) <= 3*I(A;B|C) + 3*I(A;C|B) + 3*I(B;C|A) + 2*I(A;B|D) + 2*I(C;D)",
        "2*I(A;B) <= 3*I(A;B|C) + 2*I(A;B|D) + 2*I(C;D) + 3*I(B;C|A) + 3*I(A;C|B)",
    ],
)
def test_of_the_six_of_dougherty_freiling_and_zeger_some_need_two_copies(text: str):
    first, second = dual_of(text).copies
    assert first.drawn[0][0] in second.given or first.drawn[0][0] == second.drawn[0][1]


@pytest.mark.seconds
def test_it_holds_under_hypotheses_and_of_joined_variables():
    joined = dual_of(ZHANG_YEUNG.replace("A", "A,E,F"))
    assert joined.copies == (Copy((("A'", "A"), ("E'", "E"), ("F'", "F")), ("C", "D")),)
    found = dual_of("I(A;B) == 0 => 2*I(C;D) <= I(A;C,D) + 3*I(C;D|A) + I(C;D|B)")
    assert found.copies


def test_without_its_factors_it_is_false():
    assert isinstance(ps.ask(INGLETON), ps.Refuted)


def test_the_page_and_the_file_say_what_is_copied(tmp_path):
    verdict = ps.ask(ZHANG_YEUNG)
    assert "with A' a copy of A given C,D" in str(verdict)
    assert "a copy of A given" in verdict._repr_latex_()
    file = tmp_path / "zhang-yeung.json"
    verdict.save(file)
    assert ZHANG_YEUNG in ps.check(file)[0]


def entropy(names: tuple[str, ...], order: tuple[str, ...], masses: dict) -> float:
    total: dict[tuple[int, ...], float] = {}
    for letters, mass in masses.items():
        own = tuple(letters[order.index(name)] for name in names)
        total[own] = total.get(own, 0.0) + mass
    return -sum(p * log(p) for p in total.values() if p)


TWO = Copy((("A'", "A"), ("B'", "B")), ("C",))
"""Two variables drawn together, though the statement tells them apart."""


@pytest.mark.parametrize(
    "copy", [*single_copies([("A",), ("B",), ("C",)], (0, 1, 2)), TWO], ids=str
)
def test_what_is_used_of_a_copy_holds_of_what_is_drawn_again(copy: Copy):
    random, order = Random(str(copy)), ("A", "B", "C")
    masses = {letters: random.random() ** 3 for letters in product(range(2), repeat=3)}
    masses[0, 1, 0] = 0.0
    whole = sum(masses.values())
    masses = {letters: mass / whole for letters, mass in masses.items()}
    given, old = copy.given, tuple(name for _, name in copy.drawn)
    drawn: dict[tuple[int, ...], float] = {}
    for (first, p), (second, q) in product(masses.items(), repeat=2):
        places = [order.index(name) for name in given]
        if all(first[k] == second[k] for k in places):
            share = sum(m for o, m in masses.items() if all(o[k] == first[k] for k in places))
            letters = (*first, *(second[order.index(name)] for name in old))
            drawn[letters] = drawn.get(letters, 0.0) + (p * q / share if share else 0.0)
    every = (*order, *(name for name, _ in copy.drawn))
    assert sum(drawn.values()) == pytest.approx(1)
    for fact in copy.facts(order):
        value = sum(float(c) * entropy(key, every, drawn) for key, c in fact.form.terms)
        assert value == pytest.approx(0, abs=1e-12), fact


def equals(copy: Copy, known: str, left: str, right: str, *before: Copy) -> EntropyDual:
    """The fact H(left) = H(right) of a copy as a proof of H(left) >= H(right)."""
    form = EntropyForm.of([(tuple(left), Fraction(1)), (tuple(right), Fraction(-1))])
    goal = form.plus(EntropyForm.of([(tuple(known), Fraction(1))]), Fraction(0))
    name = f"[H({','.join(left)}) = H({','.join(right)})]"
    return EntropyDual(
        EntropyStatement((), goal), (EntropyTerm(Fraction(1), name),), (*before, copy)
    )


@pytest.mark.parametrize(
    "wrong",
    [
        equals(Copy((("B", "A"),), ()), "AB", "B", "A"),  # B is no new variable
        equals(Copy((("B", "A"),), ()), "AB", "B", "A", Copy((("B", "A"),), ())),
        equals(Copy((("C", "A"), ("C", "B")), ()), "AB", "C", "B"),
        equals(Copy((("C", "D"),), ()), "AB", "C", "D"),  # nothing is called D
        equals(Copy((("C", "A"),), ("A",)), "AB", "C", "A"),
        equals(Copy((), ()), "AB", "B", "A"),
    ],
)
def test_what_is_no_copy_is_refused(wrong: EntropyDual):
    with pytest.raises(InvalidCertificate, match="variables"):
        check_entropy_dual(wrong)


def test_a_copy_of_many_variables_is_refused_before_its_facts_are_written():
    names = tuple(f"A{k}" for k in range(60))
    goal = EntropyForm.of([(names, Fraction(1))])
    copy = Copy((("B", "A0"),), names[1:])
    with pytest.raises(InvalidCertificate, match="variables"):
        check_entropy_dual(EntropyDual(EntropyStatement((), goal), (), (copy,)))


@pytest.mark.parametrize("given", some_of(["", "C", "D", "B", "BCD"]))
def test_another_copy_proves_it_not_with_the_same_terms(given: str):
    dual = dual_of(ZHANG_YEUNG)
    (copy,) = dual.copies
    with pytest.raises(InvalidCertificate):
        check_entropy_dual(replace(dual, copies=(replace(copy, given=tuple(given)),)))


def test_a_copy_stands_for_itself_alone():
    """What holds of A' holds not of A: the copy is apart from B given C and D, A need not be."""
    assert not isinstance(
        ps.ask("I(A;B|C,D) <= 0 or I(A;B) >= 0 and H(A) < 0", effort=1), ps.Proved
    )


@pytest.mark.parametrize("text", ["I(A;B) == 0 => H(A) == 0", "H(A) == H(B)"])
def test_a_refuted_equality_of_entropies_has_a_page(text: str):
    assert "Refuted" in str(ps.ask(text))
