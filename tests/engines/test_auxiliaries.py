"""Certificates that speak of something new: smallest entries, chains, rests, bounds of numbers."""

from __future__ import annotations

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.engines.deductions.search import AuxiliarySearch
from pmlsym.kernel.checker import check
from pmlsym.lowering.merged_letters import merge_letters
from pmlsym.lowering.sequents import lowered_sequents
from tests.examples import effort, some_of

CASCADE = ("W: X -> Y", "V: Y -> Z")
BESIDE = ("W: X -> Y", "V: X -> Z")
LOOP = ("W: X -> X", "V: X -> X")
ADAPTIVE = ("W: X -> Y", "V: X, Y -> Z")
STAGES = ("V: X -> Y", "W: Y -> Z")
DATA = ("W: A, B -> Y", "P: A, B")

BY_SMALLEST_ENTRIES = (
    ("worst_gleak(P, W & V, G) <= worst_gleak(P, W, G) + ldp(V)", BESIDE),
    (
        "ldp(W) <= a and ldp(V) <= b => ldp(W >> V) <= log((exp(a + b) + 1)/(exp(a) + exp(b)))",
        CASCADE,
    ),
)
BY_LARGEST_ENTRIES = (
    (
        "fullsupport(Q) and D[tv](P || Q) <= r and pml(Q, W) <= eps and r*exp(eps) < 1"
        " => pml(P, W) <= eps - log(1 - r*exp(eps))",
        (),
    ),
)
BY_NUMBERS_FROM_THEIR_BOUNDS = (
    ("ldp(V >> W) <= log(1 + (1 - doeblin(V))*(exp(ldp(W)) - 1))", STAGES),
    ("maxleak(W) <= log(1 + (1 - doeblin(W))*(size(X) - 1))", ()),
)
BY_COMMON_PARTS = (
    ("mi(P, W) <= (1 - doeblin(W))*log(size(X))", ()),
    ("dobrushin(W) <= 1 - doeblin(W)", ()),
    ("doeblin(W) <= 1 - dobrushin(W)", ()),
    ("doeblin(W) + tv(P, W) <= 1", ()),
)
BY_IMAGES = (("tv(P, W >> V) <= (exp(ldp(V)) - 1)/(exp(ldp(V)) + 1)*tv(P, W)", CASCADE),)
BY_SECANTS = (
    ("mi(P, W) <= lip(P, W)^2/2", ()),
    ("D[kl](W[x] || W[z]) <= ldp(W)^2/2", ()),
)
AT_ONE_LETTER = (
    ("eta[tv](W & V) <= eta[tv](W) + eta[tv](V) - eta[tv](W)*eta[tv](V)", BESIDE),
    ("eta[tv](W & V) <= eta[tv](W) + eta[tv](V) - eta[tv](W)*eta[tv](V)", ADAPTIVE),
)
BY_CHAINS = (
    ("dp(W) <= eps => mi(P, W) <= 2*eps", DATA),
    ("dp(W) <= eps => chi2(P, W) <= exp(2*eps) - 1", DATA),
)
BY_RESTS = (
    ("mi(P, W >> V) <= (1 - doeblin(V))*mi(P, W)", CASCADE),
    ("chi2(P, W >> V) <= (1 - doeblin(V))*chi2(P, W)", CASCADE),
    ("I[H2](P, W >> V) <= (1 - doeblin(V))*I[H2](P, W)", CASCADE),
)
BY_UNIONS = (
    ("V[tries(2)](P) <= 1", ()),
    ("V[tries(3)](P) <= 1", ()),
    ("V[tries(2)](P, W) <= 1", ()),
)
BY_LETTERS_NOT_CHOSEN = (
    ("size(X) == 2 => exp(maxleak(W)) >= 2 - doeblin(W)", ()),
    ("(size(X) - 1)*exp(maxleak(W)) >= size(X) - doeblin(W)", ()),
)
BY_NUMBERS = (
    ("ldp(W) <= eps => chi2(P, W) <= tv(P, W)*(exp(eps) - 1)", ()),
    ("mi(P, W) <= ldp(W)*(exp(ldp(W)) - 1)/(exp(ldp(W)) + 1)", ()),
)
BY_EQUALITY_CASES = (
    ("mi(P, W) == 0 => pml(P, W) == 0", ()),
    ("chi2(P, W) == 0 => mi(P, W) == 0", ()),
    ("tv(P, W) == 0 => mi(P, W) == 0", ()),
    ("I[H2](P, W) == 0 => chi2(P, W) == 0", ()),
    ("I[js](P, W) == 0 => mi(P, W) == 0", ()),
    ("D(P || Q) <= 0 => P == Q", ()),
)
BY_UNIFORM_MASSES = (
    ("uniform(P) => dynleak(P, W) >= pml(P, W)", ()),
    ("fullsupport(P) and pmin(P) == 1/size(X) => dynleak(P, W) >= pml(P, W)", ()),
    ("fullsupport(P) and pmin(P) >= 1/size(X) => P[x] <= 1/size(X)", ()),
)
IDEAS = (
    BY_SMALLEST_ENTRIES,
    BY_LARGEST_ENTRIES,
    BY_NUMBERS_FROM_THEIR_BOUNDS,
    BY_COMMON_PARTS,
    BY_IMAGES,
    BY_SECANTS,
    AT_ONE_LETTER,
    BY_CHAINS,
    BY_RESTS,
    BY_UNIONS,
    BY_LETTERS_NOT_CHOSEN,
    BY_NUMBERS,
    BY_EQUALITY_CASES,
    BY_UNIFORM_MASSES,
)
FALSE = (
    ("fullsupport(P) and pmin(P) <= 1/size(X) => P[x] <= 1/size(X)", ()),
    ("fullsupport(P) and pmin(P) >= 1/size(X) => P[x] <= 99/100*1/size(X)", ()),
    ("fullsupport(P) and pmin(P) >= 99/100*1/size(X) => dynleak(P, W) >= pml(P, W)", ()),
    ("pmin(P) == 1/size(X) => dynleak(P, W) >= pml(P, W) + 1/100", ()),
    (
        "fullsupport(Q) and D[tv](P || Q) <= r and pml(Q, W) <= eps and r*exp(eps) < 1"
        " => pml(P, W) <= eps - log(1 - 99/100*r*exp(eps))",
        (),
    ),
    (
        "D[tv](P || Q) <= r and pml(Q, W) <= eps and r*exp(eps) < 1"
        " => pml(P, W) <= eps - log(1 - r*exp(eps))",
        (),
    ),
    (
        "pml(P, W) <= eps and exp(eps)*(1 - pmin(P)) < 1"
        " => ldp(P, W) <= eps + log(99/100*pmin(P)/(1 - exp(eps)*(1 - pmin(P))))",
        (),
    ),
    ("ldp(V >> W) <= log(1 + (1 - doeblin(V))*(99/100*exp(ldp(W)) - 1))", STAGES),
    ("ldp(V >> W) <= log(1 + (1 - doeblin(W))*(exp(ldp(W)) - 1))/2", STAGES),
    ("maxleak(W) <= log(1 + (1 - doeblin(W))*(size(X) - 2))", ()),
    ("doeblin(W) <= 1 - 101/100*dobrushin(W)", ()),
    ("V[tries(3)](P) <= 99/100", ()),
    ("size(X) == 3 => exp(maxleak(W)) >= 3 - 2*doeblin(W)", ()),
    ("size(X) == 2 => exp(maxleak(W)) >= 2 - 99/100*doeblin(W)", ()),
    ("(size(X) - 1)*exp(maxleak(W)) >= size(X) - 99/100*doeblin(W)", ()),
    ("V[tries(2)](P, W) <= 1 - pmin(P)", ()),
    ("size(X) <= 3 => V[tries(2)](P) == 1", ("P: X",)),
    ("doeblin(W) + 101/100*tv(P, W) <= 1", ()),
    ("mi(P, W) <= 99/100*(1 - doeblin(W))*log(size(X))", ()),
    ("mi(P, W) <= (99/100 - doeblin(W))*log(size(X))", ()),
    ("mi(P, W >> V) <= (1 - doeblin(W))*log(size(Y))/2", CASCADE),
    ("tv(P, W >> V) <= (exp(ldp(V)) - 1)/(exp(ldp(V)) + 1)*tv(P, W)*99/100", CASCADE),
    ("tv(P, W >> V) <= (exp(ldp(W)) - 1)/(exp(ldp(W)) + 1)*tv(P, V)", LOOP),
    ("mi(P, W) <= lip(P, W)^2*49/100", ()),
    ("mi(P, W) <= ldp(W)^2*6/100", ()),
    ("D[kl](W[x] || W[z]) <= ldp(W)^2*49/100", ()),
    ("eta[tv](W & V) <= eta[tv](W) + 99/100*eta[tv](V) - eta[tv](W)*eta[tv](V)", BESIDE),
    ("eta[tv](W & V) <= eta[tv](W) + eta[tv](V) - 101/100*eta[tv](W)*eta[tv](V)", ADAPTIVE),
    ("mi(P, W) == 0 => ldp(W) == 0", ()),
    ("tv(P, W) == 0 => maxleak(W) == 0", ()),
    ("mi(P, W) <= 1/1000 => pml(P, W) == 0", ()),
    ("I[js](P, W) <= mi(P, W) => mi(P, W) == 0", ()),
    ("D(P || Q) <= 0 => uniform(P)", ()),
    ("2*ldp(W) <= 199/100*ldp(W & W)", ()),
    ("worst_gleak(P, W & V, G) <= worst_gleak(P, W, G) + ldp(V)/2", BESIDE),
    ("worst_gleak(P, W & V, G) <= worst_gleak(P, W, G) + pml(P, V) - 1/100", BESIDE),
    (
        "ldp(W) <= a and ldp(V) <= b =>"
        " ldp(W >> V) <= log((99/100*exp(a + b) + 1)/(exp(a) + exp(b)))",
        CASCADE,
    ),
    ("dp(W) <= eps => mi(P, W) <= eps/2", DATA),
    ("dp(W) <= eps => ldp(W) <= 199/100*eps", DATA[:1]),
    ("mi(P, W >> V) <= (1 - doeblin(W))*mi(P, W)", CASCADE),
    ("mi(P, W >> V) <= (99/100 - doeblin(V))*mi(P, W)", CASCADE),
    ("chi2(P, W >> V) <= (1 - doeblin(V))*(1 - doeblin(V))*chi2(P, W)/2", CASCADE),
    ("chi2(P, W) <= 99/100*tv(P, W)*(exp(ldp(W)) - 1)", ()),
    ("chi2(P, W) <= tv(P, W)*ldp(W)", ()),
    ("mi(P, W) <= 1/4*ldp(W)*(exp(ldp(W)) - 1)/(exp(ldp(W)) + 1)", ()),
)


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("text", "lets"),
    some_of([case for idea in IDEAS for case in some_of(idea)]),
)
def test_what_is_found_beside_something_new_the_kernel_accepts(text: str, lets: tuple[str, ...]):
    for part in lowered_sequents(parse(text, lets=lets)):
        sequent = merge_letters(part.sequent)
        found = AuxiliarySearch(sequent).run(8)
        assert found is not None, part.case
        assert found.sequent == sequent
        check(found)


@pytest.mark.parametrize(("text", "lets"), some_of(FALSE))
def test_what_is_false_is_not_proved(text: str, lets: tuple[str, ...]):
    assert ps.prove(text, let=list(lets), effort=effort(0.25, in_full=1)).name == "unknown"


def test_the_goal_times_what_is_positive_at_an_entry_that_attains_a_level():
    (_, part) = lowered_sequents(parse("ldp(W & W) == 2*ldp(W)"))
    found = AuxiliarySearch(part.sequent).run(2)
    assert found is not None
    check(found)


def test_the_search_is_continued_where_it_was_cut():
    text, lets = BY_SMALLEST_ENTRIES[0]
    (part,) = lowered_sequents(parse(text, lets=lets))
    search = AuxiliarySearch(part.sequent)
    assert search.run(0.02) is None
    assert search.run(0.5) is not None
