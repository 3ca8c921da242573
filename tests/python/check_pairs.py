"""check_pairs.py FOLDER: whether GeoPandas and Python's sqlite3 read from FOLDER/part.desire.gpkg, .desire.geojson and .sqlite
what write_tables.cpp put into its table `part`: nodes 50, 10, 20 to 20, 40, the first reaching neither."""
import os
import sqlite3
import sys

import geopandas

PAIRS = {(10, 20): (0.1, 12.5, 0.1), (10, 40): (0.5, 0.5, 2.5), (20, 20): (0.0, 0.0, 0.0), (20, 40): (0.4, 7.7, 0.001)}
PLACES = {10: (8.5, 47.1), 20: (8.6, 47.2), 40: (8.8, 47.4)}


def check(condition, message):
    if not condition:
        sys.exit(f"check_pairs: {message}")


def check_lines(path):
    lines = geopandas.read_file(path)
    check(lines.crs.to_epsg() == 4326, f"{path} is in {lines.crs}")
    check(len(lines) == len(PAIRS), f"{path} has {len(lines)} lines")
    for line in lines.itertuples(index=False):
        pair = (line[0], line[1])
        check(tuple(line[2:5]) == PAIRS[pair], f"{path}: {pair} has {line[2:5]}")
        ends = [PLACES[end] for end in pair]
        drawn = None if line.geometry is None else list(line.geometry.coords)
        check(drawn == (None if pair[0] == pair[1] else ends), f"{path}: {pair} runs along {drawn}")
    check(list(lines.columns[:5]) == ["from", "to", "time_s", "length_m", "toll"], f"{path} has {list(lines.columns)}")
    print(f"{os.path.basename(path)}: {len(lines)} desire lines agree (GeoPandas)")


def check_database(path):
    file = sqlite3.connect(path)
    rows = file.execute("SELECT from_id, to_id, time_s, length_m, toll FROM distance").fetchall()
    check({(row[0], row[1]): row[2:] for row in rows} == PAIRS, f"{path} has {rows}")
    fields = file.execute("SELECT column_name, kind, unit FROM field").fetchall()
    check(fields == [("time_s", "distances", "s"), ("length_m", "skim", "m"), ("toll", "skim", None)], f"fields {fields}")
    plan = file.execute("EXPLAIN QUERY PLAN SELECT time_s FROM distance WHERE to_id = 40").fetchall()
    check("distance_to_from" in plan[0][3], f"the index is not used: {plan}")
    check(file.execute("PRAGMA integrity_check").fetchall() == [("ok",)], "the database is damaged")
    print(f"{os.path.basename(path)}: {len(rows)} pairs agree (sqlite3)")


def main(folder):
    for name in "part.desire.gpkg", "part.desire.geojson":
        check_lines(os.path.join(folder, name))
    check_database(os.path.join(folder, "part.sqlite"))


if __name__ == "__main__":
    main(sys.argv[1])
