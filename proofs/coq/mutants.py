"""Single edits of the files of certificates, judged by the verified checker and by the kernel.

    python mutants.py COUNT SEED FOLDER..      from the root of the repository on the path

Draws COUNT edits of the certificates of FOLDER/*.json and of those written by hand for the tests,
has pmlsym-check and the kernel read and judge them, and evaluates what the verified checker accepts
on 1,000 exact worlds each. Exit status 1 if one of these is false in a world: that is never seen.
"""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

from pmlsym.calculus.json_text import parse
from pmlsym.errors import PmlError
from pmlsym.evidence.certificate import ConvexRow, every_step
from pmlsym.evidence.certificate_file import SEQUENTS, VERSION, sequents_from_json, to_json
from pmlsym.evidence.checker import check
from pmlsym.evidence.induction import check_induction
from tests.calculus.brute_force import random_world
from tests.calculus.term_worlds import AnyWorld, random_lines
from tests.evidence.edits import edits
from tests.evidence.hand_written import ALL
from tests.evidence.laws import NotAffine
from tests.evidence.test_edited_certificates import judgements

WORLDS = 1000


def sources(folders):
    """The kept certificates and those written by hand, as data."""
    for path in (p for folder in folders for p in sorted(Path(folder).glob("*.json"))):
        kept = parse(path.read_text(encoding="utf-8"))
        for k, data in enumerate(kept.get("certificates", ())):
            yield f"{path.stem}_{k}", data
    for proof in ALL:
        yield proof.__name__, to_json(proof())


def drawn(folders, count, rng):
    """Edits at random: the name of the certificate, the place, and the data."""
    every = [(name, data, sum(1 for _ in edits(data))) for name, data in sources(folders)]
    weights = [min(total, 400) for _, _, total in every]
    for name, data, total in rng.choices(every, weights, k=count):
        yield (name, *next(islice(edits(data), rng.randrange(total), None)))


def in_a_file(data):
    """The file of sequents whose one certificate, or induction, is this."""
    head = {"format": SEQUENTS, "version": VERSION, "row": "none", "says": "an edit", "lemmas": []}
    return head | {"certificates": [data]}


def kernel_says(data):
    """What the kernel says of a certificate as data, and the certificate if it can be read."""
    try:
        file = sequents_from_json(in_a_file(data))
    except PmlError:
        return "unread", None
    certificate = file.certificates[0] if file.certificates else None
    try:
        for each in file.certificates:
            check(each)
        for each in file.inductions:
            check_induction(each)
    except PmlError:
        return "refused", certificate
    return "accepted", certificate


def program_says(every):
    """What pmlsym-check says of each certificate, in a file of its own."""
    with tempfile.TemporaryDirectory() as folder:
        names = [str(Path(folder) / f"{k}.json") for k in range(len(every))]
        for name, data in zip(names, every, strict=True):
            Path(name).write_text(json.dumps(in_a_file(data)), encoding="utf-8")
        command = [str(Path(__file__).parent / "pmlsym-check"), *names]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
    said = [line.split()[0] for line in found.stdout.splitlines()]
    assert len(said) == len(every), found.stderr
    return said


def evaluated(certificate, rng):
    """How often the facts held in random worlds; -1 where a law is not affine, or a row is used.

    Without rows a convex term may be of any sublinear function, here the largest of some lines.

    Raises AssertionError if the laws held too, and the goal did not.
    """
    sequent, met = certificate.sequent, 0
    names = sorted(
        {a for t in sequent.tensors for a in t.alphabets}
        | {i.alphabet for f in sequent.facts for i in f.indices}
    )
    rows = any(isinstance(step, ConvexRow) for step in every_step(certificate.steps))
    if len(names) > 4 or rows:
        return -1
    try:
        for _ in range(WORLDS):
            tensors, sizes = set(sequent.tensors), {a: rng.randint(1, 2) for a in names}
            plain = random_world(rng, {t for t in tensors if not t.is_term}, sizes)
            world = AnyWorld(sizes, plain.entries, random_lines(rng))
            met += sum(judgements(world, sequent))
    except NotAffine:
        return -1
    return met


def main(count, seed, *folders):
    """Draw, judge, compare, evaluate."""
    rng = Random(int(seed))
    found = list(drawn(folders, int(count), rng))
    table, wrong = Counter(), 0
    for (name, where, data), said in zip(found, program_says([d for *_, d in found]), strict=True):
        kernel, certificate = kernel_says(data)
        table[f"pmlsym-check: {said}, kernel: {kernel}"] += 1
        if said != "accepted":
            continue
        met = -1
        try:
            met = evaluated(certificate, rng) if certificate else -1
        except AssertionError:
            wrong += 1
            print("FALSE", end=" ")
        seen = f"hypotheses met {met} times" if met >= 0 else "not evaluated"
        print(f"{name} {where}: kernel {kernel}; {seen}")
    for what, number in sorted(table.items()):
        print(f"{number:5} {what}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
