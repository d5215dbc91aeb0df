"""Formulas for display, as text and as LaTeX.

    P(x)·[ t·P_Y(y) − W(y|x) ]          P(x)\\,\\bigl[\\, t\\,P_{Y}(y) - W(y\\mid x) \\,\\bigr]

A channel is written W(y|x), its output before the bar. exposition/notation.py makes the formulas;
this file only writes them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Symbol:
    """A named thing at letters: t, P(x), W(y|x), P_Y(y), exp(eps); `rank` orders products.

    A stem that is `spelled` has no special sign in LaTeX, and is printed as it is written.
    """

    stem: str
    subscript: str = ""
    superscript: str = ""
    letters: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    rank: int = 0
    spelled: bool = False


@dataclass(frozen=True)
class Alike:
    """An indicator: one if the letters agree (or if they differ), else zero."""

    left: str
    right: str
    differ: bool = False
    rank: int = 6


@dataclass(frozen=True)
class PowerFormula:
    """A formula to an integer power."""

    base: Formula
    exponent: int

    @property
    def rank(self) -> int:
        """The place of this power in a formula's product, which is that of its base."""
        return self.base.rank


@dataclass(frozen=True)
class Times:
    """A product; the empty one is 1."""

    factors: tuple[Formula, ...]
    rank: int = 8


@dataclass(frozen=True)
class SumOver:
    """The sum of a formula over letters."""

    letters: tuple[str, ...]
    body: Formula
    rank: int = 7


@dataclass(frozen=True)
class LogRatio:
    """The logarithm of a ratio."""

    numerator: Formula
    denominator: Formula
    rank: int = 7


@dataclass(frozen=True)
class Over:
    """A ratio."""

    numerator: Formula
    denominator: Formula
    rank: int = 7


@dataclass(frozen=True)
class Enclosed:
    """A formula between signs, as text and in LaTeX: max(..., 0), a root, a power."""

    body: Formula
    left: str
    right: str
    latex_left: str
    latex_right: str
    rank: int = 7


@dataclass(frozen=True)
class Plus:
    """A rational combination; the empty one is 0."""

    terms: tuple[tuple[Fraction, Formula], ...]
    rank: int = 9


Formula = Symbol | Alike | PowerFormula | Times | SumOver | LogRatio | Over | Enclosed | Plus
LONGEST_RUN = 4
"""The longest run of names, y1, y2, .., of which all are written."""
_COMPOUND = (Times, SumOver, LogRatio, Over)
"""Formulas that need brackets when a power is taken; sums have brackets anyway."""
ONE = Times(())
ZERO = Plus(())


def times(factors: Iterable[Formula]) -> Formula:
    """The formula of a product, in the order of print: scalars, masses, channels, sums, brackets.

    >>> text(times([Symbol("W", letters=("y",), given=("x",), rank=5), Symbol("t", rank=1)]))
    't·W(y|x)'
    """
    flat: list[Formula] = []
    for factor in factors:
        flat.extend(factor.factors if isinstance(factor, Times) else (factor,))
    bases: dict[Formula, int] = {}
    for factor in flat:
        base, n = (
            (factor.base, factor.exponent) if isinstance(factor, PowerFormula) else (factor, 1)
        )
        bases[base] = bases.get(base, 0) + n
    ordered = sorted(
        bases.items(), key=lambda item: (item[0].rank, numbers_in_order(text(item[0])))
    )
    powers = tuple(PowerFormula(base, n) if n > 1 else base for base, n in ordered)
    return powers[0] if len(powers) == 1 else Times(powers)


def over(numerator: Formula, denominator: Formula) -> Formula:
    """The formula of a ratio; the numerator alone where the denominator is one.

    >>> text(over(Symbol("t"), ONE))
    't'
    """
    return numerator if denominator == ONE else Over(numerator, denominator)


