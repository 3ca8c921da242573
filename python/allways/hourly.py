# SPDX-License-Identifier: Apache-2.0
"""Tables of the same places, one for each hour: a cube."""

from __future__ import annotations

import datetime
import os
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Sequence

import numpy as np

from . import _core
from .callbacks import Progress, reported
from .errors import InvalidArgument, is_many
from .faces import attribute
from .libraries import pandas, xarray
from .options import (DepartingTableOptions, Depart, ExportOptions, HourOptions, HourParquetOptions, Hours, Units, Unpack, choose_cost, fill,
                      library_name, take)
from .paths import Ground
from .places import sides_of
from .rows import Field, in_frames, write_parquet
from .stores import parquet
from .stores.parquet_input import is_parquet
from .table import OriginDestinationTable
from .updates import text_of_rows

if TYPE_CHECKING:
    from .network import Network


class HourlyTable:
    """Distances between the same places at several hours, made by :meth:`allways.Network.hourly_table`.

    ``table[8]`` is the :class:`OriginDestinationTable` of an hour. A cube never changes.

    Attributes
    ----------
    report : SolveReport
        That of the first hour, with the seconds of all.
    unsnapped : list of str
        Names of the positions without a road within the radius.
    """

    def __init__(self, cost: str, tables: Mapping[int, OriginDestinationTable], report: Any = None,
                 unsnapped: Sequence[str] = ()):
        #: The name of the cost, whatever the hour: "time".
        self.cost = cost
        self._tables = dict(tables)
        self._first = next(iter(self._tables.values()))
        self.report = report
        self.unsnapped = list(unsnapped)

    hours: list[int] = attribute("_tables", "", list)

    @property
    def shape(self) -> tuple[int, int, int]:
        """Hours, origins, destinations."""
        return (len(self._tables), *self._first.shape)

    origin_ids: np.ndarray = attribute("_first.origin_ids")
    destination_ids: np.ndarray = attribute("_first.destination_ids")
    unit: str = attribute("_first.unit", "The unit of distances; empty if the source states none.")
    skims: dict[str, str] = attribute(
        "_first.skims", "The names and units of the skims: further fields summed along the fastest paths of each hour.")

    def __getitem__(self, hour: int) -> OriginDestinationTable:
        try:
            return self._tables[hour]
        except (KeyError, TypeError):
            raise KeyError(f"no hour {hour!r}; there are: {', '.join(map(str, self.hours))}") from None

    def __iter__(self) -> Iterator[int]:
        """The hours, as a dictionary iterates over its keys."""
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def _fields(self, unit: Units) -> list[Field]:
        """Those of the first hour, whose distance has the name that it has at all hours."""
        distance, *skims = self._first._fields(self._units(unit))
        return [distance._replace(name=self.cost), *skims]

    def _units(self, unit: Units) -> Units:
        if not isinstance(unit, Mapping):
            return unit
        return {self._first.cost if name == self.cost else name: one for name, one in unit.items()}

    def to_numpy(self, unit: str = "", *, skim: str = "", dtype: Any = np.float64) -> np.ndarray:
        """The distances (or a skim) in `unit`, ``[hour, origin, destination]``; inf means no path."""
        cube = np.empty(self.shape, dtype)
        for at, table in enumerate(self._tables.values()):
            cube[at] = table.to_numpy(unit, skim=skim)
        return cube

    def to_xarray(self, *, unit: Units = "") -> xarray.Dataset:
        """An xarray.Dataset with dimensions hour, origin and destination; units are attributes, and NaN means
        no path."""
        variables = {one.name: (("hour", "origin", "destination"), in_frames(self.to_numpy(one.chosen, skim=one.skim)),
                                {"units": one.unit} if one.unit else {}) for one in self._fields(unit)}
        coordinates = {"hour": self.hours, "origin": self.origin_ids, "destination": self.destination_ids}
        return xarray.Dataset(variables, coords=coordinates, attrs=self._first.provenance)

    def to_pandas(self, *, unit: Units = "") -> pandas.DataFrame:
        """A row for each hour and pair: columns hour, origin, destination, the distance and the skims; NaN means no path."""
        origins, destinations = self._first._long_ids()
        data: dict[str, Any] = {"hour": np.repeat(self.hours, len(origins)), "origin": np.tile(origins, len(self)),
                                "destination": np.tile(destinations, len(self))}
        for one in self._fields(unit):
            data[one.label] = in_frames(self.to_numpy(one.chosen, skim=one.skim)).reshape(-1)
        return pandas.DataFrame(data, copy=False)

    def to_parquet(self, path: str | os.PathLike, *, progress: Progress = None, **options: Unpack[HourParquetOptions]) -> None:
        """Write a Parquet file with a row for each hour and pair, hour by hour; see :mod:`allways.stores.parquet`."""
        parquet.write_hours(self, path, progress, options)

    def write(self, path, *, progress: Progress = None, **options: Unpack[ExportOptions]) -> None:
        """Write .omx, with a matrix for each hour ("time_8"), .long.csv, with a column hour (docs/formats.md), or .parquet."""
        if is_parquet(path):
            write_parquet(self, path, progress, options)
            return
        (output,) = fill(options, _core.ExportOptions)
        tables = [one._core for one in self._tables.values()]
        reported(progress, _core.write_hours, self.cost, self.hours, tables, str(path), output)

    def __repr__(self) -> str:
        hours, rows, columns = self.shape
        unit = f" in {self.unit}" if self.unit else ""
        return f"<allways.HourlyTable of {hours} × {rows} × {columns}: {self.cost}{unit}>"


