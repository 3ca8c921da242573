# SPDX-License-Identifier: Apache-2.0
"""Compares SciPy's searches with a factor for requests of a few sources to allways.csgraph, measured alternately.

The constants of `_is_quick_in_scipy` in python/allways/csgraph.py come from this table.
"""

import time

import numpy as np
import scipy.sparse.csgraph as scipy_csgraph

import allways
from allways import csgraph


def seconds(work, runs=3):
    """The shortest time of some runs."""
    found = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


def main():
    delegates = csgraph._is_quick_in_scipy
    print(f"{'nodes':>7} {'sources':>7} {'SciPy ms':>9} {'factor ms':>9} {'csgraph ms':>10}  goes to")
    for nodes in (30, 300, 3000, 30000):
        graph = allways.generate_streets(nodes).to_csgraph("time")
        for sources in (1, 4, 16, 64, min(nodes, 256)):
            if sources > nodes:
                continue
            indices = np.arange(sources)
            searched = seconds(lambda: scipy_csgraph.dijkstra(graph, indices=indices))
            chosen = seconds(lambda: csgraph.dijkstra(graph, indices=indices))
            csgraph._is_quick_in_scipy = lambda *_: False
            swept = seconds(lambda: csgraph.dijkstra(graph, indices=indices))
            csgraph._is_quick_in_scipy = delegates
            where = "SciPy" if delegates(graph, sources) else "factor"
            print(f"{nodes:7} {sources:7} {1e3 * searched:9.2f} {1e3 * swept:9.2f} {1e3 * chosen:10.2f}  {where}")


if __name__ == "__main__":
    main()
