# SPDX-License-Identifier: Apache-2.0
import gc

import numpy as np
import pytest

import allways
from allways import InvalidArgument, Network


def test_arrays_come_back():
    network = Network.from_arrays(
        [0, 1, 2], [1, 2, 0], {"time": [1.5, np.nan, 0], "length": [10, 20, 30]}, units={"time": "s", "length": "m"},
        node_ids=["a", "b", "c"], arc_ids=[7, 8, 9], coordinates=[[0, 0], [1, 0], [1, 1]], crs=2056,
        no_through=[False, True, False], texts={"name": ["High Street", None, "High Street"]})
    assert (network.node_count, network.arc_count) == (3, 3)
    assert network.node_ids.tolist() == ["a", "b", "c"]
    assert network.arc_ids.tolist() == [7, 8, 9]
    assert network.tail.tolist() == [0, 1, 2]
    assert network.crs == "EPSG:2056"
    assert network.column_units == {"time": "s", "length": "m"}
    np.testing.assert_array_equal(network.column("time"), [1.5, np.nan, 0])
    assert network.text("name").tolist() == ["High Street", "", "High Street"]
    assert network.no_through.tolist() == [0, 1, 0]
    assert network.coordinates.tolist() == [[0, 0], [1, 0], [1, 1]]


def test_a_closed_arc_and_a_cost_of_zero():
    network = Network.from_arrays([0, 1, 2], [1, 2, 0], [1.5, np.nan, 0])
    np.testing.assert_array_equal(network.solve().to_numpy(), [[0, 1.5, np.inf], [np.inf, 0, np.inf], [0, 1.5, 0]])


def test_no_through_nodes_are_not_passed():
    network = Network.from_arrays([0, 1], [1, 2], [1, 1], no_through=[0, 1, 0])
    np.testing.assert_array_equal(network.solve().to_numpy(), [[0, 1, np.inf], [np.inf, 0, 1], [np.inf, np.inf, 0]])


def test_views_are_read_only_and_keep_the_network():
    network = allways.generate_streets(200)
    tail, coordinates = network.tail, network.coordinates
    wanted = tail.copy(), coordinates.copy()
    with pytest.raises(ValueError):
        tail[0] = 5
    del network
    gc.collect()
    allways.generate_streets(5000)  # takes the memory where it is free
    np.testing.assert_array_equal(tail, wanted[0])
    np.testing.assert_array_equal(coordinates, wanted[1])


@pytest.mark.parametrize("arguments, message", [
    (([0, 1], [1], [1.0, 2.0]), "head"),
    (([0, 1], [1, 2], [1.0]), "cost"),
    (([0, -1], [1, 2], [1.0, 2.0]), "outside"),
    (([0, 2**32], [1, 2], [1.0, 2.0]), "outside"),
    (([0.5, 1], [1, 2], [1.0, 2.0]), "integers"),
    (([[0], [1]], [1, 2], [1.0, 2.0]), "one-dimensional"),
    ((["a", "b"], [1, 2], [1.0, 2.0]), "from_edgelist"),
    (([0, 1], [1, 2], ["x", "y"]), "numbers"),
    (([0, 1], [1, 2], [object(), 1]), "numbers"),
    (([0, 1], [1, 2], [np.inf, 1]), "finite"),
])
def test_wrong_arrays_are_refused(arguments, message):
    with pytest.raises(InvalidArgument, match=message):
        Network.from_arrays(*arguments)


def test_wrong_sizes_are_refused():
    with pytest.raises(InvalidArgument, match="twice"):
        Network.from_arrays([0], [1], [1.0], node_ids=[1, 1])
    with pytest.raises(InvalidArgument, match="no_through"):
        Network.from_arrays([0], [1], [1.0], no_through=[0])
    with pytest.raises(InvalidArgument, match="coordinates"):
        Network.from_arrays([0], [1], [1.0], coordinates=[1, 2])
    with pytest.raises(InvalidArgument):
        Network.from_arrays([0], [1], [1.0], nodes=1)


def test_components_and_parts(village):
    labels, components = village.components("weak")
    assert sum(one.nodes for one in components) == village.node_count
    assert [int((labels == at).sum()) for at in range(len(components))] == [one.nodes for one in components]
    largest = village.largest_component("weak")
    assert largest.node_count == components[0].nodes


def test_simplified_distances_are_the_same(streets):
    simple = streets.simplify(keep=[1, 2])
    assert simple.node_count < streets.node_count
    kept = simple.node_ids
    np.testing.assert_array_equal(simple.solve().to_numpy(), streets.solve().sub_table(kept, kept).to_numpy())


def test_orders(streets, tmp_path):
    ordered = streets.with_order()
    assert ordered.has_order and not streets.has_order
    assert "kept" in ordered.solve().report.order
    np.testing.assert_array_equal(ordered.solve().raw_distances, streets.solve().raw_distances)
    other = streets.with_order(streets.factorize(cost="length"))
    assert other.factorize().distance(7, 400) == streets.solve().distance(7, 400)
    with pytest.raises(InvalidArgument):
        allways.generate_streets(300).with_order(streets.factorize())


def test_files_come_back(tmp_path, village):
    village.write(tmp_path / "village.gpkg")
    again = allways.read(tmp_path / "village.gpkg")
    assert isinstance(again, Network)
    np.testing.assert_array_equal(again.solve().raw_distances, village.solve().raw_distances)
    with pytest.raises(allways.InputError):
        village.write(tmp_path / "village.gpkg")
    village.write(tmp_path / "village.gpkg", overwrite=True)
