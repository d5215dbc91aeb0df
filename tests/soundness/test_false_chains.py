"""Random claims about several releases: what is false on an instance follows by no lemma.

A bound of a leakage of up to three channels, cascades and joint ones, by a random sum of measures
of their parts. Beside the lemmas that the library keeps there are wrong ones: whatever search would
like to apply has a proof or is not applied.
"""

from __future__ import annotations

import re
from random import Random

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.engines.decide.judge import accept_certificates
from pmlsym.engines.lemmas.lemma import lemmas_of
from pmlsym.engines.lemmas.library import kept_lemmas
from pmlsym.engines.lemmas.proof_with_lemmas import prove_with_lemmas
from pmlsym.engines.sampling.refuter import search
from pmlsym.errors import PmlError, Unsupported
from pmlsym.evidence.verdict import CertificateProof
from pmlsym.language.nodes import Claim
from pmlsym.lowering.sequents import lowered_sequents
from tests.examples import share_of

LETS = ("W1: X -> A", "W2: X -> B", "W3: X -> C", "V: A -> D", "T: A, B -> D", "P: X", "K: S -> X")
CHANNELS = (
    *("W1 & W2", "W1 & W2 & W3", "W1 & W1 & W2", "(W1 & W2) >> T", "(W1 >> V) & W2", "W1 >> V"),
    *("(W1 >> V) & W2 & W3", "W1 & W1", "W1"),
)
PARTS = ("W1", "W2", "W3", "W1 & W2", "V", "W1 >> V")
WRONG = (
    ("pml(P, W & V) <= pml(P, W) + pml(P, V)", ("V: X -> Z",)),
    ("maxleak(W) <= pml(P, W)", ()),
    ("fullsupport(P) => maxleak(W) <= pml(P, W)", ()),
    ("pml(P, W) <= maxleak(P, W)", ()),
    ("ldp(W & V) <= ldp(W)", ("V: X -> Z",)),
    ("pml(P, W) <= pml(P, W >> V)", ()),
    ("maxleak(W & V) <= maxleak(W)", ("V: X -> Z",)),
    ("ldp(W) <= 2*maxleak(W)", ()),
)
COUNT, LOOK = share_of(200), 0.05


def drawn(rng: Random) -> tuple[Claim, str] | None:
    """A random claim, or nothing where its parts do not fit."""
    left = rng.choice(("pml(P, {})", "ldp({})", "maxleak({})", "maxleak(P, {})", "costleak(P, {})"))
    forms = ("pml(P, {})", "ldp({})", "maxleak({})", "costleak(P, {})")
    parts = [rng.choice(forms).format(rng.choice(PARTS)) for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.3:
        parts.append("-log(pmin(P))")
    right = " + ".join(parts).replace("+ -", "- ")
    text = f"{left.format(rng.choice(CHANNELS))} <= {right}"
    lets = [let for let in LETS if re.search(rf"\b{let.partition(':')[0]}\b", text)]
    try:
        return parse(text, lets=lets), text
    except PmlError:
        return None


def is_false(claim: Claim, seed: int) -> bool:
    """Whether some random instance is against the claim, which is confirmed exactly."""
    try:
        return search(claim, effort=LOOK, seed=seed).instance is not None
    except Unsupported:
        return False


@pytest.mark.seconds
def test_what_is_false_follows_by_no_lemma() -> None:
    rng, every = Random(7), [*kept_lemmas()]
    for text, lets in WRONG:
        every += lemmas_of(parse(text, lets=lets))
    false = proofs = 0
    for seed in range(COUNT):
        found = drawn(rng)
        if found is None:
            continue
        claim, text = found
        certificates = [
            prove_with_lemmas(claim, part, every, effort=0.5) for part in lowered_sequents(claim)
        ]
        kept = [each for each in certificates if each is not None]
        if is_false(claim, seed):
            false += 1
            assert len(kept) < len(certificates), text
        elif len(kept) == len(certificates):
            proofs += 1
            accept_certificates(claim, CertificateProof(tuple(kept)))
    assert false > share_of(30) and proofs > share_of(15)
