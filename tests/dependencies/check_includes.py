#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every source states its licence, and that every #include keeps to the direction of dependencies.

    check_includes.py SOURCE_FOLDER

Prints each include that breaks a rule. Exits with 1 if there is any, or if the rules themselves have a cycle.
"""

import pathlib
import re
import sys

# What a room may use beside itself. A room is a folder of sources, "engine/dense". Its public headers belong to it, but
# for the folders of APART, whose public headers are rooms of their own: "allways/engine" is
# toolkit/include/allways/engine/. A room may use the public headers of what it may use.
MAY_USE = {
    # toolkit
    "allways/base": set(),
    "base/threads": {"allways/base"},
    "base": {"allways/base", "base/threads"},
    "allways/network": {"allways/base"},
    "network": {"allways/base", "base/threads", "base", "allways/network"},
    "network/turns": {"allways/base", "base", "allways/network", "network"},
    "network/edit": {"allways/base", "base", "allways/network", "network", "network/turns"},
    "network/snap": {"allways/base", "allways/network", "network", "network/turns"},
    "cost": {"allways/base", "base/threads", "base", "allways/network", "network", "network/turns", "network/edit",
             "network/snap"},
    "result": {"allways/base", "base/threads", "base", "allways/network", "network", "network/turns", "cost"},
    "device": {"allways/base", "base/threads", "base"},
    "ordering": {"allways/base", "base/threads", "base"},
    "cluster": {"allways/base", "base/threads"},
    "allways/engine": {"allways/base", "allways/network", "cost", "result", "device"},
    "engine": {"allways/base", "base/threads", "base", "allways/network", "network", "cost", "result", "ordering",
               "allways/engine", "engine/dense/opencl", "engine/factor", "engine/plan", "engine/prepare", "engine/skims", "engine/stream",
               "engine/sweep"},
    "engine/dense": {"allways/base", "base/threads", "base", "device", "allways/engine", "engine/prepare"},
    "engine/dense/opencl": {"allways/base", "base/threads", "base", "device", "engine/dense"},
    "engine/dense/ranks": {"allways/base", "base/threads", "cluster", "engine/dense"},
    "engine/factor": {"allways/base", "base/threads", "result", "ordering", "allways/engine", "engine/next_hops",
                      "engine/prepare", "engine/skims", "engine/sweep"},
    "engine/next_hops": {"allways/base", "base/threads", "allways/network", "network", "cost", "result", "engine/prepare"},
    "engine/plan": {"cost", "allways/base", "base/threads", "base", "allways/network", "result", "device", "ordering",
                    "cluster", "allways/engine", "engine/dense", "engine/dense/opencl", "engine/dense/ranks",
                    "engine/factor", "engine/next_hops", "engine/prepare", "engine/sweep", "engine/sweep/device",
                    "engine/tuning"},
    "engine/prepare": {"allways/base", "base/threads", "base", "allways/network", "network", "cost", "result", "ordering",
                       "allways/engine"},
    "engine/skims": {"allways/base", "base/threads", "base", "allways/network", "result", "ordering", "allways/engine",
                     "engine/prepare", "engine/sweep"},
    "engine/stream": {"allways/base", "base/threads", "base", "result", "cluster", "allways/engine", "engine/dense",
                      "engine/dense/opencl", "engine/dense/ranks", "engine/factor", "engine/next_hops", "engine/plan",
                      "engine/prepare", "engine/skims", "engine/sweep", "engine/sweep/device", "engine/tuning"},
    "engine/sweep": {"allways/base", "base/threads", "allways/network", "network", "network/turns", "result", "ordering",
                     "engine/prepare"},
    "engine/sweep/device": {"allways/base", "base/threads", "base", "device", "ordering", "engine/sweep"},
    "engine/tuning": {"allways/base", "base/threads", "base", "allways/network", "network", "device", "allways/engine",
                      "engine/dense", "engine/dense/opencl"},
    "query": {"allways/base", "base/threads", "base", "allways/network", "network", "network/turns", "network/snap", "cost", "result", "allways/engine",
              "engine/factor", "engine/stream"},
    # importers
    "allways/importers": {"allways/base", "allways/network", "cost", "result"},
    "text": {"allways/base", "base/threads", "base", "allways/importers"},
    "libraries": {"allways/base", "base/threads", "base", "allways/network", "device", "allways/importers", "text"},
    "attributes": {"allways/base", "base/threads", "base", "allways/network", "network", "cost", "allways/importers", "text",
                   "libraries"},
    "osm/objects": {"allways/base", "base/threads", "base", "text"},
    "osm/conditions": {"allways/base", "base", "osm/objects"},
    "osm/profile": {"allways/base", "base", "allways/importers", "text", "osm/objects", "osm/conditions"},
    "osm/ways": {"allways/base", "base/threads", "base", "allways/network", "osm/objects", "osm/conditions", "osm/profile"},
    "osm/areas": {"allways/base", "osm/objects", "osm/ways"},
    "osm/turns": {"allways/base", "allways/network", "text", "osm/objects", "osm/profile", "osm/ways"},
    "osm": {"allways/base", "base/threads", "base", "allways/network", "network/edit", "allways/importers", "text", "libraries",
            "osm/objects", "osm/conditions", "osm/profile", "osm/ways", "osm/areas", "osm/turns"},
    "overture": {"allways/base", "base", "base/threads", "allways/network", "allways/importers", "text", "libraries", "attributes",
                 "osm/objects", "osm/conditions", "osm/profile", "osm/ways", "osm"},
    "elevation": {"allways/base", "base", "allways/network", "allways/importers", "text", "libraries"},
    "vector": {"allways/base", "base", "allways/network", "allways/importers", "text", "libraries", "attributes", "osm/profile"},
    "networks": {"allways/base", "base/threads", "base", "allways/network", "cost", "allways/importers", "text", "libraries",
                 "attributes", "matrices"},
    "matrices": {"allways/base", "base/threads", "base", "allways/network", "result", "allways/importers", "text", "libraries",
                 "attributes"},
    "importers/points": {"allways/base", "base", "allways/importers", "text", "libraries", "attributes"},
    "importers": {"allways/base", "base", "allways/importers", "text", "libraries", "attributes", "osm", "overture", "elevation",
                  "vector", "networks", "matrices"},
    # tools; a format's writer shares what its reader knows
    "mpi": {"allways/base", "cluster"},
    "allways/export": {"allways/base", "allways/network", "cost", "result", "allways/engine", "allways/importers"},
    "export/files": {"allways/base", "base/threads", "base", "allways/export"},
    "export/features": {"allways/base", "base", "allways/network", "result", "text", "libraries", "allways/export",
                        "export/files"},
    "export/formats": {"allways/base", "base/threads", "base", "allways/network", "cost", "result", "allways/engine",
                       "allways/importers", "libraries", "attributes", "networks", "allways/export", "export/files",
                       "export/features"},
    "export/formats/hdf5": {"allways/base", "base", "allways/network", "result", "libraries", "matrices", "allways/export",
                            "export/files", "export/formats"},
    "export/jobs": {"allways/base", "base/threads", "base", "allways/network", "cluster", "allways/engine",
                    "allways/export", "export/files", "export/formats"},
    "export": {"allways/base", "base", "network", "cost", "result", "text", "allways/export", "export/files", "export/formats"},
    "points": {"allways/base", "base", "allways/network", "network", "cost", "result", "allways/engine", "engine/plan",
               "allways/importers", "text", "libraries", "attributes", "allways/export", "export/files",
               "export/features", "export/formats", "query"},
    "routes": {"allways/base", "base", "allways/network", "cost", "result", "allways/engine", "query", "allways/importers",
               "text", "libraries", "allways/export", "export/files", "export/features", "points"},
    "areas": {"allways/base", "base/threads", "allways/network", "network/snap", "cost", "result", "query", "libraries",
              "allways/export", "export/features", "points"},
    "draw": {"allways/base", "base", "allways/network", "cost", "result", "query", "allways/importers", "libraries",
             "export/files", "export", "points", "routes"},
    "allways/service": {"allways/base", "allways/network", "cost", "result"},
    "service/http": {"allways/base", "base/threads", "base", "export", "allways/service"},
    "service/map": {"allways/base", "base", "allways/network", "network", "network/edit", "network/snap", "cost", "result", "allways/engine",
                    "query", "allways/importers", "libraries", "export", "routes", "draw", "allways/service", "service/http"},
    "service/osrm": {"allways/base", "base", "base/threads", "allways/network", "network", "network/snap", "export", "routes", "allways/service",
                     "service/http", "service/map"},
    "service/valhalla": {"allways/base", "base", "allways/network", "export", "routes", "allways/service", "service/http", "service/map",
                         "service/osrm"},
    "service": {"allways/base", "base/threads", "base", "allways/network", "network/snap", "result", "allways/engine", "query",
                "allways/importers", "areas", "export", "draw", "allways/service", "service/http", "service/map", "service/osrm", "service/valhalla"},
    "command": {"base", "allways"},
    "python": {"base", "allways"},
    # benchmarks
    "papers": {"allways/base", "base", "network", "device", "allways/engine", "engine/dense/opencl"},
    "peers": {"allways/base", "base/threads", "base", "allways/network", "cost", "result", "ordering", "engine/factor",
              "engine/plan", "engine/prepare", "engine/sweep"},
    "plots": {"allways/base", "base", "draw", "papers"},
    "bench": {"allways/base", "result", "base/threads", "base", "allways/network", "cost", "device", "ordering", "allways/engine",
              "engine/dense", "engine/dense/opencl", "engine/dense/ranks", "engine/factor", "engine/plan", "engine/prepare",
              "engine/sweep", "engine/sweep/device", "engine/tuning", "query", "allways/importers", "mpi", "allways/export", "command",
              "papers", "peers", "plots"},
}

# Libraries that only these rooms see; public headers may carry none of them but the opt-in ones of OPT_IN.
LIBRARIES = {
    "OpenCL": (re.compile(r"^CL/"), {"device"}),
    "SQLite": (re.compile(r"^sqlite3\.h"), {"libraries", "networks", "export/files", "export/features"}),
    "Cairo": (re.compile(r"^cairo"), {"draw", "plots"}),
    "HDF5": (re.compile(r"^hdf5|^H5"), {"libraries"}),
    "GDAL, PROJ": (re.compile(r"^(gdal|ogr|cpl)(_|\.h)|^ogrsf|^proj\.h|^geodesic\.h"),
                   {"libraries", "export/features", "export/formats", "areas"}),
    "GEOS": (re.compile(r"^geos_c\.h"), {"areas"}),
    "libosmium, toml++": (re.compile(r"^osmium/|^toml\+\+/"), {"osm/objects", "osm/profile", "osm/ways", "bench"}),
    "protozero": (re.compile(r"^protozero/"), {"osm/objects", "service/map"}),
    "METIS": (re.compile(r"^metis\.h"), {"bench"}),
    "zlib": (re.compile(r"^zlib\.h"), {"text", "service/http"}),
    "CLI11, spdlog": (re.compile(r"^(CLI|spdlog)/"), {"command", "bench"}),
    "nlohmann": (re.compile(r"^nlohmann/"), {"overture", "matrices", "export", "export/formats", "export/jobs", "routes", "service/osrm",
                                             "service/valhalla", "command", "bench"}),
    "Boost": (re.compile(r"^boost/"), None),
    "Eigen": (re.compile(r"^Eigen/"), None),
}
OPT_IN = {"allways/export/json.h": "nlohmann", "allways/network/boost_graph.h": "Boost", "allways/result/eigen.h": "Eigen"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# Public headers of these are a room apart, since their sources use more than the headers do.
APART = {"base", "network", "engine", "importers", "export", "service"}
# What these can do, a program can do.
ONLY_PUBLIC = {"command", "python"}


def public_room(folder: str) -> str:
    return f"allways/{folder}" if folder in APART else folder


def room_of(path: pathlib.PurePath) -> str:
    """toolkit/engine/dense/x.h is "engine/dense", toolkit/include/allways/engine/x.h "allways/engine", importers/osm/x.h
    "osm", tools/draw/x.h "draw", bench/papers/x.h "papers"."""
    parts = path.parts
    if parts[1] == "include":
        return public_room(parts[3])
    inner = parts[1:-1]
    if parts[0] == "bench":
        return inner[0] if inner and inner[0] in MAY_USE and inner[0] != "command" else "bench"
    if parts[0] == "python" or not inner:
        return parts[0]
    return "importers/points" if inner == ("points",) and parts[0] == "importers" else "/".join(inner)


def included_room(name: str) -> str | None:
    """The room that a project header lies in, or nothing for headers of others and for neighbours ("x.h")."""
    parts = pathlib.PurePosixPath(name).parts
    if parts[0] == "allways":
        return public_room(parts[1])
    folder = "/".join(parts[:-1])
    return folder if folder in MAY_USE else None


def may_use(room: str, used: str, name: str) -> bool:
    if used == room or used in MAY_USE[room]:
        return True
    if room in ONLY_PUBLIC:
        return name.startswith("allways/")
    # Of a room that is apart, its sources include its public headers.
    return used == f"allways/{room}"


LICENCE = "// SPDX-License-Identifier: Apache-2.0\n"


def problems_of(path: pathlib.PurePath, text: str):
    if not text.startswith(LICENCE):
        yield f"{path}:1: the first line is not '{LICENCE.strip()}'"
    room = room_of(path)
    public = path.parts[1] == "include"
    header = "/".join(path.parts[2:]) if public else ""
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        name = match[2]
        used = included_room(name)
        where = f"{path}:{number}: "
        if used is None and match[1] == '"' and ("/" in name or room == "command"):
            yield where + f"no room has '{name}'"
        if used is not None and not may_use(room, used, name):
            yield where + f"'{room}' may not use '{used}' ({name})"
        if public and match[1] == '"' and not name.startswith("allways/"):
            yield where + f"a public header includes the private {name}"
        for library, (pattern, rooms) in LIBRARIES.items():
            if not pattern.search(name):
                continue
            if public:
                if OPT_IN.get(header) != library:
                    yield where + f"{library} is not for public headers ({name})"
            elif rooms is not None and room not in rooms:
                yield where + f"{library} is not for '{room}' ({name})"


def cycle_of(rules: dict) -> list[str]:
    """A cycle of rooms, or nothing."""
    done: set[str] = set()

    def visit(room: str, path: list[str]) -> list[str]:
        if room in path:
            return path[path.index(room):] + [room]
        if room in done:
            return []
        for used in sorted(rules.get(room, ())):
            found = visit(used, path + [room])
            if found:
                return found
        done.add(room)
        return []

    for room in rules:
        found = visit(room, [])
        if found:
            return found
    return []


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    files = [path for top in ("toolkit", "importers", "bench", "tools", "python") for path in sorted((root / top).rglob("*"))
             if path.suffix in (".h", ".cpp", ".hpp", ".cc")]
    if not files:
        print(f"no sources under {root}", file=sys.stderr)
        return 1
    problems = [problem for path in files for problem in problems_of(path.relative_to(root), path.read_text())]
    cycle = cycle_of(MAY_USE)
    if cycle:
        problems.append("the rules have a cycle: " + " → ".join(cycle))
    for problem in problems:
        print(problem)
    print(f"{len(files)} files, {len(problems)} problems with licences or the direction of dependencies")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
