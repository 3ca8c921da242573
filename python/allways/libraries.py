# SPDX-License-Identifier: Apache-2.0
"""Libraries that only some functions need: each is imported when one of its names is first used."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any


class _Library:
    def __init__(self, name: str):
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # asked by tools that look at every value of a module
            raise AttributeError(name)
        return getattr(importlib.import_module(self._name), name)


if TYPE_CHECKING:
    import geopandas as geopandas
    import networkx as networkx
    import pandas as pandas
    import pyarrow as pyarrow
    import pyarrow.compute as compute
    import pyarrow.csv as csv
    import pyarrow.parquet as parquet
    import scipy.sparse as sparse
    import shapely as shapely
    import xarray as xarray
    import zarr as zarr
else:
    geopandas, networkx, pandas, pyarrow, compute, csv, parquet, sparse, shapely, xarray, zarr = map(_Library, (
        "geopandas", "networkx", "pandas", "pyarrow", "pyarrow.compute", "pyarrow.csv", "pyarrow.parquet", "scipy.sparse", "shapely",
        "xarray", "zarr"))
