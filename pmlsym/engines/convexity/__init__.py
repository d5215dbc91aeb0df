"""What to say of the convex terms of a sequent before a combination is looked for."""
