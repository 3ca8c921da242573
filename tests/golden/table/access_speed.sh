# At 3.6 km/h a metre is a second: 33 m to the road at one end, 8 m at the other.
allways table fixtures/two_parts.geojson --points fixtures/shops.csv -o - -f csv-long --quiet
allways table fixtures/two_parts.geojson --points fixtures/shops.csv --access-speed 3.6 -o - -f csv-long --quiet
allways path fixtures/two_parts.geojson --from @8.0001,47.0003 --to @8.0101,47.002 --access-speed 3.6 -f json |
    python3 -c 'import json, sys; path = json.load(sys.stdin)["paths"][0]; print(path["distance"], [(stop["snap_distance_m"], stop["access"]) for stop in path["stops"]])'
allways isochrone fixtures/two_parts.geojson --from @8.0001,47.0003 --access-speed 3.6 --cutoff 33,34,420,1100 -o - -f csv --quiet
