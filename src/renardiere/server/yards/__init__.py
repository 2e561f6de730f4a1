"""Searches in the dark: yards that live in processes of their own, and their part in a round at a table."""
