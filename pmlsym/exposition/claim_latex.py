r"""Claims as LaTeX, for notebooks and papers.

    pml(P, W >> V) <= eps        \PML(P, W \PMLthen V) \le \varepsilon

The text of the claim language is translated word by word, so that the LaTeX makes the same
statement with the same parentheses. Names before a bracket are macros (latex_macros.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pmlsym.calculus.data import label_of, printable
from pmlsym.exposition.formula import escape_latex, latex_word, paragraph_latex
from pmlsym.exposition.latex_macros import expand_macros, macro
from pmlsym.exposition.latex_rows import PAGE, fill_rows, row_width

JOINING = ("<=>", "=>", "and", "or", "<=", ">=", "==", "<", ">", "-", "+", *"⇔⟺⇒⟹∧∨≤≥")
"""Words that join two parts, between blanks; a long claim is broken before one of them."""

DEEPEST = 4
"""The most brackets around a part that is still broken before a joining word."""
INNER = ("(sup", "(inf", ">>", "||", "&", "|", "/")
"""Words before which a part that is longer than a row is broken."""

LABEL = r'"(?:[^"\\]|\\.)*"'
WORD = re.compile(
    rf"{LABEL}|\^(?:&|>>)?\w+|[^\W\d]\w*|[0-9.]+(?:/[0-9]+)?|\((?:sup|inf)\b"
    r"|<=>|<=|>=|==|=>|->|>>|\|\|| \* |\s+|."
)


def _pattern_in_brackets(depth: int) -> str:
    """A pattern for a formula's text in brackets, such as a root's, nested that deep."""
    return "[^()]*" if not depth else rf"(?:[^()]|\({_pattern_in_brackets(depth - 1)}\))*"


ROOT = re.compile(rf"\bsqrt\(({_pattern_in_brackets(3)})\)")
INDEX = re.compile(r"\b([A-Z]\w*|eta)\[([^][]*)\](?=\()")
"""The root of a number, and the index of a measure, D[kl](P || Q): LaTeX has braces for both."""
CALL = rf"[^\W\d]\w*(?:\[[^][]*\])?\({_pattern_in_brackets(3)}\)"
REPEATED = r"[A-Z]\w*\^(?:&|>>)?\w+"
TERM = rf"(?:{CALL}|(?:log )?[^\W_]\w*(?:\^\w+)?)"
FORMULA = re.compile(
    rf"-?{TERM}(?: ?[-+*/] ?{TERM})*(?: (?:<=|>=|==|<|>) -?{TERM}(?: ?[-+*/] ?{TERM})*)+"
    rf"|\b[a-z]\w* = \d+(?:[/.]\d+)?|{CALL}|{REPEATED}|\b[a-z]_\w+"
    r"|\b\d\^\d/\d"
    r"|(?<![\w'-])(?:[B-HJ-Z]|[b-z][0-9]*)'?(?!\w|-|\.\w)"
)
"""A call such as pml(P, W), terms that are compared, a channel that is used several times, or a
single letter, except a, A and I, which are words."""

SIGNS = {
    "<=": r"\le ",
    ">=": r"\ge ",
    "==": "=",
    "=>": r"\;\Rightarrow\;",
    "<=>": r"\;\Leftrightarrow\;",
    "->": r"\to ",
    "(sup": r"(\sup ",
    "(inf": r"(\inf ",
    ":": r"\colon ",
    ">>": r"\PMLthen ",
    "&": r"\PMLbeside ",
    "|": r"\mid ",
    "||": r"\parallel ",
    "‖": r"\parallel ",
    "*": r"\,",
    " * ": r" \otimes ",
    "{": r"\{",
    "}": r"\}",
    "<": "<",
    ">": ">",
}
WORDS = {"and": r"\text{ and }", "or": r"\text{ or }", "not": r"\text{not }", "in": r"\in "}
SIGNS |= {"≤": SIGNS["<="], "≥": SIGNS[">="], "⇒": SIGNS["=>"], "⟹": SIGNS["=>"]}
SIGNS |= {"√": r"\sqrt{", "⟨": "_{", "⟩": "}"}
SIGNS |= {"⇔": SIGNS["<=>"], "⟺": SIGNS["<=>"]}
WORDS |= {"∧": WORDS["and"], "∨": WORDS["or"], "¬": WORDS["not"], "inf": r"\infty "}
WORDS |= {"forall": r"\forall ", "exists": r"\exists ", "with": r"\text{ with }"}
FUNCTIONS = {"log": r"\log", "exp": r"\exp", "max": r"\max", "min": r"\min"}


def claim_latex(text: str) -> str:
    r"""The LaTeX of a claim's text as proofs show it: in mathematical signs, for a display.

    >>> print(claim_latex("pml(P, W) <= log(3) + eps"))
    \ell(P, W) \le \log(3) + \varepsilon

    Products of numbers are written without blanks, products of channels of separate letters with
    them.

    >>> print(claim_latex("ldp(W * V) <= 2*a"))
    \mathrm{LDP}(W \otimes V) \le 2\,a
    """
    return expand_macros(claim_macros(text))


def claim_macros(text: str) -> str:
    r"""A claim or quantity in the LaTeX notation of proofs, with a macro for each measure.

    >>> print(claim_macros("pml(P, W >> V) <= log(3)"))
    \PML(P, W \PMLthen V) \le \log(3)
    >>> print(claim_macros("D[tv](P || Q) <= sqrt(D(P || Q)/2)"))
    D_{\mathrm{tv}}(P \parallel Q) \le \sqrt{D(P \parallel Q)/2}
    """
    parts = re.split(f"({LABEL})", text)  # the braces of a label are not LaTeX's
    parts[::2] = [INDEX.sub(r"\1⟨\2⟩", ROOT.sub(r"√\1⟩", part)) for part in parts[::2]]
    words = WORD.findall("".join(parts))
    called = (after[:1] in ("(", "[", "⟨") for after in [*words[1:], ""])
    return " ".join("".join(map(_word_latex, words, called)).split())


def claim_rows(text: str, most: int = PAGE) -> list[str]:
    r"""The claim above its proof as the rows of one formula, of about `most` characters.

    >>> for row in claim_rows("ldp(W) <= eps => pml(P, W) <= eps", most=20): print(row)
    \PMLldp(W) \le \varepsilon
    {} \;\Rightarrow\; \PML(P, W) \le \varepsilon
    """
    first, *others = fill_rows((f" {claim_macros(part)}" for part in _pieces(text, most)), most)
    return [first.strip(), *(f"{{}} {row.strip()}" for row in others)]


def letter_latex(word: str) -> str:
    r"""The LaTeX of a letter's name in a proof, without the quotation marks of a label.

    >>> print(letter_latex('"18-30"'), letter_latex("yes"), letter_latex("2"))
    \text{18-30} \text{yes} 2
    """
    plain = re.sub(LABEL, lambda label: printable(label_of(label[0])), word)
    return plain if plain.isdecimal() else rf"\text{{{escape_latex(plain)}}}"


def _pieces(text: str, most: int, depth: int = 0) -> Iterator[str]:
    """The pieces of a claim's formula, short enough for one row each above its proof."""
    for part in _parts_before(JOINING, text, depth):
        if row_width(claim_macros(part)) <= most:
            yield part
        elif depth < DEEPEST:
            yield from _pieces(part, most, depth + 1)
        else:
            yield from _parts_before(INNER, part, depth)


