"""What witnesses are made of: the letters, priors and channels of a sequent, and numbers made new.

r |X| = 1          a uniform prior          r (1 + t) = 1      a bound 2 t r of a fair mixture
r P(x) = 1         where P(x) > 0           |J| P(x) >= 1      as many pieces as it takes
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pmlsym.calculus.polynomial import Polynomial, atom, equal_letters
from pmlsym.calculus.sequent import Fact, Sequent, declared_name
from pmlsym.calculus.tensor import Index, Tensor, size
from pmlsym.engines.certificates.ingredient import distinct
from pmlsym.engines.lemmas.open_proof import OpenProof
from pmlsym.kernel.certificate import Combine, Enlarge, Reciprocal, Term, Use
from pmlsym.lowering.contraction_form import SHARE

ONE = Fraction(1)


def are_said_to_be_two(case: Polynomial, letters: Sequence[Index]) -> bool:
    """Whether that a polynomial is positive says that two letters are two.

    >>> x, y = Index("X", "x"), Index("X", "y")
    >>> are_said_to_be_two(distinct(x, y), (x, y)), are_said_to_be_two(distinct(x, y), (x,))
    (True, False)
    """
    same = len(letters) == 2 and letters[0].alphabet == letters[1].alphabet
    return same and case == distinct(*letters)


class Ground:
    """An open proof with what its sequent speaks of, and what was introduced on the way.

    `case` is the fact that a mass is positive, where one is assumed to be.
    """

    def __init__(self, sequent: Sequent, case: Fact | None = None) -> None:
        self.proof, self.sequent, self.case = OpenProof(sequent), sequent, case
        bound = {tensor for rule in sequent.rules for tensor in rule.tensors}
        self.tensors = tuple(
            t for t in sequent.tensors if t not in bound and not (t.is_delta or t.is_size)
        )
        self._taken = {t.name for t in sequent.tensors} | set(sequent.alphabets)
        self._inverses: dict[str, Tensor] = {}
        if case is not None:
            self._two_letters(case)

    def mass_of(self, letter: Index) -> Fact | None:
        """The fact that the mass of a letter is positive, where that is the case."""
        if self.case is None or len(self.case.polynomial) != 1:
            return None
        ((monomial, c),) = self.case.polynomial
        atoms = [each for part in monomial for each in part]
        return self.case if c == 1 and len(atoms) == 1 and atoms[0][1] == (letter,) else None

    def letters(self, alphabet: str) -> tuple[Index, ...]:
        """The letters of an alphabet that the goal is about, or else some letter."""
        found = tuple(i for i in sorted(self.sequent.goal.free) if i.alphabet == alphabet)
        return found or (Index(alphabet, f"{alphabet.lower()}_some"),)

    def priors(self, alphabets: tuple[str, ...]) -> Iterator[Tensor]:
        """The priors of these letters."""
        for tensor in self.tensors:
            if tensor.alphabets == alphabets and len(tensor.stochastic) == len(alphabets) > 0:
                yield tensor

    def channels(self) -> Iterator[tuple[Tensor, tuple[int, ...]]]:
        """The channels, with the places of their inputs."""
        for tensor in self.tensors:
            inputs = tuple(k for k in range(len(tensor.alphabets)) if k not in tensor.stochastic)
            if tensor.stochastic and inputs and tensor.is_nonnegative:
                yield tensor, inputs

    def numbers(self) -> Iterator[Tensor]:
        """The positive numbers of the sequent."""
        yield from (t for t in self.tensors if not t.alphabets and t.positive and not t.is_term)

    def positive(self) -> Iterator[Fact]:
        """What a goal may be multiplied with: facts, shares, reciprocals, the mass of a case."""
        facts = (f for f in self.sequent.facts if f.relation == ">" and f.polynomial.free)
        yield from (f for f in facts if not {*f.indices} & {*f.polynomial.free})
        shares = (tensor for tensor in self.tensors if tensor.of == SHARE)
        for tensor in (*self._inverses.values(), *shares):
            yield Fact(declared_name(tensor, "> 0"), atom(tensor), (), ">")
        if self.case is not None:
            yield self.case

    def reciprocals(self) -> Iterator[tuple[str, Polynomial]]:
        """The products r q that are one, where q is a product, with the facts that say so."""
        for tensor in self._inverses.values():
            name = self.definition(tensor)
            product = self.proof.facts[name].polynomial + 1
            if len(product) == 1:
                yield name, product

    def positive_numbers(self) -> Iterator[Fact]:
        """Facts that say of a number that it is positive."""
        yield from (f for f in self.sequent.facts if f.relation == ">" and not f.polynomial.free)

    def _two_letters(self, case: Fact) -> None:
        """Where two letters are two, and there are no more, each letter is one of them.

        (1 - d(x, x'))(d(z, x) + d(z, x') - 1) is (1 - d(x, x')) times the sum of d(z, x) d(z, x'),
        of 2 - |X|, and of the sum over w of (1 - d(z, w))(1 - d(w, x))(1 - d(w, x')).
        """
        letters = sorted(case.polynomial.free)
        if not are_said_to_be_two(case.polynomial, letters):
            return
        one, other = letters
        most = 2 - atom(size(one.alphabet))
        known = next((f for f in self.sequent.facts if f.polynomial == most), None)
        if known is None:
            return
        z, w = (Index(one.alphabet, f"{one.alphabet.lower()}_{k}") for k in range(2))
        same, apart = (f"delta_{one.alphabet} {sign}" for sign in (">= 0", "<= 1"))
        given = Use(case.name)
        terms = (
            Term(ONE, (given, Use(same, (z, one)), Use(same, (z, other)))),
            Term(ONE, (given, Use(known.name))),
            Term(
                ONE, (given, Use(apart, (z, w)), Use(apart, (w, one)), Use(apart, (w, other))), (w,)
            ),
        )
        either = equal_letters(z, one) + equal_letters(z, other) - 1
        name = self.proof.name("one of the two letters")
        self.proof.add(Combine(Fact(name, either, (z,)), terms, (given,)))

    def fresh(self, stem: str) -> str:
        """A name that nothing has."""
        k = 1
        while f"{stem}{k}" in self._taken:
            k += 1
        self._taken.add(f"{stem}{k}")
        return f"{stem}{k}"

    def uniform(self, alphabet: str) -> Tensor:
        """r with r |X| = 1."""
        return self._inverse(declared_name(size(alphabet), "> 0"), atom(size(alphabet)))

    def inverse(self, positive: Fact) -> Tensor:
        """r with r q = 1, where a fact says that q is positive, at fixed letters."""
        return self._inverse(positive.name, positive.polynomial)

    def share(self, number: Tensor) -> Tensor:
        """r with r (1 + t) = 1."""
        name = f"1 + {number.name} > 0"
        total = 1 + atom(number)
        if name not in self._inverses:
            terms = (Term(ONE, ()), Term(ONE, (Use(declared_name(number, "> 0")),)))
            self.proof.add(Combine(Fact(name, total, (), ">"), terms))
        return self._inverse(name, total)

    def pieces(self, mass: Fact) -> tuple[str, Tensor, Fact]:
        """A new alphabet J with r |J| = 1, and the fact that r is at most a mass."""
        name = self.fresh("J")
        count = atom(size(name))
        large = self.proof.add(
            Enlarge(Fact(f"{name} is large", count * mass.polynomial - 1), name, mass.name)
        )
        share = self.uniform(name)
        whole = Use(self.definition(share))
        terms = (
            Term(ONE, (Use(large.name), Use(declared_name(share, "> 0")))),
            Term(-ONE, (whole, Use(mass.name))),
        )
        small = Fact(f"{share.name} is small", mass.polynomial - atom(share))
        return name, share, self.proof.add(Combine(small, terms))

    @staticmethod
    def definition(tensor: Tensor) -> str:
        """The name of the fact that says what a reciprocal is."""
        return f"definition of {tensor.name}"

    def _inverse(self, fact: str, polynomial: Polynomial) -> Tensor:
        if fact not in self._inverses:
            tensor = Tensor(self.fresh("r"), positive=True)
            statement = Fact(self.definition(tensor), atom(tensor) * polynomial - 1, (), "==")
            self.proof.add(Reciprocal(statement, tensor, fact))
            self._inverses[fact] = tensor
        return self._inverses[fact]
