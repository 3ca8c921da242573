# SPDX-License-Identifier: Apache-2.0
import pickle

import numpy as np
import pytest

import allways


def again(value):
    return pickle.loads(pickle.dumps(value))


def test_networks(village):
    copy = again(village)
    assert copy.crs == village.crs and copy.column_units == village.column_units
    np.testing.assert_array_equal(copy.solve().raw_distances, village.solve().raw_distances)


def test_tables(solved, streets):
    copy = again(solved)
    assert type(copy) is allways.DistanceTable and copy.skims == solved.skims
    np.testing.assert_array_equal(copy.raw_distances, solved.raw_distances)
    assert copy.path(7, 400).nodes == solved.path(7, 400).nodes
    for part in (streets.table([7, 8], [9]), streets.table([7, 8])):
        copy = again(part)
        assert type(copy) is allways.OriginDestinationTable and copy.origin_ids.tolist() == [7, 8]
        np.testing.assert_array_equal(copy.raw_distances, part.raw_distances)


def test_factors_and_matrices(streets):
    factor = streets.factorize()
    assert again(factor).distance(7, 400) == factor.distance(7, 400)
    costs = np.random.default_rng(1).random((5, 5))
    np.testing.assert_array_equal(again(allways.Matrix(costs, unit="s")).raw_costs, costs)


def test_all_that_a_table_knows(village):
    far = (9.5, 48.0)
    table = village.table([(8.0001, 46.9999), far])
    copy = again(table)
    assert copy.unsnapped == table.unsnapped and len(copy.unsnapped) == 1
    assert copy.origin_snap_distances.tolist() == table.origin_snap_distances.tolist()
    assert 0 < copy.destination_snap_distances[0] < 500 < copy.destination_snap_distances[1]
    assert copy.report.schedule == table.report.schedule and "schedule='" in repr(copy.report)
    pairs = village.table(pairs=[(1, far), (1, 8)])
    assert again(pairs).unsnapped == pairs.unsnapped and again(pairs).to_pandas().equals(pairs.to_pandas())


def test_paths(village):
    found = village.paths([[1, 8], [(8.0001, 46.9999), (8.023, 47.004)], [8, 1]], alternatives=2)
    copy = again(found)
    assert len(copy) == 3 and copy.method == found.method and copy.distances.tolist() == found.distances.tolist()
    for one, other in zip(found, copy):
        assert one.nodes == other.nodes and one.directions == other.directions and one.stops == other.stops
        assert one.to_pandas().equals(other.to_pandas()) and one.line.equals(other.line)
        assert len(one.alternatives) == len(other.alternatives)
        assert (one.unit, one.cost, one.length_m, one.time_s) == (other.unit, other.cost, other.length_m, other.time_s)
    single = again(found[1])
    assert repr(single) == repr(found[1]) and single.to_geodataframe().equals(found[1].to_geodataframe())
    assert again(single).nodes == single.nodes and again(copy).distances.tolist() == copy.distances.tolist()
    with pytest.raises(allways.InvalidArgument, match="a path from a pickle has no network"):
        single.write("x.geojson")
    with pytest.raises(allways.InvalidArgument, match="has no network"):
        single.draw()


def test_explanations_and_reports(village, streets):
    explanation = village.explain(1, 8)
    copy = again(explanation)
    assert str(copy) == str(explanation) and copy.to_json() == explanation.to_json()
    assert copy.costliest.road == "Mill Road" and copy.origin.place == explanation.origin.place
    for report in (village.import_report, allways.plan(streets),
                   streets.solve().statistics(), streets.factorize().report, streets.components()[1][0]):
        assert repr(again(report)) == repr(report)
        assert again(again(report)) == again(report)
    with pytest.raises(AttributeError, match="has no 'nonsense'"):
        copy.nonsense


def test_networks_keep_their_source(village, streets):
    for network in (village, streets, village.without_turns()):
        copy = again(again(network))
        assert copy.source == network.source and copy.notes == network.notes
        assert copy.close([]).notes == network.notes and copy.close([]).source == network.source
        with pytest.raises(allways.InputError, match=f"^{network.source}: no node"):
            copy.simplify(keep=[-7])
