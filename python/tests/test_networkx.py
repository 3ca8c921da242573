# SPDX-License-Identifier: Apache-2.0
"""The backend of NetworkX: equal to NetworkX's own functions, and passes NetworkX's own tests."""

import importlib.metadata
import os
import subprocess
import sys

import networkx as nx
import numpy as np
import pytest

import allways
import allways.networkx as backend
from _allways_networkx import get_info

# NetworkX's tests of these files run with the backend, except those that the reasons below name.
files = [f"networkx.algorithms.{name}" for name in (
    "shortest_paths", "tests.test_distance_measures", "tests.test_efficiency", "tests.test_wiener",
    "centrality.tests.test_closeness_centrality", "centrality.tests.test_harmonic_centrality",
    "centrality.tests.test_betweenness_centrality")]
left_out = {
    # The weights are 0.1, 0.2, …, whose float sums differ from the exact ones; nodes 0 and 2 are equally central in truth.
    "test_center_weight_attr": "expects the rounding error of 0.2 + 0.7",
    "test_bound_center_weight_attr": "expects the rounding error of 0.2 + 0.7",
    # 500 random graphs, of which test_networkx.py has its own.
    "test_use_bounds_on_off_consistency": "takes a minute",
}


def test_networkx_own_tests_pass():
    environment = {**os.environ, "NETWORKX_TEST_BACKEND": "allways", "NETWORKX_FALLBACK_TO_NX": "1"}
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", *files, "-k",
                           " and ".join(f"not {one}" for one in left_out)],
                          env=environment, capture_output=True, text=True)
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout[-3000:]


def test_entry_points():
    entries = importlib.metadata.entry_points
    assert next(iter(entries(group="networkx.backends", name="allways"))).load() is backend
    info = next(iter(entries(group="networkx.backend_info", name="allways"))).load()()
    assert info == get_info() and set(info["functions"]) == set(nx.utils.backends.backend_info["allways"]["functions"])
    for name in info["functions"]:
        assert callable(getattr(backend, name)) and hasattr(nx, name)


def test_importing_networkx_does_not_load_the_library():
    done = subprocess.run([sys.executable, "-c", "import networkx, sys; print('allways' in sys.modules, "
                           "'allways' in networkx.utils.backends.backends)"], capture_output=True, text=True)
    assert done.stdout.split() == ["False", "True"], done.stderr


def random_graph(kind, seed, weights):
    rng = np.random.default_rng(seed)
    graph = kind()
    graph.add_nodes_from("abcdefghijklmnopqrst")
    nodes = list(graph)
    for _ in range(30 if seed % 2 else 70):
        u, v = rng.choice(nodes, 2)
        data = {"time": weights(rng)} if rng.random() < 0.9 else {}  # those without an attribute count 1
        graph.add_edge(str(u), str(v), **data)
    return graph


def plain(found):
    """Lengths and measures as dicts and lists."""
    if isinstance(found, np.ndarray):
        return found.tolist()
    if hasattr(found, "items"):
        return {key: plain(one) for key, one in found.items()}
    if hasattr(found, "__next__"):
        return plain(dict(found))
    return found


def close(one, other):
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(close(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(close, one, other))
    return one == other or one == pytest.approx(other, rel=1e-12)


def both(function, *args, **named):
    """Results of both, or their exceptions' types and texts."""
    found = []
    for name in ("allways", "networkx"):
        try:
            found.append(plain(function(*args, backend=name, **named)))
        except (nx.NetworkXException, ValueError) as error:
            found.append((type(error), str(error)))
    return found


kinds = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]

pytestmark = pytest.mark.filterwarnings("ignore:Note. conversions to backend graphs are saved to cache")


@pytest.mark.parametrize("kind", kinds)
@pytest.mark.parametrize("seed", range(6))
def test_lengths_and_measures_are_equal(kind, seed):
    whole = random_graph(kind, seed, lambda rng: int(rng.integers(0, 9)))
    decimal = random_graph(kind, seed, lambda rng: int(rng.integers(0, 90)) / 10)
    lengths = [nx.all_pairs_dijkstra_path_length, nx.all_pairs_bellman_ford_path_length, nx.floyd_warshall, nx.floyd_warshall_numpy,
               nx.shortest_path_length]
    for function in lengths:
        own, theirs = both(function, whole, weight="time")
        assert own == theirs, function
        own, theirs = both(function, decimal, weight="time")
        assert close(own, theirs), function
    for function in (nx.average_shortest_path_length, nx.wiener_index, nx.eccentricity, nx.diameter, nx.radius, nx.center, nx.periphery,
                     nx.harmonic_diameter):
        for weight in ("time", None):
            own, theirs = both(function, whole, weight=weight)
            assert close(own, theirs) if not isinstance(own, tuple) else own == theirs, (function, own, theirs)
    for weight in ("time", None):
        assert close(*both(nx.closeness_centrality, whole, distance=weight))
        assert close(*both(nx.closeness_centrality, whole, u="c", distance=weight, wf_improved=False))
        assert close(*both(nx.harmonic_centrality, whole, distance=weight))
        assert close(*both(nx.harmonic_centrality, whole, nbunch=["a", "b"], sources=["c", "d", "q"], distance=weight))
    assert both(nx.multi_source_dijkstra_path_length, whole, {"a", "k"}, weight="time", cutoff=7)[0] == \
        nx.multi_source_dijkstra_path_length(whole, {"a", "k"}, weight="time", cutoff=7)
    for cutoff in (None, 0, 1.5, 2, -1):
        for function in (nx.all_pairs_shortest_path_length, nx.all_pairs_dijkstra_path_length):
            own, theirs = both(function, whole, cutoff=cutoff)
            assert own == theirs, (function, cutoff)
    for function in (nx.single_source_shortest_path_length, nx.single_target_shortest_path_length,
                     nx.single_source_dijkstra_path_length, nx.single_source_bellman_ford_path_length):
        for node in ("a", "none"):
            own, theirs = both(function, whole, node)
            assert own == theirs, function


