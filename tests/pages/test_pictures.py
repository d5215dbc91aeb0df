"""Pictures: each is drawn in every format, and its table holds the exact numbers it shows."""

from __future__ import annotations

import csv
from fractions import Fraction
from io import StringIO
from math import exp
from pathlib import Path
from typing import Any

import pytest

import pmlsym as ps
from pmlsym.cli import run
from pmlsym.pages.drawing import COLUMN, PAGE
from pmlsym.pages.figures import FIGURES
from tests.definitions import exp_pml
from tests.examples import LONG, some_of

pytest.importorskip("matplotlib", reason="the extra `plot`")

ROWS = [["7/10", "1/10", "1/5", 0], ["1/5", "2/5", "2/5", 0], [0, 0, 1, 0]]
PRIOR = ["9/10", "1/10", 0]
CHANNEL: dict[str, Any] = {"channel": ROWS, "prior": PRIOR}

EXAMPLES: dict[str, dict[str, Any]] = {
    "channel": CHANNEL,
    "leakage": CHANNEL,
    "tail": CHANNEL,
    "event": CHANNEL,
    "regions": CHANNEL,
    "trade-off": {"prior": "1/2,1/2", "guarantee": ["pml", "ldp"], "utility": "guess"},
    "posteriors": {"prior": "1/6,1/3,1/2", "eps": "log(3/2)"},
}


HEADS = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}
"""What files of each format begin with."""


def table(name: str, folder: Path, **options: Any) -> list[dict[str, str]]:
    """The numbers that a figure keeps."""
    ps.figure(name, folder / "figure.png", csv=folder / "figure.csv", **options)
    return list(csv.DictReader(StringIO((folder / "figure.csv").read_text(encoding="utf-8"))))


def test_there_is_an_example_of_each() -> None:
    assert set(EXAMPLES) == set(FIGURES)


@pytest.mark.seconds
@pytest.mark.parametrize("name", some_of(EXAMPLES))
def test_every_picture_is_drawn(name: str, tmp_path: Path) -> None:
    """Twice in one format, each of which has its turn; in the long run in the others too."""
    turn = [*EXAMPLES].index(name) % len(HEADS)
    for number, (ending, head) in enumerate(HEADS.items()):
        if not LONG and number != turn:
            continue
        place = ps.figure(name, tmp_path / f"figure.{ending}", **EXAMPLES[name])
        assert place.read_bytes().startswith(head)
        if number == turn:
            again = ps.figure(name, tmp_path / f"again.{ending}", **EXAMPLES[name])
            assert place.read_bytes() == again.read_bytes(), "the same picture is the same file"


@pytest.mark.parametrize("name", some_of(EXAMPLES))
def test_a_notebook_gets_the_figure_of_matplotlib(name: str) -> None:
    figure = ps.plot(name, **EXAMPLES[name])
    assert figure.axes and figure.get_figwidth() in (COLUMN, PAGE)
    assert figure._repr_svg_().startswith("<?xml")  # without pyplot Jupyter shows none of its own
    sizes = [text.get_fontsize() for axes in figure.axes for text in axes.texts]
    assert all(size >= 6 for size in sizes)


def test_the_leakages_of_a_channel_are_those_of_the_definition(tmp_path: Path) -> None:
    *letters, leaked = table("channel", tmp_path, **CHANNEL)
    assert [Fraction(row["y1"]) for row in letters] == [Fraction(7, 10), Fraction(1, 5), 0]
    seen = [[Fraction(entry) for entry in row] for row in ROWS]
    prior = [Fraction(mass) for mass in PRIOR]
    worst = max(float(leaked[f"y{k}"]) for k in range(1, 5))
    assert abs(exp(worst) - exp_pml(prior, seen)) < 1e-9
    assert float(leaked["y4"]) == 0, "an outcome that cannot occur leaks nothing"


def test_the_tail_is_one_minus_the_distribution(tmp_path: Path) -> None:
    distribution = table("leakage", tmp_path, **CHANNEL)
    tail = table("tail", tmp_path, **CHANNEL)[1:]
    assert sum(Fraction(row["probability"]) for row in distribution) == 1
    for known, beyond in zip(distribution, tail, strict=True):
        assert abs(float(known["P[leakage <= t]"]) + float(Fraction(beyond["delta"])) - 1) < 1e-12


@pytest.mark.seconds
def test_regions_hold_both_ends_of_the_density(tmp_path: Path) -> None:
    rows = table("regions", tmp_path, **CHANNEL)
    assert [row["outcome"] for row in rows] == ["y1", "y2", "y3"], "y4 cannot occur"
    found = ps.measure(ROWS, prior=PRIOR)
    assert abs(max(float(row["eps_u"]) for row in rows) - float(found.pml)) < 1e-12
    assert abs(max(float(row["eps_l"]) for row in rows) + float(found.density_min)) < 1e-12
    (never,) = table("regions", tmp_path, channel=[[1, 0], [0, 1]], prior="1,0")
    assert (float(never["eps_u"]), float(never["eps_l"])) == (0, 0)
    excluded = table("regions", tmp_path, channel=[[1, 0], ["1/2", "1/2"]], prior="uniform")
    assert float(excluded[1]["eps_l"]) == float("inf") > float(excluded[0]["eps_l"])


