# SPDX-License-Identifier: Apache-2.0
"""Parquet files: written a group at a time, read by others and by the library, and refused in one sentence."""

import json
import resource

import duckdb
import geopandas as gpd
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import shapely

import allways
from allways import InputError, InvalidArgument


@pytest.fixture(scope="module")
def stream():
    return allways.generate_streets(500).stream(cost="time", skims=["length"])


@pytest.fixture
def path(tmp_path):
    return tmp_path / "t.parquet"


def float32(values):
    return values.astype(np.float32)


@pytest.mark.parametrize("from_stream", [False, True])
def test_the_long_layout(stream, solved, path, from_stream):
    (stream if from_stream else solved).to_parquet(path, rows_per_group=70)
    file = pq.ParquetFile(path)
    assert file.num_row_groups == 8 and file.metadata.row_group(0).num_rows == 70 * 500
    assert file.metadata.row_group(0).column(2).compression == "ZSTD"
    frame = pd.read_parquet(path)
    expected = solved.to_pandas("long").replace(np.inf, np.nan)
    assert frame.columns.tolist() == ["origin", "destination", "time_s", "length_m"]
    assert frame.origin.dtype == np.int64 and frame.time_s.dtype == np.float32
    np.testing.assert_array_equal(frame[["origin", "destination"]], expected[["origin", "destination"]])
    np.testing.assert_array_equal(frame[["time_s", "length_m"]], float32(expected[["time_s", "length_m"]].to_numpy()))


def test_others_read_it(solved, path):
    solved.to_parquet(path, dtype="float64", unit=["min", "km"])
    wanted = solved.to_pandas("long", unit=["min", "km"]).replace(np.inf, np.nan)
    for frame in (pl.read_parquet(path).to_pandas(), duckdb.sql(f"select * from '{path}' order by origin, destination").df(),
                  pq.read_table(path).to_pandas()):
        assert frame.columns.tolist() == ["origin", "destination", "time_min", "length_km"]
        np.testing.assert_array_equal(frame.sort_values(["origin", "destination"]).to_numpy(float), wanted.to_numpy(float))


def test_metadata(solved, path):
    solved.to_parquet(path, dtype="raw")
    schema = pq.read_schema(path)
    assert schema.field("time_ms").metadata[b"unit"] == b"s" and schema.field("time_ms").metadata[b"digits"] == b"3"
    assert schema.field("length_dm").type == pa.int32() and not schema.field("origin").nullable
    facts = json.loads(schema.metadata[b"allways"])
    assert facts["cost"] == "time" and facts["layout"] == "long" and facts["provenance"] == solved.provenance
    assert facts["fields"]["length_dm"] == {"unit": "m", "digits": "1"}


@pytest.mark.parametrize("layout", ["long", "wide"])
@pytest.mark.parametrize("dtype", ["float32", "float64", "raw"])
def test_tables_come_back(solved, path, layout, dtype):
    part = solved.sub_table([7, 8, 9], [5, 7, 400, 8])
    for table in (solved, part):
        table.to_parquet(path, layout=layout, dtype=dtype, overwrite=True)
        again = allways.read_table(path)
        assert again.unit == "s" and again.skims == ({"length": "m"} if layout == "long" else {})
        assert again.shape == table.shape and again.diff(table).same and again.digits == 3
        np.testing.assert_array_equal(again.raw_distances, table.raw_distances)


def test_the_wide_layout(solved, path):
    solved.to_parquet(path, layout="wide", skim="length", dtype="float64", rows_per_group=100)
    frame = pd.read_parquet(path).set_index("origin")
    np.testing.assert_array_equal(frame, solved.to_pandas("wide", skim="length").replace(np.inf, np.nan))
    assert frame.columns.tolist() == [str(one) for one in solved.destination_ids]
    assert pq.ParquetFile(path).num_row_groups == 5


