"""Closed forms, what `derive` returns, and how their expressions are printed.

A closed form has one or more parts. Each part is an expression in the parameters and prior masses,
with a label that names it and, at an outcome, the outcome's name. It is printed as a line of text
in the words of the claim language, exp(1) and not E, and as LaTeX.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import sympy
from sympy.polys.rings import PolyElement
from sympy.printing.latex import LatexPrinter
from sympy.printing.str import StrPrinter

from pmlsym.closed_forms.forms.dominance import Proof, Prover, Sign
from pmlsym.closed_forms.forms.expression_value import exact_value, expression_at, number_of
from pmlsym.closed_forms.forms.form import Form
from pmlsym.closed_forms.forms.frame import COUNT, Frame
from pmlsym.closed_forms.forms.presentation import Presentation
from pmlsym.closed_forms.forms.rational_functions import places_in
from pmlsym.closed_forms.forms.short_expressions import in_short
from pmlsym.closed_forms.own_channels.constructors import to_sympy
from pmlsym.errors import InvalidInput, OutOfDomain, Unsupported
from pmlsym.model.distribution import UNIFORM
from pmlsym.numbers.number import Ball, Number, number

if TYPE_CHECKING:
    from pmlsym.closed_forms.forms.regions import FormRegion

CAN_OCCUR = "can occur"  # how an assumption about outcomes ends
FULL_SUPPORT = "p(x) > 0 for every x"
LATEX_NAMES = {"eps": r"\varepsilon"} | {
    f"{mass}_{end}": f"{mass}_{{\\{end}}}" for mass in "pqmn" for end in ("min", "max")
}


@dataclass(frozen=True)
class FormPart:
    """One expression of a closed form, in nats if it is a leakage.

    It is meant where the polynomials in `occurs` are positive: where its outcomes can occur.
    """

    label: str
    outcome: str
    form: Form
    expr: sympy.Expr
    occurs: tuple[PolyElement, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class ClosedForm:
    """A closed form with its domain, its assumptions and the evidence for it.

    `expr` is the expression (a tuple of them, in outcome order, at each outcome of a concrete
    alphabet), `assumptions` what is assumed besides the domain, `evidence` the facts that were
    proved on the way, `checked` how often the form was compared with the exact evaluator.
    """

    family: str
    quantity: str
    parts: tuple[FormPart, ...]
    parameters: tuple[str, ...]
    domain: tuple[str, ...]
    assumptions: tuple[str, ...]
    facts: tuple[Proof | Sign, ...] = field(repr=False)
    checked: int = 0
    per_outcome: bool = False
    prover: Prover = field(repr=False)
    presentation: Presentation = field(repr=False)
    conditions: tuple[tuple[sympy.Expr, str], ...] = field(default=(), repr=False)
    given: Mapping[sympy.Basic, sympy.Basic] = field(default_factory=dict, repr=False)

    @property
    def frame(self) -> Frame:
        """The frame in which this closed form was computed, with its parameters' data."""
        return self.presentation.frame

    @property
    def expr(self) -> sympy.Basic:
        """This closed form's SymPy expression, or the tuple of its parts' expressions."""
        if len(self.parts) == 1:
            return self.parts[0].expr
        return sympy.Tuple(*(part.expr for part in self.parts))

    def latex(self) -> str:
        """The LaTeX of this closed form's expression."""
        return to_latex(self.expr)

    def _repr_latex_(self) -> str:
        """The LaTeX in which a notebook shows this closed form."""
        return f"$\\displaystyle {self.latex()}$"

    @cached_property
    def evidence(self) -> tuple[Proof, ...]:
        """The proved facts, such as dominance, on which this closed form rests."""
        return tuple(
            Proof(f"{self.presentation.polynomial(fact.polynomial)} {fact.relation} 0", fact.by)
            if isinstance(fact, Sign)
            else fact
            for fact in self.facts
        )

    def __repr__(self) -> str:
        return expression_text(self.expr)

    @cached_property
    def regions(self) -> tuple[FormRegion, ...]:
        """The regions on which one expression is this closed form, proved to cover all."""
        if len(self.parts) > 1:
            raise InvalidInput("regions are of one expression; ask for those of a single outcome")
        from pmlsym.closed_forms.forms.regions import regions_of

        return regions_of(self.parts[0].form, self.prover, self.presentation)

    def at(self, **values: object) -> sympy.Basic:
        """This closed form's exact value at given parameters and sizes; float(..) is a decimal.

        `prior` gives all masses p1, p2, .. at once: [1/3, 2/3], "1/3,2/3", or "uniform" where the
        channel has a number of letters. Raises InvalidInput at a value outside the domain, or an
        unknown name.

        >>> from pmlsym import derive
        >>> form = derive("z-channel").forms["pml"]
        >>> form.at(a="1/2", prior="1/3,2/3"), float(form.at(a="1/2", prior="uniform"))
        (-log(2/3), 0.6931471805599453)
        """
        return self.put(values).expr

    def put(self, values: Mapping[str, object]) -> ClosedForm:
        """The closed form with some parameters replaced by values or expressions.

        Raises InvalidInput at a value outside the domain, or an unknown name.
        """
        if "prior" in values:
            values = {**values, "prior": self._masses_given(values["prior"])}
        by_symbol = self._values_by_symbol(values)
        self._require_in_domain(by_symbol)
        lists = self._letter_lists(values, by_symbol)
        parts = tuple(
            replace(p, expr=in_short(self._expression_at(p, by_symbol, lists))) for p in self.parts
        )
        return replace(self, parts=parts, given={**self.given, **by_symbol})

    def under(self, masses: Sequence[sympy.Expr], where: Sequence[str]) -> ClosedForm:
        """The closed form under a prior with these masses, positive on the domain `where`."""
        least, most = (each(*masses, evaluate=False) for each in (sympy.Min, sympy.Max))
        named = {"p_min": least, "p_max": most}
        named |= {f"p{k + 1}": mass for k, mass in enumerate(masses)}
        by_symbol = {s: named[str(s)] for s in self._symbols_shown() if str(s) in named}
        lists = {"p": tuple(masses)}
        parts = tuple(replace(p, expr=expression_at(p.expr, by_symbol, lists)) for p in self.parts)
        left = sympy.Tuple(*(p.expr for p in parts)).atoms(sympy.core.function.AppliedUndef)
        if left:
            names = ", ".join(sorted(map(str, left)))
            raise Unsupported(f"{names} of masses in letters is not known; give numbers")
        others = tuple(text for text in self.assumptions if text != FULL_SUPPORT)
        return replace(self, parts=parts, domain=(*self.domain, *where), assumptions=others)

    def with_known_values(
        self, values: Mapping[str, object], numbers: Sequence[Number]
    ) -> ClosedForm:
        """The closed form, with numbers in the place of the parts that do not apply at the values.

        A part does not apply where one of its outcomes cannot occur.
        """
        symbols = {str(s): s for s in self._symbols_shown()}
        by_symbol = {
            symbols[name]: to_sympy(v, name) for name, v in values.items() if name in symbols
        }
        beyond = not self.is_in_domain(by_symbol)
        parts = tuple(
            replace(part, expr=number_shown(number))
            if beyond or self._is_of_null_outcome(part, by_symbol)
            else part
            for part, number in zip(self.parts, numbers, strict=True)
        )
        if self.per_outcome or parts == self.parts:
            return replace(self, parts=parts)
        if not any(self._is_of_null_outcome(part, by_symbol) for part in self.parts):
            return replace(self, parts=parts, assumptions=())
        texts = tuple(text for text in self.assumptions if not text.endswith(CAN_OCCUR))
        at = ", ".join(f"{symbol} = {value}" for symbol, value in by_symbol.items())
        note = f"{at}, where an outcome cannot occur"
        return replace(self, parts=parts, assumptions=(*texts, note))

    def _is_of_null_outcome(self, part: FormPart, given: Mapping[sympy.Basic, sympy.Basic]) -> bool:
        """Whether an outcome of the closed form's part cannot occur at given values."""
        masses = (self.presentation.polynomial(p).subs(given) for p in part.occurs)
        return any(mass == 0 for mass in masses)

    def _expression_at(
        self,
        part: FormPart,
        given: Mapping[sympy.Basic, sympy.Basic],
        lists: Mapping[str, Sequence[Any]],
    ) -> sympy.Basic:
        """A closed form's part at given symbols; an outcome that cannot occur leaks zero."""
        if self.per_outcome and self._is_of_null_outcome(part, given):
            return sympy.Integer(0)
        return expression_at(part.expr, given, lists)

    def number_at(self, values: Mapping[str, Number]) -> Number | None:
        """The number of this closed form's one part at values of its symbols, by name.

        None outside what the closed form assumes, and where it has no value. Raises InvalidInput at
        values that are not numbers of the library; `at` takes any.
        """
        if not all(isinstance(value, Number) for value in values.values()):
            raise InvalidInput("number_at is for Numbers; write .at(a='1/2', prior=[..])")
        (part,) = self.parts
        by_symbol = {s: values[str(s)] for s in self._symbols_shown() if str(s) in values}
        ones = dict.fromkeys(by_symbol, sympy.Integer(1))
        try:
            for condition, relation in self.conditions:
                if not condition.xreplace(ones).free_symbols:  # all of its symbols have values
                    sign = exact_value(condition, by_symbol, {}).sign()
                    if sign < 0 or (sign == 0 and relation == ">"):
                        return None
            return exact_value(part.expr, by_symbol, {})
        except OutOfDomain:
            return None

    def numbers(self) -> tuple[Number, ...] | None:
        """The values of this closed form's parts; None if a symbol is left."""
        written = [part.expr for part in self.parts]
        if any(e.free_symbols or e.atoms(sympy.core.function.AppliedUndef) for e in written):
            return None
        return tuple(map(number_of, written))

    def _masses_given(self, value: object) -> object:
        """The prior masses to put into this closed form, of a text such as "uniform"."""
        counts = [count for count in self.frame.priors.values() if count is not None]
        if value == UNIFORM and counts:
            return [sympy.Rational(1, counts[0])] * counts[0]
        masses = value.split(",") if isinstance(value, str) and "," in value else value
        if not isinstance(masses, Sequence) or isinstance(masses, str):
            return masses
        return [str(mass) if isinstance(mass, float) else mass for mass in masses]

    def _values_by_symbol(self, values: Mapping[str, object]) -> dict[sympy.Basic, sympy.Basic]:
        """Values by this closed form's symbols; raises InvalidInput at an unknown name."""
        by_symbol: dict[sympy.Basic, sympy.Basic] = {}
        symbols = {str(s): s for s in self._symbols_shown()}
        for name, value in values.items():
            if name == "prior":
                by_symbol |= self._masses_by_symbol(value, symbols)
                continue
            if name not in symbols and name not in self.parameters:
                names = ", ".join(sorted({*symbols, *self.parameters}))
                raise InvalidInput(f"{name} is no parameter here; there are {names}")
            by_symbol[symbols.get(name, sympy.Symbol(name))] = to_sympy(value, name)
        return by_symbol

    def _letter_lists(
        self, values: Mapping[str, object], given: Mapping[sympy.Basic, sympy.Basic]
    ) -> dict[str, tuple[Any, ...]]:
        """The lists p(1), p(2), .. of masses that this closed form's sums read."""
        masses = values.get("prior")
        if isinstance(masses, Sequence) and not isinstance(masses, str):
            masses = [to_sympy(mass, "a mass of the prior") for mass in masses]
        sizes = {str(s): int(v) for s, v in given.items() if v.is_Integer}
        needed = {a.func.__name__ for a in self.expr.atoms(sympy.core.function.AppliedUndef)}
        tables = {}
        for tensor, incidence in self.frame.content.incidences.items():
            if needed & {COUNT, incidence.mass}:  # a table of all outcomes can be large
                with suppress(KeyError):
                    tables[tensor] = incidence.entries(sizes)
        return self.frame.letter_lists(masses if isinstance(masses, list) else None, tables)

    def _masses_by_symbol(
        self, value: object, symbols: Mapping[str, sympy.Basic]
    ) -> dict[sympy.Basic, sympy.Basic]:
        """A prior's masses by this closed form's symbols; InvalidInput if it is not one."""
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise InvalidInput(
                "the prior is its masses, one for each letter: [1/3, 2/3], '1/3,2/3'"
            )
        masses = [to_sympy(mass, "a mass of the prior") for mass in value]
        for count in self.frame.priors.values():
            if count is not None and len(masses) != count:
                count_text = f"the prior has {len(masses)} masses"
                raise InvalidInput(f"{count_text}, the channel {count} letters")
        if FULL_SUPPORT in self.assumptions and 0 in masses:
            raise InvalidInput(
                "a letter has no mass, and this closed form is for p(x) > 0 for every x; "
                "`pmlsym derive --prior` derives it on the other letters"
            )
        if sum(masses) != 1 or any(mass < 0 for mass in masses):
            raise InvalidInput(f"the masses sum to {sum(masses)}, not 1, or one is negative")
        named = masses_by_name(masses)
        return {symbols[name]: mass for name, mass in named.items() if name in symbols}

    def _symbols_shown(self) -> set[sympy.Basic]:
        """All symbols in this closed form and its conditions, masses p(y) among them."""
        occurs = [self.presentation.polynomial(p) for part in self.parts for p in part.occurs]
        shown = sympy.Tuple(self.expr, *(c for c, _ in self.conditions), *occurs)
        symbols: set[sympy.Basic] = set(shown.free_symbols)
        symbols.update(shown.atoms(sympy.core.function.AppliedUndef))
        return symbols

    def _require_in_domain(self, given: Mapping[sympy.Basic, sympy.Basic]) -> None:
        """Raises InvalidInput if values fail a condition of this closed form."""
        given = {**self.given, **given}
        for count in self.frame.priors.values():
            masses = [given.get(sympy.Symbol(f"p{k + 1}")) for k in range(count or 0)]
            if masses and None not in masses and sympy.Add(*masses) != 1:
                raise InvalidInput(f"the masses sum to {sympy.Add(*masses)}, not 1")
        for condition, relation in self.conditions:
            if _condition_fails(condition, relation, given):
                at = ", ".join(f"{s} = {float(v) if v.is_Float else v}" for s, v in given.items())
                if self._is_about_outcomes(condition):
                    raise InvalidInput(
                        f"at {at} an outcome cannot occur, and this closed form does not hold "
                        f"there: it needs {condition} > 0; where the prior and all parameters are "
                        "given, `pmlsym derive` prints the exact value"
                    )
                raise InvalidInput(f"outside the domain: {condition} {relation} 0 fails at {at}")

    def is_in_domain(self, given: Mapping[sympy.Basic, sympy.Basic]) -> bool:
        """Whether values, and those given before, fail no condition of this closed form."""
        values = {**self.given, **given}
        return not any(_condition_fails(c, relation, values) for c, relation in self.conditions)

    def _is_about_outcomes(self, condition: sympy.Expr) -> bool:
        """Whether this closed form's condition says that outcomes can occur."""
        return any(
            condition == self.presentation.polynomial(polynomial)
            for part in self.parts
            for polynomial in part.occurs
        )


