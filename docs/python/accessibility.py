# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # Jobs within 30 minutes
# The 387 zones of the Chicago sketch network. The trips that end in a zone stand for its jobs.

# %%
import duckdb
import pandas as pd
from real_data import data

import allways

network = allways.read_network(data / "tntp/ChicagoSketch_net.tntp")
flows = pd.read_csv(data / "tntp/ChicagoSketch_flow.tntp", sep=r"\s+", names=["tail", "head", "volume", "cost"], skiprows=1)
jobs = flows[flows["head"] <= 387].groupby("head").volume.sum().rename_axis("zone").reset_index(name="jobs")
print(f"{len(jobs)} zones, {jobs.jobs.sum():,.0f} jobs")

# %% [markdown]
# A table from zone to zone, as an Arrow stream. Polars and pyarrow read some rows at a time; DuckDB 2.0 copies the whole
# stream before it begins ([columns](columns.md)). Pairs without a path are null.

# %%
table = network.table(jobs.zone, cost="time", cost_type="float64")
pairs = table.to_arrow(unit="min")
reached = duckdb.sql("""
    SELECT origin AS zone, sum(jobs) FILTER (time_min <= 15) AS within_15, sum(jobs) FILTER (time_min <= 30) AS within_30
    FROM pairs JOIN jobs ON pairs.destination = jobs.zone
    GROUP BY origin ORDER BY within_30 DESC, zone
""").df()
print(reached.head(5).round().astype(int).to_string(index=False))

# %% [markdown]
# From the median zone, and the share of all jobs that it reaches.

# %%
median = reached.within_30.median()
print(f"half of the zones reach {median:,.0f} jobs or more within 30 min, {median / jobs.jobs.sum():.0%} of all")
