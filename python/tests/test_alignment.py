# SPDX-License-Identifier: Apache-2.0
"""pandas' labels count: Series are brought into order by their index, columns of frames are found by their names."""

import pickle

import geopandas as gpd
import networkx as nx
import numpy as np
import pandas as pd
import pytest

import allways
from allways import InvalidArgument, Network

places = [30, 10, 20]
jobs = pd.Series({10: 1.0, 20: 2.0, 30: 4.0})


def frame_of(streets):
    return pd.DataFrame({"x": streets.coordinates[:3, 0], "y": streets.coordinates[:3, 1]}, index=["c", "a", "b"])


@pytest.mark.parametrize("weights", [{"jobs": jobs}, pd.DataFrame({"jobs": jobs})], ids=["Series", "frame"])
def test_weights_of_access(streets, weights):
    expected = streets.access(places, weights={"jobs": [4, 1, 2]}, cutoffs=60)
    pd.testing.assert_frame_equal(streets.access(places, weights=weights, cutoffs=60), expected)
    pd.testing.assert_frame_equal(streets.access(np.array(places), weights=weights, cutoffs=60), expected)
    assert not expected.equals(streets.access(places, weights={"jobs": jobs.to_numpy()}, cutoffs=60))


def test_weights_of_points(streets, tmp_path):
    points = frame_of(streets)
    people = pd.Series({"a": 1, "b": 2, "c": 4})
    expected = streets.access(points, weights={"people": [4, 1, 2]}, cutoffs=60, component="any")
    geometry = gpd.GeoSeries.from_xy(points.x, points.y, index=points.index)
    points.rename_axis("id").reset_index().to_csv(tmp_path / "points.csv", index=False)
    for given in (points, geometry, gpd.GeoDataFrame(geometry=geometry), tmp_path / "points.csv"):
        found = streets.access(given, weights={"people": people}, cutoffs=60, component="any")
        np.testing.assert_array_equal(found, expected)
    # The index of the Series that names the places counts before the ids in it.
    named = pd.DataFrame({"zone": places, "jobs": [4, 1, 2]}, index=[10, 20, 30])
    np.testing.assert_array_equal(streets.access(named.zone, weights={"jobs": named.jobs.sample(frac=1, random_state=2)}, cutoffs=60),
                                  streets.access(places, weights={"jobs": [4, 1, 2]}, cutoffs=60))


def test_demand_and_classes(streets):
    homes, people = [7, 5, 6], pd.Series({5: 10, 6: 20, 7: 40})
    kinds = pd.Series({10: "a", 20: "b", 30: "c"})
    found = streets.access(places, origins=homes, demand=people, classes=kinds, weights={"jobs": jobs}, cutoffs=300, nearest=1)
    expected = streets.access(places, origins=homes, demand=[40, 10, 20], classes=["c", "a", "b"], weights={"jobs": [4, 1, 2]},
                              cutoffs=300, nearest=1)
    pd.testing.assert_frame_equal(found, expected)


def test_refuses_other_labels(streets):
    for use in (lambda: streets.access(places, weights={"jobs": jobs[[10, 20]]}, cutoffs=60),
                lambda: streets.access(places, weights={"jobs": jobs.rename({10: 11})}, cutoffs=60),
                lambda: streets.access(places, classes=pd.Series(["a", "b", "c"], [1, 2, 3]), nearest=1),
                lambda: streets.access([1], origins=places, demand=jobs.rename({10: 11}), cutoffs=60),
                lambda: streets.access(pd.Series(places), weights={"jobs": jobs.set_axis([5, 6, 7])}, cutoffs=60),
                lambda: streets.assign([(1, 2), (3, 4)], pd.Series([1, 2], [5, 6])),
                lambda: streets.assign(pd.DataFrame({"o": [1], "d": [2]}, index=["x"]), pd.Series([1], ["y"]))):
        with pytest.raises(InvalidArgument, match="a Series whose index is neither 0, 1, 2, … nor the ids"):
            use()
    for use, advice in [(lambda: streets.access(places, weights={"jobs": jobs.where(jobs > 1)}, cutoffs=60), "`jobs`: 1 of 3 values are missing"),
                        (lambda: streets.access(places, classes=["a", None, "b"], nearest=1), "`classes`: 1 destinations have no class"),
                        (lambda: streets.access(places, classes="kind", nearest=1), "`classes`: no column 'kind'.*data frame of destinations"),
                        (lambda: streets.assign([(1, 2), (3, 4)], [1, np.nan]), "`trips`: 1 pairs have no number")]:
        with pytest.raises(InvalidArgument, match=advice):
            use()


