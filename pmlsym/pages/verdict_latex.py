r"""Verdicts as LaTeX: for a notebook, and for `article` with `amsmath`.

verdict_latex      displays alone, for pages with MathJax
verdict_article    paragraphs and displays: all with headings, or the statement, the proof, or both
                   in the environments of amsthm

Both say what the text of the verdict says: the scope, the domain, the proof or the instance, the
worst priors of a set. An instance has a row for each name, P &= \begin{pmatrix} .. \end{pmatrix}.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pmlsym.calculus.tensor import Tensor
from pmlsym.claim_text.instance_text import LetterLabels
from pmlsym.claim_text.question import Question
from pmlsym.claim_text.written_channels import is_written_out
from pmlsym.claims.subjects import subjects
from pmlsym.engines.decide.proof_reading import other_uses
from pmlsym.evidence.enclosure import AnalyticProof
from pmlsym.evidence.entropy_dual import EntropyProof
from pmlsym.evidence.verdict import (
    CertificateProof,
    Evidence,
    Implied,
    OverPriors,
    PriorBound,
    Proved,
    Refuted,
    SolverProof,
    Unknown,
    Verdict,
)
from pmlsym.exposition.claim_latex import (
    claim_macros,
    claim_rows,
    letter_latex,
    mixed_latex,
    mixed_words,
)
from pmlsym.exposition.formula import fraction_latex, latex_word, paragraph_latex
from pmlsym.exposition.latex_macros import expand_macros
from pmlsym.exposition.latex_rows import (
    PAGE,
    Layout,
    fill_rows,
    matrix_latex,
    row_width,
    table_latex,
)
from pmlsym.exposition.typesetting import (
    claim_paragraphs,
    display_rows,
    page_latex,
    proof_body_latex,
    proof_latex,
    separate_by_commas,
    statement_paragraphs,
)
from pmlsym.language.nodes import Claim
from pmlsym.language.writing import statement
from pmlsym.numbers.number import Exact, Infinite, Number
from pmlsym.numbers.number_text import decimal_text
from pmlsym.pages.held_hypotheses import HeldHypothesis, failing_part, held_hypotheses
from pmlsym.pages.verdict_display import asked
from pmlsym.pages.verdict_text import (
    caveat_beside,
    condition_line,
    has_sides_in_nats,
    instances_line,
    is_worth_showing,
    meanings_lines,
    shown_evidence,
    side_names,
    steps_beside,
    units_lines,
    verdict_word,
)

BESIDE = 20
"""Characters that the word and the names of an instance take beside a claim."""

PAPER = Layout()

BREAK = " \\\\\n"
"""The break between two rows of a display."""

LONGEST_SHOWN = PAGE // 2
"""The most characters of an exact number in a display, beside its name."""


def verdict_latex(verdict: Verdict) -> str:
    """The LaTeX of a verdict in a notebook: word and claim, then proof or counterexample."""
    if isinstance(verdict, Proved) and isinstance(shown_evidence(verdict), CertificateProof):
        return expand_macros(_aligned_display(_notebook_rows(verdict)))
    return expand_macros(
        f"$$\\begin{{aligned}}{BREAK.join(_notebook_rows(verdict))}\\end{{aligned}}$$"
    )


def verdict_article(
    verdict: Verdict, *, label: str | None = None, columns: int = 1, part: str = "all"
) -> str:
    """The LaTeX of a verdict for a paper, as `verdict.latex()` gives it."""
    return verdict_document(asked(verdict), verdict, layout=Layout.of(label, columns, part))


def verdict_document(
    question: Question,
    verdict: Verdict,
    *,
    bits: bool = False,
    mended: tuple[Claim, Verdict] | None = None,
    layout: Layout = PAPER,
) -> str:
    """The LaTeX of a verdict for a paper; `mended` is as in `verdict_text`.

    A proof without a certificate names the engine that gave it; of claims that imply this one the
    certificates follow.
    """
    units = units_lines(verdict) if bits else ()
    if layout.part == "all" or isinstance(verdict, Unknown):
        said = map(_as_sentence, (*meanings_lines(verdict), *units))
        return page_latex((*_verdict_paragraphs(question, verdict, bits, mended, layout), *said))
    statement = (*_statement_alone(question, verdict, layout.most), *_said(meanings_lines(verdict)))
    proof = (*_proof_alone(verdict, bits, mended, layout), *_said(units))
    if layout.part != "theorem":
        return page_latex(statement if layout.part == "statement" else proof)
    label = layout.key("\n".join((*statement, *proof)))
    head = rf"\begin{{theorem}}\label{{{label}theorem}}"
    return page_latex(
        (head, *statement, r"\end{theorem}", r"\begin{proof}", *proof, r"\end{proof}")
    )


def equals_latex(value: Number, *, bits: bool = False) -> str:
    r"""The answer's LaTeX "= number" of an equation: the exact number, and its decimals.

    Where the exact number is very long, decimals with an approximate sign stand alone.

    >>> from pmlsym.numbers.number import leakage
    >>> from fractions import Fraction
    >>> print(equals_latex(leakage(Fraction(3, 2))))
    = \log \tfrac{3}{2} \approx 0.405465
    >>> print(equals_latex(leakage(Fraction(4)), bits=True))
    = \log_2 4 \approx 2.000000\text{ bits}
    >>> print(equals_latex(leakage(Fraction(3)) * 10**70))
    \approx 1.098612 \cdot 10^{70}
    """
    if isinstance(value, Infinite):
        return r"= \infty" if float(value) > 0 else r"= -\infty"
    exact = _exact_latex(value, bits)
    if exact.lstrip("-").isdecimal():
        return f"= {exact}"
    unit = r"\text{ bits}" if bits else ""
    digits, _, power = decimal_text(value, bits=bits).partition("e")
    times = rf" \cdot 10^{{{int(power)}}}" if power else ""
    near = rf"\approx {digits}{times}{unit}"
    return f"= {exact} {near}" if 0 < row_width(exact) <= LONGEST_SHOWN else near


def _verdict_paragraphs(
    question: Question,
    verdict: Verdict,
    bits: bool,
    mended: tuple[Claim, Verdict] | None,
    layout: Layout,
) -> Iterator[str]:
    """The LaTeX paragraphs of a verdict for a paper, under headings."""
    most = layout.most
    match verdict:
        case Proved():
            yield from claim_paragraphs(str(question), verdict.scope, verdict.domain, most)
            yield from _given_entries(verdict, most)
            yield from _proof_paragraphs(verdict, bits, layout)
        case Refuted():
            yield from statement_paragraphs("Counterexample", str(question), most, " to")
            yield _aligned_display(_instance_rows(verdict, bits=bits, most=most))
            yield from _worst_sentences(verdict.bounds, bits)
            said = condition_line(*mended) if mended else ""
            yield from (_as_sentence(part) for part in (said,) if part)
        case Unknown():
            yield from claim_paragraphs(str(question), most=most)
            yield from _given_entries(verdict, most)
            said = r"Neither a proof nor a counterexample was found."
            yield rf"\par\noindent\textbf{{Unknown.}} {said}"


def _statement_alone(question: Question, verdict: Proved | Refuted, most: int) -> Iterator[str]:
    """The answer's LaTeX of a theorem's statement, where it holds, or that it is false."""
    yield from _objects_sentence(verdict.claim)
    if isinstance(verdict, Refuted):
        yield "The following does not hold in general:"
        yield from statement_paragraphs("", str(question), most)
        return
    yield from statement_paragraphs("", str(question), most)
    yield f"{mixed_latex(_scope_sentence(verdict))}."
    if verdict.domain:
        yield f"It has a value where {', '.join(map(mixed_latex, verdict.domain))}."
    rows = _entries_given(verdict, most)
    if rows:
        yield "The entries are"
        yield _aligned_display(rows)


def _objects_sentence(claim: object) -> Iterator[str]:
    r"""The answer's LaTeX sentence that introduces a claim's priors, channels, gains and events.

    >>> from pmlsym.claim_text.question import parse
    >>> print(*_objects_sentence(parse("pml(P, W) <= ldp(W)")))
    Let $P$ be a prior on $X$, and $W$ a channel from $X$ to $Y$.
    """
    if not isinstance(claim, Claim):
        return
    about = subjects(claim)
    given = {data.tensor.name for data in about.data}
    named = [
        t for t in about.tensors if t.alphabets and t.name.isidentifier() and t.name not in given
    ]
    named.sort(key=lambda tensor: len(tensor.stochastic) < len(tensor.alphabets))  # priors first
    objects = [(f"${claim_macros(tensor.name)}$", _kind_in_words(tensor)) for tensor in named]
    if objects:
        (symbol, kind), *more = objects
        *middle, last = [f"Let {symbol} be {kind}", *(f"{name} {what}" for name, what in more)]
        yield f"{', '.join(middle)}, and {last}." if middle else f"{last}."


def _kind_in_words(tensor: Tensor) -> str:
    """The answer's LaTeX words for the kind of a tensor and its letters, as "a prior on $X$"."""
    letters = [claim_macros(alphabet) for alphabet in tensor.alphabets]
    inputs = [a for k, a in enumerate(letters) if k not in tensor.stochastic]
    outputs = [letters[k] for k in tensor.stochastic]

    def of(alphabets: list[str]) -> str:
        """The answer's LaTeX of alphabets as a product."""
        return "$" + r" \times ".join(alphabets) + "$"

    if not inputs:
        return f"a prior on {of(outputs)}"
    if outputs:
        kind = "a deterministic channel" if tensor.indicator else "a channel"
        return f"{kind} from {of(inputs)} to {of(outputs)}"
    return f"{'a subset of' if tensor.indicator else 'a nonnegative function on'} {of(inputs)}"


