"""Facts about levels that rules of `proofs/coq/Facts.v` prove, so that they are not assumed.

A measure that is at most its level gives lower bounds of the level, one that is at least its level
gives upper bounds. For other values, and the other side, a declared fact of a level is a premise.
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

STATEMENTS = {
    "nonnegative": ("0 <= ", ""),
    "positive": ("0 < ", ""),
    "at_most_one": ("", " <= 1"),
    "least": ("1 <= ", ""),
}
"""The statement of each fact about a level, as text before and after it."""


Script = Callable[[Scope, str], str]
"""A function from a scope and the name of a bound to the tactics of a proof."""


@dataclass(frozen=True)
class LevelFact:
    """A fact about a level, the bound of a measure that gives it, and the tactics of its proof.

    `flag` is a declaration of the tensor, or `least`, a hypothesis of the sequent.
    """

    tensor: Tensor
    flag: str
    bound: MeasureBound
    script: Script

    @property
    def name(self) -> str:
        """The name in Coq's proof of this fact about a level."""
        return f"{self.flag}_{self.tensor.name}_"

    def proof_line(self, scope: Scope, bound_name: str) -> str:
        """The line of Coq that proves the fact from the bound with that name."""
        low, high = STATEMENTS[self.flag]
        statement = f"({low}{scope.values[self.tensor.name]}{high})%R"
        return f"have {self.name} : {statement} by {self.script(scope, bound_name)}."

    def hypothesis(self, scope: Scope) -> CoqFact:
        """The fact about a level as a hypothesis that Coq has proved."""
        difference = At(scope.tensors[self.tensor.name], ()) - ONE
        return CoqFact((), difference, ">=", lambda _: f"order_ok {self.name}")


def level_facts(sequent_lowered: Lowered) -> Iterator[LevelFact]:
    """The facts for Coq that assumed bounds of measures give about their own levels."""
    for level in sequent_lowered.levels:
        for bound in sequent_lowered.bounds:
            is_own_level = bound.assumed and key(bound.measure) == key(level.measure)
            if not is_own_level or bound.level.numerator != atom(level.tensor):
                continue
            implied_flags = {"nonnegative"} if level.tensor.positive else set[str]()
            for flag, script in _scripts_by_flag(bound.value, bound.side == ABOVE).items():
                if flag not in implied_flags:
                    yield LevelFact(level.tensor, flag, bound, script)


def _scripts_by_flag(value: Value, above: bool) -> dict[str, Script]:
    """Coq's tactics for each fact about a number that bounds a value."""
    match value:
        case Total(over, body) if above:
            scripts: dict[str, Script] = {
                "nonnegative": lambda _, term: f"exact: (known_total {term})"
            }
            return scripts | (_positivity_scripts(body, over) if len(over) == 1 else {})
        case Ratio(whole, unit) if above and unit == UNIT and (counted := _counted_alphabet(whole)):
            least = f"known_size in_{counted}_"
            return {
                "positive": lambda _, term: f"exact: (lt_le_trans ltr01 ({least} {term}))",
                "least": lambda _, term: f"exact: ({least} {term})",
            }
        case Smallest((x,), Ratio(p, unit), where) if p == where and unit == UNIT:
            mass = next((t for t in p.tensors if p == atom(t, x) and t.stochastic), None)
            if mass is not None and above:
                return {"positive": lambda _, term: f"exact: (known_share_above {term})"}
            if mass is not None and _is_declared_nonnegative(mass):
                return {"at_most_one": lambda s, term: _share_script(s.proofs[mass.name], term)}
        case Largest() | Larger() if above:
            return _positivity_scripts(value)
    return {}


def _counted_alphabet(whole: Polynomial) -> str:
    """The alphabet whose size the polynomial is, for a fact of Coq; else an empty text."""
    sizes = (tensor for tensor in whole.tensors if tensor.is_size and whole == atom(tensor))
    return next((tensor.counted for tensor in sizes), "")


