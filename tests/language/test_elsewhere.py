"""The cheat sheet: what it says is read, and means what other fields mean."""

from __future__ import annotations

import re

import pytest

import pmlsym as ps
from pmlsym.claims.vocabulary import WORDS
from pmlsym.language.elsewhere import cheat_sheet, plain_spelling, spellings, written_here
from tests.examples import some_of

CODES = [row.here for row in cheat_sheet()] + [
    code for row in cheat_sheet() for code in re.findall("`([^`]*)`", row.remark)
]
PARTS = {"exp", "size(X)", "spread(P)"}


@pytest.mark.parametrize("code", sorted(set(CODES) - PARTS))
def test_what_is_said_is_read_as_a_number_a_channel_or_a_claim(code: str) -> None:
    read = []
    for text in (f"{code} <= 1", code, f"maxleak({code}) <= 1", f"pml(P, {code}) <= 1"):
        try:
            read.append(ps.claim(text))
        except ps.PmlError:
            continue
    assert read, code


def test_no_word_of_the_language_is_another_fields_word() -> None:
    assert not [word for word in WORDS if word in spellings()]
    assert len(spellings()) == sum(len(row.said.split(";")) for row in cheat_sheet())
    assert all(
        written_here(plain_spelling(w)) for row in cheat_sheet() for w in row.said.split(";")
    )


@pytest.mark.parametrize(
    ("claim", "answer"),
    some_of(
        [
            # Bayes security is the least ratio of errors with and without the outcome.
            ("uniform(P) and size(X) == 2 => 1 - V[id](P, W) >= 3/5*(1 - dobrushin(W))", "refuted"),
            ("1 - V[id](P, W) >= 1 - dobrushin(W)", "refuted"),
            ("D[inf](P || Q) <= 1 => D(P || Q) <= 1", "proved"),
            ("dobrushin(W) ≤ tanh(ldp(W)/2)", "proved"),
            ("dobrushin(W) ≤ tanh(ldp(W)/3)", "refuted"),
            ("0 < p ∧ p < 1 ⇒ h(p) ≤ log(2)", "proved"),
            ("x ≥ 0 ⇒ sqrt(x) ≤ x", "refuted"),
            ("abs(x) ≥ x ∧ ¬ abs(x) < 0", "proved"),
        ]
    ),
)
def test_words_mean_what_they_mean_elsewhere(claim: str, answer: str) -> None:
    assert ps.decide(claim, effort=4).name == answer


