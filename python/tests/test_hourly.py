# SPDX-License-Identifier: Apache-2.0
"""Costs by hour: each hour of a cube is the table of that hour's costs, whichever way they are stated."""
import numpy as np
import pandas as pd
import pytest

import allways
from conftest import root


@pytest.fixture(scope="module")
def costs(streets):
    random = np.random.default_rng(3)
    free = streets.column("time")
    made = {hour: np.round(free * random.uniform(1, 3, free.size), 3) for hour in (7, 8, 17)}
    made[8][::11] = np.nan  # closed
    return made


@pytest.fixture(scope="module")
def points(streets):
    low, high = streets.coordinates.min(axis=0), streets.coordinates.max(axis=0)
    return low + (high - low) * np.random.default_rng(1).uniform(size=(30, 2))


def test_each_hour_is_the_table_of_its_costs(streets, costs):
    origins, destinations = streets.node_ids[::7], streets.node_ids[::5]
    day = streets.hourly_table(origins, destinations, hourly=costs, cost="time", skims=["length"])
    assert (day.hours, day.shape, day.cost, day.unit) == ([7, 8, 17], (3, len(origins), len(destinations)), "time", "s")
    for hour in day:
        alone = streets.with_columns({"time": costs[hour]}).table(origins, destinations, cost="time", skims=["length"])
        np.testing.assert_array_equal(day[hour].to_numpy(), alone.to_numpy())
        np.testing.assert_array_equal(day[hour].to_numpy(skim="length"), alone.to_numpy(skim="length"))
    np.testing.assert_array_equal(day.to_numpy("min")[1], day[8].to_numpy("min"))
    assert day.report.order and not day.unsnapped


def test_positions_snap_once_and_arcs_are_cut_exactly(streets, costs, points):
    open_all_day = {hour: costs[hour] for hour in (7, 17)}
    day = streets.hourly_table(points, hourly=open_all_day, cost="time", skims=["length"])
    for hour in day:
        alone = streets.with_columns({"time": costs[hour]}).table(points, cost="time", skims=["length"])
        np.testing.assert_array_equal(day[hour].raw_distances, alone.raw_distances)
        np.testing.assert_array_equal(day[hour].raw_skim("length"), alone.raw_skim("length"))


def test_access_and_snap_distances_are_those_of_each_table(village):
    customers = root / "data/village_customers.csv"
    rows = pd.DataFrame({"arc": village.arc_ids[:1], "cost": [500]})
    day = village.hourly_table(customers, hourly=rows.assign(hour=8), access_speed_kmh=5)
    alone = village.update(rows).table(customers, cost="time", access_speed_kmh=5)
    np.testing.assert_array_equal(day[8].to_numpy(), alone.to_numpy())
    np.testing.assert_array_equal(day[8].origin_snap_distances, alone.origin_snap_distances)
    assert (day[8].to_numpy() != village.table(customers, cost="time", access_speed_kmh=5).to_numpy()).any()


def test_ways_to_state_costs(streets, costs, tmp_path):
    nodes = streets.node_ids[:20]
    hours = [7, 17]
    truth = streets.hourly_table(nodes, hourly={hour: costs[hour] for hour in hours}, cost="time").to_numpy()
    columns = streets.with_columns({f"time_{hour:02}": costs[hour] for hour in (7, 8, 17)},
                                   units={f"time_{hour:02}": "s" for hour in (7, 8, 17)})
    day = columns.hourly_table(nodes, hourly="time_{hour}", hours=hours)
    assert (day.cost, day.hours) == ("time", hours)
    np.testing.assert_array_equal(day.to_numpy(), truth)
    key = {"arc": streets.arc_ids, "reversed": streets.reversed if streets.reversed.size else 0}
    rows = pd.concat([pd.DataFrame({"hour": hour, **key, "cost": costs[hour]}) for hour in hours])
    np.testing.assert_array_equal(streets.hourly_table(nodes, hourly=rows, cost="time").to_numpy(), truth)
    rows.to_csv(tmp_path / "rows.csv", index=False)
    for selected in (None, "7,17", (7, 17)):
        found = streets.hourly_table(nodes, hourly=tmp_path / "rows.csv", hours=selected, cost="time")
        np.testing.assert_array_equal(found.to_numpy(), truth)
    wide = pd.DataFrame({**key, **{f"cost_{hour}": costs[hour] for hour in hours}})
    np.testing.assert_array_equal(streets.hourly_table(nodes, hourly=wide, hours=17, cost="time").to_numpy()[0], truth[1])


