"""Shannon-type proofs: a goal as a sum of conditional mutual informations and hypotheses.

    goal  =  sum_j c_j * I(A_j; B_j | C_j)  +  sum_k d_k * hypothesis_k,     c_j, d_k >= 0 rational

(d_k has either sign for an equality). A form is linear in joint entropies H(S), S a set of random
variables, in 1, and in other real numbers, which have names. Every I(A; B | C) is at least zero,
whatever the sets A, B, C; I(A; A | C) is H(A | C). The check expands both sides into joint
entropies and compares rationals; it needs the standard library alone.

Some statements that have no such sum follow once variables are drawn a second time (the copy
lemma): a `Copy` adds hypotheses about new variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from pmlsym.errors import InvalidCertificate
from pmlsym.kernel.checked import Checked

Variables = tuple[str, ...]
Key = Variables | str
"""A sorted tuple of variables means their joint entropy; a string means the real number of that
name, and "1" is one."""

ONE = "1"


@dataclass(frozen=True)
class EntropyForm:
    """A linear form in joint entropies and other real numbers, with unique keys and no zeros."""

    terms: tuple[tuple[Key, Fraction], ...]

    @classmethod
    def of(cls, terms: Mapping[Key, Fraction] | Iterable[tuple[Key, Fraction]]) -> EntropyForm:
        """A sum of joint entropies as evidence writes it: like terms collected, H() = 0 left out.

        >>> EntropyForm.of([(("A",), Fraction(1)), (("A",), Fraction(-1))])
        EntropyForm(terms=())
        """
        total: dict[Key, Fraction] = {}
        for key, c in terms.items() if isinstance(terms, Mapping) else terms:
            name = tuple(sorted(set(key))) if isinstance(key, tuple) else key
            total[name] = total[name] + c if name in total else c
        kept = ((key, c) for key, c in total.items() if c and key != ())
        return cls(tuple(sorted(kept, key=lambda term: (isinstance(term[0], str), term[0]))))

    def plus(self, other: EntropyForm, factor: Fraction) -> EntropyForm:
        """The linear form in joint entropies plus a multiple of another."""
        return EntropyForm.of([*self.terms, *((key, c * factor) for key, c in other.terms)])


@dataclass(frozen=True)
class EntropyFact:
    """form >= 0, or form = 0, or form > 0."""

    name: str
    form: EntropyForm
    is_equality: bool = False
    is_strict: bool = False


@dataclass(frozen=True)
class EntropyStatement:
    """The hypotheses imply goal >= 0 (goal > 0 if `is_strict`)."""

    hypotheses: tuple[EntropyFact, ...]
    goal: EntropyForm
    is_strict: bool = False


@dataclass(frozen=True)
class Information:
    """I(left; right | given) >= 0, for any three sets of variables, overlapping or not.

    >>> print(Information(("A",), ("B", "C"), ("D",)), Information(("A",), ("A",), ()))
    I(A;B,C|D) H(A)
    """

    left: Variables
    right: Variables
    given: Variables

    @property
    def form(self) -> EntropyForm:
        """The information that a proof adds, in joint entropies.

        H(A,C) + H(B,C) - H(A,B,C) - H(C).
        """
        a, b, c = self.left, self.right, self.given
        one = Fraction(1)
        return EntropyForm.of([(a + c, one), (b + c, one), (a + b + c, -one), (c, -one)])

    def __str__(self) -> str:
        inside = ",".join(self.left)
        inside += "" if self.left == self.right else ";" + ",".join(self.right)
        inside += "|" + ",".join(self.given) if self.given else ""
        return f"{'H' if self.left == self.right else 'I'}({inside})"


@dataclass(frozen=True)
class EntropyTerm:
    """A multiple of an information, of a hypothesis by its name, or of 1 (`source` "1")."""

    coefficient: Fraction
    source: Information | str


@dataclass(frozen=True)
class Copy:
    """Variables drawn once more, each `(new, old)`, with the same distribution given `given`.

    Any distribution of variables V extends to new variables in this way, without changing V:

        p(v, new)  =  p(v) p(old = new | given)                 [Zhang, Yeung 1998]

    So I(new; V | given) = 0, and sets of new and given variables have the same entropy as the old.

    >>> for fact in Copy((("A'", "A"),), ("B",)).facts(("A", "B", "C")):
    ...     print(fact.name)
    [I(A';A,C|B) = 0]
    [H(A') = H(A)]
    [H(A',B) = H(A,B)]
    """

    drawn: tuple[tuple[str, str], ...]
    given: Variables

    def facts(self, variables: Variables) -> Iterator[EntropyFact]:
        """The equalities of entropies that evidence may use because variables are copies."""
        new = tuple(name for name, _ in self.drawn)
        others = tuple(name for name in variables if name not in self.given)
        independence = Information(new, others, self.given)
        yield EntropyFact(f"[{independence} = 0]", independence.form, is_equality=True)
        renamed = {**{name: name for name in self.given}, **dict(self.drawn)}
        for count in range(1, len(renamed) + 1):
            for subset in combinations(sorted(renamed), count):
                if not set(subset) <= set(self.given):
                    old = tuple(sorted(renamed[name] for name in subset))
                    form = EntropyForm.of([(subset, Fraction(1)), (old, Fraction(-1))])
                    name = f"[H({','.join(subset)}) = H({','.join(old)})]"
                    yield EntropyFact(name, form, is_equality=True)

    def __str__(self) -> str:
        new, old = zip(*self.drawn, strict=True)
        condition = f" given {','.join(self.given)}" if self.given else ""
        return f"{','.join(new)} a copy of {','.join(old)}{condition}"


MOST_COPIED = 12
"""The most old and given variables of a copy: n of them give 2^n equalities."""


@dataclass(frozen=True)
class EntropyDual:
    """A statement and the sum that proves it, which may use facts about copies."""

    statement: EntropyStatement
    terms: tuple[EntropyTerm, ...]
    copies: tuple[Copy, ...] = ()

    def __str__(self) -> str:
        left = form_text(self.statement.goal)
        parts = [_signed_term_text(term.coefficient, str(term.source)) for term in self.terms]
        copied = f"with {' and '.join(map(str, self.copies))}:  " if self.copies else ""
        return f"{copied}{left}  =  {_sum_text(parts) or '0'}"

    def facts(self) -> Iterator[EntropyFact]:
        """The hypotheses that this evidence about entropies may use, and its copies' equalities.

        Raises InvalidCertificate where a copy is of unknown variables, or its variables are not
        new.
        """
        yield from self.statement.hypotheses
        variables = variables_of(self.statement)
        for copy in self.copies:
            new = tuple(name for name, _ in copy.drawn)
            old = (*(name for _, name in copy.drawn), *copy.given)
            if (
                not new
                or len(old) > MOST_COPIED
                or len({*variables, *new}) < len(variables) + len(new)
            ):
                raise InvalidCertificate(f"{new} are no new variables of a copy")
            if len(set(old)) < len(old) or not set(old) <= set(variables):
                raise InvalidCertificate(f"{old} are no variables to copy and to be given")
            yield from copy.facts(variables)
            variables = tuple(sorted((*variables, *new)))


@dataclass(frozen=True)
class EntropyProof:
    """One dual for each statement of a claim, in order."""

    duals: tuple[EntropyDual, ...]
    engine: str = "shannon"
    trust: str = "sums of informations, checked exactly"


class _CheckedSum(Checked[EntropyDual]):
    """A sum that proves its statement."""

    __slots__ = ()


def check_entropy_dual(dual: EntropyDual) -> Checked[EntropyDual]:
    """The evidence about entropies, if its terms add up. Raises InvalidCertificate if not.

    >>> a, b = ("A",), ("B",)
    >>> goal = EntropyForm.of({a: Fraction(1), b: Fraction(1), a + b: Fraction(-1)})
    >>> term = EntropyTerm(Fraction(1), Information(a, b, ()))
    >>> _ = check_entropy_dual(EntropyDual(EntropyStatement((), goal), (term,)))
    >>> check_entropy_dual(EntropyDual(EntropyStatement((), goal), ()))
    Traceback (most recent call last):
    pmlsym.errors.InvalidCertificate: the terms leave H(A) - H(A,B) + H(B) over
    """
    all_facts = tuple(dual.facts())
    facts = {fact.name: fact for fact in all_facts}
    if any(fact.is_strict and fact.is_equality for fact in all_facts):
        raise InvalidCertificate("a hypothesis is both an equality and strict")
    if len(facts) != len(all_facts):
        raise InvalidCertificate("two hypotheses have one name")
    rest = [*dual.statement.goal.terms]
    strictly = Fraction(0)
    for term in dual.terms:
        c = Fraction(term.coefficient)
        form, signed = _form_of_source(term.source, facts)
        if c < 0 and not signed:
            raise InvalidCertificate(f"{term.source} has the negative coefficient {c}")
        if term.source == ONE or _is_strict_hypothesis(term.source, facts):
            strictly += c
        rest += [(key, -c * times) for key, times in form.terms]
    left = EntropyForm.of(rest)
    if left.terms:
        raise InvalidCertificate(f"the terms leave {form_text(left)} over")
    if dual.statement.is_strict and strictly <= 0:
        raise InvalidCertificate("a strict goal needs a positive multiple of 1, or of what is > 0")
    return _CheckedSum(dual)


def _is_strict_hypothesis(source: Information | str, facts: Mapping[str, EntropyFact]) -> bool:
    """Whether a term of evidence about entropies is a hypothesis with > 0, and not >= 0."""
    return isinstance(source, str) and source in facts and facts[source].is_strict


def _form_of_source(
    source: Information | str, facts: Mapping[str, EntropyFact]
) -> tuple[EntropyForm, bool]:
    """The form that a term of evidence about entropies stands for, and if it may be subtracted."""
    if isinstance(source, Information):
        return source.form, False
    if source == ONE:
        return EntropyForm(((ONE, Fraction(1)),)), False
    if source not in facts:
        raise InvalidCertificate(f"no hypothesis is called {source}")
    return facts[source].form, facts[source].is_equality


def variables_of(statement: EntropyStatement) -> Variables:
    """The random variables that a statement about entropies speaks of, as its evidence has them."""
    forms = [statement.goal, *(fact.form for fact in statement.hypotheses)]
    keys = [key for form in forms for key, _ in form.terms if isinstance(key, tuple)]
    return tuple(sorted({name for key in keys for name in key}))


def form_text(form: EntropyForm) -> str:
    """A sum of joint entropies in the notation in which evidence about entropies shows it.

    >>> form_text(EntropyForm.of({("A", "B"): Fraction(2), "eps": Fraction(-1, 2)}))
    '2 H(A,B) - 1/2 eps'
    """
    parts = [
        _signed_term_text(c, f"H({','.join(key)})" if isinstance(key, tuple) else key)
        for key, c in form.terms
    ]
    return _sum_text(parts) or "0"


def _signed_term_text(c: Fraction, name: str) -> str:
    """One term in the formula of evidence about entropies, its sign in front."""
    size = abs(c)
    text = str(size) if name == ONE else name if size == 1 else f"{size} {name}"
    return ("- " if c < 0 else "+ ") + text


def _sum_text(parts: list[str]) -> str:
    """The formula of evidence about entropies, its terms joined without a plus in front."""
    text = " ".join(parts)
    return text[2:] if text.startswith("+ ") else text.replace("- ", "-", 1)
