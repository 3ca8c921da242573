# SPDX-License-Identifier: Apache-2.0
"""The loads of trips on their shortest paths."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Literal, Mapping

import numpy as np

from . import _core
from .callbacks import Progress, reporting
from .errors import InvalidArgument
from .ids import public
from .options import choose_cost, fill
from .places import pair_lists, rows_of

if TYPE_CHECKING:
    import pandas


class Loads:
    """The trips on each arc and node, as :meth:`Network.assign` finds them.

    ``requested`` is the number of all trips, the sum of ``loaded``, ``unreachable`` (no path), ``within_nodes`` (from a
    node to itself) and ``unselected`` (no selected arc). ``total_cost`` is Σ trips × distance in ``unit``.
    ``unsnapped`` names points that were not snapped.
    """

    def __init__(self, core: _core.Loads, node_ids: np.ndarray):
        self._core = core
        self._node_ids = node_ids

    @property
    def arcs(self) -> pandas.DataFrame:
        """One row for each arc, indexed by arc id: u, v (node ids) and load.

        The first m rows are the network's arcs in their order. If trips begin or end inside roads, the sections that
        they use follow, with the id of their arc, and None for an end that is no node.
        """
        import pandas as pd

        ends = np.array([*self._node_ids.tolist(), None], dtype=object)
        last = len(self._node_ids)
        return pd.DataFrame({"u": ends[np.minimum(self._core.tail, last)], "v": ends[np.minimum(self._core.head, last)],
                             "load": self._core.arc_loads}, index=pd.Index(public(self._core.arc_ids), name="arc"))

    @property
    def nodes(self) -> pandas.Series:
        """The trips whose path contains the node, its ends included, by node id."""
        import pandas as pd

        return pd.Series(self._core.node_loads, index=pd.Index(self._node_ids, name="node"), name="load")

    def write(self, path: str | os.PathLike, *, format: str = "", overwrite: bool = False,
              layers: Literal["all", "arcs", "nodes"] = "all", progress: Progress = None) -> None:
        """Write lines of arcs and points of nodes to .gpkg, .shp, .fgb, .geojson or .csv; the last two hold one layer."""
        with reporting(progress) as callback:
            _core.write_loads(self._core, os.fspath(path), format, overwrite, layers, callback)

    def __getattr__(self, name: str) -> Any:
        if name in ("requested", "loaded", "unreachable", "within_nodes", "unselected", "total_cost", "unit", "unsnapped"):
            return getattr(self._core, name)
        raise AttributeError(f"Loads has no '{name}'")

    def __repr__(self) -> str:
        return f"<allways.Loads: {self.loaded:.10g} of {self.requested:.10g} trips>"


def assign(network: Any, pairs: Any, trips: Any, *, select: Any, crs: Any, progress: Progress,
           options: Mapping[str, Any]) -> Loads:
    solving, snapping = fill(options, _core.SolveOptions, _core.SnapOptions)
    network = choose_cost(network, solving)
    if isinstance(trips, str):
        if not hasattr(pairs, "columns") or trips not in pairs.columns:
            raise InvalidArgument(f"`trips`: the pairs have no column '{trips}'")
        pairs, trips = pairs.drop(columns=trips), pairs[trips]
    rows = rows_of(pairs)
    if not isinstance(rows, (str, os.PathLike)):
        rows = list(rows)
    lists = pair_lists(rows, network, crs)
    if trips is None:
        if isinstance(rows, (str, os.PathLike)):
            raise InvalidArgument("`trips`: give the numbers for the pairs of a file")
        trips = np.ones(len(rows))
    try:
        numbers = np.asarray(trips, np.float64).reshape(-1).tolist()
    except (TypeError, ValueError):
        raise InvalidArgument("`trips` has values that are not numbers") from None
    arcs = _selected(network, select)
    with reporting(progress) as callback:
        found = _core.assign_trips(network._core, lists, numbers, arcs, solving, snapping, callback)
    return Loads(found, network.node_ids)


def _selected(network: Any, select: Any) -> list[str]:
    """The ids of the selected arcs, which are given as ids or as pairs of nodes."""
    arcs = [select] if isinstance(select, (str, int, np.integer)) else list(select)
    if not arcs or not all(isinstance(one, tuple) and len(one) == 2 for one in arcs):
        return [str(one) for one in arcs]
    wanted = network._arcs_between(arcs, "select")
    ids = np.unique(network.arc_ids[wanted])
    beside = np.isin(network.arc_ids, ids) & ~wanted
    if beside.any():
        at = int(beside.argmax())
        u, v = network.node_ids[network.tail[at]], network.node_ids[network.head[at]]
        raise InvalidArgument(f"`select`: arc {network.arc_ids[at]} also leads from {u} to {v}; select that pair, too")
    return [str(one) for one in ids]
