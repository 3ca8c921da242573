# SPDX-License-Identifier: Apache-2.0
"""Converts places as callers give them (ids, positions, points of GeoPandas and Shapely, files) to the library's
form."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any, Callable, NamedTuple

import numpy as np

from . import _core, ids
from .errors import InputError, InvalidArgument, is_many
from .ids import pandas_of
from .options import fill
from .stores.parquet_input import is_parquet, readable

_wgs84 = "EPSG:4326"


def crs_text(crs: Any) -> str:
    """Converts a reference system to the library's form: "EPSG:2056", or WKT; empty for None."""
    if crs is None:
        return ""
    if isinstance(crs, str):
        return crs.upper() if crs[:5].lower() == "epsg:" else crs
    if isinstance(crs, int):
        return f"EPSG:{crs}"
    if not hasattr(crs, "to_wkt"):
        raise InvalidArgument(f"`crs`: expected \"EPSG:2056\", 2056, WKT or a pyproj.CRS, found {crs!r}")
    code = crs.to_epsg() if hasattr(crs, "to_epsg") else None
    text = f"EPSG:{code}" if code else crs.to_wkt()
    if not isinstance(text, str):  # the to_wkt() of frames
        raise InvalidArgument(f"`crs`: expected \"EPSG:2056\", 2056, WKT or a pyproj.CRS, found {type(crs).__name__}")
    return text


def agreed_crs(stated: Any, own: Any, what: str) -> Any:
    """The reference system that the caller states or that `what` has; raises an error if the two differ."""
    if stated is None or own is None:
        return own if stated is None else stated
    if crs_text(stated) != crs_text(own) and not _are_equal(stated, own):
        raise InvalidArgument(f"`crs` is {crs_text(stated)}, but {what} has {crs_text(own)}; leave `crs` out, or convert with "
                              "to_crs()")
    return own


def _are_equal(one: Any, other: Any) -> bool:
    try:
        from pyproj import CRS
        from pyproj.exceptions import CRSError
    except ImportError:
        return False
    try:
        return CRS.from_user_input(one) == CRS.from_user_input(other)
    except CRSError:
        return False


def _is_point(value: Any) -> bool:
    kind = getattr(value, "geom_type", None)
    return isinstance(kind, str) and kind == "Point"


def _xy(point: Any) -> tuple[float, float]:
    if point.is_empty:
        raise InvalidArgument("an empty point has no position")
    return point.x, point.y


