"""Fennecs, for two to five players. See RULES.md."""
