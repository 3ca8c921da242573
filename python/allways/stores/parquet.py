# SPDX-License-Identifier: Apache-2.0
"""Tables as Parquet files, and networks, tables, matrices and points from them, by pyarrow.

A file is written a group of rows at a time, so that neither it nor the table is ever whole in memory. `layout`:

- "long": a row for each pair, with columns origin, destination, the distance and the skims ("time_s", "length_m").
- "wide": a row for each origin, with a column for each destination; one field (`skim`, default: the distance).

No path is null. `dtype`: "float32" and "float64" are natural numbers, in `unit`; "raw" is the fixed point of the table, int32 in
columns such as "time_ms", which loses nothing and takes the least space. The units are metadata of the columns ("unit", and
"digits" of raw numbers); the file's metadata has them again under "allways", as JSON, with cost, layout, reference system and
provenance.

>>> import allways
>>> streets = allways.generate_streets(100)
>>> streets.stream(cost="time").to_parquet("/tmp/allways_streets.parquet", overwrite=True)
>>> import pyarrow.parquet
>>> pyarrow.parquet.read_schema("/tmp/allways_streets.parquet").field("time_s").metadata[b"unit"]
b's'
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Sequence

import numpy as np

from ..errors import InvalidArgument, count_of
from ..libraries import parquet as pq, pyarrow as pa
from ..options import HourParquetOptions, ParquetOptions, take
from . import ahead, complete, natural, one_of, with_progress

if TYPE_CHECKING:
    from ..callbacks import Progress
    from ..hourly import HourlyTable
    from ..rows import Field, Rows

_cells_of_a_wide_group = 12 << 20  # each of its many columns has a cost of its own


def write(rows: Rows, path: str | os.PathLike, progress: Progress, options: Mapping[str, Any]) -> None:
    """Write a table or stream to a Parquet file.

    Parameters
    ----------
    rows_per_group : int
        Origins in a row group (default: about a million cells, twelve million of the layout "wide"); of a table of pairs: pairs.
    compression : {"zstd", "snappy", "gzip", "brotli", "lz4", "none"}

    Raises
    ------
    InputError
        If the file exists and `overwrite` is not set, or cannot be written.
    InvalidArgument
        For unknown layouts, types, units and skims.
    """
    own, _ = take(ParquetOptions, options)
    one_of(own.layout, "layout", ("long", "wide"))
    _check(own)
    skim, dtype = own.skim, own.dtype
    if skim and (own.layout == "long" or skim not in rows.skims):
        raise InvalidArgument("`skim` chooses the field of the layout 'wide'; 'long' has all" if own.layout == "long" else
                              f"`skim`: no skim '{skim}'; there are: {', '.join(rows.skims) or 'none'}")
    fields = [_Column(rows, one, dtype) for one in rows._fields(own.unit)]
    content = _Long(rows, fields) if own.layout == "long" else _Wide(rows, next(one for one in fields if one.skim == skim))
    facts = {"cost": rows.cost, "crs": rows.crs, "provenance": rows.provenance}
    _write(content, facts, path, own, progress)


def _check(own: Any) -> None:
    one_of(own.dtype, "dtype", ("float32", "float64", "raw"))
    one_of(own.compression, "compression", ("zstd", "snappy", "gzip", "brotli", "lz4", "none"))
    if own.dtype == "raw" and own.unit:
        raise InvalidArgument("`unit` is for natural numbers; those of `dtype` 'raw' have the table's own unit")
    if own.compression_level is not None and own.compression not in ("zstd", "gzip", "brotli"):
        raise InvalidArgument(f"`compression_level`: '{own.compression}' has no levels; zstd, gzip and brotli have")
    if own.rows_per_group is not None:
        own.rows_per_group = count_of(own.rows_per_group, "rows_per_group", 1)


def _write(content: _Long | _Wide | _Hours, own_facts: dict[str, Any], path: str | os.PathLike, own: Any, progress: Progress) -> None:
    facts = {"cost": own_facts["cost"], "layout": content.layout, "fields": content.facts, **own_facts}
    schema = content.schema.with_metadata({"allways": json.dumps(facts, ensure_ascii=False)})
    blocks = list(content.blocks(own.rows_per_group))
    level = 3 if own.compression_level is None and own.compression == "zstd" else own.compression_level  # a tenth smaller than 1
    with complete(path, own.overwrite) as part, pq.ParquetWriter(
            part, schema, use_dictionary=content.dictionaries, column_encoding=content.encodings, write_batch_size=1 << 16,
            max_rows_per_page=1 << 20, data_page_size=1 << 23, compression=own.compression,
            compression_level=level) as file:
        for batch in ahead(content.batch, with_progress(blocks, "parquet", progress)):
            file.write_batch(batch, row_group_size=1 << 26)


def write_hours(cube: HourlyTable, path: str | os.PathLike, progress: Progress, options: Mapping[str, Any]) -> None:
    """Write the tables of a cube one after the other, with a column hour in front; as :func:`write`.

    Raises
    ------
    InvalidArgument
        Also for the `dtype` "raw" if the hours have numbers of different digits.
    """
    own, _ = take(HourParquetOptions, options)
    _check(own)
    dtype = own.dtype
    tables = [cube[hour] for hour in cube]
    if dtype == "raw":
        raw = [[(one.scale.digits, table.cost_type) for one in table._fields("")] for table in tables]
        if any(one != raw[0] for one in raw):
            raise InvalidArgument("`dtype` 'raw' needs numbers of the same type and digits at all hours; choose float64")
    fields = cube._fields(own.unit)
    parts = [_Long(table, [_Column(table, one, dtype) for one in fields]) for table in tables]
    facts = {"cost": cube.cost, "crs": tables[0].crs, "provenance": tables[0].provenance}
    _write(_Hours(cube.hours, parts, tables[0].shape[0]), facts, path, own, progress)


class _Column:
    """A column of numbers."""

    def __init__(self, rows: Rows, field: Field, dtype: str):
        self._rows, self._dtype = rows, dtype
        self.skim, self._unit = field.skim, field.chosen
        self.label = field.raw_label if dtype == "raw" else field.label
        facts = {"unit": field.unit}
        if dtype == "raw":
            facts["digits"] = str(field.scale.digits)
        # Fixed point and floats are alike: the differences of neighbours, or the bytes of one significance, compress well.
        self.type = pa.from_numpy_dtype(rows.cost_type if dtype == "raw" else dtype)
        self.facts = {key: text for key, text in facts.items() if text}
        self.encoding = "DELTA_BINARY_PACKED" if pa.types.is_integer(self.type) else "BYTE_STREAM_SPLIT"

    def values(self, first: int, last: int) -> np.ndarray:
        """The numbers of some rows of a table, row after row, or of some pairs."""
        if hasattr(self._rows, "pairs"):
            rows, columns = (np.ascontiguousarray(one) for one in self._rows.pairs[first:last].T)
            if self._dtype == "raw":
                return self._rows._core.raw_rows(self.skim, 0, self._rows.shape[0])[rows, columns]
            return self._rows._core.natural_cells(self.skim, self._unit, rows, columns).astype(self._dtype, copy=False)
        if self._dtype == "raw":
            return self._rows._core.raw_rows(self.skim, first, last).reshape(-1)
        return natural(self._rows, self.skim, self._unit, first, last, self._dtype).reshape(-1)

    def column(self, values: np.ndarray) -> pa.Array:
        """Numbers with null for no path."""
        return pa.array(values, self.type, mask=values == (2**30 - 1 if values.dtype.kind == "i" else np.inf))

    def field(self, name: str) -> pa.Field:
        return pa.field(name, self.type, metadata=self.facts)


class _Long:
    """A row for each pair."""

    layout = "long"

    def __init__(self, rows: Rows, fields: list[_Column]):
        self._rows, self._fields = rows, fields
        self._origins, self._destinations = pa.array(rows.origin_ids), pa.array(rows.destination_ids)
        self._size, self._same = -1, self._destinations  # groups of one size have the same destinations
        sides = {"origin": self._origins, "destination": self._destinations}
        self.schema = pa.schema([*(pa.field(name, ids.type, nullable=False) for name, ids in sides.items()),
                                 *(one.field(one.label) for one in fields)])
        self.facts = {one.label: one.facts for one in fields}
        self.dictionaries = [name for name, ids in sides.items() if not pa.types.is_integer(ids.type)]
        self.encodings = {name: "DELTA_BINARY_PACKED" for name in sides if name not in self.dictionaries}
        self.encodings.update({one.label: one.encoding for one in fields})

    def blocks(self, step: int | None) -> Iterator[tuple[int, int]]:
        return self._rows._long_batches(step)

    def batch(self, first: int, last: int) -> pa.RecordBatch:
        rows, columns = self._rows._long_cells(first, last)
        if hasattr(self._rows, "pairs") or last - first != self._size:
            self._size, self._same = last - first, self._destinations.take(pa.array(columns))
        numbers = [one.column(one.values(first, last)) for one in self._fields]
        return pa.record_batch([self._origins.take(pa.array(rows)), self._same, *numbers], schema=self.schema)


class _Hours:
    """A row for each hour and pair. Rows of all hours are numbered one after the other."""

    layout = "long"

    def __init__(self, hours: Sequence[int], parts: Sequence[_Long], rows: int):
        self._hours, self._parts, self._rows = hours, parts, rows
        first = parts[0]
        self.schema = pa.schema([pa.field("hour", pa.int16(), nullable=False), *first.schema])
        self.facts, self.dictionaries = first.facts, first.dictionaries
        self.encodings = {"hour": "DELTA_BINARY_PACKED", **first.encodings}

    def blocks(self, step: int | None) -> Iterator[tuple[int, int]]:
        for at, part in enumerate(self._parts):
            before = at * self._rows
            yield from ((before + first, before + last) for first, last in part.blocks(step))

    def batch(self, first: int, last: int) -> pa.RecordBatch:
        at = first // self._rows
        part = self._parts[at].batch(first - at * self._rows, last - at * self._rows)
        hours = pa.array(np.full(part.num_rows, self._hours[at], np.int16))
        return pa.record_batch([hours, *part.columns], schema=self.schema)


class _Wide:
    """A row for each origin, and a column for each destination."""

    layout = "wide"

    def __init__(self, rows: Rows, field: _Column):
        self._rows, self._field = rows, field
        names = [str(one) for one in rows.destination_ids]
        self._origins = pa.array(rows.origin_ids)
        if len(set(names)) < len(names) or "origin" in names:
            raise InvalidArgument("the layout 'wide' names columns by destinations, of which two have the same id; use 'long'")
        self.schema = pa.schema([pa.field("origin", self._origins.type, nullable=False), *(field.field(name) for name in names)])
        self.facts = {field.label: field.facts}
        self.dictionaries: list[str] = []
        self.encodings = {name: field.encoding for name in names}

    def blocks(self, step: int | None) -> Iterator[tuple[int, int]]:
        return self._rows._row_blocks(step or max(1, _cells_of_a_wide_group // max(1, self._rows.shape[1])))

    def batch(self, first: int, last: int) -> pa.RecordBatch:
        size = last - first
        values = self._field.column(self._field.values(first, last).reshape(size, -1).T.reshape(-1))
        columns = [values.slice(at * size, size) for at in range(self._rows.shape[1])]
        return pa.record_batch([self._origins.slice(first, size), *columns], schema=self.schema)
