# SPDX-License-Identifier: Apache-2.0
"""Networks there and back: equal tables, or a refusal that names what would be lost. On real maps where they are found."""

import json
import pickle
import warnings

import networkx as nx
import numpy as np
import pytest

import allways
from allways import InvalidArgument, Network
from conftest import real_map

maps = ["village", "monaco", "malta"]


@pytest.fixture(scope="module", params=maps)
def network(request):
    return real_map(request.param)


def same_tables(one, other, cost="time", skims=("length",)):
    """Equal distances between 300 nodes, found by id, and equal sums along the way where only one way is the fastest."""
    ids = one.node_ids[np.random.default_rng(1).permutation(one.node_count)[:300]]
    first = one.table(ids, cost=cost, skims=list(skims))
    second = other.table(ids, cost=cost, skims=list(skims))
    assert (first.digits, first.unit, first.cost_type) == (second.digits, second.unit, second.cost_type)
    np.testing.assert_array_equal(first.raw_distances, second.raw_distances)
    for skim in skims:
        equal = first.raw_skim(skim) == second.raw_skim(skim)
        assert equal.mean() > 0.99


def test_geodataframes(network):
    nodes, edges = network.to_geodataframes()
    again = Network.from_geodataframes(nodes, edges)
    assert again.turn_rules == network.turn_rules
    assert again.column_units == network.column_units and again.arc_ids.tolist() == network.arc_ids.tolist()
    assert again.notes == network.notes
    same_tables(network, again)


def test_geodataframes_through_files(network, tmp_path):
    """Rules are columns: they survive what drops the attributes of frames."""
    import geopandas as gpd

    nodes, edges = network.to_geodataframes()
    edges.reset_index().to_file(tmp_path / "edges.gpkg", driver="GPKG")
    nodes.reset_index().to_file(tmp_path / "nodes.gpkg", driver="GPKG")
    again = Network.from_geodataframes(gpd.read_file(tmp_path / "nodes.gpkg").set_index("id"), gpd.read_file(tmp_path / "edges.gpkg"))
    assert again.turn_rules == network.turn_rules


def test_networkx(network):
    graph = network.to_networkx()
    again = Network.from_networkx(graph)
    assert again.turn_rules == network.turn_rules and again.column_units == network.column_units
    assert sorted(again.arc_ids.tolist()) == sorted(network.arc_ids.tolist())
    same_tables(network, again)


def test_networkx_of_networkx(network):
    """A second round changes nothing."""
    once = Network.from_networkx(network.to_networkx())
    same_tables(once, Network.from_networkx(once.to_networkx()))


def test_csgraph(network):
    with pytest.raises(InvalidArgument, match=r"cannot hold .*(turn rules|turn round|destinations).*lossy=True"):
        network.to_csgraph("time")
    bare = network.without_turns()
    if np.count_nonzero(bare.no_through):
        with pytest.raises(InvalidArgument, match="no-through nodes"):
            bare.to_csgraph("time")
    graph = network.to_csgraph("time", lossy=True)
    assert graph.shape == (network.node_count, network.node_count)


def test_no_through_nodes_stay():
    network = Network.from_arrays([0, 1, 0], [1, 2, 2], {"time": [1, 1, 9]}, no_through=[0, 1, 0], node_ids=["a", "b", "c"])
    assert network.path("a", "c").distance == 9
    assert Network.from_networkx(network.to_networkx()).path("a", "c").distance == 9
    with pytest.raises(InvalidArgument, match="1 no-through node"):
        network.to_csgraph()
    assert Network.from_csgraph(network.to_csgraph(lossy=True)).path(1, 3).distance == 2


def test_csgraph_without_rules(streets):
    again = Network.from_csgraph(streets.to_csgraph("time"), name="time", unit="s")
    np.testing.assert_array_equal(again.solve().raw_distances, streets.solve(cost="time").raw_distances)


def square(**more):
    """1 → 2 → 3, and 1 → 4 → 3 with a turn; all two-way."""
    return Network.from_arrays([0, 1, 0, 3, 1, 2, 3, 2], [1, 2, 3, 2, 0, 1, 0, 3], {"time": [10, 10, 20, 20, 10, 10, 20, 20]},
                               units={"time": "min"}, coordinates=[(0, 0), (1, 0), (1, 1), (0, 1)], crs=2056, **more)


def with_rules(network, rules):
    graph = network.to_networkx()
    for (tail, head), texts in rules.items():
        graph.edges[tail, head, 0]["turn_rules"] = json.dumps(texts)
    return Network.from_networkx(graph)


