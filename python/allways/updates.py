"""Live speeds and costs: rows of data frames and files."""

from __future__ import annotations

import os
from typing import Any

from . import _core
from .callbacks import take_log_line
from .errors import InvalidArgument


def read_updates(rows: Any) -> _core.CostUpdates:
    """A data frame or the name of a file, in the forms of ``allways update``."""
    if isinstance(rows, (str, os.PathLike)):
        return _core.read_cost_updates(os.fspath(rows))
    if not hasattr(rows, "to_csv"):
        raise InvalidArgument(f"expected a DataFrame with columns arc and speed_kmh or cost, or the name of a file, "
                              f"found {type(rows).__name__}")
    frame = rows.assign(reversed=rows["reversed"].astype(int)) if "reversed" in rows.columns else rows
    return _core.parse_cost_updates(frame.to_csv(index=False, na_rep="inf"), "frame")


def report_rows(report: _core.CostUpdateReport) -> None:
    """Warns of rows about roads that are not there."""
    if report.not_found == 0:
        return
    example = report.examples[0] if report.examples else None
    why = f"; row {example.row}: {example.why}" if example else ""
    take_log_line(2, f"{report.not_found} of {report.rows} rows are about no road of the network{why}")
