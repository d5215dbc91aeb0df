"""Rules and lemmas, applied rightly; and an attack on each condition under which they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from pmlsym.calculus import (
    Index,
    Polynomial,
    Tensor,
    atom,
    constant,
    delta,
    equal_letters,
    size,
    substitute,
    sum_over,
)
from pmlsym.calculus.convex_term import ENTROPY, EXCESS, SQUARE, Function, convex
from pmlsym.calculus.sequent import Fact, Rule, Sequent
from pmlsym.calculus.substitution import Body, Substitution
from pmlsym.errors import InvalidInput
from pmlsym.kernel.certificate import (
    PLAIN,
    Certificate,
    Combine,
    ConvexRow,
    Lemma,
    Step,
    Term,
    Use,
)
from tests.evidence.building import (
    ONE,
    Attack,
    accepts,
    applied,
    combined,
    lemma_of,
    needed,
    nonsense,
    proof,
    refuses,
)
from tests.evidence.hand_written import P, W, x, x0, y, y0

x1, x2, q = Index("X", "x1"), Index("X", "x2"), needed("X")
g = Tensor("g", ("X",))
h, d = Tensor("h", ("X",)), Tensor("d", ("X", "Y"))
k, r, s = Tensor("k"), Tensor("r"), Tensor("s")
half = Fraction(1, 2)


# --- A mean of what is nonnegative: for all P, g:  g(x) >= 0 for all x  =>  sum P g >= 0 --------


def mean(body: Polynomial, at: Index = x) -> Polynomial:
    return sum_over(atom(P, at) * body, at)


g_low = Fact("g", atom(g, x), (x,))
MEAN = lemma_of(
    "mean",
    Fact("goal", mean(atom(g, x))),
    combined(
        Fact("goal", mean(atom(g, x))), Term(ONE, (Use("P >= 0", (x,)), Use("g", (x,))), (x,))
    ),
    facts=(g_low,),
)
h_low = Fact("h", atom(h, x), (x,))
ITSELF = {P: ((x,), atom(P, x))}
"""The rule's own P stands for that of the sequent."""
OWN_P = (PLAIN, PLAIN)
"""It is nonnegative, and sums to one, as normal forms say."""


def mean_of_h(**change: object) -> Certificate:
    goal = Fact("goal", mean(atom(h, x)))
    step = applied(goal, "mean", {**ITSELF, g: ((x,), atom(h, x))}, (Use("h", (q,)), *OWN_P))
    return proof(goal, replace(step, **change), facts=(h_low,), lemmas=(MEAN,))


def mean_of(body: Polynomial, use: Use, *facts: Fact, **change: object) -> Certificate:
    """The mean of any body, as the fact `use` shows it to be nonnegative."""
    goal = Fact("goal", mean(body))
    step = applied(goal, "mean", {**ITSELF, g: ((x,), body)}, (use, *OWN_P))
    return proof(goal, replace(step, **change), facts=facts, lemmas=(MEAN,))


def premises() -> Iterator[Attack]:
    right = mean_of_h()
    goal = right.sequent.goal
    low = Use("h", (q,))
    strict = Fact("goal", goal, (), ">")
    at_x0 = Fact("h", atom(h, x0))
    yield Attack("the premise at one letter", replace_facts(right, at_x0), "zip|argument", right)
    at_q = Fact("h", atom(h, q))
    yield Attack(
        "the premise at one letter, called as that of the need",
        replace_uses(replace_facts(right, at_q), (Use("h"), *OWN_P)),
        "q~0 is one letter",
        right,
    )
    for what, uses, why in (
        ("nothing", (PLAIN, *OWN_P), "what is declared does not state"),
        ("one use too few", (low, PLAIN), "4 facts are needed, and 3 are given"),
        ("no use", (), "4 facts are needed, and 1 are given"),
        ("one use too many", (low, *OWN_P, PLAIN), "4 facts are needed, and 5 are given"),
        ("uses in another order", (PLAIN, low, PLAIN), "does not state"),
        ("a use at another letter", (Use("h", (x0,)), *OWN_P), "does not state"),
        ("a declared fact about P", (Use("P >= 0", (q,)), *OWN_P), "does not state"),
        ("a fact that nobody knows", (Use("h0", (q,)), *OWN_P), "h0"),
        ("a use at two letters", (Use("h", (q, q)), *OWN_P), "zip|argument"),
    ):
        yield Attack(f"the premise shown by {what}", replace_uses(right, uses), why, right)
    for what, other in (
        ("more", Fact("h", atom(h, x) + 1, (x,))),
        ("the negative", Fact("h", -atom(h, x), (x,))),
        ("twice", Fact("h", 2 * atom(h, x), (x,))),
    ):
        yield Attack(f"a fact that says {what}", replace_facts(right, other), "does not state")
    for what, statement, why in (
        ("twice the conclusion, less one", Fact("goal", 2 * goal - 1), "not what the rule gives"),
        ("the negative", Fact("goal", -goal), "not what the rule gives"),
        ("strictly", strict, "not what the rule gives"),
        ("an equality", Fact("goal", goal, (), "=="), "not what the rule gives"),
        ("another mean", Fact("goal", sum_over(atom(h, x), x)), "not what the rule gives"),
        ("nonsense", nonsense(), "not what the rule gives"),
    ):
        wrong = proof(
            statement,
            replace(right.steps[0], statement=statement),
            facts=(h_low,),
            lemmas=(MEAN,),
        )
        yield Attack(f"the conclusion says {what}", wrong, why, right)


