"""Tensors, that is, names with indices and declared facts; and the indices.

A prior p(x), a channel W(x, y), a selector, a level t = exp(eps): each is a tensor, and the
calculus knows only its declared facts. A scalar is a tensor without an index.

    nonnegative   T(..) >= 0                      at_most_one   T(..) <= 1
    positive      T(..) > 0                       indicator     T(..)^2 = T(..)
    stochastic    the sum over these positions, jointly, is one

Two names are reserved: `delta`, the Kronecker delta, and `|X|`, the number of letters of X.

A *convex term* F(a, b) is a tensor too, identified by its function and arguments (convex_term.py).

A *free* index has a name and means one letter. A *bound* index has no name, only a number: it is
summed over its alphabet, and its number means something inside one factor of a monomial only.
Of an alphabet the calculus knows the name alone; it is finite, nonempty, and of any size.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from pmlsym.errors import InvalidInput

if TYPE_CHECKING:
    from pmlsym.calculus.convex_term import ConvexTerm


class Index(NamedTuple):
    """A letter of an alphabet: free if it has a name, bound if it has none.

    >>> Index("X", "x0"), Index("X", "", 2).is_bound
    (x0, True)
    """

    alphabet: str
    name: str
    number: int = 0

    @property
    def is_bound(self) -> bool:
        """Whether this index of a tensor is summed over."""
        return not self.name

    def __repr__(self) -> str:
        return self.name or f"#{self.alphabet}{self.number}"


def bound(alphabet: str, number: int) -> Index:
    """The bound index with that number, as normal forms have it."""
    return Index(alphabet, "", number)


DELTA = "delta"
Introduced = Literal[
    "level", "power", "selector", "event", "envelope", "quotient", "ratio", "logarithm"
]
Role = Literal["", "scalar", "exponential", "joint", "size", "delta", "term", Introduced]
"""The purpose of a tensor. Proofs introduce some; a `power` is exp of a level."""

INTRODUCED = frozenset(get_args(Introduced))


_MADE: dict[tuple[object, ...], Any] = {}


class _OneEach(type):
    """A class whose equal objects are one object, as tensors are compared all the time."""

    def __call__(cls, *given: object, **named: object) -> Any:
        made = super().__call__(*given, **named)
        return _MADE.setdefault(made.__reduce__()[1], made)


@dataclass(frozen=True, eq=False, slots=True)
class Tensor(metaclass=_OneEach):
    """A named tensor with the alphabets of its indices and its declared facts.

    Proofs rely on the existence of a tensor with these facts over any alphabets: a positive
    indicator that sums to one is possible over a single letter alone, and refused.
    `role` is its purpose; `of` is the alphabet that a size counts, the number of a scalar or an
    exponential, or the measure of a level; `term` is the meaning of a convex term, which declares
    nothing. Names are for people: nothing is read off their spelling.

    Raises InvalidInput where a stochastic position does not exist, a reserved name is misused, or
    no such tensor exists over larger alphabets.

    >>> Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
    W(X, Y)
    """

    name: str
    alphabets: tuple[str, ...] = ()
    nonnegative: bool = False
    positive: bool = False
    at_most_one: bool = False
    indicator: bool = False
    stochastic: tuple[int, ...] = ()
    role: Role = ""
    of: str = ""
    term: ConvexTerm | None = None

    def __post_init__(self) -> None:
        places = self.stochastic
        if len(set(places)) < len(places) or any(not 0 <= k < len(self.alphabets) for k in places):
            raise InvalidInput(
                f"tensor {self.name} has {len(self.alphabets)} indices,"
                f" so it cannot be stochastic in positions {places}"
            )
        if self.positive and self.indicator and places:
            raise InvalidInput(
                f"{self.name} cannot be positive, an indicator and sum to one over two letters"
            )
        facts = (self.nonnegative, self.positive, self.at_most_one, self.indicator, places)
        nothing, twice, own = (False,) * 4 + ((),), self.alphabets[:1] * 2, self.term
        letters = None if own is None else tuple(i.alphabet for i in own.letters)
        of_delta = facts == (*nothing[:3], True, ()) and self.alphabets == twice != ()
        of_size = facts == (False, True, *nothing[2:]) and not self.alphabets and self.of
        for is_one, called, fits, what in (
            (self.is_delta, self.name == DELTA, of_delta, "the Kronecker delta of one alphabet"),
            (
                self.is_size,
                self.name[:1] == "|",
                of_size and self.name == f"|{self.of}|",
                "the size of an alphabet",
            ),
            (
                self.is_term,
                own is not None,
                facts == nothing and self.alphabets == letters,
                "a convex term over its letters",
            ),
        ):
            if is_one != called or (is_one and not fits):
                raise InvalidInput(f"{self.name} is {what}, nothing else")

    def __reduce__(self) -> tuple[type[Tensor], tuple[object, ...]]:
        return Tensor, tuple(getattr(self, field.name) for field in fields(self))

    def __lt__(self, other: Tensor) -> bool:
        return (self.name, self.alphabets) < (other.name, other.alphabets)

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(self.alphabets)})" if self.alphabets else self.name

    @property
    def is_delta(self) -> bool:
        """Whether this tensor is a Kronecker delta."""
        return self.role == "delta"

    @property
    def is_size(self) -> bool:
        """Whether this tensor is the number of letters of an alphabet."""
        return self.role == "size"

    @property
    def is_term(self) -> bool:
        """Whether this tensor is a convex term."""
        return self.role == "term"

    @property
    def counted(self) -> str:
        """The alphabet whose letters this tensor counts; empty unless the tensor is a size.

        >>> size("X").counted
        'X'
        """
        return self.of if self.is_size else ""

    @property
    def is_exponential(self) -> bool:
        """Whether this tensor is exp of a number."""
        return self.role in ("exponential", "power")

    @property
    def is_introduced(self) -> bool:
        """Whether a proof introduced this tensor, rather than the claim."""
        return self.role in INTRODUCED

    @property
    def number(self) -> str:
        """The name of the number that this tensor is, or is the exponential of."""
        return self.of if self.of and self.role in ("scalar", "exponential", "power") else self.name

    @property
    def is_nonnegative(self) -> bool:
        """Whether T >= 0 follows from this tensor's declared facts."""
        return self.nonnegative or self.positive or self.indicator

    @property
    def is_at_most_one(self) -> bool:
        """Whether T <= 1 follows from this tensor's declared facts."""
        return self.at_most_one or self.indicator or bool(self.stochastic and self.is_nonnegative)

    @property
    def is_one_hot(self) -> bool:
        """Whether this tensor T has T(x, y) T(x, y') = delta(y, y') T(x, y)."""
        return self.indicator and len(self.stochastic) == 1


@cache
def delta(alphabet: str) -> Tensor:
    """The tensor of an alphabet's Kronecker delta: 1 where its two indices agree, else 0."""
    return Tensor(DELTA, (alphabet, alphabet), indicator=True, role="delta")


@cache
def size(alphabet: str) -> Tensor:
    """The tensor that is the number of letters of an alphabet, a scalar of at least one."""
    return Tensor(f"|{alphabet}|", positive=True, role="size", of=alphabet)


def with_primes(name: str, taken: Container[str]) -> str:
    """The name of a letter or tensor, with primes added until it is not taken.

    >>> with_primes("x", {"x", "x'"})
    "x''"
    """
    while name in taken:
        name += "'"
    return name


def with_inner(tensors: Iterable[Tensor]) -> set[Tensor]:
    """The tensors, with those inside the arguments of convex terms."""
    found = set(tensors)
    return found.union(*(tensor.term.tensors for tensor in found if tensor.term))
