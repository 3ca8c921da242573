# SPDX-License-Identifier: Apache-2.0
"""HTML that Jupyter shows for networks and tables."""

from __future__ import annotations

import html
from typing import Any, Mapping, Sequence

import numpy as np


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
