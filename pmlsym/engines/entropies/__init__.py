"""The entropy engine: Shannon-type claims over a few random variables."""
