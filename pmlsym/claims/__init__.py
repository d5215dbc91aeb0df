"""Claims: their names, their truth on instances, and claims that are made of them."""
