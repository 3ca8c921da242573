#!/usr/bin/env python3
"""Pages of `allways draw` in a headless browser: they load without errors and without asking any network, draw, move, and
tell the values that `allways path` and the table tell.

    draw_browser_test.py --bin FOLDER_OF_THE_COMMAND

Skips (77) where there is neither chromium nor google-chrome.
"""

import argparse
import itertools
import json
import os
import pathlib
import select
import shutil
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class Browser:
    """Speaks the DevTools protocol over the browser's pipe: messages of JSON, a zero byte after each."""

    def __init__(self, program: str, profile: str):
        to_browser, self.out = os.pipe()
        self.into, from_browser = os.pipe()

        def wire():  # the browser reads from descriptor 3 and writes to 4
            high = [os.dup(to_browser), os.dup(from_browser)]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--hide-scrollbars",
             "--no-first-run", "--disable-background-networking", "--disable-dev-shm-usage", "--window-size=1000,700",
             f"--user-data-dir={profile}", "about:blank"],
            preexec_fn=wire, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.ids = itertools.count(1)
        self.waiting = b""
        self.events = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = None
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def receive(self, deadline: float) -> dict:
        while b"\0" not in self.waiting:
            if not select.select([self.into], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            part = os.read(self.into, 1 << 16)
            if not part:
                raise EOFError("the browser has ended")
            self.waiting += part
        message, self.waiting = self.waiting.split(b"\0", 1)
        return json.loads(message)

    def ask(self, method: str, **parameters) -> dict:
        number = next(self.ids)
        message = {"id": number, "method": method, "params": parameters}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + 60
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == number:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def evaluate(self, script: str):
        result = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, f"{script}: {result['exceptionDetails']}"
        return result["result"].get("value")

    def settle(self):
        """Until the page has drawn what it has been told."""
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")

    def open(self, path: pathlib.Path):
        self.events.clear()
        self.ask("Page.navigate", url=path.as_uri())
        deadline = time.monotonic() + 60
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive(deadline))
        self.settle()

    def mouse(self, kind: str, at, **more):
        self.ask("Input.dispatchMouseEvent", type=kind, x=at[0], y=at[1], **more)
        self.settle()

    def click(self, at):
        self.mouse("mousePressed", at, button="left", clickCount=1)
        self.mouse("mouseReleased", at, button="left", clickCount=1)

    def key(self, key: str):
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=key)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key)
        self.settle()

    def check_silence(self, page: pathlib.Path):
        """No error, and no request but the one for the page itself."""
        for event in self.events:
            method, parameters = event.get("method"), event.get("params", {})
            assert method != "Runtime.exceptionThrown", parameters
            assert not (method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning")), parameters
            assert not (method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning")), parameters
            if method == "Network.requestWillBeSent":
                url = parameters["request"]["url"]
                assert url == page.as_uri() or url.startswith("data:"), f"the page asks for {url}"

    def close(self):
        try:
            self.ask("Browser.close")
        except (EOFError, TimeoutError, BrokenPipeError):
            pass
        self.process.wait(timeout=30)


# What the page knows, in its own words.
INKED = """(() => { const c = element("canvas"); const d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
           let n = 0; for (let i = 3; i < d.length; i += 4) n += d[i] > 0; return n; })()"""
STATE = "[view.k, view.x, view.y]"
TIP = 'element("tip").textContent'


def place_of_node(browser: Browser, node: str):
    return browser.evaluate(f"""(() => {{ const box = element("canvas").getBoundingClientRect();
        const i = data.nodes.ids.indexOf("{node}"); const [x, y] = view.screen([nodes[2 * i], nodes[2 * i + 1]]);
        return [box.left + x, box.top + y]; }})()""")


def clock(seconds: float) -> str:
    """As the page writes times."""
    whole = round(seconds)
    if seconds < 60:
        return f"{seconds:g} s"
    return f"{whole // 60}:{whole % 60:02} min" if whole < 3600 else f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02} h"


class Test:
    def __init__(self, command: str, work: pathlib.Path, browser: Browser):
        self.command, self.work, self.browser = command, work, browser

    def run(self, *arguments) -> str:
        return subprocess.run([self.command, *arguments, "-q"], cwd=self.work, check=True, text=True,
                              capture_output=True).stdout

    def seconds(self, network: str, start: str, end: str) -> float:
        path = json.loads(self.run("path", network, "--from", start, "--to", end, "--cost", "time", "-f", "json"))
        return path[0]["distance"] if isinstance(path, list) else path["paths"][0]["distance"]

    def page(self, name: str, *arguments) -> pathlib.Path:
        self.run("draw", *arguments, "-o", name)
        page = self.work / name
        self.browser.open(page)
        assert self.browser.evaluate(INKED) > 500, "nothing is drawn"
        return page

    def check_moves(self):
        """Wheel, drag, keys and buttons change the view, and 0 brings it back."""
        browser = self.browser
        middle = browser.evaluate('(() => { const b = element("canvas").getBoundingClientRect(); '
                                  'return [b.left + b.width / 2, b.top + b.height / 2]; })()')
        first = browser.evaluate(STATE)
        under = "view.world([view.width / 2, view.height / 2])"
        before = browser.evaluate(under)
        browser.mouse("mouseWheel", middle, deltaX=0, deltaY=-400)
        closer = browser.evaluate(STATE)
        assert closer[0] > 1.5 * first[0], (first, closer)
        after = browser.evaluate(under)
        assert all(abs(a - b) * closer[0] < 2 for a, b in zip(after, before)), (before, after)  # pixels
        browser.mouse("mousePressed", middle, button="left", clickCount=1)
        browser.mouse("mouseMoved", (middle[0] + 50, middle[1] + 30), button="left", buttons=1)
        browser.mouse("mouseReleased", (middle[0] + 50, middle[1] + 30), button="left", clickCount=1)
        moved = browser.evaluate(STATE)
        assert abs(moved[1] - closer[1] - 50) < 1 and abs(moved[2] - closer[2] - 30) < 1, (closer, moved)
        browser.key("ArrowLeft")
        assert browser.evaluate(STATE)[1] > moved[1]
        browser.key("+")
        assert browser.evaluate(STATE)[0] > moved[0]
        browser.evaluate('element("wider").click()')
        browser.key("0")
        assert browser.evaluate(STATE) == first

    def check_node(self, network: str, start: str, end: str):
        self.browser.mouse("mouseMoved", place_of_node(self.browser, end))
        tip = self.browser.evaluate(TIP)
        expected = clock(self.seconds(network, start, end))
        assert f"node {end}\n{expected}" in tip, f"{start} to {end}: expected {expected}, found {tip!r}"

    def reach(self):
        network = str(SOURCE / "data" / "sioux_falls")
        page = self.page("reach.html", network, "--from", "1", "--cost", "time")
        for end in ("2", "10", "20"):
            self.check_node(network, "1", end)
        self.browser.click(place_of_node(self.browser, "13"))
        assert self.browser.evaluate('element("title").textContent') == "Travel time from 13"
        for end in ("1", "2", "20"):
            self.check_node(network, "13", end)
        self.check_moves()
        self.browser.check_silence(page)

    def village(self):
        """One-way streets, a roundabout, a ferry, nodes that end paths; names under the pointer."""
        network = str(SOURCE / "data" / "village.osm")
        page = self.page("village.html", network, "--from", "1", "--theme", "dark")
        for end in ("3", "8", "12"):
            self.check_node(network, "1", end)
        texts = self.browser.evaluate("data.texts")
        assert "High Street (B12)" in texts, texts
        self.browser.check_silence(page)

    def network(self):
        page = self.page("network.html", str(SOURCE / "data" / "village.osm"))
        legend = self.browser.evaluate('element("legend").textContent')
        assert "secondary road" in legend and "ferry" in legend, legend
        self.check_moves()
        self.browser.check_silence(page)

    def path(self):
        page = self.page("path.html", str(SOURCE / "data" / "sioux_falls"), "--from", "1", "--to", "20", "--cost", "time")
        assert self.browser.evaluate('element("title").textContent') == "Path from 1 to 20: 22 min"
        self.browser.check_silence(page)

    def heat(self):
        network = str(SOURCE / "data" / "sioux_falls")
        self.run("solve", network, "-o", "table.omx", "--cost", "time")
        page = self.page("table.html", "table.omx")
        box = self.browser.evaluate('(() => { const b = element("canvas").getBoundingClientRect(); return [b.left, b.top]; })()')
        for row, column in ((0, 19), (12, 1)):
            at = self.browser.evaluate(f"view.screen([{column} + 0.5, {row} + 0.5])")
            self.browser.mouse("mouseMoved", [box[0] + at[0], box[1] + at[1]])
            expected = f"from {row + 1}\nto {column + 1}\n{clock(self.seconds(network, str(row + 1), str(column + 1)))}"
            assert self.browser.evaluate(TIP) == expected, (expected, self.browser.evaluate(TIP))
        self.check_moves()
        self.check_ids_of_a_square()
        self.browser.check_silence(page)

    def check_ids_of_a_square(self):
        """Of a canvas as wide as high too, ids of columns stand above their columns, and those of rows beside their rows."""
        drawn = self.browser.evaluate("""new Promise(done => {
            Object.assign(element("frame").style, {flex: "none", width: "500px", height: "500px"});
            requestAnimationFrame(() => requestAnimationFrame(() => {
                const context = element("canvas").getContext("2d"), put = context.fillText, texts = [];
                context.fillText = (text, ...at) => {
                    const here = context.getTransform().transformPoint(new DOMPoint(...at));
                    texts.push([text, context.textAlign, here.x / view.ratio, here.y / view.ratio]);
                };
                view.paint(context, view);
                context.fillText = put;
                done({size: [view.width, view.height], texts, first: view.screen([0.5, 0.5]), cell: view.k});
            }));
        })""")
        assert drawn["size"][0] == drawn["size"][1], drawn["size"]
        for align, axis in (("right", 1), ("left", 0)):
            places = {text: at[axis] for text, found, *at in drawn["texts"] if found == align}
            assert len(places) > 10, drawn["texts"]
            for text, place in places.items():
                expected = drawn["first"][axis] + (int(text) - 1) * drawn["cell"]
                assert abs(place - expected) < 0.5, (align, text, place, expected)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    command = os.path.join(os.path.abspath(parser.parse_args().bin), "allways")
    program = next((found for found in map(shutil.which, BROWSERS) if found), None)
    if program is None:
        print(f"skipped: none of {', '.join(BROWSERS)} is installed")
        return 77
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        work = pathlib.Path(folder)
        browser = Browser(program, str(work / "profile"))
        try:
            test = Test(command, work, browser)
            for check in (test.reach, test.village, test.network, test.path, test.heat):
                check()
                print(f"{check.__name__}: right")
        finally:
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
