# SPDX-License-Identifier: Apache-2.0
"""The city of the notebooks: streets, people, jobs, hospitals, customers and trips. All of it is made up.

    city = load_city()                          # 3,000 nodes, a river with four bridges
    ALLWAYS_CITY=malta.osm.pbf jupyter lab      # the streets of a file that Allways reads, with made-up people on them

Numbers do not change from one run to the next. Coordinates are metres in a UTM zone.
"""

import os
from typing import NamedTuple

import geopandas as gpd
import numpy as np
import pandas as pd
from shapely import LineString

import allways


class City(NamedTuple):
    name: str
    network: allways.Network
    nodes: gpd.GeoDataFrame      # by node id: people, jobs and zone
    zones: gpd.GeoDataFrame      # by the id of the node in their middle: people and jobs
    hospitals: gpd.GeoDataFrame  # by name: beds
    customers: gpd.GeoDataFrame  # by number: parcels of a day
    trips: pd.DataFrame          # origin, destination (zones) and trips: the way to work
    roads: gpd.GeoDataFrame      # the arcs of the network in their order, as lines
    water: gpd.GeoSeries         # the river; empty for the streets of a file
    bridges: dict                # name: pairs of nodes (u, v) of all directions; of a file its busiest road

    def draw(self, axes, title: str) -> None:
        """Draws the water and the roads as the ground of a map."""
        if not self.water.is_empty.all():
            self.water.plot(ax=axes, color="lightblue", linewidth=6, zorder=1)
        self.roads.plot(ax=axes, color="0.85", linewidth=0.5, zorder=0, antialiased=False)
        axes.set(xlim=self.span("x"), ylim=self.span("y"))
        axes.set_title(title, fontsize=10)
        axes.set_axis_off()

    def span(self, axis: str) -> tuple:
        """The limits of maps: all but the farthest nodes, which a ferry may reach."""
        low, high = np.percentile(getattr(self.nodes.geometry, axis), [0.5, 99.5])
        return low - 0.04 * (high - low), high + 0.04 * (high - low)

    def draw_values(self, axes, title: str, values, label: str, **style) -> None:
        """Draws a number of each node: the mean in cells, with a bar of colours."""
        self.draw(axes, title)
        points, extent = self.nodes.geometry, (*self.span("x"), *self.span("y"))
        count = 36  # of cells from west to east
        rows = round(count * (extent[3] - extent[2]) / (extent[1] - extent[0]) / np.sqrt(3))
        cells = axes.hexbin(points.x, points.y, C=np.asarray(values), gridsize=(count, rows), extent=extent, linewidths=0,
                            zorder=0.5, **style)
        axes.figure.colorbar(cells, ax=axes, shrink=0.6, label=label)


def load_city() -> City:
    """Loads the made-up city, or the streets of the file that the environment variable ALLWAYS_CITY names."""
    file = os.environ.get("ALLWAYS_CITY")
    if not file:
        return _settled("Made-up city", *_streets_and_river(3000))
    network = allways.read_network(file, **({"profile": "car"} if ".osm" in file else {})).largest_component()
    city = _settled(os.path.basename(file).split(".")[0], network, LineString(), {})
    busiest = network.assign(city.trips, trips="trips").arcs.reset_index().sort_values("load").iloc[-1]
    ends = {busiest.u, busiest.v}
    return city._replace(bridges={"Busiest road": [pair for pair in city.roads.index.droplevel("key").unique() if set(pair) == ends]})


