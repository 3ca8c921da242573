#!/usr/bin/env python3
"""Reads every #include of the project and holds it to the direction of dependencies.

    check_includes.py SOURCE_FOLDER

Prints each include that breaks a rule; exit 1 where there is one, or where the rules themselves have a cycle.
"""

import pathlib
import re
import sys

# What a room may use beside itself. A room is a folder of sources; public headers are rooms of their own:
# "allways/engine" is toolkit/include/allways/engine/. A room may use the public headers of what it may use.
MAY_USE = {
    # toolkit
    "base": set(),
    "network": {"base"},
    "cost": {"base", "network"},
    "result": {"base", "network", "cost"},
    "device": {"base"},
    "ordering": {"base", "network", "cost"},
    "cluster": {"base"},
    "allways/engine": {"base", "network", "cost", "device", "result"},
    "engine/prepare": {"base", "network", "cost", "result", "ordering"},
    "engine/next_hops": {"base", "network", "cost", "result", "engine/prepare"},
    "engine/skims": {"base", "network", "cost", "result", "ordering", "engine/prepare", "engine/sweep"},
    "engine/dense": {"base", "device", "allways/engine", "engine/prepare"},
    "engine/dense/opencl": {"base", "device", "engine/prepare", "engine/dense"},
    "engine/dense/ranks": {"base", "cluster", "engine/prepare", "engine/dense"},
    "engine/sweep": {"base", "network", "result", "ordering", "engine/prepare"},
    "engine/sweep/device": {"base", "device", "result", "ordering", "engine/prepare", "engine/sweep"},
    "engine/tuning": {"base", "network", "cost", "device", "allways/engine", "engine/prepare", "engine/dense",
                      "engine/dense/opencl"},
    "engine": {"base", "network", "cost", "device", "result", "ordering", "allways/engine", "engine/prepare",
               "engine/next_hops", "engine/skims", "cluster", "engine/dense", "engine/dense/opencl", "engine/dense/ranks",
               "engine/sweep", "engine/sweep/device"},
    "query": {"base", "network", "cost", "result", "allways/engine", "engine"},
    # importers
    "allways/importers": {"base", "network", "cost", "result"},
    "text": {"base", "network", "allways/importers"},
    "libraries": {"base", "network", "allways/importers", "text"},
    "attributes": {"base", "network", "cost", "allways/importers", "text", "libraries"},
    "osm": {"base", "network", "allways/importers", "text", "libraries", "attributes"},
    "vector": {"base", "network", "allways/importers", "text", "libraries", "attributes", "osm"},
    "networks": {"base", "network", "cost", "allways/importers", "text", "libraries", "attributes"},
    "matrices": {"base", "network", "cost", "result", "allways/importers", "text", "libraries", "attributes"},
    "importers/points": {"base", "network", "allways/importers", "text", "libraries", "attributes"},
    "importers": {"base", "network", "cost", "result", "allways/importers", "text", "libraries", "attributes", "osm", "vector",
                  "networks", "matrices"},
    # tools; a format's writer shares what its reader knows
    "mpi": {"base", "cluster"},
    "export": {"base", "cluster", "network", "cost", "result", "allways/engine", "allways/importers", "text", "libraries", "attributes",
               "networks", "matrices"},
    "points": {"base", "network", "cost", "result", "engine", "allways/engine", "allways/importers", "text", "libraries", "attributes",
               "export"},
    "routes": {"base", "network", "cost", "result", "query", "allways/engine", "allways/importers", "libraries", "export", "points"},
    "areas": {"base", "network", "cost", "result", "query", "libraries", "export", "points"},
    "draw": {"base", "network", "cost", "result", "query", "libraries", "export", "points", "routes"},
    "service": {"base", "network", "cost", "result", "query", "allways/engine", "allways/importers", "libraries", "export", "points",
                "routes", "areas", "draw"},
    "command": {"allways"},
    "python": {"allways"},
    # benchmarks
    "papers": {"base", "network", "cost", "device", "result", "allways/engine", "engine/prepare", "engine/dense",
               "engine/dense/opencl"},
    "peers": {"base", "network", "cost", "result", "ordering", "allways/engine", "engine", "engine/prepare", "engine/sweep"},
    "plots": {"base", "papers", "draw", "export"},
    "bench": {"base", "network", "cost", "device", "result", "ordering", "query", "allways/engine", "engine", "engine/prepare",
              "engine/sweep", "engine/sweep/device", "engine/dense", "engine/dense/opencl", "engine/dense/ranks", "engine/tuning",
              "allways/importers", "export", "command", "papers", "mpi",
              "peers", "plots"},
}

# Libraries that only these rooms see; public headers may carry none of them but the opt-in ones of OPT_IN.
LIBRARIES = {
    "OpenCL": (re.compile(r"^CL/"), {"device", "engine/dense/opencl", "engine/sweep/device", "engine/tuning", "papers"}),
    "SQLite": (re.compile(r"^sqlite3\.h"), {"libraries", "matrices", "networks", "export"}),
    "Cairo": (re.compile(r"^cairo"), {"draw", "plots"}),
    "HDF5": (re.compile(r"^hdf5|^H5"), {"libraries", "matrices", "export"}),
    "GDAL, PROJ": (re.compile(r"^(gdal|ogr|cpl)(_|\.h)|^ogrsf|^proj\.h|^geodesic\.h"),
                   {"libraries", "attributes", "vector", "networks", "importers", "export", "areas", "points", "routes"}),
    "GEOS": (re.compile(r"^geos_c\.h"), {"export"}),
    "libosmium, toml++": (re.compile(r"^osmium/|^toml\+\+/"), {"osm"}),
    "METIS": (re.compile(r"^metis\.h"), {"bench"}),
    "zlib": (re.compile(r"^zlib\.h"), {"text", "service"}),
    "CLI11, spdlog": (re.compile(r"^(CLI|spdlog)/"), {"command", "bench"}),
    "nlohmann": (re.compile(r"^nlohmann/"), {"networks", "matrices", "libraries", "attributes", "vector", "export", "routes", "draw",
                                             "points", "service", "command", "bench"}),
    "Boost": (re.compile(r"^boost/"), None),
    "Eigen": (re.compile(r"^Eigen/"), None),
}
OPT_IN = {"allways/export/json.h": "nlohmann", "allways/network/boost_graph.h": "Boost", "allways/result/eigen.h": "Eigen"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# Public headers of these are a room apart, since their sources use more than the headers do.
APART = {"engine", "importers"}
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
    if parts[0] == "toolkit":
        return "/".join(inner)
    if parts[0] == "bench":
        return inner[0] if inner and inner[0] in MAY_USE and inner[0] != "command" else "bench"
    if parts[0] == "python" or not inner:
        return parts[0]
    return "importers/points" if parts[0] == "importers" and inner[0] == "points" else inner[0]


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


def problems_of(path: pathlib.PurePath, text: str):
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
    print(f"{len(files)} files, {len(problems)} problems with the direction of dependencies")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
