# SPDX-License-Identifier: Apache-2.0
"""Networks from and to NetworkX, OSMnx, GeoPandas, pandas and SciPy."""

import warnings
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction

import geopandas as gpd
import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse
import shapely

import allways
from allways import InvalidArgument, Network
from conftest import real_map


def test_networkx_distances():
    graph = nx.gnp_random_graph(40, 0.1, seed=1, directed=True)
    random = np.random.default_rng(1)
    for *_, data in graph.edges(data=True):
        data["weight"] = int(random.integers(0, 20))
    table = allways.solve(graph)
    for source, lengths in nx.all_pairs_dijkstra_path_length(graph):
        row = table.to_pandas().loc[source]
        assert row[np.isfinite(row)].to_dict() == lengths


def test_undirected_multigraph():
    graph = nx.MultiGraph(crs="epsg:2056")
    graph.add_node("a", x=0.0, y=0.0)
    graph.add_node("b", x=3.0, y=4.0)
    graph.add_node("alone", x=9.0, y=9.0)
    graph.add_edge("a", "b", length=5.0, name="Low Road", geometry=shapely.LineString([(0, 0), (3, 0), (3, 4)]))
    graph.add_edge("a", "b", length=9.0, name=["High Road", "Hill"])
    network = Network.from_networkx(graph, units={"length": "m"})
    assert (network.node_count, network.arc_count) == (3, 4)
    assert network.reversed.tolist() == [0, 1, 0, 1] and network.arc_ids.tolist() == [1, 1, 2, 2]
    assert network.crs == "EPSG:2056"
    assert network.text("name").tolist() == ["Low Road"] * 2 + ["High Road; Hill"] * 2
    assert network.path("b", "a").distance == 5
    assert network.path("b", "a").line.coords[:] == [(3, 4), (3, 0), (0, 0)]
    assert np.isinf(network.solve().distance("a", "alone"))


def test_edges_without_numbers_cost_one():
    assert allways.solve(nx.path_graph(4)).distance(0, 3) == 3


def test_networkx_and_back(village):
    graph = village.to_networkx()
    again = Network.from_networkx(graph)
    assert again.node_ids.tolist() == village.node_ids.tolist() and again.arc_count == village.arc_count
    np.testing.assert_array_equal(again.solve(cost="length", cost_type="float64").to_numpy(),
                                  village.solve(cost="length", cost_type="float64").to_numpy())
    node = village.node_ids[0]
    assert graph.nodes[node]["x"] == village.coordinates[0][0]


def test_geodataframes_and_back(village):
    nodes, edges = village.to_geodataframes()
    assert nodes.crs == edges.crs == "EPSG:4326"
    assert edges.index.names == ["u", "v", "key"] and edges.index.is_unique
    first = edges.iloc[0]
    assert shapely.Point(first.geometry.coords[0]) == nodes.geometry[edges.index[0][0]]
    assert shapely.Point(first.geometry.coords[-1]) == nodes.geometry[edges.index[0][1]]
    again = Network.from_geodataframes(nodes, edges)
    assert again.column_units["length"] == "m" and again.column_units["time"] == "s"
    np.testing.assert_allclose(again.solve().to_numpy(), village.solve().to_numpy())
    other = Network.from_geodataframes(nodes.to_crs(2056), edges.to_crs(2056)[["geometry"]])
    np.testing.assert_allclose(other.column("length"), village.column("length"), rtol=2e-3)


def test_edgelist():
    edges = pd.DataFrame({"source": ["x", "y"], "target": ["y", "z"], "minutes": [2, 3.5], "road": ["A", None]})
    network = Network.from_edgelist(edges, units={"minutes": "min"}, directed=False)
    assert network.node_ids.tolist() == ["x", "y", "z"]
    assert network.solve().distance("z", "x", "s") == 330
    places = gpd.GeoDataFrame(index=["z", "y", "x"], geometry=gpd.points_from_xy([0, 1, 2], [0, 0, 0]), crs=2056)
    placed = Network.from_edgelist(edges, nodes=places)
    assert placed.node_ids.tolist() == ["z", "y", "x"] and placed.crs == "EPSG:2056"
    with pytest.raises(InvalidArgument, match="'x'"):
        Network.from_edgelist(edges, nodes=places.loc[["z", "y"]])
    with pytest.raises(InvalidArgument, match="column"):
        Network.from_edgelist(edges, source="from")
    with pytest.raises(InvalidArgument, match="without"):
        Network.from_edgelist(edges.assign(source=[None, "y"]))


