"""The steps of certificates as JSON, read back strictly; docs/certificates.md describes their keys.

A step is an object whose first key is its kind. A use of a fact is a list: its name, then the
indices that replace those it quantifies; the empty list means that the sign of a need is plain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pmlsym.calculus import wire
from pmlsym.calculus.convex_term import Function
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.substitution import Body
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.calculus.wire import Tensors, read_list, read_name, read_object, refuse
from pmlsym.calculus.wire_writing import write_fact, write_index, write_polynomial
from pmlsym.errors import InvalidCertificate
from pmlsym.kernel.certificate import (
    PLAIN,
    Apply,
    Arguments,
    Choose,
    Combine,
    ConvexRow,
    Define,
    Enlarge,
    Indicate,
    Limit,
    Perspective,
    Reciprocal,
    Same,
    Scale,
    Split,
    Step,
    Term,
    Use,
)

DEEPEST_SPLIT = 20


def write_step(step: Step) -> dict[str, Any]:
    """One step of a certificate as data; its first key is its kind.

    Raises InvalidCertificate at anything else.
    """
    kind = next((kind for kind, made in KINDS.items() if isinstance(step, made)), "")
    if not kind:
        raise InvalidCertificate(f"{step!r} is no step")
    return {"step": kind, "statement": write_fact(step.statement), **_write_rest(step)}


def _write_rest(step: Step) -> dict[str, Any]:
    """The data of a certificate's step besides its kind and its statement."""
    match step:
        case Combine(_, terms, multiplier):
            return {"terms": [_write_term(t) for t in terms], "multiplier": _write_uses(multiplier)}
        case Split():
            return {
                "name": step.name,
                "case": write_polynomial(step.case),
                "positive": [write_step(inner) for inner in step.positive],
                "nonpositive": [write_step(inner) for inner in step.nonpositive],
            }
        case Apply():
            return {
                "rule": step.rule,
                "alphabets": write_alphabets(step.alphabets),
                "bodies": write_bodies(step.bodies),
                "letters": {write_index(i): _write_letters(own) for i, own in step.letters},
                "guard": write_polynomial(step.guard),
                "guard_use": _write_use(step.guard_shown),
                "shown": _write_uses(step.shown),
            }
        case Limit(_, variable, fact):
            return {"variable": variable.name, "fact": fact}
        case Define() | Indicate() | Choose() | Reciprocal() | Enlarge():
            return _write_introduction(step)
        case Perspective(_, function, parts, shown):
            listed = [
                {"a": a, "b": b, "sum": _write_letters(part.summed)}
                for part in parts
                for a, b in [map(write_polynomial, (part.a, part.b))]
            ]
            return {**_write_function(function), "parts": listed, "shown": _write_uses(shown)}
        case Scale(_, function, factor, a, b, shown):
            own = _write_arguments(factor=factor, a=a, b=b)
            return {**_write_function(function), **own, "shown": _write_uses(shown)}
        case Same(_, function, a, b, c, d, shown):
            own = _write_arguments(a=a, b=b, c=c, d=d)
            return {**_write_function(function), **own, "shown": _write_uses(shown)}
        case ConvexRow(_, row, a, b, parameters, shown):
            return {
                "row": row,
                **_write_arguments(a=a, b=b),
                "parameters": [write_polynomial(p) for p in parameters],
                "shown": _write_uses(shown),
            }


def _write_introduction(step: Define | Indicate | Choose | Reciprocal | Enlarge) -> dict[str, Any]:
    """The data of a certificate's step that introduces a tensor or an alphabet."""
    match step:
        case Define(_, tensor, places, body, shown):
            return {
                "tensor": tensor.name,
                "places": _write_letters(places),
                "body": write_polynomial(body),
                "shown": _write_uses(shown),
            }
        case Indicate(_, tensor, polynomial):
            return {
                "indicator": tensor.name,
                "polynomial": write_polynomial(polynomial),
            }
        case Choose(_, tensor, outer, inner, polynomial):
            return {
                "tensor": tensor.name,
                "outer": _write_letters(outer),
                "inner": _write_letters(inner),
                "polynomial": write_polynomial(polynomial),
            }
        case Reciprocal(_, tensor, fact):
            return {"tensor": tensor.name, "fact": fact}
        case Enlarge(_, alphabet, fact):
            return {"alphabet": alphabet, "fact": fact}


