"""Notation: how the polynomials of a sequent are written for a reader.

    sum_x P(x)W(x,y)             P_Y(y)         the mass of an outcome under the prior P
    sum_y W(x,y)V(y,z)           P(z|x)         channels in cascade
    (U | P, W)(y,z)              P(z|y)         a quotient, such as a posterior
    t1, y*0, x'~                 t, y, x'       levels and letters without their inner names

The names of the claim itself stay as they are; introduced names avoid them.

A closed sum of distributions is recognised by its shape alone: every summed index is the output of
exactly one of them, and none feeds itself. Each name of such a sum is defined on a separate line,
and two different sums never share a name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, count

from pmlsym.calculus.convex_term import ConvexTerm, Function
from pmlsym.calculus.normal_form import Atom, Factor, Monomial, normalise
from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.scalar import scalar
from pmlsym.calculus.sequent import Sequent
from pmlsym.calculus.tensor import DELTA, Index, Tensor, bound, with_primes
from pmlsym.exposition.formula import (
    ONE,
    Alike,
    Enclosed,
    Formula,
    LogRatio,
    Plus,
    SumOver,
    Symbol,
    in_short,
    latex,
    numbers_in_order,
    over,
    text,
    times,
)

Scope = Mapping[Index, str]

_SCALAR, _SIZE, _EVENT, _MASS, _CHANNEL = 1, 2, 3, 4, 5


@dataclass(frozen=True)
class Definition:
    """A name that the notation introduces, and its meaning."""

    name: Formula
    body: Formula
    positive: Formula | None = None
    """The formula that has to be positive where the name is defined, if there is one."""


@dataclass(frozen=True)
class _Product:
    """A product of distributions, summed over the indices `inner`."""

    atoms: tuple[Atom, ...]
    inner: frozenset[Index] = frozenset()

    @property
    def reach(self) -> set[Index]:
        """The letters at which this product in a formula is taken: it sums over its others."""
        return {i for _, indices in self.atoms for i in indices} - self.inner


class Notation:
    """The names used for one sequent, with the definitions they need.

    >>> from pmlsym.calculus.polynomial import atom, sum_over
    >>> from pmlsym.exposition.formula import text
    >>> x, y = Index("X", "x"), Index("Y", "y*0")
    >>> P = Tensor("P", ("X",), nonnegative=True, stochastic=(0,))
    >>> W = Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
    >>> mass = sum_over(atom(P, x) * atom(W, x, y), x)
    >>> text(Notation(Sequent((), mass)).formula(mass, {y: "y"}))
    'P_Y(y)'
    """

    def __init__(self, sequent: Sequent, others: Iterable[Tensor] = ()) -> None:
        """Choose names for the tensors of the sequent and for `others`."""
        every = {*sequent.tensors, *others}
        self._tensors = tuple(sorted(tensor for tensor in every if not tensor.is_term))
        self._symbols_by_tensor = _symbols_by_tensor(self._tensors, sequent.outcomes)
        self._outcomes = sequent.outcomes
        # A prior P may occur beside P(z|x), as is usual in the field; no other name may be used
        # twice.
        self._spellings_in_use = frozenset(
            sign
            for tensor, stem in self._symbols_by_tensor.items()
            if not (tensor.is_introduced or (stem.stem == "P" and _rank(tensor) == _MASS))
            for sign in _spellings(stem)
        )
        names = {text(stem) for stem in self._symbols_by_tensor.values()}
        # The number x is also on the page, as exp(x), and so no letter may be called x.
        names |= {tensor.number for tensor in self._tensors if not tensor.is_introduced}
        self._taken_letters = frozenset((*names, *(i.name for i in sequent.outcomes)))
        self.spoken: set[Tensor] = set()
        self._names_of_sums: dict[Factor, Symbol] = {}
        self._meaning_by_spelling: dict[str, Factor | Tensor] = {}
        self.definitions: list[Definition] = []
        self.slopes: dict[Function, Symbol] = {}
        """The large number that b f(a/b) is at a = 1 and b = 0, for each f for which it occurs."""
        for tensor in self._tensors:
            plain, places = self._symbol_of(tensor), range(len(tensor.alphabets))
            outputs = tuple(tensor.alphabets[k] for k in places if k in tensor.stochastic)
            inputs = tuple(tensor.alphabets[k] for k in places if k not in tensor.stochastic)
            letters = (outputs, inputs) if outputs else (inputs, ())
            generic = replace(plain, letters=letters[0], given=letters[1])
            self._meaning_by_spelling.setdefault(_common_spelling(generic), tensor)

    def formula(self, polynomial: Polynomial, scope: Scope) -> Formula:
        """The formula of a sequent's polynomial, common factors out, positive terms first."""
        monomials = [
            (Fraction(c), Counter(self._factor_formulas(monomial, scope)))
            for monomial, c in polynomial
        ]
        if not monomials:
            return Plus(())
        common = monomials[0][1]
        for _, factors in monomials[1:]:
            common = common & factors
        if len(monomials) == 1:
            c, factors = monomials[0]
            body = times(factors.elements())
            return body if c == 1 else Plus(((c, body),))
        rest = [(c, factors - common) for c, factors in monomials]
        return times((*common.elements(), _grouped_sum(rest)))

    def letters(self, indices: Iterable[Index], scope: Scope) -> dict[Index, str]:
        """New names of letters for a proof; an outcome of the claim not in scope keeps its own."""
        all_indices = tuple(indices)
        outcomes = {i: i.name for i in all_indices if i in self._outcomes and i not in scope}
        rest = (i for i in all_indices if i not in outcomes)
        return {**outcomes, **letters_for(rest, {**scope, **outcomes}, self._taken_letters)}

    def symbol(self, tensor: Tensor, indices: tuple[Index, ...], scope: Scope) -> Formula:
        """The formula of a sequent's tensor at letters, such as W(y|x)."""
        self.spoken.add(tensor)
        names = [scope[i] for i in indices]
        if tensor.is_delta:
            first, second = sorted(names, key=lambda name: (len(name), name))
            return Alike(first, second)
        if tensor.term is not None:
            return self._convex_term_formula(tensor.term, indices, scope)
        plain = self._symbol_of(tensor)
        outputs = tensor.stochastic
        if outputs and len(outputs) < len(names):
            letters = tuple(names[k] for k in outputs)
            given = tuple(name for k, name in enumerate(names) if k not in outputs)
        else:
            letters, given = tuple(names), ()
        return replace(plain, letters=letters, given=given, rank=_rank(tensor))

    def _convex_term_formula(
        self, term: ConvexTerm, indices: tuple[Index, ...], scope: Scope
    ) -> Formula:
        """The formula of a convex term b f(a/b), as it is written in the field."""
        inner = {i: scope[at] for i, at in zip(term.letters, indices, strict=True)}
        a, b = (self.formula(argument, inner) for argument in (term.a, term.b))
        if term.function.grows and term.function.at_one is not None and not term.b:
            return times((a, self._slope(term.function)))
        one = Fraction(1)
        match term.function.name:
            case "entropy":
                return times((a, LogRatio(a, b)))
            case "square":
                return over(times((a, a)), b)
            case "excess":
                gap = Plus(((one, a), (-one, b)))
                return Enclosed(gap, "max( ", ", 0 )", "(", ")^{+}")
            case "root":
                root = Enclosed(times((a, b)), "√( ", " )", r"\sqrt{", "}")
                return Plus(((-one, root),))
        order = term.function.order or constant(1)
        sign, power = term.function.at_one, self.formula(order, scope)
        if sign is None:
            return Enclosed(
                *(
                    Plus(((one, power), (-one, ONE))),
                    "sgn( ",
                    f" )·{text(self._power_formula(a, b, power))}",
                ),
                *(r"\mathrm{sgn}(", rf")\,{latex(self._power_formula(a, b, power))}"),
            )
        return Plus(((Fraction(sign), self._power_formula(a, b, power)),) if sign else ())

    def _slope(self, function: Function) -> Symbol:
        """The symbol N, which nothing else in the proof has, for b f(a/b) at a = 1 and b = 0."""
        if function not in self.slopes:
            taken = {*self._taken_letters, *map(text, self.slopes.values())}
            names = chain(("N",), (f"N{k}" for k in count(1)))
            free = (name for name in names if name not in taken)
            self.slopes[function] = Symbol(next(free), rank=_SCALAR)
        return self.slopes[function]

    def _power_formula(self, a: Formula, b: Formula, power: Formula) -> Formula:
        """The formula b (a/b)^power of a convex term."""
        raised = f")^{{{latex(power)}}}"
        ratio = Enclosed(over(a, b), "( ", f" )^({text(power)})", "(", raised)
        return times((b, ratio))

    def reworded(self, reason: str) -> str:
        """The name of a fact, as the reason in a proof, with its tensors as they are printed."""
        for tensor in sorted(self._tensors, key=lambda t: -len(t.name)):
            if is_conditional(tensor) and tensor.name in reason:
                reason = reason.replace(tensor.name, self._text_at_any_letters(tensor))
            elif tensor.is_introduced or tensor.name == scalar(DELTA).name:
                printed = text(self._symbol_of(tensor))
                printed = f"log {printed}" if tensor.is_exponential else printed
                inner = tensor.number if tensor.is_introduced else tensor.name
                changed = re.sub(rf"(?<![\w']){re.escape(inner)}(?![\w'])", printed, reason)
                if changed != reason and tensor.is_introduced:
                    self.spoken.add(tensor)
                reason = changed
        return reason

    def _text_at_any_letters(self, tensor: Tensor) -> str:
        """The text that a proof prints for a tensor at generic letters."""
        indices = tuple(Index(a, f"{k}") for k, a in enumerate(tensor.alphabets))
        return text(self.symbol(tensor, indices, self.letters(indices, {})))

    def _symbol_of(self, tensor: Tensor) -> Symbol:
        """The symbol of a sequent's tensor in formulas, without letters."""
        return self._symbols_by_tensor[tensor]

    def _factor_formulas(self, monomial: Monomial, scope: Scope) -> list[Formula]:
        """The formulas of the factors of a sequent's monomial."""
        return [self._factor_formula(factor, scope) for factor in monomial]

    def _factor_formula(self, factor: Factor, scope: Scope) -> Formula:
        """The formula of a closed sum, with names such as P_Y for the distributions in it."""
        summed = {i for _, indices in factor for i in indices if i.is_bound}
        if not summed:
            return times(self.symbol(tensor, indices, scope) for tensor, indices in factor)
        parts = _joined_distributions([_Product((atom,)) for atom in factor], summed)
        left = sorted(summed - {i for part in parts for i in part.inner}, key=in_order)
        inner = {**scope, **self.letters(left, scope)}
        body = times(self._product_formula(part, inner) for part in parts)
        return SumOver(tuple(inner[i] for i in left), body) if left else body

    def _product_formula(self, part: _Product, scope: Scope) -> Formula:
        """The formula of a tensor, or of a named sum of distributions, at letters."""
        if not part.inner:
            ((tensor, indices),) = part.atoms
            return self.symbol(tensor, indices, scope)
        produced = {indices[k] for tensor, indices in part.atoms for k in tensor.stochastic}
        reach = sorted(part.reach, key=in_order)
        outputs = [i for i in reach if i in produced]
        inputs = [i for i in reach if i not in produced]
        places = {i: Index(i.alphabet, f"at{k}") for k, i in enumerate((*outputs, *inputs))}
        numbered = {i: bound(i.alphabet, k) for k, i in enumerate(sorted(part.inner))}
        table = {**places, **numbered}
        renamed = [(t, tuple(table[i] for i in indices)) for t, indices in part.atoms]
        (key,) = normalise(renamed, numbered.values())
        name = self._names_of_sums.get(key)
        if name is None:
            name = self._names_of_sums[key] = self._new_name(part.atoms, outputs, inputs, key)
            self._add_definition(name, outputs, inputs, part)
        letters = tuple(scope[i] for i in outputs)
        given = tuple(scope[i] for i in inputs)
        return replace(name, letters=letters, given=given)

    def _new_name(
        self, atoms: tuple[Atom, ...], outputs: list[Index], inputs: list[Index], key: Factor
    ) -> Symbol:
        """The symbol, such as P_Y, that a proof gives a sum of distributions and no other."""
        priors = sorted({self._symbol_of(t).stem for t, i in atoms if len(t.stochastic) == len(i)})
        other = {self._symbol_of(t).stem for t, i in atoms if len(t.stochastic) < len(i)}
        channels = in_short(sorted(other, key=numbers_in_order))
        stem = "".join(priors) if priors else "P"
        subscript = "" if inputs else "".join(in_short([i.alphabet for i in outputs]))
        generic = tuple(i.alphabet for i in outputs), tuple(i.alphabet for i in inputs)
        for superscript in ("", ".".join(channels), *(f"({k})" for k in range(2, 100))):
            name = Symbol(stem, subscript, superscript, *generic, rank=_MASS if priors else 5)
            taken = bool(self._spellings_in_use & _spellings(Symbol(stem, subscript, superscript)))
            if (
                not taken
                and self._meaning_by_spelling.setdefault(_common_spelling(name), key) is key
            ):
                break
        return name

    def _add_definition(
        self, name: Symbol, outputs: list[Index], inputs: list[Index], part: _Product
    ) -> None:
        """Add the definition of a named sum of distributions to the proof's definitions."""
        places = {i: Index(i.alphabet, f"at{k}") for k, i in enumerate((*outputs, *inputs))}
        generic = self.letters(places.values(), {})
        scope = {i: generic[places[i]] for i in places}
        full = {**scope, **self.letters(sorted(part.inner), scope)}
        body = times(self.symbol(tensor, indices, full) for tensor, indices in part.atoms)
        letters, given = (tuple(scope[i] for i in side) for side in (outputs, inputs))
        named = replace(name, letters=letters, given=given, rank=0)
        total = SumOver(tuple(full[i] for i in sorted(part.inner)), body)
        self.definitions.append(Definition(named, total))


