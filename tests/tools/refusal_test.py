#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where the system refuses a thread or memory, a run goes on with what it has, or ends with one line and exit code 5.
Neither that nor a kill leaves anything under the final name that is not whole.

    refusal_test.py --bin FOLDER_OF_THE_COMMAND [--threads LIBRARY]

LIBRARY is preload/refuse_threads.cpp, built.
"""

import argparse
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "golden" / "fixtures"
NODES = 2000
KILLED_NODES = 30_000
SECONDS = 60  # the most for one run, which takes well below one
MIB = 1 << 20
THREADS = (0, 1, 3)
# Of address space, beside what the program itself takes: from hardly any to enough for every run here.
MEMORY = [step * MIB for step in (1, 4, 10, 20, 30, 45, 60, 90, 120, 160, 220, 300, 400)]
# What is done, and the file that is whole or not there afterwards; nothing: none.
RUNS = (
    ("solve streets.gmns -o table.omx --device reference", "table.omx"),
    ("solve streets.gmns -o table.omx --schedule sweep --skim length", "table.omx"),
    ("solve streets.gmns -o table.omx", "table.omx"),
    ("solve streets.gmns -o table.long.csv", "table.long.csv"),
    ("solve matrix.csv -o table.npy", "table.npy"),
    ("convert whole.omx table.csv", "table.csv"),
    ("convert streets.gmns copy.gpkg", "copy.gpkg"),
    ("convert streets.gmns copy.gmns", "copy.gmns"),
    ("import village.osm -o village.gpkg", "village.gpkg"),
    ("table streets.gmns --origins 1,2,3 --destinations 4,5,6 --skim length -o part.csv", "part.csv"),
    ("path streets.gmns --from 1 --to 1900", None),
    ("draw streets.gmns -o map.png", "map.png"),
)


def program_size(command: str) -> int:
    """Address space of the command before it does anything."""
    for size in range(16, 8192, 16):
        ended = subprocess.run([command, "--version"], capture_output=True,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (size * MIB, size * MIB)))
        if ended.returncode == 0:
            return size * MIB
    raise AssertionError("the command does not start")


class Test:
    def __init__(self, command: str, work: pathlib.Path):
        self.command, self.work = command, work
        self.runs = self.failures = self.aborts = 0
        self.before = set(work.iterdir())

    def run(self, arguments: str, output: str | None, how: str, environment: dict | None = None, memory: int = 0):
        def limit():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if memory:
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

        self.runs += 1
        try:
            ended = subprocess.run([self.command, *arguments.split(), "--log-level", "error"], cwd=self.work, text=True,
                                   capture_output=True, env=dict(os.environ, **(environment or {})), preexec_fn=limit,
                                   timeout=SECONDS)
        except subprocess.TimeoutExpired:
            print(f"{arguments}; {how}: did not end within {SECONDS} s")
            self.failures += 1
            return None
        said = ended.stderr.splitlines()
        left = {path.name for path in set(self.work.iterdir()) - self.before}
        # PoCL 3.1 asserts where a mapping finds no memory: no program can end better than the runtime in it.
        runtime = ended.returncode == -signal.SIGABRT and "pocl" in ended.stderr and output not in left
        if ended.returncode == 0:
            right = not said and (output is None or output in left)
        else:
            right = ended.returncode == 5 and len(said) == 1 and not left
        self.aborts += runtime
        if not runtime and (not right or any(".part-" in name for name in left)):
            print(f"{arguments}; {how}: ended with {ended.returncode}, left {sorted(left)}, said {said}")
            self.failures += 1
        for name in left:
            path = self.work / name
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        return ended.returncode

    def kill_while_writing(self):
        """Of a folder of files only the whole folder is ever seen."""
        for turn in range(8):
            process = subprocess.Popen([self.command, "generate", "streets", "--nodes", str(KILLED_NODES), "-o",
                                        "killed.gmns", "-q"], cwd=self.work)
            while process.poll() is None and not list(self.work.glob("killed.gmns*")):
                time.sleep(0.001)
            time.sleep(0.01 * turn)
            process.send_signal(signal.SIGKILL)
            process.wait()
            self.runs += 1
            found = self.work / "killed.gmns"
            if found.exists() and {path.name for path in found.iterdir()} != {"node.csv", "link.csv", "config.csv"}:
                print(f"killed after {turn}: left {[path.name for path in found.iterdir()]}")
                self.failures += 1
            for path in self.work.glob("killed.gmns*"):
                shutil.rmtree(path)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--threads")
    given = parser.parse_args()
    command = os.path.join(os.path.abspath(given.bin), "allways")
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        for name in ("village.osm", "matrix.csv"):
            shutil.copy(FIXTURES / name, work)
        for arguments in (f"generate streets --nodes {NODES} -o streets.gmns -q", "solve streets.gmns -o whole.omx -q"):
            subprocess.run([command, *arguments.split()], cwd=work, check=True)
        test = Test(command, work)
        size = program_size(command)
        for arguments, output in RUNS:
            for memory in MEMORY:
                test.run(arguments, output, f"{memory // MIB} MiB of memory", memory=size + memory)
            for granted in THREADS if given.threads else ():
                preload = {"LD_PRELOAD": os.path.abspath(given.threads), "GRANTED_THREADS": str(granted)}
                code = test.run(arguments, output, f"{granted} threads", preload)
                if code != 0 and "osm" not in arguments:  # whose reader is threads
                    print(f"{arguments}; {granted} threads: {code}, where fewer threads would do")
                    test.failures += 1
        test.kill_while_writing()
        print(f"{test.runs} runs refused or killed, {test.aborts} aborted by PoCL, {test.failures} wrong")
        return 1 if test.failures else 0


if __name__ == "__main__":
    sys.exit(main())
