"""What the names of a claim stand for in Coq, and what is made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pmlsym.calculus.scalar import exponential, scalar
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claims.subjects import Subjects
from pmlsym.errors import Unsupported
from pmlsym.language.expression import trees
from pmlsym.language.syntax import Syntax
from pmlsym.pages.coq_expression import At, Expression, sums
from pmlsym.pages.coq_measure import Building, ChannelTerm, CoqMeasure, Fresh, PriorTerm

Measured = CoqMeasure | tuple[CoqMeasure, CoqMeasure]


class Terms:
    """The names of one claim: what each is in Coq, and what the theorem says of it.

    `values` gives what a tensor of the certificates is there, `constants` the same for letters,
    `binders` and `conditions` what the theorem quantifies and assumes.
    """

    def __init__(
        self, about: Subjects, tensors: Mapping[str, Tensor], alphabets: Sequence[str]
    ) -> None:
        """Start with the names of the claim and those of its certificates."""
        self.about, self.tensors, self.alphabets = about, tensors, alphabets
        self.fresh = Fresh()
        self.building = Building(self.fresh, self._conditional, self._outcome)
        self.subjects = {t.name: tensors.get(t.name, t) for t in about.tensors}
        self.values: dict[Tensor, str] = {}
        self.binders: list[str] = []
        self.conditions: list[str] = []
        self.constants: dict[Index, str] = {}
        self._declare()

    # ---- what the names stand for ----

    def _declare(self) -> None:
        for tensor in self.subjects.values():
            count, outputs = len(tensor.alphabets), len(tensor.stochastic)
            letters = [f"a{k}_" for k in range(count)]
            inputs = count - outputs if outputs else count - 1
            groups = [g for g in (letters[:inputs], letters[inputs:]) if g]
            self.values[tensor] = _curried(tensor.name, groups)
            first, second = (_domain(tensor.alphabets[:inputs]), _domain(tensor.alphabets[inputs:]))
            if not outputs:
                self.binders.append(f"({tensor.name} : {first} -> {second} -> R)")
                arguments = " ".join(letters)
                self.condition(f"(forall {arguments}, 0 <= {tensor.name} {arguments})")
            else:
                kind = f"chan R {first} {second}" if inputs else f"dist R {second}"
                self.binders.append(f"({tensor.name} : {kind})")
        for name, alphabet in self.about.outcomes.items():
            self.binders.append(f"({name} : {alphabet})")
        for name, domain in self.about.scalars.items():
            for made in (exponential(name), scalar(name, domain)):
                if made.name in self.tensors:
                    self.variable(
                        self.tensors[made.name], f"exp_{name}_" if made.positive else name
                    )

    def condition(self, text: str) -> str:
        """Assume this; what the proof calls it."""
        if text not in self.conditions:
            self.conditions.append(text)
        return f"c{self.conditions.index(text)}_"

    def constant(self, alphabet: str, value: str) -> Index:
        """A letter that stands for one that the definitions have."""
        (letter,) = self.fresh((alphabet,))
        self.constants[letter] = value
        return letter

    def unknown(self, alphabets: Sequence[str]) -> list[Tensor]:
        """The tensors of the certificates that no value is known of."""
        return [
            t
            for t in self.tensors.values()
            if t.alphabets == tuple(alphabets) and t not in self.values
        ]

    def variable(self, tensor: Tensor, name: str) -> None:
        """A number that the theorem is about, with what is declared of it."""
        self.values[tensor] = name
        self.binders.append(f"({name} : R)")
        if tensor.positive:
            self.condition(f"0 < {name}")
        elif tensor.nonnegative:
            self.condition(f"0 <= {name}")
        if tensor.at_most_one:
            self.condition(f"{name} <= 1")

    def unnamed(self, tensor: Tensor) -> str:
        """The same for a number that the claim has no name for; what it is called."""
        name = f"t{len(self.binders)}_"
        self.variable(tensor, name)
        return name

    def _outcome(self, name: str) -> Index:
        return Index(self.about.outcomes[name], name)

    def _conditional(self, alphabets: tuple[str, ...]) -> Tensor:
        for tensor in self.tensors.values():
            if (
                tensor.alphabets == alphabets
                and tensor.stochastic
                and tensor.name not in self.subjects
            ):
                return tensor
        raise Unsupported("no tensor for the conditional channel")

    # ---- reading the tree ----

    def prior(self, tree: Syntax) -> PriorTerm:
        """A prior."""
        match tree.data, trees(tree):
            case "name", _:
                tensor = self._subject(tree)
                return PriorTerm(tensor.alphabets, tensor.name, lambda x: At(tensor, x))
            case "cascade", [left, right]:
                return self._output(self.prior(left), self.channel(right))
        raise Unsupported(f"a prior made by {tree.data}")

    def _output(self, prior: PriorTerm, channel: ChannelTerm) -> PriorTerm:
        """The distribution of the outcome."""
        return PriorTerm(
            channel.outputs,
            f"(out {prior.text} {channel.text})",
            lambda y: self.building.output(prior, channel, y),
            prior.alphabets,
            lambda x, y: prior.mass(x) * channel.entry(x, y),
            f"{prior.text} {channel.text}",
        )

    def channel(self, tree: Syntax) -> ChannelTerm:
        """A channel."""
        match tree.data, trees(tree):
            case "name", _:
                tensor = self._subject(tree)
                split = len(tensor.alphabets) - max(1, len(tensor.stochastic))
                ins, outs = tensor.alphabets[:split], tensor.alphabets[split:]
                return ChannelTerm(ins, outs, tensor.name, lambda x, y: At(tensor, (*x, *y)))
            case "cascade", [left, right]:
                first, then = self.channel(left), self.channel(right)

                def through(x: tuple[Index, ...], z: tuple[Index, ...]) -> Expression:
                    y = self.fresh(first.outputs)
                    return sums(y, first.entry(x, y) * then.entry(y, z))

                text = f"(cascade {first.text} {then.text})"
                return ChannelTerm(first.inputs, then.outputs, text, through)
            case "joint", [left, right]:
                first, then = self.channel(left), self.channel(right)
                if then.inputs != (*first.inputs, *first.outputs):
                    raise Unsupported("a second mechanism that does not see the first outcome")
                seen = len(first.outputs)
                return ChannelTerm(
                    first.inputs,
                    (*first.outputs, *then.outputs),
                    f"(compose {first.text} {then.text})",
                    lambda x, y: first.entry(x, y[:seen]) * then.entry((*x, *y[:seen]), y[seen:]),
                )
        raise Unsupported(f"a channel made by {tree.data}")

    def _subject(self, tree: Syntax) -> Tensor:
        name = str(tree.children[0])
        if name not in self.subjects:
            raise Unsupported(f"{name} where a prior or a channel is meant")
        return self.subjects[name]

    def measure(self, tree: Syntax) -> Measured:
        """A leakage; two of them stand for their difference."""
        name, arguments, make = str(tree.children[0]), trees(tree), self.building
        match name, arguments:
            case "pml", [p, w, *y] if w.data == "given":
                second, first = map(self.channel, trees(w))
                return make.conditional_leakage(self.prior(p), second, first, *map(_name, y))
            case "pml", [p, w, *y]:
                return make.leakage(self.prior(p), self.channel(w), *map(_name, y))
            case "ldp" | "capacity" | "flp", [w]:
                return make.ratios("Local", None, self.channel(w))
            case _, [p, w] if name in make.of_both:
                return make.of_both[name](self.prior(p), self.channel(w))
            case "hmin", [p]:
                return make.guess(self.prior(p))
            case "hmin_given", [p, w, *a]:
                return make.guess_after(self.prior(p), self.channel(w), *map(self.channel, a))
            case "uleak" | "gleak" | "dynleak", _:
                return self._difference(name, arguments)
            case "gain", [p, w, g]:
                return make.gain_after(self.prior(p), self.channel(w), self.channel(g))
            case "gain", [p, g]:
                return make.gain(self.prior(p), self.channel(g))
            case "pml_entry", [p, w, k] if is_first(k):
                return make.entry_leakage(self.prior(p), self.channel(w))
        raise Unsupported(f"{name} has no level form in Coq")

    def _difference(self, name: str, arguments: list[Syntax]) -> Measured:
        """What is gained after the outcome, and what before."""
        prior, channel = self.prior(arguments[0]), self.channel(arguments[1])
        if len(arguments) != (2 if name == "dynleak" else 3):
            raise Unsupported(f"{name} at an outcome")
        if name == "dynleak":
            return self.building.guess_after(prior, channel), self.building.guess(prior)
        gains = self.channel(arguments[2])
        after = self.building.gain_after(prior, channel, gains)
        if name == "gleak":
            return after, self.building.gain(prior, gains)
        return after, self.building.guess(self._output(prior, gains))


def _curried(name: str, groups: Sequence[Sequence[str]]) -> str:
    """A function of single letters, where the object takes tuples."""
    if all(len(g) == 1 for g in groups):
        return name
    letters = " ".join(a for g in groups for a in g)
    return f"(fun {letters} => {name} {' '.join(pair(g) for g in groups)})"


def pair(letters: Sequence[str]) -> str:
    """A tuple of letters, or the only one."""
    return f"({', '.join(letters)})" if len(letters) > 1 else letters[0]


def _domain(alphabets: Sequence[str]) -> str:
    """The type of tuples of letters."""
    if not alphabets:
        return ""
    return f"[finType of {' * '.join(alphabets)}]" if len(alphabets) > 1 else alphabets[0]


def is_first(tree: Syntax) -> bool:
    """Whether the first entry of a database is meant."""
    return tree.data == "number" and str(tree.children[0]) == "1"


def _name(tree: Syntax) -> str:
    if tree.data != "name":
        raise Unsupported("an outcome is a name")
    return str(tree.children[0])
