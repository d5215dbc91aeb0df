"""All mechanism families, in FAMILIES, and the family that a name or an expression means.

A new family is a file of this folder and an entry here, with its title, source and sizes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from pmlsym.errors import UnknownName
from pmlsym.mechanism_families.binary_asymmetric import binary_asymmetric
from pmlsym.mechanism_families.binary_symmetric import binary_symmetric
from pmlsym.mechanism_families.binomial import binomial
from pmlsym.mechanism_families.combination import (
    adaptive_composition,
    repeated_response,
    response_cascade,
)
from pmlsym.mechanism_families.deterministic import deterministic_onto
from pmlsym.mechanism_families.disclosing import disclosing
from pmlsym.mechanism_families.discrete_gaussian import discrete_gaussian
from pmlsym.mechanism_families.each_letter import (
    MOST_SHUFFLED,
    bitwise_response,
    histogram,
    shuffled_response,
)
from pmlsym.mechanism_families.erasure import erasure
from pmlsym.mechanism_families.exponential import exponential, exponential_of_distance
from pmlsym.mechanism_families.gaussian import gaussian
from pmlsym.mechanism_families.geometric import geometric, truncated_geometric
from pmlsym.mechanism_families.hadamard_response import hadamard_response
from pmlsym.mechanism_families.laplace import laplace
from pmlsym.mechanism_families.laplace_count import laplace_count
from pmlsym.mechanism_families.mechanism import Family, Mechanism
from pmlsym.mechanism_families.one_zero import one_zero
from pmlsym.mechanism_families.prior_matched import prior_matched
from pmlsym.mechanism_families.quantiser import quantiser
from pmlsym.mechanism_families.randomized_response import randomized_response
from pmlsym.mechanism_families.spread_secrets import (
    gaussian_interval,
    gaussian_normal,
    laplace_interval,
)
from pmlsym.mechanism_families.staircase import staircase, wide_staircase
from pmlsym.mechanism_families.subsampled import subsampled_response
from pmlsym.mechanism_families.subset_selection import subset_selection
from pmlsym.mechanism_families.threshold_count import threshold_count
from pmlsym.mechanism_families.truncated_laplace import truncated_laplace
from pmlsym.mechanism_families.unary_encoding import (
    optimised_unary_encoding,
    symmetric_unary_encoding,
    two_stage_encoding,
)
from pmlsym.mechanism_families.uniformiser import uniformiser
from pmlsym.mechanism_families.z_channel import z_channel


def _sized_family(
    make: Callable[..., Mechanism], title: str, source: str, letters: str = "", **sizes: int
) -> Family:
    """The family of mechanisms that a function makes at the sizes it needs, under its name."""
    return Family(make.__name__.replace("_", "-"), title, make, source, sizes, letters=letters)


def _open_family(
    make: Callable[..., Mechanism], title: str, source: str, letters: str = "k", **sizes: int
) -> Family:
    """The family of mechanisms that a function makes at given sizes, or with sizes left open."""
    return replace(_sized_family(make, title, source, letters, **sizes), symbolic=True)


def _count_family(make: Callable[..., Mechanism], title: str, source: str) -> Family:
    """The family of mechanisms on counts 0 .. n that a function makes."""
    return replace(_open_family(make, title, source, "n", n=2), beside=1)


FAMILIES = (
    _open_family(
        randomized_response,
        "k-ary randomised response",
        "Warner 1965; Kairouz, Bonawitz, Ramage 2016",
        k=3,
    ),
    _open_family(prior_matched, "randomised response matched to the prior", "[QID24, (20)]", k=3),
    _open_family(
        subsampled_response,
        "randomised response, the entry sampled or absent",
        "Kasiviswanathan et al. 2011; Li, Qardaji, Su 2012",
        k=3,
    ),
    _sized_family(binary_symmetric, "binary symmetric channel", "Shannon 1948"),
    _sized_family(binary_asymmetric, "binary asymmetric channel", "Silverman 1955"),
    _sized_family(z_channel, "Z channel", "Golomb 1980"),
    _open_family(erasure, "q-ary erasure channel", "Elias 1955", "q", q=3),
    _open_family(
        subset_selection,
        "subset selection of d among k letters",
        "Ye, Barg 2018; Wang et al. 2016",
        k=3,
        d=2,
    ),
    _open_family(
        symmetric_unary_encoding,
        "symmetric unary encoding (basic RAPPOR)",
        "Erlingsson, Pihur, Korolova 2014",
        k=2,
    ),
    _open_family(
        two_stage_encoding,
        "RAPPOR in two stages, permanent and instantaneous",
        "Erlingsson, Pihur, Korolova 2014",
        k=2,
    ),
    _open_family(optimised_unary_encoding, "optimised unary encoding", "Wang et al. 2017", k=2),
    _open_family(hadamard_response, "Hadamard response", "Acharya, Sun, Zhang 2019", k=3),
    _count_family(
        geometric,
        "geometric mechanism on counts 0 .. n",
        "Ghosh, Roughgarden, Sundararajan 2012",
    ),
    _count_family(
        truncated_geometric,
        "truncated geometric mechanism on counts 0 .. n",
        "Ghosh, Roughgarden, Sundararajan 2012",
    ),
    _sized_family(
        exponential,
        "exponential mechanism with symbolic scores",
        "McSherry, Talwar 2007",
        "k",
        k=2,
        m=2,
    ),
    replace(
        _sized_family(
            binomial,
            "binomial mechanism of m flips for counts 0 .. n",
            "Dwork et al. 2006; Agarwal et al. 2018",
            "n",
            n=2,
            m=4,
        ),
        beside=1,
    ),
    replace(
        _sized_family(
            discrete_gaussian,
            "discrete Gaussian mechanism on counts 0 .. n",
            "Canonne, Kamath, Steinke 2020",
            "n",
            n=2,
        ),
        beside=1,
    ),
    _count_family(
        exponential_of_distance,
        "exponential mechanism, scores the distance of counts",
        "McSherry, Talwar 2007",
    ),
    replace(
        _open_family(
            bitwise_response, "randomised response on each of n bits", "Warner 1965", "", n=2
        ),
        most=5,
    ),
    replace(
        _open_family(
            shuffled_response,
            "randomised response of n bits, shuffled",
            "Cheu et al. 2019; Balle et al. 2019",
            "n",
            n=2,
        ),
        beside=1,
        most=MOST_SHUFFLED,
    ),
    replace(
        _open_family(
            histogram,
            "histogram of m bins, truncated geometric noise",
            "Dwork, McSherry, Nissim, Smith 2006; Ghosh, Roughgarden, Sundararajan 2012",
            "",
            m=2,
            n=1,
        ),
        most=3,
    ),
    replace(
        _open_family(deterministic_onto, "any deterministic map", "[PML23, Sec. II]", k=3, m=2),
        name="deterministic",
    ),
    _sized_family(
        quantiser, "quantiser of k ordered letters into m cells", "Max 1960", "k", k=4, m=2
    ),
    _open_family(
        one_zero, "the channel with one zero entry, uniform prior", "[PML23, Sec. IV-B]", "n", n=4
    ),
    _open_family(disclosing, "the cheapest disclosing mechanism", "[RDP, Prop. 3.8]", k=3),
    _sized_family(uniformiser, "uniformiser of a biased bit", "[PSP, Example 5]"),
    _sized_family(
        threshold_count,
        "more than m of n entries, answered exactly",
        "[RDP, Example 3.11]",
        n=3,
        m=1,
    ),
    _sized_family(laplace, "Laplace mechanism for n means", "Dwork et al. 2006", "n", n=3),
    _sized_family(
        truncated_laplace,
        "truncated Laplace mechanism for n means",
        "Geng, Ding, Guo, Kumar 2020",
        "n",
        n=2,
    ),
    _sized_family(gaussian, "Gaussian mechanism for n means", "Dwork et al. 2006", "n", n=2),
    _sized_family(
        laplace_interval, "Laplace noise, secret uniform on an interval", "Dwork et al. 2006"
    ),
    _sized_family(
        gaussian_interval, "Gaussian noise, secret uniform on an interval", "Dwork et al. 2006"
    ),
    _sized_family(gaussian_normal, "Gaussian noise, normal secret", "Saeidian et al. 2023"),
    _sized_family(
        staircase,
        "staircase mechanism for counts 0 .. n-1, g <= 1/2",
        "Geng, Viswanath 2014",
        "n",
        n=2,
    ),
    _sized_family(
        wide_staircase,
        "staircase mechanism for counts 0 .. n-1, g >= 1/2",
        "Geng, Viswanath 2014",
        "n",
        n=2,
    ),
    _sized_family(
        laplace_count,
        "counting query over n i.i.d. entries with Laplace noise",
        "[RDP, Prop. 4.6]",
        n=2,
    ),
    _open_family(
        repeated_response, "k-ary randomised response, used twice", "[PML23, Lemma 1]", k=2
    ),
    _open_family(response_cascade, "k-ary randomised response in cascade", "[PML23, Lemma 1]", k=2),
    _sized_family(
        adaptive_composition, "adaptive composition of binary symmetric channels", "[PML23, Thm. 4]"
    ),
)


ALSO_CALLED = {
    "rr": "randomized-response",
    "randomised-response": "randomized-response",
    "k-ary-randomised-response": "randomized-response",
    "k-ary-randomized-response": "randomized-response",
    "krr": "randomized-response",
    "k-rr": "randomized-response",
    "grr": "randomized-response",
    "bsc": "binary-symmetric",
    "binary-symmetric-channel": "binary-symmetric",
    "bac": "binary-asymmetric",
    "binary-asymmetric-channel": "binary-asymmetric",
    "bec": "erasure",
    "binary-erasure-channel": "erasure",
    "erasure-channel": "erasure",
    "rappor": "symmetric-unary-encoding",
    "sue": "symmetric-unary-encoding",
    "oue": "optimised-unary-encoding",
    "hr": "hadamard-response",
}
"""The names that families have elsewhere, in small letters and with hyphens."""


def is_expression(text: str) -> bool:
    """Whether a text is more than the name of a family of mechanisms.

    >>> is_expression("z-channel"), is_expression("z-channel ^ 2")
    (False, True)
    """
    return any(mark in text for mark in (">>", "&", "^", "*", "(", ")", "["))


def family_named(name: str) -> Family:
    """The family of mechanisms of that name, or of an expression of such names.

    Raises UnknownName with the nearest known one, InvalidInput at an expression with a fault.

    >>> family_named("z_channel").title
    'Z channel'
    >>> family_named("k-ary randomized response") is family_named("rr")
    True
    >>> family_named("z-channel >> binary-symmetric(a=b)").mechanism().parameters
    (0 <= a < 1, 0 <= b <= 1/2)
    """
    from difflib import get_close_matches

    if is_expression(name):
        from pmlsym.mechanism_families.expression import family_of_expression

        return family_of_expression(name, family_named)
    wanted = re.sub(r"[\s_]+", "-", name.strip()).lower()[:60]
    wanted = ALSO_CALLED.get(wanted, wanted)
    for family in FAMILIES:
        if family.name == wanted:
            return family
    names = [family.name for family in FAMILIES]
    near = get_close_matches(wanted, names, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
    if "." in name:
        hint = "a table in a file is measured: pmlsym measure FILE, or ask .. --channel W=FILE"
    raise UnknownName(f"no family {name[:60]!r}; {hint}")