def text(formula: Formula) -> str:
    """The formula of a proof as text of one line.

    >>> text(Plus(((Fraction(1), Symbol("t")), (Fraction(-1, 2), ONE))))
    't − 1/2'
    """
    match formula:
        case Symbol(stem, subscript, superscript, letters, given):
            arguments = _letters_text(in_short(letters), in_short(given), "|")
            return (
                stem
                + (f"_{subscript}" if subscript else "")
                + (f"^{superscript}" if superscript else "")
                + arguments
            )
        case Alike(left, right, differ):
            return f"1{{{left}{'≠' if differ else '='}{right}}}"
        case PowerFormula(base, exponent):
            base_text = _bracketed_text(base)
            return f"{f'({base_text})' if isinstance(base, _COMPOUND) else base_text}^{exponent}"
        case Times(factors):
            return (
                "·".join(
                    _bracketed_text(f, last=k == len(factors) - 1) for k, f in enumerate(factors)
                )
                or "1"
            )
        case SumOver(letters, body):
            names = ",".join(in_short(letters))
            return f"Σ_{names if len(letters) == 1 else '{' + names + '}'} {_bracketed_text(body)}"
        case LogRatio(numerator, denominator) if denominator == ONE:
            return f"log( {text(numerator)} )"
        case LogRatio(numerator, denominator):
            return f"log( {text(Over(numerator, denominator))} )"
        case Over(numerator, denominator):
            low = _bracketed_text(denominator, last=False)
            several = isinstance(denominator, Times) and len(denominator.factors) > 1
            return f"{_bracketed_text(numerator, last=False)} / {f'( {low} )' if several else low}"
        case Enclosed(body, left, right):
            return f"{left}{text(body)}{right}"
        case Plus(terms):
            return "".join(signed(terms)) or "0"


def signed(terms: Iterable[tuple[Fraction, Formula]]) -> list[str]:
    """The texts of a formula's terms, each with its sign in front.

    >>> signed([(Fraction(1), Symbol("a")), (Fraction(-2), Symbol("b"))])
    ['a', ' − 2·b']
    """
    return _signed_terms(terms, str, _bracketed_text, minus="−", dot="·")


def latex(formula: Formula) -> str:
    r"""The formula of a proof as LaTeX for math mode.

    >>> print(latex(SumOver(("y",), Symbol("V", letters=("z",), given=("y",)))))
    \sum_{y} V(z\mid y)
    """
    match formula:
        case Symbol():
            return _latex_symbol(formula)
        case Alike(left, right, differ):
            first, second = latex_word(left), latex_word(right)
            return rf"\mathbf{{1}}\{{{first}{chr(92) + 'neq ' if differ else '='}{second}\}}"
        case PowerFormula(base, exponent):
            base_latex = bracketed_latex(base)
            raised_before = "^" in base_latex or "'" in base_latex
            if isinstance(base, _COMPOUND) or raised_before:
                base_latex = f"{sized('(', base_latex)}{base_latex}{sized(')', base_latex)}"
            return f"{base_latex}^{{{exponent}}}"
        case Times(factors):
            return (
                r"\,".join(
                    bracketed_latex(f, last=k == len(factors) - 1) for k, f in enumerate(factors)
                )
                or "1"
            )
        case SumOver(letters, body):
            names = ",".join(map(latex_word, in_short(letters)))
            return rf"\sum_{{{names}}} {bracketed_latex(body)}"
        case LogRatio(numerator, denominator) if denominator == ONE:
            return rf"\log\left( {latex(numerator)} \right)"
        case LogRatio(numerator, denominator):
            return rf"\log\frac{{{latex(numerator)}}}{{{latex(denominator)}}}"
        case Over(numerator, denominator):
            return rf"\frac{{{latex(numerator)}}}{{{latex(denominator)}}}"
        case Enclosed(body, _, _, left, right):
            inner = latex(body)
            return f"{sized(left, inner)}{inner}{sized(right, inner)}"
        case Plus(terms):
            return "".join(latex_signed(terms)) or "0"


def _latex_symbol(name: Symbol) -> str:
    """The LaTeX of a formula's symbol at its letters."""
    stem = rf"\mathrm{{{escape_latex(name.stem)}}}" if name.spelled else latex_word(name.stem)
    if name.subscript:
        stem = f"{{{stem}}}" if "_" in stem else stem
        stem += f"_{{{latex_word(name.subscript)}}}"
    raised = f"^{{{latex_word(name.superscript)}}}" if name.superscript else ""
    if raised and ("'" in stem or "^" in stem):
        stem = f"{{{stem}}}"
    letters, given = ([*map(latex_word, in_short(each))] for each in (name.letters, name.given))
    return stem + raised + _letters_text(letters, given, r"\mid ")


