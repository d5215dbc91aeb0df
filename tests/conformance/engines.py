"""Each engine by itself: the turns of the portfolio, and Z3 alone at two letters."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pmlsym.engines.decide import portfolio
from pmlsym.engines.decide.case import Case, Turn
from pmlsym.engines.solver.proof_at_sizes import decide_by_solver
from pmlsym.evidence.verdict import Verdict
from pmlsym.language.nodes import Claim


def _alone(turn: Turn) -> Callable[[Claim, float], Verdict]:
    return lambda claim, seconds: portfolio.run(Case(claim, seconds, 0), ((turn, 1.0),))


ENGINES: Mapping[str, Callable[[Claim, float], Verdict]] = {
    "schematic": _alone(portfolio.schematic),
    "entropies": _alone(portfolio.entropies),
    "numbers": _alone(portfolio.numbers),
    "sampling": _alone(portfolio.sampling),
    "solver": _alone(portfolio.solver),
    "z3": lambda claim, seconds: decide_by_solver(claim, effort=seconds),
}