def _coordinates(values: Any) -> np.ndarray:
    try:
        made = np.ascontiguousarray(ids.unmasked(values, np.nan), dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidArgument("positions are an array of n × 2 numbers, x and y (longitude and latitude); these are not") from None
    if made.ndim != 2 or made.shape[1] != 2:
        raise InvalidArgument(f"positions are an array of n × 2 numbers, x and y (longitude and latitude), not {made.shape}")
    return made


def _of_geometry(geometry: Any, crs: Any, names: Any):
    kinds = set(geometry.geom_type.dropna())
    if kinds - {"Point"}:
        raise InvalidArgument(f"points are needed, not {', '.join(sorted(kinds - {'Point'}))}; take centroids or boundaries first")
    places = np.column_stack([geometry.x.to_numpy(np.float64), geometry.y.to_numpy(np.float64)])
    system = agreed_crs(crs, geometry.crs, "the GeoDataFrame or GeoSeries")
    names = geometry.index if names is None else names
    return _core.make_points(_coordinates(places), crs_text(system), ids.internal(names))


def _of_frame(frame: Any, crs: Any, names: Any):
    """The points of a data frame whose position columns are named as in files of points."""
    (reading,) = point_options(crs)
    found = _read_as_file(frame, "points", lambda path: _core.read_points(path, reading, None))
    return _core.make_points(np.array(found.places), found.crs, ids.internal(frame.index if names is None else names))


def _read_as_file(frame: Any, what: str, read: Callable[[str], Any]) -> Any:
    """What `read` finds in a CSV file of the frame."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "frame.csv")
        frame.to_csv(path, index=False)
        try:
            return read(path)
        except InputError as error:
            why = str(error).removeprefix(path).lstrip(":0123456789").strip()
            raise InvalidArgument(f"a DataFrame of {what}: {why}") from None


def is_points(value: Any) -> bool:
    """True for positions and points, False for ids."""
    if hasattr(value, "geometry") or hasattr(value, "columns") or _is_point(value):
        return True
    if isinstance(value, (str, os.PathLike)):
        return False
    if isinstance(value, np.ndarray):
        return value.ndim == 2
    first = next(iter(value), None) if hasattr(value, "__iter__") else None
    return _is_point(first) or isinstance(first, (tuple, list)) and len(first) == 2 and all(
        isinstance(one, (float, np.floating)) for one in first)


def given_texts(value: Any) -> bool:
    """True if the ids of a side of a table were given as texts."""
    return ids.are_texts(value.index if hasattr(value, "index") and hasattr(value, "iloc") and
                         (hasattr(value, "geometry") or hasattr(value, "columns")) else value)


def settled(places: Any) -> Any:
    """An iterator as a list, and a frame of Polars or Arrow as one of pandas; other values stay."""
    if isinstance(places, np.ndarray) and places.ndim == 0:
        return places.reshape(1)
    return list(places) if hasattr(places, "__next__") else pandas_of(places)


def place_list(value: Any, option: str, network_crs: str, crs: Any = None, names: Any = None) -> Any:
    """Converts one side of a table, or the starts of isochrones.

    `value`: ids; an n × 2 array of positions; a GeoDataFrame or GeoSeries of points, or a DataFrame with columns lon and
    lat (or others that files of points may have), whose index gives the ids; Shapely points; a text as on the command
    line ("1,17,@7.41,43.73", or the name of a file); the path of a file of points.
    """
    if isinstance(value, _core.PointSet):
        return value
    value = settled(value)
    if is_parquet(value):
        with readable(value) as known:
            return place_list(Path(known), option, network_crs, crs, names)
    if isinstance(value, str):
        (reading,) = point_options(crs)
        return _core.read_point_list(value, option, reading, None)
    if isinstance(value, os.PathLike):
        (reading,) = point_options(crs)
        return _core.read_points(os.fspath(value), reading, None)
    if hasattr(value, "geometry") and hasattr(value, "crs"):
        return _of_geometry(value.geometry, crs, names)
    if hasattr(value, "columns") and hasattr(value, "to_csv"):
        return _of_frame(value, crs, names)
    if hasattr(value, "unsnapped") and hasattr(value, "ids"):
        raise InvalidArgument(f"`{option}`: places of place() are for tables; give positions or ids here")
    system = crs_text(crs) if crs is not None else (_wgs84 if network_crs else "")
    if _is_point(value):
        return _core.make_points(_coordinates([_xy(value)]), system, ids.internal(names))
    if isinstance(value, (int, np.integer)):
        return [str(value)]
    if not hasattr(value, "__iter__"):
        raise InvalidArgument(f"`{option}`: expected ids or positions, found {value!r}")
    if getattr(value, "nlevels", 1) > 1:
        raise InvalidArgument(f"`{option}`: a MultiIndex has several ids for each place; give one level, or for positions an n × 2 "
                              "array")
    if not isinstance(value, np.ndarray):
        value = list(value)
        if value and all(_is_point(one) for one in value):
            value = list(map(_xy, value))
        if value and all(isinstance(one, (tuple, list, np.ndarray)) for one in value):
            value = _coordinates(value)
    if isinstance(value, np.ndarray) and value.ndim == 2:
        return _core.make_points(_coordinates(value), system, ids.internal(names))
    if len(value) == 2 and any(map(is_position, value)) and all(isinstance(one, (float, np.floating)) for one in value):
        raise InvalidArgument("two numbers are no list of ids; for one position give [[longitude, latitude]]")
    return ids.texts(value)


class Sides(NamedTuple):
    """Both sides of a table, as the library takes them."""

    rows: Any
    columns: Any  # None: the rows
    are_texts: tuple[bool, bool]  # True if the ids of rows, or columns, were given as texts


def sides_of(network: Any, origins: Any, destinations: Any, crs: Any) -> Sides:
    """Converts the places of a table; without destinations, the origins are both."""
    origins, destinations = settled(origins), settled(destinations)
    of_network = getattr(network, "crs", "")
    rows, texts = place_list(ids.keys_as_texts(origins, network), "origins", of_network, crs), given_texts(origins)
    if destinations is None:
        return Sides(rows, None, (texts, texts))
    columns = place_list(ids.keys_as_texts(destinations, network), "destinations", of_network, crs)
    return Sides(rows, columns, (texts, given_texts(destinations)))


def point_options(crs: Any) -> list:
    return fill({"crs": crs_text(crs) if crs is not None else None}, _core.PointOptions)


def _number(value: float) -> str:
    return np.format_float_positional(float(value), trim="-")


def is_position(stop: Any) -> bool:
    """True for a position, False for the id of a node."""
    if isinstance(stop, (float, np.floating)):
        return not float(stop).is_integer()
    return not isinstance(stop, (str, int, np.integer)) or str(stop).startswith("@")


def stop_name(value: Any, network: Any, crs: Any = None) -> str:
    """Converts one stop of a path: an id; (longitude, latitude); a Shapely point; or "@7.41,43.73"."""
    if isinstance(value, (str, int, np.integer)):
        return str(value)
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        return str(int(value))
    if hasattr(value, "unsnapped"):
        raise InvalidArgument("a stop is an id or a position; places of place() are for tables")
    if _is_point(value):
        value = _xy(value)
    try:
        x, y = (float(one) for one in value)
    except (TypeError, ValueError):
        raise InvalidArgument(f"a stop is an id, or a position (longitude, latitude), not {value!r}") from None
    if crs is not None:
        x, y = _core.positions(np.array([[x, y]]), crs_text(crs), network)[0]
    if not (np.isfinite(x) and np.isfinite(y)):
        raise InvalidArgument(f"a position has two finite numbers, not {value!r}")
    return f"@{_number(x)},{_number(y)}"


def stops_between(via: Any) -> list:
    """The list of stops on the way; a single id, text or position becomes a list of one."""
    if isinstance(via, (str, int, np.integer, float)) or _is_point(via):
        return [via]
    if via is not None and not is_many(via):
        raise InvalidArgument(f"`via`: expected stops, found {via!r}")
    stops = list(() if via is None else via)
    is_position = len(stops) == 2 and all(isinstance(one, (float, np.floating)) for one in stops)
    return [tuple(stops)] if is_position else stops


def routes_of(frame: Any) -> list[tuple]:
    """The stops in the rows of a data frame: by position, unless columns are named origin and destination, or similarly,
    with via… between them."""
    names = list(map(str, frame.columns))
    order = list(range(len(names)))
    if (ends := _core.named_ends(names)) is not None:
        via = [at for at in order if at not in ends]
        if others := [names[at] for at in via if not names[at].lower().startswith(("via", "stop"))]:
            raise InvalidArgument(f"a frame of routes has columns of origins and destinations, and via… for stops between them; "
                                  f"found '{others[0]}'")
        order = [ends[0], *via, ends[1]]
    return list(frame.iloc[:, order].itertuples(index=False, name=None))


class Pairs(NamedTuple):
    """Pairs of stops, ready for the library."""

    lists: _core.PairLists
    are_texts: tuple[bool, bool] = (False, False)  # True if the ids of origins, or destinations, were given as texts
    index: Any = None  # of the data frame
    further: Any = None  # the columns of the data frame that are no ends


def pairs_of(pairs: Any, source: Any, crs: Any = None) -> Pairs:
    """Converts pairs of stops: a sequence of (origin, destination), an array or data frame, or the name of a file.

    Columns of a data frame are found by their names, which are those of files of pairs; two columns of other names are
    taken by position.
    """
    pairs = settled(pairs)
    if isinstance(pairs, (str, os.PathLike)):
        (reading,) = point_options(crs)
        with readable(pairs) as known:
            return Pairs(_core.read_pair_lists(os.fspath(known), reading))
    if hasattr(pairs, "columns"):
        return _pairs_of_frame(pairs, source, crs)
    if isinstance(pairs, np.ndarray) and pairs.ndim == 2 and pairs.shape[1] == 2:
        return pairs_of_sides(pairs[:, 0], pairs[:, 1], source, crs)
    if not hasattr(pairs, "__iter__"):
        raise InvalidArgument(f"`pairs`: expected (origin, destination) tuples, a DataFrame or a file, found {pairs!r}")
    rows = list(pairs)
    for pair in rows:
        if isinstance(pair, str) or not hasattr(pair, "__len__") or len(pair) != 2:
            raise InvalidArgument(f"`pairs`: expected (origin, destination), found {pair!r}")
    return pairs_of_sides([pair[0] for pair in rows], [pair[1] for pair in rows], source, crs)


def _pairs_of_frame(frame: Any, source: Any, crs: Any) -> Pairs:
    names = list(map(str, frame.columns))
    if _core.has_end_positions(names):
        (reading,) = point_options(crs)
        lists = _read_as_file(frame, "pairs", lambda path: _core.read_pair_lists(path, reading))
        return Pairs(lists, index=frame.index, further=frame)
    ends = _core.named_ends(names)
    if ends is None and len(names) != 2:
        raise InvalidArgument(f"`pairs`: expected columns such as origin and destination, or two columns, found {', '.join(names)}")
    origins, destinations = (frame.iloc[:, at] for at in ends or (0, 1))
    found = pairs_of_sides(_plain_column(origins), _plain_column(destinations), source, crs)
    further = frame.iloc[:, [at for at in range(len(names)) if at not in (ends or (0, 1))]]
    return found._replace(index=frame.index, further=further)


def _plain_column(column: Any) -> Any:
    return column.to_numpy() if getattr(column.dtype, "kind", "O") in "iu" and isinstance(column.dtype, np.dtype) else column.tolist()


def pairs_of_sides(origins: Any, destinations: Any, source: Any, crs: Any = None) -> Pairs:
    """The pairs of two parallel sequences of stops."""
    sides = [_named(one, source, crs) for one in (origins, destinations)]
    lists = _core.pair_lists(sides[0].names, sides[1].names, sides[0].at, sides[1].at)
    return Pairs(lists, (sides[0].are_texts, sides[1].are_texts))


def pairs_of_cells(rows: Any, columns: Any, row: np.ndarray, column: np.ndarray, source: Any) -> Pairs:
    """The pairs of cells of a matrix, by the indexes of their ids; ids without a cell are left out."""
    sides = []
    for ids, at in ((rows, row), (columns, column)):
        used = np.flatnonzero(np.bincount(at, minlength=len(ids)))
        side = _named(np.asarray(ids)[used], source, None)
        rank = np.zeros(len(ids), np.uint32)
        rank[used] = side.at
        sides.append((side, rank[at]))
    (origins, from_at), (destinations, to_at) = sides
    lists = _core.pair_lists(origins.names, destinations.names, from_at, to_at)
    return Pairs(lists, (origins.are_texts, destinations.are_texts))


class _Side(NamedTuple):
    names: list[str]  # distinct, in order of first appearance
    at: np.ndarray  # for each pair the index of its name
    are_texts: bool


def _named(stops: Any, source: Any, crs: Any) -> _Side:
    if isinstance(stops, np.ndarray) and stops.dtype.kind in "iu":
        distinct, first, at = np.unique(stops, return_index=True, return_inverse=True)
        order = np.argsort(first)
        rank = np.empty(len(order), np.uint32)
        rank[order] = np.arange(len(order), dtype=np.uint32)
        return _Side(list(map(str, distinct[order].tolist())), rank[at.reshape(-1)], False)
    stops = stops.tolist() if isinstance(stops, np.ndarray) and stops.ndim == 1 else list(stops)
    known: dict[Any, int] = {}
    try:
        at = np.fromiter((known.setdefault(one, len(known)) for one in stops), np.uint32, len(stops))
        stops = list(known)
    except TypeError:  # positions as lists or arrays, which are no keys
        at = np.arange(len(stops), dtype=np.uint32)
    network = None
    if crs is not None and any(map(is_position, stops)):
        network = getattr(source, "network", source)._core
    names: dict[str, int] = {}
    of_stop = [names.setdefault(stop_name(one, network, crs), len(names)) for one in ids.keys_as_texts(stops, source)]
    return _Side(list(names), np.array(of_stop, np.uint32)[at], ids.are_texts(stops))
