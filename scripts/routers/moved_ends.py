# SPDX-License-Identifier: Apache-2.0
"""Finds the reason why a router moved an end of a path to another place."""

import collections

from .reasons import tags_text

NEAR_M = 5  # within this distance Valhalla snaps to another node (its node_snap_tolerance)


def largest_component(network):
    """The nodes of the largest strong component of the network without barriers."""
    after, before = collections.defaultdict(list), collections.defaultdict(list)
    for a, b in network.arcs:
        if a not in network.no_through and b not in network.no_through:
            after[a].append(b)
            before[b].append(a)

    def reached(start, neighbours):
        seen, open_nodes = {start}, [start]
        while open_nodes:
            for node in neighbours[open_nodes.pop()]:
                if node not in seen:
                    seen.add(node)
                    open_nodes.append(node)
        return seen

    left, largest = dict.fromkeys(after), set()
    while len(left) > len(largest):
        start = next(iter(left))
        component = reached(start, after) & reached(start, before)
        for node in component:
            left.pop(node, None)
        largest = max(largest, component, key=len)
    return largest


def sorted_ends(moved, largest, osm):
    """Counts the moved ends ({node: metres}) by reason; ends without a known reason are counted by their tags."""
    counts, rest = collections.Counter(), []
    for node, metres in moved.items():
        if node not in largest:
            counts["outside Allways' largest strong component, or at a barrier"] += 1
        elif metres <= NEAR_M:
            counts[f"to another place within {NEAR_M} m"] += 1
        else:
            counts["other"] += 1
            ways = [f"way {way}{tags_text(osm.ways[way])}" for way, nodes in osm.nodes_of.items() if node in nodes]
            rest.append({"node": node, "metres": metres, "reason": ", ".join(ways) + tags_text(osm.barriers.get(node, {}))})
    return {"counts": dict(counts), "other": rest}
