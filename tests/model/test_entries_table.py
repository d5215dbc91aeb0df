"""What a concrete channel or prior prints is what it has; in a sentence it is its name."""

from __future__ import annotations

import pmlsym as ps
from pmlsym.calculus.alphabet import alphabets
from pmlsym.mechanism_families.listed import family_named

X, Y, Z = alphabets("X Y Z")


def test_exact_entries_stand_below_the_names_of_letters() -> None:
    channel = ps.channel("examples/survey.csv")
    heads, *rows = [line.split() for line in str(channel).splitlines()]
    inputs, outputs = channel.data[0].labels
    assert heads == ["W", *outputs]
    assert [row[0] for row in rows] == list(inputs)
    assert [row[1:] for row in rows] == [list(map(str, row)) for row in channel.matrix()]
    assert str(ps.prior({"no": "1/4", "yes": 0.75})) == "P  no   yes\n   1/4  3/4"


def test_what_is_composed_has_its_own_entries_and_letters() -> None:
    first = ps.channel([["1/2", "1/2"], [0, 1]])
    second = ps.channel([[1, 0], ["1/3", "2/3"]], name="V", inputs=Y, outputs=Z)
    assert str(first >> second) == "W >> V  z1   z2\nx1      2/3  1/3\nx2      1/3  2/3"
    assert str(ps.prior(["1/2", "1/2"]) >> first) == "P >> W  y1   y2\n        1/4  3/4"


def test_a_name_where_there_are_no_numbers_and_in_a_sentence() -> None:
    unknown, own = ps.Channel("W", X, Y), ps.channel([["1/2", "1/2"]])
    assert str(unknown) == f"{own}" == repr(own) == "W"
    assert str(unknown >> ps.channel([[1]], name="V", inputs=Y, outputs=Z)) == "W >> V"
    assert "\n" not in str(family_named("z-channel").mechanism().channel)
    assert str(ps.pml(ps.prior([1]), own)) == "pml(P, W)"
    assert str(ps.channel([[[1, 0]]], outputs=[Y, Z])) == "W"


def test_of_large_ones_the_first_rows_and_columns() -> None:
    lines = str(ps.channel([[1] + [0] * 13] * 15)).splitlines()
    assert len(lines) == 14 and lines[-1] == ".. 3 more rows"
    assert all(line.endswith("..") for line in lines[:-1])
