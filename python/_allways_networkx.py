# SPDX-License-Identifier: Apache-2.0
"""What NetworkX reads about the backend "allways" when it is imported. It stands outside the package so that
``import networkx`` does not load the compiled module."""

from __future__ import annotations

_lengths = "Rows are mappings that are filled when they are read; sums of integers are equal to NetworkX's."
_paths = "Where several paths are the shortest, another one may be returned."
_measure = "From blocks of rows; no table of all pairs is kept."
_betweenness = "For integers and few decimals, whose ties are exact; not from a sample (k), and for weights above 0."

_functions = {
    _lengths: (
        "all_pairs_bellman_ford_path_length", "all_pairs_dijkstra_path_length", "all_pairs_shortest_path_length",
        "bellman_ford_path_length", "dijkstra_path_length", "floyd_warshall", "floyd_warshall_numpy",
        "multi_source_dijkstra_path_length", "shortest_path_length", "single_source_bellman_ford_path_length",
        "single_source_dijkstra_path_length", "single_source_shortest_path_length", "single_target_shortest_path_length"),
    _paths: (
        "all_pairs_bellman_ford_path", "all_pairs_dijkstra", "all_pairs_dijkstra_path", "all_pairs_shortest_path",
        "bellman_ford_path", "bidirectional_dijkstra", "bidirectional_shortest_path", "dijkstra_path",
        "floyd_warshall_predecessor_and_distance", "johnson", "multi_source_dijkstra", "multi_source_dijkstra_path",
        "shortest_path", "single_source_bellman_ford", "single_source_bellman_ford_path", "single_source_dijkstra",
        "single_source_dijkstra_path", "single_source_shortest_path"),
    _measure: (
        "average_shortest_path_length", "center", "closeness_centrality", "diameter", "eccentricity", "global_efficiency",
        "harmonic_centrality", "harmonic_diameter", "periphery", "radius", "wiener_index"),
    _betweenness: ("betweenness_centrality", "edge_betweenness_centrality"),
}


def get_info() -> dict:
    """The backend's facts, in the form that NetworkX documents for the entry point ``networkx.backend_info``."""
    return {
        "backend_name": "allways",
        "project": "allways",
        "package": "allways",
        "short_summary": "Exact all-pairs shortest paths by elimination, and measures that are computed from them.",
        "functions": {name: {"additional_docs": note} for note, names in _functions.items() for name in names},
    }
