"""Syntax trees of what people write, and errors that point into the text.

The grammar is `grammar.lark`; a text is parsed from one of its `STARTS`. An error's message is one
line with the column; its note, which Python prints below it, has the text with a caret.

`grammar_tables.json` has the tables that lark computes from the grammar, which takes longer than
most claims, with the grammar and the version of lark; for another grammar or another lark the
tables are computed again. `python -m tests.grammar_tables` writes the file, and a test reports when
it is old.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar
from unicodedata import normalize

import lark
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from pmlsym.calculus.kind import require_kind
from pmlsym.errors import ClaimSyntaxError, PmlError
from pmlsym.language.elsewhere import Advice, advice, phrase_at, shape_at, written_here

Syntax = Tree[Token]
E = TypeVar("E", bound=PmlError)

STARTS = ("claim", "claim_file", "declaration", "family", "matrix", "domain", "priors", "sum")
LONGEST = 100_000
"""The most characters of a text."""

LONGEST_REASON = 500  # letters of a reason: its end says what would be right
SHOWN = 160
"""The most characters of a text that an error repeats."""

_RELATIONS = {"≤": "<=", "≥": ">="}

_LOWERED = re.compile("[₀-₉]+")

QUOTES = ("'", "`", "‘", "’", "“", "”", "„", "«", "»")

_BETWEEN = ("and", "or", "not", "in")
_CALLED = ("log", "exp", "max", "min")


@dataclass(frozen=True)
class Source:
    """A text in the language; `origin` names it in errors, such as the assumption."""

    text: str
    origin: str = "the claim"

    def __post_init__(self) -> None:
        require_kind(self.text, str, f"{self.origin} as a text")

    def tree(self, start: str = "claim") -> Syntax:
        """The syntax tree of the text by the grammar; `start` is one of `STARTS`.

        Raises ClaimSyntaxError, with the position.

        >>> Source("1 < 2").tree().data
        'comparison'
        """
        if not self.text.strip():
            example = "; write one such as pml(P, W) <= eps" if start == "claim" else ""
            raise ClaimSyntaxError(f"{self.origin} is empty{example}")
        if len(self.text) > LONGEST:
            raise ClaimSyntaxError(f"{self.origin} is longer than {LONGEST} characters")
        try:
            return _with_plain_tokens(_parser().parse(self.text, start=start))
        except UnexpectedInput as error:
            raise self._syntax_error(error) from None
        except RecursionError:
            raise ClaimSyntaxError(f"{self.origin} is nested too deeply to be read") from None

    def error(self, kind: type[E], reason: str, at: Syntax | Token | int) -> E:
        """An error of that kind that points to a syntax tree's place in the text, with advice."""
        start, end = _span_of(at, self.text)
        reason = shape_at(self.text, start) or reason
        row, begin = self.text.count("\n", 0, start), self.text.rfind("\n", 0, start) + 1
        line = self.text[begin:].partition("\n")[0]
        column, width = start - begin, max(1, min(end, begin + len(line)) - start)
        place = f"line {row + 1}, " if "\n" in self.text.strip() else ""
        where = f"{place}column {column + 1} of {self.origin}: {_cut(line.strip())}"
        error = kind(f"{_cut(reason, LONGEST_REASON)} ({where})")
        error.add_note(f"  {line}\n  {' ' * column}{'^' * width}")
        return error

    def line(self, place: Syntax | Token) -> int:
        """The line on which a part of the syntax tree begins in the text, counted from one."""
        return self.text.count("\n", 0, _span_of(place, self.text)[0]) + 1

    def at(self, place: Syntax | Token) -> str:
        """The words of the text that a part of the syntax tree is made of."""
        start, end = _span_of(place, self.text)
        return self.text[start:end]

    def _syntax_error(self, error: UnexpectedInput) -> ClaimSyntaxError:
        """The error for what the grammar's parser did not expect, with advice if there is some."""
        where = error.pos_in_stream if error.pos_in_stream is not None else len(self.text)
        accepted = error.accepts if isinstance(error, UnexpectedToken) else ()
        hint = _hint_for_other_language(self.text, where)
        if hint:
            reason = hint
        elif self.text[where : where + 2] == "==":
            reason = "'==' cannot stand here"
        elif self.text[where : where + 1] == "=" and accepted != {"EQUAL"}:
            reason = "the character '=' has no meaning here; equality is written =="
            if named := re.search(r"[(,]\s*(\w+)\s*$", self.text[:where]):
                reason += f", and an argument has a place and no name: 2 for {named[1]}=2"
        elif isinstance(error, UnexpectedCharacters):
            reason = f"the character {self.text[where]!r} has no meaning here"
        elif isinstance(error, UnexpectedToken) and error.token.type != "$END":
            reason = f"{_cut(str(error.token))!r} cannot stand here{_expectation(accepted)}"
        else:
            where = len(self.text.rstrip())
            reason = f"{self.origin} ends too early{_expectation(accepted)}"
        return self.error(ClaimSyntaxError, reason, where)


