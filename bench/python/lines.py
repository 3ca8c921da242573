# SPDX-License-Identifier: Apache-2.0
"""The code that a user writes for each library. These variables are set before: n, tail, head and cost (arrays), x and
y, sources and pairs; weights ({name: a number of each node}), cutoffs (ascending), facilities (nodes) and far (no path costs more).

A job is (library, imports, preparation, work, rows): `rows`, a function of n, limits the sources or pairs for a library
that would need minutes for all of them; None: all.
"""


def rows_in(seconds_at_1000):
    """The number of rows that fit into some 10 s, for a Dijkstra that takes this long per row at 1,000 nodes."""
    return lambda n: max(8, int(10 / (seconds_at_1000 * n / 1000)))


tables = [
    ("Allways", "import allways",
     'network = allways.Network.from_arrays(tail, head, {"time": cost})',
     "distances = network.solve().to_numpy()", None),
    ("Allways, raw, no next hops", "import allways",
     'network = allways.Network.from_arrays(tail, head, {"time": cost})',
     "table = network.solve(next_hops=False)\ndistances = table.raw_distances", None),
    ("Allways, as SciPy", "from scipy.sparse import csr_array\nfrom allways.csgraph import dijkstra",
     "graph = csr_array((cost, (tail, head)), shape=(n, n))",
     "distances = dijkstra(graph)", None),
    ("SciPy", "from scipy.sparse import csr_array\nfrom scipy.sparse.csgraph import dijkstra",
     "graph = csr_array((cost, (tail, head)), shape=(n, n))",
     "distances = dijkstra(graph)", None),
    ("NetworKit", "import networkit",
     "graph = networkit.GraphFromCoo((cost, (tail, head)), n=n, weighted=True, directed=True)",
     "distances = networkit.distance.APSP(graph).run().getDistances(asarray=True)", None),
    ("igraph", "import igraph",
     "graph = igraph.Graph(n, np.column_stack([tail, head]), directed=True)",
     "distances = graph.distances(sources, weights=cost)", rows_in(0.0005)),
    ("pandana", "import pandana, pandas as pd",
     'network = pandana.Network(pd.Series(x), pd.Series(y), pd.Series(tail), pd.Series(head), pd.DataFrame({"time": cost}),'
     " twoway=False)",
     'distances = network.shortest_path_lengths(np.repeat(sources, n), np.tile(np.arange(n), len(sources)), "time")',
     rows_in(0.005)),
    ("NetworkX", "import networkx as nx",
     "graph = nx.DiGraph()\ngraph.add_weighted_edges_from(zip(tail.tolist(), head.tolist(), cost.tolist()))",
     "distances = [nx.single_source_dijkstra_path_length(graph, source) for source in sources.tolist()]", rows_in(0.01)),
]

paths = [
    ("Allways", "import allways",
     'network = allways.Network.from_arrays(tail, head, {"time": cost}, node_ids=np.arange(n))',
     "found = [path.nodes for path in network.paths(pairs)]", None),
    ("Allways, from a factor", "import allways",
     'factor = allways.Network.from_arrays(tail, head, {"time": cost}, node_ids=np.arange(n)).factorize()',
     "found = [path.nodes for path in factor.paths(pairs)]", None),
    ("igraph", "import igraph",
     "graph = igraph.Graph(n, np.column_stack([tail, head]), directed=True)",
     "found = [graph.get_shortest_path(s, t, weights=cost) for s, t in pairs]", lambda n: 200),
    ("NetworKit", "import networkit",
     "graph = networkit.GraphFromCoo((cost, (tail, head)), n=n, weighted=True, directed=True)",
     "found = [networkit.distance.BidirectionalDijkstra(graph, s, t).run().getPath() for s, t in pairs]", None),
    ("pandana", "import pandana, pandas as pd",
     'network = pandana.Network(pd.Series(x), pd.Series(y), pd.Series(tail), pd.Series(head), pd.DataFrame({"time": cost}),'
     " twoway=False)",
     'found = network.shortest_paths(*zip(*pairs), "time")', None),
    ("NetworkX", "import networkx as nx",
     "graph = nx.DiGraph()\ngraph.add_weighted_edges_from(zip(tail.tolist(), head.tolist(), cost.tolist()))",
     "found = [nx.bidirectional_dijkstra(graph, s, t)[1] for s, t in pairs]", lambda n: 100),
    ("OSMnx", "import networkx as nx, osmnx as ox",
     "graph = nx.MultiDiGraph()\ngraph.add_edges_from(zip(tail.tolist(), head.tolist(), [{\"time\": one} for one in cost.tolist()]))",
     'found = ox.shortest_path(graph, *map(list, zip(*pairs)), weight="time")', lambda n: 100),
]

