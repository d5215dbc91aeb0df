"""Names that look the same: they differ only in how their characters are encoded.

Examples are letters of the Greek and Cyrillic alphabets with the shape of a Latin one, accents that
are composed or separate, spaces of several widths, and invisible characters. A Greek letter and its
spelled name look the same in LaTeX.
"""

from __future__ import annotations

from unicodedata import category, normalize
from unicodedata import name as name_of_character

_OTHERS = "АВСЕНІЈКМОРЅТХҮасеһіјорѕхуѵΑΒΕΖΗΙΚΜΝΟΡΤΥΧονɡ"
_LATINS = "ABCEHIJKMOPSTXYacehijopsxyvABEZHIKMNOPTYXovg"
_SHAPES = str.maketrans(_OTHERS, _LATINS)


def look(name: str) -> str:
    r"""One text for all names of tensors, and all labels of letters, that look the same.

    >>> look("\N{CYRILLIC CAPITAL LETTER ER}"), look("18\N{NO-BREAK SPACE}30\N{ZERO WIDTH SPACE}")
    ('P', '18 30')
    >>> look("e\N{COMBINING ACUTE ACCENT}") == look("é"), look("eps1") == look("eps")
    (True, False)
    >>> look("ε1"), look("Σ")
    ('epsilon1', 'Sigma')
    """
    seen = normalize("NFC", name).translate(_SHAPES)
    return "".join(_look_of_character(c) for c in seen if category(c) != "Cf")


def _look_of_character(character: str) -> str:
    """The look of a character in a tensor's name or a letter's label; Greek ones are spelled."""
    if category(character) == "Zs":
        return " "
    match name_of_character(character, "").split():
        case ["GREEK", size, "LETTER", spelled]:
            return spelled.lower() if size == "SMALL" else spelled.capitalize()
    return character
