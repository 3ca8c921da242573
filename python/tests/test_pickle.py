import pickle

import numpy as np

import allways


def again(value):
    return pickle.loads(pickle.dumps(value))


def test_networks(village):
    copy = again(village)
    assert copy.crs == village.crs and copy.column_units == village.column_units
    np.testing.assert_array_equal(copy.solve().distances, village.solve().distances)


def test_tables(solved, streets):
    copy = again(solved)
    assert type(copy) is allways.DistanceTable and copy.skims == solved.skims
    np.testing.assert_array_equal(copy.distances, solved.distances)
    assert copy.path(7, 400).nodes == solved.path(7, 400).nodes
    for part in (streets.table([7, 8], [9]), streets.table([7, 8])):
        copy = again(part)
        assert type(copy) is allways.OriginDestinationTable and copy.origin_ids.tolist() == [7, 8]
        np.testing.assert_array_equal(copy.distances, part.distances)


def test_factors_and_matrices(streets):
    factor = streets.factorize()
    assert again(factor).distance(7, 400) == factor.distance(7, 400)
    costs = np.random.default_rng(1).random((5, 5))
    np.testing.assert_array_equal(again(allways.Matrix(costs, unit="s")).costs, costs)