def replace_facts(certificate: Certificate, *facts: Fact) -> Certificate:
    return replace(certificate, sequent=replace(certificate.sequent, facts=facts))


def replace_uses(certificate: Certificate, uses: tuple[Use, ...]) -> Certificate:
    *steps, last = certificate.steps
    return replace(certificate, steps=(*steps, replace(last, shown=uses)))


# --- Relations of premises, and what tensors declare --------------------------------------------


def of_number(name: str, tensor: Tensor, goal: Polynomial, use: str, relation: str = ">=") -> Lemma:
    """A lemma that says what one declared fact of a tensor says."""
    own = tuple(Index(a, f"{a.lower()}8") for a in tensor.alphabets)
    fact = Fact("goal", goal, (), relation)
    return lemma_of(name, fact, combined(fact, (Use(use, own),)))


x8 = Index("X", "x8")
SHAPES: tuple[tuple[str, Tensor, str, str, Polynomial, Polynomial], ...] = (
    # what is declared, the tensor, the declared fact, its relation, a wrong body, a right one
    ("nonnegative", Tensor("u", nonnegative=True), "u >= 0", ">=", constant(-1), constant(2)),
    ("positive", Tensor("u", positive=True), "u > 0", ">", constant(0), constant(2)),
    ("positive, below", Tensor("u", positive=True), "u >= 0", ">=", constant(-1), constant(2)),
    ("at most one", Tensor("u", at_most_one=True), "u <= 1", ">=", constant(2), constant(-1)),
    ("indicator, above", Tensor("u", indicator=True), "u <= 1", ">=", constant(2), constant(1)),
    ("indicator, below", Tensor("u", indicator=True), "u >= 0", ">=", constant(-1), constant(0)),
    (
        "nonnegative letters",
        Tensor("u", ("X",), nonnegative=True),
        "u >= 0",
        ">=",
        equal_letters(x, x0) - 1,
        equal_letters(x, x0),
    ),
)
WHOLE = Tensor("u", ("X",), nonnegative=True, stochastic=(0,))
FLAT = Tensor("u", ("X",), at_most_one=True, stochastic=(0,))


def shapes() -> Iterator[Attack]:
    for what, tensor, fact, relation, wrong, right in SHAPES:
        own = (x8,) if tensor.alphabets else ()
        entry = atom(tensor, *own)
        said = 1 - entry if fact == "u <= 1" else entry
        rule = of_number("rule", tensor, said, fact, relation)
        pair = []
        for body in (wrong, right):
            at = substitute(body, {x: x1}) if own else body
            goal = Fact("goal", 1 - at if fact == "u <= 1" else at, (), relation)
            uses = (PLAIN,)
            places = (x,) if own else ()
            step = applied(goal, "rule", {tensor: (places, body)}, uses, dict.fromkeys(own, x1))
            steps: tuple[Step, ...] = (step,)
            if tensor.at_most_one and body == right:
                two = combined(Fact("two", constant(2)), Term(Fraction(2), ()))
                steps = (two, replace(step, shown=(Use("two"),)))
            pair.append(proof(goal, *steps, lemmas=(rule,)))
        yield Attack(f"a body that is not {what}", pair[0], "does not state", pair[1])
        (given,) = pair[0].steps
        unasked = replace(pair[0], steps=(replace(given, shown=()),))
        yield Attack(f"of a body that is not {what} nothing is shown", unasked, "are needed")
    # a distribution: sums to one, over every other letter
    for name, tensor, wrong, uses in (
        ("a body that does not sum to one", WHOLE, constant(2), (PLAIN, PLAIN)),
        ("a body that is no more than summed", FLAT, mixed(), (PLAIN, PLAIN)),
    ):
        rule = of_number("rule", tensor, 1 - atom(tensor, x8), "u <= 1")
        at = substitute(wrong, {x: x0})
        goal = Fact("goal", 1 - at)
        step = applied(goal, "rule", {tensor: ((x,), wrong)}, uses, {x8: x0})
        right = applied(
            Fact("goal", 1 - atom(P, x0)), "rule", {tensor: ((x,), atom(P, x))}, uses, {x8: x0}
        )
        if tensor is FLAT:
            one = Combine(Fact("one", 1 - atom(P, x), (x,)), (Term(ONE, (Use("P <= 1", (x,)),)),))
            steps = (one, replace(right, shown=(Use("one", (q,)), PLAIN)))
        else:
            steps = (right,)
        beside = proof(right.statement, *steps, lemmas=(rule,))
        yield Attack(name, proof(goal, step, lemmas=(rule,)), "does not state", beside)
    # over two letters: sums over one position, not over the other
    channel = Tensor("u", ("X", "Y"), nonnegative=True, stochastic=(1,))
    rule = of_number("rule", channel, 1 - atom(channel, x8, y0), "u <= 1")
    rule = replace(rule, steps=(combined(rule_goal(rule), (Use("u <= 1", (x8, y0)),)),))
    sums = {
        places: Tensor("v", ("X", "Y"), nonnegative=True, stochastic=places)
        for places in ((0,), (0, 1))
    }
    for what, body in (
        ("summed over the other letter", atom(sums[0,], x, y)),
        ("summed over both letters", atom(sums[0, 1], x, y)),
        ("summed to two", 2 * atom(W, x, y)),
    ):
        goal = Fact("goal", 1 - substitute(body, {x: x0, y: y0}))
        step = applied(goal, "rule", {channel: ((x, y), body)}, (PLAIN, PLAIN), {x8: x0, y0: y0})
        right_goal = Fact("goal", 1 - atom(W, x0, y0))
        right = applied(
            right_goal, "rule", {channel: ((x, y), atom(W, x, y))}, (PLAIN, PLAIN), {x8: x0, y0: y0}
        )
        yield Attack(
            f"a channel {what}",
            proof(goal, step, lemmas=(rule,)),
            "does not state",
            proof(right_goal, right, lemmas=(rule,)),
        )


