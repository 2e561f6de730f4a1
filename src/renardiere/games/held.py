"""A state whose position is a kernel's record, held as plain memory: what such states of all games have in common.

To read NumPy's records field by field is slow, and so is making an array: it would take longer than a whole action. A
``memoryview`` of the same bytes, cast to the field's type, is not slow.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Generic, Self

import numpy as np

from renardiere.games.play import A, D, O, State, V

__all__ = ["HeldState", "place_of"]

VIEWS = ("_bytes", "_shorts", "_words")


def place_of(dtype: np.dtype[Any], field: str) -> int:
    """Where a field of a record lies, in items of its own type."""
    kind, offset = dtype.fields[field][:2]  # type: ignore[index]  # a structured type has fields
    return int(offset) // int(kind.base.itemsize)


class HeldState(State[A, D, V, O], Generic[A, D, V, O]):
    """``_hold`` its record first. Copies share what never changes: all attributes but the record and the history."""

    _record: bytearray
    _bytes: memoryview[int]
    _shorts: memoryview[int]
    _words: memoryview[int]

    def _hold(self, record: bytearray) -> None:
        self._record = record
        memory = memoryview(record)
        whole = memory[: len(record) // 8 * 8]  # a record without words need not end with one
        self._bytes, self._shorts, self._words = memory.cast("b"), memory.cast("h"), whole.cast("Q")

    @abstractmethod
    def _all_of_it(self) -> tuple[object, ...]:
        """All that makes two states equal."""

    @property
    def _kernel_state(self) -> Any:
        """The record as kernels take it."""
        return self._array(self._record)[0]

    def _array(self, record: bytearray) -> np.ndarray[Any, Any]:
        return np.recarray(1, self.game.kernel.STATE, record)

    def position(self) -> np.ndarray[Any, Any]:
        return self._array(bytearray(self._record))

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.history = self.history.copy()
        twin._hold(self._record.copy())
        return twin

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in VIEWS}

    def __setstate__(self, held: dict[str, Any]) -> None:
        self.__dict__.update(held)
        self._hold(self._record)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self._all_of_it() == other._all_of_it()

    __hash__ = None  # type: ignore[assignment]  # it changes
