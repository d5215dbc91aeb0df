"""Expressions in parameters, as nodes of their own, which have no meaning yet.

    1 - a^2/2    exp(eps)/(1 + exp(eps))    2*log(3)    sqrt(a)

Numbers are rationals, and what + - * / and whole powers make of numbers is again a number. Only the
words in `WORDS` are functions; no text is ever run as code.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from math import comb, prod

from lark import Token

from pmlsym.calculus.rational import LARGEST, read_rational
from pmlsym.errors import ClaimSyntaxError, InvalidInput, UnknownName
from pmlsym.language.syntax import Source, Syntax

DEEPEST = 60
"""The greatest depth of brackets, powers and signs."""

MOST_TERMS = 20_000
"""The most terms of an expression when its products and powers are multiplied out."""

LARGEST_DEGREE = 200

FUNCTIONS = ("exp", "log", "sqrt")
WORDS = ("+", "*", "^", *FUNCTIONS)


@dataclass(frozen=True)
class Numeral:
    """A rational number."""

    value: Fraction


@dataclass(frozen=True)
class Name:
    """A parameter, by its name."""

    text: str


@dataclass(frozen=True)
class Call:
    """A sum, a product, a power or a function: `word` is one of `WORDS`."""

    word: str
    arguments: tuple[Expression, ...]


Expression = Numeral | Name | Call


def expression_of(text: str, origin: str = "the number") -> Expression:
    """The expression in parameters that a text stands for: nodes of its own, not a quantity's.

    Raises ClaimSyntaxError, UnknownName or InvalidInput, with the place.

    >>> expression_of("1/2 + 1/3"), expression_of("log(3)")
    (Numeral(value=Fraction(5, 6)), Call(word='log', arguments=(Numeral(value=Fraction(3, 1)),)))
    """
    source = Source(text, origin)
    return read_expression(source, source.tree("sum"))


Rows = tuple[tuple[Expression, ...], ...]


def matrix_of(text: str) -> Rows:
    """The rows of a matrix of expressions in parameters. Raises as `expression_of` does.

    >>> matrix_of("[[1, 0], [0, 1]]")[0]
    (Numeral(value=Fraction(1, 1)), Numeral(value=Fraction(0, 1)))
    """
    source = Source(text, "the matrix")
    return read_matrix(source, source.tree("matrix"))


def relations_of(text: str) -> list[tuple[Expression, str, Expression]]:
    """The relations a <= b, b <= 1 between expressions in a text. Raises as `expression_of` does.

    >>> [sign for _, sign, _ in relations_of("0 <= a <= 1/2, b == 2*a")]
    ['<=', '<=', '==']
    """
    source = Source(text, "the domain")
    relations = []
    for chain in parts_of(source, source.tree("domain")):
        if chain.data != "comparison":
            reason = f"'{source.at(chain)}' is no relation such as a >= 0 or a + b <= 1"
            raise source.error(InvalidInput, reason, chain)
        sides = [read_expression(source, child) for child in trees(chain)]
        signs = [str(child) for child in chain.children if isinstance(child, Token)]
        relations += list(zip(sides, signs, sides[1:], strict=False))
    return relations


def read_expression(source: Source, tree: Syntax) -> Expression:
    """The node of an expression in parameters, from its syntax tree; of bounded degree."""
    expression = _ExpressionReader(source).read(tree, 0)
    _, degree = _multiplied_out_size(source, tree, expression)
    if degree > LARGEST_DEGREE:
        reason = f"'{_cut_text(source, tree)}' has a degree beyond {LARGEST_DEGREE}"
        raise source.error(InvalidInput, reason, tree)
    return expression


def read_matrix(source: Source, tree: Syntax) -> Rows:
    """The nodes of a matrix's entries, row by row, from its syntax tree."""
    rows = parts_of(source, tree)
    return tuple(tuple(read_expression(source, e) for e in parts_of(source, row)) for row in rows)


def read_numeral(source: Source, tree: Syntax) -> Fraction:
    """The rational that a numeral's token writes. Raises InvalidInput at too many digits."""
    try:
        return read_rational(str(tree.children[0]))
    except InvalidInput as error:
        raise source.error(InvalidInput, str(error), tree) from None


