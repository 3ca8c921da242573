# SPDX-License-Identifier: Apache-2.0
"""Journeys that depart at a time, with costs by hour."""

import datetime
import pathlib
import pickle

import numpy as np
import pandas as pd
import pytest

import allways

root = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def streets():
    return allways.generate_streets(1500, seed=3)


@pytest.fixture(scope="module")
def day(streets):
    free = streets.column("time")
    return {hour: np.round(free * (3 if hour == 8 else 1), 3) for hour in range(24)}


def test_a_journey_within_an_hour_has_the_costs_of_that_hour(streets, day):
    origins, destinations = streets.node_ids[:9], streets.node_ids[::100]
    for depart, hour in (("07:10", 7), ("Sun 08:10", 8), (datetime.time(8, 10), 8)):
        table = streets.table(origins, destinations, cost="time", hourly=day, depart=depart, skims=["length"])
        alone = streets.with_columns({"time": day[hour]}).table(origins, destinations, cost="time")
        assert (table.cost, table.unit) == ("time", "s")
        np.testing.assert_array_equal(table.to_numpy(), alone.to_numpy())
        assert table.provenance["departure"].endswith("10:00") and table.report.schedule == "departure"


def test_paths_and_tables_agree_and_change_on_the_way(streets, day):
    start, ends = streets.node_ids[0], streets.node_ids[200::300]
    table = streets.table([start], ends, cost="time", hourly=day, depart="2026-11-23T07:58", skims=["length"])
    paths = streets.paths([[start, end] for end in ends], cost="time", hourly=day,
                          depart=datetime.datetime(2026, 11, 23, 7, 58))
    np.testing.assert_array_equal(paths.distances, table.to_numpy()[0])
    fast = streets.table([start], ends, cost="time").to_numpy()[0]
    assert (paths.distances >= fast).all() and (paths.distances > fast).any()
    for at, path in enumerate(paths):
        legs = path.to_pandas()
        assert path.departure == datetime.datetime(2026, 11, 23, 7, 58) and path.arrival == legs.arrival.iloc[-1]
        assert legs.departure.iloc[0] == path.departure and (legs.departure.iloc[1:].values == legs.arrival.iloc[:-1].values).all()
        assert legs.time.sum() == pytest.approx(path.distance) and path.time_s == path.distance
        assert path.length_m == pytest.approx(table.to_numpy(skim="length")[0][at])
        arrival = path.departure + datetime.timedelta(seconds=path.distance)
        assert abs(arrival - path.arrival) \
            < datetime.timedelta(milliseconds=1)
    kept = pickle.loads(pickle.dumps(paths[0]))
    assert (kept.departure, kept.arrival) == (paths[0].departure, paths[0].arrival)
    assert streets.path(start, ends[0], cost="time").departure is None


def test_via_goes_on_when_it_arrives(streets, day):
    a, b, c = streets.node_ids[[0, 700, 1400]]
    whole = streets.path(a, c, via=[b], cost="time", hourly=day, depart="07:59")
    first = streets.path(a, b, cost="time", hourly=day, depart="07:59")
    later = datetime.datetime(2026, 1, 1, 7, 59) + datetime.timedelta(seconds=first.distance)
    assert whole.distance > first.distance and later.hour == 8
    rest = streets.with_columns({"time": day[8]}).path(b, c, cost="time")
    assert whole.distance == pytest.approx(first.distance + rest.distance)


def test_ways_to_state_costs_and_positions(streets, day, tmp_path):
    ends = streets.node_ids[::250]
    truth = streets.table(ends, cost="time", hourly=day, depart="07:55").to_numpy()
    key = {"arc": streets.arc_ids, "reversed": streets.reversed}
    rows = pd.DataFrame({**key, "cost_8": day[8]})
    rows.to_csv(tmp_path / "day.csv", index=False)
    for hourly in (rows, tmp_path / "day.csv"):
        np.testing.assert_array_equal(streets.table(ends, cost="time", hourly=hourly, depart="07:55").to_numpy(), truth)
    low, high = streets.coordinates.min(axis=0), streets.coordinates.max(axis=0)
    points = low + (high - low) * np.random.default_rng(1).uniform(size=(12, 2))
    table = streets.table(points, cost="time", hourly=day, depart="07:58").to_numpy()
    for i in range(0, 12, 3):
        for j in range(12):
            path = streets.path(tuple(points[i]), tuple(points[j]), cost="time", hourly=day, depart="07:58")
            assert path.distance == table[i, j]


