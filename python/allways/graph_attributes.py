"""Attributes of a NetworkX graph and of its nodes that are no part of a network: kept for the way back."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

#: What networks have themselves.
_of_graph = {"allways", "crs"}
_of_nodes = {"x", "y", "no_through", "may_turn_round"}


class GraphAttributes(NamedTuple):
    """As NetworkX has them, those of nodes by the ids that the network gives them."""

    graph: dict[str, Any]
    nodes: dict[Any, dict[str, Any]]

    @classmethod
    def of(cls, graph: Any, node_ids: np.ndarray) -> GraphAttributes:
        nodes = {}
        for one, (_, data) in zip(node_ids.tolist(), graph.nodes(data=True)):
            kept = {name: value for name, value in data.items() if name not in _of_nodes}
            if kept:
                nodes[one] = kept
        return cls({name: value for name, value in graph.graph.items() if name not in _of_graph}, nodes)

    def of_node(self, one: Any) -> dict[str, Any]:
        return dict(self.nodes.get(one, {}))
