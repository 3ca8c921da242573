#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times two builds of the command on the same jobs, in turns, and prints the ratio of their medians of processor seconds.

  scripts/compare_builds.py BEFORE AFTER MAP [--runs 7] [--only import,table]

BEFORE and AFTER are commands, MAP is OpenStreetMap data. A ratio above 1 means that AFTER takes longer.
"""

import argparse
import http.client
import os
import pathlib
import random
import re
import resource
import sqlite3
import statistics
import struct
import subprocess
import sys
import tempfile


def run(*command):
    """Runs a command to its end, and returns its processor seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def nodes_of(network):
    """Longitudes and latitudes of the nodes of a GeoPackage."""
    rows = sqlite3.connect(network).execute("SELECT geom FROM node").fetchall()
    return [struct.unpack("<dd", geometry[-16:]) for (geometry,) in rows]


def write_points(path, places):
    path.write_text("id,lon,lat\n" + "".join(f"{i},{x:.6f},{y:.6f}\n" for i, (x, y) in enumerate(places)))


class Server:
    """A service, whose processor time is read while it runs."""

    def __init__(self, command, network):
        self.process = subprocess.Popen([command, "serve", network, "--port", "0"], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if found := re.search(r"http://[^ ]*:(\d+)", line):
                break
        self.connection = http.client.HTTPConnection("127.0.0.1", int(found[1]))

    def seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ask(self, targets):
        before = self.seconds()
        for target in targets:
            self.connection.request("GET", target)
            answer = self.connection.getresponse()
            answer.read()
        return self.seconds() - before

    def stop(self):
        self.process.terminate()
        self.process.wait()


def jobs(network, points):
    """Command lines by name; the files that they read are there."""
    few, many = points
    streets = "streets.gmns"
    yield "start-up", ["--version"]
    yield "import", ["import", network, "-o", "made.gpkg", "-O", "-q"]
    yield "import, with turn prices", ["import", network, "-o", "made.gpkg", "--turns", "full", "-O", "-q"]
    yield "read a GeoPackage", ["info", "net.gpkg", "-q"]
    yield "read GMNS", ["info", "net.gmns", "-q"]
    yield "read a shapefile", ["info", "net.shp", "-q"]
    yield "solve streets", ["solve", streets, "-o", "made.npy", "--no-next-hops", "-O", "-q"]
    yield "solve, next hops", ["solve", streets, "-o", "made.omx", "-O", "-q"]
    yield "factor", ["solve", "net.gpkg", "--factor-only", "-o", "made.factor", "-O", "-q"]
    yield "table of nodes", ["table", "net.gpkg", "--points", many, "-o", "made.npy", "-O", "-q", "--snap", "nodes"]
    yield "table of points", ["table", "net.gpkg", "--points", many, "-o", "made.npy", "-O", "-q"]
    for suffix in ("csv", "long.csv", "omx", "sqlite", "mtx"):
        yield f"table as {suffix}", ["table", "net.gpkg", "--points", many, "-o", f"made.{suffix}", "-O", "-q"]
    for suffix in ("gmns", "graphml", "shp", "fgb", "gpkg"):
        yield f"network as {suffix}", ["convert", "net.gpkg", f"made_net.{suffix}", "-O", "-q", "--lossy"]
    yield "isochrone", ["isochrone", "net.gpkg", "--from", few, "--cutoff", "300,600", "--unit", "s", "-o", "made.geojson", "-O", "-q"]
    yield "access", ["access", "net.gpkg", "--destinations", many, "--cutoff", "5,10", "--unit", "min", "--nearest", "3", "-o", "made.csv", "-O", "-q"]
    yield "paths", ["path", "net.gpkg", "--from", few, "--to", few, "-o", "made.geojson", "-O", "-q"]


def requests(nodes, count):
    """Targets of the service by name."""
    place = lambda: "{:.5f},{:.5f}".format(*random.choice(nodes))
    yield "service: route", ["/route/v1/driving/" + ";".join(place() for _ in range(2)) + "?steps=true&overview=full" for _ in range(count)]
    yield "service: table", ["/table/v1/driving/" + ";".join(place() for _ in range(100)) for _ in range(count // 5)]


def show(name, before, after):
    ratio = statistics.median(after) / max(statistics.median(before), 1e-9)
    print(f"{name:28} {statistics.median(before):8.3f} {statistics.median(after):8.3f}   {ratio:5.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=pathlib.Path)
    parser.add_argument("after", type=pathlib.Path)
    parser.add_argument("map", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--only", default="", help="comma-separated beginnings of the names of jobs")
    arguments = parser.parse_args()
    builds = [path.resolve() for path in (arguments.before, arguments.after)]
    network = arguments.map.resolve()
    chosen = lambda name: name.startswith(tuple(arguments.only.split(",")))
    random.seed(1)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        run(builds[0], "import", network, "-o", "net.gpkg", "-q")
        nodes = nodes_of("net.gpkg")
        points = pathlib.Path("few.csv"), pathlib.Path("many.csv")
        for path, count in zip(points, (10, 1000)):
            write_points(path, random.sample(nodes, count))
        run(builds[0], "generate", "streets", "--nodes", "10000", "--seed", "1", "-o", "streets.gmns", "-q")
        for suffix in ("gmns", "shp"):
            run(builds[0], "convert", "net.gpkg", f"net.{suffix}", "-q", "--lossy")
        print(f"{'processor seconds':28} {'before':>8} {'after':>8}   ratio")
        for name, words in jobs(network, points):
            if not chosen(name):
                continue
            probe = subprocess.run([builds[0], *map(str, words)], capture_output=True, text=True)
            if probe.returncode != 0:
                print(f"{name:28} left out: {probe.stderr.strip().splitlines()[-1] if probe.stderr else probe.returncode}")
                continue
            seconds = [[], []]
            for _ in range(arguments.runs):
                for of_build, build in zip(seconds, builds):
                    of_build.append(run(build, *words))
            show(name, *seconds)
        if chosen("service"):
            servers = [Server(build, "net.gpkg") for build in builds]
            try:
                for name, targets in requests(nodes, 1500):
                    seconds = [[], []]
                    for _ in range(arguments.runs):
                        for of_build, server in zip(seconds, servers):
                            of_build.append(server.ask(targets))
                    show(name, *seconds)
            finally:
                for server in servers:
                    server.stop()
        os.chdir("/")


if __name__ == "__main__":
    main()
