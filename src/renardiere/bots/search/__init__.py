"""Search through games whose cards are hidden, all of it compiled."""
