"""`pmlsym-check`, the verified checker as a program: it reads the files themselves, and strictly.

`make -C proofs/coq` builds it, which has it judge every kept file; where it is not built these
tests are skipped, and listed as such.
"""

import json
import subprocess
from contextlib import nullcontext
from pathlib import Path

import pytest

from pmlsym.calculus.json_text import parse
from pmlsym.errors import PmlError
from pmlsym.kernel.certificate import Certificate
from pmlsym.kernel.certificate_file import lemmas_to_json, read_proof, sequents_from_json, to_json
from pmlsym.kernel.checker import check
from pmlsym.kernel.induction import check_induction
from tests.evidence.test_convexity import ATTACKS

PROOFS = Path(__file__).parents[2] / "proofs"
PROGRAM = PROOFS / "coq" / "pmlsym-check"
KEPT = (PROOFS / "certificates" / "post-processing.json").read_text(encoding="utf-8")

pytestmark = pytest.mark.skipif(
    not PROGRAM.exists(), reason="make -C proofs/coq has not built pmlsym-check"
)


def said(tmp_path, text):
    """The exit status and the first word."""
    path = tmp_path / "proof.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    found = subprocess.run([PROGRAM, path], capture_output=True, text=True, check=False)
    assert found.stderr == ""
    return found.returncode, found.stdout.split()[0]


def changed(edit):
    data = json.loads(KEPT)
    edit(data)
    return json.dumps(data)


def test_a_kept_file_is_accepted_however_its_text_is_written(tmp_path):
    assert said(tmp_path, KEPT) == (0, "accepted")
    assert said(tmp_path, json.dumps(json.loads(KEPT), indent=7)) == (0, "accepted")
    assert said(tmp_path, KEPT.replace('"W"', r'"\u0057"')) == (0, "accepted")
    assert said(tmp_path, KEPT.replace('"W', '"\U0001d54e')) == (0, "accepted")
    one_escaped = KEPT.replace('["W"', r'["\ud835\udd4e"').replace('"W"', '"\U0001d54e"')
    assert said(tmp_path, one_escaped.replace('"W >= 0"', '"\U0001d54e >= 0"')) == (0, "accepted")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"relation": ">="\n      },\n      "steps"', '"relation": ">"\n      },\n      "steps"'),
        ('"coefficient": "1"', '"coefficient": "1/2"'),
        ('["V >= 0", "y*0:Y", "z:Z"]', '["W >= 0", "x:X", "y*0:Y"]'),
    ],
)
def test_a_file_that_proves_something_else_is_refused(tmp_path, old, new):
    assert old in KEPT
    assert said(tmp_path, KEPT.replace(old, new, 1)) == (1, "refused")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "\ufeff" + KEPT,
        KEPT[:-3],
        KEPT + "{}",
        KEPT.replace('"version": 2', '"version": 3'),
        KEPT.replace('"version": 2', '"version": 2.0'),
        KEPT.replace('"version": 2', '"version": 2, "version": 2'),
        KEPT.replace('"version": 2', '"version": 2, "more": 1'),
        KEPT.replace('"pmlsym proof"', '"pmlsym number proof"'),
        KEPT.replace('"stochastic": [0]', '"stochastic": [2]'),
        KEPT.replace('"stochastic": [0]', '"stochastic": [-0]'),
        KEPT.replace('"stochastic": [0]', '"stochastic": [0, 0]'),
        KEPT.replace('"alphabets": ["X"]', '"alphabets": ["Y"]'),
        KEPT.replace('["P", "x:X"]', '["P", "x:X", "x:X"]'),
        KEPT.replace('"x:X"', '"x"'),
        KEPT.replace('"coefficient": "1"', '"coefficient": "2/2"'),
        KEPT.replace('"coefficient": "1"', '"coefficient": "1/0"'),
        KEPT.replace('"coefficient": "1"', '"coefficient": "1000001"'),
        KEPT.replace('"coefficient": "1"', '"coefficient": "0x1"'),
        KEPT.replace('"coefficient": "1"', '"coefficient": 1'),
        KEPT.replace('"W"', '"delta"'),
        KEPT.replace('"W"', '"|W|"'),
        KEPT.replace('"W"', r'"\ud835"'),
        KEPT.replace('"W"', '"W\n"'),
        KEPT.replace('"nonnegative"', '"negative"'),
        changed(lambda data: data.update(certificates=[])),
        "[" * 100_000,
        '{"certificates": ' * 300 + "1" + "}" * 300,
        b"\xff\xfe",
    ],
)
def test_what_is_no_file_of_a_proof_is_not_read(tmp_path, text):
    assert text != KEPT
    assert said(tmp_path, text) == (2, "unread")


