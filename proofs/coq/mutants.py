"""Single edits of certificates, judged by the verified checker and by the kernel.

    python mutants.py FOLDER COUNT SEED      from the root of the repository on the path

Draws COUNT edits of the certificates of FOLDER/*.json and of those written by hand for the tests,
has pmlsym-check and the kernel judge them, and evaluates what the verified checker accepts on 1,000
exact worlds each. Exit status 1 if one of these is false in a world: that is never seen.
"""

import subprocess
import sys
import tempfile
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

from pmlsym.errors import PmlError
from pmlsym.evidence.certificate_file import from_json, read_proof, to_json
from pmlsym.evidence.checker import check
from pmlsym.evidence.coq_export import to_data
from pmlsym.evidence.coq_file import plain_text
from tests.calculus.brute_force import random_world
from tests.evidence.edits import edits
from tests.evidence.hand_written import ALL
from tests.evidence.laws import NotAffine
from tests.evidence.test_edited_certificates import judgements

WORLDS = 1000


def sources(folder):
    """The kept certificates and those written by hand, as data."""
    for path in sorted(Path(folder).glob("*.json")):
        for k, certificate in enumerate(read_proof(path.read_text(encoding="utf-8")).certificates):
            yield f"{path.stem}_{k}", to_json(certificate)
    for proof in ALL:
        yield proof.__name__, to_json(proof())


def drawn(folder, count, rng):
    """Edits at random: the name of the certificate, the place, and the certificate or None."""
    every = [(name, data, sum(1 for _ in edits(data))) for name, data in sources(folder)]
    weights = [min(total, 400) for _, _, total in every]
    for name, data, total in rng.choices(every, weights, k=count):
        where, edited = next(islice(edits(data), rng.randrange(total), None))
        try:
            certificate = from_json(edited)
        except PmlError:
            certificate = None
        yield name, where, certificate


def believed(certificate):
    """Whether the kernel accepts."""
    try:
        check(certificate)
    except PmlError:
        return False
    return True


def line_of(certificate):
    """The data for pmlsym-check, or None where the exporter refuses them."""
    try:
        return plain_text(to_data(certificate))
    except (PmlError, LookupError, ValueError):
        return None


def judged(lines):
    """What pmlsym-check says of each line."""
    with tempfile.NamedTemporaryFile("w", suffix=".data", delete=False) as file:
        file.writelines(f"{k} {line}\n" for k, line in enumerate(lines))
    command = [str(Path(__file__).parent / "pmlsym-check"), file.name]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
    Path(file.name).unlink()
    assert len(said) == len(lines)
    return [text.split()[0] == "accepted" for text in said]


def evaluated(certificate, rng):
    """How often the facts held in random worlds; -1 where a law is not affine.

    Raises AssertionError if the laws held too, and the goal did not.
    """
    sequent, met = certificate.sequent, 0
    names = sorted(
        {a for t in sequent.tensors for a in t.alphabets}
        | {i.alphabet for f in sequent.facts for i in f.indices}
    )
    if len(names) > 4:
        return -1
    try:
        for _ in range(WORLDS):
            world = random_world(rng, set(sequent.tensors), {a: rng.randint(1, 2) for a in names})
            met += sum(judgements(world, sequent))
    except NotAffine:
        return -1
    return met


def main(folder, count, seed):
    """Draw, judge, compare, evaluate."""
    rng = Random(int(seed))
    found = list(drawn(folder, int(count), rng))
    read = [(name, where, c, line_of(c)) for name, where, c in found if c is not None]
    written = [item for item in read if item[3] is not None]
    verdicts = dict(zip(map(id, written), judged([item[3] for item in written]), strict=True))
    table, wrong = Counter(), 0
    table["the reader refuses"] = len(found) - len(read)
    for item in read:
        name, where, certificate, line = item
        kernel = believed(certificate)
        coq = verdicts.get(id(item), False)
        said = "not exported" if line is None else "accepted" if coq else "refused"
        table[f"verified checker: {said}, kernel: {'accepted' if kernel else 'refused'}"] += 1
        if coq:
            try:
                met = evaluated(certificate, rng)
            except AssertionError:
                met, wrong = 0, wrong + 1
                print("FALSE", end=" ")
            seen = f"hypotheses met {met} times" if met >= 0 else "not evaluated"
            print(f"{name} {where}: kernel {'accepts' if kernel else 'refuses'}; {seen}")
    for what, number in sorted(table.items()):
        print(f"{number:5} {what}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
