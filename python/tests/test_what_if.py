# SPDX-License-Identifier: Apache-2.0
"""Networks with other columns, closed arcs and live speeds: turn rules and the order stay."""

import json
import warnings

import numpy as np
import pandas as pd
import pytest

import allways
from allways import InputError, InvalidArgument
from conftest import real_map


@pytest.fixture(scope="module")
def city():
    return real_map("monaco").with_order()


def kept(city, other):
    assert other.turn_rules == city.turn_rules and other.has_order
    assert other.node_ids.tolist() == city.node_ids.tolist() and other.crs == city.crs


def test_columns(city):
    twice = city.with_columns({"time": 2 * city.column("time"), "toll": np.arange(city.arc_count)}, units={"toll": "s"})
    kept(city, twice)
    assert twice.column_units == {**city.column_units, "toll": "s"}
    ids = city.node_ids[:200]
    prices = city.turn_rules.get("prices", 0)
    assert prices == 0
    np.testing.assert_allclose(twice.table(ids).to_numpy(), 2 * city.table(ids).to_numpy(), atol=0.2)
    with pytest.raises(InvalidArgument, match="no column 'tim' is given"):
        city.with_columns({"toll": np.ones(city.arc_count)}, units={"tim": "s"})
    with pytest.raises(InvalidArgument, match="one entry per arc"):
        city.with_columns({"toll": [1.0]})


def test_closed_arcs(city):
    start, end = city.node_ids[[10, 900]]
    path = city.path(start, end)
    first, second = path.nodes[4:6]
    for arcs in ([(first, second)], (city.tail == city._indexes([first])[0]) & (city.head == city._indexes([second])[0])):
        closed = city.close(arcs)
        kept(city, closed)
        assert closed.path(start, end).distance > path.distance
        assert (first, second) not in zip(closed.path(start, end).nodes, closed.path(start, end).nodes[1:])
    one = path.to_pandas()["arc"].iloc[4]
    assert closed.close([int(one)]).path(start, end).distance >= closed.path(start, end).distance
    everywhere = city.close(np.ones(city.arc_count, bool))
    assert not everywhere.path(start, end).reachable
    with pytest.raises(InvalidArgument, match="no arc leads from"):
        city.close([(start, end)])
    with pytest.raises(InputError, match="no arc '-7'"):
        city.close([-7])
    with pytest.raises(InvalidArgument, match="booleans, one for each arc"):
        city.close(np.array([True]))


def test_live_speeds(city, tmp_path):
    arcs = np.unique(city.arc_ids)[:50]
    rows = pd.DataFrame({"arc": arcs, "speed_kmh": 5.0})
    slow = city.update(rows)
    kept(city, slow)
    assert slow.update_report.applied == slow.update_report.rows == 50 and "time_imported" in slow.column_units
    rows.to_csv(tmp_path / "speeds.csv", index=False)
    np.testing.assert_array_equal(city.update(tmp_path / "speeds.csv").column("time"), slow.column("time"))
    ids = city.node_ids[:100]
    assert (slow.table(ids).to_numpy() >= city.table(ids).to_numpy()).all()
    factor = city.factorize()
    np.testing.assert_array_equal(factor.update(rows).table(ids).to_numpy(), slow.table(ids).to_numpy())
    closed = city.update(pd.DataFrame({"arc": arcs[:1], "cost": [np.inf]}))
    assert np.isnan(closed.column("time")[city.arc_ids == arcs[0]]).all()
    with pytest.warns(allways.AllwaysWarning, match="1 of 1 rows are about no road"):
        city.update(pd.DataFrame({"arc": [-5], "cost": [1.0]}))
    with pytest.raises(InvalidArgument, match="expected a DataFrame"):
        city.update([1, 2])


def test_other_units_and_small_numbers(city):
    start, end = city.node_ids[[10, 900]]
    seconds = city.path(start, end).distance
    hours = city.with_columns({"time": city.column("time") / 3600}, units={"time": "h"})
    assert hours.path(start, end).distance * 3600 == pytest.approx(seconds, rel=1e-9)
    assert hours.column_units["time"] == "h"
    graph = city.to_networkx()
    for *_, edge in graph.edges(data=True):
        edge["time"] /= 60
    minutes = allways.Network.from_networkx(graph, units={"time": "min"})
    assert minutes.path(start, end).distance * 60 == pytest.approx(seconds, rel=1e-9)
    tiny = city.with_columns({"time": np.full(city.arc_count, 0.0004)})
    assert tiny.path(start, end).distance == pytest.approx(0.0004 * len(tiny.path(start, end).nodes[1:]), rel=1e-9)