def rule_goal(rule: Lemma) -> Fact:
    return Fact("goal", rule.sequent.goal, (), rule.sequent.relation)


def mixed() -> Polynomial:
    """2 at x0, -1 at x1, else zero: sums to one."""
    return 2 * equal_letters(x, x0) - equal_letters(x, x1)


# --- What is replaced: just what the rule binds -------------------------------------------------

a_line = Fact("line", atom(r) + atom(k))
LINE = Rule("line", (r,), (Fact("r", atom(r)),), a_line)
"""For all r >= 0:  r + k >= 0;  that is, k >= 0."""
two_letters = Rule("two", (), (), Fact("two", atom(size("X")) - 2))
at_x0 = Rule("at x0", (), (), Fact("at x0", atom(g, x0)))
FREE = Rule("free", (g,), (), Fact("free", sum_over(atom(g, x) * atom(k), x)), ("X",))


def replaced() -> Iterator[Attack]:
    zero = ((), constant(0))
    k_low = Fact("goal", atom(k))
    good = applied(k_low, "line", {r: zero}, (PLAIN,))
    right = proof(k_low, good, rules=(LINE,))
    yield Attack(
        "a shared tensor is replaced",
        proof(
            nonsense(),
            applied(nonsense(), "line", {r: zero, k: ((), constant(-1))}, (PLAIN,)),
            rules=(LINE,),
        ),
        "needs a body for each",
        right,
    )
    yield Attack(
        "a bound tensor is not replaced",
        proof(a_line, applied(a_line, "line", {}, (PLAIN,)), rules=(LINE,)),
        "needs a body for each|no step|does not",
        right,
    )
    yield Attack(
        "no such rule",
        proof(k_low, replace(good, rule="lines"), rules=(LINE,)),
        "no rule that is proved or assumed",
        right,
    )
    itself = Fact("goal", atom(size("X")) - 2)
    yield Attack(
        "a shared alphabet is replaced by one letter",
        proof(
            nonsense(), applied(nonsense(), "two", {}, alphabets={"X": ()}), rules=(two_letters,)
        ),
        "binds the alphabets",
        proof(itself, applied(itself, "two", {}), rules=(two_letters,)),
    )
    bound = replace(two_letters, alphabets=("X",))
    yield Attack(
        "a bound alphabet is replaced, and the size stays",
        proof(
            Fact("goal", atom(size("X")) - 2),
            applied(Fact("goal", atom(size("X")) - 2), "two", {}, alphabets={"X": ("X", "X")}),
            rules=(bound,),
        ),
        "not what the rule gives",
        proof(
            Fact("goal", atom(size("X")) * atom(size("X")) - 2),
            applied(
                Fact("goal", atom(size("X")) * atom(size("X")) - 2),
                "two",
                {},
                alphabets={"X": ("X", "X")},
            ),
            rules=(bound,),
        ),
    )
    one = Fact("goal", atom(g, x0))
    fine = applied(one, "at x0", {})
    beside = proof(one, fine, rules=(at_x0,))
    yield Attack(
        "a shared letter is replaced",
        proof(
            Fact("goal", atom(g, x1)),
            applied(Fact("goal", atom(g, x1)), "at x0", {}, letters={x0: x1}),
            rules=(at_x0,),
        ),
        "needs letters for",
        beside,
    )
    yield Attack(
        "a shared letter runs in the conclusion",
        proof(
            Fact("goal", atom(g, x1)),
            replace(fine, statement=Fact("every", atom(g, x0), (x0,))),
            combined(Fact("goal", atom(g, x1)), (Use("every", (x1,)),)),
            rules=(at_x0,),
        ),
        "about one letter that the step lets run",
        beside,
    )
    of_x = Rule("of x", (), (), Fact("of x", atom(g, x), (x,)))
    named = Fact("goal", atom(g, x0))
    yield Attack(
        "no letter for one that the conclusion binds",
        proof(named, applied(named, "of x", {}), rules=(of_x,)),
        "needs letters for",
        proof(named, applied(named, "of x", {}, letters={x: x0}), rules=(of_x,)),
    )
    y_for_x = applied(named, "of x", {}, letters={x: (y0,)})
    yield Attack(
        "a letter of another alphabet",
        proof(named, y_for_x, rules=(of_x,)),
        "are no letters for",
    )
    yield Attack(
        "two letters for one",
        proof(named, applied(named, "of x", {}, letters={x: (x0, x1)}), rules=(of_x,)),
        "are no letters for",
    )
    twice = applied(named, "of x", {}, letters={x: x1})
    yield Attack(
        "a letter is given twice",
        proof(named, replace(twice, letters=(*twice.letters, (x, (x0,)))), rules=(of_x,)),
        "needs letters for",
    )
    hidden = Index("X", "", 0)
    yield Attack(
        "a bound letter for a letter",
        proof(named, applied(named, "of x", {}, letters={x: (hidden,)}), rules=(of_x,)),
        "only free|never by hand",
    )
    d_total = Fact("goal", sum_over(atom(d, x, y) * atom(k), x, y))
    product = {g: Body(((x, y),), atom(d, x, y))}
    yield Attack(
        "a product whose bound letters are one letter",
        proof(
            Fact("goal", sum_over(atom(d, x, y0) * atom(k), x)),
            applied(
                Fact("goal", sum_over(atom(d, x, y0) * atom(k), x)),
                "free",
                product,
                alphabets={"X": ("X", "Y")},
            ),
            rules=(FREE,),
        ),
        "not what the rule gives",
        proof(
            d_total, applied(d_total, "free", product, alphabets={"X": ("X", "Y")}), rules=(FREE,)
        ),
    )


