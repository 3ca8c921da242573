# SPDX-License-Identifier: Apache-2.0
"""Tables against those of SciPy, igraph and NetworkX, on random graphs; ALLWAYS_GRAPHS sets how many."""

import os

import igraph
import networkx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse
import scipy.sparse.csgraph

import allways
from allways import InputError, InvalidArgument, Matrix, Network

graphs = int(os.environ.get("ALLWAYS_GRAPHS", "40"))


def random_graph(seed):
    """A graph of up to 60 nodes: sparse or dense, with zeros, ties and, every third, fractions."""
    random = np.random.default_rng(seed)
    n = int(random.integers(1, 60))
    m = int(random.integers(0, 4 * n))
    tail, head = random.integers(0, n, m), random.integers(0, n, m)
    cost = random.integers(0, 50, m).astype(float)
    if seed % 3 == 0:
        cost = np.round(cost + random.integers(0, 1000, m) / 1000, 3)
    return n, tail, head, cost


def by_scipy(n, tail, head, cost):
    """Parallel arcs: the cheapest; explicit zeros stay."""
    direct = np.full((n, n), np.inf)
    np.minimum.at(direct, (tail, head), cost)
    np.fill_diagonal(direct, np.inf)
    return scipy.sparse.csgraph.shortest_path(scipy.sparse.csgraph.csgraph_from_dense(direct, null_value=np.inf), method="D")


def by_igraph(n, tail, head, cost):
    graph = igraph.Graph(n=n, edges=np.column_stack([tail, head]), directed=True)
    return graph.distances(weights=cost) if len(cost) else np.where(np.eye(n), 0, np.inf)


def by_networkx(network):
    found = np.full((network.node_count,) * 2, np.inf)
    for source, lengths in networkx.all_pairs_dijkstra_path_length(network.to_networkx(), weight="cost"):
        found[source - 1, np.array(list(lengths)) - 1] = list(lengths.values())
    return found


@pytest.mark.parametrize("seed", range(graphs))
def test_networks_equal_others(seed):
    n, tail, head, cost = random_graph(seed)
    network = Network.from_arrays(tail, head, cost, nodes=n)
    wanted = by_scipy(n, tail, head, cost)
    for schedule in ("sweep", "blocked"):
        found = network.solve(schedule=schedule, device="reference")
        np.testing.assert_allclose(found.to_numpy(), wanted, rtol=1e-6)
    np.testing.assert_allclose(network.table(np.arange(1, n + 1)).to_numpy(), wanted, rtol=1e-6)
    np.testing.assert_allclose(by_igraph(n, tail, head, cost), wanted)
    np.testing.assert_allclose(by_networkx(network), wanted)


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint8, np.float32, np.float64, np.float16])
def test_matrices_equal_scipy(dtype):
    random = np.random.default_rng(3)
    costs = random.integers(1, 100, (40, 40)).astype(dtype)
    wanted = scipy.sparse.csgraph.floyd_warshall(costs.astype(float))
    np.testing.assert_allclose(Matrix(costs).solve(device="reference").to_numpy(), wanted)
    np.testing.assert_allclose(allways.solve(np.asfortranarray(costs), device="reference").to_numpy(), wanted)


def test_a_matrix_borrows_its_array():
    costs = np.random.default_rng(1).random((50, 50))
    matrix = Matrix(costs)
    assert np.shares_memory(matrix.raw_costs, costs)
    view = matrix.raw_costs
    del matrix
    assert view.sum() == costs.sum()


def test_a_frame_keeps_its_labels():
    frame = pd.DataFrame([[0, 2.5], [np.nan, 0]], index=["a", "b"], columns=["a", "b"])
    found = allways.solve(frame).to_pandas()
    assert found.loc["a", "b"] == 2.5 and np.isnan(found.loc["b", "a"])
    with pytest.raises(InvalidArgument, match="labels"):
        Matrix(frame[["b", "a"]])
    with pytest.raises(InvalidArgument, match="node_ids"):
        Matrix(np.zeros((2, 2)), node_ids=[1])


def test_sparse_matrices_keep_explicit_zeros():
    graph = scipy.sparse.coo_array(([0.0, 2.5], ([0, 1], [1, 2])), shape=(3, 3))
    table = allways.solve(graph)
    np.testing.assert_array_equal(table.to_numpy(), [[0, 0, 2.5], [np.inf, 0, 2.5], [np.inf, np.inf, 0]])


