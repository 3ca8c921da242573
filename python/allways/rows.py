# SPDX-License-Identifier: Apache-2.0
"""Rows of distances, in memory or computed when they are read, and the columns, streams and stores made from them."""

from __future__ import annotations

import os
from typing import Any, Iterator, Literal, Mapping, NamedTuple, Sequence

import numpy as np

from . import _core
from .callbacks import Progress, reported
from .errors import InvalidArgument
from .faces import attribute
from .ids import as_given, public
from .libraries import pyarrow
from .options import ParquetOptions, Units, Unpack, ZarrOptions, prepared, words_of
from .stores import parquet, shared, zarr


class Field(NamedTuple):
    """The distance of a table, or a skim, in natural numbers of some unit."""

    skim: str  # empty: the distance
    name: str
    chosen: str  # the requested unit; empty: that of the scale
    scale: _core.CostScale

    @property
    def unit(self) -> str:
        return self.chosen or self.scale.unit

    @property
    def label(self) -> str:
        """The name of its column: "time_min"."""
        return f"{self.name}_{self.unit}".rstrip("_")

    @property
    def raw_label(self) -> str:
        """The name of a column of its raw numbers, with their unit, thousandths of "s" being "ms"; where it has no name, "raw"."""
        scale = self.scale
        named = {("s", 3): "ms", ("m", 3): "mm", ("m", 2): "cm", ("m", 1): "dm"}
        unit = scale.unit if scale.unit and scale.digits == 0 else named.get((scale.unit, scale.digits), "raw")
        return f"{self.name}_{unit}"


