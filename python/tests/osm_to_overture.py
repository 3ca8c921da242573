# SPDX-License-Identifier: Apache-2.0
"""OpenStreetMap XML → segments and connectors as Overture Maps would have them: the same roads, told by another schema.

    osm_to_overture.py MAP.osm[.gz] OUT.geojson

What tags say is told as rules: one-way streets and access as access_restrictions, limits as speed_limits, turn restrictions
via a node as prohibited_transitions. Nodes that ways share become connectors with the id n<node>, at fractions of the
geodesic length. Barriers, conditional tags and sizes of vehicles are lost, as in Overture's data.
"""

from __future__ import annotations

import collections
import gzip
import json
import re
import sys
import xml.etree.ElementTree as xml
from typing import Any

import pyproj

_classes = {"motorway", "trunk", "primary", "secondary", "tertiary", "residential", "living_street", "unclassified", "service",
            "pedestrian", "footway", "steps", "path", "track", "cycleway", "bridleway"}
_uses = {"parking_aisle", "driveway", "alley", "sidewalk"}
_surfaces = {"asphalt": "paved", "concrete": "paved", "paved": "paved", "unpaved": "unpaved", "gravel": "gravel", "dirt": "dirt",
             "ground": "dirt", "paving_stones": "paving_stones", "metal": "metal"}
_modes = {"access": [], "vehicle": ["vehicle"], "motor_vehicle": ["motor_vehicle"], "motorcar": ["car"], "hgv": ["hgv"],
          "bicycle": ["bicycle"], "foot": ["foot"], "bus": ["bus"]}
_purposes = {"destination": {"using": ["at_destination"]}, "customers": {"using": ["as_customer"]},
             "delivery": {"using": ["to_deliver"]}, "private": {"recognized": ["as_private"]},
             "permit": {"recognized": ["as_permitted"]}, "agricultural": {"using": ["to_farm"]},
             "forestry": {"using": ["for_forestry"]}}
_ellipsoid = pyproj.Geod(ellps="WGS84")

Tags = dict[str, str]


def read_osm(path: str) -> tuple[dict[str, tuple[float, float]], list[tuple[str, Tags, list[str]]], list[tuple[Tags, list[Any]]]]:
    """Nodes by id, ways (id, tags, nodes) and relations (tags, members)."""
    nodes, ways, relations = {}, [], []
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        for _, element in xml.iterparse(file):
            tags = {tag.get("k"): tag.get("v") for tag in element.findall("tag")}
            if element.tag == "node":
                nodes[element.get("id")] = (float(element.get("lon")), float(element.get("lat")))
            elif element.tag == "way":
                ways.append((element.get("id"), tags, [ref.get("ref") for ref in element.findall("nd")]))
            elif element.tag == "relation":
                members = [(part.get("type"), part.get("ref"), part.get("role")) for part in element.findall("member")]
                relations.append((tags, members))
            else:
                continue
            element.clear()
    return nodes, ways, relations


def _class(tags: Tags) -> tuple[str, str | None] | None:
    highway = tags.get("highway", "")
    if tags.get("area") == "yes":
        return None
    if highway.endswith("_link"):
        return highway[:-5], "link"
    if highway == "road":
        return "unknown", None
    if highway not in _classes:
        return None
    use = tags.get(highway)
    return highway, use if use in _uses else "crosswalk" if highway == "footway" and use == "crossing" else None


def _access(tags: Tags) -> list[dict[str, Any]]:
    rules = []
    for key, modes in _modes.items():
        value, when = tags.get(key), {"mode": modes} if modes else {}
        if value in ("no", *_purposes):
            rules.append({"access_type": "denied", **({"when": when} if when else {})})
        if value in _purposes:
            rules.append({"access_type": "allowed", "when": {**when, **_purposes[value]}})
        elif value in ("yes", "permissive", "designated") and key != "access":
            rules.append({"access_type": "designated" if value == "designated" else "allowed", "when": when})
    circle = tags.get("junction") in ("roundabout", "circular") or tags.get("highway") == "motorway"
    oneway = tags.get("oneway", "yes" if circle else "no")
    if oneway in ("yes", "true", "1", "-1", "reverse"):
        heading = "forward" if oneway in ("-1", "reverse") else "backward"
        rules.append({"access_type": "denied", "when": {"heading": heading}})
        if tags.get("oneway:bicycle") == "no":
            rules.append({"access_type": "allowed", "when": {"heading": heading, "mode": ["bicycle"]}})
    return rules


def _limits(tags: Tags) -> list[dict[str, Any]]:
    rules = []
    for key, when in (("maxspeed", {}), ("maxspeed:forward", {"heading": "forward"}), ("maxspeed:backward", {"heading": "backward"}),
                      ("maxspeed:hgv", {"mode": ["hgv"]})):
        found = re.fullmatch(r"(\d+)( mph)?", tags.get(key, ""))
        if found:
            speed = {"value": int(found[1]), "unit": "mph" if found[2] else "km/h"}
            rules.append({"max_speed": speed, **({"when": when} if when else {})})
    return rules


