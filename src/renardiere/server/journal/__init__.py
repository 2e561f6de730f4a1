"""The journal: everything that happened, written down before anybody hears of it.

``facts`` are what is written, ``database`` is where (``migrations`` lead there), ``store`` is the one writer and the
reads.
"""
