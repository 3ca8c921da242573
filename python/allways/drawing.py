# SPDX-License-Identifier: Apache-2.0
"""Maps and heat maps: files, and pages that Jupyter shows inline."""

from __future__ import annotations

import html
import os
import tempfile
from typing import Any, Callable

from . import _core
from .callbacks import Progress, reporting
from .errors import InvalidArgument

_suffixes = (".png", ".svg", ".pdf", ".html", ".htm")


class Page:
    """A self-contained HTML page. Jupyter shows it inline."""

    def __init__(self, text: str):
        self.html = text

    def _repr_html_(self) -> str:
        document = html.escape(self.html, quote=True)
        return f'<iframe srcdoc="{document}" style="width: 100%; height: 480px; border: 0"></iframe>'

    def __repr__(self) -> str:
        return f"<allways.Page of {len(self.html)} characters>"


def draw(write: Callable, path: Any, *, title: str, theme: str, legend: bool, overwrite: bool, width: float | None,
         height: float | None, progress: Progress) -> Page | None:
    """Calls write(drawing, callback) to draw to `path`; without a path draws a page and returns it."""
    if path is not None and not os.fspath(path).endswith(_suffixes):
        raise InvalidArgument(f"'{os.fspath(path)}' has no suffix of a picture: use .png, .svg or .pdf, or .html for a page")
    drawing = _core.Drawing()
    drawing.title, drawing.theme, drawing.legend, drawing.overwrite = title, theme, legend, overwrite
    for name, size in (("width", width), ("height", height)):
        if isinstance(size, (int, float)):
            setattr(drawing, name, size)
        elif size is not None:
            raise InvalidArgument(f"`{name}`: expected a number, found {size!r}")
    with reporting(progress) as callback:
        if path is not None:
            drawing.path = os.fspath(path)
            write(drawing, callback)
            return None
        with tempfile.TemporaryDirectory() as folder:
            drawing.path = os.path.join(folder, "page.html")
            write(drawing, callback)
            with open(drawing.path, encoding="utf-8") as page:
                return Page(page.read())
