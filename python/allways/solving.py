# SPDX-License-Identifier: Apache-2.0
"""Functions that solve networks, matrices and what can be converted to them, and tables between places."""

from __future__ import annotations

import os
from typing import Any, Sequence

import numpy as np

from . import _core
from .callbacks import Progress, reporting
from .errors import InvalidArgument, count_of
from .ids import keys_as_texts
from .matrix import Matrix
from .network import Network
from .options import ExportOptions, SolveOptions, TableOptions, choose_cost, fill, words_of
from .places import given_texts, pairs_of, place_list, settled
from .table import DistanceTable, OriginDestinationTable, PairTable

try:
    from typing import Unpack
except ImportError:  # Python 3.10
    from typing_extensions import Unpack


def as_problem(source: Any) -> Network | Matrix:
    """Converts the caller's value to a network or matrix.

    Accepts networks and matrices; GeoDataFrames of lines; scipy.sparse matrices (entries are arcs, also explicit
    zeros); NetworkX graphs, and OSMnx graphs with their names and units; square arrays and data frames of direct costs;
    names of files.
    """
    if isinstance(source, (Network, Matrix)):
        return source
    if hasattr(source, "tocsr"):
        return Network.from_csgraph(source)
    if hasattr(source, "is_multigraph"):
        made_by_osmnx = str(source.graph.get("created_with", "")).startswith("OSMnx")
        return Network.from_osmnx(source) if made_by_osmnx else Network.from_networkx(source)
    if isinstance(source, (str, os.PathLike)):
        from .files import read

        return as_problem(read(source))
    if hasattr(source, "geometry") and hasattr(source, "crs"):
        return Network.from_lines(source)
    if isinstance(source, (np.ndarray, list, tuple)) or hasattr(source, "to_numpy"):
        return Matrix(source)
    raise InvalidArgument(f"expected a network or a matrix of costs, found {type(source).__name__}")


def solve(source: Any, *, progress: Progress = None, **options: Unpack[SolveOptions]) -> DistanceTable:
    """Find the shortest paths between all pairs of nodes.

    Parameters
    ----------
    source : Network, Matrix, array, scipy.sparse matrix, NetworkX graph or file name
        What to solve. In dense arrays NaN, inf and masked entries mean no arc.
    progress : bool or callable
        See :data:`allways.Progress`.
    **options
        :class:`allways.SolveOptions`: cost, cost_type, skims, next_hops, schedule, device, memory_limit_bytes, …

    Returns
    -------
    DistanceTable
        n × n. Its ``report`` states the schedule and device and the reason for them.

    Raises
    ------
    InvalidArgument, NegativeCycleError, CapacityError, DeviceError, KeyboardInterrupt

    Examples
    --------
    >>> import allways
    >>> network = allways.Network.from_arrays([0, 1, 2], [1, 2, 0], {"time": [60, 30, 45]}, units={"time": "s"})
    >>> table = allways.solve(network)
    >>> table.to_numpy("min")
    array([[0.  , 1.  , 1.5 ],
           [1.25, 0.  , 0.5 ],
           [0.75, 1.75, 0.  ]])
    """
    problem = as_problem(source)
    (solving,) = fill(options, _core.SolveOptions)
    problem = choose_cost(problem, solving)
    with reporting(progress) as callback:
        table, report = _core.solve(problem._core, solving, callback)
    return DistanceTable(table, report)


def solve_to_file(source: Any, path: str | os.PathLike, *, resume: bool = False, checkpoint_seconds: float = 10,
                  shard: tuple[int, int] | None = None, output: ExportOptions | None = None,
                  progress: Progress = None, **options: Unpack[SolveOptions]) -> _core.SolveReport:
    """Solve a table and write it: finished rows are written while others are computed.

    The table is whole in memory only if the format or the job needs it so (``SolveReport.whole_because`` says why).

    Parameters
    ----------
    path
        .omx and .npy take rows in any order, text formats in ascending order; other formats need the whole table.
    resume : bool
        Continue an ended run of the same job.
    shard : (int, int)
        (k, n): compute only the k-th of n parts of the rows, into the file that all n processes share (for networks, to
        .omx and .npy). When all parts are finished, :func:`join_shards` completes the table. A finished shard is left
        as it is.
    output : dict
        :class:`allways.ExportOptions` for the file.

    Returns
    -------
    SolveReport

    Raises
    ------
    InvalidArgument
        For ``resume`` and ``shard`` of a table that has to be whole in memory; the message says why it has to.
    """
    problem = as_problem(source)
    (solving,) = fill(options, _core.SolveOptions)
    problem = choose_cost(problem, solving)
    (writing,) = fill(dict(output or {}), _core.ExportOptions)
    (stream,) = fill({"resume": resume, "checkpoint_seconds": checkpoint_seconds}, _core.StreamOptions)
    if shard is not None:
        if not isinstance(shard, (tuple, list)) or len(shard) != 2:
            raise InvalidArgument(f"`shard`: expected (k, n), the k-th of n parts, found {shard!r}")
        stream.shard = (count_of(shard[0], "shard", 1), count_of(shard[1], "shard", 1))
    with reporting(progress) as callback:
        return _core.solve_to_file(problem._core, solving, str(path), writing, stream, callback)


