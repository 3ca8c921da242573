"""Rows of an all-pairs table by a Python library, for a program that asks through a pipe.

    road_peers.py scipy|igraph|networkit THREADS

Says first, on a line, "ok CORES NAME", or "absent REASON" and ends. Then reads, all little-endian: int64 n and m, the
adjacency array as n + 1 int64, m int32 heads and m int32 costs; and again and again: int64 k and k int32 sources. To each
of these it answers what its calls took in seconds and in seconds of all cores (float64), and k rows of n int32, 2^30 - 1 where there is no path.
"""

import os
import signal
import sys
import time

UNREACHABLE = 2**30 - 1
ROWS_A_CALL = 64  # igraph answers with lists of Python's numbers, which would fill the memory


class SciPy:
    def __init__(self, threads):
        import scipy
        self.name, self.cores = f"SciPy {scipy.__version__}, csgraph.dijkstra", 1

    def load(self, first_out, head, cost):
        from scipy.sparse import csr_matrix
        n = len(first_out) - 1
        self.graph = csr_matrix((cost.astype(numpy.float64), head, first_out.astype(numpy.int32)), shape=(n, n))

    def solve(self, sources):
        from scipy.sparse.csgraph import dijkstra
        return dijkstra(self.graph, indices=sources)


class IGraph:
    def __init__(self, threads):
        import igraph
        self.name, self.cores = f"igraph {igraph.__version__} (Python), distances", 1

    def load(self, first_out, head, cost):
        import igraph
        n = len(first_out) - 1
        tail = numpy.repeat(numpy.arange(n), numpy.diff(first_out))
        self.graph = igraph.Graph(n, numpy.column_stack((tail, head)).tolist(), directed=True)
        self.cost = cost.tolist()

    def solve(self, sources):
        return self.graph.distances(source=sources, weights=self.cost, mode="out", algorithm="dijkstra")


class NetworKit:
    def __init__(self, threads):
        import networkit
        networkit.setNumberOfThreads(threads)
        self.name, self.cores = f"NetworKit {networkit.__version__}, SPSP", threads

    def load(self, first_out, head, cost):
        import networkit
        n = len(first_out) - 1
        tail = numpy.repeat(numpy.arange(n), numpy.diff(first_out))
        self.graph = networkit.GraphFromCoo((cost.astype(numpy.float64), (tail, head.astype(tail.dtype))), n=n,
                                            weighted=True, directed=True)

    def solve(self, sources):
        import networkit
        return networkit.distance.SPSP(self.graph, sources).run().getDistances(asarray=True)


PEERS = {"scipy": SciPy, "igraph": IGraph, "networkit": NetworKit}


def read(kind, count):
    data = sys.stdin.buffer.read(numpy.dtype(kind).itemsize * count)
    return numpy.frombuffer(data, kind, count) if data else None


def as_cells(rows):
    """NetworKit has the largest double where there is no path, the others infinity."""
    return numpy.minimum(rows, UNREACHABLE).astype("<i4")


def clocks():
    return numpy.array([time.perf_counter(), time.process_time()])


def main():
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asks decides when to end
    try:
        global numpy
        import numpy
        peer = PEERS[sys.argv[1]](int(sys.argv[2]))
    except (ImportError, OSError) as reason:
        answers.write(f"absent {reason}\n".encode())
        answers.close()
        return
    answers.write(f"ok {peer.cores} {peer.name}\n".encode())
    answers.flush()
    n, m = read("<i8", 2)
    peer.load(read("<i8", n + 1), read("<i4", m), read("<i4", m))
    while (count := read("<i8", 1)) is not None:
        sources = read("<i4", count[0]).tolist()
        spent = numpy.zeros(2, "<f8")
        cells = []
        for i in range(0, len(sources), ROWS_A_CALL):
            begin = clocks()
            rows = peer.solve(sources[i:i + ROWS_A_CALL])
            spent += clocks() - begin
            cells.append(as_cells(rows))
        answers.write(spent.tobytes())
        for part in cells:
            answers.write(part.tobytes())
        answers.flush()


main()
