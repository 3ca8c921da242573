# SPDX-License-Identifier: Apache-2.0
"""Converts the tables of an OSRM scenario to OpenStreetMap data, as OSRM's step definitions do (BSD-2-Clause).

A node map puts the letters of a drawing on a grid: two characters to the right and one line down are one grid size. A
table of routability becomes one way for each row, of five nodes a to e at 100 m, far from the ways of the other rows; the
middle node c has the row's tags `node/...`.
"""

import math
import re
import xml.etree.ElementTree as xml

ROW_SPACING = 100  # grid cells from the way of one row of routability to the next
RESULT_COLUMN = re.compile(r"(forw|backw|bothw)\b")


class Unsupported(Exception):
    """A scenario needs something that the replay does not support."""


class Ruler:
    """Degrees per metre at a latitude on the ellipsoid, by the formulas of Mapbox's cheap-ruler, which OSRM uses."""

    def __init__(self, latitude):
        flattening = 1 / 298.257223563
        e2 = flattening * (2 - flattening)
        cosine = math.cos(math.radians(latitude))
        w2 = 1 / (1 - e2 * (1 - cosine * cosine))
        metres = math.radians(1) * 6378137
        self.kx, self.ky = metres * math.sqrt(w2) * cosine, metres * math.sqrt(w2) * w2 * (1 - e2)


class ScenarioMap:
    def __init__(self):
        self.grid = 100.0
        self.set_origin(1.0, 1.0)
        self.nodes, self.ways, self.relations = [], {}, []  # dicts with tags; ways by id
        self.position = {}  # of letters and digits: (lon, lat)
        self.node, self.way_id, self.relation_id = {}, {}, {}  # by name; a node is its dict, whose id may change
        self.last_id = 0

    def set_origin(self, lon, lat):
        self.origin, self.ruler = (lon, lat), Ruler(lat)

    def at(self, x, y):
        """The position of a grid cell; x to the east, y to the north."""
        return self.origin[0] + x * self.grid / self.ruler.kx, self.origin[1] + y * self.grid / self.ruler.ky

    def new_id(self):
        self.last_id += 1
        return self.last_id

    def add_node(self, position, tags, id=None):
        node = {"id": id or self.new_id(), "position": position, "tags": tags}
        self.nodes.append(node)
        return node

    def add_place(self, name, position, id=None):
        """A letter is a node, a digit only a position."""
        if name in self.position:
            raise Unsupported(f"node '{name}' is there twice")
        self.position[name] = position
        if name.isalpha():
            self.node[name] = self.add_node(position, {"name": name}, id)

    def add_node_map(self, drawing):
        for row, line in enumerate(drawing.split("\n")):
            for column, cell in enumerate(line):
                if re.match("[a-z0-9]", cell):
                    self.add_place(cell, self.at(column / 2, -row))

    def add_node_locations(self, table):
        for row in table.rows():
            self.add_place(row["node"], (float(row["lon"]), float(row["lat"])), int(row.get("id") or 0) or None)

    def tag_nodes(self, table):
        for row in table.rows():
            node = self.node[row.pop("node")]
            node["id"] = int(row.pop("id", 0) or node["id"])
            node["tags"].update(row)

    def add_ways(self, table, with_locations):
        for row in table.rows():
            names = row.pop("nodes")
            tags = {"highway": "primary", "name": names} | row
            if tags["highway"] == "(nil)":
                del tags["highway"]
            if tags["name"] in ('""', "''"):
                tags["name"] = ""
            elif tags["name"] in ("", "(nil)"):
                del tags["name"]
            id = self.new_id()
            self.ways[id] = {"nodes": [self.node[name] for name in names], "tags": tags, "located": with_locations}
            self.way_id[names] = id

    def add_relations(self, table):
        finders = {"node": lambda name: self.node.get(name, {}).get("id"),
                   "way": lambda name: self.way_id.get(name) or self.way_id.get(name[::-1]),
                   "relation": lambda name: self.relation_id.get(name)}
        for cells in table.body:
            members, tags = [], {}
            for column, cell in zip(table.header, cells):  # columns may repeat
                match = re.fullmatch("(node|way|relation)(?::(.*))?", column)
                if not match:
                    tags[column] = cell
                    continue
                for name in re.split(" *, *", cell):
                    if not (ref := finders[match[1]](name)):
                        raise Unsupported(f"relation with an unknown {match[1]} '{name}'")
                    members.append((match[1], ref, match[2] or ""))
            id = self.new_id()
            self.relations.append({"id": id, "members": members, "tags": tags})
            for column, value in tags.items():
                if "name" in column:
                    self.relation_id[value] = id

    def add_routability_rows(self, table, with_side_roads=False):
        """`with_side_roads`: a dead end at node a touches each way, for routers that leave out what touches nothing."""
        for i, row in enumerate(table.rows()):
            nodes = [self.add_node(self.at(x + ROW_SPACING * i, 0), {"name": f"{name}{i}"})
                     for x, name in enumerate("abcde")]
            tags = {"highway": "primary"}
            for key, value in row.items():
                if RESULT_COLUMN.match(key) or not value:
                    continue
                if key.startswith("node/"):
                    if value != "(nil)":
                        nodes[2]["tags"][key.removeprefix("node/")] = value
                elif value == "(nil)":
                    tags.pop(key, None)
                else:
                    tags[key] = value
            self.ways[self.new_id()] = {"nodes": nodes, "tags": tags | {"name": f"w{i}"}, "located": False}
            if with_side_roads:
                side = self.add_node(self.at(ROW_SPACING * i, 2), {})
                self.ways[self.new_id()] = {"nodes": [nodes[0], side], "located": False,
                                            "tags": {"highway": "residential", "name": f"side{i}"}}

    def row_ends(self, i):
        """The positions of the nodes b and d, between which a row of routability is requested."""
        return self.at(1 + ROW_SPACING * i, 0), self.at(3 + ROW_SPACING * i, 0)

    def place(self, name):
        if name.strip() not in self.position:
            raise Unsupported(f"unknown node '{name}'")
        return self.position[name.strip()]

    def way_name(self, id):
        return self.ways[id]["tags"].get("name", "")

    def write(self, path):
        stamp = {"version": "1", "uid": "1", "user": "osrm", "timestamp": "2000-01-01T00:00:00Z"}
        root = xml.Element("osm", generator="replay", version="0.6")

        def add_tags(element, tags):
            for key, value in tags.items():
                xml.SubElement(element, "tag", k=key, v=value)

        def located(position):
            return {"lon": repr(float(position[0])), "lat": repr(float(position[1]))}

        for node in self.nodes:
            add_tags(xml.SubElement(root, "node", id=str(node["id"]), **stamp, **located(node["position"])), node["tags"])
        for id, way in self.ways.items():
            element = xml.SubElement(root, "way", id=str(id), **stamp)
            for node in way["nodes"]:
                xml.SubElement(element, "nd", ref=str(node["id"]), **(located(node["position"]) if way["located"] else {}))
            add_tags(element, way["tags"])
        for relation in self.relations:
            element = xml.SubElement(root, "relation", id=str(relation["id"]), **stamp)
            for kind, ref, role in relation["members"]:
                xml.SubElement(element, "member", type=kind, ref=str(ref), role=role)
            add_tags(element, relation["tags"])
        xml.ElementTree(root).write(path, encoding="UTF-8", xml_declaration=True)
