"""Instances as tables: sizes, priors as rows, channels as matrices with rows by input letter.

An instance, and the worst value over a set of priors, can also be put on one line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pmlsym.calculus.data import UNNAMED, LetterNames, masses_text, names_in
from pmlsym.claim_text.written_channels import is_written_out
from pmlsym.claims.opening import open_quantifiers
from pmlsym.claims.subjects import subjects
from pmlsym.evidence.verdict import PriorBound
from pmlsym.language.nodes import Claim
from pmlsym.model.entries import entries_table
from pmlsym.model.instance import Instance
from pmlsym.numbers.number_text import both_texts


def instance_lines(instance: Instance, claim: Claim | None = None) -> list[str]:
    """An instance written in the names of its claim, letters too, with a line for each row.

    Channels that the claim itself writes out, such as bsc(p), are left out.

    >>> instance_lines(Instance({"X": 2}, {"P": ["1/3", "2/3"]}))
    ['|X| = 2', 'P = (1/3, 2/3)']
    """
    lines = [", ".join(f"|{name}| = {count}" for name, count in sorted(instance.sizes.items()))]
    called = LetterLabels.by(claim)
    data = subjects(claim).data if claim is not None else ()
    written = {each.tensor.name for each in data if is_written_out(each)}
    for name, entries in sorted(instance.tensors.items()):
        if name in written:
            continue
        heads = called.heads(name, entries)
        if len(heads) == 1:
            lines.append(masses_text(name, entries, heads[0]))
        elif len(heads) == 2:
            rows = list(zip(heads[0], entries, strict=True))
            lines += entries_table(name, heads[1], rows, longest=None).splitlines()
        else:
            lines += _table_lines(name, entries)
    lines += [f"{name} = {both_texts(value)}" for name, value in sorted(instance.scalars.items())]
    lines += called.outcome_lines(instance)
    return [line for line in lines if line]


def instance_text(instance: Instance) -> str:
    """An instance written as Python shows it, without a claim that would name its letters."""
    return "\n".join(instance_lines(instance))


def instance_line(instance: Instance, claim: Claim | None = None) -> str:
    """An instance on one line, in the names of its claim, without the entries that the claim gives.

    >>> instance_line(Instance({"X": 2}, {"P": ["1/3", "2/3"]}))
    'P = (1/3, 2/3)'
    """
    called, parts = LetterLabels.by(claim), []
    fixed = {data.tensor.name for data in subjects(claim).data} if claim is not None else set()
    for name, entries in sorted(instance.tensors.items()):
        if name in fixed:
            continue
        heads = called.heads(name, entries)
        one = masses_text(name, entries, heads[0]) if len(heads) == 1 else None
        parts.append(one or f"{name} = {_nested_entries_text(entries)}")
    parts += [f"{name} = {value}" for name, value in sorted(instance.scalars.items())]
    return ", ".join([*parts, *called.outcome_lines(instance)])


def bound_line(bound: PriorBound, *, bits: bool = False) -> str:
    """The text of a worst value over a set of priors, and of where it is attained, on one line."""
    letters = "".join(f", {letter}" for letter in bound.letters)
    value = both_texts(bound.value, bits=bits and bound.in_nats)
    return f"{bound.key} = {value}, {bound.place}{letters}"


def unattained_line(bound: PriorBound, *, bits: bool = False) -> str:
    """The text of a worst value beside a refuting prior; says if no prior attains the value."""
    if bound.attained:
        return bound_line(bound, bits=bits)
    end = "supremum" if bound.is_largest else "infimum"
    letters = "".join(f", {letter}" for letter in bound.letters)
    value = both_texts(bound.value, bits=bits and bound.in_nats)
    return (
        f"refuted at the prior above; over the set the {end} {value} of {bound.text} is "
        f"approached towards {bound.masses}{letters}, and attained by no prior"
    )


@dataclass(frozen=True)
class LetterLabels:
    """The labels of the letters of an instance, from the claim; else numbers."""

    names: LetterNames
    alphabets: Mapping[str, tuple[str, ...]]
    outcomes: Mapping[str, str]

    @classmethod
    def by(cls, claim: Claim | None) -> LetterLabels:
        """The names that a user gave the letters of a claim, to write an instance by; else numbers.

        >>> LetterLabels.by(None).outcome("y", 1)
        'letter 2'
        """
        about = None if claim is None else subjects(open_quantifiers(claim))
        names = UNNAMED if about is None else names_in(about.data)
        if about is None or not names:
            return cls(UNNAMED, {}, {})
        return cls(names, {t.name: t.alphabets for t in about.tensors}, about.outcomes)

    def outcome(self, name: str, letter: int) -> str:
        """The letter of a free outcome, written by its given name, or "letter 2" without one."""
        return self.label(name, letter) or f"letter {letter + 1}"

    def outcome_lines(self, instance: Instance) -> list[str]:
        """The free outcomes of an instance, written "y = letter 2" or by given names."""
        outcomes = sorted(instance.outcomes.items())
        return [f"{name} = {self.outcome(name, letter)}" for name, letter in outcomes]

    def label(self, name: str, letter: int) -> str:
        """The letter of a free outcome by its given name, as it is typed; empty without one."""
        alphabet = self.outcomes.get(name, "")
        return self.names.word(alphabet, letter) if self.names.of(alphabet) else ""

    def heads(self, name: str, entries: Any) -> tuple[tuple[str, ...], ...]:
        """The names that a user gave a tensor's letters, for each row, column, ..; or none."""
        alphabets = self.alphabets.get(name, ())
        if not any(map(self.names.of, alphabets)):
            return ()
        labels, level = [], entries
        for alphabet in alphabets:
            labels.append(tuple(self.names.word(alphabet, k) for k in range(len(level))))
            level = level[0]
        return tuple(labels)


def _nested_entries_text(entries: Any) -> str:
    """An instance's entries of any depth, written as one types them: in nested parentheses."""
    if isinstance(entries, Fraction):
        return str(entries)
    return f"({', '.join(_nested_entries_text(entry) for entry in entries)})"


def _table_lines(name: str, entries: Any) -> list[str]:
    """A tensor written after its name in the claim, as W = ( 1/3  2/3 ), a line for each row."""
    if isinstance(entries, Fraction) or isinstance(entries[0], Fraction):
        return [f"{name} = {_nested_entries_text(entries)}"]
    if not isinstance(entries[0][0], Fraction):
        tables = [_table_lines(f"{name}[{k}]", inner) for k, inner in enumerate(entries, 1)]
        return [line for table in tables for line in table]
    cells = [[str(entry) for entry in row] for row in entries]
    widths = [max(len(row[k]) for row in cells) for k in range(len(cells[0]))]
    rows = ["  ".join(c.rjust(w) for c, w in zip(row, widths, strict=True)) for row in cells]
    start, blank = f"{name} = ", " " * (len(name) + 3)
    return [f"{start if k == 0 else blank}( {row} )" for k, row in enumerate(rows)]