def _streets_and_river(count: int) -> tuple[allways.Network, LineString, dict]:
    """Cuts generated streets along a river, except for four bridges."""
    streets = allways.generate_streets(count)
    places = 2 * (streets.coordinates - streets.coordinates.min(axis=0))
    x, y = places.T
    side = places.max()

    def river(height):
        return (0.55 + 0.08 * np.sin(2 * np.pi * height / side)) * side

    ids, is_east = streets.node_ids, x > river(y)
    arcs = pd.DataFrame({"u": streets.tail, "v": streets.head})
    crosses = is_east[arcs.u] != is_east[arcs.v]
    ends = set(zip(arcs.u, arcs.v))
    is_two_way = np.array([(v, u) in ends for u, v in zip(arcs.u, arcs.v)])
    is_main = streets.column("length") / streets.column("time") > 12  # m/s
    main = arcs[crosses & is_two_way & is_main]
    bridges, kept = {}, ~crosses
    for name, share in {"South Bridge": 0.15, "Mill Bridge": 0.45, "Old Bridge": 0.6, "North Bridge": 0.9}.items():
        u, v = main.iloc[np.abs(y[main.u] - share * side).argmin()]
        bridges[name] = [(int(ids[u]), int(ids[v])), (int(ids[v]), int(ids[u]))]
        kept |= (arcs.u.isin([u, v]) & arcs.v.isin([u, v])).to_numpy()
    origin = np.array([690_000, 5_330_000])
    network = allways.Network.from_arrays(
        streets.tail[kept], streets.head[kept], {name: 2 * streets.column(name)[kept] for name in ("time", "length")},
        units={"time": "s", "length": "m"}, node_ids=ids, coordinates=places + origin, crs=32632)
    heights = np.linspace(0, side, 50)
    return network.largest_component(), LineString(np.column_stack([river(heights), heights]) + origin), bridges


def _settled(name: str, network: allways.Network, water: LineString, bridges: dict) -> City:
    """Puts people everywhere and jobs in the middle."""
    random = np.random.default_rng(3)
    nodes, roads = network.to_geodataframes()
    metres = nodes.estimate_utm_crs()
    nodes, roads = nodes[["geometry"]].to_crs(metres), roads.to_crs(metres)
    x, y = nodes.geometry.x.to_numpy(), nodes.geometry.y.to_numpy()
    half = np.subtract(*np.percentile([x, y], [75, 25], axis=1))  # the middle half: a few far nodes do not count
    off = np.hypot(x - np.median(x), y - np.median(y)) / (0.6 * np.hypot(*half))
    nodes["people"] = random.poisson(60 * np.exp(-off**2 / 2) + 10)
    nodes["jobs"] = random.poisson(90 * np.exp(-4 * off**2) + 5)
    nodes["zone"] = _squares(nodes, x, y, max(half) / 6)
    sums = nodes.groupby("zone")[["people", "jobs"]].sum()
    zones = gpd.GeoDataFrame(sums, geometry=nodes.geometry.loc[sums.index], crs=metres)

    def scattered(columns, index):
        at = random.choice(len(nodes), len(index), replace=False, p=nodes.people / nodes.people.sum())
        east, north = x[at] + random.normal(0, 20, len(at)), y[at] + random.normal(0, 20, len(at))
        return gpd.GeoDataFrame(columns, geometry=gpd.points_from_xy(east, north), crs=metres, index=index)

    hospitals = scattered({"beds": [620, 310, 250, 180, 90]},
                          pd.Index(["General", "St Anne", "University", "Lakeside", "Children's"], name="hospital"))
    customers = scattered({"parcels": random.integers(1, 6, 400)}, pd.RangeIndex(1, 401, name="customer"))
    water = gpd.GeoSeries([water], crs=metres)
    return City(name, network, nodes, zones, hospitals, customers, _trips(network, zones), roads, water, bridges)


def _squares(nodes: gpd.GeoDataFrame, x: np.ndarray, y: np.ndarray, size: float) -> pd.Series:
    """The zone of each node: a square, named by the node in its middle."""
    places = pd.DataFrame({"x": x, "y": y, "square": (x - x.min()) // size * 1000 + (y - y.min()) // size}, index=nodes.index)
    middle = places.groupby("square")[["x", "y"]].transform("mean")
    distance = np.hypot(places.x - middle.x, places.y - middle.y)
    return places.square.map(distance.groupby(places.square).idxmin())


def _trips(network: allways.Network, zones: gpd.GeoDataFrame) -> pd.DataFrame:
    """Three of ten people go to work: to zones in proportion to jobs × exp(-time / 8 min)."""
    minutes = network.table(zones.index, cost="time").to_numpy("min")
    share = zones.jobs.to_numpy() * np.exp(-minutes / 8)
    share /= share.sum(axis=1, keepdims=True)
    trips = pd.DataFrame(0.3 * zones.people.to_numpy()[:, None] * share, index=zones.index.rename("origin"),
                         columns=zones.index.rename("destination"))
    trips = trips.stack().round(2).rename("trips").reset_index()
    return trips[(trips.trips > 0) & (trips.origin != trips.destination)].reset_index(drop=True)
