"""Engines that prove and refute, and the judge that gives verdicts."""
