#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the directions of `allways path` and osrm-routed at exits, at forks of ramps, and on random routes.

    compare_guidance.py --allways PROGRAM --osrm http://127.0.0.1:5001 NETWORK.gpkg …

OSRM serves the map of the network (one network at a time), with its car profile. Exits and forks are all places where a
ramp leaves a motorway, a trunk road or another ramp beside other ways, each with up to six ways to go on. Only routes
that both lead along the same nodes are compared, step by step: a step is at the same place within 5 m. A place is silent
if no step is there (within 8 m for OSRM's, whose places are rounded). Python 3.10, no packages.
"""

import argparse
import collections
import json
import math
import pathlib
import random
import sqlite3
import struct
import subprocess
import tempfile
import urllib.error
import urllib.request

METRES_OF_A_DEGREE = 111_195
LINKS = ("motorway_link", "trunk_link")
MAIN = ("motorway", "trunk")
MOST_WAYS_ON = 6
LEGS_ON = 4

Arc = collections.namedtuple("Arc", "tail head kind")
Step = collections.namedtuple("Step", "type modifier place name exit")


def metres(a, b):
    return math.hypot((b[0] - a[0]) * math.cos(math.radians(a[1])), b[1] - a[1]) * METRES_OF_A_DEGREE


def point_of(blob):
    """The position of a point of a GeoPackage."""
    envelope = {0: 0, 1: 32, 2: 48, 3: 48, 4: 64}[(blob[3] >> 1) & 7]
    return struct.unpack("<dd", blob[8 + envelope + 5:8 + envelope + 21])


class Network:
    def __init__(self, path):
        layers = sqlite3.connect(path)
        self.path = path
        self.position = {node: point_of(blob) for node, blob in layers.execute("select node_id, geom from node")}
        self.out = collections.defaultdict(list)
        for tail, head, directed, kind in layers.execute("select from_node_id, to_node_id, directed, facility_type from link"):
            for arc in [Arc(tail, head, kind or "")] + ([] if directed else [Arc(head, tail, kind or "")]):
                self.out[arc.tail].append(arc)

    def passages(self):
        """(kind, arc before, ramp, last node) for each exit and fork and each way to go on."""
        for before in [arc for arcs in self.out.values() for arc in arcs if arc.kind in MAIN + LINKS]:
            ways = [way for way in self.out[before.head] if way.head not in (before.tail, way.tail)]
            for ramp in ways if len(ways) > 1 else []:
                is_fork = before.kind in LINKS and sum(way.kind in LINKS for way in ways) > 1
                if ramp.kind in LINKS and (before.kind in MAIN or is_fork):
                    kind = "fork of a ramp" if is_fork else f"exit of a {before.kind}"
                    for last in self.ways_on(ramp)[:MOST_WAYS_ON]:
                        yield kind, before, ramp, last

    def ways_on(self, ramp):
        ends, fronts = [], [[ramp]]
        while fronts:
            way = fronts.pop()
            passed = {arc.tail for arc in way}
            further = [arc for arc in self.out[way[-1].head] if arc.head not in passed]
            if len(way) == LEGS_ON or not further:
                ends.append(way[-1].head)
            else:
                fronts += [way + [arc] for arc in further]
        return ends

    def paths(self, program, pairs):
        """For each pair its nodes and steps, or None."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "pairs.csv")
            file.write_text("from,to\n" + "".join(f"{a},{b}\n" for a, b in pairs))
            run = subprocess.run([program, "path", self.path, "--pairs", file, "-f", "json", "-q", "--progress", "none"],
                                 capture_output=True, text=True, check=True)
        for path in json.loads(run.stdout)["paths"]:
            nodes = [leg["from"] for leg in path["legs"][:1]] + [leg["to"] for leg in path["legs"]]
            steps = [Step(step["type"], step.get("modifier") or "", self.position[nodes[step["first_leg"]]],
                          step.get("name", ""), step.get("exit")) for step in path["maneuvers"]] if nodes else []
            yield (nodes, steps) if path["reachable"] and nodes else None

    def osrm(self, base, a, b):
        places = ";".join("{!r},{!r}".format(*self.position[node]) for node in (a, b))
        try:
            with urllib.request.urlopen(f"{base}/route/v1/driving/{places}?steps=true&overview=false&annotations=nodes") as answer:
                leg = json.load(answer)["routes"][0]["legs"][0]
        except urllib.error.HTTPError:
            return None
        steps = [Step(step["maneuver"]["type"], step["maneuver"].get("modifier", ""), step["maneuver"]["location"],
                      step["name"], step["maneuver"].get("exit")) for step in leg["steps"]]
        return [node for node in leg["annotation"]["nodes"] if node in self.position], steps


def side(modifier):
    return "left" if "left" in modifier else "right" if "right" in modifier else ""


def step_at(steps, place, within):
    return next((step for step in steps[1:-1] if metres(step.place, place) < within), None)


def count_passages(network, arguments, count):
    wanted = list(network.passages())
    pairs = [(before.tail, last) for _, before, _, last in wanted]
    for (kind, before, ramp, last), found in zip(wanted, network.paths(arguments.allways, pairs) if pairs else []):
        way = [before.tail, before.head, ramp.head]
        if found is None or not any(found[0][i:i + 3] == way for i in range(len(found[0]))):
            continue
        count[kind] += 1
        place = network.position[ramp.tail]
        own = step_at(found[1], place, 1)
        count[f"{kind}: silent"] += own is None
        other = network.osrm(arguments.osrm, before.tail, last)
        if other is None or not any(other[0][i:i + 2] == way[1:] for i in range(len(other[0]))):
            continue
        theirs = step_at(other[1], place, 8)
        count[f"{kind}: OSRM's"] += 1
        count[f"{kind}: OSRM silent"] += theirs is None
        count[f"{kind}: silent where OSRM speaks"] += own is None and theirs is not None


def count_routes(network, arguments, count):
    chance = random.Random(arguments.seed)
    nodes = sorted(network.position)
    pairs = [tuple(chance.sample(nodes, 2)) for _ in range(arguments.routes)]
    for pair, found in zip(pairs, network.paths(arguments.allways, pairs)):
        other = network.osrm(arguments.osrm, *pair) if found else None
        if other is None or other[0] != found[0]:
            continue
        count["routes"] += 1
        count["steps"] += len(found[1])
        count["OSRM's steps"] += len(other[1])
        for own in found[1]:
            for theirs in [step for step in other[1] if metres(step.place, own.place) < 5]:
                count_step(own, theirs, count)


def count_step(own, theirs, count):
    count["types equal" if own.type == theirs.type else "types differ"] += 1
    if own.type != theirs.type:
        count[f"types: {own.type} here, {theirs.type} of OSRM"] += 1
    if own.name and theirs.name:
        count["names compared"] += 1
        count["names differ"] += own.name != theirs.name
    if own.exit and theirs.exit:
        count["exit numbers compared"] += 1
        count["exit numbers differ"] += own.exit != theirs.exit
    if {own.type, theirs.type} & {"fork", "on ramp", "off ramp", "merge"}:
        count["sides compared"] += 1
        count["sides differ"] += side(own.modifier) != side(theirs.modifier)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("networks", nargs="+", metavar="NETWORK.gpkg")
    parser.add_argument("--allways", default="allways")
    parser.add_argument("--osrm", required=True)
    parser.add_argument("--routes", type=int, default=300, help="random routes of a network (default: 300)")
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    for path in arguments.networks:
        count = collections.Counter()
        network = Network(path)
        count_passages(network, arguments, count)
        count_routes(network, arguments, count)
        print(path)
        for name in sorted(count):
            print(f"  {name}: {count[name]}")


if __name__ == "__main__":
    main()
