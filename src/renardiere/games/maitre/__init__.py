"""Maître Renard, for two to four players: missions, sacks, ruses and the count. See RULES.md."""
