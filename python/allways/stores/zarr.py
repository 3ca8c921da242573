# SPDX-License-Identifier: Apache-2.0
"""Tables as Zarr groups laid out for ``xarray.open_zarr``: dimensions origin and destination, a variable for each field with its
unit, NaN for no path, and the provenance as attributes. Rows are written a chunk at a time."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Mapping

import numpy as np

from ..errors import count_of
from ..libraries import zarr
from ..options import ZarrOptions, take
from . import ahead, complete, natural, one_of, with_progress

if TYPE_CHECKING:
    from ..callbacks import Progress
    from ..rows import Rows


def write(rows: Rows, path: str | os.PathLike, progress: Progress, options: Mapping[str, Any]) -> None:
    """Write a table or stream to a folder in Zarr's format 2, with consolidated metadata, which all its readers know.

    Parameters
    ----------
    rows_per_chunk : int
        Origins in a chunk, which has all destinations (default: about a million cells).

    Raises
    ------
    InputError
        If the folder exists and `overwrite` is not set, or cannot be written.
    """
    own, _ = take(ZarrOptions, options)
    dtype = own.dtype
    one_of(dtype, "dtype", ("float32", "float64"))
    fields = rows._fields(own.unit)
    count, columns = rows.shape
    size = max(1, (1 << 20) // max(1, columns)) if own.rows_per_chunk is None else count_of(own.rows_per_chunk, "rows_per_chunk", 1)
    blocks = list(rows._row_blocks(size))
    with complete(path, own.overwrite) as part:
        group = zarr.open_group(part, mode="w", zarr_format=2, attributes={**rows.provenance, "crs": rows.crs, "cost": rows.cost})
        for side, ids in (("origin", rows.origin_ids), ("destination", rows.destination_ids)):
            values = ids.astype(str if ids.dtype == object else np.int64)
            group.create_array(side, data=values, fill_value=None, attributes={"_ARRAY_DIMENSIONS": [side]})
        chunks = (max(1, min(size, count)), max(1, columns))
        arrays = [group.create_array(one.name, shape=rows.shape, chunks=chunks, dtype=dtype, fill_value=np.nan,
                                     attributes={"_ARRAY_DIMENSIONS": ["origin", "destination"], "units": one.unit})
                  for one in fields]

        def numbers(first: int, last: int) -> tuple[int, int, list[np.ndarray]]:
            return first, last, [natural(rows, one.skim, one.chosen, first, last, dtype) for one in fields]

        for first, last, parts in ahead(numbers, with_progress(blocks, "zarr", progress)):
            for array, values in zip(arrays, parts):
                array[first:last] = np.where(np.isinf(values), np.nan, values).astype(dtype, copy=False)
        zarr.consolidate_metadata(part)
