# SPDX-License-Identifier: Apache-2.0
"""Road networks: nodes and directed arcs with costs and other columns."""

from __future__ import annotations

import functools
import os
from typing import Any, Callable, Iterable, Literal, Mapping, Sequence

import numpy as np

from . import _core, arrays, graphs, placed, solving, turn_rules
from .access import access as _access, isochrones as _isochrones, snap as _snap
from .assignment import assign as _assign, centrality as _centrality
from .attributes import Origin
from .callbacks import Progress, reported
from .drawing import Page, draw, facts_html
from .errors import InvalidArgument, count_of, is_many
from .faces import attribute, core_of, dump, load, shows
from .factor import Factor
from .hourly import departure_ground, departure_table, hourly_table as _hourly_table
from .ids import Index, in_order, keys_as_texts, of_one_frame, public
from .libraries import pandas
from .options import (ArrayOptions, DepartingTableOptions, EdgeListOptions, ExportOptions, MapOptions, PathOptions,
                      ReadOptions, SimplifyOptions, SolveOptions, TableOptions, Unpack, fill, library_name, own_names,
                      prepared, take, words_of)
from .paths import Ground, Path, Paths, explain, find_paths
from .places import stop_name, stops_between
from .rows import RowStream
from .table import OriginDestinationTable, find_table
from .updates import read_updates, report_rows


