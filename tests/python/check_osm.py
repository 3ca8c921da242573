# SPDX-License-Identifier: Apache-2.0
"""check_osm.py FILE.osm.pbf NET.gpkg car|foot [PATH.json PATH.geojson]: whether an imported network is what the OSM file says,
by another reader (pyosmium) and rules written anew.

Every link must run along the nodes of its way, in a direction that the way's tags allow, be split at every junction and
nowhere else, and be as long as its line; every stretch of a usable way must have its link. On foot a link may also cross
an area: straight, between two nodes of its outline, and inside. A path must be made of such links, end to end, and its
line must be theirs.
"""
import collections
import json
import math
import re
import sqlite3
import struct
import sys

import osmium

CAR_ACCESS = ["motorcar", "motor_vehicle", "vehicle", "access"]
FOOT_ACCESS = ["foot", "access"]
CAR_CLASSES = {
    "motorway", "trunk", "primary", "secondary", "tertiary", "unclassified", "residential", "living_street", "service",
    "motorway_link", "trunk_link", "primary_link", "secondary_link", "tertiary_link",
}
CLOSED = {"no", "private"}
OF_LIMIT = 0.8  # the share of a posted limit at which the profile car drives
# Keys that keep speeds below that.
SLOWING = ("service", "surface", "tracktype", "smoothness", "width", "est_width", "lanes", "narrow", "traffic_calming",
           "oneway", "side_road")
SIZES = ("maxheight", "maxwidth", "maxlength", "maxweight", "maxaxleload", "width", "est_width")


def check(condition, message):
    if not condition:
        sys.exit(f"check_osm: {message}")


class Source(osmium.SimpleHandler):
    """Everything with a highway or that one walks on, and where its nodes are; on foot also the outlines of areas."""

    def __init__(self, mode):
        super().__init__()
        self.mode = mode
        self.ways = {}
        self.nodes_of_ways = {}  # all of them
        self.areas = collections.defaultdict(list)  # way → lists of the ways of its multipolygons
        self.positions = {}
        self.barriers = {}

    def node(self, node):
        self.positions[node.id] = (node.location.lon, node.location.lat)
        if "barrier" in node.tags:
            self.barriers[node.id] = dict(node.tags)

    def way(self, way):
        tags = dict(way.tags)
        self.nodes_of_ways[way.id] = [ref.ref for ref in way.nodes]
        walked = (tags.get("man_made") == "pier" or tags.get("amenity") == "parking" or
                  "platform" in (tags.get("railway"), tags.get("public_transport")))
        if "highway" in tags or tags.get("route") == "ferry" or walked:
            self.ways[way.id] = (self.nodes_of_ways[way.id], tags)
            if len(way.nodes) > 3 and way.is_closed():
                self.areas[way.id].append([way.id])

    def relation(self, relation):
        if self.mode != "foot" or relation.tags.get("type") != "multipolygon":
            return
        members = [member.ref for member in relation.members if member.type == "w" and member.ref in self.nodes_of_ways]
        for way in members:
            self.areas[way].append(members)
            self.ways.setdefault(way, (self.nodes_of_ways[way], dict(relation.tags)))


def access(tags, mode):
    for key in CAR_ACCESS if mode == "car" else FOOT_ACCESS:
        if key in tags:
            return tags[key]
    return None


def directions(tags, mode):
    """The directions a way is open in: +1 with its nodes, -1 against them."""
    if mode == "foot":
        return {1, -1}
    if mode == "car" and any(key.startswith("oneway:") for key in tags):
        return {1, -1}  # finer than this check
    oneway = tags.get("oneway")
    if oneway is None:
        implied = tags.get("junction") in ("roundabout", "circular") or tags.get("highway") == "motorway"
        return {1} if implied else {1, -1}
    if oneway in ("yes", "true", "1"):
        return {1}
    if oneway in ("-1", "reverse"):
        return {-1}
    return {1, -1} if oneway in ("no", "false", "0") else None


def points_of(blob):
    """Coordinates of a GeoPackage line (OGC 12-128, clause 2.1.3)."""
    check(blob[:2] == b"GP", "a geometry without its GeoPackage header")
    envelope = {0: 0, 1: 32, 2: 48, 3: 48, 4: 64}[(blob[3] >> 1) & 7]
    at = 8 + envelope
    order = "<" if blob[at] == 1 else ">"
    kind, count = struct.unpack_from(order + "II", blob, at + 1)
    check(kind == 2, f"expected a geometry of kind {kind} where a line")
    values = struct.unpack_from(f"{order}{2 * count}d", blob, at + 9)
    return list(zip(values[0::2], values[1::2]))


