# SPDX-License-Identifier: Apache-2.0
"""Ten wrong uses, as people make them: each raises an exception that says what to do, or is harmless."""

import gc
import os
import signal
import subprocess
import sys
import threading

import geopandas as gpd
import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse
import shapely

import allways
from allways import InputError, InvalidArgument, Network, arrays


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
nodes = round((5e8 * os.cpu_count()) ** (1 / 3))  # so many that "auto" prefers a device to the host
costs = np.random.default_rng(1).integers(1, 99, (nodes, nodes)).astype(np.int32)
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
    for use in (lambda **one: streets.table([1], **one), lambda **one: streets.isochrones([1], 60, **one),
                lambda **one: streets.access([1], nearest=1, **one), lambda **one: streets.assign([(1, 2)], **one),
                lambda **one: streets.hourly_table([1], hourly={3: streets.column("time")}, **one)):
        with pytest.raises(TypeError, match="unexpected keyword 'radios'; there are: .*crs.*progress.*radius"):
            use(radios=5)
    with pytest.raises(TypeError, match="there are: .*alternatives.*depart.*via"):
        streets.path(1, 2, radios=5)


def test_unknown_units_and_systems(village):
    for use in (lambda: edges(units={"time": "parsec"}), lambda: edges().with_columns({"time": [1, 2]}, units={"time": "parsec"}),
                lambda: Network.from_csgraph(scipy.sparse.eye_array(2), unit="parsec"),
                lambda: Network.from_edgelist(pd.DataFrame({"source": [1], "target": [2], "time": [3]}), units={"time": "parsec"})):
        with pytest.raises(InvalidArgument, match="unknown unit 'parsec'; there are: ms, s, min, h"):
            use()
    assert all(allways._core.unit_kind(unit) for unit in arrays.known_units)
    assert edges(units={"time": ""}).column_units == {"time": ""}
    for crs in ("EPSG:99999999", 99999999, "LV95"):
        with pytest.raises(InvalidArgument, match="is not a reference system that PROJ knows"):
            edges(coordinates=[[0, 0], [1, 1]], crs=crs)
    with pytest.raises(InvalidArgument, match="is not a reference system that PROJ knows"):
        Network.from_networkx(nx.Graph([(1, 2, {"weight": 1})], crs="EPSG:99999999"))


def test_two_reference_systems(village):
    at = gpd.GeoSeries.from_xy(*village.coordinates[:2].T, crs=4326)
    for use in (lambda: village.table(at, crs=2056), lambda: village.snap(at.to_frame("geometry"), crs="EPSG:2056"),
                lambda: village.place(at, crs=2056), lambda: village.isochrones(at, 60, crs=2056),
                lambda: Network.from_networkx(village.to_networkx(), crs=2056),
                lambda: Network.from_edgelist(village.to_geodataframes()[1].reset_index(), source="u", target="v", crs=2056),
                lambda: Network.from_lines(village.to_geodataframes()[1][["geometry", "length"]], crs="EPSG:2056")):
        with pytest.raises(InvalidArgument, match="`crs` is EPSG:2056, but .* has EPSG:4326; leave `crs` out"):
            use()
    assert village.table(at, crs="epsg:4326").shape == village.table(at.set_crs(None, allow_override=True), crs=4326).shape == (2, 2)