def _scope_sentence(verdict: Proved) -> str:
    """The answer's LaTeX sentence for the scope of a proved verdict."""
    scope = verdict.scope
    return scope[0].upper() + scope[1:] if verdict.vacuous else f"This holds for {scope}"


def _proof_alone(
    verdict: Proved | Refuted,
    bits: bool,
    mended: tuple[Claim, Verdict] | None,
    layout: Layout,
) -> Iterator[str]:
    """The answer's LaTeX of a verdict's proof or counterexample, without heading and end."""
    if isinstance(verdict, Refuted):
        yield "A counterexample is"
        yield _aligned_display(_instance_rows(verdict, bits=bits, most=layout.most))
        yield from _worst_sentences(verdict.bounds, bits)
        yield from _said((condition_line(*mended),) if mended else ())
        return
    evidence = shown_evidence(verdict)
    if verdict.vacuous:
        yield from _said((instances_line(verdict),))
    if isinstance(evidence, CertificateProof):
        yield from _said((caveat_beside(verdict),) if caveat_beside(verdict) else ())
        yield from proof_body_latex(evidence.certificates, cases=evidence.cases, layout=layout)
    else:
        shown = _engine_sentences(verdict)
        yield f"{shown[0].upper()}{shown[1:]}." if shown[:1].isalpha() else f"{shown}."
        yield from _implying_proofs(evidence, layout, headed=False)
    if not verdict.vacuous:
        yield from _said(_further_sentences(verdict))
    yield from _worst_sentences(verdict.bounds, bits)


