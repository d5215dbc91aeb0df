"""Witnesses of existential goals: the union of the bad sets that are assumed.

A goal `tail <= delta` needs a set b of outcomes outside of which the leakage is small. Its witness
is the union  1 - product of (1 - b_i)  of the sets b_i that the hypotheses came with. Only b >= 0
has to be shown of it: where the leakage is large,  (1 - b) * (level - ratio) >= 0  forces b >= 1.
"""

from __future__ import annotations

from pmlsym.calculus.polynomial import Polynomial, atom, constant, replace_tensor
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import Unsupported
from pmlsym.lowering.level_form import Both, ExistsTensor, ForAll, Form, Holds


def witnessed(form: ExistsTensor, facts: tuple[Fact, ...]) -> Form:
    """The form with its tensor replaced by a union of assumed sets, which is shown to be >= 0.

    Without any such set the union is empty, and it is everything where the goal allows for that.
    Raises Unsupported where the letters do not fit.
    """
    over = _letters(form.form)
    if _is_loose(form, over):
        return _replace(form.form, form.tensor, over, constant(1))
    tensors = {t for fact in facts for t in fact.polynomial.tensors}
    sets = sorted(t for t in tensors if t.indicator and not t.is_delta)
    outside = constant(1)
    for tensor in sets:
        places = _places(tensor, over)
        if places is not None:
            outside = outside * (1 - atom(tensor, *places))
    if tuple(i.alphabet for i in over) != form.tensor.alphabets:
        raise Unsupported(f"no witness for {form.tensor.name}")
    union = 1 - outside
    shown = ForAll(over, Holds(union))
    return Both((shown, _replace(form.form, form.tensor, over, union)))


def _is_loose(form: ExistsTensor, over: tuple[Index, ...]) -> bool:
    """Whether the set may have all the mass there is: whether the goal is tail <= c with c >= 1."""
    empty = _replace(form.form, form.tensor, over, constant(0))
    last = empty.forms[-1] if isinstance(empty, Both) else None
    if not isinstance(last, Holds):
        return False
    terms = dict(last.polynomial)
    return list(terms) == [()] and terms[()] >= 1


def _letters(form: Form) -> tuple[Index, ...]:
    match form:
        case ForAll(indices):
            return indices
        case Both((first, *_)):
            return _letters(first)
    return ()


def _places(tensor: Tensor, over: tuple[Index, ...]) -> tuple[Index, ...] | None:
    """Letters of the form in the places of a tensor, each used once, in order."""
    left, places = list(over), []
    for alphabet in tensor.alphabets:
        fitting = next((i for i in left if i.alphabet == alphabet), None)
        if fitting is None:
            return None
        left.remove(fitting)
        places.append(fitting)
    return tuple(places)


def _replace(form: Form, tensor: Tensor, places: tuple[Index, ...], body: Polynomial) -> Form:
    match form:
        case Holds(polynomial, relation):
            return Holds(replace_tensor(polynomial, tensor, places, body), relation)
        case Both(forms):
            return Both(tuple(_replace(f, tensor, places, body) for f in forms))
        case ForAll(indices, inner):
            return ForAll(indices, _replace(inner, tensor, places, body))
    raise Unsupported(f"no witness inside {form.words}")
