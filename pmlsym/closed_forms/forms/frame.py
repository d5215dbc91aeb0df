"""Frames: the field of rational functions in which a closed form is computed, and its domain.

A frame has one generator for each parameter (E = exp(eps) for an exponent) and for each prior mass.
Where every alphabet has a size the masses are p_1 .. p_n, and p_n is 1 minus the others; where a
size is a parameter, the masses of letters (p(y), and sums such as sum_x p(x)B(x,y)) are generators
of their own, taken from spare ones as they are met.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any

from sympy import QQ
from sympy.polys.fields import FracElement, FracField
from sympy.polys.orderings import lex
from sympy.polys.rings import PolyElement

from pmlsym.calculus.data import Data
from pmlsym.calculus.normal_form import Atom, Factor
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, Tensor, size
from pmlsym.closed_forms.forms.rational_functions import Cone, function_at, sum_of_products
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.language.value import Ratio
from pmlsym.mechanism_families.mechanism import letter_choices
from pmlsym.mechanism_families.parameter import (
    CountEntries,
    DerivedSize,
    Incidence,
    Neighbours,
    Parameter,
    PowerOf,
    Weights,
    WordEntries,
)

SORTED = "s"  # s(1) <= s(2) <= ..: the prior masses of the letters in increasing order
COUNT = "n"  # n(y): how many letters go with an outcome
Letters = Mapping[Index, int]
Constraint = tuple[PolyElement, str]


@dataclass(frozen=True)
class Content:
    """The data of the tensors of a measure, sorted by kind."""

    parameters: dict[Tensor, Parameter] = field(default_factory=dict)
    definitions: dict[Tensor, Ratio | PowerOf] = field(default_factory=dict)
    tables: dict[Tensor, Any] = field(default_factory=dict)
    incidences: dict[Tensor, Incidence] = field(default_factory=dict)
    weights: dict[Tensor, Weights] = field(default_factory=dict)
    counts: dict[Tensor, CountEntries] = field(default_factory=dict)
    words: dict[Tensor, WordEntries] = field(default_factory=dict)
    neighbours: dict[Tensor, Neighbours] = field(default_factory=dict)
    derived: dict[Tensor, DerivedSize] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)

    def kinds(self) -> tuple[tuple[Any, dict[Tensor, Any]], ...]:
        """The classes of entries in a closed form's data, without tables, each with its tensors."""
        return (
            (Parameter, self.parameters),
            (Ratio | PowerOf, self.definitions),
            (Incidence, self.incidences),
            (Weights, self.weights),
            (CountEntries, self.counts),
            (WordEntries, self.words),
            (Neighbours, self.neighbours),
            (DerivedSize, self.derived),
        )

    @property
    def tensors(self) -> set[Tensor]:
        """All tensors that the data of a closed form give: parameters, tables, incidences, .."""
        return {*self.tables}.union(*(of_kind for _, of_kind in self.kinds()))

    def tables_at(self, sizes: dict[str, int]) -> dict[Tensor, Any]:
        """The tables of a closed form's tensors over outcomes and counts, at given sizes."""
        tables: dict[Tensor, Any] = {t: w.entries(sizes) for t, w in self.weights.items()}
        tables |= {t: c.table(sizes) for t, c in self.counts.items()}
        tables |= {t: c.table(sizes) for t, c in self.words.items()}
        return tables | {t: c.table(sizes) for t, c in self.neighbours.items()}

    @property
    def definitions_in_order(self) -> list[tuple[Tensor, Ratio | PowerOf]]:
        """The definitions in a closed form's data, those of sizes first, as others use them."""
        return sorted(self.definitions.items(), key=lambda pair: not pair[0].is_size)

    def letters_at(self, sizes: dict[str, int]) -> dict[str, int]:
        """The sizes of a closed form's alphabets of counts and words, at given integers."""
        entries: Mapping[Tensor, CountEntries | WordEntries] = {**self.counts, **self.words}
        return {a: prod(e.places(sizes)) for tensor, e in entries.items() for a in tensor.alphabets}

    def sizes_at(self, integers: Mapping[Tensor, int]) -> tuple[dict[str, int], dict[str, int]]:
        """The sizes of a closed form's alphabets, and integers by name, at integer parameters."""
        named = {**self.sizes, **{self.parameters[t].name: n for t, n in integers.items()}}
        sizes = {**self.sizes, **self.letters_at(named)}
        sizes |= {t.counted: n for t, n in integers.items() if t.is_size}
        for tensor, incidence in self.incidences.items():
            rows = incidence.entries(named)
            sizes = dict(zip(tensor.alphabets, (len(rows), len(rows[0])), strict=True)) | sizes
        return sizes, named

    def free_priors(self, polynomials: Iterable[Polynomial]) -> list[Tensor]:
        """The priors in a closed form's polynomials whose masses the data do not give."""
        tensors = {t for polynomial in polynomials for t in polynomial.tensors} - self.tensors
        return sorted(t for t in tensors if t.stochastic == (0,) and len(t.alphabets) == 1)