def _proof_paragraphs(verdict: Proved, bits: bool, layout: Layout) -> Iterator[str]:
    """The answer's LaTeX paragraphs of a proof under a heading."""
    evidence = shown_evidence(verdict)
    if verdict.vacuous:
        yield _as_sentence(instances_line(verdict))
    if isinstance(evidence, CertificateProof):
        yield from proof_latex(
            evidence.certificates,
            cases=evidence.cases,
            caveat=caveat_beside(verdict),
            layout=layout,
        )
    else:
        word = paragraph_latex(verdict_word(verdict).rstrip(":"))
        without = "" if _certified_parts(evidence) else " without a certificate"
        yield rf"\par\noindent\textbf{{{word}}}{without}: {_engine_sentences(verdict)}."
        yield from _implying_proofs(evidence, layout)
    if not verdict.vacuous:
        yield from map(_as_sentence, _further_sentences(verdict))
    yield from _worst_sentences(verdict.bounds, bits)


def _certified_parts(evidence: Evidence) -> list[tuple[Claim, CertificateProof]]:
    """The claims with a certificate that a page shows to imply this one."""
    parts = evidence.parts if isinstance(evidence, Implied) else ()
    return [(claim, own) for claim, own in parts if isinstance(own, CertificateProof)]


def _implying_proofs(evidence: Evidence, layout: Layout, headed: bool = True) -> Iterator[str]:
    """The answer's LaTeX of claims that imply this one, each with its proof and labels."""
    certified = _certified_parts(evidence)
    several = layout.label and len(certified) > 1
    for k, (claim, own) in enumerate(certified, 1):
        numbered = replace(layout, label=f"{layout.label}:{k}") if several else layout
        written = proof_latex if headed else proof_body_latex
        yield from statement_paragraphs("Implying claim.", statement(claim), layout.most)
        yield from written(own.certificates, cases=own.cases, layout=numbered)


