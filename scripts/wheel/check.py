# SPDX-License-Identifier: Apache-2.0
"""Checks that the libraries in a wheel work. Run it where only Python, NumPy and the wheel are installed.

    python wheel_check.py data/village.osm
"""

import pathlib
import sys
import tempfile

import numpy as np

import allways

network = allways.read_network(sys.argv[1])
assert network.node_count > 0 and network.column_units["time"] == "s"

# PROJ finds its database: Swiss coordinates (EPSG:2056) are converted.
swiss = np.array([[2641000.0, 1205400.0], [2642200.0, 1205900.0]])
snapped = network.table(swiss, crs=2056, radius=20000, component="any")
assert np.isfinite(snapped.to_numpy()).any() and not snapped.unsnapped

with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    network.write(folder / "network.gpkg")  # GDAL and SQLite
    again = allways.read_network(folder / "network.gpkg")
    assert again.node_count == network.node_count and again.crs == network.crs
    table = again.solve(skims=["length"])
    table.write(folder / "table.omx")  # HDF5
    assert allways.read_table(folder / "table.omx").diff(table).same
    path = again.path(again.node_ids[0], again.node_ids[2])
    path.write(folder / "path.geojson")
    again.draw(folder / "map.png", start=again.node_ids[0])  # Cairo
    assert (folder / "map.png").stat().st_size > 1000
    assert len(again.draw().html) > 1000

print(f"allways {allways.__version__}: networks, CRS, GeoPackage, OMX, pictures; {len(allways.devices())} OpenCL devices")
