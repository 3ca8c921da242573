# Options that no other session uses do what their help says.
allways assign sioux_falls -q -f csv -o - --pairs <(printf 'from,to\n1,20\n') --cost-type float64 --memory 1G | grep -c ',1,'
allways assign sioux_falls -q -f csv -o - --pairs <(printf 'from,to\n1,20\n') --cost-type int32 | grep -c ',1,'
allways access sioux_falls -q -f csv -o near.csv --origins 1 --destinations 20 --nearest 1 --cost length --cost-type float64 --memory 1G && cat near.csv
allways access sioux_falls -q -f csv -o near.csv --overwrite --origins 1 --destinations 20 --nearest 1 && cat near.csv
allways isochrone sioux_falls -q -f csv -o reach.csv --from 1 --cutoff 200 --cost-type float64 --what nodes
allways isochrone sioux_falls -q -f csv -o reach.csv --overwrite --from 1 --cutoff 200 --cost-type int32 --what nodes && cat reach.csv
for normalized in "" --normalized; do
    allways centrality sioux_falls -q -f csv -o ranks.csv --overwrite --cost length --memory 1G --measures betweenness $normalized && sed -n 2,3p ranks.csv
done
allways components fixtures/two_parts.geojson -q -o parts.csv && allways components fixtures/two_parts.geojson -q -o parts.csv --overwrite && head -2 parts.csv
printf 'arc,speed_kmh\n1,10\n' > slow.csv
compare() { allways compare sioux_falls -q --set slow.csv --origins 1 --destinations 2 -o change.txt -f csv-long "$@" > report.txt; echo "exit $?"; cat change.txt; }
compare --cost time --cost-type float64 --memory 1G
compare --overwrite
allways solve sioux_falls -q -o whole.omx --no-tune --scratch . && allways convert whole.omx whole.txt -f csv -q
allways diff whole.omx whole.txt --format-b matrix-csv | tail -1
allways verify whole.omx --network sioux_falls --columns 5 --examples 1 --json -q | grep -c '"mismatches": 0'
allways solve sioux_falls -q --device reference --device-memory 1G --dry-run | grep ^cells
allways bench -q --device reference --nodes 64 --runs 1 --seed 7 --no-check --device-memory 1G --tuning none --json | grep -E '"(seed|checked_targets)"'
allways table sioux_falls -q --points 1,2 --skim length -o trips.omx
for matrix in time length; do allways assign sioux_falls -q --matrix trips.omx --matrix-name $matrix -f csv -o loads.csv -O --json | grep '"trips"'; done
allways table fixtures/village.osm -q --origins @8.001,47.0001 --destinations 12 -o snapped.omx && allways convert snapped.omx - -f csv-long --snap-distances -q
# Options of line layers:
cat > roads.geojson <<'X'
{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"way":"hin","kind":"main"},"geometry":{"type":"LineString","coordinates":[[8,47],[8.01,47],[8.02,47]]}},
{"type":"Feature","properties":{"way":"beide","kind":"lane"},"geometry":{"type":"LineString","coordinates":[[8.01,47.00001],[8.01,47.01]]}}]}
X
allways info roads.geojson -q --oneway-field way --oneway-values hin,her,beide --class-field kind --class-speeds main=60,lane=30 --join vertices --tolerance 2 | grep -E '^(nodes|arcs|time)'
