"""The alphabets of priors and channels, found by unification.

A prior has a sequence of alphabets, a channel one of inputs and one of outputs. Each use in a claim
equates two sequences: `P >> W` equates those of P with the inputs of W. In `W & U` and in `U | W`
the inputs of U are those of W followed by its outputs, or those of W alone if U is fixed elsewhere.
A sequence that no use decides is a single alphabet. The letters of P^n, n in a row, are a new
alphabet, one for each sequence and each n. Alphabets without a name are called X, Y, Z, A, B, ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.errors import AlphabetMismatch, PmlError


@dataclass
class AlphabetInference:
    """The equations between sequences of alphabets, solved as far as possible."""

    _letters: dict[Letter, Letter] = field(default_factory=dict)
    _sequences: dict[Several, Shape] = field(default_factory=dict)
    _names: dict[Letter, str] = field(default_factory=dict)
    _declared: dict[str, Letter] = field(default_factory=dict)
    _used: set[Several] = field(default_factory=set)
    _equations: list[tuple[Shape, Shape, Complaint]] = field(default_factory=list)
    _seconds: list[tuple[Shape, Shape, Shape, Complaint]] = field(default_factory=list)
    _rows: dict[Letter, tuple[Shape, str]] = field(default_factory=dict)

    def declared_alphabet(self, name: str) -> Letter:
        """The unknown for the alphabet to which a claim's text gives this name."""
        letter = self._declared.setdefault(name, Letter())
        self._names[letter] = name
        return letter

    def equate(self, left: Shape, right: Shape, complaint: Complaint) -> None:
        """Make two alphabet sequences of a text one; raise `complaint` if they cannot be."""
        left, right = self._resolved_shape(left), self._resolved_shape(right)
        self._used.update(item for item in (*left, *right) if isinstance(item, Several))
        whole = left, right
        while left and right and isinstance(left[0], Letter) and isinstance(right[0], Letter):
            if not self._unify(left[0], right[0]):
                raise complaint(self._describe(whole[0]), self._describe(whole[1]))
            left, right = left[1:], right[1:]
        if left == right:
            return
        for variable, value in ((left, right), (right, left)):
            if len(variable) == 1 and isinstance(variable[0], Several) and value:
                if variable[0] in value:
                    raise complaint(self._describe(whole[0]), self._describe(whole[1]))
                self._sequences[variable[0]] = value
                return
        if any(isinstance(item, Several) for item in (*left, *right)) and left and right:
            self._equations.append((left, right, complaint))
            return
        raise complaint(self._describe(whole[0]), self._describe(whole[1]))

    def note_second(
        self, taken: Shape, inputs: Shape, outputs: Shape, complaint: Complaint
    ) -> None:
        """Note that a text has a mechanism that takes `taken` after one from inputs to outputs."""
        self._seconds.append((taken, inputs, outputs, complaint))

    def row_letter(self, shape: Shape, often: str) -> Letter:
        """The unknown alphabet of P^n in a text: rows of `often` letters of a shape."""
        row = Letter()
        self._rows[row] = shape, often
        return row

    def solve(self, shapes: Iterable[Shape]) -> None:
        """Decide all alphabets that a claim's text leaves open, and name them X, Y, Z, .."""
        shapes = tuple(shapes)
        self._unify_rows()
        self._seconds = [second for second in self._seconds if not self._fixes_inputs(*second[:3])]
        for shape in shapes:
            for item in self._resolved_shape(shape):
                if isinstance(item, Several) and item not in self._sequences:
                    self._sequences[item] = (Letter(),)
        equations, self._equations = self._equations, []
        for left, right, complaint in equations:
            self.equate(left, right, complaint)
        for taken, inputs, outputs, complaint in self._seconds:
            lifted = len(self._resolved_shape(taken)) == len(self._resolved_shape(inputs))
            self.equate(taken, inputs if lifted else (*inputs, *outputs), complaint)
        self._unify_rows()
        fresh, rows = self._unused_alphabet_names(), set(map(self._representative, self._rows))
        items = [item for shape in shapes for item in self._resolved_shape(shape)]
        for item in sorted(items, key=lambda item: item in rows):
            if isinstance(item, Letter) and item not in self._names:
                self._names[item] = next(fresh)

    def alphabets(self, shape: Shape) -> tuple[Alphabet, ...]:
        """The alphabets that a text's sequence of unknowns was solved to be."""
        items = self._resolved_shape(shape)
        return tuple(Alphabet(self._names[item]) for item in items if isinstance(item, Letter))

    def alphabet_names(self) -> tuple[str, ...]:
        """The names of all alphabets of a claim's text, once all is solved."""
        return tuple(dict.fromkeys(self._names.values()))

    def _fixes_inputs(self, taken: Shape, inputs: Shape, outputs: Shape) -> bool:
        """Whether a text fixes a second mechanism's inputs; open ones become all that is seen."""
        items = self._resolved_shape(taken)
        both = self._resolved_shape((*inputs, *outputs))
        if items in (self._resolved_shape(inputs), both):
            return True
        item = items[0]
        if len(items) > 1 or isinstance(item, Letter) or item in self._used or item in both:
            return False
        self._sequences[item] = both
        return True

    def _unify_rows(self) -> None:
        """Make rows of the same letters in a text one alphabet, and the letters of one row too."""
        rows = [*self._rows.items()]
        for k, (row, (shape, often)) in enumerate(rows):
            for other, (its_shape, times) in rows[:k]:
                if self._representative(row) is self._representative(other):
                    if often != times:
                        raise AlphabetMismatch(f"{often} letters in a row are not {times} of them")
                    self.equate(shape, its_shape, _rows_differ)
                elif often == times and self._resolved_shape(shape) == self._resolved_shape(
                    its_shape
                ):
                    self.equate((row,), (other,), _rows_differ)

    def _resolved_shape(self, shape: Shape) -> Shape:
        """A text's sequence of alphabets with everything in it that is solved by now."""
        result: list[Letter | Several] = []
        for item in shape:
            if isinstance(item, Letter):
                result.append(self._representative(item))
            elif item in self._sequences:
                result.extend(self._resolved_shape(self._sequences[item]))
            else:
                result.append(item)
        return tuple(result)

    def _representative(self, letter: Letter) -> Letter:
        """The unknown that stands for all alphabets of a text that are one with this one."""
        while letter in self._letters:
            letter = self._letters[letter]
        return letter

    def _unify(self, left: Letter, right: Letter) -> bool:
        """Whether two unknown alphabets of a text can be one; if so, make them one."""
        left, right = self._representative(left), self._representative(right)
        if left is right:
            return True
        if left in self._names and right in self._names:
            return False
        if left in self._names:
            left, right = right, left
        self._letters[left] = right
        return True

    def _describe(self, shape: Shape) -> str:
        """Words for a sequence of alphabets in an error about a text: their names, or a number."""
        items = self._resolved_shape(shape)
        if len(items) == 1 and items[0] not in self._names:
            return "one alphabet"
        if any(item in self._names for item in items):
            return ", ".join(
                self._names.get(item, "?") if isinstance(item, Letter) else ".." for item in items
            )
        return f"{len(items)} alphabets"

    def _unused_alphabet_names(self) -> Iterator[str]:
        """The names X, Y, Z, A, B, .. that a claim's text does not give to its alphabets."""
        plain = [*"XYZ", *"ABCDEFG", *(f"X{number}" for number in range(1, 10))]
        endless = (f"X{number}" for number in count(10))
        taken = set(self._names.values())
        yield from (name for name in plain if name not in taken)
        yield from (name for name in endless if name not in taken)


def _rows_differ(one: str, other: str) -> PmlError:
    """The error for a text that takes rows P^n of different letters for one alphabet."""
    return AlphabetMismatch(f"letters in a row are of {one} here, and of {other} elsewhere")


@dataclass(frozen=True, eq=False)
class Letter:
    """An alphabet that is still unknown."""


@dataclass(frozen=True, eq=False)
class Several:
    """A sequence of alphabets that is still unknown."""


Shape = tuple[Letter | Several, ...]


Complaint = Callable[[str, str], PmlError]
