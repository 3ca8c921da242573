# SPDX-License-Identifier: Apache-2.0
"""Graphs of the NetworkX backend :mod:`allways.networkx`: arcs with costs, their distances, and the mappings in which
NetworkX expects lengths and paths."""

from __future__ import annotations

import copy
import functools
from typing import Any, Callable, Iterator, Mapping, MutableMapping, Sequence

import numpy as np

from .. import _core, arrays, csgraph, errors
from ..options import fill

_cells_of_a_block = 1 << 24  # of distances in memory at a time


class Graph:
    """A NetworkX graph as arrays: the nodes in their order, the ends of the edges, and columns of weights.

    Parameters
    ----------
    keys : list of hashable
        The nodes.
    tail, head : ndarray of uint32, m
        Positions of the edges' ends.
    columns : dict of ndarray of float64, m
        Weights by the name of the attribute.
    whole : set of str
        Names of the columns whose weights are all integers.
    """

    __networkx_backend__ = "allways"

    def __init__(self, keys: list, tail: np.ndarray, head: np.ndarray, columns: Mapping[Any, np.ndarray], whole: set, *,
                 directed: bool, multigraph: bool):
        self.keys, self.tail, self.head, self.columns, self.whole = keys, tail, head, columns, whole
        self.at = {key: position for position, key in enumerate(keys)}
        self._directed, self._multigraph = directed, multigraph
        self._distances: dict[Any, Distances] = {}

    # ---- what NetworkX asks of a graph

    def is_directed(self) -> bool:
        return self._directed

    def is_multigraph(self) -> bool:
        return self._multigraph

    def __len__(self) -> int:
        return len(self.keys)

    def __iter__(self) -> Iterator:
        return iter(self.keys)

    def __contains__(self, key: Any) -> bool:
        try:
            return key in self.at
        except TypeError:  # not hashable
            return False

    @functools.cached_property
    def _reverse(self) -> Graph:
        return Graph(self.keys, self.head, self.tail, self.columns, self.whole, directed=True, multigraph=self._multigraph)

    def reverse(self, copy: bool = True) -> Graph:
        """The graph with reversed edges. A graph never changes, so it is never copied."""
        return self._reverse if self._directed else self

    def column(self, name: str) -> list:
        """The weights of a column by edge, as integers if all are."""
        values = self.columns[name]
        return values.astype(np.int64).tolist() if name in self.whole else values.tolist()

    def distances(self, weight: Any) -> Distances:
        """The distances by an attribute, which must be among the converted ones; None: by the number of edges."""
        if weight not in self._distances:
            if weight is not None and weight not in self.columns:
                raise NotImplementedError(f"the graph was converted without the edge attribute {weight!r}; convert it with "
                                          f"edge_attrs={{{weight!r}: 1}}")
            cost = np.ones(len(self.tail)) if weight is None else self.columns[weight]
            self._distances[weight] = Distances(self, cost, weight is None or weight in self.whole)
        return self._distances[weight]