def test_rows_without_a_value(village):
    """They change nothing, in networks and factors, and one warning counts them; inf closes."""
    arcs = np.unique(village.arc_ids)[:4]
    rows = pd.DataFrame({"arc": arcs, "cost": [5.0, np.nan, np.nan, np.inf]})
    factor = village.factorize()
    with pytest.warns(allways.AllwaysWarning, match="2 of 4 rows have no 'cost' and change nothing") as found:
        made, refactored = village.update(rows), factor.update(rows)
    assert len(found) == 2
    of = lambda arc: village.arc_ids == arc
    for arc in arcs[1:3]:
        np.testing.assert_array_equal(made.column("time")[of(arc)], village.column("time")[of(arc)])
    assert np.isnan(made.column("time")[of(arcs[3])]).all() and (made.column("time")[of(arcs[0])] == 5).all()
    ids = village.node_ids
    np.testing.assert_array_equal(refactored.table(ids).to_numpy(), made.table(ids).to_numpy())
    with pytest.warns(allways.AllwaysWarning, match="1 of 1 rows have no 'speed_kmh'"):
        still = village.update(pd.DataFrame({"arc": arcs[:1], "speed_kmh": pd.array([None], "Float64")}))
    np.testing.assert_array_equal(still.column("time"), village.column("time"))


def test_frames_of_updates(village):
    """Whole floats are ids, columns have names and no order, and what updates do not take is named."""
    arc = np.unique(village.arc_ids)[0]
    expected = village.update(pd.DataFrame({"arc": [arc], "speed_kmh": [9.0]})).column("time")
    for rows in (pd.DataFrame({"arc": [float(arc)], "speed_kmh": [9]}), pd.DataFrame({"speed_kmh": [9], "arc": [arc]}),
                 pd.DataFrame({"arc_id": [arc], "speed": [9.0]})):
        made = village.update(rows)
        assert made.update_report.not_found == 0
        np.testing.assert_array_equal(made.column("time"), expected)
    ends = pd.DataFrame({"speed_kmh": [9.0, None], "to_osm_id": [2, 1], "from_osm_id": [1.0, 2.0]})
    with pytest.warns(allways.AllwaysWarning, match="1 of 2 rows have no 'speed_kmh'"):
        made = village.update(ends)
    assert made.update_report.not_found == 0 and made.update_report.rows == 1
    for columns, found in [({"arc": [arc], "speed_kmh": [9.0], "note": ["x"]}, "the further column 'note'"),
                           ({"arc": [arc]}, "arc"), ({"road": [1], "cost": [2]}, "road, cost"),
                           ({"arc": [arc], "speed_kmh": [9.0], "cost": [2]}, "arc, speed_kmh, cost")]:
        with pytest.raises(InvalidArgument, match=f"updates have columns arc.*found {found}"):
            village.update(pd.DataFrame(columns))
    with pytest.raises(InvalidArgument, match="a row of updates has no 'arc'"):
        village.update(pd.DataFrame({"arc": [np.nan, arc], "cost": [1.0, 2.0]}))


def test_classes_of_roads(village, tmp_path):
    """A frame says what a file says."""
    slow = pd.DataFrame({"speed_factor": [0.5, 0.25], "class": ["residential", "secondary"]})
    slow[["class", "speed_factor"]].to_csv(tmp_path / "slow.csv", index=False)
    found = village.update(slow)
    np.testing.assert_array_equal(found.column("time"), village.update(tmp_path / "slow.csv").column("time"))
    assert found.update_report.applied == 2 and (found.column("time") > village.column("time")).any()
    dear = pd.DataFrame({"facility_type": ["residential"], "cost_factor": [np.inf]})
    assert np.isnan(village.update(dear).column("time")).any()
    assert village.factorize().update(slow).distance(1, 8) == found.path(1, 8).distance
    with pytest.raises(allways.InvalidArgument, match="class and speed_factor or cost_factor"):
        village.update(pd.DataFrame({"class": ["residential"], "speed_kmh": [5]}))


