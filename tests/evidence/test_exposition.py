"""A printed proof reads like one: no inner names, each name defined, each line with its reason."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import pmlsym as ps
from pmlsym.calculus import Index, Tensor, atom, sum_over
from pmlsym.calculus.sequent import Sequent
from pmlsym.claim_text.question import parse
from pmlsym.engines.decide.decisions import decide, prove, refute
from pmlsym.errors import PmlError
from pmlsym.evidence.verdict import CertificateProof, Proved
from pmlsym.exposition.certificate_summary import count_terms
from pmlsym.exposition.exposition import Line, expose, expose_parts
from pmlsym.exposition.formula import (
    LogRatio,
    Over,
    Plus,
    PowerFormula,
    SumOver,
    Symbol,
    latex,
    text,
    times,
)
from pmlsym.exposition.latex_rows import breakable_latex, formula_rows, row_width
from pmlsym.exposition.notation import Notation
from pmlsym.exposition.row_reasons import ROW_REASONS
from pmlsym.exposition.typesetting import claim_paragraphs, page_latex, proof_latex, proof_lines
from pmlsym.kernel.certificate import Certificate
from pmlsym.kernel.certificate_file import read_proof, sequents_from_json
from pmlsym.kernel.convex_rows import ROWS
from tests.evidence.hand_written import ALL
from tests.examples import some_of

LABEL = re.compile(r"\\label\{(eq:pml:\d+):(\d+)\}")
CLAIMS = (
    "pml(P, W >> V) <= pml(P, W)",
    "pml(P, W >> V) <= pml(P >> W, V)",
    "pml(P, W & U) <= pml(P, W) + pml(P, U | W)",
    "maxleak(W >> V) <= maxleak(V)",
    "ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P)))",
    "eml(P, W >> V, delta) <= eml(P, W, delta)",
    "tail(P, W, eps) <= 0 => pml(P, W) <= eps",
    "mi(P, W) <= expected_pml(P, W)",
    "exp(-hmin_given(P, W)) > pmin(P)/2",  # |X| stands in the sum alone
)
INNER = re.compile(r"\*|~|_at\d|'\d|#|\b[a-z]\d|sum_\{\w\d|\bx_\d|log\(\(")
MARKS = {">=", ">", "=="}

x, y, z = Index("X", "x"), Index("Y", "y"), Index("Z", "z")
P = Tensor("P", ("X",), nonnegative=True, stochastic=(0,))
Q = Tensor("Q", ("X",), nonnegative=True, stochastic=(0,))
W = Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
K = Tensor("K", ("X", "Y"), nonnegative=True, stochastic=(1,))


@cache
def _certificates(claim: str) -> tuple[Certificate, ...]:
    verdict = prove(claim)
    assert isinstance(verdict, Proved)
    assert isinstance(verdict.evidence, CertificateProof)
    return verdict.evidence.certificates


def test_an_infinite_slope_has_a_name_that_is_explained() -> None:
    """The proof needs a number above every ratio; log(1/0) is none."""
    (certificate,) = _certificates("mi(P, W) <= maxleak(W)")
    page = " ".join("\n".join(proof_lines(expose(certificate))).split())
    assert "N is as large as needed, in place of the infinite log(1/0)" in page
    assert "N − 1 >= 0" in page and "[ 0 ]" not in page


@pytest.mark.seconds
@pytest.mark.parametrize("claim", some_of(CLAIMS))
def test_lines_fit_and_have_reasons_and_no_inner_name(claim: str) -> None:
    for certificate in _certificates(claim):
        shown = "\n".join(proof_lines(expose(certificate)))
        assert not INNER.search(shown), shown
        assert not INNER.search("".join(proof_latex([certificate])).replace("align*", "")), shown
        assert max(map(len, proof_lines(expose(certificate)))) <= 92
        lines = [line for line in expose(certificate).lines if isinstance(line, Line)]
        assert all(line.reason and line.relation in MARKS for line in lines)
        numbers = [line.number for line in lines if line.number]
        assert numbers == sorted(set(numbers))


def test_post_processing_reads_as_in_a_paper() -> None:
    shown = "\n".join(proof_lines(expose(_certificates(CLAIMS[0])[0])))
    assert "P(x)·[ t·P_Y(y) − W(y|x) ] >= 0  for all x, y    [pml(P, W) <= log t]" in shown
    assert "P(x)·[ t·P_Z(z) − P(z|x) ]  =  Σ_y P(x)·V(z|y)·[ t·P_Y(y) − W(y|x) ]  >=  0" in shown
    for definition in (
        "t = exp(pml(P, W))",
        "P_Y(y) = Σ_x P(x)·W(y|x)",
        "P(z|x) = Σ_y V(z|y)·W(y|x)",
    ):
        assert definition in shown


@pytest.mark.parametrize("proof", ALL)
def test_every_kind_of_step_is_shown(proof: Callable[[], Certificate]) -> None:
    certificate = proof()
    assert proof_lines(expose(certificate))
    assert count_terms([certificate]) >= 1
    kinds = {type(step).__name__ for step in certificate.steps}
    shown = " ".join(proof_lines(expose(certificate)))
    assert ("Split" in kinds) == ("two cases" in shown)
    assert ("Apply" in kinds) == (" := " in shown)
    assert ("Limit" in kinds) == ("go to 0" in shown)
    assert ("Indicate" in kinds) == ("be 1 where" in shown)


def test_different_sums_have_different_names() -> None:
    own = [sum_over(atom(p, x) * atom(w, x, y), x) for p in (P, Q) for w in (W, K)]
    for order in permutations(own):
        notation = Notation(Sequent((), sum(own, start=own[0])))
        assert len({text(notation.formula(part, {y: "y"})) for part in order}) == 4
        assert len({text(d.name) for d in notation.definitions}) == 4


def test_a_sum_that_is_no_distribution_gets_no_name() -> None:
    twice = sum_over(atom(P, x) * atom(W, x, y) * atom(K, x, y), x)
    notation = Notation(Sequent((), twice))
    assert text(notation.formula(twice, {y: "y"})) == "Σ_x P(x)·K(y|x)·W(y|x)"
    back = Tensor("B", ("Y", "X"), nonnegative=True, stochastic=(1,))
    cycle = sum_over(atom(W, x, y) * atom(back, y, x), x, y)
    assert isinstance(Notation(Sequent((), cycle)).formula(cycle, {}), SumOver)


def test_a_channel_that_has_the_name_of_a_mass_keeps_it() -> None:
    taken = Tensor("P_Y", ("Y",), nonnegative=True)
    mass = sum_over(atom(P, x) * atom(W, x, y), x)
    notation = Notation(Sequent((), mass - atom(taken, y)))
    shown = text(notation.formula(mass - atom(taken, y), {y: "y"}))
    assert shown == "P_Y^W(y) − P_Y(y)"


def test_latex_is_balanced_and_compiles_where_latex_is_installed(tmp_path: Path) -> None:
    every = [c for claim in some_of(CLAIMS) for c in _certificates(claim)]
    every += [proof() for proof in ALL]
    claim = list(claim_paragraphs("a_b & c"))
    body = "\n\n".join(page_latex([*claim, *proof_latex([certificate])]) for certificate in every)
    depth = 0
    for mark in re.sub(r"\\[{}]", "", body):
        depth += {"{": 1, "}": -1}.get(mark, 0)
        assert depth >= 0
    assert depth == 0
    displays = [re.findall(rf"\\{word}{{align\*?}}", body) for word in ("begin", "end")]
    assert len(displays[0]) == len(displays[1]) >= len(every)
    assert body.isascii()
    latex = shutil.which("pdflatex")
    if latex is not None:
        document = rf"\documentclass{{article}}\usepackage{{amsmath}}\begin{{document}}{body}"
        (tmp_path / "proofs.tex").write_text(document + r"\end{document}", encoding="utf-8")
        done = subprocess.run(
            [latex, "-interaction=nonstopmode", "-halt-on-error", "proofs.tex"],
            cwd=tmp_path, capture_output=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout.decode(errors="replace")[-800:]


def test_no_two_lines_of_a_page_have_one_number() -> None:
    """A display with one tag twice cannot be referred to, and a second part refers to its own."""
    verdict = prove("pml(P, W) <= ldp(W) and maxleak(W) <= ldp(W)")
    page, shown = verdict.latex(), verdict._repr_latex_()
    assert re.findall(r"\\tag\{(\d+)\}", shown) == ["1", "2"]
    assert re.findall(r"\[\((\d+)\), sum", shown) == ["1", "2"]
    assert [number for _, number in LABEL.findall(page)] == ["1", "2"]
    assert re.findall(r"\[\\eqref\{eq:pml:\d+:(\d+)\}, sum", page) == ["1", "2"]
    assert re.findall(r"^ *\((\d+)\) ", str(verdict), re.MULTILINE) == ["1", "2"]


def test_a_verdict_writes_itself() -> None:
    verdict = prove(CLAIMS[0])
    assert isinstance(verdict, Proved)
    assert LABEL.search(verdict.latex())
    shown = verdict._repr_latex_()
    assert shown is not None and shown.startswith("\\begin{align*}")
    refuted = refute(parse("pml(P, W) <= maxleak(W)"))
    assert r"\textbf{Counterexample}" in refuted.latex() and "Refuted" in refuted._repr_latex_()
    evaluated = prove(parse("1 <= 2"))
    assert "without a certificate" in evaluated.latex()


def test_in_a_paper_no_two_lines_have_one_number() -> None:
    """A proof in parts is numbered through, and each part refers to its own lines."""
    found = prove("pml(P, W >> V) <= pml(P, W) and maxleak(W >> V) <= maxleak(V) and ldp(W) >= 0")
    assert isinstance(found, Proved)
    parts = found.latex().split("Part ")[1:]
    numbers = [set(LABEL.findall(part)) for part in parts]
    assert len(parts) > 1 and sum(map(len, numbers)) == len(set.union(*numbers)) > 1
    for part, own in zip(parts, numbers, strict=True):
        assert set(re.findall(r"\\eqref\{(eq:pml:\d+):(\d+)\}", part)) <= own


def test_lines_of_proofs_are_counted_with_the_equations_of_the_paper(tmp_path: Path) -> None:
    """Two proofs share no label, have no number of their own, and all references are found."""
    pages = [prove(claim).latex() for claim in (CLAIMS[0], "maxleak(W >> V) <= maxleak(W)")]
    first, second = (set(LABEL.findall(page)) for page in pages)
    assert first and second and not first & second
    assert not any(r"\tag" in page for page in pages)
    latex = shutil.which("pdflatex")
    if latex is None:
        pytest.skip("pdflatex is not installed")
    own = r"\begin{equation}\label{own}0=0\end{equation}"
    document = (
        r"\documentclass{article}\usepackage[T1]{fontenc}\usepackage{amsmath}\begin{document}"
        rf"{own}{pages[0]}{own.replace('own', 'next')}{pages[1]}\end{{document}}"
    )
    (tmp_path / "paper.tex").write_text(document, encoding="utf-8")
    for _ in range(2):
        said = subprocess.run(
            [latex, "-interaction=nonstopmode", "-halt-on-error", "paper.tex"],
            cwd=tmp_path, capture_output=True, check=True,
        ).stdout.decode(errors="replace")  # fmt: skip
    assert "multiply" not in said and "undefined" not in said
    found = re.findall(r"newlabel\{(.+?)\}\{\{(\d+)\}", (tmp_path / "paper.aux").read_text())
    numbers = [int(number) for _, number in found]
    assert numbers == [*range(1, len(first) + len(second) + 3)]


def test_a_wide_matrix_stands_in_rows() -> None:
    """A matrix that no page holds is a line or more for each of its rows."""
    wide = [["1/12"] * 12] * 2
    shown = decide("pml(P, W) <= 1", channel={"W": wide}).latex(columns=2)
    assert r"W(\,\cdot\mid 1) &= (" in shown and "pmatrix" not in shown
    narrow = decide("pml(P, W) <= 1", channel={"W": [["1/2", "1/2"]] * 2}).latex()
    assert "pmatrix" in narrow


def test_a_paper_has_its_own_notation_and_labels() -> None:
    """Measures are macros with what they are where the paper has none of that name."""
    found = prove(CLAIMS[0])
    shown = found.latex(label="eq:mine")
    assert r"\providecommand{\PML}{\ell}" in shown and r"$\PML(P, W \PMLthen V) \le" in shown
    assert r"\label{eq:mine:" in shown and "texttt" not in shown
    for wrong in ("a}b", "", "a b", "$"):
        with pytest.raises(PmlError, match="the label is"):
            found.latex(label=wrong)
    with pytest.raises(PmlError, match="write 1 or 2"):
        found.latex(columns=3)
    assert "PML" not in found._repr_latex_().replace("pml", "")


def test_an_outcome_that_a_sum_runs_over_too_has_two_names() -> None:
    name = "where-the-mean-leakage-is-the-information-entries-agree.json"
    file = Path(__file__).parents[2] / "pmlsym/papers/certificates" / name
    proof = read_proof(file.read_text(encoding="utf-8"))
    shown = "\n".join(line for e in expose_parts(proof.certificates) for line in proof_lines(e))
    assert "Σ_y' P_Y(y')·log( 1 / M1(y') )" in shown and "Σ_y P" in shown.split("(10)")[0]


def test_a_long_formula_is_broken_outside_of_brackets_first() -> None:
    a, b, c, d = (Symbol(f"{word}long") for word in "abcd")
    one = Fraction(1)
    inner = times([a, Plus(((one, b), (one, c)))])
    rows = formula_rows(Plus(((one, inner), (-one, d))), most=26)
    assert rows[-1] == r" - \mathrm{dlong}" and rows[0].count("[") == rows[0].count("]") == 1
    deep = formula_rows(Plus(((one, inner), (-one, d))), most=14)
    assert deep[0].startswith(r"\mathrm{along}") and max(map(row_width, deep)) < row_width(rows[0])


@pytest.mark.parametrize("made", [Over, LogRatio])
def test_a_fraction_wider_than_a_row_stands_beside_a_stroke(made: Any) -> None:
    one = Fraction(1)
    top = Plus(tuple((one, Symbol(f"{word}long")) for word in "abcdef"))
    rows = formula_rows(made(top, times([Symbol("u"), Symbol("v")])), most=24)
    assert not any("frac" in row for row in rows) and r"\big/\,\bigl(u\,v\bigr)" in "".join(rows)


def test_every_row_of_the_kernel_is_a_reason_in_words_of_mathematics() -> None:
    assert ROW_REASONS.keys() == ROWS.keys() and not set(ROW_REASONS.values()) & ROWS.keys()
    found = prove("D[tv](P || Q) <= sqrt(D[kl](P || Q)/2)", effort=4)
    assert "[Pinsker's inequality at each letter]" in " ".join(str(found).split())
    below = prove("mi(P, W) <= chi2(P, W)")
    assert "[log(v) <= v − 1]" in str(below) and r"[$\log(v) \le v - 1$]" in below.latex()


def test_a_divisor_is_a_formula_in_a_reason() -> None:
    shown = prove("mi(P, W) <= maxleak(W)").latex()
    assert "divided by $P_{Y}(y)$ $>$ 0" in shown and "sum\\_" not in shown


def test_brackets_are_as_tall_as_what_stands_in_them() -> None:
    shown = prove("mi(P, W) <= chi2(P, W)").latex()
    assert r"\biggl[1 + m - \sum_{x,y} P(x)\,\frac{" in shown and r"\bigl[1 + m" not in shown
    ratio, mean = Over(Symbol("a"), Symbol("b")), SumOver(("x",), Symbol("p", letters=("x",)))
    one = Fraction(1)
    assert latex(times((Symbol("c"), Plus(((one, ratio), (-one, Symbol("d"))))))).count("bigg") == 2
    assert breakable_latex(Plus(((one, ratio),))).count("bigg") == 0
    assert latex(PowerFormula(mean, 2)) == r"\Bigl(\sum_{x} p(x)\Bigr)^{2}"
    assert text(PowerFormula(mean, 2)) == "(Σ_x p(x))^2"
    assert (
        text(times((Plus(((one, Symbol("d")), (one, Symbol("e")))), ratio))) == "(a / b)·[ d + e ]"
    )


def test_no_kept_proof_divides_by_one_or_raises_one_to_a_power() -> None:
    name = "chi-square-between-rows-under-local-privacy.json"
    file = Path(__file__).parents[2] / "proofs/certificates/sequents/informations" / name
    proof = sequents_from_json(json.loads(file.read_text(encoding="utf-8")))
    shown = "\n".join(line for e in expose_parts(proof.certificates) for line in proof_lines(e))
    assert not re.search(r"/ 1(?![\d/])|(?<!\d)1\^", shown) and "exp(eps)^2" in shown


def test_nothing_is_said_twice() -> None:
    """A hypothesis for all that is applied to P states at once what the next step needs."""
    text = "(forall Q: pml(Q, W) <= a) and (forall Q: pml(Q, V) <= b) => pml(P, W & V) <= a + b"
    verdict = ps.prove(text, let="V: X -> Z")
    stated = re.findall(r"^ *\(\d+\)  (.* >= 0  for all .*?)(?: {4}|$)", f"{verdict}", re.MULTILINE)
    assert len(stated) == len({*stated}) >= 1


def test_a_proof_ends_with_what_it_shows() -> None:
    assert "This is the claim." in ps.prove("pml(P, W >> V) <= pml(P, W)").latex(part="proof")
    absurd = ps.prove("maxleak(W) < 1 => maxleak(W) < 2").latex(part="proof")
    assert "This is absurd, which proves the claim." in absurd
