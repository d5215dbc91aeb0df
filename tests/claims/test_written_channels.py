"""Terms for priors and channels: mixtures, separate letters, powers, matrices, families."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse, parse_quantity
from pmlsym.claim_text.writing import declarations, write
from pmlsym.claim_text.written_channels import mixture
from pmlsym.claims.evaluation import Evaluation
from pmlsym.errors import AlphabetMismatch, ClaimSyntaxError, InvalidInput, UnknownName
from pmlsym.language.building import log
from pmlsym.model.instance import Instance
from pmlsym.model.mixture import constant_channel, identity
from tests.examples import effort, some_of

X, Y, Z = ps.alphabets("X Y Z")
P, Q = ps.Prior("P", X), ps.Prior("Q", X)
W, V, U = ps.Channel("W", X, Y), ps.Channel("V", X, Y), ps.Channel("U", Y, Z)
q = ps.Scalar("q", "probability")

WRITTEN = {
    "ldp(q*W + (1 - q)*V) <= 1": "ldp(q*W + (1 - q)*V) <= 1",
    "ldp((1/3)*W+1/3*V+1/3*U) <= 1": "ldp(1/3*W + 1/3*V + 1/3*U) <= 1",
    "ldp(q*(r*W + (1 - r)*V) + (1 - q)*U) <= 1": "ldp(q*(r*W + (1 - r)*V) + (1 - q)*U) <= 1",
    "pml(P^2, W^2) <= 1": "pml(P & P, W * W) <= 1",
    "pml(P * Q, W * V) <= 1": "pml(P & Q, W * V) <= 1",
    "maxleak(W^&3) <= 1": "maxleak(W & W & W) <= 1",
    "maxleak(W^>>2 >> V) <= 1": "maxleak(W >> W >> V) <= 1",
    "maxleak(W >> V^>>2) <= 1": "maxleak(W >> (V >> V)) <= 1",
    "maxleak((W * V) >> U) <= 1": "maxleak((W * V) >> U) <= 1",
    "maxleak((q*W + (1 - q)*V) & U) <= 1": "maxleak((q*W + (1 - q)*V) & U) <= 1",
    "pml(P, (W * V) | (q*U + (1 - q)*U)) <= 1": "pml(P, (W * V) | (q*U + (1 - q)*U)) <= 1",
    "D[tv](q*P + (1 - q)*Q || R) <= 1": "D[tv](q*P + (1 - q)*Q || R) <= 1",
    "pml(P, id) <= 1": "pml(P, id) <= 1",
    "pml(P, W >> const(Q >> V)) <= 1": "pml(P, W >> const(Q >> V)) <= 1",
    "pml(P, bsc(1/4) >> bec(q)) <= 1": "pml(P, bsc(1/4) >> bec(q)) <= 1",
    "pml(P, [[1, 0], [1/3, 2/3]]) <= 1": "pml(P, [[1, 0], [1/3, 2/3]]) <= 1",
    "2^3 <= 8 and -2^2 <= -4 and 2^3^2 == 512": "8 <= 8 and -4 <= -4 and 512 == 512",
}


@pytest.mark.parametrize("text", WRITTEN)
def test_a_term_is_written_as_it_is_read(text: str) -> None:
    claim = parse(text)
    assert write(claim) == WRITTEN[text]
    again = parse(write(claim), lets=declarations(claim))
    assert (write(again), declarations(again)) == (write(claim), declarations(claim))


def test_python_has_the_same_terms() -> None:
    made = {
        "ldp(q*W + (1 - q)*V)": ps.ldp(mixture((q, W), (1 - q, V))),
        "maxleak(W * U)": ps.maxleak(W * U),
        "pml(q*P + (1 - q)*Q, W)": ps.pml(mixture((q, P), (1 - q, Q)), W),
        "pml(P & Q, W * V)": ps.pml(P * Q, W * V),
        "maxleak(id >> W)": ps.maxleak(identity(X) >> W),
        "maxleak(const(Q))": ps.maxleak(constant_channel(Y, Q)),
    }
    for text, quantity in made.items():
        assert str(quantity) == text


ROWS = {"W": ((1, 0), (Fraction(1, 3), Fraction(2, 3))), "V": ((0, 1), (Fraction(1, 2),) * 2)}


def value(text: str, **scalars: object) -> object:
    """The exact value of a quantity of W and V and the prior (1/4, 3/4)."""
    quantity = parse_quantity(text)
    about = [name for name in ("P", "W", "V") if name in text]
    sizes = dict.fromkeys(("X", "Y", "Z", "A", "B", "C", "D", "E"), 2)
    tensors = {"P": (Fraction(1, 4), Fraction(3, 4)), **ROWS}
    instance = Instance(sizes, {name: tensors[name] for name in about}, scalars)
    return Evaluation(quantity, instance).number(quantity)


def test_values_of_mixtures_and_of_separate_letters() -> None:
    rows = [
        [Fraction(1, 4) * a + Fraction(3, 4) * b for a, b in zip(*pair, strict=True)]
        for pair in zip(ROWS["W"], ROWS["V"], strict=True)
    ]
    assert value("exp(maxleak(q*W + (1 - q)*V))", q=Fraction(1, 4)) == sum(
        map(max, zip(*rows, strict=True))
    )
    pairs = [[a * b for a, b in product(r, s)] for r, s in product(ROWS["W"], ROWS["V"])]
    assert value("exp(maxleak(W * V))") == sum(map(max, zip(*pairs, strict=True)))
    assert value("exp(maxleak(W^2))") == value("exp(2*maxleak(W))")
    assert value("V[id](1/2*P + 1/2*P)") == Fraction(3, 4)
    assert value("exp(pml(P, id))") == 4 and value("pml(P, const(P))") == 0
    assert value("exp(maxleak(W^>>2))") == value("exp(maxleak(W >> W))")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("ldp(bsc(1/4))", log(3)),
        ("ldp(rr(5, log(7/2)))", log(Fraction(7, 2))),
        ("maxleak(bec(1/3))", log(Fraction(5, 3))),
        ("maxleak(erasure(4, 1/4))", log(Fraction(13, 4))),
        ("doeblin(erasure(4, 1/4))", Fraction(1, 4)),
        ("eta[tv]([[1, 0], [1/3, 2/3]])", Fraction(2, 3)),
        ("ldpdelta(bec(1/3), 5*log(2))", Fraction(2, 3)),
    ],
)
def test_values_of_families(text: str, number: object) -> None:
    quantity = parse_quantity(text)
    assert ps.evaluate(quantity) == ps.evaluate(0 + (0 * quantity + number))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ldp(q*W + q*V) <= 1", "do not sum to 1"),
        ("ldp(W + V) <= 1", "has no weight; write q"),
        ("ldp(2*W + (1 - 2)*V) <= 1", "has to be in"),
        ("ldp(q*W - (1 - q)*V) <= 1", "stands where a channel"),
        ("ldp((q + r)*W + (1 - q - r)*V) <= 1", "may be negative"),
        ("ldp(W^0) <= 1", "a number from 1 to 20"),
        ("ldp(W^N) <= 1", "N cannot be a number"),
        ("ldp([[1, 0], [1/2, 1/3]]) <= 1", "row 2 of .* sums to 5/6"),
        ("ldp([[1 - p*p, p*p], [0, 1]]) <= 1", "not linear in p"),
        ("ldp([[1 + p, 0 - p], [0, 1]]) <= 1", "negative"),
        ("ldp(bsc(p, q)) <= 1", r"write bsc\(p\)"),
        ("mi(P, erasure(e)) <= 1", r"write erasure\(3, e\)"),
        ("mi(P, erasure(k, e)) <= 1", "'k' is no number of letters; .* pmlsym derive erasure"),
        ("pml(uniform(3), W) <= 1", r"uniform\(P\) and size\(X\) == 3 => .."),
    ],
)
def test_what_is_no_term_is_said_to_be_none(text: str, words: str) -> None:
    with pytest.raises((ClaimSyntaxError, InvalidInput), match=words):
        parse(text)


def test_an_information_of_two_priors_is_answered_with_their_divergence() -> None:
    for text, right in (("tv(P, Q)", "D[tv](P || Q)"), ("mi(P, Q >> W)", "D[kl](P || Q >> W)")):
        with pytest.raises(ClaimSyntaxError, match=re.escape(f"of two priors write {right}")):
            parse(f"pml(Q, W) <= {text}")


def test_words_of_several_meanings_are_answered_with_each() -> None:
    with pytest.raises(UnknownName, match=r"worst_gleak\(P, W, G\) .* L\[G\]\(P, W\)"):
        parse("gleak(P, W, G) <= 1")
    with pytest.raises(UnknownName, match=r"worst_gain\(P, W, G\) .* V\[G\]\(P, W\)"):
        parse("gain(P, W, G) <= 1")
    with pytest.raises(UnknownName, match=r"in brackets: V\[G\]\(P\)"):
        parse("V(P, W) <= 1")


def test_parts_of_a_mixture_have_the_same_letters() -> None:
    with pytest.raises(AlphabetMismatch):
        parse("ldp(q*W + (1 - q)*V) <= 1", lets=["W: X -> Y", "V: Z -> Y"])
    with pytest.raises(AlphabetMismatch):
        mixture((q, W), (1 - q, U))
    with pytest.raises(InvalidInput, match="priors alone"):
        mixture((q, W), (1 - q, P))


PROVED = (
    "ldp(q*W + (1 - q)*V) <= max(ldp(W), ldp(V))",
    "maxleak(q*W + (1 - q)*V) <= log(q*exp(maxleak(W)) + (1 - q)*exp(maxleak(V)))",
    "V[G](q*P + (1 - q)*Q) <= q*V[G](P) + (1 - q)*V[G](Q)",
    "eta[tv](q*W + (1 - q)*const(Q)) <= q*eta[tv](W)",
    "doeblin(q*W + (1 - q)*const(Q)) >= 1 - q",
    "maxleak(W * V) == maxleak(W) + maxleak(V)",
    "doeblin(W * V) == doeblin(W)*doeblin(V)",
    "ldp(W^&3) <= 3*ldp(W)",
    "pml(P, const(Q)) == 0",
    "uniform(U) and q*(exp(eps) + size(X) - 1) == exp(eps) - 1"
    " => ldp(q*id + (1 - q)*const(U)) <= eps",
)


@pytest.mark.parametrize("text", some_of(PROVED))
def test_what_is_known_of_terms_is_proved(text: str) -> None:
    assert ps.prove(parse(text), effort=8).name == "proved"


FALSE = (
    "exp(pml(P, q*W + (1 - q)*V)) <= q*exp(pml(P, W)) + (1 - q)*exp(pml(P, V))",
    "ldp(q*W + (1 - q)*V) <= 99/100*max(ldp(W), ldp(V))",
    "ldp(q*W + (1 - q)*V) <= min(ldp(W), ldp(V))",
    "V[G](q*P + (1 - q)*Q) >= q*V[G](P) + (1 - q)*V[G](Q)",
    "eta[tv](q*W + (1 - q)*const(Q)) <= 99/100*q*eta[tv](W)",
    "maxleak(W * V) <= 99/100*(maxleak(W) + maxleak(V))",
    "pml(P & Q, W * V) <= pml(P, W)",
    "ldp(W^&3) <= 299/100*ldp(W)",
    "pml(P, id) <= 99/100*-log(pmin(P))",
    "pml(P, q*W + (1 - q)*id) <= pml(P, W)",
    "ldp(bsc(p)) <= 5",
    "p >= 1/4 => ldp(bsc(p)) <= log(3)",
    "maxleak(bec(q)) <= log(3/2)",
    "pml(P, rr(3, log(2))) <= log(199/100)",
    "uniform(U) and q*(exp(eps) + size(X) - 1) == exp(eps) - 1"
    " => ldp(q*id + (1 - q)*const(U)) <= 99/100*eps",
)


@pytest.mark.parametrize("text", some_of(FALSE))
def test_what_is_false_of_terms_is_not_proved(text: str) -> None:
    assert ps.prove(parse(text), effort=effort(0.25, in_full=1)).name != "proved"