@shows(_core.Network)
class Network:
    """A road network: directed arcs between nodes, with columns of numbers and texts.

    Make one with :func:`allways.read_network` or the ``from_…`` methods. A network never changes; several threads may
    use it at once. Its arrays are read-only views that keep it alive.
    """

    def __init__(self, core: _core.Network, origin: Origin = Origin(), import_report: _core.ImportReport | None = None,
                 update_report: _core.CostUpdateReport | None = None):
        self._core = core
        self._origin = origin
        #: The report of the reader; None unless the network is from a file.
        self.import_report = import_report
        #: How many rows of :meth:`update` were applied, and which were not.
        self.update_report = update_report

    # ---- from other libraries

    @classmethod
    def from_arrays(cls, tail: Any, head: Any, columns: Mapping[str, Any] | Any, **options: Unpack[ArrayOptions]) -> Network:
        """Make a network from parallel arrays with one entry for each arc.

        Parameters
        ----------
        tail, head : array_like of int, m
            Node indexes from 0.
        columns : dict of array_like, m, or one array
            Numbers by name: "time", "length", …. 0 is a cost like any other; NaN and masked entries close the arc. A
            single array becomes the column "cost". Series are brought into order by their index, which is 0, 1, 2, …,
            the arc_ids, or that of tail and head.
        units : dict of str
            Units of columns: "s", "min", "m", "km", …; "" for others.
        nodes : int
            The number of nodes. Default: the length of node_ids or coordinates, else one more than the largest index.
        node_ids, arc_ids : array_like of int or str
            Default: 1, 2, ….
        coordinates : array_like, n × 2
            x and y (longitude and latitude), in a frame found by their names; NaN for a node with an unknown place.
        crs
            Reference system of the coordinates: "EPSG:2056", 4326, or a pyproj.CRS; None: a plane of unknown units.
        no_through : array_like of bool, n
            Nodes that paths may not pass.
        reversed : array_like of bool, m
            True for the second arc of an undirected edge.
        texts : dict of sequences of str, m
            Texts by name: "name", "facility_type", ….

        Raises
        ------
        InvalidArgument
            For arrays of different lengths, indexes out of range, infinite costs, unknown units and reference systems.

        Examples
        --------
        >>> network = Network.from_arrays([0, 1], [1, 2], {"length": [1.5, 2]}, units={"length": "km"}, node_ids=["a", "b", "c"])
        >>> network.path("a", "c").distance
        3.5
        """
        if not isinstance(columns, Mapping):
            columns = {"cost": columns}
        own, _ = take(ArrayOptions, options)
        if own.texts is not None and not isinstance(own.texts, Mapping):
            raise InvalidArgument(f"`texts`: expected a dict of texts by name, found {type(own.texts).__name__}")
        arrays.check_units(own.units)
        ends = [tail, head]
        ordered = of_one_frame({"tail": tail, "head": head, "arc_ids": own.arc_ids, "reversed": own.reversed}, ends, own.arc_ids)
        of_nodes = of_one_frame({"node_ids": own.node_ids, "coordinates": arrays.positions_by_name(own.coordinates),
                                 "no_through": own.no_through}, [own.node_ids], own.node_ids)
        options = {**options, **ordered, **of_nodes, "texts": of_one_frame(own.texts or {}, ends, own.arc_ids)}  # type: ignore
        return graphs.checked(arrays.make(columns=of_one_frame(columns, ends, own.arc_ids), **options), kind=cls)  # type: ignore

    @classmethod
    def from_csgraph(cls, graph: Any, *, name: str = "cost", unit: str = "", node_ids: Any = None) -> Network:
        """Make a network from a scipy.sparse matrix, ``[from, to]``. Every stored entry is an arc, also explicit zeros.

        >>> import scipy.sparse
        >>> graph = scipy.sparse.csr_array(([0.0, 2.5], ([0, 1], [1, 2])), shape=(3, 3))
        >>> Network.from_csgraph(graph).solve().distance(1, 3)
        2.5
        """
        return cls(graphs.from_csgraph(graph, name, unit, node_ids))

    @classmethod
    def from_networkx(cls, graph: Any, *, units: Mapping[str, str] | None = None, crs: Any = None) -> Network:
        """Make a network from a NetworkX graph; see :func:`allways.graphs.from_networkx`."""
        arrays.check_units(units)
        return graphs.checked(*graphs.from_networkx(graph, units or {}, crs), cls)

    @classmethod
    def from_osmnx(cls, graph: Any) -> Network:
        """Make a network from an OSMnx graph: lengths in metres and, if they were added, travel times in seconds."""
        return graphs.checked(*graphs.from_osmnx(graph), cls)

    @classmethod
    def from_edgelist(cls, edges: Any, **options: Unpack[EdgeListOptions]) -> Network:
        """Make a network from a data frame with one row for each edge; see :func:`allways.graphs.from_edgelist`."""
        return graphs.checked(*graphs.from_edgelist(edges, options), cls)

    @classmethod
    def from_geodataframes(cls, nodes: Any, edges: Any, *, source: str = "u", target: str = "v",
                           units: Mapping[str, str] | None = None, directed: bool = True) -> Network:
        """Make a network from GeoDataFrames of nodes and edges, as OSMnx and :meth:`to_geodataframes` make them."""
        arrays.check_units(units)
        return graphs.checked(*graphs.from_geodataframes(nodes, edges, source, target, units or {}, directed), cls)

    @classmethod
    def from_lines(cls, lines: Any, *, progress: Progress = None, **options: Unpack[ReadOptions]) -> Network:
        """Make a network from a GeoDataFrame of lines, as :func:`allways.read_network` reads a file of lines.

        Parameters
        ----------
        lines : GeoDataFrame
            Roads. `join` says where lines meet; costs, speeds, one-way streets and names come from the columns.
        **options
            :class:`allways.ReadOptions`: join, cost_field, speed_field, speed_unit, oneway_field, tolerance_m, ….
        """
        return graphs.read_lines(lines, progress, options)

    to_geodataframes, to_networkx, to_csgraph = graphs.to_geodataframes, graphs.to_networkx, graphs.to_csgraph

    # ---- what it holds

    node_count: int = attribute("_core.node_count")
    arc_count: int = attribute("_core.arc_count")
    node_ids: np.ndarray = attribute(
        "_core.node_ids", "The ids of the nodes as in their file: int64, or objects of type str.", public)
    arc_ids: np.ndarray = attribute("_core.arc_ids", "", public)
    tail: np.ndarray = attribute("_core.tail", "The index of the node where each arc starts.")
    head: np.ndarray = attribute("_core.head", "The index of the node where each arc ends.")

    @property
    def reversed(self) -> np.ndarray:
        """True for the second arc of an undirected edge: booleans, m."""
        return _as_marks(self._core.reversed, self.arc_count)

    coordinates: np.ndarray = attribute(
        "_core.coordinates", "x and y of the nodes in :attr:`crs`, n × 2; empty if they are unknown.")

    @property
    def no_through(self) -> np.ndarray:
        """True for nodes that paths may not pass: booleans, n."""
        return _as_marks(self._core.no_through, self.node_count)

    crs: str = attribute("_core.crs", """The reference system of the coordinates: "EPSG:4326", or WKT; empty if unknown.""")

    @property
    def source(self) -> str:
        return self._core.source if self._origin.told is None else self._origin.told[0]

    notes: dict[str, str] = attribute("_notes", """Further notes: "profile", "attribution", ….""", dict)

    @property
    def _notes(self) -> list[tuple[str, str]]:
        return list(self._core.notes) if self._origin.told is None else self._origin.told[1]

    @property
    def column_units(self) -> dict[str, str]:
        """The names of the columns of numbers, with their units."""
        names = own_names(self)
        return {names.get(name, name): unit for name, unit, _ in self._core.columns}

    def column(self, name: str) -> np.ndarray:
        """The numbers of a column by arc, as float64; NaN for arcs without a value."""
        self._require(name, self.column_units, "column of numbers", self.text_names)
        return self._core.column(library_name(self, name))

    def _require(self, name: str, known: Iterable[str], what: str, others: Iterable[str]) -> None:
        """Raises InvalidArgument for an unknown name; both the source's and the library's names are known."""
        names = list(known)
        if library_name(self, name) not in {library_name(self, one) for one in names}:
            also = f"; texts: {', '.join(others)}" if what != "column of texts" and others else ""
            raise InvalidArgument(f"no {what} '{name}'; there are: {', '.join(names) or 'none'}{also}")

    @property
    def text_names(self) -> list[str]:
        """The names of the columns of texts: "name", "ref", "facility_type", …."""
        names = own_names(self)
        return [names.get(name, name) for name in self._core.texts]

    def text(self, name: str) -> np.ndarray:
        """The texts of a column by arc, as objects; "" for arcs without a text."""
        self._require(name, self.text_names, "column of texts", [])
        texts, index = self._core.text(library_name(self, name))
        return public(texts)[index]

    turn_rules: dict[str, int] = attribute("_core", "The number of turn rules of each kind.", turn_rules.counts)

    def to_pandas(self) -> pandas.DataFrame:
        """The arcs as a DataFrame indexed by arc id: u, v (node ids), columns and texts.

        The frame has arcs only; :meth:`to_geodataframes` and :meth:`to_networkx` return the whole network with turn
        rules.
        """
        nodes = self.node_ids
        data = {"u": nodes[self.tail], "v": nodes[self.head]}
        data.update({name: self.column(name) for name in self.column_units})
        data.update({name: self.text(name) for name in self.text_names})
        return pandas.DataFrame(data, index=pandas.Index(self.arc_ids, name="arc"))

    # ---- what if

    def with_columns(self, columns: Mapping[str, Any], *, units: Mapping[str, str] | None = None) -> Network:
        """Replace or add columns. Returns a new network with the same turn rules and elimination order.

        Parameters
        ----------
        columns : dict of array_like, m
            Numbers by arc, as :meth:`column` returns them; NaN and masked entries close an arc to paths that minimise
            this column. The index of a Series is 0, 1, 2, … or has the :attr:`arc_ids`, in any order if each is of one arc.
        units : dict of str
            Units of the columns; by default a replaced column keeps its unit. Computed times and lengths are rounded to
            the millisecond and the decimetre when they are summed; all digits count if the unit is another one, or if
            rounding would make a cost 0.

        Examples
        --------
        >>> import allways
        >>> streets = allways.generate_streets(1000)
        >>> slow = streets.with_columns({"time": 2 * streets.column("time")})
        >>> slow.path(1, 500).distance == 2 * streets.path(1, 500).distance
        True
        """
        if not isinstance(columns, Mapping):
            raise InvalidArgument(f"`columns`: expected a dict of arrays, {{\"time\": …}}, found {type(columns).__name__}")
        known = {name: (unit, digits) for name, unit, digits in self._core.columns}
        arrays.check_units(units)
        stated = {library_name(self, name): unit for name, unit in (units or {}).items()}
        unknown = set(stated) - {library_name(self, name) for name in columns}
        if unknown:
            raise InvalidArgument(f"`units`: no column '{sorted(unknown)[0]}' is given")
        made = []
        for given, values in columns.items():
            name = library_name(self, given)
            unit, digits = known.get(name, ("", None))
            numbers = arrays.numbers(in_order(values, given, self.arc_ids), given)
            new_unit = stated.get(name, unit)
            made.append((name, new_unit, numbers, arrays.kept_digits(numbers, digits, unit, new_unit)))
        return self._like(_core.with_columns(self._core, made))

    def close(self, arcs: Any) -> Network:
        """Close some arcs. Returns a new network with the same turn rules and elimination order.

        Parameters
        ----------
        arcs
            Ids of arcs, which close both directions of a two-way road; pairs of nodes (from, to); or m booleans (an array,
            a list, or a Series with the ids of the arcs as index), True for arcs to close.

        Examples
        --------
        >>> import allways
        >>> streets = allways.generate_streets(1000)
        >>> path = streets.path(1, 500)
        >>> streets.close([(path.nodes[3], path.nodes[4])]).path(1, 500).distance > path.distance
        True
        """
        closed = _core.close_arcs(self._core, np.ascontiguousarray(self._arc_mask(arcs), np.uint8))
        return Network(closed, self._origin.after(closed)._replace(reading=None))  # arcs without a cost are intended

    def _arc_mask(self, arcs: Any) -> np.ndarray:
        if isinstance(arcs, (str, int, float, np.integer, np.floating)):
            arcs = [arcs]
        if not is_many(arcs):
            raise InvalidArgument(f"`arcs`: expected ids, pairs of nodes or booleans, found {arcs!r}")
        arrays.whole(arcs, "arcs")
        wanted = arcs if isinstance(arcs, np.ndarray) else list(arcs)
        is_array = isinstance(wanted, np.ndarray) and wanted.dtype != object
        if not is_array and len(wanted) and all(isinstance(one, (bool, np.bool_)) for one in wanted):
            wanted = np.array(in_order(arcs, "arcs", self.arc_ids), bool)
        if isinstance(wanted, np.ndarray) and wanted.dtype == bool:
            if wanted.shape != (self.arc_count,):
                raise InvalidArgument(f"`arcs`: expected {self.arc_count} booleans, one for each arc, found {wanted.shape}")
            return wanted
        if len(wanted) and all(isinstance(one, tuple) and len(one) == 2 for one in wanted):
            return self._arcs_between(wanted)
        at = Index(np.unique(self.arc_ids), self.source, "arc")
        return np.isin(at(self.arc_ids), at(wanted))

    def _arcs_between(self, pairs: Any, option: str = "arcs") -> np.ndarray:
        tails, heads = self._indexes([u for u, _ in pairs]), self._indexes([v for _, v in pairs])
        ends = self.tail.astype(np.int64) * self.node_count + self.head
        asked = tails.astype(np.int64) * self.node_count + heads
        missing = ~np.isin(asked, ends)
        if missing.any():
            u, v = pairs[int(missing.argmax())]
            raise InvalidArgument(f"`{option}`: no arc leads from {u} to {v}")
        return np.isin(ends, asked)

    def update(self, rows: Any, *, cost: str = "", encoding: str = "") -> Network:
        """Apply live speeds or costs, in the form of ``allways update``. Returns a new network with the same turn rules
        and elimination order.

        Each update starts from the imported costs, which stay in a column such as "time_imported".
        :attr:`update_report` says what was done with the rows; rows about unknown roads give a warning. Rows without a
        speed or cost change nothing, and one warning counts them.

        Parameters
        ----------
        rows : DataFrame or file name
            Columns arc and speed_kmh or cost (inf closes the arc), with reversed (0 or 1) for one direction; or
            from_osm_id, to_osm_id and speed_kmh.
        cost : str
            The column to update (default: the column that a solve minimises).
        encoding : str
            The encoding of the file, such as windows-1252 (default: UTF-8, else windows-1252 with a warning).
        """
        core, report = _core.update(self._core, library_name(self, cost), read_updates(rows, encoding))
        report_rows(report)
        return Network(core, self._origin.after(core)._replace(reading=None), update_report=report)

    # ---- verbs

    solve = solving.solve

    def stream(self, *, progress: Progress = None, **options: Unpack[SolveOptions]) -> RowStream:
        """All pairs as a stream of rows that are computed when they are read, for tables larger than memory.

        Its shape is (n, n), with rows and columns in the order of the nodes. Options, units and errors are those of
        :meth:`solve`.

        Examples
        --------
        >>> import allways
        >>> stream = allways.generate_streets(1000).stream(cost="time", skims=["length"])
        >>> stream
        <allways.RowStream of 1000 × 1000: time in s, int32>
        >>> stream.to_arrow(unit="min").reader().read_next_batch().num_rows
        1000000
        """
        return RowStream(self, options, progress)

    def table(self, origins: Any = None, destinations: Any = None, *, pairs: Any = None, progress: Progress = None,
              **options: Unpack[DepartingTableOptions]) -> OriginDestinationTable:
        """Find the distances from some places to others, without computing all pairs.

        Parameters
        ----------
        origins, destinations : places
            A list or array of node ids; an n × 2 array of positions; a GeoDataFrame, GeoSeries or list of points, or a
            DataFrame with columns such as lon and lat (the index gives their ids); a text as on the command line
            ("1,17,@7.41,43.73", or the name of a file); the path of a file of points. Without destinations, the origins
            are also the destinations.
        pairs : sequence of (origin, destination), DataFrame, or file name
            Instead of both lists: the wanted pairs of stops, given as for :meth:`path`. Columns of frames and files are found
            by their names, such as origin and destination, from and to, or from_lon, from_lat, to_lon, to_lat; two columns
            of other names are taken by position. The table's data frame has the index of a frame of pairs.
        costs : sequence of str
            Instead of `cost`: several columns or expressions, over one elimination order. The table is that of the first;
            the distances of the others are its skims of their names, and skims are summed along the paths of each cost
            ("length_by_time").
        crs
            Reference system of an array of positions (default: longitude and latitude of WGS 84, or the network's own
            numbers if its reference system is unknown).
        drop_unsnapped : bool
            Leave out points without a road within `radius`; otherwise they stay and nothing is reachable from them.
        hourly, depart
            Travel times by hour, as for :meth:`hourly_table`, and the time of departure, as for :meth:`path`: the table
            has the durations of journeys that begin then, one search for each origin. Not with `pairs`.
        **options
            :class:`allways.SolveOptions` and :class:`allways.SnapOptions`: cost, skims, radius, ….

        Returns
        -------
        OriginDestinationTable
            For `pairs` a :class:`PairTable`, which shows and writes one row per pair.

        Examples
        --------
        >>> import allways
        >>> streets = allways.generate_streets(1000)
        >>> streets.table([1, 2], [10, 500], cost="time").to_numpy("min").round(2)
        array([[0.87, 4.84],
               [0.76, 4.79]])
        >>> streets.table(pairs=[(1, 10), (2, 500)], cost="time").to_pandas(unit="min").round(2)
           origin  destination  time_min
        0       1           10      0.87
        1       2          500      4.79
        >>> both = streets.table([1, 2], [10, 500], costs=["time", "time + 0.02 * length"])
        >>> both.to_numpy(skim="time + 0.02 * length").round(2)
        array([[ 75.7 , 385.13],
               [ 65.88, 379.85]])
        """
        if options.get("hourly") is not None or options.get("depart") is not None:
            if pairs is not None:
                raise InvalidArgument("`depart` goes with `origins` and `destinations`; for pairs, use paths()")
            return departure_table(self, origins, destinations, progress, options)
        return find_table(self, origins, destinations, pairs, progress, options)

    # Their modules have them, and import no network.
    access, assign, centrality = _access, _assign, _centrality
    hourly_table, isochrones, snap = _hourly_table, _isochrones, _snap

    def path(self, origin: Any, destination: Any, *, via: Iterable = (), progress: Progress = None,
             **options: Unpack[PathOptions]) -> Path:
        """Find the shortest path between two places.

        Parameters
        ----------
        origin, destination : stop
            A node id; a position (longitude, latitude); a Shapely point; or "@7.41,43.73".
        via : sequence of stops
            Stops on the way, in order.
        alternatives
            Find up to this many other good ways, returned in :attr:`allways.Path.alternatives`: at most 25 % longer,
            sharing at most 75 % with any other, and without detours. The network is factorized for them.
        hourly
            Travel times by hour, as for :meth:`hourly_table`, of a day (0 to 23) or a week (to 167). They count from
            `depart` on, each in its hour, also on the way; an arc on which the hour ends is travelled at two speeds.
            Hours without rows have the network's `cost`; columns must have all hours.
        depart : str, datetime or time
            When the journey begins: "08:00", "Mon 08:00" or "2026-11-23T08:00". Times of a week need a day.
        crs
            Reference system of positions (default: WGS 84).

        Returns
        -------
        Path
            Its ``reachable`` is False if there is no path; that is not an error.

        Notes
        -----
        Each call runs a new search. For many paths, pass all of them to :meth:`paths`, or use :meth:`factorize`.

        Examples
        --------
        >>> import allways
        >>> streets = allways.generate_streets(1000)
        >>> free = streets.column("time")
        >>> times = {hour: 2 * free if hour == 8 else free for hour in range(24)}
        >>> path = streets.path(1, 500, cost="time", hourly=times, depart="07:57")
        >>> path.departure, path.arrival, round(path.distance, 1)
        ('07:57:00', '08:03:41.262', 401.3)
        """
        return self.paths([[origin, *stops_between(via), destination]], progress=progress, **options)[0]

    def paths(self, routes: Iterable[Iterable], *, progress: Progress = None, **options: Unpack[PathOptions]) -> Paths:
        """Find many shortest paths. For about a hundred or more, the network is factorized first.

        Parameters
        ----------
        routes : sequence of sequences of stops
            [[origin, destination], [origin, via, destination], …]
        hourly, depart
            As for :meth:`path`; all paths begin at the same time.
        """
        own, others = take(PathOptions, options)
        if own.hourly is not None or own.depart is not None:
            if own.alternatives:
                raise InvalidArgument("`alternatives` cannot be combined with `depart`")
            return find_paths(departure_ground(self, own.hourly, own.depart, others), routes, own.crs, progress)
        return find_paths(self._ground(others, complete=True), routes, own.crs, progress, own.alternatives)

    def explain(self, origin: Any, destination: Any, *, crs: Any = None, progress: Progress = None,
                **options: Unpack[TableOptions]) -> _core.Explanation:
        """Explain why there is no path between two places, or why the shortest path is the shortest.

        Parameters
        ----------
        origin, destination : stop
            As for :meth:`path`.
        **options
            :class:`allways.SolveOptions` and :class:`allways.SnapOptions`: cost, radius, ….

        Returns
        -------
        Explanation
            ``str(…)`` is its text, as ``allways explain`` prints it. Attributes such as ``why``, ``turn_rule``,
            ``costliest`` and ``origin.component`` have its elements; ``to_json()`` has all of them.

        Examples
        --------
        >>> network = Network.from_arrays([0, 1, 0], [1, 2, 2], {"time": [60, 30, 100]}, units={"time": "s"})
        >>> print(network.explain(1, 3))
        from  node 1
              isolated: no path leads there and back
        to    node 3
              isolated: no path leads there and back
        cost  time in s
        path  90 s, 2 arcs
        why   no other path costs less: distances are exact sums of the arcs' costs
              its costliest arc is arc 1, from 1 to 2, with 60 s
              without that arc it would be 100 s, 10 s more
        >>> network.explain(3, 1).why
        'no arc with a cost leaves 3'
        """
        return explain(self._ground(options, complete=False), origin, destination, crs, progress)

    def _ground(self, options: Mapping[str, Any], *, complete: bool) -> Ground:
        network, solving, snapping = prepared(self, options, _core.SnapOptions, complete=complete)
        return Ground(lambda callback: _core.path_source(network._core, solving, callback), lambda: network, solving, snapping,
                      network)

    def factorize(self, *, progress: Progress = None, **options: Unpack[SolveOptions]) -> Factor:
        """Prepare one cost of the network, for distances and paths in microseconds to milliseconds.

        With `skims` the factor also keeps the data with which its tables sum these fields in little additional time.

        Returns
        -------
        Factor
        """
        network, solving = prepared(self, options)
        return Factor(*reported(progress, _core.factorize, network._core, solving))

    def place(self, *places: Any, crs: Any = None, progress: Progress = None, **options: Unpack[TableOptions]) -> Any:
        """Snap points once for many tables: later calls of :meth:`table` between them are as fast as between nodes.

        Parameters
        ----------
        *places
            Lists of positions or points, given as for :meth:`table`. Lists between which distances are wanted, such as
            depots and shops, must be given in one call.
        **options
            :class:`allways.SolveOptions` and :class:`allways.SnapOptions`: cost, skims, radius, ….

        Returns
        -------
        Places
            A list of Places if several lists are given.

        Examples
        --------
        >>> import allways
        >>> village = allways.read_network("data/village.osm")
        >>> depots, shops = village.place([(8.0001, 46.9999)], "data/village_customers.csv")
        >>> village.table(depots, shops).shape
        (1, 3)
        """
        return placed.place(self, self, places, crs, progress, options)

    def components(self, connection: Literal["strong", "weak"] = "strong") -> tuple[np.ndarray, list[_core.Component]]:
        """Find the connected components, the largest first.

        Returns
        -------
        labels : ndarray of uint32, n
            The component of each node.
        components : list
            For each component: nodes, arcs, example (a node index) and length.
        """
        if connection not in ("strong", "weak"):
            raise InvalidArgument(f"`connection`: expected 'strong' or 'weak', found {connection!r}")
        found, labels = _core.list_components(self._core, connection == "weak")
        return labels, found

    def largest_component(self, connection: Literal["strong", "weak"] = "strong") -> Network:
        """Extract the largest component of the network."""
        labels, _ = self.components(connection)
        return self.subnetwork(labels == 0)

    def subnetwork(self, keep: Any) -> Network:
        """Extract the nodes for which `keep` (n booleans) is true and the arcs between them, with all their data."""
        marks = in_order(arrays.whole(keep, "keep"), "keep", self.node_ids)
        marks = np.asarray(marks if hasattr(marks, "dtype") or not is_many(marks) else [one if isinstance(one, (bool, int)) else 2 for one in marks])
        if marks.ndim != 1 or (marks.size and marks.dtype.kind not in "b" and not np.isin(marks, (0, 1)).all()):
            raise InvalidArgument(f"`keep`: expected {self.node_count} booleans, one for each node; of ids they are "
                                  "np.isin(network.node_ids, ids)")
        return self._like(_core.induced_subnetwork(self._core, np.ascontiguousarray(marks, dtype=np.uint8)))

    def with_order(self, factor: Any = None, *, progress: Progress = None) -> Network:
        """Add an elimination order, which saves every later solve the time of finding one. Returns a new network.

        Results do not change. GeoPackages keep the order. With `factor`, a factor of the same nodes and any cost, its
        order is taken.
        """
        if factor is not None:
            return self._like(_core.with_order_of(self._core, core_of(factor, "a factor")))
        return self._like(reported(progress, _core.with_order, self._core))

    has_order: bool = attribute("_core.has_order")

    def without_turns(self) -> Network:
        """Remove the turn rules. Returns a new network."""
        return self._like(_core.without_turns(self._core))

    def simplify(self, *, keep: Iterable = (), progress: Progress = None, **options: Unpack[SimplifyOptions]) -> Network:
        """Merge chains of roads into single arcs. Distances between the remaining nodes do not change.

        Parameters
        ----------
        keep : ids
            Nodes to keep.
        dead_ends : bool
            Also remove dead ends.
        sums : names of columns
            Columns to add up along a chain, in addition to lengths, times and costs.
        """
        keep = [] if keep is None else list(keep) if is_many(keep) and not isinstance(keep, str) else [keep]
        names = [library_name(self, name) for name in words_of("sums", options.get("sums", ()))]
        (simplifying,) = fill({**options, "sums": names}, _core.SimplifyOptions)
        kept = self._indexes(keep).tolist() if keep else []
        return self._like(reported(progress, _core.simplify, self._core, kept, simplifying)[0])

    def _like(self, core: _core.Network) -> Network:
        """Wraps a network that was made from this one, with the same notes."""
        return Network(core, self._origin.after(core))

    @functools.cached_property
    def _indexes(self) -> Index:
        """Finds the positions of node ids."""
        return Index(self.node_ids, self.source)

    @functools.cached_property
    def _with_cost(self) -> Callable[[str], Network]:
        """Makes the network with the column of a cost expression. The last one is kept."""
        core, origin = self._core, self._origin

        def made(cost: str) -> Network:
            other = _core.with_cost(core, cost)
            return Network(other, origin.after(other))

        return functools.lru_cache(1)(made)

    def draw(self, path: str | os.PathLike | None = None, *, start: Any = None, cutoffs: float | Sequence[float] = (),
             progress: Progress = None, **options: Unpack[MapOptions]) -> Page | None:
        """Draw the network, or with `start` the distances from one place.

        Parameters
        ----------
        path
            .png, .svg or .pdf for a picture, .html for a page; None returns a page, which Jupyter shows inline.
        start : stop
            A node id or position. In a page, clicking a node recomputes the map from there.
        cutoffs : sequence of float
            The upper limits of the colour bands (default: round values).
        unit : str
            Unit of the cutoffs: "min", "km" (default: the cost's unit).
        """
        own, others = take(MapOptions, options)
        network, solving, snapping = prepared(self, {"cost": own.cost, **others}, _core.SnapOptions, complete=False)
        core = network._core

        def write(drawing: _core.Drawing, callback: Any) -> None:
            if start is None:
                _core.draw_network(_core.path_source(core, solving, callback), drawing, callback)
                return
            names = [[stop_name(keys_as_texts([start], self)[0], core)]]
            source, stops, _ = _core.find_stops(core, names, solving, snapping, None, callback)
            _core.draw_isochrones(source, stops[0][0], [float(one) for one in np.atleast_1d(cutoffs)], own.unit, drawing,
                                  callback)

        return draw(write, path, progress, own)

    def write(self, path: str | os.PathLike, *, progress: Progress = None, **options: Unpack[ExportOptions]) -> None:
        """Write the network: .gpkg, GMNS, .csv, .graphml, .gr, … (docs/formats.md)."""
        (output,) = fill(options, _core.ExportOptions)
        reported(progress, _core.write, self._core, os.fspath(path), output)

    def __reduce__(self):
        return _restored, (dump(self._core, ".gpkg"), Origin(beside=self._origin.beside, told=(self.source, self._notes)))

    def __repr__(self) -> str:
        columns = ", ".join(f"{name} ({unit})" if unit else name for name, unit in self.column_units.items())
        return f"<allways.Network of {self.node_count} nodes and {self.arc_count} arcs: {columns}>"

    def _repr_html_(self) -> str:
        facts: dict[str, Any] = {"source": self.source, "nodes": self.node_count, "arcs": self.arc_count}
        facts["columns"] = ", ".join(f"{name} ({unit})" if unit else name for name, unit in self.column_units.items())
        facts["texts"] = ", ".join(self.text_names)
        facts["reference system"] = self.crs if len(self.crs) < 40 else self.crs[:40] + "…"
        facts["turn rules"] = ", ".join(f"{count} {kind}" for kind, count in self.turn_rules.items())
        facts["no-through nodes"] = int(np.count_nonzero(self.no_through)) or ""
        return facts_html("allways.Network", {name: fact for name, fact in facts.items() if fact != ""})


