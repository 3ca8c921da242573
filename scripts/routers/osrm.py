# SPDX-License-Identifier: Apache-2.0
"""Runs OSRM's programs: extracts and contracts a map, then starts a server on a local port."""

import json
import pathlib

from .answers import Answer
from .parallel_requests import ask_at_once, row_blocks
from .processes import run_program
from .server import Server, locations


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


class OsrmServer(Server):
    def __init__(self, command):
        super().__init__(command, "running and waiting for requests")

    def route(self, positions, parameters):
        return self.ask("route", positions, parameters)

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