pandana_network = (
    'network = pandana.Network(pd.Series(x), pd.Series(y), pd.Series(tail), pd.Series(head), pd.DataFrame({"time": cost}),'
    " twoway=False)")
pandana_sums = (
    "for name, numbers in weights.items():\n"
    "    network.set(pd.Series(np.arange(n)), variable=pd.Series(numbers), name=name)\n"
    "found = np.column_stack([network.aggregate(cutoff, type='sum', decay='flat', name=name)\n"
    "                         for name in weights for cutoff in cutoffs])")
osmnx_graph = (
    "graph = nx.MultiDiGraph()\n"
    'graph.add_edges_from(zip(tail.tolist(), head.tolist(), [{"time": one} for one in cost.tolist()]))')

# found[i, :]: the sums of weights[0] within each cutoff of sources[i], then those of weights[1], …
access = [
    ("Allways", "import allways",
     'network = allways.Network.from_arrays(tail, head, {"time": cost}, node_ids=np.arange(n))',
     "found = network.access(np.arange(n), weights=weights, cutoffs=cutoffs).to_numpy()", None),
    ("pandana, no precompute()", "import pandana, pandas as pd", pandana_network, pandana_sums, None),
    ("pandana", "import pandana, pandas as pd", pandana_network,
     f"network.precompute(cutoffs[-1])\n{pandana_sums}", None),
    ("SciPy", "from scipy.sparse import csr_array\nfrom scipy.sparse.csgraph import dijkstra",
     "graph = csr_array((cost, (tail, head)), shape=(n, n))",
     "found = []\n"
     "for some in np.array_split(sources, len(sources) // 100 + 1):\n"
     "    distances = dijkstra(graph, indices=some, limit=cutoffs[-1])\n"
     "    found += np.column_stack([(distances <= cutoff) @ numbers for numbers in weights.values() for cutoff in cutoffs]).tolist()",
     lambda n: n if n < 30000 else 2000),
    ("OSMnx: NetworkX", "import networkx as nx", osmnx_graph,
     "found = []\n"
     "for source in sources.tolist():\n"
     '    reached = nx.single_source_dijkstra_path_length(graph, source, cutoff=cutoffs[-1], weight="time")\n'
     "    nodes, distances = np.array(list(reached)), np.array(list(reached.values()))\n"
     "    found.append([numbers[nodes[distances <= cutoff]].sum() for numbers in weights.values() for cutoff in cutoffs])",
     rows_in(0.004)),
]

# found[i, k]: the distance of node i to the facility that is its (k + 1)-th nearest
nearest = [
    ("Allways", "import allways",
     'network = allways.Network.from_arrays(tail, head, {"time": cost}, node_ids=np.arange(n))',
     "answer = network.access(facilities, nearest=3)\n"
     'found = answer[["distance_1", "distance_2", "distance_3"]].to_numpy()', None),
    ("pandana", "import pandana, pandas as pd", pandana_network,
     'network.set_pois("facility", far, 3, pd.Series(x[facilities]), pd.Series(y[facilities]))\n'
     'answer = network.nearest_pois(far, "facility", num_pois=3, include_poi_ids=True)\n'
     "found = answer[[1, 2, 3]].to_numpy()", None),
    ("SciPy", "from scipy.sparse import csr_array\nfrom scipy.sparse.csgraph import dijkstra",
     "graph = csr_array((cost, (head, tail)), shape=(n, n))  # from the facilities, against the arcs",
     "distances = dijkstra(graph, indices=facilities)\n"
     "at = np.argpartition(distances, 3, axis=0)[:3]\n"
     "found = np.sort(np.take_along_axis(distances, at, axis=0), axis=0).T", None),
    ("OSMnx: NetworkX", "import networkx as nx", osmnx_graph,
     "against, best = graph.reverse(copy=False), np.full((n, 4), np.inf)\n"
     "for facility in facilities.tolist():\n"
     '    reached = nx.single_source_dijkstra_path_length(against, facility, weight="time")\n'
     "    best[list(reached), 3] = list(reached.values())\n"
     "    best.sort(axis=1)\n"
     "found = best[:, :3]", None),
]
