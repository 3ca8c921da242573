# SPDX-License-Identifier: Apache-2.0
"""The exceptions of the library. Each kind calls for a different reaction of the caller.

Messages say what was expected, what was found and what to try. A missing path is a value, never an error.
"""

from __future__ import annotations

import operator
from typing import Any, Sequence

__all__ = ["AllwaysWarning", "CapacityError", "Cancelled", "DeviceError", "Error", "InputError", "InvalidArgument",
           "GuessWarning", "LossWarning", "NegativeCycleError"]


class Error(Exception):
    """The base of all exceptions that the library raises."""


class InputError(Error):
    """A file that cannot be read or written, content that violates its format, or an unknown node id.

    Attributes
    ----------
    file : str
        The file's name; empty if the content came from memory.
    line : int
        The line in the file, from 1; 0 if lines do not apply.
    """

    def __init__(self, message: str, file: str = "", line: int = 0):
        super().__init__(message)
        self.file = file
        self.line = line


class InvalidArgument(Error, ValueError):
    """An option or argument outside its range, or an unknown field or name."""


class CapacityError(Error, MemoryError):
    """A job that needs more memory or disk space than available; the message says what to change.

    Attributes
    ----------
    needed, available : int
        Bytes.
    """

    def __init__(self, message: str, needed: int = 0, available: int = 0):
        super().__init__(message)
        self.needed = needed
        self.available = available


class DeviceError(Error):
    """A requested device that is absent, or a failed OpenCL call.

    Attributes
    ----------
    code : int
        The OpenCL status; 0 if no call was made.
    """

    def __init__(self, message: str, code: int = 0):
        super().__init__(message)
        self.code = code


class NegativeCycleError(Error, ValueError):
    """Costs with a negative cycle, so that shortest paths do not exist.

    Attributes
    ----------
    cycle : list of int
        The nodes of one negative cycle, in order, as indexes from 0; the message has their ids.
    """

    def __init__(self, message: str, cycle: Sequence[int] = ()):
        super().__init__(message)
        self.cycle = list(cycle)


def is_many(value: Any) -> bool:
    """True for a sequence, also of one; False for one value, as which an array without dimensions counts."""
    return hasattr(value, "__iter__") and getattr(value, "ndim", 1) > 0


def count_of(value: Any, name: str, least: int = 0) -> int:
    """Checks that `value` is an integer of at least `least`."""
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if isinstance(value, bool) or not least <= number < 2**63:
        raise InvalidArgument(f"`{name}`: expected a whole number, {least} or more, found {value!r}")
    return number


class Cancelled(Error):
    """The progress callback returned False."""


class AllwaysWarning(UserWarning):
    """A warning of the library: fallbacks, losses, points far from any road."""


class GuessWarning(AllwaysWarning):
    """What a file is taken to mean where it does not say so. ``warnings.simplefilter("error", GuessWarning)`` refuses it."""


class LossWarning(AllwaysWarning):
    """A part of a file that is left out. ``warnings.simplefilter("error", LossWarning)`` refuses it."""
