"""Continuous outcomes on the line: Laplace and Gaussian densities."""
