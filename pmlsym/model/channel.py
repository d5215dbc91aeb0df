"""Channels: conditional distributions of outcomes given letters.

W        an unknown channel W(x,y) >= 0, sum_y W(x,y) = 1
W >> V   the cascade        sum_y W(x,y)V(y,z)
W & U    the joint output   W(x,y)U(x,y,z)  of W and of a second mechanism U: X, Y -> Z
W * V    both, of separate letters          W(x,y)V(u,z)
W[x]     the prior of outcomes given a letter
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from pmlsym.calculus.alphabet import Alphabet, alphabets_of, letters
from pmlsym.calculus.data import Data, merge
from pmlsym.calculus.kind import described, require_kind, require_letter_name
from pmlsym.calculus.polynomial import Polynomial, atom, substitute, sum_over
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import AlphabetMismatch, InvalidInput, NullOutcome
from pmlsym.language.display import as_html
from pmlsym.language.settled_letters import row_letter
from pmlsym.model.composition import (
    Composition,
    Mixture,
    Repetition,
    operand_text,
    right_operand_text,
)
from pmlsym.model.distribution import frequencies
from pmlsym.model.entries import (
    are_all_numbers,
    entries_over,
    entries_table,
    flat_entries,
    letter_names,
    nest,
    read_entries,
    read_labels,
    require_sums,
    shape_of,
)
from pmlsym.model.prior import Prior, require_name

Alphabets = Alphabet | Sequence[Alphabet]


@dataclass(frozen=True, init=False, eq=False)
class Channel:
    """A channel from `inputs` to `outputs`, given by the polynomial of its entries.

    `deterministic` declares that each row has a single 1 and otherwise zeros.
    Raises InvalidInput unless the name is an identifier.

    >>> X, Y, Z = Alphabet("X"), Alphabet("Y"), Alphabet("Z")
    >>> W, V = Channel("W", X, Y), Channel("V", Y, Z)
    >>> W >> V
    W >> V
    >>> (W >> V).body
    sum_{y1} V(y1,z)W(x,y1)
    """

    text: str
    inputs: tuple[Alphabet, ...]
    outputs: tuple[Alphabet, ...]
    letters: tuple[Index, ...]
    body: Polynomial
    data: tuple[Data, ...] = ()
    made: Composition | Mixture | Repetition | None = None

    def __init__(
        self, name: str, inputs: Alphabets, outputs: Alphabets, *, deterministic: bool = False
    ) -> None:
        require_name(name)
        ins = alphabets_of(inputs, f"the inputs of {name}")
        outs = alphabets_of(outputs, f"the outputs of {name}")
        all_letters = letters((*ins, *outs))
        tensor = Tensor(
            name,
            tuple(a.name for a in (*ins, *outs)),
            nonnegative=True,
            indicator=deterministic,
            stochastic=tuple(range(len(ins), len(all_letters))),
        )
        body = atom(tensor, *all_letters)
        vars(self).update(text=name, inputs=ins, outputs=outs, letters=all_letters, body=body)
        vars(self).update(data=(), made=None)

    @classmethod
    def from_polynomial(
        cls,
        text: str | Composition | Mixture | Repetition,
        inputs: Sequence[Alphabet],
        outputs: Sequence[Alphabet],
        letters: Sequence[Index],
        body: Polynomial,
        data: Sequence[Data] = (),
    ) -> Channel:
        """The channel whose entries are a polynomial, printed as `text`.

        `letters` are the free indices for its letters and outcomes, inputs first; `data` has the
        concrete entries of its tensors, as far as these are known; a `Composition` in the place of
        the text has the parts of the channel. The caller must make sure that the entries are
        nonnegative and that rows sum to one.
        Raises AlphabetMismatch unless there is a letter of each alphabet.

        >>> X, Y = Alphabet("X"), Alphabet("Y")
        >>> x, y = letters((X, Y))
        >>> entry = atom(Tensor("N", ("Y",), nonnegative=True, stochastic=(0,)), y)
        >>> Channel.from_polynomial("noise", [X], [Y], [x, y], entry).body
        N(y)
        """
        needed, alphabets = [a.name for a in (*inputs, *outputs)], [i.alphabet for i in letters]
        if needed != alphabets:
            raise AlphabetMismatch(f"{text} has letters of {alphabets}, but the alphabets {needed}")
        new, made = object.__new__(cls), None if isinstance(text, str) else text
        vars(new).update(text=f"{text}", made=made, inputs=tuple(inputs), outputs=tuple(outputs))
        vars(new).update(letters=tuple(letters), body=body, data=tuple(data))
        return new

    def with_data(self, data: Sequence[Data]) -> Channel:
        """The same channel with these concrete entries for its tensors."""
        parts = (self.inputs, self.outputs, self.letters, self.body)
        return Channel.from_polynomial(self.made or self.text, *parts, data)

    @classmethod
    def from_rows(
        cls,
        rows: object,
        name: str = "W",
        inputs: Alphabets | None = None,
        outputs: Alphabets | None = None,
        *,
        labels: Sequence[Sequence[str] | None] | None = None,
    ) -> Channel:
        """The concrete channel with these rows of entries, one for each letter of the input.

        `rows` are nested lists, one level for each alphabet, or anything with `.tolist()`, such as
        a NumPy array or a SymPy matrix: exact are integers, fractions and strings such as "1/3" or
        "0.25"; with floats a row's sum may miss 1 by 1e-9, and all results are inexact; symbols are
        taken as they are. `inputs` and `outputs` are X and Y unless given; `labels` names the
        letters of each alphabet, inputs first, with None where they have no names.
        Raises InvalidInput where rows are ragged or empty, an entry is negative or not a number, or
        a row does not sum to 1.

        >>> Channel.from_rows([["1/3", "2/3"], [0, 1]]).matrix()[0]
        (Fraction(1, 3), Fraction(2, 3))
        """
        default = (Alphabet("X"), Alphabet("Y"))
        channel = cls(
            name,
            default[0] if inputs is None else inputs,
            default[1] if outputs is None else outputs,
        )
        depth = len(channel.letters)
        entries = read_entries(rows, depth, name)
        require_sums(entries, len(channel.inputs), depth, name)
        named = read_labels(labels, shape_of(entries, depth), name) if labels is not None else ()
        (tensor,) = channel.body.tensors
        return channel.with_data((Data(tensor, entries, named),))

    @classmethod
    def from_counts(
        cls,
        table: Sequence[Sequence[int]],
        name: str = "W",
        inputs: Alphabets | None = None,
        outputs: Alphabets | None = None,
    ) -> Channel:
        """The concrete channel of observed frequencies, exact: how often y was seen after x.

        `model.counts` has intervals around the entries, row by row.
        Raises InvalidInput where a count is not an integer or is negative, or a row counts nothing.

        >>> Channel.from_counts([[1, 3], [2, 2]]).matrix()[0]
        (Fraction(1, 4), Fraction(3, 4))
        """
        table_rows = require_kind(table, Iterable, f"the rows of {name} as lists of counts")
        rows = [frequencies(row, f"row {k} of {name}") for k, row in enumerate(table_rows)]
        return cls.from_rows(rows, name, inputs, outputs)

    def row(self, *at: str) -> Prior:
        """The distribution W[x] of the channel's outcomes given letters of these names.

        Measures take it as an argument, and the letters become letters of the measure, as in
        ps.divergence("kl", ps.Against(one, other)) of two rows. Raises AlphabetMismatch at more or
        fewer letters.

        >>> Channel("W", Alphabet("X"), Alphabet("Y")).row("x")
        W[x]
        """
        if len(at) != len(self.inputs):
            raise AlphabetMismatch(f"a row of {self} is at {len(self.inputs)} letters: {at}")
        for name in at:
            require_letter_name(name, "a letter; write a word such as x")
        outputs = letters(self.outputs)
        inputs = [row_letter(a.name, name) for a, name in zip(self.inputs, at, strict=True)]
        name = self.text if self.text.isidentifier() else f"({self.text})"
        body = self.entry(inputs, outputs)
        text = f"{name}[{', '.join(at)}]"
        return Prior.from_polynomial(text, self.outputs, outputs, body, data=self.data)

    def matrix(self) -> Any:
        """The entries of a concrete channel, nested by inputs, then outputs; exact if its data is.

        Raises InvalidInput where a part was given no entries.

        >>> flip = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
        >>> again = Channel.from_rows([[1, 0], ["1/2", "1/2"]], "V", Alphabet("Y"), Alphabet("Z"))
        >>> (flip >> again).matrix()[0]
        (Fraction(7, 8), Fraction(1, 8))
        """
        return entries_over(self.body, self.letters, self.data)

    def posterior(
        self, prior: Prior, outcome: int | tuple[int, ...], *, name: str = "Posterior"
    ) -> Prior:
        """The concrete prior after an outcome of the channel was seen: p(x)W(x,y) / P_Y(y).

        `outcome` counts from zero; for several output alphabets it is a tuple.
        Raises NullOutcome at an outcome of probability zero, InvalidInput where there is no such
        outcome.

        >>> flip = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
        >>> flip.posterior(Prior.from_masses(["1/2", "1/2"]), 0).masses()
        (Fraction(3, 4), Fraction(1, 4))
        """
        self.require_inputs(prior.alphabets)
        merge(prior.data, self.data)
        entries = self.matrix()
        shape = shape_of(entries, len(self.letters))
        before, after = shape[: len(self.inputs)], shape[len(self.inputs) :]
        letters_of_outcome = (outcome,) if isinstance(outcome, int) else tuple(outcome)
        if len(letters_of_outcome) != len(after) or any(
            not 0 <= k < n for k, n in zip(letters_of_outcome, after, strict=True)
        ):
            raise InvalidInput(f"{outcome!r} is no outcome of {self}; they count from 0")
        cells = flat_entries(entries, len(before))
        joint = []
        for mass, row in zip(flat_entries(prior.masses(), len(before)), cells, strict=True):
            for k in letters_of_outcome:
                row = row[k]
            joint.append(mass * row)
        total = sum(joint)
        if not total:
            raise NullOutcome(
                f"outcome {outcome} of {self} has probability zero under {prior},"
                " so it has no posterior"
            )
        return Prior.from_masses(nest([m / total for m in joint], before), name, self.inputs)

    def __repr__(self) -> str:
        return self.text

    def __format__(self, form: str) -> str:
        return self.text.__format__(form)  # the channel's name in sentences and claims

    def _repr_html_(self) -> str:
        """The table of the channel's entries, or its name, as HTML for a notebook."""
        return as_html(str(self))

    def __str__(self) -> str:
        """The table of the entries, where they are numbers; else the name."""
        if len(self.letters) != 2 or not are_all_numbers(self.body.tensors, self.data):
            return self.text
        (letter, outcome), rows = self.letters, self.matrix()
        heads = letter_names(self.data, outcome, len(rows[0]))
        names = letter_names(self.data, letter, len(rows))
        return entries_table(self.text, heads, list(zip(names, rows, strict=True)))

    @property
    def operand(self) -> str:
        """The channel's text as a right operand of W >> V: in parentheses if it is composed."""
        return right_operand_text(self)

    def entry(self, inputs: Sequence[Index], outputs: Sequence[Index]) -> Polynomial:
        """The probability W(x, y) of the channel's outcomes given its letters, as a polynomial."""
        return substitute(self.body, dict(zip(self.letters, (*inputs, *outputs), strict=True)))

    def require_inputs(self, alphabets: tuple[Alphabet, ...]) -> None:
        """Raise AlphabetMismatch unless the channel takes letters of these alphabets."""
        if self.inputs != alphabets:
            needed = ", ".join(a.name for a in self.inputs)
            names = ", ".join(a.name for a in alphabets)
            hint = "; inputs= and outputs= of ps.channel say which it has" if self.data else ""
            raise AlphabetMismatch(f"{self!r} takes letters of {needed}, not of {names}{hint}")

    def __rshift__(self, second: Channel) -> Channel:
        require_kind(second, Channel, f"a channel after {self} >>")
        second.require_inputs(self.outputs)
        all_letters = letters((*self.inputs, *second.outputs))
        inputs, outputs = all_letters[: len(self.inputs)], all_letters[len(self.inputs) :]
        between = letters(self.outputs, taken=all_letters)
        body = sum_over(self.entry(inputs, between) * second.entry(between, outputs), *between)
        return Channel.from_polynomial(
            Composition(">>", self, second),
            self.inputs,
            second.outputs,
            all_letters,
            body,
            merge(self.data, second.data),
        )

    def __rrshift__(self, prior: object) -> Prior:
        before = require_kind(prior, Prior, f"a prior or a channel before >> {self}")
        self.require_inputs(before.alphabets)
        outputs = letters(self.outputs)
        inputs = letters(before.alphabets, taken=outputs)
        where, through = before.support_apart(inputs, outputs)
        entry = self.entry(inputs, outputs)
        return Prior.from_polynomial(
            Composition(">>", before, self),
            self.outputs,
            outputs,
            sum_over(before.mass(*inputs) * entry, *inputs),
            where * entry,
            (*inputs, *through),
            merge(before.data, self.data),
        )

    def __and__(self, second: Channel) -> Channel:
        require_kind(second, Channel, f"a channel after {self} &")
        all_letters = letters((*self.inputs, *self.outputs, *second.outputs))
        before = all_letters[: len(self.inputs) + len(self.outputs)]
        inputs, outputs = all_letters[: len(self.inputs)], all_letters[len(self.inputs) :]
        first = self.entry(inputs, outputs[: len(self.outputs)])
        if second.inputs == self.inputs:
            second_inputs: tuple[Index, ...] = inputs
        else:
            second.require_inputs((*self.inputs, *self.outputs))
            second_inputs = before
        body = first * second.entry(second_inputs, all_letters[len(before) :])
        return Channel.from_polynomial(
            Composition("&", self, second),
            self.inputs,
            (*self.outputs, *second.outputs),
            all_letters,
            body,
            merge(self.data, second.data),
        )

    def __mul__(self, second: Channel) -> Channel:
        require_kind(second, Channel, f"a channel after {self} *")
        all_letters = letters((*self.inputs, *second.inputs, *self.outputs, *second.outputs))
        ends = len(self.inputs), len(self.inputs) + len(second.inputs), len(all_letters)
        inputs, after, outputs = (all_letters[a:b] for a, b in zip((0, *ends), ends, strict=False))
        seen, then = outputs[: len(self.outputs)], outputs[len(self.outputs) :]
        return Channel.from_polynomial(
            Composition("*", self, second),
            (*self.inputs, *second.inputs),
            (*self.outputs, *second.outputs),
            all_letters,
            self.entry(inputs, seen) * second.entry(after, then),
            merge(self.data, second.data),
        )

    def __rand__(self, first: object) -> NoReturn:
        raise InvalidInput(f"{described(first)}; write a channel before & {self}")

    def __or__(self, first: Channel) -> Given:
        return Given(first, self)