def whole_power(base: Fraction, exponent: int) -> Fraction:
    """The number base**exponent, for the node of a power that is written out as a numeral.

    Raises InvalidInput at a power of zero, or one with too many digits.

    >>> whole_power(Fraction(2), -3)
    Fraction(1, 8)
    """
    if not base and exponent < 0:
        raise InvalidInput("zero has no negative power")
    bits = abs(exponent) * max(abs(base.numerator), base.denominator).bit_length()
    if abs(base) != 1 and bits > LARGEST.bit_length():
        raise InvalidInput("a power has too many digits to be written out")
    return base**exponent


def numbers_of(source: Source, matrix: Syntax) -> list[list[Fraction]]:
    """The rationals in the syntax tree of a matrix. Raises InvalidInput at other nodes in it.

    >>> source = Source("[[1, 0], [1/3, 2/3]]", "the channel W")
    >>> numbers_of(source, source.tree("matrix"))[0]
    [Fraction(1, 1), Fraction(0, 1)]
    """

    def number(entry: Expression) -> Fraction:
        """The rational of an entry's node. Raises InvalidInput unless it is a numeral."""
        if not isinstance(entry, Numeral):
            reason = "an entry of a channel of one's own is a number such as 1/3"
            raise source.error(InvalidInput, reason, matrix)
        return entry.value

    return [[number(entry) for entry in row] for row in read_matrix(source, matrix)]


def trees(tree: Syntax) -> list[Syntax]:
    """The parts of a syntax tree that are trees, without the tokens between them."""
    return [child for child in tree.children if not isinstance(child, Token)]


def parts_of(source: Source, tree: Syntax) -> list[Syntax]:
    """The syntax trees inside a list's tree. Raises ClaimSyntaxError at a semicolon token."""
    for sign in tree.children:
        if isinstance(sign, Token) and sign == ";":
            raise source.error(ClaimSyntaxError, "write a comma in place of ;", sign)
    return trees(tree)


@dataclass(frozen=True)
class _ExpressionReader:
    """A reader of the expressions of one source."""

    source: Source

    def read(self, tree: Syntax, depth: int) -> Expression:
        """The expression in parameters of a syntax tree. Raises at its place if there is none."""
        if depth > DEEPEST:
            reason = f"{self.source.origin} is nested too deeply to be read"
            raise self.source.error(ClaimSyntaxError, reason, tree)
        match tree.data:
            case "number":
                return Numeral(read_numeral(self.source, tree))
            case "name":
                return Name(str(tree.children[0]))
            case "plus" | "minus" | "negative":
                return _total(
                    [self._term(t, minus, depth) for t, minus in _operands(tree, "minus")]
                )
            case "times" | "over":
                return self._read_product(tree, depth)
            case "power":
                base, exponent = (self.read(child, depth + 1) for child in trees(tree))
                return self._power(tree, base, exponent)
            case "call":
                return self._read_call(tree, depth)
        reason = f"'{_cut_text(self.source, tree)}' is no number"
        raise self.source.error(ClaimSyntaxError, reason, tree)

    def _term(self, tree: Syntax, is_minus: bool, depth: int) -> Expression:
        """The node of a term, from its syntax tree; negated where a minus token precedes it."""
        term = self.read(tree, depth + 1)
        return _product([Numeral(Fraction(-1)), term]) if is_minus else term

    def _read_product(self, tree: Syntax, depth: int) -> Expression:
        """The node of a product, from its syntax tree; factors after / to the power -1."""
        factors = []
        for part, is_below in _operands(tree, "over"):
            factor = self.read(part, depth + 1)
            factors.append(self._power(part, factor, Numeral(Fraction(-1))) if is_below else factor)
        return _product(factors)

    def _power(self, tree: Syntax, base: Expression, exponent: Expression) -> Expression:
        """The node of a power, from the nodes of base and exponent; of two numerals, a numeral.

        Raises InvalidInput at 1/0 and large powers.
        """
        if not isinstance(exponent, Numeral):
            return Call("^", (base, exponent))
        power = exponent.value
        if isinstance(base, Numeral) and base.value == 0 and power <= 0:
            raise self.source.error(InvalidInput, "division by zero", tree)
        if isinstance(base, Numeral) and power.denominator == 1:
            try:
                return Numeral(whole_power(base.value, power.numerator))
            except InvalidInput as error:
                raise self.source.error(InvalidInput, str(error), tree) from None
        if abs(power) > LARGEST_DEGREE:
            reason = f"'{_cut_text(self.source, tree)}' is a power beyond {LARGEST_DEGREE}"
            raise self.source.error(InvalidInput, reason, tree)
        return Call("^", (base, exponent))

    def _read_call(self, tree: Syntax, depth: int) -> Expression:
        """The node of exp, log or sqrt of one number, from the syntax tree of the call."""
        word = tree.children[0]
        assert isinstance(word, Token)
        if word not in FUNCTIONS:
            near = get_close_matches(str(word), FUNCTIONS, n=1, cutoff=0.5)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(FUNCTIONS)}"
            raise self.source.error(UnknownName, f"{word[:60]} is no function; {hint}", word)
        bodies = parts_of(self.source, tree)
        if len(bodies) != 1:
            reason = f"{word} takes one number, not {len(bodies)}"
            raise self.source.error(ClaimSyntaxError, reason, tree)
        body = self.read(bodies[0], depth + 1)
        if word == "log" and isinstance(body, Numeral) and body.value <= 0:
            reason = f"'{_cut_text(self.source, tree)}' is not a real number"
            raise self.source.error(InvalidInput, reason, tree)
        return Call(str(word), (body,))


