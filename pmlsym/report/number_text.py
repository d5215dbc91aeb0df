"""Numbers for people: exact, with a decimal beside it, in nats or in bits; text and LaTeX."""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction
from math import log

from pmlsym.evidence.latex_rows import PAGE, fraction_latex, row_width
from pmlsym.numbers.number import Ball, Exact, Infinite, Number
from pmlsym.report.claim_latex import claim_latex

LONGEST_SHOWN = PAGE // 2
"""Letters of an exact number in a display, beside what it is called."""

LONGEST = 60
"""Letters of a rational in a line."""

_NATS_PER_BIT = log(2)


def exact_text(value: Number, *, bits: bool = False) -> str:
    """The exact number; of a leakage in bits, the logarithm to base two.

    >>> from pmlsym.numbers.number import leakage, rational
    >>> from fractions import Fraction
    >>> exact_text(leakage(Fraction(6, 5)), bits=True), exact_text(leakage(Fraction(1)))
    ('log2(6/5)', '0')
    """
    if isinstance(value, Exact):
        ratio = value.exponential()
        if ratio == 1:
            return "0"
        if ratio is not None:
            return f"log2({ratio})" if bits else f"log({ratio})"
    if bits and not isinstance(value, Infinite):
        return f"{value} nats"
    return str(value)


def decimal_text(value: Number, *, bits: bool = False) -> str:
    """The number in decimals, in nats or in bits.

    >>> from pmlsym.numbers.number import leakage
    >>> from fractions import Fraction
    >>> decimal_text(leakage(Fraction(4))), decimal_text(leakage(Fraction(4)), bits=True)
    ('1.386294', '2.000000')
    """
    if isinstance(value, Infinite):
        return str(value)
    return f"{float(value) / (_NATS_PER_BIT if bits else 1):.6f}"


def both_texts(value: Number, *, bits: bool = False) -> str:
    """Exact and, where that is not a plain number already, in decimals; a long rational in these.

    >>> from pmlsym.numbers.number import leakage, rational
    >>> from fractions import Fraction
    >>> both_texts(leakage(Fraction(3, 2))), both_texts(rational("1/3"))
    ('log(3/2) = 0.405465', '1/3 = 0.333333')
    >>> both_texts(leakage(Fraction(3, 2)), bits=True), both_texts(rational("1/3"), bits=True)
    ('log2(3/2) = 0.584963 bits', '1/3 nats = 0.480898 bits')
    """
    exact, unit = exact_text(value, bits=bits), " bits" if bits else ""
    if isinstance(value, Exact) and value.is_rational and len(exact) > LONGEST:
        return f"about {_scientific(value.rational)}{' nats' if bits else ''}"
    if isinstance(value, Infinite) or exact.lstrip("-").isdecimal():
        return exact
    if isinstance(value, Ball):
        return f"{decimal_text(value, bits=bits)}{unit} (within {value}{' nats' if bits else ''})"
    return f"{exact} = {decimal_text(value, bits=bits)}{unit}"


def number_latex(value: Number, *, bits: bool = False) -> str:
    r"""The same for a display; decimals alone where that is very long.

    >>> from pmlsym.numbers.number import leakage
    >>> from fractions import Fraction
    >>> print(number_latex(leakage(Fraction(3, 2))))
    \log \tfrac{3}{2} \approx 0.405465
    >>> print(number_latex(leakage(Fraction(4)), bits=True))
    \log_2 4 \approx 2.000000\text{ bits}
    """
    if isinstance(value, Infinite):
        return r"\infty" if float(value) > 0 else r"-\infty"
    near, exact = decimal_text(value, bits=bits), _exact_latex(value, bits)
    if exact.lstrip("-").isdecimal():
        return exact
    unit = r"\text{ bits}" if bits else ""
    is_short = 0 < row_width(exact) <= LONGEST_SHOWN
    return rf"{exact} \approx {near}{unit}" if is_short else rf"{near}\ldots{unit}"


def _exact_latex(value: Number, bits: bool) -> str:
    """The exact number; nothing of one that is known by intervals."""
    if not isinstance(value, Exact):
        return ""
    ratio = value.exponential()
    if ratio == 1:
        return "0"
    if ratio is not None:
        return rf"\log{'_2' if bits else ''} {fraction_latex(ratio)}"
    exact = claim_latex(str(value)) if value.logs else fraction_latex(value.rational)
    return exact + (r"\text{ nats}" if bits else "")


def _scientific(value: Fraction) -> str:
    """Seven digits and a power of ten, beyond what floats are.

    >>> _scientific(Fraction(10) ** 400)
    '1.000000e+400'
    """
    near = Context(prec=20).divide(Decimal(value.numerator), Decimal(value.denominator))
    return f"{near:.6e}"