def with_names(tree: Syntax, named: Callable[[Syntax], str | None]) -> Syntax:
    """The syntax tree with a name for each part that `named` gives one; places stay as they were.

    >>> tree = Source("p(1) < 2").tree()
    >>> with_names(tree, lambda part: "p1" if part.data == "call" else None).children[0]
    Tree('name', [Token('NAME', 'p1')])
    """
    renamed: dict[int, Syntax] = {}
    for part in tree.iter_subtrees():  # inner parts come first, and nothing recurs, however deep
        name = named(part)
        children: list[Syntax | Token] = [
            renamed[id(c)] if isinstance(c, Tree) else c for c in part.children
        ]
        if name is None:
            renamed[id(part)] = Tree(part.data, children, part.meta)
        else:
            renamed[id(part)] = Tree("name", [Token("NAME", name)], part.meta)
    return renamed[id(tree)]


def flipped_comparison(tree: Syntax) -> Syntax:
    """The syntax tree of a comparison read from right to left: b >= a for that of a <= b.

    >>> flipped_comparison(Source("1 < eps").tree()).children[1]
    Token('RELATION', '>')
    """
    left, sign, right = tree.children
    other = {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}.get(str(sign), str(sign))
    return Tree("comparison", [right, Token("RELATION", other), left], tree.meta)


def _with_plain_tokens(tree: Syntax) -> Syntax:
    """The syntax tree with <= for ≤ and W_1 for W₁, which no other code has to know."""
    for part in tree.iter_subtrees():
        for k, child in enumerate(part.children):
            if isinstance(child, Token) and not child.isascii():
                part.children[k] = child.update(
                    value=_RELATIONS.get(child) or _with_raised_digits(child)
                )
    return tree


def _with_raised_digits(name: str) -> str:
    """A name in a text with its last lowered digits behind a _: W_1 for W₁; any other as it is."""
    found = _LOWERED.search(name)
    if found is None or found.end() < len(name):
        return name
    return f"{name[: found.start()]}_{normalize('NFKC', found.group())}"


@cache
def _parser() -> Lark:
    """The parser of the grammar of the claim language, made once."""
    return parser_of(grammar(), STARTS)


def grammar() -> str:
    """The grammar of the claim language, `grammar.lark`, as a text."""
    return files("pmlsym.language").joinpath("grammar.lark").read_text(encoding="utf-8")