def _engine_sentences(verdict: Proved) -> str:
    """The answer's LaTeX sentence for the basis of a proof, and its reservations.

    It is one sentence, since it may begin with the name of a measure.
    """
    return "; ".join([_engine_sentence(verdict), *map(paragraph_latex, _reservations(verdict))])


def _entries_given(verdict: Verdict, most: int) -> list[str]:
    """The answer's LaTeX rows of the entries that a verdict's claim gives."""
    return list(_given_rows(verdict.claim, most)) if isinstance(verdict.claim, Claim) else []


def _given_entries(verdict: Verdict, most: int) -> Iterator[str]:
    """The answer's LaTeX display, under a heading, of the entries that a verdict's claim gives."""
    rows = _entries_given(verdict, most)
    if rows:
        yield r"\par\noindent\textbf{Given.}"
        yield _aligned_display(rows)


def _aligned_display(rows: Iterable[str]) -> str:
    """The answer's LaTeX display of rows, each with a place at which they are aligned."""
    return f"\\begin{{align*}}\n{BREAK.join(rows)}\n\\end{{align*}}"


def _worst_sentences(bounds: tuple[PriorBound, ...], bits: bool) -> Iterator[str]:
    """The answer's LaTeX paragraphs of worst values over priors, and where they are attained."""
    for bound in bounds:
        yield rf"\par\noindent {_bound_sentence(bound, bits=bits)}"


def _said(sentences: Iterable[str]) -> Iterator[str]:
    """The answer's LaTeX of sentences in a paragraph that goes on."""
    yield from (f"{mixed_latex(words[0].upper() + words[1:])}." for words in sentences)


def _as_sentence(words: str) -> str:
    """The answer's LaTeX of words as a paragraph of one sentence."""
    return rf"\par\noindent {mixed_latex(words[0].upper() + words[1:])}."


def _notebook_rows(verdict: Verdict) -> Iterator[str]:
    """The LaTeX rows of the verdict that a notebook shows."""
    question = asked(verdict)
    first, *others = claim_rows(question.text, PAGE - BESIDE)
    yield rf"&\text{{{verdict_word(verdict).rstrip(':')}: }}{first}"
    yield from (f"&{row}" for row in others)
    rest = str(question).removeprefix(question.text).strip()
    yield from _rows_of_words(*filter(None, rest.split("  ")))
    match verdict:
        case Proved():
            yield from _rows_of_words(verdict.scope)
            yield from _rows_of_words(*(f"on its domain: {part}" for part in verdict.domain))
            evidence = shown_evidence(verdict)
            if isinstance(evidence, CertificateProof):
                yield from display_rows(evidence.certificates)
            else:
                yield rf"&\text{{{_engine_sentence(verdict)}}}"
            yield from _rows_of_words(*_reservations(verdict), *_further_sentences(verdict))
            yield from (row for bound in verdict.bounds for row in _bound_rows(bound, PAGE))
        case Refuted():
            yield from _instance_rows(verdict)
            most = PAGE - BESIDE
            yield from (row for bound in verdict.bounds for row in _bound_rows(bound, most))