@pytest.mark.parametrize("n", [0, 1, 2])
def test_small_ones(n):
    assert Matrix(np.zeros((n, n))).solve().to_numpy().shape == (n, n)
    assert Network.from_arrays([], [], [], nodes=n).solve().raw_distances.shape == (n, n)


def test_next_hops_lead_there(streets, solved):
    hops, first_out, head = solved.next_hops, solved.first_out, solved.head
    assert hops.dtype == np.uint8 and not hops.flags.writeable
    source, target = 3, 400
    at, passed = source, [source]
    while at != target:
        at = int(head[first_out[at] + hops[at, target]])
        passed.append(at)
    assert [int(one) for one in solved.path(source + 1, target + 1).nodes] == [node + 1 for node in passed]
    assert hops[5, 5] == 255


def test_plan_and_report(streets):
    planned = allways.plan(streets)
    assert planned.schedule == "sweep" and planned.nodes == 500 and planned.memory.host > 0
    assert streets.solve().report.seconds["solve"] >= 0
    assert planned.device_rows == 0 and planned.cost_type == "int32" and planned.scale.name == "time"
    assert "Rows that the device holds" in type(planned).device_rows.__doc__


def test_report_of_a_factor(streets):
    report = streets.factorize().report
    assert report.memory.host > report.bytes > 0 and "cuts" in report.order
    assert report.height > 0 and "elimination tree" in type(report).height.__doc__


def test_solve_to_file(tmp_path, streets):
    report = allways.solve_to_file(streets, tmp_path / "table.omx")
    assert report.nodes == 500
    np.testing.assert_array_equal(allways.read_table(tmp_path / "table.omx").raw_distances, streets.solve().raw_distances)


def test_solve_to_file_of_a_whole_table(tmp_path, streets):
    report = allways.solve_to_file(streets, tmp_path / "table.csv", schedule="blocked")
    assert "any order" in report.whole_because
    written = pd.read_csv(tmp_path / "table.csv", index_col=0).fillna(np.inf).to_numpy()
    np.testing.assert_array_equal(written, streets.solve(schedule="blocked").to_numpy())
    assert allways.solve_to_file(streets, tmp_path / "table.omx").whole_because == ""


def test_shards_join_to_the_table(tmp_path, streets):
    path = tmp_path / "table.npy"
    allways.solve_to_file(streets, tmp_path / "whole.npy")
    allways.limit_threads(1)
    for k in (3, 1):
        allways.solve_to_file(streets, path, shard=(k, 3))
    with pytest.raises(InputError, match="2 is missing"):
        allways.join_shards(path)
    allways.solve_to_file(streets, path, shard=(2, 3), resume=True)
    allways.limit_threads(0)
    joined = allways.join_shards(path)
    assert sum(shard.rows for shard in joined.shards) == joined.nodes == 500 and joined.format == "npy"
    assert path.read_bytes() == (tmp_path / "whole.npy").read_bytes()
    for shard in ((0, 3), (4, 3), (-1, 1)):
        with pytest.raises(InvalidArgument, match="shard"):
            allways.solve_to_file(streets, path, shard=shard)


def test_skims_and_types(streets):
    table = streets.solve(cost="length", cost_type=np.float64, skims="time")
    assert table.cost_type == "float64" and table.unit == "m" and table.skims == {"time": "s"}
    assert table.raw_skim("time").shape == (500, 500)


def test_what_is_no_problem_is_refused():
    for source in (7, None, np.array(["a", "b"]), np.zeros((2, 3)), np.zeros((2, 2), dtype=object), np.zeros(3)):
        with pytest.raises(InvalidArgument):
            allways.solve(source)


def test_matrices_do_what_the_command_does(tmp_path):
    matrix = allways.Matrix([[0, 7, 9], [4, 0, 1], [2, 9, 0]], node_ids=["a", "b", "c"])
    assert matrix.table(["a"], ["c"]).to_numpy().tolist() == [[8]]
    assert matrix.table(pairs=[("a", "c"), ("c", "a")]).to_pandas()["cost"].tolist() == [8, 2]
    assert matrix.diff(matrix).same and not matrix.diff(matrix.solve()).same
    matrix.draw(tmp_path / "m.png")
    assert (tmp_path / "m.png").stat().st_size > 0
