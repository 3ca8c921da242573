# SPDX-License-Identifier: Apache-2.0
"""Reads the data that reports need from a GeoPackage written by Allways."""

import sqlite3
import struct

from .reasons import Stretch


def position(blob):
    envelope = (0, 32, 48, 48, 64)[blob[3] >> 1 & 7]
    return struct.unpack_from("<dd", blob, 8 + envelope + 5)


class RoadNetwork:
    def __init__(self, path):
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
            self.positions = {id: position(blob)
                              for id, blob in database.execute("select node_id, geom from node order by node_id")}
            self.no_through = {id for id, in database.execute("select node_id from node where node_type is not null")}
            columns = {name for name, in database.execute("select name from pragma_table_info('link')")}
            destination = "destination_only" if "destination_only" in columns else "0"
            self.arcs = {}  # (from, to) → the fastest arc
            for a, b, way, seconds, metres, only in database.execute(
                    f"select from_node_id, to_node_id, osm_way_id, time, length, {destination} from link order by time desc"):
                self.arcs[a, b] = Stretch(int(way), a, b, seconds, metres, bool(only))
