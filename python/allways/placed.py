# SPDX-License-Identifier: Apache-2.0
"""Places that are snapped once and used in many tables."""

from __future__ import annotations

import functools
import warnings
from typing import Any, Iterable, Iterator, Mapping, NamedTuple, NoReturn

import numpy as np

from . import _core
from .callbacks import Progress, reported, reporting
from .errors import AllwaysWarning, InvalidArgument, is_many
from .ids import Index, are_texts, array_of, as_given, in_order, keys_as_texts, public
from .ids import texts as ids_texts
from .options import choose_cost, fill, library_name, prepared
from .places import given_texts, is_points, place_list


class _Ground:
    """A network that has the places as nodes, and its factor, made when it is needed."""

    def __init__(self, owner: Any, core: _core.Network, crs: str, cost: str, cost_type: str | None):
        self.owner = owner  # the network or factor to which the places belong
        self.core = core
        self.crs = crs
        self.cost, self.cost_type = cost, cost_type
        self._factor: _core.Factor | None = None

    def factor(self, solving: _core.SolveOptions, callback: Any) -> _core.Factor:
        if self._factor is None:
            self._factor, _ = _core.factorize(self.core, solving, callback)
        return self._factor


class Places:
    """Points on a network, made by :meth:`allways.Network.place`: snapped once, and prepared by the first table.

    Tables of a factor or network take them as origins and destinations. An index, a slice, a list of ids or an array of
    booleans selects some of them at no cost.

    Examples
    --------
    >>> import allways
    >>> village = allways.read_network("data/village.osm")
    >>> customers = village.place("data/village_customers.csv")
    >>> customers.ids.tolist()
    ['depot', 'mill', 'island']
    >>> village.table(customers[["depot"]], customers).to_numpy("min").round(2)
    array([[0.  , 1.7 , 8.23]])
    """

    def __init__(self, ground: _Ground, side: _core.PlacedSide, is_lost: np.ndarray, are_texts: bool):
        self._ground = ground
        self._side = side
        self._is_lost = is_lost  # True for places without a road
        self._are_texts = are_texts

    @functools.cached_property
    def _at(self) -> Index:
        """Finds the positions of ids."""
        return Index(self.ids, "places")

    @property
    def ids(self) -> np.ndarray:
        """The ids of the places, of the type in which they were given."""
        return as_given(public(self._side.ids), self._are_texts)

    @property
    def unsnapped(self) -> list[str]:
        """Names of the places without a road within the radius: nothing is reachable from them."""
        return [str(one) for one in self.ids[self._is_lost].tolist()]

    def __len__(self) -> int:
        return self._side.count

    def __iter__(self) -> Iterator[Any]:
        """The ids, as a dictionary iterates over its keys."""
        return iter(self.ids.tolist())

    def __getitem__(self, which: Any) -> Places:
        at = self._positions(which)
        return Places(self._ground, self._side.part(at), self._is_lost[at], self._are_texts)

    def _positions(self, which: Any) -> np.ndarray:
        every = np.arange(len(self), dtype=np.uint32)
        if isinstance(which, slice):
            return every[which]
        which = in_order(which, "places", self.ids) if getattr(which, "dtype", None) == bool else which
        wanted = np.atleast_1d(which if hasattr(which, "dtype") or not is_many(which) else array_of(which))
        if wanted.ndim != 1:
            raise InvalidArgument(f"places are selected by ids, a slice or booleans, not by {which!r}")
        if wanted.dtype == bool:
            if wanted.shape != every.shape:
                raise InvalidArgument(f"expected {len(every)} booleans, one for each place, found {wanted.shape}")
            return every[wanted]
        return self._at(wanted)

    def __copy__(self) -> Places:
        return self

    def __deepcopy__(self, memo: Any) -> Places:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("places are bound to the network in memory on which they lie, and no pickle holds them: pickle the "
                        "network and the points, and place() these again")

    def __repr__(self) -> str:
        return f"<allways.Places: {len(self)}>"


