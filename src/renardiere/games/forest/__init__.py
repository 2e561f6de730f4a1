"""Le Renard des Bois (The Fox in the Forest). See RULES.md."""
