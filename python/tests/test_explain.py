# SPDX-License-Identifier: Apache-2.0
"""Explanations from networks, tables and factors equal those of the command."""

import json

import pytest

import allways


def test_parts(streets, solved):
    factor = streets.factorize()
    one = streets.explain(1, 400)
    assert one.reachable and one.why.startswith("no other path costs less")
    assert one.distance == pytest.approx(solved.distance(1, 400))
    assert one.arcs == len(streets.path(1, 400).nodes) - 1
    assert one.sums["length_m"] == pytest.approx(streets.path(1, 400).length_m)
    assert one.costliest.cost == max(streets.path(1, 400).to_pandas()["time"])
    assert one.distance_without_costliest >= one.distance
    assert str(solved.explain(1, 400)) == str(factor.explain(1, 400)) == str(one)
    parts = json.loads(one.to_json())
    assert parts["why"] == one.why and parts["distance"] == pytest.approx(one.distance)
    assert "why" in repr(one) or one.why in repr(one)


def test_no_path():
    network = allways.Network.from_arrays([0, 2], [1, 1], [1.0, 2.0])
    none = network.explain(1, 3)
    assert not none.reachable and none.distance == float("inf") and none.costliest is None
    assert none.reached_from_start == 2 and none.reaching_end == 1
    assert none.why == "no arc with a cost enters 3"
    assert "one-way" in allways.Network.from_arrays([0, 2, 2, 3], [1, 1, 3, 2], [1.0] * 4).explain(1, 3).why
    same = network.explain(1, 1)
    assert same.why == "both ends are the same place" and same.distance_without_costliest is None


def test_positions(village):
    found = village.explain((8.0001, 46.9999), 8)
    assert found.origin.in_metres and 11 < found.origin.distance < 12 and "on arc 1 (High Street)" in found.origin.place
    assert found.destination.place == "node 8" and found.destination.distance is None


def test_turn_rules(tmp_path):
    (tmp_path / "net.csv").write_text("id,from,to,cost\n1,a,b,1\n2,b,c,1\n3,a,d,2\n4,d,c,3\n")
    (tmp_path / "turns.csv").write_text("from_arc,to_arc\n1,2\n")
    network = allways.read_network(tmp_path / "net.csv", turns=str(tmp_path / "turns.csv"), directed=True)
    found = network.explain("a", "c")
    assert found.distance == 5 and found.turn_rule.distance_without == 2 and "forbids going" in found.turn_rule.text


def test_matrices_have_no_arcs():
    with pytest.raises(allways.InputError, match="a matrix has no arcs to explain"):
        allways.solve([[0, 1], [1, 0]]).explain(1, 2)
