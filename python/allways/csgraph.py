# SPDX-License-Identifier: Apache-2.0
"""SciPy's shortest paths, with SciPy's signatures and results, by Allways.

``from allways.csgraph import dijkstra`` in place of ``from scipy.sparse.csgraph import dijkstra`` makes old code fast.
Names that this module lacks are taken from SciPy. The differences:

- Every function accepts negative weights; a negative cycle raises SciPy's NegativeCycleError.
- If there are several shortest paths, another one may be returned.
- Distances are exact sums if all weights have few decimals, else float64 sums as in SciPy, in another order.
- Requests for a few sources, and small graphs, are passed to SciPy, which is then faster than preparing a factor.
- `method` is checked and then ignored, because all methods give the same result; `overwrite` never overwrites.

Examples
--------
>>> import numpy as np
>>> from allways import csgraph
>>> csgraph.shortest_path(np.array([[0, 3, 0], [0, 0, 4], [1, 0, 0]]))
array([[0., 3., 7.],
       [5., 0., 4.],
       [1., 4., 0.]])
"""

from __future__ import annotations

from typing import Any, Callable, Literal, NamedTuple, overload

import numpy as np
import scipy.sparse as sparse
from scipy.sparse import csgraph as _scipy
from scipy.sparse.csgraph import NegativeCycleError
from scipy.sparse.csgraph import dijkstra as _searches

from . import _core, arrays
from . import errors
from .options import fill

__all__ = ["NegativeCycleError", "bellman_ford", "dijkstra", "floyd_warshall", "johnson", "shortest_path"]

_none = -9999


def __getattr__(name: str) -> Any:
    return getattr(_scipy, name)


class _Graph(NamedTuple):
    """Arcs with their costs, without those whose cost is NaN or infinite."""

    n: int
    tail: np.ndarray
    head: np.ndarray
    cost: np.ndarray

    def solve(self, next_hops: bool) -> _core.DistanceTable:
        return self._solved(lambda network, options: _core.solve(network, options, None), next_hops)

    def rows(self, origins: np.ndarray) -> np.ndarray:
        """The distances from some nodes to all."""
        if len(origins) == 0:
            return np.empty((0, self.n))
        starts, everywhere = origins.astype(np.uint32), np.arange(self.n, dtype=np.uint32)

        def between(network: _core.Network, options: _core.SolveOptions) -> Any:
            return _core.table_between(network, _core.side_of_nodes(network, starts), _core.side_of_nodes(network, everywhere), "",
                                       options, None)

        part = self._solved(between, False)
        return part.natural_rows("", "", 0, len(origins))

    def _solved(self, work: Callable, next_hops: bool) -> Any:
        """Calls `work` in int32 if that is exact and holds all distances, else in float64."""
        network = arrays.make(self.tail, self.head, {"cost": self.cost}, nodes=self.n)
        for cost_type in ("int32", "float64") if self._has_few_digits() else ("float64",):
            try:
                return work(network, *fill({"next_hops": next_hops, "cost_type": cost_type}, _core.SolveOptions))[0]
            except errors.NegativeCycleError as error:
                raise NegativeCycleError(str(error)) from None
            except errors.InputError:
                if cost_type == "float64":
                    raise

    def _has_few_digits(self) -> bool:
        return any((np.rint(self.cost * 10.0**digits) / 10.0**digits == self.cost).all() for digits in range(7))

    def reversed(self) -> _Graph:
        return self._replace(tail=self.head, head=self.tail)


def _rows_of(csgraph: Any) -> Any:
    """Converts any graph that SciPy takes to compressed rows. Explicit zeros of sparse matrices are arcs, zeros of
    dense arrays are not."""
    if hasattr(csgraph, "asformat") and not sparse.issparse(csgraph):  # PyData's sparse arrays
        csgraph = csgraph.to_scipy_sparse() if hasattr(csgraph, "to_scipy_sparse") else csgraph.tocsr()
    if sparse.issparse(csgraph):
        rows = csgraph.tocsr()
    elif np.ma.isMaskedArray(csgraph):
        rows = _scipy.csgraph_from_masked(csgraph)
    else:
        dense = np.asarray(csgraph)
        if dense.ndim != 2:
            raise ValueError("compressed-sparse graph must be 2-D")
        if dense.shape[0] != dense.shape[1]:
            raise ValueError("compressed-sparse graph must be shape (N, N)")
        rows = _scipy.csgraph_from_dense(dense, null_value=0, nan_null=True, infinity_null=True)
    if rows.ndim != 2 or rows.shape[0] != rows.shape[1]:
        raise ValueError("compressed-sparse graph must be shape (N, N)")
    return rows


