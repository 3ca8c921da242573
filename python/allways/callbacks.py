# SPDX-License-Identifier: Apache-2.0
"""Shows the library's progress and log lines in Python."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import warnings
from types import FrameType
from typing import Any, Callable, Iterator, Optional, TypeVar, Union

from .errors import AllwaysWarning, GuessWarning, LossWarning

#: ``None`` or ``False``: silent. ``True``: a progress bar, by tqdm if that is installed. A callable gets the stage, the
#: work done and the total work (0: unknown) a few times a second; it cancels by returning ``False`` or raising.
Progress = Union[None, bool, Callable[[str, int, int], Optional[bool]]]

Result = TypeVar("Result")

_log = logging.getLogger("allways")
_package = os.path.dirname(__file__)


def _callers_level() -> int:
    """The stack level of the first frame outside this package, counted as warnings.warn counts."""
    frame: Optional[FrameType] = sys._getframe(1)
    level = 1
    while frame is not None and frame.f_code.co_filename.startswith(_package):
        frame = frame.f_back
        level += 1
    return level


def take_log_line(level: int, message: str) -> None:
    """Called by the library: warnings go to :mod:`warnings`, the rest to the logger ``allways``."""
    if level >= 2:
        kind = {3: GuessWarning, 4: LossWarning}.get(level, AllwaysWarning)
        warnings.warn(message, kind, stacklevel=_callers_level())
    else:
        _log.log(logging.INFO if level == 1 else logging.DEBUG, "%s", message)


class _Bars:
    """Shows one tqdm bar for each stage."""

    def __init__(self, tqdm):
        self._tqdm = tqdm
        self._bar = None

    def __call__(self, stage: str, done: int, total: int) -> None:
        if self._bar is None or self._bar.desc != stage or self._bar.total != (total or None):
            self.close()
            self._bar = self._tqdm(total=total or None, desc=stage, unit_scale=True, bar_format="{l_bar}{bar}| {elapsed}<{remaining}")
            self._bar.desc = stage
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


class _Line:
    """Shows a line of text on standard error."""

    def __init__(self):
        self._width = 0

    def __call__(self, stage: str, done: int, total: int) -> None:
        text = f"{stage} {100 * done // total} %" if total else f"{stage} {done}"
        print(f"\r{text:<{self._width}}", end="", file=sys.stderr, flush=True)
        self._width = len(text)

    def close(self) -> None:
        if self._width:
            print(file=sys.stderr)


@contextlib.contextmanager
def reporting(progress: Progress) -> Iterator[Optional[Callable]]:
    """The function that the library calls with its progress."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        display: Union[_Line, _Bars]
        try:
            from tqdm.auto import tqdm
        except ImportError:
            display = _Line()
        else:
            display = _Bars(tqdm)
        try:
            yield display
        finally:
            display.close()
    elif callable(progress):
        yield progress
    else:
        raise TypeError(f"progress is True, False, None or a callable, not {type(progress).__name__}")


def reported(progress: Progress, work: Callable[..., Result], *arguments: Any) -> Result:
    """Calls a function of the library, whose last argument is the function that gets its progress."""
    with reporting(progress) as callback:
        return work(*arguments, callback)
