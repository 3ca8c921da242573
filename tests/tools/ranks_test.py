#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ranks that mpirun starts write the same table as one process; if one is killed at any moment, all end, and leave no
table.

    ranks_test.py --bin FOLDER_OF_THE_COMMAND [--kills 3] [--seed 1]

For a command built with ALLWAYS_MPI.
"""

import argparse
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

MPIRUN = ["mpirun", "--oversubscribe", "--allow-run-as-root"]


class Test:
    def __init__(self, command: str, work: pathlib.Path):
        self.command, self.work, self.failures = command, work, 0

    def call(self, ranks: int, *arguments: str) -> list[str]:
        return [*(MPIRUN + ["-n", str(ranks)] if ranks > 1 else []), self.command, *arguments]

    def run(self, ranks: int, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(self.call(ranks, *arguments), cwd=self.work, capture_output=True, text=True, timeout=300)

    def expect(self, right: bool, what: str):
        if not right:
            print(what)
            self.failures += 1

    def solve(self, ranks: int, *arguments: str) -> bool:
        result = self.run(ranks, "solve", *arguments, "-O")
        self.expect(result.returncode == 0, f"{ranks} ranks, {arguments}: {result.returncode}: {result.stderr}")
        return result.returncode == 0

    def same(self, first: str, second: str, what: str):
        equal = (self.work / first).read_bytes() == (self.work / second).read_bytes()
        self.expect(equal, f"{what}: {first} and {second} differ")

    def equal_tables(self, rank_counts, name: str, *arguments: str):
        """Distances byte for byte, and the paths of the table that has them."""
        if not self.solve(1, *arguments, "-o", f"{name}.npy") or not self.solve(1, *arguments, "-o", f"{name}.omx"):
            return
        for ranks in rank_counts:
            if self.solve(ranks, *arguments, "-o", "ranks.npy"):
                self.same(f"{name}.npy", "ranks.npy", f"{ranks} ranks, {arguments}")
            if self.solve(ranks, *arguments, "-o", "ranks.omx"):
                result = self.run(1, "diff", f"{name}.omx", "ranks.omx")
                self.expect(result.returncode == 0, f"{ranks} ranks, {arguments}: {result.stdout}{result.stderr}")
                if ".csv" not in arguments[0]:
                    same_network = [word for word in arguments if word == "--no-through" or word == "1-40"]
                    result = self.run(1, "verify", "ranks.omx", "--network", arguments[0], *same_network)
                    self.expect(result.returncode == 0, f"{ranks} ranks: {result.stdout}{result.stderr}")

    def killed(self, ranks: int, delay: float, victim: int, *arguments: str) -> int:
        """Kills one of the ranks after a while. Returns the exit code of mpirun."""
        job = subprocess.Popen(self.call(ranks, *arguments), cwd=self.work, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
        time.sleep(delay)
        children = pathlib.Path(f"/proc/{job.pid}/task/{job.pid}/children")
        if children.exists():
            processes = children.read_text().split()
            if len(processes) > victim:
                try:
                    os.kill(int(processes[victim]), signal.SIGKILL)
                except ProcessLookupError:
                    pass  # it has ended
        return job.wait(timeout=120)


def tables(test: Test):
    """Tiles, with next hops and without, in all kinds of cells."""
    test.run(1, "generate", "streets", "--nodes", "301", "--seed", "3", "-o", "odd.gmns")
    dense = ("--schedule", "blocked", "--device", "reference")
    test.equal_tables((2, 3, 4), "dense", "odd.gmns", *dense)
    test.equal_tables((4,), "no_through", "odd.gmns", "--no-through", "1-40", *dense)
    test.equal_tables((4,), "device", "odd.gmns", "--schedule", "blocked", "--device", "cpu")
    rows = ["," + ",".join(str(j) for j in range(37))]
    numbers = random.Random(5)
    rows += [f"{i}," + ",".join("0" if i == j else str(numbers.randint(1, 99)) for j in range(37)) for i in range(37)]
    (test.work / "matrix.csv").write_text("\n".join(rows) + "\n")
    test.equal_tables((2, 4, 6), "matrix", "matrix.csv", "--device", "reference", "--tile", "8")


def refusals(test: Test):
    for arguments, code, reason in (
            (("odd.gmns", "-o", "table.omx"), 2, "(--shard 1/4 to 4/4), or choose --schedule blocked"),
            (("odd.gmns", "-o", "table.omx", "--schedule", "sweep"), 2, "several ranks share tiles alone"),
            (("odd.gmns", "-o", "table.omx", "--dry-run"), 2, "several ranks share tiles alone"),
            (("odd.gmns", "-o", "table.csv", "--schedule", "blocked"), 2, "several ranks"),
            (("odd.gmns", "-o", "table.omx", "--schedule", "blocked", "--skim", "length"), 2, "several ranks"),
            (("odd.gmns", "-o", "table.omx", "--schedule", "blocked", "--resume"), 2, "finishes all rows at once"),
            (("odd.gmns", "-o", "table.omx", "--shard", "1/4"), 2, "runs in one process"),
            (("odd.gmns", "-o", "table.factor", "--factor-only"), 2, "runs in one process"),
            (("missing.gmns", "-o", "table.omx"), 3, "missing.gmns")):
        result = test.run(4, "solve", *arguments)
        test.expect(result.returncode == code and reason in result.stderr,
                    f"{arguments}: {result.returncode}: {result.stderr}")
    left = [path.name for path in test.work.iterdir() if path.name.startswith("table.")]
    test.expect(not left, f"refused jobs left {left}")


def kills(test: Test, count: int, seed: int):
    test.run(1, "generate", "streets", "--nodes", "1000", "-o", "long.gmns")
    arguments = ("solve", "long.gmns", "-o", "killed.omx", "--schedule", "blocked", "--device", "reference", "-O")
    begin = time.time()
    whole = test.run(4, *arguments)
    seconds = time.time() - begin
    test.expect(whole.returncode == 0, f"not killed: {whole.stderr}")
    if whole.returncode != 0:
        return
    (test.work / "killed.omx").rename(test.work / "unbroken.omx")
    numbers = random.Random(seed)
    ended = 0
    for i in range(count):
        code = test.killed(4, numbers.uniform(0.2, 1.0) * seconds, numbers.randrange(4), *arguments)
        ended += code != 0
        if (test.work / "killed.omx").exists():  # perhaps killed when the table was complete
            test.same("unbroken.omx", "killed.omx", f"complete after {i + 1} kills")
            (test.work / "killed.omx").unlink()
        else:
            test.expect(code != 0, f"kill {i + 1}: exit code 0 without a table")
    result = test.run(4, *arguments)
    test.expect(result.returncode == 0, f"after kills: {result.stderr}")
    if result.returncode == 0:
        test.same("unbroken.omx", "killed.omx", "after kills")
    print(f"{ended} of {count} jobs ended by a kill")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    command = os.path.join(os.path.abspath(arguments.bin), "allways")
    with tempfile.TemporaryDirectory() as folder:
        test = Test(command, pathlib.Path(folder))
        tables(test)
        refusals(test)
        kills(test, arguments.kills, arguments.seed)
        print(f"{test.failures} wrong")
    return 1 if test.failures else 0


if __name__ == "__main__":
    sys.exit(main())
