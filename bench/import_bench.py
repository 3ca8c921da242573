#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures seconds and peak memory of reading maps, and compares them with a program that reads the same file and keeps
nothing.

    bench/import_bench.py --bin build/release/bin MAP.osm.pbf …  [--runs 5]

`allways info` by car and on foot runs alternately with `osmium fileinfo --extended` (osmium-tool); the figures are
medians. The base is the cost of the command for a tiny map (data/village.osm).
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import time

VILLAGE = pathlib.Path(__file__).resolve().parent.parent / "data" / "village.osm"


def measure(command):
    """Returns (seconds, peak MB) of one run."""
    begun = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit(f"{' '.join(command)} failed")
    return time.monotonic() - begun, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("maps", nargs="+")
    arguments = parser.parse_args()
    allways = str(pathlib.Path(arguments.bin) / "allways")
    print("| map | program | s | peak MB |\n|---|---|---|---|")
    for name in [str(VILLAGE), *arguments.maps]:
        commands = {f"allways, {profile}": [allways, "info", name, "--profile", profile] for profile in ("car", "foot")}
        commands["osmium fileinfo -e"] = ["osmium", "fileinfo", "--extended", name]
        runs = {program: [] for program in commands}
        for _ in range(arguments.runs):
            for program, command in commands.items():
                runs[program].append(measure(command))
        for program, taken in runs.items():
            seconds, memory = (statistics.median(values) for values in zip(*taken))
            print(f"| {pathlib.Path(name).name} | {program} | {seconds:.2f} | {memory:.0f} |")


if __name__ == "__main__":
    main()
