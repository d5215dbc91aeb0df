"""What the rules of `proofs/coq/Facts.v` give of the level of a measure: no theorem assumes it.

A measure that is at most its level gives what is below the level, one that is at least its level
what is above. Of other values, and of the other side, what is declared of a level is a premise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from pmlsym.calculus.normal_form import loosen
from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.coq.expression import ONE, At, Letters
from pmlsym.coq.premises import CoqFact, Leaf, leaves
from pmlsym.coq.scope import UNIT, Scope
from pmlsym.errors import Unsupported
from pmlsym.language.fold import key
from pmlsym.language.value import Larger, Largest, Ratio, Smallest, Total, Value
from pmlsym.lowering.levels import ABOVE, MeasureBound
from pmlsym.lowering.sequents import Lowered

SAID = {
    "nonnegative": ("0 <= ", ""),
    "positive": ("0 < ", ""),
    "at_most_one": ("", " <= 1"),
    "least": ("1 <= ", ""),
}
"""What stands around a level, by what is known of it: a flag, or `least`, a hypothesis."""


Script = Callable[[Scope, str], str]
"""The tactics that show something of a level, in a theorem, of a bound with that name."""


@dataclass(frozen=True)
class KnownLevel:
    """That a bound of a measure gives something of its level, and the tactic that shows it."""

    tensor: Tensor
    flag: str
    bound: MeasureBound
    script: Script

    @property
    def name(self) -> str:
        """What the proof calls it."""
        return f"{self.flag}_{self.tensor.name}_"

    def shown(self, scope: Scope, held: str) -> str:
        """The line of the proof, where the bound is called so."""
        low, high = SAID[self.flag]
        said = f"({low}{scope.values[self.tensor.name]}{high})%R"
        return f"have {self.name} : {said} by {self.script(scope, held)}."

    def source(self, scope: Scope) -> CoqFact:
        """The hypothesis of sequents that it is."""
        over = At(scope.tensors[self.tensor.name], ()) - ONE
        return CoqFact((), over, ">=", lambda _: f"order_ok {self.name}")


def known_levels(found: Lowered) -> Iterator[KnownLevel]:
    """What the bounds that a sequent assumes of measures give of their own levels."""
    for level in found.levels:
        for bound in found.bounds:
            own = bound.assumed and key(bound.measure) == key(level.measure)
            if not own or bound.level.numerator != atom(level.tensor):
                continue
            weaker = {"nonnegative"} if level.tensor.positive else set[str]()
            for flag, script in _given(bound.value, bound.side == ABOVE).items():
                if flag not in weaker:
                    yield KnownLevel(level.tensor, flag, bound, script)


def _given(value: Value, above: bool) -> dict[str, Script]:
    """What a value gives of a number that it is at most, or at least."""
    match value:
        case Total(over, body) if above:
            scripts: dict[str, Script] = {
                "nonnegative": lambda _, held: f"exact: (known_total {held})"
            }
            return scripts | (_positive(body, over) if len(over) == 1 else {})
        case Ratio(whole, unit) if above and unit == UNIT and (counted := _size(whole)):
            least = f"known_size in_{counted}_"
            return {
                "positive": lambda _, held: f"exact: (lt_le_trans ltr01 ({least} {held}))",
                "least": lambda _, held: f"exact: ({least} {held})",
            }
        case Smallest((x,), Ratio(p, unit), where) if p == where and unit == UNIT:
            mass = next((t for t in p.tensors if p == atom(t, x) and t.stochastic), None)
            if mass is not None and above:
                return {"positive": lambda _, held: f"exact: (known_share_above {held})"}
            if mass is not None and _is_said_to_be_nonnegative(mass):
                return {"at_most_one": lambda s, held: _share_below(s.proofs[mass.name], held)}
        case Largest() | Larger() if above:
            return _positive(value)
    return {}


def _size(whole: Polynomial) -> str:
    """The alphabet of which a polynomial is the number of letters, if it is that."""
    sizes = (tensor for tensor in whole.tensors if tensor.is_size and whole == atom(tensor))
    return next((tensor.counted for tensor in sizes), "")


def _share_below(proofs: tuple[str, ...], held: str) -> str:
    return f"exact: (known_share_below {proofs[0]} {proofs[-1]} {held})"


def _ratios(value: Value) -> list[Leaf]:
    """The ratios of which all are at most the level, if the value is made of such alone."""
    try:
        return [leaf for leaf in leaves(value, ABOVE) if isinstance(leaf.node, Ratio)]
    except Unsupported:
        return []


def _positive(value: Value, over: Letters = ()) -> dict[str, Script]:
    """That a level is positive which a value, or the sum of it over a letter, is at most."""
    script = next(filter(None, (_positive_ratio(leaf, over) for leaf in _ratios(value))), None)
    return {} if script is None else {"positive": script}


def _positive_ratio(leaf: Leaf, over: Letters) -> Script | None:
    """That a level is positive, since a ratio that it is above has a positive numerator somewhere.

    Guard and numerator are products of entries, for which there are letters one by one: where
    entries add up to one over a letter, one of them is positive.
    """
    assert isinstance(leaf.node, Ratio)
    above, below = leaf.node.numerator, leaf.node.denominator
    every = (*over, *leaf.letters)
    found = _letters_with_mass((leaf.guard, above), every)
    sign = all(c > 0 for _, c in below) and all(map(_is_said_to_be_nonnegative, below.tensors))
    if found is None or not sign:
        return None

    def script(scope: Scope, held: str) -> str:
        names = dict(scope.outcomes)
        lines = []
        for k, (tensor, at, last) in enumerate(found):
            names |= {i: f"in_{i.alphabet}_" for i in at if i not in names and i != last}
            given = " ".join((scope.proofs[tensor.name][-1], *(names[i] for i in at if i != last)))
            names[last] = f"at{k}_"
            lines.append(f"have [at{k}_ mass{k}_] := somewhere1 ({given})")
        names |= {i: f"in_{i.alphabet}_" for i in every if i not in names}
        if leaf.guard != UNIT:
            lines.append(f"have g_ : (0 < {scope.text(leaf.guard, names)})%R; [positive|]")
        for i in over:
            lines.append(f"have [m_ h_ le_] := known_part {names[i]} {held}")
            lines.append("apply: lt_le_trans le_")
        there = leaf.proof("h_" if over else held, [names[i] for i in leaf.letters])
        return "; ".join((*lines, f"apply: (known_ratio _ _ {there}); [sign | positive]"))

    return script


def _is_said_to_be_nonnegative(tensor: Tensor) -> bool:
    """Whether a premise says so, as the tactic `sign` needs it, and not that it is positive."""
    return tensor.nonnegative and not tensor.positive


def _letters_with_mass(
    parts: Iterable[Polynomial], letters: Letters
) -> list[tuple[Tensor, Letters, Index]] | None:
    """Entries, each with the letter over which they add up, by which all parts are positive."""
    entries: dict[tuple[Tensor, Letters], None] = {}
    for part in parts:
        if len(part) != 1:
            return None
        ((monomial, c),) = part
        atoms, summed = loosen(monomial)
        if c <= 0 or summed:
            return None
        entries |= dict.fromkeys(atoms)
    known, found = set[Index](), list[tuple[Tensor, Letters, Index]]()
    for tensor, at in sorted(entries, key=lambda entry: len(entry[1])):
        own = [at[k] for k in tensor.stochastic]
        if len(own) != 1 or own[0] in known or own[0] not in letters or at.count(own[0]) > 1:
            return None
        known |= {*at}
        found.append((tensor, at, own[0]))
    return found