def test_closed_roads_are_unreachable_at_their_hour():
    line = allways.Network.from_arrays([0, 1], [1, 2], {"time": [60, 30]}, units={"time": "s"})
    rows = pd.DataFrame({"hour": [3, 4], "arc": [1, 1], "cost": [np.inf, 90]})
    day = line.hourly_table([1], [2, 3], hourly=rows)
    assert day.to_numpy().tolist() == [[[np.inf, np.inf]], [[90, 120]]]


def test_as_xarray_pandas_parquet_and_files(streets, costs, tmp_path):
    day = streets.hourly_table([1, 2], [10, 20, 30], hourly=costs, hours=[17, 7], cost="time", skims=["length"])
    data = day.to_xarray(unit=["min", "km"])
    assert dict(data.sizes) == {"hour": 2, "origin": 2, "destination": 3}
    assert data.hour.values.tolist() == [17, 7] and data["time"].attrs == {"units": "min"}
    assert data["time"].sel(hour=7, origin=2, destination=30) == day[7].distance(2, 30, "min")
    frame = day.to_pandas(unit={"time": "min"})
    assert list(frame) == ["hour", "origin", "destination", "time_min", "length_m"]
    at = frame.set_index(["hour", "origin", "destination"]).loc[(17, 1, 20)]
    assert at.time_min == day[17].distance(1, 20, "min") and at.length_m == day[17].distance(1, 20, skim="length")
    for dtype in ("float64", "raw"):
        path = tmp_path / f"{dtype}.parquet"
        day.to_parquet(path, dtype=dtype, rows_per_group=1)
        read = pd.read_parquet(path)
        assert list(read) == ["hour", "origin", "destination", *(["time_s", "length_m"] if dtype != "raw" else ["time_ms", "length_dm"])]
        assert read.hour.tolist() == [17] * 6 + [7] * 6 and read.origin.tolist() == [1, 1, 1, 2, 2, 2] * 2
        scale = 1000 if dtype == "raw" else 1
        np.testing.assert_array_equal(read.iloc[:, 3].to_numpy(), np.round(day.to_numpy().reshape(-1) * scale, 9))
    day.write(tmp_path / "day.omx")
    read = allways.read_table(tmp_path / "day.omx")
    assert read.cost == "time_17" and set(read.skims) == {"time_7", "length_17", "length_7"}
    np.testing.assert_array_equal(read.to_numpy(skim="time_7"), day[7].to_numpy())
    np.testing.assert_array_equal(read.to_numpy(skim="length_17"), day[17].to_numpy(skim="length"))
    day.write(tmp_path / "day.long.csv", unit="min")
    lines = pd.read_csv(tmp_path / "day.long.csv")
    assert list(lines) == ["hour", "from", "to", "time_min", "length_m"] and len(lines) == 12
    with pytest.raises(allways.InvalidArgument, match="holds the table of one hour"):
        day.write(tmp_path / "day.csv")
    assert not (tmp_path / "day.csv").exists()


def test_wrong_hours_and_costs_are_refused(streets, costs):
    def refused(kind, match, **options):
        with pytest.raises(kind, match=match):
            streets.hourly_table([1], [2], cost="time", **options)

    refused(allways.InvalidArgument, "from 0 to 167", hourly=costs, hours=168)
    refused(allways.InvalidArgument, "from 0 to 167", hourly=costs, hours=[])
    refused(allways.InvalidArgument, "from 0 to 167", hourly={-1: costs[7]})
    refused(allways.InvalidArgument, "no column 'time_{hour}' for hour 9", hourly=costs, hours=[7, 9])
    refused(allways.InvalidArgument, "for any hour", hourly="speed_{hour}")
    refused(allways.InvalidArgument, "expected a DataFrame", hourly=[1, 2])
    refused(allways.InputError, "no such arc", hourly=pd.DataFrame({"hour": [1], "arc": [10**9], "cost": [1]}))
    refused(allways.InputError, "no rows for hour 5", hourly=pd.DataFrame({"hour": [1], "arc": [1], "cost": [1]}), hours=5)
    refused(allways.InputError, "negative", hourly=pd.DataFrame({"hour": [1], "arc": [1], "speed_kmh": [-1]}))
    with pytest.raises(KeyError, match="no hour 9; there are: 7, 8, 17"):
        streets.hourly_table([1], [2], hourly=costs, cost="time")[9]
