# SPDX-License-Identifier: Apache-2.0
"""What is within limits of a cost: opportunities, the nearest destinations, and areas, roads and nodes; and snapped points."""

from __future__ import annotations

import json
import os
import tempfile
from typing import TYPE_CHECKING, Any, Mapping, Sequence

import numpy as np

from . import _core, arrays
from .attributes import is_missing
from .callbacks import Progress, reported
from .errors import InvalidArgument, count_of, is_many
from .ids import as_given, in_order, internal, keys_as_texts, pandas_of, public
from .libraries import geopandas, pandas, shapely
from .options import (AccessOptions, IsochroneOptions, SnapOptions, Unpack, fill, keywords_of, limits_of, own_names, prepared, take,
                      with_cost)
from .places import given_texts, place_list, settled
from .rows import in_frames

if TYPE_CHECKING:
    from .network import Network


def access(network: Network, destinations: Any, *, origins: Any = None, cutoffs: float | Sequence[float] = (), progress: Progress = None,
           **options: Unpack[AccessOptions]) -> pandas.DataFrame:
    """Count the opportunities within limits of the cost, and find the nearest destinations, without a table.

    Parameters
    ----------
    destinations : places
        Where the opportunities are, given as the origins of :meth:`table`.
    origins : places
        Places to compute access for (default: all nodes).
    weights : names of columns of `destinations`, mapping of names to numbers, data frame, or numbers
        What each destination counts, from 0 (default: 1). Series and frames, here and below, are brought into order by
        their index, which has the ids of the places or is 0, 1, 2, ….
    cutoffs : float or sequence of float
        Limits in `unit` (default: the cost's unit).
    decay : {"step", "linear", "exponential", "gaussian"}
        What an opportunity at distance d counts under a limit c: 1 up to c; 1 - d/c up to c; exp(-d/c); exp(-d²/2c²).
    nearest : int
        Find that many nearest destinations of each origin.
    classes : name of a column of `destinations`, or a sequence
        The class of each destination; `nearest` finds the nearest of each.
    demand : name of a column of `origins`, or numbers
        What each origin demands, from 0. The weights are then supplies that the demand shares (two-step floating
        catchment area): each is divided by the demand within its cutoff, and an origin sums these ratios.
    to_origins : bool
        Measure from the destinations to the origins.

    Returns
    -------
    pandas.DataFrame
        One row per origin, with a column for each weight and cutoff ("jobs_900"; "jobs" under a single cutoff), and
        columns "nearest_1" (id; None if no destination is reachable) and "distance_1_s" for the nearest destinations.

    Examples
    --------
    >>> import allways
    >>> streets = allways.generate_streets(1000)
    >>> found = streets.access([10, 500], origins=[1, 2], weights={"jobs": [20, 30]}, cutoffs=[1, 5], unit="min", nearest=1)
    >>> found.round(2)
            jobs_1  jobs_5 nearest_1  distance_1_min
    origin
    1         20.0    50.0        10            0.87
    2         20.0    50.0        10            0.76
    """
    own, others = take(AccessOptions, options)
    classes, demand, crs = own.classes, own.demand, own.crs
    network, solving, snapping = prepared(network, others, _core.SnapOptions)
    request = _core.AccessRequest()
    request.cutoffs = limits_of(cutoffs)
    request.unit, request.decay, request.to_origins = own.unit, own.decay, own.to_origins
    request.nearest = count_of(own.nearest, "nearest")
    origins, destinations = settled(origins), settled(destinations)
    starts = None if origins is None else place_list(keys_as_texts(origins, network), "origins", network.crs, crs)
    ends = place_list(keys_as_texts(destinations, network), "destinations", network.crs, crs)
    named = _weights(destinations, own.weights)
    request.kinds = list(named)
    request.weights = [_numbers(name, values, destinations, ends) for name, values in named.items()]
    if classes is not None:
        words = _column(destinations, classes, "classes", "destinations") if isinstance(classes, str) else classes
        if not is_many(words):
            raise InvalidArgument(f"`classes`: expected the name of a column or a sequence, found {words!r}")
        words = _by_place(words, "classes", destinations, ends)
        if missing := sum(map(is_missing, words)):
            raise InvalidArgument(f"`classes`: {missing} destinations have no class")
        request.classes = [str(one) for one in words]
    if demand is not None:
        if origins is None:
            raise InvalidArgument("`demand` has a number for each of `origins`, which are missing")
        values = _column(origins, demand, "demand", "origins") if isinstance(demand, str) else demand
        request.demand = _numbers("demand", values, origins, starts)
    found = reported(progress, _core.find_access, network._core, starts, ends, request, solving, snapping)
    origin_ids, destination_ids = (as_given(public(ids), given_texts(given)) for ids, given in
                                   ((found.origin_ids, origins), (found.destination_ids, destinations)))
    return _frame(found, request, origin_ids, destination_ids)


