"""The material of witnesses: letters, priors and channels of a sequent, and new numbers.

r |X| = 1          a uniform prior          r (1 + t) = 1      a bound 2 t r of a fair mixture
r P(x) = 1         where P(x) > 0           |J| P(x) >= 1      as many pieces as it takes
                                            |J| >= 2           r |J| = 1, so that 1 - r > 0
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

from pmlsym.calculus.polynomial import Polynomial, atom, constant, equal_letters, sum_over
from pmlsym.calculus.sequent import Fact, Sequent, declared_name
from pmlsym.calculus.tensor import Index, Tensor, delta, size
from pmlsym.engines.certificates.ingredient import numbered_letters, unequal_letters
from pmlsym.engines.certificates.terms import apart_use, declared_use, times, use_of_fact
from pmlsym.engines.lemmas.open_proof import OpenProof
from pmlsym.kernel.certificate import Combine, Enlarge, Use
from pmlsym.lowering.contraction_form import SHARE
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

HALF = Fraction(1, 2)


def are_said_to_be_two(case: Polynomial, letters: Sequence[Index]) -> bool:
    """Whether a witness search's case is positive just where two letters differ.

    >>> x, y = Index("X", "x"), Index("X", "y")
    >>> [are_said_to_be_two(unequal_letters(x, y), letters) for letters in ((x, y), (x,))]
    [True, False]
    """
    same = len(letters) == 2 and letters[0].alphabet == letters[1].alphabet
    return same and case == unequal_letters(*letters)


Given = Mapping[str, Prior | Channel]


@dataclass(frozen=True)
class GroundChannel:
    """A channel of the sequent, with the alphabets of its inputs and of its outputs."""

    tensor: Tensor
    before: tuple[str, ...]
    after: tuple[str, ...]

    def entry(self, inputs: Sequence[Index], outputs: Sequence[Index]) -> Polynomial:
        """The probability of outputs given inputs, for the body of a witness."""
        before, after = iter(inputs), iter(outputs)
        outputs_at = self.tensor.stochastic
        places = range(len(self.tensor.alphabets))
        return atom(self.tensor, *(next(after if k in outputs_at else before) for k in places))


class Ground:
    """An open proof with what its sequent speaks of, and what was introduced on the way.

    `case` is the fact that a mass is positive, where one is assumed to be; `given` are the
    witnesses that the user gave, by the names of what they stand for.
    """

    def __init__(
        self, sequent: Sequent, case: Fact | None = None, given: Given | None = None
    ) -> None:
        self.proof, self.sequent, self.case = OpenProof(sequent), sequent, case
        self.given = given or {}
        bound = {tensor for rule in sequent.rules for tensor in rule.tensors}
        self.tensors = tuple(
            t for t in sequent.tensors if t not in bound and not (t.is_delta or t.is_size)
        )
        self._taken = {t.name for t in sequent.tensors} | set(sequent.alphabets)
        self._inverses: dict[str, Tensor] = {}
        self._two_pieces: tuple[str, Tensor, Fact] | None = None
        if case is not None:
            self._state_two_letters(case)

    def mass_of(self, letter: Index) -> Fact | None:
        """The fact that a letter's mass is positive, where the witness search's case assumes it."""
        if self.case is None or len(self.case.polynomial) != 1:
            return None
        ((monomial, c),) = self.case.polynomial
        atoms = [each for part in monomial for each in part]
        return self.case if c == 1 and len(atoms) == 1 and atoms[0][1] == (letter,) else None

    def letters(self, alphabet: str) -> tuple[Index, ...]:
        """The letters for witnesses: the goal's free ones in an alphabet, or else some letter."""
        of_goal = tuple(i for i in sorted(self.sequent.goal.free) if i.alphabet == alphabet)
        return of_goal or (Index(alphabet, f"{alphabet.lower()}_some"),)

    def fixed_letters(self, alphabet: str) -> tuple[Index, ...]:
        """The letters for witnesses that are free in the goal or in a fact, and not quantified."""
        of_facts = {i for f in self.sequent.facts for i in {*f.polynomial.free} - {*f.indices}}
        every = sorted(of_facts.union(self.sequent.goal.free))
        return tuple(i for i in every if i.alphabet == alphabet)

    def priors(self, alphabets: tuple[str, ...]) -> Iterator[Tensor]:
        """The priors of the sequent over these letters, for witnesses."""
        for tensor in self.tensors:
            if tensor.alphabets == alphabets and len(tensor.stochastic) == len(alphabets) > 0:
                yield tensor

    def channels(self) -> Iterator[GroundChannel]:
        """The channels of the sequent, of which witnesses are made."""
        for tensor in self.tensors:
            at = range(len(tensor.alphabets))
            before = tuple(tensor.alphabets[k] for k in at if k not in tensor.stochastic)
            after = tuple(tensor.alphabets[k] for k in tensor.stochastic)
            if before and after and tensor.is_nonnegative:
                yield GroundChannel(tensor, before, after)

    def joint_masses(
        self, alphabets: tuple[str, ...], at: Sequence[Index] = ()
    ) -> Iterator[tuple[Polynomial, Polynomial]]:
        """The masses of the goal's outcomes, and joint masses, of which witnesses are made."""
        places = at or numbered_letters(alphabets, "_all")
        for channel in (c for c in self.channels() if c.before == alphabets):
            outcomes = product(*(self.letters(a) for a in channel.after))
            for prior, outcome in product(self.priors(alphabets), outcomes):
                joint = atom(prior, *places) * channel.entry(places, outcome)
                yield sum_over(joint, *places), joint

    @property
    def inverses(self) -> Mapping[str, Tensor]:
        """The reciprocals introduced for witnesses, by the names of what is positive."""
        return self._inverses

    def numbers(self) -> Iterator[Tensor]:
        """The nonnegative numbers of the sequent, for witnesses, the positive ones first."""
        every = [t for t in self.tensors if not t.alphabets and t.is_nonnegative and not t.is_term]
        yield from sorted(every, key=lambda t: not t.positive)

    def positive(self) -> Iterator[Fact]:
        """Positive factors for the goal of a proof by witnesses: facts, shares, reciprocals."""
        if self._two_pieces is not None:
            yield from self._facts_about_rest
        yield from self._positive_facts()
        shares = (tensor for tensor in self.tensors if tensor.of == SHARE)
        for tensor in (*self._inverses.values(), *shares):
            yield Fact(declared_name(tensor, "> 0"), atom(tensor), (), ">")
        if self.case is not None:
            yield self.case

    def _positive_facts(self) -> Iterator[Fact]:
        """The facts that something at the goal's letters is positive, for a proof by witnesses."""
        facts = (f for f in self.sequent.facts if f.relation == ">" and f.polynomial.free)
        yield from (f for f in facts if not {*f.indices} & {*f.polynomial.free})

    @cached_property
    def _facts_about_rest(self) -> tuple[Fact, ...]:
        """Derive 1 - r > 0 for the share r of a piece, also times what else is positive."""
        _, _, rest = self.two_pieces()
        both = [(f.polynomial * rest.polynomial, times(1, f, rest)) for f in self._positive_facts()]
        derived = (self.proof.derive("both are positive", p, (), terms, ">") for p, terms in both)
        return (rest, *derived)

    def reciprocals(self) -> Iterator[tuple[str, Polynomial]]:
        """The products r q that are one, for the reciprocals of witnesses, with their facts."""
        for tensor in self._inverses.values():
            name = self.definition(tensor)
            product = self.proof.facts[name].polynomial + 1
            if len(product) == 1:
                yield name, product

    def positive_numbers(self) -> Iterator[Fact]:
        """The facts that a number is positive, for the needs of rules applied to witnesses."""
        yield from (f for f in self.sequent.facts if f.relation == ">" and not f.polynomial.free)

    def _state_two_letters(self, case: Fact) -> None:
        """Derive in the open proof that each letter is one of two, where facts allow no more.

        (1 - d(x, x'))(d(z, x) + d(z, x') - 1) is (1 - d(x, x')) times the sum of d(z, x) d(z, x'),
        of 2 - |X|, and of the sum over w of (1 - d(z, w))(1 - d(w, x))(1 - d(w, x')).
        """
        letters = sorted(case.polynomial.free)
        if not are_said_to_be_two(case.polynomial, letters):
            return
        one, other = letters
        most = 2 - atom(size(one.alphabet))
        at_most_two = next((f for f in self.sequent.facts if f.polynomial == most), None)
        if at_most_two is None:
            return
        z, w = numbered_letters((one.alphabet,) * 2, "_")
        others = (apart_use(z, w), apart_use(w, one), apart_use(w, other))
        same = (declared_use(delta(one.alphabet), (z, each)) for each in (one, other))
        terms = times(1, case, *same) + times(1, case, at_most_two)
        either = equal_letters(z, one) + equal_letters(z, other) - 1
        statement = Fact(self.proof.name("one of the two letters"), either, (z,))
        terms += times(1, case, *others, over=(w,))
        self.proof.add(Combine(statement, terms, (use_of_fact(case),)))

    def fresh(self, stem: str) -> str:
        """A name for a witness's tensor or alphabet that nothing in the sequent has."""
        k = 1
        while f"{stem}{k}" in self._taken:
            k += 1
        self._taken.add(f"{stem}{k}")
        return f"{stem}{k}"

    def uniform(self, alphabet: str) -> Tensor:
        """Introduce r with r |X| = 1, at most one, for a uniform witness."""
        count = size(alphabet)
        name = declared_name(count, "> 0")
        if name in self._inverses:
            return self._inverses[name]
        share = self.inverse(Fact(name, atom(count), (), ">"))
        several, some = (Use(declared_name(t, s)) for t, s in ((count, ">= 1"), (share, "> 0")))
        terms = times(1, several, some) + times(-1, Use(self.definition(share)))
        self.proof.derive(f"{share.name} is a share", 1 - atom(share), (), terms)
        return share

    def inverse(self, positive: Fact) -> Tensor:
        """Introduce r with r q = 1 for witnesses, where a fact says q > 0 at fixed letters."""
        if positive.name not in self._inverses:
            tensor = Tensor(self.fresh("r"), positive=True)
            self.proof.reciprocal(self.definition(tensor), tensor, positive)
            self._inverses[positive.name] = tensor
        return self._inverses[positive.name]

    def share(self, number: Tensor) -> Tensor:
        """Introduce r with r (1 + t) = 1 for a number t, as a share in witnesses."""
        total = 1 + atom(number)
        positive = Fact(f"1 + {number.name} > 0", total, (), ">")
        if positive.name not in self._inverses:
            self.proof.add(Combine(positive, times(total, strictly=True)))
        return self.inverse(positive)

    def pieces(self, mass: Fact) -> tuple[str, Tensor, Fact]:
        """Introduce for witnesses an alphabet J, r |J| = 1, so large that r is below a mass."""
        name = self.fresh("J")
        count = atom(size(name))
        large = self.proof.add(
            Enlarge(Fact(f"{name} is large", count * mass.polynomial - 1), name, mass.name)
        )
        share = self.uniform(name)
        terms = times(1, large, Use(declared_name(share, "> 0")))
        terms += times(-1, Use(self.definition(share)), mass)
        small = Fact(f"{share.name} is small", mass.polynomial - atom(share))
        return name, share, self.proof.add(Combine(small, terms))

    def two_pieces(self) -> tuple[str, Tensor, Fact]:
        """Introduce for witnesses an alphabet J of two or more letters, r |J| = 1, r < 1."""
        if self._two_pieces is None:
            half = self.proof.add(
                Combine(Fact("1/2 > 0", constant(HALF), (), ">"), times(HALF, strictly=True))
            )
            name, share, small = self.pieces(half)
            rest = Fact(f"{share.name} is not all", 1 - atom(share), (), ">")
            terms = times(1, small) + times(HALF, strictly=True)
            self._two_pieces = name, share, self.proof.add(Combine(rest, terms))
        return self._two_pieces

    @staticmethod
    def definition(tensor: Tensor) -> str:
        """The name of the fact that says what a reciprocal introduced for witnesses is."""
        return f"definition of {tensor.name}"
