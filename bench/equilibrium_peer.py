#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares `allways assign` with AequilibraE on TNTP networks: processor seconds to one relative gap.

    equilibrium_peer.py --bin build/release/bin --python VENV/bin/python --gap 1e-5 FOLDER/Anaheim …
        [--fixed-cost TOLL,LENGTH] [--max-iterations 5000]

Each argument stands for the files X_net.tntp and X_trips.tntp. Ours is the whole command, reading and writing included, by
its own choice of method and by bfw; AequilibraE (bfw, all cores) counts from `execute()` to its end, in a process of its own.
They run one after the other, and the objective of all is computed here from their loads, by one formula. VENV needs
`pip install aequilibrae`. AequilibraE takes neither free-flow times of 0 nor powers below 1: times get at least 1e-6, and
where b is 0 the power is 1.
"""

import argparse
import csv
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

COLUMNS = ("a_node", "b_node", "capacity", "length", "time", "b", "power", "speed", "toll", "type")


def metadata(text, name):
    found = re.search(rf"<{name}>\s*(\d+)", text)
    return int(found[1]) if found else None


def read_links(path):
    text = path.read_text()
    rows = []
    for line in text.split("<END OF METADATA>")[1].splitlines():
        fields = line.strip().rstrip(";").split()
        if fields and not fields[0].startswith("~"):
            rows.append([float(field) for field in fields[:10]])
    return {name: [row[i] for row in rows] for i, name in enumerate(COLUMNS)}, metadata(text, "NUMBER OF ZONES"), metadata(
        text, "FIRST THRU NODE")


def read_trips(path, zones):
    import numpy as np

    trips, origin = np.zeros((zones, zones)), None
    for line in path.read_text().split("<END OF METADATA>")[1].splitlines():
        if line.strip().lower().startswith("origin"):
            origin = int(line.split()[1])
        for to, amount in re.findall(r"(\d+)\s*:\s*([\d.eE+-]+)", line):
            trips[origin - 1, int(to) - 1] = float(amount)
    np.fill_diagonal(trips, 0)
    return trips


def objective(links, flow, toll, length):
    total = 0.0
    for i, volume in enumerate(flow):
        free, capacity, b, power = (links[name][i] for name in ("time", "capacity", "b", "power"))
        total += free * volume + (toll * links["toll"][i] + length * links["length"][i]) * volume
        if b > 0 and capacity > 0:
            total += free * b * volume / (power + 1) * (volume / capacity) ** power
    return total


def peer(arguments):
    """Runs in a process of its own, with AequilibraE; prints JSON."""
    import logging

    import numpy as np
    import pandas as pd
    from aequilibrae.matrix import AequilibraeMatrix
    from aequilibrae.paths import Graph, TrafficAssignment, TrafficClass

    logging.disable(logging.CRITICAL)
    toll, length = arguments.fixed
    base = arguments.networks[0]
    links, zones, first_through = read_links(pathlib.Path(f"{base}_net.tntp"))
    frame = pd.DataFrame(links).astype({"a_node": int, "b_node": int})
    frame["link_id"] = np.arange(1, len(frame) + 1)
    frame["direction"] = 1
    frame["time"] = frame["time"].clip(lower=1e-6)
    frame.loc[frame["b"] == 0, "power"] = 1
    frame["fixed"] = toll * frame["toll"] + length * frame["length"]
    graph = Graph()
    graph.network = frame
    graph.prepare_graph(np.arange(1, zones + 1))
    graph.set_graph("time")
    graph.set_blocked_centroid_flows(first_through > 1)
    matrix = AequilibraeMatrix()
    matrix.create_empty(zones=zones, matrix_names=["trips"], memory_only=True)
    matrix.index = np.arange(1, zones + 1)
    matrix.matrix["trips"][:, :] = read_trips(pathlib.Path(f"{base}_trips.tntp"), zones)
    matrix.computational_view(["trips"])
    traffic = TrafficClass("car", graph, matrix)
    if toll or length:
        traffic.set_fixed_cost("fixed")
    assignment = TrafficAssignment()
    assignment.set_classes([traffic])
    assignment.set_vdf("BPR")
    assignment.set_vdf_parameters({"alpha": "b", "beta": "power"})
    assignment.set_capacity_field("capacity")
    assignment.set_time_field("time")
    assignment.max_iter = arguments.max_iterations
    assignment.rgap_target = arguments.gap
    assignment.set_algorithm("bfw")
    spent, begun = time.process_time(), time.monotonic()
    assignment.execute()
    spent, begun = time.process_time() - spent, time.monotonic() - begun
    last = assignment.report().iloc[-1]
    flow = assignment.results()["trips_ab"].reindex(frame["link_id"]).fillna(0)
    print(json.dumps({"cpu": spent, "wall": begun, "iterations": int(last["iteration"]), "gap": float(last["rgap"]),
                      "flow": flow.tolist()}))


def run(command):
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode != 0:
        sys.exit(f"equilibrium_peer.py: {command[0]}: {result.stderr.strip().splitlines()[-1]}")
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, time.monotonic() - begun, result.stdout


def ours(arguments, base, method, folder):
    toll, length = arguments.fixed
    command = [arguments.bin / "allways", "assign", f"{base}_net.tntp", "--matrix", f"{base}_trips.tntp", "--vdf", "bpr", "--gap",
               arguments.gap, "--method", method, "-o", folder / "X_flow.tntp", "--report", folder / "report.csv", "--quiet", "-O"]
    if toll or length:
        command += ["--fixed-cost", f"{toll!r} * toll + {length!r} * length"]
    spent, wall, _ = run(command)
    last = list(csv.DictReader((folder / "report.csv").open()))[-1]
    flow = {}
    for line in (folder / "X_flow.tntp").read_text().splitlines()[1:]:
        fields = line.split()
        flow[int(fields[0]), int(fields[1])] = float(fields[2])
    links = read_links(pathlib.Path(f"{base}_net.tntp"))[0]
    return {"cpu": spent, "wall": wall, "iterations": int(last["iteration"]), "gap": float(last["gap"]),
            "flow": [flow.get((int(a), int(b)), 0) for a, b in zip(links["a_node"], links["b_node"])]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", type=pathlib.Path)
    parser.add_argument("--python")
    parser.add_argument("--gap", type=float, default=1e-5)
    parser.add_argument("--fixed-cost", default="0,0", dest="fixed", type=lambda text: [float(x) for x in text.split(",")])
    parser.add_argument("--max-iterations", type=int, default=5000)
    parser.add_argument("--peer", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("networks", nargs="+")
    arguments = parser.parse_args()
    if arguments.peer:
        return peer(arguments)
    print("| network | program | iterations | gap | objective | processor s | s |\n|---|---|---|---|---|---|---|")
    for base in arguments.networks:
        links = read_links(pathlib.Path(f"{base}_net.tntp"))[0]
        with tempfile.TemporaryDirectory() as folder:
            rows = [(f"allways {method}", ours(arguments, base, method, pathlib.Path(folder))) for method in ("tapas", "bfw")]
        rows.append(("AequilibraE bfw", json.loads(run(
            [arguments.python, __file__, "--peer", "--gap", arguments.gap, "--fixed-cost", ",".join(map(repr, arguments.fixed)),
             "--max-iterations", arguments.max_iterations, base])[2].splitlines()[-1])))
        for name, row in rows:
            print(f"| {pathlib.Path(base).name} | {name} | {row['iterations']} | {row['gap']:.1e} | "
                  f"{objective(links, row['flow'], *arguments.fixed):.4f} | {row['cpu']:.2f} | {row['wall']:.2f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
