#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pages of `allways draw` in a headless browser: they load without errors and without asking any network, draw, move and
go back, find streets by name, and tell the values that `allways path` and the table tell.

    draw_browser_test.py --bin FOLDER_OF_THE_COMMAND

Skips (77) where there is neither chromium nor google-chrome.
"""

import json
import pathlib
import subprocess
import sys

from browser import Browser, run_in_browser

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent

# What the page knows, in its own words.
INKED = """(() => { const c = element("canvas"); const d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
           let n = 0; for (let i = 3; i < d.length; i += 4) n += d[i] > 0; return n; })()"""
STATE = "[view.k, view.x, view.y]"
TIP = 'element("tip").textContent'
TITLE = 'element("title").textContent'
ALT = 1


def place_of_node(browser: Browser, node: str):
    return browser.evaluate(f"""(() => {{ const box = element("canvas").getBoundingClientRect();
        const i = data.nodes.ids.indexOf("{node}"); const [x, y] = view.screen([nodes[2 * i], nodes[2 * i + 1]]);
        return [box.left + x, box.top + y]; }})()""")


def clock(seconds: float) -> str:
    """Formats a time as the page does."""
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
        self.browser.open(page.as_uri())
        assert self.browser.evaluate(INKED) > 500, "nothing is drawn"
        return page

    def matches(self, text: str):
        """Types into the search box; gives the matches."""
        self.browser.key("/")
        self.browser.ask("Input.insertText", text=text)
        self.browser.settle()
        return self.browser.evaluate('element("matches").hidden ? [] : '
                             '[...document.querySelectorAll("#matches [role=option]")].map(item => item.firstChild.textContent)')

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

    def check_way_back(self):
        """Each change is undone in turn: a zoom of many wheel steps, a drag, the whole map; then there is nothing left."""
        browser = self.browser
        middle = browser.evaluate('(() => { const b = element("canvas").getBoundingClientRect(); '
                                  'return [b.left + b.width / 2, b.top + b.height / 2]; })()')
        browser.evaluate("view.past = [], view.gesture = null, view.reset()")
        browser.settle()
        states = [browser.evaluate(STATE)]
        for _ in range(3):
            browser.mouse("mouseWheel", middle, deltaX=0, deltaY=-200)
        states.append(browser.evaluate(STATE))
        browser.mouse("mousePressed", middle, button="left", clickCount=1)
        for step in (20, 40, 60):
            browser.mouse("mouseMoved", (middle[0] + step, middle[1] + step), button="left", buttons=1)
        browser.mouse("mouseReleased", (middle[0] + 60, middle[1] + 60), button="left", clickCount=1)
        states.append(browser.evaluate(STATE))
        browser.key("0")
        browser.key("0")
        for back in (lambda: browser.key("Backspace"), lambda: browser.key("ArrowLeft", ALT),
                     lambda: browser.evaluate('element("back").click()')):
            assert not browser.evaluate('element("back").disabled')
            back()
            expected, found = states.pop(), browser.evaluate(STATE)
            assert all(abs(a - b) < 1e-6 * max(1, abs(a)) for a, b in zip(expected, found)), (expected, found)
        assert browser.evaluate('element("back").disabled')
        browser.key("Backspace")
        assert browser.evaluate(STATE) == expected

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
        assert self.browser.evaluate(TITLE) == "Travel time from 13"
        for end in ("1", "2", "20"):
            self.check_node(network, "13", end)
        self.browser.click(place_of_node(self.browser, "20"))
        self.browser.key("Backspace")
        assert self.browser.evaluate(TITLE) == "Travel time from 13"
        self.check_node(network, "13", "20")
        self.browser.key("Escape")
        assert self.browser.evaluate(TITLE) == "Travel time from 1"
        self.check_node(network, "1", "20")
        self.browser.key("Backspace")
        assert self.browser.evaluate(TITLE) == "Travel time from 13"
        self.check_moves()
        self.check_way_back()
        self.browser.check_silence(page.as_uri())

    def village(self):
        """One-way streets, a roundabout, a ferry, nodes that end paths; names under the pointer."""
        network = str(SOURCE / "data" / "village.osm")
        page = self.page("village.html", network, "--from", "1", "--theme", "dark")
        for end in ("3", "8", "12"):
            self.check_node(network, "1", end)
        texts = self.browser.evaluate("data.texts")
        assert "High Street (B12)" in texts, texts
        assert self.browser.evaluate(TITLE) == self.browser.evaluate("document.title") == \
            "Travel time from High Street (B12) / Orchard Way"
        self.browser.click(place_of_node(self.browser, "9"))
        title = "Travel time from Church Lane / School Street / Station Road"
        assert self.browser.evaluate(TITLE) == title, self.browser.evaluate(TITLE)
        self.check_tip(place_of_node(self.browser, "3"), "High Street (B12)\nnode 3\n")  # the roundabout has the number alone
        self.browser.check_silence(page.as_uri())
        page = self.page("titled.html", network, "--from", "1", "--title", "My own")
        assert self.browser.evaluate(TITLE) == "My own"
        self.browser.check_silence(page.as_uri())

    def check_tip(self, at, start: str):
        self.browser.mouse("mouseMoved", at)
        assert self.browser.evaluate(TIP).startswith(start), (start, self.browser.evaluate(TIP))

    def search(self):
        """Streets are found by parts of their names, without accents, and nodes by their ids; the map goes there and back."""
        browser = self.browser
        village = self.work / "accents.osm"
        text = (SOURCE / "data" / "village.osm").read_text()
        for name, other in (("Orchard Way", "Allée du Château"), ("Church Lane", "school street"), ("Mill Road", "&lt;/script>&lt;b>")):
            text = text.replace(name, other)
        village.write_text(text)
        page = self.page("search.html", str(village))
        first = browser.evaluate(STATE)
        assert [name.lower() for name in self.matches("street")] == ["high street (b12)", "school street"]
        browser.key("ArrowDown")
        assert browser.evaluate('document.querySelector("[aria-selected=true]").textContent').lower() == "school street"
        browser.key("Enter")
        assert browser.evaluate('element("matches").hidden && element("wanted").value').lower() == "school street"
        assert browser.evaluate(STATE)[0] > 1.2 * first[0], (first, browser.evaluate(STATE))
        ends = [browser.evaluate(f"""(() => {{ const i = data.nodes.ids.indexOf("{node}");
            return view.screen([nodes[2 * i], nodes[2 * i + 1]]).concat(view.width, view.height); }})()""") for node in ("2", "9", "10")]
        assert all(0 < x < width and 0 < y < height for x, y, width, height in ends), ends
        assert self.is_marked(), "the street is not marked"
        self.check_tip(place_of_node(browser, "10"), "Allée du Château / ")
        browser.key("Backspace")
        assert browser.evaluate(STATE) == first and not self.is_marked()
        assert browser.evaluate('element("wanted").value') == ""

        assert self.matches("allee du CHAT") == ["Allée du Château"]
        browser.key("Enter")
        assert self.is_marked()
        browser.key("Escape")
        assert not self.is_marked() and browser.evaluate('element("wanted").value') == ""
        assert browser.evaluate(STATE) != first
        browser.key("0")

        assert self.matches("script") == ["</script><b>"]
        browser.key("Escape")
        assert self.matches("b12") == ["B12", "Harbour Road (B12)", "High Street (B12)"]
        browser.key("Escape")
        assert self.matches("no such street") == []
        browser.key("Escape")
        browser.key("Escape")
        assert browser.evaluate("document.activeElement.id") == "canvas"
        assert self.matches("12")[0] == "12"
        browser.key("Enter")
        at = browser.evaluate("""(() => { const i = data.nodes.ids.indexOf("12"); const [x, y] = view.screen([nodes[2 * i], nodes[2 * i + 1]]);
            return [x - view.width / 2, y - view.height / 2]; })()""")
        assert max(map(abs, at)) < 1 and self.is_marked(), at
        browser.check_silence(page.as_uri())

    def is_marked(self) -> bool:
        """Returns True if the colour of search results is on the map."""
        self.browser.settle()
        return self.browser.evaluate("""(() => { const of = element("canvas"), c = new OffscreenCanvas(of.width, of.height);
            const context = c.getContext("2d", {willReadFrequently: true});
            context.drawImage(of, 0, 0);
            const d = context.getImageData(0, 0, c.width, c.height).data;
            for (let i = 0; i < d.length; i += 4) if (d[i] === 230 && d[i + 1] === 0 && d[i + 2] === 126) return true;
            return false; })()""")

    def network(self):
        page = self.page("network.html", str(SOURCE / "data" / "village.osm"))
        legend = self.browser.evaluate('element("legend").textContent')
        assert "secondary road" in legend and "ferry" in legend, legend
        self.check_narrow_window()
        self.check_resize()
        self.check_moves()
        self.browser.check_silence(page.as_uri())

    def check_narrow_window(self):
        """In a small window the legend lies below, and no entry beside it where nobody scrolls to."""
        browser = self.browser
        browser.ask("Emulation.setDeviceMetricsOverride", width=420, height=300, deviceScaleFactor=1, mobile=False)
        browser.settle()
        box = browser.evaluate("""(() => { const legend = element("legend"), frame = element("frame").getBoundingClientRect();
            const entry = legend.querySelector("span"), label = entry.textContent;
            entry.textContent = "a name that takes two lines of the legend, or even three";
            const over = entry.offsetHeight - entry.parentElement.offsetHeight;
            entry.textContent = label;
            return [legend.scrollWidth - legend.clientWidth, legend.getBoundingClientRect().top - frame.bottom, frame.height, over]; })()""")
        browser.ask("Emulation.clearDeviceMetricsOverride")
        browser.settle()
        assert box[0] <= 1 and box[1] >= 0 and box[2] > 60 and box[3] <= 0, box

    def check_resize(self):
        """A canvas of another size is drawn anew in the same frame: an observer that is told after the page's own sees it."""
        painted = self.browser.evaluate("""new Promise(done => {
            const style = element("frame").style, paint = view.paint;
            let calls = 0, painted = 0;
            view.paint = (...of) => { ++painted; paint(...of); };
            new ResizeObserver(() => {
                if (++calls === 2) done(painted);
                painted = 0;
                Object.assign(style, calls === 1 ? {flex: "none", width: "400px"} : {flex: "", width: ""});
            }).observe(element("canvas"));
        })""")
        self.browser.settle()
        assert painted > 0, "the canvas is empty for a frame"

    def path(self):
        page = self.page("path.html", str(SOURCE / "data" / "sioux_falls"), "--from", "1", "--to", "20", "--cost", "time")
        assert self.browser.evaluate(TITLE) == "Path from 1 to 20: 22 min"
        self.browser.check_silence(page.as_uri())
        network = str(SOURCE / "data" / "village.osm")
        page = self.page("named.html", network, "--from", "1", "--to", "9")
        assert self.browser.evaluate(TITLE).startswith(
            "Path from High Street (B12) / Orchard Way to Church Lane / School Street / Station Road: ")
        self.browser.check_silence(page.as_uri())

    def pairs(self):
        """Routes under the pointer say what their pairs are called, and what else the file has of them."""
        network = str(SOURCE / "data" / "village.osm")
        pairs = self.work / "pairs.csv"
        pairs.write_text("from,to,label,purpose\n1,3,Office,work\n9,8,Home,\n")
        page = self.page("pairs.html", network, "--pairs", str(pairs))
        on_route = """(() => { const box = element("canvas").getBoundingClientRect(), line = routes.lines[%d];
            const [x, y] = view.screen([(line[0] + line[2]) / 2, (line[1] + line[3]) / 2]); return [box.left + x, box.top + y]; })()"""
        office = self.browser.evaluate('routes.texts.findIndex(text => text.startsWith("Office"))')
        self.browser.mouse("mouseMoved", self.browser.evaluate(on_route % office))
        tip = self.browser.evaluate(TIP).split("\n")
        assert tip[0] == "High Street (B12)" and tip[1].startswith("Office: ") and tip[2] == "purpose: work", tip
        assert tip[3:] == ["from High Street (B12) / Orchard Way", "to High Street (B12)"], tip
        self.browser.check_silence(page.as_uri())

    def widths(self):
        """The two directions of a road lie side by side, as wide as the legend says, and the pointer finds the one below it."""
        browser = self.browser
        (self.work / "edges.csv").write_text("from,to,load,length\n1,2,200,1\n2,1,400,1\n2,3,0,1\n")
        (self.work / "nodes.csv").write_text("id,x,y\n1,0,0\n2,1,0\n3,2,0\n")
        page = self.page("widths.html", "edges.csv", "--nodes", "nodes.csv", "--crs", "none", "--width-by", "load")
        headings = browser.evaluate('[...document.querySelectorAll("#legend h2")].map(item => item.textContent)')
        assert headings == ["load", "width: load"], headings
        x, y = [(a + b) / 2 for a, b in zip(place_of_node(browser, "1"), place_of_node(browser, "2"))]
        for zoom in (0, -300):
            browser.mouse("mouseWheel", [x, y], deltaX=0, deltaY=zoom)
            self.check_tip([x, y + 4], "200")  # eastwards, on the right
            self.check_tip([x, y - 4], "400")
            drawn = browser.evaluate(f"""(() => {{ const of = element("canvas"), box = of.getBoundingClientRect(), ratio = view.ratio;
                const c = new OffscreenCanvas(of.width, of.height), context = c.getContext("2d", {{willReadFrequently: true}});
                context.drawImage(of, 0, 0);
                const found = {{}};
                for (let at = 0; at < of.height; ++at) {{
                    const [r, g, b, a] = context.getImageData(Math.round(({x} - box.left) * ratio), at, 1, 1).data;
                    const key = "#" + [r, g, b].map(part => part.toString(16).padStart(2, "0")).join("");
                    if (a) found[key] = (found[key] || 0) + 1 / ratio;
                }}
                return found; }})()""")
            layers = browser.evaluate("data.layers.filter(layer => layer.beside).map(layer => [layer.label, layer.colour, layer.widths[0]])")
            for label, colour, width in layers:
                assert label == "0" or abs(drawn.get(colour, 0) - width) < 2, (label, colour, width, drawn)
        browser.check_silence(page.as_uri())

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
        self.check_way_back()
        assert self.matches("13") == ["13"]
        self.browser.key("Enter")
        assert self.is_marked()
        self.browser.key("Escape")
        assert not self.is_marked()
        self.browser.key("0")
        self.check_ids_of_a_square()
        self.browser.check_silence(page.as_uri())

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
            places = {text: at[axis] for text, found, *at in drawn["texts"] if found == align and text.isdigit()}
            assert len(places) > 10, drawn["texts"]
            for text, place in places.items():
                expected = drawn["first"][axis] + (int(text) - 1) * drawn["cell"]
                assert abs(place - expected) < 0.5, (align, text, place, expected)


def checks(command: str, browser: Browser, work: pathlib.Path):
    test = Test(command, work, browser)
    return (test.reach, test.village, test.search, test.network, test.path, test.pairs, test.widths, test.heat)


if __name__ == "__main__":
    sys.exit(run_in_browser(checks))
