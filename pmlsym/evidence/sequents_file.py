"""Certificates of a statement that the claim language has no words for, as plain data.

    {"format": "pmlsym sequents", "version": 1, "row": "PML23/thm-4.4", "says": "..",
     "certificates": [{"tensors": {..}, "sequent": {..}, "steps": [..]}, ..]}

`row` is the row of the catalogue that they belong to, `says` what the sequents say in words.
Nothing links the words to the sequents: whoever reads the file has to read both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pmlsym.calculus.json_text import render
from pmlsym.calculus.wire import read_list, read_object, refuse
from pmlsym.errors import InvalidCertificate, PmlError
from pmlsym.evidence.certificate import Certificate
from pmlsym.evidence.certificate_file import from_json, to_json

FORMAT, VERSION = "pmlsym sequents", 1


@dataclass(frozen=True)
class SequentsFile:
    """The row of the catalogue, the statement in words, and the certificates of its sequents."""

    row: str
    says: str
    certificates: tuple[Certificate, ...]


def sequents_text(file: SequentsFile) -> str:
    """The text of a file.

    >>> '"row": "PML23/thm-4.4"' in sequents_text(SequentsFile("PML23/thm-4.4", "..", ()))
    True
    """
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    data |= {"row": file.row, "says": file.says}
    data["certificates"] = [to_json(certificate) for certificate in file.certificates]
    return render(data) + "\n"


def sequents_from_json(data: object) -> SequentsFile:
    """The file of data. Raises InvalidCertificate where it is malformed, or proves nothing."""
    try:
        entry = read_object(data, "file", ("format", "version", "row", "says", "certificates"))
        if entry["format"] != FORMAT or type(entry["version"]) is not int:
            refuse("file", f"the format is not {FORMAT!r} with an integer version")
        if entry["version"] != VERSION:
            refuse("file", f"version {entry['version']} is not known; this reads {VERSION}")
        for key in ("row", "says"):
            if not (isinstance(entry[key], str) and entry[key].isprintable()):
                refuse(key, "one printable line is needed")
        listed = read_list(entry["certificates"], "certificates")
        if not listed:
            refuse("certificates", "at least one is needed")
        read = tuple(from_json(c, f"certificates[{k}].") for k, c in enumerate(listed))
    except InvalidCertificate:
        raise
    except PmlError as error:
        raise InvalidCertificate(str(error)) from None
    return SequentsFile(entry["row"], entry["says"], read)