@pytest.mark.parametrize(
    ("claim", "advice"),
    [
        ("D[hellinger](P || Q) <= 1", r"write D\[H2\]\(P"),
        ("D[h2](P || Q) <= 1", "functions are kl"),
        ("D[f](P || Q) >= 0", "functions are kl"),
        ("D[chi](P || Q) >= 0", r"write D\[chi2\]"),
        ("H[shannon](P) >= 0", r"write H\[1\]\(P\)"),
        ("I[tsallis](P, W) >= 0", "write .1 - exp"),
        ("g-leakage(P, W) >= 0", r"g-leakage is written L\[G\]"),
        ("min-entropy leakage <= 1", r"min-entropy leakage is written L\[id\]"),
        ("W refines V => ldp(W) <= ldp(V)", "refines is written .exists R: W == V >> R"),
        ("η_KL(W) <= 1", r"write eta\[kl\]\(W\)"),
        ("η_other(W) <= 1", r"in brackets: eta\[f\]"),
        ("H_inf(P | W) <= 1", r"write H\[inf\]\(P\) or H\[inf\]\(P \| W\)"),
        ("H_2(P) <= 1", r"write H\[2\]\(P\) for Renyi's entropy, h\(p\) for that of a bit"),
        ("I_alpha(P, W) >= 0", r"write I\[alpha\]\(P, W\)"),
        ("D_KL(P || Q) >= 0", r"write D\(P \|\| Q\)"),
        ("JS(P || Q) >= 0", r"write D\[js\]"),
        ("C(W) >= 0", r"write .sup P: mi\(P, W\). for Shannon's"),
        ("chi^2(P || Q) >= 0", r"chi\^2 is written D\[chi2\]"),
        ("TV^2(P, W) >= 0", r"TV\^2 is written TV\(\.\.\)\^2"),
        ("ldp(W) <= eps => dobrushin(W) <= e^eps - 1", r"write exp\(eps\)"),
        ("e^(-2*eps) <= 1", r"exp\(-2\*eps\)"),
        ("Pinsker: D(P || Q) >= 0", "in a file it has, claim mine"),
        ("mi(P, W) <= L(X -> Y)", r"of a channel is written maxleak\(W\)"),
        ("Lmax(W) >= 0", r"write maxleak\(W\)"),
        ("pmax(P) <= 1", r"write V\[id\]\(P\)"),
        ("arimoto(P, W, alpha) >= 0", r"aleak\(P, W, alpha\) for his information"),
        ("renyi(W, alpha) >= 0", r"rdp\(W, alpha\) of a channel"),
        ("f_divergence(P, Q) >= 0", r"write D\[f\]\(P \|\| Q\), with kl, tv"),
        ("rdp(W, alpha=2) >= 0", "an argument has a place and no name: 2 for alpha=2"),
        ("tv(P, Q)^2 <= kl(P, Q)/2", r"write D\(P \|\| Q\) of two priors, as D\[tv\]"),
        (
            "tv(P, Q)^2 <= D(P || Q)/2",
            r"Q is a prior here and a channel.*write D\[tv\]\(P \|\| Q\)",
        ),
        ("W ⊑ V", r"\(exists R: V == W >> R\)"),
        ("shuffle(W) <= 1", "pmlsym derive shuffled-response"),
        ("wasserstein(P, Q) <= 1", "letters have no distance"),
        ("H(X) <= log(size(X))", r"H\[1\]\(P\) <= log\(size\(X\)\)"),
        ("posterior vulnerability(P, W) <= 1", r"is written V\[id\]"),
        ("hockey-stick divergence(W, eps) <= delta", r"is written D\[E"),
        ("ldp(laplace(b)) <= 1/b", "pmlsym derive laplace"),
        ("ldp(foo(b)) <= 1/b", "there are bsc, bec, erasure, rr"),
        ("D(P || Q) == 1/0", r"is infinite is written exp\(-D"),
        ("D(P || Q) == inf", r"by exp\(-ldp\(W\)\) == 0"),
        ("sum(x, sqrt(P[x])) >= 1", r"exp\(log\(P\[x\]\)/2\) is none"),
        ("sum(x, -P[x]*log(P[x])) >= 0", r"log\(P\[x\]\) is none. H\[1\]"),
        ("π <= 4", "π cannot be a number"),
        ("Hellinger distance(P, Q) <= 1", r"Hellinger is written D\[H2\]"),
        ("Pinsker", r"is no claim; it is written D\[tv\]\(P \|\| Q\) <= sqrt"),
        ("k-anonymity", "of tables of people and has no word here"),
        ("Wasserstein(P, Q) <= 1", "letters have no distance"),
        ("local differential privacy of W", r"is written ldp\(W\)"),
        ("leakage(P, W) <= 1", r"write pml\(P, W\) for the worst outcome"),
        ("pml(P, W*W) <= 2*pml(P, W)", "of one letter write W & W and W\\^&2"),
        ("X - Y - Z", r"a chain is markov\(X, Y, Z\)"),
    ],
)
def test_an_error_says_how_a_word_of_another_field_is_written(claim: str, advice: str) -> None:
    with pytest.raises(ps.PmlError, match=advice):
        ps.claim(claim)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("D(P ‖ Q) ≥ 0", "D(P || Q) >= 0"),
        ("maxleak(W₁ & W₂) ≤ ε₁", "maxleak(W_1 & W_2) <= ε_1"),
        ("P₁₂ == P_3 ⇒ hmin(P₁₂) ≤ hmin(P_3)", "P_12 == P_3 => hmin(P_12) <= hmin(P_3)"),
    ],
)
def test_signs_of_papers_are_read(written: str, plain: str) -> None:
    assert str(ps.claim(written)) == str(ps.claim(plain))


