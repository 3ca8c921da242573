# SPDX-License-Identifier: Apache-2.0
"""Pickles of networks, tables and factors: the bytes of a file in a format that loses nothing."""

from __future__ import annotations

import os
import tempfile
from typing import Any, Callable

from . import _core
from .options import fill


def dump(core: Any, suffix: str) -> bytes:
    """The bytes of a file that the library writes; numbers of tables are raw."""
    (output,) = fill({"dtype": "raw"} if suffix == ".omx" else {}, _core.ExportOptions)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "content" + suffix)
        _core.write(core, path, output, None)
        with open(path, "rb") as file:
            return file.read()


def load(made: Callable[[Any], Any], suffix: str, content: bytes) -> Any:
    """made(core) for the bytes that dump() returned. The temporary file is removed; mapped data stay valid."""
    (reading,) = fill({}, _core.ReadOptions)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "content" + suffix)
        with open(path, "wb") as file:
            file.write(content)
        return made(_core.read(path, reading, "", None)[0])
