"""Mechanisms made of mechanisms: in cascade, repeated, and composed.

    cascade       W >> V                     the outcome of W goes through V
    composition   W & V                      both outcomes are seen, given the secret independent
    repetition    W & .. & W                 independent uses on one secret

Parameters and sizes that have the same name in both mechanisms are the same parameter or size.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from operator import and_

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.errors import AlphabetMismatch, InvalidInput, Unsupported
from pmlsym.language.value import Ratio
from pmlsym.mechanism_families.entries import sizes_of
from pmlsym.mechanism_families.mechanism import Mechanism, matrix_mechanism
from pmlsym.mechanism_families.parameter import (
    Incidence,
    Parameter,
    PowerOf,
    Weights,
    quotient,
    real,
)
from pmlsym.mechanism_families.randomized_response import randomized_response
from pmlsym.mechanism_families.renaming import Renaming
from pmlsym.mechanism_families.written_out import (
    MOST_OUTCOMES,
    made_of,
    repeated_types,
    with_one_domain,
    written_out,
)
from pmlsym.model.channel import Channel


def cascade_of(first: Mechanism, second: Mechanism) -> Mechanism:
    """The mechanism of a cascade of families, W >> V: the first's outcome through the second.

    Several outcomes of the first are one letter of the second, in lexicographic order.
    Raises AlphabetMismatch unless the second has a letter for each outcome of the first,
    Unsupported where the first has a continuum of outcomes, or several at an unknown size, or the
    second is made for the prior of its letters and these are not the secret's.

    >>> from pmlsym.mechanism_families.randomized_response import randomized_response
    >>> cascade_of(randomized_response(), randomized_response(parameter="eta")).channel
    RR >> RR_eta
    """
    if first.is_density:
        raise Unsupported(f"{first.channel} has a continuum of outcomes: nothing comes after it")
    if len(first.channel.outputs) > 1:
        first = written_out(first)
    _require_one_letter(second)
    _require_known_limits(second)
    first, second = _on_one_alphabet(first, second, lambda mechanism: mechanism.output)
    whole = made_of(
        [first, replace(second, notes=())],  # its letters are outcomes here: they have no prior
        first.channel >> second.channel,
        outcome_names=second.outcome_names,
    )
    return replace(whole, sizes=first.sizes)


def composition_of(first: Mechanism, second: Mechanism) -> Mechanism:
    """The mechanism of two families' mechanisms on one secret, both outcomes seen, W & V.

    Raises AlphabetMismatch unless both have the same letters.

    >>> from pmlsym.mechanism_families.binary_symmetric import binary_symmetric
    >>> from pmlsym.mechanism_families.z_channel import z_channel
    >>> composition_of(binary_symmetric(), z_channel()).channel
    BSC & Z
    """
    _require_one_letter(second)
    first, second = _on_one_alphabet(first, second, lambda mechanism: mechanism.input)
    return _side_by_side(first, second, first.channel & second.channel)


def repetition_of(mechanism: Mechanism, times: int) -> Mechanism:
    """The family's mechanism of several independent uses on one secret, all outcomes seen.

    At given sizes the outcomes are how often each outcome was seen, which is all that matters.
    Raises InvalidInput where `times` is not positive.

    >>> from pmlsym.mechanism_families.randomized_response import randomized_response
    >>> repetition_of(randomized_response(), 2).channel
    RR & RR
    """
    if times < 1:
        raise InvalidInput(f"times = {times}: a repetition has at least one use")
    if times == 1:
        return mechanism
    _require_known_limits(mechanism)
    if sizes_of(mechanism.channel) is not None and len(mechanism.channel.outputs) == 1:
        typed = repeated_types(mechanism, times, MOST_OUTCOMES)
        if typed is not None:
            return typed
    return _independent_uses(mechanism, times)


def repeated_response(k: int | None = None, times: int = 2) -> Mechanism:
    """The family's mechanism of k-ary randomised response used `times` times.

    >>> repeated_response(2).channel
    RR & RR
    """
    return _independent_uses(randomized_response(k), times)


def response_cascade(k: int | None = None) -> Mechanism:
    """The family's mechanism of k-ary randomised response with eps, then with eta.

    >>> response_cascade(3).channel
    RR >> RR_eta
    """
    return cascade_of(randomized_response(k), randomized_response(k, parameter="eta"))


def adaptive_composition() -> Mechanism:
    """The family's mechanism of a binary symmetric channel, then one that its outcome chooses.

    >>> adaptive_composition().outcome_names
    ('00', '01', '10', '11')
    """
    names = (("a", "first"), ("b", "second, after 0"), ("c", "second, after 1"))
    flips = [real(name, f"flip probability, {text}", 0, Fraction(1, 2)) for name, text in names]
    rows = tuple(
        tuple(_joint_entry(x, y, z, flips) for y in (0, 1) for z in (0, 1)) for x in (0, 1)
    )
    return matrix_mechanism(rows, flips, text="adaptive", outcome_names=("00", "01", "10", "11"))


def _on_one_alphabet(
    first: Mechanism, second: Mechanism, place: Callable[[Mechanism], Alphabet]
) -> tuple[Mechanism, Mechanism]:
    """Two families' mechanisms in one domain, the second's letters being the first's alphabet."""
    first, second = _with_first_letters(first, place(first).name, second)
    alphabet = place(first).name
    _require_its_prior(first, alphabet, second)
    names = {second.input.name: alphabet}
    if second.output.name != second.input.name:
        names[second.output.name] = _free_alphabet_name(first.channel)
    first, changed = with_one_domain([first, _second_renamed(first, second, names)])
    return first, changed


