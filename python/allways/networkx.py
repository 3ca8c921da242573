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

import math
from typing import Any, Callable, Iterator, Mapping

import networkx as nx
import numpy as np

from .networkx_graph import CompleteLengths, Distances, Graph, Lengths, NegativeCycle, Routes, lazily

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


# ---- checks that NetworkX makes


def _position(G: Graph, key: Any, what: str = "Node {} not found in graph") -> int:
    if key not in G:
        raise nx.NodeNotFound(what.format(key))
    return G.at[key]


def _positions(G: Graph, nodes: Any) -> list[int]:
    """The positions of a node, or of those of several that the graph has, as nx.Graph.nbunch_iter() takes them."""
    if nodes is None:
        return list(range(len(G)))
    if nodes in G:
        return [G.at[nodes]]
    try:
        return [G.at[key] for key in nodes if key in G]
    except TypeError:
        raise nx.NetworkXError("nbunch is not a node or a sequence of nodes.") from None


def _dijkstra(G: Graph, weight: Any, function: str) -> Distances:
    return G.distances(weight).refuse_negative(function)


def _cut(rows: np.ndarray, starts: np.ndarray, cutoff: float | None) -> np.ndarray:
    """Removes distances above a cutoff, in place; a start stays."""
    if cutoff is not None:
        rows[rows > cutoff] = np.inf
        rows[np.arange(len(rows)), starts] = 0
    return rows


def _steps(cutoff: float | None) -> float | None:
    """NetworkX counts whole edges until it reaches the cutoff."""
    return cutoff if cutoff is None or math.isinf(cutoff) else math.ceil(cutoff)


def _row(distances: Distances, start: int, cutoff: float | None = None) -> np.ndarray:
    starts = np.array([start])
    try:
        return _cut(distances.rows(starts), starts, cutoff)[0]
    except NegativeCycle:
        raise nx.NetworkXUnbounded("Negative cycle detected.") from None


def _from(distances: Distances, start: int, cutoff: float | None = None) -> dict:
    return dict(Lengths(distances, _row(distances, start, cutoff)))


def _between(distances: Distances, source: int, target: int, message: str) -> Any:
    length = _row(distances, source)[target]
    if length == np.inf:
        raise nx.NetworkXNoPath(message)
    return distances.number(length)


def _routes(distances: Distances, start: int, cutoff: float | None = None) -> Routes:
    row = _row(distances, start, cutoff)
    return Routes(distances, row, distances.trees(np.array([start]), row[None, :], [np.array([start])])[0])


def _route(distances: Distances, source: int, target: int, message: str) -> list:
    key = distances.graph.keys[target]
    found = _routes(distances, source)
    if key not in found:
        raise nx.NetworkXNoPath(message)
    return found[key]


def _every_length(distances: Distances, cutoff: float | None = None, kind: type[Lengths] = Lengths) -> Iterator[tuple[Any, Any]]:
    def make(starts: np.ndarray, rows: np.ndarray) -> Iterator[Lengths]:
        return (kind(distances, row) for row in _cut(rows, starts, cutoff))

    return _bounded(lazily(distances, make))


def _every_route(distances: Distances, cutoff: float | None = None) -> Iterator[tuple[Any, Routes]]:
    def make(starts: np.ndarray, rows: np.ndarray) -> Iterator[Routes]:
        _cut(rows, starts, cutoff)
        trees = distances.trees(starts, rows, list(starts[:, None]))
        return (Routes(distances, row, tree) for row, tree in zip(rows, trees))

    return _bounded(lazily(distances, make))


def _bounded(found: Iterator) -> Iterator:
    try:
        yield from found
    except NegativeCycle:
        raise nx.NetworkXUnbounded("Negative cycle detected.") from None


# ---- by the number of edges


def single_source_shortest_path_length(G: Graph, source: Any, cutoff: float | None = None) -> dict:
    return _from(G.distances(None), _position(G, source, "Source {} is not in G"), _steps(cutoff))


def single_target_shortest_path_length(G: Graph, target: Any, cutoff: float | None = None) -> dict:
    return _from(G.reverse().distances(None), _position(G, target, "Target {} is not in G"), _steps(cutoff))


def all_pairs_shortest_path_length(G: Graph, cutoff: float | None = None) -> Iterator:
    return _every_length(G.distances(None), _steps(cutoff))


def single_source_shortest_path(G: Graph, source: Any, cutoff: float | None = None) -> dict:
    return dict(_routes(G.distances(None), _position(G, source, "Source {} not in G"), _steps(cutoff)))


def all_pairs_shortest_path(G: Graph, cutoff: float | None = None) -> Iterator:
    return _every_route(G.distances(None), _steps(cutoff))


