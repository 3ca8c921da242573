# SPDX-License-Identifier: Apache-2.0
"""The code that a user writes for each library. These variables are set before: n, tail, head and cost (arrays), x and
y, sources and pairs.

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
