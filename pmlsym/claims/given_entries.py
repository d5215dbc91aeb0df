"""Claims about a user's own matrix: entries for its channels, a set for its priors.

    pml(P, W) <= log(3)    with W given, for all P with p(x) >= 1/10

The claim keeps its words; its measures have the entries as data, and the set is a hypothesis. So
all code that evaluates, checks or prints the claim knows both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import prod
from typing import Any

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.calculus.data import UNNAMED, Data, LetterNames, merge, names_in, sizes_in
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.subjects import subjects
from pmlsym.errors import InvalidInput, UnknownName
from pmlsym.language.fold import fold, rebuild, walk
from pmlsym.language.nodes import Claim, Condition, Implication, Measure, Quantity
from pmlsym.linear.prior_polytope import PriorPolytope
from pmlsym.model.channel import Channel
from pmlsym.model.entries import (
    flat_entries,
    nest,
    read_entries,
    read_labels,
    require_sums,
    shape_of,
)
from pmlsym.model.prior import Prior


def with_entries(
    claim: Claim, entries: Mapping[str, object], names: LetterNames = UNNAMED
) -> Claim:
    """The claim with a user's entries for its channels, gains and priors, given by name.

    Entries are nested by the indices of the tensor, and exact; `names` are the labels of their
    letters.
    Raises UnknownName where the claim has no such name, InvalidInput where the entries or labels do
    not fit it, AlphabetMismatch where two of them give one alphabet different sizes.

    >>> from pmlsym.claim_text.question import parse
    >>> subjects(with_entries(parse("pml(P, W) <= 1"), {"W": [[1, 0], ["1/3", "2/3"]]})).data[0]
    Data(tensor=W(X, Y), entries=((Fraction(1, 1), Fraction(0, 1)), \
(Fraction(1, 3), Fraction(2, 3))), labels=())
    """
    tensors = {tensor.name: tensor for tensor in subjects(claim).tensors}
    data: dict[Tensor, Data] = {}
    for name, rows in entries.items():
        if name not in tensors:
            speaks_of = ", ".join(tensors) or "none"
            raise UnknownName(f"the claim has no channel {name}; it speaks of {speaks_of}")
        data[tensors[name]] = _exact_data(tensors[name], rows, names)
    if not data:
        return claim
    merge(subjects(claim).data, tuple(data.values()))

    def put(node: Any, children: tuple[Any, ...]) -> Any:
        """A measure or condition of the claim with the given entries; any other node as it is."""
        new = rebuild(node, children)
        if isinstance(new, Measure):
            tensors_in = subjects(new).tensors
            return replace(new, data=_with_given_entries(new.data, tensors_in, data))
        if isinstance(new, Condition):
            return replace(new, subject=with_own(new.subject), within=with_own(new.within))
        return new

    def with_own(subject: object) -> object:
        """A prior or channel with those of the given entries that are of its tensors."""
        if not isinstance(subject, Prior | Channel):
            return subject
        return subject.with_data(_with_given_entries(subject.data, subject.body.tensors, data))

    changed: Claim = fold(claim, put)
    return changed


def with_rational_entries(quantity: Quantity) -> Quantity | None:
    """A quantity whose given float entries become rationals, in rows that sum to one; else None.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.measures.leakage_capacity import ldp
    >>> with_rational_entries(ldp(Channel.from_rows([[1, 0], ["1/2", "1/2"]]))) is None
    True
    """
    if all(_is_exact(data.entries) for data in subjects(quantity).data):
        return None

    def put(node: Any, children: tuple[Any, ...]) -> Any:
        """A measure whose given entries are made rational; any other node as it is."""
        new = rebuild(node, children)
        return (
            replace(new, data=tuple(map(_as_rational, new.data)))
            if isinstance(new, Measure)
            else new
        )

    changed: Quantity = fold(quantity, put)
    return changed


def _as_rational(data: Data) -> Data:
    """Rational entries near those given, with rows of sum one, to be put in a claim."""
    if _is_exact(data.entries):
        return data
    depth, stochastic = len(data.tensor.alphabets), len(data.tensor.stochastic)

    def divided(level: Any, left: int) -> Any:
        """Nested entries as rationals that can be put in a claim, each row divided by its sum."""
        if left > stochastic or not stochastic:
            return tuple(divided(part, left - 1) for part in level) if left else Fraction(level)
        flat = [Fraction(entry) for entry in flat_entries(level, left)]
        total = sum(flat)
        return nest([entry / total for entry in flat], shape_of(level, left))

    return replace(data, entries=divided(data.entries, depth))


def over_priors(claim: Claim, name: str, priors: PriorPolytope) -> Claim:
    """The claim under the hypothesis that its prior of this name is in a set of priors.

    Raises UnknownName where it has no prior of that name.

    >>> from pmlsym.claim_text.question import parse
    >>> from pmlsym.language.writing import statement
    >>> from pmlsym.linear.prior_polytope import every_prior
    >>> statement(over_priors(parse("pml(P, W) <= 1"), "P", every_prior(2)))
    'P in {simplex} => pml(P, W) <= 1'
    """
    tensor = next((t for t in free_priors(claim) if t.name == name), None)
    if tensor is None:
        names = ", ".join(t.name for t in free_priors(claim)) or "none"
        raise UnknownName(f"the claim has no free prior {name}; it has {names}")
    prior = Prior(
        name,
        *map(Alphabet, tensor.alphabets),
        full_support=tensor.positive,
        deterministic=tensor.indicator,
    )
    within = priors.text(letter_labels(claim, tensor))
    condition = Condition(f"{name} in {{{within}}}", "among", prior, priors)
    return Implication(condition, claim)


def only_prior(claim: Claim) -> Tensor:
    """The one free prior of a claim, without entries. Raises InvalidInput unless there is just one.

    >>> from pmlsym.claim_text.question import parse
    >>> only_prior(parse("pml(P, W) <= 1"))
    P(X)
    """
    free = free_priors(claim)
    if len(free) != 1:
        names = ", ".join(t.name for t in free) or "none"
        raise InvalidInput(f"a set of priors is of one free prior; the claim has {names}")
    return free[0]


def letter_count(claim: Claim, prior: Tensor) -> int:
    """The number of letters of a claim's prior, by the entries given for its channels.

    Raises InvalidInput where the entries do not say it.

    >>> from pmlsym.claim_text.question import parse
    >>> claim = with_entries(parse("pml(P, W) <= 1"), {"W": [[1, 0], [0, 1]]})
    >>> letter_count(claim, only_prior(claim))
    2
    """
    sizes = sizes_in(subjects(claim).data)
    if not set(prior.alphabets) <= set(sizes):
        right = "give the entries of its channel, --channel W=ch.csv or channel={'W': rows}"
        raise InvalidInput(f"how many letters {prior.name} has is not known; {right}")
    return prod(sizes[alphabet] for alphabet in prior.alphabets)


def letter_labels(claim: Claim, prior: Tensor) -> tuple[str, ...]:
    """The labels of the letters of a claim's prior, as given with its entries; none without labels.

    >>> from pmlsym.calculus.data import letter_names
    >>> from pmlsym.claim_text.question import parse
    >>> names = letter_names({"X": ["young", "old"]})
    >>> claim = with_entries(parse("pml(P, W) <= 1"), {"W": [[1, 0], [0, 1]]}, names)
    >>> letter_labels(claim, only_prior(claim))
    ('young', 'old')
    """
    data = subjects(claim).data
    sizes = sizes_in(data)
    if not set(prior.alphabets) <= set(sizes):
        return ()
    return names_in(data).words(prior.alphabets, [sizes[a] for a in prior.alphabets])


def free_priors(claim: Claim) -> tuple[Tensor, ...]:
    """The priors that a claim mentions and gives no entries for."""
    about = subjects(claim)
    with_entries = {data.tensor.name for data in about.data}
    return tuple(t for t in about.tensors if is_prior(t) and t.name not in with_entries)


def is_prior(tensor: Tensor) -> bool:
    """Whether a tensor of a claim is a distribution of all its letters, as a prior is."""
    return 0 < len(tensor.stochastic) == len(tensor.alphabets)


def prior_set_conditions(claim: Claim) -> tuple[Condition, ...]:
    """The conditions of a claim that name a set of priors, as P in {..}."""
    return tuple(c for c in walk(claim) if isinstance(c, Condition) and c.kind == "among")


def without_prior_sets(claim: Claim) -> Claim:
    """The claim for all priors: without hypotheses that a prior is in a given set.

    >>> from pmlsym.claim_text.question import parse
    >>> from pmlsym.language.writing import statement
    >>> from pmlsym.linear.prior_polytope import every_prior
    >>> statement(without_prior_sets(over_priors(parse("pml(P, W) <= 1"), "P", every_prior(2))))
    'pml(P, W) <= 1'
    """
    if not isinstance(claim, Implication):
        return claim
    rest, premise = without_prior_sets(claim.conclusion), claim.premise
    if isinstance(premise, Condition) and premise.kind == "among":
        return rest
    return claim if rest is claim.conclusion else Implication(premise, rest)


def _with_given_entries(
    data: tuple[Data, ...], tensors: tuple[Tensor, ...], entries: Mapping[Tensor, Data]
) -> tuple[Data, ...]:
    """The entries of a claim's part, with a user's new ones for the tensors in it."""
    return merge(data, tuple(entries[tensor] for tensor in tensors if tensor in entries))


def _exact_data(tensor: Tensor, rows: object, names: LetterNames) -> Data:
    """The entries that are put in a claim for a tensor, checked to be exact, with rows of sum one.

    Raises InvalidInput at floats, and where rows do not sum to one.
    """
    depth = len(tensor.alphabets)
    entries = read_entries(rows, depth, tensor.name)
    if tensor.stochastic:
        require_sums(entries, depth - len(tensor.stochastic), depth, tensor.name)
    labels = [names.of(alphabet) or None for alphabet in tensor.alphabets]
    named = read_labels(labels, shape_of(entries, depth), tensor.name) if any(labels) else ()
    data = Data(tensor, entries, named)
    if not _is_exact(entries):
        raise InvalidInput(
            f"{tensor.name} has floats; a claim needs exact entries, such as '1/3' or '0.25'"
        )
    return data


def _is_exact(entries: object) -> bool:
    """Whether these entries can be put in a claim: no float or SymPy expression is among them."""
    if isinstance(entries, tuple):
        return all(map(_is_exact, entries))
    return not isinstance(entries, float) and not hasattr(entries, "free_symbols")
