"""pmlsym derives, proves and refutes statements about pointwise maximal leakage.

    import pmlsym as ps
    X, Y, Z = ps.alphabets("X Y Z")
    P, W, V = ps.Prior("P", X), ps.Channel("W", X, Y), ps.Channel("V", Y, Z)
    ps.prove(ps.pml(P, W >> V) <= ps.pml(P, W))
"""

from pmlsym.ask import decide, evaluate, prove, refute
from pmlsym.calculus.alphabet import Alphabet, alphabets
from pmlsym.claims.parsing import parse as claim
from pmlsym.errors import PmlError
from pmlsym.evidence.instance import Instance
from pmlsym.evidence.verdict import Proved, Refuted, Unknown, Verdict
from pmlsym.measures.conditional_leakage import Given, conditional_pml
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import capacity, ldp
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.prior_mass import hmin, pmin, size, suppsize
from pmlsym.measures.quantity import (
    Claim,
    Quantity,
    Scalar,
    all_of,
    any_of,
    equal,
    exp,
    implies,
    log,
    maximum,
    minimum,
    negation,
)
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

__version__ = "0.1.0"

__all__ = [
    "Alphabet",
    "Channel",
    "Claim",
    "Given",
    "Instance",
    "PmlError",
    "Prior",
    "Proved",
    "Quantity",
    "Refuted",
    "Scalar",
    "Unknown",
    "Verdict",
    "all_of",
    "alphabets",
    "any_of",
    "capacity",
    "claim",
    "conditional_pml",
    "decide",
    "density_min",
    "equal",
    "evaluate",
    "exp",
    "hmin",
    "implies",
    "ldp",
    "log",
    "maximum",
    "maxleak",
    "minimum",
    "negation",
    "pmin",
    "pml",
    "prove",
    "refute",
    "size",
    "suppsize",
]
