#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares writing tables as text with `cat FILE > COPY` of the same file, alternately, because the machine may be
shared.

    bench/text_bench.py --bin build/release/bin [--nodes 4000] [--runs 5] [--folder FOLDER]

A street network is made and solved to each format; the seconds are those of the stage "write" as `solve --json` reports
them. One line per case: medians and, for busy machines, the best of each; MB/s; and the median ratio of the pairs of
runs.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time

CASES = [("csv", "int32"), ("csv", "float32"), ("csv-long", "int32"), ("csv-long", "float32"),
         ("matrix-market", "int32"), ("tsplib", "int32"), ("ortools", "int32"), ("vroom", "int32")]
OPTIONS = {"tsplib": ["--unit", "ms"], "ortools": ["--unit", "ms"], "vroom": ["--round"]}


def seconds_of(command):
    start = time.perf_counter()
    subprocess.run(command, shell=True, check=True)
    return time.perf_counter() - start


def measure(allways, network, folder, output_format, cost_type, runs):
    out, copy = os.path.join(folder, "table"), os.path.join(folder, "copy")
    solve = [allways, "solve", network, "--cost", "time", "--cost-type", cost_type, "--no-next-hops", "-o", out, "-O",
             "-f", output_format, "--json", "--quiet"] + OPTIONS.get(output_format, [])
    written, copied = [], []
    for run in range(runs + 1):  # the first is for warming up
        report = json.loads(subprocess.run(solve, check=True, capture_output=True, text=True).stdout)
        seconds = seconds_of(f"cat {out} > {copy}")
        if run > 0:
            written.append(report["seconds"]["write"])
            copied.append(seconds)
        size = os.path.getsize(out)
        os.remove(copy)
    ratio = statistics.median(w / c for w, c in zip(written, copied))
    print(f"{output_format:14} {cost_type:8} {size / 1e6:7.1f} MB  write {statistics.median(written):.3f} s "
          f"({size / 1e6 / statistics.median(written):.0f} MB/s)  cat {statistics.median(copied):.3f} s  ratio {ratio:.2f}"
          f"  best {min(written):.3f} s ({size / 1e6 / min(written):.0f} MB/s) and {min(copied):.3f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--nodes", type=int, default=4000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--folder", help="on the disk to be measured; else a temporary folder")
    parser.add_argument("--format", help="this one alone")
    arguments = parser.parse_args()
    allways = os.path.join(arguments.bin, "allways")
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        network = os.path.join(folder, "streets.gpkg")
        subprocess.run([allways, "generate", "streets", "--nodes", str(arguments.nodes), "-o", network, "--quiet"],
                       check=True)
        for output_format, cost_type in CASES:
            if arguments.format in (None, output_format):
                measure(allways, network, folder, output_format, cost_type, arguments.runs)


if __name__ == "__main__":
    main()
