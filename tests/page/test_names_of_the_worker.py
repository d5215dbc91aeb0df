"""What the page in the browser asks of the library is there."""

from __future__ import annotations

import re
from importlib import import_module
from inspect import signature
from pathlib import Path

WORKER = (Path(__file__).parents[2] / "page" / "worker.js").read_text(encoding="utf-8")


def test_the_worker_asks_for_what_there_is() -> None:
    called = re.findall(r'pyimport\("(pmlsym[\w.]*)"\)\.(\w+)', WORKER)
    called += [(m, f) for f, m in re.findall(r'{ (\w+) } = python.pyimport\("([\w.]+)"\)', WORKER)]
    assert len(called) > 5
    for module, function in called:
        assert hasattr(import_module(module), function), (module, function)


def test_the_worker_has_the_words_of_a_question() -> None:
    given = re.search(r"const given = {(.*?)};", WORKER, re.DOTALL)
    assert given is not None
    words = {*re.findall(r"(\w+):", given[1]), *re.findall(r"given\.(\w+) =", WORKER)}
    question = import_module("pmlsym.claim_text.question_about").question_about
    assert words <= set(signature(question).parameters) and "over" in words
