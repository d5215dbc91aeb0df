"""A designed mechanism is kept, checked again, shown as LaTeX, and drawn from."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import pmlsym as ps
from pmlsym.cli import run


def test_it_is_kept_and_checked_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    best = ps.design("1/4,3/4", pml="log(6/5)", utility="guess")
    file = best.save(tmp_path / "best.json")
    assert run(["check", str(file)]) == 0 and "valid" in capsys.readouterr().out
    assert ps.measure(file).pml == ps.measure(best).pml
    asked = ["design", "--prior", "1/4,3/4", "--pml", "log(6/5)", "--utility", "guess"]
    assert run([*asked, "--latex", "--save", str(tmp_path / "again.json")]) == 0
    assert capsys.readouterr().out.strip() == best.latex()
    assert (tmp_path / "again.json").read_bytes() == file.read_bytes()
    with pytest.raises(ps.PmlError, match=r"does not end in \.json"):
        best.save(tmp_path / "best.txt")


def test_a_paper_has_its_measures_as_macros_and_labels() -> None:
    best = ps.design("1/4,3/4", pml="log(6/5)", ldp="log(3)", utility="mi")
    shown = best.latex(label="eq:best")
    said = r"for $\PMLmi(P, W)$ under $\PML(P, W) \le \log(6/5)$ and $\PMLldp(W) \le \log(3)$"
    assert said in shown and r"\providecommand{\PML}{\ell}" in shown
    assert r"\label{eq:best:1}" in shown and r"\label{eq:best:2}" in shown
    assert (
        r"\label" not in best.latex()
        and "correct guess of $X$" in ps.design("1/4,3/4", pml="log(6/5)", utility="guess").latex()
    )


def test_a_best_that_is_no_better_than_a_constant_answer_is_said_to_be_so() -> None:
    said = "constant one answer to every letter, which tells nothing, has the same utility"
    idle = ps.design(["1/4", "3/4"], pml="log(6/5)", utility="guess")
    assert idle.value.lower == max(idle.prior) and said in " ".join(idle.text().split())
    for utility, bound in (("mi", "log(6/5)"), ("guess", "log(3)")):
        best = ps.design(["1/4", "3/4"], pml=bound, utility=utility)
        assert "constant" not in best.text()


def test_an_array_of_letters_is_an_array_of_draws() -> None:
    draw = ps.sampler(ps.channel([["1/4", "3/4"], [0, 1]]), seed=3)
    found = Counter(draw(np.ones(400, dtype=int)))  # letters without names count from one
    assert 60 < found[1] < 140 and draw([2, 2]) == [2, 2] and draw(2) == 2
    named = ps.sampler(ps.channel({"a": {"no": 1, "yes": 0}, "b": {"no": 0, "yes": 1}}))
    assert named(["a", "b"]) == ["no", "yes"]
    with pytest.raises(ps.PmlError, match="is no letter"):
        draw([1, 0])
