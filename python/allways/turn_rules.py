# SPDX-License-Identifier: Apache-2.0
"""Turn rules as texts of edges, so that graphs and data frames keep them.

The rules that begin with an edge are a JSON array in its attribute ``turn_rules``. Each names the edges that follow by
their nodes and key:

    {"rule": "forbidden", "then": [[57, 88, 0]], "source": "relation 4711 no_left_turn"}
    {"rule": "mandatory", "then": [[57, 88, 0]]}
    {"rule": "price", "then": [[57, 88, 0]], "seconds": 7.5}

Edges of streets for destinations only have the attribute ``destination_only``. If turning round is limited, nodes have
``may_turn_round``.
"""

from __future__ import annotations

import json
from typing import Any, Callable, Iterable, Mapping, NamedTuple, Sequence

import numpy as np

from .callbacks import take_log_line
from .errors import InvalidArgument

#: The names of attributes that carry rules.
of_edges = ("turn_rules", "destination_only")
of_nodes = ("may_turn_round",)


class Rules(NamedTuple):
    """The rules of a network as arrays of the compiled module; see TurnArrays in python/src/network.cpp."""

    first: np.ndarray
    arcs: np.ndarray
    mandatory: np.ndarray
    sources: list[str]
    price_from: np.ndarray
    price_to: np.ndarray
    price_seconds: np.ndarray
    destination_only: np.ndarray
    may_turn_round: np.ndarray


def texts_of(core: Any, name_of_arc: Callable[[int], Sequence]) -> list[str] | None:
    """The attribute ``turn_rules`` of each arc; None if no edge has rules."""
    if core.turns is None:
        return None
    rules = Rules(*core.turns)
    of_arc: dict[int, list[dict]] = {}
    first, arcs = rules.first.tolist(), rules.arcs.tolist()
    for at, (mandatory, source) in enumerate(zip(rules.mandatory.tolist(), rules.sources)):
        begin, *then = arcs[first[at]:first[at + 1]]
        rule: dict = {"rule": "mandatory" if mandatory else "forbidden", "then": [name_of_arc(arc) for arc in then]}
        if source:
            rule["source"] = source
        of_arc.setdefault(begin, []).append(rule)
    for begin, end, seconds in zip(rules.price_from.tolist(), rules.price_to.tolist(), rules.price_seconds.tolist()):
        of_arc.setdefault(begin, []).append({"rule": "price", "then": [name_of_arc(end)], "seconds": seconds})
    if not of_arc:
        return None
    return [json.dumps(of_arc[arc], ensure_ascii=False) if arc in of_arc else "" for arc in range(core.arc_count)]


def marks_of(core: Any) -> tuple[np.ndarray | None, np.ndarray | None]:
    """``destination_only`` of arcs and ``may_turn_round`` of nodes as booleans; None if no rule needs them."""
    if core.turns is None:
        return None, None
    rules = Rules(*core.turns)
    zones, turning = (marks != 0 if len(marks) else None for marks in (rules.destination_only, rules.may_turn_round))
    return zones, turning


def edge_key(tail: Any, head: Any, key: Any) -> tuple[str, str, str]:
    """The name of an edge in rules: JSON has neither tuples nor integer keys."""
    return str(tail), str(head), str(key)


def counts(core: Any) -> dict[str, int]:
    """The number of rules of each kind in a network."""
    if core.turns is None:
        return {}
    rules = Rules(*core.turns)
    mandatory = int(np.count_nonzero(rules.mandatory))
    found = {"forbidden": len(rules.mandatory) - mandatory, "mandatory": mandatory, "prices": len(rules.price_from),
             "arcs for destinations only": int(np.count_nonzero(rules.destination_only)),
             "nodes where paths may turn round": int(np.count_nonzero(rules.may_turn_round))}
    return {kind: count for kind, count in found.items() if count}


