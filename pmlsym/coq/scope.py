"""What the names of one theorem stand for, and what it says of them.

A tensor of the claim is a function of letters, of which the theorem assumes what is declared; so is
a quotient, the distribution of one outcome given another. A level is a number.
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
    expression,
    fresh,
    polynomial,
    scale,
    sides,
    sums,
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
from pmlsym.lowering.level_form import Level

Names = Mapping[Index, str]
UNIT = constant(1)
SURE = "(positive_ok dF_ erefl isT)"
"""Why a number is positive that is so by what is declared."""
WORDS = {FractionalEvent: "Event", ExcessRatio: "Excess"}
"""The nodes that are called otherwise in Coq."""
SIGNS = {">=": "<=", ">": "<", "==": "="}
FLAGS = ("nonnegative", "positive", "at_most_one", "indicator", "stochastic")
"""What a tensor declares, in the order of `decl_ok` in `proofs/coq/FiniteTypes.v`."""
ZERO = {"nonnegative": "zero_ge0 R", "at_most_one": "zero_le1 R", "indicator": "zero_twice R"}
"""Why zero is as declared."""


class Scope:
    """The names of one theorem, its binders and conditions.

    `values` gives what a tensor is in Coq, `proofs` why it is as declared; `outcomes` what letters
    are called that the claim leaves open. `lemmas` are what the proof begins with.
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

    def called(self, letters: Letters) -> tuple[str, ...]:
        """New names for letters."""
        found = []
        for i in letters:
            self._count += 1
            found.append(f"{i.alphabet.lower()}{self._count}'")
        return tuple(found)

    def condition(self, text: str) -> str:
        """Assume this; what the proof calls it."""
        if text not in self.conditions:
            self.conditions.append(text)
        return f"said{self.conditions.index(text)}_"

    def declare(self, tensor: Tensor, name: str, known: Mapping[str, str]) -> None:
        """A function, or a number, that the theorem is about, with what is declared of it.

        Of some flags the proof is known; of the others the theorem assumes them.
        """
        alphabets = [*tensor.alphabets, "R"]
        self.binders.append(f"({name} : {' -> '.join(alphabets)})")
        own = tuple(Index(a, f"place{k}") for k, a in enumerate(tensor.alphabets))
        names = dict(zip(own, self.called(own), strict=True))
        self.values[tensor.name] = name
        at = self.number(At(tensor, own), names)
        kept = tuple(i for k, i in enumerate(own) if k not in tensor.stochastic)
        summed = sums(tuple(i for i in own if i not in kept), At(tensor, own))
        said = {
            "nonnegative": f"0 <= {at}",
            "positive": f"0 < {at}",
            "at_most_one": f"{at} <= 1",
            "indicator": f"{at} * {at} = {at}",
            "stochastic": f"{self.number(summed, names)} = 1",
        }
        places = {"stochastic": kept}
        proofs = {
            flag: known[flag]
            if flag in known
            else self.condition(for_all(names, places.get(flag, own), said[flag]))
            for flag in FLAGS
            if getattr(tensor, flag) and not (flag == "nonnegative" and tensor.positive)
        }
        if tensor.positive and not own:
            proofs["nonnegative"] = f"(ltW {proofs['positive']})"
        self.proofs[tensor.name] = tuple(
            proofs[flag] if getattr(tensor, flag) else "I" for flag in FLAGS
        )

    def witness(self, tensor: Tensor, name: str, **proofs: str) -> None:
        """A tensor that the proof has found, with proofs of what is declared."""
        self.values[tensor.name] = name
        own = self.tensors[tensor.name]
        self.proofs[tensor.name] = tuple(
            proofs[flag] if getattr(own, flag) else "I" for flag in FLAGS
        )

    def known(self, tensor: Tensor) -> tuple[str, tuple[str, ...]]:
        """What a tensor is, and the proofs; one that is not spoken of may be zero."""
        if tensor.name in self.values:
            return self.values[tensor.name], self.proofs[tensor.name]
        if tensor.positive or tensor.stochastic:
            raise Unsupported(f"no value of {tensor}")
        blank = f"fun {' '.join(f'(_ : {a})' for a in tensor.alphabets)} => "
        start = blank if tensor.alphabets else ""
        proofs = (f"({start}{ZERO[f]})" if getattr(tensor, f) else "I" for f in FLAGS)
        return f"({start}0 : R)", tuple(proofs)

    def own(self, p: Polynomial) -> Polynomial:
        """The polynomial with the tensors of the certificates, by their names."""
        for tensor in p.tensors:
            known = self.tensors.get(tensor.name, tensor)
            if known.alphabets != tensor.alphabets:
                raise Unsupported("certificates that prove something else")
            if known != tensor:
                places = fresh(Index(a, "") for a in tensor.alphabets)
                p = replace_tensor(p, tensor, places, entry(known, *places))
        return p

    def read(self, p: Polynomial) -> Expression:
        """The polynomial as an expression. Raises Unsupported where it has fractions."""
        return expression(self.own(p))

    # ---- what a person reads ----

    def number(self, e: Expression, names: Names, *, tight: bool = False) -> str:
        """An expression as a person writes it."""
        match e:
            case At(tensor) if tensor.is_size:
                return f"#|{tensor.counted}|%:R"
            case At(tensor, letters):
                if tensor.name not in self.values:
                    raise Unsupported(f"no value of {tensor}")
                every = {**self.outcomes, **names}
                text = " ".join((self.values[tensor.name], *(every[i] for i in letters)))
                return f"({text})" if tight and letters else text
            case Num(value):
                return str(value) if value in (0, 1) else f"{value}%:R"
            case Binary("Mul", left, right):
                loose = self.number(left, names, tight=not _is_product(left))
                text = f"{loose} * {self.number(right, names, tight=True)}"
            case Binary(word, left, right):
                sign = "+" if word == "Add" else "-"
                last = self.number(right, names, tight=not _is_product(right))
                text = f"{self.number(left, names, tight=isinstance(left, CoqSum))} {sign} {last}"
            case CoqSum(letter, body):
                (own,) = self.called((letter,))
                inner = self.number(body, {**names, letter: own}, tight=not _is_product(body))
                text = f"\\sum_({own} : {letter.alphabet}) {inner}"
            case _:
                raise TypeError(e)
        return f"({text})" if tight else text

    def text(self, p: Polynomial, names: Names, *, tight: bool = False) -> str:
        """A polynomial as a person writes it."""
        return self.number(self.read(p), names, tight=tight)

    def function(self, letters: Letters, names: Names, part: Polynomial | Value) -> str:
        """A polynomial or a value, as a function of letters."""
        own = dict(zip(letters, self.called(letters), strict=True))
        bound = " ".join(f"({name} : {i.alphabet})" for i, name in own.items())
        every = {**names, **own}
        shown = self.value(part, every) if isinstance(part, Value) else self.text(part, every)
        return f"(fun {bound} => {shown})%R"

    def level(self, level: Level) -> tuple[Expression, Expression, str]:
        """A level as the quotient of two expressions, and as a person writes it."""
        top, bottom = self.own(level.numerator), self.own(level.denominator)
        common = scale(top, bottom)
        a, b = expression(top * common), expression(bottom * common)
        shown = self.number(a, {}, tight=True)
        return a, b, shown if b == ONE else f"({shown} / {self.number(b, {}, tight=True)})"

    def comparison(self, p: Polynomial, relation: str, letters: Letters) -> str:
        """That it is positive, not negative or zero, for all of the letters."""
        names = dict(zip(letters, self.called(letters), strict=True))
        less, more = sides(self.own(p))
        said = f"{self.number(less, names)} {SIGNS[relation]} {self.number(more, names)}"
        return for_all(names, letters, said)

    def value(self, value: Value, names: Names, *, tight: bool = False) -> str:
        """A value as a term of `value` in `proofs/coq/Values.v`."""
        match value:
            case Larger((only,)):
                return self.value(only, names, tight=tight)
            case Ratio(above, below):
                parts = [self.text(p, names, tight=True) for p in (above, below)]
            case Largest(over, body, where) | Smallest(over, body, where):
                return self._bind(type(value).__name__, over, body, where, names, tight)
            case Total(over, body):
                return self._bind("Total", over, body, UNIT, names, tight)
            case Larger((first, *rest)):
                parts = [self.value(v, names, tight=True) for v in (first, Larger(tuple(rest)))]
            case Weighted(weight, body):
                parts = [self.text(weight, names, tight=True), self.value(body, names, tight=True)]
            case Exceeds(body, level):
                parts = [self.value(body, names, tight=True), self.text(level, names, tight=True)]
            case FractionalEvent(over, part, mass, delta):
                parts = self._event(over, part, mass, delta, names)
            case ExcessRatio(over, part, mass, delta):
                parts = self._event(over, part, mass, delta, names)
            case _:
                raise Unsupported(f"{value.words} is no value in Coq")
        text = " ".join((WORDS.get(type(value), type(value).__name__), *parts))
        return f"({text})" if tight else text

    def _bind(
        self,
        word: str,
        over: Letters,
        body: Value,
        where: Polynomial,
        names: Names,
        tight: bool,
    ) -> str:
        """One letter after another; only the last may be guarded."""
        own = self.called(over)
        every = {**names, **dict(zip(over, own, strict=True))}
        inner = self.value(body, every, tight=where != UNIT)
        if where != UNIT:
            inner = f"Where {self.text(where, every, tight=True)} {inner}"
        for letter, name in reversed([*zip(over, own, strict=True)]):
            inner = f"{word} (fun {name} : {letter.alphabet} => {inner})"
        return f"({inner})" if tight else inner

    def _event(
        self,
        over: Letters,
        part: Polynomial,
        mass: Polynomial,
        delta: Polynomial,
        names: Names,
    ) -> list[str]:
        """The parts of an event of letters, or of pairs of them."""
        one, kind = self.called(over)[0], over[0].alphabet
        places = [one]
        if len(over) == 2:
            places, kind = [f"{one}.1", f"{one}.2"], f"[finType of {kind} * {over[1].alphabet}]"
        elif len(over) > 2:
            raise Unsupported("an event of more than pairs of letters")
        every = {**names, **dict(zip(over, places, strict=True))}
        shown = (f"(fun {one} : {kind} => {self.text(p, every)})" for p in (part, mass))
        return [*shown, self.text(delta, names, tight=True)]

    # ---- signs ----

    def positive(self, e: Expression) -> str:
        """Why a number is positive: by what is declared, or else since the theorem assumes it."""
        if _surely_positive(e):
            return SURE
        text, p = self.number(e, {}), polynomial(e)
        for m in (t for t in p.tensors if t.at_most_one and t.nonnegative):
            one, none = (replace_tensor(p, m, (), constant(c)) for c in (1, 0))
            parts = [*map(expression, (one, none))]
            if p == entry(m) * one + (1 - entry(m)) * none and all(map(_surely_positive, parts)):
                name = f"positive{len(self.lemmas)}_"
                first, last = (self.number(part, {}, tight=True) for part in parts)
                own, proofs = self.values[m.name], self.proofs[m.name]
                mean = f"{own} * {first} + (1 - {own}) * {last}"
                self.lemmas.append(
                    f"have {name} : (0 < {text})%R.\n"
                    f"  rewrite (_ : {text} = {mean})%R; last by ring.\n"
                    f"  by apply: (between {proofs[0]} {proofs[2]}); positive."
                )
                return name
        return self.condition(f"0 < {text}")


def for_all(names: Names, letters: Letters, said: str) -> str:
    """The text for all of the letters."""
    if not letters:
        return said
    bound = " ".join(f"({names[i]} : {i.alphabet})" for i in letters)
    return f"(forall {bound}, {said})"


def function(names: Sequence[str], body: str) -> str:
    """The function of these arguments."""
    return f"(fun {' '.join(names)} => {body})" if names else body


def _is_product(e: Expression) -> bool:
    return isinstance(e, At | Num) or (isinstance(e, Binary) and e.word == "Mul")


def _surely_positive(e: Expression) -> bool:
    """As `surely_positive` in `proofs/coq/Lowering.v`."""
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