def _hint_for_other_language(text: str, where: int) -> str:
    """Advice for a sign or word that the grammar does not have; empty where there is none."""
    if said := _hint_for_binder(text, where) or _hint_for_premise(text, where):
        return said
    for sign, ours in advice(Advice.SIGNS).items():
        starts = (where, where - 1) if len(sign) == 2 else (where,)
        is_declared = sign == "->" and ":" in text
        if any(text.startswith(sign, at) for at in starts) and not is_declared:
            return f"{sign} is written {ours}"
    if (sign := text[where : where + 1]) in QUOTES:
        label = 'a label of a letter has double quotation marks, such as "18-30"'
        return f"the character {sign!r} has no meaning here; {label}"
    if sign == "=" and re.search(r"\b(?:P|Pr|Prob)[\[(]\s*[A-Z]\w*\s*$", text[:where]):
        return "the mass of a letter is P[x], of an outcome (P >> W)[y], given a letter W[y|x]"
    before = text[:where].split()  # the word was taken for a name, and the text after it is wrong
    word = re.match(r"\w+|[∞∀∃]", text[where:])
    of_words = advice(Advice.WORDS)
    words = [w for w in ([word.group()] if word else []) + before[-1:] if w in of_words]
    if words:
        return f"'{words[0]}' is no word here; {of_words[words[0]]}"
    if phrase := phrase_at(text, where):
        return phrase
    if text.startswith(("=>", "⇒", "⟹", "<=>", "⇔", "⟺"), where):
        return "beside <=> another => or <=> has brackets: a => (b <=> c), or (a => b) <=> c"
    if under := re.search(r"\b(sup|inf|max|min|sum)_(\w*)$", before[-1] if before else ""):
        name = under[2] or (re.findall(r"\w+", text[where:]) or ["x"])[0]
        if under[1] == "sum":
            return f"the letter of a sum stands in it: sum({name}, ..)"
        way = {"max": "sup", "min": "inf"}.get(under[1], under[1])
        return f"what is bound stands in brackets: ({way} {name}: ..)"
    return _hint_for_missing_sign(text, where)


def _hint_for_binder(text: str, where: int) -> str:
    """Advice at the token where the grammar fails, on how sup, forall and others bind names."""
    before, behind = text[max(0, where - SHOWN) : where], text[where:]
    names = r"\w+(?:\s*,\s*\w+)*"
    over = re.match(rf"(?:over\s+)?({names})\s*:", behind)
    if over and (extreme := re.search(r"\b(max|min)\s*$", before)):
        return f"write ({'sup' if extreme[1] == 'max' else 'inf'} {over[1]}: ..)"
    bound = re.search(rf"\b(forall|exists|sup|inf)\s+({names})\s*(:[^:]*->[^:=]*,.*)?$", before)
    if bound is None or behind.startswith((":", "with")) or not behind:
        return ""
    word, name, shape = bound.groups()
    if number := re.match(r"([<>]=?|[≤≥])\s*[^\s:,]+", behind):
        return f"no number is bound, as a claim is for all numbers; write {name} {number[0]} => .."
    name = re.sub(r"\s*,\s*\w+$", "", name) if behind.startswith(("(", "[")) else name
    return f"behind what is bound stands a colon: {word} {name}{': X -> Y' * bool(shape)}: .."


def _hint_for_premise(text: str, where: int) -> str:
    """Advice at the token where the grammar fails, on intervals, premises and long arrows."""
    arrow = next((m for m in re.finditer("[-=]{2,}>", text) if m.start() <= where < m.end()), None)
    if arrow:
        return f"{arrow[0]} is written =>"
    within = re.match(r"in\b\s*([\[(])([^,\])]+),([^\])]+)([\])])", text[where:])
    if within and (name := re.search(r"(\w+)\s*$", text[max(0, where - SHOWN) : where])):
        signs = ["<=" if bracket in "[]" else "<" for bracket in within.group(1, 4)]
        low, high = (end.strip() for end in within.group(2, 3))
        return f"write {low} {signs[0]} {name[1]} and {name[1]} {signs[1]} {high}"
    before = text[:where].rstrip()
    depth = sum(before.count(bracket) for bracket in "([") - sum(map(before.count, ")]"))
    if text[where : where + 1] == "," and depth == 0 and re.search("=>|[<>=]", text):
        return "premises are joined by and: a >= 0 and b >= 0 => .."
    if re.search(r"[(,]\s*\[$", before) and (row := re.match(r"[\d./, ]+\]", text[where:])):
        return f"a prior of these numbers is a row of a matrix, ([[{row[0]}])[x]"
    return ""