def letters_for(
    indices: Iterable[Index], scope: Scope, others: frozenset[str] = frozenset()
) -> dict[Index, str]:
    """Plain letters x, x', x'' for the indices of a proof, apart from those in use.

    >>> letters_for([Index("X", "x'~"), Index("X", "x*0")], {Index("Y", "y"): "y"})
    {x'~: 'x', x*0: "x'"}
    """
    used, names = {*scope.values(), *others}, {}
    for index in indices:
        name = with_primes(re.sub(r"\W", "", index.alphabet).lower() or "x", used)
        used.add(name)
        names[index] = name
    return names


def in_order(index: Index) -> tuple[str, Index]:
    """A key, for the letters of a proof, by which Y2 comes before Y10."""
    return numbers_in_order(index.alphabet), index


def _joined_distributions(parts: list[_Product], summed: set[Index]) -> list[_Product]:
    """The parts of a formula's product, joined where a sum is a distribution again, as P_Y."""
    for index in sorted(summed):
        joined = [part for part in parts if index in part.reach]
        atoms = tuple(sorted(atom for part in joined for atom in part.atoms))
        inner = frozenset({index}).union(*(part.inner for part in joined))
        if _is_distribution(atoms, inner):
            rest = [part for part in parts if part not in joined]
            return _joined_distributions([*rest, _Product(atoms, inner)], summed - {index})
    return parts


