"""Matrices, programs and vertices over the rationals: floats find, rationals decide."""
