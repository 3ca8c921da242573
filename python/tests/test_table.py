# SPDX-License-Identifier: Apache-2.0
import gc

import numpy as np
import pandas as pd
import pytest

import allways
from allways import InvalidArgument


def test_views_share_memory_and_keep_the_table(streets):
    table = streets.solve(skims=["length"])
    views = [table.raw_distances, table.next_hops, table.raw_skim("length"), table.origin_ids]
    assert np.shares_memory(table.raw_distances, table.raw_distances)
    copies = [view.copy() for view in views]
    del table
    gc.collect()
    streets.solve(skims=["length"])  # takes the memory where it is free
    for view, copy in zip(views, copies):
        assert not view.flags.writeable
        np.testing.assert_array_equal(view, copy)


def test_dlpack_shares_memory(solved):
    assert np.shares_memory(np.from_dlpack(solved.raw_distances), solved.raw_distances)


def test_natural_numbers(solved):
    raw = solved.raw_distances
    seconds = solved.to_numpy()
    assert raw.dtype == np.int32 and seconds.dtype == np.float64
    reachable = raw < 2**30 - 1
    np.testing.assert_array_equal(seconds[reachable], raw[reachable] / 1000)
    assert np.isinf(seconds[~reachable]).all()
    np.testing.assert_allclose(solved.to_numpy("min"), seconds / 60)
    np.testing.assert_array_equal(np.asarray(solved), seconds)
    assert solved.to_numpy(dtype=np.float32).dtype == np.float32
    with pytest.raises(InvalidArgument, match="km"):
        solved.to_numpy("km")
    np.testing.assert_allclose(solved.to_numpy("km", skim="length"), solved.to_numpy(skim="length") / 1000)


def test_pandas(solved):
    wide = solved.to_pandas(unit="min")
    assert wide.loc[7, 9] == solved.distance(7, 9, "min")
    assert (wide.index.name, wide.columns.name) == ("origin", "destination")
    long = solved.sub_table([7, 8], [9]).to_pandas("long")
    assert long.columns.tolist() == ["origin", "destination", "time_s", "length_m"]
    assert long.time_s.tolist() == [solved.distance(7, 9), solved.distance(8, 9)]
    with pytest.raises(InvalidArgument):
        solved.to_pandas("tall")


def test_xarray(solved):
    data = solved.to_xarray(unit="min")
    assert data.time.attrs["units"] == "min" and data.length.attrs["units"] == "m"
    assert float(data.time.sel(origin=7, destination=9)) == solved.distance(7, 9, "min")


def test_arrow_polars_duckdb():
    import duckdb
    import polars as pl
    import pyarrow as pa

    network = allways.Network.from_arrays([0, 1], [1, 2], {"time": [60, 30]}, units={"time": "s"}, node_ids=["a", "b", "c"])
    table = network.solve()
    arrow = pa.table(table)
    assert arrow.column("time_s").to_pylist() == [0, 60, 90, None, 0, 30, None, None, 0]
    assert arrow.column("origin").to_pylist() == list("aaabbbccc")
    assert pl.DataFrame(table).filter(pl.col("time_s") > 0).height == 3
    assert duckdb.sql("select count(*) from table where time_s is null" .replace("table", "arrow")).fetchall() == [(3,)]
    small = pa.Table.from_batches(table.to_arrow(rows_per_batch=1))
    assert small.equals(arrow.combine_chunks()) or small.to_pylist() == arrow.to_pylist()


def test_files_come_back(tmp_path, solved):
    solved.write(tmp_path / "t.omx")
    again = allways.read(tmp_path / "t.omx")
    np.testing.assert_array_equal(again.raw_distances, solved.raw_distances)
    np.testing.assert_array_equal(again.next_hops, solved.next_hops)
    np.testing.assert_array_equal(allways.read(tmp_path / "t.omx").raw_rows(7, 9), solved.raw_distances[7:9])
    assert solved.raw_rows(7, 9).base is not None and solved.raw_rows(9, 7).shape == (0, 500)
    assert again.diff(solved).same
    solved.write(tmp_path / "t.csv", unit="min")
    first = pd.read_csv(tmp_path / "t.csv", index_col=0)
    assert first.shape == (500, 500)