def _graph(rows: Any, directed: bool, unweighted: bool) -> _Graph:
    n = rows.shape[0]
    tail = np.repeat(np.arange(n, dtype=np.uint32), np.diff(rows.indptr))
    head = rows.indices.astype(np.uint32)
    cost = rows.data.astype(np.float64)
    used = (np.isfinite(cost) | unweighted) & (tail != head) | (cost < 0)  # any stored value is an arc of 1, as in SciPy
    tail, head, cost = tail[used], head[used], cost[used]
    if unweighted:
        cost = np.ones_like(cost)
    if not directed:
        tail, head, cost = np.concatenate([tail, head]), np.concatenate([head, tail]), np.concatenate([cost, cost])
    if ((tail == head) & (cost < 0)).any():
        raise NegativeCycleError("a loop has a negative cost")
    return _Graph(n, tail, head, cost)


def _is_quick_in_scipy(rows: Any, sources: int) -> bool:
    """True if SciPy's searches take less time than making a factor of the network: few sources, or a small graph."""
    size = rows.shape[0] + rows.nnz
    return sources * size <= _sources_of_a_factor * size + _steps_of_a_call and \
        (rows.nnz == 0 or (rows.data.min() >= 0 and bool(np.isfinite(rows.data).all())))


# Measured on two shared cores of an EPYC (Zen 4) with bench/python/small_requests.py: making a factor takes as long as
# SciPy's searches from 32 to 45 nodes, and a call as long as SciPy takes for 40,000 nodes and arcs.
_sources_of_a_factor = 32
_steps_of_a_call = 40_000


def _transpose(square: np.ndarray) -> None:
    """Transposes in place, by tiles that fit the cache: many times as fast as NumPy's copy of a transposed view."""
    n, side = len(square), 128
    for row in range(0, n, side):
        for column in range(0, row + 1, side):
            one = square[row:row + side, column:column + side]
            other = square[column:column + side, row:row + side]
            kept = one.T.copy()
            one[...] = other.T
            other[...] = kept


def _all_pairs(graph: _Graph, return_predecessors: bool) -> Any:
    """All distances, n × n, and predecessors: the next hops of the graph with reversed arcs."""
    if not return_predecessors:
        return graph.solve(False).natural_rows("", "", 0, graph.n)
    table = graph.reversed().solve(True)
    distances = table.natural_rows("", "", 0, graph.n)
    hops, first, head = table.next_hops, table.first_out, table.head.astype(np.int32)
    assert hops is not None
    predecessors = np.empty((graph.n, graph.n), dtype=np.int32)
    for node in range(graph.n):
        # The largest number means no hop; it is clipped to the last entry.
        heads = np.append(head[first[node]:first[node + 1]], np.int32(_none))
        np.take(heads, hops[node], mode="clip", out=predecessors[node])
    _transpose(distances)
    _transpose(predecessors)
    return distances, predecessors


def _trees(graph: _Graph, distances: np.ndarray, roots: list[np.ndarray]) -> np.ndarray:
    """The predecessors of each row's nodes, for costs that are not negative: tails of arcs that give the row's
    distance.

    An arc from a nearer node cannot close a cycle. Among nodes at the same distance the tree grows from the nodes that
    have a predecessor.
    """
    order = np.lexsort((graph.tail, graph.head))
    tail, head, cost = graph.tail[order].astype(np.int64), graph.head[order].astype(np.int64), graph.cost[order]
    found = np.full(distances.shape, _none, dtype=np.int32)
    if len(tail) == 0:
        return found
    begins = np.flatnonzero(np.concatenate([[True], head[1:] != head[:-1]]))
    group = np.cumsum(np.concatenate([[False], head[1:] != head[:-1]]))
    for row, (distance, starts) in enumerate(zip(distances, roots)):
        through = distance[tail] + cost
        tight = (through == np.minimum.reduceat(through, begins)[group]) & np.isfinite(through)
        is_root = np.zeros(graph.n, bool)
        is_root[starts] = True
        tight &= ~is_root[head]
        nearer = np.flatnonzero(tight & (distance[tail] < distance[head]))
        found[row, head[nearer[::-1]]] = tail[nearer[::-1]]
        done = is_root | (found[row] != _none)
        level = np.flatnonzero(tight & ~done[head])
        while len(level):
            grow = level[done[tail[level]]]
            if len(grow) == 0:
                break
            found[row, head[grow[::-1]]] = tail[grow[::-1]]
            done[head[grow]] = True
            level = level[~done[head[level]]]
    return found