def _hint_for_missing_sign(text: str, where: int) -> str:
    """Advice, where the grammar fails, on a sign left out: 2 eps, 2(a + 1), log 3."""
    if text[where] == "(" and (raised := re.search(r"(\w+)\s*\^\s*(\w+)\s*$", text[:where])):
        way = written_here(raised[1]) or f"{raised[1]}(..)^{raised[2]}: the power stands behind"
        return f"{raised[0]} is written {way}"
    if text[where] == ":" and re.fullmatch(r"[\w -]+", text[:where]):
        return "one claim alone has no name; in a file it has, claim mine: .."
    before = re.search(r"([\w.]+)\s*$", text[:where])
    behind = re.match(r"[\d.]+|\w+|\(", text[where:])
    if before is None or behind is None or behind.group() in _BETWEEN:
        return ""
    first, second = before.group(1), behind.group()
    if first in _CALLED and second != "(":
        return f"'{second}' cannot stand here; {first} has parentheses: {first}({second})"
    if re.fullmatch(r"[\d.]+", first) and not second[0].isdigit() and second[0] != ".":
        product = f"{first}*{second}{'..)' if second == '(' else ''}"
        return f"'{second}' cannot stand here; a product is written with *: {product}"
    return ""


def _span_of(at: Syntax | Token | int, text: str) -> tuple[int, int]:
    """The first character of a syntax tree's place in the text, and the one behind it."""
    if isinstance(at, int):
        return at, at + 1
    if isinstance(at, Token):
        return at.start_pos or 0, at.end_pos or 0
    return at.meta.start_pos, at.meta.end_pos


def _cut(text: str, most: int = SHOWN) -> str:
    """The text that an error of syntax repeats, or its beginning with dots if it is long."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def _expectation(terminals: object) -> str:
    """The words, in an error of syntax, for what the grammar would have accepted."""
    if not isinstance(terminals, list | set | tuple | frozenset):
        return ""
    symbols = advice(Advice.SYMBOLS)
    words = sorted({symbols[name] for name in terminals if name in symbols})
    named = "; a claim of a file has a name, claim mine: .." if "_CLAIM" in terminals else ""
    return f"; expected {' or '.join(words)}{named}" if words else ""


FILE = "grammar_tables.json"


def parser_of(grammar: str, starts: tuple[str, ...]) -> Lark:
    """The parser of a grammar, from the kept tables where they are of this grammar."""
    file = files("pmlsym.language").joinpath(FILE)
    kept = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    if kept.get("of") != source_of_tables(grammar, starts):
        return build_parser(grammar, starts)
    data, memo = map(_from_json, kept["tables"])
    parser: Lark = Lark._load_from_dict(data, memo)  # type: ignore[no-untyped-call]
    return parser


def build_parser(grammar: str, starts: tuple[str, ...]) -> Lark:
    """The parser of a grammar, with its tables computed anew."""
    return Lark(grammar, parser="lalr", start=list(starts), propagate_positions=True)


def source_of_tables(grammar: str, starts: tuple[str, ...]) -> list[str]:
    """The data that a parser's kept tables depend on: lark's version, starts and the grammar."""
    return [lark.__version__, *starts, grammar]


def _from_json(data: Any) -> Any:
    """The tables of the grammar's parser from JSON: a list of pairs has numbers as keys."""
    if isinstance(data, dict):
        if data.keys() == {""}:
            return {key: _from_json(value) for key, value in data[""]}
        return {key: _from_json(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_from_json(value) for value in data]
    return data
