"""What to say of the convex terms of a sequent before a combination is looked for.

`instances.py` puts together what the other files propose; docs/convex_terms.md has a table of it.
"""
