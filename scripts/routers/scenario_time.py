# SPDX-License-Identifier: Apache-2.0
"""The local time at which a scenario of OSRM takes place.

OSRM reads conditional restrictions if an option of its extraction says so. Its contraction then knows a moment in
seconds since 1970 and a file of areas with the names of their time zones.
"""

import argparse
import datetime
import json
import zoneinfo


def is_inside(position, ring):
    """True if a ring of (lon, lat) encloses the position: a line to the east crosses it an odd number of times."""
    x, y = position
    inside = False
    for (x1, y1), (x2, y2) in zip(ring, ring[1:]):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
    return inside


def zone_at(position, file):
    """The name of the time zone in which the position lies, None outside of all."""
    for feature in json.loads(file.read_text(encoding="utf-8"))["features"]:
        shape = feature["geometry"]
        parts = shape["coordinates"] if shape["type"] == "MultiPolygon" else [shape["coordinates"]]
        if any(is_inside(position, part[0]) for part in parts):
            return feature["properties"]["tzid"]
    return None


def local_time(arguments, position, data_root):
    """The time as 2017-05-02T10:00; None if the scenario states none, or no time zone for the position."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--parse-conditionals-from-now", type=int)
    parser.add_argument("--time-zone-file")
    stated, _ = parser.parse_known_args(arguments["contract"])
    if stated.parse_conditionals_from_now is None or "--parse-conditional-restrictions" not in arguments["extract"]:
        return None
    zone = zone_at(position, data_root / stated.time_zone_file.replace("{timezone_names}", "iana"))
    if zone is None:
        return None
    moment = datetime.datetime.fromtimestamp(stated.parse_conditionals_from_now, zoneinfo.ZoneInfo(zone))
    return moment.strftime("%Y-%m-%dT%H:%M")
