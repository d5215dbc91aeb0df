"""Claims about W^&n, W^n, W^>>n and P^n for a letter n: how they are read, and what they say."""

from __future__ import annotations

from fractions import Fraction

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse, question_of_claim
from pmlsym.claims.any_number import at_number, at_numbers_of_instance, induction_parts
from pmlsym.claims.domain import domain_of
from pmlsym.claims.evaluation import holds
from pmlsym.claims.subjects import subjects
from pmlsym.engines.solver.proof_at_sizes import decide_by_solver
from pmlsym.errors import (
    AlphabetMismatch,
    ClaimSyntaxError,
    InvalidInput,
    OutOfDomain,
    PmlError,
    Unsupported,
)
from pmlsym.language.fold import key
from pmlsym.lowering.sequents import lower
from pmlsym.model.instance import Instance

FLIP = [["2/3", "1/3"], ["1/3", "2/3"]]


def instance(n: object, **more: object) -> Instance:
    tensors = {"P": ["1/4", "3/4"], "W": FLIP}
    return Instance({"X": 2, "Y": 2, "Z": 2}, tensors, {"n": n, **more})  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("text", "times", "said"),
    [
        ("pml(P, W^&n) <= n*ldp(W)", 3, "pml(P, W & W & W) <= 3*ldp(W)"),
        ("maxleak(W^n) == n*maxleak(W)", 2, "maxleak(W * W) == 2*maxleak(W)"),
        ("pml(P^n, W^n) <= eps", 2, "pml(P & P, W * W) <= eps"),
        ("ldp(W^>>n) <= ldp(W)", 3, "ldp(W >> W >> W) <= ldp(W)"),
        ("ldp((W >> V)^&n) <= a - n/2", 3, "ldp(W >> V & (W >> V) & (W >> V)) <= a - 3/2"),
        ("ldpdelta(W^&n, n*eps) <= (n + 1)*a", 2, "ldpdelta(W & W, 2*eps) <= a + 2*a"),
        ("rdp(W^&n, a) <= n*rdp(W, a)", 2, "rdp(W & W, a) <= 2*rdp(W, a)"),
        ("D[a](P^n || Q^n) <= n*a", 2, "D[a](P & P || Q & Q) <= 2*a"),
        ("exp(n*a) <= n and ldp(W^&n) <= n", 2, "exp(2*a) <= 2 and ldp(W & W) <= 2"),
    ],
)
def test_at_a_number_it_is_written_out(text: str, times: int, said: str) -> None:
    assert f"{at_number(parse(text), 'n', times)}" == said


@pytest.mark.parametrize("text", ["pml(P^n, W^n) <= n*pml(P, W)", "ldpdelta(W^&n, n*eps) <= a"])
def test_it_is_read_again_as_it_is_written(text: str) -> None:
    claim = parse(text)
    assert key(parse(question_of_claim(claim).text)) == key(claim)


def test_letters_in_a_row_are_one_alphabet() -> None:
    about = subjects(parse("pml(P^n, W^n >> V^n) <= tv(P^n, V^n)"))
    assert len(about.alphabets) == 2  # one letter and n of them
    with pytest.raises(AlphabetMismatch, match="are not m of them"):
        parse("pml(P^m, W^n) <= 1")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("forall W: ldp(W^&n) <= 1", "bound around it"),
        ("(sup P: hmin(P^n)) <= 1", "bound around it"),
        ("ldp((W^&n)^&n) <= 1", "stands within it"),
        ("sum(n, 1, 3, n) <= 1 and (sup n: ldp(W^&n)) <= 1", "bound around it"),
        ("ldp(W^&N) <= 1", "N cannot be a number"),
        ("pml(P, W^&y, y) <= 1", "rename one"),
    ],
)
def test_what_cannot_be_said_is_refused(text: str, words: str) -> None:
    with pytest.raises(ClaimSyntaxError, match=words):
        parse(text)


def test_it_is_evaluated_where_the_number_is_given() -> None:
    claim = parse("pml(P, W^&n) <= n*pml(P, W)")
    written_out = parse("pml(P, W & W) <= 2*pml(P, W)")
    assert holds(claim, instance(2)) == holds(written_out, instance(2))
    with pytest.raises(InvalidInput, match="no value for the scalar n"):
        holds(claim, Instance({"X": 2, "Y": 2}, {"P": ["1/4", "3/4"], "W": FLIP}))


@pytest.mark.parametrize("number", [0, Fraction(1, 2), -1])
def test_elsewhere_it_has_no_value(number: object) -> None:
    with pytest.raises(OutOfDomain, match="no number of uses"):
        holds(parse("ldp(W^&n) <= n*ldp(W)"), instance(number))
    assert domain_of(parse("ldp(W^&n) <= n*ldp(W)")) == ("n is one of 1, 2, 3, ..",)


