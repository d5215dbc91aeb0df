"""How values of measures become forms, at given sizes and at every size."""
