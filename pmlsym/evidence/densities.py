"""Proofs that also hold for a continuum of outcomes, because the outcome is a constant in them.

    W(x, y)    a density at y, for any measure on the outcomes; nothing but W(x, y) >= 0 is known
    fact       for almost every y                            goal    at almost every y

A certificate is a proof for finite alphabets. Suppose that nothing in it sums over the letters of
Y, counts them, or chooses the best of them. Then it concerns the letters of its goal alone, and at
these it is a proof about numbers W(x, y) >= 0, if it does not use that the rows sum to one. So the
goal holds at every outcome where the facts hold.

`at_one_outcome` removes two facts about tensors over Y that densities do not have, that they sum to
one and are at most one, and lets the kernel check the rest. It treats lemmas in the same way, where
Y takes the place of one of their alphabets. An assumed rule, "for all priors", holds at almost
every outcome for each prior. So its instances may not depend on the outcome, or too many outcomes
would be left out.
docs/theory.md defines claims about densities.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.calculus.sequent import Sequent, lemma
from pmlsym.calculus.substitution import Body, Substitution
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import InvalidCertificate
from pmlsym.kernel.certificate import (
    Apply,
    Arguments,
    Certificate,
    Choose,
    Step,
    Term,
    every_step,
    inside,
    tensors_of,
)
from pmlsym.kernel.checked import Checked
from pmlsym.kernel.checker import check

MAIN = ""
"""The name for the steps of the certificate itself, among the names of its lemmas."""


def continuous_outputs(certificates: Sequence[Certificate]) -> tuple[str, ...]:
    """The outputs of channels that may be a continuum: these certificates are proofs there too.

    Such an alphabet has a letter in the goals, and is not the input of any channel.
    """
    outputs = [_possible_outputs(each) for each in certificates]
    candidates = set.union(*outputs) if outputs else set()
    return tuple(
        a for a in sorted(candidates) if all(_holds_for_densities(c, a) for c in certificates)
    )


def _possible_outputs(certificate: Certificate) -> set[str]:
    """The outputs that might be a continuum in a proof: no channel's inputs, and in the goal."""
    outputs: set[str] = set()
    others: set[str] = set()
    for tensor in certificate.sequent.tensors:
        for k, alphabet in enumerate(tensor.alphabets):
            is_output = k in tensor.stochastic and len(tensor.stochastic) < len(tensor.alphabets)
            (outputs if is_output else others).add(alphabet)
    return (outputs - others) & {i.alphabet for i in certificate.sequent.goal.free}


def _holds_for_densities(certificate: Certificate, alphabet: str) -> bool:
    """Whether a verdict's certificate is evidence as well where the alphabet is a continuum."""
    try:
        at_one_outcome(certificate, alphabet)
    except InvalidCertificate:
        return False
    return True


def at_one_outcome(certificate: Certificate, alphabet: str) -> Checked[Certificate]:
    """The certificate as evidence about densities at one outcome of the alphabet, checked.

    Raises InvalidCertificate where a letter of the alphabet is summed over, counted, or chosen,
    where a tensor over it is not a density, where an instance of an assumed rule depends on the
    outcome, or where the rest is not a proof.
    """
    for tensor in certificate.sequent.tensors:
        if tensor.at_most_one and tensor.alphabets:  # such as a column (lowering/one_column.py)
            raise InvalidCertificate(f"{tensor.name} is at most one, and densities are not")
    outcomes = _outcome_alphabets(certificate, alphabet)
    lemmas = tuple(_about_densities(each, outcomes[each.name]) for each in certificate.lemmas)
    return check(replace(_about_densities(certificate, outcomes[MAIN]), lemmas=lemmas))


def _outcome_alphabets(certificate: Certificate, alphabet: str) -> Mapping[str, set[str]]:
    """The alphabets that the certificate, and each of its lemmas, reads as continua of outcomes."""
    outcomes: dict[str, set[str]] = {each.name: set() for each in certificate.lemmas}
    outcomes[MAIN] = {alphabet}
    bound = {each.name: lemma(each.name, each.sequent).alphabets for each in certificate.lemmas}
    last_first = [(MAIN, certificate.steps), *((e.name, e.steps) for e in certificate.lemmas[::-1])]
    for name, steps in last_first:
        for step in every_step(steps):
            if not isinstance(step, Apply):
                continue
            if step.rule not in bound:
                _require_fixed(step, outcomes[name])
                continue
            products = dict(step.alphabets)
            outcomes[step.rule] |= {
                inner
                for inner in bound[step.rule]
                if outcomes[name] & {*products.get(inner, (inner,))}
            }
    return outcomes


