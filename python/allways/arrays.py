"""Networks from arrays: checks and conversions before the library takes them."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, Sequence

import numpy as np

from . import _core, ids
from .errors import InvalidArgument
from .places import crs_text


def node_indexes(values: Any, name: str, nodes: int | None) -> np.ndarray:
    """An array of indexes as uint32."""
    array = np.asarray(values)
    if array.size == 0 and array.ndim == 1:
        return np.empty(0, np.uint32)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise InvalidArgument(f"`{name}`: expected a one-dimensional array of node indexes (integers from 0), found "
                              f"{array.dtype} of shape {array.shape}; use from_edgelist for ids")
    limit = 2**32 - 1 if nodes is None else nodes
    if int(array.min()) < 0 or int(array.max()) >= limit:
        worst = int(array.min()) if int(array.min()) < 0 else int(array.max())
        raise InvalidArgument(f"`{name}`: node index {worst} is outside 0 … {limit - 1}")
    return np.ascontiguousarray(array, dtype=np.uint32)


def numbers(values: Any, name: str) -> np.ndarray:
    """A column as int64 or as float; NaN and None are missing."""
    array = np.asarray(values)
    if array.dtype == object:
        try:
            array = np.array([np.nan if one is None else one for one in array.tolist()], dtype=np.float64)
        except (TypeError, ValueError):
            raise InvalidArgument(f"`{name}`: expected numbers, found objects; convert them with .astype(float)") from None
    if array.dtype.kind not in "fiub":
        raise InvalidArgument(f"`{name}`: expected numbers, found {array.dtype}; convert them with .astype(float)")
    if array.dtype.kind == "f":
        if np.isinf(array).any():
            raise InvalidArgument(f"`{name}`: expected finite numbers, or NaN for no value; found {array[np.isinf(array)][0]}")
        return np.ascontiguousarray(array, dtype=np.float32 if array.dtype.itemsize <= 4 else np.float64)
    return np.ascontiguousarray(array, dtype=np.int32 if array.dtype == np.int32 else np.int64)


def text_column(name: str, values: Iterable) -> tuple[str, list[str], np.ndarray]:
    """Texts as the library stores them: the different ones, "" first, and the index of each arc's."""
    known: dict[str, int] = {"": 0}
    index = np.fromiter((known.setdefault(one, len(known)) for one in map(plain_text, values)), np.uint32)
    return name, list(known), index


def plain_text(value: Any) -> str:
    """A text of an arc: lists, as OSMnx has them where it merged ways, become "a; b"; nothing becomes ""."""
    if value is None or (isinstance(value, float) and value != value):
        return ""
    if isinstance(value, (list, tuple, set)):
        return "; ".join(plain_text(one) for one in value)
    return str(value)


def make(tail: Any, head: Any, columns: Mapping[str, Any], *, units: Mapping[str, str] | None = None,
         nodes: int | None = None, node_ids: Any = None, arc_ids: Any = None, coordinates: Any = None, crs: Any = None,
         no_through: Any = None, reversed: Any = None, texts: Mapping[str, Iterable] | None = None, shapes: Any = None,
         resolutions: Mapping[str, int] | None = None, source: str = "", turns: Any = None,
         notes: Sequence[tuple[str, str]] = ()) -> _core.Network:
    """The library's network from arrays, which are copied."""
    units, resolutions = units or {}, resolutions or {}
    unknown = set(units) - set(columns)
    if unknown:
        raise InvalidArgument(f"`units`: no column '{sorted(unknown)[0]}'")
    if node_ids is not None:
        node_ids = ids.internal(node_ids)
        nodes = len(node_ids) if nodes is None else nodes
    if nodes is not None and not 0 <= nodes < 2**32 - 1:
        raise InvalidArgument(f"`nodes`: expected 0 … {2**32 - 2}, found {nodes}")
    if coordinates is not None:
        coordinates = np.ascontiguousarray(coordinates, dtype=np.float64)
        if coordinates.ndim != 2 or coordinates.shape[1] != 2:
            raise InvalidArgument(f"`coordinates`: expected n × 2 numbers, found {coordinates.shape}")
        nodes = len(coordinates) if nodes is None else nodes
    tail, head = node_indexes(tail, "tail", nodes), node_indexes(head, "head", nodes)
    made = [(name, units.get(name, ""), numbers(values, name), resolutions.get(name)) for name, values in columns.items()]
    for name, _, values, _ in made:
        if values.shape != tail.shape:
            raise InvalidArgument(f"`{name}`: expected one entry per arc, {len(tail)}; found {values.shape}")
    return _core.make_network(
        tail,
        head,
        made,
        nodes or 0,
        node_ids,
        ids.internal(arc_ids),
        coordinates,
        crs_text(crs),
        None if no_through is None else np.ascontiguousarray(no_through, dtype=np.uint8),
        None if reversed is None else np.ascontiguousarray(reversed, dtype=np.uint8),
        [text_column(name, values) for name, values in (texts or {}).items()],
        shapes,
        source,
        turns,
        list(notes),
    )
