"""Entropy proofs as plain data, and back; read strictly, as data alone.

    {"duals": [{"hypotheses": [{"name": .., "form": form, "equality": false, "strict": false}],
                "goal": form, "strict": false,
                "terms": [{"coefficient": "1/2", "of": "I(A;B|C)"}]}]}

A form is a list of [coefficient, key]: a list of variables for their joint entropy, or a text.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from pmlsym.calculus.wire import read_fraction
from pmlsym.errors import InvalidCertificate, PmlError
from pmlsym.evidence.entropy_dual import (
    EntropyDual,
    EntropyFact,
    EntropyForm,
    EntropyProof,
    EntropyStatement,
    EntropyTerm,
    Information,
    Variables,
)

_INFORMATION = re.compile(
    r"(?P<word>[HI])\((?P<left>[^;|]*)(;(?P<right>[^|]*))?(\|(?P<given>.*))?\)"
)


def entropy_to_json(proof: EntropyProof) -> dict[str, Any]:
    """The proof as data.

    >>> entropy_to_json(EntropyProof(()))
    {'duals': []}
    """
    return {"duals": [_dual(dual) for dual in proof.duals]}


def entropy_from_json(data: object) -> EntropyProof:
    """The proof that `entropy_to_json` wrote. Raises InvalidCertificate at anything else."""
    try:
        if not isinstance(data, dict) or set(data) != {"duals"}:
            raise InvalidCertificate("an entropy proof has duals")
        return EntropyProof(tuple(_read_dual(dual) for dual in data["duals"]))
    except (AttributeError, KeyError, TypeError, ValueError, ZeroDivisionError) as error:
        if isinstance(error, InvalidCertificate):
            raise
        raise InvalidCertificate(f"no entropy proof: {error}") from None


def _dual(dual: EntropyDual) -> dict[str, Any]:
    statement = dual.statement
    return {
        "hypotheses": [
            {
                "name": f.name,
                "form": _form(f.form),
                "equality": f.is_equality,
                "strict": f.is_strict,
            }
            for f in statement.hypotheses
        ],
        "goal": _form(statement.goal),
        "strict": statement.is_strict,
        "terms": [{"coefficient": str(t.coefficient), "of": str(t.source)} for t in dual.terms],
    }


def _form(form: EntropyForm) -> list[list[Any]]:
    return [[str(c), list(key) if isinstance(key, tuple) else key] for key, c in form.terms]


def _read_dual(data: Any) -> EntropyDual:
    facts = tuple(
        EntropyFact(
            _text(f["name"]), _read_form(f["form"]), _truth(f["equality"]), _truth(f["strict"])
        )
        for f in data["hypotheses"]
    )
    names = {fact.name for fact in facts}
    statement = EntropyStatement(facts, _read_form(data["goal"]), _truth(data["strict"]))
    terms = tuple(
        EntropyTerm(_fraction(t["coefficient"]), _source(_text(t["of"]), names))
        for t in data["terms"]
    )
    return EntropyDual(statement, terms)


def _read_form(data: Any) -> EntropyForm:
    terms = []
    for c, key in data:
        name = tuple(map(_text, key)) if isinstance(key, list) else _text(key)
        terms.append((name, _fraction(c)))
    return EntropyForm.of(terms)


def _source(text: str, names: set[str]) -> Information | str:
    found = _INFORMATION.fullmatch(text)
    if text in names or found is None:
        return text
    left, right = _variables(found["left"]), _variables(found["right"] or "")
    return Information(left, left if found["word"] == "H" else right, _variables(found["given"]))


def _variables(text: str | None) -> Variables:
    return tuple(text.split(",")) if text else ()


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise InvalidCertificate(f"{value!r} is no text")
    return value


def _fraction(value: object) -> Fraction:
    try:
        return read_fraction(value, "an entropy proof")
    except PmlError as error:
        raise InvalidCertificate(str(error)) from None


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidCertificate(f"{value!r} is neither true nor false")
    return value
