# SPDX-License-Identifier: Apache-2.0
"""Runs Valhalla's programs: builds tiles from a map, then starts a service on a local port."""

import copy
import http.client
import importlib.util
import json
import pathlib
import subprocess
import time

from .answers import Answer, distance_metres
from .server import free_port
from .parallel_requests import ask_at_once, row_blocks
from .processes import peak_bytes_of, run_program

COSTING = {"car": "auto", "bicycle": "bicycle", "foot": "pedestrian"}
MANY = 100_000_000  # a limit that no request reaches


def without_optional(values):
    """The defaults of Valhalla's configuration, without entries that have no value."""
    if isinstance(values, dict):
        kept = {key: without_optional(value) for key, value in values.items()}
        return {key: value for key, value in kept.items() if value is not None}
    return values if isinstance(values, (str, int, float, bool, list)) else None


def decoded_line(shape):
    """The (lon, lat) of a polyline with six digits."""
    number, shift, totals, axis, line = 0, 0, [0, 0], 0, []
    for letter in shape:
        bits = ord(letter) - 63
        number |= (bits & 31) << shift
        shift += 5
        if bits < 32:
            totals[axis] += ~(number >> 1) if number & 1 else number >> 1
            number = shift = 0
            axis = 1 - axis
            if axis == 0:
                line.append((totals[1] / 1e6, totals[0] / 1e6))
    return line


class ValhallaPrograms:
    """`folder`: the unpacked wheel `pyvalhalla`."""

    def __init__(self, folder, threads=1):
        self.threads = threads
        found = sorted(pathlib.Path(folder).resolve().glob("**/valhalla_build_tiles"))
        if not found:
            raise SystemExit(f"{folder}: no valhalla_build_tiles in this folder or below")
        self.bin = found[0].parent
        defaults = self.bin.parent / "valhalla_build_config.py"
        spec = importlib.util.spec_from_file_location("valhalla_build_config", defaults)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        self.defaults = without_optional(copy.deepcopy(module.config))

    def version(self):
        return run_program([self.bin / "valhalla_build_tiles", "--version"]).output.split()[-1]

    def prepare(self, osm, folder):
        """Returns the configuration file and the run. There is no database of countries, so traffic drives on the
        right."""
        folder.mkdir(parents=True, exist_ok=True)
        settings = copy.deepcopy(self.defaults)
        mjolnir = settings["mjolnir"]
        for key in ("tile_extract", "traffic_extract", "admin", "landmarks", "timezone", "transit_dir", "transit_feeds_dir"):
            mjolnir.pop(key, None)
        mjolnir["tile_dir"] = str(folder / "tiles")
        mjolnir["id_table_size"] = 10_000_000
        self.port = free_port()
        settings["httpd"]["service"].update(listen=f"tcp://127.0.0.1:{self.port}", drain_seconds=1,
                                            loopback=f"ipc://{folder}/loopback", interrupt=f"ipc://{folder}/interrupt")
        for stage in ("loki", "thor", "odin", "meili"):
            if "service" in settings.get(stage, {}):
                settings[stage]["service"]["proxy"] = f"ipc://{folder}/{stage}"
        for costing in COSTING.values():
            settings["service_limits"][costing].update(max_locations=MANY, max_matrix_location_pairs=MANY,
                                                       max_matrix_distance=1e9, max_distance=1e9)
        for part in settings.values():
            if isinstance(part, dict) and "logging" in part:
                part["logging"] = {"type": ""}
        config = folder / "valhalla.json"
        config.write_text(json.dumps(settings))
        return config, run_program([self.bin / "valhalla_build_tiles", "-c", config, "-j", self.threads, osm])

    def serve(self, config):
        return ValhallaServer([self.bin / "valhalla_service", config, self.threads], self.port)


class ValhallaServer:
    """A running valhalla_service; use it in a `with` statement, which ends it."""

    def __init__(self, command, port):
        self.child = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.port = port
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        for _ in range(100):
            try:
                if self.ask("status", {})[0] == 200:
                    return
            except (ConnectionError, http.client.HTTPException):
                self.connection.close()
            time.sleep(0.1)
        self.__exit__()
        raise SystemExit("valhalla_service does not answer")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()
        self.child.terminate()
        try:
            self.child.wait(10)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()

    def peak_bytes(self):
        return peak_bytes_of(self.child.pid)

    def ask(self, action, question):
        self.connection.request("POST", f"/{action}", json.dumps(question), {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read())

    def route(self, positions, profile):
        places = [{"lon": lon, "lat": lat, "type": "break"} for lon, lat in positions]
        return self.ask("route", {"locations": places, "costing": COSTING[profile], "directions_type": "none"})

    def answer(self, positions, profile):
        """The path between two positions; its shape is its line."""
        status, found = self.route(positions, profile)
        if status != 200:
            return Answer()
        trip = found["trip"]
        line = decoded_line(trip["legs"][0]["shape"])
        moved = tuple(distance_metres(asked, used) for asked, used in zip(positions, (line[0], line[-1])))
        return Answer(trip["summary"]["time"], trip["summary"]["length"] * 1000, moved, line)

    def table(self, positions, profile, requests=1):
        """Requests a table in concurrent blocks of rows. Returns the seconds until it is complete, and its rows."""
        places = [{"lon": lon, "lat": lat} for lon, lat in positions]
        questions = [("POST", "/sources_to_targets", json.dumps(
            {"sources": places[block.start:block.stop], "targets": places, "costing": COSTING[profile], "verbose": False}))
            for block in row_blocks(len(places), requests)]
        seconds, answers = ask_at_once(self.port, questions)
        for status, body in answers:
            if status != 200:
                raise SystemExit(f"Valhalla's table: {body[:500].decode('utf-8', 'replace')}")
        return seconds, [row for _, body in answers for row in json.loads(body)["sources_to_targets"]["durations"]]
