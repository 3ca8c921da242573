# SPDX-License-Identifier: Apache-2.0
"""Measures a table of generated streets as OMX, Parquet, Zarr and shared memory, and DuckDB's sum of jobs within 30 minutes from
the Parquet file and from Arrow without a file. Each job runs in a process of its own; processor seconds are of all its threads.

    columns.py [NODES [KIND…]]                              # default: 10000, every kind
"""

import multiprocessing
import os
import resource
import sys
import tempfile
import time

import numpy as np
import pandas as pd

import allways


def size_of(path):
    folders = os.walk(path) if os.path.isdir(path) else [(os.path.dirname(path), [], [os.path.basename(path)])]
    return sum(os.path.getsize(os.path.join(folder, name)) for folder, _, names in folders for name in names)


def measured(title, work, path=None):
    begin, processor = time.perf_counter(), time.process_time()
    found = work()
    seconds, processor = time.perf_counter() - begin, time.process_time() - processor
    size = f"{size_of(path) / 1e6:7.1f} MB" if path else " " * 10
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    print(f"{title:34} {seconds:7.2f} s {processor:7.2f} processor s {size} {peak:7.1f} MB peak", flush=True)
    return found, seconds, processor


def jobs_of(streets):
    return pd.DataFrame({"zone": streets.node_ids, "jobs": np.arange(streets.node_count) % 97})


def job(kind, nodes, folder):
    streets = allways.generate_streets(nodes)
    path = os.path.join(folder, kind)
    if kind == "omx":
        path += ".omx"
        measured(kind, lambda: allways.solve_to_file(streets, path, cost="time", next_hops=False), path)
        return
    stream = streets.stream(cost="time")
    if kind in ("raw", "float32", "wide"):
        options = {"layout": "wide"} if kind == "wide" else {"dtype": kind}
        measured(f"Parquet {kind}", lambda: stream.to_parquet(f"{path}.parquet", **options), f"{path}.parquet")
    elif kind == "zarr":
        measured(kind, lambda: stream.to_zarr(path), path)
    elif kind == "shared":
        measured("shared memory", lambda: stream.to_shared_memory()).__getitem__(0).__exit__(None, None, None)
    else:
        sums(kind, streets, stream, folder)


def sums(kind, streets, stream, folder):
    """DuckDB's sums of jobs, which must equal Network.access."""
    import duckdb
    import pyarrow

    jobs = jobs_of(streets)
    if kind == "access":
        found, *_ = measured("Network.access", lambda: streets.access(
            jobs.zone, weights={"jobs": jobs.jobs}, cutoffs=[30 * 60], unit="s", cost="time").jobs.to_numpy())
        np.save(os.path.join(folder, "access.npy"), found)
        return
    query = ("SELECT origin, sum(jobs) AS jobs FROM {} JOIN jobs ON destination = zone WHERE {} GROUP BY origin ORDER BY origin")
    database = duckdb.connect()
    database.register("jobs", jobs)

    def from_file():
        return database.sql(query.format(f"'{folder}/raw.parquet'", "time_ms <= 1800000")).df()

    def from_arrow():
        """A query for each batch, which has all destinations of its origins."""
        found = []
        for batch in stream.to_arrow(rows_per_batch=512):
            database.register("pairs", pyarrow.table(batch))
            found.append(database.sql(query.format("pairs", "time_s <= 1800")).df())
        return pd.concat(found)

    frame, seconds, processor = measured(f"DuckDB from {kind}", from_file if kind == "file" else from_arrow)
    rows = streets.node_count**2 / 1e6
    print(f"{'':34} {rows / seconds:7.1f} million rows a second, {rows / processor:.1f} a processor second")
    np.testing.assert_array_equal(frame.jobs.to_numpy(float), np.load(os.path.join(folder, "access.npy")))


def main():
    nodes = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
    spawn = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        for kind in sys.argv[2:] or ("omx", "raw", "float32", "wide", "zarr", "shared", "access", "file", "arrow"):
            process = spawn.Process(target=job, args=(kind, nodes, folder))
            process.start()
            process.join()
            if process.exitcode:
                sys.exit(f"{kind} ended with {process.exitcode}")


if __name__ == "__main__":
    main()
