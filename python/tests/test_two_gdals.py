# SPDX-License-Identifier: Apache-2.0
"""The module's GDAL, PROJ and HDF5 beside those of the wheels of other packages, imported in both orders."""

import subprocess
import sys

import pytest

others = "import geopandas, pyogrio, rasterio, pyproj, h5py"
work = """
import sys, numpy as np
network = allways.read_network(sys.argv[1])
network.write(sys.argv[2])
again = allways.read_network(sys.argv[2])
assert again.node_count == network.node_count
layers = [name for name, _ in pyogrio.list_layers(sys.argv[2])]
frame = geopandas.read_file(sys.argv[2], layer="link" if "link" in layers else layers[0])
assert len(frame) > 0
moved = frame.to_crs(2056)
table = network.table(geopandas.GeoSeries.from_xy(*network.coordinates[:3].T, crs=4326).to_crs(2056))
table.write(sys.argv[3])
with h5py.File(sys.argv[3]) as file:
    assert len(file["data"]) == 1
with rasterio.MemoryFile() as memory:
    with memory.open(driver="GTiff", width=2, height=2, count=1, dtype="uint8", crs="EPSG:2056",
                     transform=rasterio.transform.from_origin(0, 0, 1, 1)) as raster:
        raster.write(np.zeros((1, 2, 2), np.uint8))
print("both")
"""


@pytest.mark.parametrize("program", [f"import allways\n{others}\n{work}", f"{others}\nimport allways\n{work}"],
                         ids=["allways first", "allways last"])
def test_both_orders(program, tmp_path, request):
    village = request.config.rootpath / "data/village.osm"
    done = subprocess.run([sys.executable, "-c", program, village, tmp_path / "v.gpkg", tmp_path / "t.omx"],
                          capture_output=True, text=True)
    assert done.stdout.strip() == "both", done.stderr
