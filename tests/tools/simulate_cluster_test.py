#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The simulation of clusters against arithmetic by hand, and against measured runs of ranks on one machine."""

import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "scripts"))
from simulate_cluster import Device, Network, broadcast_bytes, dense_seconds, grid_of  # noqa: E402

FREE = Network(0, 0, 0)
FAST = Device(product=1e9, close=1e9, link=math.inf)
failures = 0


def expect(got: float, wanted: float, what: str, tolerance: float = 1e-9):
    global failures
    if abs(got - wanted) > tolerance * abs(wanted):
        failures += 1
        print(f"{what}: {got}, expected {wanted}")


def main() -> int:
    for ranks, grid in ((1, (1, 1)), (4, (2, 2)), (7, (1, 7)), (12, (3, 4)), (1024, (32, 32))):
        if grid_of(ranks) != grid:
            expect(0, 1, f"grid of {ranks}")

    # 1 + 2 · 2 + 10 · 3 for a message, two steps of a tree among four.
    slow = Network(latency=1, overhead=2, gap=3)
    expect(slow.message(10), 35, "message")
    expect(slow.broadcast(2, 10), 35, "broadcast to one")
    expect(slow.broadcast(4, 10), min(2 * 35, 5 * 5 + 2 * 10 * 3 * 3 / 4), "broadcast to three")
    expect(slow.broadcast(1, 10), 0, "broadcast to nobody")
    expect(broadcast_bytes(100, 4, 4), 2 * 100 * 100 * 4 / 2, "bytes of a rank of 4")
    expect(broadcast_bytes(100, 64, 4), 2 * 100 * 100 * 4 / 8, "bytes of a rank of 64")

    # One rank: the first group's pivots and panels, then 10 products of 10 · 100 · 100, with pivots and panels beside 9.
    panels = 10**3 + 2 * 10 * 10 * 100
    expect(dense_seconds(100, 1, 10, 4, FAST, FREE), (10 * panels + 10 * 10 * 100 * 100) / 1e9, "one rank")
    # A single group: nothing is ahead of anything.
    expect(dense_seconds(100, 1, 100, 4, FAST, FREE), (100**3 + 2 * 100**3 + 100**3) / 1e9, "one group")
    # Many ranks without a network's delays are as fast as their products once these are all there is.
    expect(dense_seconds(10000, 16, 10, 4, FAST, FREE), 10000**3 / 16 / 1e9, "16 ranks", tolerance=0.02)
    # A network so slow that nothing else counts: each round waits for the pivots and for the panels.
    one = 100 * 4 * 10 / 2
    tree = Network(0, 0, 1.0)
    rounds = 10 * (tree.broadcast(2, 10 * 10 * 4) + tree.broadcast(2, one))
    expect(dense_seconds(100, 4, 10, 4, FAST, tree), rounds, "slow network", tolerance=1e-3)

    # 6,000 nodes, tiles of 96, groups of two, cells of 2 bytes: one process on two cores 1.27 s, and 4 ranks on the same cores
    # 1.22, 1.30 and 1.43 s (docs/clusters.md). Figures of the network are
    # guesses, which hardly matter here: this tests products and rounds.
    rate = 6048**3 / 1.27 / 4
    ranks = dense_seconds(6048, 4, 192, 2, Device(rate, rate / 4, 5e9), Network(5e-6, 2e-6, 1 / 2e9))
    expect(ranks, 1.30, "4 ranks as measured", tolerance=0.15)

    print(f"{failures} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