def content_of(data: Sequence[Data]) -> Content:
    """The content of a closed form: parameters, definitions and tables of data, and fixed sizes.

    Raises InvalidInput at floats.
    """
    content = Content()
    for item in data:
        tensor, entries = item.tensor, item.entries
        for kind, of_kind in content.kinds():
            if isinstance(entries, kind):
                of_kind[getattr(entries, "tensor", tensor)] = entries
                break
        else:
            if tensor.is_size:
                content.sizes[tensor.counted] = int(entries)
                continue
            if _has_floats(entries):
                raise InvalidInput(f"{tensor.name} has floats; exact entries are 1/10 or '0.1'")
            content.tables[tensor] = entries
            content.sizes.update(zip(tensor.alphabets, item.shape, strict=True))
    return content


def _has_floats(entries: object) -> bool:
    """Whether there is a float among nested entries, which are refused for a closed form."""
    if isinstance(entries, tuple | list):
        return any(map(_has_floats, entries))
    return isinstance(entries, float)


class Frame:
    """The field, its generators, and the values of tensors in it."""

    def __init__(self, content: Content, priors: Iterable[Tensor], spare: int = 0):
        self.content = content
        self.sizes = content.sizes
        self.priors = {t: self.sizes.get(t.alphabets[0]) for t in priors}
        keys: list[Any] = list(content.parameters)
        keys += [t for t, d in content.definitions.items() if isinstance(d, PowerOf)]
        keys += list(content.derived)
        for prior, count in self.priors.items():
            if count is not None:
                keys += [(prior, k) for k in range(count - 1)]
        keys += range(spare)
        self.keys = keys
        self.field = FracField([f"g{k}" for k in range(max(1, len(keys)))], QQ, lex)
        self.ring = self.field.ring
        self.generator: dict[Any, FracElement] = dict(
            zip(keys, self.field.gens[: len(keys)], strict=True)
        )
        self.distinguished: set[Index] = set()
        self._memo: dict[tuple[Factor, tuple[int, ...]], FracElement] = {}
        self._defined: dict[Tensor, FracElement] = {}
        self.domain: list[Constraint] = self._parameter_domain()

    def convert(self, polynomial: Polynomial, letters: Letters | None = None) -> FracElement:
        """A polynomial as a closed form's function; free indices have letters, or symbols."""
        return sum_of_products(
            self.field,
            (
                (QQ(c.numerator, c.denominator), (self._factor_value(f, letters) for f in monomial))
                for monomial, c in polynomial
            ),
        )

    def constraints_of_facts(
        self, facts: Iterable[Fact], fixed: Letters | None = None
    ) -> list[Constraint]:
        """Constraints of a closed form's domain: facts at all letters; `fixed` have names."""
        constraints = []
        for fact in facts:
            for at in letter_choices(fact.indices, self.sizes, fixed):
                value = self.convert(fact.polynomial, at)
                constraints.append((value.numer * value.denom, fact.relation))
        return constraints

    def domain_without_prior(self) -> list[Constraint]:
        """The domain of a closed form's parameters, which does not depend on the prior.

        Raises Unsupported where a declared fact is about the prior.
        """
        facts = [f for p in self.content.parameters.values() for f in p.facts]
        if any(f.indices or any(t.alphabets for t in f.polynomial.tensors) for f in facts):
            raise Unsupported("the channel's domain depends on the prior")
        return [*self.domain, *self.constraints_of_facts(facts)]

    def ratio(self, ratio: Ratio) -> FracElement:
        """The closed form's rational function of a quotient of two scalar polynomials."""
        return self.convert(ratio.numerator, {}) / self.convert(ratio.denominator, {})

    def scalar(self, tensor: Tensor) -> FracElement:
        """A scalar in a closed form's field: a generator, a definition, an alphabet's size."""
        if tensor in self.generator:
            return self.generator[tensor]
        if tensor.counted in self.sizes:
            return self.field(self.sizes[tensor.counted])
        if tensor in self.content.definitions:
            if tensor not in self._defined:
                definition = self.content.definitions[tensor]
                assert isinstance(definition, Ratio)
                self._defined[tensor] = self.ratio(definition)
            return self._defined[tensor]
        if tensor in self.content.tables:
            value = self.content.tables[tensor]
            return self.field(QQ(value.numerator, value.denominator))
        raise Unsupported(f"nothing says what {tensor} is; give it a value or a domain")

    def _factor_value(self, factor: Factor, letters: Letters | None) -> FracElement:
        """The rational function, in a closed form's field, of one factor of a monomial."""
        if len(factor) == 1 and not factor[0][1]:
            return self.scalar(factor[0][0])
        if letters is None:
            fixed = self.fixed_weight(factor)
            if fixed is not None:
                return self.scalar(fixed)
            count = self.known_count(factor)
            if count is not None:
                return count
            if factor not in self.generator:
                raise Unsupported(f"{factor} has no symbol in this frame")
            return self.generator[factor]
        free = sorted({i for _, indices in factor for i in indices if not i.is_bound})
        at = tuple(letters[i] for i in free)
        if (factor, at) not in self._memo:
            self._memo[factor, at] = self._sum_over_letters(
                factor, dict(zip(free, at, strict=True))
            )
        return self._memo[factor, at]

    def fixed_weight(self, factor: Factor) -> Tensor | None:
        """The scalar that a weight is at a closed form's distinguished outcome, or None."""
        tensor, indices = factor[0]
        weights = self.content.weights.get(tensor)
        fixed = len(factor) == 1 and weights is not None and indices[0] in self.distinguished
        return weights.fixed[indices[0].name] if weights is not None and fixed else None

    def is_empty(self, atom: Atom) -> bool:
        """Whether an indicator is zero in a closed form, as no letter goes with its outcome."""
        return self.truths(atom) == (False,)

    def truths(self, atom: Atom) -> tuple[bool, ...]:
        """The truths that an indicator can have at its outcome, as a closed form knows it."""
        tensor, indices = atom
        incidence = self.content.incidences.get(tensor)
        if incidence is None or indices[-1].name not in (*incidence.empty, incidence.whole):
            return True, False
        return (indices[-1].name == incidence.whole,)

    def known_count(self, factor: Factor) -> FracElement | None:
        """A closed form's sum over an outcome's letters, or a letter's outcomes; None if not known.

        sum_x B(x,y), and sum_y B(x,y), sum_y B(x,y)C(y), of one letter, of all, or in the mean.
        """
        incident = {t: i for t, i in factor if t in self.content.incidences}
        if len(incident) < sum(t in incident for t, _ in factor):
            return self._known_pairs(factor)
        if any(self.is_empty(atom) for atom in incident.items()):
            return self.field.zero
        if len(incident) != 1:
            return None
        ((tensor, (letter, outcome)),) = incident.items()
        incidence = self.content.incidences[tensor]
        rest = {t: i for t, i in factor if t != tensor}
        if letter.is_bound and not outcome.is_bound:
            if outcome.name == incidence.whole and rest.keys() <= self.priors.keys():
                return self.field.one if rest else self.scalar(size(letter.alphabet))
            inside = incidence.inside if len(factor) == 1 else None
            return None if inside is None else self.convert(inside)
        weights = [t for t in rest if t in self.content.weights]
        if not outcome.is_bound or len(rest) + 1 < len(factor):
            return None
        if any(rest[t] != (outcome,) for t in weights) or len(weights) > 1:
            return None
        each = self.content.weights[weights[0]].inside if weights else incidence.outcomes
        priors = [t for t in rest if t in self.priors and rest[t] == (letter,)]
        if each is None or len(priors) + len(weights) < len(rest) or len(priors) > 1:
            return None
        if letter.is_bound and not priors:
            return self.ratio(each) * self.scalar(size(letter.alphabet))
        return self.ratio(each) if letter.is_bound or not priors else None

    def knows_pairs(self, tensor: Tensor) -> bool:
        """Whether a closed form knows how many outcomes two letters share, or their weight."""
        return self.content.incidences[tensor].together is not None or bool(self.content.weights)

    def _known_pairs(self, factor: Factor) -> FracElement | None:
        """A closed form's sum over outcomes that two letters share; None if not known.

        For independent bits the weight of such outcomes is a product.
        """
        sets = [(t, i) for t, i in factor if t in self.content.incidences]
        rest = [(t, i) for t, i in factor if t not in self.content.incidences]
        (one, (x, y)), (other, (z, seen)), *more = sets
        is_pair = not more and one == other and y == seen and y.is_bound
        if not is_pair or x == z or x.is_bound or z.is_bound or not self.knows_pairs(one):
            return None
        if [(t, i) for t, i in rest if t in self.content.weights and i == (y,)] != rest:
            return None
        if rest:
            ((weights, _),) = rest
            return self.ratio(self.content.weights[weights].inside) ** 2
        together = self.content.incidences[one].together
        return None if together is None else self.ratio(together)

    def _sum_over_letters(self, factor: Factor, letters: dict[Index, int]) -> FracElement:
        """A factor summed over its bound letters, in the field of a closed form at given sizes."""
        bound = sorted({i for _, indices in factor for i in indices if i.is_bound})
        return sum_of_products(
            self.field,
            (
                (QQ.one, (self.entry(tensor, tuple(at[i] for i in own)) for tensor, own in factor))
                for at in letter_choices(bound, self.sizes, letters)
            ),
        )

    def entry(self, tensor: Tensor, at: tuple[int, ...]) -> FracElement:
        """The entry of a tensor at numbered letters, as a function in a closed form's field."""
        if tensor.is_delta:
            return self.field.one if at[0] == at[1] else self.field.zero
        if not at:
            return self.scalar(tensor)
        if tensor in self.priors:
            return self._letter_mass(tensor, at[0])
        if tensor not in self.content.tables:
            raise Unsupported(f"nothing says what the entries of {tensor} are")
        value = self.content.tables[tensor]
        for k in at:
            value = value[k]
        if isinstance(value, Ratio):
            return self.ratio(value)
        return self.field(QQ(value.numerator, value.denominator))

    def mass_under_uniform_prior(self, mass: FracElement) -> FracElement:
        """An outcome's mass in closed forms at a uniform prior, if zero at the same points.

        A mass that is linear in those of the letters, and nowhere negative, is zero at one prior of
        full support only if it is zero at all. It need not be linear where the channel is made for
        the prior; and where a declared fact is about the prior, not every prior is in the domain.
        """
        facts = [f for p in self.content.parameters.values() for f in p.facts]
        if any(t in self.priors for f in facts for t in f.polynomial.tensors):
            return mass
        equal: dict[FracElement, FracElement] = {}
        for prior, count in self.priors.items():
            masses = [
                generator
                for key, generator in self.generator.items()
                if (isinstance(key, tuple) and key[0] == prior)
                or (isinstance(key, Factor) and len(key) == 1 and key[0][0] == prior)
            ]
            share = self.field.one / (count or len(masses) + 1)
            equal |= dict.fromkeys(masses, share)
        places = {self.field.gens.index(generator) for generator in equal}
        for part, most in ((mass.numer, 1), (mass.denom, 0)):
            if any(sum(powers[k] for k in places) > most for powers in part.itermonoms()):
                return mass
        for generator, share in equal.items():
            mass = function_at(mass, generator, share)
        return mass

    def _letter_mass(self, prior: Tensor, letter: int) -> FracElement:
        """A letter's prior mass in a closed form's field: a generator, or one minus the others."""
        count = self.priors[prior]
        assert count is not None
        if letter < count - 1:
            return self.generator[prior, letter]
        return self.field.one - sum((self.generator[prior, k] for k in range(count - 1)), 0)

    def _parameter_domain(self) -> list[Constraint]:
        """The bounds of a closed form's parameters, and of powers and sizes made of them."""
        constraints: list[Constraint] = []
        for tensor, parameter in self.content.parameters.items():
            generator = self.generator[tensor].numer
            if parameter.low is not None:
                low = self.ring(QQ(parameter.low.numerator, parameter.low.denominator))
                constraints.append((generator - low, ">" if parameter.low_open else ">="))
            if parameter.high is not None:
                high = self.ring(QQ(parameter.high.numerator, parameter.high.denominator))
                constraints.append((high - generator, ">" if parameter.high_open else ">="))
        for tensor, definition in self.content.definitions.items():
            if isinstance(definition, PowerOf):
                generator = self.generator[tensor].numer
                if tensor.is_size or definition.grows:
                    constraints.append((generator - 1, ">="))
                else:
                    constraints += [(generator, ">="), (1 - generator, ">=")]
        for tensor in self.content.derived:
            constraints.append((self.generator[tensor].numer - 1, ">="))
        return constraints

    def letter_lists(
        self, masses: Sequence[Any] | None, tables: Mapping[Tensor, Sequence[Sequence[int]]]
    ) -> dict[str, tuple[Any, ...]]:
        """The values of a closed form's p(1), s(1), .. of letters, and m(1), n(1), .. of outcomes.

        `tables` says which letters go with an outcome. Outcomes with a name of their own, which are
        the first, are left out.
        """
        lists: dict[str, tuple[Any, ...]] = {}
        if masses is not None:
            lists |= {"p": tuple(masses), SORTED: tuple(sorted(masses))}
        for tensor, table in tables.items():
            named = [i for i in self.distinguished if i.alphabet == tensor.alphabets[1]]
            columns = list(zip(*table, strict=True))[len(named) :]
            lists[COUNT] = tuple(map(sum, columns))
            if masses is not None and len(masses) == len(table):
                lists[self.content.incidences[tensor].mass] = tuple(
                    sum(mass for mass, inside in zip(masses, column, strict=True) if inside)
                    for column in columns
                )
        return lists

    def cone(self) -> Cone:
        """Lower bounds of a closed form's generators, and those that are prior masses."""
        lows: list[Fraction | None] = []
        for key in self.keys:
            parameter = self.content.parameters.get(key) if isinstance(key, Tensor) else None
            lows.append(parameter.low if parameter is not None else Fraction(0))
        groups = [
            tuple(self.keys.index((prior, k)) for k in range(count - 1))
            for prior, count in self.priors.items()
            if count is not None and count > 1
        ]
        return Cone(tuple(lows), tuple(groups))

    def ranges(self) -> list[tuple[float, float]]:
        """Intervals of a closed form's generators, to look for points of its domain."""
        intervals = []
        for key in self.keys:
            parameter = self.content.parameters.get(key) if isinstance(key, Tensor) else None
            if parameter is not None:
                low = float(parameter.low) if parameter.low is not None else -2.0
                high = float(parameter.high) if parameter.high is not None else low + 6.0
                intervals.append((low, high))
            elif isinstance(key, tuple):
                intervals.append((0.0, min(1.0, 2.0 / (self.priors[key[0]] or 2))))
            else:
                intervals.append((0.0, 1.0))
        return intervals


@dataclass(frozen=True)
class Extremal:
    """The smallest or largest mass among all letters: p_min, p_max, or of all blocks."""

    factor: Factor
    alphabet: str
    largest: bool
    proper: bool = False

    def meaning(self, frame: Frame) -> str:
        """The words for a mass such as p_min in a closed form: "p_min = min of p(x) over x"."""
        end = "max" if self.largest else "min"
        tensors = [t for t, _ in self.factor]
        sets = [i.mass for t in tensors if (i := frame.content.incidences.get(t))]
        below = " with a letter outside" if self.proper else ""
        if not sets:
            return f"p_{end} = {end} of p(x) over x"
        if not any(t in frame.priors for t in tensors):
            return f"n_{end} = {end} of the number of letters of an outcome{below}"
        return f"{sets[0]}_{end} = {end} of {sets[0]}(y) over the outcomes y{below}"