def test_files_hold_natural_numbers(tmp_path, streets, solved):
    h5py = pytest.importorskip("h5py")
    solved.write(tmp_path / "written.omx")
    allways.solve_to_file(streets, tmp_path / "streamed.omx", skims=["length"])
    for name in ("written.omx", "streamed.omx"):
        with h5py.File(tmp_path / name) as file:
            seconds, metres = file["data/time_s"][:], file["data/length_m"][:]
        assert seconds.dtype == np.float32
        unreachable = np.isinf(solved.to_numpy())
        np.testing.assert_array_equal(np.isnan(seconds), unreachable)
        np.testing.assert_array_equal(seconds[~unreachable], solved.to_numpy()[~unreachable].astype(np.float32))
        np.testing.assert_allclose(metres[~unreachable], solved.to_numpy(skim="length")[~unreachable], rtol=1e-6)
        again = allways.read(tmp_path / name)
        np.testing.assert_array_equal(again.raw_distances, solved.raw_distances)
        np.testing.assert_array_equal(again.raw_skim("length"), solved.raw_skim("length"))
    solved.write(tmp_path / "t.npy")
    np.testing.assert_array_equal(np.load(tmp_path / "t.npy"), solved.to_numpy().astype(np.float32))
    np.testing.assert_array_equal(allways.read_matrix(tmp_path / "t.npy").raw_costs, solved.raw_distances)
    solved.write(tmp_path / "raw.omx", dtype="raw")
    with h5py.File(tmp_path / "raw.omx") as file:
        np.testing.assert_array_equal(file["data/time_ms"][:], solved.raw_distances)


def test_places_as_ids(streets, solved):
    part = streets.table([7, 8], [9, 7])
    np.testing.assert_array_equal(part.to_numpy(), solved.sub_table([7, 8], [9, 7]).to_numpy())
    for source in (solved, streets.factorize()):
        np.testing.assert_array_equal(source.table([7, 8], [9, 7]).to_numpy(), part.to_numpy())
    assert streets.table(np.array([7, 8])).shape == (2, 2)
    assert streets.table("7,8", pd.Series([9])).shape == (2, 1)
    for source in (solved, streets.factorize()):
        with pytest.raises(InvalidArgument, match="cost"):
            source.table([7], cost="length")
        with pytest.raises(TypeError, match="cost"):
            source.path(7, 8, cost="length")
    with pytest.raises(allways.InputError, match="9999"):
        streets.table([9999])
    with pytest.raises(InvalidArgument):
        streets.table(np.array([7.5, 8.5]))


def test_places_as_positions(village):
    import geopandas as gpd

    at = village.coordinates[[0, 5]] + 1e-4
    plain = village.table(at)
    frame = gpd.GeoDataFrame({"name": ["x", "y"]}, index=["first", "second"], geometry=gpd.points_from_xy(*at.T), crs=4326)
    other = village.table(frame.to_crs(2056))
    assert other.origin_ids.tolist() == ["first", "second"]
    np.testing.assert_allclose(other.to_numpy(), plain.to_numpy(), atol=0.01)
    assert village.table(list(frame.geometry)).to_numpy().tolist() == plain.to_numpy().tolist()
    with pytest.raises(InvalidArgument, match="LineString"):
        village.table(frame.set_geometry(gpd.GeoSeries.from_wkt(["LINESTRING (0 0, 1 1)"] * 2, index=frame.index)))
    with pytest.warns(allways.AllwaysWarning):
        far = village.table(np.array([at[0], [0, 0]]))
    assert far.unsnapped == ["2"]


def test_statistics_and_verify(streets, solved):
    assert solved.statistics().pairs == 500 * 499
    assert solved.verify(streets).passed
    other = allways.generate_streets(500, seed=2).solve()
    assert not solved.diff(other).same and not solved.verify(allways.generate_streets(500, seed=2)).passed


def test_diff_has_means_percentiles_and_weights():
    a = allways.solve(np.array([[0.0, 1.0], [2.0, 0.0]]))
    b = allways.solve(np.array([[0.0, 1.5], [2.0, 0.0]]))
    found = a.diff(b, weights=allways.Matrix(np.array([[0.0, 3.0], [1.0, 0.0]])))
    assert found.means.weight == 4 and found.means.difference == 0.125 and found.means.absolute == 0.125
    assert found.means.root_mean_square == pytest.approx(np.sqrt(0.25 / 4))
    assert [at.share for at in found.percentiles] == [50, 90, 95, 99] and found.percentiles[-1].absolute == 0.5
    assert found.weighted.weight == 4 and found.weighted.difference == 3 * 0.5 / 4
    assert a.diff(b).weighted is None