# --- Letters that are not captured --------------------------------------------------------------

LEAST = lemma_of(
    "least",
    Fact("goal", mean(atom(g, x)) - atom(g, x0)),
    combined(
        Fact("goal", mean(atom(g, x)) - atom(g, x0)),
        Term(ONE, (Use("P >= 0", (x,)), Use("x0 is least", (x,))), (x,)),
    ),
    facts=(Fact("x0 is least", atom(g, x) - atom(g, x0), (x,)),),
)
"""For all x0, P, g:  g(x) >= g(x0) for all x  =>  sum P g >= g(x0)."""


def captured() -> Iterator[Attack]:
    # an image called as the letter of the need: h(q~0) - h(q~0) >= 0 is plain
    at_q = Fact("at q", mean(atom(h, x)) - atom(h, q), (q,))
    goal = Fact("goal", mean(atom(h, x)) - atom(h, x0))
    bodies = {**ITSELF, g: ((x,), atom(h, x))}
    step = applied(at_q, "least", bodies, (PLAIN, *OWN_P), {x0: q})
    least = Fact("least", atom(h, x) - atom(h, x0), (x,))
    yield Attack(
        "an image called as the letter of a need",
        proof(goal, step, combined(goal, (Use("at q", (x0,)),)), lemmas=(LEAST,)),
        "called as one of its needs",
        proof(
            goal,
            applied(goal, "least", bodies, (Use("least", (q,)), *OWN_P), {x0: x0}),
            facts=(least,),
            lemmas=(LEAST,),
        ),
    )
    # a parameter: 2 delta(x, q~0) - 1 is one where x is q~0
    body = 2 * equal_letters(x, q) - 1
    half_mass = Fact("half", 2 * atom(P, q) - 1, (q,))
    goal = Fact("goal", 2 * atom(P, x0) - 1)
    step = applied(half_mass, "mean", {**ITSELF, g: ((x,), body)}, (PLAIN, *OWN_P))
    z1 = Index("X", "z1")
    other = equal_letters(x, z1)
    mass = Fact("goal", atom(P, z1))
    beside = applied(mass, "mean", {**ITSELF, g: ((x,), other)}, (PLAIN, *OWN_P))
    last = combined(goal, (Use("half", (x0,)),))
    yield Attack(
        "a parameter called as the letter of a need",
        proof(goal, step, last, lemmas=(MEAN,)),
        "called as one of its needs",
        proof(mass, beside, lemmas=(MEAN,)),
    )
    # a guard: delta(q~0, x0) (2 delta(q~0, x0) - 1) = delta(q~0, x0)
    guard = equal_letters(q, x0)
    at_x = {**ITSELF, g: ((x,), 2 * equal_letters(x, x0) - 1)}
    guarded = Fact("half", guard * (2 * atom(P, x0) - 1), (q,))
    step = applied(guarded, "mean", at_x, (PLAIN, *OWN_P), guard=guard)
    uses = (PLAIN, PLAIN, PLAIN)
    where = equal_letters(x1, x0)
    calm = applied(
        Fact("goal", where * atom(P, x0)),
        "mean",
        {**ITSELF, g: ((x,), equal_letters(x, x0))},
        uses,
        guard=where,
    )
    yield Attack(
        "a guard that speaks of the letter of a need",
        proof(goal, step, last, lemmas=(MEAN,)),
        "called as one of its needs",
        proof(calm.statement, calm, lemmas=(MEAN,)),
    )
    # a letter of the rule itself
    not_least = Rule(
        "not least", (), (Fact("least", atom(h, x) - atom(h, q), (x,)),), Fact("no", constant(-1))
    )
    named = Rule(
        "not least", (), (Fact("least", atom(h, x) - atom(h, x0), (x,)),), Fact("no", constant(-1))
    )
    show = applied(nonsense(), "not least", {}, (Use("least", (q,)),))
    yield Attack(
        "a shared letter of the rule called as that of a need",
        proof(nonsense(), replace(show, shown=(PLAIN,)), rules=(not_least,)),
        "called as one of its needs",
        proof(nonsense(), show, facts=(least,), rules=(named,)),
    )
    # a premise at a letter that the conclusion binds is at its image
    same = Rule("same", (), (Fact("g", atom(g, x)),), Fact("h", atom(h, x), (x,)))
    g0 = Fact("g0", atom(g, x0))
    h1, h0 = Fact("goal", atom(h, x1)), Fact("goal", atom(h, x0))
    yield Attack(
        "a premise at another letter than the conclusion",
        proof(h1, applied(h1, "same", {}, (Use("g0"),), {x: x1}), facts=(g0,), rules=(same,)),
        "does not state",
        proof(h0, applied(h0, "same", {}, (Use("g0"),), {x: x0}), facts=(g0,), rules=(same,)),
    )
    every = Fact("every", atom(h, x0), (x0,))
    step = applied(every, "same", {}, (Use("g0"),), {x: x0})
    yield Attack(
        "the conclusion for all letters, the premise at one",
        proof(h1, step, combined(h1, (Use("every", (x1,)),)), facts=(g0,), rules=(same,)),
        "x0 is one letter",
    )
    # a bound letter of the rule's sum is not a parameter of the body
    pairs = Tensor("b", ("X", "X"))
    total = Rule("total", (g,), (), Fact("total", sum_over(atom(g, x) * atom(k), x)))
    for name in ("~0", "~1", "x1", "x_0", "q~0"):
        z = Index("X", name)
        goal = Fact("goal", sum_over(atom(pairs, x, x) * atom(k), x))
        fine = Fact("goal", sum_over(atom(pairs, x, z) * atom(k), x))
        bodies = {g: ((x,), atom(pairs, x, z))}
        yield Attack(
            f"the parameter {name} under a sum",
            proof(goal, applied(goal, "total", bodies), rules=(total,)),
            "not what the rule gives",
            proof(fine, applied(fine, "total", bodies), rules=(total,)),
        )
    # .. nor one of the arguments of a term
    inside = Rule(
        "inside",
        (g,),
        (),
        Fact("inside", convex(EXCESS, sum_over(atom(g, x) * atom(k), x), atom(k) + 1)),
    )
    for name in ("~0", "~1", "x1", "x_0"):
        z = Index("X", name)
        bodies = {g: ((x,), atom(pairs, x, z))}
        goal, fine = (
            Fact("goal", convex(EXCESS, sum_over(own * atom(k), x), atom(k) + 1))
            for own in (atom(pairs, x, x), atom(pairs, x, z))
        )
        yield Attack(
            f"the parameter {name} under a sum inside a term",
            proof(goal, applied(goal, "inside", bodies), rules=(inside,)),
            "not what the rule gives",
            proof(fine, applied(fine, "inside", bodies), rules=(inside,)),
        )


