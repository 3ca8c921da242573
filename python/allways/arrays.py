# SPDX-License-Identifier: Apache-2.0
"""Networks from arrays: checks and conversions before the library takes them."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, Sequence

import numpy as np

from . import _core, ids
from .attributes import is_missing
from .errors import InvalidArgument, count_of
from .places import crs_text


def node_indexes(values: Any, name: str, nodes: int | None) -> np.ndarray:
    """An array of indexes as uint32."""
    values = whole(values, name)
    try:
        array = np.asarray(values)
    except ValueError:
        raise InvalidArgument(f"`{name}`: expected a one-dimensional array of node indexes, found lists of several lengths") from None
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


#: Units that the library converts; a column without a unit has "".
known_units = ("ms", "s", "min", "h", "mm", "cm", "dm", "m", "km", "ft", "mi", "km/h", "mph", "m/s", "ft/s", "ft/min", "kn")


def check_units(units: Mapping[str, str] | None) -> None:
    """Raises InvalidArgument for units that cannot be converted."""
    if units is None:
        return
    if not isinstance(units, Mapping):
        raise InvalidArgument(f"`units`: expected a dict of units by column, {{\"time\": \"s\"}}, found {units!r}")
    for name, unit in units.items():
        if not isinstance(unit, str) or (unit and _core.unit_kind(unit) is None):
            raise InvalidArgument(f"`units`: '{name}' has the unknown unit {unit!r}; there are: {', '.join(known_units)}, and "
                                  "\"\" for none")


def positions_by_name(frame: Any) -> Any:
    """The columns x and y, or lon and lat, of a data frame of coordinates, in this order; other values stay."""
    if not hasattr(frame, "columns"):
        return frame
    names = {str(name).lower(): name for name in frame.columns}
    for x, y in (("x", "y"), ("lon", "lat"), ("longitude", "latitude")):
        if x in names and y in names:
            return frame[[names[x], names[y]]]
    raise InvalidArgument(f"`coordinates`: expected columns x and y, or lon and lat, found {', '.join(map(str, frame.columns))}; "
                          ".to_numpy() takes two columns by position")


def whole(values: Any, name: str) -> Any:
    """Raises InvalidArgument for masked entries, for arrays in which no value may be missing."""
    if np.ma.is_masked(values):
        raise InvalidArgument(f"`{name}`: {int(np.ma.getmaskarray(values).sum())} entries are masked, and none may be missing")
    return values


def numbers(values: Any, name: str) -> np.ndarray:
    """A column as int64 or as float; NaN, None, pandas.NA and masked entries are missing."""
    if np.ma.is_masked(values):
        values = np.ma.filled(np.ma.asarray(values, np.float64), np.nan)
    try:
        array = np.asarray(values)
    except ValueError:
        raise InvalidArgument(f"`{name}`: expected a number for each, found lists of several lengths") from None
    if array.dtype == object:
        try:
            array = np.array([np.nan if is_missing(one) else one for one in array.tolist()], dtype=np.float64)
        except (TypeError, ValueError):
            raise InvalidArgument(f"`{name}`: expected numbers, found objects; convert them with .astype(float)") from None
    if array.dtype.kind not in "fiub":
        raise InvalidArgument(f"`{name}`: expected numbers, found {array.dtype}; convert them with .astype(float)")
    if array.ndim != 1:
        raise InvalidArgument(f"`{name}`: expected a one-dimensional array, found {array.shape}")
    if array.dtype.kind == "f":
        if np.isinf(array).any():
            raise InvalidArgument(f"`{name}`: expected finite numbers, or NaN for no value; found {array[np.isinf(array)][0]}")
        return np.ascontiguousarray(array, dtype=np.float32 if array.dtype.itemsize <= 4 else np.float64)
    if array.dtype.kind == "u" and array.size and int(array.max()) >= 2**63:
        return np.ascontiguousarray(array, dtype=np.float64)
    return np.ascontiguousarray(array, dtype=np.int32 if array.dtype == np.int32 else np.int64)


def text_column(name: str, values: Iterable) -> tuple[str, list[str], np.ndarray]:
    """Texts as the library stores them: the distinct texts, "" first, and for each arc the index of its text."""
    known: dict[str, int] = {"": 0}
    index = np.fromiter((known.setdefault(one, len(known)) for one in map(plain_text, values)), np.uint32)
    return name, list(known), index


def plain_text(value: Any) -> str:
    """The text of an arc: a list, as OSMnx has for merged ways, becomes "a; b"; a missing value becomes ""."""
    if is_missing(value):
        return ""
    if isinstance(value, (list, tuple, set)):
        return "; ".join(plain_text(one) for one in value)
    return str(value)


def kept_digits(numbers: np.ndarray, digits: int | None, unit: str, new_unit: str) -> int | None:
    """The number of digits after the point that count in a column with new numbers: as for the old numbers, or all
    (None) if the unit differs or rounding would make 0 of a number that is not 0."""
    if digits is None or unit != new_unit:
        return None
    if not np.issubdtype(numbers.dtype, np.floating):
        return digits
    return None if ((numbers != 0) & (np.abs(numbers) < 0.5 * 10.0**-digits)).any() else digits


def make(tail: Any, head: Any, columns: Mapping[str, Any], *, units: Mapping[str, str] | None = None,
         nodes: int | None = None, node_ids: Any = None, arc_ids: Any = None, coordinates: Any = None, crs: Any = None,
         no_through: Any = None, reversed: Any = None, texts: Mapping[str, Iterable] | None = None, shapes: Any = None,
         resolutions: Mapping[str, int] | None = None, source: str = "", turns: Any = None,
         notes: Sequence[tuple[str, str]] = ()) -> _core.Network:
    """Make the library's network from arrays, which are copied."""
    units, resolutions = units or {}, resolutions or {}
    unknown = set(units) - set(columns)
    if unknown:
        raise InvalidArgument(f"`units`: no column '{sorted(unknown)[0]}'")
    if node_ids is not None:
        node_ids = ids.internal(node_ids)
        nodes = len(node_ids) if nodes is None else nodes
    if nodes is not None and not count_of(nodes, "nodes") < 2**32 - 1:
        raise InvalidArgument(f"`nodes`: expected 0 … {2**32 - 2}, found {nodes}")
    if coordinates is not None:
        if np.ma.is_masked(coordinates):
            coordinates = np.ma.filled(np.ma.asarray(coordinates, np.float64), np.nan)
        try:
            coordinates = np.ascontiguousarray(coordinates, dtype=np.float64)
        except (TypeError, ValueError):
            raise InvalidArgument("`coordinates`: expected n × 2 numbers, found others") from None
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
        None if no_through is None else np.ascontiguousarray(whole(no_through, "no_through"), dtype=np.uint8),
        None if reversed is None else np.ascontiguousarray(whole(reversed, "reversed"), dtype=np.uint8),
        [text_column(name, values) for name, values in (texts or {}).items()],
        shapes,
        source,
        turns,
        list(notes),
    )
