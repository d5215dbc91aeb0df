"""Files of claims: what belongs to which claim, and what is refused with its line."""

from __future__ import annotations

import pytest

from pmlsym.claim_text.claim_file import read_claim_file
from pmlsym.claim_text.question import parse
from pmlsym.claim_text.question_about import question_about
from pmlsym.errors import PmlError
from pmlsym.language.writing import statement

FILE = """
# Comments stand anywhere, even   claim none: 1 > 2
let V: Y -> Z      # used by the first claim alone
assume fullsupport(P)

claim processed: pml(P, W >> V) <= pml(P, W)
claim let: let <= claim2 + 1   # words of the file are names elsewhere
    assume claim2 >= 0 and     # over two
           claim2 <= 1         # lines
    expect unknown
claim own: maxleak(W >> V) <= maxleak(V)
    let V: A -> B
    expect proved
"""


def test_what_is_said_of_all_claims_and_of_one() -> None:
    first, second, third = read_claim_file(FILE, question_about)
    assert first.question.lets == ("V: Y -> Z",) and first.question.assume == ("fullsupport(P)",)
    assert second.question.lets == ()
    assert second.question.assume == ("fullsupport(P)", "claim2 >= 0 and claim2 <= 1")
    assert third.question.lets == ("V: A -> B",)
    assert [claim.name for claim in (first, second, third)] == ["processed", "let", "own"]
    assert [claim.line for claim in (first, second, third)] == [6, 7, 11]
    assert [claim.expected for claim in (first, second, third)] == ["proved", "unknown", "proved"]


def test_a_claim_of_a_file_is_the_claim_that_is_asked_alone() -> None:
    first, *_ = read_claim_file(FILE, question_about)
    alone = parse("pml(P, W >> V) <= pml(P, W)", lets=["V: Y -> Z"], assume=["fullsupport(P)"])
    assert statement(first.question.claim()) == statement(alone)


def test_an_alphabet_alone_goes_with_what_speaks_of_it() -> None:
    one, two = read_claim_file(
        "let X let P: X claim one: pmin(P) <= 1/size(X) claim two: maxleak(W) >= 0", question_about
    )
    assert one.question.lets == ("X", "P: X") and two.question.lets == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("# nothing else", "is empty"),
        ("let V: X -> Z", "ends too early; expected assume or channel or claim or let"),
        ("claim a:\n 1 <\n = 2", "line 3, column 2 of f.pml: = 2"),
        ("claim a 1 < 2", "'1' cannot stand here; expected ':'"),
        ("claim a: 1 < 2\nclaim a: 2 < 3", "a is the claim of line 1 as well; rename one (line 2"),
        ("claim a: 1 < 2 expect prooved", "prooved is no verdict; expect proved, refuted"),
        ("claim a: 1 < 2 expect proved expect proved", "one verdict is expected, not two"),
        ("let V: X\nclaim a: 1 < 2", "V is declared, but no claim uses it (line 1"),
        ("\n\nclaim a: pmll(P, W) <= 1", "line 3 of f.pml, claim a: unknown name pmll; did you"),
        ("claim a: 1 < 2\n let V: X", "claim a: V is declared, but nothing uses it"),
        ("channel W = [[1]]\nclaim a: 1 < 2", "W is given, but no claim uses it (line 1"),
        ("channel W = [[1, e]] claim a: maxleak(W) <= 1", "is a number such as 1/3"),
        ("channel W = [[1, 1]] claim a: maxleak(W) <= 1", "claim a: row 1 of W sums to 2, not 1"),
        ("channel W = none.csv claim a: maxleak(W) <= 1", "none.csv cannot be read"),
        ("channel W = [[1]] channel W = [[1]] claim a: maxleak(W) <= 1", "W is given twice"),
        ("claim a: hmin(P) <= 1 over simplex over simplex", "the set of priors is given twice"),
        ("claim a: 1 < 2\n over simplex", "line 1 of f.pml, claim a: "),
        ("claim a: 1 < 2 letx", "'letx' cannot stand here"),
        ("claim a: " + "(" * 10_000 + "1", "cannot be read|nested too deeply|ends too early"),
        ("claim a: 1 < 2\n" * 10_000, "longer than 100000 characters"),
    ],
)
def test_what_is_refused(text: str, words: str) -> None:
    with pytest.raises(PmlError) as refusal:
        read_claim_file(text, question_about, "f.pml")
    assert any(word in str(refusal.value) for word in words.split("|"))


def test_a_comment_is_for_files_alone() -> None:
    with pytest.raises(PmlError, match="'#' has no meaning here"):
        parse("pml(P, W) <= 1 # and much more")
