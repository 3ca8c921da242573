#!/usr/bin/env python3
"""Imports a map in Allways, OSRM and Valhalla, asks all three the same paths and one table, and compares the answers.

    compare_routers.py MAP.osm.pbf … --allways PROGRAM --osrm FOLDER --valhalla FOLDER [--json FILE]

The ends of paths are nodes of Allways' network (crossings, dead ends and barriers) at their positions in OpenStreetMap.
Allways is asked by node id. OSRM and Valhalla snap the position: a node ends segments, so the nearest place is the node
itself, and a path may leave it along any street and arrive along any street, as in Allways. Where the other router does
not use these streets, or takes them for a small island, it goes elsewhere. Pairs of which a router moves an end by more
than --moved metres are counted and left out of every comparison.

A program is measured alone, on --cores cores. Allways' preparation includes the order of elimination, OSRM's the
contraction. Needs Python 3.10 on Linux and nothing else.
"""

import argparse
import dataclasses
import json
import math
import os
import pathlib
import random
import sqlite3
import statistics
import struct
import sys
import tempfile
import time

from routers.allways import QUIET, Allways
from routers.osrm import OsrmPrograms
from routers.processes import run_program
from routers.text_table import text_table
from routers.valhalla import ValhallaPrograms, decoded_ends


@dataclasses.dataclass
class Answer:
    seconds: float | None  # None: there is no path
    metres: float | None
    moved: tuple = (0.0, 0.0)  # metres from each node that was asked to the place that was used


@dataclasses.dataclass
class Result:
    """What one router did with one map."""
    name: str
    prepare: dict
    answers: list
    paths_seconds: float
    table: dict
    serve_peak_bytes: int


def distance_metres(a, b):
    (x, y), (u, v) = a, b
    return math.hypot((x - u) * math.cos(math.radians((y + v) / 2)), y - v) * 111_195


def cost_of(*runs):
    return {"seconds": sum(run.seconds for run in runs), "core_seconds": sum(run.core_seconds for run in runs),
            "peak_bytes": max(run.peak_bytes for run in runs)}


def table_result(size, seconds, unreachable):
    return {"size": size, "seconds": seconds, "rows_per_second": size / seconds, "unreachable": unreachable}


def read_nodes(network):
    """{node id: (lon, lat)} of a GeoPackage that Allways wrote."""
    def position(blob):
        envelope = (0, 32, 48, 48, 64)[blob[3] >> 1 & 7]
        return struct.unpack_from("<dd", blob, 8 + envelope + 5)

    with sqlite3.connect(f"file:{network}?mode=ro", uri=True) as database:
        return {id: position(blob) for id, blob in database.execute("select node_id, geom from node order by node_id")}


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
    answers = [Answer(path.get("time_s"), path.get("length_m")) if path["reachable"] else Answer(None, None)
               for path in json.loads(run.output)["paths"]]
    places.write_text("".join(f"{id}\n" for id in questions.table))
    solved = run_program([program, "table", network, "--points", f"@{places}", "-o", table, "-O", "--json", *QUIET])
    report = json.loads(solved.output)
    result = table_result(len(questions.table), solved.seconds, report["unreachable"])  # the whole command
    result["rows_per_second_once_read"] = len(questions.table) / (report["seconds"]["total"] - report["seconds"]["read"])
    return Result(Allways(program).version(), cost_of(prepared), answers, run.seconds, result,
                  max(run.peak_bytes, solved.peak_bytes))


def ask_osrm(arguments, osm, questions, folder):
    programs = OsrmPrograms(arguments.osrm, arguments.cores)
    base, runs = programs.prepare(osm, questions.profile)
    size = len(questions.table)
    with programs.serve(base, "--max-table-size", max(size, 100)) as server:
        begin = time.perf_counter()
        answers = []
        for ends in questions.ends():
            status, json = server.route(ends, {"overview": "false"})
            moved = tuple(place["distance"] for place in json.get("waypoints", [])) or (0.0, 0.0)
            route = json["routes"][0] if status == 200 else {"duration": None, "distance": None}
            answers.append(Answer(route["duration"], route["distance"], moved))
        paths_seconds = time.perf_counter() - begin
        begin = time.perf_counter()
        status, json = server.table(questions.table_positions())
        seconds = time.perf_counter() - begin
        if status != 200:
            sys.exit(f"OSRM's table: {json}")
        unreachable = sum(cell is None for row in json["durations"] for cell in row)
        return Result(f"OSRM {programs.version()}", cost_of(*runs), answers, paths_seconds,
                      table_result(size, seconds, unreachable), server.peak_bytes())


