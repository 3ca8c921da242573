# SPDX-License-Identifier: Apache-2.0
"""Attributes of graphs, frames and their nodes that networks do not have; kept for the conversion back."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, NamedTuple

import numpy as np

from .arrays import plain_text
from .attributes import is_missing

#: Attributes that networks have themselves.
_of_graph = {"allways", "crs"}
_of_nodes = {"x", "y", "no_through", "may_turn_round"}


class GraphAttributes(NamedTuple):
    """Attributes as NetworkX has them; those of nodes are found by the network's node ids."""

    graph: dict[str, Any]
    nodes: dict[Any, dict[str, Any]]
    #: Values of edges that are no texts, such as lists, by the name of their column and the text that it has for them.
    values: Mapping[str, Mapping[str, Any]] = {}

    @classmethod
    def of(cls, graph: Any, node_ids: np.ndarray) -> GraphAttributes:
        nodes = {}
        for one, (_, data) in zip(node_ids.tolist(), graph.nodes(data=True)):
            kept = {name: value for name, value in data.items() if name not in _of_nodes}
            if kept:
                nodes[one] = kept
        return cls({name: value for name, value in graph.graph.items() if name not in _of_graph}, nodes)

    @classmethod
    def of_frame(cls, nodes: Any) -> GraphAttributes:
        """The attributes in a frame of nodes, whose index has the ids."""
        geometry = getattr(nodes, "_geometry_column_name", None)
        names = [name for name in nodes.columns if name not in _of_nodes and name not in (geometry, "geometry")]
        if not names:
            return cls({}, {})
        rows = zip(*(nodes[name].tolist() for name in names))
        return cls({}, {one: dict(zip(names, row)) for one, row in zip(nodes.index.tolist(), rows)})

    def with_values(self, columns: Mapping[str, Iterable]) -> GraphAttributes:
        """Keeps the values of edges in columns that became texts."""
        values = {}
        for name, given in columns.items():
            texts: set[str] = set()
            others: dict[str, Any] = {}
            for one in given:
                if isinstance(one, str):
                    texts.add(one)
                elif not is_missing(one):
                    others.setdefault(plain_text(one), one)
            if kept := {text: one for text, one in others.items() if text not in texts}:
                values[name] = kept
        return self._replace(values=values)

    def restored(self, name: str, texts: np.ndarray) -> np.ndarray:
        """The values of edges from which a column of texts was made."""
        known = self.values.get(name)
        if not known:
            return texts
        made = np.empty(len(texts), object)
        for at, text in enumerate(texts.tolist()):
            made[at] = known.get(text, text)
        return made

    def columns(self, node_ids: np.ndarray) -> dict[str, list]:
        """The attributes of nodes as columns; None for nodes without a value."""
        names = dict.fromkeys(name for data in self.nodes.values() for name in data)
        return {name: [self.nodes.get(one, {}).get(name) for one in node_ids.tolist()] for name in names}

    def of_node(self, one: Any) -> dict[str, Any]:
        return dict(self.nodes.get(one, {}))