# --- Guards -------------------------------------------------------------------------------------

ABOVE = Rule(
    "above", (r,), (Fact("r", atom(r), (), ">"),), Fact("k + r", atom(k) + atom(r), (), ">")
)
"""For all r > 0:  k + r > 0."""
S = Use("s")
s_low, s_up = Fact("s", atom(s)), Fact("s", atom(s), (), ">")


def guarded(relation: str, use: Use = S, fact: Fact = s_up) -> Certificate:
    goal = Fact("goal", atom(s) * (atom(k) + 1), (), relation)
    step = applied(goal, "above", {r: ((), constant(1))}, (Use("s"),), None, atom(s), use)
    return proof(goal, step, facts=(fact,), rules=(ABOVE,))


WEAKLY = Rule("weakly", (r,), (Fact("r", atom(r)),), Fact("k + r", atom(k) + atom(r), (), ">"))


def guards() -> Iterator[Attack]:
    right = guarded(">")
    yield Attack("a guard with no sign", guarded(">", PLAIN), "what is declared does not", right)
    yield Attack(
        "a guard of another fact",
        guarded(">", Use("s"), Fact("s", atom(s) + 1, (), ">")),
        "does not state",
    )
    goal = Fact("goal", atom(s) * (atom(k) + 1), (), ">")
    bodies = {r: ((), constant(1))}
    step = applied(goal, "weakly", bodies, (Use("s"),), None, atom(s), Use("s"))
    weak = replace(step, statement=replace(goal, relation=">="))
    yield Attack(
        "a strict conclusion under a guard that may be zero",
        proof(goal, step, facts=(s_low,), rules=(WEAKLY,)),
        "not what the rule gives",
        proof(weak.statement, weak, facts=(s_low,), rules=(WEAKLY,)),
    )
    less = applied(
        Fact("goal", -atom(k) - 1), "weakly", bodies, (PLAIN,), None, constant(-1), PLAIN
    )
    yield Attack(
        "a guard of -1",
        proof(less.statement, less, rules=(WEAKLY,)),
        "what is declared does not state -1 >= 0",
    )
    minus = applied(
        Fact("goal", atom(s) * (atom(k) - 1)),
        "weakly",
        {r: ((), constant(-1))},
        (Use("minus"),),
        None,
        atom(s),
        Use("s"),
    )
    yield Attack(
        "a premise that holds under no guard",
        proof(minus.statement, minus, facts=(s_low, Fact("minus", constant(0))), rules=(WEAKLY,)),
        "does not state",
        proof(
            minus.statement,
            minus,
            facts=(s_low, Fact("minus", -atom(s))),
            rules=(WEAKLY,),
        ),
    )
    # the conclusion is not times the guard where the guard is left out
    bare = Fact("goal", atom(k) + 1)
    yield Attack(
        "the conclusion without the guard",
        proof(bare, replace(weak, statement=bare), facts=(s_low,), rules=(WEAKLY,)),
        "not what the rule gives",
    )
    # a letter of the guard's fact does not run
    at_one = Fact("s", atom(h, x0))
    every = Fact("every", atom(h, x0) * (atom(k) + 1), (x0,))
    step = applied(every, "weakly", bodies, (PLAIN,), None, atom(h, x0), Use("s"))
    show = Fact("h", atom(h, x), (x,))
    goal = Fact("goal", atom(h, x1) * (atom(k) + 1))
    last = combined(goal, (Use("every", (x1,)),))
    uses = (Use("h", (x0,)),)
    yield Attack(
        "a guard at one letter for all of them",
        proof(goal, replace(step, shown=(Use("s"),)), last, facts=(at_one,), rules=(WEAKLY,)),
        "x0 is one letter",
        proof(
            goal,
            replace(step, shown=uses, guard_shown=uses[0]),
            last,
            facts=(show,),
            rules=(WEAKLY,),
        ),
    )