def metres(line):
    """Length on a sphere, good to half a percent."""
    total = 0
    for (lon1, lat1), (lon2, lat2) in zip(line, line[1:]):
        x = math.radians(lon2 - lon1) * math.cos(math.radians((lat1 + lat2) / 2))
        total += 6371008.8 * math.hypot(x, math.radians(lat2 - lat1))
    return total


def same(a, b):
    return len(a) == len(b) and all(abs(x1 - x2) < 1e-9 and abs(y1 - y2) < 1e-9 for (x1, y1), (x2, y2) in zip(a, b))


def stretch(nodes, positions, start, end, line):
    """(first position, direction) at which the way's nodes run from `start` to `end` along `line`."""
    steps = len(line) - 1
    for at, node in enumerate(nodes):
        for direction in (1, -1):
            last = at + direction * steps
            if node == start and 0 <= last < len(nodes) and nodes[last] == end:
                run = nodes[at:last + 1] if direction == 1 else nodes[last:at + 1][::-1]
                if same([positions[n] for n in run], line):
                    return at, direction
    return None


def is_inside(point, edges):
    """Whether the point is inside the rings of these edges, or nearer than a centimetre to one."""
    inside = False
    for (x1, y1), (x2, y2) in edges:
        dx, dy = x2 - x1, y2 - y1
        along = ((point[0] - x1) * dx + (point[1] - y1) * dy) / (dx * dx + dy * dy or 1)
        along = max(0, min(1, along))
        if math.hypot(point[0] - x1 - along * dx, point[1] - y1 - along * dy) < 1e-7:
            return True
        if (y1 > point[1]) != (y2 > point[1]):
            inside ^= point[0] < x1 + (point[1] - y1) / dy * dx
    return inside


def crosses_area(source, way, start, end, line):
    """Whether the line is straight from node to node of an area's outline, and all inside."""
    if len(line) != 2 or not same([source.positions[start], source.positions[end]], line):
        return False
    (x1, y1), (x2, y2) = line
    for members in source.areas[way]:
        refs = [source.nodes_of_ways[member] for member in members]
        if not all(any(node in part for part in refs) for node in (start, end)):
            continue
        steps = collections.Counter(frozenset(step) for part in refs for step in zip(part, part[1:]) if step[0] != step[1])
        edges = [[source.positions.get(node, (0, 0)) for node in step] for step, count in steps.items() if count % 2]
        if all(is_inside((x1 + (x2 - x1) * i / 50, y1 + (y2 - y1) * i / 50), edges) for i in range(1, 50)):
            return True
    return False


