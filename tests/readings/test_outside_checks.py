"""Other packages, where they are installed, give the same numbers; so do their published samples.

libqif (its package is `qif`): the capacity of Monty Hall and of crowds, in floats and rationals.
dit 2.3: maximal leakage and mutual information, in bits.
"""

from __future__ import annotations

from fractions import Fraction
from math import log

import numpy as np
import pytest

from pmlsym.calculus.alphabet import alphabets
from pmlsym.claims.evaluation import evaluate
from pmlsym.evidence.instance import Instance
from pmlsym.evidence.number import log_of, rational
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.mutual_information import mi
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

X, Y = alphabets("X Y")

# Door of the prize, and the door that the host opens after the first was chosen; he picks by a
# fair coin where he may choose.
MONTY_HALL = (("0", "1/2", "1/2"), ("0", "0", "1"), ("0", "1", "0"))


def crowds(honest: int, corrupt: int, forward: Fraction) -> list[list[Fraction]]:
    """Who is detected, given who began: the crowds protocol [Reiter, Rubin 1998].

    The initiator sends to a random member; an honest one forwards with probability `forward`. The
    last outcome is that no corrupt member is on the path.
    """
    members = honest + corrupt
    first = Fraction(corrupt, members)
    later = Fraction(honest, members) * forward * first
    others = later / (1 - forward * Fraction(honest, members)) / honest
    rows = []
    for begun in range(honest):
        row = [others + (first if seen == begun else 0) for seen in range(honest)]
        rows.append([*row, 1 - sum(row)])
    return rows


SAMPLES = {
    "Monty Hall": [[Fraction(entry) for entry in row] for row in MONTY_HALL],
    "crowds": crowds(4, 2, Fraction(3, 4)),
    "identity": [[Fraction(int(x == y)) for y in range(3)] for x in range(3)],
}


@pytest.mark.parametrize("name", SAMPLES)
def test_libqif_has_the_same_capacity(name: str) -> None:
    qif = pytest.importorskip("qif", reason="install qif to run it")
    rows = SAMPLES[name]
    exact = evaluate(maxleak(Channel.from_rows(rows)), Instance({}))
    assert exact == log_of(rational(sum(map(max, zip(*rows, strict=True)), Fraction(0))))
    floats = np.array(rows, dtype=np.float64)
    theirs = qif.measure.bayes_vuln.mult_capacity(floats)
    assert log(theirs) == pytest.approx(float(exact), rel=1e-14)


@pytest.mark.parametrize("name", SAMPLES)
def test_libqif_has_the_same_rational_capacity(name: str) -> None:
    qif = pytest.importorskip("qif", reason="install qif to run it")
    rows = SAMPLES[name]
    try:
        ours = [[qif.rat(e.numerator, e.denominator) for e in row] for row in rows]
        theirs = qif.measure.bayes_vuln.mult_capacity(np.array(ours, dtype=object))
    except (AttributeError, TypeError) as error:
        pytest.skip(f"this build of qif has no rational channels: {error}")
    exact = sum(map(max, zip(*rows, strict=True)), Fraction(0))
    assert Fraction(str(theirs)) == exact


def test_libqif_has_the_same_local_privacy_of_crowds() -> None:
    qif = pytest.importorskip("qif", reason="install qif to run it")
    rows = SAMPLES["crowds"]
    exact = evaluate(ldp(Channel.from_rows(rows)), Instance({}))
    floats = np.array(rows, dtype=np.float64)
    theirs = qif.measure.d_privacy.smallest_epsilon(floats, qif.metric.discrete(qif.uint))
    assert theirs == pytest.approx(float(exact), rel=1e-13)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", SAMPLES)
def test_dit_has_the_same_information(name: str) -> None:
    dit = pytest.importorskip("dit", reason="install dit to run it")
    rows = SAMPLES[name]
    masses = [Fraction(1, len(rows))] * len(rows)
    joint = np.array(rows, dtype=np.float64) / len(rows)
    theirs = dit.Distribution.from_ndarray(joint)
    prior, channel = Prior.from_masses(masses), Channel.from_rows(rows)
    bits = float(evaluate(mi(prior, channel), Instance({}))) / log(2)
    assert dit.shannon.mutual_information(theirs, [0], [1]) == pytest.approx(bits, rel=1e-12)
    leaked = float(evaluate(maxleak(channel), Instance({}))) / log(2)
    assert dit.other.maximal_leakage(theirs, [0], [1]) == pytest.approx(leaked, rel=1e-9)
