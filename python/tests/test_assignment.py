# SPDX-License-Identifier: Apache-2.0
"""Network.assign: loads as walks of the paths give them."""

import numpy as np
import pandas as pd
import pytest

import allways


@pytest.fixture(scope="module")
def streets():
    return allways.generate_streets(1500)


def test_loads_are_those_of_the_paths(streets):
    random = np.random.default_rng(3)
    pairs = pd.DataFrame(random.integers(0, 1500, (200, 2)) + 1, columns=["origin", "destination"])
    pairs["people"] = random.integers(0, 40, 200)
    loads = streets.assign(pairs, "people", cost="time")
    arcs, nodes, total = pd.Series(0.0, streets.arc_ids), pd.Series(0.0, streets.node_ids), 0.0
    paths = streets.paths(pairs[["origin", "destination"]].to_numpy().tolist(), cost="time")
    for path, people in zip(paths, pairs["people"]):
        if len(path.nodes) < 2:
            continue
        nodes[path.nodes] += people
        total += path.distance * people
    np.testing.assert_array_equal(loads.nodes, nodes)
    assert loads.total_cost == pytest.approx(total, rel=1e-12)
    assert loads.requested == pairs["people"].sum() == loads.loaded + loads.within_nodes
    # At every node but the ends of trips, what arrives leaves.
    balance = loads.arcs.groupby("u")["load"].sum().sub(loads.arcs.groupby("v")["load"].sum(), fill_value=0)
    apart = pairs[pairs.origin != pairs.destination]
    ends = apart.groupby("origin")["people"].sum().sub(apart.groupby("destination")["people"].sum(), fill_value=0)
    assert balance.sub(ends, fill_value=0).abs().max() == 0
    assert len(arcs) == len(loads.arcs)


def test_select_link(streets):
    pairs = [(1, 1400), (2, 1300), (700, 3)]
    everything = streets.assign(pairs, [5, 6, 7])
    busy = everything.arcs["load"].idxmax()
    chosen = streets.assign(pairs, [5, 6, 7], select=busy)
    assert chosen.loaded + chosen.unselected == 18
    assert chosen.loaded >= chosen.arcs.loc[busy, "load"].max() > 0
    assert (chosen.arcs["load"].to_numpy() <= everything.arcs["load"].to_numpy()).all()


def test_selected_trips(streets):
    pairs = [(1, 1400), (2, 1300), (700, 3)]
    everything = streets.assign(pairs, [5, 6, 7]).arcs["load"]
    first, second = everything[everything > 0].index[[0, -1]]
    either = streets.assign(pairs, [5, 6, 7], select=[first, second], with_selected=True)
    both = streets.assign(pairs, [5, 6, 7], select=[[first], [second]], with_selected=True)
    table = either.selected.to_pandas()
    assert table.to_numpy().sum() == either.loaded > 0
    assert (both.selected.to_pandas() <= table).to_numpy().all() and both.loaded < either.loaded
    with pytest.raises(allways.InvalidArgument, match="`with_selected` needs"):
        streets.assign(pairs, with_selected=True)


def test_select_link_by_nodes(streets, village):
    pairs = [(1, 1400), (2, 1300), (700, 3)]
    busy = streets.assign(pairs).arcs["load"].idxmax()
    arcs = streets.to_pandas().loc[[busy]]
    by_nodes, by_id = streets.assign(pairs, select=list(zip(arcs.u, arcs.v))), streets.assign(pairs, select=busy)
    assert by_nodes.loaded > 0 and by_nodes.arcs.equals(by_id.arcs)
    with pytest.raises(allways.InvalidArgument, match="`select`: no arc leads from 1 to 1400"):
        streets.assign(pairs, select=[(1, 1400)])
    both = village.assign([(1, 3), (3, 1)], select=[(2, 3), (3, 2)])  # one id has both directions
    assert both.loaded == 2
    with pytest.raises(allways.InvalidArgument, match="also leads from 3 to 2; select that pair, too"):
        village.assign([(1, 3)], select=[(2, 3)])


def test_positions_use_sections(streets):
    xy = streets.coordinates
    middle = (xy[0] + xy[1]) / 2
    loads = streets.assign([(tuple(middle), 1000)], [3])
    assert loads.loaded == 3
    assert len(loads.arcs) >= streets.arc_count
    assert loads.nodes[1000] == 3


def test_written(streets, tmp_path):
    loads = streets.assign([(1, 1400)], [2])
    loads.write(tmp_path / "loads.csv")
    written = pd.read_csv(tmp_path / "loads.csv")
    np.testing.assert_array_equal(written["load"], loads.arcs["load"])
    loads.write(tmp_path / "loads.csv", layers="nodes", overwrite=True)
    np.testing.assert_array_equal(pd.read_csv(tmp_path / "loads.csv")["load"], loads.nodes)
    with pytest.raises(allways.InvalidArgument, match="layers"):
        loads.write(tmp_path / "other.csv", layers="edges")


