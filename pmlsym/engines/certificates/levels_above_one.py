"""The fact that a product of levels is at least one, as each of the levels is.

    t1 t2 t3 - 1  =  (t1 - 1)  +  t1 (t2 - 1)  +  t1 t2 (t3 - 1)

For twenty releases the search for a combination would not find this: the products are long.
"""

from __future__ import annotations

from math import prod

from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.engines.certificates.instantiation import Lemma
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import Combine

ONE = constant(1)


def levels_above_one(sequent: Sequent) -> tuple[Lemma, ...]:
    """The certificate's step that a product of levels is at least one, as facts say of each."""
    facts = {fact.polynomial: fact for fact in sequent.facts if fact.relation == ">="}
    whole = sequent.goal + 1
    if sequent.relation != ">=" or len(whole) != 1 or 1 not in whole.terms.values():
        return ()
    levels = [Polynomial({(factor,): 1}) for monomial, _ in whole for factor in monomial]
    if not levels or any(level - 1 not in facts for level in levels):
        return ()
    steps = (times(prod(levels[:k], start=ONE), facts[level - 1]) for k, level in enumerate(levels))
    terms = tuple(term for each in steps for term in each)
    return ((Combine(Fact("product of levels", sequent.goal), terms),),)
