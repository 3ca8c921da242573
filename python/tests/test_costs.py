# SPDX-License-Identifier: Apache-2.0
"""Which column is the cost if none is named: the same everywhere."""


import networkx as nx
import numpy as np
import pandas as pd
import pytest

import allways
from allways import InvalidArgument, Network


@pytest.mark.parametrize("columns, chosen", [
    (["id", "weight"], "weight"), (["travel_time", "length"], "travel_time"), (["length", "time"], "time"),
    (["minutes", "lanes"], "minutes"), (["Fahrzeit", "link_id", "oneway"], "Fahrzeit"), (["time_min", "length_m"], "time_min"),
    (["distance", "osmid"], "distance"),
])
def test_the_choice(columns, chosen, tmp_path):
    values = {name: [float(at + 2)] for at, name in enumerate(columns)}
    wanted = values[chosen][0]
    assert Network.from_arrays([0], [1], values).path(1, 2).distance == wanted
    graph = nx.DiGraph()
    graph.add_edge(1, 2, **{name: value[0] for name, value in values.items()})
    assert allways.solve(graph)[1, 2] == wanted
    assert Network.from_edgelist(pd.DataFrame({"source": [1], "target": [2], **values})).path(1, 2).distance == wanted
    (tmp_path / "e.csv").write_text(",".join(["from", "to", *columns]) + "\n" + ",".join(["1", "2", *(str(v[0]) for v in values.values())]))
    assert allways.read_network(tmp_path / "e.csv").path(1, 2).distance == wanted
    nx.write_graphml(graph, tmp_path / "e.graphml")
    assert allways.read_network(tmp_path / "e.graphml").path(1, 2).distance == wanted


def test_an_id_is_never_a_cost():
    graph = nx.DiGraph()
    graph.add_edge("a", "b", id=7, weight=1.5)
    assert allways.solve(graph)["a", "b"] == 1.5


def test_one_unknown_name_is_said():
    network = Network.from_arrays([0], [1], {"id": [5], "Fahrzeit": [2.5]})
    with pytest.warns(allways.GuessWarning, match="'Fahrzeit' is minimised"):
        assert network.solve()[1, 2] == 2.5


def test_several_unknown_names_are_an_error():
    network = Network.from_arrays([0], [1], {"Fahrzeit": [2.5], "Entgelt": [1.0], "lanes": [2]})
    with pytest.raises(InvalidArgument, match="several columns may be the cost; set `cost` to one of: Fahrzeit, Entgelt$"):
        network.solve()
    assert network.solve(cost="Entgelt")[1, 2] == 1
    with pytest.raises(InvalidArgument, match="no column is known to be a cost.*id, lanes"):
        Network.from_arrays([0], [1], {"id": [5], "lanes": [2]}).solve()


def test_zeros_of_a_dense_matrix():
    """In an adjacency matrix 0 means no arc, here an arc of cost 0: that is said."""
    adjacency = np.array([[0, 3, 0, 0], [0, 0, 4, 0], [0, 0, 0, 0], [0, 0, 2, 0.0]])
    with pytest.warns(allways.AllwaysWarning, match="9 of 12 cells of the matrix are 0.*NaN or inf"):
        allways.solve(adjacency)
    with np.errstate(all="raise"):
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("error", allways.AllwaysWarning)
            allways.solve(np.where(adjacency == 0, np.nan, adjacency))
            allways.solve(np.array([[0, 0, 1], [1, 0, 1], [1, 1, 0.0]]))
