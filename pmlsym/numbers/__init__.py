"""Real numbers: exact ones, intervals and balls, and the ways between the libraries."""