def test_pairs_and_texts(path):
    network = allways.Network.from_arrays([0, 1], [1, 2], {"time": [60, 30]}, units={"time": "s"}, node_ids=["a", "b", "c,d"])
    network.table(pairs=[("c,d", "a"), ("a", "c,d"), ("a", "b")]).to_parquet(path, unit="min")
    assert pq.read_table(path).to_pylist() == [
        {"origin": "c,d", "destination": "a", "time_min": None}, {"origin": "a", "destination": "c,d", "time_min": 1.5},
        {"origin": "a", "destination": "b", "time_min": 1.0}]
    assert allways.read_table(path)["a", "c,d"] == 1.5
    network.table(pairs=[("a", "c,d")]).to_parquet(path, dtype="raw", overwrite=True)
    assert pq.read_table(path).to_pylist() == [{"origin": "a", "destination": "c,d", "time_s": 90}]


def test_wrong_uses(solved, path, tmp_path):
    for options, message in [({"layout": "tall"}, "long, wide"), ({"dtype": "int8"}, "raw"), ({"compression": "zip"}, "zstd"),
                             ({"skim": "length"}, "'wide'"), ({"layout": "wide", "skim": "toll"}, "no skim"), ({"unit": "kg"}, "kg"),
                             ({"dtype": "raw", "unit": "min"}, "natural"), ({"compression": "snappy", "compression_level": 3}, "no levels"),
                             ({"rows_per_group": 0}, "whole number")]:
        with pytest.raises(InvalidArgument, match=message):
            solved.to_parquet(path, **options)
    solved.to_parquet(path)
    before = path.read_bytes()
    with pytest.raises(InputError, match="exists already"):
        solved.to_parquet(path)
    with pytest.raises(allways.Cancelled):
        solved.to_parquet(path, overwrite=True, rows_per_group=10, progress=lambda stage, done, total: done < 100)
    assert path.read_bytes() == before and [one.name for one in tmp_path.iterdir()] == ["t.parquet"]
    with pytest.raises(InputError, match="No such file"):
        solved.to_parquet(tmp_path / "none" / "t.parquet")


def test_a_stream_is_never_whole(stream, solved, tmp_path):
    assert repr(stream) == "<allways.RowStream of 500 × 500: time in s, int32>" and stream.report is not None
    pairs = stream.to_arrow(unit="min", rows_per_batch=33)
    assert pa.table(pairs).equals(pa.table(solved.to_arrow(unit="min", rows_per_batch=33)))
    assert duckdb.sql("select count(*), sum(time_min) from pairs").fetchall()[0] == pytest.approx(
        (250000, float(np.nansum(solved.to_pandas("long", unit="min").replace(np.inf, np.nan).time_min))))


@pytest.mark.parametrize("options", [{"cost": "time", "skims": ["length"]}, {"cost": "time", "cost_type": "float64"}, {"cost": "length"}])
def test_a_stream_obeys_turn_rules(village, options):
    assert village.turn_rules
    streamed, solved = (pa.table(one.to_arrow(rows_per_batch=5)).combine_chunks() for one in (village.stream(**options), village.solve(**options)))
    assert streamed.to_pylist() == solved.to_pylist()


def test_small_networks(path):
    for nodes in (0, 1, 2):
        stream = allways.Network.from_arrays([], [], {"time": []}, units={"time": "s"}, nodes=nodes).stream()
        for layout in ("long", "wide"):
            stream.to_parquet(path, layout=layout, overwrite=True)
            found = pq.read_table(path)
            assert (found.num_rows, found.num_columns) == ((nodes * nodes, 3) if layout == "long" else (nodes, nodes + 1))
    with pytest.raises(InvalidArgument, match="schedule"):
        allways.generate_streets(10).stream(schedule="blocked")


# ---- reading


def test_networks(village, tmp_path):
    arcs = village.to_pandas().rename(columns={"u": "from", "v": "to"})[["from", "to", "time"]]
    arcs.to_csv(tmp_path / "a.csv", index=False)
    arcs.to_parquet(tmp_path / "a.parquet", index=False)
    options = {"directed": True, "cost_unit": "s"}
    network, expected = (allways.read_network(tmp_path / f"a.{suffix}", **options) for suffix in ("parquet", "csv"))
    np.testing.assert_array_equal(network.solve().raw_distances, expected.solve().raw_distances)
    assert network.column_units == expected.column_units and network.source == str(tmp_path / "a.parquet")
    arcs.rename(columns={"from": "start", "to": "end"}).to_parquet(tmp_path / "b.parquet")
    named = allways.read_network(tmp_path / "b.parquet", from_field="start", to_field="end", **options)
    assert named.node_count == network.node_count


