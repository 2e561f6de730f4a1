"""Le Renard des Bois : Duo (The Fox in the Forest Duet). See RULES.md."""
