# SPDX-License-Identifier: Apache-2.0
"""Measures how fast devices solve, and finds the fastest kernel settings."""

from __future__ import annotations

import os
import tempfile
from typing import Literal

from . import _core
from .callbacks import Progress, reported
from .options import BenchOptions, TuneOptions, Unpack, fill


def bench(*, progress: Progress = None, **options: Unpack[BenchOptions]) -> _core.BenchResult:
    """Measure how fast a device solves a matrix, and compare that with the peak rate of its registers.

    Parameters
    ----------
    **options
        :class:`allways.BenchOptions`: device, n, type, hops, graph, schedule, runs, ….

    Returns
    -------
    BenchResult
        ``pairs_per_second``, ``share`` of the ceiling, ``seconds``, ….

    Raises
    ------
    InvalidArgument, CapacityError, DeviceError
    Error
        If an answer differs from Dijkstra's.

    Examples
    --------
    >>> import allways
    >>> result = allways.bench(device="reference", n=100, runs=1)
    >>> result.n, result.checked_targets > 0, result.pairs_per_second > 0
    (100, True, True)
    """
    earlier_words: dict[str, Literal["first-arcs", "array"]] = {"label": "first-arcs", "carried": "array"}
    word = earlier_words.get(options.get("hops", ""))
    if word is not None:
        options["hops"] = word
    (measuring,) = fill(options, _core.BenchOptions)
    return reported(progress, _core.bench, measuring)


def tune(path: str | os.PathLike | None = None, *, overwrite: bool = False, progress: Progress = None,
         **options: Unpack[TuneOptions]) -> _core.Tuning:
    """Find the fastest kernel settings for a device, and write them to a file.

    Parameters
    ----------
    path
        The file (JSON) for the entry of the tuning table. Default: the device's file in the user's folder of entries,
        where every later solve finds it: ``$ALLWAYS_TUNING_DIR``, else ``allways/tuning`` in ``$XDG_CONFIG_HOME`` or
        ``~/.config``.
    overwrite : bool
        Replace an existing file.
    **options
        :class:`allways.TuneOptions`: device, seconds (for the whole run), types, ….

    Returns
    -------
    Tuning
        ``file``, its content ``entry``, and the measured ``sections``.

    Raises
    ------
    InvalidArgument, DeviceError, InputError

    Examples
    --------
    The reference has no kernels:

    >>> import allways
    >>> allways.tune("reference.json", device="reference")
    Traceback (most recent call last):
    allways.errors.InvalidArgument: tune: the reference runs without OpenCL and has nothing to tune; choose a device
    """
    (tuning,) = fill(options, _core.TuneOptions)
    with tempfile.TemporaryDirectory(prefix="allways-tune-") as folder:
        if "cache_directory" not in options:
            tuning.cache_directory = folder  # for kernels that are not needed afterwards
        return reported(progress, _core.tune, tuning, "" if path is None else os.fspath(path), overwrite)