def _rows_of_words(*sentences: str) -> Iterator[str]:
    """The answer's LaTeX rows of sentences in a display, each from the left edge."""
    for sentence in sentences:
        first, *others = fill_rows((word for word, _ in mixed_words(sentence, PAGE // 2)), PAGE)
        yield rf"&\text{{{first}}}"
        yield from (rf"&\quad\text{{{row}}}" for row in others)


def _further_sentences(verdict: Proved) -> Iterator[str]:
    """The remarks on a page about a proof: hypotheses it does not need, and no instance tried."""
    if isinstance(verdict.evidence, CertificateProof) and not verdict.vacuous:
        yield from other_uses(verdict)
    yield from (part for part in (instances_line(verdict),) if part)


def _reservations(verdict: Proved) -> tuple[str, ...]:
    """The reservations on a page about a proof over priors, with values known within bounds."""
    return verdict.evidence.rests if isinstance(verdict.evidence, OverPriors) else ()


def _engine_sentence(verdict: Proved) -> str:
    """The answer's LaTeX sentence on what a proof rests on: its engine, duals, core, claims."""
    evidence = shown_evidence(verdict)
    trust = paragraph_latex(evidence.trust)
    match evidence:
        case EntropyProof(duals=duals):
            return f"{trust}: " + "; ".join(mixed_latex(str(dual)) for dual in duals)
        case AnalyticProof() as proof:
            return trust + steps_beside(proof)
        case SolverProof(core=core):
            return f"{trust} ({paragraph_latex(core)})"
        case Implied(parts=parts, where=where):
            claims = (f"${claim_macros(statement(claim))}$" for claim, _ in parts)
            letters = f", where {mixed_latex(where)}" if where else ""
            return f"{trust}: by {', and '.join(claims)}{letters}"
    return trust


def _instance_rows(verdict: Refuted, *, bits: bool = False, most: int = PAGE) -> Iterator[str]:
    """The answer's LaTeX rows of a counterexample: an entry, a number, a letter or a side each."""
    instance = verdict.instance
    called = LetterLabels.by(verdict.claim if isinstance(verdict.claim, Claim) else None)
    for name, entries in sorted(instance.tensors.items()):
        yield from _tensor_rows(name, entries, called.heads(name, entries), most)
    for name, value in sorted(instance.scalars.items()):
        yield rf"{latex_word(name)} &{equals_latex(value)}"
    for name, k in sorted(instance.outcomes.items()):
        label = called.label(name, k)
        yield rf"{latex_word(name)} &= {letter_latex(label) if label else k + 1}"
    if isinstance(verdict.claim, Claim):
        for each in held_hypotheses(verdict.claim, instance):
            yield from _held_rows(each, bits=bits and each.in_nats, most=most)
    failing = failing_part(verdict.claim, instance) if isinstance(verdict.claim, Claim) else None
    if failing is not None and failing is not verdict.claim:
        *before, last = claim_rows(statement(failing), most - BESIDE)
        yield from (rf"&{row}" for row in (*before, rf"{last} \text{{ is false}}"))
    names = side_names(failing)
    in_bits = bits and has_sides_in_nats(verdict)
    sides = zip(names or ("left side", "right side"), (verdict.left, verdict.right), strict=True)
    for name, found in sides:
        if is_worth_showing(found, name):
            side = claim_macros(name) if names else rf"\text{{{name}}}"
            yield rf"{side} &{equals_latex(found, bits=in_bits)}"


def _held_rows(held: HeldHypothesis, *, bits: bool, most: int) -> Iterator[str]:
    """The answer's LaTeX rows of a hypothesis with its sides' values, two where it is long."""
    if not held.sides:
        *before, last = claim_rows(statement(held.claim), most - BESIDE)
        yield from (rf"&{row}" for row in (*before, rf"{last} \text{{ holds}}"))
        return
    shown = [
        (claim_macros(name), equals_latex(value, bits=bits) if _says_more(value, name) else "")
        for name, value in held.sides
    ]
    (left, equals), (right, other) = shown
    relation = f"{claim_macros(held.relation)} {right} {other}".rstrip()
    first = f"{equals} {relation}".lstrip()
    fits = row_width(f"{left}{first}") <= most
    yield from (f"{left} &{first}",) if fits else (f"{left} &{equals}", rf"&\quad {relation}")


def _says_more(value: Number, side: str) -> bool:
    """Whether the answer's LaTeX shows a value, since it says more than the side as written."""
    return is_worth_showing(value, side) and not side.replace("/", "").isdecimal()


def _given_rows(claim: Claim, most: int) -> Iterator[str]:
    """The answer's LaTeX rows of entries of the claim's own priors and channels that have names."""
    called = LetterLabels.by(claim)
    for data in (each for each in subjects(claim).data if not is_written_out(each)):
        name = data.tensor.name
        yield from _tensor_rows(name, data.entries, called.heads(name, data.entries), most)


def _bound_sentence(bound: PriorBound, *, bits: bool = False) -> str:
    """The answer's LaTeX sentence of a worst value over priors, and where it is attained."""
    parts = [f"{words}${formula}$" for words, formula in _word_formula_pairs(bound, bits)]
    return f"{parts[0][0].upper()}{', '.join(parts)[1:]}."


def _bound_rows(bound: PriorBound, most: int) -> list[str]:
    """The answer's LaTeX rows of a worst value over priors, of about `most` characters."""
    pieces = [
        (rf"\text{{{words}}}" if words else "") + formula
        for words, formula in _word_formula_pairs(bound)
    ]
    first, *others = fill_rows(iter(separate_by_commas(pieces)), most)
    return [f"&{first}", *(rf"&\quad {row}" for row in others)]


def _word_formula_pairs(bound: PriorBound, bits: bool = False) -> Iterator[tuple[str, str]]:
    """An answer's words and LaTeX formulas on a worst value, the worst prior, the letters."""
    end = "largest" if bound.is_largest else "smallest"
    value = equals_latex(bound.value, bits=bits and bound.in_nats)
    yield f"{end} ", f"{claim_macros(bound.text)} {value}"
    first, *others = _masses_rows(bound.name, bound.prior, bound.words)
    yield f"{bound.reached} ", first
    yield from (("", mass) for mass in others)
    for at in bound.letters:
        yield "", f"{latex_word(at.index)} = {letter_latex(at.word)}"


def _tensor_rows(
    name: str, entries: Any, heads: Sequence[Sequence[str]], most: int
) -> Iterator[str]:
    """The answer's LaTeX rows of a named tensor's masses or entries, several if it is wide."""
    if len(heads) == 1:
        yield from (
            f"{left} &= {mass}" for left, mass in _masses_by_letter(name, entries, heads[0])
        )
        return
    words = [[letter_latex(word) for word in own] for own in heads]
    body = table_latex(words[0], words[1], entries) if len(words) == 2 else matrix_latex(entries)
    rows = (entries,) if isinstance(entries[0], Fraction) else entries
    if not isinstance(rows[0][0], Fraction) or _table_width(rows, words) < most - BESIDE:
        yield rf"{latex_word(name)} &= {body}"
        return
    for x, row in enumerate(rows):
        at = rf"\mid {words[0][x] if words else x + 1}" if rows is entries else ""
        ends = [f"{y}\\colon " for y in words[1]] if len(words) == 2 else [""] * len(row)
        first, *others = [f"{y}{fraction_latex(mass)}" for y, mass in zip(ends, row, strict=True)]
        masses = separate_by_commas([f"({first}", *others[:-1], f"{others[-1]})"])
        line, *lines = fill_rows(iter(masses), most - BESIDE)
        yield rf"{latex_word(name)}(\,\cdot{at}) &= {line}"
        yield from (rf"&\quad {other}" for other in lines)


def _table_width(rows: Sequence[Sequence[Fraction]], words: Sequence[Sequence[str]]) -> int:
    """The width in characters of a matrix in an answer's LaTeX, below its column labels."""
    heads = words[1] if len(words) == 2 else [""] * len(rows[0])
    columns = zip(heads, *(map(fraction_latex, row) for row in rows), strict=True)
    return sum(max(map(row_width, column)) + 2 for column in columns)


def _masses_rows(name: str, masses: Sequence[Fraction], words: Sequence[str]) -> list[str]:
    """The answer's LaTeX of masses below their letters' labels; a row in pieces without labels."""
    if words:
        return [f"{left} = {mass}" for left, mass in _masses_by_letter(name, masses, words)]
    shown = list(map(fraction_latex, masses))
    shown[0], shown[-1] = f"{latex_word(name)} = ({shown[0]}", f"{shown[-1]})"
    return shown


def _masses_by_letter(
    name: str, masses: Sequence[Fraction], words: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """The pairs of a letter's P, such as P(young), and its mass in an answer's LaTeX."""
    for word, mass in zip(words, masses, strict=True):
        yield f"{latex_word(name)}({letter_latex(word)})", fraction_latex(mass)


def _exact_latex(value: Number, bits: bool) -> str:
    """The answer's LaTeX of an exact number; empty for one that is known by intervals."""
    if not isinstance(value, Exact):
        return ""
    ratio = value.exponential()
    if ratio == 1:
        return "0"
    if ratio is not None:
        return rf"\log{'_2' if bits else ''} {fraction_latex(ratio)}"
    exact = claim_macros(str(value)) if value.logs else fraction_latex(value.rational)
    return exact + (r"\text{ nats}" if bits else "")
