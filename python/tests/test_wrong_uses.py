"""Ten wrong uses, as people make them: each raises an exception that says what to do, or is harmless."""

import gc
import os
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import allways
from allways import InputError, InvalidArgument, Network


def edges(**more):
    return Network.from_arrays([0, 1], [1, 0], **{"columns": {"time": [60, 30]}, **more})


@pytest.mark.parametrize("use, advice", [
    (lambda: allways.solve(np.zeros((3, 4))), r"as many rows as columns; found \(3, 4\)"),
    (lambda: allways.solve(np.zeros(9)), r"as many rows as columns; found \(9,\)"),
    (lambda: edges(columns={"time": [60, 30, 10]}), r"`time`: expected one entry per arc, 2; found \(3,\)"),
    (lambda: edges(coordinates=[[7, 43, 0]] * 2), r"n × 2 numbers, found \(2, 3\)"),
    (lambda: edges().subnetwork([True]), "one entry per node, 2; found 1"),
    (lambda: edges().table(np.zeros((2, 3))), r"n × 2 numbers, x and y .* not \(2, 3\)"),
    (lambda: edges().table(np.array([7.4, 43.7])), r"give \[\[longitude, latitude\]\]"),
    (lambda: edges().table([7.4, 43.7]), r"give \[\[longitude, latitude\]\]"),
])
def test_wrong_shapes(use, advice):
    with pytest.raises(InvalidArgument, match=advice):
        use()


def test_nan(village):
    """NaN is an arc that is closed; inf, as a cost of an arc, and NaN, as a position, are mistakes."""
    closed = edges(columns={"time": [60, np.nan]}).solve()
    assert closed.to_numpy().tolist() == [[0, 60], [np.inf, 0]]
    with pytest.raises(InvalidArgument, match="`time`: expected finite numbers, or NaN for no value; found inf"):
        edges(columns={"time": [60, np.inf]})
    with pytest.raises(InputError, match="nan,47 is not a place on Earth"):
        village.table(np.array([[np.nan, 47.0]]))


def test_strings():
    with pytest.raises(InvalidArgument, match=r"`time`: expected numbers.*convert them with .astype\(float\)"):
        edges(columns={"time": ["60", "30"]})
    with pytest.raises(InvalidArgument, match=r"convert it with .astype\(float\)"):
        allways.solve(np.array([["0", "1"], ["1", "0"]]))
    with pytest.raises(InvalidArgument, match="use from_edgelist for ids"):
        Network.from_arrays(["a", "b"], ["b", "c"], [1.0, 2.0])


def test_object_arrays():
    """Objects that are numbers or None are taken in columns; nothing else is."""
    assert edges(columns={"time": np.array([60, None], object)}).solve().distance(1, 2) == 60
    with pytest.raises(InvalidArgument, match=r"`time`.*convert them with .astype\(float\)"):
        edges(columns={"time": np.array([60, "fast"], object)})
    with pytest.raises(InvalidArgument, match=r"convert it with .astype\(float\)"):
        allways.solve(np.array([[0, None], [1, 0]], object))


@pytest.mark.parametrize("use", [lambda it: it.solve(), lambda it: it.table(["a"], ["b"]), lambda it: it.factorize()],
                         ids=["solve", "table", "factorize"])
def test_negative_cycle(use):
    with pytest.raises(allways.NegativeCycleError, match="b -> a -> b|a -> b -> a") as found:
        use(edges(columns={"time": [60, -61]}, node_ids=["a", "b"]))
    assert sorted(found.value.cycle) == [0, 1]


def test_freed_owner(streets):
    costs = np.random.default_rng(1).random((200, 200))
    expected = allways.solve(costs.copy()).to_numpy()
    matrix = allways.Matrix(costs)
    with pytest.raises(ValueError, match="resize"):
        costs.resize((10, 10))
    del costs
    gc.collect()
    np.testing.assert_array_equal(matrix.solve().to_numpy(), expected)
    first = streets.solve().raw_distances[0]
    gc.collect()
    np.testing.assert_array_equal(first, streets.solve().raw_distances[0])
    with pytest.raises(ValueError, match="read-only"):
        streets.solve().raw_distances[0, 0] = 7


