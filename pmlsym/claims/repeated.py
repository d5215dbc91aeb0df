"""Priors and channels that a claim repeats n times for a letter n, and their replacement.

    ldp(W^&n) <= n*ldp(W)      repeats W^&n, n being the letter

A replacement has other alphabets, so that the measures that mention it are made again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from pmlsym.claims.conditions import same
from pmlsym.claims.subjects import parts_with_bindings, tensors_in
from pmlsym.claims.vocabulary import CONDITIONS
from pmlsym.errors import PmlError, Unsupported
from pmlsym.language.fold import children, rebuild, walk
from pmlsym.language.nodes import (
    Claim,
    Condition,
    Measure,
    Named,
    OpenOrder,
    Quantity,
    Scalar,
    Sum,
)
from pmlsym.measures.every import measure_at, open_measure_at
from pmlsym.measures.scalar_argument import ScalarArgument
from pmlsym.model.channel import Channel, Given
from pmlsym.model.composition import Composition, Mixture, Repetition
from pmlsym.model.prior import Against, Prior
from pmlsym.model.repetition import join, repetition_letter

Part = TypeVar("Part", bound=Claim | Quantity)
Subject = Prior | Channel

Repeated = Callable[[Repetition, Subject], Subject]
"""Gives the replacement of a prior or a channel that is repeated."""

Subjects = Callable[[Subject], Subject | None]
"""Gives the replacement of a prior or a channel; nothing where its parts have to be looked at."""

Numbers = Callable[[Quantity], Quantity | None]
"""Gives the replacement of a number; nothing where its parts have to be looked at."""


def repeat_letters_of(part: Claim | Quantity) -> tuple[str, ...]:
    """The letters n of a claim that say how often something is repeated, as in W^&n, sorted.

    Raises Unsupported where a quantifier binds what is repeated, which then differs each time;
    where the claim asks for the number of letters in a row, which differs at each n; and where a
    repetition is inside something that cannot be written out, such as an entry.

    >>> from pmlsym.claim_text.question import parse
    >>> repeat_letters_of(parse("ldp(W^&n) <= n*ldp(W)")), repeat_letters_of(parse("ldp(W) <= n"))
    (('n',), ())
    """
    repeat_letters: set[str] = set()
    for inner, scope in parts_with_bindings(part):
        for repeat in repetitions(inner):
            repeat_letters.add(repeat.often)
            if not scope.names.isdisjoint(t.name for t in repeat.body.body.tensors):
                raise Unsupported(f"{repeat} is of something that a quantifier binds")
    rows, names = set[str](), set[str]()
    for letter in repeat_letters:
        its_rows, its_own = _row_alphabets_and_names(part, letter)
        rows, names = rows | its_rows, names | its_own
    for tensor in (each for inner in walk(part) for each in tensors_in(inner)):
        if tensor.is_size and tensor.counted in rows:
            raise Unsupported(f"{tensor.counted} are several letters in a row, and are not counted")
        if repetition_letter(tensor) and tensor.name not in names:
            raise Unsupported(f"{tensor.name} stands where it is not written out for a number")
    return tuple(sorted(repeat_letters))


def require_no_repeat_letters(claim: Claim) -> None:
    """Raise Unsupported where a claim has a letter n that says how often, as in W^&n.

    Sizes and slack have no meaning for such a claim: its alphabets grow with n.
    """
    if letters := repeat_letters_of(claim):
        raise Unsupported(f"{letters[0]} says how often; ask at a number, such as W^&3")


def mentions_letter(part: Any, letter: str) -> bool:
    """Whether a part of a claim mentions the repeat letter n, or something repeated n times."""
    return any(
        (isinstance(inner, Scalar) and inner.name == letter)
        or any(repeat.often == letter for repeat in repetitions(inner))
        or any(mentions_letter(number, letter) for number in numbers_in(inner))
        or any(t.number == letter for t in tensors_in(inner) if not (t.alphabets or t.is_size))
        for inner in walk(part)
    )


def repetitions(node: object) -> Iterator[Repetition]:
    """The repetitions W^&n among the arguments of one part of a claim."""
    for subject in repeated_in(node):
        if isinstance(subject.made, Repetition):
            yield subject.made


def repeated_in(node: object) -> Iterator[Subject]:
    """The repeated priors and channels W^&n in a part of a claim, also one inside another."""
    for subject in subjects_in(node):
        if isinstance(subject.made, Repetition):
            yield subject


def subjects_in(node: object) -> Iterator[Subject]:
    """The priors and channels that one part of a claim is about, and those within them."""
    terms = node.arguments if isinstance(node, Measure | Named | OpenOrder) else ()
    if isinstance(node, Condition):
        terms = (node.subject, node.within)
    for term in terms:
        yield from _subjects_within(term)


def numbers_in(node: object) -> Iterator[Quantity]:
    """The numbers that a measure in a claim has as arguments, as delta."""
    for argument in node.arguments if isinstance(node, Measure | Named) else ():
        if isinstance(argument, ScalarArgument):
            yield argument.quantity


def _subjects_within(term: Any) -> Iterator[Subject]:
    """A claim's prior or channel, and all that it is composed, mixed or repeated of."""
    parts: tuple[Any, ...] = ()
    match term:
        case Given(first, second) | Against(first, second):
            parts = first, second
        case Prior(made=made) | Channel(made=made):
            yield term
            match made:
                case Composition(_, first, second):
                    parts = first, second
                case Mixture(_, several):
                    parts = several
                case Repetition(_, body, _):
                    parts = (body,)
    for part in parts:
        yield from _subjects_within(part)


