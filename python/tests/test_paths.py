# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import allways


def test_one_path_from_three_sources(streets, solved):
    factor = streets.factorize()
    found = [source.path(7, 400) for source in (streets, solved, factor)]
    assert len({tuple(path.nodes) for path in found}) == 1
    assert {path.distance for path in found} == {solved.distance(7, 400)}
    path = found[0]
    assert path.nodes[0] == 7 and path.nodes[-1] == 400 and path.unit == "s"
    legs = path.to_pandas()
    assert legs["from"].tolist() == path.nodes[:-1]
    assert legs.time.sum() == pytest.approx(path.distance)
    assert path.time_s == path.distance and path.length_m == pytest.approx(legs.length.sum())
    assert path.directions[0].startswith("head")


def test_alternatives(streets, solved):
    factor = streets.factorize()
    pairs = [[7, 400], [30, 500], [100, 3]]
    found = streets.paths(pairs, alternatives=2)
    assert len(found) == 3 and any(len(path.alternatives) for path in found)
    for path, same in zip(found, factor.paths(pairs, alternatives=2)):
        assert path.distance == solved.distance(*(int(stop) for stop, _ in path.stops))
        assert list(path.alternatives.distances) == list(same.alternatives.distances)
        assert all(path.distance <= other.distance <= 1.25 * path.distance for other in path.alternatives)
    assert len(streets.path(7, 400).alternatives) == 0
    some = next(path for path in found if len(path.alternatives))
    assert "alternative 1" in some.draw().html
    with pytest.raises(allways.InvalidArgument, match="two stops"):
        streets.path(7, 400, via=[30], alternatives=1)


def test_stops_on_the_way(streets):
    path = streets.path(7, 400, via=[30])
    assert 30 in path.nodes
    assert path.distance == streets.path(7, 30).distance + streets.path(30, 400).distance


def test_no_path_is_a_value():
    network = allways.Network.from_arrays([0], [1], [1.0])
    path = network.path(2, 1)
    assert not path.reachable and path.distance == np.inf and path.nodes == [] and path.line.is_empty


def test_lines_and_positions(village, tmp_path):
    geopandas = pytest.importorskip("geopandas")
    start, end = village.coordinates[0] + 1e-4, village.coordinates[5]
    path = village.path(tuple(start), tuple(end))
    assert path.line.geom_type == "LineString" and path.crs == "EPSG:4326"
    assert path.stops[0][1] > 0
    legs = path.to_geodataframe()
    assert legs.crs == "EPSG:4326" and len(legs) == len(path.nodes) - 1
    many = village.paths([[int(village.node_ids[0]), int(village.node_ids[5])]] * 3)
    assert len(many) == 3 and many.distances.ptp() == 0 if hasattr(many.distances, "ptp") else np.ptp(many.distances) == 0
    assert many.to_geodataframe().crs == "EPSG:4326"
    many.write(tmp_path / "paths.geojson")
    assert len(geopandas.read_file(tmp_path / "paths.geojson")) == 3


def test_factors(streets, solved, tmp_path):
    factor = streets.factorize()
    ids = streets.node_ids
    np.testing.assert_array_equal(factor.distances(ids[:100], ids[100:200]), solved.to_numpy()[np.arange(100), np.arange(100, 200)])
    factor.write(tmp_path / "f.factor")
    opened = allways.read_factor(tmp_path / "f.factor")
    assert opened.distance(7, 400) == factor.distance(7, 400)
    with pytest.raises(allways.InputError, match="no node '100000'"):
        factor.distance(7, 100000)
    with pytest.raises(allways.InvalidArgument):
        factor.distances([1, 2], [1])


def test_drawings(village, tmp_path, solved):
    page = village.draw()
    assert page.html.startswith("<!") and "iframe" in page._repr_html_()
    assert "html" in village.draw(start=int(village.node_ids[0])).html
    village.draw(tmp_path / "village.png")
    assert (tmp_path / "village.png").read_bytes().startswith(b"\x89PNG")
    assert solved.draw().html
    assert village.path(int(village.node_ids[0]), int(village.node_ids[5])).draw().html
