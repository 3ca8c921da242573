# SPDX-License-Identifier: Apache-2.0
"""Finds by rules why another router answers differently from Allways on the same map.

Both paths are cut into stretches. If the other router's path uses something that Allways' network lacks, that is the
reason; otherwise the stretch of Allways' path that it avoids; otherwise the stretch where the two speeds differ most.
Each router is queried for single stretches, so the reason is the routers' behaviour, not their documentation.
"""

import dataclasses

LONGER = 1.05, 20  # a stretch is avoided if the answer is longer than it by this factor and by these metres
SLOWER = 1  # s
TAGS = ("highway", "route", "access", "vehicle", "motor_vehicle", "motorcar", "bicycle", "foot", "oneway", "junction", "service",
        "maxspeed", "surface", "tracktype", "duration", "barrier", "area", "construction", "toll")


@dataclasses.dataclass
class Stretch:
    """A part of a path along one way, between two nodes of Allways' network."""
    way: int | None
    start: int
    end: int
    seconds: float | None  # None: Allways has no such arc
    metres: float | None
    destination_only: bool = False


def merged(stretches):
    """Joins neighbouring stretches on the same way."""
    joined = []
    for one in stretches:
        last = joined[-1] if joined else None
        if (last and last.way == one.way and last.destination_only == one.destination_only and last.start != one.end
                and None not in (last.seconds, one.seconds)):
            joined[-1] = dataclasses.replace(last, end=one.end, seconds=last.seconds + one.seconds,
                                             metres=last.metres + one.metres)
        else:
            joined.append(one)
    return joined


def is_longer(metres, than):
    return metres > than * LONGER[0] + LONGER[1]


