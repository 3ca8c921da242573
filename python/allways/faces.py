# SPDX-License-Identifier: Apache-2.0
"""The public classes of what the compiled module returns. Each module registers its own, so that results lead to networks and
networks to results. Their pickles are the bytes of a file in a format that loses nothing."""

from __future__ import annotations

import operator
import os
import tempfile
from typing import Any, Callable, TypeVar

from . import _core
from .errors import InvalidArgument
from .options import fill

Made = TypeVar("Made", bound=Callable[..., Any])
_makers: dict[type, Callable[..., Any]] = {}


def shows(kind: type) -> Callable[[Made], Made]:
    """A decorator of the class, or function, that makes the public value of a value of the compiled class `kind`."""
    def register(maker: Made) -> Made:
        _makers[kind] = maker
        return maker

    return register


def attribute(path: str, meaning: str = "", made: Callable[[Any], Any] | None = None) -> Any:
    """A property: what a value has at `path` ("_core.scale.unit"), or made(…) of it. `meaning` is its docstring."""
    get = operator.attrgetter(path)
    return property(get if made is None else lambda self: made(get(self)), doc=meaning)


def face_of(core: Any, *more: Any) -> Any:
    """The public value of a compiled one; `more` is passed to its constructor."""
    return _makers[type(core)](core, *more)


def core_of(value: Any, what: str) -> Any:
    """The compiled value of a network, table, factor or matrix. Raises an error that names `what` was expected for
    other values."""
    core = getattr(value, "_core", None)
    if core is None:
        raise InvalidArgument(f"expected {what}, found {type(value).__name__}")
    return core


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
