# SPDX-License-Identifier: Apache-2.0
"""Compares NetworkX's own functions with the backend "allways" on generated streets, in one run, and checks that the results
are equal. The smallest graphs worth a conversion (`_fewest_nodes` in python/allways/networkx/__init__.py) come from this table.

    networkx_backend.py [NODES…]                            # default: 30, 100, 300, 1000 and 10000 nodes
"""

import sys
import time

import networkx as nx

import allways


def graph_of(nodes):
    """Streets with whole milliseconds."""
    network = allways.generate_streets(nodes)
    graph = nx.DiGraph()
    ends = zip(network.node_ids[network.tail].tolist(), network.node_ids[network.head].tolist())
    for (u, v), seconds in zip(ends, network.column("time").tolist()):
        ms = round(1000 * seconds)
        graph.add_edge(u, v, time=min(ms, graph.edges[u, v]["time"]) if graph.has_edge(u, v) else ms)
    return graph


def measure(name, graph, work, same):
    """Prints the processor seconds of both, of all threads, the conversion included: on a machine that does other work, and
    without the gain from several threads."""
    begin = time.process_time()
    own = work("allways")
    middle = time.process_time()
    theirs = work("networkx")
    end = time.process_time()
    assert same(own, theirs), name
    ours, theirs = middle - begin, end - middle
    print(f"{len(graph):7} {name:32} {theirs:10.3f} s {ours:9.4f} s {theirs / ours:7.1f} ×", flush=True)
    nx._clear_cache(graph)


def main():
    for nodes in [int(one) for one in sys.argv[1:]] or (30, 100, 300, 1000, 10000):
        graph = graph_of(nodes)
        close = lambda a, b: a.keys() == b.keys() and all(abs(a[key] - b[key]) <= 1e-12 * abs(b[key]) for key in a)
        # Dicts of 10,000 × 10,000 nodes would take 10 GB: the rows are dropped, and some are compared below.
        measure("all_pairs_dijkstra_path_length", graph,
                lambda backend: sum(1 for _ in nx.all_pairs_dijkstra_path_length(graph, weight="time", backend=backend)),
                lambda a, b: a == b)
        measure("closeness_centrality", graph,
                lambda backend: nx.closeness_centrality(graph, distance="time", backend=backend), close)
        if nodes <= 1000:
            measure("floyd_warshall_numpy", graph, lambda backend: nx.floyd_warshall_numpy(graph, weight="time", backend=backend),
                    lambda a, b: (a == b).all())
            measure("… with each row read as a dict", graph,
                    lambda backend: {node: dict(row) for node, row in
                                     nx.all_pairs_dijkstra_path_length(graph, weight="time", backend=backend)}, lambda a, b: a == b)
            measure("all_pairs_dijkstra_path", graph,
                    lambda backend: sum(len(row) for _, row in nx.all_pairs_dijkstra_path(graph, weight="time", backend=backend)),
                    lambda a, b: a == b)
        rows = nx.all_pairs_dijkstra_path_length(graph, weight="time", backend="allways")
        for at, (node, row) in enumerate(rows):
            if at % max(1, nodes // 100) == 0:
                assert row == nx.single_source_dijkstra_path_length(graph, node, weight="time", backend="networkx"), node
        print(f"{nodes:7} rows of 100 nodes are equal")


if __name__ == "__main__":
    main()