def test_masked_arrays():
    """Masked entries are missing values, or an error where none may be missing."""
    masked = np.ma.masked_array([60, 30], mask=[False, True])
    assert edges(columns={"time": masked}).solve().to_numpy().tolist() == [[0, 60], [np.inf, 0]]
    assert np.isnan(edges().with_columns({"time": masked}).column("time")).tolist() == [False, True]
    for costs in (np.array([[0, 1], [2, 0]]), np.array([[0, 1], [2, 0]], np.int32), np.array([[0.0, 1], [2, 0]], np.float32)):
        matrix = np.ma.masked_equal(costs, 1)
        for source in (matrix, allways.Matrix(matrix), np.ma.masked_array(costs, mask=costs == 1, fill_value=7)):
            assert allways.solve(source).to_numpy().tolist() == [[0, np.inf], [2, 0]]
    assert allways.solve(np.ma.masked_array(np.array([[0, 1], [2, 0.0]]))).to_numpy().tolist() == [[0, 1], [2, 0]]
    for use in (lambda: Network.from_arrays(masked, [0, 1], [1, 2]), lambda: edges(no_through=masked > 0),
                lambda: edges(reversed=masked), lambda: edges().subnetwork(masked > 0), lambda: edges().close(masked > 0)):
        with pytest.raises(InvalidArgument, match="1 entries are masked, and none may be missing"):
            use()
    missing = pd.Series([60, None], dtype="Int64")
    assert edges(columns={"time": missing}).solve().to_numpy().tolist() == [[0, 60], [np.inf, 0]]
    place = edges(coordinates=np.ma.masked_array([[0.0, 0], [1, 1]], mask=[[False] * 2, [True] * 2]))
    assert np.isnan(place.coordinates[1]).all()


def test_series_in_another_order(village):
    """Ids of two arcs bring no Series into order: it is refused."""
    frame = village.to_pandas()
    np.testing.assert_array_equal(village.with_columns({"time": frame["time"]}).column("time"), village.column("time"))
    np.testing.assert_array_equal(village.with_columns({"time": frame["time"].reset_index(drop=True)}).column("time"),
                                  village.column("time"))
    shuffled = frame["time"].sample(frac=1, random_state=1)
    for use in (lambda: village.with_columns({"time": shuffled}), lambda: village.close(shuffled > 10),
                lambda: village.subnetwork(pd.Series(True, village.node_ids + 1)),
                lambda: Network.from_arrays(village.tail, village.head, {"time": shuffled}),
                lambda: Network.from_arrays(village.tail, village.head, shuffled.rename("time"))):
        with pytest.raises(InvalidArgument, match="a Series whose index is neither 0, 1, 2, … nor the ids"):
            use()
    some = pd.DataFrame({"u": [0, 1, 2], "v": [1, 2, 0], "time": [5, 6, 7]}).iloc[[2, 0]]
    assert Network.from_arrays(some.u, some.v, {"time": some.time}).path(3, 2).distance == 12
    nodes = pd.DataFrame({"x": [0.0, 1], "y": [0.0, 1]}, index=["a", "b"])
    assert edges(node_ids=nodes.index, coordinates=nodes[["x", "y"]]).coordinates.tolist() == [[0, 0], [1, 1]]


def test_names_that_are_not_there(village):
    for use, advice in [
        (lambda: village.column("foo"), "no column of numbers 'foo'; there are: length, .*time.*; texts: .*name"),
        (lambda: village.column("name"), "no column of numbers 'name'; there are: .*; texts: .*name"),
        (lambda: village.text("foo"), "no column of texts 'foo'; there are: .*name"),
        (lambda: village.components("foo"), "`connection`: expected 'strong' or 'weak', found 'foo'"),
        (lambda: Network.from_edgelist(village.to_pandas(), source="u", target="v", columns=["tiem"]), "`columns`: no column 'tiem'"),
        (lambda: allways.osm_profile_text("foo"), "foo"),
    ]:
        with pytest.raises(InvalidArgument, match=advice):
            use()