def test_a_constant_letter_proves_nothing_about_the_others(tmp_path):
    """A hypothesis about one letter is no hypothesis about all."""

    def one_letter(data):
        for certificate in data["certificates"]:
            for fact in certificate["sequent"]["facts"]:
                fact["for_all"] = []

    assert said(tmp_path, changed(one_letter))[1] != "accepted"


def test_several_files_give_the_worst_status(tmp_path):
    bad = tmp_path / "bad.json"
    bad.write_text(KEPT.replace('"coefficient": "1"', '"coefficient": "1/2"', 1), encoding="utf-8")
    good = PROOFS / "certificates" / "post-processing.json"
    for names, status in (([good], 0), ([bad, good], 1), ([bad, tmp_path / "none"], 2), ([], 2)):
        assert subprocess.run([PROGRAM, *names], capture_output=True).returncode == status


def file_of(certificate: Certificate) -> str:
    head = {"format": "pmlsym sequents", "version": 2, "row": "none", "says": "an attack"}
    lemmas = lemmas_to_json((certificate,))
    return json.dumps(head | {"lemmas": lemmas, "certificates": [to_json(certificate)]})


def all_said(tmp_path, texts):
    """The first word for each of several files."""
    paths = [tmp_path / f"{k}.json" for k in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    found = subprocess.run([PROGRAM, *paths], capture_output=True, text=True, check=False)
    return [line.split()[0] for line in found.stdout.splitlines()]


@pytest.mark.seconds
def test_wrong_steps_about_convex_terms_are_read_and_refused(tmp_path):
    words = all_said(tmp_path, [file_of(attack.wrong) for attack in ATTACKS])
    assert set(words) == {"refused"}


@pytest.mark.seconds
def test_right_steps_about_convex_terms_are_accepted(tmp_path):
    right = [a.right for a in ATTACKS if a.right is not None]
    assert set(all_said(tmp_path, [file_of(certificate) for certificate in right])) == {"accepted"}


LAWS = PROOFS / "laws"


@pytest.mark.seconds
def test_laws_are_accepted():
    names = [p for p in sorted(LAWS.glob("*.json")) if '"pmlsym proof"' in p.read_text("utf-8")]
    found = subprocess.run([PROGRAM, *names], capture_output=True, text=True, check=False)
    assert {line.split()[0] for line in found.stdout.splitlines()} == {"accepted"}
    assert len(found.stdout.splitlines()) == len(names)


def another_order(row):
    row["parameters"][0][0]["coefficient"] = "3"


def an_order_below_one(row):
    row["parameters"][0][0]["coefficient"] = "1/3"


def another_sign(row):
    row["parameters"][1][0]["coefficient"] = "-1"


def another_reference(row):
    row["parameters"][3] = row["b"]


def bounds_exchanged(row):
    row["parameters"][4:] = row["parameters"][:3:-1]


def bounds_of_zero(row):
    row["parameters"][4:] = [[], []]


def no_bound_shown(row):
    row["shown"][7] = []


def bounds_left_out(row):
    del row["parameters"][4:], row["shown"][7:]


def a_bound_shown_for_another(row):
    row["shown"][7] = row["shown"][8]


def an_inequality(row):
    row["statement"]["relation"] = ">"


@pytest.mark.parametrize(
    "law", ["rdp-W-and-V-2-le-rdp-W-2-rdp-V-2", "dprdp-W-and-V-2-le-dprdp-W-2-dprdp-V-2"]
)
@pytest.mark.parametrize(
    "edit",
    [
        another_order,
        an_order_below_one,
        another_sign,
        another_reference,
        bounds_exchanged,
        bounds_of_zero,
        no_bound_shown,
        bounds_left_out,
        a_bound_shown_for_another,
        an_inequality,
    ],
)
def test_a_power_of_a_product_is_finite_and_of_one_order(tmp_path, law, edit):
    data = json.loads((LAWS / f"{law}.json").read_text(encoding="utf-8"))
    text = json.dumps(data)
    assert said(tmp_path, text) == (0, "accepted")
    steps = [step for proof in data["certificates"] for step in proof["steps"]]
    edit(next(step for step in steps if step.get("row") == "power of product"))
    assert json.dumps(data) != text
    with pytest.raises(PmlError):
        check_all(json.dumps(data))
    assert said(tmp_path, json.dumps(data)) == (1, "refused")


def check_all(text):
    for certificate in read_proof(text).certificates:
        check(certificate)


INDUCTION = PROOFS / "certificates" / "sequents" / "inductions" / "local-privacy-of-n-uses.json"


def strict(inner):
    inner["invariant"][0]["relation"] = ">"


def an_equality(inner):
    inner["invariant"][0]["relation"] = "=="


def about_one_letter(inner):
    inner["invariant"][0]["for_all"].pop()


def nothing_shared(inner):
    inner["shared"] = []


def a_base_of_two(inner):
    inner["base"]["bodies"]["V"]["body"][0]["coefficient"] = "2"


def a_base_of_none(inner):
    inner["base"]["bodies"]["s"]["body"] = []


def a_base_over_the_state(inner):
    inner["base"]["alphabets"]["H"] = ["H"]
    inner["base"]["bodies"]["V"]["places"][1] = ["h:H"]


def a_level_that_stays(inner):
    inner["next"]["bodies"]["s"]["body"][0]["atoms"].pop()


def half_a_channel(inner):
    inner["next"]["bodies"]["V"]["body"][0]["coefficient"] = "1/2"


def not_all_of_the_state(inner):
    del inner["next"]["bodies"]["s"]


def no_proof(inner):
    inner["step_proofs"][0] = None


def a_proof_too_few(inner):
    inner["step_proofs"].pop()


def a_state_less(inner):
    inner["state"].pop()


def a_shared_fact_about_the_state(inner):
    inner["shared"].append(inner["invariant"][0] | {"name": "what is to be shown"})


WRONG_INDUCTIONS = (
    strict,
    an_equality,
    about_one_letter,
    nothing_shared,
    a_base_of_two,
    a_base_of_none,
    a_base_over_the_state,
    a_level_that_stays,
    half_a_channel,
    not_all_of_the_state,
    no_proof,
    a_proof_too_few,
    a_state_less,
    a_shared_fact_about_the_state,
)


@pytest.mark.parametrize("edit", WRONG_INDUCTIONS)
def test_a_wrong_induction_is_refused_as_by_the_kernel(tmp_path, edit):
    data = json.loads(INDUCTION.read_text(encoding="utf-8"))
    text = json.dumps(data)
    assert said(tmp_path, text) == (0, "accepted")
    edit(data["certificates"][0]["induction"])
    assert json.dumps(data) != text
    with pytest.raises(PmlError):
        check_induction(*sequents_from_json(parse(json.dumps(data))).inductions)
    assert said(tmp_path, json.dumps(data)) == (1, "refused")


def test_a_claim_has_no_induction(tmp_path):
    data = json.loads(INDUCTION.read_text(encoding="utf-8"))
    del data["row"], data["says"]
    data |= {"format": "pmlsym proof", "claim": {"text": "..", "lets": [], "assume": []}}
    assert said(tmp_path, json.dumps(data)) == (2, "unread")


ENLARGES = (
    PROOFS / "certificates" / "sequents" / "suprema" / "leakage-is-the-largest-of-attributes.json"
)


def about_the_first_case(data):
    return data["certificates"][1]["steps"][0]["positive"]


def half_as_large(data):
    about_the_first_case(data)[0]["statement"]["polynomial"][1]["coefficient"] = "1/2"


def of_a_number_that_may_be_zero(data):
    about_the_first_case(data)[0]["fact"] = "P >= 0"


def an_alphabet_that_is_there(data):
    about_the_first_case(data)[0]["alphabet"] = "X"


def a_case_that_may_be_zero(data):
    split = data["certificates"][1]["steps"][0]
    split["positive"], split["nonpositive"] = split["nonpositive"], split["positive"]


@pytest.mark.parametrize(
    "edit",
    [
        half_as_large,
        of_a_number_that_may_be_zero,
        an_alphabet_that_is_there,
        a_case_that_may_be_zero,
    ],
)
def test_a_new_alphabet_is_as_large_as_is_known(tmp_path, edit):
    data = json.loads(ENLARGES.read_text(encoding="utf-8"))
    assert said(tmp_path, json.dumps(data)) == (0, "accepted")
    edit(data)
    assert said(tmp_path, json.dumps(data)) == (1, "refused")


def test_a_hypothesis_speaks_of_no_tensor_that_a_step_introduces(tmp_path):
    """Nor by a term of it: beside a fact about W alone a law is proved still."""
    text = (LAWS / "eta-chi2-W-le-eta-tv-W.json").read_text(encoding="utf-8")
    steps = json.loads(text)["certificates"][0]["steps"]
    about_channel, about_shift, *_ = (s for s in steps if s["step"] == "perspective")
    (shift,) = (s for s in steps if s["step"] == "indicate")
    assert steps.index(about_channel) < steps.index(shift) < steps.index(about_shift)
    for step, status in ((about_channel, (0, "accepted")), (about_shift, (1, "refused"))):
        data = json.loads(text)
        given = step["statement"] | {"name": "given"}
        data["certificates"][0]["sequent"]["facts"].append(given)
        assert said(tmp_path, json.dumps(data)) == status
        with nullcontext() if status[0] == 0 else pytest.raises(PmlError, match="is not new"):
            check_all(json.dumps(data))