def place(owner: Any, network: Any, lists: Iterable[Any], crs: Any, progress: Progress,
          options: Mapping[str, Any]) -> Places | list[Places]:
    """Snaps lists of places to the network of a network or factor: see :meth:`allways.Network.place`."""
    if options.get("access_speed_kmh") is not None:
        raise InvalidArgument("`access_speed_kmh` applies to tables of positions, not to places that are snapped once")
    network, solving, snapping = prepared(network, options, _core.SnapOptions)
    solving.cost = solving.cost or network._core.default_cost
    points = [place_list(one, "places", network.crs, crs) for one in lists]
    core, sides, unsnapped, system = reported(progress, _core.place, network._core, points, solving, snapping)
    ground = _Ground(owner, core, system, solving.cost, solving.cost_type)
    lost = [_where_lost(network, one, side, unsnapped, solving.cost, snapping) for one, side in zip(points, sides)]
    made = [Places(ground, side, is_lost, given_texts(one)) for side, is_lost, one in zip(sides, lost, lists)]
    return made[0] if len(made) == 1 else made


def _where_lost(network: Any, points: Any, side: _core.PlacedSide, unsnapped: list[str], cost: str,
                snapping: _core.SnapOptions) -> np.ndarray:
    """Marks the points without a road. They are snapped again, because several lists may have the same ids."""
    if not unsnapped:
        return np.zeros(side.count, bool)
    if not isinstance(points, _core.PointSet) or points.names or points.count != side.count:  # texts are their own ids
        return np.isin(ids_texts(public(side.ids)), unsnapped)
    with warnings.catch_warnings():  # the same warnings were given when the points were placed
        warnings.simplefilter("ignore", AllwaysWarning)
        return _core.snap(network._core, points, cost, snapping, None)["snapped"] == 0


class _Sides(NamedTuple):
    ground: _Ground
    origins: _core.PlacedSide
    destinations: _core.PlacedSide


def _sides(source: Any, origins: Any, destinations: Any) -> _Sides:
    lists = [origins, origins if destinations is None else destinations]
    grounds = {id(one._ground): one._ground for one in lists if isinstance(one, Places)}
    if len(grounds) > 1:
        raise InvalidArgument("these places come from two calls; place both lists in one: network.place(depots, shops)")
    ground = next(iter(grounds.values()))
    if ground.owner is not source:
        raise InvalidArgument("these places lie on another network; place them on this one: network.place(…)")
    for one in lists:
        if not isinstance(one, Places) and is_points(one):
            raise InvalidArgument("positions and places do not mix in one table; place both lists in one call: "
                                  "network.place(depots, shops)")
    sides = [one._side if isinstance(one, Places) else
             _core.side_of_nodes(ground.core, source._indexes(keys_as_texts(one, source))) for one in lists]
    return _Sides(ground, *sides)


def table(source: Any, origins: Any, destinations: Any, progress: Progress,
          options: Mapping[str, Any]) -> tuple[Any, Any, list[str], tuple[bool, bool]]:
    """The table between places, or places and ids of nodes, of a network or a factor: as :class:`allways.OriginDestinationTable`
    takes it, and whether the ids of its sides are texts."""
    (solving,) = fill(options, _core.SolveOptions)
    choose_cost(source, solving)
    ground, rows, columns = _sides(source, origins, destinations)
    wanted = library_name(source, solving.cost) or getattr(source, "cost", "")
    if wanted and wanted != ground.cost:
        raise InvalidArgument(f"the places were placed for the cost '{ground.cost}', not '{wanted}'; place them for that: "
                              f"network.place(…, cost='{wanted}')")
    solving.cost, solving.cost_type = ground.cost, ground.cost_type
    with reporting(progress) as callback:
        factor = ground.factor(solving, callback)
        made, report = _core.table_between(factor, rows, columns, ground.crs, solving, callback)
    sides = [origins, origins if destinations is None else destinations]
    lists = [one for one in sides[:1 if sides[0] is sides[1] else 2] if isinstance(one, Places)]
    rows_are, columns_are = (one._are_texts if isinstance(one, Places) else are_texts(one) for one in sides)
    return made, report, [name for one in lists for name in one.unsnapped], (rows_are, columns_are)
