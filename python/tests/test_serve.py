# SPDX-License-Identifier: Apache-2.0
"""allways.serve: requests over HTTP, from factors, networks and files."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request

import pytest

import allways


@pytest.fixture(scope="module")
def network(village):
    return village


def ask(server, target):
    with urllib.request.urlopen(server.url + target, timeout=30) as answer:
        return json.load(answer)


def place(network, node):
    lon, lat = network.coordinates[node]
    return f"{lon:.6f},{lat:.6f}"


def test_answers_from_a_factor(network):
    factor = network.factorize()
    with allways.serve(factor, background=True, port=0) as server:
        assert server.port > 0 and str(server.port) in server.url and server.url in repr(server)
        some = [0, network.node_count // 2, network.node_count - 1]
        places = ";".join(place(network, node) for node in some)
        table = ask(server, f"/table/v1/driving/{places}")
        ids = factor.node_ids[some]
        for i, origin in enumerate(ids):
            for j, destination in enumerate(ids):
                assert table["durations"][i][j] == pytest.approx(factor.distance(origin, destination), abs=0.2)
        route = ask(server, f"/route/v1/driving/{places}")
        assert route["code"] == "Ok"
        assert route["routes"][0]["duration"] == pytest.approx(table["durations"][0][1] + table["durations"][1][2], abs=0.3)


def test_several_clients_at_once(network):
    with allways.serve(network, background=True, port=0) as server:
        places = ";".join(place(network, node) for node in range(network.node_count))
        answers = []
        clients = [threading.Thread(target=lambda: answers.append(ask(server, f"/table/v1/driving/{places}")))
                   for _ in range(4)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        assert len(answers) == 4 and all(answer == answers[0] for answer in answers)


def test_options_are_those_of_the_library(network):
    with allways.serve(network, background=True, port=0, table_coordinates=2, allow_origin="*") as server:
        places = ";".join(place(network, node) for node in (0, 1, 2))
        with pytest.raises(urllib.error.HTTPError) as refused:
            ask(server, f"/table/v1/driving/{places}")
        assert json.load(refused.value)["code"] == "TooBig"
        with urllib.request.urlopen(server.url + "/health") as answer:
            assert answer.headers["Access-Control-Allow-Origin"] == "*"
    with pytest.raises(TypeError, match="unexpected keyword 'ports'"):
        allways.serve(network, ports=5000)


def test_costs_are_named_by_the_profile(network):
    with allways.serve(network, costs=["time"], background=True, port=0) as server:
        places = ";".join(place(network, node) for node in (0, network.node_count - 1))
        assert ask(server, f"/table/v1/time/{places}") == ask(server, f"/table/v1/driving/{places}")
    with pytest.raises(allways.InvalidArgument, match="altitude"):
        allways.serve(network.factorize(), costs=["time", "altitude"], background=True, port=0)


def test_a_forgotten_server_ends_with_the_process(network):
    code = "import allways; kept = allways.serve('data/village.osm', background=True, port=0); print(kept.url)"
    root = pathlib.Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout.startswith("http://127.0.0.1:"), done.stderr


def test_stops(network):
    server = allways.serve(network, background=True, port=0)
    server.stop()
    server.stop()
    with pytest.raises(urllib.error.URLError):
        ask(server, "/health")


def test_refuses(network, tmp_path):
    with allways.serve(network, background=True, port=0) as server:
        with pytest.raises(allways.InputError):
            allways.serve(network, background=True, port=server.port)
    with pytest.raises(allways.InvalidArgument, match="expected a network or a factor"):
        allways.serve(network.solve(), background=True, port=0)
    with pytest.raises(allways.InputError):
        allways.serve(tmp_path / "absent.factor", background=True, port=0)


def test_ctrl_c_ends_it(network, tmp_path):
    factor = tmp_path / "streets.factor"
    network.factorize().write(factor)
    code = (f"import allways, logging, sys; logging.basicConfig(level=logging.INFO, stream=sys.stdout);"
            f"print(allways.serve({str(factor)!r}, port=0))")
    process = subprocess.Popen([sys.executable, "-u", "-c", code], stdout=subprocess.PIPE, text=True, env=dict(os.environ))
    assert process.stdout is not None
    while "listening" not in process.stdout.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 0 and "None" in output
