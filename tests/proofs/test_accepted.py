"""The table of which checkers accept which statement."""

from functools import cache

import pytest

from proofs.accepted import TABLE, Row, rows, table


@cache
def found_rows() -> tuple[Row, ...]:
    """What the checkers say of every file that is kept."""
    return tuple(rows())


@pytest.mark.seconds
def test_the_table_is_up_to_date_and_nothing_kept_is_refused():
    found = found_rows()
    assert TABLE.read_text(encoding="utf-8") == table(found)
    assert all(row.kernel and row.second for row in found)
    assert len({row.file for row in found}) == len(found) > 150
    assert sum(row.coq == "theorem" for row in found) >= 120


def test_statements_that_papers_rest_on_are_theorems_for_coq():
    stated = {(row.paper, row.number) for row in found_rows() if row.coq == "theorem"}
    assert stated >= {
        ("PML23", "lemma-1.4"),
        ("PML23", "prop-1.4"),
        ("PML23", "thm-3"),
        ("PML23", "thm-4.2"),
        ("PML23", "prop-5"),
        ("PML23", "eq-25"),
        ("PML23", "prop-9"),
        ("PML23", "prop-9.1-3"),
        ("RDP", "thm-3.5"),
        ("RDP", "thm-2.8"),
        ("QID24", "prop-2-eq-12"),
    }
