"""Text that would run if anything were run, given at every door: nothing runs, one error answers.

A payload writes a canary file when it is evaluated, in whatever way: Python's own, SymPy's, through
full-width letters that Python reads as plain ones, attributes, comprehensions, formats. Others
would fill the memory or the stack. Each door takes text; the answer is a PmlError of one line.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import monotonic

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.cli import run
from pmlsym.closed_forms import derive
from pmlsym.closed_forms.at_values import family_report
from pmlsym.closed_forms.closed_form import ClosedForm
from pmlsym.closed_forms.own_channels.own_channel import channel_from_sympy, family_of
from pmlsym.errors import PmlError
from pmlsym.mechanism_families.listed import family_named
from pmlsym.mechanism_families.randomized_response import randomized_response
from pmlsym.model.channel import Channel
from pmlsym.model.counts import confidence_level
from pmlsym.model.prior import Prior
from pmlsym.prior_sets.prior_set import least_mass
from pmlsym.prior_sets.prior_set_text import prior_set_of
from tests.examples import some_of

CANARY = "canary-was-here"
LONGEST = 10.0  # seconds for one refusal, on a loaded machine

WRITE = f"open('{CANARY}', 'w').close()"
RUNNING = (
    f"__import__('os').system('touch {CANARY}')",
    f"__import__('pathlib').Path('{CANARY}').touch()",
    f'exec("{WRITE}")',
    f'eval("{WRITE}")',
    f'ｅｖａｌ("{WRITE}")',
    f'eｖal("{WRITE}")',
    WRITE,
    f"(lambda: {WRITE})()",
    f"[{WRITE} for x in (1,)][0]",
    f"[x for x in [{WRITE}]]",
    f"(a := {WRITE})",
    f"f'{{{WRITE}}}'",
    f"{{0.__class__}}{WRITE}",
    "().__class__.__base__.__subclasses__()",
    "a.__class__.__mro__",
    "a.func.__globals__",
    "__builtins__",
    "__import__",
    "{a}",
    "%(a)s",
    "$(touch canary-was-here)",
    "`touch canary-was-here`",
    "; touch canary-was-here",
    "a if a else a",
    "lambda a: a",
    "*a",
    "**a",
    "a@a",
    "a\\\nb",
    "a # b",
    "1;2",
    "0x10",
    "1_000",
    "１２",
    "\x00",
    "Symbol('a')",
    "Function('f')(a)",
    "S('a')",
    "N(pi)",
)
LARGE = (
    "9**9**9",
    "9^9^9^9",
    "((9^50)^50)^50^50",
    "10^999999999",
    "1e999999999",
    "1e-999999999",
    "9" * 5000,
    "1/" + "9" * 5000,
    "a^999999999",
    "(1+a)^(10^9)",
    "(1+a+b+c+d)^99",
    "exp(" * 90 + "a" + ")" * 90,
    "(" * 3_000 + "a" + ")" * 3_000,
    "-" * 3_000 + "a",
    "[" * 3_000,
    "a" * 120_000 + "!",
)
PAYLOADS = (*RUNNING, *LARGE)

Door = Callable[[str], object]


@cache
def _closed() -> ClosedForm:
    return derive(randomized_response(2))


# Doors of Python. `derive` has to meet the text itself, so the mechanisms are made at once.
IN_PYTHON: dict[str, Door] = {
    "a claim": parse,
    "one side of a claim": lambda t: parse(f"{t} <= pml(P, W)!"),
    "a declaration": lambda t: parse("pml(P, W) <= 1", lets=[t]),
    "an assumption": lambda t: parse("pml(P, W) <= 1", assume=[t]),
    "a family": lambda t: family_named(t).mechanism(),
    "a value in a family": lambda t: family_named(f"binary-symmetric(a={t})!").mechanism(),
    "a value in a closed family": lambda t: family_named(
        f"binary-symmetric(a={t}, b=1)"
    ).mechanism(),
    "a size in a family": lambda t: family_named(f"randomized-response(k=-{t})").mechanism(),
    "a matrix": lambda t: family_of(t).mechanism(),
    "an entry of a matrix": lambda t: family_of(f"[[{t}, 2], [0, 1]]").mechanism(),
    "a domain": lambda t: family_of("[[1-a, a], [0, 1]]", [t]).mechanism(),
    "a bound of a domain": lambda t: channel_from_sympy("[[1-a, a], [0, 1]]", f"0 <= a <= 2*{t}"),
    "a SymPy matrix": channel_from_sympy,
    "an entry of a SymPy matrix": lambda t: channel_from_sympy([[t, 2], [0, 1]]),
    "a SymPy domain": lambda t: channel_from_sympy([["1-a", "a"], [0, 1]], t),
    "a set of priors": prior_set_of,
    "a border of a set of priors": lambda t: prior_set_of(f"p(x) >= 2 + {t}"),
    "a bound of a set of priors": lambda t: prior_set_of(f"p1 in [2, {t}]"),
    "counts of a set of priors": lambda t: prior_set_of(f"counts {t}, -1"),
    "the name of a least mass": lambda t: least_mass(t + "!"),
    "the setting of a parameter": lambda t: family_report("z-channel", settings={"a": f"2+{t}"}),
    "the setting of a size": lambda t: family_report("erasure", settings={"q": f"-{t}"}),
    "the setting of an unknown name": lambda t: family_report("z-channel", settings={t: "1/2"}),
    "a mass": lambda t: family_report("z-channel", prior=[t, "1"]),
    "a prior in a word": lambda t: family_report("z-channel", prior=t),
    "a quantity": lambda t: derive(randomized_response(2), t),
    "a value of a closed form": lambda t: _closed().at(eps=f"-1-({t})^2!"),
    "a mass of a closed form": lambda t: _closed().at(prior=[t, "1"]),
    "a value of a family's setting": lambda t: derive(randomized_response(2, eps=f"{t}!")),
    "an entry of a channel": lambda t: Channel.from_rows([[t, "2"], [0, 1]]),
    "a mass of a prior": lambda t: Prior.from_masses([t, 2]),
    "a confidence": confidence_level,
}

ON_THE_COMMAND_LINE: dict[str, tuple[str, ...]] = {
    "derive": ("derive", "{}"),
    "derive a matrix": ("derive", "[[{}, 2], [0, 1]]"),
    "derive --set": ("derive", "z-channel", "--set", "a=2+{}"),
    "derive --prior": ("derive", "z-channel", "--prior", "2,{}"),
    "derive --over": ("derive", "z-channel", "--over", "{}"),
    "derive --domain": ("derive", "[[1-a, a], [0, 1]]", "--domain", "{}"),
    "derive --quantity": ("derive", "z-channel", "--quantity", "{}"),
    "crosscheck": ("crosscheck", "{}", "--instances", "1"),
    "crosscheck a matrix": ("crosscheck", "[[{}, 1], [0, 1]]", "--instances", "1"),
    "crosscheck a claim": ("crosscheck", "pml(P, W) <= {}!", "--instances", "1"),
    "ask": ("ask", "{}!"),
    "ask --assume": ("ask", "pml(P, W) <= 1", "--assume", "{}"),
    "ask --let": ("ask", "pml(P, W) <= 1", "--let", "{}"),
    "refute": ("refute", "{}"),
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _is_untouched(folder: Path) -> bool:
    return not any(folder.iterdir())


def test_a_payload_that_is_evaluated_is_seen(tmp_path: Path):
    eval(RUNNING[5])  # the full-width letter is no obstacle to Python
    assert not _is_untouched(tmp_path)


@pytest.mark.parametrize("door", some_of(IN_PYTHON))
def test_nothing_runs_that_is_given_in_python(door: str, tmp_path: Path):
    for payload in PAYLOADS:
        began = monotonic()
        with pytest.raises(PmlError) as caught:
            IN_PYTHON[door](payload)
        assert "\n" not in str(caught.value).strip(), payload[:80]
        assert len(str(caught.value)) < 1000, payload[:80]
        assert monotonic() - began < LONGEST, payload[:80]
        assert _is_untouched(tmp_path), payload[:80]


@pytest.mark.seconds
@pytest.mark.parametrize("door", some_of(ON_THE_COMMAND_LINE))
def test_nothing_runs_that_is_given_on_the_command_line(
    door: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    for payload in PAYLOADS:
        began = monotonic()
        arguments = [word.replace("{}", payload) for word in ON_THE_COMMAND_LINE[door]]
        assert run(arguments) == 2, payload[:80]
        shown = capsys.readouterr()
        assert shown.out == "" and shown.err.count("\n") == 1, payload[:80]
        assert monotonic() - began < LONGEST, payload[:80]
        assert _is_untouched(tmp_path), payload[:80]


@pytest.mark.parametrize("suffix", [".csv", ".json"])
def test_nothing_runs_that_is_in_a_file_of_a_channel(
    suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / f"channel{suffix}"
    for payload in PAYLOADS:
        rows = [[payload, "1/2"], ["1/2", "1/2"]]
        cells = [",".join(f'"{cell}"' for cell in row) for row in rows]
        text = json.dumps({"channel": rows}) if suffix == ".json" else "\n".join(cells)
        path.write_text(text, encoding="utf-8")
        assert run(["measure", str(path)]) == 2, payload[:80]
        assert capsys.readouterr().err.count("\n") == 1, payload[:80]
        assert list(tmp_path.iterdir()) == [path], payload[:80]
