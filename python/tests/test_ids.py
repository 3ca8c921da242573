# SPDX-License-Identifier: Apache-2.0
"""Ids come back with the type in which they were given, so that results join to what the caller has."""

import pickle

import geopandas as gpd
import numpy as np
import pandas as pd
import pytest

import allways
from allways import InvalidArgument, Network


@pytest.fixture
def zones():
    return gpd.GeoDataFrame({"people": [1, 2]}, geometry=gpd.points_from_xy([8.0001, 8.02], [46.9999, 47.004]), crs=4326,
                            index=["9490", "9494"])


def types_of(network, points):
    placed = network.place(points)
    tables = [network.table(points), network.table(placed), network.table(points, points).sub_table(None, None)]
    tables.append(pickle.loads(pickle.dumps(tables[0])))
    kinds = {type(one) for table in tables for side in (table.origin_ids, table.destination_ids) for one in side.tolist()}
    kinds |= {type(one) for one in [*placed.ids.tolist(), *placed[:1].ids.tolist()]}
    kinds |= {type(one) for one in [*network.snap(points).index.tolist(), *network.isochrones(points, 60)["start"].tolist()]}
    return kinds


def test_points(village, zones):
    """Texts of digits stay texts, integers stay integers, and whole numbers of other types become integers."""
    assert types_of(village, zones) == {str}
    assert types_of(village, zones.set_index(pd.Index([9490, 9494]))) == {int}
    assert types_of(village, zones.set_index(pd.Index([9490, 9494], dtype=object))) == {int}
    assert types_of(village, zones.set_index(pd.Index([9490.0, 9494.0]))) == {int}
    assert types_of(village, zones.geometry) == {str}
    assert village.table(zones.set_index(pd.Index(["007", "9"]))).origin_ids.tolist() == ["007", "9"]
    joined = zones.join(village.table(zones).to_pandas())
    assert np.isfinite(joined[["9490", "9494"]].to_numpy()).all()
    long = village.table(zones).to_pandas("long").merge(zones, left_on="origin", right_index=True)
    assert long["people"].tolist() == [1, 1, 2, 2]
    assert village.table(zones)["9490", "9494"] == village.table(zones)[9490, 9494]
    assert village.place(zones)[["9494"]].ids.tolist() == village.place(zones)[[9494]].ids.tolist() == ["9494"]


def test_nodes(village):
    for source in (village, village.factorize(), village.solve()):
        table = source.table(["1", "8"], [8])
        assert table.origin_ids.tolist() == ["1", "8"] and table.destination_ids.tolist() == [8]
        assert source.table(iter(["1", "8"]), iter([8])).origin_ids.tolist() == ["1", "8"]
        assert source.table(["1", "8"]).destination_ids.tolist() == ["1", "8"]
        pairs = source.table(pairs=[("1", 8), ("8", 8)])
        assert pairs.to_pandas()["origin"].tolist() == ["1", "8"] and pairs.to_pandas()["destination"].tolist() == [8, 8]
        assert pickle.loads(pickle.dumps(pairs)).origin_ids.tolist() == ["1", "8"]


def test_nodes_that_are_texts_of_digits():
    network = Network.from_arrays([0, 1], [1, 0], {"time": [1.0, 2]}, node_ids=["10", "20"], arc_ids=["5", "6"],
                                  coordinates=[(8, 47), (8.01, 47)], crs=4326)
    assert network.node_ids.tolist() == network.to_pandas()["u"].tolist() == ["10", "20"]
    assert network.table(["10"], ["20"]).origin_ids.tolist() == ["10"]
    for solved in (network, network.solve(), network.table(["10", "20"])):
        copy = pickle.loads(pickle.dumps(solved))
        assert (copy.origin_ids if hasattr(copy, "origin_ids") else copy.node_ids).tolist() == ["10", "20"]
    nodes = network.isochrones(["10"], 5, what="nodes")
    assert set(nodes["node_id"]) == {"10", "20"} and set(nodes["start"]) == {"10"}
    assert set(network.isochrones(["10"], 5, what="arcs")["arc_id"]) <= {"5", "6"}
    assert Network.from_arrays([0], [1], [1.0], node_ids=[1.0, 2.0]).node_ids.tolist() == [1, 2]


def test_masked_ids(village):
    masked = np.ma.masked_array([1, 8], mask=[False, True])
    for use in (lambda: village.table(masked), lambda: village.solve().sub_table(masked), lambda: village.close(masked),
                lambda: Network.from_arrays([0], [1], [1.0], node_ids=masked)):
        with pytest.raises(InvalidArgument, match="masked"):
            use()
