#!/usr/bin/env python3
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


def start_solving(command: str, work: pathlib.Path, device: str) -> subprocess.Popen:
    """A solve that is known to be at work."""
    process = subprocess.Popen(
        [command, "solve", "streets.gmns", "-o", "table.omx", "--device", device, "--progress=json",
         "--log-level=error"], cwd=work, stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        if line.startswith("{") and json.loads(line)["stage"] == "solve":
            return process
    raise AssertionError(f"the solve ended with {process.wait()} before it could be stopped")


def stop(command: str, work: pathlib.Path, device: str, number: signal.Signals) -> int:
    process = start_solving(command, work, device)
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
        signals = ((signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGKILL, -signal.SIGKILL))
        for device, (number, code) in itertools.product(DEVICES, signals):
            ended = stop(command, work, device, number)
            left = {path.name for path in set(work.iterdir()) - before}
            # Nobody can clean up after SIGKILL; the final name must still be free.
            bad = "table.omx" in left if number == signal.SIGKILL else bool(left)
            if ended != code or bad:
                print(f"{device}, {number.name}: ended with {ended}, expected {code}; left {sorted(left)}")
                failures += 1
    print(f"{len(DEVICES) * len(signals)} runs stopped, {failures} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