def _nodes(indices: Any, n: int) -> np.ndarray:
    nodes = np.asarray(indices)
    if nodes.dtype.kind not in "iu":
        nodes = nodes.astype(np.int64, casting="unsafe")
    nodes = np.where(nodes < 0, nodes + n, nodes)
    if ((nodes < 0) | (nodes >= n)).any():
        raise ValueError("indices out of range 0...N")
    return nodes


def _shortest(csgraph: Any, directed: bool, indices: Any, return_predecessors: bool, unweighted: bool,
              limit: float = np.inf) -> Any:
    rows_of_graph = _rows_of(csgraph)
    if _is_quick_in_scipy(rows_of_graph, rows_of_graph.shape[0] if indices is None else np.size(indices)):
        return _searches(rows_of_graph, directed, indices, return_predecessors, unweighted, limit)
    graph = _graph(rows_of_graph, directed, unweighted)
    if indices is None:
        found = _all_pairs(graph, return_predecessors)
        distances, predecessors = found if return_predecessors else (found, None)
    else:
        nodes = _nodes(indices, graph.n)
        rows = nodes.reshape(-1)
        shape = nodes.shape + (graph.n,)
        if not return_predecessors:
            distances, predecessors = graph.rows(rows), None
        elif (graph.cost < 0).any():
            distances, predecessors = (part[rows] for part in _all_pairs(graph, True))
        else:
            distances = graph.rows(rows)
            predecessors = _trees(graph, distances, list(rows[:, None]))
        distances = distances.reshape(shape)
        predecessors = None if predecessors is None else predecessors.reshape(shape)
    if limit < np.inf:
        beyond = distances > limit
        distances[beyond] = np.inf
        if predecessors is not None:
            predecessors[beyond] = _none
    return (distances, predecessors) if return_predecessors else distances


def _nearest(csgraph: Any, directed: bool, indices: Any, return_predecessors: bool, unweighted: bool, limit: float) -> Any:
    """Paths from the nearest of some nodes: an added node leads to all of them at no cost."""
    rows = _rows_of(csgraph)
    if _is_quick_in_scipy(rows, 1):
        return _searches(rows, directed, indices, return_predecessors, unweighted, limit, min_only=True)
    graph = _graph(rows, directed, unweighted)
    n = graph.n
    nodes = np.unique(np.arange(n) if indices is None else _nodes(indices, n))
    joined = _Graph(n + 1, np.concatenate([graph.tail, np.full(len(nodes), n, np.uint32)]),
                    np.concatenate([graph.head, nodes.astype(np.uint32)]), np.concatenate([graph.cost, np.zeros(len(nodes))]))
    distances = joined.rows(np.array([n]))[:, :n]
    distances[distances > limit] = np.inf
    if not return_predecessors:
        return distances[0]
    tree = _trees(graph, distances, [nodes])[0]
    sources = np.where(tree == _none, _none, tree)
    sources[nodes] = nodes
    while True:  # each step doubles the number of predecessors followed
        above = np.where((sources >= 0), sources[np.clip(sources, 0, None)], _none)
        if (above == sources).all():
            break
        sources = above
    return distances[0], tree, sources.astype(np.int32)


# A dense array, a masked array, a sparse matrix or array.
Graph = Any
Nodes = Any  # None, an integer or an array of integers
Method = Literal["auto", "FW", "D", "BF", "J"]
Pair = tuple[np.ndarray, np.ndarray]
Triple = tuple[np.ndarray, np.ndarray, np.ndarray]


@overload
def shortest_path(csgraph: Graph, method: Method = ..., directed: bool = ..., return_predecessors: Literal[False] = ...,
                  unweighted: bool = ..., overwrite: bool = ..., indices: Nodes = ...) -> np.ndarray: ...
@overload
def shortest_path(csgraph: Graph, method: Method = ..., directed: bool = ..., *, return_predecessors: Literal[True],
                  unweighted: bool = ..., overwrite: bool = ..., indices: Nodes = ...) -> Pair: ...