def test_rules_of_every_kind():
    forbidden = with_rules(square(), {(1, 2): [{"rule": "forbidden", "then": [[2, 3, 0]], "source": "sign 7"}]})
    assert forbidden.turn_rules == {"forbidden": 1} and forbidden.path(1, 3).distance == 40
    priced = with_rules(square(), {(1, 2): [{"rule": "price", "then": [[2, 3, 0]], "seconds": 7.5}]})
    assert priced.path(1, 3).distance == 20.125  # minutes
    mandatory = with_rules(square(), {(1, 2): [{"rule": "mandatory", "then": [[2, 1, 0]]}]})
    assert mandatory.path(1, 3).distance == 40
    for network in (forbidden, priced, mandatory):
        frames = Network.from_geodataframes(*network.to_geodataframes())
        assert frames.turn_rules == network.turn_rules and frames.column_units == {"time": "min"}
        assert frames.path(1, 3).distance == network.path(1, 3).distance
        assert Network.from_networkx(network.to_networkx()).path(1, 3).distance == network.path(1, 3).distance
    assert "sign 7" in str(Network.from_networkx(forbidden.to_networkx()).explain(1, 3).turn_rule.source)


def test_edges_that_are_gone():
    """As for a part of a network: a mandatory turn into an edge that is not there forbids all others."""
    network = with_rules(square(), {(1, 2): [{"rule": "mandatory", "then": [[2, 1, 0]]}]})
    graph = network.to_networkx()
    graph.remove_edge(2, 1, 0)
    with pytest.warns(allways.AllwaysWarning, match="1 turn rules name edges that are not there"):
        cut = Network.from_networkx(graph)
    assert cut.path(1, 3).distance == 40
    with pytest.raises(InvalidArgument, match="turn_rules"):
        with_rules(square(), {(1, 2): [{"rule": "forbidden"}]})


def test_units_stay():
    """Minutes stay minutes: frames do not guess."""
    network = square()
    nodes, edges = network.to_geodataframes()
    assert Network.from_geodataframes(nodes, edges).column_units == {"time": "min"}


def test_names_of_osmnx_stay():
    graph = nx.MultiDiGraph(created_with="OSMnx 2.1.0", crs="epsg:4326")
    graph.add_node(1, x=7.0, y=43.0)
    graph.add_node(2, x=7.1, y=43.0)
    graph.add_edge(1, 2, osmid=5, highway="primary", name="High Street", length=10.123456789, travel_time=1.98765432101234,
                   speed_kph=30.0)
    network = Network.from_osmnx(graph)
    assert network.column_units == {"osmid": "", "length": "m", "travel_time": "s", "speed_kph": "km/h"}
    assert network.text("highway").tolist() == network.text("facility_type").tolist() == ["primary"]
    assert network.column("travel_time").tolist() == network.column("time").tolist()
    assert network.path(1, 2).distance == 1.988 and network.path(1, 2).time_s == pytest.approx(1.988, abs=1e-3)
    assert network.path(1, 2).directions[0].endswith("High Street")
    table = network.solve(cost="travel_time", skims=["speed_kph"])
    assert table[1, 2] == 1.988
    back = network.to_networkx().edges[1, 2, 0]
    assert {"travel_time", "highway", "name", "speed_kph", "length", "osmid"} <= set(back) and "time" not in back
    assert back["osmid"] == 5 and isinstance(back["osmid"], int)
    assert {"travel_time", "highway"} <= set(network.to_geodataframes()[1].columns)
    assert Network.from_osmnx(network.to_networkx()).column_units == network.column_units


def test_parallel_edges_with_a_column_key(tmp_path):
    """A column of numbers that is called key does not join parallel edges."""
    (tmp_path / "e.csv").write_text("from,to,key,cost\n1,2,7,5\n1,2,7,3\n")
    network = allways.read_network(tmp_path / "e.csv")
    assert network.to_networkx().number_of_edges() == 2


def test_a_network_from_lines(village, tmp_path):
    """A frame of lines is read as its file."""
    _, edges = village.to_geodataframes()
    roads = edges[["geometry"]].assign(kmh=50.0).reset_index(drop=True)
    roads.to_file(tmp_path / "roads.gpkg")
    made = Network.from_lines(roads, speed_field="kmh", speed_unit="km/h")
    read = allways.read_network(tmp_path / "roads.gpkg", speed_field="kmh", speed_unit="km/h")
    assert made.node_count == read.node_count and made.column_units == read.column_units
    np.testing.assert_array_equal(made.solve().raw_distances, read.solve().raw_distances)
    assert allways.solve(roads, cost="length").shape == (read.node_count, read.node_count)
    with pytest.raises(InvalidArgument, match="roads are lines, not Point"):
        Network.from_lines(village.to_geodataframes()[0])


def test_nodes_that_are_tuples():
    graph = nx.grid_2d_graph(3, 3)
    network = Network.from_networkx(graph)
    assert network.path((0, 0), (2, 2)).distance == 4 and network.path((0, 0), (2, 2)).nodes[0] == "(0, 0)"
    assert network.table([(0, 0)], [(1, 1), (2, 2)]).to_numpy().tolist() == [[2, 4]]
    assert network.table(pairs=[((0, 0), (2, 1))]).to_pandas()["cost"].tolist() == [3]
    table = network.solve()
    assert table[(0, 0), (2, 2)] == 4 and table.sub_table([(0, 0)], [(1, 1)]).shape == (1, 1)
    assert set(network.to_networkx().nodes) == set(graph.nodes)
    assert network.coordinates.tolist()[1] == [0, 1]
    places = nx.Graph(crs="epsg:2056")
    places.add_edge((2600000.0, 1200000.0), (2600100.0, 1200000.0), length=100.0)
    assert Network.from_networkx(places).crs == "EPSG:2056" and len(Network.from_networkx(places).coordinates) == 2


