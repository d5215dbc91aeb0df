"""A mechanism with other names, or with the value of a parameter put in.

Names are those of alphabets, of parameters and of a mechanism's own tensors. Two mechanisms can be
put together only if equal names mean the same thing in both. Renaming achieves that: the outcomes
of the first become the letters of the second, and a name like N gets a mark.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Any

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.calculus.data import Data
from pmlsym.calculus.normal_form import loosen, normalise
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, Tensor, size
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.language.value import Ratio
from pmlsym.mechanism_families.mechanism import Mechanism, with_parameters
from pmlsym.mechanism_families.parameter import (
    CountEntries,
    DerivedSize,
    Incidence,
    Parameter,
    PowerOf,
    Weights,
    WordEntries,
)
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import Exact

WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class Renaming:
    """New names of alphabets and of parameters, and a mark on the names of all other tensors.

    `sizes` are the names that integer parameters have in a whole made of several mechanisms, by the
    names that the tables of this mechanism use. `unmarked` are the tensors of a mechanism that get
    no mark: those of its parameters by their new names, and its prior.
    """

    alphabets: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, str] = field(default_factory=dict)
    sizes: Mapping[str, str] = field(default_factory=dict)
    mark: str = ""
    unmarked: Mapping[Tensor, Tensor] = field(default_factory=dict)

    def index(self, index: Index) -> Index:
        """The index over the alphabet's new name in a renamed mechanism of a family."""
        return index._replace(alphabet=self.alphabets.get(index.alphabet, index.alphabet))

    def tensor(self, tensor: Tensor) -> Tensor:
        """The tensor of the new name, over new alphabets, in a renamed family."""
        alphabets = tuple(self.alphabets.get(a, a) for a in tensor.alphabets)
        if tensor.is_size:
            return size(self.alphabets.get(tensor.counted, tensor.counted))
        if tensor.is_delta or tensor in self.unmarked:
            return replace(self.unmarked.get(tensor, tensor), alphabets=alphabets)
        return replace(tensor, name=tensor.name + self.mark, alphabets=alphabets)

    def polynomial(self, polynomial: Polynomial) -> Polynomial:
        """The polynomial of a family's mechanism in the new names."""
        terms: dict[Any, Any] = {}
        for monomial, c in polynomial:
            atoms, summed = loosen(monomial)
            renamed = [(self.tensor(t), tuple(map(self.index, indices))) for t, indices in atoms]
            key = normalise(renamed, [self.index(i) for i in summed])
            terms[key] = terms.get(key, 0) + c
        return Polynomial(terms)

    def ratio(self, ratio: Ratio) -> Ratio:
        """The entry of a family's mechanism, a ratio, in the new names."""
        return Ratio(self.polynomial(ratio.numerator), self.polynomial(ratio.denominator))

    def parameter(self, parameter: Parameter) -> Parameter:
        """The family's parameter by its new name, with facts and notes in new names."""
        facts = tuple(
            replace(
                fact,
                polynomial=self.polynomial(fact.polynomial),
                indices=tuple(map(self.index, fact.indices)),
            )
            for fact in parameter.facts
        )
        renamed = parameter.called(self.parameters.get(parameter.name, parameter.name))
        notes = tuple(
            WORD.sub(lambda w: self.parameters.get(w[0], w[0]), n) for n in parameter.notes
        )
        return replace(renamed, tensor=self.tensor(parameter.tensor), facts=facts, notes=notes)

    def data(self, data: Data) -> Data:
        """The data of a family's tensor in the new names."""
        return Data(self.tensor(data.tensor), self._new_entries(data.entries), data.labels)

    def _new_entries(self, entries: Any) -> Any:
        """Entries of a family's mechanism in the new names, those that are made of sizes too."""
        match entries:
            case Parameter():
                return self.parameter(entries)
            case Ratio():
                return self.ratio(entries)
            case DerivedSize((many, few)):
                return DerivedSize((self._size_name(many), self._size_name(few)))
            case CountEntries(tensor, base, last):
                names = self.tensor(tensor), self.tensor(base), self._size_name(last)
                return CountEntries(*names, entries.entry)
            case WordEntries():
                raise Unsupported(
                    "words of any length are no part of an expression: give the length"
                )
            case Polynomial():
                return self.polynomial(entries)
            case Tensor():
                return self.tensor(entries)
            case dict():
                return {name: self._new_entries(part) for name, part in entries.items()}
            case PowerOf() | Incidence() | Weights():
                parts = {each.name: getattr(entries, each.name) for each in fields(entries)}
                return replace(
                    entries, **{name: self._new_entries(part) for name, part in parts.items()}
                )
            case _ if callable(entries):
                return lambda known: self._new_entries(
                    entries(_sizes_by_inner_name(known, self.sizes))
                )
            case tuple() | list():
                return tuple(self._new_entries(entry) for entry in entries)
        return entries

    def _unmarked_tensors(self, mechanism: Mechanism) -> dict[Tensor, Tensor]:
        """The tensors of a family's mechanism that get no mark, by their old ones."""
        names, of_prior = self.parameters, mechanism.prior.body.tensors
        renamed = {p.tensor: p.called(names.get(p.name, p.name)) for p in mechanism.parameters}
        priors = {tensor: tensor for tensor in of_prior if tensor.alphabets}
        return priors | {old: new.tensor for old, new in renamed.items()}

    def _size_name(self, name: str) -> str:
        """The name of a family's size in the whole that its renamed mechanism is part of."""
        return self.sizes.get(name, self.parameters.get(name, name))

    def channel(self, channel: Channel, text: str) -> Channel:
        """The channel of a family's mechanism in the new names."""
        inputs, outputs = (
            tuple(Alphabet(self.alphabets.get(a.name, a.name)) for a in group)
            for group in (channel.inputs, channel.outputs)
        )
        indices = tuple(map(self.index, channel.letters))
        data = tuple(dict.fromkeys(map(self.data, channel.data)))
        body = self.polynomial(channel.body)
        return Channel.from_polynomial(text, inputs, outputs, indices, body, data)

    def mechanism(self, mechanism: Mechanism, text: str) -> Mechanism:
        """The family's mechanism in the new names; a parameter without one keeps its own."""
        new = replace(self, unmarked=self._unmarked_tensors(mechanism))
        old = mechanism.prior
        prior = Prior.from_polynomial(
            old.text,
            tuple(Alphabet(self.alphabets.get(a.name, a.name)) for a in old.alphabets),
            tuple(map(new.index, old.letters)),
            new.polynomial(old.body),
            new.polynomial(old.where),
            old.through,
            tuple(map(new.data, old.data)),
        )
        settings = {self.parameters.get(n, n): value for n, value in mechanism.settings.items()}
        return replace(
            mechanism,
            channel=new.channel(mechanism.channel, text),
            prior=prior,
            parameters=tuple(map(new.parameter, mechanism.parameters)),
            settings=settings,
            densities=mechanism.densities and mechanism.densities.renamed(self.parameters),
        )