def test_a_prior_may_be_called_pi() -> None:
    pi = ps.Prior("π", ps.Alphabet("X"))
    assert ps.decide("pml(π, W >> V) <= pml(π, W)", effort=2).name == "proved"
    assert ps.decide("forall π, x: π[x] < 1", effort=2).name == "refuted"
    assert str(ps.pml(pi, ps.Channel("W", *ps.alphabets("X Y")))) == "pml(π, W)"
    for taken in ("rdp(W, π) >= 0", "mi(P, W) <= π", "sum(π, 1, n, 1/π) >= 0"):
        with pytest.raises(ps.PmlError):
            ps.claim(taken)
    with pytest.raises(ps.PmlError):
        ps.Scalar("π")


def test_a_number_may_be_called_h() -> None:
    assert ps.decide("h ≤ 1 ⇒ h ≤ 2", effort=2).name == "proved"


@pytest.mark.parametrize(
    ("claim", "ours"),
    [
        ("E[exp(pml(P, W, Y))] <= 2", "expected_pml(P, W)"),
        ("Pr[pml > eps] <= delta", "tail(P, W, eps)"),
        ("P(pml(P, W, Y) > eps) <= delta", "tail(P, W, eps)"),
        ("maxleak(W) <= log(|Y|)", "size(X)"),
        ("|X| >= 2", "size(X)"),
        ("H(P) <= log |X|", "log(size(X))"),
        ("||P - Q||_1 <= 1", "2*D[tv](P || Q)"),
        ("X -> Y -> Z", "markov(X, Y, Z)"),
        ("ℓ(X→y) <= eps", "pml(P, W, y)"),
        ("ℓ(P, W) <= eps", "pml(P, W, y)"),
        ("privacy_loss(W) <= eps", "pml(P, W, y)"),
        ("Pr(pml(P, W, Y) <= eps) >= 1 - delta", "1 - tail(P, W, eps)"),
        ("P_Y(y) > 0 => pml(P, W, y) >= 0", "(P >> W)[y]"),
        ("P_X(x) > 0 => pml(P, W) >= 0", "P[x]"),
        ("log_2(3) <= 2", "write log(x)/log(2)"),
    ],
)
def test_a_shape_of_another_notation_is_answered_by_ours(claim: str, ours: str) -> None:
    with pytest.raises(ps.PmlError) as error:
        ps.claim(claim)
    assert ours in str(error.value).partition(" (column")[0]


SUM = "D(P || Q) + fo(a) - D(Q || P) <= 1"


def test_a_shape_of_ours_is_no_other_notation() -> None:
    for text in ("P[x] > 0 => pml(P, W) >= fo(x)", "D[E(exp(fo(a)))](P || Q) <= 1", SUM):
        with pytest.raises(ps.PmlError, match="unknown name fo"):
            ps.claim(text)


def test_a_number_named_as_a_measure_is_remarked_on() -> None:
    assert "privacy_loss is any number here; the measure is written pml(P, W, y)" in " ".join(
        str(ps.ask("privacy_loss <= eps")).split()
    )
    assert "any number" not in str(ps.ask("pml(P, W) <= epsilon"))


def test_words_of_other_notations_are_answered_in_python() -> None:
    for name, ours in (("V", "ps.vulnerability"), ("H", "ps.renyi_entropy or ps.arimoto")):
        with pytest.raises(AttributeError, match=f"in Python {ours}"):
            getattr(ps, name)
    table = [["9/10", "1/10"], ["1/5", "4/5"]]
    assert ps.ldp(table, delta="1/10") == ps.ldp(table, "1/10")
    for wrong, right in (
        (lambda: ps.ask("ldp(W) <= 1", W=table), "write channel={'W': rows}"),
        (lambda: ps.derive(k=4), "written set={'k': ..}"),
        (lambda: ps.measure(table, "uniform"), "such as prior="),
    ):
        with pytest.raises(ps.PmlError) as error:
            wrong()
        assert right in str(error.value)
    assert "prior=" in str(ps.measure(table))


def test_a_negative_delta_of_a_refutation_is_remarked_on() -> None:
    said = "delta may be negative, as nothing in the claim says delta >= 0"
    assert said in " ".join(str(ps.ask("mi(P, W) <= delta")).split())
    for claim in ("delta >= 0 => mi(P, W) <= delta", "1 <= eml(P, W, delta)"):
        shown = ps.ask(claim)
        assert isinstance(shown, ps.Refuted) and "may be negative" not in str(shown)