def test_lines_and_points_in_geoparquet(village, tmp_path):
    _, edges = village.to_geodataframes()
    lines = edges[["geometry"]].assign(kmh=50.0, oneway="no").reset_index(drop=True)
    lines.to_parquet(tmp_path / "roads.parquet")
    network = allways.read_network(tmp_path / "roads.parquet", speed_field="kmh", speed_unit="km/h")
    made = allways.Network.from_lines(lines, speed_field="kmh", speed_unit="km/h")
    np.testing.assert_array_equal(network.solve().raw_distances, made.solve().raw_distances)
    points = gpd.GeoDataFrame({"id": ["x", "y"]}, geometry=gpd.points_from_xy([8.0001, 8.0085], [46.9999, 47.0041]), crs=4326)
    points.to_crs(2056).to_parquet(tmp_path / "points.parquet")
    table = village.table(str(tmp_path / "points.parquet"))
    assert table.origin_ids.tolist() == ["x", "y"]
    np.testing.assert_allclose(table.to_numpy(), village.table(points).to_numpy(), atol=0.01)
    pd.DataFrame({"id": ["x", "y"], "lon": points.geometry.x, "lat": points.geometry.y}).to_parquet(tmp_path / "columns.parquet")
    np.testing.assert_array_equal(village.table(tmp_path / "columns.parquet").to_numpy(), village.table(points).to_numpy())


def test_pairs_and_matrices(village, tmp_path):
    pd.DataFrame({"from": [1, 3], "to": [5, 8]}).to_parquet(tmp_path / "pairs.parquet")
    found = village.table(pairs=tmp_path / "pairs.parquet").to_pandas()
    pd.testing.assert_frame_equal(found, village.table(pairs=[(1, 5), (3, 8)]).to_pandas())
    trips = pd.DataFrame({"origin": [1, 1, 3], "destination": [3, 1, 3], "trips": [2.5, 1, 4]})
    trips.to_parquet(tmp_path / "trips.parquet")
    matrix = allways.read_table(tmp_path / "trips.parquet")
    assert (matrix.cost, matrix[1, 3], matrix[3, 3], matrix[3, 1]) == ("trips", 2.5, 4, np.inf)
    trips.rename(columns={"origin": "from", "destination": "to"}).to_parquet(tmp_path / "named.parquet")
    assert allways.read_table(tmp_path / "named.parquet").diff(matrix).same


def test_results_with_shapes_are_geoparquet(village, tmp_path):
    frames = {"areas": village.isochrones([1], [1, 5], unit="min"), "snapped": village.snap([(8.0001, 46.9999)]),
              "paths": village.paths([[1, 8], [3, 5]]).to_geodataframe()}
    for name, frame in frames.items():
        frame.to_parquet(tmp_path / f"{name}.parquet")
        back = gpd.read_parquet(tmp_path / f"{name}.parquet")
        assert back.crs == frame.crs and back.geometry.geom_equals(frame.geometry).all() and back.columns.equals(frame.columns)
    access = village.access([3, 5], weights={"jobs": [20, 30]}, cutoffs=[5], unit="min", nearest=1)
    access.to_parquet(tmp_path / "access.parquet")
    assert pl.read_parquet(tmp_path / "access.parquet")["jobs"].to_list() == access.jobs.tolist()


# ---- files that are damaged or foreign


def edges(**changes):
    return pa.table({"from": [1, 2], "to": [2, 1], "cost": [1.0, 2.0], **changes})


def lines(crs="EPSG:4326", geometry=None):
    shapes = geometry or [shapely.LineString([(8, 47), (8.1, 47)]), shapely.LineString([(8.1, 47), (8.2, 47)])]
    return gpd.GeoDataFrame({"speed": [50, 50]}, geometry=shapes, crs=crs)


def cut(path, change):
    pq.write_table(edges(), path)
    content = bytearray(path.read_bytes())
    path.write_bytes(change(content))


def broken_page(content):
    content[4:40] = bytes(36)
    return content


def wrong_crs(path):
    lines().to_parquet(path)
    table = pq.read_table(path)
    geo = json.loads(table.schema.metadata[b"geo"])
    geo["columns"]["geometry"]["crs"] = {"type": "GeographicCRS", "name": "nowhere"}
    pq.write_table(table.replace_schema_metadata({b"geo": json.dumps(geo)}), path)