def _with_first_letters(
    first: Mechanism, alphabet: str, second: Mechanism
) -> tuple[Mechanism, Mechanism]:
    """Two families' mechanisms, written out if they single out different letters.

    A letter that a mechanism singles out is its first letter. Where both mechanisms single one out,
    each under its own name, the two would be taken for different letters unless they are written
    out.
    """
    left = {i for i in first.channel.body.free if i.alphabet == alphabet}
    right = {i for i in second.channel.body.free if i.alphabet == second.input.name}
    names = [
        {index.name for index in indices - set(mechanism.channel.letters)}
        for mechanism, indices in ((first, left), (second, right))
    ]
    if not all(names) or names[0] == names[1]:
        return first, second
    if sizes_of(first.channel) is None or sizes_of(second.channel) is None:
        raise Unsupported(f"{first.channel} and {second.channel} single letters out: give sizes")
    return written_out(first), written_out(second)


def _joint_entry(x: int, y: int, z: int, flips: Sequence[Parameter]) -> Ratio:
    """An entry of the adaptive family at outcomes y of the first channel and z of the second."""
    first, second = flips[0].scalar, flips[1 + y].scalar
    left = 1 - first if x == y else first
    right = 1 - second if x == z else second
    return quotient(left * right)


def _independent_uses(mechanism: Mechanism, times: int) -> Mechanism:
    """The family's mechanism of several uses of one mechanism, seen together, at any size."""
    channel = reduce(and_, [mechanism.channel] * times)
    return _side_by_side(mechanism, mechanism, channel)


def _side_by_side(first: Mechanism, second: Mechanism, channel: Channel) -> Mechanism:
    """The mechanism of two families' mechanisms on one secret, with this channel of both."""
    _require_known_limits(first, second)
    names: tuple[str, ...] = ()
    if first.outcome_names and second.outcome_names and len(channel.outputs) == 2:
        names = tuple(f"({a}, {b})" for a in first.outcome_names for b in second.outcome_names)
    return replace(made_of([first, second], channel, outcome_names=names), sizes=first.sizes)


def _require_known_limits(*mechanisms: Mechanism) -> None:
    """Raises Unsupported if a family to combine has a spread secret, or over two Gaussian means."""
    for densities in (mechanism.densities for mechanism in mechanisms):
        if densities is not None and densities.is_spread:
            raise Unsupported("a secret that is spread over a line stands alone: give it means")
        if densities is not None and densities.kind == "Gaussian" and densities.means > 2:
            raise Unsupported(
                f"{densities.means} Gaussian means stand alone; m repetitions leak as one with the "
                "gaps times sqrt(m)"
            )


