# SPDX-License-Identifier: Apache-2.0
"""NetworkX's functions of lengths and paths, with NetworkX's signatures and errors."""

from __future__ import annotations

import math
from typing import Any, Callable, Iterator

import networkx as nx
import numpy as np

from .graph import CompleteLengths, Distances, Graph, Lengths, NegativeCycle, Routes, lazily

# ---- checks that NetworkX makes


def position(G: Graph, key: Any, what: str = "Node {} not found in graph") -> int:
    if key not in G:
        raise nx.NodeNotFound(what.format(key))
    return G.at[key]


def positions(G: Graph, nodes: Any) -> list[int]:
    """The positions of a node, or of those of several that the graph has, as nx.Graph.nbunch_iter() takes them."""
    if nodes is None:
        return list(range(len(G)))
    if nodes in G:
        return [G.at[nodes]]
    try:
        return [G.at[key] for key in nodes if key in G]
    except TypeError:
        raise nx.NetworkXError("nbunch is not a node or a sequence of nodes.") from None


def nonnegative(G: Graph, weight: Any, function: str) -> Distances:
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


def single_row(distances: Distances, start: int, cutoff: float | None = None) -> np.ndarray:
    starts = np.array([start])
    try:
        return _cut(distances.rows(starts), starts, cutoff)[0]
    except NegativeCycle:
        raise nx.NetworkXUnbounded("Negative cycle detected.") from None


def _from(distances: Distances, start: int, cutoff: float | None = None) -> dict:
    return dict(Lengths(distances, single_row(distances, start, cutoff)))


def _length(G: Graph, source: Any, target: Any, message: str, distances_from: Callable[[int], Distances]) -> Any:
    begin = position(G, source)
    if source == target:
        return 0
    if target in G:
        distances = distances_from(begin)
        length = single_row(distances, begin)[G.at[target]]
        if length != np.inf:
            return distances.number(length)
    raise nx.NetworkXNoPath(message.format(target, source))


def _routes(distances: Distances, start: int, cutoff: float | None = None) -> Routes:
    row = single_row(distances, start, cutoff)
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

    return bounded(lazily(distances, make))


def _every_route(distances: Distances, cutoff: float | None = None) -> Iterator[tuple[Any, Routes]]:
    def make(starts: np.ndarray, rows: np.ndarray) -> Iterator[Routes]:
        _cut(rows, starts, cutoff)
        trees = distances.trees(starts, rows, list(starts[:, None]))
        return (Routes(distances, row, tree) for row, tree in zip(rows, trees))

    return bounded(lazily(distances, make))


def bounded(found: Iterator) -> Iterator:
    try:
        yield from found
    except NegativeCycle:
        raise nx.NetworkXUnbounded("Negative cycle detected.") from None


# ---- by the number of edges


def single_source_shortest_path_length(G: Graph, source: Any, cutoff: float | None = None) -> dict:
    return _from(G.distances(None), position(G, source, "Source {} is not in G"), _steps(cutoff))


def single_target_shortest_path_length(G: Graph, target: Any, cutoff: float | None = None) -> dict:
    return _from(G.reverse().distances(None), position(G, target, "Target {} is not in G"), _steps(cutoff))


def all_pairs_shortest_path_length(G: Graph, cutoff: float | None = None) -> Iterator:
    return _every_length(G.distances(None), _steps(cutoff))


def single_source_shortest_path(G: Graph, source: Any, cutoff: float | None = None) -> dict:
    return dict(_routes(G.distances(None), position(G, source, "Source {} not in G"), _steps(cutoff)))


def all_pairs_shortest_path(G: Graph, cutoff: float | None = None) -> Iterator:
    return _every_route(G.distances(None), _steps(cutoff))


def bidirectional_shortest_path(G: Graph, source: Any, target: Any) -> list:
    begin = position(G, source, "Source {} is not in G")
    end = position(G, target, "Target {} is not in G")
    return _route(G.distances(None), begin, end, f"No path between {source} and {target}.")


