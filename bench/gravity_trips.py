#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a table of trips for a TNTP network that has published flows, but no published trips.

    gravity_trips.py NETWORK_net.tntp NETWORK_flow.tntp TIMES.npy OUT_trips.tntp

A doubly constrained gravity model: the trips from zone i to zone j are a_i b_j exp(-t / mean), where t is the free-flow
time of TIMES.npy (zones × zones) and the factors a and b make row sums the flow that leaves zone i by its links, and
column sums the flow that enters zone j. `mean` is found by bisection so that Σ trips × t is what the flows themselves
spend at free-flow times. So the network is as congested as with the trips that the flows came from. Trips within zones
are 0; those below 1e-6 are left out.
"""

import re
import sys

import numpy as np

net_file, flow_file, time_file, out = sys.argv[1:]
text = open(net_file).read()
zones = int(re.search(r"<NUMBER OF ZONES>\s*(\d+)", text)[1])
links = {}
for line in text.split("<END OF METADATA>")[1].splitlines():
    fields = line.strip().rstrip(";").split()
    if fields and not fields[0].startswith("~"):
        links[int(fields[0]), int(fields[1])] = float(fields[4])

leaving, entering, spent = np.zeros(zones), np.zeros(zones), 0.0
for line in open(flow_file):
    fields = line.split()
    if len(fields) < 4 or not fields[0].isdigit():
        continue
    tail, head, volume = int(fields[0]), int(fields[1]), float(fields[2])
    if tail <= zones:
        leaving[tail - 1] += volume
    if head <= zones:
        entering[head - 1] += volume
    spent += volume * links[tail, head]
leaving *= entering.sum() / leaving.sum()  # equal but for rounding

time = np.load(time_file).astype(float)
np.fill_diagonal(time, np.inf)


def trips(mean: float) -> np.ndarray:
    made = np.exp(-time / mean)
    for _ in range(200):
        made *= (leaving / np.maximum(made.sum(1), 1e-300))[:, None]
        sums = made.sum(0)
        if np.allclose(sums, entering, rtol=1e-9):
            break
        made *= entering / np.maximum(sums, 1e-300)
    return made


finite = np.where(np.isfinite(time), time, 0)
low, high = 1.0, 200.0
for _ in range(30):
    mean = (low + high) / 2
    found = trips(mean)
    low, high = (mean, high) if (found * finite).sum() < spent else (low, mean)
found[found < 1e-6] = 0
print(f"mean {mean:.6g}; {found.sum():.6f} trips, {int((found > 0).sum())} pairs; {(found * finite).sum():.6g} of {spent:.6g} spent")
with open(out, "w") as file:
    file.write(f"<NUMBER OF ZONES> {zones}\n<TOTAL OD FLOW> {found.sum():.6f}\n<END OF METADATA>\n")
    for i in range(zones):
        file.write(f"\nOrigin {i + 1}\n")
        file.writelines(f"{j + 1} : {found[i, j]:.6f};\n" for j in np.flatnonzero(found[i]))