class Rows:
    """Distances from origins to destinations: a :class:`Table`, or a :class:`RowStream`, which is never whole in memory."""

    _core: Any
    _are_texts: tuple[bool, bool] = (False, False)  # True if the ids of rows, or columns, were given as texts of digits

    shape: tuple[int, int] = attribute("_core.shape")

    @property
    def origin_ids(self) -> np.ndarray:
        """The ids of the rows: int64, or objects of type str. Ids that were given as texts are texts."""
        return as_given(public(self._core.origin_ids), self._are_texts[0])

    @property
    def destination_ids(self) -> np.ndarray:
        """The ids of the columns."""
        return as_given(public(self._core.destination_ids), self._are_texts[1])

    cost: str = attribute("_core.scale.name", """The name of the cost: "time".""")
    unit: str = attribute("_core.scale.unit", """The unit of distances: "s", "m"; empty if the source states none.""")
    cost_type: str = attribute("_core.cost_type", "The type of :attr:`raw_distances`: int32, float32 or float64.")
    digits: int = attribute("_core.scale.digits", "Natural distance = raw distance × 10^-digits, in :attr:`unit`.")
    crs: str = attribute("_core.crs")
    provenance: dict[str, str] = attribute("_core.provenance", "How the table was made: names and texts.", dict)

    @property
    def skims(self) -> dict[str, str]:
        """The names and units of the skims: further fields summed along the fastest paths."""
        return {scale.name: scale.unit for scale in self._core.skims}

    def _fields(self, unit: Units) -> list[Field]:
        """The distance and the skims; `unit` applies to fields of its kind."""
        scales = [self._core.scale, *self._core.skims]
        skims = ["", *(scale.name for scale in scales[1:])]
        return [Field(skim, scale.name, chosen, scale) for skim, scale, chosen in zip(skims, scales, _units_of(scales, unit))]

    def _row_blocks(self, size: int | None = None) -> Iterator[tuple[int, int]]:
        """Blocks of rows of all cells, of about a million cells."""
        rows, columns = self.shape
        return steps(rows, size or max(1, (1 << 20) // max(1, columns)))

    # The long forms have the table's rows one after the other, or only the requested pairs.

    def _long_ids(self) -> tuple[np.ndarray, np.ndarray]:
        """The ids of all pairs."""
        rows, columns = self.shape
        return np.repeat(self.origin_ids, columns), np.tile(self.destination_ids, rows)

    def _long_batches(self, rows_per_batch: int | None) -> Iterator[tuple[int, int]]:
        return self._row_blocks(rows_per_batch)

    def _long_cells(self, first: int, last: int) -> tuple[np.ndarray, np.ndarray]:
        """The row and column of each pair in some rows."""
        columns = self.shape[1]
        return np.repeat(np.arange(first, last), columns), np.tile(np.arange(columns), last - first)

    def _long_values(self, skim: str, unit: str, first: int | None = None, last: int | None = None) -> np.ndarray:
        """The natural numbers of the pairs in some rows; default: of all pairs."""
        begin, end, _ = slice(first, last).indices(self.shape[0])
        return self._core.natural_rows(skim, unit, begin, end).reshape(-1)

    def to_arrow(self, *, unit: Units = "", rows_per_batch: int | None = None) -> ArrowPairs:
        """The pairs as an Arrow stream. A batch has some rows of the table, or some of the requested pairs.

        Columns: origin, destination, the distance and the skims (float64; null means no path).

        Returns
        -------
        ArrowPairs
            Polars, DuckDB, pyarrow.table() and others can read it repeatedly; ``reader()`` is a
            pyarrow.RecordBatchReader, which returns its batches once.
        """
        return ArrowPairs(self, unit, rows_per_batch)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The pairs as an Arrow stream, for Polars, DuckDB, pyarrow and others."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_parquet(self, path: str | os.PathLike, *, progress: Progress = None, **options: Unpack[ParquetOptions]) -> None:
        """Write a Parquet file, a group of rows at a time; see :mod:`allways.stores.parquet`."""
        parquet.write(self, path, progress, options)

    def to_zarr(self, path: str | os.PathLike, *, progress: Progress = None, **options: Unpack[ZarrOptions]) -> None:
        """Write a Zarr group laid out for ``xarray.open_zarr``; see :mod:`allways.stores.zarr`."""
        zarr.write(self, path, progress, options)

    def to_shared_memory(self, name: str | None = None, *, unit: Units = "", dtype: Literal["float32", "float64"] = "float32",
                         progress: Progress = None) -> shared.SharedSkims:
        """Fill shared memory that other processes open without a copy; see :mod:`allways.stores.shared`."""
        return shared.fill(self, name, unit=unit, dtype=dtype, progress=progress)


def write_parquet(rows: Any, path: Any, progress: Progress, options: Mapping[str, Any]) -> None:
    """What write() does for Parquet files: to_parquet(), with the options that both have."""
    unknown = set(options) - {"format", "overwrite", "unit", "dtype"}
    if unknown:
        raise InvalidArgument(f"`{sorted(unknown)[0]}` does not apply to Parquet files; to_parquet() describes what does")
    chosen = {name: value for name, value in options.items() if name != "format" and value not in (None, "natural")}
    rows.to_parquet(path, progress=progress, **chosen)


def in_frames(distances: np.ndarray) -> np.ndarray:
    """Puts NaN, which pandas and xarray know as missing, in the place of inf: no path. Changes the array."""
    distances[np.isinf(distances)] = np.nan
    return distances


def steps(count: int, step: int) -> Iterator[tuple[int, int]]:
    return ((first, min(first + step, count)) for first in range(0, count, step))


def _units_of(scales: Sequence[_core.CostScale], unit: Units) -> list[str]:
    """The requested unit of each field; "" is the field's own."""
    if isinstance(unit, Mapping):
        unknown = set(unit) - {scale.name for scale in scales}
        if unknown:
            raise InvalidArgument(f"`unit`: no field '{sorted(unknown)[0]}'; there are: {', '.join(s.name for s in scales)}")
        return [unit.get(scale.name, "") for scale in scales]
    wanted = words_of("unit", unit)
    kinds = [_core.unit_kind(scale.unit) for scale in scales]
    for one in wanted:
        if one and one not in {scale.unit for scale in scales} and _core.unit_kind(one) not in set(kinds) - {None}:
            fields = ", ".join(f"{scale.name} ({scale.unit})" if scale.unit else scale.name for scale in scales)
            raise InvalidArgument(f"`unit`: no field is measured in '{one}'; there are: {fields}")
    by_kind = {_core.unit_kind(one): one for one in wanted if one}
    return [by_kind.get(kind, "") if kind else "" for kind in kinds]


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
        self._table = table
        self._rows_per_batch = rows_per_batch
        self._fields = table._fields(unit)
        self._ids = pyarrow.array(table.origin_ids), pyarrow.array(table.destination_ids)
        #: The names and types of the columns.
        self.schema: pyarrow.Schema = pyarrow.schema(
            [("origin", self._ids[0].type), ("destination", self._ids[1].type)] +
            [(one.label, pyarrow.float64()) for one in self._fields])

    def __iter__(self) -> Iterator[pyarrow.RecordBatch]:
        for first, last in self._table._long_batches(self._rows_per_batch):
            cells = self._table._long_cells(first, last)
            parts = [ids.take(pyarrow.array(at)) for ids, at in zip(self._ids, cells)]
            for one in self._fields:
                values = self._table._long_values(one.skim, one.chosen, first, last)
                parts.append(pyarrow.array(values, mask=np.isinf(values)))
            yield pyarrow.record_batch(parts, schema=self.schema)

    def reader(self) -> pyarrow.RecordBatchReader:
        """A reader of the batches that starts at the first one."""
        return pyarrow.RecordBatchReader.from_batches(self.schema, iter(self))

    def read_all(self) -> pyarrow.Table:
        """All pairs as a pyarrow.Table."""
        return self.reader().read_all()

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.reader().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<allways.ArrowPairs of {self._table!r}: {', '.join(self.schema.names)}>"


# ---- rows that are computed when they are read

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
        network, solving = prepared(network, options)
        self._core = reported(progress, _FactorRows, network._core, solving)
        self.report = self._core.report

    def __repr__(self) -> str:
        unit = f" in {self.unit}" if self.unit else ""
        return f"<allways.RowStream of {self.shape[0]} × {self.shape[1]}: {self.cost}{unit}, {self.cost_type}>"
