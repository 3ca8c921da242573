#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The command reads Parquet as the CSV file with the same rows, and GeoParquet as the layer with the same features.

    parquet_read_test.py --bin COMMAND_WITH_PARQUET --without COMMAND
"""

import argparse
import json
import pathlib
import re
import subprocess
import tempfile

import geopandas
import numpy
import pandas
import pyarrow
import pyarrow.parquet
import shapely

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
SIOUX_FALLS = SOURCE / "data/sioux_falls"
VILLAGE = SOURCE / "tests/golden/fixtures/village.osm"
ROADS = [((8.0, 47.0), (8.004, 47.001), (8.01, 47.0)), ((8.01, 47.0), (8.02, 47.01)), ((8.02, 47.01), (8.0, 47.0))]


def run(*words, expect: int = 0, standard_input: bytes | None = None) -> subprocess.CompletedProcess:
    done = subprocess.run([str(word) for word in words], capture_output=True, input=standard_input)
    assert done.returncode == expect, (words, done.returncode, done.stderr.decode())
    return done


def answer(*words, **options) -> bytes:
    return run(*words, "-o", "-", "-f", "csv", "--quiet", **options).stdout


def check_rows(command: pathlib.Path, folder: pathlib.Path) -> None:
    """Lists of arcs, points and pairs: whatever reads CSV reads Parquet."""
    arcs = pandas.DataFrame({"from": ["a", "b, c", 'd"e', "a"], "to": ["b, c", 'd"e', "a", 'd"e'], "time": [1.5, 0.1, 1e5, 7],
                             "lanes": numpy.array([1, 2, 3, 4], "uint8"), "toll": [True, False, True, False], "name": ["x", None, "# y", ""]})
    arcs["class"] = pandas.Categorical(["A", "B", "A", None])
    arcs.to_csv(folder / "arcs.csv", index=False)
    arcs.to_parquet(folder / "arcs.parquet", index=False)
    words = ("--directed", "--cost", "time")
    text = answer(command, "solve", folder / "arcs.csv", *words)
    assert b'"d""e"' in text and answer(command, "solve", folder / "arcs.parquet", *words) == text
    assert answer(command, "solve", "-", *words, standard_input=(folder / "arcs.parquet").read_bytes()) == text

    points = pandas.DataFrame({"id": ["mill", "church"], "lon": [8.0001, 8.004], "lat": [47, 47.004]})
    points.to_csv(folder / "points.csv", index=False)
    points.to_parquet(folder / "points.parquet")
    texts = [answer(command, "table", VILLAGE, "--points", folder / f"points.{suffix}") for suffix in ("csv", "parquet")]
    assert texts[0] == texts[1] and b"mill" in texts[0]
    pairs = pandas.DataFrame({"from": [1, 7, 1], "to": [20, 3, 20]})
    pairs.to_parquet(folder / "pairs.parquet")
    pairs.to_csv(folder / "pairs.csv", index=False)
    texts = [run(command, "table", SIOUX_FALLS, "--pairs", folder / f"pairs.{suffix}", "-o", "-", "-f", "csv-long", "--quiet").stdout
             for suffix in ("csv", "parquet")]
    assert texts[0] == texts[1] and texts[0].count(b"\n") == 4
    demand = pandas.DataFrame({"origin": [1, 5], "destination": [20, 13], "trips": [12.5, 3]})
    demand.to_parquet(folder / "trips.parquet", row_group_size=1)
    demand.rename(columns={"origin": "from", "destination": "to"}).to_csv(folder / "trips.long.csv", index=False)
    loads = [run(command, "assign", SIOUX_FALLS, option, folder / name, "-o", "-", "-f", "csv", "--quiet").stdout
             for option, name in (("--matrix", "trips.long.csv"), ("--pairs", "trips.parquet"))]
    assert loads[0] == loads[1] and b"12.5" in loads[0], loads


def check_same(command: pathlib.Path, folder: pathlib.Path, name: str, matrices: int) -> None:
    report = json.loads(run(command, "diff", folder / name, folder / "t.omx", "--json", "--quiet").stdout)
    found = [(matrix["pairs"], matrix["equal"], matrix["unit"]) for matrix in report["matrices"]]
    assert found == [(576, 576, unit) for unit in ("s", "mi")[:matrices]], (name, found)


def check_tables(command: pathlib.Path, folder: pathlib.Path) -> None:
    """Tables come back as they were: natural, raw, and wide ones of the Python package's layout."""
    words = (command, "solve", SIOUX_FALLS, "--quiet", "--overwrite", "--skim", "length", "-o")
    run(*words, folder / "t.omx")
    for dtype in ("natural", "float32", "raw"):
        run(*words, folder / "t.parquet", "--dtype", dtype)
        check_same(command, folder, "t.parquet", 2)
    raw = pandas.read_parquet(folder / "t.parquet")
    label = raw.columns[2]
    wide = raw.pivot(index="origin", columns="destination", values=label)
    table = pyarrow.table({"origin": wide.index, **{str(name): wide[name] for name in wide}})
    stated = json.loads(pyarrow.parquet.read_schema(folder / "t.parquet").metadata[b"allways"])["fields"][label]
    facts = {"layout": "wide", "fields": {label: stated}}
    pyarrow.parquet.write_table(table.replace_schema_metadata({b"allways": json.dumps(facts)}), folder / "wide.parquet")
    check_same(command, folder, "wide.parquet", 1)