def _share_script(proofs: tuple[str, ...], term: str) -> str:
    """Coq's tactic to prove that a level below the smallest mass is at most one."""
    return f"exact: (known_share_below {proofs[0]} {proofs[-1]} {term})"


def _ratio_leaves(value: Value) -> list[Leaf]:
    """The ratios that Coq knows to be at most the level; empty if the value has other parts."""
    try:
        return [leaf for leaf in leaves(value, ABOVE) if isinstance(leaf.node, Ratio)]
    except Unsupported:
        return []


def _positivity_scripts(value: Value, over: Letters = ()) -> dict[str, Script]:
    """Coq's tactics to prove that a level above a value, or above its sum, is positive."""
    scripts = (_positivity_script(leaf, over) for leaf in _ratio_leaves(value))
    script = next(filter(None, scripts), None)
    return {} if script is None else {"positive": script}


def _positivity_script(leaf: Leaf, over: Letters) -> Script | None:
    """Coq's tactics to prove a level positive, as a ratio below it is positive at some letters.

    Guard and numerator are products of entries. The letters are chosen one by one: where entries
    add up to one over a letter, one of them is positive.
    """
    assert isinstance(leaf.node, Ratio)
    above, below = leaf.node.numerator, leaf.node.denominator
    all_letters = (*over, *leaf.letters)
    entries = _letters_with_mass((leaf.guard, above), all_letters)
    if entries is None or not all(map(_is_declared_nonnegative, below.tensors)):
        return None
    if not all(c > 0 for _, c in below):
        return None

    def script(scope: Scope, term: str) -> str:
        """The tactics of Coq that choose letters with mass and use the ratio there."""
        names = dict(scope.outcomes)
        lines = []
        for k, (tensor, at, last) in enumerate(entries):
            names |= {i: f"in_{i.alphabet}_" for i in at if i not in names and i != last}
            others = [names[i] for i in at if i != last]
            arguments = " ".join((scope.proofs[tensor.name][-1], *others))
            names[last] = f"at{k}_"
            lines.append(f"have [at{k}_ mass{k}_] := somewhere1 ({arguments})")
        names |= {i: f"in_{i.alphabet}_" for i in all_letters if i not in names}
        if leaf.guard != UNIT:
            guard = scope.text(leaf.guard, names)
            lines.append(f"have g_ : (0 < {guard})%R; [positive|]")
        for i in over:
            lines.append(f"have [m_ h_ le_] := known_part {names[i]} {term}")
            lines.append("apply: lt_le_trans le_")
        ratio_proof = leaf.proof("h_" if over else term, [names[i] for i in leaf.letters])
        return "; ".join((*lines, f"apply: (known_ratio _ _ {ratio_proof}); [sign | positive]"))

    return script


def _is_declared_nonnegative(tensor: Tensor) -> bool:
    """Whether a premise of Coq states entries as nonnegative, as its tactic `sign` needs."""
    return tensor.nonnegative and not tensor.positive


def _letters_with_mass(
    parts: Iterable[Polynomial], letters: Letters
) -> list[tuple[Tensor, Letters, Index]] | None:
    """Entries that make all parts positive in Coq, with the letter each sums to one over."""
    entries: dict[tuple[Tensor, Letters], None] = {}
    for part in parts:
        if len(part) != 1:
            return None
        ((monomial, c),) = part
        atoms, summed = loosen(monomial)
        if c <= 0 or summed:
            return None
        entries |= dict.fromkeys(atoms)
    seen, entries_with_letters = set[Index](), list[tuple[Tensor, Letters, Index]]()
    for tensor, at in sorted(entries, key=lambda entry: len(entry[1])):
        summed = [at[k] for k in tensor.stochastic]
        last = summed[0] if len(summed) == 1 else None
        if last is None or last in seen or last not in letters or at.count(last) > 1:
            return None
        seen |= {*at}
        entries_with_letters.append((tensor, at, last))
    return entries_with_letters