@dataclass(frozen=True, eq=False)
class Given:
    """The second mechanism of `first & second`, after the outcome of the first is known.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y, Z = alphabets("X Y Z")
    >>> Channel("U", [X, Y], Z) | Channel("W", X, Y)
    Given(first=W, second=U)
    """

    first: Channel
    second: Channel

    def __str__(self) -> str:
        return f"{operand_text(self.second, '&')} | {operand_text(self.first, '&')}"

    def __post_init__(self) -> None:
        for each in (self.first, self.second):
            require_kind(each, Channel, "ps.Given(W, U) with two channels")


@dataclass(frozen=True)
class Hidden:
    """A letter of the prior once the outcome of the channel is known.

    Raises AlphabetMismatch where the channel takes other letters.

    >>> X, Y = Alphabet("X"), Alphabet("Y")
    >>> print(Hidden(Prior("P", X), Channel("W", X, Y)))
    P | W
    """

    prior: Prior
    channel: Channel

    def __post_init__(self) -> None:
        require_kind(self.prior, Prior, "ps.Hidden(P, W) with a prior and a channel")
        require_kind(self.channel, Channel, "ps.Hidden(P, W) with a prior and a channel")
        self.channel.require_inputs(self.prior.alphabets)

    def __str__(self) -> str:
        return f"{operand_text(self.prior, '&')} | {operand_text(self.channel, '&')}"
