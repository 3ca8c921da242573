#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The file that `allways tune` writes is used by the device from then on.

    tune_test.py --bin FOLDER_OF_THE_COMMAND

Exit 77, which counts as skipped, where there is no OpenCL device.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile


class Allways:
    """The command with a tuning folder of its own."""

    def __init__(self, folder_of_command: str, work: pathlib.Path):
        self.command = os.path.join(os.path.abspath(folder_of_command), "allways")
        self.tunings = work / "tunings"
        self.work = work

    def run(self, *arguments: str) -> subprocess.CompletedProcess:
        environment = dict(os.environ, ALLWAYS_TUNING_DIR=str(self.tunings))
        return subprocess.run([self.command, *arguments], cwd=self.work, env=environment, text=True, capture_output=True)

    def json(self, *arguments: str):
        result = self.run(*arguments)
        assert result.returncode == 0, result.stderr
        return json.loads(result.stdout)

    def tune(self, *arguments: str) -> subprocess.CompletedProcess:
        """Tunes with as much time as this machine needs for a measurement."""
        for seconds in (6, 60, 600):
            result = self.run("tune", "--time", f"{seconds}s", "--type", "int32", *arguments)
            if "allow more time" not in result.stderr:
                break
        return result


def expect(holds: bool, what: str, result: subprocess.CompletedProcess):
    if not holds:
        sys.exit(f"{what}: exit {result.returncode}\n--- stdout\n{result.stdout}--- stderr\n{result.stderr}")


def test(allways: Allways):
    device = allways.json("devices", "--json")["devices"][0]["id"]
    result = allways.tune("--device", device)
    expect(result.returncode == 0, "tuning failed", result)
    (file,) = allways.tunings.iterdir()
    entry = json.loads(file.read_text())
    expect("allways tune --device" in entry["about"], "the entry does not say how it was measured", result)
    expect(f"written   {file}" in result.stdout, "the file is not named", result)
    expect(list(entry)[:3] == ["about", "match", "form"], "the entry's parts", result)

    listed = next(d for d in allways.json("devices", "--json")["devices"] if d["id"] == device)
    expect(listed["tuning"] == str(file), f"the device takes {listed['tuning']}", result)
    expect(entry["match"]["name"] == listed["name"] and listed["driver"] not in entry["match"].values(),
           "the entry matches the device, not its driver", result)

    # Another tile in the file is another tile in a solve.
    for section in ("values", "carried"):
        entry[section]["tile"] *= 2
    file.write_text(json.dumps(entry))
    bench = allways.json("bench", "--device", device, "--n", "100", "--runs", "1", "--json", "--quiet")
    expect(bench["tile"] == entry["values"]["tile"], f"the bench took a tile of {bench['tile']}", result)

    again = allways.run("tune", "--device", device)
    expect(again.returncode == 3 and str(file) in again.stderr, "an entry was replaced without -O", again)

    file.write_text(file.read_text().replace('"tile"', '"tiel"'))
    for command in (["devices"], ["bench", "--n", "10"], ["solve", "streets.gmns", "-o", "table.omx", "--schedule", "blocked", "--device", device]):
        broken = allways.run(*command)
        expect(broken.returncode == 3 and str(file) in broken.stderr and 'expected "tile"' in broken.stderr,
               "a damaged entry is not named", broken)

    file.unlink()
    stdout = allways.tune("--device", device, "-o", "-", "--quiet")
    expect(stdout.returncode == 0 and json.loads(stdout.stdout)["form"] == entry["form"], "-o - failed", stdout)
    expect(not list(allways.tunings.iterdir()), "-o - wrote a file", stdout)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        allways = Allways(arguments.bin, pathlib.Path(folder))
        if not allways.json("devices", "--json")["devices"]:
            print("no OpenCL device here")
            return 77
        allways.run("generate", "streets", "--nodes", "50", "-o", "streets.gmns")
        test(allways)
    print("tune: right")
    return 0


if __name__ == "__main__":
    sys.exit(main())
