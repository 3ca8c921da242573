#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shards of a table, by any number of processes and however they end, join to the bytes that one process writes.

    shards_test.py --bin FOLDER_OF_THE_COMMAND [--kills 3] [--nodes 1500] [--seed 1]
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# Outputs, with the arguments of their table and the files that they consist of.
TABLES = {"omx": ((), ("omx",)),
          "npy": (("--unit", "min", "--unreachable", "-1"), ("npy", "ids.csv", "json")),
          "skims.omx": (("--skim", "length"), ("skims.omx",)),
          "distances.omx": (("--no-next-hops", "--dtype", "float32"), ("distances.omx",))}


class Test:
    def __init__(self, command: str, work: pathlib.Path, seed: int, nodes: int):
        self.command, self.work, self.failures, self.checks, self.nodes = command, work, 0, 0, nodes
        # For bands of some rows, each put on disk before the next.
        self.small_bands = ("--memory", f"{6 + nodes // 250}M", "--checkpoint", "0")
        self.random = random.Random(seed)
        self.kills = 0

    def run(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.command, *arguments], cwd=self.work, capture_output=True, text=True)

    def expect(self, right: bool, what: str):
        self.checks += 1
        if not right:
            print(what)
            self.failures += 1

    def solve(self, suffix: str, *more: str, network: str = "streets.gmns") -> list[str]:
        return ["solve", network, "-o", f"table.{suffix}", *TABLES[suffix][0], *more]

    def shard(self, suffix: str, number: int, count: int, *more: str) -> subprocess.CompletedProcess:
        result = self.run(*self.solve(suffix, "--shard", f"{number}/{count}", *more))
        self.expect(result.returncode == 0, f"{suffix}, shard {number} of {count}: {result.stderr}")
        return result

    def wanted(self, suffix: str) -> dict[str, bytes]:
        result = self.run(*self.solve(suffix))
        self.expect(result.returncode == 0, f"{suffix}: {result.stderr}")
        bytes_of = {end: (self.work / f"table.{end}").read_bytes() for end in TABLES[suffix][1]}
        self.remove()
        return bytes_of

    def join(self, suffix: str, wanted: dict[str, bytes], what: str):
        result = self.run("join", f"table.{suffix}")
        self.expect(result.returncode == 0, f"{what}: join: {result.stderr}")
        for end, content in wanted.items():
            path = self.work / f"table.{end}"
            self.expect(path.exists() and path.read_bytes() == content, f"{what}: table.{end} has other bytes")
        self.expect(not list(self.work.glob("*.partial*")), f"{what}: something is left")
        self.remove()

    def refused(self, said: str, *arguments: str, code: int = 3):
        result = self.run(*arguments)
        self.expect(result.returncode == code and said in result.stderr,
                    f"{' '.join(arguments)}: ended with {result.returncode}, said {result.stderr}, not '{said}'")

    def remove(self):
        for path in self.work.glob("table*"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    # ---- what is tested

    def any_number_in_any_order(self, suffix: str, wanted: dict[str, bytes], counts: tuple[int, ...]):
        for count in counts:
            numbers = list(range(1, count + 1))
            self.random.shuffle(numbers)
            for number in numbers:
                self.shard(suffix, number, count)
            self.join(suffix, wanted, f"{suffix} of {count}")

    def at_once(self, suffix: str, wanted: dict[str, bytes], count: int):
        with concurrent.futures.ThreadPoolExecutor(count) as pool:
            list(pool.map(lambda number: self.shard(suffix, number, count, "--threads", "1"), range(1, count + 1)))
        self.join(suffix, wanted, f"{suffix}, {count} at once")

    def killed(self, suffix: str, wanted: dict[str, bytes], kills: int):
        count, seconds = 3, 0.3
        for _ in range(kills):
            number = self.random.randint(1, count)
            begun = time.monotonic()
            process = subprocess.Popen([self.command, *self.solve(suffix, "--shard", f"{number}/{count}", "--resume",
                                                                  *self.small_bands)], cwd=self.work,
                                       stderr=subprocess.DEVNULL)
            try:
                ended = process.wait(timeout=self.random.uniform(0, 1.2 * seconds))
                self.expect(ended == 0, f"{suffix}: a shard that was not killed ended with {ended}")
                seconds = 0.5 * (seconds + time.monotonic() - begun)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                self.kills += process.wait() == -signal.SIGKILL
                seconds *= 1.1
            if self.random.random() < 0.2:
                self.run("join", f"table.{suffix}")  # too early, most of the time
                if (self.work / f"table.{suffix}").exists():
                    break
        if not (self.work / f"table.{suffix}").exists():
            for number in range(1, count + 1):
                self.shard(suffix, number, count, "--resume")
            self.killed_joins(suffix, kills)
        if (self.work / f"table.{suffix}.partial.job").exists():
            return self.join(suffix, wanted, f"{suffix} killed")
        for end, content in wanted.items():
            self.expect((self.work / f"table.{end}").read_bytes() == content, f"{suffix} killed: other bytes")
        self.remove()

    def killed_joins(self, suffix: str, kills: int):
        for _ in range(kills):
            process = subprocess.Popen([self.command, "join", f"table.{suffix}"], cwd=self.work,
                                       stderr=subprocess.DEVNULL)
            time.sleep(self.random.uniform(0, 0.05))
            process.send_signal(signal.SIGKILL)
            process.wait()

    def faults(self, wanted: dict[str, bytes]):
        partial = self.work / "table.omx.partial"
        record = self.work / "table.omx.partial.shard-2-of-3.job"
        self.refused("no shards to join", "join", "table.omx")
        self.shard("omx", 1, 3)
        self.refused("2 is missing; 3 is missing", "join", "table.omx")
        self.refused("shards is '3' there and '4' here", *self.solve("omx", "--shard", "1/4"))
        self.refused("shards is '3' there and 'nothing' here", *self.solve("omx", "--resume"))
        self.refused("remains from an unfinished run", *self.solve("omx"))
        self.refused("network is", *self.solve("omx", "--shard", "2/3", network="others.gmns"))
        self.refused("cost is 'time' there and 'length' here", *self.solve("omx", "--shard", "2/3", "--cost", "length"))
        again = self.shard("omx", 1, 3)
        self.expect("shard 1 of 3 is finished already" in again.stderr, f"again: {again.stderr}")
        self.shard("omx", 3, 3)

        # A record that a kill left, after some rows.
        self.shard("omx", 2, 3, *self.small_bands)
        lines = record.read_text().splitlines(keepends=True)
        record.write_text("".join(lines[:3]) + lines[3][:10])
        self.refused("2 is unfinished", "join", "table.omx")
        self.refused("--shard 2/3 and --resume", "join", "table.omx")
        self.refused("--resume continues it", *self.solve("omx", "--shard", "2/3"))
        resumed = self.shard("omx", 2, 3, "--resume", "--json")
        self.expect("were finished before" in resumed.stderr, f"resumed: {resumed.stderr}")
        self.expect(json.loads(resumed.stdout)["shard"]["table_rows"] == self.nodes, "no shard in the report")

        # One byte, of a row and of the rest; then what was there before.
        content = partial.read_bytes()
        for place in (len(content) // 2, len(content) - 100, self.random.randrange(len(content))):
            damaged = bytearray(content)
            damaged[place] ^= 1 << self.random.randrange(8)
            partial.write_bytes(damaged)
            self.refused("damaged", "join", "table.omx")
        partial.write_bytes(content[:-1])
        self.refused("damaged", "join", "table.omx")
        partial.write_bytes(content)

        # Records of other shards and jobs.
        text = record.read_text()
        record.write_text(text.replace('"shard":"2"', '"shard":"1"'))
        self.refused("shard is '1' there and '2' here", "join", "table.omx")
        record.write_text(text.replace('"cost":"time"', '"cost":"length"'))
        self.refused("cost is 'length' there and 'time' here", "join", "table.omx")
        record.write_text(text)
        doubled = record.with_name("table.omx.partial.shard-2-of-4.job")
        doubled.write_text(text)
        self.refused("that the job of 3 shards does not have", "join", "table.omx")
        doubled.unlink()
        layout = partial.with_name("table.omx.partial.layout")
        right = layout.read_text()
        for wrong in (right[:-20], right.replace('"bounds":[0,', '"bounds":[1,'), "{}", "[" * 100_000):
            layout.write_text(wrong)
            self.refused("is damaged", "join", "table.omx")
        layout.write_text(right)
        self.run("join", "nowhere.omx")

        # An old table is replaced on request only, and a damaged shard can be computed again.
        (self.work / "table.omx").write_text("old")
        self.refused("exists already", "join", "table.omx")
        (self.work / "table.omx").unlink()
        with partial.open("r+b") as file:
            file.seek(len(content) // 2)
            file.write(b"x" * 50)
        result = self.run("join", "table.omx")
        self.expect("with --shard" in result.stderr and "-O" in result.stderr, f"damaged: {result.stderr}")
        for number in (1, 2, 3):
            self.shard("omx", number, 3, "-O")
        partial.write_bytes(partial.read_bytes()[:-1])
        self.refused("remove it and repeat the jobs of all shards", "join", "table.omx")
        partial.unlink()
        self.refused("no shards to join", "join", "table.omx")
        for number in (1, 2, 3):
            self.shard("omx", number, 3)
        self.join("omx", wanted, "omx after damage")

    def two_of_the_same(self, suffix: str, wanted: dict[str, bytes]):
        arguments = self.solve(suffix, "--shard", "1/1", "--resume")
        processes = [subprocess.Popen([self.command, *arguments], cwd=self.work, stderr=subprocess.PIPE, text=True)
                     for _ in range(3)]
        said = [process.communicate()[1] for process in processes]
        ended = [process.returncode for process in processes]
        for code, text in zip(ended, said):
            self.expect(code == 0 or code == 3 and "is being computed by another process" in text,
                        f"the same shard: ended with {code}, said {text}")
        self.expect(0 in ended, "nobody computed the shard")
        self.join(suffix, wanted, f"{suffix}, the same shard at once")

    def another_job_over_it(self, wanted: dict[str, bytes]):
        """With -O the first shard of another job starts the table over, and the others go on with it."""
        self.shard("omx", 1, 2, "--cost", "length")
        for number in (1, 2):
            self.shard("omx", number, 2, "-O")
        self.join("omx", wanted, "omx over another job")

    def full_disk(self, suffix: str, wanted: dict[str, bytes]):
        """A file system of a few MB, where it can be made."""
        disk = self.work / "disk"
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3M", "none", disk], capture_output=True).returncode != 0:
            print("no full disk: tmpfs cannot be mounted")
            return
        try:
            arguments = ("solve", "../streets.gmns", "-o", f"disk/table.{suffix}", *TABLES[suffix][0], "--shard", "1/2")
            result = self.run("solve", "streets.gmns", "-o", f"disk/table.{suffix}", *TABLES[suffix][0], "--shard", "1/2")
            self.expect(result.returncode in (3, 5) and "disk" in result.stderr or "space" in result.stderr,
                        f"a full disk: {arguments} ended with {result.returncode}, said {result.stderr}")
            self.expect(not list(disk.iterdir()), f"a full disk: {list(disk.iterdir())} is left")
        finally:
            subprocess.run(["umount", disk], check=True)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--nodes", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    command = os.path.join(os.path.abspath(arguments.bin), "allways")
    with tempfile.TemporaryDirectory() as folder:
        test = Test(command, pathlib.Path(folder), arguments.seed, arguments.nodes)
        for name, seed in (("streets", "1"), ("others", "2")):
            test.run("generate", "streets", "--nodes", str(arguments.nodes), "--seed", seed, "-o", f"{name}.gmns")
        for suffix in TABLES:
            wanted = test.wanted(suffix)
            full = suffix == "omx"
            test.any_number_in_any_order(suffix, wanted, (1, 2, 3, 7) if full else (2,))
            test.at_once(suffix, wanted, 7 if full else 3)
            test.killed(suffix, wanted, arguments.kills)
            if full:
                test.two_of_the_same(suffix, wanted)
                test.another_job_over_it(wanted)
                test.faults(wanted)
                test.full_disk(suffix, wanted)
        print(f"{test.kills} shards killed, {test.checks} checks, {test.failures} wrong")
    return 1 if test.failures else 0


if __name__ == "__main__":
    sys.exit(main())
