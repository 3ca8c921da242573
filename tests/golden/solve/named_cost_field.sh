solve() { allways solve "$@" -o table.omx -O --quiet && allways convert table.omx - -f csv --quiet; }
solve fixtures/timed.csv -F edge-list
solve fixtures/timed.csv -F edge-list --cost-field toll && allways verify table.omx --network fixtures/timed.csv -F edge-list --cost-field toll --quiet
solve fixtures/timed.csv -F edge-list --cost-field toll --cost time
allways path fixtures/timed.csv -F edge-list --cost-field toll --from 1 --to 2 -f csv --quiet
solve fixtures/lanes.geojson --cost-field osm_id
