# A customer in the sea, one without a place and one with a wrong longitude stay out of a solver's file, and are named in it.
allways table fixtures/village.osm --points fixtures/bad_customers.csv -o fleet.ortools.json --round --drop-unsnapped --json |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["left_out"])'
python3 -c 'import json; fleet = json.load(open("fleet.ortools.json")); print(fleet["ids"], fleet["time_matrix"], fleet["allways"]["left_out"])'
printf 'from_lon,from_lat,to_lon,to_lat\n8.0001,46.9999,8.023,47.004\n8.0001,46.9999,13.4,52.5\n52.5,13.4,8.023,47.004\n' > pairs.csv
allways table fixtures/village.osm --pairs pairs.csv -o pairs.long.csv --drop-unsnapped --quiet
echo "lines of pairs: $(wc -l < pairs.long.csv)"
allways table fixtures/village.osm --origins 1 --destinations fixtures/bad_customers.csv -o part.csv --drop-unsnapped --quiet && head -1 part.csv