def ask_valhalla(arguments, osm, questions, folder):
    programs = ValhallaPrograms(arguments.valhalla, arguments.cores)
    config, run = programs.prepare(osm, folder / "valhalla")
    with programs.serve(config) as server:
        begin = time.perf_counter()
        answers = []
        for ends in questions.ends():
            status, json = server.route(ends, questions.profile)
            if status != 200:
                answers.append(Answer(None, None))
                continue
            trip = json["trip"]
            used = decoded_ends(trip["legs"][0]["shape"])
            moved = tuple(distance_metres(asked, place) for asked, place in zip(ends, used))
            answers.append(Answer(trip["summary"]["time"], trip["summary"]["length"] * 1000, moved))
        paths_seconds = time.perf_counter() - begin
        begin = time.perf_counter()
        status, json = server.table(questions.table_positions(), questions.profile)
        seconds = time.perf_counter() - begin
        if status != 200:
            sys.exit(f"Valhalla's table: {json}")
        unreachable = sum(cell is None for row in json["sources_to_targets"]["durations"] for cell in row)
        return Result(f"Valhalla {programs.version()}", cost_of(run), answers, paths_seconds,
                      table_result(len(questions.table), seconds, unreachable), server.peak_bytes())


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
        pair = dict(zip(("from", "to"), questions.pairs[i])) | dict(
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
            "different_reachability": differing[:10], "worst_times": worst[:10], "worst_lengths": longest[:10]}


def moved_ends(result, questions, limit):
    """{node: metres} of the ends that the router moved."""
    return {node: round(metres, 1) for pair, answer in zip(questions.pairs, result.answers)
            for node, metres in zip(pair, answer.moved) if metres > limit}


def compare_map(path, arguments, folder):
    osm = folder / path.name
    if not osm.exists():
        osm.symlink_to(path.resolve())
    network = folder / "network.gpkg"
    prepared = Allways(arguments.allways).prepare(osm, network, arguments.profile, "--order")
    if prepared is None:
        sys.exit(f"{path}: no way is open to {arguments.profile}")
    nodes = read_nodes(network)
    questions = Questions(nodes, arguments)
    results = [ask_allways(arguments, network, prepared, questions, folder)]
    if arguments.osrm:
        results.append(ask_osrm(arguments, osm, questions, folder))
    if arguments.valhalla:
        results.append(ask_valhalla(arguments, osm, questions, folder))
    kept = [i for i in range(len(questions.pairs))
            if all(max(result.answers[i].moved) <= arguments.moved for result in results)]
    return {
        "map": path.name, "profile": arguments.profile, "seed": arguments.seed, "nodes": len(nodes),
        "pairs": len(questions.pairs), "compared_pairs": len(kept), "moved_metres": arguments.moved,
        "cores": arguments.cores, "load": os.getloadavg(),
        "routers": [{"name": result.name, "prepare": result.prepare, "paths_seconds": result.paths_seconds,
                     "unreachable_pairs": sum(answer.seconds is None for answer in result.answers),
                     "moved_ends": moved_ends(result, questions, arguments.moved), "table": result.table,
                     "serve_peak_bytes": result.serve_peak_bytes} for result in results],
        "comparisons": [compare(results[0], other, questions, kept) for other in results[1:]],
    }


# ---- text


def spread(values):
    return f"{values['first']:.3f}  {values['median']:.3f}  {values['third']:.3f}" if values else "-"