def _as_marks(numbers: np.ndarray, count: int) -> np.ndarray:
    """Read-only booleans for the library's marks, which are empty if none is set."""
    marks = numbers != 0 if len(numbers) else np.zeros(count, bool)
    marks.setflags(write=False)
    return marks


def _restored(file: bytes, origin: Origin) -> Network:
    return load(lambda core: Network(core, origin), ".gpkg", file)


def generate_random_network(nodes: int, *, seed: int = 1, probability: float = 0.5, lowest_weight: int = 1,
                            highest_weight: int = 100) -> Network:
    """Generate a directed graph with independent arcs (Gilbert's G(n, p)) and integer costs: the same on every machine.

    >>> generate_random_network(100, probability=0.1)
    <allways.Network of 100 nodes and 1040 arcs: cost>
    """
    return Network(_core.generate_random_network(count_of(nodes, "nodes"), count_of(seed, "seed"), probability, lowest_weight,
                                                 highest_weight))


def generate_streets(nodes: int, *, seed: int = 1, zero_cost_share: float = 0) -> Network:
    """Generate an artificial street network of `nodes` nodes, for tests and demonstrations: the same on every machine.

    >>> generate_streets(1000)
    <allways.Network of 1000 nodes and 2504 arcs: length (m), time (s)>
    """
    return Network(_core.generate_streets(count_of(nodes, "nodes"), count_of(seed, "seed"), zero_cost_share))