class Reasons:
    """`ask(a, b, with_shape)` returns the other router's answer between two positions, `explain(a, b)` that of `allways
    explain`."""

    def __init__(self, other, osm, network, ask, explain):
        self.other, self.osm, self.network, self.ask, self.explain = other, osm, network, ask, explain
        self.between = {}

    def of(self, pair, ours, theirs, legs, usual_ratio):
        """`legs`: Allways' path; `usual_ratio`: the median of the other's time divided by Allways'."""
        own = merged(Stretch(leg.get("osm_way_id"), leg["from"], leg["to"], leg["cost"], leg["length_m"]) for leg in legs)
        if theirs.seconds is None:
            return self._not_driven(own)
        nodes = self._their_nodes(pair)
        stretches = list(self._stretches(nodes))
        if ours.seconds is None:
            return self._not_in_allways(stretches, nodes) or self._explained(pair) or "unknown"
        same_way = [leg["from"] for leg in legs] == [stretch.start for stretch in stretches]
        if not same_way:
            found = self._not_in_allways(stretches, nodes) or self._dearer_by_rule(pair, ours, stretches)
            if found or (found := self._gone_round(own)):
                return found
        return self._speeds(own, theirs, ours, usual_ratio, same_way)

    # ---- the other's path in Allways' network

    def _their_nodes(self, pair):
        shape = self.ask(*pair, True).shape
        nodes = self.osm.nodes_along(shape) if shape and not isinstance(shape[0], int) else shape or []
        begin = nodes.index(pair[0]) if pair[0] in nodes else 0
        end = len(nodes) - nodes[::-1].index(pair[1]) if pair[1] in nodes else len(nodes)
        return nodes[begin:end]

    def _stretches(self, nodes):
        begin = None
        for at, node in enumerate(nodes):
            if node not in self.network.positions:
                continue
            if begin is not None and nodes[begin] != node:
                yield self.network.arcs.get((nodes[begin], node)) or Stretch(
                    self.osm.way_between(nodes[begin], nodes[begin + 1]), nodes[begin], node, None, None)
            begin = at

    def _not_in_allways(self, stretches, nodes):
        for stretch in stretches:
            if stretch.seconds is None and stretch.way is not None:
                against = (stretch.end, stretch.start) in self.network.arcs
                return (f"{'one-way' if against else 'closed'}: Allways does not drive {self._way(stretch.way)}"
                        f"{' in this direction' if against else ''}")
        for node in nodes[1:-1]:
            if node in self.network.no_through:
                return f"gate: Allways does not pass {self._node(node)}"
        return None

    def _dearer_by_rule(self, pair, ours, stretches):
        """The other router's path is faster with Allways' costs, so a rule forbids it."""
        if any(stretch.seconds is None for stretch in stretches):
            return None
        if sum(stretch.seconds for stretch in stretches) > ours.seconds - SLOWER:
            return None
        rule = self._explained(pair)
        if rule and rule.startswith(("turn restriction", "prices of turns")):
            return rule
        for stretch in stretches:
            if stretch.destination_only:
                return f"destinations: Allways does not drive through {self._way(stretch.way)}"
        for before, after in zip(stretches, stretches[1:]):
            if (before.start, before.end) == (after.end, after.start):
                return f"U-turn: Allways does not turn round at {self._node(before.end)}"
        return rule or "turn restriction"

    def _explained(self, pair):
        found = self.explain(*pair)
        if "turn_rule" in found:
            text = found["turn_rule"]["text"]
            return f"{'prices of turns: in Allways ' if text.endswith('has a price') else 'turn restriction: '}{text}"
        return None if found["reachable"] else found["why"]

    # ---- Allways' path in the other's network

    def _ask_stretch(self, start, end):
        if (start, end) not in self.between:
            self.between[start, end] = self.ask(start, end, False)
        return self.between[start, end]

    def _gone_round(self, own):
        for stretch in own:
            answer = self._ask_stretch(stretch.start, stretch.end)
            if answer.seconds is None or is_longer(answer.metres, stretch.metres):
                return f"{self._kind(stretch.way, 'closed or slow')}: {self.other} goes round {self._way(stretch.way)}"
        for before, after in zip(own, own[1:]):
            answer = self._ask_stretch(before.start, after.end)
            if answer.seconds is None or is_longer(answer.metres, before.metres + after.metres):
                return (f"turn restriction: {self.other} does not turn at node {before.end} from {self._way(before.way)} "
                        f"into {self._way(after.way)}")
        return None

    def _not_driven(self, own):
        for stretch in own:
            if self._ask_stretch(stretch.start, stretch.end).seconds is None:
                return f"closed: {self.other} does not drive {self._way(stretch.way)}"
        return self._gone_round(own) or "unknown"

    # ---- speeds

    def _speeds(self, own, theirs, ours, usual_ratio, same_way):
        ways, turning = {}, theirs.seconds
        for stretch in own:
            answer = self._ask_stretch(stretch.start, stretch.end)
            if answer.seconds is None:
                continue
            seconds, their_seconds, metres = ways.get(stretch.way, (0, 0, 0))
            ways[stretch.way] = (seconds + stretch.seconds, their_seconds + answer.seconds, metres + stretch.metres)
            turning -= answer.seconds
        missing = theirs.seconds - usual_ratio * ours.seconds
        if same_way and turning > missing / 2 > 0:
            return f"prices of turns: {turning:.0f} s in {self.other}"
        elsewhere = not same_way and (missing > 0 or abs(theirs.metres / ours.metres - 1) > 0.01)
        if elsewhere and turning > SLOWER:  # without turns the other router would follow Allways' path
            return f"prices of turns: without them {self.other} would take {theirs.seconds - turning:.0f} s on Allways' path"
        if not ways:
            return "unknown"
        sign = 1 if missing > 0 else -1
        way, (seconds, their_seconds, metres) = max(
            ways.items(), key=lambda item: sign * (item[1][1] - usual_ratio * item[1][0]))
        return (f"{self._kind(way, 'speed')}: {speed(metres, seconds)} in Allways, {speed(metres, their_seconds)} in "
                f"{self.other}, on {metres:.0f} m of {self._way(way)}")

    # ---- text

    def _kind(self, way, otherwise):
        return "ferry" if self.osm.ways.get(way, {}).get("route") == "ferry" else otherwise

    def _way(self, way):
        return f"way {way}{tags_text(self.osm.ways.get(way, {}))}"

    def _node(self, node):
        return f"node {node}{tags_text(self.osm.barriers.get(node, {}))}"


def speed(metres, seconds):
    return f"{3.6 * metres / seconds:.0f} km/h" if seconds > 0 else "no time"


def tags_text(tags):
    said = ", ".join(f"{key}={tags[key]}" for key in TAGS if key in tags)
    return f" ({said})" if said else ""
