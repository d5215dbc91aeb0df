r"""The notation of a paper: a LaTeX macro for each measure, with a default meaning.

    pml(P, W >> V)        \PML(P, W \PMLthen V)        \ell(P, W \triangleright V)

LaTeX for a paper has \providecommand for the macros that it uses, so that it compiles as it is; a
paper that defines them in its preamble, \newcommand{\PML}{\Lambda}, is set in its own notation.
Pages of notebooks have the signs instead of macros.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

STEM = r"\PML"
MACRO = re.compile(r"\\PML([A-Za-z]*)")

SIGNS = {
    "": r"\ell",
    "maxleak": r"\mathcal{L}",
    "mi": "I",
    "chi": r"\chi^2",
    "ldp": r"\mathrm{LDP}",
    "lip": r"\mathrm{LIP}",
    "ldi": r"\mathrm{LDI}",
    "densitymin": r"i_{\min}",
    "expectedpml": r"\overline{\ell}",
    "dp": r"\mathrm{DP}",
    "eml": r"\mathrm{EML}",
    "tv": r"\mathrm{TV}",
    "eta": r"\eta",
    "dobrushin": r"\eta_{\mathrm{tv}}",
    "pmin": r"p_{\min}",
    "hmin": r"H_{\infty}",
    "then": r"\triangleright",
    "beside": r"\mathbin{\&}",
}
"""The meanings of macros; any other macro means its word in upright type."""


def macro(word: str) -> str:
    r"""The notation of a measure in the formulas of proofs: a LaTeX macro, of letters only.

    >>> macro("pml"), macro("density_min"), macro("chi2")
    ('\\PML', '\\PMLdensitymin', '\\PMLchi')
    """
    letters = re.sub(r"[\W\d_]", "", word)
    return STEM if letters == "pml" else f"{STEM}{letters}"


def expand_macros(latex: str) -> str:
    r"""A formula in LaTeX with each measure's macro replaced by the notation it stands for.

    >>> print(expand_macros(r"\PML(P, W) \le \PMLldp(W)"))
    \ell(P, W) \le \mathrm{LDP}(W)
    """
    return MACRO.sub(lambda match: _meaning_of(match[1]), latex)


def macro_definitions(latex: str) -> Iterator[str]:
    r"""The measures' notation in a proof's formulas, defined for papers that have no macros for it.

    >>> print(*macro_definitions(r"\PML(P, W) \le \PML(P, V)"))
    \providecommand{\PML}{\ell}
    """
    for name in dict.fromkeys(MACRO.findall(latex)):
        yield rf"\providecommand{{{STEM}{name}}}{{{_meaning_of(name)}}}"


def _meaning_of(name: str) -> str:
    """The sign of a measure in formulas: the LaTeX that its macro means by default."""
    return SIGNS.get(name, rf"\mathrm{{{name}}}")
