# SPDX-License-Identifier: Apache-2.0
"""Parquet files, Zarr groups and shared memory; here is what their writers have in common."""

from __future__ import annotations

import concurrent.futures
import contextlib
import os
import shutil
import tempfile
from typing import Any, Callable, Iterable, Iterator, Sequence

import numpy as np

from ..callbacks import Progress, reporting
from ..errors import Cancelled, InputError, InvalidArgument


@contextlib.contextmanager
def complete(path: str | os.PathLike, overwrite: bool) -> Iterator[str]:
    """A path beside `path` to write to, which takes the name when all is written; after an error nothing is left."""
    final = os.fspath(path)
    if os.path.exists(final) and not overwrite:
        raise InputError(f"{final}: exists already; `overwrite` replaces it", final)
    try:
        folder = tempfile.mkdtemp(prefix=".allways-", dir=os.path.dirname(final) or ".")
    except OSError as error:
        raise InputError(f"{final}: {error.strerror}", final) from None
    try:
        part = os.path.join(folder, os.path.basename(final))
        try:
            yield part
        except OSError as error:
            raise InputError(f"{final}: {error.strerror or error}", final) from None
        if os.path.isdir(final):
            shutil.rmtree(final)
        os.replace(part, final)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def with_progress(blocks: Sequence[tuple[int, int]], stage: str, progress: Progress) -> Iterator[tuple[int, int]]:
    """The blocks of rows, reported as they are begun and when all are done."""
    total = blocks[-1][1] if blocks else 0
    with reporting(progress) as callback:
        for first, last in [*blocks, (total, total)]:
            if callback is not None and callback(stage, first, total) is False:
                raise Cancelled("the progress callback returned False")
            if last > first:
                yield first, last


def ahead(work: Callable[[int, int], Any], blocks: Iterable[tuple[int, int]]) -> Iterator[Any]:
    """The results of `work` for each block, of which the next one is computed while the caller uses the last."""
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        coming: list[concurrent.futures.Future] = []
        for block in blocks:
            coming.append(pool.submit(work, *block))
            if len(coming) > 1:
                yield coming.pop(0).result()
        for last in coming:
            yield last.result()


def natural(rows: Any, skim: str, unit: str, first: int, last: int, dtype: str) -> np.ndarray:
    """Natural numbers of some rows, as float32 or float64."""
    return rows._core.natural_rows(skim, unit, first, last).astype(dtype, copy=False)


def one_of(value: Any, option: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise InvalidArgument(f"`{option}`: expected {', '.join(known)}, found {value!r}")
    return value