def hourly_table(network: Network, origins: Any, destinations: Any = None, *, hourly: Any, progress: Progress = None,
                 **options: Unpack[HourOptions]) -> HourlyTable:
    """Find the distances between places at several hours, with costs by hour: a cube.

    Each hour's table is the one that :meth:`table` finds with that hour's costs. The network is ordered once, and
    positions are snapped once, to roads that have the `cost`, whatever the hour.

    Parameters
    ----------
    origins, destinations, crs, drop_unsnapped, **options
        As for :meth:`table`.
    hourly : DataFrame, file name, str or dict
        Rows with columns hour, arc (reversed) and cost or speed_kmh, or hour, from, to and speed_kmh; or a row for
        each road with columns such as cost_7, cost_8, …; what no row names keeps the network's `cost`, and inf (as
        a speed, 0) closes a road. Or columns of the network: "time_{hour}". Or {hour: costs}, m numbers for each
        hour in the unit of the network's cost.
    hours : int, str or sequence of int
        Hours of a day (0 to 23) or of a week (to 167, from Monday 0:00), such as range(24) or "7-9,17". Default:
        all of `hourly`.

    Raises
    ------
    InputError, InvalidArgument
        For rows that name no road, hours without costs, and hours beyond a week.

    Examples
    --------
    >>> import allways
    >>> streets = allways.generate_streets(1000)
    >>> free = streets.column("time")
    >>> day = streets.hourly_table([1, 2], [10, 500], hourly={3: free, 8: 1.5 * free}, cost="time")
    >>> day.to_xarray(unit="min")["time"].sel(hour=8, origin=1, destination=10).round(2).item()
    1.31
    """
    own, others = take(HourOptions, options)
    network, costs, solving, snapping = _prepared(network, hourly, others, own.hours)
    made = _tables(network, origins, destinations, costs, None, solving, snapping, own, progress)
    return HourlyTable(costs.name, dict(zip(costs.hours, made)), made[0].report, made[0].unsnapped)


def departure_table(network: Network, origins: Any, destinations: Any, progress: Progress,
                    options: Mapping[str, Any]) -> OriginDestinationTable:
    """See :meth:`allways.Network.table`, with `depart`."""
    own, others = take(DepartingTableOptions, options)
    if own.costs:
        raise InvalidArgument("`depart` goes with the costs of `hourly`, not with several `costs`")
    if origins is None:
        raise InvalidArgument("give `origins`, and `destinations` unless they are the same")
    network, costs, when, solving, snapping = _departure(network, own.hourly, own.depart, others)
    return _tables(network, origins, destinations, costs, when, solving, snapping, own, progress)[0]


def _tables(network: Network, origins: Any, destinations: Any, costs: _core.HourlyCosts, when: str | None,
            solving: _core.SolveOptions, snapping: _core.SnapOptions, own: Any, progress: Progress) -> list[OriginDestinationTable]:
    """The table of each hour, or the one of journeys that begin at a time."""
    sides = sides_of(network, origins, destinations, own.crs)
    tables, report, unsnapped = reported(progress, _core.find_hours, network._core, sides.rows, sides.columns, costs, when,
                                         solving, snapping, own.drop_unsnapped)
    return [OriginDestinationTable(one, report, unsnapped, are_texts=sides.are_texts) for one in tables]