def test_marks_of_directions_in_frames_and_files(village, tmp_path):
    rows = pd.DataFrame({"arc": village.arc_ids, "reversed": village.reversed, "cost": np.arange(village.arc_count) + 1.0})
    rows.to_csv(tmp_path / "rows.csv", index=False)
    for given in (rows, tmp_path / "rows.csv"):
        np.testing.assert_array_equal(village.update(given).column("time"), rows.cost)


def test_a_factor_answers_what_its_network_does(village):
    """With its own cost, also after an update."""
    factor = village.update(pd.DataFrame({"class": ["residential"], "speed_factor": [0.5]})).factorize(cost="time")
    for one in (factor, factor.update(pd.DataFrame({"arc": village.arc_ids[:2], "cost": [500.0, 500.0]}))):
        network = one.network
        assert one.access([1, 8], nearest=1).equals(network.access([1, 8], nearest=1, cost="time"))
        assert one.isochrones([1], 90, what="nodes").equals(network.isochrones([1], 90, what="nodes", cost="time"))
        assert one.assign([(1, 8)], [3]).total_cost == pytest.approx(3 * one.distance(1, 8))
        assert one.centrality("eccentricity").nodes.equals(network.centrality("eccentricity", cost="time").nodes)
    with pytest.raises(allways.InvalidArgument, match="the factor has the cost 'time', not 'length'"):
        factor.access([1], nearest=1, cost="length")


def test_encodings_of_files(tmp_path):
    """Texts that are not UTF-8 are Windows-1252 with a warning, or in the stated encoding."""
    streets = {"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"name": name, "highway": "allée"},
         "geometry": {"type": "LineString", "coordinates": [[at, 47], [at + 0.01, 47]]}}
        for at, name in ((7, "Rue de l'Été"), (7.01, "Rue Basse"))]}
    (tmp_path / "streets.geojson").write_text(json.dumps(streets))
    network = allways.read_network(tmp_path / "streets.geojson", default_speed_kmh=50)
    expected = network.update(pd.DataFrame({"arc": network.arc_ids[network.text("name") == "Rue de l'Été"][:1], "speed_kmh": [20.0]}))
    for encoding in ("cp1252", "cp437"):
        (tmp_path / f"{encoding}.csv").write_text("name,speed_kmh\nRue de l'Été,20\n", encoding=encoding)
    with pytest.warns(allways.GuessWarning, match="Windows-1252"):
        made = network.update(tmp_path / "cp1252.csv")
    with warnings.catch_warnings():
        warnings.simplefilter("error", allways.GuessWarning)
        known = [network.update(tmp_path / f"{encoding}.csv", encoding=encoding) for encoding in ("cp1252", "cp437")]
        factor = network.factorize(cost="time").update(tmp_path / "cp437.csv", encoding="cp437")
    for other in (made, *known):
        np.testing.assert_array_equal(other.column("time"), expected.column("time"))
    assert factor.distance(1, 2) == expected.path(1, 2).distance
    with pytest.raises(InvalidArgument, match="`encoding` is that of a file"):
        network.update(pd.DataFrame({"arc": [1], "cost": [1.0]}), encoding="cp437")
    (tmp_path / "pairs.csv").write_text("from,to,société\n1,2,É\n", encoding="cp1252")
    with pytest.warns(allways.GuessWarning, match="Windows-1252"):
        network.table(pairs=tmp_path / "pairs.csv")
    with pytest.warns(allways.GuessWarning, match="Windows-1252"):
        network.assign(tmp_path / "pairs.csv")
    (tmp_path / "hours.csv").write_text("hour,class,speed_factor\n8,allée,0.5\n", encoding="cp1252")
    with pytest.warns(allways.GuessWarning, match="Windows-1252"):
        assert network.hourly_table([1], [2], hourly=tmp_path / "hours.csv").to_numpy()[0, 0, 0] == 2 * network.path(1, 2).distance
    with pytest.warns(allways.GuessWarning, match="Windows-1252"):
        network.path(1, 2, hourly=tmp_path / "hours.csv", depart="08:00")
