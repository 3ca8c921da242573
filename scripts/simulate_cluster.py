#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Predicts the time that the ranks of a cluster need for a dense table, from measured rates of one rank and figures of
the network: blocked Floyd-Warshall over a grid of ranks, round by round, as toolkit/engine/dense/ranks/rank_executor.cpp
runs it.

    scripts/simulate_cluster.py --nodes 262144 --ranks 64,256,1024

The network model is LogGP (Alexandrov, Ionescu, Schauser & Scheiman 1995): a message of k bytes takes
latency + 2 · overhead + k · gap. A broadcast among p ranks is the faster of a binomial tree and a scatter followed by a
ring of gathers; messages do not wait for each other's links. Rates are of one NVIDIA H200 (bench/log/dense.md) by default.
"""

import argparse
import math
from dataclasses import dataclass


@dataclass
class Network:
    latency: float  # seconds
    overhead: float  # seconds of a processor, at each end
    gap: float  # seconds a byte

    def message(self, count: float) -> float:
        return self.latency + 2 * self.overhead + count * self.gap

    def broadcast(self, ranks: int, count: float) -> float:
        if ranks == 1 or count == 0:
            return 0.0
        steps = math.ceil(math.log2(ranks))
        tree = steps * self.message(count)
        start = self.latency + 2 * self.overhead
        ring = (steps + ranks - 1) * start + 2 * count * self.gap * (ranks - 1) / ranks
        return min(tree, ring)


@dataclass
class Device:
    product: float  # pairs a second of large products
    close: float  # pairs a second of closing a group of pivots on its own rows
    link: float  # bytes a second between device and host memory; inf: they are the same


def grid_of(ranks: int) -> tuple[int, int]:
    """Rows and columns of ranks, as RankGrid::of."""
    rows = max(r for r in range(1, math.isqrt(ranks) + 1) if ranks % r == 0)
    return rows, ranks // rows


def broadcast_bytes(nodes: int, ranks: int, cell: int) -> float:
    """The bytes that a rank receives: its columns of every pivot's row, and its rows of every pivot's column."""
    rows, columns = grid_of(ranks)
    return nodes * nodes * cell * ((1 / columns if rows > 1 else 0) + (1 / rows if columns > 1 else 0))


def dense_seconds(nodes: int, ranks: int, group: int, cell: int, device: Device, network: Network) -> float:
    """Seconds from the first round to the last. Every rank has the same share of the work; each has its own simulated
    clock."""
    rows, columns = grid_of(ranks)
    height, width = nodes / rows, nodes / columns  # of a rank's part
    rounds = math.ceil(nodes / group)
    moved = lambda count: count * cell / device.link
    row_panel, column_panel = group * width, group * height
    close = group**3 / device.close + moved(2 * group * group)
    diagonal_row = network.broadcast(columns, group * group * cell)
    diagonal_column = network.broadcast(rows, group * group * cell)
    make_row = group * row_panel / device.product + moved(row_panel)
    make_column = group * column_panel / device.product + moved(column_panel)
    down = network.broadcast(rows, row_panel * cell)
    along = network.broadcast(columns, column_panel * cell)
    receive = moved(row_panel + column_panel)
    rest = group * height * width / device.product
    catch_up_row = group * row_panel / device.product
    catch_up_column = group * column_panel / device.product

    free = [[0.0] * columns for _ in range(rows)]  # when a rank's device has finished all its work

    def panels(number: int, ready: list[list[float]]) -> tuple[list[float], list[float]]:
        """The times at which the group's rows have reached each column of ranks, and its columns each row of ranks."""
        r, c = number % rows, number % columns
        closed = ready[r][c] + close
        row_at, column_at = [], []
        for column in range(columns):
            arrived = closed + (diagonal_row if column != c else 0)
            both = make_row + (make_column if column == c else 0)  # before it sends either
            row_at.append(max(ready[r][column], arrived) + both + down)
        for row in range(rows):
            arrived = closed + (diagonal_column if row != r else 0)
            both = make_column + (make_row if row == r else 0)
            column_at.append(max(ready[row][c], arrived) + both + along)
        return row_at, column_at

    row_at, column_at = panels(0, free)
    for number in range(rounds):
        is_last = number + 1 == rounds
        r, c = (number + 1) % rows, (number + 1) % columns
        ready = []
        for row in range(rows):
            line = []
            for column in range(columns):
                begin = max(free[row][column], row_at[column], column_at[row]) + receive
                ahead = own = 0.0
                if not is_last:
                    ahead = (catch_up_row if row == r else 0) + (catch_up_column if column == c else 0)
                    own = (make_row if row == r else 0) + (make_column if column == c else 0)
                    own += close if (row, column) == (r, c) else 0
                line.append(begin + ahead)  # the next group's rows and columns are part of the product
                free[row][column] = begin + max(rest, ahead) + own
            ready.append(line)
        if not is_last:
            row_at, column_at = panels(number + 1, ready)
    return max(max(line) for line in free)


def dense_table(arguments, device: Device, network: Network) -> list[tuple]:
    n = arguments.nodes
    alone = n**3 / device.product
    found = []
    for ranks in arguments.ranks:
        seconds = dense_seconds(n, ranks, arguments.group, arguments.cell, device, network)
        gather = n * n * arguments.cell * network.gap if ranks > 1 else 0.0
        rows, columns = grid_of(ranks)
        found.append((ranks, f"{rows} x {columns}", alone / ranks, seconds, alone / ranks / seconds, gather,
                      broadcast_bytes(n, ranks, arguments.cell) / 1e9, n * n * arguments.cell / ranks / 1e9))
    return found


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, required=True)
    parser.add_argument("--ranks", type=lambda text: [int(part) for part in text.split(",")], default=[64, 256, 1024])
    parser.add_argument("--cell", type=int, default=4, help="bytes of a cell (default: 4)")
    parser.add_argument("--latency", type=float, default=2e-6, help="seconds (default: 2e-6)")
    parser.add_argument("--overhead", type=float, default=1e-6, help="seconds at each end (default: 1e-6)")
    parser.add_argument("--bandwidth", type=float, default=25, help="GB/s of a rank's link (default: 25)")
    parser.add_argument("--group", type=int, default=512, help="pivots of a round (default: 512)")
    parser.add_argument("--rate", type=float, default=14.4, help="T pairs/s of a product (default: 14.4)")
    parser.add_argument("--close-rate", type=float, default=0.2, help="T pairs/s of a group on itself (default: 0.2)")
    parser.add_argument("--link", type=float, default=55, help="GB/s between device and host (default: 55)")
    return parser.parse_args()


def main():
    arguments = parse()
    network = Network(arguments.latency, arguments.overhead, 1e-9 / arguments.bandwidth)
    device = Device(arguments.rate * 1e12, arguments.close_rate * 1e12, arguments.link * 1e9)
    print("| ranks | grid | n³/(P·rate), s | predicted, s | efficiency | gather, s | received by a rank, GB | cells of a rank, GB |")
    print("|---|---|---|---|---|---|---|---|")
    for ranks, grid, ideal, seconds, efficiency, gather, received, cells in dense_table(arguments, device, network):
        print(f"| {ranks:,} | {grid} | {ideal:.3g} | {seconds:.3g} | {efficiency:.0%} | {gather:.3g} | {received:.3g} | {cells:.3g} |")


if __name__ == "__main__":
    main()