def _condition_fails(
    condition: sympy.Expr, relation: str, given: Mapping[sympy.Basic, sympy.Basic]
) -> bool:
    """Whether a closed form's condition is false at values; not if some symbol has no value."""
    value = condition.subs(given)
    if value.free_symbols or value.atoms(sympy.core.function.AppliedUndef):
        return False
    ok = value > 0 if relation == ">" else value >= 0 if relation == ">=" else value == 0
    return bool(ok != True)  # noqa: E712  (a SymPy truth value)


def number_shown(value: Number) -> sympy.Expr:
    """A number as a closed form's expression, in decimals if only its ends are known."""
    return sympy.Float(float(value)) if isinstance(value, Ball) else to_sympy(value)


def masses_by_name(masses: Sequence[Any]) -> dict[str, Any]:
    """The masses of a prior, if there is one, by the names that closed forms have for them.

    >>> masses_by_name([0.25, 0.75])
    {'p1': 0.25, 'p2': 0.75, 'p_min': 0.25, 'p_max': 0.75}
    """
    named = {f"p{k + 1}": mass for k, mass in enumerate(masses)}
    return named | ({"p_min": min(masses), "p_max": max(masses)} if masses else {})


def numbers_by_symbol(
    values: Mapping[str, Number], masses: Sequence[Fraction]
) -> dict[sympy.Basic, Number]:
    """The values of the symbols of a closed form: of its parameters, and of the prior masses."""
    numbers = {**values, **masses_by_name(list(map(number, masses)))}
    return {sympy.Symbol(name): value for name, value in numbers.items()}


