# All pairs of two files of points, each to its nearest, and pairs by the points' names; one layer with both ids.
printf 'id,lon,lat\nhome,8.0102,47.0025\nfarm,8.0003,46.9997\n' > customers.csv
run="allways path fixtures/two_parts.geojson --quiet"
$run --from customers.csv --to fixtures/shops.csv -f csv | cut -d, -f 1-4,9 | awk -F, '{last[$1] = $0} END {for (i = 1; i <= 6; ++i) print last[i]}'
$run --from customers.csv --to fixtures/shops.csv --nearest 1 -o nearest.gpkg
python3 - <<'PYTHON'
import sqlite3
print(sqlite3.connect("nearest.gpkg").execute('SELECT "from", "to", round(cost, 2), round(length_m, 1), from_position, from_snap_distance_m FROM path').fetchall())
PYTHON
allways table fixtures/two_parts.geojson --origins customers.csv --destinations fixtures/shops.csv --nearest 1 -o nearest.long.csv --quiet
cat nearest.long.csv
$run --pairs nearest.long.csv --from customers.csv --to fixtures/shops.csv -f json | python3 -c 'import json, sys; print([(path["from"], path["to"], path["distance"]) for path in json.load(sys.stdin)["paths"]])'
printf 'from,to\npost,cafe\n' | $run --pairs - --points fixtures/shops.csv -f json | python3 -c 'import json, sys; print([(path["from"], path["to"], path["distance"]) for path in json.load(sys.stdin)["paths"]])'
allways path sioux_falls --from 1-2 --to 20,21 --quiet --json -o paths.csv | python3 -c 'import json, sys; print(json.load(sys.stdin)["paths"])'
allways path sioux_falls --from 1-24 --to 1-24 --nearest 2 --quiet -o many.csv --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["paths"])'
