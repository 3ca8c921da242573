#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares Allways with other Python packages on the same networks: lines of code, seconds and peak memory.

    PYTHONPATH=build/release/python bench/python/compare.py NETWORK… -o OUT.md [--json OUT.jsonl] [--profile car]
        [--tasks tables,paths,access,nearest] [--without LIBRARY]…

Needs allways, scipy, igraph, networkit, networkx, pandana and osmnx; a package that is not installed is left out and
reported. A network is any file that Allways reads; turn rules and no-through nodes are dropped, and of parallel arcs
the cheapest stays, so that all have the same graph. Each job runs in a separate process. If a library did only some of
the sources or pairs, its seconds are scaled to all of them and marked "~". Answers are compared with SciPy's;
sums within cutoffs and the nearest facilities with what SciPy finds for the costs as integers, which it adds without rounding.

The tasks: all distances; 1,000 paths; from each node the sums of 3 weights within 5, 10, 15 and 20 minutes; the 3 nearest of n / 100
facilities of each node.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import warnings

import lines

pair_count = 1000
titles = {"tables": "all {n:,} × {n:,} distances", "paths": "{pairs:,} paths with their nodes",
          "access": "sums of 3 weights within 4 cutoffs of {n:,} nodes", "nearest": "the 3 nearest of {facilities:,} facilities of {n:,} nodes"}
minutes = {"s": 60, "min": 1}  # that one minute makes


def prepare_network(path, profile, folder):
    """Writes the graph as arrays to a file, and returns the file and the node count."""
    import numpy as np

    import allways

    network = allways.read_network(path, **({"profile": profile} if ".osm" in path else {}))
    name = "time" if "time" in network.column_units else next(iter(network.column_units))
    network = network.largest_component()
    cost = network.column(name)
    tail, head = network.tail.astype(np.int64), network.head.astype(np.int64)
    used = np.flatnonzero(~np.isnan(cost) & (tail != head))
    order = used[np.lexsort((cost[used], head[used], tail[used]))]
    first = np.ones(len(order), bool)
    first[1:] = (tail[order][1:] != tail[order][:-1]) | (head[order][1:] != head[order][:-1])
    kept = order[first]
    n = network.node_count
    places = network.coordinates if len(network.coordinates) else np.random.default_rng(1).random((n, 2))
    file = os.path.join(folder, "graph.npz")
    np.savez(file, tail=tail[kept], head=head[kept], cost=cost[kept], places=places, minute=minutes.get(network.column_units[name], 1))
    return file, n, len(kept)


def peak_mb():
    """The largest resident memory of this process. getrusage() would count that of the process that started it, too."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


def run_job(task, at, file, result):
    """Runs in a separate process: writes time and memory of the job as JSON."""
    import numpy as np

    warnings.simplefilter("ignore")
    library, imports, preparation, work, rows = getattr(lines, task)[at]
    graph = np.load(file)
    tail, head, cost = graph["tail"], graph["head"], graph["cost"]
    x, y = graph["places"].T.copy()
    n = len(x)
    random = np.random.default_rng(7)
    whole = pair_count if task == "paths" else n
    count = min(whole, rows(n)) if rows else whole
    sources = np.arange(n) if count == n else np.sort(random.choice(n, min(count, n), replace=False))
    pairs = [tuple(pair) for pair in random.integers(0, n, (pair_count, 2)).tolist()][:count]
    names = {"np": np, "n": n, "tail": tail, "head": head, "cost": cost, "x": x, "y": y, "sources": sources, "pairs": pairs}
    minute = int(graph["minute"])
    names |= {"weights": {kind: random.integers(0, 100, n) for kind in ("jobs", "beds", "shops")}, "far": 1000 * minute,
              "cutoffs": [minute * cutoff for cutoff in (5, 10, 15, 20)], "facilities": np.sort(random.choice(n, n // 100, replace=False))}
    exec(imports, names)
    before = peak_mb()
    took = []
    for code in (preparation, work):
        wall, core = time.perf_counter(), time.process_time()
        exec(code, names)
        took.append((time.perf_counter() - wall, time.process_time() - core))
    peak = peak_mb()
    differing = None
    if task in ("access", "nearest"):
        wrong, differing = (check_access if task == "access" else check_nearest)(names)
    else:
        wrong = check_table(names, sources) if task == "tables" else check_paths(names, pairs)
    with open(result, "w") as output:
        json.dump({"library": library, "task": task, "n": n, "count": count, "whole": whole, "prepare": took[0],
                   "work": took[1], "peak_mb": peak, "imports_mb": before, "difference": wrong,
                   "differing": differing, "lines": len(f"{preparation}\n{work}".splitlines())}, output)


def reference(names, sources):
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    n = names["n"]
    return dijkstra(csr_array((names["cost"], (names["tail"], names["head"])), shape=(n, n)), indices=sources)


def check_table(names, sources):
    """The largest relative difference of some rows to SciPy's."""
    np, n, found = names["np"], names["n"], names["distances"]
    some = np.unique(np.linspace(0, len(sources) - 1, 5).astype(int))
    expected = reference(names, sources[some])
    if isinstance(found, list) and isinstance(found[0], dict):
        rows = [[found[row][node] for node in range(n)] for row in some]
    elif len(found) == len(sources):
        rows = [found[row] for row in some]
    else:
        rows = np.reshape(found, (len(sources), n))[some]
    rows = np.asarray(rows, dtype=np.float64)
    if "table" in names:  # raw numbers
        rows = np.where(rows < 2**30 - 1, rows * 10.0 ** -names["table"].digits, np.inf)
    return float((np.abs(rows - expected) / np.maximum(expected, 1e-9 + expected.max() * 1e-3)).max())


