"""The rows of convex functions (kernel/convex_rows.py) in words, as the reasons of lines.

    b f(a/b) >= ..    [a tangent of u·log(u)]

The letters are those of the inequality for one number, u = a/b, that a referee would check.
Formulas are in the language of claims, between signs FORMULA_MARK.
"""

from __future__ import annotations

FORMULA_MARK = "`"
_BELOW_LINEAR = "`log(v) <= v − 1`"
_MEANS = "the geometric mean is at most the arithmetic mean"

ROW_REASONS = {
    "entropy tangent": "a tangent of `u·log(u)`",
    "entropy below square": _BELOW_LINEAR,
    "entropy below power": _BELOW_LINEAR,
    "entropy of number": "`log(1/a) == −log(a)`",
    "entropy reference": "the logarithm is increasing",
    "entropy above root": "`a·log(a/b) − a + b >= (sqrt(a) − sqrt(b))^2`",
    "log of product": "`log(a·b) == log(a) + log(b)`",
    "power below power": "`exp(v) >= 1 + v`, and weighted arithmetic and geometric means",
    "power tangent": "a tangent of a power",
    "power turned": "a power of a ratio is one of its reciprocal",
    "power of product": "a power of a product is a product of powers",
    "excess below power": _BELOW_LINEAR,
    "excess tangent": "`max(u, 0) >= g·u` for `0 <= g <= 1`",
    "excess above": "`max(a − b, 0) <= a`",
    "excess none": "`max(a − b, 0) == 0` where `a <= b`",
    "excess all": "`max(a − b, 0) == a − b` where `a >= b`",
    "excess below square": "a square is nonnegative",
    "excess below entropy": "Pinsker's inequality at each letter",
    "excess below root": _MEANS,
    "square reference": "`a^2 <= a·c` where `a <= c`",
    "square tangent": "a square is nonnegative",
    "square times": "`b·a^2/b <= a^2`",
    "square below excess": "`u·(u − 1) <= c·max(u − 1, 0)` where `u <= c`",
    "root tangent": _MEANS,
    "root above": "a root is nonnegative",
    "root square": "the square of a root",
    "root above least": "`sqrt(a·b) >= a` where `a <= b`",
    "root below excess": "`(sqrt(a) − sqrt(b))^2 <= max(a, b) − min(a, b)`",
}
"""Why each row holds; the lines that it needs follow by number."""