@pytest.mark.parametrize("trips, message", [([1], "one number for each of 2 pairs, found 1"), ([1, -2], "from 0"),
                                            (["a", "b"], "`trips`: expected numbers"), ("people", "no column 'people'")])
def test_refuses_bad_trips(streets, trips, message):
    with pytest.raises(allways.InvalidArgument, match=message):
        streets.assign([(1, 2), (3, 4)], trips)


def test_refuses_unknown_arcs(streets):
    with pytest.raises(allways.InputError, match="no arc has the id"):
        streets.assign([(1, 2)], select="nowhere")


def test_trips_that_are_cut_off():
    """The total is of the loaded trips, which the loads and a warning say."""
    network = allways.Network.from_arrays([0, 1], [1, 2], {"time": [60, 30]}, units={"time": "s"})
    whole = network.assign([(1, 2), (2, 3)], [10, 20])
    assert repr(whole) == "<allways.Loads: 30 of 30 trips, in all 1200 s>" and "total_cost" in dir(whole)
    with pytest.warns(allways.AllwaysWarning, match="20 of 30 trips have no path: they load nothing and are not in `total_cost`"):
        cut = network.close([(2, 3)]).assign([(1, 2), (2, 3)], [10, 20])
    assert (cut.total_cost, cut.loaded, cut.unreachable) == (600, 10, 20)
    assert repr(cut) == "<allways.Loads: 10 of 30 trips, in all 600 s; 20 without a path>"


@pytest.fixture(scope="module")
def two_roads():
    """Two roads from 1 to 2, of 10 and 20 minutes and the same capacity, and one back."""
    columns = {"time": [10.0, 20.0, 5.0], "capacity": [100, 100, 0], "alpha": [1, 1, 1], "beta": [1, 1, 1], "toll": [0, 2, 0],
               "narrow": [0, 1, 0]}
    return allways.Network.from_arrays([0, 0, 1], [1, 1, 0], columns, node_ids=[1, 2], units={"time": "min"})


def test_equilibrium_of_two_roads(two_roads):
    # 10 + v / 10 = 20 + 4 + w / 5, v + w = 300
    loads = two_roads.assign([(1, 2)], [300], vdf="bpr", fixed_cost="2 * toll", gap=1e-8, with_skims=True)
    first = 740 / 3
    assert loads.reached and loads.gap <= 1e-8
    assert loads.arcs["load"].tolist() == pytest.approx([first, 300 - first, 0], abs=1e-4)
    assert loads.arcs["time"].tolist() == pytest.approx([10 + first / 10, 20 + (300 - first) / 5, 5], abs=1e-4)
    assert loads.arcs["voc"][:2].tolist() == pytest.approx([first / 100, 3 - first / 100], abs=1e-4)
    assert np.isnan(loads.arcs["voc"].iloc[2])
    steps = loads.convergence
    assert (steps.objective_bound.diff().dropna() >= 0).all() and (steps.objective >= steps.objective_bound).all()
    assert loads.skims.to_pandas().iloc[0, 0] == pytest.approx(10 + first / 10, abs=1e-4)


def test_classes(two_roads):
    # Lorries, which may not take the narrow road, count as two cars: 10 + (60 + v) / 10 = 20 + w / 5, v + w = 240
    cars, lorries = (pd.DataFrame([[0, trips], [0, 0]], index=[1, 2], columns=[1, 2]) for trips in (240, 30))
    loads = two_roads.assign(vdf="bpr", gap=1e-8, classes=[
        {"name": "car", "trips": cars}, {"name": "lorry", "trips": lorries, "pce": 2, "closed": "narrow"}])
    first = (20 + 48 - 16) / 0.3
    assert loads.arcs["load_car"][:2].tolist() == pytest.approx([first, 240 - first], abs=1e-4)
    assert loads.arcs["load_lorry"].tolist() == pytest.approx([30, 0, 0])
    assert loads.arcs["volume"].iloc[0] == pytest.approx(first + 60, abs=1e-4)
    assert loads.requested == 270


def test_wrong_equilibria(two_roads):
    def refuse(match, error=allways.InvalidArgument, **options):
        with pytest.raises(error, match=match):
            two_roads.assign([(1, 2)], [300], **options)

    refuse("`gap` is of an equilibrium; give `vdf`", gap=1e-3)
    refuse("`with_skims` is of an equilibrium", with_skims=True)
    refuse("`vdf`: expected one of bpr, bpr2", vdf="davidson")
    refuse("no field 'cap' with numbers", vdf="bpr", capacity="cap")
    refuse("expected alpha above 1, found 1 at arc", allways.InputError, vdf="conical")
    refuse("multiply it", vdf="bpr", fixed_cost="time", cost="toll")
    refuse("`classes` have their own trips", vdf="bpr", classes=[{"name": "car", "trips": None}])
    with pytest.raises(allways.InvalidArgument, match="these loads are all or nothing"):
        two_roads.assign([(1, 2)], [300]).convergence
    with pytest.raises(allways.InvalidArgument, match="found name, matrix"):
        two_roads.assign(vdf="bpr", classes=[{"name": "car", "matrix": None}])
