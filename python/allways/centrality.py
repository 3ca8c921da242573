# SPDX-License-Identifier: Apache-2.0
"""Centrality of nodes and arcs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Sequence

from . import _core
from .callbacks import Progress, reporting
from .options import choose_cost, fill, words_of

if TYPE_CHECKING:
    import pandas


class Centrality:
    """The measures of each node and arc, as :meth:`Network.centrality` finds them.

    With a measure of distances: ``radius`` and ``diameter`` are the smallest and the largest eccentricity, ``mean`` the
    mean distance of the ``reached_pairs`` (ordered pairs with a path), in ``unit``; ``zero_pairs`` of them are at distance 0.
    """

    def __init__(self, core: _core.Centrality, network: Any):
        self._core = core
        self._node_ids = network.node_ids
        self._arc_ids = network.arc_ids

    @property
    def nodes(self) -> pandas.DataFrame:
        """A column for each measure of nodes, by node id."""
        import pandas as pd

        names = ("closeness", "harmonic", "eccentricity", "reach", "betweenness")
        columns = {name: getattr(self._core, name) for name in names}
        return pd.DataFrame({name: values for name, values in columns.items() if len(values) > 0},
                            index=pd.Index(self._node_ids, name="node"))

    @property
    def arcs(self) -> pandas.Series:
        """The betweenness of arcs by arc id, in the order of the network's arcs; empty unless it was requested."""
        import pandas as pd

        values = self._core.arc_betweenness
        return pd.Series(values, index=pd.Index(self._arc_ids[:len(values)], name="arc"), name="betweenness")

    def __getattr__(self, name: str) -> Any:
        if name in ("radius", "diameter", "mean", "reached_pairs", "zero_pairs", "unit"):
            return getattr(self._core, name)
        raise AttributeError(f"Centrality has no '{name}'")

    def __repr__(self) -> str:
        arcs = ["arc-betweenness"] if len(self._core.arc_betweenness) else []
        return f"<allways.Centrality of {len(self._node_ids)} nodes: {', '.join([*self.nodes.columns, *arcs])}>"


def centrality(network: Any, measures: str | Sequence[str], *, towards: bool, normalized: bool, unit: str,
               progress: Progress, options: Mapping[str, Any]) -> Centrality:
    solving, = fill(options, _core.SolveOptions)
    network = choose_cost(network, solving)
    words = words_of("measures", measures)
    with reporting(progress) as callback:
        found = _core.find_centrality(network._core, words, towards, normalized, unit, solving, callback)
    return Centrality(found, network)
