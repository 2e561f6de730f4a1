"""Fennecs, for two to five players: rules in ``RULES.md``."""