def bidirectional_shortest_path(G: Graph, source: Any, target: Any) -> list:
    begin = _position(G, source, "Source {} is not in G")
    end = _position(G, target, "Target {} is not in G")
    return _route(G.distances(None), begin, end, f"No path between {source} and {target}.")


# ---- Dijkstra: weights of 0 or more


def dijkstra_path_length(G: Graph, source: Any, target: Any, weight: Any = "weight") -> Any:
    begin = _position(G, source)
    if source == target:
        return 0
    message = f"Node {target} not reachable from {source}"
    if target not in G:
        raise nx.NetworkXNoPath(message)
    return _between(_dijkstra(G, weight, "dijkstra_path_length"), begin, G.at[target], message)


def single_source_dijkstra_path_length(G: Graph, source: Any, cutoff: float | None = None, weight: Any = "weight") -> dict:
    return multi_source_dijkstra_path_length(G, {source}, cutoff, weight)


def multi_source_dijkstra_path_length(G: Graph, sources: Any, cutoff: float | None = None, weight: Any = "weight") -> dict:
    distances, starts, row, _ = _nearest(G, sources, cutoff, weight)
    return dict(Lengths(distances, row))


def _nearest(G: Graph, sources: Any, cutoff: float | None, weight: Any) -> tuple[Distances, np.ndarray, np.ndarray, np.ndarray]:
    """Distances from the nearest of several nodes, and the tree of the paths."""
    if not sources:
        raise ValueError("sources must not be empty")
    starts = np.array([_position(G, source) for source in sources])
    distances = _dijkstra(G, weight, "multi_source_dijkstra")
    row = distances.rows(starts).min(axis=0)
    if cutoff is not None:
        row[row > cutoff] = np.inf
    row[starts] = 0
    return distances, starts, row, distances.trees(starts[:1], row[None, :], [starts])[0]


def multi_source_dijkstra(G: Graph, sources: Any, target: Any = None, cutoff: float | None = None, weight: Any = "weight") -> tuple:
    distances, _, row, tree = _nearest(G, sources, cutoff, weight)
    if target is not None and target in sources:
        return 0, [target]
    lengths, routes = Lengths(distances, row), Routes(distances, row, tree)
    if target is None:
        return dict(lengths), dict(routes)
    if target not in lengths:
        raise nx.NetworkXNoPath(f"No path to {target}.")
    return lengths[target], routes[target]


def multi_source_dijkstra_path(G: Graph, sources: Any, cutoff: float | None = None, weight: Any = "weight") -> dict:
    return multi_source_dijkstra(G, sources, cutoff=cutoff, weight=weight)[1]


def single_source_dijkstra(G: Graph, source: Any, target: Any = None, cutoff: float | None = None,
                           weight: Any = "weight") -> tuple:
    return multi_source_dijkstra(G, {source}, target, cutoff, weight)


def single_source_dijkstra_path(G: Graph, source: Any, cutoff: float | None = None, weight: Any = "weight") -> dict:
    return multi_source_dijkstra(G, {source}, cutoff=cutoff, weight=weight)[1]


def dijkstra_path(G: Graph, source: Any, target: Any, weight: Any = "weight") -> list:
    return single_source_dijkstra(G, source, target, weight=weight)[1]


def bidirectional_dijkstra(G: Graph, source: Any, target: Any, weight: Any = "weight") -> tuple:
    _position(G, source, "Source {} is not in G")
    _position(G, target, "Target {} is not in G")
    try:
        return single_source_dijkstra(G, source, target, weight=weight)
    except nx.NetworkXNoPath:
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.") from None


def all_pairs_dijkstra_path_length(G: Graph, cutoff: float | None = None, weight: Any = "weight") -> Iterator:
    return _every_length(_dijkstra(G, weight, "all_pairs_dijkstra_path_length"), cutoff)


def all_pairs_dijkstra_path(G: Graph, cutoff: float | None = None, weight: Any = "weight") -> Iterator:
    return _every_route(_dijkstra(G, weight, "all_pairs_dijkstra_path"), cutoff)


def all_pairs_dijkstra(G: Graph, cutoff: float | None = None, weight: Any = "weight") -> Iterator:
    distances = _dijkstra(G, weight, "all_pairs_dijkstra")
    return ((node, (Lengths(distances, routes.row), routes)) for node, routes in _every_route(distances, cutoff))


# ---- Bellman and Ford, Johnson, Floyd and Warshall: any weights


