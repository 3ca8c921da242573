# SPDX-License-Identifier: Apache-2.0
"""Loads of nodes and arcs: of trips on their shortest paths, and of all pairs, which measure centrality."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterable, Literal, Mapping, NamedTuple, Sequence

import numpy as np

from . import _core, arrays
from .callbacks import Progress, reported, take_log_line
from .errors import InvalidArgument
from .ids import in_order, pandas_of, public
from .libraries import pandas
from .options import AssignOptions, CentralityOptions, Unpack, keywords_of, prepared, take, words_of
from .places import pairs_of, pairs_of_cells, point_options, settled
from .stores.parquet_input import readable
from .table import OriginDestinationTable

if TYPE_CHECKING:
    from .network import Network

_counts = ("requested", "loaded", "unreachable", "within_nodes", "unselected", "total_cost", "unit", "unsnapped")


class Loads:
    """The trips on each arc and node, as :meth:`Network.assign` finds them.

    ``requested`` is the number of all trips, the sum of ``loaded``, ``unreachable`` (no path), ``within_nodes`` (from a
    node to itself) and ``unselected`` (no selected arc). ``total_cost`` is Σ trips × distance of the loaded trips in
    ``unit``: without those that are cut off, so compare it only between networks that load the same trips.
    ``unsnapped`` names points that were not snapped.

    Of an equilibrium (``vdf``) there are also ``convergence``, ``gap``, ``reached`` and, with ``with_skims``, ``skims``; with
    ``with_selected``, ``selected`` has the trips that ``select`` selects.
    """

    def __init__(self, core: _core.Loads, node_ids: np.ndarray):
        self._core = core
        self._node_ids = node_ids

    @property
    def arcs(self) -> pandas.DataFrame:
        """One row for each arc, indexed by arc id: u, v (node ids) and load.

        The first m rows are the network's arcs in their order. If trips begin or end inside roads, the sections that
        they use follow, with the id of their arc, and None for an end that is no node. Of an equilibrium also the loads of
        several classes (load_<class>), volume (Σ PCE × load, and the preload), time (at this volume, in ``unit``), voc
        (volume / capacity, NaN without a capacity) and, with ``select``, selected (the load of the selected trips).
        """
        ends = np.array([*self._node_ids.tolist(), None], dtype=object)
        last = len(self._node_ids)
        columns = {"u": ends[np.minimum(self._core.tail, last)], "v": ends[np.minimum(self._core.head, last)],
                   "load": self._core.arc_loads}
        if self._core.is_equilibrium:
            names = self._core.classes
            columns.update({f"load_{name}": self._core.class_loads(at) for at, name in enumerate(names) if len(names) > 1})
            capacity = np.where(self._core.capacities > 0, self._core.capacities, np.nan)
            columns.update(volume=self._core.volumes, time=self._core.times, voc=self._core.volumes / capacity)
            if len(self._core.selected_loads):
                columns["selected"] = self._core.selected_loads
        return pandas.DataFrame(columns, index=pandas.Index(public(self._core.arc_ids), name="arc"))

    @property
    def nodes(self) -> pandas.Series:
        """The trips whose path contains the node, its ends included, by node id."""
        return pandas.Series(self._core.node_loads, index=pandas.Index(self._node_ids, name="node"), name="load")

    @property
    def convergence(self) -> pandas.DataFrame:
        """A row for each iteration of the equilibrium, from 1: total_cost, least_cost, gap, average_excess_cost, objective,
        objective_bound and step."""
        steps = self._core.steps
        return pandas.DataFrame(steps, index=pandas.RangeIndex(1, len(steps["gap"]) + 1, name="iteration"))

    @property
    def gap(self) -> float:
        """The relative gap of the equilibrium: the share of the total cost that trips could save on the shortest paths."""
        return float(self._core.steps["gap"][-1])

    @property
    def reached(self) -> bool:
        """Whether the gap is at most the one that was asked for."""
        return self._core.reached

    @property
    def skims(self) -> OriginDestinationTable:
        """The least costs between the ends of trips at the times of the equilibrium; needs ``with_skims``."""
        if self._core.skims is None:
            raise InvalidArgument("`with_skims`: these loads were found without skims")
        return OriginDestinationTable(self._core.skims)

    @property
    def selected(self) -> OriginDestinationTable:
        """The trips whose path takes the arcs of ``select``, of all classes, and of each as a skim; needs ``with_selected``."""
        if self._core.selected is None:
            raise InvalidArgument("`with_selected`: these loads were found without the selected trips")
        return OriginDestinationTable(self._core.selected)

    def write(self, path: str | os.PathLike, *, format: str = "", overwrite: bool = False,
              layers: Literal["all", "arcs", "nodes"] = "all", progress: Progress = None) -> None:
        """Write lines of arcs and points of nodes to .gpkg, .shp, .fgb, .geojson or .csv; the last two hold one layer."""
        reported(progress, _core.write_loads, self._core, os.fspath(path), format, overwrite, layers)

    def __getattr__(self, name: str) -> Any:
        if name in _counts:
            return getattr(self._core, name)
        raise AttributeError(f"Loads has no '{name}'")

    def __repr__(self) -> str:
        unit = f" {self.unit}" if self.unit else ""
        without = f"; {self.unreachable:.10g} without a path" if self.unreachable else ""
        return f"<allways.Loads: {self.loaded:.10g} of {self.requested:.10g} trips, in all {self.total_cost:.10g}{unit}{without}>"

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *_counts]


def assign(network: Network, pairs: Any = None, trips: Any = None, *, progress: Progress = None,
           **options: Unpack[AssignOptions]) -> Loads:
    """Load arcs and nodes with trips: on shortest paths (all or nothing) or, with ``vdf``, at user equilibrium.

    Parameters
    ----------
    pairs : sequence of (origin, destination), data frame, or file name
        Stops as for the pairs of :meth:`table`.
    trips : numbers, name of a column of `pairs`, or matrix
        The number of trips of each pair, from 0 (default: the column trips, volume, demand or flow of a frame or file,
        else 1). Without `pairs`, a matrix of trips: a data frame with origins as index and destinations as columns, an
        :class:`allways.Matrix`, or a table, such as one that :func:`allways.read` reads.
    select : id of an arc, several ids, or a list of pairs of nodes (from, to)
        Select link: load only trips whose path takes one of these arcs; at equilibrium, their loads are a column of ``arcs``. An
        id of two directions selects both. Of several such lists in a list, a path takes an arc of each.
    vdf : "bpr", "bpr2", "conical", "inrets" or "akcelik"
        Find the user equilibrium: times grow with volumes by this volume–delay function, from free-flow times in `cost`, with
        `capacity`, `alpha` and `beta`. It ends at a relative `gap`, or after `iterations` or `seconds`.
    classes : list of dict
        Several classes of trips of an equilibrium, instead of `trips`: each with ``name``, ``trips`` (a matrix), and where they
        are needed ``pce`` (passenger-car equivalents), ``fixed_cost`` and ``closed`` (columns or expressions).
    with_skims : bool
        Also find the least costs between the ends of trips at the times of the equilibrium: ``Loads.skims``, with the sums of
        `skims` along their paths.
    with_selected : bool
        Also find the matrix of the trips that `select` selects: ``Loads.selected``. At an equilibrium, trips to one destination
        divide at each node as all flows to it do.

    Returns
    -------
    Loads
        ``arcs`` and ``nodes`` with their loads; ``requested``, ``loaded``, ``unreachable``, ``total_cost`` of the loaded
        trips, ….

    Examples
    --------
    >>> import allways
    >>> streets = allways.generate_streets(1000)
    >>> loads = streets.assign([(1, 500), (1, 600), (7, 500)], trips=[10, 20, 5])
    >>> loads.loaded, loads.nodes[[1, 500]].tolist()
    (35.0, [30.0, 15.0])
    """
    own, others = take(AssignOptions, options)
    network, solving, snapping, equilibrium = prepared(network, others, _core.SnapOptions, _core.EquilibriumOptions)
    given = [name for name in keywords_of("EquilibriumOptions") if others.get(name) is not None]
    if equilibrium.vdf is None and (given or own.classes or own.with_skims):
        raise InvalidArgument(f"`{(given or ['classes' if own.classes else 'with_skims'])[0]}` is of an equilibrium; give `vdf`, such as "
                              "\"bpr\"")
    classes: list[tuple[str, int, float, str, str]] = []
    if own.classes:
        if pairs is not None or trips is not None:
            raise InvalidArgument("`classes` have their own trips; give them instead of `pairs` and `trips`")
        lists, numbers, classes = _of_classes(own.classes, network)
    elif pairs is None:
        lists, numbers = _of_cells([_cells(trips)], network)
    else:
        lists, numbers = _of_pairs(pairs, trips, network, own.crs)
    arcs = _selected(network, own.select)
    if own.with_selected and not arcs:
        raise InvalidArgument("`with_selected` needs the arcs of `select`")
    found = reported(progress, _core.assign_trips, network._core, lists, numbers, arcs, equilibrium, classes, own.with_skims,
                     own.with_selected, solving, snapping)
    if found.unreachable > 0:
        take_log_line(2, f"{found.unreachable:.10g} of {found.requested:.10g} trips have no path: they load nothing and are not in "
                         "`total_cost`")
    return Loads(found, network.node_ids)


def _of_pairs(pairs: Any, trips: Any, network: Any, crs: Any) -> tuple[_core.PairLists, np.ndarray]:
    if hasattr(pairs, "_core"):
        raise InvalidArgument("a matrix of trips is given as `trips` alone: assign(trips=matrix)")
    if isinstance(pairs, (str, os.PathLike)) and (trips is None or isinstance(trips, str)):
        (reading,) = point_options(crs)
        with readable(pairs) as known:
            return _core.read_trip_pairs(os.fspath(known), trips or "", reading)
    pairs, trips = settled(pairs), pandas_of(trips)
    wanted = pairs_of(pairs, network, crs)
    if trips is None or isinstance(trips, str):
        further = () if wanted.further is None else wanted.further.columns
        column = _core.trip_column(list(map(str, further)), trips or "")
        trips = np.ones(wanted.lists.count) if column is None else wanted.further.iloc[:, column]
    elif hasattr(trips, "iloc"):
        trips = in_order(trips, "trips", list(map(tuple, pairs)) if wanted.index is None else wanted.index)
    numbers = arrays.numbers(trips, "trips").astype(np.float64)
    if np.isnan(numbers).any():
        raise InvalidArgument(f"`trips`: {int(np.isnan(numbers).sum())} pairs have no number")
    return wanted.lists, numbers


class _Cells(NamedTuple):
    """The cells of a matrix that have trips; NaN and inf are none."""

    rows: np.ndarray  # ids
    columns: np.ndarray
    row: np.ndarray  # by cell, indexes into the ids
    column: np.ndarray
    trips: np.ndarray


def _cells(trips: Any) -> _Cells:
    if hasattr(trips, "columns") and hasattr(trips, "to_numpy"):
        rows, columns = trips.index, trips.columns
    elif hasattr(trips, "_core") and hasattr(trips, "to_numpy"):
        rows, columns = (trips.node_ids,) * 2 if isinstance(trips._core, _core.Matrix) else (trips.origin_ids, trips.destination_ids)
    else:
        raise InvalidArgument("give `pairs`, or as `trips` a matrix with ids: a data frame with the origins as index and the "
                              f"destinations as columns, an allways.Matrix or a table; found {type(trips).__name__}")
    cells = np.asarray(trips.to_numpy())
    numbers = np.nan_to_num(arrays.numbers(cells.reshape(-1), "trips").astype(np.float64, copy=False), posinf=0)
    at = np.flatnonzero(numbers)
    row, column = np.divmod(at, max(1, cells.shape[1]))
    return _Cells(np.asarray(rows), np.asarray(columns), row, column, numbers[at])


def _of_cells(parts: Sequence[_Cells], network: Any) -> tuple[_core.PairLists, np.ndarray]:
    """The pairs of matrices, one after the other, and their numbers."""
    first_row, first_column = (np.cumsum([0, *map(len, ids)]) for ids in ([one.rows for one in parts], [one.columns for one in parts]))
    rows, columns, trips = (np.concatenate([getattr(one, name) for one in parts]) for name in ("rows", "columns", "trips"))
    row = np.concatenate([one.row + at for one, at in zip(parts, first_row)])
    column = np.concatenate([one.column + at for one, at in zip(parts, first_column)])
    return pairs_of_cells(rows, columns, row, column, network).lists, trips


def _of_classes(classes: Sequence[Mapping[str, Any]], network: Any) -> tuple[_core.PairLists, np.ndarray, list]:
    """The pairs of all classes, one after the other, their numbers, and what states each class."""
    parts: list[_Cells] = []
    stated = []
    for one in classes:
        wrong = set(one) - {"name", "trips", "pce", "fixed_cost", "closed"}
        if wrong or not {"name", "trips"} <= set(one):
            raise InvalidArgument("`classes`: expected name, trips, and where they are needed pce, fixed_cost and closed; found "
                                  f"{', '.join(map(str, one))}")
        parts.append(_cells(one["trips"]))
        end = sum(len(part.trips) for part in parts)
        stated.append((str(one["name"]), end, float(one.get("pce", 1)), one.get("fixed_cost", ""), one.get("closed", "")))
    return *_of_cells(parts, network), stated


def _selected(network: Any, select: Any) -> list[str]:
    """The ids of the selected arcs, which are given as ids or as pairs of nodes, with & between sets."""
    arcs = [select] if isinstance(select, (str, int, np.integer)) else list(select)
    if arcs and all(isinstance(one, list) and one for one in arcs):
        sets = [_selected(network, one) for one in arcs]
        names = sets[0]
        for more in sets[1:]:
            names = [*names[:-1], f"{names[-1]}&{more[0]}", *more[1:]]
        return names
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


class Centrality:
    """The measures of each node and arc, as :meth:`Network.centrality` finds them.

    With a measure of distances: ``radius`` and ``diameter`` are the smallest and the largest eccentricity, ``mean`` the
    mean distance of the ``reached_pairs`` (ordered pairs with a path), in ``unit``; ``zero_pairs`` of them are at distance 0.
    """

    def __init__(self, core: _core.Centrality, network: Any):
        self._core = core
        self._node_ids = network.node_ids
        self._arc_ids = network.arc_ids

    @property
    def nodes(self) -> pandas.DataFrame:
        """A column for each measure of nodes, by node id."""
        names = ("closeness", "harmonic", "eccentricity", "reach", "betweenness")
        columns = {name: getattr(self._core, name) for name in names}
        return pandas.DataFrame({name: values for name, values in columns.items() if len(values) > 0},
                                index=pandas.Index(self._node_ids, name="node"))

    @property
    def arcs(self) -> pandas.Series:
        """The betweenness of arcs by arc id, in the order of the network's arcs; empty unless it was requested."""
        values = self._core.arc_betweenness
        return pandas.Series(values, index=pandas.Index(self._arc_ids[:len(values)], name="arc"), name="betweenness")

    def __getattr__(self, name: str) -> Any:
        if name in ("radius", "diameter", "mean", "reached_pairs", "zero_pairs", "unit"):
            return getattr(self._core, name)
        raise AttributeError(f"Centrality has no '{name}'")

    def __repr__(self) -> str:
        arcs = ["arc-betweenness"] if len(self._core.arc_betweenness) else []
        return f"<allways.Centrality of {len(self._node_ids)} nodes: {', '.join([*self.nodes.columns, *arcs])}>"


