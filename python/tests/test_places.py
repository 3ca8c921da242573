# SPDX-License-Identifier: Apache-2.0
"""Places that are snapped once: the tables are those of the positions."""

import copy
import pickle
import warnings

import geopandas as gpd
import numpy as np
import pandas as pd
import pytest

import allways
from allways import InvalidArgument
from conftest import real_map


def positions(network, count, seed):
    random = np.random.default_rng(seed)
    low, high = network.coordinates.min(axis=0), network.coordinates.max(axis=0)
    near = network.coordinates[random.integers(0, network.node_count, count)]
    return np.clip(near + random.normal(0, 3e-4, (count, 2)), low, high)


@pytest.mark.parametrize("name", ["village", "monaco"])
def test_tables_equal_those_of_positions(name):
    network = real_map(name)
    depots, shops = positions(network, 5, 1), positions(network, 40, 2)
    ids = network.node_ids[:7]
    for source in (network, network.factorize(skims=["length"])):
        placed_depots, placed_shops = source.place(depots, shops, **({"skims": ["length"]} if source is network else {}))
        assert len(placed_shops) == 40 and repr(placed_depots) == "<allways.Places: 5>"
        expected = source.table(depots, shops, skims=["length"])
        made = source.table(placed_depots, placed_shops, skims=["length"])
        np.testing.assert_array_equal(made.to_numpy(), expected.to_numpy())
        np.testing.assert_allclose(made.to_numpy(skim="length"), expected.to_numpy(skim="length"))
        assert made.origin_places.tolist() == expected.origin_places.tolist() and made.crs == expected.crs
        part = source.table(placed_shops[:3], placed_depots)
        np.testing.assert_array_equal(part.to_numpy(), source.table(shops, depots).to_numpy()[:3])
        np.testing.assert_allclose(source.table(placed_depots, ids).to_numpy(), source.table(depots, ids).to_numpy())


def test_selections(village):
    shops = village.place(positions(village, 4, 3))
    every = shops.ids.tolist()
    assert shops[[every[2], every[0]]].ids.tolist() == [every[2], every[0]]
    assert shops[np.array([True, False, True, False])].ids.tolist() == every[::2]
    assert shops[every[1]].ids.tolist() == every[1:2] and len(shops[1:]) == 3
    with pytest.raises(allways.InputError, match="no node 'nowhere'|no .*nowhere"):
        shops[["nowhere"]]


def test_unsnapped_and_misuses(village, streets):
    far = village.place([(8.0001, 46.9999), (9.5, 48.0)])
    assert len(far.unsnapped) == 1
    table = village.table(far)
    near, away = village.table(far, [1]).origin_snap_distances
    assert [near, away] == table.origin_snap_distances.tolist() and 0 < near < 500 < away
    assert np.isnan(village.table(far, [1]).destination_snap_distances).all()
    assert not len(village.table([1, 8]).origin_snap_distances)
    assert table.unsnapped == far.unsnapped and np.isinf(table.to_numpy()[0, 1])
    with pytest.raises(InvalidArgument, match="lie on another network"):
        real_map("village").close([]).table(far)
    with pytest.raises(InvalidArgument, match="come from two calls"):
        village.table(far, village.place([(8.0001, 46.9999)]))
    with pytest.raises(InvalidArgument, match="access_speed_kmh"):
        village.place([(8.0001, 46.9999)], access_speed_kmh=5)
    with pytest.raises(InvalidArgument, match="placed for the cost 'time', not 'length'"):
        village.table(far, cost="length")


def test_ids_outlive_their_places(village):
    places = village.place([(8.0001, 46.9999), (8.023, 47.004)])
    parts = [places[:].ids for _ in range(50)] + [places[[1, 2]].ids for _ in range(50)]
    again = [village.place([(8.0001, 46.9999), (8.023, 47.004)]) for _ in range(50)]
    assert all(ids.tolist() == places.ids.tolist() for ids in parts) and len(again) == 50


def test_unsnapped_of_each_list(village):
    """Lists that share ids keep their unsnapped places apart."""
    near, far = [(8.0001, 46.9999), (8.02, 47.004)], [(8.0001, 46.9999), (0.0, 0.0)]
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        depots, shops = village.place(far, near)
    assert len([one for one in found if "5284 km" in str(one.message)]) == 1  # said once
    assert depots.unsnapped == ["2"] and shops.unsnapped == []
    assert village.table(depots, shops).unsnapped == village.table(depots).unsnapped == ["2"]
    assert village.table(shops, depots).unsnapped == ["2"] and village.table(shops[:1]).unsnapped == []
    assert depots[:1].unsnapped == [] and depots[1:].unsnapped == ["2"]
    mixed = village.place("1,@0,0,@8.02,47.004")
    assert mixed.unsnapped == [mixed.ids.tolist()[1]]


def test_other_uses_of_places(village):
    points = gpd.GeoSeries.from_xy([8.0001, 8.02], [46.9999, 47.004], index=[10, 20], crs=4326)
    placed = village.place(points)
    assert list(placed) == [10, 20] and 10 in placed and [len(placed[one]) for one in placed] == [1, 1]
    with pytest.raises(InvalidArgument, match="places of place\\(\\) are for tables; give positions or ids"):
        village.isochrones(placed, 60)
    with pytest.raises(InvalidArgument, match="places of place\\(\\) are for tables"):
        village.path(placed[[10]], 8)
    for positions in (points, points.to_frame("geometry"), np.array([[8.02, 47.004]]), [(8.02, 47.004)],
                      pd.DataFrame({"lon": [8.02], "lat": [47.004]})):
        with pytest.raises(InvalidArgument, match="place both lists in one call"):
            village.table(placed, positions)
        with pytest.raises(InvalidArgument, match="place both lists in one call"):
            village.table(positions, placed)
    with pytest.raises(TypeError, match="place\\(\\) these again"):
        pickle.dumps(placed)
    assert copy.copy(placed) is copy.deepcopy(placed) is placed
    with pytest.raises(InvalidArgument, match="expected 2 booleans"):
        placed[np.array([True])]