def test_nothing_is_warned_of(network):
    with warnings.catch_warnings():
        warnings.simplefilter("error", allways.AllwaysWarning)
        Network.from_networkx(network.to_networkx())


def test_rules_of_a_relabelled_graph_do_not_bind():
    graph = nx.MultiDiGraph()
    graph.add_edge("a", "b", key=0, time=1, turn_rules='[{"rule": "mandatory", "then": [["b", "c", 0]]}]')
    graph.add_edge("b", "c", key=0, time=1)
    graph.add_edge("b", "d", key=0, time=1)
    times = lambda graph, names: allways.Network.from_networkx(graph).table(names[:1], names[1:], cost="time").to_numpy().tolist()
    assert times(graph, ["a", "c", "d"]) == [[2, np.inf]]
    with pytest.warns(allways.AllwaysWarning, match="call nodes otherwise than the graph does: was it relabelled?"):
        assert times(nx.relabel_nodes(graph, {node: "n" + node for node in graph}), ["na", "nc", "nd"]) == [[2, 2]]
    cut = graph.copy()
    cut.remove_edge("b", "c")
    with pytest.warns(allways.AllwaysWarning, match="1 turn rules name edges that are not there"):
        assert times(cut, ["a", "d"]) == [[np.inf]]


def test_attributes_of_graph_and_nodes_come_back():
    graph = nx.MultiDiGraph(name="town", simplified=True, crs="epsg:4326", created={"by": "hand"})
    for at in range(3):
        graph.add_node(at, x=float(at), y=0.0, street_count=at, zones=["a", at])
    graph.add_edge(0, 1, weight=1.0)
    graph.add_edge(1, 2, weight=1.0)
    network = Network.from_networkx(graph)
    for one in (network, network.close([1]), network.subnetwork([False, True, True]), pickle.loads(pickle.dumps(network))):
        back = one.to_networkx()
        assert {name: back.graph[name] for name in graph.graph if name != "crs"} == {
            "name": "town", "simplified": True, "created": {"by": "hand"}}
        assert all(back.nodes[node] == graph.nodes[node] for node in one.node_ids.tolist())
    tuples = nx.grid_2d_graph(2, 2)
    tuples.nodes[1, 1]["name"] = "corner"
    assert Network.from_networkx(tuples).to_networkx().nodes[1, 1]["name"] == "corner"


def test_attributes_of_nodes_in_frames():
    nodes, edges = square().to_geodataframes()
    nodes["street_count"], nodes["name"] = [2, 2, 3, 2], ["a", None, "c", "d"]
    network = Network.from_geodataframes(nodes, edges)
    back, _ = network.to_geodataframes()
    assert back["street_count"].tolist() == [2, 2, 3, 2] and back["name"].tolist()[2:] == ["c", "d"]
    assert network.to_networkx().nodes[3]["street_count"] == 3 and set(back.columns) == set(nodes.columns)
    assert Network.from_networkx(network.to_networkx()).to_geodataframes()[0]["street_count"].tolist() == [2, 2, 3, 2]
    frame = edges.reset_index()
    assert Network.from_edgelist(frame, source="u", target="v", nodes=nodes).to_networkx().nodes[1]["street_count"] == 2


def test_values_of_osmnx_that_are_no_texts_stay():
    """A list in one edge, as of merged ways, makes a column of texts: there and back all values are what they were."""
    graph = nx.MultiDiGraph(created_with="OSMnx 2.1.0", crs="EPSG:4326")
    for at in range(4):
        graph.add_node(at, x=7.0 + at / 100, y=43.0)
    edges = [{"osmid": 5, "length": 10.0, "reversed": False, "lanes": "2", "oneway": True},
             {"osmid": [6, 7], "length": 11.0, "reversed": [False, True], "lanes": ["2", "1"], "oneway": False},
             {"osmid": 8, "length": 12.0, "reversed": True, "lanes": "3", "oneway": True}]
    for at, data in enumerate(edges):
        graph.add_edge(at, at + 1, **data)
    network = Network.from_osmnx(graph)
    for _ in range(2):
        back = network.to_networkx()
        assert [{name: data[name] for name in edges[0]} for *_, data in back.edges(data=True)] == edges
        frame = network.to_geodataframes()[1]
        assert frame[list(edges[0])].to_dict("records") == edges
        assert network.column_units == {"length": "m", "oneway": ""} and not network.reversed.any()
        network = Network.from_osmnx(back)
    assert Network.from_geodataframes(*network.to_geodataframes()).to_geodataframes()[1].equals(frame)
    one_way = nx.MultiDiGraph(graph)
    one_way.remove_edge(1, 2)  # without a list, "reversed" is a column
    network = Network.from_osmnx(Network.from_osmnx(one_way).to_networkx())
    assert network.column("reversed").tolist() == [0, 1] and not network.reversed.any()
    assert [data["reversed"] for *_, data in network.to_networkx().edges(data=True)] == [False, True]