def test_csgraph_and_back(streets):
    graph = streets.to_csgraph("length")
    assert scipy.sparse.issparse(graph) and graph.shape == (500, 500)
    np.testing.assert_allclose(Network.from_csgraph(graph).solve(cost_type="float64").to_numpy(),
                               streets.solve(cost="length", cost_type="float64").to_numpy())


def test_isochrones(village, streets):
    start = village.node_ids[0]
    areas = village.isochrones([start], [1, 5], unit="min")
    assert len(areas) == 2 and areas.crs == "EPSG:4326" and areas.geom_type.isin(["Polygon", "MultiPolygon"]).all()
    assert areas.geometry.iloc[1].area > areas.geometry.iloc[0].area
    nodes = streets.isochrones([7], 1, unit="min", what="nodes")
    row = streets.solve().to_pandas(unit="min").loc[7]
    assert len(nodes) == (row <= 1).sum()
    arcs = village.isochrones([start], 5, unit="min", what="arcs")
    assert len(arcs) > 0 and {"High Street"} <= set(arcs.name) and arcs.facility_type.notna().all()


def test_rings_of_isochrones_are_valid(shared_data):
    """On five real maps, with five cutoffs: valid by OGC's rules, and what each area adds to the one before."""
    maps = ["monaco.osm.pbf", "liechtenstein-latest.osm.pbf", "krems.osm.gz", "cathedral-no-left.osm.pbf",
            "herrenberg-minimal.osm.pbf"]
    for name in maps:
        network = allways.read_network(shared_data / "osm" / name, profile="car")
        starts = [network.node_ids[i * len(network.node_ids) // 4] for i in range(4)]
        cutoffs = [30, 60, 120, 300, 500]
        areas = network.isochrones(starts, cutoffs, cost="time")
        rings = network.isochrones(starts, cutoffs, cost="time", rings=True)
        assert len(rings) == len(areas) == len(starts) * len(cutoffs)
        assert areas.geometry.is_valid.all() and rings.geometry.dropna().is_valid.all()
        drawn = np.nan_to_num(shapely.area(rings.geometry.to_numpy())).reshape(len(starts), -1)
        whole = shapely.area(areas.geometry.to_numpy()).reshape(len(starts), -1)
        np.testing.assert_allclose(drawn, np.diff(whole, prepend=0), atol=1e-5 * whole.max())


def test_snap(village):
    points = gpd.GeoSeries.from_xy(*(village.coordinates[:2] + 1e-4).T, index=["x", "y"], crs=4326).to_crs(2056)
    found = village.snap(points)
    assert found.index.tolist() == ["x", "y"] and found.snapped.all() and (found.distance_m < 20).all()
    assert found.crs == "EPSG:4326"


@pytest.mark.parametrize("name", ["village", "monaco"])
def test_fractions_follow_the_arc(name):
    """`fraction` of the arc's own line, in its direction of travel, is where the point lies."""
    network = real_map(name)
    random = np.random.default_rng(2)
    points = network.coordinates[random.integers(0, network.node_count, 200)] + random.normal(0, 5e-4, (200, 2))
    found = network.snap(points)
    inside = found[found.fraction.notna() & (found.from_node != found.to_node)]  # loops have one name both ways
    _, edges = network.to_geodataframes()
    lines = dict(zip(zip(edges.index.get_level_values("u"), edges.index.get_level_values("v"), edges["arc"]), edges.geometry))
    assert len(inside) > 10
    turned = 0
    for row in inside.itertuples():
        line = lines[row.from_node, row.to_node, row.arc]
        place = line.interpolate(row.fraction, normalized=True)
        other = line.interpolate(1 - row.fraction, normalized=True)
        turned += abs(row.fraction - 0.5) > 0.2 and place.distance(row.geometry) > other.distance(row.geometry)
    assert turned == 0


def test_computed_numbers_of_osmnx_stay_exact(village):
    """OSMnx computes lengths and times as float64: rounded to millimetres and milliseconds they are int32, without a warning."""
    nodes, edges = village.to_geodataframes()
    edges = edges.drop(columns=["time", "free_speed", "way"], errors="ignore")
    edges["osmid"] = range(len(edges))
    edges["length"] = edges["length"] * 1.0000001234567
    edges["travel_time"] = edges["length"] / 7.77
    network = Network.from_geodataframes(nodes, edges)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for cost in ("time", "length"):
            table = network.solve(cost=cost)
            assert table.cost_type == "int32" and table.digits <= 3
    plain = Network.from_geodataframes(nodes, edges[["geometry"]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert plain.solve().cost_type == "int32"


def test_graphs_of_osmnx_are_known():
    graph = nx.MultiDiGraph(created_with="OSMnx 2.1.0")
    graph.add_edge(1, 2, length=10.123456789, travel_time=1.98765432101234)
    table = allways.solve(graph)
    assert (table.cost, table.unit, table.distance(1, 2)) == ("time", "s", 1.988)


def graph_of(*weights, name="weight"):
    """A chain of edges with these weights."""
    graph = nx.Graph()
    for at, weight in enumerate(weights):
        graph.add_edge(at, at + 1, **({} if weight is None else {name: weight}))
    return graph


@pytest.mark.parametrize("weights, distance", [
    (["7", " 2.5", "1e1"], 19.5), ([2, "7", 1.0], 10), ([Decimal("0.1"), Decimal("0.2")], 0.3), ([Fraction(7, 2), 1], 4.5),
    ([timedelta(minutes=7), timedelta(seconds=30)], 450), ([np.timedelta64(2, "m"), np.timedelta64(500, "ms")], 120.5),
    ([np.uint8(7), np.float16(0.5), np.int16(2)], 9.5), (["-0", "+3"], 3), (["007", "1"], 8),
])
def test_numbers_of_other_types(weights, distance):
    network = Network.from_networkx(graph_of(*weights))
    assert network.solve().distance(0, len(weights)) == distance and network.text_names == []
    frame = pd.DataFrame({"source": range(len(weights)), "target": range(1, len(weights) + 1), "weight": weights})
    assert Network.from_edgelist(frame).solve().distance(0, len(weights)) == distance


def test_spans_of_time_have_a_unit():
    graph = graph_of(timedelta(minutes=90), timedelta(minutes=30), name="time")
    assert Network.from_networkx(graph).column_units == {"time": "s"}
    assert Network.from_networkx(graph, units={"time": "h"}).solve().distance(0, 2) == 2
    with pytest.raises(InvalidArgument, match="'time' has spans of time, which are not measured in 'km'"):
        Network.from_networkx(graph, units={"time": "km"})
    frame = pd.DataFrame({"source": [1, 2], "target": [2, 3], "time": pd.to_timedelta([7, None], unit="min")})
    assert Network.from_edgelist(frame).solve().to_numpy()[0].tolist() == [0, 420, np.inf]


def test_values_that_are_no_numbers():
    with pytest.raises(InvalidArgument, match=r"`weight` of edge \(1, 2\): expected a number, found 'far'"):
        Network.from_networkx(graph_of("2", "far", "3"))
    with pytest.raises(InvalidArgument, match=r"`weight` of edge \(1, 2\): expected a number, found \[1\]"):
        Network.from_networkx(graph_of(2, [1]))
    with pytest.raises(InvalidArgument, match=r"`toll` of edge \(0, 1\): expected a number, found 'free'"):
        Network.from_networkx(graph_of("free", name="toll"), units={"toll": "s"})
    with pytest.raises(InvalidArgument, match=r"`units`: no attribute 'tol' on any edge; there are: toll"):
        Network.from_networkx(graph_of(1, name="toll"), units={"tol": "s"})
    with pytest.raises(InvalidArgument, match="no edge has a number"):
        Network.from_networkx(graph_of("", name="toll"), units={"toll": "s"})
    frame = pd.DataFrame({"source": [1, 2], "target": [2, 3], "weight": ["2", "far"]})
    with pytest.raises(InvalidArgument, match=r"`weight` of edge \(2, 3\): expected a number, found 'far'"):
        Network.from_edgelist(frame)
    mixed = graph_of(2, 3)
    mixed.edges[0, 1]["duration"], mixed.edges[1, 2]["duration"] = "30", "00:20"  # not the cost while there is a weight
    network = Network.from_networkx(mixed)
    assert network.text("duration").tolist() == ["30", "30", "00:20", "00:20"] and network.solve().distance(0, 2) == 5
    with pytest.raises(InvalidArgument, match="`cost`: 'duration' has texts, not numbers: arc 1 has '30'"):
        network.solve(cost="duration")
    with pytest.raises(InvalidArgument, match="`skims`: 'duration' has texts"):
        network.solve(skims=["duration"])


def test_edges_without_numbers_are_said():
    with pytest.warns(allways.AllwaysWarning, match="so each costs 1; there are texts only: name"):
        assert Network.from_networkx(graph_of("High", "5", name="name")).solve().distance(0, 2) == 2
    with pytest.warns(allways.AllwaysWarning, match="so each costs 1$"):
        Network.from_edgelist(pd.DataFrame({"source": [1], "target": [2]}))


def test_texts_of_digits():
    """Identifiers stay texts, and so do the texts of a network on the way there and back."""
    graph = graph_of(1, 2)
    graph.edges[0, 1]["ref"], graph.edges[1, 2]["ref"] = "007", "12"
    graph.edges[0, 1]["lanes"], graph.edges[1, 2]["lanes"] = "1", "2"
    network = Network.from_networkx(graph)
    assert network.text("ref").tolist() == ["007", "007", "12", "12"] and network.column("lanes").tolist() == [1, 1, 2, 2]
    back = network.to_networkx()
    assert back.edges[0, 1, 0]["lanes"] == "1" and Network.from_networkx(back).column("lanes").tolist() == [1, 1, 2, 2]
    assert back.edges[0, 1, 0]["ref"] == "007"
    streets = graph_of(1, 2)
    streets.edges[0, 1].update(ref="1", name="12"), streets.edges[1, 2].update(ref="2", name="13")
    assert Network.from_networkx(streets).text_names == ["ref", "name"]
    named = Network.from_arrays([0], [1], [1.0], texts={"ref": ["5"]}, coordinates=[(0, 0), (1, 1)])
    assert Network.from_networkx(named.to_networkx()).text("ref").tolist() == ["5"]
    assert Network.from_geodataframes(*named.to_geodataframes()).text("ref").tolist() == ["5"]


def test_missing_numbers_of_pandas():
    frame = pd.DataFrame({"source": [1, 2], "target": [2, 3], "weight": pd.array([5, None], "Int64")})
    network = Network.from_edgelist(frame)
    assert network.solve().to_numpy()[0].tolist() == [0, 5, np.inf] and network.text_names == []


def test_frames_of_other_libraries(streets):
    """Polars and Arrow give what pandas gives."""
    import polars
    import pyarrow

    edges = pd.DataFrame({"source": [5, 6, 5], "target": [6, 7, 7], "time": [1.5, 2, 9], "name": ["a", None, "c"]})
    points = pd.DataFrame({"x": streets.coordinates[:3, 0], "y": streets.coordinates[:3, 1], "jobs": [1, 2, 4]})
    pairs = pd.DataFrame({"trips": [2.0, 3], "destination": [400, 300], "origin": [1, 2]})
    updates = pd.DataFrame({"arc": streets.arc_ids[:2], "cost": [5.0, 6]})
    truth = Network.from_edgelist(edges)
    for convert in (polars.from_pandas, pyarrow.Table.from_pandas):
        made = Network.from_edgelist(convert(edges))
        assert made.to_pandas().equals(truth.to_pandas()) and made.text("name").tolist() == ["a", "", "c"]
        assert streets.table(pairs=convert(pairs)).to_pandas().equals(streets.table(pairs=pairs).to_pandas())
        assert streets.assign(convert(pairs), "trips").total_cost == streets.assign(pairs, "trips").total_cost
        assert streets.access(convert(points), weights="jobs", cutoffs=60).equals(streets.access(points, weights="jobs", cutoffs=60))
        np.testing.assert_array_equal(streets.update(convert(updates)).column("time"), streets.update(updates).column("time"))
        np.testing.assert_array_equal(streets.table(convert(points)).to_numpy(), streets.table(points).to_numpy())
        assert streets.paths(convert(pairs[["origin", "destination"]])).distances.tolist() == \
            streets.paths(pairs[["origin", "destination"]]).distances.tolist()


@pytest.mark.parametrize("what", ["nodes", "arcs"])
def test_isochrones_are_read_as_the_command_writes_them(village, what, tmp_path):
    """Nodes and arcs come as binary columns: the same rows, ids and places as in GeoJSON."""
    for merge in (False, True):
        found = village.isochrones([1, 8], [30, 90.5], what=what, merge=merge)
        (output,) = allways.options.fill({"format": "geojson", "what": what}, allways._core.IsochroneOutput)
        output.path = str(tmp_path / f"{merge}.geojson")
        allways._core.write_isochrones(village._core, ["1", "8"], [30, 90.5], "", False, merge, *allways.options.fill(
            {"cost": "time"}, allways._core.SolveOptions), allways._core.SnapOptions(), output, None)
        written = gpd.read_file(output.path)
        assert found.columns[0] == "geometry" and found.crs == written.crs
        pd.testing.assert_frame_equal(pd.DataFrame(found.drop(columns="geometry")),
                                      pd.DataFrame(written[found.columns].drop(columns="geometry")), check_dtype=False)
        assert found.geometry.hausdorff_distance(written.geometry).max() < 1e-6