def test_values_outside_their_range(village):
    at = village.coordinates[:3]
    for use, advice in [
        (lambda: allways.limit_threads(-1), r"`most`: expected a whole number, 0 or more, found -1"),
        (lambda: village.path(1, 8, alternatives=-1), "`alternatives`: expected a whole number, 0 or more, found -1"),
        (lambda: village.table(at, radius=float("nan")), "`radius`: expected a number of metres, 0 or more, found nan"),
        (lambda: village.table(at, radius=-1), "`radius`: expected a number of metres, 0 or more, found -1"),
        (lambda: village.place(at, radius=-1), "`radius`"), (lambda: village.snap(at, radius=np.float32("nan")), "`radius`"),
        (lambda: village.isochrones(1, 60, buffer=float("nan")), "`buffer`: expected a number of metres"),
        (lambda: village.isochrones(1, 60, tolerance=-3), "`tolerance`: expected a number of metres"),
        (lambda: village.isochrones(1, float("nan")), "`cutoffs`: expected growing numbers above 0"),
        (lambda: village.table(at, access_speed_kmh=float("nan")), "`access_speed_kmh`: expected a number, found nan"),
        (lambda: village.with_columns({"time": np.ones((village.arc_count, 1))}), r"`time`: expected a one-dimensional array"),
        (lambda: village.subnetwork([1, 8]), "`keep`: expected 12 booleans"),
        (lambda: Network.from_networkx(nx.Graph([(1, 2, {"weight": 1, "geometry": "LINESTRING (0 0, 1 1)"})])),
         "`geometry` of edges: expected Shapely lines, found 'LINESTRING"),
        (lambda: village.table(3.5), "`origins`: expected ids or positions, found 3.5"),
        (lambda: village.table(pd.DataFrame({"a": [1]})), "a DataFrame of points: expected columns of positions"),
    ]:
        with pytest.raises(InvalidArgument, match=advice):
            use()


def test_selections_that_are_none(village):
    table, paths = village.solve(), village.paths([[1, 8], [8, 1], [1, 3]])
    for which in ((slice(None, 3), slice(None, 3)), ([1, 8], 1), (1, slice(None)), (np.array([1]), 8), (..., 1)):
        with pytest.raises(TypeError, match=r"sub_table\(\) selects rows and columns by id, to_numpy\(\)\[…\] by position"):
            table[which]
    assert [one.nodes for one in paths[1:]] == [one.nodes for one in list(paths)[1:]] and len(paths[:0]) == 0
    with pytest.raises(TypeError, match="a position or a slice"):
        paths["a"]


def test_one_where_a_list_is_expected(village):
    """A single name, id or position is a list of one."""
    arc = int(village.arc_ids[0])
    for one in (arc, str(arc), float(arc), [float(arc)], np.int64(arc), village.arc_ids == arc, (village.arc_ids == arc).tolist(),
                village.to_pandas().index.to_series() == arc):
        closed = np.isnan(village.close([one] if isinstance(one, float) else one).column("time"))
        assert closed.tolist() == (village.arc_ids == arc).tolist() or np.isnan(village.column("time")).any()
    assert village.simplify(sums="time", keep=8).node_count == village.simplify(sums=["time"], keep=[8]).node_count
    assert village.solve(skims="length").skims == {"length": "m"}
    named = Network.from_arrays([0, 1], [1, 0], {"time": [60, 30]}, node_ids=["ab", "cd"])
    assert named.solve().sub_table("ab", "cd").to_numpy().tolist() == [[60]]
    assert named.path("ab", "ab", via="cd").distance == village.path(1, 1, via=1).distance + 90
    frame = pd.DataFrame({"source": [1], "target": [2], "time": [3], "toll": [4]})
    assert list(Network.from_edgelist(frame, columns="time").column_units) == ["time"]
    here = tuple(village.coordinates[3].tolist())
    assert village.path(1, 8, via=here).distance == village.path(1, 8, via=[here]).distance


def test_results_without_rows(village):
    for what in ("areas", "arcs", "nodes"):
        for merge in (False, True):
            for unit in ("", "min"):
                some = village.isochrones([1], [60], what=what, merge=merge, unit=unit)
                none = village.isochrones([], [60], what=what, merge=merge, unit=unit)
                assert len(none) == 0 and none.columns.tolist() == some.columns.tolist() and none.crs == some.crs
    rings = village.isochrones([1], [6000, 7000], unit="s", rings=True)
    assert rings.geometry.is_empty.tolist() == [False, True] and rings.area_km2[1] == 0
    assert village.table([], [8]).to_pandas("long").columns.tolist() == ["origin", "destination", "time_s"]
    assert village.table([], [8]).to_pandas().columns.tolist() == [8]
    assert village.table(pairs=[]).to_pandas().columns.tolist() == ["origin", "destination", "time_s"]
    assert village.snap([]).columns.tolist() == village.snap([(8.0001, 46.9999)]).columns.tolist()
    with pytest.warns(allways.AllwaysWarning):
        nowhere = village.snap(np.array([[np.nan, 1.0], village.coordinates[0].tolist()]))
    assert nowhere.geometry.is_empty.tolist() == [True, False] and not nowhere["snapped"].iloc[0]


