"""The journal: everything that happened, written down before anybody hears of it.

``facts`` are what is written, ``database`` is where (its schema and migrations), ``store`` is the one writer and the
reads.
"""