def _second_renamed(first: Mechanism, second: Mechanism, names: dict[str, str]) -> Mechanism:
    """The second family's mechanism under names that let it be put together with the first."""
    same = all(old == new for old, new in names.items())
    sizes_of_second = {p.tensor: p for p in second.parameters if p.tensor.is_size}
    plain = Renaming(names)
    entries_of_first = {d.tensor: d.entries for d in first.channel.data}
    aliases = {}
    for tensor, parameter in sizes_of_second.items():
        entries = entries_of_first.get(plain.tensor(tensor))
        if isinstance(entries, Parameter):
            aliases[parameter.name] = entries.name
        elif entries is not None and any(
            isinstance(d.entries, Incidence | Weights | PowerOf) for d in second.channel.data
        ):
            raise Unsupported(f"{second.channel} after {first.channel} needs given sizes")
    for data in second.channel.data:
        entries = entries_of_first.get(plain.tensor(data.tensor))
        made = data.tensor.is_size and not isinstance(data.entries, Parameter)
        if made and entries is not None and entries != data.entries:
            raise Unsupported(f"{second.channel} after {first.channel} needs given sizes")
    taken = {d.tensor: d for d in first.channel.data}
    clash = any(
        d.tensor in taken
        and taken[d.tensor] != d
        and not d.tensor.is_size
        and not isinstance(d.entries, Parameter)
        for d in second.channel.data
    )
    mark = "" if same and not clash else "'" * (1 + first.channel.text.count(" "))
    changed = Renaming(names, sizes=aliases, mark=mark).mechanism(second, second.channel.text)
    left, right = sizes_of(first.channel), sizes_of(changed.channel)
    if left is not None and right is not None:
        for alphabet in left.keys() & right.keys():
            if left[alphabet] != right[alphabet]:
                size = min(left[alphabet], right[alphabet])
                raise AlphabetMismatch(
                    f"{second.channel} has {right[alphabet]} letters where {first.channel} "
                    f"has {left[alphabet]}; give sizes that fit, as in "
                    f"randomized-response(k={size})"
                )
    elif (left is None) != (right is None):
        raise Unsupported("an alphabet without a size meets one that has a size; give all sizes")
    kept = tuple(
        d
        for d in changed.channel.data
        if not (
            d.tensor.is_size and (d.tensor in entries_of_first or d.tensor.counted in (left or ()))
        )
    )
    return replace(changed, channel=changed.channel.with_data(kept))


def _require_one_letter(mechanism: Mechanism) -> None:
    """Raises Unsupported where a family to combine has several letters or outcomes."""
    if len(mechanism.channel.inputs) > 1 or len(mechanism.channel.outputs) > 1:
        raise Unsupported(f"{mechanism.channel} has several letters or outcomes; put it first")


def _require_its_prior(first: Mechanism, alphabet: str, second: Mechanism) -> None:
    """Raises Unsupported where the second family is made for a prior that it does not get."""
    facts = [fact.polynomial for p in second.parameters for fact in p.facts]
    bodies = (second.channel.body, *facts)
    is_made_for_it = any(t.name == "P" for body in bodies for t in body.tensors)
    is_met = any(t.name == "P" for t in first.prior.body.tensors)
    if is_made_for_it and not (is_met and alphabet == first.input.name):
        raise Unsupported(f"{second.channel} is made for the prior of its letters; put it first")


def _free_alphabet_name(channel: Channel) -> str:
    """The first of Y, Y2, .. that names no alphabet of a family's channel."""
    taken = {a.name for a in (*channel.inputs, *channel.outputs)}
    taken |= {a for t in channel.body.tensors for a in t.alphabets}
    return next(name for name in ("Y", *(f"Y{k}" for k in range(2, 99))) if name not in taken)
