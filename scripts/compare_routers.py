#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Imports a map in Allways, OSRM and Valhalla, requests the same paths and one table from all three, and compares the
answers.

    compare_routers.py MAP.osm.pbf … --allways PROGRAM --osrm FOLDER --valhalla FOLDER [--json FILE]

The ends of paths are nodes of Allways' network (crossings, dead ends and barriers) at their positions in OpenStreetMap.
Requests to Allways name node ids. OSRM and Valhalla snap the position: a node ends segments, so the nearest place is
the node itself, and a path may leave it along any street and arrive along any street, as in Allways. If the other
router does not use these streets, or considers them a small island, it takes another place. Pairs for which a router
moves an end by more than --moved metres are counted and left out of every comparison.

Programs are measured one at a time, on --cores cores. Allways' preparation includes the order of elimination, OSRM's
the contraction (or partition and customization). A table is requested from a server in blocks of rows, one for each
core, at the same time (--table-requests), and its time ends with the last byte; Allways' time is that of the whole
command, which reads and writes files. Needs Python 3.10 on Linux and nothing else.
"""

import argparse
import dataclasses
import json
import math
import os
import pathlib
import random
import statistics
import sys
import tempfile
import time
import typing

from routers.allways import QUIET, Allways
from routers.answers import Answer
from routers.comparison_text import map_text
from routers.moved_ends import largest_component, sorted_ends
from routers.osm_map import OsmMap
from routers.osrm import OsrmPrograms
from routers.processes import ProgramFailed, run_program
from routers.reasons import Reasons
from routers.road_network import RoadNetwork
from routers.valhalla import ValhallaPrograms

WORST = 10  # pairs that a report lists


@dataclasses.dataclass
class Result:
    """The measurements and answers of one router for one map."""
    name: str
    prepare: dict
    answers: list
    paths_seconds: float
    table: dict
    serve_peak_bytes: int
    serve: typing.Callable = None  # starts the server again
    ask: typing.Callable = None  # (server, ends, with_shape) → Answer


def cost_of(*runs):
    return {"seconds": sum(run.seconds for run in runs), "core_seconds": sum(run.core_seconds for run in runs),
            "peak_bytes": max(run.peak_bytes for run in runs)}


def table_result(size, seconds, unreachable):
    return {"size": size, "seconds": seconds, "rows_per_second": size / seconds, "unreachable": unreachable}


class Questions:
    def __init__(self, nodes, arguments):
        chance = random.Random(arguments.seed)
        ids = list(nodes)
        self.position = nodes
        self.pairs = [tuple(chance.sample(ids, 2)) for _ in range(arguments.pairs)]
        self.table = chance.sample(ids, min(arguments.table, len(ids)))
        self.profile = arguments.profile

    def ends(self):
        return [(self.position[a], self.position[b]) for a, b in self.pairs]

    def table_positions(self):
        return [self.position[id] for id in self.table]


def ask_allways(arguments, network, prepared, questions, folder):
    program, (pairs, places, table) = arguments.allways, (folder / "pairs.csv", folder / "places.txt", folder / "table.npy")
    pairs.write_text("from,to\n" + "".join(f"{a},{b}\n" for a, b in questions.pairs))
    run = run_program([program, "path", network, "--pairs", pairs, "-f", "json", *QUIET])
    answers = [Answer(path["distance"], path["length_m"], shape=path["legs"]) if path["reachable"] else Answer()
               for path in json.loads(run.output)["paths"]]
    places.write_text("".join(f"{id}\n" for id in questions.table))
    solved = run_program([program, "table", network, "--points", f"@{places}", "-o", table, "-O", "--json", *QUIET])
    report = json.loads(solved.output)
    result = table_result(len(questions.table), solved.seconds, report["unreachable"])  # the whole command
    result["rows_per_second_once_read"] = len(questions.table) / (report["seconds"]["total"] - report["seconds"]["read"])
    return Result(Allways(program).version(), cost_of(prepared), answers, run.seconds, result,
                  max(run.peak_bytes, solved.peak_bytes))


def ask_server(name, runs, serve, ask, ask_table, questions):
    """`ask_table(server)` returns the seconds and the rows."""
    with serve() as server:
        begin = time.perf_counter()
        answers = [ask(server, ends, False) for ends in questions.ends()]
        paths_seconds = time.perf_counter() - begin
        seconds, rows = ask_table(server)
        table = table_result(len(rows), seconds, sum(cell is None for row in rows for cell in row))
        return Result(name, cost_of(*runs), answers, paths_seconds, table, server.peak_bytes(), serve, ask)


def ask_osrm(arguments, osm, questions, _folder):
    programs = OsrmPrograms(arguments.osrm, arguments.cores, arguments.osrm_algorithm)
    base, runs = programs.prepare(osm, questions.profile)
    size = max(len(questions.table), 100)
    return ask_server(f"OSRM {programs.version()}", runs, lambda: programs.serve(base, "--max-table-size", size),
                      lambda server, ends, with_shape: server.answer(ends, with_shape),
                      lambda server: server.table(questions.table_positions(), arguments.table_requests), questions)


def ask_valhalla(arguments, osm, questions, folder):
    programs = ValhallaPrograms(arguments.valhalla, arguments.cores)
    config, run = programs.prepare(osm, folder / "valhalla")
    return ask_server(f"Valhalla {programs.version()}", [run], lambda: programs.serve(config),
                      lambda server, ends, _: server.answer(ends, questions.profile),
                      lambda server: server.table(questions.table_positions(), questions.profile, arguments.table_requests),
                      questions)


# ---- comparison


def quartiles(values):
    if len(values) < 2:
        return None
    first, median, third = statistics.quantiles(values, n=4, method="inclusive")
    return {"first": first, "median": median, "third": third}


def compare(ours, theirs, questions, kept):
    """Ratios are the other router's value divided by Allways'."""
    reach = {"both": 0, "neither": 0, "only_allways": 0, "only_other": 0}
    ratios, differing = [], []
    for i in kept:
        a, b = ours.answers[i], theirs.answers[i]
        known = (a.seconds is not None, b.seconds is not None)
        kind = {(True, True): "both", (False, False): "neither", (True, False): "only_allways"}.get(known, "only_other")
        reach[kind] += 1
        pair = {"index": i} | dict(zip(("from", "to"), questions.pairs[i])) | dict(
            from_position=questions.position[questions.pairs[i][0]], to_position=questions.position[questions.pairs[i][1]])
        if kind.startswith("only"):
            differing.append(pair | {"reached": kind})
        if kind == "both" and a.seconds > 0 and a.metres > 0 and b.seconds > 0 and b.metres > 0:
            ratios.append(pair | {"time_ratio": b.seconds / a.seconds, "length_ratio": b.metres / a.metres,
                                  "seconds": [a.seconds, b.seconds], "metres": [a.metres, b.metres]})
    times = [pair["time_ratio"] for pair in ratios]
    middle = statistics.median(times) if times else 1
    worst = sorted(ratios, key=lambda pair: -abs(math.log(pair["time_ratio"] / middle)))
    longest = sorted(ratios, key=lambda pair: -abs(math.log(pair["length_ratio"])))
    return {"router": theirs.name, "pairs": len(kept), "reachability": reach,
            "reachability_agreement": (reach["both"] + reach["neither"]) / len(kept) if kept else None,
            "time_ratio": quartiles(times), "length_ratio": quartiles([pair["length_ratio"] for pair in ratios]),
            "length_within_1_percent": sum(abs(pair["length_ratio"] - 1) <= 0.01 for pair in ratios) / max(1, len(ratios)),
            "different_reachability": differing[:WORST],
            "worst_times": worst[:WORST], "worst_lengths": longest[:WORST]}


def add_reasons(comparison, ours, theirs, osm, network, explain):
    """Adds `reason` to each pair that the comparison lists."""
    usual_ratio = (comparison["time_ratio"] or {"median": 1})["median"]
    with theirs.serve() as server:
        def ask(a, b, with_shape):
            return theirs.ask(server, (network.positions[a], network.positions[b]), with_shape)

        reasons = Reasons(theirs.name.split()[0], osm, network, ask, explain)
        found = {}
        for key in ("different_reachability", "worst_times", "worst_lengths"):
            for pair in comparison[key]:
                i = pair["index"]
                if i not in found:
                    found[i] = reasons.of((pair["from"], pair["to"]), ours.answers[i], theirs.answers[i],
                                          ours.answers[i].shape or [], usual_ratio)
                pair["reason"] = found[i]


def moved_ends(result, questions, limit):
    """{node: metres} of the ends that the router moved."""
    return {node: round(metres, 1) for pair, answer in zip(questions.pairs, result.answers)
            for node, metres in zip(pair, answer.moved) if metres > limit}


def compare_map(path, arguments, folder):
    osm = folder / path.name
    if not osm.exists():
        osm.symlink_to(path.resolve())
    network = folder / "network.gpkg"
    allways = Allways(arguments.allways)
    turns = ["--turns", arguments.turns] if arguments.turns else []
    prepared = allways.prepare(osm, network, arguments.profile, "--order", *turns)
    if prepared is None:
        sys.exit(f"{path}: no way is open to {arguments.profile}")
    roads = RoadNetwork(network)
    questions = Questions(roads.positions, arguments)
    results = [ask_allways(arguments, network, prepared, questions, folder)]
    if arguments.osrm:
        results.append(ask_osrm(arguments, osm, questions, folder))
    if arguments.valhalla:
        results.append(ask_valhalla(arguments, osm, questions, folder))
    kept = [i for i in range(len(questions.pairs))
            if all(max(result.answers[i].moved) <= arguments.moved for result in results)]
    comparisons = [compare(results[0], other, questions, kept) for other in results[1:]]
    moved = [moved_ends(result, questions, arguments.moved) for result in results]
    why_moved = [None] * len(results)
    if arguments.reasons:
        ways = OsmMap(osm)
        largest = largest_component(roads)
        why_moved = [sorted_ends(ends, largest, ways) for ends in moved]
        for comparison, other in zip(comparisons, results[1:]):
            add_reasons(comparison, results[0], other, ways, roads, lambda a, b: allways.explain(network, a, b))
    return {
        "map": path.name, "profile": arguments.profile, "seed": arguments.seed,
        "turns": arguments.turns or "default", "nodes": len(roads.positions),
        "pairs": len(questions.pairs), "compared_pairs": len(kept), "moved_metres": arguments.moved,
        "cores": arguments.cores, "load": os.getloadavg(),
        "routers": [{"name": result.name, "prepare": result.prepare, "paths_seconds": result.paths_seconds,
                     "unreachable_pairs": sum(answer.seconds is None for answer in result.answers),
                     "moved_ends": ends, "why_moved": why, "table": result.table,
                     "serve_peak_bytes": result.serve_peak_bytes} for result, ends, why in zip(results, moved, why_moved)],
        "comparisons": comparisons,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("maps", nargs="+", type=pathlib.Path, metavar="MAP", help="OpenStreetMap data, .osm.pbf")
    parser.add_argument("--allways", default="allways", metavar="PROGRAM", help="the command (default: allways)")
    parser.add_argument("--osrm", metavar="FOLDER", help="the unpacked wheel osrm-bindings (default: leave OSRM out)")
    parser.add_argument("--valhalla", metavar="FOLDER", help="the unpacked wheel pyvalhalla (default: leave Valhalla out)")
    parser.add_argument("--profile", choices=("car", "bicycle", "foot"), default="car")
    parser.add_argument("--turns", metavar="WHICH", help="Allways' turn rules: none, restrictions, full (default: its own)")
    parser.add_argument("--osrm-algorithm", choices=("ch", "mld"), default="ch",
                        help="contraction hierarchies, or multi-level Dijkstra (default: ch)")
    parser.add_argument("--pairs", type=int, default=1000, metavar="N", help="random pairs of nodes (default: 1000)")
    parser.add_argument("--table", type=int, default=200, metavar="N", help="nodes of the table (default: 200)")
    parser.add_argument("--table-requests", type=int, metavar="N",
                        help="ask servers for the table in this many requests at once (default: one for each core)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--moved", type=float, default=1.0, metavar="METRES",
                        help="leave out pairs of which a router moves an end farther than this (default: 1)")
    parser.add_argument("--cores", type=int, default=1, metavar="N", help="cores for every program (default: 1)")
    parser.add_argument("--no-reasons", dest="reasons", action="store_false",
                        help="list the worst differences without their reasons, which take longest on large maps")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="also write the figures and worst pairs as JSON")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="keep the prepared maps there")
    arguments = parser.parse_args()
    if not arguments.osrm and not arguments.valhalla:
        parser.error("name at least one other router: --osrm FOLDER, --valhalla FOLDER")
    arguments.table_requests = arguments.table_requests or arguments.cores
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:arguments.cores])  # child processes inherit it

    results = []
    with tempfile.TemporaryDirectory() as scratch:
        for path in arguments.maps:
            folder = (arguments.keep.resolve() if arguments.keep else pathlib.Path(scratch)) / path.name.split(".")[0]
            folder.mkdir(parents=True, exist_ok=True)
            try:
                results.append(compare_map(path, arguments, folder))
            except (ProgramFailed, OSError) as failure:
                sys.exit(f"{path}: {failure}")
            print(map_text(results[-1]), flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