def _is_distribution(atoms: tuple[Atom, ...], inner: frozenset[Index]) -> bool:
    """Whether a formula may name the sum over `inner` as one distribution of the other outputs."""
    if not all(
        t.stochastic and t.is_nonnegative and (t.role == "quotient" or not t.is_introduced)
        for t, _ in atoms
    ):
        return False
    produced = [indices[k] for t, indices in atoms for k in t.stochastic]
    if len(set(produced)) < len(produced) or not inner <= set(produced):
        return False
    if inner == set(produced):
        return False
    waiting, reached = list(atoms), {i for _, indices in atoms for i in indices} - set(produced)
    while waiting:
        ready = [
            atom
            for atom in waiting
            if all(i in reached for k, i in enumerate(atom[1]) if k not in atom[0].stochastic)
        ]
        if not ready:
            return False
        reached |= {i for _, indices in ready for i in indices}
        waiting = [atom for atom in waiting if atom not in ready]
    return True


def _grouped_sum(terms: list[tuple[Fraction, Counter[Formula]]]) -> Formula:
    """The formula of a sum, terms that differ in scalars alone grouped, positive ones first."""
    for event in {f: 0 for _, factors in terms for f in factors if f.rank == _EVENT}:
        without = [(c, factors) for c, factors in terms if event not in factors]
        opposite = [(-c, f - Counter([event])) for c, f in terms if event in f]
        alike = len(opposite) == len(without) > 1 and all(term in opposite for term in without)
        if alike:
            complement = Plus(((Fraction(1), ONE), (Fraction(-1), event)))
            return times((complement, _grouped_sum(without)))
    groups: dict[tuple[Formula, ...], list[tuple[Fraction, Counter[Formula]]]] = {}
    for c, factors in terms:
        scalars = Counter({f: n for f, n in factors.items() if f.rank <= _SIZE})
        rest = tuple(sorted((factors - scalars).elements(), key=repr))
        groups.setdefault(rest, []).append((c, scalars))
    grouped: list[tuple[Fraction, Formula]] = []
    for rest, members in groups.items():
        if len(members) == 1 or not rest:
            grouped += [(c, times((*scalars.elements(), *rest))) for c, scalars in members]
            continue
        common = members[0][1]
        for _, scalars in members[1:]:
            common = common & scalars
        inner = _positive_first([(c, times((s - common).elements())) for c, s in members])
        plain = next((c for c, body in inner if body == ONE), inner[0][0])
        sign = Fraction(-1 if plain < 0 else 1)
        bracket = Plus(tuple(_positive_first([(c * sign, body) for c, body in inner])))
        grouped.append((sign, times((*common.elements(), *rest, bracket))))
    if len(grouped) == 1 and grouped[0][0] == 1:
        return grouped[0][1]
    ordered = _positive_first(grouped)
    if len(ordered) == 2 and ordered[0] == (Fraction(1), ONE) and ordered[1][0] == -1:
        other = ordered[1][1]
        if isinstance(other, Alike):
            return Alike(other.left, other.right, differ=not other.differ)
    return Plus(tuple(ordered))


