# SPDX-License-Identifier: Apache-2.0
"""Heights from a raster: columns of climbs, and times that mind slopes."""

import numpy as np
import pytest

import allways
from allways import InputError
from conftest import root

WGS84 = ('GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],'
         'UNIT["degree",0.0174532925199433]]')
village = root / "data/village.osm"


@pytest.fixture
def slope(tmp_path):
    """Rises to the east by 10 m for each hundredth of a degree."""
    heights = " ".join(str(400 + 10 * column) for column in range(6))
    path = tmp_path / "slope.asc"
    path.write_text(f"ncols 6\nnrows 3\nxllcorner 7.98\nyllcorner 46.985\ncellsize 0.01\n{(heights + chr(10)) * 3}")
    path.with_suffix(".prj").write_text(WGS84)
    return path


def test_columns(slope):
    network = allways.read_network(village, profile="foot", elevation=slope)
    level = allways.read_network(village, profile="foot")
    assert network.column_units["ascent"] == network.column_units["descent"] == "m"
    x = np.asarray(network.coordinates)[:, 0]
    rise = np.asarray(network.column("ascent")) - np.asarray(network.column("descent"))
    np.testing.assert_allclose(rise, 1000 * (x[network.head] - x[network.tail]), atol=0.011)
    assert np.all(np.asarray(network.column("ascent")) >= 0)
    assert not np.array_equal(network.column("time"), level.column("time"))
    np.testing.assert_array_equal(network.column("free_speed"), level.column("free_speed"))


def test_skims(slope):
    network = allways.read_network(village, elevation=slope)
    table = network.table(network.node_ids[:5], skims=["ascent", "descent"])
    ascent, descent = table.to_numpy(skim="ascent"), table.to_numpy(skim="descent")
    assert table.skims == {"ascent": "m", "descent": "m"}
    x = np.asarray(network.coordinates)[:5, 0]
    np.testing.assert_allclose(ascent - descent, 1000 * (x[None, :] - x[:, None]), atol=0.011)


def test_wrong_uses(slope, tmp_path):
    with pytest.raises(InputError, match="cannot be opened as a raster of heights"):
        allways.read_network(village, elevation=tmp_path / "nowhere.tif")
    slope.with_suffix(".prj").unlink()
    with pytest.raises(InputError, match="states no reference system"):
        allways.read_network(village, elevation=slope)
    with pytest.raises(TypeError, match="unexpected keyword 'elevations'"):
        allways.read_network(village, elevations=slope)