@pytest.mark.parametrize("kind", kinds)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("normalized", [True, False])
def test_betweenness_is_equal(kind, seed, normalized):
    graph = random_graph(kind, seed, lambda rng: int(rng.integers(1, 5)))
    for weight in ("time", None):
        assert close(*both(nx.betweenness_centrality, graph, weight=weight, normalized=normalized))
        if not graph.is_multigraph():
            assert close(*both(nx.edge_betweenness_centrality, graph, weight=weight, normalized=normalized))
    for refused in ({"k": 5}, {"endpoints": True}):
        with pytest.raises(NotImplementedError):
            nx.betweenness_centrality(graph, backend="allways", **refused)
    graph.add_weighted_edges_from([("a", "b", 0), ("b", "a", 0)], weight="time")
    with pytest.raises(NotImplementedError):
        nx.betweenness_centrality(graph, weight="time", backend="allways")


def cost(graph, path):
    """The sum along a path of the cheapest parallel edges."""
    edges = [[data.get("time", 1) for _, end, data in graph.edges(u, data=True) if end == v] for u, v in zip(path, path[1:])]
    return sum(map(min, edges))


@pytest.mark.parametrize("kind", kinds)
@pytest.mark.parametrize("seed", range(4))
def test_paths_are_shortest(kind, seed):
    graph = random_graph(kind, seed, lambda rng: int(rng.integers(0, 4)))  # with cycles of no cost
    lengths = dict(nx.all_pairs_dijkstra_path_length(graph, weight="time"))
    for function in (nx.all_pairs_dijkstra_path, nx.all_pairs_bellman_ford_path, nx.johnson, nx.shortest_path):
        found = dict(function(graph, weight="time", backend="allways"))
        for node, paths in found.items():
            assert {end: cost(graph, path) for end, path in paths.items()} == lengths[node]
            assert all(path[0] == node and path[-1] == end and len(set(path)) == len(path) for end, path in paths.items())
    lengths, paths = nx.multi_source_dijkstra(graph, {"a", "b"}, weight="time", backend="allways")
    assert {end: cost(graph, path) for end, path in paths.items()} == lengths
    assert lengths == nx.multi_source_dijkstra_path_length(graph, {"a", "b"}, weight="time")
    before, lengths = nx.floyd_warshall_predecessor_and_distance(graph, weight="time", backend="allways")
    for node, tree in before.items():
        for end in tree:
            if end != node:
                assert cost(graph, nx.reconstruct_path(node, end, before)) == lengths[node][end]


@pytest.mark.parametrize("seed", range(6))
def test_negative_weights(seed):
    graph = random_graph(nx.DiGraph, seed, lambda rng: int(rng.integers(0, 9)))
    level = {node: int(np.random.default_rng(seed).integers(-9, 9)) + at for at, node in enumerate(graph)}
    for u, v, data in graph.edges(data=True):
        data["time"] = data.get("time", 1) + level[v] - level[u]  # no negative cycle
    for function in (nx.all_pairs_bellman_ford_path_length, nx.floyd_warshall_numpy):
        own, theirs = both(function, graph, weight="time")
        assert own == theirs
    lengths = dict(nx.all_pairs_bellman_ford_path_length(graph, weight="time"))
    for node, paths in nx.johnson(graph, weight="time", backend="allways").items():
        assert {end: cost(graph, path) for end, path in paths.items()} == lengths[node]
    with pytest.raises(NotImplementedError) as refusal:
        list(nx.all_pairs_dijkstra_path_length(graph, weight="time", backend="allways"))
    assert "negative" in str(refusal.value.__cause__ or refusal.value)
    graph.add_edge("a", "b", time=-9)
    graph.add_edge("b", "a", time=-9)
    with pytest.raises(nx.NetworkXUnbounded):
        dict(nx.all_pairs_bellman_ford_path_length(graph, weight="time", backend="allways"))
    graph.add_edge("new", "end", time=-3)  # does not reach the cycle
    assert nx.single_source_bellman_ford(graph, "new", weight="time", backend="allways") == (
        {"new": 0, "end": -3}, {"new": ["new"], "end": ["new", "end"]})