def _positive_first(terms: list[tuple[Fraction, Formula]]) -> list[tuple[Fraction, Formula]]:
    """The terms of a formula, positive ones first, and 1 before others."""
    return sorted(terms, key=lambda term: (term[0] < 0, term[1] != ONE))


LONGEST = 20
"""The characters of the longest name that is printed in a formula: a channel that is written out
has its entries as its name."""


def is_too_long(tensor: Tensor) -> bool:
    """Whether a tensor's name is too long for formulas, so that a letter is printed for it."""
    return bool(tensor.alphabets) and not tensor.role and len(tensor.name) > LONGEST


def _symbols_by_tensor(
    tensors: tuple[Tensor, ...], outcomes: Iterable[Index]
) -> dict[Tensor, Symbol]:
    """The symbol that the formulas of a proof have for each tensor of its sequent.

    A tensor of the claim keeps its name, spelled out where LaTeX would print two alike. A tensor
    with a long name, or one that the proof introduces, gets a letter, with a number where several
    get the same letter.
    """
    symbols: dict[Tensor, Symbol] = {}
    spellings: dict[str, str] = {}  # and the name that is spelled like it
    for index in outcomes:
        spellings |= dict.fromkeys(_spellings(Symbol(index.name)), index.name)
    for tensor in sorted(tensors, key=lambda t: t.name.isascii()):
        if not tensor.is_introduced and not is_too_long(tensor):
            name = tensor.number if not tensor.is_size else tensor.name
            symbol = Symbol(f"exp({name})" if tensor.is_exponential else name)
            clash = spellings.get(latex(symbol), name) != name
            symbols[tensor] = replace(symbol, spelled=True) if clash else symbol
            own = _spellings(symbols[tensor]) | _spellings(Symbol(name))
            spellings = {**dict.fromkeys(own, name), **spellings}
    letters = {
        tensor: ("K", "") if is_too_long(tensor) else _letter_and_number(tensor)
        for tensor in tensors
        if tensor.is_introduced or is_too_long(tensor)
    }
    often = Counter(letter for letter, _ in letters.values())
    for tensor, (letter, number) in letters.items():
        if is_conditional(tensor):
            symbols[tensor] = Symbol("P", superscript=_distinguishing_names(tensor, tensors))
            continue
        first = "" if often[letter] == 1 else number or "1"
        free = (Symbol(letter, n) for n in chain((first,), map(str, count(1))))
        symbols[tensor] = next(s for s in free if spellings.keys().isdisjoint(_spellings(s)))
        spellings |= dict.fromkeys(_spellings(symbols[tensor]), text(symbols[tensor]))
    return symbols


