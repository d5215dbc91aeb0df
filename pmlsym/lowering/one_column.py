"""A channel that occurs in a single column is replaced by a table over its letters.

    W(x,y) at one y, wherever it stands     w(x) >= 0,  w(x) <= 1

What holds for every such table holds for the column, so the sequent with the table implies the
sequent with the column; and its convex terms have one letter less.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.lowering.orders.equal_numbers import replace_tensor_in

Place = tuple[Tensor, tuple[Index, ...]]


def with_columns(sequent: Sequent) -> Sequent:
    """The lowered claim with tables t(x) for the channels W(y|x) that it has at a single y."""
    if sequent.rules:
        return sequent
    columns_of: dict[Tensor, set[tuple[Index, ...]]] = defaultdict(set)
    running: set[Index] = set()
    for fact in (*sequent.facts, Fact("the goal", sequent.goal)):
        running |= {*fact.indices}
        for tensor, at in _tensors_at_letters(fact.polynomial):
            if tensor.stochastic and len(tensor.stochastic) < len(at):
                columns_of[tensor].add(tuple(at[k] for k in tensor.stochastic))
    for tensor, columns in columns_of.items():
        column, *others = columns
        if not others and set(column) <= sequent.outcomes - running:
            sequent = _with_table_for_column(sequent, tensor, column)
    return sequent


def _tensors_at_letters(polynomial: Polynomial) -> Iterator[Place]:
    """Every tensor at its letters in a lowered claim's polynomial, in convex terms too."""
    for tensor, at in polynomial.atoms():
        if tensor.term is None:
            yield tensor, at
            continue
        names = dict(zip(tensor.term.letters, at, strict=True))
        for argument in tensor.term.arguments:
            for inner, place in _tensors_at_letters(argument):
                yield inner, tuple(names.get(i, i) for i in place)


def _with_table_for_column(sequent: Sequent, tensor: Tensor, column: tuple[Index, ...]) -> Sequent:
    """The lowered claim with a table t(x) for the channel W(y|x), which it has at a single y."""
    inputs = tuple(k for k in range(len(tensor.alphabets)) if k not in tensor.stochastic)
    name = f"{tensor.name}_{'_'.join(i.name for i in column)}"
    while name in {t.name for t in sequent.tensors}:
        name += "'"
    alphabets = tuple(tensor.alphabets[k] for k in inputs)
    table = Tensor(name, alphabets, nonnegative=True, at_most_one=True)
    places = letters(map(Alphabet, tensor.alphabets))
    return replace_tensor_in(sequent, tensor, places, atom(table, *(places[k] for k in inputs)))
