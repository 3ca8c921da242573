# SPDX-License-Identifier: Apache-2.0
"""Isochrones, and the snapped places of points."""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any, Mapping, Sequence

import numpy as np

from . import _core
from .callbacks import Progress, reporting
from .errors import InvalidArgument
from .ids import keys_as_texts
from .options import choose_cost, fill, limits_of, with_cost
from .places import given_texts, place_list


def isochrones(network: Any, starts: Any, cutoffs: float | Sequence[float], *, unit: str, to_starts: bool, merge: bool,
               what: str, rings: bool, buffer: float | None, tolerance: float | None, crs: Any, progress: Progress,
               options: Mapping[str, Any]):
    """Find the areas, roads or nodes within limits of a cost.

    Parameters
    ----------
    starts : places
        Given as the origins of :meth:`allways.Network.table`.
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
    import geopandas as gpd

    solving, snapping = fill(options, _core.SolveOptions, _core.SnapOptions)
    network = choose_cost(network, solving)
    limits = limits_of(cutoffs)
    suffix = "geojson" if what == "areas" else "gpkg"  # areas are rounded as GeoJSON has them; many rows are read faster as binary
    (output,) = fill({"format": suffix, "what": what, "rings": rings, "buffer": buffer, "tolerance": tolerance},
                     _core.IsochroneOutput)
    places = place_list(keys_as_texts(starts, network), "starts", network.crs, crs)
    if (len(places) if isinstance(places, list) else places.count) == 0:
        return _empty(network, what, merge, solving.cost or network._core.default_cost, unit)
    with tempfile.TemporaryDirectory() as folder, reporting(progress) as callback:
        output.path = os.path.join(folder, f"isochrones.{suffix}")
        _core.write_isochrones(network._core, places, limits, unit, to_starts, merge, solving, snapping, output, callback)
        found = _areas(output.path) if what == "areas" else gpd.read_file(output.path)
    if len(found) == 0:
        return _empty(network, what, merge, solving.cost or network._core.default_cost, unit)
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
    import geopandas as gpd
    import shapely

    with open(path, encoding="utf-8") as file:
        features = json.load(file)["features"]
    found = gpd.GeoDataFrame.from_features(features, columns=None if features else ["geometry"], crs="EPSG:4326")
    found.geometry = found.geometry.fillna(shapely.MultiPolygon())  # a ring may have nothing in it
    return found


_node_columns = ("node_id", "from_node_id", "to_node_id")


def _empty(network: Any, what: str, merge: bool, cost: str, unit: str) -> Any:
    """A frame without rows, but with the columns of isochrones."""
    import geopandas as gpd

    unit = unit or network.column_units.get(network._own_name(cost), "")
    of_unit = f"_{unit}" if unit else ""
    texts = [name for name in ("name", "ref", "facility_type") if name in network._core.texts]
    kinds = {"areas": [f"cutoff{of_unit}", "nodes", "area_km2"], "nodes": ["node_id", f"{cost}{of_unit}", f"cutoff{of_unit}"],
             "arcs": ["arc_id", *_node_columns[1:], f"cutoff{of_unit}", "begin", "end", *texts]}
    if what not in kinds:
        raise InvalidArgument(f"`what`: expected {', '.join(kinds)}, found {what!r}")
    columns = ["start"] * (not merge) + kinds[what]
    return gpd.GeoDataFrame({"geometry": [], **{name: [] for name in columns}}, crs="EPSG:4326" if network.crs else None)


def snap(network: Any, points: Any, cost: str, crs: Any, progress: Progress, options: Mapping[str, Any]):
    """The places of points on the network, as a GeoDataFrame: see :meth:`allways.Network.snap`."""
    import geopandas as gpd
    import pandas as pd
    import shapely

    (choice,) = fill(options, _core.SnapOptions)
    places = place_list(keys_as_texts(points, network), "points", network.crs, crs)
    if isinstance(places, list) and not places:
        places = _core.make_points(np.empty((0, 2)), network.crs, None)
    if not isinstance(places, _core.PointSet) or places.names:
        raise InvalidArgument("positions are snapped, not ids of nodes")
    network, cost = with_cost(network, cost)
    with reporting(progress) as callback:
        found = _core.snap(network._core, places, cost, choice, callback)
    at = found["places"].reshape(-1, 2)
    names = network.node_ids
    node = [names[one] if one >= 0 else None for one in found["node"]]
    arcs = network.arc_ids
    arc = [arcs[one] if one >= 0 else None for one in found["arc"]]
    tail = [names[network.tail[one]] if one >= 0 else None for one in found["arc"]]
    head = [names[network.head[one]] if one >= 0 else None for one in found["arc"]]
    geometry = gpd.points_from_xy(*at.T)
    geometry[~np.isfinite(found["distance"]) | np.isnan(at).any(axis=1)] = shapely.Point()
    return gpd.GeoDataFrame(
        {"snapped": found["snapped"] != 0, "node": node, "arc": arc, "fraction": found["fraction"], "from_node": tail,
         "to_node": head, "distance_m": found["distance"], "problem": found["problem"]},
        index=pd.Index(places.ids, name="id"), geometry=geometry, crs=network.crs or None)
