"""The kernel accepts proofs, and refuses every attempt on a false sequent that we could think of.

Each attempt states a sequent that is false, or leaves a rule out, and says by which sentence the
kernel has to refuse it. What can be written to a file is put before proofs/verify.py too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from pmlsym.calculus import (
    Index,
    Tensor,
    atom,
    constant,
    delta,
    equal_letters,
    size,
    substitute,
    sum_over,
)
from pmlsym.calculus.sequent import Fact, Rule, Sequent
from pmlsym.calculus.substitution import replace_tensor
from pmlsym.errors import InvalidCertificate, InvalidInput
from pmlsym.kernel.certificate import (
    PLAIN,
    Certificate,
    Combine,
    Indicate,
    Limit,
    Split,
    Step,
    Term,
    Use,
)
from pmlsym.kernel.checker import check
from tests.evidence.building import accepts, applied, needed, refuses
from tests.evidence.hand_written import ALL, ONE, P, W, event_leakage, output, x, x0, y, y0

c = Tensor("c", ("X",))
k, r = Tensor("k"), Tensor("r")
x1 = Index("X", "x1")
TRUE = Combine(Fact("one", constant(1)), (Term(ONE, ()),))


def refused(
    facts: tuple[Fact, ...], goal: Fact, *steps: Step, why: str = ".", **more: object
) -> None:
    certificate = Certificate(Sequent(facts, goal.polynomial, goal.relation, **more), steps)
    refuses(certificate, why)


def accepted(facts: tuple[Fact, ...], goal: Fact, *steps: Step, **more: object) -> None:
    certificate = Certificate(Sequent(facts, goal.polynomial, goal.relation, **more), steps)
    accepts(certificate)


@pytest.mark.parametrize("proof", ALL)
def test_proofs_of_theorems_are_accepted(proof: Callable[[], Certificate]):
    check(proof())


class TestCombine:
    def test_the_number_of_letters_is_not_forgotten(self):
        """From sum_x W(x,y) >= t q(y) for all y nothing says t <= 1: W constant, t = |X| = 2."""
        q = Tensor("q", ("Y",), nonnegative=True, stochastic=(0,))
        t = Tensor("t", positive=True)
        h = Fact("h", sum_over(atom(W, x, y), x) - atom(t) * atom(q, y), (y,))
        summed = Term(ONE, (Use("h", (y,)),), (y,))
        goal = Fact("goal", 1 - atom(t))
        refused((h,), goal, Combine(goal, (summed,)), why="identity does not hold")
        least = Term(ONE, (Use("|X| >= 1"),))
        refused((h,), goal, Combine(goal, (summed, least)), why="identity does not hold")
        refused((h,), goal, Combine(goal, (summed, replace(least, coefficient=-ONE))), why="negat")
        true = Fact("goal", atom(size("X")) - atom(t))
        accepted((h,), true, Combine(true, (summed,)))

    def test_one_letter_cannot_range_over_all(self):
        """c(x0) >= 0 at one letter does not bound the sum, nor every letter."""
        at_one = Fact("h", atom(c, x0))
        total = Fact("goal", sum_over(atom(c, x), x))
        refused(
            (at_one,), total, Combine(total, (Term(ONE, (Use("h"),), (x0,)),)), why="one letter"
        )
        every = Fact("every", atom(c, x0), (x0,))
        goal = Fact("goal", atom(c, x1))
        last = Combine(goal, (Term(ONE, (Use("every", (x1,)),)),))
        first = Combine(every, (Term(ONE, (Use("h"),)),))
        refused((at_one,), goal, first, last, why="one letter")

    def test_a_multiplier_may_hide_no_constant(self):
        """k c(x) d(x) >= 0 for all x and c(x0) > 0 at one letter bound d at no other letter."""
        positive, factor = Fact("w", atom(c, x0), (), ">"), Tensor("d", ("X",))
        product = Fact("h", atom(c, x) * atom(k) * atom(factor, x), (x,))
        every = Fact("every", atom(k) * atom(factor, x0), (x0,))
        step = Combine(every, (Term(ONE, (Use("h", (x0,)),)),), (Use("w"),))
        refused((positive, product), Fact("goal", constant(1)), step, why="one letter")

    def test_signs_of_coefficients(self):
        low, null = Fact("low", atom(k)), Fact("null", atom(r), (), "==")
        for coefficient in (-ONE, Fraction(-1, 7)):
            goal = Fact("goal", coefficient * atom(k))
            step = Combine(goal, (Term(coefficient, (Use("low"),)),))
            refused((low,), goal, step, why="negative")
        goal = Fact("goal", -atom(k) * atom(r))
        accepted((low, null), goal, Combine(goal, (Term(-ONE, (Use("low"), Use("null"))),)))

    def test_coefficients_are_rational(self):
        goal = Fact("goal", atom(k))
        for wrong in (1.0, 1, True):
            step = Combine(goal, (Term(wrong, (Use("low"),)),))  # type: ignore[arg-type]
            sequent = Sequent((Fact("low", atom(k)),), goal.polynomial)
            with pytest.raises(InvalidCertificate, match="not rational"):  # a file says "1"
                check(Certificate(sequent, (step,)))

    def test_strictness_is_not_invented(self):
        low, high = Fact("low", atom(k)), Fact("high", atom(r), (), ">")
        goal = Fact("goal", atom(k), (), ">")
        refused((low,), goal, Combine(goal, (Term(ONE, (Use("low"),)),)), why="strict")
        product = Fact("goal", atom(k) * atom(r), (), ">")
        both = Term(ONE, (Use("low"), Use("high")))
        refused((low, high), product, Combine(product, (both,)), why="strict")
        total = Fact("goal", atom(k) + atom(r), (), ">")
        terms = (Term(ONE, (Use("low"),)), Term(ONE, (Use("high"),)))
        accepted((low, high), total, Combine(total, terms))
        nothing = Fact("goal", constant(0), (), ">")
        refused((low,), nothing, Combine(nothing, ()), why="strict")
        empty = Term(Fraction(0), (Use("high"),))
        refused((low, high), nothing, Combine(nothing, (empty,)), why="strict")

    def test_equality_follows_from_equalities_alone(self):
        low, goal = Fact("low", atom(k)), Fact("goal", atom(k), (), "==")
        refused((low,), goal, Combine(goal, (Term(ONE, (Use("low"),)),)), why="equalities alone")

    def test_a_multiplier_is_strictly_positive(self):
        low, product = Fact("low", atom(k)), Fact("h", atom(k) * atom(r))
        goal = Fact("goal", atom(r))
        step = Combine(goal, (Term(ONE, (Use("h"),)),), (Use("low"),))
        refused((low, product), goal, step, why="not known to be positive")
        accepted((replace(low, relation=">"), product), goal, step)

    def test_the_mass_of_an_outcome_is_not_positive(self):
        """Not even under full support may P_Y(y) be cancelled."""
        p = Tensor("P", ("X",), nonnegative=True, positive=True, stochastic=(0,))
        mass = sum_over(atom(p, x) * atom(W, x, y0), x)
        goal = Fact("mass", mass, (), ">")
        step = Combine(goal, (Term(ONE, (Use("P > 0", (x,)), Use("W >= 0", (x, y0))), (x,)),))
        refused((), goal, step, why="strict")

    def test_the_relation_and_the_polynomial_of_the_goal(self):
        low, derived = Fact("low", atom(k)), Fact("goal", atom(k))
        step = Combine(derived, (Term(ONE, (Use("low"),)),))
        refused((low,), Fact("goal", atom(k), (), ">"), step, why="not the goal")
        refused((low,), Fact("goal", atom(k) - 1), step, why="not the goal")
        refused((low,), derived, replace(step, statement=Fact("other", atom(k))), why="no step")
        refused((low,), derived, why="no step derives the goal")

    def test_a_hypothesis_called_goal_is_no_proof(self):
        goal = Fact("goal", atom(k))
        refused((Fact("goal", atom(k) + 1),), goal, Combine(goal, ()))
        refused((goal,), goal, why="no step derives the goal")

    def test_indices_of_another_alphabet(self):
        """An index x of Y is not the x of X, in spite of its name."""
        other = Index("Y", "x")
        h = Fact("h", atom(c, x), (x,))
        goal = Fact("goal", atom(c, x0))
        refused((h,), goal, Combine(goal, (Term(ONE, (Use("h", (other,)),)),)), why="ranges over")
        d = Tensor("d", ("Y",))
        both = Fact("h", atom(c, x) + atom(d, other), (x,))
        every = Fact("every", both.polynomial, (x, other))
        step = Combine(every, (Term(ONE, (Use("h", (x,)),)),))
        refused((both,), Fact("goal", constant(1)), step, why="one letter")

    def test_too_few_indices_and_unknown_facts(self):
        h, goal = Fact("h", atom(c, x), (x,)), Fact("goal", atom(c, x0))
        for use in (Use("h"), Use("h", (x0, x1)), Use("nowhere", (x0,)), Use("c >= 0", (x0,))):
            refused((h,), goal, Combine(goal, (Term(ONE, (use,)),)))

    def test_bound_indices_are_not_passed_in(self):
        hidden = Index("X", "", 0)
        h = Fact("h", sum_over(atom(c, x), x) + 0 * atom(c, x), (x,))
        goal = Fact("goal", h.polynomial)
        for term in (Term(ONE, (Use("h", (hidden,)),)), Term(ONE, (Use("h", (x,)),), (hidden,))):
            refused((h,), goal, Combine(goal, (term,)))

    def test_what_is_no_step_is_refused(self):
        goal = Fact("goal", atom(k))

        class Claimed:
            statement = goal

        wrong = (Use("goal"), Rule("goal", (r,), (), goal), Claimed())
        for step, why in zip(wrong, (".", ".", "no step"), strict=True):
            claimed = Certificate(Sequent((), goal.polynomial), (step,))  # type: ignore[arg-type]
            with pytest.raises(InvalidCertificate, match=why):  # no file can hold it
                check(claimed)


class TestTensors:
    def test_steps_cannot_declare_more(self):
        """k has no sign; a step that mentions a nonnegative k speaks of another tensor."""
        more = Tensor("k", nonnegative=True)
        goal, lemma = Fact("goal", atom(k)), Fact("lemma", atom(more))
        step = Combine(lemma, (Term(ONE, (Use("k >= 0"),)),))
        last = Combine(goal, (Term(ONE, (Use("lemma"),)),))
        refused((), goal, step, last, why="change the declared facts of k")
        inner = Split(goal, "case", atom(more), (), ())
        refused((), goal, inner, why="change the declared facts of k")

    def test_steps_of_a_branch_cannot_declare_more(self):
        more = Tensor("k", nonnegative=True)
        goal = Fact("goal", atom(k))
        lemma = Combine(Fact("lemma", atom(more)), (Term(ONE, (Use("k >= 0"),)),))
        for branches in (((lemma,), ()), ((), (lemma,))):
            split = Split(goal, "case", atom(r), *branches)
            refused((), goal, split, why="change the declared facts of k")

    def test_a_tensor_that_steps_bring_in_has_to_exist(self):
        """Positive, an indicator and stochastic is possible over one letter only: |X| <= 1."""
        with pytest.raises(InvalidInput, match="two letters"):
            Tensor("T", ("X",), positive=True, indicator=True, stochastic=(0,))

    def test_two_tensors_or_facts_of_one_name(self):
        with pytest.raises(InvalidInput, match="two different tensors"):
            Sequent((Fact("h", atom(k)),), atom(Tensor("k", nonnegative=True)))
        with pytest.raises(InvalidInput, match="one name"):
            Sequent((Fact("h", atom(k)), Fact("h", atom(r))), atom(k))

    def test_names_cannot_be_taken_twice(self):
        low, goal = Fact("low", atom(k)), Fact("goal", -atom(k))
        again = Combine(Fact("low", constant(1)), (Term(ONE, ()),))
        refused((low,), goal, again, why="two facts are called low")
        clash = Fact("P >= 0", -atom(P, x), (x,))
        refused((clash,), Fact("goal", -atom(P, x0)), why="two facts are called P >= 0")


class TestSplit:
    def test_a_case_is_one_letter(self):
        """c(x) > 0 or c(x) <= 0 for each x; but not one of the two for all x at once."""
        goal = Fact("goal", sum_over(atom(c, x), x))
        every = Fact("every", atom(c, x) * atom(c, x1), (x, x1))
        twice = Term(ONE, (Use("case"), Use("case")))
        inner = [Combine(Fact(f"if {s}", every.polynomial, (x1,)), (twice,)) for s in (">", ">=")]
        split = Split(every, "case", atom(c, x), (inner[0],), (inner[1],))
        refused((), goal, split, why="identity")
        squares = Fact("every", atom(c, x) * atom(c, x), (x,))
        inner = [Combine(Fact(f"if {s}", squares.polynomial), (twice,)) for s in (">", ">=")]
        total = Fact("goal", sum_over(squares.polynomial, x))
        last = Combine(total, (Term(ONE, (Use("every", (x,)),), (x,)),))
        split = Split(squares, "case", atom(c, x), (inner[0],), (inner[1],))
        accepted((), total, split, last)
        summed = Combine(Fact("if >", goal.polynomial), (Term(ONE, (Use("case"),), (x,)),))
        wrong = replace(split, statement=replace(squares, polynomial=goal.polynomial))
        refused((), goal, replace(wrong, positive=(summed,)), why="one letter")

    def test_inside_a_branch_the_case_is_a_constant(self):
        every = Fact("every", atom(c, x0), (x0,))
        inner = Combine(every, (Term(ONE, (Use("case"),)),))
        goal = Fact("goal", sum_over(atom(c, x), x))
        refused((), goal, Split(goal, "case", atom(c, x0), (inner,), ()), why="one letter")

    def test_both_branches_are_needed(self):
        goal = Fact("goal", atom(k))
        inner = Combine(Fact("goal if >", atom(k)), (Term(ONE, (Use("case"),)),))
        refused((), goal, Split(goal, "case", atom(k), (inner,), ()), why="does not derive")
        low = Combine(Fact("goal if >=", atom(k)), (Term(ONE, (Use("case"),)),))
        refused((), goal, Split(goal, "case", atom(k), (inner,), (low,)), why="identity")
        other = Combine(Fact("goal if >=", -atom(k)), (Term(ONE, (Use("case"),)),))
        refused((), goal, Split(goal, "case", atom(k), (inner,), (other,)), why="does not derive")

    def test_what_a_branch_derives_stays_there(self):
        inner = Combine(Fact("one if >", constant(1)), (Term(ONE, ()),))
        lemma = Combine(Fact("lemma", atom(k)), (Term(ONE, (Use("case"),)),))
        low = replace(inner, statement=Fact("one if >=", constant(1)))
        split = Split(Fact("one", constant(1)), "case", atom(k), (lemma, inner), (low,))
        for name in ("lemma", "case"):
            goal = Fact("goal", atom(k))
            refused((), goal, split, Combine(goal, (Term(ONE, (Use(name),)),)))

    def test_the_weak_case_is_not_strict(self):
        goal = Fact("goal", atom(k) * atom(k), (), ">")
        twice = Term(ONE, (Use("case"), Use("case")))
        steps = [
            (Combine(Fact(f"goal if {s}", goal.polynomial, (), ">"), (twice,)),)
            for s in (">", ">=")
        ]
        refused((), goal, Split(goal, "case", atom(k), *steps), why="strict")


a = Tensor("a", ("Y",), nonnegative=True, at_most_one=True)
q0 = needed("Y")


def shape(body, guard=None) -> tuple[Fact, Fact]:
    """What the shape of `a` asks of a body at y."""
    guard = constant(1) if guard is None else guard
    return Fact("low", guard * body, (y,)), Fact("high", guard * (1 - body), (y,))


LOW_HIGH = (Use("low", (q0,)), Use("high", (q0,)))


class TestApply:
    def test_a_guard_may_not_depend_on_what_a_premise_quantifies(self):
        """eml at delta = 1, t = 1, with a := 2e under the guard 1 - e(y): P(e) = 1/2 refutes it.

        Where the guard's own y is the one over which a <= 1 is quantified, (1 - e(y))(1 - 2e(y))
        is nonnegative for an indicator e, and the conclusion would follow.
        """
        e = Tensor("e", ("Y",), indicator=True)
        premise, conclusion = event_leakage(constant(1), a)
        rule = Rule("eml", (a,), (premise,), conclusion)
        body = 2 * atom(e, y)
        mass = 2 * sum_over(atom(e, y) * output(y), y) - 1
        heavy = Fact("heavy", mass, (), "==")
        goal = Fact("goal", constant(-1))
        for name, why in (("q~0", "called as one of its needs"), ("y7", "does not state")):
            k = Index("Y", name)
            guard, one = 1 - atom(e, k), Use("e <= 1", (k,))
            steps = (
                Combine(Fact("guard", guard, (k,)), (Term(ONE, (one,)),)),
                Combine(Fact("mass", guard * mass, (k,)), (Term(ONE, (one, Use("heavy"))),)),
                Combine(Fact("low", guard * 2 * atom(e, k), (k,)), ()),
                Combine(Fact("high", guard * (1 - 2 * atom(e, k)), (k,)), (Term(ONE, (one,)),)),
            )
            given_ = Fact("given", guard * bound_at(conclusion, body), (x, k))
            uses = [Use(fact, (k,)) for fact in ("mass", "low", "high")]
            step = applied(
                given_, "eml", {a: ((y,), body)}, uses, {x: x}, guard, Use("guard", (k,))
            )
            refused((heavy,), goal, *steps, step, why=why, rules=(rule,))

    def test_premises_hold_for_all_their_letters(self):
        """a <= 1 at the one letter y0 is not a <= 1."""
        rule = Rule("s", (a,), (), Fact("total", 1 - sum_over(atom(a, y) * atom(r), y)))
        body = atom(Tensor("b", ("Y",)), y)
        at_one = body_at(body, y0)
        facts = (Fact("low", at_one), Fact("high", 1 - at_one))
        goal = Fact("goal", 1 - sum_over(body * atom(r), y))
        step = applied(goal, "s", {a: ((y,), body)}, (Use("low"), Use("high")))
        refused(facts, goal, step, why="does not state", rules=(rule,))
        every = replace(step, shown=LOW_HIGH)
        facts = shape(body)
        accepted(facts, goal, every, rules=(rule,))
        unquantified = tuple(replace(fact, indices=()) for fact in facts)
        refused(unquantified, goal, step, why="does not state", rules=(rule,))
        at_q0 = tuple(Fact(f.name, substitute(f.polynomial, {y: q0})) for f in facts)
        refused(at_q0, goal, step, why="q~0 is one letter", rules=(rule,))

    def test_every_premise_is_needed_in_order(self):
        rule = Rule("s", (a,), (Fact("c", atom(k)),), Fact("d", sum_over(atom(a, y), y) - 1))
        half = constant(Fraction(1, 2))
        facts = (Fact("first", atom(k)), *shape(half))
        goal = Fact("goal", atom(size("Y")) * half - 1)
        uses = (Use("first"), *LOW_HIGH)
        step = applied(goal, "s", {a: ((y,), half)}, uses)
        accepted(facts, goal, step, rules=(rule,))
        first, low, high = uses
        for wrong in ((low, high), (low, first, high), (first, low), (), (*uses, first)):
            refused(facts, goal, replace(step, shown=wrong), why="needed|state", rules=(rule,))

    def test_a_guard_of_zero_gives_nothing_strict(self):
        """0 * conclusion > 0 would follow from any rule with a strict conclusion."""
        rule = Rule("s", (r,), (), Fact("d", atom(k) + atom(r), (), ">"))
        goal, nothing = Fact("goal", constant(0), (), ">"), {r: ((), constant(0))}
        step = applied(goal, "s", nothing, guard=constant(0))
        refused((), goal, step, why="not what the rule gives", rules=(rule,))
        weak = Fact("goal", constant(0))
        accepted((), weak, replace(step, statement=weak), rules=(rule,))
        none = Combine(Fact("none", constant(0)), ())
        shown = replace(step, guard_shown=Use("none"))
        refused((), goal, none, shown, why="not what the rule gives", rules=(rule,))
        goal = Fact("goal", atom(k), (), ">")
        step = applied(goal, "s", nothing)
        accepted((), goal, step, rules=(rule,))
        weakly = replace(step, guard_shown=Use("one"))
        refused((), goal, TRUE, weakly, why="not what the rule gives", rules=(rule,))
        strict = replace(TRUE, statement=Fact("one", constant(1), (), ">"))
        accepted((), goal, strict, weakly, rules=(rule,))

    def test_a_guard_is_nonnegative(self):
        rule = Rule("s", (r,), (), Fact("d", atom(k) + atom(r)))
        goal = Fact("goal", -atom(k))
        step = applied(goal, "s", {r: ((), constant(0))}, guard=constant(-1))
        refused((), goal, step, why="what is declared does not state -1 >= 0", rules=(rule,))
        wrong = replace(step, guard_shown=Use("one"))
        refused((), goal, TRUE, wrong, why="one does not state", rules=(rule,))

    def test_a_parameter_of_the_body_stays_one_letter(self):
        """Whatever the premise's fact is called, its constants are not generalised."""
        rule = Rule("s", (r,), (Fact("c", atom(r)),), Fact("d", atom(r) + atom(k)))
        for name in ("rule 0", "rule 1", "0", "h"):
            h = Fact(name, atom(c, x0))
            every = Fact("every", atom(c, x0) + atom(k), (x0,))
            step = applied(every, "s", {r: ((), atom(c, x0))}, (Use(name),))
            refused((h,), Fact("goal", atom(k)), step, why="one letter", rules=(rule,))
        own = Rule("s", (r,), (Fact("c", atom(r) - atom(c, x0)),), Fact("d", atom(r) + atom(k)))
        h = Fact("h", constant(0))
        every = Fact("every", atom(c, x0) + atom(k), (x0,))
        step = applied(every, "s", {r: ((), atom(c, x0))}, (Use("h"),))
        refused((h,), Fact("goal", atom(k)), step, why="one letter", rules=(own,))

    def test_no_parameter_is_captured(self):
        """a(y) := b(y, k) under sum_y a(y) must not become sum_y b(y, y), whatever k is called."""
        b = Tensor("b", ("Y", "Y"))
        free = Tensor("a", ("Y",))
        rule = Rule("s", (free,), (), Fact("d", sum_over(atom(free, y) * atom(r), y)))
        for name in ("~0", "~~0", "~1", "z", "y_0", "q~0"):
            hidden = Index("Y", name)
            body = atom(b, y, hidden)
            goal = Fact("goal", sum_over(atom(b, y, y) * atom(r), y))
            step = applied(goal, "s", {free: ((y,), body)})
            refused((), goal, step, why="not what the rule gives", rules=(rule,))
            goal = Fact("goal", sum_over(body * atom(r), y))
            accepted((), goal, replace(step, statement=goal), rules=(rule,))

    def test_what_the_normal_form_used_is_asked_of_the_body(self):
        """An indicator's square and a distribution's sum are asked for, though no text has them."""
        bit = Tensor("a", indicator=True)
        rule = Rule("s", (bit,), (), Fact("d", (atom(bit) ** 2 - atom(bit)) + atom(k)))
        goal = Fact("goal", atom(k))
        zero = Fact("zero", constant(0), (), "==")
        step = applied(goal, "s", {bit: ((), constant(Fraction(1, 2)))}, (Use("zero"),))
        refused((zero,), goal, step, why="zero does not state", rules=(rule,))
        whole = Tensor("a", ("Y",), nonnegative=True, stochastic=(0,))
        rule = Rule("s", (whole,), (), Fact("d", atom(k) - sum_over(atom(whole, y), y)))
        step = applied(goal, "s", {whole: ((y,), constant(2))}, (PLAIN, Use("zero")))
        refused((zero,), goal, step, why="zero does not state", rules=(rule,))

    def test_an_indicator_serves_where_an_indicator_is_asked_for(self):
        """An event b(y) >= 1/2 of an indicator e is e itself; its square is plain."""
        event = Tensor("b", ("Y",), indicator=True)
        given_ = Fact("d", atom(k) - sum_over(atom(event, y) * atom(event, y), y))
        rule = Rule("s", (event,), (), given_)
        body = atom(Tensor("e", ("Y",), indicator=True), y)
        goal = Fact("goal", atom(k) - sum_over(body, y))
        accepted((), goal, applied(goal, "s", {event: ((y,), body)}, (PLAIN,)), rules=(rule,))
        square = Combine(Fact("square", constant(0), (y,), "=="), ())
        step = applied(goal, "s", {event: ((y,), body)}, (Use("square", (q0,)),))
        accepted((), goal, square, step, rules=(rule,))

    def test_a_body_may_speak_of_a_tensor_called_as_the_bound_one(self):
        """a := a + 1 is put in once: the rule's own a is bound, that of the body is free."""
        for own in (Tensor("a"), Tensor("a", nonnegative=True)):
            rule = Rule("s", (own,), (), Fact("d", atom(k) - atom(own)))
            body = atom(own) + 1
            goal = Fact("goal", atom(k) - body)
            step = applied(goal, "s", {own: ((), body)}, (PLAIN,) if own.nonnegative else ())
            accepted((), goal, step, rules=(rule,))
            twice = Fact("goal", atom(k) - body - 1)
            wrong = replace(step, statement=twice)
            refused((), twice, wrong, why="not what", rules=(rule,))

    def test_tensors_that_no_body_can_serve(self):
        positive = Tensor("a", positive=True)
        rule = Rule("s", (positive,), (), Fact("d", atom(positive) + atom(k)))
        goal = Fact("goal", atom(k))
        zero = Fact("z", constant(0), (), "==")
        step = applied(goal, "s", {positive: ((), constant(0))}, (Use("z"),))
        refused((zero,), goal, step, why="z does not state 0 > 0", rules=(rule,))
        for reserved in (delta("X"), size("X")):
            with pytest.raises(InvalidInput, match="bound by a rule"):
                Rule("s", (reserved,), (), Fact("d", atom(k)))

    def test_places_fit_the_tensor(self):
        rule = Rule("s", (a,), (), Fact("d", sum_over(atom(a, y), y)))
        goal = Fact("goal", constant(0))
        for spots in ((), (x,), (y, y0)):
            wrong = applied(goal, "s", {a: (spots, constant(0))}, (PLAIN, PLAIN))
            refused((), goal, wrong, why="do not fit", rules=(rule,))
        step = applied(goal, "none", {a: ((y,), constant(0))}, (PLAIN, PLAIN))
        refused((), goal, step, why="no rule", rules=(rule,))
        accepted((), goal, replace(step, rule="s"), rules=(rule,))