def write_alphabets(alphabets: Iterable[tuple[str, tuple[str, ...]]]) -> dict[str, list[str]]:
    """The products that replace alphabets in a certificate's step, as data."""
    return {name: list(own) for name, own in sorted(alphabets)}


def write_bodies(bodies: Iterable[tuple[str, Body]]) -> dict[str, Any]:
    """The bodies that replace tensors in a certificate's step, as data by the tensors' names."""
    return {
        name: {
            "places": [_write_letters(place) for place in body.places],
            "body": write_polynomial(body.polynomial),
        }
        for name, body in sorted(bodies, key=lambda pair: pair[0])
    }


def read_steps(data: object, tensors: Tensors, where: str, depth: int = 0) -> tuple[Step, ...]:
    """The steps of a certificate in a list of data, read strictly."""
    if depth > DEEPEST_SPLIT:
        refuse(where, f"more than {DEEPEST_SPLIT} splits within each other")
    steps = enumerate(read_list(data, where))
    return tuple(_read_step(step, tensors, f"{where}[{k}]", depth) for k, step in steps)


KINDS: dict[str, type[Step]] = {
    "combine": Combine,
    "split": Split,
    "apply": Apply,
    "limit": Limit,
    "define": Define,
    "indicate": Indicate,
    "choose": Choose,
    "reciprocal": Reciprocal,
    "enlarge": Enlarge,
    "perspective": Perspective,
    "scale": Scale,
    "same": Same,
    "row": ConvexRow,
}

KEYS: dict[str, tuple[str, ...]] = {
    "combine": ("terms", "multiplier"),
    "split": ("name", "case", "positive", "nonpositive"),
    "apply": ("rule", "alphabets", "bodies", "letters", "guard", "guard_use", "shown"),
    "limit": ("variable", "fact"),
    "define": ("tensor", "places", "body", "shown"),
    "indicate": ("indicator", "polynomial"),
    "choose": ("tensor", "outer", "inner", "polynomial"),
    "reciprocal": ("tensor", "fact"),
    "enlarge": ("alphabet", "fact"),
    "perspective": ("function", "parts", "shown"),
    "scale": ("function", "factor", "a", "b", "shown"),
    "same": ("function", "a", "b", "c", "d", "shown"),
    "row": ("row", "a", "b", "parameters", "shown"),
}
"""The keys of each kind of step besides its statement; a function may have an order."""


class _Entry:
    """The parts of one step; each key is read as its type, or refused with its place."""

    def __init__(self, entry: dict[str, Any], tensors: Tensors, where: str) -> None:
        self.data, self.tensors, self.where = entry, tensors, where

    def _read(self, reader: Callable[..., Any], key: str, *more: Any) -> Any:
        """The entry of the step's data under a key, as that reader reads it."""
        return reader(self.data[key], *more, f"{self.where}.{key}")

    def name(self, key: str) -> str:
        """Read the name under this key of a certificate's step in JSON."""
        found: str = self._read(read_name, key)
        return found

    def polynomial(self, key: str) -> Polynomial:
        """The polynomial under a key of the step's data."""
        found: Polynomial = self._read(wire.read_polynomial, key, self.tensors)
        return found

    def letters(self, key: str) -> tuple[Index, ...]:
        """The distinct letters under a key of the step's data."""
        found: tuple[Index, ...] = self._read(wire.read_indices, key)
        return found

    def tensor(self, key: str) -> Tensor:
        """The tensor under a key of the step's data."""
        found: Tensor = self._read(wire.read_tensor, key, self.tensors)
        return found

    def uses(self, key: str) -> tuple[Use, ...]:
        """Read the uses of facts under this key of a certificate's step in JSON."""
        found: tuple[Use, ...] = self._read(_read_uses, key)
        return found

    def function(self) -> Function:
        """The function of a convex term in the step's data."""
        return wire.read_function(self.data, self.tensors, self.where)