def test_the_way_to_the_road_passes_first():
    village = allways.read_network(root / "data/village.osm", profile="car")
    slow = pd.DataFrame({"hour": 8, "class": ["residential", "secondary"], "speed_factor": [0.2, 0.5]})
    far, near = (8.0001, 46.9991), (8.012, 47.002)
    options = {"hourly": slow, "depart": "07:59", "access_speed_kmh": 1, "radius": 500}
    path = village.path(far, near, **options)
    legs = path.to_pandas()
    begin = datetime.datetime.strptime(legs.departure.iloc[0], "%H:%M:%S.%f")
    assert (begin - datetime.datetime(1900, 1, 1, 7, 59)).total_seconds() > 60
    assert path.distance == village.table(np.array([far]), np.array([near]), **options).to_numpy()[0, 0]
    assert village.table(np.array([far, near]), **options).to_numpy().diagonal().tolist() == [0, 0]


def test_floats_are_rounded_to_milliseconds(streets, day):
    noisy = {hour: costs + 1e-9 for hour, costs in day.items()}
    ends = streets.node_ids[::300]
    table = streets.table(ends, cost="time", hourly=noisy, depart="07:55")
    assert table.digits == 3
    np.testing.assert_array_equal(table.to_numpy(), streets.table(ends, cost="time", hourly=day, depart="07:55").to_numpy())


def test_classes_of_roads():
    line = allways.Network.from_arrays([0, 1], [1, 2], {"time": [600, 300]}, units={"time": "s"},
                                       texts={"facility_type": ["primary", "residential"]})
    rows = pd.DataFrame({"class": ["primary"], "hour": [8], "speed_factor": [0.5]})
    assert line.table([1], [3], hourly=rows, depart="07:55").to_numpy() == [[300 + 600 + 300]]
    assert line.hourly_table([1], [3], hourly=rows).to_numpy().tolist() == [[[1500]]]


def test_wrong_uses_are_refused(streets, day):
    def refused(match, kind=allways.InvalidArgument, **options):
        for verb in (streets.table, streets.path):
            with pytest.raises(kind, match=match):
                verb(streets.node_ids[0], streets.node_ids[1], **{"cost": "time", **options}) if verb == streets.path \
                    else verb([1], [2], **{"cost": "time", **options})

    refused("`hourly` states them", depart="08:00")
    refused("`depart` states when", hourly=day)
    refused("expected a local time", hourly=day, depart="noon")
    refused("expected a local time", hourly=day, depart=datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc))
    refused("a datetime or a time", hourly=day, depart=8)
    refused("for hour 1", hourly={0: day[0]}, depart="08:00")
    refused("needs a day", hourly={hour: day[0] for hour in range(168)}, depart="08:00")
    refused("costs that are times", cost="length", hourly={hour: day[0] for hour in range(24)}, depart="08:00")
    refused("whose times are int32", hourly=day, depart="08:00", cost_type="float64")
    with pytest.raises(allways.InvalidArgument, match="cannot be combined with `depart`"):
        streets.path(1, 2, cost="time", hourly=day, depart="08:00", alternatives=2)
    with pytest.raises(allways.InvalidArgument, match="for pairs, use paths"):
        streets.table(pairs=[(1, 2)], cost="time", hourly=day, depart="08:00")


def test_datetimes(streets, day):
    """Python's and NumPy's, with the time zone in which clocks are meant; a date gives datetimes, in legs too."""
    at = datetime.datetime(2026, 11, 23, 7, 55)
    zone = datetime.timezone(datetime.timedelta(hours=1), "CET")
    expected = streets.path(1, 500, cost="time", hourly=day, depart="2026-11-23T07:55")
    for depart in (at, np.datetime64(at), np.datetime64("2026-11-23T07:55"), pd.Timestamp(at), at.replace(tzinfo=zone),
                   pd.Timestamp(at, tz="Europe/Zurich")):
        path = streets.path(1, 500, cost="time", hourly=day, depart=depart)
        assert path.departure == expected.departure == at
        assert path.arrival == expected.arrival == at + datetime.timedelta(seconds=path.distance)
        legs = path.to_pandas()
        assert legs.departure.dtype.kind == legs.arrival.dtype.kind == "M" and legs.arrival.iloc[-1] == path.arrival
    assert streets.path(1, 500, cost="time", hourly=day, depart=datetime.time(7, 55)).departure == "07:55:00"
    for depart in (at.replace(tzinfo=datetime.timezone.utc), pd.Timestamp(at, tz="UTC")):
        with pytest.raises(allways.InvalidArgument, match="expected a local time, found .*astimezone"):
            streets.path(1, 500, cost="time", hourly=day, depart=depart)
    with pytest.raises(allways.InvalidArgument, match="found np.datetime64"):
        streets.path(1, 500, cost="time", hourly=day, depart=np.datetime64("NaT"))
