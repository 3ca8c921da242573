#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Streamed tables that are killed, or whose disk fills up, at random moments: a resumed run gives the same bytes.

    stream_test.py --bin FOLDER_OF_THE_COMMAND [--runs 4] [--nodes 4000] [--seed 1]

The full disk is a limit on the size of files (EFBIG instead of ENOSPC), which needs no privileges.
"""

import argparse
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

FORMATS = ("omx", "npy")


class Trials:
    def __init__(self, command: str, work: pathlib.Path, seed: int):
        self.command, self.work = command, work
        self.random = random.Random(seed)
        self.failures = self.resumed = self.fresh = 0

    def solve(self, output: str, *more: str) -> list[str]:
        return [self.command, "solve", "streets.gmns", "-o", output, "--memory", "12M", "--checkpoint", "0",
                *more]

    def whole(self, suffix: str) -> tuple[bytes, float]:
        """The bytes of an uninterrupted run, and its seconds."""
        start = time.monotonic()
        subprocess.run(self.solve(f"whole.{suffix}"), cwd=self.work, check=True, capture_output=True)
        return (self.work / f"whole.{suffix}").read_bytes(), time.monotonic() - start

    def peak(self, output: str, *more: str) -> int:
        """The largest resident memory of a run, in bytes."""
        process = subprocess.Popen([self.command, "solve", "streets.gmns", "-o", output, "-O", "--no-next-hops", "-q", *more],
                                   cwd=self.work)
        _, status, usage = os.wait4(process.pid, 0)
        self.expect(status == 0, f"{output} {more}: ended with {status}")
        return usage.ru_maxrss * 1024

    def converting_takes_no_bands(self):
        """Numbers become those of the file a few rows at a time: raw ones need none of that."""
        for suffix in FORMATS:
            raw = self.peak(f"raw.{suffix}", "--dtype", "raw")
            wide = self.peak(f"wide.{suffix}", "--dtype", "float64")
            self.expect(wide < raw + (8 << 20), f"{suffix}: {wide:,} bytes for float64, {raw:,} for raw numbers")

    def expect(self, right: bool, what: str):
        if not right:
            print(what)
            self.failures += 1

    def finish(self, suffix: str, wanted: bytes, what: str):
        table = self.work / f"table.{suffix}"
        last = subprocess.run(self.solve(table.name, "--resume"), cwd=self.work, capture_output=True, text=True)
        self.expect(last.returncode == 0, f"{what}: resuming ended with {last.returncode}: {last.stderr}")
        if "were finished before" in last.stderr:
            self.resumed += 1
        else:
            self.fresh += 1
        self.expect(table.exists() and table.read_bytes() == wanted, f"{what}: other bytes")
        self.expect(not list(self.work.glob("*.partial*")), f"{what}: something is left")
        self.remove()

    def remove(self):
        for path in self.work.glob("table*"):
            path.unlink()

    def kill(self, suffix: str, wanted: bytes, seconds: float):
        for _ in range(self.random.randint(1, 3)):
            process = subprocess.Popen(self.solve(f"table.{suffix}", "--resume"), cwd=self.work,
                                       stderr=subprocess.DEVNULL)
            time.sleep(self.random.uniform(0, seconds))
            process.send_signal(signal.SIGKILL)
            process.wait()
            table = self.work / f"table.{suffix}"
            if table.exists():  # it was faster, if only by its last step
                self.expect(table.read_bytes() == wanted, f"{suffix} killed at its end: other bytes")
                self.remove()
        self.finish(suffix, wanted, f"{suffix} killed")

    def fill(self, suffix: str, wanted: bytes):
        limit = self.random.randint(0, len(wanted) - 1)

        def limit_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        run = subprocess.run(self.solve(f"table.{suffix}"), cwd=self.work, capture_output=True, text=True,
                             preexec_fn=limit_files)
        errors = [line for line in run.stderr.splitlines() if "error" in line]
        self.expect(run.returncode == 3 and len(errors) == 1, f"{suffix} full at {limit}: {run.returncode}, {errors}")
        self.expect(not (self.work / f"table.{suffix}").exists(), f"{suffix} full at {limit}: it has its name")
        self.finish(suffix, wanted, f"{suffix} full at {limit}")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--runs", type=int, default=4)
    parser.add_argument("--nodes", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    command = os.path.join(os.path.abspath(arguments.bin), "allways")
    with tempfile.TemporaryDirectory() as folder:
        trials = Trials(command, pathlib.Path(folder), arguments.seed)
        subprocess.run([command, "generate", "streets", "--nodes", str(arguments.nodes), "-o", "streets.gmns"],
                       cwd=folder, check=True, capture_output=True)
        trials.converting_takes_no_bands()
        for suffix in FORMATS:
            wanted, seconds = trials.whole(suffix)
            for run in range(arguments.runs):
                trials.kill(suffix, wanted, seconds)
                trials.fill(suffix, wanted)
        print(f"{4 * arguments.runs} trials, {trials.resumed} resumed, {trials.fresh} began anew; "
              f"{trials.failures} wrong")
    return 1 if trials.failures else 0


if __name__ == "__main__":
    sys.exit(main())