def _spellings(name: Symbol) -> set[str]:
    """The spellings of a formula's symbol, as text and in LaTeX."""
    return {text(name), latex(name)}


def _letter_and_number(tensor: Tensor) -> tuple[str, str]:
    """The letter and the number of a formula's symbol for a tensor that a proof introduces."""
    if tensor.role == "logarithm":
        return "L", ""
    stem = tensor.number.rstrip("0123456789")
    return "u" if tensor.is_exponential else stem, tensor.number[len(stem) :]


def _distinguishing_names(tensor: Tensor, tensors: tuple[Tensor, ...]) -> str:
    """The superscript, in formulas, that tells a conditional distribution from its like."""
    shape = tensor.alphabets, tensor.stochastic
    alike = [t for t in tensors if is_conditional(t) and (t.alphabets, t.stochastic) == shape]
    return "" if len(alike) == 1 else re.sub(r"[^\w,|]", "", tensor.name)


def is_conditional(tensor: Tensor) -> bool:
    """Whether a tensor is a measure's conditional distribution, which formulas write P(z|y)."""
    return tensor.role == "quotient" and bool(tensor.stochastic)


def _rank(tensor: Tensor) -> int:
    """The place of a tensor in the order of a formula's product."""
    if not tensor.alphabets:
        return _SIZE if tensor.is_size else _SCALAR
    if tensor.is_introduced and tensor.role not in ("quotient", "logarithm"):
        return _EVENT
    return _MASS if len(tensor.stochastic) == len(tensor.alphabets) else _CHANNEL


def _common_spelling(name: Symbol) -> str:
    """A text that is equal for two symbols that a reader of a proof could confuse."""
    stem = f"{name.stem}_{name.subscript}" if name.subscript else name.stem
    return f"{stem}^{name.superscript}({len(name.letters)}|{name.given})"
