# SPDX-License-Identifier: Apache-2.0
"""All pairs of a network as a stream: blocks of rows that are computed when they are read, from one factor."""

from __future__ import annotations

from typing import Any, Mapping

import numpy as np

from . import _core
from .callbacks import Progress, reporting
from .options import choose_cost, fill
from .rows import Rows

_rows_of_a_block = 512  # from there on, a row takes the time that it takes in a solve of all pairs


class _FactorRows:
    """Rows of a factor, with the members of a compiled table that :class:`Rows` reads. The last block is kept."""

    def __init__(self, network: Any, solving: _core.SolveOptions, callback: Any):
        self._network, self._solving, self._callback = network, solving, callback
        self._factor, self.report = _core.factorize(network, solving, callback)
        self._every = _core.side_of_nodes(network, np.arange(network.node_count, dtype=np.uint32))
        self._first, self._last = 0, -1
        self._block(0, min(1, network.node_count))
        self.shape = (network.node_count, network.node_count)
        self.origin_ids = self.destination_ids = self._part.destination_ids
        self.scale, self.skims, self.cost_type = self._part.scale, self._part.skims, self._part.cost_type
        self.crs, self.provenance = self._part.crs, self._part.provenance

    def _block(self, first: int, last: int) -> Any:
        if not self._first <= first <= last <= self._last:
            size = max(1, last - first)
            end = min(first + max(size, _rows_of_a_block // size * size), self._network.node_count)
            side = _core.side_of_nodes(self._network, np.arange(first, end, dtype=np.uint32))
            self._part, _ = _core.table_between(self._factor, side, self._every, self._network.crs, self._solving, None)
            self._first, self._last = first, end
        return self._part

    def natural_rows(self, skim: str, unit: str, first: int, last: int) -> np.ndarray:
        return self._block(first, last).natural_rows(skim, unit, first - self._first, last - self._first)

    def raw_rows(self, skim: str, first: int, last: int) -> np.ndarray:
        return self._block(first, last).raw_rows(skim, first - self._first, last - self._first)


class RowStream(Rows):
    """The distances between all nodes, computed a block of rows at a time: see :meth:`allways.Network.stream`.

    Memory is that of a factor and of a block, whatever the size of the table. Each reading computes the rows again.

    Attributes
    ----------
    report : FactorReport
        Decisions, sizes and times of the factor.
    """

    _core: _FactorRows

    def __init__(self, network: Any, options: Mapping[str, Any], progress: Progress):
        (solving,) = fill(options, _core.SolveOptions)
        network = choose_cost(network, solving)
        with reporting(progress) as callback:
            self._core = _FactorRows(network._core, solving, callback)
        self.report = self._core.report

    def __repr__(self) -> str:
        unit = f" in {self.unit}" if self.unit else ""
        return f"<allways.RowStream of {self.shape[0]} × {self.shape[1]}: {self.cost}{unit}, {self.cost_type}>"
