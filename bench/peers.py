#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares Allways with other libraries on the same machine: all pairs of a dense random digraph.

    bench/peers.py --bin build/release/bin [--n 4000] [--runs 3] [--json FILE]

One complete digraph, weights 1 … 10⁶, for everyone: SciPy's and igraph's floyd_warshall, Boost's
floyd_warshall_all_pairs_shortest_paths, and `allways solve`. They run alternately; the table has medians of the call
alone, from the matrix in memory to distances in memory. Every answer is compared with Allways' int32 table, cell by
cell.
A peer that is not installed is reported and left out. Boost needs libboost-graph-dev, igraph libigraph-dev (0.10);
SciPy goes into a virtual environment of its own in the temporary folder, through pip.
"""

import argparse
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent / "peers" / "dense"


class Absent(Exception):
    """The reason why a peer cannot run here."""


def output_of(command, **options) -> str:
    result = subprocess.run(command, capture_output=True, text=True, **options)
    if result.returncode != 0:
        raise Absent((result.stderr.strip().splitlines() or ["it failed"])[-1])
    return result.stdout.strip()


def compiled(compiler: str, source: str, work: pathlib.Path, *libraries: str) -> list:
    program = work / pathlib.Path(source).stem
    output_of([compiler, "-O3", "-march=native", "-DNDEBUG", str(HERE / source), "-o", str(program), *libraries])
    return [str(program)]


def boost(work):
    header = "#include <boost/version.hpp>\nBOOST_LIB_VERSION"
    version = output_of(["c++", "-E", "-P", "-x", "c++", "-"], input=header).splitlines()[-1].strip('"')
    return f"Boost {version.replace('_', '.')}", compiled("c++", "boost_peer.cpp", work)


def igraph(work):
    version = output_of(["pkg-config", "--modversion", "igraph"])
    return f"igraph {version}", compiled("cc", "igraph_peer.c", work, "-ligraph")


def scipy(work):
    environment = work / "venv"
    output_of([sys.executable, "-m", "venv", str(environment)])
    python = str(environment / "bin" / "python")
    output_of([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "scipy"])
    version = output_of([python, "-c", "import scipy; print(scipy.__version__)"])
    return f"SciPy {version}", [python, str(HERE / "scipy_peer.py")]


class Peer:
    """A separate program that prints the seconds of its call."""

    def __init__(self, name: str, command: list):
        self.name, self.command = name, command

    def run(self, matrix: pathlib.Path, n: int, distances: pathlib.Path) -> float:
        return float(output_of([*self.command, str(matrix), str(n), str(distances)]))


class Allways:
    """`allways solve`, without next hops like the peers; everything except reading and writing files counts."""

    def __init__(self, command: pathlib.Path, cost_type: str, device: str, one_core: bool = False):
        self.name = f"Allways {cost_type}, {device}{', one core' if one_core else ''}"
        self.command = [str(command), "solve", "--cost-type", cost_type, "--device", device, "--no-next-hops", "--dtype",
                        "int32", "--json", "--quiet", "-O"]
        core = min(os.sched_getaffinity(0))
        self.options = {"preexec_fn": lambda: os.sched_setaffinity(0, {core})} if one_core else {}

    def run(self, matrix: pathlib.Path, n: int, distances: pathlib.Path) -> float:
        table = distances.with_suffix(".npy")
        seconds = json.loads(output_of([*self.command, str(matrix), "-o", str(table)], **self.options))["seconds"]
        with table.open("rb") as file:  # numbers without a header, as the peers write them
            file.seek(-4 * n * n, os.SEEK_END)
            distances.write_bytes(file.read())
        table.unlink()
        return seconds["total"] - seconds["read"] - seconds["write"]


def find_peers(work: pathlib.Path):
    peers = []
    for make in (scipy, igraph, boost):
        try:
            peers.append(Peer(*make(work)))
        except (Absent, OSError) as reason:
            print(f"left out: {make.__name__} ({reason})")
    return peers


def different_cells(first: bytes, second: bytes) -> int:
    if first == second:
        return 0
    if len(first) != len(second):
        return max(len(first), len(second)) // 4
    return sum(a != b for a, b in zip(memoryview(first).cast("i"), memoryview(second).cast("i")))


def processor() -> str:
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor()


def measure(contestants, matrix: pathlib.Path, n: int, runs: int, work: pathlib.Path):
    """Returns for each name the seconds, and the number of cells that differ from the first contestant's."""
    seconds = {contestant.name: [] for contestant in contestants}
    different = {}
    expected = None
    for run in range(runs):
        for contestant in contestants:
            distances = work / "distances.i32"
            seconds[contestant.name].append(contestant.run(matrix, n, distances))
            found = distances.read_bytes()
            expected = found if expected is None else expected
            different[contestant.name] = max(different.get(contestant.name, 0), different_cells(found, expected))
            print(f"run {run + 1}: {contestant.name} {seconds[contestant.name][-1]:.3f} s", file=sys.stderr)
    return seconds, different


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--n", type=int, default=4000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()
    allways = arguments.bin.resolve() / "allways"
    load_before = os.getloadavg()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        matrix = work / "dense.npy"
        output_of([str(allways), "generate", "random", "--nodes", str(arguments.n), "--probability", "1", "--weights",
                   "1:1000000", "-o", str(matrix), "--quiet"])
        ours = [Allways(allways, "int32", "cpu"), Allways(allways, "float32", "cpu"),
                Allways(allways, "int32", "cpu", one_core=True), Allways(allways, "int32", "reference")]
        for contestant in ours:  # kernels are compiled once and kept; compiling is not compared here
            contestant.run(matrix, arguments.n, work / "distances.i32")
        contestants = ours + find_peers(work)
        seconds, different = measure(contestants, matrix, arguments.n, arguments.runs, work)
    result = {"n": arguments.n, "runs": arguments.runs, "processor": processor(),
              "cores": len(os.sched_getaffinity(0)), "load_before": load_before, "load_after": os.getloadavg(),
              "seconds": seconds, "different_cells": different}
    base = statistics.median(seconds[ours[0].name])
    print(f"\nn {arguments.n}, {result['processor']}, {result['cores']} cores, load average "
          f"{load_before[0]:.2f} before and {result['load_after'][0]:.2f} after, median of {arguments.runs}\n")
    print("| | s | times Allways int32 | cells that differ |\n|---|---|---|---|")
    for name, taken in seconds.items():
        median = statistics.median(taken)
        print(f"| {name} | {median:.3g} | {median / base:.3g} | {different[name]} |")
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=2) + "\n")
    return 1 if any(different.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