class _Reader:
    """Rules of edges → arrays. A rule with a missing edge is dropped, except that a mandatory turn into a missing edge
    forbids all other turns. Rules whose node names differ from those of a relabelled graph are dropped."""

    def __init__(self, arc_at: Mapping[tuple, int], tail: np.ndarray, head: np.ndarray):
        self.arc_at = arc_at
        self._head_of = {arc: edge[1] for edge, arc in arc_at.items()}
        self.sequences: list[tuple[list[int], bool, str]] = []
        self.prices: list[tuple[int, int, float]] = []
        self.cut: list[tuple[list[int], str]] = []  # beginnings of mandatory rules whose last edge is missing
        self.dropped = self.renamed = 0
        self._tail, self._head = tail, head

    def add(self, arc: int, text: Any) -> None:
        try:
            rules = json.loads(text) if isinstance(text, str) else text
            for rule in rules:
                self._add_rule(arc, rule["rule"], [edge_key(*edge) for edge in rule["then"]], rule)
        except (KeyError, TypeError, ValueError) as error:
            raise InvalidArgument(f"`turn_rules` of edge {arc + 1}: expected rules as JSON, found {text!r} ({error})") from None

    def _add_rule(self, arc: int, kind: str, then: list[tuple], rule: Mapping[str, Any]) -> None:
        if kind not in ("forbidden", "mandatory", "price") or not then:
            raise ValueError(f"unknown rule '{kind}'")
        arcs = [arc, *(self.arc_at.get(edge, -1) for edge in then)]
        source = rule.get("source", "")
        if -1 not in arcs:
            if kind == "price":
                self.prices.append((arcs[0], arcs[1], float(rule["seconds"])))
            else:
                self.sequences.append((arcs, kind == "mandatory", source))
            return
        self.dropped += 1
        if then[0][0] != self._head_of[arc]:
            self.renamed += 1
            return
        if kind == "mandatory" and -1 not in arcs[:-1]:
            self.cut.append((arcs[:-1], source))

    def finish(self) -> None:
        kept = {tuple(arcs[:-1]) for arcs, mandatory, _ in self.sequences if mandatory}
        for beginning, source in self.cut:
            if tuple(beginning) not in kept:
                for arc in np.flatnonzero(self._tail == self._head[beginning[-1]]).tolist():
                    self.sequences.append(([*beginning, arc], False, source))
        if self.dropped:
            renamed = f"; {self.renamed} of them call nodes otherwise than the graph does: was it relabelled?" if self.renamed else ""
            take_log_line(2, f"{self.dropped} turn rules name edges that are not there, and no longer bind{renamed}")


def read(texts: Iterable | None, arcs_of_texts: Iterable[int], arc_at: Callable[[], Mapping[tuple, int]],
         ends: tuple[np.ndarray, np.ndarray], destination_only: np.ndarray | None,
         may_turn_round: np.ndarray | None) -> Rules | None:
    """Reads the rules of a network from attributes of its edges and nodes; None if there are no rules."""
    given = [(arc, text) for arc, text in zip(arcs_of_texts, texts or ())
             if text is not None and text == text and text != ""]
    none = np.empty(0, np.uint8)
    zones = none if destination_only is None or not destination_only.any() else destination_only.astype(np.uint8)
    turning = none if may_turn_round is None else may_turn_round.astype(np.uint8)
    if not given and not len(zones) and not len(turning):
        return None
    reader = _Reader(arc_at() if given else {}, *ends)
    for arc, text in given:
        reader.add(arc, text)
    reader.finish()
    sequences = reader.sequences
    first = np.cumsum([0, *(len(arcs) for arcs, *_ in sequences)])
    prices = list(zip(*reader.prices)) or [(), (), ()]
    return Rules(
        first.astype(np.uint64), np.array([arc for arcs, *_ in sequences for arc in arcs], np.uint32),
        np.array([mandatory for _, mandatory, _ in sequences], np.uint8), [source for *_, source in sequences],
        np.array(prices[0], np.uint32), np.array(prices[1], np.uint32), np.array(prices[2], np.float64), zones, turning)
