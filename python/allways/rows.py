# SPDX-License-Identifier: Apache-2.0
"""Rows of distances, in memory or computed when they are read, and the columns, streams and stores made from them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterator, Literal, Mapping, Sequence, Union

import numpy as np

from . import _core
from .arrow import ArrowPairs
from .callbacks import Progress
from .errors import InvalidArgument
from .ids import as_given, public
from .options import words_of

if TYPE_CHECKING:
    from .stores.shared import SharedSkims

#: The unit of natural numbers: one for all fields of its kind ("min" for times, "km" for lengths); a list with one for
#: each kind, ["min", "km"]; or one for each field, {"time": "min", "length": "km"}. "": the fields' own units.
Units = Union[str, Sequence[str], Mapping[str, str]]


class Rows:
    """Distances from origins to destinations: a :class:`Table`, or a :class:`RowStream`, which is never whole in memory."""

    _core: Any
    _are_texts = (False, False)  # True if the ids of rows, or columns, were given as texts of digits

    @property
    def shape(self) -> tuple[int, int]:
        return self._core.shape

    @property
    def origin_ids(self) -> np.ndarray:
        """The ids of the rows: int64, or objects of type str. Ids that were given as texts are texts."""
        return as_given(public(self._core.origin_ids), self._are_texts[0])

    @property
    def destination_ids(self) -> np.ndarray:
        """The ids of the columns."""
        return as_given(public(self._core.destination_ids), self._are_texts[1])

    @property
    def cost(self) -> str:
        """The name of the cost: "time"."""
        return self._core.scale.name

    @property
    def unit(self) -> str:
        """The unit of distances: "s", "m"; empty if the source states none."""
        return self._core.scale.unit

    @property
    def cost_type(self) -> str:
        """The type of :attr:`raw_distances`: int32, float32 or float64."""
        return self._core.cost_type

    @property
    def digits(self) -> int:
        """Natural distance = raw distance × 10^-digits, in :attr:`unit`."""
        return self._core.scale.digits

    @property
    def crs(self) -> str:
        return self._core.crs

    @property
    def provenance(self) -> dict[str, str]:
        """How the table was made: names and texts."""
        return dict(self._core.provenance)

    @property
    def skims(self) -> dict[str, str]:
        """The names and units of the skims: further fields summed along the fastest paths."""
        return {scale.name: scale.unit for scale in self._core.skims}

    def _fields(self, unit: Units) -> list[tuple[str, str, str]]:
        """Each field as (skim or empty, column name, unit); `unit` applies to fields of its kind."""
        scales = [self._core.scale, *self._core.skims]
        chosen = _units_of(scales, unit)
        labels = [f"{scale.name}_{shown or scale.unit}".rstrip("_") for scale, shown in zip(scales, chosen)]
        return list(zip(["", *(scale.name for scale in scales[1:])], labels, chosen))

    def _raw_fields(self) -> list[tuple[str, str, _core.CostScale]]:
        """Each field as (skim or empty, column name, scale); the name has the unit of the raw numbers: "time_ms"."""
        scales = [self._core.scale, *self._core.skims]
        names = ["", *(scale.name for scale in scales[1:])]
        return [(name, f"{scale.name}_{_raw_unit(scale)}", scale) for name, scale in zip(names, scales)]

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

    def to_parquet(self, path: str | os.PathLike, *, layout: Literal["long", "wide"] = "long", unit: Units = "", skim: str = "",
                   dtype: Literal["float32", "float64", "raw"] = "float32", compression: str = "zstd",
                   compression_level: int | None = None, rows_per_group: int | None = None, overwrite: bool = False,
                   progress: Progress = None) -> None:
        """Write a Parquet file, a group of rows at a time; see :mod:`allways.stores.parquet`."""
        from .stores.parquet import write

        write(self, path, layout=layout, unit=unit, skim=skim, dtype=dtype, compression=compression,
              compression_level=compression_level, rows_per_group=rows_per_group, overwrite=overwrite, progress=progress)

    def to_zarr(self, path: str | os.PathLike, *, unit: Units = "", dtype: Literal["float32", "float64"] = "float32",
                rows_per_chunk: int | None = None, overwrite: bool = False, progress: Progress = None) -> None:
        """Write a Zarr group laid out for ``xarray.open_zarr``; see :mod:`allways.stores.zarr`."""
        from .stores.zarr import write

        write(self, path, unit=unit, dtype=dtype, rows_per_chunk=rows_per_chunk, overwrite=overwrite, progress=progress)

    def to_shared_memory(self, name: str | None = None, *, unit: Units = "", dtype: Literal["float32", "float64"] = "float32",
                         progress: Progress = None) -> SharedSkims:
        """Fill shared memory that other processes open without a copy; see :mod:`allways.stores.shared`."""
        from .stores.shared import fill

        return fill(self, name, unit=unit, dtype=dtype, progress=progress)


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


def _raw_unit(scale: _core.CostScale) -> str:
    """The unit of raw numbers, "ms" for thousandths of "s"; where it has no name, "raw"."""
    named = {("s", 3): "ms", ("m", 3): "mm", ("m", 2): "cm", ("m", 1): "dm"}
    return scale.unit if scale.unit and scale.digits == 0 else named.get((scale.unit, scale.digits), "raw")


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
