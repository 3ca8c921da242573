# SPDX-License-Identifier: Apache-2.0
"""A pytest plugin that puts allways.csgraph in the place of SciPy's shortest paths."""

import scipy.sparse.csgraph

import allways.csgraph

for name in ("shortest_path", "dijkstra", "floyd_warshall", "johnson", "bellman_ford"):
    setattr(scipy.sparse.csgraph, name, getattr(allways.csgraph, name))
allways.csgraph._is_quick_in_scipy = lambda *_: False  # every request is answered by Allways itself