def centrality(network: Network, measures: str | Sequence[str], *, progress: Progress = None,
               **options: Unpack[CentralityOptions]) -> Centrality:
    """Compute centralities of all nodes and arcs from all pairs, without a table.

    Parameters
    ----------
    measures : str or sequence of str
        "closeness", "harmonic", "eccentricity", "reach", "betweenness" (of nodes), "arc-betweenness".
    towards : bool
        Measure distances to the node instead of from it.
    normalized : bool
        Divide betweenness by the number of pairs.
    unit : str
        Unit of eccentricity; closeness and harmonic are per unit (default: the cost's unit).

    Returns
    -------
    Centrality
        ``nodes`` (a data frame) and ``arcs`` (a series); ``radius``, ``diameter`` and ``mean``.

    Notes
    -----
    Betweenness counts all shortest paths, ties included; of equally cheap ones those with the fewest arcs of zero cost.
    It needs int32 costs and no turn rules.

    Examples
    --------
    >>> import allways
    >>> ring = allways.Network.from_arrays([0, 1, 2, 3], [1, 2, 3, 0], {"cost": [1, 1, 1, 3]})
    >>> ring.centrality(["eccentricity", "betweenness"]).nodes
          eccentricity  betweenness
    node
    1              3.0          3.0
    2              5.0          3.0
    3              5.0          3.0
    4              5.0          3.0
    """
    own, others = take(CentralityOptions, options)
    network, solving = prepared(network, others)
    found = reported(progress, _core.find_centrality, network._core, words_of("measures", measures), own.towards, own.normalized,
                     own.unit, solving)
    return Centrality(found, network)
