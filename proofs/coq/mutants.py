"""Mutants of files of sequents, judged by the kernel, proofs/verify.py and pmlsym-check.

    python mutants.py COUNT SEED [WORLDS]      from the root of the repository on the path

Draws COUNT files with one edit or two: in steps of proofs, lemmas and inductions, in what they say,
in tensors and terms; each field in its turn. Prints how many each of the three accepts, the ones on
which they do not agree, and what became of the sequents that all accept, in WORLDS small worlds
each. Exit status 1 if one is false in a world, or if kernel and verifier do not agree: neither is
ever seen.
"""

import sys

from tests.evidence.three_checkers import campaign


def main(count, seed, worlds=1000):
    """Draw, judge, compare, evaluate."""
    table, apart = campaign(int(count), int(seed), int(worlds))
    fields = [field for field in table if field.startswith("edited: ")]
    for what, number in sorted(table.items()):
        if what not in fields:
            print(f"{number:6} {what}")
    print(
        f"{min(table[field] for field in fields):6} edits at least of each of {len(fields)} fields"
    )
    print(*apart, sep="\n")
    divided = table["accepted by kernel"] + table["accepted by verifier"]
    divided += table["accepted by kernel, program"] + table["accepted by verifier, program"]
    return 1 if table["sequent false"] or divided else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