class Distances:
    """The distances of a graph by one weight, a block of rows at a time, from a factor that is made once."""

    def __init__(self, graph: Graph, cost: np.ndarray, whole: bool):
        tail, head = graph.tail, graph.head
        if not graph.is_directed():
            tail, head, cost = np.concatenate([tail, head]), np.concatenate([head, tail]), np.concatenate([cost, cost])
        loops = tail == head
        self.has_negative = bool((cost < 0).any())
        self._negative_loops = tail[loops & (cost < 0)]
        self.graph, self.whole = graph, whole
        self.arcs = csgraph._Graph(len(graph), tail[~loops], head[~loops], cost[~loops])
        self._types = ["int32", "float64"] if self.arcs._has_few_digits() else ["float64"]
        self._factor: tuple[_core.Factor, _core.PlacedSide, _core.SolveOptions] | None = None

    def refuse_negative(self, function: str) -> Distances:
        if self.has_negative:
            raise NotImplementedError(f"{function} is for weights of 0 or more, and the graph has negative ones")
        return self

    def from_node(self, start: int) -> Distances:
        """The distances without arcs that no path from `start` takes, so that negative cycles elsewhere do not matter."""
        if not self.has_negative:
            return self
        reached = np.isfinite(self.graph.distances(None).rows(np.array([start]))[0])
        made = copy.copy(self)
        vars(made).pop("_every_tree", None)
        kept = reached[self.arcs.tail]
        made.arcs = csgraph._Graph(self.arcs.n, *(part[kept] for part in self.arcs[1:]))
        made._negative_loops, made._factor = self._negative_loops[reached[self._negative_loops]], None
        return made

    def rows(self, nodes: np.ndarray) -> np.ndarray:
        """The distances from some nodes (positions) to all, float64; inf: no path.

        Raises
        ------
        NegativeCycle
            If the weights have a negative cycle.
        """
        if len(self._negative_loops):
            raise NegativeCycle("a loop has a negative weight")
        if len(nodes) == 0 or len(self.arcs.tail) == 0:
            found = np.full((len(nodes), self.arcs.n), np.inf)
            found[np.arange(len(nodes)), nodes] = 0
            return found
        while True:
            try:
                return self._solved_rows(nodes.astype(np.uint32))
            except errors.NegativeCycleError as error:
                raise NegativeCycle(str(error)) from None
            except errors.InputError:  # sums that int32 does not hold
                if len(self._types) == 1:
                    raise
                self._types, self._factor = self._types[1:], None

    def _solved_rows(self, nodes: np.ndarray) -> np.ndarray:
        if self._factor is None:
            arcs = self.arcs
            network = arrays.make(arcs.tail, arcs.head, {"cost": arcs.cost}, nodes=arcs.n)
            (options,) = fill({"cost_type": self._types[0]}, _core.SolveOptions)
            factor, _ = _core.factorize(network, options, None)
            everywhere = _core.side_of_nodes(network, np.arange(arcs.n, dtype=np.uint32))
            self._factor = factor, everywhere, options
            self._network = network
        factor, everywhere, options = self._factor
        side = _core.side_of_nodes(self._network, nodes)
        table, _ = _core.table_between(factor, side, everywhere, "", options, None)
        return table.natural_rows("", "", 0, len(nodes))

    def measure(self, name: str) -> _core.Centrality:
        """A measure of all nodes or arcs that counts all shortest paths."""
        arcs = self.arcs
        if self._types[0] != "int32":
            raise NotImplementedError("shortest paths are counted for integers and few decimals only")
        if (arcs.cost == 0).any():
            raise NotImplementedError("shortest paths along edges of weight 0 are not counted as NetworkX counts them")
        network = arrays.make(arcs.tail, arcs.head, {"cost": arcs.cost}, nodes=arcs.n)
        (options,) = fill({"cost_type": "int32"}, _core.SolveOptions)
        try:
            return _core.find_centrality(network, [name], False, False, "", options, None)
        except (errors.InvalidArgument, errors.InputError) as error:  # sums beyond int32
            raise NotImplementedError(str(error)) from None

    def blocks(self) -> Iterator[tuple[int, np.ndarray]]:
        """All rows in blocks: the first row's position, and the distances."""
        step = max(1, min(1024, _cells_of_a_block // max(1, self.arcs.n)))
        for first in range(0, self.arcs.n, step):
            yield first, self.rows(np.arange(first, min(first + step, self.arcs.n)))

    def number(self, value: Any) -> int | float:
        """A distance as NetworkX returns it: an integer if all weights are integers."""
        return int(value) if self.whole and value != np.inf else float(value)

    def numbers(self, values: np.ndarray) -> list:
        return values.astype(np.int64).tolist() if self.whole and not np.isinf(values).any() else values.tolist()

    def trees(self, starts: np.ndarray, rows: np.ndarray, roots: Sequence[np.ndarray]) -> np.ndarray:
        """The node before each node (a position; below 0: none) on a shortest path from each start, which has the
        distances `rows` and the roots `roots`."""
        if self.has_negative:
            return self._every_tree[starts]
        return csgraph._trees(self.arcs, rows, list(roots))

    @functools.cached_property
    def _every_tree(self) -> np.ndarray:
        return csgraph._all_pairs(self.arcs, True)[1]


class NegativeCycle(Exception):
    """Weights with a negative cycle."""


class _Row(MutableMapping):
    """A mapping from the nodes that one node reaches, in the order of their distances. It is filled when it is read."""

    def __init__(self, distances: Distances, row: np.ndarray):
        self._distances, self._row = distances, row
        self._own: dict | None = None  # after a loop over the keys, or a change

    def _value(self, at: int) -> Any:
        raise NotImplementedError

    def _values(self, order: np.ndarray) -> list:
        return [self._value(at) for at in order.tolist()]

    def _has(self, at: int) -> bool:
        return self._row[at] != np.inf

    def _order(self) -> np.ndarray:
        return np.argsort(self._row, kind="stable")[:np.count_nonzero(self._row != np.inf)]

    def __getitem__(self, key: Any) -> Any:
        if self._own is not None:
            return self._own[key]
        at = self._distances.graph.at[key]
        if not self._has(at):
            raise KeyError(key)
        return self._value(at)

    def items(self) -> Any:
        if self._own is not None:
            return self._own.items()
        order, keys = self._order(), self._distances.graph.keys
        return list(zip([keys[at] for at in order.tolist()], self._values(order)))

    def values(self) -> Any:
        return self._values(self._order()) if self._own is None else self._own.values()

    def __iter__(self) -> Iterator:
        return iter(self._filled())  # dict(row) asks for each key afterwards

    def __len__(self) -> int:
        return len(self._order()) if self._own is None else len(self._own)

    def _filled(self) -> dict:
        if self._own is None:
            self._own = dict(self.items())
        return self._own

    def __setitem__(self, key: Any, value: Any) -> None:
        self._filled()[key] = value

    def __delitem__(self, key: Any) -> None:
        del self._filled()[key]

    def __repr__(self) -> str:
        return repr(dict(self.items()))


class Lengths(_Row):
    """The distances from a node by the nodes that it reaches."""

    def _value(self, at: int) -> int | float:
        return self._distances.number(self._row[at])

    def _values(self, order: np.ndarray) -> list:
        return self._distances.numbers(self._row[order])


class CompleteLengths(Lengths):
    """Lengths to all nodes in the graph's order, with inf for those that are not reached."""

    def _has(self, at: int) -> bool:
        return True

    def _order(self) -> np.ndarray:
        return np.arange(len(self._row))


class Routes(_Row):
    """Shortest paths, lists of nodes, by the nodes to which they lead."""

    def __init__(self, distances: Distances, row: np.ndarray, tree: np.ndarray):
        super().__init__(distances, row)
        self.row, self.tree = row, tree

    def _value(self, at: int) -> list:
        keys = self._distances.graph.keys
        path = [keys[at]]
        while (at := int(self.tree[at])) >= 0:
            path.append(keys[at])
        path.reverse()
        return path


def lazily(distances: Distances, make: Callable[[np.ndarray, np.ndarray], Iterator]) -> Iterator[tuple[Any, Any]]:
    """(node, mapping) of all nodes; `make` gets the positions and the rows of a block."""
    keys = distances.graph.keys
    for first, block in distances.blocks():
        yield from zip(keys[first:first + len(block)], make(np.arange(first, first + len(block)), block))