def check_paths(names, pairs):
    """The largest relative difference of some paths' costs to SciPy's distances."""
    np = names["np"]
    some = pairs[:20]
    expected = reference(names, [s for s, _ in some])
    cost = dict(zip(zip(names["tail"].tolist(), names["head"].tolist()), names["cost"].tolist()))
    worst = 0.0
    for at, (s, t) in enumerate(some):
        nodes = [int(node) for node in names["found"][at]]
        if s != t and (not nodes or nodes[0] != s or nodes[-1] != t):
            nodes = [s, *nodes, t]  # NetworKit omits the ends
        total = sum(cost[pair] for pair in zip(nodes, nodes[1:]) if pair[0] != pair[1])
        worst = max(worst, abs(total - expected[at, t]) / max(1e-9, expected[at, t]))
    return worst


def in_integers(names):
    """The factor that makes all costs integers, with six decimals at most."""
    np, cost = names["np"], names["cost"]
    return next(10**digits for digits in range(7) if np.abs(cost * 10**digits - np.rint(cost * 10**digits)).max() < 1e-4)


def check_access(names):
    """The largest difference of some sums, in units of weight, and the share of these sums that differ."""
    np, sources = names["np"], names["sources"]
    some = np.unique(np.linspace(0, len(sources) - 1, 300).astype(int))
    scale = in_integers(names)
    distances = reference(names | {"cost": np.rint(names["cost"] * scale)}, sources[some])
    expected = np.column_stack([(distances <= scale * cutoff) @ numbers for numbers in names["weights"].values()
                                for cutoff in names["cutoffs"]])
    apart = np.abs(np.asarray(names["found"], float)[some] - expected)
    return float(apart.max()), float((apart > 0.5).mean())


def check_nearest(names):
    """The largest relative difference of the distances to the facilities, and the share that differs by a millionth."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    np, n, scale = names["np"], names["n"], in_integers(names)
    against = csr_array((np.rint(names["cost"] * scale), (names["head"], names["tail"])), shape=(n, n))
    expected = np.sort(dijkstra(against, indices=names["facilities"]), axis=0)[:3].T / scale
    apart = np.abs(np.asarray(names["found"], float) - expected) / np.maximum(expected, 1e-9 + expected.max() * 1e-3)
    return float(apart.max()), float((apart > 1e-6).mean())


def table_of(results, title):
    rows = [f"### {title}", "",
            "| library | lines | prepare, s | work, s | all, core seconds | beside Allways | peak memory, MB (of imports) | largest difference |",
            "|---|---|---|---|---|---|---|---|"]
    ours = results[0]["work"][1] + results[0]["prepare"][1]
    for one in results:
        if "absent" in one:
            rows.append(f"| {one['library']} | {one['absent']} | | | | | | |")
            continue
        scale = one["whole"] / one["count"]
        mark = "~" if scale > 1 else ""
        all_of_it = one["prepare"][1] + one["work"][1] * scale
        differing = "" if one["differing"] is None else f", {one['differing']:.2%} differ"
        rows.append(f"| {one['library']} | {one['lines']} | {one['prepare'][0]:.2g} | {mark}{one['work'][0] * scale:.3g} | {mark}{all_of_it:.3g} | "
                    f"{mark}{all_of_it / ours:.3g} | "
                    f"{one['peak_mb']:,.0f} ({one['imports_mb']:,.0f}){' of ' + str(one['count']) if scale > 1 else ''} | {one['difference']:.2g}{differing} |")
    return "\n".join(rows) + "\n"


def lines_of(task):
    """The code for each library, as readers of the tables would write it."""
    parts = [f"### {task.capitalize()}: the lines", ""]
    for library, imports, preparation, work, _ in getattr(lines, task):
        parts.append(f"{library}:\n\n```python\n{imports}\n\n{preparation}\n{work}\n```\n")
    return "\n".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks", nargs="+")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--json")
    parser.add_argument("--profile", default="car")
    parser.add_argument("--tasks", default="tables,paths")
    parser.add_argument("--without", action="append", default=[], help="a library that would take too long")
    arguments = parser.parse_args()
    parts, every = [], []
    for path in arguments.networks:
        with tempfile.TemporaryDirectory() as folder:
            file, n, m = prepare_network(path, arguments.profile, folder)
            for task in arguments.tasks.split(","):
                results = []
                for at, (library, *_) in enumerate(getattr(lines, task)):
                    if library in arguments.without:
                        continue
                    load = os.getloadavg()[0]
                    result = os.path.join(folder, "result.json")
                    done = subprocess.run([sys.executable, __file__, "--job", task, str(at), file, result],
                                          capture_output=True, text=True)
                    if done.returncode:
                        results.append({"library": library, "absent": (done.stderr.strip().splitlines() or ["killed"])[-1]})
                    else:
                        results.append(json.load(open(result)))
                    results[-1].update(network=os.path.basename(path), load=load)
                    print(json.dumps(results[-1]), flush=True)
                every += results
                what = titles[task].format(n=n, pairs=pair_count, facilities=n // 100)
                parts.append(table_of(results, f"{os.path.basename(path)}, {n:,} nodes, {m:,} arcs: {what}"))
    parts += [lines_of(task) for task in arguments.tasks.split(",")]
    with open(arguments.output, "w") as page:
        page.write("\n".join(parts))
    if arguments.json:
        with open(arguments.json, "w") as file:
            file.writelines(json.dumps(one) + "\n" for one in every)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--job"]:
        run_job(sys.argv[2], int(sys.argv[3]), *sys.argv[4:])
    else:
        main()
