"""Certificates and the checker that alone decides: the trusted code, importable alone."""
