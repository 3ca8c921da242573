# SPDX-License-Identifier: Apache-2.0
"""NetworkX's measures of all pairs, from blocks of rows, with NetworkX's signatures and errors."""

from __future__ import annotations

import math
from typing import Any

import networkx as nx
import numpy as np

from .graph import Distances, Graph
from .paths import bounded, nonnegative, position, positions, single_row


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
    for _, block in bounded(distances.blocks()):
        if np.isinf(block).any():
            return np.inf
        total += int(block.astype(np.int64).sum()) if distances.whole else float(block.sum())
    return total


def wiener_index(G: Graph, weight: Any = None) -> Any:
    if len(G) == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    total = _sum(nonnegative(G, weight, "wiener_index"))
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
    n, total = len(G), _inverse_sum(nonnegative(G, weight, "harmonic_diameter"))
    return n * (n - 1) / total if total != 0 else math.inf if n > 1 else math.nan


def eccentricity(G: Graph, v: Any = None, sp: Any = None, weight: Any = None) -> Any:
    distances = nonnegative(G, weight, "eccentricity")
    nodes = positions(G, v)
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
    most = max(farthest.values())
    return [node for node, one in farthest.items() if one == most]


def center(G: Graph, e: Any = None, usebounds: bool = False, weight: Any = None) -> list:
    if len(G) == 0 and weight is None and not G.is_directed():
        raise nx.NetworkXPointlessConcept("G has no nodes.")
    farthest = eccentricity(G, weight=weight)
    least = min(farthest.values())
    return [node for node, one in farthest.items() if one == least]


def closeness_centrality(G: Graph, u: Any = None, distance: Any = None, wf_improved: bool = True) -> Any:
    distances = nonnegative(G.reverse(), distance, "closeness_centrality")
    n = len(G)
    blocks = distances.blocks() if u is None else [(position(G, u), single_row(distances, position(G, u))[None, :])]
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
    targets = np.array(positions(G, nbunch), np.int64)
    starts = np.unique(np.array(positions(G, sources), np.int64))
    distances = nonnegative(G, distance, "harmonic_centrality")
    totals = np.zeros(len(G))
    for first in range(0, len(starts), 1024):
        block = distances.rows(starts[first:first + 1024])
        block[block == 0] = np.inf
        totals += (1 / block).sum(axis=0)
    return {G.keys[at]: totals[at].item() or 0 for at in dict.fromkeys(targets.tolist())}


def betweenness_centrality(G: Graph, k: Any = None, normalized: bool = True, weight: Any = None, endpoints: bool = False,
                           seed: Any = None) -> dict:
    _refuse_sampling(k)
    if endpoints:
        raise NotImplementedError("betweenness with endpoints is not supported")
    found = G.distances(weight).refuse_negative("betweenness_centrality").measure("betweenness")
    n = len(G)
    scale = 1 / ((n - 1) * (n - 2)) if normalized and n > 2 else 1 if normalized or G.is_directed() else 0.5
    return dict(zip(G.keys, (found.betweenness * scale).tolist()))


def edge_betweenness_centrality(G: Graph, k: Any = None, normalized: bool = True, weight: Any = None, seed: Any = None) -> dict:
    _refuse_sampling(k)
    if G.is_multigraph():
        raise NotImplementedError("edge betweenness of multigraphs is not supported")
    values = G.distances(weight).refuse_negative("edge_betweenness_centrality").measure("arc-betweenness").arc_betweenness
    n, directed = len(G), G.is_directed()
    scale = 1 / (n * (n - 1)) if normalized and n > 1 else 1 if normalized or directed else 0.5
    loops = G.tail == G.head
    edges = np.zeros(len(G.tail))
    arcs = np.flatnonzero(~loops)
    edges[arcs] = values[:len(arcs)] if directed else values[:len(arcs)] + values[len(arcs):]
    return {(G.keys[u], G.keys[v]): value for u, v, value in zip(G.tail, G.head, (edges * scale).tolist())}


def _refuse_sampling(k: Any) -> None:
    if k is not None:
        raise NotImplementedError("`k`: a sample of nodes is not supported; all nodes take less time")
