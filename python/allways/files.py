# SPDX-License-Identifier: Apache-2.0
"""Reading files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Mapping

from . import _core
from .attributes import Origin
from .callbacks import Progress, reporting
from .errors import InputError
from .faces import face_of
from .options import ReadOptions, Unpack, fill
from .stores.parquet_input import is_parquet, readable

if TYPE_CHECKING:
    from .factor import Factor
    from .matrix import Matrix
    from .network import Network
    from .table import DistanceTable, OriginDestinationTable


def _read(path: str | os.PathLike, wanted: str, progress: Progress, options: Mapping[str, Any]) -> Any:
    """What a file contains; `wanted`, if any, is what it must contain."""
    (reading,) = fill(options, _core.ReadOptions)
    with reporting(progress) as callback, readable(path, wanted) as known:
        content, report = _core.read(os.fspath(known), reading, wanted, callback)
    if isinstance(content, _core.Network):
        made = face_of(content, Origin(reading, told=(os.fspath(path), list(content.notes)) if is_parquet(path) else None), report)
    else:
        made = face_of(content)
    if wanted and not isinstance(content, _kinds[wanted]):
        raise InputError(f"{os.fspath(path)}: expected a {wanted}, found {made!r}", os.fspath(path))
    return made


_kinds: dict[str, Any] = {"network": _core.Network, "matrix": _core.Matrix, "table": (_core.DistanceTable, _core.OriginDestinationTable),
                          "factor": _core.Factor}


def read(path: str | os.PathLike, *, progress: Progress = None,
         **options: Unpack[ReadOptions]) -> Network | Matrix | DistanceTable | OriginDestinationTable | Factor:
    """Read whatever a file contains: a network, matrix, table or factor, in any format that Allways reads.

    Parameters
    ----------
    path
        The format comes from its suffix, then from the content, or from `format`. Parquet files are read as CSV files
        of the same columns, GeoParquet files as GeoPackages, and segments of Overture Maps as GeoJSON: see
        :mod:`allways.stores.parquet_input`.
    **options
        :class:`allways.ReadOptions`: profile, layer, from_field, bbox, ….

    Raises
    ------
    InputError
        With file and line, for unreadable, malformed or unknown input.
    """
    return _read(path, "", progress, options)


def read_network(path: str | os.PathLike, *, progress: Progress = None, **options: Unpack[ReadOptions]) -> Network:
    """Read a network: OpenStreetMap, GeoPackage, Shapefile, GMNS, TNTP, DIMACS, CSV, …. Arguments as for read().

    >>> network = read_network("data/village.osm", profile="car")
    >>> network.node_count, network.column_units["time"]
    (12, 's')
    """
    return _read(path, "network", progress, options)


def read_matrix(path: str | os.PathLike, *, progress: Progress = None, **options: Unpack[ReadOptions]) -> Matrix:
    """Read a square matrix of direct costs: TSPLIB, CSV, .npy, MatrixMarket, OMX."""
    return _read(path, "matrix", progress, options)


def read_table(path: str | os.PathLike, *, progress: Progress = None,
               **options: Unpack[ReadOptions]) -> DistanceTable | OriginDestinationTable:
    """Read a solved table: OMX, .npy, CSV of pairs, SQLite, Parquet by :mod:`allways.stores.parquet`."""
    return _read(path, "table", progress, options)


def read_factor(path: str | os.PathLike, *, progress: Progress = None, **options: Unpack[ReadOptions]) -> Factor:
    """Open a factor. The file is mapped into memory: data are read when they are used."""
    return _read(path, "factor", progress, options)
