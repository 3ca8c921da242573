# SPDX-License-Identifier: Apache-2.0
"""Maps and heat maps: files, and pages that Jupyter shows inline; and its HTML of networks and tables."""

from __future__ import annotations

import html
import os
import tempfile
from typing import Any, Callable, Mapping, Sequence

import numpy as np

from . import _core
from .callbacks import Progress, reporting
from .errors import InvalidArgument
from .options import DrawOptions, keywords_of, take

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


def draw(write: Callable, path: Any, progress: Progress, style: Any) -> Page | None:
    """Calls write(drawing, callback) to draw to `path`; without a path draws a page and returns it. `style` has the values of
    :class:`DrawOptions`."""
    if path is not None and not os.fspath(path).endswith(_suffixes):
        raise InvalidArgument(f"'{os.fspath(path)}' has no suffix of a picture: use .png, .svg or .pdf, or .html for a page")
    drawing = _core.Drawing()
    for name in ("width", "height"):
        if not isinstance(getattr(style, name), (int, float, type(None))):
            raise InvalidArgument(f"`{name}`: expected a number, found {getattr(style, name)!r}")
    for name in keywords_of("DrawOptions"):
        setattr(drawing, name, getattr(style, name))
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


def draw_heat_map(core: Any, path: Any, progress: Progress, options: Mapping[str, Any]) -> Page | None:
    """Draws a table or a matrix."""
    return draw(lambda drawing, callback: _core.draw(core, 512, drawing, callback), path, progress, take(DrawOptions, options)[0])


# ---- tables that Jupyter shows for networks and tables


def _text(value: Any) -> str:
    if isinstance(value, (float, np.floating)):
        return "∞" if np.isinf(value) else "–" if np.isnan(value) else f"{value:.6g}"
    return html.escape(str(value))


def _row(cells: Sequence[Any], tag: str = "td") -> str:
    return "<tr>" + "".join(f"<{tag}>{_text(cell)}</{tag}>" for cell in cells) + "</tr>"


def _table(title: str, rows: Sequence[str], note: str = "") -> str:
    return f"<div><code>{html.escape(title)}</code><table>{''.join(rows)}</table>{html.escape(note)}</div>"


def facts_html(title: str, facts: Mapping[str, Any]) -> str:
    """A table of names and values, one per row."""
    return _table(title, [f"<tr><th>{_text(name)}</th><td>{_text(value)}</td></tr>" for name, value in facts.items()])


def frame_html(title: str, columns: Mapping[str, Any], count: int) -> str:
    """The first rows of a table of `count` rows, given by column."""
    shown = len(next(iter(columns.values()), ()))
    rows = [_row(list(columns), "th"), *(_row(cells) for cells in zip(*columns.values()))]
    return _table(title, rows, f"… {count} rows" if count > shown else "")


def grid_html(title: str, rows: Any, columns: Any, cells: np.ndarray, shape: tuple[int, int]) -> str:
    """The upper left corner of a table of this shape."""
    more = "…" if shape[1] > len(columns) else None
    head = ["", *columns] + ([more] if more else [])
    lines = [f"<tr><th>{_text(name)}</th>{_row([*line, *([more] if more else [])])[4:]}" for name, line in zip(rows, cells)]
    return _table(title, [_row(head, "th"), *lines], f"{shape[0]} rows × {shape[1]} columns" if cells.shape != shape else "")
