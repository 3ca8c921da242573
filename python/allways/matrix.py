# SPDX-License-Identifier: Apache-2.0
"""Dense matrices of direct costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from .callbacks import Progress, reporting
from .drawing import Page, draw
from .errors import InvalidArgument, core_of
from .ids import internal, public
from .labels import in_order
from .options import ExportOptions, SolveOptions, fill

try:
    from typing import Unpack
except ImportError:  # Python 3.10
    from typing_extensions import Unpack

if TYPE_CHECKING:
    from .table import DistanceTable, OriginDestinationTable


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
        if hasattr(costs, "index") and hasattr(costs, "columns"):
            if not costs.index.equals(costs.columns):
                raise InvalidArgument("a matrix of costs has the same labels in rows and columns, in one order")
            if node_ids is None:
                node_ids = costs.index
            else:
                costs = in_order(in_order(costs, "costs", node_ids).T, "costs", node_ids).T
        array = _native(costs)
        if node_ids is not None and len(node_ids) != len(array):
            raise InvalidArgument(f"`node_ids`: expected one for each of {len(array)} nodes, found {len(node_ids)}")
        self._core = _core.Matrix(array, name, unit, 0, internal(node_ids))

    @classmethod
    def _of(cls, core: _core.Matrix) -> Matrix:
        made = cls.__new__(cls)
        made._core = core
        return made

    @property
    def node_count(self) -> int:
        return self._core.node_count

    @property
    def shape(self) -> tuple[int, int]:
        return (self.node_count, self.node_count)

    @property
    def node_ids(self) -> np.ndarray:
        """The ids of rows and columns; 1 … n if the source states none."""
        return public(self._core.node_ids)

    @property
    def raw_costs(self) -> np.ndarray:
        """The raw costs, a read-only n × n view: natural cost = raw × 10^-digits."""
        return self._core.costs

    @property
    def digits(self) -> int:
        return self._core.scale.digits

    def to_numpy(self) -> np.ndarray:
        """The costs as a new float64 array in :attr:`unit`; inf means no arc."""
        raw = self.raw_costs
        costs = raw / 10.0**self.digits
        if raw.dtype == np.int32:
            costs[raw == 2**30 - 1] = np.inf
        return costs

    @property
    def unit(self) -> str:
        return self._core.scale.unit

    def solve(self, *, progress: Progress = None, **options: Unpack[SolveOptions]) -> DistanceTable:
        """All-pairs shortest paths: see :func:`allways.solve`."""
        from .solving import solve

        return solve(self, progress=progress, **options)

    def table(self, origins: Any = None, destinations: Any = None, *, pairs: Any = None, progress: Progress = None,
              **options: Unpack[SolveOptions]) -> OriginDestinationTable:
        """The distances from some nodes to others; solves the whole matrix. See :meth:`allways.Network.table`."""
        from .solving import table

        return table(self, origins, destinations, pairs=pairs, progress=progress, **options)

    def diff(self, other: Any, *, rtol: float = 0, atol: float = 0, by_position: bool = False,
             progress: Progress = None) -> _core.FieldDifference:
        """Compare the costs with another matrix or a table of all pairs: see :meth:`allways.Table.diff`."""
        compared = core_of(other, "a matrix or a table")
        if not isinstance(compared, (_core.Matrix, _core.DistanceTable)):
            raise InvalidArgument(f"expected a matrix or a table of all pairs, found {type(other).__name__}")
        with reporting(progress) as callback:
            return _core.difference(self._core, compared, "", by_position, rtol, atol, None, callback)

    def draw(self, path=None, *, title: str = "", theme: str = "light", legend: bool = True, overwrite: bool = False,
             width: float | None = None, height: float | None = None, progress: Progress = None) -> Page | None:
        """Draw the costs as a heat map, as :meth:`allways.Network.draw` draws maps."""
        return draw(lambda drawing, callback: _core.draw(self._core, 512, drawing, callback), path, title=title,
                    theme=theme, legend=legend, overwrite=overwrite, width=width, height=height, progress=progress)

    def write(self, path, *, progress: Progress = None, **options: Unpack[ExportOptions]) -> None:
        """Write the matrix in a table format that can store direct costs."""
        (output,) = fill(options, _core.ExportOptions)
        output.direct_costs = True
        with reporting(progress) as callback:
            _core.write(self._core, str(path), output, callback)

    def __reduce__(self):
        return _restored, (self.raw_costs, self._core.scale.name, self._core.scale.unit, self._core.scale.digits, self.node_ids)

    def __repr__(self) -> str:
        return f"<allways.Matrix of {self.node_count} nodes>"


def _restored(costs: np.ndarray, name: str, unit: str, digits: int, node_ids: np.ndarray) -> Matrix:
    return Matrix._of(_core.Matrix(costs, name, unit, digits, internal(node_ids)))


def _native(costs: Any) -> np.ndarray:
    """The costs as a C-order array of a type that the library supports."""
    if hasattr(costs, "to_numpy"):
        costs = costs.to_numpy()
    if np.ma.isMaskedArray(costs):
        costs = np.ma.filled(np.ma.asarray(costs, np.float64), np.inf) if np.ma.is_masked(costs) else np.ma.getdata(costs)
    try:
        array = np.asarray(costs)
    except ValueError:
        raise InvalidArgument("a matrix of costs has rows of one length") from None
    if array.dtype == object or array.dtype.kind not in "fiub":
        raise InvalidArgument(f"a matrix of costs has numbers, not {array.dtype}; convert it with .astype(float)")
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise InvalidArgument(f"a matrix of costs has as many rows as columns; found {array.shape}")
    if array.dtype in (np.int32, np.float32, np.float64):
        return np.ascontiguousarray(array)
    if array.dtype.kind in "iub":
        fits = array.size == 0 or (int(array.max()) < 2**30 - 1 and int(array.min()) > -(2**30))
        return np.ascontiguousarray(array, dtype=np.int32 if fits else np.float64)
    return np.ascontiguousarray(array, dtype=np.float32 if array.dtype.itemsize < 4 else np.float64)