def test_so_often_it_is_not_written_out() -> None:
    with pytest.raises(Unsupported, match="1 to 20"):
        at_numbers_of_instance(parse("ldp(W^&n) <= 1"), instance(21))
    with pytest.raises(Unsupported, match=r"more than \d+ entries at n = 14"):
        at_numbers_of_instance(parse("ldp(W^n) <= 1"), instance(14))


@pytest.mark.parametrize(
    ("text", "base", "step"),
    [
        (
            "maxleak(W^n) == n*maxleak(W)",
            "maxleak(W) == maxleak(W)",
            "maxleak(W^n) == s => maxleak(W^n * W) == s + maxleak(W)",
        ),
        (
            "n >= 2 and ldp(W) <= s => ldp(W^&n) <= n*s + n",
            "ldp(W) <= s => ldp(W & W) <= 2*(s + 1)",
            "ldp(W) <= s and ldp(W^&n) <= s2 => ldp(W^&n & W) <= s2 + (s + 1)",
        ),
    ],
)
def test_the_parts_of_an_induction(text: str, base: str, step: str) -> None:
    parts = induction_parts(parse(text))
    assert parts is not None
    assert (f"{parts.base}", f"{parts.step}") == (base, step)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        # at an infinite ldp(W) no number s is n*ldp(W)
        ("ldp(W^&n) == n*ldp(W)", "may be infinite"),
        ("ldp(W^&n) >= n*ldp(W)", "may be infinite"),
        ("ldp(W^&n) < n*ldp(W)", "may be infinite"),
        ("ldp(W^&n) <= max(n*ldp(W), 1)", "may be infinite"),
        ("ldp(W^&n) <= n*ldp(W) and mi(P, W^&n) <= 1", "may be infinite"),
        # what has no value at n says nothing of n + 1
        ("ldp(W^&n) - lip(P, W^&n) <= n", "inf - inf"),
        ("a*ldp(W^&n) <= n", "0*inf"),
        ("log(1 - ldp(W^&n)) <= n", ">= 0"),
        # what a hypothesis says of n is not what it says of n + 1
        ("ldp(W^&n) <= eps => ldp(W^&n) <= n*ldp(W)", "as a hypothesis"),
        ("n <= 3 => ldp(W^&n) <= n*ldp(W)", "as a hypothesis"),
        ("ldp(W^&n) <= n or mi(P, W) <= n", "no comparison"),
        ("pml(P, W^&n >> V) <= n*ldp(W)", "in a row"),
    ],
)
def test_where_an_induction_shows_nothing(text: str, words: str) -> None:
    with pytest.raises(PmlError, match=words):
        induction_parts(parse(text))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        # how many outcomes n uses have is another number at each n
        ("size(Z) == 1 => ldp(W^&n) <= ldp(W)", "not counted"),
        ("size(Z) == 1 => pml(P, W^&n) <= 0", "not counted"),
        # what is made of it does not say any more how often
        ("(W^&n)[z|x] <= 1/2", "not written out"),
        ("pml(Q, const(P^n)) <= 0", "not written out"),
    ],
)
def test_what_hides_how_often_is_not_read(text: str, words: str) -> None:
    claim = parse(text)
    for read in (lower, lambda c: holds(c, instance(2)), lambda c: induction_parts(c)):
        with pytest.raises(Unsupported, match=words):
            read(claim)


def test_at_sizes_and_of_slack_it_says_nothing() -> None:
    """A step at |Z| = 2 is none to 4 outcomes."""
    verdict = decide_by_solver(parse("ldp(W^&n) <= n*ldp(W)"), sizes={"X": 2, "Y": 2, "Z": 2})
    assert verdict.name == "unknown"
    proved = ps.prove("ldp(W^&n) <= n*ldp(W)")
    assert isinstance(proved, ps.Proved)
    with pytest.raises(Unsupported, match="ask at a number"):
        ps.slack(proved, instance(2))
    with pytest.raises(Unsupported, match="ask at a number"):
        ps.tight("ldp(W^&n) <= n*ldp(W)")
    with pytest.raises(InvalidInput, match="on a domain alone"):
        ps.lemma(proved)


@pytest.mark.seconds
def test_what_n_times_a_probability_is_may_exceed_one() -> None:
    """Of s in [0, 1] alone the step would hold, and the claim is false at n = 5, delta = 1/2."""
    claim = parse("n*delta <= 2 + eml(P, W^&n, n*delta)")
    parts = induction_parts(claim)
    assert parts is not None and subjects(parts.step).scalars["s"] == "nonnegative"
    assert not holds(claim, instance(5, delta="1/2"))
    assert ps.prove(claim, effort=1).name == "unknown"