def _require_fixed(step: Apply, outcomes: Collection[str]) -> None:
    """Raises InvalidCertificate if a rule used in evidence about densities depends on outcomes."""
    over = {a for _, images in step.alphabets for a in images}
    for _, body in step.bodies:
        over |= {i.alphabet for i in body.polynomial.free}
        over |= {a for tensor in body.polynomial.tensors for a in tensor.alphabets}
    for outcome in over & {*outcomes}:
        raise InvalidCertificate(f"what is put in {step.rule} depends on {outcome}")


def _about_densities(proved: Any, outcomes: Collection[str]) -> Any:
    """A certificate's sequent and steps as evidence about densities over these outcomes."""
    if not outcomes:
        return proved
    _require_constants(proved.sequent, proved.steps, outcomes)
    tensors = {*proved.sequent.tensors}.union(*map(tensors_of, proved.steps))
    density = {t: d for t in tensors if (d := _as_density(t, outcomes)) != t}
    mapped = _TensorReplacement(density)
    return replace(proved, sequent=mapped(proved.sequent), steps=mapped(proved.steps))


def _require_constants(sequent: Sequent, steps: Iterable[Step], outcomes: Collection[str]) -> None:
    """Raises InvalidCertificate where evidence about densities sums, counts or chooses outcomes."""
    running = set()
    for value in (sequent, *every_step(steps)):
        for polynomial in _with_convex_arguments(inside(value, Polynomial)):
            running |= {i.alphabet for _, at in polynomial.atoms() for i in at if i.is_bound}
            running |= {t.counted for t, _ in polynomial.atoms()}
        running |= {i.alphabet for each in inside(value, Term) for i in each.summed}
        running |= {i.alphabet for each in inside(value, Arguments) for i in each.summed}
        running |= {i.alphabet for each in inside(value, Choose) for i in each.inner}
    for outcome in running & {*outcomes}:
        raise InvalidCertificate(f"the letters of {outcome} are summed over, counted or chosen")


def _with_convex_arguments(polynomials: Iterable[Polynomial]) -> Iterator[Polynomial]:
    """The polynomials of evidence about densities, each with the arguments of its convex terms."""
    for polynomial in polynomials:
        yield polynomial
        for tensor in polynomial.tensors:
            if tensor.term is not None:
                yield from tensor.term.arguments


def _as_density(tensor: Tensor, outcomes: Collection[str]) -> Tensor:
    """A certificate's tensor read as a density, whose sum need not be one; others as they are."""
    summed = {tensor.alphabets[k] for k in tensor.stochastic}
    if not summed & {*outcomes}:
        return tensor
    if tensor.indicator or tensor.at_most_one:
        raise InvalidCertificate(f"{tensor.name} is no density")
    return replace(tensor, stochastic=())


class _TensorReplacement:
    """A function that copies a value with other tensors in it, also in polynomials."""

    def __init__(self, tensors: Mapping[Tensor, Tensor]) -> None:
        self.tensors = tensors
        bodies = {}
        for old, new in tensors.items():
            places = tuple(Index(a, f"{a.lower()}~{k}") for k, a in enumerate(old.alphabets))
            bodies[old] = Body(tuple((i,) for i in places), atom(new, *places))
        self.polynomial = Substitution(bodies)

    def __call__(self, value: Any) -> Any:
        """The copy of a value, with the other tensors in it."""
        if isinstance(value, Tensor):
            return self.tensors.get(value, value)
        if isinstance(value, Polynomial):
            return self.polynomial(value)
        if isinstance(value, tuple) and not isinstance(value, Index):
            return tuple(map(self, value))
        if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{f.name: self(getattr(value, f.name)) for f in fields(value)})
        return value
