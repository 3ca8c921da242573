# SPDX-License-Identifier: Apache-2.0
"""Networks and matrices from arrays: checks and conversions before the library takes them."""

from __future__ import annotations

from typing import Any, Iterable, Mapping

import numpy as np

from . import _core, ids
from .attributes import is_missing, plain_text
from .errors import InvalidArgument, count_of
from .options import MakeOptions, Unpack, take
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
    values = ids.unmasked(values, np.nan)
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


def kept_digits(numbers: np.ndarray, digits: int | None, unit: str, new_unit: str) -> int | None:
    """The number of digits after the point that count in a column with new numbers: as for the old numbers, or all
    (None) if the unit differs or rounding would make 0 of a number that is not 0."""
    if digits is None or unit != new_unit:
        return None
    if not np.issubdtype(numbers.dtype, np.floating):
        return digits
    return None if ((numbers != 0) & (np.abs(numbers) < 0.5 * 10.0**-digits)).any() else digits


def make(tail: Any, head: Any, columns: Mapping[str, Any], **options: Unpack[MakeOptions]) -> _core.Network:
    """Make the library's network from arrays, which are copied."""
    own, _ = take(MakeOptions, options)
    units, nodes, node_ids, coordinates = own.units or {}, own.nodes, own.node_ids, own.coordinates
    unknown = set(units) - set(columns)
    if unknown:
        raise InvalidArgument(f"`units`: no column '{sorted(unknown)[0]}'")
    if node_ids is not None:
        node_ids = ids.internal(node_ids)
        nodes = len(node_ids) if nodes is None else nodes
    if nodes is not None and not count_of(nodes, "nodes") < 2**32 - 1:
        raise InvalidArgument(f"`nodes`: expected 0 … {2**32 - 2}, found {nodes}")
    if coordinates is not None:
        try:
            coordinates = np.ascontiguousarray(ids.unmasked(coordinates, np.nan), dtype=np.float64)
        except (TypeError, ValueError):
            raise InvalidArgument("`coordinates`: expected n × 2 numbers, found others") from None
        if coordinates.ndim != 2 or coordinates.shape[1] != 2:
            raise InvalidArgument(f"`coordinates`: expected n × 2 numbers, found {coordinates.shape}")
        nodes = len(coordinates) if nodes is None else nodes
    tail, head = node_indexes(tail, "tail", nodes), node_indexes(head, "head", nodes)
    made = [(name, units.get(name, ""), numbers(values, name), own.resolutions.get(name)) for name, values in columns.items()]
    for name, _, values, _ in made:
        if values.shape != tail.shape:
            raise InvalidArgument(f"`{name}`: expected one entry per arc, {len(tail)}; found {values.shape}")
    no_through, reversed = (None if marks is None else np.ascontiguousarray(whole(marks, name), dtype=np.uint8)
                            for name, marks in (("no_through", own.no_through), ("reversed", own.reversed)))
    texts = [text_column(name, values) for name, values in (own.texts or {}).items()]
    return _core.make_network(tail, head, made, nodes or 0, node_ids, ids.internal(own.arc_ids), coordinates, crs_text(own.crs),
                              no_through, reversed, texts, own.shapes, own.source, own.turns, list(own.notes))


def matrix(costs: Any, name: str = "cost", unit: str = "", node_ids: Any = None) -> _core.Matrix:
    """Make the library's matrix of a square array or data frame: see :class:`allways.Matrix`."""
    if hasattr(costs, "index") and hasattr(costs, "columns"):
        if not costs.index.equals(costs.columns):
            raise InvalidArgument("a matrix of costs has the same labels in rows and columns, in one order")
        if node_ids is None:
            node_ids = costs.index
        else:
            costs = ids.in_order(ids.in_order(costs, "costs", node_ids).T, "costs", node_ids).T
    array = _native(costs)
    if node_ids is not None and len(node_ids) != len(array):
        raise InvalidArgument(f"`node_ids`: expected one for each of {len(array)} nodes, found {len(node_ids)}")
    return _core.Matrix(array, name, unit, 0, ids.internal(node_ids))


def _native(costs: Any) -> np.ndarray:
    """The costs as a C-order array of a type that the library supports."""
    if hasattr(costs, "to_numpy"):
        costs = costs.to_numpy()
    if np.ma.isMaskedArray(costs):
        costs = np.ma.getdata(ids.unmasked(costs, np.inf))
    try:
        array = np.asarray(costs)
    except ValueError:
        raise InvalidArgument("a matrix of costs has rows of one length") from None
    if array.dtype == object or array.dtype.kind not in "fiub":
        raise InvalidArgument(f"a matrix of costs has numbers, not {array.dtype}; convert it with .astype(float)")
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise InvalidArgument(f"a matrix of costs has as many rows as columns; found {array.shape}")
    if array.dtype in (np.int32, np.float32, np.float64):
        return np.ascontiguousarray(array)
    if array.dtype.kind in "iub":
        fits = array.size == 0 or (int(array.max()) < 2**30 - 1 and int(array.min()) > -(2**30))
        return np.ascontiguousarray(array, dtype=np.int32 if fits else np.float64)
    return np.ascontiguousarray(array, dtype=np.float32 if array.dtype.itemsize < 4 else np.float64)
