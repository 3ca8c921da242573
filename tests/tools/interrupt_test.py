#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A run that is stopped leaves nothing under the final name.

    interrupt_test.py --bin FOLDER_OF_THE_COMMAND
"""

import argparse
import itertools
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

# Large enough that every device here works for seconds, and the reference executor for many.
NODES = 8000
DEVICES = ("reference", "auto")


# By name the words of a command that makes one file, that file, and the stage in which it is stopped.
JOBS = {f"solve on {device}": (["solve", "streets.gmns", "-o", "table.omx", "--device", device], "table.omx", "solve")
        for device in DEVICES}
# A fine outline, so that areas take their time.
JOBS["reach"] = (["reach", "streets.gmns", "--from", "1", "--cutoff", "36000", "--buffer", "3000", "--outline-tolerance", "60", "-o",
                  "reach.gpkg"], "reach.gpkg", "areas")
# Stopped in the middle of a spatial index, which is one statement of SQL.
JOBS["layers"] = (["convert", "streets.gmns", "streets.gpkg"], "streets.gpkg", "index")


def start(command: str, work: pathlib.Path, words: list[str], stage: str) -> subprocess.Popen:
    """Starts a run and waits until it is at that stage."""
    process = subprocess.Popen([command, *words, "--progress=json", "--log-level=error"], cwd=work, stderr=subprocess.PIPE,
                               text=True)
    for line in process.stderr:
        if line.startswith("{") and json.loads(line)["stage"] == stage:
            return process
    raise AssertionError(f"'{words[0]}' ended with {process.wait()} before it could be stopped")


def stop(process: subprocess.Popen, number: signal.Signals) -> int:
    process.send_signal(number)
    process.stderr.read()
    return process.wait(timeout=60)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    command = os.path.join(os.path.abspath(parser.parse_args().bin), "allways")
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        subprocess.run([command, "generate", "streets", "--nodes", str(NODES), "-o", "streets.gmns"],
                       cwd=work, check=True)
        before = set(work.iterdir())
        signals = ((signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGHUP, 130), (signal.SIGKILL, -signal.SIGKILL))
        for (name, (words, output, stage)), (number, code) in itertools.product(JOBS.items(), signals):
            ended = stop(start(command, work, words, stage), number)
            left = {path.name for path in set(work.iterdir()) - before}
            # Nothing can clean up after SIGKILL; the final name must still be free.
            bad = output in left if number == signal.SIGKILL else bool(left)
            if number == signal.SIGKILL:
                for path in set(work.iterdir()) - before:
                    path.unlink()
            if ended != code or bad:
                print(f"{name}, {number.name}: ended with {ended}, expected {code}; left {sorted(left)}")
                failures += 1
    print(f"{len(JOBS) * len(signals)} runs stopped, {failures} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
