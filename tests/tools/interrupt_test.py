#!/usr/bin/env python3
"""A run that is stopped leaves nothing under the final name.

    interrupt_test.py --bin FOLDER_OF_THE_COMMAND
"""

import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

# Large enough that the reference executor works for many seconds on any machine.
NODES = 6000


def start_solving(command: str, work: pathlib.Path) -> subprocess.Popen:
    """A solve that is known to be at work."""
    process = subprocess.Popen(
        [command, "solve", "streets.gmns", "-o", "table.omx", "--device", "reference", "--progress=json", "--log-level=error"],
        cwd=work, stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        if line.startswith("{") and json.loads(line)["stage"] == "solve":
            return process
    raise AssertionError(f"the solve ended with {process.wait()} before it could be stopped")


def stop(command: str, work: pathlib.Path, number: signal.Signals) -> int:
    process = start_solving(command, work)
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
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGKILL, -signal.SIGKILL)):
            ended = stop(command, work, number)
            left = {path.name for path in set(work.iterdir()) - before}
            # Nobody can clean up after SIGKILL; the final name must still be free.
            bad = "table.omx" in left if number == signal.SIGKILL else bool(left)
            if ended != code or bad:
                print(f"{number.name}: ended with {ended}, expected {code}; left {sorted(left)}")
                failures += 1
    print(f"3 signals, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
