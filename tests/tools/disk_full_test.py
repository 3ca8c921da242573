#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A disk that fills up, or a system without free descriptors, ends a run with one line and exit code 3, and leaves no file.

    disk_full_test.py --bin FOLDER_OF_THE_COMMAND

The full disk is a limit on the size of files (EFBIG instead of ENOSPC), which needs no privileges. The signal that comes
with it ends a program that does not ignore it. Standard output is /dev/full. Few descriptors stand for a file system on
which some of the files of a layer cannot be made.
"""

import argparse
import itertools
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

NODES = 400  # a table of 640 kB and hops of 160 kB
LIMITS = (0, 100, 3000, 100_000, 650_000, 805_000)
FORMATS = ("omx", "npy", "csv")
LAYERS = ("gpkg", "shp", "fgb", "geojson", "csv")
# These libraries keep the system's word to themselves.
SAID = {"gpkg": "cannot be written", "shp": "cannot be written", "fgb": "cannot be written"}


def limit_files(size: int):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def limit_descriptors(count: int):
    resource.setrlimit(resource.RLIMIT_NOFILE, (count, count))


def few_descriptors(command: str, run: dict, before: set) -> tuple[int, int]:
    """Layers with ever more descriptors, until all their files can be made. Returns the numbers of runs and of failures."""
    runs = failures = 0
    for suffix, limit in itertools.product(LAYERS, range(3, 13)):
        result = subprocess.run([command, "components", "streets.gmns", "-o", f"layer.{suffix}", "--log-level", "warning"],
                                capture_output=True, preexec_fn=lambda: limit_descriptors(limit), **run)
        left = set(run["cwd"].iterdir()) - before
        names = {path.name for path in left}
        complete = result.returncode == 0 and f"layer.{suffix}" in names and not any(".part" in name for name in names)
        refused = result.returncode == 3 and not names and len(result.stderr.splitlines()) == 1
        starts = result.returncode != 127  # the loader of the command needs a descriptor, too
        if starts and not complete and not refused:
            print(f"{suffix}, {limit} descriptors: ended with {result.returncode}, left {sorted(names)}, said {result.stderr}")
            failures += 1
        if limit == 12 and not complete:
            print(f"{suffix}: {limit} descriptors are too few")
            failures += 1
        for path in left:
            path.unlink() if path.is_file() else shutil.rmtree(path)
        runs += 1
    return runs, failures


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    command = os.path.join(os.path.abspath(parser.parse_args().bin), "allways")
    # Kernels are compiled to files, which the limit would hit too.
    environment = dict(os.environ, ALLWAYS_CACHE_DIR="")
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        run = {"cwd": work, "env": environment, "text": True}
        subprocess.run([command, "generate", "streets", "--nodes", str(NODES), "-o", "streets.gmns"], check=True, **run)
        subprocess.run([command, "solve", "streets.gmns", "-o", "whole.omx", "-q"], check=True, **run)
        before = set(work.iterdir())
        runs = [("whole.omx", f"table.{suffix}", limit) for suffix, limit in itertools.product(FORMATS, LIMITS)
                if suffix != "npy" or limit < 4 * NODES * NODES]
        runs += [("streets.gmns", "streets.gpkg", limit) for limit in LIMITS if limit < 200_000]
        runs += [("streets.gmns", f"layer.{suffix}", limit)
                 for suffix, limit in itertools.product(LAYERS, (0, 3, 100, 3000))]
        # A small layer, which libraries write as they close its files.
        subprocess.run([command, "generate", "streets", "--nodes", "3", "-o", "few.gmns", "-q"], check=True, **run)
        before = set(work.iterdir())
        runs += [("few.gmns", f"layer.{suffix}", limit) for suffix, limit in itertools.product(LAYERS, (0, 3, 30))]
        runs += [("few.gmns", "layer.shp", 250), ("few.gmns", "layer.fgb", 600)]  # of 295 and 712
        runs += [("streets.gmns", "streets.factor", limit) for limit in (0, 100, 3000, 20_000, 40_000)]
        for source, target, limit in runs:
            suffix = target.rpartition(".")[2]
            verb = (["solve", source, "--factor-only", "-o", target] if suffix == "factor"
                    else ["components", source, "-o", target] if target.startswith("layer") else ["convert", source, target])
            result = subprocess.run([command, *verb, "--log-level", "warning"], capture_output=True,
                                    preexec_fn=lambda: limit_files(limit), **run)
            left = {path.name for path in set(work.iterdir()) - before}
            said = result.stderr.splitlines()
            if result.returncode != 3 or left or len(said) != 1 or SAID.get(suffix, "File too large") not in said[0]:
                print(f"{suffix}, {limit} bytes: ended with {result.returncode}, left {sorted(left)}, said {said}")
                failures += 1
            for name in left:
                (work / name).unlink()
        few_runs, few_failures = few_descriptors(command, run, before)
        failures += few_failures
    printing = (["--version"], ["--help"], ["help", "solve"], ["solve", "--help"], ["formats"])
    for arguments in printing:
        with open("/dev/full", "w") as full:
            result = subprocess.run([command, *arguments], stdout=full, stderr=subprocess.PIPE, text=True)
        if result.returncode != 3 or "standard output: cannot be written" not in result.stderr:
            print(f"{arguments} to a full disk: ended with {result.returncode}, said {result.stderr}")
            failures += 1
    print(f"{len(runs) + few_runs + len(printing)} runs, {failures} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
