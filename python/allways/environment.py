# SPDX-License-Identifier: Apache-2.0
"""What this machine, the package and its libraries offer."""

from __future__ import annotations

import importlib.metadata
import platform

from . import _core
from .callbacks import take_log_line
from .errors import count_of
from .options import tuning_directory

_companions = ["numpy", "geopandas", "networkx", "pandas", "pyarrow", "pyproj", "rasterio", "scipy", "shapely", "xarray"]


def show_versions() -> None:
    """Print the versions of this package, Python and other packages, and what ``allways doctor`` checks.

    Paste it into a report of an error. Takes a second at most.

    Examples
    --------
    >>> import allways
    >>> allways.show_versions()  # doctest: +ELLIPSIS
    allways          ...
    python           ...
    """
    rows = [("allways", _core.version), ("python", f"{platform.python_version()} on {platform.platform()}")]
    for name in _companions:
        try:
            rows.append((name, importlib.metadata.version(name)))
        except importlib.metadata.PackageNotFoundError:
            continue
    for subject, holds, found, remedy in _core.check_environment():
        rows.append((subject, found if holds else f"MISSING: {found}. {remedy}"))
    for subject, found in rows:
        print(f"{subject:<16} {found}")


def formats() -> dict[str, _core.FormatInfo]:
    """The formats that can be read, by name, with the keywords that each takes."""
    return {info.name: info for info in _core.input_formats()}


def output_formats() -> dict[str, _core.OutputFormat]:
    """The formats that can be written, by name."""
    return {info.name: info for info in _core.output_formats()}


def devices() -> list[_core.Device]:
    """The OpenCL devices of this machine. If there is none, solves run on the host, and a log line gives the reason."""
    found, explanation = _core.list_devices(tuning_directory())
    if not found:
        take_log_line(1, explanation)
    return found


def instruction_languages() -> list[str]:
    """The languages of directions: "en", "de", …"""
    return _core.instruction_languages()


def osm_profile_text(name: str) -> str:
    """The text of a built-in profile ("car", "bicycle", …), to copy and edit."""
    return _core.osm_profile_text(name)


def limit_threads(most: int) -> None:
    """Limit the threads of this process from now on, for several processes on one machine; 0: one per core."""
    _core.limit_threads(count_of(most, "most"))
