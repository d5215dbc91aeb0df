"""Where nodes are told apart by their class: interpretations, each named with what it is.

A new node has to be known to these and to nothing else; what collects, replaces or renames goes by
the fields that a node lists (language/fold.py). Interpretations of values are records of rules
(language/value_rules.py), which tests/language/value_table.py shows node by node. A file that is
not named here and tells three classes of nodes apart is one walker too many.
"""

from __future__ import annotations

import pytest

from tests.architecture.reading_nodes import EVERY, interpreters

INTERPRETATIONS = {
    "language/interpretation.py": "quantities and claims over any entries",
    "closed_forms/over_priors/extreme_priors.py": "how a value depends on a prior",
    "closed_forms/resolvers/every_word.py": "what is a product over the letters of a word",
    "lowering/branches.py": "the logic of a claim",
    "claims/opening.py": "which quantifiers names can stand for",
    "lowering/rule_form.py": "what a hypothesis for all says",
    "claims/domain.py": "where a claim has a value, in words",
    "claims/multiples.py": "what grows evenly with a letter",
    "engines/implying/bounded_number.py": "what grows in a number",
    "claims/repeated.py": "what is repeated as often as a letter says",
    "claims/any_number.py": "which claims an induction shows",
    "engines/implying/general_number.py": "how often something is a multiple of a level",
    "claim_text/entries.py": "what a sum or an extreme over letters is of",
    "claims/roots.py": "what a root is of",
    "engines/implying/through_order_one.py": "which measures have an order",
    "claims/extremes.py": "what a maximum or a minimum stands in",
    "claims/unit.py": "the powers of nats of quantities",
    "lowering/comparison.py": "levels of quantities",
    "lowering/entropy_form.py": "which quotients are shares of entropies",
    "lowering/infinite_parts.py": "which quantities are infinite with a measure",
    "lowering/level_form.py": "sums of extremes, tails",
    "lowering/orders/powers.py": "means of powers",
    "lowering/orders/every_order.py": "what a bound at all orders says at one",
    "lowering/orders/multiples.py": "what letters are multiples of",
    "lowering/levels.py": "what is simpler under full support",
    "language/value.py": "means of logarithms",
    "lowering/full_support.py": "what speaks of the support alone",
    "measures/scalar_argument.py": "numbers within a measure as polynomials",
    "engines/sampling/scalars.py": "the numbers at which a comparison turns",
    "engines/implying/halves.py": "the measures and letters of a bound by numbers",
    "engines/implying/privacy_of_orders.py": "at which orders a privacy is bounded",
    "engines/implying/privacy_up_to_delta.py": "at which numbers a privacy is bounded",
    "engines/polytope/measure_bounds.py": "the measure on one side of a comparison",
    "engines/polytope/measure_shapes.py": "sums of extremes, tails",
    "closed_forms/resolvers/every_size.py": "extremes of ratios and of events",
    "coq/scope.py": "values as terms of Coq",
    "coq/level_facts.py": "what a bound of a value gives of its level for Coq",
    "coq/premises.py": "what a bound of a value gives for Coq",
    "coq/conclusion.py": "how a bound of a value is shown for Coq",
}


def test_the_nodes_are_found():
    assert {"Measure", "Series", "Entropic", "Largest", "ExcessRatio", "Negation"} <= EVERY


@pytest.mark.seconds
def test_nodes_are_told_apart_where_it_is_said():
    assert {file for file, _ in interpreters()} == set(INTERPRETATIONS)
