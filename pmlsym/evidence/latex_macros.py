r"""The notation of a paper: a macro for each measure, with what it is where the paper says nothing.

    pml(P, W >> V)        \PML(P, W \PMLthen V)        \ell(P, W \triangleright V)

What is printed for a paper has \providecommand for the macros that it uses, so that it compiles as
it is; a paper that defines them in its preamble, \newcommand{\PML}{\Lambda}, is set in that
notation. Pages of notebooks have the signs themselves.
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
    "dp": r"\mathrm{DP}",
    "eml": r"\mathrm{EML}",
    "tv": r"\mathrm{TV}",
    "eta": r"\eta",
    "pmin": r"p_{\min}",
    "hmin": r"H_{\infty}",
    "then": r"\triangleright",
    "beside": r"\mathbin{\&}",
}
"""What macros stand for; others for their word in upright letters."""


def macro(word: str) -> str:
    r"""The macro of a measure: TeX takes letters alone.

    >>> macro("pml"), macro("density_min"), macro("chi2")
    ('\\PML', '\\PMLdensitymin', '\\PMLchi')
    """
    letters = re.sub(r"[\W\d_]", "", word)
    return STEM if letters == "pml" else f"{STEM}{letters}"


def expanded(latex: str) -> str:
    r"""The same with the signs that the macros stand for.

    >>> print(expanded(r"\PML(P, W) \le \PMLldp(W)"))
    \ell(P, W) \le \mathrm{LDP}(W)
    """
    return MACRO.sub(lambda found: _sign(found[1]), latex)


def definitions(latex: str) -> Iterator[str]:
    r"""What TeX has to know of the macros in it, where the paper has none of that name.

    >>> print(*definitions(r"\PML(P, W) \le \PML(P, V)"))
    \providecommand{\PML}{\ell}
    """
    for name in dict.fromkeys(MACRO.findall(latex)):
        yield rf"\providecommand{{{STEM}{name}}}{{{_sign(name)}}}"


def _sign(name: str) -> str:
    return SIGNS.get(name, rf"\mathrm{{{name}}}")