def test_frames_of_positions(village, tmp_path):
    """Columns lon and lat are positions, as in files; the index gives the ids."""
    frame = pd.DataFrame({"name": ["mill", "pub"], "lon": [8.0001, 8.02], "Latitude": [46.9999, 47.004]}, index=[7, 9])
    frame.to_csv(tmp_path / "points.csv", index=False)
    table = village.table(frame)
    np.testing.assert_array_equal(table.to_numpy(), village.table(tmp_path / "points.csv").to_numpy())
    assert table.origin_ids.tolist() == village.snap(frame).index.tolist() == village.place(frame).ids.tolist() == [7, 9]
    assert village.isochrones(frame, 60)["start"].tolist() == [7, 9]
    assert village.table(frame.set_index("name")).origin_ids.tolist() == ["mill", "pub"]


def test_values_of_other_types(village):
    table = village.solve()
    for use, advice in [
        (lambda: allways.generate_streets(-1), "`nodes`: expected a whole number, 0 or more, found -1"),
        (lambda: allways.generate_streets(1.5), "`nodes`: expected a whole number"),
        (lambda: allways.generate_random_network(10, seed=-1), "`seed`: expected a whole number"),
        (lambda: allways.solve_to_file(village, "x.omx", shard=3), r"`shard`: expected \(k, n\)"),
        (lambda: village.with_columns([1, 2]), "`columns`: expected a dict of arrays"),
        (lambda: village.with_columns({"time": village.column("time")}, units="s"), "`units`: expected a dict of units by column"),
        (lambda: edges(units="s"), "`units`: expected a dict of units by column"),
        (lambda: table.to_pandas(unit=["min"], skim="length"), "the table has no skim 'length'"),
        (lambda: table.to_pandas(unit={"time": "min"}, skim="length"), "the table has no skim 'length'"),
        (lambda: village.update(pd.Series([1, 2])), "expected a DataFrame with columns arc"),
        (lambda: village.with_order(5), "expected a factor, found int"),
        (lambda: table.diff(5), "expected a table, found int"),
        (lambda: table.diff(table, weights=np.ones((12, 12))), "expected a table or a matrix, found ndarray"),
        (lambda: table.verify(5), "expected a network or a matrix, found int"),
        (lambda: Network.from_csgraph(np.ones((2, 2))), "expected a scipy.sparse matrix, found ndarray"),
        (lambda: Network.from_edgelist([(1, 2)]), "expected a DataFrame of edges, found list"),
        (lambda: Network.from_networkx([1]), "expected a NetworkX graph, found list"),
        (lambda: Network.from_geodataframes(1, 2), "expected a GeoDataFrame of nodes, found int"),
        (lambda: village.paths([1, 2]), "lists of stops: "), (lambda: village.paths(5), "lists of stops: "),
        (lambda: village.paths(["18"]), "lists of stops: "),
        (lambda: village.table(pairs=5), "`pairs`: expected"), (lambda: village.close(None), "`arcs`: expected ids"),
    ]:
        with pytest.raises(InvalidArgument, match=advice):
            use()
    assert village.path(1, 8, via=None).distance == village.path(1, 8).distance
    assert village.simplify(keep=None).node_count == village.simplify().node_count


