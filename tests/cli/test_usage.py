"""A command line that no command takes is told what is near to it, or what there is."""

from __future__ import annotations

import pytest

from pmlsym.cli import run
from pmlsym.commands.application import COMMANDS, SUGGESTIONS

Capture = pytest.CaptureFixture[str]

SAID = {
    (): "there is no command; pmlsym --help lists them",
    ("prove", "1 < 2"): "no command prove; ask proves a claim",
    ("mi", "table.csv"): "no command mi; write pmlsym measure FILE --prior uniform --only 'mi'",
    ("min-entropy", "P"): "write pmlsym measure FILE --prior uniform --only 'hmin(P)'",
    ("design", "1/4,3/4", "--epsilon", "1"): "a guarantee has a name: --pml 0.2",
    ("measure", "table.csv", "--channel", "W=x"): "the table is the argument",
    ("desing",): "no command desing; did you mean design?",
    ("frobnicate",): "no command frobnicate; there are ask, refute, derive",
    ("--verison",): "pmlsym has no option --verison; did you mean --version?",
    ("ask", "1 < 2", "--prior", "1/2,1/2"): "ask has no option --prior; a prior is one of a set",
    ("ask", "1 < 2", "--channels", "W=a.csv"): "ask has no option --channels; write --channel",
    ("ask", "1 < 2", "--prior-set", "simplex"): "ask has no option --prior-set; write --over",
    ("derive", "z-channel", "--size", "k=3"): "derive has no option --size; write --set",
    ("design", "--maxleak", "1"): "no option --maxleak; the guarantees are --pml, --alip,",
    ("design", "--rdp", "1"): "design has no option --rdp; the guarantees are --pml",
    ("report", "table.csv", "--counts"): "measure FILE reads counts",
    ("export", "proof.json"): "export needs --coq, a proof that `ask --save` wrote",
    ("derive", "randomized-response", "ldp"): "write --quantity ldp",
    ("design", "--prior", "uniform", "--ldp", "1"): "1/3,1/3,1/3 of three letters",
    ("design", "--utlity=mi"): "did you mean --utility?",
    ("design", "--eps", "1"): "a guarantee has a name: --pml 0.2",
    ("design", "--pml", "1"): "design needs --prior, masses such as 1/4,3/4; or a file",
    ("derive",): "derive needs family, such as randomized-response",
    ("ask", "1 < 2", "2 < 3"): "unexpected extra argument",
    ("measure", "--prior"): "requires an argument",
}


@pytest.mark.parametrize("words", SAID, ids=" ".join)
def test_what_nobody_understands_gets_a_hint(words: tuple[str, ...], capsys: Capture) -> None:
    assert run(words) == 2
    said = capsys.readouterr().err
    assert said.startswith("pmlsym: ") and SAID[words] in said


def test_what_is_meant_by_other_names_is_called_otherwise() -> None:
    commands = set(COMMANDS)
    assert not commands & {name for name, *option in SUGGESTIONS if not option}
    assert {name for name, *option in SUGGESTIONS if option} <= commands


def test_the_hint_for_one_prior_is_a_set_that_ask_reads(
    tmp_path_factory: pytest.TempPathFactory, capsys: Capture
) -> None:
    table = tmp_path_factory.mktemp("usage") / "w.csv"
    table.write_text("1,0\n0,1\n", encoding="utf-8")
    words = ("pml(P, W) <= log(4)", "--channel", f"W={table}", "--over")
    for prior in ("hull (1/4, 3/4)", "1/4,3/4", "uniform"):
        assert run(["ask", *words, prior]) == 0
        assert "every prior P in {hull (1/" in capsys.readouterr().out