@pytest.mark.parametrize("weight, reason", [(None, "NoneType"), ("4", "str"), (float("inf"), "infinite"), (float("nan"), "NaN"),
                                            (2**60, "exactly")])
def test_weights_that_are_refused_go_to_networkx(weight, reason):
    graph = nx.path_graph(5)
    graph.edges[1, 2]["time"] = weight
    with pytest.raises(NotImplementedError, match=reason):
        backend.convert_from_nx(graph, edge_attrs={"time": 1})
    if weight == 2**60:
        with nx.config.backend_priority(algos=["allways"]):
            assert nx.closeness_centrality(graph, distance="time") == nx.closeness_centrality(graph, distance="time", backend="networkx")


def test_calls_that_are_refused_by_name():
    graph = nx.path_graph(200)
    assert "callable" in backend.can_run("dijkstra_path", (graph, 0, 1), {"weight": lambda u, v, data: 1})
    assert "callable" in backend.can_run("closeness_centrality", (graph, None, len), {})
    assert "`sp`" in backend.can_run("eccentricity", (graph,), {"sp": {}})
    assert backend.can_run("floyd_warshall", (graph,), {}) is True
    assert backend.should_run("all_pairs_dijkstra", (graph,), {}) is True
    assert "fewer" in backend.should_run("all_pairs_dijkstra", (nx.path_graph(3),), {})
    assert "one search" in backend.should_run("single_source_dijkstra", (graph, 0), {})
    list(nx.all_pairs_dijkstra_path_length(graph, backend="allways"))
    assert backend.should_run("single_source_dijkstra", (graph, 0), {}) is True  # the converted graph is there


def test_a_converted_graph_is_kept_until_the_graph_changes(monkeypatch):
    graph = nx.cycle_graph(200)
    converted = []
    monkeypatch.setattr(backend, "convert_from_nx", lambda *args, make=backend.convert_from_nx, **named: converted.append(1) or make(*args, **named))
    with nx.config.backend_priority(algos=["allways"]):
        assert nx.diameter(graph) == nx.diameter(graph) == 100
        assert nx.shortest_path_length(graph, 0, 100) == 100 and len(converted) == 1
        graph.add_edge(0, 100)
        assert nx.average_shortest_path_length(graph) < 50 and len(converted) == 2
        assert nx.shortest_path_length(graph, 0, 100) == 1


def test_rows_are_mappings():
    graph = nx.path_graph(4, create_using=nx.DiGraph)
    row = dict(nx.all_pairs_shortest_path_length(graph, backend="allways"))[1]
    assert row == {1: 0, 2: 1, 3: 2} and {1: 0, 2: 1, 3: 2} == row and list(row) == [1, 2, 3] and len(row) == 3
    assert 0 not in row and row.get(0) is None and repr(row) == "{1: 0, 2: 1, 3: 2}"
    assert all(type(length) is int for length in row.values())
    row[0] = 7
    del row[3]
    assert dict(row) == {1: 0, 2: 1, 0: 7}


def test_graphs_come_back():
    graph = random_graph(nx.MultiDiGraph, 1, lambda rng: int(rng.integers(1, 9)))
    for _, _, data in graph.edges(data=True):
        data.setdefault("time", 1)
    back = backend.convert_to_nx(backend.convert_from_nx(graph, edge_attrs={"time": 1}))
    assert nx.utils.graphs_equal(back, graph) and list(back) == list(graph)


def test_streets():
    """The same table as the library's own."""
    streets = allways.generate_streets(300)
    graph = streets.to_networkx()
    found = nx.floyd_warshall_numpy(graph, weight="time", backend="allways")
    np.testing.assert_array_equal(found, streets.solve(cost="time").to_numpy())


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_graphs_without_edges(kind):
    """The results and errors of NetworkX, its built-in ones included, for no node, one and two."""
    def outcome(use):
        try:
            found = use()
            return list(found) if hasattr(found, "__next__") else found.tolist() if hasattr(found, "tolist") else found
        except (nx.NetworkXException, ValueError, ZeroDivisionError) as error:
            return type(error), str(error)

    measures = [nx.center, nx.periphery, nx.radius, nx.diameter, nx.eccentricity, nx.closeness_centrality, nx.harmonic_centrality,
                nx.betweenness_centrality, nx.wiener_index, nx.average_shortest_path_length, nx.floyd_warshall_numpy, nx.floyd_warshall]
    for names in ([], ["a"], ["a", "b"]):
        graph = kind()
        graph.add_nodes_from(names)
        for one in measures:
            assert outcome(lambda: one(graph, backend="allways")) == outcome(lambda: one(graph)), one.__name__
        for source, target in (("a", "b"), ("b", "a"), ("a", "a")):
            for one in (nx.bellman_ford_path_length, nx.dijkstra_path_length, nx.dijkstra_path, nx.shortest_path_length):
                assert outcome(lambda: one(graph, source, target, backend="allways")) == outcome(lambda: one(graph, source, target))
