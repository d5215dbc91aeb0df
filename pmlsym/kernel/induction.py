"""Induction on the number of releases.

    state        tensors that grow from n to n + 1, such as a channel V: X -> H to all outcomes so
                 far and a level s; with them the alphabets that no shared fact mentions, such as H
    invariant    facts about the state, such as  s P_H(h) - V(x, h) >= 0
    shared       facts about tensors that are the same at every n, such as the prior
    increment    facts about tensors that are new at each n; they may mention the state
    base         H := no outcome (one letter), V := 1, s := 1            the state at n = 0
    next         H := H x Y,  V := V(x, h) W(x, h, y),  s := s t         the state at n + 1

The conclusion: if the shared facts hold, and the increments satisfy their facts at each state, then
at every n the invariant holds, and the state satisfies the declarations of its tensors.

Base and step are certificates about one opaque state: the invariant and the declarations, with
`base` and with `next` in place of the state. This is sound: they prove that the state satisfies
these at n = 0, and at n + 1 if it does at n. The facts have no fixed letters, so each goal holds
everywhere; shared facts do not mention what changes with n.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pmlsym.calculus.sequent import Fact, alphabets_of
from pmlsym.calculus.substitution import Substitution
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import InvalidCertificate, PmlError
from pmlsym.kernel.certificate import Certificate
from pmlsym.kernel.checked import Checked
from pmlsym.kernel.checker import check
from pmlsym.kernel.rules import check_bodies, placed, shape_of
from pmlsym.kernel.shown import constants, is_plain


@dataclass(frozen=True)
class Induction:
    """A statement about every n, and a certificate for each goal of base and step, in order.

    The goals are the facts of the invariant, then the declarations of the state's tensors, at fixed
    letters; a plain goal needs no certificate.
    """

    state: tuple[Tensor, ...]
    invariant: tuple[Fact, ...]
    shared: tuple[Fact, ...]
    increment: tuple[Fact, ...]
    base: Substitution
    next: Substitution
    base_proofs: tuple[Certificate | None, ...]
    step_proofs: tuple[Certificate | None, ...]

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All the facts of this induction on the number of releases."""
        return (*self.invariant, *self.shared, *self.increment)

    def goals(self, at: Substitution) -> tuple[Fact, ...]:
        """The invariant and the state's declarations on one side of an induction, as goals."""
        shapes = (fact for tensor in self.state for fact in shape_of(tensor))
        return tuple(placed(fact, at, {}) for fact in (*self.invariant, *shapes))


class _Proof(Checked[Induction]):
    """An induction whose base and step are proved; a copy is checked again."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return check_induction, (self.evidence,)


def check_induction(induction: Induction) -> Checked[Induction]:
    """Check a certificate by induction on releases. Raises InvalidCertificate at a fault."""
    try:
        _check_facts(induction)
        _check_states(induction)
        above = (*induction.shared, *induction.invariant, *induction.increment)
        _check_side(induction, induction.base, induction.base_proofs, induction.shared)
        _check_side(induction, induction.next, induction.step_proofs, above)
    except InvalidCertificate:
        raise
    except (PmlError, LookupError, ValueError, TypeError, AttributeError) as error:
        raise InvalidCertificate(f"the induction is not well formed: {error}") from error
    return _Proof(induction)


def _check_facts(induction: Induction) -> None:
    """Check an induction's facts: no free letters, no state in shared ones, tensors named apart."""
    for fact in induction.facts:
        if constants(fact):
            raise InvalidCertificate(f"{fact.name} is about one letter")
    if _tensors(induction.shared) & set(induction.state):
        raise InvalidCertificate("a shared fact is about the state")
    bodies = [b for at in (induction.base, induction.next) for b in at.bodies.values()]
    every = _tensors(induction.facts) | {t for b in bodies for t in b.polynomial.tensors}
    named: dict[str, Tensor] = {}
    for tensor in every | set(induction.state):
        if not tensor.is_delta and named.setdefault(tensor.name, tensor) != tensor:
            raise InvalidCertificate(f"two different tensors are called {tensor.name}")


def _check_states(induction: Induction) -> None:
    """Check that an induction's base and next replace the whole state, by what exists then."""
    state, shared = set(induction.state), _alphabets(induction.shared)
    replaced = alphabets_of(state) - shared
    same = _tensors((*induction.shared, *induction.invariant)) - state
    new = _tensors(induction.increment)
    for at, allowed in ((induction.base, same), (induction.next, same | new | state)):
        if set(at.bodies) != state or not state or not set(at.alphabets) <= replaced:
            raise InvalidCertificate("a state is replaced as a whole, and nothing else")
        if any(body.parameters for body in at.bodies.values()):
            raise InvalidCertificate("a state depends on a letter")
        check_bodies(at.bodies.values())
        used = {t for body in at.bodies.values() for t in body.polynomial.tensors}
        if not {t for t in used if not (t.is_delta or t.is_size or t.is_term)} <= allowed:
            raise InvalidCertificate("a state is made of something that is not there")
    if any(a in replaced for own in induction.base.alphabets.values() for a in own):
        raise InvalidCertificate("the base is over an alphabet of the state")


def _check_side(
    induction: Induction,
    at: Substitution,
    proofs: Sequence[Certificate | None],
    allowed: Iterable[Fact],
) -> None:
    """Check that each goal of an induction's side is plain, or proved from allowed hypotheses."""
    known = {(fact.polynomial, frozenset(fact.indices), fact.relation) for fact in allowed}
    goals = induction.goals(at)
    if len(goals) != len(proofs):
        raise InvalidCertificate(f"there are {len(proofs)} proofs of {len(goals)} facts")
    own = {t.name: t for t in {*induction.state, *_tensors(induction.facts)}}
    for goal, proof in zip(goals, proofs, strict=True):
        if proof is None:
            if not is_plain(goal.polynomial, goal.relation):
                raise InvalidCertificate(f"nothing proves {goal}")
            continue
        check(proof)
        sequent = proof.sequent
        if sequent.goal != goal.polynomial or goal.relation not in (sequent.relation, ">="):
            raise InvalidCertificate(f"{sequent.goal} is proved, and not {goal}")
        if sequent.rules:
            raise InvalidCertificate("a proof of an induction assumes a rule")
        for fact in sequent.facts:
            if (fact.polynomial, frozenset(fact.indices), fact.relation) not in known:
                raise InvalidCertificate(f"{fact} is no hypothesis of the induction")
        for tensor in sequent.tensors:
            if not tensor.is_delta and own.get(tensor.name, tensor) != tensor:
                raise InvalidCertificate(f"a proof has another {tensor.name}")


def _tensors(facts: Iterable[Fact]) -> set[Tensor]:
    """The tensors in facts of a certificate by induction, as its check needs them."""
    return {tensor for fact in facts for tensor in fact.polynomial.tensors}


def _alphabets(facts: Iterable[Fact]) -> frozenset[str]:
    """The alphabets in facts of a certificate by induction, as its check needs them."""
    listed = tuple(facts)
    return alphabets_of(_tensors(listed)) | {i.alphabet for f in listed for i in f.indices}
