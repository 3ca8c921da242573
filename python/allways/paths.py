# SPDX-License-Identifier: Apache-2.0
"""Shortest paths: their nodes, legs, lines and directions."""

from __future__ import annotations

import datetime
from typing import Any, Callable, Iterable, Iterator, Mapping, NamedTuple, NoReturn, Union, overload

import numpy as np

from . import _core
from .callbacks import Progress, reported, reporting
from .drawing import Page, draw
from .errors import InvalidArgument, count_of
from .faces import attribute
from .ids import keys_as_texts
from .libraries import geopandas, pandas, shapely
from .options import DrawOptions, PathFileOptions, Unpack, fill, take
from .places import is_position, routes_of, settled, stop_name
from .rows import in_frames


def _clock_time(text: str) -> datetime.datetime | str | None:
    if "T" not in text:  # no date
        return text or None
    return datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%f" if "." in text else "%Y-%m-%dT%H:%M:%S")


def _of_route(answer: str, meaning: str = "", part: str = "") -> Any:
    """A property of a path: what its routes answer, or a part of that."""
    def get(path: Path) -> Any:
        found = getattr(path._routes, answer)(path._at)
        return found[part] if part else found

    return property(get, doc=meaning)


class Path:
    """A shortest path through two or more stops. If there is none, :attr:`reachable` is False and the path is empty."""

    def __init__(self, routes: Routes, at: int):
        self._routes = routes
        self._at = at

    reachable: bool = _of_route("reachable")
    distance: float = _of_route("distance", "The cost of the path in :attr:`unit`; inf if there is no path.")
    cost: str = attribute("_routes.scale.name")
    unit: str = attribute("_routes.scale.unit")

    @property
    def departure(self) -> datetime.datetime | str | None:
        """When the journey begins: a datetime if a date was stated, else as a clock shows it, "08:00:00" or "Mon 08:00:00";
        None if costs do not depend on it."""
        return _clock_time(self._routes.times(self._at)[0])

    @property
    def arrival(self) -> datetime.datetime | str | None:
        """When the journey ends, in the same form; None without a departure, and if there is no path."""
        return _clock_time(self._routes.times(self._at)[1])

    crs: str = attribute("_routes.crs")

    @property
    def alternatives(self) -> Paths:
        """Other good ways between the same two stops, the cheapest first, if they were requested."""
        end = self._at + 1
        while self._routes.alternative(self._at) == 0 and end < len(self._routes) and self._routes.alternative(end) == end - self._at:
            end += 1
        return Paths(self._routes, list(range(self._at + 1, end)))

    nodes: list = _of_route("nodes", "The ids of the nodes from the first stop to the last; for a position on a road its name.")
    stops: list[tuple[str, float | None]] = _of_route(
        "stops", "The id or position of each stop, and for positions the distance from the road in metres.")
    length_m: float | None = _of_route(
        "trip", "The length of the path in metres; None if the network has no lengths with a unit.", "length_m")
    time_s: float | None = _of_route(
        "trip", "The time of the path in seconds; None if the network has no times with a unit.", "time_s")
    steps: list[dict] = _of_route(
        "trip", "Instructions in OSRM's vocabulary: text, maneuver, modifier, road, node, first_leg, leg_count, exit.", "directions")

    @property
    def directions(self) -> list[str]:
        """Instructions as texts: "turn left onto Rue des Écoles"."""
        return [step["text"] for step in self.steps]

    def directions_in(self, language: str) -> list[str]:
        """Instructions in one of :func:`allways.instruction_languages`: "links abbiegen auf Hauptstraße"."""
        if isinstance(self._routes, KeptRoutes):
            self._routes.write()
        return [step["text"] for step in self._routes.trip(self._at, language)["directions"]]

    coordinates: np.ndarray = _of_route("line", "The points of the path's line in :attr:`crs`, an array of points × 2.")

    @property
    def line(self) -> shapely.LineString:
        """The path as a shapely.LineString in :attr:`crs`; empty if start and end are the same place."""
        points = self.coordinates
        return shapely.LineString(points) if len(points) > 1 else shapely.LineString()

    def to_pandas(self) -> pandas.DataFrame:
        """The legs as a DataFrame: from, to, arc, cost, road, and the columns of the arcs."""
        legs = dict(self._routes.legs(self._at))
        for name in {"departure", "arrival"} & legs.keys():
            legs[name] = [_clock_time(one) for one in legs[name]]
        return pandas.DataFrame(legs)

    def to_geodataframe(self) -> geopandas.GeoDataFrame:
        """The legs as a GeoDataFrame, each with its line."""
        points, leg = self._routes.leg_lines(self._at)
        lines = shapely.linestrings(points, indices=leg) if len(points) else []
        return geopandas.GeoDataFrame(self.to_pandas(), geometry=list(lines), crs=self.crs or None)

    def write(self, path, *, progress: Progress = None, **options: Unpack[PathFileOptions]) -> None:
        """Write the path: .geojson, .gpkg, .csv, .json, or format="text"; costs in `unit` (default: the cost's own).
        `language` is that of directions, one of :func:`allways.instruction_languages` (default: English)."""
        Paths(self._routes, [self._at]).write(path, progress=progress, **options)

    def draw(self, path=None, *, progress: Progress = None, **options: Unpack[DrawOptions]) -> Page | None:
        """Draw the path and its alternatives, if any, over its network: see :meth:`allways.Network.draw`."""
        return Paths(self._routes, [self._at]).draw(path, progress=progress, **options)

    def __reduce__(self):
        return Path, (KeptRoutes.of(self._routes, [self._at]), 0)

    def __repr__(self) -> str:
        if not self.reachable:
            return "<allways.Path: none>"
        unit = f" {self.unit}" if self.unit else ""
        return f"<allways.Path of {self.distance:g}{unit}, {len(self.nodes)} nodes>"


