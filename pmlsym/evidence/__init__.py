"""Instances, certificates, the kernel that checks them, and verdicts."""
