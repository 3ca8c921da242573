# SPDX-License-Identifier: Apache-2.0
"""Reads the OpenStreetMap data that reports mention: tags and nodes of ways, positions, barriers.

It is plain Python without a library, so the map of a city or an island takes seconds, but a country takes too long.
"""

import struct
import xml.etree.ElementTree
import zlib

CLOSER_THAN = 2  # units of 1e-6 degrees


def varints(data):
    found, number, shift = [], 0, 0
    for byte in data:
        number |= (byte & 127) << shift
        if byte < 128:
            found.append(number)
            number = shift = 0
        else:
            shift += 7
    return found


def signed(number):
    return number >> 1 ^ -(number & 1)


def running_sums(data):
    sums, total = [], 0
    for number in varints(data):
        total += signed(number)
        sums.append(total)
    return sums


def fields(data):
    """(number, value) of each field of a protocol buffer: integers and byte strings."""
    at = 0

    def integer():
        nonlocal at
        number = shift = 0
        while True:
            byte = data[at]
            at += 1
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number

    while at < len(data):
        key = integer()
        size = {1: 8, 5: 4}.get(key & 7)
        if key & 7 == 0:
            yield key >> 3, integer()
            continue
        if size is None:
            size = integer()
        yield key >> 3, data[at:at + size]
        at += size


class OsmMap:
    def __init__(self, path):
        self.positions = {}  # node → (lon, lat)
        self.barriers = {}  # node → tags
        self.ways = {}  # way → tags; roads and ferries only
        self.nodes_of = {}  # way → nodes
        with open(path, "rb") as file:
            is_pbf = file.read(6)[4:] == b"\n\x09"  # a header of nine letters: OSMHeader
            file.seek(0)
            if is_pbf:
                self._read_pbf(file)
            else:
                self._read_xml(file)
        self._way_between = {}
        for way, nodes in self.nodes_of.items():
            for pair in zip(nodes, nodes[1:]):
                self._way_between[min(pair), max(pair)] = way
        self._node_at = {(round(lon * 1e6), round(lat * 1e6)): node
                         for nodes in self.nodes_of.values() for node in nodes if node in self.positions
                         for lon, lat in [self.positions[node]]}

    def way_between(self, a, b):
        return self._way_between.get((min(a, b), max(a, b)))

    def nodes_along(self, line):
        """The nodes of ways that lie at the vertices of a line of (lon, lat)."""
        near = sorted(range(-CLOSER_THAN, CLOSER_THAN + 1), key=abs)
        found = (next((self._node_at[x + i, y + j] for i in near for j in near if (x + i, y + j) in self._node_at), None)
                 for x, y in ((round(lon * 1e6), round(lat * 1e6)) for lon, lat in line))
        return [node for node in found if node is not None]

    def _keep_way(self, way, tags, nodes):
        if "highway" in tags or "route" in tags:
            self.ways[way] = tags
            self.nodes_of[way] = nodes

    def _read_xml(self, file):
        for _, element in xml.etree.ElementTree.iterparse(file):
            if element.tag not in ("node", "way"):
                continue
            id, tags = int(element.get("id")), {tag.get("k"): tag.get("v") for tag in element.findall("tag")}
            if element.tag == "way":
                self._keep_way(id, tags, [int(node.get("ref")) for node in element.findall("nd")])
            else:
                self.positions[id] = (float(element.get("lon")), float(element.get("lat")))
                if "barrier" in tags:
                    self.barriers[id] = tags
            element.clear()

    def _read_pbf(self, file):
        while size := file.read(4):
            header = dict(fields(file.read(struct.unpack(">I", size)[0])))
            blob = dict(fields(file.read(header[3])))
            if header[1] == b"OSMData":
                self._read_block(blob[1] if 1 in blob else zlib.decompress(blob[3]))

    def _read_block(self, data):
        texts, groups, scale = [], [], 100
        for number, value in fields(data):
            if number == 1:
                texts = [text.decode() for _, text in fields(value)]
            elif number == 2:
                groups.append(value)
            elif number == 17:
                scale = value
        for group in groups:
            for number, value in fields(group):
                if number == 2:
                    self._read_nodes(dict(fields(value)), texts, scale)
                elif number == 3:
                    way = dict(fields(value))
                    keys, values = varints(way.get(2, b"")), varints(way.get(3, b""))
                    self._keep_way(way[1], {texts[key]: texts[value] for key, value in zip(keys, values)},
                                   running_sums(way.get(8, b"")))

    def _read_nodes(self, dense, texts, scale):
        ids = running_sums(dense[1])
        for id, lat, lon in zip(ids, running_sums(dense[8]), running_sums(dense[9])):
            self.positions[id] = (lon * scale / 1e9, lat * scale / 1e9)
        words, at = iter(varints(dense.get(10, b""))), 0
        tags = {}
        for word in words:
            if word:
                tags[texts[word]] = texts[next(words)]
                continue
            if "barrier" in tags:
                self.barriers[ids[at]] = tags
            tags, at = {}, at + 1
