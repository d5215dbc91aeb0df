"""Wrong exports, which Coq has to refuse: `python planted.py`, after `make`.

Each edit makes the sentence of an exported theorem another one and leaves its proof: another node,
another letter, another level, a premise that is gone. Exit status 1 if Coq accepts one, or does
not understand its sentence.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from pmlsym.coq.theorem import proof_to_coq
from pmlsym.kernel.certificate_file import read_proof

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
KEPT = (
    "proofs/certificates/post-processing",
    "pmlsym/papers/certificates/composition-of-tails",
    "proofs/certificates/leakage-is-at-most-log-of-rarest",
)
CONCLUSIONS = (
    ("another node", "Largest", "Smallest"),
    ("no guard", r"Where (\([^()]*\)|\S+) \(", "Where 1 ("),
    ("the other side", "at_most", "at_least"),
    ("another entry", r"\((W [^()]*)\)", r"(\1 * \1)"),
    ("a smaller level", r"(\S+)\)%R\.$", r"(\1 / 2%:R))%R."),
)


def sentences(text):
    """The sentence of the theorem with each edit, and what the edit is."""
    said = re.search(r"\n  \(.*?\)%R\.\n(?=Proof)", text, re.S)[0]
    *premises, last = said.split(" ->\n  ")
    for k, premise in enumerate(premises):
        gone = "\n  (True" if k == 0 else "True"
        kept = [*premises[:k], gone, *premises[k + 1 :], last]
        yield f"without {premise.strip()[:60]}", kept
    for name, old, new in CONCLUSIONS:
        yield name, [*premises, re.sub(old, new, last, count=1, flags=re.M)]
    head, letter, rest = re.split(r"fun (x\d+') ", last, maxsplit=1)
    summed = re.search(r"sum_\((x\d+') ", rest)[1]
    wrong = rest.replace(f"P {summed}", f"P {letter}")
    yield "another letter", [*premises, f"{head}fun {letter} {wrong}"]


def planted(name):
    """Each wrong text of a kept proof."""
    text = proof_to_coq(read_proof((ROOT / f"{name}.json").read_text()))
    said = re.search(r"\n  \(.*?\)%R\.\n(?=Proof)", text, re.S)[0]
    yield "nothing", text
    for edit, parts in sentences(text):
        wrong = " ->\n  ".join(parts)
        if wrong != said:
            yield edit, text.replace(said, wrong)


def is_accepted(text):
    """Whether Coq accepts a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "planted.v"
        path.write_text(text, encoding="utf-8")
        command = ["coqc", "-w", "none", "-Q", str(HERE), "Pmlsym", path.name]
        return subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode == 0


def main():
    """Have Coq read all of them."""
    refused, wrong = 0, []
    for name in KEPT:
        for edit, text in planted(name):
            sentence = re.sub(r"(?s)Proof\..*", "Abort.\nEnd claim.\n", text)
            if is_accepted(sentence) and is_accepted(text) == (edit == "nothing"):
                refused += edit != "nothing"
            else:
                wrong.append(f"{name}: {edit}")
    print(f"Coq refuses {refused} wrong exports", *wrong, sep="\n")
    return bool(wrong) or not refused


if __name__ == "__main__":
    sys.exit(main())
