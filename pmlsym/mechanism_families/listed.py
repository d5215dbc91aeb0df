"""All mechanism families, in FAMILIES, and the one that a name or an expression means."""

from pmlsym.errors import UnknownName
from pmlsym.mechanism_families.binary_asymmetric import binary_asymmetric
from pmlsym.mechanism_families.binary_symmetric import binary_symmetric
from pmlsym.mechanism_families.combination import (
    adaptive_composition,
    repeated_response,
    response_cascade,
)
from pmlsym.mechanism_families.deterministic import deterministic_onto
from pmlsym.mechanism_families.disclosing import disclosing
from pmlsym.mechanism_families.erasure import erasure
from pmlsym.mechanism_families.exponential import exponential
from pmlsym.mechanism_families.gaussian import gaussian
from pmlsym.mechanism_families.geometric import geometric, truncated_geometric
from pmlsym.mechanism_families.hadamard_response import hadamard_response
from pmlsym.mechanism_families.laplace import laplace
from pmlsym.mechanism_families.laplace_count import laplace_count
from pmlsym.mechanism_families.mechanism import Family
from pmlsym.mechanism_families.one_zero import one_zero
from pmlsym.mechanism_families.prior_matched import prior_matched
from pmlsym.mechanism_families.quantiser import quantiser
from pmlsym.mechanism_families.randomized_response import randomized_response
from pmlsym.mechanism_families.staircase import staircase, wide_staircase
from pmlsym.mechanism_families.subset_selection import subset_selection
from pmlsym.mechanism_families.threshold_count import threshold_count
from pmlsym.mechanism_families.truncated_laplace import truncated_laplace
from pmlsym.mechanism_families.unary_encoding import (
    optimised_unary_encoding,
    symmetric_unary_encoding,
)
from pmlsym.mechanism_families.uniformiser import uniformiser
from pmlsym.mechanism_families.z_channel import z_channel

