"""The portfolio of engines, the judge, and what is asked of them."""