# ---- Dijkstra: weights of 0 or more


def dijkstra_path_length(G: Graph, source: Any, target: Any, weight: Any = "weight") -> Any:
    return _length(G, source, target, "Node {} not reachable from {}",
                   lambda begin: nonnegative(G, weight, "dijkstra_path_length"))


def single_source_dijkstra_path_length(G: Graph, source: Any, cutoff: float | None = None, weight: Any = "weight") -> dict:
    return multi_source_dijkstra_path_length(G, {source}, cutoff, weight)


def multi_source_dijkstra_path_length(G: Graph, sources: Any, cutoff: float | None = None, weight: Any = "weight") -> dict:
    distances, starts, row, _ = _nearest(G, sources, cutoff, weight)
    return dict(Lengths(distances, row))


def _nearest(G: Graph, sources: Any, cutoff: float | None, weight: Any) -> tuple[Distances, np.ndarray, np.ndarray, np.ndarray]:
    """Distances from the nearest of several nodes, and the tree of the paths."""
    if not sources:
        raise ValueError("sources must not be empty")
    starts = np.array([position(G, source) for source in sources])
    distances = nonnegative(G, weight, "multi_source_dijkstra")
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
    position(G, source, "Source {} is not in G")
    position(G, target, "Target {} is not in G")
    try:
        return single_source_dijkstra(G, source, target, weight=weight)
    except nx.NetworkXNoPath:
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.") from None


def all_pairs_dijkstra_path_length(G: Graph, cutoff: float | None = None, weight: Any = "weight") -> Iterator:
    return _every_length(nonnegative(G, weight, "all_pairs_dijkstra_path_length"), cutoff)


def all_pairs_dijkstra_path(G: Graph, cutoff: float | None = None, weight: Any = "weight") -> Iterator:
    return _every_route(nonnegative(G, weight, "all_pairs_dijkstra_path"), cutoff)


def all_pairs_dijkstra(G: Graph, cutoff: float | None = None, weight: Any = "weight") -> Iterator:
    distances = nonnegative(G, weight, "all_pairs_dijkstra")
    return ((node, (Lengths(distances, routes.row), routes)) for node, routes in _every_route(distances, cutoff))


# ---- Bellman and Ford, Johnson, Floyd and Warshall: any weights


def bellman_ford_path_length(G: Graph, source: Any, target: Any, weight: Any = "weight") -> Any:
    if source != target:
        position(G, source, "Source {} not in G")
    return _length(G, source, target, "node {} not reachable from {}", G.distances(weight).from_node)


def bellman_ford_path(G: Graph, source: Any, target: Any, weight: Any = "weight") -> list:
    return single_source_bellman_ford(G, source, target, weight)[1]


def single_source_bellman_ford_path_length(G: Graph, source: Any, weight: Any = "weight") -> dict:
    begin = position(G, source, "Source {} not in G")
    return _from(G.distances(weight).from_node(begin), begin)


def single_source_bellman_ford_path(G: Graph, source: Any, weight: Any = "weight") -> dict:
    return single_source_bellman_ford(G, source, weight=weight)[1]


def single_source_bellman_ford(G: Graph, source: Any, target: Any = None, weight: Any = "weight") -> tuple:
    begin = position(G, source, "Source {} not in G")
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
    order = np.arange(len(G)) if nodelist is None else np.array([position(G, key) for key in nodelist], int)
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


# ---- any of them


def shortest_path(G: Graph, source: Any = None, target: Any = None, weight: Any = None, method: str = "dijkstra") -> Any:
    return nx.shortest_path.orig_func(G, source, target, weight, method)


def shortest_path_length(G: Graph, source: Any = None, target: Any = None, weight: Any = None, method: str = "dijkstra") -> Any:
    return nx.shortest_path_length.orig_func(G, source, target, weight, method)