class Paths:
    """Several paths, in the order of the request."""

    def __init__(self, routes: Routes, which: list[int], index: Any = None):
        self._routes = routes
        self._which = which
        self._index = index  # of the data frame of the request

    def __len__(self) -> int:
        return len(self._which)

    @overload
    def __getitem__(self, at: int) -> Path: ...
    @overload
    def __getitem__(self, at: slice) -> Paths: ...
    def __getitem__(self, at: int | slice) -> Path | Paths:
        """One path by its position, or the paths of a slice."""
        if isinstance(at, slice):
            return Paths(self._routes, self._which[at], None if self._index is None else self._index[at])
        if not isinstance(at, (int, np.integer)) or isinstance(at, bool):
            raise TypeError(f"paths are selected by a position or a slice, not by {at!r}")
        return Path(self._routes, self._which[at])

    def __iter__(self) -> Iterator[Path]:
        return (Path(self._routes, at) for at in self._which)

    @property
    def distances(self) -> np.ndarray:
        """The cost of each path; inf if there is no path."""
        return np.array([self._routes.distance(at) for at in self._which])

    method: str = attribute(
        "_routes.method", """How the paths were found: from a "table", from a "factor", or by "searches".""")

    def to_geodataframe(self) -> geopandas.GeoDataFrame:
        """One row per path: origin, destination, cost, length, time and line, with the index of the request's data frame. NaN means
        no path."""
        stops = [path.stops for path in self]
        data = {"origin": [one[0][0] for one in stops], "destination": [one[-1][0] for one in stops],
                self._routes.scale.name: in_frames(self.distances), "length_m": [path.length_m for path in self],
                "time_s": [path.time_s for path in self], "geometry": [path.line for path in self]}
        return geopandas.GeoDataFrame(data, index=self._index, geometry="geometry", crs=self._routes.crs or None)

    def write(self, path, *, progress: Progress = None, **options: Unpack[PathFileOptions]) -> None:
        """Write all paths: .geojson, .gpkg, .csv, .json, or format="text"; costs in `unit` (default: the cost's own).
        `language` is that of directions, one of :func:`allways.instruction_languages` (default: English)."""
        own, _ = take(PathFileOptions, options)
        reported(progress, self._routes.write, self._which, str(path), own.format, own.overwrite, own.steps, own.unit, own.language)

    def draw(self, path=None, *, progress: Progress = None, **options: Unpack[DrawOptions]) -> Page | None:
        """Draw the paths, with their alternatives, over their network: see :meth:`allways.Network.draw`."""
        if isinstance(self._routes, KeptRoutes):
            self._routes.write()
        routes = self._routes
        shown = [at for one in self._which for at in [one, *Path(routes, one).alternatives._which]]
        return draw(lambda drawing, callback: _core.draw_routes(routes, shown, drawing, callback), path, progress,
                    take(DrawOptions, options)[0])

    def __reduce__(self):
        kept = KeptRoutes.of(self._routes, self._which)
        return Paths, (kept, kept.asked, self._index)

    def __repr__(self) -> str:
        return f"<allways.Paths: {len(self)}, by {self.method}>"


