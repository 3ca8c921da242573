# SPDX-License-Identifier: Apache-2.0
"""Functions that solve networks, matrices and what can be converted to them."""

from __future__ import annotations

import os
from typing import Any

from . import _core
from .callbacks import Progress, reported
from .errors import InvalidArgument, count_of
from .graphs import as_problem
from .options import ExportOptions, SolveOptions, StreamOptions, Unpack, fill, prepared, take
from .table import DistanceTable


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
    problem, solving = prepared(as_problem(source), options)
    return DistanceTable(*reported(progress, _core.solve, problem._core, solving))


def solve_to_file(source: Any, path: str | os.PathLike, *, output: ExportOptions | None = None, progress: Progress = None,
                  **options: Unpack[StreamOptions]) -> _core.SolveReport:
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
    own, others = take(StreamOptions, options)
    problem, solving = prepared(as_problem(source), others)
    (writing,) = fill(dict(output or {}), _core.ExportOptions)
    (stream,) = fill({"resume": own.resume, "checkpoint_seconds": own.checkpoint_seconds}, _core.StreamOptions)
    if own.shard is not None:
        if not isinstance(own.shard, (tuple, list)) or len(own.shard) != 2:
            raise InvalidArgument(f"`shard`: expected (k, n), the k-th of n parts, found {own.shard!r}")
        stream.shard = (count_of(own.shard[0], "shard", 1), count_of(own.shard[1], "shard", 1))
    return reported(progress, _core.solve_to_file, problem._core, solving, str(path), writing, stream)


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
    return reported(progress, _core.join_shards, str(path), overwrite)


def plan(source: Any, *, progress: Progress = None, **options: Unpack[SolveOptions]) -> _core.SolveReport:
    """Decide how a table would be solved, and what it needs, without solving it. Arguments are those of solve()."""
    problem, solving = prepared(as_problem(source), options)
    return reported(progress, _core.plan, problem._core, solving)
