# Closed loops and both sides of a bollard take positions; the same from an imported network.
addresses=fixtures/crescent_addresses.csv
allways table fixtures/crescents.osm --points $addresses --cost length -o osm.csv --strict --quiet && echo "all are on the network"
allways import fixtures/crescents.osm -o map.gpkg --quiet
allways table map.gpkg --points $addresses --cost length -o table.csv --quiet
cmp osm.csv table.csv && echo "the same"
python3 - <<'PYTHON'
import csv
rows = {row["node_id"]: row for row in csv.DictReader(open("osm.csv"))}
length = lambda a, b: float(rows[a][b])
print("both ways round alike:", length("crescent west", "crescent east") == length("crescent east", "crescent west") > 100)
print("one way only:", length("circus west", "circus east") != length("circus east", "circus west"))
print("round the bollard:", length("before the bollard", "behind the bollard") > 1000)
PYTHON