def test_the_reference_system_and_units_of_a_file_are_stated(tmp_path):
    (tmp_path / "a_net.csv").write_text("from,to,cost\n1,2,5\n2,1,5\n")
    (tmp_path / "a_node.csv").write_text("node_id,x,y\n1,2600000,1200000\n2,2600100,1200000\n")
    network = allways.read_network(tmp_path / "a_net.csv", crs="EPSG:2056", cost_unit="min")
    assert network.crs == "EPSG:2056" and network.solve().unit == "min"
    (tmp_path / "b.csv").write_text("from,to,time,length\n1,2,5,7\n2,1,5,7\n")
    network = allways.read_network(tmp_path / "b.csv", cost="length", cost_unit="km")
    assert network.column_units == {"time": "", "length": "km"}



def test_the_network_inside(solved, streets):
    inside = solved.network
    assert inside.arc_count == streets.arc_count
    np.testing.assert_array_equal(inside.solve().raw_distances, solved.raw_distances)


def test_access_time(village):
    points = [(8.0001, 46.9999), (8.0085, 47.0041)]
    plain = village.table(points).to_numpy()
    walked = village.table(points, access_speed_kmh=3.6).to_numpy()
    away = village.snap(points)["distance_m"].sum()  # at 3.6 km/h a metre is a second
    assert 21 < away < 22
    assert np.allclose(walked - plain, [[0, away], [away, 0]], atol=0.002)
    path = village.path(*points, access_speed_kmh=3.6)
    assert path.distance == walked[0, 1]
    with pytest.raises(allways.InvalidArgument, match="access_speed_kmh"):
        village.table(points, cost="length", access_speed_kmh=5)


def test_lists_of_nodes(village):
    assert village.table("1-3", [7]).origin_ids.tolist() == [1, 2, 3]
    with pytest.raises(allways.InputError, match="centroids"):
        village.table("centroids", [7])


def test_arrow_is_read_again_and_again(streets):
    """Readers that look twice, and loops, find all rows each time."""
    import duckdb
    import polars as pl
    import pyarrow as pa

    for table in (streets.table([1, 2, 3], [7, 8]), streets.table(pairs=[(1, 7)] * 6)):
        pairs = table.to_arrow(unit="min", rows_per_batch=2)
        expected = table.to_pandas("long", unit="min")
        for _ in range(2):
            assert pa.table(pairs).to_pandas().equals(expected) and pairs.read_all().num_rows == 6
            assert pa.Table.from_batches(pairs).num_rows == 6 and len(list(pairs)) > 1
        for _ in range(2):
            assert duckdb.sql("select count(*) from pairs").fetchall() == [(6,)] and pl.DataFrame(pairs).height == 6
        assert pairs.reader().schema == pairs.schema == pa.table(table).rename_columns(pairs.schema.names).schema
        assert "origin, destination" in repr(pairs)


def test_parquet_by_its_suffix(village, tmp_path):
    """write() does what to_parquet() does."""
    table = village.table([1, 2], [3, 5], skims=["length"])
    table.write(tmp_path / "a.parquet", unit="min")
    table.to_parquet(tmp_path / "b.parquet", unit="min")
    assert pd.read_parquet(tmp_path / "a.parquet").equals(pd.read_parquet(tmp_path / "b.parquet"))
    with pytest.raises(allways.InputError, match="overwrite"):
        table.write(tmp_path / "a.parquet")
    table.write(tmp_path / "a.parquet", overwrite=True, dtype="raw")
    with pytest.raises(allways.InvalidArgument, match="`nearest` does not apply to Parquet files"):
        table.write(tmp_path / "c.parquet", nearest=2)
    village.hourly_table([1], [2], hourly={3: village.column("time")}).write(tmp_path / "day.parquet")
    assert pd.read_parquet(tmp_path / "day.parquet").hour.tolist() == [3]