def replace_repeats(part: Part, letter: str, repeated: Repeated, number: Numbers) -> Part:
    """The claim with other subjects for W^&n and other numbers for what n scales.

    Raises Unsupported where a measure cannot be made of it, or where something else has n letters
    in a row.
    """
    _require_no_other_rows(part, letter)

    def other(subject: Subject) -> Subject | None:
        """The replacement of a claim's subject that is repeated n times; else nothing."""
        made = _repetition_of(subject, letter)
        return None if made is None else repeated(made, subject)

    return replace_subjects(part, other, number, where=f"at another {letter}")


def replace_subjects(part: Part, subject: Subjects, number: Numbers, *, where: str) -> Part:
    """The claim with some priors, channels and numbers replaced, its measures made again.

    Raises Unsupported where a measure cannot be made of them; `where` says in the message for what.
    """
    replaced: Part = _Replacement(subject, number, where).of(part)
    return replaced


class _Replacement:
    """The replacement of priors, channels and numbers, node by node."""

    def __init__(self, subject: Subjects, number: Numbers, where: str) -> None:
        self._subject, self._number, self._where = subject, number, where

    def of(self, node: Any) -> Any:
        """The part of a claim with subjects and numbers replaced; itself if nothing in it is."""
        if isinstance(node, Quantity) and (new := self._number(node)) is not None:
            return new
        if isinstance(node, Condition):
            return self._replace_in_condition(node)
        if isinstance(node, Measure | Named) and node.arguments:
            arguments = [self._replace_in_argument(argument) for argument in node.arguments]
            if _are_same_objects(arguments, node.arguments):
                return node
            return self._attempt(f"{node}", lambda: measure_at(node.word, arguments))
        if isinstance(node, OpenOrder):
            return self._replace_in_open_order(node)
        new = rebuild(node, [self.of(child) for child in children(node)])
        return Sum(new.terms) if isinstance(node, Named) and new is not node else new

    def _replace_in_condition(self, condition: Condition) -> Condition:
        """A claim's condition on replaced subjects. Raises Unsupported if none can be made."""
        sides = (condition.subject, condition.within)
        new = [self._replace_in_term(side) for side in sides]
        if _are_same_objects(new, sides):
            return condition
        if condition.kind == "same":
            return same(*new)
        makers = [word.make for word in CONDITIONS if word.name == condition.kind]
        if not makers:
            raise Unsupported(f"{condition} {self._where}")
        replaced: Condition = makers[0](new[0])
        return replaced

    def _replace_in_open_order(self, node: OpenOrder) -> Quantity:
        """A claim's measure I[a](P, W) of replaced subjects at the replaced order."""
        order = self.of(node.order)
        arguments = [self._replace_in_argument(argument) for argument in node.arguments]
        if _are_same_objects((order, *arguments), (node.order, *node.arguments)):
            return node
        made: Quantity = self._attempt(f"{node}", lambda: open_measure_at(node, order, arguments))
        return made

    def _replace_in_argument(self, argument: object) -> object:
        """The argument of a claim's measure, a number or a subject, replaced."""
        if not isinstance(argument, ScalarArgument):
            return self._replace_in_term(argument)
        new = self.of(argument.quantity)
        return argument if new is argument.quantity else new

    def _replace_in_term(self, term: Any) -> Any:
        """A prior or channel term of a claim, such as V >> W or P | W, with parts replaced."""
        match term:
            case Given(first, second) | Against(first, second):
                new = [self._replace_in_term(part) for part in (first, second)]
                return term if _are_same_objects(new, (first, second)) else type(term)(*new)
            case Prior(made=made) | Channel(made=made):
                return self._replace_in_subject(term, made)
        return term

    def _replace_in_subject(self, term: Subject, made: object) -> Subject:
        """A claim's prior or channel replaced, or composed again of replaced parts."""
        if (other := self._subject(term)) is not None:
            return other
        if isinstance(made, Composition):
            new = [self._replace_in_term(part) for part in (made.first, made.second)]
            if _are_same_objects(new, (made.first, made.second)):
                return term
            result: Subject = self._attempt(f"{term}", lambda: join(made.operator, *new))
            return result
        if any(self._subject(each) is not None for each in _subjects_within(term)):
            raise Unsupported(f"{term} has within it what is another {self._where}")
        return term

    def _attempt(self, text: str, make: Callable[[], Any]) -> Any:
        """A claim's part that `make` makes again. Raises Unsupported, with its text, if not."""
        try:
            return make()
        except PmlError as error:
            raise Unsupported(f"{text} {self._where}: {error}") from None


