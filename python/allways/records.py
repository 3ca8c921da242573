# SPDX-License-Identifier: Apache-2.0
"""Reports, devices and explanations: prints their values, and pickles them as records."""

from __future__ import annotations

import copyreg
import inspect
import textwrap
from types import WrapperDescriptorType
from typing import Any, Iterator

from . import _core


def _fields(kind: type) -> list[str]:
    return [name for name, value in vars(kind).items() if not name.startswith("_") and inspect.isdatadescriptor(value)]


def _text(name: str, values: dict[str, Any]) -> str:
    shown = ", ".join(f"{field}={value!r}" for field, value in values.items() if value not in (None, "", [], {}))
    return textwrap.fill(f"<allways.{name}: {shown}>", 110, subsequent_indent="    ", break_long_words=False)


class Record:
    """A report, device or explanation from a pickle: the same values under the same names."""

    def __init__(self, name: str, values: dict[str, Any], text: str | None, json: str | None):
        self._name, self._values, self._text, self._json = name, values, text, json

    def __getattr__(self, field: str) -> Any:
        if not field.startswith("_") and field in self._values:
            return self._values[field]
        raise AttributeError(f"{self.__dict__.get('_name', 'Record')} has no '{field}'")

    def __dir__(self) -> Iterator[str]:
        yield from self._values

    def to_json(self) -> str:
        if self._json is None:
            raise AttributeError(f"{self._name} has no 'to_json'")
        return self._json

    def __str__(self) -> str:
        return self._text if self._text is not None else repr(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and (self._name, self._values) == (other._name, other._values)

    def __repr__(self) -> str:
        return _text(self._name, self._values)


def _values(one: Any) -> dict[str, Any]:
    return {field: getattr(one, field) for field in _fields(type(one))}


def _represent(self: Any) -> str:
    return _text(type(self).__qualname__, _values(self))


def _reduce(one: Any) -> tuple:
    json = one.to_json() if hasattr(one, "to_json") else None
    text = str(one) if json is not None else None
    return Record, (type(one).__qualname__, _values(one), text, json)


# These contain more than their fields.
_handles = {"Factor", "PathSource", "PointSet", "Server"}


def _records(holder: Any) -> Iterator[type]:
    """Classes of the compiled module that consist of fields only and have no constructor."""
    for kind in list(vars(holder).values()):
        if not isinstance(kind, type) or kind.__module__ != _core.__name__:
            continue
        methods = [name for name, value in vars(kind).items()
                   if not name.startswith("_") and not isinstance(value, type) and not inspect.isdatadescriptor(value)]
        has_constructor = not isinstance(vars(kind).get("__init__"), (WrapperDescriptorType, type(None)))
        if kind.__name__ not in _handles and _fields(kind) and set(methods) <= {"to_json"} and not has_constructor:
            yield kind
        yield from _records(kind)


for _kind in _records(_core):
    if "__repr__" not in vars(_kind):
        _kind.__repr__ = _represent  # type: ignore[method-assign, assignment]
    copyreg.pickle(_kind, _reduce)  # type: ignore[arg-type]
