# SPDX-License-Identifier: Apache-2.0
"""Reading files."""

from __future__ import annotations

import os
from typing import Any, Callable, Mapping

from . import _core
from .callbacks import Progress, reporting, take_log_line
from .errors import InputError
from .factor import Factor
from .matrix import Matrix
from .network import Network
from .options import ReadOptions, fill, tuning_directory
from .stores.parquet_input import is_parquet, readable
from .table import DistanceTable, OriginDestinationTable, Table

try:
    from typing import Unpack
except ImportError:  # Python 3.10
    from typing_extensions import Unpack

_public: dict[type, Callable[[Any], Any]] = {
    _core.Network: Network,
    _core.Matrix: Matrix._of,
    _core.DistanceTable: DistanceTable,
    _core.OriginDestinationTable: OriginDestinationTable,
    _core.Factor: Factor,
}


def _read(path: str | os.PathLike, wanted: str, progress: Progress, options: Mapping[str, Any]) -> Any:
    (reading,) = fill(options, _core.ReadOptions)
    with reporting(progress) as callback, readable(path, wanted) as known:
        content, report = _core.read(os.fspath(known), reading, wanted, callback)
    made = _public[type(content)](content)
    if isinstance(made, Network):
        if is_parquet(path):
            made._told = os.fspath(path), made._notes
        made.import_report = report
        made._reading = reading
    return made


def _read_as(kind: type, wanted: str, path: str | os.PathLike, progress: Progress, options: Mapping[str, Any]) -> Any:
    made = _read(path, wanted, progress, options)
    if not isinstance(made, kind):
        raise InputError(f"{os.fspath(path)}: expected a {wanted}, found {made!r}", os.fspath(path))
    return made


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
    return _read_as(Network, "network", path, progress, options)


def read_matrix(path: str | os.PathLike, *, progress: Progress = None, **options: Unpack[ReadOptions]) -> Matrix:
    """Read a square matrix of direct costs: TSPLIB, CSV, .npy, MatrixMarket, OMX."""
    return _read_as(Matrix, "matrix", path, progress, options)


def read_table(path: str | os.PathLike, *, progress: Progress = None,
               **options: Unpack[ReadOptions]) -> DistanceTable | OriginDestinationTable:
    """Read a solved table: OMX, .npy, CSV of pairs, SQLite, Parquet by :mod:`allways.stores.parquet`."""
    return _read_as(Table, "table", path, progress, options)


def read_factor(path: str | os.PathLike, *, progress: Progress = None, **options: Unpack[ReadOptions]) -> Factor:
    """Open a factor. The file is mapped into memory: data are read when they are used."""
    return _read_as(Factor, "factor", path, progress, options)


def formats() -> dict[str, _core.FormatInfo]:
    """The formats that can be read, by name, with the keywords that each takes."""
    return {info.name: info for info in _core.input_formats()}


def output_formats() -> dict[str, _core.OutputFormat]:
    """The formats that can be written, by name."""
    return {info.name: info for info in _core.output_formats()}


def devices() -> list[_core.Device]:
    """The OpenCL devices of this machine. If there is none, solves run on the host, and a log line gives the reason."""
    found, explanation = _core.list_devices(tuning_directory())
    if not found:
        take_log_line(1, explanation)
    return found


def instruction_languages() -> list[str]:
    """The languages of directions: "en", "de", …"""
    return _core.instruction_languages()


def osm_profile_text(name: str) -> str:
    """The text of a built-in profile ("car", "bicycle", …), to copy and edit."""
    return _core.osm_profile_text(name)