def test_values_of_a_network(village):
    """Ids that each belong to one node bring a Series into order."""
    inside = pd.Series(np.arange(12) < 7, village.node_ids)
    shuffled = inside.sample(frac=1, random_state=1)
    assert village.subnetwork(shuffled).node_ids.tolist() == village.subnetwork(inside.to_numpy()).node_ids.tolist()
    arcs = pd.DataFrame({"u": [0, 1, 2], "v": [1, 2, 0], "time": [5, 6, 7]}, index=["p", "q", "r"])
    network = Network.from_arrays(arcs.u, arcs.v, {"time": arcs.time[["r", "p", "q"]]}, arc_ids=arcs.index)
    assert network.column("time").tolist() == [5, 6, 7]
    assert network.with_columns({"time": arcs.time[["q", "r", "p"]] * 2}).column("time").tolist() == [10, 12, 14]
    assert np.isnan(network.close((arcs.time > 6)[["r", "q", "p"]]).column("time")).tolist() == [False, False, True]
    nodes = pd.DataFrame({"y": [1.0, 2], "x": [3.0, 4]})
    assert Network.from_arrays([0], [1], [1], coordinates=nodes).coordinates.tolist() == [[3, 1], [4, 2]]
    with pytest.raises(InvalidArgument, match="`coordinates`: expected columns x and y, or lon and lat, found a, b"):
        Network.from_arrays([0], [1], [1], coordinates=nodes.set_axis(["a", "b"], axis=1))
    chosen = village.place(pd.DataFrame({"lon": [8.0001, 8.02], "lat": [46.9999, 47.004]}, index=["p", "q"]))
    assert chosen[pd.Series([True, False], ["q", "p"])].ids.tolist() == ["q"]


def test_labels_of_a_matrix():
    costs = pd.DataFrame([[0, 1, 2], [3, 0, 4], [5, 6, 0]], index=["a", "b", "c"], columns=["a", "b", "c"])
    turned = allways.Matrix(costs, node_ids=["c", "a", "b"])
    assert turned.node_ids.tolist() == ["c", "a", "b"] and turned.to_numpy().tolist() == [[0, 5, 6], [2, 0, 1], [4, 3, 0]]
    assert allways.Matrix(costs).solve().distance("c", "b") == turned.solve().distance("c", "b") == 6
    with pytest.raises(InvalidArgument, match="`costs`: a Series whose index"):
        allways.Matrix(costs, node_ids=["x", "y", "z"])


def test_columns_of_pairs(streets, solved, tmp_path):
    frame = pd.DataFrame({"trips": [5.0, 6, 7], "destination": [400, 300, 3], "origin": [1, 2, 70]}, index=["x", "y", "z"])
    expected = [solved.distance(u, v) for u, v in zip(frame.origin, frame.destination)]
    frame.to_csv(tmp_path / "pairs.csv", index=False)
    for source in (streets, solved, streets.factorize()):
        for given in (frame, frame.rename(columns={"origin": "from", "destination": "To"})):
            found = source.table(pairs=given).to_pandas()
            assert found.origin.tolist() == [1, 2, 70] and found.time_s.tolist() == expected and found.index.tolist() == ["x", "y", "z"]
            assert pickle.loads(pickle.dumps(source.table(pairs=given))).to_pandas().equals(found)
    assert source.table(pairs=tmp_path / "pairs.csv").to_pandas().time_s.tolist() == expected
    loads = streets.assign(frame, "trips")
    for one in (streets.assign(frame), streets.assign(tmp_path / "pairs.csv"), streets.assign(tmp_path / "pairs.csv", "trips"),
                streets.assign(frame[["destination", "origin"]], frame.trips[["z", "x", "y"]]),
                streets.assign(list(zip(frame.origin, frame.destination)), pd.Series(
                    [7, 5, 6], pd.MultiIndex.from_tuples([(70, 3), (1, 400), (2, 300)])))):
        assert one.total_cost == loads.total_cost == sum(expected * frame.trips) and one.arcs.equals(loads.arcs)
    with pytest.raises(InvalidArgument, match="`pairs`: expected columns such as origin and destination, or two columns, found a, b, c"):
        streets.table(pairs=frame.set_axis(["a", "b", "c"], axis=1))
    with pytest.raises(InvalidArgument, match="`trips`: the pairs have no column 'people'; they have: trips"):
        streets.assign(frame, "people")


def test_positions_in_columns_of_pairs(village, tmp_path):
    frame = pd.DataFrame({"to_lon": [8.02], "to_lat": [47.004], "from_lon": [8.0001], "from_lat": [46.9999]}, index=["a"])
    found = village.table(pairs=frame).to_pandas()
    assert found.index.tolist() == ["a"] and found.time_s["a"] == village.path((8.0001, 46.9999), (8.02, 47.004)).distance
    with pytest.raises(InvalidArgument, match="a DataFrame of pairs: "):
        village.table(pairs=frame.assign(to_lon="east"))


def test_dropped_pairs_keep_their_labels(village):
    far = (9.5, 48.0)
    pairs = pd.DataFrame({"origin": [1, 1, 2], "destination": [(8.0001, 46.9999), far, (8.0001, 46.9999)]}, index=["x", "y", "z"])
    with pytest.warns(allways.AllwaysWarning):
        assert village.table(pairs=pairs, drop_unsnapped=True).to_pandas().index.tolist() == ["x", "z"]


