# The nearest road of one shop belongs to no other: its distance is a warning, and the report has every distance.
allways table fixtures/two_parts.geojson --points fixtures/shops.csv -o shops.csv --json > report.json || exit 1
python3 -c 'import json; print(*json.load(open("report.json"))["positions"], sep="\n")'
allways snap fixtures/two_parts.geojson --points fixtures/shops.csv -o snapped.csv --quiet --json | grep -c snap_distance_m
allways path fixtures/two_parts.geojson --from @8.005,47.0021 --to 1 --json -o path.csv
head -1 path.csv
allways isochrone fixtures/two_parts.geojson --from fixtures/shops.csv --cutoff 10 -o - -f csv --quiet | cut -d, -f 1,5 | sort -u