def _properties(tags: Tags, name: str, subclass: str | None) -> dict[str, Any]:
    found: dict[str, Any] = {"theme": "transportation", "type": "segment", "version": 1, "subtype": "road", "class": name,
                             "names": {"primary": tags["name"], "common": None, "rules": None} if "name" in tags else None,
                             "access_restrictions": _access(tags) or None, "speed_limits": _limits(tags) or None}
    if subclass:
        found |= {"subclass": subclass, "subclass_rules": [{"value": subclass, "between": None}]}
    if tags.get("surface") in _surfaces:
        found["road_surface"] = [{"value": _surfaces[tags["surface"]], "between": None}]
    flags = [flag for flag, key in (("is_bridge", "bridge"), ("is_tunnel", "tunnel")) if tags.get(key) == "yes"]
    if flags:
        found["road_flags"] = [{"values": flags, "between": None}]
    if "ref" in tags:
        found["routes"] = [{"ref": ref, "between": None} for ref in tags["ref"].split(";")]
    return found


def _banned_turns(relations: list[tuple[Tags, list[Any]]], segments: dict[str, dict[str, Any]], ways: dict[str, list[str]]) -> None:
    """Adds the no_… restrictions via a node, and the only_… ones as bans of every other continuation."""
    at_node = collections.defaultdict(list)
    for way, refs in ways.items():
        for ref in set(refs):
            at_node[ref].append(way)
    for tags, members in relations:
        value = tags.get("restriction", "")
        by_role = collections.defaultdict(list)
        for kind, ref, role in members:
            by_role[role].append((kind, ref))
        if tags.get("type") != "restriction" or not value.startswith(("no_", "only_")) or "except" in tags:
            continue
        one = [by_role[role] for role in ("from", "via", "to")]
        if any(len(found) != 1 for found in one) or one[1][0][0] != "node":
            continue
        (_, start), (_, via), (_, end) = (found[0] for found in one)
        if start not in ways or end not in ways:
            continue
        exits = [end] if value.startswith("no_") else [way for way in at_node[via] if way not in (start, end)]
        for way in exits:
            for forward in (True, False):
                leaves = via in (ways[way][:-1] if forward else ways[way][1:])
                if leaves:
                    step = {"connector_id": f"n{via}", "segment_id": f"w{way}"}
                    rule = {"sequence": [step], "final_heading": "forward" if forward else "backward", "between": None}
                    segments[start].setdefault("prohibited_transitions", []).append(rule)


def features(path: str) -> list[dict[str, Any]]:
    """The features of a map: segments w<way> and connectors n<node>."""
    nodes, all_ways, relations = read_osm(path)
    ways = {way: [ref for ref in refs if ref in nodes] for way, tags, refs in all_ways if _class(tags)}
    ways = {way: refs for way, refs in ways.items() if len(refs) > 1}
    uses = collections.Counter(ref for refs in ways.values() for ref in set(refs))
    properties = {}
    for way, tags, _ in all_ways:
        if way in ways:
            properties[way] = _properties(tags, *_class(tags))
    _banned_turns(relations, properties, ways)
    found, connectors = [], {}
    for way, refs in ways.items():
        points = [nodes[ref] for ref in refs]
        lengths = [0.0]
        for (x, y), (to_x, to_y) in zip(points, points[1:]):
            lengths.append(lengths[-1] + _ellipsoid.inv(x, y, to_x, to_y)[2])
        ends = {0, len(refs) - 1}
        own = [i for i, ref in enumerate(refs) if i in ends or uses[ref] > 1]
        properties[way]["connectors"] = [
            {"connector_id": f"n{refs[i]}", "at": round(lengths[i] / lengths[-1], 9) if lengths[-1] else i / (len(refs) - 1)}
            for i in own]
        connectors |= {refs[i]: points[i] for i in own}
        found.append({"type": "Feature", "id": f"w{way}", "geometry": {"type": "LineString", "coordinates": points},
                      "properties": properties[way]})
    for node, point in connectors.items():
        found.append({"type": "Feature", "id": f"n{node}", "geometry": {"type": "Point", "coordinates": point},
                      "properties": {"theme": "transportation", "type": "connector", "version": 1}})
    return found


def write_geojson(found: list[dict[str, Any]], path: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write('{"type":"FeatureCollection","features":[\n')
        file.write(",\n".join(json.dumps(feature) for feature in found))
        file.write("\n]}\n")


if __name__ == "__main__":
    write_geojson(features(sys.argv[1]), sys.argv[2])
