"""The names on a page are the claim's own, as they were written, or are introduced there once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pmlsym.claim_text.question import parse
from pmlsym.claims.subjects import subjects
from pmlsym.engines.decide.decisions import prove
from pmlsym.evidence.verdict import CertificateProof, Proved
from pmlsym.exposition.exposition import Exposition, Line, Words, expose
from pmlsym.exposition.formula import (
    Alike,
    Formula,
    LogRatio,
    Over,
    Plus,
    PowerFormula,
    SumOver,
    Symbol,
    Times,
    latex,
    text,
)
from pmlsym.exposition.typesetting import proof_latex, proof_lines
from pmlsym.kernel.certificate import Certificate
from pmlsym.language.nodes import Claim
from tests.examples import examples

CAPITALS = ("M1", "M", "Q", "L", "T1", "P_Y", "P2", "W_1", "R1", "Ω", "Größe", "P")
SMALL = ("t1", "t", "m", "s", "c1", "a1", "a_1", "eps", "epsilon", "ε", "x", "y", "b2", "delta")
LETS = ("{W}: X -> T", "{V}: T -> M")

TEMPLATES: dict[str, tuple[str, ...]] = {
    "pml({P}, {W} >> {V}) <= pml({P}, {W})": (),
    "pml({P}, {W} >> {V}) <= pml({P} >> {W}, {V})": LETS,
    "pml({P}, {W} & {V}) <= pml({P}, {W}) + pml({P}, {V} | {W})": (),
    "{a} <= {b} and ldp({W}) <= {a} => pml({P}, {W}) <= {b}": ("{W}: X -> M1",),
    "{a} >= 0 and pml({P}, {W}) <= {a} => mi({P}, {W}) <= {a}": (),
    "pml({P}, {W}, {a}) <= pml({P}, {W})": (),
    "{a} <= {b} => eml({P}, {W}, {a}) >= eml({P}, {W}, {b})": (),
    "eml({P}, {W} >> {V}, {a}) <= eml({P}, {W}, {a})": LETS,
    "maxleak({W} >> {V}) <= maxleak({V})": LETS,
    "maxleak({P}, {W}) <= log(suppsize({P}))": ("{P}: S",),
    "expected_pml({P}, {W}) <= pml({P}, {W})": (),
    "pml({P}, {W} >> {V}) <= max(pml({P}, {W}), {a})": (),
    "ldp({W}) <= {a} => pml({P}, {W}) <= -log(pmin({P}) + exp(-{a})*(1 - pmin({P})))": (),
    "uleak({P}, {W}, {V}) <= pml({P}, {W})": (),
}


def _proved(claim: Claim) -> tuple[Certificate, ...]:
    verdict = prove(claim, effort=60)
    assert isinstance(verdict, Proved), verdict
    assert isinstance(verdict.evidence, CertificateProof)
    return verdict.evidence.certificates


def _symbols(formula: Formula) -> Iterator[Symbol]:
    match formula:
        case Symbol():
            yield formula
        case PowerFormula(base):
            yield from _symbols(base)
        case Times(parts):
            for part in parts:
                yield from _symbols(part)
        case SumOver(_, body):
            yield from _symbols(body)
        case LogRatio(above, below) | Over(above, below):
            yield from _symbols(above)
            yield from _symbols(below)
        case Plus(terms):
            for _, part in terms:
                yield from _symbols(part)
        case Alike():
            return


def _letters(page: Exposition) -> set[str]:
    found = set(page.letters.values())
    for symbol in _every_symbol(page):
        found |= {*symbol.letters, *symbol.given}
    return found


def _every_symbol(page: Exposition) -> Iterator[Symbol]:
    for name, _ in (*page.levels, *page.arbitrary):
        yield from _symbols(name)
    for definition in page.definitions:
        yield from _symbols(definition.name)
        yield from _symbols(definition.body)
    for line in page.lines:
        parts = line.parts if isinstance(line, Words) else [f for _, f in line.chain]
        for part in parts:
            if not isinstance(part, str):
                yield from _symbols(part)


def _sign(symbol: Symbol) -> tuple[object, ...]:
    """What a reader tells symbols apart by: all but which letters stand there."""
    own = symbol.stem, symbol.subscript, symbol.superscript, symbol.spelled
    return *own, len(symbol.letters), len(symbol.given)


def _introduced(page: Exposition) -> Counter[tuple[object, ...]]:
    """What the page introduces: in its head, by "For every .." and by "Let .. be"."""
    found: Counter[tuple[object, ...]] = Counter()
    for name, _ in (*page.levels, *page.arbitrary):
        found.update(map(_sign, _symbols(name)))
    found.update(_sign(s) for d in page.definitions for s in _symbols(d.name))
    for line in page.lines:
        if isinstance(line, Words):
            for before, part in zip(line.parts, line.parts[1:], strict=False):
                opens = isinstance(before, str) and re.search(r"For every $|^Let $", before)
                if opens and not isinstance(part, str):
                    found.update(map(_sign, _symbols(part)))
    return found


def _check(page: Exposition, claim: Claim) -> None:
    about = subjects(claim)
    own = {*about.scalars, *(tensor.name for tensor in about.tensors)}
    plain = own | {f"exp({name})" for name in about.scalars}
    introduced = _introduced(page)
    for symbol in _every_symbol(page):
        is_own = symbol.stem in plain and not (symbol.subscript or symbol.superscript)
        constant = re.fullmatch(r"exp\(-?\d+(/\d+)?\)|\|\w+\|", symbol.stem)
        if _sign(symbol) in introduced:
            assert introduced[_sign(symbol)] == 1, symbol
        else:
            assert is_own or constant, symbol
    bare = [Symbol(*sign[:3], spelled=bool(sign[3])) for sign in introduced if not sign[1]]
    for symbol in bare:
        if not (symbol.stem == "P" or symbol.superscript):
            assert text(symbol) not in own | set(about.outcomes)
    signs = {_sign(s)[:4]: s for s in _every_symbol(page)}
    shown = [Symbol(s.stem, s.subscript, s.superscript, spelled=s.spelled) for s in signs.values()]
    assert len({text(s) for s in shown}) == len(shown) == len({latex(s) for s in shown})
    others = _letters(page) - set(about.outcomes)
    taken = own | {text(symbol) for symbol in bare}
    assert not others & taken, others & taken
    assert not re.search(r"\b(t|m|M|c|s|b|e|T|L)\d\b", _without(own, page)), _without(own, page)


def _without(own: set[str], page: Exposition) -> str:
    """The reasons and sentences, without the names of the claim."""
    said = [p for line in page.lines if isinstance(line, Line) for p in line.reason]
    said += [p for line in page.lines if isinstance(line, Words) for p in line.parts]
    whole = " ".join(p for p in said if isinstance(p, str))
    for name in sorted(own, key=len, reverse=True):
        whole = re.sub(rf"\b{re.escape(name)}\b", "·", whole)
    return whole


@st.composite
def _named(draw: st.DrawFn) -> tuple[str, tuple[str, ...]]:
    template = draw(st.sampled_from(sorted(TEMPLATES)))
    capitals = draw(st.permutations(CAPITALS))
    small = draw(st.permutations(SMALL))
    names = dict(zip("PWV", capitals, strict=False)) | dict(zip("abc", small, strict=False))
    return template.format(**names), tuple(let.format(**names) for let in TEMPLATES[template])


@pytest.mark.seconds
def test_names_are_the_users_or_are_introduced_once() -> None:
    met: Counter[str] = Counter()

    @settings(
        max_examples=examples(40),
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(_named())
    def good(question: tuple[str, tuple[str, ...]]) -> None:
        words, lets = question
        claim = parse(words, lets=lets)
        for certificate in _proved(claim):
            page = expose(certificate)
            _check(page, claim)
            met["pages"] += 1
            met["introduced"] += sum(_introduced(page).values())
            assert proof_lines(expose(certificate)) and proof_latex([certificate], caveat=words)

    good()
    assert met["pages"] >= 40 and met["introduced"] >= 100, met


@pytest.mark.parametrize(
    ("claim", "there", "missing"),
    [
        ("pml(P, M1 >> V) <= pml(P, M1)", "t·P_Y(y) − M1(y|x)", r"\bM\("),
        ("a1 <= a2 and ldp(W) <= a1 => pml(P, W) <= a2", "exp(a2) − exp(a1)", "a_[12]"),
        (
            "t1 >= 0 and pml(P, W) <= t1 => mi(P, W) <= t1",
            "−log( 1 / exp(t1) ) − t1 == 0",
            r"\bt\b",
        ),
        ("d1 <= d2 => eml(P, W, d1) >= eml(P, W, d2)", "d2 − d1 >= 0", "d_[12]|=>"),
        ("pml(P, W, u) <= pml(P, W)", "t·P_Y(u) − W(u|x)", "W\\(y'"),
        ("ldp(W) <= x => pml(P, W) <= x", "exp(x)·W(y|x'')", r"for all x,|P\(x\)"),
    ],
)
def test_what_was_renamed_before(claim: str, there: str, missing: str) -> None:
    shown = "\n".join("\n".join(proof_lines(expose(c))) for c in _proved(parse(claim)))
    assert there in shown
    assert not re.search(missing, shown), shown


@pytest.mark.seconds
def test_names_that_latex_would_print_alike_are_told_apart() -> None:
    (certificate,) = _proved(parse("eps <= a_1 and a_1 <= a1 and ldp(W) <= eps => pml(P, W) <= a1"))
    shown = "\n".join(proof_latex([certificate]))
    assert "e^{a_{1}}" in shown and r"\mathrm{exp(a\_1)}" in shown
