# SPDX-License-Identifier: Apache-2.0
"""Cost expressions and tables of several costs: the numbers are those of the column that they stand for."""
import networkx as nx
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import allways
from allways import InputError, InvalidArgument, Network

general = "time + 0.055 * toll"


@pytest.fixture(scope="module")
def tolled(streets):
    """Streets with tolls in cents, of which some are missing, and the column that the expression stands for."""
    random = np.random.default_rng(5)
    toll = np.round(random.uniform(0, 300, streets.arc_count), 2)
    toll[::17] = np.nan
    # Exact in integers: milliseconds, cents and 10^-3 make 10^-5.
    sums = (np.rint(streets.column("time") * 1000) * 100 + 55 * np.rint(toll * 100)) / 1e5
    return streets.with_columns({"toll": toll, "sum": sums})


def test_every_question_takes_an_expression(tolled):
    ids, first, last = tolled.node_ids, tolled.node_ids[0], tolled.node_ids[-1]
    assert general not in tolled.column_units
    table = tolled.solve(cost=general)
    assert (table.cost, table.unit, table.cost_type) == (general, "s", "int32")
    same = tolled.solve(cost="sum")
    np.testing.assert_array_equal(table.raw_distances, same.raw_distances)
    assert tolled.path(first, last, cost=general).distance == same[first, last]
    assert tolled.factorize(cost=general).path(first, last).distance == same[first, last]
    np.testing.assert_array_equal(tolled.table(ids[::9], ids[::7], cost=general).to_numpy(), same.to_numpy()[::9, ::7])
    assert tolled.explain(first, last, cost=general).cost == general
    for ask in (lambda **cost: tolled.access(ids[:5], cutoffs=[200], **cost).to_numpy(),
                lambda **cost: tolled.isochrones([first], 300, what="nodes", **cost).index.to_numpy(),
                lambda **cost: tolled.centrality("betweenness", **cost).nodes.to_numpy(),
                lambda **cost: tolled.assign([(first, last)], [3.0], **cost).arcs,
                lambda **cost: pa.table(tolled.stream(**cost)).column(2).to_numpy(),
                lambda **cost: tolled.to_csgraph(**cost).toarray()):
        np.testing.assert_array_equal(ask(cost=general), ask(cost="sum"))
    assert general not in tolled.column_units


def test_files(tolled, tmp_path):
    tolled.write(tmp_path / "tolled.gpkg")
    read = allways.read_network(tmp_path / "tolled.gpkg", cost=general)
    assert read.column_units[general] == "s"
    np.testing.assert_array_equal(read.column(general), tolled.column("sum"))
    tolled.with_columns({"toll": np.full(tolled.arc_count, np.nan)}).write(tmp_path / "closed.gpkg")
    with pytest.raises(InputError, match="have no 'time [+] 0.055 [*] toll', more than a fifth"):
        allways.read_network(tmp_path / "closed.gpkg").solve(cost=general)


def test_names_of_the_source():
    graph = nx.MultiDiGraph(crs="EPSG:4326")
    graph.add_nodes_from([(1, {"x": 7.0, "y": 47.0}), (2, {"x": 7.1, "y": 47.0})])
    graph.add_edge(1, 2, travel_time=10.0, length=100.0, osmid=1)
    network = Network.from_osmnx(graph)
    assert network.path(1, 2, cost="travel_time + 0.1 * length").distance == 20
    assert network.path(1, 2, cost='"travel_time" - 1').distance == 9


def test_several_costs(tolled):
    ids = tolled.node_ids[::11]
    costs = ["time", general, "length"]
    table = tolled.table(ids, costs=costs, skims=["toll"])
    assert (table.cost, list(table.skims)) == ("time", [*costs[1:], *(f"toll_by_{cost}" for cost in costs)])
    assert table.skims[general] == "s" and table.skims["length"] == "m"
    for cost in costs:
        own = tolled.table(ids, cost=cost, skims=["toll"])
        np.testing.assert_array_equal(table.to_numpy(skim="" if cost == "time" else cost), own.to_numpy())
        np.testing.assert_array_equal(table.to_numpy(skim=f"toll_by_{cost}"), own.to_numpy(skim="toll"))
    assert f"{general}_s" in table.to_pandas("long")
    pairs = [(ids[0], ids[3]), (ids[2], ids[1])]
    found = tolled.table(pairs=pairs, costs=["length", "time"]).to_pandas()
    assert found["time_s"].tolist() == [table.distance(*pair) for pair in pairs]
    assert tolled.table(ids, costs=["length"]).cost == "length"


@pytest.mark.parametrize("options, advice", [
    ({"cost": "time + tol"}, "no field 'tol' to use as the cost; this network has: length, time"),
    ({"cost": "time + length"}, "'time' is in s, but 'length' is in m; a factor has to convert one of them"),
    ({"cost": "time +"}, r"expected a column, a number or '\(' at the end of 'time \+'"),
    ({"cost": "time / 0"}, "division by 0 in 'time / 0'"),
    ({"cost": "time * toll"}, "columns can be multiplied by numbers"),
    ({"costs": ["time", "time"]}, "`cost`: 'time' is given twice"),
    ({"costs": ["time", "beauty"]}, "no field 'beauty'"),
    ({"costs": ["time"], "cost": "length"}, "give `cost` or `costs`"),
    ({"costs": ["time", "length"], "access_speed_kmh": 5}, "`access_speed_kmh` is that of one `cost`"),
])
def test_wrong_uses(tolled, options, advice):
    with pytest.raises(InvalidArgument, match=advice):
        tolled.table(tolled.node_ids[:2], **options)


def test_where_expressions_are_refused(tolled):
    with pytest.raises(InvalidArgument, match="beside which `cost` cannot be the expression"):
        tolled.hourly_table(tolled.node_ids[:2], hourly="sum_{hour}", cost=general)
    with pytest.raises(InvalidArgument, match="no field 'time [+] toll'"):
        tolled.update(pd.DataFrame({"arc": tolled.arc_ids[:1], "cost": [30]}), cost="time + toll")
    factor = tolled.factorize(cost="time")
    with pytest.raises(InvalidArgument, match="only one cost"):
        factor.table(tolled.node_ids[:2], cost=general)
