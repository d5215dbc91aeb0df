r"""Claims as LaTeX, for notebooks and papers.

    pml(P, W >> V) <= eps        \PML(P, W \PMLthen V) \le \varepsilon

The text that the claim language reads back is taken word by word, so that the LaTeX says the same
with the same parentheses. Names before a bracket are macros (latex_macros.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pmlsym.calculus.data import label_of, printable
from pmlsym.evidence.formula import escaped, in_text, latex_word
from pmlsym.evidence.latex_macros import expanded, macro
from pmlsym.evidence.latex_rows import PAGE, filled, row_width

JOINING = ("=>", "and", "or", "<=", ">=", "==", "<", ">", "-", "+")
"""Between blanks they join two parts; a long claim goes on below before one of them."""

LABEL = r'"(?:[^"\\]|\\.)*"'
WORD = re.compile(
    rf"{LABEL}|[^\W\d]\w*|[0-9.]+(?:/[0-9]+)?|\((?:sup|inf)\b|<=|>=|==|=>|->|>>| \* |\s+|."
)


def _balanced(depth: int) -> str:
    """A pattern of what stands in brackets, with brackets inside down to that depth."""
    return "[^()]*" if not depth else rf"(?:[^()]|\({_balanced(depth - 1)}\))*"


CALL = rf"[^\W\d]\w*(?:\[[^][]*\])?\({_balanced(3)}\)"
TERM = rf"(?:{CALL}|(?:log )?[^\W_]\w*(?:\^\w+)?)"
FORMULA = re.compile(
    rf"-?{TERM}(?: ?[-+*/] ?{TERM})*(?: (?:<=|>=|==|<|>) -?{TERM}(?: ?[-+*/] ?{TERM})*)+"
    rf"|\b[a-z]\w* = \d+(?:/\d+)?|{CALL}"
)
"""A call such as pml(P, W), or terms that are compared."""

SIGNS = {
    "<=": r"\le ",
    ">=": r"\ge ",
    "==": "=",
    "=>": r"\;\Rightarrow\;",
    "->": r"\to ",
    "(sup": r"(\sup ",
    "(inf": r"(\inf ",
    ":": r"\colon ",
    ">>": r"\PMLthen ",
    "&": r"\PMLbeside ",
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
    \ell(P, W) \le \log(3) + \varepsilon

    Numbers are multiplied without blanks, channels of separate letters with them.

    >>> print(claim_latex("ldp(W * V) <= 2*a"))
    \mathrm{LDP}(W \otimes V) \le 2\,a
    """
    return expanded(claim_macros(text))


def claim_macros(text: str) -> str:
    r"""The same in macros, for a paper.

    >>> print(claim_macros("pml(P, W >> V) <= log(3)"))
    \PML(P, W \PMLthen V) \le \log(3)
    """
    words = WORD.findall(text)
    called = (after[:1] in ("(", "[") for after in [*words[1:], ""])
    return " ".join("".join(map(_shown, words, called)).split())


def claim_rows(text: str, most: int = PAGE) -> list[str]:
    r"""The same on rows of about so many letters, for `aligned`.

    >>> for row in claim_rows("ldp(W) <= eps => pml(P, W) <= eps", most=20): print(row)
    \PMLldp(W) \le \varepsilon \;\Rightarrow\; \PML(P, W)
    {} \le \varepsilon
    """
    first, *others = filled((f" {claim_macros(part)}" for part in _parts(text)), most)
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


def mixed_latex(words: str) -> str:
    r"""Words with formulas among them, for a paragraph: what is called, and what is compared.

    >>> print(mixed_latex("p(x) > 0 for every x, P_Y(y) > 0 at the outcome"))
    $p(x) > 0$ for every x, $P_{Y}(y) > 0$ at the outcome
    """
    return "".join(shown for shown, _ in mixed_words(words, PAGE * PAGE))


def mixed_words(words: str, most: int = PAGE) -> Iterator[tuple[str, int]]:
    """The same in words, blanks behind them, and about how many letters each has.

    A formula is one of them; one of more than `most` letters is several.
    """
    end = 0
    for found in [*FORMULA.finditer(words), None]:
        plain = words[end : found.start()] if found else words[end:]
        for word in re.findall(r"\S+ ?| ", plain):
            yield in_text(word), len(word)
        if found is not None:
            whole = claim_macros(found[0])
            if row_width(whole) <= most:
                yield f"${whole}$", row_width(whole)
            else:
                parts = map(claim_macros, _parts(found[0]))
                yield from ((f"${{}} {part}$ ", row_width(part)) for part in parts)
            end = found.end()


def _shown(word: str, called: bool = False) -> str:
    if word[0] == '"' and len(word) > 1:
        return letter_latex(word)
    for table in (SIGNS, WORDS, FUNCTIONS):
        if word in table:
            return table[word]
    if word.isspace():
        return " "
    if len(word) == 1 or word[0].isdigit():
        return word if word not in "#$%~^\\" or word == "^" else escaped(word)
    if called and len(word) > 1 and word[0].islower():
        return macro(word)
    lowered = re.fullmatch(r"([A-Z])_([A-Z])", word)
    return rf"{lowered[1]}_{{{lowered[2]}}}" if lowered else latex_word(word)