# --- Terms: no body grows, orders stay orders ---------------------------------------------------

F10 = convex(SQUARE, constant(1), constant(0))
"""F(1, 0), which is as large as N lets it be."""
TANGENT = lemma_of(
    "tangent",
    Fact("goal", F10 - 2 * atom(k)),
    ConvexRow(
        Fact("goal", F10 - 2 * atom(k)),
        "square tangent",
        constant(1),
        constant(0),
        (atom(k),),
        (PLAIN, PLAIN),
    ),
)
"""For all k:  F(1, 0) >= 2 k."""
alpha = Tensor("alpha")


def tangent(body: Polynomial) -> Certificate:
    """-1 >= 0, from F(1, 0) >= 2 F(1, 0) and F(1, 0) >= 1."""
    first = applied(Fact("low", F10 - 1), "tangent", {k: ((), constant(half))})
    second = applied(Fact("high", F10 - 2 * body), "tangent", {k: ((), body)})
    goal = nonsense() if body == F10 else Fact("goal", 2 * F10 - 1 - 2 * body)
    return proof(
        goal, first, second, combined(goal, (Use("low"),), (Use("high"),)), lemmas=(TANGENT,)
    )


def growing() -> Iterator[Attack]:
    right = tangent(constant(7))
    yield Attack("a body that grows", tangent(F10), "may not stand for a tensor", right)
    for what, own in (
        ("inside a term", convex(EXCESS, F10, constant(1))),
        ("inside two terms", convex(EXCESS, convex(SQUARE, F10, constant(1)), constant(1))),
        ("as an order", convex(Function("power", atom(alpha)), constant(1), constant(0))),
        ("times zero elsewhere", F10 * atom(s)),
        ("of order two", convex(Function("power", constant(2)), constant(1), constant(0))),
        ("entropy", convex(ENTROPY, constant(1), constant(0))),
    ):
        yield Attack(
            f"a body that grows, {what}",
            tangent(own),
            "may not stand for a tensor",
            right,
        )
    # orders
    power = convex(Function("power", atom(alpha)), atom(r), constant(1))
    rule = Rule("order", (alpha,), (), Fact("order", power))
    right_goal = Fact("goal", convex(Function("power", constant(half)), atom(r), constant(1)))
    beside = proof(
        right_goal, applied(right_goal, "order", {alpha: ((), constant(half))}), rules=(rule,)
    )
    for body in (atom(k) + 1, 2 * atom(k), atom(k) * atom(s)):
        goal = Fact("goal", power)
        yield Attack(
            f"an order that is {body}",
            proof(goal, applied(goal, "order", {alpha: ((), body)}), rules=(rule,)),
            "is no number and no scalar",
            beside,
        )
    for order in (constant(2), atom(s), constant(0)):
        goal = Fact("goal", power)
        yield Attack(
            f"the order stays where it is replaced by {order}",
            proof(goal, applied(goal, "order", {alpha: ((), order)}), rules=(rule,)),
            "not what the rule gives",
        )


# --- Lemmas -------------------------------------------------------------------------------------