def _are_same_objects(one: Any, other: Any) -> bool:
    """Whether nothing was put in below a part of the claim: its children are the same objects."""
    return all(a is b for a, b in zip(one, other, strict=True))


def _repetition_of(subject: Subject, letter: str) -> Repetition | None:
    """The repetition W^&n that a claim's subject is, with this letter n; else nothing."""
    made = subject.made
    return made if isinstance(made, Repetition) and made.often == letter else None


def _require_no_other_rows(part: Claim | Quantity, letter: str) -> None:
    """Raise Unsupported where something other than W^&n takes or gives n letters in a row."""
    rows, names = _row_alphabets_and_names(part, letter)
    for tensor in (each for inner in walk(part) for each in tensors_in(inner)):
        if tensor.name not in names and not tensor.is_delta and rows & {*tensor.alphabets}:
            raise Unsupported(f"{tensor.name} is of {letter} letters in a row")


def _row_alphabets_and_names(part: Claim | Quantity, letter: str) -> tuple[set[str], set[str]]:
    """The alphabets of n letters in a row that a claim's W^&n has, and its tensors' names."""
    rows: set[str] = set()
    names: set[str] = set()
    for subject in (each for inner in walk(part) for each in repeated_in(inner)):
        if (made := _repetition_of(subject, letter)) is not None:
            alphabets = subject.alphabets if isinstance(subject, Prior) else subject.outputs
            if isinstance(subject, Channel) and made.joins == "*":
                alphabets = (*subject.inputs, *alphabets)
            rows.update(alphabet.name for alphabet in alphabets if made.joins != ">>")
            names.update(tensor.name for tensor in subject.body.tensors)
    return rows, names