def bellman_ford_path_length(G: Graph, source: Any, target: Any, weight: Any = "weight") -> Any:
    begin = _position(G, source)
    if source == target:
        return 0
    message = f"node {target} not reachable from {source}"
    if target not in G:
        raise nx.NetworkXNoPath(message)
    return _between(G.distances(weight).from_node(begin), begin, G.at[target], message)


def bellman_ford_path(G: Graph, source: Any, target: Any, weight: Any = "weight") -> list:
    return single_source_bellman_ford(G, source, target, weight)[1]


def single_source_bellman_ford_path_length(G: Graph, source: Any, weight: Any = "weight") -> dict:
    begin = _position(G, source, "Source {} not in G")
    return _from(G.distances(weight).from_node(begin), begin)


def single_source_bellman_ford_path(G: Graph, source: Any, weight: Any = "weight") -> dict:
    return single_source_bellman_ford(G, source, weight=weight)[1]


def single_source_bellman_ford(G: Graph, source: Any, target: Any = None, weight: Any = "weight") -> tuple:
    begin = _position(G, source, "Source {} not in G")
    if source == target:
        return 0, [source]
    distances = G.distances(weight).from_node(begin)
    routes = _routes(distances, begin)
    lengths = Lengths(distances, routes.row)
    if target is None:
        return dict(lengths), dict(routes)
    if target not in lengths:
        raise nx.NetworkXNoPath(f"Node {target} not reachable from {source}")
    return lengths[target], routes[target]


def all_pairs_bellman_ford_path_length(G: Graph, weight: Any = "weight") -> Iterator:
    return _every_length(G.distances(weight))


def all_pairs_bellman_ford_path(G: Graph, weight: Any = "weight") -> Iterator:
    return _every_route(G.distances(weight))


def johnson(G: Graph, weight: Any = "weight") -> dict:
    return dict(_every_route(G.distances(weight)))


def floyd_warshall(G: Graph, weight: Any = "weight") -> dict:
    return _of_any_cycle(lambda: dict(_every_length(G.distances(weight), kind=CompleteLengths)))


def floyd_warshall_numpy(G: Graph, nodelist: Any = None, weight: Any = "weight") -> np.ndarray:
    if nodelist is not None and not (len(nodelist) == len(G) == len(set(nodelist))):
        raise nx.NetworkXError("nodelist must contain every node in G with no repeats."
                               "If you wanted a subgraph of G use G.subgraph(nodelist)")
    if len(G) == 0:
        raise nx.NetworkXError("Graph has no nodes or edges")
    order = np.arange(len(G)) if nodelist is None else np.array([_position(G, key) for key in nodelist])
    found = np.empty((len(G), len(G)))
    distances = G.distances(weight)

    def fill() -> np.ndarray:
        for first, block in distances.blocks():
            found[first:first + len(block)] = block
        return found if nodelist is None else found[np.ix_(order, order)]

    return _of_any_cycle(fill)


def floyd_warshall_predecessor_and_distance(G: Graph, weight: Any = "weight") -> tuple[dict, dict]:
    distances = G.distances(weight)

    def trees() -> tuple[dict, dict]:
        before: dict = {}
        lengths: dict = {}
        for node, routes in _every_route(distances):
            lengths[node] = CompleteLengths(distances, routes.row)
            before[node] = {G.keys[at]: G.keys[last] for at, last in enumerate(routes.tree.tolist()) if last >= 0}
        return {node: tree for node, tree in before.items() if tree}, lengths

    return _of_any_cycle(trees)


def _of_any_cycle(work: Callable) -> Any:
    """NetworkX's Floyd and Warshall return numbers even for a negative cycle."""
    try:
        return work()
    except (NegativeCycle, nx.NetworkXUnbounded):
        raise NotImplementedError("the weights have a negative cycle") from None


# ---- any of them, and measures of all pairs


def shortest_path(G: Graph, source: Any = None, target: Any = None, weight: Any = None, method: str = "dijkstra") -> Any:
    return nx.shortest_path.orig_func(G, source, target, weight, method)


def shortest_path_length(G: Graph, source: Any = None, target: Any = None, weight: Any = None, method: str = "dijkstra") -> Any:
    return nx.shortest_path_length.orig_func(G, source, target, weight, method)


def average_shortest_path_length(G: Graph, weight: Any = None, method: str | None = None) -> float:
    methods = ["unweighted", "dijkstra", "bellman-ford", "floyd-warshall", "floyd-warshall-numpy"]
    method = method or ("unweighted" if weight is None else "dijkstra")
    if method not in methods:
        raise ValueError(f"method not supported: {method}")
    n = len(G)
    if n == 0:
        raise nx.NetworkXPointlessConcept("the null graph has no paths, thus there is no average shortest path length")
    if n == 1:
        return 0
    distances = G.distances(None if method == "unweighted" else weight)
    if method == "dijkstra":
        distances.refuse_negative("average_shortest_path_length")
    total = _sum(distances)
    if total == np.inf:
        raise nx.NetworkXError(f"Graph is not {'strongly ' * G.is_directed()}connected.")
    return total / (n * (n - 1))


