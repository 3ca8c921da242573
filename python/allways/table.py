# SPDX-License-Identifier: Apache-2.0
"""Tables of distances, as arrays, data frames and Arrow streams."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Literal, Mapping, Sequence

import numpy as np

from . import _core, placed
from .callbacks import Progress, reported
from .drawing import Page, draw_heat_map, frame_html, grid_html
from .errors import InvalidArgument
from .faces import attribute, core_of, dump, face_of, load, shows
from .graphs import as_problem
from .ids import Index
from .libraries import pandas, xarray
from .options import (DepartingTableOptions, DiffOptions, DrawOptions, ExportOptions, SideOptions, SnapOptions, Units,
                      Unpack, VerifyOptions, choose_cost, fill, take, words_of)
from .paths import Path, Paths, explain, find_paths, solved_ground
from .places import pairs_of, sides_of, stops_between
from .rows import Rows, in_frames, steps, write_parquet
from .stores.parquet_input import is_parquet

if TYPE_CHECKING:
    from .network import Network


class Table(Rows):
    """Distances from origins to destinations: :class:`DistanceTable` or :class:`OriginDestinationTable`.

    A table never changes. Several threads may use it at once. Views of its memory keep it alive.
    """

    def __init__(self, core: Any, report: _core.SolveReport | None = None, are_texts: tuple[bool, bool] = (False, False)):
        self._core = core
        #: Decisions, sizes and times of the solve; None for a table from a file.
        self.report = report
        self._are_texts = are_texts

    # ---- content

    origin_places: np.ndarray = attribute(
        "_core.origin_places", "Coordinates of the rows in :attr:`crs`, n × 2; empty if they are unknown.")
    destination_places: np.ndarray = attribute("_core.destination_places")

    @property
    def raw_distances(self) -> np.ndarray:
        """The raw distances, ``[origin, destination]``: a read-only view that shares the table's memory.

        int32 is fixed point (see :attr:`digits`), and 2³⁰ − 1 means no path; in floats inf means no path. For natural
        numbers use :meth:`to_numpy`, ``table[origin, destination]`` or :meth:`to_pandas`.
        """
        return self._core.raw_rows("", 0, self.shape[0])

    def raw_skim(self, name: str) -> np.ndarray:
        """The raw values of a skim, as :attr:`raw_distances`; ``to_numpy(skim=name)`` returns natural ones."""
        return self._core.raw_rows(name, 0, self.shape[0])

    def raw_rows(self, start: int, stop: int, *, skim: str = "") -> np.ndarray:
        """The raw numbers of some rows, by position: a view like :attr:`raw_distances`.

        A table in an OMX file is mapped into memory, and only these rows are read.
        """
        first, last, _ = slice(start, stop).indices(self.shape[0])
        return self._core.raw_rows(skim, first, max(first, last))

    def distance(self, origin: Any, destination: Any, unit: str = "", *, skim: str = "") -> float:
        """The distance (or a skim) between two ids in `unit` (default: the table's own); inf if there is no path."""
        row, column = self._rows([origin]), self._columns([destination])
        return float(self._core.natural_cells(skim, unit, row, column)[0])

    def __getitem__(self, pair: tuple[Any, Any]) -> float:
        """``table[origin, destination]``: the distance between two ids in the table's unit; inf if there is no path."""
        if not isinstance(pair, tuple) or len(pair) != 2 or any(_selects_many(one) for one in pair):
            raise TypeError(f"a table has one distance for two ids, table[origin, destination], not for {pair!r}; "
                            "sub_table() selects rows and columns by id, to_numpy()[…] by position")
        return self.distance(*pair)

    @functools.cached_property
    def _rows(self) -> Index:
        """Finds the positions of ids of origins."""
        return Index(self.origin_ids, "table")

    @functools.cached_property
    def _columns(self) -> Index:
        return Index(self.destination_ids, "table")

    def sub_table(self, origins: Iterable | None = None, destinations: Iterable | None = None) -> OriginDestinationTable:
        """The cells from some origins to some destinations, by id; None: all."""
        rows = np.arange(self.shape[0], dtype=np.uint32) if origins is None else self._rows(origins)
        columns = np.arange(self.shape[1], dtype=np.uint32) if destinations is None else self._columns(destinations)
        return OriginDestinationTable(self._core.sub_table(rows, columns), are_texts=self._are_texts)

    def statistics(self) -> Any:
        """Counts of pairs, mean and largest distance, found in one pass over the table."""
        return self._core.statistics()

    # ---- for other libraries

    def to_numpy(self, unit: str = "", *, skim: str = "", dtype: Any = np.float64) -> np.ndarray:
        """The distances (or a skim) as a new float64 array in `unit`; inf means no path.

        Takes 8 bytes per pair, :attr:`raw_distances` takes none. `unit`: "s", "min", "h", "m", "km", "mi", …; default:
        the table's own.
        """
        found = self._core.natural_rows(skim, unit, 0, self.shape[0])
        return found if np.dtype(dtype) == found.dtype else found.astype(dtype)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        if copy is False:
            raise ValueError("natural numbers are a copy; `raw_distances` is a view of the raw ones")
        return self.to_numpy(dtype=dtype or np.float64)

    def to_pandas(self, layout: Literal["wide", "long"] = "wide", *, unit: Units = "", skim: str = "") -> pandas.DataFrame:
        """The table as a DataFrame in `unit`, with ids as labels.

        Parameters
        ----------
        unit : str, sequence or dict
            "min" for all times, ["min", "km"] for times and lengths, or {"length": "km"} by field.
        layout : {"wide", "long"}
            wide: distances (or `skim`) with a row for each origin and a column for each destination; long: a row for
            each pair with columns origin, destination, distance and skims.

        Returns
        -------
        pandas.DataFrame
            float64; NaN means no path.
        """
        if layout == "wide":
            by_skim = {one.skim: one.chosen for one in self._fields("" if isinstance(unit, str) else unit)}
            chosen = unit if isinstance(unit, str) else by_skim.get(skim, "")  # an unknown skim raises an error below
            return pandas.DataFrame(
                in_frames(self.to_numpy(chosen, skim=skim)),
                index=pandas.Index(self.origin_ids, name="origin"),
                columns=pandas.Index(self.destination_ids, name="destination"),
                copy=False,
            )
        if layout != "long":
            raise InvalidArgument(f"`layout`: expected 'wide' or 'long', found {layout!r}")
        origins, destinations = self._long_ids()
        data = {"origin": origins, "destination": destinations}
        for one in self._fields(unit):
            data[one.label] = in_frames(self._long_values(one.skim, one.chosen))
        return pandas.DataFrame(data, copy=False)

    def to_xarray(self, *, unit: Units = "") -> xarray.Dataset:
        """The table as an xarray.Dataset with dimensions origin and destination; units are attributes, and NaN means no
        path."""
        variables = {one.name: (("origin", "destination"), in_frames(self.to_numpy(one.chosen, skim=one.skim)),
                                {"units": one.unit} if one.unit else {}) for one in self._fields(unit)}
        return xarray.Dataset(
            variables, coords={"origin": self.origin_ids, "destination": self.destination_ids}, attrs=self.provenance
        )

    # ---- files and pictures

    def write(self, path, *, progress: Progress = None, **options: Unpack[ExportOptions]) -> None:
        """Write the table: .omx, .npy, .csv, … (docs/formats.md), or .parquet, by :meth:`to_parquet`.

        Numbers are natural, and Allways restores the raw ones when it reads the file; ``dtype="raw"`` writes raw
        numbers (.omx, .npy).
        """
        if is_parquet(path):
            write_parquet(self, path, progress, options)
            return
        (output,) = fill(options, _core.ExportOptions)
        self._settle(output)
        reported(progress, _core.write, self._core, str(path), output)

    def _settle(self, output: _core.ExportOptions) -> None:
        """Adds what this kind of table needs to the options of its file."""

    def draw(self, path=None, *, progress: Progress = None, **options: Unpack[DrawOptions]) -> Page | None:
        """Draw the cells as a heat map, as :meth:`allways.Network.draw` draws maps."""
        return draw_heat_map(self._core, path, progress, options)

    def diff(self, other: Table, *, progress: Progress = None, **options: Unpack[DiffOptions]) -> _core.FieldDifference:
        """Compare with another table, for the pairs of ids that both have. ``.same`` is True if all agree; ``.means``
        and ``.percentiles`` give the differences; ``weights``, a table or matrix such as trips, adds ``.weighted``."""
        own, _ = take(DiffOptions, options)
        weights = None if own.weights is None else core_of(own.weights, "a table or a matrix")
        return reported(progress, _core.difference, self._core, core_of(other, "a table"), own.skim, own.by_position, own.rtol,
                        own.atol, weights)

    def table(self, origins: Any = None, destinations: Any = None, *, pairs: Any = None, progress: Progress = None,
              **options: Unpack[SideOptions]) -> OriginDestinationTable:
        """The distances between places: cells of this table, or for positions a solve of the network in the table."""
        return find_table(self, origins, destinations, pairs, progress, options)

    def __reduce__(self):
        are_texts = (self.origin_ids.dtype == object, self.destination_ids.dtype == object)
        return _restore, (type(self), dump(self._core, ".omx"), {**self._beside(), "are_texts": are_texts})

    @staticmethod
    def _core_of(core: Any) -> Any:
        """Converts the content of a pickle's file to a compiled table of this kind."""
        return core

    def _beside(self) -> dict[str, Any]:
        """What a pickle has in addition to the table's file, named as the constructor's arguments."""
        return {"report": self.report}

    def __repr__(self) -> str:
        rows, columns = self.shape
        unit = f" in {self.unit}" if self.unit else ""
        return f"<allways.{type(self).__name__} of {rows} × {columns}: {self.cost}{unit}, {self.cost_type}>"

    def _repr_html_(self) -> str:
        rows, columns = (min(size, 8) for size in self.shape)
        corner = self.sub_table(self.origin_ids[:rows], self.destination_ids[:columns]).to_numpy()
        return grid_html(repr(self), self.origin_ids[:rows], self.destination_ids[:columns], corner, self.shape)


def _selects_many(one: Any) -> bool:
    return one is None or one is Ellipsis or isinstance(one, (slice, list, set, np.ndarray))


def _restore(kind: type[Table], file: bytes, beside: dict[str, Any]) -> Table:
    return load(lambda core: kind(kind._core_of(core), **beside), ".omx", file)


@shows(_core.OriginDestinationTable)
class OriginDestinationTable(Table):
    """Distances from some places to others.

    Attributes
    ----------
    unsnapped : list of str
        Names of the positions without a road within the radius.
    """

    def __init__(self, core: Any, report: Any = None, unsnapped: Sequence[str] = (), *,
                 are_texts: tuple[bool, bool] = (False, False), snapped: tuple | None = None):
        super().__init__(core if snapped is None else core.with_snap_distances(*snapped), report, are_texts)
        self.unsnapped = list(unsnapped)

    origin_snap_distances: np.ndarray = attribute("_core.origin_snap_distances", """
        The distances of the rows' positions from their roads, in metres (in units of the coordinates if the
        reference system is unknown); NaN for nodes. Empty if all rows and columns are nodes.""")
    destination_snap_distances: np.ndarray = attribute("_core.destination_snap_distances", "The same for the columns.")

    @staticmethod
    def _core_of(core: Any) -> Any:
        """Converts the content of a file, which reads as a table of all pairs if rows and columns are equal."""
        if not isinstance(core, _core.DistanceTable):
            return core
        every = np.arange(core.shape[0], dtype=np.uint32)
        return core.sub_table(every, every)

    def _beside(self) -> dict[str, Any]:
        snapped = (np.array(self.origin_snap_distances), np.array(self.destination_snap_distances), self._core.snapped_in_metres)
        return {**super()._beside(), "unsnapped": self.unsnapped, "snapped": snapped}


class PairTable(OriginDestinationTable):
    """Distances of requested pairs. Data frames, Arrow streams and files have one row per pair, in the order of the
    request.

    Like any table it also has all cells from the pairs' origins to their destinations.

    Attributes
    ----------
    pairs : ndarray of uint32, pairs × 2
        The row and column of each pair, in the order of the request.
    """

    def __init__(self, core: Any, report: Any, unsnapped: Sequence[str], pairs: np.ndarray, index: Any = None, **kept: Any):
        super().__init__(core, report, unsnapped, **kept)
        self.pairs = pairs
        self._index = index  # of the data frame of the request

    def _beside(self) -> dict[str, Any]:
        return {**super()._beside(), "pairs": np.array(self.pairs), "index": self._index}

    def to_pandas(self, layout: Literal["wide", "long"] = "long", *, unit: Units = "", skim: str = "") -> pandas.DataFrame:
        """The pairs as a DataFrame, with the index of the request's data frame, or all cells if `layout` is "wide": see
        :meth:`Table.to_pandas`."""
        found = super().to_pandas(layout, unit=unit, skim=skim)
        return found if layout == "wide" or self._index is None else found.set_axis(self._index)

    def _long_ids(self) -> tuple[np.ndarray, np.ndarray]:
        return self.origin_ids[self.pairs[:, 0]], self.destination_ids[self.pairs[:, 1]]

    def _long_batches(self, rows_per_batch: int | None) -> Iterator[tuple[int, int]]:
        return steps(len(self.pairs), rows_per_batch or 1 << 20)

    def _long_cells(self, first: int, last: int) -> tuple[np.ndarray, np.ndarray]:
        return self.pairs[first:last, 0], self.pairs[first:last, 1]

    def _long_values(self, skim: str, unit: str, first: int | None = None, last: int | None = None) -> np.ndarray:
        rows, columns = self.pairs[first:last].T
        return self._core.natural_cells(skim, unit, np.ascontiguousarray(rows), np.ascontiguousarray(columns))

    def _settle(self, output: _core.ExportOptions) -> None:
        _core.pick(np.ascontiguousarray(self.pairs), output)

    def __repr__(self) -> str:
        unit = f" in {self.unit}" if self.unit else ""
        return f"<allways.PairTable of {len(self.pairs)} pairs: {self.cost}{unit}, {self.cost_type}>"

    def _repr_html_(self) -> str:
        return frame_html(repr(self), self._head(8), len(self.pairs))

    def _head(self, count: int) -> dict[str, Any]:
        """The first pairs, by column."""
        origins, destinations = (ids[:count] for ids in self._long_ids())
        fields = {one.label: self._long_values(one.skim, "", 0, count) for one in self._fields("")}
        return {"origin": origins, "destination": destinations, **fields}


@shows(_core.DistanceTable)
class DistanceTable(Table):
    """All-pairs distances and, unless they were left out, the next hop of every shortest path."""

    node_ids: np.ndarray = attribute("origin_ids")

    @property
    def has_next_hops(self) -> bool:
        return self._core.next_hops is not None

    next_hops: np.ndarray | None = attribute("_core.next_hops", """
        The next hop of each path, ``[from, to]``: a read-only view of uint8, uint16 or uint32; None if they were left
        out.

        For a network a hop is the ordinal of an out-arc: the next node is ``head[first_out[from] + hop]``. For a matrix
        (:attr:`hops_are_nodes`) it is the index of the next node. The type's largest value means no hop: from = to, or
        no path. Under turn rules the rows of states follow the rows of nodes.
        """)
    hops_are_nodes: bool = attribute("_core.hops_are_nodes")
    first_out: np.ndarray = attribute(
        "_core.first_out", "The position of each node's first out-arc in :attr:`head`, n + 1 offsets; empty for a matrix.")
    head: np.ndarray = attribute("_core.head")

    @functools.cached_property
    def network(self) -> Network:
        """The network that the table contains, as a :class:`allways.Network`."""
        return face_of(_core.extract_network(self._core))

    def with_skims(self, fields: str | Iterable[str], *, progress: Progress = None) -> DistanceTable:
        """Sum further fields of the arcs along the table's paths. Returns a new table."""
        return DistanceTable(reported(progress, self._core.with_skims, words_of("fields", fields)), self.report)

    def path(self, origin: Any, destination: Any, *, via: Iterable = (), crs: Any = None, progress: Progress = None,
             **options: Unpack[SnapOptions]) -> Path:
        """Find the shortest path between two places from the next hops: see :meth:`allways.Network.path`."""
        return self.paths([[origin, *stops_between(via), destination]], crs=crs, progress=progress, **options)[0]

    def paths(self, routes: Iterable[Iterable], *, crs: Any = None, progress: Progress = None,
              **options: Unpack[SnapOptions]) -> Paths:
        """Many paths: see :meth:`allways.Network.paths`."""
        return find_paths(solved_ground(self, options), routes, crs, progress)

    def explain(self, origin: Any, destination: Any, *, crs: Any = None, progress: Progress = None,
                **options: Unpack[SnapOptions]) -> _core.Explanation:
        """Explain a path of this table: see :meth:`allways.Network.explain`."""
        return explain(solved_ground(self, options), origin, destination, crs, progress)

    @functools.cached_property
    def _path_source(self) -> _core.PathSource:
        return _core.path_source(self._core, "table")

    def verify(self, source: Any, *, progress: Progress = None, **options: Unpack[VerifyOptions]) -> _core.VerificationReport:
        """Recompute samples of the table from its network or matrix with other algorithms. ``.passed`` is True if all
        agree."""
        (verifying,) = fill(options, _core.VerifyOptions)
        return reported(progress, _core.verify, self._core, core_of(source, "a network or a matrix"), verifying)


# ---- tables between places


def find_table(source: Any, origins: Any, destinations: Any, pairs: Any, progress: Progress,
               options: Mapping[str, Any]) -> OriginDestinationTable:
    """Distances between places, without the table of all pairs: see :meth:`allways.Network.table`."""
    source = source if hasattr(source, "_core") else as_problem(source)
    own, others = take(DepartingTableOptions if isinstance(source._core, _core.Network) else SideOptions, options)
    costs = words_of("costs", () if (given := getattr(own, "costs", None)) is None else given)
    if pairs is not None and (origins is not None or destinations is not None):
        raise InvalidArgument("give `origins` and `destinations`, or `pairs`")
    if isinstance(origins, placed.Places) or isinstance(destinations, placed.Places):
        if origins is None:
            raise InvalidArgument("give `origins` and `destinations`, or `pairs`")
        if costs:
            raise InvalidArgument("`costs` apply to places that the table snaps, not to places of one cost")
        core, report, unsnapped, are_texts = placed.table(source, origins, destinations, progress, others)
        return OriginDestinationTable(core, report, unsnapped, are_texts=are_texts)
    solving, snapping = fill(others, _core.SolveOptions, _core.SnapOptions)
    source, costs = _choose_costs(source, solving, costs)
    asked = (costs, solving, snapping, own.drop_unsnapped, getattr(source, "source", ""))
    if pairs is not None:
        wanted = pairs_of(pairs, source, own.crs)
        core, report, unsnapped, cells, kept = reported(progress, _core.find_pairs, source._core, wanted.lists, *asked)
        index = None if wanted.index is None else wanted.index[kept]
        return PairTable(core, report, unsnapped, cells, index, are_texts=wanted.are_texts)
    if origins is None:
        raise InvalidArgument("give `origins`, and `destinations` unless they are the same, or `pairs`")
    sides = sides_of(source, origins, destinations, own.crs)
    core, report, unsnapped, *_ = reported(progress, _core.find_table, source._core, sides.rows, sides.columns, *asked)
    return OriginDestinationTable(core, report, unsnapped, are_texts=sides.are_texts)


def _choose_costs(source: Any, solving: _core.SolveOptions, costs: list[str]) -> tuple[Any, list[str]]:
    """The network that has the columns of all costs, and their names if there are several; else solving.cost is set."""
    if costs and solving.cost:
        raise InvalidArgument("give `cost` or `costs`")
    names = []
    for cost in costs or [solving.cost]:
        solving.cost = cost
        source = choose_cost(source, solving)
        names.append(solving.cost)
    solving.cost = names[0]
    return source, names if len(names) > 1 else []
