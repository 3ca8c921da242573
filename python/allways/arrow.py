# SPDX-License-Identifier: Apache-2.0
"""The pairs of a table as an Arrow stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

import numpy as np

if TYPE_CHECKING:
    import pyarrow

    from .rows import Rows, Units


class ArrowPairs:
    """The pairs of a table, by :meth:`allways.Table.to_arrow`, as record batches that are computed while they are read.

    It can be read repeatedly, each time from the beginning: by ``__arrow_c_stream__`` (Polars, pyarrow, …), by
    :meth:`reader`, or by a loop over the batches.

    Examples
    --------
    >>> import allways
    >>> import pyarrow
    >>> pairs = allways.generate_streets(100).table([1, 2], [3], cost="time").to_arrow(unit="min")
    >>> pairs.schema.names
    ['origin', 'destination', 'time_min']
    >>> pyarrow.table(pairs).num_rows, pyarrow.table(pairs).num_rows
    (2, 2)
    """

    def __init__(self, table: Rows, unit: Units, rows_per_batch: int | None):
        import pyarrow as pa

        self._table = table
        self._rows_per_batch = rows_per_batch
        self._fields = table._fields(unit)
        self._ids = pa.array(table.origin_ids), pa.array(table.destination_ids)
        #: The names and types of the columns.
        self.schema: pyarrow.Schema = pa.schema(
            [("origin", self._ids[0].type), ("destination", self._ids[1].type)] +
            [(label, pa.float64()) for _, label, _ in self._fields])

    def __iter__(self) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow as pa

        for first, last in self._table._long_batches(self._rows_per_batch):
            cells = self._table._long_cells(first, last)
            parts = [ids.take(pa.array(at)) for ids, at in zip(self._ids, cells)]
            for name, _, chosen in self._fields:
                values = self._table._long_values(name, chosen, first, last)
                parts.append(pa.array(values, mask=np.isinf(values)))
            yield pa.record_batch(parts, schema=self.schema)

    def reader(self) -> pyarrow.RecordBatchReader:
        """A reader of the batches that starts at the first one."""
        import pyarrow as pa

        return pa.RecordBatchReader.from_batches(self.schema, iter(self))

    def read_all(self) -> pyarrow.Table:
        """All pairs as a pyarrow.Table."""
        return self.reader().read_all()

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.reader().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<allways.ArrowPairs of {self._table!r}: {', '.join(self.schema.names)}>"
