# SPDX-License-Identifier: Apache-2.0
"""Live speeds and costs from data frames and files."""

from __future__ import annotations

import os
from typing import Any

from . import _core
from .callbacks import take_log_line
from .errors import InvalidArgument
from .ids import pandas_of


def read_updates(rows: Any, encoding: str = "") -> _core.CostUpdates:
    """Reads a data frame, or the file of a name, in the forms of ``allways update``. The encoding is that of a file."""
    if isinstance(rows, (str, os.PathLike)):
        return _core.read_cost_updates(os.fspath(rows), encoding)
    if encoding:
        raise InvalidArgument("`encoding` is that of a file of rows; a DataFrame has none")
    rows = _frame_of(rows, f"expected a DataFrame with columns {_forms}, or the name of a file")
    return _core.parse_cost_updates(_rows_with_values(rows).to_csv(index=False), "frame")


def text_of_rows(rows: Any, expected: str) -> str:
    """The text of a file of costs by hour, with the columns in the library's order: the hour and the road first."""
    rows = _frame_of(rows, expected)
    names, ends = _names_of(rows)
    keys = [names.get("hour"), names.get("arc", names.get("arc_id")), names.get("reversed"),
            names.get("class", names.get("facility_type")), *ends]
    known = [key for key in keys if key is not None]
    rows = rows[[*known, *(name for name in rows.columns if name not in known)]]
    return rows.assign(**{name: rows[name].astype(int) for name in rows.columns if rows[name].dtype == bool}).to_csv(index=False)


def _frame_of(rows: Any, expected: str) -> Any:
    rows = pandas_of(rows)
    if not hasattr(rows, "to_csv") or not hasattr(rows, "columns"):
        raise InvalidArgument(f"{expected}, found {type(rows).__name__}")
    return rows


def _names_of(frame: Any) -> tuple[dict[str, Any], list]:
    """The names of columns by their lower case, and those of both ends of a road, or None."""
    names = {str(name).strip().lower(): name for name in frame.columns}
    return names, [next((own for name, own in names.items() if name.startswith(start)), None) for start in ("from", "to")]


_forms = "arc[, reversed] and speed_kmh or cost, or class and speed_factor or cost_factor, or from, to, speed_kmh[, rate]"


def _rows_with_values(frame: Any) -> Any:
    """The columns in the library's order. Rows without a speed or cost are left out, because they change nothing."""
    names, ends = _names_of(frame)
    of_arcs = next((names[one] for one in ("arc", "arc_id") if one in names), None)
    of_classes = next((names[one] for one in ("class", "facility_type") if one in names), None) if of_arcs is None else None
    kinds = ("speed_factor", "cost_factor") if of_classes is not None else ("speed_kmh", "speed", "edge_speed_in_km_h", "cost")
    values = [names[one] for one in kinds if one in names]
    keys = ends if of_arcs is None and of_classes is None else [of_classes if of_arcs is None else of_arcs]
    marks = [names["reversed"]] if of_arcs is not None and "reversed" in names else []
    rates = [names["rate"]] if keys is ends and "rate" in names else []
    known = [*keys, *marks, *values, *rates]
    extra = [str(name) for name in frame.columns if name not in known]
    if None in keys or len(values) != 1 or extra:
        found = f"the further column '{extra[0]}'" if extra and None not in keys and len(values) == 1 else \
            ", ".join(map(str, frame.columns)) or "no columns"
        raise InvalidArgument(f"updates have columns {_forms}; found {found}")
    rows = frame[known]
    if rows[keys + marks].isna().to_numpy().any():
        raise InvalidArgument(f"a row of updates has no '{next(name for name in keys + marks if rows[name].isna().any())}'")
    missing = rows[values[0]].isna()
    if missing.any():
        take_log_line(2, f"{int(missing.sum())} of {len(rows)} rows have no '{values[0]}' and change nothing; inf as a cost, or 0 "
                         "as a speed, closes a road")
    rows = rows[~missing]
    return rows.assign(**{str(name): rows[name].map(_whole) for name in keys},
                       **{str(name): rows[name].astype(int) for name in marks})


def _whole(one: Any) -> Any:
    """Converts ids back to integers: pandas stores them as floats if some are missing."""
    return int(one) if isinstance(one, float) and one.is_integer() else one


def report_rows(report: _core.CostUpdateReport) -> None:
    """Warns about rows for unknown roads."""
    if report.not_found == 0:
        return
    example = report.examples[0] if report.examples else None
    why = f"; row {example.row}: {example.why}" if example else ""
    take_log_line(2, f"{report.not_found} of {report.rows} rows are about no road of the network{why}")