def lemmas() -> Iterator[Attack]:
    right = mean_of_h()
    (own,) = right.lemmas
    false = nonsense()
    yield Attack(
        "a lemma without a proof",
        replace(right, lemmas=(replace(own, steps=()),)),
        "no step derives",
        right,
    )
    claim = lemma_of("claim", false, applied(false, "claim", {}))
    use = applied(false, "claim", {})
    fine = Fact("goal", constant(1))
    true = lemma_of("claim", fine, combined(fine, ()))
    beside = proof(fine, applied(fine, "claim", {}), lemmas=(true,))
    yield Attack(
        "a lemma that applies itself", proof(false, use, lemmas=(claim,)), "no rule", beside
    )
    first = lemma_of("first", false, applied(false, "second", {}))
    second = lemma_of("second", false, applied(false, "first", {}))
    yield Attack(
        "two lemmas that apply each other",
        proof(false, replace(use, rule="first"), lemmas=(first, second)),
        "no rule",
        beside,
    )
    later = lemma_of("first", fine, applied(fine, "claim", {}))
    yield Attack(
        "a lemma that applies a later one",
        proof(fine, replace(beside.steps[0], rule="first"), lemmas=(later, true)),
        "no rule",
        proof(fine, replace(beside.steps[0], rule="first"), lemmas=(true, later)),
    )
    yield Attack(
        "two lemmas of one name",
        proof(fine, beside.steps[0], lemmas=(true, true)),
        "two lemmas",
        beside,
    )
    yield Attack(
        "a lemma called as an assumed rule",
        proof(
            fine,
            beside.steps[0],
            lemmas=(true,),
            rules=(Rule("claim", (), (), fine),),
        ),
        "called as a rule that is assumed",
        beside,
    )
    assumed = Lemma(
        "claim",
        Sequent((), false.polynomial, rules=(Rule("it", (), (), false),)),
        (replace(use, rule="it"),),
    )
    yield Attack(
        "a lemma that assumes a rule", proof(false, use, lemmas=(assumed,)), "assumes a rule"
    )
    known = lemma_of(
        "claim", false, combined(false, (Use("false"),)), facts=(Fact("false", constant(-1)),)
    )
    yield Attack(
        "a lemma whose premise is not shown", proof(false, use, lemmas=(known,)), "1 are given"
    )
    yield Attack(
        "a lemma whose premise is shown by nothing",
        proof(false, replace(use, shown=(PLAIN,)), lemmas=(known,)),
        "does not state",
    )
    wrong = lemma_of("claim", fine, combined(Fact("goal", constant(2)), Term(Fraction(2), ())))
    yield Attack(
        "a lemma that proves something else",
        proof(fine, beside.steps[0], lemmas=(wrong,)),
        "not the goal",
        beside,
    )
    unused = lemma_of("unused", false, combined(false, ()))
    yield Attack(
        "a wrong lemma that nobody applies",
        replace(beside, lemmas=(*beside.lemmas, unused)),
        "identity",
        beside,
    )
    # what a lemma is about is bound: its letters, its facts about one letter
    one = lemma_of(
        "one",
        Fact("goal", atom(h, x0)),
        combined(Fact("goal", atom(h, x0)), (Use("one"),)),
        facts=(Fact("one", atom(h, x0)),),
    )
    goal = Fact("goal", atom(g, x1))
    step = applied(goal, "one", {h: ((x,), atom(g, x))}, (Use("at x0"),), {x0: x1})
    here = proof(goal, step, facts=(Fact("at x0", atom(g, x1)),), lemmas=(one,))
    yield Attack(
        "a lemma about one letter, shown at another",
        replace_facts(here, Fact("at x0", atom(g, x0))),
        "does not state",
        here,
    )
    low, up = Fact("low", atom(k) + atom(h, x0)), Fact("up", -atom(h, x0))
    goal = Fact("goal", atom(k))
    both = lemma_of("both", goal, combined(goal, (Use("low"),), (Use("up"),)), facts=(low, up))
    bodies = {k: ((), atom(s)), h: ((x,), atom(g, x))}
    at_x1 = Fact("low", atom(s) + atom(g, x1)), Fact("up", -atom(g, x1))
    goal = Fact("goal", atom(s))
    step = applied(goal, "both", bodies, (Use("low"), Use("up")), {x0: x1})
    right = proof(goal, step, facts=at_x1, lemmas=(both,))
    yield Attack(
        "a lemma's letter that only premises have, left out",
        proof(goal, replace(step, letters=()), facts=at_x1, lemmas=(both,)),
        "needs letters for",
        right,
    )
    other = Fact("up", -atom(g, x2))
    yield Attack(
        "a lemma's letter that only premises have, at two letters",
        replace_facts(right, at_x1[0], other),
        "does not state",
        right,
    )


def rule_about_a_term() -> Rule:
    over = sum_over(convex(EXCESS, atom(g, x), constant(1)), x)
    return Rule("every", (g,), (), Fact("d", over), ("X",))


