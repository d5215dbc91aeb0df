"""Certificates of version 1 of the file format, read as certificates of today.

In version 1 a *schema* is a rule with one tensor and conditions, and `instantiate` applies it with
its own letters, naming facts that state guard * condition. Today no condition is needed that
follows from other declarations of the tensor, such as that an entry of a distribution is at most 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pmlsym.calculus import wire
from pmlsym.calculus.sequent import Fact, Rule, Sequent, declared_facts
from pmlsym.calculus.substitution import Body
from pmlsym.calculus.tensor import Tensor
from pmlsym.calculus.wire import Tensors, read_list, read_name, read_object, refuse
from pmlsym.kernel.certificate import Apply, Certificate, Split, Step, Use
from pmlsym.kernel.rules import needed, shape_of
from pmlsym.kernel.step_file import DEEPEST_SPLIT, read_steps

INSTANTIATE = (
    *("step", "statement", "schema", "places"),
    *("body", "guard", "guard_fact", "conditions"),
)


def certificate_of_version_1(data: object, where: str) -> Certificate:
    """The certificate in data of file version 1. Raises InvalidInput where it is malformed."""
    entry = read_object(data, where or "certificate", ("tensors", "sequent", "steps"))
    tensors = wire.read_tensors(entry["tensors"], f"{where}tensors")
    sequent = _read_sequent(entry["sequent"], tensors, f"{where}sequent")
    known = {f.name: f for f in (*declared_facts(tensors.values()), *sequent.facts)}
    reader = _Steps(tensors, {rule.name: rule for rule in sequent.rules})
    return Certificate(sequent, tuple(reader.read(entry["steps"], known, f"{where}steps")))


def _read_sequent(data: object, tensors: Tensors, where: str) -> Sequent:
    """The sequent in a certificate file of version 1, its schemas as rules."""
    entry = read_object(data, where, ("facts", "schemas", "goal", "relation"))
    rules = []
    for k, each in enumerate(read_list(entry["schemas"], f"{where}.schemas")):
        at = f"{where}.schemas[{k}]"
        schema = read_object(each, at, ("name", "parameter", "conditions", "conclusion"))
        rule = Rule(
            read_name(schema["name"], f"{at}.name"),
            (wire.read_tensor(schema["parameter"], tensors, f"{at}.parameter"),),
            wire.read_facts(schema["conditions"], tensors, f"{at}.conditions"),
            wire.read_fact(schema["conclusion"], tensors, f"{at}.conclusion"),
        )
        quantified = set(rule.conclusion.indices)
        for premise in rule.premises:
            if quantified & (set(premise.polynomial.free) - set(premise.indices)):
                refuse(at, f"{premise.name} is about one letter that the conclusion quantifies")
        rules.append(rule)
    return Sequent(
        wire.read_facts(entry["facts"], tensors, f"{where}.facts"),
        wire.read_polynomial(entry["goal"], tensors, f"{where}.goal"),
        read_name(entry["relation"], f"{where}.relation"),
        tuple(rules),
    )


class _Steps:
    """A reader of steps, one after the other, since a use is written by the fact that it names."""

    def __init__(self, tensors: Mapping[str, Tensor], rules: Mapping[str, Rule]) -> None:
        self._tensors, self._rules = tensors, rules

    def read(
        self, data: object, facts: Mapping[str, Fact], where: str, depth: int = 0
    ) -> Iterator[Step]:
        """The steps of a certificate file of version 1, as steps of today."""
        if depth > DEEPEST_SPLIT:
            refuse(where, f"more than {DEEPEST_SPLIT} splits within each other")
        known = dict(facts)
        for k, each in enumerate(read_list(data, where)):
            at, step = f"{where}[{k}]", read_object(each, f"{where}[{k}]")
            match step.get("step"):
                case "instantiate":
                    made: Step = self._instantiate(read_object(step, at, INSTANTIATE), known, at)
                case "split" if isinstance(step.get("positive"), list):
                    made = self._split(step, known, at, depth)
                case _:
                    (made,) = read_steps([step], self._tensors, where)
            known[made.statement.name] = made.statement
            yield made

    def _split(
        self, step: dict[str, Any], known: Mapping[str, Fact], where: str, depth: int
    ) -> Split:
        """The split of a certificate file of version 1, with the steps inside it."""
        branches = {key: step.get(key) for key in ("positive", "nonpositive")}
        alone = {**step, "positive": [], "nonpositive": []}
        (bare,) = read_steps([alone], self._tensors, where)
        assert isinstance(bare, Split)  # a step of the kind "split"
        within = {**known, bare.name: Fact(bare.name, bare.case)}
        inner = [
            tuple(self.read(own, within, f"{where}.{key}", depth + 1))
            for key, own in branches.items()
        ]
        return Split(bare.statement, bare.name, bare.case, *inner)

    def _instantiate(self, step: dict[str, Any], known: Mapping[str, Fact], where: str) -> Apply:
        """The application of a rule that a certificate of version 1 calls an instance."""
        name = read_name(step["schema"], f"{where}.schema")
        rule = self._rules.get(name)
        if rule is None:
            refuse(where, f"no schema is called {name!r}")
        (parameter,) = rule.tensors
        guard = read_name(step["guard_fact"], f"{where}.guard_fact")
        listed = read_list(step["conditions"], f"{where}.conditions")
        names = [read_name(each, f"{where}.conditions") for each in listed]
        asked = [*rule.premises, *_asked_of(parameter)]
        if len(names) != len(asked) or not known.keys() >= {guard, *names}:
            refuse(where, "a condition is not stated by a known fact")
        pairs = [(n, f) for n, f in zip(names, asked, strict=True) if f is not None]
        places = wire.read_indices(step["places"], f"{where}.places")
        body = wire.read_polynomial(step["body"], self._tensors, f"{where}.body")
        return Apply(
            wire.read_fact(step["statement"], self._tensors, f"{where}.statement"),
            name,
            ((parameter.name, Body(tuple((i,) for i in places), body)),),
            (),
            tuple((i, (i,)) for i in rule.conclusion.indices),
            tuple(_use(known[each], fact) for each, fact in pairs),
            wire.read_polynomial(step["guard"], self._tensors, f"{where}.guard"),
            Use(guard, known[guard].indices),
        )


def _asked_of(tensor: Tensor) -> list[Fact | None]:
    """The conditions that a certificate of version 1 shows of a tensor, in its order."""
    today = {(fact.relation, len(fact.polynomial)): fact for fact in shape_of(tensor)}
    asked: list[Fact | None] = []
    if tensor.is_nonnegative:
        asked.append(today.get((">=", 1)))
    if tensor.is_at_most_one:
        asked.append(today.get((">=", 2)))
    equalities = [fact for fact in shape_of(tensor) if fact.relation == "=="]
    return [*asked, *equalities]


def _use(known: Fact, wanted: Fact) -> Use:
    """The use of a known fact for a need, as certificates of version 1 imply it.

    In version 1 a fact states a condition letter by letter, and both use the same names.
    """
    own = needed(i.alphabet for i in wanted.indices)
    names = dict(zip(wanted.indices, own, strict=True))
    return Use(known.name, tuple(names.get(i, i) for i in known.indices))
