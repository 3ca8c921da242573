# SPDX-License-Identifier: Apache-2.0
"""A backend of NetworkX: ``nx.all_pairs_dijkstra_path_length(graph, backend="allways")``, or for old code
``nx.config.backend_priority.algos = ["allways"]``.

NetworkX finds it by its entry points when the package is installed, converts a graph when a function needs it, and keeps
the converted graph, with its factor, until the graph changes. The functions have NetworkX's signatures and errors. The
differences:

- Lengths and paths of all pairs are mappings that are filled when they are read; ``dict(row)`` makes a dict of one.
- Sums of integers are equal to NetworkX's. Weights with few decimals are added exactly, and other floats in another order.
- Where several paths are the shortest, another one may be returned.
- Weights that are callables, no numbers, infinite or too large for exact sums, and negative ones in functions that NetworkX
  has for others only, are refused with the reason: NetworkX then runs its own function, unless ``backend=`` was given.

>>> import networkx as nx
>>> graph = nx.Graph()
>>> graph.add_weighted_edges_from([("a", "b", 2), ("b", "c", 3), ("a", "c", 7)])
>>> nx.closeness_centrality(graph, distance="weight", backend="allways")["b"]
0.4
>>> dict(nx.all_pairs_dijkstra_path_length(graph, backend="allways"))["a"]
{'a': 0, 'b': 2, 'c': 5}
"""

from __future__ import annotations

from typing import Any, Mapping

import networkx as nx
import numpy as np

from _allways_networkx import get_info

from . import measures, paths
from .graph import Graph

__all__ = ["can_run", "convert_from_nx", "convert_to_nx", "should_run", *get_info()["functions"]]
globals().update({name: vars(measures).get(name) or vars(paths)[name] for name in get_info()["functions"]})

# ---- what NetworkX asks of a backend

# Below these, NetworkX answers in the time of converting the graph and calling the library: see bench/python/networkx_backend.py.
_fewest_nodes = 100
_one_search = ("bellman_ford_path", "bidirectional", "dijkstra_path", "multi_source", "shortest_path", "single_")


def can_run(name: str, args: tuple, kwargs: Mapping[str, Any]) -> bool | str:
    """True, or the reason why this backend cannot answer a call."""
    named = {**dict(zip(_parameters(name), args)), **kwargs}
    if any(callable(named.get(weight)) for weight in ("weight", "distance")):
        return "weights are names of edge attributes; a callable is not supported"
    given = next((one for one in ("sp", "e") if named.get(one) is not None), None)
    return f"`{given}` needs no distances" if given else True


def should_run(name: str, args: tuple, kwargs: Mapping[str, Any]) -> bool | str:
    """True, or the reason why NetworkX answers a call sooner."""
    named = {**dict(zip(_parameters(name), args)), **kwargs}
    graph = named["G"]
    if "allways" in getattr(graph, "__networkx_cache__", {}).get("backends", {}):
        return True
    is_one_search = name.startswith(_one_search) and (named.get("source") is not None or named.get("target") is not None
                                                      or named.get("sources") is not None)
    if is_one_search:
        return "one search takes NetworkX less time than converting the graph"
    return True if len(graph) >= _fewest_nodes else f"the graph has fewer than {_fewest_nodes} nodes"


def _parameters(name: str) -> list[str]:
    function = globals()[name]
    return list(function.__code__.co_varnames[:function.__code__.co_argcount])


def convert_from_nx(graph: Any, edge_attrs: Mapping[str, Any] | None = None, **_: Any) -> Graph:
    """Convert a graph and the edge attributes in `edge_attrs`, a dict of their default values.

    Raises
    ------
    NotImplementedError
        For weights whose sums would not be NetworkX's.
    """
    if isinstance(graph, Graph):
        return graph
    keys = list(graph)
    at = {key: position for position, key in enumerate(keys)}
    ends = np.array([(at[u], at[v]) for u, v in graph.edges()], np.uint32).reshape(-1, 2)
    columns, whole = {}, set()
    for name, default in (edge_attrs or {}).items():
        values = [data.get(name, 1 if default is None else default) for _, _, data in graph.edges(data=True)]
        columns[name], all_whole = _weights(name, values, len(keys))
        if all_whole:
            whole.add(name)
    return Graph(keys, ends[:, 0].copy(), ends[:, 1].copy(), columns, whole, directed=graph.is_directed(),
                 multigraph=graph.is_multigraph())


def _weights(name: str, values: list, nodes: int) -> tuple[np.ndarray, bool]:
    """Weights as float64, and True if all are integers."""
    kinds = {type(one) for one in values}
    odd = next((kind for kind in kinds if not issubclass(kind, (int, float, np.integer, np.floating))), None)
    if odd is not None:
        raise NotImplementedError(f"edge attribute {name!r} has a value of type {odd.__name__}; weights are int or float")
    whole = all(issubclass(kind, (int, np.integer)) for kind in kinds)
    costs = np.array(values, np.float64)
    if not np.isfinite(costs).all():
        raise NotImplementedError(f"edge attribute {name!r} has a weight that is infinite or NaN")
    if whole and nodes * float(np.abs(costs).max(initial=0)) >= 2.0**53:
        raise NotImplementedError(f"edge attribute {name!r} has integers whose sums float64 does not hold exactly")
    return costs, whole


def convert_to_nx(value: Any, **_: Any) -> Any:
    """Convert a graph back; other results are returned as they are."""
    if not isinstance(value, Graph):
        return value
    kind = (nx.MultiDiGraph if value.is_directed() else nx.MultiGraph) if value.is_multigraph() else \
        nx.DiGraph if value.is_directed() else nx.Graph
    made = kind()
    made.add_nodes_from(value.keys)
    columns = [(name, value.column(name)) for name in value.columns]
    for edge, (u, v) in enumerate(zip(value.tail.tolist(), value.head.tolist())):
        made.add_edge(value.keys[u], value.keys[v], **{name: column[edge] for name, column in columns})
    return made