def check_shapes(command: pathlib.Path, folder: pathlib.Path) -> None:
    roads = geopandas.GeoDataFrame({"kmh": [50, 30, 80], "oneway": ["no", "yes", None], "tags": [["a"], None, []]},
                                   geometry=[shapely.LineString(line) for line in ROADS], crs=4326).to_crs(2056)
    roads.to_parquet(folder / "roads.parquet")
    roads.drop(columns="tags").to_file(folder / "roads.gpkg")
    points = geopandas.GeoDataFrame({"name": ["x", "y"]}, geometry=[shapely.Point(8.004, 47.0015), shapely.Point(8.015, 47.006)], crs=4326)
    points.to_parquet(folder / "places.parquet")
    points.to_file(folder / "places.gpkg")
    words = ("--speed-field", "kmh")
    expected = answer(command, "table", folder / "roads.gpkg", "--points", folder / "places.gpkg", "--cost", "time", *words)
    assert re.match(rb"node_id,x,y\n|id,x,y\n|,x,y\n", expected), expected
    assert answer(command, "table", folder / "roads.parquet", "--points", folder / "places.parquet", "--cost", "time", *words) == expected
    few = ("--where", "kmh > 40", "--layer", "roads")
    arcs = [run(command, "info", folder / f"roads.{suffix}", *words, *few, "--json", "--quiet").stdout for suffix in ("gpkg", "parquet")]
    assert json.loads(arcs[0])["arcs"] == json.loads(arcs[1])["arcs"] == 4, arcs


def check_overture(command: pathlib.Path, folder: pathlib.Path) -> None:
    """Segments with every kind of nested column are those of the GeoJSON."""
    ends = ["a", "b", "c"]
    segments = []
    for k, line in enumerate(ROADS):
        segments.append({
            "id": f"S{k}", "theme": "transportation", "type": "segment", "subtype": "road", "class": "residential",
            "names": {"primary": f'High "{k}"', "common": [("de", "Straße")]},
            "connectors": [{"connector_id": ends[k], "at": 0.0}, {"connector_id": ends[(k + 1) % 3], "at": 1.0}],
            "speed_limits": [{"max_speed": {"value": 30 + 10 * k, "unit": "km/h"}, "between": [0, 0.5]}] if k else None,
            "access_restrictions": [{"access_type": "denied", "when": {"heading": "backward"}}] if k == 1 else None})
    frame = geopandas.GeoDataFrame(pandas.DataFrame(segments), geometry=[shapely.LineString(line) for line in ROADS], crs=4326)
    map_of_names = pyarrow.struct([("primary", pyarrow.string()), ("common", pyarrow.map_(pyarrow.string(), pyarrow.string()))])
    frame.drop(columns="names").to_parquet(folder / "plain.parquet")
    table = pyarrow.parquet.read_table(folder / "plain.parquet")
    names = pyarrow.array([one["names"] for one in segments], map_of_names)
    table = table.append_column("names", names).replace_schema_metadata(None)  # without it, columns tell that it is GeoParquet
    pyarrow.parquet.write_table(table, folder / "segments.parquet", row_group_size=2)
    with open(folder / "segments.geojson", "w") as file:
        features = [{"type": "Feature", "geometry": {"type": "LineString", "coordinates": line}, "id": one["id"],
                     "properties": {**{key: value for key, value in one.items() if value is not None and key != "id"},
                                    "names": {"primary": one["names"]["primary"]}}} for one, line in zip(segments, ROADS)]
        json.dump({"type": "FeatureCollection", "features": features}, file)
    for suffix in ("geojson", "parquet"):
        run(command, "convert", folder / f"segments.{suffix}", "-o", folder / f"{suffix}.gpkg", "--quiet")
    geojson, parquet = (geopandas.read_file(folder / f"{suffix}.gpkg", layer="link") for suffix in ("geojson", "parquet"))
    assert geojson.equals(parquet) and len(parquet) == 8 and 'High "1"' in list(parquet["name"]), (geojson, parquet)