def expression_text(expr: sympy.Basic) -> str:
    """The text of a closed form's expression, as it is typed.

    >>> expression_text(1 - sympy.log(sympy.E - 1))
    '1 - log(-1 + exp(1))'
    """
    return str(_TextPrinter().doprint(expr))


class _LatexPrinter(LatexPrinter):  # type: ignore[misc]
    """LaTeX of sums in which no term with a minus stands first, unless all have one."""

    def _as_ordered_terms(self, expr: sympy.Expr, order: Any = None) -> list[sympy.Expr]:
        """The terms of a closed form's sum, those with a minus sign last in LaTeX."""
        terms = super()._as_ordered_terms(expr, order=order)
        return sorted(terms, key=lambda term: bool(term.could_extract_minus_sign()))


def to_latex(expression: sympy.Basic) -> str:
    r"""A closed form's SymPy expression in LaTeX, with the names of symbols that papers use.

    >>> to_latex(sympy.Symbol("eps") - sympy.log(sympy.Symbol("p_min")))
    '\\varepsilon - \\log{\\left(p_{\\min} \\right)}'
    >>> to_latex(1 - sympy.Symbol("p2") * sympy.Symbol("a"))
    '1 - a p_{2}'
    """
    names = {
        symbol: LATEX_NAMES[str(symbol)]
        for symbol in expression.free_symbols
        if str(symbol) in LATEX_NAMES
    }
    return str(_LatexPrinter({"symbol_names": names}).doprint(expression))


