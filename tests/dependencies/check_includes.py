#!/usr/bin/env python3
"""Reads every #include of the project and holds it to the direction of dependencies.

    check_includes.py SOURCE_FOLDER

Prints each include that breaks a rule; exit 1 where there is one.
"""

import pathlib
import re
import sys

# What a folder may use beside itself. Tools use everything.
MAY_USE = {
    "base": set(),
    "network": {"base"},
    "cost": {"base", "network"},
    "device": {"base"},
    "result": {"base", "network"},
    "ordering": {"base", "network"},
    "engine": {"base", "network", "cost", "device", "result", "ordering"},
    "query": {"base", "network", "cost", "result"},
    "importers": {"base", "network", "cost", "result"},
    "papers": {"base", "network", "cost", "device", "result", "engine"},
    "peers": {"base", "network", "cost", "result", "ordering", "engine"},
    "bench": {"base", "network", "cost", "device", "engine", "ordering", "importers", "papers"},
    "tools": {"base", "network", "cost", "device", "result", "engine", "query", "importers", "papers", "peers"},
}

# Libraries that only these folders see; "public" stands for the installed headers, which may carry none of them.
LIBRARIES = {
    "OpenCL": (re.compile(r"^CL/"), {"device", "engine"}),
    "SQLite": (re.compile(r"^sqlite3\.h"), {"importers", "tools"}),
    "Cairo": (re.compile(r"^cairo"), {"tools"}),
    "HDF5": (re.compile(r"^hdf5|^H5"), {"importers", "tools"}),
    "GDAL, PROJ": (re.compile(r"^(gdal|ogr|cpl)(_|\.h)|^ogrsf|^proj\.h|^geodesic\.h"), {"importers", "tools"}),
    "libosmium, toml++": (re.compile(r"^osmium/|^toml\+\+/"), {"importers"}),
    "METIS": (re.compile(r"^metis\.h"), {"bench"}),
    "zlib": (re.compile(r"^zlib\.h"), {"importers"}),
    "CLI11, spdlog": (re.compile(r"^(CLI|spdlog)/"), {"tools"}),
    "nlohmann": (re.compile(r"^nlohmann/"), {"importers", "tools"}),
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def folder_of(path: pathlib.PurePath) -> str:
    """The row of MAY_USE a source file belongs to: toolkit/engine/x.cpp and toolkit/include/allways/engine/x.h are
    both "engine", bench/papers/x.cpp is "papers", bench/peers/x.cpp "peers"."""
    parts = path.parts
    if parts[0] == "bench" and parts[1] in ("papers", "peers"):
        return parts[1]
    if parts[0] == "toolkit":
        return parts[3] if parts[1:3] == ("include", "allways") else parts[1]
    return parts[0]


def included_folder(name: str) -> str | None:
    """The folder a project header lies in, or nothing for other headers and for neighbours ("x.h")."""
    parts = pathlib.PurePosixPath(name).parts
    if parts[0] == "allways":
        return parts[1]
    if len(parts) > 1 and parts[0] in MAY_USE:
        return parts[0]
    return None


def problems_of(path: pathlib.PurePath, text: str):
    folder = folder_of(path)
    is_public = "include" in path.parts
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        name = match[2]
        used = included_folder(name)
        where = f"{path}:{number}: "
        if used is not None and used != folder and used not in MAY_USE[folder]:
            yield where + f"'{folder}' may not use '{used}' ({name})"
        if is_public and used is not None and not name.startswith("allways/"):
            yield where + f"a public header includes the private {name}"
        for library, (pattern, folders) in LIBRARIES.items():
            if pattern.search(name) and (is_public or folder not in folders):
                yield where + f"{library} is not for {'public headers' if is_public else repr(folder)} ({name})"


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    files = [path for top in ("toolkit", "importers", "bench", "tools") for path in sorted((root / top).rglob("*"))
             if path.suffix in (".h", ".cpp", ".hpp", ".cc")]
    if not files:
        print(f"no sources under {root}", file=sys.stderr)
        return 1
    problems = [problem for path in files for problem in problems_of(path.relative_to(root), path.read_text())]
    for problem in problems:
        print(problem)
    print(f"{len(files)} files, {len(problems)} includes against the direction of dependencies")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