def latex_signed(terms: Iterable[tuple[Fraction, Formula]]) -> list[str]:
    r"""The LaTeX of a formula's terms, each with its sign in front.

    >>> latex_signed([(Fraction(-1, 2), Symbol("a"))])
    ['-\\tfrac{1}{2}\\,a']
    """
    return _signed_terms(terms, fraction_latex, bracketed_latex, minus="-", dot=r"\,")


def _signed_terms(
    terms: Iterable[tuple[Fraction, Formula]],
    number: Callable[[Fraction], str],
    grouped: Callable[[Formula], str],
    *,
    minus: str,
    dot: str,
) -> list[str]:
    """The terms of a formula with these signs, written by these functions."""
    written = []
    for k, (c, body) in enumerate(terms):
        sign = f" {minus if c < 0 else '+'} " if k else minus if c < 0 else ""
        size = number(abs(c))
        product = grouped(body) if abs(c) == 1 else f"{size}{dot}{grouped(body)}"
        written.append(sign + (size if body == ONE else product))
    return written


def fraction_latex(value: Fraction) -> str:
    r"""The LaTeX of a rational in a proof's formula.

    >>> print(fraction_latex(Fraction(-1, 3)))
    -\tfrac{1}{3}
    """
    if value.denominator == 1:
        return str(value)
    sign = "-" if value < 0 else ""
    return rf"{sign}\tfrac{{{abs(value.numerator)}}}{{{value.denominator}}}"


GREEK = dict(
    zip(
        "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ",
        (
            *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota"),
            *("kappa", "lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon"),
            *("phi", "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi"),
            *("Sigma", "Phi", "Psi", "Omega"),
        ),
        strict=True,
    )
)
"""Greek letters with the commands of LaTeX, which are also their spelled names."""


LOWERED = {ord(low): str(digit) for digit, low in enumerate("₀₁₂₃₄₅₆₇₈₉")}
"""The digits of subscripts, as in W₁."""


def latex_word(word: str) -> str:
    r"""The LaTeX of a name in a formula: Greek letters, digits lowered, longer words upright.

    >>> latex_word("eps"), latex_word("exp(eps)"), latex_word("pmin"), latex_word("a1")
    ('\\varepsilon', 'e^{\\varepsilon}', '\\mathrm{pmin}', 'a_{1}')
    >>> print(latex_word("W^&n"))
    W^{\mathbin{\&}n}
    """
    word = word.translate(LOWERED)
    if word == "…":
        return r"\dots "
    if word == "chi2":
        return r"\chi^2"
    inner = re.fullmatch(r"exp\((\w+)\)", word)
    if inner:
        return f"e^{{{latex_word(inner[1])}}}"
    size = re.fullmatch(r"\|(\w+)\|", word)
    if size:
        return rf"\lvert {latex_word(size[1])} \rvert"
    power = re.fullmatch(r"(\w+)\^(&|>>|)(\w+)", word)
    if power:
        sign = {"&": r"\mathbin{\&}", ">>": r"\triangleright "}.get(power[2], "")
        return f"{latex_word(power[1])}^{{{sign}{latex_word(power[3])}}}"
    stem = word.rstrip("'")
    primes = word[len(stem) :]
    indexed = re.fullmatch(r"([^\W\d_]+)_?(\d+)", stem)
    if indexed:
        return f"{latex_word(indexed[1])}{primes}_{{{indexed[2]}}}"
    if stem == "eps":
        return rf"\varepsilon{primes}"
    if stem in GREEK or stem in GREEK.values():
        return f"\\{GREEK.get(stem, stem)}{primes}"
    if len(stem) <= 1 or (stem.isalpha() and stem.isupper()):
        return word
    return rf"\mathrm{{{escape_latex(stem)}}}{primes}"


def escape_latex(word: str) -> str:
    r"""The LaTeX of plain text in a proof, with all that is special escaped.

    Pairs of signs that a font would join, such as >> in T1, are kept apart.

    >>> print(escape_latex("a_b & c"), escape_latex("W >> V"))
    a\_b \& c W >{}> V
    """
    table = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    table |= {sign: rf"\ensuremath{{\{command}}}" for sign, command in GREEK.items()}
    table["…"] = r"\dots{}"
    latex_text = "".join(f"\\{c}" if c in "&%$#_{}" else table.get(c, c) for c in word)
    return re.sub(r"([<>,`'-])(?=\1)|([!?])(?=`)", r"\g<0>{}", latex_text)


