# SPDX-License-Identifier: Apache-2.0
"""Other programs use `allways serve`: VROOM plans tours with its tables, routingpy uses it as OSRM and as Valhalla."""

import contextlib
import pathlib
import re
import subprocess

import pytest

import allways
from allways import _core

command = pathlib.Path(_core.__file__).resolve().parents[2] / "bin/allways"
town = pathlib.Path(__file__).resolve().parents[2] / "data/village.osm"


@contextlib.contextmanager
def served():
    if not command.exists():
        pytest.skip(f"{command} is not built")
    with subprocess.Popen([command, "serve", town, "--port", "0"], stderr=subprocess.PIPE, text=True) as process:
        try:
            for line in process.stderr:
                if found := re.search(r"listening on http://127\.0\.0\.1:(\d+)", line):
                    yield int(found[1])
                    return
            raise AssertionError("the server did not start")
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def port():
    with served() as found:
        yield found


@pytest.fixture(scope="module")
def network():
    return allways.read_network(town, turns="full")  # as the service reads it


@pytest.fixture(scope="module")
def places(network):
    """Twelve places, on nodes of the largest component."""
    connected = [node for node in network.node_ids if network.path(1, node).reachable and network.path(node, 1).reachable]
    at = dict(zip(network.node_ids, network.coordinates))
    return [tuple(float(x) for x in at[node]) for node in connected[:12]]


def seconds(network, start, end):
    return network.path(start, end).time_s


@pytest.mark.parametrize("geometry", [False, True])
def test_vroom_plans_tours(port, network, places, geometry):
    vroom = pytest.importorskip("vroom")
    problem = vroom.Input(servers={"car": f"127.0.0.1:{port}"}, router=vroom._vroom.ROUTER.OSRM, geometry=geometry)
    for vehicle in range(3):
        problem.add_vehicle(vroom.Vehicle(vehicle, start=places[0], end=places[0], capacity=[len(places) // 2]))
    for job, place in enumerate(places[1:], 1):
        problem.add_job(vroom.Job(job, location=place, delivery=[1]))
    solution = problem.solve(exploration_level=5, nb_threads=1)
    assert solution.summary.unassigned == 0
    steps = solution.routes
    assert sorted(steps[steps.type == "job"].id) == list(range(1, len(places)))
    assert steps.vehicle_id.nunique() >= 2
    total = 0
    for _, tour in steps.groupby("vehicle_id"):
        stops = list(zip(tour.longitude, tour.latitude))
        assert stops[0] == pytest.approx(places[0]) and stops[-1] == pytest.approx(places[0])
        driven = sum(seconds(network, start, end) for start, end in zip(stops, stops[1:]) if start != end)
        assert tour.duration.iloc[-1] == pytest.approx(driven, abs=len(stops))  # VROOM rounds each leg
        total += tour.duration.iloc[-1]
    assert solution.summary.cost == total


def test_routingpy_takes_it_for_osrm(port, network, places):
    routingpy = pytest.importorskip("routingpy")
    client = routingpy.OSRM(base_url=f"http://127.0.0.1:{port}")
    for options in ({}, {"geometries": "polyline6", "overview": "full"}, {"steps": True, "annotations": True}):
        found = client.directions(places[:2], profile="driving", **options)
        assert found.duration == pytest.approx(seconds(network, *places[:2]), abs=1)
        assert found.geometry[0] == pytest.approx(places[0], abs=1e-5) and found.geometry[-1] == pytest.approx(places[1], abs=1e-5)
    for route in client.directions([places[0], places[5]], profile="driving", alternatives=True):
        assert route.duration > 0
    table = client.matrix(places, profile="driving", annotations=("duration", "distance"))
    for i, start in enumerate(places[:4]):
        for j, end in enumerate(places):
            if i != j:
                assert table.durations[i][j] == pytest.approx(seconds(network, start, end), abs=0.1)
    part = client.matrix(places, profile="driving", sources=[1], destinations=[2, 3], annotations=("duration",))
    assert part.durations == [table.durations[1][2:4]]


def test_routingpy_takes_it_for_valhalla(port, network, places):
    routingpy = pytest.importorskip("routingpy")
    client = routingpy.Valhalla(base_url=f"http://127.0.0.1:{port}")
    table = client.matrix(places[:5], profile="auto")
    assert table.durations[0][3] == pytest.approx(seconds(network, places[0], places[3]), abs=0.5)
    part = client.matrix(places[:5], profile="auto", sources=[0], destinations=[3], units="mi")
    assert part.durations == [[table.durations[0][3]]]
    for polygons in (True, False):
        areas = client.isochrones(places[0], profile="auto", intervals=[10, 60], polygons=polygons)
        assert [area.interval for area in areas] == [10, 60]
        rings = [area.geometry[0] if polygons else area.geometry for area in areas]
        assert len(rings[0]) < len(rings[1]) and all(ring[0] == ring[-1] for ring in rings)