def map_text(result):
    megabytes = 1 << 20
    lines = [["router", "prepare s", "of all cores", "peak MB", "1000 paths s", "serving peak MB", "table", "rows/s"]]
    for router in result["routers"]:
        prepare, table = router["prepare"], router["table"]
        lines.append([router["name"], f"{prepare['seconds']:.2f}", f"{prepare['core_seconds']:.2f}",
                      f"{prepare['peak_bytes'] / megabytes:.0f}", f"{1000 * router['paths_seconds'] / result['pairs']:.2f}",
                      f"{router['serve_peak_bytes'] / megabytes:.0f}", f"{table['size']} × {table['size']}",
                      f"{table['rows_per_second']:.0f}"])
    once_read = result["routers"][0]["table"]["rows_per_second_once_read"]
    moved = ", ".join(f"{router['name']} {len(router['moved_ends'])}" for router in result["routers"])
    text = (f"{result['map']}, {result['profile']}: {result['nodes']} nodes, {result['compared_pairs']} of {result['pairs']} "
            f"pairs compared\nends moved by more than {result['moved_metres']:g} m: {moved}\n\n{text_table(lines)}\n"
            f"Allways' rates are of whole commands, which read the network; once it is read: {once_read:.0f} rows/s\n")
    lines = [["beside Allways", "both", "neither", "only Allways", "only the other", "agree",
              "time ratio: quartiles", "length ratio: quartiles", "same length (1 %)"]]
    for other in result["comparisons"]:
        reach = other["reachability"]
        agreement = f"{100 * other['reachability_agreement']:.1f} %" if other["pairs"] else "-"
        lines.append([other["router"], reach["both"], reach["neither"], reach["only_allways"], reach["only_other"], agreement,
                      spread(other["time_ratio"]), spread(other["length_ratio"]),
                      f"{100 * other['length_within_1_percent']:.1f} %"])
    text += "\n" + text_table(lines) + "\n"
    for other in result["comparisons"]:
        for key, title in (("worst_times", "times that differ most from the median ratio"),
                           ("worst_lengths", "lengths that differ most")):
            lines = [[f"{other['router']}: {title}", "from", "to", "Allways s", "other s", "ratio", "Allways m", "other m",
                      "ratio"]]
            for i, pair in enumerate(other[key], 1):
                lines.append([i, pair["from"], pair["to"], *(f"{value:.1f}" for value in pair["seconds"]),
                              f"{pair['time_ratio']:.2f}", *(f"{value:.0f}" for value in pair["metres"]),
                              f"{pair['length_ratio']:.2f}"])
            text += "\n" + text_table(lines) + "\n"
        if other["different_reachability"]:
            text += f"\n{other['router']}: reached by one router only (up to ten)\n" + "".join(
                f"{pair['from']} -> {pair['to']}: {pair['reached'].replace('_', ' ')}\n"
                for pair in other["different_reachability"])
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("maps", nargs="+", type=pathlib.Path, metavar="MAP", help="OpenStreetMap data, .osm.pbf")
    parser.add_argument("--allways", default="allways", metavar="PROGRAM", help="the command (default: allways)")
    parser.add_argument("--osrm", metavar="FOLDER", help="the unpacked wheel osrm-bindings (default: leave OSRM out)")
    parser.add_argument("--valhalla", metavar="FOLDER", help="the unpacked wheel pyvalhalla (default: leave Valhalla out)")
    parser.add_argument("--profile", choices=("car", "bicycle", "foot"), default="car")
    parser.add_argument("--pairs", type=int, default=1000, metavar="N", help="random pairs of nodes (default: 1000)")
    parser.add_argument("--table", type=int, default=200, metavar="N", help="nodes of the table (default: 200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--moved", type=float, default=1.0, metavar="METRES",
                        help="leave out pairs of which a router moves an end farther than this (default: 1)")
    parser.add_argument("--cores", type=int, default=1, metavar="N", help="cores for every program (default: 1)")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="also write the figures and worst pairs as JSON")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="keep the prepared maps there")
    arguments = parser.parse_args()
    if not arguments.osrm and not arguments.valhalla:
        parser.error("name at least one other router: --osrm FOLDER, --valhalla FOLDER")
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:arguments.cores])  # children inherit it

    results = []
    with tempfile.TemporaryDirectory() as scratch:
        for path in arguments.maps:
            folder = (arguments.keep.resolve() if arguments.keep else pathlib.Path(scratch)) / path.name.split(".")[0]
            folder.mkdir(parents=True, exist_ok=True)
            results.append(compare_map(path, arguments, folder))
            print(map_text(results[-1]), flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
