"""Certificates and the checker that alone decides: what is trusted, importable alone."""