SIGNS = {
    ">>": r"$\triangleright$",
    "=>": r"$\Rightarrow$",
    "<=": r"$\le$",
    ">=": r"$\ge$",
    "->": r"$\to$",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
    '"': '\\texttt{"}',
}
"""Signs that text fonts print as other signs, with their LaTeX."""


def paragraph_latex(words: str) -> str:
    r"""The LaTeX of the words between a proof's formulas, in which < and | print as themselves.

    >>> print(paragraph_latex("a <= b_1"))
    a $\le$ b\_1
    """
    parts = re.split('(>>|=>|<=|>=|->|<|>|[|]|")', words)
    return "".join(SIGNS.get(part) or escape_latex(part) for part in parts)


def in_short(names: Sequence[str]) -> list[str]:
    """The names of letters in a formula; of a long run y1, y2, .. only its ends.

    >>> in_short(["x", "y1", "y2", "y3", "y4", "y5"]), in_short(["y1", "y3"])
    (['x', 'y1', '…', 'y5'], ['y1', 'y3'])
    """
    runs: list[list[str]] = []
    for name in names:
        if runs and name == _next_name(runs[-1][-1]):
            runs[-1].append(name)
        else:
            runs.append([name])
    cut = ([run[0], "…", run[-1]] if len(run) > LONGEST_RUN else run for run in runs)
    return [name for run in cut for name in run]


def numbers_in_order(name: str) -> str:
    """A key, for names in a formula, by which y2 comes before y10."""
    return re.sub(r"\d+", lambda number: number[0].rjust(9, "0"), name)


def _next_name(name: str) -> str:
    """The name of a formula's letter with the next number; itself if it has none."""
    return re.sub(r"\d+(?='*$)", lambda number: str(int(number[0]) + 1), name)


def _letters_text(letters: Sequence[str], given: Sequence[str], bar: str) -> str:
    """The text (y|x) of a formula's letters, with those given behind a bar."""
    if not letters and not given:
        return ""
    return f"({','.join(letters)}{bar if given else ''}{','.join(given)})"


def _bracketed_text(formula: Formula, *, last: bool = True) -> str:
    """The text of a formula's factor, in brackets where it needs them."""
    inner = text(formula)
    if isinstance(formula, Plus):
        return f"[ {inner} ]"
    return inner if last or not isinstance(formula, SumOver | Over) else f"({inner})"


def bracketed_latex(formula: Formula, *, last: bool = True) -> str:
    """The LaTeX of a formula's factor, in brackets where it needs them."""
    inner = latex(formula)
    if isinstance(formula, Plus):
        return f"{sized('[', inner)}{inner}{sized(']', inner)}"
    if last or not isinstance(formula, SumOver):
        return inner
    return f"{sized('(', inner)}{inner}{sized(')', inner)}"


TALL = ((r"\frac{", "bigg"), (r"\sum", "Big"))
"""What is tall in a display, and the size of brackets around it; all other brackets are big.

Brackets of a fixed size, unlike brackets that grow by themselves, may be on two different rows.
"""


def sized(sign: str, inner: str) -> str:
    r"""The LaTeX of a formula's bracket, in the size that its inside needs.

    `inner` is the LaTeX between the brackets, in a display.

    >>> print(sized("[", "a"), sized(")^{+}", r"\frac{a}{b}"), sized(r"\sqrt{", "a"))
    \bigl[ \biggr)^{+} \sqrt{
    """
    size = next((size for tall, size in TALL if tall in inner), "big")
    if sign[-1:] in ("(", "["):
        return rf"{sign[:-1]}\{size}l{sign[-1]}"
    return rf"\{size}r{sign}" if sign[:1] in (")", "]") else sign


def in_line(shown: str) -> str:
    r"""The LaTeX of a displayed formula set within a sentence of a proof, its brackets smaller.

    >>> print(in_line(r"\biggl(\frac{a}{b}\biggr)"))
    \bigl(\frac{a}{b}\bigr)
    """
    return re.sub(r"\\[bB]igg?(?=[lr])", r"\\big", shown)