def shortest_path(csgraph: Graph, method: Method = "auto", directed: bool = True, return_predecessors: bool = False,
                  unweighted: bool = False, overwrite: bool = False, indices: Nodes = None) -> np.ndarray | Pair:
    """Shortest paths between all pairs, or from `indices` to all nodes: as scipy.sparse.csgraph.shortest_path.

    Parameters
    ----------
    csgraph : array_like, masked array or sparse matrix, n × n
        ``[i, j]`` is the cost of the arc from i to j. In dense arrays 0, inf and NaN mean no arc; explicit zeros of
        sparse matrices are arcs.
    method : {"auto", "FW", "D", "BF", "J"}
        All give the same result.
    indices : array_like or int
        The nodes to start from.

    Returns
    -------
    dist_matrix : ndarray of float64
        inf if there is no path.
    predecessors : ndarray of int32
        The node before j on the path from i; -9999 if there is none. Only with return_predecessors.
    """
    if method not in ("auto", "FW", "D", "BF", "J"):
        raise ValueError(f"unrecognized method '{method}'")
    if method == "FW" and indices is not None:
        raise ValueError("Cannot specify indices with method == 'FW'.")
    return _shortest(csgraph, directed, indices, return_predecessors, unweighted)


@overload
def dijkstra(csgraph: Graph, directed: bool = ..., indices: Nodes = ..., return_predecessors: Literal[False] = ...,
             unweighted: bool = ..., limit: float = ..., min_only: bool = ...) -> np.ndarray: ...
@overload
def dijkstra(csgraph: Graph, directed: bool = ..., indices: Nodes = ..., *, return_predecessors: Literal[True],
             unweighted: bool = ..., limit: float = ..., min_only: Literal[False] = ...) -> Pair: ...
@overload
def dijkstra(csgraph: Graph, directed: bool = ..., indices: Nodes = ..., *, return_predecessors: Literal[True],
             unweighted: bool = ..., limit: float = ..., min_only: Literal[True]) -> Triple: ...
def dijkstra(csgraph: Graph, directed: bool = True, indices: Nodes = None, return_predecessors: bool = False,
             unweighted: bool = False, limit: float = np.inf, min_only: bool = False) -> np.ndarray | Pair | Triple:
    """Shortest paths from some nodes or all, up to a limit: as scipy.sparse.csgraph.dijkstra.

    With `min_only`, paths start at the nearest of `indices`, and distances, predecessors and sources have n entries
    each.

    >>> dijkstra([[0, 1, 2, 0], [0, 0, 0, 1], [0, 0, 0, 3], [0, 0, 0, 0]], directed=False, indices=0)
    array([0., 1., 2., 2.])
    """
    if limit < 0:
        raise ValueError("limit must be >= 0")
    if min_only:
        return _nearest(csgraph, directed, indices, return_predecessors, unweighted, limit)
    return _shortest(csgraph, directed, indices, return_predecessors, unweighted, limit)


@overload
def floyd_warshall(csgraph: Graph, directed: bool = ..., return_predecessors: Literal[False] = ..., unweighted: bool = ...,
                   overwrite: bool = ...) -> np.ndarray: ...
@overload
def floyd_warshall(csgraph: Graph, directed: bool = ..., *, return_predecessors: Literal[True], unweighted: bool = ...,
                   overwrite: bool = ...) -> Pair: ...
def floyd_warshall(csgraph: Graph, directed: bool = True, return_predecessors: bool = False, unweighted: bool = False,
                   overwrite: bool = False) -> np.ndarray | Pair:
    """All-pairs shortest paths: as scipy.sparse.csgraph.floyd_warshall."""
    return _shortest(csgraph, directed, None, return_predecessors, unweighted)


@overload
def johnson(csgraph: Graph, directed: bool = ..., indices: Nodes = ..., return_predecessors: Literal[False] = ...,
            unweighted: bool = ...) -> np.ndarray: ...
@overload
def johnson(csgraph: Graph, directed: bool = ..., indices: Nodes = ..., *, return_predecessors: Literal[True],
            unweighted: bool = ...) -> Pair: ...
def johnson(csgraph: Graph, directed: bool = True, indices: Nodes = None, return_predecessors: bool = False,
            unweighted: bool = False) -> np.ndarray | Pair:
    """Shortest paths with negative costs: as scipy.sparse.csgraph.johnson."""
    return _shortest(csgraph, directed, indices, return_predecessors, unweighted)


@overload
def bellman_ford(csgraph: Graph, directed: bool = ..., indices: Nodes = ..., return_predecessors: Literal[False] = ...,
                 unweighted: bool = ...) -> np.ndarray: ...
@overload
def bellman_ford(csgraph: Graph, directed: bool = ..., indices: Nodes = ..., *, return_predecessors: Literal[True],
                 unweighted: bool = ...) -> Pair: ...
def bellman_ford(csgraph: Graph, directed: bool = True, indices: Nodes = None, return_predecessors: bool = False,
                 unweighted: bool = False) -> np.ndarray | Pair:
    """Shortest paths with negative costs: as scipy.sparse.csgraph.bellman_ford."""
    return _shortest(csgraph, directed, indices, return_predecessors, unweighted)
