#!/usr/bin/env python3
"""Sends the same requests to `allways serve` and to osrm-routed, and lists how the shapes of their answers differ: status,
code, keys and types; and how far durations and distances do.

    compare_services.py --allways http://127.0.0.1:5000 --osrm http://127.0.0.1:5001 --bbox 7.41,43.725,7.435,43.745

Both serve the same map, inside the box. A shape is the set of all paths to values in the JSON, such as
"routes[].legs[].distance: number"; whole numbers are numbers. Python 3.10, no packages.
"""

import argparse
import collections
import json
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
    except ValueError:  # a tile
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


def requests(bbox: list[float], count: int, seed: int) -> list[str]:
    source = random.Random(seed)

    def place() -> str:
        return f"{source.uniform(bbox[0], bbox[2]):.6f},{source.uniform(bbox[1], bbox[3]):.6f}"

    def places(number: int) -> str:
        return ";".join(place() for _ in range(number))

    well_formed = []
    for options in ("", "?steps=true", "?steps=true&annotations=true&geometries=geojson&overview=full",
                    "?overview=false&annotations=duration,distance", "?geometries=polyline6", "?continue_straight=false",
                    "?generate_hints=false", "?skip_waypoints=true", "?alternatives=true"):
        well_formed += [f"/route/v1/driving/{places(2)}{options}" for _ in range(count)]
    well_formed += [f"/route/v1/driving/{places(5)}?steps=true&waypoints=0;2;4", f"/route/v1/driving/{places(4)}"]
    for options in ("", "?number=3", "?generate_hints=false", "?radiuses=1000", "?bearings=90,90"):
        well_formed += [f"/nearest/v1/driving/{place()}{options}" for _ in range(count)]
    for options in ("", "?annotations=duration,distance", "?annotations=distance", "?sources=0;1&destinations=2",
                    "?skip_waypoints=true", "?fallback_speed=10", "?scale_factor=2", "?approaches=curb;curb;curb;curb"):
        well_formed += [f"/table/v1/driving/{places(4)}{options}" for _ in range(count)]
    two = places(2)
    wrong = ["/", "/route", "/route/v1/driving", f"/route/v2/driving/{two}", f"/walk/v1/driving/{two}",
             f"/route/v1/driving/{place()}", "/route/v1/driving/x", f"/route/v1/driving/{two};", f"/route/v1/driving/{two}?foo=1",
             f"/route/v1/driving/{two}?steps=maybe", "/route/v1/driving/1,2;200,4", f"/route/v1/driving/{two}?radiuses=1",
             f"/route/v1/driving/{two}?radiuses=0;0", f"/route/v1/driving/{two}?bearings=400,3;", f"/route/v1/driving/{two}?bearings=10,20",
             f"/route/v1/driving/{two}?hints=a", f"/route/v1/driving/{two}?hints=;", f"/route/v1/driving/{two}?exclude=nothing",
             f"/route/v1/driving/{two}?waypoints=0", f"/route/v1/driving/{two}?approaches=foo;", f"/nearest/v1/driving/{two}",
             f"/nearest/v1/driving/{place()}?number=0", f"/table/v1/driving/{place()}", f"/table/v1/driving/{two}?sources=2",
             f"/table/v1/driving/{two}?sources=a", f"/table/v1/driving/{two}?annotations=speed",
             f"/table/v1/driving/{two}?scale_factor=0", f"/table/v1/driving/{two}?fallback_speed=-1",
             f"/trip/v1/driving/{places(3)}", f"/match/v1/driving/{places(3)}", "/tile/v1/car/tile(1310,3166,13).mvt"]
    return well_formed + wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--allways", required=True)
    parser.add_argument("--osrm", required=True)
    parser.add_argument("--bbox", required=True, help="west,south,east,north")
    parser.add_argument("--count", type=int, default=10, help="requests of each kind")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    differences = collections.defaultdict(list)  # by what differs, the requests
    ratios = collections.defaultdict(list)
    asked = requests([float(part) for part in arguments.bbox.split(",")], arguments.count, arguments.seed)
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
        for our_route, their_route in zip(ours.get("routes", []), theirs.get("routes", [])):
            for key in ("duration", "distance"):
                if their_route[key] > 0:
                    ratios[f"route {key}"].append(our_route[key] / their_route[key])
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
