#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stops, choices, names and warnings on the page of `allways serve`, in a headless browser.

    serve_page_stops_test.py --bin FOLDER_OF_THE_COMMAND

Skips (77) where there is neither chromium nor google-chrome.
"""

import pathlib
import sqlite3
import subprocess
import sys
import time

from browser import Browser, run_in_browser
from serve_page_test import A, B, Test
from serve_test import VILLAGE, served

ROUTE = f"#route={A[0]},{A[1]};{B[0]},{B[1]}"
ISLAND = (8.023, 47.004)  # the end of Island Road, behind the ferry


class StopsTest(Test):
    def drag(self, start, *path):
        self.browser.mouse("mouseMoved", start)
        self.browser.mouse("mousePressed", start, button="left", clickCount=1)
        for at in path:
            self.browser.mouse("mouseMoved", at, button="left", buttons=1)
        self.browser.mouse("mouseReleased", path[-1], button="left", clickCount=1)
        self.idle()

    def press(self, selector: str, index: int = 0):
        self.browser.evaluate(f"document.querySelectorAll({selector!r})[{index}].click()")
        self.idle()

    def view(self):
        return self.browser.evaluate("[page.view.x, page.view.y, page.view.k]")

    def texts(self, selector: str) -> list[str]:
        return self.browser.evaluate(f"[...document.querySelectorAll({selector!r})].map(one => one.innerText)")

    def settle_names(self):
        """Waits until the names on the map have been chosen."""
        time.sleep(0.3)
        self.idle()

    def line(self):
        """A stop is inserted where the route is clicked or dragged."""
        self.open(ROUTE)
        view = self.view()
        x, y = self.place((8.002, 47.0))  # on High Street
        self.browser.mouse("mouseMoved", [x, y])
        assert self.browser.evaluate("element('canvas').style.cursor") == "pointer"
        self.drag([x, y], [x, y - 20], self.place((8.002, 47.004)))
        points = self.points()
        assert len(points) == 3 and points[0] == list(A) and points[2] == list(B), points
        assert abs(points[1][0] - 8.002) < 2e-5 and abs(points[1][1] - 47.004) < 2e-5, points
        assert self.view() == view, "the map has moved"
        self.check_route()
        self.browser.mouse("mouseMoved", self.place((8.006, 47.002)))
        assert self.points() == points, "the stop still follows the mouse"
        self.click((8.002, 47.0))  # on the line again, between the first and the second stop
        points = self.points()
        assert len(points) == 4 and abs(points[1][0] - 8.002) < 2e-5 and abs(points[1][1] - 47) < 2e-5, points
        self.check_route()
        # Elsewhere the mouse moves the map.
        self.drag(self.place((8.006, 47.002)), self.place((8.007, 47.002)), self.place((8.0075, 47.002)))
        assert len(self.points()) == 4 and self.view()[0] != view[0]
        self.browser.check_silence(self.origin)

    def order(self):
        """Stops are reordered by buttons and by dragging, and inserted between others."""
        self.open(ROUTE)
        self.press(".between button")
        assert self.text("hint") == "Click the stop between A and B on the map.", self.text("hint")
        self.click((8.0, 47.004))
        assert [round(lon, 4) for lon, _ in self.points()] == [8.0, 8.0, 8.0085] and self.points()[0] == list(A), self.points()
        first, second, third = self.points()
        self.press(".stop button[title='Move point A down']")
        assert self.points() == [second, first, third]
        self.check_route()
        self.press(".stop button[title='Move point C up']")
        assert self.points() == [second, third, first]
        middles = self.browser.evaluate("""[...document.querySelectorAll(".badge")].map(badge => { const box = badge.getBoundingClientRect();
            return [(box.left + box.right) / 2, (box.top + box.bottom) / 2]; })""")
        self.drag(middles[2], middles[1], [middles[0][0], middles[0][1] - 5])
        assert self.points() == [first, second, third]
        self.drag(middles[0], middles[1], [middles[2][0], middles[2][1] + 5])
        assert self.points() == [second, third, first]
        self.check_route()
        self.press(".stop button[title='Remove point B']")
        assert self.points() == [second, first]
        self.browser.check_silence(self.origin)

    def directions(self):
        """A click on a direction shows its part of the route."""
        self.open(ROUTE)
        whole = self.view()
        texts = self.texts("#answer li span")
        index = next(i for i, text in enumerate(texts) if "roundabout" in text)
        self.press("#answer li button", index)
        assert self.view()[2] > whole[2], "the map has not zoomed"
        assert self.browser.evaluate("""[...document.querySelectorAll("#answer li button")].map(one => one.getAttribute("aria-pressed"))""") == \
            ["true" if i == index else "false" for i in range(len(texts))]
        # The part includes the way out of the roundabout, which leads to the end of Mill Road.
        line = self.browser.evaluate("page.mode.marked.line.map(unproject)")
        assert abs(line[0][0] - 8.008) < 2e-4 and abs(line[-1][1] - B[1]) < 2e-4, line
        assert self.browser.evaluate("(() => { const [x, y] = page.view.screen(page.mode.marked.line[0]); return x > 0 && y > 0; })()")
        self.press("#answer h2 button")
        assert self.view()[2] < whole[2] * 2
        self.press("#back")
        self.press("#back")
        assert self.view() == whole
        self.browser.check_silence(self.origin)

    def choices(self):
        """Classes of roads are left out by choice, and an address restores it."""
        self.open(f"#route={A[0]},{A[1]};{ISLAND[0]},{ISLAND[1]}")
        self.check_route()
        assert self.browser.evaluate("element('cost').parentElement.hidden")  # there is one cost only
        assert self.browser.evaluate("[...element('exclude').options].map(option => option.textContent)") == ["nothing", "ferry"]
        self.browser.evaluate("element('exclude').value = 'ferry'; element('exclude').onchange()")
        self.idle()
        assert self.text("error") == "Impossible route between points", self.text("error")
        self.open(self.browser.evaluate("location.hash"))
        assert self.browser.evaluate("page.choices.excluded") == "ferry"
        assert self.text("error") == "Impossible route between points", self.text("error")
        self.choose("matrix")
        self.fill("places", f"{A[0]} {A[1]}\n{ISLAND[0]} {ISLAND[1]}\n")
        assert self.texts("td") == ["0 s", "–", "–", "0 s"], self.texts("td")

    def costs(self):
        """The chosen one of several costs answers, and an address restores it."""
        self.open(ROUTE)
        slow = self.browser.evaluate("page.mode.route.duration")
        assert self.browser.evaluate("element('exclude').parentElement.hidden")  # the server offers none
        self.browser.evaluate("element('cost').value = 'night'; element('cost').onchange()")
        self.idle()
        fast = self.browser.evaluate("page.mode.route.duration")
        assert abs(fast - slow / 2) < 0.01, (slow, fast)
        self.open(self.browser.evaluate("location.hash"))
        assert self.browser.evaluate("page.mode.route.duration") == fast
        self.choose("matrix")
        self.fill("places", f"{A[0]} {A[1]}\n{B[0]} {B[1]}\n")
        assert abs(self.browser.evaluate("page.mode.cells[0][1]") - fast) < 0.1
        self.choose("reach")
        assert self.text("hint").endswith("The cost is time.") and self.browser.evaluate("element('choices').hidden")

    def far(self):
        """Points far from any road, and outside of the map, are reported."""
        self.open(f"#route={A[0]},{A[1]};8.015,47.0065")
        metres = self.ask("/nearest/v1/driving/8.015,47.0065")["waypoints"][0]["distance"]
        assert metres > 300
        assert self.texts(".stop .warning") == [f"⚠ {metres:.0f} m to the nearest road"], self.texts(".stop")
        self.choose("reach")
        self.click((8.015, 47.0065))
        assert [text[-19:] for text in self.texts("#answer .warning")] == ["to the nearest road"], self.text("answer")
        self.choose("matrix")
        self.fill("places", f"home {A[0]} {A[1]}\nlake 8.015 47.0065\n")
        assert self.texts("#answer .warning") == [f"⚠ Far from any road: lake ({metres:.0f} m)"], self.texts("#answer .warning")
        assert self.texts("thead th") == ["from \\ to", "home", "⚠ lake"]
        self.fill("places", f"{A[0]} {A[1]}\n{B[1]} {B[0]}\n")
        assert self.text("error").startswith("Line 2: the point (longitude 47.004, latitude 8.0085) is outside of the map, which reaches "
                                             "from 8.000° E to 8.023° E and from 47.000° N to 47.005° N."), self.text("error")
        self.open(f"#route={A[0]},{A[1]};{B[1]},{B[0]}")
        assert self.text("error").startswith("Point B ") and self.text("error").endswith("seem to be swapped."), self.text("error")
        assert not self.texts("#answer h2") and len(self.texts(".stop")) == 2
        self.browser.check_silence(self.origin)

    def header(self):
        """The first row and column of a matrix stay while it scrolls."""
        self.open("#matrix")
        self.fill("places", "".join(f"A place with a name {i}, {8 + i * 0.0001}, 47\n" for i in range(30)))
        corner = """(() => { const box = document.querySelector(".scroll"), at = box.getBoundingClientRect();
            box.scrollTo(400, 300); return [...document.querySelectorAll("thead th:nth-child(9), tbody tr:nth-child(20) th")].map(one => {
                const cell = one.getBoundingClientRect(); return [cell.left - at.left, cell.top - at.top]; }).concat([[box.scrollLeft, box.scrollTop]]); })()"""
        top, left, scrolled = self.browser.evaluate(corner)
        assert scrolled == [400, 300] and abs(top[1]) < 3 and abs(left[0]) < 3, (top, left, scrolled)

    def names(self):
        """Streets have their names on the map, and a search finds them."""
        self.open()
        self.settle_names()
        placed = set(self.browser.evaluate("page.names.placed.map(label => label.name)"))
        assert placed >= {"High Street", "Mill Road", "School Street"}, placed
        self.click(A)
        self.browser.evaluate('element("wanted").focus()')
        self.browser.ask("Input.insertText", text="ROAD mi")
        self.until("!element('matches').hidden && !page.search.latest.busy")
        assert [text.split(" ", 2)[:2] for text in self.texts("#matches li")] == [["Mill", "Road"]], self.texts("#matches li")
        self.key("Enter")
        assert self.browser.evaluate("element('matches').hidden")
        middle = self.browser.evaluate("unproject(page.view.world([page.view.width / 2, page.view.height / 2]))")
        assert abs(middle[0] - 8.00865) < 1e-4 and abs(middle[1] - 47.0022) < 2e-4, middle
        self.press("#answer .stop button.wide")
        assert len(self.points()) == 2 and abs(self.points()[1][0] - 8.0086) < 3e-4, self.points()
        self.check_route()
        self.browser.evaluate('element("wanted").focus(); element("wanted").select()')
        self.browser.ask("Input.insertText", text="nowhere")
        self.until("!page.search.latest.busy")
        assert self.texts("#matches li") == ["No street has this name"], self.texts("#matches li")
        self.key("Escape")
        assert self.browser.evaluate("element('matches').hidden")
        self.browser.check_silence(self.origin)

    def pins(self):
        """The head of a pin is where the route is not."""
        for high, low, below in ((A, (8.0, 47.004), [True, False]), (B, (8.0085, 47.001), [False, True])):
            self.open(f"#route={high[0]},{high[1]};{low[0]},{low[1]}")
            found = self.browser.evaluate("[...document.querySelectorAll('.marker')].map(one => one.classList.contains('below'))")
            assert found == below, (high, found)
        letters = self.browser.evaluate("""[...document.querySelectorAll(".marker b")].map(one => { const box = one.getBoundingClientRect();
            return (box.top + box.bottom) / 2; })""")
        assert letters[0] < self.place(B)[1] - 10 and letters[1] > self.place((8.0085, 47.001))[1] + 10, letters


def two_costs(command: str, folder: pathlib.Path) -> pathlib.Path:
    """The village with a second cost, `night`: half the time."""
    path = folder / "village.gpkg"
    subprocess.run([command, "import", VILLAGE, "-o", path, "--quiet"], check=True)
    with sqlite3.connect(path) as file:
        for (trigger,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            file.execute(f'DROP TRIGGER "{trigger}"')  # those of the spatial index need functions that SQLite lacks
        file.execute("ALTER TABLE link ADD COLUMN night REAL")
        file.execute("UPDATE link SET night = time / 2")
        file.execute("INSERT INTO allways_column (field, name, kind, unit, resolution_digits, storage) "
                     "SELECT 'night', 'night', kind, unit, 4, storage FROM allways_column WHERE name = 'time'")
    file.close()
    return path


def checks(command: str, browser: Browser, folder: pathlib.Path):
    with served(command, "--exclude", "ferry", "--max-radius", "0") as server:
        test = StopsTest(server, browser)
        yield from (test.line, test.order, test.directions, test.choices, test.far, test.header, test.names, test.pins)
    with served(command, "--costs", "time,night", network=two_costs(command, folder)) as server:
        yield StopsTest(server, browser).costs


if __name__ == "__main__":
    sys.exit(run_in_browser(checks))
