"""Claims about concrete channels, for all priors of a polytope."""
