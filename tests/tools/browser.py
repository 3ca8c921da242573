# SPDX-License-Identifier: Apache-2.0
"""A headless browser for tests of pages."""

import argparse
import itertools
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_browser() -> str | None:
    return next((found for found in map(shutil.which, BROWSERS) if found), None)


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
        """Waits until the page has drawn all changes."""
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")

    def open(self, address: str):
        self.events.clear()
        self.ask("Page.navigate", url=address)
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

    def key(self, key: str, modifiers: int = 0):
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, modifiers=modifiers)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key, modifiers=modifiers)
        self.settle()

    def check_silence(self, address: str):
        """Checks that there was no error, and no request except to addresses that begin with this one."""
        for event in self.events:
            method, parameters = event.get("method"), event.get("params", {})
            assert method != "Runtime.exceptionThrown", parameters
            assert not (method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning")), parameters
            assert not (method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning")), parameters
            if method == "Network.requestWillBeSent":
                url = parameters["request"]["url"]
                assert url.startswith((address, "data:")), f"the page asks for {url}"

    def close(self):
        try:
            self.ask("Browser.close")
        except (EOFError, TimeoutError, BrokenPipeError):
            pass
        self.process.wait(timeout=30)


def run_in_browser(run) -> int:
    """The main function of a test: run(command, browser, folder) yields its checks, which are called one by one."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    command = os.path.join(os.path.abspath(parser.parse_args().bin), "allways")
    program = find_browser()
    if program is None:
        print(f"skipped: none of {', '.join(BROWSERS)} is installed")
        return 77
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(program, os.path.join(folder, "profile"))
        try:
            for check in run(command, browser, pathlib.Path(folder)):
                check()
                print(f"{check.__name__}: right")
        finally:
            browser.close()
    return 0
