#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The scripts of scripts/clusters/ make the table that one process makes, on a cluster of this machine alone.

    clusters_test.py --bin FOLDER_OF_THE_COMMAND --by parallel|dask|ray|slurm

dask and ray run with this Python, or with that of $ALLWAYS_CLUSTER_PYTHON. slurm starts its daemons, which takes root.
"""

import argparse
import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "clusters"
SKIPPED = 77
SHARDS = "5"


def skip(why: str):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def python_with(module: str) -> str:
    python = os.environ.get("ALLWAYS_CLUSTER_PYTHON", sys.executable)
    if subprocess.run([python, "-c", f"import {module}"], capture_output=True).returncode != 0:
        skip(f"{python} has no {module}")
    return python


def run(command: list[str], work: pathlib.Path, **environment: str) -> str:
    result = subprocess.run(command, cwd=work, env=dict(os.environ, **environment), capture_output=True, text=True,
                            timeout=200)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: ended with {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout


@contextlib.contextmanager
def slurm(work: pathlib.Path):
    """A cluster of one node that needs no cgroups. Yields the environment of its commands."""
    if any(shutil.which(name) is None for name in ("munged", "slurmctld", "slurmd", "sbatch")):
        skip("SLURM and munge are not installed")
    if os.geteuid() != 0:
        skip("SLURM's daemons need root")
    host = socket.gethostname().split(".")[0]
    folder = work / "slurm"
    for name in ("state", "spool", "munge"):
        (folder / name).mkdir(parents=True)
    key = folder / "munge" / "key"
    key.write_bytes(os.urandom(128))
    key.chmod(0o600)
    munge_socket = folder / "munge" / "socket"
    with socket.socket() as one, socket.socket() as two:
        one.bind(("", 0))
        two.bind(("", 0))
        ports = one.getsockname()[1], two.getsockname()[1]
    configuration = folder / "slurm.conf"
    configuration.write_text(f"""ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={munge_socket}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
MpiDefault=none
ReturnToService=2
SchedulerParameters=sched_interval=1
NodeName={host} NodeAddr=127.0.0.1 CPUs=8 RealMemory=64000 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
""")
    environment = {"SLURM_CONF": str(configuration)}
    started = []

    def start(*command: str):
        log = (folder / f"{command[0]}.out").open("w")
        started.append(subprocess.Popen(command, env=dict(os.environ, **environment), stdout=log, stderr=log))

    try:
        start("munged", "--foreground", "--force", "--key-file", str(key), "--socket", str(munge_socket),
              "--pid-file", f"{folder}/munge/pid", "--log-file", f"{folder}/munge/log", "--seed-file", f"{folder}/munge/seed")
        until = time.monotonic() + 20
        while not munge_socket.exists() and time.monotonic() < until:
            time.sleep(0.1)
        start("slurmctld", "-D", "-c")
        start("slurmd", "-D", "-N", host)
        while time.monotonic() < until:
            state = subprocess.run(["sinfo", "-h", "-o", "%T"], env=dict(os.environ, **environment),
                                   capture_output=True, text=True).stdout.strip()
            if state == "idle":
                break
            time.sleep(0.2)
        else:
            logs = "".join(path.read_text()[-1500:] for path in folder.glob("*.log"))
            skip(f"SLURM does not start here (state '{state}'): {logs}")
        yield environment
    finally:
        for process in reversed(started):
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=10)


def by_slurm(command: str, work: pathlib.Path):
    with slurm(work) as environment:
        environment["ALLWAYS"] = command
        job = run(["sbatch", "--parsable", f"--array=1-{SHARDS}", "--cpus-per-task=2", "--mem=100M",
                   str(SCRIPTS / "shards.slurm"), "streets.gmns", "table.omx", SHARDS], work, **environment).strip()
        run(["sbatch", "--wait", f"--dependency=afterok:{job}", f"--wrap={command} join table.omx"], work, **environment)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--by", choices=("parallel", "dask", "ray", "slurm"), required=True)
    arguments = parser.parse_args()
    command = os.path.join(os.path.abspath(arguments.bin), "allways")
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        run([command, "generate", "streets", "--nodes", "1000", "-o", "streets.gmns"], work)
        run([command, "solve", "streets.gmns", "-o", "whole.omx"], work)
        job = ["streets.gmns", "table.omx", SHARDS]
        if arguments.by == "parallel":
            if shutil.which("parallel") is None:
                skip("GNU parallel is not installed")
            run([str(SCRIPTS / "shards_parallel.sh"), *job], work, ALLWAYS=command, JOBS="2")
        elif arguments.by == "slurm":
            by_slurm(command, work)
        else:
            python = python_with("ray" if arguments.by == "ray" else "distributed")
            more = ["--workers", "2"] if arguments.by == "dask" else []
            run([python, str(SCRIPTS / f"shards_{arguments.by}.py"), *job, *more], work, ALLWAYS=command)
        if (work / "table.omx").read_bytes() != (work / "whole.omx").read_bytes():
            sys.exit("the table has other bytes than that of one process")
        left = list(work.glob("*.partial*"))
        if left:
            sys.exit(f"something is left: {left}")
    print(f"{SHARDS} shards by {arguments.by}: the bytes of one process")
    return 0


if __name__ == "__main__":
    sys.exit(main())