def _sum(distances: Distances) -> Any:
    """The sum of all distances; inf if any node does not reach another."""
    total: int | float = 0
    for _, block in _bounded(distances.blocks()):
        if np.isinf(block).any():
            return np.inf
        total += int(block.astype(np.int64).sum()) if distances.whole else float(block.sum())
    return total


def wiener_index(G: Graph, weight: Any = None) -> Any:
    if len(G) == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    total = _sum(_dijkstra(G, weight, "wiener_index"))
    return total if G.is_directed() else total / 2


def _inverse_sum(distances: Distances) -> float:
    total = 0.0
    for _, block in distances.blocks():
        total += float((1 / block[block > 0]).sum())
    return total


def global_efficiency(G: Graph) -> float:
    n = len(G)
    return _inverse_sum(G.distances(None)) / (n * (n - 1)) if n > 1 else 0


def harmonic_diameter(G: Graph, sp: Any = None, *, weight: Any = None) -> float:
    n, total = len(G), _inverse_sum(_dijkstra(G, weight, "harmonic_diameter"))
    return n * (n - 1) / total if total != 0 else math.inf if n > 1 else math.nan


def eccentricity(G: Graph, v: Any = None, sp: Any = None, weight: Any = None) -> Any:
    distances = _dijkstra(G, weight, "eccentricity")
    nodes = _positions(G, v)
    farthest: dict = {}
    step = 1024
    for first in range(0, len(nodes), step):
        part = np.array(nodes[first:first + step])
        largest = distances.rows(part).max(axis=1)
        if np.isinf(largest).any():
            kind = "digraph is not strongly connected" if G.is_directed() else "graph is not connected"
            raise nx.NetworkXError(f"Found infinite path length because the {kind}")
        farthest.update(zip((G.keys[at] for at in part.tolist()), distances.numbers(largest)))
    return farthest[v] if v in G else farthest


def diameter(G: Graph, e: Any = None, usebounds: bool = False, weight: Any = None) -> Any:
    return max(eccentricity(G, weight=weight).values())


def radius(G: Graph, e: Any = None, usebounds: bool = False, weight: Any = None) -> Any:
    return min(eccentricity(G, weight=weight).values())


def periphery(G: Graph, e: Any = None, usebounds: bool = False, weight: Any = None) -> list:
    farthest = eccentricity(G, weight=weight)
    return [node for node, one in farthest.items() if one == max(farthest.values())]


def center(G: Graph, e: Any = None, usebounds: bool = False, weight: Any = None) -> list:
    farthest = eccentricity(G, weight=weight)
    return [node for node, one in farthest.items() if one == min(farthest.values())]


def closeness_centrality(G: Graph, u: Any = None, distance: Any = None, wf_improved: bool = True) -> Any:
    distances = _dijkstra(G.reverse(), distance, "closeness_centrality")
    n = len(G)
    blocks = distances.blocks() if u is None else [(_position(G, u), _row(distances, _position(G, u))[None, :])]
    found: dict = {}
    for first, block in blocks:
        sums = block.sum(axis=1)
        counts = np.full(len(block), n)
        for row in np.flatnonzero(np.isinf(sums)):
            reached = block[row, np.isfinite(block[row])]
            sums[row], counts[row] = reached.sum(), len(reached)
        for key, count, total in zip(G.keys[first:], counts.tolist(), distances.numbers(sums)):
            share = (count - 1.0) / (n - 1) if wf_improved and n > 1 else 1.0
            found[key] = (count - 1.0) / total * share if total > 0 and n > 1 else 0.0
    return found if u is None else found[u]


def harmonic_centrality(G: Graph, nbunch: Any = None, distance: Any = None, sources: Any = None) -> dict:
    targets = np.array(_positions(G, nbunch), np.int64)
    starts = np.unique(np.array(_positions(G, sources), np.int64))
    distances = _dijkstra(G, distance, "harmonic_centrality")
    totals = np.zeros(len(G))
    for first in range(0, len(starts), 1024):
        block = distances.rows(starts[first:first + 1024])
        block[block == 0] = np.inf
        totals += (1 / block).sum(axis=0)
    return {G.keys[at]: totals[at].item() or 0 for at in dict.fromkeys(targets.tolist())}
