# SPDX-License-Identifier: Apache-2.0
"""Tables of requested pairs, as `allways table --pairs` makes them."""

import pickle

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import allways
from allways import InvalidArgument, Network

wanted = [(3, 7), (1, 9), (3, 2), (3, 7)]
shown = wanted


def test_pairs_of_everything(streets, solved, tmp_path):
    (tmp_path / "pairs.csv").write_text("from,to\n" + "".join(f"{a},{b}\n" for a, b in wanted))
    factor = streets.factorize()
    expected = [solved.distance(a, b) for a, b in shown]
    for source in (streets, solved, factor):
        for pairs in (wanted, pd.DataFrame(wanted), np.array(wanted), tmp_path / "pairs.csv"):
            table = source.table(pairs=pairs)
            frame = table.to_pandas()
            assert list(zip(frame.origin.astype(int), frame.destination.astype(int))) == shown
            assert frame["time_s"].tolist() == expected
    assert "4 pairs" in repr(table) and table.shape == (2, 3)
    assert table.to_pandas("wide").shape == (2, 3)
    assert table.to_arrow(rows_per_batch=1).read_all().to_pandas()["time_s"].tolist() == expected
    again = pickle.loads(pickle.dumps(table))
    assert again.to_pandas().equals(frame)


def test_ends_are_never_lists(streets, tmp_path):
    (tmp_path / "pairs.csv").write_text("from,to\n1-2,4\n3,1\n")
    for pairs in ([("1-2", "4"), ("3", "1")], [(3, "centroids")], tmp_path / "pairs.csv"):
        with pytest.raises(allways.Error, match="no node '(1-2|centroids)'"):
            streets.table(pairs=pairs)


def test_files_and_skims(streets, tmp_path):
    table = streets.table(pairs=wanted, skims=["length"])
    table.write(tmp_path / "t.long.csv")
    lines = (tmp_path / "t.long.csv").read_text().splitlines()
    assert len(lines) == 1 + len(wanted) and [line.split(",")[:2] for line in lines[1:]] == [[str(a), str(b)] for a, b in shown]
    assert table.to_pandas()["length_m"].gt(0).all()
    with pytest.raises(allways.InvalidArgument, match="picked"):
        table.write(tmp_path / "t.omx")


@pytest.mark.parametrize("suffix", ["long.csv", "sqlite", "desire.geojson"])
def test_every_format_keeps_the_order(village, tmp_path, suffix):
    ids = village.node_ids.tolist()
    pairs = [(ids[at % 5], ids[(7 * at) % 11]) for at in (3, 1, 4, 1, 5, 9, 2, 6, 0, 5)]
    table = village.table(pairs=pairs)
    table.write(tmp_path / f"t.{suffix}", **({"format": "desire-geojson"} if "desire" in suffix else {}))
    if suffix == "sqlite":
        import sqlite3

        rows = sqlite3.connect(tmp_path / f"t.{suffix}").execute("select from_id, to_id from distance order by rowid").fetchall()
    elif suffix == "long.csv":
        rows = pd.read_csv(tmp_path / f"t.{suffix}")[["from", "to"]].values.tolist()
    else:
        import json

        found = json.loads((tmp_path / f"t.{suffix}").read_text())["features"]
        rows = [(one["properties"]["from"], one["properties"]["to"]) for one in found]
    assert [tuple(map(str, row)) for row in rows] == [tuple(map(str, pair)) for pair in pairs]


def test_positions_keep_the_order(village):
    places = village.coordinates[[0, 3, 5, 8]]
    pairs = [(tuple(places[a]), tuple(places[b])) for a, b in [(2, 0), (1, 3), (2, 1), (0, 3), (1, 0)]]
    frame = village.table(pairs=pairs).to_pandas()
    alone = [village.path(*pair).distance for pair in pairs]
    np.testing.assert_allclose(frame["time_s"], alone)


def test_unreachable_pairs_stay(tmp_path):
    network = allways.Network.from_arrays([0], [1], [1.0])
    table = network.table(pairs=[(1, 2), (2, 1)])
    assert table.to_pandas()["cost"].fillna(-1).tolist() == [1, -1]
    table.write(tmp_path / "t.long.csv")
    assert len((tmp_path / "t.long.csv").read_text().splitlines()) == 3


def test_positions(village):
    far = (9.5, 48.0)
    table = village.table(pairs=[((8.0001, 46.9999), 8), (1, far), (1, 8)])
    assert table.unsnapped and np.isnan(table.to_pandas()["time_s"][1])
    kept = village.table(pairs=[((8.0001, 46.9999), 8), (1, far), (1, 8)], drop_unsnapped=True)
    assert len(kept.pairs) == 2


def test_wrong_pairs(streets):
    with pytest.raises(allways.InvalidArgument, match="or `pairs`"):
        streets.table([1], pairs=wanted)
    with pytest.raises(allways.InvalidArgument, match="or `pairs`"):
        streets.table()
    with pytest.raises(allways.InvalidArgument, match="`pairs`: expected"):
        streets.table(pairs=[1, 2])
    with pytest.raises(allways.InputError, match="9999"):
        streets.table(pairs=[(1, 9999)])


def test_tuples_in_a_frame():
    """Ids that are tuples are ids in frames, arrays and series too."""
    graph = nx.grid_2d_graph(4, 4)
    for at, (*_, data) in enumerate(graph.edges(data=True)):
        data["weight"] = at + 1
    for i, j in graph.nodes:
        graph.nodes[i, j].update(x=float(j), y=float(i))
    network = Network.from_networkx(graph)
    pairs = [((0, 0), (0, 3)), ((3, 3), (0, 1))]
    expected = [nx.shortest_path_length(graph, *pair, weight="weight") for pair in pairs]
    objects = np.empty(1, object)
    objects[0] = (0, 3)
    for source in (network, network.factorize(), network.solve()):
        assert source.table(pairs=pd.DataFrame(pairs)).to_pandas()["weight"].tolist() == expected
        assert source.table(pd.Series([(0, 0)]), objects).to_numpy().tolist() == [[expected[0]]]
    assert network.paths(pd.DataFrame(pairs)).distances.tolist() == expected


def test_whole_floats_in_a_frame(village):
    """Ids of a column that had missing values are floats."""
    frame = pd.DataFrame({"from": [1.0, 8.0], "to": [8.0, 1.0]})
    assert village.table(pairs=frame).origin_ids.tolist() == [1, 8]
    assert village.path(1.0, 8.0).distance == village.path(1, 8).distance
    with pytest.raises(InvalidArgument, match="a stop is an id, or a position"):
        village.table(pairs=pd.DataFrame({"from": [1.0, np.nan], "to": [8, 8]}))
