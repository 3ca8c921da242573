# SPDX-License-Identifier: Apache-2.0
"""Runs OSRM's programs: extracts and contracts a map, then starts a server on a local port."""

import collections
import http.client
import json
import pathlib
import socket
import subprocess
import threading

from .answers import Answer
from .parallel_requests import ask_at_once, row_blocks
from .processes import peak_bytes_of, run_program


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def locations(positions):
    return ";".join(f"{lon!r},{lat!r}" for lon, lat in positions)


class OsrmPrograms:
    """`folder`: the unpacked wheel `osrm-bindings`, or any folder with the programs in bin/ and the profiles in
    share/profiles/ or profiles/, or below osrm/."""

    def __init__(self, folder, threads=1, algorithm="ch"):
        self.threads, self.algorithm = threads, algorithm
        found = sorted(pathlib.Path(folder).resolve().glob("**/osrm-extract"))
        if not found:
            raise SystemExit(f"{folder}: no osrm-extract in this folder or below")
        self.bin = found[0].parent
        home = self.bin.parent
        self.profiles = next(path for path in (home / "share/profiles", home / "profiles", home / "share/osrm/profiles")
                             if path.is_dir())

    def version(self):
        return run_program([self.bin / "osrm-extract", "--version"]).output.strip()

    def prepare(self, osm, profile, extract=(), contract=(), cwd=None):
        """Returns the base of the files written beside `osm`, and the runs of the programs."""
        threads = ["-t", self.threads]
        base = pathlib.Path(str(osm).removesuffix(".pbf").removesuffix(".osm") + ".osrm")
        lua = self.profiles / f"{profile}.lua" if "/" not in str(profile) else profile
        runs = [run_program([self.bin / "osrm-extract", *threads, *extract, "-p", lua, osm], cwd=cwd)]
        for stage in ("contract",) if self.algorithm == "ch" else ("partition", "customize"):
            runs.append(run_program([self.bin / f"osrm-{stage}", *threads, *contract, base], cwd=cwd))
        return base, runs

    def serve(self, base, *arguments):
        return OsrmServer([self.bin / "osrm-routed", base, "-i", "127.0.0.1", "-t", self.threads, "--algorithm",
                           self.algorithm, *arguments])


class OsrmServer:
    """A running osrm-routed; use it in a `with` statement, which ends it."""

    def __init__(self, command):
        self.port = free_port()
        self.child = subprocess.Popen([str(word) for word in [*command, "-p", self.port]], stdin=subprocess.DEVNULL,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        said = []
        for line in self.child.stdout:
            said.append(line)
            if "running and waiting for requests" in line:
                break
        else:
            raise SystemExit("osrm-routed ended: " + "".join(said)[-500:])
        # The server logs every request and blocks when the pipe is full, so a thread reads it.
        self.reader = threading.Thread(target=lambda: collections.deque(self.child.stdout, maxlen=0), daemon=True)
        self.reader.start()
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()
        self.child.terminate()
        self.child.wait()
        self.reader.join()
        self.child.stdout.close()

    def peak_bytes(self):
        return peak_bytes_of(self.child.pid)

    def get(self, path):
        """The status and the JSON of the answer."""
        try:
            self.connection.request("GET", path)
            answer = self.connection.getresponse()
        except (http.client.HTTPException, ConnectionError):  # the server closes after a number of requests
            self.connection.close()
            self.connection.request("GET", path)
            answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read())

    def route(self, positions, parameters):
        query = "&".join(f"{key}={value}" for key, value in parameters.items())
        return self.get(f"/route/v1/any/{locations(positions)}?{query}")

    def answer(self, positions, with_shape=False):
        """The path between two positions; its shape is the ids of its nodes."""
        parameters = {"overview": "false"} | ({"annotations": "nodes"} if with_shape else {})
        status, found = self.route(positions, parameters)
        moved = tuple(place["distance"] for place in found.get("waypoints", [])) or (0.0, 0.0)
        if status != 200:
            return Answer(moved=moved)
        path = found["routes"][0]
        nodes = path["legs"][0]["annotation"]["nodes"] if with_shape else None
        return Answer(path["duration"], path["distance"], moved, nodes)

    def table(self, positions, requests=1):
        """Requests a table in concurrent blocks of rows. Returns the seconds until it is complete, and its rows."""
        places = locations(positions)
        questions = []
        for block in row_blocks(len(positions), requests):
            sources = "&sources=" + ";".join(map(str, block)) if requests > 1 else ""
            questions.append(("GET", f"/table/v1/any/{places}?annotations=duration{sources}", None))
        seconds, answers = ask_at_once(self.port, questions)
        for status, body in answers:
            if status != 200:
                raise SystemExit(f"OSRM's table: {body[:500].decode('utf-8', 'replace')}")
        return seconds, [row for _, body in answers for row in json.loads(body)["durations"]]
