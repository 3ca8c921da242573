"""Runs programs, with the time and memory that they take."""

import dataclasses
import os
import subprocess
import tempfile
import time


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
    peak_bytes: int  # the largest resident set


def run_program(command, check=True, cwd=None, env=None):
    """Runs a program to its end. Its peak memory comes from wait4, so that of other children does not count."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        begin = time.perf_counter()
        child = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=output,
                                 stderr=errors, cwd=cwd, env=env)
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - begin
        child.returncode = os.waitstatus_to_exitcode(status)  # so that Popen does not wait again
        texts = []
        for file in (output, errors):
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
    run = Run(child.returncode, *texts, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)
    if check and run.exit_code != 0:
        raise ProgramFailed(command, run)
    return run


def peak_bytes_of(pid):
    """The peak memory of a program that still runs, on Linux."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0
