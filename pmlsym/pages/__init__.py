"""How results are shown: text, LaTeX and pictures for people, JSON for programs."""