class KeptRoutes:
    """The routes' results in a pickle: everything except their network, which drawing and writing need."""

    _answers = ("alternative", "reachable", "distance", "times", "nodes", "stops", "legs", "line", "leg_lines", "trip")

    def __init__(self, scale: Any, crs: str, method: str, routes: list[dict], asked: list[int]):
        self.scale, self.crs, self.method = scale, crs, method
        self._routes = routes
        self.asked = asked

    @classmethod
    def of(cls, routes: Any, which: Iterable[int]) -> KeptRoutes:
        """Keeps some of the routes, each with its alternatives."""
        if isinstance(routes, KeptRoutes) and list(which) == routes.asked:
            return routes
        kept: list[dict] = []
        asked = []
        for at in which:
            asked.append(len(kept))
            end = at + 1
            while end < len(routes) and routes.alternative(end) == end - at:
                end += 1
            for one in range(at, end):
                kept.append({"alternative": one - at, **{name: getattr(routes, name)(one) for name in cls._answers[1:]}})
        return cls(routes.scale, routes.crs, routes.method, kept, asked)

    def __len__(self) -> int:
        return len(self._routes)

    def __getattr__(self, name: str) -> Any:
        if name not in self._answers:
            raise AttributeError(f"routes from a pickle have no '{name}'")
        return lambda at: self._routes[at][name]

    def write(self, *_: Any) -> NoReturn:
        raise InvalidArgument("a path from a pickle has no network to be written or drawn with; to_geodataframe() has its "
                              "lines, and network.paths() finds it anew")


Routes = Union[_core.Routes, KeptRoutes]


class Ground(NamedTuple):
    """Where stops are looked up: in source(callback), or if any is a position, in network() with positions as nodes."""

    source: Callable[[Any], _core.PathSource]
    network: Callable[[], Any]
    solving: _core.SolveOptions
    snapping: _core.SnapOptions
    holder: Any  # owner of the nodes' memory
    departure: Any = None  # _core.HourlyDeparture: paths begin then

    def find_stops(self, routes: Iterable[Iterable], crs: Any, callback: Any) -> tuple[_core.PathSource, list]:
        if hasattr(routes, "itertuples"):
            routes = routes_of(routes)
        routes = list(routes) if hasattr(routes, "__iter__") else [routes]
        if any(isinstance(route, str) or not hasattr(route, "__iter__") for route in routes):
            raise InvalidArgument("paths are asked for as lists of stops: [[origin, destination], [origin, via, destination]]")
        asked = [keys_as_texts(list(route), self.holder) for route in routes]
        if any(len(route) < 2 for route in asked):
            raise InvalidArgument("a path needs two stops at least")
        if not any(is_position(stop) for route in asked for stop in route):
            source = self.source(callback)
            return source, source.stops([[stop_name(stop, None) for stop in route] for route in asked])
        core = self.network()._core
        names = [[stop_name(stop, core, crs) for stop in route] for route in asked]
        source, stops, _ = _core.find_stops(core, names, self.solving, self.snapping, self.departure, callback)
        return source, stops


def solved_ground(solved: Any, options: Mapping[str, Any]) -> Ground:
    """The ground of a table or factor; for positions the network that it contains, with the same cost."""
    (snapping,) = fill(options, _core.SnapOptions)
    (solving,) = fill({"cost": solved.cost}, _core.SolveOptions)
    return Ground(lambda _: solved._path_source, lambda: solved.network, solving, snapping, solved)


def find_paths(ground: Ground, routes: Iterable[Iterable], crs: Any, progress: Progress, alternatives: int = 0) -> Paths:
    """The path through the stops of each route, with up to `alternatives` alternatives each."""
    wanted = count_of(alternatives, "alternatives")
    routes = settled(routes)
    with reporting(progress) as callback:
        source, stops = ground.find_stops(routes, crs, callback)
        found = source.routes(stops, wanted, callback)
        return Paths(found, [at for at in range(len(found)) if found.alternative(at) == 0],
                     getattr(routes, "index") if hasattr(routes, "itertuples") else None)


def explain(ground: Ground, origin: Any, destination: Any, crs: Any, progress: Progress) -> _core.Explanation:
    """Explains the path between two stops: see :meth:`allways.Network.explain`."""
    with reporting(progress) as callback:
        source, [[start, end]] = ground.find_stops([[origin, destination]], crs, callback)
        return _core.explain(source, start, end, callback)
