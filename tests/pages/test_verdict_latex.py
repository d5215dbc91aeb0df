"""The LaTeX of a verdict says what its text says: scope, worst priors, sides, letters."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import Question
from pmlsym.evidence.verdict import OverPriors
from pmlsym.exposition.claim_latex import claim_latex, claim_macros, claim_rows
from pmlsym.exposition.latex_macros import expand_macros
from pmlsym.exposition.latex_rows import PAGE, row_width
from pmlsym.numbers.number import leakage
from pmlsym.pages.verdict_latex import equals_latex, verdict_document

ROWS = [["7/10", "3/10"], ["1/2", "1/2"], ["1/5", "4/5"]]
LETTERS = {"X": ["18-30", "a = b and c", "51+"], "Y": ["yes", "no"]}


def decided(text: str, priors: str) -> ps.Verdict:
    return ps.decide(text, channel={"W": ROWS}, over=priors, letters=LETTERS)


def both(verdict: ps.Verdict) -> tuple[str, str]:
    """For a paper, its macros being their signs, and for a notebook."""
    return " ".join(expand_macros(verdict.latex()).split()), " ".join(
        verdict._repr_latex_().split()
    )


def test_a_proof_over_priors_names_the_worst_prior_and_its_value() -> None:
    verdict = decided("pml(P, W) <= log(4)", "p(x) >= 1/10")
    assert isinstance(verdict, ps.Proved) and isinstance(verdict.evidence, OverPriors)
    for shown in both(verdict):
        plain = shown.replace("$", "").replace(r"\text{largest }", "Largest ")
        assert r"Largest \ell(P, W) = \log \tfrac{5}{2} \approx 0.916291" in plain
        assert re.search(r"attained at }?P\(\\text\{18-30\}\) = \\tfrac\{1\}\{10\}", plain)
        assert r"P(\text{51+}) = \tfrac{4}{5}" in shown and r"y = \text{yes}" in shown
        assert "the given entries, every prior P in" in plain


def test_a_supremum_that_no_prior_attains_is_said_to_be_one() -> None:
    verdict = ps.decide("pml(P, W) < log(7/2)", channel={"W": ROWS}, over="simplex")
    assert isinstance(verdict, ps.Proved)
    for shown in both(verdict):
        assert re.search(r"not attained, approached towards [}$]P = \(0", shown)


def test_a_refutation_over_priors_has_sides_and_the_worst_prior() -> None:
    verdict = decided("pml(P, W, y) <= log(2)", 'p("18-30") >= 1/10')
    assert isinstance(verdict, ps.Refuted)
    for shown in both(verdict):
        assert r"\ell(P, W, y) &= \log \tfrac{14}{5} \approx 1.029619" in shown
        assert r"\log(2) &= \log 2 \approx 0.693147" in shown
        assert re.search(r"argest [}$]\\ell\(P, W, y\) = \\log \\tfrac\{14\}\{5\}", shown)
        assert r"y &= \text{yes}" in shown


@pytest.mark.parametrize("text", ["pml(P, W) <= log(4)", "pml(P, W) <= log(2)"])
def test_labels_stand_without_quotation_marks_and_are_one_word(text: str) -> None:
    for shown in both(decided(text, "p(x) >= 1/10")):
        assert r"P(\text{a = b and c})" in shown and '"a = b' not in shown
    claim = 'P("18 - 30 and older") <= 1/2 and W("18 - 30 and older", yes) <= 1'
    assert claim_latex(claim).count(r"\text{18 - 30 and older}") == 2
    assert all(row.count("{") == row.count("}") for row in claim_rows(claim, most=12))
    assert len(claim_rows(claim, most=12)) == 4


def test_bits_are_those_of_the_text() -> None:
    verdict = ps.refute("pml(P, W) <= maxleak(W)")
    assert isinstance(verdict, ps.Refuted)
    nats, bits = (
        verdict_document(Question("pml(P, W) <= maxleak(W)"), verdict, bits=bits)
        for bits in (False, True)
    )
    values = [re.findall(r"\\approx ([\d.]+)", shown)[-1] for shown in (nats, bits)]
    assert float(values[1]) == pytest.approx(float(values[0]) / 0.6931471805599453, abs=2e-6)
    assert r"\log_2" in bits and r"\log_2" not in nats


def test_what_is_vacuous_or_tried_on_nothing_is_so_in_latex() -> None:
    verdict = ps.prove("pml(P, W) < 0 => pml(P, W) <= 1")
    assert isinstance(verdict, ps.Proved) and verdict.vacuous
    for shown in both(verdict):
        assert "vacuous: the hypotheses contradict each other" in shown
        assert "o instance meets the hypotheses: checked by the kernel" in shown


def test_a_claim_about_ones_own_channel_that_no_instance_meets_is_called_vacuous() -> None:
    verdict = ps.decide("ldp(W) <= 1/10 => ldp(W) <= 2", channel={"W": ROWS})
    assert isinstance(verdict, ps.Proved) and verdict.vacuous
    assert r"\textbf{Vacuous} without a certificate: evaluated exactly." in verdict.latex()
    assert r"\textbf{Proved}" not in verdict.latex()


def test_names_of_measures_keep_their_small_letters() -> None:
    verdict = ps.decide("mi(P, W) <= 1/2", channel={"W": ROWS}, over="simplex")
    assert isinstance(verdict, ps.Proved)
    for shown in both(verdict):
        assert re.search(r"(mi|\$I)\(P, W\)\$? is concave in the prior", shown)
        assert "Mi(" not in shown


def test_a_proof_about_given_entries_prints_them() -> None:
    rows, priors = [["82/100", "18/100"], ["21/100", "79/100"]], "p(x) >= 1/10"
    for text, within in (("ldp(W) <= 3", None), ("pml(P, W) <= 3", priors)):
        verdict = ps.decide(text, channel={"W": rows}, over=within)
        assert isinstance(verdict, ps.Proved)
        for entry in ("41}{50", "9}{50", "21}{100", "79}{100"):
            assert verdict.latex().count(entry) == 1
    assert "Given." not in ps.prove("pml(P, W >> V) <= pml(P, W)").latex()


def test_what_holds_under_a_condition_stands_beside_a_refutation() -> None:
    claim = ps.claim("maxleak(P, W) >= maxleak(W)")
    refuted, mended = ps.decide(claim), ps.decide("fullsupport(P) => maxleak(P, W) >= maxleak(W)")
    beside = (ps.claim("fullsupport(P)"), mended)
    shown = verdict_document(Question(str(claim)), refuted, mended=beside)
    assert isinstance(mended, ps.Proved) and r"With $\PMLfullsupport(P)$ it holds: proved" in shown


def test_the_levels_of_a_proof_are_defined_in_a_notebook() -> None:
    shown = ps.prove("pml(P, W >> V) <= pml(P, W)")._repr_latex_()
    assert r"\text{where }t = \exp(\ell(P, W))" in shown
    assert "every finite alphabet, zeros allowed" in shown


@pytest.mark.parametrize("digits", [20, 40])
def test_a_number_in_a_display_takes_half_a_row_or_is_decimal(digits: int) -> None:
    shown = equals_latex(leakage(Fraction(10**digits + 1, 3**digits)))
    exact, near, decimals = shown.rpartition(r"\approx ")
    assert near and decimals[-6:].isdigit() and row_width(exact) <= PAGE // 2 + 2
    assert exact.startswith("= ") == (digits == 20)


def test_an_unknown_says_which_channel_sees_the_outcome_of_another() -> None:
    for lets, seen in (((), True), (("W: X -> Y", "U: X -> Z"), False)):
        unknown = ps.Unknown(ps.claim("ldp(W & U) <= ldp(W)", lets=lets), ())
        assert ("U sees the outcome of W" in " ".join(str(unknown).split())) == seen


def test_databases_of_one_entry_are_told() -> None:
    """Where nobody declares a channel, any two databases are neighbours."""
    for lets, said in (((), True), (("W: D, E -> Y",), False)):
        unknown = ps.Unknown(ps.claim("flp(W) <= dp(W)", lets=lets), ())
        assert ("W takes databases of one entry" in " ".join(str(unknown).split())) == said


def test_a_letter_in_a_sentence_is_set_as_in_a_formula() -> None:
    page = ps.ask("pml(P, W >> V) <= pml(P, W)").latex()
    assert "sum over $y$" in page and "The outcome in $Z$ enters" in page
    given = ps.ask("pml(P, W) <= 3", channel={"W": [[1, 0], [0, 1]]}, over="p(x) >= 1/10")
    assert r"\le 3$, with $W$ given, over $p(x) \ge 1/10$." in given.latex()


def test_a_number_of_the_instance_stands_once_and_e_is_said_to_be_free() -> None:
    verdict = ps.ask("e >= 2")
    assert str(verdict).count("e = 2/3") == 1 and "Euler's number is written exp(1)" in str(verdict)
    assert verdict.latex().count("e &=") == 1
    said, remark, *_ = str(ps.ask("capacity(W) <= maxleak(W)")).splitlines()  # below the verdict
    assert said.startswith("Refuted") and "of information it is (sup P" in remark


@pytest.mark.seconds
def test_numbers_of_a_mechanism_are_whole_and_smallest_masses_mathematics() -> None:
    page = ps.design(["1/2", "3/10", "1/5"], pml="log(6/5)").latex()
    assert re.search(r"of utility 0\.0479\d+ nats = 0\.0692\d+ bits", page)
    assert r"\tfrac{2}{5} & \tfrac{9}{25} & \tfrac{6}{25} \\[3pt] \tfrac{3}{5}" in page
    form = ps.derive("z-channel", "pml").latex()
    assert r"1 - p_{2} \left(1 - a\right)" in form and "\n% In nats; compared with" in form
    assert (
        r"\par\noindent In nats." in form and "In nats" not in ps.derive("z-channel", "tv").latex()
    )
    forms = ps.derive("randomized-response").latex()
    assert r"$p_{\min}$ = min of $p(x)$" in forms and r"p\_min" not in forms
    assert r"counts 0, $\dots$, n." in ps.derive("geometric").latex()


def test_indices_stand_below_and_roots_have_a_bar() -> None:
    shown = claim_macros("D[tv](P || Q) <= sqrt(D(P || Q)/2) and I[inf](P, W) <= eta[kl](W)")
    assert shown.startswith(r"D_{\mathrm{tv}}(P \parallel Q) \le \sqrt{D(P \parallel Q)/2}")
    assert r"I_{\infty }(P, W) \le \PMLeta_{\mathrm{kl}}(W)" in shown
    for claim in ("sqrt(sqrt(x) + 1) <= 2", "V[id](P) <= 1", "W[y|x] <= P[x]", 'P["sqrt(x)"] <= 1'):
        latex = claim_macros(claim)
        assert latex.count("{") == latex.count("}") and "⟩" not in latex, claim


POST_PROCESSING = "pml(P, W >> V) <= pml(P, W)"


def test_the_statement_and_the_proof_stand_alone_or_in_environments() -> None:
    verdict = ps.prove(POST_PROCESSING)
    said, proof, both = (verdict.latex(part=p) for p in ("statement", "proof", "theorem"))
    for part in (said, proof, both):
        assert r"\textbf" not in part and r"\rule{1.2ex}" not in part and part.count("group") == 2
    assert "every finite alphabet" in said and "align" not in said
    assert (
        "every finite alphabet" not in proof
        and r"\begin{align}" in proof
        and "densities too" in proof
    )
    assert both.count(r"\begin{theorem}\label{eq:pml:") == both.count(r"\end{proof}") == 1
    assert said.splitlines()[-3] in both.split(r"\end{theorem}")[0]
    with pytest.raises(ps.PmlError, match="there are all, statement, proof, theorem"):
        verdict.latex(part="body")


def test_what_is_false_is_no_theorem_and_what_is_unknown_is_called_so() -> None:
    refuted = ps.refute("pml(P, W) <= maxleak(W)")
    assert "does not hold in general" in refuted.latex(part="statement")
    assert refuted.latex(part="proof").splitlines()[3] == "A counterexample is"
    unknown = ps.ask("mi(P, W) <= 3*chi2(P, W) - maxleak(W)^3", effort=0.01)
    for part in ("statement", "proof", "theorem"):
        shown = ps.Unknown(unknown.claim, ()).latex(part=part)
        assert r"\textbf{Unknown.}" in shown and "theorem" not in shown


def test_a_vacuous_theorem_and_its_proof_say_so() -> None:
    verdict = ps.prove("pml(P, W) < 0 => pml(P, W) <= 1")
    assert "Vacuous: the hypotheses contradict" in verdict.latex(part="statement")
    assert "No instance meets the hypotheses" in verdict.latex(part="proof")


def test_a_statement_introduces_what_it_is_about() -> None:
    said = ps.prove("dp(W1) <= eps => pml_entry(P & Q, W1, 1) <= eps").latex(part="statement")
    shape = r"$W_{1}$ a channel from $X \times Y$ to $Z$."
    assert f"Let $P$ be a prior on $X$, $Q$ a prior on $Y$, and {shape}" in said
    for text in ("H(A) <= H(A,B)", "maxleak(bsc(1/4)) <= log(2)"):  # nothing that has a name
        assert "Let " not in ps.prove(text).latex(part="statement")


def test_labels_are_the_prefix_and_the_number_of_the_line() -> None:
    shown = ps.prove(POST_PROCESSING).latex(label="eq:post", part="theorem")
    assert re.findall(r"\\label\{(.*?)\}", shown) == ["eq:post:theorem", "eq:post:1"]
    assert r"[\eqref{eq:post:1}, sum over $y$" in shown
    several = ps.ask("pml(P, W) <= ldp(W) and maxleak(W) <= ldp(W)").latex(label="eq:two")
    labels = re.findall(r"\\label\{(.*?)\}", several)
    assert len(labels) == len(set(labels)) and labels[-1] == f"eq:two:{len(labels)}"