FAMILIES = (
    Family(
        "randomized-response",
        "k-ary randomised response",
        randomized_response,
        "Warner 1965; Kairouz, Bonawitz, Ramage 2016",
        {"k": 3},
        symbolic=True,
        letters="k",
    ),
    Family(
        "prior-matched",
        "randomised response matched to the prior",
        prior_matched,
        "[QID24, (20)]",
        {"k": 3},
        symbolic=True,
        letters="k",
    ),
    Family("binary-symmetric", "binary symmetric channel", binary_symmetric, "Shannon 1948"),
    Family("binary-asymmetric", "binary asymmetric channel", binary_asymmetric, "Silverman 1955"),
    Family("z-channel", "Z channel", z_channel, "Golomb 1980"),
    Family(
        "erasure",
        "q-ary erasure channel",
        erasure,
        "Elias 1955",
        {"q": 3},
        symbolic=True,
        letters="q",
    ),
    Family(
        "subset-selection",
        "subset selection of d among k letters",
        subset_selection,
        "Ye, Barg 2018; Wang et al. 2016",
        {"k": 3, "d": 2},
        symbolic=True,
        letters="k",
    ),
    Family(
        "symmetric-unary-encoding",
        "symmetric unary encoding (basic RAPPOR)",
        symmetric_unary_encoding,
        "Erlingsson, Pihur, Korolova 2014",
        {"k": 2},
        symbolic=True,
        letters="k",
    ),
    Family(
        "optimised-unary-encoding",
        "optimised unary encoding",
        optimised_unary_encoding,
        "Wang et al. 2017",
        {"k": 2},
        symbolic=True,
        letters="k",
    ),
    Family(
        "hadamard-response",
        "Hadamard response",
        hadamard_response,
        "Acharya, Sun, Zhang 2019",
        {"k": 3},
        symbolic=True,
        letters="k",
    ),
    Family(
        "geometric",
        "geometric mechanism on counts 0 .. n",
        geometric,
        "Ghosh, Roughgarden, Sundararajan 2012",
        {"n": 2},
    ),
    Family(
        "truncated-geometric",
        "truncated geometric mechanism on counts 0 .. n",
        truncated_geometric,
        "Ghosh, Roughgarden, Sundararajan 2012",
        {"n": 2},
    ),
    Family(
        "exponential",
        "exponential mechanism with symbolic scores",
        exponential,
        "McSherry, Talwar 2007",
        {"k": 2, "m": 2},
        letters="k",
    ),
    Family(
        "deterministic",
        "any deterministic map",
        deterministic_onto,
        "[PML23, Sec. II]",
        {"k": 3, "m": 2},
        symbolic=True,
        letters="k",
    ),
    Family(
        "quantiser",
        "quantiser of k ordered letters into m cells",
        quantiser,
        "Max 1960",
        {"k": 4, "m": 2},
        letters="k",
    ),
    Family(
        "one-zero",
        "the channel with one zero entry, uniform prior",
        one_zero,
        "[PML23, Sec. IV-B]",
        {"n": 4},
        symbolic=True,
        letters="n",
    ),
    Family(
        "disclosing",
        "the cheapest disclosing mechanism",
        disclosing,
        "[RDP, Prop. 3.8]",
        {"k": 3},
        symbolic=True,
        letters="k",
    ),
    Family("uniformiser", "uniformiser of a biased bit", uniformiser, "[PSP, Example 5]"),
    Family(
        "threshold-count",
        "more than m of n entries, answered exactly",
        threshold_count,
        "[RDP, Example 3.11]",
        {"n": 3, "m": 1},
    ),
    Family(
        "laplace",
        "Laplace mechanism for n means",
        laplace,
        "Dwork et al. 2006",
        {"n": 3},
        letters="n",
    ),
    Family(
        "truncated-laplace",
        "truncated Laplace mechanism for n means",
        truncated_laplace,
        "Geng, Ding, Guo, Kumar 2020",
        {"n": 2},
        letters="n",
    ),
    Family(
        "gaussian",
        "Gaussian mechanism for n means",
        gaussian,
        "Dwork et al. 2006",
        {"n": 2},
        letters="n",
    ),
    Family(
        "staircase",
        "staircase mechanism for counts 0 .. n-1, g <= 1/2",
        staircase,
        "Geng, Viswanath 2014",
        {"n": 2},
        letters="n",
    ),
    Family(
        "wide-staircase",
        "staircase mechanism for counts 0 .. n-1, g >= 1/2",
        wide_staircase,
        "Geng, Viswanath 2014",
        {"n": 2},
        letters="n",
    ),
    Family(
        "laplace-count",
        "counting query over n i.i.d. entries with Laplace noise",
        laplace_count,
        "[RDP, Prop. 4.6]",
        {"n": 2},
    ),
    Family(
        "repeated-response",
        "k-ary randomised response, used twice",
        repeated_response,
        "[PML23, Lemma 1]",
        {"k": 2},
        symbolic=True,
        letters="k",
    ),
    Family(
        "response-cascade",
        "k-ary randomised response in cascade",
        response_cascade,
        "[PML23, Lemma 1]",
        {"k": 2},
        symbolic=True,
        letters="k",
    ),
    Family(
        "adaptive-composition",
        "adaptive composition of binary symmetric channels",
        adaptive_composition,
        "[PML23, Thm. 4]",
    ),
)


ALSO_CALLED = {
    "rr": "randomized-response",
    "krr": "randomized-response",
    "k-rr": "randomized-response",
    "grr": "randomized-response",
    "bsc": "binary-symmetric",
    "bac": "binary-asymmetric",
    "bec": "erasure",
    "rappor": "symmetric-unary-encoding",
    "sue": "symmetric-unary-encoding",
    "oue": "optimised-unary-encoding",
    "hr": "hadamard-response",
}
"""What families are called elsewhere: a hint says the name that they have here."""


def is_expression(text: str) -> bool:
    """Whether a text is more than the name of a family.

    >>> is_expression("z-channel"), is_expression("z-channel ^ 2")
    (False, True)
    """
    return any(mark in text for mark in (">>", "&", "^", "*", "(", ")", "["))


def family_named(name: str) -> Family:
    """The family of that name, hyphens or underscores, or of an expression of such names.

    Raises UnknownName with the nearest known one, InvalidInput at an expression with a fault.

    >>> family_named("z_channel").title
    'Z channel'
    >>> family_named("z-channel >> binary-symmetric(a=b)").mechanism().parameters
    (0 <= a < 1, 0 <= b <= 1/2)
    """
    from difflib import get_close_matches

    if is_expression(name):
        from pmlsym.mechanism_families.expression import family_of_expression

        return family_of_expression(name, family_named)
    wanted = name.replace("_", "-").lower()[:60]
    for family in FAMILIES:
        if family.name == wanted:
            return family
    names = [family.name for family in FAMILIES]
    near = [ALSO_CALLED[wanted]] if wanted in ALSO_CALLED else get_close_matches(wanted, names, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
    if "." in name:
        hint = "a table in a file is measured: pmlsym measure FILE, or ask .. --channel W=FILE"
    raise UnknownName(f"no family {name[:60]!r}; {hint}")
