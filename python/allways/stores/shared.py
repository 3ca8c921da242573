# SPDX-License-Identifier: Apache-2.0
"""Skims in shared memory, for simulations that run as several processes: each opens them without a copy.

:meth:`allways.RowStream.to_shared_memory` computes the rows straight into the memory. A block holds one array of origins ×
destinations for each field, one after the other; a second block, named like the first with ``-about``, describes them as JSON.

>>> import allways
>>> with allways.generate_streets(100).stream(cost="time").to_shared_memory() as skims:
...     with allways.SharedSkims.open(skims.name) as same:      # in another process
...         same["time"].shape, float(same["time"][0, 1]) == float(skims["time"][0, 1])
((100, 100), True)
"""

from __future__ import annotations

import json
import math
import os
import shutil
import sys
import threading
from multiprocessing import resource_tracker, shared_memory
from types import TracebackType
from typing import TYPE_CHECKING, Any, Iterator
from unittest import mock

import numpy as np

from ..errors import CapacityError, InputError, InvalidArgument
from . import natural, one_of, with_progress

if TYPE_CHECKING:
    from ..callbacks import Progress
    from ..options import Units
    from ..rows import Rows

_lock = threading.Lock()


class _View(np.ndarray):
    """An array that keeps its shared memory open, which NumPy's own does not."""

    memory: shared_memory.SharedMemory


class SharedSkims:
    """Arrays of origins × destinations in shared memory, by the name of the field: a read-only mapping of views.

    The memory lives until its maker calls :meth:`unlink`, or leaves its ``with`` block. The views must not be used after
    :meth:`close`.

    Attributes
    ----------
    name : str
        The name under which other processes open it.
    units : dict of str
        The unit of each field; inf means no path.
    origin_ids, destination_ids : ndarray
    """

    def __init__(self, memory: shared_memory.SharedMemory, about: shared_memory.SharedMemory, is_maker: bool):
        facts = json.loads(bytes(_bytes(about)).rstrip(b"\0"))
        self._memory, self._about, self._is_maker = memory, about, is_maker
        self.name = memory.name
        self.shape: tuple[int, int] = tuple(facts["shape"])
        self.units: dict[str, str] = facts["units"]
        self.origin_ids, self.destination_ids = (np.array(facts[side]) for side in ("origins", "destinations"))
        self._arrays: dict[str, _View] = {}
        size = math.prod(self.shape) * np.dtype(facts["dtype"]).itemsize
        for at, name in enumerate(self.units):
            self._arrays[name] = _View(self.shape, facts["dtype"], _bytes(memory), at * size)
            self._arrays[name].memory = memory

    @classmethod
    def open(cls, name: str) -> SharedSkims:
        """Opens skims that another process made. Raises InputError if there are none of that name."""
        try:
            memory, about = (_untracked(one) for one in (name, f"{name}-about"))
        except FileNotFoundError:
            raise InputError(f"{name}: no shared skims of this name", name) from None
        made = cls(memory, about, False)
        for array in made._arrays.values():
            array.flags.writeable = False
        return made

    def __getitem__(self, field: str) -> np.ndarray:
        if field not in self._arrays:
            raise InvalidArgument(f"no field '{field}'; there are: {', '.join(self._arrays)}")
        return self._arrays[field]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def close(self) -> None:
        """Gives the views back; other processes keep theirs."""
        self._arrays.clear()
        for one in (self._memory, self._about):
            one.close()

    def unlink(self) -> None:
        """Frees the memory when the last process has closed it."""
        for one in (self._memory, self._about):
            one.unlink()

    def __enter__(self) -> SharedSkims:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._is_maker:
            self.unlink()
        self.close()

    def __repr__(self) -> str:
        return f"<allways.SharedSkims {self.name!r} of {self.shape[0]} × {self.shape[1]}: {', '.join(self.units)}>"


def _bytes(memory: shared_memory.SharedMemory) -> memoryview:
    assert memory.buf is not None
    return memory.buf


def _untracked(name: str) -> shared_memory.SharedMemory:
    """Opens a block without making this process its owner: Python before 3.13 would free it when the process ends."""
    if sys.version_info >= (3, 13):
        return shared_memory.SharedMemory(name, track=False)
    with _lock, mock.patch.object(resource_tracker, "register", lambda *_: None):
        return shared_memory.SharedMemory(name)


def _check_space(needed: int) -> None:
    """Refuses what does not fit: writing to it would end the process."""
    if os.path.isdir("/dev/shm"):
        available = shutil.disk_usage("/dev/shm").free
        if needed > available:
            raise CapacityError(f"the skims need {needed / 1e6:.1f} MB of shared memory, and /dev/shm has {available / 1e6:.1f} MB; "
                                "enlarge it (docker run --shm-size), or leave out fields", needed, available)


def _described(rows: Rows, units: dict[str, str], dtype: str) -> bytes:
    facts: dict[str, Any] = {"shape": rows.shape, "dtype": dtype, "units": units, "origins": rows.origin_ids.tolist(),
                             "destinations": rows.destination_ids.tolist()}
    return json.dumps(facts).encode()


def fill(rows: Rows, name: str | None, *, unit: Units, dtype: str, progress: Progress) -> SharedSkims:
    """Fill shared memory with natural numbers, a block of rows at a time.

    Parameters
    ----------
    name : str
        Default: one that the system chooses.

    Raises
    ------
    InputError
        If the name is taken.
    CapacityError
        If the memory does not suffice.
    """
    one_of(dtype, "dtype", ("float32", "float64"))
    fields = rows._fields(unit)
    about = _described(rows, {one.name: one.unit for one in fields}, dtype)
    size = max(1, math.prod(rows.shape) * np.dtype(dtype).itemsize * len(fields))
    _check_space(size + len(about))
    try:
        memory = shared_memory.SharedMemory(name, True, size)
    except OSError as error:
        raise InputError(f"shared memory {name or ''}: {error.strerror}", name or "") from None
    try:
        note = shared_memory.SharedMemory(f"{memory.name}-about", True, len(about))
        _bytes(note)[:len(about)] = about
        skims = SharedSkims(memory, note, True)
        for first, last in with_progress(list(rows._row_blocks()), "shared memory", progress):
            for one in fields:
                skims[one.name][first:last] = natural(rows, one.skim, one.chosen, first, last, dtype)
    except BaseException:
        memory.unlink()
        raise
    return skims
