# SPDX-License-Identifier: Apache-2.0
"""Dense matrices of direct costs."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core, arrays, solving
from .callbacks import Progress, reported
from .drawing import Page, draw_heat_map
from .errors import InvalidArgument
from .faces import attribute, core_of, shows
from .ids import internal, public
from .options import DrawOptions, ExportOptions, SolveOptions, Unpack, fill
from .table import OriginDestinationTable, find_table


class Matrix:
    """An n × n matrix of direct costs, ``[from, to]``.

    Parameters
    ----------
    costs : array_like, n × n
        int32, float32 and float64 arrays in C order are borrowed without a copy: do not change them while the matrix is
        in use. NaN, inf (2³⁰ − 1 for int32) and masked entries mean no arc; 0 is an arc of cost 0; the diagonal is
        never used.
    name, unit : str
        Name and unit of the costs: "time", "s".
    node_ids : array_like of int or str, n
        Default: 1, 2, …, or the index of a DataFrame, which these ids bring into their order. If ids are given, the costs are
        copied.

    Examples
    --------
    >>> import numpy as np
    >>> from allways import Matrix
    >>> Matrix(np.array([[0, 7, np.inf], [np.inf, 0, 1], [2, np.inf, 0.0]])).solve().to_numpy()
    array([[0., 7., 8.],
           [3., 0., 1.],
           [2., 9., 0.]])
    """

    def __init__(self, costs: Any, *, name: str = "cost", unit: str = "", node_ids: Any = None):
        self._core = arrays.matrix(costs, name, unit, node_ids)

    node_count: int = attribute("_core.node_count")

    @property
    def shape(self) -> tuple[int, int]:
        return (self.node_count, self.node_count)

    node_ids: np.ndarray = attribute("_core.node_ids", "The ids of rows and columns; 1 … n if the source states none.", public)
    raw_costs: np.ndarray = attribute("_core.costs", "The raw costs, a read-only n × n view: natural cost = raw × 10^-digits.")
    digits: int = attribute("_core.scale.digits")

    def to_numpy(self) -> np.ndarray:
        """The costs as a new float64 array in :attr:`unit`; inf means no arc."""
        raw = self.raw_costs
        costs = raw / 10.0**self.digits
        if raw.dtype == np.int32:
            costs[raw == 2**30 - 1] = np.inf
        return costs

    unit: str = attribute("_core.scale.unit")

    solve = solving.solve

    def table(self, origins: Any = None, destinations: Any = None, *, pairs: Any = None, progress: Progress = None,
              **options: Unpack[SolveOptions]) -> OriginDestinationTable:
        """The distances from some nodes to others; solves the whole matrix. See :meth:`allways.Network.table`."""
        return find_table(self, origins, destinations, pairs, progress, options)

    def diff(self, other: Any, *, rtol: float = 0, atol: float = 0, by_position: bool = False,
             progress: Progress = None) -> _core.FieldDifference:
        """Compare the costs with another matrix or a table of all pairs: see :meth:`allways.Table.diff`."""
        compared = core_of(other, "a matrix or a table")
        if not isinstance(compared, (_core.Matrix, _core.DistanceTable)):
            raise InvalidArgument(f"expected a matrix or a table of all pairs, found {type(other).__name__}")
        return reported(progress, _core.difference, self._core, compared, "", by_position, rtol, atol, None)

    def draw(self, path=None, *, progress: Progress = None, **options: Unpack[DrawOptions]) -> Page | None:
        """Draw the costs as a heat map, as :meth:`allways.Network.draw` draws maps."""
        return draw_heat_map(self._core, path, progress, options)

    def write(self, path, *, progress: Progress = None, **options: Unpack[ExportOptions]) -> None:
        """Write the matrix in a table format that can store direct costs."""
        (output,) = fill(options, _core.ExportOptions)
        output.direct_costs = True
        reported(progress, _core.write, self._core, str(path), output)

    def __reduce__(self):
        return _restored, (self.raw_costs, self._core.scale.name, self._core.scale.unit, self._core.scale.digits, self.node_ids)

    def __repr__(self) -> str:
        return f"<allways.Matrix of {self.node_count} nodes>"


@shows(_core.Matrix)
def _shown(core: _core.Matrix) -> Matrix:
    made = Matrix.__new__(Matrix)
    made._core = core
    return made


def _restored(costs: np.ndarray, name: str, unit: str, digits: int, node_ids: np.ndarray) -> Matrix:
    return _shown(_core.Matrix(costs, name, unit, digits, internal(node_ids)))
