#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`allways update` and POST /costs, end to end: speeds of OSRM's form, and clients who ask while costs change ten times
a second. No request fails, and every answer is that of one set of costs, byte for byte. Then another map replaces the served one.

    serve_costs_test.py --bin FOLDER_OF_THE_COMMAND
"""

import argparse
import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

VILLAGE = pathlib.Path(__file__).resolve().parents[2] / "data" / "village.osm"
CSV = {"Content-Type": "text/csv"}
# High Street from 1 over 2 and the inner node 23 to 3, both ways; and Harbour Road, which has the inner node 24.
SLOW = "1,2,5\n2,1,5\n2,23,5\n23,3,5\n3,23,5\n5,24,10\n24,7,10\n"
FAST = "from_osm_id,to_osm_id,speed_kmh,rate\n1,2,90,25\n2,1,90,25\n2,23,90,25\n23,2,90,25\n8,25,0\n25,8,0\n"
POINTS = ["8.0010,47.0000", "8.0070,47.0000", "8.0086,47.0030", "8.0120,47.0005", "8.0040,47.0030", "8.0200,47.0030"]


@contextlib.contextmanager
def running(command: str, path: str, *options: str, **more):
    """The process and its client."""
    process = subprocess.Popen([command, "serve", path, "--port", "0", *options], stderr=subprocess.PIPE, text=True, **more)
    try:
        for line in process.stderr:
            found = re.search(r"listening on http://127\.0\.0\.1:(\d+)", line)
            if found:
                break
        yield process, http_client(int(found[1]))
    finally:
        process.terminate()
        assert process.wait(timeout=20) == 0
        process.stderr.close()


@contextlib.contextmanager
def served(command: str, path: str, *options: str):
    with running(command, path, *options) as (_, connect):
        yield connect


def http_client(port: int):
    """A function that makes a connection, which is a function from a request to status and body."""
    def connect():
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

        def ask(target: str, body: str | None = None, headers: dict = CSV) -> tuple[int, bytes]:
            connection.request("GET" if body is None else "POST", target, body, headers if body is not None else {})
            answer = connection.getresponse()
            return answer.status, answer.read()
        return ask
    return connect


def requests() -> list[str]:
    targets = []
    for i, begin in enumerate(POINTS):
        for end in POINTS[:i] + POINTS[i + 1:]:
            targets.append(f"/route/v1/driving/{begin};{end}?steps=true&annotations=true&overview=full")
    targets.append("/table/v1/driving/" + ";".join(POINTS))
    targets.append("/table/v1/driving/" + ";".join(POINTS) + "?annotations=duration,distance")
    return targets


def check_update(command: str, folder: pathlib.Path) -> None:
    """A factor, its network and the service answer alike after the same rows."""
    def run(*arguments: str, code: int = 0) -> str:
        done = subprocess.run([command, *arguments], capture_output=True, text=True, timeout=60, cwd=folder)
        assert done.returncode == code, (arguments, done.stderr)
        return done.stdout if code == 0 else done.stderr

    def seconds(path: str) -> str:
        return run("table", path, "--points", "1,2,3,5,7,8", "-o", "-", "-f", "csv", "-q")

    (folder / "slow.csv").write_text(SLOW)
    (folder / "bad.csv").write_text("1,2,5\n2,3,fast\n")
    (folder / "none.csv").write_text("")
    run("import", str(VILLAGE), "-o", "town.gpkg", "-q")
    run("solve", "town.gpkg", "-o", "town.factor", "--factor-only", "-q")
    imported = seconds("town.gpkg")
    before = (folder / "town.factor").read_bytes()
    assert "bad.csv:2: the speed 'fast' is not a number" in run("update", "town.factor", "--speeds", "bad.csv", code=3)
    assert (folder / "town.factor").read_bytes() == before
    report = json.loads(run("update", "town.factor", "--speeds", "slow.csv", "--json", "-q"))
    assert (report["rows"], report["applied"], report["parts"], report["not_found"]) == (7, 7, 5, 0), report
    run("update", "town.gpkg", "--speeds", "slow.csv", "-o", "slow.gpkg", "-q")
    assert seconds("town.factor") == seconds("slow.gpkg") != imported
    run("update", "town.factor", "--speeds", "none.csv", "-q")
    assert seconds("town.factor") == imported == seconds("town.gpkg")
    assert "name a file with -o" in run("update", str(VILLAGE), "--speeds", "slow.csv", code=2)


def check_service(command: str, folder: pathlib.Path) -> None:
    path = str(folder / "town.factor")
    targets = requests()
    with served(command, path) as connect:
        assert connect()("/costs", SLOW)[0] == 403
    with served(command, path, "--allow-updates") as connect:
        ask = connect()
        imported = [ask(target) for target in targets]
        assert ask("/costs", SLOW, {"Content-Type": "text/plain"})[0] == 415
        assert ask("/costs", "1,2,3\n\n1,2\n")[0] == 400
        assert [ask(target) for target in targets] == imported
        answers = []
        for rows in (SLOW, FAST):
            status, body = ask("/costs", rows)
            assert status == 200 and json.loads(body)["not_found"] == 0, body
            answers.append([ask(target) for target in targets])
        assert all(a != b for a, b in zip(answers[0][-2:], answers[1][-2:]))
        # As `allways update` has it.
        subprocess.run([command, "update", path, "--speeds", "slow.csv", "-o", "slow.factor", "-q"], check=True, cwd=folder)
        with served(command, str(folder / "slow.factor")) as connect_slow:
            slow = connect_slow()
            assert [slow(target) for target in targets] == answers[0]
        check_load(connect, targets, answers)
        assert ask("/costs", "")[0] == 200
        assert [ask(target) for target in targets] == imported


def check_load(connect, targets: list[str], answers: list[list]) -> None:
    end = time.monotonic() + 4
    faults = []
    counts = [0, 0]

    def client(first: int) -> None:
        ask = connect()
        i = first
        while time.monotonic() < end:
            found = ask(targets[i % len(targets)])
            which = [found == answers[0][i % len(targets)], found == answers[1][i % len(targets)]]
            if not any(which):
                faults.append((targets[i % len(targets)], found))
            for one in (0, 1):
                counts[one] += which[one]
            i += 1

    clients = [threading.Thread(target=client, args=(7 * i,)) for i in range(4)]
    for one in clients:
        one.start()
    ask = connect()
    changes = 0
    while time.monotonic() < end:
        assert ask("/costs", (SLOW, FAST)[changes % 2])[0] == 200
        changes += 1
        time.sleep(0.1)
    for one in clients:
        one.join()
    assert not faults, faults[0]
    assert changes > 5 and min(counts) > 20, (changes, counts)


def check_reload(command: str, folder: pathlib.Path) -> None:
    """Another map of the same name replaces the served one after POST /reload and SIGHUP; a damaged one does not."""
    target, json_body = requests()[0], {"Content-Type": "application/json"}
    served_map = folder / "served.factor"

    def put(content: bytes) -> None:
        (folder / "new").write_bytes(content)
        os.replace(folder / "new", served_map)

    usual, slow = (folder / "town.factor").read_bytes(), (folder / "slow.factor").read_bytes()
    put(usual)
    with served(command, str(served_map)) as connect:
        assert connect()("/reload", "{}", json_body)[0] == 403
    log = open(folder / "log", "w+")
    with log, running(command, str(served_map), "--allow-updates", "--log-format", "json", stdout=log) as (process, connect):
        ask = connect()

        def until(expected: tuple[int, bytes]) -> None:
            end = time.monotonic() + 20
            while ask(target) != expected:
                assert time.monotonic() < end
                time.sleep(0.02)

        before = ask(target)
        put(slow)
        assert ask(target) == before
        assert ask("/reload", "{}", {"Content-Type": "text/plain"})[0] == 415
        assert ask("/reload")[0] == 405
        status, body = ask("/reload", "{}", json_body)
        assert status == 200 and json.loads(body)["code"] == "Ok", body
        after = ask(target)
        assert after != before
        put(usual[:-1] + bytes([usual[-1] ^ 1]))
        status, body = ask("/reload", "{}", json_body)
        assert status == 500 and b"served.factor" not in body, body
        assert ask(target) == after
        assert ask("/costs", FAST)[0] == 200
        put(usual)
        process.send_signal(signal.SIGHUP)
        until(before)
        assert b"allways_map_loaded_seconds 1" in ask("/metrics")[1]
        lines = [json.loads(line) for line in (folder / "log").read_text().splitlines()]
        assert lines[0]["target"] == target and lines[0]["status"] == 200 and lines[0]["client"] == "127.0.0.1", lines[0]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    command = os.path.join(os.path.abspath(parser.parse_args().bin), "allways")
    with tempfile.TemporaryDirectory() as folder:
        for check in (check_update, check_service, check_reload):
            check(command, pathlib.Path(folder))
            print(f"{check.__name__}: ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
