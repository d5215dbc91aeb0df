"""Facts about the convex terms of a sequent, deduced before a combination is looked for.

`instances.py` puts together the proposals of the other files; docs/convex_terms.md has a table.
"""
