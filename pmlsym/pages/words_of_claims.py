"""The list of all that a claim can be made of, which the page in the browser shows."""

from __future__ import annotations

from pmlsym.calculus.json_layout import render
from pmlsym.language.constructions import constructions
from pmlsym.measures.every import NOTIONS


def words_of_claims() -> str:
    """The JSON list, for the page in the browser, of measures and constructions by heading.

    Each has its text, its meaning and what to type: a whole claim, or else the call of a measure.

    >>> import json
    >>> first, *others = json.loads(words_of_claims())
    >>> first["heading"], others[-1]["rows"][-1]["text"]
    ('Measures', 'indep(A, B)')
    """
    sections: dict[str, list[dict[str, object]]] = {"Measures": []}
    for notion in NOTIONS:
        for word in dict.fromkeys(map(str, notion.words)):
            sections["Measures"].append(
                {"text": word, "meaning": notion.meaning, "typed": word, "is_claim": False}
            )
    for each in constructions():
        row = {"text": each.text, "meaning": each.meaning, "typed": each.example, "is_claim": True}
        sections.setdefault(each.kind, []).append(row)
    return render([{"heading": heading, "rows": rows} for heading, rows in sections.items()])
