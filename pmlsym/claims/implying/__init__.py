"""Claims that imply a claim, written from it; engines/lemmas/implying.py puts them to use."""