def join_shards(path: str | os.PathLike, *, overwrite: bool = False, progress: Progress = None) -> _core.JoinReport:
    """Complete a table that several processes computed, each with its own ``shard`` of solve_to_file().

    All rows are read and compared with the checksums recorded when they were computed. The file is byte for byte the
    one that a single process writes.

    Returns
    -------
    JoinReport
        ``shards`` has the rows, host and seconds of each shard.

    Raises
    ------
    InputError
        If shards are missing, unfinished, damaged or of another job: the message names them, and nothing is changed.
    """
    with reporting(progress) as callback:
        return _core.join_shards(str(path), overwrite, callback)


def limit_threads(most: int) -> None:
    """Limit the threads of this process from now on, for several processes on one machine; 0: one per core."""
    _core.limit_threads(count_of(most, "most"))


def plan(source: Any, *, progress: Progress = None, **options: Unpack[SolveOptions]) -> _core.SolveReport:
    """Decide how a table would be solved, and what it needs, without solving it. Arguments are those of solve()."""
    problem = as_problem(source)
    (solving,) = fill(options, _core.SolveOptions)
    problem = choose_cost(problem, solving)
    with reporting(progress) as callback:
        return _core.plan(problem._core, solving, callback)


def table(source: Any, origins: Any = None, destinations: Any = None, *, pairs: Any = None, costs: Sequence[str] = (),
          crs: Any = None, drop_unsnapped: bool = False, progress: Progress = None,
          **options: Unpack[TableOptions]) -> OriginDestinationTable:
    """Distances between places, without the table of all pairs: see :meth:`allways.Network.table`."""
    from . import placed

    source = source if hasattr(source, "_core") else as_problem(source)
    if isinstance(origins, placed.Places) or isinstance(destinations, placed.Places):
        if pairs is not None or origins is None:
            raise InvalidArgument("give `origins` and `destinations`, or `pairs`")
        if costs:
            raise InvalidArgument("`costs` apply to places that the table snaps, not to places of one cost")
        return placed.table(source, origins, destinations, progress, options)
    solving, snapping = fill(options, _core.SolveOptions, _core.SnapOptions)
    source, costs = _choose_costs(source, solving, words_of("costs", () if costs is None else costs))
    name = getattr(source, "source", "")
    if pairs is not None:
        if origins is not None or destinations is not None:
            raise InvalidArgument("give `origins` and `destinations`, or `pairs`")
        wanted = pairs_of(pairs, source, crs)
        with reporting(progress) as callback:
            core, report, unsnapped, cells, kept = _core.find_pairs(source._core, wanted.lists, costs, solving, snapping,
                                                                    drop_unsnapped, name, callback)
        index = None if wanted.index is None else wanted.index[kept]
        return PairTable(core, report, unsnapped, cells, index=index)._as_given(*wanted.are_texts)
    if origins is None:
        raise InvalidArgument("give `origins`, and `destinations` unless they are the same, or `pairs`")
    origins, destinations = settled(origins), settled(destinations)
    network_crs = getattr(source, "crs", "")
    rows = place_list(keys_as_texts(origins, source), "origins", network_crs, crs)
    columns = None if destinations is None else place_list(keys_as_texts(destinations, source), "destinations", network_crs, crs)
    with reporting(progress) as callback:
        made, report, unsnapped, *_ = _core.find_table(source._core, rows, columns, costs, solving, snapping, drop_unsnapped,
                                                        name, callback)
    texts = given_texts(origins)
    found = OriginDestinationTable(made, report, unsnapped)
    return found._as_given(texts, texts if destinations is None else given_texts(destinations))


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