def _operands(tree: Syntax, turned: str) -> list[tuple[Syntax, bool]]:
    """The syntax trees of a sum's terms or a product's factors, and if - or / precedes each."""
    kinds = {"minus": ("plus", "minus"), "over": ("times", "over")}[turned]
    parts: list[tuple[Syntax, bool]] = []
    while tree.data in kinds:
        left, right = trees(tree)
        parts.append((right, tree.data == turned))
        tree = left
    if turned == "minus" and tree.data == "negative":
        parts.append((trees(tree)[0], True))
    else:
        parts.append((tree, False))
    return parts[::-1]


def _total(terms: list[Expression]) -> Expression:
    """The node of a sum, from those of its terms; one numeral where all of them are."""
    numbers = [term.value for term in terms if isinstance(term, Numeral)]
    rest = [term for term in terms if not isinstance(term, Numeral)]
    if not rest:
        return Numeral(sum(numbers, Fraction(0)))
    return Call("+", tuple(terms)) if len(terms) > 1 else terms[0]


def _product(factors: list[Expression]) -> Expression:
    """The node of an expression that is a product: one numeral where all factors are numbers."""
    numbers = [factor.value for factor in factors if isinstance(factor, Numeral)]
    rest = [factor for factor in factors if not isinstance(factor, Numeral)]
    if not rest:
        return Numeral(prod(numbers, start=Fraction(1)))
    return Call("*", tuple(factors)) if len(factors) > 1 else factors[0]


def _multiplied_out_size(source: Source, tree: Syntax, expression: Expression) -> tuple[int, int]:
    """The number of terms of an expression's nodes when multiplied out, and the degree."""
    if not isinstance(expression, Call):
        return 1, int(isinstance(expression, Name))
    sizes = [_multiplied_out_size(source, tree, argument) for argument in expression.arguments]
    terms, degrees = zip(*sizes, strict=True)
    match expression.word:
        case "+":
            size = sum(terms), max(degrees)
        case "*":
            size = prod(terms), sum(degrees)
        case "^" if isinstance(expression.arguments[1], Numeral):
            power = max(1, abs(int(expression.arguments[1].value)))
            size = comb(power + terms[0] - 1, power), power * degrees[0]
        case _:
            size = 1, max(degrees)
    if size[0] > MOST_TERMS:
        reason = f"'{_cut_text(source, tree)}' has more than {MOST_TERMS} terms when multiplied out"
        raise source.error(InvalidInput, reason, tree)
    return size


def _cut_text(source: Source, tree: Syntax) -> str:
    """The text of an expression's syntax tree, cut to 60 characters, for an error."""
    text = source.at(tree)
    return text if len(text) <= 60 else f"{text[:57]}..."