def positivity_texts(conditions: Sequence[PolyElement], presentation: Presentation) -> list[str]:
    """A closed form's conditions as texts, such as a > 0, b < 1 and eps > log(2)."""
    return list(
        dict.fromkeys(_positivity_text(polynomial, presentation) for polynomial in conditions)
    )


def _positivity_text(polynomial: PolyElement, presentation: Presentation) -> str:
    """A closed form's condition as text, solved for a symbol where it is linear."""
    places = places_in(presentation.frame.field(polynomial))
    shown = presentation.polynomial(polynomial)
    if len(places) != 1 or max(map(sum, polynomial.itermonoms())) > 1:
        return f"{shown} > 0"
    generator = polynomial.ring.gens[places.pop()]
    slope = polynomial.coeff(generator)
    bound = presentation.polynomial((slope * generator - polynomial) / slope)
    relation, name = ">" if slope > 0 else "<", presentation.polynomial(generator)
    if name.is_Symbol or not bound.is_positive:
        return f"{name} {relation} {bound}"
    if not isinstance(name, sympy.exp):
        return f"{shown} > 0"
    scale, symbol = name.args[0].as_coeff_Mul()
    turned = {">": "<", "<": ">"}[relation] if scale < 0 else relation
    return f"{symbol} {turned} {sympy.log(bound) / scale}"


class _TextPrinter(StrPrinter):  # type: ignore[misc]  # SymPy has no types
    """SymPy's printer, with the words of the claim language for numbers."""

    def _print_Exp1(self, expr: sympy.Basic) -> str:
        """The text exp(1) for the number e in a closed form."""
        return "exp(1)"
