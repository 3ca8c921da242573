#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Matches the same noisy traces by `allways serve` and osrm-routed, and compares the lengths of the matched ways with the driven
ones.

    compare_traces.py --allways http://127.0.0.1:5000 --osrm http://127.0.0.1:5001 --bbox 7.41,43.725,7.435,43.745 \\
        --every 15 --deviation 10

Both serve the same map; OSRM needs --max-matching-size. A trace is a route that both give the same length, inside the
box, with a point each so many metres, moved by a normally distributed distance to the east and to the north. Python
3.10, no packages.
"""

import argparse
import json
import math
import random
import statistics
import time
import urllib.error
import urllib.request

METRES_OF_A_DEGREE = 111_195
SAME = 0.005  # difference of the lengths of one route
OFF = 0.05  # difference of lengths from which a matching is wrong


def ask(base, service, places, **options):
    """The answer, None for an error, and the seconds that it took."""
    names = ";".join(f"{lon:.6f},{lat:.6f}" for lon, lat in places)
    query = "&".join(f"{key}={value}" for key, value in options.items())
    begin = time.perf_counter()
    try:
        with urllib.request.urlopen(f"{base}/{service}/v1/driving/{names}?{query}", timeout=60) as answer:
            body = answer.read()
    except urllib.error.HTTPError:
        return None, time.perf_counter() - begin
    return json.loads(body), time.perf_counter() - begin


def metres(place, other):
    east = (other[0] - place[0]) * math.cos(math.radians(place[1]))
    return math.hypot(east, other[1] - place[1]) * METRES_OF_A_DEGREE


def sampled(line, every):
    """Places on the line, each so many metres, and its end."""
    places, left = [line[0]], every
    for a, b in zip(line, line[1:]):
        length = metres(a, b)
        while length > left:
            share = left / length
            a = (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
            places.append(a)
            length -= left
            left = every
        left -= length
    return places + [line[-1]]


def moved(place, deviation, chance):
    east, north = chance.gauss(0, deviation), chance.gauss(0, deviation)
    return (place[0] + east / METRES_OF_A_DEGREE / math.cos(math.radians(place[1])), place[1] + north / METRES_OF_A_DEGREE)


def traces(arguments, chance):
    """Driven lengths and traces."""
    west, south, east, north = map(float, arguments.bbox.split(","))
    made = []
    for _ in range(50 * arguments.traces):
        ends = [(chance.uniform(west, east), chance.uniform(south, north)) for _ in range(2)]
        routes = [ask(base, "route", ends, geometries="geojson", overview="full")[0] for base in (arguments.allways, arguments.osrm)]
        if not all(routes):
            continue
        lengths = [answer["routes"][0]["distance"] for answer in routes]
        line = routes[0]["routes"][0]["geometry"]["coordinates"]
        places = sampled([tuple(place) for place in line], arguments.every)
        is_same = abs(lengths[0] - lengths[1]) <= SAME * lengths[1]
        if not is_same or not arguments.shortest <= lengths[0] or len(places) > arguments.longest:
            continue
        made.append((lengths[0], [moved(place, arguments.deviation, chance) for place in places]))
        if len(made) == arguments.traces:
            break
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--allways", required=True)
    parser.add_argument("--osrm", required=True)
    parser.add_argument("--bbox", required=True, help="west,south,east,north")
    parser.add_argument("--every", type=float, default=15, help="metres between points (default: 15)")
    parser.add_argument("--deviation", type=float, default=10, help="standard deviation in metres (default: 10)")
    parser.add_argument("--traces", type=int, default=100, help="(default: 100)")
    parser.add_argument("--shortest", type=float, default=500, help="metres of a route (default: 500)")
    parser.add_argument("--longest", type=int, default=400, help="points of a trace (default: 400)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", default="", help="further options of the requests, such as tidy=true")
    arguments = parser.parse_args()
    made = traces(arguments, random.Random(arguments.seed))
    further = dict(option.split("=") for option in arguments.options.split("&") if option)
    print(f"{len(made)} traces, a point every {arguments.every:g} m, deviation {arguments.deviation:g} m")
    for name in ("allways", "osrm"):
        shares, seconds, parts = [], 0, 0
        for driven, places in made:
            radiuses = ";".join([f"{arguments.deviation:g}"] * len(places))
            answer, took = ask(getattr(arguments, name), "match", places, radiuses=radiuses, overview="false", **further)
            seconds += took
            matchings = answer["matchings"] if answer else []
            parts += len(matchings)
            shares.append(sum(one["distance"] for one in matchings) / driven)
        off = [share for share in shares if abs(share - 1) > OFF]
        print(f"{name}: {len(off)} more than 5 % off, {sum(share > 1 for share in off)} of them longer; "
              f"median {statistics.median(shares):.3f}, mean difference {statistics.mean(abs(one - 1) for one in shares):.3f}, "
              f"{parts} matchings, {seconds:.2f} s")


if __name__ == "__main__":
    main()
