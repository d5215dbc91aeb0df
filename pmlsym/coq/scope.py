"""The scope of one theorem: its names, their values in Coq, and its assumptions about them.

A tensor of the claim is a function of letters, and the theorem assumes its declarations; a
quotient, the distribution of one outcome given another, is one too. A level is a number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.polynomial import atom as entry
from pmlsym.calculus.substitution import replace_tensor
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claims.subjects import Subjects
from pmlsym.coq.expression import (
    ONE,
    At,
    Binary,
    CoqSum,
    Expression,
    Letters,
    Num,
    common_denominator,
    fresh,
    sides,
    sum_of,
    to_expression,
    to_polynomial,
)
from pmlsym.errors import Unsupported
from pmlsym.language.value import (
    Exceeds,
    ExcessRatio,
    FractionalEvent,
    Larger,
    Largest,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)
from pmlsym.lowering.level import Level

Names = Mapping[Index, str]
Part = Expression | Polynomial | Value
UNIT = constant(1)
SURE = "(positive_ok dF_ erefl isT)"
"""The proof that a number is positive by the declarations alone."""
WORDS = {FractionalEvent: "Event", ExcessRatio: "Excess"}
"""The nodes with another name in Coq."""
SIGNS = {">=": "<=", ">": "<", "==": "="}
FLAGS = ("nonnegative", "positive", "at_most_one", "indicator", "stochastic")
"""The declarations of a tensor, in the order of `decl_ok` in `proofs/coq/FiniteTypes.v`."""
ZERO = {"nonnegative": "zero_ge0 R", "at_most_one": "zero_le1 R", "indicator": "zero_twice R"}
"""The proofs that zero satisfies the declarations."""


class Scope:
    """The names of one theorem, its binders and conditions.

    `values` has the term of a tensor in Coq, `proofs` the proofs of its declarations, `outcomes`
    the names of the free letters of the claim, and `lemmas` the first lines of the proof.
    """

    def __init__(
        self, about: Subjects, tensors: Sequence[Tensor], alphabets: Sequence[str]
    ) -> None:
        """Name and declare the tensors of some certificates."""
        self.about, self.alphabets = about, tuple(alphabets)
        self.tensors = {t.name: t for t in tensors}
        self.outcomes: dict[Index, str] = {Index(a, y): y for y, a in about.outcomes.items()}
        self.values: dict[str, str] = {}
        self.proofs: dict[str, tuple[str, ...]] = {}
        self.binders = [f"(in_{a}_ : {a})" for a in alphabets]
        self.binders += [f"({y} : {a})" for y, a in about.outcomes.items() if a in alphabets]
        self.conditions: list[str] = []
        self.lemmas: list[str] = []
        self._count = 0

    # ---- names ----

    def new_names(self, letters: Letters) -> tuple[str, ...]:
        """New names of letters in Coq's theorem."""
        names = []
        for i in letters:
            self._count += 1
            names.append(f"{i.alphabet.lower()}{self._count}'")
        return tuple(names)

    def add_condition(self, text: str) -> str:
        """Assume the text in Coq's theorem, and return the assumption's name in the proof."""
        if text not in self.conditions:
            self.conditions.append(text)
        return f"said{self.conditions.index(text)}_"

    def declare(self, tensor: Tensor, name: str, flag_proofs: Mapping[str, str]) -> None:
        """Declare in Coq a function, or a number, that the theorem is about.

        `known` has proofs of some flags; the theorem assumes the others.
        """
        alphabets = [*tensor.alphabets, "R"]
        self.binders.append(f"({name} : {' -> '.join(alphabets)})")
        letters = tuple(Index(a, f"place{k}") for k, a in enumerate(tensor.alphabets))
        names = dict(zip(letters, self.new_names(letters), strict=True))
        self.values[tensor.name] = name
        at = self.text(At(tensor, letters), names)
        free_letters = tuple(i for k, i in enumerate(letters) if k not in tensor.stochastic)
        row_sum = sum_of(tuple(i for i in letters if i not in free_letters), At(tensor, letters))
        statements = {
            "nonnegative": f"0 <= {at}",
            "positive": f"0 < {at}",
            "at_most_one": f"{at} <= 1",
            "indicator": f"{at} * {at} = {at}",
            "stochastic": f"{self.text(row_sum, names)} = 1",
        }
        places = {"stochastic": free_letters}
        proofs = {
            flag: flag_proofs[flag]
            if flag in flag_proofs
            else self.add_condition(
                for_all_text(names, places.get(flag, letters), statements[flag])
            )
            for flag in FLAGS
            if getattr(tensor, flag) and not (flag == "nonnegative" and tensor.positive)
        }
        if tensor.positive and not letters:
            proofs["nonnegative"] = f"(ltW {proofs['positive']})"
        self.proofs[tensor.name] = tuple(
            proofs[flag] if getattr(tensor, flag) else "I" for flag in FLAGS
        )

    def name_witness(self, tensor: Tensor, name: str, **proofs: str) -> None:
        """Name a tensor that Coq's proof introduced, with proofs of its declarations."""
        self.values[tensor.name] = name
        declared = self.tensors[tensor.name]
        self.proofs[tensor.name] = tuple(
            proofs[flag] if getattr(declared, flag) else "I" for flag in FLAGS
        )

    def value_and_proofs(self, tensor: Tensor) -> tuple[str, tuple[str, ...]]:
        """The term of a tensor in Coq, and its proofs; zero if the theorem does not name it."""
        if tensor.name in self.values:
            return self.values[tensor.name], self.proofs[tensor.name]
        if tensor.positive or tensor.stochastic:
            raise Unsupported(f"no value of {tensor}")
        binders = f"fun {' '.join(f'(_ : {a})' for a in tensor.alphabets)} => "
        start = binders if tensor.alphabets else ""
        proofs = (f"({start}{ZERO[f]})" if getattr(tensor, f) else "I" for f in FLAGS)
        return f"({start}0 : R)", tuple(proofs)

    def declared_form(self, p: Polynomial) -> Polynomial:
        """The polynomial with tensors of Coq's certificates in place of their namesakes."""
        for tensor in p.tensors:
            declared = self.tensors.get(tensor.name, tensor)
            if declared.alphabets != tensor.alphabets:
                raise Unsupported("certificates that prove something else")
            if declared != tensor:
                places = fresh(Index(a, "") for a in tensor.alphabets)
                p = replace_tensor(p, tensor, places, entry(declared, *places))
        return p

    def read(self, p: Polynomial) -> Expression:
        """The polynomial as an expression for Coq. Raises Unsupported if it has fractions."""
        return to_expression(self.declared_form(p))

    # ---- what a person reads ----

    def text(self, part: Part, names: Names, *, tight: bool = False) -> str:
        """The text in Coq's statement of an expression, a polynomial or a value.

        `tight` puts parentheses around it where an operator outside needs them.
        """
        if isinstance(part, Value):
            return self._value_text(part, names, tight)
        return self._number_text(
            self.read(part) if isinstance(part, Polynomial) else part, names, tight
        )

    def _number_text(self, e: Expression, names: Names, tight: bool) -> str:
        """The text in Coq's statement of an expression."""
        match e:
            case At(tensor) if tensor.is_size:
                return f"#|{tensor.counted}|%:R"
            case At(tensor, letters):
                if tensor.name not in self.values:
                    raise Unsupported(f"no value of {tensor}")
                all_names = {**self.outcomes, **names}
                text = " ".join((self.values[tensor.name], *(all_names[i] for i in letters)))
                return f"({text})" if tight and letters else text
            case Num(value):
                return str(value) if value in (0, 1) else f"{value}%:R"
            case Binary("Mul", left, right):
                first = self.text(left, names, tight=not _is_product(left))
                text = f"{first} * {self.text(right, names, tight=True)}"
            case Binary(word, left, right):
                sign = "+" if word == "Add" else "-"
                last = self.text(right, names, tight=not _is_product(right))
                first = self.text(left, names, tight=isinstance(left, CoqSum))
                text = f"{first} {sign} {last}"
            case CoqSum(letter, body):
                (name,) = self.new_names((letter,))
                inner = self.text(body, {**names, letter: name}, tight=not _is_product(body))
                text = f"\\sum_({name} : {letter.alphabet}) {inner}"
            case _:
                raise TypeError(e)
        return f"({text})" if tight else text

    def function_text(self, letters: Letters, names: Names, part: Part) -> str:
        """The text in Coq of a polynomial or a value as a function of letters."""
        new_names = dict(zip(letters, self.new_names(letters), strict=True))
        bound = " ".join(f"({name} : {i.alphabet})" for i, name in new_names.items())
        return f"(fun {bound} => {self.text(part, {**names, **new_names})})%R"

    def level_parts(self, level: Level) -> tuple[Expression, Expression, str]:
        """A level's top and bottom as expressions, and its text in Coq's statement."""
        top, bottom = self.declared_form(level.numerator), self.declared_form(level.denominator)
        common = common_denominator(top, bottom)
        a, b = to_expression(top * common), to_expression(bottom * common)
        text = self.text(a, {}, tight=True)
        return a, b, text if b == ONE else f"({text} / {self.text(b, {}, tight=True)})"

    def comparison_text(self, p: Polynomial, relation: str, letters: Letters) -> str:
        """Coq's statement that a polynomial is positive, >= 0 or zero, for all letters."""
        names = dict(zip(letters, self.new_names(letters), strict=True))
        less, more = sides(self.declared_form(p))
        left, right = self.text(less, names), self.text(more, names)
        return for_all_text(names, letters, f"{left} {SIGNS[relation]} {right}")

    def _value_text(self, value: Value, names: Names, tight: bool) -> str:
        """The text of a value as a term of Coq's `value` in `proofs/coq/Values.v`."""
        match value:
            case Larger((only,)):
                return self.text(only, names, tight=tight)
            case Largest(over, body, where) | Smallest(over, body, where):
                return self._binder_text(type(value).__name__, over, body, where, names, tight)
            case Total(over, body):
                return self._binder_text("Total", over, body, UNIT, names, tight)
            case FractionalEvent() | ExcessRatio():
                parts = self._event_parts(value, names)
            case Ratio(first, last) | Weighted(first, last) | Exceeds(first, last):
                parts = [self.text(part, names, tight=True) for part in (first, last)]
            case Larger((only, *rest)):
                parts = [self.text(v, names, tight=True) for v in (only, Larger(tuple(rest)))]
            case _:
                raise Unsupported(f"{value.words} is no value in Coq")
        text = " ".join((WORDS.get(type(value), type(value).__name__), *parts))
        return f"({text})" if tight else text

    def _binder_text(
        self,
        word: str,
        over: Letters,
        body: Value,
        where: Polynomial,
        names: Names,
        tight: bool,
    ) -> str:
        """The text of a node in Coq that binds letters one by one; the last may have a guard."""
        new_names = self.new_names(over)
        all_names = {**names, **dict(zip(over, new_names, strict=True))}
        inner = self.text(body, all_names, tight=where != UNIT)
        if where != UNIT:
            inner = f"Where {self.text(where, all_names, tight=True)} {inner}"
        for letter, name in reversed([*zip(over, new_names, strict=True)]):
            inner = f"{word} (fun {name} : {letter.alphabet} => {inner})"
        return f"({inner})" if tight else inner

    def _event_parts(self, event: FractionalEvent | ExcessRatio, names: Names) -> list[str]:
        """The texts in Coq of the parts of an event of letters, or of pairs of them."""
        over = event.over
        variable, kind = self.new_names(over)[0], over[0].alphabet
        places = [variable]
        if len(over) == 2:
            places = [f"{variable}.1", f"{variable}.2"]
            kind = f"[finType of {kind} * {over[1].alphabet}]"
        elif len(over) > 2:
            raise Unsupported("an event of more than pairs of letters")
        all_names = {**names, **dict(zip(over, places, strict=True))}
        bodies = (self.text(p, all_names) for p in (event.part, event.mass))
        functions = (f"(fun {variable} : {kind} => {body})" for body in bodies)
        return [*functions, self.text(event.delta, names, tight=True)]

    # ---- signs ----

    def proof_of_positivity(self, e: Expression) -> str:
        """Coq's proof that a number is positive: declared, by a lemma, or assumed.

        The lemma is for a mean of two positive numbers, m a + (1 - m) b.
        """
        if _surely_positive(e):
            return SURE
        text, p = self.text(e, {}), to_polynomial(e)
        for m in (t for t in p.tensors if t.at_most_one and t.nonnegative):
            at_one, at_zero = (replace_tensor(p, m, (), constant(c)) for c in (1, 0))
            parts = [*map(to_expression, (at_one, at_zero))]
            is_mean = p == entry(m) * at_one + (1 - entry(m)) * at_zero
            if is_mean and all(map(_surely_positive, parts)):
                name = f"positive{len(self.lemmas)}_"
                first, last = (self.text(part, {}, tight=True) for part in parts)
                mean_weight, proofs = self.values[m.name], self.proofs[m.name]
                mean = f"{mean_weight} * {first} + (1 - {mean_weight}) * {last}"
                self.lemmas.append(
                    f"have {name} : (0 < {text})%R.\n"
                    f"  rewrite (_ : {text} = {mean})%R; last by ring.\n"
                    f"  by apply: (between {proofs[0]} {proofs[2]}); positive."
                )
                return name
        return self.add_condition(f"0 < {text}")


def for_all_text(names: Names, letters: Letters, statement: str) -> str:
    """The text of Coq's statement for all letters."""
    if not letters:
        return statement
    bound = " ".join(f"({names[i]} : {i.alphabet})" for i in letters)
    return f"(forall {bound}, {statement})"


def lambda_text(names: Sequence[str], body: str) -> str:
    """The text of Coq's function with these arguments; the body alone if there are none."""
    return f"(fun {' '.join(names)} => {body})" if names else body


def _is_product(e: Expression) -> bool:
    """Whether an expression for Coq needs no parentheses in a sum, being a product."""
    return isinstance(e, At | Num) or (isinstance(e, Binary) and e.word == "Mul")


def _surely_positive(e: Expression) -> bool:
    """Whether Coq's `surely_positive` in `proofs/coq/Lowering.v` accepts the expression."""
    match e:
        case At(tensor):
            return tensor.positive and not tensor.is_size
        case Num(value):
            return value > 0
        case Binary("Mul", left, right):
            return _surely_positive(left) and _surely_positive(right)
        case Binary("Add", left, right):
            return _surely_positive(left) and _surely_positive(right)
    return False
