# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # From an OSMnx graph to a table
# A graph that OSMnx saved, with its lengths and driving times, becomes a network. Ids stay OpenStreetMap's.

# %%
import osmnx as ox
from real_data import data

import allways

graph = ox.load_graphml(data / "graphml/turkoglu_osmnx.graphml")
graph = ox.add_edge_travel_times(ox.add_edge_speeds(graph))
network = allways.Network.from_osmnx(graph)
print(network)

# %% [markdown]
# All pairs: the fastest paths, and how long they are. OSMnx computes lengths and times as float64; `from_osmnx` rounds them to
# the millimetre and the millisecond, so that sums are exact (int32). `network.to_networkx()` and `to_geodataframes()` lead
# back, with lines, names and parallel edges.

# %%
table = network.solve(cost="time", skims=["length"])
print(table)
minutes = table.to_pandas(unit="min")
print(minutes.iloc[:4, :4].round(1))

# %% [markdown]
# The node with the shortest mean time to all others, where every node reaches every other.

# %%
connected = network.largest_component().solve(cost="time").to_pandas(unit="min")
mean = connected.sum(axis="columns") / (len(connected) - 1)
print(f"{len(connected)} nodes; node {mean.idxmin()} has a mean time of {mean.min():.1f} min to the others")

# %% [markdown]
# One path from the table. Its nodes are those of OSMnx's graph.

# %%
origin, destination = network.node_ids[[0, 1000]]
path = table.path(origin, destination)
print(f"{path.time_s / 60:.1f} min, {path.length_m / 1000:.1f} km over {len(path.nodes)} nodes")
assert all(graph.has_edge(u, v) for u, v in zip(path.nodes, path.nodes[1:]))