def _parts_before(joining: tuple[str, ...], text: str, depth: int) -> list[str]:
    """The parts of a claim's formula, cut before these words if at most `depth` brackets deep."""
    words, parts, within = WORD.findall(text), [""], 0
    for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False):
        joins = word in joining and (joining == INNER or (before.isspace() and after.isspace()))
        if joins and within <= depth:
            parts.append("")
        within += (word[0] in "([{") - (word in (")", "]", "}"))
        parts[-1] += word
    return parts


def mixed_latex(words: str) -> str:
    r"""The LaTeX of words about a proof, with calls and comparisons among them as formulas.

    >>> print(mixed_latex("p(x) > 0 for every x, P_Y(y) > 0 at the outcome"))
    $p(x) > 0$ for every $x$, $P_{Y}(y) > 0$ at the outcome
    """
    return "".join(word for word, _ in mixed_words(words, PAGE * PAGE))


def mixed_words(words: str, most: int = PAGE) -> Iterator[tuple[str, int]]:
    """The LaTeX of each word about a proof, with its blank and about how many characters it has.

    A formula is one word; a formula of more than `most` characters is several.
    """
    end = 0
    for match in [*FORMULA.finditer(words), None]:
        plain = words[end : match.start()] if match else words[end:]
        for word in re.findall(r"\S+ ?| ", plain):
            yield paragraph_latex(word), len(word)
        if match is not None:
            whole = claim_macros(match[0])
            if row_width(whole) <= most:
                yield f"${whole}$", row_width(whole)
            else:
                parts = map(claim_macros, _pieces(match[0], most))
                yield from ((f"${{}} {part}$ ", row_width(part) + 1) for part in parts)
            end = match.end()


def _word_latex(word: str, called: bool = False) -> str:
    """One word of a claim in the notation of proofs, LaTeX in which a called measure is a macro."""
    if word[0] == '"' and len(word) > 1:
        return letter_latex(word)
    for table in (SIGNS, WORDS, FUNCTIONS):
        if word in table:
            return table[word]
    if word.isspace():
        return " "
    if word[0] == "^" and len(word) > 1:
        often = word.lstrip("^&>")
        return f"^{{{SIGNS.get(word[1 : -len(often)], '')}{_word_latex(often)}}}"
    if (len(word) == 1 and word.isascii()) or word[0].isdigit():
        return word if word not in "#$%~^\\" or word == "^" else escape_latex(word)
    if called and len(word) > 1 and word[0].islower():
        return macro(word)
    if lowered := re.fullmatch(r"([A-Za-z]_)([A-Z]|min|max)", word):
        return f"{lowered[1]}{{{FUNCTIONS.get(lowered[2], lowered[2])}}}"
    return latex_word(word)