def test_other_threads(streets):
    """Values may be shared; what a callback raises comes out in the thread that solves."""
    sums, raised = [], []

    def solve():
        sums.append(int(streets.solve().raw_distances.sum(dtype=np.int64)))

    def stop(*_):
        raise RuntimeError("stop")

    def solve_and_stop():
        try:
            allways.generate_streets(3000).solve(progress=stop)
        except RuntimeError as error:
            raised.append(error)

    threads = [threading.Thread(target=target) for target in [solve] * 4 + [solve_and_stop] * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(sums) == 4 and len(set(sums)) == 1 and len(raised) == 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_fork_after_a_solve():
    """A child of fork, which has none of its parent's threads, can solve too (multiprocessing's old default)."""
    program = """
import os, signal, allways
network = allways.generate_streets(500)
expected = network.solve().raw_distances.sum()
child = os.fork()
if child == 0:
    signal.alarm(60)
    os._exit(0 if network.solve().raw_distances.sum() == expected else 3)
raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode not in (-signal.SIGALRM, 256 - signal.SIGALRM), "the child hangs"
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not hasattr(os, "fork") or not allways.devices(), reason="no fork, or no OpenCL device")
def test_fork_after_opencl():
    """A child of a process that used OpenCL: the host solves at once and says so, and a named device is an error."""
    program = """
import os, signal, warnings, numpy as np, allways
costs = np.random.default_rng(1).integers(1, 99, (64, 64)).astype(np.int32)
expected = allways.solve(costs, device="cpu").to_numpy()
child = os.fork()
if child == 0:
    signal.alarm(60)
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        same = (allways.solve(costs).to_numpy() == expected).all()
    said = any("forked from one that had used OpenCL" in str(one.message) for one in found)
    try:
        allways.solve(costs, device="cpu")
    except allways.DeviceError as error:
        refused = "start method spawn" in str(error)
    os._exit(0 if same and said and refused and not allways.devices() else 3)
raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode not in (-signal.SIGALRM, 256 - signal.SIGALRM), "the child hangs"
    assert done.returncode == 0, done.stderr


def test_huge():
    with pytest.raises(allways.CapacityError, match="solve a smaller network") as found:
        Network.from_arrays([0], [1], [1.0], nodes=3_000_000).solve()
    assert found.value.needed > 8 * 3_000_000**2 / 2 > found.value.available
    with pytest.raises(InvalidArgument, match="`nodes`: expected 0 … 4294967294"):
        Network.from_arrays([0], [1], [1.0], nodes=2**33)
    with pytest.raises(InvalidArgument, match="is outside 0 …"):
        Network.from_arrays([0], [2**40], [1.0])


def test_wrong_reference_system(village):
    gpd = pytest.importorskip("geopandas")
    at = village.coordinates[[0, 5]]
    with pytest.raises(InputError, match="longitude comes before latitude"):
        village.table(at[:, ::-1])
    with pytest.raises(InputError, match="beyond the `radius`.*longitude, then latitude"):
        village.table(np.array([[2600000.0, 1200000.0]]))
    with pytest.raises(InputError, match=r"read as CH1903\+ / LV95"):
        village.table(gpd.GeoSeries.from_xy(*at.T, crs=2056))
    with pytest.raises(InvalidArgument, match="`crs`: expected .EPSG:2056.*found 3.5"):
        village.table(at, crs=3.5)
    with pytest.raises(InvalidArgument, match="use EPSG:<code> or WKT"):
        village.table(at, crs="LV95")
    with pytest.raises(InvalidArgument, match="has no coordinates|to_pandas"):
        edges().to_geodataframes()


def test_unknown_names(streets):
    table, factor = streets.solve(), streets.factorize()
    for use in (lambda: streets.path(1, 9999), lambda: streets.table([1], [9999]), lambda: streets.explain(1, 9999),
                lambda: table.distance(1, 9999), lambda: table.path(9999, 1), lambda: table.sub_table([9999]),
                lambda: factor.distance(1, 9999), lambda: factor.table([9999]), lambda: streets.simplify(keep=[9999])):
        with pytest.raises(InputError, match="no node '9999' among its 500 nodes; nearest ids: '500'"):
            use()
    with pytest.raises(InputError, match="no node 'x' among"):
        table.distance("x", 1)
    with pytest.raises(InvalidArgument, match="this network has: length, time"):
        streets.solve(cost="tiem")
    with pytest.raises(InvalidArgument, match="this network has: length, time"):
        streets.solve(skims=["lenght"])
    with pytest.raises(InvalidArgument, match="expected ms, s, min"):
        streets.solve().to_numpy("fortnights")
    with pytest.raises(TypeError, match="unexpected keyword 'costs'; there are: .*cost_type"):
        streets.solve(costs="time")