def _column(places: Any, name: str, option: str, what: str) -> Any:
    if not hasattr(places, "columns"):
        raise InvalidArgument(f"`{option}`: no column '{name}': names of columns need a data frame of {what}")
    if name not in places.columns:
        raise InvalidArgument(f"`{option}`: the {what} have no column '{name}'; they have: {', '.join(map(str, places.columns))}")
    return places[name]


def _weights(destinations: Any, weights: Any) -> dict[str, Any]:
    """The weights by name."""
    weights = pandas_of(weights)
    if weights is None:
        return {}
    if isinstance(weights, Mapping):
        return {str(name): values for name, values in weights.items()}
    if hasattr(weights, "columns"):
        return {str(name): weights[name] for name in weights.columns}
    if not is_many(weights):
        raise InvalidArgument(f"`weights`: expected names of columns or numbers, found {weights!r}")
    names = [weights] if isinstance(weights, str) else weights
    if all(isinstance(name, str) for name in names):
        return {name: _column(destinations, name, "weights", "destinations") for name in names}
    return {"weight": weights}


def _numbers(name: str, values: Any, given: Any, places: Any) -> list[float]:
    numbers = arrays.numbers(_by_place(values, name, given, places), name).astype(np.float64)
    if np.isnan(numbers).any():
        raise InvalidArgument(f"`{name}`: {int(np.isnan(numbers).sum())} of {len(numbers)} values are missing")
    return numbers.tolist()


def _by_place(values: Any, name: str, given: Any, places: Any) -> Any:
    """The entries of a Series in the order of the places, which it names by their ids, or has the index of; else by position."""
    values = pandas_of(values)
    if not hasattr(values, "iloc"):
        return values
    orders = [given.index] if hasattr(given, "iloc") else []
    if isinstance(places, list):
        orders.append(public(internal([given] if isinstance(given, (int, np.integer)) else given)))
    elif (points := getattr(places, "points", places)) is not None:
        orders.append(public(points.ids))
    return in_order(values, name, *orders)


def _frame(found: _core.PointAccess, request: _core.AccessRequest, origin_ids: np.ndarray, destination_ids: np.ndarray):
    columns: dict[str, Any] = {}
    for k, kind in enumerate(found.kinds):
        for c, cutoff in enumerate(request.cutoffs):
            name = kind if len(request.cutoffs) == 1 else f"{kind}_{cutoff:.10g}"
            columns[name] = found.sums[:, k, c]
    ids = np.empty(len(destination_ids) + 1, object)
    ids[:-1], ids[-1] = destination_ids, None  # the last is that of no destination, -1
    unit = f"_{found.unit}" if found.unit else ""
    for c, one in enumerate(found.classes):
        for k in range(request.nearest):
            name = f"{one}_{k + 1}" if one else str(k + 1)
            columns[f"nearest_{name}"] = ids[found.nearest[:, c, k]]
            columns[f"distance_{name}{unit}"] = in_frames(np.array(found.distances[:, c, k]))
    return pandas.DataFrame(columns, index=pandas.Index(origin_ids, name="origin"))


# ---- areas, roads and nodes


def isochrones(network: Network, starts: Any, cutoffs: float | Sequence[float], *, progress: Progress = None,
               **options: Unpack[IsochroneOptions]) -> geopandas.GeoDataFrame:
    """Find the areas, roads or nodes within limits of a cost.

    Parameters
    ----------
    starts : places
        Given as the origins of :meth:`table`.
    cutoffs : float or sequence of float
        Limits in `unit` (default: the cost's unit).
    to_starts : bool
        Find the places from which the starts can be reached, instead of the places that they reach.
    merge : bool
        Use the distance from the nearest start; otherwise each start has its own result.
    what : {"areas", "arcs", "nodes"}
        Polygons around the roads; parts of roads; or nodes with their distances.
    rings : bool
        Areas exclude those of smaller cutoffs.
    buffer, tolerance : float
        Width of the areas around roads, and accuracy of their outlines, in metres.

    Returns
    -------
    geopandas.GeoDataFrame
        Areas: one row for each start and cutoff, with columns start, cutoff_min (named after the unit), nodes and
        area_km2. Arcs and nodes: one row each, with their ids. Coordinates are longitudes and latitudes (EPSG:4326) if
        the network's reference system is known.
    """
    own, others = take(IsochroneOptions, options)
    what, unit = others.get("what") or "areas", own.unit
    form: dict[str, Any] = {name: others.pop(name) for name in keywords_of("IsochroneOutput") if name in others}
    network, solving, snapping = prepared(network, others, _core.SnapOptions)
    limits = limits_of(cutoffs)
    suffix = "geojson" if what == "areas" else "gpkg"  # areas are rounded as GeoJSON has them; many rows are read faster as binary
    (output,) = fill({"format": suffix, **form}, _core.IsochroneOutput)
    places = place_list(keys_as_texts(starts, network), "starts", network.crs, own.crs)
    if (len(places) if isinstance(places, list) else places.count) == 0:
        return _empty(network, what, own.merge, solving.cost or network._core.default_cost, unit)
    with tempfile.TemporaryDirectory() as folder:
        output.path = os.path.join(folder, f"isochrones.{suffix}")
        reported(progress, _core.write_isochrones, network._core, places, limits, unit, own.to_starts, own.merge, solving, snapping,
                 output)
        found = _areas(output.path) if what == "areas" else geopandas.read_file(output.path)
    if len(found) == 0:
        return _empty(network, what, own.merge, solving.cost or network._core.default_cost, unit)
    found = found[["geometry", *(name for name in found.columns if name != "geometry")]]
    found = found.to_crs("EPSG:4326") if network.crs else found.set_crs(None, allow_override=True)
    cutoff = next(name for name in found.columns if str(name).startswith("cutoff"))
    if (found[cutoff] % 1 == 0).all():
        found[cutoff] = found[cutoff].astype(np.int64)
    for name, texts in {"start": given_texts(starts), **dict.fromkeys(_node_columns, network.node_ids.dtype == object),
                        "arc_id": network.arc_ids.dtype == object}.items():
        if texts and name in found.columns:
            found[name] = found[name].astype(str)
    return found


