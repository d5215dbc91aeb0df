"""One page about a mechanism: `pmlsym report`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pmlsym.errors import InvalidInput
from pmlsym.io.arguments import (
    Argument,
    Domain,
    Option,
    Settings,
    WorstPrior,
    settings_of,
)
from pmlsym.io.files import path_of, replace_file, require_place
from pmlsym.verbs.derive import UNIFORM, families_beginning, family_of
from pmlsym.verbs.measure import Masses, given_channel, worst_over_set

if TYPE_CHECKING:
    from pmlsym.mechanism_families.mechanism import Family
    from pmlsym.model.channel import Channel
    from pmlsym.model.distribution import Number
    from pmlsym.own_data.channel_file import MeasuredChannel
    from pmlsym.pages.drawing import Picture
    from pmlsym.pages.mechanism_findings import MechanismFindings

PAGES = (".html",)
FILES = (".csv", ".json")

CAPTIONS = {
    "channel": "The entries, and what each outcome leaks.",
    "leakage": "How likely the leakage is at most t.",
    "tail": "The least δ for which (ε, δ)-PML holds.",
    "event": "Event maximal leakage: the worst event of probability δ.",
}


def report(
    mechanism: Annotated[
        "Family | Channel | Path | str | Sequence[Sequence[Number]]",
        Argument(
            "A channel, survey.csv; or a family, as derive reads it.", complete=families_beginning
        ),
    ],
    out: Annotated[str | Path, Option("A file that ends in .html.", Path)],
    *,
    set: Settings = (),
    prior: Masses = None,
    over: WorstPrior = None,
    domain: Domain = (),
) -> Path:
    """Write the page of `pmlsym report` about a mechanism: its leakage, proofs, pictures, words.

    `mechanism` is a file of a channel that ends in .csv or .json, a channel or rows, as `measure`
    reads them; or a family, its name, an expression of families or a matrix with its `domain`, as
    `derive` reads them, with `set` and a `prior`. `over` is a set of priors, "p(x) >= 1/10",
    whose worst ones are found; a family needs all its parameters for that. The page needs no other
    file. Pictures need matplotlib, and for a family all parameters and a prior. The result is the
    path.
    Raises a PmlError where `measure` or `derive` would, or the page cannot be written.

    >>> report("z-channel", "page.txt")
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: page.txt does not end in .html
    """
    from pmlsym.pages.mechanism_page import mechanism_page
    from pmlsym.pages.mechanism_theorems import guarantees

    file = path_of(out)
    require_place(file, PAGES)
    findings = _findings_about(mechanism, settings_of(set), prior, domain, over)
    figures, note = _captioned_pictures(findings)
    origin = _date_and_digest(mechanism, findings)
    replace_file(file, mechanism_page(findings, guarantees(findings), figures, note, origin))
    return file


def _date_and_digest(mechanism: object, findings: "MechanismFindings") -> str:
    """The day, and the digest of the input, on the page that the verb `report` writes."""
    from datetime import UTC, datetime
    from hashlib import sha256

    file = Path(mechanism.strip()) if isinstance(mechanism, str) else mechanism
    if isinstance(file, Path) and file.suffix in FILES:
        source, data = "the file", file.read_bytes()
    else:
        channel = findings.channel
        rows, prior = (channel.rows, channel.prior) if channel else ((), ())
        texts = [findings.title, *findings.parameters, *(str(e) for row in rows for e in row)]
        source, data = "the input", "\n".join([*texts, *map(str, prior or findings.prior)]).encode()
    day = datetime.now(UTC).date().isoformat()
    return f" on {day}; SHA-256 of {source} <code>{sha256(data).hexdigest()}</code>"


def _findings_about(
    mechanism: "Family | Channel | Path | str | Sequence[Sequence[Number]]",
    settings: Mapping[str, str],
    prior: Masses,
    domain: str | Sequence[str],
    over: object,
) -> "MechanismFindings":
    """The findings on the channel or the family that the verb `report` is given."""
    from pmlsym.mechanism_families.mechanism import Family
    from pmlsym.pages.mechanism_findings import (
        channel_of_family,
        findings_of_channel,
        findings_of_family,
        uniform_of,
    )
    from pmlsym.tables.reading import exact_masses_and_labels

    if isinstance(mechanism, str) and mechanism.strip().endswith(FILES):
        mechanism = Path(mechanism.strip())
    if not isinstance(mechanism, str | Family):
        if settings or domain:
            raise InvalidInput("set and domain are of a family; a channel has its entries")
        title = mechanism.name if isinstance(mechanism, Path) else "A channel"
        channel = given_channel(mechanism, prior)
        return _add_worst_leakages(findings_of_channel(title, channel), channel, over)
    family = family_of(mechanism, (domain,) if isinstance(domain, str) else tuple(domain))
    if prior == UNIFORM:
        prior = uniform_of(family, settings)
    masses = None if prior is None else [str(mass) for mass in exact_masses_and_labels(prior)[0]]
    findings = findings_of_family(family, settings, masses)
    if over is None:
        return findings
    return _add_worst_leakages(findings, channel_of_family(family, settings), over)


def _add_worst_leakages(
    findings: "MechanismFindings", channel: "MeasuredChannel", over: object
) -> "MechanismFindings":
    """The findings for the verb `report` with worst leakages over the set of priors, if any."""
    if over is None:
        return findings
    priors, bounds = worst_over_set(channel, over)
    return replace(findings, over=bounds, within=priors)


def _captioned_pictures(findings: "MechanismFindings") -> "tuple[list[tuple[str, Picture]], str]":
    """The pictures with captions that the verb `report` adds, and the reason if it has none."""
    from importlib.util import find_spec

    from pmlsym.pages.figures import FIGURES

    if findings.channel is None or findings.undrawn:
        return [], findings.undrawn
    if find_spec("matplotlib") is None:
        return [], "Pictures need matplotlib: pip install 'pmlsym[plot]'."
    return [(caption, FIGURES[name][0](findings.channel)) for name, caption in CAPTIONS.items()], ""
