"""Labels of letters: words of answers and of sets of priors, by which nothing is decided."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

import pmlsym as ps
from pmlsym.calculus.data import label_of, printable, require_labels, word
from pmlsym.claim_text.question import Question
from pmlsym.claim_text.question_about import question_about
from pmlsym.errors import AlphabetMismatch, InvalidInput, UnknownName
from pmlsym.language.syntax import grammar
from pmlsym.pages.saved_evidence import check_saved
from pmlsym.pages.verdict_display import asked
from pmlsym.pages.verdict_json import saved_data, verdict_data
from pmlsym.prior_sets.prior_set import PriorSet
from pmlsym.prior_sets.prior_set_text import prior_set_of

ROWS = [["7/10", "1/10", "1/5"], ["1/5", "2/5", "2/5"]]
LETTERS = {"X": ["young", "old"], "Y": ["no", "yes", "refused"]}
TABLE = {
    "young": {"no": "7/10", "yes": "1/10", "refused": "1/5"},
    "old": {"no": "1/5", "yes": "2/5", "refused": "2/5"},
}
HOSTILE = (
    "<script>alert(1)</script>",
    r"\input{/etc/passwd}",
    "a\x1b[31mb",
    "line\nbreak",
    "\u202eright to left",
    'a "quoted" one',
    "back\\slash",
    "18-30",
    "2",
    "x",
    "in",
    "p1",
    "a, b",
    "x" * 200,
    "naïve",
)


def decided(text: str, priors: object, **others: object) -> ps.Verdict:
    """The verdict on a claim about the labelled table."""
    return ps.decide(text, channel={"W": TABLE}, over=priors, **others)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("p(young) >= 1/10", "p1 >= 1/10"),
        ("p(old) in [1/10, 1/3]", "p2 in [1/10, 1/3]"),
        ("p(young) + p(old) <= 2*p(young)", "p1 + p2 <= 2*p1"),
        ('p("young") <= 1/2, p(x) >= 1/10', "p1 <= 1/2, p(x) >= 1/10"),
        ("p(2) >= 1/10", "p2 >= 1/10"),
        ("p(1) in [1/10, 1/3]", "p1 in [1/10, 1/3]"),
    ],
)
def test_a_label_stands_for_the_number_of_its_letter(text: str, same: str) -> None:
    one, other = prior_set_of(text, ["young", "old"]), prior_set_of(same)
    assert isinstance(one, PriorSet) and isinstance(other, PriorSet)
    assert one.at(2) == other.at(2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("p(yung) >= 1/10", "no letter is called yung; there are young, old"),
        ("young >= 1/10", "young is a letter; its mass is p(young)"),
        ("p_1 >= 0.5", "p_1 is no mass; write p1 or p(1)"),
        ("p(1 + 1) >= 1/10", "is no mass; write p1"),
        ("p() >= 1/10", "is no mass; write p1"),
        ("p(young)*p(old) <= 1/4", "is not linear in masses such as p(young)"),
        ("q >= 1/10", "q is no mass of a letter; masses are written p(young)"),
        (r'p("\q") >= 1/10', "is no label"),
    ],
)
def test_what_is_no_label_is_said_so(text: str, said: str) -> None:
    with pytest.raises(ps.PmlError, match=re.escape(said)):
        prior_set_of(text, ["young", "old"])


def test_a_number_as_label_is_never_mistaken_for_a_letter() -> None:
    words = [word("2"), word("1")]
    with pytest.raises(InvalidInput, match=re.escape('write p1, or p("1")')):
        prior_set_of("p(1) >= 1/2", words)
    by_label, by_number = (prior_set_of(t, words) for t in ('p("1") >= 1/2', "p2 >= 1/2"))
    assert isinstance(by_label, PriorSet) and isinstance(by_number, PriorSet)
    assert by_label.at(2) == by_number.at(2)
    with pytest.raises(UnknownName, match="none has a label; write p1"):
        prior_set_of("p(young) >= 1/2")


@pytest.mark.parametrize("label", HOSTILE)
def test_every_label_is_typed_as_it_is_printed(label: str) -> None:
    typed = word(label)
    assert all(c.isprintable() for c in typed + printable(label))
    assert typed == label or label_of(typed) == label
    read = prior_set_of(f"p({typed}) in [1/4, 1/2]", [word("other"), typed])
    assert isinstance(read, PriorSet)
    assert read.at(2).text([word("other"), typed]) == f"p({typed}) in [1/4, 1/2]"


def test_words_of_the_language_are_labels_in_quotation_marks() -> None:
    reserved = set(re.findall(r"/(\w+)\\b/", grammar())) | set(re.findall(r'"([a-z]+)"', grammar()))
    assert {"in", "and", "or", "not", "claim"} <= reserved
    for label in reserved:
        assert word(label) != label and prior_set_of(f"p({word(label)}) >= 1/4", [word(label)])


@pytest.mark.parametrize("label", HOSTILE)
def test_a_hostile_label_is_shown_and_saved_harmlessly(label: str) -> None:
    verdict = ps.decide(
        "pml(P, W, y) <= log(2)",
        channel={"W": ROWS},
        over="p1 in [0, 1/2]",
        letters={"X": [label, "old"], "Y": ["no", label, "refused"]},
    )
    assert isinstance(verdict, ps.Refuted)
    shown = str(verdict)
    assert all(c.isprintable() or c == "\n" for c in shown)
    assert word(label) in " ".join(shown.split()) or len(label) > 60 or " " in label
    html = verdict._repr_html_()
    assert "<script" not in html and unescape(html)
    assert r"\input" not in verdict._repr_latex_().replace(r"\textbackslash{}input", "")
    assert eval(repr(verdict).partition("  #")[0], {"ps": ps}) == verdict
    data = json.dumps(verdict_data(asked(verdict), verdict.claim, verdict))  # type: ignore[arg-type]
    assert check_saved(data)


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        (["old", "old"], "two letters of W have one label, old"),
        (["", "old"], "letter 1 of W has an empty label"),
        (["old", " "], "letter 2 of W has an empty label"),
        (["old", "x" * 201], "has a label of 201 characters; 200 is the most"),
        (["old"], "W has 2 letters there, but 1 labels"),
    ],
)
def test_labels_that_say_nothing_are_refused(labels: list[str], said: str) -> None:
    with pytest.raises(InvalidInput, match=re.escape(said)):
        ps.Channel.from_rows(ROWS, labels=[labels, None])
    said = said.replace("of W", "of alphabet X") if "there" not in said else said
    with pytest.raises(InvalidInput, match=re.escape(said)):
        ps.decide("pml(P, W) <= 1", channel={"W": ROWS}, letters={"X": labels})


def test_worst_priors_instances_and_outcomes_are_named() -> None:
    refuted = decided("pml(P, W, y) <= log(2)", "p(young) in [0, 1/2]")
    shown = " ".join(str(refuted).split())
    assert "over p(young) in [0, 1/2]" in shown and "y = no" in shown
    assert re.search(r"P\(young\)=\S+ P\(old\)=", shown)
    assert "W no yes refused young 7/10 1/10 1/5 old 1/5 2/5 2/5" in shown
    assert "towards P(young)=0, P(old)=1, x=young" in shown
    assert r"P(\text{young})" in refuted._repr_latex_() and "P(young)" in refuted._repr_html_()
    assert r"\text{young} & \tfrac{7}{10}" in refuted._repr_latex_()
    proved = decided("pml(P, W) <= log(7/2)", "p(young) <= 1/2")
    assert isinstance(proved, ps.Proved)
    assert "p(young)" in proved.scope and "P(old)=1" in str(proved.bounds[0])


def test_a_labelled_answer_is_read_back() -> None:
    for text, priors in (
        ("pml(P, W) <= log(7/2)", "p(young) <= 1/2"),
        ("pml(P, W) <= 1", "simplex"),
    ):
        verdict = decided(text, priors)
        again = eval(repr(verdict).partition("  #")[0], {"ps": ps})
        assert again == verdict and str(again).splitlines()[0] == str(verdict).splitlines()[0]
        question = asked(verdict)
        for data in (
            verdict_data(question, verdict.claim, verdict),  # type: ignore[arg-type]
            saved_data(question, verdict),
        ):
            assert check_saved(json.dumps(data))
            named = data if "letters" in data else data["claim"]  # type: ignore[operator, index]
            assert named["letters"] == LETTERS  # type: ignore[index]


def test_labels_decide_nothing() -> None:
    """The same mathematics with other labels, or none: the same worst values and verdicts."""
    other = {"X": ["old", "young"], "Y": ["3", "2", "1"]}
    for text in ("pml(P, W) <= log(7/2)", "pml(P, W) <= 1", "maxleak(P, W) >= 1/10"):
        found = [
            ps.decide(text, channel={"W": ROWS}, over="p1 in [0, 1/2]", letters=letters)
            for letters in (None, LETTERS, other)
        ]
        assert len({verdict.name for verdict in found}) == 1
        bounds = [[b.to_json() for b in v.bounds] for v in found if not isinstance(v, ps.Unknown)]
        assert bounds[0] == bounds[1] == bounds[2]


def test_labels_of_a_saved_answer_belong_to_it() -> None:
    verdict = decided("pml(P, W) <= log(7/2)", "p(young) <= 1/2")
    data = verdict_data(asked(verdict), verdict.claim, verdict)  # type: ignore[arg-type]
    for letters in ({"X": ["old", "young"]}, {"X": 1}, {"X": ["a"]}, {"Z": []}, {"X": "ab"}):
        with pytest.raises(ps.PmlError):
            check_saved(json.dumps({**data, "letters": letters}))


def test_labels_come_from_whatever_names_the_letters() -> None:
    by_masses = ps.decide(
        "pml(P, W) <= 1", channel={"W": ROWS}, over={"young": "1/4", "old": "3/4"}
    )
    assert "P(young)=1/4" in str(by_masses)
    own = ps.channel(TABLE)
    claim = ps.pml(ps.Prior("P", own.inputs[0]), own) <= ps.log(2)
    assert "P(young)" in str(ps.decide(claim, over="p(young) >= 1/4"))
    with pytest.raises(AlphabetMismatch, match="bring them into one order"):
        decided("pml(P, W) <= 1", {"old": "1/4", "young": "3/4"})
    with pytest.raises(UnknownName, match="the claim has no alphabet Z; it has X, Y"):
        decided("pml(P, W) <= 1", "simplex", letters={"Z": ["a", "b"]})
    with pytest.raises(InvalidInput, match="one text"):
        decided("pml(P, W) <= 1", "simplex", letters={"X": "ab"})


def test_letters_of_a_joint_prior_are_named_by_all_their_labels() -> None:
    rows = [[["1/2", "1/2"], ["1/4", "3/4"]], [[0, 1], ["1/3", "2/3"]]]
    found = ps.decide(
        "pml(P, W) <= 1",
        let=["P: X, U", "W: X, U -> Y"],
        channel={"W": rows},
        over="p(young, no) >= 1/4, p(x) >= 1/10",
        letters={"X": ["young", "old"], "U": ["no", "yes"]},
    )
    assert "p(young, no) in [1/4, 1]" in " ".join(str(found).split()) and not isinstance(
        found, ps.Unknown
    )
    assert eval(repr(found).partition("  #")[0], {"ps": ps}) == found


def test_files_of_claims_and_the_command_line_take_labels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pmlsym.cli import run

    monkeypatch.chdir(tmp_path)
    Path("ch.csv").write_text(",no,yes\nyoung,9/10,1/10\n18-30,1/10,9/10\n", encoding="utf-8")
    Path("ours.pml").write_text(
        "channel W = ch.csv\n"
        'claim one: pml(P, W) <= log(5)\n  over p(young) >= 1/10, p("18-30") >= 1/10\n',
        encoding="utf-8",
    )
    assert run(["ask", "ours.pml"]) == 0
    over = ["--over", 'p(young) in [1/10, 9/10], p("18-30") >= 1/10']
    assert run(["ask", "pml(P, W) <= log(5)", "--channel", "W=ch.csv", *over]) == 0
    assert run(["refute", "pml(P, W) <= log(4)", "--channel", "W=ch.csv", *over]) == 1
    capsys.readouterr()
    assert run(["measure", "ch.csv", *over]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert 'P(young)=1/10, P("18-30")=9/10' in shown and "uniform" not in shown
    assert run(["measure", "ch.csv", *over, "--prior", "1/2,1/2"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Channel of 2 by 2; prior: as asked") and "Over all priors" in shown
    assert run(["measure", "ch.csv", "--over", "p(old) >= 1/10"]) != 0
    assert 'there are young, "18-30"' in capsys.readouterr().err


def test_a_question_prints_its_set_by_labels() -> None:
    question = question_about("pml(P, W) <= 1", channel={"W": TABLE}, over="p(old) >= 1/3")
    assert str(question).endswith("over p(old) in [1/3, 1]")
    assert Question("pml(P, W) <= 1").within() == ""


def test_a_label_is_no_name_of_any_outcome() -> None:
    """pml(P, W, none) would be read as at any outcome, although the table has one called none."""
    table = {"none": [1, 0], "film": [0, 1]}
    with pytest.raises(ps.PmlError, match="none would be any outcome of Y here"):
        ps.decide(
            "pml(P, W, none) <= 1", channel={"W": [[1, 0], [0, 1]]}, letters={"Y": list(table)}
        )


def test_a_letter_that_is_called_as_all_of_them_are_is_typed_in_quotation_marks() -> None:
    words = [word("x"), "y"]
    with pytest.raises(InvalidInput, match=r'could be every letter, or one called so; .* p\("x"\)'):
        prior_set_of("p(x) >= 1/2", words)
    assert prior_set_of('p("x") >= 1/2', words).text == prior_set_of("p1 >= 1/2").text
    assert prior_set_of("p_min >= 1/4", words).text == prior_set_of("p(x) >= 1/4").text


@pytest.mark.parametrize(
    "pair", [("P", "\u0420"), ("a b", "a\u00a0b"), ("\u00e9", "e\u0301")], ids=repr
)
def test_labels_that_look_the_same_are_refused(pair: tuple[str, str]) -> None:
    with pytest.raises(InvalidInput, match="told apart by how their characters are encoded alone"):
        require_labels(pair, 2, "W")
    assert require_labels(("x2", "x\u00b2"), 2, "W") == ("x2", "x\u00b2")
