# SPDX-License-Identifier: Apache-2.0
"""Zarr groups and shared memory: equal to OMX of the same table, and opened by others."""

import multiprocessing
import shutil
import subprocess
import sys
import types

import h5py
import numpy as np
import pytest
import xarray as xr

import allways
from allways import CapacityError, InputError, InvalidArgument, SharedSkims


@pytest.fixture(scope="module")
def streets():
    return allways.generate_streets(400)


@pytest.fixture(scope="module")
def stream(streets):
    return streets.stream(cost="time", skims=["length"])


def omx(streets, folder):
    """The arrays of the table in an OMX file, NaN for no path."""
    allways.solve_to_file(streets, folder / "t.omx", cost="time", skims=["length"])
    with h5py.File(folder / "t.omx") as file:
        return {"time": file["data/time_s"][:], "length": file["data/length_m"][:]}, file["lookup/node_id"][:]


def test_omx_zarr_parquet_and_shared_memory_are_equal(streets, stream, tmp_path):
    wanted, ids = omx(streets, tmp_path)
    stream.to_zarr(tmp_path / "t.zarr", rows_per_chunk=90)
    with xr.open_zarr(tmp_path / "t.zarr") as data:
        assert data.time.attrs["units"] == "s" and data.length.attrs["units"] == "m" and data.attrs["cost"] == "time"
        assert data.time.dims == ("origin", "destination") and data.time.encoding["chunks"] == (90, 400)
        for name, values in wanted.items():
            assert data[name].dtype == np.float32
            np.testing.assert_array_equal(data[name], values)
        assert data.origin.dtype == np.int64 and data.destination.values.tolist() == ids.tolist()
        assert float(data.time.sel(origin=7, destination=9)) == np.float32(streets.path(7, 9).distance)
    stream.to_parquet(tmp_path / "t.parquet", layout="wide")
    import pyarrow.parquet as pq

    wide = pq.read_table(tmp_path / "t.parquet").to_pandas().set_index("origin").to_numpy(np.float32)
    np.testing.assert_array_equal(wide, wanted["time"])
    with stream.to_shared_memory() as skims:
        for name, values in wanted.items():
            np.testing.assert_array_equal(np.where(np.isinf(skims[name]), np.nan, skims[name]), values)


def test_zarr_of_tables(streets, tmp_path):
    network = allways.Network.from_arrays([0, 1], [1, 2], {"time": [60, 30]}, units={"time": "s"}, node_ids=["a", "b", "cé"])
    network.table(["a", "b"], ["cé", "a"]).to_zarr(tmp_path / "t.zarr", unit="min", dtype="float64")
    with xr.open_zarr(tmp_path / "t.zarr") as data:
        assert float(data.time.sel(origin="a", destination="cé")) == 1.5 and np.isnan(data.time.sel(origin="b", destination="a"))
        assert data.time.attrs["units"] == "min"
    with pytest.raises(InputError, match="exists already"):
        network.solve().to_zarr(tmp_path / "t.zarr")
    network.solve().to_zarr(tmp_path / "t.zarr", overwrite=True)
    with xr.open_zarr(tmp_path / "t.zarr") as data:
        assert data.time.shape == (3, 3)
    with pytest.raises(InvalidArgument, match="dtype"):
        network.solve().to_zarr(tmp_path / "u.zarr", dtype="int8")
    assert [one.name for one in tmp_path.iterdir()] == ["t.zarr"]


def total(name):
    """Work of another process: the sum of a field, without a copy of it."""
    with SharedSkims.open(name) as skims:
        assert not skims["time"].flags.writeable and not skims["time"].flags.owndata
        return float(skims["time"].sum(dtype=np.float64))


def test_other_processes_open_shared_skims(streets, stream):
    wanted = float(streets.solve(cost="time").to_numpy().astype(np.float32).sum(dtype=np.float64))
    with stream.to_shared_memory() as skims:
        assert list(skims) == ["time", "length"] and skims.units == {"time": "s", "length": "m"} and skims.shape == (400, 400)
        assert skims.origin_ids.tolist() == streets.node_ids.tolist()
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            assert pool.map(total, [skims.name] * 4) == [wanted] * 4
        # A program of its own, which ends without freeing the memory.
        code = f"import allways; print(float(allways.SharedSkims.open({skims.name!r})['time'][3, 5]))"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert (float(done.stdout), done.stderr) == (float(skims["time"][3, 5]), "")
        assert total(skims.name) == wanted
    with pytest.raises(InputError, match="no shared skims"):
        SharedSkims.open(skims.name)


def test_plain_programs_read_shared_skims(stream):
    """By multiprocessing alone: arrays one after the other."""
    from multiprocessing import shared_memory

    with stream.to_shared_memory("allways_test_skims", unit=["min", "km"], dtype="float64") as skims:
        assert skims.name == "allways_test_skims" and skims.units == {"time": "min", "length": "km"}
        memory = shared_memory.SharedMemory(skims.name)
        arrays = np.ndarray((2, *skims.shape), np.float64, memory.buf)
        np.testing.assert_array_equal(arrays[1], skims["length"])
        del arrays
        memory.close()
        with pytest.raises(InputError, match="exists"):
            stream.to_shared_memory("allways_test_skims")
        with pytest.raises(InvalidArgument, match="no field 'toll'"):
            skims["toll"]


def test_too_little_shared_memory(stream, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: types.SimpleNamespace(free=1_000_000))
    with pytest.raises(CapacityError, match="need 1.3 MB of shared memory, and /dev/shm has 1.0 MB") as refusal:
        stream.to_shared_memory()
    assert refusal.value.needed > refusal.value.available == 1_000_000


def test_no_memory_is_left_after_an_error(stream):
    with pytest.raises(allways.Cancelled):
        stream.to_shared_memory("allways_test_cancelled", progress=lambda *_: False)
    with pytest.raises(InputError):
        SharedSkims.open("allways_test_cancelled")