def damaged(folder: pathlib.Path) -> list[tuple[str, str]]:
    """Files that are refused, with a part of the message."""
    arcs = {"from": [1, 2], "to": [2, 1], "cost": [1.0, 2.0]}
    shapes = [shapely.LineString(line[:2]) for line in ROADS[:2]]

    def write(name: str, table: dict, metadata: dict | None = None) -> None:
        pyarrow.parquet.write_table(pyarrow.table(table).replace_schema_metadata(metadata), folder / name)

    def geo(**column) -> dict:
        facts = {"version": "1.0.0", "primary_column": "geometry", "columns": {"geometry": {"encoding": "WKB", "geometry_types": [], **column}}}
        return {b"geo": json.dumps(facts)}

    write("whole.parquet", arcs)
    whole = (folder / "whole.parquet").read_bytes()
    (folder / "footer.parquet").write_bytes(whole[:-20])
    (folder / "page.parquet").write_bytes(whole[:4] + bytes(36) + whole[40:])
    (folder / "mark.parquet").write_bytes(b"PAR1")
    write("nested.parquet", {**arcs, "names": [["a"], None]})
    write("times.parquet", {**arcs, "when": pyarrow.array([1, 2], pyarrow.timestamp("s"))})
    write("one.parquet", {"cost": [1.0]})
    write("nulls.parquet", {**arcs, "from": [1, None]})
    write("words.parquet", {**arcs, "cost": ["1", "fast"]})
    wkb = [shape.wkb for shape in shapes]
    write("crs.parquet", {"geometry": wkb, "v": [1, 2]}, geo(crs={"type": "GeographicCRS", "name": "nowhere"}))
    write("grid.parquet", {"geometry": wkb, "v": [1, 2]}, geo(crs="+proj=longlat +ellps=bessel +nadgrids=/tmp/grid.gsb"))
    write("wkb.parquet", {"geometry": [b"no shape", b"none"], "v": [1, 2]}, geo())
    write("native.parquet", {"geometry": [[0.5, 1.5], [1.5, 2.5]], "v": [1, 2]}, geo(encoding="point"))
    write("absent.parquet", {"shape": wkb, "v": [1, 2]}, geo())
    geopandas.GeoDataFrame({"v": [1, 2]}, geometry=[shapely.Point(8, 47), shapely.Point(8, 48)], crs=4326).to_parquet(folder / "points.parquet")
    return [("footer", "damaged"), ("page", "damaged"), ("mark", "damaged"), ("nested", "'names' has the type list"),
            ("times", "'when' has the type timestamp"), ("one", "expected columns such as"), ("nulls", "without a from or to node"),
            ("words", "'fast'"), ("crs", "reference system"), ("grid", "names a file"), ("wkb", "row 1: its geometry is not WKB"), ("native", "encoded as"),
            ("absent", "no column 'geometry'"), ("points", "expected a layer of lines")]


def check_refusals(command: pathlib.Path, without: pathlib.Path, folder: pathlib.Path) -> None:
    for name, text in damaged(folder):
        path = folder / f"{name}.parquet"
        message = run(command, "solve", path, "-o", folder / "none.omx", "--quiet", expect=3).stderr.decode()
        assert text in message and str(path) in message and message.count("error") == 1, (name, message)
        assert not (folder / "none.omx").exists(), name
    path = folder / "points.parquet"
    geopandas.read_file(folder / "roads.gpkg").to_parquet(path)
    message = run(command, "table", folder / "arcs.csv", "--directed", "--cost", "time", "--pairs", path, "-o", "-", "-f", "csv-long",
                  expect=3).stderr.decode()
    assert "expected rows of numbers and texts" in message, message
    for path in (folder / "arcs.parquet", folder / "roads.parquet"):
        message = run(without, "info", path, expect=3).stderr.decode()
        assert "made without Apache Arrow" in message and message.count("error") == 1, message


def check_memory(command: pathlib.Path, folder: pathlib.Path) -> None:
    """A row group of four million rows, 96 MB, takes little more memory than the CSV file does."""
    n = 2000
    pairs = {"from": 1 + numpy.repeat(numpy.arange(n) % 24, n), "to": 1 + numpy.tile(numpy.arange(n) % 24, n), "load": numpy.ones(n * n, "int64")}
    pyarrow.parquet.write_table(pyarrow.table(pairs), folder / "huge.parquet", row_group_size=n * n)
    pandas.DataFrame(pairs).to_csv(folder / "huge.csv", index=False)
    script = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    peaks = [int(run("python3", "-c", script, command, "assign", SIOUX_FALLS, "--pairs", folder / f"huge.{suffix}", "--trips", "load",
                     "-o", folder / f"loads_{suffix}.csv", "--quiet").stdout) / 1024 for suffix in ("csv", "parquet")]
    assert (folder / "loads_csv.csv").read_bytes() == (folder / "loads_parquet.csv").read_bytes()
    assert peaks[1] < peaks[0] + 64, peaks


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--without", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_rows(arguments.bin, folder)
        check_tables(arguments.bin, folder)
        check_shapes(arguments.bin, folder)
        check_overture(arguments.bin, folder)
        check_refusals(arguments.bin, arguments.without, folder)
        check_memory(arguments.bin, folder)


if __name__ == "__main__":
    main()
