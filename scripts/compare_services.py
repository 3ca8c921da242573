#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sends the same requests to `allways serve` and to osrm-routed, and lists how the shapes of their answers differ: status,
code, keys and types; and how far durations and distances do.

    compare_services.py --allways http://127.0.0.1:5000 --osrm http://127.0.0.1:5001 --bbox 7.41,43.725,7.435,43.745

Both serve the same map, inside the box. A shape is the set of all paths to values in the JSON, such as
"routes[].legs[].distance: number"; integers count as numbers. Python 3.10, no packages.
"""

import argparse
import bisect
import collections
import json
import math
import random
import statistics
import sys
import urllib.error
import urllib.request


def ask(base: str, target: str) -> tuple[int, object]:
    try:
        with urllib.request.urlopen(base + target, timeout=60) as answer:
            status, body = answer.status, answer.read()
    except urllib.error.HTTPError as error:
        status, body = error.code, error.read()
    try:
        return status, json.loads(body)
    except ValueError:  # the body of a tile is not JSON
        return status, None


def type_of(value: object) -> str:
    names = {bool: "boolean", int: "number", float: "number", str: "string", type(None): "null"}
    return names[type(value)]


def shape_of(value: object, path: str = "") -> set[str]:
    if isinstance(value, dict):
        return set().union(*(shape_of(one, f"{path}.{key}" if path else key) for key, one in value.items()), set())
    if isinstance(value, list):
        return set().union(*(shape_of(one, path + "[]") for one in value), {path + "[]"})
    return {f"{path}: {type_of(value)}"}


ROUTE = ("", "steps=true", "steps=true&annotations=true&geometries=geojson&overview=full", "overview=false&annotations=duration,distance",
         "annotations=nodes", "annotations=datasources,speed,weight", "geometries=polyline6", "geometries=geojson&overview=simplified",
         "overview=full", "continue_straight=false", "continue_straight=true", "continue_straight=default", "generate_hints=false",
         "skip_waypoints=true", "alternatives=true", "alternatives=3&steps=true", "alternatives=false", "alternatives=0",
         "exclude=motorway", "exclude=ferry", "snapping=any", "radiuses=1000;unlimited", "approaches=curb;curb",
         "approaches=unrestricted;opposite", "bearings=0,180;180,180", "bearings=;")
ROUTE_OF_FIVE = ("", "steps=true&waypoints=0;2;4", "annotations=true&waypoints=0;4", "radiuses=;;500;;unlimited", "continue_straight=true",
                 "alternatives=2", "steps=true&exclude=ferry")
NEAREST = ("", "number=3", "number=10", "generate_hints=false", "radiuses=1000", "radiuses=unlimited", "bearings=90,90", "approaches=curb",
           "exclude=motorway", "snapping=any", "number=2&skip_waypoints=true")
TABLE = ("", "annotations=duration", "annotations=distance", "annotations=duration,distance", "sources=0;1&destinations=2", "sources=all",
         "destinations=3;1;1", "skip_waypoints=true", "generate_hints=false", "fallback_speed=10",
         "fallback_speed=10&fallback_coordinate=snapped&annotations=duration,distance", "scale_factor=2",
         "scale_factor=0.5&annotations=distance", "approaches=curb;curb;curb;curb", "exclude=ferry", "radiuses=1000;1000;1000;1000",
         "bearings=0,180;0,180;;")

TRIP = ("", "roundtrip=false&source=first", "roundtrip=false&source=first&destination=last", "roundtrip=false&destination=last",
        "destination=last", "source=first&destination=last", "steps=true&annotations=true&geometries=geojson&overview=full",
        "overview=false&generate_hints=false", "skip_waypoints=true")
MATCH = ("", "tidy=true", "gaps=ignore", "waypoints=0;9", "waypoints=0;4;9", "steps=true&annotations=true&overview=full",
         "timestamps=" + ";".join(str(10 * i) for i in range(10)), "geometries=geojson&generate_hints=false", "skip_waypoints=true",
         "radiuses=" + ";".join(["10"] * 10))


def mistakes(place, places) -> list[str]:
    """Malformed requests, one of each kind."""
    two, three = places(2), places(3)
    wrong = ["/", "/route", "/route/v1", "/route/v1/driving", "/route/v1/driving/", f"/route/v2/driving/{two}", f"/route/v1//{two}",
             f"/walk/v1/driving/{two}", f"/route/v1/driving/{place()}", "/route/v1/driving/x", f"/route/v1/driving/{two};",
             f"/route/v1/driving/;{two}", "/route/v1/driving/1,2;3", "/route/v1/driving/1;2", "/route/v1/driving/1,2,3;4,5",
             "/route/v1/driving/nan,1;2,3", "/route/v1/driving/1,2;200,4", "/route/v1/driving/1,2;3,-91",
             "/route/v1/driving/polyline(", "/route/v1/driving/polyline()", f"/route/v1/driving/{two}.json", f"/route/v1/driving/{two}.xml",
             f"/nearest/v1/driving/{two}", f"/nearest/v1/driving/{place()}?number=0", f"/nearest/v1/driving/{place()}?number=-1",
             f"/nearest/v1/driving/{place()}?number=x", f"/table/v1/driving/{place()}", f"/match/v1/driving/{place()}",
             f"/trip/v1/driving/{place()}", "/tile/v1/car/tile(1310,3166,13).mvt"]
    for options in ("foo=1", "steps=maybe", "steps", "steps=", "steps=true&", "&steps=true", "steps=true&steps=false", "Steps=true",
                    "radiuses=1", "radiuses=0;0", "radiuses=-1;5", "radiuses=a;5", "radiuses=1;2;3", "bearings=400,3;", "bearings=10,20",
                    "bearings=10;20", "bearings=10,200;", "bearings=-1,10;", "hints=a", "hints=;", "exclude=nothing", "exclude=",
                    "exclude=motorway,ferry", "waypoints=0", "waypoints=1;0", "waypoints=0;0", "waypoints=0;5", "waypoints=a",
                    "approaches=foo;", "approaches=curb", "snapping=none", "geometries=wkt", "overview=none", "annotations=foo",
                    "annotations=", "alternatives=x", "alternatives=-1", "alternatives=1000", "continue_straight=1", "generate_hints=1",
                    "skip_waypoints=yes", "number=2", "sources=0"):
        wrong.append(f"/route/v1/driving/{two}?{options}")
    for options in ("sources=2", "sources=a", "sources=", "sources=0;0", "destinations=9", "destinations=-1", "annotations=speed",
                    "annotations=", "annotations=true", "scale_factor=0", "scale_factor=-1", "scale_factor=x", "fallback_speed=-1",
                    "fallback_speed=0", "fallback_coordinate=here", "steps=true", "fallback_coordinate=input"):
        wrong.append(f"/table/v1/driving/{two}?{options}")
    for options in ("roundtrip=1", "source=last", "destination=first", "alternatives=1", "continue_straight=true"):
        wrong.append(f"/trip/v1/driving/{three}?{options}")
    for options in ("timestamps=1;2", "timestamps=3;2;1", "timestamps=1;2;a", "gaps=join", "tidy=1", "waypoints=0;1", "alternatives=1"):
        wrong.append(f"/match/v1/driving/{three}?{options}")
    return wrong


def trace(base: str, ends: str, source: random.Random, points: int = 10) -> str | None:
    """Points along a route of the service, moved by a normal distribution of 5 m; none without a route."""
    _, answer = ask(base, f"/route/v1/driving/{ends}?geometries=geojson&overview=full")
    if not isinstance(answer, dict) or answer.get("code") != "Ok":
        return None
    line = answer["routes"][0]["geometry"]["coordinates"]
    metres = 111195 * math.cos(math.radians(line[0][1]))
    along = [0.0]
    for (x, y), (u, v) in zip(line, line[1:]):
        along.append(along[-1] + math.hypot((u - x) * metres, (v - y) * 111195))
    found = []
    for i in range(points):
        wanted = along[-1] * i / (points - 1)
        at = min(bisect.bisect_right(along, wanted), len(line) - 1)
        share = (wanted - along[at - 1]) / max(along[at] - along[at - 1], 1e-9)
        x, y = (line[at - 1][k] + share * (line[at][k] - line[at - 1][k]) for k in (0, 1))
        found.append(f"{x + source.gauss(0, 5) / metres:.6f},{y + source.gauss(0, 5) / 111195:.6f}")
    return ";".join(found)


def requests(bbox: list[float], count: int, seed: int, base: str) -> list[str]:
    source = random.Random(seed)

    def place() -> str:
        return f"{source.uniform(bbox[0], bbox[2]):.6f},{source.uniform(bbox[1], bbox[3]):.6f}"

    def places(number: int) -> str:
        return ";".join(place() for _ in range(number))

    def asked(path: str, options: str) -> str:
        return path + ("?" + options if options else "")

    well_formed = []
    for service, number, all_options in (("route", 2, ROUTE), ("route", 5, ROUTE_OF_FIVE), ("nearest", 1, NEAREST), ("table", 4, TABLE),
                                         ("trip", 8, TRIP)):
        for options in all_options:
            well_formed += [asked(f"/{service}/v1/driving/{places(number)}", options) for _ in range(count)]
    for options in MATCH:
        traces = (trace(base, places(2), source) for _ in range(count))
        well_formed += [asked(f"/match/v1/driving/{one}", options) for one in traces if one]
    return well_formed + mistakes(place, places)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--allways", required=True)
    parser.add_argument("--osrm", required=True)
    parser.add_argument("--bbox", required=True, help="west,south,east,north")
    parser.add_argument("--count", type=int, default=5, help="requests of each kind")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    differences = collections.defaultdict(list)  # difference → requests
    ratios = collections.defaultdict(list)
    asked = requests([float(part) for part in arguments.bbox.split(",")], arguments.count, arguments.seed, arguments.osrm)
    for target in asked:
        (our_status, ours), (their_status, theirs) = ask(arguments.allways, target), ask(arguments.osrm, target)
        if our_status != their_status:
            differences[f"status {our_status} for {their_status}"].append(target)
        codes = [answer.get("code") if isinstance(answer, dict) else None for answer in (ours, theirs)]
        if codes[0] != codes[1]:
            differences[f"code {codes[0]} for {codes[1]}"].append(target)
            continue
        if codes[0] != "Ok":
            if ours["message"] != theirs["message"]:
                differences[f"message '{ours['message']}' for '{theirs['message']}'"].append(target)
            continue
        for path in sorted(shape_of(ours) - shape_of(theirs)):
            differences[f"only Allways has {path}"].append(target)
        for path in sorted(shape_of(theirs) - shape_of(ours)):
            differences[f"only OSRM has {path}"].append(target)
        for kind in ("routes", "trips", "matchings"):
            for our_route, their_route in zip(ours.get(kind, []), theirs.get(kind, [])):
                for key in ("duration", "distance"):
                    if their_route[key] > 0:
                        ratios[f"{kind} {key}"].append(our_route[key] / their_route[key])
        for key in ("durations", "distances"):
            for our_row, their_row in zip(ours.get(key, []), theirs.get(key, [])):
                ratios[f"table {key}"] += [a / b for a, b in zip(our_row, their_row) if a is not None and b]
    print(f"{len(asked)} requests")
    for what, targets in sorted(differences.items()):
        print(f"{len(targets):4} × {what}\n       {targets[0]}")
    for what, found in sorted(ratios.items()):
        tenths = statistics.quantiles(found, n=10)
        print(f"{what}: Allways / OSRM median {statistics.median(found):.3f}, 10 % to 90 % {tenths[0]:.3f} to {tenths[-1]:.3f}, "
              f"{len(found)} values")
    return 0


if __name__ == "__main__":
    sys.exit(main())