def wrong_shape(path):
    table = pa.table({"geometry": [b"no shape", b"none"], "speed": [1, 2]})
    geo = {"version": "1.0.0", "primary_column": "geometry", "columns": {"geometry": {"encoding": "WKB", "geometry_types": []}}}
    pq.write_table(table.replace_schema_metadata({b"geo": json.dumps(geo)}), path)


foreign = {
    "empty": (lambda path: path.write_bytes(b""), "size is 0 bytes|too small|damaged"),
    "text": (lambda path: path.write_text("from,to,cost\n1,2,3\n2,1,4\n"), "not a Parquet file"),
    "truncated footer": (lambda path: cut(path, lambda content: content[:-20]), "not a Parquet file|damaged"),
    "broken page": (lambda path: cut(path, broken_page), "damaged"),
    "nested column": (lambda path: pq.write_table(edges(names=[["a"], None]), path), "'names' has the type list"),
    "nulls in ids": (lambda path: pq.write_table(edges(**{"from": [1, None]}), path), "without a from or to node"),
    "texts as costs": (lambda path: pq.write_table(edges(cost=["1", "fast"]), path), "row 2.*'fast'"),
    "other schema": (lambda path: pq.write_table(edges(when=pa.array([1, 2], pa.timestamp("s"))), path), "'when' has the type timestamp"),
    "one column": (lambda path: pq.write_table(pa.table({"cost": [1.0]}), path), "expected columns such as"),
    "wrong reference system": (wrong_crs, "not a GeoParquet file"),
    "wrong shapes": (wrong_shape, "not a GeoParquet file"),
    "points as roads": (lambda path: lines(geometry=[shapely.Point(8, 47)] * 2).to_parquet(path), "[Pp]oint|line"),
}


@pytest.mark.parametrize("kind", foreign)
def test_files_that_are_refused(path, kind):
    make, message = foreign[kind]
    make(path)
    with pytest.raises(InputError, match=message) as refusal:
        allways.read_network(path, directed=True)
    text = str(refusal.value)
    print(text)
    assert text.startswith(str(path)) and text.count(str(path)) == 1 and "\n" not in text and "/allways-" not in text
    assert refusal.value.file == str(path)


def test_a_missing_file(path):
    with pytest.raises(InputError, match="no such file"):
        allways.read_table(path)


def test_a_huge_row_group_takes_little_memory(path):
    """A table of one row group, four million pairs, is converted a part at a time."""
    n = 2000
    pq.write_table(pa.table({"from": np.repeat(np.arange(n), n), "to": np.tile(np.arange(n), n), "cost": np.ones(n * n)}), path,
                   row_group_size=n * n)
    assert pq.ParquetFile(path).num_row_groups == 1
    from allways.stores.parquet_input import readable

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with readable(path) as known:
        assert sum(1 for _ in open(known)) == n * n + 1
    grown = 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    assert grown < max(2 * path.stat().st_size, 64 << 20)


def test_jobs_within_30_minutes(tmp_path):
    """The recipe of docs/python: from the file and from Arrow without a file, as Network.access counts."""
    streets = allways.generate_streets(800)
    nodes = streets.node_ids
    jobs = pd.DataFrame({"zone": nodes, "jobs": np.random.default_rng(1).integers(0, 100, len(nodes))})
    expected = streets.access(nodes, weights={"jobs": jobs.jobs}, cutoffs=[3], unit="min", cost="time").jobs.to_numpy()
    stream = streets.stream(cost="time")
    stream.to_parquet(tmp_path / "t.parquet", dtype="raw")
    sums = "SELECT origin, sum(jobs) AS jobs FROM {} JOIN jobs ON destination = zone WHERE {} GROUP BY origin ORDER BY origin"
    pairs = stream.to_arrow()
    assert pairs.schema.names[2] == "time_s"
    for query in (sums.format(f"'{tmp_path / 't.parquet'}'", "time_ms <= 180000"), sums.format("pairs", "time_s <= 180")):
        np.testing.assert_array_equal(duckdb.sql(query).df().jobs.to_numpy(float), expected)
