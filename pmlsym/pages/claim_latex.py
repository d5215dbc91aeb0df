r"""Claims as LaTeX, for notebooks and papers.

    pml(P, W >> V) <= eps        \mathrm{pml}(P, W \gg V) \le \varepsilon

The text that the claim language reads back is taken word by word, so that the LaTeX says the same
with the same parentheses.
"""

from __future__ import annotations

import re

from pmlsym.calculus.data import label_of, printable
from pmlsym.evidence.formula import escaped, latex_word
from pmlsym.evidence.latex_rows import PAGE, filled

JOINING = ("=>", "and", "or", "<=", ">=", "==", "<", ">", "-", "+")
"""Between blanks they join two parts; a long claim goes on below before one of them."""

LABEL = r'"(?:[^"\\]|\\.)*"'
WORD = re.compile(
    rf"{LABEL}|[^\W\d]\w*|[0-9.]+(?:/[0-9]+)?|\((?:sup|inf)\b|<=|>=|==|=>|->|>>| \* |\s+|."
)
SIGNS = {
    "<=": r"\le ",
    ">=": r"\ge ",
    "==": "=",
    "=>": r"\;\Rightarrow\;",
    "->": r"\to ",
    "(sup": r"(\sup ",
    "(inf": r"(\inf ",
    ":": r"\colon ",
    ">>": r"\gg ",
    "&": r"\mathbin{\&}",
    "|": r"\mid ",
    "*": r"\,",
    " * ": r" \otimes ",
    "{": r"\{",
    "}": r"\}",
    "<": "<",
    ">": ">",
}
WORDS = {"and": r"\text{ and }", "or": r"\text{ or }", "not": r"\text{not }", "in": r"\in "}
WORDS |= {"forall": r"\forall ", "exists": r"\exists ", "with": r"\text{ with }"}
FUNCTIONS = {"log": r"\log", "exp": r"\exp", "max": r"\max", "min": r"\min"}


def claim_latex(text: str) -> str:
    r"""The text of a claim or of a quantity in mathematical signs, for a display.

    >>> print(claim_latex("pml(P, W) <= log(3) + eps"))
    \mathrm{pml}(P, W) \le \log(3) + \varepsilon

    Numbers are multiplied without blanks, channels of separate letters with them.

    >>> print(claim_latex("ldp(W * V) <= 2*a"))
    \mathrm{ldp}(W \otimes V) \le 2\,a
    """
    return " ".join("".join(map(_shown, WORD.findall(text))).split())


def claim_rows(text: str, most: int = PAGE) -> list[str]:
    r"""The same on rows of about so many letters, for `aligned`.

    >>> for row in claim_rows("ldp(W) <= eps => pml(P, W) <= eps", most=20): print(row)
    \mathrm{ldp}(W) \le \varepsilon
    {} \;\Rightarrow\; \mathrm{pml}(P, W) \le \varepsilon
    """
    first, *others = filled((f" {claim_latex(part)}" for part in _parts(text)), most)
    return [first.strip(), *(f"{{}} {row.strip()}" for row in others)]


def letter_latex(word: str) -> str:
    r"""What a letter is called, as it is typed, without the quotation marks of its label.

    >>> print(letter_latex('"18-30"'), letter_latex("yes"), letter_latex("2"))
    \text{18-30} \text{yes} 2
    """
    plain = re.sub(LABEL, lambda label: printable(label_of(label[0])), word)
    return plain if plain.isdecimal() else rf"\text{{{escaped(plain)}}}"


def _parts(text: str) -> list[str]:
    """The text apart before the words that join two parts; a label is one word."""
    words, parts = WORD.findall(text), [""]
    for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False):
        if word in JOINING and before.isspace() and after.isspace():
            parts.append("")
        parts[-1] += word
    return parts


def _shown(word: str) -> str:
    if word[0] == '"' and len(word) > 1:
        return letter_latex(word)
    for table in (SIGNS, WORDS, FUNCTIONS):
        if word in table:
            return table[word]
    if word.isspace():
        return " "
    if len(word) == 1 or word[0].isdigit():
        return word if word not in "#$%~^\\" or word == "^" else escaped(word)
    return latex_word(word)
