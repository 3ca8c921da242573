# exit 2
# Before the work, and nothing is written; a number that is given is taken.
for suffix in ortools.json vroom.json tsp; do
    allways table fixtures/village.osm --points fixtures/bad_customers.csv -o fleet.$suffix --round --quiet; code=$?
done
allways table fixtures/village.osm --points fixtures/bad_customers.csv -o fleet.vroom.json --round --unreachable 999999 --quiet
python3 -c 'import json; fleet = json.load(open("fleet.vroom.json")); print(fleet["matrices"]["car"]["durations"][0], fleet["allways"]["unsnapped"])'
ls *.json *.tsp 2> /dev/null; exit $code
