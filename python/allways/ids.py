"""Ids of nodes and arcs: integers, or texts if any is not an integer."""

from __future__ import annotations

from typing import Any, Iterable, NoReturn

import numpy as np

from . import _core
from .errors import InvalidArgument


def public(ids: Any) -> np.ndarray:
    """The ids that the library returned, as an array: int64, or objects of type str."""
    if isinstance(ids, list):
        made = np.empty(len(ids), dtype=object)
        made[:] = ids
        return made
    return ids


def internal(ids: Iterable | None) -> Any:
    """Ids as the library takes them: an int64 array or a list of texts; None stays None."""
    if ids is None:
        return None
    values = np.asarray(ids if hasattr(ids, "__len__") else list(ids))
    if values.ndim != 1:
        # Tuples, such as the edges of a graph.
        return [_text(one) for one in ids]
    if values.dtype.kind == "i" or (values.dtype.kind == "u" and (values.size == 0 or values.max() < 2**63)):
        return np.ascontiguousarray(values, dtype=np.int64)
    texts = [_text(one) for one in values.tolist()]
    return texts


def _text(one: Any) -> str:
    if isinstance(one, str):
        return one
    if isinstance(one, float):
        if not one.is_integer():
            raise InvalidArgument(f"an id is an integer or a text, not {one!r}")
        return str(int(one))
    if one is None:
        raise InvalidArgument("an id is an integer or a text, not None")
    return str(one)


def texts(ids: Iterable) -> list[str]:
    """Ids as texts, in which the library looks them up."""
    return [_text(one) for one in (ids.tolist() if isinstance(ids, np.ndarray) else ids)]


class Index:
    """Finds the positions of ids."""

    def __init__(self, ids: np.ndarray, source: str):
        self._ids = ids
        self._source = source
        self._numeric = ids.dtype != object
        if self._numeric:
            self._order = np.argsort(ids, kind="stable")
            self._sorted = ids[self._order]
        else:
            self._at: dict[str, int] = {}
            for position, one in enumerate(ids):
                self._at.setdefault(one, position)

    def _refuse(self, one: Any) -> NoReturn:
        _core.refuse_id(internal(self._ids), _text(one), self._source)
        raise AssertionError(f"'{one}' is known")

    def _integer(self, text: str) -> int:
        try:
            return int(text)
        except ValueError:
            self._refuse(text)

    def __call__(self, wanted: Iterable) -> np.ndarray:
        """The positions as uint32. Raises InputError for an unknown id."""
        values = wanted if isinstance(wanted, np.ndarray) else np.asarray(list(wanted))
        if self._numeric and values.dtype.kind in "iu":
            at = np.searchsorted(self._sorted, values)
            at[at == len(self._sorted)] = 0
            missing = self._sorted[at] != values if len(self._sorted) else np.ones(values.shape, bool)
            if missing.any():
                self._refuse(values[missing.argmax()])
            return self._order[at].astype(np.uint32)
        if self._numeric:
            return self(np.array([self._integer(one) for one in texts(values)], dtype=np.int64))
        found = np.empty(len(values), dtype=np.uint32)
        for position, one in enumerate(texts(values)):
            if one not in self._at:
                self._refuse(one)
            found[position] = self._at[one]
        return found
