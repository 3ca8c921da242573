# SPDX-License-Identifier: Apache-2.0
"""What this machine and the libraries of the package offer."""

import importlib.metadata
import platform

from . import _core

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
