"""The page of a mechanism: its numbers, its theorems, and that it stands alone and is safe."""

from __future__ import annotations

import re
import shutil
import subprocess
from datetime import UTC, datetime
from fractions import Fraction
from hashlib import sha256
from html.parser import HTMLParser
from math import log
from pathlib import Path
from typing import Any

import pytest

import pmlsym as ps
from pmlsym.cli import run
from pmlsym.closed_forms.written_entries import written_entries
from pmlsym.mechanism_families.listed import FAMILIES
from pmlsym.own_data.channel_file import read_rows
from pmlsym.pages.mechanism_findings import (
    exact_entries,
    findings_of_channel,
    findings_of_family,
)
from pmlsym.pages.mechanism_theorems import THEOREMS, guarantees
from tests.definitions import exp_ldp, exp_maxleak, exp_pml

VOID = {"meta", "br", "path", "use", "rect", "image"}
ROWS = [["7/10", "1/10", "1/5", 0], ["1/5", "2/5", "2/5", 0], [0, 0, 1, 0]]
PRIOR = ["9/10", "1/10", 0]


class Page(HTMLParser):
    """Which elements are open, what is referred to, and the words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.references: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.references += [v or "" for k, v in attrs if k in ("src", "href", "xlink:href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.references += [v or "" for k, v in attrs if k in ("src", "href", "xlink:href")]

    def handle_endtag(self, tag: str) -> None:
        assert tag in VOID or self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def page_of(folder: Path, mechanism: Any, **options: Any) -> Page:
    text = ps.report(mechanism, folder / "page.html", **options).read_text(encoding="utf-8")
    page = Page(text)
    assert page.open == []
    assert all(target.startswith(("#", "data:")) for target in page.references)
    assert "script" not in page.seen and "link" not in page.seen
    return page


@pytest.mark.seconds
def test_the_page_of_a_channel(tmp_path: Path) -> None:
    page = page_of(tmp_path, ROWS, prior=PRIOR)
    words = " ".join(" ".join(page.words).split())
    exact = [[Fraction(entry) for entry in row] for row in ROWS]
    level = exp_pml([Fraction(mass) for mass in PRIOR], exact)
    assert f"log({level})" in words and f"{log(level):.6f}" in words
    assert f"a probability below {1 / level} is certain after no outcome" in words
    assert "Letters without mass are left out" in words
    assert exp_ldp(exact) == float("inf") and "Under every prior" not in words
    assert page.seen.count("figure") == 4


@pytest.mark.seconds
def test_the_page_of_a_family_with_letters(tmp_path: Path) -> None:
    page = page_of(tmp_path, "randomized-response")
    words = "".join(page.words)
    assert "∞" not in words and page.seen.count("math") > 10
    assert "there are pictures here" in words and "figure" not in page.seen
    assert "Under every prior" in words and "p(x) > 0 for every x" in words


@pytest.mark.seconds
def test_numbers_at_irrational_entries_state_their_prior(tmp_path: Path) -> None:
    options: dict[str, Any] = {"set": {"eps": "6/5"}, "prior": "1/2,3/10,1/5"}
    words = " ".join("".join(page_of(tmp_path, "randomized-response", **options).words).split())
    assert "under the prior P = (1/2, 3/10, 1/5)" in words
    assert "Entries are irrational at these values" in words and "With values for all" not in words
    page = page_of(tmp_path, "randomized-response", **{**options, "set": {"eps": "log(4)"}})
    words = " ".join("".join(page.words).split())
    assert "P = (1/2, 3/10, 1/5), " in words and "irrational" not in words
    words = " ".join(page_of(tmp_path, "randomized-response", prior="1/2,1/2").words)
    assert "With values for all parameters" in words and "irrational" not in words


@pytest.mark.seconds
def test_words_from_outside_are_escaped(tmp_path: Path) -> None:
    file = tmp_path / "a&b<script>.csv"
    file.write_text(",<script>alert(1)</script>,b&c\n<i>x,1/2,1/2\ny,0,1\n", encoding="utf-8")
    words = "".join(page_of(tmp_path, file).words)
    assert "<script>alert(1)</script>" in words and "<i>x" in words and file.name in words


def test_numbers_are_those_of_the_definitions() -> None:
    exact = [[Fraction(entry) for entry in row] for row in ROWS]
    found = findings_of_channel("", read_rows(ROWS, prior=PRIOR))
    for text, level in (
        ("pml(P, W)", exp_pml([Fraction(mass) for mass in PRIOR], exact)),
        ("maxleak(W)", exp_maxleak(exact)),
    ):
        value = found.value(text)
        assert value is not None and value.to_json() == {"log": str(level)}


@pytest.mark.seconds
def test_a_family_at_values_is_the_channel_that_it_is_there() -> None:
    family = next(f for f in FAMILIES if f.name == "binary-asymmetric")
    masses, settings = ["1/3", "2/3"], {"a": "1/10", "b": "1/5"}
    known = findings_of_family(family, settings, masses)
    rows = [["9/10", "1/10"], ["1/5", "4/5"]]
    assert known.channel is not None
    assert known.channel.rows == read_rows(rows).rows
    other = findings_of_channel("", read_rows(rows, prior=masses))
    compared = 0
    for leakage in known.leakages:
        if leakage.value is not None:
            value = other.value(leakage.text)
            assert value is not None and abs(float(leakage.value) - float(value)) < 1e-12
            compared += 1
    assert compared > 10


@pytest.mark.seconds
def test_entries_of_every_family_sum_to_one() -> None:
    summed = 0
    for family in FAMILIES:
        written = written_entries(family.concrete())
        assert not (family.concrete().is_density and written), "they are no probabilities"
        for row in written or ():
            total = sum(row)
            assert total == 1 or total.simplify() == 1, family.name
            summed += 1
    assert summed > 30
    family = next(f for f in FAMILIES if f.name == "randomized-response")
    assert exact_entries(family.concrete(), {"eps": "1"}) is None, "e is not rational"
    assert exact_entries(family.concrete(), {}) is None


@pytest.mark.seconds
def test_every_theorem_is_proved_and_none_is_vacuous() -> None:
    found = findings_of_channel("", read_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    assert [g.question.text for g in guarantees(found)] == [t.claim for t in THEOREMS]


@pytest.mark.seconds
def test_a_mechanism_that_tells_everything_or_nothing(tmp_path: Path) -> None:
    for rows, share in (([[1, 0], [0, 1]], "1/2"), ([[1], [1]], "1")):
        words = " ".join(" ".join(page_of(tmp_path, rows, prior="uniform").words).split())
        assert f"a probability below {share} is certain after no outcome" in words


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["none.csv"], "none.csv cannot be read"),
        (["z-chanel"], "did you mean z-channel?"),
        (["z-channel", "--set", "a=2"], "outside"),
        (["examples/survey.csv", "--set", "a=2"], "set and domain are of a family"),
        (["laplace-count", "--prior", "uniform"], "write the masses"),
    ],
)
def test_what_has_no_page(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["report", *arguments, "--out", str(tmp_path / "page.html")]) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "page.html").exists()


@pytest.mark.slow
def test_a_browser_shows_it(tmp_path: Path) -> None:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("there is no browser")
    ps.report("examples/survey.csv", tmp_path / "page.html", prior="9/10,1/10")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1000,2600"]
    shot = f"--screenshot={tmp_path / 'page.png'}"
    address = (tmp_path / "page.html").as_uri()
    subprocess.run([browser, *options, shot, address], check=True, timeout=60, capture_output=True)
    from matplotlib.image import imread

    seen = imread(tmp_path / "page.png")
    assert seen.shape[:2] == (2600, 1000)
    inked = (seen[:, :, :3].min(axis=2) < 0.9).mean(axis=1)
    assert (inked > 0).mean() > 0.2, "lines of the page are blank"
    shown = subprocess.run(
        [browser, *options, "--dump-dom", address], capture_output=True, text=True, check=True
    )
    assert not re.search("parsererror", shown.stdout)


@pytest.mark.seconds
def test_a_page_has_the_worst_of_a_set_of_priors(tmp_path: Path) -> None:
    """The worst leakage over the set, its prior by the labels of the table, all of it escaped."""
    table = {"<b>ill": {"no": "1/5", "yes": "4/5"}, "well": {"no": "3/5", "yes": "2/5"}}
    page = page_of(tmp_path, ps.channel(table), over='p(x) >= 1/10, p("<b>ill") <= 1/2')
    words = " ".join(page.words)
    assert "Over a set of priors" in words and "b" not in page.seen
    assert 'P("<b>ill")=1/10, P(well)=9/10' in words
    assert f"{max(log(Fraction(4, 5) / Fraction(44, 100)), 0):.6f}" in words
    family = page_of(tmp_path, "z-channel", set={"a": "1/3"}, over="p(x) >= 1/4")
    assert "attained at (3/4, 1/4)" in " ".join(family.words)
    with pytest.raises(ps.PmlError, match="give all parameters"):
        page_of(tmp_path, "z-channel", over="p(x) >= 1/4")


@pytest.mark.seconds
def test_a_page_says_when_and_of_what_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "flip.csv"
    file.write_bytes(b"3/4,1/4\n1/4,3/4\n")
    words = " ".join(page_of(tmp_path, file, prior="uniform").words)
    assert sha256(file.read_bytes()).hexdigest() in words
    assert datetime.now(UTC).date().isoformat()[:7] in words
    outcomes = words[words.index("What each outcome leaks") :]
    assert outcomes.index("y1") < outcomes.index("0.405465") < outcomes.index("y2")
    alone = " ".join(page_of(tmp_path, file).words)
    assert "No prior was given" in alone and "What each outcome leaks" not in alone
    family = " ".join(page_of(tmp_path, "z-channel", set={"a": "1/3"}, prior="uniform").words)
    assert "P = (1/2, 1/2)" in family


@pytest.mark.seconds
def test_labels_are_no_formulas_and_no_commands(tmp_path: Path) -> None:
    """Dollars, which a drawing might take for mathematics, and what a terminal would obey."""
    labels = ["a$b$", "\x1b[31m"]
    rows = {"$\\frac$": ["1/2", "1/2"], "ok": ["1/4", "3/4"]}
    table = {x: dict(zip(labels, row, strict=True)) for x, row in rows.items()}
    words = " ".join(page_of(tmp_path, ps.channel(table)).words)
    assert "\x1b" not in words and "\\u001b[31m" in words and "$\\frac$" in words


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("mechanism", "options"),
    [
        ([[1]], {}),
        ([["1/2", "1/2"], ["1/2", "1/2"]], {"prior": "1,0"}),
        ("randomized-response", {"set": {"k": 2, "eps": 0}, "prior": "1/2,1/2"}),
    ],
)
def test_what_a_page_says_is_true_where_nothing_leaks(
    mechanism: Any, options: dict[str, Any], tmp_path: Path
) -> None:
    """At eps = 0, of one letter and of a letter without mass no bound is strictly better."""
    words = " ".join("".join(page_of(tmp_path, mechanism, **options).words).split())
    for said in ("log(1)", "0 = 0.000000", "less can leak", "less is learnt"):
        assert said not in words
    assert (
        "Under every prior, also one that nobody knows, no outcome leaks more than ldp(W) = 0."
        in words
    )


@pytest.mark.seconds
def test_the_prior_on_a_page_has_its_letters(tmp_path: Path) -> None:
    table = ps.channel({"young": ["1/2", "1/2"], "old": [0, 1]})
    page = page_of(tmp_path, table, prior="uniform")
    assert "P(young)=1/2, P(old)=1/2" in "".join(page.words)
