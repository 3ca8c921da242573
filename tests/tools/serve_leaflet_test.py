#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Leaflet Routing Machine in a headless browser asks `allways serve` as it asks OSRM: routes, alternatives, instructions.

    serve_leaflet_test.py --bin FOLDER_OF_THE_COMMAND

Its files are no part of this project: $ALLWAYS_LEAFLET names a folder with leaflet.js (Debian: libjs-leaflet) and
leaflet-routing-machine.js (dist/ of its release 3.2.12). Skips (77) without them, or without a browser.
"""

import contextlib
import functools
import http.server
import json
import os
import pathlib
import sys
import threading
import time

from browser import Browser, run_in_browser
from serve_test import served

SCRIPTS = ("leaflet.js", "leaflet-routing-machine.js")
PAGE = """<!doctype html><meta charset="utf-8"><div id="map" style="width:900px;height:600px"></div>
<script src="leaflet.js"></script><script src="leaflet-routing-machine.js"></script>"""
SETUP = """
const map = L.map("map").setView([47.002, 8.01], 15);
window.outcome = null;
window.control = L.Routing.control({
    waypoints: %s, showAlternatives: true,
    router: L.Routing.osrmv1({serviceUrl: "http://127.0.0.1:%d/route/v1", routingOptions: {alternatives: true}})})
    .on("routesfound", found => window.outcome = found.routes.map(route => ({
        time: route.summary.totalTime, distance: route.summary.totalDistance, points: route.coordinates.length,
        first: route.coordinates[0], last: route.coordinates[route.coordinates.length - 1],
        texts: route.instructions.map(one => one.text), types: route.instructions.map(one => one.type)})))
    .on("routingerror", failed => window.outcome = {error: failed.error})
    .addTo(map);
true"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def files(folder: str):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()


def outcome(browser: Browser):
    deadline = time.monotonic() + 20
    while (found := browser.evaluate("window.outcome")) is None:
        assert time.monotonic() < deadline, "no answer"
        time.sleep(0.05)
    browser.evaluate("window.outcome = null")
    return found


def check(browser: Browser, page: int, server) -> None:
    browser.open(f"http://127.0.0.1:{page}/page.html")
    stops = [(47.0, 8.0001), (47.0041, 8.0085), (47.0039, 8.0230)]
    browser.evaluate(SETUP % (json.dumps(stops), server.port))
    route, = outcome(browser)
    places = ";".join(f"{lon},{lat}" for lat, lon in stops)
    direct = json.loads(server.get(f"/route/v1/driving/{places}?steps=true")[2])["routes"][0]
    assert route["time"] == direct["duration"] and route["distance"] == direct["distance"]
    assert route["points"] > len(stops)
    assert abs(route["first"]["lat"] - stops[0][0]) < 1e-3 and abs(route["last"]["lng"] - stops[2][1]) < 1e-3
    assert all(route["texts"]) and "High Street" in " ".join(route["texts"]), route["texts"]
    assert "WaypointReached" in route["types"] and route["types"][-1] == "DestinationReached", route["types"]

    # A stop that is moved, and one with hints of the answer before; then places without a path.
    browser.evaluate("control.spliceWaypoints(1, 1); true")
    shorter = outcome(browser)[0]
    assert shorter["time"] < route["time"]
    assert browser.evaluate("document.querySelectorAll('.leaflet-routing-container tr').length") >= len(shorter["texts"])


def run(command: str, browser: Browser, folder: pathlib.Path):
    scripts = pathlib.Path(os.environ.get("ALLWAYS_LEAFLET", "."))
    for name in SCRIPTS:
        os.symlink((scripts / name).resolve(), folder / name)
    (folder / "page.html").write_text(PAGE)
    with served(command, "--cors", "*") as server, files(str(folder)) as page:
        def leaflet_routing_machine():
            check(browser, page, server)

        yield leaflet_routing_machine


def main() -> int:
    scripts = pathlib.Path(os.environ.get("ALLWAYS_LEAFLET", "."))
    if not all((scripts / name).exists() for name in SCRIPTS):
        print(f"skipped: $ALLWAYS_LEAFLET has no {' and '.join(SCRIPTS)}")
        return 77
    return run_in_browser(run)


if __name__ == "__main__":
    sys.exit(main())
