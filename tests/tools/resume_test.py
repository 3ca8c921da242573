#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A killed run is resumed where it ended, and gives exactly the numbers of an uninterrupted run.

    resume_test.py --bin FOLDER_OF_THE_COMMAND
"""

import argparse
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile

NODES = 3000
# For bands of some rows, so that there are a hundred: each is put on the disk before the next is written.
SMALL_BANDS = ("--memory", "10M", "--checkpoint", "0")


def finished_rows(record: pathlib.Path) -> int:
    try:
        lines = record.read_text().split("\n")[:-1]
    except FileNotFoundError:
        return 0
    return json.loads(lines[-1])["rows"] if len(lines) > 1 else 0


class Test:
    def __init__(self, command: str, work: pathlib.Path):
        self.command, self.work, self.failures = command, work, 0

    def run(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.command, *arguments], cwd=self.work, capture_output=True, text=True)

    def expect(self, right: bool, what: str):
        if not right:
            print(what)
            self.failures += 1

    def stopped(self, number: signal.Signals, rows: int, *arguments: str, table: str = "table.omx") -> tuple[int, str]:
        """Starts a solve and sends it the signal when it has finished more rows than these."""
        process = subprocess.Popen(
            [self.command, "solve", "streets.gmns", "-o", table, *SMALL_BANDS, *arguments], cwd=self.work,
            stderr=subprocess.PIPE, text=True)
        record = self.work / f"{table}.partial.job"
        while finished_rows(record) <= rows and process.poll() is None:
            pass
        process.send_signal(number)
        said = process.stderr.read()
        return process.wait(timeout=60), said


def damage_is_refused(test: Test, table: str) -> None:
    """A file to be resumed that was cut short, or of which a bit has changed, is refused and stays as it is."""
    part = test.work / f"{table}.partial"
    record = test.work / f"{table}.partial.job"
    rows = finished_rows(record)
    left, said = part.read_bytes(), record.read_bytes()
    arguments = ("solve", "streets.gmns", "-o", table, *SMALL_BANDS, "--resume")
    places = random.Random(1)
    wrong = [(f"cut by {cut}", left[:len(left) - cut]) for cut in (1, 4096, len(left) // 2, len(left))]
    written = [place for place in range(len(left)) if left[place]]  # zeros may belong to rows that are not finished
    for _ in range(16):
        place = places.choice(written)
        changed = bytearray(left)
        changed[place] ^= 1 << places.randrange(8)
        wrong.append((f"a bit of byte {place}", bytes(changed)))
    for what, content in wrong:
        part.write_bytes(content)
        result = test.run(*arguments)
        refused = result.returncode == 3 and "cannot be resumed" in result.stderr and "start over with -O" in result.stderr
        test.expect(refused, f"{table}, {what}: {result.returncode}, {result.stderr}")
        test.expect(finished_rows(record) == rows and part.read_bytes() == content, f"{table}, {what}: something changed")
        if not refused:
            record.write_bytes(said)
    part.write_bytes(left)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    command = os.path.join(os.path.abspath(parser.parse_args().bin), "allways")
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        test = Test(command, work)
        test.run("generate", "streets", "--nodes", str(NODES), "-o", "streets.gmns")
        test.run("generate", "streets", "--nodes", str(NODES), "--seed", "2", "-o", "others.gmns")
        test.expect(test.run("solve", "streets.gmns", "-o", "whole.omx").returncode == 0, "no whole table")
        unbroken = test.run("solve", "streets.gmns", "-o", "bands.omx", "--json", *SMALL_BANDS)
        test.expect(unbroken.returncode == 0 and json.loads(unbroken.stdout)["bands"]["count"] > 50,
                    f"no bands: {unbroken.stdout}{unbroken.stderr}")

        # Killed twice, interrupted, and then left alone.
        ended, _ = test.stopped(signal.SIGKILL, 100)
        test.expect(ended == -signal.SIGKILL, f"ended with {ended} before it could be killed")
        first = finished_rows(work / "table.omx.partial.job")
        test.expect(100 < first < NODES, f"{first} rows after the first kill")
        test.expect(not (work / "table.omx").exists(), "a table that was killed has its name")
        ended, _ = test.stopped(signal.SIGKILL, first + 100, "--resume")
        second = finished_rows(work / "table.omx.partial.job")
        test.expect(ended == -signal.SIGKILL and first < second < NODES, f"{second} rows after the second kill")
        ended, said = test.stopped(signal.SIGINT, second + 100, "--resume")
        third = finished_rows(work / "table.omx.partial.job")
        test.expect(ended == 130 and second < third < NODES, f"interrupted: ended with {ended}, {third} rows")
        test.expect(f"{third:,} of {NODES:,} rows are finished" in said, f"interrupted: said {said}")

        # What does not go on.
        arguments = ("solve", "streets.gmns", "-o", "table.omx", *SMALL_BANDS)
        for more, reason in (((), "--resume continues"), (("--resume", "--cost", "length"), "cost is 'time' there and 'length' here"),
                             (("--resume", "--no-next-hops"), "bytes of a next hop is '1' there and '0' here")):
            result = test.run(*arguments, *more)
            test.expect(result.returncode == 3 and reason in result.stderr, f"{more}: said {result.stderr}")
        result = test.run("solve", "others.gmns", "-o", "table.omx", "--resume")
        test.expect(result.returncode == 3 and "network is" in result.stderr, f"another network: said {result.stderr}")
        test.expect(finished_rows(work / "table.omx.partial.job") == third, "rows were lost by refusing")

        damage_is_refused(test, "table.omx")

        result = test.run(*arguments[:4], "--memory", "14M", "--resume", "--json")  # with other bands
        test.expect(result.returncode == 0 and f"{third:,} of {NODES:,} rows were finished" in result.stderr,
                    f"the last run: {result.stderr}")
        test.expect(json.loads(result.stdout)["bands"]["rows"] > 1, "no bands in the report")
        test.expect(not list(work.glob("*.partial*")), "something is left of the runs")
        whole, bands, table = [(work / f"{name}.omx").read_bytes() for name in ("whole", "bands", "table")]
        test.expect(bands == table, "the run that was killed gives other bytes than the unbroken one")
        test.expect(whole == bands, "bands give other bytes than the table in one band")

        test.stopped(signal.SIGINT, 100, table="table.npy")  # whose rows in the file all count as finished
        damage_is_refused(test, "table.npy")
        verified = test.run("verify", "table.omx", "--network", "streets.gmns")
        test.expect(verified.returncode == 0, f"verify: {verified.stdout}{verified.stderr}")
        print(f"resumed at {first}, {second} and {third} rows; {test.failures} wrong")
    return 1 if test.failures else 0


if __name__ == "__main__":
    sys.exit(main())
