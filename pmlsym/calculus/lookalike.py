"""Names that look the same: told apart by how characters are encoded, and by nothing that one sees.

Letters of the Greek and Cyrillic alphabets that have the shape of a Latin one, accents that are
composed or apart, spaces of several widths, and characters that are not seen at all.
"""

from __future__ import annotations

from unicodedata import category, normalize

_OTHERS = "АВСЕНІЈКМОРЅТХҮасеһіјорѕхуѵΑΒΕΖΗΙΚΜΝΟΡΤΥΧονɡ"
_LATINS = "ABCEHIJKMOPSTXYacehijopsxyvABEZHIKMNOPTYXovg"
_SHAPES = str.maketrans(_OTHERS, _LATINS)


def look(name: str) -> str:
    r"""What a reader sees of a name: the same for names that look the same.

    >>> look("\N{CYRILLIC CAPITAL LETTER ER}"), look("18\N{NO-BREAK SPACE}30\N{ZERO WIDTH SPACE}")
    ('P', '18 30')
    >>> look("e\N{COMBINING ACUTE ACCENT}") == look("é"), look("eps1") == look("eps")
    (True, False)
    """
    seen = normalize("NFC", name).translate(_SHAPES)
    return "".join(" " if category(c) == "Zs" else c for c in seen if category(c) != "Cf")
