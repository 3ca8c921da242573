#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A table in shards by Ray tasks, then joined.

    shards_ray.py NETWORK TABLE SHARDS [--address auto] [--threads 1] [OPTIONS OF SOLVE]

Without an address, Ray starts on this machine. Nodes need `allways` on their path ($ALLWAYS names another) and see
this folder, NETWORK and TABLE under the same names. Run it again after a failure: shards continue after their last
checkpoint.
"""

import argparse
import os
import subprocess
import sys

import ray


@ray.remote(max_retries=2, retry_exceptions=True)  # the next try resumes
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
    parser.add_argument("--address")
    parser.add_argument("--threads", type=int, default=1)
    arguments, options = parser.parse_known_args()
    allways = os.environ.get("ALLWAYS", "allways")
    command = [allways, "solve", arguments.network, "-o", arguments.table, "--resume",
               "--threads", str(arguments.threads), *options]
    ray.init(address=arguments.address, include_dashboard=False)
    one = solve.options(num_cpus=arguments.threads)
    runs = [one.remote(f"{k}/{arguments.shards}", command, os.getcwd()) for k in range(1, arguments.shards + 1)]
    while runs:
        (done,), runs = ray.wait(runs)
        print(f"shard {ray.get(done)} is finished, {len(runs)} are left", file=sys.stderr)
    return subprocess.run([allways, "join", arguments.table]).returncode


if __name__ == "__main__":
    sys.exit(main())
