# SPDX-License-Identifier: Apache-2.0
"""Network.centrality beside NetworkX and igraph."""

import numpy as np
import pytest

import allways

nx = pytest.importorskip("networkx")


@pytest.fixture(scope="module")
def streets():
    """Integer costs, so that there are ties; no parallel arcs, which NetworkX's digraphs lack."""
    streets = allways.generate_streets(400)
    random = np.random.default_rng(1)
    ends, first = np.unique(np.stack([streets.tail, streets.head], 1), axis=0, return_index=True)
    return allways.Network.from_arrays(ends[:, 0], ends[:, 1], {"cost": random.integers(1, 6, len(first))}, nodes=400)


@pytest.fixture(scope="module")
def digraph(streets):
    graph = nx.DiGraph()
    graph.add_nodes_from(streets.node_ids.tolist())
    ids = streets.node_ids
    graph.add_weighted_edges_from(zip(ids[streets.tail].tolist(), ids[streets.head].tolist(), streets.column("cost").tolist()))
    return graph


def close(found, expected):
    np.testing.assert_allclose(found, list(expected), rtol=1e-9, atol=1e-9)


def test_betweenness_as_networkx(streets, digraph):
    for normalized in (False, True):
        found = streets.centrality(["betweenness", "arc-betweenness"], normalized=normalized)
        expected = nx.betweenness_centrality(digraph, weight="weight", normalized=normalized, backend="networkx")
        close(found.nodes["betweenness"], (expected[node] for node in streets.node_ids))
        expected = nx.edge_betweenness_centrality(digraph, weight="weight", normalized=normalized, backend="networkx")
        ids = streets.node_ids
        close(found.arcs, (expected[ids[u], ids[v]] for u, v in zip(streets.tail, streets.head)))


def test_betweenness_as_igraph(streets):
    igraph = pytest.importorskip("igraph")
    graph = igraph.Graph(n=400, edges=list(zip(streets.tail.tolist(), streets.head.tolist())), directed=True)
    found = streets.centrality(["betweenness", "arc-betweenness"])
    costs = streets.column("cost").tolist()
    close(found.nodes["betweenness"], graph.betweenness(directed=True, weights=costs))
    close(found.arcs, graph.edge_betweenness(directed=True, weights=costs))


def test_distances_as_networkx(streets, digraph):
    ids = streets.node_ids.tolist()
    towards = streets.centrality(["closeness", "harmonic"], towards=True).nodes
    expected = nx.closeness_centrality(digraph, distance="weight", backend="networkx")
    close(towards["closeness"], (expected[node] for node in ids))
    expected = nx.harmonic_centrality(digraph, distance="weight", backend="networkx")
    close(towards["harmonic"], (expected[node] for node in ids))
    found = streets.centrality(["eccentricity", "reach"])
    distances = streets.solve().to_numpy()
    np.testing.assert_array_equal(found.nodes["reach"], np.isfinite(distances).sum(axis=1) - 1)
    finite = np.where(np.isfinite(distances), distances, 0)
    np.testing.assert_array_equal(found.nodes["eccentricity"], finite.max(axis=1))
    assert found.diameter == finite.max() and found.radius == finite.max(axis=1).min()
    assert found.reached_pairs == found.nodes["reach"].sum()


def test_units():
    network = allways.generate_streets(300)
    seconds = network.centrality(["closeness", "eccentricity"], cost="time")
    minutes = network.centrality(["closeness", "eccentricity"], cost="time", unit="min")
    assert (seconds.unit, minutes.unit) == ("s", "min")
    close(seconds.nodes["eccentricity"] / 60, minutes.nodes["eccentricity"])
    close(seconds.nodes["closeness"] * 60, minutes.nodes["closeness"])
    assert list(seconds.nodes.columns) == ["closeness", "eccentricity"] and len(seconds.arcs) == 0


@pytest.mark.parametrize("measures, message", [([], "at least one"), ("fame", "expected closeness")])
def test_refuses_bad_measures(streets, measures, message):
    with pytest.raises(allways.InvalidArgument, match=message):
        streets.centrality(measures)


def test_refuses_what_has_no_betweenness(streets):
    with pytest.raises(allways.InvalidArgument, match="int32"):
        streets.centrality("betweenness", cost_type="float64")


def test_cycles_of_zero_cost():
    """Two nodes at no distance between two others: paths take their arcs only where they must."""
    line = allways.Network.from_arrays([0, 1, 2, 2, 1], [1, 2, 1, 3, 3], {"cost": [4, 0, 0, 4, 4]})
    assert line.centrality("betweenness").nodes["betweenness"].tolist() == [0, 2, 0, 0]