def _read_step(data: object, tensors: Tensors, where: str, depth: int) -> Step:
    """The step of a certificate in its data, read strictly by its kind."""
    kind = read_object(data, where).get("step")
    if not isinstance(kind, str) or kind not in KEYS:
        refuse(where, f"'step' is none of {', '.join(KEYS)}")
    more = ("order",) if isinstance(data, dict) and "order" in data and "function" in data else ()
    entry = _Entry(
        read_object(data, where, ("step", "statement", *KEYS[kind], *more)), tensors, where
    )
    statement = wire.read_fact(entry.data["statement"], tensors, f"{where}.statement")
    match kind:
        case "combine":
            terms = enumerate(read_list(entry.data["terms"], f"{where}.terms"))
            own = tuple(_read_term(term, f"{where}.terms[{k}]") for k, term in terms)
            return Combine(statement, own, entry.uses("multiplier"))
        case "split":
            positive, nonpositive = (
                read_steps(entry.data[key], tensors, f"{where}.{key}", depth + 1)
                for key in ("positive", "nonpositive")
            )
            case = entry.polynomial("case")
            return Split(statement, entry.name("name"), case, positive, nonpositive)
        case "apply":
            return Apply(
                statement,
                entry.name("rule"),
                read_bodies(entry.data["bodies"], tensors, f"{where}.bodies"),
                read_products(entry.data["alphabets"], f"{where}.alphabets"),
                _read_images(entry.data["letters"], f"{where}.letters"),
                entry.uses("shown"),
                entry.polynomial("guard"),
                _read_use(entry.data["guard_use"], f"{where}.guard_use"),
            )
        case "limit":
            return Limit(statement, entry.tensor("variable"), entry.name("fact"))
        case "perspective" | "scale" | "same" | "row":
            return _read_convexity(kind, statement, entry)
    return _read_introduction(kind, statement, entry)


def _read_introduction(kind: str, statement: Fact, entry: _Entry) -> Step:
    """The step of a certificate's data that introduces a tensor or an alphabet."""
    match kind:
        case "define":
            places, body = entry.letters("places"), entry.polynomial("body")
            return Define(statement, entry.tensor("tensor"), places, body, entry.uses("shown"))
        case "indicate":
            return Indicate(statement, entry.tensor("indicator"), entry.polynomial("polynomial"))
        case "choose":
            outer, inner = entry.letters("outer"), entry.letters("inner")
            polynomial = entry.polynomial("polynomial")
            return Choose(statement, entry.tensor("tensor"), outer, inner, polynomial)
        case "reciprocal":
            return Reciprocal(statement, entry.tensor("tensor"), entry.name("fact"))
    (alphabet,) = wire.read_alphabets([entry.data["alphabet"]], f"{entry.where}.alphabet")
    return Enlarge(statement, alphabet, entry.name("fact"))


def _read_convexity(kind: str, statement: Fact, entry: _Entry) -> Step:
    """The step of a certificate's data about convex terms."""
    shown, where = entry.uses("shown"), entry.where
    match kind:
        case "perspective":
            parts = []
            for k, part in enumerate(read_list(entry.data["parts"], f"{where}.parts")):
                at = f"{where}.parts[{k}]"
                own = _Entry(read_object(part, at, ("a", "b", "sum")), entry.tensors, at)
                parts.append(
                    Arguments(own.polynomial("a"), own.polynomial("b"), own.letters("sum"))
                )
            return Perspective(statement, entry.function(), tuple(parts), shown)
        case "scale":
            v, a, b = (entry.polynomial(key) for key in ("factor", "a", "b"))
            return Scale(statement, entry.function(), v, a, b, shown)
        case "same":
            a, b, c, d = (entry.polynomial(key) for key in ("a", "b", "c", "d"))
            return Same(statement, entry.function(), a, b, c, d, shown)
    listed = read_list(entry.data["parameters"], f"{where}.parameters", wire.LONGEST_PRODUCT)
    parameters = tuple(
        wire.read_polynomial(each, entry.tensors, f"{where}.parameters") for each in listed
    )
    a, b = entry.polynomial("a"), entry.polynomial("b")
    return ConvexRow(statement, entry.name("row"), a, b, parameters, shown)