def _areas(path: str) -> Any:
    with open(path, encoding="utf-8") as file:
        features = json.load(file)["features"]
    found = geopandas.GeoDataFrame.from_features(features, columns=None if features else ["geometry"], crs="EPSG:4326")
    found.geometry = found.geometry.fillna(shapely.MultiPolygon())  # a ring may have nothing in it
    return found


_node_columns = ("node_id", "from_node_id", "to_node_id")


def _empty(network: Any, what: str, merge: bool, cost: str, unit: str) -> Any:
    """A frame without rows, but with the columns of isochrones."""
    unit = unit or network.column_units.get(own_names(network).get(cost, cost), "")
    of_unit = f"_{unit}" if unit else ""
    texts = [name for name in ("name", "ref", "facility_type") if name in network._core.texts]
    kinds = {"areas": [f"cutoff{of_unit}", "nodes", "area_km2"], "nodes": ["node_id", f"{cost}{of_unit}", f"cutoff{of_unit}"],
             "arcs": ["arc_id", *_node_columns[1:], f"cutoff{of_unit}", "begin", "end", *texts]}
    if what not in kinds:
        raise InvalidArgument(f"`what`: expected {', '.join(kinds)}, found {what!r}")
    columns = ["start"] * (not merge) + kinds[what]
    return geopandas.GeoDataFrame({"geometry": [], **{name: [] for name in columns}}, crs="EPSG:4326" if network.crs else None)


def snap(network: Network, points: Any, *, cost: str = "", crs: Any = None, progress: Progress = None,
         **options: Unpack[SnapOptions]) -> geopandas.GeoDataFrame:
    """Snap points to the network and show where they lie.

    Returns
    -------
    geopandas.GeoDataFrame
        One row per point: snapped; node (its id, if the place is a node); arc and fraction (if the place is inside
        a road: the share of the arc before the place, from its tail); from_node and to_node of the arc; distance_m;
        problem; and the place as geometry.
    """
    (choice,) = fill(options, _core.SnapOptions)
    places = place_list(keys_as_texts(points, network), "points", network.crs, crs)
    if isinstance(places, list) and not places:
        places = _core.make_points(np.empty((0, 2)), network.crs, None)
    if not isinstance(places, _core.PointSet) or places.names:
        raise InvalidArgument("positions are snapped, not ids of nodes")
    network, cost = with_cost(network, cost)
    found = reported(progress, _core.snap, network._core, places, cost, choice)
    at = found["places"].reshape(-1, 2)
    names = network.node_ids
    node = [names[one] if one >= 0 else None for one in found["node"]]
    arcs = network.arc_ids
    arc = [arcs[one] if one >= 0 else None for one in found["arc"]]
    tail = [names[network.tail[one]] if one >= 0 else None for one in found["arc"]]
    head = [names[network.head[one]] if one >= 0 else None for one in found["arc"]]
    geometry = geopandas.points_from_xy(*at.T)
    geometry[~np.isfinite(found["distance"]) | np.isnan(at).any(axis=1)] = shapely.Point()
    return geopandas.GeoDataFrame(
        {"snapped": found["snapped"] != 0, "node": node, "arc": arc, "fraction": found["fraction"], "from_node": tail,
         "to_node": head, "distance_m": found["distance"], "problem": found["problem"]},
        index=pandas.Index(places.ids, name="id"), geometry=geometry, crs=network.crs or None)
