# SPDX-License-Identifier: Apache-2.0
"""Allways: all-pairs distances and paths on road networks.

>>> import allways
>>> network = allways.generate_streets(1000)
>>> table = network.solve(cost="time", skims=["length"])
>>> table.shape, table.unit
((1000, 1000), 's')
"""

import warnings

from ._core import Explanation
from ._core import version as __version__
from . import records  # noqa: F401 - gives reports their texts and pickles
from .callbacks import Progress
from .drawing import Page
from .environment import devices, formats, instruction_languages, limit_threads, osm_profile_text, output_formats, show_versions
from .errors import (AllwaysWarning, CapacityError, Cancelled, DeviceError, Error, GuessWarning, InputError, InvalidArgument,
                     LossWarning, NegativeCycleError)
from .factor import Factor
from .files import read, read_factor, read_matrix, read_network, read_table
from .launch import offer_pocl
from .matrix import Matrix
from .network import Network, generate_random_network, generate_streets
from .options import (BenchOptions, ExportOptions, ReadOptions, ServeOptions, SnapOptions, SolveOptions, TableOptions,
                      TuneOptions, VerifyOptions, check_arguments, show_options)
from .hourly import HourlyTable
from .paths import Path, Paths
from .placed import Places
from .serving import Server, serve
from .rows import ArrowPairs, Rows, RowStream
from .solving import join_shards, plan, solve, solve_to_file
from .stores.shared import SharedSkims
from .table import DistanceTable, OriginDestinationTable, PairTable, Table
from .tuning import bench, tune

__all__ = [
    "AllwaysWarning", "ArrowPairs", "BenchOptions", "Cancelled", "CapacityError", "DeviceError", "DistanceTable", "Error",
    "Explanation", "ExportOptions", "Factor", "GuessWarning", "HourlyTable", "InputError", "InvalidArgument", "LossWarning", "Matrix", "NegativeCycleError",
    "Network", "OriginDestinationTable", "Page", "PairTable", "Path", "Paths", "Places", "Progress", "ReadOptions", "RowStream",
    "ServeOptions", "Server", "SharedSkims", "SnapOptions", "SolveOptions", "Table", "TableOptions", "TuneOptions", "VerifyOptions",
    "bench", "devices", "formats", "generate_random_network", "generate_streets", "instruction_languages", "join_shards", "limit_threads",
    "osm_profile_text", "output_formats", "plan", "read", "read_factor", "read_matrix", "read_network", "read_table",
    "serve", "show_versions", "solve", "solve_to_file", "tune",
]

if _warning := offer_pocl():
    warnings.warn(_warning, AllwaysWarning, stacklevel=2)
show_options(Network, Matrix, Factor, Path, Paths, Rows, Table, DistanceTable, HourlyTable, bench, tune, plan, read, read_factor, read_matrix,
             read_network, read_table, serve, solve, solve_to_file)
check_arguments(Network, Matrix, Factor, Path, Paths, Table, OriginDestinationTable, PairTable, DistanceTable, HourlyTable)
