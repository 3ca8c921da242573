#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Parquet files of the command hold what its CSV files do, by pyarrow; a build without Arrow refuses.

    parquet_test.py --bin COMMAND_WITH_PARQUET --without COMMAND
"""

import argparse
import csv
import json
import pathlib
import subprocess
import tempfile

import pyarrow
import pyarrow.parquet

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
VILLAGE = SOURCE / "tests/golden/fixtures/village.osm"
POINTS = "id,lon,lat\nmill,8.0001,47\nchurch,8.004,47.004\ninn,8.002,47.0011\n"


def run(*words, expect: int = 0) -> str:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    assert done.returncode == expect, (words, done.returncode, done.stderr)
    return done.stderr


def rows_of_csv(path: pathlib.Path) -> list[list]:
    with open(path, newline="") as file:
        header, *rows = csv.reader(file)
    return [["origin", "destination", *header[2:]], *([*row[:2], *(float(cell) if cell else None for cell in row[2:])] for row in rows)]


def rows_of(table: pyarrow.Table) -> list[list]:
    columns = [column.to_pylist() for column in table.columns]
    return [table.column_names, *([str(row[0]), str(row[1]), *row[2:]] for row in zip(*columns))]


def check_equal(command: pathlib.Path, folder: pathlib.Path, *words, dtype: str = "float64") -> pyarrow.Table:
    """Both formats hold the same pairs in the same order, and floats that are the nearest to the decimals."""
    run(command, *words, "-o", folder / "table.long.csv", "--overwrite", "--quiet")
    run(command, *words, "-o", folder / "table.parquet", "--overwrite", "--quiet", "--dtype", dtype)
    table = pyarrow.parquet.read_table(folder / "table.parquet")
    expected = rows_of_csv(folder / "table.long.csv")
    numbers = getattr(pyarrow, dtype)()
    for row in expected[1:]:
        row[2:] = [None if cell is None else pyarrow.scalar(cell, numbers).as_py() for cell in row[2:]]
    assert rows_of(table) == expected, words
    return table


def points_in(folder: pathlib.Path) -> pathlib.Path:
    (folder / "points.csv").write_text(POINTS)
    return folder / "points.csv"


def check_tables(command: pathlib.Path, folder: pathlib.Path) -> None:
    places = ("table", VILLAGE, "--origins", points_in(folder), "--destinations", points_in(folder))
    table = check_equal(command, folder, "solve", SOURCE / "data/sioux_falls", dtype="float32")
    assert len(table) == 576 and table.schema.field("origin").type == pyarrow.int64(), table.schema
    facts = json.loads(table.schema.metadata[b"allways"])
    (field,) = facts["fields"].values()
    assert facts["layout"] == "long" and field["unit"].encode() == table.schema.field(2).metadata[b"unit"], facts
    check_equal(command, folder, *places)
    check_equal(command, folder, *places, "--unit", "min", "--skim", "length", "--snap-distances")
    check_equal(command, folder, *places, "--cutoff", "100", "--skim", "length")
    check_equal(command, folder, *places, "--nearest", "1")
    costs = check_equal(command, folder, "table", SOURCE / "data/sioux_falls", "--points", "1-9", "--cost", "time", "--cost", "time + 60 * length",
                        "--skim", "length")
    assert costs.column_names == ["origin", "destination", "time_s", "time + 60 * length_s", "length_by_time_mi", "length_by_time + 60 * length_mi"], costs.column_names
    pairs = folder / "pairs.csv"
    pairs.write_text("from,to\n1,20\n7,3\n1,20\n")
    assert len(check_equal(command, folder, "table", SOURCE / "data/sioux_falls", "--pairs", pairs)) == 3


def check_raw(command: pathlib.Path, folder: pathlib.Path) -> None:
    """Raw numbers are the fixed point of the table, with their digits."""
    words = (command, "table", VILLAGE, "--origins", points_in(folder), "--destinations", points_in(folder), "--quiet", "--overwrite", "-o")
    run(*words, folder / "raw.parquet", "--dtype", "raw")
    run(*words, folder / "natural.parquet", "--dtype", "float64")
    raw = pyarrow.parquet.read_table(folder / "raw.parquet")
    natural = pyarrow.parquet.read_table(folder / "natural.parquet")
    facts = raw.schema.field(2).metadata
    assert raw.schema.field(2).type == pyarrow.int32() and natural.column_names[2] == "time_s", raw.schema
    numbers = [cell / 10 ** int(facts[b"digits"]) * {b"ms": 1e-3, b"s": 1}[facts[b"unit"]] for cell in raw.column(2).to_pylist()]
    assert numbers == natural.column(2).to_pylist()


def check_unreachable(command: pathlib.Path, folder: pathlib.Path) -> None:
    """Pairs without a path are left out, or null, or a number."""
    network = folder / "one_way.csv"
    network.write_text("from,to,cost\na,b,1.5\nb,c,2.25\n")
    words = (command, "solve", network, "--quiet", "--overwrite", "-o", folder / "table.parquet")
    for mark, expected in ((None, 6), ("null", 9), ("-1", 9)):
        run(*words, *(() if mark is None else ("--unreachable", mark)))
        table = pyarrow.parquet.read_table(folder / "table.parquet")
        costs = dict(zip(zip(table["origin"].to_pylist(), table["destination"].to_pylist()), table.column(2).to_pylist()))
        assert len(table) == expected and costs["a", "c"] == 3.75, table
        assert mark is None or costs["c", "a"] == (None if mark == "null" else -1), costs


def check_refusals(command: pathlib.Path, without: pathlib.Path, folder: pathlib.Path) -> None:
    """One message, and nothing half written."""
    job = ("solve", SOURCE / "data/sioux_falls", "-o")
    taken = folder / "taken.parquet"
    taken.write_text("mine")
    missing = folder / "missing/table.parquet"
    new = folder / "new.parquet"
    for program, words, code, text in (
        (command, (*job, taken), 3, "exists"),
        (command, (*job, missing), 3, "missing"),
        (command, (*job, "-", "--format", "parquet"), 2, "standard output"),
        (command, (*job, new, "--dtype", "int8"), 2, "dtype"),
        (command, (*job, new, "--unreachable", "far"), 2, "'far' cannot mark"),
        (command, (*job, new, "--dtype", "raw", "--unreachable", "0.5"), 2, "0.5 cannot mark"),
        (command, (*job, new, "--dtype", "raw", "--unreachable", "3000000000"), 2, "3000000000 cannot mark"),
        (without, (*job, new), 2, "built without Apache Arrow"),
    ):
        message = run(program, *words, expect=code)
        assert text in message and message.count("error") == 1, (words, message)
        assert taken.read_text() == "mine" and not new.exists() and not list(folder.glob("*.part*")), words


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--without", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_tables(arguments.bin, folder)
        check_raw(arguments.bin, folder)
        check_unreachable(arguments.bin, folder)
        check_refusals(arguments.bin, arguments.without, folder)


if __name__ == "__main__":
    main()
