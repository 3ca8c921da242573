# The options of positions in each command that takes files of points: a CSV file by the names of its columns and its
# reference system, and a layer by its name.
printf 'stop,px,py,jobs\nA,890667.25,5942074.07,1\nB,891001.2,5942074.07,2\nC,891502.14,5942727,3\n' > stops.csv
printf '{"type":"FeatureCollection","name":"stops","features":[' > stops.geojson
printf '{"type":"Feature","properties":{"stop":"%s","jobs":%s},"geometry":{"type":"Point","coordinates":[%s]}},' A 1 8.001,47 B 2 8.004,47 C 3 8.0085,47.004 | sed 's/,$/]}/' >> stops.geojson
printf 'from,to,trips\nA,C,5\nB,C,2\n' > trips.csv
printf 'from,to,speed_kmh\n1,2,10\n' > slow.csv
csv="--x-field px --y-field py --points-crs EPSG:3857 --points-id stop"
layer="--points-layer stops --points-id stop"
both() { "$@" stops.csv $csv > csv.txt && "$@" stops.geojson $layer > layer.txt; diff csv.txt layer.txt && cat csv.txt; }
choices="-q --snap nodes --snap-radius 300 --snap-component any"
both allways access fixtures/village.osm $choices -f csv -o - --nearest 1 --origins 1 --destinations
both allways assign fixtures/village.osm $choices -f csv -o - --pairs trips.csv --points | grep -v ',0,' | cut -d, -f1-4
allways assign fixtures/village.osm $choices -f csv -o - --pairs trips.csv --origins stops.csv --destinations stops.csv $csv | diff csv.txt -
both allways compare fixtures/village.osm $choices --set slow.csv --points | tail -n +4 > points.txt
allways compare fixtures/village.osm $choices --set slow.csv --origins stops.csv --destinations stops.csv $csv | tail -n +5 | diff points.txt - && grep "^  " points.txt
both allways isochrone fixtures/village.osm $choices -f csv --what nodes -o - --cutoff 30 --from | cut -d, -f1-4
both allways path fixtures/village.osm -q -f csv -o - --to 12 --from | cut -d, -f1-7
draw() { allways draw fixtures/village.osm -q --colour-by jobs -o map.html -O --points "$@" && grep -o "\"label\":\"[^\"]\+\"" map.html; }
both draw
for snap in nodes arcs; do allways snap fixtures/village.osm --points stops.csv $csv -o at_$snap.csv --snap $snap --snap-component any -q && cut -d, -f1-7 at_$snap.csv; done
allways explain fixtures/village.osm --from @8.001,47.0001 --to 12 --snap nodes --snap-component any -q | head -3
