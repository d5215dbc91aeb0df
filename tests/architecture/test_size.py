"""The library stays small, and the way of a question short.

`python -m tests.architecture.size` shows where the lines are, `.files_passed` the length of ways.
"""

from __future__ import annotations

import pytest

from tests.architecture.files_passed import COMMANDS, files_passed
from tests.architecture.size import lines_of_code, sizes

MOST = 62_150
MOST_PASSED = 145


@pytest.mark.seconds
def test_the_library_has_no_more_lines_of_code_than_that():
    assert 10_000 < sizes().total() <= MOST, sizes().most_common()


def test_what_says_nothing_to_the_machine_is_not_counted():
    text = '"""What it is."""\n\nimport os\nfrom os import (\n    sep,\n)\n\n# a reason\n'
    assert lines_of_code(text) == 0
    body = (
        'def f(x):\n    """Docstring."""\n    y = """a\n    text"""  # a note\n\n    return x, y\n'
    )
    assert lines_of_code(text + body) == 4


@pytest.mark.seconds
def test_a_question_passes_few_files():
    assert 30 < files_passed(COMMANDS[0]) <= MOST_PASSED
