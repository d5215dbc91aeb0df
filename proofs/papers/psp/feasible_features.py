"""[PSP, Prop. 1]: a mapping that tells something of W, from a vector of Null(P).

A vector v = p u of the support of p makes the mapping, and its posteriors,

    V(y|x) = b(y) + c(y) u(x),  sum_y c(y) = 0        p(x) V(y|x) = b(y) p(x) + c(y) v(x)

which are p + v and p - v in the paper, with two outcomes, b = 1/2 and c = 1/2, -1/2. If v is in
Null(P), its sums over the datasets with a given letter of a sample vanish, and y does not depend on
the sample. And W depends on y by c(y) P(W|X^n) v.
"""

from __future__ import annotations

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.polynomial import Polynomial, atom, sum_over
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.language.building import all_of, equal, implies
from pmlsym.language.nodes import Claim, Measure
from pmlsym.language.value import Largest, Ratio, Smallest
from pmlsym.measures.entry_leakage import pml_entry
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

_D, _E, _Y, _W = alphabets("D E Y W")
_P, _K = Prior("P", _D, _E), Channel("K", (_D, _E), _W)
_d, _e, _y, _w = Index("D", "d"), Index("E", "e"), Index("Y", "y"), Index("W", "w")
_MORE, _LESS = (atom(Tensor(name, ("Y",), nonnegative=True), _y) for name in ("more", "less"))
_C, _U = _MORE - _LESS, atom(Tensor("u", ("D", "E")), _d, _e)
_ENTRY = atom(Tensor("b", ("Y",), positive=True, stochastic=(0,)), _y) + _C * _U
_V = Channel.from_polynomial("V", (_D, _E), (_Y,), (_d, _e, _y), _ENTRY)
_VECTOR = _P.mass(_d, _e) * _U


def mapping_of_a_null_vector() -> Claim:
    """Nothing of the sample D leaks, where the sums of v over all others, E, vanish.

    >>> type(mapping_of_a_null_vector()).__name__
    'Implication'
    """
    sums = Ratio(sum_over(_VECTOR, _e))
    above, below = (kind((_d,), sums) for kind in (Largest, Smallest))
    text = "sum_e v(d,e)"
    null = (_measure(f"max_d {text}", above) <= 0, _measure(f"min_d {text}", below) >= 0)
    return implies(all_of(*_is_a_mapping(), *null), equal(pml_entry(_P, _V, 1), 0))


def feature_of_a_null_vector() -> Claim:
    """What W has to do with y.

    >>> type(feature_of_a_null_vector()).__name__
    'Implication'
    """
    joint = _mass(_K.entry((_d, _e), (_w,)) * _ENTRY)
    apart = joint - _mass(_K.entry((_d, _e), (_w,))) * _mass(_ENTRY)
    moved = _C * sum_over(_K.entry((_d, _e), (_w,)) * _VECTOR, _d, _e)
    both = (
        Measure(text, (), Ratio(value), is_log=False, free=(_w, _y))
        for text, value in (("P(w,y) - P(w) P(y)", apart), ("c(y) sum_x P(w|x) v(x)", moved))
    )
    vanishes = equal(_measure("sum_x v(x)", Ratio(sum_over(_VECTOR, _d, _e))), 0)
    return implies(all_of(*_is_a_mapping(), vanishes), equal(*both))


def _is_a_mapping() -> tuple[Claim, ...]:
    entries = Smallest((_d, _e, _y), Ratio(_ENTRY))
    balanced = Ratio(sum_over(_C, _y))
    return _measure("V", entries) >= 0, equal(_measure("sum_y c(y)", balanced), 0)


def _mass(entry: Polynomial) -> Polynomial:
    return sum_over(_P.mass(_d, _e) * entry, _d, _e)


def _measure(text: str, value: Ratio | Largest | Smallest) -> Measure:
    return Measure(text, (), value, is_log=False)
