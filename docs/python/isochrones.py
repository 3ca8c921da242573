# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # Isochrones
# How far a car comes from Vaduz in 3, 6 and 12 minutes.

# %%
import matplotlib.pyplot as plt
from real_data import data
from shapely import Point

import allways

network = allways.read_network(data / "osm/liechtenstein-latest.osm.pbf", profile="car")
start = Point(9.5215, 47.1393)
areas = network.isochrones([start], [3, 6, 12], unit="min", cost="time", rings=True)
print(areas.drop(columns="geometry").round(1).to_string(index=False))

# %% [markdown]
# A GeoDataFrame draws itself with matplotlib, over the roads.

# %%
nodes, roads = network.to_geodataframes()
figure, axes = plt.subplots(figsize=(6, 7))
roads.plot(ax=axes, color="0.5", linewidth=0.4)
areas.plot(ax=axes, column="cutoff_min", categorical=True, cmap="plasma", alpha=0.7, legend=True,
           legend_kwds={"title": "minutes from Vaduz", "loc": "lower right"})
axes.plot(start.x, start.y, "k*", markersize=10)
axes.set_axis_off()
figure.savefig("isochrones.png", dpi=100, bbox_inches="tight")

# %% [markdown]
# ![Areas within 3, 6 and 12 minutes from Vaduz](../images/isochrones.png)
#
# The page that `draw` makes recomputes the map from any node that is clicked; Jupyter shows it inline.

# %%
page = network.draw(start=start, cutoffs=[3 * 60, 6 * 60, 12 * 60], cost="time", title="Minutes from Vaduz")
print(f"a page of {len(page.html) / 1e6:.1f} MB")
