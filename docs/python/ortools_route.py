# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # From GeoPandas points to a delivery tour
# Stops in Swiss coordinates (EPSG:2056), roads from OpenStreetMap. Points are converted and placed on the roads.

# %%
import geopandas as gpd
import pandas as pd
from ortools.constraint_solver import pywrapcp, routing_enums_pb2
from real_data import data

import allways

stops = pd.DataFrame(
    [("Vaduz", 2757916, 1223078), ("Schaan", 2756858, 1226081), ("Balzers", 2757021, 1214953), ("Triesen", 2758398, 1219410),
     ("Eschen", 2757895, 1231132), ("Mauren", 2760140, 1231670), ("Ruggell", 2757929, 1235084), ("Triesenberg", 2759737, 1220736)],
    columns=["town", "east", "north"]).set_index("town")
points = gpd.GeoSeries.from_xy(stops.east, stops.north, index=stops.index, crs=2056)

network = allways.read_network(data / "osm/liechtenstein-latest.osm.pbf", profile="car")
print(network)

# %% [markdown]
# Driving times, and the lengths of the same paths.

# %%
table = network.table(points, cost="time", skims=["length"])
print(table.to_pandas(unit="min").round(1).to_string())
km = table.to_pandas(unit="km", skim="length")
print(f"Vaduz to Ruggell: {km.loc['Vaduz', 'Ruggell']:.1f} km")

# %% [markdown]
# OR-Tools finds a fast tour through all of them, from Vaduz and back. It takes integers: whole seconds.

# %%
seconds = table.to_numpy("s").round().astype(int).tolist()
manager = pywrapcp.RoutingIndexManager(len(points), 1, 0)
routing = pywrapcp.RoutingModel(manager)
time = routing.RegisterTransitMatrix(seconds)
routing.SetArcCostEvaluatorOfAllVehicles(time)
search = pywrapcp.DefaultRoutingSearchParameters()
search.first_solution_strategy = routing_enums_pb2.FirstSolutionStrategy.PATH_CHEAPEST_ARC
solution = routing.SolveWithParameters(search)

at = routing.Start(0)
tour = [manager.IndexToNode(at)]
while not routing.IsEnd(at):
    at = solution.Value(routing.NextVar(at))
    tour.append(manager.IndexToNode(at))
towns = points.index[tour]
print(" → ".join(towns), f"in {solution.ObjectiveValue() / 60:.0f} min,",
      f"{sum(km.loc[a, b] for a, b in zip(towns, towns[1:])):.1f} km")

# %% [markdown]
# The tour as a line over the roads, one row for each leg.

# %%
places = points.to_crs(4326).iloc[tour]
legs = network.paths(zip(places, places[1:]), cost="time").to_geodataframe()
print(f"{len(legs)} lines of {legs.length_m.sum() / 1000:.1f} km in {legs.crs}")