def test_values_of_any_kind(village, streets):
    """What other libraries would say about a value is said in words of this one."""
    empty, ragged, one, series = shapely.Point(), [[1, 2], [3]], np.array(3), gpd.GeoSeries([shapely.Point()])
    for use, advice in [
        (lambda: village.table(ragged), "positions are an array of n × 2 numbers"),
        (lambda: village.table(empty), "an empty point has no position"), (lambda: village.path(1, empty), "an empty point"),
        (lambda: village.path(1, series), "a stop is an id, or a position"),
        (lambda: village.path(1, 8, via=object()), "`via`: expected stops"),
        (lambda: village.path(1, 8, alternatives=10**30), "`alternatives`: expected a whole number"),
        (lambda: village.table(pairs=one), "`pairs`: expected"), (lambda: village.paths(one), "lists of stops"),
        (lambda: village.table([1], costs=[b"time"]), "`costs`: expected names"),
        (lambda: village.isochrones(1, None), "`cutoffs`: expected numbers, found None"),
        (lambda: village.access([1], cutoffs="x"), "`cutoffs`: expected numbers, found 'x'"),
        (lambda: village.access([1], cutoffs=60, weights=5), "`weights`: expected names of columns or numbers, found 5"),
        (lambda: village.access([1], cutoffs=60, weights={"jobs": ragged}), "`jobs`: expected a number for each"),
        (lambda: village.access([1], nearest=1, classes=5), "`classes`: expected the name of a column or a sequence"),
        (lambda: village.access([1], nearest=-1), "`nearest`: expected a whole number, 0 or more, found -1"),
        (lambda: village.centrality(None), "`measures`: expected names, found None"),
        (lambda: village.with_columns({"time": village.column("time")}, units=np.ones(2)), "`units`: expected a dict"),
        (lambda: village.subnetwork(ragged), "`keep`: expected 12 booleans"), (lambda: village.simplify(sums=5), "`sums`: expected names"),
        (lambda: village.hourly_table([1], hourly=""), "`hourly`: expected a DataFrame of rows"),
        (lambda: village.path(1, 8, hourly="", depart="08:00"), "`hourly`: expected a DataFrame of rows"),
        (lambda: village.hourly_table([1], hourly={3: village.column("time")}, hours=2.5), "`hours`: expected hours"),
        (lambda: edges(texts=5), "`texts`: expected a dict"), (lambda: edges(nodes="x"), "`nodes`: expected a whole number"),
        (lambda: edges(coordinates="x"), "`coordinates`: expected n × 2 numbers"), (lambda: edges(node_ids=5), "expected a list of ids, found 5"),
        (lambda: Network.from_arrays(ragged, [1, 0], [1, 2]), "`tail`: expected a one-dimensional array"),
        (lambda: Network.from_edgelist(village.to_pandas(), source="u", target="v", nodes=5), "`nodes`: expected a DataFrame"),
        (lambda: village.table([1]).to_pandas(unit=None), "`unit`: expected names, found None"),
        (lambda: village.solve().with_skims(None), "`fields`: expected names"), (lambda: allways.Matrix(ragged), "rows of one length"),
        (lambda: allways.Matrix(np.ones((2, 2))).diff(village.table([1])), "expected a matrix or a table of all pairs"),
        (lambda: village.draw(width="x"), "`width`: expected a number, found 'x'"),
        (lambda: village.snap([(8.0, 47.0)], crs=pd.DataFrame({"a": [1]})), "`crs`: expected"),
    ]:
        with pytest.raises(InvalidArgument, match=advice):
            use()
    for use, advice in [
        (lambda: village.isochrones(1, 60, unit=None), "`unit`: expected a text, found None"),
        (lambda: village.isochrones(1, 60, merge="yes"), "`merge`: expected True or False, found 'yes'"),
        (lambda: village.access([1], nearest=1, decay=None), "`decay`: expected a text"),
        (lambda: village.centrality("reach", towards=None), "`towards`: expected True or False"),
        (lambda: village.solve().diff(village.solve(), rtol=None), "`rtol`: expected a number"),
        (lambda: village.table([1], cost_type=series), "`cost_type`: a value of type GeoSeries does not fit"),
    ]:
        with pytest.raises(TypeError, match=advice):
            use()
    for use in (lambda: village.close(10**30), lambda: village.simplify(keep=10**30), lambda: village.path(1, 10**30)):
        with pytest.raises(InputError, match="no (node|arc) '1000"):
            use()
    assert village.table(np.array(3)).shape == (1, 1) and village.table([1.0, 8.0]).origin_ids.tolist() == [1, 8]
    with pytest.raises(InvalidArgument, match=r"give \[\[longitude, latitude\]\]"):
        village.table([8.5, 47.0])
