# SPDX-License-Identifier: Apache-2.0
"""Computes rows of an all-pairs table with a Python library, for a program that sends requests through a pipe.

    road_peers.py scipy|igraph|networkit|routingkit_cch THREADS

It first writes a line "ok CORES NAME", or "absent REASON" and ends. Then it reads, all little-endian: int64 n, m and p,
the adjacency array as n + 1 int64, m int32 heads and m int32 costs, p (n or 0) points of float64 x and y. When it is
ready for rows it writes "ok SECONDS CORE_SECONDS", the time of its preparation, or again "absent REASON". From then on
it repeatedly reads int64 k and k int32 sources, and writes the time of its calls in seconds and in seconds of all cores
(float64), and k rows of n int32, where 2^30 - 1 means no path.
"""

import os
import signal
import sys
import time

UNREACHABLE = 2**30 - 1
ROWS_A_CALL = 64  # igraph returns lists of Python's numbers, which would fill the memory


class Absent(Exception):
    pass


class Peer:
    def prepare(self):
        """The work that precedes any row. Its time counts; the time of load(), which only converts types, does not."""


class SciPy(Peer):
    def __init__(self, threads):
        import scipy
        self.name, self.cores = f"SciPy {scipy.__version__}, csgraph.dijkstra", 1

    def load(self, first_out, head, cost, points):
        from scipy.sparse import csr_matrix
        n = len(first_out) - 1
        self.graph = csr_matrix((cost.astype(numpy.float64), head, first_out.astype(numpy.int32)), shape=(n, n))

    def solve(self, sources):
        from scipy.sparse.csgraph import dijkstra
        return dijkstra(self.graph, indices=sources)


class IGraph(Peer):
    def __init__(self, threads):
        import igraph
        self.name, self.cores = f"igraph {igraph.__version__} (Python), distances", 1

    def load(self, first_out, head, cost, points):
        import igraph
        n = len(first_out) - 1
        tail = numpy.repeat(numpy.arange(n), numpy.diff(first_out))
        self.graph = igraph.Graph(n, numpy.column_stack((tail, head)).tolist(), directed=True)
        self.cost = cost.tolist()

    def solve(self, sources):
        return self.graph.distances(source=sources, weights=self.cost, mode="out", algorithm="dijkstra")


class NetworKit(Peer):
    def __init__(self, threads):
        import networkit
        networkit.setNumberOfThreads(threads)
        self.name, self.cores = f"NetworKit {networkit.__version__}, SPSP", threads

    def load(self, first_out, head, cost, points):
        import networkit
        n = len(first_out) - 1
        tail = numpy.repeat(numpy.arange(n), numpy.diff(first_out))
        self.graph = networkit.GraphFromCoo((cost.astype(numpy.float64), (tail, head.astype(tail.dtype))), n=n,
                                            weighted=True, directed=True)

    def solve(self, sources):
        import networkit
        return networkit.distance.SPSP(self.graph, sources).run().getDistances(asarray=True)


class RoutingKit(Peer):
    """RoutingKit's customizable contraction hierarchy in its inertial flow order; all nodes are pinned targets."""

    def __init__(self, threads):
        import importlib.metadata
        import routingkit_cch  # here, so that its absence is reported at once
        version = importlib.metadata.version("routingkit-cch")
        self.name, self.cores = f"routingkit-cch {version} (Python), CCHOneToMany", threads

    def load(self, first_out, head, cost, points):
        if len(points) == 0:
            raise Absent("the network has no coordinates, which its order needs")
        self.nodes = len(first_out) - 1
        self.tail = numpy.repeat(numpy.arange(self.nodes), numpy.diff(first_out)).tolist()
        self.head, self.cost = head.tolist(), cost.tolist()
        self.x, self.y = points.reshape(-1, 2).T.tolist()

    def prepare(self):
        import routingkit_cch as kit
        from concurrent.futures import ThreadPoolExecutor
        from threading import Barrier, local
        order = kit.compute_order_inertial(self.nodes, self.tail, self.head, self.y, self.x)
        metric = kit.CCHMetric(kit.CCH(order, self.tail, self.head, False), self.cost)
        mine = local()  # a query belongs to its thread

        def pin():
            mine.query = kit.CCHOneToMany(metric, list(range(self.nodes)))

        self.pool = ThreadPoolExecutor(self.cores, initializer=pin)
        together = Barrier(self.cores)  # so that all threads run and have their queries
        list(self.pool.map(lambda _: together.wait(), range(self.cores)))
        self.row = lambda source: mine.query.distances_from(source)

    def solve(self, sources):
        return list(self.pool.map(self.row, sources))


PEERS = {"scipy": SciPy, "igraph": IGraph, "networkit": NetworKit, "routingkit_cch": RoutingKit}


def read(kind, count):
    data = sys.stdin.buffer.read(numpy.dtype(kind).itemsize * count)
    return numpy.frombuffer(data, kind, count) if data or count == 0 else None


def as_cells(rows):
    """Rows as cells. For pairs without a path NetworKit returns the largest double, routingkit-cch None, the others
    infinity."""
    return numpy.fmin(numpy.asarray(rows, numpy.float64), UNREACHABLE).astype("<i4")


def clocks():
    return numpy.array([time.perf_counter(), time.process_time()])


def timed(call, *arguments):
    begin = clocks()
    result = call(*arguments)
    return result, clocks() - begin


def main():
    answers = os.fdopen(os.dup(1), "wb")

    def say(line):
        answers.write(f"{line}\n".encode())
        answers.flush()

    os.dup2(2, 1)  # output of the library must not mix with the answers
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the requesting program decides when to end
    try:
        global numpy
        import numpy
        peer = PEERS[sys.argv[1]](int(sys.argv[2]))
    except (ImportError, OSError) as reason:
        return say(f"absent {reason}")
    say(f"ok {peer.cores} {peer.name}")
    n, m, p = read("<i8", 3)
    try:
        peer.load(read("<i8", n + 1), read("<i4", m), read("<i4", m), read("<f8", 2 * p))
    except Absent as reason:
        return say(f"absent {reason}")
    _, spent = timed(peer.prepare)
    say("ok {} {}".format(*spent))
    while (count := read("<i8", 1)) is not None:
        sources = read("<i4", count[0]).tolist()
        spent = numpy.zeros(2, "<f8")
        cells = []
        for i in range(0, len(sources), ROWS_A_CALL):
            rows, took = timed(peer.solve, sources[i:i + ROWS_A_CALL])
            spent += took
            cells.append(as_cells(rows))
        answers.write(spent.tobytes())
        for part in cells:
            answers.write(part.tobytes())
        answers.flush()


main()