def test_routes_in_frames(village):
    routes = pd.DataFrame({"destination": [8, 1], "via": [3, 5], "origin": [1, 2]}, index=["x", "y"])
    found = village.paths(routes)
    assert [one.stops[0][0] for one in found] == ["1", "2"] and [one.stops[1][0] for one in found] == ["3", "5"]
    assert found.to_geodataframe().index.tolist() == ["x", "y"] and found[1:].to_geodataframe().index.tolist() == ["y"]
    with pytest.raises(InvalidArgument, match="columns of origins and destinations, and via….* found 'trips'"):
        village.paths(routes.assign(trips=2))
    assert village.paths([]).to_geodataframe().columns.tolist() == ["origin", "destination", "time", "length_m", "time_s", "geometry"]


def test_matrices_of_trips(streets):
    matrix = pd.DataFrame([[0, 2, np.nan], [4, 5, 6.5]], index=[30, 1], columns=[1, 30, 400])
    pairs, numbers = [(30, 30), (1, 1), (1, 30), (1, 400)], [2, 4, 5, 6.5]
    expected = streets.assign(pairs, numbers)
    square = matrix.reindex(index=matrix.columns).fillna(0)
    for given in (matrix, allways.Matrix(square)):
        found = streets.assign(trips=given)
        assert (found.requested, found.within_nodes, found.total_cost) == (17.5, 6, expected.total_cost)
        assert found.arcs.equals(expected.arcs)
    table = streets.table([1, 30], [400, 7], cost="time")
    by_table = streets.assign(trips=table, cost="time")
    assert by_table.requested == table.to_numpy().sum() and by_table.total_cost == pytest.approx((table.to_numpy() ** 2).sum())
    for use, advice in [(lambda: streets.assign(allways.Matrix(square)), r"as `trips` alone: assign\(trips=matrix\)"),
                        (lambda: streets.assign(trips=np.ones((2, 2))), "a matrix with ids: a data frame"),
                        (lambda: streets.assign(), "give `pairs`, or as `trips` a matrix"),
                        (lambda: streets.assign(trips=matrix - 9), "from 0")]:
        with pytest.raises(InvalidArgument, match=advice):
            use()


def test_multi_index_as_points(streets):
    index = pd.MultiIndex.from_tuples([(1, 2), (3, 4)])
    for use in (lambda: streets.table(index), lambda: streets.access(index, nearest=1), lambda: streets.isochrones(index, 60),
                lambda: streets.place(index)):
        with pytest.raises(InvalidArgument, match="a MultiIndex has several ids for each place"):
            use()
    grid = Network.from_networkx(nx.grid_2d_graph(3, 3))  # whose ids are tuples
    assert grid.table(pd.MultiIndex.from_tuples([(0, 0), (1, 2)])).to_numpy().tolist() == [[0, 3], [3, 0]]


def test_no_path_is_missing_in_frames(tmp_path):
    """inf in arrays of NumPy, NaN in frames and xarray, null in Arrow."""
    network = Network.from_arrays([0], [1], {"time": [60]}, units={"time": "s"}, coordinates=[[0, 0], [1, 1]])
    table = network.table([1, 2], [1, 2])
    assert table.to_numpy()[1, 0] == table[2, 1] == np.inf
    assert np.isnan(table.to_pandas().loc[2, 1]) and np.isnan(table.to_xarray().time.sel(origin=2, destination=1))
    assert table.to_pandas("long").time_s.isna().tolist() == [False, False, True, False]
    assert network.table(pairs=[(2, 1)]).to_pandas().time_s.isna().all()
    day = network.hourly_table([1, 2], hourly={3: [60]})
    assert day.to_numpy()[0, 1, 0] == np.inf and day.to_pandas().time_s.isna().sum() == day.to_xarray().time.isnull().sum() == 1
    near = network.access([1], origins=[2], nearest=1)
    assert near.distance_1_s.isna().all() and near.nearest_1.isna().all()
    paths = network.paths([[2, 1], [1, 2]])
    assert paths.to_geodataframe().time.isna().tolist() == [True, False] and paths.distances.tolist() == [np.inf, 60]


def test_marks_are_booleans(village, streets):
    """An index of numbers would pick the first two."""
    network = Network.from_arrays([0, 1], [1, 2], [1, 1], no_through=[0, 1, 0], reversed=[False, True])
    assert network.node_ids[network.no_through].tolist() == [2] and network.arc_ids[network.reversed].tolist() == [2]
    for one in (network, village, streets):
        assert (one.no_through.dtype, one.no_through.shape) == (bool, (one.node_count,))
        assert (one.reversed.dtype, one.reversed.shape) == (bool, (one.arc_count,))
    assert not streets.no_through.any() and village.reversed.any()