def test_corners_are_called_as_the_letters_of_the_prior(tmp_path: Path) -> None:
    prior = {"18-39": "1/2", "cost in $ and more": "3/10", "65+": "1/5"}
    rows = table("posteriors", tmp_path, prior=prior, eps="log(3/2)")
    assert [column for column in rows[0] if column not in ("point", "probability")] == list(prior)
    shown = ps.plot("posteriors", prior=prior, eps="log(3/2)").axes[0].texts
    assert [text.get_text() for text in shown] == ["18-39", r"cost in \$ an", "65+"]
    plain = ps.plot("posteriors", prior="1/2,3/10,1/5", eps="log(3/2)").axes[0].texts
    assert [text.get_text() for text in plain] == ["x1", "x2", "x3"]


@pytest.mark.parametrize("guarantees", [["pml"], ["pml", "lip"], ["ldp", "ldi", "lip", "pml"]])
def test_no_legend_is_clipped(guarantees: list[str]) -> None:
    figure = ps.plot("posteriors", prior="1/6,1/3,1/2", guarantee=guarantees, eps="log(4)")
    whole, drawn = figure.bbox, figure.legends[0].get_window_extent()
    assert whole.x0 <= drawn.x0 and drawn.x1 <= whole.x1 and whole.y0 <= drawn.y0
    (axes,) = figure.axes
    assert drawn.y1 <= min(text.get_window_extent().y0 for text in axes.texts)


def test_posteriors_average_to_the_prior_and_are_vertices(tmp_path: Path) -> None:
    rows = table("posteriors", tmp_path, **EXAMPLES["posteriors"])
    points = {kind: [r for r in rows if r["point"] == kind] for kind in ("posterior", "vertex")}
    places = [[Fraction(row[f"x{k}"]) for k in (1, 2, 3)] for row in points["posterior"]]
    weights = [Fraction(row["probability"]) for row in points["posterior"]]
    means = [sum(w * p[k] for w, p in zip(weights, places, strict=True)) for k in range(3)]
    assert means == [Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)]
    known = [[Fraction(row[f"x{k}"]) for k in (1, 2, 3)] for row in points["vertex"]]
    assert all(place in known for place in places)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["channel", "--out", "a.png"], "the figure channel needs a channel"),
        (["event", "--out", "a.png", "--eps", "1"], "eps is not for the figure event"),
        (["trade-off", "--out", "a.png", "--guarantee", "luck"], "luck"),
        (["posteriors", "--out", "a.png", "--prior", "1/2,1/2"], "for three letters"),
        (["posteriors", "--out", "a.png", "--eps", "0"], "the prior is"),
        (["trade-off", "--out", "a.png", "--csv", "a.txt"], "does not end in .csv"),
    ],
)
def test_what_cannot_be_drawn(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["figure", *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and words in shown.err and shown.err.count("\n") == 1


@pytest.mark.seconds
def test_arrays_and_masses_with_labels_are_drawn() -> None:
    numpy = pytest.importorskip("numpy")
    rows = numpy.array([[0.75, 0.25], [0.25, 0.75]])
    for prior in (numpy.array([0.1, 0.9]), {"a": 0.1, "b": 0.9}):
        assert ps.plot("channel", channel=rows, prior=prior).axes
        assert ps.plot("trade-off", prior=prior, guarantee=("pml",)).axes
    with pytest.raises(ps.PmlError, match="nested deeper"):
        ps.plot("trade-off", prior=rows)


@pytest.mark.seconds
def test_a_single_panel_without_a_title_has_no_column_for_it(tmp_path: Path) -> None:
    assert set(table("event", tmp_path, **CHANNEL)[0]) == {"curve", "x", "y"}
    assert set(table("trade-off", tmp_path, prior="1/3,2/3")[0]) == {"panel", "curve", "x", "y"}


def test_numbers_are_no_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["figure", "channel", "--channel", "examples/survey.csv", "--prior", "uniform", "--out"]
    assert run([*asked, str(tmp_path / "numbers.csv")]) == 2
    assert "give it as csv, and a picture as out" in capsys.readouterr().err
    files = [str(tmp_path / name) for name in ("picture.svg", "numbers.csv")]
    assert run([*asked, files[0], "--csv", files[1]]) == 0
    assert capsys.readouterr().out == f"wrote {files[0]} and {files[1]}\n"
