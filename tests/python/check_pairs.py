# SPDX-License-Identifier: Apache-2.0
"""check_pairs.py FOLDER ALLWAYS MAP: whether GeoPandas and Python's sqlite3 read from FOLDER/part.desire.gpkg, .desire.geojson and
.sqlite what write_tables.cpp put into its table `part`: nodes 50, 10, 20 to 20, 40, the first reaching neither. And whether
`allways table MAP` (around 8° east, 47° north) finds the same from points that GeoPandas wrote as from a list of theirs."""
import os
import sqlite3
import subprocess
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


CUSTOMERS = {"depot": (8.0001, 46.9999), "Mühle 3": (8.0085, 47.0041), "island": (8.023, 47.004)}
METRES = "EPSG:32632"
LAYERS = {"metres.gpkg": METRES, "degrees.gpkg": "EPSG:4326", "swiss.gpkg": "EPSG:2056", "degrees.geojson": "EPSG:4326",
          "metres.geojson": METRES, "metres.shp": METRES, "degrees.shp": "EPSG:4326"}


def check_points(folder, allways, network):
    def table_of(points):
        output = [allways, "table", network, "--points", points, "-o", "-", "-f", "csv", "--quiet"]
        return subprocess.run(output, check=True, stdout=subprocess.PIPE, text=True).stdout

    listed = os.path.join(folder, "customers.csv")
    with open(listed, "w", encoding="utf-8") as file:
        file.write("id,lon,lat\n" + "".join(f"{name},{lon},{lat}\n" for name, (lon, lat) in CUSTOMERS.items()))
    wanted = table_of(listed)
    check(wanted.startswith("node_id,depot,Mühle 3,island\n") and ",," not in wanted, f"a table of the list is {wanted}")
    places = geopandas.points_from_xy(*zip(*CUSTOMERS.values()))
    customers = geopandas.GeoDataFrame({"id": list(CUSTOMERS), "demand": [0, 3, 2]}, geometry=places, crs="EPSG:4326")
    for name, system in LAYERS.items():
        path = os.path.join(folder, name)
        if os.path.exists(path):
            os.remove(path)
        customers.to_crs(system).to_file(path)
        found = table_of(path)
        check(found == wanted, f"of {name} the table is\n{found}and not\n{wanted}")
        print(f"{name} in {system}: points agree (GeoPandas wrote them)")


def main(folder, allways, network):
    for name in "part.desire.gpkg", "part.desire.geojson":
        check_lines(os.path.join(folder, name))
    check_database(os.path.join(folder, "part.sqlite"))
    check_points(folder, allways, network)


if __name__ == "__main__":
    main(*sys.argv[1:])
