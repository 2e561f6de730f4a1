"""The server: tables, seats, journal, live updates, identity; it serves the built page."""