def check_network(source, net, mode):
    connection = sqlite3.connect(net)
    geometry = connection.execute(
        "SELECT column_name FROM gpkg_geometry_columns WHERE table_name = 'link'").fetchone()[0]
    fields = [row[1] for row in connection.execute("PRAGMA table_info(link)")]
    destination_only = "destination_only" if "destination_only" in fields else "0"
    links = connection.execute(f"SELECT from_node_id, to_node_id, osm_way_id, facility_type, length, time, free_speed, "
                               f"{destination_only}, {geometry} FROM link ORDER BY fid").fetchall()
    check(links, "no links")
    uses = collections.Counter()
    for way in {int(link[2]) for link in links}:
        nodes = source.ways[way][0]
        uses.update(nodes)
        uses.update([nodes[0], nodes[-1]])  # ways are cut at their ends

    covered = collections.Counter()
    lines = {}
    across = 0
    for start, end, way, kind, length, time, speed, destination_only, blob in links:
        way = int(way)
        check(way in source.ways, f"way {way} is not in the file")
        nodes, tags = source.ways[way]
        line = points_of(blob)
        found = stretch(nodes, source.positions, start, end, line)
        if not found and mode == "foot" and crosses_area(source, way, start, end, line):
            across += 1
            check(abs(time - length / speed * 3.6) < 0.0006 + 0.0006 * 3.6 / speed, f"time of {start} -> {end}: {time}")
            check(abs(length - metres(line)) <= 0.005 * metres(line) + 0.001, f"length of {start} -> {end}: {length}")
            lines[(start, end, way, tuple(line))] = line
            continue
        check(found, f"link {start} -> {end} does not run along way {way}")
        at, direction = found
        run = [nodes[at + direction * step] for step in range(len(line))]
        covered.update((way, a, b) for a, b in zip(run, run[1:]))
        inner = run[1:-1]
        check(all(uses[node] == 1 for node in inner), f"link {start} -> {end} of way {way} passes a junction")
        if tags.get("route") != "ferry":
            check(direction in directions(tags, mode), f"link {start} -> {end} runs against way {way}: {tags}")
            # Cars may end in a private street, which is then one for destinations only.
            said = access(tags, mode)
            ends_there = mode == "car" and said == "private" and destination_only
            check(said not in CLOSED or ends_there, f"way {way} is closed: {tags}")
            rounding = 0.0006 + 0.0006 * 3.6 / speed  # of the time and of the length
            check(abs(time - length / speed * 3.6) < rounding, f"time of {start} -> {end}: {time}, {length} m, {speed} km/h")
            posted = tags.get("maxspeed", "")
            if mode == "car" and re.fullmatch(r"\d+", posted):
                slowed = tags.get("highway") == "living_street" or any(key in tags for key in SLOWING)
                most = OF_LIMIT * float(posted)
                check(abs(speed - most) < 1e-9 * most or slowed and speed < most,
                      f"way {way}: maxspeed {posted}, speed {speed}: {tags}")
        check(abs(length - metres(line)) <= 0.005 * metres(line) + 0.001, f"length of {start} -> {end}: {length}")
        lines[(start, end, way, tuple(line))] = line
    for way in {int(link[2]) for link in links}:
        there = collections.Counter(zip(source.ways[way][0], source.ways[way][0][1:]))
        for a, b in list(there):
            most = there[(a, b)] + there[(b, a)]
            check(covered[(way, a, b)] <= most, f"the stretch {a} - {b} of way {way} has {covered[(way, a, b)]} links")

    if mode == "car":
        for way, (nodes, tags) in source.ways.items():
            open_ways = directions(tags, mode) if tags.get("highway") in CAR_CLASSES else None
            closed = "area" in tags or tags.get("service") == "emergency_access" or tags.get("hov") == "designated"
            if not open_ways or closed or access(tags, mode) in CLOSED or any(key.startswith("oneway:") for key in tags):
                continue
            if any(key.startswith(tuple(CAR_ACCESS)) and ":" in key for key in tags) or access(tags, mode) not in (
                    None, "yes", "permissive", "destination", "designated"):
                continue
            if any(key.startswith(SIZES) for key in tags):
                continue  # finer than this check
            wanted = collections.Counter()
            for a, b in zip(nodes, nodes[1:]):
                if a != b and a in source.positions and b in source.positions:
                    wanted.update([(a, b)] if 1 in open_ways else [])
                    wanted.update([(b, a)] if -1 in open_ways else [])
            for (a, b), count in wanted.items():
                check(covered[(way, a, b)] == count, f"way {way} has {covered[(way, a, b)]} links {a} -> {b}: {tags}")
    print(f"{net}: {len(links)} links on {len({link[2] for link in links})} ways, {sum(covered.values())} stretches "
          f"and {across} links across areas agree")
    return {(start, end): line for start, end, way, line in lines}, lines


def check_path(source, lines, mode, path_json, path_geojson):
    by_ends = collections.defaultdict(list)
    for (start, end, way, _), line in lines.items():
        by_ends[(start, end)].append((way, line))
    path = json.load(open(path_json))["paths"][0]
    check(path["reachable"] and path["legs"], "the path is not there")
    drawn = [tuple(point) for point in json.load(open(path_geojson))["features"][0]["geometry"]["coordinates"]]
    line = []
    against = 0
    at = path["legs"][0]["from"]
    for leg in path["legs"]:
        check(leg["from"] == at, f"the path jumps from {at} to {leg['from']}")
        at = leg["to"]
        candidates = [(way, found) for way, found in by_ends[(leg["from"], leg["to"])]
                      if str(way) == str(leg.get("osm_way_id", way))]
        check(candidates, f"leg {leg} is no link")
        fitting = [found for found in candidates
                   if not line or same(drawn[len(line) - 1:len(line) - 1 + len(found[1])],
                                       [(round(x, 7), round(y, 7)) for x, y in found[1]])]
        check(line == [] or fitting, f"the line leaves leg {leg}")
        way, points = (fitting or candidates)[0]
        line += points if not line else points[1:]
        tags = source.ways[way][1]
        found = stretch(source.ways[way][0], source.positions, leg["from"], leg["to"], points)
        against += found is not None and found[1] not in directions(tags, "car")
        barrier = source.barriers.get(leg["from"], {}).get("barrier")
        check(mode != "car" or barrier not in ("bollard", "block", "chain", "jersey_barrier"),
              f"the path passes a {barrier} at {leg['from']}")
    check(at == path["stops"][-1]["node"], "the path does not arrive")
    check(same(drawn, [(round(x, 7), round(y, 7)) for x, y in line]), "the line drawn is not that of the links")
    check(mode != "car" or against == 0, "a car goes against a one-way street")
    print(f"{path_geojson}: {len(path['legs'])} legs, {metres(line):.0f} m, {against} against one-way streets ({mode})")


def main(osm, net, mode, *path):
    source = Source(mode)
    source.apply_file(osm)
    _, lines = check_network(source, net, mode)
    if path:
        check_path(source, lines, mode, *path)


if __name__ == "__main__":
    main(*sys.argv[1:])
