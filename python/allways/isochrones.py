"""What lies within a limit of a cost, and where points lie on a network."""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any, Mapping, Sequence

import numpy as np

from . import _core
from .callbacks import Progress, reporting
from .ids import keys_as_texts
from .options import choose_cost, fill
from .places import place_list


def isochrones(network: Any, starts: Any, cutoffs: float | Sequence[float], *, unit: str, to_starts: bool, merge: bool,
               what: str, rings: bool, buffer: float | None, tolerance: float | None, crs: Any, progress: Progress,
               options: Mapping[str, Any]):
    """Find what lies within limits of a cost.

    Parameters
    ----------
    starts : places
        As the origins of :meth:`allways.Network.table`.
    cutoffs : float or sequence of float
        Limits in `unit` (default: the cost's).
    to_starts : bool
        From where the starts can be reached, instead of what they reach.
    merge : bool
        Distances from the nearest start; else from each alone.
    what : {"areas", "arcs", "nodes"}
        Polygons around the roads; parts of roads; or nodes with their distances.
    rings : bool
        Areas exclude those of smaller cutoffs.
    buffer, tolerance : float
        Of the areas around roads and of their outlines, in metres.

    Returns
    -------
    geopandas.GeoDataFrame
        One row for each start and cutoff, with columns start, cutoff_min (by the unit), nodes and area_km2; of arcs and
        nodes one row each, with their ids. In longitudes and latitudes (EPSG:4326) where the network's reference system
        is known.
    """
    import geopandas as gpd

    solving, snapping = fill(options, _core.SolveOptions, _core.SnapChoice)
    choose_cost(network, solving)
    limits = sorted({float(one) for one in np.atleast_1d(cutoffs)})
    (output,) = fill({"format": "geojson", "what": what, "rings": rings, "buffer": buffer, "tolerance": tolerance},
                     _core.IsochroneOutput)
    places = place_list(keys_as_texts(starts, network), "starts", network.crs, crs)
    with tempfile.TemporaryDirectory() as folder, reporting(progress) as callback:
        output.path = os.path.join(folder, "isochrones.geojson")
        _core.write_isochrones(network._core, places, limits, unit, to_starts, merge, solving, snapping, output, callback)
        with open(output.path, encoding="utf-8") as file:
            features = json.load(file)["features"]
    return gpd.GeoDataFrame.from_features(features, crs="EPSG:4326" if network.crs else None)


def snap(network: Any, points: Any, cost: str, crs: Any, progress: Progress, options: Mapping[str, Any]):
    """Where points lie on the network, as a GeoDataFrame: see :meth:`allways.Network.snap`."""
    import geopandas as gpd
    import pandas as pd

    (choice,) = fill(options, _core.SnapChoice)
    places = place_list(points, "points", network.crs, crs)
    if isinstance(places, _core.PointList):
        places = places.points
    if not isinstance(places, _core.PointSet):
        from .errors import InvalidArgument

        raise InvalidArgument("positions are snapped, not ids of nodes")
    with reporting(progress) as callback:
        found = _core.snap(network._core, places, cost, choice, callback)
    at = found["places"].reshape(-1, 2)
    names = network.node_ids
    node = [names[one] if one >= 0 else None for one in found["node"]]
    arcs = network.arc_ids
    arc = [arcs[one] if one >= 0 else None for one in found["arc"]]
    tail = [names[network.tail[one]] if one >= 0 else None for one in found["arc"]]
    head = [names[network.head[one]] if one >= 0 else None for one in found["arc"]]
    return gpd.GeoDataFrame(
        {"snapped": found["snapped"] != 0, "node": node, "arc": arc, "fraction": found["fraction"], "from_node": tail,
         "to_node": head, "distance_m": found["distance"], "problem": found["problem"]},
        index=pd.Index(places.ids, name="id"), geometry=gpd.points_from_xy(*at.T), crs=network.crs or None)
