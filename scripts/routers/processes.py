# SPDX-License-Identifier: Apache-2.0
"""Runs programs and measures their time and memory."""

import dataclasses
import os
import subprocess
import sys


class ProgramFailed(Exception):
    def __init__(self, command, run):
        super().__init__(f"{' '.join(map(str, command[:3]))} … ended with {run.exit_code}: "
                         f"{(run.errors or run.output).strip()[-500:]}")
        self.run = run


@dataclasses.dataclass
class Run:
    exit_code: int
    output: str
    errors: str
    seconds: float
    core_seconds: float
    peak_bytes: int  # the largest resident set, of the program alone


# A small process that starts the program and reports on it. The peak memory that the system reports of a child is at least
# that of its parent when it started the child, so the parent must be small.
STARTER = """
import os, sys, time
begin = time.perf_counter()
pid = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(pid, 0)
line = f"{time.perf_counter() - begin} {usage.ru_utime + usage.ru_stime} {usage.ru_maxrss * 1024}"
os.write(int(sys.argv[1]), line.encode())
code = os.waitstatus_to_exitcode(status)
sys.exit(code if code >= 0 else 128 - code)
"""


def run_program(command, check=True, cwd=None):
    """Runs a program to its end."""
    readable, writable = os.pipe()
    starter = [sys.executable, "-ISc", STARTER, str(writable)]
    done = subprocess.run(starter + [str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True,
                          cwd=cwd, pass_fds=[writable])
    os.close(writable)
    with open(readable, encoding="ascii") as file:
        spent = file.read().split() or ["0", "0", "0"]  # empty if the program could not be started
    run = Run(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"),
              float(spent[0]), float(spent[1]), int(spent[2]))
    if check and run.exit_code != 0:
        raise ProgramFailed(command, run)
    return run


def peak_bytes_of(pid):
    """The peak memory of a running program, on Linux."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0
