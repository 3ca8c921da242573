# The nearest road of one shop belongs to no other: its distance is a warning, and the report has every distance.
positions='import json, sys; print(*json.load(sys.stdin)["positions"], sep="\n")'
allways table fixtures/two_parts.geojson --points fixtures/shops.csv -o shops.csv --json | python3 -c "$positions"
allways snap fixtures/two_parts.geojson --points fixtures/shops.csv -o snapped.csv --quiet --json | grep -c snap_distance_m
allways path fixtures/two_parts.geojson --from @8.005,47.0021 --to 1 --json -o path.csv --quiet | python3 -c "$positions"
cat path.csv
allways isochrone fixtures/two_parts.geojson --from fixtures/shops.csv --cutoff 45 -o - -f csv --quiet