def more_that_is_right() -> Iterator[tuple[str, Certificate]]:
    """What a condition that asks for too much would refuse."""
    for what, facts in (("nonnegative", {"nonnegative": True}), ("positive", {"positive": True})):
        u = Tensor("u", ("X",), at_most_one=True, stochastic=(0,), **facts)
        own = Tensor("P", ("X",), nonnegative=True, positive=what == "positive", stochastic=(0,))
        rule = of_number("rule", u, 1 - atom(u, x8), "u <= 1")
        goal = Fact("goal", 1 - atom(own, x0))
        step = applied(goal, "rule", {u: ((x,), atom(own, x))}, (PLAIN, PLAIN), {x8: x0})
        yield f"what sums to one and is {what} is at most one", proof(goal, step, lemmas=(rule,))
    equal = Rule("equal", (r,), (), Fact("d", atom(k) * atom(r), (), "=="))
    goal = Fact("goal", atom(s) * atom(k), (), "==")
    step = applied(goal, "equal", {r: ((), constant(1))}, (), None, atom(s), Use("s"))
    yield "an equality under a guard", proof(goal, step, facts=(s_low,), rules=(equal,))
    count = sum_over(equal_letters(x, x0) * atom(g, x), x) + atom(size("X"))
    goal = Fact("goal", count + (equal_letters(x1, x0) - 1) * atom(g, x0))
    own = combined(
        goal, Term(ONE, (Use("g", (x0,)), Use("delta_X >= 0", (x1, x0)))), (Use("|X| > 0"),)
    )
    about = lemma_of("about", goal, own, facts=(g_low,))
    both = equal_letters(x1, x0) * equal_letters(y, y0)
    said = atom(size("X")) * atom(size("Y")) + both * atom(d, x0, y0)
    fact = Fact("d", atom(d, x, y), (x, y))
    step = applied(
        Fact("goal", said),
        "about",
        {g: Body(((x, y),), atom(d, x, y))},
        (Use("d", (q, needed("Y", 1))),),
        {x0: (x0, y0), x1: (x1, y)},
        alphabets={"X": ("X", "Y")},
    )
    yield (
        "deltas and sizes of a product",
        proof(step.statement, step, facts=(fact,), lemmas=(about,)),
    )
    deltas = combined(
        Fact("goal", equal_letters(x, x0) * equal_letters(y, y0)),
        (Use("delta_X >= 0", (x, x0)), Use("delta_Y >= 0", (y, y0))),
    )
    yield "deltas of two alphabets", proof(deltas.statement, deltas)
    to_scalar = convex(Function("power", atom(s)), atom(r), constant(1))
    order = Rule(
        "order",
        (alpha,),
        (),
        Fact("d", convex(Function("power", atom(alpha)), atom(r), constant(1))),
    )
    goal = Fact("goal", to_scalar)
    step = applied(goal, "order", {alpha: ((), atom(s))})
    yield "an order that is another number", proof(goal, step, rules=(order,))
    over = sum_over(convex(EXCESS, atom(g, x), constant(1)), x)
    goal = Fact("goal", over)
    step = applied(goal, "every", {g: ((x,), atom(g, x))})
    about = rule_about_a_term()
    yield "a term over an alphabet that is bound", proof(goal, step, rules=(about,))
    square_root = convex(Function("power", constant(half)), atom(r), constant(1))
    goal = Fact("goal", F10 - 2 * square_root)
    yield (
        "a body that is a power below one",
        proof(goal, applied(goal, "tangent", {k: ((), square_root)}), lemmas=(TANGENT,)),
    )


def _put_in(tensor: Tensor, places: tuple[Index, ...]) -> Substitution:
    return Substitution({tensor: Body(tuple((i,) for i in places), atom(k))})


def rules_as_they_are() -> Iterator[tuple[str, object, str]]:
    yield "a size", lambda: Rule("s", (size("X"),), (), Fact("d", atom(k))), "cannot be bound"
    (term,) = {t for t in F10.tensors if t.is_term}
    yield "a term", lambda: Rule("s", (term,), (), Fact("d", atom(k))), "cannot be bound"
    yield "a tensor twice", lambda: Rule("s", (r, r), (), Fact("d", atom(k))), "twice"
    over_x = Fact("d", sum_over(atom(h, x), x))
    yield (
        "an alphabet of a shared tensor",
        lambda: Rule("s", (), (), over_x, ("X",)),
        "shares something over X",
    )
    inner = Fact("d", sum_over(convex(EXCESS, atom(h, x), constant(1)), x))
    yield (
        "an alphabet of one inside a term",
        lambda: Rule("s", (), (), inner, ("X",)),
        "shares something",
    )
    letter = Fact("d", equal_letters(x0, x1), (x1,))
    yield (
        "an alphabet of a shared letter",
        lambda: Rule("s", (), (), letter, ("X",)),
        "shares something",
    )
    yield (
        "places that are one letter",
        lambda: _put_in(d, (x, x)),
        "do not fit|distinct",
    )
    square = Tensor("b", ("X", "X"))
    yield (
        "places that repeat",
        lambda: _put_in(square, (x, x)),
        "distinct letters",
    )
    yield (
        "a place of another alphabet",
        lambda: _put_in(h, (y,)),
        "do not fit",
    )
    yield (
        "a body for a delta",
        lambda: _put_in(delta("X"), (x, x0)),
        "means one thing",
    )
    yield (
        "a rule that binds delta",
        lambda: Rule("s", (delta("X"),), (), Fact("d", atom(k))),
        "cannot be bound",
    )
    yield (
        "a body for a size",
        lambda: _put_in(size("X"), ()),
        "means one thing",
    )
    yield (
        "a body for a term",
        lambda: _put_in(term, ()),
        "means one thing",
    )
    yield (
        "a bound place",
        lambda: _put_in(h, (Index("X", "", 1),)),
        "distinct letters",
    )


ATTACKS = (
    *premises(), *shapes(), *replaced(), *captured(), *guards(), *growing(), *lemmas(),
)  # fmt: skip


@pytest.mark.parametrize("attack", ATTACKS, ids=str)
def test_a_wrong_application_is_refused(attack: Attack):
    refuses(attack.wrong, attack.why)
    if attack.right is not None:
        accepts(attack.right)


MALFORMED = tuple(rules_as_they_are())


@pytest.mark.parametrize(("what", "made", "why"), MALFORMED, ids=[m[0] for m in MALFORMED])
def test_what_cannot_be_bound_or_replaced(what, made, why):
    with pytest.raises(InvalidInput, match=why):
        made()


RIGHT = tuple(more_that_is_right())


@pytest.mark.parametrize(("what", "certificate"), RIGHT, ids=[r[0] for r in RIGHT])
def test_no_more_is_asked_for(what: str, certificate: Certificate):
    accepts(certificate)
