"""What pmlsym prints as LaTeX compiles in plain `article`, and stays within its lines."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from shutil import which

import pytest

from pmlsym.papers.sources import PAPERS
from tests.pages.latex_pages import bibliography, kept_proofs, pages, pages_of_columns, theorems

pytestmark = [pytest.mark.slow, pytest.mark.processor_seconds(1800)]

HEAD = "\\documentclass{article}\n\\usepackage{amsmath}\n\\begin{document}\n"
OVERFULL = re.compile(r"Overfull \\hbox \(([\d.]+)pt")
T1 = "\\usepackage[T1]{fontenc}\n"
ACM = "\\documentclass[sigconf,nonacm]{acmart}\n\\def\\shorttitle{}\\def\\shortauthors{}\n"
CLASSES = {
    "article of two columns": ("\\documentclass[twocolumn]{article}\n" + T1, 2),
    "IEEEtran": ("\\documentclass{IEEEtran}\n" + T1, 2),
    "acmart": (ACM, 2),
    "revtex4-2": ("\\documentclass[twocolumn]{revtex4-2}\n" + T1, 2),
    "llncs": ("\\documentclass{llncs}\n" + T1, 1),
    "amsart": ("\\documentclass{amsart}\n" + T1, 1),
    "report": ("\\documentclass[11pt]{report}\n\\newcommand{\\PML}{\\Lambda}\n", 1),
}
BEYOND = 5.0
"""Points that a line may be too long: a blank, which nobody sees."""


def _run(program: str, folder: Path) -> str:
    words = ["-interaction=nonstopmode", "-halt-on-error"] if program == "pdflatex" else []
    done = subprocess.run(
        [program, *words, "page"], cwd=folder, capture_output=True, check=False, timeout=120
    )
    said = done.stdout.decode("utf-8", "replace")
    assert done.returncode == 0, said[-2000:]
    return said


def _lines_too_long(head: str, every: list[tuple[str, str]], folder: Path) -> list[str]:
    """What is too long on the pages, each with its name; all pages are in one document."""
    body = "\n".join(
        f"\\typeout{{PAGE {k}}}\\setcounter{{equation}}{{0}}\n{latex}\n\\clearpage"
        for k, (_, latex) in enumerate(every)
    )
    (folder / "page.tex").write_text(f"{head}{body}\n\\end{{document}}\n", encoding="utf-8")
    said = re.split(r"PAGE (\d+)", _run("pdflatex", folder))
    assert len(said) // 2 == len(every)
    return [
        f"{every[int(k)][0]}: {points} pt too long"
        for k, shown in zip(said[1::2], said[2::2], strict=True)
        for points in OVERFULL.findall(shown)
        if float(points) > BEYOND
    ]


@pytest.mark.skipif(which("pdflatex") is None, reason="pdflatex is not installed")
def test_every_page_compiles_and_no_line_is_too_long(tmp_path: Path) -> None:
    every = list(pages())
    faults = _lines_too_long(HEAD, every, tmp_path)
    assert len(every) > 50 and not faults, faults


@pytest.mark.skipif(which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("name", CLASSES)
def test_what_a_paper_takes_compiles_in_its_class(name: str, tmp_path: Path) -> None:
    head, columns = CLASSES[name]
    if "article" not in name and not _found(f"{name}.cls"):
        pytest.skip(f"{name} is not installed")
    every = list(pages_of_columns(columns))
    body = "\n".join(f"\\typeout{{PAGE {k}}}\n{latex}" for k, (_, latex) in enumerate(every))
    text = f"{head}\\usepackage{{amsmath}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    (tmp_path / "page.tex").write_text(text, encoding="utf-8")
    _run("pdflatex", tmp_path)
    said = _run("pdflatex", tmp_path)
    faults = [points for points in OVERFULL.findall(said) if float(points) > BEYOND]
    assert "undefined references" not in said and not faults, faults


THEOREMS = {
    "article of two columns": "\\usepackage{amsthm}\\newtheorem{theorem}{Theorem}",
    "IEEEtran": "\\usepackage{amsthm}\\newtheorem{theorem}{Theorem}",
    "amsart": "\\newtheorem{theorem}{Theorem}",
    "llncs": "",
}


@pytest.mark.skipif(which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("name", THEOREMS)
def test_theorems_compile_and_are_referred_to(name: str, tmp_path: Path) -> None:
    head, columns = CLASSES[name]
    if "article" not in name and not _found(f"{name}.cls"):
        pytest.skip(f"{name} is not installed")
    body = "\n".join(theorems(columns))
    packages = f"\\usepackage{{amsmath}}\n{THEOREMS[name]}\n"
    text = f"{head}{packages}\\begin{{document}}\n{body}\n\\end{{document}}\n"
    (tmp_path / "page.tex").write_text(text, encoding="utf-8")
    _run("pdflatex", tmp_path)
    said = _run("pdflatex", tmp_path)
    faults = [points for points in OVERFULL.findall(said) if float(points) > BEYOND]
    assert "undefined" not in said and "multiply" not in said and not faults, faults


@pytest.mark.skipif(which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("name", ["article of two columns", "amsart"])
def test_no_line_of_a_kept_proof_is_wider_than_the_column(name: str, tmp_path: Path) -> None:
    head, columns = CLASSES[name]
    every = list(kept_proofs(columns))
    faults = _lines_too_long(
        f"{head}\\usepackage{{amsmath}}\n\\begin{{document}}\n", every, tmp_path
    )
    assert len(every) > 300 and not faults, faults


def _found(file: str) -> str:
    found = subprocess.run(["kpsewhich", file], capture_output=True, text=True, check=False)
    return found.stdout


@pytest.mark.skipif(which("bibtex") is None, reason="bibtex is not installed")
@pytest.mark.skipif(which("pdflatex") is None, reason="pdflatex is not installed")
def test_every_paper_is_an_entry_of_bibtex(tmp_path: Path) -> None:
    cited = r"\nocite{*}\bibliographystyle{plain}\bibliography{papers}"
    (tmp_path / "papers.bib").write_text(bibliography(), encoding="utf-8")
    (tmp_path / "page.tex").write_text(f"{HEAD}{cited}\n\\end{{document}}\n", encoding="utf-8")
    _run("pdflatex", tmp_path)
    assert "Warning" not in _run("bibtex", tmp_path)
    shown = (tmp_path / "page.bbl").read_text(encoding="utf-8")
    assert shown.count("\\bibitem") == len(PAPERS)
    _run("pdflatex", tmp_path)