class TestLimit:
    small = Tensor("lambda", positive=True, at_most_one=True)

    def test_the_variable_is_fresh(self):
        """k + lambda >= 0 at the one lambda of a hypothesis does not give k >= 0."""
        goal = Fact("goal", atom(k))
        h = Fact("h", atom(k) + atom(self.small))
        refused((h,), goal, Limit(goal, self.small, "h"), why="not fresh")

    def test_the_variable_is_fresh_in_every_case(self):
        goal = Fact("goal", atom(k))
        case = atom(k) + atom(self.small)
        limits = [
            (Limit(replace(goal, name=f"goal if {sign}"), self.small, "case"),)
            for sign in (">", ">=")
        ]
        refused((), goal, Split(goal, "case", case, *limits), why="not fresh")
        refused((), goal, Split(goal, "case", -case, *reversed(limits)), why="not fresh|derive")

    @pytest.mark.parametrize(
        "facts",
        [
            {"positive": True},
            {"at_most_one": True, "nonnegative": True},
            {"positive": True, "at_most_one": True, "indicator": True},
        ],
    )
    def test_the_variable_ranges_over_the_whole_interval(self, facts: dict[str, bool]):
        """An indicator in (0, 1] is 1: lambda - 1 >= 0 holds, its constant part -1 does not."""
        one = Tensor("lambda", **facts)
        goal = Fact("goal", constant(-1))
        lemma = Fact("lemma", atom(one) - 1)
        steps: tuple[Step, ...] = (Limit(goal, one, "lemma"),)
        if one.indicator:
            steps = (Combine(lemma, (), (Use("lambda > 0"),)), *steps)
        else:
            steps = (Combine(lemma, (Term(ONE, (Use("lambda <= 1"),)),)), *steps)
        refused((), goal, *steps, why="nothing else|identity|lambda <= 1")

    def test_a_limit_keeps_the_whole_constant_part_and_is_weak(self):
        line = Fact("line", atom(k) + atom(r) + atom(self.small))
        h = Fact("h", atom(k) + atom(r))
        step = Combine(line, (Term(ONE, (Use("h"),)), Term(ONE, (Use("lambda > 0"),))))
        good = Fact("goal", atom(k) + atom(r))
        accepted((h,), good, step, Limit(good, self.small, "line"))
        part = Fact("goal", atom(k))
        refused((h,), part, step, Limit(part, self.small, "line"), why="constant part")
        strict = replace(good, relation=">")
        above = replace(line, relation=">")
        first = replace(step, statement=above)
        refused((h,), strict, first, Limit(strict, self.small, "line"), why="constant part")


