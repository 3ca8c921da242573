#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The page of `allways serve` in a headless browser: clicks, keys and fingers get the answers that the server gives, at the
size of a phone too, and no other host is asked.

    serve_page_test.py --bin FOLDER_OF_THE_COMMAND

Skips (77) where there is neither chromium nor google-chrome.
"""

import json
import sys
import time

from browser import Browser, run_in_browser
from serve_test import Server, served

A, B = (8.0, 47.0), (8.0085, 47.004)  # in the village: the west end of High Street, the end of Mill Road
SHIFT = 8


def clock(seconds: float) -> str:
    """Formats a time as the page does."""
    whole = int(seconds + 0.5)
    return f"{whole} s" if whole < 60 else f"{whole // 60}:{whole % 60:02} min"


class Test:
    def __init__(self, server: Server, browser: Browser):
        self.server, self.browser = server, browser
        self.origin = f"http://127.0.0.1:{server.port}/"

    def open(self, address: str = ""):
        self.browser.open("about:blank")
        self.browser.open(self.origin + address)
        self.until("page !== null && page.network.whole !== null")
        self.idle()

    def until(self, condition: str):
        deadline = time.monotonic() + 20
        while not self.browser.evaluate(condition):
            assert time.monotonic() < deadline, f"never: {condition}; {self.text('error')}"
            time.sleep(0.02)

    def idle(self):
        """Waits until all answers have arrived."""
        self.browser.settle()
        self.until("!page.latest.busy && !page.network.latest.busy")
        self.browser.settle()

    def text(self, name: str) -> str:
        return self.browser.evaluate(f'element("{name}").innerText')

    def place(self, at) -> list[float]:
        """Where a place of the map is in the window."""
        return self.browser.evaluate(f"""(() => {{ const box = element("canvas").getBoundingClientRect();
            const [x, y] = page.view.screen(project([{at[0]}, {at[1]}])); return [box.left + x, box.top + y]; }})()""")

    def click(self, at):
        self.browser.click(self.place(at))
        self.idle()

    def key(self, key: str, modifiers: int = 0):
        self.browser.key(key, modifiers)
        self.idle()

    def choose(self, mode: str):
        self.browser.evaluate(f"document.querySelector('[value={mode}]').click()")
        self.idle()

    def fill(self, name: str, text: str):
        self.browser.evaluate(f'element("{name}").focus(); element("{name}").select()')
        self.browser.ask("Input.insertText", text=text)
        self.idle()

    def points(self) -> list[list[float]]:
        return self.browser.evaluate("page.mode.points")

    def ask(self, target: str) -> dict:
        status, _, body = self.server.get(target)
        assert status == 200, body
        return json.loads(body)

    def check_route(self):
        """The panel tells the route that the server answers about the points on the map."""
        coordinates = ";".join(f"{lon},{lat}" for lon, lat in self.points())
        route = self.ask(f"/route/v1/driving/{coordinates}?steps=true")["routes"][0]
        title = self.browser.evaluate('document.querySelector("#answer h2").textContent')
        assert title.startswith(clock(route["duration"]) + ", "), (title, route["duration"])
        items = self.browser.evaluate('[...document.querySelectorAll("#answer li span")].map(item => item.textContent)')
        # The way out of a roundabout is part of the item that enters it.
        steps = [step for leg in route["legs"] for step in leg["steps"] if not step["maneuver"]["type"].startswith("exit ")]
        assert len(items) == len(steps), items
        return items

    def route(self):
        self.open()
        inked = """(() => { const c = element("canvas"), d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
                   let n = 0; for (let i = 3; i < d.length; i += 4) n += d[i] > 0; return n; })()"""
        roads = self.browser.evaluate(inked)
        assert roads > 500, "the network is not drawn"
        self.click(A)
        assert "destination" in self.text("hint")
        self.click(B)
        items = self.check_route()
        assert items[0] == "Head east on High Street" and items[-1] == "Arrive at B", items
        assert any(item.startswith("At the roundabout take exit ") for item in items), items
        assert self.browser.evaluate(inked) > roads + 500, "the route is not drawn"
        lanes = """laneRow({driving_side: "left", intersections: [{lanes: [{indications: ["uturn", "left"], valid: false},
            {indications: ["straight"], valid: %s}]}]}).map(row => [row.textContent, row.querySelectorAll(".valid").length, row.title])"""
        assert self.browser.evaluate(lanes % "true") == [["↷↰↑", 1, "Lanes from left to right: U-turn or left, straight (take it)"]]
        all_lead_on = 'laneRow({intersections: [{lanes: [{indications: ["left"], valid: true}]}]}).length'
        assert self.browser.evaluate(all_lead_on) == 0 and self.browser.evaluate("laneRow({intersections: [{}]}).length") == 0
        # Dragged, in steps of the pointer.
        start = self.place(B)
        target = self.place((8.004, 47.004))
        self.browser.mouse("mousePressed", start, button="left", clickCount=1)
        for share in (0.3, 0.7, 1):
            self.browser.mouse("mouseMoved", [a + share * (b - a) for a, b in zip(start, target)], button="left", buttons=1)
        self.browser.mouse("mouseReleased", target, button="left", clickCount=1)
        self.idle()
        assert abs(self.points()[1][0] - 8.004) < 2e-5, self.points()
        self.check_route()
        # By finger.
        point = {"x": target[0], "y": target[1]}
        self.browser.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[point])
        self.browser.ask("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": start[0], "y": start[1]}])
        self.browser.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.idle()
        assert abs(self.points()[1][0] - B[0]) < 2e-5, self.points()
        self.check_route()
        # A stop more, and the answer is in the address.
        self.click((8.004, 47.004))
        self.check_route()
        points = self.points()
        self.open(self.browser.evaluate("location.hash"))
        assert self.points() == points
        self.check_route()
        self.browser.check_silence(self.origin)

    def keyboard(self):
        """Without a pointer: points are set in the middle, moved, removed; modes are chosen."""
        self.open()
        self.browser.evaluate('element("canvas").focus()')
        self.key("Enter")
        for _ in range(3):
            self.key("ArrowRight")
        self.key("Enter")
        assert len(self.points()) == 2
        self.check_route()
        self.browser.evaluate('document.querySelectorAll(".marker")[0].focus()')
        before, view = self.points()[0], self.browser.evaluate("[page.view.x, page.view.k]")
        self.key("ArrowLeft")
        self.key("ArrowUp", SHIFT)
        after = self.points()[0]
        x, y = self.browser.evaluate(f"""(() => {{ const [a, b] = [{before}, {after}].map(place => page.view.screen(project(place)));
            return [b[0] - a[0], b[1] - a[1]]; }})()""")
        assert abs(x + 10) < 0.5 and abs(y + 1) < 0.5, (x, y)
        assert self.browser.evaluate("[page.view.x, page.view.k]") == view
        self.check_route()
        self.key("Delete")
        assert len(self.points()) == 1 and self.browser.evaluate('document.activeElement.className') == "marker"
        self.browser.evaluate('document.querySelector("[name=mode]").focus()')
        for kind in ("rawKeyDown", "keyUp"):
            self.browser.ask("Input.dispatchKeyEvent", type=kind, key="ArrowRight", code="ArrowRight", windowsVirtualKeyCode=39)
        self.idle()
        assert self.browser.evaluate("page.mode === page.modes.reach")
        self.browser.check_silence(self.origin)

    def reach(self):
        self.open()
        self.choose("reach")
        self.fill("minutes", "0.5, 1")
        self.click(A)
        texts = self.browser.evaluate('[...document.querySelectorAll("#answer .stop")].map(item => item.textContent)')
        assert texts == ["up to 0.5 min", "up to 1 min"], texts
        inside = """(() => {{ const context = new OffscreenCanvas(9, 9).getContext("2d"), [x, y] = project([{}, {}]);
            return page.mode.areas.map(area => context.isPointInPath(area.path, x, y, "evenodd")); }})()"""
        assert self.browser.evaluate(inside.format(*A)) == [True, False]  # the second begins where the first ends
        self.fill("minutes", "soon")
        assert self.text("error").startswith("Minutes: expected numbers"), self.text("error")
        self.fill("minutes", "9999")
        assert "Exceeded max time" in self.text("error"), self.text("error")
        self.fill("minutes", "1")
        assert self.text("error") == "" and self.browser.evaluate("page.mode.areas.length") == 1

    def matrix(self):
        self.open("#matrix")
        self.fill("places", f'name;lon;lat\nHome, "A"; {A[0]}; {A[1]}\n8.0085\t47.004\n\n8.004 47.004\n')
        table = self.ask("/table/v1/driving/8,47;8.0085,47.004;8.004,47.004")["durations"]
        cells = self.browser.evaluate('[...document.querySelectorAll("tbody tr")].map(row => [...row.querySelectorAll("td")].map(cell => cell.textContent))')
        assert cells == [[clock(value) for value in row] for row in table], cells
        rows = self.browser.evaluate("page.mode.csv").splitlines()
        assert rows[0].endswith(",2,3") and len(rows) == 4, rows
        assert [float(value) for value in rows[2].split(",")[1:]] == table[1], (rows, table)
        self.browser.ask("Browser.grantPermissions", permissions=["clipboardReadWrite"], origin=self.origin)
        self.browser.evaluate('document.getElementById("copy").focus(); page.mode.copy()')
        self.idle()
        assert self.text("copied") == "Copied, in seconds", self.text("copied")
        self.browser.evaluate('element("measure").value = "distance"; element("measure").oninput()')
        self.idle()
        assert "m" in self.browser.evaluate('document.querySelector("td:nth-child(3)").textContent')
        # Markers and lines are one.
        self.click((8.009, 47.0))
        assert len(self.points()) == 4 and self.text("error") == ""
        self.browser.evaluate('document.querySelectorAll(".marker")[3].focus()')
        self.key("ArrowUp")
        assert len(self.points()) == 4 and self.points()[3][1] > 47.0001
        assert self.browser.evaluate('element("places").value').splitlines()[2] == "8.0085\t47.004"
        self.key("Delete")
        assert len(self.points()) == 3
        for bad, message in (("8 47\nx y\n", "Line 2: expected"), ("8 47\n8 97\n", "Line 2: longitude 8, latitude 97")):
            self.fill("places", bad)
            assert self.text("error").startswith(message), self.text("error")
            assert self.points() == []
            assert self.browser.evaluate('element("copy").disabled && !document.querySelector("table")')
        self.browser.evaluate('element("order").value = "lat"')
        self.fill("places", "47, 8\n47.004, 8.0085\n")
        assert self.points() == [[8, 47], [8.0085, 47.004]] and self.text("error") == ""
        self.browser.check_silence(self.origin)

    def errors(self):
        """The server's error messages are shown, and earlier answers disappear."""
        self.open(f"#route={A[0]},{A[1]};{B[0]},{B[1]}")
        self.check_route()
        self.browser.evaluate("page.modes.route.points[1] = [999, 0]; page.refresh()")
        self.idle()
        assert self.text("error") and not self.browser.evaluate('document.querySelector("#answer h2")'), self.text("error")

    def magnified(self):
        """At 200 % of a small screen no direction is hidden in a panel: the page scrolls."""
        self.browser.ask("Emulation.setDeviceMetricsOverride", width=683, height=325, deviceScaleFactor=2, mobile=False)
        self.open(f"#route={A[0]},{A[1]};{B[0]},{B[1]}")
        self.check_route()
        hidden, scrolls, map_height = self.browser.evaluate("""[element("panel").scrollHeight - element("panel").clientHeight,
            document.scrollingElement.scrollHeight - innerHeight, element("frame").clientHeight]""")
        assert hidden <= 0 and scrolls > 100 and map_height > 150, (hidden, scrolls, map_height)
        self.browser.ask("Emulation.clearDeviceMetricsOverride")

    def printed(self):
        """On paper the map has the markers in their places, and the directions are whole."""
        self.open(f"#route={A[0]},{A[1]};{B[0]},{B[1]}")
        before = self.browser.evaluate("[page.view.x, page.view.y, page.view.k]")
        self.browser.evaluate("dispatchEvent(new Event('beforeprint'))")
        self.browser.ask("Emulation.setEmulatedMedia", media="print")
        self.browser.settle()
        shown = self.browser.evaluate("""[getComputedStyle(document.querySelector("header")).display,
            element("panel").scrollHeight - element("panel").clientHeight, element("canvas").clientWidth, page.view.width]""")
        assert shown == ["none", 0, 638, 638], shown
        for point, marker in zip(self.points(), self.browser.evaluate("""[...document.querySelectorAll(".marker")].map(marker =>
                { const box = marker.getBoundingClientRect(); return [box.left + box.width / 2, box.bottom]; })""")):
            place = self.place(point)
            assert abs(place[0] - marker[0]) < 2 and abs(place[1] - marker[1]) < 2, (place, marker)
        assert len(self.browser.ask("Page.printToPDF")["data"]) > 10000
        self.browser.ask("Emulation.setEmulatedMedia", media="")
        self.browser.evaluate("dispatchEvent(new Event('afterprint'))")
        self.browser.settle()
        after = self.browser.evaluate("[page.view.x, page.view.y, page.view.k]")
        assert all(abs(one - other) < 1e-6 * abs(other) for one, other in zip(after, before)), (after, before)

    def phone(self):
        """360 pixels wide: nothing is wider than the window, the map keeps its place, and a tap sets a point."""
        self.browser.ask("Emulation.setDeviceMetricsOverride", width=360, height=640, deviceScaleFactor=2, mobile=True)
        self.open()
        for place in (A, B):
            at = self.place(place)
            self.browser.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": at[0], "y": at[1]}])
            self.browser.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
            self.idle()
        self.check_route()
        for mode in ("route", "reach", "matrix"):
            self.choose(mode)
            wide, high, frame, panel = self.browser.evaluate("""[document.documentElement.scrollWidth, document.documentElement.scrollHeight,
                element("frame").clientHeight, element("panel").clientHeight]""")
            assert wide <= 360 and high <= 640 and frame > 200 and panel > 150, (mode, wide, high, frame, panel)
            over = self.browser.evaluate("""[...document.querySelectorAll("button, input, select, textarea, label")]
                .filter(one => one.offsetParent && !one.closest(".scroll") && one.getBoundingClientRect().right > 361).length""")
            assert over == 0, mode
        self.browser.ask("Emulation.clearDeviceMetricsOverride")
        self.browser.check_silence(self.origin)

    def limit(self):
        """Of more roads than the server gives at once the important ones are there, and the page says so until it is closer."""
        self.open()
        assert self.text("left-out").startswith("Zoom in to see: "), self.text("left-out")
        assert self.browser.evaluate("page.network.whole.layers.map(layer => layer.road).join()") == "3,4"  # secondary, tertiary
        self.browser.evaluate(f"page.view.zoom(30, page.view.screen(project([{B[0]}, {B[1]}])))")
        time.sleep(0.3)
        self.idle()
        assert self.text("left-out") == "", self.text("left-out")
        self.browser.check_silence(self.origin)

    def dark(self):
        self.browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        self.open()
        assert self.browser.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(23, 26, 31)"
        self.browser.ask("Emulation.setEmulatedMedia", features=[])

    def policy(self):
        """The page allows nothing from outside, and its files are the server's own."""
        _, answer, body = self.server.get("/")
        policy = answer.getheader("Content-Security-Policy")
        assert policy.startswith("default-src 'none'; script-src 'self';") and "unsafe" not in policy and "http" not in policy, policy
        assert b"http" not in body and b"<script>" not in body
        status, _, body = self.server.get("/page/../../etc/passwd")
        assert status == 404 and json.loads(body)["code"] == "InvalidUrl"


def checks(command: str, browser: Browser, _):
    with served(command) as server:
        test = Test(server, browser)
        yield from (test.policy, test.route, test.keyboard, test.reach, test.matrix, test.errors, test.magnified, test.printed, test.phone, test.dark)
        with served(command, "--max-network-points", "20") as small:
            yield Test(small, browser).limit


if __name__ == "__main__":
    sys.exit(run_in_browser(checks))