def departure_ground(network: Network, hourly: Any, depart: Depart, options: Mapping[str, Any]) -> Ground:
    """Where paths with a departure are found."""
    network, costs, when, solving, snapping = _departure(network, hourly, depart, options)
    core, departure = _core.with_departure(network._core, costs, when)
    departing = network._like(core)
    return Ground(lambda callback: _core.path_source(core, departure, solving, callback), lambda: departing, solving, snapping, network,
                  departure)


def _departure(network: Network, hourly: Any, depart: Depart, options: Mapping[str, Any]) -> tuple:
    """The network, its costs of all hours, the time as text, and the options, with the cost to which positions snap."""
    fill(options, _core.SolveOptions, _core.SnapOptions)  # wrong ones are refused first
    if depart is None:
        raise InvalidArgument("`hourly` has the costs of all hours; `depart` states when journeys begin")
    if hourly is None:
        raise InvalidArgument("`depart` needs costs by hour; `hourly` states them")
    when = _clock_text(depart)
    network, costs, solving, snapping = _prepared(network, hourly, options, None, when)
    return network, costs, when, solving, snapping


def _prepared(network: Network, hourly: Any, options: Mapping[str, Any], hours: Hours, when: str | None = None) -> tuple:
    """The network and its costs of some hours, or for journeys of all, and the options, with the cost to which positions snap."""
    solving, snapping = fill(options, _core.SolveOptions, _core.SnapOptions)
    solving.cost = library_name(network, solving.cost)
    if isinstance(hourly, Mapping):
        network, hourly = _with_columns(network, hourly, solving.cost)
    is_named = isinstance(hourly, (str, os.PathLike)) and os.fspath(hourly) != ""  # of a file or of columns
    given = os.fspath(hourly) if is_named else text_of_rows(
        hourly, "`hourly`: expected a DataFrame of rows, {hour: costs}, the name of a file, or columns such as 'time_{hour}'")
    costs = _core.hourly_costs(network._core, solving.cost, given, is_named, _hours_text(hours), when)
    solving.cost = _core.cost_beside(costs, network._core, solving.cost)
    return choose_cost(network, solving), costs, solving, snapping


def _clock_text(depart: Depart) -> str:
    if isinstance(depart, str):
        return depart
    if isinstance(depart, np.datetime64) and not np.isnat(depart):
        depart = depart.astype("datetime64[s]").item()
    if not isinstance(depart, (datetime.datetime, datetime.time)):
        raise InvalidArgument(f"`depart`: expected a text such as 'Mon 08:00', a datetime or a time, found {depart!r}")
    if depart.tzinfo is not None and depart.tzname() in (None, "UTC"):
        raise InvalidArgument(f"`depart`: expected a local time, found {depart.isoformat()}; convert it to the time zone of the "
                              "network: depart.astimezone(zoneinfo.ZoneInfo('Europe/Zurich'))")
    return depart.strftime("%Y-%m-%dT%H:%M:%S" if isinstance(depart, datetime.datetime) else "%H:%M:%S")


def _with_columns(network: Network, costs: Mapping[int, Any], cost: str) -> tuple[Network, str]:
    """The network with a column for each hour, and their pattern."""
    name = cost or network._core.default_cost
    unit = network.column_units.get(name, "")
    if not costs or not all(isinstance(hour, (int, np.integer)) and 0 <= hour < 168 for hour in costs):
        raise InvalidArgument(f"`hourly`: expected {{hour: costs}} with hours from 0 to 167, found the keys {list(costs)[:5]}")
    columns = {f"{name}_{hour}": values for hour, values in costs.items()}
    return network.with_columns(columns, units=dict.fromkeys(columns, unit)), f"{name}_{{hour}}"


def _hours_text(hours: Hours) -> str:
    if hours is None or isinstance(hours, str):
        return hours or ""
    every: Any = hours if is_many(hours) else [hours]
    every = list(every)
    if not every or not all(isinstance(hour, (int, np.integer)) for hour in every):
        raise InvalidArgument(f"`hours`: expected hours from 0 to 167, found {hours!r}")
    return ",".join(str(hour) for hour in every)
