# SPDX-License-Identifier: Apache-2.0
"""allways.csgraph against SciPy: its own tests, and random graphs; ALLWAYS_GRAPHS sets how many."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.csgraph as scipy_csgraph

from allways import csgraph

graphs = int(os.environ.get("ALLWAYS_GRAPHS", "40"))


# If several paths are shortest, SciPy's test expects the one that SciPy finds; check_predecessors accepts any.
exceptions = ["test_predecessors"]


def test_scipys_own_tests():
    here = pathlib.Path(__file__).parent
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "scipy_by_allways", "-p", "no:cacheprovider",
         "-k", " and ".join(f"not {name}" for name in exceptions),
         "--pyargs", "scipy.sparse.csgraph.tests.test_shortest_path"],
        capture_output=True, text=True, cwd="/", env={**os.environ, "PYTHONPATH": f"{here}:{os.environ['PYTHONPATH']}"})
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]


def random_graph(seed):
    random = np.random.default_rng(seed)
    n = int(random.integers(1, 50))
    m = int(random.integers(0, 4 * n))
    cost = random.integers(0, 9, m).astype(float) if seed % 2 else random.random(m) * 10
    graph = scipy.sparse.coo_array((cost, (random.integers(0, n, m), random.integers(0, n, m))), shape=(n, n))
    graph.sum_duplicates()
    return random, graph.tocsr()


def check_predecessors(graph, distances, predecessors, rows, directed):
    """Each predecessor is the last step of a shortest path, and the paths end at their starts."""
    dense = np.full(graph.shape, np.inf)
    rows_of, columns_of = np.repeat(np.arange(graph.shape[0]), np.diff(graph.indptr)), graph.indices
    np.minimum.at(dense, (rows_of, columns_of), graph.data)
    if not directed:
        dense = np.minimum(dense, dense.T)
    for row, source in enumerate(rows):
        for node in range(graph.shape[0]):
            before = predecessors[row, node]
            if node == source or np.isinf(distances[row, node]):
                assert before == -9999
                continue
            assert distances[row, node] == pytest.approx(distances[row, before] + dense[before, node])
            steps = 0
            while node != source:
                node = predecessors[row, node]
                steps += 1
                assert steps <= graph.shape[0]


@pytest.mark.parametrize("delegates", [True, False])
@pytest.mark.parametrize("seed", range(graphs))
def test_random_graphs(seed, delegates, monkeypatch):
    if not delegates:
        monkeypatch.setattr(csgraph, "_is_quick_in_scipy", lambda *_: False)
    random, graph = random_graph(seed)
    n = graph.shape[0]
    directed = bool(seed % 3)
    wanted = scipy_csgraph.dijkstra(graph, directed=directed)
    np.testing.assert_allclose(csgraph.dijkstra(graph, directed=directed), wanted)
    distances, predecessors = csgraph.shortest_path(graph, directed=directed, return_predecessors=True)
    np.testing.assert_allclose(distances, wanted)
    check_predecessors(graph, distances, predecessors, range(n), directed)
    indices = random.integers(0, n, 3)
    distances, predecessors = csgraph.dijkstra(graph, directed=directed, indices=indices, return_predecessors=True)
    np.testing.assert_allclose(distances, wanted[indices])
    check_predecessors(graph, distances, predecessors, indices, directed)
    np.testing.assert_allclose(csgraph.dijkstra(graph, directed=directed, indices=indices, limit=5),
                               scipy_csgraph.dijkstra(graph, directed=directed, indices=indices, limit=5))
    np.testing.assert_allclose(csgraph.dijkstra(graph, directed=directed, unweighted=True),
                               scipy_csgraph.dijkstra(graph, directed=directed, unweighted=True))
    np.testing.assert_allclose(csgraph.dijkstra(graph, directed=directed, indices=indices, min_only=True),
                               wanted[indices].min(axis=0))


def test_many_tiles():
    random = np.random.default_rng(1)
    graph = scipy.sparse.random_array((300, 300), density=0.02, rng=random, format="csr")
    distances, predecessors = csgraph.shortest_path(graph, return_predecessors=True)
    np.testing.assert_allclose(distances, scipy_csgraph.dijkstra(graph))
    check_predecessors(graph, distances, predecessors, range(300), True)


def test_negative_costs_from_some_nodes():
    graph = np.array([[0, 2, 0, 4], [0, 0, -1, 0], [0, 0, 0, 1], [0, 0, 0, 0.0]])
    distances, predecessors = csgraph.johnson(graph, indices=[0], return_predecessors=True)
    assert distances.tolist() == [[0, 2, 1, 2]] and predecessors.tolist() == [[-9999, 0, 1, 2]]
    with pytest.raises(scipy_csgraph.NegativeCycleError):
        csgraph.dijkstra(np.array([[0, 1], [-2, 0.0]]))


def test_many_sources_are_swept(monkeypatch):
    """Both ways to an answer give the same: SciPy for few sources, a factor for many."""
    random, graph = random_graph(8)
    small = csgraph.dijkstra(graph, return_predecessors=True), csgraph.dijkstra(graph, indices=[0, 1], min_only=True)
    monkeypatch.setattr(csgraph, "_is_quick_in_scipy", lambda *_: False)
    large = csgraph.dijkstra(graph, return_predecessors=True), csgraph.dijkstra(graph, indices=[0, 1], min_only=True)
    np.testing.assert_allclose(small[0][0], large[0][0])
    np.testing.assert_allclose(small[1], large[1])


def test_negative_costs_are_never_scipys():
    assert not csgraph._is_quick_in_scipy(scipy.sparse.csr_array(np.array([[0, -1.0], [2, 0]])), 1)
    assert not csgraph._is_quick_in_scipy(scipy.sparse.csr_array(np.array([[0, np.nan], [2, 0]])), 1)
    assert csgraph._is_quick_in_scipy(scipy.sparse.csr_array(np.array([[0, 1.0], [2, 0]])), 2)


def test_wrong_arguments():
    with pytest.raises(ValueError):
        csgraph.dijkstra(np.zeros((2, 3)))
    with pytest.raises(ValueError):
        csgraph.dijkstra(np.ones((2, 2)), indices=[2])
    with pytest.raises(ValueError):
        csgraph.shortest_path(np.ones((2, 2)), method="?")


def test_the_rest_is_scipys():
    assert csgraph.connected_components is scipy_csgraph.connected_components


@pytest.mark.parametrize("value", [np.nan, np.inf, 0.0])
def test_unweighted_counts_what_is_stored(value):
    """Any stored entry of a sparse matrix is an arc of 1; a NaN of a dense array is none."""
    rows = scipy.sparse.csr_array((np.array([value, 2.0, 3.0]), ([0, 1, 2], [1, 2, 0])), shape=(60, 60))
    for given in (rows, rows.toarray()):
        for directed in (True, False):
            truth = scipy.sparse.csgraph.shortest_path(given, directed=directed, unweighted=True)
            np.testing.assert_array_equal(csgraph.shortest_path(given, directed=directed, unweighted=True), truth)
