# SPDX-License-Identifier: Apache-2.0
"""Factors: networks prepared for distances and paths in microseconds to milliseconds."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Iterable, Sequence

import numpy as np

from . import _core, placed
from .callbacks import Progress, reported, reporting
from .errors import InvalidArgument
from .faces import attribute, dump, face_of, load, shows
from .ids import Index, public
from .libraries import geopandas, pandas
from .options import ExportOptions, SideOptions, SnapOptions, SolvedPathOptions, Unpack, fill, take
from .paths import Path, Paths, explain, find_paths, solved_ground
from .places import stops_between
from .table import OriginDestinationTable, find_table
from .updates import read_updates, report_rows

if TYPE_CHECKING:
    from .assignment import Centrality, Loads
    from .network import Network


@shows(_core.Factor)
class Factor:
    """A network prepared for many requests, made by :meth:`allways.Network.factorize` or :func:`allways.read_factor`.

    Its memory grows with the number of arcs, not with n² as that of a table. Several threads may use it at once.

    Examples
    --------
    >>> import allways
    >>> factor = allways.generate_streets(1000).factorize()
    >>> factor.distance(1, 500)
    290.631
    """

    def __init__(self, core: _core.Factor, report: _core.FactorReport | None = None,
                 update_report: _core.CostUpdateReport | None = None):
        self._core = core
        #: Decisions, sizes and times; None for a factor from a file.
        self.report = report
        #: How many rows of :meth:`update` were applied, and which were not.
        self.update_report = update_report

    node_count: int = attribute("_core.node_count")
    node_ids: np.ndarray = attribute("_core.node_ids", "", public)
    cost: str = attribute("_core.scale.name")
    unit: str = attribute("_core.scale.unit")

    @functools.cached_property
    def network(self) -> Network:
        """The network that the factor contains, as a :class:`allways.Network`."""
        return face_of(_core.extract_network(self._core))

    crs: str = attribute("network.crs")

    @functools.cached_property
    def _path_source(self) -> _core.PathSource:
        return _core.path_source(self._core, "factor")

    @functools.cached_property
    def _indexes(self) -> Index:
        """Finds the positions of node ids."""
        return Index(self.node_ids, "factor")

    def distance(self, origin: Any, destination: Any) -> float:
        """The distance between two node ids in :attr:`unit`; inf if there is no path."""
        return float(self.distances([origin], [destination])[0])

    def distances(self, origins: Iterable, destinations: Iterable) -> np.ndarray:
        """The distances of many pairs: from the first origin to the first destination, from the second to the second,
        …."""
        origins, destinations = self._indexes(origins), self._indexes(destinations)
        if origins.shape != destinations.shape:
            raise InvalidArgument(f"{len(origins)} origins and {len(destinations)} destinations are no pairs")
        return self._path_source.distances(origins, destinations)

    def path(self, origin: Any, destination: Any, *, via: Iterable = (), progress: Progress = None,
             **options: Unpack[SolvedPathOptions]) -> Path:
        """The shortest path between two places: see :meth:`allways.Network.path`."""
        return self.paths([[origin, *stops_between(via), destination]], progress=progress, **options)[0]

    def paths(self, routes: Iterable[Iterable], *, progress: Progress = None, **options: Unpack[SolvedPathOptions]) -> Paths:
        """Many paths: see :meth:`allways.Network.paths`."""
        own, others = take(SolvedPathOptions, options)
        return find_paths(solved_ground(self, others), routes, own.crs, progress, own.alternatives)

    def explain(self, origin: Any, destination: Any, *, crs: Any = None, progress: Progress = None,
                **options: Unpack[SnapOptions]) -> _core.Explanation:
        """Explain a path of this factor: see :meth:`allways.Network.explain`."""
        return explain(solved_ground(self, options), origin, destination, crs, progress)

    def place(self, *places: Any, crs: Any = None, progress: Progress = None, **options: Unpack[SnapOptions]) -> Any:
        """Snap points once, for many tables of this factor's cost: see :meth:`allways.Network.place`."""
        return placed.place(self, self.network, places, crs, progress, {**options, "cost": self.cost})

    def table(self, origins: Any = None, destinations: Any = None, *, pairs: Any = None, progress: Progress = None,
              **options: Unpack[SideOptions]) -> OriginDestinationTable:
        """Distances between places: see :meth:`allways.Network.table`."""
        return find_table(self, origins, destinations, pairs, progress, options)

    # These search the network that the factor contains, with its elimination order and cost.

    def isochrones(self, starts: Any, cutoffs: float | Sequence[float], **options: Any) -> geopandas.GeoDataFrame:
        """The areas, roads or nodes within limits of the factor's cost: see :meth:`allways.Network.isochrones`."""
        return self.network.isochrones(starts, cutoffs, **self._with_cost(options))

    def access(self, destinations: Any, **options: Any) -> pandas.DataFrame:
        """Opportunities within limits of the factor's cost, and the nearest: see :meth:`allways.Network.access`."""
        return self.network.access(destinations, **self._with_cost(options))

    def assign(self, pairs: Any = None, trips: Any = None, **options: Any) -> Loads:
        """The loads of trips on the factor's shortest paths: see :meth:`allways.Network.assign`."""
        return self.network.assign(pairs, trips, **self._with_cost(options))

    def centrality(self, measures: str | Sequence[str], **options: Any) -> Centrality:
        """Centralities by the factor's cost: see :meth:`allways.Network.centrality`."""
        return self.network.centrality(measures, **self._with_cost(options))

    def _with_cost(self, options: dict[str, Any]) -> dict[str, Any]:
        if options.get("cost", self.cost) != self.cost:
            raise InvalidArgument(f"`cost`: the factor has the cost '{self.cost}', not '{options['cost']}'")
        return {**options, "cost": self.cost}

    def update(self, rows: Any, *, encoding: str = "", progress: Progress = None) -> Factor:
        """The factor with live speeds or costs, made in hundredths of a second: see :meth:`allways.Network.update`."""
        with reporting(progress) as callback:
            core, report = _core.update(self._core, read_updates(rows, encoding), callback)
        report_rows(report)
        return Factor(core, update_report=report)

    def write(self, path, *, progress: Progress = None, **options: Unpack[ExportOptions]) -> None:
        """Write the factor to a file (.factor), which opens in milliseconds."""
        (output,) = fill(options, _core.ExportOptions)
        reported(progress, _core.write, self._core, str(path), output)

    def __reduce__(self):
        return load, (Factor, ".factor", dump(self._core, ".factor"))

    def __repr__(self) -> str:
        return f"<allways.Factor of {self.node_count} nodes: {self.cost}>"
