"""The table of statements: every row is there, and whatever a check is made for is checked."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial

import pytest

from pmlsym.errors import InvalidInput, UnknownName
from pmlsym.papers import ENTRIES
from pmlsym.papers.recorded import FOLDER
from pmlsym.papers.statements import Statements, read_outline
from proofs.papers.deduced import Deduced
from proofs.papers.made import SECTIONS, live, made_in

ROWS = {"PML23": 101, "RDP": 47, "QID24": 38, "PSP": 85}
HEAD = "prop-1 | inequality | proved\n  at ..\n  says ..\n"


def test_no_row_is_lost_or_listed_twice():
    assert Counter(entry.paper for entry in ENTRIES) == ROWS
    assert len({entry.id for entry in ENTRIES}) == len(ENTRIES)


def is_named(name, value):
    """Whether the table has to name it: sequents, or a check that is no drawing."""
    if isinstance(value, Deduced):
        return True
    draws = name.startswith("draw") or hasattr(value, "__wrapped__")
    return value.__annotations__.get("random") == "Random" and not draws


def test_every_check_and_sequent_made_in_python_is_named_in_the_table():
    tables = [path.read_text(encoding="utf-8") for path in FOLDER.glob("*.txt")]
    words = set(re.findall(r"\w+", "".join(tables)))
    made = {
        name
        for sections in SECTIONS.values()
        for name, value in made_in(sections).items()
        if not name.startswith("_") and is_named(name, value)
    }
    assert len(tables) == len(SECTIONS) and len(made) > 250
    assert made <= words, made - words


@pytest.mark.parametrize(
    "text",
    [
        HEAD,
        HEAD + "  claim pml(P, W) >= 0\n    check one: another",
        HEAD + "  claims pml(P, W) >= 0",
        HEAD + "  check one",
        HEAD + "  check one, of 3: it is one",
        HEAD + "  check one, 4 of 3: it is one",
        HEAD + "  remark of it\n  claim pml(P, W) >= 0",
        HEAD + "  composed of nothing\n    how by itself",
        HEAD + "  composed of what is composed\n    how ..\n    composed ..\n      how ..",
        HEAD + "  says it twice\n  claim pml(P, W) >= 0",
        HEAD + "  claim pml(P, W) >= 0\n  instead another\n    claim pml(P, W) >= 0",
        HEAD.replace("inequality", "unequal") + "  claim pml(P, W) >= 0",
        HEAD.replace(" | proved", "") + "  claim pml(P, W) >= 0",
        HEAD + "    claim pml(P, W) >= 0",
        HEAD + "   claim pml(P, W) >= 0",
        "  " + HEAD,
    ],
)
def test_a_line_that_says_nothing_known_is_refused(text):
    with pytest.raises(InvalidInput):
        Statements("PML23", partial(live, {"one": lambda random: None})).read(text)


@pytest.mark.parametrize("line", ["check two: ..", "sequents TWO", "claim ..\n    by two"])
def test_what_nothing_makes_is_unknown(line):
    with pytest.raises(UnknownName, match="line 4: nothing in Python is called"):
        Statements("PML23", partial(live, {})).read(f"{HEAD}  {line}")


def test_lines_go_on_and_comments_say_nothing():
    (line,) = read_outline("# a note\n\nsays one\n  # another\n.. two\n", "here")
    assert (line.word, line.text, line.below) == ("says", "one two", ())
