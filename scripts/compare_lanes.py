#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the lanes at intersections of `allways serve` and osrm-routed on random routes.

    compare_lanes.py --allways PROGRAM --osrm http://127.0.0.1:5001 --list NETWORK.gpkg …

OSRM serves the map of the network (one network at a time), with its car profile. Only routes that both lead along the
same nodes are compared, at intersections within 3 m of each other at which both have lanes. Python 3.10, no packages.
"""

import argparse
import collections
import json
import random
import urllib.error
import urllib.request

from compare_guidance import Network, metres
from routers.allways import Allways


def intersections(base, positions, network):
    """The nodes of a route, and its intersections between depart and arrive; None if there is no route."""
    places = ";".join(f"{lon!r},{lat!r}" for lon, lat in positions)
    try:
        with urllib.request.urlopen(f"{base}/route/v1/driving/{places}?steps=true&overview=false&annotations=nodes") as answer:
            leg = json.load(answer)["routes"][0]["legs"][0]
    except urllib.error.HTTPError:
        return None
    found = []
    for step in leg["steps"][1:-1]:
        turn = f"{step['maneuver']['type']} {step['maneuver'].get('modifier', '')} {step['name']}"
        found += [(place, turn if at == 0 else "") for at, place in enumerate(step["intersections"])]
    return [node for node in leg["annotation"]["nodes"] if node in network.position], found


def lane_text(place):
    return " ".join(";".join(lane["indications"]) + ("*" if lane["valid"] else "") for lane in place["lanes"])


def compare(network, own_base, arguments, count, differing):
    chance = random.Random(arguments.seed)
    nodes = sorted(network.position)
    for _ in range(arguments.routes):
        positions = [network.position[node] for node in chance.sample(nodes, 2)]
        own, other = (intersections(base, positions, network) for base in (own_base, arguments.osrm))
        if not own or not other or own[0] != other[0]:
            continue
        count["routes"] += 1
        for theirs, turn in other[1]:
            ours = next(((place, told) for place, told in own[1] if metres(place["location"], theirs["location"]) < 3), None)
            if ours is None:
                continue
            kind = "at maneuvers" if turn and ours[1] else "passed"
            lanes = "lanes" in ours[0], "lanes" in theirs
            if lanes == (True, True):
                count[f"{kind}: both have lanes"] += 1
                if lane_text(ours[0]) != lane_text(theirs):
                    count[f"{kind}: lanes differ"] += 1
                    differing[(*theirs["location"], kind, lane_text(ours[0]), ours[1], lane_text(theirs), turn)] += 1
            elif any(lanes):
                count[f"{kind}: only {'here' if lanes[0] else 'in OSRM'}"] += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("networks", nargs="+", metavar="NETWORK.gpkg")
    parser.add_argument("--allways", default="allways")
    parser.add_argument("--osrm", required=True)
    parser.add_argument("--routes", type=int, default=1000, help="random routes of a network (default: 1000)")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--list", action="store_true", help="also print the lanes that differ; * marks valid ones")
    arguments = parser.parse_args()
    for path in arguments.networks:
        count, differing = collections.Counter(), collections.Counter()
        with Allways(arguments.allways).serve(path) as server:
            compare(Network(path), f"http://127.0.0.1:{server.port}", arguments, count, differing)
        print(path)
        for name in sorted(count):
            print(f"  {name}: {count[name]}")
        for (lon, lat, kind, own, own_turn, theirs, turn), times in differing.most_common() if arguments.list else []:
            print(f"  {times} × {lon},{lat} {kind}\n      here {own} ({own_turn})\n      OSRM {theirs} ({turn})")


if __name__ == "__main__":
    main()
