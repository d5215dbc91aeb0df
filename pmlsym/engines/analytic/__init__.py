"""The analytic engine: inequalities in a few real numbers with exp and log over a domain."""
