#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A table in shards by Dask workers, then joined.

    shards_dask.py NETWORK TABLE SHARDS [--scheduler tcp://host:8786] [--workers 4] [--threads 1] [OPTIONS OF SOLVE]

Without a scheduler, workers start on this machine. Workers need `allways` on their path ($ALLWAYS names another) and
see this folder, NETWORK and TABLE under the same names. Run it again after a failure: shards continue after their last
checkpoint.
"""

import argparse
import os
import subprocess
import sys

from dask.distributed import Client, LocalCluster, as_completed


def solve(shard: str, command: list[str], folder: str) -> str:
    run = subprocess.run([*command, "--shard", shard], cwd=folder, capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError(f"shard {shard}: {run.stderr}")
    return shard


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("network")
    parser.add_argument("table")
    parser.add_argument("shards", type=int)
    parser.add_argument("--scheduler")
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--threads", type=int, default=1)
    arguments, options = parser.parse_known_args()
    allways = os.environ.get("ALLWAYS", "allways")
    command = [allways, "solve", arguments.network, "-o", arguments.table, "--resume",
               "--threads", str(arguments.threads), *options]
    with Client(arguments.scheduler or LocalCluster(arguments.workers, threads_per_worker=1, dashboard_address=None)) as client:
        shards = [f"{k}/{arguments.shards}" for k in range(1, arguments.shards + 1)]
        # Not pure, because the result is a file. If a worker dies, only seconds are lost, since the next one resumes.
        runs = client.map(solve, shards, command=command, folder=os.getcwd(), pure=False, retries=2)
        for done, run in enumerate(as_completed(runs), 1):
            print(f"shard {run.result()} is finished, {done} of {len(runs)}", file=sys.stderr)
    return subprocess.run([allways, "join", arguments.table]).returncode


if __name__ == "__main__":
    sys.exit(main())