class TestIndicate:
    """The sign of k is one thing; a second definition of it proves -1 >= 0."""

    b = Tensor("b", indicator=True)
    goal = Fact("goal", constant(-1))

    def define(self, polynomial, name="sign", indicator=b):
        signed = (1 - 2 * atom(indicator)) * polynomial
        return Indicate(Fact(name, signed), indicator, polynomial)

    def nonsense(self, *names: str) -> Combine:
        """From (1 - 2b) * 1 >= 0 and (1 - 2b) * (-1) >= 0 follows b = 1/2, and b^2 = b fails."""
        half = [Term(ONE, (Use(name), Use("b <= 1"))) for name in names]
        full = [Term(Fraction(1), (Use(name), Use("b >= 0"))) for name in names]
        return Combine(self.goal, (*half, *full))

    def test_the_same_indicator_is_not_defined_twice(self):
        steps = (self.define(constant(1)), self.define(constant(-1), "again"))
        refused((), self.goal, *steps, self.nonsense("sign", "again"), why="not new")

    def test_it_is_not_defined_again_in_a_case(self):
        inner = (self.define(-atom(k), "again"),)
        parts = [
            (*inner, replace(TRUE, statement=Fact(f"one if {s}", constant(1)))) for s in (">", ">=")
        ]
        split = Split(Fact("one", constant(1)), "case", atom(r), *parts)
        refused((), Fact("one", constant(1)), self.define(atom(k)), split, why="not new")

    def test_hypotheses_do_not_know_it(self):
        h = Fact("h", atom(self.b) - 1)
        last = Combine(self.goal, (Term(ONE, (Use("h"),)),))
        refused((h,), self.goal, self.define(constant(1)), last, why="not new")

    def test_nothing_speaks_of_it_before(self):
        """An indicator that a step took for any must not become a certain one."""
        first = Combine(Fact("any", atom(self.b)), (Term(ONE, (Use("b >= 0"),)),))
        refused((), self.goal, first, self.define(constant(1)), TRUE, why="not new")
        twice = (self.define(atom(self.b)), TRUE)
        refused((), self.goal, *twice, why="not new")
        split = Split(Fact("any", atom(self.b)), "case", atom(k), (self.define(atom(k)),), (TRUE,))
        refused((), self.goal, split, why="not new")

    def test_definitions_do_not_go_round(self):
        other = Tensor("a", indicator=True)
        one = self.define(atom(other), "one")
        two = self.define(1 - 2 * atom(self.b), "two", other)
        refused((), self.goal, one, two, why="not new")

    @pytest.mark.parametrize(
        "shape",
        [
            Tensor("b", ("X",), indicator=True, stochastic=(0,)),
            Tensor("b", ("X",), nonnegative=True, at_most_one=True),
            Tensor("b", ("Y",), indicator=True),
            Tensor("b", ("X", "X"), indicator=True),
            delta("X"),
        ],
    )
    def test_it_is_an_indicator_of_its_letters_and_nothing_more(self, shape: Tensor):
        """An indicator that sums to one is no sign of everything."""
        letters = tuple(Index(a, f"{a.lower()}{n}") for n, a in enumerate(shape.alphabets))
        signed = (1 - 2 * atom(shape, *letters)) * atom(c, x0)
        step = Indicate(Fact("sign", signed, (x0,)), shape, atom(c, x0))
        refused((), self.goal, step, TRUE, why="indicator|Kronecker|not new")

    def test_the_statement_is_the_definition(self):
        true = self.define(atom(k))
        for wrong in (
            Fact("sign", (2 * atom(self.b) - 1) * atom(k)),
            Fact("sign", (1 - atom(self.b)) * atom(k)),
            Fact("sign", true.statement.polynomial, (), ">"),
            Fact("sign", true.statement.polynomial, (), "=="),
            Fact("sign", true.statement.polynomial, (x,)),
        ):
            refused((), self.goal, replace(true, statement=wrong), TRUE, why="definition|letters")

    def test_no_limit_beside_a_definition(self):
        """Where 1/2 - lambda is negative depends on lambda: b is a step, not a constant."""
        small = Tensor("lambda", positive=True, at_most_one=True)
        define = self.define(Fraction(1, 2) - atom(small))
        limit = Limit(Fact("goal", Fraction(1, 2) - atom(self.b)), small, "sign")
        refused((), Fact("goal", Fraction(1, 2) - atom(self.b)), define, limit, why="not new|limit")
        other = Limit(Fact("limit", constant(1)), small, "one")
        refused((), self.goal, TRUE, define, other, why="no limits")


def body_at(body, index):
    """The body at another outcome than y."""
    return sum_over(equal_letters(y, index) * body, y)


def bound_at(conclusion: Fact, body):
    """The bound of the event leakage with the body for a."""
    return replace_tensor(conclusion.polynomial, a, (y,), body)