def read_products(data: object, where: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The products that replace alphabets in the data of a certificate's step."""
    return tuple(
        (read_name(name, where), wire.read_alphabets(own, where))
        for name, own in read_object(data, where).items()
    )


def read_bodies(data: object, tensors: Tensors, where: str) -> tuple[tuple[str, Body], ...]:
    """The bodies that replace tensors in the data of a certificate's step, known tensors or not."""
    bodies = []
    for name, each in read_object(data, where).items():
        body = read_object(each, where, ("places", "body"))
        listed = read_list(body["places"], where, wire.LONGEST_PRODUCT)
        places = tuple(wire.read_indices(place, where) for place in listed)
        polynomial = wire.read_polynomial(body["body"], tensors, where)
        bodies.append((read_name(name, where), Body(places, polynomial)))
    return tuple(bodies)


def _read_images(data: object, where: str) -> tuple[tuple[Index, tuple[Index, ...]], ...]:
    """The letters for a rule's letters in the data of a certificate's step."""
    return tuple(
        (
            wire.read_index(name, where),
            tuple(
                wire.read_index(own, where)
                for own in read_list(images, where, wire.LONGEST_PRODUCT)
            ),
        )
        for name, images in read_object(data, where).items()
    )


def _write_function(function: Function) -> dict[str, Any]:
    """The function of a convex term in a certificate's step, as data."""
    order = {} if function.order is None else {"order": write_polynomial(function.order)}
    return {"function": function.name, **order}


def _write_arguments(**arguments: Polynomial) -> dict[str, Any]:
    """The polynomials of a certificate's step as data, by the names of the arguments."""
    return {key: write_polynomial(polynomial) for key, polynomial in arguments.items()}


def _write_term(term: Term) -> dict[str, Any]:
    """One term of a certificate's step as data."""
    uses, summed = _write_uses(term.uses), _write_letters(term.summed)
    return {"coefficient": str(term.coefficient), "sum": summed, "uses": uses}


def _read_term(data: object, where: str) -> Term:
    """One term of a certificate's step, read from its data."""
    entry = read_object(data, where, ("coefficient", "sum", "uses"))
    return Term(
        wire.read_fraction(entry["coefficient"], f"{where}.coefficient"),
        _read_uses(entry["uses"], f"{where}.uses"),
        wire.read_indices(entry["sum"], f"{where}.sum"),
    )


def _write_uses(uses: Sequence[Use]) -> list[list[str]]:
    """The uses of facts in a certificate's step as data."""
    return [_write_use(use) for use in uses]


def _write_use(use: Use) -> list[str]:
    """One use of a fact in a certificate's step as data, empty for what is plain."""
    return [] if use == PLAIN else [use.fact, *_write_letters(use.indices)]


def _read_uses(data: object, where: str) -> tuple[Use, ...]:
    """The uses of facts in a certificate's step, read from their data."""
    return tuple(_read_use(use, where) for use in read_list(data, where))


def _read_use(data: object, where: str) -> Use:
    """One use of a fact in a certificate's step, read from its data."""
    parts = read_list(data, where, wire.LONGEST_PRODUCT)
    if not parts:
        return PLAIN
    indices = tuple(wire.read_index(part, where) for part in parts[1:])
    return Use(read_name(parts[0], where), indices)


def _write_letters(indices: Sequence[Index]) -> list[str]:
    """The letters of a certificate's step as data."""
    return [write_index(index) for index in indices]
