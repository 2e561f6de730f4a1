"""``python -m renardiere``: the command line."""

from renardiere.cli import main

main(prog_name="renardiere")