def with_value(mechanism: Mechanism, parameter: Parameter, text: str) -> Mechanism:
    """The family's mechanism at a rational value of a parameter, or log of one for exponents.

    Raises InvalidInput at a value outside the domain, Unsupported where the exponential of the
    value is irrational.

    >>> from pmlsym.mechanism_families.binary_symmetric import binary_symmetric
    >>> flip = binary_symmetric()
    >>> with_value(flip, flip.parameters[0], "1/10").parameters
    ()
    """
    from pmlsym.mechanism_families.arguments import (
        value_of,  # loads the grammar, which a list of families does not need
    )

    value = value_of(parameter.name, text)
    text = str(value)
    scalar = _required_scalar(parameter, value)
    if not parameter.admits(scalar):
        raise InvalidInput(f"{parameter.name} = {text} is outside its domain {parameter.domain}")
    name = f"{parameter.name}={text}"
    renaming = Renaming(parameters={parameter.name: name}, mark=f"[{text}]")
    changed = renaming.mechanism(mechanism, f"{mechanism.channel.operand}[{text}]")
    tensor = parameter.called(name).tensor
    gone = next(p for p in changed.parameters if p.tensor == tensor)
    rest = [p for p in changed.parameters if p.tensor != tensor]
    if gone.facts and rest:
        rest[0] = replace(
            rest[0], facts=(*rest[0].facts, *gone.facts), notes=(*rest[0].notes, *gone.notes)
        )
    elif gone.facts:
        _require_facts(gone.facts, tensor, scalar, text)
    whole = with_parameters(changed, {p.tensor: p for p in rest})
    data = tuple(Data(tensor, scalar) if d.tensor == tensor else d for d in whole.channel.data)
    return replace(
        whole,
        channel=whole.channel.with_data(data),
        parameters=tuple(rest),
        settings={k: v for k, v in whole.settings.items() if k != name},
        densities=whole.densities and whole.densities.renamed({name: text}),
    )


def _sizes_by_inner_name(outer: Mapping[str, int], sizes: Mapping[str, str]) -> dict[str, int]:
    """Sizes by the names that the tables of a renamed family use."""
    return {**outer, **{inner: outer[name] for inner, name in sizes.items() if name in outer}}


def _required_scalar(parameter: Parameter, value: Exact) -> Fraction:
    """The rational value of the scalar of a family's parameter. Raises where it has none."""
    if not parameter.is_exponent:
        if not value.is_rational:
            raise InvalidInput(f"{parameter.name} = {value} is no rational")
        if parameter.is_integer and value.rational.denominator > 1:
            raise InvalidInput(f"{parameter.name} = {value} is no integer")
        return value.rational
    power = parameter.scalar_at(value)
    if not isinstance(power, Exact):
        raise Unsupported(
            f"{parameter.name} = {value} has no rational exponential; write log of a rational, or "
            f"leave {parameter.name} open and put the value in at the end"
        )
    return power.rational


def _require_facts(facts: tuple[Fact, ...], tensor: Tensor, value: Fraction, text: str) -> None:
    """Raises InvalidInput where a parameter's value contradicts a fact of its family."""
    for fact in facts:
        total = _value_in_scalar(fact.polynomial, tensor, value)
        if total is not None and (total < 0 or (fact.relation == ">" and total == 0)):
            raise InvalidInput(f"{tensor}={text} is outside the domain: {fact.name}")


def _value_in_scalar(polynomial: Polynomial, tensor: Tensor, value: Fraction) -> Fraction | None:
    """The value of a polynomial in one scalar of a family; None where it has other tensors."""
    total = Fraction(0)
    for monomial, c in polynomial:
        if any(atom != (tensor, ()) for part in monomial for atom in part):
            return None
        total += c * value ** len(monomial)
    return total
