"""The yard of Maître Renard: tokens in a box, searched by touch. Games know nothing of it; it knows their tokens.

``Yard`` is all that a table or a bot needs; ``messages`` says what a hand can be told, ``frame`` what it feels.
"""

from renardiere.yard.frame import Contact, Felt, Flag
from renardiere.yard.messages import MalformedInput
from renardiere.yard.outlines import OUTLINES
from renardiere.yard.yard import Lying, Stop, Yard

__all__ = ["OUTLINES", "Contact", "Felt", "Flag", "Lying", "MalformedInput", "Stop", "Yard"]
