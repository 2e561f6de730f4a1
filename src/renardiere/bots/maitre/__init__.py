"""Bots for maitre: hands that search (``toucher.py``), and what they do with a snake (``thief.py``)."""
